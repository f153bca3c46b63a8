// Squares as the whole project writes them, a0 … i9 (rank 0 is Red's bottom rank), and the only
// place where another dialect is converted: chessgroundx counts ranks 1 … 9 and then ":".

import type { Key } from "chessgroundx/types";

export type Color = "red" | "black";
export type Square = string;

export const FILES = 9;
export const RANKS = 10;

export const opposite = (color: Color): Color => (color === "red" ? "black" : "red");

/** The square on `file` 0…8 (from Red's left) and `rank` 0…9 (from Red's side). */
export const square = (file: number, rank: number): Square => "abcdefghi".charAt(file) + rank;

export const fileOf = (sq: Square): number => sq.charCodeAt(0) - 97;
export const rankOf = (sq: Square): number => sq.charCodeAt(1) - 48;

/** Is `text` the name of a square? */
export const isSquare = (text: string): boolean => /^[a-i][0-9]$/.test(text);

export const toKey = (sq: Square): Key => (sq.charAt(0) + String.fromCharCode(rankOf(sq) + 49)) as Key;
export const fromKey = (key: Key): Square => key.charAt(0) + (key.charCodeAt(1) - 49);

/** The square drawn in `row` (0 at the top) and `column` (0 at the left) for whoever sits below. */
export function squareAt(row: number, column: number, below: Color): Square {
  return below === "red" ? square(column, RANKS - 1 - row) : square(FILES - 1 - column, row);
}

/** Row and column of `sq` as drawn for whoever sits below: the inverse of `squareAt`. */
export function cellOf(sq: Square, below: Color): { row: number; column: number } {
  const [file, rank] = [fileOf(sq), rankOf(sq)];
  return below === "red" ? { row: RANKS - 1 - rank, column: file } : { row: rank, column: FILES - 1 - file };
}
