"""The command on the file of an event of teams, for tests."""

import json
from contextvars import copy_context
from pathlib import Path
from typing import Any

import pytest

from chuhe.cli.main import main

TEN = ["广东", "湖北", "上海", "黑龙江", "河北", "浙江", "江苏", "四川", "北京", "河南"]


class Run:
    """The command on one file of an event."""

    def __init__(self, capfd: pytest.CaptureFixture[str], event: Path) -> None:
        self.capfd = capfd
        self.event = event

    def __call__(self, command: str, *words: object, lang: str = "en", status: int = 0) -> str:
        line = ["--lang", lang, "tournament", command, str(self.event), *map(str, words)]
        with pytest.raises(SystemExit) as stop:
            copy_context().run(main, line)
        told = self.capfd.readouterr()
        assert stop.value.code == status, told
        assert "Traceback" not in told.err
        return told.out + told.err

    def json(self, command: str, *words: object, status: int = 0) -> Any:
        return json.loads(self(command, *words, "--json", status=status))

    def begin(self, system: str, teams: list[str], size: int, *words: object) -> None:
        """A new event with its players, the best on board 1 and the first team the best."""
        rows = [
            f"{team}{board},{team},{board},{2600 - 20 * at - 5 * board}"
            for board in range(size, 0, -1)  # the column tells the order, not the lines
            for at, team in enumerate(teams)
        ]
        file = self.event.with_name("list.csv")
        file.write_text("\n".join(["姓名,单位,台次,等级分", *rows]), encoding="utf-8")
        self("new", "--name", "团体赛", "--system", system, "--seed", "cup", *words)
        self("players", file)


def keys_of(match: dict[str, Any], round: int) -> str:
    """Keys of the home team: the lower number wins most boards, one is drawn."""
    strong = match["home"] < match["away"]
    return "".join("=" if (board + round) % 4 == 0 else "10"[not strong] for board in range(4))
