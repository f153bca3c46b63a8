"""Records for the page that edits them: whole trees, positions, files written."""

import base64
import json
from pathlib import Path
from typing import Any

import pytest

from chuhe.errors import RecordError
from chuhe.game import Eval, Game
from chuhe.records import FORMATS, read
from chuhe.records import json as our_json
from chuhe.server import records_tree
from chuhe.server.records_bodies import SaveAsked

ROOT = Path(__file__).parents[2]
CORPUS = ROOT.parent / "shared" / "records"
OCTETS = {"Content-Type": "application/octet-stream"}
START = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1"
PGN = """[Event "全国赛"]
[Red "胡荣华"]
[Black "杨官璘"]
[Result "1-0"]

{开局} 1. 炮二平五 {中炮} 马8进7 (1... 炮8平5 2. 马二进三) 2. 马二进三! 车9平8 1-0

[Event "第二局"]

1. 兵七进一 卒7进1 *
"""


def opened(player: Any, data: bytes, game: int = 0) -> dict[str, Any]:
    response = player.http.post(f"/api/records/open?game={game}", content=data, headers=OCTETS)
    assert response.status_code == 200, response.text
    return response.json()  # type: ignore[no-any-return]


def rebuilt(view: dict[str, Any]) -> dict[str, Any]:
    """The columns of a tree as our JSON, made as the page makes it."""
    after = dict(view["after"])
    moves = []
    for node, move in enumerate(view["nodes"], 1):
        entry = {"move": view["moves"][move]["uci"]}
        if node in after:
            entry["after"] = after[node]
        moves.append(entry | view["notes"].get(str(node), {}))
    start = {"fen": view["fen"], **view["notes"].get("0", {})}
    return {
        "chuhe": 1,
        "headers": view["headers"],
        "result": view["result"],
        "start": start,
        "moves": moves,
    }


def save(player: Any, **asked: Any) -> Any:
    return player.http.post("/api/records/save", json=asked)


def written(player: Any, **asked: Any) -> list[Game]:
    """The games of the file that comes back."""
    response = save(player, **asked)
    assert response.status_code == 200, response.text
    answer = response.json()
    return list(read(base64.b64decode(answer["data"]), format=answer["format"]))


def test_a_tree_is_told_in_columns(player: Any) -> None:
    answer = opened(player, PGN.encode("gb18030"))
    assert (answer["format"], answer["encoding"], answer["more"]) == ("pgn", "gb18030", False)
    assert [game["plies"] for game in answer["games"]] == [4, 2]
    view = answer["game"]
    names = [view["moves"][move]["zh"] for move in view["nodes"]]
    assert names == ["炮二平五", "马8进7", "马二进三", "车9平8", "炮8平5", "马二进三"]
    assert view["after"] == [[5, 1]]
    assert view["notes"]["0"] == {"comment": "开局"}
    assert view["notes"]["1"] == {"comment": "中炮"}
    assert view["notes"]["3"] == {"nags": [1]}
    # A move of the same name is told once.
    assert len(view["moves"]) == 5
    assert not any(move["check"] for move in view["moves"])


def test_all_that_a_node_may_hold_goes_out_and_comes_back(player: Any) -> None:
    game = Game("4k4/9/9/9/9/9/9/9/R8/3K5 w - - 3 7", [("Red", "甲"), ("Note", "x")], "1-0")
    node = game.root.add_variation("a1e1", comment="后", before="前", nags=[1, 16])
    node.clock, node.elapsed, node.eval = 598.5, 1.5, Eval(3, mate=True, depth=9)
    game.root.add_variation("a1a2").eval = Eval(-35)
    game.root.comment = "开头"
    data, _ = our_json.dumps([game])
    view = opened(player, data)["game"]
    assert view["moves"][view["nodes"][0]]["check"]
    assert list(read(json.dumps(rebuilt(view)).encode(), format="json")) == [game]
    assert written(player, format="json", games={"0": rebuilt(view)}) == [game]


def test_what_may_be_played_in_a_line(player: Any) -> None:
    asked = {"fen": START, "moves": ["h2e2", "h9g7"]}
    answer = player.http.post("/api/records/position", json=asked).json()
    assert answer["move"]["zh"] == "马8进7"
    assert answer["position"]["turn"] == "red"
    assert "f0e1" in {
        f + to for f, targets in answer["position"]["dests"].items() for to in targets
    }
    start = player.http.post("/api/records/position", json={"fen": START, "moves": []}).json()
    assert start["move"] is None


@pytest.mark.parametrize(
    ("asked", "code"),
    [
        ({"fen": START, "moves": ["h2e2", "h2e2"]}, "illegal."),
        ({"fen": START, "moves": ["x"]}, "move.uci"),
        ({"fen": "x", "moves": []}, "fen."),
        ({"fen": "9/9/9/9/9/9/9/9/9/9 w", "moves": []}, "bad_setup"),
        ({"fen": START, "moves": ["h2e2"] * 2001}, "bad_message"),
        ({"fen": START, "moves": ["h2e2h9g7"]}, "bad_message"),
        ({"fen": START}, "bad_message"),
    ],
)
def test_a_line_that_cannot_be_is_refused_with_the_reason(
    player: Any, asked: dict[str, Any], code: str
) -> None:
    response = player.http.post("/api/records/position", json=asked)
    assert response.status_code == 400
    error = response.json()["error"]
    assert error["code"].startswith(code)
    assert error["text"]["zh"] != error["text"]["en"]


def test_every_format_that_is_written_is_offered_and_reads_back(player: Any) -> None:
    offered = player.http.get("/api/records/formats").json()["formats"]
    assert {one["name"] for one in offered} == {m.NAME for m in FORMATS.values() if m.WRITES}
    tree = rebuilt(opened(player, PGN.encode())["game"])
    for one in offered:
        [game] = written(player, format=one["name"], games={"0": tree})
        if one["name"] != "epd":
            assert game.uci_moves == ["h2e2", "h9g7", "h0g2", "i9h9"]


def test_what_a_format_cannot_hold_is_told(player: Any) -> None:
    tree = rebuilt(opened(player, PGN.encode())["game"])
    losses = save(player, format="epd", games={"0": tree}).json()["losses"]
    assert losses
    assert all(loss["zh"] != loss["en"] for loss in losses)
    assert save(player, format="json", games={"0": tree}).json()["losses"] == []


def test_a_library_is_written_with_the_games_that_were_edited(player: Any) -> None:
    source = base64.b64encode(PGN.encode()).decode()
    tree = rebuilt(opened(player, PGN.encode(), 1)["game"])
    tree["moves"].append({"move": "h2e2", "comment": "新着"})
    new = {"chuhe": 1, "headers": {"Event": "新局"}, "result": "*", "start": {}, "moves": []}
    games = written(player, format="cbl", games={"1": tree, "7": new}, source=source)
    assert [game.uci_moves for game in games] == [
        ["h2e2", "h9g7", "h0g2", "i9h9"],
        ["c3c4", "g6g5", "h2e2"],
        [],
    ]
    assert games[1].end().comment == "新着"
    assert games[2].headers["Event"] == "新局"


@pytest.mark.parametrize(
    ("asked", "code"),
    [
        ({"format": "nothing", "games": {"0": {}}}, "record.not_written"),
        ({"format": "che", "games": {"0": {}}}, "record.not_written"),
        ({"format": "pgn", "games": {}}, "record.nothing_to_save"),
        ({"format": "pgn", "games": {"0": {}}}, "record.not_one_tree"),
        ({"format": "pgn", "games": {"0": []}}, "record.not_one_tree"),
        ({"format": "pgn", "games": {"0": 7}}, "record.not_one_tree"),
        ({"format": "pgn", "games": {"x": {}}}, "bad_message"),
        ({"format": "pgn", "games": {"0": {}}, "source": "%%%"}, "bad_message"),
        ({"format": "pgn", "games": {"0": {}}, "notation": "klingon"}, "bad_message"),
        ({"format": "pgn", "games": {"0": {}}, "path": "/etc"}, "bad_message"),
        ({"format": "pgn", "games": {}, "source": "aGVsbG8="}, "record.no_game"),
    ],
)
def test_what_cannot_be_saved_is_refused(player: Any, asked: dict[str, Any], code: str) -> None:
    response = save(player, **asked)
    assert response.status_code == 400, response.text
    assert response.json()["error"]["code"].startswith(code)


def test_a_tree_that_is_not_whole_is_refused_with_its_place(player: Any) -> None:
    moves = [{"move": "h2e2"}, {"move": "h9g7"}, {"move": "a0a9"}]
    tree = {"chuhe": 1, "headers": {}, "result": "*", "start": {}, "moves": moves}
    response = save(player, format="pgn", games={"4": tree})
    error = response.json()["error"]
    assert (error["code"], error["facts"]["game"], error["facts"]["ply"]) == (
        "record.bad_sent_tree",
        "5",
        "3",
    )


def test_games_of_which_a_file_holds_one_are_refused(player: Any) -> None:
    source = base64.b64encode(PGN.encode()).decode()
    response = save(player, format="xqf", games={}, source=source)
    assert response.json()["error"]["code"] == "record.one_game"


def test_a_file_of_too_many_games_is_not_written_anew(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(records_tree, "MAX_GAMES", 1)
    asked = SaveAsked("cbl", {}, source=PGN.encode())
    with pytest.raises(RecordError) as raised:
        records_tree.saved(asked)
    assert (raised.value.code, raised.value.facts) == ("record.too_many_games", {"most": 1})
    monkeypatch.setattr(records_tree, "MAX_GAMES", 2)
    assert len(list(read(records_tree.saved(asked).data))) == 2


def test_a_game_that_is_not_there_is_told_with_how_many_there_are(player: Any) -> None:
    text = '[Event "x"]\n\n1. 炮二平五 *\n\n' * 5100
    response = player.http.post(
        "/api/records/open?game=5100", content=text.encode(), headers=OCTETS
    )
    error = response.json()["error"]
    assert (error["code"], error["facts"]) == (
        "record.no_such_game",
        {"games": "5100", "game": "5101"},
    )


def test_a_deep_body_does_not_break_the_server(player: Any) -> None:
    body = b'{"format":"pgn","games":{"0":' + b"[" * 100_000 + b"]" * 100_000 + b"}}"
    response = player.http.post("/api/records/save", content=body)
    assert response.status_code == 400
    assert response.json()["error"]["code"] in ("too_deep", "bad_message", "record.not_one_tree")


def test_a_start_that_cannot_be_played_is_shown_without_moves(player: Any) -> None:
    view = opened(player, b'[FEN "4k4/9/9/9/9/9/9/9/9/B8 w - - 0 1"]\n\n1. B0-C2')["game"]
    assert not view["playable"]
    assert view["nodes"] == []
    assert len(view["problems"]) == 2


def test_bodies_too_large_are_refused(player: Any) -> None:
    response = player.http.post(
        "/api/records/open", content=b"x" * (8 * 1024 * 1024 + 1), headers=OCTETS
    )
    assert response.status_code == 413


def test_thousands_of_games_are_listed_and_all_can_be_had(player: Any) -> None:
    text = '[Event "x"]\n\n1. 炮二平五 *\n\n' * 5100
    answer = opened(player, text.encode(), 5099)
    assert len(answer["games"]) == 5000
    assert answer["more"]
    assert answer["game"]["index"] == 5099


def test_long_lines_with_many_variations_take_no_quadratic_time(player: Any) -> None:
    loop, count = ["b0c2", "b9c7", "c2b0", "c7b9"], 15_000
    moves: list[dict[str, Any]] = [{"move": loop[i % 4]} for i in range(count)]
    # An alternative to each move of the line, from its end to its start.
    moves += [{"move": ("a3a4", "a6a5")[i % 2], "after": i} for i in reversed(range(count))]
    tree = {"chuhe": 1, "headers": {}, "result": "*", "start": {}, "moves": moves}
    # It would be a minute, for which `player` does not wait.
    view = opened(player, json.dumps(tree).encode())["game"]
    assert len(view["nodes"]) == 2 * count
    assert not view["problems"]


def test_the_largest_tree_of_the_archive_goes_out_and_comes_back(player: Any) -> None:
    found = sorted(CORPUS.rglob("中炮【马8进7】.XQF"))
    if not found:
        pytest.skip("the corpus is not here")
    data = found[0].read_bytes()
    game = next(read(data))
    view = opened(player, data)["game"]
    unread = [note["unread"] for note in view["notes"].values() if "unread" in note]
    assert sum(map(len, unread)) == game.count_unread() > 0
    # Two of its variations begin with a move that cannot be played.
    assert len(view["after"]) == game.count_variations() - 2
    [back] = written(player, format="xqf", games={"0": rebuilt(view)})
    assert back.same_tree(game)
