"""Rulings on all real games of the collection beside the checkout: told in full, warned of in time."""

from collections import Counter
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from chuhe.arbiter import Arbiter, Replay, Ruling
from chuhe.explain import explain
from chuhe.i18n import use_language
from chuhe.records import read_files

RECORDS = Path(__file__).parents[3] / "shared" / "records" / "pgn"
BOOKS = ("club", "axf", "cxa-2020")

pytestmark = [
    pytest.mark.corpus,
    pytest.mark.skipif(not RECORDS.is_dir(), reason="the collection of records is not beside us"),
]


@cache
def games() -> list[tuple[str, tuple[str, ...]]]:
    """Start and moves of every game that repeats a position three times."""
    found = []
    paths = sorted(str(path) for path in RECORDS.rglob("*") if path.suffix.lower() == ".pgn")
    for result in read_files(paths):
        if isinstance(result, Exception):
            continue
        whole = [(game.start_fen, tuple(game.uci_moves)) for game in result]
        for game, replay in zip(whole, Arbiter("axf").replay_all(whole), strict=True):
            if replay.end and replay.end.cycle:
                found.append(game)
    return found


def rulings(book: str) -> Iterator[tuple[Replay, Ruling]]:
    for replay in Arbiter(book).replay_all(games()):
        if replay.end and replay.end.cycle:
            yield replay, replay.end


@pytest.mark.parametrize("book", BOOKS)
def test_every_ruling_is_told_in_both_languages(book: str) -> None:
    seen = Counter[str]()
    for replay, ruling in rulings(book):
        for language in ("zh-Hans", "en"):
            with use_language(language):
                found = explain(replay, ruling, others=False)
            assert len(found.sides) == 2
            for text in (found.title, found.cycle, found.verdict, *found.sides):
                assert text.isascii() is (language == "en"), text
                assert "{" not in text
            assert all(line.words for line in found.acts)
        seen.update(act.act for act in ruling.evidence)
    assert seen["check"] > 100
    assert seen["chase"] > 100


@pytest.mark.parametrize("book", BOOKS)
def test_before_every_loss_the_losing_move_was_warned_of(book: str) -> None:
    lost = 0
    for replay, ruling in rulings(book):
        if ruling.outcome.winner is None:
            continue
        loser = ~ruling.outcome.winner
        ply = ruling.ply - 1 if replay.mover(ruling.ply) is loser else ruling.ply - 2
        warned = Arbiter(book).replay(replay.moves[:ply], replay.fen, warn=True).warning
        assert warned, (replay.fen, replay.moves[: ruling.ply])
        assert warned.loser is loser
        assert replay.moves[ply] in [move.uci() for move in warned.fatal_moves]
        lost += 1
    assert lost > 50
