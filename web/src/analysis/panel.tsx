// Analysis beside a record: the bar, the lines, the course of the game.

import { useEffect } from "preact/hooks";
import { t } from "../i18n";
import { Action } from "../play/actions";
import { notation } from "../play/store";
import { current, treeNow } from "../records/state";
import { movesTo } from "../records/tree";
import { Graph } from "./graph";
import type { Line, SideFound } from "./protocol";
import { scoreText, scoreWords, shareOf, type Told, toldOf } from "./score";
import {
  book,
  chooseLines,
  ended,
  foundAt,
  hintAt,
  learn,
  lines,
  look,
  MOST_LINES,
  offered,
  on,
  type Place,
  placeKey,
  stop,
  threat,
} from "./state";
import { analyseWhole, report, stopWhole, whole, working } from "./whole";

/** A little after the last step, so that walking on is not held up. */
const PAUSE = 200;

export function placeNow(): Place {
  const tree = treeNow();
  return { fen: tree.fen, moves: movesTo(tree, current.value) };
}

/** Look at the position on the board while the analysis is on and the page is seen. */
export function useAnalysis(): void {
  const place = placeNow();
  const key = placeKey(place);
  const tree = treeNow();
  const active = on.value && offered.value === true && tree.playable;
  const count = lines.value;
  const threatened = threat.value;
  const rules = book.value;
  useEffect(() => {
    void learn();
  }, []);
  useEffect(() => {
    if (!active) return;
    let timer = setTimeout(begin, PAUSE);
    function begin() {
      if (!document.hidden) void look(place, count, threatened);
    }
    function seen() {
      clearTimeout(timer);
      if (document.hidden) stop();
      else timer = setTimeout(begin, PAUSE);
    }
    document.addEventListener("visibilitychange", seen);
    return () => {
      clearTimeout(timer);
      document.removeEventListener("visibilitychange", seen);
      stop();
    };
  }, [key, active, count, threatened, rules]);
  useEffect(() => stop, []);
  // Another game on the page, or another page.
  useEffect(() => stopWhole, [tree]);
}

/** The score at the place looked at: what is found now, else what the record has. */
function scoreNow(): Told | null {
  const best = on.value && !threat.value ? foundAt(placeNow())?.lines[0] : undefined;
  if (best) return best;
  const note = treeNow().notes.get(current.value);
  return note?.eval ? toldOf(note.eval) : null;
}

export function EvalBar() {
  const told = scoreNow();
  if (!told) return null;
  const share = Math.round(shareOf(told) * 100);
  return (
    <div
      class="evalbar"
      role="meter"
      aria-label={t("Expected score of Red")}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={share}
      aria-valuetext={scoreWords(told)}
      title={scoreWords(told)}
    >
      <i style={{ width: `${share}%` }} />
      <span>{scoreText(told)}</span>
    </div>
  );
}

function LineRow({ line, play }: { line: Line; play?: ((uci: string) => void) | undefined }) {
  const [first, ...rest] = line.moves;
  return (
    <li>
      <b class={line.share >= 0.5 ? "red" : "black"}>{scoreText(line)}</b>
      {first &&
        (play ? (
          <button type="button" class="quiet" onClick={() => play(first.uci)}>
            {first[notation.value]}
          </button>
        ) : (
          <span class="first">{first[notation.value]}</span>
        ))}
      <span class="rest">{rest.map((move) => move[notation.value]).join(" ")}</span>
    </li>
  );
}

function state(): string {
  if (threat.value && ended.value === "check") return t("In check: there is no threat to look at.");
  if (ended.value === "over") return t("The game is over here.");
  if (ended.value === "replaced") return t("Another page of yours is being analysed.");
  if (ended.value === "failed" || ended.value === "refused") return t("The analysis ended before its time.");
  const depth = foundAt(placeNow())?.depth;
  return depth ? t("depth {depth}", { depth }) : t("Looking …");
}

function Found({ play }: { play(uci: string): void }) {
  const told = foundAt(placeNow());
  return (
    <div class="found">
      <p class="depth">
        {threat.value && <em>{t("What the other side would do:")} </em>}
        {state()}
      </p>
      <ol class="lines" style={{ minHeight: `${34 * lines.value}px` }}>
        {told?.lines.map((line) => (
          <LineRow key={line.moves[0]?.uci} line={line} play={threat.value ? undefined : play} />
        ))}
      </ol>
    </div>
  );
}

function sideText({ accuracy, grades }: SideFound): string {
  const faults = ["inaccuracy", "mistake", "blunder", "missed_mate"].map((name) => grades[name] ?? 0);
  return t("accuracy {accuracy} %, faults {faults}", {
    accuracy: accuracy ?? "–",
    faults: faults.reduce((sum, count) => sum + count, 0),
  });
}

function WholeGame() {
  const tree = treeNow();
  const game = whole.value;
  const told = report.value?.tree === tree ? report.value.report : null;
  if (working.value && game) {
    const most = game.nodes.length;
    return (
      <div class="whole" role="status">
        <progress value={game.done} max={most} aria-label={t("Positions looked at")} />
        <span>
          {game.done} / {most}
        </span>
        <button type="button" onClick={stopWhole}>
          {t("Stop")}
        </button>
      </div>
    );
  }
  return (
    <div class="whole">
      <button type="button" onClick={() => void analyseWhole()}>
        {t("Analyse the whole game")}
      </button>
      {told && (
        <p role="status">
          {t("{name}: {text}", { name: t("Red"), text: sideText(told.red) })}
          <br />
          {t("{name}: {text}", { name: t("Black"), text: sideText(told.black) })}
        </p>
      )}
    </div>
  );
}

export function AnalysisPanel({ ply, play }: { ply: number; play(uci: string): void }) {
  if (!offered.value || !treeNow().playable) return <Graph ply={ply} />;
  return (
    <section class="card analysis" aria-label={t("Analysis")}>
      <div class="switches" role="group" aria-label={t("Analysis")}>
        <Action icon="now" label={t("Analysis")} on={on.value} onClick={toggle} />
        <Action icon="swap" label={t("Threat")} on={threat.value} onClick={toggleThreat} />
        <Action icon="right" label={t("Hint")} onClick={() => void hintAt(placeNow())} />
        <label>
          {t("Lines")}
          <select value={lines.value} onChange={(event) => chooseLines(Number(event.currentTarget.value))}>
            {Array.from({ length: MOST_LINES }, (_, i) => i + 1).map((count) => (
              <option key={count} value={count}>
                {count}
              </option>
            ))}
          </select>
        </label>
      </div>
      {on.value && <Found play={play} />}
      <Graph ply={ply} />
      <WholeGame />
    </section>
  );
}

export const toggle = (): void => {
  on.value = !on.value;
  threat.value = false;
};

export const toggleThreat = (): void => {
  threat.value = !threat.value;
  if (threat.value) on.value = true;
};

/** The keys of the analysis; whether `key` is one. */
export function analysisKey(key: string): boolean {
  if (!offered.value) return false;
  if (key === "a") toggle();
  else if (key === "t") toggleThreat();
  else if (key === "h") void hintAt(placeNow());
  else if (key >= "1" && key <= String(MOST_LINES)) chooseLines(Number(key));
  else return false;
  return true;
}
