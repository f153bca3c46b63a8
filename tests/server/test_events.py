"""Events over HTTP with a real server and real files: the organiser's day, and what the public sees."""

from __future__ import annotations

import gzip
import io
import json
import sqlite3
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import httpx
import pytest
from tests.server.conftest import Player, Server
from tests.server.event_hands import NAMES, begin, code, ear, make

from chuhe.tournament.director import Director


def file_of(server: Server, id: str) -> Path:
    return server.folder / "events" / f"{id}.chuhe"


# ---------------------------------------------------------------- a day


def test_a_swiss_is_run_from_the_entry_list_to_the_table(player: Player, server: Server) -> None:
    arbiter = make(player)
    answer = arbiter.do("players", text="姓名,单位,等级分\n许银川,广东,2600\n吕钦,广东,2590\n")
    assert answer["done"] and answer["entries"] == [2] and answer["seq"] == 2
    more = [{"name": name, "rating": 2500 - n} for n, name in enumerate(NAMES[2:5])]
    arbiter.do("players", players=more)
    warned = arbiter.do("players", text="许银川")
    assert not warned["done"] and [note["code"] for note in warned["notes"]] == ["players.left_out"]
    arbiter.do("check_in")
    arbiter.do("number", how="rating")
    arbiter.do("bye", player="5", round=2, kind="half")
    for number in (1, 2, 3):
        arbiter.do("pair", round=number)
        arbiter.play()
        arbiter.do("publish")
    view = arbiter.view()
    assert view["over"] and view["you"] == "arbiter" and view["who"] == "王裁判"
    assert [one["name"] for one in view["players"]][:2] == ["许银川", "吕钦"]
    assert [round["published"] for round in view["rounds"]] == ["results"] * 3
    assert view["rounds"][1]["out"] == {"5": "half_bye"}
    # The same file by the library says the same.
    with Director.open(file_of(server, arbiter.id), clock=str) as desk:
        table = desk.standings()
        assert view["standings"]["rows"] == [
            {
                "place": row.place,
                "number": row.number,
                "tallies": [tally.text for tally in row.tallies],
                "dropped": [],
            }
            for row in table.rows
        ]
        event = desk.state.event()
        for one in view["players"]:
            assert one["points"] == f"{event.score(one['number']) / 10:g}"
        assert [entry.who for entry in desk.entries] == ["王裁判"] * len(desk.entries)


def test_points_before_a_round_stand_on_its_boards(player: Player) -> None:
    arbiter = begin(player, 4)
    arbiter.do("pair")
    first = arbiter.view()["rounds"][0]["boards"]
    assert [board["points"] for board in first] == [["0", "0"], ["0", "0"]]
    arbiter.do("results", results=[[1, "1"], [2, "="]])
    arbiter.do("pair")
    before = {first[0]["red"]: "2", first[0]["black"]: "0"}
    before |= {first[1]["red"]: "1", first[1]["black"]: "1"}
    for board in arbiter.view()["rounds"][1]["boards"]:
        assert board["points"] == [before[board["red"]], before[board["black"]]]


def test_a_change_that_breaks_something_waits_for_force(player: Player) -> None:
    arbiter = begin(player, 6)
    arbiter.do("pair")
    arbiter.play()
    arbiter.do("pair")
    boards = arbiter.view()["rounds"][1]["boards"]
    met = {frozenset((b["red"], b["black"])) for b in arbiter.view()["rounds"][0]["boards"]}
    one, two = next(  # so exchanged that two meet again
        (a, c)
        for x in boards
        for y in boards
        if x is not y
        for a, b in ((x["red"], x["black"]),)
        for c, d in ((y["red"], y["black"]), (y["black"], y["red"]))
        if frozenset((a, d)) in met or frozenset((c, b)) in met
    )
    length = arbiter.view()["seq"]
    answer = arbiter.do("swap", one=one, two=two)
    assert not answer["done"] and answer["notes"] and answer["seq"] == length
    assert arbiter.view()["rounds"][1]["boards"] == boards
    assert arbiter.do("swap", one=one, two=two, force=True)["done"]
    assert arbiter.view()["rounds"][1]["boards"] != boards


def test_a_command_may_be_tried(player: Player, server: Server) -> None:
    arbiter = make(player)
    tried = arbiter.do("players", text="许银川\n许银川\n吕钦", dry=True)
    assert not tried["done"] and [one["name"] for one in tried["facts"][0]["players"]] == [
        "许银川",
        "吕钦",
    ]
    assert [note["code"] for note in tried["notes"]] == ["players.left_out"]
    assert arbiter.view()["seq"] == 1 and arbiter.view()["players"] == []
    arbiter.do("players", text="\n".join(NAMES[:4]))
    arbiter.do("number", how="entry")
    tried = arbiter.do("pair", dry=True)
    assert tried["facts"][0]["boards"] and arbiter.view()["rounds"] == []
    assert arbiter.do("pair")["done"]  # and the next command is no trial


def test_a_list_of_players_may_be_a_file(player: Player) -> None:
    arbiter = make(player)
    data = "姓名\t单位\t血型\n许银川\t广东\tA\n吕钦\t广东\tO\n".encode("gb18030")
    headers = {"content-type": "application/octet-stream"}
    path = arbiter.path("/players")
    tried = player.http.post(f"{path}?dry=1", content=data, headers=headers).json()
    assert [one["team"] for one in tried["facts"][0]["players"]] == ["广东", "广东"]
    assert [note["code"] for note in tried["notes"]] == ["players.column"]
    assert arbiter.view()["players"] == []
    assert player.http.post(path, content=data, headers=headers).json()["done"]
    assert [one["name"] for one in arbiter.view()["players"]] == ["许银川", "吕钦"]
    damaged = player.http.post(path, content=b"\xff\xfe\x00a", headers=headers)
    assert damaged.status_code == 400


def test_a_workbook_is_a_list_of_players_too(player: Player) -> None:
    openpyxl = pytest.importorskip("openpyxl")
    book = openpyxl.Workbook()
    for row in (("姓名", "单位", "等级分"), ("许银川", "广东", 2600), ("吕钦", "广东", None)):
        book.active.append(row)
    file = io.BytesIO()
    book.save(file)
    arbiter = make(player)
    headers = {"content-type": "application/octet-stream"}
    path = arbiter.path("/players")
    assert player.http.post(path, content=file.getvalue(), headers=headers).json()["done"]
    assert [(one["name"], one["rating"]) for one in arbiter.view()["players"]] == [
        ("许银川", 2600),
        ("吕钦", 0),
    ]
    for damaged in (file.getvalue()[:-100], b"PK\x03\x04" + b"x" * 1000):
        refused = player.http.post(path, content=damaged, headers=headers)
        assert refused.status_code == 400 and code(refused).startswith(("players.", "xlsx"))


def test_the_log_is_told_in_sentences_and_undone(player: Player) -> None:
    arbiter = begin(player, 4)
    arbiter.do("pair")
    arbiter.do("results", results=[[1, "1"]])
    note = arbiter.do("undo")["notes"][0]
    assert note["code"] == "director.undone"
    assert "result" in note["text"]["en"] and "result" not in note["text"]["zh"]
    entries = player.http.get(arbiter.path("/log")).json()["entries"]
    assert [entry["seq"] for entry in entries] == list(range(1, 7))
    result, undo = entries[-2:]
    assert result["undone"] and not undo["undone"] and undo["undoes"] == [result["seq"]]
    for name in ("许银川", "胡荣华"):
        assert name in result["what"]["zh"] and name in result["what"]["en"]
    assert result["fact"]["do"] == result["do"] == "result"
    some = player.http.get(arbiter.path("/log"), params={"after": 2, "limit": 2}).json()["entries"]
    assert [entry["seq"] for entry in some] == [3, 4]


def test_a_figure_is_explained(player: Player) -> None:
    arbiter = begin(player, 4)
    for _ in range(2):
        arbiter.do("pair")
        arbiter.play()
    answer = player.http.get(arbiter.path("/standings"), params={"after": 1, "explain": 1}).json()
    assert answer["standings"]["after"] == 1 and answer["explain"]["number"] == 1
    lines = {line["code"]: line for line in answer["explain"]["lines"]}
    row = next(row for row in answer["standings"]["rows"] if row["number"] == 1)
    assert [lines[c["code"]]["value"] for c in answer["standings"]["codes"]] == row["tallies"]
    assert "胡荣华" in lines["Z"]["parts"][0]["zh"]
    beyond = player.http.get(arbiter.path("/standings"), params={"after": 3})
    assert (beyond.status_code, code(beyond)) == (400, "events.after")
    nobody = player.http.get(arbiter.path("/standings"), params={"explain": 99})
    assert (nobody.status_code, code(nobody)) == (400, "event.no_player")


def test_it_is_printed_and_exported_in_both_languages(player: Player) -> None:
    arbiter = begin(player, 4, name="<script>alert(1)</script>")
    arbiter.do("pair")
    choices = player.http.get("/api/events/choices").json()
    for print_ in choices["prints"]:
        for lang in ("zh", "en"):
            page = player.http.get(arbiter.path(f"/print/{print_['name']}"), params={"lang": lang})
            if page.status_code == 400:  # not of such an event
                assert code(page) == "prints.not_here", print_
                continue
            assert page.status_code == 200, (print_, page.text)
            assert page.headers["content-type"] == "text/html; charset=utf-8"
            assert "&lt;script&gt;" in page.text and "<script" not in page.text
    for export in choices["exports"]:
        file = player.http.get(arbiter.path(f"/export/{export['name']}"))
        if file.status_code == 400:
            assert code(file), export
            continue
        assert file.status_code == 200, export
        assert file.content or export["name"] == "pgn"  # no game is attached
        name = f"{arbiter.id}{export['suffix']}"
        assert file.headers["content-disposition"] == f'attachment; filename="{name}"'
    whole = player.http.get(arbiter.path("/export/json")).json()
    assert [one["name"] for one in whole["players"]] == NAMES[:4]
    unknown = player.http.get(arbiter.path("/export/doc"))
    assert (unknown.status_code, code(unknown)) == (400, "exports.unknown")
    unknown = player.http.get(arbiter.path("/print/money"))
    assert (unknown.status_code, code(unknown)) == (400, "prints.unknown")
    early = player.http.get(arbiter.path("/print/sheet"), params={"round": 2})
    assert (early.status_code, code(early)) == (400, "director.round")


def test_a_print_is_had_as_pdf(player: Player) -> None:
    pytest.importorskip("weasyprint")
    arbiter = begin(player, 4)
    arbiter.do("pair")
    assert player.http.get("/api/events/choices").json()["pdf"]
    answer = player.http.get(arbiter.path("/print/sheet"), params={"format": "pdf"}, timeout=60)
    assert answer.headers["content-type"] == "application/pdf" and answer.content[:5] == b"%PDF-"
    assert answer.headers["content-disposition"] == 'inline; filename="sheet.pdf"'


def test_what_may_be_chosen_is_what_the_director_takes(player: Player) -> None:
    choices = player.http.get("/api/events/choices").json()
    assert {"chinese", "dutch", "roundrobin", "lots"} <= {s["name"] for s in choices["systems"]}
    for system in choices["systems"]:
        options = {
            option["name"]: option["choices"][-1]["name"]
            if option["choices"]
            else option["default"]
            for option in system["options"]
            if option["choices"] or option["default"] is not None
        }
        make(
            player,
            system=system["name"],
            rounds=5 if system["rounds"] else None,
            options=options,
            points=system["points"],
            tiebreaks=",".join(system["tiebreaks"]),
        )
    arbiter = begin(player, 4)
    for way in choices["numbering"]:
        arbiter.do("number", how=way["name"])
    for kind in choices["byes"]:
        arbiter.do("bye", player="1", round=1, kind=kind["name"])
    arbiter.do("bye", player="1", round=1, kind=None)
    arbiter.do("pair")
    for result in choices["results"]:
        arbiter.do("results", results=[[1, result["key"]]], reason="x")
    for code_ in choices["tiebreaks"]:
        make(player, tiebreaks=code_["code"])
    for named in choices["lists"]:
        view = make(player, tiebreaks=named["name"]).view()
        assert view["tiebreaks"] == named["codes"]
    for unplayed in choices["unplayed"]:
        make(player, unplayed=unplayed["name"])


# ---------------------------------------------------------------- the public


def test_the_public_sees_only_what_is_published(player: Player, stranger: Player) -> None:
    arbiter = make(player, seed="geheim", city="广州")
    people = [
        {"name": name, "birth": "1975-08-08", "fide_id": "8600000", "sex": "m", "rating": 2600}
        for name in NAMES[:5]
    ]
    arbiter.do("players", players=people)
    arbiter.do("check_in")
    arbiter.do("number", how="entry")
    arbiter.do("forbid", players=["1", "2"])
    arbiter.do("bye", player="4", round=3, kind="zero")

    def seen() -> dict[str, Any]:
        response = stranger.http.get(arbiter.path())
        for secret in ("1975", "8600000", "geheim", "王裁判", 'reasons":[{'):
            assert secret not in response.text, secret
        return response.json()  # type: ignore[no-any-return]

    view = seen()
    assert view["rounds"] == [] and view["standings"]["after"] == 0 and view["you"] == ""
    assert [one["rating"] for one in view["players"]] == [2600] * 5
    assert not any(one["present"] or one["byes"] for one in view["players"])
    assert (view["forbidden"], view["fouls"], view["can"], view["next"]) == ([], [], [], None)

    arbiter.do("pair")
    assert seen()["rounds"] == []
    arbiter.do("publish")
    boards = seen()["rounds"][0]["boards"]
    assert [board["result"] for board in boards] == [None, None, None]
    assert seen()["rounds"][0]["reasons"] == [] and arbiter.view()["rounds"][0]["reasons"]
    arbiter.do("results", results=[[1, "1"]])
    assert seen()["rounds"][0]["boards"][0]["result"] == "1"  # as they come
    assert seen()["standings"]["after"] == 0
    arbiter.do("results", results=[[2, "0"]])
    assert seen()["standings"]["after"] == 1

    arbiter.do("foul", player="1", kind="漏抄着法", round=1)
    assert seen()["players"][0]["fouls"] == 1 and seen()["fouls"] == []
    arbiter.do("pair")
    arbiter.play("0")
    arbiter.do("foul", player="2", kind="手机响", round=2)
    arbiter.do("withdraw", player="3", round=3)
    view = seen()  # of round 2 nothing is known yet
    assert len(view["rounds"]) == 1 and view["standings"]["after"] == 1
    assert [one["fouls"] for one in view["players"]] == [1, 0, 0, 0, 0]
    assert [one["gone"] for one in view["players"]] == [None] * 5
    first = {b["red"]: b for b in view["rounds"][0]["boards"]}
    won = {b["red"] if b["result"] in ("1", None) else b["black"] for b in first.values()}
    assert {one["number"] for one in view["players"] if one["points"] == "2"} == won

    beyond = stranger.http.get(arbiter.path("/standings"), params={"after": 2})
    assert (beyond.status_code, code(beyond)) == (400, "events.after")
    told = stranger.http.get(arbiter.path("/standings"), params={"explain": 2}).json()
    assert told["standings"] == view["standings"]

    arbiter.do("publish")
    arbiter.do("pair")
    arbiter.play("=")
    arbiter.do("publish")
    view = stranger.http.get(arbiter.path()).json()  # now it is over: anybody may draw the lots
    assert view["over"] and view["seed"] == "geheim" and len(view["rounds"]) == 3
    assert view["players"][2]["gone"] == 3 and view["players"][3]["byes"] == {"3": "zero_bye"}


def test_the_seed_of_lots_is_kept_until_the_end(player: Player, stranger: Player) -> None:
    arbiter = begin(player, 4, system="lots", rounds=None, seed="geheim")
    arbiter.do("pair")
    arbiter.do("publish")
    lots = stranger.http.get(arbiter.path()).json()["rounds"][0]["lots"]
    assert lots["seed"] == "" and len(lots["cards"]) == 4
    assert "geheim" not in stranger.http.get(arbiter.path()).text
    assert arbiter.view()["rounds"][0]["lots"]["seed"] == "geheim"
    assert {card["player"]: card["card"] for card in lots["cards"]}.keys() == {1, 2, 3, 4}


def test_a_list_names_what_the_caller_may_know(
    start: Callable[..., Server], someone: Callable[[Server], Player]
) -> None:
    server = start()
    one, other = someone(server), someone(server)
    arbiter = begin(one, 4, name="杯赛")

    def listed(who: Player) -> list[dict[str, Any]]:
        return who.http.get("/api/events").json()["events"]  # type: ignore[no-any-return]

    assert [line["id"] for line in listed(one)] == [arbiter.id] and listed(other) == []
    arbiter.do("pair")
    assert listed(other) == []
    arbiter.do("publish")
    assert [(line["name"], line["rounds"], line["you"]) for line in listed(other)] == [
        ("杯赛", 1, "")
    ]
    assert listed(one)[0]["you"] == "arbiter" and listed(one)[0]["players"] == 4


def test_a_view_that_has_not_changed_is_not_sent_again(player: Player, stranger: Player) -> None:
    arbiter = begin(player, 4)
    arbiter.do("pair")
    first = stranger.http.get(arbiter.path())
    tag = {"if-none-match": first.headers["etag"]}
    assert stranger.http.get(arbiter.path(), headers=tag).status_code == 304
    arbiter.do("results", results=[[1, "1"]])  # not published: nothing new for the public
    assert stranger.http.get(arbiter.path(), headers=tag).status_code == 304
    assert stranger.http.get(arbiter.path()).json()["seq"] == first.json()["seq"]
    assert arbiter.view()["seq"] > first.json()["seq"]
    arbiter.do("publish")
    assert stranger.http.get(arbiter.path(), headers=tag).status_code == 200
    raw = httpx.get(f"{player.server.url}{arbiter.path()}", headers={"accept-encoding": "identity"})
    assert json.loads(raw.content) == stranger.http.get(arbiter.path()).json()
    assert len(gzip.compress(raw.content)) < len(raw.content)


# ---------------------------------------------------------------- arbiters, files, restarts


def test_a_second_arbiter_comes_by_the_key(player: Player, stranger: Player) -> None:
    arbiter = begin(player, 4)
    answer = stranger.http.post(arbiter.path("/join"), json={"key": arbiter.key, "name": "王裁判"})
    assert answer.status_code == 200 and answer.json()["you"] == "arbiter"
    assert answer.json()["who"] == "王裁判 2"  # the log tells them apart
    assert answer.json()["arbiters"] == ["王裁判", "王裁判 2"]
    foul = {"do": "foul", "player": "1", "kind": "手机响"}
    entered = stranger.http.post(arbiter.path("/do"), json=foul).json()["entries"]
    arbiter.do("pair")
    stranger.http.post(arbiter.path("/do"), json={"do": "undo"})  # his own last entry
    log = player.http.get(arbiter.path("/log")).json()["entries"]
    assert log[-1]["undoes"] == entered and log[-1]["who"] == "王裁判 2"
    assert len(arbiter.view()["rounds"]) == 1 and not arbiter.view()["fouls"]


def test_a_new_key_shuts_out_the_old_one_and_the_others(player: Player, stranger: Player) -> None:
    arbiter = begin(player, 4)
    stranger.http.post(arbiter.path("/join"), json={"key": arbiter.key})
    new = player.http.post(arbiter.path("/key"), json={"alone": True}).json()["key"]
    assert new != arbiter.key
    refused = stranger.http.post(arbiter.path("/do"), json={"do": "pair"})
    assert (refused.status_code, code(refused)) == (403, "events.not_arbiter")
    refused = stranger.http.post(arbiter.path("/join"), json={"key": arbiter.key})
    assert (refused.status_code, code(refused)) == (403, "events.key")
    assert stranger.http.post(arbiter.path("/join"), json={"key": new}).status_code == 200
    assert arbiter.do("pair")["done"]


def test_no_key_is_stored(player: Player, server: Server) -> None:
    arbiter = begin(player, 4)
    cookie = player.http.cookies["chuhe_player"]
    for file in server.folder.rglob("*"):
        if file.is_file():
            data = file.read_bytes()
            assert arbiter.key.encode() not in data and cookie.encode() not in data, file
    with sqlite3.connect(server.folder / "tables.sqlite") as db:
        assert db.execute("SELECT length(key) FROM hosted").fetchone() == (64,)


def test_an_event_outlives_the_server(
    start: Callable[..., Server], someone: Callable[[Server], Player]
) -> None:
    server = start()
    arbiter = begin(someone(server), 4)
    arbiter.do("pair")
    before = arbiter.view()
    assert server.stop() == ""
    again = start()
    player = arbiter.player.at(again)
    after = player.http.get(arbiter.path()).json()
    assert after == before and after["you"] == "arbiter"


def test_the_command_line_and_the_page_write_to_one_file(player: Player, server: Server) -> None:
    arbiter = begin(player, 4)
    path = file_of(server, arbiter.id)

    def chuhe(*words: str) -> str:
        command = [sys.executable, "-m", "chuhe", "tournament", *words, "--by", "老李"]
        done = subprocess.run(command, capture_output=True, text=True, check=True)
        return done.stdout

    chuhe("pair-round", str(path))
    assert len(arbiter.view()["rounds"]) == 1
    arbiter.do("results", results=[[1, "1"]])
    chuhe("result", str(path), "2", "=")
    assert [board["result"] for board in arbiter.view()["rounds"][0]["boards"]] == ["1", "="]
    log = player.http.get(arbiter.path("/log")).json()["entries"]
    assert [entry["who"] for entry in log[-3:]] == ["老李", "王裁判", "老李"]


def test_who_follows_hears_of_commands_and_of_other_programs(
    player: Player, server: Server
) -> None:
    arbiter = begin(player, 4)
    with ear(server, arbiter) as arbiters, ear(server, arbiter.id) as public:
        length = arbiter.do("pair")["seq"]
        assert arbiters.until(lambda seq: seq == length) < 2
        with Director.open(file_of(server, arbiter.id), clock=str) as desk:
            seq = desk.publish().entries[-1].seq
        assert public.until(lambda heard: heard == seq) < 2
        assert length not in public.seqs  # what is not published is no news
        assert arbiters.until(lambda heard: heard == seq) < 2


@pytest.mark.parametrize("system", ["roundrobin", "lots", "dutch", "knockout", "double"])
def test_other_systems_are_run_too(player: Player, stranger: Player, system: str) -> None:
    arbiter = begin(player, 4, system=system, rounds=3 if system == "dutch" else None)
    for _ in range(20):
        if arbiter.view()["over"]:
            break
        arbiter.do("pair")
        while arbiter.view()["rounds"][-1]["missing"]:  # a match has several games
            arbiter.play("1")
        arbiter.do("publish")
    view = arbiter.view()
    assert view["over"] and view["standings"]["rows"][0]["place"] == 1
    assert len(view["rounds"]) <= view["rounds_total"]
    assert stranger.http.get(arbiter.path()).json()["standings"] == view["standings"]
    assert arbiter.refused("pair")[0] == 409


def test_groups_and_a_final_are_sections_of_the_view(player: Player, stranger: Player) -> None:
    arbiter = make(player, rounds=None, system="sections")
    arbiter.do("players", text="\n".join(NAMES[:6]))
    arbiter.do("number", how="entry")
    arbiter.do("groups", groups=2, system="roundrobin")
    names = [line["name"] for line in arbiter.view()["sections"]]
    assert names[0] == "" and len(names) == 3
    public = stranger.http.get(arbiter.path()).json()
    assert [line["name"] for line in public["sections"]] == [""]  # nothing is published of them
    hidden = stranger.http.get(arbiter.path(), params={"section": names[1]})
    assert (hidden.status_code, code(hidden)) == (400, "sections.unknown")
    for name in names[1:]:
        for _ in range(3):
            arbiter.do("pair", section=name)
            round = arbiter.view(section=name)["rounds"][-1]
            results = [[board, "1"] for board in round["missing"]]
            arbiter.do("results", section=name, results=results)
        arbiter.do("publish", section=name)
    seen = stranger.http.get(arbiter.path(), params={"section": names[1]}).json()
    assert len(seen["rounds"]) == 3 and seen["section"] == names[1]
    assert [one["number"] for one in seen["players"]] == [1, 2, 3]
    done = arbiter.do("final", places=1, name="决赛", by_lot=True)
    assert done["done"] and arbiter.view()["sections"][-1]["name"] == "决赛"
    assert "决赛" not in stranger.http.get(arbiter.path()).text


def test_an_event_of_teams_is_run(player: Player, stranger: Player) -> None:
    arbiter = make(player, system="team-roundrobin", rounds=None, options={"boards": 2})
    people = [{"name": name, "team": f"{'甲乙丙丁'[n // 2]}队"} for n, name in enumerate(NAMES[:8])]
    arbiter.do("players", players=people)
    arbiter.do("make_teams", by="entry")
    arbiter.do("number", how="entry")
    arbiter.do("line_up", team="1", players=["2", "1"], round=1, force=True)
    arbiter.do("pair")
    assert "teams" in arbiter.view()["extra"]
    arbiter.do("match_results", match=1, keys="1=")
    arbiter.play("=")
    arbiter.do("publish")
    seen = stranger.http.get(arbiter.path()).json()
    assert seen["extra"]["teams"] and seen["standings"]["after"] == 1
