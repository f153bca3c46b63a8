// What is laid out, as a FEN in its normal form, and what can be done to it. Nothing here knows what
// may stand where: pieces are letters on squares.

import { type Color, FILES, fileOf, RANKS, rankOf, type Square, square } from "../board/coords";
import { type Placement, parsePlacement, writePlacement } from "../board/placement";

export const EMPTY = "9/9/9/9/9/9/9/9/9/9 w - - 0 1";

/** The kinds of pieces in the order of the tray. */
export const KINDS = ["K", "A", "B", "N", "R", "C", "P"] as const;

export interface Fields {
  pieces: string;
  turn: Color;
  /** Plies since the last capture. */
  halfmove: number;
  /** Number of the round. */
  fullmove: number;
}

export function fields(fen: string): Fields {
  const [pieces = "", turn, , , halfmove, fullmove] = fen.split(" ");
  return {
    pieces,
    turn: turn === "b" ? "black" : "red",
    halfmove: Number(halfmove) || 0,
    fullmove: Number(fullmove) || 1,
  };
}

export const written = ({ pieces, turn, halfmove, fullmove }: Fields): string =>
  `${pieces} ${turn === "red" ? "w" : "b"} - - ${halfmove} ${fullmove}`;

function withPieces(fen: string, change: (placement: Placement) => Placement): string {
  const now = fields(fen);
  return written({ ...now, pieces: writePlacement(change(parsePlacement(now.pieces))) });
}

export const pieceAt = (fen: string, sq: Square): string | undefined => parsePlacement(fen).get(sq);

export const put = (fen: string, sq: Square, letter: string): string =>
  withPieces(fen, (placement) => placement.set(sq, letter));

export const remove = (fen: string, sq: Square): string =>
  withPieces(fen, (placement) => {
    placement.delete(sq);
    return placement;
  });

/** Carry the piece on `from` to `to`; whatever stood there is gone. */
export function carried(fen: string, from: Square, to: Square): string {
  const letter = pieceAt(fen, from);
  return letter === undefined || from === to ? fen : put(remove(fen, from), to, letter);
}

const MOST = 100_000;
const whole = (n: number, least: number): number =>
  Math.min(MOST, Math.max(least, Math.trunc(Number.isFinite(n) ? n : least)));

export const withTurn = (fen: string, turn: Color): string => written({ ...fields(fen), turn });
export const withHalfmove = (fen: string, n: number): string =>
  written({ ...fields(fen), halfmove: whole(n, 0) });
export const withFullmove = (fen: string, n: number): string =>
  written({ ...fields(fen), fullmove: whole(n, 1) });

/** No piece, and the same side to move. */
export const cleared = (fen: string): string => written({ ...fields(EMPTY), turn: fields(fen).turn });

const otherColour = (letter: string): string =>
  letter === letter.toUpperCase() ? letter.toLowerCase() : letter.toUpperCase();

/** The same seen from the other side: ranks turned over, colours and the side to move exchanged. */
export function coloursSwapped(fen: string): string {
  const turned = withPieces(
    fen,
    (placement) =>
      new Map(
        [...placement].map(([sq, letter]) => [
          square(fileOf(sq), RANKS - 1 - rankOf(sq)),
          otherColour(letter),
        ]),
      ),
  );
  return withTurn(turned, fields(fen).turn === "red" ? "black" : "red");
}

/** Left and right exchanged. */
export const mirrored = (fen: string): string =>
  withPieces(
    fen,
    (placement) =>
      new Map([...placement].map(([sq, letter]) => [square(FILES - 1 - fileOf(sq), rankOf(sq)), letter])),
  );

/** How many of each letter of the full set `set` are not on the board; below zero if there are too many. */
export function remaining(fen: string, set: string): Map<string, number> {
  const left = new Map<string, number>();
  for (const kind of KINDS) for (const letter of [kind, kind.toLowerCase()]) left.set(letter, 0);
  for (const letter of set) left.set(letter, (left.get(letter) ?? 0) + 1);
  for (const letter of parsePlacement(fen).values()) left.set(letter, (left.get(letter) ?? 0) - 1);
  return left;
}

/** The piece that a key means: upper case Red, lower case Black; H and E as in English. */
export function letterOfKey(key: string): string | null {
  if (key.length !== 1) return null;
  const kind = { H: "N", E: "B", G: "K" }[key.toUpperCase()] ?? key.toUpperCase();
  if (!(KINDS as readonly string[]).includes(kind)) return null;
  return key === key.toUpperCase() ? kind : kind.toLowerCase();
}
