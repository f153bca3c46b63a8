"""The organiser's commands in an event of teams; `Director` has them beside its own.

Rounds are paired, changed and played with the commands of every event: there the
numbers of ``swap`` and ``join`` are those of teams, and ``turn`` turns a match.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from chuhe.errors import PairingError, add_messages
from chuhe.i18n import N_
from chuhe.tournament import desk
from chuhe.tournament.desk_teams import withdrawn
from chuhe.tournament.journal import Fact
from chuhe.tournament.logged import Answer, Decision, LoggedEvent
from chuhe.tournament.model import EventError, Reason
from chuhe.tournament.state import BYES, State
from chuhe.tournament.state_parts import TURNED
from chuhe.tournament.team_facts import TeamEntry
from chuhe.tournament.team_hand import line_up_fact
from chuhe.tournament.team_places import Placed, by_places, by_points, units
from chuhe.tournament.team_standings import BoardLine, TeamStandings, board_list
from chuhe.tournament.team_view import find_team, grouped, standings_of, team_event
from chuhe.tournament.typed import find, one_line, result_fact, round_from

__all__ = ["TeamCommands"]

#: What stands for an empty board in a line-up.
EMPTY = ("-", "–", "—", "0", "空")


class TeamCommands(LoggedEvent):
    """Commands on teams."""

    def team_table(self, after: int | None = None, ranking: str = "") -> TeamStandings:
        """The table of the teams.

        Args:
            after: after which round; None: the last one with all results.
            ranking: another list of codes than the one agreed.

        Raises:
            EventError: ``teams.no_event``.
            TieBreakError: a code is not known, or stands twice.
        """
        _need_teams(self.state)
        return standings_of(self.state, after, ranking)

    def board_list(
        self, board: int | None = None, *, least: int = 1, after: int | None = None
    ) -> tuple[BoardLine, ...]:
        """The individual list of a board, or of all; the arguments are those of `board_list`.

        Raises:
            EventError: ``teams.no_event``, ``teams.board``.
        """
        _need_teams(self.state)
        try:
            return board_list(team_event(self.state), board, least=least, after=after)
        except PairingError as error:
            raise EventError(error.code, error.facts) from None

    def team_places(
        self,
        *,
        size: int = 2,
        missing: str = "out",
        tie: str = "best",
        count: str = "places",
        after: int | None = None,
    ) -> tuple[Placed, ...]:
        """The teams of an individual event by the places or the points of their players.

        Args:
            size: how many players of each team count.
            missing: ``out``, ``last``.
            tie: ``best``, ``next``.
            count: ``places``, ``points``.
            after: after which round; None: the last one with all results.

        Raises:
            EventError: ``teams.choice``, ``teams.counted``.
        """
        if missing not in ("out", "last") or tie not in ("best", "next"):
            raise EventError("teams.choice", {"text": f"{missing} {tie}"})
        state = self.state
        table = desk.table_of(state, after)
        event = state.event()
        choices: Any = {"counted": size, "tie": tie, "missing": missing}
        try:
            if count == "places":
                return by_places(
                    {r.number: r.place for r in table.rows}, units(event.players), **choices
                )
            if count == "points":
                points = {r.number: event.score(r.number, table.after) for r in table.rows}
                return by_points(points, units(event.players), **choices)
        except PairingError as error:
            raise EventError(error.code, error.facts) from None
        raise EventError("teams.choice", {"text": count})

    def make_teams(self, by: str = "board") -> Answer:
        """Make teams of the players on the list, one a unit; teams already there are left alone.

        Args:
            by: in which order they sit: ``board`` (the column 台次), ``rating``, ``entry``.

        Raises:
            EventError: ``teams.no_event``, ``teams.by``, ``director.numbered``, ``teams.no_units``.
        """

        def decide(state: State) -> Decision:
            _need_teams(state)
            if state.by_number:
                raise EventError("director.numbered")
            made = grouped(state, by)
            if not made and not state.teams:
                raise EventError("teams.no_units")
            return ([_listed(made)] if made else []), _sizes(made)

        return self._do(decide)

    def set_team(self, name: str, players: Sequence[str], unit: str | None = None) -> Answer:
        """Make a team, or give one another order of the boards.

        Players who stand in another team leave it.  Once numbers are given the
        order is fixed: a team may only be given more reserves (`add_reserve`).

        Args:
            name: its name, or its number.
            players: numbers or names, in the order of the boards; nobody: the team is dissolved.
            unit: two teams of one unit can be kept apart in a Swiss; None: as it was.

        Raises:
            EventError: ``teams.no_event``, ``director.no_player``, ``director.numbered``,
                ``teams.doubled``.
        """

        def decide(state: State) -> Decision:
            _need_teams(state)
            if state.by_number:
                raise EventError("director.numbered")
            known = next((t for t in state.teams.values() if t.name == name.strip()), None)
            if known is None and name.strip().isdecimal():
                known = find_team(state, name)
            ids = [find(state, player).id for player in players]
            for id in ids:
                if ids.count(id) > 1:
                    told = {"player": state.entrants[id].name, "team": name}
                    raise EventError("teams.doubled", told)
            team = TeamEntry(
                known.id if known else len(state.teams) + 1,
                known.name if known else one_line(name, "name"),
                ids,
                (known.unit if known else "") if unit is None else unit and one_line(unit, "unit"),
            )
            left = [
                TeamEntry(other.id, other.name, [i for i in other.members if i not in ids])
                for other in state.teams.values()
                if other.id != team.id and set(other.members) & set(ids)
            ]
            for other in left:
                other.unit = state.teams[other.id].unit
            if known and not left and (known.members, known.unit) == (team.members, team.unit):
                return [], [Reason("director.already")]
            return [_listed([*left, team])], _sizes([*left, team])

        return self._do(decide)

    def add_reserve(
        self, team: str, player: str, fields: Mapping[str, object] | None = None
    ) -> Answer:
        """Put a player below all others of a team after numbers were given.

        Raises:
            EventError: ``director.not_numbered``, ``director.has_number``, ``teams.no_team``.
        """

        def decide(state: State) -> Decision:
            _need_teams(state)
            if not state.by_number:
                raise EventError("director.not_numbered")
            entry = find_team(state, team)
            name = player.strip()
            one = next((e for e in state.entrants.values() if e.name == name), None)
            if one is not None and one.number is not None:
                raise EventError("director.has_number", {"name": name})
            facts: list[Fact] = []
            id = one.id if one else len(state.entrants) + 1
            if one is None:
                new = {"id": id, "name": one_line(player, "name"), "team": entry.name}
                facts.append({"do": "players", "players": [{**new, **(fields or {})}]})
            number = max(state.by_number) + 1
            first = len(state.rounds) + 1
            facts.append({"do": "late", "id": id, "number": number, "round": first})
            facts.append(
                _listed([TeamEntry(entry.id, entry.name, [*entry.members, id], entry.unit)])
            )
            return facts, [Reason("director.late", {"name": name, "number": number}, (number,))]

        return self._do(decide)

    def line_up(
        self,
        team: str,
        players: Sequence[str],
        *,
        round: int | None = None,
        reason: str = "",
        force: bool = False,
    ) -> Answer:
        """Say who sits where for a team; what breaks the order of the boards is told, not done.

        Args:
            team: number or name.
            players: from board 1 on, ``-`` for an empty board.
            round: the last one paired while the team has no result in it, or a later
                one; None: that one, else the next.
            reason: needed if the round is published.
            force: whether to do it although the order is broken.

        Raises:
            EventError: as `line_up_fact`; ``director.not_numbered``, ``director.published``,
                ``director.round_from``.
        """

        def decide(state: State) -> Decision:
            _need_teams(state)
            if not state.by_number:
                raise EventError("director.not_numbered")
            entry = find_team(state, team)
            last = len(state.rounds)
            number = _line_up_round(state, entry) if round is None else round
            round_from(state, number, last)
            ids = [None if p.strip() in EMPTY else find(state, p).id for p in players]
            fact, broken, notes = line_up_fact(state, team, ids, number)
            if broken and not force:
                return [], broken
            if number == last and state.rounds[-1].published and not reason:
                raise EventError("director.published", {"round": last})
            if broken:
                fact["broke"] = [{"code": b.code, "facts": dict(b.facts)} for b in broken]
            if reason:
                fact["reason"] = one_line(reason, "reason")
            return [fact], [*broken, *notes]

        return self._do(decide)

    def match_results(
        self,
        match: int,
        keys: str,
        *,
        home: bool = False,
        round: int | None = None,
        reason: str = "",
    ) -> Answer:
        """Enter the boards of a match by one key each.

        Args:
            match: which match of the round, from 1.
            keys: a key a board, from board 1 on; ``_`` passes over one. Boards on
                which somebody is missing have no key: pass over them.
            home: whether the keys are the home team's, instead of the first movers'.
            round: the last one paired if None.
            reason: needed to change a result that stands.

        Raises:
            EventError: ``teams.no_match``, ``teams.keys``, and as `Director.results`.
        """

        def decide(state: State) -> Decision:
            _need_teams(state)
            this = state.round(len(state.rounds) if round is None else round)
            most = len(this.team_matches)
            if not 1 <= match <= most or this.team_matches[match - 1].away is None:
                raise EventError("teams.no_match", {"match": match, "most": most})
            seats = this.team_matches[match - 1].seats
            signs = [key for key in keys if not key.isspace()]
            if not signs or len(signs) > len(seats):
                raise EventError("teams.keys", {"n": len(signs), "boards": len(seats)})
            facts: list[Fact] = []
            notes: list[Reason] = []
            now = dict(this.results)
            for board, (key, seat) in enumerate(zip(signs, seats, strict=False), 1):
                if key == "_":
                    continue
                one, two, first = seat
                if one is None or two is None:
                    raise EventError("teams.no_key", {"board": board})
                red, black = (one, two) if first else (two, one)
                typed = TURNED.get(key, key) if home and not first else key
                at = this.boards.index((red, black)) + 1
                fact = result_fact(state, this, now, at, typed, reason)
                if fact is not None:
                    facts.append(fact)
                    if fact["was"]:
                        told = {"board": at, "was": fact["was"], "now": fact["result"] or "."}
                        notes.append(Reason("director.result_changed", told))
            if facts and this.number < len(state.rounds):
                notes.append(Reason("director.paired_since", {"round": this.number + 1}))
            return facts, notes if facts else [Reason("director.already")]

        return self._do(decide)

    def team_bye(self, team: str, round: int, kind: str | None) -> Answer:
        """Agree that a team is not paired in a round to come of a Swiss, or take it back (None).

        Raises:
            EventError: ``teams.no_team``, ``director.no_bye``, ``director.bye``,
                ``director.round_from``.
        """

        def decide(state: State) -> Decision:
            _need_teams(state)
            entry = find_team(state, team)
            if state.system != "team-swiss":
                raise EventError("director.no_bye", {"system": state.system})
            if kind is not None and kind not in BYES:
                raise EventError("director.bye", {"text": kind})
            round_from(state, round, len(state.rounds) + 1)
            if entry.byes.get(round) is (BYES[kind] if kind else None):
                return [], [Reason("director.already")]
            return [{"do": "team_bye", "team": entry.id, "round": round, "kind": kind}], []

        return self._do(decide)

    def team_withdraw(self, team: str, round: int | None = None) -> Answer:
        """Take a team out from a round on, the next one to be paired if None.

        In a round robin its results stand or are struck out by the half of its matches.

        Raises:
            EventError: ``teams.no_team``, ``director.round_from``.
        """

        def decide(state: State) -> Decision:
            _need_teams(state)
            entry = find_team(state, team)
            first = round_from(state, round, len(state.rounds) + 1)
            if entry.gone == first:
                return [], [Reason("director.already")]
            fields, notes = withdrawn(state, entry)
            fact = {"do": "team_withdraw", "team": entry.id, "round": first, **fields}
            return [fact], notes

        return self._do(decide)

    def team_back(self, team: str, round: int | None = None) -> Answer:
        """Take a team in again that had withdrawn, from a round on, the next one if None.

        Raises:
            EventError: ``teams.not_gone``; ``teams.no_team``, ``director.round_from``.
        """

        def decide(state: State) -> Decision:
            _need_teams(state)
            entry = find_team(state, team)
            if entry.gone is None or entry.annulled:
                raise EventError("teams.not_gone", {"team": entry.name})
            first = round_from(state, round, len(state.rounds) + 1)
            return [{"do": "team_return", "team": entry.id, "round": first}], []

        return self._do(decide)

    def team_late(
        self, name: str, players: Sequence[str], round: int | None = None, unit: str = ""
    ) -> Answer:
        """Take a team into a Swiss after the numbers were given; it gets the next number.

        Args:
            name: its name.
            players: in the order of the boards: names on the list without a number, or new.
            round: the first round it may play, the next one to be paired if None.
            unit: as `set_team`.

        Raises:
            EventError: ``director.not_numbered``, ``director.no_late``, ``teams.there``,
                ``director.has_number``, ``teams.doubled``, ``director.round_from``.
        """

        def decide(state: State) -> Decision:
            _need_teams(state)
            if not state.by_number:
                raise EventError("director.not_numbered")
            if state.system != "team-swiss":
                raise EventError("director.no_late", {"system": state.system})
            called = one_line(name, "name")
            if any(other.name == called for other in state.teams.values()):
                raise EventError("teams.there", {"team": called})
            first = round_from(state, round, len(state.rounds) + 1)
            new: list[dict[str, Any]] = []
            late: list[Fact] = []
            ids: list[int] = []
            for typed in players:
                one = one_line(typed, "name")
                known = next((e for e in state.entrants.values() if e.name == one), None)
                if known is not None and known.number is not None:
                    raise EventError("director.has_number", {"name": one})
                id = known.id if known else len(state.entrants) + len(new) + 1
                if id in ids or any(player["name"] == one for player in new):
                    raise EventError("teams.doubled", {"player": one, "team": called})
                if known is None:
                    new.append({"id": id, "name": one, "team": called})
                number = max(state.by_number) + len(ids) + 1
                ids.append(id)
                late.append({"do": "late", "id": id, "number": number, "round": first})
            if not ids:
                raise EventError("teams.nobody", {"team": called})
            entry = TeamEntry(len(state.teams) + 1, called, ids, unit and one_line(unit, "unit"))
            number = max(state.by_team) + 1
            facts: list[Fact] = [{"do": "players", "players": new}] if new else []
            facts += [*late, _listed([entry])]
            facts.append({"do": "team_late", "team": entry.id, "number": number, "round": first})
            told = {"name": called, "number": number}
            return facts, [Reason("director.late", told)]

        return self._do(decide)


def _need_teams(state: State) -> None:
    if not desk.system_of(state).teams:
        raise EventError("teams.no_event", {"system": state.system})


def _listed(teams: Sequence[TeamEntry]) -> dict[str, Any]:
    rows = [
        {
            "id": team.id,
            "name": team.name,
            **({"unit": team.unit} if team.unit else {}),
            "players": team.members,
        }
        for team in teams
    ]
    return {"do": "teams", "teams": rows}


def _sizes(teams: Sequence[TeamEntry]) -> list[Reason]:
    return [Reason("teams.size", {"team": t.name, "n": len(t.members)}) for t in teams]


def _line_up_round(state: State, entry: TeamEntry) -> int:
    """The last round if the team still has no result in it, else the next."""
    last = len(state.rounds)
    if last:
        round = state.rounds[-1]
        for match in round.team_matches:
            if entry.number in (match.home, match.away) and match.away is not None:
                return last + 1 if round.results.keys() & set(match.boards()) else last
    return last + 1


add_messages(
    {
        "teams.no_event": N_("this is no event of teams: its system is {system}"),
        "teams.no_units": N_("no player on the list has a unit (单位) to make teams of"),
        "teams.keys": N_("expected a key for each of {boards} boards at most, got {n}"),
        "teams.no_key": N_("board {board}: somebody is missing, so it has no result to enter"),
        "teams.choice": N_("expected one of the choices named in the help, got '{text}'"),
        "teams.not_gone": N_("{team} has not withdrawn, or its results are annulled"),
        "teams.there": N_("there is a team {team} already"),
        "teams.nobody": N_("{team}: expected players"),
        "teams.size": N_("{team}: {n} players"),
    }
)
