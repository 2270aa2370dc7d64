"""A real server on a free port, for the tests that need one."""

import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[2]
COMMANDS = {
    "streamlit": ["streamlit", "run", "app.py", "--server.headless", "true", "--server.port"],
    "uvicorn": ["uvicorn", "app:app", "--no-access-log", "--port"],
}


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("localhost", 0))
        return probe.getsockname()[1]


@contextmanager
def serving(command: str = "streamlit", seconds: float = 90) -> Iterator[str]:
    """The address of a server started for this block. Pytest shows what it prints with the test that runs."""
    port = free_port()
    with running(port, command, seconds):
        yield f"http://localhost:{port}"


@contextmanager
def running(
    port: int, command: str = "streamlit", seconds: float = 90, **options: Any
) -> Iterator[subprocess.Popen[bytes]]:
    """A server at a port, as a process that may be killed; the options are those of `subprocess.Popen`."""
    address = f"http://localhost:{port}"
    with subprocess.Popen([sys.executable, "-m", *COMMANDS[command], str(port)], cwd=ROOT, **options) as process:
        try:
            wait_for(address, process, seconds)
            yield process
        finally:
            process.terminate()


def wait_for(address: str, process: subprocess.Popen[bytes], seconds: float = 90) -> None:
    """Returns once a server that was started answers there; raises if it has ended or takes longer."""
    deadline = time.monotonic() + seconds
    while not answers(address):
        if process.poll() is not None or time.monotonic() > deadline:
            raise RuntimeError(f"no server at {address} from {process.args}: see what it printed")
        time.sleep(0.1)


def answers(address: str) -> bool:
    try:
        with urllib.request.urlopen(f"{address}/health", timeout=5) as response:
            return response.status == 200
    except (urllib.error.URLError, ConnectionError, TimeoutError):
        return False
