// The tree of moves beside the board: rounds of the main line, variations below them.

import { useEffect, useMemo, useRef } from "preact/hooks";
import { t } from "../i18n";
import { Icon } from "../play/icons";
import { centre, NotationSwitch } from "../play/movelist";
import { glyphs } from "../play/moves";
import { type Notation, notation } from "../play/store";
import type { Note } from "./protocol";
import { type Block, blocks, roundOf } from "./rows";
import { allOpen, current, folds, go, size, treeNow, version, wide } from "./state";
import { moveOf, path, ROOT, type Tree } from "./tree";

interface Shown {
  tree: Tree;
  notation: Notation;
}

/** Seconds and hundredths of a pawn as they stand after a move. */
export function marksText({ clock, elapsed, eval: score }: Note): string {
  const parts: string[] = [];
  if (clock !== undefined) parts.push(hours(clock));
  if (elapsed !== undefined) parts.push(`+${hours(elapsed)}`);
  if (score?.mate !== undefined) parts.push(`#${score.mate}`);
  if (score?.score !== undefined) parts.push((score.score > 0 ? "+" : "") + (score.score / 100).toFixed(2));
  return parts.join(" ");
}

function hours(ms: number): string {
  const all = Math.round(ms / 1000);
  const two = (n: number) => String(n).padStart(2, "0");
  return `${Math.floor(all / 3600)}:${two(Math.floor(all / 60) % 60)}:${two(all % 60)}`;
}

function Move({ shown, node, red, number }: { shown: Shown; node: number; red: boolean; number?: string }) {
  const move = moveOf(shown.tree, node)!;
  const note = shown.tree.notes.get(node);
  const marks = note ? marksText(note) : "";
  return (
    <button
      type="button"
      class={`move ${red ? "red" : "black"}`}
      data-node={node}
      lang={shown.notation === "zh" ? "zh-Hans" : "en"}
      onClick={() => go(node)}
    >
      {number && <span class="count">{number}</span>}
      {move[shown.notation]}
      {note?.nags && <b class={`glyph ${isFault(note.nags) ? "fault" : ""}`}>{glyphs(note.nags)}</b>}
      {move.check && <span class="checks" title={t("check")} />}
      {marks && <small class="marks">{marks}</small>}
    </button>
  );
}

/** `?`, `??`, `?!`. */
const isFault = (nags: readonly number[]) => nags.some((nag) => nag === 2 || nag === 4 || nag === 6);

const numbered = (shown: Shown, ply: number, first: boolean) => {
  const { number, red } = roundOf(shown.tree.fen, ply);
  return { red, number: red ? `${number}.` : first ? `${number}…` : undefined };
};

function toggle(node: number, open: boolean): void {
  folds.value = new Map(folds.value).set(node, open);
}

function Run({ shown, block }: { shown: Shown; block: Extract<Block, { kind: "run" }> }) {
  const { start, nodes } = block;
  return (
    <li class="run" style={{ "--deep": Math.min(block.depth, 8) }}>
      {start !== null && (
        <button
          type="button"
          class="fold"
          aria-expanded="true"
          aria-label={t("Fold the variation")}
          title={t("Fold the variation")}
          onClick={() => toggle(start, false)}
        >
          <Icon name="down" />
        </button>
      )}
      {nodes.map((node, index) => {
        const ply = block.ply + index;
        const note = shown.tree.notes.get(node);
        // A comment before a move parts it from the number of the round.
        const { red, number } = numbered(shown, ply, index === 0 || Boolean(note?.before));
        return [
          note?.before && (
            <span key={`b${node}`} class="said">
              {note.before}
            </span>
          ),
          <Move key={node} shown={shown} node={node} red={red} number={number} />,
          note?.comment && (
            <span key={`c${node}`} class="said">
              {note.comment}
            </span>
          ),
        ];
      })}
    </li>
  );
}

function Fold({ shown, block }: { shown: Shown; block: Extract<Block, { kind: "fold" }> }) {
  const { node, ply } = block;
  const { red, number } = numbered(shown, ply, true);
  const count = size.value[node]!;
  return (
    <li class="run folded" style={{ "--deep": Math.min(block.depth, 8) }}>
      <button
        type="button"
        class="fold"
        aria-expanded="false"
        aria-label={t("Unfold the variation")}
        title={t("Unfold the variation")}
        onClick={() => toggle(node, true)}
      >
        <Icon name="next" />
      </button>
      <Move shown={shown} node={node} red={red} number={number} />
      {count > 1 && <span class="many">{t("{count} moves", { count })}</span>}
    </li>
  );
}

function Row({ shown, block }: { shown: Shown; block: Block }) {
  switch (block.kind) {
    case "round":
      return (
        <li class="round">
          <span class="number">{block.number}</span>
          {block.red !== null ? (
            <Move shown={shown} node={block.red} red={true} />
          ) : (
            <span class="move none">…</span>
          )}
          {block.black !== null ? (
            <Move shown={shown} node={block.black} red={false} />
          ) : (
            <span class="move none" />
          )}
        </li>
      );
    case "comment":
      return <li class="comment">{shown.tree.notes.get(block.node)?.[block.where]}</li>;
    case "run":
      return <Run shown={shown} block={block} />;
    case "fold":
      return <Fold shown={shown} block={block} />;
    case "more":
      return (
        <li class="run" style={{ "--deep": Math.min(block.depth, 8) }}>
          <button
            type="button"
            class="many"
            onClick={() => {
              wide.value = new Set(wide.value).add(block.parent);
            }}
          >
            {t("{count} more variations", { count: block.count })}
          </button>
        </li>
      );
  }
}

/** Which variations the way to the current node leads through: only they are unfolded by walking. */
function wayKey(on: Tree, node: number): string {
  return path(on, node)
    .filter((at) => on.first[on.parent[at]!] !== at)
    .join(" ");
}

export function TreeView() {
  const list = useRef<HTMLOListElement>(null);
  const on = treeNow();
  const node = current.value;
  const all = allOpen.value;
  const key = wayKey(on, node);
  const style = notation.value;
  // Walking along a line changes nothing but the mark of the current move.
  const rows = useMemo(() => {
    const shown = { tree: on, notation: style };
    const folding = { chosen: folds.value, wide: wide.value, all, current: node };
    return blocks(on, folding).map((block) => <Row key={block.key} shown={shown} block={block} />);
  }, [on, version.value, folds.value, wide.value, all, key, style, t("check")]);
  useEffect(() => {
    const box = list.current!;
    for (const marked of box.querySelectorAll("[aria-current]")) marked.removeAttribute("aria-current");
    box.querySelector(`[data-node="${node}"]`)?.setAttribute("aria-current", "step");
    centre(box);
  }, [rows, node]);
  useEffect(() => {
    const observer = new ResizeObserver(() => centre(list.current));
    observer.observe(list.current!);
    return () => observer.disconnect();
  }, []);
  // Whoever walks into a variation folded by hand wants to see it.
  useEffect(() => {
    const way = new Set(path(on, node));
    const shut = [...way].filter((at) => folds.value.get(at) === false);
    if (shut.length === 0) return;
    const next = new Map(folds.value);
    for (const at of shut) if (at !== node) next.delete(at);
    if (next.size !== folds.value.size) folds.value = next;
  }, [on, node]);
  return (
    <section class="moves tree" aria-label={t("Moves")}>
      <div class="moves-head">
        <h2>{t("Moves")}</h2>
        <NotationSwitch />
      </div>
      <ol ref={list}>
        {rows}
        {on.first[ROOT] === -1 && <li class="empty">{t("No moves yet.")}</li>}
      </ol>
    </section>
  );
}
