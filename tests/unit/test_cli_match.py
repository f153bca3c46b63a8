"""``chuhe match`` as a program: output, statuses, kill and resume."""

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from tests.unit import fake_engines

from chuhe import records

QUICK = ["-e", "builtin:3", "-e", "builtin:1", "--nodes", "200", "--max-moves", "15"]


def run(*words: str, cwd: Path, lang: str = "en") -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "chuhe", "match", *words],
        cwd=cwd,
        env={**os.environ, "CHUHE_LANG": lang},
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )


def test_a_match_tells_its_games_and_its_summary(tmp_path: Path) -> None:
    done = run(*QUICK, "-n", "4", "-o", "g.pgn", "--event", "Friendly", cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    assert done.stderr.count("\n") == 4 and "game 4 of 4" in done.stderr
    assert "level 3 against" in done.stdout and "LOS" in done.stdout
    games = list(records.read(tmp_path / "g.pgn"))
    assert len(games) == 4 and games[0].headers["Event"] == "Friendly"
    chinese = run(*QUICK, "-n", "2", cwd=tmp_path, lang="zh-Hans")
    assert "占优概率" in chinese.stdout and "步数过多作和" in chinese.stderr


def test_json_is_the_same_summary(tmp_path: Path) -> None:
    done = run(*QUICK, "-n", "4", "--jsonl", "-q", "--sprt", "elo0=0 elo1=10", cwd=tmp_path)
    assert done.returncode == 0 and done.stderr == ""
    *games, told = [json.loads(line) for line in done.stdout.splitlines()]
    assert [game["game"] for game in games] == [1, 2, 3, 4]
    assert told["games"] == 4 and told["complete"]
    [meeting] = told["encounters"]
    assert meeting["won"] + meeting["drawn"] + meeting["lost"] == 4
    assert sum(meeting["pentanomial"]) == 2
    assert told["sprt"]["accepted"] is None and told["sprt"]["high"] == 2.9444


def test_faults_are_counted_and_are_the_exit_status(tmp_path: Path) -> None:
    bad = fake_engines.write(tmp_path, "bad", "def habit(words):\n    sys.exit(7)\n")
    done = run(
        "-e", f"cmd='{bad}' name=Bad", "-e", "builtin:1", "--time", "0.1", "-n", "2", cwd=tmp_path
    )
    assert done.returncode == 1
    assert "faults of Bad: its program ended 2" in done.stdout
    assert "status 7" in done.stderr


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["-e", "builtin"], "at least two engines"),
        (["-e", "builtin", "-e", "builtin"], "say how long"),
        (["-e", "builtin", "-e", "/no/such", "--time", "1"], "could not be started"),
        (["-e", "builtin", "-e", "cmd=x hash=3", "--time", "1"], "'hash' is not known here"),
        ([*QUICK, "--rules", "nobody's"], "nobody's"),
        ([*QUICK, "--sprt", "elo0=5 elo1=0"], "elo0"),
        ([*QUICK, "--resign", "moves=-1"], "'moves' cannot be '-1'"),
        ([*QUICK, "--openings", "nowhere.pgn"], "nowhere.pgn"),
        ([*QUICK, "-o", "g.xqf"], "one game"),
        ([*QUICK, "-o", "g.docx"], "g.docx"),
        ([*QUICK, "--order", "backwards"], "random or sequential"),
        (["--resume", "nothing"], "nothing"),
        (["-e", "cmd=builtin option.Colour=red", "-e", "builtin", "--time", "1"], "Colour"),
    ],
)
def test_what_cannot_be_is_said_before_anything_is_played(
    tmp_path: Path, words: list[str], said: str
) -> None:
    done = run(*words, cwd=tmp_path)
    assert done.returncode == 2 and said in done.stderr and "Traceback" not in done.stderr
    assert list(tmp_path.iterdir()) == []


def test_a_match_that_was_killed_is_gone_on_with(tmp_path: Path) -> None:
    words = [*QUICK, "-n", "30", "-j", "2", "-o", "g.pgn", "--seed", "5"]
    state = tmp_path / "g.pgn.match"
    process = subprocess.Popen(
        [sys.executable, "-m", "chuhe", "match", *words], cwd=tmp_path, stderr=subprocess.DEVNULL
    )
    deadline = time.monotonic() + 60
    while time.monotonic() < deadline and (
        not state.exists() or state.read_bytes().count(b"\n") < 6
    ):
        time.sleep(0.01)
    process.send_signal(signal.SIGKILL)
    process.wait()
    before = state.read_bytes().count(b"\n") - 1
    assert 5 <= before < 30, "killed in the middle"
    done = run("--resume", "g.pgn", "-j", "2", "--json", cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout)["games"] == 30
    games = list(records.read(tmp_path / "g.pgn"))
    assert not any(game.problems for game in games)
    numbers = sorted(int(game.headers["Round"].split(".")[1]) for game in games)
    assert numbers == list(range(1, 31))
    # The same match, never interrupted, has the same games.
    run(*[*words[:-3], "h.pgn", *words[-2:]], cwd=tmp_path)

    def by_round(name: str) -> dict[str, list[str]]:
        return {g.headers["Round"]: g.uci_moves for g in records.read(tmp_path / name)}

    assert by_round("g.pgn") == by_round("h.pgn")
    # More games are added to it.
    more = run("--resume", "g.pgn.match", "-n", "34", "--json", "-q", cwd=tmp_path)
    assert json.loads(more.stdout)["games"] == 34
    assert len(list(records.read(tmp_path / "g.pgn"))) == 34


def test_ctrl_c_tells_how_it_stands_and_how_to_go_on(tmp_path: Path) -> None:
    words = ["-e", "builtin:9", "-e", "builtin:9", "--time", "0.05", "-o", "g.pgn"]
    process = subprocess.Popen(
        [sys.executable, "-m", "chuhe", "match", *words],
        cwd=tmp_path,
        env={**os.environ, "CHUHE_LANG": "en"},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    deadline = time.monotonic() + 60
    while time.monotonic() < deadline and not (tmp_path / "g.pgn.match").exists():
        time.sleep(0.05)
    time.sleep(0.5)
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=30)
    assert process.returncode == 130
    assert "Elo" in out and "chuhe match --resume g.pgn" in err
    assert "Traceback" not in err


def test_nothing_is_written_over(tmp_path: Path) -> None:
    (tmp_path / "g.pgn").write_text("mine")
    done = run(*QUICK, "-o", "g.pgn", cwd=tmp_path)
    assert done.returncode == 2 and "is there already" in done.stderr
    assert (tmp_path / "g.pgn").read_text() == "mine"
