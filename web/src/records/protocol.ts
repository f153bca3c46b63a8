// What the server says of records that are edited; see docs/protocol.md.

import type { MoveEntry, NamedMove, Position, Problem, Text } from "../play/protocol";

/** A move as it is called in some position, and whether it gives check there. */
export interface TreeMove extends NamedMove {
  check: boolean;
}

export interface Score {
  score?: number;
  mate?: number;
  depth?: number;
}

/** A move of the file that cannot be played, after the node or one of these. */
export interface Unread {
  move: string;
  after?: number;
  comment?: string;
}

/** All that is said of one node; what is not there is left out. */
export interface Note {
  comment?: string;
  before?: string;
  nags?: number[];
  clock?: number;
  elapsed?: number;
  eval?: Score;
  unread?: Unread[];
}

/** A game as columns: node 0 is the start, the others stand as they are written. */
export interface TreeView {
  index: number;
  headers: Record<string, string>;
  result: string;
  fen: string;
  playable: boolean;
  /** The different moves; `nodes` are places in it. */
  moves: TreeMove[];
  nodes: number[];
  /** Node and what it follows, where that is not the node before. */
  after: [number, number][];
  notes: Record<string, Note>;
  problems: Problem[];
}

export interface GameLine {
  index: number;
  headers: Record<string, string>;
  plies: number;
  problems: number;
}

export interface Opened {
  format: string;
  encoding: string;
  games: GameLine[];
  more: boolean;
  game: TreeView;
}

export interface PositionAt {
  position: Position;
  move: MoveEntry | null;
}

export interface Format {
  name: string;
  suffix: string;
  text: boolean;
  one_game: boolean;
}

export interface Saved {
  format: string;
  suffix: string;
  /** The file, as base64. */
  data: string;
  losses: Text[];
}

export interface SaveAsked {
  format: string;
  games: Record<number, unknown>;
  /** The file opened, as base64; its other games are written too. */
  source?: string;
  notation?: string;
  encoding?: string;
}
