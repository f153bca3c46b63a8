"""Laws of the judge: mirrors, what came before, and the warning, on cases and random repetitions."""

import random
from collections import Counter
from collections.abc import Iterator, Sequence

import pytest
from tests.oracle import cycles
from tests.oracle.cycles import Cycle
from tests.property.test_judges_agree import CASES, NUMBER

import chuhe
from chuhe import Board, Color, Move, Setup
from chuhe.arbiter import Arbiter
from chuhe.rules import RULES

FAST = ("axf", "wxf", "engine", "count")
BY_PLAY = ("club", "cxa-2020", "cxa-2011", "cxa-1999")

#: One worker makes the random repetitions, once.
pytestmark = pytest.mark.xdist_group("repetitions")

#: What is ruled: who has won, by what, at which ply.
Verdict = tuple[Color | None, str, int] | None


def share(book: str) -> int:
    """How many repetitions a book can be tried on in the time of a test run."""
    return NUMBER if book in FAST else NUMBER // 32


def verdicts(book: str, games: Sequence[Cycle]) -> list[Verdict]:
    return [
        replay.end and (replay.end.outcome.winner, str(replay.end.termination), replay.end.ply)
        for replay in Arbiter(book).replay_all([(game.fen, game.moves) for game in games])
    ]


def flip(text: str, *, files: bool, colors: bool) -> str:
    """A move seen in a mirror."""
    signs = {
        **({c: "abcdefghi"[8 - n] for n, c in enumerate("abcdefghi")} if files else {}),
        **({str(n): str(9 - n) for n in range(10)} if colors else {}),
    }
    return "".join(signs.get(sign, sign) for sign in text)


def mirrored(game: Cycle, *, files: bool, colors: bool) -> Cycle:
    placement, turn = game.fen.split()[:2]
    rows = placement.split("/")
    if files:
        rows = [row[::-1] for row in rows]
    if colors:
        rows = [row.swapcase() for row in rows[::-1]]
        turn = "b" if turn == "w" else "w"
    moves = tuple(flip(move, files=files, colors=colors) for move in game.moves)
    return Cycle(f"{'/'.join(rows)} {turn} - - 0 1", moves)


@pytest.mark.parametrize(
    "book",
    [
        *("wxf", "count", "cxa-2020"),
        *(
            pytest.param(book, marks=pytest.mark.long)
            for book in ("axf", "engine", "club", "cxa-2011", "cxa-1999")
        ),
    ],
)
def test_mirrors_change_nothing(book: str) -> None:
    games = CASES + cycles.some(share(book))
    found = verdicts(book, games)
    by_files = verdicts(book, [mirrored(game, files=True, colors=False) for game in games])
    by_colors = verdicts(book, [mirrored(game, files=False, colors=True) for game in games])
    for game, one, two, three in zip(games, found, by_files, by_colors, strict=True):
        assert one == two, game
        winner = three and three[0]
        assert one == (three and (winner and ~winner, *three[1:])), game
    assert Counter(type(one) for one in found)[tuple] > 0.9 * len(games)


def earlier(game: Cycle, chance: random.Random) -> Cycle | None:
    """The same game, begun one quiet ply earlier."""
    if Setup(game.fen).problems():
        return None
    placement = Board(game.fen).piece_map()
    color = ~Board(game.fen).turn
    known = {" ".join(board.fen().split()[:2]) for board in positions(game)}
    own = [square for square, piece in placement.items() if piece.color is color]
    for square in chance.sample(own, len(own)):
        for start in chance.sample(chuhe.SQUARES, 12):
            if start in placement:
                continue
            fen = moved_back(game.fen, square, start)
            if " ".join(fen.split()[:2]) in known or Setup(fen).problems():
                continue
            board = Board(fen)
            move = Move(start, square)
            if board.is_legal(move) and not board.is_check():
                return Cycle(fen, (move.uci(), *game.moves))
    return None


def moved_back(fen: str, square: int, start: int) -> str:
    """The layout with a piece put back, its side to move."""
    placement, turn = fen.split()[:2]
    rows = [
        [sign for c in row for sign in (" " * int(c) if c.isdigit() else c)]
        for row in placement.split("/")
    ]
    rows[9 - start // 9][start % 9] = rows[9 - square // 9][square % 9]
    rows[9 - square // 9][square % 9] = " "
    text = "/".join("".join(row) for row in rows)
    for n in range(9, 0, -1):
        text = text.replace(" " * n, str(n))
    return f"{text} {'b' if turn == 'w' else 'w'} - - 0 1"


@pytest.mark.parametrize("book", ("axf", "wxf", "engine", *BY_PLAY))
def test_what_came_before_changes_nothing(book: str) -> None:
    """A ply before the repetition; `count` is left out, which counts checks and not repetitions."""
    chance = random.Random(2)
    games = CASES + cycles.some(share(book) // 5)
    pairs = [(game, later) for game in games if (later := earlier(game, chance))]
    found = verdicts(book, [game for game, _ in pairs])
    after_quiet = verdicts(book, [later for _, later in pairs])
    for (game, later), one, two in zip(pairs, found, after_quiet, strict=True):
        if two is not None and two[2] == 0:
            continue  # a dead or finished layout
        assert one == (two and (two[0], two[1], two[2] - 1)), (game, later)
    assert len(pairs) > len(games) // 2


def with_a_loop_before(games: Sequence[Cycle]) -> Iterator[tuple[Cycle, Cycle]]:
    """Games begun a ply earlier, there with a loop of their own that touches nothing later."""
    chance = random.Random(3)
    for game in games:
        later = earlier(game, chance)
        loop = later and cycles.Search(chance, Board(later.fen), 4).find()
        if later and loop:
            whole = Cycle(later.fen, (*loop, *later.moves))
            seen = [board.fen().split()[:2] for board in positions(whole)]
            if not any(one in seen[len(loop) + 1 :] for one in seen[: len(loop) + 1]):
                yield game, whole


def positions(game: Cycle) -> Iterator[Board]:
    board = Board(game.fen)
    yield board.copy()
    for move in game.moves:
        board.push_uci(move)
        yield board.copy()


@pytest.mark.parametrize("book", ["axf", "engine", "cxa-2020"])
def test_another_loop_before_changes_nothing(book: str) -> None:
    pairs = list(with_a_loop_before(cycles.some(NUMBER // 50)))
    found = verdicts(book, [game for game, _ in pairs])
    later = verdicts(book, [whole for _, whole in pairs])
    for (game, whole), one, two in zip(pairs, found, later, strict=True):
        added = len(whole.moves) - len(game.moves)
        assert one == (two and (two[0], two[1], two[2] - added)), (game, whole)
    assert len(pairs) > NUMBER // 250


# ---------------------------------------------------------------- the warning


def losers_move(board: Board, move: Move, arbiter: Arbiter, loser: Color) -> str:
    """How the game stands for a side once it has made a move: lost, threatened, free."""
    board.push(move)
    try:
        end = arbiter.rule(board)
        if end is not None:
            lost = end.cycle is not None and end.outcome.winner is ~loser
            return "lost" if lost else "free"
        for reply in board.legal_moves:
            board.push(reply)
            end = arbiter.rule(board)
            board.pop()
            if end is not None and end.cycle is not None and end.outcome.winner is ~loser:
                return "threatened"
        return "free"
    finally:
        board.pop()


@pytest.mark.parametrize("book", ["axf", "engine", "club", "cxa-2020", "count"])
def test_a_warning_comes_before_each_loss_and_tells_the_truth(book: str) -> None:
    """What is fatal loses, what is a way out does not, and no repetition is lost without warning."""
    arbiter = Arbiter(RULES[book])
    repeat = 5 if book == "count" else 1
    number = NUMBER // (40 if book == "count" else 4)
    games = [game._replace(moves=game.moves * repeat) for game in cycles.some(number)]
    lost = [
        (game, replay.end)
        for game, replay in zip(
            games, arbiter.replay_all([(g.fen, g.moves) for g in games]), strict=True
        )
        if replay.end and replay.end.cycle and replay.end.outcome.winner
    ]
    for game, end in lost[: NUMBER // 400]:
        loser = ~end.outcome.winner
        board = Board(game.fen)
        for move in game.moves[: end.ply - 2]:
            board.push_uci(move)
        for text in game.moves[end.ply - 2 : end.ply]:
            warning = arbiter.warning(board)
            move = Move.from_uci(text)
            if board.turn is loser:
                assert warning is not None, (game, text)
                assert warning.loser is loser
                assert move in warning.fatal_moves, (game, text)
                assert set(warning.fatal_moves) | set(warning.ways_out) == set(board.legal_moves)
                assert not set(warning.fatal_moves) & set(warning.ways_out)
                for fatal in warning.fatal_moves:
                    assert losers_move(board, fatal, arbiter, loser) != "free", (game, fatal)
                for way in warning.ways_out:
                    assert losers_move(board, way, arbiter, loser) != "lost", (game, way)
            elif warning is not None:
                # The innocent side completes the repetition: its opponent has been warned.
                assert warning.loser is loser, (game, text)
                assert not warning.ways_out
            board.push(move)
    assert len(lost) > NUMBER // 2500


@pytest.mark.parametrize("book", ["axf", "cxa-2020"])
def test_every_move_that_loses_at_once_is_warned_of(book: str) -> None:
    """All moves are tried in the last positions of the repetitions that one side must not go on."""
    arbiter = Arbiter(RULES[book])
    games = cycles.some(NUMBER // 4)
    warned = tried = 0
    for game, verdict in zip(games, verdicts(book, games), strict=True):
        if tried == NUMBER // 400 or verdict is None or verdict[0] is None:
            continue
        tried += 1
        board = Board(game.fen)
        for move in game.moves[: verdict[2] - 1]:
            board.push_uci(move)
            if board.ply < verdict[2] - 3:
                continue
            standing = [losers_move(board, m, arbiter, board.turn) for m in board.legal_moves]
            fatal = {m for m, how in zip(board.legal_moves, standing, strict=True) if how == "lost"}
            warning = arbiter.warning(board)
            mine = warning.fatal_moves if warning and warning.loser is board.turn else ()
            assert fatal <= set(mine), (game, board.ply, fatal)
            warned += bool(fatal)
    assert warned > NUMBER // 2000
