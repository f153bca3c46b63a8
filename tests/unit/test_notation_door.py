"""``chuhe notation``: an answer for each line, whatever the line is."""

import io
import json
import subprocess
import sys
from typing import Any

import pytest

from chuhe.cli import notation as door

CANNONS = "3k5/9/9/9/4C4/9/9/4C4/9/4K4 w - - 0 1"
TWO_FILES = "3k5/9/9/3P1P3/3P1P3/9/9/9/9/4K4 w - - 0 1"


def ask(*lines: bytes | dict[str, Any]) -> list[dict[str, Any]]:
    raw = [line if isinstance(line, bytes) else json.dumps(line).encode() for line in lines]
    return list(door.answers(io.BytesIO(b"\n".join(raw))))


def test_a_move_comes_back_in_every_notation() -> None:
    (answer,) = ask({"fen": CANNONS, "move": "前炮平一"})
    assert answer == {
        "fen": CANNONS,
        "move": "e5i5",
        "zh": "前炮平一",
        "zh_hant": "前炮平一",
        "zh_b": "前炮平一",
        "zh_hant_b": "前炮平一",
        "wxf": "C+=1",
        "wxf_digits": "C+=1",
        "iccs": "E5-I5",
        "uci": "e5i5",
        "uci10": "e6i6",
        "san": "Ci5",
        "san10": "Ci6",
    }


def test_doubts_and_hints() -> None:
    assert ask({"fen": TWO_FILES, "move": "一兵平五"})[0]["others"] == ["d6e6"]
    (answer,) = ask({"fen": TWO_FILES, "move": "一兵平五", "hint": "zh-b"})
    assert answer["error"]["code"] == "notation.ambiguous"


@pytest.mark.parametrize(
    ("line", "code"),
    [
        ({"fen": CANNONS, "move": "炮五平一"}, "notation.ambiguous"),
        ({"move": "马八进六"}, "illegal.leg_blocked"),
        ({"move": "将相和"}, "notation.bad_character"),
        ({"move": ""}, "notation.not_a_move"),
        ({"move": "炮" * 100_000}, "notation.not_a_move"),
        ({"move": "h2e2", "fen": "x"}, "fen.ranks"),
        ({"move": "h2e2", "fen": "4k4/9/9/9/9/9/9/9/9/9 w"}, "setup.impossible"),
        # This can never arise either, but each side has its king: moves can be tried.
        ({"move": "h2e2", "fen": "4k4/9/9/9/9/9/9/9/9/B3K4 w"}, "illegal.no_piece"),
        ({"move": 3}, "notation.line_field"),
        ({"move": None}, "notation.line_field"),
        ({"move": "h2e2", "fen": []}, "notation.line_field"),
        ({"move": "h2e2", "hint": "klingon"}, "notation.line_hint"),
        ({"fen": CANNONS}, "notation.line_not_object"),
        (b"[]", "notation.line_not_object"),
        (b'"move"', "notation.line_not_object"),
        (b'{"move": "\\ud800"}', "notation.line_field"),
        (b"", "notation.line_not_json"),
        (b"{", "notation.line_not_json"),
        (b"\xff\xfe{\x00", "notation.line_not_json"),
        (b"[" * 200_000, "notation.line_not_json"),
        (b"9" * 100_000, "notation.line_not_json"),
        ("炮二平五".encode("gb18030"), "notation.line_not_json"),
    ],
    ids=str,
)
def test_a_bad_line_is_answered_in_its_place(line: Any, code: str) -> None:
    good = {"move": "h2e2"}
    first, answer, last = ask(good, line, good)
    assert first["move"] == last["move"] == "h2e2"
    assert (answer["line"], answer["error"]["code"]) == (2, code)
    assert code not in answer["error"]["text"], "no message for this code"


def test_a_line_without_end_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(door, "LINE_LIMIT", 1000)
    first, last = ask(b" " * 1001, {"move": "h2e2"})
    assert first["error"]["code"] == "notation.line_too_long"
    assert last["move"] == "h2e2"


def run(*words: str, text: str = "") -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "chuhe", *words]
    return subprocess.run(command, input=text, capture_output=True, text=True, encoding="utf-8")


def test_the_exit_status_tells_whether_all_was_well() -> None:
    good, bad = '{"move": "炮二平五"}\n', '{"move": "炮二平二"}\n'
    done = run("notation", "--jsonl", text=good)
    assert (done.returncode, json.loads(done.stdout)["wxf"], done.stderr) == (0, "C2=5", "")
    done = run("notation", "--jsonl", "-", text=good + bad + good)
    assert (done.returncode, len(done.stdout.splitlines()), done.stderr) == (1, 3, "")
    done = run("notation", "--jsonl", text=bad + "{\n" + bad)
    assert (done.returncode, len(done.stdout.splitlines()), done.stderr) == (2, 3, "")


def test_an_answer_comes_before_the_next_question() -> None:
    command = [sys.executable, "-m", "chuhe", "notation", "--jsonl"]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as program:
        assert program.stdin and program.stdout
        for _ in range(2):
            program.stdin.write('{"move": "炮二平五"}\n'.encode())
            program.stdin.flush()
            assert json.loads(program.stdout.readline())["move"] == "h2e2"
        program.stdin.close()
        assert program.wait(10) == 0


def test_a_person_gets_a_table() -> None:
    done = run("--lang", "en", "notation", "炮二平五", "n8+7")
    assert done.returncode == 0
    assert "Chinese, simplified         马8进7" in done.stdout
    done = run("--lang", "en", "notation", "--fen", CANNONS, "炮五平一")
    assert (done.returncode, done.stdout) == (2, "")
    assert "fits several legal moves" in done.stderr
    assert run("notation").returncode == 2
