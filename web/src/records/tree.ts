// A game as a tree of moves, kept as columns: the largest have hundreds of thousands of nodes.
// No rule of the game is known here, and nothing here calls itself, however deep a tree is.

import type { Note, TreeMove, TreeView } from "./protocol";

export const ROOT = 0;
export const NONE = -1;

export interface Tree {
  fen: string;
  /** False if no move can follow the start. */
  playable: boolean;
  headers: Record<string, string>;
  result: string;
  /** The different moves, by number. */
  moves: TreeMove[];
  /** Of each node: its move, or `NONE` at the start. A node's parent never changes and has a smaller number. */
  move: number[];
  parent: number[];
  /** What goes on with the line, and the alternative after a node. */
  first: number[];
  next: number[];
  notes: Map<number, Note>;
  /** Nodes cut off, with all that follows them. They keep their numbers: undoing puts them back. */
  cut: Set<number>;
}

export const emptyTree = (fen: string): Tree => ({
  fen,
  playable: true,
  headers: {},
  result: "*",
  moves: [],
  move: [NONE],
  parent: [NONE],
  first: [NONE],
  next: [NONE],
  notes: new Map(),
  cut: new Set(),
});

/** The tree that the server told of. */
export function treeOf(view: TreeView): Tree {
  const tree = emptyTree(view.fen);
  tree.playable = view.playable;
  tree.headers = { ...view.headers };
  tree.result = view.result;
  tree.moves = view.moves;
  const after = new Map(view.after);
  /** Of each node, the child that stands last so far. */
  const last: number[] = [NONE];
  view.nodes.forEach((move, index) => {
    const node = index + 1;
    const parent = after.get(node) ?? index;
    tree.move.push(move);
    tree.parent.push(parent);
    tree.first.push(NONE);
    tree.next.push(NONE);
    last.push(NONE);
    if (last[parent] === NONE) tree.first[parent] = node;
    else tree.next[last[parent]!] = node;
    last[parent] = node;
  });
  for (const [node, note] of Object.entries(view.notes)) tree.notes.set(Number(node), note);
  return tree;
}

// --- looking ---

export const moveOf = (tree: Tree, node: number): TreeMove | undefined => tree.moves[tree.move[node] ?? NONE];

export function children(tree: Tree, node: number): number[] {
  const found: number[] = [];
  for (let child = tree.first[node]!; child !== NONE; child = tree.next[child]!) found.push(child);
  return found;
}

/** A node and its alternatives, in their order; the start alone. */
export const siblings = (tree: Tree, node: number): number[] =>
  node === ROOT ? [ROOT] : children(tree, tree.parent[node]!);

/** The nodes from the first move to `node`; empty for the start. */
export function path(tree: Tree, node: number): number[] {
  const found: number[] = [];
  for (let at = node; at !== ROOT; at = tree.parent[at]!) found.push(at);
  return found.reverse();
}

export const movesTo = (tree: Tree, node: number): string[] =>
  path(tree, node).map((at) => moveOf(tree, at)!.uci);

export const childBy = (tree: Tree, node: number, uci: string): number =>
  children(tree, node).find((child) => moveOf(tree, child)!.uci === uci) ?? NONE;

/** All nodes as they are written: a node, what goes on with it, then its alternatives. */
export function* walk(tree: Tree): Generator<number> {
  yield ROOT;
  const waiting = [tree.first[ROOT]!];
  while (waiting.length) {
    const node = waiting.pop()!;
    if (node === NONE) continue;
    yield node;
    waiting.push(tree.next[node]!, tree.first[node]!);
  }
}

/** How many nodes each subtree has, itself included; 0 where it is cut off. */
export function sizes(tree: Tree): Int32Array {
  const count = tree.move.length;
  const size = new Int32Array(count).fill(1);
  // Children have larger numbers than what they follow.
  for (let node = count - 1; node > ROOT; node--) {
    if (tree.cut.has(node)) size[node] = 0;
    else size[tree.parent[node]!]! += size[node]!;
  }
  return size;
}

// --- changing ---

export type Change =
  /** Put a node, cut off or new, among what follows its parent. */
  | { what: "put"; node: number; index: number }
  | { what: "cut"; node: number }
  | { what: "shift"; node: number; index: number }
  | { what: "note"; node: number; note: Note | null }
  | { what: "head"; headers: Record<string, string>; result: string };

/** A new node after `parent`, not yet among what follows it: see the change "put". */
export function addNode(tree: Tree, parent: number, move: TreeMove): number {
  const node = tree.move.length;
  let known = tree.moves.findIndex(
    (one) => one.uci === move.uci && one.zh === move.zh && one.wxf === move.wxf && one.check === move.check,
  );
  if (known < 0) known = tree.moves.push(move) - 1;
  tree.move.push(known);
  tree.parent.push(parent);
  tree.first.push(NONE);
  tree.next.push(NONE);
  tree.cut.add(node);
  return node;
}

/** Make `change`, and return the one that undoes it. */
export function apply(tree: Tree, change: Change): Change {
  switch (change.what) {
    case "put":
      place(tree, change.node, change.index);
      return { what: "cut", node: change.node };
    case "cut": {
      const index = siblings(tree, change.node).indexOf(change.node);
      take(tree, change.node);
      return { what: "put", node: change.node, index };
    }
    case "shift": {
      const index = siblings(tree, change.node).indexOf(change.node);
      take(tree, change.node);
      place(tree, change.node, change.index);
      return { what: "shift", node: change.node, index };
    }
    case "note": {
      const note = tree.notes.get(change.node) ?? null;
      if (change.note && Object.keys(change.note).length) tree.notes.set(change.node, change.note);
      else tree.notes.delete(change.node);
      return { what: "note", node: change.node, note };
    }
    case "head": {
      const { headers, result } = tree;
      tree.headers = change.headers;
      tree.result = change.result;
      return { what: "head", headers, result };
    }
  }
}

function place(tree: Tree, node: number, index: number): void {
  const parent = tree.parent[node]!;
  const order = children(tree, parent);
  order.splice(index, 0, node);
  relink(tree, parent, order);
  tree.cut.delete(node);
}

function take(tree: Tree, node: number): void {
  const parent = tree.parent[node]!;
  relink(
    tree,
    parent,
    children(tree, parent).filter((child) => child !== node),
  );
  tree.next[node] = NONE;
  tree.cut.add(node);
}

function relink(tree: Tree, parent: number, order: number[]): void {
  tree.first[parent] = order[0] ?? NONE;
  order.forEach((child, index) => {
    tree.next[child] = order[index + 1] ?? NONE;
  });
}

// --- what a person asks for, as changes ---

/** The move nearest to `node`, going back, that has alternatives. */
function fork(tree: Tree, node: number, fits: (index: number, count: number) => boolean): number {
  for (let at = node; at !== ROOT; at = tree.parent[at]!) {
    const others = siblings(tree, at);
    if (others.length > 1 && fits(others.indexOf(at), others.length)) return at;
  }
  return NONE;
}

/** Change places with the alternative before: the variation that `node` is in. */
export function promotion(tree: Tree, node: number): Change[] {
  const at = fork(tree, node, (index) => index > 0);
  return at === NONE ? [] : [{ what: "shift", node: at, index: siblings(tree, at).indexOf(at) - 1 }];
}

/** Change places with the alternative after: the nearest move that has alternatives. */
export function demotion(tree: Tree, node: number): Change[] {
  const at = fork(tree, node, () => true);
  if (at === NONE) return [];
  const others = siblings(tree, at);
  const index = others.indexOf(at);
  return index === others.length - 1 ? [] : [{ what: "shift", node: at, index: index + 1 }];
}

/** The line to `node` becomes the main line. */
export const mainLine = (tree: Tree, node: number): Change[] =>
  path(tree, node)
    .filter((at) => tree.first[tree.parent[at]!] !== at)
    .map((at) => ({ what: "shift", node: at, index: 0 }));

/** Cut all that follows `node`. */
export const cutRest = (tree: Tree, node: number): Change[] =>
  children(tree, node).map((child) => ({ what: "cut", node: child }));

/** The note of `node` with some of it changed; what is empty is left out. */
export function noteWith(tree: Tree, node: number, part: Note): Change {
  const note: Note = { ...tree.notes.get(node), ...part };
  for (const [name, value] of Object.entries(note))
    if (value === "" || (Array.isArray(value) && value.length === 0)) delete note[name as keyof Note];
  return { what: "note", node, note: Object.keys(note).length ? note : null };
}

/** `nag` on or off; of its `group` only one is on at a time, all others stay. */
export function nagsWith(nags: readonly number[], nag: number, group: readonly number[]): number[] {
  const others = nags.filter((one) => !group.includes(one));
  return nags.includes(nag) ? others : [...others, nag].toSorted((a, b) => a - b);
}

// --- sending ---

/** The tree as our JSON of games (docs/records.md), which loses nothing. */
export function written(tree: Tree): Record<string, unknown> {
  const numbers = new Map<number, number>();
  const moves: Record<string, unknown>[] = [];
  for (const node of walk(tree)) {
    numbers.set(node, numbers.size);
    if (node === ROOT) continue;
    const after = numbers.get(tree.parent[node]!)!;
    const entry: Record<string, unknown> = { move: moveOf(tree, node)!.uci };
    if (after !== moves.length) entry.after = after;
    moves.push(Object.assign(entry, tree.notes.get(node)));
  }
  return {
    chuhe: 1,
    headers: tree.headers,
    result: tree.result,
    start: { fen: tree.fen, ...tree.notes.get(ROOT) },
    moves,
  };
}
