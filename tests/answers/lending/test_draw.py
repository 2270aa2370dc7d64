"""What a loan should cost as figures: profit over the risk, every way to lend, every margin, and who accepts a rate."""

import itertools
import math
import re
from dataclasses import replace

import numpy as np
import pytest

from ddcore.answers.lending.draw import (
    envelope_alt,
    envelope_figure,
    loans_alt,
    loans_figure,
    margins_alt,
    margins_figure,
    outcomes_alt,
    outcomes_figure,
    price_risk_alt,
    price_risk_figure,
    rate_text,
    takers_alt,
    takers_figure,
)
from ddcore.decisions.cutoffs import LendingLimits, LoanTerms, Policy
from ddcore.decisions.lending import LENDING_METHODS, Lending, LendingOutcome, lend
from ddcore.decisions.price_risk import PriceCurves
from ddcore.decisions.pricing import AlternationStep
from ddcore.decisions.take_up import quartic, sigmoid, through_points
from ddcore.figures.theme import LIGHT, SYMBOLS, faded
from ddcore.interval import UNKNOWN, Interval
from ddcore.table import ScoreTable
from tests.helpers.figures import entries, legend, once, sound, themes
from tests.helpers.line_figures import in_sight
from tests.helpers.loops import nonempty

NAN, INF = math.nan, math.inf
RATES = (0.10, 0.22, 0.28, 0.30, 0.35, 0.40, 0.45)
TERMS, TAKE = LoanTerms(0.03, 0.5), quartic()


@once
def book(cases=200, weighted=False):
    rng = np.random.default_rng(1)
    risk = rng.beta(1.2, 3, cases)
    weight = rng.uniform(0.5, 2, cases) if weighted else None
    return ScoreTable.of(risk, rng.random(cases) < risk, True, weight=weight)


@once
def lent(table=None, rates=RATES, terms=TERMS, take_up=TAKE, limits=None):
    rng = np.random.default_rng(1)
    return lend(table or book(), terms, rates, take_up, limits or LendingLimits(), rng=rng)


BASE = lent()


@once
def figure_of(found=BASE, terms=TERMS, take_up=TAKE, theme=LIGHT):
    return envelope_figure(found, terms, take_up, theme)


def trace(figure, name):
    (found,) = (one for one in figure.data if one.name == name)
    return found


def share(rate):
    """Of the quartic."""
    return max(0.0, 1 - 15 / 4 * rate**2 - rate**4)


def earns(rate, risk, terms=TERMS, taken=share):
    """Of 100 applied for: who pays back brings the rate, who does not loses a part, and both cost the funds."""
    return 100 * taken(rate) * ((1 - risk) * (rate - terms.funds) - risk * (terms.loss + terms.funds))


def stands(line, profit):
    """Whether a line is at its profit by the risk, with a gap where that is None or a loss."""
    values = [profit(risk) for risk in line.x]
    shown = [y if y is not None and y > 0 else None for y in values]
    assert len(shown) > 100
    assert [y is None for y in entries(line.y)] == [y is None for y in shown]
    drawn = [y for y in entries(line.y) if y is not None]
    assert drawn == pytest.approx([y for y in shown if y is not None], abs=1e-9)


def outcome(key, value=0.05, low=0.04, high=0.06, approved=0.8, accepted=0.5):
    profit = Interval(value, low, high, (high - low) / 3.92)
    return LendingOutcome(key, profit, 0.05, approved, accepted, 0.3, 0.125, UNKNOWN, UNKNOWN)


def made(**outcomes):
    """Outcomes of all ways, those given by what they have."""
    return {key: outcome(key, **outcomes.get(key, {})) for key in LENDING_METHODS}


def policy(*bounds, rates=(0.2, 0.3, 0.4)):
    return Policy(rates[: len(bounds)], bounds)


def lending(cut, margin=None):
    """Policies put in by hand."""
    own = (np.array([0, 0.5, 1]), np.array([0.3, 0.4, NAN]), np.array([0.2, 0.1, 0]))
    policies = {"margin": margin or cut, "cutoff": cut, "system": cut}
    return Lending(
        made(), policies, 0.1, np.array([0.1]), np.array([0.05]), (AlternationStep("thresholds", cut, 0.05),), own
    )


class TestEnvelope:
    def test_lines_are_what_a_loan_earns(self):
        """Each rate that is used; the best of them; the lowest that covers the risk; and a price for each."""
        figure = figure_of()
        assert legend(figure)[:4] == ["30 % for all", "35 % for all", "40 % for all", "45 % for all"]
        for rate in (0.30, 0.35, 0.40, 0.45):
            stands(trace(figure, f"{100 * rate:.0f} % for all"), lambda risk, rate=rate: earns(rate, risk))
        stands(trace(figure, "best thresholds"), lambda risk: max(earns(rate, risk) for rate in RATES))

        def covering(risk):
            return next((earns(rate, risk) for rate in RATES if rate - 0.03 - BASE.margin >= risk), None)

        stands(trace(figure, "one margin for all"), covering)
        line = trace(figure, "a price for each")
        for risk, drawn in nonempty(list(zip(line.x, entries(line.y), strict=True))[::50]):
            most = max(earns(rate, risk) for rate in np.linspace(0, 0.5, 501))
            assert (drawn is None) == (most <= 1e-9)
            assert drawn is None or most - 1e-9 <= drawn <= most + 0.01
        assert max(len(one.x) for one in figure.data) <= 2000
        assert f" {earns(0.3, 0):.2f} of" in trace(figure, "30 % for all").hovertext[0]

    @themes
    def test_looks(self, theme):
        figure = figure_of(theme=theme)
        rates = [one for one in figure.data if one.name.endswith("% for all")]
        assert [one.line.color for one in rates] == list(theme.colours[:4])
        margin, best, own = (
            trace(figure, LENDING_METHODS[key][0].lower()) for key in ("margin", "cutoff", "individual")
        )
        assert [one.line.color for one in (margin, best, own)] == [theme.chance, theme.text, theme.user]
        (line,), (note,) = figure.layout.shapes, figure.layout.annotations
        assert line.x0 == line.x1 == note.x == pytest.approx(0.42 / 0.95)
        assert (line.line.color, note.text) == (theme.user, "no loan beyond 0.442")
        assert in_sight(note, figure.layout.xaxis.range)
        last = max(one.last for one in BASE.policies.values())
        assert figure.layout.xaxis.range == (0, pytest.approx(1.15 * last))

    def test_lines_differ_in_more_than_their_colour(self):
        """Twelve rates are the most that a page spreads."""
        steps = tuple(np.arange(1, 13) / 30)
        for one, other in nonempty(itertools.combinations(figure_of(lending(Policy(steps, steps))).data, 2)):
            assert (one.line.dash, one.line.width) != (other.line.dash, other.line.width)

    def test_axis_ends_with_certain_default(self):
        """Without a loss but the funds, rates earn almost up to there; the limits may allow more than 50 %."""
        terms = LoanTerms(0.03, 0)
        figure = figure_of(lent(terms=terms), terms)
        assert figure.layout.xaxis.range == (0, 1)
        assert trace(figure, "45 % for all").y[0] == pytest.approx(earns(0.45, 0))
        take = through_points([0, 1], [1, 0])
        found = lent(rates=(0.3, 0.6), take_up=take, limits=LendingLimits(0, 1))
        assert trace(figure_of(found, take_up=take), "60 % for all").y[0] == pytest.approx(100 * 0.4 * 0.57)
        take = sigmoid(3, 5, -8)
        line = trace(figure_of(lent(take_up=take), take_up=take), "45 % for all")
        stands(line, lambda risk: earns(0.45, risk, taken=lambda rate: 1 / (1 + math.exp(-(3 + 5 * risk - 8 * rate)))))

    def test_rates_close_together_are_told_apart(self):
        """All of them are used, and a tenth of a percent does not tell them apart."""
        found = lending(policy(0.1, 0.2, 0.3, rates=(0.3, 0.3002, 0.3004)))
        figure = figure_of(found)
        assert legend(figure)[:3] == ["30 % for all", "30.02 % for all", "30.04 % for all"]
        assert re.findall(r"([\d.]+) %", envelope_alt(found)) == ["30", "30.02", "30.04"]
        best, idle = envelope_alt(BASE).split(" Drawn faint")
        assert re.findall(r"[\d.]+\d", best) == ["30", "35", "40", "45", "0.442"]
        assert re.findall(r"\d+", idle) == ["10", "22", "28"]
        assert re.findall(r"rate is 30|0.338", envelope_alt(lent(rates=(0.3,)))) == ["rate is 30", "0.338"]
        assert "a risk of 0.050" in envelope_alt(lent(limits=LendingLimits(riskiest=0.05)))

    def test_rates_best_for_nobody_are_faint_and_crossings_are_marked(self):
        """Of 20, 30 and 40 % with T = 0.9, 0.42, 0.29 the middle one is best for nobody."""
        take = through_points([0.2, 0.3, 0.4], [0.9, 0.42, 0.29])
        found = lent(rates=(0.2, 0.3, 0.4), take_up=take)
        figure = figure_of(found, take_up=take)
        idle = trace(figure, "never the best rate")
        assert idle.line.color == faded(LIGHT.text, 0.35)
        stands(idle, lambda risk: earns(0.3, risk, taken=lambda rate: 0.42))
        rings = trace(figure, "two rates tie")
        assert np.round(rings.x, 4).tolist() == [0.1347, 0.1238, 0.0813]
        assert [colour == LIGHT.text for colour in rings.marker.color] == [False, True, False]
        assert np.round(rings.y, 3).tolist() == [6.814, 7.498, 8.607]

    def test_no_rate_earns_anything(self):
        found = lending(policy(-INF, -INF, -INF), margin=policy(-INF, -INF, 0.0))
        figure = figure_of(found)
        ways = ["one margin for all", "best thresholds", "a price for each"]
        assert [name for name in legend(figure) if name in ways] == ways
        assert set(entries(trace(figure, "best thresholds").y)) == {None}
        assert (*figure.layout.shapes, *figure.layout.annotations) == ()
        assert figure.layout.xaxis.range == (0, 1)
        assert envelope_alt(found).endswith("no rate earns anything.")
        assert figure_of(lent(book(20), limits=LendingLimits(riskiest=0.0))).layout.xaxis.range == (0, 1)
        for found in (BASE, lent(book(1)), lent(book(40, weighted=True)), lending(policy(0.1))):
            assert sound(figure_of(found))


def test_rates_have_as_many_digits_as_they_need():
    """100 times 0.07 and 0.285 are not quite 7 and 28.5 in a computer."""
    rates = {0.07: "7 %", 0.285: "28.5 %", 0.2003: "20.03 %", 0.125625: "12.5625 %", 0.0: "0 %", 10.0: "1000 %"}
    assert {rate: rate_text(rate) for rate in rates} == rates


GIVEN = made(
    margin={"value": 0.05, "low": 0.04, "high": 0.06},
    cutoff={"value": 0.06, "low": 0.045, "high": 0.08},
    system={"value": -0.01, "low": -0.03, "high": 0.02},
    individual={"value": 0.07125, "low": 0.06, "high": 0.08},
)
TITLES = ("One margin for all", "Best thresholds", "Best thresholds and prices", "A price for each")


def dots_of(figure):
    return [one for one in figure.data if one.mode == "markers"]


class TestOutcomes:
    @themes
    def test_a_row_for_each_way(self, theme):
        figure = outcomes_figure(GIVEN, theme)
        dots, bars = dots_of(figure), [one for one in figure.data if one.mode == "lines"]
        assert [one.x[0] for one in dots] == pytest.approx([5, 6, -1, 7.125])
        assert [one.y for one in dots] == [(0,), (1,), (2,), (3,)]
        assert [one.x[:2] for one in bars] == [pytest.approx(ends) for ends in ((4, 6), (4.5, 8), (-3, 2), (6, 8))]
        assert [one.y for one in bars] == [(row, row, None) for row in range(4)]
        assert (figure.layout.yaxis.ticktext, figure.layout.yaxis.range) == (TITLES, (3.5, -0.5))
        assert [one.marker.symbol for one in dots] == list(SYMBOLS[:4])
        assert [one.marker.color for one in dots] == [theme.chance, *[theme.colour(0)] * 3]
        assert dots[2].hovertext[0].endswith(": −3.00 to 2.00")
        assert sound(figure)
        assert "thresholds 6.00; " in outcomes_alt(GIVEN)

    def test_weighted_applicants(self):
        """Those of whose weights only the sums are known have no interval."""
        table = book(40, weighted=True)
        figure, found = outcomes_figure(lent(table).outcomes, LIGHT), lent(table).outcomes.values()
        assert [one.mode for one in figure.data] == ["lines", "markers"] * 4
        assert [one.x[0] for one in dots_of(figure)] == pytest.approx([100 * one.profit.value for one in found])
        assert sound(figure)
        figure = outcomes_figure(lent(ScoreTable(table.score, table.positives, table.negatives)).outcomes, LIGHT)
        assert [one.mode for one in figure.data] == ["markers"] * 4
        assert not any(words in one.hovertext[0] for one in figure.data for words in ("95 %", "no value"))
        assert sound(figure)

    @pytest.mark.parametrize(
        ("found", "ends"),
        [
            (GIVEN, (-3.66, 8.66)),
            (made(**{key: {"value": value, "low": NAN, "high": NAN}
                     for key, value in zip(LENDING_METHODS, (-0.02, 0.06, 0.08, 0.07), strict=True)}), (-2.6, 8.6)),
            (made(**{key: {"value": -0.3, "low": -0.3, "high": -0.3} for key in LENDING_METHODS}), (-31, -29)),
        ],
    )  # fmt: skip
    def test_axis_has_room_for_values_and_the_ends_of_every_interval(self, found, ends):
        """6 % on both sides; a single value is no point."""
        assert outcomes_figure(found, LIGHT).layout.xaxis.range == pytest.approx(ends)


@themes
def test_bars_are_shares_of_all_applicants(theme):
    """What is declined is hatched; nobody takes a loan that nobody is offered."""
    shares = made(
        margin={"approved": 0.5, "accepted": 0.4},
        cutoff={"approved": 0.75, "accepted": 0.8},
        system={"approved": 1.0, "accepted": 0.25},
        individual={"approved": 0.0, "accepted": NAN},
    )
    figure = loans_figure(shares, theme)
    approved, taken = figure.data
    assert entries(approved.x) == pytest.approx((0.5, 0.75, 1, 0))
    assert entries(taken.x) == pytest.approx((0.2, 0.6, 0.25, 0))
    assert entries(approved.y) == entries(taken.y) == (0, 1, 2, 3)
    assert legend(figure) == ["approved, declines", "takes the loan"]
    assert (approved.marker.pattern.shape, taken.marker.pattern.shape) == ("/", "")
    assert (approved.marker.color, taken.marker.color) == (faded(theme.colour(0), 0.35), faded(theme.colour(0), 1))
    assert (figure.layout.barmode, figure.layout.yaxis.ticktext) == ("overlay", TITLES)
    assert approved.hovertext[1].split("<br>")[1:] == ["approved: 75 %", f"{taken.name}: 60 %"]
    assert re.findall(r"(\d+) %", loans_alt(shares)) == ["50", "20", "75", "60", "100", "25", "0", "0"]
    assert sound(figure)


def test_nobody_is_approved():
    found = lent(ScoreTable.of([0.9, 0.95, 0.99], [True] * 3, True)).outcomes
    assert sound(loans_figure(found, LIGHT))
    assert [one.x[0] for one in dots_of(outcomes_figure(found, LIGHT))] == [0] * 4


OUTCOME = LendingOutcome("0.1", Interval(0.05, 0.04, 0.0625), 0.06, 0.5, 0.8, 0.3, 0.1, UNKNOWN, UNKNOWN)
ROWS = {0.05: replace(OUTCOME, profit=Interval(0.03)), 0.1: OUTCOME}
MARGINS = np.array([0.0, 0.05, 0.1, 0.2])


def margins(theme=LIGHT, chosen=0.1):
    shares = np.array([0.9, 0.8, 0.5, 0.0]), np.array([0.5, 0.4, 0.4, 0.0])
    return margins_figure(MARGINS, np.array([0.01, 0.03, 0.06, 0.0]), shares, ROWS, chosen, theme)


@themes
def test_margins_have_profits_above_and_shares_below(theme):
    expected, bars, dots, approved, taken = margins(theme).data
    assert entries(expected.y) == pytest.approx((1, 3, 6, 0))
    assert entries(bars.x) == (0.05, 0.05, None, 0.1, 0.1, None)
    assert entries(bars.y)[3:5] == pytest.approx((4, 6.25))
    assert entries(dots.y) == pytest.approx((3, 5))
    assert dots.marker.symbol == ("circle", "diamond")
    assert (entries(approved.y), approved.yaxis) == ((0.9, 0.8, 0.5, 0.0), "y2")
    assert (entries(taken.y), taken.yaxis) == ((0.5, 0.4, 0.4, 0.0), "y2")
    assert sound(margins(theme))
    assert legend(margins())[1:] == ["applicants, 95 %", "approved", "takes the loan"]
    hover = re.findall(r"[\d.]+\d|\d", margins().data[2].hovertext[1])
    assert hover == ["10", "5.00", "100", "95", "4.00", "6.25", "50", "40"]
    assert margins_alt(ROWS).endswith("; 10 % 5.00.")
    assert margins().layout.annotations[0].text == "margin 10 %"


RATE = np.array([0.0, 0.2, 0.4])


@themes
@pytest.mark.parametrize("peak", [0.2, NAN])
def test_takers(theme, peak):
    taken = {"accept": np.array([1.0, 0.6, 0.2]), "accept, at a risk of 0.5": np.array([1.0, 0.8, 0.3])}
    figure = takers_figure(RATE, taken, RATE * taken["accept"], [0.1, 0.4], peak, theme)
    first, second, own, brought = figure.data
    assert (entries(first.y), entries(second.y)) == ((1.0, 0.6, 0.2), (1.0, 0.8, 0.3))
    assert entries(own.y) == pytest.approx((0.8, 0.2))
    assert entries(brought.y) == pytest.approx((0, 0.12, 0.08))
    said = [] if math.isnan(peak) else ["interest falls from 20 %"]
    assert [each.text for each in figure.layout.annotations] == said
    assert sound(figure)
    words = takers_alt(RATE, taken["accept"], peak)
    assert re.findall(r"\d+ %", words)[:3] == ["100 %", "20 %", "40 %"]
    assert ("falls from 20 %" in words) == math.isfinite(peak)


CURVES = PriceCurves(
    0.1, RATE, np.array([-0.1, 0.05, 0.08]), np.array([-0.05, 0.06, 0.02]), (0.35, 0.1), (0.25, 0.0625)
)


@themes
def test_price_risk(theme):
    figure = price_risk_figure(CURVES, theme)
    without, best, with_it, best_with = figure.data
    assert entries(without.y) == pytest.approx((-10, 5, 8))
    assert entries(with_it.y) == pytest.approx((-5, 6, 2))
    assert (best.x[0], best.y[0], best.text[0]) == (0.35, pytest.approx(10), "35 %")
    assert (best_with.x[0], best_with.y[0], best_with.text[0]) == (0.25, pytest.approx(6.25), "25 %")
    assert (best.textposition, best_with.textposition) == ("top right", "top left")
    assert legend(figure) == ["risk as estimated", with_it.name]
    assert sound(figure)
    assert re.findall(r"[\d.]+\d", price_risk_alt(CURVES)) == ["0.100", "35", "10.00", "25", "6.25"]
    nothing = replace(CURVES, best=(NAN, NAN), best_with=(NAN, NAN))
    assert len(price_risk_figure(nothing, LIGHT).data) == 2
    assert sound(price_risk_figure(nothing, LIGHT))
    assert price_risk_alt(nothing).count(": none") == 2
