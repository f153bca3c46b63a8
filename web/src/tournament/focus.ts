// Where the desk looks: the round shown, and calls for the keyboard.

import { signal } from "@preact/signals";

/** The round shown; null: the last one. */
export const shownRound = signal<number | null>(null);

/** Counted up to lead the keyboard to the first board without a result. */
export const toResults = signal(0);

/** The pairing of the board in hand, "red-black"; null: the first without a result. */
export const boardChosen = signal<string | null>(null);
