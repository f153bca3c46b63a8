"""Records edited on the page: opened by every door, walked, changed, saved, and read back."""

import base64
import io
import re
import time
from pathlib import Path

import pytest
from playwright.sync_api import Dialog, Download, Locator, expect
from tests.e2e.hands import ROOT, Contexts, Hand
from tests.e2e.test_access import faults

from chuhe import records
from chuhe.game import Game

pytestmark = pytest.mark.browser

CORPUS = ROOT.parent / "shared" / "records"
START = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1"


def sample() -> Game:
    """A game with variations in variations, comments and glyphs."""
    game = Game(headers=[("Title", "示例"), ("Red", "甲"), ("Black", "乙")], result="1-0")
    game.root.comment = "开局之前"
    game.add_line(["h2e2", "h9g7", "h0g2", "i9h9", "i0h0"])
    first = game.root.next()
    assert first
    first.comment = "中炮"
    other = first.add_line(["b9c7", "h0g2"], comment="另一种应法")
    other.nags = [1]
    assert other.parent
    other.parent.add_line(["b0c2"])
    game.root.add_variation("c3c4", comment="仙人指路")
    return game


def file_of(games: list[Game], format: str) -> bytes:
    file = io.BytesIO()
    list(records.write(games, file, format))
    return file.getvalue()


def hand_over(hand: Hand, data: bytes, name: str, event: str) -> None:
    """Drop a file on the page, or paste it."""
    hand.page.evaluate(
        """([data, name, kind]) => {
            const bytes = Uint8Array.from(atob(data), (char) => char.charCodeAt(0));
            const transfer = new DataTransfer();
            transfer.items.add(new File([bytes], name));
            const options = { bubbles: true, cancelable: true };
            const event = kind === "drop"
                ? new DragEvent("drop", { ...options, dataTransfer: transfer })
                : new ClipboardEvent("paste", { ...options, clipboardData: transfer });
            document.body.dispatchEvent(event);
        }""",
        [base64.b64encode(data).decode(), name, event],
    )
    expect(hand.page.locator(".page.record .tree")).to_be_visible()


def opened(hand: Hand, game: Game | None = None, format: str = "json") -> None:
    data = file_of([game or sample()], format)
    hand_over(hand, data, f"game.{format}", "drop")
    expect(hand.moves().first).to_be_visible()


def at(hand: Hand) -> Locator:
    """The move looked at."""
    return hand.page.locator(".tree [aria-current]")


def press(hand: Hand, *keys: str) -> None:
    for key in keys:
        hand.page.keyboard.press(key)


def tool(hand: Hand, name: str) -> None:
    hand.page.get_by_role("toolbar").get_by_role("button", name=name).click()


def play(hand: Hand, move: str) -> None:
    """Play a move on the board; the piece stands there when the page has it in its tree."""
    hand.pick(move[:2])
    expect(hand.page.locator("square.move-dest").first).to_be_visible()
    hand.press(move[2:])


def save_pane(hand: Hand) -> Locator:
    hand.page.get_by_role("button", name="保存……").click()
    pane = hand.page.get_by_role("dialog")
    expect(pane.locator("button[type=submit]")).to_be_enabled()
    return pane


def saved(hand: Hand, format: str = "", whole: bool | None = None) -> tuple[Download, list[Game]]:
    """Save in a format; what was downloaded, and the games that Python reads in it."""
    pane = save_pane(hand)
    if format:
        pane.locator("select[name=format]").select_option(format)
        expect(pane.locator("button[type=submit]")).to_be_enabled()
    if whole is not None:
        pane.locator("select[name=whole]").select_option("whole" if whole else "one")
        expect(pane.locator("button[type=submit]")).to_be_enabled()
    with hand.page.expect_download() as waiting:
        pane.locator("button[type=submit]").click()
    expect(pane).to_have_count(0)
    download = waiting.value
    return download, list(records.read(Path(download.path()).read_bytes()))


def test_a_file_is_opened_by_drop_paste_and_choice(desk: Hand, tmp_path: Path) -> None:
    for format in ("xqf", "cbr", "dhtmlxq"):
        desk.page.goto(f"{desk.server.url}/#home")
        expect(desk.page.locator(".page.start")).to_be_visible()
        hand_over(desk, file_of([sample()], format), f"g.{format}", "drop")
        expect(desk.moves()).to_have_count(9)
    hand_over(desk, file_of([Game(headers=[("Red", "丙")])], "pgn"), "g.pgn", "paste")
    expect(desk.page.locator(".strip.red")).to_contain_text("丙")
    path = tmp_path / "g.cbl"
    path.write_bytes(file_of([sample()], "cbl"))
    desk.page.locator(".masthead nav button").nth(1).click()
    desk.page.locator("input[type=file]").set_input_files(path)
    expect(desk.moves()).to_have_count(9)
    # Text on the clipboard, pasted where nothing is typed.
    desk.page.evaluate("navigator.clipboard.writeText('1. 兵七进一 卒7进1 2. 炮二平三')")
    desk.page.keyboard.press("Control+v")
    expect(desk.moves()).to_have_text(["兵七进一", "卒7进1", "炮二平三"])


def test_what_cannot_be_opened_says_why_and_changes_nothing(desk: Hand) -> None:
    opened(desk)
    desk.page.evaluate(
        """() => {
            const transfer = new DataTransfer();
            transfer.items.add(new File(["nothing of the kind"], "x.xqf"));
            document.body.dispatchEvent(
                new DragEvent("drop", { bubbles: true, cancelable: true, dataTransfer: transfer }));
        }"""
    )
    expect(desk.page.locator(".notice.error")).to_be_visible()
    expect(desk.moves()).to_have_count(9)


def test_the_tree_is_walked_by_keys_and_by_pressing_moves(desk: Hand) -> None:
    opened(desk)
    steps = desk.page.locator(".stepper output")
    expect(steps).to_have_text("0 / 5")
    expect(desk.page.locator(".branches button")).to_have_text(["炮二平五", "兵七进一"])
    press(desk, "ArrowRight")
    expect(at(desk)).to_have_text("炮二平五")
    expect(desk.page.locator(".editor textarea.comment")).to_have_value("中炮")
    press(desk, "ArrowRight", "ArrowDown")
    expect(at(desk)).to_contain_text("马2进3")
    desk.expect_piece("c7", "n")
    expect(steps).to_have_text("2 / 3")
    press(desk, "ArrowRight")
    expect(at(desk)).to_contain_text("马二进三")
    press(desk, "ArrowDown")
    expect(at(desk)).to_contain_text("马八进七")
    press(desk, "ArrowUp", "ArrowLeft")
    expect(at(desk)).to_contain_text("马2进3")
    # → goes on along the line one came from, Home leads back to the main line.
    press(desk, "ArrowLeft", "ArrowRight")
    expect(at(desk)).to_contain_text("马2进3")
    press(desk, "Home")
    expect(at(desk)).to_have_count(0)
    press(desk, "End")
    expect(at(desk)).to_have_text("车一平二")
    desk.moves().filter(has_text="兵七进一").click()
    desk.expect_piece("c4", "P")
    expect(desk.page.locator(".branches")).to_have_text("到此为止。")
    desk.shot("record-tree")


def test_moves_played_on_the_board_are_followed_or_become_variations(desk: Hand) -> None:
    opened(desk)
    play(desk, "h2e2")
    expect(at(desk)).to_have_text("炮二平五")
    expect(desk.moves()).to_have_count(9)
    play(desk, "b9a7")
    expect(at(desk)).to_contain_text("马2进1")
    expect(desk.moves()).to_have_count(10)
    play(desk, "g3g4")
    expect(desk.moves()).to_have_count(11)
    press(desk, "Control+z", "Control+z")
    expect(desk.moves()).to_have_count(9)
    expect(at(desk)).to_have_text("炮二平五")
    press(desk, "Control+y")
    expect(desk.moves()).to_have_count(10)
    expect(at(desk)).to_contain_text("马2进1")
    _, [game] = saved(desk)
    first = game.root.next()
    assert first
    assert [node.zh for node in first.variations] == ["马8进7", "马2进3", "马2进1"]


def test_variations_are_moved_and_deleted(desk: Hand) -> None:
    opened(desk)
    desk.moves().filter(has_text="马2进3").click()
    tool(desk, "变例上移")
    expect(desk.page.locator(".tree .round button.move").nth(1)).to_contain_text("马2进3")
    tool(desk, "撤销")
    desk.moves().filter(has_text="兵七进一").click()
    tool(desk, "设为主变")
    expect(desk.moves().first).to_contain_text("兵七进一")
    expect(desk.page.get_by_role("toolbar").get_by_role("button", name="设为主变")).to_be_disabled()
    tool(desk, "变例下移")
    expect(desk.moves().first).to_contain_text("炮二平五")
    desk.moves().filter(has_text="马8进7").click()
    tool(desk, "删除后续着法")
    expect(desk.moves()).to_have_count(6)
    expect(desk.page.locator(".notice")).to_contain_text("已删 3 着")
    press(desk, "Delete")
    expect(desk.moves()).to_have_count(5)
    expect(at(desk)).to_have_text("炮二平五")
    press(desk, "Control+z", "Control+z")
    expect(desk.moves()).to_have_count(9)
    _, [game] = saved(desk)
    assert game == sample()


def edit_all(hand: Hand) -> Game:
    """Edit the sample by hand in all ways that every format can hold; what should have come of it."""
    opened(hand)
    press(hand, "End")
    play(hand, "b9c7")
    expect(at(hand)).to_contain_text("马2进3")
    hand.page.locator(".editor textarea.comment").fill("布局已定")
    hand.moves().filter(has_text="兵七进一").click()
    play(hand, "g6g5")
    expect(at(hand)).to_contain_text("卒7进1")
    press(hand, "ArrowLeft")
    hand.page.locator(".editor textarea.comment").fill("先手试探")
    hand.page.get_by_role("button", name="对局信息").click()
    pane = hand.page.get_by_role("dialog")
    pane.locator("input[name=Event]").fill("友谊赛")
    pane.locator("input[name=Red]").fill("丁")
    pane.locator("select[name=result]").select_option("1/2-1/2")
    pane.get_by_role("button", name="完成").click()
    expect(hand.page.locator(".headers")).to_contain_text("友谊赛")
    expect(hand.page.locator(".headers")).to_contain_text("和棋")
    expect(hand.page.locator(".strip.red")).to_contain_text("丁")
    wanted = sample()
    node = wanted.add_line(["b9c7"])
    node.comment = "布局已定"
    variation = wanted.root.variations[1]
    variation.add_variation("g6g5")
    variation.comment = "先手试探"
    wanted.headers["Event"], wanted.headers["Red"] = "友谊赛", "丁"
    wanted.result = "1/2-1/2"
    return wanted


@pytest.mark.parametrize("format", ["json", "pgn", "xqf", "cbl", "dhtmlxq"])
def test_what_was_edited_is_saved_in_every_format(desk: Hand, format: str) -> None:
    wanted = edit_all(desk)
    download, [game] = saved(desk, format)
    assert game.format == format
    suffix = {"dhtmlxq": "ubb"}.get(format, format)
    assert download.suggested_filename == f"game.{suffix}"
    if format not in ("json", "pgn"):  # which hold no glyphs, and are said not to
        for node in wanted.nodes():
            node.nags = []
    assert game.same_tree(wanted)
    assert game.result == wanted.result
    for name in ("Title", "Event", "Red", "Black"):
        assert game.headers[name] == wanted.headers[name]
    if format == "json":
        assert game == wanted


def test_glyphs_and_comments_before_moves(desk: Hand) -> None:
    opened(desk)
    press(desk, "ArrowRight")
    desk.page.locator(".editor summary").click()
    group = desk.page.get_by_role("group", name="着法评价")
    group.get_by_role("button", name="妙着").click()
    group.get_by_role("button", name="好棋").click()
    desk.page.get_by_role("group", name="局势评价").get_by_role("button", name="红方优势").click()
    desk.page.locator("textarea.before").fill("先看这着")
    expect(at(desk)).to_have_text("炮二平五!±")
    expect(desk.page.locator(".tree .comment")).to_have_text(
        ["开局之前", "先看这着", "中炮", "另一种应法"][:3]
    )
    _, [game] = saved(desk)
    first = game.root.next()
    assert first
    assert (first.nags, first.before, first.comment) == ([1, 16], "先看这着", "中炮")
    # Typed in one go, it is undone in one go.
    press(desk, "Control+z")
    expect(desk.page.locator("textarea.before")).to_have_value("")
    expect(at(desk)).to_have_text("炮二平五!±")
    press(desk, "Control+z")
    expect(at(desk)).to_have_text("炮二平五!")


def test_the_page_says_before_saving_what_the_format_cannot_hold(desk: Hand) -> None:
    opened(desk)
    pane = save_pane(desk)
    expect(pane.locator(".losses")).to_have_text("全部内容都能保存。")
    pane.locator("select[name=format]").select_option("xqf")
    expect(pane.locator(".losses li")).to_contain_text("评注符号")
    desk.shot("record-save")
    assert faults(desk) == []
    press(desk, "Escape")
    expect(pane).to_have_count(0)
    press(desk, "Control+s")
    expect(pane).to_be_visible()


def library() -> list[Game]:
    games = []
    for number in range(150):
        game = Game(headers=[("Title", f"第{number + 1}局"), ("Red", f"棋手{number % 7}")])
        game.add_line(["h2e2", "h9g7"] if number % 2 else ["c3c4"])
        games.append(game)
    games[120].headers["Black"] = "杨官璘"
    return games


def test_a_game_of_a_library_is_found_edited_and_saved_among_the_others(desk: Hand) -> None:
    games = library()
    hand_over(desk, file_of(games, "cbl"), "many.cbl", "drop")
    desk.page.locator(".gamechoice .which").click()
    pane = desk.page.get_by_role("dialog")
    expect(pane.locator("li")).to_have_count(100)
    pane.locator("input[type=search]").fill("杨官璘")
    expect(pane.locator("li")).to_have_count(1)
    expect(pane.get_by_role("status")).to_contain_text("1")
    desk.shot("record-games")
    assert faults(desk) == []
    press(desk, "Enter")
    expect(desk.page.locator(".gamechoice .which")).to_contain_text("第 121 局")
    expect(desk.page.locator(".strip.black")).to_contain_text("杨官璘")
    play(desk, "c3c4")
    play(desk, "c6c5")
    expect(desk.moves()).to_have_text(["兵七进一", "卒3进1"])
    desk.page.get_by_role("button", name="下一局").click()
    expect(desk.page.locator(".gamechoice .which")).to_contain_text("第 122 局")
    desk.page.get_by_role("button", name="上一局").click()
    expect(desk.moves()).to_have_text(["兵七进一", "卒3进1"])  # the edit is still there
    _, found = saved(desk)
    games[120].add_line(["c6c5"])
    assert [game.headers["Title"] for game in found] == [game.headers["Title"] for game in games]
    assert all(one.same_tree(other) for one, other in zip(found, games, strict=True))
    _, [alone] = saved(desk, "pgn", whole=False)
    assert alone.same_tree(games[120])


KEPT = """() => new Promise((resolve) => {
    const request = indexedDB.open("chuhe", 1);
    request.onsuccess = () => {
        const all = request.result.transaction("headings").objectStore("headings").getAll();
        all.onsuccess = () => {
            request.result.close();
            resolve(all.result.map((entry) => entry.dirty));
        };
    };
})"""


def wait_until_kept(hand: Hand, *, dirty: bool) -> None:
    """Until the browser's database has the record, with edits that no file has or without."""
    deadline = time.monotonic() + 10
    while hand.page.evaluate(KEPT) != [dirty]:
        assert time.monotonic() < deadline
        hand.page.wait_for_timeout(20)


def test_unsaved_edits_outlive_a_reload_and_the_page_warns(desk: Hand) -> None:
    opened(desk)
    press(desk, "ArrowRight")
    play(desk, "b9a7")
    expect(desk.moves()).to_have_count(10)
    warned: list[str] = []

    def leave(dialog: Dialog) -> None:
        warned.append(dialog.type)
        dialog.accept()

    desk.page.on("dialog", leave)
    wait_until_kept(desk, dirty=True)
    desk.page.reload()
    assert warned == ["beforeunload"]
    expect(desk.moves()).to_have_count(10)
    expect(at(desk)).to_contain_text("马2进1")
    press(desk, "Control+z")
    expect(desk.moves()).to_have_count(9)
    press(desk, "Control+y")
    expect(desk.moves()).to_have_count(10)
    saved(desk)
    wait_until_kept(desk, dirty=False)
    desk.page.reload()
    assert warned == ["beforeunload"]
    expect(desk.moves()).to_have_count(10)


def test_another_record_opened_keeps_the_edits_of_the_one_before(desk: Hand) -> None:
    opened(desk)
    press(desk, "End", "Delete")
    expect(desk.moves()).to_have_count(8)
    other = Game(headers=[("Red", "丙")])
    other.add_line(["h2e2"])
    hand_over(desk, file_of([other], "pgn"), "other.pgn", "drop")
    expect(desk.moves()).to_have_count(1)
    desk.page.locator(".masthead nav button").nth(1).click()
    desk.page.locator(".kept li button").first.click()
    expect(desk.moves()).to_have_count(8)
    assert desk.page.get_by_role("dialog").count() == 0


def test_a_record_is_begun_from_nothing_and_from_a_position(desk: Hand) -> None:
    desk.page.locator(".masthead nav button").nth(1).click()
    desk.page.get_by_role("button", name="新建棋谱").click()
    expect(desk.page.locator(".tree .empty")).to_be_visible()
    play(desk, "h2e2")
    expect(desk.moves()).to_have_text(["炮二平五"])
    fen = "3k5/9/9/9/9/9/9/9/R8/1R2K4 w - - 0 1"
    desk.page.goto(f"{desk.server.url}/#record?fen={fen.replace(' ', '%20')}")
    expect(desk.page.locator("cg-board piece")).to_have_count(4)
    expect(desk.moves()).to_have_count(0)
    play(desk, "a1a9")
    expect(desk.moves().first).to_contain_text("车九进八")
    expect(desk.moves().locator(".checks")).to_have_count(1)
    # Another start below the moves: what cannot be played from it goes, and undo brings it back.
    other = "3k5/9/9/9/9/9/9/9/9/1R2K4 w - - 0 1"
    desk.page.goto(f"{desk.server.url}/#record?start={other.replace(' ', '_')}")
    expect(desk.page.locator("cg-board piece")).to_have_count(3)
    expect(desk.moves()).to_have_count(0)
    expect(desk.page.locator(".notice")).to_contain_text("1")
    press(desk, "Control+z")
    expect(desk.moves()).to_have_count(1)
    expect(desk.page.locator("cg-board piece")).to_have_count(4)


def test_the_start_of_a_record_is_laid_out_on_the_set_up_board(desk: Hand) -> None:
    opened(desk)
    desk.page.get_by_role("button", name="起始局面").click()
    desk.page.get_by_role("button", name="用作棋谱起始局面").click()
    expect(desk.page.locator(".page.record")).to_be_visible()
    expect(desk.moves()).to_have_count(9)


def test_the_record_is_copied_as_pgn_and_ubb(desk: Hand) -> None:
    opened(desk)
    for name, format in (("复制 PGN", "pgn"), ("复制 UBB", "dhtmlxq")):
        desk.page.evaluate("navigator.clipboard.writeText('')")
        desk.page.get_by_role("button", name=name).click()
        desk.page.wait_for_function(
            "navigator.clipboard.readText().then((text) => text.length > 0)"
        )
        text = desk.page.evaluate("navigator.clipboard.readText()")
        [game] = records.read(text.encode())
        assert game.format == format
        assert game.uci_moves == sample().uci_moves
        assert game.count_variations() == 3


def test_a_record_without_a_start_is_shown_with_the_reasons(desk: Hand) -> None:
    text = b'[FEN "4k4/9/9/9/9/9/9/9/9/B8 w - - 0 1"]\n\n1. B0-C2'
    hand_over(desk, text, "page.pgn", "drop")
    expect(desk.page.locator(".problems li")).to_have_count(2)
    expect(desk.page.locator("cg-board piece")).to_have_count(2)


def test_a_tree_with_thousands_of_variations_is_walked_smoothly(desk: Hand) -> None:
    found = sorted(CORPUS.rglob("中炮【马8进7】.XQF"))
    if not found:
        pytest.skip("the corpus is not here")
    started = time.monotonic()
    hand_over(desk, found[0].read_bytes(), found[0].name, "drop")
    expect(desk.moves().first).to_be_visible()
    print(f"opened in {time.monotonic() - started:.1f} s")
    # Only what is unfolded is drawn.
    assert desk.page.locator(".tree button").count() < 3000
    longest = desk.page.evaluate(
        """async () => {
            const frame = () => new Promise(requestAnimationFrame);
            let longest = 0;
            for (let step = 0; step < 120; step++) {
                const from = performance.now();
                const key = step % 4 === 3 ? "ArrowDown" : "ArrowRight";
                dispatchEvent(new KeyboardEvent("keydown", { key, cancelable: true }));
                await frame();
                await frame();
                longest = Math.max(longest, performance.now() - from);
            }
            return longest;
        }"""
    )
    print(f"longest of 120 steps: {longest:.0f} ms")
    assert longest < 1000
    expect(desk.page.locator(".stepper output")).not_to_have_text(re.compile("^0 /"))
    press(desk, "Home", "End")
    expect(at(desk)).to_be_visible()
    # An edit at the end of the main line, and the whole tree is saved again.
    press(desk, "ArrowLeft", "Delete")
    [whole] = records.read(found[0].read_bytes())
    wanted = whole.end().parent
    assert wanted
    wanted.remove()
    _, [game] = saved(desk, "xqf")
    assert game.same_tree(whole)
    desk.shot("record-large")


def test_real_files_of_every_kind_open(desk: Hand) -> None:
    if not CORPUS.exists():
        pytest.skip("the corpus is not here")
    for suffix in ("xqf", "cbr", "cbl", "cbf", "mxq", "che", "pgn", "xqr"):
        paths = [
            path
            for path in CORPUS.rglob("*")
            if path.suffix.lower() == f".{suffix}" and path.is_file()
        ]
        path = min(paths, key=lambda path: (path.stat().st_size < 500, path.stat().st_size))
        count = sum(1 for _ in records.read(path))
        hand_over(desk, path.read_bytes(), path.name, "drop")
        title = desk.page.locator(".tree")
        expect(title).to_be_visible()
        if count > 1:
            expect(desk.page.locator(".gamechoice")).to_contain_text(str(min(count, 5000)))


def test_an_edited_record_on_a_phone(contexts: Contexts) -> None:
    hand = contexts.hand(width=390, height=844, touch=True)
    hand.arrive()
    opened(hand)
    hand.assert_no_sideways_scroll()
    hand.page.locator(".branches button").nth(1).tap()
    expect(hand.page.locator(".remark")).to_have_text("仙人指路")
    hand.page.get_by_role("button", name=re.compile("上一着")).tap()
    hand.page.get_by_role("button", name=re.compile("下一着")).tap()
    expect(hand.page.locator(".remark")).to_have_text("仙人指路")
    play(hand, "g6g5")
    expect(hand.moves()).to_have_count(10)
    for place in (".stepper", ".branches"):
        box = hand.page.locator(place).bounding_box()
        assert box and box["y"] + box["height"] <= 844
    hand.shot("record-edit-phone")
    hand.page.get_by_role("toolbar").get_by_role("button", name="撤销").tap()
    expect(hand.moves()).to_have_count(9)
    hand.assert_no_sideways_scroll()


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("locale", ["zh-CN", "en-GB"])
def test_no_serious_fault_of_access_on_an_edited_record(
    contexts: Contexts, scheme: str, locale: str
) -> None:
    hand = contexts.hand(locale=locale)
    hand.page.emulate_media(color_scheme=scheme)  # type: ignore[arg-type]
    hand.arrive()
    opened(hand)
    press(hand, "ArrowRight", "ArrowRight")
    hand.page.locator(".editor summary").click()
    assert faults(hand) == []
    hand.shot(f"record-edit-{scheme}-{locale}")
    hand.page.locator(".headline button").click()
    expect(hand.page.get_by_role("dialog")).to_be_visible()
    assert faults(hand) == []
