// What stands where: the first field of a FEN, and a piece carried from one square to another.
// No rule of the game is known here; a move is believed.

import { FILES, RANKS, type Square, square } from "./coords";

/** Square → letter of its piece, upper case for Red (K A B N R C P). */
export type Placement = Map<Square, string>;

export function parsePlacement(fen: string): Placement {
  const placement: Placement = new Map();
  const rows = (fen.split(" ")[0] ?? "").split("/");
  rows.forEach((row, index) => {
    let file = 0;
    for (const char of row) {
      if (char >= "0" && char <= "9") file += Number(char);
      else placement.set(square(file++, RANKS - 1 - index), char);
    }
  });
  return placement;
}

export function writePlacement(placement: Placement): string {
  const rows: string[] = [];
  for (let rank = RANKS - 1; rank >= 0; rank--) {
    let row = "";
    let empty = 0;
    for (let file = 0; file < FILES; file++) {
      const piece = placement.get(square(file, rank));
      if (piece === undefined) empty++;
      else {
        row += (empty || "") + piece;
        empty = 0;
      }
    }
    rows.push(row + (empty || ""));
  }
  return rows.join("/");
}

/** The placement after the piece on the first square of `uci` went to the second. */
export function carry(placement: Placement, uci: string): Placement {
  const [from, to] = [uci.slice(0, 2), uci.slice(2, 4)];
  const next = new Map(placement);
  const piece = next.get(from);
  if (piece !== undefined) {
    next.delete(from);
    next.set(to, piece);
  }
  return next;
}
