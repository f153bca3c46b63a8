// The star board as geometry: where cells lie, turned so that a chosen point is below.

import type { Point } from "./protocol";

/** Cells of each row, from the north tip. */
export const ROWS = [1, 2, 3, 4, 13, 12, 11, 10, 9, 10, 11, 12, 13, 4, 3, 2, 1];
const LEFT = [4, 3, 2, 1, -4, -4, -4, -4, -4, -5, -6, -7, -8, -4, -4, -4, -4];
const LETTERS = "qponmlkjihgfedcba";
/** The points in the order of play. */
export const POINTS: readonly Point[] = ["S", "SW", "NW", "N", "NE", "SE"];

/** Cube coordinates: x + y + z = 0. */
export type Cube = readonly [number, number, number];

export interface Cell {
  name: string;
  cube: Cube;
  /** The point of the star it lies in, or null in the middle. */
  point: Point | null;
}

function pointOf([x, y, z]: Cube): Point | null {
  if (z >= 5) return "S";
  if (x <= -5) return "SW";
  if (y >= 5) return "NW";
  if (z <= -5) return "N";
  if (x >= 5) return "NE";
  if (y <= -5) return "SE";
  return null;
}

export const CELLS: readonly Cell[] = ROWS.flatMap((length, row) =>
  Array.from({ length }, (_, i): Cell => {
    const [x, z] = [LEFT[row]! + i, row - 8];
    // Without the sum a zero could be a minus zero.
    const cube: Cube = [x, 0 - x - z, z];
    return { name: `${LETTERS[row]}${i + 1}`, cube, point: pointOf(cube) };
  }),
);

export const BY_NAME: ReadonlyMap<string, Cell> = new Map(CELLS.map((cell) => [cell.name, cell]));

const OPPOSITE: Record<Point, Point> = { S: "N", SW: "NE", NW: "SE", N: "S", NE: "SW", SE: "NW" };
export const opposite = (point: Point): Point => OPPOSITE[point];

/** A cell turned by sixths of a turn, clockwise. */
export function turned([x, y, z]: Cube, sixths: number): Cube {
  let cube: Cube = [x, y, z];
  for (let n = 0; n < sixths; n++) cube = [0 - cube[2], 0 - cube[0], 0 - cube[1]];
  return cube;
}

/** Sixths of a turn that bring a point to the bottom. */
export const turnsFor = (below: Point): number => (6 - POINTS.indexOf(below)) % 6;

/** Where a cell is drawn, in cells: x to the right, y down, the middle at 0, 0. */
export function place(cube: Cube, sixths: number): { x: number; y: number } {
  const [x, , z] = turned(cube, sixths);
  return { x: x + z / 2, y: (z * Math.sqrt(3)) / 2 };
}

/** The cell that an arrow key leads to from another: the nearest in that direction. */
export function step(from: string, dx: number, dy: number, sixths: number): string {
  const start = BY_NAME.get(from);
  if (!start) return from;
  const at = place(start.cube, sixths);
  let best = from;
  let least = Number.POSITIVE_INFINITY;
  for (const cell of CELLS) {
    const { x, y } = place(cell.cube, sixths);
    const [right, down] = [x - at.x, y - at.y];
    const along = right * dx + down * dy;
    const aside = Math.abs(right * dy) + Math.abs(down * dx);
    if (along < 0.4 || aside > along * 2) continue;
    const far = along + 2 * aside;
    if (far < least) {
      least = far;
      best = cell.name;
    }
  }
  return best;
}
