"""The organiser's commands: each is checked against what stands in the file, then logged.

>>> import tempfile, pathlib
>>> folder = tempfile.TemporaryDirectory()
>>> path = pathlib.Path(folder.name, "cup.chuhe")
>>> with Director.create(path, name="羊城杯", rounds=3, seed="cup", clock=lambda: "09:00") as desk:
...     _ = desk.add_players([{"name": name} for name in ("许银川", "吕钦", "胡荣华", "赵国荣")])
...     _ = desk.number("entry")
...     _ = desk.pair_round()
...     _ = desk.results([(1, "1"), (2, "=")])
...     [(row.place, row.number, row.tallies[0].text) for row in desk.standings().rows]
[(1, 1, '2.0'), (2, 2, '1.0'), (3, 4, '1.0'), (4, 3, '0.0')]
>>> folder.cleanup()

Commands answer an `Answer`: what was logged, and notes for the arbiter.  Two
arbiters may work on one file; a command that was answered is on the disk.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from chuhe.tournament import bracket_entry, desk
from chuhe.tournament.agreed import agreed
from chuhe.tournament.director_players import PlayerCommands
from chuhe.tournament.director_sections import SectionCommands
from chuhe.tournament.journal import Fact, Journal
from chuhe.tournament.logged import Answer, Decision, MovedError
from chuhe.tournament.model import EventError, Reason
from chuhe.tournament.standings import Standings
from chuhe.tournament.state import State
from chuhe.tournament.team_commands import TeamCommands
from chuhe.tournament.typed import (
    one_line,
    result_fact,
)

__all__ = ["Answer", "Director"]


class Director(PlayerCommands, SectionCommands, TeamCommands):
    """The desk of one arbiter at the file of an event; `LoggedEvent` tells its arguments."""

    @classmethod
    def create(
        cls,
        path: str | os.PathLike[str],
        *,
        name: str,
        seed: str,
        clock: Callable[[], str],
        system: str = "chinese",
        rounds: int | None = None,
        points: str = "",
        tiebreaks: str = "",
        unplayed: str = "",
        drop: bool = False,
        first_side: str = "",
        options: Mapping[str, object] | None = None,
        facts: Mapping[str, str] | None = None,
        rules: str = "",
        who: str = "",
    ) -> Director:
        """A new file.

        Args:
            path: the file, which must not exist.
            name: the name of the event.
            seed: what all lots of the event are drawn from.
            clock: answers the time to be logged.
            system: one of `desk.SYSTEMS`.
            rounds: how many; a Swiss needs it, the others know it.
            points: as `Points.of`; 2:1:0, and 1:0.5:0 for ``dutch``, if empty.
            tiebreaks: as `named_list`.
            unplayed: as `treatment`.
            drop: whether the tied are compared with rounds taken off.
            first_side: the side of number 1 in round one; by lot from the seed if empty.
            options: of the system (`desk.checked_options`).
            facts: ``city``, ``start``, ``end``, ``arbiter``; days as ``2026-11-30``.
            rules: the rule book of the games (`chuhe.rules`): how many fouls lose one.
            who: who enters it.

        Raises:
            EventError, TieBreakError: something is not as it can be.
            PairingError: ``lots.seed``.
            FileExistsError: there is such a file.
        """
        fact = agreed(
            name=name,
            seed=seed,
            system=system,
            rounds=rounds,
            points=points,
            tiebreaks=tiebreaks,
            unplayed=unplayed,
            drop=drop,
            first_side=first_side,
            options=options or {},
            facts=facts or {},
            rules=rules,
        )
        journal = Journal.create(path, [fact], at=clock(), who=who)
        return cls(journal, clock=clock, who=who)

    # ------------------------------------------------------------ looking

    def standings(self, after: int | None = None) -> Standings:
        """The table by what was agreed.

        Args:
            after: after which round; None: the last one with all results.
        """
        return desk.table_of(self.state, after)

    # ------------------------------------------------------------ rounds

    def pair_round(self) -> Answer:
        """Pair the next round.

        The sheet is worked out while others may write; if they did, it is worked out again.

        Raises:
            EventError, PairingError: as `desk.next_pairing`.
        """
        for attempt in range(5):
            seen, fact = len(self.entries), self._next(self.state)

            def decide(state: State, seen: int = seen, fact: Fact = fact) -> Decision:
                if len(self._entries) != seen:
                    raise MovedError
                return [fact], []

            try:
                return self._do(decide)
            except MovedError:
                if attempt == 4:
                    break
        return self._do(lambda state: ([self._next(state)], []))

    def _next(self, state: State) -> Fact:
        timed, at = desk.system_of(state).timed, self._clock()
        if timed is None:
            return desk.next_pairing(state)
        timed(state, at)
        return {**desk.next_pairing(state), "at": at}

    def swap(self, one: int, two: int, *, reason: str = "", force: bool = False) -> Answer:
        """Exchange the places of two players in the last round.

        Args:
            one: a number.
            two: another.
            reason: why; needed for a round that is published.
            force: whether to do it although something breaks. Without it such a
                change is answered by what it breaks, and not made.
        """
        return self._changed(lambda state: desk.swapped(state, one, two), reason, force)

    def turn(self, board: int, *, reason: str = "", force: bool = False) -> Answer:
        """Exchange the colours of a board of the last round; else as `swap`."""
        return self._changed(lambda state: desk.turned(state, board), reason, force)

    def join(self, red: int, black: int, *, reason: str = "", force: bool = False) -> Answer:
        """Let two without an opponent play in the last round; else as `swap`."""
        return self._changed(lambda state: desk.joined(state, red, black), reason, force)

    def _changed(
        self, change: Callable[[State], dict[str, Any]], reason: str, force: bool
    ) -> Answer:
        def decide(state: State) -> Decision:
            fact = change(state)
            if state.rounds[-1].published and not reason:
                raise EventError("director.published", {"round": len(state.rounds)})
            broken = desk.breaks(state, fact)
            if broken and not force:
                return [], broken
            if broken:
                fact["broke"] = [{"code": b.code, "facts": dict(b.facts)} for b in broken]
            if reason:
                fact["reason"] = one_line(reason, "reason")
            return [fact], broken

        return self._do(decide)

    def results(
        self,
        results: Sequence[tuple[int, str]],
        *,
        round: int | None = None,
        reason: str = "",
    ) -> Answer:
        """Enter results, all or none of them. The same result again changes nothing.

        Args:
            results: board and key (`KEYS`).
            round: the last one paired if None.
            reason: needed to change or clear a result that stands.

        Raises:
            EventError: ``director.result``, ``desk.no_board``, ``director.stands``,
                ``director.needs_winner``.
        """

        def decide(state: State) -> Decision:
            this = state.round(len(state.rounds) if round is None else round)
            system = desk.system_of(state)
            if system.results is not None:
                return system.results(state, this, results, reason)
            facts: list[Fact] = []
            notes: list[Reason] = []
            now = dict(this.results)
            for board, typed in results:
                fact = result_fact(
                    state, this, now, board, typed, reason, draws=system.draws, waves=system.waves
                )
                if fact is None:
                    notes.append(Reason("director.result_already", {"board": board}))
                    continue
                facts.append(fact)
                if fact["result"] is None:
                    now.pop((fact["red"], fact["black"]), None)
                else:
                    now[fact["red"], fact["black"]] = fact["result"]
                if fact["was"]:
                    was, is_now = fact["was"], fact["result"] or "."
                    told = {"board": board, "was": was, "now": is_now}
                    notes.append(Reason("director.result_changed", told))
            if facts and this.number < len(state.rounds) and not system.waves:
                notes.append(Reason("director.paired_since", {"round": this.number + 1}))
            return facts, notes

        return self._do(decide)

    def match_game(
        self, board: int, game: int, key: str, *, round: int | None = None, reason: str = ""
    ) -> Answer:
        """Correct a game of a match of a knock-out; a new one is entered by `results`.

        Args:
            board: the board of the match.
            game: which game, from 1.
            key: its result (`KEYS`), ``.`` to take the last one back.
            round: the last one paired if None.
            reason: why; needed.

        Raises:
            EventError: ``knockout.no_match``, and as `bracket_entry.corrected`.
        """

        def decide(state: State) -> Decision:
            this = state.round(len(state.rounds) if round is None else round)
            return bracket_entry.corrected(state, this, board, game, key, reason)

        return self._do(decide)

    def decide(
        self, board: int, winner: int | None, *, reason: str, round: int | None = None
    ) -> Answer:
        """Say who goes on in a match of a knock-out, whatever its games say.

        Args:
            board: the board of the match.
            winner: the number of the player; None: nobody goes on.
            reason: why.
            round: the last one paired if None.

        Raises:
            EventError: as `bracket_entry.decided`.
        """

        def decision(state: State) -> Decision:
            this = state.round(len(state.rounds) if round is None else round)
            return bracket_entry.decided(state, this, board, winner, reason)

        return self._do(decision)

    def game(
        self,
        board: int,
        record: bytes | None,
        *,
        round: int | None = None,
        number: int = 1,
        pick: int = 0,
    ) -> Answer:
        """Attach the record of a game to a board, or take it away (None).

        Args:
            board: from 1.
            record: a file in any format that is read here.
            round: the last one paired if None.
            number: which game of the board, where a match has several.
            pick: which game of the file, from 1; 0 if it has only one.

        Raises:
            EventError, RecordError: as `chuhe.tournament.games.game_fact`; ``games.nothing``.
        """
        from chuhe.tournament import games  # reading records is not every command's need

        def decide(state: State) -> Decision:
            this = state.round(len(state.rounds) if round is None else round)
            if record is None:
                fact, note = games.removal(this, board, number)
                return [fact], [note]
            attached, notes = games.game_fact(state, this, board, record, number=number, pick=pick)
            return ([attached] if attached else []), notes

        return self._do(decide)

    def publish(self, round: int | None = None) -> Answer:
        """Say that the players have seen a round: its boards, or, if all are there, its results."""

        def decide(state: State) -> Decision:
            this = state.round(len(state.rounds) if round is None else round)
            what = "boards" if this.missing else "results"
            if this.published in (what, "results"):
                return [], [Reason("director.already")]
            return [{"do": "publish", "round": this.number, "what": what}], []

        return self._do(decide)
