"""The engine at a table plays by the table's rules."""

import threading

from chuhe.server.jobs import Task
from chuhe.server.opponent import BuiltinOpponent

#: Black is lost unless the rook may chase the cannon for ever. (Fairy-Stockfish, issue 570.)
CHASER = "3a5/5k3/6nC1/p5p2/4R4/6P2/7r1/3AB4/4A4/4K1B2 w - - 0 1"
MOVES = ("h7i7", "h3i3", "i7h7", "i3h3", "h7i7", "h3i3", "i7h7")


def test_the_engine_chases_for_ever_only_where_the_table_allows_it() -> None:
    opponent = BuiltinOpponent()

    def answer(rules: str, level: int) -> str:
        task = Task(fen=CHASER, moves=MOVES, rules=rules, level=level, seconds=0.3)
        return opponent.think(task, threading.Event(), lambda info: None)

    # The same engine serves tables of all rules, one after the other.
    for rules, allowed in (("axf", False), ("count", True), ("club", False), ("count", True)):
        assert (answer(rules, 10) == "i3h3") is allowed, rules
    assert all(answer("axf", level) != "i3h3" for level in range(1, 10))
