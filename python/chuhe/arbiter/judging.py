"""The arbiter himself: games in, rulings out."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from contextlib import suppress
from dataclasses import replace
from typing import TYPE_CHECKING

from chuhe import _core
from chuhe._core import Move, square_name
from chuhe.arbiter.recorded import Report, report_of
from chuhe.arbiter.values import Attack, CycleAct, Illegal, RepetitionWarning, Replay, Ruling
from chuhe.board import START_FEN, Board
from chuhe.errors import Problem, add_messages
from chuhe.i18n import N_
from chuhe.pieces import Color, Piece, Role
from chuhe.rules import RULES, Clause, Outcome, RuleSet, Termination, rule_set

if TYPE_CHECKING:
    from chuhe.game import Game

__all__ = ["Arbiter"]

add_messages({"judge.too_long": N_("no more than {most} plies are judged")})


class Arbiter:
    """Judges games by one rule book.

    Args:
        rules: a rule book, or the name of one in `chuhe.rules.RULES`.

    Raises:
        ParseError: there is no rule book of that name.
    """

    def __init__(self, rules: RuleSet | str = "club") -> None:
        self.rules = rule_set(rules)

    def replay(
        self, moves: Iterable[Move | str], fen: str | None = None, *, warn: bool = False
    ) -> Replay:
        """Play a game through from ``fen`` (the opening position if None).

        Args:
            moves: such as `Board.move_stack`, or as UCI, ranks 0 to 9.
            fen: where the game starts.
            warn: whether to say who is about to lose by repetition at the last ply.

        Nothing is raised for a bad position or move: that is what the replay
        says (`Replay.setup`, `Replay.illegal`).

        >>> Arbiter().replay(["h2e2", "h2e2"]).illegal.problem.code
        'illegal.no_piece'
        """
        return self.replay_all([(fen, tuple(map(str, moves)))], warn=warn)[0]

    def replay_all(
        self, games: Sequence[tuple[str | None, Sequence[str]]], *, warn: bool = False
    ) -> list[Replay]:
        """As `replay`, for many games, on all cores.

        Args:
            games: of each the position it starts from and its moves as UCI.
            warn: as for `replay`.
        """
        given = [(fen, list(moves)) for fen, moves in games]
        found = _core.judge_batch(given, self.rules.core, warn)
        return [
            self._replay(fen, moves, *facts)
            for (fen, moves), facts in zip(games, found, strict=True)
        ]

    def rule(self, board: Board, *, claim: bool = False) -> Ruling | None:
        """How a board stands now; None while the game goes on.

        Args:
            board: the position with the moves that led to it.
            claim: whether a player claims: some ends do not come by themselves.
        """
        found = _core.judge(board, self.rules.core, claim)
        return found and self._ruling(board.ply, found, board)

    def decision(self, ply: int, outcome: Outcome, *, reason: str = "") -> Ruling:
        """An end that the board does not show: fouls, time, absence, resignation, a decision.

        Args:
            ply: how many plies had been played.
            outcome: how the game ended.
            reason: what is to be said to it.

        >>> ruling = Arbiter("club").decision(40, Outcome(Color.RED, Termination.FOULS))
        >>> ruling.article, ruling.ply
        ('club.fouls', 40)
        """
        termination = outcome.termination
        try:
            clause = self.rules.clause(termination)
        except KeyError:  # the book says nothing of it
            clause = self.rules.clause(Termination.DECISION)
        return Ruling(outcome, ply, f"{self.rules.name}.{termination}", clause, reason=reason)

    def warning(self, board: Board) -> RepetitionWarning | None:
        """Who is about to lose by repetition; None if nobody is, or the game has ended.

        >>> board = Board("4k4/8R/9/9/9/9/9/9/9/rrBA1K3 w")
        >>> for text in ["i8i9", "e9e8", "i9i8", "e8e9", "i8i9", "e9e8"]:
        ...     _ = board.push_uci(text)
        >>> warning = Arbiter().warning(board)
        >>> warning.loser, [str(move) for move in warning.fatal_moves]
        (<Color.RED: 'red'>, ['i9i8'])
        """
        found = _core.warning(board, self.rules.core)
        return found and self._warning(found, board)

    def others(
        self, fen: str | None, moves: Sequence[str], *, claim: bool = False
    ) -> dict[str, Outcome | None]:
        """What each other rule book says of the position after ``moves``.

        Args:
            fen: where the game starts; the opening position if None.
            moves: legal moves as UCI, up to the ply of a ruling.
            claim: whether a player claims what he may.

        Returns:
            the name of a book → how the game has ended by it, None if it goes on.

        Raises:
            FenError, SetupError: there is no such position.
            IllegalMoveError, NotationError: a move cannot be played.

        >>> cycle = ["i8i9", "e9e8", "i9i8", "e8e9"] * 2
        >>> others = Arbiter("club").others("4k4/8R/9/9/9/9/9/9/9/rrBA1K3 w", cycle)
        >>> str(others["axf"].winner), others["axf"].termination.value, others["count"]
        ('black', 'perpetual_check', None)
        """
        found = self.other_rulings(fen, moves, claim=claim)
        return {name: ruling.outcome if ruling else None for name, ruling in found.items()}

    def other_rulings(
        self, fen: str | None, moves: Sequence[str], *, claim: bool = False
    ) -> dict[str, Ruling | None]:
        """As `others`, with the evidence."""
        board = _board(fen, moves)
        return {
            name: Arbiter(self._counting_alike(book)).rule(board, claim=claim)
            for name, book in RULES.items()
            if name != self.rules.name
        }

    def _counting_alike(self, book: RuleSet) -> RuleSet:
        """Another book; to decide at our occurrence if that is not the one our book says."""
        ours = RULES.get(self.rules.name)
        if ours is None or self.rules.occurrences == ours.occurrences or not book.occurrences:
            return book
        return replace(book, occurrences=self.rules.occurrences)

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
        return [report_of(game, replay) for game, replay in zip(games, replays, strict=True)]

    def _replay(
        self,
        fen: str | None,
        moves: Sequence[str],
        plies: int,
        setup: Sequence[Problem],
        refused: Problem | None,
        ends: Sequence[tuple[int, _core.Judgement]],
        last: _core.Judgement | None,
        warning: _core.Warning | None,
    ) -> Replay:
        illegal = Illegal(plies + 1, moves[plies], refused) if refused else None
        legal = tuple(moves[:plies])
        board: Board | None = None
        if warning or any(end.cycle for _, end in ends):
            board = _board(fen, legal)
        rulings = [self._ruling(ply, judgement, board) for ply, judgement in ends]
        return Replay(
            rules=self.rules,
            fen=START_FEN if fen is None else fen,
            moves=legal,
            setup=tuple(setup),
            illegal=illegal,
            end=next((ruling for ruling in rulings if not ruling.claimable), None),
            claims=tuple(ruling for ruling in rulings if ruling.claimable),
            last=self._ruling(plies, last, board) if last else None,
            warning=self._warning(warning, board) if warning and board else None,
        )

    def _ruling(self, ply: int, found: _core.Judgement, board: Board | None) -> Ruling:
        termination = Termination(found.termination)
        return Ruling(
            outcome=Outcome(found.winner, termination),
            ply=ply,
            article=f"{self.rules.name}.{termination}",
            clause=self._clause(found),
            claimable=found.claimable,
            cycle=found.cycle,
            evidence=_evidence(found, board) if board else (),
            occurrences=tuple(found.occurrences),
            faults=found.faults,
            undecided=found.undecided,
        )

    def _clause(self, found: _core.Judgement) -> Clause:
        """The rule an end was ruled by: of a cycle lost, the breach that the loser is at fault with."""
        termination = Termination(found.termination)
        if found.cycle is None or found.winner is None or termination is Termination.CHECK_SERIES:
            return self.rules.clause(termination)
        fault = found.faults[found.winner is Color.RED]
        if fault is None:
            return self.rules.clause("repetition.nine_moves")
        # Several breaches may be of one weight; the one that has the name of the end says most.
        if termination is not Termination.MIXED_FORBIDDEN and "horse_pin" not in fault:
            with suppress(KeyError):
                return self.rules.clause(termination)
        return self.rules.clause(fault)

    def _warning(self, found: _core.Warning, board: Board) -> RepetitionWarning:
        # What is judged may be a move or two ahead of the board.
        last = max((ply for ply, *_ in found.judgement.acts), default=board.ply)
        return RepetitionWarning(
            loser=found.loser,
            ruling=self._ruling(last, found.judgement, board),
            fatal_moves=tuple(found.fatal_moves),
            ways_out=tuple(found.ways_out),
        )


def _board(fen: str | None, moves: Iterable[str]) -> Board:
    board = Board(START_FEN if fen is None else fen, strict=False)
    for move in moves:
        board.push_uci(move)
    return board


def _evidence(found: _core.Judgement, board: Board) -> tuple[CycleAct, ...]:
    """The acts of a cycle; to a check the attacks on the king are added, found on the board."""
    first = found.cycle[0] if found.cycle else 1
    checks = _checks(board, first)
    turn = _core.Setup(board.start_fen).turn
    return tuple(
        CycleAct(
            ply=ply,
            side=turn if ply % 2 else ~turn,
            act=act,
            attacks=(*checks.get(ply, ()), *(_attack(*attack) for attack in attacks)),
            undecided=undecided,
        )
        for ply, act, undecided, attacks in found.acts
    )


def _attack(
    by: str, attacker: str, target: str, victim: str, why: str, guard: str | None, first: str
) -> Attack:
    role = Piece.from_letter
    return Attack(by, role(attacker).role, target, role(victim).role, why, guard, first)


def _checks(board: Board, first: int) -> dict[int, tuple[Attack, ...]]:
    """The attacks on a king after each ply from ``first`` on that gave check."""
    board = board.copy()
    checks = {}
    while board.ply >= first:
        if board.is_check():
            king = board.king(board.turn)
            assert king is not None  # there is no check without
            checks[board.ply] = tuple(
                Attack(square_name(by), piece.role, square_name(king), Role.KING, "check")
                for by in board.checkers()
                if (piece := board.piece_at(by)) is not None
            )
        board.pop()
    return checks
