"""What a worker does: it reads one request after the other from its connection and sends back finished JSON."""

import gzip
import importlib
import json
import logging
import os
import pkgutil
import signal
import struct
from traceback import walk_tb
from typing import NoReturn

from ddcore.answers.base.as_json import plain_reply
from ddcore.answers.base.question import QUESTIONS
from ddcore.api import asked, reported
from ddcore.errors import InputError
from ddcore.read.spelling import FIELD, spelled
from ddcore.workers import progress
from ddcore.workers.worker_pool import DATA

REQUEST = struct.Struct(">IQ")
"""Bytes of what is asked, as JSON, and of the body."""
REPLY = struct.Struct(">HIQ")
"""Status, bytes of what the log gets, bytes of the answer."""

SHORTEST_PACKED = 1000
LONGEST_SENTENCE = 600
"""Characters."""
DEFECT = "this question could not be answered: the program has a defect, which is in its log by kind and line"


REPORT = "report"
"""What is asked in place of a question for a report."""


def reply(name: str, query: str, kind: str, body: bytes) -> tuple[int, str, str | bytes]:
    """The status, what the log gets, and the JSON, for a question with its query, or the type and bytes of a body.

    For a report, `reported.content`.

    >>> status, log, answer = reply("baselines", "M=303&P=139", "", b"")
    >>> status, json.loads(answer)["values"]["measures"]["F1"]["argmax"]
    (200, [[303, 303]])
    >>> reply("expectation", "M=303&P=139&theta=3", "", b"")
    (422, '', '{"detail":"theta must be between 0 and 1, got \\\\"3\\\\""}')
    """
    try:
        return 200, "", reported.content(query, kind, body) if name == REPORT else _answer(name, query, kind, body)
    except InputError as problem:
        return 422, "", refusal(spelled(problem, FIELD))
    except MemoryError:
        return 422, "", refusal("the answer needs more than 3 GB of memory: keep only the truth and the predictions")
    except Exception as defect:
        # A traceback could quote what was sent: only the kind of the defect and its line are passed on.
        *_, (frame, line) = walk_tb(defect.__traceback__)
        place = os.path.relpath(frame.f_code.co_filename, os.path.dirname(os.path.dirname(asked.__file__)))
        return 500, f"{type(defect).__name__} in {place}, line {line}", refusal(DEFECT)


def _answer(name: str, query: str, kind: str, body: bytes) -> str:
    question = QUESTIONS[name]
    if kind.startswith("multipart/"):
        wanted = asked.of_form(question, kind, body)
    elif kind:
        wanted = asked.of_json(question, body)
    else:
        wanted = asked.of_query(question, query)
    answer = question.ask(wanted.data, wanted.choices)
    told = plain_reply(answer, question, wanted.data, wanted.choices, wanted.rows)
    return json.dumps(told, separators=(",", ":"), allow_nan=False)


def refusal(sentence: str) -> str:
    """An error as JSON: one sentence, which begins small as it follows a name on a page."""
    short = sentence if len(sentence) <= LONGEST_SENTENCE else f"{sentence[:LONGEST_SENTENCE]}…"
    return json.dumps({"detail": short}, separators=(",", ":"))


def serve(seconds: float) -> NoReturn:
    """Answers until nobody asks any more; a request that takes longer than that many seconds ends the worker."""
    logging.disable()
    with progress.told_to(lambda share, doing: None):
        while True:
            lengths = _read(REQUEST.size)
            signal.setitimer(signal.ITIMER_REAL, seconds)
            told, size = REQUEST.unpack(lengths)
            wanted = json.loads(_read(told))
            packs = wanted.pop("packs")
            status, log, text = reply(**wanted, body=_read(size))
            answer = text.encode() if isinstance(text, str) else text
            if packs and len(answer) >= SHORTEST_PACKED:
                answer = gzip.compress(answer, 1, mtime=0)
            _write(REPLY.pack(status, len(log.encode()), len(answer)) + log.encode() + answer)
            signal.setitimer(signal.ITIMER_REAL, 0)


def _read(size: int) -> bytes:
    """That many bytes; fewer if the connection was closed."""
    content = bytearray(size)
    rest = memoryview(content)
    while rest:
        taken = os.readv(DATA, [rest])
        if not taken:
            os._exit(0)
        rest = rest[taken:]
    rest.release()
    return bytes(content)


def _write(content: bytes) -> None:
    rest = memoryview(content)
    while rest:
        rest = rest[os.write(DATA, rest) :]


def warm() -> None:
    """Imports all that an answer needs, as a worker may open no file."""
    for name in QUESTIONS:
        _ = QUESTIONS[name]
    head = b'--b\r\nContent-Disposition: form-data; name="file"; filename="a.csv"\r\n\r\n'
    reply("curves", "", "multipart/form-data; boundary=b", head + b"truth,score\n1,0.9\n0,0.2\n\r\n--b--")
    for asked_for, written in (("expectation", "html"), ("baselines", "xlsx")):
        reply(REPORT, f"M=303&P=139&ask={asked_for}&format={written}", "", b"")
    # Each kind of chart imports what it is made of when it is first drawn, and scipy what it integrates with.
    for kind in ("bar", "contour", "heatmap", "layout", "scatter"):
        package = importlib.import_module(f"plotly.graph_objs.{kind}")
        for module in pkgutil.walk_packages(package.__path__, f"{package.__name__}."):
            importlib.import_module(module.name)
    importlib.import_module("scipy.integrate")
    # The first figure of several charts reads plotly's own template.
    importlib.import_module("plotly.subplots").make_subplots()
