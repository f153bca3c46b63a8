// What the desk shows of an event, found in the view; nothing is decided here.

import type { BoardView, EventView, PlayerView, RoundView, Told } from "./protocol";

export type Players = ReadonlyMap<number, PlayerView>;

/** The players by pairing number. */
export const byNumber = (view: EventView): Players =>
  new Map(view.players.flatMap((player) => (player.number === null ? [] : [[player.number, player]])));

export type Sorting = "number" | "name" | "rating" | "team";

/** The text without blanks, width and case, as names are compared. */
const plain = (text: string) => text.normalize("NFKC").replace(/\s+/g, "").toLowerCase();

/** Those of whom the number, the name or the team begins with or contains what is looked for. */
export function filtered(players: readonly PlayerView[], text: string): PlayerView[] {
  const wanted = plain(text);
  if (!wanted) return [...players];
  if (/^\d+$/.test(wanted)) {
    const number = Number(wanted);
    const found = players.filter((one) => (one.number ?? one.id) === number);
    if (found.length) return found;
  }
  return players.filter((one) => plain(one.name).includes(wanted) || plain(one.team).includes(wanted));
}

export function sorted(players: readonly PlayerView[], by: Sorting): PlayerView[] {
  const order = new Intl.Collator("zh-Hans-u-co-pinyin");
  const of = (one: PlayerView) => one.number ?? 100_000 + one.id;
  const compare: Record<Sorting, (a: PlayerView, b: PlayerView) => number> = {
    number: (a, b) => of(a) - of(b),
    name: (a, b) => order.compare(a.name, b.name),
    rating: (a, b) => b.rating - a.rating,
    team: (a, b) => order.compare(a.team, b.team),
  };
  return players.toSorted((a, b) => compare[by](a, b) || of(a) - of(b));
}

/** What was said of a board when it was paired. */
export function whyBoard(round: RoundView, board: BoardView): Told[] {
  return round.reasons.filter(
    ({ players }) =>
      players.length > 0 && players.every((number) => number === board.red || number === board.black),
  );
}

/** What was said of the round as a whole, and of boards together. */
export function whyRound(round: RoundView): Told[] {
  const at = new Map<number, number>();
  for (const { board, red, black } of round.boards) {
    at.set(red, board);
    if (black !== null) at.set(black, board);
  }
  const ofOneBoard = ({ players: [first, ...others] }: Told) => {
    const board = first === undefined ? undefined : at.get(first);
    return board !== undefined && others.every((number) => at.get(number) === board);
  };
  return round.reasons.filter((reason) => !ofOneBoard(reason));
}

export const lastRound = (view: EventView): RoundView | null => view.rounds.at(-1) ?? null;

/** Who stands in a round without an opponent: the bye, those out, those not paired at all. */
export function unpaired(view: EventView, round: RoundView): PlayerView[] {
  const met = new Set(round.boards.flatMap(({ red, black }) => (black === null ? [] : [red, black])));
  return view.players.filter((one) => one.number !== null && !met.has(one.number));
}

/** Boards that are to be played, without those that only name a bye. */
export const played = (round: RoundView): BoardView[] => round.boards.filter(({ black }) => black !== null);

export type Step = "players" | "number" | "pair" | "results" | "publish" | "over";

/** What an arbiter does next, as far as the view tells; the server has the last word. */
export function nextStep(view: EventView): Step {
  if (view.players.length < 2) return "players";
  if (!view.numbered) return "number";
  const last = lastRound(view);
  if (!last) return "pair";
  if (last.missing.length) return last.published ? "results" : "publish";
  return view.over ? "over" : "pair";
}
