// A tree as the list of moves shows it: the main line in rounds, variations below the move they
// replace, folded away where they are many. Pure; it calls itself nowhere, however deep the tree.

import { children, NONE, path, ROOT, type Tree } from "./tree";

export type Block =
  | { kind: "round"; key: string; number: number; red: number | null; black: number | null }
  | { kind: "comment"; key: string; node: number; where: "before" | "comment"; depth: number }
  /** Moves of a variation one after the other, with their comments among them. */
  | { kind: "run"; key: string; depth: number; start: number | null; nodes: number[]; ply: number }
  /** A variation folded away. */
  | { kind: "fold"; key: string; depth: number; node: number; ply: number }
  /** So many alternatives more. */
  | { kind: "more"; key: string; depth: number; parent: number; count: number };

export interface Folding {
  /** Unfold or fold what is not folded or unfolded by itself. */
  chosen: ReadonlyMap<number, boolean>;
  /** Nodes all of whose alternatives are shown. */
  wide: ReadonlySet<number>;
  /** Show all variations that are not chosen otherwise. */
  all: boolean;
  /** The node looked at: the way to it is shown. */
  current: number;
}

/** Trees of so many moves are unfolded. */
export const SMALL = 300;
/** So many alternatives to a move are shown at first. */
export const FEW = 8;
/** A variation is drawn in pieces of so many moves. */
const PIECE = 60;

interface Frame {
  node: number;
  ply: number;
  depth: number;
  kind: "main" | "line" | "start";
}

/** Side and number of the round of a ply (from 1), in a game from `fen`. */
export function roundOf(fen: string, ply: number): { number: number; red: boolean } {
  const fields = fen.split(" ");
  const half = ply - 1 + (fields[1] === "b" ? 1 : 0);
  return { number: Math.max(1, Number(fields[5]) || 1) + (half >> 1), red: half % 2 === 0 };
}

/** Is the variation that begins with `node` shown? */
export function isOpen(folding: Folding, way: ReadonlySet<number>, node: number): boolean {
  return folding.chosen.get(node) ?? (folding.all || way.has(node));
}

export function blocks(tree: Tree, folding: Folding): Block[] {
  const way = new Set(path(tree, folding.current));
  const found: Block[] = [];
  const { notes } = tree;
  const comment = (node: number, where: "before" | "comment", depth: number) => {
    if (notes.get(node)?.[where])
      found.push({ kind: "comment", key: `${where[0]}${node}`, node, where, depth });
  };
  comment(ROOT, "comment", 0);
  const stack: Frame[] = [{ node: tree.first[ROOT]!, ply: 1, depth: 0, kind: "main" }];

  /** The alternatives to the first child `node` come next, then what follows it. */
  const divide = (node: number, others: number[], frame: Frame, ply: number) => {
    stack.push({ ...frame, node: tree.first[node]!, ply: ply + 1, kind: frame.depth ? "line" : "main" });
    const parent = tree.parent[node]!;
    const shown =
      folding.wide.has(parent) || others.length <= FEW + 1
        ? others
        : others.filter((other, index) => index < FEW || way.has(other));
    if (shown.length < others.length)
      stack.push({ node: parent, ply: others.length - shown.length, depth: frame.depth + 1, kind: "start" });
    for (const other of shown.toReversed())
      stack.push({ node: other, ply, depth: frame.depth + 1, kind: "line" });
  };

  while (stack.length) {
    const frame = stack.pop()!;
    const { depth } = frame;
    let { node, ply } = frame;
    if (frame.kind === "start") {
      found.push({ kind: "more", key: `m${node}`, depth, parent: node, count: ply });
      continue;
    }
    if (node === NONE) continue;
    if (frame.kind === "main") {
      let open: Extract<Block, { kind: "round" }> | null = null;
      while (node !== NONE) {
        const { number, red } = roundOf(tree.fen, ply);
        if (notes.get(node)?.before) {
          comment(node, "before", 0);
          open = null;
        }
        if (red || !open) {
          open = { kind: "round", key: `r${node}`, number, red: red ? node : null, black: red ? null : node };
          found.push(open);
        } else open.black = node;
        if (notes.get(node)?.comment) {
          comment(node, "comment", 0);
          open = null;
        }
        const others = children(tree, tree.parent[node]!).slice(1);
        if (others.length) {
          divide(node, others, frame, ply);
          break;
        }
        if (!red) open = null;
        node = tree.first[node]!;
        ply++;
      }
      continue;
    }
    // A variation, or what is left of one after its alternatives.
    const isStart = tree.first[tree.parent[node]!] !== node;
    if (isStart && !isOpen(folding, way, node)) {
      found.push({ kind: "fold", key: `f${node}`, depth, node, ply });
      continue;
    }
    let begins = isStart;
    while (node !== NONE) {
      const run = { kind: "run", key: `v${node}`, depth, start: begins ? node : null, ply } as const;
      const nodes: number[] = [];
      let divided = false;
      while (node !== NONE && nodes.length < PIECE) {
        nodes.push(node);
        // Its own alternatives stand beside a variation, not in it.
        const others = begins ? [] : children(tree, tree.parent[node]!).slice(1);
        begins = false;
        if (others.length) {
          divided = true;
          found.push({ ...run, nodes });
          divide(node, others, frame, ply);
          break;
        }
        node = tree.first[node]!;
        ply++;
      }
      if (divided) break;
      found.push({ ...run, nodes });
    }
  }
  return found;
}
