"""Groups and a final: who plays in which group, who goes on, who meets whom then.

>>> drawn = draw(range(1, 9), 2, "spring cup", units={1: "沪", 5: "沪", 2: "粤", 6: "粤"})
>>> drawn.groups
((1, 6, 7, 8), (2, 3, 4, 5))
>>> drawn.mates
0

Group A is the first one.  Within a group everybody meets everybody
(`chuhe.tournament.roundrobin`), or whatever is agreed; `part` is the event of
one group, which can be paired and ranked like any other.  The first ones of
each group go on to a knock-out, whose seeds are given by `crosswise`.

**The draw.**  Numbers come from `chuhe.tournament.lots.Stream` with the purpose
``groups 1``, or ``groups 2`` … for another attempt; the attempt that counts is
recorded, so anybody can repeat it.

* By lot: units in an order drawn by lot, the players of each in an order drawn
  by lot, are dealt to the groups one after the other, the groups in an order
  drawn by lot.  So each unit is spread as evenly as it can be.
* By pots: the players in the order given are cut into pots, as many players
  each as there are groups; one of each pot comes into each group by lot, as few
  as possible beside one of his unit.  The draw is repeated, at most 20 times,
  until no draw could part units better, and the best attempt counts.
* By snake: as by pots, but nobody is drawn: the first pot goes to A, B, C …,
  the second one back from the last group to A, and so on.  Where a unit would
  meet itself, players of that pot change places, as few as can be.

By pots and by snake units can always be parted as well as without pots (an edge
colouring of a bipartite graph: pots and units are the vertices, players the
edges, groups the colours).  Where the ways above do not find it, the groups
are coloured so, each player getting the group he would have had if he can.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Literal

from chuhe.errors import PairingError, add_messages
from chuhe.i18n import N_, _
from chuhe.tournament.brackets import arranged
from chuhe.tournament.lots import ALGORITHM, Stream
from chuhe.tournament.matching import heaviest
from chuhe.tournament.model import Cell, Event, Reason
from chuhe.tournament.standings import Standings

__all__ = [
    "MOST_GROUPS",
    "Draw",
    "crosswise",
    "draw",
    "first_of",
    "from_json",
    "letter",
    "part",
    "show",
    "to_json",
]

MOST_GROUPS = 32
_MOST_PLAYERS = 2_000
_ATTEMPTS = 20


@dataclass(frozen=True, slots=True)
class Draw:
    """Who plays in which group."""

    groups: tuple[tuple[int, ...], ...]
    """Group A first; the players of a group in the order of the entries."""
    how: Literal["lot", "pots", "snake"]
    seed: str
    attempt: int
    """Which attempt counts; 0 where nothing was drawn."""
    mates: int
    """Pairs of one unit that are in one group."""
    reasons: tuple[Reason, ...] = ()
    """One a player."""
    dealt: tuple[tuple[int, int], ...] = ()
    """Player and group, counted from 0, in the order they were drawn."""
    units: Mapping[int, str] = field(default_factory=dict)
    """Of whom, what was kept apart."""

    @property
    def entries(self) -> tuple[int, ...]:
        """The players in the order they were given."""
        return tuple(reason.players[0] for reason in self.reasons)


def draw(
    players: Iterable[int],
    groups: int,
    seed: str | int = "",
    *,
    how: Literal["lot", "pots", "snake"] = "lot",
    units: Mapping[int, str] | None = None,
) -> Draw:
    """Draw the groups.

    Args:
        players: the entries, the best first where it matters (pots and snake).
        groups: how many groups; their sizes differ by one at most.
        seed: what the lots are drawn from.
        how: see above.
        units: player → unit; players of one unit are kept apart as far as can be.
            Without units nobody is.

    Raises:
        PairingError: ``groups.players``: fewer than 2 players a group, more than 2,000
            players, or one twice; ``groups.number``: not 1 to 32; ``lots.seed``.

    >>> draw(range(1, 9), 3, how="snake").groups
    ((1, 6, 7), (2, 5, 8), (3, 4))
    """
    entries = list(players)
    if not 1 <= groups <= MOST_GROUPS:
        raise PairingError("groups.number", {"most": MOST_GROUPS})
    doubled = len(set(entries)) < len(entries)
    if not 2 * groups <= len(entries) <= _MOST_PLAYERS or doubled:
        raise PairingError("groups.players", {"least": 2 * groups, "most": _MOST_PLAYERS})
    unit = {player: name for player, name in (units or {}).items() if name}
    attempt = 0
    aim = _least_mates(entries, groups, unit)
    if how == "snake":
        at = _by_snake(entries, groups, unit)
    else:
        best: tuple[int, int, dict[int, int]] | None = None
        for number in range(1, _ATTEMPTS + 1):
            stream = Stream(seed, f"groups {number}")
            deal = _by_lot if how == "lot" else _by_pots
            tried = deal(entries, groups, unit, stream)
            mates = _mates(tried, unit)
            if best is None or mates < best[0]:
                best = mates, number, tried
            if mates <= aim:
                break
        assert best is not None
        _, attempt, at = best
    if _mates(at, unit) > aim:
        at = _coloured(at, groups, unit)
    members = tuple(tuple(p for p in entries if at[p] == group) for group in range(groups))
    reasons = tuple(_reason(p, at, entries, groups, how, unit) for p in entries)
    mates = _mates(at, unit)
    return Draw(members, how, str(seed), attempt, mates, reasons, tuple(at.items()), unit)


def show(drawn: Draw, name: Callable[[int], str] = str) -> list[str]:
    """The draw card by card, in the current language.

    >>> from chuhe.i18n import use_language
    >>> with use_language("en"):
    ...     show(draw(range(1, 5), 2, how="snake"))[:3]
    ['pot 1', '1: group A', '2: group B']
    """
    lines = []
    groups = len(drawn.groups)
    for i, (player, group) in enumerate(drawn.dealt):
        if drawn.how != "lot" and i % groups == 0:
            lines.append(_("pot {n}", n=i // groups + 1))
        told = {"player": name(player), "group": letter(group)}
        lines.append(_("{player}: group {group}", **told))
    return lines


def to_json(drawn: Draw) -> dict[str, object]:
    """The record of a draw, from which it can be drawn again."""
    return {
        "lots": ALGORITHM,
        "how": drawn.how,
        "seed": drawn.seed,
        "attempt": drawn.attempt,
        "entries": list(drawn.entries),
        "groups": len(drawn.groups),
        "units": {str(player): unit for player, unit in drawn.units.items()},
        "cards": [[player, letter(group)] for player, group in drawn.dealt],
    }


def from_json(record: Any) -> Draw:
    """A draw from its record, drawn again.

    Raises:
        PairingError: ``groups.record``: the record is none, or holds something else than
            what is drawn from its seed.

    >>> record = to_json(draw(range(1, 9), 2, "cup"))
    >>> from_json(record).groups == draw(range(1, 9), 2, "cup").groups
    True
    """
    try:
        units = {int(player): str(unit) for player, unit in record["units"].items()}
        drawn = draw(
            record["entries"], record["groups"], record["seed"], how=record["how"], units=units
        )
        same = to_json(drawn) == dict(record)
    except (KeyError, TypeError, ValueError, AttributeError):
        same = False
    if not same:
        raise PairingError("groups.record")
    return drawn


def letter(group: int) -> str:
    """The name of a group, counted from 0: A to Z, then AA, AB …

    >>> letter(0), letter(25), letter(26)
    ('A', 'Z', 'AA')
    """
    return chr(65 + group) if group < 26 else letter(group // 26 - 1) + letter(group % 26)


def part(event: Event, members: Iterable[int]) -> Event:
    """The event of one group: its players with their numbers, and the games among them.

    Raises:
        EventError: ``event.no_player``.
    """
    inside = set(members)
    rows = [
        tuple(
            Cell() if cell.opponent is not None and cell.opponent not in inside else cell
            for cell in event.row(number)
        )
        for number in sorted(inside)
    ]
    barred = (
        replace(rule, players=tuple(n for n in rule.players if n in inside))
        for rule in event.forbidden
    )
    return replace(
        event,
        players=tuple(player for player in event.players if player.number in inside),
        cells=tuple(rows),
        absent={key: kind for key, kind in event.absent.items() if key[0] in inside},
        accelerated={n: tenths for n, tenths in event.accelerated.items() if n in inside},
        forbidden=tuple(rule for rule in barred if len(rule.players) > 1),
    )


def first_of(tables: Sequence[Standings], places: int) -> tuple[tuple[int, ...], ...]:
    """Who goes on: the first of each group, best first.

    Raises:
        PairingError: ``groups.tied``: a shared place leaves open who goes on or in what
            order, so a further tie-break or a lot is needed; ``groups.few``.
    """
    going: list[tuple[int, ...]] = []
    for group, table in enumerate(tables):
        if len(table.rows) < places:
            raise PairingError("groups.few", {"group": letter(group), "places": places})
        held = Counter(row.place for row in table.rows)
        for row in table.rows[:places]:
            if held[row.place] > 1:
                tied = [other.number for other in table.rows if other.place == row.place]
                facts = {"group": letter(group), "place": row.place, "players": tied}
                raise PairingError("groups.tied", facts)
        going.append(tuple(row.number for row in table.rows[:places]))
    return tuple(going)


def crosswise(going: Sequence[Sequence[int]]) -> tuple[int, ...]:
    """The seeds of the final knock-out, for `chuhe.tournament.knockout.Knockout`.

    Where both the number of groups and the number going on from each are powers
    of two, first meets last of the neighbouring group: with two from each,
    A1–B2, B1–A2, C1–D2, D1–C2, and the two of one group are in different halves.
    Otherwise all first ones are seeded before all second ones; then players of one
    group are kept apart by exchanges within the seeds 3–4, 5–8, 9–16 …, as
    `brackets.arranged` makes them.

    Args:
        going: for each group those who go on, best first.

    Raises:
        PairingError: ``groups.uneven``: not equally many from each group, or nobody.

    >>> from chuhe.tournament.brackets import bracket
    >>> seeds = crosswise([(11, 12), (21, 22), (31, 32), (41, 42)])
    >>> [seeds[seed - 1] for seed in bracket(8)]
    [11, 22, 41, 32, 21, 12, 31, 42]
    """
    groups, places = len(going), min(map(len, going), default=0)
    if not places or any(len(group) != places for group in going):
        raise PairingError("groups.uneven")
    straight = [group[place] for place in range(places) for group in going]
    if not (_is_power(groups) and _is_power(places)) or groups == 1:
        belongs = {player: letter(g) for g, group in enumerate(going) for player in group}
        return tuple(arranged(straight, belongs)) if len(straight) > 1 else tuple(straight)
    if places == 1:
        return tuple(straight)
    seeds = straight[: len(straight) // 2]
    # Seed s meets seed n + 1 - s in the first round.
    for s in range(len(seeds), 0, -1):
        place, group = divmod(s - 1, groups)
        seeds.append(going[group ^ 1][places - 1 - place])
    return tuple(seeds)


# ------------------------------------------------------------ dealing


def _is_power(n: int) -> bool:
    return n > 0 and n & (n - 1) == 0


def _by_snake(entries: list[int], groups: int, unit: Mapping[int, str]) -> dict[int, int]:
    at: dict[int, int] = {}
    for i, start in enumerate(range(0, len(entries), groups)):
        order = list(range(groups))[:: -1 if i % 2 else 1]
        at.update(_assigned(entries[start : start + groups], order, at, unit))
    return at


def _by_lot(
    entries: list[int], groups: int, unit: Mapping[int, str], stream: Stream
) -> dict[int, int]:
    order = stream.shuffled(range(groups))
    names = {player: unit.get(player, f"\0{player}") for player in entries}
    members: dict[str, list[int]] = {}
    for player in entries:
        members.setdefault(names[player], []).append(player)
    dealt = [
        player for name in stream.shuffled(members) for player in stream.shuffled(members[name])
    ]
    return {player: order[i % groups] for i, player in enumerate(dealt)}


def _by_pots(
    entries: list[int], groups: int, unit: Mapping[int, str], stream: Stream
) -> dict[int, int]:
    at: dict[int, int] = {}
    for start in range(0, len(entries), groups):
        pot = stream.shuffled(entries[start : start + groups])
        order = stream.shuffled(range(groups))
        at.update(_assigned(pot, order, at, unit))
    return at


def _assigned(
    pot: list[int], order: list[int], at: Mapping[int, int], unit: Mapping[int, str]
) -> dict[int, int]:
    """Who of a pot comes into which group: fewest unit mates, else by the two shuffled orders."""
    mates = Counter((unit[player], group) for player, group in at.items() if player in unit)
    cost = [
        [mates[unit[player], group] if player in unit else 0 for group in order] for player in pot
    ]
    if not any(map(any, cost)):
        return dict(zip(pot, order, strict=False))
    # All of the pot must be placed: each edge outweighs all savings together. Both orders are
    # shuffled, and so is who gives way: the last bits prefer the drawn order.
    size = len(pot)
    most = max(map(max, cost)) + 1
    unit_step = size * (size + 1)
    base = most * size * unit_step * 2
    edges = [
        (i, size + j, base - cost[i][j] * unit_step + (size - i if i == j else 0))
        for i in range(size)
        for j in range(len(order))
    ]
    mate = heaviest(size + len(order), edges)
    return {player: order[(mate[i] or 0) - size] for i, player in enumerate(pot)}


def _coloured(at: Mapping[int, int], groups: int, unit: Mapping[int, str]) -> dict[int, int]:
    """The groups with units parted as far as can be, one of each pot in each group.

    Players are placed one after another, in the group they had where they can stay.
    Where no group is free both for the pot and for the unit, the players on an
    alternating path of two groups change places (König).

    Args:
        at: player → group, in the order they were drawn, pot by pot.
        groups: how many.
        unit: player → unit.
    """
    pots: dict[tuple[object, int], int] = {}
    blocks: dict[tuple[object, int], int] = {}
    ends: dict[int, tuple[object, object]] = {}
    count: Counter[str] = Counter()
    placed: dict[int, int] = {}
    for i, (player, wished) in enumerate(at.items()):
        name = unit.get(player, f"\0{player}")
        # A unit with more players than there are groups counts as several.
        pot, block = i // groups, (name, count[name] // groups)
        count[name] += 1
        ends[player] = (pot, block)
        order = sorted(range(groups), key=lambda group: (group - wished) % groups)
        free = [g for g in order if (pot, g) not in pots and (block, g) not in blocks]
        if free:
            group = free[0]
        else:
            group = next(g for g in order if (pot, g) not in pots)
            other = next(g for g in order if (block, g) not in blocks)
            path = []
            here: object = block
            table, colour = blocks, group
            while (found := table.get((here, colour))) is not None:
                path.append(found)
                table = pots if table is blocks else blocks
                here = ends[found][0 if table is pots else 1]
                colour = other if colour == group else group
            for one in path:
                del pots[ends[one][0], placed[one]], blocks[ends[one][1], placed[one]]
            for one in path:
                placed[one] = other if placed[one] == group else group
                pots[ends[one][0], placed[one]] = blocks[ends[one][1], placed[one]] = one
        placed[player] = group
        pots[pot, group] = blocks[block, group] = player
    return placed


def _mates(at: Mapping[int, int], unit: Mapping[int, str]) -> int:
    together = Counter((unit[player], group) for player, group in at.items() if player in unit)
    return sum(n * (n - 1) // 2 for n in together.values())


def _least_mates(entries: list[int], groups: int, unit: Mapping[int, str]) -> int:
    """Pairs of one unit in one group that no draw can avoid."""
    least = 0
    for size in Counter(unit[player] for player in entries if player in unit).values():
        each, more = divmod(size, groups)
        least += (groups - more) * (each * (each - 1) // 2) + more * (each * (each + 1) // 2)
    return least


def _reason(
    player: int,
    at: Mapping[int, int],
    entries: list[int],
    groups: int,
    how: str,
    unit: Mapping[int, str],
) -> Reason:
    facts: dict[str, object] = {"player": player, "group": letter(at[player])}
    mates = [
        other
        for other in entries
        if other != player
        and at[other] == at[player]
        and player in unit
        and unit.get(other) == unit[player]
    ]
    if mates:
        return Reason("groups.mates", {**facts, "unit": unit[player]}, (player, *mates))
    if how != "lot":
        pot, place = divmod(entries.index(player), groups)
        facts["pot"] = pot + 1
        plain = place if pot % 2 == 0 else groups - 1 - place
        if how == "snake" and plain != at[player]:
            return Reason("groups.parted", {**facts, "other": letter(plain)}, (player,))
    return Reason(f"groups.{how}", facts, (player,))


add_messages(
    {
        "groups.number": N_("there can be 1 to {most} groups"),
        "groups.players": N_("so many groups need {least} to {most} players, each once"),
        "groups.few": N_("group {group} has fewer than {places} players"),
        "groups.tied": N_(
            "group {group}: {players} share place {place}; "
            "a further tie-break or a lot must part them first"
        ),
        "groups.uneven": N_("equally many players must go on from each group, at least one"),
        "groups.lot": N_("{player} plays in group {group} by lot"),
        "groups.pots": N_("{player} plays in group {group} by lot from pot {pot}"),
        "groups.snake": N_("{player} plays in group {group}, pot {pot} dealt to and fro"),
        "groups.parted": N_(
            "{player} plays in group {group}, pot {pot}; group {other} by the snake was changed "
            "so that units are parted"
        ),
        "groups.mates": N_(
            "{player} plays in group {group}, beside another of {unit}: "
            "there are more of them than groups"
        ),
        "groups.record": N_("this is no record of a draw of groups, or not what its seed gives"),
    }
)
