"""Reports as files: what a worker wrote, and what is drawn beside the server from a document that a worker made."""

import asyncio
import importlib

from starlette.responses import Response

from ddcore.api.workers import Busy
from ddcore.report.document import Document
from ddcore.report.formats import FORMATS

MOST = 8
"""Reports that are drawn or wait for it; they are drawn one after the other."""


class Drawn:
    """Reports on their way out."""

    def __init__(self) -> None:
        self._turn = asyncio.Semaphore(1)
        self._here = 0

    async def report(self, content: bytes) -> Response:
        """The file that a worker replied, or that is made of its document; raises `Busy`, and `InputError`."""
        head, _, rest = content.partition(b"\n")
        ending, way = head.decode().split()
        if way == "drawn":
            if self._here >= MOST:
                raise Busy
            self._here += 1
            try:
                async with self._turn:
                    rest = await asyncio.to_thread(_drawn, rest, ending)
            finally:
                self._here -= 1
        kind = FORMATS[ending].kind if ending in FORMATS else "application/json"
        # Nothing of it runs as a page of this server, which has the data of visitors.
        sent = {
            "Cache-Control": "no-store",
            "Content-Disposition": f'attachment; filename="report.{ending}"',
            "X-Content-Type-Options": "nosniff",
        }
        return Response(rest, headers=sent, media_type=kind)


def _drawn(document: bytes, ending: str) -> bytes:
    # Only here: most requests are no reports with pictures.
    press = importlib.import_module("ddcore.report.press")
    written: bytes = press.written(Document.model_validate_json(document), ending)
    return written
