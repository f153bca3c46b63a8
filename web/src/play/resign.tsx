import type { Color } from "../board/coords";
import { t } from "../i18n";
import { Dialog } from "./dialog";
import { sideName } from "./moves";
import { dialog, game, send } from "./store";

/** Ask once more before giving up. */
export function ResignDialog() {
  const you = game.value.table?.you ?? [];
  const resign = (side: Color) => {
    send({ t: "resign", ...(you.length === 2 ? { side } : {}) });
    dialog.value = null;
  };
  return (
    <Dialog title={t("Resign this game?")}>
      <div class="buttons">
        {you.map((side) => (
          <button key={side} type="button" class="danger" onClick={() => resign(side)}>
            {you.length === 2 ? t("{side} resigns", { side: sideName(side) }) : t("Resign")}
          </button>
        ))}
        <button type="button" onClick={() => (dialog.value = null)}>
          {t("Play on")}
        </button>
      </div>
    </Dialog>
  );
}
