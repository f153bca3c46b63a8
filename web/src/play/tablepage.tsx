// A game being played.

import { useEffect, useState } from "preact/hooks";
import type { BoardView as View } from "../board/board";
import { type Color, opposite } from "../board/coords";
import { say, t } from "../i18n";
import { Actions } from "./actions";
import { BoardView } from "./boardview";
import { type Marks, marksAt, moveArrow } from "./judged";
import { MoveList } from "./movelist";
import { sideName } from "./moves";
import type { Position, Table } from "./protocol";
import { mayMove, shown } from "./reduce";
import { RulingPanel } from "./ruling";
import { Stepper } from "./stepper";
import {
  below,
  bookTitle,
  dialog,
  doubtful,
  fresh,
  game,
  goPly,
  playText,
  pointed,
  send,
  shownPly,
  viewing,
} from "./store";
import { Strip } from "./strip";
import { WarningPanel } from "./warning";
import { wayBack } from "./wayback";

/** The position on the board: the one looked back at, or the one now. */
function positionShown(table: Table): Position {
  const now = shown(game.value)!;
  const ply = viewing.value;
  if (ply === null) return now;
  if (ply === 0) return { ...table.start, dests: {} };
  const entry = table.moves[ply - 1];
  if (!entry) return now;
  return {
    ...now,
    ply,
    fen: entry.fen,
    turn: opposite(entry.side),
    dests: {},
    check: entry.check,
    last: [entry.uci.slice(0, 2), entry.uci.slice(2, 4)],
    claimable: null,
    warning: null,
    captured: capturedUpTo(table, ply),
  };
}

function capturedUpTo(table: Table, ply: number): Record<Color, string[]> {
  const captured: Record<Color, string[]> = {
    red: [...table.start.captured.red],
    black: [...table.start.captured.black],
  };
  for (const { captured: letter, side } of table.moves.slice(0, ply)) {
    if (letter) captured[opposite(side)].push(letter);
  }
  return captured;
}

function seatName(table: Table, side: Color): string {
  const seat = table.seats[side];
  if (seat.kind === "engine") return t("Engine, level {level}", { level: table.level });
  if (seat.kind === "open")
    return seat.name ? t("{name}, not here yet", { name: seat.name }) : t("Seat open");
  if (table.you.length === 1 && table.you[0] === side && !seat.name) return t("You");
  return seat.name;
}

function turnText({ thinking, seats, position, you }: Table): string {
  if (game.value.pending) return t("{side} to move", { side: sideName(opposite(position.turn)) });
  if (thinking && seats[position.turn].kind === "engine") return t("The engine is thinking");
  if (you.length === 1 && you[0] === position.turn) return t("Your move");
  return t("{side} to move", { side: sideName(position.turn) });
}

/** Say in the window's title whose move it is, for who looks elsewhere meanwhile. */
function useTitle(table: Table): void {
  const text = table.outcome ? say(table.outcome.text) : turnText(table);
  useEffect(() => {
    const before = document.title;
    document.title = `${text} – 楚河`;
    return () => {
      document.title = before;
    };
  }, [text]);
}

function Status({ table }: { table: Table }) {
  const { position, offer, outcome, you } = table;
  if (outcome) {
    return (
      <div class={`status over ${outcome.winner ?? "draw"}`} role="status">
        <b>{say(outcome.text)}</b>
        {outcome.reason && <span>{say(outcome.reason)}</span>}
        {!wayBack(table.id) && (
          <button type="button" class="primary" onClick={() => (dialog.value = "new")}>
            {t("New game")}
          </button>
        )}
      </div>
    );
  }
  if (offer && you.some((side) => side !== offer.by)) {
    return (
      <div class="status offer" role="status">
        <b>{offer.kind === "draw" ? t("A draw is offered.") : t("A takeback is asked for.")}</b>
        <button type="button" class="primary" onClick={() => send({ t: "accept", kind: offer.kind })}>
          {t("Accept")}
        </button>
        <button type="button" onClick={() => send({ t: "decline", kind: offer.kind })}>
          {t("Decline")}
        </button>
      </div>
    );
  }
  if (viewing.value !== null) {
    return (
      <div class="status back" role="status">
        <span>
          {viewing.value === 0
            ? t("Looking back at the start.")
            : t("Looking back at move {ply}.", { ply: viewing.value })}
        </span>
        <button type="button" onClick={() => goPly(table.moves.length)}>
          {t("Back to the game")}
        </button>
      </div>
    );
  }
  const own = you.includes(position.turn);
  const whose = turnText(table);
  return (
    <div class={`status turn ${position.turn}`} role="status">
      <b>{whose}</b>
      {position.check && <strong class="check">{t("Check!")}</strong>}
      {table.thinking && game.value.depth !== null && (
        <span class="depth">{t("depth {depth}", { depth: game.value.depth })}</span>
      )}
      {offer && (
        <span>{offer.kind === "draw" ? t("Your draw offer stands.") : t("Your request stands.")}</span>
      )}
      {position.claimable && own && (
        <button type="button" onClick={() => send({ t: "claim_draw" })} title={say(position.claimable.text)}>
          {t("Claim a draw")}
        </button>
      )}
      {position.claimable?.ruling && own && <span class="claim">{say(position.claimable.ruling.cycle)}</span>}
    </div>
  );
}

function MoveInput() {
  const [text, setText] = useState("");
  const submit = async (event: Event) => {
    event.preventDefault();
    if (text.trim() && (await playText(text))) setText("");
  };
  return (
    <form class="typed" onSubmit={submit}>
      <input
        value={text}
        onInput={(event) => setText(event.currentTarget.value)}
        maxLength={40}
        autocomplete="off"
        autocapitalize="off"
        spellcheck={false}
        enterkeyhint="send"
        aria-label={t("Type a move")}
        placeholder={t("Type a move: 炮二平五, C2=5, h2e2")}
      />
      <button type="submit">{t("Play")}</button>
    </form>
  );
}

/** What is drawn over the board: of the ruling at the ply looked at, else of the warning. */
function marks(table: Table, fatal: readonly string[]): Marks {
  if (table.outcome) return marksAt(table.outcome.ruling, shownPly.value);
  if (viewing.value !== null) return { arrows: [], crossed: [] };
  const arrows = pointed.value
    ? [moveArrow(pointed.value, "way")]
    : fatal.map((uci) => moveArrow(uci, "fatal"));
  return { arrows, crossed: [] };
}

/** The way back to the event of which this is a board. */
function WayBack({ id }: { id: string }) {
  const hash = wayBack(id);
  return hash ? (
    <a class="wayback" href={hash}>
      {t("Back to the event")}
    </a>
  ) : null;
}

export function TablePage() {
  const state = game.value;
  const table = state.table!;
  useTitle(table);
  const position = positionShown(table);
  const mine = viewing.value === null && mayMove(state);
  const warning = table.status === "playing" && !state.pending ? position.warning : null;
  const fatal = warning?.fatal.map((move) => move.uci) ?? [];
  // Read, so that a move that is asked about goes back to its square.
  void doubtful.value;
  void dialog.value;
  const view: View = {
    fen: position.fen,
    below: below.value,
    turn: position.turn,
    movable: mine,
    dests: position.dests,
    last: position.last,
    check: position.check,
    ...marks(table, fatal),
    fatal,
  };
  const strip = (side: Color) => (
    <Strip
      side={side}
      name={seatName(table, side)}
      position={position}
      active={table.status === "playing" && table.position.turn === side}
      busy={table.thinking && table.seats[side].kind === "engine"}
      clock={table.clock}
    />
  );
  return (
    <>
      <div class="boardside">
        {strip(opposite(below.value))}
        <BoardView key={table.id} view={view} focused={fresh.value === table.id} />
        {strip(below.value)}
      </div>
      <aside class="side">
        <WayBack id={table.id} />
        <Status table={table} />
        {warning && <WarningPanel warning={warning} />}
        {table.outcome && <RulingPanel outcome={table.outcome} />}
        <MoveList start={table.start} moves={table.moves} book={bookTitle(table.rules)} />
        <div class="controls">
          <Stepper ply={shownPly.value} last={table.moves.length} go={goPly} />
          <Actions table={table} />
        </div>
        {table.status === "playing" && table.you.length > 0 && <MoveInput />}
      </aside>
    </>
  );
}
