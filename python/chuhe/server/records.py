"""Records of games for pages: parsed to be stepped through, and written from tables."""

from __future__ import annotations

from chuhe import table as t
from chuhe.server import bodies as b

STYLES = ("zh", "wxf", "iccs")


def pgn_of(table: t.Table, style: str) -> str:
    raise NotImplementedError


def view(data: bytes, game: int, name: str) -> b.Record:
    raise NotImplementedError


def start_of(data: bytes, game: int, ply: int | None) -> tuple[str, list[str]] | None:
    raise NotImplementedError
