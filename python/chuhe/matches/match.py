"""Playing a match: several games at once, engines started and ended, faults survived."""

from __future__ import annotations

import threading
import time
from collections import Counter, deque
from collections.abc import Callable, Iterable, Iterator, Sequence

import msgspec

from chuhe.board import Board
from chuhe.engines import Engine, UciEngine
from chuhe.engines.process import ProcessEngine, pin
from chuhe.errors import ChuheError
from chuhe.matches.books import OwnBook
from chuhe.matches.openings import Opening, shuffled
from chuhe.matches.plan import Contestant, Plan, Timer
from chuhe.matches.play import Halted, Player, play_game
from chuhe.matches.played import Played
from chuhe.matches.schedule import Fixture, fixtures
from chuhe.matches.tally import Tally
from chuhe.rules import RuleSet

__all__ = ["Match", "names_of", "start_engine"]

#: After so many failed starts in a row the match ends: the engine will not come back.
_MOST_FAILED_STARTS = 3
#: Seconds any program has to start.
_STARTING = 20.0


def start_engine(contestant: Contestant, rules: str | RuleSet, timeout: float = 5.0) -> Engine:
    """Start an engine of a match.

    Raises:
        EngineError: it cannot be started, does not play, or lacks an option.
        ParseError: there is no such level or rule book.

    >>> start_engine(Contestant("builtin:3", options={"Hash": "8"}), "axf").level
    3
    """
    level = contestant.level
    if level is not None:
        engine: Engine = Engine.builtin(level, rules=rules)
        try:
            for name, value in contestant.options.items():
                engine.set_option(name, value)
        except BaseException:
            engine.close()
            raise
        return engine
    program = Engine.popen(
        contestant.command,
        options=contestant.options,
        # To start takes longer than to answer: a net is loaded, others start at the same time.
        timeout=max(timeout, _STARTING),
        cwd=contestant.dir or None,
        rules=rules,
        protocol=contestant.protocol or None,
    )
    if isinstance(program, ProcessEngine):
        program.timeout = timeout
    return program


def names_of(contestants: Sequence[Contestant], said: Sequence[str]) -> tuple[str, ...]:
    """What the engines are called: as the user says, or they say, and no two alike.

    >>> names_of([Contestant("a"), Contestant("b"), Contestant("c", name="X")], ["E", "E", "F"])
    ('E', 'E 2', 'X')
    """
    names: list[str] = []
    for contestant, own in zip(contestants, said, strict=True):
        name = wish = contestant.name or own or contestant.command
        if contestant.level is not None and not contestant.name and ":" in contestant.command:
            name = wish = f"{own} level {contestant.level}"
        number = 2
        while name in names:
            name, number = f"{wish} {number}", number + 1
        names.append(name)
    return tuple(names)


def books_of(contestants: Sequence[Contestant]) -> list[OwnBook | None]:
    """The own books of the engines, opened.

    Raises:
        OSError: a file cannot be read.
        RecordError: it is no book and holds no games.
    """
    return [OwnBook(one.book, one.book_plies) if one.book else None for one in contestants]


class _Stable:
    """The engines that run, ready for their next game."""

    def __init__(self, plan: Plan, room: int) -> None:
        self._plan = plan
        self._room = room
        self._known = list(plan.engines)
        self._idle: deque[tuple[int, Engine]] = deque()
        self._lock = threading.Lock()

    def take(self, index: int) -> Engine:
        """An engine ready for a new game, started if none waits.

        Raises:
            ChuheError: it could not be started.
        """
        with self._lock:
            waiting = next((pair for pair in self._idle if pair[0] == index), None)
            if waiting is not None:
                self._idle.remove(waiting)
        if waiting is not None:
            engine = waiting[1]
            try:
                engine.new_game()
                return engine
            except ChuheError:  # it went away while it waited
                engine.close()
        engine = start_engine(self._known[index], self._plan.rules, self._plan.timeout)
        if isinstance(engine, ProcessEngine):
            # Found out once: the next one is not asked in the other protocols first.
            spoken = "xboard"
            if isinstance(engine, UciEngine):
                spoken = engine.dialect.protocol.value
            self._known[index] = msgspec.structs.replace(self._known[index], protocol=spoken)
        try:
            engine.new_game()
        except BaseException:
            engine.close()
            raise
        return engine

    def give(self, index: int, engine: Engine, *, broken: bool) -> None:
        """Take an engine back after its game; a broken one is ended."""
        if broken or self._plan.engines[index].restart:
            engine.close()
            return
        with self._lock:
            self._idle.append((index, engine))
            surplus = [self._idle.popleft()] if len(self._idle) > self._room else []
        for _index, old in surplus:
            old.close()

    def close(self) -> None:
        """End all of them."""
        while self._idle:
            self._idle.pop()[1].close()


class Match:
    """A match being played.

    Args:
        plan: what is played.
        openings: the openings to choose from, in order.
        played: the games played before.
        concurrency: games at once.
        keep: is called with each game that is over, one at a time.
        on_begin: is called when a game begins.
        on_move: is called with the game, its board and each move, from several threads.
        cpus: processors; each of the games at once has one of them to itself, if there are
            as many. Where none are given the system decides.

    Attributes:
        tally: how it stands.
        decision: of the test of two hypotheses: True for H1, False for H0, None so far.
        halt: set it to stop; games that go on then do not count.
        keep: is called with each game that is over.
        on_over: is called with it when it has been counted too.

    >>> from chuhe.matches.plan import Control
    >>> quick = Contestant("builtin:1", control=Control(nodes=200))
    >>> match = Match(Plan(engines=(quick, quick), games=2, longest=12), [Opening()])
    >>> match.run()
    >>> match.tally.games, match.total, match.tally.between(0, 1).reasons
    (2, 2, Counter({('drawn', 'too_long'): 2}))
    """

    def __init__(
        self,
        plan: Plan,
        openings: Sequence[Opening],
        played: Iterable[Played] = (),
        *,
        concurrency: int = 1,
        keep: Callable[[Played], None] | None = None,
        on_begin: Callable[[Fixture], None] | None = None,
        on_move: Callable[[Fixture, Board, str], None] | None = None,
        cpus: Sequence[int] = (),
    ) -> None:
        plan.check()
        self.plan = plan
        self.tally = Tally(len(plan.engines))
        self.decision: bool | None = None
        self.halt = threading.Event()
        self._openings = openings
        count = len(openings)
        self._order = shuffled(count, plan.seed) if plan.shuffle else list(range(count))
        self._concurrency = concurrency
        self.keep = keep
        self.on_over: Callable[[Played], None] | None = None
        self._on_begin, self._on_move = on_begin, on_move
        self._lock = threading.Lock()
        self._error: BaseException | None = None
        self._failed_starts: Counter[int] = Counter()
        self._sprt = plan.test.sprt() if plan.test is not None else None
        done = self._over = set[int]()
        for game in played:
            if game.number not in done:
                done.add(game.number)
                self.tally.add(game)
        games = list(fixtures(len(plan.engines), plan.games, gauntlet=plan.gauntlet))
        #: How many games the whole match has.
        self.total = len(games)
        self._todo: Iterator[Fixture] = iter([f for f in games if f.number not in done])
        self._stable = _Stable(plan, 2 * concurrency)
        self._cpus = cpus
        self._books = books_of(plan.engines)
        self._decide()

    @property
    def llr(self) -> float | None:
        """The logarithm of the likelihood ratio of the test, if there is one."""
        if self._sprt is None:
            return None
        return self._sprt.llr(self.tally.between(0, 1).pairs())

    def is_over(self, number: int) -> bool:
        """Whether a game has been played."""
        return number in self._over

    def opening_of(self, fixture: Fixture) -> Opening:
        """The opening a game begins with."""
        return self._openings[self._order[fixture.round % len(self._order)]]

    def run(self) -> None:
        """Play until all games are played, a hypothesis is taken, or ``halt`` is set.

        Raises:
            ChuheError: an engine can no longer be started.
            OSError: a game could not be kept.
        """
        if self.decision is not None:
            return
        workers = [
            threading.Thread(target=self._work, args=(n,), name=f"match {n + 1}", daemon=True)
            for n in range(self._concurrency)
        ]
        for worker in workers:
            worker.start()
        try:
            for worker in workers:
                while worker.is_alive():  # in short waits, so that Ctrl-C is heard
                    worker.join(0.2)
        except BaseException:
            self.halt.set()
            for worker in workers:
                worker.join(2 * self.plan.timeout + 5)
            raise
        finally:
            self._stable.close()
            for book in self._books:
                if book is not None:
                    book.close()
        if self._error is not None:
            raise self._error

    def _work(self, worker: int) -> None:
        cpu = self._cpus[worker % len(self._cpus)] if self._cpus else None
        try:
            if cpu is not None:
                pin(0, cpu)  # this thread: the built-in engine searches in it
            while not self.halt.is_set():
                with self._lock:
                    fixture = next(self._todo, None)
                if fixture is None:
                    return
                if self._on_begin is not None:
                    self._on_begin(fixture)
                played = self._play(fixture, cpu)
                with self._lock:
                    if self.halt.is_set():
                        return
                    self._take(played)
        except Halted:
            return
        except BaseException as error:  # handed to `run`
            with self._lock:
                self._error = self._error or error
            self.halt.set()

    def _take(self, played: Played) -> None:
        if self.keep is not None:
            self.keep(played)
        self.tally.add(played)
        self._over.add(played.number)
        if self.on_over is not None:
            self.on_over(played)
        self._decide()

    def _decide(self) -> None:
        if self._sprt is None or self.decision is not None:
            return
        self.decision = self._sprt.decide(self.tally.between(0, 1).pairs())
        if self.decision is not None:
            self.halt.set()

    def _play(self, fixture: Fixture, cpu: int | None) -> Played:
        opening = self.opening_of(fixture)
        players: list[tuple[int, Player]] = []
        try:
            for index in (fixture.red, fixture.black):
                contestant = self.plan.engines[index]
                try:
                    engine = self._stable.take(index)
                except ChuheError as error:
                    return self._not_started(fixture, opening, index, error)
                self._failed_starts[index] = 0
                if cpu is not None and isinstance(engine, ProcessEngine):
                    pin(engine.pid, cpu)
                timer = Timer(contestant.control, contestant.margin)
                book = self._books[index]
                players.append((index, Player(engine, timer, False, contestant.ponder, book)))
            (_, red), (_, black) = players
            tell = self._on_move
            return play_game(
                fixture,
                opening,
                red,
                black,
                self.plan,
                self.halt,
                None if tell is None else lambda board, move: tell(fixture, board, move.uci()),
            )
        finally:
            for index, player in players:
                self._stable.give(index, player.engine, broken=player.broken)

    def _not_started(
        self, fixture: Fixture, opening: Opening, index: int, error: ChuheError
    ) -> Played:
        """The game is lost by who does not come; who never comes ends the match."""
        self._failed_starts[index] += 1
        if self._failed_starts[index] >= _MOST_FAILED_STARTS:
            raise error
        return Played(
            number=fixture.number,
            round=fixture.round,
            red=fixture.red,
            black=fixture.black,
            result=-1 if index == fixture.red else 1,
            reason="start",
            detail=str(error)[:300],
            fen=opening.fen,
            moves=opening.moves,
            opening=len(opening.moves),
            date=time.strftime("%Y-%m-%d"),
        )
