// The teams: their standings, and their matches round by round.

import { say, t } from "../i18n";
import { nameOf } from "./parts";
import type { CodeChoice, EventView } from "./protocol";

export interface TeamsExtra {
  codes?: CodeChoice[];
  rows?: { place: number; team: string; tallies: string[]; players?: number[] }[];
  matches?: { round: number; home: string; away: string | null; points: [string, string] | null }[];
}

function Places({ codes = [], rows = [] }: TeamsExtra) {
  const members = rows.some(({ players }) => players?.length);
  return (
    <div class="scroll">
      <table class="grid">
        <thead>
          <tr>
            <th scope="col" class="n">
              {t("Rank")}
            </th>
            <th scope="col">{t("Team")}</th>
            {codes.map(({ code, name }) => (
              <th key={code} scope="col" class="n">
                <abbr title={say(name)}>{say(name)}</abbr>
              </th>
            ))}
            {members && <th scope="col">{t("Players")}</th>}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ place, team, tallies, players = [] }) => (
            <tr key={team}>
              <td class="n">{place}</td>
              <th scope="row">{team}</th>
              {tallies.map((tally, i) => (
                <td key={codes[i]?.code ?? i} class="n">
                  {i === 0 ? <b>{tally}</b> : tally}
                </td>
              ))}
              {members && <td class="members">{players.map(nameOf).join(t(", "))}</td>}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

export function Teams({ view }: { view: EventView }) {
  const extra = (view.extra.teams ?? {}) as TeamsExtra;
  const matches = extra.matches ?? [];
  const rounds = [...new Set(matches.map(({ round }) => round))].sort((a, b) => b - a);
  return (
    <section aria-labelledby="live-teams">
      <h2 id="live-teams">{t("Teams")}</h2>
      {extra.rows?.length ? <Places {...extra} /> : <p class="soft">{t("There are no standings yet.")}</p>}
      {rounds.map((round) => (
        <section key={round}>
          <h3>{t("Round {round}", { round })}</h3>
          <ol class="matches">
            {matches
              .filter((match) => match.round === round)
              .map(({ home, away, points }) => (
                <li key={home}>
                  <span>{home}</span>
                  <b>{away === null ? t("bye") : points ? points.join(" : ") : "–"}</b>
                  <span>{away}</span>
                </li>
              ))}
          </ol>
        </section>
      ))}
    </section>
  );
}
