"""Which is worth most? The tables, and how it is computed."""

import math
import re
from fractions import Fraction

import numpy as np
import pandas as pd
import pytest

from ddcore.counts import Counts
from tests.helpers.answers import asked, counted
from tests.helpers.lines import paired
from tests.helpers.utility_answers import (
    FACTORY,
    MEDICAL,
    PRICES,
    RIGHT,
    SWAPPED,
    A,
    B,
    ahead,
    factory,
    judged,
    limits,
    rows_of,
    won,
)

# The tables ------------------------------------------------------------------------------------------------------


def on_the_map(models, steps=601):
    """How much of the hexagon each of some models, of always positive and of always negative wins, place by place."""
    x, y = np.meshgrid(*[np.linspace(-1, 1, steps)] * 2)
    x, y = x[np.abs(x - y) <= 1], y[np.abs(x - y) <= 1]
    payoffs = np.stack([1 - np.maximum(x, 0), np.maximum(y, 0), np.maximum(-y, 0), 1 - np.maximum(-x, 0)], axis=1)
    P, N = models[0][0] + models[0][2], models[0][1] + models[0][3]
    earned = payoffs @ np.transpose([*models, (P, N, 0, 0), (0, 0, P, N)])
    return np.bincount(earned.argmax(axis=1), minlength=len(models) + 2) / x.size


def test_table():
    rows = rows_of(factory(unsure=0.1))
    assert list(rows.columns) == [
        "Classifier",
        "Per case (EUR)",
        "95 % from",
        "95 % to",
        "Beyond the best constant answer",
        "Probability of being worth most",
        "Share of the map",
        "Beats constant answers from prevalence",
        "to prevalence",
    ]
    assert rows["Classifier"].tolist() == ["always short", "A", "B", "always long"]
    assert rows["Per case (EUR)"].tolist() == pytest.approx([65, 3.5, -3.5, -160])
    assert rows["Beyond the best constant answer"].tolist() == pytest.approx([0, -61.5, -68.5, -225])
    low, high = rows["95 % from"], rows["95 % to"]
    for place, cells in ((1, A), (2, B)):
        assert (low[place], high[place]) == pytest.approx(limits(FACTORY, cells))
        assert tuple(rows.iloc[place, 7:]) == pytest.approx(ahead(FACTORY, cells), abs=6e-5)
    assert (low[0], high[0], low[3], high[3]) == (65, 65, -160, -160)
    assert rows.iloc[[0, 3], 7:].isna().all(axis=None)
    chances, share = won(FACTORY, [A, B], 50), on_the_map([A, B])
    for place, row in ((0, 3), (1, 0), (2, 1), (3, 2)):
        assert rows["Probability of being worth most"][place] == pytest.approx(chances[row], abs=0.008)
        assert rows["Share of the map"][place] == pytest.approx(share[row], abs=0.004)


def test_table_without_unit_has_names_as_they_are():
    rows = rows_of(judged({"**P**": A, "Q": B}, RIGHT, always=("<b>", "a|b")))
    assert "Per case" in rows.columns
    assert rows["Classifier"].tolist() == ["Q", "**P**", "always <b>", "always a|b"]
    assert all(pd.api.types.is_float_dtype(rows[column]) for column in rows.columns[1:])
    wins = rows["Probability of being worth most"].tolist()
    assert wins == pytest.approx(won(RIGHT, [A, B], 0)[[1, 0, 2, 3]], abs=0.008)


def test_table_of_weighted_cases_has_gaps():
    rows = rows_of(judged({"P": (4.5, 3.75, 0.3, 6.75)}, RIGHT))
    assert rows.loc[0, ["95 % from", "95 % to"]].isna().all()
    assert rows["Per case"][0] == pytest.approx(11.25 / 15.3)


def test_regions():
    rows = rows_of(factory(), "map")
    assert list(rows.columns) == [
        "Worth most",
        "Right on positive against negative, from",
        "to",
        "Share of the map",
        "Outline",
    ]
    assert rows["Worth most"].tolist() == ["always short", "B", "always long"]
    assert rows.iloc[:, 1].tolist() == pytest.approx([0, 18 / 43, 32 / 7])
    assert rows["to"].tolist() == pytest.approx([18 / 43, 32 / 7, math.inf])
    share = on_the_map([A, B])
    assert rows["Share of the map"].tolist() == pytest.approx([share[3], share[1], share[2]], abs=0.004)
    assert rows["Share of the map"].sum() == pytest.approx(1)


def test_outlines_of_the_regions_have_the_area_that_is_said():
    rows = rows_of(judged({"P": B, "Q": (20, 2, 30, 48), "R": (49, 40, 1, 10)}, RIGHT), "map")
    assert len(rows) == 5
    for outline, share in zip(rows["Outline"], rows["Share of the map"], strict=True):
        corners = [tuple(map(float, one)) for one in re.findall(r"\(([-\d.e]+), ([-\d.e]+)\)", outline)]
        area = sum(x * b - a * y for (x, y), (a, b) in zip(corners, [*corners[1:], corners[0]], strict=True)) / 2
        assert abs(area) / 3 == pytest.approx(share, abs=2e-4)


def test_regions_of_models_that_cannot_be_told_apart():
    rows = rows_of(judged({"P*": B, "Q": B}, RIGHT), "map")
    assert rows["Worth most"].tolist() == ["always no", "P* = Q", "always yes"]


# How it is computed ----------------------------------------------------------------------------------------------


def test_computed_of_the_factory():
    text = factory(unsure=0.1).method
    assert paired(text)
    assert "$$\n\\frac{15\\cdot 27-335\\cdot 15-35\\cdot 23+165\\cdot 35}{100}\n$$" in text
    assert (15 * 27 - 335 * 15 - 35 * 23 + 165 * 35) / 100 == 3.5
    assert "Both are worth the same where 90.9 % of the cases are positive." in text
    assert "$x = U_{TN} - U_{TP}$ = 0.300" in text
    assert "$y = U_{FP} - U_{FN}$ = −0.600" in text
    assert "**Uncertainty.** 10,000 draws (seed 1): the rates of each model from Beta laws" in text
    assert text.rstrip().endswith(
        " Each payoff has a normal error of 10 % of the span from the least to the greatest. If a right answer is "
        "worth at least as much as a wrong one, every draw keeps it so."
    )
    assert (
        "Wilson's limits (1927) of both rates, combined as by Zou & Donner (2008). Where one to three cases of a class "
        "are right, or wrong, the limit on that side is that of Jeffreys's posterior (1946) if it is wider. Weighted "
        "cases count as their effective number (Kish 1965). What a constant answer earns is known exactly.\n" in text
    )
    assert "Several sets" not in text
    assert "were each case worth" not in text


@pytest.mark.parametrize(
    ("payoffs", "share"),
    [(FACTORY, "90.9 %"), (PRICES, "82 %"), (MEDICAL, "90.9 %"), (RIGHT, "50 %"), ((3, 0, 0, 1), "25 %")],
)
def test_break_even(payoffs, share):
    """At the share that is said, both constant answers earn the same up to its rounding."""
    text = factory(payoffs).method
    assert f"Both are worth the same where {share} of the cases are positive." in text
    f = float(share.removesuffix(" %")) / 100
    tp, fp, fn, tn = payoffs
    slope = tp - fn + tn - fp
    assert f * tp + (1 - f) * fp == pytest.approx(f * fn + (1 - f) * tn, abs=0.0006 * slope)


@pytest.mark.parametrize("payoffs", [(3, 2, 1, 0), (1, 0, 3, 4), (9, 1, 0, 0)])
def test_break_even_where_one_constant_answer_is_always_better(payoffs):
    """A right answer is worth more for one class and less for the other."""
    tp, fp, fn, tn = payoffs
    leads = [f * tp + (1 - f) * fp - f * fn - (1 - f) * tn for f in np.linspace(0, 1, 101)]
    assert min(leads) > 0 or max(leads) < 0
    text = judged({"A": A}, payoffs).method
    assert "always one of the two constant answers. The same one is better at every share of positives.\n" in text


@pytest.mark.parametrize(
    ("payoffs", "said"),
    [
        (SWAPPED, "Both are worth the same where 50 % of the cases are positive."),
        ((0, 3, 1, 0), "Both are worth the same where 75 % of the cases are positive."),
        ((2, 1, 2, 1), "Both are worth the same at every share of positives, as nothing is at stake."),
        ((2, 1, 2, 3), "Both are worth the same where 100 % of the cases are positive."),
        ((3, 1, 2, 1), "Both are worth the same where 0 % of the cases are positive."),
    ],
    ids=["swapped", "wrong answers are worth more", "nothing at stake", "negatives only", "positives only"],
)
def test_break_even_is_not_denied_where_both_can_earn_the_same(payoffs, said):
    tp, fp, fn, tn = payoffs
    shares = [int(share) / 100 for share in re.findall(r"(\d+) %", said)] or [0, 0.3, 1]
    assert all(f * tp + (1 - f) * fp == pytest.approx(f * fn + (1 - f) * tn) for f in shares)
    text = judged({"A": A}, payoffs).method
    assert f"always one of the two constant answers. {said}\n" in text
    assert text.count("Both are worth the same") == 1


def test_computed_of_several_sets_uses_their_mean():
    text = judged({"A": A}, (10, 0, 0, 10), others=[(0.25, (20, 0, -4, 10))]).method
    assert r"12.5\cdot 27+0\cdot 15-1\cdot 23+10\cdot 35" in text
    assert text.rstrip().endswith(
        " The payoffs are taken as they stand. Several sets are possible: the one in use is their mean, weighed by "
        "probability (equation 17)."
    )


def test_computed_without_doubts_has_draws_of_the_rates_alone():
    text = factory().method
    assert text.rstrip().endswith("the better one is surer than told. The payoffs are taken as they stand.")


def formula(payoffs, cells):
    """The numerator of the yield as it stands: each payoff with its count."""
    (filled,) = re.findall(r"\$\$\n(.*)\n\$\$", judged({"A": cells}, payoffs).method)
    assert not re.search(r"(?<!\{),|,(?!\})", filled)
    above, below = re.fullmatch(r"\\frac\{(.*)\}\{((?:\d|\{,\})+(?:\.\d+)?)\}", filled).groups()
    pairs = re.findall(r"([-+]?)([\d.]+)\\cdot ([\d.]+)", above.replace("{,}", ""))
    assert "".join(rf"{sign}{payoff}\cdot {count}" for sign, payoff, count in pairs) == above.replace("{,}", "")
    return [Fraction(sign + payoff) for sign, payoff, _ in pairs], [Fraction(count) for *_, count in pairs], below


def test_computed_has_large_counts_and_payoffs_digit_by_digit():
    payoffs, cells = (1_234_567.5, 0, -2_500_001, 7), (1_234_567, 2, 3, 4_000_001)
    assert formula(payoffs, cells) == ([Fraction(one) for one in payoffs], list(cells), "5{,}234{,}573")


@pytest.mark.parametrize(
    "payoffs", [(1e-6, 0, 0, 2e-6), (1e12, 0, -2.5e11, 7), (0.1, -0.3, 0, 1e-5)], ids=["tiny", "large", "both"]
)
def test_computed_has_no_payoff_with_an_exponent(payoffs):
    """1e-06 in a formula reads as a number times e."""
    assert formula(payoffs, A) == ([Fraction(str(one)) for one in payoffs], list(A), "100")


def test_computed_of_weighted_cases_has_their_weights():
    assert formula(RIGHT, (4.5, 3.75, 0.25, 6.75)) == ([1, 0, 0, 1], [4.5, 3.75, 0.25, 6.75], "15.25")


def test_sums_of_weights_have_no_digits_of_rounding():
    counts = Counts(tp=sum([0.1] * 7), fp=0.1 + 0.2, fn=608.9900000000002, tn=1e11 + 0.25)
    text = asked("utility", counted(counts), u=(0.1 + 0.2, -1, 0, 1)).method
    assert not re.search(r"\d\.\d{7}", text)
    assert r"0.3\cdot 0.7" in text
    assert "608.99" in text
    assert "100{,}000{,}000{,}000.25" in text
