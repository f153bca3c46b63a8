"""The web site of an event: whole pages, links that lead somewhere, nothing that is not public."""

import re
from collections.abc import Iterator
from contextvars import copy_context
from html.parser import HTMLParser
from pathlib import Path, PurePosixPath
from urllib.parse import unquote

import pytest

from chuhe import records
from chuhe.cli.main import main
from chuhe.tournament.director import Director
from chuhe.tournament.site import left_out, public, site

EVIL = '<script>alert("x")</script>'


@pytest.fixture
def cup(tmp_path: Path) -> Iterator[Director]:
    """Five players; three rounds paired, two of them published; a game."""
    with Director.create(
        tmp_path / "cup.chuhe",
        name=f"羊城杯 {EVIL}",
        seed="cup",
        rounds=5,
        system="chinese",
        facts={"city": '"><b>', "start": "2026-12-01"},
        clock=lambda: "2026-11-30T09:00+08:00",
    ) as desk:
        names = ("许银川", EVIL, "胡荣华", "'onload='x", "柳大华")
        desk.add_players(
            [{"name": n, "team": EVIL, "birth": "1975-09-03", "fide_id": "8600001"} for n in names]
        )
        desk.number("entry")
        for number in (1, 2, 3):
            desk.pair_round()
            if number < 3:
                desk.results([(1, "1"), (2, "=")])
                desk.publish()
        desk.foul("1", "一步两着", note="secret")
        desk.game(1, "1. 炮二平五 马8进7 1-0".encode(), round=1)
        yield desk


class Page(HTMLParser):
    """Tags that are closed, and where the links lead."""

    SINGLE = frozenset({"meta", "link", "br"})

    def __init__(self, text: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.links: list[str] = []
        self.feed(text)
        assert self.open == []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        assert tag not in ("script", "iframe", "object", "form", "img"), tag
        assert not [name for name, _value in attrs if name.startswith("on")]
        self.links += [value for name, value in attrs if name in ("href", "src") and value]
        if tag not in self.SINGLE:
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag


def texts(files: dict[str, bytes]) -> dict[str, str]:
    return {name: data.decode() for name, data in files.items() if name.endswith(".html")}


def test_every_link_leads_to_a_file_of_the_site(cup: Director) -> None:
    files = site(cup.whole, everything=True)
    reached = {"index.html"}
    for name, text in texts(files).items():
        for link in Page(text).links:
            path = PurePosixPath(name).parent / unquote(link)
            parts: list[str] = []
            for part in path.parts:
                parts = parts[:-1] if part == ".." else [*parts, part]
            target = "/".join(parts)
            assert target in files, (name, link)
            reached.add(target)
    assert reached == set(files)


def test_both_languages_have_the_same_pages(cup: Director) -> None:
    files = site(cup.whole)
    chinese = {name[3:] for name in files if name.startswith("zh/")}
    english = {name[3:] for name in files if name.startswith("en/")}
    assert chinese == english and "player-5.html" in chinese
    assert "名次表" in files["zh/standings.html"].decode()
    assert "Standings" in files["en/standings.html"].decode()


def test_what_people_wrote_is_no_markup(cup: Director) -> None:
    for text in texts(site(cup.whole, everything=True)).values():
        assert "<script" not in text and '"><b>' not in text
    text = site(cup.whole)["zh/players.html"].decode()
    assert "&lt;script&gt;" in text


def test_only_published_rounds_are_told_and_no_private_facts(cup: Director) -> None:
    files = site(cup.whole)
    assert "zh/round-2.html" in files and "zh/round-3.html" not in files
    assert "zh/round-3.html" in site(cup.whole, everything=True)
    for text in texts(files).values():
        assert "secret" not in text and "1975" not in text and "8600001" not in text
        assert "round-3" not in text
    assert [note.facts["round"] for note in left_out(cup.whole)] == [3]
    seen = public(cup.whole)
    assert len(seen.rounds) == 2 and len(cup.whole.rounds) == 3
    assert seen.event().rounds_paired == 2
    cup.publish()
    assert left_out(cup.whole) == [] and "zh/round-3.html" in site(cup.whole)


def test_games_are_there_to_be_fetched(cup: Director) -> None:
    files = site(cup.whole)
    (game,) = records.read(files["games/r1-b1.pgn"])
    assert game.uci_moves == ["h2e2", "h9g7"] and game.headers["Round"] == "1"
    assert files["games/r1-b1.xqf"][:3] == b"XQ\x0a"
    assert len(list(records.read(files["games/all.pgn"]))) == 1
    assert 'href="../games/r1-b1.pgn"' in files["en/round-1.html"].decode()


def test_a_player_has_his_rounds_and_the_working_of_his_figures(cup: Director) -> None:
    text = site(cup.whole)["en/player-1.html"].decode()
    rows = re.findall(r"<tr>(.*?)</tr>", text)
    assert sum('class="fig">2</td><td>' in row for row in rows) >= 1
    table = cup.standings(2)
    place = table.row(1).place
    assert f"Place after round 2: {place}" in text
    for tally in table.row(1).tallies:
        assert f">{tally.code} " in text


def test_refresh_is_asked_for(cup: Director) -> None:
    assert b'http-equiv="refresh"' not in site(cup.whole)["zh/index.html"]
    files = site(cup.whole, refresh=30)
    pages = [name for name in files if name.endswith(".html") and name != "index.html"]
    assert all(b'<meta http-equiv="refresh" content="30">' in files[name] for name in pages)


def test_before_anything_there_is_a_site_already(tmp_path: Path) -> None:
    with Director.create(tmp_path / "x", name="x", seed="x", rounds=3, clock=lambda: "") as desk:
        assert "zh/index.html" in site(desk.whole)
        desk.add_players([{"name": "甲"}, {"name": "乙"}])
        assert "甲" in site(desk.whole)["zh/players.html"].decode()


def test_sections_have_pages_of_their_own_and_hidden_rounds_do_not_show(tmp_path: Path) -> None:
    with Director.create(
        tmp_path / "x", name="x", seed="x", system="sections", clock=lambda: ""
    ) as desk:
        desk.add_players([{"name": f"P{n}"} for n in range(8)])
        desk.number("entry")
        desk.groups(2)
        names = list(desk.whole.sections)
        for name in names:
            desk.section = name
            desk.pair_round()
            desk.results([(1, "1"), (2, "1")])
        hidden = site(desk.whole)
        desk.publish()
        files = site(desk.whole)
    assert "zh/s1-round-1.html" not in hidden and "zh/s1-round-1.html" not in files
    assert "zh/s2-round-1.html" in files and "zh/s2-round-1.html" not in hidden
    assert names[1] in files["zh/index.html"].decode()
    for text in texts(files).values():
        Page(text)


def test_the_command_writes_only_what_changed(
    cup: Director, tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    def run(*words: str) -> str:
        line = ["--lang", "en", "tournament", "site", str(tmp_path / "cup.chuhe")]
        with pytest.raises(SystemExit) as stop:
            copy_context().run(main, [*line, str(tmp_path / "www"), *words])
        told = capfd.readouterr()
        assert stop.value.code == 0, told
        return told.out

    assert "from round 3 on nothing is published" in run()
    assert "0 of them changed" in run()
    assert "--all" not in run("--all", "--refresh", "60")
    index = (tmp_path / "www" / "zh" / "index.html").read_text(encoding="utf-8")
    assert 'content="60"' in index and "2026-11-30 09:00" in index
