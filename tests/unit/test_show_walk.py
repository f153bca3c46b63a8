"""Walking through a game: what keys do, and the same in a real terminal."""

import os
import pty
import re
import select
import sys
import time
from pathlib import Path

import pytest

import chuhe
from chuhe.cli.show_moves import line_of
from chuhe.cli.show_page import Page
from chuhe.cli.show_walk import Walk, keys_of

PGN = """[Red "Hu"]
[Black "Yang"]

1. 炮二平五 马8进7 (1... 炮8平5 2. 马八进七) (1... 马2进3) 2. 马二进三 {good} 车9平8 *
"""


def game() -> chuhe.Game:
    found = chuhe.Game()
    found.add_line(["炮二平五", "马8进7", "马二进三", "车9平8"])
    found.mainline()[0].add_line(["炮8平5", "马八进七"])
    found.mainline()[0].add_variation("马2进3")
    return found


@pytest.mark.parametrize(
    ("sent", "ply", "name"),
    [
        ("n", 1, ""),
        ("nnnnnnnn", 4, ""),
        ("np", 0, ""),
        ("p", 0, ""),
        ("nn\x1b[B", 2, "2.1"),
        ("nn\x1b[B\x1b[B", 2, "2.2"),
        ("nn\x1b[B\x1b[B\x1b[B", 2, "2.2"),
        ("nn\x1b[B\x1b[A", 2, ""),
        ("nn\x1b[Bnnnn", 3, "2.1"),
        ("nn\x1b[BG\x1b[H", 0, "2.1"),
        ("\x1b[F", 4, ""),
        ("\x1b[C\x1b[C\x1b[D", 1, ""),
        ("\x1b[B", 0, ""),
        ("n\x1b[200~xyz\x1b[5;2~n", 2, ""),
    ],
)
def test_keys_lead_through_the_tree(sent: str, ply: int, name: str) -> None:
    here = Walk(game(), line_of(game()), 0)
    here = Walk(here.game, line_of(here.game), 0)
    for key in keys_of(sent):
        here.press(key)
    assert (here.ply, here.line.name(99)) == (ply, name)
    assert not here.over


@pytest.mark.parametrize("sent", ["q", "\x1b", "\x03"])
def test_it_ends(sent: str) -> None:
    here = Walk(game(), line_of(game()), 0)
    for key in keys_of(sent):
        here.press(key)
    assert here.over


@pytest.mark.parametrize(("width", "height"), [(100, 30), (60, 40), (40, 10), (30, 5)])
def test_it_keeps_to_the_screen(width: int, height: int) -> None:
    found = game()
    here = Walk(found, line_of(found), 2)
    lines = here.lines(Page(width=width), height)
    assert len(lines) <= height
    wide = "\n".join(Walk(found, line_of(found), 2).lines(Page(width=100), 30))
    assert "> 1… 马8进7" in wide and "+2" in wide and "炮8平5" in wide


def test_in_a_terminal(tmp_path: Path) -> None:
    file = tmp_path / "game.pgn"
    file.write_text(PGN, encoding="utf-8")
    pid, fd = pty.fork()
    if pid == 0:
        env = {**os.environ, "LINES": "30", "COLUMNS": "100", "TERM": "xterm", "CHUHE_LANG": "en"}
        env.pop("NO_COLOR", None)
        os.execve(sys.executable, [sys.executable, "-m", "chuhe", "show", "-i", str(file)], env)
    import fcntl
    import struct
    import termios

    fcntl.ioctl(fd, termios.TIOCSWINSZ, struct.pack("HHHH", 30, 100, 0, 0))
    seen = ""

    def until(pattern: str, seconds: float = 60) -> None:
        nonlocal seen
        stop = time.monotonic() + seconds
        while not re.search(pattern, seen):
            assert time.monotonic() < stop, seen[-3000:]
            if select.select([fd], [], [], 0.2)[0]:
                seen += os.read(fd, 65536).decode("utf-8", "replace")

    try:
        until(r"2… 车9平8  Red to move")
        assert "\x1b[?1049h" in seen and "\x1b[?25l" in seen
        seen = ""
        os.write(fd, b"\x1b[H")
        until("Red to move")
        assert "車" in seen
        seen = ""
        os.write(fd, b"nn\x1b[B")
        until(r"1… 炮8平5  Red to move")
        assert "variation 2.1" in seen
        seen = ""
        os.write(fd, b"f")
        until("一  二  三  四")
        os.write(fd, b"q")
        until(r"\x1b\[\?25h\x1b\[\?1049l")
        _, status = os.waitpid(pid, 0)
        assert os.waitstatus_to_exitcode(status) == 0
    finally:
        os.close(fd)
