"""Explanations: the sentences for each nature and reason, both languages, all ends, all forms."""

import json
import re
from dataclasses import replace
from functools import cache
from html.parser import HTMLParser
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest

from chuhe import BLACK, RED, Board, Outcome, Termination
from chuhe.arbiter import Arbiter, CycleAct, Replay, Ruling
from chuhe.explain import Explanation, explain, explain_ruling, explain_warning
from chuhe.i18n import LANGUAGES, use_language
from chuhe.rules import RULES
from chuhe.svg import ARROWS

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


def line(case: str, rules: str, ply: int, language: str) -> str:
    (found,) = [act.text for act in told(case, rules, language).acts if act.ply == ply]
    return found


#: Each of these was compared with the position by eye.
@pytest.mark.parametrize(
    ("case", "rules", "ply", "english", "chinese"),
    [
        ("wxf-001", "club", 1, "Red R2+1: gives check", "红方 车二进一：将军"),
        (
            "wxf-005",
            "axf",
            2,
            "Black C6=5: gives discovered check with the rook on f9",
            "黑方 炮6平5：闪将（6路车）",
        ),
        (
            "wxf-005",
            "axf",
            5,
            "Red R4=5: gives double check with the cannon on e0 and rook on e7",
            "红方 车四平五：双将（五路炮、五路车）",
        ),
        (
            "wxf-006",
            "club",
            4,
            "Black P5=6: threatens mate: R7=1 would mate next",
            "黑方 卒5平6：要杀：下一着 车7平1 即成杀",
        ),
        (
            "wxf-090",
            "axf",
            3,
            "Red R3=6: chases the cannon on d5 (nobody can take back)",
            "红方 车三平六：捉4路炮（可吃而无根）",
        ),
        (
            "wxf-090",
            "axf",
            1,
            "Red R6=3: chases the cannon on g5 (guarded by the elephant on e7, but pinned and"
            " unable to take back: a false root)",
            "红方 车六平三：捉7路炮（5路象守护，但被牵制，不能回吃：假根）",
        ),
        (
            "fsf-25",
            "club",
            2,
            "Black R2=3: chases the horse on c2 (guarded by the cannon on f2, but the capture"
            " gives check, which taking back does not answer: a false root)",
            "黑方 车2平3：捉七路马（四路炮守护，但吃子带将，不能回吃：假根）",
        ),
        (
            "wxf-043",
            "club",
            1,
            "Black A5-6: chases the horse on g8 with the rook on f8 (guarded by the cannon on b8,"
            " but the capture takes the screen away: a false root; before this move it had a root)",
            "黑方 士5退6：6路车捉三路马（八路炮守护，但吃子后失去炮架，不能回吃：假根；此着使其失根）",
        ),
        (
            "wxf-030",
            "club",
            2,
            "Black R9=8: chases the elephant on c0 with the rook on a0 (guarded by the elephant on"
            " e2, but taking back would make the kings face each other: a false root; this move makes"
            " the capture safe)",
            "黑方 车9平8：1路车捉七路相（五路相守护，但回吃则将帅照面，不能回吃：假根；"
            "走此着后方能得子）",
        ),
        (
            "wxf-019",
            "club",
            5,
            "Red A5+6: chases the rook on c1 with the cannon on h1 (cannon against rook: this"
            " counts even if it is guarded)",
            "红方 仕五进六：二路炮捉3路车（炮捉车，有根亦算捉）",
        ),
        (
            "wxf-025",
            "club",
            1,
            "Red C8-1: chases the rook on f2 with the cannon on b2 and cannon on e2 (they chase it"
            " together, and nobody can take back)",
            "红方 炮八退一：八路炮、五路炮捉6路车（联合捉，可吃而无根）",
        ),
        (
            "wxf-046",
            "club",
            4,
            "Black H8-7: chases the rook on g6 with the cannon on g8 and horse on g7 (guarded by the"
            " cannon on c6, but the exchange wins material: too few roots)",
            "黑方 马8退7：7路炮、7路马捉三路车（七路炮守护，但兑换下来得子：少根）",
        ),
        (
            "wxf-033",
            "club",
            4,
            "Black C9=8: chases the elephant on e2 with the rook on g1 and cannon on h1 (they win it"
            " together at the end of a series of checks, the first C8+1)",
            "黑方 炮9平8：7路车、8路炮捉五路相（联合捉：连将得子，先着 炮8进1）",
        ),
        (
            "cxa20-r16",
            "club",
            1,
            "Red P5=6: chases the advisor on d7 with the pawn on d6 and rook on f6 (they chase it"
            " together, and nobody can take back)",
            "红方 兵五平六：六路兵、四路车捉4路士（联合捉，可吃而无根）",
        ),
        (
            "wxf-105",
            "club",
            1,
            "Red R1=2: chases the horse on b8 (it is won at the end of a series of checks, the"
            " first R2+5)",
            "红方 车一平二：捉2路马（连将得子，先着 车二进五）",
        ),
        (
            "wxf-027",
            "club",
            2,
            "Black R4+2: offers an exchange with the rook on e4 (the same kind, each able to take"
            " the other: no chase)",
            "黑方 车4进2：邀兑五路车（同兵种互吃：兑，不算捉）",
        ),
        (
            "wxf-001",
            "club",
            4,
            "Black K6-1: follows the rook on h8 with the cannon on c8 (guarded by the pawn on h7, a true root: no chase)",
            "黑方 将6退1：3路炮跟二路车（二路兵守护，可以回吃：真根，不算捉）",
        ),
        (
            "wxf-092",
            "club",
            2,
            "Black C6-3: offers the cannon on f6, to be taken at a gain",
            "黑方 炮6退3：献6路炮",
        ),
        (
            "wxf-019",
            "club",
            8,
            "Black C7-1: blocks a line of attack",
            "黑方 炮7退1：拦：挡住对方子力的攻线",
        ),
        ("wxf-001", "club", 2, "Black K6+1: idle", "黑方 将6进1：闲着"),
    ],
)
def test_a_ply_is_told_in_both_languages(
    case: str, rules: str, ply: int, english: str, chinese: str
) -> None:
    assert line(case, rules, ply, "en") == f"ply {ply}: {english}"
    assert line(case, rules, ply, "zh-Hans") == f"第{ply}着 {chinese}"


def test_where_only_checks_count_a_ply_is_check_or_not() -> None:
    cycle = ["i8i9", "e9e8", "i9i8", "e8e9"] * 4
    replay = Arbiter("count").replay(cycle, "4k4/8R/9/9/9/9/9/9/9/rrBA1K3 w")
    assert replay.end
    with use_language("zh-Hans"):
        found = explain(replay, replay.end)
    assert found.acts[1].text.endswith("将5进1：未将军")
    assert found.verdict == "红方连续将军超过限数，判负。"
    assert "循环" not in found.cycle


def test_a_ply_that_was_not_worked_out_is_told_so() -> None:
    replay, ruling = ruled("wxf-090", "club")
    acts = tuple(replace(act, undecided=act.ply == 1) for act in ruling.evidence)
    with use_language("zh-Hans"):
        found = explain(replay, replace(ruling, evidence=acts, undecided=True), others=False)
    assert found.acts[0].text.endswith("（未能算清，不以此判负）")
    assert found.verdict.startswith("有着法未能算清") is (ruling.outcome.winner is None)
    # As it is marked, its loop is no longer like the other one.
    assert [act.ply for act in found.acts] == list(range(1, 9))


@pytest.mark.parametrize(
    ("case", "rules", "red", "black"),
    [
        ("wxf-001", "club", "红方着着将军：长将，属禁止着法。", "黑方均为闲着，允许。"),
        ("wxf-090", "axf", "红方着着捉同一只黑炮：长捉，属禁止着法。", "黑方均为闲着，允许。"),
        (
            "wxf-039",
            "cxa",
            "红方着着捉同一只黑炮：长捉，属禁止着法。",
            "黑方着着要杀：长杀，属禁止着法。",
        ),
        (
            "wxf-031",
            "axf",
            "红方着着捉子，但所捉不是同一子，允许。",
            "黑方均为闲着，允许。",
        ),
        (
            "cxa20-m09",
            "cxa",
            "红方有捉有闲（一捉一闲），允许。",
            "黑方着着捉同一只红马：长捉，属禁止着法。",
        ),
    ],
)
def test_a_sentence_a_side(case: str, rules: str, red: str, black: str) -> None:
    assert told(case, rules, "zh-Hans").sides == (red, black)


def acts_of(kinds: str) -> tuple[CycleAct, ...]:
    names = {"c": "check", "k": "kill", "h": "chase", "i": "idle", "f": "follow", "e": "exchange"}
    names |= {"o": "offer", "b": "block"}
    return tuple(
        CycleAct(ply, RED if ply % 2 else BLACK, names[letter])
        for ply, letter in enumerate(kinds, 1)
    )


@pytest.mark.parametrize(
    ("kinds", "english", "chinese"),
    [
        ("cc", "gives check with every move, perpetual check", "着着将军：长将"),
        ("kk", "threatens mate with every move, perpetual threat of mate", "着着要杀：长杀"),
        ("ck", "makes nothing but checks and threats of mate by turns", "着着不闲：一将一杀"),
        ("ch", "makes nothing but checks and chases by turns", "着着不闲：一将一捉"),
        ("kh", "makes nothing but threats of mate and chases by turns", "着着不闲：一杀一捉"),
        ("ckh", "makes nothing but checks, threats of mate and chases by turns", "将、杀、捉交替"),
        ("ci", "checks, but not with every move", "有将有闲（一将一闲）"),
        ("hf", "chases, but not with every move", "有捉有闲（一捉一闲）"),
        ("kb", "threatens mate, but not with every move", "有杀有闲（一杀一闲）"),
        ("chi", "makes forbidden moves, but idle ones too", "将、杀、捉之间夹有闲着"),
        ("ff", "only follows a guarded piece", "长跟"),
        ("ee", "only offers exchanges", "长兑"),
        ("oo", "only offers pieces", "长献"),
        ("bb", "only blocks", "长拦"),
        ("fi", "makes no forbidden move", "均为闲着"),
    ],
)
def test_the_names_of_what_a_side_does(kinds: str, english: str, chinese: str) -> None:
    """Red plays these, Black idles; the moves themselves do not matter here."""
    moves = ["a0a1", "i9i8", "a1a0", "i8i9"] * 3
    replay = Arbiter("club").replay(moves[: 2 * len(kinds)], "4k3r/9/9/9/4P4/9/9/9/9/R3K4 w")
    assert replay.is_legal
    acts = acts_of("".join(letter + "i" for letter in kinds))
    ruling = Ruling(
        Outcome(None, Termination.REPETITION),
        len(acts),
        "club.repetition",
        RULES["club"].clause(Termination.REPETITION),
        cycle=(1, len(acts)),
        evidence=acts,
    )
    for language, words in (("en", english), ("zh-Hans", chinese)):
        with use_language(language):
            red, _black = explain(replay, ruling, others=False).sides
        assert words in red


def test_the_clause_is_the_one_of_the_breach() -> None:
    with use_language("en"):
        assert "is a check must change" in told("wxf-001", "club").clause
        assert "one and the same piece must change" in told("wxf-090", "axf").clause
        assert "Chinese rules of 2020" in told("wxf-090", "cxa-2020").clause


def test_the_verdict_says_who_had_to_change() -> None:
    assert told("wxf-090", "axf").verdict == "Red had to change and did not: Red loses."
    assert told("wxf-090", "axf", "zh-Hans").verdict == "应由红方变着；红方不变，判负。"
    assert "alike" in told("wxf-039", "cxa").verdict
    assert told("wxf-031", "axf", "zh-Hans").verdict == "双方均未犯禁，不变作和。"


def test_of_two_faults_the_heavier_is_named() -> None:
    fen, cycle = "4k4/8R/9/9/9/9/9/9/9/rrBA1K3 w", ["i8i9", "e9e8", "i9i8", "e8e9"] * 2
    replay = Arbiter("axf").replay(cycle, fen)
    assert replay.end
    faults: tuple[str, str] = ("axf.check", "axf.chase")
    with use_language("zh-Hans"):
        found = explain(replay, replace(replay.end, faults=faults), others=False)
    assert found.verdict == "双方均犯禁，长将重于长捉，应由红方变着；红方不变，判负。"


def test_a_joint_chase_is_why_the_other_side_loses() -> None:
    """A diagram of the Chinese book in which both sides chase, one of them jointly."""
    found = [
        explain(*ruled(case, "cxa-2020"), others=False)
        for case in CASES
        if case.startswith("cxa20")
        and (end := Arbiter("cxa-2020").replay(CASES[case][1], CASES[case][0]).end)
        and all(end.faults)
        and end.outcome.winner is not None
    ]
    assert found
    with use_language("zh-Hans"):
        words = [explain(one.replay, one.ruling, others=False).verdict for one in found]
    assert any("联合捉" in text for text in words)


def test_the_other_books_say_what_and_why() -> None:
    with use_language("zh-Hans"):
        found = explain(*ruled("wxf-039", "cxa"))
    text = "\n".join(found.others)
    assert "亚洲规则" in text
    assert "红方着着捉同一只黑炮：长捉，属禁止着法。" in text
    with use_language("en"):
        found = explain(*ruled("wxf-031", "club"))
    (asian,) = [line for line in found.others if "Asian" in line]
    assert asian.endswith(
        "draw. Red chases with every move, though not the same piece throughout: allowed."
    )


def test_why_another_book_lets_the_game_go_on_or_draws_it() -> None:
    with use_language("en"):
        checks = explain(*ruled("wxf-001", "club")).others[-1]
        chase = explain(*ruled("wxf-090", "axf")).others[-1]
        nine = explain(*ruled("wxf-031", "cxa")).others[0]
    assert checks == (
        "web site rules: the game goes on. Checks in a row are counted there, and these are not "
        "too many yet."
    )
    assert chase == "web site rules: draw. Red gives no check, and only checks count: allowed."
    assert nine.endswith("the game goes on. The position has not stood 3 times.")


@pytest.mark.parametrize("rules", RULES)
def test_every_other_book_is_asked_but_not_the_same_under_another_name(rules: str) -> None:
    fen, cycle = "4k4/8R/9/9/9/9/9/9/9/rrBA1K3 w", ["i8i9", "e9e8", "i9i8", "e8e9"] * 2
    replay = Arbiter(rules).replay(cycle, fen)
    others = Arbiter(rules).others(fen, cycle)
    assert set(others) == set(RULES) - {rules}
    if replay.end is None:
        return
    with use_language("en"):
        text = "\n".join(explain(replay, replay.end).others)
        for name in others:
            policy = RULES[name].repetition
            alike = [book.title for book in RULES.values() if book.repetition == policy]
            assert policy == RULES[rules].repetition or any(title in text for title in alike)
        assert ("the same result" in text) is any(outcome for outcome in others.values())


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


def test_whoever_loses_is_never_told_that_it_is_allowed() -> None:
    """Nor a chase that does not count, for a check in the cycle, called perpetual."""
    nine = told("wxf-031", "cxa-2020", "zh-Hans")
    assert nine.sides[0] == "红方着着捉子，所捉不止一子：长捉，属禁止着法。"
    assert nine.verdict.startswith("红方连续九着")
    excused = told("wxf-041", "engine", "zh-Hans")
    assert excused.sides[0] == "红方着着捉同一只黑炮，但循环中有将军，该规则即不再论捉，允许。"
    with use_language("en"):
        checks = ["i8i9", "e9e8", "i9i8", "e8e9"] * 4
        replay = Arbiter("count").replay(checks, "4k4/8R/9/9/9/9/9/9/9/rrBA1K3 w")
        assert replay.end is not None
        assert explain(replay, replay.end, others=False).sides[0] == (
            "Red gives check with every move, perpetual check: forbidden."
        )


def test_a_draw_of_several_loops_says_so() -> None:
    found = told("wxf-079", "wxf", "zh-Hans")
    assert found.verdict == (
        "整个循环由几个小循环组成，红方并非在每个小循环中都犯禁，不判负；双方不变作和。"
    )


def test_other_books_say_why_they_differ() -> None:
    """What each side did by their lights, or what they understand by a chase."""
    both = told("wxf-039", "wxf", "zh-Hans", others=True).others
    assert both[0] == (
        "棋社规则、中国规则、中国规则（2011 年版）、中国规则（1999 年版）：和棋。"
        "黑方着着要杀：长杀，属禁止着法。双方犯禁相当，均不变着，作和。"
    )
    defined = told("wxf-007", "club", "en", others=True).others
    assert defined[1].startswith(
        "Asian rules, World rules and engine match rules: draw. "
        "Red chases, but not with every move: allowed. There, a chase is a new threat to take at once"
    )


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
