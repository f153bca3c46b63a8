// Single rules in which a game of 跳棋 differs from the named ones.

import { t } from "../i18n";
import type { RoundView } from "./protocol";

/** Fields of the rules that the form can change. */
export interface Changes {
  /** Null: as the named rules have them. */
  marks: string | null;
  stop: string | null;
  partners: boolean;
  mixed: boolean;
  swap: boolean;
  pass_allowed: boolean;
  remove_out: boolean;
}

export const UNCHANGED: Changes = {
  marks: null,
  stop: null,
  partners: false,
  mixed: true,
  swap: false,
  pass_allowed: false,
  remove_out: false,
};

const STOPS: [string, () => string][] = [
  ["no_stop_no_leave", () => t("Not in another's point; who is in the target stays there")],
  ["no_stop", () => t("Not in another's point")],
  ["no_entry", () => t("Another's point is not even hopped through")],
  ["free", () => t("Anywhere")],
];

const CHECKS: [keyof Changes, () => string][] = [
  ["swap", () => t("The last piece may change places with one that stayed at home")],
  ["pass_allowed", () => t("One may pass")],
  ["remove_out", () => t("Pieces of who is out are taken off")],
];

/** `20/5 25/8` as pairs of a round and pieces; null where it is something else. */
export function marksOf(text: string): [number, number][] | null {
  const marks: [number, number][] = [];
  for (const word of text.split(/[\s,，、]+/).filter(Boolean)) {
    const pair = /^(\d{1,4})\/(\d{1,2})$/.exec(word);
    if (!pair) return null;
    marks.push([Number(pair[1]), Number(pair[2])]);
  }
  const rising = marks.every(([round], n) => n === 0 || marks[n - 1]![0] < round);
  const sound = marks.every(([round, out]) => round >= 1 && out >= 1 && out <= 15);
  return rising && sound ? marks : null;
}

/** What is asked of the server: only what differs. */
export function changedOf(changes: Changes, players: number): RoundView["changed"] {
  const { marks, stop, partners, mixed } = changes;
  return {
    ...(marks === null ? {} : { marks: marksOf(marks) ?? marks }),
    ...(stop === null ? {} : { stop }),
    ...(partners && players % 2 === 0 && players > 2 ? { partners } : {}),
    ...(mixed ? {} : { mixed }),
    ...Object.fromEntries(CHECKS.flatMap(([name]) => (changes[name] ? [[name, true]] : []))),
  };
}

interface Props {
  changes: Changes;
  players: number;
  equidistant: boolean;
  change: (part: Partial<Changes>) => void;
}

export function Options({ changes, players, equidistant, change }: Props) {
  const { marks, stop } = changes;
  const kind = marks === null ? "named" : marks === "" ? "off" : "own";
  const differs = Object.keys(changedOf(changes, players)).length > 0;
  return (
    <details class="options" open={differs}>
      <summary>{t("Single rules")}</summary>
      <label class="field-line">
        <span>{t("Leaving the camp")}</span>
        <select
          name="marks"
          value={kind}
          onChange={({ currentTarget: { value } }) =>
            change({ marks: value === "named" ? null : value === "off" ? "" : "20/5 25/8 30/10" })
          }
        >
          <option value="named">{t("as the rules say")}</option>
          <option value="off">{t("no camp rule")}</option>
          <option value="own">{t("rounds of one's own")}</option>
        </select>
      </label>
      {kind === "own" && (
        <label class="field-line">
          <span>{t("Rounds and pieces out, as 20/5 25/8")}</span>
          <input
            name="ownmarks"
            value={marks ?? ""}
            required
            aria-invalid={marksOf(marks ?? "") === null}
            onChange={(event) => change({ marks: event.currentTarget.value.trim() || "20/5" })}
          />
        </label>
      )}
      <label class="field-line">
        <span>{t("Where a move may end")}</span>
        <select
          name="stop"
          value={stop ?? "no_stop_no_leave"}
          onChange={({ currentTarget: { value } }) =>
            change({ stop: value === "no_stop_no_leave" ? null : value })
          }
        >
          {STOPS.map(([name, title]) => (
            <option key={name} value={name}>
              {title()}
            </option>
          ))}
        </select>
      </label>
      {(players === 4 || players === 6) && (
        <Check
          name="partners"
          title={t("Opposite seats are partners")}
          on={changes.partners}
          set={(partners) => change({ partners })}
        />
      )}
      {equidistant && (
        <Check
          name="fixed"
          title={t("All hops of a chain have one length")}
          on={!changes.mixed}
          set={(fixed) => change({ mixed: !fixed })}
        />
      )}
      {CHECKS.map(([name, title]) => (
        <Check
          key={name}
          name={name}
          title={title()}
          on={changes[name] === true}
          set={(on) => change({ [name]: on })}
        />
      ))}
    </details>
  );
}

function Check(props: { name: string; title: string; on: boolean; set: (on: boolean) => void }) {
  return (
    <label class="check">
      <input
        type="checkbox"
        name={props.name}
        checked={props.on}
        onChange={(event) => props.set(event.currentTarget.checked)}
      />
      {props.title}
    </label>
  );
}

/** The rules of a table that differ from the named ones, in words. */
export function differences(changed: RoundView["changed"]): string[] {
  const stop = STOPS.find(([name]) => name === changed.stop);
  const marks = changed.marks as [number, number][] | undefined;
  const told = [
    marks && (marks.length ? marks.map((mark) => mark.join("/")).join(" ") : t("no camp rule")),
    stop?.[1](),
    changed.partners && t("Opposite seats are partners"),
    changed.mixed === false && t("All hops of a chain have one length"),
    ...CHECKS.map(([name, title]) => changed[name] && title()),
  ];
  return told.filter((text): text is string => typeof text === "string");
}
