// The list of players: entering, check-in, and each player's window.

import { useState } from "preact/hooks";
import { say, t } from "../i18n";
import { AddPlayers, LatePlayer } from "./deskadd";
import { PlayerWindow } from "./deskplayer";
import { filtered, type Sorting, sorted } from "./look";
import { Do } from "./nextstep";
import type { EventView, PlayerView } from "./protocol";
import { act, choices } from "./store";

/** How a player is named in a command: by number, before there are any by the place in the list. */
export const asked = (player: PlayerView): string => String(player.number ?? player.id);

const SORTINGS: [Sorting, () => string][] = [
  ["number", () => t("No.")],
  ["name", () => t("Name")],
  ["team", () => t("Team")],
  ["rating", () => t("Rating")],
];

export function PlayersTab({ view }: { view: EventView }) {
  const [looked, setLooked] = useState("");
  const [by, setBy] = useState<Sorting>("number");
  // What was opened before the numbers were given is closed with them.
  const [adding, setAdding] = useState<"list" | "late" | null>(view.players.length === 0 ? "list" : null);
  const kind = view.numbered ? "late" : "list";
  const [chosen, setChosen] = useState<number | null>(null);
  const players = sorted(filtered(view.players, looked), by);
  const here = view.players.filter(({ present }) => present).length;
  const checking = view.can.includes("check_in");
  const one = view.players.find(({ id }) => id === chosen);
  const open = adding === kind || view.players.length === 0;
  return (
    <div class="stack">
      <div class="bar">
        <button type="button" aria-expanded={open} onClick={() => setAdding(open ? null : kind)}>
          ＋ {view.numbered ? t("Late entry") : t("Add players")}
        </button>
        {checking && view.players.length > 0 && (
          <>
            <Do plain label={t("All are here")} run={() => act({ do: "check_in", present: true })} />
            {here > 0 && (
              <Do plain label={t("Nobody is here")} run={() => act({ do: "check_in", present: false })} />
            )}
          </>
        )}
        <span class="soft push" role="status">
          {checking && here > 0
            ? t("{here} of {count} are here", { here, count: view.players.length })
            : t("{count} players", { count: view.players.length })}
        </span>
        <input
          type="search"
          aria-label={t("Look for a player")}
          placeholder={t("Look for a player")}
          value={looked}
          onInput={(event) => setLooked(event.currentTarget.value)}
        />
      </div>
      {view.numbered && view.can.includes("number") && (
        <div class="bar">
          <span class="soft">{t("Until a round is paired the numbers can be given again:")}</span>
          {choices.value?.numbering.map((way) => (
            <Do
              key={way.name}
              plain
              slim
              label={say(way.text)}
              run={() => act({ do: "number", how: way.name })}
            />
          ))}
        </div>
      )}
      {open && (view.numbered ? <LatePlayer view={view} /> : <AddPlayers key={view.id} />)}
      {view.players.length > 0 && (
        <div class="scroll">
          <table class="grid players">
            <thead>
              <tr>
                {checking && <th>{t("Here")}</th>}
                {SORTINGS.map(([name, text]) => (
                  <th
                    key={name}
                    class={name === "number" || name === "rating" ? "n" : ""}
                    aria-sort={by === name ? (name === "rating" ? "descending" : "ascending") : undefined}
                  >
                    <button type="button" class="link" onClick={() => setBy(name)}>
                      {text()}
                    </button>
                  </th>
                ))}
                <th class="n">{t("Points")}</th>
                <th>{t("Remarks")}</th>
              </tr>
            </thead>
            <tbody>
              {players.map((player) => (
                <Row key={player.id} player={player} checking={checking} open={() => setChosen(player.id)} />
              ))}
            </tbody>
          </table>
        </div>
      )}
      {players.length === 0 && looked && <p class="soft">{t("Nobody of that name or number.")}</p>}
      {one && <PlayerWindow view={view} player={one} close={() => setChosen(null)} />}
    </div>
  );
}

interface RowProps {
  player: PlayerView;
  checking: boolean;
  open(): void;
}

function Row({ player, checking, open }: RowProps) {
  const note = (present: boolean) => act({ do: "check_in", players: [asked(player)], present });
  return (
    <tr class={player.gone === null ? "" : "gone"}>
      {checking && (
        <td>
          <input
            type="checkbox"
            aria-label={t("{name} is here", { name: player.name })}
            checked={player.present}
            onChange={(event) => note(event.currentTarget.checked)}
          />
        </td>
      )}
      <td class="n">{player.number ?? <span class="soft">({player.id})</span>}</td>
      <th scope="row">
        <button type="button" class="link who" aria-haspopup="dialog" onClick={open}>
          {player.name}
        </button>
        {player.title && <span class="of"> {player.title}</span>}
      </th>
      <td>{player.team}</td>
      <td class="n">{player.rating || ""}</td>
      <td class="n">{player.number === null ? "" : player.points}</td>
      <td class="small">{remarks(player).join(" · ")}</td>
    </tr>
  );
}

export function remarks(player: PlayerView): string[] {
  const found: string[] = [];
  if (player.first > 1) found.push(t("from round {round}", { round: player.first }));
  if (player.gone !== null) found.push(t("withdrawn from round {round}", { round: player.gone }));
  if (player.annulled) found.push(t("results struck out"));
  const byes = Object.keys(player.byes);
  if (byes.length) found.push(t("bye in round {rounds}", { rounds: byes.join(t(", ")) }));
  if (player.fouls) found.push(t("fouls: {count}", { count: player.fouls }));
  return found;
}
