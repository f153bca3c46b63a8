"""The arbiter's terminal against the rule texts: what is ruled, by which article, in which words."""

from typing import Any

import pytest
from tests.unit.officiating import events

ZH = "zh-Hans"
#: Red's advisor-less king against two advisors; Red's rook may still win, Black cannot.
ROOK_ALONE = "3aka3/9/9/9/9/9/9/9/R8/3K5 w"
CHECKING = "4k4/8R/9/9/9/9/9/9/9/rrBA1K3 w"
QUIET = "马二进三 马8进7 马三退二 马7退8\n"


# --- draws ----------------------------------------------------------------------------


def test_a_position_nobody_can_win_is_drawn_by_its_own_article(officiate: Any) -> None:
    # Club rules 5(一), list of 2015 二.2(一): 理论上公认的双方均无取胜可能.
    for rules, article in (("club", "5(一)"), ("club-2015", "二.2(一)")):
        told = officiate("判 理论和棋 单炮对双士\n更正 1 还可以走\n", f"--rules {rules}", ZH)
        assert "裁定1：和棋：双方均无取胜可能。" in told
        assert f"{article}：理论上公认双方均无取胜可能的局势，为和棋。" in told
        assert "撤销裁定1，对局继续：还可以走。" in told


def test_either_side_may_claim_a_draw(officiate: Any) -> None:
    # 5(三): 可由任何一方提议作和.
    old = "3k5/9/9/9/9/9/9/9/9/R3K4 w - - 120 90"
    for side in ("red", "black"):
        (ended,) = events(officiate(f"claim {side} limit\n", f"--fen '{old}' --json"), "ended")
        assert (ended["winner"], ended["termination"]) == (None, "natural_limit")


def test_only_the_natural_limit_is_claimed_at_one_s_peril(officiate: Any) -> None:
    # 8(二) names the natural limit; of a repetition claimed in vain no text says it is a foul.
    told = officiate(QUIET + "不变作和\n自然限着\n", lang=ZH)
    assert "红方申请不属实：循环重复次数不足。" in told
    assert "当前局面出现2次，满3次方可判和。" in told
    assert "裁定1：红方：申请不属实：记犯规一次，共1次，满2次判负（棋社规则 8(二)）。" in told
    assert "未吃子回合：2（自然限着 60）。" in told


#: Twelve checks by Red, each answered; no position comes twice.
TWELVE = (
    "a2a9 d9d8 a9a8 d8d9 a8d8 d9e9 d8e8 e9f9 e8e9 f9f8 e9f9 f8e8 "
    "f9e9 e8d8 e9e8 d8d7 e8e7 d7d8 e7d7 d8e8 d7d8 e8e7 d8e8 e7f7\n"
)


def test_checks_above_the_number_are_told_where_the_limit_is_not_reached(officiate: Any) -> None:
    # Of a side's checks ten count: 48 + 10 of Red's moves, 48 + 12 of Black's, 59 rounds of 60.
    fen = "3k5/9/9/9/9/9/9/R3N3R/1C5C1/4K4 w - - 96 60"
    told = officiate(TWELVE + "状态\n", f"--rules engine --fen '{fen}'", ZH)
    assert "未吃子60回合，除去超限的将军计59回合（自然限着60）。" in told


def test_a_draw_without_a_real_game_is_lost_by_both_after_it_was_agreed(officiate: Any) -> None:
    told = officiate(
        "C2=5\nred offer\nyes\ncorrect 1\nfoul red draw_without\n", "--rules cxa --json"
    )
    assert [(e["winner"], e["both_lose"]) for e in events(told, "ended")] == [
        (None, False),
        (None, True),
    ]


# --- touching -------------------------------------------------------------------------


def test_an_obvious_brush_binds_nobody(officiate: Any) -> None:
    # Club of 2015 1.4; and a touch may have been entered wrongly.
    told = officiate("摸 炮二\n摸 不算\n马二进三\n", "--rules club-2015", ZH)
    assert "红方仅为无意碰触，不作摸子论。" in told
    assert "1. 红方 马二进三" in told and told.status == 0


def test_what_was_touched_binds_again_after_undo(officiate: Any) -> None:
    told = officiate("touch h2\nC2=5\nundo\nH2+3\nback 0\nC2=4\n")
    assert told.lines.count("Red touches the red cannon on h2.") == 2
    assert "line 4: a piece was touched" in told
    assert "1. Red C2=4" in told


def test_a_piece_touched_twice_is_answered(officiate: Any) -> None:
    told = officiate("touch e0\ntouch e0\n")
    assert told.lines.count("Red must play K5+1: the touched piece must move.") == 2


def test_free_play_after_touching_says_why(officiate: Any) -> None:
    told = officiate("摸 c9\n", lang=ZH)
    assert "所摸之子既不能走也不能吃：红方可另行走子。" in told


# --- clocks, lateness, what is not moved ----------------------------------------------


def test_a_flag_seen_fall_without_material_names_the_article_of_the_draw(officiate: Any) -> None:
    told = officiate("超时 红\n", f"--rules count --fen '{ROOK_ALONE}'", ZH)
    assert "裁定1：和棋：超时。" in told
    assert "依据网站规则：超时而对方已无可过河之子，作和。" in told


@pytest.mark.parametrize(
    ("rules", "clause"),
    [
        ("club", "依据棋社规则：迟到等候多久，由裁判员决定。"),
        ("cxa-2020", "依据中国规则（2020 年版）：迟到满 15 分钟判负。"),
    ],
)
def test_who_does_not_come_loses_by_a_clause_that_says_so(
    officiate: Any,
    rules: str,
    clause: str,
) -> None:
    told = officiate("迟到 红 10\n缺席 红\n", f"--rules {rules}", ZH)
    assert "裁定1：警告红方：迟到10分钟。" in told
    assert "裁定2：黑胜：红方迟到或缺席。" in told and clause in told


def test_who_has_not_pressed_is_named(officiate: Any) -> None:
    told = officiate("红方马二进三\n黑 马8进7\n状态\n按钟\n黑 马8进7\n", "--time 60分 --press", ZH)
    assert "第2行：红方尚未按钟：键入“按钟”。" in told
    assert told.lines.count("红方尚未按钟：键入“按钟”。") == 1  # in the status
    assert "1. 黑方 马8进7  1:00:00" in told


# --- slips, corrections, set-up -------------------------------------------------------


def test_nothing_is_undone_before_the_first_move(officiate: Any) -> None:
    told = officiate("undo\nback 2\n")
    assert told.lines[-1] == "line 2: no move has been made yet" and told.status == 1


def test_what_is_moved_after_the_end_is_told_that_it_is_over(officiate: Any) -> None:
    told = officiate("red resign\nHello\n")
    assert "line 2: the game is over; to undo the ruling that ended it: correct 1" in told


def test_an_illegal_move_is_written_as_the_arbiter_wrote_it(officiate: Any) -> None:
    told = officiate("马二进四\n违例着法 马二进四\n", lang=ZH)
    assert "h0f1" not in told
    assert "棋子走往不能去的位置（马二进四）" in told


def test_moves_on_a_wrong_setup_are_struck_out(officiate: Any) -> None:
    told = officiate(f"炮二平五 马8进7\n摆错 {CHECKING} 摆反\n记录\n", lang=ZH)
    assert told.text.count("重新摆放棋局，划去：炮二平五 马8进7：摆反。") == 2


# --- orders to change -----------------------------------------------------------------


def test_an_order_to_change_says_if_nothing_forbidden_is_seen(officiate: Any) -> None:
    hint = "注意：从已走着法尚看不出红方违犯棋例。"
    assert hint in officiate(QUIET + "令变着 红\n", lang=ZH)
    checks = officiate("i8i9 e9e8 i9i8 e8e9\n令变着 红\n车一平二\n", f"--fen '{CHECKING}'", ZH)
    assert hint not in checks
    assert "红方已变着。" in checks


def test_the_verdict_of_a_repetition_is_said_once(officiate: Any) -> None:
    told = officiate(QUIET * 2, lang=ZH)
    assert told.text.count("和棋：不变作和") == 1


# --- the sealed move ------------------------------------------------------------------


@pytest.mark.parametrize(
    ("before", "move", "why"),
    [
        ("", "马进五", "所封着法书写不明，或不合规则"),
        ("", "炮二平二", "所封着法书写不明，或不合规则"),
        ("摸 炮二\n", "马二进三", "所封着法违反摸子走子"),
        ("", "h2h2", "所封着法"),
    ],
)
def test_a_sealed_move_that_does_not_stand_says_why(
    officiate: Any,
    tmp_path: Any,
    before: str,
    move: str,
    why: str,
) -> None:
    save = f"{tmp_path}/game.jsonl"
    sealed = officiate(f"{before}封棋 {move}\n休局\n", f"--rules club-2015 --save {save}", ZH)
    code = next(line.split()[1] for line in sealed.lines if line.startswith("密码"))
    told = officiate(f"拆封 {move} {code}\n", f"--resume {save}", ZH)
    assert why in told
    assert f"封棋着法有误（{move}）：判负（棋社 2015 年规则 二.1(四)）" in told


def test_continue_helps_on_where_the_game_is_adjourned(officiate: Any) -> None:
    told = officiate("休局\n继续\n", lang=ZH)
    assert "第2行：对局已休局" in told and "键入“续弈”恢复" in told


def test_a_touch_at_the_first_move_is_told_after_resuming(officiate: Any, tmp_path: Any) -> None:
    officiate("touch h2\n", f"--save {tmp_path}/game.jsonl")
    assert "Red touches the red cannon on h2." in officiate("", f"--resume {tmp_path}/game.jsonl")


# --- rules of the event ---------------------------------------------------------------


def test_the_rules_of_an_event_are_kept_with_the_game(officiate: Any, tmp_path: Any) -> None:
    save = f"{tmp_path}/game.jsonl"
    book = "club fouls_lose=3 phone_rings=foul"
    told = officiate("犯规 红 手机响\n" * 2, f"--rules '{book}' --save {save}", ZH)
    assert f"自订规则（{book}）" in told
    assert "记犯规一次，共2次，满3次判负" in told
    told = officiate("犯规 红 手机响\n记录\n", f"--resume {save}", ZH)
    assert "裁定4：黑胜：红方犯规满次。" in told
    assert f"棋规：自订规则（{book}）" in told


# --- offers ---------------------------------------------------------------------------


def test_an_offer_stands_and_one_at_the_wrong_time_is_told_what_it_may_be(officiate: Any) -> None:
    # 5(二): 双方都不许反悔.  8(一): 连续提和，干扰对方.
    told = officiate("黑提和\n红提和\n红拒绝\n", lang=ZH)
    assert "第1行：提和应在自己走棋的时间内提出" in told
    assert "第1行：若属干扰对方：犯规 红|黑 干扰" in told
    assert "第3行：提和不得收回" in told


def test_rulings_before_the_first_move_say_no_number_of_moves(officiate: Any) -> None:
    told = officiate("犯规 红 干扰\n炮二平五\n退回 0\n判罚\n", lang=ZH)
    assert "0着" not in told
    assert "退回到起始局面，划去：炮二平五（由该处起有误）。" in told


# --- slips that must not do what was not meant ----------------------------------------


def test_commands_with_nothing_after_them_do_nothing(officiate: Any) -> None:
    told = officiate("摸 炮二\n摸\n违例着法\n马二进三\n申请 红 自然限着 60\n", lang=ZH)
    assert "第2行：请依次写出所摸棋子的位置" in told
    assert "第3行：请写着法" in told
    assert "第4行：已摸子，须走子" in told
    assert "第5行：申请 后面的“自然限着 60”看不懂" in told


def test_a_repetition_after_one_that_was_undone_is_explained_too(officiate: Any) -> None:
    script = "i8i9 e9e8 i9i8 e8e9\n" * 2 + "correct 1 no\ncontinue\ni8i9\n"
    told = officiate(script, f"--fen '{CHECKING}' --rules cxa")
    assert told.text.count("Black wins: perpetual check by Red.") == 2
    assert "Cycle: plies 1 to 8" in told and "Cycle: plies 2 to 9" in told


@pytest.mark.parametrize(
    ("line", "verdict"),
    [
        ("红认负", "黑胜：红方认输。"),
        ("超时 红", "黑胜：红方超时。"),
        ("违纪 黑 辱骂对手", "红胜：黑方违纪。"),
        ("弃局 黑", "红胜：黑方弃局。"),
        ("缺席 双方", "双方判负：迟到或缺席。"),
        ("违纪 双方 赛前商定结果", "双方判负：违纪。"),
        ("判 红胜 对方拒绝续弈", "红胜：裁判员裁定。"),
        ("判 双方判负 双方均未到场", "双方判负：裁判员裁定。"),
    ],
)
def test_a_verdict_says_who_did_what(officiate: Any, line: str, verdict: str) -> None:
    assert f"裁定1：{verdict}" in officiate(f"{line}\n", lang=ZH)


def test_what_the_clock_shows_of_the_time_for_a_move_passes(officiate: Any) -> None:
    told = officiate("炮二平五 @0:20\n马8进7 @0:00\n", "--time 每步60秒 --json")
    (played,) = events(told, "played")
    (ended,) = events(told, "ended")
    assert (played["at"], ended["at"], ended["winner"]) == (40.0, 100.0, "red")


def test_an_illegal_move_that_the_book_does_not_punish_is_told_so(officiate: Any) -> None:
    told = officiate("违例着法 马二进四\n", "--rules count", ZH)
    assert "马二进四 不合规则" in told and "本规则对此没有处罚" in told and "h0f1" not in told


def test_going_back_tells_what_the_clocks_showed(officiate: Any) -> None:
    # An illegal move is noticed three plies later: back, foul, clocks as they were.
    told = officiate(
        "炮二平五 @59:00\n马8进7 @58:00\n马二进三 @57:00\n车9平8 @50:00\n"
        "退回 2 马走错\n棋钟 红 58:30\n违例着法 马二进四\n马二进三 @55:00\n",
        "--time 60分",
        ZH,
    )
    assert "当时钟面：红方 59:00，黑方 58:00。拨钟：棋钟 红|黑 时间" in told
    assert "裁定1：红方：棋子走往不能去的位置（马二进四）" in told
    assert "2. 红方 马二进三  55:00" in told and told.status == 0


def test_a_draw_may_be_agreed_while_the_game_is_adjourned(officiate: Any) -> None:
    told = officiate("炮二平五\n封棋 马8进7\n休局\n红提和\n同意\n", lang=ZH)
    assert "裁定1：和棋：议和。" in told
    paused = officiate("停钟\n红提和\n", lang=ZH)
    assert "第2行：对局已暂停" in paused


def test_offers_and_orders_stand_again_after_a_slip(officiate: Any) -> None:
    offered = officiate("炮二平五\n红提和\n马8进7\n撤销\n同意\n", "--rules cxa", ZH)
    assert "红方已提和，待答复。" in offered and "裁定1：和棋：议和。" in offered
    ordered = officiate(QUIET + "令变着 红\n炮二平五\n撤销\n马二进三\n", lang=ZH)
    assert "已责令红方变着。" in ordered and "应当变着而不变：判负" in ordered


def test_warnings_stand_in_the_ledger_beside_fouls(officiate: Any) -> None:
    told = officiate("犯规 黑 接电话\n警告 黑 离座\n更正 2\n犯规表\n", lang=ZH)
    assert told.lines[-3:] == [
        "红方：无犯规。",
        "黑方：无犯规。",
        "裁定1：警告黑方：接听电话。",
    ]
