"""Systems that are simulated as they are run on the file of an event."""

import pytest

from chuhe.tournament.generate import Chances
from chuhe.tournament.simulate import Plan, simulate


@pytest.mark.parametrize("system", ["double", "arena"])
@pytest.mark.parametrize("players", [2, 5, 16])
def test_the_stronger_win_where_strength_is_all(system: str, players: int) -> None:
    plan = Plan(players, 8, 20, "s", (system,), Chances(draws=0), spread=1000)
    (outcome,) = simulate(plan)
    assert outcome.best_wins.mean > 0.5
    assert outcome.order.mean > 0.5


def test_a_double_elimination_lets_everybody_lose_twice() -> None:
    (outcome,) = simulate(Plan(8, 1, 20, "s", ("double",), Chances(draws=0)))
    # 2n - 2 games, and one more where the final has to be played again.
    assert 14 <= outcome.games <= 15


def test_one_seed_has_one_answer() -> None:
    plan = Plan(6, 4, 3, "x", ("double", "arena"))
    assert simulate(plan) == simulate(plan)
