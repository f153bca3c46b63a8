import { moveOf, ROOT, type Tree } from "../records/tree";

/** The moves that lead along `nodes`. */
export const movesOf = (on: Tree, nodes: readonly number[]): string[] =>
  nodes.filter((node) => node !== ROOT).map((node) => moveOf(on, node)!.uci);
