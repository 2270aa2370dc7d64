"""Baselines over shares of positives, of data sets and of strategies: every point at its value, every mark once."""

import re

import numpy as np
import pytest

from ddcore.answers.baselines.sets_draw import sets_alt, sets_figure
from ddcore.answers.baselines.share_draw import Asked, guess_alt, guess_figure, share_alt, share_figure
from ddcore.answers.expectation.each_draw import Named, laws_alt, laws_figure, strategies_alt, strategies_figure
from ddcore.chance.dutch_draw import baseline, distribution
from ddcore.chance.shares import baseline_over_share
from ddcore.chance.strategies import law, strategies
from ddcore.figures.theme import LIGHT
from ddcore.measures import measure
from ddcore.samples.data_sets import DataSet
from tests.helpers.figures import entries, legend, once, sound, themes
from tests.helpers.loops import nonempty

baseline_over_share, strategies = once(baseline_over_share), once(strategies)


def asked(keys, total, positives, wanted):
    rows = [measure(key) for key in keys]
    return [
        Asked(row, baseline(row, total, positives), baseline(row, total, wanted), positives, wanted) for row in rows
    ]


def shares(keys, total=50, positives=10, wanted=5):
    return [baseline_over_share(key, total) for key in keys], asked(keys, total, positives, wanted)


def drawn(figure, name):
    return next(trace for trace in figure.data if trace.name == name and trace.x[0] is not None)


@themes
def test_curves_over_shares_stand_at_their_values(theme):
    curves, rows = shares(["F1", "G2"])
    figure = share_figure(curves, rows, theme)
    assert sound(figure)
    line = drawn(figure, "G-mean 2 (G2)")
    np.testing.assert_allclose(line.x, np.arange(51) / 50)
    assert entries(line.y)[0] is None
    assert line.y[1] == pytest.approx(0.38874995898680799)
    assert legend(figure) == ["F1", "G-mean 2 (G2)", "this data"]
    marks = [trace for trace in figure.data if trace.mode == "markers" and trace.x[0] is not None]
    assert [trace.x[0] for trace in marks] == [0.2, 0.1, 0.2, 0.1]
    assert marks[1].y[0] == pytest.approx(2 * 5 / 55)
    assert (line.line.color, line.mode) == (theme.colour(1), "lines+markers")
    assert drawn(share_figure(*shares(["F1"], 1000, 100, 50), theme), "F1").mode == "lines"
    assert drawn(share_figure(*shares(["F1", "TP"]), theme), "True positives (TP) →").yaxis == "y2"


@themes
def test_guesses_are_lines_strips_or_both(theme):
    curves, rows = shares(["G2", "MCC", "ACC"])
    figure = guess_figure(curves, rows, theme)
    assert sound(figure)
    line = drawn(figure, "G-mean 2 (G2)")
    assert (line.x[0], line.y[0], line.x[-1], line.y[-1]) == (0.02, 0.66, 0.98, 0.34)
    strip = drawn(figure, "Matthews correlation")
    assert (strip.fill, min(strip.y), max(strip.y), len(strip.x)) == ("toself", 0.02, 0.98, 98)
    accuracy = [trace for trace in figure.data if trace.name == "Accuracy"]
    assert [trace.mode for trace in accuracy] == ["lines", "lines+markers"]
    assert entries(accuracy[0].x) == (0.5, 0.5)
    assert legend(figure).count("Accuracy") == 1
    curves, rows = shares(["DOR"], total=40)
    strip, _ = (trace for trace in guess_figure(curves, rows, LIGHT).data if trace.name == "Diagnostic odds ratio")
    assert strip.fill == "none"
    np.testing.assert_allclose(strip.x, [1 / 40, 1 / 40, np.nan, 39 / 40, 39 / 40])
    np.testing.assert_allclose(strip.y, [39 / 40, 1 / 40, np.nan, 39 / 40, 1 / 40])


def test_values_of_the_shares_in_words():
    """Of each measure at the share wanted, and here: the mean of the guesses, and the share they predict positive."""
    curves, rows = shares(["F1", "G2", "MCC"])
    said = share_alt(curves, rows).split("At 10 % positive: ")[1]
    assert re.findall(r"0\.\d{3}|\b0\b", said) == ["0.182", "0.333", "0.488", "0.497", "0", "0"]
    said = guess_alt(curves, rows).split("At 10 % positive: ")[1]
    assert re.findall(r" (1|[\d.]+\d)\b", said) == ["1", "0.54", "0.02", "0.98"]


def test_nothing_to_draw_is_said():
    for figure, said in (
        (share_figure([], [], LIGHT), share_alt([], [])),
        (guess_figure([], [], LIGHT), guess_alt([], [])),
        (strategies_figure([], [], 0.5, LIGHT), strategies_alt([], [], 0.5)),
    ):
        assert (figure.layout.annotations[0].text, len(figure.data)) == (said, 0)


SETS = [DataSet("Rare", "rare", 100, 5), DataSet("These data", "These data", 50, 20)]


def table(*keys):
    return [(measure(key), [baseline(key, part.total, part.positives) for part in SETS]) for key in keys]


@themes
def test_a_mark_for_each_measure_and_set(theme):
    figure = sets_figure(table("F1", "ACC", "TP", "MCC"), SETS, theme)
    assert sound(figure)
    rare, these = (trace for trace in figure.data if trace.mode == "markers")
    np.testing.assert_allclose(rare.x, [10 / 105, 0.95, 0])
    np.testing.assert_allclose(these.x, [40 / 70, 0.6, 0])
    assert (np.array(rare.y) < np.array(these.y)).all()
    np.testing.assert_allclose((np.array(rare.y) + these.y) / 2, [0, 1, 2])
    assert legend(figure) == ["rare, 5 %", "These data, 40 %"]
    said = sets_alt(table("F1", "ACC"), SETS)
    assert re.findall(r"(0\.\d{3}) \((.)", said) == [("0.095", "R"), ("0.571", "T"), ("0.600", "T"), ("0.950", "R")]
    rows = [(measure("F1"), [baseline("F1", 100, 0), baseline("F1", 50, 20)])]
    assert [len(trace.x) for trace in sets_figure(rows, SETS, LIGHT).data] == [0, 1]
    assert sets_alt(rows, SETS).count("0.571 (These data)") == 2
    assert not sets_figure(table("TP"), SETS, LIGHT).data


@themes
def test_strategies_stand_on_their_curves(theme):
    curves = [strategies("F1", 20, 6, 21), strategies("TP", 20, 6, 21)]
    named = [Named("F1", "A coin", 0.5, curves[0].at(0.5)), Named("F1", "Common class", 0.0, float("nan"))]
    figure = strategies_figure(curves, named, 0.3, theme)
    assert sound(figure)
    line = drawn(figure, "F1")
    np.testing.assert_array_equal(line.y, curves[0].mean)
    draws = [trace for trace in figure.data if trace.mode == "lines" and trace.name is None]
    np.testing.assert_array_equal(draws[0].y, curves[0].draw)
    marks = [trace for trace in figure.data if trace.mode == "markers" and trace.x[0] is not None]
    assert [(trace.x[0], trace.y[0]) for trace in marks] == [(0.5, curves[0].at(0.5))]
    assert legend(figure) == ["F1", "True positives (TP) →", "A coin", "Common class", "a fixed number"]
    curves = [strategies("ACC", 10, 4, 3), strategies("TPR", 10, 0, 3)]
    words = strategies_alt(curves, [Named("ACC", "A coin", 0.5, 0.5)], 0.5)
    assert re.findall(r"0\.\d{3}", words) == ["0.600", "0.400", "0.500"]
    assert "Recall has no value" in words


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
