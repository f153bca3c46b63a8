"""Files of events: what is written is read again; whatever is read, nothing breaks."""

from dataclasses import replace

from hypothesis import given
from hypothesis import strategies as st

from chuhe.errors import TrfError
from chuhe.tournament import Cell, Event, Forbidden, Kind, Player, Points, Score
from chuhe.tournament.trf import read_trf, write_trf

NAMES = st.text(
    st.characters(codec="utf-8", exclude_categories=("Cc", "Cs", "Co", "Zl", "Zp", "Zs")),
    max_size=33,
)
RESULTS = [
    (Kind.GAME, Score.WIN, Score.LOSS),
    (Kind.GAME, Score.DRAW, Score.DRAW),
    (Kind.GAME, Score.LOSS, Score.WIN),
    (Kind.GAME, Score.LOSS, Score.LOSS),
    (Kind.GAME, None, None),
    (Kind.FORFEIT, Score.WIN, Score.LOSS),
    (Kind.FORFEIT, Score.LOSS, Score.WIN),
    (Kind.FORFEIT, Score.LOSS, Score.LOSS),
]
ALONE = [Kind.PAB, Kind.FULL_BYE, Kind.HALF_BYE, Kind.ZERO_BYE, Kind.UNPAIRED]
TENTHS = st.integers(0, 50)
CODES = [
    *("001", "XXR", "XXC", "XXP", "XXA", "BBW", "BBU"),
    *("142", "152", "162", "240", "250", "260", "192"),
    "CHU",
]


@st.composite
def events(draw: st.DrawFn) -> Event:
    numbers = sorted(draw(st.sets(st.integers(1, 9999), min_size=1, max_size=7)))
    players = tuple(
        Player(
            number=number,
            name=draw(NAMES),
            rating=draw(st.integers(0, 3000)),
            title=draw(st.sampled_from(["", "GM", "特大", "大师"])),
            federation=draw(st.sampled_from(["", "CHN", "VIE"])),
            fouls=draw(st.integers(0, 9)),
            team=draw(st.sampled_from(["", "广东", "a b"])),
        )
        for number in numbers
    )
    rows: dict[int, list[Cell]] = {number: [] for number in numbers}
    for _ in range(draw(st.integers(0, 4))):
        order = list(draw(st.permutations(numbers)))
        while order:
            one = order.pop()
            if order and draw(st.booleans()):
                two = order.pop()
                kind, score, other = draw(st.sampled_from(RESULTS))
                rated = kind is not Kind.GAME or score is None or draw(st.booleans())
                rows[one].append(Cell(two, "red", score, kind, rated))
                rows[two].append(Cell(one, "black", other, kind, rated))
            else:
                rows[one].append(Cell(kind=draw(st.sampled_from(ALONE))))
    length = len(rows[numbers[0]])
    some = st.lists(st.sampled_from(numbers), unique=True, min_size=2, max_size=4)
    forbidden = st.builds(
        lambda players, first, more: Forbidden(
            tuple(players), first, None if more is None else first + more
        ),
        some,
        st.integers(1, 5),
        st.none() | st.integers(0, 3),
    )
    black = draw(st.booleans())
    return Event(
        name=draw(NAMES),
        city=draw(NAMES),
        system=draw(st.sampled_from(["", "FIDE_DUTCH_2025"])),
        players=players,
        cells=tuple(tuple(rows[number]) for number in numbers),
        rounds_total=draw(st.none() | st.integers(9, 20)),
        points=draw(
            st.builds(
                Points,
                **dict.fromkeys(
                    (
                        *("win", "draw", "loss", "pab", "zero_bye", "forfeit_loss"),
                        *("forfeit_win", "full_bye", "half_bye"),
                    ),
                    TENTHS,
                ),
                **dict.fromkeys(
                    ("black_win", "black_draw", "black_loss"), TENTHS if black else st.none()
                ),
            )
        ),
        initial_side=draw(st.sampled_from([None, "red", "black"])),
        forbidden=tuple(draw(st.lists(forbidden, max_size=2))) if len(numbers) > 1 else (),
        absent={
            (number, length + 1): draw(st.sampled_from(ALONE[1:4]))
            for number in draw(st.sets(st.sampled_from(numbers)))
        },
        accelerated={
            number: tuple(draw(st.lists(st.integers(1, 30), min_size=1, max_size=5)))
            for number in sorted(draw(st.sets(st.sampled_from(numbers))))
        },
        order=tuple(draw(st.permutations(numbers))) if draw(st.booleans()) else (),
        head=draw(st.lists(st.sampled_from([("022", " x"), ("###", " kept"), ("XXQ", "  7")]))
            .map(lambda lines: tuple(sorted(set(lines) - {("022", " x")})))),
    )  # fmt: skip


def plain(event: Event) -> Event:
    """An event without what a file says differently: totals, and where a bye to come stands."""
    rounds = max((len(row) for row in event.cells), default=0)
    for _, round in event.absent:
        rounds = max(rounds, round)
    cells = tuple(
        tuple(
            Cell(kind=event.absent[player.number, round])
            if event.cell(player.number, round).kind is Kind.UNPAIRED
            and (player.number, round) in event.absent
            else event.cell(player.number, round)
            for round in range(1, rounds + 1)
        )
        for player in event.players
    )
    while cells and cells[0] and all(row[-1] == Cell() for row in cells):
        cells = tuple(row[:-1] for row in cells)
    pairs = tuple(
        Forbidden((a, b), round, round)
        for round in range(1, 21)
        for a, b in sorted(event.forbidden_pairs(round))
    )
    players = tuple(replace(p, stated_points=None, stated_rank=None) for p in event.players)
    return replace(event, cells=cells, forbidden=pairs, players=players, absent={})


@given(events(), st.sampled_from(["16", "26"]), st.sampled_from(["\n", "\r\n", "\r"]))
def test_what_is_written_is_read_again(event: Event, edition: str, end: str) -> None:
    text = write_trf(event, edition=edition)  # type: ignore[arg-type]
    again = read_trf(text.replace("\n", end).encode("utf-8"))
    assert plain(again) == plain(event)
    assert all(p.stated_points == again.score(p.number) for p in again.players)


@given(events(), st.sampled_from(["16", "26"]))
def test_writing_again_changes_nothing(event: Event, edition: str) -> None:
    once = write_trf(event, edition=edition)  # type: ignore[arg-type]
    assert write_trf(read_trf(once), edition=edition) == once  # type: ignore[arg-type]


@given(events(), st.data())
def test_a_damaged_file_is_read_or_refused_with_a_place(event: Event, data: st.DataObject) -> None:
    text = write_trf(event)
    for _ in range(data.draw(st.integers(1, 4))):
        at = data.draw(st.integers(0, len(text) - 1))
        text = (
            text[:at] + data.draw(st.text(max_size=3)) + text[at + data.draw(st.integers(0, 4)) :]
        )
    _read_or_refuse(text)


@given(
    st.binary(max_size=400)
    | st.text(max_size=400).map(lambda t: ("001 " + t).encode("utf-8", "replace"))
)
def test_any_bytes_are_read_or_refused(data: bytes) -> None:
    _read_or_refuse(data)


@given(
    st.sampled_from(CODES),
    st.text("0123456789 .-+=wbUHFZWDLPX\t１²", max_size=120),
)
def test_any_line_is_read_or_refused(code: str, rest: str) -> None:
    _read_or_refuse(f"001    1\n{code} {rest}\n")


def _read_or_refuse(data: bytes | str) -> None:
    try:
        event = read_trf(data)
    except TrfError as error:
        assert error.code.startswith("trf.")
        assert str(error)
        return
    write_trf(event, cut=True)
