"""Records and positions on the page: paste, step, play on, save; and what is wrong with a FEN."""

import re
from pathlib import Path

import pytest
from playwright.sync_api import expect
from tests.e2e.hands import Contexts, Hand

pytestmark = pytest.mark.browser

RECORD = """[Game "Chinese Chess"]
[Event "示例"]
[Red "甲"]
[Black "乙"]
[Result "*"]

{五六炮对屏风马的一段。}
1. 炮二平五 马8进7 2. 马二进三 车9平8 3. 车一平二 马2进3
4. 兵七进一 {先挺七兵，活通马路。} 卒7进1 5. 马八进七 *
"""


def opened(hand: Hand, text: str = RECORD) -> None:
    hand.page.locator(".masthead nav button").nth(1).click()
    hand.page.locator(".openrecord textarea").fill(text)
    hand.page.locator(".openrecord button[type=submit]").click()
    expect(hand.page.locator(".page.record")).to_be_visible()


def test_a_pasted_record_is_stepped_through(desk: Hand) -> None:
    opened(desk)
    expect(desk.moves()).to_have_count(9)
    expect(desk.page.locator(".strip.red")).to_contain_text("甲")
    expect(desk.page.locator(".headers")).to_contain_text("示例")
    expect(desk.page.locator(".remark")).to_contain_text("五六炮")
    position = desk.page.locator(".stepper output")
    expect(position).to_have_text("0 / 9")
    keys = desk.page.keyboard
    keys.press("ArrowRight")
    expect(position).to_have_text("1 / 9")
    desk.expect_piece("e2", "C")
    keys.press("ArrowLeft")
    expect(position).to_have_text("0 / 9")
    desk.expect_piece("h2", "C")
    keys.press("End")
    expect(position).to_have_text("9 / 9")
    desk.expect_piece("c2", "N")
    keys.press("Home")
    expect(position).to_have_text("0 / 9")
    desk.moves().nth(6).click()
    expect(position).to_have_text("7 / 9")
    expect(desk.page.locator(".remark")).to_contain_text("活通马路")
    desk.shot("record-desktop")
    desk.page.get_by_role("button", name=re.compile("上一着")).click()
    expect(position).to_have_text("6 / 9")
    desk.page.reload()
    expect(desk.moves()).to_have_count(9)


def test_a_record_in_gb18030_is_read_from_a_file(desk: Hand, tmp_path: Path) -> None:
    path = tmp_path / "game.pgn"
    path.write_bytes(RECORD.encode("gb18030"))
    desk.page.locator(".masthead nav button").nth(1).click()
    desk.page.locator("input[type=file]").set_input_files(path)
    expect(desk.moves()).to_have_count(9)
    expect(desk.page.locator(".strip.black")).to_contain_text("乙")


def test_playing_on_from_a_move_of_a_record(desk: Hand) -> None:
    opened(desk)
    desk.moves().nth(3).click()
    desk.page.get_by_role("button", name="从此处对弈").click()
    form = desk.page.locator("form.newgame")
    expect(form).to_be_visible()
    form.locator("input[value=both]").check(force=True)
    form.locator("button[type=submit]").click()
    expect(desk.page.locator(".page.table")).to_be_visible()
    expect(desk.moves()).to_have_text(["炮二平五", "马8进7", "马二进三", "车9平8"])
    desk.play("i0h0")


def test_closing_a_record_leads_back_to_the_game(desk: Hand) -> None:
    desk.new_game(side="both")
    desk.play("h2e2")
    opened(desk)
    desk.page.get_by_role("button", name="关闭棋谱").click()
    expect(desk.page.locator(".page.table")).to_be_visible()
    expect(desk.moves()).to_have_text(["炮二平五"])
    desk.play("h9g7")
    desk.page.go_back()
    expect(desk.page.locator(".page.record")).to_be_visible()
    desk.page.go_forward()
    expect(desk.moves()).to_have_count(2)


def test_an_unreadable_record_says_so(desk: Hand) -> None:
    desk.page.locator(".masthead nav button").nth(1).click()
    desk.page.locator(".openrecord textarea").fill("这里没有棋谱")
    desk.page.locator(".openrecord button[type=submit]").click()
    expect(desk.page.locator(".openrecord .problems li")).to_have_count(1)


def test_a_record_with_an_illegal_move_opens_up_to_it_and_says_why(desk: Hand) -> None:
    opened(desk, "1. 炮二平五 马8进7 2. 车一进三 马2进3")
    expect(desk.moves()).to_have_text(["炮二平五", "马8进7"])
    expect(desk.page.locator(".problems li").first).to_contain_text("车一进三")


def test_a_fen_with_faults_shows_all_of_them(desk: Hand) -> None:
    form = desk.page.locator("form.newgame")
    form.locator("summary").click()
    # No black king, an elephant across the river, a pawn behind its start.
    form.locator("textarea").fill("9/9/4B4/9/9/9/9/9/P8/4K4 w - - 0 1")
    problems = form.locator(".problems li")
    expect(problems).to_have_count(3)
    desk.shot("fen-with-faults")
    form.locator("button[type=submit]").click()
    expect(problems).to_have_count(3)
    expect(desk.page.locator(".page.start")).to_be_visible()
    form.locator("textarea").fill("3k5/9/9/9/9/9/9/9/R8/1R2K4 w - - 0 1")
    expect(form.locator(".good")).to_contain_text("轮到红方走")
    expect(problems).to_have_count(0)


def test_language_and_notation_are_switched_and_remembered(desk: Hand) -> None:
    desk.new_game(side="both")
    desk.play("h2e2")
    desk.play("h9g7")
    desk.page.get_by_role("button", name="WXF").click()
    expect(desk.moves()).to_have_text(["C2=5", re.compile(r"[NH]8\+7")])
    desk.page.get_by_role("button", name="ICCS").click()
    expect(desk.moves()).to_have_text(["H2-E2", "H9-G7"])
    desk.page.get_by_role("button", name="English").click()
    expect(desk.page.locator(".status")).to_contain_text("Red to move")
    assert desk.page.evaluate("document.documentElement.lang") == "en"
    desk.shot("english-desktop")
    desk.page.reload()
    expect(desk.page.locator(".status")).to_contain_text("Red to move")
    expect(desk.moves()).to_have_text(["H2-E2", "H9-G7"])
    desk.page.get_by_role("button", name="中文").first.click()
    expect(desk.page.locator(".status")).to_contain_text("轮到红方走")


def test_letters_on_the_pieces_are_switched_and_remembered(desk: Hand) -> None:
    # pychess-variants#430: some cannot read the characters.
    desk.new_game(side="both")
    king = desk.page.locator("cg-board piece.white.k-piece")
    expect(king).to_have_css("background-image", re.compile(r"red-k-(?!letter)"))
    letters = desk.page.get_by_role("button", name="棋子字母")
    letters.click()
    expect(letters).to_have_attribute("aria-pressed", "true")
    expect(king).to_have_css("background-image", re.compile("red-k-letter"))
    desk.shot("letters")
    desk.page.reload()
    expect(king).to_have_css("background-image", re.compile("red-k-letter"))


@pytest.mark.parametrize("style", ["中文", "ICCS"])
def test_the_saved_record_can_be_opened_again(desk: Hand, style: str) -> None:
    desk.new_game(side="both")
    for move in ["h2e2", "h9g7", "h0g2"]:
        desk.play(move)
    desk.page.locator(".segments").get_by_role("button", name=style).click()
    with desk.page.expect_download() as download:
        desk.page.get_by_role("link", name="存棋谱").click()
    text = Path(download.value.path()).read_text(encoding="utf-8")
    opened(desk, text)
    expect(desk.moves()).to_have_count(3)


def test_the_fen_on_the_board_is_copied(desk: Hand) -> None:
    desk.new_game(side="both")
    desk.play("h2e2")
    desk.page.get_by_role("button", name="复制局面").click()
    expect(desk.page.locator(".notice.info")).to_be_visible()
    copied = desk.page.evaluate("navigator.clipboard.readText()")
    assert copied.startswith("rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C2C4/9/RNBAKABNR b")


def test_looking_back_during_a_game(desk: Hand) -> None:
    desk.new_game(side="both")
    for move in ["h2e2", "h9g7", "h0g2"]:
        desk.play(move)
    desk.page.keyboard.press("Home")
    desk.expect_piece("h2", "C")
    desk.press("h2")
    assert desk.targets() == 0
    desk.page.get_by_role("button", name="回到当前").click()
    desk.expect_piece("e2", "C")
    desk.play("i9h9")


def test_a_record_on_a_phone(contexts: Contexts) -> None:
    hand = contexts.hand(width=390, height=844, touch=True)
    hand.arrive()
    opened(hand)
    hand.assert_no_sideways_scroll()
    hand.page.get_by_role("button", name=re.compile("下一着")).tap()
    expect(hand.page.locator(".stepper output")).to_have_text("1 / 9")
    hand.shot("record-phone")
