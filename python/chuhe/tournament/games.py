"""Records of the games of an event: attached to boards, and handed on as PGN and XQF.

A record in any format that is read here is kept in the log as PGN, with its
variations and comments; what it says about players, event and result is
replaced by what the event knows when the games are handed on.
"""

from __future__ import annotations

import io
import re
import zipfile
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice

from chuhe import records
from chuhe.errors import add_messages
from chuhe.game import Game
from chuhe.i18n import N_
from chuhe.records import xqf
from chuhe.tournament.bracket_games import game_key
from chuhe.tournament.journal import Fact
from chuhe.tournament.model import EventError, Reason
from chuhe.tournament.players_in import name_key
from chuhe.tournament.state import Round, State

__all__ = [
    "SIZE_LIMIT",
    "Played",
    "game_fact",
    "games_pgn",
    "games_xqf",
    "played",
    "removal",
    "xqf_file",
    "zipped",
]

#: A longer file is refused: a game of 300 moves with comments needs a hundredth.
SIZE_LIMIT = 2_000_000
_LONGEST_PGN = 200_000
_MOST_PER_BOARD = 99

#: Key of a result → the result of a record.
_RESULTS = {"1": "1-0", "+": "1-0", "0": "0-1", "-": "0-1", "=": "1/2-1/2"}


@dataclass(frozen=True, slots=True)
class Played:
    """A game of a board, ready to be handed on."""

    section: str
    round: int
    board: int
    number: int
    """Which game of the board, from 1."""
    game: Game
    """With the headers and the result of the event."""

    @property
    def file_name(self) -> str:
        """A name for a file, without its end: safe on every system."""
        headers = self.game.headers
        words = [
            self.section,
            f"r{self.round:02}-b{self.board:02}" + (f"-g{self.number}" if self.number > 1 else ""),
            headers.get("Red", ""),
            headers.get("Black", ""),
        ]
        return "-".join(
            filter(
                None,
                (
                    re.sub(r"[^\w·]+", "", word)[:24] if n != 1 else word
                    for n, word in enumerate(words)
                ),
            )
        )


def game_fact(
    state: State, round: Round, board: int, data: bytes, *, number: int = 1, pick: int = 0
) -> tuple[Fact | None, list[Reason]]:
    """The fact that a game was recorded, and what the arbiter should know of it.

    Args:
        state: the section.
        round: the round.
        board: from 1.
        data: a file in any format that `chuhe.records.read` reads.
        number: which game of the board, where a match has several.
        pick: which game of the file, from 1; 0 if the file has only one.

    Raises:
        EventError: ``desk.no_board``; ``games.size``, ``games.many``, ``games.none``,
            ``games.empty``, ``games.illegal``, ``games.number``.
        RecordError: the file is no record.
    """
    red, black = _pair(round, board)
    if not 1 <= number <= _MOST_PER_BOARD:
        raise EventError("games.number", {"most": _MOST_PER_BOARD})
    game = _picked(data, pick)
    text = records.dumps(game, "pgn") + "\n"
    if len(text) > _LONGEST_PGN:
        raise EventError("games.size", {"most": _LONGEST_PGN})
    notes, turned = _compared(state, round, board, number, game)
    was = round.games.get((red, black, number))
    if was == (text, turned):
        return None, [Reason("games.already", {"board": board})]
    if was:
        notes.append(Reason("games.replaced", {"board": board}))
    fact: Fact = {
        "do": "game",
        "round": round.number,
        "red": red,
        "black": black,
        "number": number,
        "turned": turned,
        "pgn": text,
    }
    return fact, notes


def removal(round: Round, board: int, number: int = 1) -> tuple[Fact, Reason]:
    """The fact that a record is taken away.

    Raises:
        EventError: ``desk.no_board``, ``games.nothing``.
    """
    red, black = _pair(round, board)
    if (red, black, number) not in round.games:
        raise EventError("games.nothing", {"board": board})
    place = {"round": round.number, "red": red, "black": black, "number": number}
    return {"do": "game", **place, "pgn": None}, Reason("games.removed", {"board": board})


def _pair(round: Round, board: int) -> tuple[int, int]:
    if 1 <= board <= len(round.boards):
        red, black = round.boards[board - 1]
        if black is not None:
            return red, black
    raise EventError("desk.no_board", {"board": board, "most": len(round.boards)})


def _picked(data: bytes, pick: int) -> Game:
    if len(data) > SIZE_LIMIT:
        raise EventError("games.size", {"most": SIZE_LIMIT})
    found = list(islice(records.read(data), max(pick, 2)))
    if not pick and len(found) > 1:
        raise EventError("games.many")
    if not 0 <= pick <= len(found) or not found:
        raise EventError("games.none", {"n": len(found)})
    game = found[pick - 1 if pick else 0]
    if not game.is_playable or game.problems:
        raise EventError("games.illegal", {"why": str(next(iter(game.problems), "–"))})
    if not game.uci_moves:
        raise EventError("games.empty")
    return game


def _entered(round: Round, board: int, number: int) -> tuple[bool | None, str | None]:
    """What is entered of a game: whether the colours are not those of the board, and its key.

    None where it is not known.
    """
    red, black = round.boards[board - 1]
    match = round.fixtures[board - 1].match if board <= len(round.fixtures) else None
    if match is None:
        key = round.results.get((red, black or 0))
        return (False, key) if number == 1 else (None, None)
    if number <= len(match.games):
        game = match.games[number - 1]
        return game.red != red, game_key(game)
    return (False if number == 1 else None), None


def _compared(
    state: State, round: Round, board: int, number: int, game: Game
) -> tuple[list[Reason], bool]:
    """How the record and the event differ, and whether the colours are not those of the board."""
    red, black = round.boards[board - 1]
    assert black is not None
    event = state.event()
    told = [name_key(game.headers.get(side, "")) for side in ("Red", "Black")]
    turned, key = _entered(round, board, number)
    names = [name_key(event.player(n).name) for n in (red, black)]
    if turned is None:
        turned = told == names[::-1] and names[0] != names[1]
    sides = (black, red) if turned else (red, black)
    names = names[::-1] if turned else names
    notes = []
    if all(told) and told == names[::-1] and told != names:
        notes.append(Reason("games.colours", {"board": board}, sides))
    else:
        for side, one, other, n in zip(("Red", "Black"), told, names, sides, strict=True):
            if one and one not in ("?", other):
                facts = {"name": game.headers[side], "player": event.player(n).name}
                notes.append(Reason("games.name", facts, (n,)))
    if game.board().fen().split()[0] != Game().start_fen.split()[0]:
        notes.append(Reason("games.start", {"board": board}))
    if key is None and (number == 1 or round.fixtures):
        notes.append(Reason("games.no_result", {"result": game.result}))
    elif key is not None and game.result not in ("*", _RESULTS.get(key, "*")):
        notes.append(Reason("games.result", {"result": game.result, "entered": key}))
    return notes, turned


def played(state: State) -> Iterator[Played]:
    """All recorded games, of the section and, if it is the main one, of all sections."""
    for part in (state, *(state.sections.values() if state is state.main else ())):
        for round in part.rounds:
            boards = {pair: n for n, pair in enumerate(round.boards, 1)}
            for (red, black, number), (text, turned) in sorted(
                round.games.items(), key=lambda item: (boards[item[0][:2]], item[0][2])
            ):
                game = next(records.read(text.encode("utf-8"), format="pgn"))
                board = boards[red, black]
                now, key = _entered(round, board, number)
                turned = turned if now is None else now
                _head(part, round, board, (black, red) if turned else (red, black), game)
                several = any(pair[:2] == (red, black) and pair[2] > 1 for pair in round.games)
                if key is not None and (round.fixtures or not several):
                    game.result = _RESULTS.get(key, "*")
                yield Played(part.section, round.number, board, number, game)


def _head(state: State, round: Round, board: int, sides: tuple[int, int], game: Game) -> None:
    """Put what the event knows before what the record said."""
    event, headers = state.event(), game.headers
    own = dict(headers)
    day = str(state.rules.get("start", "")).replace("-", ".")
    ours = {
        "Event": event.name,
        "Site": event.city or own.get("Site", "?"),
        "Date": own.get("Date") or day or "????.??.??",
        "Round": str(round.number),
        "Board": str(board),
    }
    for side, number in zip(("Red", "Black"), sides, strict=True):
        player = event.player(number)
        ours[side] = player.name
        if player.team:
            ours[f"{side}Team"] = player.team
        if player.rating:
            ours[f"{side}Elo"] = str(player.rating)
    taken = {name.lower() for name in ours} | {"whiteteam", "whiteelo", "white"}
    for name in own:
        del headers[name]
    for name, value in ours.items():
        headers[name] = value
    for name, value in own.items():
        if name.lower() not in taken:
            headers[name] = value


def games_pgn(state: State) -> str:
    """All recorded games in one PGN."""
    return "\n".join(records.dumps(one.game, "pgn") + "\n" for one in played(state))


def games_xqf(state: State) -> dict[str, bytes]:
    """All recorded games as XQF files, by their names."""
    return {f"{one.file_name}.xqf": xqf_file(one.game) for one in played(state)}


def xqf_file(game: Game) -> bytes:
    """A game as an XQF file, under a title by which programs list it: who played whom.

    The fields of players hold seven characters each; in the title the names stand whole.
    """
    headers = game.headers
    if not headers.get("Title"):
        between = {"1-0": " 先胜 ", "0-1": " 先负 ", "1/2-1/2": " 先和 "}.get(game.result, " – ")
        game = game.copy()
        game.headers["Title"] = headers.get("Red", "") + between + headers.get("Black", "")
    return xqf.dumps(game)[0]


def zipped(files: dict[str, bytes]) -> bytes:
    """Files in one ZIP; the same files give the same bytes."""
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in files.items():
            part = zipfile.ZipInfo(name)
            part.compress_type = zipfile.ZIP_DEFLATED
            archive.writestr(part, data)
    return made.getvalue()


add_messages(
    {
        "games.size": N_("the record is longer than {most} bytes"),
        "games.many": N_("the file has several games: say which one"),
        "games.none": N_("the file has no such game: it has {n}"),
        "games.empty": N_("the record has no moves"),
        "games.illegal": N_("the record is not legal throughout: {why}"),
        "games.number": N_("a board has games 1 to {most}"),
        "games.already": N_("board {board}: this record is there already"),
        "games.replaced": N_("board {board}: the record that was there is replaced"),
        "games.removed": N_("board {board}: the record is taken away"),
        "games.nothing": N_("board {board}: there is no such record"),
        "games.colours": N_("board {board}: the record has the colours the other way round"),
        "games.name": N_("the record says '{name}' where {player} plays"),
        "games.start": N_("board {board}: the record does not begin from the start position"),
        "games.result": N_("the record says {result}, entered is '{entered}'"),
        "games.no_result": N_("no result is entered yet; the record says {result}"),
    }
)
