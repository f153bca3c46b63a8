// What the arbiter says, sorted for the page. Pure; the verdicts are the server's.

import type { Square } from "../board/coords";
import type { BoardArrow } from "../board/overlay";
import type { NamedMove, Position, Ruling, RulingAct, Warning } from "./protocol";

/** What is drawn over the board for the arbiter. */
export interface Marks {
  arrows: BoardArrow[];
  crossed: Square[];
}

/** The move as the warning names it, if it loses at once by repetition. */
export const fatalMove = (position: Position, uci: string): NamedMove | null =>
  position.warning?.fatal.find((move) => move.uci === uci) ?? null;

/** So many ways out are shown before one asks for all. */
export const FEW = 5;

/** The ways out to be listed, and how many more there are. */
export function waysShown(warning: Warning, all: boolean): { shown: NamedMove[]; more: number } {
  const { ways_out: ways } = warning;
  // To hide a single one would save no room.
  if (all || ways.length <= FEW + 1) return { shown: ways, more: 0 };
  return { shown: ways.slice(0, FEW), more: ways.length - FEW };
}

/** What the ruling says of a ply, be it in words of its own or as a repetition of an earlier one. */
export function actAt(ruling: Ruling | null | undefined, ply: number): RulingAct | null {
  const act = ruling?.acts.find((one) => one.ply <= ply && ply <= one.last);
  if (!act || act.same_as === null) return act ?? null;
  // Only earlier plies are repeated.
  return act.same_as < act.ply ? actAt(ruling, act.same_as + ply - act.ply) : null;
}

/** The arrows and crossed guards of the ply looked at. */
export function marksAt(ruling: Ruling | null | undefined, ply: number): Marks {
  const act = actAt(ruling, ply);
  return { arrows: act?.arrows ?? [], crossed: act?.crossed ?? [] };
}

/** A move as an arrow of its own kind. */
export const moveArrow = (uci: string, kind: "way" | "fatal") => ({
  from: uci.slice(0, 2),
  to: uci.slice(2, 4),
  kind,
});
