// Results on their way to the server: shown at once, sent together, never lost while others write.

export interface Typed {
  section: string;
  round: number;
  board: number;
  /** The pairing it was typed for: boards may be exchanged meanwhile. */
  red: number;
  black: number;
  key: string;
}

export interface Entry {
  /** Typed, not yet sent; the newest of a board counts. */
  waiting: readonly Typed[];
  /** Sent, not yet answered. */
  sent: readonly Typed[];
}

export const NOTHING: Entry = { waiting: [], sent: [] };

const together = (one: Typed, two: Typed) => one.section === two.section && one.round === two.round;

const same = (one: Typed, two: Typed) => together(one, two) && one.red === two.red && one.black === two.black;

export function typed(entry: Entry, next: Typed): Entry {
  return { ...entry, waiting: [...entry.waiting.filter((one) => !same(one, next)), next] };
}

/** Take what waits of one round to be sent; null while something is on its way or nothing waits. */
export function sending(entry: Entry): Entry | null {
  const first = entry.waiting[0];
  if (entry.sent.length > 0 || !first) return null;
  return {
    sent: entry.waiting.filter((one) => together(one, first)),
    waiting: entry.waiting.filter((one) => !together(one, first)),
  };
}

/** What was sent has been answered, well or not. */
export const answered = (entry: Entry): Entry => ({ ...entry, sent: [] });

/** What was typed last on a board and does not stand yet. */
export function underway(
  entry: Entry,
  where: { section: string; round: number; red: number; black: number },
) {
  const here = { ...where, board: 0, key: "" };
  return [...entry.sent, ...entry.waiting].findLast((one) => same(one, here)) ?? null;
}

/** The line was down: what was sent waits again, before what was typed since. */
export const unsent = (entry: Entry): Entry => ({
  sent: [],
  waiting: [...entry.sent.filter((one) => !entry.waiting.some((two) => same(one, two))), ...entry.waiting],
});
