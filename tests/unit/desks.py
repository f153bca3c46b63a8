"""Events on files, which the tests of the director share."""

from collections.abc import Callable, Iterator
from contextlib import ExitStack
from itertools import count
from pathlib import Path

import pytest

from chuhe.errors import ChuheError
from chuhe.i18n import use_language
from chuhe.tournament.director import Answer, Director
from chuhe.tournament.model import Reason
from chuhe.tournament.state import State

NAMES = ["许银川", "吕钦", "胡荣华", "赵国荣", "柳大华", "王天一", "洪智", "谢靖"]

Make = Callable[..., Director]


def clock() -> str:
    return "2026-11-30T09:00:00+08:00"


def code_of(call: Callable[[], object]) -> str:
    """The code of the error that is raised; it is a sentence in both languages."""
    with pytest.raises(ChuheError) as caught:
        call()
    for language in ("en", "zh-Hans"):
        with use_language(language):
            assert "{" not in str(caught.value) and caught.value.code not in str(caught.value)
    return caught.value.code


def play(desk: Director, key: str = "1") -> None:
    """Pair a round and enter one result on all boards."""
    desk.pair_round()
    desk.results([(board, key) for board in desk.state.rounds[-1].missing])


def codes(reasons: Answer | list[Reason] | tuple[Reason, ...]) -> list[str]:
    some = reasons.notes if isinstance(reasons, Answer) else reasons
    for reason in some:
        for language in ("en", "zh-Hans"):
            with use_language(language):
                assert reason.code not in str(reason) and "{" not in str(reason)
    return [reason.code for reason in some]


def better_wins(desk: Director, *upsets: int) -> None:
    """Play a round: the better seed wins, but for the players named, who win."""
    desk.pair_round()
    round = desk.state.rounds[-1]
    for board in list(round.missing):
        red, black = round.boards[board - 1]
        winner = next((p for p in upsets if p in (red, black)), min(red, black or red))
        desk.results([(board, "1" if winner == red else "0")])


def lower_wins(desk: Director) -> None:
    """Pair a round; the player who came first on the list of entries wins everywhere."""
    desk.pair_round()
    state = desk.state
    round = state.rounds[-1]
    keys = []
    for board in round.missing:
        red, black = round.boards[board - 1]
        assert black is not None
        keys.append((board, "1" if state.by_number[red] < state.by_number[black] else "0"))
    desk.results(keys)


def play_out(desk: Director, *names: str) -> None:
    for desk.section in names:
        while len(desk.state.rounds) < desk.state.rules["rounds"]:
            lower_wins(desk)
    desk.section = ""


def names(state: State) -> list[str]:
    return [state.entrants[id].name for _number, id in sorted(state.by_number.items())]


def table(desk: Director) -> list[tuple[int, str]]:
    return [(row.place, row.name) for row in desk.overall().rows]


def of_names(folder: Path) -> Iterator[Make]:
    """To make an event on ``cup.chuhe`` with players numbered by rating."""
    with ExitStack() as opened:

        def made(players: int = 6, **agreed: object) -> Director:
            agreed = {"name": "羊城杯", "seed": "cup", "rounds": 4, **agreed}
            desk = Director.create(folder / "cup.chuhe", clock=clock, **agreed)  # type: ignore[arg-type]
            opened.enter_context(desk)
            names = [NAMES[n] if n < len(NAMES) else f"P{n + 1}" for n in range(players)]
            desk.add_players([{"name": name, "rating": 2600 - n} for n, name in enumerate(names)])
            desk.number("rating")
            return desk

        yield made


def of_sections(folder: Path) -> Iterator[Make]:
    """To make an event on ``cup.chuhe`` that is played in sections, of players P1, P2 …"""
    with ExitStack() as opened:

        def made(players: int = 16, teams: str = "", **agreed: object) -> Director:
            agreed = {"name": "羊城杯", "seed": "cup", "system": "sections", **agreed}
            desk = Director.create(folder / "cup.chuhe", clock=clock, **agreed)  # type: ignore[arg-type]
            opened.enter_context(desk)
            desk.add_players(_listed(players, teams))
            desk.number("entry")
            return desk

        yield made


def of_knockouts(folder: Path) -> Iterator[Make]:
    """To make knock-outs of players P1, P2 …, the seeds in the order of the list."""
    numbers = count()
    with ExitStack() as opened:

        def made(
            players: int = 4, system: str = "knockout", teams: str = "", **options: object
        ) -> Director:
            options = {"first": "higher", **options}
            path = folder / f"{next(numbers)}.chuhe"
            desk = Director.create(
                path,
                name="羊城杯",
                seed="cup",
                system=system,
                clock=lambda: "09:00",
                options=options,
            )
            opened.enter_context(desk)
            desk.add_players(_listed(players, teams))
            desk.number("entry")
            return desk

        yield made


def _listed(players: int, teams: str) -> list[dict[str, object]]:
    """Players P1, P2 …, each with a letter for a team as far as there are any."""
    listed: list[dict[str, object]] = [{"name": f"P{n}"} for n in range(1, players + 1)]
    for player, team in zip(listed, teams, strict=False):
        player["team"] = team
    return listed
