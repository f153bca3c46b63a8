"""The command on one file of an event, for tests."""

import json
from contextvars import copy_context
from pathlib import Path
from typing import Any

import pytest

from chuhe.cli.main import main


class Run:
    """The command on one file of an event."""

    def __init__(self, capfd: pytest.CaptureFixture[str], event: Path) -> None:
        self.capfd = capfd
        self.event = event

    def __call__(self, command: str, *words: object, lang: str = "en", status: int = 0) -> str:
        line = ["--lang", lang, "tournament", command, str(self.event), *map(str, words)]
        with pytest.raises(SystemExit) as stop:
            copy_context().run(main, line)
        told = self.capfd.readouterr()
        assert stop.value.code == status, told
        assert "Traceback" not in told.err
        return told.out + told.err

    def json(self, command: str, *words: object, status: int = 0) -> Any:
        return json.loads(self(command, *words, "--json", status=status))
