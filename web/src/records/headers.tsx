// What a record says of the game: shown in short, and changed in a window.

import { useState } from "preact/hooks";
import { t } from "../i18n";
import { Icon } from "../play/icons";
import { setHead } from "./editing";
import { FIELDS, RESULTS } from "./names";
import { Pane } from "./pane";
import { pane, treeNow, unsaved } from "./state";

export function said(headers: Record<string, string>, name: string): string {
  const value = headers[name] ?? "";
  return /^[?.*\s]*$/.test(value) ? "" : value;
}

const SHOWN = ["Title", "Event", "Date", "Round", "Site", "Opening", "Annotator"];

export function Headers() {
  const { headers, result } = treeNow();
  const lines = FIELDS.filter(([name]) => SHOWN.includes(name) && said(headers, name));
  const ended = RESULTS.find(([name]) => name === result && name !== "*");
  return (
    <div class="headline">
      <dl class="headers">
        {lines.map(([name, label]) => (
          <div key={name}>
            <dt>{t(label)}</dt>
            <dd>{said(headers, name)}</dd>
          </div>
        ))}
        {ended && (
          <div>
            <dt>{t("Result")}</dt>
            <dd>{t(ended[1])}</dd>
          </div>
        )}
      </dl>
      <div class="filebuttons">
        <button type="button" class="quiet" onClick={() => (pane.value = "headers")}>
          <Icon name="edit" />
          {t("Game data")}
        </button>
        <button
          type="button"
          class={unsaved.value ? "save unsaved" : "save"}
          onClick={() => (pane.value = "save")}
        >
          <Icon name="save" />
          {t("Save …")}
          {unsaved.value && <small>{t("unsaved")}</small>}
        </button>
      </div>
    </div>
  );
}

export function HeadersPane() {
  const on = treeNow();
  const [headers, setHeaders] = useState(on.headers);
  const [result, setResult] = useState(on.result);
  const [name, setName] = useState("");
  const set = (field: string, value: string) => setHeaders({ ...headers, [field]: value });
  const others = Object.keys(headers).filter(
    (field) => field !== "Result" && !FIELDS.some(([known]) => known === field),
  );
  const line = (field: string, label: string) => (
    <label key={field} class="field-line">
      <span>{label}</span>
      <input
        name={field}
        value={headers[field] ?? ""}
        onInput={(event) => set(field, event.currentTarget.value)}
      />
    </label>
  );
  return (
    <Pane title={t("Game data")}>
      <form
        class="headform"
        onSubmit={(event) => {
          event.preventDefault();
          const full = Object.entries(headers).filter(([, value]) => value.trim());
          setHead(Object.fromEntries(full), result);
          pane.value = null;
        }}
      >
        {FIELDS.map(([field, label]) => line(field, t(label)))}
        <label class="field-line">
          <span>{t("Result")}</span>
          <select name="result" value={result} onChange={(event) => setResult(event.currentTarget.value)}>
            {RESULTS.map(([value, label]) => (
              <option key={value} value={value}>
                {t(label)}
              </option>
            ))}
          </select>
        </label>
        {others.map((field) => line(field, field))}
        <div class="field-line">
          <input
            value={name}
            aria-label={t("Name of another field")}
            placeholder={t("Name of another field")}
            onInput={(event) => setName(event.currentTarget.value)}
          />
          <button
            type="button"
            disabled={!/^[A-Za-z][A-Za-z0-9_]*$/.test(name) || name in headers}
            onClick={() => {
              set(name, "");
              setName("");
            }}
          >
            {t("Add the field")}
          </button>
        </div>
        <div class="buttons">
          <button type="submit" class="primary">
            {t("Done")}
          </button>
          <button type="button" onClick={() => (pane.value = null)}>
            {t("Cancel")}
          </button>
        </div>
      </form>
    </Pane>
  );
}
