"""``chuhe judge FILE…``: record files, folders, stdin, and the collection of real games."""

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from chuhe.rules import RULES

DATA = Path(__file__).parents[1] / "data" / "judge"
CORPUS = Path(__file__).parents[3] / "shared" / "records" / "pgn"
MATE = '[FEN "4k4/9/4N4/9/9/1C7/9/9/9/3K5 w"]\n[Result "{result}"]\n\n1. b4e4 {comment} {result}\n'
ILLEGAL = '[Result "1-0"]\n[Red "甲"]\n[Black "乙"]\n\n1. 炮二平五 马8进7 2. 马二进四 {认负} 1-0\n'
CYCLE = (
    '[FEN "4k4/8R/9/9/9/9/9/9/9/rrBA1K3 w"]\n[Result "{result}"]\n\n'
    "1. i8i9 e9e8 2. i9i8 e8e9 3. i8i9 e9e8 4. i9i8 e8e9 {more} {result}\n"
)


def judge(*words: object, text: bytes | None = None) -> subprocess.CompletedProcess[str]:
    done = subprocess.run(
        [sys.executable, "-m", "chuhe", "--lang", "en", "judge", *map(str, words)],
        input=text,
        capture_output=True,
        timeout=120,
        env={**os.environ, "COLUMNS": "200"},
    )
    assert b"Traceback" not in done.stderr, done.stderr.decode()
    return subprocess.CompletedProcess(
        done.args, done.returncode, done.stdout.decode(), done.stderr.decode()
    )


def verdicts(*words: object, text: bytes | None = None) -> tuple[list[dict[str, Any]], int]:
    done = judge("--json", *words, text=text)
    return [json.loads(line) for line in done.stdout.splitlines()], done.returncode


def write(folder: Path, **files: str) -> Path:
    for name, text in files.items():
        (folder / f"{name}.pgn").write_text(text, encoding="utf-8")
    return folder


def test_the_annotated_opening_is_judged_by_one_command() -> None:
    (game,), status = verdicts(DATA / "five-six-cannons.pgn")
    assert (game["plies"], game["legal"], game["outcome"]) == (14, True, None)
    assert game["agreement"] == "no_claim"
    assert game["problems"] == []
    assert status == 0


def test_a_record_that_agrees(tmp_path: Path) -> None:
    write(tmp_path, mate=MATE.format(result="1-0", comment="{绝杀}"))
    (game,), status = verdicts(tmp_path / "mate.pgn")
    assert (game["outcome"], game["termination"], game["at_ply"]) == ("red_wins", "checkmate", 1)
    assert game["recorded"] == {"result": "1-0", "termination": "checkmate", "words": "绝杀"}
    assert (game["agreement"], status) == ("agrees", 0)


def test_a_record_that_differs_is_a_finding(tmp_path: Path) -> None:
    write(tmp_path, mate=MATE.format(result="0-1", comment=""))
    (game,), status = verdicts(tmp_path / "mate.pgn")
    assert (game["agreement"], status) == ("differs", 1)


def test_a_cycle_is_told_ply_by_ply(tmp_path: Path) -> None:
    write(tmp_path, cycle=CYCLE.format(result="0-1", more=""))
    (game,), status = verdicts(tmp_path / "cycle.pgn")
    assert game["article"] == "club.perpetual_check"
    assert game["cycle"] == [1, 8]
    assert [act["class"] for act in game["acts"]] == ["check", "idle"] * 4
    assert (game["agreement"], status) == ("agrees", 0)
    text = judge(tmp_path / "cycle.pgn").stdout
    assert "perpetual check by Red alone (plies 1 to 8)" in text
    assert "ply 1: Red R1+1: check" in text
    assert "ply 8: Black K-1: idle" in text.replace("K5-1", "K-1")


def test_play_after_the_end_is_told_from_a_wrong_result(tmp_path: Path) -> None:
    write(tmp_path, cycle=CYCLE.format(result="1-0", more="5. i8i9 e9e8"))
    (game,), status = verdicts(tmp_path / "cycle.pgn")
    assert (game["at_ply"], game["plies"]) == (8, 10)
    assert (game["agreement"], status) == ("played_on", 1)
    assert "2 more plies were played after that." in judge(tmp_path / "cycle.pgn").stdout


def test_a_draw_that_could_be_claimed_bears_out_a_recorded_draw(tmp_path: Path) -> None:
    head = '[FEN "3k5/9/9/9/9/9/9/9/9/R3K4 w - - 119 60"]\n[Result "{0}"]\n\n1. a0a1 d9d8 {0}\n'
    write(tmp_path, draw=head.format("1/2-1/2"), win=head.format("1-0"))
    (draw, win), status = verdicts(tmp_path)
    assert (draw["termination"], draw["agreement"]) == ("natural_limit", "agrees")
    assert (win["termination"], win["agreement"]) == (None, "open")
    assert win["claimable"][0]["termination"] == "natural_limit"
    assert status == 0


def test_a_claim_that_a_capture_took_away_bears_out_nothing(tmp_path: Path) -> None:
    fen = "3k5/9/9/9/9/9/9/p8/9/R3K4 w - - 119 60"
    write(tmp_path, game=f'[FEN "{fen}"]\n\n1. e0e1 d9d8 2. a0a2 d8d9 1/2-1/2\n')
    (game,), _ = verdicts(tmp_path)
    assert (game["legal"], game["outcome"], game["agreement"]) == (True, None, "open")
    assert len(game["claimable"]) == 1


def test_an_illegal_move_is_named_with_its_place(tmp_path: Path) -> None:
    write(tmp_path, bad=ILLEGAL)
    (game,), status = verdicts(tmp_path / "bad.pgn")
    assert game["plies"] == 2
    assert (game["legal"]["ply"], game["legal"]["code"]) == (3, "illegal.leg_blocked")
    assert (game["red"], game["black"]) == ("甲", "乙")
    assert game["recorded"]["termination"] == "resignation"
    assert game["problems"][0]["place"]["line"] == 5
    assert status == 1
    text = judge(tmp_path / "bad.pgn").stdout
    assert "甲 – 乙" in text
    assert "Ply 3, 马二进四, is not legal: the horse's leg is blocked at g0" in text


def test_rules_are_chosen_by_name(tmp_path: Path) -> None:
    write(tmp_path, cycle=CYCLE.format(result="0-1", more=""))
    (game,), _ = verdicts(tmp_path / "cycle.pgn", "--rules", "axf")
    assert game["article"] == "axf.perpetual_check"
    done = judge(tmp_path / "cycle.pgn", "--rules", "fide")
    assert done.returncode == 2
    assert ", ".join(RULES) in done.stderr


def test_folders_patterns_and_stdin(tmp_path: Path) -> None:
    inner = tmp_path / "deep" / "er"
    inner.mkdir(parents=True)
    (tmp_path / ".hidden").mkdir()
    mate = MATE.format(result="1-0", comment="")
    for folder in (tmp_path, inner, tmp_path / ".hidden"):
        write(folder, game=mate)
    (tmp_path / "notes.md").write_text("no record", encoding="utf-8")
    assert [Path(game["path"]) for game in verdicts(tmp_path)[0]] == [
        tmp_path / "game.pgn",
        inner / "game.pgn",
    ]
    assert len(verdicts(f"{tmp_path}/**/*.pgn")[0]) == 2
    (game,), _ = verdicts("-", text=mate.encode())
    assert (game["path"], game["termination"]) == ("-", "checkmate")


def test_what_cannot_be_read_is_told_and_the_rest_is_judged(tmp_path: Path) -> None:
    write(tmp_path, a=MATE.format(result="1-0", comment=""))
    (tmp_path / "b.pgn").write_bytes(b"\0\1\2 nothing")
    games, status = verdicts(tmp_path, tmp_path / "absent.pgn")
    assert len(games) == 1
    assert status == 2
    done = judge(tmp_path, tmp_path / "absent.pgn")
    assert "b.pgn: nothing of a record of games is found here" in done.stderr
    assert "absent.pgn: there is no such file" in done.stderr
    assert "2 files not read" in done.stdout


def test_quiet_shows_only_what_was_found(tmp_path: Path) -> None:
    write(tmp_path, good=MATE.format(result="1-0", comment=""), bad=ILLEGAL)
    done = judge(tmp_path, "--quiet")
    assert "bad.pgn" in done.stdout
    assert "good.pgn" not in done.stdout
    assert "2 games in 2 files" in done.stdout


def test_quiet_shows_a_repetition_also_where_the_record_says_no_result(tmp_path: Path) -> None:
    loop = " ".join(f"{n}. R1+1 K5+1 {n + 1}. R1-1 K5-1" for n in (1, 3))
    fen = "4k4/8R/9/9/9/9/9/9/9/rrBA1K3 w - - 0 1"
    write(tmp_path, cycle=f'[FEN "{fen}"]\n\n{loop} *\n')
    done = judge(tmp_path, "--quiet")
    assert "cycle.pgn" in done.stdout
    assert "perpetual check by Red alone" in done.stdout


def test_an_empty_folder_is_wrong_usage(tmp_path: Path) -> None:
    done = judge(tmp_path)
    assert (done.returncode, done.stdout) == (2, "")
    assert "there are no records in" in done.stderr


@pytest.mark.corpus
@pytest.mark.skipif(not CORPUS.is_dir(), reason="the collection of records is not beside us")
def test_over_a_thousand_real_games_by_one_command() -> None:
    games, status = verdicts(CORPUS)
    assert len(games) > 1000
    assert status == 1  # two records break the rules, and some were played on after the end
    assert sum(game["legal"] is not True for game in games) < 10
    # A record may be the result of playing on after a repetition. Otherwise no real game
    # contradicts the board but one, agreed drawn at the third repetition: Red's cannon, driven to
    # and fro by a pawn, threatens to check and win a horse each time.
    differs = [game["path"] for game in games if game["agreement"] == "differs"]
    assert [Path(path).name for path in differs] == ["00008053.pgn"]
    assert sum(game["agreement"] == "agrees" for game in games) > 300
    # … and where it says 绝杀 or 困毙, so does the board at its last position.
    for game in games:
        if game["recorded"]["words"] in ("绝杀", "困毙"):
            end = game.get("last") or game
            assert end["termination"] == game["recorded"]["termination"], game["path"]
