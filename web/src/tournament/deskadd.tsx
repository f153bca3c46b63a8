// Putting players on the list: pasted, from a file, or one after numbers were given.

import { useEffect, useState } from "preact/hooks";
import { say, t } from "../i18n";
import { Refusal } from "../play/api";
import { failureText } from "../play/store";
import * as api from "./api";
import { Flag } from "./desksections";
import { useDraft } from "./draft";
import { Line } from "./newevent";
import { Do } from "./nextstep";
import { Tolds } from "./parts";
import type { DoAnswer, EventView, PlayerFields } from "./protocol";
import { act, choices, event, refresh, said } from "./store";

interface Read {
  players: PlayerFields[];
  answer: DoAnswer | null;
  failure: string;
}

const NOTHING_READ: Read = { players: [], answer: null, failure: "" };

/** What a list would put on the list of entries. */
function readOf(answer: DoAnswer): Read {
  const players = answer.facts.flatMap((fact) => (fact.players as PlayerFields[] | undefined) ?? []);
  return { players, answer, failure: "" };
}

async function tried(asking: Promise<DoAnswer>): Promise<Read> {
  try {
    return readOf(await asking);
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return { ...NOTHING_READ, failure: failureText(error) };
  }
}

export function AddPlayers() {
  const id = event.value?.id ?? "";
  const [text, setText] = useDraft(`players ${id}`, "");
  const [file, setFile] = useState<File | null>(null);
  const [read, setRead] = useState<Read>(NOTHING_READ);
  useEffect(() => {
    setRead(NOTHING_READ);
    if (!file && !text.trim()) return;
    let current = true;
    const timer = setTimeout(async () => {
      const next = await tried(
        file ? api.sendList(id, file, true) : api.command(id, { do: "players", text, dry: true }),
      );
      if (current) setRead(next);
    }, 300);
    return () => {
      current = false;
      clearTimeout(timer);
    };
  }, [text, file, id]);

  const add = async () => {
    if (!file) {
      const answer = await act({ do: "players", text });
      if (answer) setText("");
      return;
    }
    const done = await tried(api.sendList(id, file, false));
    if (done.failure) return setRead(done);
    said.value = done.answer?.notes ?? [];
    setFile(null);
    await refresh();
  };

  return (
    <section class="card form" aria-label={t("Add players")}>
      <label class="field">
        <span>{t("Names, one a line, or rows copied from a spreadsheet with its headings")}</span>
        <textarea
          rows={6}
          spellcheck={false}
          value={text}
          placeholder={`${t("Name, team, rating")}\n${t("Hu Ronghua, Shanghai, 2600")}`}
          onInput={(event) => {
            setFile(null);
            setText(event.currentTarget.value);
          }}
        />
      </label>
      <div class="bar">
        <Do
          off={read.players.length === 0}
          label={t("Add {count} players", { count: read.players.length })}
          run={add}
        />
        <label class="button">
          {file ? file.name : t("From a file (CSV, Excel) …")}
          <input
            type="file"
            class="unseen"
            accept=".csv,.tsv,.txt,.xlsx"
            onChange={(event) => {
              setText("");
              setFile(event.currentTarget.files?.[0] ?? null);
            }}
          />
        </label>
      </div>
      <div aria-live="polite">
        {read.failure && <p class="problems">{read.failure}</p>}
        <Tolds notes={read.answer?.notes ?? []} class="notes" />
        <Preview players={read.players} />
      </div>
    </section>
  );
}

/** The first of those that would be put on the list, as they were understood. */
function Preview({ players }: { players: readonly PlayerFields[] }) {
  const fields = choices.value?.fields ?? [];
  const given = fields.filter(({ name }) => players.some((player) => player[name as keyof PlayerFields]));
  if (players.length === 0) return null;
  return (
    <div class="scroll">
      <table class="grid">
        <thead>
          <tr>
            {given.map((field) => (
              <th key={field.name}>{say(field.text)}</th>
            ))}
          </tr>
        </thead>
        <tbody>
          {players.slice(0, 5).map((player, i) => (
            <tr key={`${i} ${player.name}`}>
              {given.map(({ name }) => (
                <td key={name}>{player[name as keyof PlayerFields]}</td>
              ))}
            </tr>
          ))}
          {players.length > 5 && (
            <tr>
              <td colSpan={given.length} class="soft">
                {t("and {count} more", { count: players.length - 5 })}
              </td>
            </tr>
          )}
        </tbody>
      </table>
    </div>
  );
}

/** Somebody who comes after the numbers were given. */
export function LatePlayer({ view }: { view: EventView }) {
  const [name, setName] = useState("");
  const [team, setTeam] = useState("");
  const [rating, setRating] = useState("");
  const [round, setRound] = useState("");
  const [byRating, setByRating] = useState(false);
  const waiting = view.players.filter(({ number }) => number === null);
  if (!view.can.includes("late")) return <p class="card">{t("This system takes nobody in any more.")}</p>;
  const add = async () => {
    const fields: PlayerFields = {
      ...(team.trim() ? { team: team.trim() } : {}),
      ...(Number(rating) ? { rating: Number(rating) } : {}),
    };
    const answer = await act({
      do: "late",
      player: name.trim(),
      fields,
      round: Number(round) || null,
      by_rating: byRating,
    });
    if (!answer) return;
    setName("");
    setTeam("");
    setRating("");
  };
  return (
    <section class="card form" aria-label={t("Late entry")}>
      <div class="fields">
        <Line label={t("Name")} required value={name} change={setName} />
        <Line label={t("Team")} value={team} change={setTeam} />
        <label class="field">
          <span>{t("Rating")}</span>
          <input
            type="number"
            min="0"
            value={rating}
            onInput={(event) => setRating(event.currentTarget.value)}
          />
        </label>
        <label class="field">
          <span>{t("Plays from round")}</span>
          <input
            type="number"
            min="1"
            placeholder={String(view.rounds.length + 1)}
            value={round}
            onInput={(event) => setRound(event.currentTarget.value)}
          />
        </label>
      </div>
      <Flag
        label={t("The rating gives the place, where the rules allow it; otherwise it is the last one")}
        value={byRating}
        set={setByRating}
      />
      {waiting.length > 0 && (
        <div class="bar">
          <span class="soft">{t("On the list without a number:")}</span>
          {waiting.map((player) => (
            <button key={player.id} type="button" class="slim" onClick={() => setName(player.name)}>
              {player.name}
            </button>
          ))}
        </div>
      )}
      <div class="bar">
        <Do off={!name.trim()} label={t("Take in")} run={add} />
      </div>
    </section>
  );
}
