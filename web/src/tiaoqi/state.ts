// The table of 跳棋 looked at, kept up to date, and what one may ask of it.

import { computed, signal } from "@preact/signals";
import { say, t } from "../i18n";
import { call, post, Refusal } from "../play/api";
import type { Text } from "../play/protocol";
import { announced, failureText, goto, notify } from "../play/store";
import { read, write } from "../settings";
import type { NewRound, RoundSeat, RoundSummary, RoundView, Wish } from "./protocol";
import { turnsFor } from "./star";
import { onward, replayed } from "./trail";

/** What the address names: a table, the page to start one (empty), or another part (null). */
export const wanted = signal<string | null>(null);
export const round = signal<RoundView | null>(null);
/** When `round` was read, by the page's own clock, in ms. */
export const readAt = signal(0);
/** The piece picked, and the cells it has hopped to already. */
export const trail = signal<readonly string[]>([]);
/** Whether one clicks every hop of a chain. */
export const hopByHop = signal(false);
/** How many moves are shown; null follows the game. */
export const viewing = signal<number | null>(null);
/** Sixths of a turn that the player has turned the board himself. */
export const spun = signal(0);
export const lost = signal(false);
/** Whether a question about resigning stands open. */
export const resigning = signal(false);
/** What stopped a record that is shown. */
export const problem = signal<Text | null>(null);

/** The move being sent, by how many came before it. Once the game has it, the next may come. */
const sending = signal<number | null>(null);

export const shown = computed(() => viewing.value ?? round.value?.moves.length ?? 0);
export const atEnd = computed(() => viewing.value === null);

export const sixths = computed(() => {
  const view = round.value;
  const own = view?.seats[view.you[0] ?? 0]?.point ?? "S";
  return (turnsFor(own) + spun.value) % 6;
});

/** Whose piece stands where, as shown. */
export const pieces = computed<ReadonlyMap<string, string>>(() => {
  const view = round.value;
  if (!view) return new Map();
  if (atEnd.value) return byCell(view.cells);
  return replayed(byCell(view.start), view.moves, shown.value, view.gone);
});

const byCell = (cells: RoundView["cells"]): Map<string, string> =>
  new Map(
    Object.entries(cells).flatMap(([point, some]) => some.map((cell): [string, string] => [cell, point])),
  );

export const mayMove = computed(() => {
  const view = round.value;
  return Boolean(
    view && !view.end && atEnd.value && view.you.includes(view.turn) && sending.value !== view.moves.length,
  );
});

/** Where the picked piece may go; hop by hop only its next cells. */
export const targets = computed<ReadonlySet<string>>(() => {
  const from = trail.value[0];
  const paths = from && mayMove.value ? round.value?.paths[from] : undefined;
  if (!paths) return new Set();
  return hopByHop.value ? onward(paths, trail.value) : new Set(Object.keys(paths));
});

/** Whether the piece may stop where its hops have brought it. */
export const mayStop = computed(() => {
  const [from] = trail.value;
  const here = trail.value[trail.value.length - 1];
  return Boolean(trail.value.length > 1 && from && here && round.value?.paths[from]?.[here]);
});

// --- following ---

/** Where a record is shown that was read. */
const RECORD = "record";
let kept: { round: RoundView; problem: Text | null } | null = null;

/** Show a record. */
export async function readRecord(text: string): Promise<void> {
  kept = await post<{ round: RoundView; problem: Text | null }>("/api/rounds/read", { text });
  goto(`tiaoqi/${RECORD}`);
}

let source: EventSource | null = null;

export function routeTiaoqi(hash: string): boolean {
  const [head, id = "", seat, key] = hash.split("/").map(decodeURIComponent);
  const mine = head === "tiaoqi";
  const next = mine ? id : null;
  if (next === wanted.value && !key) return mine;
  close();
  wanted.value = next;
  if (mine && id === RECORD) {
    if (!kept) goto("tiaoqi");
    else {
      round.value = kept.round;
      problem.value = kept.problem;
      viewing.value = 0;
    }
  } else if (id && mine) open(id, seat, key);
  return mine;
}

function open(id: string, seat?: string, key?: string): void {
  if (seat !== undefined && key) {
    goto(`tiaoqi/${id}`);
    void act(() => post<{ round: RoundView }>(`/api/rounds/${id}/join`, { seat: Number(seat), key }));
  }
  source = new EventSource(`/api/rounds/${encodeURIComponent(id)}/live`);
  source.onopen = () => {
    lost.value = false;
  };
  source.onmessage = (event) => {
    const { seq } = JSON.parse(event.data) as { seq: number };
    // The same number once more: an engine began or stopped thinking.
    if (seq >= (round.value?.seq ?? 0)) void refresh(id);
  };
  source.onerror = () => {
    lost.value = true;
    if (source?.readyState === EventSource.CLOSED) void refresh(id);
  };
  void refresh(id);
}

function close(): void {
  source?.close();
  source = null;
  round.value = null;
  trail.value = [];
  viewing.value = null;
  spun.value = 0;
  lost.value = false;
  resigning.value = false;
  problem.value = null;
}

async function refresh(id: string): Promise<void> {
  try {
    const answer = await call<{ round: RoundView }>(`/api/rounds/${encodeURIComponent(id)}`);
    if (wanted.value === id) take(answer.round);
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    if (error.failure.code === "no_such_table" && wanted.value === id) {
      notify(failureText(error));
      goto("tiaoqi");
    }
  }
}

/** Take what the server told, unless something newer is known. */
export function take(view: RoundView): void {
  const before = round.value;
  if (before && before.id === view.id && before.seq > view.seq) return;
  round.value = view;
  readAt.value = performance.now();
  const picked = trail.value[0];
  if (picked && !view.paths[picked]) trail.value = [];
  if (viewing.value !== null && viewing.value >= view.moves.length) viewing.value = null;
  if (before) announce(before, view);
}

/** Say what has happened: moves, players who are done, a mark that is near, the end. */
function announce(before: RoundView, view: RoundView): void {
  const said = view.moves.slice(before.moves.length).map(({ seat, path }) => {
    const side = say(view.seats[seat]!.name);
    if (path.length === 0) return t("{side} passes", { side });
    return t("{side}: {from} to {to}", { side, from: path[0]!, to: path[path.length - 1]! });
  });
  if (before.id !== view.id || (said.length === 0 && before.seq === view.seq)) return;
  if (view.moves.length < before.moves.length) said.push(t("Taken back."));
  for (const [n, seat] of view.seats.entries())
    if (seat.text && !before.seats[n]?.text)
      said.push(t("{side} is done: {what}", { side: say(seat.name), what: say(seat.text) }));
  const mine = view.you.includes(view.turn) ? view.seats[view.turn] : undefined;
  if (view.end) said.push(say(view.end.text));
  else if (mine && view.moves.length !== before.moves.length && isClose(mine)) said.push(markText(mine));
  if (said.length > 0) announced.value = said.join(t(". "));
}

/** Whether a mark of the camp-leaving rule is near, and not kept yet. */
export function isClose({ mark, left_home }: RoundSeat): boolean {
  const lacking = mark ? mark.need - left_home : 0;
  return lacking > 0 && mark!.moves_left <= lacking + 5;
}

/** The camp-leaving rule counted down. */
export function markText(seat: RoundSeat): string {
  const { round, need, moves_left } = seat.mark!;
  const out = seat.left_home;
  return out >= need
    ? t("{out} out, {need} needed at round {round}", { out, need, round })
    : t("{out} out, {need} needed at round {round}: {left} moves left", {
        out,
        need,
        round,
        left: moves_left,
      });
}

// --- asking ---

async function act(ask: () => Promise<{ round: RoundView }>): Promise<void> {
  try {
    take((await ask()).round);
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    notify(failureText(error));
    if (wanted.value) await refresh(wanted.value);
  }
}

export function wish(said: Wish): Promise<void> {
  const id = round.value?.id ?? "";
  return act(() => post<{ round: RoundView }>(`/api/rounds/${encodeURIComponent(id)}/do`, said));
}

type Keys = Record<string, string>;
const INVITES = "chuhe.tiaoqi.invites";
/** Tables whose links are kept in this browser. */
const MOST_KEPT = 20;

export async function startRound(asked: NewRound): Promise<void> {
  const answer = await post<{ round: RoundView; invites: Keys }>("/api/rounds", asked);
  const { id } = answer.round;
  if (Object.keys(answer.invites).length > 0)
    write(INVITES, JSON.stringify([[id, answer.invites], ...invited()].slice(0, MOST_KEPT)));
  goto(`tiaoqi/${id}`);
}

function invited(): [string, Keys][] {
  try {
    const kept: unknown = JSON.parse(read(INVITES) ?? "[]");
    return Array.isArray(kept) ? (kept as [string, Keys][]) : [];
  } catch {
    return [];
  }
}

/** Seat → the key of its link, for a table that was opened here. */
export const invitesOf = (id: string): Keys => invited().find(([other]) => other === id)?.[1] ?? {};

export const myRounds = () => call<{ rounds: RoundSummary[] }>("/api/rounds");

/** A cell was clicked, or chosen by keyboard. */
export function choose(cell: string): void {
  const view = round.value;
  if (!view || !mayMove.value) return;
  const [from] = trail.value;
  const here = trail.value[trail.value.length - 1];
  if (targets.value.has(cell) && from) {
    if (!hopByHop.value) play(from, cell);
    else {
      trail.value = [...trail.value, cell];
      // Nothing may follow: the move is made.
      if (mayStop.value && targets.value.size === 0) stop();
    }
  } else if (cell === here && mayStop.value) stop();
  else if (cell === from || !view.paths[cell]) {
    trail.value = [];
    if (pieces.value.get(cell) === view.seats[view.turn]!.point && cell !== from)
      announced.value = t("{cell} has no move", { cell });
  } else {
    trail.value = [cell];
    const cells = [...targets.value].join(" ");
    announced.value = t("{cell} may go to: {cells}", { cell, cells });
  }
}

/** Make the move whose hops have been clicked. */
export function stop(): void {
  const [from] = trail.value;
  const here = trail.value[trail.value.length - 1];
  if (from && here && mayStop.value) play(from, here);
}

function play(from: string, to: string): void {
  const ply = round.value?.moves.length ?? 0;
  trail.value = [];
  sending.value = ply;
  void wish({ t: "move", ply, move: from + to }).finally(() => {
    if (sending.value === ply) sending.value = null;
  });
}

/** Pass, where the rules allow it. */
export function pass(): void {
  trail.value = [];
  void wish({ t: "move", ply: round.value?.moves.length ?? 0, move: "pass" });
}

/** The seat that resigning is for: the one to move, or the first of one's own still playing. */
export function resignSeat(view: RoundView): number | undefined {
  const mine = view.you.filter((n) => view.seats[n]?.standing === "playing");
  return mine.includes(view.turn) ? view.turn : mine[0];
}

/** Look at another move of the game. */
export function look(ply: number): void {
  const last = round.value?.moves.length ?? 0;
  const next = Math.max(0, Math.min(last, ply));
  trail.value = [];
  viewing.value = next === last ? null : next;
}
