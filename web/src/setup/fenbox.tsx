// The position as text: it follows the board, and the board follows it.

import { useEffect, useRef, useState } from "preact/hooks";
import { say, t } from "../i18n";
import { Action, copy } from "../play/actions";
import { Refusal } from "../play/api";
import { Icon } from "../play/icons";
import { fail, pieces } from "../play/store";
import { setupHash } from "./address";
import type { SetupView } from "./protocol";
import { below, layout, layText, refused, wanted } from "./state";

const pictureUrl = (fen: string, format: "svg" | "png"): string =>
  `/api/setup/picture?${new URLSearchParams({
    text: fen,
    format,
    below: below.value,
    glyphs: pieces.value === "letters" ? "both" : "zh",
  })}`;

/** Wait so long after the last key, in ms. */
const PAUSE = 250;

export function FenBox() {
  const fen = layout.value;
  const [text, setText] = useState(fen);
  const [found, setFound] = useState<SetupView | null>(null);
  const typing = useRef(false);
  const timer = useRef(0);
  const latest = useRef("");

  // What is typed stays as it is until one leaves; a piece moved meanwhile wins.
  useEffect(() => {
    if (typing.current) return;
    setText(fen);
    setFound(null);
  }, [fen]);
  useEffect(() => {
    if (!refused.value) return;
    setText(refused.value.text);
    setFound(refused.value.view);
  }, [refused.value]);
  useEffect(() => () => clearTimeout(timer.current), []);

  const read = async (next: string) => {
    try {
      const view = await layText(next);
      if (latest.current === next) setFound(view);
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      fail(error);
    }
  };
  const typed = (next: string) => {
    typing.current = true;
    latest.current = next;
    setText(next);
    clearTimeout(timer.current);
    timer.current = window.setTimeout(() => void read(next), PAUSE);
  };
  const problem = found?.problem;
  return (
    <section class="card fenbox" aria-label={t("Position as text")}>
      <textarea
        rows={2}
        spellcheck={false}
        aria-label="FEN"
        aria-invalid={Boolean(problem)}
        placeholder={t("Paste a FEN, “position …” of an engine, or a link")}
        value={text}
        onInput={(event) => typed(event.currentTarget.value)}
        onBlur={() => {
          typing.current = false;
          if (!problem && text === latest.current) setText(layout.value);
        }}
      />
      {problem && (
        <p class="wrong" role="alert">
          {say(problem.text)}
        </p>
      )}
      {!problem && found !== null && found.moves > 0 && (
        <p class="good">{t("The position after {count} moves", { count: found.moves })}</p>
      )}
      <div class="actions">
        <Action icon="copy" label={t("Copy FEN")} onClick={() => copy(fen)} />
        <Action
          icon="link"
          label={t("Copy link")}
          onClick={() => copy(`${location.origin}${location.pathname}#${setupHash(fen)}`)}
        />
        {(["svg", "png"] as const).map((format) => (
          <a key={format} class="action" href={pictureUrl(fen, format)} download={`chuhe.${format}`}>
            <Icon name="save" />
            <span>{format === "svg" ? t("Save SVG") : t("Save PNG")}</span>
          </a>
        ))}
      </div>
    </section>
  );
}

/** Text pasted anywhere on the page but into a field. */
export function usePaste(): void {
  useEffect(() => {
    const paste = (event: ClipboardEvent) => {
      const target = event.target;
      if (target instanceof HTMLElement && target.closest("input, textarea, dialog")) return;
      const text = event.clipboardData?.getData("text/plain").trim();
      if (!text || !wanted.value) return;
      event.preventDefault();
      event.stopPropagation(); // elsewhere on the page it would be opened as a record
      layText(text)
        .then((view) => {
          if (view.fen === null) refused.value = { text, view };
        })
        .catch(fail);
    };
    addEventListener("paste", paste, { capture: true });
    return () => removeEventListener("paste", paste, { capture: true });
  }, []);
}
