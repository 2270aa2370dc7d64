"""JSON from a real server: its headers, its log, its page of documentation, and the processes that it starts."""

import json
import os
import signal
import urllib.error
import urllib.request
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import sync_playwright

from ddcore.answers.base.question import QUESTIONS
from tests.helpers.processes import descendants
from tests.helpers.until import soon

SECRET = "mallory-and-her-scores"


def sent(address, body=None, kind="application/json"):
    """Status, headers and body of an answer."""
    request = urllib.request.Request(address, body, {"Content-Type": kind} if body else {})
    try:
        with urllib.request.urlopen(request, timeout=60) as response:
            return response.status, response.headers, response.read()
    except urllib.error.HTTPError as refused:
        return refused.code, refused.headers, refused.read()


@pytest.mark.full
def test_every_answer_is_kept_by_nobody_and_carries_the_headers_of_the_pages(server):
    paths = ("/baselines?M=303&P=139", "/baselines?M=x", "/docs", "/openapi.json", "/nothing", "/verdict")
    for path in paths:
        _, headers, _ = sent(server.api + path, b"{" if path == "/verdict" else None)
        assert headers["Cache-Control"] == "no-store"
        assert headers["X-Content-Type-Options"] == "nosniff"
        assert "default-src 'none'" in headers["Content-Security-Policy"]
        assert not [name for name in headers if name.lower().startswith("access-control")]
    status, _, content = sent(server.api, None)
    assert status == 200
    assert [question["name"] for question in json.loads(content)] == list(QUESTIONS)


@pytest.mark.full
def test_many_clients_leave_nothing_open(server):
    sent(server.api + "/baselines?M=303&P=139", None)
    before = len(os.listdir(f"/proc/{server.process}/fd"))
    for _ in range(30):
        assert sent(server.api + "/baselines?M=303&P=139", None)[0] == 200
    soon(lambda: len(os.listdir(f"/proc/{server.process}/fd")) <= before + 3)


@pytest.mark.full
def test_nothing_that_is_sent_gets_into_the_log_or_onto_the_disk(server):
    rows = json.dumps({"rows": [{"truth": SECRET, SECRET: 0.9}, {"truth": "no", SECRET: 0.2}], "positive": SECRET})
    broken = f'{{"truth": ["{SECRET}"'
    assert sent(f"{server.api}/verdict", rows.encode())[0] == 200
    assert sent(f"{server.api}/verdict", broken.encode())[0] == 422
    assert sent(f"{server.api}/verdict?M=3&P=1&positive={SECRET}")[0] == 200
    assert sent(f"{server.api}/verdict?M={SECRET}")[0] == 422
    assert sent(f"{server.api}/verdict?{SECRET}=1")[0] == 422
    files = [os.readlink(one) for one in Path(f"/proc/{server.process}/fd").iterdir() if one.is_symlink()]
    assert not [name for name in files if name.startswith("/tmp/") and name != str(server.log)]
    assert SECRET not in server.log.read_text()


@pytest.mark.full
@pytest.mark.parametrize("server", ["streamlit"], indirect=True)
def test_workers_that_are_killed_are_replaced(server):
    assert sent(f"{server.api}/baselines?M=500&P=20")[0] == 200
    (ready,) = [one for one in descendants(server.process) if list(descendants(one))]
    for worker in list(descendants(ready)):
        # It neither keeps others from the processor nor could it open a file.
        assert os.getpriority(os.PRIO_PROCESS, worker) == 19
        os.kill(worker, signal.SIGKILL)
    assert sent(f"{server.api}/baselines?M=501&P=20")[0] == 200
    os.kill(ready, signal.SIGKILL)
    soon(lambda: sent(f"{server.api}/baselines?M=502&P=20")[0] == 200)


@pytest.mark.full
@pytest.mark.parametrize("server", ["streamlit"], indirect=True)
def test_the_page_of_documentation_works_alone(server):
    wrong, asked = [], []
    with sync_playwright() as play:
        browser = play.chromium.launch(executable_path="/usr/bin/chromium", args=["--no-sandbox"])
        for width, scheme in ((390, "light"), (1280, "dark")):
            page = browser.new_page(viewport={"width": width, "height": 900}, color_scheme=scheme)
            page.on("console", lambda message: wrong.append(message.text))
            page.on("request", lambda request: asked.append(request.url))
            page.goto(f"{server.api}/docs")
            # A section for each question, and one for reports.
            assert page.locator("section").count() == len(QUESTIONS) + 1
            assert page.evaluate("document.documentElement.scrollWidth") <= width
            for details in page.locator("details").all():
                details.evaluate("part => { part.open = true }")
            assert page.evaluate("document.documentElement.scrollWidth") <= width
            assert Axe().run(page).response["violations"] == []
            page.close()
        browser.close()
    assert wrong == []
    assert {urlsplit(url).netloc for url in asked} == {urlsplit(server.api).netloc}
    assert len([url for url in asked if not url.endswith(("/docs", "/favicon.ico"))]) == 0
