"""How a match stands, as one object of JSON; the text of the command line is made of it.

>>> from chuhe.matches.played import Played
>>> tally = Tally(2)
>>> tally.add(Played(number=0, round=0, red=0, black=1, result=1, reason="time"))
>>> told = summary(tally, ("A", "B"), total=2)
>>> told["games"], told["complete"], told["engines"][0]["name"], told["engines"][1]["faults"]
(1, False, 'A', {'time': 1})
>>> told["encounters"][0]["elo"]   # everything was won: no number says how much stronger
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

from chuhe.matches.plan import Plan
from chuhe.matches.played import Played
from chuhe.matches.schedule import encounters
from chuhe.matches.tally import Line, Tally

__all__ = ["game_line", "summary"]


def summary(
    tally: Tally, names: Sequence[str], total: int, plan: Plan | None = None
) -> dict[str, Any]:
    """What `chuhe match --json` prints.

    Args:
        tally: the games so far.
        names: what the engines are called.
        total: how many games the match has.
        plan: for the test of two hypotheses, and who meets whom.
    """
    gauntlet = plan is not None and plan.gauntlet
    told: dict[str, Any] = {
        "games": tally.games,
        "total": total,
        "complete": tally.games >= total,
        "engines": [
            {"name": names[index], **_line(tally.of(index)), "faults": dict(tally.faults[index])}
            for index in tally.ranking()
        ],
        "encounters": [
            {"first": names[a], "second": names[b], **_line(tally.between(a, b))}
            for a, b in encounters(len(names), gauntlet=gauntlet)
        ],
        "faults": tally.fault_count(),
    }
    if plan is not None and plan.test is not None:
        test, sprt = plan.test, plan.test.sprt()
        pairs = tally.between(0, 1).pairs()
        decision = sprt.decide(pairs)
        low, high = sprt.bounds
        told["sprt"] = {
            "elo0": test.elo0,
            "elo1": test.elo1,
            "alpha": test.alpha,
            "beta": test.beta,
            "model": "normalized" if test.normalized else "logistic",
            "llr": round(sprt.llr(pairs), 4),
            "low": round(low, 4),
            "high": round(high, 4),
            "accepted": None if decision is None else "H1" if decision else "H0",
        }
        told["complete"] = told["complete"] or decision is not None
    return told


def game_line(played: Played, names: Sequence[str]) -> dict[str, Any]:
    """A game as ``--jsonl`` tells it."""
    return {
        "game": played.number + 1,
        "round": played.round + 1,
        "red": names[played.red],
        "black": names[played.black],
        "result": {1: "1-0", 0: "1/2-1/2", -1: "0-1"}[played.result],
        "reason": played.reason,
        "fault": names[played.loser] if played.fault and played.loser is not None else None,
        "detail": played.detail,
        "fen": played.fen,
        "opening": played.opening,
        "moves": list(played.moves),
        "seconds": played.seconds,
    }


def _line(line: Line) -> dict[str, Any]:
    elo = line.elo()
    return {
        "games": line.games,
        "won": line.won,
        "drawn": line.drawn,
        "lost": line.lost,
        "score": round(line.points / line.games, 4) if line.games else None,
        "elo": _finite(elo.value),
        "elo_low": _finite(elo.low),
        "elo_high": _finite(elo.high),
        "normalized_elo": _finite(line.normalized().value),
        "los": round(line.los(), 4),
        "draw_ratio": round(line.draw_ratio, 4),
        "red_score": round(line.as_red / line.reds, 4) if line.reds else None,
        "pentanomial": list(line.pair_points),
        "reasons": {f"{word} {why}": n for (word, why), n in line.reasons.most_common()},
    }


def _finite(value: float) -> float | None:
    return round(value, 1) if math.isfinite(value) else None
