"""Figures of baselines, over shares of positives and of data sets: every point at its value, every mark once."""

import re

import numpy as np
import pytest

from ddcore.answers.baselines.compute import OverShare, SetRow, rows_of, set_rows
from ddcore.answers.baselines.draw import (
    baselines_alt,
    baselines_figure,
    guess_alt,
    guess_figure,
    sets_alt,
    sets_figure,
    share_alt,
    share_figure,
)
from ddcore.chance.dutch_draw import baseline
from ddcore.chance.shares import baseline_over_share
from ddcore.figures.theme import LIGHT
from ddcore.measures import MEASURES, measure
from ddcore.samples.data_sets import DataSet
from tests.helpers.figures import entries, legend, once, sound, themes

baseline_over_share = once(baseline_over_share)


def shares(keys, total=50, positives=10, wanted=5):
    return OverShare.of([baseline_over_share(key, total) for key in keys], total, positives, wanted)


def drawn(figure, name):
    return next(trace for trace in figure.data if trace.name == name and trace.x[0] is not None)


@themes
def test_curves_over_shares_stand_at_their_values(theme):
    over = shares(["F1", "G2"])
    figure = share_figure(over, theme)
    assert sound(figure)
    line = drawn(figure, "G-mean 2 (G2)")
    np.testing.assert_allclose(line.x, np.arange(51) / 50)
    assert entries(line.y)[0] is None
    assert line.y[1] == pytest.approx(0.38874995898680799)
    assert legend(figure) == ["F1", "G-mean 2 (G2)", "your data"]
    marks = [trace for trace in figure.data if trace.mode == "markers" and trace.x[0] is not None]
    assert [trace.x[0] for trace in marks] == [0.2, 0.1, 0.2, 0.1]
    assert marks[1].y[0] == pytest.approx(2 * 5 / 55)
    assert (line.line.color, line.mode) == (theme.colour(1), "lines+markers")
    assert drawn(share_figure(shares(["F1"], 1000, 100, 50), theme), "F1").mode == "lines"
    assert drawn(share_figure(shares(["F1", "TP"]), theme), "True positives (TP) →").yaxis == "y2"


@themes
def test_guesses_are_lines_strips_or_both(theme):
    over = shares(["G2", "MCC", "ACC"])
    figure = guess_figure(over, theme)
    assert sound(figure)
    line = drawn(figure, "G-mean 2 (G2)")
    assert (line.x[0], line.y[0], line.x[-1], line.y[-1]) == (0.02, 0.66, 0.98, 0.34)
    strip = drawn(figure, "Matthews correlation")
    assert (strip.fill, min(strip.y), max(strip.y), len(strip.x)) == ("toself", 0.02, 0.98, 98)
    accuracy = [trace for trace in figure.data if trace.name == "Accuracy"]
    assert [trace.mode for trace in accuracy] == ["lines", "lines+markers"]
    assert entries(accuracy[0].x) == (0.5, 0.5)
    assert legend(figure).count("Accuracy") == 1
    over = shares(["DOR"], total=40)
    strip, _ = (trace for trace in guess_figure(over, LIGHT).data if trace.name == "Diagnostic odds ratio")
    assert strip.fill == "none"
    np.testing.assert_allclose(strip.x, [1 / 40, 1 / 40, np.nan, 39 / 40, 39 / 40])
    np.testing.assert_allclose(strip.y, [39 / 40, 1 / 40, np.nan, 39 / 40, 1 / 40])


def test_values_of_the_shares_in_words():
    """Of each measure at the share wanted, and here: the mean of the guesses, and the share they predict positive."""
    over = shares(["F1", "G2", "MCC"])
    said = share_alt(over).split("At 10 % positive: ")[1]
    assert re.findall(r"0\.\d{3}|\b0\b", said) == ["0.182", "0.333", "0.488", "0.497", "0", "0"]
    said = guess_alt(over).split("At 10 % positive: ")[1]
    assert re.findall(r" (1|[\d.]+\d)\b", said) == ["1", "0.54", "0.02", "0.98"]


def test_nothing_to_draw_is_said():
    for figure, said in (
        (share_figure(shares([]), LIGHT), share_alt(shares([]))),
        (guess_figure(shares([]), LIGHT), guess_alt(shares([]))),
    ):
        assert (figure.layout.annotations[0].text.replace("<br>", " "), len(figure.data)) == (said, 0)


SETS = [DataSet("Rare", "rare", 100, 5), DataSet("These data", "These data", 50, 20)]


def table(*keys):
    return set_rows(keys, SETS)


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
    rows = [SetRow(measure("F1"), [baseline("F1", 100, 0), baseline("F1", 50, 20)])]
    assert [len(trace.x) for trace in sets_figure(rows, SETS, LIGHT).data] == [0, 1]
    assert sets_alt(rows, SETS).count("0.571 (These data)") == 2
    assert not sets_figure(table("TP"), SETS, LIGHT).data


@once
def rows():
    return rows_of(303, 139, list(MEASURES))


@themes
def test_bars_reach_from_lowest_to_highest_and_the_better_side_is_marked(theme):
    """What cannot be beaten is a ring at the end."""
    figure = baselines_figure([item for item in rows() if item.measure.key in ("F1", "ERR", "ACC")], theme)
    bars, marks = figure.data[0], drawn(figure, "baseline")
    assert np.round(bars.x[3:5], 3).tolist() == [0.459, 0.541]
    assert np.round(marks.x, 3).tolist() == [0.629, 0.541, 0.459]
    assert marks.textposition == ("middle right", "middle right", "middle left")
    assert bars.x[2::3] == (None, None, None)
    figure = baselines_figure(rows(), theme)
    rings = drawn(figure, "cannot be beaten")
    assert entries(rings.x) == (1, 1, 0, 0)
    assert rings.marker.color == theme.background
    assert [name.endswith("↓") for name in figure.layout.yaxis.ticktext[-4:]] == [False, False, True, True]
    assert sound(figure)
    said = baselines_alt([item for item in rows() if item.measure.key in ("F1", "TPR")])
    assert re.search(r"0\.629\. 1 ", said)


def test_baselines_of_one_class_only_or_of_no_measure(theme):
    assert sound(baselines_figure(rows_of(5, 0, list(MEASURES)), theme))
    assert "None of these" in baselines_figure([], theme).layout.annotations[0].text
