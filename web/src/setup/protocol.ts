// "Set-ups" in docs/protocol.md.

import type { Color, Square } from "../board/coords";
import type { Problem, Text } from "../play/protocol";

/** Why a set-up is no position. */
export interface Reason {
  code: string;
  text: Text;
  squares: Square[];
  /** It forbids play altogether; else it only cannot arise. */
  bars: boolean;
}

export interface Standing {
  turn: Color;
  state: "free" | "check" | "checkmate" | "stalemate";
  text: Text;
  moves: number;
  king: Square;
  checkers: Square[];
  winnable: boolean;
}

export interface SetupView {
  fen: string | null;
  moves: number;
  problem: Problem | null;
  reasons: Reason[];
  playable: boolean;
  legal: boolean;
  standing: Standing | null;
}

export interface Start {
  name: Text;
  note: Text | null;
  fen: string;
}

export interface Starts {
  set: string;
  start: string;
  handicaps: Start[];
  endings: Start[];
  mates: Start[];
}
