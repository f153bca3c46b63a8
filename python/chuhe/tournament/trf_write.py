"""Files of events: FIDE's Tournament Report File, written."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations, groupby
from typing import Literal

from chuhe.tournament.model import Cell, Event, EventError, Forbidden, Kind, Player, Points, Score
from chuhe.tournament.trf_codes import BYES, COLUMNS, HEADS, OWN, POINT_CODES, RESULTS, SCORES

__all__ = ["write_trf"]


def write_trf(event: Event, *, edition: Literal["16", "26"] = "16", cut: bool = False) -> str:
    """The text of a TRF, lines ended by a line feed.

    Args:
        event: what to write. Totals are counted, not copied; places are those
            of the players' ``stated_rank``, or by points and pairing number.
        edition: ``"16"`` with the usual extensions (``XXR XXC XXP XXA BB… XXS``;
            byes asked for stand in the players' lines), or ``"26"`` (``142 152
            162 240 250 260``).
        cut: cut a name that is longer than its columns instead of refusing it.

    Raises:
        EventError: ``trf.too_wide``.
    """
    lines = [
        *_head(event),
        *_players(event, edition, cut),
        *(_since_2026(event) if edition == "26" else _before_2026(event)),
        *_own(event),
        *(code + text for code, text in event.head if not _is_head(code)),
    ]
    return "".join(f"{line}\n" for line in lines)


def _is_head(code: str) -> bool:
    """Whether a kept line stands before the players: 022 … 132."""
    return code.isdecimal() and code.endswith("2") and code < "140"


def _head(event: Event) -> Iterator[str]:
    known = [
        (code, f" {_line(getattr(event, name))}")
        for code, name in HEADS.items()
        if code < "140" and getattr(event, name)
    ]
    kept = [(code, text) for code, text in event.head if _is_head(code)]
    for code, text in sorted([*known, *kept], key=lambda line: line[0]):
        if code == "062" and text.strip().isdecimal():
            text = f" {len(event.players)}"
        if code == "072" and text.strip().isdecimal():
            text = f" {sum(1 for player in event.players if player.rating)}"
        yield code + text


# ---------------------------------------------------------------- players


def _players(event: Event, edition: str, cut: bool) -> Iterator[str]:
    scores = {player.number: event.score(player.number) for player in event.players}
    order = sorted(scores, key=lambda number: (-scores[number], number))
    places = {number: place for place, number in enumerate(order, 1)}
    stated = all(player.stated_rank for player in event.players)
    for number in event.in_order():
        player = event.player(number)
        place = player.stated_rank if stated else places[player.number]
        fields = {
            "number": f"{player.number:>4}",
            "sex": player.sex,
            "title": f"{player.title:>3}",
            "name": player.name,
            "rating": f"{player.rating or '':>4}",
            "federation": player.federation,
            "fide_id": f"{player.fide_id:>11}",
            "birth": player.birth,
            "points": f"{_points(scores[player.number]):>4}",
            "rank": f"{place:>4}",
        }
        line = "001"
        for name, (start, end) in COLUMNS.items():
            text = _line(fields[name])
            if len(text) > end - start and not (cut and name == "name"):
                facts = {"player": player.number, "field": name, "text": text}
                raise EventError("trf.too_wide", facts)
            line = line.ljust(start) + text[: end - start]
        row = list(event.row(player.number))
        if edition == "16":
            row = _with_byes(event, player, row)
        rounds = "".join(f"  {_cell(cell)}" for cell in row)
        yield f"{line.ljust(COLUMNS['rank'].end)}{rounds}".rstrip()


def _with_byes(event: Event, player: Player, row: list[Cell]) -> list[Cell]:
    """A row with the byes asked for in rounds to come, for readers that know no ``240``."""
    for (number, round), kind in event.absent.items():
        if number == player.number and event.cell(number, round).kind is Kind.UNPAIRED:
            row.extend([Cell()] * (round - len(row)))
            row[round - 1] = Cell(kind=kind)
    return row


def _cell(cell: Cell) -> str:
    if cell == Cell():
        return " " * 8
    color = {"red": "w", "black": "b", None: "-"}[cell.side]
    return f"{cell.opponent or 0:>4} {color} {_LETTERS[cell.kind, cell.score, cell.rated]}".replace(
        "   0 ", "0000 "
    )


_LETTERS: dict[tuple[Kind, Score | None, bool], str] = {
    **{value: letter for letter, value in RESULTS.items()},
    **{
        (kind, score, rated): letter
        for letter, kind in BYES.items()
        for score in (None, *Score)
        for rated in (True, False)
    },
    (Kind.FORFEIT, Score.DRAW, True): "=",
}


# ---------------------------------------------------------------- what was agreed


def _firm(event: Event) -> list[Forbidden]:
    """Who may not meet; that somebody only should not meet has no line in these files."""
    return [rule for rule in event.forbidden if not rule.weak]


def _before_2026(event: Event) -> Iterator[str]:
    if event.rounds_total:
        yield f"XXR {event.rounds_total}"
    yield from _configuration(event)
    for rule in _firm(event):
        if rule.first == 1 and rule.last is None:
            # One pair a line: some readers know no longer ones.
            yield from (f"XXP {a} {b}" for a, b in combinations(rule.players, 2))
        else:
            yield _forbidden(event, rule)
    for number, row in event.accelerated.items():
        yield f"XXA {number:>4}" + "".join(f" {_points(value):>4}" for value in row)
    if event.system:
        yield f"192 {_line(event.system)}"
    normal = _normal(event.points)
    for code, name in POINT_CODES.items():
        if getattr(event.points, name) != getattr(normal, name):
            yield f"{code} {_points(getattr(event.points, name)):>4}"
    yield from _scores(event.points)


def _configuration(event: Event) -> Iterator[str]:
    words = ["rank"] if event.order else []
    if event.initial_side:
        words.append("white1" if event.initial_side == "red" else "black1")
    if words:
        yield f"XXC {' '.join(words)}"


def _since_2026(event: Event) -> Iterator[str]:
    for (kind, round), group in groupby(
        sorted((kind, round, number) for (number, round), kind in event.absent.items()),
        key=lambda entry: entry[:2],
    ):
        letter = next(letter for letter, bye in BYES.items() if bye is kind)
        yield f"240 {letter} {round:>3}" + "".join(f" {number:>4}" for *_, number in group)
    if event.rounds_total:
        yield f"142 {event.rounds_total}"
    if event.order:
        yield from _configuration(event)
    elif event.initial_side:
        yield f"152 {'W' if event.initial_side == 'red' else 'B'}"
    points = event.points
    normal = _normal(points)
    letters = {"W": "win", "D": "draw", "L": "loss", "P": "pab"}
    if points.zero_bye == points.forfeit_loss:
        letters["A"] = "zero_bye"
    values = [
        f" {letter}{_points(getattr(points, name)):>4}"
        for letter, name in letters.items()
        if getattr(points, name) != getattr(normal, name)
    ]
    if values:
        yield "162" + " " + "   ".join(values)
    yield from _scores(points, points.zero_bye != points.forfeit_loss)
    yield from (_forbidden(event, rule) for rule in _firm(event))
    for number, row in event.accelerated.items():
        start = 1
        for value, same in groupby(row):
            length = len(list(same))
            if value:
                rounds = f"{start:>3} {start + length - 1:>3}"
                yield f"250      {_points(value):>4} {rounds} {number:>4} {number:>4}"
            start += length
    if event.system:
        yield f"192 {_line(event.system)}"


def _forbidden(event: Event, rule: Forbidden) -> str:
    last = rule.last or event.rounds_total or 99
    return f"260 {rule.first:>3} {last:>3}" + "".join(f" {number:>4}" for number in rule.players)


def _normal(points: Points) -> Points:
    """The points a reader assumes where a file says nothing more than a win and a draw.

    >>> _normal(Points.of("2:1:0")).pab, _normal(Points.of("2:1:0")).win
    (20, 10)
    """
    return Points(pab=points.win)


def _scores(points: Points, absences: bool = False) -> Iterator[str]:
    """``XXS`` where nothing else can say what a round is worth.

    >>> list(_scores(Points.of("3:1:0:3:2:0")))
    ['XXS BD=2.0 PAB=3.0']
    """
    follow = {"half_bye": points.draw, "full_bye": points.win, "forfeit_win": points.win}
    names = {name: code for code, (name, *more) in SCORES.items() if not more}
    wanted = [
        name for name in names if name.startswith("black") and getattr(points, name) is not None
    ]
    wanted += [name for name, worth in follow.items() if getattr(points, name) != worth]
    wanted += ["zero_bye", "forfeit_loss"] * absences
    if wanted:
        # Elsewhere in an XXS the bye of the pairing is one point unless it is named.
        told = (f"{names[name]}={_points(getattr(points, name))}" for name in [*wanted, "pab"])
        yield "XXS " + " ".join(told)


def _own(event: Event) -> Iterator[str]:
    """What no TRF has a line for."""
    for player in event.players:
        if player.fouls:
            yield f"{OWN} fouls {player.number} {player.fouls}"
        if player.team:
            yield f"{OWN} team {player.number} {_line(player.team)}"


def _points(value: int) -> str:
    """Tenths as a file has them.

    >>> _points(45)
    '4.5'
    """
    return f"{value // 10}.{value % 10}"


def _line(text: str) -> str:
    """A text that cannot end the line."""
    return "".join(" " if char in "\r\n\t" else char for char in text)
