// The state of one table as a fold of the server's events. Pure: no socket, no page, no clock.

import type { Color } from "../board/coords";
import { carry, parsePlacement, writePlacement } from "../board/placement";
import type { Clock, Position, ServerEvent, Table } from "./protocol";
import { STORED } from "./protocol";

/** A move drawn at once and not yet confirmed. */
export interface Pending {
  ply: number;
  uci: string;
  /** Number of the message that carried it. */
  id: number;
}

export interface TableState {
  table: Table | null;
  /** Number of the last stored event that is in `table`. */
  seq: number;
  pending: Pending | null;
  /** Depth the engine has reached, while it thinks. */
  depth: number | null;
}

export const EMPTY: TableState = { table: null, seq: 0, pending: null, depth: null };

/** What `apply` found: the new state, or that events are missing and `resume` must be asked. */
export type Applied = { state: TableState; gap: boolean };

export function apply(state: TableState, event: ServerEvent): Applied {
  const done = (next: TableState): Applied => ({ state: next, gap: false });
  if (event.t === "state") {
    // A move not yet confirmed is kept when the snapshot is the position it was made in: it has not
    // arrived, and will be sent again.
    const { pending } = state;
    const waiting =
      pending !== null &&
      state.table?.id === event.table.id &&
      event.table.status === "playing" &&
      event.table.position.ply === pending.ply;
    return done({ ...EMPTY, table: event.table, seq: event.seq, pending: waiting ? pending : null });
  }
  if (state.table === null) return done(state);
  if (STORED.has(event.t)) {
    if (event.seq <= state.seq) return done(state); // heard before
    if (event.seq > state.seq + 1) return { state, gap: true };
    const table = stored(state.table, event);
    const settled = event.t === "played" || event.t === "taken_back" || event.t === "ended";
    return done({
      ...state,
      table,
      seq: event.seq,
      pending: settled ? null : state.pending,
    });
  }
  switch (event.t) {
    case "thinking":
      return done({
        ...state,
        table: { ...state.table, thinking: event.on },
        depth: event.on ? event.depth : null,
      });
    case "refused":
    case "error":
      // Another wish may be refused while a move is under way; only its own refusal takes it back.
      return done({ ...state, pending: event.id === state.pending?.id ? null : state.pending });
    default:
      return done(state);
  }
}

function stored(table: Table, event: ServerEvent): Table {
  switch (event.t) {
    case "played":
      return {
        ...table,
        moves: [...table.moves.slice(0, event.move.ply - 1), event.move],
        position: event.position,
        clock: event.clock,
      };
    case "taken_back":
      return {
        ...table,
        moves: table.moves.slice(0, event.ply),
        position: event.position,
        clock: event.clock,
        thinking: false,
        status: "playing",
        outcome: null,
        offer: null,
      };
    case "ended":
      return {
        ...table,
        status: "over",
        outcome: event.outcome,
        clock: event.clock,
        thinking: false,
        offer: null,
      };
    case "offered":
      return { ...table, offer: { kind: event.kind, by: event.by } };
    case "offer_closed":
      return { ...table, offer: null };
    case "level_set":
      return { ...table, level: event.level };
    case "seated":
      return { ...table, seats: event.seats, clock: event.clock };
    case "clock_set":
      return { ...table, clock: event.clock };
    default:
      return table;
  }
}

/** The position to draw: the server's, or with the unconfirmed move already carried out. */
export function shown(state: TableState): Position | null {
  const position = state.table?.position;
  if (!position) return null;
  if (!state.pending || state.pending.ply !== position.ply) return position;
  const uci = state.pending.uci;
  const rest = position.fen.split(" ").slice(1).join(" ");
  return {
    ...position,
    fen: `${writePlacement(carry(parsePlacement(position.fen), uci))} ${rest}`,
    last: [uci.slice(0, 2), uci.slice(2, 4)],
    dests: {},
    check: null,
  };
}

/** May this page move a piece now? */
export function mayMove(state: TableState): boolean {
  const table = state.table;
  return (
    table !== null &&
    table.status === "playing" &&
    state.pending === null &&
    table.you.includes(table.position.turn) &&
    table.seats[table.position.turn].kind === "human"
  );
}

export interface Remaining {
  /** Until the clock runs out, or into its next period. */
  seconds: number;
  periods: number;
  /** Time left for the whole game, where what is left for this move is less. */
  total: number | null;
}

/** What `side`'s clock shows `elapsed` seconds after the reading; for display only. */
export function remaining(clock: Clock, side: Color, elapsed: number): Remaining {
  const { main, periods: left, period, move } = clock[side];
  const spent = clock.running === side ? elapsed : 0;
  let seconds = (main ?? Number.POSITIVE_INFINITY) - spent;
  let periods = left;
  if (seconds <= 0 && periods > 0) {
    // The main time is gone: what was spent beyond it eats one byo-yomi period after the other.
    seconds = (period ?? clock.control.byoyomi) + seconds;
    while (seconds <= 0 && periods > 1) {
      seconds += clock.control.byoyomi;
      periods--;
    }
  }
  let total: number | null = null;
  if (move !== null && move - spent < seconds) {
    if (main !== null && main > spent) total = seconds;
    seconds = move - spent;
  }
  return { seconds: Math.max(0, seconds), periods, total };
}
