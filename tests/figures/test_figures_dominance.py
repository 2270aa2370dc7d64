"""Two curves held against each other: the lines, the band of their difference, and where one is surely better."""

import numpy as np
import pytest

from ddcore.figures.dominance import costs_figure, difference_alt, rates_figure
from ddcore.figures.theme import LIGHT, faded
from ddcore.scores.curves import curve
from ddcore.scores.dominance import SureBand, roc_difference
from ddcore.table import ScoreTable
from tests.helpers.figures import entries, legend, sound, themes

SCORES = [0.1, 0.2, 0.3, 0.4, 0.6, 0.7]
TABLES = [ScoreTable.of(SCORES, truth) for truth in ([0, 0, 1, 0, 1, 1], [1, 0, 0, 1, 0, 1])]
CURVES = [curve(table, "roc") for table in TABLES]
RATES = roc_difference(*TABLES)
BAND = SureBand(
    np.array([0.125, 0.375, 0.625, 0.875]), np.array([0.1, -0.2, -0.3, -0.4]), np.array([0.6, 0.5, -0.1, 0])
)
NAMES = ("forest", "<i>logit")


@themes
def test_both_curves_and_their_difference(theme):
    figure = rates_figure(NAMES, CURVES, RATES, BAND, theme)
    assert sound(figure)
    first, second, band, line = figure.data[:4]
    for at, (drawn, one) in enumerate(zip((first, second), CURVES, strict=True)):
        assert (entries(drawn.x), entries(drawn.y)) == (tuple(one.x), tuple(one.y))
        assert drawn.line.color == theme.colour(at)
    assert (first.line.dash, second.line.dash) == ("solid", "dash")
    # Areas by hand: of nine pairs of a positive and a negative eight and five are in order.
    assert legend(figure) == [
        "forest 0.889", "&lt;i&gt;logit 0.556", "95 % band", "difference", "surely forest", "surely &lt;i&gt;logit",
    ]  # fmt: skip
    assert entries(band.y) == (*BAND.high, *BAND.low[::-1])
    assert entries(band.x) == (*BAND.x, *BAND.x[::-1])
    # Above every false positive rate but the corners: the step of the first curve less that of the second.
    at = np.array([1 / 6, 1 / 2, 5 / 6])
    steps = np.array([2 / 3, 1, 1]) - np.array([1 / 3, 2 / 3, 2 / 3])
    assert np.interp(at, line.x, line.y) == pytest.approx(steps)
    strips = [(shape.x0, shape.x1, shape.fillcolor) for shape in figure.layout.shapes if shape.type == "rect"]
    assert set(strips) == {(0, 0.25, faded(theme.colour(0), 0.16)), (0.5, 0.75, faded(theme.colour(1), 0.16))}


def test_costs_have_the_difference_alone():
    figure = costs_figure(NAMES, RATES, None, LIGHT)
    (line,) = figure.data
    assert (entries(line.x), entries(line.y)) == tuple(map(tuple, RATES.line()))
    assert figure.layout.yaxis.title.text == "&lt;i&gt;logit costs more"
    assert len(costs_figure(NAMES, RATES, BAND, LIGHT).data) == 4
    said = difference_alt(("a", "b"), RATES, BAND)
    assert f"above at {100 * RATES.share(1):.0f} %" in said
    assert said.endswith("25 %.")
    assert "cheaper" in difference_alt(("a", "b"), RATES, None, costs=True)
