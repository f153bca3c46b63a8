"""What the unit tests share."""

import shlex
from contextvars import copy_context
from pathlib import Path
from typing import Any

import pytest
from tests.unit.officiating import Told

from chuhe.cli.main import main


@pytest.fixture
def officiate(tmp_path: Path, capfdbinary: pytest.CaptureFixture[bytes]) -> Any:
    def run(script: str, options: str = "", lang: str = "en") -> Told:
        file = tmp_path / "script.txt"
        file.write_text(script, encoding="utf-8")
        words = ["officiate", "--lang", lang, "--script", str(file), *shlex.split(options)]
        with pytest.raises(SystemExit) as stop:
            copy_context().run(main, words)
        out, err = capfdbinary.readouterr()
        status = stop.value.code
        assert isinstance(status, int)
        return Told(status, out.decode(), err.decode())

    return run
