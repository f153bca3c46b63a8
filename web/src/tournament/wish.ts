// What the form of a new event holds, and what of it is asked of the server.

import type { Choices, NewEvent, OptionChoice, SystemChoice } from "./protocol";

export interface Wish {
  name: string;
  system: string;
  rounds: string;
  points: string;
  /** Codes in order; null: those the system has by itself. */
  tiebreaks: string[] | null;
  unplayed: string;
  drop: boolean;
  firstSide: "" | "red" | "black";
  seed: string;
  /** The rule book of the games, which says how many fouls lose one. */
  rules: string;
  /** Only what was changed. */
  options: Record<string, unknown>;
  city: string;
  start: string;
  end: string;
  arbiter: string;
  who: string;
}

export const EMPTY_WISH: Wish = {
  name: "",
  system: "chinese",
  rounds: "",
  points: "",
  tiebreaks: null,
  unplayed: "",
  drop: false,
  firstSide: "",
  seed: "",
  rules: "",
  options: {},
  city: "",
  start: "",
  end: "",
  arbiter: "",
  who: "",
};

export const systemOf = (choices: Choices, name: string): SystemChoice | undefined =>
  choices.systems.find((system) => system.name === name);

/** Another system has options of its own. */
export const withSystem = (wish: Wish, system: string): Wish => ({
  ...wish,
  system,
  options: {},
  tiebreaks: null,
  points: "",
});

export const codesOf = (wish: Wish, choices: Choices): string[] =>
  wish.tiebreaks ?? systemOf(choices, wish.system)?.tiebreaks ?? [];

/** `list` with its entry at `at` moved by `by` places. */
export function moved<T>(list: readonly T[], at: number, by: number): T[] {
  const next = [...list];
  const [one] = next.splice(at, 1);
  if (one !== undefined) next.splice(Math.max(0, Math.min(next.length, at + by)), 0, one);
  return next;
}

/** The value of an option: as chosen, else what it is by itself. */
export const optionValue = (wish: Wish, option: OptionChoice): unknown =>
  option.name in wish.options ? wish.options[option.name] : option.default;

/** Set an option; what it is by itself is not kept. */
export function withOption(wish: Wish, option: OptionChoice, value: unknown): Wish {
  const { [option.name]: _before, ...rest } = wish.options;
  const same = JSON.stringify(value) === JSON.stringify(option.default);
  return { ...wish, options: same ? rest : { ...rest, [option.name]: value } };
}

/** What is sent: nothing of what was left as it was. */
export function asked(wish: Wish, choices: Choices): NewEvent {
  const rounds = systemOf(choices, wish.system)?.rounds ? Number(wish.rounds) || null : null;
  return {
    name: wish.name.trim(),
    system: wish.system,
    rounds,
    points: wish.points.trim(),
    tiebreaks: wish.tiebreaks?.join(",") ?? "",
    unplayed: wish.unplayed,
    drop: wish.drop,
    first_side: wish.firstSide,
    seed: wish.seed.trim(),
    rules: wish.rules,
    options: wish.options,
    city: wish.city.trim(),
    start: wish.start,
    end: wish.end,
    arbiter: wish.arbiter.trim(),
    who: wish.who.trim(),
  };
}

type Numbers = number | null | (number | number[])[];

/**
 * What is typed for a number that may be missing, or for a list of numbers and pairs "3:20".
 *
 * @returns undefined if it is neither
 */
export function readNumbers(text: string, list: boolean): Numbers | undefined {
  const words = text
    .normalize("NFKC")
    .split(/[\s,、，;]+/)
    .filter(Boolean);
  const read = words.map((word) => {
    const parts = word.split(":").map((part) => (/^\d+$/.test(part) ? Number(part) : Number.NaN));
    return parts.length === 1 ? parts[0]! : parts;
  });
  if (read.flat().some(Number.isNaN)) return undefined;
  if (list) return read;
  if (read.length === 0) return null;
  const [one] = read;
  return read.length === 1 && typeof one === "number" ? one : undefined;
}

/** Numbers as `readNumbers` reads them. */
export function writeNumbers(value: unknown): string {
  if (value === null || value === undefined) return "";
  if (!Array.isArray(value)) return String(value);
  return value.map((one) => (Array.isArray(one) ? one.join(":") : String(one))).join(" ");
}
