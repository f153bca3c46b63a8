"""Moves in words, written to be obviously right and for no other merit.

From the rule texts: xqbase's computer standard for move texts (2006), the older
custom as Chinese books have it, the notation page of the World Xiangqi
Federation, Fairy-Stockfish's digits for crowded pawns. It shares nothing with
the library; a position is a dict from (file, rank) to a letter.
"""

from __future__ import annotations

from functools import lru_cache

from tests.oracle import slow

HAN = "一二三四五六七八九"
SIMPLIFIED = dict(zip("KABNRCPkabnrcp", "帅仕相马车炮兵将士象马车炮卒", strict=True))
TRADITIONAL = dict(zip("KABNRCPkabnrcp", "帥仕相馬車炮兵將士象馬車炮卒", strict=True))


class Described:
    """What every notation says about a move, each in its own signs."""

    def __init__(self, fen: str, move: str) -> None:
        self.board, self.red = slow.read(fen)
        self.start = ("abcdefghi".index(move[0]), int(move[1]))
        self.target = ("abcdefghi".index(move[2]), int(move[3]))
        self.letter = self.board[self.start]
        self.file = self.number(self.start[0])
        self.ahead = (self.target[1] - self.start[1]) * (1 if self.red else -1)
        if self.letter.upper() in "ABN" or self.ahead == 0:
            self.goal = self.number(self.target[0])
        else:
            self.goal = abs(self.ahead)

    def number(self, file: int) -> int:
        """A file counted from the mover's right, from 1."""
        return 9 - file if self.red else file + 1

    def alike(self, file: int) -> list[tuple[int, int]]:
        """The squares of the pieces like this one on a file, from front to back."""
        squares = [s for s, letter in self.board.items() if letter == self.letter and s[0] == file]
        return sorted(squares, key=lambda square: square[1], reverse=self.red)

    def own(self) -> list[tuple[int, int]]:
        """Those on its own file; itself alone if its direction tells the two apart."""
        return [self.start] if self.letter.upper() in "KAB" else self.alike(self.start[0])

    def crowded(self) -> list[tuple[int, int]]:
        """All on files with two or more, the mover's right file first."""
        files = sorted(range(9), key=self.number)
        return [
            square for file in files if len(self.alike(file)) > 1 for square in self.alike(file)
        ]


@lru_cache(maxsize=1)
def described(fen: str, move: str) -> Described:
    return Described(fen, move)


def chinese(fen: str, move: str, *, traditional: bool = False, by_file: bool = False) -> str:
    it = described(fen, move)
    digit = (lambda n: HAN[n - 1]) if it.red else str
    glyph = (TRADITIONAL if traditional else SIMPLIFIED)[it.letter]
    rear = "後" if traditional else "后"
    own, crowded = it.own(), it.crowded()
    place = own.index(it.start)
    words = {2: f"前{rear}", 3: f"前中{rear}", 4: f"前二三{rear}", 5: f"前二三四{rear}"}
    if len(own) == 1:
        who = glyph + digit(it.file)
    elif it.letter.upper() == "P" and len(crowded) > len(own):
        by_number = HAN[crowded.index(it.start)] + glyph
        who = words[len(own)][place] + digit(it.file) if by_file else by_number
    elif len(own) > 3 and not by_file:
        who = HAN[place] + glyph
    else:
        who = words[len(own)][place] + glyph
    forward = "進" if traditional else "进"
    return who + ("平" if it.ahead == 0 else forward if it.ahead > 0 else "退") + digit(it.goal)


def wxf(fen: str, move: str, *, digits: bool = False) -> str:
    it = described(fen, move)
    letter = it.letter.upper().replace("B", "E").replace("N", "H")
    own, crowded = it.own(), it.crowded()
    place = own.index(it.start)
    two_files = letter == "P" and len(crowded) > len(own)
    if len(own) == 1:
        who = f"{letter}{it.file}"
    elif letter == "P" and digits and (two_files or len(own) > 2):
        who = f"{place + 1}{it.file}"
    elif two_files:
        signs = {2: ["+", "-"], 3: ["+", str(it.file), "-"]}
        who = str(it.file) + signs[len(own)][place]
    else:
        signs = {
            2: [f"{letter}+", f"{letter}-"],
            3: ["P+", f"P{it.file}", "P-"],
            4: ["++", "P+", "P-", "--"],
            5: ["++", "P+", f"P{it.file}", "P-", "--"],
        }
        who = signs[len(own)][place]
    return who + ("=" if it.ahead == 0 else "+" if it.ahead > 0 else "-") + str(it.goal)


def iccs(move: str) -> str:
    return f"{move[:2]}-{move[2:]}".upper()


def uci10(move: str) -> str:
    return f"{move[0]}{int(move[1]) + 1}{move[2]}{int(move[3]) + 1}"


def every(fen: str, move: str) -> dict[str, str]:
    """The move in all styles but SAN: name of the style → text."""
    return {
        "zh": chinese(fen, move),
        "zh-hant": chinese(fen, move, traditional=True),
        "zh-b": chinese(fen, move, by_file=True),
        "zh-hant-b": chinese(fen, move, traditional=True, by_file=True),
        "wxf": wxf(fen, move),
        "wxf-digits": wxf(fen, move, digits=True),
        "iccs": iccs(move),
        "uci": move,
        "uci10": uci10(move),
    }
