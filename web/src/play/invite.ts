// Invitations to a table: `#join/TABLE/SIDE/KEY` takes the open seat and goes to the board.

import { post, Refusal } from "./api";
import type { Table } from "./protocol";
import { fail, gotoInstead } from "./store";

/** The link that invites to the seat `side`. */
export const invitation = (table: string, side: string, key: string): string =>
  `${location.origin}${location.pathname}#join/${table}/${side}/${key}`;

/** Take the seat that the address invites to, if it does. */
export async function routeInvitation(hash: string): Promise<void> {
  const [join, table, side, key] = hash.split("/");
  if (join !== "join" || !table || !side || !key) return;
  try {
    await post<{ table: Table }>(`/api/tables/${encodeURIComponent(table)}/join`, { side, key });
  } catch (error) {
    // The seat may be one's own already, or gone: one can watch all the same.
    if (!(error instanceof Refusal)) throw error;
    if (error.failure.code === "unreachable") {
      fail(error);
      return;
    }
    fail(error);
  }
  gotoInstead(`t/${encodeURIComponent(table)}`);
}
