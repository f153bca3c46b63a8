"""Random events through generator, file and checker: is there a difference?

    python benches/random_events.py [--events 10000] [--first 0]

Event n has 3 to 40 players and 1 to 11 rounds; some have forfeits, byes, late
entries and withdrawals, every fifth counts 2:1:0. It is written as TRF16 or
TRF26 in turn, read again, and all its rounds are paired again. Exit status 1 if
anything differs.
"""

from __future__ import annotations

import argparse
import sys
import time

from chuhe.tournament import Event, Points
from chuhe.tournament.checker import check
from chuhe.tournament.generate import Chances, generate
from chuhe.tournament.trf import read_trf, write_trf


def event(n: int) -> Event:
    """Event n."""
    chances = Chances(
        forfeits=0.03 * (n % 3),
        absent=0.05 * (n % 4),
        late=0.1 * (n % 2),
        withdraws=0.03 * (n % 2),
    )
    points = Points.of("2:1:0") if n % 5 == 0 else None
    return generate(3 + n % 38, 1 + n % 11, f"many {n}", chances=chances, points=points)


def main() -> int:
    """Run, print, tell by the exit status."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("--events", type=int, default=10_000)
    parser.add_argument("--first", type=int, default=0)
    words = parser.parse_args()
    began, rounds, wrong = time.perf_counter(), 0, 0
    for n in range(words.first, words.first + words.events):
        report = check(read_trf(write_trf(event(n), edition="26" if n % 2 else "16")))
        rounds += report.rounds
        if not report.right:
            wrong += 1
            print(f"event {n}:", *report.found, sep="\n  ")
    took = time.perf_counter() - began
    print(f"{words.events} events, {rounds} rounds, {wrong} events differ, {took:.0f} s")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
