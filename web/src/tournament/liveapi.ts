// The boards of an event over HTTP: section "Boards" of docs/protocol-event.md.

import { post } from "../play/api";
import type { Control } from "../play/protocol";

export interface PlayerLink {
  player: number;
  number: number | null;
  name: string;
  team: string;
  key: string;
}

export interface SeatBoard {
  section: string;
  round: number;
  board: number;
  side: "red" | "black" | null;
  opponent: number | null;
  opponent_name: string;
  opponent_team: string;
  table: string | null;
  status: "none" | "waiting" | "playing" | "over";
  here: boolean;
  result: string | null;
}

export interface Seats {
  player: number;
  number: number | null;
  name: string;
  team: string;
  event: string;
  boards: SeatBoard[];
}

const path = (id: string, rest: string) => `/api/events/${encodeURIComponent(id)}${rest}`;

export const openBoards = (
  id: string,
  wish: { section: string; round: number | null; clock: Control | null; rules: string },
) => post<{ round: number; opened: number; links: PlayerLink[] }>(path(id, "/boards"), wish);

export const newLinks = (id: string, players: number[]) =>
  post<{ links: PlayerLink[] }>(path(id, "/links"), { players });

/** Where a player plays; `sit` is the table to sit down at. */
export const seat = (id: string, key: string, sit: string | null = null) =>
  post<Seats>(path(id, "/seat"), { key, sit });
