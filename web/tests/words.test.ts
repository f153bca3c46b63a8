// Every sentence on the page is in both catalogues, and the catalogues hold nothing else.

import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import en from "../src/i18n/en.json";
import zh from "../src/i18n/zh-Hans.json";
import { PIECE_NAMES } from "../src/play/moves";
import { NAMES } from "../src/records/names";

const SOURCE = new URL("../src", import.meta.url).pathname;

function sources(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((item) =>
    item.isDirectory()
      ? sources(join(folder, item.name))
      : /\.tsx?$/.test(item.name)
        ? [join(folder, item.name)]
        : [],
  );
}

const used = new Set<string>([...PIECE_NAMES, ...NAMES]);
for (const file of sources(SOURCE)) {
  for (const match of readFileSync(file, "utf8").matchAll(/\bt\(\s*"((?:[^"\\]|\\.)*)"/g))
    used.add(match[1]!);
}

const holes = (text: string) => [...text.matchAll(/\{(\w+)\}/g)].map((match) => match[1]).toSorted();

describe("catalogues", () => {
  test("the pages use some hundred sentences", () => {
    expect(used.size).toBeGreaterThan(80);
  });

  test("both languages know exactly the sentences used", () => {
    expect(Object.keys(zh).toSorted()).toEqual([...used].toSorted());
    expect(Object.keys(en).toSorted()).toEqual([...used].toSorted());
  });

  test("translations fill the same holes", () => {
    for (const [key, text] of Object.entries(zh)) expect([key, holes(text)]).toEqual([key, holes(key)]);
  });

  test("the Chinese is Chinese", () => {
    for (const text of Object.values(zh)) expect(text).toMatch(/[\u3000-\u9fff\uff01-\uff1f]/);
  });
});
