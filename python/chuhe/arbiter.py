"""The arbiter: replays a game and says what stands on the board.

>>> arbiter = Arbiter("club")
>>> replay = arbiter.replay(
...     ["i8i9", "e9e8", "i9i8", "e8e9"] * 2,
...     fen="4k4/8R/9/9/9/9/9/9/9/rrBA1K3 w",
... )
>>> replay.end.outcome.result(), replay.end.termination.value, replay.end.ply
('0-1', 'perpetual_check', 8)

Everything here is a pure function of the moves and the rule book; the legality
and the ends of the game come from the core, in one call for many games.  A
`Replay` is what the board says, a `Recorded` what the record claims, and a
`Report` holds the two against each other.  `chuhe.explain` puts them in words.

What is not here yet: draw offers, touched pieces, fouls and the clock.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import TYPE_CHECKING

from chuhe import _core
from chuhe.board import START_FEN
from chuhe.errors import Problem, add_messages
from chuhe.i18n import N_
from chuhe.pieces import Color
from chuhe.rules import Clause, Outcome, RuleSet, Termination, rule_set

if TYPE_CHECKING:
    from chuhe.game import Game

__all__ = [
    "Agreement",
    "Arbiter",
    "CycleAct",
    "Illegal",
    "Recorded",
    "Replay",
    "Report",
    "Ruling",
    "agreement",
    "termination_of",
]

add_messages({"judge.too_long": N_("no more than {most} plies are judged")})


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
class CycleAct:
    """What one ply of a repeated cycle did."""

    ply: int
    act: str
    """``check`` 将, or ``idle`` 闲: all that the simple policy looks at."""


@dataclass(frozen=True, slots=True)
class Ruling:
    """An end of the game: who won, how, since when, and by which article."""

    outcome: Outcome
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

    @property
    def termination(self) -> Termination:
        """How the game ended."""
        return self.outcome.termination


@dataclass(frozen=True, slots=True)
class Replay:
    """What the board says of a game."""

    rules: RuleSet
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

    @property
    def is_legal(self) -> bool:
        """Whether the start position and all moves keep to the rules."""
        return not self.setup and self.illegal is None

    def mover(self, ply: int) -> Color:
        """Who made a ply."""
        first = _core.Setup(self.fen).turn
        return first if ply % 2 else ~first

    def ruling(self, claimed: bool = False) -> Ruling | None:
        """The end of the game.

        Args:
            claimed: whether the players claim what they may; then the first
                end that can be claimed counts.
        """
        return self.claims[0] if claimed and self.claims else self.end


class Agreement(StrEnum):
    """How what a record claims stands to what the board says."""

    AGREES = "agrees"
    """The result is the one on the board."""
    DIFFERS = "differs"
    """The board says another result."""
    PLAYED_ON = "played_on"
    """Another result stood on the board, and play went on after it."""
    OPEN = "open"
    """The board decides nothing: resignation, agreement or the clock may have."""
    NO_CLAIM = "no_claim"
    """The record does not say a result."""


@dataclass(frozen=True, slots=True)
class Recorded:
    """What a record claims about its end."""

    result: str = "*"
    """``1-0``, ``0-1``, ``1/2-1/2``, or ``*`` for none."""
    termination: Termination | None = None
    """How, where the record says it in a word known here (绝杀, 认负, 超时 …)."""
    words: str = ""
    """The words it says it in."""


@dataclass(frozen=True, slots=True)
class Report:
    """What the board says of a recorded game, and whether the record agrees."""

    replay: Replay
    recorded: Recorded
    agreement: Agreement

    @property
    def is_clean(self) -> bool:
        """Every move legal, and no other result claimed than the board's."""
        differs = self.agreement in (Agreement.DIFFERS, Agreement.PLAYED_ON)
        return self.replay.is_legal and not differs


class Arbiter:
    """Judges games by one rule book.

    Args:
        rules: a rule book, or the name of one (``club``, ``cxa``, ``axf``,
            ``wxf``, ``engine``; see ``chuhe.rules``).

    Raises:
        ParseError: there is no rule book of that name.
    """

    def __init__(self, rules: RuleSet | str = "club") -> None:
        self.rules = rule_set(rules)

    def replay(self, moves: Iterable[str], fen: str | None = None) -> Replay:
        """Play a game through from ``fen`` (the opening position if None).

        Args:
            moves: as UCI, ranks 0 to 9.

        Nothing is raised for a bad position or move: that is what the replay
        says (`Replay.setup`, `Replay.illegal`).

        >>> Arbiter().replay(["h2e2", "h2e2"]).illegal.problem.code
        'illegal.no_piece'
        """
        return self.replay_all([(fen, tuple(moves))])[0]

    def replay_all(self, games: Sequence[tuple[str | None, Sequence[str]]]) -> list[Replay]:
        """As `replay`, for many games, on all cores."""
        found = _core.judge_batch([(fen, list(moves)) for fen, moves in games], self.rules.core)
        return [
            self._replay(fen, moves, *facts)
            for (fen, moves), facts in zip(games, found, strict=True)
        ]

    def report(self, game: Game) -> Report:
        """Judge a recorded game.

        >>> from chuhe.records import read
        >>> (game,) = read("1. 炮二平五 马8进7 2. 马二进四 {认负} 0-1".encode())
        >>> report = Arbiter().report(game)
        >>> report.replay.illegal.ply, report.replay.illegal.move, report.agreement.value
        (3, '马二进四', 'open')
        """
        return self.reports([game])[0]

    def reports(self, games: Sequence[Game]) -> list[Report]:
        """As `report`, for many games, on all cores."""
        replays = self.replay_all([(game.start_fen, game.uci_moves) for game in games])
        return [_report(game, replay) for game, replay in zip(games, replays, strict=True)]

    def _replay(
        self,
        fen: str | None,
        moves: Sequence[str],
        plies: int,
        setup: Sequence[Problem],
        refused: Problem | None,
        ends: Sequence[tuple[int, _core.Judgement]],
        last: _core.Judgement | None,
    ) -> Replay:
        illegal = Illegal(plies + 1, moves[plies], refused) if refused else None
        rulings = [self._ruling(ply, judgement) for ply, judgement in ends]
        return Replay(
            rules=self.rules,
            fen=START_FEN if fen is None else fen,
            moves=tuple(moves[:plies]),
            setup=tuple(setup),
            illegal=illegal,
            end=next((ruling for ruling in rulings if not ruling.claimable), None),
            claims=tuple(ruling for ruling in rulings if ruling.claimable),
            last=self._ruling(plies, last) if last else None,
        )

    def _ruling(self, ply: int, judgement: _core.Judgement) -> Ruling:
        termination = Termination(judgement.termination)
        return Ruling(
            outcome=Outcome(judgement.winner, termination),
            ply=ply,
            article=f"{self.rules.name}.{termination}",
            clause=self.rules.clause(termination),
            claimable=judgement.claimable,
            cycle=judgement.cycle,
            evidence=tuple(CycleAct(*act) for act in judgement.evidence),
        )


def _report(game: Game, replay: Replay) -> Report:
    words = game.headers.get("Termination") or game.end().comment.strip().rpartition("\n")[2]
    termination = termination_of(words)
    recorded = Recorded(game.result, termination, words if termination else "")
    replay = replace(replay, illegal=_where_it_breaks_off(game, len(replay.moves)))
    return Report(replay, recorded, agreement(replay, recorded))


def _where_it_breaks_off(game: Game, plies: int) -> Illegal | None:
    """The move of the record that its reader could not play.

    A reader stops the main line there, so it is not among the moves replayed.
    """
    for problem in game.problems:
        if problem.place.ply == plies + 1 and problem.code.startswith(("illegal.", "notation.")):
            move = str(problem.facts.get("text", ""))
            return Illegal(plies + 1, move, Problem(problem.code, problem.facts))
    return None


def agreement(replay: Replay, recorded: Recorded) -> Agreement:
    """Whether a record claims the result that stands on the board.

    A draw that may be claimed at the last ply counts for a record that says draw.
    """
    if recorded.result == "*":
        return Agreement.NO_CLAIM
    ruling = replay.end
    if ruling is None and replay.last and replay.last.outcome.result() == recorded.result:
        ruling = replay.last
    if ruling is None:
        return Agreement.OPEN
    if ruling.outcome.result() == recorded.result:
        return Agreement.AGREES
    return Agreement.PLAYED_ON if len(replay.moves) > ruling.ply else Agreement.DIFFERS


def termination_of(words: str) -> Termination | None:
    """How a game ended, in the words that records use; None if these are not among them.

    >>> termination_of("认负"), termination_of("{ 絕殺 }"), termination_of("好棋")
    (<Termination.RESIGNATION: 'resignation'>, <Termination.CHECKMATE: 'checkmate'>, None)
    """
    return _TERMINATIONS.get(words.strip(" \t\r\n{}()（）。.!！").casefold())


_TERMINATIONS = {
    word: termination
    for termination, words in {
        Termination.CHECKMATE: "绝杀 絕殺 将死 將死 杀 殺 checkmate mate",
        Termination.STALEMATE: "困毙 困斃 困死 stalemate",
        Termination.PERPETUAL_CHECK: "长将 長將 长将判负 長將判負",
        Termination.RESIGNATION: "认负 認負 认输 認輸 投了 resignation resigns resigned",
        Termination.AGREEMENT: "议和 議和 同意和棋 agreement",
        Termination.TIME: "超时 超時 逾时 逾時 超时判负 超時判負 time timeout",
        Termination.FORFEIT: "弃权 棄權 判负 判負 forfeit abandoned",
    }.items()
    for word in words.split()
} | {"time forfeit": Termination.TIME}
