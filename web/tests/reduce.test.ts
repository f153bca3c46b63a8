import { describe, expect, test } from "vitest";
import type { Clock, ServerEvent } from "../src/play/protocol";
import { apply, EMPTY, mayMove, remaining, shown, type TableState } from "../src/play/reduce";
import { mate, played, position, state } from "./fixtures";

const fold = (...events: ServerEvent[]): TableState =>
  events.reduce((now, event) => apply(now, event).state, EMPTY);

describe("a table as a fold of events", () => {
  test("events before the first snapshot are ignored", () => {
    expect(fold(played(1, 1))).toEqual(EMPTY);
  });

  test("a move appends to the list and replaces the position", () => {
    const now = fold(state(), played(2, 1));
    expect(now.seq).toBe(2);
    expect(now.table?.moves.map((move) => move.ply)).toEqual([1]);
    expect(now.table?.position.turn).toBe("black");
  });

  test("an event heard twice counts once", () => {
    const now = fold(state(), played(2, 1), played(2, 1));
    expect(now.table?.moves).toHaveLength(1);
  });

  test("a gap is reported and changes nothing", () => {
    const before = fold(state());
    const { state: after, gap } = apply(before, played(3, 2));
    expect(gap).toBe(true);
    expect(after).toBe(before);
  });

  test("events that are not stored never make a gap", () => {
    const before = fold(state());
    const answer = apply(before, { t: "thinking", seq: 1, on: true, depth: 7, score: 20, pv: [] });
    expect(answer.gap).toBe(false);
    expect(answer.state.table?.thinking).toBe(true);
    expect(answer.state.depth).toBe(7);
    expect(answer.state.seq).toBe(1);
  });

  test("a takeback cuts the list", () => {
    const now = fold(state(), played(2, 1), played(3, 2), {
      t: "taken_back",
      seq: 4,
      by: "red",
      ply: 0,
      position: position(0),
      clock: null,
    });
    expect(now.table?.moves).toEqual([]);
    expect(now.table?.position.ply).toBe(0);
  });

  test("the end closes the board and a takeback opens it again", () => {
    const over = fold(state(), { t: "ended", seq: 2, outcome: mate, clock: null });
    expect(over.table?.status).toBe("over");
    expect(mayMove(over)).toBe(false);
    const open = apply(over, {
      t: "taken_back",
      seq: 3,
      by: "red",
      ply: 0,
      position: position(0),
      clock: null,
    }).state;
    expect(open.table?.outcome).toBeNull();
    expect(mayMove(open)).toBe(true);
  });

  test("offers come and go", () => {
    const offered = fold(state(), { t: "offered", seq: 2, kind: "draw", by: "black" });
    expect(offered.table?.offer).toEqual({ kind: "draw", by: "black" });
    const closed = apply(offered, {
      t: "offer_closed",
      seq: 3,
      kind: "draw",
      by: "red",
      how: "declined",
    }).state;
    expect(closed.table?.offer).toBeNull();
  });

  test("level and seats follow", () => {
    const seats = { red: { kind: "human" as const, name: "" }, black: { kind: "human" as const, name: "" } };
    const now = fold(
      state(),
      { t: "level_set", seq: 2, level: 9 },
      { t: "seated", seq: 3, seats, clock: null },
    );
    expect([now.table?.level, now.table?.seats]).toEqual([9, seats]);
  });
});

describe("a move drawn before the server has answered", () => {
  const pending = { ply: 0, uci: "h2e2", id: 4 };
  const drawn = { ...fold(state()), pending };

  test("is on the board at once and locks it", () => {
    const position = shown(drawn)!;
    expect(position.fen).toContain("P1P1P1P1P/1C2C4/9/RNBAKABNR");
    expect(position.last).toEqual(["h2", "e2"]);
    expect(position.dests).toEqual({});
    expect(mayMove(drawn)).toBe(false);
  });

  const refused = (id: number, cmd: string): ServerEvent => ({
    t: "refused",
    seq: 1,
    id,
    cmd,
    code: "illegal_move",
    text: { zh: "马腿被绊。", en: "The horse's leg is blocked." },
    facts: {},
  });

  test("goes back when refused", () => {
    const after = apply(drawn, refused(4, "move")).state;
    expect(after.pending).toBeNull();
    expect(shown(after)).toEqual(position(0));
  });

  test("stays when something else is refused", () => {
    expect(apply(drawn, refused(3, "offer_draw")).state.pending).toEqual(pending);
  });

  test("is settled by the server's own event", () => {
    const after = apply(drawn, played(2, 1)).state;
    expect(after.pending).toBeNull();
    expect(shown(after)?.ply).toBe(1);
  });

  test("waits through a snapshot of the same position and yields to any other", () => {
    expect(apply(drawn, state(1)).state.pending).toEqual(pending);
    expect(apply(drawn, state(3, { position: position(1) })).state.pending).toBeNull();
    expect(apply(drawn, state(3, { status: "over", outcome: mate })).state.pending).toBeNull();
    expect(apply(drawn, state(1, { id: "another" })).state.pending).toBeNull();
  });
});

test("watchers and the side not to move may not move", () => {
  expect(mayMove(fold(state()))).toBe(true);
  expect(mayMove(fold(state(1, { you: [] })))).toBe(false);
  expect(mayMove(fold(state(1, { you: ["black"] })))).toBe(false);
  expect(mayMove(EMPTY)).toBe(false);
});

describe("clocks on the page", () => {
  const side = { main: 60, periods: 0, period: null, move: null };
  const clock = (change: Partial<Clock>): Clock => ({
    control: { main: 60, increment: 0, per_move: null, byoyomi: 0, periods: 0 },
    running: "red",
    at: 0,
    red: side,
    black: side,
    ...change,
  });

  const seconds = (...of: Parameters<typeof remaining>) => remaining(...of).seconds;

  test("only the running one counts down, and never below nothing", () => {
    expect(seconds(clock({}), "red", 12)).toBe(48);
    expect(seconds(clock({}), "black", 12)).toBe(60);
    expect(seconds(clock({}), "red", 99)).toBe(0);
    expect(seconds(clock({ running: null }), "red", 12)).toBe(60);
  });

  test("the limit for one move shows when it is the shorter", () => {
    expect(seconds(clock({ red: { ...side, move: 20 } }), "red", 5)).toBe(15);
    expect(seconds(clock({ red: { ...side, main: null, move: 20 } }), "red", 5)).toBe(15);
  });

  test("byo-yomi periods follow the main time, one after the other", () => {
    const control = { main: 60, increment: 0, per_move: null, byoyomi: 30, periods: 3 };
    const spent = { main: 10, periods: 3, period: 30, move: null };
    const now = (elapsed: number) => remaining(clock({ control, red: spent }), "red", elapsed);
    expect(now(4)).toEqual({ seconds: 6, periods: 3, total: null });
    expect(now(15)).toEqual({ seconds: 25, periods: 3, total: null });
    expect(now(45)).toEqual({ seconds: 25, periods: 2, total: null });
    expect(now(999)).toEqual({ seconds: 0, periods: 1, total: null });
  });

  test("with a limit for each move the time for the game is told beside it", () => {
    const control = { main: 1200, increment: 0, per_move: 60, byoyomi: 30, periods: 1 };
    const full = { main: 1200, periods: 1, period: 30, move: 60 };
    const now = (of: typeof full, elapsed: number) => remaining(clock({ control, red: of }), "red", elapsed);
    expect(now(full, 10)).toEqual({ seconds: 50, periods: 1, total: 1190 });
    expect(now({ ...full, main: 40 }, 10)).toEqual({ seconds: 30, periods: 1, total: null });
  });
});
