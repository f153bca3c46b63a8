// Small parts of all pages of events.

import { useLayoutEffect, useRef } from "preact/hooks";
import { say, t } from "../i18n";
import type { EventView, PlayerView, Told } from "./protocol";
import { choices, players } from "./store";

/** What a result is written as, the first mover's first; ellipsis: none yet. */
export function resultText(key: string | null): string {
  return key === null ? "…" : (WRITTEN[key] ?? key);
}

const WRITTEN: Record<string, string> = {
  "1": "1–0",
  "0": "0–1",
  "=": "½–½",
  "+": "+ : –",
  "-": "– : +",
  x: "– : –",
  o: "0–0",
};

/** What a result is called. */
export function resultName(key: string | null): string {
  if (key === null) return t("no result yet");
  const known = choices.value?.results.find((result) => result.key === key);
  return known ? say(known.text) : resultText(key);
}

export const isWin = (key: string | null): boolean => key === "1" || key === "+";

export const isLoss = (key: string | null): boolean => key === "0" || key === "-";

/** A player as he is found in the room: number, name, team. */
export function Name({ player, class: more = "" }: { player: PlayerView | undefined; class?: string }) {
  if (!player) return <span class="who soft">–</span>;
  return (
    <span class={`who ${more}`}>
      <span class="of">{player.number ?? ""}</span> {player.name}
      {player.team && <span class="of"> {player.team}</span>}
    </span>
  );
}

export const nameOf = (number: number | null): string =>
  number === null ? "" : (players.value.get(number)?.name ?? String(number));

export const numbered = (player: PlayerView): string => `${player.number ?? player.id} ${player.name}`;

interface ToldsProps {
  notes: readonly Told[];
  class?: string;
  /** Whether the names of those concerned stand behind. */
  named?: boolean;
}

/** What the server says, a line a sentence. */
export function Tolds({ notes, class: kind = "reasons", named = false }: ToldsProps) {
  if (notes.length === 0) return null;
  return (
    <ul class={kind}>
      {notes.map((note, i) => (
        <li key={`${i} ${note.code}`}>
          {say(note.text)}
          {named && <Names numbers={note.players} />}
        </li>
      ))}
    </ul>
  );
}

function Names({ numbers }: { numbers: readonly number[] }) {
  const known = [...new Set(numbers)].flatMap((number) => players.value.get(number) ?? []);
  if (known.length === 0 || known.length > 4) return null;
  return <span class="of"> {known.map(numbered).join(" · ")}</span>;
}

/** A modal window of the desk; Escape and a click beside it close it. */
export function Window(props: {
  title: string;
  wide?: boolean;
  close(): void;
  children: preact.ComponentChildren;
}) {
  const element = useRef<HTMLDialogElement>(null);
  useLayoutEffect(() => {
    const before = document.activeElement;
    element.current?.showModal();
    return () => {
      // Taken away rather than closed, so the browser does not lead the keyboard back.
      requestAnimationFrame(() => {
        const lost = !document.activeElement || document.activeElement === document.body;
        if (lost && before instanceof HTMLElement && before.isConnected)
          before.focus({ preventScroll: true });
      });
    };
  }, []);
  return (
    <dialog
      ref={element}
      class={props.wide ? "wide" : ""}
      aria-label={props.title}
      onClose={props.close}
      onPointerDown={(event) => {
        if (event.target === event.currentTarget) props.close();
      }}
    >
      <div class="dialog">
        <div class="dialog-head">
          <h2>{props.title}</h2>
          <button type="button" class="quiet" aria-label={t("Close")} onClick={props.close}>
            ✕
          </button>
        </div>
        {props.children}
      </div>
    </dialog>
  );
}

/** The rounds there are, to be chosen from. */
export function RoundOptions({ view }: { view: EventView }) {
  return (
    <>
      {view.rounds.map(({ number }) => (
        <option key={number} value={number}>
          {number}
        </option>
      ))}
    </>
  );
}

/** One of the players, chosen by typing or from the list. */
export function PlayerChoice(props: {
  label: string;
  value: string;
  among: readonly PlayerView[];
  choose(value: string): void;
}) {
  return (
    <label class="field">
      <span>{props.label}</span>
      <select value={props.value} onChange={(event) => props.choose(event.currentTarget.value)} required>
        <option value="">{t("Choose …")}</option>
        {props.among.map((player) => (
          <option key={player.id} value={String(player.number ?? player.id)}>
            {numbered(player)}
            {player.team ? ` (${player.team})` : ""}
          </option>
        ))}
      </select>
    </label>
  );
}
