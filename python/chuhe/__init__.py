"""Chuhe 楚河: the rules of Xiangqi 象棋, its records, its rulings.

>>> import chuhe
>>> board = chuhe.Board()
>>> board.push_uci("h2e2")
Move.from_uci('h2e2')
>>> len(board.legal_moves), board.is_check()
(45, False)
"""

from __future__ import annotations

from chuhe._core import (
    Move,
    Setup,
    __version__,
    legal_moves_batch,
    parse_square,
    perft,
    perft_batch,
    square,
    square_file,
    square_name,
    square_rank,
)
from chuhe.board import START_FEN, Board
from chuhe.errors import (
    AmbiguousMoveError,
    ChuheError,
    EngineDied,
    EngineError,
    EngineTimeout,
    FenError,
    IllegalMoveError,
    MessageError,
    MoveError,
    NotationError,
    PairingError,
    ParseError,
    Problem,
    RecordError,
    SetupError,
)
from chuhe.game import Game, Headers, Node
from chuhe.pieces import BLACK, RED, Color, Piece, Role
from chuhe.rules import RULES, Offence, Outcome, Penalty, RuleSet, Termination
from chuhe.squares import *  # noqa: F403
from chuhe.squares import __all__ as _squares

__all__ = [
    "BLACK",
    "RED",
    "RULES",
    "START_FEN",
    "AmbiguousMoveError",
    "Board",
    "ChuheError",
    "Color",
    "EngineDied",
    "EngineError",
    "EngineTimeout",
    "FenError",
    "Game",
    "Headers",
    "IllegalMoveError",
    "MessageError",
    "Move",
    "MoveError",
    "Node",
    "NotationError",
    "Offence",
    "Outcome",
    "PairingError",
    "ParseError",
    "Penalty",
    "Piece",
    "Problem",
    "RecordError",
    "Role",
    "RuleSet",
    "Setup",
    "SetupError",
    "Termination",
    "__version__",
    "legal_moves_batch",
    "parse_square",
    "perft",
    "perft_batch",
    "square",
    "square_file",
    "square_name",
    "square_rank",
]
__all__ += _squares
