"""The games of a round at the server's own tables: real servers, websocket players, kill -9."""

import contextlib
import sqlite3
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest

#: A game to mate in five plies.
MATE = ["h2g2", "d9e8", "g2g6", "h7g7", "g6g9"]
NAMES = ("许银川", "吕钦", "胡荣华", "赵国荣", "王天一")


class Cup:
    """An event on a server, by its arbiter; players come by their links."""

    def __init__(
        self, arbiter: Any, someone: Callable[[Any], Any], names: Any = NAMES[:4], **wish: Any
    ) -> None:
        self.arbiter, self.someone = arbiter, someone
        wish = {"name": "羊城杯", "rounds": 3, "seed": "cup", "who": "裁判"} | wish
        answer = arbiter.http.post("/api/events", json=wish)
        assert answer.status_code == 201, answer.text
        self.id: str = answer.json()["event"]["id"]
        self.do("players", players=[{"name": name} for name in names])
        self.do("number", how="entry")
        self.do("pair")

    def at(self, server: Any) -> None:
        """Go on at another server process on the same data."""
        self.arbiter = self.arbiter.at(server)

    def do(self, command: str, **fields: Any) -> dict[str, Any]:
        answer = self.arbiter.http.post(f"/api/events/{self.id}/do", json={"do": command, **fields})
        assert answer.status_code == 200, answer.text
        return answer.json()  # type: ignore[no-any-return]

    def ask(self, what: str, body: Any, by: Any = None) -> Any:
        return (by or self.arbiter).http.post(f"/api/events/{self.id}/{what}", json=body)

    def open(self, **wish: Any) -> dict[int, str]:
        """Open the boards of the last round; the keys of players who had none, by number."""
        answer = self.ask("boards", wish)
        assert answer.status_code == 200, answer.text
        return {link["number"]: link["key"] for link in answer.json()["links"]}

    def board(self, board: int = 1) -> dict[str, Any]:
        """A board of the last round, as the public sees it."""
        view = self.arbiter.http.get(f"/api/events/{self.id}").json()
        return view["rounds"][-1]["boards"][board - 1]  # type: ignore[no-any-return]

    def until(self, result: str | None, board: int = 1, patience: float = 10.0) -> None:
        """Wait until a board has a result."""
        end = time.monotonic() + patience
        while self.board(board)["result"] != result:
            assert time.monotonic() < end, self.board(board)
            time.sleep(0.05)

    def told(self, table: str, patience: float = 10.0) -> None:
        """Wait until a table has nothing more to say to the file."""
        end = time.monotonic() + patience
        query = "SELECT told FROM event_tables WHERE table_id = ?"
        with contextlib.closing(
            sqlite3.connect(self.arbiter.server.folder / "tables.sqlite")
        ) as store:
            while store.execute(query, (table,)).fetchone() != (1,):
                assert time.monotonic() < end
                time.sleep(0.02)

    def results(self) -> list[dict[str, Any]]:
        """The entries of the log that are results."""
        answer = self.arbiter.http.get(f"/api/events/{self.id}/log").json()
        return [entry for entry in answer["entries"] if entry["do"] == "result"]

    def sit(self, key: str, table: str | None = None, by: Any = None) -> Any:
        """Somebody comes with a link, looks where he plays, and sits down."""
        who = by or self.someone(self.arbiter.server)
        seats = self.ask("seat", {"key": key}, by=who).json()
        assert "boards" in seats, seats
        table = table or seats["boards"][0]["table"]
        answer = self.ask("seat", {"key": key, "sit": table}, by=who)
        assert answer.status_code == 200, answer.text
        return who

    def pair(self, keys: dict[int, str], board: int = 1) -> tuple[Any, Any, str]:
        """Both players of a board, seated: their sockets, and the table."""
        this = self.board(board)
        pages = [self.sit(keys[this[side]]).join(this["table"]) for side in ("red", "black")]
        return pages[0], pages[1], this["table"]


def play(red: Any, black: Any, moves: list[str]) -> None:
    for ply, move in enumerate(moves):
        (red, black)[ply % 2].move(ply, move)
        (red, black)[ply % 2].until("played")
        (red, black)[(ply + 1) % 2].until("played")


@pytest.fixture
def cup(server: Any, someone: Any) -> Cup:
    return Cup(someone(server), someone)


@pytest.fixture
def own(start: Callable[..., Any], someone: Any) -> Cup:
    """An event on a server that may be killed."""
    return Cup(someone(start()), someone)


@pytest.fixture
def stranger(cup: Cup) -> Any:
    return cup.someone(cup.arbiter.server)


def test_a_round_is_played_and_its_results_come_in_by_themselves(cup: Cup) -> None:
    assert cup.ask("boards", {}).json()["error"]["code"] == "boards.not_published"
    cup.do("publish")
    keys = cup.open(clock={"main": 600, "increment": 5})
    assert sorted(keys) == [1, 2, 3, 4] and len(set(keys.values())) == 4

    red, black, table = cup.pair(keys, 1)
    view = cup.arbiter.http.get(f"/api/tables/{table}").json()["table"]
    assert view["clock"]["running"] == "red"  # both sit: the clock runs
    assert {view["seats"][side]["name"] for side in ("red", "black")} < set(NAMES)
    play(red, black, MATE)
    assert red.until("ended")["outcome"]["termination"] == "checkmate"
    cup.until("1", 1)

    red, black, _ = cup.pair(keys, 2)
    play(red, black, ["h2e2", "h9g7"])
    red.say("resign")
    cup.until("0", 2)

    told = cup.results()
    assert [entry["who"] for entry in told] == ["table", "table"]
    assert told[0]["fact"]["reason"] == "将死 checkmate"
    assert told[1]["fact"]["reason"] == "认输 resignation"
    assert {entry["fact"]["table"] for entry in told} == {
        cup.board(1)["table"],
        cup.board(2)["table"],
    }


def test_the_record_of_the_game_is_kept_with_the_result(cup: Cup) -> None:
    cup.do("publish")
    red, black, _ = cup.pair(cup.open())
    play(red, black, MATE)
    cup.until("1")
    log = cup.arbiter.http.get(f"/api/events/{cup.id}/log").json()["entries"]
    (game,) = [entry["fact"] for entry in log if entry["do"] == "game"]
    assert "炮" in game["pgn"] and game["pgn"].rstrip().endswith("1-0")
    this = cup.board()
    assert (game["round"], game["red"], game["black"]) == (1, this["red"], this["black"])


def test_a_game_without_moves_has_a_result_and_no_record(cup: Cup) -> None:
    cup.do("publish")
    red, _, _ = cup.pair(cup.open())
    red.say("resign")
    cup.until("0")
    log = cup.arbiter.http.get(f"/api/events/{cup.id}/log").json()["entries"]
    assert "game" not in {entry["do"] for entry in log}


def test_the_games_of_a_match_are_played_one_after_the_other(server: Any, someone: Any) -> None:
    wish = {"system": "knockout", "rounds": None, "options": {"games": 2}}
    cup = Cup(someone(server), someone, NAMES[:2], **wish)
    cup.do("publish")
    keys = cup.open()
    this = cup.board()
    red, black, first = cup.pair(keys)
    red.say("resign")
    black.until("ended")
    # in the second game the other one moves first; the board of the match is the same
    end = time.monotonic() + 10
    while cup.board()["table"] == first:
        assert time.monotonic() < end
        cup.open()
        time.sleep(0.1)
    seats = cup.ask("seat", {"key": keys[this["red"]]}).json()["boards"][0]
    assert (seats["side"], cup.board()["result"]) == ("black", None)
    loser = cup.sit(keys[this["red"]]).join(seats["table"])
    cup.sit(keys[this["black"]])
    loser.say("resign")
    cup.until("0")  # the match is lost by who lost both games
    log = cup.arbiter.http.get(f"/api/events/{cup.id}/log").json()["entries"]
    games = [entry["fact"] for entry in log if entry["do"] == "match_game"]
    assert [game["table"] for game in games] == [first, seats["table"]]


def test_a_draw_comes_in_as_a_draw(cup: Cup) -> None:
    cup.do("publish")
    red, black, _ = cup.pair(cup.open())
    play(red, black, ["h2e2", "h9g7"])
    red.say("offer_draw")
    black.until("offered")
    black.say("accept", kind="draw")
    cup.until("=")


def test_a_move_at_such_a_table_stands(cup: Cup) -> None:
    cup.do("publish")
    red, black, _ = cup.pair(cup.open())
    play(red, black, ["h2e2"])
    refused = red.ask("takeback", "refused", ply=1)
    assert refused["code"] == "no_takeback"


def test_links_stay_the_same_all_event_long(cup: Cup) -> None:
    cup.do("publish")
    keys = cup.open()
    cup.do("results", results=[[1, "1"], [2, "="]])
    cup.do("pair")
    cup.do("publish")
    assert cup.open() == {}
    seats = cup.ask("seat", {"key": keys[1]}).json()
    assert (seats["number"], seats["boards"][0]["round"]) == (1, 2)
    assert seats["boards"][0]["table"] in {cup.board(1)["table"], cup.board(2)["table"]}


@pytest.mark.parametrize(
    ("agreed", "asked", "played"), [("", None, "club"), ("axf", None, "axf"), ("axf", "wxf", "wxf")]
)
def test_the_rule_book_is_that_of_the_event(
    server: Any, someone: Any, agreed: str, asked: str | None, played: str
) -> None:
    cup = Cup(someone(server), someone, NAMES[:4], rules=agreed)
    cup.do("publish")
    cup.open(**({} if asked is None else {"rules": asked}))
    table = cup.arbiter.http.get(f"/api/tables/{cup.board()['table']}").json()["table"]
    assert table["rules"] == played


def test_only_the_link_lets_in(cup: Cup, stranger: Any) -> None:
    cup.do("publish")
    keys = cup.open()
    red, black = cup.board()["red"], cup.board()["black"]
    table, other = cup.board(1)["table"], cup.board(2)["table"]
    # nobody sits by the invitations of ordinary tables, nor with a key he made up
    assert (
        stranger.http.post(
            f"/api/tables/{table}/join", json={"side": "red", "key": keys[red]}
        ).json()["error"]["code"]
        == "bad_key"
    )
    wrong = cup.ask("seat", {"key": "x" * 43, "sit": table}, by=stranger)
    assert (wrong.status_code, wrong.json()["error"]["code"]) == (403, "boards.bad_link")
    # a player sits at his own board only
    elsewhere = cup.ask("seat", {"key": keys[red], "sit": other}, by=stranger)
    assert elsewhere.json()["error"]["code"] == "boards.no_board"
    # and moves for his own side only
    mine = cup.sit(keys[black], by=stranger).join(table)
    mine.move(0, "h2e2")
    assert mine.until("refused", "played")["t"] == "refused"


def test_whoever_is_no_arbiter_opens_no_boards(cup: Cup, stranger: Any) -> None:
    cup.do("publish")
    for what, body in (("boards", {}), ("links", {"players": [1]})):
        refused = cup.ask(what, body, by=stranger)
        assert (refused.status_code, refused.json()["error"]["code"]) == (403, "events.not_arbiter")


def test_a_player_comes_back_from_another_device(cup: Cup) -> None:
    cup.do("publish")
    keys = cup.open()
    red, black, table = cup.pair(keys)
    play(red, black, ["h2e2", "h9g7"])
    again = cup.sit(keys[cup.board()["red"]]).join(table)
    red.move(2, "h0g2")
    assert red.until("refused", "played")["code"] == "not_seated"
    again.move(2, "h0g2")
    again.until("played")


def test_a_new_link_puts_the_old_one_out_of_use(cup: Cup) -> None:
    cup.do("publish")
    keys = cup.open()
    new = cup.ask("links", {"players": [1]}).json()["links"]
    assert [link["player"] for link in new] == [1]
    assert cup.ask("seat", {"key": keys[1]}).status_code == 403
    assert cup.ask("seat", {"key": new[0]["key"]}).json()["number"] == 1
    unknown = cup.ask("links", {"players": [99]})
    assert unknown.json()["error"]["code"] == "director.no_player"


def test_the_arbiter_overrules_with_a_reason(cup: Cup) -> None:
    cup.do("publish")
    red, _, _ = cup.pair(cup.open())
    red.say("resign")
    cup.until("0")
    body = {"do": "results", "results": [[1, "1"]]}
    assert cup.ask("do", body).json()["error"]["code"] == "director.stands"
    cup.do("results", results=[[1, "1"]], reason="手机响铃")
    cup.until("1")
    assert [entry["who"] for entry in cup.results()] == ["table", "裁判"]


def test_a_result_of_the_arbiter_ends_the_game(cup: Cup) -> None:
    cup.do("publish")
    red, black, table = cup.pair(cup.open())
    play(red, black, ["h2e2"])
    cup.do("results", results=[[1, "-"]])
    end = black.until("ended")
    assert (end["outcome"]["winner"], end["outcome"]["termination"]) == ("black", "forfeit")
    cup.told(table)
    assert [(e["who"], e["fact"]["result"]) for e in cup.results()] == [("裁判", "-")]


def test_what_the_arbiter_undoes_the_table_does_not_enter_again(
    own: Cup, start: Callable[..., Any]
) -> None:
    own.do("publish")
    red, _, _ = own.pair(own.open())
    red.say("resign")
    own.until("0")
    own.do("undo", entry=own.results()[0]["seq"], reason="错桌")
    own.arbiter.server.kill()
    own.at(start())
    time.sleep(0.5)
    assert own.board()["result"] is None and len(own.results()) == 1
    # a new game may be played instead
    old = own.board()["table"]
    own.open()
    assert own.board()["table"] != old


def test_boards_asked_for_again_are_the_same(cup: Cup) -> None:
    cup.do("publish")
    cup.open()
    before = cup.board()["table"], cup.board(2)["table"]
    assert cup.ask("boards", {}).json() == {"round": 1, "opened": 0, "links": []}
    assert (cup.board()["table"], cup.board(2)["table"]) == before


def test_somebody_without_a_game_is_told_so(server: Any, someone: Any) -> None:
    cup = Cup(someone(server), someone, NAMES)
    cup.do("publish")
    keys = cup.open()
    alone = next(b["red"] for n in (1, 2, 3) if (b := cup.board(n))["black"] is None)
    (board,) = cup.ask("seat", {"key": keys[alone]}).json()["boards"]
    assert (board["side"], board["table"], board["status"]) == (None, None, "none")


@pytest.fixture
def locked() -> Iterator[Callable[[Path], sqlite3.Connection]]:
    """Holds the file of an event so that nobody else can write to it."""
    held: list[sqlite3.Connection] = []

    def hold(path: Path) -> sqlite3.Connection:
        connection = sqlite3.connect(path, isolation_level=None)
        connection.execute("BEGIN IMMEDIATE")
        held.append(connection)
        return connection

    yield hold
    for connection in held:
        connection.close()


def test_killed_between_the_end_of_the_game_and_its_result(
    own: Cup, start: Callable[..., Any], locked: Callable[[Path], sqlite3.Connection]
) -> None:
    server = own.arbiter.server
    own.do("publish")
    red, black, _ = own.pair(own.open())
    play(red, black, MATE[:-1])
    lock = locked(server.folder / "events" / f"{own.id}.chuhe")
    red.move(len(MATE) - 1, MATE[-1])
    assert red.until("ended")["outcome"]["result"] == "1-0"  # told, so it is on disk
    server.kill()
    lock.execute("ROLLBACK")
    entries = lock.execute("SELECT count(*) FROM log WHERE fact LIKE '%\"result\"%'").fetchone()
    assert entries == (0,)

    own.at(start())
    own.until("1")
    own.arbiter.server.kill()
    own.at(start())
    time.sleep(0.5)
    assert [entry["who"] for entry in own.results()] == ["table"]


def test_killed_between_the_tables_and_their_note_in_the_file(
    own: Cup, start: Callable[..., Any], locked: Callable[[Path], sqlite3.Connection]
) -> None:
    server = own.arbiter.server
    own.do("publish")
    lock = locked(server.folder / "events" / f"{own.id}.chuhe")
    own.arbiter.http.timeout = 1.0
    with pytest.raises(httpx.TimeoutException):
        own.open()
    server.kill()
    lock.execute("ROLLBACK")
    with sqlite3.connect(server.folder / "tables.sqlite") as db:
        made = {row[0] for row in db.execute("SELECT table_id FROM event_tables")}
    assert len(made) == 2
    own.at(start())
    assert own.board()["table"] is None
    assert len(own.open()) == 4  # the keys nobody has seen are given out now
    assert {own.board(1)["table"], own.board(2)["table"]} == made


def test_the_command_line_enters_a_result_meanwhile(cup: Cup) -> None:
    cup.do("publish")
    red, black, _ = cup.pair(cup.open())
    play(red, black, ["h2e2"])
    file = cup.arbiter.server.folder / "events" / f"{cup.id}.chuhe"
    command = [sys.executable, "-m", "chuhe", "tournament", "result", str(file), "1", "="]
    subprocess.run(command, check=True, capture_output=True, timeout=60)
    assert black.until("ended")["outcome"]["result"] == "1/2-1/2"
    assert cup.board()["result"] == "="


def test_a_board_that_was_changed_is_played_anew(cup: Cup) -> None:
    cup.do("publish")
    keys = cup.open()
    red, _, old = cup.pair(keys)
    cup.do("turn", board=1, reason="抽错", force=True)
    assert cup.board()["table"] is None
    cup.open()
    assert cup.board()["table"] not in (None, old)
    red.say("resign")  # at the old table: it has nothing to say any more
    red.until("ended")
    cup.told(old)
    assert cup.results() == []


def test_a_drawn_game_where_somebody_must_win_is_played_again(server: Any, someone: Any) -> None:
    cup = Cup(someone(server), someone, NAMES[:4], system="lots", rounds=None)
    cup.do("publish")
    keys = cup.open()
    red, black, first = cup.pair(keys)
    play(red, black, ["h2e2"])
    red.say("offer_draw")
    black.until("offered")
    black.say("accept", kind="draw")
    black.until("ended")
    cup.told(first)
    assert cup.board()["result"] is None
    cup.open()
    assert cup.board()["table"] != first
    red, _, _ = cup.pair(keys)
    red.say("resign")
    cup.until("0")


def test_killed_in_the_middle_of_a_game(own: Cup, start: Callable[..., Any]) -> None:
    server = own.arbiter.server
    own.do("publish")
    keys = own.open(clock={"main": 600})
    red, black, table = own.pair(keys)
    play(red, black, MATE[:2])
    server.kill()
    own.at(start())
    assert own.board()["table"] == table
    red, black, _ = own.pair(keys)  # by the same links
    for ply, move in list(enumerate(MATE))[2:]:
        (red, black)[ply % 2].move(ply, move)
        red.until("played")
        black.until("played")
    own.until("1")
    assert len(own.results()) == 1


def test_a_flag_that_falls_is_a_result(cup: Cup) -> None:
    cup.do("publish")
    red, black, _ = cup.pair(cup.open(clock={"main": 1}))
    play(red, black, ["h2e2"])
    cup.until("1")
    assert cup.results()[0]["fact"]["reason"].endswith("time")


def test_what_cannot_be_is_refused(cup: Cup) -> None:
    cup.do("publish")
    wrong: list[Any] = [
        {"round": 0},
        {"round": 2},
        {"section": "B"},
        {"rules": "no such book"},
        {"clock": {"main": -1}},
        {"more": 1},
        [],
    ]
    asked = [("boards", body) for body in wrong]
    asked += [
        ("seat", body) for body in ({}, {"key": 7}, {"key": "x" * 101}, {"key": "x", "sit": 1})
    ]
    asked += [("links", body) for body in ({}, {"players": 1}, {"players": ["1"]})]
    for what, body in asked:
        answer = cup.ask(what, body)
        assert 400 <= answer.status_code < 500, (what, body)
        assert set(answer.json()["error"]["text"]) == {"zh", "en"}
    nowhere = cup.arbiter.http.post("/api/events/AAAAAAAAAAAA/seat", json={"key": "x" * 43})
    assert nowhere.json()["error"]["code"] in ("events.none", "boards.bad_link")
    assert cup.board()["table"] is None
