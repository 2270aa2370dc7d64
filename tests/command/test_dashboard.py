"""How the dashboard is started; that it is up from an install is seen in `tests/house/test_wheel.py`."""

import importlib.util
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from ddcore.command import dashboard
from ddcore.errors import InputError

ROOT = Path(__file__).parents[2]


class Server:
    """Stands for a server: remembers how it was started, and ends as it is told to."""

    def __init__(self, ends):
        self.ends, self.asked, self.started = list(ends), [], None

    def __call__(self, command, cwd):
        self.started = (command, cwd)
        return self

    def __enter__(self):
        return self

    def __exit__(self, *_):
        return None

    def wait(self):
        end = self.ends.pop(0)
        return end if isinstance(end, int) else end()

    def terminate(self):
        self.asked.append("terminate")


def interrupted():
    raise KeyboardInterrupt


def told_to_end():
    signal.raise_signal(signal.SIGTERM)
    return 0


def start(monkeypatch, *ends, **options):
    server = Server(ends)
    monkeypatch.setattr(subprocess, "Popen", server)
    before = signal.getsignal(signal.SIGTERM)
    code = dashboard.start(**options)
    assert signal.getsignal(signal.SIGTERM) is before
    assert not server.ends
    return server, code


def test_settings_of_the_folder_hold_unless_others_are_given(monkeypatch):
    server, code = start(monkeypatch, 3)
    assert server.started == ([sys.executable, "-m", "streamlit", "run", "app.py"], ROOT)
    assert code == 3
    server, _ = start(monkeypatch, 0, port=8600, address="0.0.0.0", browser=False)
    options = ["--server.port", "8600", "--server.address", "0.0.0.0", "--server.headless", "true"]
    assert server.started[0][5:] == options


def test_the_server_ends_with_the_one_who_started_it(monkeypatch):
    server, code = start(monkeypatch, interrupted, 1)
    assert (server.asked, code) == ([], 0)
    server, code = start(monkeypatch, told_to_end)
    assert (server.asked, code) == (["terminate"], 0)


@pytest.mark.parametrize("port", [0, -1, 65536])
def test_port_that_is_none(port):
    with pytest.raises(InputError, match=f"port must be between 1 and 65535, got {port}"):
        dashboard.start(port=port)


def test_streamlit_that_is_not_installed(monkeypatch):
    monkeypatch.setattr(importlib.util, "find_spec", lambda name: None)
    with pytest.raises(InputError, match=r"the dashboard needs streamlit: pip install 'ddcore\[dashboard\]'"):
        dashboard.start()


def test_folder_is_that_of_the_package_before_that_beside_it(monkeypatch, tmp_path):
    monkeypatch.setattr(dashboard, "__file__", str(tmp_path / "ddcore" / "command" / "dashboard.py"))
    with pytest.raises(InputError, match=r"the dashboard must be in .*dashboard_files, got no app\.py there"):
        dashboard.folder()
    for place in (tmp_path, tmp_path / "ddcore" / "dashboard_files"):
        (place / "pages").mkdir(parents=True)
        (place / "app.py").touch()
        (place / "pages" / "site.py").touch()
        assert dashboard.folder() == place
