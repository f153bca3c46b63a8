"""What is found in a game, as the machine-readable doors say it."""

from collections.abc import Iterable
from typing import Any

from chuhe.arbiter import Arbiter, CycleAct, Replay, Ruling
from chuhe.board import Board
from chuhe.errors import FenError, SetupError
from chuhe.explain import explain, explain_illegal, explain_ruling, explain_setup, explain_warning

__all__ = ["act_facts", "evidence", "verdict"]


def verdict(replay: Replay, ruling: Ruling | None) -> dict[str, Any]:
    """What the board says of a game."""
    setup, illegal = _setup(replay), _illegal(replay)
    answer: dict[str, Any] = {"legal": illegal or setup or True}
    if ruling is None:
        answer |= dict.fromkeys(("outcome", "termination", "at_ply", "article", "text"))
    else:
        answer |= _ruling(replay, ruling)
    if setup and illegal:
        answer["setup"] = setup
    if replay.claims:
        answer["claimable"] = [_ruling(replay, claim) for claim in replay.claims]
    return answer


def evidence(arbiter: Arbiter, replay: Replay, ruling: Ruling | None) -> dict[str, Any]:
    """What is added to a verdict if an explanation is asked for.

    Args:
        arbiter: who judged the game.
        replay: the game.
        ruling: the end that was told of; None if the game has not ended.
    """
    plies = ruling.ply if ruling else len(replay.moves)
    sides = explain(replay, ruling, others=False).sides if ruling and ruling.cycle else ()
    return {
        "cycle": list(ruling.cycle) if ruling and ruling.cycle else None,
        "occurrences": list(ruling.occurrences) if ruling else [],
        "acts": [act_facts(act) for act in ruling.evidence] if ruling else [],
        "sides": list(sides),
        "undecided": bool(ruling and ruling.undecided),
        "warning": _warning(replay),
        "others": _others(arbiter, replay, plies, bool(ruling and ruling.claimable)),
    }


def act_facts(act: CycleAct) -> dict[str, Any]:
    """What one ply of a cycle did."""
    return {
        "ply": act.ply,
        "side": act.side.value,
        "class": act.act,
        "attackers": _unique(attack.by for attack in act.attacks),
        "targets": _unique(attack.target for attack in act.attacks),
        "why": _unique(attack.why for attack in act.attacks),
        "guards": _unique(attack.guard for attack in act.attacks if attack.guard),
        "undecided": act.undecided,
    }


def _unique(words: Iterable[str]) -> list[str]:
    return list(dict.fromkeys(words))


def _warning(replay: Replay) -> dict[str, Any] | None:
    if (warning := replay.warning) is None:
        return None
    board = Board(replay.fen, strict=False)
    for move in replay.moves:
        board.push_uci(move)
    return {
        "side": warning.loser.value,
        "termination": warning.termination.value,
        "text": explain_warning(warning, replay.rules, board),
        "fatal": [move.uci() for move in warning.fatal_moves],
        "ways_out": [move.uci() for move in warning.ways_out],
    }


def _others(arbiter: Arbiter, replay: Replay, plies: int, claim: bool) -> dict[str, str | None]:
    try:
        found = arbiter.others(replay.fen, replay.moves[:plies], claim=claim)
    except (FenError, SetupError):  # there is no position to be judged
        return {}
    return {name: outcome.verdict if outcome else None for name, outcome in found.items()}


def _setup(replay: Replay) -> dict[str, Any] | None:
    if not replay.setup:
        return None
    return {"ply": 0, "code": replay.setup[0].code, "text": explain_setup(replay.setup)}


def _illegal(replay: Replay) -> dict[str, Any] | None:
    if (found := replay.illegal) is None:
        return None
    return {"ply": found.ply, "code": found.problem.code, "text": explain_illegal(found)}


def _ruling(replay: Replay, ruling: Ruling) -> dict[str, Any]:
    return {
        "outcome": ruling.outcome.verdict,
        "termination": ruling.termination.value,
        "at_ply": ruling.ply,
        "article": ruling.article,
        "text": explain_ruling(replay, ruling),
    }
