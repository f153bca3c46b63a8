"""All figures of teams once more, from the keys of the boards, by nothing but loops."""


class Slow:
    """An event: in each round home team, visiting team (0: left over), keys of the home team."""

    def __init__(self, teams: int, boards: int, rounds: list[list[tuple[int, int, str]]]) -> None:
        self.teams, self.boards, self.rounds = teams, boards, rounds

    def boards_of(self, team: int, r: int) -> tuple[int, list[str]] | None:
        """The opponent and the team's own keys, or None."""
        turned = {"1": "0", "0": "1", "+": "-", "-": "+"}
        for home, away, keys in self.rounds[r]:
            if away and team == home:
                return away, list(keys)
            if away and team == away:
                return home, [turned.get(key, key) for key in keys]
        return None

    def gp(self, team: int, r: int) -> int:
        met = self.boards_of(team, r)
        if met is None:
            here = any(home == team for home, _, _ in self.rounds[r])
            return self.boards if here else 0
        return sum({"1": 2, "+": 2, "=": 1}.get(key, 0) for key in met[1])

    def mp(self, team: int, r: int) -> int:
        met = self.boards_of(team, r)
        if met is None:
            return 2 if any(home == team for home, _, _ in self.rounds[r]) else 0
        own, other = self.gp(team, r), self.gp(met[0], r)
        if own != other:
            return 2 if own > other else 0
        return 0 if all(key == "x" for key in met[1]) else 1

    def total(self, what: str, team: int) -> int:
        return sum(getattr(self, what)(team, r) for r in range(len(self.rounds)))

    def opponents(self, what: str, team: int, own: str = "", low: int = 0, high: int = 0) -> int:
        found = []
        for r in range(len(self.rounds)):
            met = self.boards_of(team, r)
            if met is not None:
                worth = getattr(self, own)(team, r) if own else 1
                points = self.total(what, met[0])
                found.append((points, points * worth))
        found.sort()
        return sum(made for _, made in found[low : len(found) - high])

    def board(self, team: int, number: int, keys: str = "") -> int:
        value = {"1": 2, "+": 2, "=": 1}
        count = 0
        for r in range(len(self.rounds)):
            met = self.boards_of(team, r)
            if met is not None:
                key = met[1][number - 1]
                count += (key in keys) if keys else value.get(key, 0)
        return count

    def figure(self, code: str, team: int, tied: list[int]) -> tuple[int, ...] | None:
        n = self.boards
        boards = [self.board(team, b) for b in range(1, n + 1)]
        rounds = range(len(self.rounds))
        simple = {
            "MP": lambda: self.total("mp", team),
            "GP": lambda: self.total("gp", team),
            "MW": lambda: sum(self.mp(team, r) == 2 for r in rounds if self.boards_of(team, r)),
            "MPS": lambda: sum(sum(self.mp(team, q) for q in range(r + 1)) for r in rounds),
            "MBH": lambda: self.opponents("mp", team),
            "MBH/C1": lambda: self.opponents("mp", team, low=1),
            "MBH/M1": lambda: self.opponents("mp", team, low=1, high=1),
            "GBH": lambda: self.opponents("gp", team),
            "EMMSB": lambda: self.opponents("mp", team, "mp"),
            "EMGSB": lambda: self.opponents("mp", team, "gp"),
            "EMGSB/C1": lambda: self.opponents("mp", team, "gp", low=1),
            "EGMSB": lambda: self.opponents("gp", team, "mp"),
            "EGGSB": lambda: self.opponents("gp", team, "gp"),
            "BB": lambda: sum((n - at) * points for at, points in enumerate(boards)),
            "BC": lambda: sum(at * points for at, points in enumerate(boards, 1)),
            "B2": lambda: boards[1],
            "W1": lambda: self.board(team, 1, "1+"),
            "GW": lambda: sum(self.board(team, b, "1+") for b in range(1, n + 1)),
        }
        if code in simple:
            return (int(simple[code]()),)
        if code == "TBR":
            return tuple(boards)
        if code == "BBE":
            return tuple(sum(boards[:last]) for last in range(n - 1, 0, -1))
        pairs = {(t, o) for t in tied for r in rounds for o, _ in [self.boards_of(t, r) or (0, [])]}
        if len(tied) < 2 or any((a, b) not in pairs for a in tied for b in tied if a != b):
            return None
        among = [r for r in rounds if (self.boards_of(team, r) or (0, []))[0] in tied]
        if code == "DE":
            return (sum(self.mp(team, r) for r in among),)
        return (sum(self.gp(team, r) for r in among),)


SLOW_CODES = (
    *("MP", "GP", "MW", "MPS", "MBH", "MBH/C1", "MBH/M1", "GBH", "EMMSB", "EMGSB", "EMGSB/C1"),
    *("EGMSB", "EGGSB", "BB", "BC", "B2", "W1", "GW", "TBR", "BBE", "DE", "DEG"),
)
