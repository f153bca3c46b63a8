import { describe, expect, test } from "vitest";
import { cellOf, fromKey, isSquare, square, squareAt, toKey } from "../src/board/coords";
import { boardSvg } from "../src/board/drawing";
import { fileNumerals } from "../src/board/numerals";
import { carry, parsePlacement, writePlacement } from "../src/board/placement";
import { AFTER, START } from "./fixtures";

const all = Array.from({ length: 90 }, (_, i) => square(i % 9, Math.floor(i / 9)));

describe("squares", () => {
  test("the first and last rank have their names in both dialects", () => {
    expect([toKey("a0"), toKey("e4"), toKey("i9")]).toEqual(["a1", "e5", "i:"]);
    expect([fromKey("a1"), fromKey("e5"), fromKey("i:")]).toEqual(["a0", "e4", "i9"]);
  });

  test("every square survives the way there and back", () => {
    expect(all.map(toKey).map(fromKey)).toEqual(all);
    expect(new Set(all.map(toKey)).size).toBe(90);
  });

  test("turning the board is a rotation by 180 degrees, not a reflection", () => {
    expect(squareAt(9, 0, "red")).toBe("a0");
    expect(squareAt(0, 0, "red")).toBe("a9");
    expect(squareAt(9, 0, "black")).toBe("i9");
    expect(squareAt(0, 8, "black")).toBe("a0");
    for (const sq of all) {
      const [red, black] = [cellOf(sq, "red"), cellOf(sq, "black")];
      expect([red.row + black.row, red.column + black.column]).toEqual([9, 8]);
      for (const below of ["red", "black"] as const) {
        const { row, column } = cellOf(sq, below);
        expect(squareAt(row, column, below)).toBe(sq);
      }
    }
  });

  test("names of squares", () => {
    expect(["a0", "i9"].every(isSquare)).toBe(true);
    expect(["j0", "a10", "a", "A0", ""].some(isSquare)).toBe(false);
  });
});

describe("file numbers", () => {
  // liground#292: the coordinates did not turn with the board.
  test("each side counts from its own right and keeps its numerals when the board turns", () => {
    expect(fileNumerals("red", "red").join("")).toBe("九八七六五四三二一");
    expect(fileNumerals("black", "red").join("")).toBe("123456789");
    expect(fileNumerals("black", "black").join("")).toBe("987654321");
    expect(fileNumerals("red", "black").join("")).toBe("一二三四五六七八九");
  });
});

describe("placement", () => {
  test("reads and writes the first field of a FEN", () => {
    const placement = parsePlacement(START);
    expect(placement.size).toBe(32);
    expect([placement.get("e0"), placement.get("e9"), placement.get("b2"), placement.get("a3")]).toEqual([
      "K",
      "k",
      "C",
      "P",
    ]);
    expect(writePlacement(placement)).toBe(START.split(" ")[0]);
  });

  test("a carried piece leaves its square and replaces what it meets", () => {
    expect(writePlacement(carry(parsePlacement(START), "h2e2"))).toBe(AFTER.split(" ")[0]);
    const taken = carry(parsePlacement(START), "h2h9");
    expect(taken.get("h9")).toBe("C");
    expect(taken.size).toBe(31);
  });

  test("carrying from an empty square changes nothing", () => {
    expect(writePlacement(carry(parsePlacement(START), "e5e6"))).toBe(START.split(" ")[0]);
  });
});

test("the drawing has the lines of a Xiangqi board", () => {
  const svg = boardSvg();
  const grid = /class="grid" d="([^"]*)"/.exec(svg)![1]!;
  // 10 ranks, 2 edge files, 7 files in two halves, 4 palace diagonals
  expect(grid.split("M").length - 1).toBe(10 + 2 + 14 + 4);
  const marks = /class="marks" d="([^"]*)"/.exec(svg)![1]!;
  // 4 cannon points and 6 inner pawn points with four corners, 4 pawn points on the edge with two
  expect(marks.split("M").length - 1).toBe(4 * 4 + 6 * 4 + 4 * 2);
});
