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
