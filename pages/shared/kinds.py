"""The choice of a curve, its chart and its points."""

from collections.abc import Callable, Mapping

import pandas as pd
import plotly.graph_objects as go
import streamlit as st

from ddcore.data import Data
from ddcore.errors import InputError
from ddcore.figures import curves as figures
from ddcore.figures.parts import empty
from ddcore.figures.theme import Theme
from ddcore.report import curves as words
from ddcore.scores.curves import CURVE_KINDS, curve, point
from ddcore.scores.trace import over_threshold
from pages.session import link
from pages.shared import separation

CURVES = {key: kind.title for key, kind in CURVE_KINDS.items()} | {
    "calibration": "Calibration",
    "measure": "A measure",
}


COMPARED = {key: CURVES[key] for key in ("roc", "precision_recall", "toc")}
"""The curves that are compared before and after."""


def choose() -> str:
    """The kind of curve of the page of curves."""
    told = "Each looks at the same thresholds in another way; how to read it stands above the chart."
    return _tabs("curves_kind", "Curve", CURVES, told)


def compare(page: str) -> str:
    """The kind of curve to compare."""
    told = "The curve that the last chart compares; “read” are the scores of one model read as evidence."
    return _tabs(f"{page}_curve", "Compare", COMPARED, told)


def _tabs(key: str, label: str, curves: Mapping[str, str], told: str) -> str:
    """One of some curves, in the link as curve=."""
    link.start(key, "curve", "roc", link.one_of(curves, "curve"))
    kind = st.segmented_control(
        label,
        list(curves),
        format_func=curves.__getitem__,
        key=key,
        required=True,
        wrap=True,
        persist_state="session",
        help=told,
    )
    link.say(curve=kind if kind != "roc" else None)
    return kind


def picture(kind: str, data: Data, measure: str, theme: Theme) -> tuple[go.Figure, str]:
    """The chart of a kind and what it shows in words."""
    threshold = data.model.threshold
    if kind == "calibration":
        try:
            bins = separation.calibrated(data)
        except InputError as problem:
            return empty(theme, f"{str(problem)[0].upper()}{str(problem)[1:]}."), str(problem)
        drawn = figures.calibration_figure(data.chosen, bins, separation.consistent(data), theme)
        return drawn, figures.calibration_alt(data.chosen, bins)
    if kind == "measure":
        traces = separation.traces(data, measure)
        return figures.trace_figure(traces, theme, threshold), figures.trace_alt(traces)
    lines, cross = separation.curves(data, kind), point(data.model.table, kind, threshold)
    extra = {"band": separation.band(data), "hull": separation.hull(data)} if kind == "roc" else {}
    drawn = figures.curves_figure(lines, theme, chosen=data.chosen, point=cross, **extra)
    return drawn, figures.curves_alt(lines, cross)


def points(kind: str, data: Data, measure: str) -> tuple[Callable[[], pd.DataFrame], int]:
    """What makes the table behind the chart, every point, none left out; and how many rows it has."""
    tables = separation.tables(data)
    rows = sum(table.score.size + 1 for table in tables.values())
    if kind == "calibration":
        try:
            bins = separation.calibrated(data)
        except InputError:
            return pd.DataFrame, 0
        return lambda: words.bins(bins), bins.cases.size
    if kind == "measure":
        return lambda: words.traced({name: over_threshold(table, measure) for name, table in tables.items()}), rows
    return lambda: words.points({name: curve(table, kind) for name, table in tables.items()}), rows
