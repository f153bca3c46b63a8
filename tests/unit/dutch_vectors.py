"""Reads tests/data/pairing/dutch2026.jsonl, and plays random events.

A line is a round to be paired: the players' rows so far, and the pairs in the
order of the boards, ``0`` for the bye; no pairs where none are possible.  A
cell is the opponent, the side and the result (``5r1``, ``5b+`` without play),
or the letter of a bye (``U`` by the pairing, ``F H Z`` given, ``.`` nothing).
Source: bbpPairings 6.0.0 (16a000f), which pairs by the edition of 2026; 63 of
the first 71 are confirmed by FIDE's TieBreakServer.
"""

from __future__ import annotations

import json
import random
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

from chuhe.tournament import Cell, Event, Forbidden, Kind, Pairing, Player, Points, Score, Sheet

FILE = Path(__file__).parents[1] / "data" / "pairing" / "dutch2026.jsonl"

BYES = {
    "U": Kind.PAB,
    "F": Kind.FULL_BYE,
    "H": Kind.HALF_BYE,
    "Z": Kind.ZERO_BYE,
    ".": Kind.UNPAIRED,
}
RESULTS = {
    "1": (Kind.GAME, Score.WIN),
    "=": (Kind.GAME, Score.DRAW),
    "0": (Kind.GAME, Score.LOSS),
    "+": (Kind.FORFEIT, Score.WIN),
    "-": (Kind.FORFEIT, Score.LOSS),
}


@cache
def vectors() -> dict[str, dict[str, Any]]:
    lines = FILE.read_text(encoding="utf-8").splitlines()
    return {vector["id"]: vector for vector in map(json.loads, lines)}


def event_of(vector: dict[str, Any]) -> Event:
    return Event(
        system=vector.get("system", ""),
        players=tuple(Player(number) for number in range(1, vector["players"] + 1)),
        cells=tuple(tuple(map(cell_of, row.split())) for row in vector.get("rows", ())),
        rounds_total=vector["rounds"],
        points=Points(**vector.get("points", {})),
        initial_side=vector.get("first"),
        forbidden=tuple(Forbidden(tuple(group)) for group in vector.get("forbidden", ())),
        absent={(n, r): Kind(kind) for n, r, kind in vector.get("absent", ())},
        accelerated={int(n): tuple(row) for n, row in vector.get("accelerated", {}).items()},
    )


def cell_of(text: str) -> Cell:
    if text in BYES:
        return Cell(kind=BYES[text])
    kind, score = RESULTS[text[-1]]
    if len(text) == 1:
        return Cell(kind=kind, score=score)
    return Cell(int(text[:-2]), "red" if text[-2] == "r" else "black", score, kind)


def wanted(vector: dict[str, Any]) -> tuple[Pairing, ...] | None:
    if vector["pairs"] is None:
        return None
    boards = (board.split("-") for board in vector["pairs"].split())
    return tuple(Pairing(int(red), int(black) or None) for red, black in boards)


def start(seed: int, players: int, rounds: int) -> Event:
    """A random event before its first round."""
    chance = random.Random(seed)
    pairs = [chance.sample(range(1, players + 1), 2) for _ in range(chance.choice([0, 0, 3]))]
    return Event(
        players=tuple(map(Player, range(1, players + 1))),
        rounds_total=rounds,
        points=Points.of(chance.choice(["1:0.5:0", "2:1:0", "3:1:0"])),
        initial_side=chance.choice(["red", "black"]),
        forbidden=tuple(Forbidden(tuple(two)) for two in pairs if players > 4),
    )


def ask(event: Event, chance: random.Random) -> Event:
    """The event after some have asked for a bye of the next round."""
    byes = [Kind.HALF_BYE, Kind.ZERO_BYE, Kind.FULL_BYE]
    asked = {
        (player.number, event.next_round): chance.choice(byes)
        for player in event.players
        if chance.random() < 0.05
    }
    return replace(event, absent={**event.absent, **asked})


def play(event: Event, sheet: Sheet, chance: random.Random) -> Event:
    """The event after a round paired so, with results."""
    event = event.with_sheet(sheet)
    for board in sheet.pairings:
        if board.black is not None:
            event = event.with_result(
                sheet.round,
                red=board.red,
                black=board.black,
                score=chance.choice([Score.WIN, Score.WIN, Score.DRAW, Score.LOSS]),
                forfeit=chance.random() < 0.05,
            )
    return event


def wild(seed: int) -> Event:
    """Rounds that nobody paired by any rule: colours as no system would give them."""
    chance = random.Random(seed)
    count, rounds = chance.randint(4, 9), chance.randint(2, 5)
    rows: list[list[Cell]] = [[] for _ in range(count)]
    met: set[frozenset[int]] = set()
    for round in range(rounds):
        order = chance.sample(range(count), count)
        while len(order) > 1:
            red = order.pop()
            found = [black for black in order if frozenset({red, black}) not in met]
            if found:
                black = found[0]
                order.remove(black)
                met.add(frozenset({red, black}))
                score = chance.choice([Score.WIN, Score.WIN, Score.DRAW])
                rows[red].append(Cell(black + 1, "red", score, Kind.GAME))
                rows[black].append(Cell(red + 1, "black", score.reverse, Kind.GAME))
        for row in rows:
            if len(row) == round:
                row.append(Cell(kind=chance.choice([Kind.HALF_BYE, Kind.ZERO_BYE])))
    return Event(
        players=tuple(map(Player, range(1, count + 1))),
        cells=tuple(map(tuple, rows)),
        rounds_total=rounds + chance.choice([1, 1, 4]),
        initial_side="red",
    )
