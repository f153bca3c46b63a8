// Games of a file found by words.

import type { GameLine } from "./protocol";

/** Games in whose headers all words are found. Pure. */
export function search(games: readonly GameLine[], words: string): GameLine[] {
  const wanted = words.toLowerCase().split(/\s+/).filter(Boolean);
  if (wanted.length === 0) return [...games];
  return games.filter(({ index, headers }) => {
    const text = `${index + 1} ${Object.values(headers).join(" ")}`.toLowerCase();
    return wanted.every((word) => text.includes(word));
  });
}
