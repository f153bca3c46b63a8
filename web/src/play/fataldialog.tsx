import { say, t } from "../i18n";
import { Dialog } from "./dialog";
import { dialog, doubtful, game, notation, play } from "./store";

/** Ask once more before a move that loses by repetition. */
export function FatalDialog() {
  const move = doubtful.value;
  const warning = game.value.table?.position.warning;
  if (!move || !warning) return null;
  const name = move[notation.value];
  const close = () => (dialog.value = null);
  return (
    <Dialog title={t("This move loses by repetition. Play it?")}>
      <p class="doubtful">
        <b lang={notation.value === "zh" ? "zh-Hans" : "en"}>{name}</b> {say(warning.outcome.text)}
      </p>
      <p>{say(warning.text)}</p>
      <div class="buttons">
        <button type="button" onClick={close}>
          {t("Choose another move")}
        </button>
        <button
          type="button"
          class="danger"
          onClick={() => {
            close();
            play(move.uci, true);
          }}
        >
          {t("Play {move} all the same", { move: name })}
        </button>
      </div>
    </Dialog>
  );
}
