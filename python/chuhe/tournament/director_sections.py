"""The commands that begin sections, and the table over all of them.

>>> import tempfile, pathlib
>>> from chuhe.tournament.director import Director
>>> folder = tempfile.TemporaryDirectory()
>>> path = pathlib.Path(folder.name, "cup.chuhe")
>>> with Director.create(path, name="羊城杯", system="sections", seed="cup", clock=lambda: "9:00") as desk:
...     _ = desk.add_players([{"name": name} for name in "甲乙丙丁戊己庚辛"])
...     _ = desk.number("entry")
...     _ = desk.groups(2, how="snake")
...     for desk.section in desk.whole.sections:
...         for _ in range(3):
...             _ = desk.pair_round()
...             keys = ["1" if r < b else "0" for r, b in desk.state.rounds[-1].boards]
...             _ = desk.results(list(enumerate(keys, 1)))
...     desk.section = ""
...     _ = desk.final(2, name="决赛", system="roundrobin")
...     [one.name for one in desk.whole.sections["决赛"].entrants.values()]
['甲', '乙', '丁', '丙']
>>> folder.cleanup()

A section begun takes its numbers from the order in which its players come to
it; until its first round they can be given anew (`Director.number`).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal

from chuhe.errors import PairingError, add_messages
from chuhe.i18n import N_, _
from chuhe.tournament import desk, sections
from chuhe.tournament import groups as drawing
from chuhe.tournament.agreed import agreed
from chuhe.tournament.brackets import arranged
from chuhe.tournament.journal import Fact
from chuhe.tournament.logged import Answer, Decision, LoggedEvent
from chuhe.tournament.model import EventError, Reason
from chuhe.tournament.state import State
from chuhe.tournament.typed import find, one_line

__all__ = ["Agreed", "SectionCommands"]

_MOST_SECTIONS = 64


@dataclass(frozen=True, slots=True)
class Agreed:
    """What is agreed about a section; what is left out is as the event or the system has it."""

    rounds: int | None = None
    points: str = ""
    tiebreaks: str = ""
    unplayed: str = ""
    drop: bool | None = None
    first_side: str = ""
    options: Mapping[str, object] = field(default_factory=dict)


class SectionCommands(LoggedEvent):
    """Groups, finals and other sections; a part of `chuhe.tournament.director.Director`."""

    def begin(
        self,
        name: str,
        players: Sequence[str] = (),
        *,
        system: str = "roundrobin",
        rules: Agreed | None = None,
    ) -> Answer:
        """Begin a section of players the arbiter names.

        Args:
            name: of the section.
            players: numbers or names, in the order of their numbers there; all who have a
                number if nobody is named.
            system: one of `desk.SYSTEMS`.
            rules: what is agreed about it.

        Raises:
            EventError: ``sections.name``, ``sections.most``, ``director.few``, and as
                `Director.create`.
        """

        def decide(state: State) -> Decision:
            whole = state.main
            ids = [find(whole, player).id for player in players]
            ids = ids or [id for _number, id in sorted(whole.by_number.items())]
            return [_begun(whole, name, ids, system, rules or Agreed())], []

        return self._do(decide)

    def groups(
        self,
        groups: int,
        *,
        how: Literal["snake", "pots", "lot"] = "snake",
        seed: str = "",
        apart: bool = True,
        names: Sequence[str] = (),
        after: Sequence[str] = (),
        places: int = 0,
        system: str = "roundrobin",
        rules: Agreed | None = None,
        by_lot: bool = False,
    ) -> Answer:
        """Draw groups, each a section.

        Args:
            groups: how many.
            how: as `chuhe.tournament.groups.draw`; the order is that of the numbers.
            seed: what is drawn from; that of the event if empty.
            apart: whether players of one team are kept apart.
            names: of the groups; A, B, C … if none are given.
            after: sections from which the first ones go on into these groups; none: all
                players with a number.
            places: how many of each of those.
            system: what is played in each group.
            rules: what is agreed about each group.
            by_lot: whether shared places there are parted by lot.

        Raises:
            EventError: ``groups.number``, ``groups.players``, ``sections.names``,
                ``sections.paired``, and as `begin`.
            PairingError: as `final`.
        """

        def decide(state: State) -> Decision:
            whole = state.main
            notes: list[Reason] = []
            more: dict[str, Any] = {}
            if after:
                going, notes = self._going(_named(whole, after), 1, places, by_lot)
                entries = [one[i] for i in range(places) for one in going]
                more = {"from": list(after), "places": [1, places]}
            elif whole.rounds or not whole.by_number:
                raise EventError("sections.paired" if whole.rounds else "desk.no_numbers")
            else:
                numbered = (id for _number, id in sorted(whole.by_number.items()))
                entries = [id for id in numbered if whole.entrants[id].gone is None]
            units = {id: str(whole.entrants[id].fields.get("team") or "") for id in entries}
            drawn_from = seed or str(whole.rules["seed"])
            try:
                drawn = drawing.draw(
                    entries, groups, drawn_from, how=how, units=units if apart else {}
                )
            except PairingError as error:  # nothing is being paired: it is what was typed
                raise EventError(error.code, error.facts) from None
            called = list(names) or [drawing.letter(i) for i in range(groups)]
            if len(called) != groups:
                raise EventError("sections.names", {"groups": groups})
            more["stage"] = 1 + max(
                (one.rules.get("stage") or 0 for one in whole.sections.values()), default=0
            )
            begun: list[Fact] = []
            for name, members in zip(called, drawn.groups, strict=True):
                taken = [str(one["name"]) for one in begun]
                fact = _begun(whole, name, members, system, rules or Agreed(), taken)
                begun.append({**fact, **more})
            reasons = [
                {"code": r.code, "facts": dict(r.facts), "players": list(r.players)}
                for r in drawn.reasons
            ]
            record = drawing.to_json(drawn)
            notes += [_told(whole, reason) for reason in drawn.reasons]
            fact = {"do": "groups", "draw": record, "reasons": reasons, "sections": begun}
            return [fact], notes

        return self._do(decide)

    def final(
        self,
        places: int = 2,
        *,
        first: int = 1,
        name: str = "",
        after: Sequence[str] = (),
        system: str = "knockout",
        rules: Agreed | None = None,
        best: int = 0,
        carry: bool = False,
        by_lot: bool = False,
    ) -> Answer:
        """Begin a final of the first ones of each group, or of the event.

        For a knock-out the seeds are crosswise (`chuhe.tournament.groups.crosswise`);
        otherwise all first ones come before all second ones.

        Args:
            places: how many of each section go on.
            first: from which place on: 3 with ``places=2`` makes a final of the third and
                fourth ones.
            name: of the section.
            after: the sections; those of the last draw of groups if empty, the main one if
                there was none.
            system: what is played.
            rules: what is agreed about it.
            best: how many more go on of those with the next place, by points and wins a game
                (`chuhe.tournament.sections.best`).
            carry: round robin: whether those who met before do not meet again, and their
                result counts.
            by_lot: whether shared places are parted by lot.

        Raises:
            EventError: ``sections.places``, ``sections.carry``, and as `begin`.
            PairingError: ``sections.unfinished``, ``sections.tied``, ``sections.few``,
                ``sections.gone_on``.
        """

        def decide(state: State) -> Decision:
            whole = state.main
            before = _named(whole, after) if after else sections.last_groups(whole)
            if carry and system != "roundrobin":
                raise EventError("sections.carry")
            further = 1 if best else 0
            ranked, notes = self._going(before, first, places + further, by_lot)
            going = [one[:places] for one in ranked]
            ids = [one[i] for i in range(places) for one in going]
            if best:
                nexts = [(one, ids[places]) for one, ids in zip(before, ranked, strict=True)]
                more, told = sections.best(nexts, best, by_lot)
                ids, notes = ids + more, notes + told
            if desk.knock_out(system) and len(going) > 1:
                apart = {id: one.section for one in before for id in one.entrants}
                ids = arranged(ids, apart) if best else list(drawing.crosswise(going))
            fact = _begun(whole, name or _("Final"), ids, system, rules or Agreed())
            fact["from"] = [one.section for one in before]
            fact["places"] = [first, first + places - 1]
            if carry:
                fact["carried"] = list(sections.met(before, ids))
            return [fact], [*notes, *_seeds(whole, ids)]

        return self._do(decide)

    def split(
        self,
        round: int,
        first: int = 2,
        *,
        name: str = "",
        system: str = "knockout",
        rules: Agreed | None = None,
        by_lot: bool = False,
    ) -> Answer:
        """From a round on the first ones play a final, while the others play on without them.

        Args:
            round: the next round to be paired.
            first: how many leave.
            name: of their section.
            system: what they play.
            rules: what is agreed about it.
            by_lot: whether a shared place is parted by lot.

        Raises:
            EventError: ``sections.places``, ``sections.round``, and as `begin`.
            PairingError: ``sections.unfinished``, ``sections.tied``, ``sections.few``.
        """

        def decide(state: State) -> Decision:
            if round != len(state.rounds) + 1 or round < 2:
                raise EventError("sections.round", {"round": max(len(state.rounds) + 1, 2)})
            going, notes = self._going([state], 1, first, by_lot, round - 1)
            ids = going[0]
            fact = _begun(state.main, name or _("Final"), ids, system, rules or Agreed())
            fact |= {"from": [state.section], "places": [1, first], "leave": round}
            return [fact], [*notes, *_seeds(state.main, ids)]

        return self._do(decide)

    def overall(self) -> sections.Overall:
        """The table over all sections (`chuhe.tournament.sections.overall`)."""
        return sections.overall(self.whole, desk.table_of)

    def close(self, reason: str = "", *, closed: bool = True) -> Answer:
        """Pair no further round of the section, or take that back.

        Args:
            reason: kept in the log.
            closed: False opens it again.
        """

        def decide(state: State) -> Decision:
            if state.closed == closed:
                return [], [Reason("director.already")]
            fact: dict[str, Any] = {"do": "close", "closed": closed}
            if reason:
                fact["reason"] = one_line(reason, "reason")
            return [fact], []

        return self._do(decide)

    def pause(self, player: str, paused: bool = True) -> Answer:
        """Do not pair a player until he is back; a game he has is played on.

        Raises:
            EventError: ``sections.no_pause``: rounds are paired for all at once; agree on a
                bye instead.
        """

        def decide(state: State) -> Decision:
            one = find(state, player)
            if not desk.system_of(state).waves:
                raise EventError("sections.no_pause", {"system": state.system})
            if one.paused == paused:
                return [], [Reason("director.already")]
            return [{"do": "pause", "id": one.id, "paused": paused}], []

        return self._do(decide)

    def _going(
        self,
        before: Sequence[State],
        first: int,
        places: int,
        by_lot: bool,
        after: int | None = None,
    ) -> tuple[list[list[int]], list[Reason]]:
        """Who goes on from each section, best first, and what was parted by lot."""
        if places < 1 or first < 1 or places * len(before) < 2:
            raise EventError("sections.places")
        going, notes = [], []
        for one in before:
            if not sections.finished(one, after):
                name = one.section or str(one.rules["name"])
                raise PairingError("sections.unfinished", {"section": name})
            table = desk.table_of(one, after)
            ids, parted = sections.ordered(one, table, first + places - 1, by_lot)
            for later in sections.followers(one):
                gone = [id for id in ids[first - 1 :] if id in later.entrants]
                if gone:
                    names = ", ".join(one.entrants[id].name for id in gone)
                    facts = {"players": names, "section": later.section}
                    raise PairingError("sections.gone_on", facts)
            going.append(ids[first - 1 :])
            notes += parted
        return going, notes


def _named(whole: State, names: Sequence[str]) -> list[State]:
    return [whole.part(name) for name in dict.fromkeys(names)]


def _begun(
    whole: State,
    name: str,
    ids: Sequence[int],
    system: str,
    rules: Agreed,
    taken: Sequence[str] = (),
) -> dict[str, Any]:
    """The fact that begins a section, all of it checked."""
    called = one_line(name, "name")
    if called in whole.sections or called in taken:
        raise EventError("sections.name", {"name": called})
    if len(whole.sections) + len(taken) >= _MOST_SECTIONS:
        raise EventError("sections.most", {"most": _MOST_SECTIONS})
    if len(ids) < 2:
        raise EventError("director.few")
    if len(set(ids)) < len(ids):
        raise EventError("sections.twice")
    row = desk.named(system)
    for played in (system, whole.system):
        if desk.named(played).teams or system == "sections":
            raise EventError("sections.system", {"system": played})
    same = row.points == desk.named(whole.system).points
    points = rules.points or (str(whole.rules["points"]) if same else "")
    tiebreaks = rules.tiebreaks or row.tiebreaks
    if not tiebreaks and same:
        tiebreaks = ",".join(whole.rules["tiebreaks"])
    checked = agreed(
        name=called,
        seed=f"{whole.rules['seed']}/{called}"[-1000:],
        system=system,
        rounds=rules.rounds,
        points=points,
        tiebreaks=tiebreaks,
        unplayed=rules.unplayed or str(whole.rules.get("unplayed", "")),
        drop=bool(whole.rules.get("drop")) if rules.drop is None else rules.drop,
        first_side=rules.first_side,
        options=rules.options,
        facts={},
    )
    if row.rounds is not None:
        like = State()
        like.rules = checked
        try:
            checked["rounds"] = row.rounds(like, len(ids))
        except PairingError as error:  # nothing is being paired: it is what was typed
            raise EventError(error.code, error.facts) from None
    return {**checked, "do": "section", "players": list(ids)}


def _told(whole: State, reason: Reason) -> Reason:
    """A reason of the draw, with names for ids."""
    facts = dict(reason.facts)
    facts["player"] = whole.entrants[reason.players[0]].name
    numbers = tuple(n for id in reason.players if (n := whole.entrants[id].number))
    return Reason(reason.code, facts, numbers)


def _seeds(whole: State, ids: Sequence[int]) -> list[Reason]:
    """Who has which number in a new section."""
    return [
        Reason("sections.number", {"number": number, "name": whole.entrants[id].name})
        for number, id in enumerate(ids, 1)
    ]


add_messages(
    {
        "sections.name": N_("there is a section called {name} already"),
        "sections.names": N_("{groups} groups need as many names"),
        "sections.most": N_("an event has {most} sections at most"),
        "sections.system": N_("{system} cannot be played in a section"),
        "sections.twice": N_("somebody is named twice"),
        "sections.paired": N_(
            "a round of the main section has been paired; say from which sections players go on"
        ),
        "sections.places": N_("at least two players must go on, from place 1 or a later one"),
        "sections.carry": N_("results are carried over into a round robin only"),
        "sections.round": N_("the field can be split before the next round only: round {round}"),
        "sections.unfinished": N_("{section}: results are still missing, or rounds to be paired"),
        "sections.gone_on": N_("{players} went on to {section} already"),
        "sections.no_pause": N_(
            "the system {system} pairs whole rounds: agree on a bye instead of a pause"
        ),
        "sections.number": N_("{number}: {name}"),
    }
)
