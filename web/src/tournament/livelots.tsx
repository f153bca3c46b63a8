// Lots by cards, turned over one by one.

import { useEffect, useState } from "preact/hooks";
import { t } from "../i18n";
import { nameOf } from "./parts";
import type { LotsView } from "./protocol";

/** Milliseconds between two cards. */
const PACE = 900;

function Card({ rank, suit, shown }: { rank: number | null; suit: "red" | "black" | null; shown: boolean }) {
  if (!shown) return <span class="lot back" aria-hidden="true" />;
  const king = rank === null;
  return (
    <span class={`lot ${king ? "king" : suit}`} aria-hidden="true">
      <b>{king ? "K" : rank}</b>
      <i>{king ? "♔" : suit === "red" ? "♥" : "♠"}</i>
    </span>
  );
}

function cardName(rank: number | null, suit: "red" | "black" | null): string {
  if (rank === null) return t("the king: a bye");
  return suit === "red" ? t("red {rank}", { rank }) : t("black {rank}", { rank });
}

/**
 * The lots of a round: who drew what, in the order they drew; then who meets whom.
 *
 * @param start how many cards lie open at first; all of them if left out
 */
export function LotCards({ lots, start }: { lots: LotsView; start?: number }) {
  const all = lots.cards.length;
  const [shown, setShown] = useState(start ?? all);
  const [running, setRunning] = useState(false);
  useEffect(() => {
    if (!running) return;
    if (shown >= all) {
      setRunning(false);
      return;
    }
    const timer = setTimeout(() => setShown(shown + 1), PACE);
    return () => clearTimeout(timer);
  }, [running, shown, all]);
  const last = lots.cards[shown - 1];
  return (
    <section class="lots" aria-label={t("Lots")}>
      <div class="bar">
        <button
          type="button"
          class="slim"
          onClick={() => {
            setShown(0);
            setRunning(true);
          }}
        >
          {t("Draw again before everybody's eyes")}
        </button>
        {running && (
          <button type="button" class="slim" onClick={() => setRunning(false)}>
            {t("Pause")}
          </button>
        )}
        {shown < all && (
          <>
            <button type="button" class="slim" onClick={() => setShown(shown + 1)}>
              {t("Next card")}
            </button>
            <button
              type="button"
              class="slim"
              onClick={() => {
                setRunning(false);
                setShown(all);
              }}
            >
              {t("All cards")}
            </button>
          </>
        )}
        {lots.seed && (
          <span class="soft small">
            {t("seed")} <code>{lots.seed}</code>
          </span>
        )}
      </div>
      <p class="unseen" aria-live="polite">
        {shown < all && last ? `${nameOf(last.player)}: ${cardName(last.rank, last.suit)}` : ""}
      </p>
      <ol class="drawn">
        {lots.cards.map(({ player, rank, suit }, i) => (
          <li key={player} class={i === shown - 1 && shown < all ? "now" : ""}>
            <Card rank={rank} suit={suit} shown={i < shown} />
            <span>
              {nameOf(player)}
              {i < shown && <span class="unseen">: {cardName(rank, suit)}</span>}
            </span>
          </li>
        ))}
      </ol>
      {shown >= all && (
        <>
          {lots.exchange && (
            <p>
              {t("{from} has had more byes and exchanged the king with {to}.", {
                from: nameOf(lots.exchange.from),
                to: nameOf(lots.exchange.to),
              })}
            </p>
          )}
          <ul class="lotpairs">
            {lots.pairs.map(({ card, white, black }) => (
              <li key={white}>
                <span class="of">{card}</span>{" "}
                {black === null
                  ? t("{name} has the bye", { name: nameOf(white) })
                  : t("{red} (first) – {black}", { red: nameOf(white), black: nameOf(black) })}
              </li>
            ))}
          </ul>
        </>
      )}
    </section>
  );
}
