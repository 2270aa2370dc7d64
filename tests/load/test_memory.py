"""What a visitor leaves behind."""

import asyncio
import time
import urllib.request

import pytest
from house.serving import serving
from load.visitor import visiting

FILE = b"truth,score\n" + b"yes,0.9\nno,0.2\nyes,0.4\nno,0.6\n" * 10**4


def uploads(address: str) -> bool:
    """Whether the server holds any file, as it says itself."""
    with urllib.request.urlopen(f"{address}/_stcore/metrics") as response:
        return b"UploadedFileManager" in response.read()


def test_a_file_is_forgotten_soon_after_its_visitor_left(monkeypatch):
    monkeypatch.setenv("STREAMLIT_SERVER_DISCONNECTED_SESSION_TTL", "3")

    async def visit(address: str) -> None:
        async with visiting(address) as visitor:
            await visitor.open()
            await visitor.choose("data_kind", "File")
            await visitor.upload("data_file", "predictions.csv", FILE)
            assert any("beats" in heading for heading in visitor.said("heading"))
            assert uploads(address)

    with serving() as address:
        asyncio.run(visit(address))
        deadline = time.monotonic() + 30
        while uploads(address):
            assert time.monotonic() < deadline
            time.sleep(0.2)


def test_visitors_stay_on_this_machine():
    async def visit() -> None:
        async with visiting("http://example.com"):
            pass

    with pytest.raises(ValueError, match="must be on this machine"):
        asyncio.run(visit())
