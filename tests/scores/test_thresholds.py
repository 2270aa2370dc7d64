"""Best thresholds against loops over cases in fractions, closed forms against derivatives and direct maximisation."""

import itertools
import math
import re
from fractions import Fraction
from functools import cache

import mpmath
import numpy as np
import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from scipy.stats import norm
from sklearn.linear_model import LogisticRegression
from sklearn.metrics import precision_recall_curve, roc_curve
from sklearn.model_selection import TunedThresholdClassifierCV

from ddcore.counts import Counts
from ddcore.decisions.utility import Utility
from ddcore.errors import InputError
from ddcore.measures import MEASURES, measure
from ddcore.scores.density import RATIO_METHODS
from ddcore.scores.likelihood import fit
from ddcore.scores.line import scores_above
from ddcore.scores.thresholds import Best, Closed, Constraint, best, closed_form, each, objective
from ddcore.table import ScoreTable
from tests import oracles
from tests.helpers.scores import middling
from tests.helpers.thresholds import (
    DEFINITIONS,
    LOSS,
    LOWER,
    NET,
    OF_RATES,
    UTILITY,
    cells_of,
    every_table,
    exact_best,
    exact_peaks,
    line_by_derivatives,
    random_cases,
    row_of,
    some_cases,
    tabled,
    tails,
    wanted,
    weighted_cases,
)

KEYS = list(DEFINITIONS)
TABLE = oracles.published("003_thresholds.csv")


@cache
def random_tables(seed, size):
    """A table of random cases, and its cells at each threshold from a loop over them."""
    cases = random_cases(seed, size)
    return tabled(cases), every_table(cases)


def same(found, exact):
    """A found best is the exact one: value, threshold, table and every threshold that is as good."""
    if exact is None:
        assert math.isnan(found.value)
        assert math.isnan(found.threshold)
        assert found.optima == ()
        return True
    assert found.value == pytest.approx(float(exact.value), rel=1e-13, abs=1e-15)
    assert found.optima == exact.optima
    assert found.threshold == exact.threshold
    assert cells_of(found.counts) == exact.cells
    return True


# The best of all thresholds --------------------------------------------------------------------------------------


def test_every_measure_has_a_definition_of_its_own():
    assert set(MEASURES) <= set(KEYS)
    assert {key for key in KEYS if row_of(key).better == "lower"} == LOWER


@given(cases=some_cases)
def test_the_best_threshold_by_trying_every_one_in_fractions(cases):
    check_all(cases)


def check_all(cases):
    """The best thresholds of every measure, in one sweep, are the exact ones."""
    tables = every_table(cases)
    for key, found in zip(KEYS, each(tabled(cases), map(wanted, KEYS)), strict=True):
        assert same(found, exact_best(key, tables)), key


def test_one_class_one_score_and_no_case():
    for true in (True, False):
        check_all([(0.4, true, 1)])
        check_all([(0.1, true, 1), (0.4, true, 2), (0.9, true, 1)])
    assert same(best(ScoreTable.of([], []), "ACC"), None)
    for positives, negatives in ((1, 1), (3, 1), (2, 5)):
        check_all([(0.5, True, 1)] * positives + [(0.5, False, 1)] * negatives)


@given(cases=weighted_cases)
def test_weighted_cases_count_as_their_weights(cases):
    fourfold = [(score, true, int(4 * times)) for score, true, times in cases]
    for key, found in zip(KEYS, each(tabled(cases), map(wanted, KEYS)), strict=True):
        exact = exact_best(key, every_table(fourfold))
        if exact is None:
            assert math.isnan(found.value), key
            continue
        parts = 4 if key in ("TP", "FP", "TN", "FN") else 1
        assert found.value == pytest.approx(float(exact.value) / parts, rel=1e-13, abs=1e-15), key
        assert (found.threshold, found.optima) == (exact.threshold, exact.optima), key
        assert cells_of(found.counts) == tuple(cell / 4 for cell in exact.cells), key


@pytest.mark.parametrize("truth", [[0, 0, 1, 1], [0, 1, 0, 1], [1, 0, 1, 0]])
def test_an_infinite_value_of_an_own_formula_is_none(truth):
    """tp / fp is infinite where no case is predicted positive wrongly: such thresholds have no value."""
    cases = [(float(i), bool(true), 1) for i, true in enumerate(truth)]
    values = {at: Fraction(tp, fp) for at, (tp, fp, _, _) in every_table(cases) if fp}
    found = best(tabled(cases), "odds = tp / fp")
    assert found.value == max(values.values())
    assert values[found.threshold] == found.value


def test_how_many_peaks_a_measure_has_over_the_threshold():
    """Rounding makes no peaks: a level stretch is one, whatever its last digit."""
    wrong = []
    for seed in range(25):
        table, tables = random_tables(seed, 6 + seed)
        for key, found in zip(KEYS, each(table, map(wanted, KEYS)), strict=True):
            if found.peaks != exact_peaks(key, tables):
                wrong.append((key, seed, found.peaks))
    assert wrong == []


LEVEL = {
    "CP": ([1, 2, 2, 3, 4, 4, 5, 6], [0, 0, 1, 1, 0, 1, 1, 1], 1),
    "NLR": ([1, 2, 2, 3, 4, 4, 5, 6], [0, 0, 1, 1, 0, 1, 1, 1], 1),
    "G2": ([1, 2, 2, 3, 3, 4, 5, 6, 7], [0, 0, 1, 0, 1, 0, 1, 0, 1], 2),
    "PT": ([1, 2, 2, 3, 3, 4, 5, 6, 7], [0, 0, 1, 0, 1, 0, 1, 0, 1], 2),
    "PLR": ([1, 2, 3, 3, 4, 5, 6, 7], [1, 1, 0, 1, 1, 1, 0, 0], 1),
    "BACC": ([1, 2, 2, 3, 3, 4, 4, 5, 5, 5], [1, 0, 0, 0, 1, 0, 0, 1, 1, 1], 2),
}
"""Tables on which a measure is the same at two neighbours, but not the floats of it: 2/5 and 2/5 of CP."""


def test_a_level_stretch_is_no_peak_however_it_is_rounded():
    for key, (score, truth, right) in LEVEL.items():
        cases = [(float(one), bool(true), 1) for one, true in zip(score, truth, strict=True)]
        assert exact_peaks(key, every_table(cases)) == best(tabled(cases), key).peaks == right, key


@pytest.mark.parametrize("scale", [1, 1000])
def test_payoffs_that_break_even_tie_however_they_are_rounded(scale):
    """Three at 0.1 pay for one at -0.3: calling all positive and calling none are worth the same, nothing."""
    table = ScoreTable.of([1] * 4, [1, 1, 1, 0])
    whole = best(table, Utility(tp=1, fp=-3, fn=0, tn=0))
    found = best(table, Utility(tp=0.1 * scale, fp=-0.3 * scale, fn=0, tn=0))
    assert whole.optima == ((-math.inf, math.inf),)
    assert found.optima == whole.optima


def test_an_objective_is_a_name_a_measure_or_what_has_payoffs():
    assert objective("recall") is MEASURES["TPR"]
    assert objective(MEASURES["F1"]) is MEASURES["F1"]
    assert objective(UTILITY).key == "yield"


def test_many_thresholds_are_looked_at_in_blocks():
    """The best stands beyond the first 32,768 thresholds."""
    score = np.arange(100_000)
    found = best(ScoreTable.of(score, score >= 77_777, positive=True), "F1")
    assert (found.threshold, found.value, found.peaks) == (77_777, 1, 1)
    assert found.optima == ((77_776, 77_777),)


# Peers -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", range(3))
def test_youden_and_f1_as_scikit_learn_finds_them(seed):
    cases = random_cases(100 + seed, 120)
    truth, score = [true for _, true, _ in cases], [one for one, _, _ in cases]
    fpr, tpr, _ = roc_curve(truth, score, drop_intermediate=False)
    precision, recall, threshold = precision_recall_curve(truth, score)
    with np.errstate(invalid="ignore"):
        f1 = np.nan_to_num(2 * precision * recall / (precision + recall))[:-1]
    youden, found = each(tabled(cases), ["J", "F1"])
    assert youden.value == pytest.approx((tpr - fpr).max(), abs=1e-14)
    assert found.value == pytest.approx(f1.max(), rel=1e-14)
    places = threshold[np.isclose(f1, f1.max(), rtol=1e-12)]
    assert all(any(low < place <= high for low, high in found.optima) for place in places)


def test_the_value_that_a_tuned_classifier_reaches():
    """Tuned on the cases it learned from."""
    rng = np.random.default_rng(5)
    truth = rng.random(60) < 0.4
    features = rng.normal(size=(60, 1)).round(1) + truth[:, None]
    learned = LogisticRegression().fit(features, truth)
    score = learned.predict_proba(features)[:, 1]
    peer = TunedThresholdClassifierCV(
        learned, scoring="balanced_accuracy", cv="prefit", refit=False, thresholds=np.unique(score)
    ).fit(features, truth)
    found = best(ScoreTable.of(score, truth, positive=True), "BACC")
    assert found.value == pytest.approx(peer.best_score_, abs=1e-12)
    assert any(low <= peer.best_threshold_ <= high for low, high in found.optima)


# Constraints -----------------------------------------------------------------------------------------------------

CONSTRAINTS = [
    [("PPV", 0.9)],
    [("TPR", 0.5)],
    [("FPR", 0.2)],
    [("FNR", 0.4), ("FPR", 0.4)],
    [("PPV", 0.6), ("TPR", 0.6), ("ACC", 0.5)],
    [("NLR", 0.5)],
]


@pytest.mark.parametrize("asked", CONSTRAINTS, ids=str)
def test_the_best_threshold_that_meets_what_is_asked(asked):
    keys = ["TPR", "ACC", "F1", "PPV", "MCC", "ERR", "CC", "DOR", NET, "yield"]
    constraints = [Constraint.of(name, bound) for name, bound in asked]
    met_by = []
    for seed in range(10):
        table, tables = random_tables(200 + seed, 15 + 2 * seed)
        allowed = [all(reaches(name, bound, cells) for name, bound in asked) for _, cells in tables]
        met_by.append(any(allowed))
        if any(allowed):
            free = [one.peaks for one in each(table, map(wanted, keys))]
            for key, found, peaks in zip(keys, each(table, map(wanted, keys), *constraints), free, strict=True):
                assert same(found, exact_best(key, tables, allowed)), key
                assert found.peaks == peaks or math.isnan(found.value), key
        else:
            with pytest.raises(InputError, match="no threshold has"):
                best(table, "ACC", *constraints)
    assert any(met_by)


def reaches(name, bound, cells):
    value = DEFINITIONS[name](*cells)
    if value is None:
        return False
    return value <= Fraction(str(bound)) if name in LOWER else value >= Fraction(str(bound))


REACHED = "the best that these scores reach is"


@pytest.mark.parametrize(
    ("truth", "asked", "message"),
    [
        ([0, 1, 1, 0], ("PPV", 0.9), f"Precision (PPV) of at least 0.9; {REACHED} 0.6667, at 2"),
        ([0, 1, 1, 0], ("FDR", 0.25), f"False discovery rate (FDR) of at most 0.25; {REACHED} 0.3333, at 2"),
        # As many digits as tell it from the bound.
        ([0, 1, 1, 0], ("PPV", 0.6667), f"Precision (PPV) of at least 0.6667; {REACHED} 0.66667, at 2"),
        ([0, 1, 1, 0], ("PPV", 0.66667), f"Precision (PPV) of at least 0.66667; {REACHED} 0.666667, at 2"),
        ([0, 1, 1, 0], ("PPV", 0.667), f"Precision (PPV) of at least 0.667; {REACHED} 0.6667, at 2"),
        ([0, 0, 0, 0], ("TPR", 0.9), "Recall (TPR) of at least 0.9: the measure has no value at any threshold"),
        # NPV is 3/4 where none is called, and lower at every score.
        ([1, 0, 0, 0], ("NPV", 0.9), f"(NPV) of at least 0.9; {REACHED} 0.75, where no case is predicted positive"),
    ],
)
def test_a_bound_that_no_threshold_reaches_is_said_with_the_best_there_is(truth, asked, message):
    with pytest.raises(InputError, match=rf"^no threshold has .*{re.escape(message)}$"):
        best(ScoreTable.of([1, 2, 3, 4], truth), "ACC", Constraint.of(*asked))


def test_bounds_that_can_be_reached_but_not_at_once():
    table = ScoreTable.of([1, 2, 3, 4], [0, 1, 1, 0])
    both = (Constraint.of("TPR", 0.9), Constraint.of("FPR", 0.4))
    message = "Recall (TPR) of at least 0.9 and False positive rate (FPR) of at most 0.4 at once"
    with pytest.raises(InputError, match=f"^no threshold has {re.escape(message)}$"):
        best(table, "ACC", *both)
    assert best(table, "ACC", both[0]).threshold == 2
    assert best(table, "ACC", both[1]).threshold == math.inf


def test_a_bound_is_a_number_that_is_met_or_not():
    values = np.array([0.2, math.nan, 0.5, math.inf])
    assert Constraint.of("PPV", 0.5).met(values).tolist() == [False, False, True, True]
    assert Constraint.of("ERR", 0.2).met(values).tolist() == [True, False, False, False]
    assert Constraint.of("ERR", 0.05).words == "Error rate of at most 0.05"
    with pytest.raises(InputError, match=re.escape("the bound of Precision (PPV) must be a number, got nan")):
        Constraint.of("PPV", math.nan)
    with pytest.raises(InputError, match="measure must be one of the known names"):
        Constraint.of("precisoin", 0.5)


@pytest.mark.parametrize(("hits", "kept", "bound"), [(17, 19, 0.9), (12, 19, 0.775), (14, 12, 0.65), (18, 17, 0.875)])
def test_a_bound_is_met_by_what_equals_it_however_it_is_rounded(hits, kept, bound):
    """Twenty cases of each class: recall 17/20 and specificity 19/20 make a balanced accuracy of 9/10."""
    score = [2] * hits + [1] * (20 - hits) + [2] * (20 - kept) + [1] * kept
    table = ScoreTable.of(score, [1] * 20 + [0] * 20)
    assert DEFINITIONS["BACC"](hits, 20 - kept, 20 - hits, kept) == Fraction(str(bound))
    assert best(table, "ACC", Constraint.of("BACC", bound)).threshold == 2


# The closed form -------------------------------------------------------------------------------------------------


def digits(number, printed):
    """A number rounded to the printed digits is what is printed, halves and a unit of the last one aside."""
    return abs(mpmath.mpf(number) - mpmath.mpf(printed)) <= mpmath.mpf(10) ** -oracles.decimals(printed) * 1.01


def test_the_printed_optimum_is_where_the_measure_stops_rising_and_has_the_closed_form():
    wrong = []
    for row in TABLE:
        with mpmath.workdps(40):
            sign = -1 if row["better"] == "lower" else 1

            def value(x, sign=sign, key=row["key"]):
                return sign * OF_RATES[key](*tails(x), mpmath.mpf("0.3"))

            start = mpmath.mpf(row["x"])
            x = mpmath.findroot(lambda at, value=value: mpmath.diff(value, at), (start - 0.1, start + 0.1))
            tpr, fpr = tails(x)
            ratio = mpmath.exp(1.5 * x - mpmath.mpf("1.125"))
            found = {"x": x, "value": value(x), "ratio": ratio, "tpr": tpr, "fpr": fpr}
            found["posterior"] = 3 * ratio / (3 * ratio + 7)
            wrong += [(row["key"], name) for name, number in found.items() if not digits(number, row[name])]
            assert all(value(at) <= value(x) for at in mpmath.linspace(-5, 6, 23)), row["key"]
            tpr, fpr = (float(rate) for rate in tails(row["x"]))
        counts = Counts(tp=0.3 * tpr, fp=0.7 * fpr, fn=0.3 * (1 - tpr), tn=0.7 * (1 - fpr))
        kind = measure(row["key"])
        closed = closed_form(Best(kind, float(row["x"]), float(kind(counts)), counts, (), 1))
        right = pytest.approx((float(row["ratio"]), float(row["posterior"])), rel=1e-10)
        assert (closed.ratio, closed.posterior) == right, row["key"]
    assert wrong == []


STEPS = 200_001


@pytest.fixture(scope="module")
def fine():
    """Normal scores as weights of 200,001 scores; the tail from each on is exact."""
    x = np.linspace(-6, 8, STEPS)
    positives, negatives = (np.append(-np.diff(norm.sf(x, mean)), norm.sf(x[-1], mean)) for mean in (1.5, 0))
    return ScoreTable(x, 0.3 * positives, 0.7 * negatives)


def test_the_printed_optimum_among_many_scores(fine):
    step = 14 / (STEPS - 1)
    for row, found in zip(TABLE, each(fine, [row["key"] for row in TABLE]), strict=True):
        assert abs(found.threshold - float(row["x"])) <= 1.01 * step, row["key"]
        sign = -1 if row["better"] == "lower" else 1
        assert sign * found.value == pytest.approx(float(row["value"]), abs=1e-8), row["key"]
        assert found.peaks == 1, row["key"]
        closed = closed_form(found)
        right = pytest.approx((float(row["ratio"]), float(row["posterior"])), rel=3 * step)
        assert (closed.ratio, closed.posterior) == right, row["key"]


def test_markedness_and_precision_have_no_optimum_among_normal_scores(fine):
    with mpmath.workdps(60):
        values = [OF_RATES["MK"](*tails(x), mpmath.mpf("0.3")) for x in range(-3, 9)]
        assert values == sorted(values)
    highest = [found.threshold for found in each(fine, ["MK", "PPV"])]
    assert min(highest) > 5
    assert best(fine, "NPV").threshold < -4


TABLE_4_4 = {  # as corrected: likelihood ratio and posterior, from a = TPR, b = FPR, p and the value
    "ACC": lambda a, b, p, f: ((1 - p) / p, Fraction(1, 2)),
    "ERR": lambda a, b, p, f: ((1 - p) / p, Fraction(1, 2)),
    "J": lambda a, b, p, f: (1, p),
    "F1": lambda a, b, p, f: ((1 - p) * (f / (2 - f)) / p, f / 2),
    "F2": lambda a, b, p, f: (None, f / 5),
    "F0.5": lambda a, b, p, f: (None, f / Fraction(5, 4)),
    "F3": lambda a, b, p, f: (None, f / 10),
    "TS": lambda a, b, p, f: ((1 - p) * f / p, f / (1 + f)),
    "BACC": lambda a, b, p, f: weighted_balance(Fraction(1, 2), p),
    "BACC(0.2)": lambda a, b, p, f: weighted_balance(Fraction(1, 5), p),
    "BACC(0.7)": lambda a, b, p, f: weighted_balance(Fraction(7, 10), p),
    "CC": lambda a, b, p, f: (b / (1 - a), b * p / (b * p + (1 - a) * (1 - p))),
    "CP": lambda a, b, p, f: (a / (1 - b), a * p / (a * p + (1 - b) * (1 - p))),
}


def weighted_balance(c, p):
    return (1 - c) / c, (1 - c) * p / ((1 - c) * p + c * (1 - p))


def a_table(seed):
    """A random table with cases in every cell, in whole numbers."""
    return tuple(int(cell) for cell in np.random.default_rng(seed).integers(1, 200, 4))


def with_all(cells, key):
    """A best threshold with this table."""
    tp, fp, fn, tn = cells
    counts = Counts(tp=tp, fp=fp, fn=fn, tn=tn)
    return Best(row_of(key), 0.5, float(row_of(key)(counts)), counts, ((0.4, 0.5),), 1)


def rates_of(cells):
    tp, fp, fn, tn = cells
    return Fraction(tp, tp + fn), Fraction(fp, fp + tn), Fraction(tp + fn, sum(cells))


def test_table_4_4_as_corrected():
    for key, seed in itertools.product(TABLE_4_4, range(3)):
        cells = a_table(seed)
        a, b, p = rates_of(cells)
        value = oracles.bacc(Fraction(7, 10))(*cells) if key == "BACC(0.7)" else DEFINITIONS[key](*cells)
        ratio, posterior = TABLE_4_4[key](a, b, p, value if isinstance(value, Fraction) else None)
        found = closed_form(with_all(cells, key))
        assert found.posterior == pytest.approx(float(posterior), rel=1e-13), key
        from_posterior = posterior / (1 - posterior) * (1 - p) / p
        assert ratio is None or ratio == from_posterior, key
        assert found.ratio == pytest.approx(float(from_posterior), rel=1e-13), key


def test_the_closed_form_is_the_quotient_of_derivatives():
    for key, seed in itertools.product(OF_RATES, range(2)):
        cells = a_table(20 + seed)
        a, b, p = rates_of(cells)
        ratio = line_by_derivatives(key, a, b, p)
        found = closed_form(with_all(cells, key))
        odds = float(ratio * (p.numerator) / (p.denominator - p.numerator))
        tolerance = 1e-12 if row_of(key).line is not None else 1e-8
        assert (found.ratio, found.posterior) == pytest.approx((float(ratio), odds / (1 + odds)), rel=tolerance), key
    for key in ("F1", "TS", "J", "BACC", "CC", "CP"):
        with mpmath.workdps(30):
            rates = [mpmath.mpf(one.numerator) / one.denominator for one in rates_of(cells)]
            assert float(OF_RATES[key](*rates)) == pytest.approx(float(DEFINITIONS[key](*cells)), rel=1e-14), key


ENDS = {0: "TP FN TPR FNR NPV FOR NLR", 1: "TN FP TNR FPR PPV FDR PT PLR"}


def test_what_only_rises_or_falls_has_its_line_at_an_end():
    for end, keys in ENDS.items():
        for key in keys.split():
            assert closed_form(with_all((7, 2, 3, 8), key)) == Closed(0.0 if end == 0 else math.inf, float(end)), key
    assert math.isnan(closed_form(with_all((7, 2, 3, 8), "prevalence")).posterior)


def test_every_measure_has_a_solved_line_or_is_known_to_have_none():
    solved = {key for key in MEASURES if MEASURES[key].line is not None}
    ends = set(" ".join(ENDS.values()).split())
    inner = {key for key in TABLE_4_4 if key in MEASURES} | {"NF1", "kappa", "G2"}
    without = {"MK", "MCC", "FM", "DOR"}
    describing = {"prevalence", "PP"}
    assert solved == ends | inner
    assert not ends & inner
    assert {key for key, row in MEASURES.items() if row.judges} == solved | without
    assert {key for key, row in MEASURES.items() if not row.judges} == describing
    assert all(bool(row.line_words) == (row.line is not None) for row in MEASURES.values())


def test_the_words_of_a_line_give_the_line():
    cells = a_table(55)
    tp, fp, fn, tn = cells
    for key in [key for key in KEYS if row_of(key).line_words and key != "yield"]:
        words = re.sub(r"([\dP]) ([PNF])", r"\1*\2", row_of(key).line_words).replace("−", "-").replace("N FNR", "N*FNR")
        words = words.replace(" (N", "*(N")
        names = {"TP": Fraction(tp), "TN": Fraction(tn), "FPR": Fraction(fp, fp + tn), "FNR": Fraction(fn, tp + fn)}
        for name, number in {**names, key: DEFINITIONS[key](*cells)}.items():
            words = re.sub(rf"(?<!\w){re.escape(name)}\*(?=[ )(*]|$)", f"({number!r})", words).replace(")(", ")*(")
        # Evaluated as code, because it is a row of our own table, never a visitor's.
        found = eval(words, {"P": tp + fn, "N": fp + tn, "M": sum(cells), "Fraction": Fraction})
        assert closed_form(with_all(cells, key)).posterior == pytest.approx(float(found), rel=1e-13), key
    assert "payoff" in row_of("yield").line_words


@given(payoffs=st.tuples(*[st.integers(-20, 20)] * 4).filter(lambda four: len(set(four)) > 1))
@example(payoffs=(15, -335, -35, 165))
@example(payoffs=(2, 0, 2, 5))
@example(payoffs=(2, 1, 0, 1))
def test_a_utility_has_its_line_where_calling_is_worth_as_much_as_not(payoffs):
    """The share of what is at stake for negatives; none where wrong is worth more than right."""
    tp, fp, fn, tn = payoffs
    row, counts = Utility(tp=tp, fp=fp, fn=fn, tn=tn).measure, Counts(tp=6, fp=2, fn=3, tn=4)
    found = closed_form(Best(row, 0.5, 0.0, counts, (), 1))
    positive, negative = tp - fn, tn - fp
    if positive < 0 or negative < 0 or positive + negative == 0:
        assert np.isnan([row.line(0.0, counts), found.posterior, found.ratio]).all()
        return
    line = Fraction(negative, positive + negative)
    assert row.line(0.0, counts) == found.posterior == pytest.approx(float(line), rel=1e-15)
    assert line * tp + (1 - line) * fp == line * fn + (1 - line) * tn
    odds = math.inf if line == 1 else float(line / (1 - line))
    assert found.ratio == pytest.approx(odds * 6 / 9, rel=1e-14)


def test_what_rewards_mistakes_has_no_closed_form():
    """Below the line it would pay to call a case positive, not from there on."""
    texts = ["net = (fp - tp) / m, higher", "bad = (fp + fn) / m, higher"]
    counts = Counts(tp=6, fp=2, fn=3, tn=4)
    for row in (Utility(tp=0, fp=1, fn=1, tn=0).measure, *map(measure, texts)):
        found = closed_form(Best(row, 0.5, float(row(counts)), counts, (), 1))
        assert np.isnan([found.ratio, found.posterior]).all()


def test_a_perfect_classifier_and_a_measure_without_value_have_no_closed_form_by_differences():
    perfect, negatives = ScoreTable.of([1, 2, 3, 4], [0, 0, 1, 1]), ScoreTable.of([1, 2], [0, 0])
    for key in ("MCC", "FM", "MK", NET, LOSS, "CC"):
        found = closed_form(best(perfect, key))
        assert np.isnan([found.ratio, found.posterior]).all(), key
    assert closed_form(best(perfect, "F1")) == Closed(1.0, 0.5)
    for key in ("CC", "MCC", "J", "TPR"):
        found = closed_form(best(negatives, key))
        assert np.isnan([found.ratio, found.posterior]).all(), key


# Scores read as evidence -----------------------------------------------------------------------------------------

LINEAR = ["ACC", "ERR", "F1", "F2", "F0.5", "F3", "NF1", "NF2", "TS", "J", "BACC", "BACC(0.2)", "kappa", "yield"]
"""Quotients of two linear functions of TP and FP: their best place is a corner of the convex hull."""


def stretches(likelihood, table, ratio):
    """The scores of a table whose likelihood ratio is at least `ratio`."""
    return scores_above(table.score, likelihood.log_ratio(table.score), ratio)


@given(cases=some_cases)
def test_the_line_on_the_pooled_ratio_is_as_good_as_the_best_threshold(cases):
    cases = [*cases, (0.3, True, 1), (0.1, False, 1)]
    table, tables = tabled(cases), every_table(cases)
    reading = fit(table, "isotonic")
    for key, found in zip(LINEAR, each(table, map(wanted, LINEAR)), strict=True):
        called = stretches(reading, table, closed_form(found).ratio)
        tally = [0, 0, 0, 0]
        for score, true, _ in cases:
            above = any(first <= score <= last for first, last in called)
            tally[(0 if true else 1) if above else (2 if true else 3)] += 1
        value, exact = DEFINITIONS[key](*tally), exact_best(key, tables)
        assert value is not None, key
        assert abs(value - exact.value) <= abs(exact.value) * Fraction(1, 10**13), key


@pytest.mark.parametrize("method", list(RATIO_METHODS))
def test_which_scores_say_so_much_one_by_one(method):
    table = ScoreTable.of(*middling(60, 0, 1))
    likelihood = fit(table, method)
    ratios = sorted({float(likelihood.ratio(score)) for score in table.score})
    between = [(low + high) / 2 for low, high in itertools.pairwise(ratios) if high < math.inf]
    for ratio in [0.0, *between[:: max(len(between) // 15, 1)], 2 * max(1.0, *between[-1:]), math.inf]:
        found, runs, run = stretches(likelihood, table, ratio), [], []
        for score in table.score.tolist():
            if float(likelihood.ratio(score)) >= ratio:
                run.append(score)
            elif run:
                runs.append(run)
                run = []
        runs += [run] if run else []
        lowest, highest = table.score[0], table.score[-1]
        right = tuple(
            (-math.inf if run[0] == lowest else run[0], math.inf if run[-1] == highest else run[-1]) for run in runs
        )
        assert found == right, ratio
    assert stretches(likelihood, table, math.nan) == ()
