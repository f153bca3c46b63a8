// One WebSocket kept alive: reconnects with the number of the last event seen, pings when idle.

import type { ClientMessage, ServerEvent } from "./protocol";

export type Link = "connecting" | "open" | "reconnecting" | "refused";

const DELAYS = [500, 1000, 2000, 4000, 7000, 10000];
const PING_AFTER = 15000;
/** Silence after a ping that means the line is dead, whatever the browser believes. */
const DEAD_AFTER = 8000;

export interface SocketOptions {
  url(): string;
  onEvent(event: ServerEvent): void;
  onLink(link: Link): void;
}

export class Socket {
  private socket: WebSocket | null = null;
  private tries = 0;
  private retry = 0;
  private idle = 0;
  private dead = 0;
  private closed = false;
  private readonly wake = () => {
    if (document.visibilityState !== "visible") return;
    // A line may have died in a pocket without a word: ask, and do not wait long.
    if (this.isOpen()) this.probe();
    else this.connect();
  };
  private readonly offline = () => this.socket?.close();

  constructor(private readonly options: SocketOptions) {
    addEventListener("online", this.wake);
    addEventListener("offline", this.offline);
    document.addEventListener("visibilitychange", this.wake);
    options.onLink("connecting");
    this.connect();
  }

  /** Send `message`; false when the line is down and nothing was sent. */
  send(message: ClientMessage): boolean {
    if (!this.isOpen()) return false;
    this.socket!.send(JSON.stringify(message));
    this.rest();
    return true;
  }

  close(): void {
    this.closed = true;
    clearTimeout(this.retry);
    clearTimeout(this.idle);
    clearTimeout(this.dead);
    removeEventListener("online", this.wake);
    removeEventListener("offline", this.offline);
    document.removeEventListener("visibilitychange", this.wake);
    this.socket?.close();
  }

  private isOpen(): boolean {
    return this.socket?.readyState === WebSocket.OPEN;
  }

  private connect(): void {
    if (this.closed || this.socket?.readyState === WebSocket.CONNECTING) return;
    clearTimeout(this.retry);
    const socket = new WebSocket(this.options.url());
    this.socket = socket;
    socket.onopen = () => {
      if (this.socket !== socket) return;
      this.tries = 0;
      this.options.onLink("open");
      this.rest();
    };
    socket.onmessage = (message) => {
      if (this.socket !== socket) return;
      clearTimeout(this.dead);
      this.rest();
      this.options.onEvent(JSON.parse(message.data) as ServerEvent);
    };
    socket.onclose = (event) => {
      if (this.socket !== socket || this.closed) return;
      clearTimeout(this.idle);
      clearTimeout(this.dead);
      if (event.code === 1008) {
        // Refused for good (an `error` event said why): trying again would only be refused again.
        this.options.onLink("refused");
        return;
      }
      this.options.onLink("reconnecting");
      const delay = DELAYS[Math.min(this.tries++, DELAYS.length - 1)]!;
      this.retry = window.setTimeout(() => this.connect(), delay);
    };
  }

  private rest(): void {
    clearTimeout(this.idle);
    this.idle = window.setTimeout(() => this.probe(), PING_AFTER);
  }

  private probe(): void {
    if (!this.send({ t: "ping" })) return;
    clearTimeout(this.dead);
    this.dead = window.setTimeout(() => this.drop(), DEAD_AFTER);
  }

  /** Give up a line that no longer answers; `close()` alone may wait for minutes. */
  private drop(): void {
    const socket = this.socket;
    if (!socket) return;
    this.socket = null;
    socket.close();
    this.options.onLink("reconnecting");
    this.connect();
  }
}
