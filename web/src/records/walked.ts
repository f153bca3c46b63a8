// What stands on the board after the moves of a line. No rule is known here: moves are believed.

import type { Color, Square } from "../board/coords";
import { parsePlacement, writePlacement } from "../board/placement";

export interface Walked {
  /** Placement and side to move; the counters are the server's business. */
  fen: string;
  turn: Color;
  last: [Square, Square] | null;
  captured: Record<Color, string[]>;
}

export function walked(fen: string, moves: readonly string[]): Walked {
  const placement = parsePlacement(fen);
  const captured: Record<Color, string[]> = { red: [], black: [] };
  for (const uci of moves) {
    const [from, to] = [uci.slice(0, 2), uci.slice(2)];
    const taken = placement.get(to);
    if (taken) captured[taken === taken.toUpperCase() ? "red" : "black"].push(taken.toUpperCase());
    const piece = placement.get(from);
    placement.delete(from);
    if (piece) placement.set(to, piece);
  }
  const black = (fen.split(" ")[1] === "b") !== (moves.length % 2 === 1);
  const last = moves.at(-1);
  return {
    fen: `${writePlacement(placement)} ${black ? "b" : "w"}`,
    turn: black ? "black" : "red",
    last: last ? [last.slice(0, 2), last.slice(2)] : null,
    captured,
  };
}
