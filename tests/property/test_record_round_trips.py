"""Games made up, through every format that is written: what a format holds comes back, what it does
not hold is told, and nothing else.

`FORMATS` says of each what ``docs/records.md`` says.
"""

import io
from typing import NamedTuple

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from chuhe import records
from chuhe.game import Eval, Game, Node
from chuhe.records import FORMATS

WORDS = st.text(
    st.characters(exclude_categories=["C", "Z"], exclude_characters="\ufffd{}｛｝"),
    min_size=1,
    max_size=6,
)
COMMENTS = st.one_of(
    st.lists(WORDS, min_size=1, max_size=3).map("\n".join),
    st.sampled_from(["1. 炮二平五", "(", "}END", "CommentsEnd", "[%clk 1]", "好" * 200, ";", "#"]),
)
#: The usual start; one with Black to move; a handicap; counters that have run.
STARTS = [
    None,
    "4k4/9/9/9/9/9/9/9/R8/3K5 b - - 0 1",
    "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/R1BAKABNR w - - 0 1",
    "3k5/R3a4/9/9/9/9/9/9/9/C3K3R b - - 7 40",
]
NAMES = ["Event", "Date", "Site", "Red", "Black", "Title", "RedElo", "Opening", "奇 怪", "Mxq1"]


@st.composite
def games(draw: st.DrawFn) -> Game:
    """A game with any of all that a game can hold, or with hardly any of it."""
    plain = draw(st.booleans())
    headers = draw(
        st.dictionaries(st.sampled_from(NAMES[: 5 if plain else None]), WORDS, max_size=4)
    )
    game = Game(
        draw(st.sampled_from(STARTS)),
        headers.items(),
        draw(st.sampled_from(["1-0", "0-1", "1/2-1/2", "*"])),
    )
    nodes = [game.root]
    rarely = st.integers(0, 9 if plain else 2).map(lambda n: n == 0)
    if draw(rarely):
        game.root.comment = draw(COMMENTS)
    for _ in range(draw(st.integers(0, 12))):
        parent = nodes[-1] if plain else draw(st.sampled_from(nodes[-3:]))
        moves = list(parent.board().legal_moves)
        if not moves:
            continue
        node = parent.add_variation(draw(st.sampled_from(moves)))
        nodes.append(node)
        if draw(rarely):
            node.comment = draw(COMMENTS)
        if draw(rarely):
            node.nags = draw(st.lists(st.integers(1, 255), unique=True, max_size=2))
        if not plain and draw(rarely):
            node.before = draw(COMMENTS)
        if not plain and draw(rarely):
            node.clock, node.elapsed = draw(st.integers(0, 10**6)) / 1000, 1.5
            node.eval = Eval(draw(st.integers(-999, 999)), draw(st.booleans()), None)
    return game


def nodes_of(game: Game) -> list[Node]:
    nodes, todo = [], [game.root]
    while todo:
        node = todo.pop()
        nodes.append(node)
        todo += reversed(node.variations)
    return nodes


class Format(NamedTuple):
    """What a format holds of a tree."""

    moves: str = "tree"  # or "line", "lines" (alternatives that are the same move are one), "none"
    comments: str = "all"  # or "joined" (before a move and after it are one), "end", "none"
    marks: str = "all"  # or "sign" (one of the first six glyphs), "none"
    result: bool = True
    counters: bool = True
    any_start: bool = True


FORMATS_HELD = {
    "json": Format(),
    "pgn": Format(),
    "text": Format(),
    "dhtmlxq": Format(comments="joined", marks="none"),
    "cbf": Format(comments="joined", marks="none"),
    "pfc": Format(comments="joined", marks="none", result=False),
    "xqr": Format(comments="joined", marks="none"),
    "xqf": Format(comments="joined", marks="none", counters=False),
    "cbr": Format(comments="joined", marks="none", counters=False),
    "cbl": Format(comments="joined", marks="none", counters=False),
    "wxf": Format(moves="line", comments="none", marks="sign", counters=False),
    "mxq": Format(moves="line", comments="end", marks="none", any_start=False),
    "csv": Format(moves="lines", comments="none", marks="none"),
    "eglib": Format(moves="lines", comments="none", marks="none", result=False),
    "epd": Format(moves="none", comments="none", marks="none", result=False),
}


def test_every_format_that_is_written_is_tried() -> None:
    assert {name for name, module in FORMATS.items() if module.WRITES} == FORMATS_HELD.keys()


def write(game: Game, format: str) -> tuple[bytes, set[str]]:
    file = io.BytesIO()
    losses = list(records.write([game], file, format))
    assert all(loss.text and "{" not in loss.text for loss in losses)
    return file.getvalue(), {loss.code for loss in losses}


def read(data: bytes, format: str) -> Game:
    [game] = records.read(data, format=format)
    assert game.format == format
    assert not game.problems
    return game


def shape(game: Game, held: Format) -> list[object]:
    """The tree as far as a format holds it: move, number of those before it, notes."""
    main = game.mainline()
    seen: list[object] = []
    for node in nodes_of(game):
        if node.parent is None or held.moves == "none":
            continue
        if held.moves == "line" and node not in main:
            continue
        path = [str(n.move) for n in node.path()]
        places = (
            ()
            if held.moves == "lines"
            else tuple(n.parent.variations.index(n) for n in node.path() if n.parent)
        )
        seen.append((path, places, *notes(node, held)))
    return [*notes(game.root, held), *seen]


def notes(node: Node, held: Format) -> tuple[object, ...]:
    comment: object = ""
    if held.comments == "all":
        comment = (node.before, node.comment)
    elif held.comments == "joined":
        comment = "\n".join(filter(None, (node.before, node.comment)))
    marks: object = ""
    if held.marks == "all":
        marks = (node.nags, node.clock, node.elapsed, node.eval)
    elif held.marks == "sign":
        marks = [nag for nag in node.nags[:1] if nag <= 6 and node.parent]
    return comment, marks


def told(game: Game, held: Format) -> set[str]:
    """The losses of the tree that must be told, and no others may be."""
    codes = set()
    main = [game.root, *game.mainline()]
    kept = main if held.moves == "line" else nodes_of(game)
    has_marks = [
        node
        for node in kept
        if node.clock is not None
        or node.elapsed is not None
        or node.eval is not None
        or len(node.nags) > (1 if notes(node, held)[1] else 0)
    ]
    if held.marks != "all" and has_marks:
        codes.add("loss.marks")
    spoken = [node for node in kept if node.comment or node.before]
    if held.comments == "none" and spoken:
        codes.add("loss.comments")
    if held.comments in ("joined", "end") and any(node.before for node in spoken):
        codes.add("loss.before_joined")
    if held.comments == "end" and any(node != main[-1] for node in spoken):
        codes.add("loss.comment_places")
    if held.moves == "line" and game.count_variations():
        codes.add("loss.variations")
    if held.moves == "none" and game.uci_moves:
        codes.add("loss.moves")
    if held.moves == "lines":
        siblings = [[str(n.move) for n in node.variations] for node in nodes_of(game)]
        if any(len(set(moves)) < len(moves) for moves in siblings):
            codes.add("loss.twins")
    if not held.result and game.result != "*":
        codes.add("loss.result")
    if not held.counters and game.start_fen.split()[4:] != ["0", "1"]:
        codes.add("loss.counters")
    return codes


#: Losses of headers and words, which depend on the words.
OF_WORDS = {"loss.header", "loss.cut", "loss.signs", "loss.line_ends", "loss.broken_lines"}
#: What PGN and plain text may tell of besides.
OF_TEXT = {"loss.before", "loss.braces", "loss.root_notes"}


@pytest.mark.parametrize("format", FORMATS_HELD)
@given(game=games())
@settings(max_examples=60, deadline=None)
def test_what_a_format_holds_comes_back_and_the_rest_is_told(format: str, game: Game) -> None:
    held = FORMATS_HELD[format]
    assume(held.any_start or game.start_fen.split()[0] == Game().start_fen.split()[0])
    data, codes = write(game, format)
    again = read(data, format)
    if format in ("pgn", "text"):
        # A comment before a move of the main line becomes one after the move before it.
        firsts = [n for n in nodes_of(game) if n.parent and n.parent.variations[0] == n]
        assert ("loss.before" in codes) == any(n.before for n in firsts)
        assert codes - OF_WORDS <= OF_TEXT
        if not codes & OF_TEXT:
            assert shape(again, held) == shape(game, held)
        assert again.uci_moves == game.uci_moves
    else:
        assert codes - OF_WORDS == told(game, held)
        if "loss.twins" not in codes:
            assert sorted(map(str, shape(again, held))) == sorted(map(str, shape(game, held)))
    if held.comments == "end" and "loss.broken_lines" not in codes:
        words = [
            "\n".join(filter(None, (n.before, n.comment))) for n in [game.root, *game.mainline()]
        ]
        assert again.end().comment == "\n".join(filter(None, words))
    if held.result:
        assert again.result == game.result
    fields = None if held.counters else 2
    assert again.start_fen.split()[:fields] == game.start_fen.split()[:fields]
    lost = {n for n, v in game.headers.items() if again.headers.get(n) != v}
    # `Result` and the like, which the game tells itself, may come in addition.
    assert not lost or codes & OF_WORDS or format == "pfc"
    # Read once, nothing changes any more, and nothing more is lost but what was lost before.
    more, late = write(again, format)
    assert more == data or codes & {"loss.twins", *OF_TEXT}
    assert read(more, format) == again
    assert write(read(more, format), format)[0] == more
    assert late <= codes
