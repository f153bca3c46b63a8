"""The build backend of the wheel: maturin, after seeing that the web pages are built.

Python's build tools (`pip wheel .`) call the functions named in PEP 517 and
PEP 660; all of them are maturin's. Those that make a wheel first bring the
pages in ``python/chuhe/server/static`` up to date, so that one command on a
fresh checkout gives a wheel that serves the board.

Run as a program, ``python tools/build_backend.py`` only builds the pages.
"""

from __future__ import annotations

import hashlib
import shutil
import subprocess
import sys
import zipfile
import zlib
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
WEB = ROOT / "web"
STATIC = ROOT / "python" / "chuhe" / "server" / "static"
#: What the pages were built from, kept beside them.
STAMP = STATIC / ".built-from"
#: How often a wheel is built before a faulty one is given up as an error.
TRIES = 5
_NOT_SOURCES = {"node_modules", "dist", "tests", "test-results", "coverage"}


def build_pages() -> None:
    """Build the web pages unless they are there and made from the present sources.

    Raises:
        SystemExit: the pages must be built and node's npm is missing or fails.
    """
    if not (WEB / "package.json").exists():  # an sdist carries the built pages alone
        _require((STATIC / "index.html").exists(), f"no pages in {STATIC} and no sources in {WEB}")
        return
    wanted = _fingerprint()
    if (STATIC / "index.html").exists() and STAMP.exists() and STAMP.read_text() == wanted:
        return
    npm = shutil.which("npm")
    _require(npm is not None, "the web pages need building: install Node.js 20 or later with npm")
    lock, installed = WEB / "package-lock.json", WEB / "node_modules" / ".package-lock.json"
    if not installed.exists() or installed.stat().st_mtime < lock.stat().st_mtime:
        _npm("ci", "--no-audit", "--no-fund")
        installed.touch()
    _npm("run", "--silent", "build", "--", "--logLevel", "warn")
    _require((STATIC / "index.html").exists(), f"`npm run build` left no index.html in {STATIC}")
    STAMP.write_text(wanted)


def sound_wheel(folder: str, build: Callable[[], str]) -> str:
    """Build a wheel and look it over, again while its archive is faulty.

    Now and then maturin writes an archive with a wrong checksum (its issue 2499),
    which pip and the package index refuse.

    Args:
        folder: where ``build`` puts the wheel.
        build: builds it and gives its name.

    Raises:
        SystemExit: the wheel was faulty every time.
    """
    for attempt in range(1, TRIES + 1):
        name = str(build())
        fault = archive_fault(Path(folder) / name)
        if not fault:
            return name
        print(f"chuhe: {name}: {fault} (attempt {attempt})", file=sys.stderr)
    raise SystemExit(f"chuhe: {name} was faulty {TRIES} times: {fault}")


def archive_fault(wheel: Path) -> str:
    """What is wrong with a zip archive, empty if every file in it can be read."""
    try:
        with zipfile.ZipFile(wheel) as archive:
            first_bad = archive.testzip()
    except (zipfile.BadZipFile, zlib.error) as error:
        return str(error)
    return f"bad checksum of {first_bad}" if first_bad else ""


def _npm(*arguments: str) -> None:
    # Build tools read our standard output; npm's talk goes to standard error.
    done = subprocess.run(["npm", *arguments], cwd=WEB, stdout=sys.stderr, check=False)
    _require(done.returncode == 0, f"`npm {' '.join(arguments)}` failed in {WEB}")


def _fingerprint() -> str:
    digest = hashlib.sha256()
    for path in _sources():
        digest.update(f"{path.relative_to(ROOT).as_posix()}\0".encode())
        digest.update(path.read_bytes())
    return digest.hexdigest()


def _sources() -> Iterator[Path]:
    for entry in sorted(WEB.iterdir()):
        if entry.name in _NOT_SOURCES or entry.name.startswith("."):
            continue
        yield from (
            [entry] if entry.is_file() else sorted(p for p in entry.rglob("*") if p.is_file())
        )


def _require(fact: bool, otherwise: str) -> None:
    if not fact:
        raise SystemExit(f"chuhe: {otherwise}")


# PEP 517 and PEP 660. maturin is imported late: building the pages needs only Python.

Settings = dict[str, Any] | None


def get_requires_for_build_wheel(config_settings: Settings = None) -> list[str]:
    import maturin

    return list(maturin.get_requires_for_build_wheel(config_settings))


get_requires_for_build_editable = get_requires_for_build_wheel
get_requires_for_build_sdist = get_requires_for_build_wheel


def prepare_metadata_for_build_wheel(
    metadata_directory: str, config_settings: Settings = None
) -> str:
    import maturin

    return str(maturin.prepare_metadata_for_build_wheel(metadata_directory, config_settings))


prepare_metadata_for_build_editable = prepare_metadata_for_build_wheel


def build_wheel(
    wheel_directory: str, config_settings: Settings = None, metadata_directory: str | None = None
) -> str:
    import maturin

    build_pages()
    return sound_wheel(
        wheel_directory,
        lambda: maturin.build_wheel(wheel_directory, config_settings, metadata_directory),
    )


def build_editable(
    wheel_directory: str, config_settings: Settings = None, metadata_directory: str | None = None
) -> str:
    import maturin

    build_pages()
    return sound_wheel(
        wheel_directory,
        lambda: maturin.build_editable(wheel_directory, config_settings, metadata_directory),
    )


def build_sdist(sdist_directory: str, config_settings: Settings = None) -> str:
    import maturin

    build_pages()
    return str(maturin.build_sdist(sdist_directory, config_settings))


if __name__ == "__main__":
    build_pages()
