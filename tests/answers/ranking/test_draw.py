"""How often measures pick the wrong classifier, as figures: shares over the error, pairs, tables, charts of many."""

import math
import re

import numpy as np
import pytest
from scipy.stats import norm

from ddcore.answers.ranking.draw import (
    Cloud,
    chains_figure,
    clouds_figure,
    curves_figure,
    error_alt,
    error_figure,
    laws_figure,
    pairs_alt,
    pairs_figure,
    tables_alt,
    tables_figure,
)
from ddcore.counts import Cells, Counts
from ddcore.decisions.admissible import MisrankedPair
from ddcore.decisions.chains import Chains
from ddcore.decisions.curve_ranking import Binormal, CurvePairs
from ddcore.decisions.ranking import MisrankedByError, Pairs, draw_pairs, misranked_by_error, random_tables
from ddcore.decisions.utility import Utility
from ddcore.figures.theme import LIGHT
from ddcore.measures import MEASURES, measure
from tests.helpers.figures import entries, legend, once, sound, themes
from tests.helpers.loops import nonempty

error_figure = once(error_figure)
CELLS = ("tp", "fp", "fn", "tn")
OWN = "gain = (2 * tp - 3 * fp) / m"
NOWHERE = "= sqrt(tp / m - 0.9999)"
"""A measure of one's own that has a value on almost no table."""

KEYS = ["ACC", "F1", OWN]
MADE = MisrankedByError(
    truth="uniform",
    pairs=10_000,
    error=np.array([0.0, 0.1, 0.2, 0.4]),
    utility=np.array([0.0, 0.04, 0.06, 0.2]),
    share={"ACC": 0.05, "F1": 0.1, OWN: 0.25, "TPR": math.nan},
)
"""Shares made up, so that each number of a figure can be said beforehand."""

PAYOFFS = [(1, 0, 0, 1), (1, 0, 0, 1), (1, 0, 0, 0.5), (1, 0, 0, 1)]
FIRST = [(40, 30, 10, 20), (30, 10, 20, 40), (10, 0, 40, 50), (35, 20, 15, 30)]
SECOND = [(25, 5, 25, 45), (40, 10, 10, 40), (45, 30, 5, 20), (30, 15, 20, 35)]
"""Four pairs of tables of 100 cases, half of them positive: F1 ranks one wrongly, and two are worth the same."""


def columns(rows):
    return dict(zip(CELLS, np.transpose(np.array(rows, dtype=float)), strict=True))


def made():
    truth = Utility(**columns(PAYOFFS))
    return Pairs(truth, truth, Cells(**columns(FIRST)), Cells(**columns(SECOND)))


def f1(tp, fp, fn, tn):
    return 2 * tp / (2 * tp + fp + fn)


def mean(payoffs, cells):
    return sum(u * c for u, c in zip(payoffs, cells, strict=True)) / sum(cells)


def line(figure, name):
    (found,) = (trace for trace in figure.data if trace.name == name)
    return found


@themes
def test_shares_over_the_error_with_a_band_of_two_standard_errors(theme):
    figure = error_figure(MADE, KEYS, 0.1, theme)
    band, payoffs = figure.data[0], line(figure, "payoffs with an error")
    assert (tuple(payoffs.x), tuple(payoffs.y)) == ((0, 0.1, 0.2, 0.4), (0, 0.04, 0.06, 0.2))
    assert (payoffs.line.color, payoffs.line.dash) == (theme.text, None)
    reach = [2 * math.sqrt(p * (1 - p) / 10_000) for p in payoffs.y]
    high, low = np.add(payoffs.y, reach), np.subtract(payoffs.y, reach)
    assert entries(band.y) == pytest.approx([*high, *low[::-1]])
    found = [line(figure, name) for name in ("Accuracy", "F1", "gain")]
    assert [entries(one.y) for one in found] == [(0.05, 0.05), (0.1, 0.1), (0.25, 0.25)]
    assert [one.line.color for one in found] == list(theme.colours[:3])
    assert len({one.line.dash for one in found} - {"solid", None}) == 3
    assert legend(figure) == ["payoffs with an error", "Accuracy", "F1", "gain"]
    assert sound(figure)
    assert re.findall(r"([\d.]+\d|\d) %", error_alt(MADE, KEYS, 0.15)) == ["0", "20", "5", "5", "10", "25"]


@themes
@pytest.mark.parametrize(("error", "share"), [(0, 0), (0.15, 0.05), (0.4, 0.2)])
def test_cross_stands_on_the_line_at_the_error(theme, error, share):
    figure = error_figure(MADE, KEYS, error, theme)
    (cross,) = (trace for trace in figure.data if trace.marker.symbol == "x-thin")
    assert (*cross.x, *cross.y) == pytest.approx((error, share))
    assert (cross.marker.line.color, cross.showlegend) == (theme.user, False)


@pytest.mark.parametrize(("keys", "top"), [(KEYS, 0.25), (["ACC"], 0.2), (["ACC", "TPR"], 0.2)])
def test_scale_starts_at_nothing_and_holds_every_line(theme, keys, top):
    """Recall has no value here: its line is a gap."""
    figure = error_figure(MADE, keys, 0.1, theme)
    assert figure.layout.yaxis.range == pytest.approx((0, 1.08 * top))
    if "TPR" in keys:
        assert entries(line(figure, "Recall (TPR)").y) == (None, None)
        assert "Recall (TPR) no value." in error_alt(MADE, keys, 0.1)
    assert sound(figure)
    none = MisrankedByError("uniform", 100, np.array([0.0, 0.1]), np.zeros(2), {"ACC": 0.0})
    assert error_figure(none, ["ACC"], 0.1, theme).layout.yaxis.range[1] > 0.01


def test_shares_of_drawn_pairs_near_the_published_ones():
    """8.77 % for accuracy, 9.76 % for F1, 3.70 % for payoffs off by 0.1."""
    found = misranked_by_error("uniform", [0, 0.1], 40_000, rng=np.random.default_rng(3), measures=["ACC", "F1"])
    figure = error_figure(found, ["ACC", "F1"], 0.1, LIGHT)
    assert line(figure, "Accuracy").y[0] == pytest.approx(0.0877, abs=0.006)
    assert line(figure, "F1").y[0] == pytest.approx(0.09755, abs=0.006)
    assert entries(line(figure, "payoffs with an error").y) == pytest.approx((0, 0.0370), abs=0.004)


@themes
def test_pairs_stand_by_worth_and_by_score(theme):
    rightly, wrongly = pairs_figure(made(), MEASURES["F1"], theme).data
    four = list(zip(PAYOFFS, FIRST, SECOND, strict=True))
    gain = [mean(payoffs, one) - mean(payoffs, other) for payoffs, one, other in four]
    lead = [f1(*one) - f1(*other) for _, one, other in four]
    signs = [x * y < 0 for x, y in zip(gain, lead, strict=True)]
    assert signs == [True, False, False, False]
    for trace, which in ((rightly, False), (wrongly, True)):
        assert entries(trace.x) == pytest.approx([x for x, sign in zip(gain, signs, strict=True) if sign is which])
        assert entries(trace.y) == pytest.approx([y for y, sign in zip(lead, signs, strict=True) if sign is which])
    assert (rightly.name, wrongly.name) == ("ranked correctly", "ranked wrongly")
    assert (rightly.marker.color, wrongly.marker.color) == theme.colours[:2]
    # The rate of errors ranks as accuracy does.
    errors, accuracy = (pairs_figure(made(), MEASURES[key], theme) for key in ("ERR", "ACC"))
    for one, other in nonempty(zip(errors.data, accuracy.data, strict=True)):
        assert entries(one.x) == entries(other.x)
        assert entries(one.y) == pytest.approx(other.y)


def test_quadrants_and_axes_of_drawn_pairs(theme):
    pairs = draw_pairs("uniform", 0.0, 1500, rng=np.random.default_rng(2))
    figure = pairs_figure(pairs, MEASURES["F1"], theme)
    rightly, wrongly = figure.data
    assert len(rightly.x) + len(wrongly.x) == 1500
    assert (np.multiply(rightly.x, rightly.y) >= 0).all()
    assert (np.multiply(wrongly.x, wrongly.y) < 0).all()
    for axis, name in ((figure.layout.xaxis, "x"), (figure.layout.yaxis, "y")):
        values = np.abs(np.concatenate([rightly[name], wrongly[name]]))
        assert axis.range[0] == -axis.range[1]
        assert (values <= axis.range[1]).mean() >= 0.99
        assert axis.range[1] <= 1.06 * values.max()
    assert sound(figure)
    said = pairs_alt(pairs, MEASURES["F1"])
    assert float(re.search(r"in ([\d.]+) %", said)[1]) == pytest.approx(100 * len(wrongly.x) / 1500, abs=0.051)


def test_pairs_without_a_value_are_gaps_and_do_not_count_in_words(theme):
    """Three of the four pairs have a value, and one of these is ranked wrongly; of a measure without any, none."""
    row = measure("= log(tp / m - 0.2)")
    figure = pairs_figure(made(), row, theme)
    assert sum(y is not None for trace in figure.data for y in entries(trace.y)) == 3
    assert sound(figure)
    assert re.findall(r"^3|in 33.3 %", pairs_alt(made(), row)) == ["3", "in 33.3 %"]
    assert re.findall(r"^4|in 25 %", pairs_alt(made(), MEASURES["F1"])) == ["4", "in 25 %"]
    figure = pairs_figure(made(), measure(NOWHERE), theme)
    assert {y for trace in figure.data for y in entries(trace.y)} == {None}
    assert sound(figure)
    assert pairs_alt(made(), measure(NOWHERE)).endswith("in any of them.")


UTILITY = Utility(tp=15, fp=-335, fn=-35, tn=165, unit="EUR")
PAIR = MisrankedPair(
    better=Counts(tp=150, fp=100, fn=150, tn=600),
    preferred=Counts(tp=300, fp=308, fn=0, tn=392),
    yields=(62.5, -34.0),
    scores=(0.545, 0.661),
)


@themes
def test_classifiers_are_points_and_a_pair_two_triangles(theme):
    cells = random_tables(0.3, 200, rng=np.random.default_rng(4))
    figure = tables_figure(cells, UTILITY, MEASURES["F1"], PAIR, theme)
    points, pair = figure.data
    rows = list(zip(*(getattr(cells, name) for name in CELLS), strict=True))
    assert entries(points.x) == pytest.approx([mean((15, -335, -35, 165), row) for row in rows])
    assert entries(points.y) == pytest.approx([f1(*row) for row in rows])
    assert points.marker.color == theme.colours[0]
    assert (entries(pair.x), entries(pair.y)) == ((62.5, -34.0), (0.545, 0.661))
    assert pair.marker.symbol == ("triangle-right", "triangle-left")
    assert pair.hovertext[1].split()[1:] == ["−34.00", "EUR,", "F1", "0.661"]
    assert legend(figure) == ["a classifier", "a pair ranked wrongly"]
    assert legend(tables_figure(cells, UTILITY, MEASURES["ACC"], None, theme)) == ["a classifier"]
    assert sound(figure)
    said = tables_alt(cells, MEASURES["F1"], PAIR)
    assert re.findall(r"^\d+|[\d.−]+\d", said)[-4:] == ["62.500", "0.545", "−34", "0.661"]
    assert "No pair" in tables_alt(cells, MEASURES["F1"], None)
    cells = Cells(**columns([(0, 0, 50, 50), (30, 10, 20, 40), (5, 0, 45, 50)]))
    figure = tables_figure(cells, UTILITY, MEASURES["PPV"], None, theme)
    assert entries(figure.data[0].y) == (None, 0.75, 1)
    assert None not in figure.data[0].x
    assert sound(figure)


@pytest.mark.parametrize(("unit", "shown"), [("A & B", " in A &amp; B"), ("x" * 21, f" in {'x' * 19}…")])
def test_axis_has_the_unit(unit, shown):
    cells = random_tables(0.3, 5, rng=np.random.default_rng(4))
    figure = tables_figure(cells, Utility(tp=1, fp=0, fn=0, tn=1, unit=unit), MEASURES["F1"], PAIR, LIGHT)
    assert figure.layout.xaxis.title.text == f"worth per case{shown}"
    assert figure.data[1].hovertext[0].startswith("worth 62.500")


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
    assert legend(figure) == ["ranked correctly", "ranked wrongly"]
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
