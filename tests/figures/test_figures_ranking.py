"""How often measures pick the wrong classifier, as figures: shares over the error, pairs, tables of one test set."""

import html
import math
import re

import numpy as np
import pytest

from ddcore.counts import Cells, Counts
from ddcore.decisions.admissible import MisrankedPair
from ddcore.decisions.ranking import MisrankedByError, Pairs, draw_pairs, misranked_by_error, random_tables
from ddcore.decisions.utility import Utility
from ddcore.figures.ranking import error_alt, error_figure, pairs_alt, pairs_figure, tables_alt, tables_figure
from ddcore.figures.theme import DARK, LIGHT, THEMES
from ddcore.measures import MEASURES, measure
from tests.helpers.figures import entries, legend, once, sound
from tests.helpers.loops import nonempty

themes = pytest.mark.parametrize("theme", THEMES.values(), ids=THEMES)
error_figure = once(error_figure)
CELLS = ("tp", "fp", "fn", "tn")
OWN = "gain = (2 * tp - 3 * fp) / m"
SMALL = "= tp * tn / (fp + fn) / m**2"
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


# Over the error of the payoffs -----------------------------------------------------------------------------------


class TestError:
    @themes
    def test_line_of_the_payoffs(self, theme):
        figure = error_figure(MADE, KEYS, 0.1, theme)
        payoffs = line(figure, "payoffs with an error")
        assert tuple(payoffs.x) == (0, 0.1, 0.2, 0.4)
        assert tuple(payoffs.y) == (0, 0.04, 0.06, 0.2)
        assert (payoffs.line.color, payoffs.line.dash) == (theme.text, None)

    @themes
    def test_band_of_two_standard_errors(self, theme):
        band = error_figure(MADE, KEYS, 0.1, theme).data[0]
        reach = [2 * math.sqrt(p * (1 - p) / 10_000) for p in (0, 0.04, 0.06, 0.2)]
        high = [p + two for p, two in zip((0, 0.04, 0.06, 0.2), reach, strict=True)]
        low = [p - two for p, two in zip((0, 0.04, 0.06, 0.2), reach, strict=True)]
        assert tuple(band.x) == (0, 0.1, 0.2, 0.4, 0.4, 0.2, 0.1, 0)
        assert entries(band.y) == pytest.approx(high + low[::-1])
        assert (band.fill, band.line.width, band.showlegend) == ("toself", 0, False)
        red, green, blue = (int(theme.text[i : i + 2], 16) for i in (1, 3, 5))
        assert re.fullmatch(rf"rgba\({red},{green},{blue},0\.\d+\)", band.fillcolor)

    @themes
    def test_measures_are_level_and_broken(self, theme):
        figure = error_figure(MADE, KEYS, 0.1, theme)
        found = [line(figure, name) for name in ("Accuracy", "F1", "gain")]
        assert [entries(one.y) for one in found] == [(0.05, 0.05), (0.1, 0.1), (0.25, 0.25)]
        assert {tuple(one.x) for one in found} == {(0, 0.4)}
        assert [one.line.color for one in found] == list(theme.colours[:3])
        assert len({one.line.dash for one in found}) == 3
        assert not {"solid", None} & {one.line.dash for one in found}
        assert found[0].hovertemplate == "Accuracy: %{y:.2%} of pairs<extra></extra>"

    @themes
    @pytest.mark.parametrize(("error", "share"), [(0, 0), (0.1, 0.04), (0.15, 0.05), (0.3, 0.13), (0.4, 0.2)])
    def test_cross_stands_on_the_line_at_the_error(self, theme, error, share):
        figure = error_figure(MADE, KEYS, error, theme)
        (cross,) = (trace for trace in figure.data if trace.marker.symbol == "x-thin")
        assert (*cross.x, *cross.y) == pytest.approx((error, share))
        assert cross.marker.line.color == theme.user
        assert cross.showlegend is False

    @pytest.mark.parametrize(("keys", "top"), [(KEYS, 0.25), (["ACC"], 0.2), (["ACC", "TPR"], 0.2)])
    def test_scale_starts_at_nothing_and_holds_every_line(self, theme, keys, top):
        figure = error_figure(MADE, keys, 0.1, theme)
        assert figure.layout.yaxis.range == pytest.approx((0, 1.08 * top))
        assert figure.layout.xaxis.range[0] == 0
        assert figure.layout.xaxis.range[1] >= 0.4

    def test_scale_of_no_errors_at_all(self, theme):
        none = MisrankedByError("uniform", 100, np.array([0.0, 0.1]), np.zeros(2), {"ACC": 0.0})
        assert error_figure(none, ["ACC"], 0.1, theme).layout.yaxis.range[1] > 0.01

    @themes
    def test_legend_and_axes(self, theme):
        figure = error_figure(MADE, KEYS, 0.1, theme)
        assert legend(figure) == ["payoffs with an error", "Accuracy", "F1", "gain"]
        assert figure.layout.xaxis.title.text == "error of each payoff"
        assert figure.layout.yaxis.title.text == "pairs ranked wrongly"
        assert figure.layout.template.layout.font.color == theme.text
        assert sound(figure)

    def test_a_measure_without_a_value_is_a_gap(self, theme):
        figure = error_figure(MADE, ["ACC", "TPR"], 0.1, theme)
        assert entries(line(figure, "Recall (TPR)").y) == (None, None)
        assert entries(line(figure, "Accuracy").y) == (0.05, 0.05)
        assert sound(figure)


def test_ten_measures_can_be_told_apart():
    keys = [key for key, row in MEASURES.items() if row.judges][:10]
    found = MisrankedByError("uniform", 100, np.array([0.0, 0.1]), np.array([0, 0.04]), dict.fromkeys(keys, 0.1))
    for theme in (LIGHT, DARK):
        lines = error_figure(found, keys, 0.1, theme).data[2:12]
        assert len({(one.line.color, one.line.dash) for one in lines}) == 10


def test_shares_of_drawn_pairs_near_the_published_ones():
    """THEORY: 8.77 % for accuracy, 9.76 % for F1, 3.70 % for payoffs off by 0.1."""
    found = misranked_by_error("uniform", [0, 0.1], 40_000, rng=np.random.default_rng(3), measures=["ACC", "F1"])
    figure = error_figure(found, ["ACC", "F1"], 0.1, LIGHT)
    assert line(figure, "Accuracy").y[0] == pytest.approx(0.0877, abs=0.006)
    assert line(figure, "F1").y[0] == pytest.approx(0.09755, abs=0.006)
    assert entries(line(figure, "payoffs with an error").y) == pytest.approx((0, 0.0370), abs=0.004)


def test_error_in_words():
    assert error_alt(MADE, KEYS, 0.15) == (
        "Share of pairs ranked wrongly over the error of the payoffs, from 0 to 0.4: it rises from 0 % to 20 %, and is "
        "5 % at 0.15. Measures do not depend on it: Accuracy 5 %, F1 10 %, gain 25 %."
    )
    assert error_alt(MADE, ["TPR"], 0.1).endswith("Measures do not depend on it: Recall (TPR) no value.")


# Pairs of classifiers --------------------------------------------------------------------------------------------


class TestPairs:
    def test_pairs_stand_by_worth_and_by_score(self, theme):
        rightly, wrongly = pairs_figure(made(), MEASURES["F1"], theme).data
        four = list(zip(PAYOFFS, FIRST, SECOND, strict=True))
        gain = [mean(payoffs, one) - mean(payoffs, other) for payoffs, one, other in four]
        lead = [f1(*one) - f1(*other) for _, one, other in four]
        signs = [x * y < 0 for x, y in zip(gain, lead, strict=True)]
        assert signs == [True, False, False, False]
        for trace, which in ((rightly, False), (wrongly, True)):
            assert entries(trace.x) == pytest.approx([x for x, sign in zip(gain, signs, strict=True) if sign is which])
            assert entries(trace.y) == pytest.approx([y for y, sign in zip(lead, signs, strict=True) if sign is which])

    def test_a_measure_of_which_less_is_better_prefers_the_lower(self, theme):
        """The rate of errors ranks as accuracy does."""
        errors, accuracy = (pairs_figure(made(), MEASURES[key], theme) for key in ("ERR", "ACC"))
        for one, other in nonempty(zip(errors.data, accuracy.data, strict=True)):
            assert entries(one.x) == entries(other.x)
            assert entries(one.y) == pytest.approx(other.y)

    @themes
    def test_triangles_are_wrong(self, theme):
        rightly, wrongly = pairs_figure(made(), MEASURES["F1"], theme).data
        assert (rightly.name, rightly.marker.symbol) == ("ranked rightly", "circle")
        assert (wrongly.name, wrongly.marker.symbol) == ("ranked wrongly", "triangle-up")
        assert (rightly.marker.color, wrongly.marker.color) == theme.colours[:2]

    def test_quadrants_of_drawn_pairs(self, theme):
        pairs = draw_pairs("uniform", 0.0, 1500, rng=np.random.default_rng(2))
        figure = pairs_figure(pairs, MEASURES["F1"], theme)
        rightly, wrongly = figure.data
        assert len(rightly.x) + len(wrongly.x) == 1500
        assert all(x * y >= 0 for x, y in zip(rightly.x, rightly.y, strict=True))
        assert all(x * y < 0 for x, y in zip(wrongly.x, wrongly.y, strict=True))
        assert sound(figure)

    @themes
    def test_axes_hold_nearly_all_about_zero(self, theme):
        pairs = draw_pairs("uniform", 0.0, 1500, rng=np.random.default_rng(2))
        figure = pairs_figure(pairs, MEASURES["F1"], theme)
        for axis, name in ((figure.layout.xaxis, "x"), (figure.layout.yaxis, "y")):
            values = np.abs(np.concatenate([figure.data[0][name], figure.data[1][name]]))
            assert axis.range[0] == -axis.range[1]
            assert (values <= axis.range[1]).mean() >= 0.99
            assert axis.range[1] <= 1.06 * values.max()
            assert axis.zerolinecolor == theme.joint
            assert axis.zeroline is True
        assert figure.layout.xaxis.title.text == "worth more"
        assert figure.layout.yaxis.title.text == "preferred by F1"

    def test_pairs_without_a_value_are_gaps(self, theme):
        row = measure("= log(tp / m - 0.2)")
        figure = pairs_figure(made(), row, theme)
        known = [one[0] > 20 and other[0] > 20 for one, other in zip(FIRST, SECOND, strict=True)]
        assert sum(known) == 3
        values = [y for trace in figure.data for y in entries(trace.y)]
        assert sum(y is not None for y in values) == sum(known)
        assert sound(figure)

    def test_a_measure_without_any_value(self, theme):
        figure = pairs_figure(made(), measure(NOWHERE), theme)
        assert {y for trace in figure.data for y in entries(trace.y)} == {None}
        assert sound(figure)

    def test_own_measure_by_its_formula(self, theme):
        title = pairs_figure(made(), measure(SMALL), theme).layout.yaxis.title.text
        assert title.startswith("preferred by tp · tn")
        assert len(html.unescape(title)) <= 13 + 23


def test_pairs_in_words():
    assert pairs_alt(made(), MEASURES["F1"]) == (
        "4 pairs of classifiers: how much more the first is worth against how much F1 prefers it. The signs differ, so "
        "that the pair is ranked wrongly, in 25 % of them."
    )
    pairs = draw_pairs("uniform", 0.0, 1500, rng=np.random.default_rng(2))
    wrong = pairs_figure(pairs, MEASURES["ACC"], LIGHT).data[1]
    said = pairs_alt(pairs, MEASURES["ACC"])
    assert said.startswith("1,500 pairs")
    assert float(re.search(r"in ([\d.]+) %", said)[1]) == pytest.approx(100 * len(wrong.x) / 1500, abs=0.051)


def test_pairs_without_a_value_do_not_count_in_words():
    """Three of the four pairs have a value, and one of these is ranked wrongly: so counts the first chart."""
    row = measure("= log(tp / m - 0.2)")
    assert pairs_alt(made(), row) == (
        "3 pairs of classifiers: how much more the first is worth against how much log(tp / m − 0.2) prefers it. The "
        "signs differ, so that the pair is ranked wrongly, in 33.3 % of them."
    )


def test_pairs_of_which_none_has_a_value_in_words():
    """There are four pairs all the same."""
    assert pairs_alt(made(), measure(NOWHERE)) == (
        "4 pairs of classifiers: how much more the first is worth against how much sqrt(tp / m − 0.9999) prefers it. "
        "It has no value in any of them."
    )


# Classifiers on one test set -------------------------------------------------------------------------------------

UTILITY = Utility(tp=15, fp=-335, fn=-35, tn=165, unit="EUR")
PAIR = MisrankedPair(
    better=Counts(tp=150, fp=100, fn=150, tn=600),
    preferred=Counts(tp=300, fp=308, fn=0, tn=392),
    yields=(62.5, -34.0),
    scores=(0.545, 0.661),
)


class TestTables:
    @themes
    def test_points_are_classifiers(self, theme):
        cells = random_tables(0.3, 200, rng=np.random.default_rng(4))
        (points,) = tables_figure(cells, UTILITY, MEASURES["F1"], None, theme).data
        rows = list(zip(*(getattr(cells, name) for name in CELLS), strict=True))
        assert entries(points.x) == pytest.approx([mean((15, -335, -35, 165), row) for row in rows])
        assert entries(points.y) == pytest.approx([f1(*row) for row in rows])
        assert (points.name, points.marker.color) == ("a classifier", theme.colours[0])

    @themes
    def test_a_pair_is_two_triangles(self, theme):
        cells = random_tables(0.3, 50, rng=np.random.default_rng(4))
        figure = tables_figure(cells, UTILITY, MEASURES["F1"], PAIR, theme)
        pair = line(figure, "a pair ranked wrongly")
        assert (entries(pair.x), entries(pair.y)) == ((62.5, -34.0), (0.545, 0.661))
        assert pair.x[0] > pair.x[1]
        assert pair.y[0] < pair.y[1]
        assert pair.marker.symbol == ("triangle-right", "triangle-left")
        assert pair.line.dash == "dot"
        assert pair.marker.color == pair.line.color == theme.colours[1]
        assert entries(pair.hovertext) == ("worth 62.50 EUR, F1 0.545", "worth −34.00 EUR, F1 0.661")
        assert pair.hoverinfo == "text"
        assert legend(figure) == ["a classifier", "a pair ranked wrongly"]
        assert sound(figure)

    def test_no_pair(self, theme):
        cells = random_tables(0.3, 50, rng=np.random.default_rng(4))
        assert legend(tables_figure(cells, UTILITY, MEASURES["ACC"], None, theme)) == ["a classifier"]

    @themes
    @pytest.mark.parametrize(("unit", "title"), [("EUR", "worth a case in EUR"), ("", "worth a case")])
    def test_axes_have_the_unit(self, theme, unit, title):
        cells = random_tables(0.3, 5, rng=np.random.default_rng(4))
        utility = Utility(tp=1, fp=0, fn=0, tn=1, unit=unit)
        layout = tables_figure(cells, utility, MEASURES["TPR"], None, theme).layout
        assert (layout.xaxis.title.text, layout.yaxis.title.text) == (title, "Recall (TPR)")
        assert layout.template.layout.font.color == theme.text

    def test_scores_without_a_value_are_gaps(self, theme):
        cells = Cells(**columns([(0, 0, 50, 50), (30, 10, 20, 40), (5, 0, 45, 50)]))
        figure = tables_figure(cells, UTILITY, MEASURES["PPV"], None, theme)
        assert entries(figure.data[0].y) == (None, 0.75, 1)
        assert None not in figure.data[0].x
        assert sound(figure)


@pytest.mark.parametrize("unit", ["<b>x</b>", "a<br>b", "A & B", "a\nb", "x" * 20, "x" * 21])
def test_units_are_shown_letter_by_letter(unit):
    cells = random_tables(0.3, 5, rng=np.random.default_rng(4))
    utility = Utility(tp=1, fp=0, fn=0, tn=1, unit=unit)
    figure = tables_figure(cells, utility, MEASURES["F1"], PAIR, LIGHT)
    title, (hover, _) = figure.layout.xaxis.title.text, line(figure, "a pair ranked wrongly").hovertext
    line_of = " ".join(unit.split())
    shown = line_of if len(line_of) <= 20 else line_of[:19] + "…"
    assert "<" not in title + hover
    assert html.unescape(title) == f"worth a case in {shown}"
    assert html.unescape(hover) == f"worth 62.500 {shown}, F1 0.545"


def test_what_is_worth_something_has_no_unit_where_there_is_none():
    cells = random_tables(0.3, 5, rng=np.random.default_rng(4))
    figure = tables_figure(cells, Utility(tp=1, fp=0, fn=0, tn=1), MEASURES["F1"], PAIR, LIGHT)
    assert entries(line(figure, "a pair ranked wrongly").hovertext) == (
        "worth 62.500, F1 0.545",
        "worth −34.000, F1 0.661",
    )


def test_tables_in_words():
    cells = random_tables(0.3, 1500, rng=np.random.default_rng(4))
    assert tables_alt(cells, MEASURES["F1"], None) == (
        "1,500 classifiers on one test set: what each is worth against its F1. No pair of classifiers on such a "
        "test set is ranked wrongly."
    )
    assert tables_alt(cells, MEASURES["F1"], PAIR) == (
        "1,500 classifiers on one test set: what each is worth against its F1. A pair ranked wrongly: one is worth "
        "62.500 and scores 0.545, the other is worth −34 and scores 0.661."
    )


def test_own_measure_by_its_formula_in_words():
    cells = random_tables(0.3, 5, rng=np.random.default_rng(4))
    assert "against its gain. " in tables_alt(cells, measure(OWN), None)
    assert "against its tp · tn" in tables_alt(cells, measure(SMALL), None)
