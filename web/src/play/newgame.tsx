// The form for a new game, on the first page and in a window.

import { useEffect, useRef, useState } from "preact/hooks";
import { say, t } from "../i18n";
import { read, write } from "../settings";
import * as api from "./api";
import { Dialog } from "./dialog";
import { levelName, levelWords } from "./levels";
import { looksLikeFen } from "./looks";
import type { Control, NewTable, Text } from "./protocol";
import { books, bookTitle, dialog, problemsOf, proposal, startTable } from "./store";

type Side = "red" | "black" | "both";

const untimed: Control | null = null;
const control = (minutes: number, rest: Partial<Control>): Control => ({
  main: minutes * 60,
  increment: 0,
  per_move: null,
  byoyomi: 0,
  periods: 0,
  ...rest,
});

export const CLOCKS: Record<string, { label: () => string; control: Control | null }> = {
  none: { label: () => t("No clock"), control: untimed },
  "5+3": { label: () => t("{m} min + {s} s a move", { m: 5, s: 3 }), control: control(5, { increment: 3 }) },
  "10+10": {
    label: () => t("{m} min + {s} s a move", { m: 10, s: 10 }),
    control: control(10, { increment: 10 }),
  },
  "20/60": {
    label: () => t("{m} min, at most {s} s a move, then {b} s a move", { m: 20, s: 60, b: 30 }),
    control: control(20, { per_move: 60, byoyomi: 30, periods: 1 }),
  },
  "20b3x30": {
    label: () => t("{m} min, then {n} × {s} s", { m: 20, n: 3, s: 30 }),
    control: control(20, { byoyomi: 30, periods: 3 }),
  },
};

interface Settings {
  side: Side;
  level: number;
  clock: string;
  rules: string;
}

/** The rule book played by when none is chosen. */
const BOOK = "club";

function remembered(): Settings {
  const standard: Settings = { side: "red", level: 3, clock: "none", rules: BOOK };
  try {
    return { ...standard, ...(JSON.parse(read("chuhe.newgame") ?? "{}") as Partial<Settings>) };
  } catch {
    return standard;
  }
}

function wish({ side, level, clock, rules }: Settings, text: string): NewTable {
  const person = (seat: "red" | "black") => (side === seat || side === "both" ? "human" : "engine");
  const chosen = CLOCKS[clock]?.control ?? null;
  return {
    seats: { red: person("red"), black: person("black") },
    level,
    rules,
    ...(chosen ? { clock: chosen } : {}),
    ...(text ? (looksLikeFen(text) ? { fen: text } : { record: { text } }) : {}),
  };
}

/** One of `CLOCKS`. */
export function ClockChoice({ value, choose }: { value: string; choose(name: string): void }) {
  return (
    <label class="field-line">
      <span>{t("Clock")}</span>
      <select name="clock" value={value} onChange={(event) => choose(event.currentTarget.value)}>
        {Object.entries(CLOCKS).map(([name, { label }]) => (
          <option key={name} value={name}>
            {label()}
          </option>
        ))}
      </select>
    </label>
  );
}

/** A rule book of those the server knows. */
export function BookChoice({ value, choose }: { value: string; choose(name: string): void }) {
  return (
    <label class="field-line">
      <span>{t("Rules")}</span>
      <select name="rules" value={value} onChange={(event) => choose(event.currentTarget.value)}>
        {books.value.length === 0 && <option value={value}>{value}</option>}
        {books.value.map(({ name }) => (
          <option key={name} value={name}>
            {bookTitle(name)}
          </option>
        ))}
      </select>
    </label>
  );
}

/** Ask the server about `text` a little after the last key: all reasons why it cannot be played. */
function useProblems(text: string): { problems: Text[]; good: string | null } {
  const [answer, setAnswer] = useState<{ problems: Text[]; good: string | null }>({
    problems: [],
    good: null,
  });
  useEffect(() => {
    setAnswer({ problems: [], good: null });
    if (!text) return;
    let current = true;
    const timer = setTimeout(async () => {
      const next = await examine(text);
      if (current) setAnswer(next);
    }, 350);
    return () => {
      current = false;
      clearTimeout(timer);
    };
  }, [text]);
  return answer;
}

async function examine(text: string): Promise<{ problems: Text[]; good: string | null }> {
  try {
    if (looksLikeFen(text)) {
      const checked = await api.checkPosition(text);
      const turn = checked.position?.turn === "black" ? t("Black to move") : t("Red to move");
      return { problems: checked.problems.map((problem) => problem.text), good: checked.ok ? turn : null };
    }
    const view = await api.readRecord(text);
    const problems = problemsOf(view);
    const count = view.game?.moves.length ?? 0;
    return { problems, good: view.game ? t("{count} moves read", { count }) : null };
  } catch (error) {
    if (!(error instanceof api.Refusal)) throw error;
    const { problems, text: why } = error.failure;
    return { problems: problems.length ? problems.map((problem) => problem.text) : [why], good: null };
  }
}

export function NewGameForm({ given = "" }: { given?: string }) {
  const [settings, setSettings] = useState(remembered);
  const [text, setText] = useState(given);
  const [failure, setFailure] = useState<Text[]>([]);
  const [busy, setBusy] = useState(false);
  // What the server says of a text that has been changed since is no news.
  const latest = useRef(text);
  latest.current = text;
  const trimmed = text.trim();
  const { problems, good } = useProblems(trimmed);
  // One remembered from a server of another version may not be known here.
  const known = books.value.length === 0 || books.value.some((book) => book.name === settings.rules);
  const rules = known ? settings.rules : BOOK;
  const change = (part: Partial<Settings>) => setSettings({ ...settings, ...part });

  const submit = async (event: Event) => {
    event.preventDefault();
    setBusy(true);
    setFailure([]);
    try {
      write("chuhe.newgame", JSON.stringify(settings));
      await startTable(wish({ ...settings, rules }, trimmed));
      dialog.value = null;
      proposal.value = null;
    } catch (error) {
      if (!(error instanceof api.Refusal)) throw error;
      const { problems: why, text: sentence } = error.failure;
      if (latest.current === text) setFailure(why.length ? why.map((problem) => problem.text) : [sentence]);
    } finally {
      setBusy(false);
    }
  };

  const sides: [Side, string][] = [
    ["red", t("Red (first)")],
    ["black", t("Black (second)")],
    ["both", t("Both sides")],
  ];
  const wrong = failure.length ? failure : problems;
  return (
    <form class="newgame" onSubmit={submit}>
      <fieldset class="sides">
        <legend>{t("You play")}</legend>
        {sides.map(([side, label]) => (
          <label key={side} class={settings.side === side ? "chosen" : ""}>
            <input
              type="radio"
              name="side"
              value={side}
              checked={settings.side === side}
              onChange={() => change({ side })}
            />
            <span class="pair" aria-hidden="true">
              {side !== "black" && <i class="small-piece red k" />}
              {side !== "red" && <i class="small-piece black k" />}
            </span>
            {label}
          </label>
        ))}
      </fieldset>
      {settings.side !== "both" && (
        <label class="slider">
          <span>
            {t("Engine level")} <b>{levelName(settings.level)}</b>
          </span>
          <input
            type="range"
            aria-label={t("Engine level")}
            min="1"
            max="10"
            value={settings.level}
            aria-valuetext={levelName(settings.level)}
            aria-describedby="level-about"
            onInput={(event) => change({ level: Number(event.currentTarget.value) })}
          />
          <span class="ends" aria-hidden="true">
            <span>{t("beginner")}</span>
            <span>{t("strong")}</span>
          </span>
          <span class="about" id="level-about">
            {levelWords(settings.level).about}
          </span>
        </label>
      )}
      <ClockChoice value={settings.clock} choose={(clock) => change({ clock })} />
      <BookChoice value={rules} choose={(name) => change({ rules: name })} />
      <details open={given !== ""}>
        <summary>{t("Start from a position or record")}</summary>
        <textarea
          rows={3}
          value={text}
          spellcheck={false}
          aria-label={t("FEN or record")}
          aria-invalid={wrong.length > 0}
          placeholder={t("Paste a FEN or a game record; empty for the usual start.")}
          onInput={(event) => {
            setText(event.currentTarget.value);
            setFailure([]);
          }}
        />
        {good && <p class="good">✓ {good}</p>}
        {wrong.length > 0 && <Problems texts={wrong} />}
      </details>
      <button type="submit" class="primary big" disabled={busy}>
        {t("Start game")}
      </button>
    </form>
  );
}

export function Problems({ texts }: { texts: Text[] }) {
  return (
    <ul class="problems" role="alert">
      {texts.map((text) => (
        <li key={text.en}>{say(text)}</li>
      ))}
    </ul>
  );
}

export function NewGame() {
  useEffect(
    () => () => {
      proposal.value = null;
    },
    [],
  );
  return (
    <Dialog title={t("New game")}>
      <NewGameForm given={proposal.value?.text ?? ""} />
    </Dialog>
  );
}
