"""The door itself: a FastAPI program that passes on what it is sent, unread, and sends back what workers answer.

Nothing is kept but answers to typed numbers, nothing is changed by any request, and nothing of a request is logged. No
header allows pages of other sites to read an answer.
"""

import asyncio
import json
import logging
from collections import OrderedDict
from collections.abc import Awaitable, Callable
from functools import cache
from traceback import walk_tb
from typing import Any, TypeVar
from urllib.parse import unquote_to_bytes

from fastapi import FastAPI
from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response

from ddcore.answers.base.question import QUESTIONS
from ddcore.api import document, page, workers
from ddcore.api.body import LONGEST
from ddcore.api.drawn import Drawn
from ddcore.api.work import DEFECT, REPORT, refusal
from ddcore.api.workers import Busy, Lane, Reply
from ddcore.errors import InputError
from ddcore.workers.worker_pool import WorkerDied

Given = TypeVar("Given")

UPLOAD = 200 * 2**20
"""Bytes of a form with a file: as the dashboard takes."""
JSON = 50 * 2**20
"""Bytes of a body of JSON."""
HELD = 2 * UPLOAD
"""Bytes of all bodies that are here at once."""
ARRIVAL = 60
"""Seconds in which a body must have arrived."""
REMEMBERED = 8 * 2**20
"""Bytes of answers to typed numbers that are kept."""

WAY = 0.25
"""Seconds for which a request waits at most while somebody waits for a page: a slider does not wait for programs."""
LOOKS = 0.004
"""Seconds between two looks whether somebody does."""
CALM = 1.0
"""Seconds after a page was made in which somebody is likely to move a slider again."""
PACE = 0.01
"""Seconds from one request to the next meanwhile."""
LONGEST_LINE = 2.0
"""Seconds that a request waits for its turn at most."""

KINDS = {"application/json": JSON, "multipart/form-data": UPLOAD}

DIED = {
    "memory": (422, "the answer needs more than 3 GB of memory: keep only the truth and the predictions"),
    "time": (504, "the answer takes more than {seconds:g} seconds: ask about fewer cases"),
    "crash": (500, "the program that answers has stopped: send fewer cases, or save the file again as CSV"),
}


class Refused(Exception):  # noqa: N818 - no error of the program
    """A request that is not passed on: a status and a sentence."""

    def __init__(self, status: int, sentence: str) -> None:
        super().__init__(status, sentence)
        self.status, self.sentence = status, sentence


class Remembered:
    """Answers to typed numbers, up to that many bytes; those not asked for longest go first.

    >>> answers = Remembered(most=10)
    >>> for name in "abc":
    ...     answers.put(name, b"12345")
    >>> answers.get("a"), answers.get("c")
    (None, b'12345')
    """

    def __init__(self, most: int = REMEMBERED) -> None:
        self._most, self._bytes = most, 0
        self._answers: OrderedDict[Any, bytes] = OrderedDict()

    def get(self, key: Any) -> bytes | None:
        """The answer, if it is still there."""
        if key not in self._answers:
            return None
        self._answers.move_to_end(key)
        return self._answers[key]

    def put(self, key: Any, answer: bytes) -> None:
        """Keeps an answer."""
        self._bytes += len(answer) - len(self._answers.pop(key, b""))
        self._answers[key] = answer
        while self._bytes > self._most:
            self._bytes -= len(self._answers.popitem(last=False)[1])


class Door:
    """The lanes of workers, and the bytes of bodies that are here; `busy` says whether somebody waits for a page."""

    def __init__(self, busy: Callable[[], bool]) -> None:
        self._busy = busy
        self._look: asyncio.Task[None] | None = None
        self._page_made = self._turn = -CALM
        self.numbers, self.samples, self.cases = workers.numbers(), workers.samples(), workers.cases()
        self.drawn = Drawn()
        self.remembered = Remembered()
        self._held = 0

    async def get(self, name: str, request: Request) -> Response:
        """The answer to an address."""
        await self._give_way()
        query = request.scope["query_string"]
        packs = "gzip" in request.headers.get("accept-encoding", "")
        key = name, query, packs
        known = self.remembered.get(key)
        if known is not None:
            return _response(200, known)
        of_sample, reply = await self._of_query(name, request, packs)
        if reply.status == 200 and not of_sample:
            self.remembered.put(key, reply.content)
        return _response(reply.status, reply.content)

    async def post(self, name: str, request: Request) -> Response:
        """The answer to a body."""
        reply = await self._of_body(name, request, "gzip" in request.headers.get("accept-encoding", ""))
        return _response(reply.status, reply.content)

    async def report(self, name: str, request: Request) -> Response:
        """A report, as an address or a body asks for it."""
        if request.method == "POST":
            reply = await self._of_body(name, request, packs=False)
        else:
            await self._give_way()
            _, reply = await self._of_query(name, request, packs=False)
        if reply.status != 200:
            return _response(reply.status, reply.content)
        return await _unless_gone(request, self.drawn.report(reply.content))

    async def _of_query(self, name: str, request: Request, packs: bool) -> tuple[bool, Reply]:
        """Whether an address is about a sample, and the reply to it."""
        query = request.scope["query_string"]
        if len(query) > LONGEST:
            raise Refused(414, f"an address must have at most {LONGEST:,} characters behind the ?, got {len(query):,}")
        text = query.decode("ascii", "replace")
        wanted = {"name": name, "query": text, "kind": "", "packs": packs}
        if b"sample" in unquote_to_bytes(query):
            return True, await _unless_gone(request, _of(self.samples, wanted))
        return False, await _of(self.numbers, wanted)

    async def _of_body(self, name: str, request: Request, packs: bool) -> Reply:
        kind = request.headers.get("content-type", "")
        most = KINDS.get(kind.partition(";")[0].strip().lower())
        if most is None:
            raise Refused(415, "a POST must have the content type application/json, or multipart/form-data with a file")
        if request.scope["query_string"]:
            raise Refused(422, "a POST takes its choices in the body, so the address must not have a ? with values")
        body = bytearray()
        try:
            await self._arrived(request, body, most)
            await self._give_way()
            wanted = {"name": name, "query": "", "kind": kind, "packs": packs}
            return await _unless_gone(request, _of(self.cases, wanted, body))
        finally:
            self._held -= len(body)

    def end(self) -> None:
        """Workers that wait end; the others end with this process."""
        for lane in (self.numbers, self.samples, self.cases):
            lane.end()

    async def _give_way(self) -> None:
        """Waits while somebody waits for a page, and goes slowly for a while after that; raises `Busy`."""
        loop = asyncio.get_running_loop()
        now = loop.time()
        if not self._busy():
            if now - self._page_made > CALM:
                return
        else:
            deadline = now + WAY
            while self._busy() and loop.time() < deadline:
                # One look for all who wait.
                if self._look is None or self._look.done():
                    self._look = loop.create_task(asyncio.sleep(LOOKS))
                await asyncio.wait([self._look])
            now = self._page_made = loop.time()
        if self._turn - now > LONGEST_LINE:
            raise Busy
        self._turn = max(now, self._turn) + PACE
        await asyncio.sleep(self._turn - PACE - now)

    async def _arrived(self, request: Request, body: bytearray, most: int) -> None:
        size = request.headers.get("content-length", "0")
        if not size.isdecimal() or int(size[:18]) > most:
            raise _too_large(most)
        try:
            async with asyncio.timeout(ARRIVAL):
                async for chunk in request.stream():
                    if len(body) + len(chunk) > most:
                        raise _too_large(most)
                    if self._held + len(chunk) > HELD:
                        raise Busy
                    body += chunk
                    self._held += len(chunk)
        except TimeoutError:
            raise Refused(408, f"the body must arrive within {ARRIVAL} seconds") from None


def _too_large(most: int) -> Refused:
    return Refused(413, f"the body must have at most {most // 2**20} MB; keep the truth and the predictions")


async def _of(lane: Lane, wanted: dict[str, Any], body: bytes | bytearray = b"") -> Reply:
    """What a lane replies; of a worker that died, what is to be said."""
    try:
        reply = await lane.ask(wanted, body)
    except WorkerDied as death:
        status, sentence = DIED[death.cause]
        reply = Reply(status, "" if status < 500 else f"a worker died of {death.cause}", b"")
        reply = Reply(status, reply.log, refusal(sentence.format(seconds=lane.seconds)).encode())
    if reply.log:
        logging.getLogger("ddcore.api").error("answering %s: %.200s", wanted["name"], reply.log)
    return reply


async def _unless_gone(request: Request, work: Awaitable[Given]) -> Given:
    """What work gives, which ends as soon as nobody waits for it any more."""

    async def gone() -> None:
        while (await request.receive())["type"] != "http.disconnect":
            pass

    tasks = asyncio.ensure_future(work), asyncio.ensure_future(gone())
    try:
        await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
        if not tasks[0].done():
            raise ClientDisconnect
        return tasks[0].result()
    finally:
        for task in tasks:
            task.cancel()


def _response(status: int, content: bytes, **headers: str) -> Response:
    """JSON that no browser and no proxy keeps."""
    sent = {"Cache-Control": "no-store", **{name.replace("_", "-"): value for name, value in headers.items()}}
    if content[:2] == b"\x1f\x8b":
        sent |= {"Content-Encoding": "gzip", "Vary": "Accept-Encoding"}
    return Response(content, status, sent, "application/json")


def _refused(status: int, sentence: str, **headers: str) -> Response:
    return _response(status, refusal(sentence).encode(), **headers)


def api(busy: Callable[[], bool] = lambda: False) -> FastAPI:
    """The program that `app.py` mounts; its `state.door` is to be ended with the server.

    `busy` says whether somebody waits for a page, which goes first.
    """
    door = Door(busy)
    program = FastAPI(title="ddcore", openapi_url=None, docs_url=None, redoc_url=None, redirect_slashes=False)
    program.state.door = door
    program.add_route("/", _made(_questions, "application/json"), ["GET"])
    program.add_route("/openapi.json", _made(_described, "application/json"), ["GET"])
    program.add_route("/docs", _made(_shown, "text/html"), ["GET"])
    for name in QUESTIONS:
        program.add_api_route(f"/{name}", _asks(door.get, name), methods=["GET"], include_in_schema=False)
        program.add_api_route(f"/{name}", _asks(door.post, name), methods=["POST"], include_in_schema=False)
    program.add_api_route(f"/{REPORT}", _asks(door.report, REPORT), methods=["GET", "POST"], include_in_schema=False)
    # So FastAPI's documentation has a program describe itself.
    program.openapi = document.document  # type: ignore[method-assign]
    _refuse(program)
    return program


@cache
def _questions() -> bytes:
    return json.dumps(document.questions()).encode()


@cache
def _described() -> bytes:
    return json.dumps(document.document(), separators=(",", ":")).encode()


@cache
def _shown() -> bytes:
    return page.page(document.document()).encode()


def _made(make: Callable[[], bytes], kind: str) -> Callable[[Request], Awaitable[Response]]:
    """What is made when it is first asked for, beside what the server does."""

    async def give(request: Request) -> Response:
        return Response(await asyncio.to_thread(make), headers={"Cache-Control": "no-store"}, media_type=kind)

    return give


def _asks(ask: Callable[[str, Request], Awaitable[Response]], name: str) -> Callable[[Request], Awaitable[Response]]:
    async def answer(request: Request) -> Response:
        try:
            return await ask(name, request)
        except Refused as refused:
            return _refused(refused.status, refused.sentence)
        except InputError as problem:
            return _refused(422, str(problem))
        except Busy:
            return _refused(503, "too many questions are being answered; ask again in a second", Retry_After="1")
        except ClientDisconnect:
            return Response(status_code=499)
        except Exception as problem:
            *_, (frame, line) = walk_tb(problem.__traceback__)
            place = f"{type(problem).__name__} in {frame.f_code.co_filename}, line {line}"
            logging.getLogger("ddcore.api").error("answering %s: %s", name, place)
            return _refused(500, DEFECT)

    return answer


def _refuse(program: FastAPI) -> None:
    """One shape for all errors: {"detail": a sentence}."""

    async def unknown(request: Request, problem: Exception) -> Response:
        status = problem.status_code if isinstance(problem, HTTPException) else 500
        if status == 404:
            names = ", ".join(QUESTIONS)
            return _refused(404, f"there is no such question; the questions are {names}")
        if status == 405:
            return _refused(405, "a question is asked by GET or POST", Allow="GET, POST")
        return _refused(status, "this cannot be answered")

    program.add_exception_handler(HTTPException, unknown)
