// What the page knows, as signals, and what it can ask the server for.

import { computed, signal } from "@preact/signals";
import type { Color } from "../board/coords";
import { opposite } from "../board/coords";
import { language, say, t } from "../i18n";
import { keepPieces, type Pieces, read, write } from "../settings";
import * as api from "./api";
import { fatalMove } from "./judged";
import { spoken } from "./moves";
import type {
  Book,
  ClientMessage,
  NamedMove,
  NewTable,
  RecordView,
  ServerEvent,
  Text,
  Warning,
} from "./protocol";
import { STORED } from "./protocol";
import { apply, EMPTY, mayMove, type TableState } from "./reduce";
import { type Link, Socket } from "./socket";

export type Notation = "zh" | "wxf" | "iccs";

export const game = signal<TableState>(EMPTY);
export const link = signal<Link>("connecting");
/** When the clock in `game` was read, by the page's own monotonic clock, in ms. */
export const readAt = signal(0);
/** Whether the address names a record: its pages know the rest (`records/state`). */
export const recordShown = signal(false);
/** Ply looked at; null follows the game. */
export const viewing = signal<number | null>(null);
const NOTATIONS: readonly Notation[] = ["zh", "wxf", "iccs"];
const chosenNotation = signal(NOTATIONS.find((name) => name === read("chuhe.notation")) ?? null);
/** As chosen, else what readers of the current language know. */
export const notation = computed<Notation>(
  () => chosenNotation.value ?? (language() === "zh" ? "zh" : "wxf"),
);
/** Turned away from the side that would sit below by itself. */
export const flipped = signal(false);
/** A short message over the page. */
export const notice = signal<{ text: string; kind: "error" | "info" } | null>(null);
/** Last thing a screen reader should say. */
export const announced = signal("");
export type DialogName = "new" | "record" | "resign" | "fatal" | null;
export const dialog = signal<DialogName>(null);
/** What the new-game form starts from, e.g. a record to continue. */
export const proposal = signal<{ text: string } | null>(null);

/** A move that loses by repetition and waits for a second word. */
export const doubtful = signal<NamedMove | null>(null);
/** A move pointed at in a list: drawn on the board as an arrow. */
export const pointed = signal<string | null>(null);
/** Whether the warning lists all ways out. */
export const allWays = signal(false);
/** The table just started from here: its board takes the keyboard. */
export const fresh = signal<string | null>(null);

/** The table the address names, before anything of it has come. */
const wanted = signal<string | null>(null);

export const page = computed<"start" | "waiting" | "table" | "record">(() => {
  if (recordShown.value) return "record";
  if (game.value.table) return "table";
  return wanted.value !== null && link.value !== "refused" ? "waiting" : "start";
});

/** Who sits below: the player; Red for watchers and for whoever holds both seats. */
export const below = computed<Color>(() => {
  const you = game.value.table?.you ?? [];
  const own: Color = !recordShown.value && you.length === 1 ? you[0]! : "red";
  return flipped.value ? opposite(own) : own;
});

/** Pieces with or without the letters of WXF notation. */
export const pieces = signal<Pieces>("plain");

export function choosePieces(next: Pieces): void {
  pieces.value = next;
  keepPieces(next);
}

export function chooseNotation(next: Notation): void {
  chosenNotation.value = next;
  write("chuhe.notation", next);
}

let socket: Socket | null = null;
let noticeTimer = 0;

export function notify(text: string, kind: "error" | "info" = "error"): void {
  clearTimeout(noticeTimer);
  notice.value = { text, kind };
  announced.value = text;
  noticeTimer = window.setTimeout(
    () => {
      notice.value = null;
    },
    kind === "error" ? 6000 : 2500,
  );
}

export function fail(error: unknown): void {
  if (error instanceof api.Refusal) notify(failureText(error));
  else throw error;
}

/** Everything a refusal says, problem by problem. */
export function failureText(refusal: api.Refusal): string {
  const { text, problems } = refusal.failure;
  const all: Text[] = problems.length ? problems.map((problem) => problem.text) : [text];
  return all.map(say).join(" ");
}

// --- the table ---

export function openTable(id: string): void {
  socket?.close();
  wanted.value = id;
  game.value = EMPTY;
  viewing.value = null;
  flipped.value = false;
  socket = new Socket({
    url: () => {
      const scheme = location.protocol === "https:" ? "wss" : "ws";
      return `${scheme}://${location.host}/ws?table=${encodeURIComponent(id)}&last=${game.value.seq}`;
    },
    onEvent: receive,
    onLink: (next) => {
      link.value = next;
      if (next === "reconnecting") lost = true;
    },
  });
}

export function leaveTable(): void {
  socket?.close();
  socket = null;
  wanted.value = null;
  game.value = EMPTY;
  viewing.value = null;
}

export function receive(event: ServerEvent): void {
  const { state, gap } = apply(game.value, event);
  if (gap) {
    send({ t: "resume", last: game.value.seq });
    return;
  }
  game.value = state;
  if (event.t === "state" || event.t === "resumed") missing = event.t === "resumed" ? event.missed : 0;
  else if (missing > 0 && STORED.has(event.t)) missing--;
  if (missing === 0 && (event.t === "state" || event.t === "resumed" || STORED.has(event.t))) resend();
  const asked = dialog.value === "fatal" ? doubtful.value : null;
  // The position has changed meanwhile: the question is out of date.
  if (asked && !(state.table && mayMove(state) && fatalMove(state.table.position, asked.uci)))
    dialog.value = null;
  if (event.t === "state" || "clock" in event) readAt.value = performance.now();
  switch (event.t) {
    case "state":
    case "played":
    case "taken_back":
      // Whoever looks back keeps looking; a move not there any more cannot be looked at.
      pointed.value = null;
      allWays.value = false;
      if (viewing.value !== null && viewing.value >= (state.table?.moves.length ?? 0)) viewing.value = null;
      if (event.t === "played") announced.value = spoken(event.move) + warned(event.position.warning);
      if (event.t === "taken_back") announced.value = t("Taken back.");
      break;
    case "ended":
      announced.value = say(event.outcome.text);
      break;
    case "refused":
    case "error":
      // After a lost line the same move is sent twice; that it had arrived is no news.
      if (!(event.code === "wrong_ply" && event.cmd === "move")) notify(say(event.text));
      if (event.code === "no_such_table") goto("home");
      break;
    case "offered":
      announced.value = event.kind === "draw" ? t("A draw is offered.") : t("A takeback is asked for.");
      break;
    case "offer_closed":
      if (event.how === "declined") notify(t("The offer was declined."), "info");
      break;
  }
}

/** The warning as it is read out after a move. */
const warned = (warning: Warning | null): string => (warning ? `${t(". ")}${say(warning.text)}` : "");

export function send(message: ClientMessage): void {
  if (!socket?.send(message)) notify(t("Not connected. Please wait a moment."));
}

let unconfirmed: ClientMessage | null = null;
let nextId = 1;
/** Stored events still to come after `resumed`. */
let missing = 0;
/** Send the waiting move when the next snapshot or resumption is complete. */
let lost = false;

/**
 * Draw the move at once and tell the server.
 *
 * A move that loses by repetition is not made before the player has said so twice.
 */
export function play(uci: string, sure = false): void {
  const state = game.value;
  const table = state.table;
  if (!table || !mayMove(state)) return;
  const fatal = fatalMove(table.position, uci);
  if (fatal && !sure) {
    doubtful.value = fatal;
    dialog.value = "fatal";
    return;
  }
  pointed.value = null;
  const ply = table.position.ply;
  const id = nextId++;
  unconfirmed = { t: "move", id, table: table.id, ply, move: uci };
  game.value = { ...state, pending: { ply, uci, id } };
  viewing.value = null;
  // With the line down the move waits: `resend` sends it once the table is up to date again.
  if (!socket?.send(unconfirmed)) lost = true;
}

function resend(): void {
  if (!lost) return;
  lost = false;
  if (game.value.pending && unconfirmed) socket?.send(unconfirmed);
}

/** Ask for a move typed in any notation. */
export async function playText(text: string): Promise<boolean> {
  const table = game.value.table;
  if (!table) return false;
  const squares = /^([a-i][0-9])-?([a-i][0-9])$/i.exec(text.trim());
  if (squares) {
    // Even an impossible move goes to the server: it knows why not.
    const move = (squares[1]! + squares[2]!).toLowerCase();
    if (fatalMove(table.position, move)) play(move);
    else send({ t: "move", table: table.id, ply: table.position.ply, move });
    return true;
  }
  try {
    const { move, problem } = await api.readMove(table.position.fen, text.trim());
    if (move) {
      notice.value = null;
      play(move);
    } else if (problem) notify(say(problem.text));
    return move !== null;
  } catch (error) {
    fail(error);
    return false;
  }
}

export async function startTable(wish: NewTable): Promise<void> {
  const { table } = await api.newTable(wish);
  fresh.value = table.id;
  goto(`t/${table.id}`);
}

// --- rule books ---

/** The rule books of the server, in its order; empty until it has told. */
export const books = signal<Book[]>([]);

export async function learnBooks(): Promise<void> {
  try {
    books.value = (await api.info()).books;
  } catch {
    // The server's own choice is then played by; starting a game will say if it is away.
  }
}

/** What a rule book is called, as a heading; its name until the server has told. */
export function bookTitle(name: string): string {
  const book = books.value.find((one) => one.name === name);
  const title = book ? say(book.title) : name;
  return title.charAt(0).toUpperCase() + title.slice(1);
}

// --- records ---

/** What the reader found wrong, and where. */
export function problemsOf(view: RecordView): Text[] {
  return (view.game?.problems ?? view.problems).map(({ place, text }) =>
    place ? { zh: `${place.zh}：${text.zh}`, en: `${place.en}: ${text.en}` } : text,
  );
}

// --- stepping ---

/** Number of moves on the page now. */
export const length = computed(() => game.value.table?.moves.length ?? 0);

/** The ply shown now. */
export const shownPly = computed(() => viewing.value ?? length.value);

export function goPly(ply: number): void {
  const next = Math.max(0, Math.min(length.value, ply));
  viewing.value = next === length.value ? null : next;
}

// --- addresses ---

export function goto(hash: string): void {
  if (location.hash.slice(1) === hash) route();
  else location.hash = hash;
}

/** Go there, and leave the page one is on out of the way back. */
export function gotoInstead(hash: string): void {
  if (location.hash.slice(1) === hash) route();
  else location.replace(`#${hash}`);
}

/** Show what the address names. */
export function route(): void {
  scrollTo(0, 0);
  const hash = location.hash.slice(1);
  // The table one came from stays open behind a record.
  if (recordShown.value) return;
  viewing.value = null;
  if (hash.startsWith("t/")) {
    const id = decodeURIComponent(hash.slice(2));
    if (game.value.table?.id !== id) openTable(id);
  } else leaveTable();
}
