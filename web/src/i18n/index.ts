// The page's words. The English sentence is the key; the Chinese catalogue is exported from
// python/chuhe/locale/zh_Hans/web.po by tools/export_web_words.py.

import { signal } from "@preact/signals";
import i18next from "i18next";
import type { Language, Text } from "../play/protocol";
import en from "./en.json";
import zh from "./zh-Hans.json";

const current = signal<Language>("zh");

await i18next.init({
  lng: "zh",
  fallbackLng: "en",
  // The keys are sentences: a full stop or a colon in them divides nothing.
  keySeparator: false,
  nsSeparator: false,
  interpolation: { prefix: "{", suffix: "}", escapeValue: false },
  resources: { zh: { translation: zh }, en: { translation: en } },
});

/** The current language; reading it in a component makes the component follow it. */
export const language = (): Language => current.value;

export function setLanguage(next: Language): void {
  current.value = next;
}

/** The sentence `key` in the current language, `{name}` filled from `values`. */
export function t(key: string, values?: Record<string, string | number>): string {
  return i18next.t(key, { lng: current.value, ...values });
}

/** The server's sentence in the current language. */
export const say = (text: Text): string => text[current.value] || text.en;
