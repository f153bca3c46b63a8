"""What is asked and answered about analysis; answers come as lines of JSON, one after the other."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, Struct

from chuhe.server.objects import NamedMove, Side, Text
from chuhe.server.records_bodies import MAX_PLIES, TreeMove

__all__ = [
    "ANALYSIS_TYPES",
    "Analysed",
    "AnalysisAsked",
    "AnalysisLine",
    "AnalysisLines",
    "Analyst",
    "Done",
    "GameAsked",
    "JudgedMove",
    "PlyScore",
    "SideFound",
]

#: Moves of a game that is looked at as a whole.
MOST_GAME = 400

_Fen = Annotated[str, Meta(max_length=200)]
_Move = Annotated[str, Meta(max_length=4)]
_Rules = Annotated[str, Meta(max_length=400)]


class AnalysisAsked(Struct, frozen=True, forbid_unknown_fields=True):
    """Body of ``POST /api/analysis``."""

    fen: _Fen
    moves: Annotated[list[_Move], Meta(max_length=MAX_PLIES)]
    lines: Annotated[int, Meta(ge=1, le=5)] = 1
    threat: bool = False
    depth: Annotated[int, Meta(ge=1, le=40)] = 30
    seconds: Annotated[float, Meta(gt=0, le=60)] = 20.0
    rules: _Rules = "club"


class GameAsked(Struct, frozen=True, forbid_unknown_fields=True):
    """Body of ``POST /api/analysis/game``."""

    fen: _Fen
    moves: Annotated[list[_Move], Meta(min_length=1, max_length=MOST_GAME)]
    nodes: Annotated[int, Meta(ge=100, le=200_000)] = 50_000
    rules: _Rules = "club"


class Analyst(Struct, frozen=True):
    """Answer of ``GET /api/analysis``."""

    analysis: bool


class AnalysisLine(Struct, frozen=True):
    """A line: its score for Red, his share of the point, its moves."""

    cp: int | None
    mate: int | None
    share: float
    moves: list[NamedMove]


class AnalysisLines(Struct, frozen=True, tag_field="t", tag="lines"):
    """The best lines so far."""

    depth: int
    nodes: int
    seconds: float
    turn: Side
    lines: list[AnalysisLine]


class PlyScore(Struct, frozen=True, tag_field="t", tag="position"):
    """The score of one position of a game."""

    ply: int
    cp: int | None
    mate: int | None
    share: float
    depth: int


class JudgedMove(Struct, frozen=True):
    """What a move was worth, and the better line if something was lost."""

    ply: int
    grade: str
    name: Text
    nag: int | None
    loss: float
    text: Text | None
    better: list[TreeMove]


class SideFound(Struct, frozen=True):
    """How a side played."""

    accuracy: float | None
    cp_loss: float | None
    grades: dict[str, int]


class Analysed(Struct, frozen=True, tag_field="t", tag="report"):
    """What was found in a game."""

    complete: bool
    engine: str
    #: Regular expressions of the sentences that analyses write, as `chuhe.analysis` has them.
    sentences: list[str]
    moves: list[JudgedMove]
    red: SideFound
    black: SideFound


class Done(Struct, frozen=True, tag_field="t", tag="done"):
    """Nothing more comes."""

    why: Literal["limit", "over", "check", "replaced", "failed"]


ANALYSIS_TYPES = (Analyst, AnalysisAsked, GameAsked, AnalysisLines, PlyScore, Analysed, Done)
