// The record on the page: what is open, what is looked at, and walking through it.

import { batch, computed, signal } from "@preact/signals";
import type { Position, Text } from "../play/protocol";
import * as api from "./api";
import { type Edited, isDirty } from "./history";
import type { GameLine, PositionAt } from "./protocol";
import { SMALL } from "./rows";
import { movesTo, NONE, path, ROOT, siblings, sizes, type Tree } from "./tree";
import { walked } from "./walked";

/** One game of a file. */
export interface Doc extends Edited {
  index: number;
  /** The node looked at. */
  current: number;
  /** What the reader found wrong, with its place. */
  problems: Text[];
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
export const ways = signal<ReadonlyMap<number, number>>(new Map());
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
/** The tree as it is now: a component that asks is drawn again when it has been changed. */
export function treeNow(): Tree {
  version.value;
  return tree.value!;
}
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

// --- walking ---

export function go(node: number): void {
  if (tree.value && node !== NONE && node !== current.value) jump(tree.value, node);
}

export function jump(on: Tree, node: number): void {
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

export const known = (): Map<number, PositionAt> | null => {
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
  if (!on || !cache || !on.playable) return null;
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

/** Begin to look at the game that `work` names. */
export function look(): void {
  // At once: nobody must look for the old place in the new tree.
  batch(() => {
    ways.value = new Map();
    folds.value = new Map();
    wide.value = new Set();
    version.value++;
    current.value = doc.value?.current ?? ROOT;
  });
}

export const PLACE = "chuhe.record.place";

/** Where one is, which changes too often to be kept with the trees. */
export function keepPlace(): void {
  try {
    sessionStorage.setItem(PLACE, JSON.stringify([work.value?.index, current.value]));
  } catch {
    // not allowed
  }
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
