import { describe, expect, test } from "vitest";
import { deskHash, keyHash, publicHash, readAddress } from "../src/tournament/address";
import {
  answered,
  type Entry,
  NOTHING,
  sending,
  type Typed,
  typed,
  underway,
  unsent,
} from "../src/tournament/entry";
import { keyAction, nextBoard } from "../src/tournament/keys";
import { filtered, nextStep, sorted, unpaired, whyBoard, whyRound } from "../src/tournament/look";
import type { Choices } from "../src/tournament/protocol";
import {
  asked,
  EMPTY_WISH,
  moved,
  readNumbers,
  withOption,
  withSystem,
  writeNumbers,
} from "../src/tournament/wish";
import { board, player, round, told, view } from "./events";

describe("addresses of events", () => {
  test("name the list, the form, the public page and the desk", () => {
    expect(readAddress("events")).toEqual({ page: "events" });
    expect(readAddress("events/new")).toEqual({ page: "new" });
    expect(readAddress("event/cup")).toEqual({ page: "event", id: "cup", rest: "" });
    expect(readAddress("event/cup/round/3")).toEqual({ page: "event", id: "cup", rest: "round/3" });
    expect(readAddress("event/cup/desk/log")).toEqual({ page: "desk", id: "cup", tab: "log", key: null });
  });

  test("a key behind the desk is no tab", () => {
    expect(readAddress("event/cup/desk/k3-Yx9")).toEqual({
      page: "desk",
      id: "cup",
      tab: null,
      key: "k3-Yx9",
    });
  });

  test("others are not ours", () => {
    for (const hash of ["", "home", "t/abc", "record", "event", "event/"])
      expect(readAddress(hash)).toBeNull();
  });

  test("are read as they are written, whatever the name", () => {
    const id = "羊城 杯/1";
    expect(readAddress(publicHash(id))).toMatchObject({ page: "event", id });
    expect(readAddress(deskHash(id, "players"))).toMatchObject({ id, tab: "players" });
    expect(readAddress(keyHash(id, "a/b"))).toMatchObject({ id, key: "a/b" });
    expect(readAddress("event/%E0%A4%A")).toMatchObject({ page: "event", id: "%E0%A4%A" });
  });
});

describe("keys at the boards", () => {
  const key = (key: string, code = "", shiftKey = false) => keyAction({ key, code, shiftKey });
  const result = (key: string) => ({ do: "result", key });

  test.each(["1", "0", "=", "+", "-", "x", "o", "."])("%s is a result", (sign) => {
    expect(key(sign)).toEqual(result(sign));
  });

  test("full width and capitals are the same", () => {
    for (const [typed, sign] of ["１1", "０0", "＝=", "＋+", "Xx", "Oo", "。."].map((pair) => [...pair]))
      expect(key(typed!)).toEqual(result(sign!));
  });

  test("what an input method swallows is known by the place of the key", () => {
    expect(key("Process", "Digit1")).toEqual(result("1"));
    expect(key("Process", "Equal")).toEqual(result("="));
    expect(key("Process", "Equal", true)).toEqual(result("+"));
    expect(key("Process", "KeyQ")).toBeNull();
  });

  test("arrows and the underline walk, other keys do nothing", () => {
    expect(key("ArrowDown")).toEqual({ do: "go", by: 1 });
    expect(key("ArrowUp")).toEqual({ do: "go", by: -1 });
    expect(key("_")).toEqual({ do: "go", by: 1 });
    expect(key("End")).toEqual({ do: "end", last: true });
    for (const other of ["a", "2", "Tab", "Escape", "F1"]) expect(key(other)).toBeNull();
  });

  test("after a result comes the next board without one, then the first, then the one below", () => {
    const boards = (open: string) => [...open].map((sign) => ({ open: sign === "o" }));
    expect(nextBoard(boards("x.oo"), 0)).toBe(2);
    expect(nextBoard(boards("o..x"), 3)).toBe(0);
    expect(nextBoard(boards("...."), 1)).toBe(2);
    expect(nextBoard(boards("...."), 3)).toBe(3);
  });
});

describe("results on their way", () => {
  const one = (board: number, key: string, round = 1): Typed => ({
    event: "cup",
    section: "",
    round,
    board,
    red: board * 2 - 1,
    black: board * 2,
    key,
  });
  const having = (...all: Typed[]) => all.reduce(typed, NOTHING as Entry);

  test("wait together and are sent together; of a board the last counts", () => {
    const next = sending(having(one(1, "1"), one(2, "="), one(1, "0")));
    expect(next?.sent.map(({ board, key }) => [board, key])).toEqual([
      [2, "="],
      [1, "0"],
    ]);
    expect(next?.waiting).toEqual([]);
  });

  test("nothing is sent while something is on its way", () => {
    const busy = typed(sending(having(one(1, "1")))!, one(2, "0"));
    expect(sending(busy)).toBeNull();
    expect(sending(answered(busy))?.sent).toEqual([one(2, "0")]);
    expect(sending(NOTHING)).toBeNull();
  });

  test("those of another round wait for their turn", () => {
    const next = sending(having(one(1, "1", 1), one(1, "0", 2)))!;
    expect([next.sent.length, next.waiting.length]).toEqual([1, 1]);
  });

  test("of a match are games, each of which is sent, one after the other", () => {
    const games = ["1", "=", "1"].map((key) => ({ ...one(1, key), more: true }));
    let entry = having(...games, one(2, "0"));
    const sent: string[][] = [];
    for (let next = sending(entry); next; next = sending(entry)) {
      sent.push(next.sent.map(({ board, key }) => board + key));
      entry = answered(next);
    }
    expect(sent).toEqual([["11", "20"], ["1="], ["11"]]);
  });

  test("are what a board shows until they are answered", () => {
    const where = { event: "cup", section: "", round: 1, red: 1, black: 2 };
    const busy = typed(sending(having(one(1, "1")))!, one(1, "0"));
    expect(underway(busy, where)?.key).toBe("0");
    expect(underway(answered(busy), where)?.key).toBe("0");
    expect(underway(busy, { ...where, round: 2 })).toBeNull();
  });

  test("wait again when the line was down, but not over what was typed since", () => {
    const busy = typed(sending(having(one(1, "1"), one(2, "1")))!, one(1, "0"));
    expect(unsent(busy)).toEqual({ sent: [], waiting: [one(2, "1"), one(1, "0")] });
  });
});

describe("what the desk shows", () => {
  const people = [
    player(1, { name: "许银川", team: "广东", rating: 2600 }),
    player(2, { name: "王 天一", team: "杭州", rating: 2700 }),
    player(12, { name: "Li Lei", team: "上海" }),
  ];

  test("players are found by name, team and number", () => {
    const ids = (text: string) => filtered(people, text).map(({ id }) => id);
    expect(ids("王天一")).toEqual([2]);
    expect(ids("广")).toEqual([1]);
    expect(ids("ＬＩ lei")).toEqual([12]);
    expect(ids("12")).toEqual([12]);
    expect(ids("")).toEqual([1, 2, 12]);
    expect(ids("nobody")).toEqual([]);
  });

  test("players stand by number, those without one last, or by rating", () => {
    const late = player(3, { number: null });
    expect(sorted([late, ...people], "number").map(({ id }) => id)).toEqual([1, 2, 12, 3]);
    expect(sorted(people, "rating").map(({ id }) => id)).toEqual([2, 1, 12]);
  });

  test("reasons go to their board, the others to the round", () => {
    const boards = [board(1, 1, 2), board(2, 3, 4)];
    const [two, one, all, none] = [told("a", [2, 1]), told("b", [3]), told("c", [1, 3]), told("d")];
    const paired = round(1, boards, { reasons: [two, one, all, none] });
    expect(whyBoard(paired, boards[0]!)).toEqual([two]);
    expect(whyBoard(paired, boards[1]!)).toEqual([one]);
    expect(whyRound(paired)).toEqual([all, none]);
  });

  test("the bye, those out and those not paired have no opponent", () => {
    const paired = round(1, [board(1, 1, 2), board(2, 3, null)], { out: { "4": "half_bye" } });
    expect(unpaired(view({ rounds: [paired] }), paired).map(({ id }) => id)).toEqual([3, 4, 5]);
  });

  test("what comes next follows the day", () => {
    const open = round(1, [board(1, 1, 2)]);
    const done = round(1, [board(1, 1, 2, "1")]);
    expect(nextStep(view({ players: [], numbered: "" }))).toBe("players");
    expect(nextStep(view({ numbered: "" }))).toBe("number");
    expect(nextStep(view())).toBe("pair");
    expect(nextStep(view({ rounds: [open] }))).toBe("publish");
    expect(nextStep(view({ rounds: [{ ...open, published: "boards" }] }))).toBe("results");
    expect(nextStep(view({ rounds: [done] }))).toBe("pair");
    expect(nextStep(view({ rounds: [done], over: true }))).toBe("over");
  });
});

describe("the form of a new event", () => {
  const text = { zh: "中", en: "en" };
  const option = { name: "bye", text, kind: "choice" as const, default: "fewest", choices: [] };
  const choices = {
    systems: [
      {
        name: "chinese",
        text,
        about: text,
        rounds: true,
        points: "2:1:0",
        tiebreaks: ["Z", "A"],
        options: [option],
      },
      { name: "lots", text, about: text, rounds: false, points: "2:1:0", tiebreaks: ["Z"], options: [] },
    ],
  } as unknown as Choices;

  test("sends nothing of what was left as it was", () => {
    const wish = { ...EMPTY_WISH, name: " Cup ", rounds: "9" };
    expect(asked(wish, choices)).toMatchObject({
      name: "Cup",
      rounds: 9,
      tiebreaks: "",
      options: {},
      seed: "",
    });
  });

  test("asks for rounds only where the system wants them", () => {
    expect(asked({ ...EMPTY_WISH, system: "lots", rounds: "9" }, choices).rounds).toBeNull();
  });

  test("keeps an option only when it differs, and forgets it with the system", () => {
    const changed = withOption(EMPTY_WISH, option, "once");
    expect(changed.options).toEqual({ bye: "once" });
    expect(withOption(changed, option, "fewest").options).toEqual({});
    expect(withSystem(changed, "lots").options).toEqual({});
  });

  test("reads lists of numbers and pairs as a person writes them", () => {
    expect(readNumbers("", false)).toBeNull();
    expect(readNumbers("120", false)).toBe(120);
    expect(readNumbers("1 2", false)).toBeUndefined();
    expect(readNumbers("3:20，5：40", true)).toEqual([
      [3, 20],
      [5, 40],
    ]);
    expect(readNumbers("", true)).toEqual([]);
    expect(readNumbers("3:x", true)).toBeUndefined();
    for (const value of [null, 7, [], [2, 5], [[3, 20]]])
      expect(readNumbers(writeNumbers(value), Array.isArray(value))).toEqual(value);
  });

  test("moves tie-breaks up and down, not beyond the ends", () => {
    expect(moved(["a", "b", "c"], 2, -1)).toEqual(["a", "c", "b"]);
    expect(moved(["a", "b", "c"], 0, -1)).toEqual(["a", "b", "c"]);
    expect(moved(["a", "b", "c"], 0, 1)).toEqual(["b", "a", "c"]);
  });
});
