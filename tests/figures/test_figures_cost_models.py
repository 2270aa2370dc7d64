"""Several models over all costs as a figure: lines, bands, constant answers, and names that differ."""

import html
import re

import numpy as np
import pytest
from scipy.special import expit

from ddcore.decisions.cost_curves import COST_CURVES
from ddcore.decisions.model_curves import model_curve
from ddcore.figures.cost_models import models_alt, models_figure
from ddcore.formats import number
from ddcore.table import ScoreTable
from tests.helpers.figures import entries, legend, sound, themes
from tests.helpers.loops import nonempty

kinds = pytest.mark.parametrize("kind", COST_CURVES)


def made(kind, models=3, weighted=False):
    rng = np.random.default_rng(1)
    truth = np.arange(200) % 3 == 0
    tables = [ScoreTable.of(expit(rng.normal(truth * (2 - i / 5) - 1, 1)), truth, True) for i in range(models)]
    if weighted:
        tables = [ScoreTable(one.score, 1.5 * one.positives, 1.5 * one.negatives) for one in tables]
    return {f"churn_2026_model_{i}": model_curve(table, kind) for i, table in enumerate(tables)}


def lines(figure):
    return [trace for trace in figure.data if trace.mode == "lines" and trace.fill is None]


@kinds
@themes
def test_a_line_and_a_band_a_model(kind, theme):
    curves = made(kind)
    figure = models_figure(curves, theme, 0.3)
    shown, bands = lines(figure)[:3], [trace for trace in figure.data if trace.fill == "toself"]
    for at, (line, band, curve) in nonempty(enumerate(zip(shown, bands, curves.values(), strict=True))):
        values = dict(zip(curve.x, curve.value, strict=True))
        assert entries(line.y) == tuple(values[x] for x in line.x)
        assert line.line.color == theme.colours[at]
        top = figure.layout.yaxis.range[1]
        inside = np.array(band.y[: curve.x.size]) < top
        assert inside.mean() > 0.6
        assert np.array(band.y[: curve.x.size])[inside] == pytest.approx(curve.high[inside])
    assert [html.unescape(name) for name in legend(figure)] == [
        *(f"churn_2026_model_{i}" for i in range(3)), "95 % bands", "always positive", "never positive",
    ]  # fmt: skip
    assert figure.layout.shapes[0].x0 == 0.3
    assert sound(figure)


@kinds
def test_all_lines_are_within_the_chart_where_scores_help(kind, theme):
    curves = made(kind)
    low, high = models_figure(curves, theme, None).layout.yaxis.range
    for curve in nonempty(curves.values()):
        useful = curve.value > np.maximum(curve.always, curve.never) if kind == "decision" else curve.value < high
        assert useful.any()
        assert (curve.value[useful] > low).all()
        assert (curve.value[useful] <= high).all()


def test_ten_models_have_one_band_and_ten_looks(theme):
    figure = models_figure(made("cost", models=10), theme, None)
    assert sum(trace.fill == "toself" for trace in figure.data) == 1
    assert len({(line.line.color, line.line.dash) for line in lines(figure)[:10]}) == 10
    assert not figure.layout.shapes


def test_sums_of_weights_have_lines_alone(theme):
    figure = models_figure(made("decision", weighted=True), theme, None)
    assert "95 % bands" not in legend(figure)
    assert [len(trace.x) for trace in figure.data if trace.fill == "toself"] == [0, 0, 0]
    assert "95 %" not in lines(figure)[0].hovertemplate
    assert sound(figure)


def test_value_and_interval_stand_under_the_pointer(theme):
    curves = made("decision")
    line, curve = lines(models_figure(curves, theme, None))[1], curves["churn_2026_model_1"]
    at = int(np.flatnonzero(curve.x == line.x[5])[0])
    assert re.findall(r"%\{([^}]*)\}", line.hovertemplate) == [
        "x:.3f", "y:.3f", "customdata[0]:.3f", "customdata[1]:.3f",
    ]  # fmt: skip
    assert (line.y[5], *line.customdata[5]) == (curve.value[at], curve.low[at], curve.high[at])


def test_in_words():
    curves = made("decision", models=7)
    said = models_alt(curves, 0.25)
    at = {name: float(np.interp(0.25, curve.x, curve.value)) for name, curve in curves.items()}
    assert "of 7 models" in said
    assert f"0.250: churn_2026_model_0 {number(at['churn_2026_model_0'])};" in said
    assert said.endswith("; and 2 more.")
    assert "your costs" not in models_alt(curves, None)
