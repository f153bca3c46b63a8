// Boards of an event know the way back to it, in this tab.

const named = (table: string): string => `chuhe.back.${table}`;

/** Where the event is of which this is a board, for who came from there; null if it is none. */
export function wayBack(table: string): string | null {
  try {
    return sessionStorage.getItem(named(table));
  } catch {
    return null; // not allowed: then there is no link
  }
}

/** Keep where one is now as the way back from a table. */
export function keepWayBack(table: string): void {
  try {
    sessionStorage.setItem(named(table), location.hash);
  } catch {
    // not allowed: the table then has no link back
  }
}
