"""Who goes first: a page before JSON, and small parts of an answer before what is still to come."""

import asyncio
import http.client
import time

import pytest

from ddcore.api import routes
from ddcore.api.routes import Door
from ddcore.api.workers import Busy, Lane, cases, numbers
from tests.helpers.serving import serving

QUERY = {"name": "baselines", "query": "M=30&P=11", "kind": "", "packs": False}


def waited(door, requests=1):
    """Seconds until so many requests that came at once have had their turn."""

    async def turns():
        await asyncio.gather(*(door._give_way() for _ in range(requests)))

    started = time.perf_counter()
    asyncio.run(turns())
    return time.perf_counter() - started


def test_without_a_page_nobody_waits():
    assert waited(Door(lambda: False), 1000) < routes.PACE * 50


def test_a_request_waits_while_a_page_is_made_but_not_for_ever():
    until = time.perf_counter() + 0.1
    assert 0.1 <= waited(Door(lambda: time.perf_counter() < until)) < routes.WAY
    assert routes.WAY <= waited(Door(lambda: True)) < 4 * routes.WAY


def test_after_a_page_requests_come_one_after_the_other():
    pages = iter([True])
    door = Door(lambda: next(pages, False))
    waited(door)
    assert waited(door, 20) >= 19 * routes.PACE


def test_who_would_wait_too_long_for_a_turn_is_told_to_come_again(monkeypatch):
    monkeypatch.setattr(routes, "LONGEST_LINE", 3 * routes.PACE)
    pages = iter([True])
    door = Door(lambda: next(pages, False))
    waited(door)
    with pytest.raises(Busy):
        waited(door, 20)


def test_a_worker_stays_for_the_next_request_and_one_that_read_a_body_does_not():
    async def asked(lane: Lane):
        first = await lane.ask(QUERY)
        before = list(lane._idle)
        assert (await lane.ask(QUERY)).content == first.content
        assert lane._idle == before
        lane.end()
        return len(before)

    assert asyncio.run(asked(numbers())) == 1
    assert asyncio.run(asked(cases())) == 0


@pytest.mark.full
def test_an_answer_in_two_parts_leaves_at_once():
    """Where the second part waits until the first is acknowledged, that takes 40 ms each time."""
    with serving() as address:
        connection, took = http.client.HTTPConnection(address.removeprefix("http://")), []
        for _ in range(20):
            started = time.perf_counter()
            connection.request("GET", "/api/v1/baselines?M=303&P=139")
            response = connection.getresponse()
            response.read()
            took.append(time.perf_counter() - started)
            assert response.status == 200
        connection.close()
    assert sorted(took)[10] < 0.03
