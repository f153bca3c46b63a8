// Starting a game of 跳棋: how many, who is who, by which rules.

import { useEffect, useState } from "preact/hooks";
import { language, say, t } from "../i18n";
import { Refusal } from "../play/api";
import type { Control, Text } from "../play/protocol";
import { read, write } from "../settings";
import { Chip } from "./glyph";
import { type Changes, changedOf, Options, UNCHANGED } from "./options";
import type { NewRound, Point, RoundSummary, Who } from "./protocol";
import { myRounds, readRecord, startRound } from "./state";

const SEATS: Record<number, Point[]> = {
  2: ["S", "N"],
  3: ["S", "NW", "NE"],
  4: ["S", "SW", "N", "NE"],
  5: ["S", "SW", "NW", "N", "NE"],
  6: ["S", "SW", "NW", "N", "NE", "SE"],
};

const RULES: [string, () => string][] = [
  ["equidistant", () => t("Equidistant hops, camp left by rounds 20, 25, 30")],
  ["adjacent", () => t("Adjacent hops, camp left by rounds 20, 25, 30")],
  ["adjacent-late", () => t("Adjacent hops, camp left by rounds 25, 32, 40")],
  ["western", () => t("Adjacent hops, no camp rule")],
];

interface Settings {
  players: Who[];
  rules: string;
  changes: Changes;
  pieces: 10 | 15;
  level: number;
  seconds: number;
}

const USUAL: Settings = {
  players: ["human", "engine"],
  rules: "equidistant",
  changes: UNCHANGED,
  pieces: 10,
  level: 3,
  seconds: 0,
};

function remembered(): Settings {
  try {
    const kept = JSON.parse(read("chuhe.tiaoqi") ?? "{}") as Partial<Settings>;
    return { ...USUAL, ...kept, changes: { ...UNCHANGED, ...kept.changes } };
  } catch {
    return USUAL;
  }
}

const perMove = (seconds: number): Control => ({
  main: null,
  increment: 0,
  per_move: seconds,
  byoyomi: 0,
  periods: 0,
});

function asked({ players, rules, changes, pieces, level, seconds }: Settings): NewRound {
  const equidistant = rules === "equidistant";
  return {
    players,
    rules,
    changed: changedOf(equidistant ? changes : { ...changes, mixed: true }, players.length),
    level,
    pieces: players.length === 2 ? pieces : 10,
    ...(seconds ? { clock: perMove(seconds) } : {}),
  };
}

export function NewRoundForm() {
  const [settings, setSettings] = useState(remembered);
  const [failure, setFailure] = useState<Text | null>(null);
  const [busy, setBusy] = useState(false);
  const change = (part: Partial<Settings>) => setSettings({ ...settings, ...part });
  const { players } = settings;
  const points = SEATS[players.length] ?? SEATS[2]!;

  const count = (next: number) => {
    const kept = players.slice(0, next);
    change({ players: [...kept, ...Array<Who>(next - kept.length).fill("engine")] });
  };
  const sit = (seat: number, who: Who) =>
    change({ players: players.map((kind, n) => (n === seat ? who : kind)) });

  const submit = async (event: Event) => {
    event.preventDefault();
    setBusy(true);
    setFailure(null);
    try {
      write("chuhe.tiaoqi", JSON.stringify(settings));
      await startRound(asked(settings));
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      setFailure(error.failure.text);
    } finally {
      setBusy(false);
    }
  };

  return (
    <form class="newgame newround" onSubmit={submit}>
      <label class="field-line">
        <span>{t("How many play")}</span>
        <select
          name="count"
          value={players.length}
          onChange={(event) => count(Number(event.currentTarget.value))}
        >
          {[2, 3, 4, 5, 6].map((n) => (
            <option key={n} value={n}>
              {n}
            </option>
          ))}
        </select>
      </label>
      <ul class="seating">
        {players.map((kind, n) => (
          <li key={points[n]}>
            <label>
              <Chip point={points[n]!} />
              <span>{t("Player {n}", { n: n + 1 })}</span>
              <select
                name={`seat${n}`}
                value={kind}
                onChange={(event) => sit(n, event.currentTarget.value as Who)}
              >
                <option value="human">{t("a person here")}</option>
                <option value="engine">{t("the computer")}</option>
                <option value="open">{t("somebody by a link")}</option>
              </select>
            </label>
          </li>
        ))}
      </ul>
      <label class="field-line">
        <span>{t("Rules")}</span>
        <select
          name="rules"
          value={settings.rules}
          onChange={(event) => change({ rules: event.currentTarget.value })}
        >
          {RULES.map(([name, title]) => (
            <option key={name} value={name}>
              {title()}
            </option>
          ))}
        </select>
      </label>
      <Options
        changes={settings.changes}
        players={players.length}
        equidistant={settings.rules === "equidistant"}
        change={(part) => change({ changes: { ...settings.changes, ...part } })}
      />
      {players.length === 2 && (
        <label class="field-line">
          <span>{t("Pieces")}</span>
          <select
            name="pieces"
            value={settings.pieces}
            onChange={(event) => change({ pieces: event.currentTarget.value === "15" ? 15 : 10 })}
          >
            <option value={10}>10</option>
            <option value={15}>15</option>
          </select>
        </label>
      )}
      {players.includes("engine") && (
        <label class="slider">
          <span>
            {t("Engine level")} <b>{settings.level}</b>
          </span>
          <input
            type="range"
            name="level"
            min={1}
            max={6}
            value={settings.level}
            onInput={(event) => change({ level: Number(event.currentTarget.value) })}
          />
        </label>
      )}
      <label class="field-line">
        <span>{t("Clock")}</span>
        <select
          name="seconds"
          value={settings.seconds}
          onChange={(event) => change({ seconds: Number(event.currentTarget.value) })}
        >
          <option value={0}>{t("No clock")}</option>
          {[30, 60, 120].map((seconds) => (
            <option key={seconds} value={seconds}>
              {t("{n} s a move", { n: seconds })}
            </option>
          ))}
        </select>
      </label>
      {failure && (
        <p class="problems" role="alert">
          {say(failure)}
        </p>
      )}
      <button type="submit" class="primary big" disabled={busy}>
        {t("Start game")}
      </button>
    </form>
  );
}

/** A saved game, pasted or from a file. */
export function OpenGame() {
  const [failure, setFailure] = useState<Text | null>(null);
  const show = async (text: string) => {
    setFailure(null);
    try {
      await readRecord(text);
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      setFailure(error.failure.text);
    }
  };
  return (
    <section class="card opengame">
      <h2>{t("Open a saved game")}</h2>
      <input
        type="file"
        aria-label={t("A file of a game")}
        accept=".json,.txt"
        onChange={async (event) => {
          const file = event.currentTarget.files?.[0];
          if (file) await show(await file.text());
        }}
      />
      <textarea
        rows={2}
        aria-label={t("A saved game as text")}
        placeholder={t("Or paste it here.")}
        onChange={(event) => show(event.currentTarget.value)}
      />
      {failure && (
        <p class="problems" role="alert">
          {say(failure)}
        </p>
      )}
    </section>
  );
}

/** Games to go on with. */
export function MyRounds() {
  const [rounds, setRounds] = useState<RoundSummary[]>([]);
  useEffect(() => {
    let here = true;
    myRounds()
      .then((answer) => here && setRounds(answer.rounds))
      .catch(() => undefined);
    return () => {
      here = false;
    };
  }, []);
  if (rounds.length === 0) return null;
  const when = new Intl.DateTimeFormat(language() === "zh" ? "zh-CN" : "en", {
    dateStyle: "medium",
    timeStyle: "short",
  });
  return (
    <section class="card games">
      <h2>{t("Your games")}</h2>
      <ul>
        {rounds.map((summary) => (
          <li key={summary.id}>
            <a href={`#tiaoqi/${summary.id}`}>
              <b>{t("{n} players", { n: summary.players.length })}</b>
              <span>
                {summary.over ? t("finished") : t("{count} moves played", { count: summary.plies })}
              </span>
              <time>{when.format(summary.updated * 1000)}</time>
            </a>
          </li>
        ))}
      </ul>
    </section>
  );
}
