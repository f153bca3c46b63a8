"""Standings: places by an ordered list of tie-breaks chosen beforehand.

>>> from chuhe.tournament.trf import read_trf
>>> line = "001{:>5}{:6}{:<33}{:33}{:>4}{:>5}  {:>4} {} {}\\n".format
>>> event = read_trf(
...     line(1, "", "许银川", "", "0.0", 2, 2, "w", 0) + line(2, "", "胡荣华", "", "1.0", 1, 1, "b", 1)
... )
>>> table = standings(event, ["PTS", "BH"])
>>> [(row.place, row.number, [tally.text for tally in row.tallies]) for row in table.rows]
[(1, 2, ['1.0', '0.0']), (2, 1, ['0.0', '1.0'])]
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace

from chuhe.i18n import _
from chuhe.tournament.model import Event
from chuhe.tournament.tiebreaks import (
    CHINESE,
    CHINESE_LOWEST,
    FIDE,
    FIDE_ROUND_ROBIN,
    Code,
    Table,
    Tally,
    TieBreakError,
    Unplayed,
    parse_code,
)
from chuhe.tournament.working import NAMES

__all__ = [
    "LISTS",
    "UNPLAYED",
    "Row",
    "Standings",
    "codes_of",
    "explain",
    "named_list",
    "standings",
    "treatment",
]

#: Lists by name: 对手分方案, 累进分方案, and one of FIDE's.
LISTS = {
    "opponents": ("Z", "A", "C", "D", "E", "F", "H"),
    "running": ("Z", "B", "C", "D", "E", "F"),
    "fide": ("PTS", "BH/C1", "BH", "SB", "DE"),
}
UNPLAYED = {rule.name: rule for rule in (FIDE, FIDE_ROUND_ROBIN, CHINESE, CHINESE_LOWEST)}


@dataclass(frozen=True, slots=True)
class Row:
    """One player in the standings."""

    place: int
    """Shared by those whom no tie-break separates."""
    number: int
    tallies: tuple[Tally, ...]
    """In the order of the list."""
    dropped: tuple[Tally, ...] = ()
    """What the continuation compared, round after round taken off."""


@dataclass(frozen=True, slots=True)
class Standings:
    """The table of an event after a round."""

    after: int
    codes: tuple[Code, ...]
    rows: tuple[Row, ...]

    @property
    def legend(self) -> str:
        """The codes and their names in the current language, in one line."""
        told = (_("{code} {name}", code=str(code), name=_(NAMES[code.name])) for code in self.codes)
        return _(", ").join(told)

    def row(self, number: int) -> Row:
        """The row of a player.

        Raises:
            KeyError: no such player.
        """
        for row in self.rows:
            if row.number == number:
                return row
        raise KeyError(number)


def codes_of(names: Sequence[str]) -> tuple[Code, ...]:
    """The tie-breaks of a list; points come first even if they are not named.

    Raises:
        TieBreakError: one is not known, or stands twice.
    """
    codes = [parse_code(name) for name in names]
    if not codes or codes[0].name not in ("PTS", "Z"):
        codes.insert(0, Code("PTS"))
    for i, code in enumerate(codes):
        if code in codes[:i]:
            raise TieBreakError("tiebreak.twice", {"text": str(code)})
    return tuple(codes)


def named_list(event: Event, text: str) -> tuple[str, ...]:
    """The tie-breaks a text asks for: names with commas, the name of a list, or nothing.

    Nothing means those the file names (``212`` or ``202`` of TRF26), else
    ``opponents`` where a win is worth two points, as in Xiangqi, else ``fide``.

    >>> named_list(Event(), "bh, SB"), named_list(Event(), "running")[:2]
    (('bh', 'SB'), ('Z', 'B'))
    """
    text = text.strip()
    if not text:
        for code, named in event.head:
            if code in ("202", "212") and named.strip():
                return named_list(event, named)
        return LISTS["opponents" if event.points.win == 20 else "fide"]
    return LISTS.get(text) or tuple(part.strip() for part in text.replace("，", ",").split(","))


def treatment(name: str) -> dict[str, Unplayed]:
    """Arguments for `standings` that treat unplayed rounds alike for all codes.

    Raises:
        TieBreakError: ``tiebreak.unplayed``.

    >>> treatment(""), treatment("chinese")["fide"].name
    ({}, 'chinese')
    """
    if not name:
        return {}
    if name not in UNPLAYED:
        raise TieBreakError("tiebreak.unplayed", {"text": name, "known": " ".join(UNPLAYED)})
    return {"fide": UNPLAYED[name], "chinese": UNPLAYED[name]}


def standings(
    event: Event,
    names: Sequence[str],
    *,
    after: int | None = None,
    fide: Unplayed = FIDE,
    chinese: Unplayed = CHINESE,
    drop: bool = False,
) -> Standings:
    """The table of an event.

    Args:
        event: the event.
        names: the tie-breaks in their order, such as ``["PTS", "BH/C1", "SB"]``.
        after: after which round; None: the last one with all results.
        fide: how the codes of FIDE count unplayed rounds.
        chinese: how the Chinese letters count them.
        drop: whether those still tied are compared again with a round taken
            off, and another, as Chinese events do: from the last for **A**,
            from the first for **B** (or PS), whichever the list has first.

    Raises:
        TieBreakError: a tie-break is not known, or stands twice.
    """
    codes = codes_of(names)
    table = Table(event, after, fide, chinese)
    rows: dict[int, list[Tally]] = {player.number: [] for player in event.players}
    groups = [list(rows)] if rows else []
    for code in codes:
        groups = list(_split(table, code, groups, rows))
    dropped: dict[int, list[Tally]] = {number: [] for number in rows}
    if drop:
        for step in _continuation(codes, table.rounds):
            tied = [group for group in groups if len(group) > 1]
            if not tied:
                break
            groups = list(_split_by(table, step, groups, dropped))
    ordered: list[Row] = []
    place = 1
    for group in groups:
        ordered.extend(
            Row(place, number, tuple(rows[number]), tuple(dropped[number]))
            for number in sorted(group)
        )
        place += len(group)
    return Standings(table.rounds, codes, tuple(ordered))


def _split(
    table: Table, code: Code, groups: list[list[int]], rows: dict[int, list[Tally]]
) -> Iterator[list[int]]:
    for group in groups:
        for number in group:
            rows[number].append(table.tally(code, number, group))
        yield from _ordered(group, {number: rows[number][-1] for number in group})


def _ordered(group: list[int], tallies: dict[int, Tally]) -> Iterator[list[int]]:
    for key in sorted({tally.key for tally in tallies.values()}, reverse=True):
        yield [number for number in group if tallies[number].key == key]


# ---------------------------------------------------------------- taking rounds off


def _continuation(codes: Sequence[Code], rounds: int) -> Iterator[tuple[Code, int]]:
    """Which tie-break, and how many rounds are taken off."""
    for code in codes:
        if code.name in ("A", "B", "PS", "BH"):
            yield from ((code, count) for count in range(1, rounds))
            return


def _split_by(
    table: Table, step: tuple[Code, int], groups: list[list[int]], rows: dict[int, list[Tally]]
) -> Iterator[list[int]]:
    code, count = step
    for group in groups:
        if len(group) == 1:
            yield group
            continue
        for number in group:
            rows[number].append(_without(table, code, number, count))
        yield from _ordered(group, {number: rows[number][-1] for number in group})


def _without(table: Table, code: Code, number: int, count: int) -> Tally:
    """A figure without some rounds: the last ones of opponents' points, else the first."""
    tally = table.tally(code, number)
    off = (
        range(table.rounds - count + 1, table.rounds + 1)
        if code.name in ("A", "BH")
        else range(1, count + 1)
    )
    parts = tuple(replace(part, cut=part.cut or part.round in off) for part in tally.parts)
    value = sum(part.value for part in parts if not part.cut)
    return replace(tally, value=value, parts=parts)


# ---------------------------------------------------------------- telling why


def explain(
    table: Standings, number: int, code: str | Code, name: Callable[[int], str] = str
) -> list[str]:
    """Where a figure comes from: its name and value, then a line a part.

    Args:
        table: the standings.
        number: the player.
        code: one of the tie-breaks of the table.
        name: what an opponent is called.

    Raises:
        KeyError: no such player.
        TieBreakError: the table does not have this tie-break.
    """
    asked = parse_code(code) if isinstance(code, str) else code
    row = table.row(number)
    for tally in row.tallies:
        if tally.code == asked:
            facts = {"code": asked, "name": _(NAMES[asked.name]), "value": tally.text}
            first = _("{code} {name}: {value}", **facts)
            return [first, *(part.told(name) for part in tally.parts)]
    raise TieBreakError(
        "tiebreak.unknown", {"text": str(asked), "known": " ".join(map(str, table.codes))}
    )
