"""Lines of a TRF: where their parts stand, and a player's line read."""

from __future__ import annotations

import re
from collections.abc import Iterator

from chuhe.errors import TrfError
from chuhe.tournament.model import Cell, Kind, Player, tenths
from chuhe.tournament.trf_codes import (
    COLUMNS,
    FIRST_ROUND,
    MOST_PLAYERS,
    MOST_ROUNDS,
    RESULTS,
    ROUND_WIDTH,
    SIDES,
    WITHOUT_OPPONENT,
)

__all__ = ["Line", "read_player"]

# ---------------------------------------------------------------- a 001 line


def read_player(line: Line) -> tuple[Player, list[Cell]]:
    """A ``001`` line: the player and the rounds.

    By characters first; by the bytes of GB18030 or UTF-8 if only that fits.

    Raises:
        TrfError: what is wrong if the columns count characters.
    """
    try:
        return _player(line)
    except TrfError:
        for encoding in ("gb18030", "utf-8"):
            try:
                return _player(Line(line.line_number, _spread(line.text, encoding)))
            except TrfError:
                continue
        raise


def _player(line: Line) -> tuple[Player, list[Cell]]:
    number = line.number(COLUMNS["number"].start, line.field("number"))
    facts = {"player": number}
    before = 3
    for name, (start, end) in COLUMNS.items():
        if blank := line.text[before:start].strip():
            raise line.error("trf.separator", before, field=name, text=blank, **facts)
        before = end
    points = line.field("points")
    try:
        stated = tenths(points) if points else None
    except ValueError:
        raise line.error("trf.points", COLUMNS["points"].start, text=points, **facts) from None
    player = Player(
        number=number,
        name=line.field("name"),
        rating=line.digits("rating", facts) or 0,
        title=line.field("title"),
        federation=line.field("federation"),
        fide_id=line.field("fide_id"),
        sex=line.field("sex"),
        birth=line.field("birth"),
        stated_points=stated,
        stated_rank=line.digits("rank", facts),
    )
    return player, list(_rounds(line, number))


def _rounds(line: Line, player: int) -> Iterator[Cell]:
    text = line.text
    count = -(-(len(text) - FIRST_ROUND + 2) // ROUND_WIDTH)
    if count > MOST_ROUNDS:
        raise line.error("trf.too_many_rounds", FIRST_ROUND, player=player, most=MOST_ROUNDS)
    for round in range(1, count + 1):
        start = FIRST_ROUND + (round - 1) * ROUND_WIDTH
        part = text[start - 2 : start + 8].ljust(ROUND_WIDTH)
        for at in (0, 1, 6, 8):
            if part[at] != " ":
                raise line.error("trf.tail", start - 2 + at, player=player, text=part.strip())
        yield _cell(line, start, part[2:], player, round)


def _cell(line: Line, start: int, part: str, player: int, round: int) -> Cell:
    """One round: opponent, side, result, with a blank between."""
    facts = {"player": player, "round": round}
    word, color, letter = part[:4].strip(), part[5].lower(), part[7].upper()
    if word and not (word.isascii() and word.isdigit()):
        raise line.error("trf.opponent", start, text=part[:4], **facts)
    opponent = int(word or 0) or None
    if opponent == player:
        raise line.error("trf.self", start, **facts)
    if color not in SIDES:
        raise line.error("trf.color", start + 5, text=color, **facts)
    side = SIDES[color]
    if letter not in RESULTS and letter not in WITHOUT_OPPONENT:
        raise line.error("trf.result", start + 7, text=letter, **facts)
    if opponent is None:
        if letter not in WITHOUT_OPPONENT:
            raise line.error("trf.no_opponent", start + 7, text=letter, **facts)
        kind, score = WITHOUT_OPPONENT[letter]
        return Cell(None, side, score, kind)
    if letter not in RESULTS:
        raise line.error("trf.bye", start + 7, text=letter, opponent=opponent, **facts)
    kind, score, rated = RESULTS[letter]
    if side is None and kind is Kind.GAME:
        raise line.error("trf.no_color", start + 5, text=letter, **facts)
    return Cell(opponent, side, score, kind, rated)


def _spread(text: str, encoding: str) -> str:
    """A line with a filler after each character for every further byte it takes."""
    return "".join(
        char + FILLER * (len(char.encode(encoding, errors="replace")) - 1) for char in text
    )


FILLER = "\ue000"  # private use: in no name

# ---------------------------------------------------------------- a line and its errors


class Line:
    """A line of the file, which knows where its parts stand."""

    def __init__(self, number: int, text: str) -> None:
        self.line_number = number
        self.text = text

    def error(self, code: str, column: int, **facts: object) -> TrfError:
        return TrfError(code, {**facts, "line": self.line_number, "column": column + 1})

    def field(self, name: str) -> str:
        start, end = COLUMNS[name]
        return self.text[start:end].replace(FILLER, "").strip()

    def digits(self, name: str, facts: dict[str, int]) -> int | None:
        text = self.field(name)
        if text and not (text.isascii() and text.isdigit()):
            raise self.error(f"trf.{name}", COLUMNS[name].start, text=text, **facts)
        return int(text) if text else None

    def words(self, start: int) -> list[tuple[int, str]]:
        """Column and text of each word from a column on."""
        return [(m.start() + start, m[0]) for m in re.finditer(r"\S+", self.text[start:])]

    def at_least(self, start: int, count: int) -> list[tuple[int, str]]:
        words = self.words(start)
        if len(words) < count:
            raise self.error("trf.short", len(self.text))
        return words

    def only(self, start: int) -> tuple[int, str]:
        """The one word there should be."""
        words = self.at_least(start, 1)
        return words[0][0], self.text[words[0][0] :].strip()

    def whole(self, start: int, code: str, most: int) -> int:
        at, word = self.only(start)
        return self._whole(at, word, code, most)

    def number(self, at: int, word: str) -> int:
        return self._whole(at, word, "trf.number", MOST_PLAYERS)

    def round(self, at: int, word: str) -> int:
        return self._whole(at, word, "trf.round", MOST_ROUNDS)

    def _whole(self, at: int, word: str, code: str, most: int) -> int:
        good = word.isascii() and word.isdigit() and len(word) < 9
        if not good or not 1 <= int(word) <= most:
            raise self.error(code, at, text=word, most=most)
        return int(word)

    def tenths(self, at: int, word: str) -> int:
        try:
            return tenths(word)
        except ValueError:
            raise self.error("trf.value", at, text=word) from None
