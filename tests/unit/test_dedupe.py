"""`chuhe.records.dedupe` against the plain comparison of every game with every other."""

import random
from itertools import combinations
from pathlib import Path

import pytest

import chuhe
from chuhe import records
from chuhe.game import Game
from chuhe.records.dedupe import (
    Group,
    Twins,
    beginnings,
    find_beginnings,
    find_twins,
    games_left,
    heads_of,
    identity,
    join_headers,
    richness,
)


def random_game(chance: random.Random, plies: int, **headers: str) -> Game:
    board, moves = chuhe.Board(), []
    for _ in range(plies):
        moves.append(chance.choice(list(board.legal_moves)))
        board.push(moves[-1])
    game = Game(headers=headers.items())
    game.add_line(moves)
    return game


def shortened(game: Game, plies: int, **headers: str) -> Game:
    short = Game(headers=headers.items())
    short.add_line(game.mainline_moves()[:plies])
    return short


def write(path: Path, games: list[Game]) -> str:
    with path.open("wb") as file:
        list(records.write(games, file))
    return str(path)


@pytest.mark.parametrize("jobs", [1, 2])
def test_the_same_games_are_found_as_by_comparing_all(jobs: int, tmp_path: Path) -> None:
    chance = random.Random(7)
    archive = [random_game(chance, chance.randrange(30, 50), Event=str(n)) for n in range(20)]
    archive += [shortened(chance.choice(archive), 60, Round=str(n)) for n in range(20)]
    chance.shuffle(archive)
    paths = [write(tmp_path / f"{n}.pgn", archive[n * 10 : n * 10 + 10]) for n in range(4)]
    *_rest, (_path, twins) = find_twins(paths, jobs=jobs)
    assert isinstance(twins, Twins)
    together = {frozenset({group.kept, *group.dropped}) for group in twins.groups()}
    slow: dict[int, set[int]] = {n: {n} for n in range(40)}
    for one, other in combinations(range(40), 2):
        if archive[one].uci_moves == archive[other].uci_moves:
            slow[one] = slow[other] = slow[one] | slow[other]
            for member in slow[one]:
                slow[member] = slow[one]
    expected = {
        frozenset((paths[n // 10], n % 10) for n in members)
        for members in slow.values()
        if len(members) > 1
    }
    assert together == expected
    left = [game for _path, game in games_left(paths, twins.groups())]
    assert len(left) == 20
    assert len({tuple(game.uci_moves) for game in left if isinstance(game, Game)}) == 20


def test_beginnings_go_under_the_longest(tmp_path: Path) -> None:
    chance = random.Random(3)
    game = random_game(chance, 80, Red="甲")
    other = random_game(chance, 80, Red="乙")
    archive = [
        shortened(game, 50, Event="beginning"),
        game,
        shortened(game, 70),
        shortened(game, 20),
        other,
        shortened(game, 50),
    ]
    path = write(tmp_path / "a.pgn", archive)
    [(_path, twins)] = find_twins([path])
    assert isinstance(twins, Twins)
    assert list(find_beginnings(twins, [path], 40)) == [(path, None)]
    [group] = twins.groups()
    assert group.kept == (path, 1)
    assert sorted(number for _path, number in group.dropped) == [0, 2, 5]


def test_a_beginning_has_the_fingerprint_of_the_shorter_game() -> None:
    game = random_game(random.Random(5), 40)
    expected = [shortened(game, plies)._record.fingerprint() for plies in range(30, 40)]
    assert list(beginnings(game, 30)) == expected


def test_short_games_of_other_players_are_other_games() -> None:
    moves = ["炮二平五", "马8进7", "马二进三", "车9平8"]

    def game(**headers: str) -> Game:
        made = Game(headers=headers.items())
        made.add_line(moves)
        return made

    one = game(Red="甲", Black="乙")
    assert identity(one) != identity(game(Red="甲", Black="丙"))
    assert identity(one) == identity(game(Red="甲", Black=" 乙 ", Event="x"))
    assert identity(one, short=4) == identity(game(Red="甲", Black="丙"), short=4)
    assert identity(game()) == identity(game(Event="x"))


def test_games_without_moves_are_the_same_by_their_start_or_their_words() -> None:
    fen = "3k5/4P4/9/9/9/9/9/9/9/4K4 w"
    assert identity(Game(fen, [("Title", "1")])) == identity(Game(fen, [("Title", "2")]))
    assert identity(Game(headers=[("Red", "甲")])) != identity(Game(headers=[("Red", "乙")]))
    assert identity(Game(headers=[("Red", "甲")])) == identity(Game(headers=[("Red", "甲")]))
    pages = list(records.read(b"9/9/9/9/9/9/9/9/9/9 w ; one\n9/9/9/9/9/9/9/9/9/9 w ; two\n"))
    assert len({identity(page) for page in pages}) == len(pages) == 2


def test_the_richest_is_kept_with_what_the_others_say(tmp_path: Path) -> None:
    game = random_game(random.Random(1), 40)
    noted = shortened(game, 40, Red="甲")
    noted.mainline()[0].comment = "好棋"
    named = shortened(game, 40, Red="甲", Black="乙", Event="杯赛", Date="1980.01.01")
    named.result = "1-0"
    assert richness(game) < richness(named) < richness(noted)
    path = write(tmp_path / "a.pgn", [game, named, noted])
    [(_path, twins)] = find_twins([path])
    assert isinstance(twins, Twins)
    assert twins.groups() == [Group((path, 2), [(path, 0), (path, 1)])]
    heads = heads_of(twins.groups())
    [(_path, left)] = games_left([path], twins.groups(), heads)
    assert isinstance(left, Game)
    assert (left.headers["Black"], left.headers["Date"], left.result) == ("乙", "1980.01.01", "1-0")
    assert left.mainline()[0].comment == "好棋"


def test_headers_that_say_something_are_not_written_over() -> None:
    game = Game(headers=[("Red", "甲"), ("Date", "????.??.??")], result="0-1")
    assert join_headers(game, [("Red", "乙"), ("Date", "1980"), ("Site", "?")], "1-0") == ["Date"]
    assert (game.headers["Red"], game.headers["Date"], game.result) == ("甲", "1980", "0-1")


def test_a_file_that_cannot_be_read_is_told() -> None:
    [(path, error)] = find_twins(["/no/such/file"])
    assert path == "/no/such/file" and isinstance(error, FileNotFoundError)
