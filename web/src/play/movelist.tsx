// The moves of a game or record: two columns, one row a round, comments below their move.

import { useEffect, useRef } from "preact/hooks";
import { t } from "../i18n";
import { Icon } from "./icons";
import { glyphs, rows } from "./moves";
import type { MoveEntry, Position } from "./protocol";
import { chooseNotation, goPly, type Notation, notation, shownPly } from "./store";

const NOTATIONS: [Notation, string][] = [
  ["zh", "中文"],
  ["wxf", "WXF"],
  ["iccs", "ICCS"],
];

export function NotationSwitch() {
  return (
    <fieldset class="segments" aria-label={t("Notation")}>
      {NOTATIONS.map(([name, label]) => (
        <button
          key={name}
          type="button"
          aria-pressed={notation.value === name}
          onClick={() => chooseNotation(name)}
        >
          {label}
        </button>
      ))}
    </fieldset>
  );
}

function Move({ entry }: { entry: MoveEntry }) {
  const current = shownPly.value === entry.ply;
  const text = entry[notation.value];
  return (
    <button
      type="button"
      class={`move ${entry.side}`}
      aria-current={current ? "step" : undefined}
      lang={notation.value === "zh" ? "zh-Hans" : "en"}
      onClick={() => goPly(entry.ply)}
    >
      {text}
      {entry.nags.length > 0 && <b class="glyph">{glyphs(entry.nags)}</b>}
      {entry.check && <span class="checks" title={t("check")} />}
      {entry.variations > 0 && (
        <span class="lines" title={t("{count} other lines start here", { count: entry.variations })}>
          <Icon name="branch" />
          {entry.variations}
        </span>
      )}
    </button>
  );
}

/** Bring the current move into sight. */
export function centre(box: HTMLElement | null): void {
  // Only the list itself scrolls: scrollIntoView would move the page under the player's thumb.
  const current = box?.querySelector<HTMLElement>("[aria-current]");
  if (!box) return;
  if (!current) {
    box.scrollTo({ top: 0, left: 0 });
    return;
  }
  const [outer, inner] = [box.getBoundingClientRect(), current.getBoundingClientRect()];
  const down = inner.top - outer.top - (outer.height - inner.height) / 2;
  const right = inner.left - outer.left - (outer.width - inner.width) / 2;
  box.scrollBy({ top: down, left: right });
}

export function MoveList({
  start,
  moves,
  comment,
  book,
}: {
  start: Position;
  moves: MoveEntry[];
  comment?: string | null;
  /** The rule book played by. */
  book?: string;
}) {
  const list = useRef<HTMLOListElement>(null);
  const ply = shownPly.value;
  const count = moves.length;
  useEffect(() => centre(list.current), [ply, count, notation.value]);
  useEffect(() => {
    // A warning or a ruling above takes some of its room.
    const observer = new ResizeObserver(() => centre(list.current));
    observer.observe(list.current!);
    return () => observer.disconnect();
  }, []);

  return (
    <section class="moves" aria-label={t("Moves")}>
      <div class="moves-head">
        <h2>{t("Moves")}</h2>
        {book && (
          <span class="book" title={t("Rule book: {book}", { book })}>
            {book}
          </span>
        )}
        <NotationSwitch />
      </div>
      <ol ref={list}>
        {comment && <li class="comment">{comment}</li>}
        {rows(start.fen, count).map((row) => {
          const red = row.red ? moves[row.red - 1] : undefined;
          const black = row.black ? moves[row.black - 1] : undefined;
          const remarks = [red?.comment, black?.comment].filter(Boolean);
          return (
            <li key={row.number}>
              <span class="number">{row.number}</span>
              {red ? <Move entry={red} /> : <span class="move none">…</span>}
              {black ? <Move entry={black} /> : <span class="move none" />}
              {remarks.length > 0 && (
                <div class="comment">
                  {remarks.map((remark) => (
                    <p key={remark}>{remark}</p>
                  ))}
                </div>
              )}
            </li>
          );
        })}
        {count === 0 && <li class="empty">{t("No moves yet.")}</li>}
      </ol>
    </section>
  );
}
