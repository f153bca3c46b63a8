"""What is kept of a game at the arbiter's terminal: the sealed move, the journal, the sheet."""

import json
import os
import re
import select
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

from chuhe import records
from chuhe.arbiter import Arbiter
from chuhe.cli.officiate_journal import Journal

# --- the sealed move ------------------------------------------------------------------


def sealed(officiate: Any, tmp_path: Path, move: str) -> str:
    """A game with a sealed move in its journal; gives back the code of the envelope."""
    told = officiate(f"炮二平五\nseal {move}\nadjourn\n", f"--save {tmp_path}/game.jsonl")
    assert told.status == 0
    return re.search(r"the code ([0-9a-f-]+)", told.text)[1]  # type: ignore[index]


def test_a_sealed_move_is_kept_secret_opened_and_played(officiate: Any, tmp_path: Path) -> None:
    code = sealed(officiate, tmp_path, "马8进7")
    kept = (tmp_path / "game.jsonl").read_text(encoding="utf-8")
    for secret in ("h9g7", "马8进7", code, code.replace("-", "")):
        assert secret not in kept
    script = f"马8进7\nopen 炮8平5 {code}\nopen 马8进7 0000\nopen 马8进7 {code}\nresume\nsheet\n"
    told = officiate(script, f"--resume {tmp_path}/game.jsonl")
    assert told.text.count("do not fit the seal") == 2
    assert "The sealed move of Black is H8+7." in told
    assert "The game is resumed." in told
    assert "C2=5" in told.text.split("Score sheet")[1]


def test_a_sealed_move_that_is_not_legal_loses(officiate: Any, tmp_path: Path) -> None:
    code = sealed(officiate, tmp_path, "马8进8")
    told = officiate(f"open 马8进8 {code}\n", f"--resume {tmp_path}/game.jsonl")
    assert "does not stand" in told
    assert "Red wins: a faulty sealed move by Black." in told


def test_the_paper_may_be_wrong(officiate: Any, tmp_path: Path) -> None:
    sealed(officiate, tmp_path, "马8进7")
    told = officiate("拆封 有误 字迹不清\n", f"--resume {tmp_path}/game.jsonl", lang="zh-Hans")
    assert "封棋着法有误" in told
    assert "红胜" in told


def test_a_script_does_not_show_what_is_sealed(officiate: Any) -> None:
    for line in ("seal 马八进七", "红封棋 马八进七", "封着马八进七"):
        told = officiate(f"{line}\n")
        assert "> seal\n" in told
        assert "马八进七" not in told.text
        assert "Into the envelope" in told


# --- what is kept ---------------------------------------------------------------------


def test_nothing_told_is_lost_when_the_program_is_killed(tmp_path: Path) -> None:
    journal = tmp_path / "game.jsonl"
    process = subprocess.Popen(
        [sys.executable, "-m", "chuhe", "officiate", "--save", str(journal), "--time", "60"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        env={**os.environ, "CHUHE_LANG": "en"},
    )
    assert process.stdin is not None
    assert process.stdout is not None
    for line in ("炮二平五", "touch h9", "马8进7", "foul red disturbing", "马二进三"):
        process.stdin.write(f"{line}\n".encode())
        process.stdin.flush()
        while b"> " + line.encode() not in process.stdout.readline():
            pass
        answered = process.stdout.readline()
        assert answered.strip()
    process.send_signal(signal.SIGKILL)
    process.wait()
    process.stdin.close()
    process.stdout.close()
    # The last command was being written when the power went.
    with journal.open("ab") as file:
        file.write(b'{"at": 1.0, "input": "\xe8\xbd\xa6')
    done = subprocess.run(
        [sys.executable, "-m", "chuhe", "officiate", "--resume", str(journal), "--script", "-"],
        input="status\n车9平8\nledger\nsheet\n",
        capture_output=True,
        encoding="utf-8",
        env={**os.environ, "CHUHE_LANG": "en"},
        timeout=60,
    )
    assert (done.returncode, done.stderr) == (0, "")
    assert "Round 2, Black to move." in done.stdout
    assert "2. Black R9=8" in done.stdout
    assert "Red: 1 foul; 2 lose." in done.stdout
    for text in ("C2=5", "H8+7", "H2+3", "R9=8", "Black touches the black horse on h9."):
        assert text in done.stdout.split("Score sheet")[1]
    assert all(json.loads(line) for line in journal.read_text(encoding="utf-8").splitlines())


def test_a_journal_is_never_overwritten_and_a_damaged_one_is_refused(
    officiate: Any, tmp_path: Path
) -> None:
    journal = tmp_path / "game.jsonl"
    assert officiate("炮二平五\n", f"--save {journal}").status == 0
    again = officiate("炮二平五\n", f"--save {journal}")
    assert again.status == 2
    assert "is there already" in again.complaints
    lines = journal.read_bytes().splitlines(keepends=True)
    journal.write_bytes(b"".join([lines[0], b"{}\n", *lines[1:]]))
    damaged = officiate("马8进7\n", f"--resume {journal}")
    assert damaged.status == 2
    assert "line 2 of the journal" in damaged.complaints
    # An event that is well written and cannot have happened.
    for wrong in (
        '{"e":"played","at":0.0,"side":"red","move":"a0a9"}',
        '{"e":"corrected","at":0.0,"id":7}',
        '{"e":"clock_pressed","at":-5}',
        lines[1].decode()[lines[1].find(b'{"e"') : -3],
    ):
        entry = f'{{"at":0.0,"input":"","events":[{wrong}]}}\n'
        journal.write_bytes(b"".join([*lines, entry.encode()]))
        damaged = officiate("马8进7\n", f"--resume {journal}")
        if "clock_pressed" not in wrong:
            assert (damaged.status, damaged.text) == (2, "")
            assert f"line {len(lines) + 1} of the journal" in damaged.complaints
        assert "Traceback" not in damaged.complaints
    journal.write_bytes(lines[0])
    assert officiate("", f"--resume {journal}").status == 2
    journal.write_text("1. 炮二平五\n", encoding="utf-8")
    assert "is no journal" in officiate("", f"--resume {journal}").complaints


@pytest.mark.skipif(sys.platform == "win32", reason="no locks there")
def test_a_journal_has_one_writer(officiate: Any, tmp_path: Path) -> None:
    journal = tmp_path / "game.jsonl"
    officiate("炮二平五\n", f"--save {journal}")
    writer, _heading, entries = Journal.reopen(journal)
    assert [entry.input for entry in entries] == ["", "炮二平五"]
    refused = officiate("马8进7\n", f"--resume {journal}")
    assert refused.status == 2
    assert "is being written by another" in refused.complaints
    writer.close()
    assert officiate("马8进7\n", f"--resume {journal}").status == 0


def test_a_journal_that_cannot_be_written_changes_nothing(
    officiate: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    real, calls = os.fsync, []

    def full(file: int) -> None:
        calls.append(file)
        if len(calls) == 5:  # heading, folder, opening, first move, then the second
            raise OSError(28, "No space left on device")
        real(file)

    monkeypatch.setattr(os, "fsync", full)
    journal = tmp_path / "game.jsonl"
    told = officiate("炮二平五\n马8进7\nstatus\n马8进9\n", f"--save {journal}")
    assert "line 2: the disk is full" in told
    assert "Round 1, Black to move." in told
    assert "1. Black H8+9" in told
    moves = re.findall(r'"move":"(\w+)"', journal.read_text(encoding="utf-8"))
    assert moves == ["h2e2", "h9i7"]


def test_a_sheet_that_cannot_be_written_is_refused_before_the_game(officiate: Any) -> None:
    told = officiate("炮二平五\n", "--sheet sheet.xqf")
    assert told.status == 2
    assert "not as 'xqf'" in told.complaints


# --- the sheet ------------------------------------------------------------------------

GAME = """炮二平五 @59:40
offer black
decline
马8进7 @59:30
note the board was wet <&>
foul red phone_answered
马二进三
resign black
"""


def test_the_sheet_as_a_record_is_read_back(officiate: Any, tmp_path: Path) -> None:
    told = officiate(GAME, f"--time 60 --red 张三 --black 李四 --sheet {tmp_path}/a.pgn", "zh-Hans")
    assert told.status == 0
    (game,) = records.read(tmp_path / "a.pgn")
    assert game.problems == []
    assert game.uci_moves == ["h2e2", "h9g7", "h0g2"]
    assert (game.headers["Red"], game.headers["Black"], game.result) == ("张三", "李四", "1-0")
    first, second, last = game.mainline()
    assert (first.clock, second.clock) == (3580, 3570)
    assert "提和" in first.comment
    assert "(=)" in second.comment
    assert "接听电话" in second.comment
    assert "认输" in last.comment or "认负" in last.comment
    assert Arbiter("club").report(game).is_clean


def test_the_sheet_as_text_and_as_a_page(officiate: Any, tmp_path: Path) -> None:
    officiate(GAME, f"--time 60 --red Zhang --event Cup --sheet {tmp_path}/a.txt")
    text = (tmp_path / "a.txt").read_text(encoding="utf-8")
    assert re.search(r"1\. +C2=5 +59:40\n", text)
    assert re.search(r"1\. +… +H8\+7 \(=\) +59:30", text)
    assert "Event: Cup" in text
    assert "· the board was wet <&>" in text
    assert "Red ____________   Black ____________   Arbiter ____________" in text
    officiate(GAME, f"--time 60 --sheet {tmp_path}/a.html")
    page = (tmp_path / "a.html").read_text(encoding="utf-8")
    assert "the board was wet &lt;&amp;&gt;" in page
    assert "<svg" in page
    assert "59:30" in page


def test_a_game_lost_by_both_is_a_record_too(officiate: Any, tmp_path: Path) -> None:
    officiate("炮二平五\ndeclare both no game was played\n", f"--sheet {tmp_path}/a.pgn")
    (game,) = records.read(tmp_path / "a.pgn")
    assert game.result == "*"
    assert "no game was played" in game.end().comment


def test_a_game_without_a_move_is_a_record_too(officiate: Any, tmp_path: Path) -> None:
    officiate("absent red\n", f"--sheet {tmp_path}/a.pgn")
    (game,) = records.read(tmp_path / "a.pgn")
    assert game.result == "0-1"
    assert "the player did not come" in game.root.comment


# --- at a terminal --------------------------------------------------------------------


class Terminal:
    """A person at a terminal: types, and waits for what must appear."""

    def __init__(self, *options: str) -> None:
        import pty

        self.pid, self.fd = pty.fork()
        if not self.pid:
            os.environ.update(CHUHE_LANG="en", TERM="xterm", NO_COLOR="1", COLUMNS="100")
            os.execv(sys.executable, [sys.executable, "-m", "chuhe", "officiate", *options])
        self.seen, self.at = "", 0

    def wait_for(self, words: str, seconds: float = 30.0) -> None:
        end = time.monotonic() + seconds
        while (at := self.seen.find(words, self.at)) < 0:
            assert time.monotonic() < end, f"no {words!r} in {self.seen!r}"
            if select.select([self.fd], [], [], 0.1)[0]:
                self.seen += os.read(self.fd, 65536).decode("utf-8", "replace")
        self.at = at + len(words)

    def types(self, text: str) -> None:
        os.write(self.fd, text.encode())

    def leaves(self) -> int:
        """The exit status."""
        _pid, status = os.waitpid(self.pid, 0)
        os.close(self.fd)
        return os.waitstatus_to_exitcode(status)


@pytest.mark.skipif(sys.platform == "win32", reason="no pseudo-terminals")
def test_a_person_seals_unseen_and_is_told_when_the_flag_falls(tmp_path: Path) -> None:
    terminal = Terminal("--time", "20s", "--save", str(tmp_path / "game.jsonl"))
    terminal.wait_for("1. Red>")
    terminal.types("h2e2\n")
    terminal.wait_for("1. Black>")
    terminal.types("seal\n")
    terminal.wait_for("(it is not shown)")
    terminal.types("h9g7\n")
    terminal.wait_for("Into the envelope")
    assert "h9g7" not in terminal.seen
    terminal.wait_for("(stopped)>")
    code = re.search(r"the code ([0-9a-f-]+)", terminal.seen)[1]  # type: ignore[index]
    terminal.types(f"open h9g7 {code}\n")
    terminal.wait_for("to go on: continue")
    terminal.types("clock red 0:01\ncontinue\n")
    # Nothing is typed, and yet it is told.
    terminal.wait_for("Black wins: Red overstepped the time")
    terminal.types("sheet\nquit\n")
    terminal.wait_for("Result: 0-1")
    assert terminal.leaves() == 0
