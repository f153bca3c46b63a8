"""Games that stand in an archive more than once, under whatever headers.

>>> from chuhe.records import read
>>> games = list(read('''[Red "胡荣华"]
... 1. 炮二平五 马8进7 1-0
...
... [Red "胡荣华"]
... [Event "个人赛"]
... 1. 炮二平五 马8进7 2. 马二进三 1-0
...
... [Black "杨官璘"]
... 1. 炮二平五 马8进7 2. 马二进三 *'''.encode()))
>>> twins = Twins()
>>> for number, game in enumerate(games):
...     twins.add(identity(game), ("a.pgn", number), richness(game))
>>> twins.groups()
[Group(kept=('a.pgn', 1), dropped=[('a.pgn', 2)])]

Two games are the same if they start from the same position and have the same moves
in their main lines. But a game of few moves may be two: below `SHORT` plies, where
both name their players, the names must agree. A record without moves is the same as
another only if it starts from a position laid out, or says the same words.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from hashlib import blake2b

from chuhe.game import Game
from chuhe.records.batch import map_files
from chuhe.records.convert import games_of, games_or_error
from chuhe.records.select import starts_as_usual

__all__ = [
    "SHORT",
    "Group",
    "Head",
    "Twins",
    "beginnings",
    "find_beginnings",
    "find_twins",
    "games_left",
    "heads_of",
    "identity",
    "join_headers",
    "richness",
]

#: Plies of a game that two pairs of players may well have played alike.
SHORT = 30

#: A file and the number of a game in it.
Place = tuple[str, int]


@dataclass(frozen=True)
class Group:
    """Games that are one."""

    kept: Place
    dropped: list[Place]


def identity(game: Game, short: int = SHORT) -> bytes:
    """Sixteen bytes that two games share if they are the same; see above.

    Args:
        game: the game.
        short: games of fewer plies are told apart by their players, too.

    >>> one, other = Game(headers=[("Red", "甲")]), Game(headers=[("Red", "乙")])
    >>> identity(one) == identity(other)
    False
    """
    record = game._record
    plies = len(record.line(0))
    moves = record.fingerprint()
    if plies >= short:
        return moves
    if plies == 0:
        if game.is_playable and not starts_as_usual(game):
            return moves
        words = "\n".join(f"{name}={value}" for name, value in record.headers())
        return _digest(moves, words, record.comment(0))
    players = [" ".join((record.header(side) or "").split()) for side in ("Red", "Black")]
    return _digest(moves, *players) if all(players) else moves


def _digest(moves: bytes, *words: str) -> bytes:
    digest = blake2b(moves, digest_size=16)
    for word in words:
        digest.update(word.encode("utf-8", "surrogatepass") + b"\0")
    return digest.digest()


def richness(game: Game) -> int:
    """How much a record holds besides its main line; the more, the better.

    Notes and variations count most, then headers that say something, then their length.
    """
    record = game._record
    said = [value for _name, value in record.headers() if value.strip("?* .")]
    notes = record.count_comments() + record.count_variations()
    counts = (min(notes, 0xFFFF), min(len(said) + (game.result != "*"), 0xFF))
    return (counts[0] << 24) + (counts[1] << 16) + min(sum(map(len, said)), 0xFFFF)


@dataclass
class _Best:
    place: Place
    richness: int
    others: list[Place] = field(default_factory=list)


class Twins:
    """Finds the games that are there more than once.

    A game met once costs its sixteen bytes and its place; nothing else is kept.
    """

    def __init__(self) -> None:
        self._paths: list[str] = []
        #: Identity → place and richness in one number, or the group.
        self._met: dict[bytes, int | _Best] = {}

    def __len__(self) -> int:
        return len(self._met)

    def __contains__(self, identity: bytes) -> bool:
        return identity in self._met

    def add(self, identity: bytes, place: Place, richness: int) -> None:
        """Take in a game; of two equally rich the first is kept."""
        path, number = place
        if not self._paths or self._paths[-1] != path:
            self._paths.append(path)
        known = self._met.get(identity)
        if known is None:
            self._met[identity] = (richness << 56) + (len(self._paths) - 1 << 32) + number
            return
        if isinstance(known, int):
            first = (self._paths[known >> 32 & 0xFFFFFF], known & 0xFFFFFFFF)
            known = self._met[identity] = _Best(first, known >> 56)
        if richness > known.richness:
            known.others.append(known.place)
            known.place, known.richness = place, richness
        else:
            known.others.append(place)

    def put_under(self, shorter: bytes, longer: bytes) -> None:
        """Drop a game, and all that are the same, for one that it is the beginning of."""
        if shorter == longer or shorter not in self._met or longer not in self._met:
            return
        below = self._best(shorter)
        above = self._best(longer)
        above.others += [below.place, *below.others]
        del self._met[shorter]

    def _best(self, identity: bytes) -> _Best:
        known = self._met[identity]
        if isinstance(known, int):
            first = (self._paths[known >> 32 & 0xFFFFFF], known & 0xFFFFFFFF)
            known = self._met[identity] = _Best(first, known >> 56)
        return known

    def groups(self) -> list[Group]:
        """The games that are there more than once, in the order of their first place."""
        return [
            Group(best.place, best.others)
            for best in self._met.values()
            if isinstance(best, _Best) and best.others
        ]


def find_twins(
    paths: Iterable[str],
    *,
    short: int = SHORT,
    jobs: int | None = None,
    scheduler: str = "",
) -> Iterator[tuple[str, Twins | Exception]]:
    """Look through files for games that are there more than once.

    Args:
        paths: of the files.
        short: as in `identity`.
        jobs: as in `chuhe.records.batch.map_files`.
        scheduler: likewise.

    Returns:
        After each file what has been found so far, or why it cannot be read.
    """
    twins = Twins()
    work = partial(_identities, short=short)
    for path, found in map_files(work, paths, jobs=jobs, scheduler=scheduler):
        if isinstance(found, Exception):
            yield path, found
            continue
        for number, (same, rich) in enumerate(found):
            twins.add(same, (path, number), rich)
        yield path, twins


def _identities(path: str, short: int) -> list[tuple[bytes, int]]:
    return [(identity(game, short), richness(game)) for game in games_of(path)]


@dataclass(frozen=True)
class Head:
    """What a record says of its game."""

    headers: list[tuple[str, str]]
    result: str
    plies: int


def heads_of(groups: Iterable[Group]) -> dict[Place, Head]:
    """The heads of all games in groups, read again from their files.

    Raises:
        OSError, RecordError: a file cannot be read any more.
    """
    wanted: dict[str, set[int]] = {}
    for group in groups:
        for path, number in (group.kept, *group.dropped):
            wanted.setdefault(path, set()).add(number)
    heads: dict[Place, Head] = {}
    for path, numbers in wanted.items():
        last = max(numbers)
        for game in games_of(path):
            if game.index in numbers:
                plies = len(game._record.line(0))
                heads[path, game.index] = Head(game._record.headers(), game.result, plies)
            if game.index == last:
                break
    return heads


def games_left(
    paths: Iterable[str], groups: Sequence[Group], heads: Mapping[Place, Head] | None = None
) -> Iterator[tuple[str, Game | Exception]]:
    """The games of files without those dropped; for a file that cannot be read, the error.

    Args:
        paths: of the files.
        groups: from `Twins.groups`.
        heads: from `heads_of`, to give the games kept what only those dropped have said.
    """
    dropped = {place for group in groups for place in group.dropped}
    kept = {group.kept: group for group in groups} if heads else {}
    for path in paths:
        for game in games_or_error(path):
            if isinstance(game, Exception):
                yield path, game
                continue
            place = (path, game.index)
            if place in dropped:
                continue
            if heads and place in kept:
                for other in kept[place].dropped:
                    join_headers(game, heads[other].headers, heads[other].result)
            yield path, game


# Games that are the beginning of others


def find_beginnings(
    twins: Twins, paths: Iterable[str], least: int = 2 * SHORT
) -> Iterator[tuple[str, Exception | None]]:
    """Drop games that are the beginning of others; the files are read again.

    Args:
        twins: all games of the files, from `find_twins`.
        paths: the files.
        least: games of fewer plies stay.

    Returns:
        After each file None, or why it cannot be read.
    """
    for path in paths:
        problem: Exception | None = None
        for game in games_or_error(path):
            if isinstance(game, Exception):
                problem = game
                continue
            longer = game._record.fingerprint()
            for shorter in beginnings(game, least):
                if shorter in twins:
                    twins.put_under(shorter, longer)
        yield path, problem


_FNV_PRIME = 0x0000000001000000000000000000013B
_MASK = (1 << 128) - 1


def beginnings(game: Game, least: int) -> Iterator[bytes]:
    """What `_core.Record.fingerprint` would be if the game had ended earlier.

    Args:
        game: the game.
        least: from so many plies on; the whole game is not among them.

    >>> game = Game()
    >>> game.add_line(["炮二平五", "马8进7"])._record.fingerprint() in beginnings(game, 1)
    False
    >>> shorter = Game()
    >>> shorter.add_line(["炮二平五"])._record.fingerprint() in beginnings(game, 1)
    True
    """
    record = game._record
    moves = record.line_uci(0)
    value = 0x6C62272E07BB014262B821756295C58D
    for byte in record.keys()[0].to_bytes(8, "little"):
        value = (value ^ byte) * _FNV_PRIME & _MASK
    for ply, move in enumerate(moves[:-1], 1):
        for square in (_SQUARES[move[:2]], _SQUARES[move[2:]]):
            value = (value ^ square) * _FNV_PRIME & _MASK
        if ply >= least:
            yield value.to_bytes(16, "big")


_SQUARES = {
    f"{file}{rank}": 9 * rank + "abcdefghi".index(file)
    for file in "abcdefghi"
    for rank in range(10)
}


def join_headers(kept: Game, headers: Iterable[tuple[str, str]], result: str) -> list[str]:
    """Give a game headers it has not, and a result if it says none; the names of those added.

    >>> game = Game(headers=[("Red", "胡荣华"), ("Event", "?")])
    >>> join_headers(game, [("Red", "胡"), ("Event", "个人赛"), ("Date", "1980")], "1-0")
    ['Event', 'Date', 'Result']
    """
    added = []
    for name, value in headers:
        if value.strip("?* .") and not (kept.headers.get(name) or "").strip("?* ."):
            kept.headers[name] = value
            added.append(name)
    if kept.result == "*" and result != "*":
        kept.result = result
        added.append("Result")
    return added
