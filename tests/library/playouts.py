"""Games for the tests: short, and with many positions in common."""

from __future__ import annotations

import random

from chuhe.game import Game
from chuhe.records import dumps

__all__ = ["as_pgn", "playout", "playouts"]

STARTS = (
    None,
    None,
    None,
    "3k5/9/4b4/9/9/9/9/9/4A4/4KA3 w - - 0 1",
    "4k4/9/9/9/9/9/9/9/3R5/5K3 w",
)
NAMES = ("胡榮華", "胡荣华", "杨官璘", "楊官璘", "吕 钦", "Lee, A", "")


def playout(chance: random.Random, number: int) -> Game:
    """A game, half of whose moves are the first ones that come to mind."""
    start = chance.choice(STARTS)
    game = Game(start)
    board = game.board()
    for _ in range(chance.randrange(14)):
        moves = sorted(board.legal_moves, key=str)
        if not moves:
            break
        move = chance.choice([moves[0], moves[-1], chance.choice(moves[:6])])
        board.push(move)
        game.add_line([move])
    game.result = chance.choice(["1-0", "0-1", "1/2-1/2", "*"])
    for header, values in {
        "Red": NAMES,
        "Black": NAMES,
        "Event": ("全国赛", "全國賽", ""),
        "Date": ("1980.05.03", "1981", "????.??.??", ""),
        "RedElo": ("2400", "", "?"),
        "Remark": (f"第 {number} 局", ""),
    }.items():
        if value := chance.choice(values):
            game.headers[header] = value
    if chance.random() < 0.3:
        _annotate(game, chance)
    return game


def _annotate(game: Game, chance: random.Random) -> None:
    node = chance.choice(game.nodes())
    node.comment = chance.choice(["好棋", "有\n兩行", "x"])
    moves = sorted(node.board().legal_moves, key=str)
    if moves:
        other = node.add_variation(chance.choice(moves), nags=[3])
        other.clock = 12.5


def playouts(seed: int, number: int) -> list[Game]:
    """Some games."""
    chance = random.Random(seed)
    return [playout(chance, i) for i in range(number)]


def as_pgn(games: list[Game]) -> str:
    """A file of them."""
    return "\n\n".join(dumps(game) for game in games) + "\n"
