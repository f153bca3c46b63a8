"""Which games one wants, by players, events, results, length, moves, positions, pieces, texts.

>>> from chuhe.records import read
>>> games = list(read('''[Red "胡荣华"]
... [Date "1980.11.03"]
... 1. 炮二平五 马8进7 2. 马二进三 1-0
...
... [Red "许银川"]
... 1. 兵七进一 卒7进1 *'''.encode()))
>>> [game.headers["Red"] for game in games if Selection(opening="炮二平五").accepts(game)]
['胡荣华']
>>> [game.headers["Red"] for game in games if Selection(player=("许",), result="*").accepts(game)]
['许银川']
>>> [Selection(since="1980", until="1980-12").accepts(game) for game in games]
[True, False]
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, fields
from functools import cached_property, lru_cache

from chuhe import _core
from chuhe.board import is_start
from chuhe.errors import ParseError, add_messages
from chuhe.game import Game
from chuhe.i18n import N_

__all__ = ["Material", "Selection", "dates_of", "result_of", "starts_as_usual"]

Days = tuple[tuple[int, int, int], tuple[int, int, int]]


@dataclass(frozen=True)
class Selection:
    """What games must have to be taken; what is left out, and an empty text, asks for nothing.

    Names and texts are looked for anywhere and without regard to case; of several
    ``player`` (``red``, ``black``, ``event``) one must be there.

    Raises:
        FenError: ``position`` is no FEN.
        MoveError, NotationError: ``opening`` cannot be played.
        ParseError: ``result``, ``material`` or a date is not understood.

    >>> Selection().accepts(Game()), Selection(least_plies=1).accepts(Game())
    (True, False)
    """

    #: A player of either side; of a record that names none, in its title or event.
    player: tuple[str, ...] = ()
    red: tuple[str, ...] = ()
    black: tuple[str, ...] = ()
    #: In the headers Event, Title and Round.
    event: tuple[str, ...] = ()
    #: ``1-0``, ``0-1``, ``1/2-1/2``, ``*``; also ``red``, ``black``, ``draw``, ``unknown``.
    result: str = ""
    least_plies: int = 0
    most_plies: int | None = None
    #: The first moves, in any notation, from the usual start: ``炮二平五 马8进7``.
    opening: str = ""
    #: A FEN that stands in the main line; without a side to move, either may be.
    position: str = ""
    #: Pieces that are left at some time; see `Material`.
    material: str = ""
    #: In comments and headers.
    text: str = ""
    #: First and last day, as ``1980``, ``1980-11`` or ``1980-11-03``.
    since: str = ""
    until: str = ""
    #: How the ECCO code begins, or a part of the name of the opening.
    ecco: str = ""
    #: The opening and the position may be mirrored, left for right.
    mirror: bool = False
    #: The position may stand in a variation.
    variations: bool = False

    def __post_init__(self) -> None:
        for name in ("player", "red", "black", "event"):
            given: object = getattr(self, name)
            if isinstance(given, str):
                object.__setattr__(self, name, (given,) if given else ())
        # What is not understood is told now and not at the first game.
        for name in ("outcome", "days", "openings", "keys", "_material"):
            getattr(self, name)

    def __getstate__(self) -> dict[str, object]:
        return {field.name: getattr(self, field.name) for field in fields(self)}

    def __setstate__(self, state: dict[str, object]) -> None:
        for name, value in state.items():
            object.__setattr__(self, name, value)

    def accepts(self, game: Game) -> bool:
        """Whether a game has all that is asked for."""
        return all(check(game) for check in self._checks)

    @cached_property
    def _checks(self) -> list[Callable[[Game], bool]]:
        """The checks asked for, the quickest first."""
        asked: tuple[tuple[object, Callable[[Game], bool]], ...] = (
            (self.outcome, self._has_result),
            (self.player, self._has_player),
            (self.red, lambda game: _named(self._folded["red"], game, "Red")),
            (self.black, lambda game: _named(self._folded["black"], game, "Black")),
            (self.event, self._has_event),
            (self.ecco, self._has_ecco),
            (self.since or self.until, self._has_date),
            (self.least_plies or self.most_plies is not None, self._has_length),
            (self.opening, self._has_opening),
            (self.position, self._has_position),
            (self.material, self._has_material),
            (self.text, self._has_text),
        )
        return [check for wanted, check in asked if wanted]

    @cached_property
    def _folded(self) -> dict[str, tuple[str, ...]]:
        names = ("player", "red", "black", "event")
        return {name: tuple(text.casefold() for text in getattr(self, name)) for name in names}

    # What is asked for, understood

    @cached_property
    def outcome(self) -> str:
        """The result asked for, as `Game.result` has it; empty if none is."""
        return result_of(self.result) if self.result else ""

    @cached_property
    def days(self) -> Days:
        """The first and the last day asked for; those before and after all games if none is."""
        first = _days_of(self.since)[0] if self.since else (0, 0, 0)
        last = _days_of(self.until)[1] if self.until else (9999, 12, 31)
        return first, last

    @cached_property
    def openings(self) -> tuple[tuple[str, ...], ...]:
        """The first moves asked for, as in ``h2e2``, and their mirror image if it counts too."""
        words = re.split(r"[\s,，]+|(?:(?<=\s)|^)\d+[.、．]", self.opening.strip())
        game = Game()
        game.add_line([word for word in words if word])
        moves = tuple(game.uci_moves)
        return (moves, tuple(map(_mirrored_move, moves))) if self.mirror else (moves,)

    @cached_property
    def keys(self) -> frozenset[int]:
        """The keys of the positions asked for, as `_core.position_key` tells them."""
        if not self.position:
            return frozenset()
        placement, *rest = self.position.split()
        placements = [placement]
        if self.mirror:
            placements.append("/".join(rank[::-1] for rank in placement.split("/")))
        sides = [rest[0]] if rest else ["w", "b"]
        return frozenset(_core.position_key(f"{p} {side}") for p in placements for side in sides)

    @cached_property
    def _material(self) -> Material | None:
        return Material(self.material) if self.material else None

    # The checks

    def _has_result(self, game: Game) -> bool:
        return game.result == self.outcome

    def _has_player(self, game: Game) -> bool:
        wanted = self._folded["player"]
        if _header(game, "Red") or _header(game, "Black"):
            return _named(wanted, game, "Red") or _named(wanted, game, "Black")
        return _named(wanted, game, "Title") or _named(wanted, game, "Event")

    def _has_event(self, game: Game) -> bool:
        return any(_named(self._folded["event"], game, name) for name in _EVENTS)

    def _has_ecco(self, game: Game) -> bool:
        wanted = self.ecco.casefold()
        if (_header(game, "ECCO") or _header(game, "ECO")).casefold().startswith(wanted):
            return True
        return any(wanted in _header(game, name).casefold() for name in ("Opening", "Variation"))

    def _has_date(self, game: Game) -> bool:
        days = dates_of(game)
        return days is not None and days[0] <= self.days[1] and days[1] >= self.days[0]

    def _has_length(self, game: Game) -> bool:
        plies = len(game._record.line(0))
        return self.least_plies <= plies and (self.most_plies is None or plies <= self.most_plies)

    def _has_opening(self, game: Game) -> bool:
        moves = game.uci_moves
        return any(
            tuple(moves[: len(wanted)]) == wanted for wanted in self.openings
        ) and starts_as_usual(game)

    def _has_position(self, game: Game) -> bool:
        return not self.keys.isdisjoint(game._record.keys(self.variations))

    def _has_material(self, game: Game) -> bool:
        material = self._material
        return material is not None and any(map(material.accepts, game._record.materials()))

    def _has_text(self, game: Game) -> bool:
        wanted = self.text.casefold()
        return any(wanted in text.casefold() for text in _texts(game))


_EVENTS = ("Event", "Title", "Round")


def starts_as_usual(game: Game) -> bool:
    """Whether a game starts from the usual position and not from one laid out.

    >>> starts_as_usual(Game()), starts_as_usual(Game("3k5/4P4/9/9/9/9/9/9/9/4K4 w"))
    (True, False)
    """
    return is_start(game.start_fen)


def _header(game: Game, name: str) -> str:
    return game._record.header(name) or ""


def _named(wanted: tuple[str, ...], game: Game, name: str) -> bool:
    said = _header(game, name).casefold()
    return any(text in said for text in wanted)


def _mirrored_move(move: str) -> str:
    """``b2e2`` for ``h2e2``."""
    return move.translate(_MIRROR)


_MIRROR = str.maketrans("abcdefghi", "ihgfedcba")


def _texts(game: Game) -> Iterator[str]:
    record = game._record
    yield from (value for _name, value in record.headers())
    if record.count_comments():
        for node in record.walk():
            yield record.comment(node)
            yield record.before(node)
            yield from (comment for _, _, comment in record.unread(node))


# Results and dates

_RESULTS = {
    **dict.fromkeys(("1-0", "red", "红胜", "紅勝", "红", "红先胜"), "1-0"),
    **dict.fromkeys(("0-1", "black", "黑胜", "黑勝", "黑", "红先负"), "0-1"),
    **dict.fromkeys(("1/2-1/2", "draw", "½-½", "和", "和棋", "红先和"), "1/2-1/2"),
    **dict.fromkeys(("*", "unknown", "?", "未知"), "*"),
}


def result_of(text: str) -> str:
    """A result in words or figures as `Game.result` has it.

    Raises:
        ParseError: it is none.

    >>> result_of("draw"), result_of("红胜")
    ('1/2-1/2', '1-0')
    """
    try:
        return _RESULTS[text.strip().casefold()]
    except KeyError:
        raise ParseError("select.result", {"text": text}) from None


_DAY = re.compile(
    r"(?<!\d)((?:1[5-9]|20)\d\d)"
    r"(?:(?:\s*[-./年]\s*)(\d{1,2})(?:(?:\s*[-./月]\s*)(\d{1,2}))?|(\d\d)(\d\d)(?!\d))?"
)


def dates_of(game: Game) -> Days | None:
    """The first and the last day on which a game may have been played.

    From the header Date, or a year that the event or the title begins or ends with, or names
    as one (1980年).

    >>> dates_of(Game(headers=[("Event", "1980年全国象棋个人赛")]))
    ((1980, 1, 1), (1980, 12, 31))
    >>> dates_of(Game(headers=[("Date", "2005.08.??")]))
    ((2005, 8, 1), (2005, 8, 31))
    """
    days = _days_in(_header(game, "Date"))
    return days or _year_in(_header(game, "Event")) or _year_in(_header(game, "Title"))


_YEAR = re.compile(
    r"(?<![\d第#])(19\d\d|20[0-4]\d)年|^(19\d\d|20[0-4]\d)(?!\d)|(?<=[\s,(])(19\d\d|20[0-4]\d)$"
)


@lru_cache(maxsize=4096)
def _year_in(text: str) -> Days | None:
    if not (found := _YEAR.search(text.strip())):
        return None
    year = int(found[found.lastindex or 1])
    return (year, 1, 1), (year, 12, 31)


@lru_cache(maxsize=4096)
def _days_in(text: str) -> Days | None:
    if not (found := _DAY.search(text)):
        return None
    year, month, day = int(found[1]), int(found[2] or found[4] or 0), int(found[3] or found[5] or 0)
    if not 1 <= month <= 12:
        return (year, 1, 1), (year, 12, 31)
    if not 1 <= day <= 31:
        return (year, month, 1), (year, month, 31)
    return (year, month, day), (year, month, day)


def _days_of(text: str) -> Days:
    if days := _days_in(text):
        return days
    raise ParseError("select.date", {"text": text})


# Pieces


class Material:
    """The pieces of both sides, kings left out or not, by letters or Chinese names.

    After the pieces of a side ``+`` allows any others besides, and ``~`` any advisors
    and elephants.

    Raises:
        ParseError: it is not understood.

    >>> Material("RP/raa").accepts("KRP/kaar"), Material("RP/r").accepts("KRP/kaar")
    (True, False)
    >>> Material("车兵/车~").accepts("KRP/kaar"), Material("R+/").accepts("KAARRP/k")
    (True, True)
    """

    def __init__(self, text: str) -> None:
        sides = re.sub(r"\s+", "", text).split("/")
        if len(sides) != 2:
            raise ParseError("select.material", {"text": text})
        #: Of Red and of Black: how many of each kind, and ``+``, ``~`` or nothing.
        self.sides = tuple(self._side(side, text) for side in sides)
        self._known: dict[str, bool] = {}

    @staticmethod
    def _side(side: str, text: str) -> tuple[Counter[str], str]:
        more = side[-1:] if side[-1:] in ("+", "~") else ""
        letters = [_LETTERS.get(letter, "") for letter in side.removesuffix(more).upper()]
        if not all(letters):
            raise ParseError("select.material", {"text": text})
        return Counter(letter for letter in letters if letter != "K"), more

    def accepts(self, pieces: str) -> bool:
        """Whether a position has the pieces; ``pieces`` as `_core.material_of` tells them."""
        known = self._known.get(pieces)
        if known is None:
            sides = pieces.upper().replace("K", "").split("/")
            known = all(
                self._fits(Counter(side), *wanted)
                for side, wanted in zip(sides, self.sides, strict=True)
            )
            self._known[pieces] = known
        return known

    @staticmethod
    def _fits(side: Counter[str], wanted: Counter[str], more: str) -> bool:
        if more == "+":
            return side >= wanted
        if more == "~":
            return side >= wanted and set(side - wanted) <= {"A", "B"}
        return side == wanted


_LETTERS = {letter: letter for letter in "KABNRCP"} | {
    "E": "B",
    "H": "N",
    **dict.fromkeys("帥帅將将", "K"),
    **dict.fromkeys("仕士", "A"),
    **dict.fromkeys("相象", "B"),
    **dict.fromkeys("傌馬马", "N"),
    **dict.fromkeys("俥車车", "R"),
    **dict.fromkeys("炮砲包", "C"),
    **dict.fromkeys("兵卒", "P"),
}

add_messages(
    {
        "select.date": N_("not a date: '{text}'; expected one like 1980, 1980-11 or 1980-11-03"),
        "select.material": N_(
            "not the pieces of two sides: '{text}'; expected such as RP/r, R+/rr~ or 车兵/车"
        ),
        "select.result": N_("not a result: '{text}'; expected red, black, draw or unknown"),
    }
)
