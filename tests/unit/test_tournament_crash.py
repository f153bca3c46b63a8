"""The file of an event under kill -9 and under several writers at once."""

import signal
import subprocess
import sys
from pathlib import Path

from chuhe.tournament.director import Director
from chuhe.tournament.journal import Journal

#: Writes fouls without end and says each one that was acknowledged.
WRITER = """
import sys
from chuhe.tournament.director import Director
with Director.open(sys.argv[1], clock=lambda: "now", who=sys.argv[2]) as desk:
    for n in range(int(sys.argv[3])):
        desk.foul("1", f"{sys.argv[2]} {n}", count=1)
        sys.stdout.write(f"{n}\\n")
        sys.stdout.flush()
"""


def new(path: Path) -> None:
    with Director.create(path, name="x", seed="x", rounds=3, clock=lambda: "now") as desk:
        desk.add_players([{"name": name} for name in ("a", "b", "c", "d")])
        desk.number("entry")


def writer(path: Path, who: str, count: int) -> "subprocess.Popen[str]":
    return subprocess.Popen(
        [sys.executable, "-c", WRITER, str(path), who, str(count)],
        stdout=subprocess.PIPE,
        text=True,
    )


def test_what_was_acknowledged_survives_kill_nine(tmp_path: Path) -> None:
    path = tmp_path / "cup.chuhe"
    new(path)
    for attempt, after in enumerate((1, 7, 23)):
        process = writer(path, f"w{attempt}", 100_000)
        assert process.stdout is not None
        for _ in range(after):
            process.stdout.readline()
        process.send_signal(signal.SIGKILL)
        rest = process.stdout.read()
        process.stdout.close()
        process.wait()
        acknowledged = after + rest.count("\n")
        with Director.open(path, clock=lambda: "now") as desk:
            kinds = [f.kind for f in desk.state.fouls if f.kind.startswith(f"w{attempt} ")]
            assert len(kinds) >= acknowledged >= after
            assert kinds == [f"w{attempt} {n}" for n in range(len(kinds))]
            desk.foul("2", "still works")


def test_three_writers_lose_nothing(tmp_path: Path) -> None:
    path = tmp_path / "cup.chuhe"
    new(path)
    processes = [writer(path, who, 30) for who in ("a", "b", "c")]
    for process in processes:
        out, _err = process.communicate(timeout=120)
        assert process.returncode == 0
        assert out.split() == [str(n) for n in range(30)]
    with Journal(path) as journal:
        entries = journal.read()
    assert [entry.seq for entry in entries] == list(range(1, 94))
    for who in ("a", "b", "c"):
        own = [entry.fact["kind"] for entry in entries if entry.who == who]
        assert own == [f"{who} {n}" for n in range(30)]


def test_a_big_event_folds_in_time_that_grows_with_its_log(tmp_path: Path) -> None:
    """A thousand players, nine rounds: every board's result is an entry of its own."""
    from time import perf_counter

    from chuhe.tournament.state import State

    def folded(players: int) -> float:
        state = State()
        rules = {"do": "new", "name": "x", "system": "dutch", "rounds": 9, "points": "2:1:0"}
        facts: list[dict[str, object]] = [
            rules,
            {
                "do": "players",
                "players": [{"id": n, "name": f"P{n}"} for n in range(1, players + 1)],
            },
            {"do": "number", "order": list(range(1, players + 1))},
        ]
        for round in range(1, 10):
            boards = [[n, n + 1] for n in range(1, players, 2)]
            facts.append({"do": "pair", "round": round, "boards": boards, "out": {}})
            facts += [
                {"do": "result", "round": round, "red": r, "black": b, "result": "1"}
                for r, b in boards
            ]
        start = perf_counter()
        for fact in facts:
            state.apply(fact)
        assert state.event().score(1) == 180
        return perf_counter() - start

    small, big = min(folded(250) for _ in range(3)), folded(1000)
    assert big < 12 * small + 0.5, (small, big)
