// Results on their way to the server: shown at once, sent together, never lost while others write.

export interface Typed {
  /** The event, which may have been left since. */
  event: string;
  section: string;
  round: number;
  board: number;
  /** The pairing it was typed for: boards may be exchanged meanwhile. */
  red: number;
  black: number;
  key: string;
  /** In a match every key enters a game more; else the last one of a board counts. */
  more?: boolean;
}

export interface Entry {
  /** Typed, not yet sent; the newest of a board counts. */
  waiting: readonly Typed[];
  /** Sent, not yet answered. */
  sent: readonly Typed[];
}

export const NOTHING: Entry = { waiting: [], sent: [] };

const together = (one: Typed, two: Typed) =>
  one.event === two.event && one.section === two.section && one.round === two.round;

const same = (one: Typed, two: Typed) => together(one, two) && one.red === two.red && one.black === two.black;

export function typed(entry: Entry, next: Typed): Entry {
  const kept = next.more ? entry.waiting : entry.waiting.filter((one) => !same(one, next));
  return { ...entry, waiting: [...kept, next] };
}

/** Take what waits of one round to be sent; null while something is on its way or nothing waits. */
export function sending(entry: Entry): Entry | null {
  const first = entry.waiting[0];
  if (entry.sent.length > 0 || !first) return null;
  // Of a board one at a time: what the second means may hang on the first.
  const goes = (one: Typed, i: number) =>
    together(one, first) && !entry.waiting.slice(0, i).some((before) => same(before, one));
  return { sent: entry.waiting.filter(goes), waiting: entry.waiting.filter((one, i) => !goes(one, i)) };
}

/** What was sent has been answered, well or not. */
export const answered = (entry: Entry): Entry => ({ ...entry, sent: [] });

/** What was typed last on a board and does not stand yet. */
export function underway(entry: Entry, where: Omit<Typed, "board" | "key">): Typed | null {
  const here: Typed = { ...where, board: 0, key: "" };
  return [...entry.sent, ...entry.waiting].findLast((one) => same(one, here)) ?? null;
}

/** The line was down: what was sent waits again, before what was typed since. */
export const unsent = (entry: Entry): Entry => ({
  sent: [],
  waiting: [
    ...entry.sent.filter((one) => one.more || !entry.waiting.some((two) => same(one, two))),
    ...entry.waiting,
  ],
});
