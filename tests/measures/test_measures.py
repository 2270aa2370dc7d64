"""Every measure against exact arithmetic, scikit-learn and the DutchDraw package, and every property it must have."""

import itertools
import math
import pickle
import re
from fractions import Fraction

import DutchDraw
import numpy as np
import pytest
from sklearn import metrics

from ddcore.chance import moments, optimum
from ddcore.chance.balance import balanced
from ddcore.chance.dutch_draw import baseline
from ddcore.counts import CELLS, Counts
from ddcore.errors import InputError
from ddcore.measures import MEASURES, Measure, counted, measure
from ddcore.measures.own_formula import formula
from tests.helpers.loops import nonempty
from tests.oracles import DEFINITIONS, bacc, f_beta, nf_beta, relative_error

KEYS = list(DEFINITIONS)
ULPS = 1e-15
"""Four and a half units in the last place of a double."""


def on(key, cells, **parameters):
    tp, fp, fn, tn = np.asarray(cells).T
    return measure(key, **parameters)(Counts(tp=tp, fp=fp, fn=fn, tn=tn))


# Classification: each measure stands in exactly one set per property -------------------------------------------------

EFFECT_OF_ONE_MORE_HIT = {  # at fixed margins TP and TN rise by one, FP and FN fall by one
    "rises": "TP TN TPR TNR PPV NPV F1 F2 F0.5 NF1 J MK ACC BACC MCC kappa FM G2 TS CP DOR PLR",
    "falls": "FP FN FPR FNR FDR FOR ERR PT CC NLR",
    "stays": "prevalence PP",
}
RANGE = {
    (0, 1): "TPR TNR FPR FNR PPV NPV FDR FOR F1 F2 F0.5 NF1 ACC ERR BACC FM G2 TS PT CP prevalence PP",
    (-1, 1): "J MK MCC kappa",
    (0, math.sqrt(2)): "CC",
    (0, math.inf): "TP TN FP FN DOR PLR NLR",
}
LEFT_UNDEFINED_BY = {  # the smallest set of margins and cells one of which must be zero
    "": "TP TN FP FN",
    "M": "ACC ERR prevalence PP",
    "P": "TPR FNR TS",
    "N": "TNR FPR",
    "n": "PPV FDR",
    "m": "NPV FOR",
    "Pn": "F1 F2 F0.5 FM",
    "Nm": "NF1",
    "PN": "J BACC G2 CC CP",
    "nm": "MK",
    "PNnm": "MCC",
    "PNn": "PT",
    "fp fn": "DOR",
    "P fp": "PLR",
    "N tn P": "NLR",
    "disagreement": "kappa",
}


def members(sets):
    return [(group, key) for group, keys in sets.items() for key in keys.split()]


def test_each_measure_stands_in_exactly_one_set():
    for sets in (EFFECT_OF_ONE_MORE_HIT, RANGE, LEFT_UNDEFINED_BY):
        assert sorted(key for _, key in members(sets)) == sorted(MEASURES)
    assert set(DEFINITIONS) == set(MEASURES)


ALL_SMALL = np.array([c for c in itertools.product(range(6), repeat=4) if sum(c)])
TP, FP, FN, TN = ALL_SMALL.T


def test_one_more_hit_at_fixed_margins():
    """Where TP = 0 or TN = 0 stays 0, a product of rates may stand still; nothing may move the other way."""
    before = ALL_SMALL[(FP > 0) & (FN > 0)]
    for effect, key in nonempty(members(EFFECT_OF_ONE_MORE_HIT)):
        change = on(key, before + np.array([1, -1, -1, 1])) - on(key, before)
        change = change[np.isfinite(change)]
        sign = {"rises": 1, "falls": -1, "stays": 0}[effect]
        assert change.size > 100
        assert (sign * change >= 0).all(), key
        assert (sign * change > 1e-9).any() if sign else (change == 0).all(), key
        if sign:
            assert measure(key).better == {1: "higher", -1: "lower"}[sign], key


def test_a_monotone_measure_follows_each_right_answer_and_each_mistake():
    """Of the listed ones all that judge are; kappa not below 0."""
    assert [key for key in KEYS if not measure(key).monotone] == ["prevalence", "PP"]
    assert not measure("own = tp - fp").monotone
    steps = np.array([[1, 0, 0, 0], [0, -1, 0, 0], [0, 0, -1, 0], [0, 0, 0, 1]])
    falls = set()
    for judged in [measure(key) for key in KEYS if measure(key).monotone] + [balanced("kappa", 0.1), balanced("PPV")]:
        sign = 1 if judged.better == "higher" else -1
        for better in steps:
            old = ALL_SMALL[((ALL_SMALL + better) >= 0).all(axis=1)]
            before, after = (judged(Counts(**dict(zip(CELLS, cells.T, strict=True)))) for cells in (old, old + better))
            known = np.isfinite(before) & np.isfinite(after)
            worse = known & (sign * (after - before) < -1e-12)
            if worse[before > 0].any() or (sign < 0 and worse.any()):
                falls.add(judged.key)
            elif worse.any():
                assert "kappa" in judged.key
    assert falls == set()


def test_best_and_worst_are_the_ends_of_the_range():
    for bounds, key in nonempty(members(RANGE)):
        found, values = measure(key), on(key, ALL_SMALL)
        assert sorted((found.best, found.worst)) == list(bounds), key
        assert np.nanmin(values) == bounds[0], key
        assert np.nanmax(values) == bounds[1] if math.isfinite(bounds[1]) else np.nanmax(values) > 1, key
        assert found.judges == (key not in ("prevalence", "PP"))
        perfect = float(on(key, [[7, 0, 0, 5]])[0])
        assert math.isnan(perfect) == (key in ("DOR", "PLR"))
        if found.judges:
            assert (found.best > found.worst) == (found.better == "higher"), key
            assert math.isnan(perfect) or perfect == {"TP": 7, "TN": 5}.get(key, found.best), key


# Undefined -----------------------------------------------------------------------------------------------------


def test_nan_exactly_where_the_domain_ends():
    cells = np.array(list(itertools.product(range(4), repeat=4)))
    tp, fp, fn, tn = cells.T
    what = {
        "M": tp + fp + fn + tn, "P": tp + fn, "N": fp + tn, "n": tp + fp, "m": fn + tn, "fp": fp, "fn": fn, "tn": tn,
        "disagreement": (tp + fn) * (fn + tn) + (fp + tn) * (tp + fp),
    }  # fmt: skip
    for zero, key in nonempty(members(LEFT_UNDEFINED_BY)):
        words = zero.split() if " " in zero or zero in what else list(zero)
        expected = np.any([what[word] == 0 for word in words] or [np.zeros(len(cells))], axis=0)
        np.testing.assert_array_equal(np.isnan(on(key, cells)), expected, err_msg=key)
        # The sentence is about tables with a case.
        assert (measure(key).undefined == "never") == (not expected[1:].any()), key
        in_the_oracle = [DEFINITIONS[key](*map(int, row)) is None for row in ALL_SMALL]
        np.testing.assert_array_equal(np.isnan(on(key, ALL_SMALL)), in_the_oracle, err_msg=key)


# Exactness -----------------------------------------------------------------------------------------------------


def difficult_tables():
    """Counts up to 10^15: any, nearly independent (TP TN = FP FN but for a unit), exactly independent, degenerate."""
    rng = np.random.default_rng(20)
    sizes = 10 ** rng.uniform(0, 15, (150, 4))
    tables = [[int(x) for x in row] for row in sizes]
    for _ in range(150):
        tp, fp, fn = (int(x) for x in 10 ** rng.uniform(3, 15, 3))
        tn = fp * fn // tp
        if tn < 10**15:
            tables += [[tp, fp, fn, tn + step] for step in (-1, 0, 1) if tn + step >= 0]
    for _ in range(50):
        a, b, c, d = (int(x) for x in 10 ** rng.uniform(0, 7.4, 4))
        tables.append([a * b, a * c, d * b, d * c])
    for size in (1, 3, 10**15, 999_999_999_999_989):
        tables += [[size * bit for bit in bits] for bits in itertools.product((0, 1), repeat=4) if any(bits)]
    tables += [[10**15 - 1, 10**15 - 3, 10**15 - 5, 10**15 - 7], [1, 10**15, 10**15, 1], [10**15, 1, 1, 10**15]]
    return tables


def test_counts_up_to_a_thousand_million_million_are_exact():
    """None leaves the range of its measure by rounding, independent tables have 0, and an array equals its tables."""
    tables = difficult_tables()
    wrong = []
    for (low, high), key in members(RANGE):
        together = on(key, tables)
        assert together.dtype == np.float64
        for cells, found in zip(tables, together, strict=True):
            exact = DEFINITIONS[key](*cells)
            fine = math.isnan(found) if exact is None else relative_error(found, exact) <= ULPS and low <= found <= high
            if not fine:
                wrong.append((key, cells, found))
        apart = [float(measure(key)(Counts(tp=a, fp=b, fn=c, tn=d))) for a, b, c, d in tables[::40]]
        np.testing.assert_array_equal(together[::40], apart, err_msg=key)
    assert wrong == []


def test_weighted_counts_are_as_good():
    cells = [[0.5, 2.25, 1.75, 3.0], [1e-3, 0.7, 12.5, 0.1], [1e9 + 0.5, 0.25, 3.5, 1e9]]
    scale = 2**60  # doubles are dyadic: scaled to whole numbers they are exact, and all but counts do not care
    for key in KEYS:
        for row, found in zip(cells, on(key, cells), strict=True):
            exact = DEFINITIONS[key](*(int(Fraction(x) * scale) for x in row))
            exact = Fraction(exact) / scale if key in ("TP", "TN", "FP", "FN") else exact
            bound = 1e-15 * (1e4 if key in ("J", "MK", "MCC", "kappa") else 4)
            assert relative_error(found, exact) < bound, (key, row)


def test_any_parameter():
    tables = [(3, 1, 4, 1), (0, 2, 3, 4), (10**15, 1, 7, 10**14)]
    asked = [
        *(("Fbeta", {"beta": beta}, f_beta(Fraction(beta))) for beta in (0.1, 0.5, 1, 2, 3, 10)),
        *(("NFbeta", {"beta": beta}, nf_beta(Fraction(beta))) for beta in (0.1, 0.5, 1, 2, 3, 10)),
        *(("BACC", {"c": c}, bacc(Fraction(c))) for c in (0, 0.2, 0.3, 0.5, 1)),
    ]
    for name, parameters, definition in asked:
        for cells, found in zip(tables, on(name, tables, **parameters), strict=True):
            assert relative_error(found, definition(*cells)) < 2 * ULPS, (name, parameters, cells)


# Shapes --------------------------------------------------------------------------------------------------------


def test_counts_of_any_shape():
    cells = np.arange(24).reshape(2, 3, 4)
    tp, fp, fn, tn = np.moveaxis(cells, -1, 0)
    for key in KEYS:
        found = measure(key)(Counts(tp=tp, fp=fp, fn=fn, tn=tn))
        np.testing.assert_array_equal(found, on(key, cells.reshape(-1, 4)).reshape(2, 3))
        broadcast = measure(key)(Counts(tp=[1, 2, 3], fp=2, fn=1, tn=[4, 4, 4]))
        np.testing.assert_array_equal(broadcast, on(key, [[1, 2, 1, 4], [2, 2, 1, 4], [3, 2, 1, 4]]))


# scikit-learn --------------------------------------------------------------------------------------------------

CASES = 40


def labelled_tables(number, seed):
    """Random tables of 40 cases, a fifth of them with empty rows or columns, as cells and as columns of labels."""
    rng = np.random.default_rng(seed)
    shares = rng.dirichlet([0.4] * 4, number)
    cells = np.array([rng.multinomial(CASES, share) for share in shares])
    truth = np.array([np.repeat([1, 0, 1, 0], row) for row in cells]).T
    called = np.array([np.repeat([1, 1, 0, 0], row) for row in cells]).T
    return cells, truth, called


COLUMNWISE = [
    ("recall_score", metrics.recall_score, {}, False),
    ("precision_score", metrics.precision_score, {}, False),
    ("f1_score", metrics.f1_score, {}, False),
    ("fbeta_score", metrics.fbeta_score, {"beta": 0.5}, False),
    ("jaccard_score", metrics.jaccard_score, {}, False),
    ("specificity", metrics.recall_score, {}, True),
    ("NPV", metrics.precision_score, {}, True),
    ("NF1", metrics.f1_score, {}, True),
    ("NFbeta", metrics.fbeta_score, {"beta": 2}, True),
]


def test_scikit_learn_agrees_column_by_column():
    cells, truth, called = labelled_tables(1000, seed=1)
    for name, function, parameters, flipped in COLUMNWISE:
        zero_division = 0 if function is metrics.jaccard_score else np.nan  # Jaccard knows no NaN
        of = (1 - truth, 1 - called) if flipped else (truth, called)
        theirs = function(*of, average=None, zero_division=zero_division, **parameters)
        ours = on(name, cells, **parameters)
        defined = np.isfinite(ours)
        assert 500 < defined.sum() < len(cells)
        np.testing.assert_allclose(ours[defined], theirs[defined], rtol=1e-14, err_msg=name)
        # scikit-learn leaves F and Jaccard undefined only without any positive, true or called; otherwise it says 0.
        elsewhere = theirs[~defined]
        assert (np.isnan(elsewhere) | (elsewhere == 0)).all(), name
        always = name in ("recall_score", "precision_score", "specificity", "NPV")
        assert np.isnan(elsewhere).all() if always else (elsewhere == 0).any(), name


ONE_BY_ONE = {
    "accuracy_score": metrics.accuracy_score,
    "zero_one_loss": metrics.zero_one_loss,
    "balanced_accuracy_score": metrics.balanced_accuracy_score,
    "matthews_corrcoef": metrics.matthews_corrcoef,
    "cohen_kappa_score": metrics.cohen_kappa_score,
}


@pytest.mark.filterwarnings("ignore:A single label was found")
@pytest.mark.filterwarnings("ignore:y_pred contains classes not in y_true")
@pytest.mark.filterwarnings("ignore:.*have only one label in common")
@pytest.mark.filterwarnings("ignore::sklearn.exceptions.UndefinedMetricWarning")
@pytest.mark.filterwarnings("ignore:invalid value encountered:RuntimeWarning")
def test_scikit_learn_agrees_table_by_table():
    cells, truth, called = labelled_tables(100, seed=2)
    pairs = list(zip(truth.T, called.T, strict=True))
    found = {}
    for name, function in ONE_BY_ONE.items():
        theirs, ours = np.array([function(*pair) for pair in pairs]), on(name, cells)
        defined = np.isfinite(ours)
        assert defined.sum() > 60
        np.testing.assert_allclose(ours[defined], theirs[defined], rtol=1e-13, atol=1e-14, err_msg=name)
        found[name] = theirs[~defined], cells[~defined]
    # Where a margin is empty, scikit-learn says 0, "no better than chance".
    assert found["matthews_corrcoef"][0].size
    assert (found["matthews_corrcoef"][0] == 0).all()
    # With one class only scikit-learn gives the rate of that class.
    theirs, alone = found["balanced_accuracy_score"]
    np.testing.assert_allclose(theirs, np.nanmax([on("TPR", alone), on("TNR", alone)], axis=0), rtol=1e-14)
    assert np.isnan(found["cohen_kappa_score"][0]).all()
    ratios = [metrics.class_likelihood_ratios(*pair, labels=[0, 1], replace_undefined_by=np.nan) for pair in pairs]
    for name, theirs in zip(("LR+", "LR-"), np.array(ratios).T, strict=True):
        assert np.isfinite(theirs).sum() > 30
        np.testing.assert_allclose(on(name, cells), theirs, rtol=1e-13, err_msg=name)


def test_scikit_learns_fowlkes_mallows_is_about_pairs_of_cases():
    """It compares two clusterings; the same formula, but on pairs: a call turned round altogether would be perfect."""
    _, truth, called = labelled_tables(20, seed=3)
    for t, c in zip(truth.T, called.T, strict=True):
        (tn, fp), (fn, tp) = metrics.cluster.pair_confusion_matrix(t, c)
        expected = metrics.fowlkes_mallows_score(t, c)
        assert math.isclose(float(measure("FM")(Counts(tp=tp, fp=fp, fn=fn, tn=tn))), expected, rel_tol=1e-12)
    assert metrics.fowlkes_mallows_score([1, 1, 0, 0], [0, 0, 1, 1]) == 1
    assert on("FM", [[0, 2, 2, 0]])[0] == 0


# The DutchDraw package -----------------------------------------------------------------------------------------


@pytest.mark.filterwarnings("ignore:invalid value encountered")
def test_the_dutchdraw_package_agrees_on_scores():
    cells, truth, called = labelled_tables(60, seed=4)
    for key in nonempty(DutchDraw.measure_dictionary):
        ours = on(key, cells)
        defined = np.isfinite(ours)
        assert defined.sum() > 30
        theirs = [DutchDraw.measure_score(truth[:, i], called[:, i], key) for i in np.flatnonzero(defined)]
        np.testing.assert_allclose(ours[defined], theirs, rtol=1e-12, atol=1e-14, err_msg=key)


def test_the_dutchdraw_package_gives_a_number_outside_the_domain_of_f():
    """Its F is 0 without a positive prediction although document 000's Table 2 asks for one; elsewhere it is NaN."""
    truth, none = [1, 0, 1], [0, 0, 0]
    assert DutchDraw.measure_score(truth, none, "F") == 0
    assert math.isnan(on("F1", [[0, 0, 2, 1]])[0])
    with pytest.warns(RuntimeWarning, match="invalid value"):
        assert math.isnan(DutchDraw.measure_score(truth, none, "PPV"))


# Names ---------------------------------------------------------------------------------------------------------

GIVEN_NAMES = """
    TPR: recall, sensitivity, recall_score, true positive rate
    TNR: specificity, selectivity
    PPV: precision, precision_score, positive predictive value
    NPV: negative predictive value
    FNR: miss rate
    FPR: fall-out, false positive rate
    FDR: false discovery rate
    FOR: false omission rate
    F1: f1, f1_score, Dice, F, F-1, F 1, f_1, F1 score, F-measure, F score, F1.0
    J: informedness, Youden's J, bookmaker informedness, youden
    MK: markedness
    ACC: accuracy, accuracy_score
    ERR: error rate, zero_one_loss
    BACC: balanced accuracy, balanced_accuracy_score
    MCC: matthews_corrcoef, Matthews correlation coefficient
    kappa: Cohen's kappa, cohen_kappa_score, KAPPA
    FM: Fowlkes-Mallows, G-mean 1
    G2: G-mean 2
    TS: threat score, critical success index, jaccard, jaccard_score, Jaccard index, JI
    PT: prevalence threshold
    CC: closest to corner
    CP: concordance probability
    DOR: diagnostic odds ratio
    PLR: LR+, positive likelihood ratio
    NLR: LR-, negative likelihood ratio
    PP: predicted prevalence
"""


def test_every_name_a_measure_goes_by_leads_to_it():
    """In any case; those of the DutchDraw package too."""
    for line in GIVEN_NAMES.strip().splitlines():
        key, _, names = line.strip().partition(": ")
        for name in names.split(", "):
            assert measure(name) is measure(name.upper()) is measure(name.title()) is MEASURES[key], name
    for key, row in MEASURES.items():
        for name in (key, row.name, *row.aliases):
            assert measure(name) is measure(name.lower()) is row, name
        assert measure(row) is row
    for theirs, names in DutchDraw.measure_dictionary.items():
        for name in names:
            assert measure(name).key == {"FBETA": "F1", "KAPPA": "kappa"}.get(theirs, theirs), name


def test_parameters():
    assert measure("Fbeta", beta=2) is MEASURES["F2"]
    assert measure("NFbeta", beta=1) is MEASURES["NF1"]
    assert measure("BACC", c=0.5) is MEASURES["BACC"]
    assert measure("F3").key == measure("fbeta", beta=3).key == "F3"
    assert measure("NF2").key == measure("NFbeta", beta=2).key
    for beta in (2.0000001, 0.1 + 0.2, 1e-7, 123456.789):
        row = measure("Fbeta", beta=beta)
        assert measure(row.key) is row
        assert row(Counts(tp=3, fp=2, fn=4, tn=1)) == pytest.approx((1 + beta**2) * 3 / (beta**2 * 7 + 5), rel=1e-15)


def test_a_measure_asked_for_again_is_the_same():
    pairs = ("F3", "F 3.0"), ("BACC(0.3)", "bacc(.3)"), ("NF7", "nf 7"), ("F0.1", "F1e-1"), ("F1e-07", "F1e-7")
    for one, other in pairs:
        first = measure(one)
        assert measure(one) is measure(other) is measure(first.key) is first
    for name in (*MEASURES, "F0.3", "BACC(0.3)", "net = (tp - fp) / m"):
        row = measure(name)
        assert pickle.loads(pickle.dumps(row)) is row
        assert pickle.loads(pickle.dumps(counted(row))) is counted(row)


def test_f_scores_on_counts_are_0_without_a_positive_prediction():
    """And are else what they are; a measure of another kind is the same one."""
    silent, busy = Counts(tp=0, fp=0, fn=4, tn=6), Counts(tp=3, fp=1, fn=1, tn=5)
    for name in ("F1", "F2", "F0.3"):
        assert np.isnan(measure(name)(silent))
        assert counted(name)(silent) == 0
        assert counted(name)(busy) == measure(name)(busy)
        assert np.isnan(counted(name)(Counts(tp=0, fp=2, fn=0, tn=6)))
    loud = Counts(tp=4, fp=6, fn=0, tn=0)
    assert (np.isnan(measure("NF1")(loud)), counted("NF1")(loud)) == (True, 0)
    spared = {key for key, row in MEASURES.items() if counted(row) is not row}
    assert spared == {"F1", "F2", "F0.5", "NF1"}
    # A draw of no case scores 0 then, which is the worst of all numbers of cases.
    assert baseline(counted("F1"), 10, 4).argmin == ((0, 0),)


def test_what_is_known_of_a_measure_is_found_again():
    before = optimum.search.cache_info()
    for _ in range(50):
        baseline(measure("F3.14"), 1003, 139)
        baseline("my own=(tp-fp)/m", 60, 23)
        baseline("my own = (tp - fp) / m", 60, 23)
    after = optimum.search.cache_info()
    assert (after.misses - before.misses, after.hits - before.hits) == (2, 148)


@pytest.mark.parametrize(
    "function", [lambda t: np.log(t.tp + 1), lambda t: np.maximum(t.tp, t.fp), lambda t: t.tp**0.5, lambda t: 1.0]
)
def test_a_measure_that_exact_arithmetic_cannot_follow_is_refused_when_declared(function):
    declared = {"key": "own", "name": "own", "function": function, "formula": "own", "latex": "own"}
    with pytest.raises(InputError, match=r"own must be made of \+ - \* / and square roots of the counts"):
        Measure(**declared)
    row = Measure(**declared, smooth=False)
    assert math.isfinite(moments.variance(row, 20, 7, 5))


@pytest.mark.parametrize(("typed", "nearest"), [("presicion", "PPV"), ("F one", "F1"), ("sensitivty", "TPR")])
def test_an_unknown_name_is_told_the_three_nearest(typed, nearest):
    with pytest.raises(InputError, match=typed) as raised:
        measure(typed)
    named = str(raised.value).partition("nearest are")[2].split(", ")
    keys = {part.rpartition("(")[2].rstrip(")") for part in named}
    assert len(keys) == 3
    assert nearest in keys <= set(MEASURES)


@pytest.mark.parametrize(
    ("name", "parameters", "words"),
    [
        ("Fbeta", {"beta": -1}, "beta must be .*, got -1"),
        ("Fbeta", {"beta": math.nan}, "beta must be .*, got nan"),
        ("Fbeta", {"beta": "two"}, "beta must be a number, got 'two'"),
        ("BACC", {"c": 1.2}, "c must be between 0 and 1, got 1.2"),
        ("recall", {"beta": 2}, "recall"),
        ("Fbeta", {"gamma": 2}, "beta"),
        ("recal", {"beta": 2}, "nearest"),
        # A minus sign is no hyphen.
        ("F-2", {}, r"beta must be between 0 and 1e\+06, got -2"),
        ("F−2", {}, r"beta must be between 0 and 1e\+06, got -2"),
        ("BACC(-0.3)", {}, "c must be between 0 and 1, got -0.3"),
        ("BACC(--0.3)", {}, "measure must be one of the known names"),
        *((odd, {}, "must be") for odd in ("", "  ", "Fx", "BACC(2)", "BACC(0.5.5)", "F1.2.3", "F2e400", "__class__")),
        *((odd, {}, "must be") for odd in ("😀", "(" * 99)),
    ],
)
def test_wrong_parameters_are_named(name, parameters, words):
    with pytest.raises(InputError, match=words):
        measure(name, **parameters)


# Rows ----------------------------------------------------------------------------------------------------------


def test_every_row_is_complete():
    for key, row in MEASURES.items():
        assert row.key == key
        assert all(text.strip() == text != "" for text in (row.name, row.formula, row.latex, row.source, row.undefined))
        assert row.latex.count("{") == row.latex.count("}")
        assert len(set(row.aliases)) == len(row.aliases)


def test_each_measure_says_what_it_is_and_where_it_lies():
    meanings = [row.meaning for row in (*MEASURES.values(), measure("BACC(0.3)"), measure("NF2"))]
    assert len(set(meanings)) == len(meanings)
    assert all(len(text) > 20 and text.strip(" .") == text and text[0].islower() for text in nonempty(meanings))
    for row in nonempty([*MEASURES.values(), formula("loss = 3 * fn / m")]):
        told = re.fullmatch(r"from (\S+) to (.+)", row.range)
        low, high = sorted((row.best, row.worst))
        known = {"infinity": math.inf, "the number of cases": math.inf}
        ends = [known[end] if end in known else float(end.replace("−", "-")) for end in told.groups()]
        assert ends == pytest.approx([low, high], abs=5e-4), row.key
        assert (f", {row.better} is better" in row.definition) is row.judges
        assert (row.undefined in row.definition) is (row.undefined != "never")
    assert formula("net = tp - fp").definition.startswith("A formula of your own: tp")


def test_the_formula_shown_can_be_typed_and_is_the_formula_used():
    """Read as a measure of one's own, it has the same value on every table where the measure has one."""
    tp, fp, fn, tn = np.random.default_rng(1).integers(0, np.repeat([3, 9, 2000], 100), (4, 300))
    counts = Counts(tp=tp, fp=fp, fn=fn, tn=tn)
    for name in (*MEASURES, "F0.3", "F3", "NF2", "BACC(0.3)", "BACC(0.123456789)"):
        row = measure(name)
        value, typed = row(counts), formula(row.formula)(counts)
        assert formula(row.formula).formula == row.formula
        known = ~np.isnan(value)
        assert known.sum() > 200
        np.testing.assert_allclose(typed[known], value[known], rtol=1e-12, atol=1e-12, err_msg=name)
