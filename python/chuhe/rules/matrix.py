"""The verdicts on every pair of conducts in a repetition, computed from a policy's data.

A conduct is what one side does all through the repetition: check with every move 长将, check and
threaten mate in turn 一将一杀, chase and wait in turn 一捉一闲 … The policies are those of the
core; this module adds no rule to them.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from types import MappingProxyType
from typing import Any, Literal, NamedTuple

from chuhe import _core
from chuhe.i18n import N_, _

__all__ = ["CONDUCTS", "Conduct", "Pair", "Verdict", "matrix", "table", "verdict"]

Verdict = Literal["red_changes", "black_changes", "draw"]


@dataclass(frozen=True, slots=True)
class Conduct:
    """What a side does all through a repetition.

    >>> CONDUCTS["check_kill"].chinese, sorted(CONDUCTS["check_kill"].kinds)
    ('一将一杀', ['check', 'kill'])
    """

    name: str
    title: str
    """In English; ``_(title)`` in the current language."""
    chinese: str
    """Its name in the Chinese rules, whatever the language."""
    kinds: frozenset[str]
    """The natures of its plies, each at least once."""
    one_target: bool = False
    """Whether every ply chases one and the same piece."""
    horse_pinned: bool = False
    """Whether this piece is a rook that is the leg between a horse and its own king."""
    joint: bool = False
    """Whether a chase needs several pieces 联合捉, or what it wins has too few roots 少根."""

    @property
    def text(self) -> str:
        """Its name in the current language."""
        return _(self.title)


def _conduct(name: str, title: str, chinese: str, kinds: str, **more: bool) -> Conduct:
    return Conduct(name, title, chinese, frozenset(kinds.split()), **more)


CONDUCTS: Mapping[str, Conduct] = MappingProxyType(
    {
        conduct.name: conduct
        for conduct in (
            _conduct("perpetual_check", N_("perpetual check"), "长将", "check"),
            _conduct("perpetual_kill", N_("perpetual threat of mate"), "长杀", "kill"),
            _conduct(
                "perpetual_chase",
                N_("perpetual chase of one piece"),
                "长捉",
                "chase",
                one_target=True,
            ),
            _conduct(
                "joint_chase",
                N_("perpetual joint chase of one piece"),
                "长联合捉",
                "chase",
                one_target=True,
                joint=True,
            ),
            _conduct(
                "pinned_rook_chase",
                N_("perpetual chase of a rook pinned by a horse"),
                "长捉被马牵制的车",
                "chase",
                one_target=True,
                horse_pinned=True,
            ),
            _conduct("chase_in_turn", N_("chase of several pieces in turn"), "轮捉数子", "chase"),
            _conduct(
                "check_kill", N_("check and threat of mate in turn"), "一将一杀", "check kill"
            ),
            _conduct("check_chase", N_("check and chase in turn"), "一将一捉", "check chase"),
            _conduct(
                "kill_chase", N_("threat of mate and chase in turn"), "一杀一捉", "kill chase"
            ),
            _conduct("check_idle", N_("check and idle move in turn"), "一将一闲", "check idle"),
            _conduct(
                "kill_idle", N_("threat of mate and idle move in turn"), "一杀一闲", "kill idle"
            ),
            _conduct("chase_idle", N_("chase and idle move in turn"), "一捉一闲", "chase idle"),
            _conduct("follow", N_("perpetual following"), "长跟", "follow"),
            _conduct("exchange", N_("perpetual offer of exchange"), "长兑", "exchange"),
            _conduct("block", N_("perpetual blocking"), "长拦", "block"),
            _conduct("offer", N_("perpetual offer of a piece"), "长献", "offer"),
            _conduct("idle", N_("idle moves"), "长闲", "idle"),
        )
    }
)
"""The conducts the matrix is made of, by name."""


class Pair(NamedTuple):
    """The verdict on two conducts."""

    red: str
    """The name of Red's conduct."""
    black: str
    """The name of Black's conduct."""
    verdict: Verdict
    """Who must change, or else loses; ``draw`` if nobody must."""


def verdict(policy: str, red: Conduct, black: Conduct) -> Verdict:
    """Who has to change, when the two sides do this all through a repetition.

    Args:
        policy: a name that ``_core.repetition_policy`` knows.
        red, black: what each side does.

    Raises:
        ParseError: there is no such policy.

    >>> verdict("cxa-2020", CONDUCTS["perpetual_check"], CONDUCTS["perpetual_kill"])
    'red_changes'
    >>> verdict("axf", CONDUCTS["check_chase"], CONDUCTS["idle"])
    'draw'
    """
    rules = _core.repetition_policy(policy)
    checks = "check" in red.kinds | black.kinds
    degrees = [_degree(rules, conduct, checks) for conduct in (red, black)]
    if degrees[0] != degrees[1]:
        return "red_changes" if degrees[0] > degrees[1] else "black_changes"
    if degrees[0] and rules["joint_goes_free"] and red.joint != black.joint:
        return "black_changes" if red.joint else "red_changes"
    return "draw"


def _degree(rules: Mapping[str, Any], conduct: Conduct, checks: bool) -> int:
    """How grave the worst fault is that all plies of a conduct amount to; 0: none."""
    excused = checks and rules["check_excuses_chase"]
    if rules["check_series"] and conduct.kinds == {"check"}:  # sooner or later too many in a row
        return 1
    return max(
        (
            fault["level"]
            for fault in rules["faults"]
            if conduct.kinds <= set(fault["kinds"])
            and (conduct.one_target or not fault["one_target"])
            and (conduct.horse_pinned or not fault["horse_pinned"])
            and not (excused and "chase" in fault["kinds"])
        ),
        default=0,
    )


@cache
def matrix(policy: str) -> tuple[Pair, ...]:
    """The verdict on every pair of `CONDUCTS` under a policy.

    Raises:
        ParseError: there is no such policy.

    >>> len(matrix("axf")) == len(CONDUCTS) ** 2
    True
    """
    return tuple(
        Pair(red.name, black.name, verdict(policy, red, black))
        for red in CONDUCTS.values()
        for black in CONDUCTS.values()
    )


def table(
    *policies: str,
) -> tuple[Sequence[tuple[Conduct, ...]], Mapping[tuple[int, int], tuple[Verdict, ...]]]:
    """The matrix without its repetitions: conducts that fare alike against all share a row.

    Args:
        policies: one, or several to be compared; conducts of a row then fare alike under each.

    Returns:
        The groups of conducts; and group against group, by number, the first of the two being
        Red: the verdict of each policy.

    >>> groups, verdicts = table("checks")
    >>> [len(group) for group in groups], verdicts[0, 1]
    ([1, 16], ('red_changes',))
    """
    matrices = [{(p.red, p.black): p.verdict for p in matrix(policy)} for policy in policies]

    def verdicts(red: str, black: str) -> tuple[Verdict, ...]:
        return tuple(of[red, black] for of in matrices)

    groups: dict[tuple[tuple[Verdict, ...], ...], list[Conduct]] = {}
    for name, conduct in CONDUCTS.items():
        row = tuple(verdicts(name, other) for other in CONDUCTS)
        groups.setdefault(row, []).append(conduct)
    found = [tuple(group) for group in groups.values()]
    return found, {
        (i, j): verdicts(red[0].name, black[0].name)
        for i, red in enumerate(found)
        for j, black in enumerate(found)
    }
