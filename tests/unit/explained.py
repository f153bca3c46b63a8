"""Rulings on the known repetitions, explained, for the tests of explanations."""

from functools import cache
from pathlib import Path

import pytest

from chuhe.arbiter import Arbiter, Replay, Ruling
from chuhe.explain import Explanation, explain
from chuhe.i18n import LANGUAGES, use_language

CASES = {
    row[0]: (row[1], row[2].split())
    for line in (Path(__file__).parents[1] / "data" / "repetition" / "cases.tsv")
    .read_text("utf-8")
    .splitlines()
    if line.strip() and not line.startswith("#")
    for row in [line.split("\t")]
}
languages = pytest.mark.parametrize("language", LANGUAGES)


@cache
def ruled(case: str, rules: str) -> tuple[Replay, Ruling]:
    fen, moves = CASES[case]
    replay = Arbiter(rules).replay(moves, fen)
    assert replay.end
    return replay, replay.end


def told(case: str, rules: str, language: str = "en", *, others: bool = False) -> Explanation:
    with use_language(language):
        return explain(*ruled(case, rules), others=others)
