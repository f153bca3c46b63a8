// A whole game looked at: scores as they come, then glyphs, sentences and better lines in the record.

import { signal } from "@preact/signals";
import { say, t } from "../i18n";
import { fail, notify } from "../play/store";
import { applyAll } from "../records/editing";
import type { Note } from "../records/protocol";
import { current, line, tree } from "../records/state";
import {
  addNode,
  type Change,
  childBy,
  children,
  moveOf,
  NONE,
  noteWith,
  path,
  ROOT,
  type Tree,
} from "../records/tree";
import { movesOf } from "./places";
import type { Done, PlyScore, Report } from "./protocol";
import type { Told } from "./score";
import { book } from "./state";
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

/** Glyphs by the groups of the sentences: inaccuracy, mistake, blunder, missed mate. */
const GLYPHS = [[6], [2], [4], [2, 4, 6]];

/** What an earlier analysis said in a comment, and the comment without it. */
export function withoutSentences(comment: string, sentences: readonly string[]) {
  const nags = new Set<number>();
  const better = new Set<string>();
  let left = comment;
  for (const text of sentences) {
    left = left.replace(new RegExp(`(?:^|\\s+)(?:${text})(?=\\s|$)`, "g"), (...found) => {
      GLYPHS.forEach((signs, index) => {
        if (found[index + 1]) for (const sign of signs) nags.add(sign);
      });
      better.add(found[5] as string);
      return "";
    });
  }
  return { left: better.size ? left.trim() : comment, nags, better };
}

/** Whether `node` begins a line as an analysis writes it, and nobody has put anything into that. */
function isBare(on: Tree, node: number): boolean {
  if (!on.notes.get(node)?.eval) return false;
  for (let step = node; step !== NONE; ) {
    const note = on.notes.get(step);
    const [next, other] = children(on, step);
    if (note?.comment || note?.before || note?.nags?.length || other !== undefined) return false;
    step = next ?? NONE;
  }
  return true;
}

/** The line that an earlier analysis found better than `node`; not if `here` is in it. */
function lineBefore(on: Tree, node: number, better: ReadonlySet<string>, here: number): number {
  const [, ...others] = children(on, on.parent[node]!);
  const line = others.find((other) => {
    const { zh, wxf, iccs, uci } = moveOf(on, other)!;
    const named = [zh, wxf, iccs, uci].some((name) => better.has(name));
    return named && other !== node && isBare(on, other) && !path(on, here).includes(other);
  });
  return line ?? NONE;
}

/** The changes that put what was found into the record; nothing that a person wrote is replaced. */
export function changesOf(on: Tree, game: Whole, told: Report | null, speak = say, here = ROOT): Change[] {
  const changes: Change[] = [];
  const judged = new Map(told?.moves.map((move) => [move.ply, move]));
  game.nodes.forEach((node, ply) => {
    const score = game.scores.get(ply);
    const move = judged.get(ply);
    const old = on.notes.get(node);
    const part: Note = score && (score.cp !== null || score.mate) ? noteOf(score) : {};
    const before = withoutSentences(old?.comment ?? "", move ? told!.sentences : []);
    let nags = (old?.nags ?? []).filter((nag) => !before.nags.has(nag));
    if (move?.nag && !nags.some((nag) => GRADES.has(nag)))
      nags = [...nags, move.nag].toSorted((a, b) => a - b);
    if (move) {
      part.nags = nags;
      const said = move.text ? speak(move.text) : "";
      part.comment = [before.left, !before.left.includes(said) && said].filter(Boolean).join("\n");
    }
    const note = noteWith(on, node, part);
    if (Object.keys(part).length && !sameNote(note, old)) changes.push(note);
    if (!move) return;
    const stale = before.better.size ? lineBefore(on, node, before.better, here) : NONE;
    const [first] = move.better;
    const there = first ? childBy(on, on.parent[node]!, first.uci) : NONE;
    if (stale !== NONE && stale !== there) changes.push({ what: "cut", node: stale });
    if (!first || there !== NONE) return;
    let at = on.parent[node]!;
    move.better.slice(0, 8).forEach((step, index) => {
      at = addNode(on, at, step);
      changes.push({ what: "put", node: at, index: Number.MAX_SAFE_INTEGER });
      const found = game.scores.get(ply - 1);
      if (index === 0 && found) changes.push({ what: "note", node: at, note: noteOf(found) });
    });
  });
  return changes;
}

const sameNote = (change: Change, old: Note | undefined): boolean =>
  change.what === "note" && JSON.stringify(change.note) === JSON.stringify(old ?? null);

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
  const body = { fen: on.fen, moves: movesOf(on, nodes), rules: book.value };
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
    if (told && !told.complete)
      notify(t("The analysis took too long: not all moves were looked at."), "info");
  } catch (error) {
    if (!here.signal.aborted) fail(error);
  } finally {
    working.value = false;
    running = null;
  }
  if (tree.value !== on) return; // another game has been opened meanwhile
  applyAll(changesOf(on, game, told, say, current.value));
  if (told) report.value = { tree: on, report: told };
}
