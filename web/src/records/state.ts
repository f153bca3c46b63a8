// The record on the page: opened, walked, edited, saved, and kept over a reload.

import { computed, signal } from "@preact/signals";
import { say, t } from "../i18n";
import { Refusal } from "../play/api";
import { spoken } from "../play/moves";
import type { Position, Text } from "../play/protocol";
import { announced, dialog, fail, flipped, goto, notify, recordShown } from "../play/store";
import * as api from "./api";
import {
  change,
  type Edited,
  isDirty,
  markSaved,
  newHistory,
  redo as redone,
  replace,
  undo as undone,
} from "./history";
import { forget, keep, kept } from "./kept";
import type { GameLine, Note, Opened, PositionAt } from "./protocol";
import { SMALL } from "./rows";
import {
  addNode,
  type Change,
  childBy,
  cutRest,
  demotion,
  emptyTree,
  mainLine,
  movesTo,
  NONE,
  noteWith,
  path,
  promotion,
  ROOT,
  siblings,
  sizes,
  type Tree,
  treeOf,
  written,
} from "./tree";
import { walked } from "./walked";

export const START = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1";

/** One game of a file. */
export interface Doc extends Edited {
  index: number;
  /** The node looked at. */
  current: number;
  /** What the reader found wrong, with its place. */
  problems: Text[];
  playable: boolean;
}

/** A file with the games that have been looked at. */
export interface Work {
  id: string;
  name: string;
  format: string;
  /** The file itself; null for a record begun here. */
  source: Uint8Array<ArrayBuffer> | null;
  games: GameLine[];
  more: boolean;
  docs: Map<number, Doc>;
  index: number;
}

export const work = signal<Work | null>(null);
/** Counts what has been changed: trees are changed where they are. */
export const version = signal(0);
/** The node looked at. */
export const current = signal(ROOT);
/** Where a line divides, the way that → goes; else the first. */
const ways = signal<ReadonlyMap<number, number>>(new Map());
/** Variations folded and unfolded by hand, and moves all of whose alternatives are shown. */
export const folds = signal<ReadonlyMap<number, boolean>>(new Map());
export const wide = signal<ReadonlySet<number>>(new Set());
/** True while a file is being read. */
export const reading = signal(false);
export const pane = signal<"games" | "headers" | "save" | null>(null);

export const doc = computed<Doc | null>(() => {
  version.value;
  const { value } = work;
  return value?.docs.get(value.index) ?? null;
});
export const tree = computed<Tree | null>(() => {
  version.value;
  return doc.value?.tree ?? null;
});
export const size = computed(() => {
  version.value;
  return tree.value ? sizes(tree.value) : new Int32Array(1);
});
export const allOpen = computed(() => size.value[ROOT]! <= SMALL + 1);

/** Any edits that no file has? */
export const unsaved = computed(() => {
  version.value;
  return [...(work.value?.docs.values() ?? [])].some(isDirty);
});

/** The line looked at: the moves to the current node, and how → goes on. */
export const line = computed<number[]>(() => {
  version.value;
  const on = tree.value;
  if (!on) return [];
  const nodes = path(on, current.value);
  for (let at = nodes.at(-1) ?? ROOT; ; ) {
    at = following(on, at);
    if (at === NONE) return nodes;
    nodes.push(at);
  }
});
export const shown = computed(() => {
  version.value;
  return tree.value ? walked(tree.value.fen, movesTo(tree.value, current.value)) : null;
});

function following(on: Tree, node: number): number {
  const way = ways.value.get(node);
  return way !== undefined && on.parent[way] === node && !on.cut.has(way) ? way : on.first[node]!;
}

// --- opening ---

const newId = () => crypto.randomUUID?.() ?? String(Math.random()).slice(2);

function docOf({ game }: Opened): Doc {
  return {
    tree: treeOf(game),
    history: newHistory(),
    index: game.index,
    current: ROOT,
    playable: game.playable,
    problems: game.problems.map(({ place, text }) =>
      place ? { zh: `${place.zh}：${text.zh}`, en: `${place.en}: ${text.en}` } : text,
    ),
  };
}

/** Show a file, from now on the record of this tab. */
function show(next: Work): void {
  work.value = next;
  rememberTab(next.id);
  look();
  flipped.value = false;
  void store();
  if (!location.hash.startsWith("#record")) {
    before = location.hash.slice(1) || "home";
    history.pushState(null, "", "#record");
  } else history.replaceState(null, "", "#record");
  recordShown.value = true;
  dialog.value = null;
  pane.value = null;
  scrollTo(0, 0);
}

/** Begin to look at the game that `work` names. */
function look(): void {
  ways.value = new Map();
  folds.value = new Map();
  wide.value = new Set();
  version.value++;
  current.value = doc.value?.current ?? ROOT;
}

/** Open a file; throws a `Refusal` if it holds no record. */
export async function openBytes(bytes: Uint8Array<ArrayBuffer>, name: string): Promise<void> {
  reading.value = true;
  try {
    const opened = await api.openBytes(bytes);
    if (unsaved.value) {
      await store();
      notify(t("The record with unsaved edits is kept: find it under “Open record”."), "info");
    }
    show({
      id: newId(),
      name,
      format: opened.format,
      source: bytes,
      games: opened.games,
      more: opened.more,
      docs: new Map([[0, docOf(opened)]]),
      index: 0,
    });
  } finally {
    reading.value = false;
  }
}

export const openText = (text: string) => openBytes(new TextEncoder().encode(text), "");

export async function openFile(file: File): Promise<void> {
  await openBytes(new Uint8Array(await file.arrayBuffer()), file.name);
}

/** Look at another game of the same file; edits of the one before are kept. */
export async function chooseGame(index: number): Promise<void> {
  const on = work.value;
  if (!on) return;
  if (!on.docs.has(index)) {
    if (!on.source) return;
    reading.value = true;
    try {
      const found = docOf(await api.openBytes(on.source, index));
      // Games that were only looked at need not be kept.
      for (const [other, { history: steps }] of on.docs)
        if (!steps.done.length && !steps.undone.length) on.docs.delete(other);
      on.docs.set(index, found);
    } catch (error) {
      fail(error);
      return;
    } finally {
      reading.value = false;
    }
  }
  on.index = index;
  look();
  later();
}

/** A record with no moves, from a position that the server has agreed to. */
export async function newRecord(fen = START): Promise<void> {
  if (unsaved.value) await store();
  const data = new TextEncoder().encode(JSON.stringify(written(emptyTree(fen))));
  const opened = await api.openBytes(data);
  show({
    id: newId(),
    name: "",
    format: "",
    source: null,
    games: opened.games,
    more: false,
    docs: new Map([[0, docOf(opened)]]),
    index: 0,
  });
}

/** Put another start under the game: moves that cannot be played from it are left out, and told. */
export async function startFrom(fen: string): Promise<void> {
  const on = doc.value;
  if (!on) return newRecord(fen);
  const data = new TextEncoder().encode(
    JSON.stringify({ ...written(on.tree), start: { fen, ...on.tree.notes.get(ROOT) } }),
  );
  const found = docOf(await api.openBytes(data));
  const lost = sizes(on.tree)[ROOT]! - sizes(found.tree)[ROOT]!;
  replace(on, found.tree, current.value);
  on.playable = found.playable;
  look();
  current.value = ROOT;
  later();
  if (lost > 0)
    notify(
      t("{count} moves cannot be played from this position; undo brings them back", { count: lost }),
      "info",
    );
}

// --- walking ---

export function go(node: number): void {
  if (tree.value && node !== NONE && node !== current.value) jump(tree.value, node);
}

function jump(on: Tree, node: number): void {
  const turned = new Map(ways.value);
  for (const at of path(on, node)) {
    const parent = on.parent[at]!;
    if (on.first[parent] === at) turned.delete(parent);
    else turned.set(parent, at);
  }
  ways.value = turned;
  current.value = node;
  doc.value!.current = node;
  keepPlace();
}

export const forward = () => go(tree.value ? following(tree.value, current.value) : NONE);
export const back = () => go(current.value === ROOT ? NONE : tree.value!.parent[current.value]!);
export const end = () => go(line.value.at(-1) ?? NONE);
/** The start; from there → goes along the main line again. */
export function home(): void {
  go(ROOT);
  ways.value = new Map();
}

/** Another move instead of this one. */
export function across(step: 1 | -1): void {
  const on = tree.value;
  if (!on) return;
  const others = siblings(on, current.value);
  go(others[others.indexOf(current.value) + step] ?? NONE);
}

/** The `ply`th position of the line looked at. */
export const goPly = (ply: number) => go(ply <= 0 ? ROOT : (line.value[ply - 1] ?? NONE));

// --- what the server knows of the current position ---

const asked = new WeakMap<Tree, Map<number, PositionAt>>();
/** Counts answers. */
const answers = signal(0);

const known = (): Map<number, PositionAt> | null => {
  const on = tree.value;
  if (!on) return null;
  let found = asked.get(on);
  if (!found) {
    found = new Map();
    asked.set(on, found);
  }
  return found;
};

/** The current position as the server tells it, or null while it has not. */
export const position = computed<Position | null>(() => {
  answers.value;
  return known()?.get(current.value)?.position ?? null;
});

const MOST_PLIES = 2000;
const MOST_KNOWN = 2000;

/** Ask for the current position, unless it is known. */
export async function learn(): Promise<PositionAt | null> {
  const on = tree.value;
  const node = current.value;
  const cache = known();
  if (!on || !cache || !doc.value?.playable) return null;
  const there = cache.get(node);
  if (there) return there;
  const moves = movesTo(on, node);
  if (moves.length > MOST_PLIES) return null;
  const answer = await api.positionAt(on.fen, moves);
  if (cache.size > MOST_KNOWN) cache.clear();
  cache.set(node, answer);
  answers.value++;
  return answer;
}

// --- editing ---

/** Make changes as one step and look at `node`. */
function edit(changes: readonly Change[], node = current.value, tag = ""): void {
  const on = doc.value;
  if (!on || changes.length === 0) return;
  change(on, changes, current.value, node, tag);
  version.value++;
  go(node);
  later();
}

/** Follow the move if it is there; else it becomes the continuation, or a variation. */
export async function play(uci: string): Promise<void> {
  const on = tree.value;
  const node = current.value;
  if (!on) return;
  const there = childBy(on, node, uci);
  if (there !== NONE) {
    go(there);
    return;
  }
  try {
    const answer = await api.positionAt(on.fen, [...movesTo(on, node), uci]);
    const { move } = answer;
    if (tree.value !== on || !move) return;
    const { zh, wxf, iccs } = move;
    const added = addNode(on, node, { uci, zh, wxf, iccs, check: move.check !== null });
    known()?.set(added, answer);
    edit([{ what: "put", node: added, index: Number.MAX_SAFE_INTEGER }], added);
    announced.value = spoken(move);
  } catch (error) {
    version.value++; // the board shows the piece where it was
    fail(error);
  }
}

export const promote = () => edit(promotion(tree.value!, current.value));
export const demote = () => edit(demotion(tree.value!, current.value));
export const makeMain = () => edit(mainLine(tree.value!, current.value));

export function remove(): void {
  const on = tree.value;
  const node = current.value;
  if (!on || node === ROOT) return;
  const count = size.value[node]!;
  edit([{ what: "cut", node }], on.parent[node]!);
  notify(t("{count} moves deleted; undo brings them back", { count }), "info");
}

export function removeRest(): void {
  const on = tree.value;
  if (!on) return;
  const count = size.value[current.value]! - 1;
  edit(cutRest(on, current.value));
  if (count) notify(t("{count} moves deleted; undo brings them back", { count }), "info");
}

/** Change some of what is said of the current node. Typing on is one step. */
export function setNote(part: Note, tag = ""): void {
  edit([noteWith(tree.value!, current.value, part)], current.value, tag && `${tag} ${current.value}`);
}

export function setHead(headers: Record<string, string>, result: string): void {
  edit([{ what: "head", headers, result }]);
  const on = work.value!;
  on.games = on.games.map((game) =>
    game.index === on.index ? { ...game, headers: { ...headers, Result: result } } : game,
  );
  version.value++;
}

const turn = (step: (edited: Edited) => number | null) => {
  const on = doc.value;
  if (!on) return;
  const node = step(on);
  if (node === null) return;
  version.value++;
  ways.value = new Map();
  jump(on.tree, node);
  later();
};
export const undo = () => turn(undone);
export const redo = () => turn(redone);
export const canUndo = computed(() => {
  version.value;
  return Boolean(doc.value?.history.done.length);
});
export const canRedo = computed(() => {
  version.value;
  return Boolean(doc.value?.history.undone.length);
});

/** The file on disk holds these games as they are now. */
export function nowSaved(docs: Iterable<Doc>): void {
  for (const one of docs) markSaved(one);
  version.value++;
  later();
}

// --- keeping over a reload ---

const TAB = "chuhe.record.tab";
const PLACE = "chuhe.record.place";

function rememberTab(id: string | null): void {
  try {
    if (id) sessionStorage.setItem(TAB, id);
    else sessionStorage.removeItem(TAB);
  } catch {
    // not allowed: a reload then begins an empty record
  }
}

/** Where one is, which changes too often to be kept with the trees. */
function keepPlace(): void {
  try {
    sessionStorage.setItem(PLACE, JSON.stringify([work.value?.index, current.value]));
  } catch {
    // not allowed
  }
}

let waiting = 0;

function later(): void {
  clearTimeout(waiting);
  waiting = window.setTimeout(() => void store(), 300);
}

/** What is kept: no history of other trees, which would be kept as often as they were replaced. */
type Stored = Omit<Work, "docs"> & { docs: [number, Doc][] };

export async function store(): Promise<void> {
  clearTimeout(waiting);
  const on = work.value;
  if (!on) return;
  keepPlace();
  const stored: Stored = { ...on, docs: [...on.docs] };
  const dirty = [...on.docs.values()].some(isDirty);
  await keep({ id: on.id, name: titleOf(on), at: Date.now(), dirty, work: stored });
}

/** What a record is called in a list. */
export function titleOf(on: Work): string {
  const game = on.games.find(({ index }) => index === on.index) ?? on.games[0];
  return on.name || (game ? gameTitle(game.headers) : "");
}

export function gameTitle(headers: Record<string, string>): string {
  const said = (name: string) => (/^[?.*\s]*$/.test(headers[name] ?? "") ? "" : headers[name]!);
  const players = said("Red") || said("Black") ? `${said("Red") || "?"} – ${said("Black") || "?"}` : "";
  return said("Title") || players || said("Event");
}

/** Show what is kept under `id`; false if nothing is. */
export async function reopen(id: string, place: string | null = null): Promise<boolean> {
  const found = await kept<Stored>(id);
  if (!found) return false;
  if (work.value && unsaved.value) await store();
  const docs = new Map(found.work.docs);
  const [index, node] = (JSON.parse(place ?? "[]") ?? []) as [number?, number?];
  const on = { ...found.work, docs };
  const there = index === undefined ? undefined : docs.get(index);
  if (there) {
    on.index = index!;
    if (node !== undefined && node < there.tree.move.length) there.current = node;
  }
  show(on);
  return true;
}

export async function discard(id: string): Promise<void> {
  await forget(id);
}

/** Where the record was opened from: closing it leads back there. */
let before = "home";

export function close(): void {
  goto(before);
}

/** Show what the address names, if it names a record. */
export function routeRecord(hash: string): boolean {
  const [name, query = ""] = hash.replace(/^\//, "").split("?");
  recordShown.value = name === "record";
  if (name !== "record") return false;
  const asked = new URLSearchParams(query);
  const plain = (text: string) => text.replaceAll("_", " ");
  const [fen, start] = [asked.get("fen"), asked.get("start")];
  if (fen !== null) void newRecord(plain(fen)).catch(fail);
  else if (start !== null) {
    history.replaceState(null, "", "#record");
    void restored()
      .then(() => startFrom(plain(start)))
      .catch(fail);
  } else void restored().catch(fail);
  return true;
}

/** The record of this tab, else an empty one. */
async function restored(): Promise<void> {
  if (work.value) return;
  let id: string | null = null;
  let place: string | null = null;
  try {
    id = sessionStorage.getItem(TAB);
    place = sessionStorage.getItem(PLACE);
  } catch {
    // not allowed
  }
  if (!(id && (await reopen(id, place)))) await newRecord();
}

/** All that a refusal says. */
export function refusalTexts(error: unknown): Text[] {
  if (!(error instanceof Refusal)) throw error;
  const { problems, text } = error.failure;
  return problems.length ? problems.map((problem) => problem.text) : [text];
}

/** Open a file that was dropped or pasted; what is wrong with it is told over the page. */
export async function openOrTell(file: File): Promise<void> {
  try {
    await openFile(file);
  } catch (error) {
    notify(refusalTexts(error).map(say).join(" "));
  }
}
