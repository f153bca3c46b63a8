// The bracket of a knock-out: the picture that the server draws.

import { language, t } from "../i18n";
import type { Text } from "../play/protocol";
import type { EventView } from "./protocol";

interface Drawn {
  svg: Text;
}

const isDrawn = (extra: unknown): extra is Drawn =>
  typeof extra === "object" && extra !== null && typeof (extra as Drawn).svg?.zh === "string";

export function Bracket({ view }: { view: EventView }) {
  const extra = view.extra.bracket;
  if (!isDrawn(extra)) return <p class="soft">{t("There is no bracket yet.")}</p>;
  const source = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(extra.svg[language()])}`;
  return (
    <section aria-labelledby="live-bracket">
      <h2 id="live-bracket">{t("Bracket")}</h2>
      <div class="scroll bracket">
        <img src={source} alt={t("The bracket; the same is in the boards of each round.")} />
      </div>
    </section>
  );
}
