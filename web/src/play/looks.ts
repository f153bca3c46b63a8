// Small facts about texts that the server reads; only to sort and to label.

/** Does `text` look like a FEN rather than a record? Only to know which door to knock at. */
export const looksLikeFen = (text: string): boolean =>
  /^[^\s/]+(\/[^\s/]+){3,}(\s|$)/.test(text.trim()) && !text.trim().includes("\n");
