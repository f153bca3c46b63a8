// The ledger of fouls, and who may not meet.

import { useState } from "preact/hooks";
import { t } from "../i18n";
import { asked } from "./deskplayers";
import { sorted } from "./look";
import { Do } from "./nextstep";
import { numbered, PlayerChoice } from "./parts";
import type { EventView, ForbiddenView, PlayerView } from "./protocol";
import { act } from "./store";

export function AgreedTab({ view }: { view: EventView }) {
  return (
    <div class="stack">
      <Ledger view={view} />
      <Forbidden view={view} />
    </div>
  );
}

const entrant = (view: EventView, id: number): PlayerView | undefined =>
  view.players.find((player) => player.id === id);

const named = (view: EventView, id: number): string => {
  const player = entrant(view, id);
  return player ? numbered(player) : String(id);
};

function Ledger({ view }: { view: EventView }) {
  return (
    <section class="card stack">
      <h2>{t("Fouls and warnings")}</h2>
      {view.fouls.length === 0 ? (
        <p class="soft">{t("None yet. Enter them in the window of the player or beside his board.")}</p>
      ) : (
        <div class="scroll">
          <table class="grid">
            <thead>
              <tr>
                <th class="n">{t("Round")}</th>
                <th>{t("Name")}</th>
                <th>{t("What it was")}</th>
                <th class="n">{t("Counts as")}</th>
                <th>{t("Note: move, time")}</th>
                <th class="n">{t("So far")}</th>
              </tr>
            </thead>
            <tbody>
              {view.fouls.map((foul, i) => (
                <tr key={`${foul.id} ${i}`}>
                  <td class="n">{foul.round}</td>
                  <th scope="row">{named(view, foul.id)}</th>
                  <td>{foul.kind}</td>
                  <td class="n">{foul.count === 0 ? t("a warning") : foul.count}</td>
                  <td>{foul.note}</td>
                  <td class="n">{entrant(view, foul.id)?.fouls}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </section>
  );
}

function meeting(view: EventView, pair: ForbiddenView): string {
  const names = pair.ids.map((id) => named(view, id)).join(t(", "));
  if (pair.first === 1 && pair.last === null) return names;
  const last = pair.last ?? view.rounds_total ?? "…";
  return `${names} (${t("rounds {first} to {last}", { first: pair.first, last })})`;
}

function Forbidden({ view }: { view: EventView }) {
  const [one, setOne] = useState("");
  const [two, setTwo] = useState("");
  const among = sorted(view.players, "number");
  const agree = async () => {
    if (await act({ do: "forbid", players: [one, two] })) {
      setOne("");
      setTwo("");
    }
  };
  return (
    <section class="card stack">
      <h2>{t("Players who may not meet")}</h2>
      {view.forbidden.length > 0 && (
        <ul class="reasons">
          {view.forbidden.map((pair, i) => (
            <li key={`${i} ${pair.ids}`}>{meeting(view, pair)}</li>
          ))}
        </ul>
      )}
      {view.can.includes("forbid") && (
        <>
          <div class="fields">
            <PlayerChoice label={t("One")} value={one} among={among} choose={setOne} />
            <PlayerChoice
              label={t("The other")}
              value={two}
              among={among.filter((player) => asked(player) !== one)}
              choose={setTwo}
            />
          </div>
          <div class="bar">
            <Do plain off={!one || !two} label={t("They may not meet")} run={agree} />
          </div>
        </>
      )}
    </section>
  );
}
