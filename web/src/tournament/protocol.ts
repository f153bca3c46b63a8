// Events over HTTP, as docs/protocol-event.md has them: bodies, answers, and what stands in them.

import type { Text } from "../play/protocol";

/** A name for programs and what it is called. */
export interface Named {
  name: string;
  text: Text;
}

/** A sentence for people and its code; `players` are numbers of the section. */
export interface Told {
  code: string;
  text: Text;
  players: number[];
}

// --- what may be chosen: GET /api/events/choices ------------------------------

export interface OptionChoice {
  name: string;
  text: Text;
  kind: "flag" | "count" | "choice" | "text" | "json";
  default: unknown;
  /** Empty unless `kind` is `choice`. */
  choices: Named[];
}

export interface SystemChoice {
  name: string;
  text: Text;
  about: Text;
  /** Whether a number of rounds must be said. */
  rounds: boolean;
  /** Whether teams are paired: then `tiebreaks` are of `team_tiebreaks`. */
  teams: boolean;
  points: string;
  tiebreaks: string[];
  options: OptionChoice[];
}

export interface CodeChoice {
  code: string;
  name: Text;
}

export interface ListChoice {
  name: string;
  text: Text;
  codes: string[];
}

export interface ResultChoice {
  key: string;
  short: string;
  text: Text;
}

export interface PrintChoice {
  name: string;
  text: Text;
  /** Whether it is of one round. */
  round: boolean;
}

export interface ExportChoice {
  name: string;
  text: Text;
  suffix: string;
}

export interface Choices {
  systems: SystemChoice[];
  tiebreaks: CodeChoice[];
  team_tiebreaks: CodeChoice[];
  lists: ListChoice[];
  unplayed: Named[];
  results: ResultChoice[];
  numbering: Named[];
  byes: Named[];
  fields: Named[];
  prints: PrintChoice[];
  exports: ExportChoice[];
  /** Whether prints can be had as PDF from this server. */
  pdf: boolean;
}

// --- an event -------------------------------------------------------------------

export type You = "arbiter" | "";

/** A line of the list of events. */
export interface EventSummary {
  id: string;
  name: string;
  city: string;
  start: string;
  end: string;
  system: string;
  players: number;
  rounds: number;
  rounds_total: number | null;
  you: You;
}

export interface PlayerView {
  /** The place in the list of entries; never changes. */
  id: number;
  /** In this section; null without one. */
  number: number | null;
  name: string;
  team: string;
  rating: number;
  title: string;
  federation: string;
  /** Only arbiters are told the next four. */
  sex: string;
  birth: string;
  fide_id: string;
  present: boolean;
  first: number;
  gone: number | null;
  annulled: boolean;
  byes: Record<string, string>;
  fouls: number;
  /** So far, as printed. */
  points: string;
}

export interface BoardView {
  board: number;
  red: number;
  black: number | null;
  result: string | null;
  /** Points before the round, as printed. */
  points: [string, string | null];
  /** A result is not needed: somebody was struck out later. */
  struck: boolean;
  /** Another result stood here for all to see. */
  corrected: boolean;
  table: string | null;
}

export interface LotsView {
  /** Empty for the public until the event is over. */
  seed: string;
  players: number[];
  cards: { player: number; card: string; rank: number | null; suit: "red" | "black" | null }[];
  exchange: { from: number; to: number } | null;
  pairs: { card: string; white: number; black: number | null }[];
  bye: number | null;
}

export interface RoundView {
  number: number;
  published: "" | "boards" | "results";
  boards: BoardView[];
  out: Record<string, string>;
  missing: number[];
  /** Empty for the public. */
  reasons: Told[];
  lots: LotsView | null;
}

export interface StandingsRow {
  place: number;
  number: number;
  tallies: string[];
  /** What was compared after rounds were taken off. */
  dropped: string[];
}

export interface StandingsView {
  after: number;
  codes: CodeChoice[];
  rows: StandingsRow[];
}

export interface SectionLine {
  name: string;
  system: string;
  players: number;
  rounds: number;
  closed: boolean;
}

export interface FoulView {
  id: number;
  number: number | null;
  round: number;
  kind: string;
  count: number;
  note: string;
}

export interface ForbiddenView {
  ids: number[];
  first: number;
  last: number | null;
}

export interface EventView {
  id: string;
  /** Of the last entry of the log in it; for the public the last that changed what it sees. */
  seq: number;
  name: string;
  city: string;
  start: string;
  end: string;
  arbiter: string;
  you: You;
  /** The name under which you enter things; empty for the public. */
  who: string;
  /** Names of those who have joined; empty for the public. */
  arbiters: string[];
  /** All sections, the main one ("") first. */
  sections: SectionLine[];
  /** The section that all the following is of. */
  section: string;
  system: string;
  rounds_total: number | null;
  /** The rule book agreed; empty if none was. */
  rules: string;
  points: string;
  tiebreaks: string[];
  /** Empty for the public until the event is over. */
  seed: string;
  options: Record<string, unknown>;
  /** How numbers were given: "" (not yet), "rating", "lot", "entry". */
  numbered: string;
  /** All rounds are paired, and all results there. */
  over: boolean;
  players: PlayerView[];
  rounds: RoundView[];
  standings: StandingsView | null;
  /** Empty for the public, as `forbidden` and `can`. */
  fouls: FoulView[];
  forbidden: ForbiddenView[];
  can: string[];
  /** Why the next round cannot be paired now; null if it can, and for the public. */
  next: Told | null;
  /** The prints this section has; empty for the public. */
  prints: string[];
  /** What a system has besides: "bracket", "teams" …, by name; see "Extras". */
  extra: Record<string, unknown>;
}

// --- asked ------------------------------------------------------------------------

export interface NewEvent {
  name: string;
  system?: string;
  rounds?: number | null;
  points?: string;
  tiebreaks?: string;
  unplayed?: string;
  drop?: boolean;
  first_side?: "" | "red" | "black";
  /** A random one if empty. */
  seed?: string;
  options?: Record<string, unknown>;
  city?: string;
  start?: string;
  end?: string;
  arbiter?: string;
  /** The rule book of the games: how many fouls lose one. */
  rules?: string;
  /** Your name, for the log. */
  who?: string;
}

export interface PlayerFields {
  name?: string;
  team?: string;
  rating?: number;
  title?: string;
  federation?: string;
  sex?: string;
  birth?: string;
  fide_id?: string;
}

interface Asked {
  section?: string;
  /** Refuse if the log is longer than this. */
  seq?: number | null;
  /** Chosen by the page: the same again within the hour is answered, not done again. */
  once?: string;
  /** Say what would come of it, and write nothing. */
  dry?: boolean;
}

/** A change that may break something: without `force` it is then answered, not made. */
interface Change extends Asked {
  reason?: string;
  force?: boolean;
}

/** What is agreed about a section; what is left out is as the event or the system has it. */
interface NewSection extends Asked {
  system?: string;
  rounds?: number | null;
  points?: string;
  tiebreaks?: string;
  unplayed?: string;
  drop?: boolean | null;
  first_side?: "" | "red" | "black";
  options?: Record<string, unknown>;
}

/** One command of an arbiter: POST /api/events/{id}/do. A player is a number, or a name. */
export type Command =
  | (Asked & { do: "players"; text?: string; players?: PlayerFields[] })
  | (Asked & { do: "edit"; player: string; fields: PlayerFields })
  | (Asked & { do: "check_in"; players?: string[]; present?: boolean })
  | (Asked & { do: "number"; how: string; seed?: string })
  | (Asked & {
      do: "late";
      player: string;
      fields?: PlayerFields;
      round?: number | null;
      by_rating?: boolean;
    })
  | (Asked & { do: "bye"; player: string; round: number; kind: string | null })
  | (Asked & { do: "withdraw"; player: string; round?: number | null })
  | (Asked & { do: "forbid"; players: string[]; first?: number; last?: number | null })
  | (Asked & {
      do: "foul";
      player: string;
      kind: string;
      round?: number | null;
      count?: number;
      note?: string;
      lose?: boolean;
      reason?: string;
    })
  | (Asked & { do: "pair"; round?: number | null })
  | (Change & { do: "swap"; one: number; two: number })
  | (Change & { do: "turn"; board: number })
  | (Change & { do: "join"; red: number; black: number })
  | (Asked & {
      do: "results";
      results: [number, string][];
      round?: number | null;
      reason?: string;
    })
  | (Asked & { do: "publish"; round?: number | null })
  | (Asked & { do: "undo"; entry?: number | null; reason?: string })
  | (Asked & { do: "return"; player: string; round?: number | null })
  | (NewSection & { do: "begin"; name: string; players?: string[] })
  | (NewSection & {
      do: "groups";
      groups: number;
      how?: "snake" | "pots" | "lot";
      seed?: string;
      apart?: boolean;
      names?: string[];
      after?: string[];
      places?: number;
      by_lot?: boolean;
    })
  | (NewSection & {
      do: "final";
      places?: number;
      first?: number;
      name?: string;
      after?: string[];
      carry?: boolean;
      by_lot?: boolean;
    })
  | (NewSection & {
      do: "split";
      round: number;
      first?: number;
      name?: string;
      by_lot?: boolean;
    })
  | (Asked & { do: "close"; reason?: string; closed?: boolean })
  | (Asked & { do: "pause"; player: string; paused?: boolean })
  | (Asked & {
      do: "match_game";
      board: number;
      game: number;
      key: string;
      round?: number | null;
      reason?: string;
    })
  | (Asked & {
      do: "decide";
      board: number;
      winner: number | null;
      reason: string;
      round?: number | null;
    })
  | (Asked & {
      do: "game";
      board: number;
      text?: string;
      /** In base64. */
      data?: string;
      round?: number | null;
      number?: number;
      pick?: number;
    })
  | (Asked & { do: "make_teams"; by?: string })
  | (Asked & { do: "set_team"; name: string; players: string[]; unit?: string | null })
  | (Asked & { do: "add_reserve"; team: string; player: string; fields?: PlayerFields })
  | (Change & { do: "line_up"; team: string; players: string[]; round?: number | null })
  | (Asked & {
      do: "match_results";
      match: number;
      keys: string;
      home?: boolean;
      round?: number | null;
      reason?: string;
    })
  | (Asked & { do: "team_bye"; team: string; round: number; kind: string | null })
  | (Asked & { do: "team_withdraw"; team: string; round?: number | null })
  | (Asked & { do: "team_return"; team: string; round?: number | null })
  | (Asked & {
      do: "team_late";
      name: string;
      players: string[];
      round?: number | null;
      unit?: string;
    });

// --- answered ---------------------------------------------------------------------

/** Answer of POST /api/events; `key` makes others arbiters and is told only here. */
export interface NewEventAnswer {
  event: EventView;
  key: string;
}

/** What came of a command. */
export interface DoAnswer {
  /** Whether anything was logged. */
  done: boolean;
  seq: number;
  notes: Told[];
  /** Numbers of the entries written. */
  entries: number[];
  /** With `dry`: the facts that would be written. */
  facts: Record<string, unknown>[];
}

export interface Working {
  code: string;
  name: Text;
  value: string;
  parts: Text[];
}

/** Answer of GET /api/events/{id}/standings; `explain` is null unless asked for. */
export interface StandingsAnswer {
  standings: StandingsView;
  explain: { number: number; lines: Working[] } | null;
}

export interface LogEntry {
  seq: number;
  at: string;
  who: string;
  section: string;
  do: string;
  what: Text;
  undone: boolean;
  undoes: number[];
  fact: Record<string, unknown>;
}

/** A line of the stream of GET /api/events/{id}/live. */
export interface Grown {
  seq: number;
}
