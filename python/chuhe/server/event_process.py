"""Work of an event in a process of its own, which can be ended at any time.

    python -m chuhe.server.event_process pair FILE [SECTION]
    python -m chuhe.server.event_process pdf

The first writes the next round to its standard output, the second the page on
its standard input as PDF.  Both may be at work for long and keep Python's lock,
and no game on the server could be played meanwhile.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import sys
from collections.abc import Mapping
from pathlib import Path

from chuhe.errors import ChuheError, PairingError
from chuhe.tournament.journal import Fact
from chuhe.tournament.model import EventError

__all__ = ["pdf_of", "proposed"]

#: The exit status of work that was refused; its standard output says why.
REFUSED = 3
_KINDS: Mapping[str, type[ChuheError]] = {"PairingError": PairingError, "EventError": EventError}


async def proposed(path: Path, section: str) -> tuple[int, Fact]:
    """The next round as it would be paired now, and how long the log then was.

    Raises:
        EventError, PairingError: as `desk.next_pairing`.
        RuntimeError: the process ended otherwise.
    """
    answer = json.loads(await _run(b"", "pair", str(path), section))
    return answer["seen"], answer["fact"]


async def pdf_of(page: bytes) -> bytes:
    """A page as PDF.

    Raises:
        EventError: ``prints.no_pdf``.
        RuntimeError: the process ended otherwise.
    """
    return await _run(page, "pdf")


async def _run(given: bytes, *words: str) -> bytes:
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "chuhe.server.event_process", *words),
        stdin=asyncio.subprocess.PIPE,
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.PIPE,
    )
    try:
        out, errors = await process.communicate(given)
    finally:
        if process.returncode is None:
            with contextlib.suppress(ProcessLookupError):
                process.kill()
            await process.wait()
    if process.returncode == REFUSED:
        why = json.loads(out)
        raise _KINDS.get(why["kind"], ChuheError)(why["code"], why["facts"])
    if process.returncode != 0:
        raise RuntimeError(errors.decode("utf-8", "replace")[-2000:])
    return out


def main(what: str, *words: str) -> int:
    """Do it; the exit status."""
    try:
        done = _pair(*words) if what == "pair" else _pdf()
    except ChuheError as error:
        facts = {name: _plain(value) for name, value in error.facts.items()}
        why = {"kind": type(error).__name__, "code": error.code, "facts": facts}
        sys.stdout.write(json.dumps(why))
        return REFUSED
    sys.stdout.buffer.write(done)
    return 0


def _pair(path: str, section: str = "") -> bytes:
    from chuhe.server.event_desk import EventDesk

    with EventDesk.open(path, clock=str, section=section) as desk:
        seen, fact = desk.proposal()
    return json.dumps({"seen": seen, "fact": dict(fact)}).encode()


def _pdf() -> bytes:
    from chuhe.tournament.prints_pdf import to_pdf

    return to_pdf(sys.stdin.buffer.read().decode())


def _plain(value: object) -> object:
    return value if isinstance(value, str | int | float | bool | None) else str(value)


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
