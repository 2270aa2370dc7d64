"""While all of many cases are counted, the answer for a part stands there, and nobody is held up."""

import asyncio
import time
from collections.abc import Callable

import numpy as np
import pytest
from streamlit.proto.BackMsg_pb2 import BackMsg

from tests.helpers.processes import descendants, standing_still
from tests.helpers.serving import free_port, running
from tests.helpers.visitor import Visitor, visiting

pytestmark = pytest.mark.full

CASES = 120_000


def content() -> bytes:
    rng = np.random.default_rng(1)
    truth = rng.random(CASES) < 0.3
    scores = (rng.permutation(CASES) + 0.5) / CASES * 0.6 + 0.4 * truth * rng.random(CASES)
    rows = (f"{yes:d},{score:.9f}" for yes, score in zip(truth.tolist(), scores.tolist(), strict=True))
    return "\n".join(["truth,score", *rows]).encode()


async def soon(done: Callable[[], bool]) -> None:
    deadline = time.monotonic() + 60
    while not done():
        assert time.monotonic() < deadline
        await asyncio.sleep(0.05)


def on_a_part(visitor: Visitor) -> bool:
    return any("50,000 of the 120,000 cases" in text for text in visitor.said("markdown"))


def cut(visitor: Visitor) -> str:
    """What the page says of the threshold that is set."""
    texts = [text.replace("\u00a0", " ") for text in visitor.said("markdown")]
    return next((text for text in texts if "Positive = " in text and "at scores ≥" in text), "")


async def move(visitor: Visitor, value: float) -> None:
    """The slider is moved while the page still runs; whoever waits for the page reads what comes."""
    message = BackMsg()
    message.rerun_script.query_string, message.rerun_script.page_script_hash = visitor.query, visitor.page
    state = message.rerun_script.widget_states.widgets.add()
    state.id = visitor.find("data_threshold_").id
    state.double_array_value.data.append(value)
    await visitor.socket.send(message.SerializeToString())


def test_a_part_stands_there_until_all_are_counted():
    port = free_port()
    with running(port) as server:
        (forks,) = (process for process in descendants(server.pid))
        asyncio.run(visits(f"http://localhost:{port}", forks))
        assert list(descendants(server.pid)) == [forks]


async def visits(address: str, forks: int) -> None:
    async with visiting(address) as visitor:
        await visitor.open("?data=File")
        await visitor.choose("data_kind", "File")
        await visitor.upload("data_file", "predictions.csv", content())
        with standing_still(forks):
            coming = asyncio.create_task(visitor.go("thresholds"))
            await soon(lambda: on_a_part(visitor) and "at scores ≥ 0.5" in cut(visitor))
            async with visiting(address) as other:
                await other.open("thresholds?sample=two_class_example")
                assert any("The best threshold" in heading for heading in other.said("heading"))
            await move(visitor, 0.25)
            await soon(lambda: on_a_part(visitor) and "at scores ≥ 0.25" in cut(visitor))
            assert not coming.done()
        await coming
        await soon(lambda: not on_a_part(visitor))
        assert "at scores ≥ 0.25" in cut(visitor)
        await visitor.move("data_threshold_", 0.75)
        assert "at scores ≥ 0.75" in cut(visitor)
        assert not on_a_part(visitor)
