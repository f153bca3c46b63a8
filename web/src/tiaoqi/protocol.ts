// What the server says of tables of 跳棋: docs/protocol-tiaoqi.md as types.

import type { Control, Text } from "../play/protocol";

export type Who = "human" | "engine" | "open";
export type Point = "S" | "SW" | "NW" | "N" | "NE" | "SE";

export interface Mark {
  round: number;
  need: number;
  moves_left: number;
}

export interface Reading {
  main: number | null;
  periods: number;
  period: number | null;
  move: number | null;
}

export interface RoundSeat {
  point: Point;
  name: Text;
  kind: Who;
  player: string;
  standing: "playing" | "arrived" | "out";
  text: Text | null;
  rounds: number;
  left_home: number;
  distance: number;
  mark: Mark | null;
  reading: Reading | null;
}

export interface RoundPly {
  seat: number;
  move: string;
  path: string[];
}

export interface RoundEnd {
  cause: string;
  text: Text;
  places: number[];
  scores: number[];
}

export interface RoundView {
  id: string;
  seq: number;
  created: number;
  updated: number;
  rules: string;
  changed: Record<string, unknown>;
  hop: "adjacent" | "equidistant";
  pieces: number;
  level: number;
  seats: RoundSeat[];
  you: number[];
  turn: number;
  /** Point → its cells before the first move. */
  start: Partial<Record<Point, string[]>>;
  /** Point → after how many moves its pieces were taken off. */
  gone: Partial<Record<Point, number>>;
  cells: Partial<Record<Point, string[]>>;
  may_pass: boolean;
  /** Cell → cell → the cells touched on the way; only for whoever is to move. */
  paths: Record<string, Record<string, string[]>>;
  moves: RoundPly[];
  text: string;
  end: RoundEnd | null;
  thinking: boolean;
  may_take_back: boolean;
  running: number | null;
  at: number;
}

export interface NewRound {
  players: Who[];
  rules: string;
  changed?: Record<string, unknown>;
  pieces?: 10 | 15;
  level?: number;
  clock?: Control;
}

export type Wish =
  | { t: "move"; ply: number; move: string }
  | { t: "resign"; seat?: number }
  | { t: "takeback"; ply: number }
  | { t: "set_level"; level: number }
  | { t: "move_now" };

export interface RoundSummary {
  id: string;
  updated: number;
  players: Who[];
  rules: string;
  plies: number;
  over: boolean;
}
