"""The server: the pages, JSON, the headers that every answer carries, and a route that says it is up.

Start it with `streamlit run app.py` or with `uvicorn app:app`.
"""

import asyncio
import ctypes
import gc
import gzip
import importlib
import logging
import pkgutil
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from functools import cache
from pathlib import Path
from types import ModuleType
from urllib.parse import urlencode, urlsplit

import streamlit as st
from starlette.datastructures import Headers, MutableHeaders
from starlette.formparsers import MultiPartParser
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import FileResponse, HTMLResponse, JSONResponse, RedirectResponse, Response
from starlette.routing import Mount, Route
from starlette.types import ASGIApp, Message, Receive, Scope, Send
from starlette.websockets import WebSocketClose
from streamlit.file_util import get_static_dir
from streamlit.runtime import Runtime
from streamlit.runtime.app_session import AppSession
from streamlit.runtime.state import SessionState

import ddcore
import pages.data.sidebar
import pages.frame.page
import pages.session.work
from ddcore.answers import question_sections
from ddcore.api.at_once import AtOnce
from ddcore.api.routes import api
from ddcore.report.html import FILES, script_file
from ddcore.scores import best_thresholds
from ddcore.workers import private_folder, worker_pool
from pages.session.view import ALL_QUESTIONS, COURSE, LEARN, REPORT

CONTENT_SECURITY_POLICY = {
    "default-src": "'none'",
    # The hash is that of the one inline script in Streamlit's index.html, which sets `prerenderReady`.
    "script-src": "'self' 'sha256-THxz9J9+wf7rhwR2YkXJoSZ13UCmYyC+3lNDv2+8ugA='",
    # Streamlit and plotly write style elements and attributes while they run.
    "style-src": "'self' 'unsafe-inline'",
    # data: and blob: are pictures a page made itself, such as the icon and a chart saved as PNG.
    "img-src": "'self' data: blob:",
    # One of the fonts for formulas stands in the style sheet itself.
    "font-src": "'self' data:",
    "connect-src": "'self'",
    "manifest-src": "'self'",
    "base-uri": "'none'",
    "form-action": "'none'",
    "frame-ancestors": "'none'",
}

HEADERS = {
    "Content-Security-Policy": "; ".join(f"{name} {value}" for name, value in CONTENT_SECURITY_POLICY.items()),
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": ", ".join(
        f"{feature}=()" for feature in ("camera", "display-capture", "geolocation", "microphone", "payment", "usb")
    ),
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
}


class Guard:
    """Adds `HEADERS` to every answer and refuses a websocket that a page of another site opens.

    Streamlit would refuse it too, but only after asking a server outside for this machine's public address.
    """

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "websocket":
            headers = Headers(scope=scope)
            origin = headers.get("origin")
            if origin is not None and urlsplit(origin).netloc != headers.get("host"):
                await WebSocketClose(code=1008)(scope, receive, send)
                return

        async def send_with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                MutableHeaders(scope=message).update(HEADERS)
            await send(message)

        await self.app(scope, receive, send_with_headers)


class WithoutQuery(logging.Filter):
    """What stands behind the ? of an address is nobody's business: it stays out of a log of requests."""

    def filter(self, record: logging.LogRecord) -> bool:
        if isinstance(record.args, tuple):
            record.args = tuple(
                part.partition("?")[0] if isinstance(part, str) and part.startswith("/") else part
                for part in record.args
            )
        return True


# `uvicorn app:app` writes one unless it is told not to.
logging.getLogger("uvicorn.access").addFilter(WithoutQuery())

# An upload stays in memory: from 1 MB on, Starlette would put it into a temporary file while it arrives.
MultiPartParser.spool_max_size = 10**9


def health(request: Request) -> JSONResponse:
    return JSONResponse({"status": "ok"})


@cache
def index() -> str:
    """Streamlit's own, with scripts that have to run before those of Streamlit."""
    own = Path(get_static_dir(), "index.html").read_text(encoding="utf-8")
    first = "".join(f'<script src="/{name}.js"></script>\n    ' for name in ("history", "tour"))
    return own.replace("<script ", f"{first}<script ", 1)


def page(request: Request) -> HTMLResponse:
    """What a browser gets first at the address of a page."""
    return HTMLResponse(index(), headers={"Cache-Control": "no-cache"})


def to_course(request: Request) -> RedirectResponse:
    """From the short address of a course to the page of courses, with what the link says besides."""
    texts = {name: text for name, text in request.query_params.items() if name != COURSE}
    return RedirectResponse(f"/{LEARN}?{urlencode({COURSE: request.path_params['name'], **texts})}")


def history(request: Request) -> FileResponse:
    """The script for Back and Forward."""
    return FileResponse("pages/frame/history.js", media_type="text/javascript")


def frame(request: Request) -> FileResponse:
    """The script for a phone's panel, the tab key, print and saving charts, see `pages/site.py`."""
    return FileResponse("pages/frame/frame.js", media_type="text/javascript")


def tour(request: Request) -> FileResponse:
    """The script for the tour of first-time visitors, see `pages/frame/tour.py`."""
    return FileResponse("pages/frame/tour.js", media_type="text/javascript")


def motion(request: Request) -> FileResponse:
    """The script for what moves in a course, see `pages/learn/looks.py`."""
    return FileResponse("pages/learn/motion.js", media_type="text/javascript")


def script(request: Request) -> Response:
    """A script of the report's preview, see `ddcore/report/html.py`."""
    headers = {"Content-Encoding": "gzip", "Cache-Control": "max-age=3600"}
    return Response(packed(request.url.path.removeprefix("/")), media_type="text/javascript", headers=headers)


@cache
def packed(name: str) -> bytes:
    """A script as it is sent: plotly's has 5 MB, and 1.5 so."""
    return gzip.compress(script_file(name), mtime=0)


def call_libc(function: str, *arguments: int) -> None:
    """Calls what glibc has, and other C libraries need not have."""
    getattr(ctypes.CDLL(None), function, lambda *_: 0)(*arguments)


WRITERS = tuple(f"ddcore.report.{name}" for name in ("archive", "docx", "pdf", "pictures", "press", "xlsx"))
"""Imported when somebody first asks for such a file: they need packages that a dashboard can do without."""
NOT_FOR_PAGES = ("ddcore.__main__", "ddcore.command", "ddcore.courses.paper", "ddcore.sklearn", *WRITERS)


def import_below(package: ModuleType) -> None:
    """Import the modules of a package, and those of the packages in it."""
    for module in pkgutil.iter_modules(package.__path__, f"{package.__name__}."):
        if not module.name.startswith(NOT_FOR_PAGES):
            imported = importlib.import_module(module.name)
            if module.ispkg:
                import_below(imported)


def import_all() -> None:
    """Import what the pages need now, and let garbage be looked for in what comes after it alone: in milliseconds."""
    for package in (ddcore, pages.session, pages.data, pages.frame):
        import_below(package)
    # Which scipy imports when it is first used.
    importlib.import_module("scipy.stats")
    gc.collect()
    gc.freeze()


def sessions() -> set[AppSession]:
    """Those of open pages, and those that a page which lost its connection may still come back to."""
    return {info.session for info in Runtime.instance()._session_mgr.list_sessions()}


def making_a_page() -> bool:
    """Whether somebody waits for a page, or for a slider's new one."""
    sessions = Runtime.instance()._session_mgr.list_active_sessions()
    return any(info.session._scriptrunner is not None for info in sessions)


def give_back() -> None:
    """Give free memory back to the system: garbage first, then what the C library keeps for itself."""
    gc.collect()
    call_libc("malloc_trim", 0)


TIDIED_EVERY = 2
"""Seconds."""


async def tidy() -> None:
    """Forgets sessions that were left: Streamlit holds the last one, with its file, until somebody else comes."""
    known = sessions()
    while True:
        await asyncio.sleep(TIDIED_EVERY)
        known, before = sessions(), known
        for session in before - known:
            session.shutdown()
            session._session_state = SessionState()
        await asyncio.to_thread(give_back)


@asynccontextmanager
async def tidied(app: st.App) -> AsyncIterator[None]:
    """The time in which the server is up."""
    tasks = asyncio.create_task(tidy()), asyncio.create_task(asyncio.to_thread(best_thresholds.warm))
    yield
    for task in tasks:
        task.cancel()
    json_api.state.door.end()


M_MMAP_THRESHOLD, M_ARENA_MAX = -3, -8
"""Options of glibc's `mallopt`: from how many bytes on an array has pages of its own, which go back once it is dropped;
and how many heaps the threads share. Left alone, the first grows to 32 MB, and a heap is kept for nearly every thread.
"""

call_libc("mallopt", M_MMAP_THRESHOLD, 2**20)
call_libc("mallopt", M_ARENA_MAX, 2)
import_all()
# The process that forks workers takes seconds to import all they need: not when somebody waits.
worker_pool.start()
# What a server that was killed left of the files of its visitors.
private_folder.sweep()
pages.session.work.SERVED.set()
json_api = api(making_a_page)

app = st.App(
    "pages/site.py",
    routes=[
        Route("/health", health),
        *(Route(f"/{name}", page) for name in ("", *question_sections(), REPORT, ALL_QUESTIONS, LEARN)),
        Route(f"/{LEARN}/{{name}}", to_course),
        Route("/history.js", history),
        Route("/frame.js", frame),
        Route("/tour.js", tour),
        Route("/motion.js", motion),
        *(Route(f"/{name}", script) for name in sorted(FILES)),
        Route("/api/v1", lambda request: RedirectResponse("/api/v1/")),
        Mount("/api/v1", AtOnce(json_api)),
    ],
    middleware=[Middleware(Guard)],
    lifespan=tidied,
)
