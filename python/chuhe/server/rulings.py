"""Rulings and warnings for pages: what the arbiter says, in both languages, with arrows.

`chuhe.arbiter` judges and `chuhe.explain` words; here it is only put into the
objects of ``docs/protocol.md``.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import TypeVar

from chuhe import Board, Move, notation, square_name
from chuhe.arbiter import Arbiter, Replay, Ruling
from chuhe.errors import ParseError
from chuhe.explain import ActLine, explain, explain_warning
from chuhe.i18n import _, use_language
from chuhe.rules import Outcome, Termination
from chuhe.server import bodies as b
from chuhe.server import objects as o

__all__ = ["claimable", "found", "of_board", "outcome_view", "warning_view"]

log = logging.getLogger("chuhe.server")

_T = TypeVar("_T")


def outcome_view(
    outcome: Outcome, ruling: o.Ruling | None = None, *, reason: str = ""
) -> o.Outcome:
    """An outcome with its sentence in both languages.

    Args:
        outcome: how the game ended.
        ruling: why, if the board ended it.
        reason: why, if it was ended at the table: a text of the catalogues, or the arbiter's words.

    >>> from chuhe import Color
    >>> from chuhe.rules import Termination
    >>> outcome_view(Outcome(Color.RED, Termination.CHECKMATE)).text.en
    'Red wins: checkmate'
    """
    winner: o.Side | None = None if outcome.winner is None else _SIDES[outcome.winner.value]
    said = o.both(lambda: str(outcome))
    why = o.both(lambda: _(reason)) if reason else None
    return o.Outcome(winner, outcome.result(), outcome.termination.value, said, why, ruling)


def of_board(
    board: Board, rules: str, *, claim: bool = False, others: bool = True
) -> o.Outcome | None:
    """How the board stands by a rule book, with the ruling; None while the game goes on.

    Args:
        board: the position with the moves that led to it.
        rules: the name of the book.
        claim: whether a player claims what can be claimed.
        others: whether the other rule books are heard, which takes the most time.
    """
    arbiter = Arbiter(rules)
    ruling = arbiter.rule(board, claim=claim)
    if ruling is None:
        return None
    moves = tuple(move.uci() for move in board.move_stack)
    replay = Replay(arbiter.rules, board.start_fen, moves, end=ruling)
    return outcome_view(ruling.outcome, _or_none(lambda: _view(replay, ruling, others)))


def claimable(board: Board, rules: str, *, ruled: bool = True) -> o.Outcome | None:
    """The draw that the side to move may claim now; None if there is none.

    Args:
        board: the position with the moves that led to it.
        rules: the name of the book.
        ruled: whether the ruling is wanted with it.
    """
    found = board.judge(rules, claim=True)
    if found is None or not found.claimable:
        return None
    if ruled:
        return of_board(board, rules, claim=True, others=False)
    return outcome_view(Outcome(found.winner, Termination(found.termination)))


def warning_view(board: Board, rules: str) -> o.Warning | None:
    """Who is about to lose by repetition, and how not to; None if nobody is."""
    return _or_none(lambda: _warning(board, rules))


def _warning(board: Board, rules: str) -> o.Warning | None:
    arbiter = Arbiter(rules)
    warning = arbiter.warning(board)
    if warning is None:
        return None
    return o.Warning(
        loser=_SIDES[warning.loser.value],
        outcome=outcome_view(warning.ruling.outcome),
        text=o.both(lambda: explain_warning(warning, arbiter.rules, board)),
        fatal=_named(board, warning.fatal_moves),
        ways_out=_named(board, warning.ways_out),
    )


def found(fen: str, moves: Sequence[str], rules: str) -> b.Rulings:
    """All that a rule book finds on the board of a game.

    Raises:
        ParseError: there is no such book, the position cannot be read, or a move is illegal.
    """
    replay = Arbiter(rules).replay(moves, fen)
    for problem in replay.setup:
        if problem.code.startswith("fen."):
            raise ParseError(problem.code, problem.facts)
    if replay.illegal is not None:
        raise ParseError("illegal_move", {"move": replay.illegal.move})
    rulings = [*replay.claims, replay.end]
    if replay.last and replay.last.termination not in {
        claim.termination for claim in replay.claims
    }:
        rulings.append(replay.last)  # else it is a claim that has been told of already
    return b.Rulings(
        rules,
        [
            b.RulingFound(
                ruling.ply, ruling.claimable, outcome_view(ruling.outcome, _view(replay, ruling))
            )
            for ruling in rulings
            if ruling is not None
        ],
    )


def _or_none(make: Callable[[], _T]) -> _T | None:
    """What ``make`` makes; None if that fails, which is logged.

    What is explained has been decided and written down already: a fault in the
    words must not keep it from the players.
    """
    try:
        return make()
    except Exception:
        log.exception("what the arbiter says could not be put in words")
        return None


_SIDES: dict[str, o.Side] = {"red": "red", "black": "black"}


def _view(replay: Replay, ruling: Ruling, others: bool = True) -> o.Ruling:
    said: Mapping[str, Ruling | None] = {}
    if others:  # they are asked once, and told of in both languages
        moves = replay.moves[: ruling.ply]
        said = Arbiter(replay.rules).other_rulings(replay.fen, moves, claim=ruling.claimable)
    with use_language("zh-Hans"):
        zh = explain(replay, ruling, others=said)
    with use_language("en"):
        en = explain(replay, ruling, others=said)
    return o.Ruling(
        ply=ruling.ply,
        rules=replay.rules.name,
        title=o.Text(zh.title, en.title),
        cycle=o.Text(zh.cycle, en.cycle),
        verdict=o.Text(zh.verdict, en.verdict),
        sides=_texts(zh.sides, en.sides),
        clause=o.Text(zh.clause, en.clause),
        acts=[_act(*pair) for pair in zip(zh.acts, en.acts, strict=True)],
        others=_texts(zh.others, en.others),
    )


def _texts(zh: Sequence[str], en: Sequence[str]) -> list[o.Text]:
    return [o.Text(*pair) for pair in zip(zh, en, strict=True)]


def _act(zh: ActLine, en: ActLine) -> o.RulingAct:
    last, same_as = (zh.repeats[1], zh.repeats[2]) if zh.repeats else (zh.ply, None)
    return o.RulingAct(
        ply=zh.ply,
        last=last,
        text=o.Text(zh.text, en.text),
        arrows=[
            o.Arrow(square_name(arrow.start), square_name(arrow.end), arrow.kind)  # type: ignore[arg-type]
            for arrow in zh.arrows
        ],
        crossed=[square_name(square) for square in zh.crossed],
        same_as=same_as,
    )


def _named(board: Board, moves: Iterable[Move]) -> list[o.NamedMove]:
    named = []
    for move in moves:
        names = notation.all_notations(board, move)
        named.append(o.NamedMove(move.uci(), names["zh"], names["wxf"], names["iccs"]))
    return named
