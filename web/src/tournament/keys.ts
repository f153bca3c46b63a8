// What a key means while results are entered: one key a board.

export type KeyAction =
  | { do: "result"; key: string }
  | { do: "go"; by: number }
  | { do: "end"; last: boolean };

/** What a key event tells; `code` is the place on the keyboard, whatever is typed there. */
export interface Key {
  key: string;
  code: string;
  shiftKey: boolean;
}

const TYPED: Record<string, string> = {
  "1": "1",
  "0": "0",
  "=": "=",
  "+": "+",
  "-": "-",
  x: "x",
  o: "o",
  ".": ".",
  "。": ".",
  "．": ".",
  "＝": "=",
  "＋": "+",
  "－": "-",
  "—": "-",
  Delete: ".",
};

/** Where the keys are when a Chinese input method keeps what is typed to itself. */
const PLACES: Record<string, string> = {
  Digit1: "1",
  Digit0: "0",
  Equal: "=",
  Minus: "-",
  KeyX: "x",
  KeyO: "o",
  Period: ".",
  Numpad1: "1",
  Numpad0: "0",
  NumpadAdd: "+",
  NumpadSubtract: "-",
  NumpadDecimal: ".",
};

const STEPS: Record<string, number> = {
  ArrowDown: 1,
  ArrowUp: -1,
  Enter: 1,
  _: 1,
  j: 1,
  k: -1,
  PageDown: 10,
  PageUp: -10,
};

export function keyAction({ key, code, shiftKey }: Key): KeyAction | null {
  // Full-width letters and digits are the plain ones, seen through an input method.
  const plain = key.length === 1 ? key.normalize("NFKC").toLowerCase() : key;
  const step = STEPS[plain];
  if (step !== undefined) return { do: "go", by: step };
  if (plain === "Home" || plain === "End") return { do: "end", last: plain === "End" };
  const typed = TYPED[plain];
  if (typed !== undefined) return { do: "result", key: typed };
  if (key !== "Process" && key !== "Unidentified") return null;
  const there = code === "Equal" && shiftKey ? "+" : PLACES[code];
  return there === undefined ? null : { do: "result", key: there };
}

/**
 * Where the hand goes after a result: the next board below that has none, else the first that has
 * none, else one further.
 *
 * @param boards the boards in order, each with whether it still needs a result
 */
export function nextBoard(boards: readonly { open: boolean }[], at: number): number {
  const below = boards.findIndex((board, i) => i > at && board.open);
  if (below >= 0) return below;
  const first = boards.findIndex((board, i) => i !== at && board.open);
  return first >= 0 ? first : Math.min(at + 1, boards.length - 1);
}

/** Whether a key is meant for a field that is being filled in. */
export const inField = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && target.closest("input, textarea, select, dialog") !== null;
