// Settings of this browser. They survive where storage is allowed and are forgotten quietly where not.

import type { Language } from "./play/protocol";

export function read(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

export function write(key: string, value: string): void {
  try {
    localStorage.setItem(key, value);
  } catch {
    // a private window
  }
}

/** The language chosen before, else Chinese unless the browser asks only for others. */
export function preferredLanguage(): Language {
  const chosen = read("chuhe.language");
  if (chosen === "zh" || chosen === "en") return chosen;
  const asked = navigator.languages;
  return asked.length === 0 || asked.some((tag) => tag.toLowerCase().startsWith("zh")) ? "zh" : "en";
}

/** Keep the language for the next visit and name it for screen readers, hyphenation and fonts. */
export function keepLanguage(language: Language): void {
  write("chuhe.language", language);
  document.documentElement.lang = language === "zh" ? "zh-Hans" : "en";
}

export type Pieces = "plain" | "letters";

/** The look of the pieces chosen before. */
export const preferredPieces = (): Pieces => (read("chuhe.pieces") === "letters" ? "letters" : "plain");

export function keepPieces(pieces: Pieces): void {
  write("chuhe.pieces", pieces);
  document.documentElement.dataset.pieces = pieces;
}
