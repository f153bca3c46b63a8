"""Explanations: the sentences for each nature and reason, the sides, the other books."""

from dataclasses import replace

import pytest
from tests.unit.explained import CASES, ruled, told

from chuhe import BLACK, RED, Outcome, Termination
from chuhe.arbiter import Arbiter, CycleAct, Ruling
from chuhe.explain import explain
from chuhe.i18n import use_language
from chuhe.rules import RULES


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


@pytest.mark.parametrize(
    ("rules", "clock", "other", "why"),
    [
        ("engine", 118, "棋社规则", "该规则须由一方提出方可判和。"),
        ("axf", 98, "棋社规则", "该规则的自然限着为60回合。"),
    ],
)
def test_why_the_natural_limit_of_another_book_does_not_end_the_game(
    rules: str, clock: int, other: str, why: str
) -> None:
    fen = f"4k3r/4a4/9/9/9/9/9/9/9/R3K4 w - - {clock} 60"
    replay = Arbiter(rules).replay(["a0a1", "i9i8"], fen)
    ruling = replay.ruling(claimed=True)
    assert ruling and ruling.termination is Termination.NATURAL_LIMIT
    with use_language("zh-Hans"):
        (said,) = [line for line in explain(replay, ruling).others if line.startswith(other)]
    assert said.endswith(f"对局继续。{why}")
