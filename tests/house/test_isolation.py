"""Two visitors drop files of one name: nothing of one reaches the other, a link, the log, or a disk."""

import asyncio
import os
import subprocess
import threading
import time
from pathlib import Path

import pytest

from tests.helpers.processes import descendants
from tests.helpers.serving import free_port, running
from tests.helpers.visitor import visiting

pytestmark = pytest.mark.full

NAME = "same-name-7f3a.csv"
LARGE = 40 * 10**6


def content(mark: str, size: int) -> bytes:
    """Scores of 600 cases whose classes, columns and cells bear a mark; a column of text fills the file up."""
    filler = f"{mark}-cell".ljust(max(0, size // 600 - 40), "x")
    rows = (f"{mark}-{'yes' if i % 3 else 'no'},0.{i * 7919 % 1000:03d},{filler}" for i in range(600))
    return f"truth,{mark}-score,{mark}-note\n{chr(10).join(rows)}\n".encode()


class Heard:
    """A websocket that remembers what came."""

    def __init__(self, socket):
        self.socket, self.messages = socket, []

    async def send(self, message):
        await self.socket.send(message)

    async def recv(self):
        self.messages.append(await self.socket.recv())
        return self.messages[-1]


class Watch(threading.Thread):
    """Which regular files the server and all its children have open for writing, looked at again and again."""

    def __init__(self, server):
        super().__init__(daemon=True)
        self.server, self.found, self.looks, self.over = server, set(), 0, False

    def run(self):
        while not self.over:
            self.looks += 1
            for pid in (self.server, *descendants(self.server)):
                self._look(Path(f"/proc/{pid}"))
            time.sleep(0.01)

    def _look(self, process):
        try:
            for link in (process / "fd").iterdir():
                path = os.readlink(link)
                flags = int((process / "fdinfo" / link.name).read_text().split("flags:")[1].split()[0], 8)
                if flags & os.O_ACCMODE != os.O_RDONLY and path.startswith("/") and not path.startswith("/dev/"):
                    self.found.add(path)
        except OSError:  # a worker that ended, or an end that was closed, meanwhile
            return


async def two_visits(address):
    """What came over the line to each visitor, and which links they were given."""
    async with visiting(address) as one, visiting(address) as other:
        for visitor in (one, other):
            visitor.socket = Heard(visitor.socket)
            await visitor.open("?data=File")
        await asyncio.gather(
            one.upload("data_file", NAME, content("alpha", LARGE)), other.upload("data_file", NAME, content("beta", 0))
        )
        links = set()
        for path in ("curves", "costs", "baselines", ""):
            for visitor in (one, other):
                await visitor.go(path)
                links.add(visitor.query)
        return [b"".join(visitor.socket.messages) for visitor in (one, other)], links


@pytest.fixture(scope="module")
def visits(tmp_path_factory):
    temporary, log = tmp_path_factory.mktemp("temporary"), tmp_path_factory.mktemp("log") / "server.log"
    port = free_port()
    options = {"stderr": subprocess.STDOUT, "env": os.environ | {"TMPDIR": str(temporary)}}
    with log.open("wb") as written, running(port, stdout=written, **options) as server:
        watch = Watch(server.pid)
        watch.start()
        heard, links = asyncio.run(two_visits(f"http://localhost:{port}"))
        watch.over = True
        watch.join()
        left = list(temporary.iterdir())
    return {"heard": heard, "links": links, "watch": watch, "left": left, "log": log}


def test_each_visitor_is_told_of_one_file_only_and_of_no_cell_that_is_not_used(visits):
    for heard, own, others in zip(visits["heard"], (b"alpha-", b"beta-"), (b"beta-", b"alpha-"), strict=True):
        assert own + b"yes" in heard
        assert others not in heard
        assert b"-cell" not in heard


def test_neither_a_link_nor_the_log_tells_of_a_file(visits):
    written = visits["log"].read_text()
    assert "http://localhost" in written
    assert all("data=File" in link for link in visits["links"])
    assert not any(mark in text for text in (written, *visits["links"]) for mark in ("alpha", "beta", "7f3a"))


def test_nothing_is_written_while_a_large_file_arrives(visits):
    assert visits["watch"].looks > 50
    assert visits["watch"].found <= {str(visits["log"])}
    assert visits["left"] == []
