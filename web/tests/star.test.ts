// The star board as geometry, and ways of hops over it.

import { describe, expect, test } from "vitest";
import { changedOf, differences, marksOf, UNCHANGED } from "../src/tiaoqi/options";
import { BY_NAME, CELLS, opposite, POINTS, place, ROWS, step, turned, turnsFor } from "../src/tiaoqi/star";
import { onward, replayed } from "../src/tiaoqi/trail";

const TIPS = { S: "a1", SW: "e1", NW: "m1", N: "q1", NE: "m13", SE: "e13" };

describe("the star", () => {
  test("has 121 cells, ten in each of six points", () => {
    expect(CELLS.length).toBe(121);
    expect(ROWS.reduce((sum, row) => sum + row)).toBe(121);
    expect(BY_NAME.size).toBe(121);
    for (const point of POINTS) {
      expect(CELLS.filter((cell) => cell.point === point).length).toBe(10);
      expect(BY_NAME.get(TIPS[point])!.point).toBe(point);
    }
    expect(CELLS.filter((cell) => cell.point === null).length).toBe(61);
  });

  test("every cell keeps x + y + z = 0, also turned", () => {
    for (const { cube } of CELLS)
      for (let sixths = 0; sixths < 6; sixths++) {
        const [x, y, z] = turned(cube, sixths);
        expect(x + y + z).toBe(0);
        expect(CELLS.some(({ cube: other }) => other.join() === [x, y, z].join())).toBe(true);
      }
  });

  test("six sixths are a whole turn, and three lead to the opposite point", () => {
    for (const { cube, name } of CELLS) expect(turned(cube, 6), name).toEqual(cube);
    for (const point of POINTS) {
      const [x, y, z] = BY_NAME.get(TIPS[point])!.cube;
      expect(turned([x, y, z], 3)).toEqual(BY_NAME.get(TIPS[opposite(point)])!.cube);
      expect(opposite(opposite(point))).toBe(point);
    }
  });

  test("whoever looks has his own point below", () => {
    const lowest = Math.max(...CELLS.map(({ cube }) => place(cube, 0).y));
    for (const point of POINTS) {
      const at = place(BY_NAME.get(TIPS[point])!.cube, turnsFor(point));
      expect(at.y).toBeCloseTo(lowest);
      expect(at.x).toBeCloseTo(0);
    }
  });

  test("arrows reach every cell from every way the board lies", () => {
    const ways: [number, number][] = [
      [-1, 0],
      [1, 0],
      [0, -1],
      [0, 1],
    ];
    for (let sixths = 0; sixths < 6; sixths++) {
      const seen = new Set(["i5"]);
      for (const cell of seen) for (const [dx, dy] of ways) seen.add(step(cell, dx, dy, sixths));
      expect(seen.size).toBe(121);
    }
    expect(step("i5", 1, 0, 0)).toBe("i6");
    expect(step("a1", 0, 1, 0)).toBe("a1");
    expect(step("nowhere", 0, 1, 0)).toBe("nowhere");
  });
});

describe("hop by hop", () => {
  const paths = {
    e5: ["d1", "e5"],
    f4: ["d1", "f5", "f4"],
    h3: ["d1", "f5", "h3"],
    k1: ["d1", "f5", "h3", "k1"],
  };
  test("only the next cells are offered, and none that was touched", () => {
    expect(onward(paths, ["d1"])).toEqual(new Set(["e5", "f5"]));
    expect(onward(paths, ["d1", "f5"])).toEqual(new Set(["f4", "h3"]));
    expect(onward(paths, ["d1", "f5", "h3"])).toEqual(new Set(["k1"]));
    expect(onward(paths, ["d1", "e5"])).toEqual(new Set());
    expect(onward({ back: ["d1", "f5", "d1"] }, ["d1", "f5"])).toEqual(new Set());
    expect(onward(paths, [])).toEqual(new Set());
  });
});

describe("a game walked through", () => {
  const start = new Map([
    ["d1", "S"],
    ["n1", "N"],
    ["m3", "NW"],
  ]);
  const moves = [{ move: "d1e5" }, { move: "pass" }, { move: "n1m5" }, { move: "e5m5" }];
  const at = (ply: number, gone?: Record<string, number>) =>
    Object.fromEntries(replayed(start, moves, ply, gone));

  test("pieces go where the moves say; a piece that is met changes places", () => {
    expect(at(0)).toEqual({ d1: "S", n1: "N", m3: "NW" });
    expect(at(2)).toEqual({ e5: "S", n1: "N", m3: "NW" });
    expect(at(3)).toEqual({ e5: "S", m5: "N", m3: "NW" });
    expect(at(4)).toEqual({ m5: "S", e5: "N", m3: "NW" });
    expect(start.size).toBe(3);
  });

  test("pieces that were taken off are there before and not after", () => {
    expect(at(1, { NW: 2 })).toEqual({ e5: "S", n1: "N", m3: "NW" });
    expect(at(2, { NW: 2 })).toEqual({ e5: "S", n1: "N" });
    expect(at(0, { NW: 0 })).toEqual({ d1: "S", n1: "N" });
  });
});

describe("single rules", () => {
  test("only what differs is asked for", () => {
    expect(changedOf(UNCHANGED, 4)).toEqual({});
    const all = { ...UNCHANGED, marks: "", stop: "free", partners: true, mixed: false, swap: true };
    expect(changedOf(all, 4)).toEqual({
      marks: [],
      stop: "free",
      partners: true,
      mixed: false,
      swap: true,
    });
    // Partners sit opposite: not at a table of two, three or five.
    for (const players of [2, 3, 5]) expect(changedOf(all, players)).not.toHaveProperty("partners");
    expect(differences(changedOf(all, 4)).length).toBe(5);
    expect(differences({})).toEqual([]);
  });

  test("marks are pairs of a round and pieces, the rounds rising", () => {
    expect(marksOf("20/5 25/8")).toEqual([
      [20, 5],
      [25, 8],
    ]);
    expect(marksOf("20/5，25/8、30/10")).toHaveLength(3);
    expect(marksOf("")).toEqual([]);
    for (const bad of ["20", "20/5 20/8", "0/5", "20/16", "20/0", "a/b", "20/5/3"])
      expect(marksOf(bad), bad).toBeNull();
  });
});
