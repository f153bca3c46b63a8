// Exchanging two players, or making a board of two: what it breaks is told before it is done.

import { useEffect, useState } from "preact/hooks";
import { t } from "../i18n";
import { Refusal } from "../play/api";
import { failureText } from "../play/store";
import * as api from "./api";
import { Do } from "./nextstep";
import { PlayerChoice, Tolds, Window } from "./parts";
import type { Command, EventView, PlayerView, Told } from "./protocol";
import { act } from "./store";

interface Props {
  kind: "swap" | "join";
  view: EventView;
  one: number | null;
  among: readonly PlayerView[];
  close(): void;
}

interface Trial {
  breaks: readonly Told[];
  failure: string;
}

export function ChangeWindow({ kind, view, one: first, among, close }: Props) {
  const [one, setOne] = useState(first === null ? "" : String(first));
  const [two, setTwo] = useState("");
  const swapping = kind === "swap";
  const ready = one !== "" && two !== "" && one !== two;
  const change = (): Command =>
    swapping
      ? { do: "swap", one: Number(one), two: Number(two) }
      : { do: "join", red: Number(one), black: Number(two) };
  const trial = useTrial(view, ready ? change() : null);
  const breaks = (trial?.breaks.length ?? 0) > 0;
  const make = async () => {
    if (await act({ ...change(), force: true } as Command)) close();
  };
  return (
    <Window title={swapping ? t("Exchange two players") : t("Make a board of two")} close={close}>
      <div class="form">
        <div class="fields">
          <PlayerChoice
            label={swapping ? t("One") : t("Red (first)")}
            value={one}
            among={among}
            choose={setOne}
          />
          <PlayerChoice
            label={swapping ? t("The other") : t("Black (second)")}
            value={two}
            among={among}
            choose={setTwo}
          />
        </div>
        <div aria-live="polite">
          {trial?.failure && <p class="problems">{trial.failure}</p>}
          {trial && !trial.failure && !breaks && <p class="good">✓ {t("This breaks nothing.")}</p>}
          {breaks && (
            <>
              <p>{t("Nothing has been changed yet. If it is done:")}</p>
              <Tolds notes={trial?.breaks ?? []} class="breaks" named />
            </>
          )}
        </div>
        <div class="buttons">
          <Do off={trial?.failure !== ""} label={breaks ? t("Do it nevertheless") : t("Do it")} run={make} />
          <button type="button" onClick={close}>
            {t("Leave it as it is")}
          </button>
        </div>
      </div>
    </Window>
  );
}

/** What a change would break, asked of the server without making it. */
function useTrial(view: EventView, change: Command | null): Trial | null {
  const [trial, setTrial] = useState<Trial | null>(null);
  const key = JSON.stringify(change);
  useEffect(() => {
    setTrial(null);
    const wanted = JSON.parse(key) as Command | null;
    if (!wanted) return;
    let current = true;
    // A published round wants a reason even to be tried; the real one is asked for when it is done.
    const asked = { ...wanted, section: view.section, dry: true, force: false, reason: "?" } as Command;
    api.command(view.id, asked).then(
      (answer) => current && setTrial({ breaks: answer.notes, failure: "" }),
      (error) => {
        if (!(error instanceof Refusal)) throw error;
        if (current) setTrial({ breaks: [], failure: failureText(error) });
      },
    );
    return () => {
      current = false;
    };
  }, [key, view.id, view.section]);
  return trial;
}
