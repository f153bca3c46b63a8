// The standings, with where each figure comes from.

import { useEffect, useRef, useState } from "preact/hooks";
import { say, t } from "../i18n";
import { Refusal } from "../play/api";
import { fail } from "../play/store";
import * as api from "./api";
import { Name } from "./parts";
import type { EventView, StandingsAnswer } from "./protocol";
import { players } from "./store";

type Explained = NonNullable<StandingsAnswer["explain"]>;

/** What every figure of a player is made of, as the server tells it; null until it has. */
function useWorking(view: EventView, number: number | null): Explained | null {
  const [told, setTold] = useState<Explained | null>(null);
  const after = view.standings?.after;
  useEffect(() => {
    if (number === null) return;
    let here = true;
    api
      .standings(view.id, { after, explain: number, section: view.section })
      .then((answer) => here && setTold(answer.explain))
      .catch((error: unknown) => {
        if (!(error instanceof Refusal)) throw error;
        fail(error);
      });
    return () => {
      here = false;
    };
  }, [view.id, view.section, view.seq, after, number]);
  return told?.number === number ? told : null;
}

function Working({ told }: { told: Explained | null }) {
  if (!told) return <p class="soft">{t("Fetching …")}</p>;
  return (
    <dl class="working">
      {told.lines.map(({ code, name, value, parts }) => (
        <div key={code}>
          <dt>
            {say(name)} <span class="of">{code}</span> = <b>{value}</b>
          </dt>
          {parts.map((part, i) => (
            <dd key={`${i} ${part.en}`}>{say(part)}</dd>
          ))}
          {parts.length === 0 && <dd>{t("nothing to add up")}</dd>}
        </div>
      ))}
    </dl>
  );
}

export function Standings(props: {
  view: EventView;
  /** Numbers of those looked for; null: everybody. */
  found?: ReadonlySet<number> | null;
  /** The address of the event, to link players; empty for none. */
  base?: string;
  /** Whose working is shown at first. */
  of?: number | null;
}) {
  const { view, found = null, base = "", of = null } = props;
  const [open, setOpen] = useState<number | null>(of);
  const asked = useRef<HTMLTableRowElement>(null);
  useEffect(() => asked.current?.scrollIntoView({ block: "center" }), []);
  const told = useWorking(view, open);
  const table = view.standings;
  if (!table) return <p class="soft">{t("There are no standings yet.")}</p>;
  const rows = found ? table.rows.filter(({ number }) => found.has(number)) : table.rows;
  const columns = 4 + table.codes.length;
  return (
    <section aria-labelledby="live-standings">
      <div class="bar">
        <h2 id="live-standings">
          {table.after === 0
            ? t("Before the first round")
            : t("Standings after round {round}", { round: table.after })}
        </h2>
        <span class="soft small hint">{t("Press a place to see where its figures come from.")}</span>
      </div>
      <div class="scroll">
        <table class="grid standings">
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
              <th scope="col" class="team">
                {t("Team")}
              </th>
              {table.codes.map(({ code, name }) => (
                <th key={code} scope="col" class="n">
                  <abbr title={say(name)}>{say(name)}</abbr>
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map(({ place, number, tallies, dropped }) => {
              const player = players.value.get(number);
              const shown = open === number;
              return [
                <tr
                  key={number}
                  ref={number === of ? asked : undefined}
                  class={`${place <= 3 ? "top" : ""} ${player?.gone ? "gone" : ""}`}
                >
                  <td class="n">
                    <button
                      type="button"
                      class="figure place"
                      aria-expanded={shown}
                      aria-label={t("Place {place}: how it was reckoned for {name}", {
                        place,
                        name: player?.name ?? number,
                      })}
                      onClick={() => setOpen(shown ? null : number)}
                    >
                      {place}
                    </button>
                  </td>
                  <td class="n">{number}</td>
                  <th scope="row">
                    {base ? (
                      <a href={`#${base}/players/${number}`}>{player?.name ?? number}</a>
                    ) : (
                      (player?.name ?? number)
                    )}
                  </th>
                  <td class="team">{player?.team}</td>
                  {tallies.map((tally, i) => (
                    <td key={table.codes[i]!.code} class="n">
                      {i === 0 ? <b>{tally}</b> : tally}
                    </td>
                  ))}
                </tr>,
                shown && (
                  <tr key={`${number} working`} class="chosen">
                    <td colSpan={columns}>
                      <p>
                        <Name player={player} />
                      </p>
                      <Working told={told} />
                      {dropped.length > 0 && (
                        <p class="soft small">
                          {t("With rounds taken off, one after the other:")} {dropped.join(" · ")}
                        </p>
                      )}
                    </td>
                  </tr>
                ),
              ];
            })}
          </tbody>
        </table>
      </div>
    </section>
  );
}
