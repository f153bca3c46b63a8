"""Engines behind one face: the built-in one and any UCI or UCCI program.

>>> import chuhe
>>> from chuhe.engines import BuiltinEngine, Limit
>>> with BuiltinEngine() as engine:
...     result = engine.play(chuhe.Board(), Limit(depth=4))
>>> result.move in chuhe.Board().legal_moves
True

Another program is started with its command; its protocol, the way it counts
ranks and the letters it reads are found out by asking it::

    with UciEngine.popen(["pikafish"]) as engine:
        for line in engine.analyse(board, Limit(time=2.0), lines=3):
            print(line.score, [move.uci() for move in line.pv])

A program that ends, hangs or talks nonsense raises `EngineDied`,
`EngineTimeout` or `EngineError`; it never hangs the caller.
"""

from chuhe.engines.builtin import BuiltinEngine
from chuhe.engines.program import UciEngine
from chuhe.engines.words import (
    STRONGEST,
    WEAKEST,
    Engine,
    Info,
    Limit,
    PlayResult,
    Score,
    StopSignal,
)
from chuhe.errors import EngineDied, EngineError, EngineTimeout

__all__ = [
    "STRONGEST",
    "WEAKEST",
    "BuiltinEngine",
    "Engine",
    "EngineDied",
    "EngineError",
    "EngineTimeout",
    "Info",
    "Limit",
    "PlayResult",
    "Score",
    "StopSignal",
    "UciEngine",
]
