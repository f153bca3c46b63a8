"""The judge against one in plain Python, on all known cases and on random repetitions."""

import os
from collections import Counter
from collections.abc import Sequence
from pathlib import Path

import pytest
from tests.oracle import cycles, slow_judge
from tests.oracle.cycles import Cycle

from chuhe.arbiter import Arbiter, Ruling
from chuhe.pieces import Color

CASES = [
    Cycle(fen, tuple(moves.split()))
    for line in (Path(__file__).parents[1] / "data" / "repetition" / "cases.tsv")
    .read_text("utf-8")
    .splitlines()
    if not line.startswith("#")
    for _, fen, moves, *_ in [line.split("\t")]
]
#: One worker makes the random repetitions, once.
pytestmark = pytest.mark.xdist_group("judges")
#: How many random repetitions are tried; more for a long run.
NUMBER = int(os.environ.get("CHUHE_CYCLES", "10000"))
KINDS = {"check": "将", "kill": "杀", "chase": "捉"}


def ruled(book: str, games: Sequence[Cycle]) -> list[tuple[Cycle, Ruling]]:
    """The games that a repetition ended, up to that end."""
    replays = Arbiter(book).replay_all([(game.fen, game.moves) for game in games])
    return [
        (game._replace(moves=game.moves[: end.ply]), end)
        for game, replay in zip(games, replays, strict=True)
        if (end := replay.end) is not None and end.cycle is not None
    ]


def loser(end: Ruling) -> bool | None:
    """True is Red, as with the slow judge."""
    winner = end.outcome.winner
    return None if winner is None else winner is Color.BLACK


@pytest.mark.parametrize("book", ["axf", "wxf", "engine"])
def test_the_slow_judge_agrees_where_captures_decide(book: str) -> None:
    found = ruled(book, CASES + cycles.some(NUMBER // 4))
    seen: Counter[bool | None] = Counter()
    for game, end in found:
        assert slow_judge.loser(*game, book) == loser(end), game
        seen[loser(end)] += 1
    assert len(found) > 0.95 * NUMBER // 4
    assert min(seen.values()) > NUMBER // 200, seen


def test_counted_checks_end_a_game_where_the_slow_judge_says() -> None:
    games = [Cycle(game.fen, game.moves * 5) for game in cycles.some(NUMBER // 10)]
    reached = 0
    for game, replay in zip(
        games, Arbiter("count").replay_all([(g.fen, g.moves) for g in games]), strict=True
    ):
        out = slow_judge.counted_out(game.fen, game.moves)
        by_checks = replay.end is not None and replay.end.outcome.winner is not None
        if out is not None and (replay.end is None or replay.end.ply >= out):
            assert by_checks and replay.end is not None and replay.end.ply == out, game
        else:
            assert not by_checks, game
        reached += by_checks
    assert reached > 3


@pytest.mark.parametrize("book", ["cxa-2020", pytest.param("club", marks=pytest.mark.long)])
def test_the_slow_judge_mostly_agrees_where_play_decides(book: str) -> None:
    """What is won by exchanges and through checks takes readings, and the two differ in some.

    Checks and, up to the length of the series looked at, threats of mate leave no room for that.
    """
    plies: Counter[tuple[str, str]] = Counter()
    verdicts: Counter[bool] = Counter()
    few = [case for case in CASES if sum(map(str.isalpha, case.fen.split()[0])) < 12]
    for game, end in ruled(book, few + cycles.some(NUMBER // 100)):
        whole = slow_judge.plies(*game)[end.evidence[0].ply - 1 :]
        for act, ours in zip(slow_judge.classes(whole), end.evidence, strict=True):
            plies[act.kind, KINDS.get(ours.act, "闲")] += 1
        verdicts[slow_judge.loser(*game, book) == loser(end)] += 1
    assert all(slow == fast for slow, fast in plies if "将" in (slow, fast)), plies
    agreed = sum(number for (slow, fast), number in plies.items() if slow == fast)
    assert agreed > 0.95 * plies.total(), plies
    assert verdicts[True] > 0.95 * verdicts.total(), verdicts
    assert min(plies["杀", "杀"], plies["捉", "捉"]) > NUMBER // 500, plies
