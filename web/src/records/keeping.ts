// The record of this tab over a reload.

import { isDirty } from "./history";
import { keep } from "./kept";
import { type Doc, keepPlace, PLACE, size, titleOf, type Work, work } from "./state";

const TAB = "chuhe.record.tab";

export function rememberTab(id: string | null): void {
  try {
    if (id) sessionStorage.setItem(TAB, id);
    else sessionStorage.removeItem(TAB);
  } catch {
    // not allowed: a reload then begins an empty record
  }
}

/** The record of this tab, and where one was in it. */
export function remembered(): { id: string | null; place: string | null } {
  try {
    return { id: sessionStorage.getItem(TAB), place: sessionStorage.getItem(PLACE) };
  } catch {
    return { id: null, place: null }; // not allowed
  }
}

const channel = typeof BroadcastChannel === "undefined" ? null : new BroadcastChannel("chuhe.records");

channel?.addEventListener("message", ({ data }: MessageEvent<{ asked?: string }>) => {
  if (data.asked && data.asked === work.value?.id) channel.postMessage({ mine: data.asked });
});

/** Other tabs answer within so many ms. */
const ANSWER = 150;

/** Is the record open in another tab? A tab that was copied has the same record. */
export function openElsewhere(id: string): Promise<boolean> {
  if (!channel || id === work.value?.id) return Promise.resolve(false);
  return new Promise((resolve) => {
    const hear = ({ data }: MessageEvent<{ mine?: string }>) => {
      if (data.mine === id) done(true);
    };
    const timer = setTimeout(() => done(false), ANSWER);
    const done = (answer: boolean) => {
      clearTimeout(timer);
      channel.removeEventListener("message", hear);
      resolve(answer);
    };
    channel.addEventListener("message", hear);
    channel.postMessage({ asked: id });
  });
}

let waiting = 0;

export function later(): void {
  clearTimeout(waiting);
  // Keeping the largest trees takes some hundredths of a second: not after every letter typed.
  waiting = window.setTimeout(() => void store(), 300 + size.value[0]! / 100);
}

/** What is kept of a record. */
export type Stored = Omit<Work, "docs"> & { docs: [number, Doc][] };

export async function store(): Promise<void> {
  clearTimeout(waiting);
  const on = work.value;
  if (!on) return;
  keepPlace();
  const stored: Stored = { ...on, docs: [...on.docs] };
  const dirty = [...on.docs.values()].some(isDirty);
  await keep({ id: on.id, name: titleOf(on), at: Date.now(), dirty }, stored);
}
