// What the public page shows of an event, found in the view; nothing is decided here.

import type { Text } from "../play/protocol";
import type { Players } from "./look";
import type { BoardView, EventView, PlayerView, RoundView, StandingsRow } from "./protocol";

export const VIEWS = ["round", "standings", "cross", "players", "lots", "bracket", "teams"] as const;
export type ViewName = (typeof VIEWS)[number];

export interface Place {
  /** The section looked at; empty is the main one. */
  section: string;
  view: ViewName | "screen" | "player";
  /** A round, a player's number, or his key. */
  of: string;
}

/** What stands behind `event/ID/` in an address. */
export function readRest(rest: string): Place {
  const parts = rest.split("/");
  const section = parts[0] === "in" ? decoded(parts[1] ?? "") : "";
  const [view = "", of = ""] = parts[0] === "in" ? parts.slice(2) : parts;
  if (view === "screen" || view === "player" || (VIEWS as readonly string[]).includes(view))
    return { section, view: view as Place["view"], of };
  return { section, view: "round", of: "" };
}

/** What stands before a view in the address of a section of an event. */
export const sectionHash = (event: string, section: string): string =>
  section ? `${event}/in/${encodeURIComponent(section)}` : event;

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

/** The views that an event has something for. */
export function viewsOf(view: EventView): ViewName[] {
  const has: Record<ViewName, boolean> = {
    round: true,
    standings: view.standings !== null,
    cross: view.rounds.length > 0,
    players: true,
    lots: view.rounds.some(({ lots }) => lots !== null),
    bracket: "bracket" in view.extra,
    teams: "teams" in view.extra,
  };
  return VIEWS.filter((name) => has[name]);
}

/** The round an address names, else the last one. */
export function chosenRound(view: EventView, of: string): RoundView | null {
  return view.rounds.find((round) => String(round.number) === of) ?? view.rounds.at(-1) ?? null;
}

/** A board where one of those looked for plays. */
export const boardOf = (board: BoardView, found: ReadonlySet<number>): boolean =>
  found.has(board.red) || (board.black !== null && found.has(board.black));

// --- one player, round by round ---

export interface Turn {
  round: number;
  /** null: no opponent. */
  opponent: number | null;
  side: "red" | "black" | null;
  /** The key of the result, as the board has it. */
  result: string | null;
  board: BoardView | null;
  /** Why there was no game: a kind of bye. */
  out: string | null;
  /** Points before the round, if a board tells them. */
  before: string | null;
}

/** Player → board of a round; made once for a round, however many ask. */
const seatings = new WeakMap<RoundView, Map<number, BoardView>>();

function seating(round: RoundView): Map<number, BoardView> {
  let found = seatings.get(round);
  if (!found) {
    found = new Map();
    for (const board of round.boards) {
      found.set(board.red, board);
      if (board.black !== null) found.set(board.black, board);
    }
    seatings.set(round, found);
  }
  return found;
}

/** What a player did in every round. */
export function turns(view: EventView, number: number): Turn[] {
  return view.rounds.map((round) => {
    const board = seating(round).get(number) ?? null;
    const red = board?.red === number;
    const bye = board !== null && board.black === null;
    return {
      round: round.number,
      opponent: !board || bye ? null : red ? board.black : board.red,
      side: !board || bye ? null : red ? "red" : "black",
      result: board?.result ?? null,
      board,
      out: bye ? "bye" : board ? null : (round.out[String(number)] ?? "none"),
      before: board ? (red ? board.points[0] : board.points[1]) : null,
    };
  });
}

/** Points after the round at `index`: those before the next, or those so far after the last. */
export function pointsAfter(list: readonly Turn[], index: number, player: PlayerView): string | null {
  if (index === list.length - 1) return player.points;
  return list[index + 1]?.before ?? null;
}

export type Mark = "win" | "loss" | "draw" | "both" | "";

/** How a result was for a side. */
export function markOf(result: string | null, side: "red" | "black" | null): Mark {
  if (result === null || side === null) return "";
  if (result === "=") return "draw";
  if (result === "x" || result === "o") return "both";
  return (result === "1" || result === "+") === (side === "red") ? "win" : "loss";
}

/** Whether a result came without play. */
export const unplayed = (result: string | null): boolean =>
  result === "+" || result === "-" || result === "x";

/** What stands in a table for a result, from one side. */
export function shortMark(result: string | null, side: "red" | "black" | null): string {
  const mark = markOf(result, side);
  if (mark === "") return "";
  if (unplayed(result)) return mark === "win" ? "+" : "–";
  return mark === "win" ? "1" : mark === "draw" ? "½" : "0";
}

// --- matches of several games ---

/** What the server tells of the matches of a knock-out: `bracket` among the extras of the view. */
export interface BracketExtra {
  svg?: Text | null;
  matches?: {
    round: number | null;
    board: number | null;
    players: (number | null)[];
    score: [number, number] | null;
  }[];
}

/** The games won so far in the match of a board, the first mover's first; null if it is one game. */
export function matchScore(view: EventView, round: number, board: BoardView): [number, number] | null {
  const { matches } = (view.extra.bracket ?? {}) as BracketExtra;
  const match = matches?.find((one) => one.round === round && one.board === board.board);
  if (!match?.score) return null;
  const [above, below] = match.score;
  const games = above + below;
  if (games === 0 || (games <= 1 && board.result !== null)) return null;
  return match.players[0] === board.red ? [above, below] : [below, above];
}

/** A number of games as it is written: 1½. */
export const gamesText = (won: number): string =>
  won % 1 ? `${won > 1 ? Math.floor(won) : ""}½` : String(won);

// --- the cross table ---

/** Players in the order of the standings, then those who are in none. */
export function ranked(
  view: EventView,
  players: Players,
): { player: PlayerView; row: StandingsRow | null }[] {
  const rows = view.standings?.rows ?? [];
  const listed = rows.flatMap((row) => {
    const player = players.get(row.number);
    return player ? [{ player, row }] : [];
  });
  const seen = new Set(rows.map(({ number }) => number));
  const rest = [...players.values()].filter(({ number }) => number !== null && !seen.has(number));
  return [...listed, ...rest.map((player) => ({ player, row: null }))];
}

/** With so many players at most everybody is set against everybody. */
export const SQUARE = 20;

/** Everybody against everybody: of two players the games they had, seen by the first. */
export function meetings(view: EventView): Map<string, Turn[]> {
  const found = new Map<string, Turn[]>();
  for (const round of view.rounds)
    for (const board of round.boards) {
      if (board.black === null) continue;
      for (const side of ["red", "black"] as const) {
        const [one, two] = side === "red" ? [board.red, board.black] : [board.black, board.red];
        const key = `${one} ${two}`;
        const turn: Turn = {
          round: round.number,
          opponent: two,
          side,
          result: board.result,
          board,
          out: null,
          before: null,
        };
        found.set(key, [...(found.get(key) ?? []), turn]);
      }
    }
  return found;
}

// --- what changed ---

export interface News {
  /** Boards whose result has just come. */
  fresh: ReadonlySet<string>;
  /** Boards whose result was another one before, while we looked. */
  corrected: ReadonlySet<string>;
}

export const NO_NEWS: News = { fresh: new Set(), corrected: new Set() };

export const boardKey = (
  section: string,
  round: number,
  { red, black }: { red: number; black: number | null },
) => `${section}/${round}/${red}-${black}`;

/** What a view tells that the one before did not. */
export function news(before: EventView | null, now: EventView, known: News): News {
  if (before === null || before.id !== now.id || before.section !== now.section) return known;
  if (before.seq === now.seq) return known;
  const old = new Map<string, string | null>();
  for (const round of before.rounds)
    for (const board of round.boards) old.set(boardKey(now.section, round.number, board), board.result);
  const fresh = new Set<string>();
  const corrected = new Set(known.corrected);
  for (const round of now.rounds)
    for (const board of round.boards) {
      const key = boardKey(now.section, round.number, board);
      const was = old.get(key);
      if (was === undefined || was === board.result) continue;
      if (was !== null) corrected.add(key);
      if (board.result !== null) fresh.add(key);
    }
  return { fresh, corrected };
}

// --- the screen of the hall ---

export type ScreenPage =
  | { kind: "boards"; round: RoundView; boards: BoardView[] }
  | { kind: "standings"; rows: StandingsRow[] };

/** The pages that a big screen turns: the boards of the last round, then the standings. */
export function screenPages(view: EventView, size: number): ScreenPage[] {
  const last = view.rounds.at(-1);
  const pages: ScreenPage[] = [];
  const step = Math.max(1, size);
  if (last)
    for (let at = 0; at < last.boards.length; at += step)
      pages.push({ kind: "boards", round: last, boards: last.boards.slice(at, at + step) });
  const rows = view.standings && view.standings.after > 0 ? view.standings.rows : [];
  for (let at = 0; at < rows.length; at += step)
    pages.push({ kind: "standings", rows: rows.slice(at, at + step) });
  return pages;
}
