// The star board as a picture that can be played on: by mouse, finger and keyboard.

import { useEffect, useRef, useState } from "preact/hooks";
import { say, t } from "../i18n";
import { Glyph } from "./glyph";
import type { Point } from "./protocol";
import { BY_NAME, CELLS, opposite, place, step } from "./star";
import { choose, mayMove, mayStop, pieces, round, shown, sixths, targets, trail } from "./state";

const ARROWS: Record<string, [number, number]> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};
/** Milliseconds that a hop takes on the screen. */
const HOP = 170;

function label(name: string, owner: string | undefined): string {
  const view = round.value;
  const seat = view?.seats.find(({ point }) => point === owner);
  const what = seat ? t("{side}'s piece on {cell}", { side: say(seat.name), cell: name }) : name;
  return targets.value.has(name) ? t("{what}, legal target", { what }) : what;
}

/** The corners of the star, for its outline. */
function outline(turn: number): string {
  const tips = ["a1", "e5", "e1", "i1", "m1", "m5", "q1", "m9", "m13", "i9", "e13", "e9"];
  return tips
    .map((name) => place(BY_NAME.get(name)!.cube, turn))
    .map(({ x, y }) => {
      const far = Math.hypot(x, y);
      const out = (far + 0.9) / far;
      return `${(x * out).toFixed(3)},${(y * out).toFixed(3)}`;
    })
    .join(" ");
}

export function StarBoard() {
  const view = round.value!;
  const turn = sixths.value;
  const svg = useRef<SVGSVGElement>(null);
  const [focus, setFocus] = useState("i5");
  const seated = new Set(view.seats.map(({ point }) => point));
  const last = shown.value > 0 ? view.moves[shown.value - 1] : undefined;

  const keys = (event: KeyboardEvent) => {
    const arrow = ARROWS[event.key];
    if (arrow) {
      const next = step(focus, arrow[0], arrow[1], turn);
      setFocus(next);
      svg.current?.querySelector<SVGGElement>(`[data-cell="${next}"]`)?.focus();
    } else if (event.key === "Enter" || event.key === " ") choose(focus);
    else if (event.key === "Escape") trail.value = [];
    else return;
    event.preventDefault();
    event.stopPropagation();
  };

  return (
    <svg
      ref={svg}
      class={`star ${mayMove.value ? "movable" : ""}`}
      viewBox="-8.1 -8.1 16.2 16.2"
      role="group"
      aria-label={t("Star board")}
      onKeyDown={keys}
    >
      <polygon class="ground" points={outline(turn)} />
      {CELLS.map(({ name, cube, point }) => {
        const { x, y } = place(cube, turn);
        const whose =
          point && (seated.has(point) ? point : seated.has(opposite(point)) ? opposite(point) : null);
        const owner = pieces.value.get(name);
        const able = mayMove.value && view.paths[name] !== undefined;
        const marks = [
          "cell",
          whose ? `camp-${whose}` : "",
          targets.value.has(name) ? "target" : "",
          trail.value.includes(name) ? "picked" : "",
          able ? "able" : "",
        ];
        return (
          <g
            key={name}
            class={marks.filter(Boolean).join(" ")}
            transform={`translate(${x.toFixed(4)} ${y.toFixed(4)})`}
            data-cell={name}
            data-owner={owner}
            role="button"
            aria-label={label(name, owner)}
            aria-pressed={trail.value.includes(name)}
            tabIndex={name === focus ? 0 : -1}
            onClick={() => choose(name)}
            onFocus={() => setFocus(name)}
          >
            <circle class="hole" r="0.42" />
            {targets.value.has(name) && <circle class="dot" r="0.16" />}
            <title>{name}</title>
          </g>
        );
      })}
      {last && last.path.length > 1 && <Way cells={last.path} turn={turn} kind="last" />}
      {trail.value.length > 1 && <Way cells={trail.value} turn={turn} kind="trail" />}
      <Pieces turn={turn} />
    </svg>
  );
}

function Way({ cells, turn, kind }: { cells: readonly string[]; turn: number; kind: string }) {
  const points = cells.map((name) => place(BY_NAME.get(name)!.cube, turn));
  const first = points[0]!;
  return (
    <g class={`way ${kind}`}>
      <circle cx={first.x} cy={first.y} r="0.2" />
      <polyline points={points.map(({ x, y }) => `${x.toFixed(3)},${y.toFixed(3)}`).join(" ")} />
      {points.slice(1, -1).map(({ x, y }, n) => (
        <circle key={n} cx={x} cy={y} r="0.12" />
      ))}
    </g>
  );
}

/** The pieces. The one that moved last goes along its path, unless motion is not wanted. */
function Pieces({ turn }: { turn: number }) {
  const view = round.value!;
  const moving = useRef<SVGGElement>(null);
  const before = useRef<{ id: string; ply: number }>({ id: view.id, ply: shown.value });
  const last = shown.value > 0 ? view.moves[shown.value - 1] : undefined;
  const here = trail.value.length > 1 ? trail.value[trail.value.length - 1] : undefined;

  useEffect(() => {
    const forward = before.current.id === view.id && shown.value === before.current.ply + 1;
    before.current = { id: view.id, ply: shown.value };
    const node = moving.current;
    const still = matchMedia("(prefers-reduced-motion: reduce)").matches;
    if (!node || !forward || !last || last.path.length < 2 || still) return;
    const points = last.path.map((name) => place(BY_NAME.get(name)!.cube, turn));
    const end = points[points.length - 1]!;
    const frames = points.map(({ x, y }) => ({ transform: `translate(${x - end.x}px, ${y - end.y}px)` }));
    node.animate(frames, { duration: HOP * (points.length - 1), easing: "ease-in-out" });
  }, [view.id, shown.value]);

  const to = last?.path[last.path.length - 1];
  const drawn = [...pieces.value].map(([cell, owner]): [string, string, string] => [
    cell,
    // Hop by hop the piece stands where it has come to.
    cell === trail.value[0] && here ? here : cell,
    owner,
  ]);
  // What moves lies above the rest.
  drawn.sort(([one], [two]) => Number(one === to) - Number(two === to));
  return (
    <g class="pieces">
      {drawn.map(([cell, at, owner]) => {
        const { x, y } = place(BY_NAME.get(at)!.cube, turn);
        const seat = view.seats.findIndex(({ point }) => point === owner);
        const out = view.seats[seat]?.standing === "out";
        return (
          <g key={cell} transform={`translate(${x.toFixed(4)} ${y.toFixed(4)})`} class={out ? "gone" : ""}>
            <g ref={cell === to ? moving : undefined}>
              <Glyph point={owner as Point} lifted={cell === trail.value[0]} />
            </g>
          </g>
        );
      })}
      {mayStop.value && here && (
        <circle
          class="here"
          r="0.5"
          cx={place(BY_NAME.get(here)!.cube, turn).x}
          cy={place(BY_NAME.get(here)!.cube, turn).y}
        />
      )}
    </g>
  );
}
