// The arbiter's desk of one event: what comes next, and a tab for each kind of work.

import { useEffect, useRef, useState } from "preact/hooks";
import { t } from "../i18n";
import { deskHash, publicHash, type Tab } from "./address";
import { AgreedTab } from "./deskagreed";
import { LogTab } from "./desklog";
import { PapersTab } from "./deskpapers";
import { PlayersTab } from "./deskplayers";
import { RoundTab } from "./deskround";
import { SectionsTab, sectionName } from "./desksections";
import { StandingsTab } from "./deskstandings";
import { hasTeams, TeamsTab } from "./deskteams";
import { days, systemName } from "./eventlist";
import { inField } from "./keys";
import { Bracket } from "./livebracket";
import { Line } from "./newevent";
import { NextStep } from "./nextstep";
import { Tolds } from "./parts";
import type { EventView } from "./protocol";
import { Questions } from "./questions";
import { arbiterName, chooseSection, event, join, live, said, section, undo } from "./store";

interface DeskProps {
  id: string;
  tab: Tab | null;
  /** The arbiter's key out of the address. */
  joining: string | null;
}

export function DeskPage({ id, tab, joining }: DeskProps) {
  const view = event.value;
  if (joining) return <Joining id={id} arrived={joining} />;
  if (!view || view.id !== id) return <p role="status">{t("Fetching the event …")}</p>;
  if (view.you !== "arbiter") return <Joining id={id} arrived="" />;
  return <Desk view={view} tab={tab ?? "round"} />;
}

/** Whoever has the key becomes an arbiter. */
function Joining({ id, arrived }: { id: string; arrived: string }) {
  const [key, setKey] = useState(arrived);
  const [name, setName] = useState(arbiterName.value);
  const submit = (submitted: Event) => {
    submitted.preventDefault();
    // A whole link may have been pasted.
    void join(id, key.trim().split("/").at(-1) ?? "", name.trim());
  };
  return (
    <form class="card form joining" onSubmit={submit}>
      <h1>{event.value?.name ?? t("Arbiters only")}</h1>
      <p>{t("This is the arbiters' desk. Whoever has the key of the event may work here.")}</p>
      {!arrived && <Line label={t("Key or link of the arbiters")} required value={key} change={setKey} />}
      <Line
        label={t("Your name")}
        hint={t("It stands in the log beside what you enter.")}
        required
        value={name}
        change={setName}
      />
      <div class="buttons">
        <button type="submit" class="primary">
          {t("To the desk")}
        </button>
        <a class="button" href={`#${publicHash(id)}`}>
          {t("Public page")}
        </a>
      </div>
    </form>
  );
}

const TAB_NAMES: [Tab, () => string][] = [
  ["players", () => t("Players")],
  ["teams", () => t("Teams")],
  ["round", () => t("Rounds")],
  ["standings", () => t("Standings")],
  ["bracket", () => t("Bracket")],
  ["sections", () => t("Groups and finals")],
  ["agreed", () => t("Fouls and agreements")],
  ["papers", () => t("Prints and links")],
  ["log", () => t("Log")],
];

/** Tabs that only some events have. */
const WANTED: Partial<Record<Tab, (view: EventView) => boolean>> = {
  teams: hasTeams,
  bracket: (view) => "bracket" in view.extra,
  sections: (view) => !hasTeams(view),
};

function Desk({ view, tab }: { view: EventView; tab: Tab }) {
  useEffect(() => {
    const undoKey = (pressed: KeyboardEvent) => {
      const wanted = pressed.key.toLowerCase() === "z" && (pressed.ctrlKey || pressed.metaKey);
      if (!wanted || pressed.shiftKey || inField(pressed.target)) return;
      pressed.preventDefault();
      void undo();
    };
    addEventListener("keydown", undoKey);
    return () => removeEventListener("keydown", undoKey);
  }, []);
  const tabs = useRef<HTMLElement>(null);
  useEffect(() => {
    tabs.current?.querySelector("[aria-current]")?.scrollIntoView({ block: "nearest", inline: "nearest" });
  }, [tab]);
  return (
    <>
      <Head view={view} />
      <NextStep view={view} />
      <div aria-live="polite" class="said">
        <Tolds notes={said.value} class="notes" />
      </div>
      <nav class="tabs" ref={tabs} aria-label={t("Work at the desk")}>
        {TAB_NAMES.filter(([name]) => WANTED[name]?.(view) ?? true).map(([name, text]) => (
          <a
            key={name}
            class="tab"
            href={`#${deskHash(view.id, name)}`}
            aria-current={tab === name ? "page" : undefined}
          >
            {text()}
          </a>
        ))}
      </nav>
      <TabBody view={view} tab={tab} />
      <Questions />
    </>
  );
}

function TabBody({ view, tab }: { view: EventView; tab: Tab }) {
  switch (tab) {
    case "players":
      return <PlayersTab view={view} />;
    case "round":
      return <RoundTab view={view} />;
    case "standings":
      return <StandingsTab view={view} />;
    case "teams":
      return <TeamsTab view={view} />;
    case "bracket":
      return <Bracket view={view} />;
    case "sections":
      return <SectionsTab view={view} />;
    case "agreed":
      return <AgreedTab view={view} />;
    case "papers":
      return <PapersTab view={view} />;
    case "log":
      return <LogTab view={view} />;
  }
}

function Head({ view }: { view: EventView }) {
  const facts = [systemName(view.system), days(view.start, view.end), view.city];
  return (
    <div class="desk-head">
      <div>
        <h1>{view.name}</h1>
        <p class="soft small">
          {facts.filter(Boolean).join(" · ")}
          {live.value === "lost" && (
            <span class="tag warn" role="status">
              {t("Connection lost. Reconnecting …")}
            </span>
          )}
        </p>
      </div>
      <div class="tools">
        {view.sections.length > 1 && (
          <select
            aria-label={t("Section")}
            value={section.value}
            onChange={(chosen) => chooseSection(chosen.currentTarget.value)}
          >
            {view.sections.map(({ name }) => (
              <option key={name} value={name}>
                {sectionName(name)}
              </option>
            ))}
          </select>
        )}
        <button
          type="button"
          class="slim"
          disabled={!view.can.includes("undo")}
          title="Ctrl+Z"
          onClick={() => undo()}
        >
          ↶ {t("Undo")}
        </button>
        <a class="button slim" href={`#${publicHash(view.id)}`}>
          {t("Public page")}
        </a>
      </div>
    </div>
  );
}
