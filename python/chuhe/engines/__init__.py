"""Engines behind one face: the built-in one and any UCI or UCCI program.

>>> import chuhe
>>> from chuhe.engines import Engine, Limit
>>> with Engine.builtin() as engine:
...     result = engine.play(chuhe.Board(), Limit(depth=4))
>>> result.move in chuhe.Board().legal_moves
True

Another program is started with its command; its protocol, the way it counts
ranks and the letters it reads are found out by asking it::

    with Engine.popen(["pikafish"]) as engine:
        for line in engine.analyse(board, Limit(time=2.0), lines=3):
            print(line.score, [move.uci() for move in line.pv])

Lines can be read while the search goes on, and every call has a twin for ``async`` code::

    async with await Engine.popen_async("pikafish") as engine:
        async with engine.analysis(board, lines=3) as analysis:
            async for line in analysis:
                if line.depth >= 20:
                    break

A program that ends, hangs or talks nonsense raises `EngineDied`,
`EngineTimeout` or `EngineError`; it never hangs the caller.
"""

from chuhe.engines.analysis import Analysis
from chuhe.engines.builtin import BuiltinEngine
from chuhe.engines.dialect import Option
from chuhe.engines.face import Engine
from chuhe.engines.program import UciEngine
from chuhe.engines.words import (
    STRONGEST,
    WEAKEST,
    Info,
    Limit,
    PlayResult,
    Score,
    StopSignal,
)
from chuhe.engines.xboard import XboardEngine
from chuhe.errors import EngineDied, EngineError, EngineTimeout

__all__ = [
    "STRONGEST",
    "WEAKEST",
    "Analysis",
    "BuiltinEngine",
    "Engine",
    "EngineDied",
    "EngineError",
    "EngineTimeout",
    "Info",
    "Limit",
    "Option",
    "PlayResult",
    "Score",
    "StopSignal",
    "UciEngine",
    "XboardEngine",
]
