"""What a ruling is made of: attacks, acts, rulings, the replay of a game."""

from __future__ import annotations

from dataclasses import dataclass

from chuhe import _core
from chuhe._core import Move
from chuhe.errors import Problem
from chuhe.pieces import Color, Role
from chuhe.rules import Clause, Outcome, RuleSet, Termination

__all__ = ["Attack", "CycleAct", "Illegal", "RepetitionWarning", "Replay", "Ruling"]


@dataclass(frozen=True, slots=True)
class Illegal:
    """A move that leaves the rules."""

    ply: int
    """The ply, counted from 1."""
    move: str
    """The move as it was given."""
    problem: Problem
    """Why it cannot be played."""


@dataclass(frozen=True, slots=True)
class Attack:
    """Who attacks what, where they stand after the ply."""

    by: str
    """The square of the attacker."""
    by_role: Role
    """What it is."""
    target: str
    """The square of what is attacked."""
    target_role: Role
    """What that is."""
    why: str
    """Why it counts, or does not: ``check``, ``mate``, ``rootless``, ``false_root_pinned`` …"""
    guard: str | None = None
    """The square of the guard that the reason is about: one that cannot take back, or one that
    would. With several guards the attack is named once for each."""
    first: str = ""
    """What would be played next, as UCI: the capture, the first check, the mate."""


@dataclass(frozen=True, slots=True)
class CycleAct:
    """What one ply of a repeated cycle did."""

    ply: int
    """Counted from 1."""
    side: Color
    """Who made it."""
    act: str
    """``check`` 将, ``kill`` 杀, ``chase`` 捉, ``exchange`` 兑, ``offer`` 献, ``block`` 拦,
    ``follow`` 跟 or ``idle`` 闲."""
    attacks: tuple[Attack, ...] = ()
    """The attacks that make it so; of a check also those on the king."""
    undecided: bool = False
    """Whether the search for it was cut short: it is held against nobody."""


@dataclass(frozen=True, slots=True)
class Ruling:
    """An end of the game: who won, how, since when, and by which article."""

    outcome: Outcome
    """Who won, and how."""
    ply: int
    """How many plies had been played when it stood on the board."""
    article: str
    """The stable name of the article applied, such as ``club.perpetual_check``."""
    clause: Clause
    """Its words, and where they are from."""
    claimable: bool = False
    """True if it ends the game only when a player claims it."""
    cycle: tuple[int, int] | None = None
    """First and last ply of the repeated cycle."""
    evidence: tuple[CycleAct, ...] = ()
    """What each ply of the cycle did."""
    occurrences: tuple[int, ...] = ()
    """After how many plies the repeated position stood, the cycle's start and end among them."""
    faults: tuple[str | None, str | None] = (None, None)
    """The clause each side is at fault with, Red first; both may be, and then it is a draw
    unless one fault outweighs the other."""
    undecided: bool = False
    """Whether a search was cut short, and the draw is for want of proof."""
    reason: str = ""
    """What the arbiter says to it, where he decided."""

    @property
    def termination(self) -> Termination:
        """How the game ended."""
        return self.outcome.termination


@dataclass(frozen=True, slots=True)
class RepetitionWarning:
    """What is to be said before a repetition becomes fatal."""

    loser: Color
    """Who loses if the cycle is gone through once more."""
    ruling: Ruling
    """How it would be ruled then."""
    fatal_moves: tuple[Move, ...]
    """The moves of the side to move that lose at once by repetition."""
    ways_out: tuple[Move, ...]
    """Its other legal moves; none if the loser is not to move."""

    @property
    def termination(self) -> Termination:
        """How the game would end."""
        return self.ruling.termination


@dataclass(frozen=True, slots=True)
class Replay:
    """What the board says of a game."""

    rules: RuleSet
    """The rule book it was judged by."""
    fen: str
    """The start position as given."""
    moves: tuple[str, ...]
    """The legal moves from the start, as UCI."""
    setup: tuple[Problem, ...] = ()
    """All that keeps the start position from arising in a game.

    The moves are tried from it all the same if each side has one king.
    """
    illegal: Illegal | None = None
    """What was tried after the legal moves, if it was not legal."""
    end: Ruling | None = None
    """The first end that needs no claim. Moves after it are still tested for legality."""
    claims: tuple[Ruling, ...] = ()
    """Ends that a player could have claimed before that, each where it first stood."""
    last: Ruling | None = None
    """What stands at the last ply besides ``end``.

    A draw that a player may claim; or mate, stalemate or a dead position of a
    game that was played on after its end.
    """
    warning: RepetitionWarning | None = None
    """Who is about to lose by repetition at the last ply, if that was asked for."""

    @property
    def is_legal(self) -> bool:
        """Whether the start position and all moves keep to the rules."""
        return not self.setup and self.illegal is None

    def mover(self, ply: int) -> Color:
        """Who made a ply, or would make it, counted from 1."""
        first = _core.Setup(self.fen).turn
        return first if ply % 2 else ~first

    def ruling(self, claimed: bool = False) -> Ruling | None:
        """The end of the game.

        Args:
            claimed: whether the players claim what they may; then the first
                end that can be claimed counts.
        """
        return self.claims[0] if claimed and self.claims else self.end
