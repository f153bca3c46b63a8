"""What is true of an event now: the fold of its log.

`State.apply` takes one fact after another; `fold` takes a whole log and leaves
out what was undone.  The facts were found possible when they were written
(`chuhe.tournament.director`); a log that does not fit together is refused.

>>> state = State()
>>> for fact in (
...     {"do": "new", "name": "羊城杯", "system": "chinese", "rounds": 3, "points": "2:1:0"},
...     {"do": "players", "players": [{"id": 1, "name": "许银川"}, {"id": 2, "name": "吕钦"}]},
...     {"do": "number", "order": [2, 1]},
...     {"do": "pair", "round": 1, "boards": [[1, 2]], "out": {}, "reasons": []},
...     {"do": "result", "round": 1, "red": 1, "black": 2, "result": "="},
... ):
...     state.apply(fact)
>>> state.event().player(1).name, state.event().score(1)
('吕钦', 10)
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cached_property
from typing import Any

from chuhe.errors import add_messages
from chuhe.i18n import N_
from chuhe.tournament import bracket_games, team_facts
from chuhe.tournament.journal import Entry, Fact
from chuhe.tournament.model import (
    Cell,
    Event,
    EventError,
    Forbidden,
    Kind,
    Player,
    Points,
    Reason,
)
from chuhe.tournament.state_parts import BYES, RESULTS, Entrant, Foul, Round

__all__ = ["BYES", "RESULTS", "Entrant", "Foul", "Round", "State", "effective", "fold"]

#: System → its name in a TRF; none but the first is paired again from a TRF.
_NAMES = {
    "dutch": "FIDE_DUTCH_2025",
    "chinese": "CHINESE_SWISS",
    "roundrobin": "ROUND_ROBIN",
    "lots": "KNOCK_OUT_BY_LOTS",
    "arena": "ARENA",
    "team-roundrobin": "BERGER_TEAM_ROUNDROBIN",
    "team-swiss": "CUSTOM_TEAM_SWISS",
    "scheveningen": "CUSTOM_SCHEVENINGEN",
    "knockout": "KNOCK_OUT",
    "double": "DOUBLE_ELIMINATION",
}
_PLAYER = ("rating", "title", "federation", "fide_id", "sex", "birth", "team")


class State:
    """The event now, or one section of it. It changes only by `apply`.

    An event has a main section and, once they are begun, others by name, each a
    `State` of its own over some of the same entrants, with its own numbers and rounds.
    """

    def __init__(self) -> None:
        self.section = ""
        """The name of this section; empty for the main one."""
        self.main: State = self
        """The main section, in which the log is folded."""
        self.sections: dict[str, State] = {}
        """The sections of the event in the order they were begun; the main one has them."""
        self.draws: list[Any] = []
        """The facts ``groups``, each with the record of a draw; the main section has them."""
        self.closed = False
        """Whether the arbiter has closed the section: no further round is paired."""
        self.rules: dict[str, Any] = {}
        """The fact ``new``: what was agreed beforehand."""
        self.entrants: dict[int, Entrant] = {}
        self.by_number: dict[int, int] = {}
        """Pairing number → id."""
        self.numbered: Fact | None = None
        """The fact that gave the numbers."""
        self.checked_in = False
        """Whether anybody has been checked in: then only those present get numbers."""
        self.rounds: list[Round] = []
        self.fouls: list[Foul] = []
        self.forbidden: list[tuple[tuple[int, ...], int, int | None]] = []
        self.discouraged: list[tuple[tuple[int, ...], int, int | None]] = []
        """As `forbidden`, where it can be avoided."""
        self.teams: dict[int, team_facts.TeamEntry] = {}
        """Events of teams: the list of the teams, by id."""
        self.by_team: dict[int, int] = {}
        """Number of a team → its id."""
        self.line_ups: dict[tuple[int, int], tuple[int | None, ...]] = {}
        """(round, id of a team) → ids of its players, from board 1 on."""
        self.ranking: list[int] = []
        """Numbers in the order of the pairing, where a late entry has changed it."""
        self.returned: set[int] = set()
        """Ids of those who withdrew and came back."""
        self.freed: dict[int, int] = {}
        """Number → after how many facts his last game ended, or he came: who has waited."""
        self.begun = ""
        """When the first round was paired, where that is of interest."""
        self._facts = 0
        self._event: Event | None = None

    # ------------------------------------------------------------ looking

    @property
    def system(self) -> str:
        """``dutch``, ``chinese``, ``roundrobin`` or ``lots``."""
        return str(self.rules.get("system", ""))

    @cached_property
    def points(self) -> Points:
        """What a round is worth."""
        return Points.of(str(self.rules["points"]))

    @property
    def lot_seed(self) -> str:
        """What the lots of the matches are drawn from: each section has its own."""
        return "|".join(filter(None, (str(self.rules.get("seed", "")), self.section)))

    @property
    def title(self) -> str:
        """The name of the event, with that of the section."""
        return " ".join(filter(None, (str(self.rules.get("name", "")), self.section)))

    def part(self, section: str) -> State:
        """A section by its name; the main one if the name is empty.

        Raises:
            EventError: ``sections.unknown``.
        """
        if not section:
            return self.main
        try:
            return self.main.sections[section]
        except KeyError:
            known = ", ".join(self.main.sections) or "–"
            raise EventError("sections.unknown", {"text": section[:80], "known": known}) from None

    @property
    def options(self) -> dict[str, Any]:
        """What was agreed about the system."""
        return dict(self.rules.get("options") or {})

    def entrant(self, number: int) -> Entrant:
        """The player with a pairing number.

        Raises:
            EventError: ``event.no_player``.
        """
        try:
            return self.entrants[self.by_number[number]]
        except KeyError:
            raise EventError("event.no_player", {"player": number}) from None

    def round(self, number: int) -> Round:
        """A round that has been paired.

        Raises:
            EventError: ``director.round``, ``director.no_rounds``.
        """
        if not self.rounds:
            raise EventError("director.no_rounds")
        if not 1 <= number <= len(self.rounds):
            raise EventError("director.round", {"round": number, "most": len(self.rounds)})
        return self.rounds[number - 1]

    def event(self) -> Event:
        """The event as the systems and the standings take it."""
        if self._event is None:
            self._event = self._made()
        return self._event

    def _made(self) -> Event:
        fouls: dict[int, int] = {}
        for foul in self.fouls:
            fouls[foul.id] = fouls.get(foul.id, 0) + foul.count
        numbers = sorted(self.by_number)
        people = [self.entrants[self.by_number[number]] for number in numbers]
        teams = {id: {"team": team.name} for team in self.teams.values() for id in team.members}
        players = tuple(
            Player(
                number,
                one.name,
                fouls=fouls.get(one.id, 0),
                **{name: one.fields[name] for name in _PLAYER if name in one.fields}
                | teams.get(one.id, {}),
            )
            for number, one in zip(numbers, people, strict=True)
        )
        columns = [round.cells() for round in self.rounds]
        total = self.rules.get("rounds")
        # Of rounds that were paired the cells tell all.
        to_come = range(len(self.rounds) + 1, max(total or 0, len(self.rounds) + 1) + 1)
        absent: dict[tuple[int, int], Kind] = {}
        for number, one in zip(numbers, people, strict=True):
            for r in to_come:
                left = min(one.gone or r + 1, one.moved or r + 1)
                if r < one.first or r >= left or one.paused:
                    absent[number, r] = Kind.ZERO_BYE
                elif r in one.byes:
                    absent[number, r] = one.byes[r]
        rules = self.rules
        return Event(
            name=self.title,
            city=str(rules.get("city", "")),
            start=str(rules.get("start", "")),
            end=str(rules.get("end", "")),
            arbiter=str(rules.get("arbiter", "")),
            system=_NAMES.get(self.system, "") + ("_BAKU" if self.options.get("baku") else ""),
            players=players,
            cells=tuple(tuple(column.get(n, Cell()) for column in columns) for n in numbers),
            rounds_total=total,
            points=self.points,
            initial_side=rules.get("first_side"),
            forbidden=tuple(
                Forbidden(
                    tuple(n for i in ids if (n := self.entrants[i].number)), first, last, weak
                )
                for weak, rules_of in ((False, self.forbidden), (True, self.discouraged))
                for ids, first, last in rules_of
            ),
            absent=absent,
            order=tuple(self.ranking),
        )

    # ------------------------------------------------------------ folding

    def apply(self, fact: Fact) -> None:
        """Take one fact.

        Raises:
            EventError: ``director.log``: it does not fit what came before.
        """
        try:
            section = fact.get("section", "")
            state = self.sections[str(section)] if section else self
            _APPLY[str(fact["do"])](state, fact)
        except (KeyError, IndexError, TypeError, ValueError) as error:
            why = f"{fact.get('do')}: {type(error).__name__} {error}"
            raise EventError("director.log", {"why": why}) from None
        state._event = None
        state._facts += 1

    def _new(self, fact: Fact) -> None:
        if self.rules:
            raise ValueError("twice")
        self.rules = dict(fact)

    def _players(self, fact: Any) -> None:
        for player in fact["players"]:
            fields = {k: v for k, v in player.items() if k not in ("id", "name")}
            if player["id"] != len(self.entrants) + 1:
                raise ValueError(player["id"])
            self.entrants[player["id"]] = Entrant(player["id"], player["name"], fields)

    def _edit(self, fact: Any) -> None:
        one = self.entrants[fact["id"]]
        fields = dict(fact["fields"])
        one.name = fields.pop("name", one.name)
        one.fields.update(fields)
        for section in self.sections.values():
            if one.id in section.entrants:
                section.entrants[one.id].name = one.name  # the fields are the same ones
                section._event = None

    def _check_in(self, fact: Any) -> None:
        for id in fact["ids"]:
            self.entrants[id].present = fact["present"]
        self.checked_in = True

    def _number(self, fact: Any) -> None:
        if self.rounds:
            raise ValueError("paired already")
        for one in self.entrants.values():
            one.number = None
        self.by_number = dict(enumerate(fact["order"], 1))
        for number, id in self.by_number.items():
            if id not in self.entrants and self is not self.main:
                self._join(id)
            self.entrants[id].number = number
        self.numbered = fact
        team_facts.numbered(self, fact)
        if fact.get("rounds"):
            self.rules["rounds"] = fact["rounds"]

    def _late(self, fact: Any) -> None:
        if self is not self.main and fact["id"] not in self.entrants:
            self._join(fact["id"])
        one, number = self.entrants[fact["id"]], fact["number"]
        if number in self.by_number or one.number is not None:
            raise ValueError(number)
        one.number, one.first, one.present = number, fact["round"], True
        self.freed[number] = self._facts
        self.by_number[number] = one.id
        order = list(fact.get("order", [*self.ranking, number] if self.ranking else ()))
        if order and sorted(order) != sorted(self.by_number):
            raise ValueError("order")
        self.ranking = order

    def _bye(self, fact: Any) -> None:
        one = self.entrants[fact["id"]]
        if fact["kind"] is None:
            one.byes.pop(fact["round"], None)
        else:
            one.byes[fact["round"]] = BYES[fact["kind"]]

    def _withdraw(self, fact: Any) -> None:
        one = self.entrants[fact["id"]]
        one.gone = fact["round"]
        one.annulled = fact.get("annulled", False)
        if fact.get("rounds") is not None:
            self.rules["rounds"] = fact["rounds"]
        if one.annulled and one.number is not None:
            for round in self.rounds:
                round.struck.add(one.number)

    def _return(self, fact: Any) -> None:
        one = self.entrants[fact["id"]]
        if one.gone is None or fact["round"] < one.gone:
            raise ValueError(fact["round"])
        for missed in range(one.gone, fact["round"]):
            one.byes.setdefault(missed, Kind.ZERO_BYE)
        one.gone = None
        self.returned.add(one.id)

    def _forbid(self, fact: Any) -> None:
        ids = tuple(self.entrants[id].id for id in fact["ids"])
        rules = self.discouraged if fact.get("weak") else self.forbidden
        rules.append((ids, fact["first"], fact["last"]))

    def _foul(self, fact: Any) -> None:
        one = self.entrants[fact["id"]]
        self.fouls.append(
            Foul(one.id, fact["round"], fact["kind"], fact["count"], fact.get("note", ""))
        )

    def _pair(self, fact: Any) -> None:
        if fact["round"] != len(self.rounds) + 1:
            raise ValueError(fact["round"])
        round = Round(
            fact["round"],
            self._boards(fact),
            {int(number): Kind(kind) for number, kind in fact["out"].items()},
            tuple(
                Reason(r["code"], r["facts"], tuple(r["players"])) for r in fact.get("reasons", ())
            ),
            lots=fact.get("lots"),
            team_matches=team_facts.matches_of(self, fact),
            teams_out=team_facts.outs_of(fact),
        )
        round.results = {(red, black): key for red, black, key in fact.get("results", ())}
        if "bracket" in fact:
            round.fixtures = bracket_games.fixtures(round.boards, fact["bracket"])
        self.rounds.append(round)
        self.begun = self.begun or str(fact.get("at", ""))

    def _changed(self, fact: Any) -> None:
        round = self.rounds[fact["round"] - 1]
        round.boards = self._boards(fact)
        round.out = {int(number): Kind(kind) for number, kind in fact["out"].items()}
        round.team_matches = team_facts.matches_of(self, fact)
        round.teams_out = team_facts.outs_of(fact)
        left = set(round.boards)
        round.results = {board: key for board, key in round.results.items() if board in left}
        round.tables = {board: table for board, table in round.tables.items() if board in left}
        round.games = {game: pgn for game, pgn in round.games.items() if game[:2] in left}
        if round.fixtures:
            round.fixtures = bracket_games.moved(round.fixtures, round.boards)

    def _boards(self, fact: Any) -> list[tuple[int, int | None]]:
        boards = [(red, black) for red, black in fact["boards"]]
        met = [number for board in boards for number in board if number is not None]
        if len(set(met)) != len(met) or not self.by_number.keys() >= set(met):
            raise ValueError("boards")
        return boards

    def _result(self, fact: Any) -> None:
        round, board = self.rounds[fact["round"] - 1], (fact["red"], fact["black"])
        if board not in round.boards:
            raise ValueError(board)
        if fact["result"] is None:
            round.results.pop(board, None)
        elif fact["result"] in RESULTS:
            if board not in round.results:
                self.freed.update(dict.fromkeys(board, self._facts))
            round.results[board] = fact["result"]
        else:
            raise ValueError(fact["result"])
        if fact.get("was") is not None and round.published:
            round.corrected.add(board)
        if fact["result"] is None and round.fixtures:
            self._settle(round, round.boards.index(board))

    def _match_game(self, fact: Any) -> None:
        round, board = self.rounds[fact["round"] - 1], (fact["red"], fact["black"])
        at = round.boards.index(board)
        old, seed = round.fixtures[at], self.lot_seed
        if round.results.get(board) != bracket_games.outcome(old, seed):
            raise ValueError(board)  # decided otherwise than by its games
        round.fixtures[at] = bracket_games.entered(
            old, seed, fact["game"], fact["first"], fact["result"]
        )
        self._settle(round, at)

    def _settle(self, round: Round, at: int) -> None:
        """The result of a match is what its games say."""
        red, black = round.boards[at]
        key = bracket_games.outcome(round.fixtures[at], self.lot_seed)
        if black is not None:
            round.results.pop((red, black), None)
            if key is not None:
                round.results[red, black] = key

    def _game(self, fact: Any) -> None:
        round, board = self.rounds[fact["round"] - 1], (fact["red"], fact["black"])
        if board not in round.boards:
            raise ValueError(board)
        game = (*board, int(fact["number"]))
        if fact["pgn"] is None:
            del round.games[game]
        else:
            round.games[game] = (str(fact["pgn"]), bool(fact["turned"]))

    def _tables(self, fact: Any) -> None:
        round = self.rounds[fact["round"] - 1]
        for red, black, table in fact["tables"]:
            if (red, black) not in round.boards:
                raise ValueError((red, black))
            round.tables[red, black] = str(table)

    def _publish(self, fact: Any) -> None:
        self.rounds[fact["round"] - 1].published = fact["what"]

    # ------------------------------------------------------------ sections

    def _join(self, id: int) -> None:
        """Somebody of the event comes into this section."""
        one = self.main.entrants[id]
        self.entrants[id] = Entrant(id, one.name, one.fields, present=one.present)

    def _section(self, fact: Any) -> None:
        name = fact["name"]
        if not name or name in self.sections or not self.rules:
            raise ValueError(name)
        new = State()
        new.section, new.main = name, self
        told = {k: v for k, v in fact.items() if k not in ("do", "name", "players")}
        new.rules = {**self.rules, **told}
        for id in fact["players"]:
            new._join(id)
        new._number({"order": fact["players"]})
        if fact.get("leave"):
            for section in fact["from"]:
                left = self.part(section)
                left._event = None
                for id in fact["players"]:
                    if id in left.entrants:
                        left.entrants[id].moved = fact["leave"]
        self.sections[name] = new

    def _groups(self, fact: Any) -> None:
        for section in fact["sections"]:
            self._section(section)
        self.draws.append(fact)

    def _close(self, fact: Any) -> None:
        self.closed = fact.get("closed", True)

    def _pause(self, fact: Any) -> None:
        one = self.entrants[fact["id"]]
        one.paused = fact["paused"]
        if one.number is not None:
            self.freed[one.number] = self._facts


_APPLY: Mapping[str, Any] = {
    "new": State._new,
    "players": State._players,
    "edit": State._edit,
    "check_in": State._check_in,
    "number": State._number,
    "late": State._late,
    "bye": State._bye,
    "withdraw": State._withdraw,
    "return": State._return,
    "forbid": State._forbid,
    "foul": State._foul,
    "pair": State._pair,
    "change": State._changed,
    "result": State._result,
    "match_game": State._match_game,
    "publish": State._publish,
    "tables": State._tables,
    "game": State._game,
    "section": State._section,
    "groups": State._groups,
    "close": State._close,
    "pause": State._pause,
    **team_facts.APPLY,
    "undo": lambda state, fact: None,
}


def effective(entries: Iterable[Entry]) -> list[Entry]:
    """The entries that count: not undone, or whose undoing was undone."""
    undone: set[int] = set()
    kept: list[Entry] = []
    for entry in reversed(list(entries)):
        if entry.seq in undone:
            continue
        kept.append(entry)
        if entry.fact["do"] == "undo":
            of = entry.fact.get("of")
            undone.update(of if isinstance(of, list) else ())
    return kept[::-1]


def fold(entries: Iterable[Entry]) -> State:
    """The state after a log.

    Raises:
        EventError: ``director.log``.
    """
    state = State()
    for entry in effective(entries):
        state.apply(entry.fact)
    return state


add_messages(
    {
        "director.log": N_("the log does not fit together ({why})"),
        "director.no_rounds": N_("no round has been paired yet"),
        "sections.unknown": N_("there is no section '{text}'; there are: {known}"),
        "director.round": N_("round {round} has not been paired; {most} have"),
    }
)
