"""What a visitor leaves behind."""

import asyncio
import os
import time
import urllib.request
from collections.abc import Callable, Iterator

import pytest

from tests.helpers.processes import descendants
from tests.helpers.serving import serving
from tests.helpers.visitor import visiting

pytestmark = pytest.mark.full

FILE = b"truth,score\n" + b"yes,0.9\nno,0.2\nyes,0.4\nno,0.6\n" * 10**4


@pytest.fixture(scope="module")
def server() -> Iterator[str]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("STREAMLIT_SERVER_DISCONNECTED_SESSION_TTL", "3")
        with serving() as address:
            yield address


def uploads(address: str) -> bool:
    """Whether the server holds any file, as it says itself."""
    with urllib.request.urlopen(f"{address}/_stcore/metrics") as response:
        return b"UploadedFileManager" in response.read()


def processes() -> int:
    return len(list(descendants(os.getpid())))


def soon(done: Callable[[], bool], seconds: float = 90) -> None:
    deadline = time.monotonic() + seconds
    while not done():
        assert time.monotonic() < deadline
        time.sleep(0.1)


def test_a_file_is_forgotten_soon_after_its_visitor_left(server):
    async def visit() -> None:
        async with visiting(server) as visitor:
            await visitor.open("?data=File")
            await visitor.choose("data_kind", "File")
            await visitor.upload("data_file", "predictions.csv", FILE)
            assert any("beats" in heading for heading in visitor.said("heading"))
            assert uploads(server)

    asyncio.run(visit())
    soon(lambda: not uploads(server))


def test_long_work_ends_when_its_visitor_leaves(server):
    before = processes()

    async def visit() -> None:
        async with visiting(server) as visitor:
            coming = asyncio.create_task(visitor.open("likelihood?sample=pair_2&size=200000"))
            await asyncio.to_thread(soon, lambda: processes() > before)
            coming.cancel()

    asyncio.run(visit())
    # Sooner than the session is forgotten.
    soon(lambda: processes() == before, 3)


def test_visitors_stay_on_this_machine():
    async def visit() -> None:
        async with visiting("http://example.com"):
            pass

    with pytest.raises(ValueError, match="must be on this machine"):
        asyncio.run(visit())
