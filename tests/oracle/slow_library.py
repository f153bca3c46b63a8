"""What happened at a position, found by looking through all games, node by node."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable

from chuhe.game import Game

__all__ = ["Counts", "counts", "happened", "mirrored", "mirrored_move", "standing"]

#: Games, won by Red, drawn, won by Black.
Counts = tuple[int, int, int, int]


def standing(fen: str) -> str:
    """Pieces and side to move of a FEN."""
    board, turn = fen.split()[:2]
    return f"{board} {turn}"


def mirrored(fen: str) -> str:
    """The same with left and right exchanged."""
    board, turn = fen.split()[:2]
    return "/".join(row[::-1] for row in board.split("/")) + f" {turn}"


def mirrored_move(move: str) -> str:
    """A move such as h2e2 seen in a mirror; an empty one stays."""
    return "".join("ihgfedcba"["abcdefghi".index(c)] if c.isalpha() else c for c in move)


def happened(games: Iterable[Game]) -> dict[str, dict[str, set[int]]]:
    """Position → move, empty where the game ended → which of the games."""
    found: dict[str, dict[str, set[int]]] = defaultdict(lambda: defaultdict(set))
    for number, game in enumerate(games):
        fens = [game.start_fen, *(node.fen() for node in game.mainline())]
        for fen, move in zip(fens, [*game.uci_moves, ""], strict=True):
            found[standing(fen)][move].add(number)
    return found


def counts(games: list[Game], numbers: Iterable[int]) -> Counts:
    """How these games ended."""
    results = [games[number].result for number in numbers]
    return (
        len(results),
        results.count("1-0"),
        results.count("1/2-1/2"),
        results.count("0-1"),
    )
