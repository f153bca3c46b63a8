"""Rulings and reports in one sentence each."""

from __future__ import annotations

from collections.abc import Sequence

from chuhe.arbiter import Agreement, Illegal, Recorded, Replay, Report, Ruling
from chuhe.errors import Problem
from chuhe.explain.acts import positions, written
from chuhe.explain.words import act_words, result_words, side
from chuhe.i18n import N_, _
from chuhe.pieces import BLACK, RED, Color
from chuhe.rules import Termination

__all__ = [
    "cycle_lines",
    "explain_illegal",
    "explain_report",
    "explain_ruling",
    "explain_setup",
    "report_lines",
    "ruling_sentence",
]

_ENDS = {
    Termination.CHECKMATE: N_("{loser} is mated; {winner} wins."),
    Termination.STALEMATE: N_("{loser} is stalemated, which loses; {winner} wins."),
    Termination.PERPETUAL_CHECK: N_(
        "perpetual check by {loser} alone (plies {first} to {last}); by the {rules}, {loser} loses."
    ),
    Termination.PERPETUAL_CHASE: N_(
        "perpetual chase by {loser} alone (plies {first} to {last}); by the {rules}, {loser} loses."
    ),
    Termination.PERPETUAL_KILL: N_(
        "perpetual threat of mate by {loser} alone (plies {first} to {last}); "
        "by the {rules}, {loser} loses."
    ),
    Termination.MIXED_FORBIDDEN: N_(
        "nothing but checks, threats of mate and chases by {loser} (plies {first} to {last}); "
        "by the {rules}, {loser} loses."
    ),
    Termination.CHECK_SERIES: N_(
        "too many checks in a row by {loser} (plies {first} to {last}); by the {rules}, {loser} loses."
    ),
    Termination.REPETITION: N_(
        "the position has stood {times} times (plies {first} to {last}), {fault}; "
        "by the {rules}, a draw."
    ),
    Termination.NATURAL_LIMIT: N_(
        "{rounds} rounds without a capture ({checks}); by the {rules}, a draw."
    ),
    Termination.DEAD_POSITION: N_(
        "neither side has a piece left that can cross the river; by the {rules}, a draw."
    ),
    Termination.RESIGNATION: N_("{loser} resigned; {winner} wins."),
    Termination.AGREEMENT: N_("the players agreed to a draw."),
    Termination.TIME: N_("{loser} ran out of time; {winner} wins."),
    Termination.FOULS: N_("{loser} has committed as many fouls as lose; {winner} wins."),
    Termination.ILLEGAL_MOVE: N_("{loser} made an illegal move, which loses; {winner} wins."),
    Termination.SEALED_MOVE: N_("{loser}'s sealed move is not valid; {winner} wins."),
    Termination.ABSENCE: N_("{loser} did not come in time; {winner} wins."),
    Termination.DISCIPLINE: N_("{loser} broke the discipline; {winner} wins."),
    Termination.ABANDONMENT: N_("{loser} left the game; {winner} wins."),
    Termination.DECISION: N_("the arbiter decided against {loser}; {winner} wins."),
    Termination.FORFEIT: N_("{loser} forfeits; {winner} wins."),
}

#: Ends that some books make a draw, and an arbiter may.
_DRAWN = {
    Termination.TIME: N_(
        "a side ran out of time against one that cannot win on the board; a draw."
    ),
    Termination.DECISION: N_("the arbiter decided: a draw."),
}

_AGREEMENTS = {
    Agreement.AGREES: N_("The record says {result}: it agrees."),
    Agreement.DIFFERS: N_("The record says {result}: it DIFFERS from the board."),
    Agreement.PLAYED_ON: N_("The record says {result}: the result of playing on after the end."),
    Agreement.OPEN: N_("The record says {result}; the board does not decide it."),
    Agreement.NO_CLAIM: N_("The record says no result."),
}


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

    >>> from chuhe.arbiter import Arbiter
    >>> from chuhe.i18n import use_language
    >>> replay = Arbiter("club").replay(
    ...     ["i8i9", "e9e8", "i9i8", "e8e9"] * 2, fen="4k4/8R/9/9/9/9/9/9/9/rrBA1K3 w"
    ... )
    >>> with use_language("en"):
    ...     print(explain_ruling(replay, replay.end))
    Ply 8: perpetual check by Red alone (plies 1 to 8); by the club rules, Red loses.
    >>> with use_language("zh-Hans"):
    ...     print(explain_ruling(replay, replay.end))
    第8着：红方单方长将（第1至8着），按〔棋社规则〕判红方负。
    """
    sentence = ruling_sentence(replay, ruling)
    if ruling.claimable:
        sentence = _("may be claimed: {sentence}", sentence=sentence)
    if ruling.ply == 0:
        return _("At the start: {sentence}", sentence=sentence)
    return _("Ply {ply}: {sentence}", ply=ruling.ply, sentence=sentence)


def ruling_sentence(replay: Replay, ruling: Ruling) -> str:
    """An end of the game in one sentence, without its place."""
    facts: dict[str, object] = {"rules": _(replay.rules.title)}
    winner = ruling.outcome.winner
    if winner is not None:
        facts |= {"winner": side(winner), "loser": side(~winner)}
    if ruling.cycle:
        facts |= {"first": ruling.cycle[0], "last": ruling.cycle[1]}
        facts |= {"times": len(ruling.occurrences), "fault": _fault(replay, ruling)}
    if ruling.termination is Termination.NATURAL_LIMIT:
        most = replay.rules.counted_checks
        facts["rounds"] = replay.rules.natural_limit
        facts["checks"] = (
            _("all checks counted")
            if most is None
            else _("at most {n} checks of a side counted", n=most)
        )
    template = _ENDS[ruling.termination]
    if winner is None and "{loser}" in template:
        template = _DRAWN.get(ruling.termination, _("{outcome}."))
        facts["outcome"] = str(ruling.outcome)
    return _(template, **facts)


def cycle_lines(replay: Replay, ruling: Ruling) -> list[str]:
    """What each ply of the cycle did, a line a ply; empty if no cycle was ruled on."""
    if ruling.cycle is None:
        return []
    acts = {act.ply: act for act in ruling.evidence}
    return [
        _(
            "ply {ply}: {side} {move}: {act}",
            ply=ply,
            side=side(acts[ply].side),
            move=written(board, move),
            act=act_words(acts[ply].act),
        )
        for ply, board, move in positions(replay, *ruling.cycle)
        if ply in acts
    ]


def explain_report(report: Report) -> list[str]:
    """All that is to be said of a recorded game, a line each."""
    lines = []
    for text, ruling in report_lines(report):
        lines.append(text)
        if ruling:
            lines += [f"  {line}" for line in cycle_lines(report.replay, ruling)]
    return lines


def report_lines(report: Report) -> list[tuple[str, Ruling | None]]:
    """The sentences on a recorded game, each with the ruling it tells of, if it does."""
    replay = report.replay
    lines: list[tuple[str, Ruling | None]] = []
    if replay.setup:
        lines.append((explain_setup(replay.setup), None))
    if replay.illegal:
        lines.append((explain_illegal(replay.illegal), None))
    if not lines:
        lines.append((_("{n} plies, all legal.", n=len(replay.moves)), None))
    rulings = (*replay.claims, *([replay.end] if replay.end else []))
    lines += [(explain_ruling(replay, ruling), ruling) for ruling in rulings]
    if replay.end and (more := len(replay.moves) - replay.end.ply):
        lines.append((_("{n} more plies were played after that.", n=more), None))
    if replay.end and replay.last:
        lines.append((explain_ruling(replay, replay.last), replay.last))
    lines.append((_agreement(report), None))
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
        acts[act.side].add(act.act)
    if all(found == {"check"} for found in acts.values()):
        return _("both sides checking with every move")
    if replay.rules.repetition == "checks":
        return _("neither side checking with every move")
    if not any(ruling.faults):
        return _("neither side at fault")
    # Both may have offended; the lines of the cycle tell how.
    return _("neither side alone at fault")
