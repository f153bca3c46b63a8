"""What teams are ranked by: one figure for one team, with the matches it comes from.

========  ==========  =====================================================
code      Chinese     what
========  ==========  =====================================================
MP        场分        match points
GP        局分        board points
MW        胜场        matches won
MPS       累进场分    the match points after each round, added; ``/C1`` without the first
MBH       对手场分    the opponents' match points (team Buchholz); ``/C1 /C2 …`` without the
                      lowest ones, ``/M1`` without the lowest and the highest
GBH       对手局分    the opponents' board points; cuts as above
EMMSB     –           each opponent's match points times the match points had of him
EMGSB     –           each opponent's match points times the board points had of him;
                      with ``/C1`` the one of the Chess Olympiads
EGMSB     –           each opponent's board points times the match points had of him
EGGSB     –           each opponent's board points times the board points had of him
DE        直胜        match points among those tied, once all of these have met
DEG       直胜局分    board points among those tied, once all of these have met
BC        台次        board count: each point of a board times its number, **fewer is better**
DEB       –           the same among those tied, once all of these have met and where their
                      board points are level
BB        柏林        Berlin: a board's points count the more the higher the board
B1 B2 …   第N台       board points on this board
W1 W2 …   第N台胜局   games won on this board, also without play
TBR       –           board points on board 1, if level on board 2, and so on
BBE       –           board points without the last board, without the last two, and so on
GW        胜局        games won, also without play
BWG       后手胜局    games won as second mover over the board
D         犯规        fouls of the team's players: **fewer is better**
========  ==========  =====================================================

How a round without an opponent, or a match to which one team did not come,
counts in what is taken from the opponents is data (`UNMET`).

Sources: the codes are those of FIDE's C.07, whose text on teams was not at hand;
that BC, TBR and BBE are taken over all rounds is what the checker of FIDE's
technical commission does (TieBreakServer by Otto Milvang).  MW, MPS, DEG, DEB,
BB, Bn, Wn and GW are in use, under several names; the letters here are ours.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from chuhe.errors import add_messages
from chuhe.i18n import N_
from chuhe.tournament.model import Kind, Score
from chuhe.tournament.teams import Met, TeamEvent
from chuhe.tournament.tiebreaks import Code, TieBreakError
from chuhe.tournament.working import Part

__all__ = [
    "CODES",
    "NAMES",
    "UNMET",
    "TeamTable",
    "TeamTally",
    "Unmet",
    "code_name",
    "parse_code",
]


@dataclass(frozen=True, slots=True)
class Unmet:
    """How rounds without a match count in what is taken from the opponents."""

    name: str
    dummy: Literal["zero", "lowest", "self"]
    """What nobody counts: nothing, the fewest points of the field, or one's own."""
    forfeits_count: bool
    """Whether a team that did not come counts with its points, or as nobody."""


UNMET = {
    rule.name: rule
    for rule in (
        Unmet("zero", "zero", True),
        Unmet("lowest", "lowest", True),
        Unmet("self", "self", False),
    )
}


@dataclass(frozen=True, slots=True)
class TeamTally:
    """A figure of a team and where it comes from."""

    code: Code
    values: tuple[int, ...] | None
    """In units of ``1/scale``, compared one after the other; None: it does not tell."""
    scale: int = 1
    parts: tuple[Part, ...] = ()

    @property
    def key(self) -> tuple[float, ...]:
        """By which teams are ordered, the greater the better."""
        if self.values is None:
            return ()
        sign = -1 if self.code.name in _FEWER else 1
        return tuple(sign * value for value in self.values)

    @property
    def text(self) -> str:
        """The figure as it is printed.

        >>> TeamTally(Code("GP"), (135,), 10).text, TeamTally(Code("TBR"), (20, 15), 10).text
        ('13.5', '2-1.5')
        """
        if self.values is None:
            return "–"
        return "-".join(_said(value, self.scale) for value in self.values)


def _said(value: int, scale: int) -> str:
    whole, rest = divmod(value, scale)
    if not rest:
        return str(whole)
    return f"{whole}.{rest:0{len(str(scale)) - 1}}".rstrip("0")


class _Told(int):
    """Points in tenths that are said as points."""

    def __str__(self) -> str:
        return _said(int(self), 10)

    def __format__(self, spec: str) -> str:
        return str(self)


_CUTS = ("MBH", "GBH", "EMMSB", "EMGSB", "EGMSB", "EGGSB")
_FEWER = ("BC", "DEB", "D")
_FORM = re.compile(r"([A-Z]+(?::[GM][GMP])?|[BW][1-9][0-9]?)(?:/([CM])([1-9]))?")
#: What else a code is called: in other programs, and in files of FIDE's.
_ALIKE = {
    "BP": "GP",
    "WON": "MW",
    "WIN": "MW",
    "BH": "MBH",
    "SB": "EMGSB",
    "MPTS": "MP",
    "GPTS": "GP",
    "BH:MP": "MBH",
    "BH:GP": "GBH",
    **{f"ESB:{one}{two}": f"E{one}{two}SB" for one in "MG" for two in "MG"},
}


def parse_code(text: str) -> Code:
    """A code as it is typed, in any case; ``BH``, ``SB`` and ``BP`` are short for MBH, EMGSB, GP.

    Raises:
        TieBreakError: ``tiebreak.unknown``.

    >>> str(parse_code("mbh/c1")), str(parse_code("ESB:MG/C1")), parse_code("W2").name
    ('MBH/C1', 'EMGSB/C1', 'W2')
    """
    found = _FORM.fullmatch(text.strip().upper())
    name = _ALIKE.get(found[1], found[1]) if found else ""
    plain = re.sub(r"^([BW])[0-9]+$", r"\1n", name)
    cut = bool(found and found[2])
    if not found or plain not in CODES or (cut and name not in (*_CUTS, "MPS")):
        raise TieBreakError("tiebreak.unknown", {"text": text[:40], "known": " ".join(CODES)})
    if not cut:
        return Code(name)
    count = int(found[3])
    if found[2] == "M" and name == "MPS":
        raise TieBreakError("tiebreak.unknown", {"text": text[:40], "known": " ".join(CODES)})
    return Code(name, count, count if found[2] == "M" else 0)


class TeamTable:
    """The figures of all teams after a round.

    Args:
        event: the event.
        after: after which round; None: the last one with all results.
        unmet: one of `UNMET`.
    """

    def __init__(self, event: TeamEvent, after: int | None = None, unmet: str = "zero") -> None:
        if unmet not in UNMET:
            known = " ".join(UNMET)
            raise TieBreakError("tiebreak.unplayed", {"text": unmet[:40], "known": known})
        self.event = event
        self.rounds = event.finished if after is None else max(0, min(after, len(event.rounds)))
        self.unmet = UNMET[unmet]
        self.rows = {number: row[: self.rounds] for number, row in event.met.items()}
        self.match_points = {n: sum(m.match_points for m in row) for n, row in self.rows.items()}
        self.board_points = {n: sum(m.board_points for m in row) for n, row in self.rows.items()}

    def tally(self, code: Code, team: int, tied: Sequence[int] = ()) -> TeamTally:
        """A figure.

        Args:
            code: which.
            team: of which team.
            tied: those still tied with it, itself included.
        """
        if re.fullmatch("[BW][0-9]+", code.name):
            return _one_board(self, code, team)
        return CODES[code.name](self, code, team, tied)

    def played(self, team: int) -> Iterator[Met]:
        """The matches of a team, forfeits included."""
        return (met for met in self.rows[team] if met.opponent is not None)

    def boards(self, team: int) -> list[list[tuple[int, int]]]:
        """Board by board: round and points."""
        found: list[list[tuple[int, int]]] = [[] for _ in range(self.event.options.boards)]
        for met in self.played(team):
            for at, points in enumerate(met.own[: len(found)]):
                found[at].append((met.round, points))
        return found


_Count = Callable[[TeamTable, Code, int, Sequence[int]], TeamTally]


def _total(code: Code, parts: Sequence[Part], scale: int = 1) -> TeamTally:
    value = sum(part.value for part in parts if not part.cut)
    return TeamTally(code, (value,), scale, tuple(parts))


def _match_points(table: TeamTable, code: Code, team: int, _tied: Sequence[int]) -> TeamTally:
    rows = table.rows[team]
    return _total(code, [Part("points", m.round, m.opponent, m.match_points, 10) for m in rows], 10)


def _board_points(table: TeamTable, code: Code, team: int, _tied: Sequence[int]) -> TeamTally:
    rows = table.rows[team]
    return _total(code, [Part("points", m.round, m.opponent, m.board_points, 10) for m in rows], 10)


def _won(table: TeamTable, code: Code, team: int, _tied: Sequence[int]) -> TeamTally:
    won = [met for met in table.rows[team] if met.score is Score.WIN]
    return _total(code, [Part("counts", met.round, met.opponent, 1) for met in won])


def _progress(table: TeamTable, code: Code, team: int, _tied: Sequence[int]) -> TeamTally:
    parts: list[Part] = []
    total = 0
    for met in table.rows[team]:
        total += met.match_points
        parts.append(Part("progress", met.round, None, total, 10, cut=met.round <= code.low))
    return _total(code, parts, 10)


# ------------------------------------------------------------ taken from the opponents


def _opponents(points: str) -> _Count:
    def count(table: TeamTable, code: Code, team: int, _tied: Sequence[int]) -> TeamTally:
        shares = [
            (value, value, Part(kind, met.round, met.opponent, value, 10))
            for met, kind, value in _shares(table, team, points)
        ]
        return _total(code, _cut(shares, code), 10)

    return count


def _products(points: str, own: str) -> _Count:
    def count(table: TeamTable, code: Code, team: int, _tied: Sequence[int]) -> TeamTally:
        shares = []
        for met, kind, value in _shares(table, team, points):
            worth: int = getattr(met, own)
            facts = {"worth": _Told(worth), "points": _Told(value)}
            part = Part(f"{kind}_times", met.round, met.opponent, value * worth, 100, facts)
            shares.append((value, value * worth, part))
        return _total(code, _cut(shares, code), 100)

    return count


def _shares(table: TeamTable, team: int, points: str) -> Iterator[tuple[Met, str, int]]:
    """Round by round: what kind of share, and the points of the opponent."""
    of: Mapping[int, int] = getattr(table, points)
    for met in table.rows[team]:
        there = met.kind is Kind.GAME or (met.kind is Kind.FORFEIT and table.unmet.forfeits_count)
        if met.opponent is not None and there:
            yield met, "opponent", of[met.opponent]
        elif table.unmet.dummy == "self":
            yield met, "dummy", of[team]
        elif table.unmet.dummy == "lowest":
            yield met, "lowest", min(of.values())
        else:
            yield met, "nobody", 0


def _cut(shares: list[tuple[int, int, Part]], code: Code) -> list[Part]:
    """The lowest ones cut, and the highest: by the opponent's points, then by what they make.

    A round in which there was nobody to take points from is not cut.
    """
    there = [at for at, (_points, _made, part) in enumerate(shares) if part.kind[:6] != "nobody"]
    order = sorted(there, key=lambda at: (*shares[at][:2], at))
    off = {*order[: code.low], *(order[len(order) - code.high :] if code.high else ())}
    return [
        Part(p.kind, p.round, p.opponent, p.value, p.scale, p.facts, at in off)
        for at, (_points, _made, p) in enumerate(shares)
    ]


# ------------------------------------------------------------ among those tied


def _among(table: TeamTable, team: int, tied: Sequence[int]) -> list[Met] | None:
    """The matches of a team against those tied with it; None if these have not all met."""
    for one in tied:
        met = {m.opponent for m in table.played(one)}
        if any(other not in met for other in tied if other != one):
            return None
    return [met for met in table.played(team) if met.opponent in tied]


def _direct(points: str) -> _Count:
    def count(table: TeamTable, code: Code, team: int, tied: Sequence[int]) -> TeamTally:
        if len(tied) < 2:
            return TeamTally(code, None, 1, (Part("alone", 0, None, 0),))
        met = _among(table, team, tied)
        if met is None:
            others = [other for other in tied if other != team]
            return TeamTally(code, None, 1, (_unmet_part(others),))
        parts = [Part("direct", m.round, m.opponent, getattr(m, points), 10) for m in met]
        return _total(code, parts, 10)

    return count


def _unmet_part(others: Sequence[int]) -> Part:
    return Part("team_unmet", 0, None, 0, 1, {"others": " ".join(map(str, others))})


def _board_count_among(table: TeamTable, code: Code, team: int, tied: Sequence[int]) -> TeamTally:
    if len(tied) < 2:
        return TeamTally(code, None, 1, (Part("alone", 0, None, 0),))
    others = [other for other in tied if other != team]
    among = {one: _among(table, one, tied) for one in tied}
    if any(met is None for met in among.values()):
        return TeamTally(code, None, 1, (_unmet_part(others),))
    totals = {sum(m.board_points for m in met or ()) for met in among.values()}
    if len(totals) > 1:
        told = {"others": " ".join(map(str, others))}
        return TeamTally(code, None, 1, (Part("team_uneven", 0, None, 0, 1, told),))
    parts = [
        Part(
            "team_board",
            m.round,
            m.opponent,
            points * board,
            10,
            {"board": board, "points": _Told(points), "weight": board},
        )
        for m in among[team] or ()
        for board, points in enumerate(m.own, 1)
        if points
    ]
    return _total(code, parts, 10)


# ------------------------------------------------------------ by boards


def _board_count(table: TeamTable, code: Code, team: int, _tied: Sequence[int]) -> TeamTally:
    parts = []
    for board, rounds in enumerate(table.boards(team), 1):
        points = sum(worth for _, worth in rounds)
        facts = {"board": board, "points": _Told(points), "weight": board}
        parts.append(Part("team_boards", 0, None, points * board, 10, facts))
    return _total(code, parts, 10)


def _berlin(table: TeamTable, code: Code, team: int, _tied: Sequence[int]) -> TeamTally:
    most = table.event.options.boards
    parts = []
    for board, rounds in enumerate(table.boards(team), 1):
        points, weight = sum(worth for _, worth in rounds), most + 1 - board
        facts = {"board": board, "points": _Told(points), "weight": weight}
        parts.append(Part("team_boards", 0, None, points * weight, 10, facts))
    return _total(code, parts, 10)


def _one_board(table: TeamTable, code: Code, team: int) -> TeamTally:
    board = int(code.name[1:])
    won = code.name[0] == "W"
    parts = []
    for met in table.played(team):
        if board > len(met.seats):
            continue
        if not won:
            parts.append(Part("points", met.round, met.opponent, met.own[board - 1], 10))
        elif met.seats[board - 1].scores()[0 if met.home else 1] is Score.WIN:
            parts.append(Part("counts", met.round, met.opponent, 1))
    return _total(code, parts, 1 if won else 10)


def _by_board(bottom: bool) -> _Count:
    def count(table: TeamTable, code: Code, team: int, _tied: Sequence[int]) -> TeamTally:
        points = [sum(worth for _, worth in rounds) for rounds in table.boards(team)]
        parts = [
            Part("team_board_total", 0, None, worth, 10, {"board": board})
            for board, worth in enumerate(points, 1)
        ]
        values = (
            tuple(sum(points[:last]) for last in range(len(points) - 1, 0, -1))
            if bottom
            else tuple(points)
        )
        return TeamTally(code, values or (0,), 10, tuple(parts))

    return count


def _games_won(second_only: bool) -> _Count:
    def count(table: TeamTable, code: Code, team: int, _tied: Sequence[int]) -> TeamTally:
        parts = []
        for met in table.played(team):
            for board, seat in enumerate(met.seats, 1):
                won = seat.scores()[0 if met.home else 1] is Score.WIN
                second = seat.over_the_board and seat.home_first != met.home
                if won and (second or not second_only):
                    parts.append(Part("team_won", met.round, met.opponent, 1, 1, {"board": board}))
        return _total(code, parts)

    return count


def _fouls(table: TeamTable, code: Code, team: int, _tied: Sequence[int]) -> TeamTally:
    return TeamTally(code, (table.event.fouls.get(team, 0),))


def _board(table: TeamTable, code: Code, team: int, _tied: Sequence[int]) -> TeamTally:
    return _one_board(table, code, team)


#: What teams are ranked by; ``Bn`` and ``Wn`` stand for B1, W1, B2 ….
CODES: Mapping[str, _Count] = {
    "MP": _match_points,
    "GP": _board_points,
    "MW": _won,
    "MPS": _progress,
    "MBH": _opponents("match_points"),
    "GBH": _opponents("board_points"),
    "EMMSB": _products("match_points", "match_points"),
    "EMGSB": _products("match_points", "board_points"),
    "EGMSB": _products("board_points", "match_points"),
    "EGGSB": _products("board_points", "board_points"),
    "DE": _direct("match_points"),
    "DEG": _direct("board_points"),
    "BC": _board_count,
    "DEB": _board_count_among,
    "BB": _berlin,
    "Bn": _board,
    "Wn": _board,
    "TBR": _by_board(bottom=False),
    "BBE": _by_board(bottom=True),
    "GW": _games_won(second_only=False),
    "BWG": _games_won(second_only=True),
    "D": _fouls,
}

#: Names of the codes.
NAMES = {
    "MP": N_("match points"),
    "GP": N_("board points"),
    "MW": N_("matches won"),
    "MPS": N_("progressive match points"),
    "MBH": N_("opponents' match points"),
    "GBH": N_("opponents' board points"),
    "EMMSB": N_("opponents' match points × own match points"),
    "EMGSB": N_("opponents' match points × own board points"),
    "EGMSB": N_("opponents' board points × own match points"),
    "EGGSB": N_("opponents' board points × own board points"),
    "DE": N_("match points among the tied"),
    "DEG": N_("board points among the tied"),
    "BC": N_("board count (fewer is better)"),
    "DEB": N_("board count among the tied (fewer is better)"),
    "BB": N_("Berlin, upper boards count more"),
    "Bn": N_("points on board {board}"),
    "Wn": N_("wins on board {board}"),
    "TBR": N_("top boards one after the other"),
    "BBE": N_("without the last boards"),
    "GW": N_("games won"),
    "BWG": N_("wins as second mover"),
    "D": N_("fouls (fewer is better)"),
}


def code_name(code: Code) -> str:
    """The name of a code in the current language.

    >>> from chuhe.i18n import use_language
    >>> with use_language("en"):
    ...     code_name(Code("MP")), code_name(Code("W2"))
    ('match points', 'wins on board 2')
    """
    from chuhe.i18n import _

    if re.fullmatch("[BW][0-9]+", code.name):
        return _(NAMES[f"{code.name[0]}n"], board=int(code.name[1:]))
    return _(NAMES[code.name])


add_messages(
    {
        "tiebreak.team_unmet": N_("tied with {others}: they have not all met"),
        "tiebreak.team_uneven": N_("tied with {others}: their board points are not level"),
        "tiebreak.team_board": N_(
            "round {round}, against {opponent}: board {board}, {points} × {weight} = {value}"
        ),
        "tiebreak.team_boards": N_("board {board}: {points} × {weight} = {value}"),
        "tiebreak.team_board_total": N_("board {board}: {value}"),
        "tiebreak.team_won": N_("round {round}, against {opponent}: won on board {board}"),
    }
)
