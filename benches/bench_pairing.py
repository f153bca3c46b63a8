"""Pair Swiss events by the Dutch system: seconds a round, by number of players.

    python benches/bench_pairing.py [--players 50 150 500 1000] [--rounds 9] [--seed 1] [--each] [--json]

Every event is played from the first round with random results (the better
number has the better chances, three games in ten are drawn), one player in
fifty stays away a round. Printed are the slowest and the mean round, with
``--each`` every round, and the most memory the process held (of all sizes so
far: run one size for its own).
"""

from __future__ import annotations

import argparse
import json
import random
import resource
import time
from dataclasses import replace

from chuhe.tournament import Event, Kind, Player, Score
from chuhe.tournament.dutch import pair


def rounds(players: int, number: int, seed: int = 1) -> list[tuple[float, int]]:
    """The seconds each round took, and the MB of memory held at most until then."""
    chance = random.Random(seed)
    event = Event(
        players=tuple(map(Player, range(1, players + 1))),
        rounds_total=number,
        initial_side="red",
    )
    took = []
    for round in range(1, number + 1):
        away = chance.sample(range(1, players + 1), players // 50)
        event = replace(event, absent={(number, round): Kind.HALF_BYE for number in away})
        start = time.perf_counter()
        sheet = pair(event, round)
        took.append((time.perf_counter() - start, memory()))
        event = event.with_sheet(sheet)
        rows = [list(row) for row in event.cells]
        for board in sheet.pairings:
            if board.black is None:
                continue
            better = 1 / (1 + 10 ** ((board.red - board.black) / players))
            score = Score.DRAW if chance.random() < 0.3 else Score.LOSS
            if score is Score.LOSS and chance.random() < better:
                score = Score.WIN
            for one, own in ((board.red, score), (board.black, score.reverse)):
                rows[one - 1][round - 1] = replace(rows[one - 1][round - 1], score=own)
        event = replace(event, cells=tuple(map(tuple, rows)))
    return took


def memory() -> int:
    """The most memory the process has held, in MB."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--players", type=int, nargs="+", default=[50, 150, 500, 1000])
    parser.add_argument("--rounds", type=int, default=9)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--each", action="store_true", help="tell every round")
    parser.add_argument("--json", action="store_true")
    options = parser.parse_args()
    found = []
    for players in options.players:
        each = rounds(players, options.rounds, options.seed)
        took = [seconds for seconds, _ in each]
        found.append(
            {
                "players": players,
                "slowest_round_s": round(max(took), 3),
                "mean_round_s": round(sum(took) / len(took), 3),
                "memory_mb": memory(),
                "rounds": [{"s": round(s, 3), "memory_mb": held} for s, held in each],
            }
        )
        if options.each and not options.json:
            for number, (seconds, held) in enumerate(each, 1):
                print(f"  round {number:2}: {seconds:.3f} s, {held} MB", flush=True)
        if not options.json:
            line = found[-1]
            print(
                f"pairing, {players:5} players, {options.rounds} rounds: slowest"
                f" {line['slowest_round_s']:.3f} s, mean {line['mean_round_s']:.3f} s a round,"
                f" {line['memory_mb']} MB",
                flush=True,
            )
    if options.json:
        print(json.dumps(found))


if __name__ == "__main__":
    main()
