"""Count moves against a peer engine, one thread each, turn about in one run.

    python benches/bench_perft.py [--peer PATH] [--depth 5 6] [--rounds 3] [--json]

The peer is any UCI engine that knows ``go perft N`` and Xiangqi by itself (Pikafish,
Pikafish-HCE). Without one, only our own speed is shown. Our side is the release build of
``crates/chuhe-core/examples/perft.rs``; it is built if need be. Each program's best of the
rounds counts; the start-up of the peer is left out by timing from ``go`` to its answer.
"""

from __future__ import annotations

import argparse
import json
import re
import subprocess
import sys
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
#: Counts on which independent engines agree (tests/data/perft.epd, first line).
NODES = {4: 3_290_240, 5: 133_312_995, 6: 5_392_831_844}


def build() -> Path:
    """Build our side and return its path."""
    command = ["cargo", "build", "--release", "--quiet", "-p", "chuhe-core", "--example", "perft"]
    messages = subprocess.run(
        [*command, "--message-format=json"], cwd=ROOT, check=True, stdout=subprocess.PIPE, text=True
    ).stdout
    paths = [json.loads(line).get("executable") for line in messages.splitlines()]
    return Path(next(path for path in paths if path))


def time_ours(program: Path, depth: int) -> float:
    """Seconds of one count by our program."""
    output = subprocess.run(
        [program, str(depth)], check=True, stdout=subprocess.PIPE, text=True
    ).stdout
    found = re.search(r": (\d+) nodes in ([\d.]+) s", output)
    assert found and int(found[1]) == NODES[depth], output
    return float(found[2])


def time_peer(program: str, depth: int) -> float:
    """Seconds of one count by the peer, from ``go`` to its total."""
    with subprocess.Popen(
        [program], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as peer:
        assert peer.stdin and peer.stdout
        peer.stdin.write("uci\nisready\n")
        peer.stdin.flush()
        while peer.stdout.readline().strip() != "readyok":
            pass
        peer.stdin.write(f"go perft {depth}\n")
        peer.stdin.flush()
        start = time.perf_counter()
        for line in peer.stdout:
            if found := re.match(r"Nodes searched: (\d+)", line):
                seconds = time.perf_counter() - start
                assert int(found[1]) == NODES[depth], line
                peer.stdin.write("quit\n")
                peer.stdin.flush()
                return seconds
    sys.exit(f"{program} ended without a count")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--peer", help="path of a UCI engine that knows 'go perft N'")
    parser.add_argument("--depth", type=int, nargs="+", default=[5], choices=sorted(NODES))
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--json", action="store_true")
    options = parser.parse_args()
    program = build()
    rows = []
    for depth in options.depth:
        ours, peers = [], []
        for _ in range(options.rounds):
            ours.append(time_ours(program, depth))
            if options.peer:
                peers.append(time_peer(options.peer, depth))
        row = {"depth": depth, "nodes": NODES[depth], "chuhe_nps": NODES[depth] / min(ours)}
        if peers:
            row["peer_nps"] = NODES[depth] / min(peers)
            row["ratio"] = row["chuhe_nps"] / row["peer_nps"]
        rows.append(row)
    if options.json:
        print(json.dumps(rows))
        return
    for row in rows:
        text = f"perft {row['depth']}: chuhe {row['chuhe_nps'] / 1e6:.1f} M nodes/s"
        if "ratio" in row:
            text += f", peer {row['peer_nps'] / 1e6:.1f} M nodes/s, ratio {row['ratio']:.2f}"
        print(text)


if __name__ == "__main__":
    main()
