"""A real server on a free port, for the tests that need one."""

import socket
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

ROOT = Path(__file__).parents[2]
COMMANDS = {
    "streamlit": ["streamlit", "run", "app.py", "--server.headless", "true", "--server.port"],
    "uvicorn": ["uvicorn", "app:app", "--port"],
}


@contextmanager
def serving(command: str = "streamlit", seconds: float = 60) -> Iterator[str]:
    """The address of a server started for this block; its log is the message when it does not come up."""
    with socket.socket() as probe:
        probe.bind(("localhost", 0))
        port = probe.getsockname()[1]
    address = f"http://localhost:{port}"
    with tempfile.TemporaryFile("w+") as log:
        arguments = [sys.executable, "-m", *COMMANDS[command], str(port)]
        with subprocess.Popen(arguments, cwd=ROOT, stdout=log, stderr=subprocess.STDOUT) as process:
            try:
                deadline = time.monotonic() + seconds
                while not answers(address):
                    if process.poll() is not None or time.monotonic() > deadline:
                        log.seek(0)
                        raise RuntimeError(f"no server at {address} from {command}:\n{log.read()}")
                    time.sleep(0.1)
                yield address
            finally:
                process.terminate()


def answers(address: str) -> bool:
    try:
        with urllib.request.urlopen(f"{address}/health", timeout=5) as response:
            return response.status == 200
    except (urllib.error.URLError, ConnectionError, TimeoutError):
        return False
