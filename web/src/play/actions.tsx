// What a player may ask for besides moving.

import { on as analysing } from "../analysis/state";
import { t } from "../i18n";
import { openText } from "../records/opening";
import { goPly } from "../records/state";
import * as api from "./api";
import { Icon, type IconName } from "./icons";
import { levelName, levelWords } from "./levels";
import type { Table } from "./protocol";
import { choosePieces, dialog, fail, flipped, game, notation, notify, pieces, send, shownPly } from "./store";
import { wayBack } from "./wayback";

export async function copy(text: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
    notify(t("Copied."), "info");
  } catch {
    // Without a secure origin there is no clipboard: show the text so that it can be copied by hand.
    window.prompt(t("Copy this text"), text);
  }
}

interface ActionProps {
  icon: IconName;
  label: string;
  off?: boolean;
  /** For what can be on or off. */
  on?: boolean;
  onClick(): void;
}

export function Action(props: ActionProps) {
  return (
    <button type="button" class="action" disabled={props.off} aria-pressed={props.on} onClick={props.onClick}>
      <Icon name={props.icon} />
      <span>{props.label}</span>
    </button>
  );
}

/** What changes only how the board looks. */
export function LookActions() {
  const letters = pieces.value === "letters";
  return (
    <>
      <Action icon="flip" label={t("Turn board")} onClick={() => (flipped.value = !flipped.value)} />
      <Action
        icon="pieces"
        label={t("Letters")}
        on={letters}
        onClick={() => choosePieces(letters ? "plain" : "letters")}
      />
    </>
  );
}

/** FEN of the position on the board. */
function shownFen(table: Table): string {
  const ply = shownPly.value;
  return ply === 0 ? table.start.fen : (table.moves[ply - 1]?.fen ?? table.position.fen);
}

function LevelChoice({ table }: { table: Table }) {
  return (
    <label class="level">
      {t("Level")}
      <select
        value={table.level}
        onChange={(event) => send({ t: "set_level", level: Number(event.currentTarget.value) })}
      >
        {Array.from({ length: 10 }, (_, i) => i + 1).map((level) => (
          <option key={level} value={level} title={levelWords(level).about}>
            {levelName(level)}
          </option>
        ))}
      </select>
    </label>
  );
}

/** The game that has ended, as a record with the analysis on, at the position looked at. */
async function analyse(id: string): Promise<void> {
  const ply = shownPly.value;
  const response = await fetch(api.pgnUrl(id, "zh"));
  await openText(await response.text());
  goPly(ply);
  analysing.value = true;
}

export function Actions({ table }: { table: Table }) {
  const seated = table.you.length > 0;
  const playing = table.status === "playing";
  const alone = table.you.length === 2;
  const engine = table.seats.red.kind === "engine" || table.seats.black.kind === "engine";
  return (
    <div class="actions" role="group" aria-label={t("Game")}>
      {/* A move made at a board of an event stands. */}
      {seated && !wayBack(table.id) && (
        <Action
          icon="takeback"
          label={t("Take back")}
          off={table.moves.length === 0}
          onClick={() => send({ t: "takeback", ply: table.position.ply })}
        />
      )}
      {seated && (
        <Action
          icon="draw"
          label={alone ? t("Draw") : t("Offer draw")}
          off={!playing || table.offer !== null}
          onClick={() => send({ t: "offer_draw", ...(alone ? { side: table.position.turn } : {}) })}
        />
      )}
      {seated && (
        <Action icon="resign" label={t("Resign")} off={!playing} onClick={() => (dialog.value = "resign")} />
      )}
      <LookActions />
      {engine && seated && (
        <Action
          icon="now"
          label={t("Move now")}
          off={!game.value.table?.thinking}
          onClick={() => send({ t: "move_now" })}
        />
      )}
      <Action icon="copy" label={t("Copy FEN")} onClick={() => copy(shownFen(table))} />
      <a class="action" href={api.pgnUrl(table.id, notation.value)} download={`chuhe-${table.id}.pgn`}>
        <Icon name="save" />
        <span>{t("Save PGN")}</span>
      </a>
      {!playing && table.moves.length > 0 && (
        <Action icon="branch" label={t("Analyse")} onClick={() => void analyse(table.id).catch(fail)} />
      )}
      {engine && seated && <LevelChoice table={table} />}
    </div>
  );
}
