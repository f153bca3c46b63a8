"""A folder of files, each replaced whole or not at all.

Whoever looks at the folder meanwhile sees old files and new ones, never half a
file.  What was written here before and is no more is removed; files of others
in the same folder are left alone.
"""

from __future__ import annotations

import json
import os
from collections.abc import Mapping
from pathlib import Path, PurePosixPath

__all__ = ["LISTING", "write_folder"]

#: Tells, in the folder, which files were written here.
LISTING = ".chuhe-files"


def write_folder(folder: str | os.PathLike[str], files: Mapping[str, bytes]) -> int:
    """Write files into a folder, which is made if it is not there.

    Args:
        folder: where to.
        files: path with ``/`` below the folder → content.

    Returns:
        How many files changed, those removed too.

    Raises:
        OSError: something cannot be written.

    >>> import tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     first = write_folder(folder, {"a/b.txt": b"one", "c.txt": b"two"})
    ...     again = write_folder(folder, {"c.txt": b"two"})
    ...     first, again, sorted(p.name for p in Path(folder).iterdir())
    (2, 1, ['.chuhe-files', 'c.txt'])
    """
    home = Path(folder)
    home.mkdir(parents=True, exist_ok=True)
    changed = 0
    before = _listed(home)
    # All that is or will be ours, before anything is written: a run that is killed leaves nothing
    # that a later one would not know.
    _replace(home / LISTING, _listing(before | set(files)))
    for name, data in files.items():
        path = home.joinpath(*PurePosixPath(name).parts)
        if path.is_file() and path.read_bytes() == data:
            continue
        path.parent.mkdir(parents=True, exist_ok=True)
        _replace(path, data)
        changed += 1
    for name in sorted(before - set(files), reverse=True):
        path = home.joinpath(*PurePosixPath(name).parts)
        if path.is_file():
            path.unlink()
            changed += 1
        for parent in path.parents:
            if parent == home or not parent.is_dir() or any(parent.iterdir()):
                break
            parent.rmdir()
    _replace(home / LISTING, _listing(set(files)))
    return changed


def _listing(names: set[str]) -> bytes:
    return json.dumps(sorted(names), ensure_ascii=False).encode("utf-8")


def _listed(home: Path) -> set[str]:
    """What was written here before; a path that leads out of the folder is not believed."""
    try:
        names = json.loads((home / LISTING).read_bytes())
    except (OSError, ValueError):
        return set()
    if not isinstance(names, list):
        return set()
    paths = [PurePosixPath(name) for name in names if isinstance(name, str)]
    return {
        str(path)
        for path in paths
        if path.parts and not path.is_absolute() and ".." not in path.parts
    }


def _replace(path: Path, data: bytes) -> None:
    draft = path.with_name(f".{path.name[:80]}.{os.getpid()}")
    try:
        draft.write_bytes(data)
        draft.replace(path)
    except OSError:
        draft.unlink(missing_ok=True)
        raise
