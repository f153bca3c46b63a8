// Lines of JSON in which the server tells what an engine found; see docs/protocol.md, "Analysis".

import type { NamedMove, Text } from "../play/protocol";
import type { TreeMove } from "../records/protocol";

/** A line: its score for Red, his share of the point, its moves. */
export interface Line {
  cp: number | null;
  mate: number | null;
  share: number;
  moves: NamedMove[];
}

export interface Lines {
  t: "lines";
  depth: number;
  nodes: number;
  seconds: number;
  turn: "red" | "black";
  lines: Line[];
}

export interface PlyScore {
  t: "position";
  ply: number;
  cp: number | null;
  mate: number | null;
  share: number;
  depth: number;
}

export interface JudgedMove {
  ply: number;
  grade: string;
  name: Text;
  nag: number | null;
  loss: number;
  text: Text | null;
  better: TreeMove[];
}

export interface SideFound {
  accuracy: number | null;
  cp_loss: number | null;
  grades: Record<string, number>;
}

export interface Report {
  t: "report";
  complete: boolean;
  engine: string;
  /** Regular expressions of the sentences that analyses write, in all languages. */
  sentences: string[];
  moves: JudgedMove[];
  red: SideFound;
  black: SideFound;
}

export interface Done {
  t: "done";
  why: "limit" | "over" | "check" | "replaced" | "failed";
}
