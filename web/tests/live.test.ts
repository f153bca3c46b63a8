// What the public page of an event finds in a view.

import { describe, expect, test } from "vitest";
import {
  boardKey,
  chosenRound,
  gamesText,
  markOf,
  matchScore,
  meetings,
  NO_NEWS,
  news,
  pointsAfter,
  ranked,
  readRest,
  screenPages,
  sectionHash,
  shortMark,
  turns,
  viewsOf,
} from "../src/tournament/live";
import { byNumber } from "../src/tournament/look";
import type { BoardView, EventView, PlayerView, RoundView } from "../src/tournament/protocol";

const player = (number: number, points: string): PlayerView => ({
  id: number,
  number,
  name: `P${number}`,
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
  points,
});

const board = (
  no: number,
  red: number,
  black: number | null,
  result: string | null,
  points: [string, string | null] = ["0", "0"],
): BoardView => ({ board: no, red, black, result, points, struck: false, corrected: false, table: null });

const round = (number: number, boards: BoardView[], out: Record<string, string> = {}): RoundView => ({
  number,
  published: "boards",
  boards,
  out,
  missing: boards.filter(({ black, result }) => black !== null && result === null).map((one) => one.board),
  reasons: [],
  lots: null,
});

const view = (rounds: RoundView[], seq = 1): EventView => ({
  id: "cup",
  seq,
  name: "羊城杯",
  city: "",
  start: "",
  end: "",
  arbiter: "",
  you: "",
  who: "",
  arbiters: [],
  sections: [],
  section: "",
  system: "chinese",
  rounds_total: 3,
  rules: "",
  points: "2:1:0",
  tiebreaks: ["Z"],
  seed: "",
  options: {},
  numbered: "entry",
  over: false,
  players: [player(1, "2"), player(2, "1"), player(3, "3"), player(4, "0")],
  rounds,
  standings: {
    after: 1,
    codes: [{ code: "Z", name: { zh: "总分", en: "points" } }],
    rows: [3, 1, 2].map((number, i) => ({ place: i + 1, number, tallies: ["0"], dropped: [] })),
  },
  fouls: [],
  forbidden: [],
  can: [],
  next: null,
  prints: [],
  extra: {},
});

const TWO = view([
  round(1, [board(1, 1, 2, "1"), board(2, 3, null, null, ["0", null])], { "4": "half_bye" }),
  round(2, [board(1, 3, 1, null, ["2", "2"]), board(2, 4, 2, "-", ["1", "0"])]),
]);

test("an address names a part of the page, and what of it", () => {
  const section = "";
  expect(readRest("")).toEqual({ section, view: "round", of: "" });
  expect(readRest("standings/7")).toEqual({ section, view: "standings", of: "7" });
  expect(readRest("player/a-b_c")).toEqual({ section, view: "player", of: "a-b_c" });
  expect(readRest("nonsense/7")).toEqual({ section, view: "round", of: "" });
  const within = sectionHash("event/x", "A组/甲").slice("event/x/".length);
  expect(readRest(`${within}/players/3`)).toEqual({ section: "A组/甲", view: "players", of: "3" });
  expect(readRest(within)).toEqual({ section: "A组/甲", view: "round", of: "" });
  expect(sectionHash("event/x", "")).toBe("event/x");
});

test("only parts that have something are shown", () => {
  expect(viewsOf(TWO)).toEqual(["round", "standings", "cross", "players"]);
  expect(viewsOf({ ...view([]), standings: null, extra: { bracket: {} } })).toEqual([
    "round",
    "players",
    "bracket",
  ]);
});

test("the last round is shown unless another is asked for", () => {
  expect(chosenRound(TWO, "")?.number).toBe(2);
  expect(chosenRound(TWO, "1")?.number).toBe(1);
  expect(chosenRound(TWO, "9")?.number).toBe(2);
  expect(chosenRound(view([]), "")).toBeNull();
});

describe("a player's card", () => {
  test("tells opponent, side and result of each round", () => {
    expect(turns(TWO, 1).map(({ opponent, side, result }) => [opponent, side, result])).toEqual([
      [2, "red", "1"],
      [3, "black", null],
    ]);
  });

  test("tells a bye from a round not paired", () => {
    expect(turns(TWO, 3)[0]).toMatchObject({ opponent: null, out: "bye" });
    expect(turns(TWO, 4)[0]).toMatchObject({ opponent: null, out: "half_bye", board: null });
  });

  test("has the points after a round from the round that follows", () => {
    const list = turns(TWO, 1);
    expect(pointsAfter(list, 0, TWO.players[0]!)).toBe("2");
    expect(pointsAfter(list, 1, TWO.players[0]!)).toBe("2");
  });
});

test.each([
  ["1", "red", "win", "1"],
  ["1", "black", "loss", "0"],
  ["=", "black", "draw", "½"],
  ["-", "black", "win", "+"],
  ["+", "black", "loss", "–"],
  ["x", "red", "both", "–"],
  ["o", "red", "both", "0"],
  [null, "red", "", ""],
] as const)("the result %s is for %s a %s", (result, side, mark, short) => {
  expect(markOf(result, side)).toBe(mark);
  expect(shortMark(result, side)).toBe(short);
});

test("players stand by place, the rest behind", () => {
  expect(ranked(TWO, byNumber(TWO)).map(({ player }) => player.number)).toEqual([3, 1, 2, 4]);
});

test("two who met are seen from both sides", () => {
  const met = meetings(TWO);
  expect(met.get("1 2")).toHaveLength(1);
  expect(met.get("2 1")?.[0]?.side).toBe("black");
  expect(met.get("2 3")).toBeUndefined();
});

test("a match of several games tells how many were won", () => {
  const match = (score: [number, number] | null) => ({
    ...TWO,
    extra: { bracket: { matches: [{ round: 1, board: 1, players: [2, 1], score }] } },
  });
  const [first, second] = TWO.rounds[0]!.boards;
  expect(matchScore(match([0.5, 1.5]), 1, first!)).toEqual([1.5, 0.5]);
  expect(matchScore(match([0, 1]), 1, first!)).toBeNull(); // one game, and its result stands there
  expect(matchScore(match([0, 1]), 1, { ...first!, result: null })).toEqual([1, 0]);
  expect(matchScore(match([0, 0]), 1, { ...first!, result: null })).toBeNull();
  expect(matchScore(match([1, 1]), 1, second!)).toBeNull();
  expect(matchScore(TWO, 1, first!)).toBeNull();
  expect([0, 0.5, 1, 2.5].map(gamesText)).toEqual(["0", "½", "1", "2½"]);
});

describe("news", () => {
  const first = view([round(1, [board(1, 1, 2, null), board(2, 3, 4, "1")])], 1);
  const key = (red: number, black: number) => boardKey("", 1, { red, black });

  test("a result that came is fresh, one that changed is corrected besides", () => {
    const next = view([round(1, [board(1, 1, 2, "="), board(2, 3, 4, "0")])], 2);
    const told = news(first, next, NO_NEWS);
    expect([...told.fresh].sort()).toEqual([key(1, 2), key(3, 4)].sort());
    expect([...told.corrected]).toEqual([key(3, 4)]);
    const later = news(next, view(next.rounds, 3), told);
    expect(later.fresh.size).toBe(0);
    expect([...later.corrected]).toEqual([key(3, 4)]);
  });

  test("nothing is news on the first look, in another section, or when nothing changed", () => {
    expect(news(null, first, NO_NEWS)).toBe(NO_NEWS);
    expect(news({ ...first, section: "A" }, first, NO_NEWS)).toBe(NO_NEWS);
    expect(news(first, first, NO_NEWS)).toBe(NO_NEWS);
  });
});

test("the big screen turns the boards, then the standings, as many as fit", () => {
  const pages = screenPages(TWO, 2);
  expect(pages.map(({ kind }) => kind)).toEqual(["boards", "standings", "standings"]);
  expect(screenPages(TWO, 1).filter(({ kind }) => kind === "boards")).toHaveLength(2);
  expect(screenPages(view([]), 5).every(({ kind }) => kind === "standings")).toBe(true);
});
