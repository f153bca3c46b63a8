// The protocol with the server, as docs/protocol.md has it: closed lists of messages and objects.

import type { Color, Square } from "../board/coords";

export type Language = "zh" | "en";
/** A sentence in both languages. */
export type Text = Record<Language, string>;

/** An arrow of a ruling: who attacks what. */
export interface Arrow {
  from: Square;
  to: Square;
  kind: "check" | "kill" | "chase" | "exchange" | "follow";
}

/** What one ply of the repeated cycle did, or a loop gone through again. */
export interface RulingAct {
  ply: number;
  last: number;
  text: Text;
  arrows: Arrow[];
  /** Guards that cannot take back. */
  crossed: Square[];
  /** First ply of the loop that is repeated. */
  same_as: number | null;
}

/** Why the game ended as it did, by the rule book of the table. */
export interface Ruling {
  ply: number;
  rules: string;
  title: Text;
  cycle: Text;
  verdict: Text;
  sides: Text[];
  clause: Text;
  acts: RulingAct[];
  others: Text[];
}

export interface Outcome {
  winner: Color | null;
  result: "1-0" | "0-1" | "1/2-1/2" | "0-0";
  termination: string;
  text: Text;
  /** What else there is to say of it. */
  reason: Text | null;
  ruling: Ruling | null;
}

/** A move by its squares and in the three notations. */
export interface NamedMove {
  uci: string;
  zh: string;
  wxf: string;
  iccs: string;
}

/** The next repetition loses: who must vary, and how. */
export interface Warning {
  loser: Color;
  /** How it would be lost. */
  outcome: Outcome;
  text: Text;
  /** Moves of the side to move that lose at once. */
  fatal: NamedMove[];
  /** Its other moves; empty when the loser is not to move. */
  ways_out: NamedMove[];
}

export interface Position {
  ply: number;
  fen: string;
  turn: Color;
  dests: Record<Square, Square[]>;
  check: Square | null;
  checkers: Square[];
  last: [Square, Square] | null;
  captured: Record<Color, string[]>;
  claimable: Outcome | null;
  warning: Warning | null;
}

export interface MoveEntry {
  ply: number;
  uci: string;
  zh: string;
  wxf: string;
  iccs: string;
  side: Color;
  piece: string;
  captured: string | null;
  check: Square | null;
  fen: string;
  comment: string | null;
  nags: number[];
  variations: number;
}

export interface Seat {
  kind: "human" | "engine" | "open";
  name: string;
}
export type Seats = Record<Color, Seat>;

export interface Control {
  main: number | null;
  increment: number;
  per_move: number | null;
  byoyomi: number;
  periods: number;
}

export interface ClockSide {
  main: number | null;
  periods: number;
  period: number | null;
  move: number | null;
}

export interface Clock {
  control: Control;
  running: Color | null;
  at: number;
  red: ClockSide;
  black: ClockSide;
}

export type OfferKind = "draw" | "takeback";
export interface Offer {
  kind: OfferKind;
  by: Color;
}

export interface Table {
  id: string;
  created: number;
  updated: number;
  seats: Seats;
  you: Color[];
  level: number;
  rules: string;
  start: Position;
  moves: MoveEntry[];
  position: Position;
  status: "playing" | "over";
  outcome: Outcome | null;
  offer: Offer | null;
  thinking: boolean;
  clock: Clock | null;
  can: Record<"takeback" | "resign" | "offer_draw" | "claim_draw" | "claim_time", boolean>;
}

export type ClientMessage = { id?: number } & (
  | { t: "resume"; last: number }
  | { t: "move"; table: string; ply: number; move: string }
  | { t: "takeback"; ply: number }
  | { t: "resign"; side?: Color }
  | { t: "offer_draw"; side?: Color }
  | { t: "accept"; kind: OfferKind }
  | { t: "decline"; kind: OfferKind }
  | { t: "claim_draw" }
  | { t: "claim_time" }
  | { t: "set_level"; level: number }
  | { t: "move_now" }
  | { t: "ping" }
);

export type Refused = {
  t: "refused" | "error";
  seq: number;
  id: number | null;
  cmd?: string;
  code: string;
  text: Text;
  facts: Record<string, string>;
};

export type ServerEvent =
  | { t: "state"; seq: number; table: Table }
  | { t: "resumed"; seq: number; missed: number }
  | { t: "played"; seq: number; by: Color; move: MoveEntry; position: Position; clock: Clock | null }
  | { t: "taken_back"; seq: number; by: Color; ply: number; position: Position; clock: Clock | null }
  | { t: "ended"; seq: number; outcome: Outcome; clock: Clock | null }
  | { t: "offered"; seq: number; kind: OfferKind; by: Color }
  | {
      t: "offer_closed";
      seq: number;
      kind: OfferKind;
      by: Color;
      how: "accepted" | "declined" | "lapsed";
    }
  | { t: "level_set"; seq: number; level: number }
  | { t: "clock_set"; seq: number; clock: Clock }
  | { t: "seated"; seq: number; seats: Seats; clock: Clock | null }
  | {
      t: "thinking";
      seq: number;
      on: boolean;
      depth: number | null;
      score: number | null;
      pv: string[];
    }
  | Refused
  | { t: "pong"; seq: number; id: number | null; now: number }
  | { t: "closing"; seq: number; why: "restart" | "idle" };

/** Events that are kept on the server and numbered without gaps. */
export const STORED: ReadonlySet<string> = new Set([
  "played",
  "taken_back",
  "ended",
  "offered",
  "offer_closed",
  "level_set",
  "clock_set",
  "seated",
]);

// HTTP

export type SeatKind = Seat["kind"];

export interface NewTable {
  seats?: Record<Color, SeatKind>;
  level?: number;
  fen?: string;
  record?: { text: string; game?: number; ply?: number };
  rules?: string;
  clock?: Control;
  diagram?: boolean;
}

/** A rule book one may play by. */
export interface Book {
  name: string;
  title: Text;
}

export interface Info {
  version: string;
  levels: number;
  rules: string[];
  books: Book[];
  engine: boolean;
}

/** An end found on the board of a game, or a draw that could have been claimed there. */
export interface RulingFound {
  ply: number;
  claimable: boolean;
  outcome: Outcome;
}

export interface Rulings {
  rules: string;
  rulings: RulingFound[];
}

export interface Problem {
  code: string;
  text: Text;
  facts: Record<string, string>;
  /** Where in a record. */
  place: Text | null;
}

export interface Summary {
  id: string;
  created: number;
  updated: number;
  seats: Seats;
  you: Color[];
  level: number;
  rules: string;
  plies: number;
  status: "playing" | "over";
  outcome: Outcome | null;
  fen: string;
}

export interface GameView {
  index: number;
  headers: Record<string, string>;
  comment: string | null;
  start: Position;
  moves: MoveEntry[];
  positions: Position[];
  result: string;
  problems: Problem[];
}

export interface RecordView {
  format: string;
  games: { index: number; headers: Record<string, string>; plies: number; problems: number }[];
  more: boolean;
  game: GameView | null;
  problems: Problem[];
}

export interface Checked {
  ok: boolean;
  fen: string | null;
  problems: Problem[];
  position: Position | null;
}

export interface MoveRead {
  move: string | null;
  problem: Problem | null;
}

export interface ApiFailure {
  code: string;
  text: Text;
  facts: Record<string, string>;
  problems: Problem[];
}
