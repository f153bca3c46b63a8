"""Files of numbers and fields: what is written is read again, and no bytes break a reader."""

import io

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from chuhe import records
from chuhe.game import Eval, Game
from chuhe.records import cbl, cbr, xqf

#: What comments and headers hold: anything but controls and blanks at the ends.
WORDS = st.text(
    st.characters(exclude_categories=["C", "Z"], exclude_characters="\ufffd"),
    min_size=1,
    max_size=7,
)
COMMENTS = st.one_of(
    st.lists(WORDS, min_size=1, max_size=4).map("\n".join),
    st.sampled_from(["过河车" * 500, "[%clk 1]", " ", "𠮷", "{}"]),
)
STARTS = st.sampled_from(
    [
        None,
        "4k4/9/9/9/9/9/9/9/R8/3K5 b - - 0 1",
        "2bakab2/9/9/PP1PP3P/9/9/9/9/9/2BAKAB2 w - - 0 1",
        "3k5/R3a4/9/9/9/9/9/9/9/C3K3R b - - 0 1",
    ]
)
XQF_NAMES = ["Title", "Event", "Date", "Site", "Red", "Black", "Annotator", "Author", "TimeControl"]
CBR_NAMES = [*XQF_NAMES[:-2], "RedTeam", "RedElo", "Round", "Group", "Arbiter", "Creator", "Source"]
KEPT = {"xqf": XQF_NAMES, "xqf-18": XQF_NAMES, "cbr": CBR_NAMES, "cbl": [*CBR_NAMES, "Library"]}


@st.composite
def games(draw: st.DrawFn, names: list[str]) -> Game:
    """A game with variations, comments and the headers of a format."""
    headers = draw(st.dictionaries(st.sampled_from(names), WORDS, max_size=4))
    headers = {name: headers[name] for name in names if name in headers}
    headers = {n: cut(v) for n, v in headers.items()}
    result = draw(st.sampled_from(["1-0", "0-1", "1/2-1/2", "*"]))
    game = Game(draw(STARTS), headers.items(), result)
    game.root.comment = draw(st.one_of(st.just(""), COMMENTS))
    nodes = [game.root]
    for _ in range(draw(st.integers(0, 14)) if game.is_playable else 0):
        parent = nodes[draw(st.one_of(st.just(-1), st.integers(0, len(nodes) - 1)))]
        moves = list(parent.board().legal_moves)
        if moves:
            node = parent.add_variation(draw(st.sampled_from(moves)))
            node.comment = draw(st.one_of(st.just(""), st.just(""), COMMENTS))
            nodes.append(node)
    return game


def cut(text: str) -> str:
    """As much as the smallest field has room for: fifteen bytes."""
    while len(text.encode("gb18030")) > 15:
        text = text[:-1]
    return text


def write(format: str, games: list[Game]) -> bytes:
    if format == "cbl":
        data, losses = cbl.dumps(games)
    elif format == "cbr":
        data, losses = cbr.dumps(games[0])
    else:
        data, losses = xqf.dumps(games[0], 18 if format == "xqf-18" else 10)
    assert losses == []
    return data


@pytest.mark.parametrize("format", list(KEPT))
@given(st.data())
@settings(max_examples=150, deadline=None)
def test_what_is_written_is_read(format: str, data: st.DataObject) -> None:
    many = data.draw(st.integers(1, 4 if format == "cbl" else 1))
    of_format = [data.draw(games(KEPT[format])) for _ in range(many)]
    for game in of_format[1:]:
        game.headers.pop("Library", None)
    if "Library" in of_format[0].headers:  # stands before the others: where it is read
        name = of_format[0].headers.pop("Library")
        of_format[0].headers["Library"] = name
    file = write(format, of_format)
    again = list(records.read(file))
    assert {game.format for game in again} == {format[:3]}
    assert [sorted(game.headers.items()) for game in again] == [
        sorted(game.headers.items()) for game in of_format
    ]
    assert [game.result for game in again] == [game.result for game in of_format]
    assert all(a.same_tree(b) for a, b in zip(again, of_format, strict=True))
    assert not [
        p for game in again if game.is_playable for p in game.problems if "setup" not in p.code
    ]
    # Once more: nothing changes any more.
    assert write(format, again) == file


@given(games(XQF_NAMES))
@settings(max_examples=60, deadline=None)
def test_what_a_format_cannot_hold_is_told(game: Game) -> None:
    node = game.end()
    if node is game.root or node.parent is None:
        return
    node.eval, node.nags = Eval(30, False, None), [1]
    node.before = "早先"
    game.headers["Opening"] = "中炮"
    for format in ("xqf", "cbr", "cbl"):
        file = io.BytesIO()
        codes = {loss.code for loss in records.write([game], file, format)}
        assert {"loss.marks", "loss.before_joined", "loss.header"} <= codes
        [again] = records.read(file.getvalue())
        assert again.uci_moves == game.uci_moves
        assert again.end().comment.startswith("早先")


SEEDS = []
for _version in (10, 18):
    _game = Game(headers=[("Red", "甲"), ("Title", "乙")], result="1-0")
    _game.add_line(["h2e2", "h9g7", "h0g2"]).comment = "正着"
    _game.root.add_variation("c3c4").comment = "仙人指路"
    SEEDS.append(xqf.dumps(_game, _version)[0])
SEEDS += [cbr.dumps(_game)[0], cbl.dumps([_game, _game])[0]]
_words = [
    "某厅",
    "02-10-22",
    "甲-胜-乙",
    "1800",
    "1700",
    "1",
    "认负",
    "Moves",
    "7C-4C",
    "Ends",
    "x",
]
SEEDS += [
    b"".join(bytes([len(w.encode("gbk"))]) + w.encode("gbk") for w in _words),
    b"1 2 21 32 1 0 1 2 2 0 1 0 10 32 0 7 7 7 4 0 2 0",
    bytes(188) + bytes([0, 0, 0, 0, 7, 0, 7, 0, 4, 0, 7, 0]) + bytes(20),
    bytes([1, 0, 0, 7, 4, 7, 7, 0]),
]


@given(
    st.sampled_from(SEEDS),
    st.lists(st.tuples(st.floats(0, 1), st.integers(0, 255)), max_size=6),
    st.floats(0, 1),
    st.sampled_from(["xqf", "cbr", "cbl", "mxq", "che", "chn", "ccm", None]),
)
@settings(max_examples=400, deadline=None)
def test_no_damage_breaks_a_reader(
    seed: bytes, changes: list[tuple[float, int]], end: float, format: str | None
) -> None:
    data = bytearray(seed)
    for place, byte in changes:
        data[int(place * (len(data) - 1))] = byte
    whole = bytes(data[: int(end * len(data)) + 1])
    try:
        found = list(records.read(whole, format=format))
    except records.RecordError:
        assert format is None
        return
    for game in found:
        if game.is_playable:
            game.end().board()
        assert all(p.text and p.place.offset <= len(whole) for p in game.problems)
        records.dumps(game)
