"""A real server and a real browser: `visit` opens a page as a person would, and fails the test if anything went wrong.

Playwright's own `wait_for_function` needs eval, which the dashboard's policy forbids: wait with `settled` or a locator.
"""

import asyncio
import re
import shutil
from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect, sync_playwright

from tests.helpers.browser import COLOURS, Visits, keeping, settle, until, violations
from tests.helpers.serving import serving


@pytest.fixture(scope="session")
def server() -> Iterator[str]:
    with serving() as address:
        yield address


SOON = 3000
"""Milliseconds until a press is taken for lost."""

# A page is looked at once or twice: drawing without a graphics card, and scripts compiled without optimising them, take
# less of the processor.
FLAGS = ["--no-sandbox", "--process-per-site", "--disable-gpu", "--disable-software-rasterizer", "--js-flags=--no-opt"]


@pytest.fixture(scope="session")
def chromium() -> Iterator[tuple[Browser, asyncio.AbstractEventLoop]]:
    """A browser, started once, and playwright's event loop, put aside: see `browser`."""
    executable = shutil.which("chromium")
    assert executable, "chromium is not installed: apt-get install chromium"
    with (
        sync_playwright() as playwright,
        playwright.chromium.launch(executable_path=executable, args=FLAGS) as browser,
    ):
        loop = asyncio.get_running_loop()
        asyncio._set_running_loop(None)
        yield browser, loop
        asyncio._set_running_loop(loop)


@pytest.fixture(scope="module")
def browser(chromium: tuple[Browser, asyncio.AbstractEventLoop]) -> Iterator[Browser]:
    # Playwright keeps an event loop running in this thread: only within these modules, as other tests start their own.
    browser, loop = chromium
    asyncio._set_running_loop(loop)
    yield browser
    asyncio._set_running_loop(None)


@pytest.fixture(scope="session")
def contexts() -> dict[str, BrowserContext]:
    """What is kept from module to module, as it has compiled all scripts; it ends with the browser."""
    return {}


@pytest.fixture(scope="module")
def context(browser: Browser, server: str, contexts: dict[str, BrowserContext]) -> BrowserContext:
    if "here" not in contexts:
        contexts["here"] = keeping(browser, server)
    return contexts["here"]


@pytest.fixture(scope="module")
def elsewhere(browser: Browser, server: str, contexts: dict[str, BrowserContext]) -> BrowserContext:
    """Knows nothing of what happens in `context`."""
    if "elsewhere" not in contexts:
        contexts["elsewhere"] = keeping(browser, server)
    return contexts["elsewhere"]


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
        until(lambda: radio.click(force=True), lambda: expect(radio).to_be_checked(timeout=SOON))
        settled(page)

    return press


@pytest.fixture
def choose(settled: Callable[[Page], None]) -> Callable[[Page, str, str], None]:
    """`choose(page, "Compare", "TOC")` takes one entry of a list."""

    def take(page: Page, label: str, name: str) -> None:
        box = page.get_by_role("combobox", name=label)
        # A list closes when its page scrolls, so it is in view before it opens.
        box.scroll_into_view_if_needed()
        settled(page)
        box.click()
        page.get_by_role("option", name=name, exact=True).click()
        settled(page)

    return take


@pytest.fixture
def drop(pick: Callable[[Page, str], None], settled: Callable[[Page], None]) -> Callable[[Page, str, bytes], None]:
    """`drop(page, "a.csv", content)` drops a file on the page, in place of one that is in use."""

    def let_go(page: Page, name: str, content: bytes) -> None:
        if not page.locator("input[type=file]").count():
            pick(page, "File")
        page.locator("input[type=file]").set_input_files({"name": name, "mimeType": "text/csv", "buffer": content})
        # A file that takes the place of another empties the box, and its own button with it.
        lies = page.get_by_role("button", name=f"Remove {name}", exact=True)
        expect(lies.or_(page.get_by_text(f"Still in use: {name}", exact=True))).to_be_visible()
        settled(page)
        if page.locator(".st-key-data_instead").count():
            page.get_by_role("button", name="Use it instead", exact=True).click()
            expect(page.get_by_text(f"Still in use: {name}", exact=True)).to_be_visible()
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
def download(settled):
    """`download(page, title)` picks a table, the first unless one is named, and takes its CSV away: name and bytes."""

    def download(page, title=None):
        box = page.get_by_test_id("stMain").get_by_test_id("stExpander")
        box = box.filter(has=page.locator("summary", has_text="Tables"))
        button = box.get_by_role("button", name="Download as CSV", exact=True)
        frame = box.get_by_test_id("stDataFrame")
        settled(page)
        # A click on a table that is just being folded up may be lost.
        until(
            lambda: frame.is_visible() or box.locator("summary").click(),
            lambda: expect(frame).to_be_visible(timeout=SOON),
        )
        settled(page)
        if title is not None:
            option = page.get_by_role("option", name=re.compile(f"^{re.escape(title)} "))
            # A page that has just become shorter scrolls, which closes a list again.
            until(box.get_by_role("combobox").click, lambda: expect(option).to_be_visible(timeout=SOON))
            option.click()
        settled(page)
        # A key hits the button even while the table above it still grows and moves it.
        with page.expect_download() as waiting:
            button.press("Enter")
        return waiting.value.suggested_filename, waiting.value.path().read_bytes()

    return download


@pytest.fixture
def collected(visit, settled):
    """The page Report with two answers that were added on their pages."""

    def collect(**how):
        page = visit("/costs?sample=two_class_example&u=0,-1,-5,0&unit=EUR", **how)
        page.get_by_role("button", name="Add to report", exact=True).click()
        expect(page.get_by_role("link", name="In the report, as section 1", exact=True)).to_be_visible()
        settled(page)
        page.evaluate("[...document.querySelectorAll('a')].find(link => new URL(link.href).pathname === '/').click()")
        expect(page.get_by_role("heading", level=1)).to_have_text("Does this model beat chance?")
        settled(page)
        page.get_by_role("button", name="Add to report", exact=True).click()
        page.get_by_role("link", name="In the report, as section 2", exact=True).click()
        expect(page.get_by_role("heading", level=1)).to_have_text("Report for others")
        settled(page)
        return page

    return collect
