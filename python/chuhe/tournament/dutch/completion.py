"""Whether players can all be paired, and who of them gets the bye (C1 to C5)."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence

from chuhe.tournament.bitrows import bits, perfect
from chuhe.tournament.dutch.entrants import Entrant

__all__ = ["bye_score", "completes", "floats_freely"]

#: So many players of the next score group are tried as opponents of a floater.
_TRIES = 12


def completes(
    players: Sequence[Entrant],
    bye: Collection[Entrant] = (),
    apart: Collection[Entrant] = (),
) -> bool:
    """Whether all players can be paired within the absolute criteria (C1 to C3).

    Args:
        players: who is to be paired.
        bye: of whom one is left over, where the number is odd; others than players do not count.
        apart: players who are not paired with each other: those moved down.
    """
    if len(players) % 2:
        if not bye:
            return False
    else:
        bye = ()
    return perfect(_rows(players, bye, apart)) is not None


def bye_score(players: Sequence[Entrant]) -> int | None:
    """The lowest score that can have the bye so that all others are paired (C2, C5).

    None if no pairing exists at all. For an even number the answer is 0 or None.
    """
    if len(players) % 2 == 0:
        return 0 if completes(players) else None
    for score in sorted({player.score for player in players if player.bye}):
        if completes(players, [p for p in players if p.bye and p.score == score]):
            return score
    return None


def floats_freely(
    members: Sequence[Entrant],
    below: Sequence[Entrant],
    rest: Sequence[Entrant],
    bye: Collection[Entrant],
) -> bool:
    """Whether it does not matter below who of a bracket is its only floater.

    It does not if any of them can be paired in the next bracket while of all
    others there at most one is left over, and the round can be completed (C4,
    C8). A false answer means that it was not found, not that it is not so.
    """
    staying = list(below)
    if len(below) % 2 == 0:
        left = next((p for p in below[: -_TRIES - 1 : -1] if completes((p, *rest), bye)), None)
        if left is None:
            return False
        staying.remove(left)
    elif not completes(rest, bye):
        return False
    waiting = list(members)
    for opponent in staying[:: -(-len(staying) // _TRIES) or 1]:
        meeting = [player for player in waiting if player.may_meet(opponent)]
        if meeting and completes([p for p in staying if p is not opponent]):
            waiting = [player for player in waiting if player not in meeting]
        if not waiting:
            return True
    return False


def _rows(
    players: Sequence[Entrant], bye: Collection[Entrant], apart: Collection[Entrant]
) -> list[int]:
    """The graph of those who may meet, as rows of bits; the bye is one more vertex."""
    place = {player.number: i for i, player in enumerate(players)}
    everybody = (1 << len(players)) - 1
    moved = _mask(place, apart)
    # C3: of those absolutely due a colour who are no topscorers no two may meet.
    firm = [player for player in players if player.absolute and not player.top]
    alike = {side: _mask(place, (p for p in firm if p.due == side)) for side in ("red", "black")}
    rows = []
    for i, player in enumerate(players):
        row = everybody ^ (1 << i)
        if player.due is not None and player.absolute and not player.top:
            row &= ~alike[player.due]
        if moved >> i & 1:
            row &= ~moved
        for number in player.barred:
            other = place.get(number)
            if other is not None:
                row &= ~(1 << other)
        rows.append(row)
    if bye:
        taker = len(players)
        rows.append(_mask(place, bye))
        for i in bits(rows[taker]):
            rows[i] |= 1 << taker
    return rows


def _mask(place: Mapping[int, int], players: Iterable[Entrant]) -> int:
    """The bits of those players who are among these."""
    marks = bytearray(len(place) // 8 + 1)
    for player in players:
        i = place.get(player.number)
        if i is not None:
            marks[i >> 3] |= 1 << (i & 7)
    return int.from_bytes(marks, "little")
