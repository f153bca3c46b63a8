"""Where programs of a person keep what they know."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

__all__ = ["VARIABLE", "data_folder", "default_place"]

#: The environment may name the library here.
VARIABLE = "CHUHE_LIBRARY"


def data_folder(environ: Mapping[str, str], platform: str, home: Path) -> Path:
    """Where a program of this platform keeps its data.

    >>> data_folder({}, "linux", Path("/home/me")).as_posix()
    '/home/me/.local/share/chuhe'
    """
    if platform == "win32":
        base = Path(environ.get("LOCALAPPDATA") or home / "AppData/Local")
    elif platform == "darwin":
        base = home / "Library/Application Support"
    else:
        base = Path(environ.get("XDG_DATA_HOME") or home / ".local/share")
    return base / "chuhe"


def default_place(environ: Mapping[str, str], platform: str, home: Path) -> str:
    """The library of somebody who names none.

    >>> default_place({}, "darwin", Path("/Users/me"))
    '/Users/me/Library/Application Support/chuhe/games.chuhelib'
    >>> default_place({"CHUHE_LIBRARY": "postgresql+psycopg:///xiangqi"}, "linux", Path("/"))
    'postgresql+psycopg:///xiangqi'
    """
    return environ.get(VARIABLE) or str(data_folder(environ, platform, home) / "games.chuhelib")
