// The arbiter's ruling: verdict, reasons, the plies of the cycle to step through, and other books.

import { say, t } from "../i18n";
import type { Outcome } from "./protocol";
import { goPly, shownPly } from "./store";

/** @param outcome one whose ruling is there. */
export function RulingPanel({ outcome }: { outcome: Outcome }) {
  const ruling = outcome.ruling;
  if (!ruling) return null;
  return (
    <section class="ruling" aria-label={t("Ruling")}>
      <h3>{say(ruling.title)}</h3>
      <p class="cycle">{say(ruling.cycle)}</p>
      {ruling.sides.map((side) => (
        <p key={side.en}>{say(side)}</p>
      ))}
      {ruling.sides.length > 0 && <p class="verdict">{say(ruling.verdict)}</p>}
      {ruling.acts.length > 0 && (
        <details open>
          <summary>{t("The cycle, move by move")}</summary>
          <ol class="acts">
            {ruling.acts.map((act) => (
              <li key={act.ply}>
                <button
                  type="button"
                  aria-current={act.ply <= shownPly.value && shownPly.value <= act.last ? "step" : undefined}
                  onClick={() => goPly(act.ply)}
                >
                  {say(act.text)}
                </button>
              </li>
            ))}
          </ol>
        </details>
      )}
      <p class="clause">{say(ruling.clause)}</p>
      {ruling.others.length > 0 && (
        <details>
          <summary>{t("What other books would say")}</summary>
          <ul class="others">
            {ruling.others.map((other) => (
              <li key={other.en}>{say(other)}</li>
            ))}
          </ul>
        </details>
      )}
    </section>
  );
}
