"""Games through real sockets: played, refused, drawn, taken back, timed."""

from typing import Any

import pytest

#: A short game to mate: the double cannon opening trap.
MATE_IN_ONE = "4k4/R8/9/9/9/9/9/9/9/1R3K3 w - - 0 1"
OPENING = ["h2e2", "h9g7", "h0g2", "i9h9", "i0h0", "b9c7"]


def test_a_whole_game_to_mate(player: Any) -> None:
    page = player.join(player.alone(fen="3k5/9/9/9/9/9/9/9/R8/1R3K3 w - - 0 1"))
    moves = ["a1a8", "d9e9", "b0b9"]
    for ply, move in enumerate(moves):
        page.move(ply, move)
        event = page.hear()
        assert event["t"] == "played"
        assert event["seq"] == ply + 2
        assert event["move"]["uci"] == move
        assert event["position"]["ply"] == ply + 1
    assert event["position"]["check"] == "e9"
    assert event["position"]["checkers"] == ["b9"]
    assert event["position"]["dests"] == {}
    end = page.hear()
    assert end["t"] == "ended"
    assert end["outcome"]["winner"] == "red"
    assert end["outcome"]["result"] == "1-0"
    assert end["outcome"]["termination"] == "checkmate"
    assert set(end["outcome"]["text"]) == {"zh", "en"}
    page.move(3, "e9e8")
    assert page.hear()["code"] == "game_over"


def test_moves_are_told_in_three_notations_with_captures(player: Any) -> None:
    page = player.join(player.alone())
    for ply, move in enumerate(["h2e2", "b7e7", "e2e6"]):
        page.move(ply, move)
        event = page.hear()
    entry = event["move"]
    assert (entry["zh"], entry["wxf"], entry["iccs"]) == ("炮五进四", "C5+4", "E2-E6")
    assert (entry["piece"], entry["captured"], entry["check"]) == ("C", "p", "e9")
    assert event["position"]["captured"] == {"red": [], "black": ["P"]}
    assert event["position"]["last"] == ["e2", "e6"]


def test_an_illegal_move_is_refused_with_its_reason(player: Any) -> None:
    page = player.join(player.alone())
    page.say("move", table=page.table, ply=0, move="b0d1", id=5)
    refused = page.hear()
    assert (refused["t"], refused["cmd"], refused["id"]) == ("refused", "move", 5)
    assert refused["code"] == "illegal_move"
    assert "c0" in refused["text"]["en"]
    assert "c0" in refused["text"]["zh"]
    assert refused["seq"] == 1
    page.quiet()


@pytest.mark.parametrize(
    ("say", "code"),
    [
        ({"t": "move", "ply": 1, "move": "h2e2"}, "wrong_ply"),
        ({"t": "move", "ply": 0, "move": "xyz"}, "bad_move"),
        ({"t": "move", "ply": 0, "move": "h2e2", "table": "another"}, "wrong_table"),
        ({"t": "takeback", "ply": 0}, "nothing_to_take_back"),
        ({"t": "resign"}, "side_needed"),
        ({"t": "accept", "kind": "draw"}, "no_offer"),
        ({"t": "decline", "kind": "takeback"}, "no_offer"),
        ({"t": "claim_draw"}, "not_claimable"),
        ({"t": "claim_time"}, "time_not_up"),
        ({"t": "set_level", "level": 4}, "no_engine"),
        ({"t": "set_level", "level": 0}, "bad_level"),
        ({"t": "move_now"}, "no_engine"),
    ],
)
def test_what_is_refused(player: Any, say: dict[str, Any], code: str) -> None:
    page = player.join(player.alone())
    if say["t"] == "move":
        say = {"table": page.table} | say
    page.say(**say)
    refused = page.hear()
    assert (refused["t"], refused["cmd"], refused["code"]) == ("refused", say["t"], code)
    assert refused["text"]["zh"] != refused["text"]["en"]


def test_only_the_holder_of_a_seat_moves_and_all_watch(player: Any, stranger: Any) -> None:
    table = player.alone()
    watching = stranger.sit(table)
    snapshot = watching.hear()
    assert snapshot["table"]["you"] == []
    assert not any(snapshot["table"]["can"].values())
    for wish in ({"t": "resign", "side": "red"}, {"t": "takeback", "ply": 0}, {"t": "move_now"}):
        watching.say(**wish)
        assert watching.hear()["code"] == "not_seated"
    watching.move(0, "h2e2")
    assert watching.hear()["code"] == "not_seated"
    page = player.join(table)
    page.move(0, "h2e2")
    assert page.hear() == watching.hear()


def test_the_engine_answers_and_takes_back(player: Any) -> None:
    page = player.join(player.new_table()["table"]["id"])
    page.move(0, "h2e2")
    assert page.hear()["by"] == "red"
    answer = page.until("played")
    assert (answer["by"], answer["seq"]) == ("black", 3)
    back = page.ask("takeback", "taken_back", ply=2)
    assert (back["ply"], back["position"]["turn"], back["seq"]) == (0, "red", 4)
    assert back["position"]["dests"]["h2"]
    page.quiet()


def test_the_engine_opens_when_it_is_red(player: Any) -> None:
    made = player.new_table(seats={"red": "engine", "black": "human"}, level=10)
    page = player.sit(made["table"]["id"])
    assert page.hear()["table"]["you"] == ["black"]
    assert page.until("played")["by"] == "red"


def test_the_engine_answers_a_draw_offer(player: Any) -> None:
    for level, how in ((1, "accepted"), (2, "declined")):  # at level 1 it stands badly
        page = player.join(player.new_table(level=level)["table"]["id"])
        page.move(0, "h2e2")
        page.until("played")
        page.until("played")
        assert page.ask("offer_draw", "offered")["by"] == "red"
        closed = page.until("offer_closed")
        assert (closed["how"], closed["by"]) == (how, "black")
        if how == "accepted":
            assert page.until("ended")["outcome"]["termination"] == "agreement"


def test_two_people_with_an_invitation(player: Any, stranger: Any) -> None:
    made = player.new_table(seats={"red": "human", "black": "open"})
    table, key = made["table"]["id"], made["invites"]["black"]
    red = player.join(table)
    wrong = stranger.http.post(f"/api/tables/{table}/join", json={"side": "black", "key": "x"})
    assert (wrong.status_code, wrong.json()["error"]["code"]) == (403, "bad_key")
    join = {"side": "black", "key": key}
    joined = stranger.http.post(f"/api/tables/{table}/join", json=join)
    assert joined.json()["table"]["you"] == ["black"]
    assert red.hear()["seats"]["black"]["kind"] == "human"
    again = stranger.http.post(f"/api/tables/{table}/join", json=join)
    assert again.json()["error"]["code"] == "seat_taken"

    black = stranger.join(table)
    red.move(0, "h2e2")
    assert red.hear() == black.hear()
    red.move(1, "h9g7")
    assert red.hear()["code"] == "not_your_turn"
    assert red.ask("takeback", "offered", ply=1)["kind"] == "takeback"
    assert black.ask("accept", "taken_back", kind="takeback")["ply"] == 0
    red.until("taken_back")
    black.say("offer_draw")
    assert red.until("offered")["by"] == "black"
    red.say("accept", kind="draw")
    for page in (red, black):
        assert page.until("ended")["outcome"]["termination"] == "agreement"


def test_resigning_and_levels(player: Any) -> None:
    page = player.join(player.new_table()["table"]["id"])
    assert page.ask("set_level", "level_set", level=7)["level"] == 7
    end = page.ask("resign", "ended")
    assert (end["outcome"]["winner"], end["outcome"]["termination"]) == ("black", "resignation")


def test_a_draw_may_be_claimed(player: Any) -> None:
    page = player.sit(player.alone(fen="3k5/9/9/9/9/9/9/9/9/R3K4 b - - 120 90"))
    table = page.hear()["table"]
    assert table["position"]["claimable"]["termination"] == "natural_limit"
    assert table["can"]["claim_draw"]
    assert page.ask("claim_draw", "ended")["outcome"]["result"] == "1/2-1/2"


def test_the_flag_falls_by_itself(player: Any) -> None:
    page = player.sit(player.alone(clock={"main": 0.4, "increment": 0.1}))
    clock = page.hear()["table"]["clock"]
    assert clock["running"] == "red"
    assert clock["red"]["main"] == pytest.approx(0.4, abs=0.3)
    page.move(0, "h2e2")
    played = page.hear()
    assert played["clock"]["running"] == "black"
    assert 0.1 < played["clock"]["red"]["main"] <= 0.5
    end = page.hear(3)
    assert (end["outcome"]["winner"], end["outcome"]["termination"]) == ("red", "time")
    assert end["clock"]["running"] is None
    assert end["clock"]["black"]["main"] == 0
    page.move(1, "h9g7")
    assert page.hear()["code"] == "game_over"


def test_a_table_from_a_position_and_its_list(player: Any) -> None:
    first = player.new_table(fen=MATE_IN_ONE, level=9, rules="axf")["table"]
    assert (first["level"], first["rules"]) == (9, "axf")
    assert first["start"]["fen"] == MATE_IN_ONE
    page = player.join(first["id"])
    page.move(0, "b0b9")
    page.until("ended")
    second = player.new_table()["table"]
    tables = player.http.get("/api/tables").json()["tables"]
    assert [row["id"] for row in tables] == [second["id"], first["id"]]
    assert tables[1]["status"] == "over"
    assert tables[1]["outcome"]["winner"] == "red"
    assert tables[1]["plies"] == 1
    assert len(player.http.get("/api/tables?limit=1").json()["tables"]) == 1


def test_a_position_that_cannot_be_played_is_refused_with_all_reasons(player: Any) -> None:
    fen = "4k4/9/9/9/9/9/9/9/9/B3K4 w - - 0 1"
    response = player.http.post("/api/tables", json={"fen": fen})
    error = response.json()["error"]
    assert (response.status_code, error["code"]) == (400, "bad_setup")
    assert len(error["problems"]) == 2
    checked = player.http.post("/api/positions", json={"fen": fen}).json()
    assert not checked["ok"]
    assert [p["code"] for p in checked["problems"]] == [p["code"] for p in error["problems"]]
    assert checked["fen"] == fen
    good = player.http.post("/api/positions", json={"fen": MATE_IN_ONE}).json()
    assert good["ok"]
    assert good["position"]["dests"]["b0"]
    bad = player.http.post("/api/positions", json={"fen": "nonsense"}).json()
    assert not bad["ok"]
    assert bad["problems"]


@pytest.mark.parametrize(
    ("body", "code"),
    [
        ({"seats": {"red": "engine", "black": "engine"}}, "seats_need_a_person"),
        ({"fen": MATE_IN_ONE, "record": {"text": "x"}}, "fen_or_record"),
        ({"level": 11}, "bad_message"),
        ({"unknown": 1}, "bad_message"),
        ({"clock": {"main": -1}}, "bad_time_control"),
        ({"clock": {}}, "bad_time_control"),
        ({"fen": "x"}, None),
        ([], "bad_message"),
    ],
)
def test_tables_that_cannot_be_made(player: Any, body: Any, code: str | None) -> None:
    response = player.http.post("/api/tables", json=body)
    assert response.status_code == 400
    error = response.json()["error"]
    assert code is None or error["code"] == code
    assert error["text"]["zh"]
    assert error["text"]["en"]
