// The games of a file: which is looked at, and a list to search.

import { useMemo, useState } from "preact/hooks";
import { t } from "../i18n";
import { search } from "./find";
import { chooseGame } from "./opening";
import { Pane } from "./pane";
import { gameTitle, pane, version, work } from "./state";

/** So many games are listed at once. */
const SHOWN = 100;

/** Which game of how many; pressed, the list. */
export function GameChoice() {
  version.value;
  const on = work.value!;
  if (on.games.length < 2) return null;
  const headers = on.games.find(({ index }) => index === on.index)?.headers ?? {};
  const step = (by: number) => void chooseGame(on.index + by);
  return (
    <div class="gamechoice" role="group" aria-label={t("Game")}>
      <button
        type="button"
        aria-label={t("Previous game")}
        title={t("Previous game")}
        disabled={on.index === 0}
        onClick={() => step(-1)}
      >
        ‹
      </button>
      <button type="button" class="which" aria-haspopup="dialog" onClick={() => (pane.value = "games")}>
        <b>
          {t("Game {number} of {count}", { number: on.index + 1, count: countOf(on.games.length, on.more) })}
        </b>
        <span>{gameTitle(headers)}</span>
      </button>
      <button
        type="button"
        aria-label={t("Next game")}
        title={t("Next game")}
        disabled={on.index + 1 >= on.games.length}
        onClick={() => step(1)}
      >
        ›
      </button>
    </div>
  );
}

const countOf = (count: number, more: boolean) => (more ? `${count}+` : String(count));

export function Games() {
  const on = work.value!;
  const [words, setWords] = useState("");
  const [most, setMost] = useState(SHOWN);
  const found = useMemo(() => search(on.games, words), [on.games, words]);
  const choose = (index: number) => {
    pane.value = null;
    void chooseGame(index);
  };
  return (
    <Pane title={t("Games of the file")}>
      <form
        class="gamelist"
        onSubmit={(event) => {
          event.preventDefault();
          if (found[0]) choose(found[0].index);
        }}
      >
        <input
          type="search"
          value={words}
          aria-label={t("Search the games")}
          placeholder={t("Players, event, date …")}
          onInput={(event) => {
            setWords(event.currentTarget.value);
            setMost(SHOWN);
          }}
        />
        <p role="status">{t("{count} games found", { count: countOf(found.length, on.more && !words) })}</p>
        <ol>
          {found.slice(0, most).map(({ index, headers, plies, problems }) => (
            <li key={index}>
              <button
                type="button"
                aria-current={index === on.index ? "true" : undefined}
                onClick={() => choose(index)}
              >
                <span class="number">{index + 1}</span>
                <b>{gameTitle(headers) || t("Without a name")}</b>
                <span class="about">
                  {[headers.Event, headers.Date, headers.Result !== "*" && headers.Result]
                    .filter((word) => word && !/^[?.\s]*$/.test(word) && word !== gameTitle(headers))
                    .join(" · ")}
                </span>
                <span class="plies">
                  {t("{count} moves", { count: plies })}
                  {problems > 0 && ` · ${t("{count} remarks", { count: problems })}`}
                </span>
              </button>
            </li>
          ))}
        </ol>
        {found.length > most && (
          <button type="button" onClick={() => setMost(most + 5 * SHOWN)}>
            {t("Show more games")}
          </button>
        )}
      </form>
    </Pane>
  );
}
