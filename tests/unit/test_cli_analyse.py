"""``chuhe analyse`` as it is typed."""

import json
import signal
import sys
from collections.abc import Callable
from contextvars import copy_context
from pathlib import Path
from typing import Any

import pytest

from chuhe.cli.analyse_run import _Team
from chuhe.cli.main import main
from chuhe.engines import BuiltinEngine, Info
from chuhe.errors import EngineError
from chuhe.records import read

PGN = """[Red "甲"]
[Black "乙"]
[Result "1-0"]

1. 炮二平五 马8进7 2. 炮五进四 马7进5 3. 马二进三 1-0
"""


def run(capsys: pytest.CaptureFixture[str], *words: str) -> tuple[int, str, str]:
    with pytest.raises(SystemExit) as end:
        copy_context().run(main, ["--lang", "en", "analyse", *words])
    out, err = capsys.readouterr()
    return int(str(end.value.code or 0)), out, err


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "game.pgn"
    path.write_text(PGN + "\n" + PGN.replace("甲", "丙"), "utf-8")
    return path


def test_it_tells_and_writes_games_and_page(
    file: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    noted, page = tmp_path / "noted.json", tmp_path / "page.html"
    status, out, _err = run(
        capsys, str(file), "--depth", "4", "-o", str(noted), "--html", str(page)
    )
    assert status == 0
    assert "Red: accuracy" in out and "Turning points" in out and "blunder" in out
    games = list(read(noted))
    assert [game.headers["Red"] for game in games] == ["甲", "丙"]
    assert all(node.eval is not None for node in games[0].mainline())
    assert any(4 in node.nags for node in games[0].mainline())
    assert games[0].count_variations() > 0
    assert page.read_text("utf-8").count('class="plot"') == 2


def test_json_has_an_object_a_game(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    status, out, _err = run(
        capsys, str(file), "--depth", "1", "--json", "--game", "2", "--ply", "2-3"
    )
    [facts] = map(json.loads, out.splitlines())
    assert status == 0 and facts["game"] == 2 and [m["ply"] for m in facts["moves"]] == [2, 3]
    assert facts["headers"]["Red"] == "丙"


def test_pgn_to_standard_output_is_nothing_but_pgn(
    file: Path, capsysbinary: pytest.CaptureFixture[bytes]
) -> None:
    with pytest.raises(SystemExit):
        copy_context().run(main, ["analyse", str(file), "--depth", "1", "-o", "-"])
    games = list(read(capsysbinary.readouterr().out, format="pgn"))
    assert len(games) == 2 and not games[0].problems
    assert "%eval" not in games[0].mainline()[0].comment and games[0].mainline()[0].eval


def test_the_same_limit_gives_the_same_figures_and_keeping_them_spares_work(
    file: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    kept = str(tmp_path / "kept")
    words = (str(file), "--nodes", "2000", "--json", "--keep", kept)
    first = run(capsys, *words)[1]
    size = Path(kept).stat().st_size
    assert run(capsys, *words)[1] == first == run(capsys, *words[:-2])[1]
    assert Path(kept).stat().st_size == size
    status, _out, err = run(capsys, str(file), "--nodes", "3000", "--keep", kept)
    assert status == 2 and "other limits" in err


def test_another_program_is_asked(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    engine = f"{sys.executable} -m chuhe engine"
    words = (str(file), "--game", "1", "--depth", "2", "--json", "--engine", engine, "--jobs", "2")
    status, out, err = run(capsys, *words)
    assert status == 0, err
    assert len(json.loads(out)["moves"]) == 5


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("--ply", "x"), "no range"),
        (("--ply", "9-3"), "no range"),
        (("--game", "9"), "no game 9"),
        (("--engine", "/no/such/engine"), "could not be started"),
        (("--json", "-o", "-"), "both"),
        (("-o", "out.what"), "--to"),
        (("--rules", "nobody"), "nobody"),
    ],
)
def test_what_cannot_be_done_is_said(
    file: Path,
    capsys: pytest.CaptureFixture[str],
    words: tuple[str, ...],
    said: str,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.chdir(file.parent)
    status, _out, err = run(capsys, str(file), "--depth", "1", *words)
    assert status == 2 and said in err and "Traceback" not in err


def test_a_file_that_is_none_does_not_hold_up_the_others(
    file: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    status, out, err = run(capsys, str(tmp_path / "none.pgn"), str(file), "--depth", "1")
    assert status == 2 and "none.pgn" in err and out.count("game.pgn, game ") == 2


#: An engine that ends, or hangs, at its n-th search.
FAILING = """
import sys
left = int(sys.argv[1])
for line in sys.stdin:
    word = line.split()[0] if line.split() else ""
    if word == "uci":
        print("id name Failing\\nuciok")
    elif word == "isready":
        print("readyok")
    elif word == "position":
        here = line
    elif word == "go":
        if "startpos" in here or "rnbakabnr/9/1c5c1" in here:
            left -= 1
            if left < 0:
                sys.exit(3)
        from chuhe import Board
        words = here.split()
        at = words.index("moves") if "moves" in words else len(words)
        board = Board(" ".join(words[2:at])) if words[1] == "fen" else Board()
        for move in words[at + 1 :]:
            board.push(board.parse_uci(move))
        best = board.legal_moves[0].uci()
        print(f"info depth 1 score cp 0 pv {best}\\nbestmove {best}")
    elif word == "quit":
        break
    sys.stdout.flush()
"""


def test_a_program_that_fails_is_started_again(
    file: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    program = tmp_path / "failing.py"
    program.write_text(FAILING, "utf-8")
    words = (str(file), "--depth", "1", "--engine", f"{sys.executable} {program} 4", "--json")
    status, out, err = run(capsys, *words)
    # Twelve positions, four for each start.
    assert status == 0 and [json.loads(line)["complete"] for line in out.splitlines()] == [True] * 2
    assert err.count("started again") == 2 and err.count("ended by itself (status 3)") == 2


def test_what_was_found_is_written_when_a_program_fails_for_good(
    file: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    program = tmp_path / "failing.py"
    program.write_text(FAILING, "utf-8")
    monkeypatch.setattr("chuhe.cli.analyse_run._Team.start", _once())
    noted = tmp_path / "noted.json"
    words = (str(file), "--depth", "1", "--engine", f"{sys.executable} {program} 9")
    status, out, err = run(capsys, *words, "-o", str(noted))
    assert status == 2 and "stopped; 1 game" in err and "not all moves" in out
    games = list(read(noted))
    assert len(games) == 2 and all(node.eval for node in games[0].mainline())
    assert [node.eval is not None for node in games[1].mainline()] == [False] * 2 + [True] * 3


def _once() -> Callable[[_Team], None]:
    start, left = _Team.start, [1]

    def start_once(team: _Team) -> None:
        if not left:
            raise EngineError("engine.no_protocol", {"name": "failing"})
        left.pop()
        start(team)

    return start_once


def test_stopped_by_hand_it_writes_all_games(
    file: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    told = 0

    class Stopping(BuiltinEngine):
        def analyse(self, *words: Any, **more: Any) -> list[Info]:
            nonlocal told
            told += 1
            if told == 9:
                signal.raise_signal(signal.SIGINT)
            return super().analyse(*words, **more)

    monkeypatch.setattr("chuhe.cli.analyse_run.BuiltinEngine", Stopping)
    monkeypatch.setattr("chuhe.cli.analyse_run.in_background", lambda work: work())
    kept = tmp_path / "kept"
    other = PGN.replace("甲", "丙").replace("炮二平五", "炮八平五")
    file.write_text(f"{PGN}\n{other}", "utf-8")
    before = file.read_bytes()
    words = (str(file), "--depth", "1", "--keep", str(kept))
    status, out, err = run(capsys, *words, "-o", str(file))
    assert status == 130 and "stopped; 1 game" in err and out.count("game.pgn, game") == 2
    games = list(read(file))
    assert [game.headers["Red"] for game in games] == ["甲", "丙"]
    assert all(node.eval for node in games[0].mainline()) and not games[1].mainline()[0].eval
    # The next run goes on, with what was kept.
    file.write_bytes(before)
    told = 100
    status, _out, err = run(capsys, *words, "-o", str(file))
    assert status == 0 and told == 103, err  # of twelve positions both games have the first
    assert all(node.eval for game in read(file) for node in game.mainline())


def test_a_folder_that_is_written_to_is_not_read(
    file: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out = str(file.parent / "noted.pgn")
    for _ in range(2):
        status, said, _err = run(capsys, str(file.parent), "--depth", "1", "-o", out)
        assert status == 0 and said.count("game.pgn, game ") == 2 and "noted.pgn, " not in said
    assert len(list(read(out))) == 2


def test_what_the_format_cannot_hold_is_told(
    file: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out = tmp_path / "game.xqf"
    words = (str(file), "--game", "1", "--depth", "2", "--quiet", "-o", str(out))
    status, said, err = run(capsys, *words)
    assert (status, said) == (0, "") and "not kept" in err
    [game] = read(out)
    assert len(game.mainline()) == 5 and game.count_variations() > 0
