// The bracket of a knock-out: the picture that the server draws.

import { language, t } from "../i18n";
import type { BracketExtra } from "./live";
import type { EventView } from "./protocol";

export function Bracket({ view }: { view: EventView }) {
  const { svg, matches } = (view.extra.bracket ?? {}) as BracketExtra;
  if (!svg && matches)
    return <p class="soft">{t("This bracket is too large for a screen; it can be printed.")}</p>;
  if (!svg) return <p class="soft">{t("There is no bracket yet.")}</p>;
  const source = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg[language()])}`;
  return (
    <section aria-labelledby="live-bracket">
      <h2 id="live-bracket">{t("Bracket")}</h2>
      <div class="scroll bracket">
        <img src={source} alt={t("The bracket; the same is in the boards of each round.")} />
      </div>
    </section>
  );
}
