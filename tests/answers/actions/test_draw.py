"""Several answers as figures: their worth over the probability, their regions on the triangle, who got which."""

import re

import numpy as np
import pytest

from ddcore.answers.actions import draw as figures
from ddcore.decisions.actions import Actions, judged
from ddcore.decisions.class_probabilities import ClassProbabilities
from ddcore.figures.theme import LIGHT, mixed
from tests.helpers.figures import entries, legend, sound, themes

ASK = Actions.of({"treat": [10, -5], "wait": [-5, 10], "ask <b>": [6, 6]})
TWO = ClassProbabilities.of_cases(("ill", "well"), np.array([[0.9, 0.1], [0.5, 0.5], [0.2, 0.8]]), np.array([0, 1, 1]))
THREE = Actions.of({"a": [1, 0, 0], "b": [0, 1, 1], "never": [0.1, 0, 0]})
CORNERS = ClassProbabilities.of_cases(("x", "y", "z"), np.eye(3), np.array([0, 1, 1]))


@themes
def test_lines_of_worth_are_strong_where_their_answer_is_best(theme):
    """Asking is worth 6: as much as treating from 11/15 on, and as waiting up to 4/15."""
    figure = figures.line_figure(ASK, TWO, theme)
    assert sound(figure)
    thin, strong = figure.data[:3], figure.data[3:]
    assert [entries(line.y) for line in thin] == [(-5, 10), (10, -5), (6, 6)]
    assert [line.line.color for line in thin] == list(theme.colours[:3])
    assert legend(figure) == ["treat", "wait", "ask &lt;b&gt;"]
    assert [entries(line.x) for line in strong] == [
        pytest.approx(ends) for ends in ((0, 4 / 15), (4 / 15, 11 / 15), (11 / 15, 1))
    ]
    assert [entries(line.y) for line in strong] == [pytest.approx(ends) for ends in ((10, 6), (6, 6), (6, 10))]
    assert strong[2].hovertext[0].endswith(" 0.733 to 1")
    assert re.findall(r"[\d.]+ %", figures.line_alt(ASK, TWO.names)) == ["0 %", "26.7 %", "73.3 %"]


def test_regions_of_the_triangle_and_a_mark_for_each_case():
    """The first answer is best from a probability of 1/2 of the first class on, which stands at the left below."""
    figure = figures.triangle_figure(THREE, CORNERS, LIGHT)
    assert sound(figure)
    high = np.sqrt(3) / 2
    first, second = (set(zip(one.x.round(9), one.y.round(9), strict=True)) for one in figure.data[:2])
    cut = {(0.5, 0.0), (0.25, round(high / 2, 9))}
    assert (first, second) == ({(0, 0), *cut}, {(1, 0), (0.5, round(high, 9)), *cut})
    assert [one.fillcolor for one in figure.data[:2]] == [
        mixed(LIGHT.colour(i), LIGHT.background, 0.25) for i in (0, 1)
    ]
    dots = figure.data[2:]
    assert [(entries(one.x), entries(one.y)) for one in dots] == [
        ((0,), (0,)), (pytest.approx((1, 0.5)), pytest.approx((0, high))), ((), ()),
    ]  # fmt: skip
    assert len({one.marker.symbol for one in dots}) == 3
    assert dots[0].hovertext == ("x: 1<br>y: 0<br>z: 0",)
    assert figures.triangle_alt(THREE, CORNERS.names).endswith(": a, b.")
    many = ClassProbabilities.of_cases(("x", "y", "z"), np.full((4000, 3), 1 / 3), np.arange(4000) % 3)
    dots = figures.triangle_figure(THREE, many, LIGHT).data[2:]
    assert sum(len(one.x) for one in dots) == figures.DOTS
    assert max(len(one.x) for one in dots) < figures.DOTS / 2


def test_shares_of_each_class_that_got_each_answer():
    found = judged(ASK, TWO)
    figure = figures.given_figure(ASK, found, TWO.names, LIGHT)
    (cells,) = figure.data
    assert sound(figure)
    assert np.asarray(cells.z).tolist() == [[1, 0], [0, 0.5], [0, 0.5]]
    assert [list(row) for row in cells.text] == [["100 %", "–"], ["–", "50 %"], ["–", "50 %"]]
    assert cells.hovertext[2][1].startswith("<b>ask &lt;b&gt;</b> for 1 ")
    assert (figure.layout.xaxis.ticktext, figure.layout.yaxis.range) == (("ill", "well"), (2.5, -0.5))
    assert "treat (100 %)" in figures.given_alt(ASK, found, TWO.names)
