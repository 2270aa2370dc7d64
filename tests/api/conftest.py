"""The door without a server: its workers are real ones."""

import pytest

from ddcore.api.routes import api


@pytest.fixture(scope="session")
def program():
    """All of JSON, as `app.py` mounts it."""
    made = api()
    yield made
    made.state.door.end()
