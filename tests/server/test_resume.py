"""Nothing is lost: reconnections, two pages, a killed server, a stopped one."""

import time
from collections.abc import Callable
from typing import Any

import pytest
from websockets.exceptions import ConnectionClosed

GAME = ["h2e2", "h9g7", "h0g2", "i9h9", "i0h0", "b9c7", "g3g4", "c6c5"]


def test_a_page_that_comes_back_gets_exactly_what_it_missed(player: Any) -> None:
    table = player.alone()
    first, second = player.join(table), player.join(table)
    for ply in range(3):
        first.move(ply, GAME[ply])
        assert first.hear() == second.hear()
    second.socket.close()
    told = []
    for ply in range(3, 6):
        first.move(ply, GAME[ply])
        told.append(first.hear())
    again = player.sit(table, last=4)
    assert again.hear() == {"t": "resumed", "seq": 7, "missed": 3}
    assert [again.hear() for _ in told] == told
    assert again.ask("resume", "resumed", last=7) == {"t": "resumed", "seq": 7, "missed": 0}
    assert again.ask("resume", "resumed", last=6)["missed"] == 1
    assert again.hear() == told[-1]
    first.move(6, GAME[6])
    assert again.hear() == first.hear()


@pytest.mark.parametrize("last", [None, "0", "99", "-1", "x", "1e3", "9" * 30, "%00"])
def test_whoever_cannot_be_brought_up_to_date_gets_a_snapshot(player: Any, last: Any) -> None:
    table = player.alone()
    page = player.join(table)
    page.move(0, GAME[0])
    page.hear()
    state = player.sit(table, last=last).hear()
    assert (state["t"], state["seq"]) == ("state", 2)
    assert [move["uci"] for move in state["table"]["moves"]] == GAME[:1]


def test_a_long_absence_gives_a_snapshot(player: Any) -> None:
    table = player.alone()
    page = player.join(table)
    for _ in range(12):
        page.move(0, "h2e2")
        page.until("played")
        page.ask("takeback", "taken_back", ply=1)
    assert player.sit(table, last=5).hear() == {"t": "resumed", "seq": 25, "missed": 20}
    state = player.sit(table, last=4).hear()
    assert (state["t"], state["seq"]) == ("state", 25)


def test_a_snapshot_equals_what_events_would_have_built(player: Any) -> None:
    table = player.alone()
    page = player.sit(table)
    seen = page.hear()["table"]
    for ply, move in enumerate(["h2e2", "b7e7", "e2e6"]):
        page.move(ply, move)
        event = page.hear()
        seen["moves"].append(event["move"])
        seen["position"] = event["position"]
    event = page.ask("takeback", "taken_back", ply=3)
    seen["moves"] = seen["moves"][: event["ply"]]
    seen["position"] = event["position"]
    fresh = player.sit(table).hear()["table"]
    for field in ("moves", "position", "start", "seats", "outcome", "status"):
        assert fresh[field] == seen[field], field


def test_two_pages_and_a_move_from_each_at_once(player: Any) -> None:
    table = player.alone()
    first, second = player.join(table), player.join(table)
    first.move(0, "h2e2")
    second.move(0, "b2e2")
    events = [first.hear(), second.until("played"), second.until("refused")]
    assert events[0] == events[1]
    assert events[2]["code"] == "wrong_ply"


def test_acknowledged_moves_survive_kill_9(
    start: Callable[..., Any], someone: Callable[[Any], Any]
) -> None:
    server = start()
    player = someone(server)
    table = player.alone()
    page = player.join(table)
    for ply, move in enumerate(GAME):
        page.move(ply, move)
        last = page.hear()
        assert last["t"] == "played"
        if ply == 4:  # again after each restart: the same seat, the same game
            server.kill()
            server = start()
            player = player.at(server)
            page = player.sit(table, last=last["seq"])
            assert page.hear() == {"t": "resumed", "seq": last["seq"], "missed": 0}
    # One more move is sent and the server killed without waiting for an answer.
    page.move(len(GAME), "c3c4")
    server.kill()
    server = start()
    player = player.at(server)
    state = player.sit(table).hear()
    moves = [move["uci"] for move in state["table"]["moves"]]
    assert moves in (GAME, [*GAME, "c3c4"])
    assert state["table"]["you"] == ["red", "black"]
    assert [row["id"] for row in player.http.get("/api/tables").json()["tables"]] == [table]
    page = player.sit(table, last=state["seq"])
    assert page.hear()["missed"] == 0


def test_kill_9_in_the_middle_of_a_storm_of_moves(
    start: Callable[..., Any], someone: Callable[[Any], Any]
) -> None:
    server = start()
    player = someone(server)
    pages = [player.join(player.alone()) for _ in range(8)]
    for page in pages:
        for ply, move in enumerate(GAME):
            page.move(ply, move)
    heard: dict[str, list[str]] = {page.table: [] for page in pages}
    for page in pages[:4]:
        heard[page.table].append(page.hear()["move"]["uci"])
    server.kill()
    for page in pages:
        try:
            while True:
                event = page.hear(0.2)
                heard[page.table].append(event["move"]["uci"])
        except (ConnectionClosed, TimeoutError, EOFError):
            pass
    server = start()
    player = player.at(server)
    assert any(heard.values())
    for page in pages:
        table = player.http.get(f"/api/tables/{page.table}").json()["table"]
        kept = [move["uci"] for move in table["moves"]]
        assert kept[: len(heard[page.table])] == heard[page.table]
        assert kept == GAME[: len(kept)]


def test_an_engine_takes_up_its_move_after_kill_9(
    start: Callable[..., Any], someone: Callable[[Any], Any]
) -> None:
    server = start(60.0)
    player = someone(server)
    table = player.new_table()["table"]["id"]
    page = player.join(table)
    page.move(0, "h2e2")
    assert page.hear()["t"] == "played"
    assert page.hear()["on"] is True
    server.kill()
    server = start(0.0)
    page = player.at(server).sit(table, last=2)
    assert page.hear()["missed"] == 0
    assert page.until("played")["by"] == "black"


def test_a_stale_answer_of_the_engine_is_dropped(
    start: Callable[..., Any], someone: Callable[[Any], Any]
) -> None:
    server = start(0.8)
    player = someone(server)
    page = player.join(player.new_table()["table"]["id"])
    page.move(0, "h2e2")
    assert page.hear()["t"] == "played"
    assert page.ask("takeback", "taken_back", ply=1)["ply"] == 0
    page.move(0, "b2e2")
    first = page.until("played")
    assert first["move"]["uci"] == "b2e2"
    answer = page.until("played")
    assert (answer["by"], answer["position"]["ply"]) == ("black", 2)
    page.quiet()
    assert page.ask("move_now", "refused")["code"] == "no_engine"


def test_a_thinking_engine_moves_when_told(
    start: Callable[..., Any], someone: Callable[[Any], Any]
) -> None:
    player = someone(start(60.0))
    page = player.join(player.new_table()["table"]["id"])
    page.move(0, "h2e2")
    assert page.until("thinking")["on"] is True
    assert page.until("thinking")["pv"]
    assert page.ask("move_now", "played")["by"] == "black"


def test_pages_are_told_when_the_server_stops(
    start: Callable[..., Any], someone: Callable[[Any], Any]
) -> None:
    server = start(60.0)
    player = someone(server)
    page = player.join(player.new_table()["table"]["id"])
    page.move(0, "h2e2")  # an engine at work must not hold up the end
    page.until("thinking")
    begun = time.monotonic()
    assert server.stop() == ""
    assert time.monotonic() - begun < 5
    assert page.until("closing")["why"] == "restart"
    assert page.closed() == 1001


def test_a_clock_does_not_run_while_the_server_is_away(
    start: Callable[..., Any], someone: Callable[[Any], Any]
) -> None:
    server = start()
    player = someone(server)
    table = player.alone(clock={"main": 2.5})
    page = player.join(table)
    page.move(0, "h2e2")
    page.hear()
    server.kill()
    time.sleep(1.5)
    server = start()
    state = player.at(server).sit(table).hear()
    assert state["table"]["status"] == "playing"
    assert state["seq"] == 3
    assert state["table"]["clock"]["black"]["main"] > 1.5


def test_a_flag_falls_after_a_restart_though_nobody_comes(
    start: Callable[..., Any], someone: Callable[[Any], Any]
) -> None:
    server = start()
    player = someone(server)
    table = player.alone(clock={"main": 0.5})
    server.kill()
    server = start()
    http, end = player.at(server).http, time.monotonic() + 10
    while (rows := http.get("/api/tables").json()["tables"])[0]["outcome"] is None:
        assert time.monotonic() < end
        time.sleep(0.05)
    assert [(row["id"], row["outcome"]["termination"]) for row in rows] == [(table, "time")]


def test_two_servers_do_not_share_one_folder(start: Callable[..., Any]) -> None:
    first = start()
    with pytest.raises(RuntimeError, match=str(first.port)):
        start()
