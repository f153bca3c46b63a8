// Words for what records hold.

/** Headers that have a field of their own, with the words for them. */
export const FIELDS: readonly [string, string][] = [
  ["Title", "Title of the game"],
  ["Event", "Event"],
  ["Date", "Date"],
  ["Round", "Round"],
  ["Site", "Place"],
  ["Red", "Red"],
  ["RedTeam", "Team of Red"],
  ["Black", "Black"],
  ["BlackTeam", "Team of Black"],
  ["Opening", "Opening"],
  ["Annotator", "Annotator"],
];

/** What a record may say of the end. */
export const RESULTS: [string, string][] = [
  ["*", "Not known"],
  ["1-0", "Red wins"],
  ["0-1", "Black wins"],
  ["1/2-1/2", "A draw"],
];

/** Glyphs of a move, of which one is on at a time, with the words for them. */
export const MOVE_GLYPHS: [number, string][] = [
  [1, "Good move"],
  [2, "Mistake"],
  [3, "Brilliant move"],
  [4, "Blunder"],
  [5, "Interesting move"],
  [6, "Dubious move"],
];
/** Glyphs of the position after it. */
export const POSITION_GLYPHS: [number, string][] = [
  [10, "Equal"],
  [13, "Unclear"],
  [14, "Red is slightly better"],
  [15, "Black is slightly better"],
  [16, "Red is better"],
  [17, "Black is better"],
  [18, "Red is winning"],
  [19, "Black is winning"],
];

/** What people know the formats as. */
export const FORMAT_TITLES: Readonly<Record<string, string>> = {
  pgn: "PGN record",
  text: "Plain text",
  xqf: "XQF, XQStudio",
  cbr: "CBR, CCBridge",
  cbl: "CBL, library of CCBridge",
  cbf: "CBF, CCBridge as XML",
  dhtmlxq: "DhtmlXQ UBB",
  mxq: "MXQ, Yitian",
  wxf: "WXF, PlayOK",
  pfc: "PFC, Pengfei",
  xqr: "XQR, XiangQi Replay",
  epd: "EPD, start position only",
  csv: "CSV, start and moves",
  eglib: "eglib, start and moves",
  json: "JSON of Chuhe, loses nothing",
};

/** All sentences above, which are translated where they are shown. */
export const NAMES: readonly string[] = [
  ...[...FIELDS, ...RESULTS].map(([, name]) => name),
  ...[...MOVE_GLYPHS, ...POSITION_GLYPHS].map(([, name]) => name),
  ...Object.values(FORMAT_TITLES),
];
