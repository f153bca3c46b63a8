"""Errors: one tree, stable codes, a sentence for each in every language."""

import importlib
import inspect
import pickle
import pkgutil
import re
import string
from pathlib import Path

import pytest

import chuhe
from chuhe import errors
from chuhe.i18n import use_language

ROOT = Path(__file__).parents[2]
CLASSES = [
    value
    for value in vars(errors).values()
    if inspect.isclass(value) and issubclass(value, errors.ChuheError)
]
#: What the Rust crates can say is wrong; a code stands in their sources as one quoted word.
CODES = sorted(
    {
        code
        for path in (ROOT / "crates").glob("*/src/**/*.rs")
        for code in re.findall(
            r'"((?:fen|setup|illegal|move|square|perft|notation|record|judge)\.[a-z_]+)"',
            path.read_text("utf-8"),
        )
    }
)


@pytest.fixture(scope="module", autouse=True)
def _all_parts() -> None:
    """Each part adds its messages when it is imported."""
    for module in pkgutil.walk_packages(chuhe.__path__, "chuhe."):
        if not module.name.endswith("__main__"):
            importlib.import_module(module.name)


def test_the_picture_of_the_tree_shows_every_class_under_its_parent() -> None:
    picture = (errors.__doc__ or "").split("\n\n")[2].splitlines()
    drawn: dict[str, str] = {}
    open_at: dict[int, str] = {}
    for line in picture:
        found = re.search(r"[A-Z]\w+", line)
        if found:
            depth = found.start()
            open_at = {at: name for at, name in open_at.items() if at < depth}
            drawn[found[0]] = open_at[max(open_at)] if open_at else "Exception"
            open_at[depth] = found[0]
    assert drawn == {cls.__name__: cls.__bases__[0].__name__ for cls in CLASSES}


@pytest.mark.parametrize("cls", CLASSES, ids=lambda cls: cls.__name__)
def test_errors_travel_and_keep_what_they_know(cls: type[errors.ChuheError]) -> None:
    error = cls("fen.files", {"rank": "7", "got": "8", "text": "x", "move": "a0a1"})
    back = pickle.loads(pickle.dumps(error))
    assert (type(back), back.code, back.facts) == (cls, error.code, error.facts)
    assert str(back) == str(error)


@pytest.mark.parametrize("code", CODES)
def test_every_code_of_the_core_has_a_sentence(code: str) -> None:
    template = errors._MESSAGES.get(code)
    assert template is not None, "no message template"
    facts = {name: "5" for _, name, _, _ in string.Formatter().parse(template) if name}
    told = set()
    for language in ("en", "zh-Hans"):
        with use_language(language):
            told.add(errors.describe(code, facts))
    assert len(told) == 2, "both languages say the same"
    assert not any(code in text for text in told)


def test_a_message_never_hides_its_error() -> None:
    assert errors.describe("fen.files", {}) == "fen.files"
    assert errors.describe("fen.files", {"rank": "7"}) == "fen.files (rank=7)"
    with pytest.raises(ValueError, match=r"fen\.empty"):
        errors.add_messages({"fen.empty": "another text"})


def test_a_setup_error_keeps_its_problems_on_the_way() -> None:
    with pytest.raises(chuhe.SetupError) as refused:
        chuhe.Board("4k4/9/9/9/9/9/9/9/9/B3K4")
    back = pickle.loads(pickle.dumps(refused.value))
    assert back.problems == refused.value.problems
    assert back.fen == refused.value.fen
