// File numbers along the two edges. Each player counts from their own right hand: Red in Chinese
// numerals, Black in Arabic ones, and the numbers stay with their side when the board is turned.

import type { Color } from "./coords";

const RED = ["一", "二", "三", "四", "五", "六", "七", "八", "九"];
const BLACK = ["1", "2", "3", "4", "5", "6", "7", "8", "9"];

/** Numbers of `side`'s files from left to right, on a board with `below` sitting at the bottom. */
export function fileNumerals(side: Color, below: Color): string[] {
  const numerals = side === "red" ? RED : BLACK;
  return side === below ? numerals.toReversed() : [...numerals];
}
