"""``chuhe show`` in the terminal: exact text."""

import json
import re
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.unit.shown import Show, show_with

import chuhe
from chuhe.cli.show_board import TextLook, board_lines
from chuhe.cli.show_moves import line_of, move_lines
from chuhe.cli.show_run import Asked, facts_of, find
from chuhe.cli.show_text import Paint, columns, fill
from chuhe.records import read

DATA = Path(__file__).parents[1] / "data" / "records"

#: A check by a cannon over the advisor.
CHECK = "炮二平五 士4进5 炮五进四"

START = """\
    1   2   3   4   5   6   7   8   9
 9  車──馬──象──士──將──士──象──馬──車
    │   │   │   │ ╲ │ ╱ │   │   │   │
 8  ├───┼───┼───┼───┼───┼───┼───┼───┤
    │   │   │   │ ╱ │ ╲ │   │   │   │
 7  ├───砲──┼───┼───┼───┼───┼───砲──┤
    │   │   │   │   │   │   │   │   │
 6  卒──┼───卒──┼───卒──┼───卒──┼───卒
    │   │   │   │   │   │   │   │   │
 5  ├───┴───┴───┴───┴───┴───┴───┴───┤
    │   楚  河              漢  界  │
 4  ├───┬───┬───┬───┬───┬───┬───┬───┤
    │   │   │   │   │   │   │   │   │
 3  兵──┼───兵──┼───兵──┼───兵──┼───兵
    │   │   │   │   │   │   │   │   │
 2  ├───炮──┼───┼───┼───┼───┼───炮──┤
    │   │   │   │ ╲ │ ╱ │   │   │   │
 1  ├───┼───┼───┼───┼───┼───┼───┼───┤
    │   │   │   │ ╱ │ ╲ │   │   │   │
 0  俥──傌──相──仕──帥──仕──相──傌──俥
    九  八  七  六  五  四  三  二  一
    a   b   c   d   e   f   g   h   i

轮到红方走
rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1
"""

#: The same after the check, for terminals with wide lines, Black at the bottom.
CHECKED_WIDE = """\
    一  二  三  四  五  六  七  八  九
 0  俥─傌─相─仕─帥─仕─相─傌─俥
    │  │  │  │╲│╱│  │  │  │
 1  ├─┼─┼─┼─┼─┼─┼─┼─┤
    │  │  │  │╱│╲│  │  │  │
 2  ├─┼─┼─┼ [┼] ┼─┼─炮─┤
    │  │  │  │  │  │  │  │  │
 3  兵─┼─兵─┼─兵─┼─兵─┼─兵
    │  │  │  │  │  │  │  │  │
 4  ├─┴─┴─┴─┴─┴─┴─┴─┤
    │  楚  河              漢  界  │
 5  ├─┬─┬─┬─┬─┬─┬─┬─┤
    │  │  │  │  │  │  │  │  │
 6  卒─┼─卒─┼ [炮] ┼─卒─┼─卒
    │  │  │  │  │  │  │  │  │
 7  ├─砲─┼─┼─┼─┼─┼─砲─┤
    │  │  │  │╲│╱│  │  │  │
 8  ├─┼─┼─┼─士─┼─┼─┼─┤
    │  │  │  │╱│╲│  │  │  │
 9  車─馬─象─士 !將! ┴─象─馬─車
    9   8   7   6   5   4   3   2   1
    i   h   g   f   e   d   c   b   a
"""

#: The same in ASCII.
CHECKED_ASCII = r"""
    1   2   3   4   5   6   7   8   9
 9  r---h---e---+--!k!--a---e---h---r
    |   |   |   | \ | / |   |   |   |
 8  +---+---+---+---a---+---+---+---+
    |   |   |   | / | \ |   |   |   |
 7  +---c---+---+---+---+---+---c---+
    |   |   |   |   |   |   |   |   |
 6  p---+---p---+--[C]--+---p---+---p
    |   |   |   |   |   |   |   |   |
 5  +---+---+---+---+---+---+---+---+
    |   Chu River      Han Border   |
 4  +---+---+---+---+---+---+---+---+
    |   |   |   |   |   |   |   |   |
 3  P---+---P---+---P---+---P---+---P
    |   |   |   |   |   |   |   |   |
 2  +---C---+---+--[+]--+---+---+---+
    |   |   |   | \ | / |   |   |   |
 1  +---+---+---+---+---+---+---+---+
    |   |   |   | / | \ |   |   |   |
 0  R---H---E---A---K---A---E---H---R
    9   8   7   6   5   4   3   2   1
    a   b   c   d   e   f   g   h   i

2. C5+4  Black to move  Check!
rnb1kabnr/4a4/1c5c1/p1p1C1p1p/9/9/P1P1P1P1P/1C7/9/RNBAKABNR b - - 0 2

  1. C2=5       A4+5
  2. C5+4
"""

TREE = """[Event "Cup"]
[Red "Hu"]
[Black "Yang"]
[Site "Guangzhou"]
[Result "1-0"]
{A game with everything.}
1. 炮二平五 {at once} 马8进7 (1... 炮8平5 2. 马二进三 (2. 马八进七 马2进3) 2... 马8进7 {a battle})
(1... 马2进3) 2. 马二进三! 车9平8 1-0
"""

TREE_SHOWN = """\
  1. 炮二平五
     at once
  1. …          马8进7
     2.1 1… 炮8平5 2. 马二进三
       2.1/3.1 2. 马八进七 马2进3
     2… 马8进7 a battle
     2.2 1… 马2进3
  2. 马二进三!  车9平8
"""


def after(line: str, column: int) -> str:
    """What stands in a line after a column."""
    at = next(i for i in range(len(line) + 1) if columns(line[:i]) >= column)
    return line[at:]


@pytest.fixture
def show(capfdbinary: pytest.CaptureFixture[bytes]) -> Show:
    return show_with(capfdbinary)


def test_the_start_is_shown_as_it_stands_here(show: Show) -> None:
    told = show(lang="zh-Hans")
    assert (told.status, told.out, told.err) == (0, START, "")


def test_a_check_for_wide_lines_and_in_ascii(show: Show) -> None:
    told = show("-m", CHECK, "--wide-lines", "--black")
    assert told.out.startswith(CHECKED_WIDE)
    told = show("-m", CHECK, "--ascii", "--width", 60)
    assert told.out == CHECKED_ASCII.lstrip("\n")
    assert told.out.isascii()


@given(
    st.lists(st.integers(0, 200), max_size=60),
    st.booleans(),
    st.booleans(),
    st.booleans(),
)
def test_every_line_of_a_board_is_as_wide_as_it_should_be(
    choices: list[int], letters: bool, wide: bool, flipped: bool
) -> None:
    board = chuhe.Board()
    for choice in choices:
        if not (moves := board.legal_moves):
            break
        board.push(moves[choice % len(moves)])
    last = board.peek() if board.ply else None
    look = TextLook(letters=letters, wide=wide, flipped=flipped)
    lines = board_lines(
        board.piece_map(),
        last=(last.from_square, last.to_square) if last else None,
        check=board.king(board.turn) if board.is_check() else None,
        look=look,
    )
    assert len(lines) == 22
    for line in lines[
        1:20:2
    ]:  # a row ends at the edge, or in a piece or bracket one or two further
        width = columns(line, 2 if wide else 1)
        assert width in (37, 38, 39), line
    for line in lines[2:19:2]:  # between rows: at the edge, always
        assert columns(line, 2 if wide else 1) == (38 if wide else 37), line
    # What stands on the lines is what stands on the board, whatever the look.
    signs = {piece.glyph for piece in board.piece_map().values()}
    text = "".join(lines[1:20:2])
    if not letters:
        assert {sign for sign in text if sign in "帥仕相傌俥炮兵將士象馬車砲卒"} == signs


def test_colors_change_nothing_but_colors(show: Show) -> None:
    plain, colored = show("-m", CHECK), show("-m", CHECK, "--color", "always")
    assert "\x1b" not in plain.out
    assert "\x1b[31;1m帥" in colored.out
    assert "\x1b[41;97;1m!將!" in colored.out
    assert re.sub(r"\x1b\[[\d;]*m", "", colored.out) == plain.out


def test_a_tree_is_told_with_all_that_is_in_it(tmp_path: Path, show: Show) -> None:
    file = tmp_path / "tree.pgn"
    file.write_text(TREE, encoding="utf-8")
    told = show(file, "--width", 70)
    assert told.status == 0
    head, board, moves = (
        told.out.split("\n\n")[0],
        told.out.split("\n\n")[1],
        told.out.split("\n\n")[3],
    )
    assert head.splitlines() == [
        "Hu — Yang",
        "Cup  Red wins",
        "Site: Guangzhou",
        "A game with everything.",
    ]
    assert moves + "\n" == TREE_SHOWN + "\n" or moves == TREE_SHOWN
    assert board.count("\n") == 21
    # Wide: the same moves stand beside the board.
    wide = show(file, "--width", 120).out
    beside = [after(line, 42) for line in wide.splitlines()[5:13]]
    assert "\n".join(beside) + "\n" == TREE_SHOWN


def test_variations_are_reached_by_the_names_they_are_told_with(tmp_path: Path, show: Show) -> None:
    file = tmp_path / "tree.pgn"
    file.write_text(TREE, encoding="utf-8")
    facts = json.loads(show(file, "--variation", "2.1/3.1", "--json").out)
    assert facts["moves"] == ["炮二平五", "炮8平5", "马八进七", "马2进3"]
    assert (facts["ply"], facts["move"], facts["plies"]) == (3, "2. 马八进七", 4)
    lines = show(file, "--variation", "2.1", "--width", "70").out
    assert "2.0 1… 马8进7 2. 马二进三! 车9平8" in lines
    assert "2.1/3.1 2. 马八进七 马2进3" in lines
    for wrong, words in (
        ("2.9", "there is no variation 2.9: ply 2 has 2"),
        ("99.1", "there is no variation 99.1"),
        ("2.1/2.1", "there is no variation 2.1"),
        ("x", "'x' names no variation"),
    ):
        told = show(file, "--variation", wrong)
        assert (told.status, told.out) == (2, "")
        assert words in told.err


def test_every_ply_has_its_board(show: Show) -> None:
    told = show("-m", CHECK, "--every", "--width", 90)
    assert told.out.count("楚") == 4
    assert told.out.count("楚  河              漢  界  │         │") == 2  # two in a row
    assert "    1. 炮二平五" in told.out
    assert show("-m", CHECK, "--every", "--step", 3).out.count("楚") == 2


def test_plies_count_from_both_ends(show: Show) -> None:
    fens = [json.loads(show("-m", CHECK, "--json").out)["fen"]]
    file_moves = CHECK.split()
    board = chuhe.Board()
    for move in file_moves:
        board.push_text(move)
    assert fens == [board.fen()]
    game = DATA / "variations.pgn"
    count = json.loads(show(game, "--json").out)["plies"]
    last = json.loads(show(game, "--ply", -1, "--json").out)
    assert last["ply"] == count > 1
    assert json.loads(show(game, "--ply", -2, "--json").out)["ply"] == count - 1
    told = show(game, "--ply", count + 1)
    assert told.status == 2
    assert f"there is no ply {count + 1}: the line has {count}" in told.err


def test_moves_go_on_from_a_place_of_a_game(tmp_path: Path, show: Show) -> None:
    file = tmp_path / "tree.pgn"
    file.write_text(TREE, encoding="utf-8")
    facts = json.loads(show(file, "--ply", 1, "-m", "1... 卒7进1 2. 马二进三", "--json").out)
    assert facts["moves"] == ["炮二平五", "卒7进1", "马二进三"]
    assert facts["ply"] == 3
    told = show("-m", "炮二平五 马8进8")
    assert (told.status, told.out) == (2, "")
    assert "马8进8 is not legal here" in told.err


def test_json_holds_what_the_page_says() -> None:
    page = (Path(__file__).parents[2] / "docs" / "show.md").read_text(encoding="utf-8")
    shown = find(Asked(moves=CHECK))
    facts = facts_of(Asked(moves=CHECK), shown)
    (told,) = re.findall(r"`--json` gives (.*?)\n\n", page, re.DOTALL)
    assert set(re.findall(r"`(\w+)`", told)) == facts.keys()
    assert (facts["check"], facts["last"], facts["turn"]) == ("e9", "e2e6", "black")


def test_a_composed_position_is_shown_from_its_start(show: Show) -> None:
    fen = "3k5/4P4/9/9/9/9/9/9/9/4K4 b"
    facts = json.loads(show(fen, "--json").out)
    assert (facts["turn"], facts["fen"]) == ("black", "3k5/4P4/9/9/9/9/9/9/9/4K4 b - - 0 1")
    assert "Black has no move" in show(fen).out


@pytest.mark.parametrize(
    ("fen", "reason"),
    [
        ("9/9/9/9/9/9/9/9/9/4K4 w", "black has no king"),
        ("9/9/9/9/9/9/9/9/9/9 w", "red has no king; black has no king"),
    ],
)
def test_what_cannot_be_played_is_shown_with_the_reason(fen: str, reason: str, show: Show) -> None:
    told = show(fen)
    assert told.status == 1
    assert "! Not playable: " + reason in told.out
    assert told.out.count("楚") == 1
    facts = json.loads(show(fen, "--json").out)
    assert facts["playable"] is False
    assert show(fen, "-m", "炮二平五").status == 2


def test_what_can_be_played_but_not_arise_is_told(show: Show) -> None:
    fen = "3k5/9/9/2p1P4/3p5/3N5/9/9/9/4K4 w"
    told = show(fen, "-m", "马六进八")
    assert told.status == 1
    assert "! This position cannot arise in a game: black pawn can never stand on d5" in told.out
    assert "1. 马六进八" in told.out


def test_faults_of_the_record_are_told(show: Show) -> None:
    told = show(DATA / "illegal.pgn")
    assert told.status == 1
    assert "! ply 4: 马7进8 is not legal here: the horse's leg is blocked at g6" in told.out
    assert "There are more games in the file: --game 2" in told.out
    assert show(DATA / "illegal.pgn", "--game", 2).status == 0
    told = show(DATA / "illegal.pgn", "--game", 9)
    assert (told.status, told.out) == (2, "")
    assert re.search(r"there is no game 9: the file has \d", told.err)
    told = show(DATA / "no_kings.pgn")
    assert "Not playable" in told.out


@pytest.mark.parametrize(
    ("words", "complaint"),
    [
        (["no-such-file"], "no-such-file: there is no such file"),
        ([str(DATA)], "is a folder"),
        (["9/9/9/9/9/9/9/9"], "10 ranks"),
        (["--glyphs", "runes"], "--glyphs runes: expected one of zh, letters, both"),
        (["--glyphs", "both"], "both glyphs are for pictures"),
        (["--color", "pink"], "--color pink: expected one of auto, always, never"),
        (["--notation", "x"], "--notation x: expected one of zh"),
        (["--theme", "x"], "--theme x: expected one of wood, paper, dark"),
        (["--arrow", "h2e2"], "name one with -o FILE.svg"),
        (["-o", "board.bmp"], "board.bmp: the name of a picture ends in"),
        (["-o", "x.svg", "--arrow", "h2"], "'h2' is no arrow"),
        (["-o", "x.svg", "--arrow", "h2e2:mud"], "'mud' is no colour"),
        (["-o", "x.svg", "--circle", "j2"], "'j2' is no circle"),
        (["--game", "0"], "--game: at least 1"),
        (["-i"], "a walk needs a terminal"),
        ([str(Path(__file__).parents[1] / "e2e" / "shots" / "phone-360x640.png")], "nothing of a"),
    ],
)
def test_what_is_wrong_is_said_in_a_line(
    words: list[str], complaint: str, show: Show, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    told = show(*words)
    assert (told.status, told.out) == (2, "")
    assert complaint in told.err
    assert "Traceback" not in told.err
    assert not list(tmp_path.iterdir())


def test_standard_input_may_be_a_fen_or_a_record(
    show: Show, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for text, moves in (("3k5/9/9/9/9/9/9/9/9/R3K4 w\n", []), (TREE, ["炮二平五", "马8进7"])):
        file = tmp_path / "in"
        file.write_text(text, encoding="utf-8")
        with open(file, encoding="utf-8") as stdin:
            monkeypatch.setattr("sys.stdin", stdin)
            assert json.loads(show("-", "--json").out)["moves"][:2] == moves


def test_a_record_cannot_give_orders_to_the_terminal(tmp_path: Path, show: Show) -> None:
    file = tmp_path / "a.pgn"
    orders = "\x1b[2J\x1b]0;title\x07 \x9b31m \u202e"
    text = f'[Red "a{orders}"]\n[Site "b{orders}"]\n{{c{orders}}} 1. 炮二平五 {{d{orders}}} *'
    file.write_text(text, encoding="utf-8")
    for words in ([], ["--every"], ["--width", "60"]):
        out = show(file, *words).out
        assert not set(out) & set("\x1b\x07\x9b\u202e")
        assert "a[2J" in out


def test_plain_games_are_set_in_columns_beside_the_board(show: Show) -> None:
    moves = (
        "炮二平五 炮8平5 炮五进四 士4进5 马二进三 马8进7 炮五退一 马7进5 "
        + "车一进一 车9进1 车一退一 车9退1 " * 12
    )
    told = show("-m", moves, "--width", 140)
    rows = [after(line, 42) for line in told.out.splitlines()[:22]]
    assert rows[0].split()[:3] == ["1.", "炮二平五", "炮8平5"]
    assert "23." in rows[0]  # the second column
    assert all(columns(row) <= 98 for row in rows)


def test_variations_are_folded_when_there_are_many() -> None:
    game = chuhe.Game()
    for _ in range(2):
        for move in game.board().legal_moves:
            game.root.add_variation(move)
    line = line_of(game)
    folded = move_lines(game, line, 80)
    assert len(folded) < 30
    assert "87" in folded[-1]
    unfolded = move_lines(game, line, 80, unfolded=True)
    assert len(unfolded) == 88  # the move and 87 others


def test_deep_trees_are_told_without_recursion() -> None:
    game = chuhe.Game()
    node = game.root
    shuttle = ["h2e2", "h9g7", "e2h2", "g7h9"]
    for i in range(3000):
        node = node.add_variation(shuttle[i % 4])
    here = game.root
    for i in range(0, 2000, 4):
        deeper = here.add_line(shuttle[j % 4] for j in range(i, i + 4))
        here = deeper
    lines = move_lines(game, line_of(game), 100, unfolded=True)
    assert any("1.1" in line for line in lines)


def test_words_are_broken_where_they_may_be() -> None:
    paint = Paint(False)
    text = "红方先手，黑方可以满意。" * 3
    lines = fill([(text, "note")], 20, paint, "  ")
    assert "".join(line.strip() for line in lines) == text
    assert all(columns(line) <= 20 for line in lines)
    assert not any(line.strip()[0] in "，。" for line in lines)
    assert fill([("x" * 50, "")], 20, paint) == ["x" * 50]


def test_every_record_of_the_tests_is_shown(show: Show) -> None:
    for file in sorted(DATA.iterdir()):
        try:
            games = len(list(read(file)))
        except (chuhe.ChuheError, ValueError):
            continue
        if games:
            told = show(file, "--width", 100)
            assert told.status in (0, 1), file
            assert "楚" in told.out
