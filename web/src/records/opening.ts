// Ways to a record: files, texts, positions, what was kept, and the address.

import { batch } from "@preact/signals";
import { say, t } from "../i18n";
import { Refusal } from "../play/api";
import type { Text } from "../play/protocol";
import { dialog, fail, flipped, goto, notify, recordShown } from "../play/store";
import * as api from "./api";
import { newHistory, replace } from "./history";
import { later, openElsewhere, remembered, rememberTab, type Stored, store } from "./keeping";
import { forget, kept } from "./kept";
import type { Opened } from "./protocol";
import { current, type Doc, doc, look, pane, reading, unsaved, type Work, work } from "./state";
import { emptyTree, ROOT, sizes, treeOf, written } from "./tree";

const START = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1";

/** A file that need not be sent to be refused; the message is for the person. */
export class Unreadable extends Error {}

const newId = () => crypto.randomUUID?.() ?? String(Math.random()).slice(2);

function docOf({ game }: Opened): Doc {
  return {
    tree: treeOf(game),
    history: newHistory(),
    index: game.index,
    current: ROOT,
    problems: game.problems.map(({ place, text }) =>
      place ? { zh: `${place.zh}：${text.zh}`, en: `${place.en}: ${text.en}` } : text,
    ),
  };
}

/** Which record an entry of the browser's history shows. */
const shownBy = (state: unknown): string | undefined => (state as { record?: string } | null)?.record;

/** Show a file, from now on the record of this tab; the way back leads to the one before. */
function show(next: Work): void {
  const last = work.value?.id;
  rememberTab(next.id);
  batch(() => {
    work.value = next;
    look();
  });
  flipped.value = false;
  void store();
  const entry = { record: next.id };
  if (!location.hash.startsWith("#record")) {
    before = location.hash.slice(1) || "home";
    history.pushState(entry, "", "#record");
    // Pages of other parts go away by it.
    dispatchEvent(new HashChangeEvent("hashchange"));
  } else if (last !== undefined && shownBy(history.state) === last) history.pushState(entry, "", "#record");
  else history.replaceState(entry, "", "#record");
  recordShown.value = true;
  dialog.value = null;
  pane.value = null;
  scrollTo(0, 0);
}

/** Keep the record that another will take the place of, and tell if it has edits that no file has. */
async function putAside(): Promise<void> {
  await store();
  if (!unsaved.value) return;
  notify(t("The record with unsaved edits is kept: find it under “Open record”."), "info");
}

/** Open a file; throws a `Refusal` if it holds no record. */
export async function openBytes(bytes: Uint8Array<ArrayBuffer>, name: string): Promise<void> {
  reading.value = true;
  try {
    const opened = await api.openBytes(bytes);
    await putAside();
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

/** The largest file that the server reads, in MiB (docs/protocol.md, limits). */
const MOST = 8;

/** What is wrong with a file, if its size tells. */
function sizeProblem({ size }: File): string | null {
  if (size === 0) return t("The file is empty.");
  if (size <= MOST * 2 ** 20) return null;
  return t("The file has {size} MB; up to {most} MB can be opened here. “chuhe split” parts larger ones.", {
    size: Math.ceil(size / 2 ** 20),
    most: MOST,
  });
}

export async function openFile(file: File): Promise<void> {
  const problem = sizeProblem(file);
  if (problem) throw new Unreadable(problem);
  await openBytes(new Uint8Array(await file.arrayBuffer()), file.name);
}

let wanted = 0;

/** Look at another game of the same file; edits of the one before are kept. */
export async function chooseGame(index: number): Promise<void> {
  const on = work.value;
  if (!on) return;
  wanted = index;
  if (!on.docs.has(index)) {
    if (!on.source) return;
    reading.value = true;
    try {
      on.docs.set(index, docOf(await api.openBytes(on.source, index)));
    } catch (error) {
      fail(error);
      return;
    } finally {
      reading.value = false;
    }
  }
  // Another may have been asked for meanwhile, or another file opened.
  if (wanted !== index || work.value !== on) return;
  on.index = index;
  // Games that were only looked at need not be kept.
  for (const [other, { history: steps }] of on.docs)
    if (other !== index && !steps.done.length && !steps.undone.length) on.docs.delete(other);
  look();
  later();
}

/** A record with no moves, from a position that the server has agreed to. */
export async function newRecord(fen = START): Promise<void> {
  if (!/\s/.test(fen.trim())) fen = `${fen.trim()} w - - 0 1`; // only the pieces: Red moves first
  const data = new TextEncoder().encode(JSON.stringify(written(emptyTree(fen))));
  const opened = await api.openBytes(data);
  await putAside();
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
  batch(() => {
    look();
    current.value = ROOT;
  });
  later();
  if (lost > 0)
    notify(
      t("{count} moves cannot be played from this position; undo brings them back", { count: lost }),
      "info",
    );
}

/** Show what is kept under `id`; false if nothing is. */
export async function reopen(id: string, place: string | null = null): Promise<boolean> {
  const found = await kept<Stored>(id);
  if (!found) return false;
  await putAside();
  const docs = new Map(found.docs);
  const [index, node] = (JSON.parse(place ?? "[]") ?? []) as [number?, number?];
  const on = { ...found, docs };
  if (await openElsewhere(id)) {
    // Two tabs that keep their edits in one place would lose those of one of them.
    on.id = newId();
    notify(t("This record is open in another tab too; here is a copy of it."), "info");
  }
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

/** Back or forward from one record to another: the address is the same. */
export function turnBack({ state }: PopStateEvent): void {
  const id = shownBy(state);
  if (id && work.value && id !== work.value.id && location.hash === "#record") void reopen(id).catch(fail);
}

/** The record of this tab, else an empty one. */
async function restored(): Promise<void> {
  if (work.value) return;
  const { id, place } = remembered();
  if (!(id && (await reopen(id, place)))) await newRecord();
}

/** All that a refusal says. */
export function refusalTexts(error: unknown): Text[] {
  if (error instanceof Unreadable) return [{ zh: error.message, en: error.message }];
  if (!(error instanceof Refusal)) throw error;
  const { problems, text } = error.failure;
  return problems.length ? problems.map((problem) => problem.text) : [text];
}

/** Open one of the files that were dropped or pasted together. */
export async function openFirst(files: FileList): Promise<void> {
  const [file] = files;
  if (!file) return;
  if (!(await openOrTell(file)) || files.length < 2) return;
  notify(t("Only the first of {count} files was opened.", { count: files.length }), "info");
}

/** Open a file that was dropped or pasted; what is wrong with it is told over the page. */
async function openOrTell(file: File): Promise<boolean> {
  try {
    await openFile(file);
    return true;
  } catch (error) {
    notify(`${file.name}: ${refusalTexts(error).map(say).join(" ")}`);
    return false;
  }
}
