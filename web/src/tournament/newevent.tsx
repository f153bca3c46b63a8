// The form for a new event. What may be chosen, and what it means, the server tells.

import { useEffect, useState } from "preact/hooks";
import { say, t } from "../i18n";
import { Refusal } from "../play/api";
import { books, bookTitle, failureText, gotoInstead } from "../play/store";
import { write } from "../settings";
import { deskHash } from "./address";
import * as api from "./api";
import { forget, useDraft } from "./draft";
import type { Choices, OptionChoice } from "./protocol";
import { arbiterName, choices, keptKey, learnChoices } from "./store";
import {
  asked,
  codesOf,
  EMPTY_WISH,
  moved,
  optionValue,
  readNumbers,
  systemOf,
  type Wish,
  withOption,
  withSystem,
  writeNumbers,
} from "./wish";

export function NewEventPage() {
  useEffect(() => {
    void learnChoices();
  }, []);
  if (!choices.value) return <p role="status">{t("One moment …")}</p>;
  return <NewEventForm choices={choices.value} />;
}

interface PartProps {
  wish: Wish;
  choices: Choices;
  change(part: Partial<Wish>): void;
  set(wish: Wish): void;
}

function NewEventForm({ choices }: { choices: Choices }) {
  const [wish, set] = useDraft<Wish>("new", { ...EMPTY_WISH, who: arbiterName.value });
  const [failure, setFailure] = useState("");
  const [busy, setBusy] = useState(false);
  const change = (part: Partial<Wish>) => set({ ...wish, ...part });
  const parts: PartProps = { wish, choices, change, set };
  const system = systemOf(choices, wish.system);

  const submit = async (event: Event) => {
    event.preventDefault();
    setBusy(true);
    setFailure("");
    try {
      const answer = await api.create(asked(wish, choices));
      keptKey(answer.event.id, answer.key);
      arbiterName.value = wish.who.trim();
      write("chuhe.arbiter", arbiterName.value);
      forget("new");
      gotoInstead(deskHash(answer.event.id, "players"));
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      setFailure(failureText(error));
    } finally {
      setBusy(false);
    }
  };

  return (
    <form class="form newevent" onSubmit={submit}>
      <div class="hall-head">
        <h1>{t("New event")}</h1>
      </div>
      <div class="card form">
        <Line label={t("Name of the event")} required value={wish.name} change={(name) => change({ name })} />
        <Systems {...parts} />
        <div class="fields">
          {system?.rounds && (
            <label class="field">
              <span>{t("Number of rounds")}</span>
              <input
                name="rounds"
                type="number"
                inputMode="numeric"
                min="1"
                max="99"
                required
                value={wish.rounds}
                onInput={(event) => change({ rounds: event.currentTarget.value })}
              />
            </label>
          )}
          <label class="field">
            <span>{t("First day")}</span>
            <input
              type="date"
              value={wish.start}
              onInput={(event) => change({ start: event.currentTarget.value })}
            />
          </label>
          <label class="field">
            <span>{t("Last day")}</span>
            <input
              type="date"
              value={wish.end}
              min={wish.start}
              onInput={(event) => change({ end: event.currentTarget.value })}
            />
          </label>
          <label class="field">
            <span>{t("Rules of the games")}</span>
            <select value={wish.rules} onChange={(event) => change({ rules: event.currentTarget.value })}>
              <option value="">{t("not said")}</option>
              {books.value.map(({ name }) => (
                <option key={name} value={name}>
                  {bookTitle(name)}
                </option>
              ))}
            </select>
            <small>{t("They say how many fouls lose a game.")}</small>
          </label>
          <Line label={t("City, hall")} value={wish.city} change={(city) => change({ city })} />
          <Line label={t("Chief arbiter")} value={wish.arbiter} change={(arbiter) => change({ arbiter })} />
          <Line
            label={t("Your name")}
            hint={t("It stands in the log beside what you enter.")}
            value={wish.who}
            change={(who) => change({ who })}
          />
        </div>
      </div>
      <details class="card">
        <summary>{t("Points and places: who stands before whom")}</summary>
        <Ranking {...parts} />
      </details>
      <details class="card">
        <summary>{t("Pairing and lots")}</summary>
        <Pairing {...parts} />
      </details>
      {failure && (
        <p class="problems" role="alert">
          {failure}
        </p>
      )}
      <button type="submit" class="primary big" disabled={busy}>
        {t("Begin the event")}
      </button>
    </form>
  );
}

export function Line(props: {
  label: string;
  value: string;
  hint?: string;
  required?: boolean;
  placeholder?: string;
  change(value: string): void;
}) {
  return (
    <label class="field">
      <span>{props.label}</span>
      <input
        type="text"
        maxLength={120}
        required={props.required}
        placeholder={props.placeholder}
        value={props.value}
        onInput={(event) => props.change(event.currentTarget.value)}
      />
      {props.hint && <small>{props.hint}</small>}
    </label>
  );
}

function Systems({ wish, choices, set }: PartProps) {
  return (
    <fieldset>
      <legend>{t("System")}</legend>
      <div class="systems">
        {choices.systems.map((system) => (
          <label key={system.name} class={wish.system === system.name ? "chosen" : ""}>
            <input
              type="radio"
              name="system"
              value={system.name}
              checked={wish.system === system.name}
              onChange={() => set(withSystem(wish, system.name))}
            />
            <b>{say(system.text)}</b>
            <span>{say(system.about)}</span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}

function Ranking({ wish, choices, change }: PartProps) {
  const codes = codesOf(wish, choices);
  const left = choices.tiebreaks.filter(({ code }) => !codes.includes(code));
  const set = (tiebreaks: string[]) => change({ tiebreaks });
  const name = (code: string) => {
    const known = choices.tiebreaks.find((one) => one.code === code.split("/")[0] || one.code === code);
    return known ? say(known.name) : "";
  };
  return (
    <div class="form">
      <label class="field">
        <span>{t("Points for a win, a draw, a loss")}</span>
        <input
          placeholder={systemOf(choices, wish.system)?.points}
          value={wish.points}
          onInput={(event) => change({ points: event.currentTarget.value })}
        />
        <small>{t("Empty: as usual in this system. Six numbers tell Red and Black apart.")}</small>
      </label>
      <div class="stack">
        <h3>{t("Order of ranking: the first that differs decides")}</h3>
        <ol class="ordered">
          {codes.map((code, i) => (
            <li key={code}>
              <span>
                <b>{code}</b> {name(code)}
              </span>
              <button
                type="button"
                aria-label={t("{what}: up", { what: code })}
                disabled={i === 0}
                onClick={() => set(moved(codes, i, -1))}
              >
                ↑
              </button>
              <button
                type="button"
                aria-label={t("{what}: down", { what: code })}
                disabled={i === codes.length - 1}
                onClick={() => set(moved(codes, i, 1))}
              >
                ↓
              </button>
              <button
                type="button"
                aria-label={t("{what}: take out", { what: code })}
                onClick={() => set(codes.filter((one) => one !== code))}
              >
                ✕
              </button>
            </li>
          ))}
        </ol>
        <div class="bar">
          <select
            aria-label={t("Add to the order")}
            value=""
            onChange={(event) => {
              if (event.currentTarget.value) set([...codes, event.currentTarget.value]);
              event.currentTarget.value = "";
            }}
          >
            <option value="">{t("Add to the order")} …</option>
            {left.map(({ code, name: text }) => (
              <option key={code} value={code}>
                {code} {say(text)}
              </option>
            ))}
          </select>
          {choices.lists.map((list) => (
            <button key={list.name} type="button" class="slim" onClick={() => set(list.codes)}>
              {say(list.text)}
            </button>
          ))}
        </div>
      </div>
      <label class="field">
        <span>{t("Rounds without a game count in tie-breaks")}</span>
        <select value={wish.unplayed} onChange={(event) => change({ unplayed: event.currentTarget.value })}>
          <option value="">{t("as usual for each figure")}</option>
          {choices.unplayed.map((one) => (
            <option key={one.name} value={one.name}>
              {say(one.text)}
            </option>
          ))}
        </select>
      </label>
      <label class="check">
        <input
          type="checkbox"
          checked={wish.drop}
          onChange={(event) => change({ drop: event.currentTarget.checked })}
        />
        <span>{t("Who is still tied is compared with the last rounds taken off, one after the other")}</span>
      </label>
    </div>
  );
}

function Pairing({ wish, choices, change, set }: PartProps) {
  const options = systemOf(choices, wish.system)?.options ?? [];
  return (
    <div class="form">
      <div class="fields">
        <Line
          label={t("Seed of the lots")}
          hint={t(
            "Any text, said aloud before the draw: everybody can repeat the lots from it. Empty: by chance.",
          )}
          value={wish.seed}
          change={(seed) => change({ seed })}
        />
        <label class="field">
          <span>{t("Number 1 in round one plays")}</span>
          <select
            value={wish.firstSide}
            onChange={(event) => change({ firstSide: event.currentTarget.value as Wish["firstSide"] })}
          >
            <option value="">{t("by lot")}</option>
            <option value="red">{t("Red")}</option>
            <option value="black">{t("Black")}</option>
          </select>
        </label>
      </div>
      <div class="options">
        {options.map((option) => (
          <Option
            key={`${wish.system} ${option.name}`}
            option={option}
            value={optionValue(wish, option)}
            choose={(value) => set(withOption(wish, option, value))}
          />
        ))}
      </div>
    </div>
  );
}

interface OptionProps {
  option: OptionChoice;
  value: unknown;
  choose(value: unknown): void;
}

export function Option({ option, value, choose }: OptionProps) {
  const label = say(option.text);
  if (option.kind === "flag")
    return (
      <label class="check">
        <input
          type="checkbox"
          checked={value === true}
          onChange={(event) => choose(event.currentTarget.checked)}
        />
        <span>{label}</span>
      </label>
    );
  const id = `option-${option.name}`;
  return (
    <div class="field">
      <label for={id}>{label}</label>
      <OptionField id={id} option={option} value={value} choose={choose} />
    </div>
  );
}

function OptionField({ id, option, value, choose }: OptionProps & { id: string }) {
  switch (option.kind) {
    case "choice":
      return (
        <select id={id} value={String(value)} onChange={(event) => choose(event.currentTarget.value)}>
          {option.choices.map((one) => (
            <option key={one.name} value={one.name}>
              {say(one.text)}
            </option>
          ))}
        </select>
      );
    case "count":
      return (
        <input
          id={id}
          type="number"
          min="0"
          value={value === null ? "" : String(value)}
          onInput={({ currentTarget: { value: text } }) => choose(text === "" ? null : Number(text))}
        />
      );
    case "json":
      return <NumbersField id={id} option={option} value={value} choose={choose} />;
    default:
      return (
        <input id={id} value={String(value ?? "")} onInput={(event) => choose(event.currentTarget.value)} />
      );
  }
}

/** A number that may be missing, or a list of numbers and pairs: 3, or 2 5 8, or 3:20 5:40. */
function NumbersField({ id, option, value, choose }: OptionProps & { id: string }) {
  const [text, setText] = useState(writeNumbers(value));
  const [wrong, setWrong] = useState(false);
  return (
    <input
      id={id}
      value={text}
      aria-invalid={wrong}
      placeholder={Array.isArray(option.default) ? t("none") : t("never")}
      onInput={(event) => {
        const typed = event.currentTarget.value;
        setText(typed);
        const read = readNumbers(typed, Array.isArray(option.default));
        setWrong(read === undefined);
        if (read !== undefined) choose(read);
      }}
    />
  );
}
