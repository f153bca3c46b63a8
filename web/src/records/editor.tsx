// What one does with the move looked at: choose among what follows, comment it, mark it, move it.

import { signal } from "@preact/signals";
import { t } from "../i18n";
import { Icon, type IconName } from "../play/icons";
import { glyphs } from "../play/moves";
import { notation } from "../play/store";
import {
  canRedo,
  canUndo,
  demote,
  makeMain,
  promote,
  redo,
  remove,
  removeRest,
  setNote,
  undo,
} from "./editing";
import { MOVE_GLYPHS, POSITION_GLYPHS } from "./names";
import { current, go, treeNow } from "./state";
import { children, demotion, mainLine, moveOf, NONE, nagsWith, promotion, ROOT } from "./tree";

/** The moves that follow: several where the line divides. */
export function Branches() {
  const on = treeNow();
  const found = children(on, current.value);
  return (
    <section class="branches" aria-label={t("What may follow")}>
      {found.map((child, index) => {
        const note = on.notes.get(child);
        return (
          <button key={child} type="button" class={index ? "" : "main"} onClick={() => go(child)}>
            {moveOf(on, child)![notation.value]}
            {note?.nags && <b class="glyph">{glyphs(note.nags)}</b>}
          </button>
        );
      })}
      {found.length === 0 && <span>{t("The line ends here.")}</span>}
    </section>
  );
}

function Glyphs({ label, of, off }: { label: string; of: [number, string][]; off: boolean }) {
  const nags = treeNow().notes.get(current.value)?.nags ?? [];
  const group = of.map(([nag]) => nag);
  return (
    <div class="glyphs" role="group" aria-label={label}>
      {of.map(([nag, name]) => (
        <button
          key={nag}
          type="button"
          disabled={off}
          aria-pressed={nags.includes(nag)}
          aria-label={t(name)}
          title={t(name)}
          onClick={() => setNote({ nags: nagsWith(nags, nag, group) })}
        >
          {glyphs([nag])}
        </button>
      ))}
    </div>
  );
}

function Text({ field, label, rows }: { field: "comment" | "before"; label: string; rows: number }) {
  const node = current.value;
  return (
    <textarea
      key={`${field} ${node}`}
      class={field}
      rows={rows}
      value={treeNow().notes.get(node)?.[field] ?? ""}
      aria-label={label}
      placeholder={label}
      spellcheck={false}
      onInput={(event) => setNote({ [field]: event.currentTarget.value }, field)}
    />
  );
}

function Tool(props: { icon: IconName; label: string; off: boolean; onClick(): void }) {
  return (
    <button
      type="button"
      class={props.icon}
      disabled={props.off}
      aria-label={props.label}
      title={props.label}
      onClick={props.onClick}
    >
      <Icon name={props.icon} />
    </button>
  );
}

/** Buttons that change the tree. */
export function Tools() {
  const on = treeNow();
  const node = current.value;
  const start = node === ROOT;
  return (
    <div class="tools" role="toolbar" aria-label={t("Edit")}>
      <Tool icon="undo" label={t("Undo (Ctrl+Z)")} off={!canUndo.value} onClick={undo} />
      <Tool icon="redo" label={t("Redo (Ctrl+Y)")} off={!canRedo.value} onClick={redo} />
      <Tool
        icon="up"
        label={t("Move the variation up")}
        off={promotion(on, node).length === 0}
        onClick={promote}
      />
      <Tool
        icon="down"
        label={t("Move the variation down")}
        off={demotion(on, node).length === 0}
        onClick={demote}
      />
      <Tool
        icon="main"
        label={t("Make it the main line")}
        off={mainLine(on, node).length === 0}
        onClick={makeMain}
      />
      <Tool
        icon="rest"
        label={t("Delete all that follows")}
        off={on.first[node] === NONE}
        onClick={removeRest}
      />
      <Tool icon="bin" label={t("Delete from this move on (Del)")} off={start} onClick={remove} />
    </div>
  );
}

/** Whether one wants to see more than the comment. */
const more = signal(false);

export function Editor() {
  const on = treeNow();
  const node = current.value;
  const start = node === ROOT;
  const move = moveOf(on, node);
  return (
    <section class="editor" aria-label={t("About this move")}>
      <Tools />
      <Text
        field="comment"
        rows={2}
        label={move ? t("Comment after {move}", { move: move[notation.value] }) : t("Comment on the game")}
      />
      <details
        open={more.value || Boolean(on.notes.get(node)?.before)}
        onToggle={(event) => {
          more.value = event.currentTarget.open;
        }}
      >
        <summary>{t("Glyphs, comment before the move")}</summary>
        <Glyphs label={t("The move")} of={MOVE_GLYPHS} off={start} />
        <Glyphs label={t("The position")} of={POSITION_GLYPHS} off={start} />
        {move && (
          <Text field="before" rows={2} label={t("Comment before {move}", { move: move[notation.value] })} />
        )}
      </details>
    </section>
  );
}
