"""The organiser's commands about players: who takes part, from when, and what is agreed on them.

Rounds, and an example, are in `chuhe.tournament.director`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from chuhe.tournament import comers, desk, lots, offences
from chuhe.tournament.logged import Answer, Decision, LoggedEvent
from chuhe.tournament.model import EventError, Reason
from chuhe.tournament.players_in import duplicates
from chuhe.tournament.state import BYES, State
from chuhe.tournament.systems import Gone
from chuhe.tournament.typed import (
    find,
    one_line,
    round_from,
)

__all__ = ["PlayerCommands"]


class PlayerCommands(LoggedEvent):
    """Commands on players."""

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
            if one.gone is not None and (one.gone == first or (round is None and one.gone < first)):
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
