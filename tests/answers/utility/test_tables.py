"""Which is worth most? The tables, and how it is computed."""

import math
import re
from fractions import Fraction

import numpy as np
import pytest

from ddcore.counts import Counts
from tests.helpers.answers import asked, counted, holds
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


def on_the_map(models, steps=601):
    """How much of the hexagon each of some models, of always positive and of always negative wins, place by place."""
    x, y = np.meshgrid(*[np.linspace(-1, 1, steps)] * 2)
    x, y = x[np.abs(x - y) <= 1], y[np.abs(x - y) <= 1]
    payoffs = np.stack([1 - np.maximum(x, 0), np.maximum(y, 0), np.maximum(-y, 0), 1 - np.maximum(-x, 0)], axis=1)
    P, N = models[0][0] + models[0][2], models[0][1] + models[0][3]
    earned = payoffs @ np.transpose([*models, (P, N, 0, 0), (0, 0, P, N)])
    return np.bincount(earned.argmax(axis=1), minlength=len(models) + 2) / x.size


CHANCE = "Probability of being worth most"


def test_table():
    rows = rows_of(factory(unsure=0.1))
    assert rows["Classifier"].tolist() == ["always short", "A", "B", "always long"]
    assert rows["Per case (EUR)"].tolist() == pytest.approx([65, 3.5, -3.5, -160])
    assert rows.iloc[:, 4].tolist() == pytest.approx([0, -61.5, -68.5, -225])
    low, high = rows["95 % from"], rows["95 % to"]
    for place, cells in ((1, A), (2, B)):
        assert (low[place], high[place]) == pytest.approx(limits(FACTORY, cells))
        assert tuple(rows.iloc[place, 7:]) == pytest.approx(ahead(FACTORY, cells), abs=6e-5)
    assert (low[0], high[0], low[3], high[3]) == (65, 65, -160, -160)
    assert rows.iloc[[0, 3], 7:].isna().all(axis=None)
    order = [3, 0, 1, 2]
    assert rows[CHANCE].to_numpy() == pytest.approx(won(FACTORY, [A, B], 50)[order], abs=0.008)
    assert rows["Share of the map"].to_numpy() == pytest.approx(on_the_map([A, B])[order], abs=0.004)


def test_table_without_unit_has_names_as_they_are():
    rows = rows_of(judged({"**P**": A, "Q": B}, RIGHT, always=("<b>", "a|b")))
    assert "Per case" in rows.columns
    assert rows["Classifier"].tolist() == ["Q", "**P**", "always <b>", "always a|b"]
    weighted = rows_of(judged({"P": (4.5, 3.75, 0.3, 6.75)}, RIGHT))
    assert weighted.loc[0, ["95 % from", "95 % to"]].isna().all()
    assert weighted["Per case"][0] == pytest.approx(11.25 / 15.3)


def test_regions():
    rows = rows_of(factory(), "map")
    assert rows["Worth most"].tolist() == ["always short", "B", "always long"]
    assert rows.iloc[:, 1].tolist() == pytest.approx([0, 18 / 43, 32 / 7])
    assert rows["to"].tolist() == pytest.approx([18 / 43, 32 / 7, math.inf])
    share = on_the_map([A, B])
    assert rows["Share of the map"].tolist() == pytest.approx([share[3], share[1], share[2]], abs=0.004)
    # Models that cannot be told apart share a region.
    alike = rows_of(judged({"P*": B, "Q": B}, RIGHT), "map")
    assert alike["Worth most"].tolist() == ["always no", "P* = Q", "always yes"]


# How it is computed ----------------------------------------------------------------------------------------------


def test_computed_of_the_factory():
    text = factory(unsure=0.1).method
    assert paired(text)
    assert formula(text)[:2] == (list(FACTORY), list(A))
    assert holds(text, "U_{TP}$ = 0.300", "U_{FN}$ = −0.600", "10,000 draws", "error of 10 %")
    for source in ("Wilson's limits (1927)", "Zou & Donner (2008)", "Jeffreys's posterior (1946)", "Kish 1965"):
        assert source in text
    assert not re.search("possible sets|if each case", text)
    sure = factory().method
    assert "normal error" not in sure
    several = judged({"A": A}, (10, 0, 0, 10), others=[(0.25, (20, 0, -4, 10))]).method
    assert formula(several)[:2] == ([12.5, 0, -1, 10], list(A))
    assert holds(several, "several possible sets", "equation 17")


@pytest.mark.parametrize(
    ("payoffs", "share"),
    [
        (FACTORY, "90.9 %"), (PRICES, "82 %"), (MEDICAL, "90.9 %"), (RIGHT, "50 %"), ((3, 0, 0, 1), "25 %"),
        # Off the map, where wrong answers are worth more, and where only one class has something at stake.
        (SWAPPED, "50 %"), ((0, 3, 1, 0), "75 %"), ((2, 1, 2, 3), "100 %"), ((3, 1, 2, 1), "0 %"),
    ],
)  # fmt: skip
def test_break_even(payoffs, share):
    """At the share that is said, both constant answers earn the same up to its rounding."""
    text = judged({"A": A}, payoffs).method
    assert text.count("are worth the same") == 1
    assert f"where {share} of" in text
    f = float(share.removesuffix(" %")) / 100
    tp, fp, fn, tn = payoffs
    slope = abs(tp - fn) + abs(tn - fp)
    assert f * tp + (1 - f) * fp == pytest.approx(f * fn + (1 - f) * tn, abs=0.0006 * slope)


def test_break_even_of_constant_answers_that_never_meet_or_always_do():
    """A right answer is worth more for one class and less for the other; or nothing is at stake."""
    for payoffs in ((3, 2, 1, 0), (1, 0, 3, 4), (9, 1, 0, 0)):
        tp, fp, fn, tn = payoffs
        leads = [f * tp + (1 - f) * fp - f * fn - (1 - f) * tn for f in np.linspace(0, 1, 101)]
        assert min(leads) > 0 or max(leads) < 0
        text = judged({"A": A}, payoffs).method
        assert "constant answer is better" in text
        assert "are worth the same" not in text
    assert "nothing is at stake" in judged({"A": A}, (2, 1, 2, 1)).method


def formula(text):
    """The numerator of the yield as it stands, payoffs and counts, and the denominator."""
    (filled,) = re.findall(r"\$\$\n(.*)\n\$\$", text)
    assert not re.search(r"(?<!\{),|,(?!\})", filled)
    above, below = re.fullmatch(r"\\frac\{(.*)\}\{((?:\d|\{,\})+(?:\.\d+)?)\}", filled).groups()
    pairs = re.findall(r"([-+]?)([\d.]+)\\cdot ([\d.]+)", above.replace("{,}", ""))
    assert "".join(rf"{sign}{payoff}\cdot {count}" for sign, payoff, count in pairs) == above.replace("{,}", "")
    return [Fraction(sign + payoff) for sign, payoff, _ in pairs], [Fraction(count) for *_, count in pairs], below


@pytest.mark.parametrize(
    ("payoffs", "cells", "total"),
    [
        ((1_234_567.5, 0, -2_500_001, 7), (1_234_567, 2, 3, 4_000_001), "5{,}234{,}573"),
        ((1e12, 0, -2.5e11, 7), A, "100"),
        ((0.1, -0.3, 0, 1e-5), A, "100"),
        (RIGHT, (4.5, 3.75, 0.25, 6.75), "15.25"),
    ],
)
def test_computed_has_all_digits_and_no_exponent(payoffs, cells, total):
    """1e-06 in a formula reads as a number times e."""
    found = formula(judged({"A": cells}, payoffs).method)
    assert found == ([Fraction(str(payoff)) for payoff in payoffs], list(cells), total)


def test_sums_of_weights_have_no_digits_of_rounding():
    counts = Counts(tp=sum([0.1] * 7), fp=0.1 + 0.2, fn=608.9900000000002, tn=1e11 + 0.25)
    text = asked("utility", counted(counts), u=(0.1 + 0.2, -1, 0, 1)).method
    assert not re.search(r"\d\.\d{7}", text)
    assert r"0.3\cdot 0.7" in text
    assert "608.99" in text
    assert "100{,}000{,}000{,}000.25" in text
