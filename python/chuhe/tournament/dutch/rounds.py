"""A round from the top bracket to the bottom one."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import groupby

from chuhe.errors import PairingError, add_messages
from chuhe.i18n import N_
from chuhe.tournament.dutch.bracket import Bracket, Paired, pair_bracket
from chuhe.tournament.dutch.completion import bye_score
from chuhe.tournament.dutch.entrants import Entrant, Field

__all__ = ["Round", "pair_round", "pairing_steps"]


@dataclass(frozen=True, slots=True)
class Round:
    """Who meets whom, bracket by bracket; colours are not yet given."""

    field: Field
    brackets: tuple[tuple[Bracket, Paired], ...]
    bye: Entrant | None


def pairing_steps(field: Field) -> Iterator[tuple[Bracket, Paired]]:
    """The brackets in their order, each with its pairing.

    Raises:
        PairingError: ``no_valid_pairing``: the absolute criteria C1 to C3
            leave no pairing of all players.
    """
    players = field.entrants
    score = bye_score(players)
    if score is None:
        raise PairingError("no_valid_pairing", {"round": field.round, "players": len(players)})
    takers = tuple(e for e in players if len(players) % 2 and e.bye and e.score == score)
    groups = [tuple(group) for _, group in groupby(players, key=lambda e: e.score)]
    floaters: tuple[Entrant, ...] = ()
    for k, residents in enumerate(groups):
        below = groups[k + 1] if k + 1 < len(groups) else ()
        if len(floaters) + len(residents) < 2 and not below:
            return
        rest = tuple(entrant for group in groups[k + 2 :] for entrant in group)
        bracket = Bracket(floaters, residents, below, rest, takers, field.last_round)
        paired = pair_bracket(bracket)
        yield bracket, paired
        floaters = paired.floaters


def pair_round(field: Field) -> Round:
    """All brackets of a round.

    Raises:
        PairingError: ``no_valid_pairing``.
    """
    brackets = tuple(pairing_steps(field))
    paired = {e.number for _, done in brackets for pair in done.pairs for e in pair}
    left = [e for e in field.entrants if e.number not in paired]
    return Round(field, brackets, left[0] if left else None)


add_messages(
    {
        "no_valid_pairing": N_(
            "round {round} cannot be paired: no pairing of all {players} players keeps the absolute criteria"
        )
    }
)
