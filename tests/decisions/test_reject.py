"""Bands of cases to refer against loops over all pairs of thresholds in fractions, and against a binormal's own bands.

Document 003, chapter 7, with its misprints corrected: its table, its Propositions 13 to 15.
"""

import itertools
import math
from collections import Counter
from fractions import Fraction
from functools import cache, partial
from operator import itemgetter

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from ddcore.counts import Cells
from ddcore.decisions.band_interval import band_interval, cost_band_interval
from ddcore.decisions.coverage import risk_coverage
from ddcore.decisions.referral import Referral, band_thresholds, break_even_cost
from ddcore.decisions.reject import (
    BY_BLOCKS,
    DECIDED,
    MANY,
    OVERALL,
    _places_by_blocks,
    _places_of_all,
    band_counts,
    best_band,
    best_places,
    cost_band,
    overall,
)
from ddcore.decisions.utility import Utility
from ddcore.errors import InputError
from ddcore.measures import MEASURES as MEASURES_OF_TABLE
from ddcore.measures import measure
from ddcore.scores import thresholds
from ddcore.scores.resampling import DEALS, Resamples
from ddcore.table import ScoreTable, sweep
from tests.helpers.decisions import refused
from tests.helpers.reject import (
    CELLS,
    LOWER,
    MEASURES,
    OF_RATES,
    OWN,
    SHARE,
    best,
    drawn,
    expected_cost,
    fine,
    greatest,
    optimum,
    place,
    ratio,
    six,
    step,
    tally,
    worth,
)
from tests.helpers.tiers import some_of
from tests.oracles import DEFINITIONS, decimals, evaluate, published, rounds_to

ACCURACY = Utility(tp=1, fp=0, fn=0, tn=1)
EMPTY = ScoreTable.of([], [])
FOUR = ScoreTable.of([0.1, 0.2, 0.6, 0.9], [0, 0, 1, 1])

scores = st.sampled_from([-2.0, 0.0, 0.1, 0.25, 0.3, 0.7, 5.0])
quarters = st.integers(1, 9).map(lambda quarter: Fraction(quarter, 4))
plain_cases = st.lists(st.tuples(scores, st.booleans(), st.just(1)), min_size=1, max_size=14)
weighted_cases = st.lists(st.tuples(scores, st.booleans(), quarters), min_size=1, max_size=12)
one_class = st.tuples(st.lists(scores, min_size=1, max_size=9), st.booleans())
any_cases = st.one_of(
    plain_cases, weighted_cases, one_class.map(lambda pair: [(score, pair[1], 1) for score in pair[0]])
)
shares = st.sampled_from(["0", "0.1", "0.2", "0.25", "0.3", "0.4", "0.5", "0.7", "0.9", "0.99"])


def tabled(cases):
    score, truth, weight = zip(*cases, strict=True)
    plain = all(one == 1 for one in weight)
    return ScoreTable.of(score, truth, positive=True, weight=None if plain else [float(one) for one in weight])


def resampled(table, size=200, seed=1, deals=DEALS):
    return Resamples.of(table, size, rng=np.random.default_rng(seed), deals=deals)


def payoffs_named(payoffs):
    return Utility(**dict(zip(CELLS, payoffs, strict=True)))


def close(right):
    return pytest.approx(float(right), rel=1e-12, abs=1e-13, nan_ok=True)


def six_of(found):
    """The same six numbers as the loop's."""
    return (*(getattr(found.decided, cell) for cell in CELLS), found.positives, found.negatives)


# The six cells -----------------------------------------------------------------------------------------------------

LIMITS = st.sampled_from([-math.inf, -2.0, -1.0, 0.0, 0.1, 0.2, 0.3, 0.7, 1.0, 5.0, 6.0, math.inf])
any_ends = st.tuples(LIMITS, LIMITS).map(sorted)


def ratio_or_nan(part, whole):
    return float(part / whole) if whole else math.nan


@given(cases=any_cases, limits=any_ends, payoffs=st.tuples(*[st.integers(-9, 9)] * 6))
def test_the_six_cells_count_the_cases_and_give_shares_measures_and_payoffs(cases, limits, payoffs):
    """Table 7.3: shares of all cases, and ordinary measures of those that are decided."""
    found, cells = band_counts(tabled(cases), *limits), six(tally(cases), *limits)
    tp, fp, fn, tn, positives, negatives = cells
    P, N = tp + fn + positives, fp + tn + negatives
    assert six_of(found) == cells
    assert (found.referred, found.total) == (positives + negatives, sum(weight for *_, weight in cases))
    assert found.share == close((positives + negatives) / found.total)
    assert [getattr(found.as_mistakes, cell) for cell in CELLS] == [tp, fp + negatives, fn + positives, tn]
    right = {"OTPR": (tp, P), "OTNR": (tn, N), "OFNR": (fn, P), "OFPR": (fp, N), "OACC": (tp + tn, P + N)}
    assert overall(found) == {key: close(ratio_or_nan(*pair)) for key, pair in right.items()}
    assert OVERALL.keys() == right.keys()
    assert DECIDED == ("TPR", "TNR", "PPV", "NPV", "FNR", "FPR", "FDR", "FOR", "ACC")
    for key in DECIDED:
        value = DEFINITIONS[key](tp, fp, fn, tn)
        assert measure(key)(found.decided) == close(math.nan if value is None else value), key
    assume(len(set(payoffs[:4])) > 1)
    earned = found(payoffs_named(payoffs[:4]), Referral(*map(float, payoffs[4:])))
    assert earned == close(Fraction(sum(one * cell for one, cell in zip(payoffs, cells, strict=True))) / sum(cells))


def test_no_cases_have_no_share_and_no_payoff():
    found = band_counts(EMPTY, 0, 1)
    assert (found.total, found.referred) == (0, 0)
    assert np.isnan([found.share, *overall(found).values(), found(ACCURACY, Referral(0.0, 0.0))]).all()
    for low, high in ((0.7, 0.3), (math.inf, 0), (math.nan, 1), (0, math.nan)):
        refused(f"low must be at most high, got {low:g} and {high:g}", band_counts, FOUR, low, high)


# The best band of a share ------------------------------------------------------------------------------------------


@pytest.mark.parametrize("key", MEASURES)
@given(cases=any_cases, share=shares)
def test_the_best_band_of_all(key, cases, share):
    right = best(tally(cases), key, share)
    found = best_band(tabled(cases), key, float(share))
    if share == "0":
        line = thresholds.best(tabled(cases), key)
        np.testing.assert_equal([found.low, found.high, found.value], [line.threshold, line.threshold, line.value])
    if right is None:
        assert np.isnan([found.low, found.high, found.value]).all()
        assert found.closed
        return
    low, high, value = right
    cells = six(tally(cases), low, high)
    assert (found.low, found.high, found.value) == (low, high, close(value))
    assert (six_of(found.cells), found.closed) == (cells, not sum(cells[4:]))
    assert found.cells.share <= float(share) + 1e-12


def places_one_by_one(judged, counts, share):
    """Each pair of thresholds looked at by itself."""
    below = counts.fn + counts.tn
    room = share * below[-1] * (1 + 1e-12)
    if (below == np.floor(below)).all():
        room = min(math.floor(room + 1e-9), below[-1] - 1)
    bands = []
    for first in range(below.size):
        for last in range(first, below.size):
            held = below[last] - below[first]
            if last > first and held > room:
                continue
            cells = Cells(tp=counts.tp[last], fp=counts.fp[last], fn=counts.fn[first], tn=counts.tn[first])
            value = float(judged.on(cells))
            bands.append((value if judged.better == "higher" else -value, held, cells.fp + cells.fn, first, last))
    known = [band for band in bands if not math.isnan(band[0])]
    top = max((value for value, *_ in known), default=math.nan)
    ties = [band[1:] for band in known if band[0] >= top - thresholds.rounding_error(judged, top)]
    return list(min(ties, default=(0, 0, -1, -1))[2:])


@pytest.mark.full
def test_the_bands_of_many_sweeps_at_once_are_those_of_each():
    """Also where scores have no case."""
    wrong = []
    for unit in (1.0, 0.3):
        up, down = np.random.default_rng(4).integers(0, 3, (2, 12, 17)) * unit
        up[0], down[1], up[2], down[2] = 0, 0, 0, [0] * 16 + [unit]
        fn, tn = (np.pad(np.cumsum(part, axis=1), ((0, 0), (1, 0))) for part in (up, down))
        counts = Cells(tp=fn[:, -1:] - fn, fp=tn[:, -1:] - tn, fn=fn, tn=tn)
        rows = [counts.map(itemgetter(row)) for row in range(12)]
        for key, share in itertools.product(["ACC", "F1", "ERR", "PPV", "MCC", "DOR"], [0.0, 0.15, 0.5, 0.9]):
            right = [places_one_by_one(measure(key), row, share) for row in rows]
            assert len({tuple(places) for places in right}) > 2
            at_once = best_places(measure(key), counts, share).tolist()
            if not at_once == [best_places(measure(key), row, share).tolist() for row in rows] == right:
                wrong.append((unit, key, share))
    assert wrong == []


def test_a_band_refers_the_whole_cases_that_its_share_holds():
    """As many as lie between clear negatives and clear positives, every other one positive."""
    sizes, parts = (303, 20, 20, 20, 1000, 7, 5), (0.2, 0.3, 0.7, 0.1 + 0.2, 0.29, 0.3, 0.19)
    for size, share, referred in zip(sizes, parts, (60, 6, 14, 6, 290, 2, 0), strict=True):
        rest = size - referred
        truth = np.repeat([0, 1], [rest // 2, rest - rest // 2])
        table = ScoreTable.of(np.arange(size), np.insert(truth, rest // 2, [1, 0] * (referred // 2)))
        for wanted in ("ACC", measure("ACC")):
            found = best_band(table, wanted, share)
            assert (found.cells.referred, found.value) == (referred, 1)
    # Of cases without a mistake nobody has to see one.
    assert best_band(ScoreTable.of(np.arange(40), np.arange(40) > 9), "ACC", 0.5).closed
    for share in (1 - 1e-6, 1 - 1e-10, 1 - 1e-13):
        # Only the lowest case can be decided without a mistake.
        found = best_band(ScoreTable.of([0.1, 0.2, 0.6, 0.9], [0, 1, 0, 0]), "ACC", share)
        assert (found.cells.referred, found.value) == (3, 1)


def test_cases_of_one_score_stay_together():
    """303 cases in threes: 60 fit in the share, 61 would not. Else a band may hold less than another, or none."""
    truth = np.repeat([*[0] * 40, *[1, 0] * 10, *[1] * 41], 3)
    found = best_band(ScoreTable.of(np.arange(303) // 3, truth), "ACC", 0.202)
    assert found.cells.referred == 60
    assert (found.high - found.low) % 1 == 0
    for score, truth, share, at in (
        ([1, 1, 1, 2, 3], [1, 1, 1, 0, 0], 0.4, 1),
        ([0.5] * 5, [1, 1, 1, 0, 0], 0.9, 0.5),
        ([0.5] * 5, [1, 0, 1, 0, 0], 0.9, math.inf),
    ):
        found = best_band(ScoreTable.of(score, truth), "ACC", share)
        assert (found.low, found.high, found.value, found.closed) == (at, at, 0.6, True)
    weightless = ScoreTable.of([1, 2, 3], [0, 0, 1], weight=[1, 0, 1])
    assert best_band(weightless, "ACC", 0).high == thresholds.best(weightless, "ACC").threshold


def test_a_share_is_0_or_more_and_below_1_a_level_between_and_a_band_needs_cases():
    for share in (1, 1.2, -0.1, math.nan):
        message = f"share must be 0 or more and below 1, got {share:g}: a band with every case leaves nothing..."
        refused(message, best_band, FOUR, "ACC", share)
        refused(message, band_interval, "ACC", share, drawn=resampled(FOUR, 2))
    for table in (EMPTY, ScoreTable.of([1, 2], [0, 1], weight=[0, 0])):
        refused("a band needs cases, got none", best_band, table, "ACC", 0.2)
        refused("a band needs cases, got none", cost_band, table, ACCURACY, Referral(0.5, 0.5))
        refused("a band needs cases, got none", risk_coverage, table)
    for level in (0, 1, math.nan):
        message, held = f"level must be between 0 and 1, got {level:g}...", resampled(FOUR, 3)
        refused(message, band_interval, "ACC", 0.2, drawn=held, level=level)
        refused(message, cost_band_interval, ACCURACY, Referral(0.75, 0.75), drawn=held, level=level)


# Table 7.1 ---------------------------------------------------------------------------------------------------------


def rows(*what, key=None):
    found = [row for row in published("003_bands.csv") if row["what"] in what and key in (None, row["key"])]
    assert found
    return found


@cache
def model(name):
    truth = [int(row["right"]) for row in rows("truth")]
    assert [row["printed"] for row in rows("truth")] == ["-+"[one] for one in truth]
    return ScoreTable.of([float(row["printed"]) for row in rows(f"score {name}")], truth)


def fixed_region(name):
    """The band from the lowest of the scores in rows 4 to 7 up to the next score above all of them."""
    region = {float(row["printed"]) for row in rows(f"score {name}") if 4 <= int(row["key"]) <= 7}
    higher = [score for score in model(name).score if score > max(region)]
    assert [score for score in model(name).score if min(region) <= score < min(higher)] == sorted(region)
    return band_counts(model(name), min(region), min(higher))


TABLE_7_1 = {
    "overall accuracy": lambda name: measure("ACC")(model(name).at(0.5)),
    "decided accuracy": lambda name: measure("ACC")(fixed_region(name).decided),
    "best decided accuracy": lambda name: best_band(model(name), "ACC", 0.4).value,
}


def test_table_7_1():
    """The region that the chapter prescribes serves model A as well as B."""
    for row in rows(*TABLE_7_1):
        found = TABLE_7_1[row["what"]](row["key"])
        assert found == close(evaluate(row["right"])), row
        assert not row["printed"] or f"{100 * found:.0f}%" == row["printed"], row
    for name in "AB":
        found = fixed_region(name)
        assert (found.referred, found.share, found.positives, found.negatives) == (4, 0.4, 3, 1)
    found = best_band(model("A"), "ACC", 0.4)
    assert [score for score in model("A").score if found.low <= score < found.high] == [0.48, 0.51, 0.55, 0.85]
    assert (found.low, found.high, found.value, best_band(model("B"), "ACC", 0.4).value) == (0.48, 0.91, 1, 1)


# Propositions 13 and 14 on the binormal ----------------------------------------------------------------------------

SHARES = ["0.1", "0.2", "0.4"]
every_share = pytest.mark.parametrize("share", SHARES)


def given_ends(key, share):
    return {
        row["what"]: row["right"] for row in rows("low", "high", "value", "product")
        if (row["key"], row["share"]) == (key, share)
    }  # fmt: skip


@every_share
@pytest.mark.parametrize("key", OF_RATES)
def test_the_digits_by_golden_section_search(share, key):
    """The same ends for F1 and for the threat score, which is JI in the document."""
    digits = given_ends(key, share)
    low, high, value = optimum(key, share)
    found = {"low": low, "high": high, "value": value, "product": low * high}
    for name, printed in digits.items():
        assert rounds_to(Fraction(str(found[name])), printed, decimals(printed)), name
    assert ("product" in digits) == (key == "ACC")
    if key == "ACC":
        assert abs(low * high - evaluate("(7 / 3)**2")) < 1e-15


@every_share
def test_propositions_13_and_14_with_their_corollaries_on_a_fine_table(share):
    found = {key: best_band(fine(), key, float(share)) for key in OF_RATES}
    for key, band in found.items():
        digits = {name: float(value) for name, value in given_ends(key, share).items()}
        for end in ("low", "high"):
            assert abs(getattr(band, end) - place(digits[end])) < step(place(digits[end])), (key, end)
        assert band.value == pytest.approx(digits["value"], abs=1e-10)
        assert band.cells.share == pytest.approx(float(share), abs=1e-12)
    p, q = SHARE, 1 - SHARE
    low, high = ratio([found["ACC"].low, found["ACC"].high])
    assert low * high == pytest.approx((7 / 3) ** 2, rel=1e-4)
    assert sum(p * t / (p * t + q) for t in (low, high)) == pytest.approx(1, abs=1e-5)
    low, high = ratio([found["F1"].low, found["F1"].high])
    f1, jaccard = found["F1"].value, found["TS"].value
    assert jaccard == pytest.approx(f1 / (2 - f1), rel=1e-12)
    assert (q * p * high + p * p * low * high) / (q * q + q * p * high) == pytest.approx(jaccard, rel=1e-4)
    assert low < q * jaccard / p < high
    first, second = (p * t / (p * t + q) for t in (low, high))
    assert 2 * second / (1 - first + second) == pytest.approx(f1, rel=1e-4)
    assert first < f1 / 2 < second


# Ends from what outcomes are worth ---------------------------------------------------------------------------------

MATRICES = 4000


def of_costs(matrix):
    c00, cu0, c10, c11, cu1, c01 = map(float, matrix)
    return Utility(tp=-c11, fp=-c10, fn=-c01, tn=-c00), Referral(-cu1, -cu0)


@cache
def random_matrices():
    """Costs c00 < cu0 < c10 and c11 < cu1 < c01, three even draws in order for each class, and what `ends` says."""
    rng = np.random.default_rng(7)
    matrices = np.concatenate([np.sort(rng.uniform(size=(3, MATRICES)), axis=0) for _ in range(2)])
    prevalence = rng.uniform(0.02, 0.98, MATRICES)
    found = [band_thresholds(*of_costs(one), share) for one, share in zip(matrices.T, prevalence, strict=True)]
    low, high = (np.array([getattr(one, end).ratio for one in found]) for end in ("low", "high"))
    posterior = np.array([[one.low.posterior, one.high.posterior] for one in found]).T
    return matrices, prevalence, low, high, posterior, np.array([one.closed for one in found])


def test_proposition_15_where_the_band_is_open_and_12_where_it_is_closed():
    matrices, prevalence, low, high, posterior, closed = random_matrices()
    c00, cu0, c10, c11, cu1, c01 = matrices
    odds = (1 - prevalence) / prevalence
    first, second = odds * (c00 - cu0) / (cu1 - c01), odds * (c10 - cu0) / (cu1 - c11)
    line = odds * (c10 - c00) / (c01 - c11)
    np.testing.assert_array_equal(closed, first >= second)
    np.testing.assert_allclose([low, high], np.where(closed, line, [first, second]), rtol=1e-9)
    right = [(cu0 - c00) / (cu0 - c00 + c01 - cu1), (c10 - cu0) / (c10 - cu0 + cu1 - c11)]
    at_line = (c10 - c00) / (c10 - c00 + c01 - c11)
    np.testing.assert_allclose(posterior, np.where(closed, at_line, right), rtol=1e-9)


def test_what_the_printed_rule_costs_more():
    """Three even draws in order for each class and 30 % positive: half close, which costs 11.7 % more in the limit."""
    matrices, *_, posterior, closed = random_matrices()
    _, cu0, c10, c11, cu1, _ = matrices
    odds = posterior / (1 - posterior)
    ours = expected_cost(matrices, SHARE, *(odds * (1 - SHARE) / SHARE))[closed]
    t1 = (1 - SHARE) * (c10 - cu0) / (SHARE * (cu1 - c11))
    more = expected_cost(matrices, SHARE, t1, t1)[closed] / ours - 1
    spread = math.sqrt(0.25 / MATRICES)
    assert abs(closed.mean() - 0.501) < 4 * spread
    assert abs(more.mean() - 0.116) < 4 * more.std() / math.sqrt(more.size)
    assert more.min() > -1e-12


def test_the_example_of_the_printed_rule():
    (row,), matrix = rows("closed band"), (0, 0.8, 1, 0, 4, 5)
    found = band_thresholds(*of_costs(matrix), SHARE)
    assert found.closed
    ours = expected_cost(matrix, SHARE, found.low.ratio, found.high.ratio)
    t1 = (1 - SHARE) * (1 - 0.8) / (SHARE * 4)
    as_printed = expected_cost(matrix, SHARE, t1, t1)
    assert (f"{ours:.12f}", f"{as_printed:.12f}") == (row["right"], row["printed"])
    assert row["erratum"] == "yes"
    assert found.low.posterior == found.high.posterior == pytest.approx(1 / 6)


# Any payoffs, the posteriors one by one ----------------------------------------------------------------------------

payoff = st.integers(-20, 20)
proper = st.tuples(payoff, payoff, payoff, payoff).filter(
    lambda four: four[0] >= four[2] and four[3] >= four[1] and four[0] + four[3] > four[1] + four[2]
)
referrals = st.tuples(st.integers(-30, 30), st.integers(-30, 30))


def line_of(tp, fp, fn, tn):
    return Fraction(tn - fp, tn - fp + tp - fn)


def split(payoffs, referral):
    """Whether referring is best at one end of the posteriors, and then two answers follow in which no band ends."""
    tp, fp, fn, tn = payoffs
    positive, negative = referral
    line = line_of(*payoffs)
    if negative > tn and positive < fn:
        return Fraction(negative - tn, negative - tn + fn - positive) < line
    if positive > tp and negative < fp:
        return Fraction(fp - negative, fp - negative + positive - tp) > line
    return False


def answers(payoffs, referral, p):
    """What predicting negative, referring and predicting positive are worth at a posterior."""
    tp, fp, fn, tn = payoffs
    positive, negative = referral
    return [p * one + (1 - p) * other for one, other in ((fn, tn), (positive, negative), (tp, fp))]


POSTERIORS = [Fraction(k, 60) for k in range(61)]
NO_BAND = "that is more than a right answer on one class and less than a wrong one on the other"


@given(payoffs=proper, referral=referrals)
def test_at_every_posterior_the_best_of_three_answers(payoffs, referral):
    """It is open where referring wins at an end or at the line; none fits where it wins at one end alone."""
    wanted = payoffs_named(payoffs), Referral(*map(float, referral)), 0.3
    if split(payoffs, referral):
        with pytest.raises(InputError, match=NO_BAND):
            band_thresholds(*wanted)
        return
    found = band_thresholds(*wanted)
    low, high = found.low.posterior, found.high.posterior
    for end in (found.low, found.high):
        odds = end.posterior / (1 - end.posterior) if end.posterior < 1 else math.inf
        assert end.ratio == close(odds * 7 / 3)
    for p in POSTERIORS[1:-1]:
        worths = answers(payoffs, referral, p)
        assert max(worths) - worths[(p >= low) + (p >= high)] < 1e-12, p
    at = [answers(payoffs, referral, p) for p in (0, 1, line_of(*payoffs))]
    assert found.closed == (not any(referred > max(negative, positive) for negative, referred, positive in at))
    if found.closed:
        assert float(low) == float(high) == float(line_of(*payoffs))
    else:
        assert low < high


def test_no_band_is_given_that_is_worth_less_than_referring_nobody():
    """Referring is best at one end alone, and next to it the answer of that end: no band says so."""
    for referral in ((-5, 1.2), (1.2, -5)):
        message = "no band fits a referral worth {:g} on a positive and {:g} on a negative case: ".format(*referral)
        refused(message + NO_BAND, band_thresholds, ACCURACY, Referral(*referral), SHARE)


def test_a_ratio_for_each_prevalence():
    prevalence = np.array([0.1, 0.3, 0.5])
    for worth_of_one, ends in ((0.75, (0.25, 0.75)), (0.4, (0.5, 0.5))):
        found = band_thresholds(ACCURACY, Referral(worth_of_one, worth_of_one), prevalence)
        assert found.closed == (ends[0] == ends[1])
        for one, posterior in zip((found.low, found.high), ends, strict=True):
            np.testing.assert_allclose(one.ratio, (1 - prevalence) / prevalence * posterior / (1 - posterior))
            np.testing.assert_array_equal(one.posterior, posterior)


def test_what_band_thresholds_refuse():
    """Where nothing is at stake, or a wrong answer is worth more than a right one."""
    even = Referral(0.5, 0.5)
    for prevalence in (1.2, -0.1, math.nan):
        message = f"prevalence must be between 0 and 1, got {prevalence:g}"
        refused(message, band_thresholds, ACCURACY, even, prevalence)
    for payoffs, message in {
        (0, 0, 2, 1): "a right answer...",
        (3, 1, 3, 1): "right and wrong answers must...",
    }.items():
        utility = payoffs_named(payoffs)
        refused(message, band_thresholds, utility, even, 0.3)
        refused(message, break_even_cost, utility)
        refused(message, cost_band, FOUR, utility, even)
        refused(message, cost_band_interval, utility, even, drawn=resampled(FOUR, 2))


def test_what_a_referral_is_worth_is_a_number():
    message = "the payoff of a referred {} case must be between -10^15 and 10^15, got {:g}"
    for worth_of_one in (math.nan, math.inf, -math.inf, 1.1e15, -1.1e15):
        refused(message.format("positive", worth_of_one), Referral, worth_of_one, math.nan)
        refused(message.format("negative", worth_of_one), Referral, 0.5, worth_of_one)
        refused(message.format("positive", -worth_of_one), Referral.costing, ACCURACY, worth_of_one)
    assert Referral(1e15, -1e15).positive == 1e15


# What a person may cost --------------------------------------------------------------------------------------------


@given(payoffs=proper, prevalence=st.sampled_from([0.01, 0.3, 0.9]), cost=st.floats(-5, 5))
def test_at_the_dearest_cost_the_band_closes(payoffs, prevalence, cost):
    tp, fp, fn, tn = payoffs
    utility, at = payoffs_named(payoffs), line_of(*payoffs)
    found = Referral.costing(utility, cost)
    assert (found.positive, found.negative) == (tp - cost, tn - cost)
    most = break_even_cost(utility)
    assert most == close(at * (tp - fn)), "what calling all positive loses at the line"
    assert most == close((1 - at) * (tn - fp)), "and what calling all negative does"
    above, meeting, below = (
        band_thresholds(utility, Referral.costing(utility, most + more), prevalence) for more in (1e-9, 0, -1e-9)
    )
    assert above.closed
    assert meeting.low.posterior == pytest.approx(meeting.high.posterior, abs=1e-12)
    assert not below.closed
    assert below.low.posterior < below.high.posterior


# The band of greatest payoff on cases ------------------------------------------------------------------------------


@given(cases=any_cases, payoffs=proper, referral=referrals, most=st.sampled_from([0, 0.125, 0.5, 1]))
def test_the_band_of_greatest_payoff_of_all_that_call_so_many_positive(cases, payoffs, referral, most):
    six_payoffs, tallied = (*payoffs, *referral), tally(cases)
    top, fewest, chosen = greatest(six_payoffs, tallied, most)
    found = cost_band(tabled(cases), payoffs_named(payoffs), Referral(*map(float, referral)), most)
    assert close(top) == found.value == close(worth(six_payoffs, tallied, found.low, found.high))
    assert found.cells.referred == fewest
    assert (found.low, found.high) in chosen
    assert found.closed == (fewest == 0)


def test_among_equally_good_bands_with_as_few_referred_the_lowest():
    rng = np.random.default_rng(4)
    for payoffs, referral in itertools.product([(0, 0, -1, 0), (1, 0, 0, 1), (1, 0, 1, 5)], [(0, 0), (-1, -1), (1, 0)]):
        for size in [1] * 4 + list(range(2, 12)):
            cases = [(float(one), bool(rng.integers(2)), 1) for one in rng.integers(0, 6, size)]
            *_, chosen = greatest((*payoffs, *referral), tally(cases))
            found = cost_band(tabled(cases), payoffs_named(payoffs), Referral(*map(float, referral)))
            assert found.high == min(high for _, high in chosen), cases


def test_however_dear_a_referral_is_the_best_line_is_found_and_is_as_sure():
    """No one is referred, so what a referral is worth does not matter; nor where it is worth a right answer."""
    found = cost_band(FOUR, ACCURACY, Referral(1, 1))
    assert (found.low, found.high, found.value, found.closed) == (0.6, 0.6, 1, True)
    held, large = resampled(drawn(400, 8), 30), drawn(50_000, 5)
    cheaper = cost_band_interval(ACCURACY, Referral(-2.0, -2.0), drawn=held)
    for dear in (-1.0, -1e3, -1e6, -1e9, -1e12, -1e15):
        for table in (FOUR, large):
            found = cost_band(table, ACCURACY, Referral(dear, dear))
            assert found.closed
            assert found.value == pytest.approx(thresholds.best(table, "ACC").value, rel=1e-12)
        sure = cost_band_interval(ACCURACY, Referral(min(dear, -2), min(dear, -2)), drawn=held)
        assert sure.low == sure.high == cheaper.low == cheaper.high
        assert sure.value == close(cheaper.value)


# What referring more buys ------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("size", "digits", "points"), some_of([(40, 6, 100), (150, 1, 100), (60, 0, 7)], (40, 6, 100), (60, 0, 7))
)
def test_each_coverage_has_the_best_band_of_its_share(size, digits, points):
    plain = drawn(size, size)
    table = ScoreTable.summed(plain.score.round(digits), plain.positives, plain.negatives)
    steps = min(points, size)
    for key in ("ERR", "ACC", "FNR", "F1", "MCC", OWN):
        found = risk_coverage(table, key, points)
        assert found.coverage.tolist() == [i / steps for i in range(1, steps + 1)]
        bands = [best_band(table, key, float(Fraction(steps - i - 1, steps))) for i in range(steps)]
        np.testing.assert_equal([found.low, found.high], np.array([(band.low, band.high) for band in bands]).T)
        np.testing.assert_allclose(found.value, [band.value for band in bands], rtol=1e-12, atol=1e-13)
        known = found.value[~np.isnan(found.value)]
        assert (found.area, found.blind) == (close(known.mean()), close(thresholds.best(table, key).value))
        assert found.measure.better == ("lower" if key in LOWER else "higher")


@given(cases=any_cases, key=st.sampled_from(["ERR", "ACC", "FNR", "PPV"]))
def test_each_coverage_of_weighted_cases_by_all_bands(cases, key):
    found = risk_coverage(tabled(cases), key, points=5)
    steps = found.coverage.size
    assert found.coverage.tolist() == [i / steps for i in range(1, steps + 1)]
    for i in range(steps):
        right = best(tally(cases), key, Fraction(steps - i - 1, steps))
        assert found.value[i] == close(math.nan if right is None else right[2])


def test_the_error_rate_of_the_decided_falls_with_the_referred():
    found = risk_coverage(drawn(1000, 2))
    assert (found.measure.key, found.coverage.size, found.coverage[-1]) == ("ERR", 100, 1)
    assert found.area < found.blind / 2
    assert found.blind == found.value[-1]
    none = risk_coverage(ScoreTable.of([1, 2, 3], [0, 0, 0]), "TPR")
    assert np.isnan([*none.value, none.area, none.blind]).all()


def test_more_scores_than_are_looked_at():
    """Bands between every ninth score hold no more than their share, and are nearly as good."""
    table = drawn(9000, 4)
    assert table.score.size == 9000
    for key in ("ERR", "F1"):
        found = risk_coverage(table, key, points=5)
        assert set(found.low) | set(found.high) <= {*table.score, math.inf}
        for i, covered in enumerate(found.coverage):
            assert found.value[i] == pytest.approx(best_band(table, key, 1 - covered).value, abs=2e-3)
            cells = band_counts(table, found.low[i], found.high[i])
            assert found.value[i] == close(measure(key)(cells.decided))
            assert cells.share <= 1 - covered + 1e-12


def test_the_unit_of_the_weights_does_not_matter_and_equal_weights_are_none():
    rng = np.random.default_rng(6)
    score, truth, weight = rng.integers(0, 30, 60), rng.integers(0, 2, 60), rng.integers(1, 9, 60)
    for ones in ((1.0 * weight, 2**-10 * weight), (None, np.full(60, 50.0))):
        one, other = (risk_coverage(ScoreTable.of(score, truth, weight=each), points=10) for each in ones)
        assert one.coverage.tolist() == other.coverage.tolist()
        np.testing.assert_allclose(one.value, other.value, rtol=1e-12)


# How sure the ends are ---------------------------------------------------------------------------------------------

SIX_CASES = [(1, False), (2, False), (3, True), (4, False), (5, True), (6, True)]


def quantile(law, level):
    """The smallest value whose chance from below reaches the level, and how near any sum of chances comes to it."""
    below, nearest, answer = Fraction(0), Fraction(1), None
    for value in sorted(law):
        below += law[value]
        nearest = min(nearest, abs(below - level))
        if answer is None and below > level:
            answer = value
    return answer, nearest


@cache
def every_resample(choose):
    """The law of both ends that `choose` gives, each class being drawn in all 27 ways."""
    lows, highs = Counter(), Counter()
    classes = [[score for score, true in SIX_CASES if true == wanted] for wanted in (True, False)]
    for draws in itertools.product(*(itertools.combinations_with_replacement(one, 3) for one in classes)):
        times = [Counter(draw) for draw in draws]
        ways = math.prod(6 // math.prod(map(math.factorial, one.values())) for one in times)
        low, high = choose({score: [times[0][score], times[1][score]] for score, _ in SIX_CASES})
        lows[low] += Fraction(ways, 27 * 27)
        highs[high] += Fraction(ways, 27 * 27)
    return lows, highs


def by_share(key, share):
    """Where no drawn case lies between thresholds the high end is the lowest of them, as for a line."""

    def choose(bag):
        low, high, _ = best(bag, key, share)
        return low, min(one for one in [*bag, math.inf] if low <= one and six(bag, one, one) == six(bag, high, high))

    return choose


def in_parts(choose):
    """The mean six cells of the cases held out, over all six ways to deal them to three parts of one of each class.

    A part is decided by the ends that `choose` gives for the others, which count as all six do; the last two numbers
    are the truly positive and negative cases that are referred.
    """
    positives, negatives = ([case for case in SIX_CASES if case[1] is true] for true in (True, False))
    sums = [Fraction(0)] * 6
    for order in itertools.permutations(negatives):
        for pair in zip(positives, order, strict=True):
            others = {score: [Fraction(3, 2) * true, Fraction(3, 2) * (not true)]
                      for score, true in SIX_CASES if (score, true) not in pair}  # fmt: skip
            low, high = choose(others)
            cells = six(tally([(*case, 1) for case in pair]), low, high)
            sums = [so_far + Fraction(one, 6) for so_far, one in zip(sums, cells, strict=True)]
    return sums


def agrees(found, laws):
    """Whether the ends that resamples gave are those of the laws, where their quantiles are clear."""
    compared = []
    for law, (low, high) in zip(laws, (found.low, found.high), strict=True):
        for level, end in ((Fraction(1, 10), low), (Fraction(9, 10), high)):
            right, nearest = quantile(law, level)
            if nearest > 0.025:
                compared.append(end == close(right))
    return all(compared) and compared


@cache
def six_drawn():
    table = ScoreTable.of([score for score, _ in SIX_CASES], [true for _, true in SIX_CASES], positive=True)
    return Resamples.of(table, 2000, rng=np.random.default_rng(12), deals=200)


@pytest.mark.parametrize(
    ("key", "share"), some_of(itertools.product(["ACC", "ERR"], ["0", "0.2", "0.4"]), ("ACC", "0"), ("ERR", "0.4"))
)
def test_resamples_and_parts_held_out_by_enumeration(key, share):
    """Without referral there is one end, so every case left out is decided, also one between two drawn ones."""
    found = band_interval(key, float(share), drawn=six_drawn(), level=0.8)
    assert agrees(found, every_resample(by_share(key, share)))
    assert share != "0" or found.low == found.high
    banded, alone = (in_parts(lambda others, part=part: best(others, key, part)[:2]) for part in (share, "0"))
    values = [float(MEASURES[key](*cells[:4])) for cells in (banded, alone)]
    assert found.value == pytest.approx(values[0], abs=0.03)
    ahead = values[0] - values[1]
    assert found.lead.value == pytest.approx(ahead if key == "ACC" else -ahead, abs=0.03)
    assert found.value_low < found.value < found.value_high


def a_hundred_sets(best_of, interval_of, seed):
    """Sets of 400 from the binormal, the best band of each, and how sure it is."""
    tables = [drawn(400, place) for place in range(100)]
    return [
        (best_of(table), interval_of(drawn=resampled(table, 60, seed + place, 4))) for place, table in enumerate(tables)
    ]


def inside(sets, end, true):
    """In how many sets the interval of an end holds a place."""
    return sum(getattr(sure, end)[0] <= true(band) <= getattr(sure, end)[1] for band, sure in sets)


@pytest.mark.full
def test_the_true_ends_are_inside_as_often_as_promised():
    """Measured: 99 and 98 of 100 for 95 %; the bootstrap of a maximiser is cautious here."""
    sets = a_hundred_sets(lambda table: best_band(table, "ACC", 0.2), partial(band_interval, "ACC", 0.2), 1000)
    digits = {name: float(value) for name, value in given_ends("ACC", "0.2").items()}
    for end in ("low", "high"):
        assert inside(sets, end, lambda _, end=end: place(digits[end])) >= 88
        assert inside(sets, end, lambda band, end=end: getattr(band, end)) >= 90
    chosen, left_out = np.array([(band.value, sure.value) for band, sure in sets]).T
    lead = chosen - left_out
    assert lead.mean() > 4 * lead.std() / 10, "cases left out are decided worse than those that chose the band"
    assert chosen.mean() > digits["value"]
    assert abs(left_out.mean() - digits["value"]) < 0.01
    assert all(sure.value_low < sure.value < sure.value_high for _, sure in sets)


def test_the_same_generator_gives_the_same_band_and_a_higher_level_a_wider_one():
    narrow, again, wide = (
        band_interval("ACC", 0.3, drawn=resampled(drawn(80, 3), seed=5), level=level) for level in (0.5, 0.5, 0.99)
    )
    assert narrow == again
    assert wide.low[0] < narrow.low[0] <= narrow.low[1] < wide.low[1]
    assert narrow.low[1] <= narrow.high[1]
    assert narrow.value == wide.value


def test_one_class_is_resampled_too():
    found = band_interval("ACC", 0.25, drawn=resampled(ScoreTable.of([1, 2, 3, 4], [1, 1, 1, 1])))
    assert found.value_low < found.value < found.value_high < 1, "another one may lie below the lowest"
    assert found.low == (1, 1), "none are predicted negative"
    found = band_interval("TPR", 0.25, drawn=resampled(ScoreTable.of([1, 2, 3], [0, 0, 0])))
    assert np.isnan([*found.low, *found.high, found.value, found.value_low, found.value_high]).all()


# How sure the ends of a band by costs are --------------------------------------------------------------------------

OF_SIX = {  # payoffs of TP, FP, FN, TN, and of referred positives and negatives; what is referred is worth
    "three quarters": (4, 0, 0, 4, 3, 3),
    "almost a right answer, misses dear": (0, -2, -10, 0, -1, -1),
    "less than a mistake": (1, 0, 0, 1, -2, -2),
    "more than a right negative": (5, -3, -7, 1, -2, 2),
}


@pytest.mark.parametrize("name", some_of(OF_SIX, "three quarters"))
def test_resamples_and_parts_of_a_band_by_costs_by_enumeration(name):
    """Of equally good bands that with the fewest referred, then the lowest high end, then the highest low one."""
    *four, positive, negative = payoffs = OF_SIX[name]

    def choose(bag):
        return min(greatest(payoffs, bag)[-1], key=lambda ends: (ends[1], -ends[0]))

    referral = Referral(float(positive), float(negative))
    found = cost_band_interval(payoffs_named(four), referral, drawn=six_drawn(), level=0.8)
    assert agrees(found, every_resample(choose))
    earned = sum(one * cells for one, cells in zip(payoffs, in_parts(choose), strict=True))
    assert found.value == pytest.approx(float(earned) / 6, abs=0.06)
    if name == "less than a mistake":
        (line,) = thresholds.bootstrap_intervals(["ACC"], drawn=six_drawn(), level=0.8)
        assert found.low == found.high == (line.low, line.high)


@pytest.mark.full
def test_the_true_ends_by_costs_are_inside_as_often_as_promised():
    """A referral is worth three quarters of a right answer: referred from 1/4 to 3/4 on."""
    costs = ACCURACY, Referral(0.75, 0.75)
    law = band_thresholds(*costs, SHARE)
    sets = a_hundred_sets(lambda table: cost_band(table, *costs), partial(cost_band_interval, *costs), 2000)
    for end in ("low", "high"):
        assert inside(sets, end, lambda _, end=end: place(getattr(law, end).ratio)) >= 88
    truly = np.array(
        [-expected_cost((-1, -0.75, 0, -1, -0.75, 0), SHARE, *ratio([band.low, band.high])) for band, _ in sets]
    )
    chosen, left_out = np.array([(band.value, sure.value) for band, sure in sets]).T
    flattery = chosen - truly
    assert flattery.mean() > 4 * flattery.std() / 10, "a band flatters the cases that it was chosen by"
    assert abs((left_out - truly).mean()) < flattery.mean() / 2
    assert all(sure.value_low < sure.value < sure.value_high for _, sure in sets)


@pytest.mark.parametrize("name", ["F1", "MCC", "PPV"])
@pytest.mark.parametrize("digits", [5, 9])
def test_one_sweep_of_many_thresholds_gives_what_it_gives_among_several(name, digits):
    rng = np.random.default_rng(1)
    score = rng.random(3 * MANY).round(digits)
    counts = sweep(ScoreTable.of(score, rng.random(score.size) < score**2)).counts
    among = counts.map(lambda cell: np.asarray(cell)[None])
    for share in (0.0, 0.2, 0.7):
        places = _places_of_all(measure(name), counts, share)
        assert places.tolist() == _places_of_all(measure(name), among, share)[0].tolist()


@pytest.mark.parametrize(("weighted", "digits"), some_of(itertools.product([False, True], [4, 9])))
def test_thresholds_left_out_in_blocks_give_what_all_the_bands_give(weighted, digits):
    """Of one sweep and of several, for every measure; some have too many good bands to leave any out."""
    rng = np.random.default_rng(digits)
    score = rng.random(6000).round(digits)
    weight = rng.random(score.size).round(2) if weighted else None
    table = ScoreTable.of(score, rng.random(score.size) < score**2, weight=weight)
    drawn = resampled(table, 3, deals=1)
    sweeps = [sweep(table).counts, *drawn, *(split.other for split in drawn.splits())]
    by_blocks = Counter()
    for counts, key, share in itertools.product(sweeps, MEASURES_OF_TABLE, (0.0, 0.2)):
        judged = measure(key)
        if judged.monotone and counts.tp.shape[-1] >= BY_BLOCKS:
            found = _places_by_blocks(judged, counts, share)
            by_blocks[found is not None] += 1
            if found is not None:
                np.testing.assert_array_equal(found, _places_of_all(judged, counts, share), f"{key} {share}")
    assert by_blocks[True] > by_blocks[False]


@pytest.mark.parametrize("share", [0.1, 0.4])
def test_f1_of_the_decided_cases_has_one_peak_over_the_edge_of_the_band(share):
    """Appendix C of document 003, for scores whose ratio rises: each edge with the other one at the same share."""
    table = fine()
    cases = table.positives + table.negatives
    upto = np.append(0.0, np.cumsum(cases))
    wide = round(share * cases.size)
    first = np.arange(cases.size - wide + 1)
    below = np.append(0.0, np.cumsum(table.positives))
    tp, called = below[-1] - below[first + wide], upto[-1] - upto[first + wide]
    decided = below[-1] - (below[first + wide] - below[first])
    f1 = 2 * tp / (decided + called)
    moves = np.sign(np.diff(f1)[np.abs(np.diff(f1)) > 1e-12])
    assert (np.diff(moves) != 0).sum() == 1
    found = best_band(table, "F1", share)
    assert found.low == pytest.approx(float(table.score[int(f1.argmax())]), abs=2 * step(found.low))
    assert found.value == pytest.approx(float(f1.max()), abs=1e-6)
