// One player's line above or below the board: who, what they captured, their clock.

import { useEffect, useState } from "preact/hooks";
import { type Color, opposite } from "../board/coords";
import { t } from "../i18n";
import { clockText, pieceName, sideName } from "./moves";
import type { Clock, Position } from "./protocol";
import { remaining } from "./reduce";
import { readAt } from "./store";

const VALUE = "RNCBAP";

export function Captured({ position, by }: { position: Pick<Position, "captured">; by: Color }) {
  const of = opposite(by);
  const taken = position.captured[of].map((letter) => letter.toUpperCase());
  taken.sort((a, b) => VALUE.indexOf(a) - VALUE.indexOf(b));
  return (
    <span class="captured" role="img" aria-label={capturedText(taken, of)}>
      {taken.map((letter, i) => (
        <i key={i} class={`small-piece ${of} ${letter.toLowerCase()}`} />
      ))}
    </span>
  );
}

function capturedText(letters: string[], of: Color): string {
  if (letters.length === 0) return t("Nothing captured");
  const names = letters.map((letter) => pieceName(of === "red" ? letter : letter.toLowerCase()));
  return t("Captured: {pieces}", { pieces: names.join(t(", ")) });
}

function ClockFace({ clock, side }: { clock: Clock; side: Color }) {
  const [, tick] = useState(0);
  const running = clock.running === side;
  useEffect(() => {
    if (!running) return;
    const timer = setInterval(() => tick((n) => n + 1), 100);
    return () => clearInterval(timer);
  }, [running]);
  const { seconds, periods, total } = remaining(clock, side, (performance.now() - readAt.value) / 1000);
  return (
    <span class={`clock ${running ? "running" : ""} ${seconds < 10 ? "short" : ""}`} role="timer">
      {total !== null && (
        <small class="total">
          <span>{t("game")}</span> {clockText(total)}
        </small>
      )}
      {clockText(seconds)}
      {periods > 0 && <small>×{periods}</small>}
    </span>
  );
}

interface StripProps {
  side: Color;
  name: string;
  position: Pick<Position, "captured">;
  active: boolean;
  busy?: boolean;
  clock?: Clock | null;
}

export function Strip({ side, name, position, active, busy, clock }: StripProps) {
  return (
    <div class={`strip ${side} ${active ? "active" : ""}`}>
      <i class={`small-piece ${side} k`} />
      <span class="who">
        <b>{sideName(side)}</b>
        {name && <span class="name">{name}</span>}
      </span>
      {busy && (
        <span class="thinking" role="img" aria-label={t("The engine is thinking")}>
          <i />
          <i />
          <i />
        </span>
      )}
      <Captured position={position} by={side} />
      {clock && <ClockFace clock={clock} side={side} />}
    </div>
  );
}
