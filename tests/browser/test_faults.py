"""What a visitor sees when a reader dies, the server is killed or the disk is full, and that nothing else is lost."""

import os
import resource
import signal
import time
from pathlib import Path
from urllib.parse import urlsplit

import numpy as np
import pytest
from playwright.sync_api import Page, expect

from tests.helpers.browser import LONGEST, Visits, settle
from tests.helpers.journeys import main
from tests.helpers.processes import descendants, standing_still
from tests.helpers.serving import free_port, running

pytestmark = pytest.mark.full

SMALL = b"truth,score\n" + b"yes,0.9\nno,0.2\nyes,0.4\nno,0.6\n" * 10
SHARE = "Positive = yes (20 of 40, 50 %)."


def soon(found, seconds: float = LONGEST):
    """What is there in the end, looked for again and again."""
    deadline = time.monotonic() + seconds
    while not (result := found()):
        assert time.monotonic() < deadline, "nothing came"
        time.sleep(0.005)
    return result


def fork_server(server: int) -> int:
    """The process that forks the readers."""
    return soon(lambda: list(descendants(server)))[0]


def choose_file(page: Page, name: str, content: bytes | None = None, path: Path | None = None) -> None:
    chosen = path or {"name": name, "mimeType": "text/csv", "buffer": content}
    page.locator("input[type=file]").set_input_files(chosen)


@pytest.fixture(scope="module")
def large(tmp_path_factory) -> Path:
    """400,000 cases, in 4 MB."""
    path = tmp_path_factory.mktemp("upload") / "large.csv"
    rng = np.random.default_rng(1)
    rows = np.char.add(np.where(rng.random(1000) < 0.5, "yes,0.", "no,0."), rng.integers(1000, 9999, 1000).astype(str))
    path.write_text("truth,score\n" + ("\n".join(rows.tolist()) + "\n") * 400)
    return path


@pytest.fixture(scope="module")
def process():
    """A server that the tests of this module may hurt."""
    port = free_port()
    with running(port) as process:
        yield process, f"http://localhost:{port}"


@pytest.fixture
def visit(context, process):
    visits = Visits(context, process[1])
    yield visits
    visits.close()
    assert visits.trouble == []


def test_reading_that_takes_long_shows_its_progress_and_can_be_cancelled(visit, process):
    page = visit("/?data=File")
    with standing_still(fork_server(process[0].pid)):
        choose_file(page, "slow.csv", SMALL)
        expect(main(page).get_by_text("slow.csv: Starting to read")).to_be_visible()
        page.locator(".st-key-data_cancel button:visible").click()
        expect(page.get_by_text("slow.csv was not read, because you cancelled it")).to_be_visible()
    settle(page)
    page.get_by_role("button", name="Read it again").click()
    expect(page.get_by_text(SHARE)).to_be_visible()


def test_another_visitor_waits_for_a_place_and_is_told_which(visit, process):
    pages = [visit("/?data=File") for _ in range(os.cpu_count() + 1)]
    with standing_still(fork_server(process[0].pid)):
        for page in pages:
            choose_file(page, "mine.csv", SMALL)
            expect(page.locator(".st-key-data_cancel button:visible")).to_be_visible()
        expect(pages[-1].get_by_text("mine.csv is waiting: one other visitor's data are read first.")).to_be_visible()
        # Whoever does not want to wait can still look at something else.
        pages[-1].get_by_role("radio", name="Sample", exact=True).click(force=True)
        expect(pages[-1].get_by_text("Positive = Class1", exact=False).first).to_be_visible()
        pages[0].get_by_role("radio", name="Sample", exact=True).click(force=True)
        expect(pages[0].get_by_text("Positive = Class1", exact=False).first).to_be_visible()
        pages[-1].get_by_role("radio", name="File", exact=True).click(force=True)
        expect(pages[-1].get_by_text("mine.csv: Starting to read")).to_be_visible()
    for page in pages[1:]:
        expect(page.get_by_text(SHARE)).to_be_visible()


def test_a_reader_that_is_killed_takes_nothing_along(visit, process, large):
    page, other = visit("/?data=File"), visit("/?TP=227&FP=50&FN=31&TN=192")
    forks = fork_server(process[0].pid)
    choose_file(page, large.name, path=large)
    os.kill(soon(lambda: list(descendants(forks)))[0], signal.SIGKILL)
    # For lack of memory, it seems: then the file is read piece by piece.
    expect(page.get_by_text("of 400,000", exact=False).first).to_be_visible()
    assert process[0].poll() is None
    other.reload()
    settle(other)
    expect(other.get_by_text("The model beats chance", exact=False).first).to_be_visible()
    choose_file(page, "small.csv", SMALL)
    page.get_by_role("button", name="Use it instead", exact=True).click()
    expect(page.get_by_text(SHARE)).to_be_visible()


def test_a_full_disk_is_no_concern(visit, process, large):
    """Neither the server nor the process that forks its readers may write a byte to a file."""
    servers = (process[0].pid, fork_server(process[0].pid))
    before, highest = resource.getrlimit(resource.RLIMIT_FSIZE)
    for server in servers:
        resource.prlimit(server, resource.RLIMIT_FSIZE, (0, highest))
    page = visit("/?data=File")
    choose_file(page, large.name, path=large)
    expect(page.get_by_text("of 400,000", exact=False).first).to_be_visible()
    for server in servers:
        resource.prlimit(server, resource.RLIMIT_FSIZE, (before, highest))


def test_a_server_that_is_killed_while_a_file_arrives_and_while_it_computes(context, process, large):
    """The last test, as it kills the server of this module. What goes wrong on its pages is what it is about."""
    server, address = process
    link = "/ensemble?sample=pair_2&size=4000"
    page, computing = context.new_page(), context.new_page()
    page.goto(f"{address}/curves?data=File&curve=precision_recall")
    settle(page)
    forks = fork_server(server.pid)
    slow = {"offline": False, "latency": 0, "downloadThroughput": 10**9, "uploadThroughput": 3 * 10**4}
    context.new_cdp_session(page).send("Network.emulateNetworkConditions", slow)
    choose_file(page, large.name, path=large)
    computing.goto(address + link)
    expect(computing.get_by_role("heading", name="Are two models better than one?")).to_be_visible()
    expect(computing.get_by_test_id("stApp")).to_have_attribute("data-test-script-state", "running")
    expect(page.get_by_role("button", name="Cancel")).to_be_visible()
    server.kill()
    for left in (page, computing):
        expect(left.get_by_text("Connection error")).to_be_visible()
    told = page.get_by_role("dialog").locator("div:has(> [data-testid=stErrorCodeBlock])")
    assert "dropped again" in told.evaluate("shown => getComputedStyle(shown, '::after').content")
    expect(page.get_by_text("Is Streamlit still running?")).to_be_hidden()
    soon(lambda: not Path(f"/proc/{forks}/cmdline").exists() or not Path(f"/proc/{forks}/cmdline").read_bytes())
    with running(urlsplit(address).port):
        for left in (page, computing):
            expect(left.get_by_text("Connection error")).to_be_hidden()
            left.reload()
            settle(left)
        assert page.url.endswith("/curves?data=File&curve=precision_recall")
        expect(page.get_by_text("your choices for it apply again")).to_be_visible()
        choose_file(page, "small.csv", SMALL)
        expect(page.get_by_text(SHARE)).to_be_visible()
        expect(page.get_by_role("radio", name="Precision-recall", exact=True)).to_be_checked()
        assert link in computing.url
        expect(computing.get_by_text("Positive: 4,000 of 8,000", exact=False).first).to_be_visible()
        for left in (page, computing):
            left.close()
