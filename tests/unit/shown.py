"""``chuhe show`` called in this process."""

from collections.abc import Callable
from contextvars import copy_context
from typing import NamedTuple

import pytest

from chuhe.cli.main import main


class Told(NamedTuple):
    status: int
    out: str
    err: str
    data: bytes


Show = Callable[..., Told]


def show_with(capture: pytest.CaptureFixture[bytes]) -> Show:
    def run(*words: object, lang: str = "en") -> Told:
        with pytest.raises(SystemExit) as stop:
            copy_context().run(main, ["show", "--lang", lang, *map(str, words)])
        out, err = capture.readouterr()
        assert isinstance(stop.value.code, int)
        return Told(stop.value.code, out.decode("utf-8", "replace"), err.decode(), out)

    return run
