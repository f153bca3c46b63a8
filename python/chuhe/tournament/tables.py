"""Games of a round played at the tables of a server: which, and how their results come in.

The file of the event knows no table but by its name.  A table gives its result
once, whatever became of that result since: the fact names the table, and is
looked for in the log while nobody else can write.  What an arbiter has entered
stands.

>>> import tempfile, pathlib
>>> from chuhe.tournament.director import Director
>>> folder = tempfile.TemporaryDirectory()
>>> path = pathlib.Path(folder.name, "cup.chuhe")
>>> with Director.create(path, name="羊城杯", rounds=1, seed="cup", clock=lambda: "09:00") as desk:
...     _ = desk.add_players([{"name": "许银川"}, {"name": "吕钦"}])
...     _ = desk.number("entry")
...     _ = desk.pair_round()
...     _ = open_tables(desk, 1, [(1, "t7")])
...     told = [table_result(desk, "t7", "=", "agreement").done for _ in range(2)]
...     told, desk.state.rounds[0].results
([True, False], {(1, 2): '='})
>>> folder.cleanup()
"""

from __future__ import annotations

from collections.abc import Sequence

from chuhe.errors import ChuheError, add_messages
from chuhe.i18n import N_
from chuhe.tournament.bracket_games import next_game
from chuhe.tournament.desk import system_of
from chuhe.tournament.games import game_fact
from chuhe.tournament.journal import Fact
from chuhe.tournament.logged import Answer, Decision, LoggedEvent
from chuhe.tournament.model import Reason
from chuhe.tournament.state import Round, State
from chuhe.tournament.typed import result_fact

__all__ = ["open_tables", "sides", "table_result"]


def open_tables(desk: LoggedEvent, round: int, tables: Sequence[tuple[int, str]]) -> Answer:
    """Note at which tables boards of a round are played.

    Args:
        desk: the event.
        round: which round.
        tables: board, counted from 1, and the name of its table.

    Raises:
        EventError: ``director.round``, ``desk.no_board``.
    """

    def decide(state: State) -> Decision:
        this = state.round(round)
        noted = []
        for board, table in tables:
            red, black = this.two(board)
            if this.tables.get((red, black)) != table:
                noted.append([red, black, table])
        return ([{"do": "tables", "round": round, "tables": noted}] if noted else []), []

    return desk._do(decide)


def sides(state: State, this: Round, board: int) -> tuple[int, int] | None:
    """Who moves first and who second in the next game of a board; None if none is to be played.

    Raises:
        EventError: ``desk.no_board``.
    """
    pair = this.two(board)
    if pair in this.results or this.struck & set(pair):
        return None
    if not this.fixtures:
        return pair
    step = next_game(this.fixtures[board - 1], state.lot_seed)
    return None if step is None else (step.red, step.black)


def table_result(desk: LoggedEvent, table: str, result: str, why: str, pgn: str = "") -> Answer:
    """Enter how a game at a table ended; once, and not over what an arbiter entered.

    Args:
        desk: the event.
        table: the name of the table.
        result: a key of `RESULTS`, seen by the first mover of the game.
        why: how it ended, kept as the reason.
        pgn: the record of the game, which is attached to the board; none if empty.

    Raises:
        EventError: ``director.needs_winner``: drawn, in a knock-out.
    """

    def decide(state: State) -> Decision:
        if any(entry.fact.get("table") == table for entry in desk._entries):
            return [], [Reason("tables.told")]
        for this in state.rounds:
            for pair, name in this.tables.items():
                if name == table:
                    facts, notes = _result(state, this, pair, table, result, why)
                    recorded = _recorded(state, this, pair, facts, pgn)
                    return [*facts, *recorded], notes
        return [], [Reason("tables.gone")]

    return desk._do(decide)


def _result(
    state: State, this: Round, pair: tuple[int, int], table: str, result: str, why: str
) -> Decision:
    board = this.boards.index(pair) + 1
    if pair in this.results:
        return [], [Reason("tables.stands", {"board": board})]
    system = system_of(state)
    if system.results is not None:  # a board is a match there, and this one of its games
        facts, notes = system.results(state, this, [(board, result)], why)
    else:
        agreed = {"draws": system.draws, "waves": system.waves}
        fact, notes = result_fact(state, this, this.results, board, result, why, **agreed), []
        facts = [] if fact is None else [fact]
    return [{**fact, "table": table} for fact in facts], notes


def _recorded(
    state: State, this: Round, pair: tuple[int, int], facts: Sequence[Fact], pgn: str
) -> list[Fact]:
    """The fact that a game was recorded, unless it has no moves."""
    if not facts or not pgn:
        return []
    number = facts[0].get("game", 1)
    assert isinstance(number, int)
    board = this.boards.index(pair) + 1
    try:
        fact, _ = game_fact(state, this, board, pgn.encode(), number=number)
    except ChuheError:  # the result counts, with or without its record
        return []
    return [] if fact is None else [fact]


add_messages(
    {
        "tables.told": N_("this table has given its result"),
        "tables.gone": N_("no board of the event is played at this table any more"),
        "tables.stands": N_("board {board}: the result entered by the arbiter stands"),
    }
)
