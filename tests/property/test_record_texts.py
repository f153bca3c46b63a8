"""Formats of text and lists: what is written is read again, what is lost is told, and nothing
breaks a reader."""

import io
from collections.abc import Callable

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from chuhe import records
from chuhe.game import Eval, Game

#: Anything but controls, and blanks at the ends.
WORDS = st.text(
    st.characters(exclude_categories=["C", "Z"], exclude_characters="\ufffd"),
    min_size=1,
    max_size=9,
)
SIGNS = [
    "||",
    "[DhtmlXQ]",
    "[/DhtmlXQ_x]",
    "\\u4e00",
    "]]>",
    "<n>",
    "&amp;",
    '"',
    "{",
    "a,b",
    "|",
    "#",
]
COMMENTS = st.one_of(
    st.lists(WORDS, min_size=1, max_size=3).map("\n".join),
    st.sampled_from([*SIGNS, "𠮷\ta", " ", "好" * 300]),
)
NAMES = ["Title", "Event", "Date", "Site", "Red", "RedTeam", "RedElo", "Black", "Annotator"]
STARTS = [
    None,
    "4k4/9/9/9/9/9/9/9/R8/3K5 b - - 3 22",
    "2bakab2/9/9/PP1PP3P/9/9/9/9/9/2BAKAB2 w - - 0 1",
    "3k5/R3a4/9/9/9/9/9/9/9/C3K3R b - - 7 40",
]
#: No black king, a rook too many: nothing can be played, and no such game can be made but read.
DIAGRAM = b'[FEN "9/9/9/9/9/9/9/9/RRR6/3K5 w - - 0 1"]\n\n*'


@st.composite
def games(draw: st.DrawFn, full: bool = True) -> Game:
    """A game with everything a game can hold."""
    names = st.sampled_from([*NAMES, "Opening", "WhiteTeam", "ECCO"])
    values = st.one_of(WORDS, COMMENTS.filter(lambda text: text.strip() == text))
    headers = draw(st.dictionaries(names, values, max_size=4))
    result = draw(st.sampled_from(["1-0", "0-1", "1/2-1/2", "*"]))
    if draw(st.integers(0, 9)) == 0:
        [game] = records.read(DIAGRAM)
        game.headers.clear()
        game.headers.update(headers)
    else:
        game = Game(draw(st.sampled_from(STARTS)), headers.items(), result)
    nodes = [game.root]
    game.root.comment = draw(st.one_of(st.just(""), COMMENTS))
    for _ in range(draw(st.integers(0, 14)) if game.is_playable else 0):
        parent = nodes[draw(st.one_of(st.just(-1), st.integers(0, len(nodes) - 1)))]
        moves = list(parent.board().legal_moves)
        if not moves:
            continue
        node = parent.add_variation(draw(st.sampled_from(moves)))
        nodes.append(node)
        node.comment = draw(st.one_of(st.just(""), st.just(""), COMMENTS))
        if full and draw(st.integers(0, 3)) == 0:
            node.before = draw(COMMENTS.filter(str.strip))
            node.comment = node.comment.strip()
            node.nags = draw(st.lists(st.integers(1, 255), unique=True, max_size=2))
            node.clock = draw(st.none() | st.integers(0, 10**9).map(lambda ms: ms / 1000))
            score, mate = draw(st.integers(-9999, 9999)), draw(st.booleans())
            node.eval = Eval(score, mate, draw(st.none() | st.integers(0, 99)))
    return game


def tree(game: Game, text: Callable[[str], str] = str) -> list[tuple[str, ...]]:
    """Moves with where they stand and their comments, those before moves joined to them."""
    lines: list[tuple[str, ...]] = []
    todo = [(game.root, "")]
    while todo:
        node, place = todo.pop()
        comment = "\n".join(filter(None, (node.before, node.comment)))
        lines.append((place, str(node.move or game.start_fen), text(comment)))
        todo += [(child, f"{place}.{i}") for i, child in enumerate(node.variations)]
    return sorted(lines)


def write(games: list[Game], format: str) -> tuple[bytes, set[str]]:
    file = io.BytesIO()
    codes = {loss.code for loss in records.write(games, file, format)}
    return file.getvalue(), codes


def told(game: Game) -> set[str]:
    """What must be told of a game by formats without glyphs, clocks and places before moves."""
    nodes = [game.root]
    codes = set()
    while nodes:
        node = nodes.pop()
        nodes += node.variations
        if node.nags or node.clock is not None or node.elapsed is not None or node.eval is not None:
            codes.add("loss.marks")
        if node.before:
            codes.add("loss.before_joined")
    return codes


@given(st.lists(games(), min_size=1, max_size=3))
@settings(max_examples=200, deadline=None)
def test_json_holds_everything(written: list[Game]) -> None:
    data, codes = write(written, "json")
    assert not codes
    again = list(records.read(data))
    assert again == written
    assert [game.format for game in again] == ["json"] * len(written)
    assert write(again, "json")[0] == data


@given(st.lists(games(), min_size=1, max_size=3))
@settings(max_examples=200, deadline=None)
def test_dhtmlxq_holds_the_tree_and_all_headers(written: list[Game]) -> None:
    data, codes = write(written, "dhtmlxq")
    assert codes == set().union(*map(told, written))
    again = list(records.read(data))
    assert [tree(game) for game in again] == [tree(game) for game in written]
    for before, after in zip(written, again, strict=True):
        assert after.result == before.result
        assert {k: v for k, v in after.headers.items() if k != "Result"} == dict(before.headers)
        assert not [p for p in after.problems if not p.code.startswith("setup.")]
    # Read once, nothing changes any more.
    assert write(again, "dhtmlxq")[0] == data


@pytest.mark.parametrize("format", ["cbf", "pfc", "xqr"])
@given(game=games())
@settings(max_examples=150, deadline=None)
def test_files_of_one_game(format: str, game: Game) -> None:
    data, codes = write([game], format)
    [again] = records.read(data)
    assert again.format == format
    assert tree(again) == tree(game)
    assert not [p for p in again.problems if not p.code.startswith("setup.")]
    assert told(game) <= codes
    assert format == "pfc" or again.result == game.result
    lost = [name for name, value in game.headers.items() if again.headers.get(name) != value]
    assert not lost or "loss.header" in codes or "loss.cut" in codes
    assert write([again], format)[0] == data


def endings(game: Game) -> list[list[str]]:
    """Every line to its end, the main line first."""
    lines = []
    todo = [game.root]
    while todo:
        node = todo.pop()
        todo += reversed(node.variations)
        if not node.variations and node.parent is not None:
            lines.append([str(n.move) for n in node.path()])
    return lines


@given(st.lists(games(full=False), min_size=1, max_size=3))
@settings(max_examples=150, deadline=None)
def test_lists_hold_positions_and_lines(written: list[Game]) -> None:
    for i, game in enumerate(written):
        game.headers["Title"] = f"{i} {game.headers.get('Title', '')}".strip()
    for format in ("epd", "csv", "eglib"):
        data, codes = write(written, format)
        again = list(records.read(data, format=format))
        assert [game.start_fen for game in again] == [game.start_fen for game in written]
        signs = str.maketrans("\n\t|;/", "  ｜；／")
        for before, after in zip(written, again, strict=True):
            title = before.headers["Title"]
            if format == "csv":
                assert after.headers["Title"] == title
                assert after.result == before.result
            else:
                assert after.headers["Title"] == title.translate(signs).strip()
                assert "loss.signs" in codes or after.headers["Title"] == title
            if format == "epd":
                assert not after.uci_moves and ("loss.moves" in codes or not before.uci_moves)
            elif "loss.twins" not in codes:
                assert endings(after) == endings(before)
        has_comments = any(tree(game)[0][2] or game.count_comments() for game in written)
        assert ("loss.comments" in codes) == has_comments


PARTS = [
    *("[DhtmlXQ]", "[/DhtmlXQ]", "[DhtmlXQ_movelist]", "[/DhtmlXQ_", "7747", "7062", "9"),
    *("[DhtmlXQ_move_0_2_1]", "[DhtmlXQ_comment1_2]", "[DhtmlXQ_binit]", "[DHJHtmlXQ_31]", "]"),
    *('{"chuhe":1,', '"moves":[', '{"move":"h2e2"}', '"after":7', "}", "]", ",", ":", '"', "\\u12"),
    *('"start":{', '"fen":', '"headers":{', "9999999999999999999", "-1", "null", "\n{"),
    *("<ChineseChessRecord>", "<MoveList>", '<Move value="77-47"', ' end="1"', "/>", "</Move>"),
    *("<![CDATA[", "]]>", "<n version='2' m=''>", "<n m='h2e2' default='1'>", "</n>", "<", "&#x;"),
    *("4k4/9/9/9/9/9/9/9/R8/3K5 w", "|", ";", " a1a9,e9e8", "title,fen,moves\n", "\n", "#", "甲"),
    *(
        "\x00\x02\x20\x17",
        "\x09\x00",
        "\x0a\x00",
        "\x00\x00\x01\x00",
        "\x71\x74\x03\x00",
        "\x0b\x04",
    ),
]


@given(
    st.lists(st.sampled_from(PARTS), max_size=30).map("".join),
    st.sampled_from([None, "dhtmlxq", "json", "cbf", "pfc", "xqr", "epd", "csv", "eglib"]),
    st.sampled_from(["utf-8", "gb18030", "utf-16"]),
)
@example('{"chuhe":1,"moves":[{"move":"h2e2","after":-1}]}', None, "utf-8")
@example("甲[DhtmlXQ_", "json", "utf-8")
@settings(max_examples=500, deadline=None)
def test_no_jumble_of_parts_breaks_a_reader(text: str, format: str | None, encoding: str) -> None:
    data = text.encode(encoding)
    try:
        found = list(records.read(data, format=format))
    except records.RecordError:
        assert format is None
        return
    for game in found:
        if game.is_playable:
            game.end().board()
        for problem in game.problems:
            assert problem.text and problem.place.line >= 1
            assert 0 <= problem.place.offset <= len(data)
        for other in ("json", "dhtmlxq", "cbf", "pfc", "xqr", "epd", "csv", "eglib"):
            write([game], other)


@given(
    games(),
    st.sampled_from(["json", "dhtmlxq", "cbf", "pfc", "xqr", "csv", "eglib", "wxf"]),
    st.data(),
)
@settings(max_examples=300, deadline=None)
def test_no_cut_and_no_wrong_byte_breaks_a_reader(
    game: Game, format: str, data: st.DataObject
) -> None:
    whole = bytearray(write([game], format)[0])
    for _ in range(data.draw(st.integers(0, 4))):
        whole[data.draw(st.integers(0, len(whole) - 1))] = data.draw(st.integers(0, 255))
    cut = bytes(whole[: data.draw(st.integers(0, len(whole)))])
    for found in records.read(cut, format=format):
        assert all(p.text and p.place.offset <= len(cut) for p in found.problems)
        if found.is_playable:
            found.end().board()
