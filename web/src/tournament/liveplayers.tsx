// The players, and of each a card: opponents, sides, points round by round.

import { t } from "../i18n";
import { type Mark, markOf, pointsAfter, turns } from "./live";
import { resultName, resultText } from "./parts";
import type { EventView, PlayerView } from "./protocol";
import { players } from "./store";

const outText = (kind: string): string => {
  if (kind === "bye") return t("bye");
  if (kind === "full_bye") return t("bye, a full point");
  if (kind === "half_bye") return t("bye, half a point");
  return t("not paired");
};

function wordOf(mark: Mark): string {
  const words: Record<Mark, () => string> = {
    win: () => t("won"),
    draw: () => t("drawn"),
    loss: () => t("lost"),
    both: () => t("lost by both"),
    "": () => "",
  };
  return words[mark]();
}

export function PlayerCard({ view, number, base }: { view: EventView; number: number; base: string }) {
  const player = players.value.get(number);
  if (!player) return <p class="soft">{t("There is no such player.")}</p>;
  const list = turns(view, number);
  const place = view.standings?.rows.find((row) => row.number === number)?.place;
  return (
    <section class="card player" aria-labelledby="live-player">
      <div class="bar">
        <h2 id="live-player">
          <span class="of">{number}</span> {player.name}
        </h2>
        <a class="push" href={`#${base}/players`}>
          {t("All players")}
        </a>
      </div>
      <p class="facts">
        {player.team && <span>{player.team}</span>}
        {player.title && <span>{player.title}</span>}
        {player.federation && <span>{player.federation}</span>}
        {player.rating > 0 && <span>{t("rating {rating}", { rating: player.rating })}</span>}
        <span>{t("{points} points", { points: player.points })}</span>
        {place && <a href={`#${base}/standings/${number}`}>{t("place {place}", { place })}</a>}
        {player.gone !== null && <span>{t("withdrawn from round {round}", { round: player.gone })}</span>}
      </p>
      <div class="scroll">
        <table class="grid">
          <thead>
            <tr>
              <th scope="col" class="n">
                {t("Round")}
              </th>
              <th scope="col" class="n boardno">
                {t("Board no.")}
              </th>
              <th scope="col">{t("Side")}</th>
              <th scope="col">{t("Opponent")}</th>
              <th scope="col">{t("Result")}</th>
              <th scope="col" class="n">
                {t("Points")}
              </th>
            </tr>
          </thead>
          <tbody>
            {list.map((turn, i) => {
              const opponent = turn.opponent === null ? undefined : players.value.get(turn.opponent);
              return (
                <tr key={turn.round}>
                  <th scope="row" class="n">
                    <a href={`#${base}/round/${turn.round}`}>{turn.round}</a>
                  </th>
                  <td class="n boardno">{turn.board?.board}</td>
                  <td>
                    {turn.side && (
                      <>
                        <span class={`dot ${turn.side}`} />{" "}
                        <span class="mover">
                          {turn.side === "red" ? t("first mover") : t("second mover")}
                        </span>
                      </>
                    )}
                  </td>
                  <td>
                    {opponent ? (
                      <a href={`#${base}/players/${opponent.number}`}>
                        <span class="of">{opponent.number}</span> {opponent.name}{" "}
                        <span class="of">{opponent.team}</span>
                      </a>
                    ) : (
                      turn.out && <span class="soft">{outText(turn.out)}</span>
                    )}
                  </td>
                  <td class={`met ${markOf(turn.result, turn.side)}`}>
                    {turn.opponent !== null && (
                      <>
                        <b>{wordOf(markOf(turn.result, turn.side))}</b>{" "}
                        <span class="soft" aria-hidden="true">
                          {resultText(turn.result)}
                        </span>
                        <span class="unseen">{resultName(turn.result)}</span>
                      </>
                    )}
                  </td>
                  <td class="n">{pointsAfter(list, i, player)}</td>
                </tr>
              );
            })}
          </tbody>
        </table>
      </div>
    </section>
  );
}

export function PlayerList({ list, base }: { list: readonly PlayerView[]; base: string }) {
  const teams = list.some(({ team }) => team);
  const ratings = list.some(({ rating }) => rating > 0);
  return (
    <section aria-labelledby="live-players">
      <h2 id="live-players">{t("{n} players", { n: list.length })}</h2>
      <div class="scroll">
        <table class="grid">
          <thead>
            <tr>
              <th scope="col" class="n">
                {t("No.")}
              </th>
              <th scope="col" class="named">
                {t("Name")}
              </th>
              {teams && <th scope="col">{t("Team")}</th>}
              <th scope="col">{t("Title")}</th>
              {ratings && (
                <th scope="col" class="n">
                  {t("Rating")}
                </th>
              )}
              <th scope="col" class="n">
                {t("Points")}
              </th>
            </tr>
          </thead>
          <tbody>
            {list.map((one) => (
              <tr key={one.id} class={one.gone === null ? "" : "gone"}>
                <td class="n">{one.number}</td>
                <th scope="row" class="who">
                  {one.number === null ? one.name : <a href={`#${base}/players/${one.number}`}>{one.name}</a>}
                </th>
                {teams && <td>{one.team}</td>}
                <td>{one.title}</td>
                {ratings && <td class="n">{one.rating || ""}</td>}
                <td class="n">{one.number === null ? "" : one.points}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  );
}
