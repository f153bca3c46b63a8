// The desk's commands against a server of the test's own making.

import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { notice } from "../src/play/store";
import { NOTHING } from "../src/tournament/entry";
import type { Command, EventView } from "../src/tournament/protocol";
import {
  act,
  closeEvent,
  enter,
  entry,
  event,
  live,
  openEvent,
  question,
  said,
} from "../src/tournament/store";
import { board, round, told, view } from "./events";

type Reply = { status?: number; body: unknown };

const asked: Command[] = [];
const paths: string[] = [];
let now: EventView;
let answer: (command: Command) => Reply | "down";

const done = (more = {}) => ({
  body: { done: true, seq: ++now.seq, notes: [], entries: [1], facts: [], ...more },
});
const refused = (code: string): Reply => ({
  status: 400,
  body: { error: { code, text: { zh: code, en: code }, facts: {}, problems: [] } },
});

class Stream {
  static last: Stream;
  onmessage: ((message: { data: string }) => void) | null = null;
  onopen: (() => void) | null = null;
  onerror: (() => void) | null = null;
  constructor() {
    Stream.last = this;
  }
  static CLOSED = 2;
  readyState = 1;
  close() {}
}

beforeEach(() => {
  asked.length = 0;
  now = view({ rounds: [round(1, [board(1, 1, 2), board(2, 3, 4)])] });
  answer = () => done();
  vi.stubGlobal("EventSource", Stream);
  vi.stubGlobal("fetch", async (path: string, init?: RequestInit) => {
    if (!path.endsWith("/do")) return Response.json(path.includes("choices") ? {} : structuredClone(now));
    const command = JSON.parse(String(init?.body)) as Command;
    asked.push(command);
    paths.push(path);
    const reply = answer(command);
    if (reply === "down") throw new TypeError("down");
    return Response.json(reply.body, { status: reply.status ?? 200 });
  });
  vi.stubGlobal("window", { setTimeout: () => 0 });
  [entry.value, question.value, notice.value] = [NOTHING, null, null];
  openEvent("cup");
});

afterEach(() => {
  closeEvent();
  vi.unstubAllGlobals();
});

/** Wait to be asked, and answer. */
async function reply(kind: "reason" | "breaks", given: string | boolean): Promise<void> {
  await vi.waitFor(() => expect(question.value?.kind).toBe(kind));
  const one = question.value;
  question.value = null;
  if (one?.kind === "reason") one.answer(given as string);
  else one?.answer(given as boolean);
}

const settled = () => vi.waitFor(() => expect(event.value?.seq).toBe(now.seq));

describe("a command", () => {
  test("brings the new view and what the server said", async () => {
    answer = () => done({ notes: [told("director.late")] });
    await act({ do: "pair" });
    expect(event.value?.seq).toBe(now.seq);
    expect(said.value.map(({ code }) => code)).toEqual(["director.late"]);
  });

  test("that is refused is told and not repeated", async () => {
    answer = () => refused("desk.unfinished");
    expect(await act({ do: "pair" })).toBeNull();
    expect([notice.value?.text, asked.length]).toEqual(["desk.unfinished", 1]);
  });

  test("that wants a reason asks for it and is given again with it", async () => {
    answer = (command) => ("reason" in command && command.reason ? done() : refused("director.stands"));
    const acted = act({ do: "results", results: [[1, "0"]] });
    await reply("reason", "wrong sheet");
    expect((await acted)?.done).toBe(true);
    expect(asked.at(-1)).toMatchObject({ results: [[1, "0"]], reason: "wrong sheet" });
  });

  test("that breaks something is made only after a second word", async () => {
    answer = (command) =>
      "force" in command && command.force
        ? done()
        : { body: { done: false, seq: now.seq, notes: [told("desk.met")] } };
    const left = act({ do: "turn", board: 1, force: false });
    await reply("breaks", false);
    expect([await left, asked.length]).toEqual([null, 1]);
    const forced = act({ do: "turn", board: 1, force: false });
    await reply("breaks", true);
    expect((await forced)?.done).toBe(true);
    expect(asked.at(-1)).toMatchObject({ do: "turn", force: true });
  });
});

describe("results typed", () => {
  const type = (red: number, black: number, key: string) =>
    enter({ event: "cup", section: "", round: 1, board: (red + 1) / 2, red, black, key });

  test("faster than the server answers are sent together", async () => {
    await settled();
    type(1, 2, "1");
    type(3, 4, "=");
    type(3, 4, "0");
    await vi.waitFor(() => expect(asked.length).toBe(2));
    expect(asked.map((one) => "results" in one && one.results)).toEqual([[[1, "1"]], [[2, "0"]]]);
  });

  test("are not lost while the line is down", async () => {
    vi.useFakeTimers({ toFake: ["setTimeout"] });
    let up = false;
    answer = () => (up ? done() : "down");
    type(1, 2, "1");
    await vi.advanceTimersByTimeAsync(10);
    expect([live.value, entry.value.waiting.length]).toEqual(["lost", 1]);
    type(3, 4, "0");
    up = true;
    await vi.advanceTimersByTimeAsync(2100);
    vi.useRealTimers();
    await vi.waitFor(() => expect(entry.value).toEqual(NOTHING));
    const sent = asked.at(-1);
    expect(sent).toMatchObject({ do: "results", round: 1 });
  });

  test("follow their pairing when the boards were exchanged meanwhile", async () => {
    now.rounds = [round(1, [board(1, 3, 4), board(2, 1, 2)])];
    now.seq++;
    Stream.last.onmessage?.({ data: `{"seq": ${now.seq}}` });
    await settled();
    enter({ event: "cup", section: "", round: 1, board: 1, red: 1, black: 2, key: "1" });
    await vi.waitFor(() => expect(asked.length).toBe(1));
    expect(asked[0]).toMatchObject({ results: [[2, "1"]] });
  });

  test("go to their event though another one has been opened since", async () => {
    await settled();
    answer = () => "down";
    vi.useFakeTimers({ toFake: ["setTimeout"] });
    type(1, 2, "1");
    await vi.advanceTimersByTimeAsync(10);
    openEvent("other");
    answer = () => done();
    await vi.advanceTimersByTimeAsync(2100);
    vi.useRealTimers();
    await vi.waitFor(() => expect(entry.value).toEqual(NOTHING));
    expect(paths.at(-1)).toBe("/api/events/cup/do");
  });

  test("of which one is refused are given one by one, and the refused one is asked about", async () => {
    await settled();
    answer = (command) => {
      const results = "results" in command ? command.results : [];
      const stands = results.some(([number]) => number === 2) && !("reason" in command && command.reason);
      return stands ? refused("director.stands") : done();
    };
    type(1, 2, "1");
    type(3, 4, "1");
    await reply("reason", "heard wrongly");
    await vi.waitFor(() =>
      expect(asked.at(-1)).toMatchObject({ reason: "heard wrongly", results: [[2, "1"]] }),
    );
  });
});

test("what others write comes in by itself", async () => {
  await settled();
  now = { ...now, seq: 9, name: "Cup II" };
  Stream.last.onmessage?.({ data: '{"seq": 9}' });
  await vi.waitFor(() => expect(event.value?.name).toBe("Cup II"));
});
