"""Baku acceleration (C.04.5): the upper half starts with virtual points."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from chuhe.tournament.cells import EMPTY
from chuhe.tournament.model import Event

__all__ = ["accelerated", "baku"]


def baku(players: int, rounds: int, win: int = 10, draw: int = 5) -> dict[int, tuple[int, ...]]:
    """The virtual points, in tenths, of each accelerated pairing number, by round.

    The upper half, rounded up to an even number, is accelerated in the first
    half of the rounds, rounded up: by a win in the first half of these,
    rounded up, and by a draw in the others.

    >>> baku(6, 7)
    {1: (10, 10, 5, 5), 2: (10, 10, 5, 5), 3: (10, 10, 5, 5), 4: (10, 10, 5, 5)}
    """
    group = 2 * -(-players // 4)
    length = -(-rounds // 2)
    full = -(-length // 2)
    points = (win,) * full + (draw,) * (length - full)
    return dict.fromkeys(range(1, group + 1), points)


def accelerated(event: Event) -> Event:
    """The event with Baku's points, if its system names them and it states none itself.

    Those who came after round 1 do not move the border between the halves: the last player of
    the upper half stays the last one (C.04.5, late entries), so it can become an odd number.
    """
    if event.accelerated or not event.system.endswith("_BAKU") or not event.rounds_total:
        return event
    order = event.in_order()
    first = [n for n in order if not event.rounds_paired or event.cell(n, 1) != EMPTY] or order
    by_place = baku(len(first), event.rounds_total, event.points.win, event.points.draw)
    upper = order[: order.index(first[min(len(by_place), len(first)) - 1]) + 1] if order else []
    by_number: Mapping[int, tuple[int, ...]] = dict.fromkeys(upper, by_place.get(1, ()))
    return replace(event, accelerated=by_number)
