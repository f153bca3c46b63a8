"""The largest trees and the oddest diagrams of the collection, shown."""

import re
from pathlib import Path

import pytest

from chuhe import pictures
from chuhe.cli.show_moves import line_of, move_lines
from chuhe.cli.show_page import Page, page_lines
from chuhe.records import read

RECORDS = Path(__file__).parents[3] / "shared" / "records"
LARGEST = RECORDS / "xqf/cchess_qt/棋谱文件/疑难文件.xqf/中炮【马8进7】.XQF"

NAME = re.compile(r"\d+\.\d+(/\d+\.\d+)*( |$)")

pytestmark = [
    pytest.mark.corpus,
    pytest.mark.skipif(
        not LARGEST.exists(), reason="the collection of records does not lie beside the checkout"
    ),
]


def test_of_a_tree_of_5880_variations_a_page_is_shown() -> None:
    (game,) = read(LARGEST)
    assert game.count_variations() == 5882
    lines = page_lines(game, line_of(game), 30, Page(width=120))
    assert len(lines) < 100
    assert any("5880" in line for line in lines)


def test_all_of_it_is_told_if_wanted() -> None:
    (game,) = read(LARGEST)
    lines = move_lines(game, line_of(game), 100, unfolded=True)
    # Every variation is named once, and every move is there.
    named = [found[0] for line in lines if (found := NAME.match(line.strip()))]
    names = {name.strip() for name in named}
    assert len(named) == len(names)
    assert len(names) == 5880
    # The deepest is reached by its name.
    deepest = max(names, key=lambda name: name.count("/"))
    line = line_of(game, deepest)
    assert line.name(10_000) == deepest


def test_layouts_that_cannot_be_played_are_drawn() -> None:
    drawn = 0
    for path in sorted((RECORDS / "cbl").rglob("*.[cC][bB][lL]")):
        for game in read(path):
            if not game.is_playable:
                (one,) = pictures.game_diagrams(game)
                assert pictures.page_svg([one]).startswith("<svg")
                assert one.comment
                drawn += 1
    assert drawn > 10
