"""What the arbiter says, told to pages: warnings, rulings, rule books; and that a restart says the same."""

from collections.abc import Callable
from typing import Any

import pytest

from chuhe import Board
from chuhe.rules import RULES
from chuhe.server import rulings

#: A rook chases a cannon that nobody guards, from one side of the board to the other.
CHASE = "3k5/9/9/9/c8/6R2/9/9/9/5K3 w - - 0 1"
ROUND = ["g4a4", "a5g5", "a4g4", "g5a5"]
#: A draw may be claimed after one more round without a capture.
NEAR_LIMIT = "3k5/9/9/9/c8/6R2/9/9/9/5K3 w - - 118 60"
#: A book under which a flag is a draw if the opponent has nothing to win with.
DRAWS_ON_TIME = next(n for n, book in RULES.items() if book.flag_without_mating_material == "draw")


def play(page: Any, moves: list[str], first: int = 0) -> list[dict[str, Any]]:
    """The ``played`` events of some moves."""
    told = []
    for ply, move in enumerate(moves, first):
        page.move(ply, move)
        told.append(page.until("played"))
    return told


def warned(player: Any, **body: Any) -> Any:
    """A page at a table where Red is to move and must vary."""
    page = player.join(player.alone(fen=CHASE, **body))
    play(page, [*ROUND, *ROUND[:2]])
    return page


def state(player: Any, page: Any) -> dict[str, Any]:
    return dict(player.sit(page.table).hear()["table"])


def test_a_page_is_warned_before_the_fatal_repetition(player: Any) -> None:
    page = player.join(player.alone(fen=CHASE))
    told = play(page, [*ROUND, *ROUND[:2]])
    # The first round repeats nothing.
    assert [event["position"]["warning"] for event in told[:3]] == [None] * 3
    warning = told[-1]["position"]["warning"]
    assert warning["loser"] == "red"
    assert warning["outcome"]["winner"] == "black"
    assert warning["outcome"]["termination"] == "perpetual_chase"
    assert warning["fatal"] == [{"uci": "a4g4", "zh": "车九平三", "wxf": "R9=3", "iccs": "A4-G4"}]
    dests = told[-1]["position"]["dests"]
    legal = {start + end for start, ends in dests.items() for end in ends}
    assert {move["uci"] for move in warning["ways_out"]} == legal - {"a4g4"}
    assert "长捉" in warning["text"]["zh"]
    assert "Red" in warning["text"]["en"]


def test_another_way_lifts_the_warning_and_a_takeback_brings_it_again(player: Any) -> None:
    page = warned(player)
    (varied,) = play(page, ["f0e0"], 6)
    assert varied["position"]["warning"] is None
    back = page.ask("takeback", "taken_back", ply=7)
    assert back["position"]["warning"]["fatal"][0]["uci"] == "a4g4"


def test_the_server_plays_a_fatal_move_and_rules(player: Any) -> None:
    page = warned(player)
    play(page, ROUND[2:], 6)
    outcome = page.until("ended")["outcome"]
    assert (outcome["result"], outcome["termination"]) == ("0-1", "perpetual_chase")
    ruling = outcome["ruling"]
    assert (ruling["ply"], ruling["rules"]) == (8, "club")
    for name in ("title", "cycle", "verdict", "clause"):
        assert ruling[name]["zh"] != ruling[name]["en"], name
    assert len(ruling["sides"]) == 2
    first, *_ = acts = ruling["acts"]
    # Every ply of the cycle is spoken of once.
    assert [p for act in acts for p in range(act["ply"], act["last"] + 1)] == list(range(1, 9))
    assert first["arrows"] == [{"from": "a4", "to": "a5", "kind": "chase"}]
    assert ruling["others"]
    after = state(player, page)
    assert after["outcome"] == outcome
    assert after["position"]["warning"] is None
    (row,) = [r for r in player.http.get("/api/tables").json()["tables"] if r["id"] == page.table]
    assert row["outcome"] == outcome | {"ruling": None}


def test_who_comes_back_is_told_the_same(player: Any) -> None:
    page = warned(player)
    again = player.sit(page.table, last=6)
    assert again.hear()["missed"] == 1
    missed = again.hear()
    assert missed["position"]["warning"] == state(player, page)["position"]["warning"] is not None
    play(page, ROUND[2:], 6)
    ended = page.until("ended")
    late = player.sit(page.table, last=9)
    assert late.hear()["missed"] == 1
    assert late.hear()["outcome"] == ended["outcome"]


def test_a_killed_server_says_the_same_when_it_is_back(
    start: Callable[..., Any], someone: Callable[[Any], Any]
) -> None:
    server = start()
    player = someone(server)
    page = warned(player)
    before = state(player, page)["position"]
    assert before["warning"]["loser"] == "red"
    server.kill()
    server = start()
    player = player.at(server)
    assert state(player, page)["position"] == before
    page = player.join(page.table)
    play(page, ROUND[2:], 6)
    outcome = page.until("ended")["outcome"]
    server.kill()
    player = player.at(start())
    assert state(player, page)["outcome"] == outcome
    assert outcome["ruling"]["acts"]


def test_a_claim_says_how_many_rounds_have_been_counted(player: Any) -> None:
    page = player.join(player.alone(fen=NEAR_LIMIT))
    first, second = play(page, ROUND[:2])
    assert first["position"]["claimable"] is None
    claim = second["position"]["claimable"]
    assert claim["termination"] == "natural_limit"
    assert "60" in claim["ruling"]["cycle"]["zh"]
    ended = page.ask("claim_draw", "ended")["outcome"]
    assert ended["result"] == "1/2-1/2"
    assert ended["ruling"]["ply"] == 2
    assert "60" in ended["ruling"]["cycle"]["en"]


def test_what_the_players_decide_is_no_ruling_of_the_board(player: Any) -> None:
    page = warned(player)
    outcome = page.ask("resign", "ended", side="red")["outcome"]
    assert (outcome["termination"], outcome["ruling"]) == ("resignation", None)


def test_a_flag_that_falls_where_nobody_can_win_says_why_it_is_a_draw(player: Any) -> None:
    # Black, whose time will not run out, has nothing left that could win.
    bare = "3k5/9/9/9/9/9/9/6R2/9/5K3 w - - 0 1"
    page = player.join(player.alone(fen=bare, rules=DRAWS_ON_TIME, clock={"main": 0.3}))
    outcome = page.until("ended")["outcome"]
    assert (outcome["result"], outcome["termination"]) == ("1/2-1/2", "time")
    assert outcome["reason"]["zh"] != outcome["reason"]["en"]
    assert outcome["ruling"] is None


def test_the_books_are_listed_with_their_titles_and_each_can_be_played(player: Any) -> None:
    info = player.http.get("/api/info").json()
    assert [book["name"] for book in info["books"]] == info["rules"] == list(RULES)
    for book in info["books"]:
        assert book["title"]["zh"] != book["title"]["en"]
        table = player.new_table(rules=book["name"])["table"]
        assert table["rules"] == book["name"]


def test_there_is_no_book_of_another_name(player: Any) -> None:
    for path, body in (
        ("/api/tables", {"rules": "clubb"}),
        ("/api/rulings", {"fen": CHASE, "moves": [], "rules": "clubb"}),
    ):
        response = player.http.post(path, json=body)
        assert response.status_code == 400
        error = response.json()["error"]
        assert error["code"].startswith("rules.unknown")
        assert "club" in error["text"]["en"]


def judged(player: Any, rules: str, moves: list[str] | None = None) -> Any:
    body = {"fen": CHASE, "moves": ROUND * 2 if moves is None else moves, "rules": rules}
    response = player.http.post("/api/rulings", json=body)
    assert response.status_code == 200, response.text
    return response.json()


def test_a_game_is_judged_by_the_book_asked_for(player: Any) -> None:
    (found,) = judged(player, "club")["rulings"]
    assert (found["ply"], found["claimable"]) == (8, False)
    assert found["outcome"]["termination"] == "perpetual_chase"
    assert found["outcome"]["ruling"]["rules"] == "club"
    # Web sites count checks in a row, and there is none: nobody loses.
    assert not any(found["outcome"]["winner"] for found in judged(player, "count")["rulings"])
    assert judged(player, "axf", ROUND)["rulings"] == []


def test_a_draw_that_could_be_claimed_is_told_once(player: Any) -> None:
    body = {"fen": NEAR_LIMIT, "moves": [*ROUND[:3], "g5h5"]}
    (found,) = player.http.post("/api/rulings", json=body).json()["rulings"]
    assert (found["ply"], found["claimable"]) == (2, True)
    assert found["outcome"]["termination"] == "natural_limit"


@pytest.mark.parametrize(
    ("change", "code"),
    [
        ({"fen": "x"}, "fen."),
        ({"fen": "9" * 300}, "bad_message"),
        ({"moves": ["g4g4"]}, "illegal_move"),
        ({"moves": ["zz99"]}, "illegal_move"),
        ({"moves": ["g4a4", "a5a3"]}, "illegal_move"),
        ({"moves": ["炮二平五"] * 3}, "illegal_move"),
        ({"moves": ["g4a4x"]}, "bad_message"),
        ({"moves": ["g4a4"] * 2001}, "bad_message"),
        ({"moves": [7]}, "bad_message"),
        ({"extra": 1}, "bad_message"),
    ],
)
def test_what_cannot_be_judged_is_said_so(player: Any, change: dict[str, Any], code: str) -> None:
    body = {"fen": CHASE, "moves": [], "rules": "club"} | change
    response = player.http.post("/api/rulings", json=body)
    assert response.status_code == 400
    assert response.json()["error"]["code"].startswith(code)


def test_a_record_carries_no_warnings(player: Any) -> None:
    moves = " ".join(f"{m[:2]}-{m[2:]}".upper() for m in ROUND * 2)
    text = f'[Game "Chinese Chess"]\n[Format "ICCS"]\n[FEN "{CHASE}"]\n\n{moves} *'
    game = player.http.post("/api/records", json={"text": text}).json()["game"]
    assert len(game["positions"]) == 9
    assert {position["warning"] for position in game["positions"]} == {None}


def test_a_fault_in_the_words_does_not_keep_the_end_from_the_players(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def speechless(*_: object) -> None:
        raise RuntimeError("no words")

    board = Board(CHASE)
    for move in [*ROUND, *ROUND[:2]]:
        board.push_uci(move)
    monkeypatch.setattr(rulings, "explain", speechless)
    monkeypatch.setattr(rulings, "explain_warning", speechless)
    assert rulings.warning_view(board, "club") is None
    for move in ROUND[2:]:
        board.push_uci(move)
    outcome = rulings.of_board(board, "club")
    assert outcome is not None
    assert (outcome.winner, outcome.ruling) == ("black", None)
    assert caplog.text.count("no words") >= 2
