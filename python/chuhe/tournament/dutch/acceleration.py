"""Baku acceleration (C.04.5): the upper half starts with virtual points."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

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
    """The event with Baku's points, if its system names them and it states none itself."""
    if event.accelerated or not event.system.endswith("_BAKU") or not event.rounds_total:
        return event
    points = event.points
    by_place = baku(len(event.players), event.rounds_total, points.win, points.draw)
    by_number: Mapping[int, tuple[int, ...]] = {
        number: by_place[place]
        for place, number in enumerate(event.in_order(), 1)
        if place in by_place
    }
    return replace(event, accelerated=by_number)
