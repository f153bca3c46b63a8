// The cross table: everybody against everybody, or everybody round by round.

import { t } from "../i18n";
import { markOf, meetings, ranked, SQUARE, shortMark, type Turn, turns } from "./live";
import { nameOf, resultName } from "./parts";
import type { EventView } from "./protocol";
import { players } from "./store";

function Spoken({ turn }: { turn: Turn }) {
  const side = turn.side === "red" ? t("first mover") : t("second mover");
  return (
    <span class="unseen">
      {" "}
      {nameOf(turn.opponent)}, {side}, {resultName(turn.result)}
    </span>
  );
}

function Cell({ turn }: { turn: Turn }) {
  if (turn.opponent === null)
    return <td class="soft">{turn.out === "bye" ? t("bye") : turn.out === "none" ? "" : "–"}</td>;
  return (
    <td class={`met ${markOf(turn.result, turn.side)}`}>
      <span aria-hidden="true">
        <span class={`dot ${turn.side}`} />
        {turn.opponent}
        <b>{shortMark(turn.result, turn.side) || "…"}</b>
      </span>
      <Spoken turn={turn} />
    </td>
  );
}

/** A line a player, a column a round: opponent, colour, result. */
function ByRounds({ view }: { view: EventView }) {
  const list = ranked(view, players.value);
  return (
    <table class="grid cross">
      <thead>
        <tr>
          <th scope="col" class="n">
            {t("Rank")}
          </th>
          <th scope="col" class="n">
            {t("No.")}
          </th>
          <th scope="col" class="named">
            {t("Name")}
          </th>
          {view.rounds.map(({ number }) => (
            <th key={number} scope="col">
              <abbr title={t("Round {round}", { round: number })}>{number}</abbr>
            </th>
          ))}
          <th scope="col" class="n">
            {t("Points")}
          </th>
        </tr>
      </thead>
      <tbody>
        {list.map(({ player, row }) => (
          <tr key={player.id}>
            <td class="n">{row?.place}</td>
            <td class="n">{player.number}</td>
            <th scope="row">{player.name}</th>
            {turns(view, player.number!).map((turn) => (
              <Cell key={turn.round} turn={turn} />
            ))}
            <td class="n">
              <b>{player.points}</b>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** Everybody against everybody. */
function Square({ view }: { view: EventView }) {
  const list = ranked(view, players.value);
  const met = meetings(view);
  return (
    <table class="grid cross square">
      <thead>
        <tr>
          <th scope="col" class="n">
            {t("Rank")}
          </th>
          <th scope="col" class="named">
            {t("Name")}
          </th>
          {list.map(({ player }) => (
            <th key={player.id} scope="col">
              <abbr title={player.name}>{player.number}</abbr>
            </th>
          ))}
          <th scope="col" class="n">
            {t("Points")}
          </th>
        </tr>
      </thead>
      <tbody>
        {list.map(({ player: one, row }) => (
          <tr key={one.id}>
            <td class="n">{row?.place}</td>
            <th scope="row">
              <span class="of">{one.number}</span>
              {"\u00a0"}
              {one.name}
            </th>
            {list.map(({ player: two }) => {
              if (one === two) return <td key={two.id} class="self" />;
              const games = met.get(`${one.number} ${two.number}`) ?? [];
              return (
                <td
                  key={two.id}
                  class={`met ${games.length === 1 ? markOf(games[0]!.result, games[0]!.side) : ""}`}
                >
                  {games.map((turn) => (
                    <span key={turn.round}>
                      <span aria-hidden="true">
                        <span class={`dot ${turn.side}`} />
                        <b>{shortMark(turn.result, turn.side) || "…"}</b>
                      </span>
                      <Spoken turn={turn} />
                    </span>
                  ))}
                </td>
              );
            })}
            <td class="n">
              <b>{one.points}</b>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

export function CrossTable({ view }: { view: EventView }) {
  const some = view.players.filter(({ number }) => number !== null).length;
  const square = some <= SQUARE && view.rounds.length > 0;
  return (
    <section aria-labelledby="live-cross">
      <h2 id="live-cross">{t("Cross table")}</h2>
      {square && (
        <div class="scroll">
          <Square view={view} />
        </div>
      )}
      <h3>{t("Round by round")}</h3>
      <div class="scroll">
        <ByRounds view={view} />
      </div>
      <p class="soft small legend">
        <span class="dot red" /> {t("first mover")} <span class="dot black" /> {t("second mover")} · 1 ½ 0 · +
        – {t("without play")}
      </p>
    </section>
  );
}
