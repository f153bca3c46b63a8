"""Records of games at the boards of an event, and handed on as PGN and XQF."""

import io
import zipfile
from collections.abc import Iterator
from pathlib import Path

import pytest
from cchess.read_xqf import read_from_xqf

from chuhe import records
from chuhe.errors import ChuheError
from chuhe.tournament.director import Director
from chuhe.tournament.exports import EXPORTS
from chuhe.tournament.games import games_pgn, games_xqf
from chuhe.tournament.journal import Journal
from chuhe.tournament.site_write import write_folder
from chuhe.tournament.state import fold

PGN = """[Event "somewhere"]
[Date "2026.12.01"]
[Red "许 银川"]
[Black "吕钦"]
[Opening "中炮"]
[Result "1-0"]

1. 炮二平五 {正着} 马8进7 (1... 炮8平5) 2. 马二进三 1-0
"""


@pytest.fixture
def cup(tmp_path: Path) -> Iterator[Director]:
    with Director.create(
        tmp_path / "cup.chuhe",
        name='羊城杯 "2026"',
        seed="cup",
        rounds=3,
        system="chinese",
        options={"first_colours": "small", "first_round": "adjacent", "units": "never"},
        facts={"city": "广州", "start": "2026-12-02"},
        clock=lambda: "",
    ) as desk:
        people = [("许银川", "广东", 2600), ("吕钦", "广东", 0), ("a/../b", "", 0), ("王", "", 0)]
        desk.add_players([{"name": n, "team": t, "rating": r} for n, t, r in people])
        desk.number("entry")
        desk.pair_round()
        assert desk.state.round(1).boards == [(1, 2), (3, 4)]
        yield desk


def codes(notes: object) -> list[str]:
    return [note.code for note in notes]  # type: ignore[attr-defined]


def test_a_record_is_kept_as_pgn_with_its_variations_and_survives_in_the_log(
    cup: Director, tmp_path: Path
) -> None:
    cup.results([(1, "1")])
    answer = cup.game(1, PGN.encode("gb18030"))
    assert answer.done and answer.notes == ()
    with Journal(tmp_path / "cup.chuhe") as journal:
        again = fold(journal.read())
    assert again.round(1).games == cup.state.round(1).games
    ((text, turned),) = again.round(1).games.values()
    kept = next(records.read(text.encode()))
    assert kept.same_tree(next(records.read(PGN.encode()))) and not turned
    assert codes(cup.game(1, PGN.encode()).notes) == ["games.already"]


@pytest.mark.parametrize(
    ("result", "text", "expected"),
    [
        ("0", PGN, ["games.result"]),
        ("1", PGN, []),
        ("o", PGN, ["games.result"]),
        ("", PGN, ["games.no_result"]),
        ("1", PGN.replace("1-0", "*"), []),
        ("1", PGN.replace("吕钦", "胡荣华"), ["games.name"]),
        ("1", PGN.replace("吕钦", "?"), []),
        ("0", PGN.replace("许 银川", "x").replace("吕钦", "许银川").replace('Red "x', 'Red "吕钦')
         .replace("1-0", "*"), ["games.colours"]),
        ("1", "1. 炮二平五 1-0", []),
        ("1", '[FEN "3k5/9/9/9/9/9/9/9/4R4/4K4 w"]\n\n1. 车五进一 1-0', ["games.start"]),
    ],
)  # fmt: skip
def test_what_differs_from_the_event_is_told(
    cup: Director, result: str, text: str, expected: list[str]
) -> None:
    if result:
        cup.results([(1, result)])
    answer = cup.game(1, text.encode())
    assert answer.done and codes(answer.notes) == expected


@pytest.mark.parametrize(
    ("data", "code"),
    [
        (b"1. C2=5 H8+7 2. R1+5 1-0", "games.illegal"),
        ("1. 炮二平五 马8进7 2. 马二进九".encode(), "games.illegal"),
        (b'[Red "x"]\n\n*\n', "games.empty"),
        (PGN.encode() * 2, "games.many"),
        (b"hello", "record.unknown"),
        (b"", None),
        (b"XQ\x0a" + bytes(2000), None),
        (b"x" * 2_000_001, "games.size"),
    ],
)
def test_a_record_that_is_none_is_refused(cup: Director, data: bytes, code: str | None) -> None:
    before = len(cup.entries)
    with pytest.raises(ChuheError) as told:
        cup.game(1, data)
    assert str(told.value)
    if code and code != "record.unknown":
        assert told.value.code == code
    assert len(cup.entries) == before


def test_one_of_several_games_is_picked(cup: Director) -> None:
    other = PGN.replace("马二进三", "兵七进一")
    cup.game(1, (PGN + "\n" + other).encode(), pick=2)
    assert "兵七进一" in games_pgn(cup.state)
    with pytest.raises(ChuheError):
        cup.game(1, (PGN + "\n" + other).encode(), pick=3)


def test_records_follow_their_board_and_can_be_taken_away(cup: Director) -> None:
    cup.game(1, PGN.encode())
    assert codes(cup.game(1, None).notes) == ["games.removed"]
    with pytest.raises(ChuheError) as told:
        cup.game(1, None)
    assert told.value.code == "games.nothing"
    cup.game(1, PGN.encode())
    cup.turn(1, force=True)
    assert cup.state.round(1).games == {}
    cup.undo()
    assert len(cup.state.round(1).games) == 1
    for board in (0, 3, -1):
        with pytest.raises(ChuheError):
            cup.game(board, PGN.encode())


def test_pgn_has_what_the_event_knows(cup: Director) -> None:
    cup.results([(1, "="), (2, "0")])
    cup.game(2, "1. 兵七进一 卒7进1 *".encode())
    cup.game(1, PGN.encode())
    one, two = records.read(games_pgn(cup.state).encode(), format="pgn")
    assert dict(one.headers) == {
        "Event": '羊城杯 "2026"',
        "Site": "广州",
        "Date": "2026.12.01",
        "Round": "1",
        "Board": "1",
        "Red": "许银川",
        "RedTeam": "广东",
        "RedElo": "2600",
        "Black": "吕钦",
        "BlackTeam": "广东",
        "Opening": "中炮",
    } | {k: v for k, v in one.headers.items() if k in ("Game", "Result")}
    assert one.result == "1/2-1/2" and one.count_variations() == 1
    assert two.headers["Date"] == "2026.12.02" and two.result == "0-1"
    cup.edit("2", {"name": "吕特大"})
    assert '[Black "吕特大"]' in games_pgn(cup.state)


def test_a_second_game_of_a_match_has_the_colours_it_had(cup: Director) -> None:
    cup.game(1, PGN.encode())
    other = PGN.replace("许 银川", "x").replace("吕钦", "许银川").replace("x", "吕钦")
    assert codes(cup.game(1, other.encode(), number=2).notes) == []
    one, two = records.read(games_pgn(cup.state).encode())
    assert (one.headers["Red"], two.headers["Red"]) == ("许银川", "吕钦")
    assert one.result == two.result == "1-0"


def test_xqf_files_have_safe_names_and_another_program_reads_them(
    cup: Director, tmp_path: Path
) -> None:
    cup.results([(1, "1"), (2, "=")])
    cup.game(1, PGN.encode())
    cup.game(2, "1. 兵七进一 卒7进1".encode())
    files = games_xqf(cup.state)
    assert list(files) == ["r01-b01-许银川-吕钦.xqf", "r01-b02-ab-王.xqf"]
    write_folder(tmp_path / "games", files)
    game = read_from_xqf(str(tmp_path / "games" / "r01-b01-许银川-吕钦.xqf"))
    assert (game.info["red"], game.info["black"], game.info["result"]) == ("许银川", "吕钦", "1-0")
    archive = zipfile.ZipFile(
        io.BytesIO(EXPORTS["xqf"].make(cup.state, cup.standings(), cup.entries))
    )
    assert archive.namelist() == list(files)
    assert EXPORTS["pgn"].make(cup.state, cup.standings(), []) == games_pgn(cup.state).encode()


# ---------------------------------------------------------------- a folder of files


def test_a_folder_keeps_what_others_put_there(tmp_path: Path) -> None:
    home = tmp_path / "site"
    assert write_folder(home, {"a.html": b"1", "x/b.html": b"2"}) == 2
    (home / "x" / "mine.txt").write_text("mine")
    (home / "logo.png").write_bytes(b"logo")
    assert write_folder(home, {"a.html": b"1"}) == 1
    assert sorted(p.relative_to(home).as_posix() for p in home.rglob("*") if p.is_file()) == [
        ".chuhe-files",
        "a.html",
        "logo.png",
        "x/mine.txt",
    ]


def test_a_listing_that_leads_out_of_the_folder_is_not_believed(tmp_path: Path) -> None:
    (tmp_path / "kept.txt").write_text("x")
    home = tmp_path / "site"
    home.mkdir()
    absolute = tmp_path / "kept.txt"
    (home / ".chuhe-files").write_text(f'["../kept.txt", "{absolute}", 3, ""]')
    write_folder(home, {"a": b""})
    assert (tmp_path / "kept.txt").exists()


def test_nothing_is_half_written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    home = tmp_path / "site"
    write_folder(home, {"a": b"old"})

    def broken(self: Path, data: bytes) -> int:
        self.touch()
        raise OSError(28, "No space left on device", str(self))

    monkeypatch.setattr(Path, "write_bytes", broken)
    with pytest.raises(OSError, match="No space"):
        write_folder(home, {"a": b"new"})
    monkeypatch.undo()
    assert (home / "a").read_bytes() == b"old"
    assert sorted(p.name for p in home.iterdir()) == [".chuhe-files", "a"]


def test_each_game_of_a_match_has_the_colours_and_the_result_it_had(tmp_path: Path) -> None:
    with Director.create(
        tmp_path / "ko",
        name="x",
        seed="x",
        system="knockout",
        options={"games": 2, "first": "higher"},
        clock=lambda: "",
    ) as desk:
        desk.add_players([{"name": "许银川"}, {"name": "吕钦"}])
        desk.number("entry")
        desk.pair_round()
        desk.results([(1, "1")])
        desk.results([(1, "=")])
        assert codes(desk.game(1, PGN.encode()).notes) == []
        second = PGN.replace("许 银川", "x").replace("吕钦", "许银川").replace("x", "吕钦")
        assert codes(desk.game(1, second.encode(), number=2).notes) == ["games.result"]
        assert codes(desk.game(1, PGN.encode(), number=2).notes) == [
            "games.colours",
            "games.result",
            "games.replaced",
        ]
        assert codes(desk.game(1, PGN.encode(), number=3).notes) == ["games.no_result"]
        told = [
            (game.headers["Red"], game.result)
            for game in records.read(games_pgn(desk.state).encode())
        ]
    assert told == [("许银川", "1-0"), ("吕钦", "1/2-1/2"), ("许银川", "1-0")]
