// Trees of records: columns against a slow model of nested lists, under random edits.

import { describe, expect, test } from "vitest";
import { search } from "../src/records/find";
import { change, isDirty, markSaved, newHistory, redo, replace, undo } from "../src/records/history";
import type { Note, TreeMove, TreeView } from "../src/records/protocol";
import { type Block, blocks, FEW, roundOf } from "../src/records/rows";
import {
  addNode,
  apply,
  type Change,
  childBy,
  children,
  cutRest,
  demotion,
  emptyTree,
  mainLine,
  movesTo,
  NONE,
  nagsWith,
  noteWith,
  path,
  promotion,
  ROOT,
  siblings,
  sizes,
  type Tree,
  treeOf,
  walk,
  written,
} from "../src/records/tree";
import { walked } from "../src/records/walked";

const FEN = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1";
const MOVES = ["h2e2", "h9g7", "h0g2", "i9h9", "c3c4", "g6g5", "b0c2", "b9c7"];
const named = (uci: string): TreeMove => ({ uci, zh: uci, wxf: uci, iccs: uci, check: false });

/** A small generator of numbers that can be started again (mulberry32). */
function dice(seed: number): (sides: number) => number {
  let state = seed;
  return (sides) => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return Math.floor((((t ^ (t >>> 14)) >>> 0) / 4294967296) * sides);
  };
}

/** The same tree as nested lists. */
interface Model {
  move: string;
  note: Note | undefined;
  children: Model[];
}

const modelOf = (tree: Tree, node = ROOT): Model => ({
  move: node === ROOT ? "" : tree.moves[tree.move[node]!]!.uci,
  note: tree.notes.get(node),
  children: children(tree, node).map((child) => modelOf(tree, child)),
});

const countOf = (model: Model): number => 1 + model.children.reduce((sum, child) => sum + countOf(child), 0);

function add(tree: Tree, parent: number, uci: string): Change {
  return { what: "put", node: addNode(tree, parent, named(uci)), index: Number.MAX_SAFE_INTEGER };
}

/** What a person may do to a tree, chosen by `roll`. */
function randomEdit(tree: Tree, roll: (sides: number) => number): Change[] {
  const nodes = [...walk(tree)];
  const node = nodes[roll(nodes.length)]!;
  const headers = { Red: String(roll(9)) };
  switch (roll(12)) {
    case 0:
      return node === ROOT ? [] : [{ what: "cut", node }];
    case 1:
      return promotion(tree, node);
    case 2:
      return demotion(tree, node);
    case 3:
      return mainLine(tree, node);
    case 4:
      return cutRest(tree, node);
    case 5:
      return [noteWith(tree, node, { comment: roll(3) ? `c${roll(9)}` : "" })];
    case 6:
      return [{ what: "head", headers, result: "1-0" }];
    default: {
      const uci = MOVES[roll(MOVES.length)]!;
      return childBy(tree, node, uci) === NONE ? [add(tree, node, uci)] : [];
    }
  }
}

function randomTree(seed: number, edits = 60): { tree: Tree; history: ReturnType<typeof newHistory> } {
  const edited = { tree: emptyTree(FEN), history: newHistory() };
  const roll = dice(seed);
  for (let i = 0; i < edits; i++) change(edited, randomEdit(edited.tree, roll), ROOT, ROOT);
  return edited;
}

const SEEDS = Array.from({ length: 40 }, (_, index) => index + 1);

describe("a tree", () => {
  test.each(SEEDS)("keeps its links whatever is done to it (%i)", (seed) => {
    const { tree } = randomTree(seed);
    const seen = [...walk(tree)];
    expect(new Set(seen).size).toBe(seen.length);
    expect(seen.length).toBe(countOf(modelOf(tree)));
    expect(sizes(tree)[ROOT]).toBe(seen.length);
    for (const node of seen) {
      if (node !== ROOT) expect(siblings(tree, node)).toContain(node);
      const line = path(tree, node);
      line.forEach((at, index) => {
        expect(tree.parent[at]).toBe(line[index - 1] ?? ROOT);
      });
      expect(movesTo(tree, node)).toHaveLength(line.length);
      // No two alternatives are the same move: an existing one is followed instead.
      const moves = children(tree, node).map((child) => tree.moves[tree.move[child]!]!.uci);
      expect(new Set(moves).size).toBe(moves.length);
    }
  });

  test.each(SEEDS)("undone to the start and done again it is what it was (%i)", (seed) => {
    const edited = randomTree(seed);
    const after = [modelOf(edited.tree), edited.tree.headers, edited.tree.result];
    let steps = 0;
    while (undo(edited) !== null) steps++;
    expect(modelOf(edited.tree)).toEqual({ move: "", note: undefined, children: [] });
    expect(edited.tree.headers).toEqual({});
    expect(isDirty(edited)).toBe(false);
    while (redo(edited) !== null) steps--;
    expect(steps).toBe(0);
    expect([modelOf(edited.tree), edited.tree.headers, edited.tree.result]).toEqual(after);
  });

  test.each(SEEDS)("written and told back it is the same (%i)", (seed) => {
    const { tree } = randomTree(seed);
    const sent = written(tree) as { moves: { move: string; after?: number }[] };
    const names: TreeMove[] = [];
    const view: TreeView = {
      index: 0,
      headers: tree.headers,
      result: tree.result,
      fen: tree.fen,
      playable: true,
      moves: names,
      nodes: sent.moves.map(({ move }) => names.push(named(move)) - 1),
      after: sent.moves.flatMap(({ after }, index) =>
        after === undefined ? [] : [[index + 1, after] as [number, number]],
      ),
      notes: {},
      problems: [],
    };
    sent.moves.forEach(({ move: _, after: __, ...note }, index) => {
      if (Object.keys(note).length) view.notes[String(index + 1)] = note as Note;
    });
    const start = tree.notes.get(ROOT);
    if (start) view.notes["0"] = start;
    expect(modelOf(treeOf(view))).toEqual(modelOf(tree));
  });

  test.each(SEEDS)("made the main line, the line to any node is the first everywhere (%i)", (seed) => {
    const { tree } = randomTree(seed);
    for (const node of [...walk(tree)]) {
      const before = JSON.stringify(modelOf(tree));
      const undoing = mainLine(tree, node).map((one) => apply(tree, one));
      for (const at of path(tree, node)) expect(tree.first[tree.parent[at]!]).toBe(at);
      for (const one of undoing.reverse()) apply(tree, one);
      expect(JSON.stringify(modelOf(tree))).toBe(before);
    }
  });

  test("moving a variation up from deep inside moves the nearest fork", () => {
    const edited = { tree: emptyTree(FEN), history: newHistory() };
    const { tree } = edited;
    const first = add(tree, ROOT, "h2e2");
    const second = add(tree, ROOT, "c3c4");
    change(edited, [first, second], ROOT, ROOT);
    const inside = add(tree, childBy(tree, ROOT, "c3c4"), "h9g7");
    change(edited, [inside], ROOT, ROOT);
    const node = childBy(tree, childBy(tree, ROOT, "c3c4"), "h9g7");
    expect(promotion(tree, ROOT)).toEqual([]);
    change(edited, promotion(tree, node), node, node);
    expect(tree.first[ROOT]).toBe(childBy(tree, ROOT, "c3c4"));
    expect(promotion(tree, node)).toEqual([]);
    change(edited, demotion(tree, node), node, node);
    expect(tree.first[ROOT]).toBe(childBy(tree, ROOT, "h2e2"));
  });

  test("a line of 100 000 moves with as many variations needs no recursion", () => {
    const count = 100_000;
    const nodes = Array.from({ length: 2 * count }, () => 0);
    const view: TreeView = {
      index: 0,
      headers: {},
      result: "*",
      fen: FEN,
      playable: true,
      moves: [named("h2e2")],
      nodes,
      // After the line come the alternatives to its moves, from its end to its start.
      after: Array.from({ length: count }, (_, index) => [count + index + 1, count - index - 1]),
      notes: {},
      problems: [],
    };
    const started = performance.now();
    const tree = treeOf(view);
    expect(sizes(tree)[ROOT]).toBe(2 * count + 1);
    expect([...walk(tree)]).toHaveLength(2 * count + 1);
    const folding = { chosen: new Map(), wide: new Set<number>(), all: true, current: count };
    expect(blocks(tree, folding).length).toBeGreaterThan(count);
    expect((written(tree).moves as unknown[]).length).toBe(2 * count);
    // Quadratic work would take minutes.
    expect(performance.now() - started).toBeLessThan(5_000);
  });
});

describe("history", () => {
  test("typing is one step, until something else is done or the file is saved", () => {
    const edited = { tree: emptyTree(FEN), history: newHistory() };
    const type = (comment: string) =>
      change(edited, [noteWith(edited.tree, ROOT, { comment })], ROOT, ROOT, "comment 0");
    type("a");
    type("ab");
    expect(edited.history.done).toHaveLength(1);
    markSaved(edited);
    type("abc");
    expect(isDirty(edited)).toBe(true);
    undo(edited);
    expect(edited.tree.notes.get(ROOT)).toEqual({ comment: "ab" });
    expect(isDirty(edited)).toBe(false);
    undo(edited);
    expect(edited.tree.notes.has(ROOT)).toBe(false);
    expect(isDirty(edited)).toBe(true);
  });

  test("another tree in its place is undone and done again", () => {
    const edited = randomTree(7);
    const [old, other] = [edited.tree, emptyTree(FEN)];
    replace(edited, other, 3);
    expect(edited.tree).toBe(other);
    expect(undo(edited)).toBe(3);
    expect(edited.tree).toBe(old);
    redo(edited);
    expect(edited.tree).toBe(other);
  });
});

describe("glyphs", () => {
  test("of a group one is on at a time; others stay", () => {
    expect(nagsWith([1, 16, 99], 2, [1, 2, 3])).toEqual([2, 16, 99]);
    expect(nagsWith([2, 16], 2, [1, 2, 3])).toEqual([16]);
  });
});

const moves = (found: Block[]): number[] =>
  found.flatMap((block) => {
    if (block.kind === "round") return [block.red, block.black].filter((node) => node !== null);
    if (block.kind === "run") return block.nodes;
    return block.kind === "fold" ? [block.node] : [];
  });

describe("the list of moves", () => {
  test.each(SEEDS)("unfolded it shows every move once, each comment too (%i)", (seed) => {
    const { tree } = randomTree(seed, 90);
    const wide = new Set(walk(tree));
    const found = blocks(tree, { chosen: new Map(), wide, all: true, current: ROOT });
    const all = [...walk(tree)].filter((node) => node !== ROOT);
    expect(moves(found).toSorted((a, b) => a - b)).toEqual(all.toSorted((a, b) => a - b));
    const main = path(tree, all.length ? mainEnd(tree) : ROOT);
    const rounds = moves(found.filter(({ kind }) => kind === "round"));
    expect(rounds).toEqual(main);
    const keys = found.map(({ key }) => key);
    expect(new Set(keys).size).toBe(keys.length);
  });

  test.each(SEEDS)("folded it shows the way to any node (%i)", (seed) => {
    const { tree } = randomTree(seed, 90);
    for (const current of walk(tree)) {
      const found = blocks(tree, { chosen: new Map(), wide: new Set(), all: false, current });
      const seen = new Set(moves(found));
      for (const node of path(tree, current)) expect(seen.has(node)).toBe(true);
    }
  });

  test("of many alternatives some are shown, and the one looked at", () => {
    const edited = { tree: emptyTree(FEN), history: newHistory() };
    const { tree } = edited;
    for (let i = 0; i < 30; i++) change(edited, [add(tree, ROOT, `a${i % 10}b${i}`)], ROOT, ROOT);
    const last = children(tree, ROOT)[29]!;
    const found = blocks(tree, { chosen: new Map(), wide: new Set(), all: false, current: last });
    expect(moves(found)).toHaveLength(1 + FEW + 1);
    expect(moves(found)).toContain(last);
    expect(found.find(({ kind }) => kind === "more")).toMatchObject({ count: 29 - FEW - 1 });
  });

  test("rounds are counted from the start position", () => {
    expect(roundOf(FEN, 1)).toEqual({ number: 1, red: true });
    expect(roundOf(FEN, 4)).toEqual({ number: 2, red: false });
    const black = FEN.replace(" w - - 0 1", " b - - 0 7");
    expect(roundOf(black, 1)).toEqual({ number: 7, red: false });
    expect(roundOf(black, 2)).toEqual({ number: 8, red: true });
  });
});

function mainEnd(tree: Tree): number {
  let node = ROOT;
  while (tree.first[node] !== NONE) node = tree.first[node]!;
  return node;
}

describe("walking", () => {
  test("pieces are carried and what they take is counted", () => {
    const seen = walked(FEN, ["h2e2", "h9g7", "e2e6"]);
    expect(seen.fen).toBe("rnbakab1r/9/1c4nc1/p1p1C1p1p/9/9/P1P1P1P1P/1C7/9/RNBAKABNR b");
    expect(seen.turn).toBe("black");
    expect(seen.last).toEqual(["e2", "e6"]);
    expect(seen.captured).toEqual({ red: [], black: ["P"] });
    expect(walked(FEN.replace(" w ", " b "), []).turn).toBe("black");
  });
});

describe("search", () => {
  const game = (index: number, headers: Record<string, string>) => ({
    index,
    headers,
    plies: 1,
    problems: 0,
  });
  const games = [game(0, { Red: "胡荣华", Event: "全国赛" }), game(1, { Red: "Wang", Date: "1999" })];
  test("all words are found in the headers, in any case", () => {
    expect(search(games, "荣华 全国").map(({ index }) => index)).toEqual([0]);
    expect(search(games, "wang 1999").map(({ index }) => index)).toEqual([1]);
    expect(search(games, "wang 全国")).toEqual([]);
    expect(search(games, " ")).toHaveLength(2);
  });
});
