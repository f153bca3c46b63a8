// The set-up board: what is laid out, what the server says of it, and what the hand is about to do.

import { computed, signal } from "@preact/signals";
import { type Color, opposite, type Square } from "../board/coords";
import type { FreeBoard } from "../board/freeboard";
import type { Ring } from "../board/overlay";
import { t } from "../i18n";
import { call, post, Refusal } from "../play/api";
import { pieceName } from "../play/moves";
import { announced, fail } from "../play/store";
import { parseAddress, type SetupAddress, setupHash } from "./address";
import { carried, EMPTY, letterOfKey, pieceAt, put, remove } from "./layout";
import type { Reason, SetupView, Starts } from "./protocol";
import { begin, redo, type Steps, step, undo } from "./steps";

/** What the address asks for; null when it names another page. */
export const wanted = signal<SetupAddress | null>(null);

const steps = signal<Steps>(begin(EMPTY));
/** What is laid out, as a FEN. */
export const layout = computed(() => steps.value.now);
export const mayUndo = computed(() => steps.value.past.length > 0);
export const mayRedo = computed(() => steps.value.future.length > 0);

/** What the server says of a layout. While it is asked about the next, the last answer stands. */
const answer = signal<SetupView | null>(null);
/** The answer about what is laid out now; null until it has come. */
export const view = computed(() => (answer.value?.fen === layout.value ? answer.value : null));
/** The last reasons known, so that the list does not flicker while a piece is moved. */
export const reasons = computed<Reason[]>(() => answer.value?.reasons ?? []);
/** What one may begin with; null until the server has told. */
export const starts = signal<Starts | null>(null);

/** A letter to be put down by every press, or the eraser. */
export const tool = signal<string | null>(null);
export const ERASER = "x";
/** The square whose piece the next press puts elsewhere. */
export const picked = signal<Square | null>(null);
/** A reason pointed at in the list. */
export const pointed = signal<Reason | null>(null);
export const below = signal<Color>("red");

/** The board on the page, which carries the pieces of the tray too. */
export const hand: { board: FreeBoard | null } = { board: null };

/** The squares that the reasons are about, and a king in check. */
export const rings = computed<Ring[]>(() => {
  const found = view.value;
  if (!found) return [];
  const shown = pointed.value && found.reasons.includes(pointed.value) ? [pointed.value] : found.reasons;
  const faults = shown.flatMap(({ squares, bars }) =>
    squares.map((square) => ({ square, kind: bars ? "fault" : "odd" })),
  );
  const standing = found.standing;
  if (standing && ["check", "checkmate"].includes(standing.state))
    faults.push({ square: standing.king, kind: "check" });
  return faults;
});

// --- doing ---

/** Lay out `fen`, in its normal form, as the next step. */
export function lay(fen: string): void {
  show(step(steps.value, fen));
}

/** Change what is laid out. */
export const change = (by: (fen: string) => string): void => lay(by(layout.value));

export const undoStep = (): void => show(undo(steps.value));
export const redoStep = (): void => show(redo(steps.value));

function show(next: Steps): void {
  if (next.now !== steps.value.now) {
    pointed.value = null;
    if (picked.value && pieceAt(next.now, picked.value) === undefined) picked.value = null;
  }
  steps.value = next;
  if (wanted.value) history.replaceState(null, "", `#${setupHash(next.now, wanted.value.forRecord)}`);
  ask();
}

export function choose(next: string | null): void {
  tool.value = next === tool.value ? null : next;
  picked.value = null;
}

function told(sq: Square): void {
  const letter = pieceAt(layout.value, sq);
  announced.value = letter
    ? t("{what}, set down", { what: `${pieceName(letter)} ${sq}` })
    : t("{square} is empty", { square: sq });
}

/** Put a piece down, whatever stands there. */
export function place(sq: Square, letter: string): void {
  change((fen) => put(fen, sq, letter));
  told(sq);
}

export function take(sq: Square): void {
  picked.value = null;
  change((fen) => remove(fen, sq));
  told(sq);
}

export function carry(from: Square, to: Square | null): void {
  picked.value = null;
  if (to === null) {
    take(from);
    return;
  }
  change((fen) => carried(fen, from, to));
  told(to);
}

/** A square is pressed: the tool is used on it, or its piece picked up, or the picked one put down. */
export function press(sq: Square): void {
  const here = pieceAt(layout.value, sq);
  if (tool.value === ERASER) take(sq);
  else if (tool.value) {
    if (here === tool.value) take(sq);
    else place(sq, tool.value);
  } else if (picked.value && picked.value !== sq) carry(picked.value, sq);
  else picked.value = here === undefined || picked.value === sq ? null : sq;
}

/** A key on a square of the board; true if it meant something. */
export function boardKey(event: KeyboardEvent, sq: Square): boolean {
  if (event.ctrlKey || event.metaKey || event.altKey) return false;
  const letter = letterOfKey(event.key);
  if (letter) place(sq, letter);
  else if (event.key === "Delete" || event.key === "Backspace") take(sq);
  else if (event.key === "Escape" && (picked.value || tool.value)) {
    picked.value = null;
    tool.value = null;
  } else return false;
  return true;
}

export const flip = (): void => {
  below.value = opposite(below.value);
};

// --- asking ---

/** Wait so long after a change before asking, in ms. */
const PAUSE = 120;
/** Ask again so long after the server was too busy. */
const AGAIN = 1500;
let timer = 0;

/** The server's word on a text. */
export const examine = (text: string): Promise<SetupView> => post<SetupView>("/api/setup", { text });

function ask(pause = PAUSE): void {
  clearTimeout(timer);
  if (answer.value?.fen === layout.value) return;
  timer = window.setTimeout(async () => {
    const fen = layout.value;
    try {
      const found = await examine(fen);
      if (layout.value === fen) answer.value = found;
    } catch (error) {
      if (layout.value !== fen) return;
      if (error instanceof Refusal && error.failure.code === "rate_limited") ask(AGAIN);
      else fail(error);
    }
  }, pause);
}

/** Lay out what `text` means, if anything, and hand back what the server says of it. */
export async function layText(text: string): Promise<SetupView> {
  const found = await examine(text);
  if (found.fen !== null) {
    answer.value = found;
    // Where nothing has been laid out there is nothing to go back to.
    if (untouched()) show(begin(found.fen));
    else lay(found.fen);
  }
  return found;
}

const untouched = (): boolean =>
  steps.value.past.length + steps.value.future.length === 0 && layout.value === EMPTY;

async function learnStarts(): Promise<void> {
  try {
    starts.value = await call<Starts>("/api/setup/starts");
    // Whoever comes without a position finds the pieces where a game begins.
    if (wanted.value?.fen === null && untouched()) {
      show(begin(starts.value.start));
    }
  } catch (error) {
    fail(error);
  }
}

/** What was wrong with the position of the address. */
export const refused = signal<{ text: string; view: SetupView } | null>(null);

/** Show what the address names. */
export function routeSetup(hash: string): void {
  const next = parseAddress(hash);
  const fen = next?.fen ?? null;
  wanted.value = next;
  refused.value = null;
  if (!next) return;
  if (!starts.value) void learnStarts();
  if (fen === null) {
    ask(0);
    return;
  }
  layText(fen)
    .then((found) => {
      if (found.fen === null) refused.value = { text: fen, view: found };
    })
    .catch(fail);
}
