"""A server process for the tests: the real one, with an opponent of known habits.

    serve_for_tests.py DATA_FOLDER [SECONDS_A_MOVE]

The opponent waits SECONDS_A_MOVE (or until it is told to stop) and plays the
first legal move in the order of their names. Prints the port when ready.
"""

import sys
import threading
from collections.abc import Callable
from pathlib import Path

from chuhe import Board
from chuhe.server import event_api, tables
from chuhe.server.app import Service
from chuhe.server.jobs import Info, Task
from chuhe.server.run import DATABASE, claim, listen, run
from chuhe.server.security import LOOPBACK, Origins


class FirstMove:
    delay = 0.0

    def think(self, task: Task, stop: threading.Event, tell: Callable[[Info], None]) -> str:
        board = Board(task.fen)
        for move in task.moves:
            board.push_uci(move)
        best = min(move.uci() for move in board.legal_moves)
        tell(Info(depth=1, score=-200 if task.level == 1 else 0, pv=(best,)))
        stop.wait(self.delay)
        return best


def main(folder: Path, delay: float = 0.0) -> None:
    FirstMove.delay = delay
    event_api.NEW_BURST = event_api.JOIN_BURST = 1000.0
    tables.REPLAY = 20  # so that a test comes to its end before its reader does
    listener = listen("127.0.0.1", 0, search=False)
    port = listener.getsockname()[1]
    with claim(folder, f"http://localhost:{port}/"):
        service = Service(
            folder / DATABASE,
            make_opponent=FirstMove,
            origins=Origins(hosts=LOOPBACK, extra=frozenset({"https://club.example"})),
            static=Path(__file__).parent / "pages",
        )
        run(service, listener, ready=lambda: print(port, flush=True))


if __name__ == "__main__":
    main(Path(sys.argv[1]), *map(float, sys.argv[2:]))
