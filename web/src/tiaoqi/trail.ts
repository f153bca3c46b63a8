// Choosing a move: by its end, or hop by hop along the ways that the server told.

export type Paths = Record<string, string[]>;

/** The cells that a piece may hop to next, having come along `trail` from its cell. */
export function onward(paths: Paths, trail: readonly string[]): Set<string> {
  const here = trail[trail.length - 1];
  const next = new Set<string>();
  for (const path of Object.values(paths)) {
    const at = here === undefined ? -1 : path.indexOf(here);
    const to = at >= 0 ? path[at + 1] : undefined;
    // A step is no hop: nothing follows it and it follows nothing.
    if (to !== undefined && !trail.includes(to)) next.add(to);
  }
  return next;
}

/** Pieces by cell after some of the moves, from how they stood at the start. */
export function replayed(
  start: ReadonlyMap<string, string>,
  moves: readonly { move: string }[],
  ply: number,
  gone: Readonly<Record<string, number>> = {},
): Map<string, string> {
  const now = new Map(start);
  for (const [n, { move }] of moves.slice(0, ply).entries()) {
    takeOff(now, gone, n);
    const cells = move.match(/^([a-q]\d+)([a-q]\d+)$/);
    const piece = cells ? now.get(cells[1]!) : undefined;
    if (!cells || piece === undefined) continue;
    const other = now.get(cells[2]!);
    now.delete(cells[1]!);
    if (other !== undefined) now.set(cells[1]!, other);
    now.set(cells[2]!, piece);
  }
  takeOff(now, gone, ply);
  return now;
}

function takeOff(now: Map<string, string>, gone: Readonly<Record<string, number>>, ply: number): void {
  for (const [cell, point] of now) if ((gone[point] ?? Number.POSITIVE_INFINITY) <= ply) now.delete(cell);
}
