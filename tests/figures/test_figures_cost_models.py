"""Several models over all costs as a figure: lines, bands, constant answers, and names that differ."""

import html
import re

import numpy as np
import pytest

from ddcore.decisions.cost_curves import COST_CURVES
from ddcore.decisions.model_curves import model_curve
from ddcore.figures.cost_models import models_alt, models_figure
from ddcore.formats import number
from ddcore.table import ScoreTable
from tests.helpers.figures import entries, legend, once, sound, themes
from tests.helpers.line_figures import simulated
from tests.helpers.loops import nonempty

kinds = pytest.mark.parametrize("kind", COST_CURVES)


@once
def made(kind, models=3, weighted=False):
    tables = [simulated(2 - i / 5, 200, seed=i, share=1 / 3) for i in range(models)]
    if weighted:
        tables = [ScoreTable(one.score, 1.5 * one.positives, 1.5 * one.negatives) for one in tables]
    return {f"churn_2026_model_{i}": model_curve(table, kind) for i, table in enumerate(tables)}


def lines(figure):
    return [trace for trace in figure.data if trace.mode == "lines" and trace.fill is None]


@kinds
@themes
def test_a_line_and_a_band_a_model(kind, theme):
    """Where scores help, the line is within the chart."""
    curves = made(kind)
    figure = models_figure(curves, theme, 0.3)
    shown, bands = lines(figure)[:3], [trace for trace in figure.data if trace.fill == "toself"]
    low, high = figure.layout.yaxis.range
    for at, (line, band, curve) in nonempty(enumerate(zip(shown, bands, curves.values(), strict=True))):
        values = dict(zip(curve.x, curve.value, strict=True))
        assert entries(line.y) == tuple(values[x] for x in line.x)
        assert line.line.color == theme.colours[at]
        inside = np.array(band.y[: curve.x.size]) < high
        assert np.array(band.y[: curve.x.size])[inside] == pytest.approx(curve.high[inside])
        useful = curve.value > np.maximum(curve.always, curve.never) if kind == "decision" else curve.value < high
        assert ((low < curve.value) & (curve.value <= high))[useful].all()
    assert [html.unescape(name) for name in legend(figure)] == [
        *(f"churn_2026_model_{i}" for i in range(3)), "95 % bands", "always positive", "never positive",
    ]  # fmt: skip
    assert figure.layout.shapes[0].x0 == 0.3
    assert sound(figure)


def test_ten_models_have_one_band_and_ten_looks(theme):
    figure = models_figure(made("cost", models=10), theme, None)
    assert sum(trace.fill == "toself" for trace in figure.data) == 1
    assert len({(line.line.color, line.line.dash) for line in lines(figure)[:10]}) == 10
    assert not figure.layout.shapes
    figure = models_figure(made("decision", weighted=True), theme, None)
    assert "95 % bands" not in legend(figure)
    assert [len(trace.x) for trace in figure.data if trace.fill == "toself"] == [0, 0, 0]
    assert "95 %" not in lines(figure)[0].hovertemplate
    assert sound(figure)


def test_value_and_interval_stand_under_the_pointer_and_in_words(theme):
    curves = made("decision")
    line, curve = lines(models_figure(curves, theme, None))[1], curves["churn_2026_model_1"]
    at = int(np.flatnonzero(curve.x == line.x[5])[0])
    fields = re.findall(r"%\{([^}]*)\}", line.hovertemplate)
    assert fields == ["x:.3f", "y:.3f", "customdata[0]:.3f", "customdata[1]:.3f"]
    assert (line.y[5], *line.customdata[5]) == (curve.value[at], curve.low[at], curve.high[at])
    said = models_alt(made("decision", models=7), 0.25)
    value = np.interp(0.25, curve.x, curve.value)
    assert "of 7 models" in said
    assert f"churn_2026_model_1 {number(float(value))};" in said
    assert said.endswith("; and 2 more.")
    assert "your costs" not in models_alt(curves, None)
