"""Random events on a file, by every system, to their end."""

from contextvars import copy_context
from pathlib import Path

import pytest

from chuhe.cli.main import main
from chuhe.errors import ChuheError
from chuhe.tournament import desk as desks
from chuhe.tournament import exports
from chuhe.tournament.generate import Chances
from chuhe.tournament.journal import Journal
from chuhe.tournament.playout import SYSTEMS, Plan, make
from chuhe.tournament.state import fold


@pytest.mark.parametrize("players", [6, 13])
@pytest.mark.parametrize("system", SYSTEMS)
def test_every_system_is_played_to_its_end(system: str, players: int, tmp_path: Path) -> None:
    plan = Plan(system, players, 4, "cup", Chances(draws=0.4, forfeits=0.05))
    path = tmp_path / "cup.chuhe"
    with make(path, plan, clock=lambda: "") as desk:
        state, table = desk.state, desk.standings()
        assert state.rounds and not any(round.missing for round in state.rounds)
        assert sorted(row.number for row in table.rows) == sorted(state.by_number)
        assert exports.csv_text(state, table) and exports.json_text(state, table, desk.entries)
        if desks.TABLE[system].rounds is not None:
            with pytest.raises(ChuheError):
                desk.pair_round()
        with Journal(path) as journal:  # what is on the disk is what was told
            assert fold(journal.read()).event() == state.event()


def test_one_seed_makes_one_event(tmp_path: Path) -> None:
    logs = []
    for name in ("a.chuhe", "b.chuhe"):
        with make(tmp_path / name, Plan("double", 7, seed="x"), clock=lambda: "") as desk:
            logs.append([entry.fact for entry in desk.entries])
    assert logs[0] == logs[1]


def test_a_system_that_needs_more_is_refused() -> None:
    for plan in (("sections", 8), ("no such", 8), ("dutch", 1)):
        with pytest.raises(ChuheError):
            Plan(*plan)


def test_the_command_makes_a_file(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "cup.chuhe"
    line = ["--lang", "en", "tournament", "generate", "--event", str(path), "--seed", "s"]
    for words, status in ((["--system", "lots", "--players", "5"], 0), ([], 2)):
        with pytest.raises(SystemExit) as stop:
            copy_context().run(main, [*line, *words])
        told = capfd.readouterr()
        assert stop.value.code == status, told
    assert "there already" in told.err
    with Journal(path) as journal:
        assert len(fold(journal.read()).rounds) == 3
