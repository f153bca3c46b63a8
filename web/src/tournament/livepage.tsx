// The public page of an event, which follows it.

import { useEffect, useRef, useState } from "preact/hooks";
import { t } from "../i18n";
import { bookTitle } from "../play/store";
import { deskHash, publicHash } from "./address";
import { chosenRound, type News, NO_NEWS, news, readRest, sectionHash, type ViewName, viewsOf } from "./live";
import { Bracket } from "./livebracket";
import { CrossTable } from "./livecross";
import { LotCards } from "./livelots";
import { PlayerCard, PlayerList } from "./liveplayers";
import { RoundBoards } from "./liveround";
import { HallScreen } from "./livescreen";
import { PlayerSeat } from "./liveseat";
import { Standings } from "./livestandings";
import { Teams } from "./liveteams";
import { filtered, sorted } from "./look";
import type { EventView } from "./protocol";
import { chooseSection, event, live, section } from "./store";

const TITLES: Record<ViewName, () => string> = {
  round: () => t("Boards"),
  standings: () => t("Standings"),
  cross: () => t("Cross table"),
  players: () => t("Players"),
  lots: () => t("Lots"),
  bracket: () => t("Bracket"),
  teams: () => t("Teams"),
};

/** What has changed since the page was opened, and for how long a new result is marked. */
function useNews(view: EventView | null): News {
  const before = useRef<EventView | null>(null);
  const [told, setTold] = useState(NO_NEWS);
  useEffect(() => {
    if (!view) return;
    const next = news(before.current, view, told);
    before.current = view;
    if (next !== told) setTold(next);
    if (next.fresh.size === 0) return;
    const timer = setTimeout(() => setTold({ ...next, fresh: new Set() }), 20_000);
    return () => clearTimeout(timer);
  }, [view]);
  return told;
}

function Facts({ view }: { view: EventView }) {
  const days = view.end && view.end !== view.start ? `${view.start} – ${view.end}` : view.start;
  const book = view.rules && bookTitle(view.rules);
  const facts = [view.city, days, book, view.arbiter && t("arbiter {name}", { name: view.arbiter })].filter(
    Boolean,
  );
  const { rounds_total: total } = view;
  const n = view.rounds.length;
  let rounds = "";
  if (n === 0) rounds = total ? t("{count} rounds", { count: total }) : "";
  else rounds = total ? t("round {n} of {total}", { n, total }) : t("round {round}", { round: n });
  return (
    <p class="facts soft">
      {facts.map((fact) => (
        <span key={String(fact)}>{fact}</span>
      ))}
      <span>{t("{n} players", { n: view.players.length })}</span>
      {rounds && <span>{rounds}</span>}
      {view.over && <span>{t("the event is over")}</span>}
    </p>
  );
}

function Sections({ view, id }: { view: EventView; id: string }) {
  return (
    <nav class="roundlinks sections" aria-label={t("Sections")}>
      {view.sections.map(({ name, players }) => (
        <a
          key={name}
          href={`#${sectionHash(publicHash(id), name)}`}
          aria-current={name === view.section ? "page" : undefined}
        >
          <span>
            {name || t("Main event")} <span class="of">{players}</span>
          </span>
        </a>
      ))}
    </nav>
  );
}

function Link() {
  const state = live.value;
  if (state === "live") return <span class="tag live">{t("live")}</span>;
  return (
    <span class="tag warn" role="status">
      {state === "lost" ? t("Connection lost. Reconnecting …") : t("Fetching …")}
    </span>
  );
}

export function LivePage({ id, rest }: { id: string; rest: string }) {
  const view = event.value;
  const told = useNews(view);
  const [search, setSearch] = useState("");
  const place = readRest(rest);
  const base = sectionHash(publicHash(id), place.section);
  useEffect(() => {
    if (section.value !== place.section) chooseSection(place.section);
  }, [id, place.section]);
  if (!view || view.section !== place.section) {
    return (
      <p role="status" class="soft">
        {live.value === "lost" ? t("Connection lost. Reconnecting …") : t("Fetching the event …")}
      </p>
    );
  }
  if (place.view === "screen") return <HallScreen view={view} news={told} base={base} />;
  const names = viewsOf(view);
  const list = filtered(sorted(view.players, "number"), search);
  const found = search.trim()
    ? new Set(list.flatMap(({ number }) => (number === null ? [] : [number])))
    : null;
  const round = chosenRound(view, place.of);
  const number = Number(place.of);
  return (
    <div class="livepage">
      <div class="livehead">
        <h1>{view.name}</h1>
        <Link />
        <div class="tools">
          {view.you === "arbiter" && (
            <a class="button slim" href={`#${deskHash(id)}`}>
              {t("Arbiter's desk")}
            </a>
          )}
          <a class="button slim" href={`#${base}/screen`}>
            {t("Big screen")}
          </a>
          <button type="button" class="slim" onClick={() => print()}>
            {t("Print")}
          </button>
        </div>
        <Facts view={view} />
      </div>
      {place.view === "player" ? (
        <PlayerSeat id={id} secret={place.of} base={base} />
      ) : (
        <>
          <div class="bar finder">
            <input
              type="search"
              value={search}
              onInput={(e) => setSearch(e.currentTarget.value)}
              placeholder={t("Find a name, a team or a number")}
              aria-label={t("Find a name, a team or a number")}
            />
          </div>
          {view.sections.length > 1 && <Sections view={view} id={id} />}
          <nav class="tabs" aria-label={t("Parts of the event")}>
            {names.map((name) => (
              <a
                key={name}
                class="tab"
                href={`#${base}/${name}`}
                aria-current={place.view === name ? "page" : undefined}
              >
                {TITLES[name]()}
              </a>
            ))}
          </nav>
          {place.view === "round" &&
            (round ? (
              <RoundBoards view={view} round={round} found={found} news={told} base={base} />
            ) : view.sections.length > 1 && view.section === "" ? (
              <p class="soft">
                {t("The rounds are played in the sections above; the standings here are over all.")}
              </p>
            ) : (
              <p class="soft">{t("The first round has not been published yet.")}</p>
            ))}
          {place.view === "standings" && (
            <Standings view={view} found={found} base={base} of={place.of ? number : null} key={place.of} />
          )}
          {place.view === "cross" && <CrossTable view={view} />}
          {place.view === "players" &&
            (place.of && !search ? (
              <PlayerCard view={view} number={number} base={base} />
            ) : (
              <PlayerList list={list} base={base} />
            ))}
          {place.view === "lots" &&
            view.rounds.toReversed().map(
              ({ number, lots }) =>
                lots && (
                  <section key={number}>
                    <h2>{t("Lots of round {round}", { round: number })}</h2>
                    <LotCards lots={lots} />
                  </section>
                ),
            )}
          {place.view === "bracket" && <Bracket view={view} />}
          {place.view === "teams" && <Teams view={view} />}
        </>
      )}
    </div>
  );
}
