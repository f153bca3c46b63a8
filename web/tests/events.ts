// Views of an event, as small as a test needs them.

import type { BoardView, EventView, PlayerView, RoundView, Told } from "../src/tournament/protocol";

export const player = (id: number, more: Partial<PlayerView> = {}): PlayerView => ({
  id,
  number: id,
  name: `P${id}`,
  team: "",
  rating: 0,
  title: "",
  federation: "",
  sex: "",
  birth: "",
  fide_id: "",
  present: false,
  first: 1,
  gone: null,
  annulled: false,
  byes: {},
  fouls: 0,
  points: "0",
  ...more,
});

export const board = (
  number: number,
  red: number,
  black: number | null,
  result: string | null = null,
): BoardView => ({
  board: number,
  red,
  black,
  result,
  points: ["0", black === null ? null : "0"],
  struck: false,
  corrected: false,
  table: null,
});

export const told = (code: string, players: number[] = []): Told => ({
  code,
  text: { zh: `中${code}`, en: code },
  players,
});

export const round = (
  number: number,
  boards: BoardView[],
  more: Partial<Omit<RoundView, "boards">> = {},
): RoundView => ({
  number,
  published: "",
  boards,
  out: {},
  missing: boards.filter(({ black, result }) => black !== null && result === null).map((one) => one.board),
  reasons: [],
  lots: null,
  ...more,
});

export const view = (more: Partial<EventView> = {}): EventView => ({
  id: "cup",
  seq: 1,
  name: "Cup",
  city: "",
  start: "",
  end: "",
  arbiter: "",
  you: "arbiter",
  who: "",
  arbiters: [],
  sections: [{ name: "", system: "chinese", players: 0, rounds: 0, closed: false }],
  section: "",
  system: "chinese",
  rounds_total: 3,
  rules: "",
  points: "2:1:0",
  tiebreaks: ["Z"],
  seed: "cup",
  options: {},
  numbered: "rating",
  over: false,
  players: [1, 2, 3, 4, 5].map((id) => player(id)),
  rounds: [],
  standings: null,
  fouls: [],
  forbidden: [],
  can: ["pair", "results", "undo"],
  next: null,
  prints: [],
  extra: {},
  ...more,
});
