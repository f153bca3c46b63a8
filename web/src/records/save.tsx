// Saving a record in any format that is written, told before what the format cannot hold.

import { useEffect, useState } from "preact/hooks";
import { say, t } from "../i18n";
import { copy } from "../play/actions";
import { Problems } from "../play/newgame";
import type { Text } from "../play/protocol";
import { fail, notation, notify } from "../play/store";
import * as api from "./api";
import { away } from "./api";
import { nowSaved } from "./editing";
import { isDirty } from "./history";
import { FORMAT_TITLES as TITLES } from "./names";
import { refusalTexts } from "./opening";
import { Pane } from "./pane";
import type { Format, SaveAsked, Saved } from "./protocol";
import { type Doc, doc, pane, tree, work } from "./state";
import { written } from "./tree";

const ENCODINGS = ["utf-8", "gb18030", "big5"];

function base64(bytes: Uint8Array): string {
  let text = "";
  // All at once would be more arguments than a call may have.
  for (let at = 0; at < bytes.length; at += 0x8000)
    text += String.fromCharCode(...bytes.subarray(at, at + 0x8000));
  return btoa(text);
}

export const bytesOf = ({ data }: Saved): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(data), (char) => char.charCodeAt(0));

/** A name for the file, without the end that tells its format. */
function stem(): string {
  const on = work.value!;
  const { headers } = tree.value!;
  const name = on.name.replace(/\.[^.]*$/, "") || headers.Title || headers.Event || "";
  const made = name || [headers.Red, headers.Black].filter(Boolean).join("-");
  // What no file system takes in names.
  return made.replace(/[\\/:*?"<>|\p{Cc}]/gu, " ").trim() || "chuhe";
}

interface Choice {
  format: string;
  whole: boolean;
  notation: string;
  encoding: string;
}

function askedOf(choice: Choice): { asked: SaveAsked; docs: Doc[] } {
  const on = work.value!;
  const docs = choice.whole ? [...on.docs.values()].filter((one) => one.history.done.length) : [doc.value!];
  const asked: SaveAsked = {
    format: choice.format,
    games: Object.fromEntries(docs.map((one) => [one.index, written(one.tree)])),
    notation: choice.notation,
    encoding: choice.encoding,
  };
  if (choice.whole && on.source) asked.source = base64(on.source);
  return { asked, docs };
}

/** The record as text of a format, on the clipboard. */
export async function copyAs(format: string): Promise<void> {
  try {
    const { asked } = askedOf({ format, whole: false, notation: notation.value, encoding: "utf-8" });
    const saved = await api.save(asked);
    await copy(new TextDecoder().decode(bytesOf(saved)));
    if (saved.losses.length) notify(saved.losses.map(say).join(" "), "info");
  } catch (error) {
    fail(error);
  }
}

function download(saved: Saved, name: string): void {
  const url = URL.createObjectURL(new Blob([bytesOf(saved)], { type: "application/octet-stream" }));
  const link = document.createElement("a");
  link.href = url;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}

type Answer = { saved: Saved; docs: Doc[] } | { problems: Text[] } | null;

/** The file as it would be, and what it would not hold. */
function useFile(choice: Choice | null): Answer {
  const [answer, setAnswer] = useState<Answer>(null);
  const gone = away.value;
  useEffect(() => {
    setAnswer(null);
    if (!choice || gone) return;
    let here = true;
    const { asked, docs } = askedOf(choice);
    api
      .save(asked)
      .then((saved) => here && setAnswer({ saved, docs }))
      .catch((error: unknown) => here && setAnswer({ problems: refusalTexts(error) }));
    return () => {
      here = false;
    };
  }, [choice, gone]);
  return answer;
}

export function SavePane() {
  const on = work.value!;
  const [formats, setFormats] = useState<Format[]>([]);
  const [choice, setChoice] = useState<Choice | null>(null);
  const [name, setName] = useState(stem);
  const answer = useFile(choice);
  const gone = away.value;
  useEffect(() => {
    if (formats.length) return;
    api
      .formats()
      .then(({ formats: known }) => {
        setFormats(known);
        const own = known.find((one) => one.name === on.format)?.name ?? "pgn";
        const whole = on.source !== null && on.games.length > 1;
        setChoice({ format: own, whole, notation: notation.value, encoding: "utf-8" });
      })
      .catch((error: unknown) => {
        if (!away.value) fail(error);
      });
  }, [gone]);
  const format = formats.find((one) => one.name === choice?.format);
  const set = (part: Partial<Choice>) => {
    const next = { ...choice!, ...part };
    if (formats.find((one) => one.name === next.format)?.one_game) next.whole = false;
    setChoice(next);
  };
  const saved = answer && "saved" in answer ? answer : null;
  const save = () => {
    if (!saved) return;
    download(saved.saved, name.trim() + saved.saved.suffix);
    // Saved without the others, a game of a library is not in its file.
    if (choice!.whole || on.games.length < 2) nowSaved(saved.docs);
    pane.value = null;
    notify(t("Saved."), "info");
  };
  const others = [...on.docs.values()].filter((one) => one !== doc.value && isDirty(one)).length;
  return (
    <Pane title={t("Save the record")}>
      <form
        class="saveform"
        onSubmit={(event) => {
          event.preventDefault();
          save();
        }}
      >
        <label class="field-line">
          <span>{t("Format")}</span>
          <select
            name="format"
            value={choice?.format}
            onChange={(event) => set({ format: event.currentTarget.value })}
          >
            {formats.map((one) => (
              <option key={one.name} value={one.name}>
                {TITLES[one.name] ? t(TITLES[one.name]!) : one.name}
              </option>
            ))}
          </select>
        </label>
        <label class="field-line">
          <span>{t("File name")}</span>
          <input name="name" value={name} onInput={(event) => setName(event.currentTarget.value)} />
        </label>
        {choice && on.source && on.games.length > 1 && (
          <label class="field-line">
            <span>{t("What")}</span>
            <select
              name="whole"
              value={choice.whole ? "whole" : "one"}
              disabled={format?.one_game}
              onChange={(event) => set({ whole: event.currentTarget.value === "whole" })}
            >
              <option value="whole">{t("All games of the file, with the edits")}</option>
              <option value="one">{t("This game only")}</option>
            </select>
          </label>
        )}
        {choice && !choice.whole && others > 0 && (
          <p class="note">
            {t("{count} other games have edits that this file will not have.", { count: others })}
          </p>
        )}
        {choice && (choice.format === "pgn" || choice.format === "text") && (
          <label class="field-line">
            <span>{t("Notation")}</span>
            <select
              name="notation"
              value={choice.notation}
              onChange={(event) => set({ notation: event.currentTarget.value })}
            >
              <option value="zh">{t("Chinese")}</option>
              <option value="wxf">WXF</option>
              <option value="iccs">ICCS</option>
            </select>
          </label>
        )}
        {choice && format?.text && (
          <label class="field-line">
            <span>{t("Encoding")}</span>
            <select
              name="encoding"
              value={choice.encoding}
              onChange={(event) => set({ encoding: event.currentTarget.value })}
            >
              {ENCODINGS.map((one) => (
                <option key={one} value={one}>
                  {one.toUpperCase()}
                </option>
              ))}
            </select>
          </label>
        )}
        <div class="losses" role="status">
          {gone && <p>{t("The server cannot be reached. The file can be saved when it is back.")}</p>}
          {answer === null && !gone && <p>{t("Looking what the format can hold …")}</p>}
          {saved && saved.saved.losses.length === 0 && (
            <p class="good">{t("The file will hold everything.")}</p>
          )}
          {saved && saved.saved.losses.length > 0 && (
            <>
              <p>{t("This format cannot hold:")}</p>
              <ul>
                {saved.saved.losses.map((loss) => (
                  <li key={loss.en}>{say(loss)}</li>
                ))}
              </ul>
            </>
          )}
        </div>
        {answer && "problems" in answer && <Problems texts={answer.problems} />}
        <div class="buttons">
          <button type="submit" class="primary" disabled={!saved || !name.trim()}>
            {t("Save the file")}
          </button>
          <button type="button" onClick={() => (pane.value = null)}>
            {t("Cancel")}
          </button>
        </div>
      </form>
    </Pane>
  );
}
