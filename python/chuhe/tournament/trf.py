r"""Files of events: FIDE's Tournament Report File, read.

A TRF is a text of lines with fixed columns, a code of three characters first.
Read are TRF16, the extensions of JaVaFo (``XXR XXC XXP XXA XXZ XXS``) and of
bbpPairings (``BBW …``), and TRF26 (``142 152 162 192 240 250 260``), mixed as
they come.  Columns count **characters**;
a file whose columns count bytes (a Chinese name is then two or three) is
recognised and read as well.  Line ends may be any, also a lone CR; a byte
order mark is skipped; a text that is not UTF-8 is taken for GB18030.

A line that means nothing here is kept (`Event.head`) and written again.

>>> line = "001{:>5}{:6}{:<33}{:33}{:>4}{:>5}  {:>4} {} {}\n".format
>>> event = read_trf(
...     "012 Spring Cup\n"
...     + line(1, "", "许银川", "", "1.0", 1, 2, "w", 1)
...     + line(2, "", "胡荣华", "", "0.0", 2, 1, "b", 0)
...     + "XXR 3\n"
... )
>>> event.player(1).name, event.cell(1, 1).score.value, event.rounds_total
('许银川', 'win', 3)
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, field, replace

from chuhe.errors import TrfError
from chuhe.tournament.cells import EMPTY
from chuhe.tournament.model import (
    Cell,
    Event,
    Forbidden,
    Kind,
    Player,
    Points,
    Score,
    Side,
)
from chuhe.tournament.trf_codes import (
    BYES,
    FIRST_ROUND,
    HEADS,
    MOST_ROUNDS,
    OWN,
    POINT_CODES,
    POINT_LETTERS,
    ROUND_WIDTH,
    SCORES,
)
from chuhe.tournament.trf_lines import Line, read_player
from chuhe.tournament.trf_write import write_trf

__all__ = ["SIZE_LIMIT", "read_trf", "write_trf"]

#: A larger file is refused; 10,000 players with 20 rounds need 3 MB.
SIZE_LIMIT = 16 * 1024 * 1024
_MOST_ACCELERATIONS = 1_000_000


def read_trf(data: bytes | str) -> Event:
    """The event in a TRF.

    Args:
        data: the file, or its text.

    Raises:
        TrfError: it cannot be read; with line and column, player and round
            where it is about one.
    """
    if len(data) > SIZE_LIMIT:
        raise TrfError("trf.too_large", {"size": len(data), "most": SIZE_LIMIT})
    text = data if isinstance(data, str) else _decoded(data)
    reader = _Reader()
    for number, line in enumerate(re.split(r"\r\n|\r|\n", text.removeprefix("\ufeff")), 1):
        reader.take(number, line.rstrip())
    return reader.event()


def _decoded(data: bytes) -> str:
    for mark, name in ((b"\xff\xfe", "utf-16"), (b"\xfe\xff", "utf-16")):
        if data.startswith(mark):
            return data.decode(name, errors="replace")
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        try:
            return data.decode("gb18030")
        except UnicodeDecodeError:
            raise TrfError("trf.encoding", {"offset": error.start}) from None


@dataclass
class _Reader:
    """The lines read so far. What speaks of players waits until all are known."""

    players: dict[int, Player] = field(default_factory=dict)
    rows: dict[int, list[Cell]] = field(default_factory=dict)
    lines: dict[int, int] = field(default_factory=dict)  # player → line of the file
    fields: dict[str, str] = field(default_factory=dict)
    head: list[tuple[str, str]] = field(default_factory=list)
    values: dict[str, int] = field(default_factory=dict)  # points, by field of Points
    rounds_total: int | None = None
    initial: Side | None = None
    forbidden: list[Forbidden] = field(default_factory=list)
    absent: dict[tuple[int, int], Kind] = field(default_factory=dict)
    accelerated: dict[int, list[int]] = field(default_factory=dict)
    later: list[Callable[[], None]] = field(default_factory=list)
    away: list[tuple[Line, int, str]] = field(default_factory=list)  # XXZ
    by_lines: bool = False  # XXC rank
    follow: bool = True  # whether the bye of the pairing is worth a win unless said otherwise
    count: int = 0  # of accelerations

    # ------------------------------------------------------------ one line

    def take(self, number: int, line: str) -> None:
        if not line.strip():
            return
        code, text = line[:3], line[4:] if line[3:4] == " " else line[3:]
        place = Line(number, line)
        if code == "001":
            self._player(place)
        elif code in HEADS and code[2] == "2" and HEADS[code] not in self.fields:
            self.fields[HEADS[code]] = text.strip()
        elif code in ("XXR", "142"):
            self.rounds_total = place.whole(3, "trf.rounds", MOST_ROUNDS)
        elif code == "XXC":
            self._initial(text)
        elif code == "152":
            self._first_side(place)
        elif code in POINT_CODES:
            self.values[POINT_CODES[code]] = place.tenths(*place.only(3))
        elif code == "XXS":
            self._scores(place)
        elif code == "162":
            self._point_values(place)
        elif code == "240":
            self._byes(place)
        elif code == "XXZ":
            self.away += [(place, *word) for word in place.words(3)]
        elif code == "XXP":
            self._forbid(place, place.words(3), 1, None)
        elif code == "260":
            first, last, *rest = place.at_least(3, 3)
            self._forbid(place, rest, place.round(*first), place.round(*last))
        elif code == "XXA":
            (at, word), *values = place.at_least(3, 1)
            self._accelerate(place, place.number(at, word), [place.tenths(*v) for v in values])
        elif code == "250":
            self._accelerate_range(place)
        elif code == OWN:
            self._own(place, text)
        else:
            self.head.append((code, line[3:]))

    def _initial(self, text: str) -> None:
        """``XXC``: the side of number one, and whether the lines rank the players."""
        rest = []
        for word in text.split():
            if word in ("white1", "black1"):
                self.initial = "red" if word == "white1" else "black"
            elif word == "rank":
                self.by_lines = True
            else:
                rest.append(word)
        if rest:
            self.head.append(("XXC", " " + " ".join(rest)))

    def _first_side(self, line: Line) -> None:
        at, word = line.only(3)
        if word not in ("W", "B"):
            raise line.error("trf.initial", at, text=word)
        self.initial = "red" if word == "W" else "black"

    def _scores(self, line: Line) -> None:
        """``XXS CODE=VALUE …``; what comes later overrides."""
        self.follow = False
        for at, word in line.words(3):
            code, equals, value = word.partition("=")
            if code not in SCORES or not equals:
                raise line.error("trf.point_code", at, text=word)
            worth = line.tenths(at + len(code) + 1, value)
            self.values.update(dict.fromkeys(SCORES[code], worth))

    def _point_values(self, line: Line) -> None:
        """``162``: letters with values, such as ``W  2.0    D  1.0``."""
        for found in re.finditer(r"(\S)\s*(\S*)", line.text[3:]):
            at, letter, value = found.start() + 3, *found.groups()
            worth = line.tenths(found.start(2) + 3, value)
            if letter == "X":  # an adjourned game, to be paired as if it were drawn
                self.head.append(("162", f"  X{value:>4}"))
            elif letter in POINT_LETTERS:
                self.values.update(dict.fromkeys(POINT_LETTERS[letter], worth))
            else:
                raise line.error("trf.point_code", at, text=letter)

    def _byes(self, line: Line) -> None:
        (at, letter), when, *players = line.at_least(3, 2)
        if letter not in ("H", "F", "Z"):
            raise line.error("trf.bye_kind", at, text=letter)
        round = line.round(*when)
        for column, word in players:
            number = line.number(column, word)
            self._known(line, column, number)
            self.absent[number, round] = BYES[letter]

    def _forbid(
        self, line: Line, words: list[tuple[int, str]], first: int, last: int | None
    ) -> None:
        if last is not None and last < first:
            raise line.error("trf.range", 8, first=first, last=last)
        numbers = [line.number(*word) for word in words]
        for (column, _word), number in zip(words, numbers, strict=True):
            self._known(line, column, number)
        if len(set(numbers)) > 1:
            self.forbidden.append(Forbidden(tuple(dict.fromkeys(numbers)), first, last))

    def _accelerate(self, line: Line, number: int, values: list[int], first: int = 1) -> None:
        self.count += len(values) + first
        if self.count > _MOST_ACCELERATIONS or len(values) > MOST_ROUNDS:
            raise line.error("trf.accelerations", 4)
        self._known(line, 4, number)
        row = self.accelerated.setdefault(number, [])
        row.extend([0] * (first - 1 + len(values) - len(row)))
        row[first - 1 : first - 1 + len(values)] = values

    def _accelerate_range(self, line: Line) -> None:
        """``250``: match points (none), game points, two rounds, two players."""
        words = line.words(4)
        if len(words) == 6:  # match points are there
            at, word = words.pop(0)
            if line.tenths(at, word):
                raise line.error("trf.value", at, text=word)
        if len(words) != 5:
            raise line.error("trf.short", len(line.text))
        points = line.tenths(*words[0])
        first, last = line.round(*words[1]), line.round(*words[2])
        low, high = line.number(*words[3]), line.number(*words[4])
        for a, b, at in ((first, last, words[2][0]), (low, high, words[4][0])):
            if a > b:
                raise line.error("trf.range", at, first=a, last=b)

        def apply() -> None:
            for number in self.players:
                if low <= number <= high:
                    self._accelerate(line, number, [points] * (last - first + 1), first)

        self.later.append(apply)

    def _own(self, line: Line, text: str) -> None:
        """Our own lines: ``CHU fouls 4 2``, ``CHU team 4 Guangdong``."""
        word, _blank, rest = text.strip().partition(" ")
        number, _blank, value = rest.strip().partition(" ")
        if word == "fouls" and value.isdecimal() and len(value) < 4:
            self._change(line, line.number(10, number), fouls=int(value))
        elif word == "team":
            self._change(line, line.number(9, number), team=value.strip())
        else:
            raise line.error("trf.own", 4, text=text[:40])

    def _change(self, line: Line, number: int, **what: object) -> None:
        def apply() -> None:
            self.players[number] = replace(self.players[number], **what)  # type: ignore[arg-type]

        self._known(line, 4, number)
        self.later.append(apply)

    def _known(self, line: Line, column: int, number: int) -> None:
        def check() -> None:
            if number not in self.players:
                raise line.error("trf.unknown_player", column, player=number)

        self.later.append(check)

    # ------------------------------------------------------------ a player

    def _player(self, line: Line) -> None:
        player, row = read_player(line)
        if player.number in self.players:
            raise line.error(
                "trf.repeated", 4, player=player.number, other=self.lines[player.number]
            )
        self.players[player.number] = player
        self.rows[player.number] = row
        self.lines[player.number] = line.line_number

    # ------------------------------------------------------------ all

    def event(self) -> Event:
        if not self.players:
            raise TrfError("trf.no_players")
        for do in self.later:
            do()
        numbers = sorted(self.players)
        for number in numbers:
            self._agree(number)
        last = self.rounds_total or 99
        forbidden = (
            replace(rule, last=None) if rule.last is not None and rule.last >= last else rule
            for rule in self.forbidden
        )
        event = Event(
            **self.fields,
            players=tuple(self.players[number] for number in numbers),
            cells=tuple(tuple(self.rows[number]) for number in numbers),
            rounds_total=self.rounds_total,
            points=self._points(),
            initial_side=self.initial,
            forbidden=tuple(forbidden),
            absent=self.absent,
            accelerated={n: tuple(row) for n, row in sorted(self.accelerated.items())},
            order=tuple(self.players) if self.by_lines else (),
            head=tuple(self.head),
        )
        return replace(event, absent=self.absent | self._away(event)) if self.away else event

    def _away(self, event: Event) -> dict[tuple[int, int], Kind]:
        """``XXZ``: who is not there in the round to be paired."""
        found: dict[tuple[int, int], Kind] = {}
        for line, column, word in self.away:
            number = line.number(column, word)
            if number not in self.players:
                raise line.error("trf.unknown_player", column, player=number)
            if event.absence(number, event.next_round) is None:
                found[number, event.next_round] = Kind.ZERO_BYE
        return found

    def _points(self) -> Points:
        """Byes and forfeits are worth what a game is, unless the file says otherwise."""
        given = dict(self.values)
        win, draw = given.get("win", 10), given.get("draw", 5)
        worth = {"full_bye": win, "half_bye": draw, "forfeit_win": win}
        if self.follow:
            worth["pab"] = win
        return Points(**(worth | given))

    def _agree(self, number: int) -> None:
        """What a player's line says of a round, the opponent's must say too."""
        for round, cell in enumerate(self.rows[number], 1):
            if cell.opponent is None:
                continue
            column = FIRST_ROUND + (round - 1) * ROUND_WIDTH
            facts = {"player": number, "opponent": cell.opponent, "round": round}
            place = {"line": self.lines[number], "column": column + 1}
            if cell.opponent not in self.players:
                raise TrfError("trf.unknown_opponent", facts | place)
            row = self.rows[cell.opponent]
            if not _mirrors(number, cell, row[round - 1] if round <= len(row) else EMPTY):
                raise TrfError("trf.mismatch", facts | place)


def _mirrors(number: int, cell: Cell, other: Cell) -> bool:
    """Whether two cells are of one game.

    Both may have lost, or one have drawn and the other lost: arbiters rule so.
    """
    scores = {cell.score, other.score}
    return (
        other.opponent == number
        and other.kind is cell.kind
        and (other.side != cell.side or cell.side is None)
        and (None not in scores or scores == {None})
        and not (Score.WIN in scores and Score.LOSS not in scores)
    )
