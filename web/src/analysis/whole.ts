// A whole game looked at: scores as they come, then glyphs, sentences and better lines in the record.

import { signal } from "@preact/signals";
import { say, t } from "../i18n";
import { fail, notify } from "../play/store";
import { applyAll } from "../records/editing";
import type { Note } from "../records/protocol";
import { line, tree } from "../records/state";
import { addNode, type Change, childBy, NONE, noteWith, ROOT, type Tree } from "../records/tree";
import { movesOf } from "./places";
import type { Done, PlyScore, Report } from "./protocol";
import type { Told } from "./score";
import { stream } from "./stream";

/** Moves of a game that the server looks at. */
export const MOST = 400;
/** Glyphs that grade a move; one that stands there is left. */
const GRADES = new Set([1, 2, 3, 4, 5, 6]);

export interface Whole {
  tree: Tree;
  nodes: number[];
  done: number;
  scores: Map<number, Told & { depth: number }>;
}

/** The game that is looked at now, or was last. */
export const whole = signal<Whole | null>(null);
export const working = signal(false);
export const report = signal<{ tree: Tree; report: Report } | null>(null);
let running: AbortController | null = null;

export const stopWhole = (): void => running?.abort();

/** The evaluation as a note has it. */
const noteOf = ({ cp, mate, depth }: Told & { depth: number }): Note => ({
  eval: { ...(mate === null ? { score: cp ?? 0 } : { mate }), depth },
});

/** The changes that put what was found into the record; nothing that a person wrote is replaced. */
export function changesOf(on: Tree, game: Whole, told: Report | null, speak = say): Change[] {
  const changes: Change[] = [];
  const judged = new Map(told?.moves.map((move) => [move.ply, move]));
  game.nodes.forEach((node, ply) => {
    const score = game.scores.get(ply);
    const move = judged.get(ply);
    const old = on.notes.get(node);
    const part: Note = score && (score.cp !== null || score.mate) ? noteOf(score) : {};
    if (move?.nag && !(old?.nags ?? []).some((nag) => GRADES.has(nag)))
      part.nags = [...(old?.nags ?? []), move.nag].toSorted((a, b) => a - b);
    if (move?.text && !(old?.comment ?? "").includes(speak(move.text)))
      part.comment = [old?.comment, speak(move.text)].filter(Boolean).join("\n");
    if (Object.keys(part).length) changes.push(noteWith(on, node, part));
    const [first] = move?.better ?? [];
    if (!move || !first) return;
    let at = on.parent[node]!;
    if (childBy(on, at, first.uci) !== NONE) return;
    for (const step of move.better.slice(0, 8)) {
      at = addNode(on, at, step);
      changes.push({ what: "put", node: at, index: Number.MAX_SAFE_INTEGER });
    }
  });
  return changes;
}

/** Look at the line on the board, from the start to its end. */
export async function analyseWhole(): Promise<void> {
  const on = tree.value;
  const nodes = [ROOT, ...line.value];
  if (!on || working.value || nodes.length < 2) return;
  if (nodes.length > MOST + 1) {
    notify(t("Games of up to {most} moves are analysed.", { most: MOST }), "info");
    return;
  }
  const here = new AbortController();
  running = here;
  working.value = true;
  let game: Whole = { tree: on, nodes, done: 0, scores: new Map() };
  whole.value = game;
  let told: Report | null = null;
  const body = { fen: on.fen, moves: movesOf(on, nodes) };
  try {
    for await (const line of stream<PlyScore | Report | Done>("/api/analysis/game", body, here.signal)) {
      if (line.t === "position") {
        game.scores.set(line.ply, line);
        game = { ...game, done: game.done + 1 };
        whole.value = game;
      } else if (line.t === "report") told = line;
      else if (line.why === "failed" || line.why === "replaced")
        notify(t("The analysis ended before its time."), "info");
    }
  } catch (error) {
    if (!here.signal.aborted) fail(error);
  } finally {
    working.value = false;
    running = null;
  }
  if (tree.value !== on) return; // another game has been opened meanwhile
  applyAll(changesOf(on, game, told));
  if (told) report.value = { tree: on, report: told };
}
