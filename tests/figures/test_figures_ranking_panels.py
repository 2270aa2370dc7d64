"""Small charts side by side: pairs by each measure, maps of prices, chains of three, and whole curves."""

import math

import numpy as np
import pytest
from scipy.stats import norm

from ddcore.decisions.chains import Chains
from ddcore.decisions.curve_ranking import Binormal, CurvePairs
from ddcore.decisions.utility import Utility
from ddcore.figures.ranking_panels import Cloud, chains_figure, clouds_figure, curves_figure, laws_figure
from ddcore.figures.theme import LIGHT
from tests.helpers.figures import entries, legend, sound, themes

ACROSS, UP = np.array([0.2, -0.4, 0.1, 0.3]), np.array([0.1, 0.2, math.nan, -0.3])
WRONG = ACROSS * UP < 0


def prices(tp, fp, fn, tn):
    return Utility(tp=np.array(tp, float), fp=np.array(fp, float), fn=np.array(fn, float), tn=np.array(tn, float))


@themes
def test_pairs_stand_by_sign_in_a_chart_for_each_measure(theme):
    clouds = [Cloud(f"measure {i}", ACROSS, UP, WRONG) for i in range(4)]
    figure = clouds_figure(clouds, "worth more", "preferred", True, theme)
    assert sound(figure)
    assert [one.xaxis for one in figure.data[::2]] == ["x", "x2", "x3", "x4"]
    rightly, wrongly = figure.data[:2]
    assert (entries(rightly.x), entries(rightly.y)) == ((0.2, 0.1), (0.1, None))
    assert (entries(wrongly.x), entries(wrongly.y)) == ((-0.4, 0.3), (0.2, -0.3))
    assert (rightly.marker.color, wrongly.marker.color) == theme.colours[:2]
    assert legend(figure) == ["ranked rightly", "ranked wrongly"]
    reach = 1.05 * np.quantile(np.abs(ACROSS), 0.99)
    assert figure.layout.xaxis4.range == pytest.approx((-reach, reach))
    # The name of the axis stands below the last chart of each column, of four charts in two rows.
    titles = [figure.layout[f"xaxis{at}"].title.text for at in ("", 2, 3, 4)]
    assert titles == [None, "worth more", "worth more", "worth more"]


def test_classifiers_on_one_test_set_have_a_marked_pair():
    never = np.zeros(4, bool)
    clouds = [Cloud("F1", ACROSS, UP, never, ((62.5, 0.5), (-34.0, 0.7))), Cloud("MCC", ACROSS, UP, never)]
    figure = clouds_figure(clouds, "worth", "score", False, LIGHT)
    assert sound(figure)
    dots, pair, other, entry = figure.data
    assert entries(dots.x) == entries(other.x) == tuple(ACROSS)
    assert (pair.x, pair.y, pair.line.dash) == ((62.5, -34.0), (0.5, 0.7), "dot")
    assert (legend(figure), entry.x) == (["a classifier", "a pair ranked wrongly"], (None,))
    assert figure.layout.xaxis.range is None


def test_maps_of_prices_have_each_set_at_its_place():
    """Right on negatives less right on positives, and a false alarm's worth less a miss's, by the span."""
    drawn = prices([1, 1], [0, -1], [0, -3], [1, 0])
    one = prices([1], [0], [-1], [1])
    figure = laws_figure(drawn, [("small", one), ("large", drawn)], one, LIGHT)
    assert sound(figure)
    by_name = {trace.name: trace for trace in figure.data if trace.name}
    true = next(trace for trace in figure.data if trace.name)
    assert (entries(true.x), entries(true.y)) == (pytest.approx((0, -0.25)), pytest.approx((0, 0.5)))
    assert (entries(by_name["small"].x), entries(by_name["small"].y)) == ((0,), (0.5,))
    assert [(name, trace.xaxis) for name, trace in by_name.items()] == [
        (true.name, "x"), ("large", "x2"), ("small", "x2"), ("the true one", "x2"),
    ]  # fmt: skip
    border = figure.data[0]
    assert np.abs(np.subtract(border.x, border.y)).max() == max(border.x) == max(border.y) == 1


@themes
def test_chains_have_a_row_for_each_ranker(theme):
    shares = [{"ACC": 0.1 * k, "utility": 0.02 * k} for k in (3, 4, 2, 1)]
    figure = chains_figure(
        Chains(100, *shares, {"ACC": 100, "utility": 100}), [("utility", "prices"), ("ACC", "A")], theme
    )
    assert sound(figure)
    joint, reverse, pair, winner, order = figure.data
    assert entries(joint.x) == pytest.approx((0.02, 0.08, None, 0.1, 0.4, None))
    for trace, first, place in ((reverse, 0.02, 3), (pair, 0.04, 0), (winner, 0.06, 1), (order, 0.08, 2)):
        assert (entries(trace.x), entries(trace.y)) == (pytest.approx((first, 5 * first)), (0, 1))
        assert trace.marker.color == theme.colour(place)
    assert figure.layout.yaxis.ticktext == ("prices", "A")


def test_curves_of_a_pair_that_the_area_ranks_wrongly():
    """Equal stakes: the steep curve is worth more at its best threshold, the other has the larger area."""
    even = prices([1, 1], [0, 0], [0, 0], [1, 1])
    first = Binormal(np.array([1.0, 2.0]), np.array([0.2, 1.0]))
    second = Binormal(np.array([1.5, 1.0]), np.array([1.0, 1.0]))
    pairs = CurvePairs(even, even, np.full(2, 0.5), first, second)
    figure = curves_figure(pairs, 0, LIGHT)
    assert sound(figure)
    rightly, wrongly = figure.data[:2]
    assert (len(rightly.x), len(wrongly.x)) == (1, 1)
    assert rightly.y[0] == pytest.approx(norm.cdf(2 / math.sqrt(2)) - norm.cdf(1 / math.sqrt(2)))
    assert rightly.x[0] == pytest.approx(norm.cdf(1) - norm.cdf(0.5))
    better, place, larger, other = figure.data[2:]
    assert entries(better.y) == pytest.approx(norm.cdf((1 - norm.isf(better.x)) / 0.2), abs=1e-9)
    assert (larger.line.dash, entries(other.x)) == ("dash", pytest.approx((norm.cdf(-0.75),)))
    assert entries(other.y) == pytest.approx((norm.cdf(0.75),))
    assert place.y[0] - place.x[0] == pytest.approx(np.max(np.subtract(better.y, better.x)), abs=1e-3)
    assert len(curves_figure(pairs, None, LIGHT).data) == 2
