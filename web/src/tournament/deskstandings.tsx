// The standings at the desk, after any round, and the cross table.

import { useEffect, useState } from "preact/hooks";
import { t } from "../i18n";
import { Refusal } from "../play/api";
import { failureText } from "../play/store";
import * as api from "./api";
import { CrossTable } from "./livecross";
import { Standings } from "./livestandings";
import { RoundOptions } from "./parts";
import type { EventView, StandingsView } from "./protocol";

export function StandingsTab({ view }: { view: EventView }) {
  const [after, setAfter] = useState<number | null>(null);
  const [cross, setCross] = useState(false);
  const { standings, failure } = useStandings(view, after);
  if (!view.standings)
    return <p class="card">{t("There are no standings before the players have numbers.")}</p>;
  return (
    <div class="stack">
      <div class="bar">
        <label class="bar">
          {t("After round")}
          <select
            value={after === null ? "" : String(after)}
            onChange={(event) =>
              setAfter(event.currentTarget.value ? Number(event.currentTarget.value) : null)
            }
          >
            <option value="">{t("the last complete one: {round}", { round: view.standings.after })}</option>
            <RoundOptions view={view} />
          </select>
        </label>
        <div class="segments push" role="group" aria-label={t("Standings")}>
          <button type="button" aria-pressed={!cross} onClick={() => setCross(false)}>
            {t("Places")}
          </button>
          <button type="button" aria-pressed={cross} onClick={() => setCross(true)}>
            {t("Cross table")}
          </button>
        </div>
      </div>
      {failure && <p class="problems">{failure}</p>}
      {cross ? <CrossTable view={view} /> : <Standings view={{ ...view, standings }} />}
    </div>
  );
}

/** The table after a round; null: the one the view holds. */
function useStandings(view: EventView, after: number | null) {
  const [asked, setAsked] = useState<StandingsView | null>(null);
  const [failure, setFailure] = useState("");
  useEffect(() => {
    setFailure("");
    if (after === null) return;
    let current = true;
    api.standings(view.id, { section: view.section, after }).then(
      (answer) => current && setAsked(answer.standings),
      (error) => current && setFailure(error instanceof Refusal ? failureText(error) : String(error)),
    );
    return () => {
      current = false;
    };
  }, [view.id, view.section, view.seq, after]);
  return { standings: after === null ? view.standings : (asked ?? view.standings), failure };
}
