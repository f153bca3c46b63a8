// Answers that come as lines of JSON, one after the other.

import { Refusal } from "../play/api";
import type { ApiFailure } from "../play/protocol";

/** Complete lines of the chunks, and what is left at the end if it has no line end. */
export async function* linesOf(chunks: AsyncIterable<string>): AsyncGenerator<string> {
  let rest = "";
  for await (const chunk of chunks) {
    const parts = (rest + chunk).split("\n");
    rest = parts.pop()!;
    for (const part of parts) if (part) yield part;
  }
  if (rest) yield rest;
}

async function* texts(body: ReadableStream<Uint8Array<ArrayBuffer>>): AsyncGenerator<string> {
  const reader = body.pipeThrough(new TextDecoderStream()).getReader();
  try {
    for (let part = await reader.read(); !part.done; part = await reader.read()) yield part.value;
  } finally {
    await reader.cancel().catch(() => undefined);
  }
}

/** Post `body` and hand over the answers as they come; throws a `Refusal`, also if the server is away. */
export async function* stream<T>(path: string, body: unknown, signal: AbortSignal): AsyncGenerator<T> {
  const unreachable: ApiFailure = {
    code: "unreachable",
    text: { zh: "连不上服务器。", en: "The server cannot be reached." },
    facts: {},
    problems: [],
  };
  try {
    const response = await fetch(path, {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify(body),
      signal,
    });
    if (!response.ok || !response.body) {
      const told = await response.json().catch(() => null);
      throw new Refusal({ ...unreachable, ...(told?.error as ApiFailure | undefined) });
    }
    for await (const line of linesOf(texts(response.body))) yield JSON.parse(line) as T;
  } catch (error) {
    if (signal.aborted || error instanceof Refusal) throw error;
    throw new Refusal(unreachable);
  }
}
