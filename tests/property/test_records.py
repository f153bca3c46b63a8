"""Trees made up and bytes made up: what is written is read again, and nothing breaks a reader."""

import io

from hypothesis import example, given, settings
from hypothesis import strategies as st

import chuhe
from chuhe import records
from chuhe.game import Eval, Game
from chuhe.notation import Style

#: What stands in comments and headers: anything but controls, braces and blanks at the ends.
WORDS = st.text(
    st.characters(exclude_categories=["C", "Z"], exclude_characters="{}｛｝"),
    min_size=1,
    max_size=20,
)
LINES = st.lists(WORDS, min_size=1, max_size=3).map("\n".join)
COMMENTS = st.one_of(
    LINES,
    WORDS,
    st.sampled_from(
        [
            "1. 炮二平五",
            "(",
            ")",
            '[Event "x"]',
            '"]',
            "1-0",
            "$3!",
            ";",
            "%",
            "红胜",
            "\\",
            "甲、",
            "乙",
        ]
    ),
    st.sampled_from(
        ['好\n[Red "甲"]\n\n1. 兵七进一 *', "a\n\nb", "结果：红胜", "[%csl Ge4]", "[%"]
    ),
)
NAMES = st.sampled_from(["Event", "Site", "Date", "Round", "Red", "Black", "Opening", "ECCO"])
STARTS = st.sampled_from(
    [
        None,
        "4k4/9/9/9/9/9/9/9/R8/3K5 b - - 3 22",
        "2bakab2/9/9/PP1PP3P/9/9/9/9/9/2BAKAB2 w - - 0 1",
        "3k5/R3a4/9/9/9/9/9/9/9/C3K3R b - - 7 40",
    ]
)


@st.composite
def games(draw: st.DrawFn) -> Game:
    """A game with variations and every note that PGN holds."""
    headers = draw(st.dictionaries(NAMES, WORDS, max_size=4))
    game = Game(
        draw(STARTS), headers.items(), draw(st.sampled_from(["1-0", "0-1", "1/2-1/2", "*"]))
    )
    nodes = [game.root]
    game.root.comment = draw(st.one_of(st.just(""), COMMENTS))
    for _ in range(draw(st.integers(0, 12))):
        # Mostly at the end, so that there are long lines too.
        parent = nodes[draw(st.one_of(st.just(-1), st.integers(0, len(nodes) - 1)))]
        moves = list(parent.board().legal_moves)
        if not moves:
            continue
        is_first = not parent.variations
        node = parent.add_variation(draw(st.sampled_from(moves)))
        node.comment = draw(st.one_of(st.just(""), st.just(""), COMMENTS))
        if not is_first:
            node.before = draw(st.one_of(st.just(""), COMMENTS))
        node.nags = draw(st.lists(st.integers(1, 255), unique=True, max_size=2))
        if draw(st.booleans()):
            node.clock = draw(st.integers(0, 10**9)) / 1000
        if draw(st.booleans()):
            score, mate = draw(st.integers(-9999, 9999)), draw(st.booleans())
            node.eval = Eval(score, mate, draw(st.none() | st.integers(0, 99)))
        nodes.append(node)
    return game


@given(st.lists(games(), min_size=1, max_size=3), st.sampled_from(list(Style)))
@settings(max_examples=150, deadline=None)
def test_pgn_is_read_as_it_was_written(written: list[Game], style: Style) -> None:
    file = io.BytesIO()
    assert not list(records.write(written, file, "pgn", notation=style))
    again = list(records.read(file.getvalue(), format="pgn"))
    assert again == written
    assert not [game.problems for game in again if game.problems]


#: Plain text does not say which it is in, so only notations that are told by themselves.
PLAIN = [
    style for style in Style if style not in ("zh-b", "zh-hant-b", "wxf-digits", "uci10", "san10")
]


@given(st.lists(games(), min_size=1, max_size=3), st.sampled_from(PLAIN))
@settings(max_examples=150, deadline=None)
def test_plain_text_is_read_as_it_was_written(written: list[Game], style: Style) -> None:
    file = io.BytesIO()
    assert not list(records.write(written, file, "text", notation=style))
    again = list(records.read(file.getvalue(), format="text"))
    assert [game.uci_moves for game in again] == [game.uci_moves for game in written]
    assert again == written


def check(data: bytes) -> None:
    """Reading ends, with games that are legal or with an error of ours."""
    for format in (None, *records.FORMATS):
        try:
            found = list(records.read(data, format=format))
        except chuhe.RecordError:
            continue
        for game in found:
            if game.is_playable:
                game.end().board()
            assert all(problem.text and problem.place.line >= 1 for problem in game.problems)
            records.dumps(game), records.dumps(game, "text", notation="wxf")


@given(st.binary(max_size=400))
@example(b"\xff\xfe[\x00")
@example(b"FORMAT")
@example(b"XQ\x12")
@settings(max_examples=300, deadline=None)
def test_no_bytes_break_a_reader(data: bytes) -> None:
    check(data)


PIECES = st.sampled_from(
    [
        *'[]{}()"\\;%$*!?.,-=+/\n\t ',
        *(
            "炮二平五",
            "马8进7",
            "前兵",
            "h2e2",
            "H9-G7",
            "C2=5",
            "1.",
            "22...",
            "……",
            "1-0",
            "和",
            "甲、",
        ),
        *(
            '[FEN "',
            "4k4/9/9/9/9/9/9/9/R8/3K5 w",
            '[Event "',
            '"]\n',
            "[%clk 0:00:01]",
            "$14",
            "START{",
            "}END",
        ),
        *("红方：", "（", "）", "\u3000", "\ufffd", "\x00", "９", "⒉"),
    ]
)


@given(st.lists(PIECES, max_size=40).map("".join), st.sampled_from(["utf-8", "gb18030", "utf-16"]))
@settings(max_examples=300, deadline=None)
def test_no_jumble_of_record_parts_breaks_a_reader(text: str, encoding: str) -> None:
    check(text.encode(encoding))
