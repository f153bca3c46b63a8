"""Knock-outs of any size with any results, and under any commands."""

import random
import re
import tempfile
from collections import Counter
from itertools import pairwise
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from chuhe.errors import ChuheError, PairingError
from chuhe.tournament import bracket_entry, desk
from chuhe.tournament.bracket_places import groups
from chuhe.tournament.bracket_svg import picture, sheets
from chuhe.tournament.bracket_view import bracket_facts, bracket_page
from chuhe.tournament.desk_knockout import tree_of
from chuhe.tournament.director import Director
from chuhe.tournament.state import State

CHAINS = ("rapid", "club", "club-lot", "sudden-death")


def begun(players: int, system: str, facts: list[dict[str, object]], **options: object) -> State:
    """An event without a file; its facts are collected."""
    state = State()
    new = {"do": "new", "name": "x", "system": system, "points": "2:1:0", "seed": f"s{players}"}
    listed = [{"id": n, "name": f"P{n}"} for n in range(1, players + 1)]
    facts += [{**new, "tiebreaks": ["Z"], "options": options}, {"do": "players", "players": listed}]
    for fact in facts:
        state.apply(fact)
    rounds = desk.system_of(state).rounds
    assert rounds is not None
    numbers = {"do": "number", "order": list(range(1, players + 1))}
    facts.append({**numbers, "rounds": rounds(state, players)})
    state.apply(facts[-1])
    return state


def played(state: State, facts: list[dict[str, object]], lot: random.Random) -> None:
    """Rounds until the end; a match that stays level is decided by the arbiter."""
    while True:
        try:
            facts.append(desk.next_pairing(state))
        except PairingError as error:
            assert error.code in ("desk.won", "desk.over")
            return
        state.apply(facts[-1])
        round = state.rounds[-1]
        while round.missing:
            board = lot.choice(round.missing)
            typed = [(board, lot.choice("1100==o"))]
            try:
                made, _notes = bracket_entry.results(state, round, typed, "")
            except ChuheError as error:
                assert error.code == "knockout.stuck"
                winner = lot.choice([n for n in round.boards[board - 1] if n])
                made, _notes = bracket_entry.decided(state, round, board, winner, "x")
            facts += map(dict, made)
            for fact in made:
                state.apply(fact)


def losses(state: State) -> Counter[int]:
    """How many matches everybody has lost."""
    lost: Counter[int] = Counter()
    for round in state.rounds:
        for (red, black), key in round.results.items():
            assert key in "10+-"
            lost[black if key in "1+" else red] += 1
    return lost


@pytest.mark.parametrize("players", range(2, 65))
def test_in_a_knock_out_all_but_one_lose_once(players: int) -> None:
    for places in (1, (4, 8, 64)[players % 3]):
        facts: list[dict[str, object]] = []
        lot = random.Random(f"{players}{places}")
        chain = lot.choice(CHAINS)
        state = begun(players, "knockout", facts, chain=chain, places=places)
        played(state, facts, lot)
        lost = losses(state)
        extra = 1 if places > 1 and players > 3 else 0
        if places <= 4:
            assert sum(lost.values()) == players - 1 + extra  # n - 1 matches are lost
        sizes = [len(group) for group in groups(tree_of(state), sorted(state.by_number))]
        assert sizes[:places] == [1] * min(places, players, len(sizes)) or places == 1
        assert len(state.rounds) == (players - 1).bit_length()
        champion = tree_of(state).champion
        assert champion not in lost and len(lost) == players - 1
        ended_well(state, facts, champion)


@pytest.mark.parametrize("players", range(2, 65))
def test_in_a_double_elimination_all_but_one_lose_twice(players: int) -> None:
    facts: list[dict[str, object]] = []
    lot = random.Random(players)
    state = begun(players, "double", facts, chain=lot.choice(CHAINS))
    played(state, facts, lot)
    lost = losses(state)
    champion = tree_of(state).champion
    assert champion is not None and lost.pop(champion, 0) <= 1
    assert set(lost.values()) == {2} and len(lost) == players - 1
    ended_well(state, facts, champion)


def ended_well(state: State, facts: list[dict[str, object]], champion: int | None) -> None:
    """Places, pages, and the log played again."""
    tree, everybody = tree_of(state), sorted(state.by_number)
    ordered = groups(tree, everybody)
    assert ordered[0] == [champion]
    assert sorted(player for group in ordered for player in group) == everybody
    table = desk.table_of(state)
    assert table.rows[0].number == champion and table.rows[-1].place <= len(everybody)
    again = State()
    for fact in facts:
        again.apply(fact)
    assert again.rounds == state.rounds and again.event() == state.event()
    well_drawn(state)


def well_drawn(state: State) -> None:
    """Everybody stands in the picture, in it, and no two boxes cover each other."""
    tree = tree_of(state)
    pages = [None, *(names for _heading, names in sheets(tree))]
    for only in pages if len(pages) > 2 else pages[:1]:
        svg = picture(tree, lambda number: f"P{number}", only=only)
        ET.fromstring(svg)
        wide, high = map(float, re.findall(r'viewBox="0 0 (\S+) (\S+)"', svg)[0])
        rectangle = r'<rect class="box" x="(\S+)" y="(\S+)" width="(\S+)" height="(\S+)"'
        boxes = [tuple(map(float, box)) for box in re.findall(rectangle, svg)]
        for x, y, w, h in boxes:
            assert x >= 0 and y >= 34 and x + w <= wide and y + h <= high
        columns: dict[float, list[float]] = {}
        for x, y, _w, _h in boxes:
            columns.setdefault(x, []).append(y)
        for tops in columns.values():
            tops.sort()
            assert all(b - a >= boxes[0][3] + 12 for a, b in pairwise(tops))
        if only is None:
            assert {int(n) for n in re.findall(r">P(\d+)<", svg)} == set(state.by_number)


BOARD = st.integers(0, 5)
WHY = st.sampled_from(("", "a reason"))
STEP = st.one_of(
    st.tuples(st.just("pair_round")),
    st.tuples(st.just("fill"), st.integers(0, 99)),
    *[st.tuples(st.just("play_on"), st.integers(0, 99))] * 5,
    st.tuples(st.just("results"), BOARD, st.sampled_from("10=+-xo."), WHY, st.integers(0, 3)),
    st.tuples(st.just("game"), BOARD, st.integers(0, 4), st.sampled_from("10=."), WHY),
    st.tuples(st.just("decide"), BOARD, st.one_of(st.none(), st.integers(1, 9)), WHY),
    st.tuples(st.just("withdraw"), st.integers(1, 9)),
    st.tuples(st.just("swap"), st.integers(1, 9), st.integers(1, 9), st.booleans(), WHY),
    st.tuples(st.just("turn"), BOARD, WHY),
    st.tuples(st.just("publish")),
    st.tuples(st.just("undo"), st.integers(0, 40), WHY),
)


def fill(cup: Director, seed: int) -> None:
    """Play all that is missing in the last round."""
    lot = random.Random(seed)
    while cup.state.rounds and cup.state.rounds[-1].missing:
        round = cup.state.rounds[-1]
        board = lot.choice(round.missing)
        try:
            cup.results([(board, lot.choice("10=+-x"))])
        except ChuheError as error:
            assert error.code == "knockout.stuck"
            cup.decide(board, lot.choice(round.boards[board - 1]), reason="x")


def done(cup: Director, step: tuple[object, ...]) -> None:
    match step:
        case ("pair_round",):
            cup.pair_round()
        case ("fill", int(seed)):
            fill(cup, seed)
        case ("play_on", int(seed)):
            fill(cup, seed)
            cup.pair_round()
        case ("results", int(board), str(key), str(why), int(round)):
            cup.results([(board, key), (board, key)], reason=why, round=round or None)
        case ("game", int(board), int(game), str(key), str(why)):
            cup.match_game(board, game, key, reason=why)
        case ("decide", int(board), int() | None as winner, str(why)):
            cup.decide(board, winner, reason=why)
        case ("withdraw", int(player)):
            cup.withdraw(str(player))
        case ("swap", int(one), int(two), bool(force), str(why)):
            cup.swap(one, two, force=force, reason=why)
        case ("turn", int(board), str(why)):
            cup.turn(board, force=True, reason=why)
        case ("publish",):
            cup.publish()
        case ("undo", int(entry), str(why)):
            cup.undo(entry or None, why)


@settings(max_examples=60, deadline=None)
@given(
    st.integers(2, 9),
    st.sampled_from(("knockout", "double")),
    st.sampled_from(CHAINS),
    st.integers(1, 3),
    st.lists(STEP, min_size=3, max_size=25),
)
def test_whatever_is_entered_the_log_tells_the_state(
    players: int, system: str, chain: str, games: int, steps: list[tuple[object, ...]]
) -> None:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "cup.chuhe")
        options = {"chain": chain, "games": games}
        with Director.create(
            path, name="x", seed="s", system=system, clock=str, options=options
        ) as cup:
            cup.add_players([{"name": f"P{n}"} for n in range(1, players + 1)])
            cup.number("entry")
            for step in steps:
                before = len(cup.entries)
                try:
                    done(cup, step)
                except ChuheError:
                    assert len(cup.entries) == before or step[0] in ("fill", "play_on")
            if cup.state.by_number:  # giving the numbers may have been undone
                bracket_page(cup.state)
                assert bracket_facts(cup.state) is not None
            table = cup.standings()
            assert sorted(row.number for row in table.rows) == sorted(cup.state.by_number)
            with Director.open(path, clock=str) as other:
                assert other.state.rounds == cup.state.rounds
                assert other.state.event() == cup.state.event()
