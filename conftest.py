"""What every test stands on: the texts are those of a Chinese user, whoever runs it."""

import asyncio
import os
import signal
from collections.abc import Iterator

import pytest
from hypothesis import HealthCheck, settings

os.environ["CHUHE_LANG"] = "zh-Hans"
os.environ["NO_COLOR"] = "1"
os.environ["COLUMNS"] = "100"

# A run started in the background ignores Ctrl-C, and so would every program it starts.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)

# How long an example takes says how busy the machine is.
settings.register_profile(
    "chuhe",
    deadline=None,
    derandomize=bool(os.environ.get("CI")),
    suppress_health_check=[HealthCheck.too_slow],
)
settings.load_profile("chuhe")


@pytest.fixture(autouse=True)
def loop_of_its_own(request: pytest.FixtureRequest) -> Iterator[None]:
    """Hide Playwright's event loop from tests that run one themselves.

    Once a browser test has run in this process, Playwright's loop stays the
    running one of this thread, though it stands still between calls.
    """
    if "e2e" in request.path.parts:
        yield
        return
    loop = asyncio._get_running_loop()
    asyncio._set_running_loop(None)
    yield
    asyncio._set_running_loop(loop)
