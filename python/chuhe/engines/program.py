"""Engines that are programs of their own and speak UCI or UCCI."""

from __future__ import annotations

import contextlib
import re
import time
from collections.abc import Callable, Collection, Mapping, Sequence
from typing import Self

from chuhe._core import Move
from chuhe.board import Board
from chuhe.engines.dialect import (
    Dialect,
    Option,
    Protocol,
    probe_fen,
    read_option,
    repetition_choice,
)
from chuhe.engines.process import Command, ProcessEngine, words_of
from chuhe.engines.words import Info, Limit, PlayResult, StopSignal
from chuhe.errors import EngineDied, EngineError, EngineTimeout
from chuhe.rules import RuleSet, rule_set

__all__ = ["UciEngine"]

#: How often a waiting call looks whether it shall stop.
_GLANCE = 0.02
#: Beyond these a program talks nonsense.
_MOST, _MOST_OF_ANYTHING = {"depth": 1000, "seldepth": 1000, "multipv": 1000}, 1 << 62
#: How programs answer a word they do not know.
_REFUSAL = re.compile(r"^(unknown|unrecogni[sz]ed|invalid|error|illegal)", re.IGNORECASE)


class UciEngine(ProcessEngine):
    """A UCI or UCCI program.

    Made with `popen`. Calls block; for several engines at once use several
    objects, each in its own thread, or the methods for ``async`` code.

    Attributes:
        name: what the program calls itself.
        options: the options it offers, by name.
        timeout: seconds it may take to answer beyond what the limit allows.
        rules: the rule book of the game.
    """

    def __init__(
        self,
        words: Sequence[str],
        name: str,
        protocol: Protocol,
        timeout: float = 10.0,
        rules: str | RuleSet = "club",
        cwd: str | None = None,
    ) -> None:
        self.rules = rule_set(rules)
        self.options: dict[str, Option] = {}
        self.dialect = Dialect(protocol)
        #: Whether it searches and nobody waits for the answer; and what it ponders on then.
        self._owes = False
        self._pondered: tuple[str, tuple[Move, ...]] | None = None
        self._told_to_ponder = False
        self._thought = 0.0
        self._lines_told = 0
        super().__init__(words, name, timeout, cwd)

    @classmethod
    def popen(
        cls,
        command: Command,
        *,
        options: Mapping[str, object] | None = None,
        timeout: float = 10.0,
        cwd: str | None = None,
        rules: str | RuleSet = "club",
        protocol: str | None = None,
    ) -> Self:
        """Start a program and find out what it speaks.

        Args:
            command: the program and its arguments, as a list or as one shell-like line; or its
                path.
            options: options to set; they must be among those the program offers.
            timeout: seconds it may take for any answer.
            cwd: the directory to start it in.
            rules: the rule book of the game, or its name. A program that offers a choice of
                repetition rules is told, if it has this one; a UCCI program is also told the
                moves that lose by it.
            protocol: ``uci`` or ``ucci`` if that is known; else both are tried.

        Raises:
            ParseError: there is no such rule book.
            ValueError: there is no such protocol.
            EngineError: it cannot be started, speaks neither protocol, does not play
                Xiangqi, or lacks an option.
            EngineDied: it ended after its greeting.
            EngineTimeout: it did not answer after its greeting.
        """
        words = words_of(command)
        name = words[0] if words else ""
        book, said = rule_set(rules), ""
        # Some programs of one protocol end when they hear the other: each has its own try.
        for spoken in Protocol if protocol is None else (Protocol(protocol),):
            engine = cls(words, name, spoken, timeout, book, cwd)
            try:
                if not engine._greet():
                    engine._kill()
                    said = engine._last_words() or said
                    continue
                engine._set_variant()
                engine._set_repetition()
                for option, value in (options or {}).items():
                    engine.set_option(option, value)
                engine._find_dialect()
            except BaseException:
                engine._kill()
                raise
            return engine
        raise EngineError("engine.no_protocol", {"name": name, "said": said or "-"})

    # --- the face every engine has

    def play(
        self,
        board: Board,
        limit: Limit,
        *,
        ponder: bool = False,
        only: Collection[Move] | None = None,
        stop: StopSignal | None = None,
        on_info: Callable[[Info], None] | None = None,
    ) -> PlayResult:
        """The move the program plays.

        Args:
            board: the position with its history.
            limit: when it shall stop.
            ponder: whether it shall go on thinking while the other side does, see `ponder`.
            only: the moves it may choose from.
            stop: when it is set, the program is told to move at once.
            on_info: is called with each line it tells of, in this thread.

        Raises:
            EngineError: no legal move here, or none of ``only`` is; or none or an illegal one came
                as the answer.
            EngineDied: it ended.
            EngineTimeout: it did not answer; it has been killed.
        """
        if not board.legal_moves:
            raise EngineError("engine.game_over", {"fen": board.fen()})
        only = self._choice(board, only)
        last: list[Info] = []

        def note(info: Info) -> None:
            if info.line == 1:
                last[:] = [info]
            if on_info is not None:
                on_info(info)

        with self._search_of_its_own():
            self._set_lines(1)
            answer = self._search(board, limit, only, stop, note)
        words = answer.split()
        move = self._move(board, words[1]) if len(words) > 1 else None
        if move is None:
            if len(words) > 1 and words[1].strip("()").lower() not in {"none", "null", "0000"}:
                raise EngineError("engine.illegal_move", {"name": self.name, "move": words[1]})
            facts = {"name": self.name, "count": len(board.legal_moves)}
            raise EngineError("engine.no_move", facts)
        reply = None
        if len(words) > 3 and words[2] == "ponder":
            after = board.copy()
            after.push(move)
            reply = self._move(after, words[3])
        result = PlayResult(move, reply, last[0] if last else None, self._thought)
        if ponder:
            self._ponder_after(board, result, limit)
        return result

    def analyse(
        self,
        board: Board,
        limit: Limit,
        *,
        lines: int = 1,
        only: Collection[Move] | None = None,
        stop: StopSignal | None = None,
        on_info: Callable[[Info], None] | None = None,
    ) -> list[Info]:
        """The best lines, best first: as many as the program can tell of at once.

        Raises:
            EngineError: none of ``only`` is legal here.
            EngineDied: it ended.
            EngineTimeout: it did not answer; it has been killed.
        """
        found: dict[int, Info] = {}
        if not board.legal_moves:
            return []
        only = self._choice(board, only)

        def note(info: Info) -> None:
            found[info.line] = info
            if on_info is not None:
                on_info(info)

        with self._search_of_its_own():
            self._set_lines(lines)
            self._search(board, limit, only, stop, note)
        return [found[line] for line in sorted(found) if line <= lines]

    def ponder(self, board: Board, limit: Limit) -> None:
        """Let the program think while the other side does; see `Engine.ponder`.

        Raises:
            EngineDied: it ended.
            EngineTimeout: it did not end what it pondered before; it has been killed.
        """
        with self._search_of_its_own():
            self._end_pondering()
            if not board.legal_moves:
                return
            option = self._option("Ponder")
            if option is not None and not self._told_to_ponder:
                # Some spend more time on their own moves if they may think on the other's.
                self._told_to_ponder = True
                self._send(self.dialect.set_option(option.name, True))
            self._set_lines(1)
            self._ready()  # whatever it still had to say of an earlier search is said
            for command in self.dialect.position(board, self.rules):
                self._send(command)
            self._send(self.dialect.go(board, limit, ponder=True))
            self._owes, self._pondered = True, _history(board)

    def stop_pondering(self) -> None:
        """End what `ponder` began.

        Raises:
            EngineDied: it ended.
            EngineTimeout: it did not stop; it has been killed.
        """
        with self._search_of_its_own():
            self._end_pondering()

    def new_game(self) -> None:
        """Tell the program that another game begins."""
        self.stop_pondering()
        if self.dialect.protocol is Protocol.UCI:
            self._send("ucinewgame")
        elif "newgame" in self.options:
            self._send("setoption newgame")
        self._ready()

    def set_option(self, name: str, value: object = None) -> None:
        """Set an option of the program, whatever its case; a button takes no value.

        Raises:
            EngineError: the program does not offer it, or says that it cannot have this value.
        """
        option = self._option(name)
        if option is None:
            raise EngineError("engine.no_option", {"name": self.name, "option": name})
        try:
            if value is None and option.kind != "button":
                raise ValueError
            told = None if value is None else option.value(value)
        except ValueError as error:
            facts = {"name": self.name, "option": option.name, "value": value}
            raise EngineError("engine.bad_option", facts) from error
        self.stop_pondering()
        if option.name.lower() == "multipv":
            self._lines_told = 0
        self._send(self.dialect.set_option(option.name, told))

    # --- the talk

    def _greet(self) -> bool:
        """Say the first word; whether it is understood."""
        protocol = self.dialect.protocol
        try:
            self._send(protocol.value)
            for line in self._until(protocol.ok, self.timeout / 2, protocol.value):
                if _REFUSAL.search(line):
                    return False
                self._note_greeting(line)
        except (EngineTimeout, EngineDied):
            return False
        return True

    def _note_greeting(self, line: str) -> None:
        words = line.split(maxsplit=2)
        if words[:2] == ["id", "name"] and len(words) > 2:
            self.name = words[2]
        option = read_option(line)
        if option is not None:
            self.options[option.name] = option

    def _set_variant(self) -> None:
        """An engine of many games is told which; one of Xiangqi alone has no such option."""
        option = self._option("UCI_Variant")
        if option is not None:
            self.set_option(option.name, "xiangqi")
        if self._option("usemillisec") is not None:
            self.set_option("usemillisec", "true")

    def _set_repetition(self) -> None:
        for name in ("Repetition Rule", "repetition"):
            option = self._option(name)
            choice = None if option is None else repetition_choice(option, self.rules)
            if choice is not None:
                self.set_option(name, choice)

    def _find_dialect(self) -> None:
        """Ask for the only legal move of a position, so that the answer tells the dialect."""
        self._ready()
        answer = ""
        for letters in ("NB", "HE"):
            self.dialect.letters = letters
            self._send(f"position fen {self.dialect.fen(probe_fen())}")
            self._send("go depth 1")
            for line in self._until("bestmove", self.timeout, "go depth 1"):
                answer = line
            if self.dialect.learn_from_probe(answer):
                return
        raise EngineError("engine.not_xiangqi", {"name": self.name, "move": answer})

    def _option(self, name: str) -> Option | None:
        lower = name.lower()
        return next((o for o in self.options.values() if o.name.lower() == lower), None)

    def _set_lines(self, lines: int) -> None:
        option = self._option("MultiPV")
        if option is not None and lines != self._lines_told:
            self._end_pondering()
            self._lines_told = lines
            self._send(self.dialect.set_option(option.name, min(lines, option.most or lines)))

    def _choice(self, board: Board, only: Collection[Move] | None) -> Collection[Move] | None:
        legal = None if only is None else [move for move in only if board.is_legal(move)]
        if legal == []:
            raise EngineError("engine.no_choice", {"name": self.name})
        return legal

    def _end_pondering(self) -> None:
        """Wait until it is idle; what it found is forgotten."""
        if not self._owes:
            return
        self._owes, self._pondered = False, None
        self._send("stop")
        try:
            for _line in self._until("bestmove", self.timeout, "stop"):
                pass
        except EngineTimeout:
            self._kill()
            raise

    def _ready(self) -> None:
        self._send("isready")
        for _line in self._until("readyok", self.timeout, "isready"):
            pass

    def _search(
        self,
        board: Board,
        limit: Limit,
        only: Collection[Move] | None,
        stop: StopSignal | None,
        on_info: Callable[[Info], None],
    ) -> str:
        """Ask for a search and return the answer, a line that begins with ``bestmove``."""
        if only is None and self._pondered == _history(board):
            # What it said since it ponders is about this position, even its answer.
            go = "ponderhit"
        else:
            self._end_pondering()
            self._ready()  # whatever it still had to say of an earlier search is said
            for command in self.dialect.position(board, self.rules, only):
                self._send(command)
            go = self.dialect.go(board, limit, only=only)
        self._owes, self._pondered = True, None
        self._send(go)
        try:
            return self._answer(board, limit, go, stop, on_info)
        finally:
            if self._owes:  # Ctrl-C, or an error of ``on_info``: it would go on for nothing
                with contextlib.suppress(EngineError):
                    self._send("stop")

    def _answer(
        self,
        board: Board,
        limit: Limit,
        go: str,
        stop: StopSignal | None,
        on_info: Callable[[Info], None],
    ) -> str:
        """Wait for the answer to ``go``."""
        seconds = limit.most_seconds(board.turn)
        patience = None if seconds is None else seconds + self.timeout
        stopped_at: float | None = None
        start = time.monotonic()
        while True:
            line = self._next_line(_GLANCE)
            now = time.monotonic()
            if line is not None:
                if line.startswith(("bestmove", "nobestmove")):
                    self._owes, self._thought = False, now - start
                    return line
                info = self._read_info(board, line, now - start)
                if info is not None:
                    on_info(info)
            if stopped_at is None:
                overdue = patience is not None and now - start > patience
                if overdue or (stop is not None and stop.is_set()):
                    self._send("stop")
                    stopped_at = now
            elif now - stopped_at > self.timeout:
                self._kill()
                facts = {"name": self.name, "command": go, "seconds": round(now - start, 1)}
                raise EngineTimeout("engine.timeout", facts)

    def _read_info(self, board: Board, line: str, seconds: float) -> Info | None:
        words = line.split()
        if not words or words[0] != "info" or "pv" not in words:
            return None
        facts = {
            key: _number(words, key) for key in ("depth", "seldepth", "multipv", "nodes", "time")
        }
        pv: list[Move] = []
        after = board.copy()
        for word in words[words.index("pv") + 1 :]:
            move = self._move(after, word)
            if move is None:
                break
            after.push(move)
            pv.append(move)
        score = self.dialect.score(words)
        if score is None or not pv:
            return None
        time_ms = facts["time"]
        return Info(
            depth=facts["depth"] or 0,
            score=score,
            pv=tuple(pv),
            line=facts["multipv"] or 1,
            seldepth=facts["seldepth"] or 0,
            nodes=facts["nodes"] or 0,
            time=seconds if time_ms is None else time_ms / 1000,
        )

    def _move(self, board: Board, word: str) -> Move | None:
        move = self.dialect.read_move(word)
        return move if move is not None and board.is_legal(move) else None


def _history(board: Board) -> tuple[str, tuple[Move, ...]]:
    """What makes a position the same as another for an engine."""
    return board.start_fen, tuple(board.move_stack)


def _number(words: list[str], key: str) -> int | None:
    """The number after a word, if there is one that can be.

    >>> _number("info depth 7 pv h2e2".split(), "depth")
    7
    >>> _number("info depth -7 pv h2e2".split(), "depth")
    """
    try:
        value = int(words[words.index(key) + 1])
    except (ValueError, IndexError):
        return None
    return value if 0 <= value <= _MOST.get(key, _MOST_OF_ANYTHING) else None
