// What the page asks the server about records.

import { call, post } from "../play/api";
import type { Format, Opened, PositionAt, SaveAsked, Saved } from "./protocol";

/** Read a file of any format and encoding: the server finds out which. */
export const openBytes = (bytes: Uint8Array<ArrayBuffer>, game = 0) =>
  call<Opened>(`/api/records/open?game=${game}`, {
    method: "POST",
    headers: { "Content-Type": "application/octet-stream" },
    body: bytes,
  });

export const positionAt = (fen: string, moves: string[]) =>
  post<PositionAt>("/api/records/position", { fen, moves });

export const formats = () => call<{ formats: Format[] }>("/api/records/formats");

export const save = (asked: SaveAsked) => post<Saved>("/api/records/save", asked);
