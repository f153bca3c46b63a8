// Groups, finals and other sections of an event: begun here, then chosen at the head of the desk.

import { useState } from "preact/hooks";
import { t } from "../i18n";
import { asked } from "./deskplayers";
import { systemName } from "./eventlist";
import { sorted } from "./look";
import { Line } from "./newevent";
import { Do } from "./nextstep";
import { numbered } from "./parts";
import type { EventView } from "./protocol";
import { act, choices, chooseSection, section } from "./store";

export function SectionsTab({ view }: { view: EventView }) {
  return (
    <div class="stack">
      <SectionList view={view} />
      <Groups view={view} />
      <Final view={view} />
      <Split view={view} />
      <ByHand view={view} />
      <Closing view={view} />
    </div>
  );
}

export const sectionName = (name: string): string => name || t("Main event");

function SectionList({ view }: { view: EventView }) {
  return (
    <section class="card stack">
      <h2>{t("Sections")}</h2>
      <p class="soft">
        {t("Each section has rounds and standings of its own. The desk works on the one chosen.")}
      </p>
      <div class="scroll">
        <table class="grid">
          <thead>
            <tr>
              <th>{t("Section")}</th>
              <th>{t("System")}</th>
              <th class="n">{t("Players")}</th>
              <th class="n">{t("Rounds")}</th>
            </tr>
          </thead>
          <tbody>
            {view.sections.map((one) => (
              <tr key={one.name} class={one.name === section.value ? "chosen" : ""}>
                <th scope="row">
                  <button
                    type="button"
                    class="link"
                    aria-pressed={one.name === section.value}
                    onClick={() => chooseSection(one.name)}
                  >
                    {sectionName(one.name)}
                  </button>
                </th>
                <td>{systemName(one.system)}</td>
                <td class="n">{one.players}</td>
                <td class="n">{one.rounds}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  );
}

interface Kind {
  system: string;
  rounds: string;
}

/** The system of a section, and the number of rounds where it must be said. */
function KindFields({ kind, set }: { kind: Kind; set(kind: Kind): void }) {
  const systems = choices.value?.systems.filter(({ name, teams }) => !teams && name !== "sections") ?? [];
  const rounds = systems.find(({ name }) => name === kind.system)?.rounds ?? false;
  return (
    <>
      <label class="field">
        <span>{t("System")}</span>
        <select value={kind.system} onChange={(event) => set({ ...kind, system: event.currentTarget.value })}>
          {systems.map(({ name }) => (
            <option key={name} value={name}>
              {systemName(name)}
            </option>
          ))}
        </select>
      </label>
      {rounds && (
        <NumberField
          label={t("Number of rounds")}
          value={kind.rounds}
          least={1}
          set={(value) => set({ ...kind, rounds: value })}
        />
      )}
    </>
  );
}

const agreed = ({ system, rounds }: Kind) => ({ system, rounds: Number(rounds) || null });

export function NumberField(props: {
  label: string;
  value: string;
  least: number;
  set(value: string): void;
}) {
  return (
    <label class="field">
      <span>{props.label}</span>
      <input
        type="number"
        min={props.least}
        value={props.value}
        onInput={(event) => props.set(event.currentTarget.value)}
      />
    </label>
  );
}

export function Flag(props: { label: string; value: boolean; set(value: boolean): void }) {
  return (
    <label class="check">
      <input
        type="checkbox"
        checked={props.value}
        onChange={(event) => props.set(event.currentTarget.checked)}
      />
      <span>{props.label}</span>
    </label>
  );
}

const byLotText = () => t("Who shares a place that decides is parted by lot");

function Groups({ view }: { view: EventView }) {
  const [kind, setKind] = useState<Kind>({ system: "roundrobin", rounds: "" });
  const [groups, setGroups] = useState("2");
  const [how, setHow] = useState<"snake" | "pots" | "lot">("snake");
  const [apart, setApart] = useState(true);
  const hows: [typeof how, string][] = [
    ["snake", t("by turns and back, the strongest first")],
    ["pots", t("by lot, equal strength in equal share")],
    ["lot", t("by lot alone")],
  ];
  return (
    <details class="card">
      <summary>{t("Draw groups")}</summary>
      <div class="form">
        <div class="fields">
          <NumberField label={t("Number of groups")} value={groups} least={2} set={setGroups} />
          <label class="field">
            <span>{t("Players are divided")}</span>
            <select value={how} onChange={(event) => setHow(event.currentTarget.value as typeof how)}>
              {hows.map(([name, text]) => (
                <option key={name} value={name}>
                  {text}
                </option>
              ))}
            </select>
          </label>
          <KindFields kind={kind} set={setKind} />
        </div>
        <Flag label={t("Keep players of one team apart")} value={apart} set={setApart} />
        <div class="bar">
          <Do
            name="groups"
            off={view.players.length < 2}
            label={t("Draw {count} groups", { count: Number(groups) || 0 })}
            run={() =>
              act({ do: "groups", groups: Number(groups) || 0, how, apart, ...agreed(kind), section: "" })
            }
          />
        </div>
      </div>
    </details>
  );
}

function Final({ view }: { view: EventView }) {
  const named = view.sections.filter(({ name }) => name);
  const [kind, setKind] = useState<Kind>({ system: "knockout", rounds: "" });
  const [name, setName] = useState("");
  const [first, setFirst] = useState("1");
  const [places, setPlaces] = useState("2");
  const [carry, setCarry] = useState(false);
  const [byLot, setByLot] = useState(false);
  if (named.length === 0) return null;
  return (
    <details class="card">
      <summary>{t("Begin a final of the first in each group")}</summary>
      <div class="form">
        <div class="fields">
          <Line label={t("Name")} placeholder={t("Final")} value={name} change={setName} />
          <NumberField label={t("From place")} value={first} least={1} set={setFirst} />
          <NumberField label={t("to place")} value={places} least={1} set={setPlaces} />
          <KindFields kind={kind} set={setKind} />
        </div>
        <Flag label={t("Games they have had against each other count")} value={carry} set={setCarry} />
        <Flag label={byLotText()} value={byLot} set={setByLot} />
        <div class="bar">
          <Do
            name="final"
            label={t("Begin the final")}
            run={() =>
              act({
                do: "final",
                name: name.trim(),
                first: Number(first) || 1,
                places: Number(places) || 1,
                carry,
                by_lot: byLot,
                section: "",
                ...agreed(kind),
              })
            }
          />
        </div>
      </div>
    </details>
  );
}

function Split({ view }: { view: EventView }) {
  const next = view.rounds.length + 1;
  const [kind, setKind] = useState<Kind>({ system: "knockout", rounds: "" });
  const [name, setName] = useState("");
  const [first, setFirst] = useState("2");
  const [byLot, setByLot] = useState(false);
  if (next < 2) return null;
  return (
    <details class="card">
      <summary>
        {t("From round {round} on the first play a final, the others go on", { round: next })}
      </summary>
      <div class="form">
        <div class="fields">
          <Line label={t("Name")} placeholder={t("Final")} value={name} change={setName} />
          <NumberField label={t("How many play the final")} value={first} least={2} set={setFirst} />
          <KindFields kind={kind} set={setKind} />
        </div>
        <Flag label={byLotText()} value={byLot} set={setByLot} />
        <div class="bar">
          <Do
            name="split"
            label={t("Begin the final")}
            run={() =>
              act({
                do: "split",
                round: next,
                first: Number(first) || 2,
                name: name.trim(),
                by_lot: byLot,
                ...agreed(kind),
              })
            }
          />
        </div>
      </div>
    </details>
  );
}

function ByHand({ view }: { view: EventView }) {
  const [kind, setKind] = useState<Kind>({ system: "roundrobin", rounds: "" });
  const [name, setName] = useState("");
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  if (section.value) return null;
  const toggle = (player: string) => {
    const next = new Set(chosen);
    if (!next.delete(player)) next.add(player);
    setChosen(next);
  };
  const begin = async () => {
    const answer = await act({ do: "begin", name: name.trim(), players: [...chosen], ...agreed(kind) });
    if (answer) chooseSection(name.trim());
  };
  return (
    <details class="card">
      <summary>{t("Begin a section of chosen players")}</summary>
      <div class="form">
        <div class="fields">
          <Line label={t("Name")} required value={name} change={setName} />
          <KindFields kind={kind} set={setKind} />
        </div>
        <fieldset class="many">
          <legend>{t("Who plays in it; nobody chosen: everybody")}</legend>
          {sorted(view.players, "number").map((player) => (
            <label key={player.id} class="check">
              <input
                type="checkbox"
                checked={chosen.has(asked(player))}
                onChange={() => toggle(asked(player))}
              />
              <span>{numbered(player)}</span>
            </label>
          ))}
        </fieldset>
        <div class="bar">
          <Do name="begin" off={!name.trim()} label={t("Begin the section")} run={begin} />
        </div>
      </div>
    </details>
  );
}

function Closing({ view }: { view: EventView }) {
  if (!view.section && view.sections.length === 1) return null;
  return (
    <details class="card">
      <summary>{t("Close “{name}”", { name: sectionName(view.section) })}</summary>
      <div class="form">
        <p class="soft">{t("No further round is paired in it. It can be opened again.")}</p>
        <div class="bar">
          <Do plain label={t("Close")} run={() => act({ do: "close" })} />
          <Do plain label={t("Open again")} run={() => act({ do: "close", closed: false })} />
        </div>
      </div>
    </details>
  );
}
