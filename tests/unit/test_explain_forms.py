"""Explanations of all ends, warnings, and their forms: text, JSON, picture, page."""

import json
import re
from dataclasses import replace
from html.parser import HTMLParser
from xml.etree import ElementTree as ET

import pytest
from tests.unit.explained import CASES, languages, ruled, told

from chuhe import BLACK, RED, Board, Outcome, Termination
from chuhe.arbiter import Arbiter, Replay, Ruling
from chuhe.explain import explain, explain_ruling, explain_warning
from chuhe.i18n import use_language
from chuhe.rules import RULES
from chuhe.svg import ARROWS


def decided(
    termination: Termination, *, winner: object, both: bool = False
) -> tuple[Replay, Ruling]:
    replay = Arbiter("club").replay(["h2e2", "h9g7"])
    color = winner if winner in (RED, BLACK) else None
    return replay, Ruling(
        Outcome(color, termination, both_lose=both),  # type: ignore[arg-type]
        2,
        f"club.{termination}",
        RULES["club"].clause("occurrences"),
    )


@languages
@pytest.mark.parametrize("termination", Termination)
def test_every_end_is_explained(termination: Termination, language: str) -> None:
    for winner, both in ((RED, False), (BLACK, False), (None, False), (None, True)):
        replay, ruling = decided(termination, winner=winner, both=both)
        if ruling.termination in (Termination.REPETITION, Termination.CHECK_SERIES) or (
            termination.value.startswith("perpetual") or termination == "mixed_forbidden"
        ):
            continue  # these have a cycle
        with use_language(language):
            found = explain(replay, ruling)
            text = found.text()
        assert "{" not in text
        assert found.title and found.verdict and found.clause
        # Articles are numbered as their book numbers them.
        text = text.replace(found.clause, "")
        assert text.isascii() is (language == "en"), text
        assert not found.acts and not found.sides
        ET.fromstring(found.svg())


@pytest.mark.parametrize(
    ("rules", "fen", "moves", "words"),
    [
        ("club", "4k4/9/4N4/9/9/1C7/9/9/9/3K5 w", ["b4e4"], "黑方被将死，红方胜。"),
        ("club", "3k5/4P4/9/9/9/9/9/9/9/4K4 b", [], "黑方困毙，困毙为负，红方胜。"),
        ("club", "3k5/9/9/9/9/9/9/9/9/4K4 w", [], "双方均无能过河的棋子"),
        ("engine", "3k5/9/9/9/9/9/9/9/9/R3K4 w - - 119 60", ["a0a1"], "60回合无吃子"),
    ],
)
def test_ends_on_the_board_are_explained(
    rules: str, fen: str, moves: list[str], words: str
) -> None:
    replay = Arbiter(rules).replay(moves, fen)
    assert replay.end
    with use_language("zh-Hans"):
        text = explain(replay, replay.end).text()
    assert words in text
    assert "其他规则：" in text


def test_a_claim_is_told_as_one() -> None:
    replay = Arbiter("club").replay(["a0a1"], "3k5/9/9/9/9/9/9/9/9/R3K4 w - - 119 60")
    (claim,) = replay.claims
    with use_language("en"):
        assert explain(replay, claim).verdict == "If a player claims it: Draw."


def test_text_is_colored_only_if_asked() -> None:
    found = told("wxf-090", "axf")
    assert "\x1b" not in found.text()
    assert "\x1b[34m" in found.text(color=True)
    assert re.sub(r"\x1b\[\d+m", "", found.text(color=True)) == found.text()


def test_json_holds_what_the_text_says() -> None:
    found = told("wxf-090", "axf", "zh-Hans", others=True)
    data = json.loads(json.dumps(found.to_json()))
    assert (data["rules"], data["outcome"], data["cycle"]) == ("axf", "black_wins", [1, 8])
    assert data["occurrences"] == [0, 4, 8]
    first, *_rest, last = data["acts"]
    assert first["class"] == "chase"
    assert first["arrows"] == [{"from": "g4", "to": "g5", "kind": "chase"}]
    assert first["cannot_take_back"] == ["e7"]
    assert last["repeats"] == [5, 8, 1, 4]
    text = found.text()
    for part in (data["title"], data["verdict"], data["clause"], *data["sides"], *data["others"]):
        assert part in text


@languages
@pytest.mark.parametrize(
    ("case", "rules"), [("wxf-090", "axf"), ("cxa20-m09", "cxa"), ("wxf-005", "club")]
)
def test_the_strip_is_one_board_a_ply_of_a_loop(case: str, rules: str, language: str) -> None:
    found = told(case, rules, language)
    picture = ET.fromstring(found.svg())
    space = "{http://www.w3.org/2000/svg}"
    boards = picture.findall(f"{space}svg")
    plies = [act for act in found.acts if not act.repeats]
    assert len(boards) == len(plies)
    for board, act in zip(boards, plies, strict=True):
        heads = board.findall(f".//{space}polygon")
        assert len(heads) == len(act.arrows)
        rings = [c for c in board.iter(f"{space}circle") if c.get("stroke-dasharray")]
        assert len(rings) == len(act.crossed)
    texts = " ".join(element.text or "" for element in picture.iter(f"{space}text"))
    for act in plies:
        assert act.move in texts


def test_a_long_loop_is_told_in_full_and_shown_as_far_as_fits() -> None:
    red = ["a0a1", "a1a2", "a2a3", "a3a4", "a4b4", "b4b0", "b0a0"]
    black = ["i9i8", "i8i7", "i7i6", "i6i5", "i5i9"]
    moves = [move for n in range(35) for move in (red[n % 7], black[n % 5])]
    arbiter = Arbiter(replace(RULES["axf"], occurrences=2))
    replay = arbiter.replay(moves, "5k2r/9/9/9/9/9/9/9/9/R2K5 w")
    assert replay.end
    assert replay.end.cycle == (1, 70)
    found = explain(replay, replay.end, others=False)
    assert len(found.acts) == 70
    for columns, width in ((1, 264), (4, 1014), (0, 264), (99, 6014)):
        picture = ET.fromstring(found.svg(columns=columns))
        assert len(picture.findall("{http://www.w3.org/2000/svg}svg")) == 24
        assert int(picture.get("width") or 0) == width


def test_arrows_are_of_known_kinds_and_told_apart_without_colour() -> None:
    assert len({dashes for kind, (_color, dashes) in ARROWS.items() if kind != "move"}) == 5
    for case in CASES:
        for rules in ("axf", "club"):
            fen, moves = CASES[case]
            if Arbiter(rules).replay(moves, fen).end:
                assert {a.kind for act in told(case, rules).acts for a in act.arrows} <= set(ARROWS)


class Page(HTMLParser):
    """Counts tags, and sees that they are closed in order."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.seen: list[str] = []
        self.links: list[str] = []
        self.feed(text)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.seen.append(tag)
        self.links += [v or "" for k, v in attrs if k in ("src", "href", "xlink:href", "action")]
        if tag not in ("meta", "br", "link", "img"):
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.seen.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag


@languages
@pytest.mark.parametrize("case", ["wxf-090", "wxf-031", "cxa20-m09"])
def test_the_page_stands_alone(case: str, language: str) -> None:
    with use_language(language):
        found = explain(*ruled(case, "cxa"))
        text = found.html(title='<b>"x"&y', lines=("<script>",))
    page = Page(text)
    assert page.open == []
    for tag in ("html", "head", "title", "meta", "body", "h1", "svg", "table", "ul"):
        assert tag in page.seen
    assert page.seen.count("h1") == 1
    assert page.links == []
    assert "script" not in page.seen
    assert not re.search(r"https?:|//|@import|url\(", text), "nothing from outside is needed"
    assert f'<html lang="{language}">' in text
    assert "&lt;b&gt;" in text
    assert found.verdict in text
    assert text.startswith("<!doctype html>")


@languages
def test_a_warning_names_the_fatal_moves(language: str) -> None:
    board = Board("4k4/8R/9/9/9/9/9/9/9/rrBA1K3 w")
    arbiter = Arbiter("club")
    warnings = []
    for text in ["i8i9", "e9e8", "i9i8", "e8e9"] * 2:
        warnings.append(arbiter.warning(board))
        board.push_uci(text)
    assert arbiter.warning(board) is None, "the game has ended"
    assert warnings[:4] == [None] * 4
    board.pop()
    board.pop()
    warning = arbiter.warning(board)
    assert warning is not None
    assert (warning.loser, warning.termination) == (RED, Termination.PERPETUAL_CHECK)
    assert [move.uci() for move in warning.fatal_moves] == ["i9i8"]
    assert len(warning.ways_out) == len(list(board.legal_moves)) - 1
    with use_language(language):
        text = explain_warning(warning, RULES["club"], board)
    assert ("R1-1" if language == "en" else "车一退一") in text
    assert ("Red" if language == "en" else "红方") in text
    assert str(len(warning.ways_out)) in text
    # Without the board the moves are written by their squares.
    with use_language(language):
        assert "i9i8" in explain_warning(warning, RULES["club"])


def test_a_replay_carries_the_warning_only_if_asked() -> None:
    fen, cycle = "4k4/8R/9/9/9/9/9/9/9/rrBA1K3 w", ["i8i9", "e9e8", "i9i8", "e8e9"] * 2
    assert Arbiter().replay(cycle[:6], fen).warning is None
    warning = Arbiter().replay(cycle[:6], fen, warn=True).warning
    assert warning
    assert warning.loser is RED
    assert Arbiter().replay(cycle, fen, warn=True).warning is None


@languages
def test_a_decision_at_the_table_has_its_article_words_and_reason(language: str) -> None:
    replay = Arbiter("club").replay(["h2e2", "h9g7"])
    outcome = Outcome(BLACK, Termination.FOULS)
    ruling = Arbiter("club").decision(2, outcome, reason="红方两次犯规 <b>")
    assert ruling.article == "club.fouls"
    with use_language(language):
        found = explain(replay, ruling)
        assert "红方两次犯规 <b>" in found.text()
        assert RULES["club"].clause(Termination.FOULS).text in found.clause
        assert found.verdict == ("Black wins." if language == "en" else "黑胜。")
        page = found.html()
    assert "红方两次犯规 &lt;b&gt;" in page
    assert not found.others


@pytest.mark.parametrize("rules", RULES)
@pytest.mark.parametrize("termination", Termination)
def test_every_book_can_decide_every_end(rules: str, termination: Termination) -> None:
    ruling = Arbiter(rules).decision(0, Outcome(RED, termination))
    assert ruling.clause.text
    assert ruling.article == f"{rules}.{termination}"


@languages
def test_both_sides_can_lose(language: str) -> None:
    replay, ruling = decided(Termination.DISCIPLINE, winner=None, both=True)
    with use_language(language):
        text = explain_ruling(replay, ruling)
        verdict = explain(replay, ruling).verdict
    assert verdict == ("Both sides lose." if language == "en" else "双方均负。")
    assert "{" not in text


def test_the_page_has_a_picture_a_board_so_that_a_phone_shows_them_one_below_another() -> None:
    found = told("wxf-014", "club", "zh-Hans")
    page = found.html()
    ET.fromstring(
        page.replace("<!doctype html>\n", "")
        .replace('<meta charset="utf-8">', "")
        .replace('<meta name="viewport" content="width=device-width, initial-scale=1">', "")
    )
    assert page.count('role="img"') == 4
    for act in found.acts[:4]:
        assert (
            f"<title>第{act.ply}着 {'红方' if act.side is RED else '黑方'} {act.move}</title>"
            in page
        )


def test_a_warning_of_a_series_does_not_speak_of_repeating() -> None:
    checks = ["i8i9", "e9e8", "i9i8", "e8e9"] * 3
    board = Board("4k4/8R/9/9/9/9/9/9/9/rrBA1K3 w")
    for move in checks:
        board.push_uci(move)
    warning = Arbiter("count").warning(board)
    assert warning
    with use_language("zh-Hans"):
        assert explain_warning(warning, RULES["count"], board).startswith(
            "连续将军过多：红方再走一着此类着法，按〔网站规则〕即判负，须变着。再走 车一平五、车一进一 即判负。"
        )
