// The page to set up a position, and to go on from it.

import { useEffect } from "preact/hooks";
import { say, t } from "../i18n";
import { Action } from "../play/actions";
import { sideName } from "../play/moves";
import { choosePieces, goto, pieces } from "../play/store";
import { coded } from "./address";
import { FenBox, usePaste } from "./fenbox";
import {
  cleared,
  coloursSwapped,
  fields,
  letterOfKey,
  mirrored,
  withFullmove,
  withHalfmove,
  withTurn,
} from "./layout";
import { Onward } from "./onward";
import type { Start } from "./protocol";
import { Reasons, Standing } from "./reasons";
import { SetupBoard } from "./setupboard";
import {
  change,
  choose,
  ERASER,
  flip,
  hand,
  lay,
  layout,
  mayRedo,
  mayUndo,
  picked,
  redoStep,
  starts,
  tool,
  undoStep,
  wanted,
} from "./state";

function Turn() {
  const now = fields(layout.value);
  return (
    <fieldset class="turn">
      <legend>{t("To move")}</legend>
      <div class="segments">
        {(["red", "black"] as const).map((side) => (
          <button
            key={side}
            type="button"
            aria-pressed={now.turn === side}
            onClick={() => change((fen) => withTurn(fen, side))}
          >
            {sideName(side)}
          </button>
        ))}
      </div>
    </fieldset>
  );
}

function Counters() {
  const now = fields(layout.value);
  return (
    <details class="counters">
      <summary>{t("Counters")}</summary>
      <label class="field-line">
        <span>{t("Plies since the last capture")}</span>
        <input
          type="number"
          name="halfmove"
          min="0"
          max="100000"
          value={now.halfmove}
          onChange={(event) => change((fen) => withHalfmove(fen, event.currentTarget.valueAsNumber))}
        />
      </label>
      <label class="field-line">
        <span>{t("Number of the next move")}</span>
        <input
          type="number"
          name="fullmove"
          min="1"
          max="100000"
          value={now.fullmove}
          onChange={(event) => change((fen) => withFullmove(fen, event.currentTarget.valueAsNumber))}
        />
      </label>
    </details>
  );
}

function Group({ label, name, list }: { label: string; name: string; list: readonly Start[] }) {
  return (
    <optgroup label={label}>
      {list.map((start, index) => (
        <option key={start.fen} value={`${name} ${index}`}>
          {[start.name, start.note]
            .map((text) => text && say(text))
            .filter(Boolean)
            .join(t(", "))}
        </option>
      ))}
    </optgroup>
  );
}

function Begin() {
  const known = starts.value;
  if (!known) return null;
  const pick = (value: string) => {
    const [name, index] = value.split(" ");
    const list = name === "handicaps" ? known.handicaps : name === "endings" ? known.endings : known.mates;
    const start = list[Number(index)];
    if (start) lay(start.fen);
  };
  return (
    <label class="field-line">
      <span>{t("Begin with")}</span>
      <select
        name="begin"
        value=""
        onChange={(event) => {
          pick(event.currentTarget.value);
          event.currentTarget.value = "";
        }}
      >
        <option value="">{t("Choose …")}</option>
        <Group label={t("Handicaps, Red gives")} name="handicaps" list={known.handicaps} />
        <Group label={t("Famous endings")} name="endings" list={known.endings} />
        <Group label={t("Mate in one")} name="mates" list={known.mates} />
      </select>
    </label>
  );
}

function Tools() {
  const letters = pieces.value === "letters";
  return (
    <div class="actions" role="group" aria-label={t("Board")}>
      <Action icon="undo" label={t("Undo")} off={!mayUndo.value} onClick={undoStep} />
      <Action icon="redo" label={t("Redo")} off={!mayRedo.value} onClick={redoStep} />
      <Action icon="bin" label={t("Erase")} on={tool.value === ERASER} onClick={() => choose(ERASER)} />
      <Action icon="close" label={t("Clear board")} onClick={() => change(cleared)} />
      <Action
        icon="board"
        label={t("Start position")}
        off={!starts.value}
        onClick={() => lay(starts.value!.start)}
      />
      <Action icon="swap" label={t("Swap colours")} onClick={() => change(coloursSwapped)} />
      <Action icon="mirror" label={t("Mirror")} onClick={() => change(mirrored)} />
      <Action icon="flip" label={t("Turn board")} onClick={flip} />
      <Action
        icon="pieces"
        label={t("Letters")}
        on={letters}
        onClick={() => choosePieces(letters ? "plain" : "letters")}
      />
    </div>
  );
}

const inField = (target: EventTarget | null) =>
  target instanceof HTMLElement && target.closest("input, textarea, select, dialog") !== null;

/** Keys anywhere on the page: undo and redo, a piece by its letter, the eraser, the board. */
function keys(event: KeyboardEvent): void {
  if (event.defaultPrevented || inField(event.target) || event.altKey) return;
  if (event.ctrlKey || event.metaKey) {
    const key = event.key.toLowerCase();
    if (key === "z" && !event.shiftKey) undoStep();
    else if (key === "y" || key === "z") redoStep();
    else return;
  } else if (letterOfKey(event.key)) choose(letterOfKey(event.key));
  else if (event.key === "x") choose(ERASER);
  else if (event.key === "f") flip();
  else if (event.key === "Escape") {
    tool.value = null;
    picked.value = null;
  } else if (event.key.startsWith("Arrow") && document.activeElement === document.body) hand.board?.focus();
  else return;
  event.preventDefault();
}

export function SetupPage() {
  usePaste();
  useEffect(() => {
    addEventListener("keydown", keys);
    return () => {
      removeEventListener("keydown", keys);
      tool.value = null;
      picked.value = null;
    };
  }, []);
  return (
    <>
      <SetupBoard />
      <aside class="side">
        <Standing />
        <Reasons />
        <section class="card layingout" aria-label={t("Set up")}>
          <h1 class="unseen">{t("Set up a position")}</h1>
          <Turn />
          <Tools />
          <Begin />
          <Counters />
          <details class="help">
            <summary>{t("Keys")}</summary>
            <p>
              {t(
                "Drag pieces on to the board and off it; the right button or a long press removes one. Press a piece beside the board, or its letter (K A B N R C P; capital letters for Red), to put it on every square you press. On the board: arrows walk, a letter puts a piece down, Delete removes, Enter picks up and puts down. X erases, F turns the board, Ctrl+Z undoes.",
              )}
            </p>
          </details>
        </section>
        <FenBox />
        {wanted.value?.forRecord ? (
          <button
            type="button"
            class="primary big"
            onClick={() => goto(`record?start=${coded(layout.value)}`)}
          >
            {t("Use in the record")}
          </button>
        ) : (
          <Onward />
        )}
      </aside>
    </>
  );
}
