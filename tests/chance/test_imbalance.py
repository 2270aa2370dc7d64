"""A classifier over the imbalance of its classes: each form against its definition, tops against a look everywhere."""

import itertools
import math
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from ddcore.chance import dutch_draw, guessing
from ddcore.chance.balance import balanced
from ddcore.chance.imbalance import (
    FORMS,
    Imbalance,
    ahead,
    changes,
    crossings,
    disagreement,
    imbalance_curve,
    marks,
    spans,
)
from ddcore.counts import Counts
from ddcore.errors import InputError
from ddcore.measures import MEASURES, measure
from tests.helpers.loops import nonempty
from tests.helpers.tiers import some_of
from tests.oracles import DEFINITIONS

SHARES = [key for key in MEASURES if key not in ("TP", "TN", "FP", "FN")]
"""Measures that do not grow with the data: they have a limit."""
ENDLESS = ("DOR", "PLR")
DELTA = np.array([-0.96, -0.5, -0.1, 0.0, 0.3, 0.9])


def chance_of(guess, share):
    named = {"half": Fraction(1, 2), "prevalence": share, "mode": Fraction(int(share > Fraction(1, 2)))}
    return named[guess] if guess in named else Fraction(guess)


def beyond(value, guessed, perfect):
    """(value - guessed) / (perfect - guessed), or None."""
    if value is None or guessed is None or perfect is None or guessed == perfect:
        return None
    return (value - guessed) / (perfect - guessed)


def floats(values):
    return [math.nan if value is None else float(value) for value in values]


LARGE = 10**8
"""Measures of shares are the same for tables of any size; these cells are whole numbers for all rates used here."""


def table(share, tpr, tnr):
    """Cells of `LARGE` cases."""
    positives = share * LARGE
    negatives = LARGE - positives
    cells = positives * tpr, negatives * (1 - tnr), positives * (1 - tpr), negatives * tnr
    assert all(cell.denominator == 1 for cell in cells)
    return tuple(int(cell) for cell in cells)


def in_the_limit(definition, delta, tpr, tnr, guess, form):
    if form == "chance":
        return None
    share = (1 + Fraction(str(delta))) / 2
    level = Fraction(1, 2) if form.startswith("balanced") else share
    g = chance_of(guess, share)
    value = definition(*table(level, tpr, tnr))
    guessed = definition(*table(level, g, 1 - g))
    perfect = definition(*table(level, Fraction(1), Fraction(1)))
    kind = form.removeprefix("balanced_")
    return {"guessed": guessed, "normalised": beyond(value, guessed, perfect)}.get(kind, value)


@pytest.mark.parametrize("guess", some_of(["half", "prevalence", "mode", 0.25, 0.0], "prevalence", 0.25))
def test_every_form_in_the_limit_is_that_of_a_large_table(guess):
    tpr, tnr = Fraction(3, 5), Fraction(4, 5)
    for key in SHARES:
        found = Imbalance(measure(key), float(tpr), float(tnr), guess)
        for form in FORMS:
            exact = floats(in_the_limit(DEFINITIONS[key], delta, tpr, tnr, guess, form) for delta in DELTA)
            values = found.at(form, DELTA)
            np.testing.assert_allclose(values, exact, rtol=1e-12, atol=1e-14, err_msg=f"{key} {form}")


def test_forms_in_finite_data_are_those_of_their_modules():
    tpr, tnr = 0.6, 0.75
    large = "F1", "MCC", "G2", "PT", "CC", "FM", "DOR", "PLR", "prevalence", "PP"
    for total, keys in ((2, large), (9, MEASURES), (1_000, large)):
        for key, positives in nonempty(itertools.product(keys, sorted({1, total // 2, total - 1}))):
            found = Imbalance(measure(key), tpr, tnr, "prevalence", total)
            delta, negatives = 2 * positives / total - 1, total - positives
            hits, calm = positives * tpr, negatives * tnr
            counts = Counts(tp=hits, fp=negatives - calm, fn=positives - hits, tn=calm)
            chance = dutch_draw.baseline(key, total, positives).best(measure(key).better)
            right = {"chance": chance}
            for prefix, row in (("", measure(key)), ("balanced_", balanced(key)))[: 1 if total > 9 else 2]:
                score = float(row(counts))
                mean = guessing.expectation(row, total, positives, positives / total)
                ideal = math.inf if key in ENDLESS else row.ideal(total, positives)
                right[prefix.rstrip("_") or "value"] = score
                right[f"{prefix}guessed"] = mean
                right[f"{prefix}normalised"] = guessing.min_max(score, mean, ideal)
            for form, value in nonempty(right.items()):
                place = f"{key} {form} {total} {positives}"
                np.testing.assert_allclose(found.at(form, delta), value, rtol=1e-11, atol=1e-14, err_msg=place)


@pytest.mark.parametrize("key", ["F1", "kappa", "G2", "TP"])
def test_between_two_whole_numbers(key):
    """Scores need no whole numbers; what chance reaches lies on the straight line, and is unknown before the first."""
    total = 11
    found = Imbalance(measure(key), 0.6, 0.8, "half", total)
    for form in (form for form in FORMS if form not in ("value", "balanced")):
        ends = found.at(form, 2 * np.arange(1, total) / total - 1)
        for part in (0.001, 0.25, 0.5, 0.999):
            between = found.at(form, 2 * (np.arange(1, total - 1) + part) / total - 1)
            np.testing.assert_allclose(between, (1 - part) * ends[:-1] + part * ends[1:], rtol=1e-12)
        assert np.isnan(found.at(form, np.array([2 * 0.01 - 1, 2 * 0.99 - 1]))).all(), form
    share = np.array([0.01, 0.37, 0.99])
    P, N = total * share, total * (1 - share)
    score = measure(key)(Counts(tp=0.6 * P, fp=0.2 * N, fn=0.4 * P, tn=0.8 * N))
    np.testing.assert_allclose(found.at("value", 2 * share - 1), score, rtol=1e-12)


def test_values_do_not_depend_on_what_was_asked_before():
    fresh = Imbalance(measure("F1"), 0.6, 0.8, "half", 30)
    used = Imbalance(measure("F1"), 0.6, 0.8, "half", 30)
    delta = np.linspace(-0.9, 0.9, 57)
    for form in FORMS:
        used.at(form, delta[::-1])
    for form in FORMS:
        np.testing.assert_array_equal(used.at(form, delta), fresh.at(form, delta))
        apart = [float(fresh.at(form, one)) for one in delta]
        np.testing.assert_array_equal(used.at(form, delta), apart)


@pytest.mark.parametrize("text", ["= tp / m", "= tp - fp", "= (tp + tn) / m", "= tp / p - fp / n"])
def test_a_formula_beyond_a_guesser_in_balance_is_scaled_by_its_best_in_balance(text):
    """In balance half of the cases are positive, however many are in the data, and be it half a case."""
    row = measure(text)
    for total, positives in ((100, 10), (100, 50), (100, 80), (101, 10), (7, 5)):
        half = total / 2
        value, mean, perfect = (
            float(row.on(Counts(tp=hit * half, fp=alarm * half, fn=(1 - hit) * half, tn=(1 - alarm) * half)))
            for hit, alarm in ((0.6, 0.2), (0.5, 0.5), (1, 0))
        )
        found = Imbalance(row, 0.6, 0.8, "half", total).at("balanced_normalised", 2 * positives / total - 1)
        assert found == pytest.approx((value - mean) / (perfect - mean), rel=1e-10)


def test_the_grid():
    """At whole numbers; in the limit it leaves out the ends."""
    for total in (2, 3, 50, 101, 202, 203, 1_000, 10**9):
        delta = Imbalance(measure("ACC"), 0.6, 0.8, "half", total).grid()
        positives = (1 + delta) / 2 * total
        np.testing.assert_allclose(positives, positives.round(), rtol=1e-12, atol=4e-16 * total)
        assert (np.diff(positives) > 0.5).all()
        assert (positives[0].round(), positives[-1].round()) == (1, total - 1)
        assert delta.size == min(201, total - 1)
        assert total == 2 or np.ptp(np.diff(positives.round())) <= 1
    limit = Imbalance(measure("ACC"), 0.6, 0.8, "half")
    assert (limit.grid(99), limit.grid().size) == (pytest.approx(np.arange(-98, 99, 2) / 100), 201)


TOPS = [
    ("F1", 0.6, 0.8, "half", "normalised"),
    ("NF1", 0.6, 0.8, "half", "normalised"),
    ("F1", 0.9, 0.7, 0.2, "normalised"),
    ("F1", 0.3, 0.9, "prevalence", "normalised"),
    ("MCC", 0.6, 0.8, "half", "value"),
    ("kappa", 0.6, 0.8, "half", "value"),
    ("kappa", 0.95, 0.55, "half", "normalised"),
    ("MK", 0.7, 0.9, "half", "value"),
    ("TS", 0.6, 0.8, "half", "normalised"),
]


@pytest.mark.parametrize("total", [50, *(pytest.param(more, marks=pytest.mark.full) for more in (101, 1_000))])
def test_the_top_in_finite_data_is_the_highest_of_all_whole_numbers(total):
    numbers = np.arange(1, total)
    inside = 0
    for key, tpr, tnr, guess, form in TOPS if total < 1_000 else (TOPS[0], *TOPS[3:6]):
        everywhere = Imbalance(measure(key), tpr, tnr, guess, total).at(form, 2 * numbers / total - 1)
        best = int(np.nanargmax(everywhere))
        top = Imbalance(measure(key), tpr, tnr, guess, total).top(form)
        if best in (0, numbers.size - 1):
            assert top is None
            continue
        place, value = top
        positives = (1 + place) / 2 * total
        inside += 1
        assert value == pytest.approx(everywhere[best], rel=1e-13)
        assert round(positives) == pytest.approx(positives, abs=1e-9)
        assert everywhere[round(positives) - 1] == pytest.approx(everywhere[best], rel=1e-13)
    assert inside > 2


@pytest.mark.parametrize("total", [20_001, pytest.param(1_000_000, marks=pytest.mark.full)])
def test_the_top_in_large_data_is_the_highest_of_all_whole_numbers(total):
    P = np.arange(1, total)
    tp, fp = 0.9 * P, 0.45 * (total - P)
    kappa = 2 * (tp * (total - P - fp) - fp * (P - tp)) / (P * (total - tp - fp) + (total - P) * (tp + fp))
    place, value = Imbalance(measure("kappa"), 0.9, 0.55, "half", total).top("value")
    assert value == pytest.approx(kappa.max(), rel=1e-14)
    assert (1 + place) / 2 * total == pytest.approx(P[np.argmax(kappa)], abs=1e-6 if total < 10**5 else 20)


@pytest.mark.parametrize(("tpr", "tnr"), [(0.6, 0.8), (0.9, 0.55), (0.3, 0.95)])
def test_the_top_of_kappa_in_the_limit(tpr, tnr):
    """Kappa is 2 J a (1 - a) / (a (1 - s) + (1 - a) s) with s = a TPR + (1 - a) FPR called positive; its slope is 0."""

    def kappa(a):
        s = a * tpr + (1 - a) * (1 - tnr)
        return 2 * (tpr + tnr - 1) * a * (1 - a) / (a * (1 - s) + (1 - a) * s)

    # With q = a (1 - a): the slope of q / (a + s - 2 a s) vanishes where (1 - 2a) d = q d', d = b + c a + e a^2.
    f, j = 1 - tnr, tpr + tnr - 1
    b, c, e = f, 1 + j - 2 * f, -2 * j
    roots = np.roots([-c - e, -2 * b, b])  # (1 - 2a)(b + c a + e a^2) - (a - a^2)(c + 2 e a)
    [a] = [float(root.real) for root in roots if 0 < root.real < 1]
    place, value = Imbalance(measure("kappa"), tpr, tnr, "half").top("value")
    assert place == pytest.approx(2 * a - 1, abs=1e-8)
    assert value == pytest.approx(kappa(a), rel=1e-13)
    # MCC = J sqrt(a (1 - a) / (s (1 - s))); for TPR = TNR it is symmetric and highest in balance.
    assert Imbalance(measure("MCC"), 0.7, 0.7, "half").top("value") == pytest.approx((0, 0.4), abs=1e-8, rel=1e-13)


@pytest.mark.parametrize("total", [None, 50, 1_000])
def test_no_top_at_an_end_nor_on_a_level(total):
    """It falls all along, or rises, or is level, or has no value."""
    levels = [("TPR", "value"), ("J", "value"), ("BACC", "value"), ("G2", "value"), ("F1", "balanced")]
    for key, form in [("ACC", "value"), ("F1", "value"), ("DOR", "normalised"), *levels]:
        assert Imbalance(measure(key), 0.6, 0.8, "half", total).top(form) is None, (key, form)
    assert Imbalance(measure("ACC"), 0.8, 0.6, "half", total).top("value") is None
    assert Imbalance(measure("ACC"), 0.6, 0.8, "half").top("chance") is None


LINE = np.linspace(-1, 1, 203)[1:-1]


def test_crossings_are_roots():
    for gap, places in (
        (lambda d: d, [0]),
        (lambda d: d**2 - 0.2, [-math.sqrt(0.2), math.sqrt(0.2)]),
        (lambda d: np.sin(5 * d), [-math.pi / 5, 0, math.pi / 5]),
        (lambda d: 1e-6 * (d - 0.5), [0.5]),
        (lambda d: np.where(np.asarray(d) < -0.5, np.nan, d - 0.25), [0.25]),  # next to where there is no value
        (lambda d: (d - LINE[30]) * (d - 0.0567) * (d - LINE[150]), [LINE[30], 0.0567, LINE[150]]),
        (lambda d: d - LINE[77], [LINE[77]]),  # on the grid
    ):
        assert crossings(gap, LINE) == pytest.approx(places, abs=1e-10)


def test_difficult_crossings():
    assert crossings(lambda d: (d - 0.123) ** 3, LINE) == pytest.approx([0.123], abs=1e-4)
    assert crossings(lambda d: d, np.array([-1.0, 0.0, 1.0])) == [0.0]


def test_no_crossing():
    for gap in (
        lambda d: np.where(d > 0.101, 1.0, -1.0),  # a jump
        lambda d: 1 / (d - 0.101),  # a pole
        lambda d: (d - 0.101) ** 2,  # it touches zero
        lambda d: -((d - LINE[120]) ** 2),  # it touches zero on the grid
        lambda d: 0 * d,
        lambda d: 3e-14 * np.sin(40 * d),  # rounding
        lambda d: d * math.nan,
    ):
        assert crossings(gap, LINE) == []


@given(st.lists(st.floats(-0.95, 0.95), min_size=1, max_size=4, unique_by=lambda x: round(x, 1)))
def test_crossings_of_polynomials(roots):
    roots = sorted(roots)
    if min(np.diff(roots), default=1) < 0.05:
        return

    def gap(d):
        return np.prod([np.asarray(d) - root for root in roots], axis=0)

    assert crossings(gap, LINE) == pytest.approx(roots, abs=1e-9)


def test_identical_curves_do_not_cross():
    one, other = (Imbalance(measure(key), 0.6, 0.8, "half") for key in ("J", "own = tp / p - fp / n"))
    assert crossings(lambda d: one.at("value", d) - measure("J").on(one._cells(3.0, (1 + d) / 2)), LINE) == []
    assert crossings(lambda d: one.at("value", d) - other.at("value", d), LINE) == []


def test_what_cannot_be_is_said():
    for rates in ((1.2, 0.5), (-0.1, 0.5), (math.nan, 0.5)):
        with pytest.raises(InputError, match=f"TPR must be between 0 and 1, got {rates[0]}"):
            Imbalance(measure("F1"), *rates, "half", 100)
    with pytest.raises(InputError, match="TNR must be between 0 and 1, got 80"):
        Imbalance(measure("F1"), 0.5, 80, "half")
    for total in (0, 1, 10**9 + 1):
        with pytest.raises(
            InputError, match=f"the number of cases must be between 2 and 1,000,000,000, got {total:,}$"
        ):
            Imbalance(measure("F1"), 0.5, 0.5, "half", total)
    for total in (None, 20):
        with pytest.raises(InputError, match=r"g must be between 0 and 1, got 1\.2"):
            Imbalance(measure("F1"), 0.6, 0.8, 1.2, total).at("guessed", 0.0)
        with pytest.raises(InputError, match="g must be a number or one of half, prevalence, mode, got 'coin'"):
            Imbalance(measure("F1"), 0.6, 0.8, "coin", total).at("normalised", 0.0)


def test_rates_at_the_ends_are_allowed():
    perfect = Imbalance(measure("F1"), 1, 1, "half")
    assert perfect.at("value", DELTA).tolist() == [1] * DELTA.size
    assert perfect.at("normalised", DELTA).tolist() == pytest.approx([1] * DELTA.size)
    silent = Imbalance(measure("PPV"), 0, 1, "half")
    assert np.isnan(silent.at("value", DELTA)).all()
    assert Imbalance(measure("ACC"), 0, 0, "half", 2).at("value", 0.0) == 0


def places(keys, guess, total=None):
    """(kind, form, keys) -> the places, of the classifier with TPR 0.6 and TNR 0.8."""
    curves = [imbalance_curve(Imbalance(measure(key), 0.6, 0.8, guess, total)) for key in keys]
    found = {}
    for mark in marks(curves):
        found.setdefault((mark.kind, mark.form, "/".join(mark.keys)), []).append((mark.delta, mark.value))
    return found


def test_marks_of_two_measures_of_a_guesser_and_of_the_best_draw():
    found = places(["F1", "NF1"], "half")
    assert set(found) == {("top", "normalised", "F1"), ("equal", "value", "F1/NF1"), ("equal", "normalised", "F1/NF1")}
    assert found["equal", "value", "F1/NF1"] == [pytest.approx((1 / 7, 24 / 35), abs=1e-12)]
    assert found["equal", "normalised", "F1/NF1"] == [pytest.approx((0.5, 0.3), abs=1e-12)]
    # (3 - d)(1 + d) / (9 + 7d) is highest at d = (-9 + 2 sqrt 15) / 7.
    assert found["top", "normalised", "F1"] == [pytest.approx((-0.1791476153693, 0.3368993186769), abs=1e-10)]
    found = places(["ACC"], "prevalence")
    # 0.7 - 0.1 d meets (1 + d^2) / 2 at (-1 -+ sqrt 41) / 10.
    even = [(-1 - math.sqrt(41)) / 10, (-1 + math.sqrt(41)) / 10]
    assert found["guesser", "value", "ACC"] == [pytest.approx((d, 0.7 - 0.1 * d), abs=1e-12) for d in even]
    assert not [kind for kind, _, _ in found if kind == "chance"]
    found = places(["ACC"], "half", 1000)
    # Accuracy 0.8 - 0.2 a meets max(a, 1 - a) at a = 1/4 and a = 2/3.
    assert found["chance", "value", "ACC"] == [
        pytest.approx((-0.5, 0.75), abs=1e-9),
        pytest.approx((1 / 3, 2 / 3), abs=1e-5),
    ]


def test_a_curve_holds_every_form_on_its_grid():
    found = imbalance_curve(Imbalance(measure("G2"), 0.6, 0.8, "half", 40), points=9)
    assert list(found.forms) == list(FORMS)
    for form, values in found.forms.items():
        np.testing.assert_array_equal(values, found.source.at(form, found.delta))
    assert (found.delta.size, found.measure.key, np.shape(found.source.at("value", -0.8))) == (9, "G2", ())
    assert found.source.at("value", [[-0.8], [0.8]]).shape == (2, 1)


def exact_forms(key, guess, share, tpr, tnr):
    """A score and what it is beyond a guesser in the limit, from its definition in fractions; NaN where undefined."""
    delta = 2 * share - 1
    values = [in_the_limit(DEFINITIONS[key], delta, tpr, tnr, guess, form) for form in ("value", "normalised")]
    return [math.nan if value is None else float(value) for value in values]


ORDERS = ["F1", "NF1", "ERR", "FPR", "PPV"]


@pytest.mark.parametrize(
    ("keys", "rates"),
    [
        (ORDERS, ("3/5", "4/5")),
        pytest.param(SHARES, ("3/5", "4/5"), marks=pytest.mark.full),
        pytest.param(SHARES, ("9/10", "3/10"), marks=pytest.mark.full),
        pytest.param(SHARES, ("3/10", "11/20"), marks=pytest.mark.full),
    ],
)
def test_two_measures_disagree_where_their_exact_orders_differ(keys, rates):
    """At each share of a grid the order of the scores, and that beyond the guesser, from the definitions in fractions.

    Of two measures that are better when lower the lower score is the better; beyond a guesser higher is better.
    """
    tpr, tnr = map(Fraction, rates)
    judging = [key for key in keys if measure(key).judges]
    grid = [Fraction(at, 50) + Fraction(1, 1000) for at in range(50)]
    share = np.array([float(at) for at in grid])
    for guess in ("half", "prevalence", "mode", "3/10"):
        named = guess if guess in guessing.GUESSERS else float(Fraction(guess))
        curves = {key: imbalance_curve(Imbalance(measure(key), float(tpr), float(tnr), named)) for key in judging}
        exact = {key: np.array([exact_forms(key, guess, at, tpr, tnr) for at in grid]).T for key in judging}
        for first, second in nonempty(itertools.combinations(judging, 2)):
            raw, beyond = exact[first] - exact[second]
            if measure(first).better == measure(second).better == "lower":
                raw = -raw
            clear = ~(np.abs(raw) < 1e-9) & ~(np.abs(beyond) < 1e-9)
            ranges = disagreement(curves[first], curves[second])
            found = np.any([(low < share) & (share < high) for low, high in ranges] or [share < 0], axis=0)
            np.testing.assert_array_equal(found[clear], (raw * beyond < 0)[clear], err_msg=f"{first} {second} {guess}")


@pytest.mark.parametrize(
    ("total", "guess"), [(12, "half"), pytest.param(41, "prevalence", marks=pytest.mark.full), (12, "mode"), (12, 0.3)]
)
def test_chance_and_a_guesser_are_ahead_where_their_means_are(total, guess):
    """At each whole number of positives."""
    for key in nonempty(["F1", "NF1", "ERR", "MCC", "PPV", "FNR", "G2"]):
        row = measure(key)
        curve = imbalance_curve(Imbalance(row, 0.45, 0.7, guess, total))
        positives = np.arange(1, total)
        score = row(Counts(
            tp=0.45 * positives, fp=0.3 * (total - positives), fn=0.55 * positives, tn=0.7 * (total - positives)
        ))  # fmt: skip
        means = {
            "guessed": guessing.expectation(key, total, positives, guess),
            "chance": [dutch_draw.baseline(key, total, int(P)).best(row.better) for P in positives],
        }
        for form, mean in nonempty(means.items()):
            ranges = ahead(curve, form)
            share = positives / total
            found = np.any([(low < share) & (share < high) for low, high in ranges] or [share < 0], axis=0)
            clear = ~(np.abs(mean - score) < 1e-9)
            np.testing.assert_array_equal(found[clear], row.is_better(mean, score)[clear], err_msg=f"{key} {form}")


def test_places_where_a_sign_changes():
    """A crossing, a jump, the end of what has a value, and two crossings between two points of the grid."""
    grid = np.linspace(-1, 1, 21)
    assert changes(lambda d: np.where(d < 0.33, np.nan, d - 0.52), grid) == pytest.approx([0.33, 0.52], abs=1e-12)
    assert changes(lambda d: np.where(d < 0.33, -1.0, 1.0), grid) == pytest.approx([0.33], abs=1e-12)
    assert changes(lambda d: (d - 0.22) * (d - 0.26), grid) == pytest.approx([0.22, 0.26], abs=1e-9)
    assert crossings(lambda d: (d - 0.22) * (d - 0.26), grid) == pytest.approx([0.22, 0.26], abs=1e-9)
    assert changes(np.zeros_like, grid) == []
    signs = [lambda d: d - 0.5, lambda d: np.where(d < 0, np.nan, 1.0)]
    assert spans(signs, grid, lambda one, other: one * other < 0) == [pytest.approx((0.0, 0.5), abs=1e-12)]
    assert spans(signs, grid, lambda one, other: one < 2) == [(-1.0, 1.0)]
