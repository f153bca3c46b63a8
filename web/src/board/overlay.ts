// What is drawn over the pieces: arrows, rings, and crosses on points that must not be gone to. Kinds
// differ in their lines (full, dashed, dotted) and heads as well as in colour.

import { type Color, cellOf, type Square } from "./coords";

export interface BoardArrow {
  from: Square;
  to: Square;
  /** Its look: "check", "kill", "chase", "exchange", "follow", "way", "fatal", "best", "other" or "threat". */
  kind: string;
}

const HEAD = 26;
/** How far from the middle of a point an arrow begins and ends: the edge of a piece. */
const RIM = 40;

const centre = (sq: Square, below: Color): [number, number] => {
  const { row, column } = cellOf(sq, below);
  return [50 + 100 * column, 50 + 100 * row];
};

const number = (x: number) => String(Math.round(x * 10) / 10);

function arrow({ from, to, kind }: BoardArrow, below: Color): string {
  const [x1, y1] = centre(from, below);
  const [x2, y2] = centre(to, below);
  const length = Math.hypot(x2 - x1, y2 - y1);
  if (length === 0) return "";
  const [ux, uy] = [(x2 - x1) / length, (y2 - y1) / length];
  // Between neighbours the rims nearly touch: let the arrow reach into both pieces.
  const rim = Math.min(RIM, length * 0.22);
  const tip = [x2 - ux * rim, y2 - uy * rim] as const;
  const base = [tip[0] - ux * HEAD, tip[1] - uy * HEAD] as const;
  const points = [
    tip,
    [base[0] - uy * HEAD * 0.6, base[1] + ux * HEAD * 0.6],
    [base[0] + uy * HEAD * 0.6, base[1] - ux * HEAD * 0.6],
  ];
  const start = [x1 + ux * rim, y1 + uy * rim];
  return (
    `<g class="arrow ${kind}">` +
    `<path d="M${start.map(number).join(" ")}L${base.map(number).join(" ")}"/>` +
    `<polygon points="${points.map((point) => point.map(number).join(",")).join(" ")}"/></g>`
  );
}

function cross(sq: Square, below: Color): string {
  const [x, y] = centre(sq, below);
  return (
    `<g class="cross" data-square="${sq}" transform="translate(${x} ${y})">` +
    '<circle r="27"/><path d="M-14 -14L14 14M14 -14L-14 14"/></g>'
  );
}

function bar(sq: Square, below: Color): string {
  const [x, y] = centre(sq, below);
  return `<g class="bar" transform="translate(${x} ${y})"><circle r="43"/><path d="M-30 30L30 -30"/></g>`;
}

/**
 * The overlay as the inside of an SVG of 900 × 1000.
 *
 * @param arrows drawn in their order, each pair of squares and kind once.
 * @param crossed pieces with a bar across: they guard in vain.
 * @param fatal moves, as two squares, whose targets are crossed out.
 */
export function overlayMarkup(
  arrows: readonly BoardArrow[],
  crossed: readonly Square[],
  fatal: readonly string[],
  below: Color,
): string {
  const targets = [...new Set(fatal.map((uci) => uci.slice(2, 4)))];
  return (
    [...new Set(crossed)].map((sq) => bar(sq, below)).join("") +
    [...new Set(arrows.map((one) => arrow(one, below)))].join("") +
    targets.map((sq) => cross(sq, below)).join("")
  );
}

export interface Ring {
  square: Square;
  /** Its look: "picked", "over", "fault" or "odd". */
  kind: string;
}

/** Rings around squares, as the inside of an SVG of 900 × 1000; each once. */
export function ringMarkup(rings: readonly Ring[], below: Color): string {
  const drawn = rings.map(({ square, kind }) => {
    const [x, y] = centre(square, below);
    return `<circle class="ring ${kind}" data-square="${square}" cx="${x}" cy="${y}" r="45"/>`;
  });
  return [...new Set(drawn)].join("");
}
