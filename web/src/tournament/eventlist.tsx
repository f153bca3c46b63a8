// The events of this server.

import { useEffect, useState } from "preact/hooks";
import { say, t } from "../i18n";
import { Refusal } from "../play/api";
import { failureText } from "../play/store";
import { deskHash, publicHash } from "./address";
import * as api from "./api";
import type { EventSummary } from "./protocol";
import { choices, learnChoices } from "./store";

/** What a system is called; its name until the server has told. */
export function systemName(name: string): string {
  const known = choices.value?.systems.find((system) => system.name === name);
  return known ? say(known.text) : name;
}

export const days = (start: string, end: string): string =>
  start && end && start !== end ? `${start} – ${end}` : start || end;

export function EventList() {
  const [events, setEvents] = useState<EventSummary[] | null>(null);
  const [failure, setFailure] = useState("");
  useEffect(() => {
    let here = true;
    void learnChoices();
    api.list().then(
      (answer) => here && setEvents(answer.events),
      (error) => here && setFailure(error instanceof Refusal ? failureText(error) : String(error)),
    );
    return () => {
      here = false;
    };
  }, []);
  return (
    <>
      <div class="hall-head">
        <h1>{t("Events")}</h1>
        <a class="button" href="#events/new">
          ＋ {t("New event")}
        </a>
      </div>
      {failure && (
        <p class="problems" role="alert">
          {failure}
        </p>
      )}
      {events?.length === 0 && (
        <p class="card">{t("No event yet. Begin one: players, rounds and results follow step by step.")}</p>
      )}
      <ul class="tiles">
        {events?.map((one) => (
          <li key={one.id}>
            <Tile event={one} />
          </li>
        ))}
      </ul>
    </>
  );
}

function Tile({ event }: { event: EventSummary }) {
  const arbiter = event.you === "arbiter";
  const total = event.rounds_total;
  return (
    <a class="tile" href={`#${arbiter ? deskHash(event.id) : publicHash(event.id)}`}>
      <b>{event.name}</b>
      <span>{[days(event.start, event.end), event.city].filter(Boolean).join(" · ")}</span>
      <span>
        {systemName(event.system)} · {t("{count} players", { count: event.players })}
      </span>
      <span>
        {total === null
          ? t("{count} rounds paired", { count: event.rounds })
          : t("round {round} of {total}", { round: event.rounds, total })}
      </span>
      {arbiter && <i class="tag">{t("you are an arbiter")}</i>}
    </a>
  );
}
