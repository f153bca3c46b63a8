"""XQF, the files of XQStudio 象棋演播室, written: version 1.0, not encrypted; one game a file.

>>> from chuhe.game import Game
>>> game = Game(headers=[("Red", "胡荣华"), ("Black", "杨官璘")], result="1-0")
>>> node = game.add_line(["炮二平五", "马8进7"])
>>> data, losses = dumps(game)
>>> data[:3], len(data), data[305:311].decode("gb18030"), losses
(b'XQ\\n', 1048, '胡荣华', [])

A header of 1024 bytes holds the layout and what is said about the game, in
fields of a fixed size; after it stand the moves as a tree, each with its
comment.  Texts are in GB18030.
"""

from __future__ import annotations

import struct
from collections.abc import Iterator

from chuhe.errors import add_messages
from chuhe.game import Game, Node
from chuhe.i18n import N_
from chuhe.records import Loss

__all__ = ["dumps"]

#: Where the fields stand, how many bytes of text they have, and whose headers they hold.
_FIELDS = (
    ("Event", 208, 63),
    ("Date", 272, 15),
    ("Site", 288, 15),
    ("Red", 304, 15),
    ("Black", 320, 15),
    ("TimeControl", 336, 63),
    ("RedTime", 400, 15),
    ("BlackTime", 416, 15),
    ("Annotator", 464, 15),
    ("Author", 480, 15),
)
_TITLE, _TITLE_B, _TITLE_SIZE = 80, 144, 63
#: Headers told by the rest of the file, or by its title.
_TOLD = frozenset({"Game", "FEN", "SetUp", "Result", "Format", "Title"})

#: The slots of a side, one piece each; a piece that is not there is at 255.
_SLOTS = "RNBAKABNRCCPPPPP"
_RESULTS = {"*": 0, "1-0": 1, "0-1": 2, "1/2-1/2": 3}


def dumps(game: Game) -> tuple[bytes, list[Loss]]:
    """A game as the bytes of an XQF file, and what the file cannot hold.

    A title is made of the players if the headers have none; names longer than
    their field stand there whole. Glyphs, clocks and evaluations are lost, a
    comment before a move is joined to the one after it.
    """
    losses: list[Loss] = []
    head = bytearray(1024)
    head[:3] = b"XQ\x0a"
    head[16:48] = _layout(game.start_fen)
    head[50] = 1 if game.start_fen.split()[1] == "b" else 0
    head[51] = _RESULTS[game.result]
    nodes = 1 + sum(1 for _ in _tree(game))
    head[52:60] = struct.pack("<II", nodes, 1024)
    # Readers take the start of a full game for types below 2, whatever the layout says.
    head[64] = 0 if game.start_fen.split()[0] == _START else 2
    headers = game.headers
    for name, place, size in _FIELDS:
        text = headers.get(name, "").strip()
        if text in ("?", "????.??.??"):
            continue
        data = _cut(text, size)
        if data.decode("gb18030") != text:
            losses.append(Loss("loss.xqf_cut", {"name": name, "text": text}, 0))
        _put(head, place, data)
    kept = {name.lower() for name, _place, _size in _FIELDS} | {name.lower() for name in _TOLD}
    losses += [Loss("loss.header", {"name": n}, 0) for n in headers if n.lower() not in kept]
    title = headers.get("Title", "") or _title(game)
    first = _cut(title, _TITLE_SIZE)
    _put(head, _TITLE, first)
    _put(head, _TITLE_B, _cut(title[len(first.decode("gb18030")) :], _TITLE_SIZE))
    parts = [bytes(head), _root(game)]
    marked = bool(game.root.nags)
    for node, more, other in _tree(game):
        move = node.move
        assert move is not None
        text = move.uci()
        tag = (0xF0 if more else 0) | (0x0F if other else 0)
        start, end = _square(text[:2]) + 24, _square(text[2:]) + 32
        comment = "\n".join(filter(None, (node.before, node.comment)))
        parts.append(bytes((start, end, tag, 0)) + _remark(comment))
        marked = marked or bool(
            node.nags or node.clock is not None or node.elapsed is not None or node.eval
        )
    if marked:
        losses.append(Loss("loss.xqf_marks", {}, 0))
    return b"".join(parts), losses


_START = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR"


def _layout(fen: str) -> bytes:
    """The squares of the 32 pieces, Red's from right to left, Black's from left to right."""
    places: dict[str, list[tuple[int, int]]] = {}
    for row, line in enumerate(fen.split()[0].split("/")):
        x = 0
        for letter in line:
            if letter.isdigit():
                x += int(letter)
            else:
                places.setdefault(letter, []).append((x, 9 - row))
                x += 1
    squares = bytearray(b"\xff" * 32)
    for side, letters in enumerate((_SLOTS, _SLOTS.lower())):
        for letter in set(letters):
            # Of two on one file the nearer to the own base line first.
            found = sorted(places.get(letter, ()), key=lambda at: (-at[0], at[1]))
            if side:
                found = sorted(found, key=lambda at: (at[0], -at[1]))
            slots = [n for n, slot in enumerate(letters) if slot == letter]
            for slot, (x, y) in zip(slots, found, strict=False):
                squares[16 * side + slot] = 10 * x + y
    return bytes(squares)


def _tree(game: Game) -> Iterator[tuple[Node, bool, bool]]:
    """Nodes in the order of the file, whether they go on, and whether there is another move."""
    open_nodes = [(node, n > 0) for n, node in enumerate(reversed(game.root.variations))]
    while open_nodes:
        node, other = open_nodes.pop()
        following = node.variations
        yield node, bool(following), other
        open_nodes += [(after, n > 0) for n, after in enumerate(reversed(following))]


def _root(game: Game) -> bytes:
    tag = 0xF0 if game.root.variations else 0
    return bytes((0x18, 0x20, tag, 0xFF)) + _remark(game.root.comment)


def _remark(text: str) -> bytes:
    data = text.replace("\r\n", "\n").replace("\n", "\r\n").encode("gb18030", "replace")
    return struct.pack("<I", len(data)) + data


def _square(text: str) -> int:
    return 10 * (ord(text[0]) - ord("a")) + int(text[1])


def _title(game: Game) -> str:
    red, black = game.headers.get("Red", ""), game.headers.get("Black", "")
    between = {"1-0": " 先胜 ", "0-1": " 先负 ", "1/2-1/2": " 先和 "}.get(game.result, " – ")
    return f"{red}{between}{black}" if red or black else ""


def _cut(text: str, size: int) -> bytes:
    """As much of a text as has room, without half a character."""
    data = b""
    for character in text:
        more = character.encode("gb18030", "replace")
        if len(data) + len(more) > size:
            break
        data += more
    return data


def _put(head: bytearray, place: int, data: bytes) -> None:
    head[place] = len(data)
    head[place + 1 : place + 1 + len(data)] = data


add_messages(
    {
        "loss.xqf_cut": N_("the end of the header {name}, which is too long: {text}"),
        "loss.xqf_marks": N_("glyphs, clocks and evaluations of moves"),
    }
)
