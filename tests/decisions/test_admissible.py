"""Whether a measure ranks as a utility does: by second differences and rankings of small tables, all of it exact."""

import itertools
import math
from fractions import Fraction
from functools import cache

import numpy as np
import pytest
from sklearn import metrics

from ddcore.decisions.admissible import CASES, FORMS, admissibility, misranked_pair
from ddcore.decisions.utility import Utility
from ddcore.measures import MEASURES, measure
from tests.helpers.decisions import refused
from tests.helpers.loops import nonempty
from tests.helpers.tiers import some_of
from tests.oracles import DEFINITIONS, TIE, bacc, f_beta, nf_beta, ratio, root

FORM = {
    "always": "TP TN FP FN TPR TNR FPR FNR ACC ERR PP",
    "one test set": "J BACC",
    "never": "PPV NPV FDR FOR F1 F2 F0.5 NF1 MK MCC kappa FM G2 TS PT CC CP DOR PLR NLR",
    "no rank": "prevalence",
}
LOWER = ["FP", "FN", "FPR", "FNR", "FDR", "FOR", "ERR", "PT", "CC", "NLR"]
"""Where a smaller value is the better one."""
DESCRIBE = ("prevalence", "PP")
RISING = "half = sqrt((tp + tn) / m)"
"""A function that rises with a utility and is not of its form."""
OWN = {  # formulas of one's own: what they are, and the same in exact arithmetic
    "net = (tp - 3 * fp) / m": ("always", lambda tp, fp, fn, tn: Fraction(tp - 3 * fp, tp + fp + fn + tn)),
    "two parts = tp + pp - p": ("always", lambda tp, fp, fn, tn: Fraction(2 * tp + fp - (tp + fn))),
    "capped = min(tp, p)": ("always", lambda tp, fp, fn, tn: Fraction(min(tp, tp + fn))),
    "large data = tp * m**3": ("always", lambda tp, fp, fn, tn: Fraction(tp * (tp + fp + fn + tn) ** 3)),
    "small = tp / m**6": ("always", lambda tp, fp, fn, tn: Fraction(tp, (tp + fp + fn + tn) ** 6)),
    "upside = tp, lower": ("always", lambda tp, fp, fn, tn: Fraction(-tp)),
    "skill = tp / p + tn / n - 1": ("one test set", DEFINITIONS["J"]),
    "odd = 2 * tp / p + 5 * tn / n": (
        "one test set",
        lambda tp, fp, fn, tn: 2 * ratio(tp, tp + fn) + 5 * ratio(tn, fp + tn),
    ),
    "product = tp * tn / (m * m)": ("never", lambda tp, fp, fn, tn: Fraction(tp * tn, (tp + fp + fn + tn) ** 2)),
    RISING: ("never", lambda tp, fp, fn, tn: root(Fraction(tp + tn, tp + fp + fn + tn))),
    "gap = abs(tp - fp) / m, higher": ("never", lambda tp, fp, fn, tn: Fraction(abs(tp - fp), tp + fp + fn + tn)),
    "base = (tp + fn) / m": ("no rank", lambda tp, fp, fn, tn: Fraction(tp + fn, tp + fp + fn + tn)),
}  # fmt: skip
FAMILY = {  # parameters beyond the listed ones
    "BACC(0.3)": ("one test set", bacc(Fraction(3, 10))),
    "F3": ("never", f_beta(3)),
    "F0": ("never", f_beta(0)),
    "NF2": ("never", nf_beta(2)),
}
CLASSES = [(3, 12), (5, 5), (6, 4), (8, 2), (9, 27)]
"""Positives and negatives of small test sets."""
PREVALENCES = [0.001, 0.1, 0.3, 0.5, 0.8, 0.999]
UTILITIES = {
    "identity": (1, 0, 0, 1),
    "factory": (15, -335, -35, 165),
    "other factory": (45, -335, -65, 165),
    "screening": (10, -1, -30, 0),
    "positives alone": (1, 0, 0, 0),
    "negatives alone": (0, 0, 0, 1),
    "wrong is worth more": (0, 2, 1, 0),
}
"""Payoffs of tp, fp, fn, tn."""
TRIED = {name: PREVALENCES if name == "identity" else PREVALENCES[i % 2 :: 2] for i, name in enumerate(UTILITIES)}
"""All prevalences for one utility, every other one for each of the rest."""


def members(sets):
    return [(verdict, key) for verdict, keys in sets.items() for key in keys.split()]


ALL = [
    *((verdict, key, DEFINITIONS[key]) for verdict, key in members(FORM)),
    *((verdict, key, definition) for table in (OWN, FAMILY) for key, (verdict, definition) in table.items()),
]
LINEAR = [(key, definition) for verdict, key, definition in ALL if verdict in ("always", "one test set")]


def worth(key, definition, *cells):
    """The exact value on one table, higher being better; None where there is none."""
    value = definition(*cells)
    return -value if value is not None and key in LOWER else value


def zero(value):
    """Exactly, or to fewer digits than unequal values with a root differ by."""
    return value == 0 if isinstance(value, Fraction) else abs(value) < TIE


def direction(key, definition, positives, negatives):
    """What one more TP and one more TN add on a test set, None where that is not the same everywhere.

    Second differences of all neighbouring tables decide: along TP, along TN and across.
    """
    values = {
        (tp, tn): worth(key, definition, tp, negatives - tn, positives - tp, tn)
        for tp, tn in itertools.product(range(positives + 1), range(negatives + 1))
    }

    def step(one, other):
        a, b = values.get(one), values.get(other)
        return None if a is None or b is None else b - a

    slopes = []
    for right, up in ((1, 0), (0, 1)):
        steps = {at: step(at, (at[0] + right, at[1] + up)) for at in values}
        known = [one for one in steps.values() if one is not None]
        assert len(known) > len(values) / 3, "most tables have a value"
        if not all(zero(one - known[0]) for one in known):
            return None
        slopes.append(known[0])
    return tuple(slopes)


# Form ----------------------------------------------------------------------------------------------------------


VERDICTS = {key: verdict for verdict, key, _ in ALL}


def form_of(slopes):
    """What a measure is, by its directions on several test sets."""
    if None in slopes:
        return "never"
    if set(slopes) == {(0, 0)}:
        return "no rank"
    largest = [max(abs(x), abs(y)) for x, y in slopes]
    one_length = {(x / most, y / most) for (x, y), most in zip(slopes, largest, strict=True)}
    return "always" if len(one_length) == 1 else "one test set"


def test_the_verdict_by_second_differences():
    slopes = {key: [direction(key, definition, *classes) for classes in CLASSES] for _, key, definition in ALL}
    assert {key: form_of(found) for key, found in slopes.items()} == VERDICTS
    assert [classes for classes, found in zip(CLASSES, slopes["kappa"], strict=True) if found] == [(5, 5)]
    assert set(MEASURES) <= set(VERDICTS), "a measure that nobody classified"
    assert sorted(key for _, key in members(FORM)) == sorted(MEASURES)
    assert list(FORM) == list(FORMS)
    for prevalence in PREVALENCES:
        found = {key: admissibility(key, prevalence) for key in VERDICTS}
        assert {key: one.form for key, one in found.items()} == VERDICTS
        for key, one in found.items():
            assert one.measure.key == measure(key).key
            assert (one.utility is None) == (VERDICTS[key] in ("never", "no rank")), key
            assert (one.misfit > 0.01) == (VERDICTS[key] == "never"), key
            assert one.misfit >= 0
    for prevalence, key in itertools.product([1e-4, 1e-7, 1 - 1e-7], ["ACC", "TPR", "TN", "PP"]):
        assert admissibility(key, prevalence).form == "always"


def test_the_utility_points_as_the_measure_does():
    """That of balanced accuracy is diag(1/f, 1/(1-f)), here with 1 as its larger payoff."""
    for (key, definition), (positives, negatives) in itertools.product(LINEAR, CLASSES):
        x, y = direction(key, definition, positives, negatives)
        found = admissibility(key, positives / (positives + negatives)).utility
        most = max(abs(x), abs(y))
        stakes = found.tp - found.fn, found.tn - found.fp
        assert stakes == pytest.approx((float(x / most), float(y / most)), abs=1e-11), key
        assert min(found.tp, found.fp, found.fn, found.tn) == 0, key
        if key in ("J", "BACC"):
            assert Fraction(x, y) == Fraction(negatives, positives)
            assert found.fp == found.fn == 0


def ranks(values):
    """The place of each value among the different ones, ascending; values closer than the tie are one."""
    order = sorted(values)
    places, place = {}, 0
    for before, value in itertools.pairwise([order[0], *order]):
        place += not zero(value - before)
        places[value] = place
    return [places[value] for value in values]


def test_names_and_measures_are_accepted():
    assert admissibility("accuracy").measure is admissibility(MEASURES["ACC"]).measure is MEASURES["ACC"]
    accuracy = Utility(tp=1, fp=0, fn=0, tn=1)
    refused('measure must be one of the known names, got "recal"...', admissibility, "recal")
    refused('measure must be one of the known names, got "recal"...', misranked_pair, "recal", accuracy)
    for prevalence in (-0.2, 1.3, math.nan):
        message = f"prevalence must be between 0 and 1, got {prevalence}..."
        refused(message, admissibility, "accuracy", prevalence)
        refused(message, misranked_pair, "F1", accuracy, prevalence)
    for prevalence in (0, 1):
        refused("prevalence must be ...", admissibility, "BACC", prevalence)


def test_a_measure_without_values_has_no_utility():
    found = admissibility("small only = tp * sqrt(12 - m)")
    assert (found.form, found.utility) == ("never", None)
    assert misranked_pair("small only = tp * sqrt(12 - m)", Utility(tp=1, fp=0, fn=0, tn=1)) is None


# Wrong pairs ---------------------------------------------------------------------------------------------------


def payoffs_named(payoffs):
    return Utility(**dict(zip(("tp", "fp", "fn", "tn"), payoffs, strict=True)))


@cache
def pair(key, name, prevalence):
    return misranked_pair(key, payoffs_named(UTILITIES[name]), prevalence)


def earned(payoffs, table):
    """The whole yield of a table, exactly."""
    return sum(Fraction(u) * cell for u, cell in zip(payoffs, table, strict=True))


def cells_of(counts):
    return tuple(int(getattr(counts, name)) for name in ("tp", "fp", "fn", "tn"))


@cache
def some_tables(positives, lowest, parts):
    """Tables of 1,000 cases with rates from `lowest` on, spread over that many parts of what is left."""
    negatives = CASES - positives

    def steps(cases):
        low = math.ceil(cases * lowest)
        return sorted({low + (cases - low) * i // parts for i in range(parts + 1)})

    return [(tp, negatives - tn, positives - tp, tn) for tp in steps(positives) for tn in steps(negatives)]


@cache
def valued(key, positives, lowest=Fraction(0), parts=24):
    """Those tables with their exact values, higher being better, without those that have none."""
    definition = {name: of for _, name, of in ALL}[key]
    found = [(table, worth(key, definition, *table)) for table in some_tables(positives, lowest, parts)]
    return [(table, value) for table, value in found if value is not None]


def some_are_wrong(key, payoffs, positives, lowest=Fraction(0), parts=24):
    """Whether any of these tables yields more than another and is strictly worse by the measure."""
    groups = {}
    for table, value in valued(key, positives, lowest, parts):
        groups.setdefault(sum(u * cell for u, cell in zip(payoffs, table, strict=True)), []).append(value)
    highest = None
    for _, values in sorted(groups.items()):
        if highest is not None and highest - min(values) > TIE:
            return True
        highest = max(values) if highest is None else max(highest, *values)
    return False


def ranks_rightly(key, payoffs, positives):
    """Whether no pair of tables at all is ranked wrongly.

    With one case of a class all tables are tried. Otherwise the measure has to be a plane, and every difference of TP
    and of TN between two tables is tried.
    """
    if min(positives, CASES - positives) == 1:
        return not some_are_wrong(key, payoffs, positives, parts=CASES)
    values = {(tp, tn): value for (tp, _, _, tn), value in valued(key, positives)}
    (tp, tn), (best_tp, best_tn) = min(values), max(values)
    x = (values[best_tp, tn] - values[tp, tn]) / (best_tp - tp)
    y = (values[tp, best_tn] - values[tp, tn]) / (best_tn - tn)
    if not all(zero(value - values[tp, tn] - x * (a - tp) - y * (b - tn)) for (a, b), value in values.items()):
        return False
    both = math.lcm(x.denominator, y.denominator)
    right, kept = np.arange(-positives, positives + 1)[:, None], np.arange(positives - CASES, CASES - positives + 1)
    gain = (payoffs[0] - payoffs[2]) * right + (payoffs[3] - payoffs[1]) * kept
    lead = int(x * both) * right + int(y * both) * kept
    return not ((gain > 0) & (lead < 0)).any()


def checked(found, key, payoffs, positives):
    """The pair is of one test set, yields and scores are right, and it is ranked wrongly: by exact arithmetic."""
    definition = {name: of for _, name, of in ALL}[key]
    better, preferred = cells_of(found.better), cells_of(found.preferred)
    for table, said, score in zip((better, preferred), found.yields, found.scores, strict=True):
        assert sum(table) == CASES
        assert table[0] + table[2] == positives
        assert min(table) >= 0
        assert said == pytest.approx(float(earned(payoffs, table) / CASES), rel=1e-12, abs=1e-12)
        right = definition(*table)
        right = -right if key.endswith(", lower") else right  # which the table of formulas has turned round
        assert score == pytest.approx(float(right), rel=1e-12, abs=1e-12)
    assert earned(payoffs, better) > earned(payoffs, preferred)
    assert worth(key, definition, *preferred) - worth(key, definition, *better) > TIE


JUDGES = [key for key in MEASURES if key not in DESCRIBE]


@pytest.mark.full
@pytest.mark.parametrize("name", some_of(UTILITIES, "identity", "factory"))
def test_the_pair_is_ranked_wrongly(name):
    """And where none is found, there is none: neither a 24th of each class apart, nor however close to each other."""
    for key, prevalence in nonempty(itertools.product(JUDGES, TRIED[name])):
        payoffs, positives = UTILITIES[name], round(prevalence * CASES)
        found = pair(key, name, prevalence)
        if found is None:
            assert not some_are_wrong(key, payoffs, positives), (key, prevalence)
            assert ranks_rightly(key, payoffs, positives), (key, prevalence)
        else:
            checked(found, key, payoffs, positives)


def test_no_pair_exactly_where_the_matrix_is_the_measures_own():
    """For diag(1/f, 1/(1-f)), in whole payoffs: balanced accuracy, J, and what ranks as accuracy at f = 1/2."""
    for prevalence, key in itertools.product(PREVALENCES, ("BACC", "J")):
        positives = round(prevalence * CASES)
        own, tilted = ((CASES - positives, 0, 0, more * positives) for more in (1, 1.5))
        assert misranked_pair(key, payoffs_named(own), prevalence) is None
        if min(positives, CASES - positives) > 1:
            checked(misranked_pair(key, payoffs_named(tilted), prevalence), key, tilted, positives)


@pytest.mark.parametrize("name", some_of(["identity", "factory", "positives alone"], "factory"))
def test_formulas_and_families(name):
    keys = [key for key in [*OWN, *FAMILY] if not key.startswith(("base", "small"))]
    for key, prevalence in nonempty(itertools.product(keys, (0.1, 0.5))):
        payoffs, positives = UTILITIES[name], round(prevalence * CASES)
        found = pair(key, name, prevalence)
        if found is not None:
            checked(found, key, payoffs, positives)
        elif key == RISING:
            assert not some_are_wrong(key, payoffs, positives), (key, name, prevalence)
        else:
            assert ranks_rightly(key, payoffs, positives), (key, name, prevalence)


def test_values_may_be_small():
    """TP / M^6 ranks as TP does, though its values are below 10^-15."""
    for key in ("small = tp / m**6", "less small = tp / m**5"):
        found = misranked_pair(key, Utility(tp=1, fp=0, fn=0, tn=1))
        assert found is not None, key
        assert found.better.tp + found.better.tn > found.preferred.tp + found.preferred.tn
        assert found.better.tp < found.preferred.tp


def test_a_function_that_rises_with_a_utility_ranks_the_same():
    """The root of accuracy is no utility's form, and no pair shows it."""
    assert admissibility(RISING).form == "never"
    for prevalence in PREVALENCES:
        assert misranked_pair(RISING, Utility(tp=1, fp=0, fn=0, tn=1), prevalence) is None
    assert misranked_pair(RISING, Utility(tp=2, fp=0, fn=0, tn=1), 0.5) is not None


@pytest.mark.parametrize("keys", [["F1", "MCC", "FNR"], pytest.param(MEASURES, marks=pytest.mark.full)], ids=len)
def test_there_is_no_wrong_pair_where_all_yield_the_same_or_none_is_preferred(keys):
    """What is earned per class, whatever is called: no answer is worth more than the other."""
    assert all(misranked_pair(key, Utility(tp=3, fp=1, fn=3, tn=1), 0.3) is None for key in keys)
    for key, prevalence in itertools.product(("prevalence", "base = (tp + fn) / m"), (0.001, 0.3)):
        assert misranked_pair(key, Utility(tp=2, fp=0, fn=0, tn=1), prevalence) is None


@pytest.mark.parametrize(
    ("name", "prevalence"),
    some_of([("identity", 0.3), ("factory", 0.5), ("screening", 0.1)], ("screening", 0.1)),
)
def test_good_classifiers_come_first(name, prevalence):
    """Where tables with both rates of 1/2 or more hold a wrong pair, such a pair is shown."""
    for key in nonempty(JUDGES):
        payoffs, positives = UTILITIES[name], round(prevalence * CASES)
        if some_are_wrong(key, payoffs, positives, Fraction(1, 2)):
            found = pair(key, name, prevalence)
            for table in (found.better, found.preferred):
                assert 2 * table.tp >= positives, (key, name)
                assert 2 * table.tn >= CASES - positives, (key, name)


def test_the_others_are_looked_at_when_the_good_ones_have_none():
    """This ranks as accuracy among classifiers better than a coin, and backwards among worse ones."""
    either_way = "either way = abs(tp / p - 0.5) + abs(tn / n - 0.5), higher"
    found = misranked_pair(either_way, Utility(tp=1, fp=0, fn=0, tn=1), 0.5)
    tables = [cells_of(found.better), cells_of(found.preferred)]
    better, preferred = (abs(Fraction(tp, 500) - Fraction(1, 2)) + abs(Fraction(tn, 500) - Fraction(1, 2))
                         for tp, _, _, tn in tables)  # fmt: skip
    assert tables[0][0] + tables[0][3] > tables[1][0] + tables[1][3]
    assert better < preferred
    assert min(tables[1][0], tables[1][3]) < 250


@pytest.mark.parametrize(("key", "name"), [("F1", "identity"), ("CP", "identity"), ("PPV", "factory")])
def test_no_other_pair_is_further_apart_in_both_rankings(key, name):
    """Every pair of rates from 0.5 to 1 in steps of 0.02, in whole numbers."""
    payoffs, rates = UTILITIES[name], range(250, 501, 10)
    cells = [(tp, 500 - tn, 500 - tp, tn) for tn in rates for tp in rates]
    found = pair(key, name, 0.5)
    earning = np.array(ranks([earned(payoffs, table) for table in cells]))
    valuing = np.array(ranks([worth(key, DEFINITIONS[key], *table) for table in cells]))
    ahead = (earning[:, None] - earning) * (valuing.max() + 1)
    behind = (valuing - valuing[:, None]) * (earning.max() + 1)
    both = np.minimum(ahead, behind)
    assert both[cells.index(cells_of(found.better)), cells.index(cells_of(found.preferred))] == both.max() > 0


# scikit-learn --------------------------------------------------------------------------------------------------

THEIRS = {
    "ACC": metrics.accuracy_score,
    "ERR": metrics.zero_one_loss,
    "TPR": metrics.recall_score,
    "TNR": lambda truth, called: metrics.recall_score(truth, called, pos_label=0),
    "PPV": metrics.precision_score,
    "NPV": lambda truth, called: metrics.precision_score(truth, called, pos_label=0),
    "F1": metrics.f1_score,
    "F2": lambda truth, called: metrics.fbeta_score(truth, called, beta=2),
    "F0.5": lambda truth, called: metrics.fbeta_score(truth, called, beta=0.5),
    "NF1": lambda truth, called: metrics.f1_score(truth, called, pos_label=0),
    "BACC": metrics.balanced_accuracy_score,
    "J": lambda truth, called: metrics.balanced_accuracy_score(truth, called, adjusted=True),
    "MCC": metrics.matthews_corrcoef,
    "kappa": metrics.cohen_kappa_score,
    "TS": metrics.jaccard_score,
    "PLR": lambda truth, called: metrics.class_likelihood_ratios(truth, called)[0],
    "NLR": lambda truth, called: metrics.class_likelihood_ratios(truth, called)[1],
}


def test_scikit_learn_ranks_the_pair_wrongly():
    """The mean payoff over labelled cases on one side, its own metric on the other."""
    for key, theirs in THEIRS.items():
        found, yields, scores = pair(key, "factory", 0.3), [], []
        for counts in (found.better, found.preferred):
            truth, called = (np.repeat(label, cells_of(counts)) for label in ([1, 0, 1, 0], [1, 1, 0, 0]))
            assert (truth.size, truth.sum()) == (1000, 300)
            tn, fp, fn, tp = metrics.confusion_matrix(truth, called).ravel()
            yields.append(float(np.dot(UTILITIES["factory"], (tp, fp, fn, tn))) / 1000)
            scores.append(float(theirs(truth, called)))
        assert found.yields == pytest.approx(yields, rel=1e-12), key
        assert found.scores == pytest.approx(scores, rel=1e-12), key
        assert yields[0] > yields[1]
        assert scores[0] > scores[1] if key in LOWER else scores[0] < scores[1], key
    assert [key for key in JUDGES if MEASURES[key].better == "lower"] == LOWER
