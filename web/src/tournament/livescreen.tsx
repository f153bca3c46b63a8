// The big screen of the hall: large type, pages that turn by themselves.

import { useEffect, useMemo, useState } from "preact/hooks";
import { say, t } from "../i18n";
import { boardKey, type News, type ScreenPage, screenPages } from "./live";
import { isLoss, isWin, resultText } from "./parts";
import type { EventView, PlayerView } from "./protocol";
import { live, players } from "./store";

/** Milliseconds a page stays. */
const STAY = 12_000;
/** Height of the head and the foot, and of a line, in parts of the smaller side of the window. */
const HEAD = 0.2;
const LINE = 0.068;

/** How many lines fit. */
function useLines(): number {
  const count = () => {
    const { innerHeight: height, innerWidth: width } = window;
    const unit = Math.min(height, width * 0.62);
    return Math.max(3, Math.floor((height - unit * HEAD) / (unit * LINE)));
  };
  const [lines, setLines] = useState(count);
  useEffect(() => {
    const changed = () => setLines(count());
    addEventListener("resize", changed);
    return () => removeEventListener("resize", changed);
  }, []);
  return lines;
}

function Side({ player, class: name }: { player: PlayerView | undefined; class: string }) {
  return (
    <span class={name}>
      {player?.name}
      {player?.team && <small> {player.team}</small>}
    </span>
  );
}

function Lines({ page, view, news }: { page: ScreenPage; view: EventView; news: News }) {
  const who = players.value;
  if (page.kind === "boards") {
    const { round } = page;
    return (
      <ol class="screenlines screenboards">
        {page.boards.map((board) => {
          const { red, black, result } = board;
          const key = boardKey(view.section, round.number, board);
          return (
            <li key={key} class={news.fresh.has(key) ? "fresh" : ""}>
              <span class="no">{board.board}</span>
              <Side player={who.get(red)} class={isWin(result) ? "red won" : "red"} />
              <b class={result === null ? "open" : ""}>
                {black === null ? t("bye") : result === null ? ":" : resultText(result)}
              </b>
              {black === null ? (
                <span class="black" />
              ) : (
                <Side player={who.get(black)} class={isLoss(result) ? "black won" : "black"} />
              )}
            </li>
          );
        })}
      </ol>
    );
  }
  const codes = figuresOf(view);
  return (
    <ol class="screenlines screenplaces" style={`--figures: ${codes.length}`}>
      {page.rows.map(({ place, number, tallies }) => (
        <li key={number}>
          <span class="no">{place}</span>
          <Side player={who.get(number)} class="name" />
          {codes.map(({ code, name }, i) => (
            <span key={code} class="figure" title={say(name)}>
              {tallies[i]}
            </span>
          ))}
        </li>
      ))}
    </ol>
  );
}

/** So many figures of a place are read from afar. */
const figuresOf = (view: EventView) => view.standings?.codes.slice(0, 4) ?? [];

const titleOf = (page: ScreenPage, view: EventView): string =>
  page.kind === "boards"
    ? t("Round {round}", { round: page.round.number })
    : t("Standings after round {round}", { round: view.standings?.after ?? 0 });

export function HallScreen({ view, news, base }: { view: EventView; news: News; base: string }) {
  const lines = useLines();
  const pages = useMemo(() => screenPages(view, lines), [view, lines]);
  const [turned, setTurned] = useState(0);
  const [still, setStill] = useState(false);
  const at = pages.length ? turned % pages.length : 0;
  const page = pages[at];
  const turn = (by: number) => setTurned((n) => (n + by + pages.length) % Math.max(1, pages.length));
  useEffect(() => {
    if (still) return;
    const timer = setTimeout(() => turn(1), STAY);
    return () => clearTimeout(timer);
  }, [turned, still, pages.length]);
  useEffect(() => {
    const pressed = ({ key, target }: KeyboardEvent) => {
      if (target instanceof HTMLElement && target.closest("button, a") && key === " ") return;
      if (key === "ArrowRight" || key === "PageDown") turn(1);
      else if (key === "ArrowLeft" || key === "PageUp") turn(-1);
      else if (key === " ") setStill((was) => !was);
      else if (key === "Escape") location.hash = base;
    };
    addEventListener("keydown", pressed);
    return () => removeEventListener("keydown", pressed);
  }, [pages.length, base]);
  return (
    <div class="eventscreen">
      <header>
        <h1>{view.name}</h1>
        {page && (
          <p>
            {titleOf(page, view)}
            {page.kind !== "boards" && (
              <small>
                {figuresOf(view)
                  .map(({ name }) => say(name))
                  .join(" · ")}
              </small>
            )}
          </p>
        )}
      </header>
      {page ? (
        <Lines page={page} view={view} news={news} />
      ) : (
        <p class="waiting">{t("The first round has not been published yet.")}</p>
      )}
      <footer>
        <span>{live.value === "lost" ? t("Connection lost. Reconnecting …") : ""}</span>
        {pages.length > 1 && (
          <span>
            {at + 1} / {pages.length}
          </span>
        )}
        <span class="buttons">
          <button type="button" class="slim" aria-label={t("Page back")} onClick={() => turn(-1)}>
            ‹
          </button>
          <button type="button" class="slim" onClick={() => setStill(!still)}>
            {still ? t("Go on") : t("Pause")}
          </button>
          <button type="button" class="slim" aria-label={t("Next page")} onClick={() => turn(1)}>
            ›
          </button>
          <button
            type="button"
            class="slim"
            onClick={() => void document.documentElement.requestFullscreen?.().catch(() => undefined)}
          >
            {t("Full screen")}
          </button>
          <a class="button slim" href={`#${base}`}>
            {t("Close")}
          </a>
        </span>
      </footer>
    </div>
  );
}
