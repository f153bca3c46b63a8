"""Records over HTTP: pasted, uploaded, continued at a table, exported."""

from typing import Any

import pytest

from chuhe.records import read

PGN = """[Event "全国赛"]
[Red "胡荣华"]
[Black "杨官璘"]
[Result "1-0"]

{开局} 1. 炮二平五 {中炮} 马8进7 (1... 炮8平5 2. 马二进三) 2. 马二进三! 车9平8 1-0

[Event "第二局"]

1. 兵七进一 卒7进1 *
"""


def test_a_pasted_record_can_be_stepped_through(player: Any) -> None:
    record = player.http.post("/api/records", json={"text": PGN}).json()
    assert record["format"] == "pgn"
    assert [(g["index"], g["plies"], g["problems"]) for g in record["games"]] == [
        (0, 4, 0),
        (1, 2, 0),
    ]
    assert record["games"][0]["headers"]["Red"] == "胡荣华"
    assert not record["more"]
    game = record["game"]
    assert [move["zh"] for move in game["moves"]] == ["炮二平五", "马8进7", "马二进三", "车9平8"]
    assert [move["wxf"] for move in game["moves"]][:2] == ["C2=5", "H8+7"]
    assert game["comment"] == "开局"
    assert game["moves"][0]["comment"] == "中炮"
    assert game["moves"][1]["variations"] == 1
    assert game["moves"][2]["nags"] == [1]
    assert game["result"] == "1-0"
    assert len(game["positions"]) == 5
    for before, move, after in zip(
        game["positions"], game["moves"], game["positions"][1:], strict=False
    ):
        assert move["uci"][2:] in before["dests"][move["uci"][:2]]
        assert after["fen"] == move["fen"]
        assert after["last"] == [move["uci"][:2], move["uci"][2:]]


def test_any_game_of_an_uploaded_file(player: Any) -> None:
    octets = {"Content-Type": "application/octet-stream"}
    data = PGN.encode("gb18030")
    record = player.http.post("/api/records?game=1", content=data, headers=octets).json()
    assert record["game"]["headers"]["Event"] == "第二局"
    assert [move["uci"] for move in record["game"]["moves"]] == ["c3c4", "g6g5"]
    response = player.http.post("/api/records?game=2", content=data, headers=octets)
    assert response.status_code == 400
    assert response.json()["error"]["code"] == "record.no_such_game"


def test_what_is_wrong_in_a_record_is_told_with_its_place(player: Any) -> None:
    text = "1. 炮二平五 马8进9\n2. 炮二进九"
    record = player.http.post("/api/records", json={"text": text}).json()
    assert len(record["game"]["moves"]) == 2
    (problem,) = record["game"]["problems"]
    assert record["problems"] == []  # told once
    assert problem["place"] == {"zh": "第 2 行，第 3 着", "en": "line 2, ply 3"}
    assert "炮二进九" in problem["text"]["zh"]
    assert problem["text"]["zh"] != problem["text"]["en"]


START = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1"


@pytest.mark.parametrize("text", ["炮二平五", "C2=5", "h2-e2", "H2E2", " 炮２平５ "])
def test_a_move_in_any_notation_is_read(player: Any, text: str) -> None:
    answer = player.http.post("/api/moves", json={"fen": START, "text": text}).json()
    assert answer == {"move": "h2e2", "problem": None}


@pytest.mark.parametrize(
    ("text", "code"),
    [("马八进六", "illegal."), ("<b>x</b>", "notation."), ("", "notation."), ("帅五平五", "")],
)
def test_a_text_that_is_no_move_here_is_told_why(player: Any, text: str, code: str) -> None:
    answer = player.http.post("/api/moves", json={"fen": START, "text": text}).json()
    assert answer["move"] is None
    assert answer["problem"]["code"].startswith(code)
    assert answer["problem"]["text"]["zh"] != answer["problem"]["text"]["en"]


def test_a_move_needs_a_position(player: Any) -> None:
    for fen, code in (("x", "fen."), ("9/9/9/9/9/9/9/9/9/9 w", "bad_setup")):
        response = player.http.post("/api/moves", json={"fen": fen, "text": "h2e2"})
        assert response.status_code == 400
        assert response.json()["error"]["code"].startswith(code)


def test_a_diagram_that_cannot_arise_is_shown_with_its_faults(player: Any) -> None:
    text = '[FEN "4k4/9/9/9/9/9/9/9/9/B3K4 w - - 0 1"]\n\n1. E0-D0'
    record = player.http.post("/api/records", json={"text": text}).json()
    assert [move["uci"] for move in record["game"]["moves"]] == ["e0d0"]
    codes = {problem["code"] for problem in record["game"]["problems"]}
    assert codes == {"setup.misplaced", "setup.kings_face"}


def test_a_record_whose_start_cannot_be_played(player: Any) -> None:
    text = '[FEN "4k4/9/9/9/9/9/9/9/9/B8 w - - 0 1"]\n\n1. B0-C2'
    record = player.http.post("/api/records", json={"text": text}).json()
    assert record["game"] is None
    assert len(record["problems"]) == 2


@pytest.mark.parametrize("text", ["", "nothing of a record", "\0" * 1000])
def test_no_record_at_all(player: Any, text: str) -> None:
    response = player.http.post("/api/records", json={"text": text})
    assert response.status_code == 400
    assert response.json()["error"]["code"] == "record.no_game"


def test_many_games_are_listed_up_to_a_limit(player: Any) -> None:
    text = '[Event "x"]\n\n1. 炮二平五 *\n\n' * 250
    record = player.http.post("/api/records", json={"text": text, "game": 249}).json()
    assert len(record["games"]) == 200
    assert record["more"]
    assert record["game"]["index"] == 249


def test_a_table_continues_a_record(player: Any) -> None:
    made = player.new_table(record={"text": PGN, "ply": 3})
    table = made["table"]
    assert [move["zh"] for move in table["moves"]] == ["炮二平五", "马8进7", "马二进三"]
    page = player.join(table["id"])
    assert page.until("played")["by"] == "black"  # the engine's turn came with the record
    whole = player.new_table(record={"text": PGN, "game": 1})
    assert len(whole["table"]["moves"]) == 2
    for record in ({"text": PGN, "ply": 9}, {"text": PGN, "game": 9}):
        response = player.http.post("/api/tables", json={"record": record})
        assert response.json()["error"]["code"] == "no_such_game"


@pytest.mark.parametrize("style", ["zh", "wxf", "iccs"])
def test_an_exported_game_reads_back(player: Any, style: str) -> None:
    fen = "4k4/R8/9/9/9/9/9/9/9/1R3K3 w - - 0 1"
    page = player.join(player.alone(fen=fen))
    page.move(0, "b0b9")
    page.until("ended")
    response = player.http.get(f"/api/tables/{page.table}/pgn?style={style}")
    assert response.headers["content-type"].startswith("application/x-chess-pgn")
    assert "attachment" in response.headers["content-disposition"]
    game = next(read(response.content))
    assert (game.uci_moves, game.result, game.start_fen) == (["b0b9"], "1-0", fen)
    assert not game.problems
    assert player.http.get(f"/api/tables/{page.table}/pgn?style=x").status_code == 400
