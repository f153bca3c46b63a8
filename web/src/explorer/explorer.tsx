// The opening explorer: what the games of the server's library played at the position on the board.

import { signal } from "@preact/signals";
import { useEffect, useState } from "preact/hooks";
import { t } from "../i18n";
import { call, post, Refusal } from "../play/api";
import type { NamedMove } from "../play/protocol";
import { fail, failureText, notation } from "../play/store";
import { read, write } from "../settings";

interface Tally {
  games: number;
  red: number;
  draws: number;
  black: number;
  score: number | null;
  last: string;
}

interface ExplorerGame {
  id: number;
  red: string;
  black: string;
  event: string;
  date: string;
  result: string;
  plies: number;
  ply: number | null;
  mirrored: boolean;
}

interface Explored {
  total: Tally;
  moves: { move: NamedMove | null; tally: Tally }[];
  games: ExplorerGame[];
  next: number | null;
}

/** Whether the server has a library; null until it has told. */
const library = signal<boolean | null>(null);
const OPEN = "chuhe.explorer";
const opened = signal(read(OPEN) === "yes");
const mirror = signal(false);

/** Wait so long after the last step before asking, in ms. */
const PAUSE = 180;
/** So many answers are kept. */
const KEPT = 200;
const kept = new Map<string, Explored>();

async function learn(): Promise<void> {
  try {
    library.value = (await call<{ library: boolean }>("/api/explorer")).library;
  } catch {
    library.value = false; // without it the record is read all the same
  }
}

async function explore(fen: string, mirrored: boolean): Promise<Explored> {
  const name = `${fen} ${mirrored}`;
  const known = kept.get(name);
  if (known) return known;
  const found = await post<Explored>("/api/explorer", { fen, mirror: mirrored });
  if (kept.size >= KEPT) kept.delete(kept.keys().next().value!);
  kept.set(name, found);
  return found;
}

/** What the library knows of `fen`; null while it is asked. */
function useExplored(fen: string | null): [Explored | null, string | null, (more: Explored) => void] {
  const [found, setFound] = useState<Explored | null>(null);
  const [wrong, setWrong] = useState<string | null>(null);
  const asked = opened.value && library.value ? fen : null;
  const mirrored = mirror.value;
  useEffect(() => {
    if (asked === null) return;
    let here = true;
    const timer = setTimeout(
      () => {
        explore(asked, mirrored)
          .then((answer) => {
            if (!here) return;
            setFound(answer);
            setWrong(null);
          })
          .catch((error: unknown) => {
            if (!here) return;
            setFound(null);
            if (error instanceof Refusal) setWrong(failureText(error));
            else fail(error);
          });
      },
      kept.has(`${asked} ${mirrored}`) ? 0 : PAUSE,
    );
    return () => {
      here = false;
      clearTimeout(timer);
    };
  }, [asked, mirrored]);
  return [found, wrong, setFound];
}

const percent = (part: number, of: number): number => (of ? Math.round((100 * part) / of) : 0);

function Bar({ tally }: { tally: Tally }) {
  const { red, draws, black } = tally;
  const ended = red + draws + black;
  const label = t("Red wins {red} %, draws {draws} %, Black wins {black} %", {
    red: percent(red, ended),
    draws: percent(draws, ended),
    black: percent(black, ended),
  });
  if (!ended) return null;
  return (
    <span class="resultbar" role="img" aria-label={label} title={label}>
      <i class="red" style={{ flexGrow: red }} />
      <i class="draw" style={{ flexGrow: draws }} />
      <i class="black" style={{ flexGrow: black }} />
    </span>
  );
}

interface ExplorerProps {
  /** The position on the board; null while it is not known. */
  fen: string | null;
  play(uci: string): void;
  /** Show a game, as PGN, after so many plies. */
  show(pgn: string, ply: number): Promise<void>;
}

function Moves({ found, play }: { found: Explored; play(uci: string): void }) {
  return (
    <table>
      <thead>
        <tr>
          <th scope="col">{t("Move")}</th>
          <th scope="col">{t("Games")}</th>
          <th scope="col">{t("Results")}</th>
          <th scope="col">{t("Last played")}</th>
        </tr>
      </thead>
      <tbody>
        {found.moves.map(({ move, tally }) => (
          <tr key={move?.uci ?? ""}>
            <td>
              {move ? (
                <button type="button" class="quiet" onClick={() => play(move.uci)}>
                  {move[notation.value]}
                </button>
              ) : (
                <span>{t("game over")}</span>
              )}
            </td>
            <td class="number">{tally.games}</td>
            <td>
              <Bar tally={tally} />
            </td>
            <td class="number">{tally.last.slice(0, 4)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** The players, else the event. */
const named = ({ red, black, event }: ExplorerGame): string =>
  red || black ? `${red || "?"} – ${black || "?"}` : event;

function Games({
  found,
  more,
  show,
}: {
  found: Explored;
  more(): Promise<void>;
  show: ExplorerProps["show"];
}) {
  const open = async (game: ExplorerGame) => {
    try {
      const answer = await fetch(`/api/explorer/games/${game.id}`);
      if (!answer.ok) await call(`/api/explorer/games/${game.id}`); // says why
      await show(await answer.text(), game.ply ?? 0);
    } catch (error) {
      fail(error);
    }
  };
  return (
    <>
      <ul class="librarygames">
        {found.games.map((game) => (
          <li key={`${game.id} ${game.ply}`}>
            <button type="button" class="quiet" onClick={() => void open(game)}>
              <b>{named(game) || t("Without a name")}</b>
              <span>
                {[
                  game.result,
                  game.date,
                  named(game) !== game.event && game.event,
                  named(game) === "" && t("{count} moves", { count: game.plies }),
                ]
                  .filter((text) => text && text !== "*")
                  .join(" ")}
              </span>
            </button>
          </li>
        ))}
      </ul>
      {found.next !== null && (
        <button type="button" onClick={() => void more()}>
          {t("More games")}
        </button>
      )}
    </>
  );
}

export function Explorer({ fen, play, show }: ExplorerProps) {
  useEffect(() => {
    if (library.value === null) void learn();
  }, []);
  const [found, wrong, setFound] = useExplored(fen);
  if (!library.value) return null;
  const more = async () => {
    if (!found || fen === null) return;
    try {
      const page = await post<Explored>("/api/explorer", { fen, mirror: mirror.value, before: found.next });
      setFound({ ...found, games: [...found.games, ...page.games], next: page.next });
    } catch (error) {
      fail(error);
    }
  };
  return (
    <details
      class="card explorer"
      open={opened.value}
      onToggle={(event) => {
        opened.value = event.currentTarget.open;
        write(OPEN, opened.value ? "yes" : "no");
      }}
    >
      <summary>{t("Opening explorer")}</summary>
      <label class="mirrored">
        <input
          type="checkbox"
          checked={mirror.value}
          onChange={(event) => {
            mirror.value = event.currentTarget.checked;
          }}
        />
        {t("Also left and right exchanged")}
      </label>
      <div role="status">
        {wrong && <p class="wrong">{wrong}</p>}
        {found && (
          <p>
            {found.total.games
              ? t("{count} games had this position", { count: found.total.games })
              : t("No game of the library had this position.")}
          </p>
        )}
      </div>
      {found && found.moves.length > 0 && <Moves found={found} play={play} />}
      {found && found.games.length > 0 && <Games found={found} more={more} show={show} />}
    </details>
  );
}
