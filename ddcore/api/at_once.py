"""Answers whose parts are sent at once, where the server's socket was opened by somebody else."""

import os
import socket
import stat
from contextlib import suppress
from functools import lru_cache

from starlette.types import ASGIApp, Receive, Scope, Send


class AtOnce:
    """A program whose answers are sent at once.

    Where small parts wait until the one before was received, each answer takes 40 ms longer. asyncio sees to that,
    except for connections to a socket that Streamlit has opened. Pages stay as Streamlit sends them: with this for
    their connections too, uploads in the browser tests ended with an empty box now and then, and without it none did.
    """

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope.get("client"):
            send_at_once(*scope["client"])
        await self.app(scope, receive, send)


@lru_cache(maxsize=1000)
def send_at_once(host: str, port: int) -> None:
    """What is sent to this client leaves at once; looked for among the open connections, once for each client."""
    for descriptor in map(int, os.listdir("/proc/self/fd")):
        with suppress(OSError):
            if stat.S_ISSOCK(os.fstat(descriptor).st_mode):
                with socket.socket(fileno=os.dup(descriptor)) as opened:
                    internet = opened.family in (socket.AF_INET, socket.AF_INET6)
                    if internet and opened.getpeername()[:2] == (host, port):
                        opened.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
