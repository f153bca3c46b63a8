// The pages of 跳棋: starting a game, and the table.

import { useEffect, useState } from "preact/hooks";
import { say, t } from "../i18n";
import { Chip } from "./glyph";
import { MyRounds, NewRoundForm, OpenGame } from "./newround";
import { differences } from "./options";
import type { RoundSeat, RoundView } from "./protocol";
import { StarBoard } from "./starboard";
import * as state from "./state";

export function TiaoqiPages() {
  if (state.wanted.value === "")
    return (
      <main class="page tiaoqi-start">
        <aside class="side">
          <section class="card">
            <h1>{t("A game of Chinese checkers")}</h1>
            <NewRoundForm />
          </section>
          <MyRounds />
          <OpenGame />
        </aside>
      </main>
    );
  if (!state.round.value)
    return (
      <main class="page tiaoqi">
        <p class="status" role="status">
          {t("Fetching the game …")}
        </p>
      </main>
    );
  return <TablePage view={state.round.value} />;
}

function keys(event: KeyboardEvent): void {
  const field = event.target instanceof Element && event.target.closest("input, select, textarea, dialog");
  if (event.ctrlKey || event.altKey || event.metaKey || field || event.defaultPrevented) return;
  if (event.key === "[") state.look(state.shown.value - 1);
  else if (event.key === "]") state.look(state.shown.value + 1);
  else if (event.key === "f") state.spun.value = (state.spun.value + 1) % 6;
  else return;
  event.preventDefault();
}

function TablePage({ view }: { view: RoundView }) {
  useEffect(() => {
    addEventListener("keydown", keys);
    return () => removeEventListener("keydown", keys);
  }, []);
  return (
    <main class="page tiaoqi">
      <div class="starside">
        <StarBoard />
      </div>
      <aside class="side">
        {state.lost.value && (
          <p class="connection" role="status">
            {t("Connection lost. Reconnecting …")}
          </p>
        )}
        {state.problem.value && (
          <p class="problems" role="alert">
            {say(state.problem.value)}
          </p>
        )}
        <Status view={view} />
        <Invites view={view} />
        <ul class="seats">
          {view.seats.map((seat, n) => (
            <SeatLine key={seat.point} view={view} seat={seat} n={n} />
          ))}
        </ul>
        <Agreed view={view} />
        <Actions view={view} />
        <Steps view={view} />
      </aside>
    </main>
  );
}

function Status({ view }: { view: RoundView }) {
  const { end } = view;
  if (end)
    return (
      <section class="status over round-over" role="status">
        <b>{verdict(view)}</b>
        <p>{say(end.text)}</p>
        <ol>
          {view.seats
            .map((seat, n) => ({ seat, place: end.places[n]!, score: end.scores[n]! }))
            .sort((one, two) => one.place - two.place)
            .map(({ seat, place, score }) => (
              <li key={seat.point}>
                <span>{t("Place {n}", { n: place })}</span> <Chip point={seat.point} /> {sideOf(seat)}
                <span class="score">{t("{points} points", { points: score })}</span>
                {seat.text && <small>{say(seat.text)}</small>}
              </li>
            ))}
        </ol>
      </section>
    );
  if (!view.id) return null;
  const turn = view.seats[view.turn]!;
  const waiting = view.seats.some(({ kind }) => kind === "open");
  return (
    <p class="status" role="status">
      <Chip point={turn.point} />
      {waiting
        ? t("Waiting until everybody has come.")
        : view.you.includes(view.turn)
          ? t("{side} to move", { side: sideOf(turn) })
          : t("Waiting for {side} …", { side: sideOf(turn) })}
      {view.thinking && view.you.length > 0 && (
        <button type="button" onClick={() => state.wish({ t: "move_now" })}>
          {t("Move now")}
        </button>
      )}
    </p>
  );
}

/** Who won, or that nobody did alone. */
function verdict(view: RoundView): string {
  const first = view.seats.filter((_, n) => view.end!.places[n] === 1);
  if (first.length === view.seats.length) return t("A draw");
  return t("{side} wins", { side: first.map(sideOf).join(t(", ")) });
}

const sideOf = (seat: RoundSeat): string => seat.player || say(seat.name);

/** Rules that differ from the named ones. */
function Agreed({ view }: { view: RoundView }) {
  const told = differences(view.changed);
  if (told.length === 0) return null;
  return <p class="agreed">{t("Agreed: {rules}", { rules: told.join(t(", ")) })}</p>;
}

function SeatLine({ view, seat, n }: { view: RoundView; seat: RoundSeat; n: number }) {
  const active = !view.end && view.turn === n;
  const you = view.you.includes(n) ? t("you") : seat.kind === "engine" ? t("computer") : "";
  return (
    <li class={`seat ${active ? "active" : ""} ${seat.standing}`} data-point={seat.point}>
      <Chip point={seat.point} />
      <span class="who">
        <b>{sideOf(seat)}</b> {you && <small>{you}</small>}
      </span>
      <span class="facts">
        {t("round {n}", { n: seat.rounds })}
        {seat.standing !== "out" && ` · ${t("{n} steps to go", { n: seat.distance })}`}
      </span>
      {seat.reading && <Clock view={view} seat={seat} n={n} />}
      {seat.text && <span class="ended">{say(seat.text)}</span>}
      {seat.standing === "playing" && seat.mark && !view.end && <MarkLine seat={seat} />}
    </li>
  );
}

/** The camp-leaving rule, counted down. */
function MarkLine({ seat }: { seat: RoundSeat }) {
  const { need } = seat.mark!;
  const kept = seat.left_home >= need;
  return (
    <span class={`mark ${state.isClose(seat) ? "close" : ""} ${kept ? "kept" : ""}`}>
      <meter min={0} max={need} value={Math.min(need, seat.left_home)} aria-hidden="true" />
      {state.markText(seat)}
    </span>
  );
}

function Clock({ view, seat, n }: { view: RoundView; seat: RoundSeat; n: number }) {
  const [, tick] = useState(0);
  const running = view.running === n && !view.end;
  useEffect(() => {
    if (!running) return;
    const timer = setInterval(() => tick((count) => count + 1), 200);
    return () => clearInterval(timer);
  }, [running]);
  const left = seat.reading!.move ?? seat.reading!.main ?? 0;
  const gone = running ? (performance.now() - state.readAt.value) / 1000 : 0;
  const seconds = Math.max(0, Math.ceil(left - gone));
  return (
    <span class={`clock ${running ? "running" : ""} ${seconds < 10 ? "short" : ""}`} role="timer">
      {Math.floor(seconds / 60)}:{String(seconds % 60).padStart(2, "0")}
    </span>
  );
}

function Invites({ view }: { view: RoundView }) {
  const keys = state.invitesOf(view.id);
  const open = view.seats.flatMap((seat, n) => (seat.kind === "open" && keys[n] ? [{ seat, n }] : []));
  if (open.length === 0) return null;
  return (
    <section class="card invites">
      <h2>{t("Links for the open seats")}</h2>
      {open.map(({ seat, n }) => (
        <p key={n}>
          <Chip point={seat.point} />{" "}
          <input
            readOnly
            aria-label={say(seat.name)}
            value={`${location.origin}/#tiaoqi/${view.id}/${n}/${keys[n]}`}
            onFocus={(event) => event.currentTarget.select()}
          />
        </p>
      ))}
    </section>
  );
}

function Actions({ view }: { view: RoundView }) {
  const mine = view.you.length > 0;
  const leaving = state.resignSeat(view);
  return (
    <div class="round-actions">
      <label>
        <input
          type="checkbox"
          checked={state.hopByHop.value}
          onChange={(event) => {
            state.hopByHop.value = event.currentTarget.checked;
            state.trail.value = [];
          }}
        />
        {t("Hop by hop")}
      </label>
      {state.hopByHop.value && (
        <button type="button" disabled={!state.mayStop.value} onClick={state.stop}>
          {t("Stop here")}
        </button>
      )}
      {mine && (
        <button
          type="button"
          disabled={!view.may_take_back}
          onClick={() => state.wish({ t: "takeback", ply: view.moves.length })}
        >
          {t("Take back")}
        </button>
      )}
      {view.may_pass && state.mayMove.value && (
        <button type="button" onClick={state.pass}>
          {t("Pass")}
        </button>
      )}
      {leaving !== undefined && !view.end && !state.resigning.value && (
        <button type="button" onClick={() => (state.resigning.value = true)}>
          {t("Resign")}
        </button>
      )}
      {state.resigning.value && leaving !== undefined && !view.end && (
        <span class="ask">
          {t("Resign for {side}?", { side: sideOf(view.seats[leaving]!) })}{" "}
          <button
            type="button"
            class="danger"
            onClick={() => {
              state.resigning.value = false;
              void state.wish({ t: "resign", seat: leaving });
            }}
          >
            {t("Resign")}
          </button>
          <button type="button" onClick={() => (state.resigning.value = false)}>
            {t("Play on")}
          </button>
        </span>
      )}
      <button type="button" onClick={() => (state.spun.value = (state.spun.value + 1) % 6)}>
        {t("Turn the board")}
      </button>
      {view.id && (
        <>
          <a class="button" href={`/api/rounds/${view.id}/record`} download>
            JSON
          </a>
          <a class="button" href={`/api/rounds/${view.id}/record?form=text`} download>
            {t("Text")}
          </a>
        </>
      )}
      <a class="button" href="#tiaoqi">
        {t("New game")}
      </a>
    </div>
  );
}

/** The moves, to be walked through. */
function Steps({ view }: { view: RoundView }) {
  const now = state.shown.value;
  const last = view.moves.length;
  return (
    <section class="moves rounds" aria-label={t("Moves")}>
      <div class="stepper" role="group" aria-label={t("Step through the moves")}>
        <button
          type="button"
          aria-label={t("First position (Home)")}
          disabled={now === 0}
          onClick={() => state.look(0)}
        >
          |◀
        </button>
        <button
          type="button"
          aria-label={t("Previous move ([)")}
          disabled={now === 0}
          onClick={() => state.look(now - 1)}
        >
          ◀
        </button>
        <output aria-label={t("Move shown")}>
          {now} / {last}
        </output>
        <button
          type="button"
          aria-label={t("Next move (])")}
          disabled={now === last}
          onClick={() => state.look(now + 1)}
        >
          ▶
        </button>
        <button
          type="button"
          aria-label={t("Last position (End)")}
          disabled={now === last}
          onClick={() => state.look(last)}
        >
          ▶|
        </button>
      </div>
      <ol>
        {view.moves.map((ply, n) => (
          <li key={n} class={n + 1 === now ? "current" : ""}>
            <button type="button" onClick={() => state.look(n + 1)}>
              <Chip point={view.seats[ply.seat]!.point} />
              {ply.path.length ? ply.path.join("-") : t("passes")}
            </button>
          </li>
        ))}
      </ol>
    </section>
  );
}
