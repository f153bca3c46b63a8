// What leaves the event: prints, files for other programs, links to share.

import { useState } from "preact/hooks";
import { language, say, t } from "../i18n";
import { copy } from "../play/actions";
import { Refusal } from "../play/api";
import { failureText, notify } from "../play/store";
import { keyHash, publicHash } from "./address";
import * as api from "./api";
import { shownRound } from "./focus";
import { Do } from "./nextstep";
import { RoundOptions } from "./parts";
import type { EventView } from "./protocol";
import { choices, keptKey, knownKey, linkTo } from "./store";

export function PapersTab({ view }: { view: EventView }) {
  return (
    <div class="stack">
      <Prints view={view} />
      <Exports view={view} />
      <Share view={view} />
    </div>
  );
}

function Prints({ view }: { view: EventView }) {
  const [round, setRound] = useState<number>(shownRound.value ?? view.rounds.length);
  const prints = choices.value?.prints ?? [];
  const facts = { lang: language(), section: view.section };
  const shown = Math.min(round || view.rounds.length, view.rounds.length);
  return (
    <section class="card stack">
      <h2>{t("Prints")}</h2>
      <p class="soft">{t("They open in a new tab, ready to be printed.")}</p>
      {view.rounds.length > 0 && (
        <label class="bar">
          {t("Of round")}
          <select value={shown} onChange={(event) => setRound(Number(event.currentTarget.value))}>
            <RoundOptions view={view} />
          </select>
        </label>
      )}
      <ul class="links">
        {prints
          .filter((print) => view.prints.includes(print.name) && (!print.round || view.rounds.length > 0))
          .map((print) => {
            const of = print.round ? { ...facts, round: shown } : facts;
            return (
              <li key={print.name} class="bar">
                <a
                  class="button"
                  target="_blank"
                  rel="noopener"
                  href={api.printPath(view.id, print.name, of)}
                >
                  {say(print.text)}
                </a>
                {choices.value?.pdf && (
                  <a
                    class="button slim"
                    target="_blank"
                    rel="noopener"
                    aria-label={`${say(print.text)} PDF`}
                    href={api.printPath(view.id, print.name, { ...of, format: "pdf" })}
                  >
                    PDF
                  </a>
                )}
              </li>
            );
          })}
      </ul>
    </section>
  );
}

function Exports({ view }: { view: EventView }) {
  const facts = { lang: language(), section: view.section };
  return (
    <section class="card stack">
      <h2>{t("Files for other programs")}</h2>
      <ul class="links">
        {choices.value?.exports.map((file) => (
          <li key={file.name} class="bar">
            <a
              class="button"
              download={`${view.name}${file.suffix}`}
              href={api.exportPath(view.id, file.name, facts)}
            >
              {say(file.text)}
            </a>
          </li>
        ))}
      </ul>
    </section>
  );
}

function Share({ view }: { view: EventView }) {
  const [key, setKey] = useState(knownKey(view.id));
  const anew = async () => {
    try {
      const answer = await api.newKey(view.id);
      keptKey(view.id, answer.key);
      setKey(answer.key);
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      notify(failureText(error));
    }
  };
  return (
    <section class="card stack">
      <h2>{t("Links to share")}</h2>
      <Link label={t("Public page: for players and spectators")} link={linkTo(publicHash(view.id))} />
      {key ? (
        <Link
          label={t("Arbiters' link: whoever has it may enter and change everything")}
          link={linkTo(keyHash(view.id, key))}
        />
      ) : (
        <p class="soft">{t("This browser does not know the arbiters' link.")}</p>
      )}
      <div class="bar">
        <Do plain label={t("A new arbiters' link")} run={anew} />
        <span class="hint">{t("The old one then lets nobody in any more; who is in stays.")}</span>
      </div>
      {view.arbiters.length > 0 && (
        <p class="soft">{t("At the desk: {names}", { names: view.arbiters.join(t(", ")) })}</p>
      )}
    </section>
  );
}

function Link({ label, link }: { label: string; link: string }) {
  return (
    <label class="field">
      <span>{label}</span>
      <span class="share">
        <input readOnly value={link} onFocus={(event) => event.currentTarget.select()} />
        <button type="button" onClick={() => copy(link)}>
          {t("Copy")}
        </button>
      </span>
    </label>
  );
}
