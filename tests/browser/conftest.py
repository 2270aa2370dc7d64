"""A real server and a real browser: `visit` opens a page as a person would, and fails the test if anything went wrong.

Playwright's own `wait_for_function` needs eval, which the dashboard's policy forbids: wait with `settled` or a locator.
"""

import re
import shutil
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from axe_playwright_python.sync_playwright import Axe
from house.serving import serving
from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Page, Response, expect, sync_playwright

QUIET = """() => {
    const app = document.querySelector('[data-testid="stApp"]')
    const charts = [...document.querySelectorAll('[data-testid="stPlotlyChart"]')]
    return app?.dataset.testScriptState === 'notRunning'
        && app.dataset.testConnectionState === 'CONNECTED'
        && !window.unanswered
        && !document.querySelector('[data-testid="stSkeleton"], [data-stale="true"]')
        && charts.every(chart => chart.offsetParent === null || chart.querySelector('.main-svg'))
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
        for page in self.context.pages[1:]:
            page.close()


def is_probe(url: str) -> bool:
    """Whether Streamlit's own scripts ask for it without being sure that it is there."""
    path = urlsplit(url).path
    return any(pattern.fullmatch(path) is not None for pattern in (SEARCH_FOR_SERVER, PROBE))


def settle(page: Page, seconds: float = 30) -> None:
    """Returns once the script has run and the page has been still for 0.3 s."""
    deadline = time.monotonic() + seconds
    still = 0
    while still < 3:
        assert time.monotonic() < deadline, f"{page.url} is still busy after {seconds} s"
        page.wait_for_timeout(100)
        still = still + 1 if page.evaluate(QUIET) else 0


def whole(page: Page) -> None:
    """Make the window as high as the page."""
    height = page.evaluate("""() => document.querySelector('[data-testid="stMain"]').scrollHeight""")
    page.set_viewport_size({"width": page.viewport_size["width"], "height": height})
    settle(page)


def violations(page: Page) -> list[str]:
    """What axe-core finds wrong with the whole page, one line an element; it judges no contrast it cannot see."""
    whole(page)
    found = Axe().run(page).response["violations"]
    lines = [(violation["id"], node["html"]) for violation in found for node in violation["nodes"]]
    return [
        f"{rule}: {html}"
        for rule, html in lines
        if not any(rule == known and part in html for known, part in STREAMLITS_OWN)
    ]


@pytest.fixture(scope="session")
def server() -> Iterator[str]:
    with serving() as address:
        yield address


@pytest.fixture
def fresh_server() -> Iterator[str]:
    """A server nobody has visited yet. Close its pages before the test ends, or they notice that it is gone."""
    with serving() as address:
        yield address


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    # Playwright keeps an event loop running in this thread, so it ends with the module: other tests start their own.
    executable = shutil.which("chromium")
    assert executable, "chromium is not installed: apt-get install chromium"
    with (
        sync_playwright() as playwright,
        playwright.chromium.launch(executable_path=executable, args=["--no-sandbox", "--process-per-site"]) as browser,
    ):
        yield browser


@contextmanager
def keeping(browser: Browser, server: str) -> Iterator[BrowserContext]:
    """A browser that keeps Streamlit's scripts for all its pages; each page is still a session of its own.

    All pages share one process, which an empty page of the same site keeps running: what the process has compiled for
    one page, the next one need not compile again.
    """
    with browser.new_context() as context:
        context.set_default_timeout(10_000)
        context.new_page().goto(f"{server}/health")
        yield context


@pytest.fixture(scope="module")
def context(browser: Browser, server: str) -> Iterator[BrowserContext]:
    with keeping(browser, server) as context:
        yield context


@pytest.fixture(scope="module")
def elsewhere(browser: Browser, server: str) -> Iterator[BrowserContext]:
    """Knows nothing of what happens in `context`."""
    with keeping(browser, server) as context:
        yield context


@pytest.fixture
def visit(context: BrowserContext, server: str) -> Iterator[Visits]:
    """`visit(path, width=1280, theme="light")` opens a page. Trouble on it fails the test at its end."""
    visits = Visits(context, server)
    yield visits
    visits.close()
    assert visits.trouble == []


@pytest.fixture
def stranger(elsewhere: BrowserContext, server: str) -> Iterator[Visits]:
    """Like `visit`, in another browser, which remembers no earlier visit."""
    everything = {"origin": server, "storageTypes": "all"}
    elsewhere.new_cdp_session(elsewhere.pages[0]).send("Storage.clearDataForOrigin", everything)
    visits = Visits(elsewhere, server)
    yield visits
    visits.close()
    assert visits.trouble == []


@pytest.fixture(scope="session")
def settled() -> Callable[[Page], None]:
    """`settled(page)` waits for the answer to a click or a key."""
    return settle


@pytest.fixture
def pick(settled: Callable[[Page], None]) -> Callable[[Page, str], None]:
    """`pick(page, "Lift")` presses one button of several; `pick(page, "File")` chooses where the data come from."""

    def press(page: Page, name: str) -> None:
        radio = page.get_by_role("radio", name=name, exact=True)
        # At the upper edge of the window the menu would lie over it.
        radio.evaluate("shown => shown.scrollIntoView({block: 'center'})")
        radio.click(force=True)
        expect(radio).to_be_checked()
        settled(page)

    return press


@pytest.fixture
def drop(pick: Callable[[Page, str], None], settled: Callable[[Page], None]) -> Callable[[Page, str, bytes], None]:
    """`drop(page, "a.csv", content)` drops a file on the page."""

    def let_go(page: Page, name: str, content: bytes) -> None:
        if not page.locator("input[type=file]").count():
            pick(page, "File")
        page.locator("input[type=file]").set_input_files({"name": name, "mimeType": "text/csv", "buffer": content})
        expect(page.get_by_role("button", name=f"Remove {name}", exact=True)).to_be_visible()
        settled(page)

    return let_go


@pytest.fixture(scope="session")
def axe() -> Callable[[Page], list[str]]:
    """`axe(page)` lists what is hard to use without sight, colours or a mouse."""
    return violations


@pytest.fixture(scope="session")
def colours() -> dict[str, list[str]]:
    """`colours["dark"]`: of text and background in that theme of the system."""
    return COLOURS


@pytest.fixture(scope="session")
def wear() -> Callable[[Page, str], None]:
    """`wear(page, "dark")`: the system changes its theme while the page is open, and the page follows."""

    def change(page: Page, theme: str) -> None:
        page.emulate_media(color_scheme=theme)
        expect(page.get_by_test_id("stApp")).to_have_css("background-color", COLOURS[theme][1])
        settle(page)

    return change


@pytest.fixture
def screenshot(request: pytest.FixtureRequest) -> Callable[[Page, str], Path]:
    """`screenshot(page, "verdict-dark")` takes the page in its whole height and returns the path of the picture."""
    folder = request.config.cache.mkdir("screenshots")

    def take(page: Page, name: str) -> Path:
        whole(page)
        path = folder / f"{name}.png"
        page.screenshot(path=path)
        return path

    return take


@pytest.fixture
def download(settled):
    """`download(page, label)` unfolds the table of that label and takes its CSV away: file name and bytes."""

    def download(page, label):
        box = (
            page.get_by_test_id("stMain")
            .get_by_test_id("stExpander")
            .filter(has=page.locator("summary", has_text=label))
        )
        button = box.get_by_role("button", name="Download as CSV", exact=True)
        frame = box.get_by_test_id("stDataFrame")
        # A table folded up by the last choice may still look open, and a click while it moves may be lost.
        page.wait_for_timeout(300)
        for _ in range(3):
            if frame.is_visible():
                break
            box.locator("summary").click()
            settled(page)
        expect(frame).to_be_visible()
        # A key hits the button even while the table above it still grows and moves it.
        with page.expect_download() as waiting:
            button.press("Enter")
        return waiting.value.suggested_filename, waiting.value.path().read_bytes()

    return download
