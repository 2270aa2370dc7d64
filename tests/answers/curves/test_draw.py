"""Curves of scores as figures: what is drawn where, what is said, odd scores, and two curves against each other."""

import itertools
import math
import re

import numpy as np
import pytest
from scipy.stats import norm
from sklearn.metrics import average_precision_score, roc_auc_score, roc_curve

from ddcore.answers.curves.draw import (
    calibration_alt,
    calibration_figure,
    costs_figure,
    curves_alt,
    curves_figure,
    difference_alt,
    rates_figure,
)
from ddcore.figures.theme import LIGHT, faded
from ddcore.formats import number
from ddcore.scores.calibration import calibration, consistency
from ddcore.scores.curve_kinds import CURVE_KINDS
from ddcore.scores.curves import convex_hull, curve, point
from ddcore.scores.dominance import SureBand, roc_difference
from ddcore.scores.intervals import roc_band
from ddcore.table import ScoreTable
from tests.helpers.figures import NOT_SAID, entries, legend, once, sound, themes
from tests.helpers.line_figures import HAND, ODD, fitting, simulated, trace
from tests.helpers.loops import nonempty
from tests.helpers.tiers import some_of

kinds = pytest.mark.parametrize("kind", CURVE_KINDS)
curve = once(curve)
GOOD, BETTER, WORSE = simulated(), simulated(2.0, seed=2), simulated(0.3, seed=3)
THREE = {"A": GOOD, "B": BETTER, "C": WORSE}
TEN = {f"model {i}": simulated(0.2 * i, seed=i) for i in range(10)}
FLAT = ODD["one distinct score"]


@once
def drawn(tables, kind, theme=LIGHT, chosen=None, **extra):
    lines = {name: curve(one, kind).thin() for name, one in tables.items()}
    return curves_figure(lines, theme, chosen=chosen or next(iter(lines)), **extra)


def titles(figure):
    return figure.layout.xaxis.title.text, figure.layout.yaxis.title.text


@kinds
def test_line_of_every_kind_is_the_curve(kind):
    """Corners of the steps of precision and recall have the recall of one threshold and the precision of another."""
    row, whole, thin = CURVE_KINDS[kind], curve(GOOD, kind), curve(GOOD, kind).thin()
    figure = drawn({"A": GOOD}, kind)
    line = trace(figure, "A ")
    x, y = np.asarray(line.x), np.asarray(line.y)
    places = np.column_stack([row.axes(whole.x), row.axes(whole.y)])
    if kind == "precision_recall":
        assert np.isin(x, places[:, 0]).all()
        assert np.isin(y, places[:, 1]).all()
    else:
        places = places[np.isfinite(places).all(axis=1)]
        far = np.abs(places[:, None, :] - np.column_stack([x, y])[None]).max(axis=2).min(axis=0)
        # All but one are thresholds; where a curve enters the chart lies between two.
        assert np.sort(far)[:-1] == pytest.approx(0, abs=1e-12)
    assert 3 < x.size <= 2000
    assert legend(figure)[0] == f"A {number(whole.summary)}"
    for text, a, b, where in zip(line.hovertext, thin.x, thin.y, thin.threshold, strict=True):
        said = f"<b>A</b>, threshold {number(where)}<br>{row.x_title}: {number(a)}<br>{row.y_title}: {number(b)}"
        assert text == ("" if math.isnan(where) else said)
    assert ("" in line.hovertext) == (kind == "precision_recall")
    assert titles(figure) == (row.x_title, row.y_title)
    said = curves_alt({"A": whole, "B": curve(BETTER, kind)})
    assert said.startswith(f"{row.title}: {row.y_title} against {row.x_title}.")
    assert said.endswith(f"{row.summary_name} is: A {number(whole.summary)}; B {number(curve(BETTER, kind).summary)}.")


@themes
@kinds
def test_chance_is_dashed_grey_and_the_threshold_a_cross(theme, kind):
    here = point(GOOD, kind, 0.5)
    figure = drawn({"A": GOOD, "B": BETTER, "C": WORSE}, kind, theme, point=here)
    assert sound(figure)
    assert fitting(figure) == []
    assert ("chance" in legend(figure)) == (kind != "ks")
    if kind != "ks":
        line = trace(figure, "chance")
        assert (line.line.dash, line.line.color, line.hoverinfo) == ("dash", theme.chance, "skip")
    cross = trace(figure, "threshold")
    assert entries(cross.x) == pytest.approx(CURVE_KINDS[kind].axes(here.x))
    assert entries(cross.y) == pytest.approx(CURVE_KINDS[kind].axes(here.y))
    assert cross.marker.line.color == theme.user
    assert cross.hovertext[0].startswith("<b>A</b>, threshold 0.500<br>")


def test_where_chance_lies():
    """Of eight cases two are positive."""
    places = {
        "roc": ((0, 1), (0, 1)), "precision_recall": ((0, 1), (0.25, 0.25)), "precision_recall_gain": ((0, 1), (0, 0)),
        "toc": ((0, 8), (0, 2)), "gain": ((0, 1), (0, 1)), "lift": ((0, 1), (1, 1)),
        "det": (norm.ppf([0.001, 0.5, 0.999]), norm.ppf([0.999, 0.5, 0.001])),
    }  # fmt: skip
    for kind, (x, y) in places.items():
        line = trace(drawn({"A": ScoreTable.of(range(8), [0, 0, 0, 1, 0, 0, 0, 1])}, kind), "chance")
        assert entries(line.x) == pytest.approx(x), kind
        assert entries(line.y) == pytest.approx(y), kind


def test_curves_against_scikit_learn():
    line, precise = (trace(drawn({"A": GOOD}, kind), "A ") for kind in ("roc", "precision_recall"))
    fpr, tpr, _ = roc_curve(GOOD.positives, GOOD.score, drop_intermediate=False)
    assert max(min(np.hypot(fpr - x, tpr - y)) for x, y in zip(line.x, line.y, strict=True)) < 1e-12
    assert line.name == f"A {roc_auc_score(GOOD.positives, GOOD.score):.3f}"
    assert precise.name == f"A {average_precision_score(GOOD.positives, GOOD.score):.3f}"


def test_precision_and_recall_under_the_pointer_are_those_of_the_threshold():
    """A corner of the steps has the recall of one threshold and the precision of another, and no hover."""
    line = trace(drawn({"A": HAND}, "precision_recall"), "A ")
    said = [text for text in line.hovertext if text]
    assert 4 <= len(said) < len(line.x)
    for text in said:
        where, recall, precision = (float(part) for part in re.findall(r"(?:threshold|\)(?::)) ([\d.]+)", text))
        counts = HAND.at(where)
        assert float(counts.tp / counts.positives) == pytest.approx(recall, abs=0.0005)
        assert float(counts.tp / (counts.tp + counts.fp)) == pytest.approx(precision, abs=0.0005)


def test_ticks_of_normal_deviates_are_rates():
    figure = drawn({"A": GOOD}, "det")
    for axis in (figure.layout.xaxis, figure.layout.yaxis):
        assert norm.cdf(axis.tickvals) == pytest.approx([float(text) for text in axis.ticktext], abs=1e-12)
        assert axis.range[0] < min(axis.tickvals) < max(axis.tickvals) < axis.range[1]


def test_cross_stands_where_the_counts_of_the_chosen_model_say():
    for kind, place in (("roc", (2 / 3, 2 / 3)), ("toc", (4, 2))):
        cross = trace(drawn({"A": HAND}, kind, point=point(HAND, kind, 0.4)), "threshold")
        assert (*cross.x, *cross.y) == pytest.approx(place)
    cross = trace(drawn(THREE, "roc", chosen="B", point=point(BETTER, "roc", 0.5)), "threshold")
    assert cross.hovertext[0].startswith("<b>B</b>")
    line = trace(drawn({"A": HAND}, "roc"), "A ")
    corners = {(0, 0), (0, 1 / 3), (1 / 3, 1 / 3), (2 / 3, 2 / 3), (2 / 3, 1), (1, 1)}
    assert set(zip(line.x, line.y, strict=True)) <= corners
    for place, where, rate in ((0, "∞", 0), (-1, "0.100", 1)):
        assert line.hovertext[place].startswith(f"<b>A</b>, threshold {where}<br>")
        assert line.hovertext[place].endswith(f"(TPR): {rate}")
    said = curves_alt({"A": curve(HAND, "roc")}, point(HAND, "roc", 0.2))
    assert re.search(r"At threshold 0\.200:[^\d]*1[^\d].*0\.667", said)


@kinds
def test_legend_names_a_cross_only_if_it_is_in_the_chart(kind):
    for where in (-1.0, 2.0, math.inf):
        figure = drawn({"A": GOOD}, kind, point=point(GOOD, kind, where))
        crosses = [one for one in figure.data if one.name.startswith("threshold")]
        for cross in crosses:
            assert np.isfinite([*cross.x, *cross.y]).all()
            for place, axis in ((cross.x[0], figure.layout.xaxis), (cross.y[0], figure.layout.yaxis)):
                assert axis.range is None or axis.range[0] <= place <= axis.range[1]
        if (kind, where) in (("lift", 2.0), ("precision_recall_gain", 2.0), ("ks", math.inf)):
            assert crosses == []
            assert "At threshold" not in curves_alt({"A": curve(GOOD, kind)}, point(GOOD, kind, where))


def test_the_chosen_model_is_stronger_and_keeps_its_colour(theme):
    lines = [trace(drawn(THREE, "roc", theme, "B"), f"{name} ").line for name in "ABC"]
    assert [line.width for line in lines] == [2, 3, 2]
    assert [line.color for line in lines] == list(theme.colours[:3])


@themes
def test_ten_models_have_a_colour_each_and_neighbours_a_dash(theme):
    figure = drawn(TEN, "roc", theme)
    lines = [trace(figure, f"{name} ").line for name in TEN]
    assert [line.color for line in lines] == list(theme.colours)
    assert all(one.dash != other.dash for one, other in itertools.pairwise(lines))
    assert legend(figure)[:10] == [f"{name} {number(one.auc)}" for name, one in TEN.items()]
    assert sound(figure)
    assert fitting(figure) == []
    said = curves_alt({name: curve(one, "roc") for name, one in TEN.items()})
    assert said.endswith("5 more.")


@themes
@pytest.mark.parametrize("chosen", ["A", "B"])
def test_band_runs_there_and_back_in_the_colour_of_its_model(theme, chosen):
    band = roc_band(THREE[chosen], points=21)
    figure = drawn(THREE, "roc", theme, chosen, band=band)
    shape = figure.data[0]
    assert entries(shape.x) == (*band.x, *band.x[::-1])
    assert entries(shape.y) == (*band.high, *band.low[::-1])
    colour = trace(figure, f"{chosen} ").line.color
    assert shape.fillcolor.startswith("rgba({},{},{},".format(*(int(colour[i : i + 2], 16) for i in (1, 3, 5))))
    assert sound(figure)


@themes
def test_hull_is_a_dotted_line_above_the_curve(theme):
    hull = convex_hull(HAND)
    figure = drawn({"A": HAND}, "roc", theme, hull=hull)
    line, own = trace(figure, "its convex hull"), trace(figure, "A ")
    assert (entries(line.x), entries(line.y)) == (tuple(hull.x), tuple(hull.y))
    above = np.interp(own.x, line.x[::-1], line.y[::-1])
    assert (above >= np.array(own.y) - 1e-12)[1:].all()
    assert line.name == f"its convex hull {np.trapezoid(line.y[::-1], line.x[::-1]):.3f}"


@pytest.mark.parametrize("kind", some_of(CURVE_KINDS, "roc", "precision_recall_gain", "det", "lift"))
def test_odd_scores_are_drawn(kind):
    """Of one class alone, too."""
    single = {truth: ScoreTable.of([0.3], [truth]) for truth in (0, 1)}
    names = ("two tied cases", "perfect", "reversed", "one distinct score", "weighted", "far out")
    for name, one in {**{name: ODD[name] for name in names}, **single}.items():
        figure = drawn({"A": one}, kind, point=point(one, kind, 0.5))
        assert sound(figure), name
        assert name in single or len(trace(figure, "A ").x) > 0
        for words in (*legend(figure), curves_alt({"A": curve(one, kind)})):
            assert not re.search(NOT_SAID, words)


@once
def bars(table, bins=10):
    return consistency(table, bins, draws=399, rng=np.random.default_rng(1))


@once
def calibrated(name, table, theme=LIGHT, bins=10):
    return calibration_figure(name, calibration(table, bins), bars(table, bins), theme)


def several(models, theme):
    name, *others = models
    return calibration_figure(name, models[name], bars(GOOD), theme, {other: models[other] for other in others})


SUMS = ScoreTable(ODD["weighted"].score, ODD["weighted"].positives, ODD["weighted"].negatives)


class TestCalibration:
    @themes
    def test_a_dot_a_bin_and_a_bar_of_right_probabilities(self, theme):
        found, right = calibration(GOOD), bars(GOOD)
        figure = calibrated("A", GOOD, theme)
        dots, drawn, diagonal = figure.data[-1], trace(figure, "if calibrated"), trace(figure, "perfectly calibrated")
        assert (entries(dots.x), entries(dots.y), dots.name) == (tuple(found.mean), tuple(found.share), "A")
        assert entries(drawn.x) == tuple(found.mean)
        assert np.add(drawn.y, drawn.error_y.array) == pytest.approx(right.high)
        assert np.subtract(drawn.y, drawn.error_y.array) == pytest.approx(right.low)
        assert sum(int(re.search(r"<br>(\d+) cases?<br>", text)[1]) for text in dots.hovertext) == 300
        assert dots.hovertext[0].split("<br>") == [
            f"mean score {found.mean[0]:.3f}",
            f"positive: {number(found.share[0])} (95 %: {number(found.low[0])} to {number(found.high[0])})",
            f"{found.cases[0]:.0f} cases",
            f"if well calibrated {number(right.low[0])} to {number(right.high[0])}",
        ]
        assert (entries(diagonal.x), entries(diagonal.y)) == ((0, 1), (0, 1))
        assert (dots.marker.color, diagonal.line.color) == (theme.colours[0], theme.chance)
        line = trace(figure, "without bins")
        assert set(line.x) <= set(found.score)
        assert entries(line.y) == tuple(sorted(line.y))
        assert sound(figure)

    def test_weights_and_bins_by_hand(self):
        """Sums of weights alone have no bars; a weight under half a case is not no case, nor is one case many."""
        assert legend(calibrated("A", SUMS)) == ["perfectly calibrated", "without bins", "A"]
        assert not any("<br>0 cases" in text for text in calibrated("A", ODD["weighted"]).data[-1].hovertext)
        (alone,) = calibrated("A", ScoreTable.of([0.3], [1])).data[-1].hovertext
        assert "<br>1 case<br>" in alone
        dots = calibrated("A", HAND, bins=2).data[-1]
        assert entries(dots.x) == pytest.approx((0.15, (0.4 + 0.4 + 0.7 + 0.9) / 4))
        assert entries(dots.y) == (0.5, 0.5)

    @themes
    def test_each_of_several_models_has_a_line_and_a_band_of_its_bins(self, theme):
        models = {name: calibration(table) for name, table in THREE.items()}
        figure = several(models, theme)
        lines = [trace for trace in figure.data if trace.mode == "lines+markers"]
        bands = [trace for trace in figure.data if trace.fill == "toself"]
        assert legend(figure) == ["perfectly calibrated", "95 % bands", "A", "B", "C"]
        for at, (line, band, bins) in nonempty(enumerate(zip(lines, bands, models.values(), strict=True))):
            assert (entries(line.x), entries(line.y)) == (tuple(bins.mean), tuple(bins.share))
            assert entries(band.x) == (*bins.mean, *bins.mean[::-1])
            assert entries(band.y) == (*bins.high, *bins.low[::-1])
            assert line.marker.color == line.line.color == theme.colours[at]
        assert len({(line.marker.symbol, line.line.dash) for line in lines}) == 3
        bins = models["B"]
        assert f"{number(bins.share[3])} (95 %: {number(bins.low[3])} to" in lines[1].hovertext[3]
        assert sound(figure)

    def test_of_more_than_four_models_one_band_is_drawn_and_all_lines(self, theme):
        figure = several({f"model {i}": calibration(GOOD) for i in range(10)}, theme)
        lines = [trace for trace in figure.data if trace.mode == "lines+markers"]
        assert sum(trace.fill == "toself" for trace in figure.data) == 1
        assert len({(line.line.dash, line.line.color) for line in lines}) == len(lines) == 10
        assert fitting(figure) == []
        figure = several({"A": calibration(GOOD), "B": calibration(SUMS)}, theme)
        assert [len(trace.x) for trace in figure.data if trace.fill == "toself"] == [20, 0]
        assert "nan" not in " ".join(figure.data[-1].hovertext)

    def test_odd_scores(self):
        for name in nonempty(ODD.keys() - {"far out", "many"}):
            figure = calibrated("A", ODD[name])
            assert sound(figure), name
            words = (*figure.data[-1].hovertext, calibration_alt("A", calibration(ODD[name])))
            assert not any(re.search(NOT_SAID, text) for text in words)

    def test_in_words(self):
        off = ScoreTable.of([0.9, 0.9, 0.9, 0.9, 0.2, 0.2, 0.2, 0.2], [1, 0, 0, 0, 0, 0, 0, 1])
        said = calibration_alt("A", calibration(off, bins=2))
        assert all(part in said for part in ("in 2 bins", "mean score 0.900", "25 %"))
        assert "in 1 bin." in calibration_alt("A", calibration(FLAT))
        other = calibration(WORSE)
        told = calibration_alt("A", other).split("is the bin")[1].rstrip(".")
        assert told in calibration_alt("A", calibration(GOOD), {"B": other})


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
    assert (first.line.dash, second.line.dash) == (None, "dash")
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


def test_normal_scores_are_a_straight_line():
    """Of normal scores, one apart: the deviates of both errors add up to minus one."""
    grid = np.linspace(-4, 5, 801)
    upper, lower = (np.diff(norm.cdf(grid, mean)) for mean in (1, 0))
    normal = ScoreTable(grid[:-1], np.round(upper * 1e9).astype(int), np.round(lower * 1e9).astype(int))
    line = trace(drawn({"A": normal}, "det"), "A ")
    places = np.linspace(-2, 1, 7)
    assert np.interp(places, line.x, line.y) == pytest.approx(-1 - places, abs=0.02)


@pytest.mark.parametrize(("slope", "turn"), [(2.5, 2.5), (0.1, 0.1), (math.inf, math.inf)])
def test_the_slope_at_the_threshold_is_a_short_line_through_the_cross(slope, turn):
    at = point(GOOD, "roc", 0.5)
    figure = drawn({"A": GOOD}, "roc", point=at, slope=slope)
    line = next(trace for trace in figure.data if re.match("slope|upright", str(trace.name)))
    (x0, x1), (y0, y1) = line.x, line.y
    assert (x1 - x0) * turn == pytest.approx(y1 - y0) if math.isfinite(turn) else x0 == x1
    assert (at.y[0] - y0) * (x1 - x0) == pytest.approx((at.x[0] - x0) * (y1 - y0), abs=1e-12)
    assert min(x0, y0) >= 0
    assert max(x1, y1) <= 1
