"""What is said about the levels of the engine."""

import re
from contextvars import copy_context
from pathlib import Path

import pytest

from chuhe.cli.main import main
from chuhe.engines.levels import LEVELS
from chuhe.engines.words import STRONGEST, WEAKEST
from chuhe.i18n import use_language

ROOT = Path(__file__).parents[2]


def test_every_level_has_a_name_of_its_own_in_both_languages() -> None:
    assert [level.number for level in LEVELS] == list(range(WEAKEST, STRONGEST + 1))
    for language in ("en", "zh-Hans"):
        with use_language(language):
            assert len({level.name for level in LEVELS}) == len(LEVELS)
            assert all(level.about for level in LEVELS)


def test_the_page_says_the_same() -> None:
    page = (ROOT / "web" / "src" / "play" / "levels.tsx").read_text(encoding="utf-8")
    with use_language("en"):
        said = [(level.name, level.about) for level in LEVELS]
    texts = re.findall(r't\("([^{"]*)"\)', page)
    assert list(zip(texts[::2], texts[1::2], strict=True)) == said


def test_the_documentation_has_all_of_them() -> None:
    page = (ROOT / "docs" / "engine.md").read_text(encoding="utf-8")
    for level in LEVELS:
        with use_language("en"):
            english = level.name
        with use_language("zh-Hans"):
            assert re.search(
                rf"^\| {level.number} \| {english} {level.name} \|", page, re.MULTILINE
            )


@pytest.mark.parametrize("language", ["en", "zh-Hans"])
def test_the_command_line_tells_of_them(language: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        copy_context().run(main, ["--lang", language, "engine", "--levels"])
    assert ended.value.code == 0
    lines = capsys.readouterr().out.splitlines()
    with use_language(language):
        assert lines == [f"{level.number:>2}  {level.name}  {level.about}" for level in LEVELS]
