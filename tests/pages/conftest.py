"""What several tests of pages share: a file with two models, and a count of large tables."""

import numpy as np
import pytest
from streamlit.components.v2 import manifest_scanner
from streamlit.runtime.scriptrunner.script_cache import ScriptCache
from streamlit.testing.v1 import app_test, local_script_runner

from ddcore.answers import curves, likelihood
from pages.frame import show


@pytest.fixture(scope="session", autouse=True)
def quick_visits():
    """Each visit would read the metadata of all packages for components, compile its page anew, and ask every
    millisecond whether it is through.
    """
    compiled = ScriptCache()
    ask = local_script_runner.require_widgets_deltas

    def wait(runner, timeout=3):
        runner._script_thread.join(timeout)
        ask(runner, 0.1)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(manifest_scanner, "scan_component_manifests", list)
        patch.setattr(local_script_runner, "require_widgets_deltas", wait)
        patch.setattr(app_test, "ScriptCache", lambda: compiled)
        yield


@pytest.fixture
def unfolded(monkeypatch):
    """Large tables, which are made when a person unfolds them, are there, as far as their numbers are written."""
    monkeypatch.setattr(show, "LARGE", show.WRITTEN)


@pytest.fixture(scope="module")
def pair():
    """Two models on the same 80 cases, rounded so that some scores are tied."""
    rng = np.random.default_rng(7)
    true = np.arange(80) % 5 < 2
    one, other = (np.round(rng.normal(true * far, 1), 1) for far in (1.5, 0.4))
    return true, one, other


@pytest.fixture
def made(monkeypatch):
    """The large tables that were made."""
    calls = []
    for module, name in ((curves, "points"), (curves, "traced"), (likelihood, "transformed")):
        before = getattr(module, name)
        monkeypatch.setattr(
            module, name, lambda *given, before=before, name=name: (calls.append(name), before(*given))[1]
        )
    return calls
