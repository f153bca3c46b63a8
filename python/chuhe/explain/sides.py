"""One sentence a side: what its plies in the cycle amount to; and who has to change."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from chuhe import _core
from chuhe.arbiter import CycleAct, Replay, Ruling
from chuhe.explain.acts import positions
from chuhe.explain.words import kind_words, side
from chuhe.i18n import N_, _
from chuhe.pieces import BLACK, RED, Color, Piece
from chuhe.rules import RuleSet, Termination

__all__ = ["Side", "sides_of", "verdict_sentence"]

_FORBIDDEN = ("check", "kill", "chase")

#: The name of a mixture of forbidden acts, and of one with idle plies in it.
_MIXED: Mapping[tuple[str, ...], str] = {
    ("check", "kill"): N_("checks and threats of mate by turns"),
    ("check", "chase"): N_("checks and chases by turns"),
    ("kill", "chase"): N_("threats of mate and chases by turns"),
    ("check", "kill", "chase"): N_("checks, threats of mate and chases by turns"),
}
_LOOSE: Mapping[tuple[str, ...], str] = {
    ("check",): N_("checks, but not with every move"),
    ("kill",): N_("threatens mate, but not with every move"),
    ("chase",): N_("chases, but not with every move"),
}
_QUIET = {
    "follow": N_("only follows a guarded piece"),
    "exchange": N_("only offers exchanges"),
    "offer": N_("only offers pieces"),
    "block": N_("only blocks"),
}


@dataclass(frozen=True, slots=True)
class Side:
    """What a side did in a cycle."""

    color: Color
    acts: tuple[CycleAct, ...]
    fault: Mapping[str, Any] | None
    """The clause it is at fault with, as `chuhe._core.repetition_policy` has it."""
    target: Piece | None
    """What it attacks with every ply, if that is one and the same piece."""
    checks_only: bool = False
    """Whether the book looks at checks alone."""
    excused: bool = False
    """Whether there are checks in the cycle, and by the book no chase counts then."""
    series: bool = False
    """Whether it loses for a series of moves that is no repetition: nine moves, too many checks."""

    @property
    def words(self) -> str:
        """What its plies amount to, and whether that is allowed, as one sentence."""
        facts = {"side": side(self.color), "what": self._what()}
        if self.at_fault:
            return _("{side} {what}: forbidden.", **facts)
        return _("{side} {what}: allowed.", **facts)

    @property
    def at_fault(self) -> bool:
        """Whether what it did is forbidden."""
        return self.fault is not None or self.series

    @property
    def natures(self) -> list[str]:
        """The nature of each of its plies."""
        return [act.act for act in self.acts]

    @property
    def level(self) -> int:
        """How grave its fault is; 0 if it has none."""
        return self.fault["level"] if self.fault else 0

    def _what(self) -> str:
        found = {act.act for act in self.acts}
        forbidden = tuple(act for act in _FORBIDDEN if act in found)
        if (
            self.target is not None
            and "chase" in forbidden
            and (forbidden == ("chase",) or (self.fault and self.fault["one_target"]))
            and not found - set(_FORBIDDEN)
        ):
            target = _colored(self.target)
            if self.excused:
                return _(
                    "chases the same {target} with every move, but there are checks in the cycle, "
                    "and then no chase counts",
                    target=target,
                )
            if forbidden == ("chase",):
                return _("chases the same {target} with every move, perpetual chase", target=target)
            return _(
                "attacks the same {target} with every move, checks among them, perpetual chase",
                target=target,
            )
        if not forbidden and self.checks_only:
            return _("gives no check, and only checks count")
        if not forbidden:
            (only,) = found if len(found) == 1 else ("idle",)
            return _(_QUIET.get(only, N_("makes no forbidden move")))
        if found - set(_FORBIDDEN):
            return _(_LOOSE.get(forbidden, N_("makes forbidden moves, but idle ones too")))
        match forbidden:
            case ("check",):
                return _("gives check with every move, perpetual check")
            case ("kill",):
                return _("threatens mate with every move, perpetual threat of mate")
            case ("chase",) if self.at_fault:
                return _("chases with every move, perpetual chase of several pieces")
            case ("chase",):
                return _("chases with every move, though not the same piece throughout")
            case _:
                return _("makes nothing but {mixture}", mixture=_(_MIXED[forbidden]))


def _colored(piece: Piece) -> str:
    """A piece with its side: black cannon, 黑炮."""
    kind = kind_words(piece)
    if piece.color is RED:
        return _("red {kind}", kind=kind)
    return _("black {kind}", kind=kind)


def sides_of(replay: Replay, ruling: Ruling, rules: RuleSet) -> tuple[Side, ...]:
    """What each side did in a cycle; none if no cycle was judged.

    Args:
        replay: the game.
        ruling: on it, by ``rules``.
        rules: the rule book that was judged by.
    """
    if ruling.cycle is None or not ruling.evidence:
        return ()
    policy = _core.repetition_policy(rules.repetition)
    faults = {fault["article"]: fault for fault in policy["faults"]}
    targets = _targets(replay, ruling)
    winner = ruling.outcome.winner
    checked = any(act.act == "check" for act in ruling.evidence)
    return tuple(
        Side(
            color=color,
            acts=tuple(act for act in ruling.evidence if act.side is color),
            fault=faults.get(ruling.faults[index] or ""),
            target=targets[color],
            checks_only=policy["look"] == "checks",
            excused=policy["check_excuses_chase"] and checked,
            series=winner is ~color and ruling.faults[index] is None,
        )
        for index, color in enumerate((RED, BLACK))
        if any(act.side is color for act in ruling.evidence)
    )


def _targets(replay: Replay, ruling: Ruling) -> dict[Color, Piece | None]:
    """For each side the piece that every ply of its own attacks; pieces keep their identity."""
    assert ruling.cycle is not None
    acts = {act.ply: act for act in ruling.evidence}
    home: dict[int, int] = {}
    pieces: dict[int, Piece] = {}
    common: dict[Color, set[int] | None] = {RED: None, BLACK: None}
    for ply, board, move in positions(replay, *ruling.cycle):
        if not pieces:
            pieces = dict(board.piece_map())
            home = {square: square for square in pieces}
        home[move.to_square] = home.pop(move.from_square)
        act = acts[ply]
        chased = {
            home[_core.parse_square(attack.target)]
            for attack in act.attacks
            if attack.why not in ("check", "mate", "rooted", "mutual")
        }
        so_far = common[act.side]
        common[act.side] = chased if so_far is None else so_far & chased
    return {
        color: min((pieces[square] for square in found), key=_rank, default=None)
        for color, found in ((color, found or ()) for color, found in common.items())
    }


def _rank(piece: Piece) -> int:
    """Which of several pieces attacked throughout is named: rather the rook than the pawn."""
    return "RNCABPK".index(piece.role.letter)


def verdict_sentence(ruling: Ruling, sides: Sequence[Side], rules: RuleSet) -> str:
    """Who has to change, and what follows; for a ruling on a cycle."""
    winner = ruling.outcome.winner
    if winner is None:
        return _draw(ruling, sides)
    loser = side(~winner)
    if ruling.termination is Termination.CHECK_SERIES:
        return _("{loser} has given more checks in a row than the limit, and loses.", loser=loser)
    faults = {found.color: found.fault for found in sides}
    own, other = faults.get(~winner), faults.get(winner)
    if own is None:
        return _(
            "{loser} has made nine forbidden moves in a row to three points or more, and loses.",
            loser=loser,
        )
    if other is None:
        return _("{loser} had to change and did not: {loser} loses.", loser=loser)
    if own["level"] == other["level"]:
        return _(
            "Both sides are at fault, but the chases of {winner} are joint ones and those of "
            "{loser} are not: {loser} had to change and did not, and loses.",
            loser=loser,
            winner=side(winner),
        )
    return _(
        "Both sides are at fault, {loser} the more: {own} weighs more than {other}. {loser} had to "
        "change and did not, and loses.",
        loser=loser,
        own=_fault_words(own),
        other=_fault_words(other),
    )


def _draw(ruling: Ruling, sides: Sequence[Side]) -> str:
    if ruling.undecided:
        return _(
            "A ply could not be worked out to the end, and nobody loses for want of proof: "
            "nobody changed, a draw."
        )
    graver = max(sides, key=lambda found: found.level)
    if not graver.at_fault:
        return _("Neither side is at fault; nobody changed, a draw.")
    if all(found.level == graver.level for found in sides):
        return _("Both sides are at fault alike; nobody changed, a draw.")
    return _(
        "The cycle is made of several loops, and {side} is not at fault in each of them: "
        "nobody loses, a draw.",
        side=side(graver.color),
    )


def _fault_words(fault: Mapping[str, Any]) -> str:
    """The name of a breach."""
    if fault["horse_pinned"]:
        return _("perpetual chase of a rook that a horse pins")
    match tuple(fault["kinds"]):
        case ("check",):
            return _("perpetual check")
        case ("kill",):
            return _("perpetual threat of mate")
        case ("chase",):
            return _("perpetual chase")
        case _:
            return _("forbidden moves of other kinds")
