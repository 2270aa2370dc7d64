"""What several tests of pages share: a file with two models, and a count of large tables."""

import numpy as np
import pytest
from streamlit.components.v2 import manifest_scanner
from streamlit.runtime.scriptrunner.script_cache import ScriptCache
from streamlit.testing.v1 import app_test

from ddcore.answers import curves, likelihood
from pages.frame import show


@pytest.fixture(scope="session", autouse=True)
def quick_visits():
    """Each visit would read the metadata of all packages for components, and compile its page anew.

    Tables that a person unfolds are there unfolded, up to the rows at which their numbers are written.
    """
    compiled = ScriptCache()
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(manifest_scanner, "scan_component_manifests", list)
        patch.setattr(app_test, "ScriptCache", lambda: compiled)
        patch.setattr(show, "LARGE", show.WRITTEN)
        yield


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
