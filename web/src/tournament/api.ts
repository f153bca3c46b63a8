// The HTTP side of docs/protocol-event.md.

import { call, post } from "../play/api";
import type {
  Choices,
  Command,
  DoAnswer,
  EventSummary,
  EventView,
  LogEntry,
  NewEvent,
  NewEventAnswer,
  StandingsAnswer,
} from "./protocol";

type Facts = Record<string, string | number | null | undefined>;

const path = (id: string, rest: string) => `/api/events/${encodeURIComponent(id)}${rest}`;

/** The facts that are given, as the end of an address. */
export function query(facts: Facts): string {
  const given = Object.entries(facts).filter(
    ([, value]) => value !== undefined && value !== null && value !== "",
  );
  return given.length ? `?${new URLSearchParams(given.map(([name, value]) => [name, String(value)]))}` : "";
}

export const choices = () => call<Choices>("/api/events/choices");

export const list = () => call<{ events: EventSummary[] }>("/api/events");

export const create = (wish: NewEvent) => post<NewEventAnswer>("/api/events", wish);

export const join = (id: string, key: string, name: string) =>
  post<unknown>(path(id, "/join"), { key, name });

/** A new key; the old one lets nobody in any more. */
export const newKey = (id: string) => post<{ key: string }>(path(id, "/key"), {});

export const view = (id: string, section: string) => call<EventView>(path(id, query({ section })));

export const standings = (id: string, asked: { after?: number; explain?: number; section: string }) =>
  call<StandingsAnswer>(path(id, `/standings${query(asked)}`));

export const log = (id: string) => call<{ entries: LogEntry[] }>(path(id, "/log"));

export const command = (id: string, body: Command) => post<DoAnswer>(path(id, "/do"), body);

/** A list of players as a file; `dry`: say what it would put on the list, and write nothing. */
export const sendList = (id: string, file: File, dry: boolean) =>
  call<DoAnswer>(path(id, `/players${query({ dry: dry ? 1 : null, name: file.name })}`), {
    method: "POST",
    headers: { "Content-Type": "application/octet-stream" },
    body: file,
  });

export const livePath = (id: string): string => path(id, "/live");

export const printPath = (id: string, what: string, facts: Facts): string =>
  path(id, `/print/${what}${query(facts)}`);

export const exportPath = (id: string, format: string, facts: Facts): string =>
  path(id, `/export/${format}${query(facts)}`);
