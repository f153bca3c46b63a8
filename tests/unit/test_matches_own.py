"""Matches in which engines ponder and have books of their own, and openings made for a match."""

import gc
import os
import random
import sqlite3
import threading
from pathlib import Path

import msgspec
import pytest
from tests.unit import fake_engines
from tests.unit.test_matches import FAST, a_head, play

from chuhe import START_FEN, Board, records
from chuhe.errors import RecordError
from chuhe.matches import Contestant, Control, Keeper, record
from chuhe.matches.books import OwnBook
from chuhe.matches.openings import from_book, from_file, randomly


def test_engines_ponder_and_what_they_do_then_costs_only_their_game(tmp_path: Path) -> None:
    log = tmp_path / "heard"
    good = fake_engines.write_pondering(tmp_path, "good", log)
    # It dies while it ponders for the third time, as each new process does again.
    deed = "heard.append(1); len(heard) == 3 and sys.exit(5)"
    bad = fake_engines.write_pondering(tmp_path, "bad", tmp_path / "other", deed)
    one, two = (
        Contestant(command, control=FAST, margin=1.0, ponder=True) for command in (good, bad)
    )
    games = play([one, two], games=2)
    assert [game.fault for game in games] == ["crash", "crash"]
    assert [game.loser for game in games] == [1, 1]
    heard = log.read_text().split()
    assert {"go", "ponder", "ponderhit", "stop"} >= set(heard) >= {"go", "ponder"}
    assert heard[-1] != "ponder", "nothing is pondered on after the game"


def test_an_engine_that_ponders_is_told_the_clock_as_it_stands_then(tmp_path: Path) -> None:
    heard = tmp_path / "go"
    habit = f"""
    def habit(words):
        open({str(heard)!r}, "a").write(" ".join(words) + "\\n")
        if "ponder" in words:
            sys.stdin.readline()
            say(f"bestmove {{choose()}}")
            return
        mine = choose()
        board.push_uci(mine)
        say(f"bestmove {{mine}} ponder {{choose()}}")
    """
    clock = Control(base=10.0, increment=2.0)
    program = fake_engines.write(tmp_path, "clock", habit)
    engine = Contestant(program, control=clock, ponder=True, margin=5.0)
    other = Contestant("builtin:1", control=Control(nodes=50))
    play([engine, other], games=1, longest=4)
    first, second = heard.read_text().splitlines()[:2]
    assert first == "go wtime 10000 winc 2000"
    assert second.startswith("go ponder wtime 1") and int(second.split()[3]) > 11_000


def test_an_engine_has_a_book_of_its_own(tmp_path: Path) -> None:
    games = tmp_path / "games.pgn"
    lines = ["1. 炮二平五 马8进7 2. 马二进三 车9平8 3. 兵七进一 *"]
    games.write_text("\n\n".join(lines), encoding="utf-8")
    with_book = Contestant("builtin:1", control=Control(nodes=50), book=str(games), book_plies=4)
    without = Contestant("builtin:1", control=Control(nodes=50))
    first, second = play([with_book, without], longest=8)
    assert first.moves[0] == "h2e2" and first.said[0].book and not first.said[1].book
    if first.moves[1] == "h9g7":
        assert first.moves[2] == "h0g2" and first.said[2].book
    # Beyond so many plies it thinks by itself, and so does the other from the start.
    assert not any(said.book for said in first.said[4:]) and not second.said[0].book
    game = record(first, ("A", "B"))
    assert next(iter(game.mainline())).comment in ("its own book", "自带开局库")
    position = tmp_path / "one.epd"
    position.write_text(START_FEN + "\n", encoding="utf-8")
    with pytest.raises(RecordError) as caught:
        play([Contestant("builtin", control=FAST, book=str(position)), without])
    assert caught.value.code == "match.no_book"
    with pytest.raises(FileNotFoundError):
        play([Contestant("builtin", control=FAST, book=str(tmp_path / "none.obk")), without])


def test_books_of_other_programs_are_played_from_by_their_ratings(tmp_path: Path) -> None:
    path = tmp_path / "own.obk"
    with sqlite3.connect(path) as file:
        file.execute("CREATE TABLE bhobk (vkey INTEGER, vmove INTEGER, vscore INTEGER)")
        start = 7101337512282506414
        for move, score in ((0xAAA7, 30), (0xA4A7, 10), (0xC4A5, -5)):
            file.execute("INSERT INTO bhobk VALUES (?, ?, ?)", (start, move, score))
    book = OwnBook(path, plies=1)
    chosen = [book.move(Board(), random.Random(n)) for n in range(400)]
    counts = {str(move): chosen.count(move) for move in set(chosen)}
    assert len(counts) == 2 and max(counts.values()) == pytest.approx(300, abs=50)
    later = Board()
    later.push_uci("h2e2")
    assert book.move(later, random.Random(1)) is None
    book.close()


def test_random_openings_stay_with_the_match(tmp_path: Path) -> None:
    first = randomly(3, plies=4, seed=9)
    assert len(set(first)) == 3
    more = randomly(5, plies=4, seed=9, before=first)
    assert more[:3] == first and len(set(more)) == 5
    head = msgspec.structs.replace(a_head(), made=tuple(first))
    with Keeper.begin(str(tmp_path / "s"), head):
        pass
    with Keeper.resume(str(tmp_path / "s")) as keeper:
        assert list(keeper.head.made) == first
        keeper.extend(keeper.head.plan, more)
    with Keeper.resume(str(tmp_path / "s")) as keeper:
        assert list(keeper.head.made) == more


def test_openings_come_from_variations_and_what_cannot_be_played_is_left_out(
    tmp_path: Path,
) -> None:
    games = tmp_path / "games.pgn"
    text = "1. 炮二平五 马8进7 (1... 马2进3 2. 马二进三) (1... 炮8平5) 2. 马二进三 *"
    games.write_text(text, encoding="utf-8")
    found = {opening.text() for opening in from_file(games, 3)}
    assert found == {"h2e2 h9g7 h0g2", "h2e2 b9c7 h0g2"}
    assert len(from_file(games, 2)) == 3
    good = "4k4/9/9/9/9/9/9/9/R8/3K5 w - - 0 1"
    positions = tmp_path / "p.epd"
    positions.write_text(f"4k4/9/9/9/4R4/9/9/9/9/3K5 w - - 0 1\n{good}\n", encoding="utf-8")
    assert [opening.fen for opening in from_file(positions, 8)] == [good]


def test_openings_come_from_a_book(tmp_path: Path) -> None:
    path = tmp_path / "own.obk"
    with sqlite3.connect(path) as file:
        file.execute("CREATE TABLE bhobk (vkey INTEGER, vmove INTEGER, vscore INTEGER)")
        for move, score in ((0xAAA7, 30), (0xA4A7, 10)):
            entry = (7101337512282506414, move, score)
            file.execute("INSERT INTO bhobk VALUES (?, ?, ?)", entry)
    found = from_book(path, 5, plies=4, seed=1)
    assert len(found) == len(set(found)) == 2 and all(len(o.moves) == 1 for o in found)
    assert from_book(path, 2, plies=4, seed=1, before=found) == found


#: What a program says before its move.
NONSENSE = {
    "numbers": "say('info depth 99999999999 score cp 99999999999999999999 nodes -1 time 1e9 pv '"
    " + choose())",
    "bytes": "sys.stdout.buffer.write(bytes(range(256)) * 500 + b'\\n'); sys.stdout.flush()",
    "a line without end": "sys.stdout.write('info string ' + 'x' * 300_000 + '\\n')",
    "a reply that is none": "say('info depth 1 score mate 0 pv zz')",
    "answers to nothing": "say('readyok'); say('uciok'); say('option name')",
}


@pytest.mark.parametrize("kind", NONSENSE)
def test_nonsense_beside_a_move_is_passed_over_and_can_be_kept(kind: str, tmp_path: Path) -> None:
    habit = f"""
    def habit(words):
        {NONSENSE[kind]}
        say(f"bestmove {{choose()}} ponder zz")
    """
    program = fake_engines.write(tmp_path, "odd", habit)
    slow = Control(nodes=50)
    games = play([Contestant(program, control=slow, ponder=True), "builtin:1"], longest=8)
    assert [game.reason for game in games] == ["too_long", "too_long"]
    with Keeper.begin("", a_head(tmp_path / "g.pgn")) as keeper:
        for game in games:
            keeper.add(game)
    assert len(list(records.read(tmp_path / "g.pgn"))) == 2


@pytest.mark.long
def test_a_program_that_closes_its_mouth_or_ears_loses_its_game(tmp_path: Path) -> None:
    for deed in ("os.close(1); time.sleep(60)", "answer(); os.close(0); time.sleep(60)"):
        habit = f"import os\ndef habit(words):\n    {deed}\n"
        program = fake_engines.write(tmp_path, "deaf", habit)
        [game] = play([program, "builtin:1"], games=1)[:1]
        assert game.fault in ("hang", "crash") and game.loser == 0


@pytest.mark.long
@pytest.mark.skipif(not Path("/proc/self/fd").exists(), reason="counts what /proc tells of")
def test_many_games_leave_nothing_behind(tmp_path: Path) -> None:
    """Programs that die, are started anew for each game, or stay: no files, threads, children."""
    dies = "def habit(words):\n    sys.exit(3) if searches == 4 else answer()\n"
    slow = Control(nodes=50)
    engines = [
        Contestant(fake_engines.write(tmp_path, "dies", dies), control=slow),
        Contestant(fake_engines.write(tmp_path, "anew"), control=slow, restart=True),
        Contestant(fake_engines.write(tmp_path, "stays", seed=3), control=slow),
    ]

    def left() -> tuple[int, int, int]:
        tasks = Path("/proc/self/task").iterdir()
        children = " ".join(task.joinpath("children").read_text() for task in tasks).split()
        return len(os.listdir("/proc/self/fd")), threading.active_count(), len(children)

    gc.collect()  # what tests before have left
    before = left()
    for _match in range(2):
        games = play(engines, games=10, concurrency=2, longest=16)
        assert len(games) == 30 and {game.reason for game in games} == {"crash", "too_long"}
        # Something of a test before may have been cleared away meanwhile.
        assert all(now <= then for now, then in zip(left(), before, strict=True))
