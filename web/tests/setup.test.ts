import { describe, expect, test } from "vitest";
import { ringMarkup } from "../src/board/overlay";
import { coded, parseAddress, setupHash } from "../src/setup/address";
import {
  carried,
  cleared,
  coloursSwapped,
  EMPTY,
  fields,
  letterOfKey,
  mirrored,
  pieceAt,
  put,
  remaining,
  remove,
  withFullmove,
  withHalfmove,
  withTurn,
  written,
} from "../src/setup/layout";
import { begin, redo, step, undo } from "../src/setup/steps";
import { START } from "./fixtures";

const SET = "AABBCCKNNPPPPPRRaabbccknnppppprr";
const ODD = "3ak4/9/9/9/9/P8/9/9/9/2B1K3R b - - 7 31";

describe("laying out", () => {
  test("the fields of a FEN and back", () => {
    for (const fen of [START, EMPTY, ODD]) expect(written(fields(fen))).toBe(fen);
    expect(fields("9/9")).toEqual({ pieces: "9/9", turn: "red", halfmove: 0, fullmove: 1 });
  });

  test("a piece is put down, carried and taken away; the rest stays", () => {
    const one = put(EMPTY, "e4", "r");
    expect(one).toBe("9/9/9/9/9/4r4/9/9/9/9 w - - 0 1");
    expect(pieceAt(one, "e4")).toBe("r");
    expect(carried(one, "e4", "a9")).toBe("r8/9/9/9/9/9/9/9/9/9 w - - 0 1");
    expect(carried(one, "e4", "e4")).toBe(one);
    expect(carried(one, "a0", "e4")).toBe(one);
    expect(remove(one, "e4")).toBe(EMPTY);
    expect(remove(EMPTY, "e4")).toBe(EMPTY);
    expect(carried(ODD, "i0", "e9")).toBe("3aR4/9/9/9/9/P8/9/9/9/2B1K4 b - - 7 31");
  });

  test("clearing keeps the side to move and nothing else", () => {
    expect(cleared(ODD)).toBe("9/9/9/9/9/9/9/9/9/9 b - - 0 1");
  });

  test("swapping colours and mirroring undo themselves", () => {
    expect(coloursSwapped(ODD)).toBe("2b1k3r/9/9/9/p8/9/9/9/9/3AK4 w - - 7 31");
    expect(mirrored(ODD)).toBe("4ka3/9/9/9/9/8P/9/9/9/R3K1B2 b - - 7 31");
    for (const fen of [START, EMPTY, ODD]) {
      expect(coloursSwapped(coloursSwapped(fen))).toBe(fen);
      expect(mirrored(mirrored(fen))).toBe(fen);
    }
    expect(mirrored(START)).toBe(START);
  });

  test("counters are whole, and never below their least or above what a FEN takes", () => {
    expect(withHalfmove(ODD, 12.7)).toContain(" 12 31");
    expect(withHalfmove(ODD, -3)).toContain(" 0 31");
    expect(withFullmove(ODD, Number.NaN)).toContain(" 7 1");
    expect(withFullmove(ODD, 1e9)).toContain(" 7 100000");
    expect(withTurn(ODD, "red")).toBe(ODD.replace(" b ", " w "));
  });

  test("what is left of a full set, also where there is too much", () => {
    const left = remaining(START, SET);
    expect(left.size).toBe(14);
    expect([...left.values()].every((count) => count === 0)).toBe(true);
    expect(remaining(EMPTY, SET).get("P")).toBe(5);
    expect(remaining("KK7/9/9/9/9/9/9/9/9/9 w", SET).get("K")).toBe(-1);
  });

  test("letters of the keyboard", () => {
    expect(["r", "R", "h", "E", "g"].map(letterOfKey)).toEqual(["r", "R", "n", "B", "k"]);
    expect(["x", "Enter", "1", "", "炮", "toString"].map(letterOfKey)).toEqual(Array(6).fill(null));
  });
});

describe("steps", () => {
  test("back and forth; a new step forgets what was undone", () => {
    let steps = begin("a");
    for (const next of ["b", "c", "c"]) steps = step(steps, next);
    expect(steps.past).toEqual(["a", "b"]);
    steps = undo(undo(undo(steps)));
    expect([steps.now, steps.future]).toEqual(["a", ["b", "c"]]);
    steps = redo(steps);
    expect(steps.now).toBe("b");
    steps = step(steps, "d");
    expect([steps.past, steps.future]).toEqual([["a", "b"], []]);
    expect(redo(steps)).toEqual(steps);
  });

  test("not without end", () => {
    let steps = begin("0");
    for (let i = 1; i < 2000; i++) steps = step(steps, String(i));
    expect(steps.past.length).toBe(500);
    expect(steps.past[0]).toBe("1499");
  });
});

describe("addresses", () => {
  test("a position there and back", () => {
    for (const fen of [START, ODD]) {
      expect(parseAddress(setupHash(fen))).toEqual({ fen, forRecord: false });
      expect(parseAddress(setupHash(fen, true))).toEqual({ fen, forRecord: true });
    }
    expect(setupHash(EMPTY)).toBe("setup?fen=9/9/9/9/9/9/9/9/9/9_w_-_-_0_1");
    expect(coded("?&#")).toBe("%3F%26%23");
  });

  test("however it is written", () => {
    for (const hash of ["setup?fen=4k4/9%20b", "/setup?fen=4k4/9+b", "setup?for=x&fen=4k4%2F9_b"])
      expect(parseAddress(hash)).toEqual({ fen: "4k4/9 b", forRecord: false });
    expect(parseAddress("setup?fen=%E0%A4%A")).toEqual({ fen: "%E0%A4%A", forRecord: false });
    for (const hash of ["setup", "/setup", "setup?", "setup?fen=", "setup?fen"])
      expect(parseAddress(hash)).toEqual({ fen: null, forRecord: false });
  });

  test("of other pages", () => {
    for (const hash of ["", "setups", "t/setup", "record?fen=9"]) expect(parseAddress(hash)).toBeNull();
  });
});

test("rings stand on their squares, each once", () => {
  const ring = { square: "a0", kind: "fault" };
  expect(ringMarkup([ring, ring], "red")).toBe(
    '<circle class="ring fault" data-square="a0" cx="50" cy="950" r="45"/>',
  );
  expect(ringMarkup([ring], "black")).toContain('cx="850" cy="50"');
});
