// Beside the board before the fatal repetition: who must vary, why, and how.

import { say, t } from "../i18n";
import { waysShown } from "./judged";
import { sideName } from "./moves";
import type { NamedMove, Warning } from "./protocol";
import { allWays, notation, pointed } from "./store";

/** A way out: looked at it is an arrow on the board; to be played it takes a move there. */
function Way({ move }: { move: NamedMove }) {
  const point = () => (pointed.value = move.uci);
  const leave = () => {
    if (pointed.value === move.uci) pointed.value = null;
  };
  return (
    <li>
      <button
        type="button"
        lang={notation.value === "zh" ? "zh-Hans" : "en"}
        aria-pressed={pointed.value === move.uci}
        onPointerEnter={point}
        onPointerLeave={leave}
        onFocus={point}
        onBlur={leave}
        onClick={point}
      >
        {move[notation.value]}
      </button>
    </li>
  );
}

export function WarningPanel({ warning }: { warning: Warning }) {
  const { shown, more } = waysShown(warning, allWays.value);
  const names = warning.fatal.map((move) => move[notation.value]);
  return (
    <section class="warning" aria-labelledby="warning-title">
      <h2 id="warning-title">
        <span class="sign" aria-hidden="true">
          ⚠
        </span>
        {t("{side} must vary", { side: sideName(warning.loser) })}
      </h2>
      <p>{say(warning.text)}</p>
      {names.length > 0 && (
        <p class="fatal">
          <span class="cross" aria-hidden="true">
            ⊗
          </span>
          {t("Losing by repetition: {moves}", { moves: names.join(t(", ")) })}
        </p>
      )}
      {names.length > 0 && shown.length > 0 && (
        <>
          <h3 id="ways-title">{t("Ways out: {count}", { count: warning.ways_out.length })}</h3>
          <ul class="ways" aria-labelledby="ways-title">
            {shown.map((move) => (
              <Way key={move.uci} move={move} />
            ))}
            {more > 0 && (
              <li>
                <button type="button" class="quiet" onClick={() => (allWays.value = true)}>
                  {t("{count} more", { count: more })}
                </button>
              </li>
            )}
          </ul>
        </>
      )}
    </section>
  );
}
