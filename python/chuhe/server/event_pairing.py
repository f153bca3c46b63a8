"""A round worked out in a process of its own.

The matching of a big event keeps Python's lock for seconds, and no game on the
server could be played meanwhile.  So the server starts this module, which reads
the file and writes the round to its standard output; it can be ended at any time.

    python -m chuhe.server.event_pairing FILE [SECTION]
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

__all__ = ["proposed"]

_KINDS: Mapping[str, type[ChuheError]] = {"PairingError": PairingError, "EventError": EventError}


async def proposed(path: Path, section: str) -> tuple[int, Fact]:
    """The next round as it would be paired now, and how long the log then was.

    Raises:
        EventError, PairingError: as `desk.next_pairing`.
        RuntimeError: the process ended otherwise.
    """
    process = await asyncio.create_subprocess_exec(
        sys.executable,
        "-m",
        "chuhe.server.event_pairing",
        str(path),
        section,
        stdin=asyncio.subprocess.DEVNULL,
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.PIPE,
    )
    try:
        out, errors = await process.communicate()
    finally:
        if process.returncode is None:
            with contextlib.suppress(ProcessLookupError):
                process.kill()
            await process.wait()
    if process.returncode != 0:
        raise RuntimeError(errors.decode("utf-8", "replace")[-2000:])
    answer = json.loads(out)
    if "error" in answer:
        kind = _KINDS.get(answer["error"]["kind"], ChuheError)
        raise kind(answer["error"]["code"], answer["error"]["facts"])
    return answer["seen"], answer["fact"]


def main(path: str, section: str = "") -> None:
    """Write the round, or why there is none, as JSON."""
    from chuhe.server.event_desk import EventDesk

    answer: dict[str, object]
    try:
        with EventDesk.open(path, clock=str, section=section) as desk:
            seen, fact = desk.proposal()
        answer = {"seen": seen, "fact": dict(fact)}
    except ChuheError as error:
        facts = {name: _plain(value) for name, value in error.facts.items()}
        kind = type(error).__name__
        answer = {"error": {"kind": kind, "code": error.code, "facts": facts}}
    sys.stdout.write(json.dumps(answer))


def _plain(value: object) -> object:
    return value if isinstance(value, str | int | float | bool | None) else str(value)


if __name__ == "__main__":
    main(*sys.argv[1:3])
