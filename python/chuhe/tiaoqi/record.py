"""Games of 跳棋 as files: our JSON, and a plain list that people can read.

>>> from chuhe.tiaoqi.position import start
>>> record = Record(rules="adjacent", names={"S": "甲", "N": "乙"}, moves=("d1e5", "n1m5"))
>>> print(record.text())
[Game "tiaoqi"]
[Rules "adjacent"]
[Seats "S N"]
[S "甲"]
[N "乙"]
[Result "*"]
<BLANKLINE>
1. d1-e5 n1-m5 *
<BLANKLINE>
>>> read_record(record.text()) == record == read_record(record.json())
True
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from chuhe.errors import ChuheError, RecordError, add_messages
from chuhe.i18n import N_
from chuhe.tiaoqi.position import Position, from_text, start
from chuhe.tiaoqi.rules import Rules, rules_named
from chuhe.tiaoqi.words import POINTS

__all__ = ["Record", "read_record"]

MOST_MOVES = 20_000
MOST_CHARACTERS = 2_000_000


@dataclass(frozen=True)
class Record:
    """A game: how it was played, by whom, and the moves."""

    rules: str = "equidistant"
    """A name of `RULES`."""
    changed: Mapping[str, Any] = field(default_factory=dict)
    """Fields in which the rules differ from those of the name."""
    seats: int = 2
    pieces: int = 10
    setup: str | None = None
    """The text of another start."""
    names: Mapping[str, str] = field(default_factory=dict)
    """Point → who sat there."""
    tags: Mapping[str, str] = field(default_factory=dict)
    """Event, Date and whatever else was noted."""
    moves: tuple[str, ...] = ()
    """``d1e5``, ``pass``, ``resign:S`` and ``time:S``."""

    def agreed(self) -> Rules:
        """The rules of the game."""
        return Rules.from_fields(self.changed, rules_named(self.rules))

    def begin(self) -> Position:
        """The position before the first move."""
        if self.setup is not None:
            return from_text(self.setup, self.agreed())
        return start(self.agreed(), seats=self.seats, pieces=self.pieces)

    def positions(self) -> Iterator[Position]:
        """The position before the first move and after every move.

        Raises:
            RecordError: ``tiaoqi.ply``: a move cannot be played; ``ply`` and why.
        """
        yield self.begin()
        yield from self.positions_after()

    def positions_after(self) -> Iterator[Position]:
        """The position after every move; else as `positions`."""
        at = self.begin()
        for ply, move in enumerate(self.moves, 1):
            try:
                at = _played(at, move)
            except ChuheError as error:
                raise RecordError("tiaoqi.ply", {"ply": ply, "why": str(error)}) from None
            yield at

    def result(self) -> str:
        """Places in the order of play, such as ``1-2``; ``*`` if the game is not over.

        Raises:
            RecordError: as `positions`.
        """
        end = None
        for at in self.positions():
            end = at.end
        return "*" if end is None else "-".join(str(place) for place in end.places)

    def json(self) -> str:
        """The record as one JSON object."""
        points = self.begin().points
        said = {
            "game": "tiaoqi",
            "version": 1,
            "rules": self.rules,
            **({"changed": dict(self.changed)} if self.changed else {}),
            "seats": list(points),
            "pieces": self.pieces,
            **({"setup": self.setup} if self.setup else {}),
            "names": dict(self.names),
            "tags": dict(self.tags),
            "moves": list(self.moves),
            "result": self.result(),
        }
        return json.dumps(said, ensure_ascii=False, indent=1) + "\n"

    def text(self) -> str:
        """The record as tags and a numbered list of moves, a round a line."""
        points = self.begin().points
        tags = {"Game": "tiaoqi", "Rules": self.rules}
        if self.changed:
            tags["Changed"] = json.dumps(dict(self.changed), ensure_ascii=False)
        tags["Seats"] = " ".join(points)
        if self.pieces != 10:
            tags["Pieces"] = str(self.pieces)
        if self.setup:
            tags["Setup"] = self.setup
        tags.update(self.names)
        tags.update(self.tags)
        tags["Result"] = self.result()
        lines = [f'[{name} "{_quoted(value)}"]' for name, value in tags.items()]
        rounds = []
        for n in range(0, len(self.moves), len(points)):
            said = " ".join(_dashed(move) for move in self.moves[n : n + len(points)])
            rounds.append(f"{n // len(points) + 1}. {said}")
        body = "\n".join(rounds)
        return "\n".join(lines) + "\n\n" + (body + " " if body else "") + tags["Result"] + "\n"


def read_record(text: str) -> Record:
    """A record from its JSON or its plain list; the moves are looked at by `Record.positions`.

    Raises:
        RecordError: ``tiaoqi.record``: what is wrong, and where; ``tiaoqi.long``.
        ParseError: rules or set-up are none.
    """
    if len(text) > MOST_CHARACTERS:
        raise RecordError("tiaoqi.long", {"limit": MOST_CHARACTERS})
    text = text.lstrip("\ufeff \t\r\n")
    record = _from_json(text) if text.startswith("{") else _from_list(text)
    if len(record.moves) > MOST_MOVES:
        raise RecordError("tiaoqi.long", {"limit": MOST_MOVES})
    record.begin()
    return record


def _played(at: Position, move: str) -> Position:
    cause, _, point = move.partition(":")
    if point:
        if cause not in ("resign", "time") or point not in at.points:
            raise RecordError("tiaoqi.record", {"why": move[:40], "line": 1})
        said = "resigned" if cause == "resign" else "time"
        return at.retire(at.points.index(point), said)
    return at.play(move)


def _fault(why: str, line: int = 1) -> RecordError:
    return RecordError("tiaoqi.record", {"why": why[:120], "line": line})


def _from_json(text: str) -> Record:
    try:
        said = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise _fault(str(error), getattr(error, "lineno", 1)) from None
    if not isinstance(said, dict) or said.get("game") != "tiaoqi":
        raise _fault('"game": "tiaoqi"')
    moves = said.get("moves", [])
    if not isinstance(moves, list) or not all(isinstance(move, str) for move in moves):
        raise _fault('"moves"')
    named = {}
    for name in ("names", "tags", "changed"):
        named[name] = said.get(name, {})
        if not isinstance(named[name], dict):
            raise _fault(f'"{name}"')
    texts = {**named["names"], **named["tags"]}
    if not all(isinstance(value, str) for value in texts.values()):
        raise _fault('"names", "tags"')
    setup = said.get("setup")
    if setup is not None and not isinstance(setup, str):
        raise _fault('"setup"')
    _check_names(named["names"], named["tags"])
    pieces = said.get("pieces", 10)
    if pieces not in (10, 15) or isinstance(pieces, bool):
        raise _fault('"pieces"')
    return Record(
        rules=str(said.get("rules", "equidistant")),
        changed=named["changed"],
        seats=_seats(said.get("seats", ["S", "N"]), setup),
        pieces=pieces,
        setup=setup,
        names=named["names"],
        tags=named["tags"],
        moves=tuple(move.replace("-", "") for move in moves),
    )


def _check_names(names: Mapping[str, Any], tags: Mapping[str, Any]) -> None:
    """Names must be of seats, and tags must not be those that say something else."""
    for point in names:
        if point not in POINTS:
            raise _fault(f'"names": {point}')
    for tag in tags:
        if tag in _OWN or tag in POINTS or not re.fullmatch(r"\w+", tag):
            raise _fault(f'"tags": {tag}')


def _seats(points: object, setup: str | None) -> int:
    usual = [list(start(seats=n).points) for n in range(2, 7)]
    if not isinstance(points, list) or (setup is None and points not in usual):
        raise _fault('"seats"')
    return len(points)


#: Tags of our own.
_OWN = ("Game", "Rules", "Changed", "Seats", "Pieces", "Setup", "Result")
_TAG = re.compile(r'\[(\w+) "((?:[^"\\]|\\.)*)"\]\s*$')


def _from_list(text: str) -> Record:
    tags: dict[str, str] = {}
    moves: list[str] = []
    for number, line in enumerate(text.splitlines(), 1):
        if not line.strip():
            continue
        if line.startswith("["):
            tag = _TAG.match(line)
            if tag is None:
                raise _fault(line, number)
            tags[tag[1]] = re.sub(r"\\(.)", r"\1", tag[2])
            continue
        for word in line.split():
            if re.fullmatch(r"\d+\.|\*|\d(-\d)+", word):
                continue
            if not re.fullmatch(r"[a-q]\d+-?[a-q]\d+|pass|(resign|time):[SNWE]+", word):
                raise _fault(word, number)
            moves.append(word.replace("-", ""))
    if tags.pop("Game", "tiaoqi") != "tiaoqi":
        raise _fault('[Game "tiaoqi"]')
    changed = {}
    if "Changed" in tags:
        try:
            changed = json.loads(tags.pop("Changed"))
        except ValueError as error:
            raise _fault(str(error)) from None
        if not isinstance(changed, dict):
            raise _fault("Changed")
    tags.pop("Result", None)
    setup = tags.pop("Setup", None)
    pieces = tags.pop("Pieces", "10")
    if pieces not in ("10", "15"):
        raise _fault("Pieces")
    return Record(
        rules=tags.pop("Rules", "equidistant"),
        changed=changed,
        seats=_seats(tags.pop("Seats", "S N").split(), setup),
        pieces=int(pieces),
        setup=setup,
        names={point: tags.pop(point) for point in POINTS if point in tags},
        tags=tags,
        moves=tuple(moves),
    )


def _dashed(move: str) -> str:
    return re.sub(r"(?<=\d)(?=[a-q])", "-", move)


def _quoted(text: str) -> str:
    return re.sub(r"\s+", " ", text).replace("\\", "\\\\").replace('"', '\\"')


add_messages(
    {
        "tiaoqi.ply": N_("move {ply} cannot be played: {why}"),
        "tiaoqi.record": N_("line {line}: this is no record of Chinese checkers: {why}"),
        "tiaoqi.long": N_("the record is too long; the limit is {limit}"),
    }
)
