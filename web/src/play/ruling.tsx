// The arbiter's ruling: verdict, reasons, the plies of the cycle to step through, and other books.

import { say, t } from "../i18n";
import type { Outcome } from "./protocol";
import { goPly as goTablePly, shownPly } from "./store";

interface RulingPanelProps {
  /** One whose ruling is there. */
  outcome: Outcome;
  /** The ply looked at, and how to look at another; of the table, if left out. */
  ply?: number;
  go?(ply: number): void;
}

export function RulingPanel({ outcome, ply = shownPly.value, go = goTablePly }: RulingPanelProps) {
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
                  aria-current={act.ply <= ply && ply <= act.last ? "step" : undefined}
                  onClick={() => go(act.ply)}
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
