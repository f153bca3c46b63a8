"""Whole games at the arbiter's terminal, by script: what is told, ruled and kept."""

import json
import re
from pathlib import Path
from typing import Any

import pytest
from tests.unit.officiating import events

import chuhe
from chuhe.cli.officiate_words import WORDS, read_line
from chuhe.i18n import use_language

PAGE = Path(__file__).parents[2] / "docs" / "officiate.md"
CHECKING = "4k4/8R/9/9/9/9/9/9/9/rrBA1K3 w"


# --- touch-move -----------------------------------------------------------------------

# Red's rook a4 can take the pawn a6; his horse c4 and his cannon e2 cannot. Nothing of Black's
# takes anything.
TOUCHING = "3k5/9/9/p8/9/R1N6/9/4C4/9/5K3 w"


@pytest.mark.parametrize(
    ("rules", "touched", "start", "end"),
    [
        # SEEDS 37: own piece touched, it must move.
        ("club", "e2", "e2", ""),
        # 38: the opponent's piece touched, it must be taken.
        ("club", "a6", "", "a6"),
        # 39: own first, then the opponent's: (a) own takes it.
        ("club", "a4 a6", "a4", "a6"),
        # 39: own cannot take it: (b) own moves, although the rook could take.
        ("club", "c4 a6", "c4", ""),
        # 40: the opponent's first: (b) another piece takes it.
        ("club", "a6 c4", "", "a6"),
        # 41: both at once: as 40.
        ("club", "c4+a6", "", "a6"),
        ("club", "a6 c4 同时", "", "a6"),
        # The club of 2015 has the order of 39 in all cases.
        ("club-2015", "a6 c4", "c4", ""),
        ("club-2015", "c4+a6", "c4", ""),
    ],
)
def test_touched_pieces_bind_in_every_order(
    officiate: Any, rules: str, touched: str, start: str, end: str
) -> None:
    told = officiate(f"touch {touched}\n", f"--rules {rules} --fen '{TOUCHING}' --json")
    (bound,) = events(told, "bound")
    legal = [move.uci() for move in chuhe.Board(TOUCHING).legal_moves]
    expected = {uci for uci in legal if uci.startswith(start) and uci.endswith(end)}
    assert expected
    assert set(bound["moves"]) == expected < set(legal)
    assert told.status == 0


def test_another_move_than_the_touched_piece_s_is_refused(officiate: Any) -> None:
    told = officiate("touch e2\nR9+2\nC5+1\n", f"--fen '{TOUCHING}'")
    assert "line 2: a piece was touched" in told
    assert "1. Red C5+1" in told
    assert told.status == 1


def test_a_touched_piece_that_cannot_be_taken_is_a_foul(officiate: Any) -> None:
    # SEEDS 38, 45: no red piece takes the elephant c9.
    told = officiate("touch c9\n", "--json")
    (foul,) = events(told, "foul_given")
    assert foul["offence"] == "touch_cannot_take"
    assert events(told, "bound")[0]["moves"] == []


def test_a_piece_is_adjusted_with_consent_and_touched_without(officiate: Any) -> None:
    told = officiate("adjust h2\nconsent\nb0c2\nadjust h7 without\n")
    assert "Red asks to adjust the red cannon on h2." in told
    assert "Red adjusts the red cannon on h2, with consent." in told
    assert "1. Red H8+7" in told  # nothing bound the cannon
    assert "Black adjusts the black cannon on h7 without consent." in told
    assert "Black touches the black cannon on h7." in told
    assert told.status == 0


def test_pieces_are_named_with_their_files(officiate: Any) -> None:
    told = officiate("摸 炮二\n摸 马8\n摸 炮\n摸 x\n", lang="zh-Hans")
    assert "红方触摸二路炮（h2）。" in told
    assert "红方触摸8路马（h9）。" in told
    assert "第3行：“炮”可能是 b2, h2 上的子：请写点位" in told
    assert "第4行：应写点位如 e3" in told


# --- claims and fouls -----------------------------------------------------------------


@pytest.mark.parametrize(("rules", "most"), [("club", 2), ("club-2015", 3), ("cxa", 3)])
def test_untrue_claims_are_fouls_until_the_last_one_loses(
    officiate: Any, rules: str, most: int
) -> None:
    told = officiate("自然限着\n" * most, f"--rules {rules} --json")
    fouls = events(told, "foul_given")
    assert [foul["count"] for foul in fouls] == list(range(1, most + 1))
    assert {foul["offence"] for foul in fouls} == {"false_claim"}
    (end,) = events(told, "ended")
    assert (end["winner"], end["termination"]) == ("black", "fouls")


def test_fouls_of_both_sides_are_counted_apart(officiate: Any) -> None:
    told = officiate(
        "foul red two_moves\nfoul black illegal\nledger\nfoul black disturbing loud\nledger\n"
    )
    assert "Red: 1 foul; 2 lose." in told
    assert "Ruling 4. Red wins: too many fouls by Black." in told
    assert "disturbing the opponent (loud): a foul, 2 of 2 that lose" in told


def test_the_natural_limit_is_granted_when_it_is_true(officiate: Any) -> None:
    told = officiate("a0a1\nclaim limit\n", "--fen '3k5/9/9/9/9/9/9/9/9/R3K4 w - - 119 60'")
    assert "A draw may be claimed now: natural limit." in told
    assert "Draw: natural limit." in told
    assert told.status == 0


def test_a_draw_is_offered_accepted_declined_and_not_offered_again(officiate: Any) -> None:
    told = officiate("offer\nno\n炮二平五\n马8进7\noffer\n", "--rules club")
    assert "Red offers a draw." in told
    assert "Black declines." in told
    assert "Ruling 1. Red: offering a draw again and again: a foul" in told
    told = officiate("红提和\n同意\n", lang="zh-Hans")
    assert "裁定1：和棋：议和。" in told


def test_what_the_player_did_wrong_is_punished_and_a_slip_is_not(officiate: Any) -> None:
    told = officiate("h0h5\nledger\nillegal h0h5\nledger\n")
    assert "if the player made it on the board: illegal h0h5" in told
    assert told.text.count("Red: no foul.") == 1
    assert "Red must play one of: H2+3, H2+1 (the touched piece must move)." in told


def test_an_illegal_move_that_is_legal_is_no_offence(officiate: Any) -> None:
    told = officiate("illegal h2e2\nillegal black h9g7\n")
    assert "h2e2 is a legal move: it is no offence" in told
    assert "Black: two moves in a row (h9g7): a foul" in told or "Black: a piece put" in told


# --- repetition -----------------------------------------------------------------------


def test_a_repetition_is_warned_of_and_ruled(officiate: Any) -> None:
    told = officiate("i8i9 e9e8 i9i8 e8e9\ni8i9 e9e8 i9i8 e8e9\n", f"--fen '{CHECKING}'")
    warned = next(n for n, line in enumerate(told.lines) if line.startswith("Attention:"))
    ruled = next(n for n, line in enumerate(told.lines) if "Black wins: perpetual check" in line)
    assert warned < ruled
    assert "R1-1 would lose" in told
    assert "ply 3: Red R1-1: gives check" in told  # every ply of the cycle is told
    assert "Red gives check with every move" in told
    assert told.status == 0


def test_the_warning_names_the_fatal_moves_for_programs(officiate: Any) -> None:
    told = officiate("i8i9 e9e8 i9i8 e8e9 i8i9 e9e8\n", f"--fen '{CHECKING}' --json")
    warnings = [json.loads(line) for line in told.lines if '"warning"' in line]
    assert warnings[-1]["loser"] == "red"
    assert warnings[-1]["fatal"] == ["i9i8"]
    assert "i9i7" in warnings[-1]["ways_out"]


def test_who_is_told_to_change_and_repeats_loses(officiate: Any) -> None:
    told = officiate("i8i9 e9e8 i9i8 e8e9\nchange red\ni8i9\n", f"--fen '{CHECKING}' --json")
    assert events(told, "change_ordered")[0]["side"] == "red"
    (end,) = events(told, "ended")
    assert (end["winner"], end["termination"]) == ("black", "perpetual_check")


# --- clocks ---------------------------------------------------------------------------


def test_the_clock_is_told_what_it_shows(officiate: Any) -> None:
    told = officiate("炮二平五 @59:40\n马8进7 @58:00\nclock\n马二进三 @59:59\n", "--time 60+10")
    assert "1. Red C2=5  59:40" in told
    assert "Black  58:00" in told
    assert "line 4: the clock shows 59:40 before the move" in told


def test_time_that_runs_out_loses(officiate: Any) -> None:
    told = officiate("炮二平五\nwait 2:30\n马8进7\n", "--time 2")
    assert "Red wins: Black overstepped the time." in told
    assert "the game is over" in told
    assert told.status == 1


def test_a_flag_on_the_table_is_the_arbiter_s_word(officiate: Any) -> None:
    told = officiate("炮二平五\n黑方超时\n", lang="zh-Hans")
    assert "裁定1：红胜：黑方超时。" in told
    assert told.status == 0


def test_clocks_are_pressed_set_and_stopped(officiate: Any) -> None:
    script = (
        "炮二平五\nwait 10\n马8进7\npress\nclock black 12:30\npause\nwait 60\ncontinue\nclock\n"
    )
    told = officiate(script, "--time 20 --press")
    assert "line 3: Red has not pressed the clock yet; to do it: press" in told
    assert "Red presses the clock." in told
    assert "Black's clock is set to 12:30." in told
    assert "Red  19:50" in told
    assert "Black  12:30  running" in told


# --- decisions and corrections --------------------------------------------------------


@pytest.mark.parametrize(
    ("line", "result", "termination"),
    [
        ("resign red", "0-1", "resignation"),
        ("黑认负", "1-0", "resignation"),
        ("absent black", "1-0", "absence"),
        ("abandon red went home", "0-1", "abandonment"),
        ("discipline red shouting", "0-1", "discipline"),
        ("declare draw nobody can win", "1/2-1/2", "decision"),
        ("判 双方判负 未经对弈", "0-0", "decision"),
        ("判红胜 对方拒绝续弈", "1-0", "decision"),
        ("foul red sealed_wrong", "0-1", "sealed_move"),
    ],
)
def test_games_end_by_decision(
    officiate: Any, tmp_path: Path, line: str, result: str, termination: str
) -> None:
    sheet = tmp_path / "sheet.json"
    told = officiate(f"{line}\n", f"--sheet {sheet}")
    assert told.status == 0
    found = json.loads(sheet.read_text(encoding="utf-8"))
    assert (found["result"], found["termination"]) == (result, termination)
    assert len(found["verdict"]) > 1  # a reason or an article


@pytest.mark.parametrize(
    ("line", "complaint"),
    [
        ("resign", "say which side"),
        ("declare red", "needs a reason"),
        ("declare perhaps because", "say who wins"),
        ("foul red", "say which offence"),
        ("foul red flying", "no offence is called 'flying'"),
        ("foul red phone", None),
        ("foul red touch", "may be one of touch_cannot_move, touch_cannot_take"),
        ("correct x", "expected a number"),
        ("correct 9", "no ruling of this number"),
        ("back 3", "no move has been made yet"),
        ("open 炮二平五 1234", "no sealed move lies here"),
        ("setup nonsense", "no game can be played from this position"),
        ("clock red 12:30", "no clocks are used at this table"),
        ("help flying", "there is no command 'flying'"),
        ("no such line", "after decline, 'such line' is not understood"),
        ("resign red or not", "after resign, 'or not' is not understood"),
        ("claim victory", "after claim, 'victory' is not understood"),
        ("nonsense", "not a move in any notation"),
        ("将相和", "belongs to no notation"),
    ],
)
def test_a_line_that_makes_no_sense_is_told_and_the_game_goes_on(
    officiate: Any, line: str, complaint: str | None
) -> None:
    told = officiate(f"{line}\n炮二平五\n")
    assert "1. Red C2=5" in told
    if complaint:
        assert re.search(f"line 1: .*{re.escape(complaint)}", told.text)
        assert told.status == 1
    else:
        assert told.status == 0
    assert "Traceback" not in told.complaints


def test_what_was_played_before_a_word_that_makes_no_sense_is_told(officiate: Any) -> None:
    told = officiate("炮二平五 马8进7 ; 马二进三\nstatus\n")
    assert "1. Red C2=5\n1. Black H8+7\nline 1: character 1 of ';'" in told
    assert "Round 2, Red to move." in told


def test_a_ruling_is_corrected_and_the_game_goes_on(officiate: Any) -> None:
    told = officiate(
        "炮二平五\nclaim limit\nclaim limit\n马8进7\ncorrect 2 misheard\ncontinue\n马8进7\nsheet\n"
    )
    assert "Red wins: too many fouls by Black." in told
    assert "line 4: the game is over; to undo the ruling that ended it: correct 3" in told
    assert "Ruling 2 is undone: misheard." in told
    assert "Ruling 3 is undone, and the game goes on: misheard." in told
    assert "1. Black H8+7" in told
    assert "(undone)" in told.text.split("Score sheet")[1]
    assert "Result: the game goes on" in told


def test_a_wrong_entry_is_taken_out(officiate: Any) -> None:
    told = officiate("炮二平五\n马8进9\nundo\n马8进7\nback 0 set up wrongly\nsheet\n")
    assert "struck out: H8+9 (the move was entered wrongly)." in told
    assert "1. Black H8+7" in told
    sheet = " ".join(told.text.split("Score sheet")[1].split())
    assert "struck out: C2=5 H8+7 (set up wrongly)" in sheet
    assert " 1. " not in sheet


def test_even_mate_that_was_entered_wrongly_is_taken_out(officiate: Any) -> None:
    told = officiate("a9e9\nundo\nstatus\n", "--fen 'R8/3k5/9/9/9/9/9/4R4/9/4K4 w'")
    assert "to move" in told


def test_a_wrong_setup_starts_anew(officiate: Any) -> None:
    told = officiate(f"炮二平五\nsetup {CHECKING} 摆错\ni8i9\nsheet\n")
    assert "1. Red R1+1  Check!" in told
    assert "The board is set up anew; struck out: C2=5: 摆错." in told


# --- words ----------------------------------------------------------------------------


def test_chinese_and_english_say_the_same(officiate: Any) -> None:
    english = "h2e2\ntouch h9\nh9g7\nfoul red disturbing\noffer\naccept\n"
    chinese = "炮二平五\n摸 马8\n马8进7\n犯规 红 干扰\n提和\n同意\n"
    one, two = (
        officiate(script, "--json", lang)
        for script, lang in ((english, "en"), (chinese, "zh-Hans"))
    )
    assert one.status == two.status == 0
    for kind in ("played", "touched", "bound", "foul_given", "offered", "ended"):
        assert events(one, kind) == events(two, kind)


def test_no_command_is_a_move_and_no_move_a_command() -> None:
    for board_move in ("炮二平五", "后车平四", "前马进7", "中兵进一", "一兵平五", "士4进5", "P3+1"):
        assert read_line(board_move).word.name == "move"
    names = [name for group in WORDS.values() for w in group for name in (w.name, *w.also)]
    assert len(names) == len(set(names))


@pytest.mark.parametrize("lang", ["en", "zh-Hans"])
def test_every_command_is_in_the_help(officiate: Any, lang: str) -> None:
    words = [word for group in WORDS.values() for word in group]
    told = officiate("help\n" + "".join(f"help {word.name}\n" for word in words), lang=lang)
    assert told.status == 0
    for word in words:
        assert re.search(rf"^  (\S+ )?{word.name} ", told.text, re.MULTILINE)
        assert word.name in PAGE.read_text(encoding="utf-8")
    with use_language(lang):
        assert told.text.count(":" if lang == "en" else "又作") >= len(words)


def test_offences_are_found_by_their_names_in_both_languages(officiate: Any) -> None:
    told = officiate("help foul\n", lang="zh-Hans")
    assert "通讯工具发出声响  phone_rings" in told


# --- the page -------------------------------------------------------------------------


def transcripts() -> list[tuple[str, str, str]]:
    """Options, script and answers of the games on the page."""
    text = PAGE.read_text(encoding="utf-8")
    found = []
    pattern = r"```text\n\$ chuhe officiate --lang (\S+) --script game.txt (.*)\n((?:.*\n)*?)```"
    for lang, options, answers in re.findall(pattern, text):
        found.append((lang, options, answers))
    return found


@pytest.mark.parametrize(("lang", "options", "answers"), transcripts())
def test_the_games_on_the_page_run_as_they_are_printed(
    officiate: Any, lang: str, options: str, answers: str
) -> None:
    script = "".join(f"{line[2:]}\n" for line in answers.splitlines() if line.startswith("> "))
    assert officiate(script, options, lang).text == answers


def test_the_page_has_games() -> None:
    assert len(transcripts()) >= 3
