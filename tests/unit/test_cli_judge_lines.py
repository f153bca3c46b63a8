"""``chuhe judge --jsonl``: one line in, one line out, whatever the line."""

import io
import json
import subprocess
import sys
from collections.abc import Iterable
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from chuhe.cli.common import LINE_LIMIT
from chuhe.cli.judge_lines import answer_lines
from chuhe.i18n import use_language

KEYS = ["id", "legal", "outcome", "termination", "at_ply", "article", "text"]
PERPETUAL = {
    "id": "p",
    "fen": "4k4/8R/9/9/9/9/9/9/9/rrBA1K3 w - - 0 1",
    "moves": ["i8i9", "e9e8", "i9i8", "e8e9"] * 2,
    "rules": "club",
}


def answers(*lines: bytes | dict[str, Any]) -> tuple[list[dict[str, Any]], int]:
    text = b"".join(
        (line if isinstance(line, bytes) else json.dumps(line).encode()) + b"\n" for line in lines
    )
    with use_language("en"):
        groups = list(answer_lines(io.BytesIO(text)))
    status = max((status for _, status in groups), default=0)
    return [json.loads(line) for lines, _ in groups for line in lines], status


def test_a_verdict_has_exactly_the_documented_fields() -> None:
    (answer,), status = answers(PERPETUAL)
    assert list(answer) == KEYS
    assert answer == {
        "id": "p",
        "legal": True,
        "outcome": "black_wins",
        "termination": "perpetual_check",
        "at_ply": 8,
        "article": "club.perpetual_check",
        "text": "Ply 8: perpetual check by Red alone (plies 1 to 8); by the club rules, Red loses.",
    }
    assert status == 0


def test_a_game_that_goes_on_has_nulls() -> None:
    (answer,), status = answers({"id": 7, "moves": ["h2e2"]})
    assert list(answer) == KEYS
    assert answer["id"] == 7
    assert answer["legal"] is True
    assert [answer[key] for key in KEYS[2:]] == [None] * 5
    assert status == 0


def test_an_illegal_move_is_named_by_ply_code_and_text() -> None:
    (answer,), status = answers({"id": None, "moves": "h2e2 h9g8"})
    assert answer["legal"]["ply"] == 2
    assert answer["legal"]["code"] == "illegal.geometry"
    assert "h9g8" in answer["legal"]["text"]
    assert status == 1


def test_an_impossible_position_names_all_reasons_and_tries_the_moves() -> None:
    fen = "3k5/9/9/9/9/9/9/9/9/B2K5 w - - 0 1"
    (answer,), _ = answers({"id": 1, "fen": fen, "moves": ["d0d1", "a0a1"]})
    assert answer["legal"]["ply"] == 1
    assert answer["setup"]["ply"] == 0
    assert "a0" in answer["setup"]["text"]
    assert "face" in answer["setup"]["text"]


def test_an_impossible_position_with_playable_moves_is_told_at_ply_0() -> None:
    (answer,), _ = answers({"id": 1, "fen": "3k5/9/9/9/9/9/9/9/9/B3K4 w", "moves": ["e0e1"]})
    assert answer["legal"]["ply"] == 0
    assert "a0" in answer["legal"]["text"]
    assert "setup" not in answer


def test_moves_after_the_end_are_tested_and_the_first_end_counts() -> None:
    more = PERPETUAL | {"moves": [*PERPETUAL["moves"], "i8i9", "e9e9"]}
    (answer,), _ = answers(more)
    assert (answer["outcome"], answer["at_ply"]) == ("black_wins", 8)
    assert answer["legal"]["ply"] == 10


def test_a_claim_ends_the_game_only_where_it_is_made() -> None:
    line = {"id": 1, "fen": "3k5/9/9/9/9/9/9/9/9/R3K4 w - - 119 60", "moves": ["a0a1", "d9d8"]}
    (unclaimed, claimed, engine), _ = answers(
        line, line | {"claim": True}, line | {"rules": "engine"}
    )
    assert unclaimed["outcome"] is None
    assert [end["termination"] for end in unclaimed["claimable"]] == ["natural_limit"]
    assert (claimed["outcome"], claimed["termination"], claimed["at_ply"]) == (
        "draw",
        "natural_limit",
        unclaimed["claimable"][0]["at_ply"],
    )
    assert engine["outcome"] == "draw"
    assert "claimable" not in engine


@pytest.mark.parametrize(
    ("line", "code"),
    [
        (b"{", "line.json"),
        (b"[]", "line.not_object"),
        (b"null", "line.not_object"),
        (b'"x"', "line.not_object"),
        (b"\xff\xfe{}", "line.encoding"),
        (b"\x00", "line.json"),
        (b'{"id": NaN}', "line.json_number"),
        (b'{"id": ' + b"9" * 9999 + b"}", "line.json_number"),
        (b"[" * 100_000, "line.json_depth"),
        (b'{"moves": [1]}', "line.field"),
        (b'{"moves": {"a": 1}}', "line.field"),
        (b'{"moves": 7}', "line.field"),
        (b'{"fen": 7}', "line.field"),
        (b'{"id": [1]}', "line.field"),
        (b'{"id": 1e999}', "line.field"),
        (b'{"rules": "fide"}', "rules.unknown"),
        (b'{"rules": ["club"]}', "line.field"),
        (b'{"claim": 1}', "line.field"),
        (b" " * 10 + b"x" * (LINE_LIMIT + 5), "line.too_long"),
    ],
    ids=lambda value: value if isinstance(value, str) else repr(value[:24]),
)
def test_a_bad_line_is_answered_with_its_error_and_the_next_goes_on(line: bytes, code: str) -> None:
    first, bad, last = {"id": "before"}, line, {"id": "after"}
    (one, error, two), status = answers(first, bad, last)
    assert (one["id"], two["id"]) == ("before", "after")
    assert set(error) == {"id", "error"}
    assert error["error"]["code"] == code
    assert error["error"]["line"] == 2
    assert len(error["error"]["text"]) < 300
    assert status == 2


def test_empty_lines_and_a_byte_order_mark_are_passed_over() -> None:
    found, status = answers(b'\xef\xbb\xbf{"id": 1}', b"", b"  \r", b'{"id": 2}\r')
    assert [answer["id"] for answer in found] == [1, 2]
    assert status == 0


def test_odd_ids_come_back_as_they_are() -> None:
    ids = ["", "红", "\ud800", "a\nb", 0, -1, 1.5, True, False, None, 10**100]
    found, _ = answers(*({"id": name} for name in ids))
    assert [answer["id"] for answer in found] == ids


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=20),
    lambda inner: (
        st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=6), inner, max_size=4)
    ),
    max_leaves=8,
)
MOVE = st.from_regex("[a-i][0-9][a-i][0-9]", fullmatch=True)


@given(
    st.lists(
        st.binary(max_size=60).map(lambda line: line.replace(b"\n", b" "))
        | st.fixed_dictionaries(
            {},
            optional={
                "id": JSON,
                "fen": JSON | st.just(PERPETUAL["fen"]),
                "moves": JSON | st.lists(MOVE | st.text(max_size=6), max_size=6),
                "rules": JSON | st.sampled_from(["club", "cxa", "axf", "wxf", "engine"]),
                "claim": JSON,
            },
        ),
        max_size=6,
    )
)
def test_every_line_gets_one_answer(lines: Iterable[bytes | dict[str, Any]]) -> None:
    lines = list(lines)
    found, status = answers(*lines)
    asked = [line for line in lines if not isinstance(line, bytes) or line.strip()]
    assert len(found) == len(asked)
    assert status in (0, 1, 2)
    for answer in found:
        assert "error" in answer or answer.keys() >= set(KEYS)


def test_an_answer_comes_before_the_next_line_is_sent() -> None:
    with subprocess.Popen(
        [sys.executable, "-m", "chuhe", "judge", "--jsonl", "-"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
    ) as process:
        assert process.stdin
        assert process.stdout
        for number in range(3):
            process.stdin.write(json.dumps({"id": number, "moves": ["h2e2"]}).encode() + b"\n")
            process.stdin.flush()
            assert json.loads(process.stdout.readline())["id"] == number
        process.stdin.close()
        assert process.wait(30) == 0


def test_exit_status_is_the_worst_that_was_found() -> None:
    def status(*lines: dict[str, Any] | str) -> int:
        text = "\n".join(line if isinstance(line, str) else json.dumps(line) for line in lines)
        done = subprocess.run(
            [sys.executable, "-m", "chuhe", "judge", "--jsonl"],
            input=text,
            capture_output=True,
            text=True,
        )
        assert done.stderr == ""
        return done.returncode

    assert status({"id": 1}) == 0
    assert status({"id": 1}, {"id": 2, "moves": ["a0a9"]}) == 1
    assert status("{", {"id": 2, "moves": ["a0a9"]}, {"id": 3}) == 2


def test_a_text_that_is_no_move_is_told_in_a_sentence_and_not_echoed_at_length() -> None:
    (answer,), status = answers({"moves": ["h2e2", "x" * 1000]})
    assert (answer["legal"]["ply"], answer["legal"]["code"], status) == (2, "move.uci", 1)
    assert "expected a move like h2e2" in answer["legal"]["text"]
    assert len(answer["legal"]["text"]) < 250


def test_a_wrong_kind_is_named_in_the_language_of_the_answer() -> None:
    line = json.dumps({"moves": ["h2e2", None]}).encode()
    with use_language("zh-Hans"):
        ((text,), _status) = next(answer_lines(io.BytesIO(line)))
    assert json.loads(text)["error"]["text"].endswith("含有 null, 文字 的列表")


def test_a_fen_that_is_none_is_said_to_be_unreadable() -> None:
    (answer,), status = answers({"id": 1, "fen": "9/9 w"})
    assert (answer["legal"]["ply"], answer["legal"]["code"]) == (0, "fen.ranks")
    assert "cannot be read" in answer["legal"]["text"]
    assert status == 1
