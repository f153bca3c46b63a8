// The page of one player: your board this round.

import { useEffect, useState } from "preact/hooks";
import { say, t } from "../i18n";
import { Refusal } from "../play/api";
import { fail } from "../play/store";
import { keepWayBack } from "../play/wayback";
import * as boards from "./liveapi";
import { resultText } from "./parts";
import type { EventView } from "./protocol";
import { event } from "./store";

/** Answers that no waiting changes. */
const REFUSED = ["boards.bad_link", "events.none"];

/** Milliseconds until the page looks again whether the other one has come. */
const LOOK = 15_000;

/** What in a view concerns a player: when it changes, the page asks anew. */
function concern(view: EventView | null, number: number | null | undefined): string {
  const last = view?.rounds.at(-1);
  const board = last?.boards.find(({ red, black }) => red === number || black === number);
  return `${last?.number} ${board?.table} ${board?.result}`;
}

function where({ side, opponent_name, opponent_team, round }: boards.SeatBoard): string {
  if (side === null) return t("You have no game in round {round}.", { round });
  const opponent = opponent_team ? `${opponent_name} (${opponent_team})` : opponent_name;
  return side === "red"
    ? t("You play Red and move first, against {opponent}.", { opponent })
    : t("You play Black, against {opponent}.", { opponent });
}

function status(board: boards.SeatBoard): string {
  if (board.result !== null) return t("The result is {result}.", { result: resultText(board.result) });
  if (board.side === null) return "";
  if (board.table === null) return t("The table is not open yet: this page tells you when it is.");
  if (board.status === "playing") return t("The game is being played.");
  if (board.status === "over") return t("The game is over.");
  return board.here
    ? t("You sit at the board; your opponent has not come yet.")
    : t("The clock starts when both have sat down.");
}

export function PlayerSeat({ id, secret, base }: { id: string; secret: string; base: string }) {
  const [seats, setSeats] = useState<boards.Seats | null>(null);
  const [wrong, setWrong] = useState<string | null>(null);
  const news = concern(event.value, seats?.number);
  useEffect(() => {
    let here = true;
    const look = () =>
      boards
        .seat(id, secret)
        .then((answer) => here && setSeats(answer))
        .catch((error: unknown) => {
          if (!(error instanceof Refusal)) throw error;
          if (here && REFUSED.includes(error.failure.code)) setWrong(say(error.failure.text));
        });
    void look();
    const timer = setInterval(look, LOOK);
    return () => {
      here = false;
      clearInterval(timer);
    };
  }, [id, secret, news]);
  const sit = async (table: string) => {
    try {
      await boards.seat(id, secret, table);
    } catch (error) {
      fail(error);
      return;
    }
    keepWayBack(table);
    location.hash = `t/${encodeURIComponent(table)}`;
  };
  if (wrong) {
    return (
      <section class="card">
        <p role="alert">{wrong}</p>
        <p>
          <a href={`#${base}`}>{t("To the page of the event")}</a>
        </p>
      </section>
    );
  }
  if (!seats) return <p role="status">{t("Fetching …")}</p>;
  return (
    <section class="card seat" aria-labelledby="live-seat">
      <h2 id="live-seat">
        {seats.number !== null && <span class="of">{seats.number}</span>} {seats.name}
        {seats.team && <span class="of"> {seats.team}</span>}
      </h2>
      {seats.boards.length === 0 && <p role="status">{t("No round has been published yet.")}</p>}
      {seats.boards.map((board) => (
        <div key={board.section} class="yourboard">
          <h3>
            {board.section && `${board.section} · `}
            {board.side === null
              ? t("Round {round}", { round: board.round })
              : t("Round {round}, board {board}", { round: board.round, board: board.board })}
          </h3>
          <p>{where(board)}</p>
          <p class="soft" role="status">
            {status(board)}
          </p>
          {board.table !== null && board.status !== "over" && board.result === null && (
            <button type="button" class="primary big" onClick={() => void sit(board.table!)}>
              {board.here ? t("Back to the board") : t("Sit down at the board")}
            </button>
          )}
          {board.table !== null && (board.status === "over" || board.result !== null) && (
            <a class="button" href={`#t/${board.table}`} onClick={() => keepWayBack(board.table!)}>
              {t("See the game")}
            </a>
          )}
        </div>
      ))}
      <p class="soft small">
        {t("This address is yours alone, for the whole event: whoever has it plays for you.")}
      </p>
      <p>
        <a href={`#${base}`}>{t("To the page of the event")}</a>
      </p>
    </section>
  );
}
