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

from chuhe.tournament import bracket_entry, comers, desk, lots, offences
from chuhe.tournament.agreed import agreed
from chuhe.tournament.director_sections import SectionCommands
from chuhe.tournament.journal import Fact, Journal
from chuhe.tournament.logged import Answer, Decision, MovedError
from chuhe.tournament.model import EventError, Reason
from chuhe.tournament.players_in import duplicates
from chuhe.tournament.standings import Standings
from chuhe.tournament.state import BYES, State
from chuhe.tournament.systems import Gone
from chuhe.tournament.team_commands import TeamCommands
from chuhe.tournament.typed import (
    find,
    one_line,
    result_fact,
    round_from,
)

__all__ = ["Answer", "Director"]


class Director(SectionCommands, TeamCommands):
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

    # ------------------------------------------------------------ players

    def add_players(self, players: Sequence[Mapping[str, object]]) -> Answer:
        """Put players on the list of entries; those already there are left out with a warning.

        Raises:
            EventError: ``director.numbered``.
        """

        def decide(state: State) -> Decision:
            if state.by_number:
                raise EventError("director.numbered")
            here = [{"name": one.name, **one.fields} for one in state.entrants.values()]
            taken, warned = duplicates(here, players)
            first = len(state.entrants) + 1
            listed = [{"id": id, **player} for id, player in enumerate(taken, first)]
            return ([{"do": "players", "players": listed}] if listed else []), warned

        return self._do(decide)

    def edit(self, player: str, fields: Mapping[str, object]) -> Answer:
        """Change what is known of a player: name, team, rating …

        The rating of a player with a number no longer moves the number.

        Raises:
            EventError: ``director.text``: a name of nothing but spaces.
        """
        if "name" in fields:
            fields = {**fields, "name": one_line(str(fields["name"]), "name")}

        def decide(state: State) -> Decision:
            one = find(state, player)
            was = {"name": one.name, **one.fields}
            new = {name: value for name, value in fields.items() if was.get(name) != value}
            return ([{"do": "edit", "id": one.id, "fields": new}] if new else []), []

        return self._do(decide)

    def check_in(self, players: Sequence[str], present: bool = True) -> Answer:
        """Note who is here; nobody named means everybody."""

        def decide(state: State) -> Decision:
            if state.by_number:
                raise EventError("director.numbered")
            some = [find(state, player) for player in players] or list(state.entrants.values())
            ids = [one.id for one in some if one.present != present]
            return ([{"do": "check_in", "ids": ids, "present": present}] if ids else []), []

        return self._do(decide)

    def number(self, how: str, seed: str = "") -> Answer:
        """Give the players their numbers.

        If anybody has been checked in, those who have not get none.

        Args:
            how: ``rating``, the highest first; ``lot``; or ``entry``, the order of the list.
            seed: for the lot; that of the event if empty.

        Raises:
            EventError: ``director.how``, ``director.paired``, ``director.few``.
        """

        def decide(state: State) -> Decision:
            if state.rounds:
                raise EventError("director.paired")
            numbered = desk.system_of(state).numbered
            if numbered is not None:
                return numbered(state, how, seed)
            everybody = state.entrants.values()
            here = [
                one
                for one in everybody
                if (one.present or not state.checked_in) and one.gone is None
            ]
            if len(here) < 2:
                raise EventError("director.few")
            drawn = seed or str(state.rules["seed"])
            match how:
                case "rating":
                    here.sort(key=lambda one: -int(one.fields.get("rating", 0)))
                case "lot":
                    here = lots.shuffled(here, drawn, "numbers")
                case "entry":
                    pass
                case _:
                    raise EventError("director.how", {"text": how})
            fact: dict[str, Any] = {"do": "number", "how": how, "order": [one.id for one in here]}
            if how == "lot":
                fact["seed"] = drawn
            rounds = desk.system_of(state).rounds
            if rounds is not None:
                fact["rounds"] = rounds(state, len(here))
            return [fact], []

        return self._do(decide)

    def late(
        self,
        player: str,
        fields: Mapping[str, object] | None = None,
        round: int | None = None,
        *,
        by_rating: bool = False,
    ) -> Answer:
        """Take a player in after numbers were given; he gets the next number.

        Args:
            player: who; somebody on the list without a number, or a new name.
            fields: what is known of a new player.
            round: the first round he may play, the next one to be paired if None.
            by_rating: whether his rating gives him his place (`comers.came_late`).

        Raises:
            EventError: ``director.not_numbered``, ``director.no_late``, ``director.has_number``.
        """
        return self._do(
            lambda state: comers.came_late(state, player, fields or {}, round, by_rating)
        )

    def bye(self, player: str, round: int, kind: str | None) -> Answer:
        """Agree that a player is not paired in a round to come, or take it back (None).

        Args:
            player: number or name.
            round: a round not yet paired.
            kind: ``full``, ``half``, ``zero``.

        Raises:
            EventError: ``director.no_bye``, ``director.bye``, ``director.round_from``.
        """

        def decide(state: State) -> Decision:
            one = find(state, player)
            if not desk.system_of(state).byes:
                raise EventError("director.no_bye", {"system": state.system})
            if kind is not None and kind not in BYES:
                raise EventError("director.bye", {"text": kind})
            round_from(state, round, len(state.rounds) + 1)
            if one.byes.get(round) is (BYES[kind] if kind else None):
                return [], [Reason("director.already")]
            return [{"do": "bye", "id": one.id, "round": round, "kind": kind}], []

        return self._do(decide)

    def withdraw(self, player: str, round: int | None = None) -> Answer:
        """Take a player out from a round on, the next one to be paired if None.

        In a round robin his results stand or are struck out by the half of his games.
        """

        def decide(state: State) -> Decision:
            one = find(state, player)
            first = round_from(state, round, len(state.rounds) + 1)
            if one.gone == first:
                return [], [Reason("director.already")]
            withdrawn = desk.system_of(state).withdrawn
            means = withdrawn(state, one, first) if withdrawn else Gone()
            fact = {"do": "withdraw", "id": one.id, "round": first, **means.fields}
            return [fact, *means.facts], means.notes

        return self._do(decide)

    def back(self, player: str, round: int | None = None) -> Answer:
        """Take a player in again who had withdrawn, from a round on (`comers.came_back`)."""
        return self._do(lambda state: comers.came_back(state, player, round))

    def forbid(
        self,
        players: Sequence[str],
        first: int = 1,
        last: int | None = None,
        *,
        weak: bool = False,
    ) -> Answer:
        """Agree that of these players no two meet, from one round to another.

        If it is ``weak``, only where it can be avoided.
        """

        def decide(state: State) -> Decision:
            ids = sorted({find(state, player).id for player in players})
            if len(ids) < 2:
                raise EventError("desk.same")
            round_from(state, first, 1)
            fact: dict[str, Any] = {"do": "forbid", "ids": ids, "first": first, "last": last}
            return [{**fact, "weak": True} if weak else fact], []

        return self._do(decide)

    def foul(
        self,
        player: str,
        kind: str,
        *,
        round: int | None = None,
        count: int = 1,
        note: str = "",
        lose: bool = False,
        reason: str = "",
    ) -> Answer:
        """Enter a foul, or a warning, which counts 0; the foul that loses the game is told.

        Args:
            player: number or name.
            kind: what it was, in the arbiter's words.
            round: in which round; the last one paired if None.
            count: how many fouls it counts as.
            note: anything more, such as the move.
            lose: whether the loss is entered if this foul is the one that loses the game.
            reason: needed if the board has another result then.
        """
        return self._do(
            lambda state: offences.entered(
                state,
                player,
                kind,
                round=round,
                count=count,
                note=note,
                lose=lose,
                reason=reason,
            )
        )

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
