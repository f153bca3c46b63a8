// Where one arrives: the board set up, a form to start, and the games to go on with.

import { useEffect, useState } from "preact/hooks";
import { language, say, t } from "../i18n";
import * as api from "./api";
import { BoardView } from "./boardview";
import { sideName } from "./moves";
import { NewGameForm } from "./newgame";
import type { Summary } from "./protocol";
import { below } from "./store";

const START = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1";

function state(summary: Summary): string {
  if (summary.outcome) return say(summary.outcome.text);
  return t("{count} moves played", { count: summary.plies });
}

function title(summary: Summary): string {
  const { seats, level } = summary;
  const engine = seats.red.kind === "engine" ? "red" : seats.black.kind === "engine" ? "black" : null;
  if (!engine) return t("Both sides");
  return t("{side} against the engine, level {level}", {
    side: sideName(engine === "red" ? "black" : "red"),
    level,
  });
}

function MyGames() {
  const [tables, setTables] = useState<Summary[]>([]);
  useEffect(() => {
    let here = true;
    api
      .myTables()
      .then((answer) => here && setTables(answer.tables))
      // Only a convenience: when the server cannot be asked, starting a game will say so.
      .catch(() => undefined);
    return () => {
      here = false;
    };
  }, []);
  if (tables.length === 0) return null;
  const when = new Intl.DateTimeFormat(language() === "zh" ? "zh-CN" : "en", {
    dateStyle: "medium",
    timeStyle: "short",
  });
  return (
    <section class="card games">
      <h2>{t("Your games")}</h2>
      <ul>
        {tables.map((summary) => (
          <li key={summary.id}>
            <a href={`#t/${summary.id}`}>
              <b>{title(summary)}</b>
              <span>{state(summary)}</span>
              <time>{when.format(summary.updated * 1000)}</time>
            </a>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** A board set up for nobody in particular. */
function IdleBoard() {
  const view = { fen: START, turn: "red" as const, movable: false, dests: {}, last: null, check: null };
  return (
    <div class="boardside">
      <BoardView view={{ ...view, below: below.value }} />
    </div>
  );
}

/** Until the table has come. */
export function WaitingPage() {
  return (
    <>
      <IdleBoard />
      <aside class="side">
        <p class="status" role="status">
          {t("Fetching the game …")}
        </p>
      </aside>
    </>
  );
}

export function StartPage() {
  return (
    <>
      <IdleBoard />
      <aside class="side">
        <section class="card">
          <h1>{t("A game of Xiangqi")}</h1>
          <NewGameForm />
          <a class="button" href="#setup">
            {t("Set up a position")}
          </a>
        </section>
        <MyGames />
      </aside>
    </>
  );
}
