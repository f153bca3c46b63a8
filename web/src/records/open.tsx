// Ways to a record: a file or text in the window, a file dropped on the page or pasted, work kept.

import { useEffect, useState } from "preact/hooks";
import { language, t } from "../i18n";
import { Dialog } from "../play/dialog";
import { Icon } from "../play/icons";
import { looksLikeFen } from "../play/looks";
import { Problems } from "../play/newgame";
import type { Text } from "../play/protocol";
import { dialog, fail, page } from "../play/store";
import { type Heading, headings } from "./kept";
import { discard, newRecord, openFile, openFirst, openText, refusalTexts, reopen } from "./opening";
import { reading, work } from "./state";

function Kept() {
  const [entries, setEntries] = useState<Heading[]>([]);
  const learn = () =>
    void headings().then((all) => setEntries(all.filter(({ id, dirty }) => dirty && id !== work.value?.id)));
  useEffect(learn, []);
  if (entries.length === 0) return null;
  const when = new Intl.DateTimeFormat(language() === "zh" ? "zh-CN" : "en", {
    dateStyle: "medium",
    timeStyle: "short",
  });
  return (
    <section class="kept">
      <h3>{t("Unsaved edits that were kept")}</h3>
      <ul>
        {entries.map(({ id, name, at }) => (
          <li key={id}>
            <button type="button" onClick={() => void reopen(id).catch(fail)}>
              <b>{name || t("Without a name")}</b>
              <time>{when.format(at)}</time>
            </button>
            <button
              type="button"
              class="quiet"
              aria-label={t("Discard {name}", { name: name || t("Without a name") })}
              onClick={() => void discard(id).then(learn)}
            >
              <Icon name="bin" />
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}

export function OpenRecord() {
  const [text, setText] = useState("");
  const [problems, setProblems] = useState<Text[]>([]);
  const attempt = async (opening: Promise<void>) => {
    setProblems([]);
    try {
      await opening;
      dialog.value = null;
    } catch (error) {
      setProblems(refusalTexts(error));
    }
  };
  const given = text.trim();
  return (
    <Dialog title={t("Open record")}>
      <form
        class="openrecord"
        onSubmit={(event) => {
          event.preventDefault();
          if (given) void attempt(looksLikeFen(given) ? newRecord(given) : openText(text));
        }}
      >
        <textarea
          rows={7}
          value={text}
          spellcheck={false}
          aria-label={t("Game record")}
          placeholder={t("Paste a record or a position: PGN, DhtmlXQ, plain text, FEN …")}
          onInput={(event) => {
            setText(event.currentTarget.value);
            setProblems([]);
          }}
        />
        {problems.length > 0 && <Problems texts={problems} />}
        <div class="buttons">
          <button type="submit" class="primary" disabled={!given || reading.value}>
            {t("Open")}
          </button>
          <label class="button">
            <Icon name="open" />
            {t("Choose a file")}
            <input
              type="file"
              class="unseen"
              onChange={(event) => {
                const file = event.currentTarget.files?.[0];
                if (file) void attempt(openFile(file));
              }}
            />
          </label>
          <button type="button" onClick={() => void attempt(newRecord())}>
            <Icon name="add" />
            {t("New record")}
          </button>
        </div>
        <p class="hint dropzone">
          <Icon name="open" />
          {t("Or drop a file on the page: PGN, XQF, CBR, CBL, CBF, DhtmlXQ, MXQ, CHE, EPD and more.")}
        </p>
      </form>
      <Kept />
    </Dialog>
  );
}

/** While a file is being read. */
export function Reading() {
  if (!reading.value) return null;
  return (
    <p class="notice info reading" role="status">
      {t("Reading the file …")}
    </p>
  );
}

const files = (data: DataTransfer | null) => data?.types.includes("Files") ?? false;

const inField = (target: EventTarget | null) =>
  target instanceof HTMLElement && target.closest("input, textarea, select, [contenteditable]") !== null;

/** Files dropped anywhere on the page are opened, and so is what is pasted where nothing is typed. */
export function takeFiles(): void {
  addEventListener("dragover", (event) => {
    if (!files(event.dataTransfer)) return;
    event.preventDefault();
    document.body.dataset.drop = t("Drop the file to open it as a record");
    document.body.classList.add("dropping");
  });
  addEventListener("dragleave", (event) => {
    if (event.relatedTarget === null) document.body.classList.remove("dropping");
  });
  addEventListener("drop", (event) => {
    document.body.classList.remove("dropping");
    const given = event.dataTransfer?.files;
    if (!given?.length) return;
    event.preventDefault();
    void openFirst(given);
  });
  addEventListener("paste", (event) => {
    const given = event.clipboardData?.files;
    const inside = inField(event.target);
    if (given?.length && (!inside || dialog.value === "record")) {
      event.preventDefault();
      void openFirst(given);
      return;
    }
    if (inside || dialog.value !== null || !["record", "start"].includes(page.value)) return;
    const text = event.clipboardData?.getData("text") ?? "";
    if (!text.trim()) return;
    event.preventDefault();
    void (looksLikeFen(text) ? newRecord(text.trim()) : openText(text)).catch(fail);
  });
}
