"""What mistakes cost as figures: the mean over the threshold, curves over all costs, and what they say."""

import math
import re

import numpy as np
import pytest

from ddcore.decisions.cost_curves import COST_CURVES, cost_curves
from ddcore.decisions.costs import costs
from ddcore.decisions.decision_rules import DecisionRule, decision_rules
from ddcore.figures.costs import curves_alt, curves_figure, expected_alt, expected_figure
from ddcore.figures.theme import LIGHT, THEMES
from ddcore.scores.resampling import Resamples
from ddcore.scores.trace import over_threshold
from ddcore.table import ScoreTable
from tests.helpers.figures import entries, legend, once, sound
from tests.helpers.line_figures import (
    CASES,
    GOOD,
    HAND,
    HOSTILE,
    ODD,
    fitting,
    in_sight,
    markup,
    simulated,
    told_apart,
    trace,
)
from tests.helpers.loops import nonempty

NAN, INF = math.nan, math.inf
themes = pytest.mark.parametrize("theme", THEMES.values(), ids=THEMES)
kinds = pytest.mark.parametrize("kind", COST_CURVES)
FIVE = costs(c10=1, c01=5)
BOTH = {name: table for name, table in ODD.items() if table.positives.any() and table.negatives.any()}
GREY = {"always positive": "dot", "never positive": "dashdot", "random guessing": "dash"}


@once
def expected(table=HAND, utility=FIVE, theme=LIGHT, sign=-1, at=0.5, title="cost per case", blind=True, span=5.0):
    row = over_threshold(table, utility.measure).thin()
    found = decision_rules(table, utility, None).with_rule(DecisionRule.at_threshold(table, utility, at))
    chance = (row.chance_threshold, row.chance) if blind else None
    return expected_figure(row.threshold, row.value, chance, found, theme, sign, title, span)


def cost_at(t):
    """One for each false alarm and five for each miss, of six cases."""
    return sum((1 if score >= t else 0) if not true else (5 if score < t else 0) for score, true in CASES) / 6


class TestExpected:
    @themes
    def test_line_is_the_mean_cost_at_each_threshold(self, theme):
        line = trace(expected(theme=theme), "these scores")
        assert entries(line.x) == (0.1, 0.2, 0.4, 0.7, 0.9, None)
        assert entries(line.y) == pytest.approx([cost_at(t) for t in (0.1, 0.2, 0.4, 0.7, 0.9, INF)])
        assert (line.line.color, line.line.dash, line.line.width) == (theme.colour(0), None, 3)
        assert line.hovertext[1] == "threshold 0.200<br>0.333 a case"

    def test_payoffs_have_the_other_sign(self):
        cost, payoff = expected(), expected(sign=1, title="payoff per case")
        for one, other in zip(cost.data, payoff.data, strict=True):
            assert entries(one.y) == pytest.approx([-y for y in other.y])
        assert trace(payoff, "these scores").hovertext[1] == "threshold 0.200<br>−0.333 a case"
        assert (trace(cost, "best").name, trace(payoff, "best").name) == ("best 0.333", "best −0.333")

    @themes
    def test_constant_answers_are_grey_each_with_its_dash(self, theme):
        figure = expected(theme=theme)
        for name, value in (("always positive", 3 / 6), ("never positive", 15 / 6)):
            line = trace(figure, name)
            assert (entries(line.x), entries(line.y)) == ((0.1, 0.9), pytest.approx((value, value)))
            assert (line.line.color, line.line.dash, line.hoverinfo) == (theme.chance, GREY[name], "skip")

    @themes
    def test_draw_is_dashed_grey_and_between_the_constant_answers(self, theme):
        line = trace(expected(theme=theme), "random guessing")
        assert (line.line.color, line.line.dash) == (theme.chance, "dash")
        called = np.array([6, 5, 4, 2, 1, 0]) / 6
        assert entries(line.y) == pytest.approx(called * 3 / 6 + (1 - called) * 15 / 6)
        assert "random guessing" not in legend(expected(theme=theme, blind=False))

    @themes
    def test_best_place_is_a_diamond(self, theme):
        mark = trace(expected(theme=theme), "best")
        assert (entries(mark.x), entries(mark.y)) == ((0.2,), pytest.approx((2 / 6,)))
        assert (mark.marker.symbol, mark.marker.color) == ("diamond", theme.colour(0))
        assert entries(mark.hovertext) == ("best: threshold 0.200<br>0.333 a case",)

    def test_calling_nothing_positive_has_no_place(self):
        figure = expected(utility=costs(c10=50, c01=1), table=ODD["reversed"])
        assert not any(name.startswith("best") for name in legend(figure))
        assert sound(figure)

    @themes
    def test_what_is_set_is_dotted(self, theme):
        figure = expected(theme=theme)
        (line,) = figure.layout.shapes
        assert (line.x0, line.line.dash, line.line.color) == (0.5, "dot", theme.user)
        assert [note.text for note in figure.layout.annotations] == ["threshold 0.500"]
        assert not expected(theme=theme, at=INF).layout.shapes

    def test_titles(self):
        layout = expected().layout
        assert layout.xaxis.title.text == "threshold: predicted positive at scores ≥ this"
        assert layout.yaxis.title.text == "cost per case"

    def test_units_are_shown_letter_by_letter(self):
        figure = expected(title=f"cost per case, {HOSTILE}")
        assert "<" not in figure.layout.yaxis.title.text
        assert not any("<" in markup(text) for one in figure.data for text in entries(one.hovertext))
        assert all(one.hovertemplate is None for one in figure.data)
        shown = expected(title=f"payoff per case, {'m' * 20}").layout.yaxis.title.text
        assert "…" not in shown, "the longest unit that can be typed"

    def test_lines_differ_in_their_dash(self):
        figure = expected()
        assert told_apart(figure)
        assert fitting(figure) == []

    @pytest.mark.parametrize("name", BOTH)
    def test_odd_scores(self, name):
        figure = expected(BOTH[name])
        assert sound(figure)
        assert legend(figure)[:4] == ["these scores", "always positive", "never positive", "random guessing"]
        assert not any(word in text for text in figure.data[0].hovertext for word in ("nan", "inf", "no value"))


@pytest.mark.parametrize(("span", "shown"), [(5.0, "0.333"), (50.0, "0.33"), (0.05, "0.33333")])
def test_amounts_have_the_digits_of_the_span(span, shown):
    assert trace(expected(span=span), "best").name == f"best {shown}"


@pytest.mark.parametrize(
    ("utility", "sign", "said"),
    [
        (
            FIVE,
            -1,
            "Mean cost per case over the threshold: least, 0.333, at threshold 0.200; always positive 0.500 and never "
            "positive 2.500.",
        ),
        (
            FIVE,
            1,
            "Mean payoff per case over the threshold: most, −0.333, at threshold 0.200; always positive −0.500 and "
            "never positive −2.500.",
        ),
        (
            costs(c10=9, c01=1),
            -1,
            "Mean cost per case over the threshold: least, 0.333, at threshold 0.900; always positive 4.500 and never "
            "positive 0.500.",
        ),
    ],
)
def test_expected_in_words(utility, sign, said):
    found = decision_rules(HAND, utility, None)
    assert expected_alt(found, sign, 5.0) == said


def test_expected_in_words_where_nothing_is_called_positive():
    found = decision_rules(ODD["reversed"], costs(c10=5, c01=1), None)
    assert expected_alt(found, -1, 5.0) == (
        "Mean cost per case over the threshold: least, 0.500, by predicting no case positive; always positive 2.500 "
        "and "
        "never positive 0.500."
    )


# Over all costs --------------------------------------------------------------------------------------------------


def rates(t):
    """TPR and FPR from a threshold on."""
    return tuple(np.mean([score >= t for score, true in CASES if true == truth]) for truth in (True, False))


def value(kind, tpr, fpr, c):
    """Three of six are positive: net benefit, the cost of the most there can be, and 2 (c FP + (1-c) FN) per case."""
    if kind == "decision":
        return (tpr - fpr * c / (1 - c)) / 2
    return (1 - c) * (1 - tpr) + c * fpr


@once
def drawn(kind, table=HAND, theme=LIGHT, place=None, at=0.5, points=401, also=(), held=None):
    return curves_figure(cost_curves(table, kind, at, points=points, also=also, drawn=held), theme, place)


@kinds
class TestCurves:
    @themes
    def test_lines_of_what_needs_no_scores(self, theme, kind):
        figure = drawn(kind, theme=theme)
        for name, rate in (("always positive", 1), ("never positive", 0)):
            line = trace(figure, name)
            c = 1 - np.array(line.x) if kind == "cost" else np.array(line.x)
            assert entries(line.y) == pytest.approx([value(kind, rate, rate, one) for one in c], abs=1e-9)
            assert (line.line.color, line.line.dash) == (theme.chance, GREY[name])
        assert (trace(figure, "random guessing").line.color, trace(figure, "random guessing").line.dash) == (
            theme.chance,
            "dash",
        )

    @themes
    def test_line_of_the_threshold_set(self, theme, kind):
        line = trace(drawn(kind, theme=theme), "the threshold set")
        tpr, fpr = rates(0.5)
        c = 1 - np.array(line.x) if kind == "cost" else np.array(line.x)
        assert entries(line.y) == pytest.approx([value(kind, tpr, fpr, one) for one in c], abs=1e-9)
        assert (line.line.color, line.line.dash) == (theme.user, "longdash")
        assert "the threshold set" not in legend(drawn(kind, theme=theme, at=None))

    @themes
    def test_lines_of_the_scores(self, theme, kind):
        figure = drawn(kind, theme=theme)
        best, read = trace(figure, "the best threshold"), trace(figure, "scores as probabilities")
        pick = max if kind == "decision" else min
        for x, y in zip(best.x, best.y, strict=True):
            c = 1 - x if kind == "cost" else x
            every = [value(kind, *rates(t), c) for t in (0.1, 0.2, 0.4, 0.7, 0.9, INF)]
            assert y == pytest.approx(pick(every), abs=1e-9)
        for x, y in zip(read.x, read.y, strict=True):
            c = round(1 - x if kind == "cost" else x, 12)
            assert y == pytest.approx(value(kind, *rates(c), c), abs=1e-9)
        assert (best.line.color, best.line.dash, best.line.width) == (theme.colour(0), None, 3)
        assert (read.line.color, read.line.dash) == (theme.colour(1), "10px,2px")

    def test_hover(self, kind):
        line = trace(drawn(kind), "never positive")
        x_title, y_title = COST_CURVES[kind].x_title, COST_CURVES[kind].y_title
        start = "0" if kind in ("decision", "cost") else "1"
        assert line.hovertext[0] == f"<b>never positive</b><br>{x_title}: 0<br>{y_title}: {start}"

    def test_titles_and_ranges(self, kind):
        layout = drawn(kind).layout
        assert (layout.xaxis.title.text, layout.yaxis.title.text) == (
            COST_CURVES[kind].x_title,
            COST_CURVES[kind].y_title,
        )
        assert layout.xaxis.range == (-0.01, 1.01)
        assert layout.yaxis.range[0] < 0 < layout.yaxis.range[1]

    @themes
    def test_your_costs_are_dotted(self, theme, kind):
        figure = drawn(kind, theme=theme, place=0.25)
        (line,) = figure.layout.shapes
        assert (line.x0, line.line.dash, line.line.color) == (0.25, "dot", theme.user)
        assert [note.text for note in figure.layout.annotations] == ["your costs"]
        for place in (None, NAN, INF):
            assert not drawn(kind, theme=theme, place=place).layout.shapes

    def test_lines_differ_in_more_than_their_colour(self, kind):
        """Grey and orange dashes are the same line to who sees no colours."""
        held = Resamples.of(HAND, 1, rng=np.random.default_rng(1))
        figure = drawn(kind, held=held)
        assert len(figure.data) == 7
        assert told_apart(figure)

    @themes
    def test_line_of_cases_that_had_no_say(self, theme, kind):
        held = Resamples.of(HAND, 1, rng=np.random.default_rng(1))
        line = trace(drawn(kind, theme=theme, held=held), "the same on unseen cases")
        other = cost_curves(HAND, kind, drawn=held)
        assert entries(line.y) == pytest.approx(np.interp(line.x, other.x, other.lines["unseen"]), abs=1e-9)
        assert (line.line.color, line.line.dash) == (theme.colour(0), "4px,3px")

    @pytest.mark.parametrize("name", BOTH)
    def test_odd_scores(self, kind, name):
        figure = drawn(kind, BOTH[name], LIGHT)
        assert sound(figure)
        assert fitting(figure) == []
        inside = name not in ("far out",)
        assert ("scores as probabilities" in legend(figure)) == inside
        low, high = figure.layout.yaxis.range
        assert low < high

    def test_best_line_is_in_sight(self, kind):
        for table in BOTH.values():
            figure = drawn(kind, table, LIGHT)
            low, high = figure.layout.yaxis.range
            assert all(low <= y <= high for y in trace(figure, "the best threshold").y)


@kinds
@pytest.mark.parametrize("place", [0.0, 0.5, 1.0])
def test_your_costs_are_not_cut_off(kind, place):
    figure = drawn(kind, GOOD, place=place)
    (note,) = figure.layout.annotations
    assert in_sight(note, figure.layout.xaxis.range)


def test_thinned_curves_stay_near():
    """Between what is drawn no point of a curve is farther off than a few thousandths of the chart."""
    found = cost_curves(simulated(cases=5000), "brier", 0.5)
    figure = curves_figure(found, LIGHT, None)
    for one, values in nonempty(zip(figure.data, found.lines.values(), strict=True)):
        off = np.abs(np.interp(found.x, one.x, one.y) - values)
        steep = np.abs(np.gradient(values, found.x)).max()
        assert off.max() <= 0.003 * np.ptp(values) + 0.003 * steep
        assert len(one.x) <= 401


# In words --------------------------------------------------------------------------------------------------------


@kinds
def test_curves_in_words(kind):
    found = cost_curves(HAND, kind)
    start = f"{COST_CURVES[kind].title}: “{COST_CURVES[kind].y_title}” over “{COST_CURVES[kind].x_title}”."
    for place in (None, NAN, INF, -0.25, 1 / 7, 1.25):
        assert curves_alt(found, place) == start
    said = curves_alt(found, 0.0)
    assert said.startswith(f"{start} At your costs, 0: the best threshold ")
    values = said.split("At your costs, 0: ")[1].rstrip(".").split("; ")
    assert [part.rsplit(" ", 1)[0] for part in values] == [
        "the best threshold", "scores as probabilities", "always positive", "never positive",
        "random guessing",
    ]  # fmt: skip


@kinds
@pytest.mark.parametrize("c", [1 / 6, 1 / 4, 3 / 7, 0.9])
def test_values_in_words_are_those_at_the_costs(kind, c):
    """Of both constant answers, by hand, to the digits that are shown; at places between those of the grid."""
    place = 1 - c if kind == "cost" else c
    said = curves_alt(cost_curves(HAND, kind, also=[place]), place)
    assert f"At your costs, {place:.3f}: " in said
    for name, rate in (("always positive", 1), ("never positive", 0)):
        shown = float(re.search(rf"{name} (−?[\d.]+)[;.]", said)[1].replace("−", "-"))
        assert shown == pytest.approx(value(kind, rate, rate, c), abs=0.00051), name


def test_net_benefit_has_no_value_at_a_chance_of_1():
    """A miss that costs nothing: the odds of 1 are infinite, and the axis ends before."""
    assert "At your costs" not in curves_alt(cost_curves(HAND, "decision", also=[1.0]), 1.0)


def test_one_distinct_score_has_its_constant_answers_drawn():
    """The line of a single point cannot be seen, and neither can lines without length."""
    figure = expected(ScoreTable.of([0.4] * 6, [0, 1] * 3))
    line = trace(figure, "never positive")
    assert line.x[0] < line.x[1]
