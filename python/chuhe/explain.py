"""Rulings in words, in the current language.

>>> from chuhe.arbiter import Arbiter
>>> from chuhe.i18n import use_language
>>> replay = Arbiter("club").replay(
...     ["i8i9", "e9e8", "i9i8", "e8e9"] * 2,
...     fen="4k4/8R/9/9/9/9/9/9/9/rrBA1K3 w",
... )
>>> with use_language("en"):
...     print(explain_ruling(replay, replay.end))
Ply 8: perpetual check by Red alone (plies 1 to 8); by [club], Red loses.
>>> with use_language("zh-Hans"):
...     print(explain_ruling(replay, replay.end))
第8着：红方单方长将（第1至8着），按〔club〕判红方负。
"""

from __future__ import annotations

from collections.abc import Sequence

from chuhe.arbiter import Agreement, Illegal, Recorded, Replay, Report, Ruling
from chuhe.board import Board
from chuhe.errors import Problem
from chuhe.i18n import N_, _, language
from chuhe.pieces import BLACK, RED, Color
from chuhe.rules import Termination

__all__ = [
    "cycle_lines",
    "explain_illegal",
    "explain_report",
    "explain_ruling",
    "explain_setup",
    "result_words",
    "side",
]

_ENDS = {
    Termination.CHECKMATE: N_("{loser} is mated; {winner} wins."),
    Termination.STALEMATE: N_("{loser} is stalemated, which loses; {winner} wins."),
    Termination.PERPETUAL_CHECK: N_(
        "perpetual check by {loser} alone (plies {first} to {last}); by [{rules}], {loser} loses."
    ),
    Termination.PERPETUAL_CHASE: N_(
        "perpetual chase by {loser} alone (plies {first} to {last}); by [{rules}], {loser} loses."
    ),
    Termination.PERPETUAL_KILL: N_(
        "perpetual threat of mate by {loser} alone (plies {first} to {last}); "
        "by [{rules}], {loser} loses."
    ),
    Termination.MIXED_FORBIDDEN: N_(
        "nothing but checks, threats of mate and chases by {loser} (plies {first} to {last}); "
        "by [{rules}], {loser} loses."
    ),
    Termination.CHECK_SERIES: N_(
        "too many checks in a row by {loser} (plies {first} to {last}); by [{rules}], {loser} loses."
    ),
    Termination.REPETITION: N_(
        "the position has stood {times} times (plies {first} to {last}), {fault}; "
        "by [{rules}], a draw."
    ),
    Termination.NATURAL_LIMIT: N_(
        "{rounds} rounds without a capture ({checks}); by [{rules}], a draw."
    ),
    Termination.DEAD_POSITION: N_(
        "neither side has a piece left that can cross the river; by [{rules}], a draw."
    ),
    Termination.RESIGNATION: N_("{loser} resigned; {winner} wins."),
    Termination.AGREEMENT: N_("the players agreed to a draw."),
    Termination.TIME: N_("{loser} ran out of time; {winner} wins."),
    Termination.FORFEIT: N_("{loser} forfeits; {winner} wins."),
}

_ACTS = {
    "check": N_("check"),
    "kill": N_("threat of mate"),
    "chase": N_("chase"),
    "exchange": N_("exchange offered"),
    "offer": N_("piece offered"),
    "block": N_("block"),
    "follow": N_("follow"),
    "idle": N_("idle"),
}

_RESULTS = {
    "1-0": N_("Red wins"),
    "0-1": N_("Black wins"),
    "1/2-1/2": N_("draw"),
    "*": N_("no result"),
}

_AGREEMENTS = {
    Agreement.AGREES: N_("The record says {result}: it agrees."),
    Agreement.DIFFERS: N_("The record says {result}: it DIFFERS from the board."),
    Agreement.PLAYED_ON: N_("The record says {result}: the result of playing on after the end."),
    Agreement.OPEN: N_("The record says {result}; the board does not decide it."),
    Agreement.NO_CLAIM: N_("The record says no result."),
}


def side(color: Color) -> str:
    """A side as it is named in a sentence: Red, 红方."""
    return _("Red") if color is RED else _("Black")


def result_words(result: str) -> str:
    """A result string in words.

    >>> from chuhe.i18n import use_language
    >>> with use_language("en"):
    ...     result_words("0-1")
    'Black wins'
    """
    return _(_RESULTS.get(result, result))


def explain_setup(problems: Sequence[Problem]) -> str:
    """Why a position cannot be played: all reasons."""
    why = _("; ").join(map(str, problems))
    if problems[0].code.startswith("fen."):
        return _("The starting position cannot be read: {why}", why=why)
    return _("The starting position cannot arise in a game: {why}", why=why)


def explain_illegal(illegal: Illegal) -> str:
    """Which move leaves the rules, and why."""
    return _(
        "Ply {ply}, {move}, is not legal: {why}",
        ply=illegal.ply,
        move=illegal.move if len(illegal.move) <= 40 else f"{illegal.move[:40]}…",
        why=illegal.problem,
    )


def explain_ruling(replay: Replay, ruling: Ruling) -> str:
    """An end of the game in one sentence, with the rule book it was ruled by.

    Args:
        replay: the game.
        ruling: one of its rulings.
    """
    facts: dict[str, object] = {"rules": replay.rules.name}
    if (winner := ruling.outcome.winner) is not None:
        facts |= {"winner": side(winner), "loser": side(~winner)}
    if ruling.cycle:
        facts |= {"first": ruling.cycle[0], "last": ruling.cycle[1]}
        facts |= {"times": replay.rules.occurrences, "fault": _fault(replay, ruling)}
    if ruling.termination is Termination.NATURAL_LIMIT:
        most = replay.rules.counted_checks
        facts["rounds"] = replay.rules.natural_limit
        facts["checks"] = (
            _("all checks counted")
            if most is None
            else _("at most {n} checks of a side counted", n=most)
        )
    sentence = _(_ENDS[ruling.termination], **facts)
    if ruling.claimable:
        sentence = _("may be claimed: {sentence}", sentence=sentence)
    if ruling.ply == 0:
        return _("At the start: {sentence}", sentence=sentence)
    return _("Ply {ply}: {sentence}", ply=ruling.ply, sentence=sentence)


def cycle_lines(replay: Replay, ruling: Ruling) -> list[str]:
    """What each ply of the cycle did, a line a ply; empty if no cycle was ruled on."""
    if ruling.cycle is None:
        return []
    first, last = ruling.cycle
    lines = []
    for act, move in zip(ruling.evidence, _written(replay, last)[first - 1 :], strict=True):
        lines.append(
            _(
                "ply {ply}: {side} {move}: {act}",
                ply=act.ply,
                side=side(replay.mover(act.ply)),
                move=move,
                act=_(_ACTS[act.act]),
            )
        )
    return lines


def _written(replay: Replay, plies: int) -> list[str]:
    """The first moves as the reader's language writes them."""
    board = Board(replay.fen, strict=False)
    write = board.chinese if language().startswith("zh") else board.wxf
    texts = []
    for uci in replay.moves[:plies]:
        move = board.parse_uci(uci)
        texts.append(write(move))
        board.push(move)
    return texts


def explain_report(report: Report) -> list[str]:
    """All that is to be said of a recorded game, a line each."""
    replay = report.replay
    lines = []
    if replay.setup:
        lines.append(explain_setup(replay.setup))
    if replay.illegal:
        lines.append(explain_illegal(replay.illegal))
    if not lines:
        lines.append(_("{n} plies, all legal.", n=len(replay.moves)))
    for ruling in (*replay.claims, *([replay.end] if replay.end else [])):
        lines.append(explain_ruling(replay, ruling))
        lines += [f"  {line}" for line in cycle_lines(replay, ruling)]
    if replay.end and (more := len(replay.moves) - replay.end.ply):
        lines.append(_("{n} more plies were played after that.", n=more))
    if replay.end and replay.last:
        lines.append(explain_ruling(replay, replay.last))
    lines.append(_agreement(report))
    return lines


def _agreement(report: Report) -> str:
    recorded: Recorded = report.recorded
    result = result_words(recorded.result)
    if recorded.words:
        result = _("{result} ({words})", result=result, words=recorded.words)
    return _(_AGREEMENTS[report.agreement], result=result)


def _fault(replay: Replay, ruling: Ruling) -> str:
    """Why a cycle is a draw."""
    acts: dict[Color, set[str]] = {color: set() for color in (RED, BLACK)}
    for act in ruling.evidence:
        acts[replay.mover(act.ply)].add(act.act)
    if all(found == {"check"} for found in acts.values()):
        return _("both sides checking with every move")
    if replay.rules.repetition == "checks":
        return _("neither side checking with every move")
    # Both may have offended, or neither; the lines of the cycle tell which.
    return _("neither side alone at fault")
