"""What an event puts on paper: prints, certificates, regulations, PDF."""

import io
import re
from collections.abc import Iterator
from html.parser import HTMLParser
from pathlib import Path

import pypdf
import pytest

from chuhe.i18n import use_language
from chuhe.tournament.certificates import Group, certificates, winners
from chuhe.tournament.director import Director
from chuhe.tournament.model import EventError
from chuhe.tournament.prints import PRINTS, print_of
from chuhe.tournament.prints_page import main_of
from chuhe.tournament.prints_pdf import to_pdf
from chuhe.tournament.prints_rules import MEANINGS, regulations
from chuhe.tournament.working import NAMES

EVIL = '<script>alert("x")</script>&amp;'
PEOPLE = [
    {"name": "许银川", "team": "广东", "rating": 2600, "sex": "m", "birth": "1975"},
    {"name": EVIL, "team": "<b>", "rating": 2500, "sex": "w", "birth": "2011-03-04"},
    {"name": "王琳娜", "team": "黑龙江", "rating": 2400, "sex": "w", "birth": "1980"},
    {"name": "赵国荣", "team": "", "sex": "m"},
    {"name": "柳大华", "sex": "m", "rating": 2300, "birth": "2010"},
]


@pytest.fixture
def cup(tmp_path: Path) -> Iterator[Director]:
    """Five players, two rounds of three, all results in."""
    with Director.create(
        tmp_path / "cup.chuhe",
        name="羊城杯 <&>",
        seed="cup",
        rounds=3,
        system="chinese",
        clock=lambda: "2026-11-30T09:00+08:00",
        facts={"city": "广州", "arbiter": "季本涵", "start": "2026-12-01"},
    ) as desk:
        desk.add_players(PEOPLE)
        desk.number("entry")
        for keys in ("1=", "0+"):
            desk.pair_round()
            desk.results(list(enumerate(keys, 1)))
        yield desk


class Strict(HTMLParser):
    """Every tag is closed, and nothing but what we write is a tag."""

    KNOWN = frozenset(
        [
            "html",
            "head",
            "meta",
            "title",
            "style",
            "body",
            "h1",
            "h2",
            "h3",
            "main",
            "table",
            "thead",
            "tbody",
            "tr",
            "th",
            "td",
            "p",
            "ul",
            "ol",
            "li",
            "div",
            "span",
            "b",
            "section",
            "svg",
        ]
    )

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []

    def handle_starttag(self, tag: str, attrs: object) -> None:
        assert tag in self.KNOWN, tag
        if tag != "meta":
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag


@pytest.mark.parametrize("tongue", ["zh-Hans", "en"])
def test_every_print_is_well_formed_and_holds_no_tag_of_a_player(
    cup: Director, tongue: str
) -> None:
    here = [name for name, made in PRINTS.items() if made.fits(cup.state)]
    assert len(here) >= 10
    for what in here:
        with use_language(tongue):
            page = PRINTS[what](cup.state, cup.standings(), 2)
        reader = Strict()
        reader.feed(page)
        assert reader.open == []
        assert "<script" not in page and f'lang="{tongue}"' in page
        assert main_of(page) in page
        if what not in ("regulations", "certificates"):
            assert "&lt;script&gt;alert(&quot;x&quot;)&lt;/script&gt;&amp;amp;" in page, what


def test_a_print_that_is_not_there_is_told(cup: Director) -> None:
    with pytest.raises(EventError) as told:
        print_of("poster", cup.state)
    assert told.value.code == "prints.unknown" and "sheet" in str(told.value)


# ---------------------------------------------------------------- the wall


def test_the_wall_chart_grows_round_by_round(cup: Director) -> None:
    with use_language("en"):
        page = PRINTS["wall"](cup.state, cup.standings(), 0)
    row = re.search(r"<td class=\"fig\">1</td>.*?</tr>", page)
    assert row
    event = cup.state.event()
    sums = [event.score(1, 1), event.score(1, 2)]
    assert [int(n) * 10 for n in re.findall(r'"total">(\d+)<', row[0])] == sums
    assert row[0].count("<td></td>") == 1  # round 3 is to come


def test_an_open_round_has_the_opponent_and_no_total(cup: Director) -> None:
    cup.pair_round()
    page = PRINTS["wall"](cup.state, cup.standings(), 0)
    assert page.count('"total"') == 2 * 5 + 1  # the bye of round 3 is known


def test_the_starting_list_shows_only_columns_that_are_filled(cup: Director) -> None:
    with use_language("en"):
        page = PRINTS["starting"](cup.state, cup.standings(), 0)
    assert "<th>rating</th>" in page and "<th>title</th>" not in page


def test_before_there_are_numbers_the_list_has_the_entries(tmp_path: Path) -> None:
    with (
        Director.create(tmp_path / "x", name="x", seed="x", rounds=3, clock=lambda: "") as desk,
        use_language("en"),
    ):
        desk.add_players([{"name": "许银川"}])
        page = PRINTS["starting"](desk.state, desk.standings(), 0)
    assert "<th>entry</th>" in page and "许银川" in page


# ---------------------------------------------------------------- regulations


def test_every_tiebreak_has_a_meaning() -> None:
    assert NAMES.keys() <= MEANINGS.keys()


def test_the_regulations_say_what_was_agreed(cup: Director) -> None:
    with use_language("zh-Hans"):
        text = regulations(cup.state)
    for words in ("积分编排制", "轮数：3", "胜得 2 分", "种子：cup", "裁判长：季本涵", "拦腰"):
        assert words in text
    order = [text.index(f"({n}) {code} ") for n, code in enumerate("ZACDEFH", 1)]
    assert order == sorted(order)


def test_the_regulations_of_other_points_and_cuts(tmp_path: Path) -> None:
    with (
        Director.create(
            tmp_path / "x",
            name="x",
            seed="s",
            system="roundrobin",
            points="3:1:0:3:2:0",
            tiebreaks="PTS,BH/C1,SB,BH/M2",
            unplayed="fide",
            drop=True,
            options={"cycles": 2},
            clock=lambda: "",
        ) as desk,
        use_language("en"),
    ):
        text = regulations(desk.state)
    for words in (
        "As second mover a win is worth 3, a draw 2, a loss 0.",
        "without the 1 lowest",
        "without the 2 highest and the 2 lowest",
        "Everybody meets everybody twice",
        "a round taken off",
        "as FIDE has it",
        "fewer than half of his games",
    ):
        assert words in text


# ---------------------------------------------------------------- certificates


def test_certificates_go_to_places_and_prize_groups(cup: Director) -> None:
    groups = [Group.of("女子组:sex=女:1"), Group.of("少年组:birth>=2010:2")]
    won = list(winners(cup.state, cup.standings(), 2, groups))
    places = {row.number: row.place for row in cup.standings().rows}
    first = [player.number for group, _place, _shared, player in won if not group]
    assert first and all(places[number] <= 2 for number in first)
    women = [player.name for group, _p, _s, player in won if group == "女子组"]
    assert women == [min((EVIL, "王琳娜"), key=lambda n: places[2 if n == EVIL else 3])]
    young = {player.name for group, _p, _s, player in won if group == "少年组"}
    assert young == {EVIL, "柳大华"}
    page = certificates(cup.state, cup.standings(), 2, groups)
    assert page.count("<section") == len(won)


def test_a_shared_place_says_so(tmp_path: Path) -> None:
    with Director.create(tmp_path / "x", name="x", seed="s", rounds=1, clock=lambda: "") as desk:
        desk.add_players([{"name": "一"}, {"name": "二"}])
        desk.number("entry")
        with use_language("zh-Hans"):
            page = certificates(desk.state, desk.standings(), 1)
    assert page.count("并列第一名") == 2


@pytest.mark.parametrize(
    "text", ["", "x", "A:age=3:1", "A:sex>=w:1", "A:birth<x:1", "A:sex=w:0", "A:sex=w:9999"]
)
def test_a_group_that_is_none_is_refused(text: str) -> None:
    with pytest.raises(EventError) as told:
        Group.of(text)
    assert told.value.code == "certificates.group" and str(told.value)


# ---------------------------------------------------------------- PDF


def pages_of(data: bytes) -> list[pypdf.PageObject]:
    return list(pypdf.PdfReader(io.BytesIO(data)).pages)


def fonts(page: pypdf.PageObject) -> set[str]:
    """Names of the fonts of a page, each of which must be embedded."""
    found = set()
    for font in page["/Resources"]["/Font"].values():  # type: ignore[index]
        (inner,) = font["/DescendantFonts"]
        descriptor = inner.get_object()["/FontDescriptor"]
        assert descriptor.keys() & {"/FontFile", "/FontFile2", "/FontFile3"}
        found.add(str(inner.get_object()["/BaseFont"]))
    return found


@pytest.mark.parametrize("tongue", ["zh-Hans", "en"])
def test_a_pdf_has_the_text_with_its_fonts_inside(cup: Director, tongue: str) -> None:
    with use_language(tongue):
        (page,) = pages_of(to_pdf(PRINTS["sheet"](cup.state, cup.standings(), 2)))
    text = page.extract_text()
    assert "许银川" in text and "<script>" in text
    assert ("第 2 轮" if tongue == "zh-Hans" else "Pairings of round 2") in text
    assert any("CJK" in name for name in fonts(page))


def test_certificates_are_one_landscape_page_each(cup: Director) -> None:
    pages = pages_of(to_pdf(PRINTS["certificates"](cup.state, cup.standings(), 0)))
    won = list(winners(cup.state, cup.standings()))
    assert len(pages) == len(won)
    for page, (_group, _place, _shared, player) in zip(pages, won, strict=True):
        assert page.mediabox.width > page.mediabox.height
        assert player.name in page.extract_text().replace("\n", "")


@pytest.mark.parametrize("error", [ImportError("No module named 'weasyprint'"), OSError("pango")])
def test_without_the_extra_the_install_line_is_told(
    monkeypatch: pytest.MonkeyPatch, error: Exception
) -> None:
    import builtins

    real = builtins.__import__

    def missing(name: str, *rest: object, **more: object) -> object:
        if name == "weasyprint":
            raise error
        return real(name, *rest, **more)  # type: ignore[arg-type]

    monkeypatch.setattr(builtins, "__import__", missing)
    with pytest.raises(EventError) as told:
        to_pdf("<p>x</p>")
    assert told.value.code == "prints.no_pdf" and "pip install 'chuhe[pdf]'" in str(told.value)


def test_a_pdf_fetches_nothing() -> None:
    (page,) = pages_of(
        to_pdf('<p>x<img src="file:///etc/passwd"><img src="http://a.example/"></p>')
    )
    assert not page["/Resources"].get("/XObject")  # type: ignore[attr-defined]


@pytest.mark.parametrize("system", ["knockout", "double"])
def test_a_bracket_stands_below_its_heading_on_one_sheet(tmp_path: Path, system: str) -> None:
    with Director.create(
        tmp_path / "x", name="x", seed="x", system=system, clock=lambda: ""
    ) as desk:
        desk.add_players([{"name": f"棋手{n}"} for n in range(13)])
        desk.number("entry")
        desk.pair_round()
        page = PRINTS["bracket"](desk.state, desk.standings(), 1)
    pages = pages_of(to_pdf(page))
    assert len(pages) == 1 and "棋手12" in pages[0].extract_text()


def test_every_choice_of_the_chinese_swiss_has_its_words() -> None:
    from chuhe.tournament import chinese_options as options
    from chuhe.tournament.prints_rules import option_lines

    kinds = {
        "first_round": options.FirstRound,
        "first_colours": options.FirstColours,
        "colours": options.Colours,
        "same_history": options.SameHistory,
        "bye": options.Bye,
    }
    with use_language("en"):
        usual = option_lines("chinese", {})
        for name, kind in kinds.items():
            told = {tuple(option_lines("chinese", {name: choice.value})) for choice in kind}
            assert len(told) == len(kind) and all(len(lines) == len(usual) for lines in told)
        more = option_lines(
            "chinese",
            {
                "leader_points": 120,
                "last_rounds": 2,
                "missed_rounds": 3,
                "out_below": [[3, 20]],
                "enough": [[5, 85]],
            },
        )
    assert more[-4:] == [
        "In the last 2 rounds the colours of those with 12 points or more come before equal points.",
        "Who misses 3 rounds running is not paired any more.",
        "Who has fewer than 2 points after round 3 is out.",
        "Who has 8.5 points by round 5 is not paired any more.",
    ]
