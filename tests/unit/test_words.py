"""The catalogues: complete, without broken placeholders, and of one mind."""

import ast
import re
import string
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from chuhe import i18n

PACKAGE = Path(__file__).parents[2] / "python" / "chuhe"
AREAS = sorted(path.stem for path in (PACKAGE / "locale" / "zh_Hans").glob("*.po"))
#: Which arguments of a call are texts for the catalogues.
TEXTS = {"_": [0], "N_": [0], "plural": [1]}


@cache
def trees() -> dict[str, ast.Module]:
    """The code, parsed, by its place."""
    return {
        str(path.relative_to(PACKAGE)): ast.parse(path.read_text(encoding="utf-8"))
        for path in sorted(PACKAGE.rglob("*.py"))
    }


def marked() -> Iterator[tuple[str, str]]:
    """Place and text, for every text marked in the code."""
    for path, tree in trees().items():
        for node in ast.walk(tree):
            if not isinstance(node, ast.Call) or not isinstance(node.func, ast.Name):
                continue
            place = f"{path}:{node.lineno}"
            for index in TEXTS.get(node.func.id, []):
                if len(node.args) <= index:
                    continue
                text = node.args[index]
                if isinstance(text, ast.Constant) and isinstance(text.value, str):
                    yield place, text.value
                elif isinstance(text, ast.JoinedStr | ast.BinOp):
                    pytest.fail(f"{place}: a text for the catalogues must be a plain string")


def placeholders(text: str) -> set[str]:
    return {name for _, name, _, _ in string.Formatter().parse(text) if name is not None}


def test_every_text_has_a_chinese_translation() -> None:
    words = i18n.catalogue("zh-Hans")
    missing = [f"{place}: {text!r}" for place, text in marked() if text not in words]
    assert not missing, "not in locale/zh_Hans:\n" + "\n".join(missing)


@pytest.mark.parametrize("area", AREAS)
def test_no_text_is_left_untranslated_or_fuzzy(area: str) -> None:
    source = (PACKAGE / "locale" / "zh_Hans" / f"{area}.po").read_text(encoding="utf-8")
    entries = len(re.findall(r'^msgid (?!""\n\n|""\nmsgstr)', source, re.MULTILINE))
    assert len(i18n.read_po(source)) == entries, "an entry is empty, fuzzy, doubled or malformed"


@pytest.mark.parametrize("area", AREAS)
def test_translations_keep_the_placeholders(area: str) -> None:
    for text, translation in i18n.catalogue("zh-Hans", area).items():
        # The page's texts are filled in by i18next, whose placeholders are {{name}}.
        assert placeholders(translation) == placeholders(text), (text, translation)


def test_no_text_is_kept_that_nothing_says_any_more() -> None:
    said = {
        node.value
        for tree in trees().values()
        for node in ast.walk(tree)
        if isinstance(node, ast.Constant) and isinstance(node.value, str)
    }
    idle = [
        f"{area}.po: {text!r}"
        for area in AREAS
        if area != "web"
        for text in i18n.catalogue("zh-Hans", area)
        if text not in said
    ]
    assert not idle, "\n".join(idle)


def test_areas_do_not_contradict_each_other() -> None:
    seen: dict[str, tuple[str, str]] = {}
    for area in AREAS:
        if area == "web":  # read by the page alone
            continue
        for text, translation in i18n.catalogue("zh-Hans", area).items():
            other, known = seen.setdefault(text, (area, translation))
            assert known == translation, f"{text!r} in {other}.po and {area}.po"


def test_po_reader_takes_long_texts_escapes_and_comments() -> None:
    source = """
# translator
#: board.py:3
#, python-brace-format
msgid ""
"first \\"line\\"\\n"
"second"
msgstr "第一\\t"
"第二"

#, fuzzy
msgid "unsure"
msgstr "不确定"

msgid "empty"
msgstr ""
"""
    assert i18n.read_po(source) == {'first "line"\nsecond': "第一\t第二"}


@pytest.mark.parametrize(
    ("wishes", "expected"),
    [
        (("en", "zh_CN.UTF-8", ""), "en"),
        (("", "zh_TW.UTF-8", "en_GB"), "zh-Hant"),
        (("", "C.UTF-8", "en_US.UTF-8"), "en"),
        (("", "", "C.UTF-8"), "zh-Hans"),
        (("klingon", "", "de_DE"), "zh-Hans"),
    ],
)
def test_language_comes_from_the_environment(
    wishes: tuple[str, str, str], expected: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name, value in zip(("CHUHE_LANG", "LC_ALL", "LANG"), wishes, strict=True):
        monkeypatch.setenv(name, value)
    assert i18n.language() == expected


def test_language_can_be_nested_and_is_given_back() -> None:
    with i18n.use_language("en"):
        with i18n.use_language("zh-TW"):
            assert i18n.language() == "zh-Hant"
        assert i18n.language() == "en"


def test_unknown_text_is_shown_as_it_is() -> None:
    assert i18n._("no such text {n}", n=3) == "no such text 3"
