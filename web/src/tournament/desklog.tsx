// The log: every entry, what it said, and undoing it.

import { useEffect, useState } from "preact/hooks";
import { say, t } from "../i18n";
import { Refusal } from "../play/api";
import { failureText } from "../play/store";
import * as api from "./api";
import { Do } from "./nextstep";
import type { EventView, LogEntry } from "./protocol";
import { undo } from "./store";

export function LogTab({ view }: { view: EventView }) {
  const [entries, setEntries] = useState<LogEntry[] | null>(null);
  const [failure, setFailure] = useState("");
  useEffect(() => {
    let current = true;
    api.log(view.id).then(
      (answer) => current && setEntries(answer.entries),
      (error) => current && setFailure(error instanceof Refusal ? failureText(error) : String(error)),
    );
    return () => {
      current = false;
    };
  }, [view.id, view.seq]);
  if (failure) return <p class="problems">{failure}</p>;
  if (!entries) return <p role="status">{t("One moment …")}</p>;
  return (
    <div class="stack">
      <p class="soft">
        {t("Nothing is ever erased: what is undone stays here, struck out, and can be brought back.")}
      </p>
      <ol class="boards log">
        {entries.toReversed().map((entry) => (
          <Line key={entry.seq} entry={entry} />
        ))}
      </ol>
    </div>
  );
}

function Line({ entry }: { entry: LogEntry }) {
  const undoing = entry.do === "undo";
  const { reason } = entry.fact;
  return (
    <li class={entry.undone ? "undone" : ""}>
      <span class="soft n">{entry.seq}</span>
      <span class="when soft small">
        <time>{entry.at.replace("T", " ").slice(0, 16)}</time> {entry.who}
      </span>
      <span class="what">
        {entry.section && <b>{entry.section} </b>}
        {say(entry.what)}
        {typeof reason === "string" && <span class="of"> {t("Reason: {reason}", { reason })}</span>}
      </span>
      {entry.do !== "new" && !entry.undone ? (
        <Do plain slim label={undoing ? t("Bring back") : t("Undo")} run={() => undo(entry.seq)} />
      ) : (
        <span class="soft small">{entry.undone ? t("undone") : ""}</span>
      )}
    </li>
  );
}
