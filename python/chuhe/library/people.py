"""What a library knows of a player."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass, field, replace

import sqlalchemy as sa

from chuhe import _core
from chuhe.errors import add_messages
from chuhe.i18n import N_
from chuhe.library.explore import Tally
from chuhe.library.names import name_key
from chuhe.library.schema import LibraryError, games, players

__all__ = ["Opponent", "PlayedOpening", "PlayerReport", "player"]

add_messages(
    {
        "library.many_players": N_("several players have '{name}' in their names: {names}"),
        "library.no_player": N_("the library knows no player '{name}'"),
    }
)


@dataclass(frozen=True)
class Opponent:
    """Games against somebody."""

    name: str
    #: With the player's colours: ``red`` counts where the player won.
    games: int
    won: int
    drawn: int
    lost: int


@dataclass(frozen=True)
class PlayedOpening:
    """Games that began so."""

    #: Of the player: red or black.
    color: str
    #: The name in the records, or the first two moves in Chinese.
    name: str
    tally: Tally


@dataclass
class PlayerReport:
    """What a library knows of a player. Tallies count Red's wins, whoever the player was."""

    name: str
    red: Tally = field(default_factory=Tally)
    black: Tally = field(default_factory=Tally)
    #: Year → games; 0 where no date is known.
    years: dict[int, int] = field(default_factory=dict)
    #: The most frequent first.
    opponents: list[Opponent] = field(default_factory=list)
    openings: list[PlayedOpening] = field(default_factory=list)

    @property
    def games(self) -> int:
        """How many games there are; one against oneself counts twice."""
        return self.red.games + self.black.games

    @property
    def score(self) -> float | None:
        """The player's share of the points; None if no result is known."""
        sides = (self.red, self.black)
        ended = sum(side.red + side.draws + side.black for side in sides)
        won = self.red.red + self.black.black + (self.red.draws + self.black.draws) / 2
        return won / ended if ended else None


def player(connection: sa.Connection, name: str) -> PlayerReport:
    """See `Library.player`."""
    number, known = _find(connection, name)
    report = PlayerReport(known)
    against: dict[int | None, Tally] = defaultdict(Tally)
    openings: dict[tuple[str, str], Tally] = defaultdict(Tally)
    years: dict[int, int] = defaultdict(int)
    moves = sa.func.substr(games.c.moves, 1, 4)
    for color, mine, other in (
        ("red", games.c.red, games.c.black),
        ("black", games.c.black, games.c.red),
    ):
        query = sa.select(
            other.label("other"), games.c.result, games.c.date, games.c.rating, games.c.start,
            games.c.ecco, games.c.opening, moves.label("moves"),
        ).where(mine == number)  # fmt: skip
        total = Tally()
        for row in connection.execute(query):
            one = _tally(row.result, row.rating, row.date)
            total += one
            years[row.date // 10_000] += 1
            # Against an opponent, wins are the player's own.
            against[row.other] += (
                one if color == "red" else replace(one, red=one.black, black=one.red)
            )
            named = " ".join(text for text in (row.ecco, row.opening) if text)
            if named or row.start is None:
                openings[color, named or _moves_text(bytes(row.moves))] += one
        setattr(report, color, total)
    report.years = dict(sorted(years.items()))
    names = _names(connection, [other for other in against if other is not None])
    report.opponents = [
        Opponent(
            names.get(other, "") if other is not None else "", t.games, t.red, t.draws, t.black
        )
        for other, t in sorted(against.items(), key=lambda item: -item[1].games)
    ]
    report.openings = [
        PlayedOpening(color, name, tally)
        for (color, name), tally in sorted(openings.items(), key=lambda item: -item[1].games)
    ]
    return report


def _tally(result: int, rating: int, date: int) -> Tally:
    ends = (int(result == 1), int(result == 2), int(result == 3))
    return Tally(1, *ends, int(rating > 0), rating, date)


def _moves_text(packed: bytes) -> str:
    return " ".join(_core.unpack_record(None, packed).line_text(0, "zh"))


def _find(connection: sa.Connection, name: str) -> tuple[int, str]:
    key = name_key(name)
    exact = sa.select(players.c.id, players.c.name).where(players.c.key == key)
    if found := connection.execute(exact).first():
        return found.id, found.name
    part = players.c.key.contains(key, autoescape=True) if key else sa.false()
    query = sa.select(players.c.id, players.c.name).where(part).order_by(players.c.key).limit(20)
    some = connection.execute(query).all()
    if not some:
        raise LibraryError("library.no_player", {"name": name})
    if len(some) > 1:
        names = ", ".join(row.name for row in some)
        raise LibraryError("library.many_players", {"name": name, "names": names})
    return some[0].id, some[0].name


def _names(connection: sa.Connection, numbers: Iterable[int]) -> dict[int, str]:
    wanted = sorted(numbers)
    names: dict[int, str] = {}
    for at in range(0, len(wanted), 500):
        query = sa.select(players.c.id, players.c.name)
        query = query.where(players.c.id.in_(wanted[at : at + 500]))
        names.update((row.id, row.name) for row in connection.execute(query))
    return names
