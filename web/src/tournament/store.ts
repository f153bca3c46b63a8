// The event looked at, kept up to date, and the arbiter's commands to it.

import { computed, signal } from "@preact/signals";
import { Refusal } from "../play/api";
import type { ApiFailure } from "../play/protocol";
import { failureText, gotoInstead, notify } from "../play/store";
import { read, write } from "../settings";
import { type Address, deskHash, readAddress } from "./address";
import * as api from "./api";
import { answered, NOTHING, sending, type Typed, typed, unsent } from "./entry";
import { byNumber } from "./look";
import type { Choices, Command, DoAnswer, EventView, Told } from "./protocol";

/** What the address names among the pages of events; null: a page of another part. */
export const address = signal<Address | null>(null);
/** The event looked at, as the server last told it. */
export const event = signal<EventView | null>(null);
/** The section looked at; empty is the main one. */
export const section = signal("");
/** Whether changes of others come in by themselves. */
export const live = signal<"connecting" | "live" | "lost" | "missing">("connecting");
/** What the server said to the last command, until the next. */
export const said = signal<readonly Told[]>([]);
/** Players by pairing number. */
export const players = computed(() => (event.value ? byNumber(event.value) : new Map()));
/** What may be chosen and what it is called; null until the server has told. */
export const choices = signal<Choices | null>(null);
/** Results on their way. */
export const entry = signal(NOTHING);

// --- addresses ---

/** Show what the address names, if it is a page of events. */
export function routeEvents(hash: string): boolean {
  const next = readAddress(hash);
  address.value = next;
  if (!next || next.page === "events" || next.page === "new") {
    closeEvent();
    return next !== null;
  }
  openEvent(next.id);
  if (next.page === "desk" && next.key) keptKey(next.id, next.key);
  return true;
}

// --- following ---

/** Milliseconds before a line that is down is tried again. */
const AGAIN = 2000;

let source: EventSource | null = null;
let opened: string | null = null;

export function openEvent(id: string): void {
  if (opened === id) return;
  closeEvent();
  opened = id;
  live.value = "connecting";
  listen(id);
  void refresh();
  void learnChoices();
}

function listen(id: string): void {
  source = new EventSource(api.livePath(id));
  source.onopen = () => {
    live.value = "live";
    void refresh();
  };
  source.onerror = () => {
    if (live.value === "missing") return;
    live.value = "lost";
    // It comes back by itself, unless a server in between has answered something else.
    if (source?.readyState === EventSource.CLOSED)
      setTimeout(() => {
        if (opened === id) listen(id);
      }, AGAIN);
  };
  source.onmessage = ({ data }) => {
    const { seq } = JSON.parse(data) as { seq: number };
    if (seq !== event.value?.seq) void refresh();
  };
}

export function closeEvent(): void {
  source?.close();
  source = null;
  opened = null;
  event.value = null;
  section.value = "";
  said.value = [];
}

export function chooseSection(name: string): void {
  section.value = name;
  void refresh();
}

let fetching: Promise<void> | null = null;
let again = false;

/** Ask for the view anew; while one is on its way, once more after it. */
export function refresh(): Promise<void> {
  if (fetching) {
    again = true;
    return fetching;
  }
  fetching = look().finally(async () => {
    fetching = null;
    if (again) {
      again = false;
      await refresh();
    }
  });
  return fetching;
}

async function look(): Promise<void> {
  const id = opened;
  if (id === null) return;
  try {
    const view = await api.view(id, section.value);
    if (opened !== id) return;
    const before = event.value;
    event.value = view;
    // The stream tells what its listener may see: an arbiter, since he joined, more than before.
    if (before?.id === id && before.you !== view.you) {
      source?.close();
      listen(id);
    }
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    if (error.failure.code === "unreachable") live.value = "lost";
    else if (opened === id) {
      live.value = "missing";
      source?.close();
      notify(failureText(error));
    }
  }
}

export async function learnChoices(): Promise<void> {
  if (choices.value) return;
  try {
    choices.value = await api.choices();
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    notify(failureText(error));
  }
}

// --- asking the arbiter back ---

/** A question that lies over the page until it is answered. */
export type Question =
  | { kind: "reason"; failure: ApiFailure; answer(reason: string | null): void }
  | { kind: "breaks"; notes: readonly Told[]; answer(force: boolean): void };

export const question = signal<Question | null>(null);

const askReason = (failure: ApiFailure): Promise<string | null> =>
  new Promise((answer) => {
    question.value = { kind: "reason", failure, answer };
  });

const askForce = (notes: readonly Told[]): Promise<boolean> =>
  new Promise((answer) => {
    question.value = { kind: "breaks", notes, answer };
  });

// --- commands ---

/** Refusals that a reason overcomes. */
const WANT_REASON: readonly string[] = ["director.stands", "director.published"];

/** Commands wait for each other, so that the questions of two never lie over one another. */
let turn: Promise<unknown> = Promise.resolve();

/**
 * Give a command. A reason that it needs is asked for; one given with `force: false` is answered by
 * what it would break, and that is asked about.
 *
 * @returns the answer; null if it was refused or given up, which the page has then told
 */
export function act(command: Command, id = opened): Promise<DoAnswer | null> {
  const mine = turn.then(() => (id === null ? null : tried(command, id)));
  turn = mine.catch(() => undefined);
  return mine;
}

async function tried(command: Command, id: string): Promise<DoAnswer | null> {
  try {
    const answer = await api.command(id, { section: section.value, ...command });
    if (!answer.done && "force" in command && !command.force) {
      if (answer.notes.length === 0 || !(await askForce(answer.notes))) return null;
      return tried({ ...command, force: true } as Command, id);
    }
    said.value = answer.notes;
    if (answer.seq !== event.value?.seq) await refresh();
    return answer;
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    if (WANT_REASON.includes(error.failure.code) && !("reason" in command && command.reason)) {
      const reason = await askReason(error.failure);
      return reason === null ? null : tried({ ...command, reason } as Command, id);
    }
    notify(failureText(error));
    if (error.failure.code === "events.not_arbiter") void refresh();
    return null;
  }
}

export const undo = (entry: number | null = null) => act({ do: "undo", entry });

// --- results ---

/** A result typed at a board: shown at once, sent with whatever else waits. */
export function enter(next: Typed): void {
  entry.value = typed(entry.value, next);
  void flush();
}

/** Whether something typed has not been answered yet. */
export const stillToSend = (): boolean => entry.value.waiting.length + entry.value.sent.length > 0;

async function flush(): Promise<void> {
  const next = sending(entry.value);
  if (!next) return;
  entry.value = next;
  try {
    await sent(next.sent);
    entry.value = answered(entry.value);
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    if (error.failure.code === "unreachable") {
      // Nothing typed is lost while the line is down.
      entry.value = unsent(entry.value);
      live.value = "lost";
      setTimeout(flush, AGAIN);
      return;
    }
    entry.value = answered(entry.value);
    await oneByOne(next.sent);
  }
  void flush();
}

async function sent(results: readonly Typed[]): Promise<void> {
  const first = results[0]!;
  const numbers = results.map((one): [number, string] => [boardOf(one), one.key]);
  const answer = await api.command(first.event, {
    do: "results",
    section: first.section,
    round: first.round,
    results: numbers,
  });
  if (first.event !== opened) return;
  said.value = answer.notes;
  if (answer.seq !== event.value?.seq) await refresh();
}

/** The number of the board where the two sit now; the one it was typed at if they sit nowhere. */
function boardOf({ event: id, section: part, round, red, black, board }: Typed): number {
  const view = event.value;
  const here = view?.id === id && view.section === part;
  const boards = (here && view.rounds[round - 1]?.boards) || [];
  return boards.find((one) => one.red === red && one.black === black)?.board ?? board;
}

/** A refused bunch, result by result: the good ones are taken, the others asked about. */
async function oneByOne(results: readonly Typed[]): Promise<void> {
  for (const one of results)
    await act(
      { do: "results", section: one.section, round: one.round, results: [[boardOf(one), one.key]] },
      one.event,
    );
}

// --- the arbiter's key ---

/** The arbiter's key of an event as this browser knows it. */
export const knownKey = (id: string): string | null => read(`chuhe.event.${id}`);

export const keptKey = (id: string, key: string): void => write(`chuhe.event.${id}`, key);

export const arbiterName = signal(read("chuhe.arbiter") ?? "");

/** Become an arbiter of an event by its key, which then leaves the address. */
export async function join(id: string, key: string, name: string): Promise<boolean> {
  try {
    await api.join(id, key, name);
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    notify(failureText(error));
    return false;
  }
  arbiterName.value = name;
  write("chuhe.arbiter", name);
  keptKey(id, key);
  gotoInstead(deskHash(id)); // the way back leads to no address with the key
  await refresh();
  return true;
}

export const linkTo = (hash: string): string => `${location.origin}${location.pathname}#${hash}`;
