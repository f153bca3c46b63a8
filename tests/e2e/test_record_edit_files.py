"""Files on the page of records: opened by every door, libraries, what is kept, the largest tree."""

import re
import time
from pathlib import Path

import pytest
from playwright.sync_api import Dialog, expect
from tests.e2e.hands import ROOT, Hand
from tests.e2e.record_hands import at, file_of, hand_over, opened, play, press, sample, saved
from tests.e2e.test_access import faults

from chuhe import records
from chuhe.game import Game

pytestmark = pytest.mark.browser

CORPUS = ROOT.parent / "shared" / "records"


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


def test_variations_of_a_large_tree_are_unfolded_one_by_one(desk: Hand) -> None:
    game = Game()
    game.add_line(["h2e2", "h9g7", "h0g2"])
    first = game.root.next()
    assert first
    for pawn in "acegi":  # many moves, folded; and more alternatives than are shown at once
        for _ in range(3):
            first.add_line([f"{pawn}6{pawn}5", *["b0c2", "b9c7", "c2b0", "c7b9"] * 8])
    hand_over(desk, file_of([game], "json"), "large.json", "drop")
    expect(desk.moves()).to_have_count(3 + 8)
    desk.page.locator(".tree button.many").click()
    expect(desk.moves()).to_have_count(3 + 15)
    desk.page.locator(".tree .fold").first.click()
    expect(desk.moves()).to_have_count(3 + 15 + 32)
    # Walking into a variation shows it, walking out of it folds it away.
    desk.moves().nth(1).click()
    press(desk, "ArrowDown", "ArrowDown", "ArrowRight")
    expect(at(desk)).to_be_visible()
    expect(desk.moves()).to_have_count(3 + 15 + 32 + 32)
    press(desk, "Home")
    expect(desk.moves()).to_have_count(3 + 15 + 32)
