// The boards of a round, with what came of them.

import { t } from "../i18n";
import { keepWayBack } from "../play/wayback";
import { boardKey, boardOf, gamesText, matchScore, type News } from "./live";
import { isLoss, isWin, nameOf, resultName, resultText } from "./parts";
import type { BoardView, EventView, RoundView } from "./protocol";
import { players } from "./store";

function Result({ board, marks, match }: { board: BoardView; marks: Marks; match: string }) {
  const { result, table, struck } = board;
  if (struck) return <span class="soft">{t("struck out")}</span>;
  const name = resultName(result);
  return (
    <>
      <strong class={result === null ? "open" : marks.fresh ? "fresh" : ""}>
        <span aria-hidden="true">{result === null ? (table ? t("playing") : "–") : resultText(result)}</span>
        <span class="unseen">{name}</span>
      </strong>
      {match && <span class="of">{match}</span>}
      {marks.corrected && <em class="corrected">{t("corrected")}</em>}
      {table && (
        <a class="watch" href={`#t/${encodeURIComponent(table)}`} onClick={() => keepWayBack(table)}>
          {result === null ? t("Watch") : t("See the game")}
          <span class="unseen">
            {" "}
            {nameOf(board.red)} – {nameOf(board.black)}
          </span>
        </a>
      )}
    </>
  );
}

interface Marks {
  fresh: boolean;
  corrected: boolean;
}

export function BoardRow(props: { board: BoardView; marks: Marks; match: string; base: string }) {
  const { board, marks, match, base } = props;
  const red = players.value.get(board.red);
  const black = board.black === null ? undefined : players.value.get(board.black);
  const { result } = board;
  const player = (one: typeof red, points: string | null, side: "red" | "black", won: boolean) => (
    <div class={`side-${side}${won ? " won" : ""}`}>
      <a href={`#${base}/players/${one?.number ?? ""}`}>
        <span class="of">{one?.number}</span> <span class="name">{one?.name}</span>
      </a>
      {one?.team && <span class="of">{one.team}</span>}
      {points !== null && (
        <span class="points">
          <span class="unseen">{t("points so far")} </span>
          {points}
        </span>
      )}
    </div>
  );
  return (
    <li class="pairing">
      <span class="no">{board.board}</span>
      {player(red, board.points[0], "red", isWin(result))}
      <div class="score">
        {board.black === null ? (
          <span class="soft">{t("bye")}</span>
        ) : (
          <Result board={board} marks={marks} match={match} />
        )}
      </div>
      {board.black === null ? (
        <div class="side-black" />
      ) : (
        player(black, board.points[1], "black", isLoss(result))
      )}
    </li>
  );
}

function Out({ view, round }: { view: EventView; round: RoundView }) {
  const out = Object.keys(round.out).map(Number);
  if (out.length === 0) return null;
  return (
    <p class="soft out">
      {t("Not paired:")}{" "}
      {out.map((number, i) => (
        <span key={number}>
          {i > 0 && t(", ")}
          {view.players.find((one) => one.number === number)?.name ?? number}
        </span>
      ))}
    </p>
  );
}

export function RoundBoards(props: {
  view: EventView;
  round: RoundView;
  found: ReadonlySet<number> | null;
  news: News;
  base: string;
}) {
  const { view, round, found, news, base } = props;
  const boards = found ? round.boards.filter((board) => boardOf(board, found)) : round.boards;
  return (
    <section aria-labelledby="live-round">
      <div class="bar roundhead">
        <h2 id="live-round">{t("Round {round}", { round: round.number })}</h2>
        <span class="soft">
          {round.missing.length === 0
            ? t("all results are in")
            : t("{n} boards still to come in", { n: round.missing.length })}
        </span>
        {view.rounds.length > 1 && (
          <nav class="roundlinks push" aria-label={t("Rounds")}>
            {view.rounds.map(({ number }) => (
              <a
                key={number}
                href={`#${base}/round/${number}`}
                aria-current={number === round.number ? "page" : undefined}
                aria-label={t("Round {round}", { round: number })}
              >
                {number}
              </a>
            ))}
          </nav>
        )}
      </div>
      <ol class="roundboards">
        {boards.map((board) => {
          const key = boardKey(view.section, round.number, board);
          const marks = { fresh: news.fresh.has(key), corrected: board.corrected || news.corrected.has(key) };
          const score = matchScore(view, round.number, board);
          const match = score ? t("games {score}", { score: score.map(gamesText).join(" : ") }) : "";
          return <BoardRow key={key} board={board} marks={marks} match={match} base={base} />;
        })}
      </ol>
      {boards.length === 0 && <p class="soft">{t("Nobody of this name plays in this round.")}</p>}
      <Out view={view} round={round} />
    </section>
  );
}
