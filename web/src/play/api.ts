// The HTTP side of docs/protocol.md.

import type {
  ApiFailure,
  Checked,
  Info,
  MoveRead,
  NewTable,
  RecordView,
  Rulings,
  Summary,
  Table,
} from "./protocol";

/** The server said no; `failure.text` says why in both languages. */
export class Refusal extends Error {
  constructor(readonly failure: ApiFailure) {
    super(failure.code);
  }
}

const UNREACHABLE: ApiFailure = {
  code: "unreachable",
  text: { zh: "连不上服务器。", en: "The server cannot be reached." },
  facts: {},
  problems: [],
};

export async function call<T>(path: string, init?: RequestInit): Promise<T> {
  let response: Response;
  try {
    response = await fetch(path, init);
  } catch {
    throw new Refusal(UNREACHABLE);
  }
  const body = await response.json().catch(() => null);
  if (response.ok && body) return body as T;
  const failure = (body?.error as ApiFailure | undefined) ?? UNREACHABLE;
  throw new Refusal({ ...failure, problems: failure.problems ?? [] });
}

export const post = <T>(path: string, body: unknown) =>
  call<T>(path, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify(body),
  });

export const newTable = (wish: NewTable) =>
  post<{ table: Table; seq: number; invites: Record<string, string> }>("/api/tables", wish);

export const myTables = (limit = 8) => call<{ tables: Summary[] }>(`/api/tables?limit=${limit}`);

export const readRecord = (text: string, game = 0) => post<RecordView>("/api/records", { text, game });

export const checkPosition = (fen: string) => post<Checked>("/api/positions", { fen });

/** Which legal move `text`, in any notation, means in the position. */
export const readMove = (fen: string, text: string) => post<MoveRead>("/api/moves", { fen, text });

export const info = () => call<Info>("/api/info");

/** What the rule book `rules` says of a game. */
export const judge = (fen: string, moves: string[], rules: string) =>
  post<Rulings>("/api/rulings", { fen, moves, rules });

export const pgnUrl = (id: string, style: string) =>
  `/api/tables/${encodeURIComponent(id)}/pgn?style=${style}`;
