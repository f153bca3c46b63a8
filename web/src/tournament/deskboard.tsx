// The board in hand: its result by a press, why the two meet, and changes by hand.

import { useState } from "preact/hooks";
import { say, t } from "../i18n";
import { ChangeWindow } from "./deskchange";
import { MatchGames, matchOn } from "./deskmatch";
import { PlayerWindow } from "./deskplayer";
import { RecordOf } from "./deskrecord";
import { lastRound, sorted, whyBoard } from "./look";
import { Do } from "./nextstep";
import { resultText, Tolds } from "./parts";
import type { BoardView, EventView, RoundView } from "./protocol";
import { act, choices, players } from "./store";

interface Props {
  view: EventView;
  round: RoundView;
  board: BoardView;
  enter(key: string): void;
}

export function BoardPanel({ view, round, board, enter }: Props) {
  const why = whyBoard(round, board);
  const last = lastRound(view)?.number === round.number;
  return (
    <div class="beside stack">
      <section class="card held stack" aria-label={t("Board {board}", { board: board.board })}>
        <Versus view={view} round={round} board={board} />
        <Pad board={board} enter={enter} />
      </section>
      <div class="stack">
        <p class="hint keys-hint">
          {t("Keys at the boards: the signs on the buttons, arrows to walk, u takes the last entry back.")}
        </p>
        <MatchGames view={view} round={round} board={board} />
        {last && <Changes key={`${board.red}-${board.black}`} view={view} round={round} board={board} />}
        {why.length > 0 && (
          <details class="card why" open>
            <summary>{t("Why these two meet")}</summary>
            <Tolds notes={why} />
          </details>
        )}
        {board.black !== null && (
          <RecordOf key={`${board.red}-${board.black}`} round={round.number} board={board.board} />
        )}
      </div>
    </div>
  );
}

function Versus({ view, round, board }: Omit<Props, "enter">) {
  const [shown, setShown] = useState<number | null>(null);
  const player = shown === null ? undefined : players.value.get(shown);
  const name = (number: number, side: "red" | "black") => (
    <button type="button" class="quiet" aria-haspopup="dialog" onClick={() => setShown(number)}>
      <span class={`dot ${side}`} aria-hidden="true" />
      {players.value.get(number)?.name}
    </button>
  );
  // In a match of several games the keys speak of the next one, and who moves first in that.
  const next = matchOn(view, round.number, board.board)?.next;
  const [red, black] = next ? [next.first, next.second] : [board.red, board.black];
  return (
    <div class="versus">
      <h2>{t("Board {board}", { board: board.board })}</h2>
      {next && (
        <p class="soft small">{t("Game {game}: {stage}", { game: next.game, stage: say(next.stage) })}</p>
      )}
      <div>
        {name(red, "red")}
        <b>{resultText(board.result)}</b>
        {black !== null && name(black, "black")}
      </div>
      {player && <PlayerWindow view={view} player={player} close={() => setShown(null)} />}
    </div>
  );
}

function Pad({ board, enter }: { board: BoardView; enter(key: string): void }) {
  return (
    <div class="pad" role="group" aria-label={t("Result")}>
      {choices.value?.results.map(({ key, text }) => (
        <button key={key} type="button" aria-pressed={board.result === key} onClick={() => enter(key)}>
          <kbd>{key}</kbd>
          {say(text)}
        </button>
      ))}
      <button type="button" disabled={board.result === null} onClick={() => enter(".")}>
        <kbd>.</kbd>
        {t("clear")}
      </button>
    </div>
  );
}

function Changes({ view, round, board }: Omit<Props, "enter">) {
  const [one, setOne] = useState<number | null>(null);
  const can = (what: string) => view.can.includes(what);
  if (board.result !== null || board.black === null || !(can("swap") || can("turn"))) return null;
  return (
    <div class="bar">
      {can("turn") && (
        <Do
          plain
          slim
          label={t("Turn the colours")}
          run={() => act({ do: "turn", board: board.board, force: false })}
        />
      )}
      {can("swap") && (
        <button type="button" class="slim" onClick={() => setOne(board.red)}>
          {t("Exchange a player …")}
        </button>
      )}
      {one !== null && (
        <ChangeWindow
          kind="swap"
          view={view}
          one={one}
          among={sorted(
            view.players.filter(({ number }) => number !== null),
            "number",
          )}
          close={() => setOne(null)}
        />
      )}
      {round.published && <span class="hint">{t("The round is published: a change needs a reason.")}</span>}
    </div>
  );
}
