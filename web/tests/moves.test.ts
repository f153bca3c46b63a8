import { beforeEach, describe, expect, test } from "vitest";
import { setLanguage } from "../src/i18n";
import { looksLikeFen } from "../src/play/looks";
import { cellText, clockText, glyphs, rows, spoken } from "../src/play/moves";
import { entry, START } from "./fixtures";

describe("rows of the move list", () => {
  test("Red begins", () => {
    expect(rows(START, 3)).toEqual([
      { number: 1, red: 1, black: 2 },
      { number: 2, red: 3, black: null },
    ]);
    expect(rows(START, 0)).toEqual([]);
  });

  test("Black begins: the first row has no Red move, and numbers go on from the FEN", () => {
    expect(rows("4k4/9/9/9/9/9/9/9/9/4K4 b - - 0 7", 2)).toEqual([
      { number: 7, red: null, black: 1 },
      { number: 8, red: 2, black: null },
    ]);
  });

  test("a FEN without counters counts from one", () => {
    expect(rows("4k4/9/9/9/9/9/9/9/9/4K4 w", 1)[0]?.number).toBe(1);
  });
});

describe("words", () => {
  beforeEach(() => setLanguage("en"));

  test("a move is read out with what it takes and check, in the current language", () => {
    const move = entry(1, { captured: "n", check: "e9" });
    expect(spoken(move)).toBe("red cannon from h2 to e2, takes black horse, check");
    setLanguage("zh");
    expect(spoken(move)).toBe("红方 炮二平五，吃黑马，将军");
  });

  test("a point is named with its piece", () => {
    expect(cellText("b0", "N", "")).toBe("red horse b0");
    expect(cellText("c2", undefined, "legal")).toBe("c2, legal target");
    expect(cellText("c2", undefined, "fatal")).toBe("c2, legal target that loses by repetition");
  });

  test("glyphs of annotators", () => {
    expect(glyphs([1, 4, 13, 99])).toBe("!??∞");
  });

  test("clocks", () => {
    expect([clockText(3725), clockText(65), clockText(59.2), clockText(9.94)]).toEqual([
      "1:02:05",
      "1:05",
      "1:00",
      "9.9",
    ]);
  });
});

test("a FEN is told from a record", () => {
  expect(looksLikeFen(START)).toBe(true);
  expect(looksLikeFen(" 4k4/9/9/9/9 w")).toBe(true);
  expect(looksLikeFen('[Game "Chinese Chess"]\n1. 炮二平五')).toBe(false);
  expect(looksLikeFen("1. 炮二平五 马8进7")).toBe(false);
});
