"""What the server sends, whichever way it was started."""

import json
import socket
import subprocess
import sys
import tomllib
import urllib.request
from email.message import Message
from urllib.parse import urlsplit

import pytest

from tests.helpers.serving import ROOT

PAGES = ["/", "/baselines?M=303&P=139", "/health", "/_stcore/health"]


def headers(url: str) -> Message:
    with urllib.request.urlopen(url) as response:
        assert response.status == 200
        return response.headers


def websocket_status(server: str, origin: str) -> int:
    """The answer to a browser on a page of `origin` that asks for the stream of the dashboard."""
    host = urlsplit(server).netloc
    name, port = host.split(":")
    request = (
        f"GET /_stcore/stream HTTP/1.1\r\nHost: {host}\r\nOrigin: {origin}\r\n"
        "Connection: Upgrade\r\nUpgrade: websocket\r\n"
        "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: MDEyMzQ1Njc4OWFiY2RlZg==\r\n\r\n"
    )
    with socket.create_connection((name, int(port)), timeout=10) as connection:
        connection.sendall(request.encode())
        return int(connection.recv(1024).split()[1])


@pytest.mark.full
def test_health_answers_in_json(server):
    with urllib.request.urlopen(f"{server.site}/health") as response:
        assert response.headers["Content-Type"] == "application/json"
        assert json.load(response) == {"status": "ok"}


SECURITY = {
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
}


@pytest.mark.parametrize("path", PAGES)
def test_every_answer_carries_headers_that_allow_nothing_but_this_server_and_no_eval(server, path):
    sent = headers(server.site + path)
    assert {name: sent[name] for name in SECURITY} == SECURITY
    assert "camera=()" in sent["Permissions-Policy"]
    policy = dict(directive.split(maxsplit=1) for directive in sent["Content-Security-Policy"].split("; "))
    assert policy["default-src"] == "'none'"
    assert policy["connect-src"] == "'self'"
    assert policy["frame-ancestors"] == "'none'"
    assert "unsafe-" not in policy["script-src"]
    assert not any("http" in sources or "*" in sources for sources in policy.values())


def test_no_page_of_another_site_may_steer_one_of_these(server):
    with urllib.request.urlopen(f"{server.site}/_stcore/host-config") as response:
        assert json.load(response)["allowedOrigins"] == []


@pytest.mark.parametrize("script", ["/history.js", "/tour.js", "/frame.js", "/report.js", "/plotly.js"])
def test_a_script_is_sent_as_one(server, script):
    sent = headers(server.site + script)
    assert sent["Content-Type"].startswith("text/javascript")
    assert "Content-Security-Policy" in sent


@pytest.mark.full
def test_an_upload_of_any_allowed_size_stays_in_memory():
    # Without the process that stands ready to read: it has no part in this.
    code = (
        "from ddcore.workers import worker_pool; worker_pool.start = int; import app; "
        "from starlette.formparsers import MultiPartParser as p; print(p.spool_max_size)"
    )
    printed = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, check=True).stdout
    allowed = tomllib.loads((ROOT / ".streamlit/config.toml").read_text())["server"]["maxUploadSize"]
    assert int(printed) > allowed * 2**20


def test_the_stream_opens_for_the_dashboards_own_page(server):
    assert websocket_status(server.site, server.site) == 101


@pytest.mark.parametrize("origin", ["http://example.com", "http://localhost:1", "null"])
def test_the_stream_stays_shut_for_pages_of_other_sites(server, origin):
    assert websocket_status(server.site, origin) == 403
