"""Requests made from the description: every one gets an answer of the described shape, or one sentence.

The workers are those of the door, with their limits, but each answers one request after the other.
"""

import builtins
import io
import json
import os
import sys
from pathlib import Path

import jsonschema
import pytest

from ddcore.api.routes import api
from ddcore.api.work import reply
from ddcore.api.workers import ENDLESS, MEMORY, Lane
from ddcore.workers.worker_pool import Limits
from tests.helpers.asking import ask
from tests.helpers.requests import SECRET, Requests, Sent

MACHINE = (
    *(str(Path(__file__).parents[2]), sys.prefix, f"{Path.home()}/"),
    *("/usr/lib/python", "site-packages", "Traceback"),
)
"""What no answer says of the machine that gives it."""


@pytest.fixture(scope="module")
def program():
    """The program with a worker in each lane that lasts."""
    made = api()
    door = made.state.door
    for name, files in (("numbers", False), ("samples", True), ("cases", False)):
        limits = Limits(MEMORY, ENDLESS, ENDLESS, files=files)
        setattr(door, name, Lane(limits, seconds=60, waiting=4, lasting=True, places=1))
    yield made
    door.end()


def validators(described):
    """What checks an answer, by path, method, status and kind of the answer."""
    return {
        (path, method.upper(), status, kind): jsonschema.Draft202012Validator(
            {**content["schema"], "components": described["components"]}
        )
        for path, methods in described["paths"].items()
        for method, operation in methods.items()
        for status, response in operation["responses"].items()
        for kind, content in response["content"].items()
    }


@pytest.mark.parametrize(
    ("number", "right", "without"),
    [(600, 0.0, ("/plan", "/ranking")), pytest.param(20_000, 0.1, (), marks=pytest.mark.full)],
)
def test_no_request_ends_in_a_defect_and_every_answer_is_as_described(program, described, number, right, without):
    """In the default tier hardly any request is answered, as that takes its time; in full one in ten."""
    checks, requests = validators(described), Requests(described, number, right, without)
    answered = 0
    for sent in (requests.next() for _ in range(number)):
        got = ask(program, sent.path, sent.body, sent.kind)
        told = f"{sent}: {got.status} {got.content[:300]!r}"
        assert got.status in (200, 414, 422), told
        assert not [trace for trace in MACHINE if trace.encode() in got.content], told
        path, method = sent.path.partition("?")[0], "GET" if sent.body is None else "POST"
        kind = got.headers["content-type"].partition(";")[0]
        check = checks[path, method, str(got.status), kind]
        if kind == "application/json":
            [*problems] = check.iter_errors(got.json)
            assert not problems, f"{told}: {problems[0].message:.300}"
        answered += got.status == 200
    assert answered > number / 100


@pytest.mark.full
def test_no_request_makes_the_server_look_for_a_file(described, monkeypatch):
    """Neither its contents nor whether it exists, whatever has the name of a file as its value."""
    looked = []

    def spied(look):
        def spy(place, *arguments, **options):
            if SECRET in str(place):
                looked.append((look.__name__, place))
            return look(place, *arguments, **options)

        return spy

    for module in (os, io, builtins):
        for name in {"stat", "lstat", "open", "access", "readlink", "listdir", "scandir"} & set(vars(module)):
            monkeypatch.setattr(module, name, spied(getattr(module, name)))
    with pytest.raises(FileNotFoundError):
        Path(f"/{SECRET}").stat()
    assert looked.pop()[0] == "stat"
    requests = Requests(described, 1, 0, ("/plan", "/ranking"))
    sent = [each for each in (requests.next() for _ in range(1500)) if SECRET in f"{each.path}{each.body}"]
    body = json.dumps({"file": ["x", f"/etc/{SECRET}"]}).encode()
    for each in [*sent, Sent("/verdict", body), Sent("/report", body)]:
        path, _, query = each.path.partition("?")
        status, _, _ = reply(path[1:], query, "" if each.body is None else each.kind, each.body or b"")
        assert (status, looked) in ((200, []), (422, [])), each
    assert len(sent) > 100
