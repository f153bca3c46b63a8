"""A PostgreSQL of the tests' own: in a folder that goes away, reached by a socket in it alone."""

from __future__ import annotations

import os
import pwd
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import count
from pathlib import Path

__all__ = ["Cluster", "binaries", "running"]

_names = count()


def binaries() -> Path | None:
    """Where the programs of PostgreSQL are, the newest first."""
    versions = sorted(Path("/usr/lib/postgresql").glob("*/bin/initdb"), key=str, reverse=True)
    found = [str(path) for path in versions] or [shutil.which("initdb") or ""]
    return Path(found[0]).parent if found[0] else None


class Cluster:
    """A server that runs."""

    def __init__(self, folder: Path, user: str) -> None:
        self.folder = folder
        self.user = user

    def url(self, name: str = "postgres") -> str:
        """The URL of a database."""
        return f"postgresql+psycopg://{self.user}@/{name}?host={self.folder}"

    def new(self) -> str:
        """The URL of a new, empty database."""
        import psycopg

        name = f"library{next(_names)}"
        with psycopg.connect(
            host=str(self.folder), user=self.user, dbname="postgres", autocommit=True
        ) as connection:
            connection.execute(f"CREATE DATABASE {name}".encode())
        return self.url(name)


@contextmanager
def running() -> Iterator[Cluster]:
    """A server, stopped and removed at the end. It refuses to run as root, so another does."""
    programs = binaries()
    assert programs is not None
    user = pwd.getpwuid(os.getuid()).pw_name
    if os.getuid() == 0:
        known = {entry.pw_name for entry in pwd.getpwall()}
        user = "postgres" if "postgres" in known else "nobody"
    folder = Path(tempfile.mkdtemp(prefix="chuhe-pg-", dir="/tmp"))
    data = folder / "data"
    before: list[str] = []
    if os.getuid() == 0:
        shutil.chown(folder, user)
        # With the right to write to /dev/null, which not every container gives to everybody.
        before = ["setpriv", "--reuid", user, "--regid", str(pwd.getpwnam(user).pw_gid)]
        before += ["--clear-groups", "--inh-caps=+dac_override", "--ambient-caps=+dac_override"]

    def run(program: str, *words: str) -> None:
        subprocess.run(
            [*before, programs / program, *words],
            check=True,
            cwd=folder,
            env={"PATH": os.environ["PATH"], "LC_ALL": "C.UTF-8"},
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )

    try:
        run("initdb", "-D", str(data), "-A", "trust", "-E", "UTF8", "--no-sync")
        options = f"-k {folder} -c listen_addresses='' -c fsync=off -c max_connections=20"
        run("pg_ctl", "-D", str(data), "-o", options, "-l", str(folder / "log"), "-w", "start")
        try:
            yield Cluster(folder, user)
        finally:
            run("pg_ctl", "-D", str(data), "-m", "immediate", "-w", "stop")
    finally:
        shutil.rmtree(folder, ignore_errors=True)
