// What is being typed survives a reload, in this tab, until it is sent or emptied.

import { useState } from "preact/hooks";

const named = (name: string): string => `chuhe.draft.${name}`;

function kept<T>(name: string, empty: T): T {
  try {
    const text = sessionStorage.getItem(named(name));
    const value: unknown = text === null ? empty : JSON.parse(text);
    if (typeof value !== typeof empty || value === null) return empty;
    // A field that is newer than the draft is as in an empty one.
    return typeof empty === "object" ? { ...empty, ...value } : (value as T);
  } catch {
    return empty; // storage is not allowed, or not ours
  }
}

export function forget(name: string): void {
  try {
    sessionStorage.removeItem(named(name));
  } catch {
    // not allowed: nothing was kept
  }
}

/** State of a form that is kept under `name`; `empty` is what it is at first. */
export function useDraft<T>(name: string, empty: T): [T, (value: T) => void] {
  const [value, set] = useState<T>(() => kept(name, empty));
  const change = (next: T) => {
    set(next);
    try {
      if (next === empty) sessionStorage.removeItem(named(name));
      else sessionStorage.setItem(named(name), JSON.stringify(next));
    } catch {
      // not allowed, or full: a reload then forgets it
    }
  };
  return [value, change];
}
