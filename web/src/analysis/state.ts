// The analysis of the position on the board: what is asked, what the server has found so far.

import { computed, signal } from "@preact/signals";
import type { BoardArrow } from "../board/overlay";
import { t } from "../i18n";
import { call, Refusal } from "../play/api";
import type { NamedMove } from "../play/protocol";
import { announced, fail, notation } from "../play/store";
import { read, write } from "../settings";
import type { Done, Lines } from "./protocol";
import { stream } from "./stream";

/** Whether the server looks at positions; null until it has told. */
export const offered = signal<boolean | null>(null);
export const on = signal(false);
export const threat = signal(false);
export const MOST_LINES = 5;
const LINES = "chuhe.analysis.lines";
const chosen = Number(read(LINES) ?? 2);
export const lines = signal(chosen >= 1 && chosen <= MOST_LINES ? Math.trunc(chosen) : 2);
/** The rule book under which the record is looked at. */
export const book = signal("club");
/** The move that is hinted at, and where. */
export const hint = signal<{ key: string; uci: string } | null>(null);

/** What was found where; the last asked is the last in it. */
const kept = new Map<string, Lines>();
const KEPT = 300;
const shownKey = signal("");
const shownPlace = signal("");
const news = signal(0);
export const ended = signal<Done["why"] | "" | "refused">("");

export const found = computed<Lines | null>(() => {
  news.value;
  return kept.get(shownKey.value) ?? null;
});

/** What was found at a place; of another, which was just left, nothing is shown. */
export const foundAt = (place: Place): Lines | null =>
  shownPlace.value === placeKey(place) ? found.value : null;

export async function learn(): Promise<void> {
  if (offered.value !== null) return;
  try {
    offered.value = (await call<{ analysis: boolean }>("/api/analysis")).analysis;
  } catch {
    offered.value = false; // without it the record is read all the same
  }
}

export function chooseLines(count: number): void {
  lines.value = count;
  write(LINES, String(count));
}

export interface Place {
  fen: string;
  moves: readonly string[];
}

export const placeKey = ({ fen, moves }: Place): string => `${fen} ${moves.join(" ")}`;

let running: AbortController | null = null;

/** Nobody looks any more. */
export function stop(): void {
  running?.abort();
  running = null;
}

/** So much later it is tried again, when the server is busy or away. */
const AGAIN = 4000;
const PASSES = ["unreachable", "analysis_busy", "rate_limited"];

/** Look at a place, and at nothing else any more. */
export async function look(place: Place, count: number, threatened: boolean, again = false): Promise<void> {
  stop();
  const rules = book.value;
  const key = `${placeKey(place)} ${count} ${threatened} ${rules}`;
  shownKey.value = key;
  shownPlace.value = placeKey(place);
  ended.value = "";
  const here = new AbortController();
  running = here;
  const body = { ...place, lines: count, threat: threatened, seconds: 30, rules };
  try {
    for await (const told of stream<Lines | Done>("/api/analysis", body, here.signal)) {
      if (running !== here) return;
      if (told.t === "done") ended.value = told.why;
      else {
        const before = kept.get(key);
        // What was found before stays until it is as deep again.
        if (!before || told.depth >= before.depth) keep(key, told);
      }
    }
  } catch (error) {
    if (running !== here || here.signal.aborted) return;
    ended.value = "refused";
    if (!again) fail(error);
    if (!(error instanceof Refusal) || !PASSES.includes(error.failure.code)) return;
    setTimeout(() => {
      if (running === here) void look(place, count, threatened, true);
    }, AGAIN);
  }
}

function keep(key: string, told: Lines): void {
  kept.delete(key);
  kept.set(key, told);
  if (kept.size > KEPT) kept.delete(kept.keys().next().value!);
  news.value++;
}

/** Show a good move without its line; the analysis may be off. */
export async function hintAt(place: Place): Promise<void> {
  const key = placeKey(place);
  const show = (move: NamedMove) => {
    hint.value = { key, uci: move.uci };
    announced.value = t("Hint: {move}", { move: move[notation.value] });
  };
  const known = on.value && !threat.value && foundAt(place)?.lines[0]?.moves[0];
  if (known) {
    show(known);
    return;
  }
  const body = { ...place, lines: 1, seconds: 1, rules: book.value };
  stop();
  const here = new AbortController();
  running = here;
  let best: Lines | null = null;
  try {
    for await (const told of stream<Lines | Done>("/api/analysis", body, here.signal)) {
      if (told.t === "lines") best = told;
    }
  } catch (error) {
    if (!here.signal.aborted || error instanceof Refusal) fail(error);
    return;
  }
  if (running === here && on.value) void look(place, lines.value, threat.value);
  else if (running !== here) return;
  const move = best?.lines[0]?.moves[0];
  if (move) show(move);
}

const arrowOf = (uci: string, kind: string): BoardArrow => ({
  from: uci.slice(0, 2),
  to: uci.slice(2, 4),
  kind,
});

/** What is drawn on the board at a place: the best moves, or the threat; a hint. */
export function arrowsAt(place: Place): BoardArrow[] {
  const arrows: BoardArrow[] = [];
  const told = foundAt(place);
  if (on.value && told) {
    told.lines.forEach((line, index) => {
      const move = line.moves[0];
      if (move) arrows.push(arrowOf(move.uci, threat.value ? "threat" : index ? "other" : "best"));
    });
  }
  if (hint.value && hint.value.key === placeKey(place)) arrows.push(arrowOf(hint.value.uci, "best"));
  return arrows.reverse(); // the best lies on top
}
