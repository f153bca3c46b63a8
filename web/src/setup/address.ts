// The address of the set-up board: `#setup?fen=FEN`, with `_` for a space; `&for=record` when what is
// laid out is to be the start of the open record.

export interface SetupAddress {
  /** What the address gives as a position, if anything; the server reads it. */
  fen: string | null;
  forRecord: boolean;
}

const decoded = (text: string): string => {
  try {
    return decodeURIComponent(text);
  } catch {
    return text; // a stray percent sign: the server says what is wrong with the rest
  }
};

/** What `hash` (without #) asks of the set-up board; null if it names another page. */
export function parseAddress(hash: string): SetupAddress | null {
  const [path, query = ""] = hash.replace(/^\//, "").split(/\?(.*)/s);
  if (path !== "setup") return null;
  const wishes = new Map(
    query.split("&").map((part): [string, string] => {
      const [name = "", value = ""] = part.split(/=(.*)/s);
      return [name, value];
    }),
  );
  const fen = wishes.get("fen");
  return {
    fen: fen ? decoded(fen.replace(/[+_]/g, " ")) : null,
    forRecord: wishes.get("for") === "record",
  };
}

/** A FEN within an address. */
export const coded = (fen: string): string =>
  encodeURIComponent(fen).replaceAll("%2F", "/").replaceAll("%20", "_");

/** Where to set up `fen`, without #. */
export const setupHash = (fen: string, forRecord = false): string =>
  `setup?fen=${coded(fen)}${forRecord ? "&for=record" : ""}`;
