// Changes of a tree one after the other, to be undone and done again.

import { apply, type Change, type Tree } from "./tree";

/** What was done at once: how to undo it, and which node was looked at before and after. */
interface Step {
  undo: Change[];
  before: number;
  after: number;
  /** Steps with the same tag that follow each other are one: a comment being typed. */
  tag: string;
  /** The tree that was replaced as a whole. */
  swap: Tree | null;
}

export interface History {
  done: Step[];
  undone: Step[];
  /** The step up to which the file on disk goes; null if none that is here. */
  saved: Step | "start" | null;
}

export const newHistory = (): History => ({ done: [], undone: [], saved: "start" });

/** A tree with its history. */
export interface Edited {
  tree: Tree;
  history: History;
}

const last = ({ done }: History): Step | "start" => done.at(-1) ?? "start";

export const isDirty = ({ history }: Edited): boolean => history.saved !== last(history);

export const markSaved = ({ history }: Edited): void => {
  history.saved = last(history);
};

function run(edited: Edited, changes: readonly Change[]): Change[] {
  return changes.map((change) => apply(edited.tree, change)).reverse();
}

/** Make changes as one step. */
export function change(
  edited: Edited,
  changes: readonly Change[],
  before: number,
  after: number,
  tag = "",
): void {
  if (changes.length === 0) return;
  const { history } = edited;
  const undo = run(edited, changes);
  const newest = history.done.at(-1);
  if (tag && newest && newest.tag === tag && history.undone.length === 0 && history.saved !== newest)
    newest.undo = [...undo, ...newest.undo];
  else history.done.push({ undo, before, after, tag, swap: null });
  history.undone = [];
}

/** Put another tree in the place of this one, as one step. */
export function replace(edited: Edited, tree: Tree, before: number): void {
  edited.history.done.push({ undo: [], before, after: 0, tag: "", swap: edited.tree });
  edited.history.undone = [];
  edited.tree = tree;
}

function turn(edited: Edited, from: Step[], to: Step[]): Step | null {
  const step = from.pop();
  if (!step) return null;
  if (step.swap) [edited.tree, step.swap] = [step.swap, edited.tree];
  else step.undo = run(edited, step.undo);
  to.push(step);
  return step;
}

/** Undo the last step; the node to look at, or null if there is nothing to undo. */
export const undo = (edited: Edited): number | null =>
  turn(edited, edited.history.done, edited.history.undone)?.before ?? null;

/** Do again what was undone last. */
export const redo = (edited: Edited): number | null =>
  turn(edited, edited.history.undone, edited.history.done)?.after ?? null;
