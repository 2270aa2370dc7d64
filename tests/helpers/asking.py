"""Requests to a program without a server: what a client sends, part by part, and what it gets."""

import asyncio
import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from urllib.parse import urlsplit

from starlette.types import ASGIApp


@dataclass(frozen=True)
class Got:
    """A status, headers and the bytes of a body."""

    status: int
    headers: dict[str, str]
    content: bytes

    @property
    def json(self):
        return json.loads(self.content)


def ask(
    program: ASGIApp,
    address: str,
    body: bytes | Iterable[bytes] | None = None,
    kind: str = "application/json",
    method: str | None = None,
    headers: Sequence[tuple[str, str]] = (),
) -> Got:
    """The answer to GET, or to POST where there is a body; one in parts has no length, and may have no end."""
    parts = urlsplit(address)
    chunks = iter([body or b""] if body is None or isinstance(body, bytes) else body)
    sent = [*headers, *([("content-type", kind)] if body is not None and kind else [])]
    scope = {
        "type": "http",
        "http_version": "1.1",
        "method": method or ("GET" if body is None else "POST"),
        "path": parts.path,
        "raw_path": parts.path.encode(),
        "root_path": "",
        "scheme": "http",
        "query_string": parts.query.encode(),
        "headers": [(name.lower().encode(), value.encode("latin-1")) for name, value in sent],
        "client": ("localhost", 1),
        "server": ("localhost", 2),
    }
    messages = []
    over = False

    async def receive():
        nonlocal over
        if over:
            await asyncio.sleep(3600)
        chunk = next(chunks, None)
        over = chunk is None
        return {"type": "http.request", "body": chunk or b"", "more_body": not over}

    async def send(message):
        messages.append(message)

    asyncio.run(program(scope, receive, send))
    start = messages[0]
    got = {name.decode(): value.decode() for name, value in start["headers"]}
    return Got(start["status"], got, b"".join(message.get("body", b"") for message in messages[1:]))


def form(*parts: tuple[str, str | None, bytes], boundary: str = "limit") -> bytes:
    """Fields and files, each by its name, the name of its file if it is one, and its content."""
    made = b""
    for name, file, content in parts:
        told = f'form-data; name="{name}"' + ("" if file is None else f'; filename="{file}"')
        made += f"--{boundary}\r\nContent-Disposition: {told}\r\n\r\n".encode() + content + b"\r\n"
    return made + f"--{boundary}--\r\n".encode()


FORM = "multipart/form-data; boundary=limit"
