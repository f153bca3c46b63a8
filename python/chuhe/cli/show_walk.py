"""A walk through a game in the terminal, by the arrow keys."""

import os
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace

from chuhe.cli.show_board import BOARD_COLUMNS
from chuhe.cli.show_moves import Line, line_of, ply_text
from chuhe.cli.show_page import Page, beside, diagram_lines, head_lines, status_lines
from chuhe.cli.show_text import fill, padded_to
from chuhe.errors import ParseError, add_messages
from chuhe.game import Game
from chuhe.i18n import N_, _
from chuhe.pictures import diagram, marks

__all__ = ["Walk", "keys_of", "walk"]

#: What terminals send → what it means.
KEYS = {
    **dict.fromkeys(["\x1b[C", "\x1bOC", "n", " ", "l"], "next"),
    **dict.fromkeys(["\x1b[D", "\x1bOD", "p", "h", "\x7f"], "back"),
    **dict.fromkeys(["\x1b[A", "\x1bOA", "k"], "other_before"),
    **dict.fromkeys(["\x1b[B", "\x1bOB", "j"], "other_after"),
    **dict.fromkeys(["\x1b[H", "\x1bOH", "\x1b[1~", "g"], "start"),
    **dict.fromkeys(["\x1b[F", "\x1bOF", "\x1b[4~", "G"], "end"),
    "f": "flip",
    **dict.fromkeys(["q", "\x1b", "\x03", "\x04"], "quit"),
}


def keys_of(data: str) -> list[str]:
    """What a terminal sent, key by key; keys without a meaning are left out.

    >>> keys_of("n\\x1b[C\\x1b[Dx")
    ['next', 'next', 'back']
    """
    found, at = [], 0
    while at < len(data):
        length = next(
            (
                n
                for n in (4, 3, 1)
                if data[at : at + n] in KEYS
                and (n > 1 or data[at] != "\x1b" or at + 1 == len(data))
            ),
            0,
        )
        if length:
            found.append(KEYS[data[at : at + length]])
        elif data[at] == "\x1b":  # a key that is not known: passed over as a whole
            length = 1
            while (
                at + length < len(data)
                and not data[at + length].isalpha()
                and data[at + length] != "~"
            ):
                length += 1
            length += 1
        at += max(1, length)
    return found


class Walk:
    """Where somebody stands in a game, and what is seen there.

    >>> game = Game()
    >>> _ = game.add_line(["炮二平五", "马8进7"])
    >>> _ = game.mainline()[0].add_variation("炮8平5")
    >>> walk = Walk(game, line_of(game), 1)
    >>> for key in ("next", "other_after"):
    ...     walk.press(key)
    >>> walk.ply, walk.line.name(99), walk.line.nodes[1].zh
    (2, '2.1', '炮8平5')
    """

    def __init__(self, game: Game, line: Line, ply: int) -> None:
        self.game, self.line, self.ply = game, line, ply
        self.flipped = False
        self.over = False

    def press(self, key: str) -> None:
        """Do what a key means."""
        match key:
            case "next":
                self.ply = min(self.ply + 1, len(self.line.nodes))
            case "back":
                self.ply = max(self.ply - 1, 0)
            case "start":
                self.ply = 0
            case "end":
                self.ply = len(self.line.nodes)
            case "other_before" | "other_after":
                self._turn_aside(1 if key == "other_after" else -1)
            case "flip":
                self.flipped = not self.flipped
            case "quit":
                self.over = True

    def _turn_aside(self, by: int) -> None:
        """Take another of the moves that might have been played at this ply."""
        if not self.ply:
            return
        k = self.line.taken.get(self.ply, 0) + by
        before = self.line.nodes[self.ply - 2] if self.ply > 1 else self.game.root
        if 0 <= k < len(before.variations):
            name = self.line.name(self.ply)
            self.line = line_of(self.game, f"{name}/{self.ply}.{k}".strip("/"))

    def lines(self, page: Page, height: int) -> list[str]:
        """What is seen, in as many lines as there are."""
        page = replace(page, look=replace(page.look, flipped=page.look.flipped != self.flipped))
        board = self.game.board()
        for node in self.line.nodes[: self.ply]:
            if node.move is not None:
                board.push(node.move)
        text = ply_text(self.game, self.line, self.ply, page.notation)
        left = [*diagram_lines(diagram(board), page), "", *status_lines(board, text, page)[:1]]
        free = page.width - BOARD_COLUMNS - 3
        room = height - 1
        if free >= 20 and not page.look.wide:
            right = self._said(replace(page, width=free), len(left))
            lines = beside(left, right)
        else:
            lines = [*left, *self._said(page, room - len(left))]
        keys = _("arrows: walk, up/down: variations, g/G: start/end, f: turn the board, q: end")
        return [*lines[:room], page.paint(keys, "dim")]

    def _said(self, page: Page, room: int) -> list[str]:
        """Heading, the moves around this one, its comment, what else might have been played."""
        game, line, ply = self.game, self.line, self.ply
        node = line.nodes[ply - 1] if ply else game.root
        lines = head_lines(game, page)[: room // 3]
        name = line.name(ply + 1)
        if name:
            lines.append(page.paint(_("variation {name}", name=name), "label"))
        before = line.nodes[ply - 2] if ply > 1 else game.root
        others = before.variations if ply else []
        if len(others) > 1:
            tokens = []
            for k, other in enumerate(others):
                here = "here" if k == line.taken.get(ply, 0) else ""
                tokens.append((other.text(page.notation), here))
            lines += fill(tokens, page.width, page.paint)
        unread = node.unread and _("not read: {moves}", moves=node.unread)
        words = (node.before, node.comment if ply else "", unread)
        said = marks("\n".join(filter(None, words))).text
        for part in said.splitlines():
            lines += fill([(part, "note")], page.width, page.paint)
        lines.append("")
        lines += self._around(page, room - len(lines))
        return lines[:room]

    def _around(self, page: Page, room: int) -> list[str]:
        """Moves before and after, one a line."""
        plies = range(1, len(self.line.nodes) + 1)
        first = max(1, min(self.ply - room // 2, len(plies) - room + 1))
        lines = []
        for ply in plies[first - 1 : first - 1 + max(0, room)]:
            node = self.line.nodes[ply - 1]
            text = padded_to(ply_text(self.game, self.line, ply, page.notation), 16)
            before = self.line.nodes[ply - 2] if ply > 1 else self.game.root
            more = len(before.variations) - 1
            text = page.paint(text, "here") if ply == self.ply else text
            cursor = ">" if ply == self.ply else " "
            signs = ("  +" + str(more) if more else "") + ("  *" if node.comment else "")
            lines.append(f"{cursor} {text}{signs}".rstrip())
        return lines


def walk(game: Game, line: Line, ply: int, page: Page) -> None:
    """Let somebody walk through a game until he ends it.

    Raises:
        ParseError: input or output is no terminal.
    """
    if not (sys.stdin.isatty() and sys.stdout.isatty()):
        raise ParseError("show.no_terminal")
    here = Walk(game, line, ply)
    with _keys() as read:
        while not here.over:
            size = os.get_terminal_size()
            lines = here.lines(replace(page, width=size.columns), size.lines)
            text = "\r\n".join(f"{line}\x1b[K" for line in lines)
            sys.stdout.write(f"\x1b[H{text}\x1b[J")
            sys.stdout.flush()
            for key in read():
                here.press(key)


@contextmanager
def _keys() -> Iterator[Callable[[], list[str]]]:
    """The keys as they are pressed, on a screen of its own, which is given back."""
    try:
        import termios
        import tty
    except ImportError:  # Windows
        raise ParseError("show.no_terminal") from None
    fd = sys.stdin.fileno()
    before = termios.tcgetattr(fd)

    def read() -> list[str]:
        data = os.read(fd, 64)
        return keys_of(data.decode("utf-8", "replace")) if data else ["quit"]

    try:
        tty.setcbreak(fd)
        sys.stdout.write("\x1b[?1049h\x1b[?25l\x1b[2J")
        yield read
    finally:
        termios.tcsetattr(fd, termios.TCSADRAIN, before)
        sys.stdout.write("\x1b[?25h\x1b[?1049l")
        sys.stdout.flush()


add_messages({"show.no_terminal": N_("a walk needs a terminal to type and look at")})
