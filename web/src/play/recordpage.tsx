// A record opened for reading: paste or choose a file, step through it, play on from any move.

import { useEffect, useState } from "preact/hooks";
import { opposite } from "../board/coords";
import { t } from "../i18n";
import { Action, copy, LookActions } from "./actions";
import * as api from "./api";
import { BoardView } from "./boardview";
import { Dialog } from "./dialog";
import { Icon } from "./icons";
import { marksAt } from "./judged";
import { HEADERS } from "./looks";
import { MoveList } from "./movelist";
import { BookChoice, Problems } from "./newgame";
import type { GameView, RecordView, RulingFound, Rulings, Text } from "./protocol";
import { RulingPanel } from "./ruling";
import { Stepper } from "./stepper";
import {
  below,
  chosenGame,
  closeRecord,
  dialog,
  fail,
  goPly,
  openRecord,
  problemsOf,
  proposal,
  record,
  shownPly,
} from "./store";
import { Strip } from "./strip";

/** How to ask for another game of the same source: the text or the file is still here. */
let source: ((game: number) => Promise<RecordView>) | null = null;

async function open(from: (game: number) => Promise<RecordView>): Promise<Text[]> {
  const view = await from(0);
  if (!view.game) return problemsOf(view);
  source = from;
  openRecord(view);
  dialog.value = null;
  return [];
}

export function OpenRecord() {
  const [text, setText] = useState("");
  const [problems, setProblems] = useState<Text[]>([]);
  const attempt = async (from: (game: number) => Promise<RecordView>) => {
    try {
      setProblems(await open(from));
    } catch (error) {
      if (!(error instanceof api.Refusal)) throw error;
      const { problems: why, text: sentence } = error.failure;
      setProblems(why.length ? why.map((problem) => problem.text) : [sentence]);
    }
  };
  return (
    <Dialog title={t("Open record")}>
      <form
        class="openrecord"
        onSubmit={(event) => {
          event.preventDefault();
          if (text.trim()) void attempt((number) => api.readRecord(text, number));
        }}
      >
        <textarea
          rows={9}
          value={text}
          spellcheck={false}
          aria-label={t("Game record")}
          placeholder={t("Paste a record: PGN or plain text, in Chinese, WXF or ICCS notation")}
          onInput={(event) => {
            setText(event.currentTarget.value);
            setProblems([]);
          }}
        />
        {problems.length > 0 && <Problems texts={problems} />}
        <div class="buttons">
          <button type="submit" class="primary" disabled={!text.trim()}>
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
                if (file) void attempt((number) => api.readFile(file, number));
              }}
            />
          </label>
        </div>
      </form>
    </Dialog>
  );
}

function header(game: GameView, name: string): string {
  const value = game.headers[name] ?? "";
  return /^[?.*\s]*$/.test(value) ? "" : value;
}

function Headers({ game }: { game: GameView }) {
  const lines = HEADERS.map(([name, label]) => [label, header(game, name)] as const).filter(
    ([, value]) => value,
  );
  if (lines.length === 0) return null;
  return (
    <dl class="headers">
      {lines.map(([label, value]) => (
        <div key={label}>
          <dt>{t(label)}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

function GameChoice({ view }: { view: RecordView }) {
  if (view.games.length < 2) return null;
  const choose = async (index: number) => {
    if (!source) return;
    try {
      openRecord(await source(index));
    } catch (error) {
      fail(error);
    }
  };
  return (
    <label class="field-line">
      <span>{t("Game")}</span>
      <select
        value={view.game?.index ?? 0}
        disabled={source === null}
        onChange={(event) => void choose(Number(event.currentTarget.value))}
      >
        {view.games.map(({ index, headers, plies }) => (
          <option key={index} value={index}>
            {index + 1}. {headers.Red ?? "?"} – {headers.Black ?? "?"} ({t("{count} moves", { count: plies })}
            )
          </option>
        ))}
      </select>
    </label>
  );
}

/** The first `ply` moves as a record of our own making, whatever the source looked like. */
export function asRecord(game: GameView, ply: number): string {
  const moves = game.moves.slice(0, ply).map((move) => move.iccs);
  return `[Game "Chinese Chess"]\n[Format "ICCS"]\n[FEN "${game.start.fen}"]\n\n${moves.join(" ")} *\n`;
}

/** What the rule book `rules` says of the game; null while the server has not told. */
function useRulings(game: GameView, rules: string): Rulings | null {
  const [answer, setAnswer] = useState<Rulings | null>(null);
  useEffect(() => {
    let current = true;
    setAnswer(null);
    api
      .judge(
        game.start.fen,
        game.moves.map((move) => move.uci),
        rules,
      )
      .then((found) => current && setAnswer(found))
      .catch((error: unknown) => current && fail(error));
    return () => {
      current = false;
    };
  }, [game, rules]);
  return answer;
}

function Found({ found }: { found: RulingFound }) {
  return (
    <li>
      <button type="button" class="quiet" onClick={() => goPly(found.ply)}>
        {t("After move {ply}", { ply: found.ply })}
      </button>
      {found.claimable && <em>{t("only on claim")}</em>}
      <RulingPanel outcome={found.outcome} />
    </li>
  );
}

/** The rulings of a game under a rule book that is chosen here. */
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

export function RecordPage() {
  const view = record.value!;
  const game = chosenGame.value!;
  const ply = Math.min(shownPly.value, game.positions.length - 1);
  const position = game.positions[ply] ?? game.start;
  const strip = (side: "red" | "black") => (
    <Strip
      side={side}
      name={header(game, side === "red" ? "Red" : "Black")}
      position={position}
      active={position.turn === side}
    />
  );
  const [rules, setRules] = useState("club");
  const answer = useRulings(game, rules);
  const marks = answer?.rulings.map((found) => marksAt(found.outcome.ruling, ply)) ?? [];
  const remark = ply === 0 ? game.comment : game.moves[ply - 1]?.comment;
  const problems = problemsOf(view);
  return (
    <>
      <div class="boardside">
        {strip(opposite(below.value))}
        <BoardView
          key={`record-${game.index}`}
          view={{
            fen: position.fen,
            below: below.value,
            turn: position.turn,
            movable: false,
            dests: {},
            last: position.last,
            check: position.check,
            arrows: marks.flatMap((mark) => mark.arrows),
            crossed: marks.flatMap((mark) => mark.crossed),
          }}
        />
        {strip(below.value)}
      </div>
      <aside class="side">
        {problems.length > 0 && (
          <details class="card" open>
            <summary>{t("Remarks of the reader: {count}", { count: problems.length })}</summary>
            <Problems texts={problems} />
          </details>
        )}
        <GameChoice view={view} />
        <Headers game={game} />
        {remark && <p class="remark">{remark}</p>}
        <Verdicts answer={answer} rules={rules} choose={setRules} />
        <MoveList start={game.start} moves={game.moves} comment={game.comment} />
        <div class="controls">
          <Stepper />
          <div class="actions" role="group" aria-label={t("Game record")}>
            <Action
              icon="play"
              label={t("Play on from here")}
              onClick={() => {
                proposal.value = { text: ply === 0 ? game.start.fen : asRecord(game, ply) };
                dialog.value = "new";
              }}
            />
            <LookActions />
            <Action icon="copy" label={t("Copy FEN")} onClick={() => copy(position.fen)} />
            <Action icon="close" label={t("Close record")} onClick={closeRecord} />
          </div>
        </div>
      </aside>
    </>
  );
}
