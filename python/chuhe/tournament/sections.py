"""Sections of an event: who goes on into them, what is carried over, the table over all of them.

An event may be played in sections: groups and a final, or a Swiss from which
the first ones leave for a final before its last round.  Each section is a
`State` of its own (`State.sections`).  What it follows is in its rules:
``from``, the sections before it; ``places``, the places there that lead into
it; ``leave``, the round from which those who go on are not paired there.

**The table over all sections** (`overall`).  Who went on from a section stands
before all who did not and had no better place there than the first of those
places; among themselves those who went on stand as the sections they went to
have it.  Who did not go on stands by his place in his section; those with the
same place in sections side by side share theirs.

* Groups and a final for the first two of each: the final fills the first
  places, then come all third ones, sharing their place, then all fourth ones.
* A Swiss from which the first two leave for a final: the finalists come first,
  in the order of the final, the others as the Swiss has them.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise

from chuhe.errors import PairingError, add_messages
from chuhe.i18n import N_
from chuhe.tournament import lots
from chuhe.tournament.model import Pairing, Reason, Score, Sheet
from chuhe.tournament.standings import Row, Standings
from chuhe.tournament.state import State

__all__ = [
    "Overall",
    "Placed",
    "best",
    "carried",
    "final_table",
    "finished",
    "followers",
    "last_groups",
    "met",
    "ordered",
    "overall",
    "together",
]

Tables = Callable[[State], Standings]
"""How the table of a section is made."""


# ---------------------------------------------------------------- who follows whom


def followers(state: State) -> list[State]:
    """The sections into which players of this one go on, in the order they were begun."""
    sections = state.main.sections.values()
    return [one for one in sections if state.section in (one.rules.get("from") or ())]


def together(state: State) -> list[State]:
    """This section and those side by side with it: begun by the same draw of groups."""
    stage = state.rules.get("stage") if state.section else None
    if stage is None:
        return [state]
    return [one for one in state.main.sections.values() if one.rules.get("stage") == stage]


def last_groups(state: State) -> list[State]:
    """The sections of the last draw of groups; the main section if there was none."""
    drawn = [one for one in state.main.sections.values() if one.rules.get("stage") is not None]
    return together(drawn[-1]) if drawn else [state.main]


def finished(state: State, after: int | None = None) -> bool:
    """Whether all results are there, up to a round or of the whole section."""
    paired = state.rounds[:after]
    if any(round.missing for round in paired):
        return False
    if after is not None:
        return len(paired) == after
    if state.closed:
        return True
    total = state.rules.get("rounds")
    return bool(paired) and total is not None and len(paired) >= total


# ---------------------------------------------------------------- who goes on


def ordered(
    state: State, table: Standings, places: int, by_lot: bool = False
) -> tuple[list[int], list[Reason]]:
    """The first ones of a section by their ids, best first.

    Args:
        state: the section.
        table: its table.
        places: how many.
        by_lot: whether those who share a place are parted by lot, from the seed of the
            section; the purpose is ``place`` and the place.

    Returns:
        Ids, and what was parted by lot.

    Raises:
        PairingError: ``sections.few``; ``sections.tied``: a shared place leaves open who
            goes on, or in what order.
    """
    name = state.section or str(state.rules.get("name", ""))
    if len(table.rows) < places:
        raise PairingError("sections.few", {"section": name, "places": places})
    held: dict[int, list[int]] = {}
    for row in table.rows:
        held.setdefault(row.place, []).append(row.number)
    going: list[int] = []
    notes: list[Reason] = []
    for place, numbers in sorted(held.items()):
        if len(going) >= places:
            break
        if len(numbers) > 1:
            names = [state.entrant(number).name for number in numbers]
            facts = {"section": name, "place": place, "players": ", ".join(names)}
            if not by_lot:
                raise PairingError("sections.tied", facts)
            numbers = lots.shuffled(numbers, str(state.rules["seed"]), f"place {place}")
            drawn = ", ".join(state.entrant(number).name for number in numbers)
            notes.append(Reason("sections.by_lot", {**facts, "players": drawn}))
        going += [state.by_number[number] for number in numbers]
    return going[:places], notes


def best(
    candidates: Sequence[tuple[State, int]], count: int, by_lot: bool = False
) -> tuple[list[int], list[Reason]]:
    """The best of those who have the same place in sections side by side.

    They are compared by points a game, then by wins a game, so that groups of different
    sizes are alike; a free round or a bye is no game.

    Args:
        candidates: section and id.
        count: how many go on.
        by_lot: whether those who are level are parted by lot, from the seed of the event; the
            purpose is ``best``.

    Returns:
        Ids, best first, and why.

    Raises:
        PairingError: ``sections.few_best``, ``sections.tied_best``.
    """
    if len(candidates) < count:
        raise PairingError("sections.few_best", {"count": count, "got": len(candidates)})
    keys: dict[int, tuple[Fraction, Fraction]] = {}
    told: dict[int, Reason] = {}
    for state, id in candidates:
        one, event = state.entrants[id], state.event()
        games = [cell for cell in event.row(one.number or 0) if cell.opponent is not None]
        points = sum(map(event.points.cell, games))
        wins = sum(cell.score is Score.WIN for cell in games)
        keys[id] = Fraction(points, len(games) or 1), Fraction(wins, len(games) or 1)
        facts = {"name": one.name, "section": state.section, "games": len(games), "wins": wins}
        said = f"{points // 10}.{points % 10}"
        told[id] = Reason("sections.best", {**facts, "points": said})
    order = [id for _state, id in candidates]
    if by_lot and order:
        order = lots.shuffled(order, str(candidates[0][0].main.rules["seed"]), "best")
    order.sort(key=lambda id: keys[id], reverse=True)
    if not by_lot:
        for one_id, two in pairwise(order[: count + 1]):
            if keys[one_id] == keys[two]:
                names = ", ".join(str(told[id].facts["name"]) for id in (one_id, two))
                raise PairingError("sections.tied_best", {"players": names})
    return order[:count], [told[id] for id in order[:count]]


# ---------------------------------------------------------------- results carried over


def carried(state: State, sheet: Sheet) -> tuple[Sheet, list[tuple[int, int, str]]]:
    """A sheet of a round robin with the results that are carried over from earlier sections.

    Who met there does not play again: the board is as it was played then, colours included.

    Returns:
        The sheet, and its results known beforehand.
    """
    brought: dict[frozenset[int | None], list[tuple[int, int, str, str, int]]] = {}
    numbers = {one.id: one.number for one in state.entrants.values()}
    for first, second, key, section, played in state.rules.get("carried") or ():
        red, black = numbers.get(first), numbers.get(second)
        if red is not None and black is not None:
            game = red, black, key, section, played
            brought.setdefault(frozenset((red, black)), []).append(game)
    if not brought:
        return sheet, []
    before = Counter(frozenset(board) for round in state.rounds for board in round.boards)
    pairings: list[Pairing] = []
    results: list[tuple[int, int, str]] = []
    reasons = list(sheet.reasons)
    for pairing in sheet.pairings:
        both = frozenset((pairing.red, pairing.black))
        games = brought.get(both, [])[before[both] :]
        if not games:
            pairings.append(pairing)
            continue
        red, black, key, section, played = games[0]
        pairings.append(Pairing(red, black))
        results.append((red, black, key))
        facts = {"red": red, "black": black, "section": section, "round": played}
        reasons = [r for r in reasons if frozenset(r.players) != both]
        reasons.append(Reason("sections.carried", facts, (red, black)))
    return Sheet(sheet.round, tuple(pairings), tuple(reasons)), results


def met(sections: Sequence[State], ids: Sequence[int]) -> Iterator[list[object]]:
    """The games among some players in some sections: who moved first, who second, the result,
    the section, the round; struck ones are left out."""
    wanted = set(ids)
    for state in sections:
        for round in state.rounds:
            for (red, black), key in round.results.items():
                one, two = state.by_number[red], state.by_number[black]
                if {one, two} <= wanted and not round.struck & {red, black}:
                    yield [one, two, key, state.section, round.number]


# ---------------------------------------------------------------- the table over all


@dataclass(frozen=True, slots=True)
class Placed:
    """Somebody in the table over all sections."""

    place: int
    """Shared where nothing tells two apart."""
    id: int
    """His place in the list of entries."""
    name: str
    section: str
    """The last section he played in."""
    in_section: int
    """His place there."""
    reasons: tuple[Reason, ...]
    """Section by section, why he stands where he does."""


@dataclass(frozen=True, slots=True)
class Overall:
    """The table over all sections."""

    rows: tuple[Placed, ...]
    finished: bool
    """Whether all sections are played to their end."""


def overall(state: State, tables: Tables) -> Overall:
    """The table over all sections of an event.

    Args:
        state: any section of it.
        tables: makes the table of a section.
    """
    main = state.main
    made: dict[str, dict[int, Row]] = {}

    def rows(section: State) -> dict[int, Row]:
        if section.section not in made:
            table = tables(section)
            made[section.section] = {section.by_number[r.number]: r for r in table.rows}
        return made[section.section]

    begun = _first_sections(main)
    found = []
    for id, one in main.entrants.items():
        start = next((section for section in begun if id in section.entrants), None)
        if start is None or start.entrants[id].number is None:
            continue
        key, reasons, last = _key(start, id, rows)
        found.append((key, id, one.name, reasons, last))
    found.sort(key=lambda entry: entry[:2])
    placed: list[Placed] = []
    for i, (key, id, name, reasons, last) in enumerate(found):
        same = i > 0 and found[i - 1][0] == key
        place = placed[-1].place if same else i + 1
        in_section = rows(last)[id].place
        placed.append(Placed(place, id, name, last.section, in_section, tuple(reasons)))
    ends = [one for one in (*begun, *main.sections.values()) if one.by_number]
    return Overall(tuple(placed), all(finished(one) for one in ends))


def _first_sections(main: State) -> list[State]:
    """Where players begin: the main section if it plays, and sections that follow none."""
    first = [one for one in main.sections.values() if not one.rules.get("from")]
    return first if main.system == "sections" else [main, *first]


def final_table(state: State, tables: Tables) -> Standings:
    """The table over all sections, without figures, by the numbers of the main section."""
    main = state.main
    numbered = [(row.place, main.entrants[row.id].number) for row in overall(main, tables).rows]
    return Standings(0, (), tuple(Row(place, n, ()) for place, n in numbered if n is not None))


Key = tuple[tuple[int, int, int], ...]


def _key(
    state: State, id: int, rows: Callable[[State], Mapping[int, Row]]
) -> tuple[Key, list[Reason], State]:
    """By what somebody is ordered, why, and his last section."""
    row = rows(state).get(id)
    place = row.place if row else 0
    on = next((one for one in followers(state) if id in one.entrants), None)
    facts: dict[str, object] = {"section": state.section, "place": place}
    if on is None:
        code = "sections.place" if state.section else "sections.place_main"
        return ((place, 1, 0),), [Reason(code, facts)], state
    first, last = on.rules["places"]
    key, reasons, end = _key(on, id, rows)
    # Sections side by side with the next one are of one rank, others stand in their order.
    side = next(i for i, one in enumerate(followers(state)) if one in together(on))
    told = {**facts, "to": on.section, "first": first, "last": last}
    code = "sections.went_on" if state.section else "sections.went_on_main"
    return ((first, 0, side), *key), [Reason(code, told), *reasons], end


add_messages(
    {
        "sections.few": N_("{section} has fewer than {places} players in its table"),
        "sections.tied": N_(
            "{section}: {players} share place {place}; a further tie-break must part them, or a lot "
            "(--by-lot)"
        ),
        "sections.few_best": N_("{count} were to go on as the best, there are {got}"),
        "sections.tied_best": N_(
            "{players} have the same points and wins a game: a lot must part them (--by-lot)"
        ),
        "sections.best": N_(
            "{name} of {section} goes on as one of the best: {points} points of {games} games, "
            "{wins} won"
        ),
        "sections.by_lot": N_("{section}: place {place} by lot, in this order: {players}"),
        "sections.carried": N_(
            "{red} and {black} met in {section}, round {round}: the result is carried over"
        ),
        "sections.place": N_("place {place} in {section}"),
        "sections.place_main": N_("place {place} in the main section"),
        "sections.went_on": N_(
            "went on from {section} to {to}, which plays for places from {first}"
        ),
        "sections.went_on_main": N_("went on to {to}, which plays for places from {first}"),
    }
)
