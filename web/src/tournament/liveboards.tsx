// For the arbiter: the games of a round at tables of this server, and the links of the players.

import { useState } from "preact/hooks";
import { t } from "../i18n";
import { Refusal } from "../play/api";
import { BookChoice, CLOCKS, ClockChoice } from "../play/newgame";
import { fail, notify } from "../play/store";
import { read, write } from "../settings";
import { publicHash } from "./address";
import * as boards from "./liveapi";
import { PlayerChoice } from "./parts";
import type { EventView, RoundView } from "./protocol";
import { linkTo, refresh } from "./store";

const USUAL = { clock: "20/60", rules: "club" };

/** What was chosen for the last round, else the rule book of the event. */
function remembered(view: EventView): typeof USUAL {
  const usual = { ...USUAL, rules: view.rules || USUAL.rules };
  try {
    return { ...usual, ...(JSON.parse(read(`chuhe.boards.${view.id}`) ?? "{}") as Partial<typeof USUAL>) };
  } catch {
    return usual;
  }
}

function Links({ id, links }: { id: string; links: readonly boards.PlayerLink[] }) {
  const address = (key: string) => linkTo(`${publicHash(id)}/player/${key}`);
  const copy = async () => {
    const lines = links.map(({ number, name, key }) => `${number ?? ""}\t${name}\t${address(key)}`);
    try {
      await navigator.clipboard.writeText(lines.join("\n"));
      notify(t("Copied"), "info");
    } catch {
      notify(t("This browser does not let the page copy: select the links instead."));
    }
  };
  return (
    <div class="seatlinks">
      <p>
        <strong>{t("Give every player his own link. They are shown only now.")}</strong>{" "}
        <button type="button" class="slim" onClick={() => print()}>
          {t("Print")}
        </button>{" "}
        <button type="button" class="slim" onClick={copy}>
          {t("Copy all")}
        </button>
      </p>
      <ul class="slips">
        {links.map(({ player, number, name, team, key }) => (
          <li key={player}>
            <b>
              {number} {name}
            </b>{" "}
            <span class="of">{team}</span>
            <code>{address(key)}</code>
          </li>
        ))}
      </ul>
    </div>
  );
}

/** Opens the boards of a round that is published; answers the links of the players. */
export function BoardsPanel({ view, round }: { view: EventView; round: RoundView }) {
  const [settings, setSettings] = useState(remembered(view));
  const [links, setLinks] = useState<readonly boards.PlayerLink[]>([]);
  const [said, setSaid] = useState("");
  const [chosen, setChosen] = useState("");
  const [busy, setBusy] = useState(false);
  const choose = (change: Partial<typeof USUAL>) => {
    const next = { ...settings, ...change };
    setSettings(next);
    write(`chuhe.boards.${view.id}`, JSON.stringify(next));
  };
  const ask = async (work: () => Promise<void>) => {
    setBusy(true);
    try {
      await work();
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      fail(error);
    } finally {
      setBusy(false);
    }
  };
  const open = () =>
    ask(async () => {
      const clock = CLOCKS[settings.clock]?.control ?? null;
      const { section } = view;
      const answer = await boards.openBoards(view.id, {
        section,
        round: round.number,
        clock,
        rules: settings.rules,
      });
      setSaid(t("{n} tables opened.", { n: answer.opened }));
      setLinks(answer.links);
      await refresh();
    });
  const renew = () =>
    ask(async () => {
      const player = view.players.find((one) => String(one.number ?? one.id) === chosen);
      if (!player) return;
      setLinks((await boards.newLinks(view.id, [player.id])).links);
      setSaid(t("The old link of {name} is worth nothing any more.", { name: player.name }));
    });
  const published = round.published !== "";
  return (
    <details class="card boardspanel">
      <summary>{t("Play this round at boards on the network")}</summary>
      <div class="stack">
        <p class="soft small">
          {t(
            "Each pairing gets a table. Only its two players can sit there, and its result comes in by itself; yours goes before it.",
          )}
        </p>
        <div class="fields">
          <ClockChoice value={settings.clock} choose={(clock) => choose({ clock })} />
          <BookChoice value={settings.rules} choose={(rules) => choose({ rules })} />
        </div>
        <div class="bar">
          <button
            type="button"
            class="primary"
            disabled={busy || !published || !round.missing.length}
            onClick={open}
          >
            {t("Open the boards of round {round}", { round: round.number })}
          </button>
          {!published && <span class="soft">{t("Publish the round first.")}</span>}
          <span role="status">{said}</span>
        </div>
        {links.length > 0 && <Links id={view.id} links={links} />}
        <div class="bar">
          <PlayerChoice
            label={t("A link was lost")}
            value={chosen}
            among={view.players.filter(({ number }) => number !== null)}
            choose={setChosen}
          />
          <button type="button" disabled={busy || !chosen} onClick={renew}>
            {t("Give a new link")}
          </button>
        </div>
      </div>
    </details>
  );
}
