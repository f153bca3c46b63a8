// The page and docs/protocol.md name the same messages.

import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { STORED } from "../src/play/protocol";

const read = (path: string) => readFileSync(new URL(path, import.meta.url), "utf8");
const document = read("../../docs/protocol.md");
const types = read("../src/play/protocol.ts");

/** The rows of the table under `heading`, as cells. */
function rows(heading: string): string[][] {
  const section = document.split(`## ${heading}\n`)[1]!.split("\n## ")[0]!;
  return section
    .split("\n")
    .filter((line) => line.startsWith("| `") && !line.startsWith("| `t` "))
    .map((line) => line.split("|").map((cell) => cell.trim()));
}

const tags = (section: string[][]) => section.map((cells) => cells[1]!.replaceAll("`", "")).toSorted();

function typed(name: string): string[] {
  const body = types.split(`export type ${name} =`)[1]!.split(/;\n\n/)[0]!;
  const own = name === "ServerEvent" ? types.split("export type Refused =")[1]!.split(/;\n\n/)[0]! : "";
  return [...(body + own).matchAll(/\bt: ((?:"\w+"(?: \| )?)+)/g)]
    .flatMap((match) => [...match[1]!.matchAll(/"(\w+)"/g)].map((tag) => tag[1]!))
    .toSorted();
}

test("client messages", () => {
  expect(typed("ClientMessage")).toEqual(tags(rows("Client messages")));
});

test("server events", () => {
  expect(typed("ServerEvent")).toEqual(tags(rows("Server events")));
});

test("stored events", () => {
  const stored = rows("Server events").filter((cells) => cells[2] === "●");
  expect([...STORED].toSorted()).toEqual(tags(stored));
});
