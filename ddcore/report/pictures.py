"""Charts as SVG or PNG, drawn by a Chromium that stays warm: it takes seconds to start, and a chart some tenths of one.

Chromium has a profile and fonts in a folder of its own that goes with it; charts reach it through a pipe.
"""

import asyncio
import atexit
import json
import logging
import os
import re
import signal
from collections.abc import Coroutine, Iterator, Mapping
from concurrent.futures import CancelledError
from contextlib import contextmanager, suppress
from contextvars import ContextVar
from functools import cache
from importlib import import_module
from shutil import rmtree
from threading import Event, Lock, Thread
from typing import Any, Literal, TypeVar

from ddcore.errors import InputError
from ddcore.figures.theme import FONT
from ddcore.report import fonts
from ddcore.report.document import Document
from ddcore.report.office import allowed

Kind = Literal["svg", "png"]
_Result = TypeVar("_Result")

WIDTH = 640
"""Pixels a chart is wide that a printed page holds: 170 mm, so that letters of 12 pixels have 9 points."""
DENSITY = 2
"""Dots of a PNG for each pixel."""
SECONDS = 60
"""Seconds that a Chromium may take to start, and charts that are drawn together beside."""
LAST = 5
"""Seconds it may take to end."""

FAMILY = f'"Source Sans Pro", {FONT}'
"""The fonts of charts: Source Sans first, by the name that its package gives it."""


class NoChromium(InputError):  # noqa: N818 - says what is not there
    """Charts cannot be drawn here: the sentence says what to install."""


class Painter:
    """Draws charts, one batch at a time, with a Chromium of its own that is started when it is first needed."""

    def __init__(self, seconds: float = SECONDS) -> None:
        self._seconds = seconds
        self._lock = Lock()
        self._chromium: _Chromium | None = None

    def start(self) -> None:
        """Start Chromium now rather than with the first chart; raises `NoChromium`."""
        with self._lock:
            self._opened("svg")

    def draw(self, figures: Mapping[str, str], kind: Kind, width: int = WIDTH) -> dict[str, bytes]:
        """Figures of plotly, given as JSON by their names, as SVG or PNG by the same names; same figure, same bytes.

        A Chromium that died or hangs is started once more. Raises `InputError` for a figure that plotly does not draw,
        which is `NoChromium` where it or kaleido is not there.
        """
        with self._lock:
            for _ in range(2):
                chromium = self._opened(kind)
                try:
                    return chromium.wait(chromium.drawn(figures, kind, width), self._seconds + len(figures))
                except _failures():
                    self._chromium = None
                    chromium.end(at_once=True)
                except _refusals() as refusal:
                    raise InputError(f"a figure as .{kind} could not be drawn, as plotly refuses it") from refusal
        raise InputError(f"a figure as .{kind} could not be drawn: Chromium ended twice, or took too long")

    def close(self) -> None:
        """Chromium ends; the next chart starts another one."""
        with self._lock:
            if self._chromium is not None:
                self._chromium.end()
                self._chromium = None

    def _opened(self, kind: Kind) -> "_Chromium":
        if self._chromium is None:
            try:
                import_module("kaleido")
            except ImportError:
                raise NoChromium(
                    f"a figure as .{kind} needs kaleido; install it with pip install kaleido, or draw a .html"
                ) from None
            try:
                self._chromium = _Chromium()
                # Before the folders of kaleido go, which were made since.
                atexit.unregister(self.close)
                atexit.register(self.close)
            except _failures():
                raise NoChromium(
                    f"a figure as .{kind} needs a Chromium that starts, and none was found; "
                    "install chromium, or draw a .html"
                ) from None
        return self._chromium


class _Chromium:
    """A Chromium that runs, and the thread that talks with it."""

    def __init__(self) -> None:
        self._ready = Event()
        self._loop: asyncio.AbstractEventLoop
        self._over: asyncio.Event
        self._thread = Thread(target=lambda: asyncio.run(self._stay()), daemon=True, name="painter")
        self._thread.start()
        self._ready.wait()
        self._browser: Any = None
        try:
            self.wait(self._open(), SECONDS)
        except BaseException:
            self.end(at_once=True)
            raise

    async def _stay(self) -> None:
        self._loop, self._over = asyncio.get_running_loop(), asyncio.Event()
        # The caller that waits for a coroutine gets its exception; one that gave up does not need it.
        self._loop.set_exception_handler(lambda loop, context: None)
        self._ready.set()
        await self._over.wait()

    async def _open(self) -> None:
        # They log a Chromium that ended, which is handled here, and might log what it was sent.
        for name in ("choreographer", "kaleido"):
            logging.getLogger(name).setLevel(logging.CRITICAL)

        def chromium(*given: Any, **named: Any) -> Any:
            self._own = _without_network()(*given, **named)
            return self._own

        # With its usual MathJax it would load a script from outside; no figure has formulas.
        self._browser = _page_kept()(n=1, mathjax=False, timeout=None, browser_cls=chromium)
        await self._browser.open()

    def wait(self, work: Coroutine[Any, Any, _Result], seconds: float) -> _Result:
        """The result of a coroutine that runs in the thread of Chromium."""
        # Not asyncio.wait_for: a coroutine of kaleido that is cancelled waits for its Chromium, which may hang.
        return asyncio.run_coroutine_threadsafe(work, self._loop).result(seconds)

    async def drawn(self, figures: Mapping[str, str], kind: Kind, width: int) -> dict[str, bytes]:
        """Each figure as a picture."""
        wanted = {"format": kind, "width": width, "scale": DENSITY if kind == "png" else 1}
        contents = {
            name: await self._browser.calc_fig(_prepared(figure), opts=wanted) for name, figure in figures.items()
        }
        return {name: settled(content) for name, content in contents.items()} if kind == "svg" else contents

    def end(self, at_once: bool = False) -> None:
        """Chromium ends, and its profile and its thread go."""
        process = getattr(self._browser, "subprocess", None)
        if process is not None:
            for _ in range(2):
                if at_once:
                    with suppress(ProcessLookupError):
                        os.killpg(process.pid, signal.SIGKILL)
                with suppress(RuntimeError, *_failures()):
                    self.wait(self._browser.close(), LAST)
                at_once = True
        self._loop.call_soon_threadsafe(self._over.set)
        self._thread.join(LAST)
        if process is not None:
            self._own.clean()
            rmtree(self._own.tmp_dir.path, ignore_errors=True)
        # That of the page in which charts are drawn, which kaleido leaves where it could not close its Chromium.
        page = getattr(self._browser, "_html_tmp_dir", None)
        if page is not None:
            page.clean()


@cache
def _page_kept() -> type:
    """The drawer of kaleido, but it draws all charts on one page: to load plotly anew takes as long as a chart."""
    import kaleido

    class Drawer(kaleido.Kaleido):
        """Charts drawn one after the other on one page, each removed before the next."""

        async def _return_kaleido_tab(self, tab: Any) -> None:
            await self.tabs_ready.put(tab)

    return Drawer


@cache
def _without_network() -> type:
    """The Chromium of kaleido, but it finds no other machine, and has the fonts of `fonts.folder`."""
    from choreographer.browsers.chromium import Chromium

    class Offline(Chromium):
        """Chromium without a network."""

        def get_cli(self) -> list[str]:
            quiet = ("--disable-background-networking", "--disk-cache-size=1", "--disable-gpu-shader-disk-cache")
            return [*super().get_cli(), "--host-resolver-rules=MAP * ~NOTFOUND", *quiet]

        def get_env(self) -> dict[str, str]:
            folder = fonts.folder()
            own = {} if folder is None else {"FONTCONFIG_FILE": str(folder / "fonts.conf")}
            return {**super().get_env(), **own}

    return Offline


def _failures() -> tuple[type[Exception], ...]:
    """The exceptions of a Chromium that is not there, ended or took too long."""
    from choreographer import errors

    named = ("BrowserClosedError", "BrowserFailedError", "ChannelClosedError", "ChromeNotFoundError")
    return CancelledError, OSError, TimeoutError, *(getattr(errors, name) for name in named)


def _refusals() -> tuple[type[Exception], ...]:
    """The exceptions of a figure that plotly does not draw."""
    from kaleido import errors

    return errors.KaleidoError, errors.JavascriptError


# Signs that no XML may hold, as JSON has them: no picture is made of an SVG with one.
_UNDRAWN = re.compile(r"\\u00[01][0-9a-f]|\\u(?:d[89a-f]|fff[ef])|[\ud800-\udfff\ufffe\uffff]", re.IGNORECASE)


def _prepared(figure: str) -> dict[str, Any]:
    r"""A figure whose traces are named by their places, in the font of the package and in letters that XML allows.

    >>> _prepared('{"data": [{"name": "a\\u0001b"}], "layout": {}}')["data"][0]["name"]
    'a\ufffdb'
    """
    spec: dict[str, Any] = json.loads(figure)
    if _UNDRAWN.search(figure):
        spec = _allowed(spec)
    for place, trace in enumerate(spec.get("data", ())):
        trace["uid"] = f"{place:06x}"
    spec["layout"] = _with_font(spec.get("layout", {}))
    return spec


def _allowed(part: Any) -> Any:
    if isinstance(part, dict):
        return {name: _allowed(value) for name, value in part.items()}
    if isinstance(part, list):
        return list(map(_allowed, part))
    return allowed(part) if isinstance(part, str) else part


def _with_font(part: Any) -> Any:
    if isinstance(part, dict):
        return {
            name: FAMILY if name == "family" and value == FONT else _with_font(value) for name, value in part.items()
        }
    return list(map(_with_font, part)) if isinstance(part, list) else part


_MARK = re.compile(r'<defs id="defs-([0-9a-f]{6})"')
# Which attribute of a rectangle comes first depends on what was drawn before.
_STYLED = re.compile(r'<rect([^<>]*) style="([^"]*)"([^<>]*)/>')
_NAMED = re.compile(r' (?:id|class)="[^"]*"|url\([^)]*\)|href="#[^"]*"')


def settled(svg: bytes) -> bytes:
    """An SVG of plotly without what differs from one picture of a figure to the next: random characters, an order.

    >>> settled(b'<svg><defs id="defs-02ae63"><clipPath id="clip02ae63xy"/></defs></svg>')
    b'<svg><defs id="defs-chart"><clipPath id="clipchartxy"/></defs></svg>'
    """
    text = _STYLED.sub(r'<rect\1\3 style="\2"/>', svg.decode())
    mark = _MARK.search(text)
    if mark is None:
        return text.encode()
    return _NAMED.sub(lambda match: match[0].replace(mark[1], "chart"), text).encode()


painter = Painter()
"""The painter of this process."""

_CACHED: ContextVar[dict[tuple[Kind, str], bytes] | None] = ContextVar("cached", default=None)


def drawn(document: Document, kind: Kind) -> tuple[Mapping[str, bytes], str]:
    """The charts of a document as pictures by their keys, and ""; or no pictures, and a sentence that says why.

    Within `drawn_once` each chart is drawn once.
    """
    figures = {chart.key: chart.printed for _, chart in document.charts()}
    cached = _CACHED.get()
    try:
        if cached is None:
            return (painter.draw(figures, kind) if figures else {}), ""
        missing = {key: figure for key, figure in figures.items() if (kind, figure) not in cached}
        if missing:
            pictures = painter.draw(missing, kind)
            cached.update({(kind, figure): pictures[key] for key, figure in missing.items()})
    except InputError as refusal:
        return {}, str(refusal)
    return {key: cached[kind, figure] for key, figure in figures.items()}, ""


@contextmanager
def drawn_once() -> Iterator[None]:
    """Cache what is drawn within this: several formats have the same charts."""
    token = _CACHED.set({})
    try:
        yield
    finally:
        _CACHED.reset(token)
