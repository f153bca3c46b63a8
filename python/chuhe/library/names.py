"""Names and dates as records write them, brought into one form.

>>> name_key("胡榮華") == name_key(" 胡 荣华 ")
True
>>> name_key("Lü, QIN"), name_key("？")
('lü, qin', '')
"""

from __future__ import annotations

import os
import re
import unicodedata
from functools import cache
from importlib.resources import files

from chuhe.i18n import path_text

__all__ = [
    "date_text",
    "key_bytes",
    "key_text",
    "name_key",
    "path_key",
    "rating_number",
    "simplified",
]

_NOBODY = frozenset({"", "?", "-", "n/a", "nn", "未知", "不详", "佚名"})
_HAN = "㐀-鿿豈-﫿"
_BETWEEN_HAN = re.compile(rf"(?<=[{_HAN}·])\s+(?=[{_HAN}·])")


@cache
def _table() -> dict[int, str]:
    text = files("chuhe.library").joinpath("simplified.txt").read_text(encoding="utf-8")
    traditional, plain = text.split()
    return dict(zip(map(ord, traditional), plain, strict=True))


def simplified(text: str) -> str:
    """The text with traditional characters replaced by simplified ones, one by one.

    >>> simplified("楊官璘對胡榮華")
    '杨官璘对胡荣华'
    """
    return text.translate(_table())


def name_key(name: str) -> str:
    """What is the same for all ways of writing a name; empty for one that says nobody."""
    text = simplified(unicodedata.normalize("NFKC", name)).casefold()
    text = _BETWEEN_HAN.sub("", " ".join(text.split()))
    return "" if text.strip("?") in _NOBODY else text


def date_text(number: int) -> str:
    """A date kept as a number, zeros for what is not known.

    >>> date_text(20030512), date_text(20030500), date_text(20030000), date_text(0)
    ('2003-05-12', '2003-05', '2003', '')
    """
    if not number:
        return ""
    year, month, day = number // 10_000, number // 100 % 100, number % 100
    parts = [f"{year:04}", f"{month:02}" if month else "", f"{day:02}" if month and day else ""]
    return "-".join(part for part in parts if part)


def rating_number(red: str, black: str) -> int:
    """The mean of the ratings of two players, or the only one known; 0 if none is.

    >>> rating_number("2500", "2400"), rating_number("?", "2400"), rating_number("", "大师")
    (2450, 2400, 0)
    """
    known = [
        int(text) for text in (red.strip(), black.strip()) if re.fullmatch("[1-9][0-9]{2,3}", text)
    ]
    return round(sum(known) / len(known)) if known else 0


def path_key(path: str) -> str:
    r"""What a library knows a file by: its path, which may be in no encoding, as text of its own.

    `chuhe.i18n.path_text` is for reading; two files may have one there.

    >>> path_key("games/\udcc6\udce5.pgn")
    'games/\\xc6\\xe5.pgn'
    """
    return os.fsencode(path).decode("utf-8", "backslashreplace")


def key_bytes(key: str) -> bytes:
    r"""The path that a `path_key` stands for.

    >>> key_bytes(r"games/\xc6\xe5.pgn") == b"games/\xc6\xe5.pgn"
    True
    """
    found = re.compile(rb"\\x([89a-f][0-9a-f])")
    return found.sub(lambda byte: bytes.fromhex(byte[1].decode()), key.encode())


def key_text(key: str) -> str:
    r"""A `path_key` as text to read.

    >>> key_text(r"games/\xc6\xe5.pgn"), key_text("棋/a.pgn")
    ('games/棋.pgn', '棋/a.pgn')
    """
    return path_text(os.fsdecode(key_bytes(key)))
