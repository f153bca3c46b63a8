"""``chuhe judge`` with explanations: the door, the text, JSON, pages."""

import io
import json
import os
import re
import shlex
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from chuhe import Board, parse_square
from chuhe.cli.judge_lines import answer_lines
from chuhe.i18n import use_language
from chuhe.rules import RULES

CHECKS = {
    "fen": "4k4/8R/9/9/9/9/9/9/9/rrBA1K3 w",
    "moves": ["i8i9", "e9e8", "i9i8", "e8e9"] * 2,
}
#: Red's rook chases one cannon, Black's cannon threatens mate from two points.
CHASE_AND_KILL = next(
    {"fen": row[1], "moves": row[2].split()}
    for line in (Path(__file__).parents[1] / "data" / "repetition" / "cases.tsv")
    .read_text("utf-8")
    .splitlines()
    if (row := line.split("\t"))[0] == "wxf-039"
)
ADDED = {"cycle", "occurrences", "acts", "sides", "undecided", "warning", "others"}
RECORD = (
    '[Red "甲"]\n[Black "乙"]\n[FEN "4k4/8R/9/9/9/9/9/9/9/rrBA1K3 w"]\n[Result "0-1"]\n\n'
    "1. i8i9 e9e8 2. i9i8 e8e9 3. i8i9 e9e8 4. i9i8 e8e9 0-1\n"
)
PLAIN = '[Red "丙"]\n[Black "丁"]\n\n1. 炮二平五 马8进7 *\n'


def answers(*lines: dict[str, Any], language: str = "en") -> tuple[list[dict[str, Any]], int]:
    text = b"".join(json.dumps(line).encode() + b"\n" for line in lines)
    with use_language(language):
        groups = list(answer_lines(io.BytesIO(text)))
    status = max((status for _, status in groups), default=0)
    return [json.loads(line) for lines, _ in groups for line in lines], status


def explained(line: dict[str, Any], **more: Any) -> dict[str, Any]:
    (answer,), status = answers({**line, "explain": True, **more})
    assert status == 0
    return answer


def judge(*words: object, **env: str) -> subprocess.CompletedProcess[str]:
    done = subprocess.run(
        [sys.executable, "-m", "chuhe", "--lang", "en", "judge", *map(str, words)],
        capture_output=True,
        timeout=120,
        env={**os.environ, "COLUMNS": "200", **env},
    )
    assert b"Traceback" not in done.stderr, done.stderr.decode()
    return subprocess.CompletedProcess(
        done.args, done.returncode, done.stdout.decode(), done.stderr.decode()
    )


@pytest.fixture
def cycle(tmp_path: Path) -> Path:
    path = tmp_path / "cycle.pgn"
    path.write_text(RECORD, encoding="utf-8")
    return path


def test_the_evidence_of_a_perpetual_check() -> None:
    answer = explained(CHECKS)
    assert answer.keys() >= ADDED
    assert (answer["outcome"], answer["cycle"]) == ("black_wins", [1, 8])
    assert answer["occurrences"] == [0, 4, 8]
    assert [act["ply"] for act in answer["acts"]] == list(range(1, 9))
    assert [act["side"] for act in answer["acts"]] == ["red", "black"] * 4
    assert [act["class"] for act in answer["acts"]] == ["check", "idle"] * 4
    first = answer["acts"][0]
    assert (first["attackers"], first["targets"], first["why"]) == (["i9"], ["e9"], ["check"])
    assert (answer["warning"], answer["undecided"]) == (None, False)


def test_the_evidence_of_a_chase_names_attackers_targets_and_why() -> None:
    answer = explained(CHASE_AND_KILL, rules="cxa-2020")
    assert answer["outcome"] == "draw"
    by_class = {act["class"]: act for act in answer["acts"]}
    assert by_class.keys() == {"chase", "kill"}
    assert by_class["chase"]["why"] == ["rootless"]
    assert by_class["kill"]["why"] == ["mate"]
    for act in answer["acts"]:
        board = Board(CHASE_AND_KILL["fen"])
        for text in CHASE_AND_KILL["moves"][: act["ply"]]:
            board.push_uci(text)
        pieces = {str(board.piece_at(parse_square(square))) for square in act["attackers"]}
        assert pieces == ({"R"} if act["class"] == "chase" else {"c"})


def test_every_other_book_is_named_with_its_outcome() -> None:
    for rules in RULES:
        answer = explained(CHASE_AND_KILL, rules=rules)
        assert answer["others"].keys() == set(RULES) - {rules}
        for name, outcome in answer["others"].items():
            ply = answer["at_ply"] or len(CHASE_AND_KILL["moves"])
            (alone,), _ = answers(
                {
                    "fen": CHASE_AND_KILL["fen"],
                    "moves": CHASE_AND_KILL["moves"][:ply],
                    "rules": name,
                }
            )
            if alone["at_ply"] in (None, ply):  # else it had ended there before
                assert outcome == alone["outcome"]


def test_a_position_repeated_too_seldom_has_no_outcome_but_a_warning() -> None:
    line = {**CHECKS, "moves": CHECKS["moves"][:6]}
    answer = explained(line)
    assert (answer["outcome"], answer["cycle"], answer["acts"]) == (None, None, [])
    warning = answer["warning"]
    assert (warning["side"], warning["termination"]) == ("red", "perpetual_check")
    assert warning["fatal"] == ["i9i8"]
    assert "i9i8" not in warning["ways_out"]
    assert "Red loses" in warning["text"]
    board = Board(line["fen"])
    for move in line["moves"]:
        board.push_uci(move)
    assert set(warning["fatal"] + warning["ways_out"]) == {m.uci() for m in board.legal_moves}


def test_without_a_repetition_there_is_nothing_to_explain() -> None:
    for line in ({}, {"moves": ["h2e2"]}, {**CHECKS, "moves": CHECKS["moves"][:2]}):
        answer = explained(line)
        assert answer["outcome"] is None
        assert (answer["cycle"], answer["warning"], answer["undecided"]) == (None, None, False)
        assert (answer["acts"], answer["sides"], answer["occurrences"]) == ([], [], [])
        assert set(answer["others"].values()) == {None}


def test_a_mate_is_the_same_by_every_book() -> None:
    answer = explained({"fen": "4k4/9/4N4/9/9/1C7/9/9/9/3K5 w", "moves": ["b4e4"]})
    assert answer["outcome"] == "red_wins"
    assert set(answer["others"].values()) == {"red_wins"}
    assert (answer["cycle"], answer["acts"]) == (None, [])


def test_the_count_of_occurrences_can_be_asked_for() -> None:
    for count, ply in ((2, 4), (3, 8), (4, None)):
        (answer,), _ = answers({**CHECKS, "occurrences": count})
        assert answer["at_ply"] == ply
    answer = explained(CHECKS, occurrences=2)
    assert answer["others"]["axf"] == "black_wins"
    assert answer["others"]["count"] is None


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("explain", 1),
        ("explain", "yes"),
        ("occurrences", 1),
        ("occurrences", 0),
        ("occurrences", -3),
        ("occurrences", 101),
        ("occurrences", 10**30),
        ("occurrences", 2.0),
        ("occurrences", True),
        ("occurrences", "3"),
        ("occurrences", [3]),
        ("rules", "fide"),
        ("rules", 3),
    ],
)
def test_a_wrong_field_is_named(field: str, value: object) -> None:
    (answer,), status = answers({"id": 1, field: value})
    assert status == 2
    assert answer["error"]["line"] == 1
    assert answer["error"]["code"] in ("line.field", "rules.unknown")


def test_nulls_are_as_good_as_nothing() -> None:
    (answer,), status = answers({**CHECKS, "explain": None, "occurrences": None, "rules": None})
    assert status == 0
    assert not ADDED & answer.keys()


@pytest.mark.parametrize(
    ("fen", "moves"),
    [
        ("9/9", []),
        ("no fen", ["h2e2"]),
        ("9/9/9/9/4R4/9/9/9/9/3K5 w", ["e5e6"]),
        ("4k4/9/9/9/9/9/9/9/9/4K4 w", []),
        ("4k4/8R/9/9/9/9/9/9/9/brBA1K3 w", CHECKS["moves"]),
        (None, ["h2e2", "h2e2"]),
        (None, ["\ud800"]),
    ],
)
def test_bad_games_are_answered_with_all_fields(fen: str | None, moves: list[str]) -> None:
    (answer,), status = answers({"fen": fen, "moves": moves, "explain": True})
    assert status == 1
    assert answer.keys() >= ADDED
    assert answer["legal"] is not True


@given(
    fen=st.one_of(st.none(), st.text(max_size=40), st.just(CHECKS["fen"])),
    moves=st.lists(
        st.sampled_from(["i8i9", "e9e8", "i9i8", "e8e9", "f0f1", "b0b1", "zz"]), max_size=12
    ),
    rules=st.sampled_from(sorted(RULES)),
    occurrences=st.one_of(st.none(), st.integers(2, 5)),
)
def test_whatever_is_asked_is_answered(
    fen: str | None, moves: list[str], rules: str, occurrences: int | None
) -> None:
    line = {"fen": fen, "moves": moves, "rules": rules, "explain": True}
    (answer,), status = answers({**line, "occurrences": occurrences})
    assert status in (0, 1)
    assert answer.keys() >= ADDED
    if answer["cycle"]:
        assert answer["cycle"][1] == answer["at_ply"] == answer["acts"][-1]["ply"]
    if answer["warning"]:
        assert answer["outcome"] is None
        assert answer["warning"]["side"] in ("red", "black")


def test_options_are_the_default_of_lines(tmp_path: Path) -> None:
    path = tmp_path / "in.jsonl"
    path.write_text(json.dumps(CHECKS) + "\n" + json.dumps({**CHECKS, "rules": "club"}) + "\n")
    done = judge("--jsonl", path, "--rules", "axf", "--explain")
    first, second = (json.loads(line) for line in done.stdout.splitlines())
    assert (first["article"], second["article"]) == ("axf.perpetual_check", "club.perpetual_check")
    assert first["cycle"] == second["cycle"] == [1, 8]


def test_explain_tells_a_record_in_full(cycle: Path) -> None:
    done = judge(cycle, "--explain")
    assert done.returncode == 0
    assert "ply 1: Red R1+1: gives check" in done.stdout
    assert "plies 5 to 8: as plies 1 to 4" in done.stdout
    assert "Red gives check with every move, perpetual check: forbidden." in done.stdout
    assert "Other rule books:" in done.stdout
    assert "Other rule books:" not in judge(cycle).stdout


def test_explain_adds_an_explanation_to_the_json(cycle: Path) -> None:
    (game,) = map(
        json.loads, judge(cycle, "--json", "--explain", "--rules", "wxf").stdout.splitlines()
    )
    explanation = game["explanation"]
    assert explanation["rules"] == "wxf"
    assert explanation["acts"][0]["arrows"] == [{"from": "i9", "to": "e9", "kind": "check"}]
    assert game["acts"][0]["attackers"] == ["i9"]
    (game,) = map(json.loads, judge(cycle, "--json").stdout.splitlines())
    assert "explanation" not in game


def test_no_colour_in_a_pipe_and_colour_on_a_terminal(cycle: Path) -> None:
    assert "\x1b" not in judge(cycle, "--explain").stdout
    script = shutil.which("script")
    if script is None:
        pytest.skip("no script(1) to make a terminal")
    command = [sys.executable, "-m", "chuhe", "--lang", "en", "judge", str(cycle), "--explain"]

    def seen(**env: str) -> str:
        return subprocess.run(
            [script, "-qec", shlex.join(command), "/dev/null"],
            capture_output=True,
            env={k: v for k, v in os.environ.items() if k != "NO_COLOR"} | {"TERM": "xterm"} | env,
            timeout=60,
        ).stdout.decode()

    assert "\x1b[1mPerpetual check by Red" in seen()
    assert "\x1b[1m" not in seen(NO_COLOR="1")
    assert "\x1b[1m" not in seen(TERM="dumb")


def test_one_game_is_one_page(cycle: Path, tmp_path: Path) -> None:
    out = tmp_path / "out.html"
    done = judge(cycle, "--html", out)
    assert (done.returncode, done.stderr) == (0, "")
    page = out.read_text(encoding="utf-8")
    assert "甲 – 乙" in page
    assert page.count('role="img"') == 4  # a board for each ply of the loop
    assert "Red gives check with every move" in page
    assert not re.search(r'https?:|src=|href="(?!#)', page)
    assert not (tmp_path / "out-games").exists()
    assert "1 games in 1 files" in done.stdout


def test_many_games_are_an_index_with_a_page_each(cycle: Path, tmp_path: Path) -> None:
    (tmp_path / "plain.pgn").write_text(PLAIN, encoding="utf-8")
    (tmp_path / "z.pgn").write_text(RECORD.replace("甲", "<戊>"), encoding="utf-8")
    out = tmp_path / "all.html"
    done = judge(cycle, tmp_path / "plain.pgn", tmp_path / "z.pgn", "--html", out)
    assert done.returncode == 0
    index = out.read_text(encoding="utf-8")
    assert index.count("<tr>") == 4
    assert "&lt;戊&gt;" in index
    assert "<戊>" not in index
    links = re.findall(r'href="([^"]*)"', index)
    assert links == ["all-games/000001.html", "all-games/000003.html"]
    for link in links:
        assert "perpetual check" in (tmp_path / link).read_text(encoding="utf-8").lower()
    assert index.endswith("</html>\n")


def test_quiet_leaves_games_out_of_the_index(cycle: Path, tmp_path: Path) -> None:
    (tmp_path / "plain.pgn").write_text(PLAIN, encoding="utf-8")
    out = tmp_path / "all.html"
    done = judge(cycle, tmp_path / "plain.pgn", "--quiet", "--html", out)
    page = out.read_text(encoding="utf-8")
    assert "甲" in page  # a repetition was ruled on
    assert "丙" not in page
    assert "2 games in 2 files" in done.stdout


def test_a_page_that_cannot_be_written_is_told(cycle: Path, tmp_path: Path) -> None:
    done = judge(cycle, "--html", tmp_path / "absent" / "out.html")
    assert done.returncode == 2
    assert "out.html: there is no such file" in done.stderr
    done = judge("--jsonl", "--html", tmp_path / "out.html")
    assert done.returncode == 2
    assert "--html goes with record files" in done.stderr


def test_the_help_and_the_completion_list_every_book() -> None:
    words = judge("--help").stdout
    assert all(name in words for name in RULES)
    done = subprocess.run(
        [sys.executable, "-m", "chuhe"],
        capture_output=True,
        text=True,
        env={
            **os.environ,
            "_CHUHE_COMPLETE": "complete_bash",
            "COMP_WORDS": "chuhe judge --rules cx",
            "COMP_CWORD": "3",
        },
    )
    assert set(done.stdout.split()) == {name for name in RULES if name.startswith("cx")}
