"""``chuhe rules``."""

import json
from contextvars import copy_context

import pytest

from chuhe.cli.main import main
from chuhe.rules import CONDUCTS, RULES


def chuhe(capfd: pytest.CaptureFixture[str], *words: str) -> tuple[int, str, str]:
    with pytest.raises(SystemExit) as stop:
        copy_context().run(main, ["--lang", "en", "rules", *words])  # the language stays there
    told = capfd.readouterr()
    assert isinstance(stop.value.code, int)
    return stop.value.code, told.out, told.err


def test_all_books_are_listed(capfd: pytest.CaptureFixture[str]) -> None:
    status, out, _ = chuhe(capfd)
    assert status == 0
    assert [line.split()[0] for line in out.splitlines()] == list(RULES)


@pytest.mark.parametrize("name", RULES)
def test_a_book_is_told_with_its_sources_and_matrix(
    capfd: pytest.CaptureFixture[str], name: str
) -> None:
    status, out, _ = chuhe(capfd, name)
    assert status == 0
    for clause_name, clause in RULES[name].clauses.items():
        if clause_name.removeprefix("repetition.") not in CONDUCTS:
            assert clause.template.partition("{")[0] in out
    assert "Columns: what Black does" in out


def test_articles_are_told(capfd: pytest.CaptureFixture[str]) -> None:
    _, out, _ = chuhe(capfd, "club")
    lines = out.splitlines()
    where = lines.index("* 2 fouls of a side in one game lose")
    assert lines[where + 1].strip().startswith("article 4(四)")


def test_json_has_the_fields_clauses_and_matrix(capfd: pytest.CaptureFixture[str]) -> None:
    status, out, _ = chuhe(capfd, "--json")
    told = [json.loads(line) for line in out.splitlines()]
    assert status == 0 and [book["name"] for book in told] == list(RULES)
    for book in told:
        rules = RULES[book["name"]]
        assert book["fields"]["natural_limit"] == rules.natural_limit
        assert book["fields"]["penalties"]["two_moves"] == rules.penalties["two_moves"]  # type: ignore[index]
        assert [clause["name"] for clause in book["clauses"]] == list(rules.clauses)
        assert len(book["matrix"]) == len(CONDUCTS) ** 2


def test_two_books_are_compared(capfd: pytest.CaptureFixture[str]) -> None:
    status, out, _ = chuhe(capfd, "--compare", "club", "club-2015")
    assert status == 0
    assert [line for line in out.splitlines() if not line.startswith(" ")] == [
        "fouls_lose",
        "touch",
    ]
    _, out, _ = chuhe(capfd, "--compare", "cxa", "cxa-2020")
    assert out == "cxa and cxa-2020 do not differ.\n"


def test_comparing_says_who_changes_under_which(capfd: pytest.CaptureFixture[str]) -> None:
    _, out, _ = chuhe(capfd, "--compare", "cxa-1999", "cxa-2011")
    groups = {line.split()[0]: line for line in out.splitlines() if "perpetual" in line}
    (joint,) = (n for n, line in groups.items() if line.split()[1:3] == ["perpetual", "joint"])
    (kill,) = (n for n, line in groups.items() if "perpetual threat of mate" in line)
    assert f"    {kill} – {joint}  cxa-1999: draw; cxa-2011: {kill} changes" in out.splitlines()


def test_compared_books_as_json(capfd: pytest.CaptureFixture[str]) -> None:
    _, out, _ = chuhe(capfd, "--compare", "axf", "wxf", "--json")
    told = json.loads(out)
    assert told["books"] == ["axf", "wxf"] and told["matrix"] == []
    assert told["fields"]["fouls_lose"] == [3, 4]
    assert told["fields"]["penalties.missing_many"] == ["warning", "two_fouls"]


@pytest.mark.parametrize("words", [["cxa2020"], ["--compare", "club", "cxa2020"]])
def test_an_unknown_book_is_complained_of(
    capfd: pytest.CaptureFixture[str], words: list[str]
) -> None:
    status, out, err = chuhe(capfd, *words)
    assert (status, out) == (2, "")
    assert "did you mean 'cxa-2020'?" in err


def test_a_book_and_a_comparison_exclude_each_other(capfd: pytest.CaptureFixture[str]) -> None:
    status, _, err = chuhe(capfd, "club", "--compare", "club", "cxa")
    assert status == 2 and "not both" in err


def test_one_book_is_too_few_to_compare(capfd: pytest.CaptureFixture[str]) -> None:
    status, _, err = chuhe(capfd, "--compare", "club")
    assert status == 2 and "option --compare needs 2 values" in err


def test_a_book_of_ones_own_is_told_and_compared(capfd: pytest.CaptureFixture[str]) -> None:
    house = "club fouls_lose=3"
    _, out, _ = chuhe(capfd, house)
    assert "* 3 fouls of a side in one game lose" in out.splitlines()
    _, out, _ = chuhe(capfd, "--compare", "club", house, "--json")
    assert json.loads(out)["fields"] == {"fouls_lose": [2, 3]}


@pytest.mark.parametrize("wrong", ["club fouls_lose=0", "club foo=3", "club repetition=xx"])
def test_a_book_that_cannot_be_is_complained_of(
    capfd: pytest.CaptureFixture[str], wrong: str
) -> None:
    status, out, err = chuhe(capfd, wrong)
    assert (status, out) == (2, "") and wrong.partition("=")[2] in err
