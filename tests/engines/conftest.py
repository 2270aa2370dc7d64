"""The servers that tests of tables share: each is started once, when the first test needs it."""

from collections.abc import Iterator

import pytest

from tests.helpers.servers import PostgreSQL, Spark, postgresql, spark_connect


@pytest.fixture(scope="session")
def postgres() -> Iterator[PostgreSQL]:
    """PostgreSQL."""
    with postgresql() as server:
        yield server


@pytest.fixture(scope="session")
def spark() -> Iterator[Spark]:
    """Spark Connect, for tests marked `full`: its package is installed for these alone."""
    with spark_connect() as server:
        yield server
