// Changes of the record on the page, each of which can be undone.

import { batch, computed } from "@preact/signals";
import { t } from "../i18n";
import { spoken } from "../play/moves";
import { announced, fail, notify } from "../play/store";
import * as api from "./api";
import { change, type Edited, markSaved, redo as redone, undo as undone } from "./history";
import { later } from "./keeping";
import type { Note } from "./protocol";
import { current, type Doc, doc, go, jump, known, size, tree, version, ways, work } from "./state";
import {
  addNode,
  type Change,
  childBy,
  cutRest,
  demotion,
  mainLine,
  movesTo,
  NONE,
  noteWith,
  promotion,
  ROOT,
} from "./tree";

/** Make changes as one step and look at `node`. */
function edit(changes: readonly Change[], node = current.value, tag = ""): void {
  const on = doc.value;
  if (!on || changes.length === 0) return;
  change(on, changes, current.value, node, tag);
  version.value++;
  go(node);
  later();
}

/** What an analysis found, as one step; the place looked at stays. */
export const applyAll = (changes: readonly Change[]) => edit(changes);

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
  // A header that repeats the result must not contradict it.
  if ("Result" in headers) headers = { ...headers, Result: result };
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
  batch(() => {
    version.value++;
    ways.value = new Map();
    jump(on.tree, node);
  });
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
