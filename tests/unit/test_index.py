"""What an index of games is made of; other programs may read it, so it can never change."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from chuhe import Board, Game, _core
from chuhe.errors import FenError, IllegalMoveError

START = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1"
WORD = 2**64 - 1


def mix(n: int) -> int:
    """As the docstring of ``position_key`` tells it."""
    z = n * 0x9E3779B97F4A7C15 & WORD
    z = (z ^ z >> 30) * 0xBF58476D1CE4E5B9 & WORD
    z = (z ^ z >> 27) * 0x94D049BB133111EB & WORD
    return z ^ z >> 31


def slow_key(fen: str) -> int:
    board, turn = fen.split()[:2]
    key = mix(0x5EED0000) if turn == "b" else 0
    for row, text in enumerate(board.split("/")):
        file = 0
        for sign in text:
            if sign.isdigit():
                file += int(sign)
                continue
            piece = "KABNRCPkabnrcp".index(sign)
            key ^= mix(1 + 90 * piece + 9 * (9 - row) + file)
            file += 1
    return key


def slow_material(fen: str) -> str:
    board = fen.split()[0]
    sides = ("KABNRCP", "kabnrcp")
    return "/".join("".join(sign * board.count(sign) for sign in side) for side in sides)


def slow_fingerprint(game: Game) -> bytes:
    """FNV-1a of 128 bits, as in draft-eastlake-fnv."""
    data = slow_key(game.start_fen).to_bytes(8, "little")
    for move in game.uci_moves:
        for file, rank in (move[:2], move[2:]):
            data += bytes([9 * int(rank) + "abcdefghi".index(file)])
    value = 0x6C62272E07BB014262B821756295C58D
    for byte in data:
        value = (value ^ byte) * 0x0000000001000000000000000000013B & (2**128 - 1)
    return value.to_bytes(16, "big")


def random_game(choices: list[int]) -> Game:
    game, board = Game(), Board()
    for choice in choices:
        moves = list(board.legal_moves)
        if not moves:
            break
        move = moves[choice % len(moves)]
        board.push(move)
        game.add_line([move])
    return game


def test_keys_are_pinned() -> None:
    assert _core.position_key(START) == 0x66914EB712139AAA
    assert _core.position_key(START.replace(" w ", " b ")) == 0x66914EB712139AAA ^ mix(0x5EED0000)
    assert _core.position_key("4k4/9/9/9/9/9/9/9/9/3K5 w") == slow_key("4k4/9/9/9/9/9/9/9/9/3K5 w")
    # The counters count for nothing, and a layout need not be playable.
    assert _core.position_key(START.replace("0 1", "7 30")) == _core.position_key(START)
    assert _core.position_key("9/9/9/9/9/9/9/9/9/9 w") == 0


def test_bad_fen_is_refused() -> None:
    for function in (_core.position_key, _core.material_of):
        with pytest.raises(FenError):
            function("nonsense")


@given(st.lists(st.integers(0, 100), max_size=80))
@settings(max_examples=60, deadline=None)
def test_keys_materials_and_fingerprints_of_games(choices: list[int]) -> None:
    game = random_game(choices)
    record = game._record
    fens = [game.start_fen, *(node.fen() for node in game.mainline())]
    assert record.keys() == [slow_key(fen) for fen in fens]
    assert record.materials() == list(dict.fromkeys(slow_material(fen) for fen in fens))
    assert record.fingerprint() == slow_fingerprint(game)


@given(st.lists(st.integers(0, 50), max_size=30), st.lists(st.integers(0, 30), max_size=20))
@settings(max_examples=40, deadline=None)
def test_keys_of_a_tree(choices: list[int], where: list[int]) -> None:
    game = random_game(choices)
    for choice in where:
        nodes = game.nodes()
        node = nodes[choice % len(nodes)]
        moves = list(node.board().legal_moves)
        if moves:
            node.add_variation(moves[choice % len(moves)])
    assert game._record.keys(variations=True) == [slow_key(n.fen()) for n in game.nodes()]


def test_a_layout_that_cannot_be_played_has_a_key() -> None:
    record = _core.Record("9/9/9/9/9/9/9/9/9/4K4 w")
    assert record.keys() == record.keys(variations=True) == [slow_key("9/9/9/9/9/9/9/9/9/4K4 w")]
    assert record.materials() == ["K/"]


def test_moves_have_numbers() -> None:
    assert _core.move_number("b0c2") == 1 + 128 * 20
    assert _core.move_of_number(1 + 128 * 20) == "b0c2"
    with pytest.raises(ValueError, match="no move"):
        _core.move_number("炮二平五")
    with pytest.raises(ValueError, match="no move"):
        _core.move_of_number(100)


def test_a_batch_holds_rows_and_sums() -> None:
    games = [Game(result="1-0"), Game(result="1/2-1/2"), Game()]
    games[0].add_line(["h2e2", "h9g7"])
    games[1].add_line(["h2e2"])
    games[2].add_line(["h0g2", "h9g7", "g2h0", "g7h9", "c3c4"])  # meets the start twice
    batch = _core.IndexBatch()
    entries = batch.add(5, [g._record for g in games], [2400, 0, 2500], [20200101, 0, 20190000])
    assert [len(moves) // 2 for moves, *_ in entries] == [2, 1, 5]
    assert entries[0][1] == games[0]._record.fingerprint()
    assert entries[0][2] == [(slow_material(START), 0)]
    rows = batch.rows(0, 100)
    assert rows == sorted(rows) and len(rows) == len(batch) == 3 + 2 + 6
    start = int.from_bytes(slow_key(START).to_bytes(8, "big"), "big", signed=True)
    cannon, horse, pawn = (_core.move_number(m) for m in ("h2e2", "h0g2", "c3c4"))
    assert [row for row in rows if row[0] == start] == [
        (start, 5, cannon, 0),
        (start, 6, cannon, 0),
        *sorted([(start, 7, horse, 0), (start, 7, pawn, 4)]),
    ]
    # all; the move played by the first two games; the two moves of the third
    sums = {row[1]: row[2:] for row in batch.sums(3, set()) if row[0] == start}
    assert sums[-1] == (3, 1, 1, 0, 2, 4900, 20200101)
    assert sums[cannon] == (2, 1, 1, 0, 1, 2400, 20200101)
    assert sums[horse] == sums[pawn] == (1, 0, 0, 0, 1, 2500, 20190000)
    assert {row[0] for row in batch.sums(99, {start})} == {start}
    with pytest.raises(ValueError, match="a rating and a date"):
        batch.add(8, [games[0]._record], [], [])


def test_packed_games_are_unpacked() -> None:
    game = random_game([7, 3, 9, 30, 4, 8])
    [(moves, *_)] = _core.IndexBatch().add(1, [game._record], [0], [0])
    back = _core.unpack_record(None, moves)
    assert back.same_tree(game._record)
    with pytest.raises(ValueError, match="half a move"):
        _core.unpack_record(None, moves[:-1])
    with pytest.raises(ValueError, match="no move"):
        _core.unpack_record(None, b"\xff\xff")
    with pytest.raises(ValueError, match="cannot be played"):
        _core.unpack_record("9/9/9/9/9/9/9/9/9/9 w", moves)
    with pytest.raises(IllegalMoveError):
        _core.unpack_record(None, moves[2:])
    with pytest.raises(FenError):
        _core.unpack_record("nonsense", b"")
