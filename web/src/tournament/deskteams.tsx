// Teams at the desk: made of the units or by hand, line-ups, byes and withdrawals of teams.

import { useState } from "preact/hooks";
import { say, t } from "../i18n";
import { asked } from "./deskplayers";
import { Teams, type TeamsExtra } from "./liveteams";
import { sorted } from "./look";
import { Line } from "./newevent";
import { Do } from "./nextstep";
import { numbered } from "./parts";
import type { EventView, PlayerView } from "./protocol";
import { act, choices } from "./store";
import { moved } from "./wish";

/** Whether the system of the event pairs teams. */
export const hasTeams = (view: EventView): boolean =>
  choices.value?.systems.some(({ name, teams }) => teams && name === view.system) ?? false;

const teamNames = (view: EventView): string[] =>
  ((view.extra.teams ?? {}) as TeamsExtra).rows?.map(({ team }) => team) ?? [];

export function TeamsTab({ view }: { view: EventView }) {
  const teams = teamNames(view);
  return (
    <div class="stack">
      {!view.numbered && (
        <section class="card stack">
          <h2>{t("Teams")}</h2>
          <p>{t("Teams are made of the units on the list, the boards in the order of the list.")}</p>
          <div class="bar">
            <Do
              name="make_teams"
              label={t("Make teams of the units")}
              run={() => act({ do: "make_teams" })}
            />
          </div>
          <MakeTeam view={view} />
        </section>
      )}
      {teams.length > 0 && (
        <>
          <LineUp view={view} teams={teams} />
          <Away view={view} teams={teams} />
          <Teams view={view} />
        </>
      )}
    </div>
  );
}

interface OrderProps {
  players: readonly PlayerView[];
  order: readonly string[];
  set(order: string[]): void;
  /** Whether a board may stay empty. */
  empty?: boolean;
}

const EMPTY = "-";

/** Players in the order of the boards. */
function Order({ players, order, set, empty = false }: OrderProps) {
  const name = (one: string) => {
    const player = players.find((other) => asked(other) === one);
    return player ? numbered(player) : t("empty board");
  };
  const left = players.filter((player) => !order.includes(asked(player)));
  return (
    <div class="stack">
      <ol class="ordered">
        {order.map((one, i) => (
          <li key={`${i} ${one}`}>
            <span>{name(one)}</span>
            <button
              type="button"
              aria-label={t("{what}: up", { what: name(one) })}
              disabled={i === 0}
              onClick={() => set(moved(order, i, -1))}
            >
              ↑
            </button>
            <button
              type="button"
              aria-label={t("{what}: take out", { what: name(one) })}
              onClick={() => set(order.filter((_, at) => at !== i))}
            >
              ✕
            </button>
          </li>
        ))}
      </ol>
      <select
        aria-label={t("Next board")}
        value=""
        onChange={(event) => {
          if (event.currentTarget.value) set([...order, event.currentTarget.value]);
          event.currentTarget.value = "";
        }}
      >
        <option value="">{t("Next board")} …</option>
        {empty && <option value={EMPTY}>{t("empty board")}</option>}
        {left.map((player) => (
          <option key={player.id} value={asked(player)}>
            {numbered(player)} {player.team}
          </option>
        ))}
      </select>
    </div>
  );
}

function MakeTeam({ view }: { view: EventView }) {
  const [name, setName] = useState("");
  const [order, setOrder] = useState<string[]>([]);
  const make = async () => {
    if (!(await act({ do: "set_team", name: name.trim(), players: order }))) return;
    setName("");
    setOrder([]);
  };
  return (
    <details>
      <summary>{t("Make a team by hand, or change its boards")}</summary>
      <div class="form">
        <Line label={t("Name of the team")} value={name} change={setName} />
        <Order players={sorted(view.players, "number")} order={order} set={setOrder} />
        <div class="bar">
          <Do plain off={!name.trim() || order.length === 0} label={t("Enter the team")} run={make} />
        </div>
      </div>
    </details>
  );
}

function TeamChoice(props: { teams: readonly string[]; value: string; set(team: string): void }) {
  return (
    <label class="field">
      <span>{t("Team")}</span>
      <select value={props.value} onChange={(event) => props.set(event.currentTarget.value)}>
        <option value="">{t("Choose …")}</option>
        {props.teams.map((team) => (
          <option key={team} value={team}>
            {team}
          </option>
        ))}
      </select>
    </label>
  );
}

interface TeamProps {
  view: EventView;
  teams: readonly string[];
}

function LineUp({ view, teams }: TeamProps) {
  const [team, setTeam] = useState("");
  const [order, setOrder] = useState<string[]>([]);
  const rows = ((view.extra.teams ?? {}) as TeamsExtra).rows ?? [];
  const members = new Set(rows.find((row) => row.team === team)?.players ?? []);
  const players = view.players.filter(({ number }) => number !== null && members.has(number));
  const enter = async () => {
    if (await act({ do: "line_up", team, players: order, force: false })) setOrder([]);
  };
  return (
    <details class="card">
      <summary>{t("Line-up of a team")}</summary>
      <div class="form">
        <TeamChoice
          teams={teams}
          value={team}
          set={(next) => {
            setTeam(next);
            setOrder([]);
          }}
        />
        {team && <Order players={players} order={order} set={setOrder} empty />}
        <div class="bar">
          <Do plain off={order.length === 0} label={t("Enter the line-up")} run={enter} />
        </div>
      </div>
    </details>
  );
}

function Away({ view, teams }: TeamProps) {
  const next = view.rounds.length + 1;
  const [team, setTeam] = useState("");
  return (
    <details class="card">
      <summary>{t("A team has a bye, or leaves")}</summary>
      <div class="form">
        <TeamChoice teams={teams} value={team} set={setTeam} />
        <div class="bar">
          {choices.value?.byes.map(({ name, text }) => (
            <Do
              key={name}
              plain
              slim
              off={!team}
              label={t("Bye in round {round}: {kind}", { round: next, kind: say(text) })}
              run={() => act({ do: "team_bye", team, round: next, kind: name })}
            />
          ))}
          <Do
            plain
            slim
            off={!team}
            label={t("Withdraw")}
            run={() => act({ do: "team_withdraw", team, round: next })}
          />
        </div>
      </div>
    </details>
  );
}
