"""The dashboard, started from wherever the package is installed."""

import importlib.util
import signal
import subprocess
import sys
import threading
from pathlib import Path

from ddcore.errors import InputError


def folder() -> Path:
    """The folder of `app.py` and its pages: inside the installed package, or beside it in a clone.

    Raises `InputError` "the dashboard must be in ..., got no app.py there".

    >>> (folder() / "app.py").is_file(), (folder() / ".streamlit" / "config.toml").is_file()
    (True, True)
    """
    package = Path(__file__).parents[1]
    for place in (package / "dashboard_files", package.parent):
        if (place / "app.py").is_file() and (place / "pages" / "site.py").is_file():
            return place
    raise InputError(f"the dashboard must be in {package / 'dashboard_files'}, got no app.py there")


def start(port: int | None = None, address: str | None = None, browser: bool = True) -> int:
    """Runs the dashboard until it is stopped; what it ended with, 0 after Ctrl-C.

    `port` and `address` are those of `.streamlit/config.toml` if None: localhost, which this machine alone can reach.
    `browser` opens a tab where there is a screen. Raises `InputError` "the dashboard needs streamlit: ..." and "port
    must be between 1 and 65535, got 0".
    """
    if importlib.util.find_spec("streamlit") is None:
        raise InputError("the dashboard needs streamlit: pip install 'ddcore[dashboard]'")
    if port is not None and not 1 <= port <= 65535:
        raise InputError(f"port must be between 1 and 65535, got {port}")
    place = folder()
    options = {"server.port": port, "server.address": address, "server.headless": None if browser else "true"}
    given = [part for name, value in options.items() if value is not None for part in (f"--{name}", str(value))]
    # From its own folder: there the server finds its settings and its pages.
    command = [sys.executable, "-m", "streamlit", "run", "app.py", *given]
    with subprocess.Popen(command, cwd=place) as server:
        main = threading.current_thread() is threading.main_thread()
        before = signal.signal(signal.SIGTERM, lambda *_: server.terminate()) if main else None
        try:
            return server.wait()
        except KeyboardInterrupt:
            # The terminal has told the server too.
            server.wait()
            return 0
        finally:
            if main:
                signal.signal(signal.SIGTERM, before)
