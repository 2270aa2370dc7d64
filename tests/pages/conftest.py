"""What several tests of pages share: a file with two models, and a count of large tables."""

import pickle
from dataclasses import replace
from pathlib import Path

import numpy as np
import pandas as pd
import plotly.graph_objects as go
import pytest
from streamlit.components.v2 import manifest_scanner
from streamlit.elements import arrow
from streamlit.runtime.scriptrunner.script_cache import ScriptCache
from streamlit.testing.v1 import app_test, local_script_runner

from ddcore.answers import curves, likelihood
from ddcore.read import read
from pages.data import files
from pages.frame import show
from pages.frame.page import Page


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


@pytest.fixture(scope="session", autouse=True)
def tables_written_once():
    """The cells of a table, as a person reads them, are written once for all visits that show the same table."""
    marshall, written = arrow.marshall_styler, {}

    def marshall_once(proto, styler, uuid):
        rows = styler.data
        table = (uuid, *rows.columns, *map(str, rows.dtypes), pd.util.hash_pandas_object(rows).to_numpy().tobytes())
        if table not in written:
            marshall(proto, styler, uuid)
            written[table] = proto.styler.SerializeToString()
        proto.styler.ParseFromString(written[table])

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(arrow, "marshall_styler", marshall_once)
        yield


@pytest.fixture
def drawn():
    """This test draws its charts, though others of its module do not."""


@pytest.fixture
def undrawn(request, monkeypatch):
    """Charts are empty, and numbers of tables as the browser writes them: for tests of sentences and controls alone."""
    if "drawn" not in request.fixturenames:
        draw_nothing(monkeypatch)


def draw_nothing(monkeypatch):
    chart, nothing = Page.chart, go.Figure(layout_template="none")

    def empty_chart(page, name, *given, **named):
        empty = replace(page.answer.figures[name], drawn=lambda theme: nothing)
        page.answer = replace(page.answer, figures={**page.answer.figures, name: empty})
        chart(page, name, *given, **named)

    monkeypatch.setattr(Page, "chart", empty_chart)
    monkeypatch.setattr(show, "readable", lambda rows: rows)


@pytest.fixture(scope="module")
def undrawn_module():
    """The same for what tests of a module share."""
    with pytest.MonkeyPatch.context() as patch:
        draw_nothing(patch)
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
