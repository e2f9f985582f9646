"""Servers for the tests, with real databases of both kinds."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.server import postgres as postgresql
from tests.server.kit import Running, running
from tests.server.postgres import Postgres

HERE = Path(__file__).parent

QUICK = {"test_playing.py", "test_secrets.py"}
"""What `make check` runs of the tests of the server; there are too many for a minute."""


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Leave the rest to `make test`."""
    for item in items:
        if HERE in item.path.parents and item.path.name not in QUICK:
            item.add_marker(pytest.mark.slow)


BOTH = ["sqlite", pytest.param("postgres", marks=pytest.mark.slow)]


@pytest.fixture(scope="session")
def postgres() -> Iterator[Postgres]:
    """A PostgreSQL for all tests of this process; that it cannot be started is a failure."""
    with postgresql.running() as found:
        yield found


@pytest.fixture
def postgres_to_kill() -> Iterator[Postgres]:
    """A PostgreSQL of one's own, to do with as one likes."""
    with postgresql.running() as found:
        yield found


@pytest.fixture(params=BOTH)
def database_url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """The address of an empty database, of either kind."""
    return _address(request, tmp_path)


@pytest.fixture(scope="module", params=BOTH)
def server(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Running]:
    """A server on this machine, for all tests of a module, with either kind of database."""
    folder = tmp_path_factory.mktemp("server")
    with running(folder, database_url=_address(request, folder)) as found:
        yield found


def _address(request: pytest.FixtureRequest, folder: Path) -> str:
    if request.param == "sqlite":
        return f"sqlite:///{folder / 'battles.sqlite3'}"
    found: Postgres = request.getfixturevalue("postgres")
    return found.new_database()
