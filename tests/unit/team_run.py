"""The command on the file of an event of teams, for tests."""

from typing import Any

from tests.unit.event_run import Run

TEN = ["广东", "湖北", "上海", "黑龙江", "河北", "浙江", "江苏", "四川", "北京", "河南"]


class TeamRun(Run):
    """With a way to begin an event of teams."""

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
