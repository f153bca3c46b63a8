// What the desk asks back: a reason for the log, and whether to do what breaks something.

import { useState } from "preact/hooks";
import { say, t } from "../i18n";
import type { ApiFailure } from "../play/protocol";
import { resultText, Tolds, Window } from "./parts";
import { type Question, question } from "./store";

export function Questions() {
  const asked = question.value;
  if (!asked) return null;
  return asked.kind === "reason" ? <AskReason {...asked} /> : <AskForce {...asked} />;
}

/** Why a reason is wanted, in the words of a page. */
function wanted({ code, text, facts }: ApiFailure): string {
  const { board = "", round = "", was } = facts;
  if (code === "director.stands")
    return t("Board {board} of round {round} stands as {was}. It is changed only with a reason.", {
      board,
      round,
      was: resultText(was === undefined || was === "." ? null : was),
    });
  if (code === "director.published")
    return t("Round {round} is published, or later rounds rest on it. It is changed only with a reason.", {
      round,
    });
  return say(text);
}

function AskReason({ failure, answer }: Extract<Question, { kind: "reason" }>) {
  const [reason, setReason] = useState("");
  const close = (given: string | null) => {
    question.value = null;
    answer(given);
  };
  return (
    <Window title={t("Reason")} close={() => close(null)}>
      <form
        class="form"
        onSubmit={(event) => {
          event.preventDefault();
          if (reason.trim()) close(reason.trim());
        }}
      >
        <p>{wanted(failure)}</p>
        <label class="field">
          <span>{t("Reason, for the log")}</span>
          <input
            autofocus
            required
            maxLength={200}
            value={reason}
            list="usual-reasons"
            onInput={(event) => setReason(event.currentTarget.value)}
          />
        </label>
        <datalist id="usual-reasons">
          {[t("entered wrongly"), t("decision of the arbiter"), t("decision on appeal")].map((usual) => (
            <option key={usual} value={usual} />
          ))}
        </datalist>
        <div class="buttons">
          <button type="submit" class="primary">
            {t("Enter with this reason")}
          </button>
          <button type="button" onClick={() => close(null)}>
            {t("Leave it as it is")}
          </button>
        </div>
      </form>
    </Window>
  );
}

function AskForce({ notes, answer }: Extract<Question, { kind: "breaks" }>) {
  const close = (force: boolean) => {
    question.value = null;
    answer(force);
  };
  return (
    <Window title={t("This breaks something")} close={() => close(false)}>
      <div class="form">
        <p>{t("Nothing has been changed yet. If it is done:")}</p>
        <Tolds notes={notes} class="breaks" named />
        <div class="buttons">
          <button type="button" class="danger" onClick={() => close(true)}>
            {t("Do it nevertheless")}
          </button>
          <button type="button" onClick={() => close(false)}>
            {t("Leave it as it is")}
          </button>
        </div>
      </div>
    </Window>
  );
}
