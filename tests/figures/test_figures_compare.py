"""The figures of a comparison, by what they show."""

import math

import numpy as np
import pytest

from ddcore.figures.compare import Line, PairMap, compare_alt, compare_figure, pairs_alt, pairs_figure
from ddcore.figures.theme import DARK, LIGHT
from ddcore.interval import Interval
from tests.helpers.figures import legend, sound

NAMES = ("forest", "<b>logit</b>")
LINES = [
    Line("Accuracy", 0.86, 0.81, Interval(0.05, 0.02, 0.08), 1),
    Line("Recall (TPR)", 0.5, 0.6, Interval(-0.1, -0.2, -0.01), -1),
    Line("Error rate", 0.14, 0.19, Interval(-0.05, -0.06, 0.01), 0, lower=True),
    Line("Precision (PPV)", math.nan, 0.3, Interval(math.nan), 0),
]


@pytest.mark.parametrize("theme", [LIGHT, DARK])
def test_a_row_for_each_that_has_a_value(theme):
    figure = compare_figure(LINES, NAMES, 0.02, theme)
    assert sound(figure)
    marks = figure.data[1]
    assert list(marks.x) == [0.05, -0.1, -0.05]
    assert list(marks.marker.symbol) == ["circle", "square", "diamond"]
    assert list(figure.layout.yaxis.ticktext) == ["Accuracy", "Recall (TPR)", "Error rate ↓"]
    assert figure.data[0].x[:2] == (0.02, 0.08)
    assert any("within ±0.02" in name for name in legend(figure))
    assert figure.layout.shapes[0].x1 == 0.02
    assert "<b>logit" not in "".join(legend(figure))


def test_no_margin_no_band_and_nothing_to_show():
    figure = compare_figure(LINES[:1], NAMES, 0.0, LIGHT)
    assert [shape.x1 for shape in figure.layout.shapes] == [0]
    assert not any("within" in name for name in legend(figure))
    empty = compare_figure(LINES[3:], NAMES, 0.02, LIGHT)
    assert "has a value" in empty.layout.annotations[0].text.replace("<br>", " ")
    assert compare_alt(LINES[3:], NAMES).endswith("Nothing here has a value for both.")


def test_words_tell_the_differences():
    assert "Accuracy 0.050 (0.020 to 0.080)" in compare_alt(LINES, NAMES)


def test_all_pairs_with_stars_where_sure():
    difference = np.array([[math.nan, 0.1, 0.02], [-0.1, math.nan, -0.08], [-0.02, 0.08, math.nan]])
    better = np.array([[0, 1, 0], [-1, 0, 0], [0, 0, 0]])
    shown = PairMap(("a", "b", "c"), "Accuracy", difference, better, np.full((3, 3), 0.04))
    figure = pairs_figure(shown, LIGHT)
    assert sound(figure)
    assert figure.data[0].text[0][1] == "0.100★"
    assert figure.data[0].text[2] == ["−0.020", "0.080", ""]
    assert pairs_alt(shown) == "Accuracy: differences of all 3 pairs of 3 models; 1 are sure."
