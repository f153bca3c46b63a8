// The record of a game attached to its board: it goes out with the files of the event.

import { useState } from "preact/hooks";
import { t } from "../i18n";
import { Do } from "./nextstep";
import { act } from "./store";

/** A file of any encoding, as it travels in a command. */
async function inBase64(file: File): Promise<string> {
  const bytes = new Uint8Array(await file.arrayBuffer());
  let text = "";
  for (const byte of bytes) text += String.fromCharCode(byte);
  return btoa(text);
}

export function RecordOf({ round, board }: { round: number; board: number }) {
  const [text, setText] = useState("");
  const attach = async () => {
    if (await act({ do: "game", round, board, text })) setText("");
  };
  return (
    <details class="card">
      <summary>{t("Record of the game")}</summary>
      <div class="form">
        <label class="field">
          <span>{t("Moves or a whole record, pasted")}</span>
          <textarea
            rows={3}
            spellcheck={false}
            value={text}
            onInput={(event) => setText(event.currentTarget.value)}
          />
        </label>
        <div class="bar">
          <Do plain slim off={!text.trim()} label={t("Attach")} run={attach} />
          <label class="button slim">
            {t("From a file …")}
            <input
              type="file"
              class="unseen"
              onChange={async ({ currentTarget: field }) => {
                const file = field.files?.[0];
                if (file) await act({ do: "game", round, board, data: await inBase64(file) });
                field.value = "";
              }}
            />
          </label>
          <Do plain slim label={t("Take away")} run={() => act({ do: "game", round, board })} />
        </div>
      </div>
    </details>
  );
}
