// The addresses of the events: what the part after # means.

export const TABS = [
  "players",
  "round",
  "standings",
  "teams",
  "sections",
  "bracket",
  "agreed",
  "papers",
  "log",
] as const;
export type Tab = (typeof TABS)[number];

export type Address =
  | { page: "events" }
  | { page: "new" }
  | { page: "event"; id: string; rest: string }
  | { page: "desk"; id: string; tab: Tab | null; key: string | null };

const isTab = (text: string): text is Tab => (TABS as readonly string[]).includes(text);

/**
 * What an address of the events names, or null for one of another part of the page.
 *
 * Behind `desk` stands a tab, or the arbiter's key, which is longer than any tab.
 */
export function readAddress(hash: string): Address | null {
  const [head, id, desk = "", last] = hash.split("/").map(decoded);
  if (head === "events") return id === "new" ? { page: "new" } : { page: "events" };
  if (head !== "event" || !id) return null;
  if (desk !== "desk") return { page: "event", id, rest: hash.split("/").slice(2).join("/") };
  if (!last) return { page: "desk", id, tab: null, key: null };
  return isTab(last)
    ? { page: "desk", id, tab: last, key: null }
    : { page: "desk", id, tab: null, key: last };
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

const part = encodeURIComponent;

export const publicHash = (id: string): string => `event/${part(id)}`;

export const deskHash = (id: string, tab?: Tab): string =>
  tab ? `event/${part(id)}/desk/${tab}` : `event/${part(id)}/desk`;

export const keyHash = (id: string, key: string): string => `event/${part(id)}/desk/${part(key)}`;
