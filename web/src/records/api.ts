// What the page asks the server about records.

import { signal } from "@preact/signals";
import { call, post, Refusal } from "../play/api";
import type { Format, Opened, PositionAt, SaveAsked, Saved } from "./protocol";

/** True while the server cannot be reached: edits go on, what it has to tell waits. */
export const away = signal(false);

/** How often one looks whether it is back, in ms. */
const LOOK = 2000;
let looking = 0;

async function lookAgain(): Promise<void> {
  try {
    await call("/api/info");
    back();
  } catch {
    clearTimeout(looking);
    looking = window.setTimeout(lookAgain, LOOK);
  }
}

function back(): void {
  clearTimeout(looking);
  removeEventListener("online", lookAgain);
  away.value = false;
}

async function heard<T>(asking: Promise<T>): Promise<T> {
  try {
    const answer = await asking;
    if (away.value) back();
    return answer;
  } catch (error) {
    if (error instanceof Refusal && error.failure.code === "unreachable" && !away.value) {
      away.value = true;
      looking = window.setTimeout(lookAgain, LOOK);
      addEventListener("online", lookAgain);
    }
    throw error;
  }
}

/** Read a file of any format and encoding: the server finds out which. */
export const openBytes = (bytes: Uint8Array<ArrayBuffer>, game = 0) =>
  heard(
    call<Opened>(`/api/records/open?game=${game}`, {
      method: "POST",
      headers: { "Content-Type": "application/octet-stream" },
      body: bytes,
    }),
  );

export const positionAt = (fen: string, moves: string[]) =>
  heard(post<PositionAt>("/api/records/position", { fen, moves }));

export const formats = () => heard(call<{ formats: Format[] }>("/api/records/formats"));

export const save = (asked: SaveAsked) => heard(post<Saved>("/api/records/save", asked));
