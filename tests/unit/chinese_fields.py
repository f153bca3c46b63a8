"""Events that the tests of the Chinese Swiss share."""

from collections.abc import Iterator
from random import Random

from hypothesis import strategies as st

from chuhe.tournament.chinese import (
    Colours,
    FirstRound,
    Options,
)
from chuhe.tournament.model import (
    Cell,
    Event,
    Kind,
    Pairing,
    Player,
    Points,
    Score,
    Sheet,
)

ANY = Options(seed="S", units="never")
#: Six players after round one: 1, 2, 3 have won.
AFTER_ONE = ("4r1", "5b1", "6r1", "1b0", "2r0", "3b0")
CHINESE_POINTS = Points.of("2:1:0")


def field(players: int, units: str = "", **more: object) -> Event:
    teams = units or " " * players
    return Event(
        players=tuple(Player(n, team=teams[n - 1].strip()) for n in range(1, players + 1)),
        points=CHINESE_POINTS,
        **more,  # type: ignore[arg-type]
    )


def boards(sheet: Sheet) -> list[tuple[int, int | None]]:
    return [(pairing.red, pairing.black) for pairing in sheet.pairings]


def told(*rows: str, units: str = "", **more: object) -> Event:
    """An event from rows such as ``2r1 3b½``: opponent, side, own score; ``*`` is the bye."""
    cells = []
    for row in rows:
        kept = []
        for word in row.split():
            if word == "*":
                kept.append(Cell(kind=Kind.PAB))
            elif word == "-":
                kept.append(Cell())
            else:
                at = word.index("r") if "r" in word else word.index("b")
                score = {"1": Score.WIN, "½": Score.DRAW, "0": Score.LOSS}[word[at + 1]]
                kind = Kind.FORFEIT if word.endswith("f") else Kind.GAME
                side = "red" if word[at] == "r" else "black"
                kept.append(Cell(int(word[:at]), side, score, kind))  # type: ignore[arg-type]
        cells.append(tuple(kept))
    event = field(len(rows), units, **more)
    return Event(
        players=event.players,
        cells=tuple(cells),
        points=CHINESE_POINTS,
        **more,  # type: ignore[arg-type]
    )


def matchings(players: list[int]) -> Iterator[list[tuple[int, int]]]:
    if not players:
        yield []
        return
    first, *rest = players
    for other in rest:
        for more in matchings([p for p in rest if p != other]):
            yield [(first, other), *more]


def an_event(number: int, most: int = 9) -> tuple[Event, int, Options]:
    """An event after some rounds of random results, paired by nothing but lots."""
    random = Random(number)
    players = random.randint(2, most)
    options = Options(
        units=random.choice(["never", "first", "always"]),  # type: ignore[arg-type]
        colours=random.choice(list(Colours)),
        within=random.choice([FirstRound.HALF, FirstRound.ENDS, FirstRound.RANDOM]),
        floats=random.random() < 0.5,
        no_third_first=random.random() < 0.8,
        no_third_second=random.random() < 0.8,
        leader_points=random.choice([None, 20]),
        missed_rounds=None,
        seed="S",
    )
    event = field(players, "".join(random.choices("ABC ", k=players)), rounds_total=6)
    rounds = random.randint(0, 4)
    for round in range(1, rounds + 1):
        order = random.sample(range(1, players + 1), players)
        found = next(iter(possible(event, order[: players - players % 2])), None)
        if found is None:
            return event, round, options
        pairs = [Pairing(a, b) for a, b in found]
        pairs += [Pairing(order[-1])] * (players % 2)
        event = event.with_sheet(Sheet(round, tuple(pairs)))
        for a, b in found:
            score, forfeit = random.choice(list(Score)), random.random() < 0.1
            event = event.with_result(round, red=a, black=b, score=score, forfeit=forfeit)
    return event, rounds + 1, options


EVENTS = st.integers(0, 10**9).map(an_event)


def possible(event: Event, players: list[int]) -> list[list[tuple[int, int]]]:
    return [m for m in matchings(players) if all(b not in event.met(a) for a, b in m)]
