// The analysis on the page: lines of answers, scores, what goes into the record.

import { expect, test } from "vitest";
import { places } from "../src/analysis/graph";
import type { Report } from "../src/analysis/protocol";
import { scoreText, shareOf } from "../src/analysis/score";
import { linesOf } from "../src/analysis/stream";
import { changesOf, type Whole } from "../src/analysis/whole";
import { change, newHistory, undo } from "../src/records/history";
import type { TreeMove } from "../src/records/protocol";
import { addNode, apply, children, emptyTree, moveOf, ROOT, type Tree, written } from "../src/records/tree";

const move = (uci: string): TreeMove => ({ uci, zh: uci, wxf: uci, iccs: uci, check: false });

/** A game of two moves. */
function game(): { tree: Tree; nodes: number[] } {
  const tree = emptyTree("start w");
  const nodes = [ROOT];
  for (const uci of ["h2e2", "h9g7"]) {
    const node = addNode(tree, nodes.at(-1)!, move(uci));
    apply(tree, { what: "put", node, index: 0 });
    nodes.push(node);
  }
  return { tree, nodes };
}

const score = (cp: number) => ({ cp, mate: null, depth: 9 });

const told: Report = {
  t: "report",
  complete: true,
  engine: "x",
  sentences: [
    "(?:(欠佳)|(失误)|(严重失误)|(漏杀))：预期得分 \\d+% → \\d+%；更好的是([^\\s;,.]{2,8})",
    "(?:(inaccuracy)|(mistake)|(blunder)|(missed mate)): expected score \\d+% → \\d+%; better ([^\\s;,.]{2,8})",
  ],
  moves: [
    { ply: 1, grade: "best", name: { zh: "", en: "" }, nag: null, loss: 0, text: null, better: [] },
    {
      ply: 2,
      grade: "blunder",
      name: { zh: "", en: "" },
      nag: 4,
      loss: 0.3,
      text: { zh: "严重失误", en: "blunder" },
      better: [move("b9c7"), move("h0g2")],
    },
  ],
  red: { accuracy: 100, cp_loss: 0, grades: {} },
  black: { accuracy: 20, cp_loss: 300, grades: { blunder: 1 } },
};

const whole = (tree: Tree, nodes: number[]): Whole => ({
  tree,
  nodes,
  done: 3,
  scores: new Map([0, 20, 320].map((cp, ply) => [ply, score(cp)])),
});

async function* chunks(...parts: string[]): AsyncGenerator<string> {
  yield* parts;
}

test("lines are put together however the answer is cut", async () => {
  const found: string[] = [];
  for await (const line of linesOf(chunks('{"a":', "1}\n{", '"b":2}\n', "\n", "rest"))) found.push(line);
  expect(found).toEqual(['{"a":1}', '{"b":2}', "rest"]);
});

test("scores as text and as a share of the point", () => {
  expect([scoreText({ cp: 35, mate: null }), scoreText({ cp: -5, mate: null })]).toEqual(["+0.35", "-0.05"]);
  expect(scoreText({ cp: null, mate: -3 })).toBe("#-3");
  // Decided by repetition.
  expect([29_990, -29_990].map((cp) => scoreText({ cp, mate: null }))).toEqual(["红胜", "黑胜"]);
  expect(shareOf({ cp: 0, mate: null })).toBe(0.5);
  expect(shareOf({ cp: null, mate: 0, share: 1 })).toBe(1); // Black has been mated
  expect([shareOf({ cp: null, mate: 2 }), shareOf({ cp: null, mate: -2 })]).toEqual([1, 0]);
});

test("up in the graph is Red's", () => {
  const [low, high] = places(
    [
      { ply: 0, told: { cp: -300, mate: null }, nag: 0 },
      { ply: 2, told: { cp: 300, mate: null }, nag: 0 },
    ],
    2,
  );
  expect(high![1]).toBeLessThan(low![1]);
  expect([low![0], high![0]]).toEqual([0, 400]);
});

test("what was found goes into the record, and is undone as one step", () => {
  const { tree, nodes } = game();
  const before = JSON.stringify(written(tree));
  const edited = { tree, history: newHistory() };
  change(
    edited,
    changesOf(tree, whole(tree, nodes), told, (text) => text.en),
    ROOT,
    ROOT,
  );
  const last = tree.notes.get(nodes[2]!)!;
  expect(last).toEqual({ eval: { score: 320, depth: 9 }, nags: [4], comment: "blunder" });
  const [, better] = children(tree, nodes[1]!);
  expect(moveOf(tree, better!)!.uci).toBe("b9c7");
  expect(children(tree, better!)).toHaveLength(1);
  undo(edited);
  expect(JSON.stringify(written(tree))).toBe(before);
});

test("what people wrote stays, and nothing is written twice", () => {
  const { tree, nodes } = game();
  tree.notes.set(nodes[2]!, { comment: "妙手", nags: [3, 14] });
  for (let times = 0; times < 2; times++)
    for (const one of changesOf(tree, whole(tree, nodes), told, (text) => text.zh)) apply(tree, one);
  expect(tree.notes.get(nodes[2]!)).toMatchObject({ comment: "妙手\n严重失误", nags: [3, 14] });
  expect(children(tree, nodes[1]!)).toHaveLength(2);
});

const SAID = {
  zh: "失误：预期得分 60% → 48%；更好的是b9c7",
  en: "mistake: expected score 60% → 48%; better b9c7",
};
const first = { ...told.moves[1]!, nag: 2, text: SAID };

test("another analysis takes the place of the first, in whatever language", () => {
  const { tree, nodes } = game();
  tree.notes.set(nodes[2]!, { comment: "妙手", nags: [14] });
  const earlier = { ...told, moves: [told.moves[0]!, first] };
  for (const one of changesOf(tree, whole(tree, nodes), earlier, (text) => text.zh)) apply(tree, one);
  expect(tree.notes.get(nodes[2]!)).toMatchObject({ comment: `妙手\n${SAID.zh}`, nags: [2, 14] });
  const other = { ...first, nag: 6, text: { zh: "", en: "so so" }, better: [move("a9a8")] };
  const later = { ...told, moves: [told.moves[0]!, other] };
  for (const one of changesOf(tree, whole(tree, nodes), later, (text) => text.en)) apply(tree, one);
  expect(tree.notes.get(nodes[2]!)).toMatchObject({ comment: "妙手\nso so", nags: [6, 14] });
  const lines = children(tree, nodes[1]!).map((node) => moveOf(tree, node)!.uci);
  expect(lines).toEqual(["h9g7", "a9a8"]);
});

test("a better line stays if somebody wrote into it, or looks at it", () => {
  for (const how of ["comment", "here"]) {
    const { tree, nodes } = game();
    const earlier = { ...told, moves: [told.moves[0]!, first] };
    for (const one of changesOf(tree, whole(tree, nodes), earlier, (text) => text.en)) apply(tree, one);
    const last = children(tree, children(tree, nodes[1]!)[1]!)[0]!;
    if (how === "comment") tree.notes.set(last, { comment: "mine" });
    const later = { ...told, moves: [told.moves[0]!, { ...told.moves[0]!, ply: 2 }] };
    const here = how === "here" ? last : ROOT;
    const changes = changesOf(tree, whole(tree, nodes), later, (text) => text.en, here);
    for (const one of changes) apply(tree, one);
    expect(tree.notes.get(nodes[2]!)?.comment).toBeUndefined();
    expect(tree.notes.get(nodes[2]!)?.nags).toBeUndefined();
    expect(children(tree, nodes[1]!)).toHaveLength(2);
  }
});

test("of an analysis that was stopped the scores stay", () => {
  const { tree, nodes } = game();
  const part = { ...whole(tree, nodes), scores: new Map([[2, score(10)]]) };
  for (const one of changesOf(tree, part, null)) apply(tree, one);
  expect([...tree.notes.keys()]).toEqual([nodes[2]]);
});
