"""Curves of scores as figures: what is drawn where, what legend and hover say, and that odd scores are drawn."""

import html
import itertools
import math
import re

import numpy as np
import pytest
from scipy.stats import norm
from sklearn.metrics import average_precision_score, roc_auc_score, roc_curve

from ddcore.figures.calibration import calibration_alt, calibration_figure
from ddcore.figures.curves import (
    curves_alt,
    curves_figure,
    trace_alt,
    trace_figure,
)
from ddcore.figures.theme import LIGHT, THEMES
from ddcore.formats import number
from ddcore.measures import MEASURES
from ddcore.scores.calibration import calibration, consistency
from ddcore.scores.curve_kinds import CURVE_KINDS
from ddcore.scores.curves import convex_hull, curve, point
from ddcore.scores.intervals import roc_band
from ddcore.scores.trace import over_threshold
from ddcore.table import ScoreTable
from tests.helpers.figures import entries, legend, once, sound
from tests.helpers.loops import nonempty

themes = pytest.mark.parametrize("theme", THEMES.values(), ids=THEMES)
kinds = pytest.mark.parametrize("kind", CURVE_KINDS)
TINY, HOSTILE = "<b>x</b>", '<a href="javascript:alert(1)">click</a>'
LONG = "a model with a very long name indeed " * 9
curve = once(curve)
WIDEST = 24
"""Signs of Source Sans at 13 pixels that fit beside another entry of the legend on a phone 390 pixels wide."""


def simulated(apart=1.0, cases=300, seed=1, share=0.4):
    """Probabilities from a logistic curve over normal scores, and the truth."""
    rng = np.random.default_rng(seed)
    truth = rng.random(cases) < share
    truth[:2] = True, False
    return 1 / (1 + np.exp(-(rng.normal(size=cases) + apart * truth))), truth


@once
def table(*simulation, **options):
    return ScoreTable.of(*simulated(*simulation, **options), True)


GOOD, BETTER, WORSE = table(1.0), table(2.0, seed=2), table(0.3, seed=3)
HAND = ScoreTable.of([0.1, 0.2, 0.4, 0.4, 0.7, 0.9], [0, 1, 0, 1, 0, 1])
ODD = {
    "two cases": ScoreTable.of([0.2, 0.8], [0, 1]),
    "two tied cases": ScoreTable.of([0.5, 0.5], [0, 1]),
    "one positive": ScoreTable.of([0.1, 0.3, 0.4, 0.9, 0.5], [0, 0, 1, 0, 0]),
    "perfect": ScoreTable.of([0.1, 0.2, 0.8, 0.9], [0, 0, 1, 1]),
    "reversed": ScoreTable.of([0.1, 0.2, 0.8, 0.9], [1, 1, 0, 0]),
    "constant": ScoreTable.of([0.4] * 6, [0, 1] * 3),
    "ties": ScoreTable.of([0.1] * 5 + [0.6] * 5, [0, 0, 1, 0, 0, 1, 1, 0, 1, 1]),
    "labels": ScoreTable.of([0, 0, 1, 1, 1], [0, 1, 0, 1, 1]),
    "weighted": ScoreTable.of([0.1, 0.4, 0.6, 0.9], [0, 1, 0, 1], weight=[0.2, 0.3, 1.1, 1.5]),
    "far out": ScoreTable.of([-1e9, -3.0, 0.5, 2.0, 1e12], [0, 1, 0, 1, 1]),
    "rare": table(2.0, cases=3000, share=0.005),
}
odd = pytest.mark.parametrize("name", ODD)


@once
def drawn(tables, kind, theme=LIGHT, chosen=None, **extra):
    lines = {name: curve(one, kind).thin() for name, one in tables.items()}
    return curves_figure(lines, theme, chosen=chosen or next(iter(lines)), **extra)


def trace(figure, start):
    return next(one for one in figure.data if one.name.startswith(start))


def fitting(figure):
    """Words of the legend that run into the entry on their right, or over the edge of a phone."""
    shown = [html.unescape(words) for words in legend(figure)]
    alone = {len(shown) - 1} if len(shown) % 2 else set()
    return [words for at, words in enumerate(shown) if len(words) > (2 * WIDEST if at in alone else WIDEST)]


# One curve -------------------------------------------------------------------------------------------------------


@kinds
class TestEveryKind:
    def test_line_is_the_curve(self, theme, kind):
        whole = curve(GOOD, kind)
        line = trace(drawn({"A": GOOD}, kind, theme), "A ")
        x, y = (np.asarray(values) for values in (line.x, line.y))
        places = np.column_stack([CURVE_KINDS[kind].axes(whole.x), CURVE_KINDS[kind].axes(whole.y)])
        if kind == "precision_recall":
            # Corners of the steps: each has the recall of one threshold and the precision of one.
            assert np.isin(x, places[:, 0]).all()
            assert np.isin(y, places[:, 1]).all()
        else:
            places = places[np.isfinite(places).all(axis=1)]
            far = np.abs(places[:, None, :] - np.column_stack([x, y])[None]).max(axis=2).min(axis=0)
            # All but one are thresholds; where a curve enters the chart lies between two.
            assert np.sort(far)[:-1] == pytest.approx(0, abs=1e-12)
        assert 3 < x.size <= 2000
        assert line.mode == "lines"

    def test_legend_has_the_number_that_the_curve_is_quoted_by(self, theme, kind):
        assert legend(drawn({"A": GOOD}, kind, theme))[0] == f"A {number(curve(GOOD, kind).summary)}"

    def test_hover_has_threshold_and_both_values(self, theme, kind):
        thin = curve(GOOD, kind).thin()
        line = trace(drawn({"A": GOOD}, kind, theme), "A ")
        assert len(line.hovertext) == len(line.x)
        x_title, y_title = CURVE_KINDS[kind].x_title, CURVE_KINDS[kind].y_title
        for text, x, y, where in zip(line.hovertext, thin.x, thin.y, thin.threshold, strict=True):
            said = f"<b>A</b>, threshold {number(where)}<br>{x_title}: {number(x)}<br>{y_title}: {number(y)}"
            assert text == ("" if math.isnan(where) else said)
        assert ("" in line.hovertext) == (kind == "precision_recall"), "only corners of steps have no threshold"
        assert not any("nan" in text or "inf" in text for text in line.hovertext)

    @themes
    def test_chance_is_a_dashed_grey_line_without_hover(self, theme, kind):
        figure = drawn({"A": GOOD}, kind, theme)
        if not CURVE_KINDS[kind].chance(1, 1):
            assert "chance" not in legend(figure)
            return
        line = trace(figure, "chance")
        assert (line.line.dash, line.line.color, line.hoverinfo) == ("dash", theme.chance, "skip")

    @themes
    def test_titles_stand_at_the_axes(self, theme, kind):
        layout = drawn({"A": GOOD}, kind, theme).layout
        assert (layout.xaxis.title.text, layout.yaxis.title.text) == (
            CURVE_KINDS[kind].x_title,
            CURVE_KINDS[kind].y_title,
        )
        assert layout.template.layout.font.color == theme.text

    def test_browser_can_draw_it(self, theme, kind):
        figure = drawn({"A": GOOD, "B": BETTER, "C": WORSE}, kind, theme, "B", point=point(BETTER, kind, 0.5))
        assert sound(figure)
        assert fitting(figure) == []

    def test_words_for_those_who_do_not_see_it(self, theme, kind):
        said = curves_alt({"A": curve(GOOD, kind), "B": curve(BETTER, kind)})
        assert said.startswith(
            f"{CURVE_KINDS[kind].title}: {CURVE_KINDS[kind].y_title} against {CURVE_KINDS[kind].x_title}."
        )
        values = [number(curve(one, kind).summary) for one in (GOOD, BETTER)]
        assert said.endswith(f"The {CURVE_KINDS[kind].summary_name} is: A {values[0]}; B {values[1]}.")


@pytest.mark.parametrize(
    ("kind", "x", "y"),
    [
        ("roc", (0, 1), (0, 1)),
        ("precision_recall", (0, 1), (0.25, 0.25)),
        ("precision_recall_gain", (0, 1), (0, 0)),
        ("toc", (0, 8), (0, 2)),
        ("gain", (0, 1), (0, 1)),
        ("lift", (0, 1), (1, 1)),
        ("det", norm.ppf([0.001, 0.5, 0.999]), norm.ppf([0.999, 0.5, 0.001])),
    ],
)
def test_where_chance_lies(kind, x, y):
    """Of eight cases two are positive."""
    eight = ScoreTable.of([1, 2, 3, 4, 5, 6, 7, 8], [0, 0, 0, 1, 0, 0, 0, 1])
    line = trace(drawn({"A": eight}, kind), "chance")
    assert entries(line.x) == pytest.approx(x)
    assert entries(line.y) == pytest.approx(y)


def test_every_kind_but_one_has_a_line_of_chance():
    assert [kind for kind in CURVE_KINDS if "chance" not in legend(drawn({"A": GOOD}, kind))] == ["ks"]


def test_roc_against_scikit_learn():
    score, truth = simulated()
    line = trace(drawn({"A": GOOD}, "roc"), "A ")
    fpr, tpr, _ = roc_curve(truth, score, drop_intermediate=False)
    inside = [min(np.hypot(fpr - x, tpr - y)) for x, y in zip(line.x, line.y, strict=True)]
    assert max(inside) < 1e-12
    assert line.name == f"A {roc_auc_score(truth, score):.3f}"


def test_average_precision_against_scikit_learn():
    score, truth = simulated()
    line = trace(drawn({"A": GOOD}, "precision_recall"), "A ")
    assert line.name == f"A {average_precision_score(truth, score):.3f}"


def test_roc_by_hand():
    line = trace(drawn({"A": HAND}, "roc"), "A ")
    assert set(zip(line.x, line.y, strict=True)) <= {
        (0, 0),
        (0, 1 / 3),
        (1 / 3, 1 / 3),
        (2 / 3, 2 / 3),
        (2 / 3, 1),
        (1, 1),
    }
    assert line.hovertext[0].startswith("<b>A</b>, threshold ∞<br>negatives predicted positive (FPR): 0<br>")
    assert line.hovertext[-1].startswith("<b>A</b>, threshold 0.100<br>negatives predicted positive (FPR): 1<br>")


def test_precision_and_recall_under_the_pointer_are_those_of_the_threshold():
    """A corner of the steps has the recall of one threshold and the precision of another: nothing is said."""
    line = trace(drawn({"A": HAND}, "precision_recall"), "A ")
    said = [text for text in line.hovertext if text]
    limits = [float(re.search(r"threshold ([\d.]+)<br>", text)[1]) for text in said]
    assert limits == sorted(set(limits), reverse=True)
    assert {0.9, 0.4, 0.2, 0.1} <= set(limits) <= set(HAND.score), "from 0.7 on the line goes straight"
    assert len(said) < len(line.x)
    for text in said:
        where, recall, precision = (float(part) for part in re.findall(r"(?:threshold|\)(?::)) ([\d.]+)", text))
        counts = HAND.at(where)
        assert float(counts.tp / counts.positives) == pytest.approx(recall, abs=0.0005)
        assert float(counts.tp / (counts.tp + counts.fp)) == pytest.approx(precision, abs=0.0005)


@pytest.mark.parametrize("kind", ["roc", "precision_recall", "precision_recall_gain", "gain"])
def test_shares_have_the_whole_scale(kind):
    layout = drawn({"A": GOOD}, kind).layout
    assert layout.xaxis.range == layout.yaxis.range == (-0.01, 1.01)


def test_lift_starts_at_zero():
    layout = drawn({"A": GOOD}, "lift").layout
    assert layout.xaxis.range == (-0.01, 1.01)
    assert layout.yaxis.rangemode == "tozero"


def test_toc_ends_where_the_cases_do():
    layout = drawn({"A": HAND}, "toc").layout
    assert layout.xaxis.range == pytest.approx((0, 6.06))
    assert layout.yaxis.range == pytest.approx((0, 3.03))


def test_toc_has_room_for_the_model_with_the_most_cases():
    """A model that left some cases without a score has fewer of them."""
    layout = drawn({"A": HAND, "B": GOOD}, "toc").layout
    assert layout.xaxis.range[1] >= 300
    assert layout.yaxis.range[1] >= GOOD.positives.sum()


# Normal deviates -------------------------------------------------------------------------------------------------


def test_ticks_of_normal_deviates_are_rates(theme):
    layout = drawn({"A": GOOD}, "det", theme).layout
    for axis in (layout.xaxis, layout.yaxis):
        assert norm.cdf(axis.tickvals) == pytest.approx([float(text) for text in axis.ticktext], abs=1e-12)
        assert 0.5 in norm.cdf(axis.tickvals).round(9)
        assert axis.range[0] < min(axis.tickvals) < max(axis.tickvals) < axis.range[1]
    assert layout.xaxis.ticktext == layout.yaxis.ticktext


def test_normal_scores_are_a_straight_line():
    """Of normal scores, one apart: the deviates of both errors add up to minus one."""
    grid = np.linspace(-4, 5, 801)
    upper, lower = (np.diff(norm.cdf(grid, mean)) for mean in (1, 0))
    normal = ScoreTable(grid[:-1], np.round(upper * 1e9).astype(int), np.round(lower * 1e9).astype(int))
    line = trace(drawn({"A": normal}, "det"), "A ")
    places = np.linspace(-2, 1, 7)
    assert np.interp(places, line.x, line.y) == pytest.approx(-1 - places, abs=0.02)


def test_hover_of_normal_deviates_has_rates():
    text = trace(drawn({"A": GOOD}, "det"), "A ").hovertext
    rates = [float(rate) for one in text for rate in re.findall(r"\): ([\d.]+)", one)]
    assert len(rates) >= 2 * len(text) - 4
    assert 0 <= min(rates) < max(rates) <= 1


# The cross -------------------------------------------------------------------------------------------------------


@themes
@kinds
def test_threshold_is_a_cross(theme, kind):
    here = point(GOOD, kind, 0.5)
    cross = trace(drawn({"A": GOOD}, kind, theme, point=here), "threshold")
    assert entries(cross.x) == pytest.approx(CURVE_KINDS[kind].axes(here.x))
    assert entries(cross.y) == pytest.approx(CURVE_KINDS[kind].axes(here.y))
    assert (cross.mode, cross.name, cross.marker.symbol) == ("markers", "threshold 0.500", "x-thin")
    assert cross.marker.line.color == theme.user
    assert cross.hovertext[0].startswith("<b>A</b>, threshold 0.500<br>")


def test_cross_stands_where_the_counts_say():
    cross = trace(drawn({"A": HAND}, "roc", point=point(HAND, "roc", 0.4)), "threshold")
    assert (entries(cross.x), entries(cross.y)) == (pytest.approx((2 / 3,)), pytest.approx((2 / 3,)))
    cross = trace(drawn({"A": HAND}, "toc", point=point(HAND, "toc", 0.4)), "threshold")
    assert (entries(cross.x), entries(cross.y)) == ((4,), (2,))


def test_cross_belongs_to_the_chosen_model():
    cross = trace(drawn({"A": GOOD, "B": BETTER}, "roc", chosen="B", point=point(BETTER, "roc", 0.5)), "threshold")
    assert cross.hovertext[0].startswith("<b>B</b>")


@pytest.mark.parametrize(("kind", "where"), [("lift", 2.0), ("precision_recall_gain", 2.0), ("ks", math.inf)])
def test_no_cross_where_there_is_no_value(kind, where):
    figure = drawn({"A": GOOD}, kind, point=point(GOOD, kind, where))
    assert not any("threshold" in name for name in legend(figure))


@kinds
@pytest.mark.parametrize("where", [-1.0, 0.0, 0.5, 0.97, 2.0, math.inf])
def test_legend_names_a_cross_only_if_it_is_in_the_chart(kind, where):
    figure = drawn({"A": GOOD}, kind, point=point(GOOD, kind, where))
    for cross in [one for one in figure.data if one.name.startswith("threshold")]:
        assert np.isfinite([*cross.x, *cross.y]).all()
        for place, axis in ((cross.x[0], figure.layout.xaxis), (cross.y[0], figure.layout.yaxis)):
            assert axis.range is None or axis.range[0] <= place <= axis.range[1]
    assert sound(figure)


def test_cross_in_words_names_its_numbers_in_the_order_of_the_sentence():
    """The sentence says TPR against FPR, so TPR comes first there too."""
    said = curves_alt({"A": curve(HAND, "roc")}, point(HAND, "roc", 0.7))
    assert said.startswith("ROC: positives predicted positive (TPR) against negatives predicted positive (FPR).")
    assert re.search(r"At threshold 0\.700:.*0\.333.*0\.333", said)
    said = curves_alt({"A": curve(HAND, "roc")}, point(HAND, "roc", 0.2))
    assert re.search(r"At threshold 0\.200:[^\d]*1[^\d].*0\.667", said)


def test_no_value_is_not_said_twice():
    said = curves_alt({"A": curve(GOOD, "precision_recall_gain")}, point(GOOD, "precision_recall_gain", 2.0))
    assert "no value and no value" not in said
    assert "nan" not in said


# Several models --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("chosen", ["A", "B", "C"])
def test_the_chosen_model_is_stronger(theme, chosen):
    figure = drawn({"A": GOOD, "B": BETTER, "C": WORSE}, "roc", theme, chosen)
    widths = {name: trace(figure, f"{name} ").line.width for name in "ABC"}
    assert {name for name, width in widths.items() if width == max(widths.values())} == {chosen}


@themes
def test_ten_models_have_a_colour_each_and_neighbours_a_dash(theme):
    ten = {f"model {i}": table(0.2 * i, seed=i) for i in range(10)}
    figure = drawn(ten, "roc", theme)
    lines = [trace(figure, f"{name} ").line for name in ten]
    assert [line.color for line in lines] == list(theme.colours)
    assert all(one.dash != other.dash for one, other in itertools.pairwise(lines))
    assert len({(line.color, line.dash) for line in lines}) == 10
    assert legend(figure)[:10] == [f"{name} {number(one.auc)}" for name, one in ten.items()]
    assert sound(figure)
    assert fitting(figure) == []
    assert figure.layout.height > drawn({"A": GOOD}, "roc").layout.height


def test_colours_keep_their_models_whichever_is_chosen():
    three = {"A": GOOD, "B": BETTER, "C": WORSE}
    colours = [[one.line.color for one in drawn(three, "roc", chosen=name).data[:3]] for name in three]
    assert colours[0] == colours[1] == colours[2]


def test_ten_models_in_words_are_all_counted():
    said = curves_alt({f"model {i}": curve(GOOD, "roc") for i in range(10)})
    assert "model 4" in said
    assert "model 9" in said or re.search(r"\b5 more", said)


@pytest.mark.parametrize("name", [TINY, HOSTILE, LONG, "%{x}", "a\nb"])
def test_names_are_shown_letter_by_letter(name):
    figure = drawn({name: GOOD}, "roc", point=point(GOOD, "roc", 0.5))
    under_pointer = figure.data[0].hovertext[0].split("</b>, threshold")[0][3:]
    for words, longest in ((legend(figure)[0], 16 + len(" 0.000")), (under_pointer, 80)):
        assert "<" not in words
        assert "\n" not in words
        shown = html.unescape(words)
        assert len(shown) <= longest
        assert shown.split("…")[0].startswith(" ".join(name.split())[:5])
    assert all(one.hovertemplate is None for one in figure.data)


@pytest.mark.parametrize("name", [TINY, "logistic_regression", LONG])
@pytest.mark.parametrize("kind", ["roc", "precision_recall"])
def test_legend_fits_a_phone_whatever_the_names(name, kind):
    extra = {"hull": convex_hull(GOOD)} if kind == "roc" else {}
    figure = drawn({name: GOOD, "B": BETTER, f"2 {name}": WORSE}, kind, point=point(GOOD, kind, 0.5), **extra)
    assert fitting(figure) == []


# Band and hull ---------------------------------------------------------------------------------------------------


@themes
@pytest.mark.parametrize("chosen", ["A", "B"])
def test_band_runs_there_and_back_in_the_colour_of_its_model(theme, chosen):
    tables = {"A": GOOD, "B": BETTER}
    band = roc_band(tables[chosen], points=21)
    figure = drawn(tables, "roc", theme, chosen, band=band)
    shape = trace(figure, "95 % band")
    assert entries(shape.x) == (*band.x, *band.x[::-1])
    assert entries(shape.y) == (*band.high, *band.low[::-1])
    colour = trace(figure, f"{chosen} ").line.color
    assert shape.fillcolor.startswith("rgba({},{},{},".format(*(int(colour[i : i + 2], 16) for i in (1, 3, 5))))
    assert (shape.fill, shape.line.width, shape.hoverinfo) == ("toself", 0, "skip")
    assert figure.data[0] is shape
    assert sound(figure)


@themes
def test_hull_is_a_dotted_line_above_the_curve(theme):
    hull = convex_hull(HAND)
    figure = drawn({"A": HAND}, "roc", theme, hull=hull)
    line, own = trace(figure, "its convex hull"), trace(figure, "A ")
    assert (entries(line.x), entries(line.y)) == (tuple(hull.x), tuple(hull.y))
    assert (line.line.dash, line.line.color, line.hoverinfo) == ("dot", theme.text, "skip")
    above = np.interp(own.x, line.x[::-1], line.y[::-1])
    assert (above >= np.array(own.y) - 1e-12)[1:].all()
    x, y = np.array(line.x[::-1]), np.array(line.y[::-1])
    assert line.name == f"its convex hull {np.trapezoid(y, x):.3f}"


def test_everything_at_once(theme):
    figure = drawn(
        {"A": GOOD, "B": BETTER},
        "roc",
        theme,
        point=point(GOOD, "roc", 0.5),
        band=roc_band(GOOD),
        hull=convex_hull(GOOD).thin(),
    )
    assert [re.sub(r" [\d.]+$", "", name) for name in legend(figure)] == [
        "95 % band", "A", "B", "its convex hull", "chance", "threshold",
    ]  # fmt: skip
    assert fitting(figure) == []
    assert sound(figure)


# Odd scores ------------------------------------------------------------------------------------------------------


@odd
@kinds
def test_odd_scores_are_drawn(name, kind):
    figure = drawn({"A": ODD[name]}, kind, point=point(ODD[name], kind, 0.5))
    assert sound(figure)
    assert len(trace(figure, "A ").x) > 0
    for words in (*legend(figure), curves_alt({"A": curve(ODD[name], kind)})):
        assert not re.search(r"\bnan\b|\binf\b", words)


@kinds
@pytest.mark.parametrize("truth", [0, 1])
def test_a_single_case_has_a_chart_too(kind, truth):
    one = ScoreTable.of([0.3], [truth])
    figure = drawn({"A": one}, kind, point=point(one, kind, 0.3))
    assert sound(figure)
    assert "nan" not in curves_alt({"A": curve(one, kind)})


def test_a_hundred_thousand_cases_are_few_points(theme):
    rng = np.random.default_rng(1)
    truth = rng.random(100_000) < 0.3
    many = ScoreTable.of(rng.normal(size=100_000) + truth, truth, True)
    for kind in CURVE_KINDS:
        assert sound(drawn({"A": many}, kind, theme))


# Calibration -----------------------------------------------------------------------------------------------------


@once
def bars(table, bins=10):
    return consistency(table, bins, draws=399, rng=np.random.default_rng(1))


@once
def calibrated(name, table, theme, bins=10):
    return calibration_figure(name, calibration(table, bins), bars(table, bins), theme)


def several(models, theme):
    name, *others = models
    return calibration_figure(name, models[name], bars(GOOD), theme, {other: models[other] for other in others})


class TestCalibration:
    def test_a_dot_a_bin_and_a_bar_of_right_probabilities(self, theme):
        found, right = calibration(GOOD), bars(GOOD)
        figure = calibration_figure("A", found, right, theme)
        dots = figure.data[-1]
        assert (entries(dots.x), entries(dots.y), dots.name) == (tuple(found.mean), tuple(found.share), "A")
        drawn = trace(figure, "if right, 95 %")
        assert entries(drawn.x) == tuple(found.mean)
        assert np.add(drawn.y, drawn.error_y.array) == pytest.approx(right.high)
        assert np.subtract(drawn.y, drawn.error_y.array) == pytest.approx(right.low)
        assert sum(int(re.search(r"<br>(\d+) cases?<br>", text)[1]) for text in dots.hovertext) == 300
        assert dots.hovertext[0] == (
            f"mean score {found.mean[0]:.3f}<br>positive: {number(found.share[0])} (95 %: {number(found.low[0])} to "
            f"{number(found.high[0])})<br>{found.cases[0]:.0f} cases"
            f"<br>of right probabilities {number(right.low[0])} to {number(right.high[0])}"
        )
        assert sound(figure)

    def test_bins_by_hand(self, theme):
        dots = calibrated("A", HAND, theme, bins=2).data[-1]
        assert entries(dots.x) == pytest.approx((0.15, (0.4 + 0.4 + 0.7 + 0.9) / 4))
        assert entries(dots.y) == (0.5, 0.5)

    @themes
    def test_diagonal_is_dashed_grey(self, theme):
        line = trace(calibrated("A", GOOD, theme), "as it should be")
        assert (entries(line.x), entries(line.y)) == ((0, 1), (0, 1))
        assert (line.line.dash, line.line.color) == ("dash", theme.chance)

    def test_line_without_bins_rises(self, theme):
        found = calibration(GOOD)
        line = trace(calibration_figure("A", found, bars(GOOD), theme), "without bins")
        assert set(line.x) <= set(found.score)
        assert entries(line.y) == tuple(sorted(line.y))
        assert (line.y[0], line.y[-1]) == (found.share_rising[0], found.share_rising[-1])

    def test_sums_of_weights_alone_have_no_bars(self, theme):
        known = ODD["weighted"]
        figure = calibrated("A", ScoreTable(known.score, known.positives, known.negatives), theme)
        assert legend(figure) == ["as it should be", "without bins", "A"]
        assert sound(figure)

    def test_weight_under_half_a_case_is_not_no_case(self, theme):
        assert not any("<br>0 cases" in text for text in calibrated("A", ODD["weighted"], theme).data[-1].hovertext)

    def test_a_single_case_is_not_many(self, theme):
        found = calibration(ScoreTable.of([0.3], [1]))
        dots = calibrated("A", ScoreTable.of([0.3], [1]), theme).data[-1]
        assert entries(dots.hovertext) == (
            f"mean score 0.300<br>positive: 1 (95 %: {number(found.low[0])} to 1)<br>1 case<br>of right probabilities "
            "0 to 1",
        )

    @themes
    def test_colour_is_the_models(self, theme):
        assert calibrated("A", GOOD, theme).data[-1].marker.color == theme.colours[0]

    def test_whole_scale_and_titles(self, theme):
        layout = calibrated("A", GOOD, theme).layout
        assert layout.xaxis.range == layout.yaxis.range == (-0.01, 1.01)
        assert layout.xaxis.title.text == "score"
        assert layout.yaxis.title.text == "share that is truly positive"

    @pytest.mark.parametrize("name", [TINY, HOSTILE, LONG])
    def test_names_are_shown_letter_by_letter(self, theme, name):
        figure = calibrated(name, GOOD, theme)
        assert "<" not in legend(figure)[-1]
        assert fitting(figure) == []


class TestCalibrationOfSeveral:
    @themes
    def test_each_model_has_a_line_and_a_band_of_its_bins(self, theme):
        models = {name: calibration(table) for name, table in {"A": GOOD, "B": BETTER, "C": WORSE}.items()}
        figure = several(models, theme)
        lines = [trace for trace in figure.data if trace.mode == "lines+markers"]
        bands = [trace for trace in figure.data if trace.fill == "toself"]
        assert legend(figure) == ["as it should be", "95 % bands", "A", "B", "C"]
        for at, (line, band, bins) in nonempty(enumerate(zip(lines, bands, models.values(), strict=True))):
            assert (entries(line.x), entries(line.y)) == (tuple(bins.mean), tuple(bins.share))
            assert entries(band.x) == (*bins.mean, *bins.mean[::-1])
            assert entries(band.y) == (*bins.high, *bins.low[::-1])
            assert line.marker.color == line.line.color == theme.colours[at]
        assert [line.marker.symbol for line in lines] == ["circle", "square-open", "diamond-open"]
        assert len({line.line.dash for line in lines}) == 3
        assert sound(figure)

    def test_no_dot_hides_another_though_two_models_score_alike(self, theme):
        """Later dots are hollow and of another shape."""
        first, second = several({"A": calibration(GOOD), "B": calibration(GOOD)}, theme).data[-2:]
        assert entries(first.y) == entries(second.y)
        assert not first.marker.symbol.endswith("open")
        assert second.marker.symbol == "square-open"

    def test_of_more_than_four_models_one_band_is_drawn_and_all_lines(self, theme):
        models = {f"model {i}": calibration(GOOD) for i in range(10)}
        figure = several(models, theme)
        assert sum(trace.fill == "toself" for trace in figure.data) == 1
        assert sum(trace.mode == "lines+markers" for trace in figure.data) == 10
        assert len({(t.line.dash, t.line.color) for t in figure.data if t.mode == "lines+markers"}) == 10
        assert fitting(figure) == []

    def test_names_and_intervals_stand_under_the_pointer(self, theme):
        bins = calibration(BETTER)
        line = several({"A": calibration(GOOD), "B" * 40: bins}, theme).data[-1]
        assert line.hovertext[3].startswith(
            f"<b>{'B' * 40}</b><br>mean score {number(bins.mean[3])}<br>positive: {number(bins.share[3])} (95 %: "
            f"{number(bins.low[3])} to {number(bins.high[3])})<br>"
        )

    def test_sums_of_weights_have_no_band(self, theme):
        sums = calibration(ScoreTable(ODD["weighted"].score, ODD["weighted"].positives, ODD["weighted"].negatives))
        figure = several({"A": calibration(GOOD), "B": sums}, theme)
        assert [len(trace.x) for trace in figure.data if trace.fill == "toself"] == [20, 0]
        assert "nan" not in " ".join(figure.data[-1].hovertext)
        assert sound(figure)

    def test_in_words(self):
        first, second = calibration(GOOD), calibration(WORSE)
        alone = [calibration_alt(name, bins).split("is the bin")[1] for name, bins in (("A", first), ("B", second))]
        said = calibration_alt("A", first, {"B": second})
        assert said.endswith(f"is the bin{alone[0].removesuffix('.')}; that of B is the bin{alone[1]}")


@pytest.mark.parametrize("name", [name for name in ODD if name != "far out"])
def test_odd_scores_are_calibrated(name):
    found = calibration(ODD[name])
    figure = calibration_figure("A", found, bars(ODD[name]), LIGHT)
    assert sound(figure)
    assert not any("nan" in text for text in figure.data[-1].hovertext)
    assert "nan" not in calibration_alt("A", found)


def test_calibration_in_words():
    off = ScoreTable.of([0.9, 0.9, 0.9, 0.9, 0.2, 0.2, 0.2, 0.2], [1, 0, 0, 0, 0, 0, 0, 1])
    assert calibration_alt("A", calibration(off, bins=2)) == (
        "Share of truly positive cases over the score of A, in 2 bins. Farthest from the diagonal is the bin of "
        "mean score 0.900, of which 25 % are positive."
    )


def test_one_bin_is_not_many_in_words():
    assert "in 1 bins" not in calibration_alt("A", calibration(ODD["constant"]))


# A measure over the threshold ------------------------------------------------------------------------------------


@once
def traced(tables, key="F1"):
    return {name: over_threshold(one, key).thin() for name, one in tables.items()}


class TestTrace:
    def test_line_has_the_measure_at_each_threshold(self, theme):
        line = trace(trace_figure(traced({"A": HAND}, "ACC"), theme, 0.4), "A")
        assert entries(line.x) == (0.1, 0.2, 0.4, 0.7, 0.9, None)
        assert entries(line.y) == pytest.approx((3 / 6, 4 / 6, 3 / 6, 3 / 6, 4 / 6, 3 / 6))
        assert line.hovertext[1] == "<b>A</b>, threshold 0.200<br>Accuracy: 0.667"

    @themes
    def test_chance_is_the_draw_that_calls_as_many(self, theme):
        """A draw that calls a share q of half positive cases is right in half of them, whatever q."""
        line = trace(trace_figure(traced({"A": HAND}, "ACC"), theme, 0.4), "random guessing")
        assert entries(line.y) == pytest.approx([0.5] * 6)
        assert (line.line.dash, line.line.color) == ("dash", theme.chance)
        assert line.hovertext[0] == "random guessing, as many positive<br>Accuracy: 0.500"

    @themes
    def test_threshold_is_a_dotted_line(self, theme):
        figure = trace_figure(traced({"A": GOOD}), theme, 0.4)
        (line,) = figure.layout.shapes
        assert (line.x0, line.x1, line.line.dash, line.line.color) == (0.4, 0.4, "dot", theme.user)
        assert [note.text for note in figure.layout.annotations] == ["threshold 0.400"]

    @pytest.mark.parametrize("threshold", [None, math.inf, -math.inf, math.nan])
    def test_no_line_for_a_threshold_that_is_nowhere(self, theme, threshold):
        figure = trace_figure(traced({"A": GOOD}), theme, threshold)
        assert not figure.layout.shapes
        assert not figure.layout.annotations
        assert sound(figure)

    @themes
    def test_several_models_have_a_line_each_and_one_draw(self, theme):
        tables = {"A": GOOD, "B": BETTER, "C": WORSE}
        figure = trace_figure(traced(tables), theme, 0.5)
        assert legend(figure) == ["A", "B", "C", "random guessing"]
        lines = [trace(figure, name).line for name in tables]
        assert [line.width for line in lines] == [3, 2, 2]
        assert len({line.color for line in lines}) == len({line.dash for line in lines}) == 3
        first = over_threshold(GOOD, "F1")
        held = np.isfinite(first.chance_threshold)
        drawn_there = [x for x in entries(trace(figure, "random guessing").x) if x is not None]
        assert drawn_there == pytest.approx(first.chance_threshold[held])
        assert sound(figure)

    def test_gap_where_there_is_no_value(self, theme):
        """Precision has none where no case is predicted positive."""
        figure = trace_figure(traced({"A": HAND}, "PPV"), theme, 0.4)
        assert entries(trace(figure, "A").y)[-1] is None
        assert entries(trace(figure, "random guessing").y)[-1] is None
        assert sound(figure)

    def test_no_value_anywhere_is_said(self, theme):
        figure = trace_figure(traced({"A": ODD["constant"]}, "MCC"), theme, 0.5)
        assert figure.layout.annotations[0].text.replace("<br>", " ") == (
            "Matthews correlation has no value at any threshold."
        )
        assert len(figure.data) == 0

    def test_one_model_without_values_is_no_reason_to_hide_the_others(self, theme):
        figure = trace_figure(traced({"A": ODD["constant"], "B": GOOD}, "MCC"), theme, 0.5)
        assert any(y is not None for y in trace(figure, "B").y)
        assert set(entries(trace(figure, "A").y)) == {None}
        assert sound(figure)

    def test_words_stand_at_the_axes(self, theme):
        layout = trace_figure(traced({"A": GOOD}), theme, 0.5).layout
        assert layout.xaxis.title.text == "threshold: predicted positive at scores ≥ this"
        assert layout.yaxis.title.text == "F1"
        own = trace_figure(traced({"A": GOOD}, "what it is worth to the house = tp / m"), theme, 0.5).layout
        assert own.yaxis.title.text.startswith("what it is worth")
        assert len(own.yaxis.title.text) <= 30

    @pytest.mark.parametrize("name", [TINY, HOSTILE, LONG])
    def test_names_are_shown_letter_by_letter(self, theme, name):
        figure = trace_figure(traced({name: GOOD, "B": BETTER}), theme, 0.5)
        assert "<" not in legend(figure)[0]
        assert figure.data[0].hovertext[0].count("<") == 3
        assert fitting(figure) == []

    def test_ten_models(self, theme):
        figure = trace_figure(traced({f"model {i}": table(0.2 * i, seed=i) for i in range(10)}), theme, 0.5)
        assert len(legend(figure)) == 11
        assert sound(figure)


@odd
@pytest.mark.parametrize("key", ["F1", "PPV", "MCC", "DOR"])
def test_measures_over_odd_thresholds(name, key):
    lines = traced({"A": ODD[name]}, key)
    assert sound(trace_figure(lines, LIGHT, 0.5))
    assert not re.search(r"\bnan\b|\binf\b", trace_alt(lines))


@pytest.mark.parametrize("key", MEASURES)
def test_every_measure_over_the_threshold(key):
    lines = traced({"A": HAND}, key)
    figure = trace_figure(lines, LIGHT, 0.5)
    known = [y for y in over_threshold(HAND, key).value if math.isfinite(y)]
    assert [y for y in entries(trace(figure, "A").y) if y is not None] == pytest.approx(known)
    best = max(known) if MEASURES[key].better == "higher" else min(known)
    assert f"A is best, {number(best)}, at " in trace_alt(lines)


def test_trace_in_words():
    assert trace_alt(traced({"A": HAND}, "ACC")) == (
        "Accuracy over the threshold, beside random guessing that predicts as many cases positive. A is best, "
        "0.667, at 0.200."
    )
    assert trace_alt(traced({"A": HAND}, "ERR")).endswith("A is best, 0.333, at 0.200.")
    assert trace_alt(traced({"A": ODD["constant"]}, "MCC")).endswith("A has no value.")


def test_several_traces_in_words():
    said = trace_alt(traced({"A": HAND, "B": ODD["perfect"]}, "ACC"))
    assert said.endswith("A is best, 0.667, at 0.200; B is best, 1, at 0.800.")


def test_best_to_call_nothing_positive_in_words():
    never = ScoreTable.of([0.1, 0.2, 0.3, 0.4, 0.5], [1, 0, 0, 0, 0])
    said = trace_alt(traced({"A": never}, "ACC"))
    assert "0.800" in said
    assert "∞" not in said
