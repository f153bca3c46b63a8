// A round at the desk: boards, results by one key a board, why it is so, changes by hand.

import { useLayoutEffect, useRef, useState } from "preact/hooks";
import { language, say, t } from "../i18n";
import * as api from "./api";
import { BoardPanel } from "./deskboard";
import { ChangeWindow } from "./deskchange";
import { matchOn } from "./deskmatch";
import { underway } from "./entry";
import { boardChosen, shownRound, toResults } from "./focus";
import { keyAction, nextBoard } from "./keys";
import { BoardsPanel } from "./liveboards";
import { LotCards } from "./livelots";
import { lastRound, played, unpaired, whyRound } from "./look";
import { Do } from "./nextstep";
import { isLoss, isWin, Name, numbered, resultName, resultText, Tolds, Window } from "./parts";
import type { BoardView, EventView, PlayerView, RoundView } from "./protocol";
import { act, choices, enter, entry, event, players, undo } from "./store";

export function RoundTab({ view }: { view: EventView }) {
  const round = view.rounds.find(({ number }) => number === shownRound.value) ?? lastRound(view);
  if (!round)
    return (
      <p class="card">
        {view.numbered
          ? t("No round has been paired yet.")
          : t("First the players get their numbers; then round 1 can be paired.")}
      </p>
    );
  return (
    <div class="stack">
      <RoundBar view={view} round={round} />
      <Round key={`${view.section} ${round.number}`} view={view} round={round} />
    </div>
  );
}

function RoundBar({ view, round }: { view: EventView; round: RoundView }) {
  const last = lastRound(view);
  return (
    <div class="rounds" role="group" aria-label={t("Rounds")}>
      {view.rounds.map(({ number, missing }) => (
        <button
          key={number}
          type="button"
          class={missing.length ? "open" : ""}
          title={missing.length ? t("{count} results are missing", { count: missing.length }) : undefined}
          aria-label={t("Round {round}", { round: number })}
          aria-pressed={number === round.number}
          onClick={() => (shownRound.value = number === last?.number ? null : number)}
        >
          {number}
        </button>
      ))}
    </div>
  );
}

/** The board in hand, by its pairing: it stays in hand when boards are exchanged. */
const pairing = ({ red, black }: BoardView) => `${red}-${black}`;

/** The boards with what was typed on them, standing or not. */
function shownBoards(view: EventView, round: RoundView): (BoardView & { pending: boolean })[] {
  return played(round).map((board) => {
    const typed = underway(entry.value, {
      event: view.id,
      section: view.section,
      round: round.number,
      red: board.red,
      black: board.black!,
    });
    const result = typed ? (typed.key === "." ? null : typed.key) : board.result;
    return { ...board, result, pending: typed !== null };
  });
}

function Round({ view, round }: { view: EventView; round: RoundView }) {
  const list = useRef<HTMLOListElement>(null);
  const follow = useRef(false);
  const boards = shownBoards(view, round);
  const open = (board: BoardView) => board.result === null && !board.struck;
  const found = boards.findIndex((board) => pairing(board) === boardChosen.value);
  const at = found >= 0 ? found : Math.max(0, boards.findIndex(open));
  const board = boards[at];

  // The keyboard follows the board in hand, and comes here when results are to be entered.
  const called = toResults.value;
  const answered = useRef(0);
  // At once, or a key typed meanwhile would be answered for the board before.
  useLayoutEffect(() => {
    if (!follow.current && called === answered.current) return;
    follow.current = false;
    answered.current = called;
    list.current?.querySelector<HTMLElement>("[aria-current]")?.focus();
  });

  const go = (index: number, take = true) => {
    const next = boardsNow()[Math.max(0, Math.min(boards.length - 1, index))];
    if (!next) return;
    follow.current = take;
    boardChosen.value = pairing(next);
  };
  // Keys may come faster than the page is drawn: what counts is what was typed, not what is seen.
  const boardsNow = () => {
    const now = event.value ?? view;
    return shownBoards(now, now.rounds[round.number - 1] ?? round);
  };
  const result = (key: string, take: boolean) => {
    const now = boardsNow();
    const index = Math.max(
      0,
      boardChosen.value && now.some((one) => pairing(one) === boardChosen.value)
        ? now.findIndex((one) => pairing(one) === boardChosen.value)
        : now.findIndex(open),
    );
    const one = now[index];
    if (!one || one.black === null) return;
    const { board: number, red, black } = one;
    const more = matchOn(view, round.number, number) !== null;
    enter({
      event: view.id,
      section: view.section,
      round: round.number,
      board: number,
      red,
      black,
      key,
      more,
    });
    const rest = now.map((other, i) => ({ open: i !== index && open(other) }));
    go(key === "." ? index : nextBoard(rest, index), take);
  };
  const keys = (pressed: KeyboardEvent) => {
    if (pressed.ctrlKey || pressed.metaKey || pressed.altKey || pressed.isComposing) return;
    const target = pressed.target as HTMLElement;
    if (target.closest("input, select, dialog")) return;
    const onBoard = target.closest(".board-row") !== null;
    if (pressed.key === "Backspace" || pressed.key === "u") {
      pressed.preventDefault();
      void undo();
      return;
    }
    const action = keyAction(pressed);
    if (!action || (action.do !== "result" && !onBoard)) return;
    pressed.preventDefault();
    if (action.do === "result") result(action.key, onBoard);
    else if (action.do === "end") go(action.last ? boards.length - 1 : 0);
    else go(boardsNow().findIndex((one) => pairing(one) === pairing(board!)) + action.by);
  };

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: keys typed at the boards within
    <div class="two" onKeyDown={keys}>
      <div class="stack">
        <RoundHead view={view} round={round} />
        <ol class="boards" ref={list} aria-label={t("Boards of round {round}", { round: round.number })}>
          {boards.map((one, i) => (
            <li key={pairing(one)}>
              <Row board={one} current={i === at} press={() => go(i)} />
            </li>
          ))}
        </ol>
        <Unpaired view={view} round={round} />
        <WhyRound round={round} />
        {lastRound(view)?.number === round.number && <BoardsPanel view={view} round={round} />}
      </div>
      {board && <BoardPanel view={view} round={round} board={board} enter={(key) => result(key, false)} />}
    </div>
  );
}

interface RowProps {
  board: BoardView & { pending: boolean };
  current: boolean;
  press(): void;
}

function Row({ board, current, press }: RowProps) {
  const [red, black] = [players.value.get(board.red), players.value.get(board.black ?? 0)];
  const { result, points } = board;
  return (
    <button
      type="button"
      class="board-row"
      tabIndex={current ? 0 : -1}
      aria-current={current ? "true" : undefined}
      onClick={press}
    >
      <span class="no">
        <span aria-hidden="true">{board.board}</span>
        <span class="unseen">{t("Board {board}", { board: board.board })}</span>
      </span>
      <span>
        <Name player={red} class={isWin(result) ? "won" : ""} /> <span class="of">({points[0]})</span>
      </span>
      <span class={`result ${result === null ? "none" : ""} ${board.pending ? "pending" : ""}`}>
        <span aria-hidden="true">{board.struck ? "✕" : resultText(result)}</span>
        <span class="unseen">{resultName(result)}</span>
      </span>
      <span class="black">
        <Name player={black} class={isLoss(result) ? "won" : ""} /> <span class="of">({points[1]})</span>
      </span>
    </button>
  );
}

/** Prints that are wanted in every round; the others are among the papers. */
const AT_HAND: readonly string[] = ["sheet", "tables", "slips"];

const STATES: Record<RoundView["published"], () => string> = {
  "": () => t("not published"),
  boards: () => t("boards published"),
  results: () => t("results published"),
};

function RoundHead({ view, round }: { view: EventView; round: RoundView }) {
  const [cards, setCards] = useState(false);
  const facts = { lang: language(), section: view.section, round: round.number };
  const sheets =
    choices.value?.prints.filter(({ name }) => AT_HAND.includes(name) && view.prints.includes(name)) ?? [];
  const number = round.number;
  return (
    <div class="bar">
      <h2>{t("Round {round}", { round: number })}</h2>
      <span class={round.published ? "tag live" : "tag"}>{STATES[round.published]()}</span>
      <span class="soft small" role="status">
        {round.missing.length
          ? t("{count} results are missing", { count: round.missing.length })
          : t("all results are in")}
      </span>
      <span class="bar push">
        {round.lots && (
          <button type="button" class="slim" onClick={() => setCards(true)}>
            {t("The lots, card by card")}
          </button>
        )}
        {sheets.map((print) => (
          <a
            key={print.name}
            class="button slim"
            target="_blank"
            rel="noopener"
            href={api.printPath(view.id, print.name, facts)}
          >
            {say(print.text)}
          </a>
        ))}
        {round.published !== "results" && (round.published === "" || round.missing.length === 0) && (
          <Do plain slim label={t("Publish")} run={() => act({ do: "publish", round: number })} />
        )}
      </span>
      {cards && round.lots && (
        <Window title={t("Lots of round {round}", { round: number })} wide close={() => setCards(false)}>
          <LotCards lots={round.lots} start={round.published ? round.lots.cards.length : 0} />
        </Window>
      )}
    </div>
  );
}

/** What a bye is called. */
function outText(kind: string | undefined): string {
  const known = choices.value?.byes.find(({ name }) => kind === `${name}_bye` || kind === name);
  return known ? say(known.text) : t("not paired");
}

function Unpaired({ view, round }: { view: EventView; round: RoundView }) {
  const [joining, setJoining] = useState(false);
  const free = unpaired(view, round);
  const byes = new Set(round.boards.flatMap(({ red, black }) => (black === null ? [red] : [])));
  const here = (player: PlayerView) =>
    player.first <= round.number && (player.gone ?? Infinity) > round.number;
  const named = (player: PlayerView) => byes.has(player.number!) || String(player.number) in round.out;
  const shown = free.filter(named);
  const others = free.filter((player) => !named(player) && here(player));
  if (shown.length + others.length === 0) return null;
  const last = lastRound(view)?.number === round.number;
  return (
    <section class="card unpaired" aria-label={t("Without an opponent")}>
      <b>{t("Without an opponent")}</b>
      {shown.map((player) => (
        <span key={player.id} class={byes.has(player.number!) ? "bye" : ""}>
          <Name player={player} />{" "}
          <span class="of">
            {byes.has(player.number!) ? t("bye") : outText(round.out[String(player.number)])}
          </span>
        </span>
      ))}
      {others.length > 0 && (
        <details>
          <summary class="soft">{t("not paired: {count}", { count: others.length })}</summary>
          {others.map(numbered).join(t(", "))}
        </details>
      )}
      {last && free.length > 1 && view.can.includes("join") && (
        <button type="button" class="slim" onClick={() => setJoining(true)}>
          {t("Make a board of two …")}
        </button>
      )}
      {joining && (
        <ChangeWindow
          kind="join"
          view={view}
          one={free[0]!.number}
          among={free}
          close={() => setJoining(false)}
        />
      )}
    </section>
  );
}

function WhyRound({ round }: { round: RoundView }) {
  const reasons = whyRound(round);
  if (reasons.length === 0) return null;
  return (
    <details class="card">
      <summary>{t("Why the round is as it is")}</summary>
      <Tolds notes={reasons} named />
    </details>
  );
}
