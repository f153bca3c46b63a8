"""The engine's part: each position of a game looked at, in one thread or several."""

from __future__ import annotations

import queue
import threading
from collections.abc import Callable, Mapping, Sequence

from chuhe.analysis.judged import Evaluation
from chuhe.analysis.report import Report, report_of
from chuhe.analysis.scale import UNIT
from chuhe.board import Board
from chuhe.engines import Engine, Limit, StopSignal
from chuhe.errors import RecordError
from chuhe.game import Game, Node
from chuhe.rules import RuleSet

__all__ = ["analyse", "evaluate", "place_key", "places"]


def places(game: Game, *, variations: bool = False, plies: range | None = None) -> list[Node]:
    """The places whose moves are to be looked at, as they are written.

    Args:
        game: the game.
        variations: those of the variations too.
        plies: only moves with these numbers.

    >>> game = Game()
    >>> _ = game.add_line(["炮二平五", "马8进7", "马二进三"])
    >>> [node.ply for node in places(game, plies=range(2, 4))]
    [2, 3]
    """
    nodes = game.nodes()[1:] if variations else game.mainline()
    return [node for node in nodes if plies is None or node.ply in plies]


def place_key(node: Node) -> str:
    """A place by how it came about: the start and the moves, for what is kept in files.

    >>> game = Game()
    >>> place_key(game.add_line(["炮二平五"])).split()[-1]
    'h2e2'
    """
    return " ".join(
        [node.game.start_fen, *(str(step.move and step.move.uci()) for step in node.path())]
    )


def evaluate(
    engine: Engine,
    board: Board,
    limit: Limit,
    *,
    lines: int = 1,
    rules: str | RuleSet = "club",
    stop: StopSignal | None = None,
) -> Evaluation:
    """What an engine says of a position with its history; where the game has ended, the end.

    Raises:
        EngineError: the engine failed.
    """
    outcome = board.outcome(rules)
    choices = len(board.legal_moves)
    if outcome is not None:
        ended = 0.5 if outcome.winner is None else float(outcome.winner is board.turn)
        return Evaluation((), ended, choices)
    found = engine.analyse(board, limit, lines=lines, stop=stop)
    return Evaluation(tuple(line for line in found if line.pv), None, choices, lines)


def analyse(
    game: Game,
    engines: Engine | Sequence[Engine],
    limit: Limit,
    *,
    lines: int = 2,
    variations: bool = False,
    plies: range | None = None,
    rules: str | RuleSet = "club",
    unit: float = UNIT,
    known: Mapping[str, Evaluation] | None = None,
    on_found: Callable[[Node, Evaluation], None] | None = None,
    stop: StopSignal | None = None,
) -> Report:
    """Look at the moves of a game.

    Positions are handed to the engine with the moves that led there, never bare, the last first:
    what it learned of the end helps it with what came before.

    Args:
        game: it is not changed; see `chuhe.analysis.annotate`.
        engines: one, or several of which each works in a thread of its own. With several the
            figures depend on which of them looked at what before.
        limit: for each position.
        lines: how many lines are looked at; an only move shows from two on.
        variations: whether the variations are looked at too.
        plies: only moves with these numbers.
        rules: the rule book that says where a game has ended.
        unit: see `chuhe.analysis.win_share`.
        known: what is known already, by `place_key`: it is not looked at again.
        on_found: is called with each new evaluation, never twice at once.
        stop: when it is set, the report is made of what there is.

    Raises:
        RecordError: the start of the game cannot be played.
        EngineError: an engine failed.

    >>> from chuhe.engines import BuiltinEngine
    >>> game = Game("3aka3/9/4C4/9/9/7C1/9/9/9/3K5 w")
    >>> _ = game.add_line(["h4h5"])
    >>> [move] = analyse(game, BuiltinEngine(), Limit(depth=4)).moves
    >>> move.judged.grade.value, move.best_line()[0]
    ('missed_mate', '炮二平五')
    """
    if not game.is_playable:
        raise RecordError("record.no_start", {"fen": game.start_fen})
    team = [engines] if not isinstance(engines, Sequence) else list(engines)
    nodes = places(game, variations=variations, plies=plies)
    wanted: dict[Node, None] = {}
    for node in nodes:
        if node.parent is not None:
            wanted[node.parent] = None
        wanted[node] = None
    found: dict[Node, Evaluation] = {}
    waiting: queue.SimpleQueue[Node] = queue.SimpleQueue()
    for node in reversed(wanted):
        there = (known or {}).get(place_key(node))
        # Fewer lines than wanted are enough where there were no more moves, or the program has none.
        if there is not None and (there.ended is not None or _enough(there, lines)):
            found[node] = there
        else:
            waiting.put(node)
    ended = threading.Event()
    failed: list[BaseException] = []
    lock = threading.Lock()
    signal = _Either(ended, stop)

    def work(engine: Engine) -> None:
        try:
            while not signal.is_set():
                try:
                    node = waiting.get_nowait()
                except queue.Empty:
                    return
                told = evaluate(engine, node.board(), limit, lines=lines, rules=rules, stop=signal)
                if signal.is_set():  # cut short: it would not be what was asked for
                    return
                with lock:
                    found[node] = told
                    if on_found is not None:
                        on_found(node, told)
        except BaseException as error:  # handed to the caller below
            failed.append(error)
            ended.set()

    if len(team) == 1:
        work(team[0])
    else:
        threads = [threading.Thread(target=work, args=(engine,), daemon=True) for engine in team]
        for thread in threads:
            thread.start()
        try:
            for thread in threads:
                while thread.is_alive():
                    thread.join(0.1)  # so that Ctrl-C is heard
        except BaseException:
            ended.set()
            raise
    if failed:
        raise failed[0]
    complete = all(node in found for node in wanted)
    return report_of(game, team[0].name, found, nodes, complete=complete, unit=unit)


def _enough(there: Evaluation, lines: int) -> bool:
    enough = len(there.lines) >= min(lines, there.choices) or there.asked >= lines
    return bool(there.lines) and enough


class _Either:
    """Set when one of two is."""

    def __init__(self, one: StopSignal, other: StopSignal | None) -> None:
        self._one, self._other = one, other

    def is_set(self) -> bool:
        return self._one.is_set() or (self._other is not None and self._other.is_set())
