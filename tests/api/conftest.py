"""The door without a server, whose workers are real ones; and a real server, started once for all that ask it."""

from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import pytest

from ddcore.api import document
from ddcore.api.routes import api
from tests.helpers import serving
from tests.helpers.processes import descendants
from tests.helpers.serving import free_port, running
from tests.helpers.tiers import some_of
from tests.helpers.until import soon


@pytest.fixture(scope="session")
def program():
    """All of JSON, as `app.py` mounts it."""
    made = api()
    yield made
    made.state.door.end()


@pytest.fixture(scope="session")
def described():
    """The description of JSON, which no test changes."""
    return document.document()


WAYS = {"streamlit": serving.COMMANDS["streamlit"], "uvicorn": ["uvicorn", "app:app", "--port"]}
"""As people start it, with whatever it logs by itself."""


class Server(NamedTuple):
    """The address of its pages, its process, and where its log stands."""

    site: str
    process: int
    log: Path

    @property
    def api(self) -> str:
        return f"{self.site}/api/v1"


@pytest.fixture(scope="session", params=some_of(WAYS, "streamlit"))
def server(request, tmp_path_factory) -> Iterator[Server]:
    log, port = tmp_path_factory.mktemp("server") / "log", free_port()
    with pytest.MonkeyPatch.context() as patch, log.open("wb") as output:
        patch.setitem(serving.COMMANDS, "here", WAYS[request.param])
        with running(port, "here", stdout=output, stderr=output) as process:
            yield Server(f"http://localhost:{port}", process.pid, log)
            before = [process.pid, *descendants(process.pid)]
            process.terminate()
            process.wait(30)
        # Those that stood ready, and those that answered, end with it.
        soon(lambda: not any(Path(f"/proc/{one}").exists() for one in before))
