"""The engine against itself under every rule book: `tests/soak` in small, and whether it would tell."""

import json
from collections.abc import Callable, Iterator, Sequence
from contextvars import copy_context
from functools import cache
from pathlib import Path
from typing import Any

import msgspec
import pytest
from tests.soak.__main__ import first_alike, keep_plan, play_shard, read_shard, shards
from tests.soak.judged import Report, differences, report, write_records
from tests.soak.play import Plan, Played, Player
from tests.soak.starts import Starts

from chuhe import Board
from chuhe.cli.main import main
from chuhe.rules import RULES, Termination

FEW = Plan(nodes=30, slowly=7)
Judge = Callable[[Sequence[Path], str], Iterator[dict[str, Any]]]


@cache
def player(plan: Plan, loops: int) -> Player:
    return Player(plan, Starts(loops))


@pytest.fixture
def judge(capfdbinary: pytest.CaptureFixture[bytes]) -> Judge:
    """`chuhe judge`, in this process."""

    def run(paths: Sequence[Path], book: str) -> Iterator[dict[str, Any]]:
        words = ["judge", "--json", "--rules", book, *map(str, paths)]
        with pytest.raises(SystemExit):
            copy_context().run(main, words)
        return map(json.loads, capfdbinary.readouterr().out.splitlines())

    return run


@cache
def games_of(book: str, plan: Plan, number: int, loops: int) -> list[Played]:
    return [player(plan, loops).play(book, n) for n in range(number)]


def soaked(book: str, plan: Plan, games: int, loops: int, folder: Path, judge: Judge) -> Report:
    found = games_of(first_alike(book), plan, games, loops)
    path = folder / f"{book}.pgn"
    write_records(found, path)
    return report(book, [(found, path)], judge)


@pytest.mark.parametrize("book", RULES)
@pytest.mark.xdist_group("soak")
def test_games_of_the_engine_are_legal_and_judged_alike(
    book: str, tmp_path: Path, judge: Judge
) -> None:
    found = soaked(book, FEW, 5, 12, tmp_path, judge)
    assert found.good and not found.free, (found.wrong, found.free)
    assert found.games == 5 and found.plies > 40
    assert found.ends.keys() <= set(Termination)


@pytest.mark.long
@pytest.mark.parametrize("book", RULES)
def test_more_games_of_the_engine_are_legal_and_judged_alike(
    book: str, tmp_path: Path, judge: Judge
) -> None:
    found = soaked(book, Plan(seed=2), 150, 100, tmp_path, judge)
    assert found.good and not found.free, (found.wrong, found.free)
    assert found.ends["checkmate"] > 30 and found.ends["repetition"] > 5, found.ends
    assert found.slow.total() or RULES[book].repetition == "cxa-1999", found.slow


def test_a_game_is_the_same_whenever_it_is_asked_for() -> None:
    one = player(FEW, 12).play("axf", 2)
    other = Player(FEW, Starts(12))
    other.play("club", 1)
    assert other.play("axf", 2) == one


def repeated() -> Played:
    """Four plies, gone through twice, that Red loses by perpetual check."""
    moves = ["i8i9", "e9e8", "i9i8", "e8e9"] * 2
    return Played(
        number=0,
        kind="case",
        fen="4k4/8R/9/9/9/9/9/9/9/rrBA1K3 w - - 0 1",
        moves=moves,
        given=0,
        result=-1,
        reason="perpetual_check",
        cycle=(1, 8),
    )


@pytest.mark.parametrize(
    ("changed", "told"),
    [
        ({}, []),
        ({"result": 0}, ["outcome", "agreement"]),
        ({"reason": "perpetual_chase"}, ["termination"]),
        ({"cycle": (3, 8)}, ["cycle"]),
        ({"moves": [*repeated().moves, "i8i9"]}, ["at_ply"]),
        ({"moves": repeated().moves[:7]}, ["at_ply", "outcome", "termination", "cycle"]),
    ],
)
def test_what_the_judge_says_otherwise_is_told(
    changed: dict[str, Any], told: list[str], tmp_path: Path, judge: Judge
) -> None:
    game = msgspec.structs.replace(repeated(), **changed)
    path = tmp_path / "game.pgn"
    write_records([game], path)
    (said,) = judge([path], "axf")
    found = [difference.partition(":")[0] for difference in differences(game, said)]
    assert [name for name in found if name != "agreement"] == [n for n in told if n != "agreement"]
    assert report("axf", [([game], path)], judge).good == (not told)


def test_a_claim_that_was_there_before_is_told() -> None:
    game = msgspec.structs.replace(repeated(), reason="natural_limit", result=0, cycle=None)
    said = {
        "legal": True,
        "plies": 8,
        "at_ply": 8,
        "outcome": "draw",
        "termination": "natural_limit",
        "agreement": "agrees",
        "problems": [],
    }
    assert differences(game, said | {"claimable": [{"at_ply": 8}]}) == []
    assert differences(game, said | {"claimable": [{"at_ply": 6}]}) == ["claims at [6]"]


def test_games_are_kept_and_not_played_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tests.soak.__main__.LOOPS", 5)
    ((first, path),) = shards(tmp_path, "count", 3)
    path.parent.mkdir()
    play_shard(FEW, "count", first, 3, path)
    games = read_shard(path)
    assert [game.number for game in games] == [0, 1, 2]
    for game in games:
        board = Board(game.fen)
        for move in game.moves:
            board.push_uci(move)
        outcome = board.outcome("count", claim=True)
        assert outcome is not None and outcome.termination == game.reason
    assert path.with_suffix(".pgn").read_text("utf-8").count("[Event ") == 3
    assert sorted(file.suffix for file in path.parent.iterdir()) == [".jsonl", ".pgn"]


def test_games_of_two_plans_are_not_mixed(tmp_path: Path) -> None:
    keep_plan(FEW, tmp_path)
    keep_plan(FEW, tmp_path)
    with pytest.raises(SystemExit, match="played otherwise"):
        keep_plan(Plan(), tmp_path)
