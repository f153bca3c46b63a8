// Moves in words and in rows.

import type { Color, Square } from "../board/coords";
import { language, t } from "../i18n";
import type { MoveEntry } from "./protocol";

const NAMES: Record<string, string> = {
  K: "red king",
  A: "red advisor",
  B: "red elephant",
  N: "red horse",
  R: "red rook",
  C: "red cannon",
  P: "red pawn",
  k: "black king",
  a: "black advisor",
  b: "black elephant",
  n: "black horse",
  r: "black rook",
  c: "black cannon",
  p: "black pawn",
};

export const PIECE_NAMES: readonly string[] = Object.values(NAMES);

/** Name of the piece with this letter, e.g. "red horse". */
export const pieceName = (letter: string): string => t(NAMES[letter] ?? letter);

export const sideName = (side: Color): string => (side === "red" ? t("Red") : t("Black"));

/** What a screen reader says of a point. */
export function cellText(sq: Square, piece: string | undefined, target: "" | "legal" | "fatal"): string {
  const what = piece ? `${pieceName(piece)} ${sq}` : sq;
  if (target === "fatal") return t("{what}, legal target that loses by repetition", { what });
  return target ? t("{what}, legal target", { what }) : what;
}

/** A move as it is read out: whose, what, what it took, and check. */
export function spoken(move: MoveEntry): string {
  const how =
    language() === "zh"
      ? move.zh
      : t("{piece} from {from} to {to}", {
          piece: pieceName(move.piece),
          from: move.uci.slice(0, 2),
          to: move.uci.slice(2, 4),
        });
  const parts = [language() === "zh" ? `${sideName(move.side)} ${how}` : how];
  if (move.captured) parts.push(t("takes {piece}", { piece: pieceName(move.captured) }));
  if (move.check) parts.push(t("check"));
  return parts.join(t(", "));
}

export interface Row {
  number: number;
  red: number | null;
  black: number | null;
}

/**
 * Rows of a move list: the number of the round and the plies (from 1) of its two moves.
 *
 * A game that starts with Black has no Red move in its first row; the numbers go on from the one
 * in the FEN.
 */
export function rows(startFen: string, moves: number): Row[] {
  const fields = startFen.split(" ");
  const first = Math.max(1, Number(fields[5]) || 1);
  const offset = fields[1] === "b" ? 1 : 0;
  const result: Row[] = [];
  for (let ply = 1; ply <= moves; ply++) {
    const half = ply - 1 + offset;
    const index = half >> 1;
    result[index] ??= { number: first + index, red: null, black: null };
    result[index][half % 2 === 0 ? "red" : "black"] = ply;
  }
  return result;
}

const GLYPHS: Record<number, string> = {
  1: "!",
  2: "?",
  3: "!!",
  4: "??",
  5: "!?",
  6: "?!",
  10: "=",
  13: "∞",
  14: "+=",
  15: "=+",
  16: "±",
  17: "∓",
  18: "+−",
  19: "−+",
};

export const glyphs = (nags: number[]): string => nags.map((nag) => GLYPHS[nag] ?? "").join("");

/** Seconds as `m:ss`, or tenths below ten seconds. */
export function clockText(seconds: number): string {
  if (seconds === Number.POSITIVE_INFINITY) return "∞";
  if (seconds < 10) return seconds.toFixed(1);
  const whole = Math.ceil(seconds);
  const [h, m, s] = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60, whole % 60];
  const two = (n: number) => String(n).padStart(2, "0");
  return h ? `${h}:${two(m)}:${two(s)}` : `${m}:${two(s)}`;
}
