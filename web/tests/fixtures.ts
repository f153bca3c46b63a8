// A tiny stand-in for the server, as far as docs/protocol.md describes it: enough to feed the page's
// state with events. It knows no rules.

import type {
  MoveEntry,
  NamedMove,
  Outcome,
  Position,
  ServerEvent,
  Table,
  Warning,
} from "../src/play/protocol";

export const START = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1";
export const AFTER = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C2C4/9/RNBAKABNR b - - 1 1";

export const position = (ply: number, fen = ply % 2 ? AFTER : START): Position => ({
  ply,
  fen,
  turn: fen.includes(" b ") ? "black" : "red",
  dests: fen.includes(" b ") ? { h9: ["g7", "i7"] } : { h2: ["e2", "h9"], b0: ["a2", "c2"] },
  check: null,
  checkers: [],
  last: ply ? ["h2", "e2"] : null,
  captured: { red: [], black: [] },
  claimable: null,
  warning: null,
});

export const entry = (ply: number, change: Partial<MoveEntry> = {}): MoveEntry => ({
  ply,
  uci: "h2e2",
  zh: "炮二平五",
  wxf: "C2=5",
  iccs: "H2-E2",
  side: ply % 2 ? "red" : "black",
  piece: ply % 2 ? "C" : "c",
  captured: null,
  check: null,
  fen: AFTER,
  comment: null,
  nags: [],
  variations: 0,
  ...change,
});

export const table = (change: Partial<Table> = {}): Table => ({
  id: "T1",
  created: 0,
  updated: 0,
  seats: { red: { kind: "human", name: "" }, black: { kind: "engine", name: "" } },
  you: ["red"],
  level: 3,
  rules: "club",
  start: position(0),
  moves: [],
  position: position(0),
  status: "playing",
  outcome: null,
  offer: null,
  thinking: false,
  clock: null,
  can: { takeback: false, resign: true, offer_draw: true, claim_draw: false, claim_time: false },
  ...change,
});

export const state = (seq = 1, change: Partial<Table> = {}): ServerEvent => ({
  t: "state",
  seq,
  table: table(change),
});

export const played = (seq: number, ply: number): ServerEvent => ({
  t: "played",
  seq,
  by: ply % 2 ? "red" : "black",
  move: entry(ply),
  position: position(ply),
  clock: null,
});

export const mate: Outcome = {
  winner: "red",
  result: "1-0",
  termination: "checkmate",
  text: { zh: "黑方被将死，红胜。", en: "Black is checkmated; Red wins." },
  reason: null,
  ruling: null,
};

export const named = (uci: string): NamedMove => ({
  uci,
  zh: `着${uci}`,
  wxf: `W${uci}`,
  iccs: `${uci.slice(0, 2)}-${uci.slice(2)}`.toUpperCase(),
});

/** Black loses by perpetual chase, with a ruling of two plies. */
export const chased: Outcome = {
  winner: "red",
  result: "1-0",
  termination: "perpetual_chase",
  text: { zh: "红胜：长捉", en: "Red wins: perpetual chase" },
  reason: null,
  ruling: {
    ply: 9,
    rules: "club",
    cycle: { zh: "循环：第8至9着", en: "Cycle: plies 8 to 9" },
    title: { zh: "黑方单方长捉", en: "Perpetual chase by Black alone" },
    verdict: { zh: "判黑方负", en: "Black loses" },
    sides: [
      { zh: "红方：闲", en: "Red: idle" },
      { zh: "黑方：着着捉", en: "Black chases with every move" },
    ],
    clause: { zh: "长捉判负。", en: "A perpetual chase loses." },
    acts: [
      {
        ply: 8,
        last: 8,
        text: { zh: "车捉炮", en: "The rook attacks the cannon" },
        arrows: [],
        crossed: ["b0"],
        same_as: null,
      },
      {
        ply: 9,
        last: 9,
        text: { zh: "炮躲", en: "The cannon runs" },
        arrows: [{ from: "a5", to: "c5", kind: "chase" }],
        crossed: [],
        same_as: null,
      },
    ],
    others: [{ zh: "〔引擎〕和棋", en: "[engine] draw" }],
  },
};

export const warning = (change: Partial<Warning> = {}): Warning => ({
  loser: "red",
  outcome: {
    ...chased,
    winner: "black",
    ruling: null,
    text: { zh: "黑胜：长捉", en: "Black wins: perpetual chase" },
  },
  text: { zh: "再重复即判负。", en: "Once more and it is lost." },
  fatal: [named("h2e2")],
  ways_out: [named("b0c2")],
  ...change,
});
