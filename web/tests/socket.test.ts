import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import type { ServerEvent } from "../src/play/protocol";
import { type Link, Socket } from "../src/play/socket";

/** As much of a browser's WebSocket as the page uses, with the far end in the test's hand. */
class FakeSocket {
  static readonly CONNECTING = 0;
  static readonly OPEN = 1;
  static all: FakeSocket[] = [];
  readyState = FakeSocket.CONNECTING;
  sent: string[] = [];
  onopen: (() => void) | null = null;
  onmessage: ((message: { data: string }) => void) | null = null;
  onclose: ((event: { code: number }) => void) | null = null;

  constructor(readonly url: string) {
    FakeSocket.all.push(this);
  }

  send(text: string): void {
    this.sent.push(text);
  }

  close(): void {
    this.readyState = 2;
  }

  opens(): void {
    this.readyState = FakeSocket.OPEN;
    this.onopen?.();
  }

  says(event: object): void {
    this.onmessage?.({ data: JSON.stringify(event) });
  }

  breaks(code = 1006): void {
    this.readyState = 3;
    this.onclose?.({ code });
  }
}

const document = Object.assign(new EventTarget(), { visibilityState: "visible" });
let links: Link[];
let events: ServerEvent[];
let seq: number;
let socket: Socket;
const latest = () => FakeSocket.all.at(-1)!;

beforeEach(() => {
  vi.useFakeTimers();
  const page = new EventTarget();
  vi.stubGlobal("WebSocket", FakeSocket);
  vi.stubGlobal("window", globalThis);
  vi.stubGlobal("document", document);
  vi.stubGlobal("addEventListener", page.addEventListener.bind(page));
  vi.stubGlobal("removeEventListener", page.removeEventListener.bind(page));
  FakeSocket.all = [];
  [links, events, seq] = [[], [], 0];
  socket = new Socket({
    url: () => `/ws?last=${seq}`,
    onEvent: (event) => events.push(event),
    onLink: (link) => links.push(link),
  });
});

afterEach(() => {
  socket.close();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe("a line that breaks", () => {
  test("is taken up again with the last number seen, ever more slowly, and at once after success", () => {
    latest().opens();
    seq = 7;
    latest().breaks();
    expect(links).toEqual(["connecting", "open", "reconnecting"]);
    for (const delay of [500, 1000, 2000, 4000, 7000, 10000, 10000]) {
      const before = FakeSocket.all.length;
      vi.advanceTimersByTime(delay - 1);
      expect(FakeSocket.all.length).toBe(before);
      vi.advanceTimersByTime(1);
      expect(FakeSocket.all.length).toBe(before + 1);
      expect(latest().url).toBe("/ws?last=7");
      latest().breaks();
    }
    vi.advanceTimersByTime(10000);
    latest().opens();
    latest().breaks();
    const before = FakeSocket.all.length;
    vi.advanceTimersByTime(500);
    expect(FakeSocket.all.length).toBe(before + 1);
  });

  test("does not wait when the page is looked at again", () => {
    latest().breaks();
    document.dispatchEvent(new Event("visibilitychange"));
    expect(FakeSocket.all).toHaveLength(2);
  });

  test("is not taken up when the server refused for good, or after leaving", () => {
    latest().opens();
    latest().breaks(1008);
    vi.advanceTimersByTime(60000);
    expect(FakeSocket.all).toHaveLength(1);
    expect(links.at(-1)).toBe("refused");
  });

  test("says nothing more once a new one has taken its place", () => {
    const first = latest();
    first.opens();
    first.breaks();
    vi.advanceTimersByTime(500);
    first.says({ t: "pong" });
    expect(events).toEqual([]);
  });
});

describe("a line that is silent", () => {
  test("is asked after 15 s and given up 8 s later", () => {
    latest().opens();
    vi.advanceTimersByTime(15000);
    expect(latest().sent).toEqual(['{"t":"ping"}']);
    vi.advanceTimersByTime(8000);
    expect(FakeSocket.all).toHaveLength(2);
    expect(links.at(-1)).toBe("reconnecting");
  });

  test("is kept when it answers", () => {
    latest().opens();
    vi.advanceTimersByTime(15000);
    latest().says({ t: "pong", seq: 0, id: null, now: 0 });
    vi.advanceTimersByTime(10000);
    expect(FakeSocket.all).toHaveLength(1);
    expect(events).toHaveLength(1);
  });
});

test("nothing is sent on a closed line", () => {
  expect(socket.send({ t: "ping" })).toBe(false);
  latest().opens();
  expect(socket.send({ t: "move_now" })).toBe(true);
});
