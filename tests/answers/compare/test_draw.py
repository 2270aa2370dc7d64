"""The figures of a comparison, by what they show."""

import math
import re

import numpy as np

from ddcore.answers.compare.draw import DifferenceRow, PairMap, compare_alt, compare_figure, pairs_alt, pairs_figure
from ddcore.figures.theme import LIGHT
from ddcore.interval import Interval
from tests.helpers.figures import legend, sound, themes

NAMES = ("forest", "<b>logit</b>")
LINES = [
    DifferenceRow("Accuracy", 0.86, 0.81, Interval(0.05, 0.02, 0.08), 1),
    DifferenceRow("Recall (TPR)", 0.5, 0.6, Interval(-0.1, -0.2, -0.01), -1),
    DifferenceRow("Error rate", 0.14, 0.19, Interval(-0.05, -0.06, 0.01), 0, lower=True),
    DifferenceRow("Precision (PPV)", math.nan, 0.3, Interval(math.nan), 0),
]


@themes
def test_a_row_for_each_that_has_a_value(theme):
    figure = compare_figure(LINES, NAMES, 0.02, theme)
    assert sound(figure)
    bars, marks = figure.data[:2]
    assert bars.x == (0.02, 0.08, None, -0.2, -0.01, None, -0.06, 0.01, None)
    assert bars.y == (0, 0, None, 1, 1, None, 2, 2, None)
    assert (list(marks.x), list(marks.y)) == ([0.05, -0.1, -0.05], [0, 1, 2])
    assert list(marks.marker.symbol) == ["circle", "square", "diamond"]
    assert list(marks.marker.color) == [theme.colour(0), theme.colour(1), theme.background]
    assert list(marks.marker.line.color) == [theme.colour(0), theme.colour(1), theme.muted]
    assert marks.hovertext[0].split("<br>")[1:3] == ["forest: 0.860", "&lt;b&gt;logit&lt;/b&gt;: 0.810"]
    assert legend(figure) == [
        "better: forest", "better: &lt;b&gt;logit&lt;/b&gt;", "may be chance", "within ±0.020",
    ]  # fmt: skip
    margin, zero = figure.layout.shapes
    assert (margin.x0, margin.x1, zero.x0, zero.x1, zero.line.color) == (-0.02, 0.02, 0, 0, theme.chance)
    assert "0.050 (0.020 to 0.080)" in compare_alt(LINES, NAMES)


def test_no_margin_no_band_no_interval_and_nothing_to_show():
    bare = [DifferenceRow("Accuracy", 0.86, 0.81, Interval(0.05), 1)]
    figure = compare_figure(bare, NAMES, 0.0, LIGHT)
    assert ([shape.x1 for shape in figure.layout.shapes], len(figure.data[0].x)) == ([0], 0)
    assert legend(figure) == ["better: forest"]
    assert "(" not in figure.data[1].hovertext[0] + compare_alt(bare, NAMES)
    empty = compare_figure(LINES[3:], NAMES, 0.02, LIGHT)
    assert compare_alt(LINES[3:], NAMES).endswith(empty.layout.annotations[0].text.replace("<br>", " "))
    assert compare_alt(LINES[:1] * 7, NAMES).endswith(" and more.")


@themes
def test_all_pairs_with_stars_where_sure(theme):
    difference = np.array([[math.nan, 0.1, 0.02], [-0.1, math.nan, -0.08], [-0.02, 0.08, math.nan]])
    better = np.array([[0, 1, 0], [-1, 0, 0], [0, 0, 0]])
    shown = PairMap(("a", "<i>", "c"), "Accuracy", difference, better, np.full((3, 3), 0.04))
    figure = pairs_figure(shown, theme)
    (cells,) = figure.data
    assert sound(figure)
    np.testing.assert_array_equal(np.array(cells.z, float), difference)
    assert [list(row) for row in cells.text] == [
        ["", "0.100★", "0.020"], ["−0.100★", "", "−0.080"], ["−0.020", "0.080", ""],
    ]  # fmt: skip
    assert (cells.zmin, cells.zmax) == (-0.1, 0.1)
    assert cells.colorscale[1][1] == theme.background
    assert cells.hovertext[0][1].split("<br>") == ["a − &lt;i&gt;", "Accuracy: 0.100", "p, corrected: 0.040"]
    assert re.findall(r"\d", pairs_alt(shown)) == ["3", "3", "1"]
