// The games of a knock-out match under the board in hand: correcting one, and saying who goes on.

import { useState } from "preact/hooks";
import { say, t } from "../i18n";
import type { Text } from "../play/protocol";
import { Line } from "./newevent";
import { Do } from "./nextstep";
import { nameOf, resultName, resultText } from "./parts";
import type { BoardView, EventView, RoundView } from "./protocol";
import { act, choices } from "./store";

interface Game {
  game: number;
  first: number;
  second: number;
  stage: Text;
  result: string;
}

interface Match {
  match: string;
  round: number | null;
  board: number | null;
  games?: Game[];
  /** What the next key is entered for. */
  next?: Omit<Game, "result"> | null;
}

/** The match on a board, if the system plays matches. */
export function matchOn(view: EventView, round: number, board: number): Match | null {
  const { matches = [] } = (view.extra.bracket ?? {}) as { matches?: Match[] };
  return matches.find((one) => one.round === round && one.board === board) ?? null;
}

interface Props {
  view: EventView;
  round: RoundView;
  board: BoardView;
}

export function MatchGames({ view, round, board }: Props) {
  const match = matchOn(view, round.number, board.board);
  if (!match || board.black === null) return null;
  const games = match.games ?? [];
  return (
    <section class="card stack" aria-label={t("Games of the match")}>
      <h3>{t("Games of the match")}</h3>
      {games.length === 0 && <p class="soft">{t("None yet: each key enters the next game.")}</p>}
      <ol class="stack">
        {games.map((game) => (
          <GameLine key={game.game} game={game} round={round.number} board={board.board} />
        ))}
      </ol>
      <Decide round={round.number} board={board} />
    </section>
  );
}

function GameLine({ game, round, board }: { game: Game; round: number; board: number }) {
  const correct = (key: string) => act({ do: "match_game", board, game: game.game, key, round });
  return (
    <li class="bar">
      <span class="soft">
        {game.game}. {say(game.stage)}
      </span>
      <span>
        <span class="dot red" aria-hidden="true" />
        {nameOf(game.first)} – {nameOf(game.second)}
      </span>
      <select
        class="push"
        aria-label={t("Result of game {game}", { game: game.game })}
        value={game.result}
        onChange={async (event) => {
          const field = event.currentTarget;
          // Given up or refused, what stands is shown again.
          if (!(await correct(field.value))) field.value = game.result;
        }}
      >
        {choices.value?.results.map(({ key }) => (
          <option key={key} value={key}>
            {resultText(key)} {resultName(key)}
          </option>
        ))}
        <option value=".">{t("clear")}</option>
      </select>
    </li>
  );
}

function Decide({ round, board }: { round: number; board: BoardView }) {
  const [reason, setReason] = useState("");
  const decide = (winner: number) =>
    act({ do: "decide", board: board.board, winner, reason: reason.trim(), round });
  return (
    <details>
      <summary>{t("The arbiter decides who goes on")}</summary>
      <div class="form">
        <Line label={t("Reason, for the log")} value={reason} change={setReason} />
        <div class="bar">
          {[board.red, board.black!].map((winner) => (
            <Do
              key={winner}
              plain
              slim
              off={!reason.trim()}
              label={t("{name} goes on", { name: nameOf(winner) })}
              run={() => decide(winner)}
            />
          ))}
        </div>
      </div>
    </details>
  );
}
