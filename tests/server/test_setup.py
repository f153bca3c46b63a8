"""Set-ups over HTTP: what is read, what is wrong with it and where, and how it stands."""

from typing import Any

import pytest

from chuhe import START_FEN, Board, Color, Setup

TWO_KINGS = "4k4/9/9/9/9/9/9/9/9/3K5 w - - 0 1"


def look(player: Any, text: str) -> Any:
    answer = player.http.post("/api/setup", json={"text": text})
    assert answer.status_code == 200, answer.text
    return answer.json()


@pytest.mark.parametrize(
    ("text", "fen", "moves"),
    [
        (START_FEN, START_FEN, 0),
        ("startpos", START_FEN, 0),
        ("position startpos", START_FEN, 0),
        (f"position fen {TWO_KINGS}", TWO_KINGS, 0),
        ("fen: 4k4/9/9/9/9/9/9/9/9/3K5", TWO_KINGS, 0),
        ("4k4/9/9/9/9/9/9/9/9/3K5 r 1", TWO_KINGS, 0),
        ("v1 4k4/9/9/9/9/9/9/9/9/3K5 w", TWO_KINGS, 0),
        ("  “4k4/9/9/9/9/9/9/9/9/3K5/ w - -”\n", TWO_KINGS, 0),
        (f'[Event "x"]\n[FEN "{TWO_KINGS}"]\n\n1. ... *', TWO_KINGS, 0),
        ("https://a.example/#/setup?fen=4k4/9/9/9/9/9/9/9/9/3K5_w&for=record", TWO_KINGS, 0),
        ("https://a.example/x?fen=4k4%2F9%2F9%2F9%2F9%2F9%2F9%2F9%2F9%2F3K5%20w", TWO_KINGS, 0),
        (f"position fen {TWO_KINGS} moves d0d1 e9e8", "9/4k4/9/9/9/9/9/9/3K5/9 w - - 2 2", 2),
        (f"{TWO_KINGS} moves D0-D1", "4k4/9/9/9/9/9/9/9/3K5/9 b - - 1 1", 1),
        ("rheakaehr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RHEAKAEHR", START_FEN, 0),
    ],
)
def test_positions_are_read_however_they_are_written(
    player: Any, text: str, fen: str, moves: int
) -> None:
    found = look(player, text)
    assert (found["fen"], found["moves"], found["problem"]) == (fen, moves, None)
    assert found["legal"] and found["playable"] and found["reasons"] == []


@pytest.mark.parametrize(
    ("text", "code", "said"),
    [
        ("", "fen.empty", "nothing"),
        ("这里没有局面", "setup.not_found", "no position"),
        ("position fen", "setup.not_found", "no position"),
        ("9/9 w", "fen.ranks", "10 ranks"),
        ("4x4/9/9/9/9/9/9/9/9/3K5", "fen.letter", "'x'"),
        (f"{START_FEN} moves h2e3", "setup.move", "move 1"),
        (f"startpos moves h2e2 h9g7 {'x' * 90}", "setup.move", "move 3"),
        (f"startpos moves {'h2e2 ' * 2001}", "setup.many_moves", "2000"),
        ("9/9/9/9/9/9/9/9/9/3K5 moves d0d1", "setup.no_moves", "no moves"),
        ("/" * 19_000, "fen.too_long", "bytes"),
        # Seconds, if blanks were tried from each of their places.
        (f"4k4/9/9/9/9/9/9/9/9/3K5{' ' * 19_000}x", "fen.too_long", "bytes"),
        ("fen " * 4_000, "setup.not_found", "no position"),
        ("a" * 19_000 + "/", "fen.too_long", "bytes"),
    ],
)
def test_what_cannot_be_read_says_why(player: Any, text: str, code: str, said: str) -> None:
    found = look(player, text)
    assert found["fen"] is None and found["standing"] is None and not found["playable"]
    problem = found["problem"]
    assert problem["code"] == code
    assert said in problem["text"]["en"]
    assert problem["text"]["zh"] != problem["text"]["en"]


def test_a_bad_move_is_told_in_both_languages(player: Any) -> None:
    text = look(player, "startpos moves b0d1")["problem"]["text"]
    assert "blocked" in text["en"] and "第 1 步" in text["zh"]
    assert not set(text["zh"]) & set("xyz")


@pytest.mark.parametrize(
    "body",
    [b"", b"{}", b'{"text": 7}', b'{"text": "", "more": 1}', b"[" * 60_000, b'{"text": "\xff"}'],
)
def test_bad_bodies_are_refused(player: Any, body: bytes) -> None:
    answer = player.http.post(
        "/api/setup", content=body, headers={"Content-Type": "application/json"}
    )
    assert answer.status_code == 400
    assert answer.json()["error"]["text"]["zh"]


def test_a_text_too_long_is_refused(player: Any) -> None:
    assert player.http.post("/api/setup", json={"text": "9" * 20_001}).status_code == 400
    assert player.http.post("/api/setup", json={"text": "9" * 70_000}).status_code == 413


REASONS = [
    ("9/9/9/9/9/9/9/9/9/3K5 w", {"setup.king_missing": ([], True)}),
    ("3k1k3/9/9/9/9/9/9/9/9/4K4 w", {"setup.too_many": (["d9", "f9"], True)}),
    ("4k4/9/9/9/9/9/9/9/9/4K4 w", {"setup.kings_face": (["e0", "e9"], False)}),
    ("4k4/9/9/9/4R4/9/9/9/9/3K5 w", {"setup.opponent_in_check": (["e5", "e9"], False)}),
    ("3k5/9/9/9/9/9/9/9/9/B3K4 w", {"setup.misplaced": (["a0"], False)}),
    (
        "3k5/9/9/9/9/P8/P8/9/9/4K4 w",
        {"setup.pawns_doubled": (["a3", "a4"], False)},
    ),
    (
        "3k5/9/9/9/9/9/9/9/9/RRR1K4 w",
        {"setup.too_many": (["a0", "b0", "c0"], False)},
    ),
    (
        "RRRRRRRRR/4k4/9/9/9/9/9/9/9/3K5 b",
        {"setup.too_many": ([f"{file}9" for file in "abcdefghi"], True)},
    ),
]


@pytest.mark.parametrize(("fen", "expected"), REASONS)
def test_every_reason_comes_with_its_squares_and_its_weight(
    player: Any, fen: str, expected: dict[str, tuple[list[str], bool]]
) -> None:
    found = look(player, fen)
    reasons = {r["code"]: (sorted(r["squares"]), r["bars"]) for r in found["reasons"]}
    assert reasons == expected
    assert not found["legal"]
    assert found["playable"] == (not any(bars for _, bars in expected.values()))
    assert (found["standing"] is not None) == found["playable"]
    assert all(r["text"]["zh"] and r["text"]["en"] for r in found["reasons"])


@pytest.mark.parametrize(
    ("fen", "turn", "state", "moves", "checkers", "winnable"),
    [
        (START_FEN, "red", "free", 44, [], True),
        ("4k4/9/4N4/9/9/4C4/9/9/9/3K5 b", "black", "checkmate", 0, ["e4"], True),
        # The king on d9 or e0 would face the other.
        ("4k4/9/9/9/4R4/9/9/9/9/3K5 b", "black", "check", 1, ["e5"], True),
        ("3k5/9/4P4/9/9/9/9/9/9/4K4 b", "black", "free", 2, [], True),
        ("3k5/3P5/9/9/9/9/9/9/9/4K4 b", "black", "check", 1, ["d8"], True),
        ("3k5/4P4/9/9/9/9/9/9/9/4K4 b", "black", "stalemate", 0, [], True),
        (TWO_KINGS, "red", "free", 1, [], False),
    ],
)
def test_how_a_position_stands(
    player: Any, fen: str, turn: str, state: str, moves: int, checkers: list[str], winnable: bool
) -> None:
    standing = look(player, fen)["standing"]
    assert standing["moves"] == moves
    assert (standing["turn"], standing["state"]) == (turn, state)
    assert (standing["checkers"], standing["winnable"]) == (checkers, winnable)
    assert standing["text"]["zh"].startswith(f"轮到{'红' if turn == 'red' else '黑'}方走")


def test_what_one_may_begin_with(player: Any) -> None:
    starts = player.http.get("/api/setup/starts").json()
    assert starts["start"] == START_FEN
    assert len(starts["set"]) == 32 and starts["set"].count("P") == 5
    full = len(Setup.start().piece_map())
    gone = {s["name"]["zh"]: full - len(Setup(s["fen"]).piece_map()) for s in starts["handicaps"]}
    assert (gone["让左马"], gone["让双马"], gone["让左车"], gone["让九子"]) == (1, 2, 1, 9)
    for start in (*starts["handicaps"], *starts["endings"], *starts["mates"]):
        board = Board(start["fen"])
        assert board.turn is Color.RED and board.legal_moves and not board.is_check()
    for start in starts["mates"]:
        board = Board(start["fen"])
        mates = []
        for move in board.legal_moves:
            board.push(move)
            mates += [move] * board.is_checkmate()
            board.pop()
        assert mates, start["name"]


def test_a_diagram_is_played_between_persons_only(player: Any) -> None:
    fen = "4k4/9/9/9/9/9/9/9/9/4K3P w - - 0 1"
    seats = {"red": "human", "black": "human"}

    def new(**wish: Any) -> Any:
        return player.http.post("/api/tables", json={"fen": fen, **wish})

    assert new(seats=seats).json()["error"]["code"] == "bad_setup"
    assert new(diagram=True).json()["error"]["code"] == "bad_setup"
    opened = new(seats=seats, diagram=True)
    assert opened.status_code == 201
    table = opened.json()["table"]
    assert table["position"]["fen"] == fen
    again = player.http.get(f"/api/tables/{table['id']}").json()["table"]
    assert again["position"]["dests"] == table["position"]["dests"] != {}
    no_king = new(fen="9/9/9/9/9/9/9/9/9/4K4 w", seats=seats, diagram=True)
    assert no_king.status_code == 400


def test_a_set_up_is_saved_as_a_picture(player: Any) -> None:
    def get(**query: str) -> Any:
        return player.http.get("/api/setup/picture", params=query)

    svg = get(text=START_FEN)
    assert svg.headers["content-type"].startswith("image/svg+xml")
    assert svg.text.startswith("<svg") and "attachment" in svg.headers["content-disposition"]
    assert get(text=START_FEN, below="black").text != svg.text
    # Even what cannot be played, and an empty board.
    for fen in ("9/9/9/9/9/9/9/9/9/9", "KKKKKKKKK/9/9/9/9/9/9/9/9/kkkkkkkkk b"):
        png = get(text=fen, format="png", glyphs="letters")
        assert png.content.startswith(b"\x89PNG"), fen
    checked = "4k4/9/9/9/4R4/9/9/9/9/3K5 b"
    assert get(text=checked).text != get(text=checked.replace(" b", " w")).text


@pytest.mark.parametrize(
    ("query", "code"),
    [
        ({}, "fen.empty"),
        ({"text": "x"}, "setup.not_found"),
        ({"text": "startpos", "format": "exe"}, "setup.choice"),
        ({"text": "startpos", "below": "x" * 5000}, "setup.choice"),
        ({"text": "startpos", "glyphs": ""}, "setup.choice"),
    ],
)
def test_bad_wishes_for_a_picture_are_refused(
    player: Any, query: dict[str, str], code: str
) -> None:
    answer = player.http.get("/api/setup/picture", params=query)
    assert answer.status_code == 400
    assert answer.json()["error"]["code"] == code
    assert len(answer.content) < 2000
