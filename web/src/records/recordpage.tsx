// A record: the board, the tree of its moves, and all that is done with them.

import { useEffect, useState } from "preact/hooks";
import { AnalysisPanel, analysisKey, EvalBar, placeNow, useAnalysis } from "../analysis/panel";
import { arrowsAt, book } from "../analysis/state";
import { opposite } from "../board/coords";
import { Explorer } from "../explorer/explorer";
import { t } from "../i18n";
import { Action, copy, LookActions } from "../play/actions";
import * as playApi from "../play/api";
import { BoardView } from "../play/boardview";
import { marksAt } from "../play/judged";
import { BookChoice, Problems } from "../play/newgame";
import type { Position, RulingFound, Rulings } from "../play/protocol";
import { RulingPanel } from "../play/ruling";
import { Stepper } from "../play/stepper";
import { below, dialog, fail, flipped, goto, proposal } from "../play/store";
import { Strip } from "../play/strip";
import { setupHash } from "../setup/address";
import { away } from "./api";
import { play, redo, remove, undo } from "./editing";
import { Branches, Editor } from "./editor";
import { GameChoice, Games } from "./games";
import { Headers, HeadersPane, said } from "./headers";
import { close, newRecord, openText } from "./opening";
import { copyAs, SavePane } from "./save";
import {
  across,
  back,
  current,
  doc,
  end,
  forward,
  goPly,
  home,
  learn,
  line,
  pane,
  position,
  shown,
  treeNow,
} from "./state";
import { moveOf, path, ROOT, type Tree } from "./tree";
import { TreeView } from "./treeview";

/** The line to a node as a record of our own making, whatever the source looked like. */
function asRecord(on: Tree, node: number): string {
  const moves = path(on, node).map((at) => moveOf(on, at)!.iccs);
  return `[Game "Chinese Chess"]\n[Format "ICCS"]\n[FEN "${on.fen}"]\n\n${moves.join(" ")} *\n`;
}

/** A little after the last step, so that walking on is not held up. */
const PAUSE = 90;

function usePosition(): Position | null {
  const on = treeNow();
  const node = current.value;
  const gone = away.value;
  useEffect(() => {
    // While the server is away the board shows the position all the same; once it is back, it is asked.
    if (gone || position.value) return;
    let tries = 0;
    let timer = setTimeout(ask, PAUSE);
    function ask() {
      learn().catch((error: unknown) => {
        if (away.value) return;
        // Too many requests.
        if (++tries < 5) timer = setTimeout(ask, 1000 * tries);
        else fail(error);
      });
    }
    return () => clearTimeout(timer);
  }, [on, node, gone]);
  return position.value;
}

/** What the rule book `rules` says of a line; null while the server has not told. */
function useRulings(fen: string, moves: string, rules: string, playable: boolean): Rulings | null {
  const [answer, setAnswer] = useState<Rulings | null>(null);
  const gone = away.value;
  useEffect(() => {
    let here = true;
    setAnswer(null);
    if (!playable || gone) return;
    const timer = setTimeout(() => {
      playApi
        .judge(fen, moves ? moves.split(" ") : [], rules)
        .then((found) => here && setAnswer(found))
        // A line too long to be judged, or too many requests: only the panel stays empty.
        .catch(() => undefined);
    }, 250);
    return () => {
      here = false;
      clearTimeout(timer);
    };
  }, [fen, moves, rules, playable, gone]);
  return answer;
}

function Found({ found }: { found: RulingFound }) {
  return (
    <li>
      <button type="button" class="quiet" onClick={() => goPly(found.ply)}>
        {t("After move {ply}", { ply: found.ply })}
      </button>
      {found.claimable && <em>{t("only on claim")}</em>}
      <RulingPanel outcome={found.outcome} ply={path(treeNow(), current.value).length} go={goPly} />
    </li>
  );
}

/** The rulings of the line under a rule book that is chosen here. */
function Verdicts({
  answer,
  rules,
  choose,
}: {
  answer: Rulings | null;
  rules: string;
  choose(name: string): void;
}) {
  return (
    <section class="card verdicts" aria-label={t("Rulings")}>
      <BookChoice value={rules} choose={choose} />
      <div role="status">
        {answer?.rulings.length === 0 && <p>{t("Nothing on the board ends this game.")}</p>}
      </div>
      {answer && answer.rulings.length > 0 && (
        <ul>
          {answer.rulings.map((found) => (
            <Found key={`${found.ply} ${found.outcome.termination}`} found={found} />
          ))}
        </ul>
      )}
    </section>
  );
}

const inField = (target: EventTarget | null) =>
  target instanceof HTMLElement && target.closest("input, textarea, select, dialog") !== null;

function keys(event: KeyboardEvent): void {
  const { key } = event;
  const command = event.ctrlKey || event.metaKey;
  if (command && key.toLowerCase() === "s" && !event.altKey) {
    event.preventDefault();
    if (!pane.value && !dialog.value) pane.value = "save";
    return;
  }
  if (event.defaultPrevented || event.altKey || inField(event.target) || pane.value || dialog.value) return;
  if (command) {
    const letter = key.toLowerCase();
    if (letter === "z") (event.shiftKey ? redo : undo)();
    else if (letter === "y") redo();
    else return;
  } else if (key === "ArrowLeft") back();
  else if (key === "ArrowRight") forward();
  else if (key === "ArrowUp") across(-1);
  else if (key === "ArrowDown") across(1);
  else if (key === "Home") home();
  else if (key === "End") end();
  else if (key === "Delete") remove();
  else if (key === "f") flipped.value = !flipped.value;
  else if (!analysisKey(key)) return;
  event.preventDefault();
}

function Remark() {
  const note = treeNow().notes.get(current.value);
  const unread = note?.unread
    ?.map(({ move, comment }) => (comment ? `${move} {${comment}}` : move))
    .join(" ");
  const said = unread && t("Not read: {moves}", { moves: unread });
  const words = [note?.before, note?.comment, said].filter(Boolean).join("\n");
  return words ? <p class="remark">{words}</p> : null;
}

function Actions({ fen }: { fen: string | null }) {
  const on = treeNow();
  const node = current.value;
  return (
    <div class="recordactions" role="group" aria-label={t("Game record")}>
      <Action
        icon="play"
        label={t("Play on from here")}
        onClick={() => {
          proposal.value = { text: node === ROOT ? on.fen : asRecord(on, node) };
          dialog.value = "new";
        }}
      />
      <LookActions />
      <Action icon="copy" label={t("Copy FEN")} off={!fen} onClick={() => void copy(fen!)} />
      <Action icon="copy" label={t("Copy PGN")} onClick={() => void copyAs("pgn")} />
      <Action icon="copy" label={t("Copy UBB")} onClick={() => void copyAs("dhtmlxq")} />
      <Action icon="board" label={t("Start position")} onClick={() => goto(setupHash(on.fen, true))} />
      <Action icon="add" label={t("New record")} onClick={() => void newRecord().catch(fail)} />
      <Action icon="close" label={t("Close record")} onClick={close} />
    </div>
  );
}

function Pages() {
  const on = treeNow();
  const node = current.value;
  const record = doc.value!;
  const told = usePosition();
  useAnalysis();
  const seen = shown.value!;
  const nodes = line.value;
  const ply = path(on, node).length;
  const rules = book.value;
  const judged = nodes.map((at) => moveOf(on, at)!.uci).join(" ");
  const answer = useRulings(on.fen, judged, rules, on.playable);
  const marks = answer?.rulings.map((found) => marksAt(found.outcome.ruling, ply)) ?? [];
  const strip = (side: "red" | "black") => (
    <Strip
      side={side}
      name={said(on.headers, side === "red" ? "Red" : "Black")}
      position={seen}
      active={seen.turn === side}
    />
  );
  return (
    <>
      <div class="boardside">
        <EvalBar />
        {strip(opposite(below.value))}
        <BoardView
          view={{
            fen: seen.fen,
            below: below.value,
            turn: seen.turn,
            movable: told !== null,
            dests: told?.dests ?? {},
            last: seen.last,
            check: told?.check ?? null,
            arrows: [...marks.flatMap((mark) => mark.arrows), ...arrowsAt(placeNow())],
            crossed: marks.flatMap((mark) => mark.crossed),
          }}
          onMove={(uci) => void play(uci)}
        />
        {strip(below.value)}
      </div>
      <aside class="side">
        {away.value && (
          <p class="away" role="status">
            {t("The server cannot be reached. What you change is kept in this browser.")}
          </p>
        )}
        <GameChoice />
        {record.problems.length > 0 && (
          <details class="card remarks" open={record.problems.length < 4}>
            <summary>{t("Remarks of the reader: {count}", { count: record.problems.length })}</summary>
            <Problems texts={record.problems} />
          </details>
        )}
        <Headers />
        <Remark />
        <TreeView />
        <div class="controls">
          <Stepper ply={ply} last={nodes.length} go={(to) => (to === 0 && ply > 1 ? home() : goPly(to))} />
        </div>
        <AnalysisPanel ply={ply} play={(uci) => void play(uci)} />
        <Branches />
        <Editor />
        <Explorer
          fen={told?.fen ?? null}
          play={(uci) => void play(uci)}
          show={async (pgn, at) => {
            await openText(pgn);
            goPly(at);
          }}
        />
        <Verdicts answer={answer} rules={rules} choose={(name) => (book.value = name)} />
        <Actions fen={told?.fen ?? null} />
      </aside>
      {pane.value === "games" && <Games />}
      {pane.value === "headers" && <HeadersPane />}
      {pane.value === "save" && <SavePane />}
    </>
  );
}

export function RecordPage() {
  useEffect(() => {
    addEventListener("keydown", keys);
    return () => {
      removeEventListener("keydown", keys);
      pane.value = null;
      book.value = "club";
    };
  }, []);
  if (!doc.value) {
    return (
      <p class="status" role="status">
        {t("Fetching the game …")}
      </p>
    );
  }
  return <Pages />;
}
