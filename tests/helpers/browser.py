"""Pages in a real browser, what goes wrong on them, and when they are still.

Playwright's own `wait_for_function` needs eval, which the dashboard's policy forbids: wait with `settle` or a locator.
"""

import re
import time
from collections.abc import Callable
from urllib.parse import urlsplit

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Error, Page, Response, expect

LONGEST = 90
"""Seconds until a page is taken for hung: long, as a machine may be busy, and who need not wait loses nothing."""
expect.set_options(timeout=1000 * LONGEST)

# A slider sends where it stands 0.2 s after its last move: a timer that started before these looks ends before them.
STILL = """() => new Promise(resolve => {
    const quiet = () => {
        const app = document.querySelector('[data-testid="stApp"]')
        const charts = [...document.querySelectorAll('[data-testid="stPlotlyChart"]')]
        return app?.dataset.testScriptState === 'notRunning'
            && app.dataset.testConnectionState === 'CONNECTED'
            && !window.unanswered
            && !document.querySelector('[data-testid="stSkeleton"], [data-stale="true"]')
            && charts.every(chart => chart.offsetParent === null || chart.querySelector('.main-svg'))
    }
    let looks = 0, still = 0
    const look = () => {
        still = quiet() ? still + 1 : 0
        if (still === 5 || ++looks === 40) resolve(still === 5)
        else setTimeout(look, 50)
    }
    setTimeout(look, 50)
})"""

# To a page by a link that leads to it, if need be by one in a section of the menu, which opens at a click.
FOLLOW = """async path => {
    const link = () => [...document.querySelectorAll('a')].find(link => new URL(link.href).pathname === path)
    for (const section of document.querySelectorAll('[data-testid="stTopNavSection"]')) {
        if (link()) break
        section.click()
        for (let frame = 0; frame < 10 && !link(); frame++) await new Promise(requestAnimationFrame)
        if (!link()) section.click()
    }
    link().click()
}"""

# Streamlit's protobuf tries WebAssembly, which the policy forbids, and goes on without it.
REPORT_VIOLATIONS = """document.addEventListener('securitypolicyviolation', event => {
    if (event.blockedURI !== 'wasm-eval') reportViolation(`${event.violatedDirective} ${event.blockedURI}`)
})"""

# A click is with the server before the page says that its script runs: until the first answer the page is not quiet.
NOTE_QUESTIONS = """(() => {
    const send = WebSocket.prototype.send
    const heard = new WeakSet()
    WebSocket.prototype.send = function (data) {
        if (!heard.has(this)) this.addEventListener('message', () => { window.unanswered = false })
        heard.add(this)
        window.unanswered = true
        return send.call(this, data)
    }
})()"""

# On a link to a page Streamlit looks for its server below that page first, is told 404, and finds it at the root.
SEARCH_FOR_SERVER = re.compile(r"/[^/]+/_stcore/(health|host-config)")

# It also asks for the file of each download button as soon as it is drawn; one drawn anew meanwhile has another file.
# What somebody downloads is checked by `download` itself.
PROBE = re.compile(r"/media/[0-9a-f]+\.csv")
PROBED = "Download Button source error - 404"

# What axe finds in Streamlit's own parts and no page can mend: rule and a piece of the element.
STREAMLITS_OWN = [("presentation-role-conflict", 'data-testid="stFileUploaderDropzone"')]

COLOURS = {
    "light": ["rgb(27, 36, 48)", "rgb(255, 255, 255)"],
    "dark": ["rgb(232, 236, 241)", "rgb(18, 23, 30)"],
}


class Visits:
    """Pages opened in one test, and in `trouble` all that went wrong on them, one line each."""

    def __init__(self, context: BrowserContext, server: str) -> None:
        self.context = context
        self.server = server
        self.trouble: list[str] = []

    def __call__(self, path: str = "/", width: int = 1280, theme: str = "light", server: str | None = None) -> Page:
        """A settled page in a session of its own; `path` begins with a slash and may carry a query."""
        server = server or self.server
        page = self.context.new_page()
        page.set_viewport_size({"width": width, "height": 844 if width < 600 else 900})
        page.emulate_media(color_scheme=theme, reduced_motion="reduce")
        self._listen(page, urlsplit(server).netloc)
        page.goto(server + path)
        settle(page)
        if page.get_by_test_id("stException").count():
            self.trouble.append(f"error on {path}: see what the server printed")
        return page

    def _listen(self, page: Page, host: str) -> None:
        def note_console(message: ConsoleMessage) -> None:
            if message.type == "error" and not is_probe(message.location["url"]) and PROBED not in message.text:
                self.trouble.append(f"console: {message.text}")

        def note_host(url: str) -> None:
            parts = urlsplit(url)
            if parts.scheme not in ("data", "blob") and parts.netloc != host:
                self.trouble.append(f"outside request: {url}")

        def note_status(response: Response) -> None:
            if response.status >= 400 and not (response.status == 404 and is_probe(response.url)):
                self.trouble.append(f"status {response.status}: {response.url}")

        page.expose_function("reportViolation", lambda text: self.trouble.append(f"policy: {text}"))
        page.add_init_script(REPORT_VIOLATIONS)
        page.add_init_script(NOTE_QUESTIONS)
        page.on("console", note_console)
        page.on("pageerror", lambda error: self.trouble.append(f"script: {error}"))
        page.on("request", lambda request: note_host(request.url))
        page.on("websocket", lambda socket: note_host(socket.url))
        page.on("response", note_status)

    def close(self) -> None:
        # The first page is that of `keeping`.
        first, *others = self.context.pages
        for page in others:
            page.close()
        # Such as whether the panel was closed, which Streamlit keeps for the next visit.
        first.evaluate("localStorage.clear()")


def is_probe(url: str) -> bool:
    """Whether Streamlit's own scripts ask for it without being sure that it is there."""
    path = urlsplit(url).path
    return any(pattern.fullmatch(path) is not None for pattern in (SEARCH_FOR_SERVER, PROBE))


def settle(page: Page, seconds: float = LONGEST) -> None:
    """Returns once the script has run and the page has been still for 0.25 s."""
    deadline = time.monotonic() + seconds
    while not is_still(page):
        assert time.monotonic() < deadline, f"{page.url} is still busy after {seconds} s"


def is_still(page: Page) -> bool:
    """Whether it is within two seconds."""
    try:
        return page.evaluate(STILL)
    except Error as error:
        if "context was destroyed" in error.message:  # it went to another address meanwhile
            return False
        raise


def until(press: Callable[[], object], shown: Callable[[], object], tries: int = 12) -> None:
    """Presses again until it shows: a key or a mouse that comes while the page is being drawn may be lost."""
    for left in reversed(range(tries)):
        try:
            press()
            shown()
            return
        except (AssertionError, Error):
            if not left:
                raise


def whole(page: Page) -> None:
    """Make the window as high as the page."""
    height = page.evaluate("""() => document.querySelector('[data-testid="stMain"]').scrollHeight""")
    page.set_viewport_size({"width": page.viewport_size["width"], "height": height})
    settle(page)


def violations(page: Page) -> list[str]:
    """What axe-core finds wrong with the whole page, one line an element; it judges no contrast it cannot see."""
    # A mouse that is left over an icon opens its help, in a part of Streamlit's own that no landmark holds.
    page.mouse.move(0, 0)
    window = page.viewport_size
    whole(page)
    expect(page.get_by_test_id("stTooltipContent")).to_have_count(0)
    found = Axe().run(page, options={"resultTypes": ["violations"]}).response["violations"]
    page.set_viewport_size(window)
    settle(page)
    lines = [(violation["id"], node["html"]) for violation in found for node in violation["nodes"]]
    return [
        f"{rule}: {html}"
        for rule, html in lines
        if not any(rule == known and part in html for known, part in STREAMLITS_OWN)
    ]


def keeping(browser: Browser, server: str) -> BrowserContext:
    """A browser that keeps Streamlit's scripts for all its pages; each page is still a session of its own.

    All pages share one process, which an empty page of the same site keeps running: what the process has compiled for
    one page, the next one need not compile again.
    """
    context = browser.new_context()
    context.set_default_timeout(1000 * LONGEST)
    context.new_page().goto(f"{server}/health")
    return context
