"""What a match shall be, as data: engines, limits, openings, when to stop.

>>> spec = read_engine("cmd='fairy-stockfish xiangqi' name=Fairy option.Hash=64 tc=40/60+0.5")
>>> spec.command, spec.options, spec.control.base, spec.control.moves
('fairy-stockfish xiangqi', {'Hash': '64'}, 60.0, 40)
>>> read_engine("chuhe engine").command, read_engine("xboard:hoixiangqi").protocol
('chuhe engine', 'xboard')
"""

from __future__ import annotations

import os
import re
import shlex
from collections.abc import Callable, Mapping

import msgspec

from chuhe.engines import STRONGEST, WEAKEST, Limit
from chuhe.errors import ParseError, add_messages
from chuhe.i18n import N_
from chuhe.matches.adjudicate import DrawRule, Resign
from chuhe.matches.stats import Sprt
from chuhe.pieces import Color

__all__ = ["Contestant", "Control", "Plan", "Test", "read_engine", "read_pairs"]

add_messages(
    {
        "match.key": N_("'{key}' is not known here; there are: {keys}"),
        "match.value": N_("'{key}' cannot be '{value}'"),
        "match.words": N_("expected words like name=value, got '{text}'"),
        "match.no_command": N_("an engine needs a command: cmd=…"),
        "match.few_engines": N_("a match needs at least two engines"),
        "match.sprt_two": N_("a test of two hypotheses (SPRT) is for two engines"),
        "match.no_limit": N_("say how long the engines may think: time, tc, nodes or depth"),
        "match.level": N_("the built-in engine has the levels {least} to {most}, not '{level}'"),
    }
)

#: How the built-in engine is named: ``builtin`` or ``builtin:3``.
_BUILTIN = re.compile(r"builtin(?::(.*))?")
_CLOCK = re.compile(r"(?:(\d+)/)?(?:(\d+):)?(\d+(?:\.\d+)?)(?:\+(\d+(?:\.\d+)?))?")


class Control(msgspec.Struct, frozen=True):
    """How long an engine may think. What is None does not limit it.

    Attributes:
        time: seconds a move.
        base: seconds on its clock.
        increment: seconds added after each move.
        moves: moves after which ``base`` is added again; 0: never.
        nodes: positions a move.
        depth: plies a move.
    """

    time: float | None = None
    base: float | None = None
    increment: float = 0.0
    moves: int = 0
    nodes: int | None = None
    depth: int | None = None

    @property
    def is_limit(self) -> bool:
        """Whether it limits anything at all."""
        return any(value is not None for value in (self.time, self.base, self.nodes, self.depth))

    def text(self) -> str:
        """As it was typed.

        >>> Control(base=60, increment=0.5, moves=40).text(), Control(time=0.1, nodes=5000).text()
        ('40/60+0.5', '0.1s nodes=5000')
        """
        words = []
        if self.base is not None:
            moves = f"{self.moves}/" if self.moves else ""
            words.append(f"{moves}{self.base:g}" + (f"+{self.increment:g}" * bool(self.increment)))
        if self.time is not None:
            words.append(f"{self.time:g}s")
        words += [f"nodes={self.nodes}"] * (self.nodes is not None)
        words += [f"depth={self.depth}"] * (self.depth is not None)
        return " ".join(words)


class Contestant(msgspec.Struct, frozen=True):
    """One of the engines of a match.

    Attributes:
        command: its command; ``builtin`` or ``builtin:LEVEL`` is the engine that comes with Chuhe.
        name: what it is called; if empty, what it calls itself.
        protocol: ``uci``, ``ucci`` or ``xboard``; empty: it is found out.
        dir: the folder it is started in.
        options: options set at its start.
        control: how long it may think.
        margin: seconds it may be late.
        restart: whether it is started anew for each game.
        ponder: whether it thinks while the other side does.
        book: a file with its own openings; empty: none.
        book_plies: the first moves of a game, both sides counted, for which that is used.
    """

    command: str
    name: str = ""
    protocol: str = ""
    dir: str = ""
    options: dict[str, str] = {}
    control: Control = Control()
    margin: float = 0.2
    restart: bool = False
    ponder: bool = False
    book: str = ""
    book_plies: int | None = None

    @property
    def level(self) -> int | None:
        """The level, if it is the built-in engine; None for a program.

        Raises:
            ParseError: there is no such level.
        """
        found = _BUILTIN.fullmatch(self.command.strip())
        if found is None:
            return None
        text = found[1]
        if text is None:
            return STRONGEST
        if text.isdecimal() and WEAKEST <= int(text) <= STRONGEST:
            return int(text)
        raise ParseError("match.level", {"level": text, "least": WEAKEST, "most": STRONGEST})


class Test(msgspec.Struct, frozen=True):
    """The two hypotheses of a test, as in `Sprt`."""

    elo0: float = 0.0
    elo1: float = 5.0
    alpha: float = 0.05
    beta: float = 0.05
    normalized: bool = False

    def sprt(self) -> Sprt:
        """The test itself.

        Raises:
            ValueError: see `Sprt`.
        """
        return Sprt(self.elo0, self.elo1, self.alpha, self.beta, self.normalized)


class Plan(msgspec.Struct, frozen=True, kw_only=True):
    """All of a match that decides how its games go; what is kept to go on with it.

    Attributes:
        engines: who plays.
        games: games of each two engines that meet.
        gauntlet: whether only the first engine meets the others.
        rules: the name of the rule book the games are judged by.
        openings: ``builtin``, ``random``, ``start``, or the name of a file.
        plies: moves of an opening, both sides counted; None: all it has.
        shuffle: whether openings come in an order decided by ``seed``.
        seed: decides everything left to chance.
        resign: when a side resigns.
        draw: when a draw is agreed.
        longest: plies after which a game is drawn, openings counted.
        test: when two hypotheses are tested, which; the match ends when one is taken.
        timeout: seconds beyond its limit after which an engine counts as hanging.
        stall: seconds a move may take where only nodes or depth are limited.
        event: what the records call the match.
    """

    engines: tuple[Contestant, ...]
    games: int = 100
    gauntlet: bool = False
    rules: str = "engine"
    openings: str = "builtin"
    plies: int | None = None
    shuffle: bool = True
    seed: int = 1
    resign: Resign | None = None
    draw: DrawRule | None = None
    longest: int = 600
    test: Test | None = None
    timeout: float = 5.0
    stall: float = 60.0
    event: str = ""

    def check(self) -> None:
        """See that a match can be played so.

        Raises:
            ParseError: it cannot.
        """
        if len(self.engines) < 2:
            raise ParseError("match.few_engines")
        if self.test is not None and len(self.engines) != 2:
            raise ParseError("match.sprt_two")
        for engine in self.engines:
            if engine.level is None and not engine.command.strip():
                raise ParseError("match.no_command")
            if not engine.control.is_limit:
                raise ParseError("match.no_limit")


class Timer:
    """The clock of one engine in one game.

    >>> timer = Timer(Control(base=10.0, increment=1.0), margin=0)
    >>> timer.spend(4), timer.left, timer.spend(8)
    (True, 7.0, False)
    """

    def __init__(self, control: Control, margin: float) -> None:
        self.control = control
        self.margin = margin
        self.left = control.base or 0.0
        self._made = 0

    @property
    def moves_to_go(self) -> int | None:
        """Moves until time is added."""
        moves = self.control.moves
        return moves - self._made % moves if moves else None

    def spend(self, seconds: float) -> bool:
        """Take off what a move took; False if that was too much."""
        control = self.control
        if control.time is not None and seconds > control.time + self.margin:
            return False
        if control.base is None:
            return True
        self.left -= seconds
        if self.left < -self.margin:
            return False
        self.left = max(self.left, 0.0) + control.increment
        self._made += 1
        if control.moves and self._made % control.moves == 0:
            self.left += control.base
        return True

    def limit(self, turn: Color, other: Timer) -> Limit:
        """What the engine is told for its next move."""
        control = self.control
        if control.base is None:
            return Limit(time=control.time, nodes=control.nodes, depth=control.depth)
        sides = {turn: self, (Color.BLACK if turn is Color.RED else Color.RED): other}
        timed = {side: t for side, t in sides.items() if t.control.base is not None}
        return Limit(
            time=control.time,
            nodes=control.nodes,
            depth=control.depth,
            clocks={side: t.left for side, t in timed.items()},
            increments={side: t.control.increment for side, t in timed.items()},
            moves_to_go=self.moves_to_go,
        )


def read_pairs(text: str) -> dict[str, str]:
    """Words like ``name=value`` by name; values may be quoted as in a shell.

    Raises:
        ParseError: a word is not like that.

    >>> read_pairs("elo0=0 elo1='5'")
    {'elo0': '0', 'elo1': '5'}
    """
    try:
        words = shlex.split(text)
    except ValueError as error:
        raise ParseError("match.words", {"text": text}) from error
    pairs = dict(word.partition("=")[::2] for word in words)
    if any("=" not in word for word in words):
        raise ParseError("match.words", {"text": text})
    return pairs


def read_values(text: str, kinds: Mapping[str, Callable[[str], object]]) -> dict[str, object]:
    """`read_pairs` of known names, each value made what it is.

    Raises:
        ParseError: a name is not known, or a value cannot be read.

    >>> read_values("moves=3 both=no", {"moves": int, "both": yes_or_no})
    {'moves': 3, 'both': False}
    """
    values: dict[str, object] = {}
    for key, value in read_pairs(text).items():
        if key not in kinds:
            raise ParseError("match.key", {"key": key, "keys": ", ".join(kinds)})
        try:
            values[key] = kinds[key](value)
        except ValueError as error:
            raise ParseError("match.value", {"key": key, "value": value}) from error
    return values


def yes_or_no(text: str) -> bool:
    """A choice in words.

    Raises:
        ValueError: it is none.
    """
    known = {"yes": True, "on": True, "true": True, "1": True}
    known |= {"no": False, "off": False, "false": False, "0": False}
    if text.lower() not in known:
        raise ValueError(text)
    return known[text.lower()]


def seconds_of(text: str) -> float:
    """A number of seconds, not negative.

    Raises:
        ValueError: it is none.
    """
    value = float(text.removesuffix("s"))
    if not 0 <= value < 1e7:
        raise ValueError(text)
    return value


def _count(text: str) -> int:
    value = int(text)
    if value < 1:
        raise ValueError(text)
    return value


def _positive(text: str) -> float:
    value = seconds_of(text)
    if not value:
        raise ValueError(text)
    return value


def read_clock(text: str) -> Control:
    """A clock as ``[moves/][minutes:]seconds[+increment]``.

    Raises:
        ValueError: it is none.

    >>> read_clock("1:30+0.5").base, read_clock("40/60").moves
    (90.0, 40)
    """
    found = _CLOCK.fullmatch(text)
    if found is None:
        raise ValueError(text)
    base = 60 * int(found[2] or 0) + float(found[3])
    if base <= 0:
        raise ValueError(text)
    return Control(base=base, increment=float(found[4] or 0), moves=int(found[1] or 0))


def _protocol(text: str) -> str:
    if text.lower() not in ("uci", "ucci", "xboard", "auto"):
        raise ValueError(text)
    return "" if text.lower() == "auto" else text.lower()


_KINDS: dict[str, Callable[[str], object]] = {
    "cmd": str,
    "name": str,
    "protocol": _protocol,
    "dir": str,
    "time": _positive,
    "tc": read_clock,
    "nodes": _count,
    "depth": _count,
    "margin": seconds_of,
    "restart": yes_or_no,
    "ponder": yes_or_no,
    "book": os.path.abspath,
    "bookplies": _count,
}


def read_engine(text: str, common: str = "") -> Contestant:
    """An engine as it is named on a command line.

    Args:
        text: ``cmd=… name=… protocol=… dir=… time=… tc=… nodes=… depth=… margin=… restart=…
            ponder=… book=… bookplies=… option.NAME=…`` in any order; or its command alone; ``xboard:COMMAND`` says its
            protocol.
        common: words of the same kind that hold for all engines; its own come first.

    Raises:
        ParseError: a word is not known, or its value makes no sense.
    """
    own = read_pairs(text) if re.search(r"(?:^|\s)cmd=", text) else {"cmd": text}
    every = read_pairs(common)
    if own.keys() & {"time", "tc", "nodes", "depth"}:
        # Its own limit takes the place of the common one, and is not added to it.
        every = {k: v for k, v in every.items() if k not in ("time", "tc", "nodes", "depth")}
    words = every | own
    if words["cmd"].startswith("xboard:"):
        words |= {"cmd": words["cmd"].removeprefix("xboard:"), "protocol": "xboard"}
    options = {k.partition(".")[2]: v for k, v in words.items() if k.startswith("option.")}
    rest = {k: v for k, v in words.items() if not k.startswith("option.")}
    given: dict[str, object] = {}
    for key, value in rest.items():
        given |= read_values(shlex.join([f"{key}={value}"]), _KINDS | {"option.NAME": str})
    clock = given.pop("tc", Control())
    control = msgspec.structs.replace(
        clock,  # type: ignore[type-var]
        **{key: given.pop(key) for key in ("time", "nodes", "depth") if key in given},
    )
    command = given.pop("cmd")
    if "bookplies" in given:
        given["book_plies"] = given.pop("bookplies")
    return msgspec.convert(
        {"command": command, "options": options, "control": control, **given}, Contestant
    )
