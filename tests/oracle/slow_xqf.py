"""XQF files of every version with any keys, written and read slowly from the description of the
format, one byte after the other; independent of the reader and the writer under test.
"""

from collections.abc import Sequence
from typing import NamedTuple

#: The squares of the start, ten times the file and the rank, in the order of the pieces.
START = [80, 70, 60, 50, 40, 30, 20, 10, 0, 72, 12, 83, 63, 43, 23, 3]
START += [9, 19, 29, 39, 49, 59, 69, 79, 89, 17, 77, 6, 26, 46, 66, 86]


class Step(NamedTuple):
    """A move with its comment and what follows it: the first goes on, the others replace it."""

    move: str
    comment: str
    steps: "Sequence[Step]"


def mix(key: int, by: int) -> int:
    return (54 * key * key + 221) * by % 256


def write(version: int, keys: Sequence[int], root: Step, text: str = "") -> bytes:
    """A file of a game from the usual start.

    Args:
        version: 10 to 18.
        keys: what stands at the bytes 3 (mask), 8 to 11, and 12, 13, 14.
        root: its move means nothing.
        text: who has Red.
    """
    mask, a, b, c, d, total, xy, start = keys
    head = bytearray(1024)
    head[:3] = b"XQ" + bytes([version])
    head[3] = mask
    head[8:12] = bytes([a, b, c, d])
    head[12:15] = bytes([total, xy, start])
    head[15] = -(total + xy + start) % 256
    if version == 10:
        piece_key = from_key = to_key = size_key = 0
        stream = [0] * 32
    else:
        piece_key = mix(xy, xy)
        from_key = mix(start, piece_key)
        to_key = mix(head[15], from_key)
        size_key = (total * 256 + xy) % 32000 + 767
        stream = [
            ((head[12 + i % 4] & mask) | head[8 + i % 4]) & letter
            for i, letter in enumerate(b"[(C) Copyright Mr. Dong Shiwei.]")
        ]
    for i in range(32):
        piece = (piece_key + 1 + i) % 32 if version >= 12 else i
        head[16 + i] = (START[piece] + piece_key) % 256
    name = text.encode("gb18030")[:15]
    head[304 : 305 + len(name)] = bytes([len(name)]) + name

    body = bytearray()
    # What is still to be written: a step, and whether another stands beside it.
    waiting = [(root, False)]
    while waiting:
        step, has_sibling = waiting.pop()
        comment = step.comment.encode("gb18030")
        if version == 10:
            tag = (0x10 if step.steps else 0) | (1 if has_sibling else 0)
        else:
            tag = (0x80 if step.steps else 0) | (0x40 if has_sibling else 0)
            tag |= (0x20 if comment else 0) | 0x15
        places = (step.move[:2], step.move[2:])
        squares = [10 * (ord(place[0]) - ord("a")) + int(place[1]) for place in places]
        body += bytes(
            [(squares[0] + 24 + from_key) % 256, (squares[1] + 32 + to_key) % 256, tag, 7]
        )
        if version == 10 or comment:
            body += (len(comment) + size_key).to_bytes(4, "little") + comment
        last = len(step.steps) - 1
        waiting += [(one, i != last) for i, one in reversed(list(enumerate(step.steps)))]
    shifted = bytes((byte + stream[i % 32]) % 256 for i, byte in enumerate(body))
    return bytes(head) + shifted


class Found(NamedTuple):
    """What stands in a file: the squares of the pieces in their order, texts, and the tree."""

    squares: list[int]
    red: str
    root: Step
    length: int


def read(data: bytes) -> Found:
    """A file of version 1.2 or later, as a reader must that knows the files of XQStudio only.

    Raises:
        AssertionError: something is not as it is in those.
    """
    mask, (total, xy, start, end) = data[3], data[12:16]
    assert data[:2] == b"XQ" and 12 <= data[2] <= 18 and data[4:8] == bytes(4)
    assert (total + xy + start + end) % 256 == 0 and xy and start and end
    piece_key = mix(xy, xy)
    from_key = mix(start, piece_key)
    to_key = mix(end, from_key)
    size_key = (total * 256 + xy) % 32000 + 767
    assert size_key < 65536
    stream = [
        ((data[12 + i % 4] & mask) | data[8 + i % 4]) & letter
        for i, letter in enumerate(b"[(C) Copyright Mr. Dong Shiwei.]")
    ]
    squares = [255] * 32
    for i in range(32):
        square = (data[16 + i] - piece_key) % 256
        squares[(piece_key + 1 + i) % 32] = square if square < 90 else 255
    red = data[305 : 305 + data[304]].decode("gb18030")
    body = bytes((byte - stream[i % 32]) % 256 for i, byte in enumerate(data[1024:]))
    at = 0

    def step() -> tuple[Step, list[Step], int]:
        nonlocal at
        from_byte, to_byte, tag, _ = body[at : at + 4]
        at += 4
        comment = b""
        if tag & 0x20:
            size = int.from_bytes(body[at : at + 4], "little") - size_key
            assert 0 < size <= len(body) - at - 4
            comment = body[at + 4 : at + 4 + size]
            at += 4 + size
        squares = ((from_byte - 24 - from_key) % 256, (to_byte - 32 - to_key) % 256)
        move = "".join("abcdefghi"[square // 10 % 9] + str(square % 10) for square in squares)
        steps: list[Step] = []
        return Step(move, comment.decode("gb18030"), steps), steps, tag

    root, steps, tag = step()
    assert not tag & 0x40
    # Lists that are to have another step, and the list of the move just read.
    open_lists: list[list[Step]] = []
    here = steps
    while True:
        if not tag & 0x80:
            if not open_lists:
                break
            here = open_lists.pop()
        parent = here
        one, here, tag = step()
        parent.append(one)
        if tag & 0x40:
            open_lists.append(parent)
    return Found(squares, red, root, 1024 + at)
