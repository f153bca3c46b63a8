"""Groups of any field, and an event in sections under any commands."""

import tempfile
from collections import Counter
from collections.abc import Callable
from contextlib import suppress
from itertools import combinations
from pathlib import Path

from hypothesis import given, settings
from hypothesis import strategies as st

from chuhe.errors import ChuheError
from chuhe.tournament import groups
from chuhe.tournament.director import Answer, Director
from chuhe.tournament.director_sections import Agreed
from chuhe.tournament.journal import Journal
from chuhe.tournament.state import State, fold

HOW = st.sampled_from(("lot", "pots", "snake"))


@st.composite
def fields(draw: st.DrawFn) -> tuple[int, int, dict[int, str]]:
    """Players, groups, units."""
    players = draw(st.integers(2, 40))
    number = draw(st.integers(1, min(players // 2, 12)))
    names = st.sampled_from("abcdefghij"[: draw(st.integers(1, 10))] + " ")
    units = draw(st.lists(names, min_size=players, max_size=players))
    return players, number, {n: unit.strip() for n, unit in enumerate(units, 1)}


@given(fields(), HOW, st.integers(0, 999))
def test_everybody_is_in_one_group_and_sizes_differ_by_one_at_most(
    field: tuple[int, int, dict[int, str]], how: str, seed: int
) -> None:
    players, number, units = field
    drawn = groups.draw(range(1, players + 1), number, seed, how=how, units=units)  # type: ignore[arg-type]
    assert sorted(n for group in drawn.groups for n in group) == list(range(1, players + 1))
    sizes = [len(group) for group in drawn.groups]
    assert len(sizes) == number and max(sizes) - min(sizes) <= 1
    assert groups.from_json(groups.to_json(drawn)) == drawn
    if how != "lot":
        for group in drawn.groups:  # one of each pot
            assert len({(n - 1) // number for n in group}) == len(group)


@given(fields(), HOW, st.integers(0, 999))
def test_no_two_of_a_unit_are_together_if_it_has_no_more_than_there_are_groups(
    field: tuple[int, int, dict[int, str]], how: str, seed: int
) -> None:
    players, number, units = field
    drawn = groups.draw(range(1, players + 1), number, seed, how=how, units=units)  # type: ignore[arg-type]
    sizes = Counter(filter(None, units.values()))
    for group in drawn.groups:
        together = Counter(units[n] for n in group if units[n])
        for unit, count in together.items():
            each, more = divmod(sizes[unit], number)
            assert each <= count <= each + bool(more)
    mates = sum(
        bool(units[a]) and units[a] == units[b]
        for group in drawn.groups
        for a, b in combinations(group, 2)
    )
    assert drawn.mates == mates


@given(st.integers(1, 12), st.integers(1, 6))
def test_the_snake_gives_all_groups_the_same_sum(number: int, turns: int) -> None:
    players = 2 * turns * number
    drawn = groups.draw(range(1, players + 1), number, how="snake")
    # There and back is 2g + 1 more a turn: each group has the mean of all.
    assert {sum(group) for group in drawn.groups} == {players * (players + 1) // 2 // number}


# ---------------------------------------------------------------- an event under any commands

Command = Callable[[Director], Answer]
SECTION = st.sampled_from(("", "A", "B", "决赛", "x"))


def command(name: str, *parts: st.SearchStrategy[object]) -> st.SearchStrategy[Command]:
    return st.builds(
        lambda args: lambda desk: getattr(desk, name)(*args),
        st.tuples(*parts),
    )


def play_on(desk: Director) -> Answer:
    """What is missing, then the next round; in all sections."""
    for section in ("", *desk.whole.sections):
        desk.section = section
        for round in desk.state.rounds[-1:]:
            desk.results([(board, "1" if board % 2 else "0") for board in round.missing])
        with suppress(ChuheError):
            desk.pair_round()
    return desk.pair_round()


def choose(section: str) -> Command:
    def made(desk: Director) -> Answer:
        desk.section = section
        return Answer(())

    return made


NUMBER = st.integers(0, 9)
NAMED = NUMBER.map(str)
COMMANDS = st.one_of(
    st.builds(choose, SECTION),
    st.just(play_on),
    st.just(play_on),
    command("pair_round"),
    st.builds(
        lambda n, how: lambda desk: desk.groups(n, how=how, by_lot=True), st.integers(1, 3), HOW
    ),
    st.builds(
        lambda system, n, first: (
            lambda desk: desk.final(
                n,
                first=first,
                name="决赛",
                system=system,
                by_lot=True,
                carry=system == "roundrobin",
            )
        ),
        st.sampled_from(("roundrobin", "knockout", "lots")),
        st.integers(0, 3),
        st.integers(1, 3),
    ),
    st.builds(
        lambda k, n: lambda desk: desk.split(k, n, name="x", system="roundrobin", by_lot=True),
        st.integers(1, 4),
        st.integers(1, 4),
    ),
    st.builds(
        lambda players: (
            lambda desk: desk.begin(
                "x", players, system="arena", rules=Agreed(options={"streaks": True})
            )
        ),
        st.lists(NAMED, max_size=5),
    ),
    command("results", st.lists(st.tuples(NUMBER, st.sampled_from("10=+-xo.")), max_size=2)),
    command("number", st.sampled_from(("lot", "rating", "entry"))),
    command("late", st.sampled_from(("新人", "赵"))),
    command("withdraw", NAMED),
    command("pause", NAMED, st.booleans()),
    command("foul", NAMED, st.just("late")),
    command("swap", NUMBER, NUMBER),
    command("publish"),
    command("undo", st.none() | st.integers(1, 30), st.sampled_from(("", "why"))),
    st.builds(lambda closed: lambda desk: desk.close(closed=closed), st.booleans()),
)


def same(one: State, two: State) -> None:
    assert one.event() == two.event()
    assert one.freed == two.freed and one.closed == two.closed
    assert [(r.boards, r.results, r.published) for r in one.rounds] == [
        (r.boards, r.results, r.published) for r in two.rounds
    ]
    assert list(one.sections) == list(two.sections)
    for name, section in one.sections.items():
        assert section.section == name and section.main is one
        same(section, two.sections[name])


@settings(max_examples=60)
@given(
    st.sampled_from(("sections", "chinese", "arena")),
    st.lists(COMMANDS, max_size=25),
)
def test_the_log_of_an_event_in_sections_tells_the_whole_state(
    system: str, commands: list[Command]
) -> None:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "x.chuhe")
        with Director.create(
            path,
            name="x",
            seed="x",
            system=system,
            rounds=4 if system == "chinese" else None,
            clock=lambda: "2026-11-30T09:00:00+08:00",
        ) as desk:
            desk.add_players([{"name": f"P{n}", "team": "ab "[n % 3]} for n in range(1, 8)])
            desk.number("entry")
            for one in commands:
                many = len(desk.entries)
                try:
                    answer = one(desk)
                except ChuheError as error:
                    assert "{" not in str(error)
                else:
                    assert answer.done or len(desk.entries) >= many
            desk.section = ""
            overall = desk.overall()
            here = [one for one in desk.whole.entrants.values() if one.number is not None]
            begun = {id for s in desk.whole.sections.values() for id in s.entrants}
            expected = {one.id for one in here} if system != "sections" else begun
            placed = [row.id for row in overall.rows]
            assert len(placed) == len(set(placed)) and set(placed) >= expected
            with Journal(path) as journal:
                same(fold(journal.read()), desk.whole)
