// What the server says of what is laid out: how it stands, and why it is no position.

import { say, t } from "../i18n";
import { Icon } from "../play/icons";
import type { Reason } from "./protocol";
import { layout, pointed, reasons, view } from "./state";

/** A sentence of the server's, as the first of a line. */
const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

export function Standing() {
  const found = view.value;
  const standing = found?.standing ?? null;
  const turn = layout.value.split(" ")[1] === "b" ? "black" : "red";
  return (
    <div class={`status ${turn}`} role="status">
      {standing && (
        <span class={standing.state === "free" ? "" : "check"}>{capital(say(standing.text))}</span>
      )}
      {standing && !standing.winnable && (
        <span class="soft">{t("Neither side has a piece left that can win.")}</span>
      )}
      {found && !found.playable && <b>{t("This cannot be played.")}</b>}
      {found?.playable && !found.legal && (
        <b>{t("This cannot arise in a game. It can be played as a diagram, between persons.")}</b>
      )}
    </div>
  );
}

function Line({ reason }: { reason: Reason }) {
  const on = pointed.value === reason;
  const point = () => {
    pointed.value = on ? null : reason;
  };
  return (
    <li class={reason.bars ? "bars" : "odd"} data-code={reason.code}>
      <button type="button" class="quiet" aria-pressed={on} disabled={!reason.squares.length} onClick={point}>
        <i class="mark" aria-hidden="true" />
        <span>{capital(say(reason.text))}</span>
        {reason.bars && <em>{t("forbids play")}</em>}
      </button>
    </li>
  );
}

export function Reasons() {
  const found = reasons.value;
  const fresh = view.value !== null;
  return (
    <section class="card reasons" aria-label={t("Why it is no position")} aria-busy={!fresh}>
      {found.length > 0 ? (
        <ul aria-live="polite">
          {found.map((reason) => (
            <Line key={`${reason.code} ${reason.text.en}`} reason={reason} />
          ))}
        </ul>
      ) : (
        fresh && (
          <p class="good">
            <Icon name="right" />
            {t("Nothing is wrong with it.")}
          </p>
        )
      )}
    </section>
  );
}
