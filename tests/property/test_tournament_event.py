"""An event under any commands: nothing but our errors, and the log tells the whole state."""

import tempfile
from collections.abc import Callable
from pathlib import Path

from hypothesis import given, settings
from hypothesis import strategies as st

from chuhe.errors import ChuheError, ParseError
from chuhe.records import read
from chuhe.tournament.director import Answer, Director
from chuhe.tournament.exports import csv_text, json_text, trf_text
from chuhe.tournament.games import games_pgn, games_xqf
from chuhe.tournament.journal import Journal
from chuhe.tournament.players_in import duplicates, read_players
from chuhe.tournament.prints import PRINTS
from chuhe.tournament.site import site
from chuhe.tournament.state import fold
from chuhe.tournament.trf import read_trf
from chuhe.tournament.xlsx_out import workbook

NUMBER = st.integers(0, 9)
KEY = st.sampled_from("10=+-xo.?")
WHY = st.sampled_from(("", "a reason"))

RECORD = st.sampled_from((None, "1. 炮二平五 1-0".encode(), b"1. C2.5 1... h8+7 *", b"hello"))

Command = Callable[[Director], Answer]


def command(
    name: str, *parts: st.SearchStrategy[object], **named: st.SearchStrategy[object]
) -> st.SearchStrategy[Command]:
    """A call of a method of the desk."""

    def made(args: tuple[object, ...], options: dict[str, object]) -> Command:
        return lambda desk: getattr(desk, name)(*args, **options)

    return st.builds(made, st.tuples(*parts), st.fixed_dictionaries(named))


def play_on(desk: Director) -> Answer:
    """All that is missing in the last round, then the next one."""
    for round in desk.state.rounds[-1:]:
        desk.results([(board, "1" if board % 2 else "0") for board in round.missing])
    return desk.pair_round()


PLAYER = NUMBER.map(str)
COMMANDS = st.one_of(
    *[st.just(play_on)] * 6,
    command("pair_round"),
    command("results", st.lists(st.tuples(NUMBER, KEY), max_size=3), reason=WHY),
    command("results", st.lists(st.tuples(NUMBER, KEY), max_size=2), reason=WHY, round=NUMBER),
    command("swap", NUMBER, NUMBER, force=st.booleans(), reason=WHY),
    command("turn", NUMBER, force=st.booleans(), reason=WHY),
    command("join", NUMBER, NUMBER, force=st.booleans(), reason=WHY),
    command("withdraw", PLAYER),
    command("bye", PLAYER, NUMBER, st.sampled_from(("full", "half", "zero", None))),
    command("late", st.sampled_from(("x", "y", "z"))),
    command("foul", PLAYER, st.just("late"), count=st.integers(0, 2)),
    command("forbid", st.lists(PLAYER, min_size=2, max_size=2)),
    command("publish"),
    command("game", NUMBER, RECORD, round=NUMBER),
    command("undo", reason=WHY),
    command("undo", st.integers(0, 40), WHY),
    command("number", st.sampled_from(("rating", "lot", "entry"))),
    command("add_players", st.just([{"name": "z"}])),
    command("check_in", st.lists(PLAYER, max_size=2), st.booleans()),
    command("edit", PLAYER, st.just({"team": "a", "rating": 1})),
)


@settings(max_examples=100, deadline=None)
@given(
    system=st.sampled_from(("dutch", "chinese", "roundrobin", "lots")),
    players=st.integers(2, 7),
    commands=st.lists(COMMANDS, max_size=25),
)
def test_any_commands_leave_a_log_that_tells_the_state(
    system: str, players: int, commands: list[Command]
) -> None:
    swiss = system in ("dutch", "chinese")
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "x.chuhe")
        with Director.create(
            path,
            name="x",
            seed="x",
            system=system,
            rounds=4 if swiss else None,
            clock=lambda: "now",
        ) as desk:
            desk.add_players([{"name": f"P{n}", "rating": n} for n in range(1, players + 1)])
            desk.number("rating")
            for one in commands:
                before = desk.entries
                try:
                    answer = one(desk)
                except ChuheError:
                    assert desk.entries[: len(before)] == before
                else:
                    assert desk.entries[-len(answer.entries) or len(desk.entries) :] == list(
                        answer.entries
                    )
            state, table = desk.state, desk.standings()
            with Journal(path) as journal:
                again = fold(journal.read())
            assert again.event() == state.event()
            for round, other in zip(state.rounds, again.rounds, strict=True):
                assert (round.boards, round.out, round.published) == (
                    other.boards,
                    other.out,
                    other.published,
                )
                met = [n for board in round.boards for n in board if n is not None]
                assert len(met) == len(set(met)) and not set(met) & set(round.out)
            event = state.event()
            if event.players:
                trf = read_trf(trf_text(state, table))
                assert [p.name for p in trf.players] == [p.name for p in event.players]
                for player in event.players:
                    for number in range(1, len(state.rounds) + 1):
                        assert trf.cell(player.number, number) == event.cell(player.number, number)
            csv_text(state, table)
            json_text(state, table, desk.entries)
            workbook(state, table)
            games_xqf(state)
            files = site(desk.whole, everything=True)
            assert len(list(read(games_pgn(state).encode(), format="pgn"))) * 2 == sum(
                name.startswith("games/r") for name in files
            )
            for page in PRINTS.values():
                if page.fits(state) and (state.rounds or not page.of_round):
                    assert page(state, table, len(state.rounds)).endswith("</html>\n")


@settings(max_examples=300)
@given(
    st.one_of(
        st.binary(max_size=200),
        st.text(max_size=200),
        st.lists(st.text("姓名,\t;，\"'\r\n\0 12a=", max_size=30)).map(
            lambda lines: "\n".join(["姓名,等级分", *lines])
        ),
    )
)
def test_any_list_is_read_or_refused(text: str | bytes) -> None:
    try:
        listed = read_players(text)
    except ParseError as error:
        assert str(error)
        return
    assert listed.players
    for player in listed.players:
        assert str(player["name"]).strip() and str(player["name"]).isprintable()
    taken, _warned = duplicates([], listed.players)
    again, warned = duplicates(taken, listed.players)
    assert taken and not again and len(warned) >= len(taken)
