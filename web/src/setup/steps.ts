// Back and forth through what was laid out.

/** So many steps are remembered. */
const MOST = 500;

export interface Steps {
  past: readonly string[];
  now: string;
  future: readonly string[];
}

export const begin = (now: string): Steps => ({ past: [], now, future: [] });

/** One step on; what had been undone is forgotten. Nothing is a step that changes nothing. */
export const step = (steps: Steps, next: string): Steps =>
  next === steps.now ? steps : { past: [...steps.past, steps.now].slice(-MOST), now: next, future: [] };

export function undo({ past, now, future }: Steps): Steps {
  const before = past.at(-1);
  return before === undefined
    ? { past, now, future }
    : { past: past.slice(0, -1), now: before, future: [now, ...future] };
}

export function redo({ past, now, future }: Steps): Steps {
  const [next, ...rest] = future;
  return next === undefined ? { past, now, future } : { past: [...past, now], now: next, future: rest };
}
