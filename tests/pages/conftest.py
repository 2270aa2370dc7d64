"""What tests of pages share: visits that are quick, samples that are read once, and a file with two models."""

import pickle
from pathlib import Path

import numpy as np
import plotly.graph_objects as go
import pytest
from streamlit.components.v2 import manifest_scanner
from streamlit.elements.lib.mutable_expander_container import ExpanderContainer
from streamlit.runtime.scriptrunner.script_cache import ScriptCache
from streamlit.testing.v1 import app_test, local_script_runner

from ddcore.answers.base.answer import Figure
from ddcore.read import read
from pages.data import files
from pages.frame import show

DRAWN = ((Figure, "draw", Figure.draw), (show, "readable", show.readable), (show, "on_paper", show.on_paper))
"""What draws charts and writes tables."""


@pytest.fixture(scope="session", autouse=True)
def quick_visits():
    """Each visit would read the metadata of all packages for components, compile the frame and its page anew, and ask
    every millisecond whether it is through.
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
        patch.setattr(local_script_runner, "ScriptCache", lambda: compiled)
        yield


@pytest.fixture(scope="session", autouse=True)
def samples_read_once():
    """All visits share samples, shipped and drawn, and what was computed from them; files are each visit's own."""
    known = {}

    def read_once(content, **how):
        wanted = (content if isinstance(content, Path) else pickle.dumps(content), repr(how))
        if wanted not in known:
            known[wanted] = read(content, **how)
        return known[wanted]

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(files, "read", read_once)
        yield


@pytest.fixture
def samples_anew(monkeypatch):
    """Each visit reads its sample, and computes from it, as if it were the first."""
    monkeypatch.setattr(files, "read", read)


@pytest.fixture(scope="module", autouse=True)
def undrawn():
    """Charts are empty, small tables there as the browser writes them: most tests look at words and numbers."""
    nothing = go.Figure(layout_template="none")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Figure, "draw", lambda figure, theme=None: nothing)
        patch.setattr(show, "readable", lambda rows: rows)
        patch.setattr(show, "on_paper", lambda rows: None)
        patch.setattr(show, "picked", all_up_to(100))
        patch.setattr(ExpanderContainer, "open", property(lambda box: True, lambda box, is_open: None))
        yield


@pytest.fixture
def drawn(monkeypatch):
    """This test draws its charts and writes its tables."""
    for place, name, as_it_is in DRAWN:
        monkeypatch.setattr(place, name, as_it_is)


PICKED, OPEN = show.picked, ExpanderContainer.open


def all_up_to(rows):
    """What shows every table of a page at once that has at most so many rows, without a person who picks them."""
    return lambda tables, is_open: [name for name in tables if tables[name].size <= rows]


@pytest.fixture
def unfolded(monkeypatch):
    """Large tables are there too, as far as their numbers are written."""
    monkeypatch.setattr(show, "picked", all_up_to(show.WRITTEN))


@pytest.fixture
def folded(monkeypatch):
    """What is folded up is not there until somebody opens its box, and then one table is."""
    monkeypatch.setattr(show, "picked", PICKED)
    monkeypatch.setattr(ExpanderContainer, "open", OPEN)


@pytest.fixture(scope="session")
def pair():
    """Two models on the same 80 cases, rounded so that some scores are tied."""
    rng = np.random.default_rng(7)
    true = np.arange(80) % 5 < 2
    one, other = (np.round(rng.normal(true * far, 1), 1) for far in (1.5, 0.4))
    return true, one, other
