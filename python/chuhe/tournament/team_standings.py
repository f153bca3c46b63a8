"""The table of the teams, and the lists of the boards.

>>> from chuhe.tournament.model import Score
>>> from chuhe.tournament.teams import Match, Options, Seat, Team
>>> seats = (Seat(1, 3, True, Score.WIN, Score.LOSS), Seat(2, 4, False, Score.DRAW, Score.DRAW))
>>> event = TeamEvent(
...     (Team("沪", (1, 2), 1), Team("粤", (3, 4), 2)), ((Match(1, 2, seats),),), Options(boards=2)
... )
>>> table = team_standings(event, ["MP", "GP"])
>>> [(row.place, row.team, [tally.text for tally in row.tallies]) for row in table.rows]
[(1, 1, ['2', '3']), (2, 2, ['0', '1'])]
>>> [(line.place, line.player, line.points, line.percent) for line in board_list(event, 1)]
[(1, 1, 20, 100.0), (2, 3, 0, 0.0)]
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from chuhe.errors import PairingError, add_messages
from chuhe.i18n import N_, _
from chuhe.tournament.model import Score
from chuhe.tournament.team_tiebreaks import (
    TeamTable,
    TeamTally,
    code_name,
    parse_code,
)
from chuhe.tournament.teams import TeamEvent
from chuhe.tournament.tiebreaks import Code, TieBreakError

__all__ = [
    "RANKING",
    "BoardLine",
    "TeamRow",
    "TeamStandings",
    "board_list",
    "explain_team",
    "ranking_codes",
    "team_standings",
]

#: The order where none is agreed: 场分, 局分, 直胜, 对手场分, 胜局.
RANKING = ("MP", "GP", "DE", "MBH", "GW")


@dataclass(frozen=True, slots=True)
class TeamRow:
    """A team in the table."""

    place: int
    """Shared by those whom nothing separates."""
    team: int
    """The number of the team."""
    tallies: tuple[TeamTally, ...]


@dataclass(frozen=True, slots=True)
class TeamStandings:
    """The table of the teams after a round."""

    after: int
    codes: tuple[Code, ...]
    rows: tuple[TeamRow, ...]

    @property
    def legend(self) -> str:
        """The codes and their names in the current language, in one line."""
        told = (_("{code} {name}", code=str(code), name=code_name(code)) for code in self.codes)
        return _(", ").join(told)

    def row(self, team: int) -> TeamRow:
        """The row of a team.

        Raises:
            PairingError: ``teams.unknown``.
        """
        for row in self.rows:
            if row.team == team:
                return row
        raise PairingError("teams.unknown", {"team": team})


def ranking_codes(names: str | Sequence[str]) -> tuple[Code, ...]:
    """The codes of a list, or of a text with commas; none: those of `RANKING`.

    Raises:
        TieBreakError: ``tiebreak.unknown``, ``tiebreak.twice``.

    >>> [str(code) for code in ranking_codes("gp，mp")]
    ['GP', 'MP']
    """
    if isinstance(names, str):
        names = [name for name in names.replace("，", ",").split(",") if name.strip()]
    codes = [parse_code(name) for name in names or RANKING]
    for at, code in enumerate(codes):
        if code in codes[:at]:
            raise TieBreakError("tiebreak.twice", {"text": str(code)})
    return tuple(codes)


def team_standings(
    event: TeamEvent,
    names: str | Sequence[str] = (),
    *,
    after: int | None = None,
    unmet: str = "zero",
) -> TeamStandings:
    """The table of the teams, best first.

    Args:
        event: the event.
        names: the codes in their order (`chuhe.tournament.team_tiebreaks`).
        after: after which round; None: the last one with all results.
        unmet: how rounds without a match count in what is taken from the
            opponents: ``zero``, ``lowest``, ``self``.

    Raises:
        TieBreakError: a code or a treatment is not known, or a code stands twice.
    """
    codes = ranking_codes(names)
    table = TeamTable(event, after, unmet)
    tallies: dict[int, list[TeamTally]] = {team.number: [] for team in event.teams}
    groups = [list(tallies)] if tallies else []
    for code in codes:
        split: list[list[int]] = []
        for group in groups:
            figures = {team: table.tally(code, team, group) for team in group}
            for team, figure in figures.items():
                tallies[team].append(figure)
            split += [
                [team for team in group if figures[team].key == key]
                for key in sorted({figure.key for figure in figures.values()}, reverse=True)
            ]
        groups = split
    rows: list[TeamRow] = []
    for group in groups:
        place = len(rows) + 1
        rows += [TeamRow(place, team, tuple(tallies[team])) for team in sorted(group)]
    return TeamStandings(table.rounds, codes, tuple(rows))


def explain_team(
    table: TeamStandings, team: int, code: str | Code, name: Callable[[int], str] = str
) -> list[str]:
    """Where a figure comes from: its name and value, then a line a part.

    Args:
        table: the table.
        team: the number of the team.
        code: one of the codes of the table.
        name: what a team is called.

    Raises:
        PairingError: ``teams.unknown``.
        TieBreakError: the table does not have this code.
    """
    asked = parse_code(code) if isinstance(code, str) else code
    for tally in table.row(team).tallies:
        if tally.code == asked:
            facts = {"code": asked, "name": code_name(asked), "value": tally.text}
            return [_("{code} {name}: {value}", **facts), *(p.told(name) for p in tally.parts)]
    raise TieBreakError(
        "tiebreak.unknown", {"text": str(asked), "known": " ".join(map(str, table.codes))}
    )


# ------------------------------------------------------------ the boards


@dataclass(frozen=True, slots=True)
class BoardLine:
    """A player in the list of a board, or of all of them."""

    place: int | None
    """None: too few games. Shared by those who are equal in everything."""
    player: int
    team: int
    board: int | None
    """The board he played most games on (the upper one of two); None: none."""
    points: int
    """Board points, those without play included, in tenths."""
    games: int
    """Games played over the board."""
    won: int
    drawn: int
    lost: int
    percent: float | None
    """Of the most that the games played could bring; None without a game."""


def board_list(
    event: TeamEvent, board: int | None = None, *, least: int = 1, after: int | None = None
) -> tuple[BoardLine, ...]:
    """The individual list of a board, for the prizes: percentage, then games won, then games.

    A player belongs to the board on which he played most games, to the upper one
    of two; percentages count games over the board alone, and those on all boards.

    Args:
        event: the event.
        board: which board, from 1; None: everybody in one list.
        least: who has played fewer games has no place and comes last.
        after: after which round; None: the last one with all results.

    Raises:
        PairingError: ``teams.board``: there is no such board.
    """
    if board is not None and not 1 <= board <= event.options.boards:
        raise PairingError("teams.board", {"most": event.options.boards, "board": board})
    lines = [
        line
        for line in _lines(event, event.finished if after is None else after)
        if board is None or line.board == board
    ]

    def key(line: BoardLine) -> tuple[float, ...]:
        return (line.games < least, -(line.percent or 0.0), -line.won, -line.games, -line.points)

    lines.sort(key=lambda line: (key(line), line.player))
    keys = [key(line) for line in lines]
    return tuple(
        replace(line, place=None if line.games < least else keys.index(key(line)) + 1)
        for line in lines
    )


def _lines(event: TeamEvent, after: int) -> list[BoardLine]:
    """Everybody who sat at a board, without a place."""
    points = event.options.points
    lines = []
    for team in event.teams:
        for player in team.players:
            sat: dict[int, int] = {}
            scores: list[Score] = []
            total = made = most = 0
            for met in event.met[team.number][:after]:
                for number, seat in enumerate(met.seats, 1):
                    if player != (seat.home if met.home else seat.away):
                        continue
                    at = 0 if met.home else 1
                    total += (worth := seat.worth(points)[at])
                    sat[number] = sat.get(number, 0) + 1
                    score = seat.scores()[at]
                    if seat.over_the_board and score is not None:
                        scores.append(score)
                        made += worth
                        first = seat.home_first == met.home
                        most += points.game("red" if first else "black", Score.WIN)
            if sat:
                board = min(sat, key=lambda one: (-sat[one], one))
                lines.append(
                    BoardLine(
                        None,
                        player,
                        team.number,
                        board,
                        total,
                        len(scores),
                        scores.count(Score.WIN),
                        scores.count(Score.DRAW),
                        scores.count(Score.LOSS),
                        round(100 * made / most, 1) if most else None,
                    )
                )
    return lines


add_messages({"teams.board": N_("expected a board from 1 to {most}, got {board}")})
