"""Running the server as a program: its data folder, its port, its end."""

from __future__ import annotations

import contextlib
import errno
import json
import logging
import os
import signal
import socket
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from types import FrameType

import uvicorn

from chuhe.errors import ChuheError, add_messages
from chuhe.i18n import N_
from chuhe.library.place import data_folder
from chuhe.server.app import Service, make_app
from chuhe.server.messages import MAX_MESSAGE

__all__ = ["DATABASE", "InUse", "ServeError", "claim", "data_folder", "listen", "run"]

DATABASE = "tables.sqlite"
#: So many ports are tried one after the other when the first is taken.
PORTS_TRIED = 20

add_messages(
    {
        "port_taken": N_("port {port} is taken; choose another with --port"),
        "port_refused": N_("cannot listen on {host} port {port}: {why}"),
        "data_in_use": N_("the data in {folder} are in use by the server at {url}"),
    }
)


class ServeError(ChuheError):
    """The server cannot be started."""


class InUse(ServeError):
    """Another server works on the same data; ``url`` is where it answers, if known."""

    @property
    def url(self) -> str:
        """Its address, or empty."""
        return str(self.facts.get("url", ""))


def listen(host: str, port: int, *, search: bool) -> socket.socket:
    """A socket listening on ``port``, or with ``search`` on the next free one.

    Raises:
        ServeError: ``port_taken``, ``port_refused``.
    """
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    last = port + (PORTS_TRIED if search and port else 0)
    for number in range(port, min(last, 65535) + 1):
        listener = socket.socket(family)
        if os.name == "posix":  # elsewhere the option would let two servers share a port
            listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            listener.bind((host, number))
            listener.listen(512)
        except OSError as error:
            listener.close()
            if error.errno != errno.EADDRINUSE:
                facts = {"host": host, "port": number, "why": error.strerror or str(error)}
                raise ServeError("port_refused", facts) from error
        else:
            return listener
    raise ServeError("port_taken", {"port": port})


@contextmanager
def claim(folder: Path, url: str) -> Iterator[None]:
    """Hold the data folder for this process; ``url`` is told to whoever comes second.

    The system lets go of the lock when the process ends, however it ends.

    Raises:
        InUse: another process holds it.
        OSError: the folder cannot be written.
    """
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / "server.lock"
    with open(path, "a+", encoding="utf-8") as file:
        if not _lock(file.fileno()):
            file.seek(0)
            with contextlib.suppress(ValueError):
                url = str(json.loads(file.read(1000))["url"])
                raise InUse("data_in_use", {"folder": folder, "url": url})
            raise InUse("data_in_use", {"folder": folder, "url": "?"})
        file.truncate(0)
        file.write(json.dumps({"url": url, "pid": os.getpid()}))
        file.flush()
        yield


def run(
    service: Service,
    listener: socket.socket,
    *,
    ready: Callable[[], None] | None = None,
    log_level: str = "warning",
    trusted_proxies: str = "",
) -> None:
    """Serve until Ctrl-C or SIGTERM, then say goodbye to the pages and stop.

    Args:
        ready: called when connections are taken.
        trusted_proxies: addresses whose ``X-Forwarded-…`` headers are believed.
    """
    logging.basicConfig(level=log_level.upper(), format="%(levelname)s %(name)s: %(message)s")
    logging.getLogger("uvicorn.error").addFilter(_no_fault_of_ours)
    config = uvicorn.Config(
        make_app(service),
        log_level=log_level,
        access_log=False,
        server_header=False,
        proxy_headers=bool(trusted_proxies),
        forwarded_allow_ips=trusted_proxies or None,
        ws="websockets-sansio",
        # Larger ones are cut off below us; up to this we answer with a reason.
        ws_max_size=4 * MAX_MESSAGE,
        ws_per_message_deflate=False,
        timeout_graceful_shutdown=3,
        lifespan="on",
    )
    _Server(config, service, ready).run(sockets=[listener])


class _Server(uvicorn.Server):
    def __init__(
        self, config: uvicorn.Config, service: Service, ready: Callable[[], None] | None
    ) -> None:
        super().__init__(config)
        self._service = service
        self._ready = ready
        self._signals = 0

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        if self._ready is not None and not self.should_exit:
            self._ready()

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        # Before uvicorn closes the sockets in its own words, pages are told to come back.
        self._service.events.stop()
        await self._service.hub.close()
        await super().shutdown(sockets)

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        # uvicorn would raise the signal again at the end; for us it is a normal end.
        # A second Ctrl-C is impatience: the end takes seconds at most. The third is meant.
        self._signals += 1
        self.force_exit = self._signals > 2 and sig == signal.SIGINT
        self.should_exit = True


def _no_fault_of_ours(record: logging.LogRecord) -> bool:
    """Leave out of the log what uvicorn says, with a traceback, of a client's bad bytes."""
    return not str(record.msg).startswith("Invalid UTF-8 sequence")


def _lock(descriptor: int) -> bool:
    if sys.platform == "win32":
        return True  # SQLite's own locks and the journal's numbers must do there
    import fcntl

    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        return False
    return True
