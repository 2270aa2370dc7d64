"""What a loan should cost as figures: profit over the risk, and every way to lend beside the others."""

import itertools
import json
import math
from dataclasses import replace

import numpy as np
import pytest

from ddcore.decisions.cutoffs import LendingLimits, LoanTerms, Policy
from ddcore.decisions.lending import LENDING_METHODS, Lending, LendingOutcome, lend
from ddcore.decisions.pricing import AlternationStep
from ddcore.decisions.take_up import quartic, sigmoid, through_points
from ddcore.figures.lending import (
    envelope_alt,
    envelope_figure,
    loans_alt,
    loans_figure,
    outcomes_alt,
    outcomes_figure,
    rate_text,
)
from ddcore.figures.theme import LIGHT, SYMBOLS, THEMES, faded
from ddcore.interval import Interval
from ddcore.table import ScoreTable
from tests.helpers.figures import entries, legend, once, sound
from tests.helpers.line_figures import PHONE, SIGN, in_sight
from tests.helpers.loops import nonempty

NAN, INF = math.nan, math.inf
NONE = Interval(NAN, NAN, NAN, NAN)
RATES = (0.10, 0.22, 0.28, 0.30, 0.35, 0.40, 0.45)
TERMS, TAKE = LoanTerms(0.03, 0.5), quartic()
themes = pytest.mark.parametrize("theme", THEMES.values(), ids=THEMES)


@once
def book(cases=200, seed=1, weighted=False):
    rng = np.random.default_rng(seed)
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


def drawable(figure):
    """Whether JSON holds every number of the figure: none is NaN or infinite."""

    def refuse(constant):
        raise AssertionError(constant)

    json.loads(figure.to_json(), parse_constant=refuse)
    for one in figure.data:
        assert len(one.x) == len(one.y)
        assert not any(v is not None and math.isinf(v) for v in (*one.x, *one.y))
    return True


def share(rate):
    """Of the quartic."""
    return max(0.0, 1 - 15 / 4 * rate**2 - rate**4)


def earns(rate, risk, terms=TERMS, taken=share):
    """Of 100 applied for: who pays back brings the rate, who does not loses a part, and both cost the funds."""
    return 100 * taken(rate) * ((1 - risk) * (rate - terms.funds) - risk * (terms.loss + terms.funds))


def outcome(key, value=0.05, low=0.04, high=0.06, **more):
    given = {
        "expected": 0.05, "approved": 0.8, "accepted": 0.5, "rate": 0.3, "per_loan": 0.125, "ahead": NONE,
        "more": NONE, **more
    }  # fmt: skip
    return LendingOutcome(key=key, profit=Interval(value, low, high, (high - low) / 3.92), **given)


def made(**outcomes):
    """Outcomes of all ways, those given by what they have."""
    return {key: outcome(key, **outcomes.get(key, {})) for key in LENDING_METHODS}


def policy(*bounds, rates=(0.2, 0.3, 0.4)):
    return Policy(rates[: len(bounds)], bounds)


def lending(cut, margin=None, system=None, own=None):
    """Policies put in by hand."""
    margin, system = margin or cut, system or cut
    own = own or (np.array([0, 0.5, 1]), np.array([0.3, 0.4, NAN]), np.array([0.2, 0.1, 0]))
    policies = {"margin": margin, "cutoff": cut, "system": system}
    return Lending(
        made(), policies, 0.1, np.array([0.1]), np.array([0.05]), (AlternationStep("thresholds", cut, 0.05),), own
    )


# Profit over the risk --------------------------------------------------------------------------------------------


class TestEnvelope:
    def test_a_line_for_each_rate_that_is_used(self):
        """What a loan at a rate earns, times the share that takes it; a gap where that is a loss."""
        figure = figure_of()
        assert legend(figure)[:4] == ["30 % for all", "35 % for all", "40 % for all", "45 % for all"]
        for rate in (0.30, 0.35, 0.40, 0.45):
            line = trace(figure, f"{rate:.0%} for all".replace("%", " %"))
            assert len(line.x) == 301
            for risk, drawn in zip(line.x, entries(line.y), strict=True):
                plain = earns(rate, risk)
                assert (drawn is None) == (plain <= 0)
                assert drawn is None or drawn == pytest.approx(plain, abs=1e-12)

    def test_best_cutoffs_take_the_highest_line(self):
        figure = figure_of()
        line = trace(figure, "best thresholds")
        for risk, drawn in nonempty(zip(line.x, entries(line.y), strict=True)):
            most = max(earns(rate, risk) for rate in RATES)
            assert (drawn is None) == (most <= 0)
            assert drawn is None or drawn == pytest.approx(most, abs=1e-9)

    def test_one_margin_gives_the_lowest_rate_that_covers_the_risk(self):
        """A rate of 0.22 at a margin of 0.1 and funds of 0.03 reaches to a risk of 0.09."""
        found = replace(BASE, policies={**BASE.policies, "margin": Policy((0.22, 0.4), (0.09, 0.27))})
        found = replace(found, policies={**found.policies, "cutoff": Policy((0.22, 0.4), (-INF, 0.4))})
        line = trace(figure_of(found), "one margin for all")
        for risk, drawn in nonempty(zip(line.x, entries(line.y), strict=True)):
            rate = 0.22 if risk <= 0.09 else 0.4 if risk <= 0.27 else None
            assert drawn == (None if rate is None else pytest.approx(earns(rate, risk), abs=1e-12))

    def test_one_margin_steps_where_the_lender_draws_the_line(self):
        line = trace(figure_of(), "one margin for all")
        for risk, drawn in nonempty(zip(line.x, entries(line.y), strict=True)):
            covering = [rate for rate in RATES if rate - 0.03 - BASE.margin >= risk]
            assert drawn == (pytest.approx(earns(covering[0], risk), abs=1e-12) if covering else None)

    def test_a_price_for_each_is_no_lower_than_any_rate(self):
        line = trace(figure_of(), "a price for each")
        assert len(line.x) == len(line.y) > 100
        for risk, drawn in list(zip(line.x, entries(line.y), strict=True))[::50]:
            most = max(earns(rate, risk) for rate in np.linspace(0, 0.5, 501))
            assert (drawn is None) == (most <= 1e-9)
            assert drawn is None or most - 1e-9 <= drawn <= most + 0.01

    @themes
    def test_looks(self, theme):
        figure = figure_of(theme=theme)
        rates = [one for one in figure.data if one.name.endswith("% for all")]
        assert [one.line.color for one in rates] == [theme.colour(i) for i in range(4)]
        margin, best, own = (
            trace(figure, LENDING_METHODS[key][0].lower()) for key in ("margin", "cutoff", "individual")
        )
        assert (margin.line.color, margin.line.dash, margin.line.width) == (theme.chance, "dash", 2)
        assert (best.line.color, best.line.dash, best.line.width) == (theme.text, None, 3.5)
        assert (own.line.color, own.line.dash, own.line.width) == (theme.user, "dot", 2)
        assert figure.layout.template.layout.font.color == theme.text

    @pytest.mark.parametrize("rates", [4, 9, 12])
    def test_lines_differ_in_more_than_their_colour(self, rates):
        """Twelve rates are the most that a page spreads."""
        steps = tuple(np.arange(1, rates + 1) / 30)
        found = lending(Policy(steps, steps))
        lines = figure_of(found).data
        for one, other in nonempty(itertools.combinations(lines, 2)):
            assert (one.line.dash, one.line.width) != (other.line.dash, other.line.width)

    @themes
    def test_nobody_beyond_the_last_cutoff(self, theme):
        figure = figure_of(theme=theme)
        (line,) = figure.layout.shapes
        assert line.x0 == line.x1 == pytest.approx(0.42 / 0.95)
        assert (line.line.dash, line.line.color) == ("dot", theme.user)
        (note,) = figure.layout.annotations
        assert (note.text, note.x) == ("nobody beyond 0.442", line.x0)
        assert in_sight(note, figure.layout.xaxis.range)

    def test_words_of_a_low_last_cutoff_are_not_cut_off(self):
        """A lender of one low rate approves up to a risk of 0.02, best prices up to 0.37."""
        figure = figure_of(lent(rates=(0.04,)))
        (note,) = figure.layout.annotations
        low, high = figure.layout.xaxis.range
        left = (note.x - low) / (high - low) * PHONE
        width = SIGN * len(note.text)
        reach = {"right": left - width, "left": left, "center": left - width / 2}[note.xanchor]
        assert reach > -40

    def test_axis_ends_a_little_beyond_the_last_who_is_approved(self):
        last = max(one.last for one in BASE.policies.values())
        layout = figure_of().layout
        assert layout.xaxis.range == (0, pytest.approx(1.15 * last))
        assert layout.xaxis.title.text == "risk: probability of default"
        assert layout.yaxis.title.text == "earned of 100 applied for"
        assert layout.yaxis.rangemode == "tozero"

    def test_axis_ends_with_certain_default(self):
        """Without a loss but the funds, rates earn almost up to there."""
        terms = LoanTerms(0.03, 0)
        figure = figure_of(lent(terms=terms), terms)
        assert figure.layout.xaxis.range == (0, 1)
        assert trace(figure, "45 % for all").y[0] == pytest.approx(earns(0.45, 0))

    def test_hover(self):
        line = trace(figure_of(), "30 % for all")
        assert line.hovertext[0] == f"rate 30 %, risk 0<br>earns {earns(0.3, 0):.3f} of 100"
        assert all(one.hovertemplate is None for one in figure_of().data)

    def test_rates_close_together_are_told_apart(self):
        """All of them are used, and a tenth of a percent does not tell them apart."""
        found = lending(policy(0.1, 0.2, 0.3, rates=(0.3, 0.3002, 0.3004)))
        figure = figure_of(found)
        assert legend(figure)[:3] == ["30 % for all", "30.02 % for all", "30.04 % for all"]
        assert trace(figure, "30.02 % for all").hovertext[0].startswith("rate 30.02 %, risk 0<br>earns ")
        assert "in turn are 30 %, 30.02 %, 30.04 %; " in envelope_alt(found)

    def test_adverse_selection(self):
        take = sigmoid(3, 5, -8)
        line = trace(figure_of(lent(take_up=take), take_up=take), "45 % for all")
        for risk, drawn in nonempty(zip(line.x, entries(line.y), strict=True)):
            plain = earns(0.45, risk, taken=lambda rate, s=risk: 1 / (1 + math.exp(-(3 + 5 * s - 8 * rate))))
            assert drawn == (pytest.approx(plain) if plain > 0 else None)

    def test_no_rate_earns_anything(self):
        figure = figure_of(lending(policy(-INF, -INF, -INF), margin=policy(-INF, -INF, 0.0)))
        assert legend(figure) == ["one margin for all", "best thresholds", "a price for each"]
        assert set(entries(trace(figure, "best thresholds").y)) == {None}
        assert not figure.layout.shapes
        assert not figure.layout.annotations
        assert figure.layout.xaxis.range == (0, 1)
        assert drawable(figure)

    def test_nobody_is_approved_below_a_risk_of_nothing(self):
        figure = figure_of(lent(book(20), limits=LendingLimits(riskiest=0.0)))
        assert figure.layout.xaxis.range == (0, 1)
        assert drawable(figure)

    def test_rates_up_to_higher_limits(self):
        """A lender may ask for more than 50 %, where the limits allow it."""
        take, limits = through_points([0, 1], [1, 0]), LendingLimits(0, 1)
        found = lent(rates=(0.3, 0.6), take_up=take, limits=limits)
        line = trace(figure_of(found, take_up=take), "60 % for all")
        assert line.y[0] == pytest.approx(100 * 0.4 * 0.57)

    @pytest.mark.parametrize(
        "found", [BASE, lent(rates=(0.3,)), lent(book(1)), lent(book(40, weighted=True)), lending(policy(0.1))]
    )
    def test_a_browser_can_draw_it(self, found):
        assert drawable(figure_of(found))


@pytest.mark.parametrize(
    ("rate", "said"),
    [(0.07, "7 %"), (0.285, "28.5 %"), (0.2003, "20.03 %"), (0.125625, "12.5625 %"), (0.0, "0 %"), (10.0, "1000 %")],
)
def test_rates_have_as_many_digits_as_they_need(rate, said):
    """100 times 0.07 and 0.285 are not quite 7 and 28.5 in a computer."""
    assert rate_text(rate) == said


def test_no_line_is_longer_than_a_chart_needs():
    assert max(len(one.x) for one in figure_of().data) <= 2000


def test_envelope_in_words():
    assert envelope_alt(BASE) == (
        "Expected profit of an applicant over the risk of default. The best rates in turn are 30 %, 35 %, 40 %, 45 %; "
        "beyond a risk of 0.442 nobody is approved."
    )


def test_one_rate_in_words():
    assert envelope_alt(lent(rates=(0.3,))) == (
        "Expected profit of an applicant over the risk of default. The best rate is 30 %; beyond a risk of 0.338 "
        "nobody is approved."
    )


def test_nothing_earned_in_words():
    assert envelope_alt(lending(policy(-INF, -INF))) == (
        "Expected profit of an applicant over the risk: no rate earns anything."
    )


def test_words_do_not_blame_the_rates_for_a_limit():
    """At 30 % a risk of 0.06 earns more than 14 of 100; a limit of 0.05 excludes it."""
    assert earns(0.3, 0.06) > 14
    said = envelope_alt(lent(limits=LendingLimits(riskiest=0.05)))
    assert "no rate earns anything" not in said
    assert said.endswith("The best rate is 30 %; beyond a risk of 0.050 nobody is approved.")


# Every way to lend -----------------------------------------------------------------------------------------------

GIVEN = made(
    margin={"value": 0.05, "low": 0.04, "high": 0.06},
    cutoff={"value": 0.06, "low": 0.045, "high": 0.08},
    system={"value": -0.01, "low": -0.03, "high": 0.02},
    individual={"value": 0.07125, "low": 0.06, "high": 0.08},
)
TITLES = ("One margin for all", "Best thresholds", "Best thresholds and prices", "A price for each")


class TestOutcomes:
    def test_a_row_for_each_way(self):
        figure = outcomes_figure(GIVEN, LIGHT)
        dots = [one for one in figure.data if one.mode == "markers"]
        bars = [one for one in figure.data if one.mode == "lines"]
        assert [one.x[0] for one in dots] == pytest.approx([5, 6, -1, 7.125])
        assert [one.y for one in dots] == [(0,), (1,), (2,), (3,)]
        assert [one.x[:2] for one in bars] == [pytest.approx(ends) for ends in ((4, 6), (4.5, 8), (-3, 2), (6, 8))]
        assert [one.y for one in bars] == [(row, row, None) for row in range(4)]
        assert figure.layout.yaxis.ticktext == TITLES
        assert figure.layout.yaxis.range == (3.5, -0.5)
        assert figure.layout.xaxis.title.text == "earned of 100 applied for"
        assert legend(figure) == []
        assert sound(figure)

    @themes
    def test_looks(self, theme):
        figure = outcomes_figure(GIVEN, theme)
        dots = [one for one in figure.data if one.mode == "markers"]
        assert [one.marker.symbol for one in dots] == list(SYMBOLS[:4])
        assert [one.marker.color for one in dots] == [theme.chance, *[theme.colour(0)] * 3]
        assert figure.data[0].line.color == faded(theme.chance, 0.5)
        assert figure.layout.template.layout.font.color == theme.text

    def test_hover(self):
        figure = outcomes_figure(GIVEN, LIGHT)
        assert entries(figure.data[5].hovertext) == (
            "Best thresholds and prices: −1 of 100 applied for<br>95 %: −3 to 2",
        )

    def test_weighted_applicants_have_intervals(self):
        figure = outcomes_figure(lent(book(40, weighted=True)).outcomes, LIGHT)
        assert [one.mode for one in figure.data] == ["lines", "markers"] * 4
        assert sound(figure)

    def test_applicants_of_whose_weights_only_the_sums_are_known_have_no_interval(self):
        table = book(40, weighted=True)
        table = ScoreTable(table.score, table.positives, table.negatives)
        figure = outcomes_figure(lent(table).outcomes, LIGHT)
        assert [one.mode for one in figure.data] == ["markers"] * 4
        assert "95 %" not in "".join(one.hovertext[0] for one in figure.data)
        assert "no value" not in "".join(text for one in figure.data for text in entries(one.hovertext))
        assert sound(figure)

    def test_axis_has_room_for_the_ends_of_every_interval(self):
        """From -3 to 8, and 6 % of that on both sides."""
        assert outcomes_figure(GIVEN, LIGHT).layout.xaxis.range == pytest.approx((-3.66, 8.66))

    def test_axis_has_room_for_values_without_an_interval(self):
        unknown = {"low": NAN, "high": NAN}
        values = {"margin": -0.02, "cutoff": 0.06, "system": 0.08, "individual": 0.07}
        found = made(**{key: {"value": value, **unknown} for key, value in values.items()})
        assert outcomes_figure(found, LIGHT).layout.xaxis.range == pytest.approx((-2.6, 8.6))

    def test_axis_has_room_for_one_interval_among_values(self):
        found = made(**{key: {"value": 0.05, "low": NAN, "high": NAN} for key in ("cutoff", "system", "individual")})
        assert outcomes_figure(found, LIGHT).layout.xaxis.range == pytest.approx((3.88, 6.12))

    @pytest.mark.parametrize("value", [0.0, 0.05, -0.3])
    def test_axis_of_a_single_value_is_no_point(self, value):
        found = made(**{key: {"value": value, "low": value, "high": value} for key in LENDING_METHODS})
        figure = outcomes_figure(found, LIGHT)
        assert figure.layout.xaxis.range == pytest.approx((100 * value - 1, 100 * value + 1))
        assert sound(figure)

    @pytest.mark.parametrize("table", [None, book(1), book(2), book(40, weighted=True)])
    def test_nothing_lies_at_the_edge_of_the_axis(self, table):
        figure = outcomes_figure(lent(table).outcomes, LIGHT)
        low, high = figure.layout.xaxis.range
        drawn = [x for one in figure.data for x in one.x if x is not None]
        room = 0.06 * (max(drawn) - min(drawn)) or 1
        assert (low, high) == pytest.approx((min(drawn) - room, max(drawn) + room))

    def test_outcomes_of_real_applicants(self):
        figure = outcomes_figure(BASE.outcomes, LIGHT)
        dots = [one.x[0] for one in figure.data if one.mode == "markers"]
        assert dots == pytest.approx([100 * one.profit.value for one in BASE.outcomes.values()])

    def test_in_words(self):
        assert outcomes_alt(GIVEN) == (
            "Profit of 100 applied for: One margin for all 5; Best thresholds 6; Best thresholds and prices −1; A "
            "price "
            "for each 7.125."
        )


class TestLoans:
    SHARES = made(
        margin={"approved": 0.5, "accepted": 0.4},
        cutoff={"approved": 0.75, "accepted": 0.8},
        system={"approved": 1.0, "accepted": 0.25},
        individual={"approved": 0.0, "accepted": NAN},
    )

    def test_bars_are_shares_of_all_applicants(self):
        approved, taken = loans_figure(self.SHARES, LIGHT).data
        assert entries(approved.x) == pytest.approx((0.5, 0.75, 1, 0))
        assert entries(taken.x) == pytest.approx((0.2, 0.6, 0.25, 0))
        assert entries(approved.y) == entries(taken.y) == (0, 1, 2, 3)
        assert (approved.orientation, taken.orientation) == ("h", "h")

    @themes
    def test_what_is_declined_is_hatched(self, theme):
        figure = loans_figure(self.SHARES, theme)
        approved, taken = figure.data
        assert legend(figure) == ["approved, declines", "takes the loan"]
        assert (approved.marker.pattern.shape, taken.marker.pattern.shape) == ("/", "")
        assert (approved.marker.color, taken.marker.color) == (faded(theme.colour(0), 0.35), faded(theme.colour(0), 1))
        assert approved.marker.pattern.fgcolor == theme.background
        assert figure.layout.barmode == "overlay"
        assert figure.layout.template.layout.font.color == theme.text

    def test_axes(self):
        layout = loans_figure(self.SHARES, LIGHT).layout
        assert layout.xaxis.range == (0, 1.01)
        assert layout.xaxis.title.text == "share of applicants"
        assert layout.yaxis.ticktext == TITLES

    def test_hover(self):
        approved, taken = loans_figure(self.SHARES, LIGHT).data
        assert entries(approved.hovertext) == entries(taken.hovertext)
        assert approved.hovertext[1] == "Best thresholds<br>approved: 75 %<br>takes the loan: 60 %"
        assert approved.hovertext[3] == "A price for each<br>approved: 0 %<br>takes the loan: 0 %"

    def test_a_browser_can_draw_it(self):
        for found in (self.SHARES, BASE.outcomes, lent(book(1)).outcomes, lent(book(9, weighted=True)).outcomes):
            assert sound(loans_figure(found, LIGHT))

    def test_in_words(self):
        assert loans_alt(self.SHARES).startswith(
            "Shares of applicants. One margin for all: approved 50 %, take the loan 20 %; Best thresholds: approved "
            "75 %, take the loan 60 %; "
        )

    def test_nobody_approved_in_words(self):
        """As in the chart, nobody takes a loan that nobody is offered."""
        assert loans_alt(self.SHARES).endswith("A price for each: approved 0 %, take the loan 0 %.")


@pytest.mark.parametrize("risks", [[0.9, 0.95, 0.99], [1.0]])
def test_nobody_is_approved(risks):
    found = lent(ScoreTable.of(risks, [True] * len(risks), True))
    assert sound(loans_figure(found.outcomes, LIGHT))
    assert sound(outcomes_figure(found.outcomes, LIGHT))
    assert [one.x[0] for one in outcomes_figure(found.outcomes, LIGHT).data if one.mode == "markers"] == [0] * 4
