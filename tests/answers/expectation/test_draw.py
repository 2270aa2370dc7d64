"""Figures of expectations and of guessers, by what they show."""

import math
import re

import numpy as np
import pytest

from ddcore.answers.expectation.compute import ModelPoint, Strategy
from ddcore.answers.expectation.draw import (
    distribution_alt,
    distribution_figure,
    expectation_alt,
    expectation_figure,
    laws_alt,
    laws_figure,
    strategies_alt,
    strategies_figure,
)
from ddcore.chance.bands import bands
from ddcore.chance.dutch_draw import Distribution, distribution, expectation
from ddcore.chance.strategies import law, strategies
from ddcore.figures.theme import LIGHT
from ddcore.measures import measure
from tests.helpers.figures import entries, legend, once, sound, themes
from tests.helpers.loops import nonempty

bands, strategies = once(bands), once(strategies)


def trace(figure, name):
    """The trace of that name that holds points, not the entry of the legend."""
    return next(t for t in figure.data if t.name == name and t.x[0] is not None)


def test_one_class_only_or_nothing(theme):
    assert strategies_figure([], [], 0.5, theme).layout.annotations[0].text == strategies_alt([], [], 0.5)
    assert not strategies_figure([], [], 0.5, theme).data
    assert "No measure" in expectation_figure([], [], 0.5, theme).layout.annotations[0].text
    for total, positives in ((1, 0), (1, 1), (2, 1), (10, 0), (10**6, 300_000)):
        assert sound(expectation_figure([bands("F1", total, positives, 21)], [], 0.0, theme))


@themes
def test_mean_over_theta_with_its_bands(theme):
    found = bands("F1", 303, 139)
    figure = expectation_figure([found], [], 0.3, theme)
    line = trace(figure, "F1")
    assert line.x[0] == 0
    assert entries(line.y)[0] is None, "nothing is called positive"
    assert line.y[-1] == pytest.approx(0.628959, abs=1e-6)
    wide, half = figure.data[0], figure.data[1]
    assert wide.fill == half.fill == "toself"
    assert (wide.y[0], wide.y[-1], half.y[0]) == (found.high[1], found.low[1], found.high50[1])
    assert legend(figure) == ["F1", "half of guesses", "95 % of guesses"]
    assert [(shape.x0, shape.line.color) for shape in figure.layout.shapes] == [(0.3, theme.user)]
    assert not expectation_figure([found], [], None, theme).layout.shapes
    assert sound(figure)
    figure = expectation_figure([bands(k, 50, 20) for k in ("ACC", "F1", "G2")], [], 0.3, theme)
    assert sum(t.fill == "toself" for t in figure.data) == 2
    assert "half of guesses, ACC" in legend(figure)
    lines = [trace(figure, name) for name in ("Accuracy", "F1", "G-mean 2 (G2)")]
    assert len({t.line.dash for t in lines}) == len({t.line.color for t in lines}) == 3


@themes
def test_models_stand_at_their_share_and_score(theme):
    """Of many, the first has a mark of its own and the others are dots."""
    points = [
        ModelPoint("A", "F1", 0.55, 0.85),
        ModelPoint("A", "G2", 0.55, 0.83),
        ModelPoint("B", "F1", 0.2, math.nan),
        ModelPoint("B", "PPV", 0.2, 0.5),
    ]
    figure = expectation_figure([bands("F1", 50, 20), bands("G2", 50, 20)], points, None, theme)
    dots = trace(figure, "A")
    assert (entries(dots.x), entries(dots.y)) == ((0.55, 0.55), (0.85, 0.83))
    assert dots.marker.color == theme.colours[:2]
    assert sound(figure)
    points = [ModelPoint(name, "F1", 0.1 * at, 0.15 * at) for at, name in enumerate("DABCE", 1)]
    figure = expectation_figure([bands("F1", 50, 20)], points, None, theme)
    own, others = trace(figure, "D"), trace(figure, "other models")
    assert (own.x, own.y) == ((0.1,), (0.15,))
    assert others.x == tuple(theta for _, _, theta, _ in points[1:])
    assert others.marker.size < own.marker.size[0]
    assert legend(figure)[-2:] == ["other models", "D"]
    said = expectation_alt([bands("F1", 303, 139), bands("F1", 3, 0)], [ModelPoint("A", "F1", 0.5, 0.85)], 0.3)
    assert re.findall(r"0\.\d{3}", said) == ["0.013", "0.629", "0.850"]
    assert "score is undefined" in said
    assert said.endswith("30 %.")


def test_bars_are_the_law(theme):
    figure = distribution_figure(measure("TP"), distribution("TP", 10, 4, 0.2), 0.8, theme)
    bars = figure.data[0]
    assert entries(bars.x) == (0, 1, 2)
    assert entries(bars.y) == pytest.approx((1 / 3, 8 / 15, 2 / 15))
    assert (figure.layout.shapes[0].x0, figure.layout.shapes[0].line.dash) == (0.8, "dash")
    assert figure.layout.annotations[0].text == "mean 0.800"
    one = distribution_figure(measure("TPR"), distribution("TPR", 10, 4, 1.0), 1.0, theme).data[0]
    assert (entries(one.x), entries(one.y)) == ((1,), (1,))
    assert one.width[0] > 0
    said = distribution_alt(measure("TP"), distribution("TP", 10, 4, 0.2), 0.8)
    assert said.endswith("between 0 and 2.")
    assert "0.800" in said
    many = distribution_alt(measure("TP"), distribution("TP", 100, 40, 0.5), 20)
    assert many.endswith("between 15 and 25.")
    assert "95 %" in many
    bars = distribution_figure(measure("DOR"), distribution("DOR", 50, 20, 0.5), 1.2, theme).data[0]
    starts, ends = (np.array(bars.x) + side * np.array(bars.width) / 2 for side in (-1, 1))
    assert (starts[2:] >= ends[1:-1] - max(bars.x) / 400).all()


def test_a_great_many_values_keep_their_sum_and_their_mean(theme):
    value = np.arange(160_000) / 160_000
    weight = np.exp(-(((value - 0.4) / 0.05) ** 2) / 2)
    bars = distribution_figure(measure("ACC"), Distribution(value, weight / weight.sum(), 0.0), 0.4, theme).data[0]
    assert 60 <= len(bars.x) <= 125
    assert sum(bars.y) == pytest.approx(1, abs=3e-5)
    assert np.dot(bars.x, bars.y) == pytest.approx(0.4, abs=1e-4)


@pytest.mark.parametrize("key", ["F1", "CC", "PT", "DOR"])
def test_law_of_every_kind_of_measure(theme, key):
    law = distribution(key, 10**5, 30_000, 0.3)
    figure = distribution_figure(measure(key), law, float(expectation(key, 10**5, 30_000, 0.3)), theme)
    assert sum(figure.data[0].y) == pytest.approx(1, abs=3e-5)
    assert sound(figure)


def test_undefined_draws_are_said(theme):
    empty = distribution_figure(measure("PT"), distribution("PT", 10, 4, 0.0), math.nan, theme)
    precision = distribution_alt(measure("PPV"), distribution("PPV", 10, 4, 0), math.nan)
    for words in (empty.layout.annotations[0].text.replace("<br>", " "), precision):
        assert "no case is predicted" in words
    part = distribution_figure(measure("DOR"), distribution("DOR", 10, 4, 0.5), 1.0, theme)
    assert "undefined: " in part.layout.xaxis.title.text


@themes
def test_strategies_stand_on_their_curves(theme):
    curves = [strategies("F1", 20, 6, 21), strategies("TP", 20, 6, 21)]
    named = [Strategy("F1", "A coin", 0.5, curves[0].at(0.5)), Strategy("F1", "Common class", 0.0, float("nan"))]
    figure = strategies_figure(curves, named, 0.3, theme)
    assert sound(figure)
    line = trace(figure, "F1")
    np.testing.assert_array_equal(line.y, curves[0].mean)
    draws = [trace for trace in figure.data if trace.mode == "lines" and trace.name is None]
    np.testing.assert_array_equal(draws[0].y, curves[0].draw)
    marks = [trace for trace in figure.data if trace.mode == "markers" and trace.x[0] is not None]
    assert [(trace.x[0], trace.y[0]) for trace in marks] == [(0.5, curves[0].at(0.5))]
    assert legend(figure) == ["F1", "True positives (TP) →", "A coin", "Common class", "a fixed number"]
    curves = [strategies("ACC", 10, 4, 3), strategies("TPR", 10, 0, 3)]
    words = strategies_alt(curves, [Strategy("ACC", "A coin", 0.5, 0.5)], 0.5)
    assert re.findall(r"0\.\d{3}", words) == ["0.600", "0.400", "0.500"]
    assert "Recall is undefined" in words


@themes
def test_laws_have_all_guesses_in_the_same_classes(theme):
    for key, g in nonempty((("ACC", 0.3), ("F1", 0.5), ("PPV", 1.0), ("TP", 0.5))):
        row = measure(key)
        draw, each = distribution(row, 50, 20, g), law(row, 50, 20, g)
        figure = laws_figure(row, draw, each, theme)
        assert sound(figure)
        bars, line = figure.data
        np.testing.assert_allclose(bars.x, line.x)
        assert sum(bars.y) == pytest.approx(1, abs=3e-4)
        assert sum(line.y) == pytest.approx(1, abs=3e-4)
        assert len(bars.x) <= 42


def test_laws_without_a_value_say_why():
    row = measure("TPR")
    draw, each = distribution(row, 10, 0, 0.5), law(row, 10, 0, 0.5)
    figure = laws_figure(row, draw, each, LIGHT)
    assert (figure.layout.annotations[0].text.replace("<br>", " "), len(figure.data)) == (laws_alt(row, draw, each), 0)
    row = measure("ACC")
    said = laws_alt(row, distribution(row, 20, 6, 0.5), law(row, 20, 6, 0.5))
    assert re.findall(r"0\.\d{3}", said)[2:] == ["0.300", "0.700"]
