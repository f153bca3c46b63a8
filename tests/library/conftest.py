"""Libraries for the tests: as a file, and in a real PostgreSQL."""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from tests.library.postgres import Cluster, binaries, running

from chuhe.library import Library

KINDS = ["file", pytest.param("postgres", marks=pytest.mark.xdist_group("postgres"))]


@pytest.fixture(scope="session")
def cluster() -> Iterator[Cluster]:
    if binaries() is None:
        pytest.skip("PostgreSQL is not installed: tools/install_postgres.sh")
    with running() as found:
        yield found


@pytest.fixture(params=KINDS)
def place(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """Where a new library may be made."""
    if request.param == "file":
        return str(tmp_path / "games.chuhelib")
    cluster: Cluster = request.getfixturevalue("cluster")
    return cluster.new()


@pytest.fixture
def library(place: str) -> Iterator[Library]:
    with Library.open(place, create=True) as found:
        yield found


@pytest.fixture(params=KINDS, scope="session")
def new_library(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Callable[[], Library]:
    """Makes libraries, for tests that need one an example."""

    def make() -> Library:
        if request.param == "file":
            folder = tmp_path_factory.mktemp("library")
            return Library.open(folder / "games.chuhelib", create=True)
        cluster: Cluster = request.getfixturevalue("cluster")
        return Library.open(cluster.new(), create=True)

    return make
