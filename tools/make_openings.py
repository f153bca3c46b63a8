"""Make the openings for matches between engines from a folder of recorded games.

    python tools/make_openings.py ../shared/records > python/chuhe/matches/openings.txt

They are the positions after four moves of each side that were reached most often, mirrored ones counted
as one, each by its most usual moves; without those our own engine thinks too good for one side.
"""

from __future__ import annotations

import sys
from collections import Counter
from pathlib import Path

from chuhe import START_FEN, Board, records
from chuhe.engines import BuiltinEngine, Limit
from chuhe.errors import ChuheError

PLIES = 8
#: How often a position must have been reached.
LEAST = 2
#: How deep our engine looks, and what it may at most think it worth to either side.
DEPTH, EVEN = 10, 90
#: Shorter games are examples of something rather than games.
SHORTEST = 20

HEAD = """\
# Openings for matches between engines, four moves of each side, one a line.
#
# The positions reached after so many moves in the {games} different games from the usual start among
# the records this project reads in its tests (each position at least {least} times, mirrored ones counted as
# one), most usual first; without {left} that our own engine, {depth} plies deep, thinks worth more than
# {even} hundredths of a pawn to either side. Made by tools/make_openings.py.
"""


def mirrored(placement: str) -> str:
    """The pieces of a FEN seen in a mirror."""
    return "/".join(rank[::-1] for rank in placement.split("/"))


def gather(folder: Path) -> tuple[int, Counter[str], dict[str, Counter[tuple[str, ...]]]]:
    """How many games there are, how often each position was reached, and by what moves."""
    games: set[tuple[str, ...]] = set()
    reached: Counter[str] = Counter()
    ways: dict[str, Counter[tuple[str, ...]]] = {}
    for path in sorted(folder.rglob("*")):
        if not path.is_file():
            continue
        try:
            for game in records.read(path):
                moves = tuple(game.uci_moves)
                usual = game.is_playable and game.start_fen == START_FEN
                if not usual or len(moves) < SHORTEST or moves in games:
                    continue
                games.add(moves)
                board = Board()
                for move in moves[:PLIES]:
                    board.push_uci(move)
                placement = board.fen().split()[0]
                key = min(placement, mirrored(placement))
                reached[key] += 1
                ways.setdefault(key, Counter())[moves[:PLIES]] += 1
        except (ChuheError, OSError):
            continue  # no file of records
    return len(games), reached, ways


def main() -> None:
    count, reached, ways = gather(Path(sys.argv[1]))
    engine = BuiltinEngine(hash_mb=64)
    lines, left = [], 0
    usual = [key for key, number in reached.items() if number >= LEAST]
    for key in sorted(usual, key=lambda key: (-reached[key], key)):
        moves = min(ways[key].items(), key=lambda way: (-way[1], way[0]))[0]
        board = Board()
        for move in moves:
            board.push_uci(move)
        engine.new_game()
        [info] = engine.analyse(board, Limit(depth=DEPTH))
        if abs(info.score.value()) > EVEN:
            left += 1
        else:
            lines.append(" ".join(moves))
    facts = {"games": f"{count:,}", "least": LEAST, "left": left, "depth": DEPTH, "even": EVEN}
    print(HEAD.format(**facts) + "\n".join(lines))


if __name__ == "__main__":
    main()
