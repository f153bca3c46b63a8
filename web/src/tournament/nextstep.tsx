// What an arbiter does next, in one line with its button.

import { useState } from "preact/hooks";
import { say, t } from "../i18n";
import { goto } from "../play/store";
import { deskHash, type Tab } from "./address";
import { shownRound, toResults } from "./focus";
import { lastRound, nextStep } from "./look";
import type { EventView } from "./protocol";
import { act, choices } from "./store";

export function NextStep({ view }: { view: EventView }) {
  return (
    <section class="next" aria-label={t("What comes next")} tabIndex={-1}>
      <Step view={view} />
    </section>
  );
}

function Step({ view }: { view: EventView }) {
  const last = lastRound(view);
  const round = last?.number ?? 0;
  switch (nextStep(view)) {
    case "players":
      return (
        <>
          <p>{t("Put the players on the list: paste them from a spreadsheet, or type them in.")}</p>
          <Go view={view} tab="players" text={t("Add players")} />
        </>
      );
    case "number":
      return <Numbering view={view} />;
    case "results":
      return (
        <>
          <p>
            {t("Round {round}: {count} results are missing.", {
              round,
              count: last?.missing.length ?? 0,
            })}
          </p>
          {/* Where whoever is free is paired, others may still be playing. */}
          {view.can.includes("pair") && <PairButton view={view} plain />}
          <button
            type="button"
            class="primary"
            onClick={() => {
              shownRound.value = null;
              toResults.value++;
              goto(deskHash(view.id, "round"));
            }}
          >
            {t("Enter results")}
          </button>
        </>
      );
    case "publish":
      return (
        <>
          <p>{t("Round {round} is paired. Look it over, then publish it.", { round })}</p>
          <Do label={t("Publish round {round}", { round })} run={() => act({ do: "publish", round })} />
        </>
      );
    case "over":
      return (
        <>
          <p>{t("All rounds have been played. The final table stands.")}</p>
          {last?.published !== "results" && (
            <Do label={t("Publish the results")} run={() => act({ do: "publish", round })} />
          )}
          <Go view={view} tab="standings" text={t("Final table")} />
          <Go view={view} tab="papers" text={t("Print")} plain />
        </>
      );
    case "pair":
      return view.system === "sections" ? <Parts view={view} /> : <Pair view={view} />;
  }
}

function Numbering({ view }: { view: EventView }) {
  const here = view.players.filter(({ present }) => present).length;
  const count = view.players.length;
  return (
    <>
      <p>
        {here
          ? t("{count} players, {here} of them are here. Those who are here get numbers.", { count, here })
          : t("{count} players. Check in who is here, or give everybody a number.", { count })}
      </p>
      {choices.value?.numbering.map((way, i) => (
        <Do
          key={way.name}
          name={way.name}
          plain={i > 0}
          label={t("Numbers: {how}", { how: say(way.text) })}
          run={() => act({ do: "number", how: way.name })}
        />
      ))}
    </>
  );
}

/** An event of sections alone has no rounds of its own. */
function Parts({ view }: { view: EventView }) {
  return (
    <>
      <p>{t("The rounds are played in groups and finals: draw them, then choose one.")}</p>
      <Go view={view} tab="sections" text={t("Groups and finals")} />
    </>
  );
}

function PairButton({ view, plain = false }: { view: EventView; plain?: boolean }) {
  const round = view.rounds.length + 1;
  const pair = async () => {
    shownRound.value = null;
    goto(deskHash(view.id, "round"));
    await act({ do: "pair", round });
  };
  return <Do name="pair" plain={plain} label={t("Pair round {round}", { round })} run={pair} />;
}

function Pair({ view }: { view: EventView }) {
  const last = lastRound(view);
  return (
    <>
      <p>
        {last
          ? t("All results of round {round} are in.", { round: last.number })
          : t("Everybody has a number.")}{" "}
        {view.next && say(view.next.text)}
      </p>
      {last && last.published !== "results" && (
        <Do plain label={t("Publish the results")} run={() => act({ do: "publish", round: last.number })} />
      )}
      {!view.next && <PairButton view={view} />}
    </>
  );
}

function Go(props: { view: EventView; tab: Tab; text: string; plain?: boolean }) {
  return (
    <a class={props.plain ? "button" : "button primary"} href={`#${deskHash(props.view.id, props.tab)}`}>
      {props.text}
    </a>
  );
}

/** A button that waits for what it began. */
export function Do(props: {
  label: string;
  /** What it does, for programs. */
  name?: string;
  run(): Promise<unknown> | undefined;
  plain?: boolean;
  slim?: boolean;
  off?: boolean;
}) {
  const [busy, setBusy] = useState(false);
  const run = async ({ currentTarget: button }: { currentTarget: HTMLElement }) => {
    const line = button.closest<HTMLElement>(".next");
    setBusy(true);
    try {
      await props.run();
    } finally {
      setBusy(false);
      // The button may have gone with its step: the keyboard stays at the line, before the next one.
      requestAnimationFrame(() => {
        const lost = !document.activeElement || document.activeElement === document.body;
        if (line && lost) line.focus({ preventScroll: true });
      });
    }
  };
  return (
    <button
      type="button"
      name={props.name}
      class={`${props.plain ? "" : "primary"} ${props.slim ? "slim" : ""}`}
      aria-busy={busy}
      disabled={busy || props.off}
      onClick={run}
    >
      {props.label}
    </button>
  );
}
