"""What mistakes cost as figures: the mean over the threshold, and curves over all costs, of one model and several."""

import html
import math
import re

import numpy as np
import pytest

from ddcore.answers.costs.draw import (
    curves_alt,
    curves_figure,
    expected_alt,
    expected_figure,
    models_alt,
    models_figure,
)
from ddcore.decisions.cost_curves import COST_CURVES, cost_curves
from ddcore.decisions.costs import costs
from ddcore.decisions.decision_rules import DecisionRule, decision_rules
from ddcore.decisions.model_curves import model_curve
from ddcore.figures.theme import LIGHT
from ddcore.formats import number
from ddcore.scores.resampling import Resamples
from ddcore.scores.trace import over_threshold
from ddcore.table import ScoreTable
from tests.helpers.figures import entries, legend, once, sound, themes
from tests.helpers.line_figures import CASES, GOOD, HAND, ODD, fitting, in_sight, simulated, told_apart, trace
from tests.helpers.loops import nonempty
from tests.helpers.tiers import some_of

NAN, INF = math.nan, math.inf
kinds = pytest.mark.parametrize("kind", COST_CURVES)
FIVE = costs(c10=1, c01=5)
BOTH = {name: table for name, table in ODD.items() if table.positives.any() and table.negatives.any()}
GREY = {"always positive": "dot", "never positive": "dashdot", "random guessing": "dash"}


@once
def expected(table=HAND, utility=FIVE, theme=LIGHT, sign=-1, at=0.5, title="cost per case", blind=True, span=5.0):
    row = over_threshold(table, utility.measure).thin()
    found = decision_rules(table, utility, None).with_rule(DecisionRule.at_threshold(table, utility, at))
    chance = (row.chance_threshold, row.chance) if blind else None
    return expected_figure(row.threshold, row.value, chance, found, theme, sign, title, span)


def cost_at(t):
    """One for each false alarm and five for each miss, of six cases."""
    return sum((1 if score >= t else 0) if not true else (5 if score < t else 0) for score, true in CASES) / 6


@themes
def test_mean_cost_over_the_threshold(theme):
    """A draw is between the constant answers."""
    figure = expected(theme=theme)
    line, draw, mark = (trace(figure, name) for name in ("these scores", "random guessing", "best"))
    assert entries(line.x) == (0.1, 0.2, 0.4, 0.7, 0.9, None)
    assert entries(line.y) == pytest.approx([cost_at(t) for t in (0.1, 0.2, 0.4, 0.7, 0.9, INF)])
    assert (line.line.color, line.line.dash, line.line.width) == (theme.colour(0), None, 3)
    assert line.hovertext[1] == "threshold 0.200<br>0.333 a case"
    for name, value in (("always positive", 3 / 6), ("never positive", 15 / 6)):
        constant = trace(figure, name)
        assert (entries(constant.x), entries(constant.y)) == ((0.1, 0.9), pytest.approx((value, value)))
        assert (constant.line.color, constant.line.dash, constant.hoverinfo) == (theme.chance, GREY[name], "skip")
    called = np.array([6, 5, 4, 2, 1, 0]) / 6
    assert entries(draw.y) == pytest.approx(called * 3 / 6 + (1 - called) * 15 / 6)
    assert "random guessing" not in legend(expected(theme=theme, blind=False))
    assert (entries(mark.x), entries(mark.y)) == ((0.2,), pytest.approx((2 / 6,)))
    (set_,) = figure.layout.shapes
    assert (set_.x0, set_.line.dash, set_.line.color) == (0.5, "dot", theme.user)
    assert [note.text for note in figure.layout.annotations] == ["threshold 0.500"]
    assert not expected(theme=theme, at=INF).layout.shapes
    assert told_apart(figure)
    assert fitting(figure) == []


def test_payoffs_have_the_other_sign():
    cost, payoff = expected(), expected(sign=1, title="payoff per case")
    for one, other in zip(cost.data, payoff.data, strict=True):
        assert entries(one.y) == pytest.approx([-y for y in other.y])
    assert trace(payoff, "these scores").hovertext[1].endswith("<br>−0.333 a case")
    assert (trace(cost, "best").name, trace(payoff, "best").name) == ("best 0.333", "best −0.333")
    for span, shown in ((50.0, "0.33"), (0.05, "0.33333")):
        assert trace(expected(span=span), "best").name == f"best {shown}"
    figure = expected(utility=costs(c10=50, c01=1), table=ODD["reversed"])
    assert not any(name.startswith("best") for name in legend(figure))
    assert sound(figure)


def test_odd_scores_over_the_threshold():
    for name, table in nonempty(BOTH.items()):
        figure = expected(table)
        assert sound(figure), name
        assert legend(figure)[:4] == ["these scores", *GREY], name
        assert not any(re.search(r"\b(nan|inf)\b|no value", text) for text in figure.data[0].hovertext), name


@pytest.mark.parametrize(
    ("table", "utility", "sign", "parts"),
    [
        (HAND, FIVE, -1, ["cost", "least, 0.333,", "at threshold 0.200", "positive 0.500", "positive 2.500."]),
        (HAND, FIVE, 1, ["payoff", "most, −0.333,", "at threshold 0.200", "positive −0.500", "positive −2.500."]),
        (ODD["reversed"], costs(c10=5, c01=1), -1, ["least, 0.500,", "by predicting no case positive"]),
    ],
)
def test_expected_in_words(table, utility, sign, parts):
    said = expected_alt(decision_rules(table, utility, None), sign, 5.0)
    assert [part for part in parts if part not in said] == []


def rates(t):
    """TPR and FPR from a threshold on."""
    return tuple(np.mean([score >= t for score, true in CASES if true == truth]) for truth in (True, False))


def value(kind, tpr, fpr, c):
    """Three of six are positive: net benefit, the cost of the most there can be, and 2 (c FP + (1-c) FN) per case."""
    if kind == "decision":
        return (tpr - fpr * c / (1 - c)) / 2
    return (1 - c) * (1 - tpr) + c * fpr


@once
def drawn(kind, table=HAND, theme=LIGHT, place=None, at=0.5, points=401, also=(), held=None):
    return curves_figure(cost_curves(table, kind, at, points=points, also=also, drawn=held), theme, place)


@themes
@kinds
def test_lines_over_all_costs(theme, kind):
    held = Resamples.of(HAND, 1, rng=np.random.default_rng(1))
    figure, pick = drawn(kind, theme=theme, place=0.25, held=held), max if kind == "decision" else min
    named = {one.name: one for one in figure.data}

    def is_at(line, worth):
        """Whether a line has that value of the share c of a false alarm in the cost of both mistakes."""
        shares = [round(1 - x if kind == "cost" else x, 12) for x in line.x]
        assert entries(line.y) == pytest.approx([worth(c) for c in shares], abs=1e-9)

    for name, rate in (("always positive", 1), ("never positive", 0)):
        is_at(named[name], lambda c, rate=rate: value(kind, rate, rate, c))
    is_at(named["threshold in use"], lambda c: value(kind, *rates(0.5), c))
    every = [rates(t) for t in (0.1, 0.2, 0.4, 0.7, 0.9, INF)]
    is_at(named["best threshold"], lambda c: pick(value(kind, *one, c) for one in every))
    is_at(named["scores as probabilities"], lambda c: value(kind, *rates(c), c))
    other, unseen = cost_curves(HAND, kind, drawn=held), named["best, unseen cases"]
    assert entries(unseen.y) == pytest.approx(np.interp(unseen.x, other.x, other.lines["unseen"]), abs=1e-9)
    assert told_apart(figure)
    (line,) = figure.layout.shapes
    assert (line.x0, line.line.dash, line.line.color) == (0.25, "dot", theme.user)


@kinds
def test_titles_hover_and_places_outside(kind):
    figure = drawn(kind)
    row, layout = COST_CURVES[kind], figure.layout
    assert (layout.xaxis.title.text, layout.yaxis.title.text) == (row.x_title, row.y_title)
    assert layout.yaxis.range[0] < 0 < layout.yaxis.range[1]
    assert "threshold in use" not in legend(drawn(kind, at=None))
    for place in (None, NAN, INF):
        assert not drawn(kind, place=place).layout.shapes
    for place in (0.0, 0.5, 1.0):
        layout = drawn(kind, GOOD, place=place).layout
        assert in_sight(layout.annotations[0], layout.xaxis.range)


@pytest.mark.parametrize("kind", some_of(COST_CURVES, "decision"))
def test_odd_scores_over_all_costs(kind):
    """The best line is in sight."""
    for name, table in nonempty(BOTH.items()):
        figure = drawn(kind, table)
        assert sound(figure), name
        assert fitting(figure) == []
        assert ("scores as probabilities" in legend(figure)) == (name != "far out")
        low, high = figure.layout.yaxis.range
        assert all(low <= y <= high for y in trace(figure, "best threshold").y), name


def test_thinned_curves_stay_near():
    """Between what is drawn no point of a curve is farther off than a few thousandths of the chart."""
    found = cost_curves(simulated(cases=5000), "brier", 0.5)
    figure = curves_figure(found, LIGHT, None)
    for one, values in nonempty(zip(figure.data, found.lines.values(), strict=True)):
        off = np.abs(np.interp(found.x, one.x, one.y) - values)
        steep = np.abs(np.gradient(values, found.x)).max()
        assert off.max() <= 0.003 * np.ptp(values) + 0.003 * steep
        assert len(one.x) <= 401


@kinds
def test_values_in_words_are_those_at_the_costs(kind):
    """Of both constant answers, by hand, to the digits that are shown; at places between those of the grid."""
    for place in (None, NAN, INF, -0.25, 1 / 7, 1.25):
        assert "At your costs" not in curves_alt(cost_curves(HAND, kind), place)
    for c in (1 / 6, 3 / 7, 0.9):
        place = 1 - c if kind == "cost" else c
        start, said = curves_alt(cost_curves(HAND, kind, also=[place]), place).split(f"At your costs, {place:.3f}: ")
        assert start.startswith(COST_CURVES[kind].title)
        found = {name: float(at.replace("−", "-")) for name, at in re.findall(r"([a-z ]+) (−?[\d.]+)[;.]", f" {said}")}
        assert [*map(str.strip, found)] == ["best threshold", "scores as probabilities", *GREY]
        for name, rate in (("always positive", 1), ("never positive", 0)):
            assert found[f" {name}"] == pytest.approx(value(kind, rate, rate, c), abs=0.00051), name
    assert "At your costs" not in curves_alt(cost_curves(HAND, "decision", also=[1.0]), 1.0)


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
