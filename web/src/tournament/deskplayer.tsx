// One player's window: what is known of him, byes, withdrawal, fouls.

import { useState } from "preact/hooks";
import { say, t } from "../i18n";
import { asked, remarks } from "./deskplayers";
import { Flag } from "./desksections";
import { Do } from "./nextstep";
import { numbered, Window } from "./parts";
import type { EventView, PlayerFields, PlayerView } from "./protocol";
import { act, choices } from "./store";

interface Props {
  view: EventView;
  player: PlayerView;
}

export function PlayerWindow({ view, player, close }: Props & { close(): void }) {
  const told = remarks(player);
  return (
    <Window title={numbered(player)} wide close={close}>
      <div class="form">
        {told.length > 0 && <p class="soft">{told.join(" · ")}</p>}
        <Fields player={player} />
        {view.numbered && player.number !== null && (
          <>
            <Byes view={view} player={player} />
            <Leaving view={view} player={player} />
            {view.can.includes("pause") && <Resting player={player} />}
          </>
        )}
        <Fouls view={view} player={player} />
      </div>
    </Window>
  );
}

function Fields({ player }: { player: PlayerView }) {
  const [changed, setChanged] = useState<Record<string, string>>({});
  const fields = choices.value?.fields ?? [];
  const now = (name: string) => changed[name] ?? String(player[name as keyof PlayerView] || "");
  const save = async () => {
    const given: Record<string, string | number> = { ...changed };
    if ("rating" in changed) given.rating = Number(changed.rating) || 0;
    if (await act({ do: "edit", player: asked(player), fields: given as PlayerFields })) setChanged({});
  };
  return (
    <section class="stack">
      <div class="fields">
        {fields.map((field) => (
          <label key={field.name} class="field">
            <span>{say(field.text)}</span>
            <input
              inputMode={field.name === "rating" ? "numeric" : "text"}
              value={now(field.name)}
              onInput={(event) => setChanged({ ...changed, [field.name]: event.currentTarget.value })}
            />
          </label>
        ))}
      </div>
      <div class="bar">
        <Do plain slim off={Object.keys(changed).length === 0} label={t("Save")} run={save} />
      </div>
    </section>
  );
}

function RoundField(props: {
  label: string;
  from: number;
  to: number;
  value: string;
  set(value: string): void;
}) {
  const rounds = Array.from({ length: Math.max(0, props.to - props.from + 1) }, (_, i) => props.from + i);
  return (
    <label class="field">
      <span>{props.label}</span>
      <select value={props.value} onChange={(event) => props.set(event.currentTarget.value)}>
        {rounds.map((round) => (
          <option key={round} value={round}>
            {t("Round {round}", { round })}
          </option>
        ))}
      </select>
    </label>
  );
}

function Byes({ view, player }: Props) {
  const next = view.rounds.length + 1;
  const last = view.rounds_total ?? next + 5;
  const [round, setRound] = useState(String(next));
  if (!view.can.includes("bye") || next > last) return null;
  const set = (kind: "full" | "half" | "zero" | null) =>
    act({ do: "bye", player: asked(player), round: Number(round), kind });
  return (
    <section class="stack">
      <h3>{t("Bye in a round to come")}</h3>
      <div class="bar low">
        <RoundField label={t("In")} from={next} to={last} value={round} set={setRound} />
        {choices.value?.byes.map(({ name, text }) => (
          <Do
            plain
            slim
            key={name}
            name={name}
            label={say(text)}
            run={() => set(name as "full" | "half" | "zero")}
          />
        ))}
        {player.byes[round] && <Do plain slim label={t("Take the bye back")} run={() => set(null)} />}
      </div>
    </section>
  );
}

function Leaving({ view, player }: Props) {
  const away = player.gone !== null;
  const next = view.rounds.length + 1;
  const last = Math.max(view.rounds_total ?? next, next);
  const [round, setRound] = useState(String(next));
  return (
    <section class="stack">
      <h3>{t("Withdrawal")}</h3>
      <div class="bar low">
        <RoundField
          label={away ? t("Plays from round") : t("Not paired any more from")}
          from={next}
          to={last}
          value={round}
          set={setRound}
        />
        <Do
          plain
          slim
          name={away ? "return" : "withdraw"}
          label={away ? t("Has come back") : t("Withdraw")}
          run={() => act({ do: away ? "return" : "withdraw", player: asked(player), round: Number(round) })}
        />
      </div>
    </section>
  );
}

/** Arena: who rests is not paired until he says so. */
function Resting({ player }: { player: PlayerView }) {
  const rest = (paused: boolean) => act({ do: "pause", player: asked(player), paused });
  return (
    <section class="bar">
      <Do plain slim label={t("Rests")} run={() => rest(true)} />
      <Do plain slim label={t("Plays again")} run={() => rest(false)} />
    </section>
  );
}

function Fouls({ view, player }: Props) {
  const [kind, setKind] = useState("");
  const [count, setCount] = useState("1");
  const [note, setNote] = useState("");
  const [lose, setLose] = useState(false);
  if (!view.can.includes("foul")) return null;
  const enter = async () => {
    const foul = { do: "foul" as const, player: asked(player), kind: kind.trim(), note: note.trim() };
    if (await act({ ...foul, count: Number(count), lose })) {
      setKind("");
      setNote("");
    }
  };
  const usual = [
    t("touched piece not moved"),
    t("illegal move"),
    t("two moves running"),
    t("clock misused"),
    t("telephone"),
  ];
  return (
    <section class="stack">
      <h3>{t("Foul or warning")}</h3>
      <div class="fields">
        <label class="field">
          <span>{t("What it was")}</span>
          <input
            list="usual-fouls"
            value={kind}
            maxLength={200}
            onInput={(event) => setKind(event.currentTarget.value)}
          />
        </label>
        <datalist id="usual-fouls">
          {usual.map((text) => (
            <option key={text} value={text} />
          ))}
        </datalist>
        <label class="field">
          <span>{t("Counts as")}</span>
          <select value={count} onChange={(event) => setCount(event.currentTarget.value)}>
            <option value="0">{t("a warning")}</option>
            <option value="1">{t("one foul")}</option>
            <option value="2">{t("two fouls")}</option>
          </select>
        </label>
        <label class="field">
          <span>{t("Note: move, time")}</span>
          <input value={note} maxLength={200} onInput={(event) => setNote(event.currentTarget.value)} />
        </label>
      </div>
      <Flag label={t("If it is the foul that loses the game, enter the loss")} value={lose} set={setLose} />
      <div class="bar">
        <Do plain slim off={!kind.trim()} label={t("Enter the foul")} run={enter} />
      </div>
    </section>
  );
}
