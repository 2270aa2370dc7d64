"""What other packages print: cutpointr (best thresholds), dcurves (net benefit), hmeasure and costcla (costs).

Each row is compared twice: its exact value with the printed digits, and the program with the exact value. The last
test sees to it that no row is left over.
"""

import math
from fractions import Fraction
from functools import cache
from itertools import pairwise

import mpmath
import numpy as np
import pytest
from scipy.stats import beta

from ddcore.counts import Cells
from ddcore.decisions.amounts import Amounts, UtilityByCase
from ddcore.decisions.by_case import yield_by_threshold
from ddcore.decisions.cost_curves import cost_curves, h_measure
from ddcore.decisions.costs import costs
from ddcore.errors import InputError
from ddcore.measures import measure
from ddcore.scores.calibration import brier
from ddcore.scores.curves import convex_hull, curve
from ddcore.scores.thresholds import best, each
from ddcore.scores.trace import over_threshold
from ddcore.table import ScoreTable, sweep
from tests.helpers.rows import for_each
from tests.oracles import agree, decimals, evaluate, published, rounds_to

EXACT = 1e-13
CELLS = ("tp", "fp", "fn", "tn")
RESULTS = (
    "cutpointr_results.csv",
    "cutpointr_examples_results.csv",
    "dcurves_results.csv",
    "hmeasure_results.csv",
    "costcla_results.csv",
)
USED = {name: set() for name in RESULTS}
"""The places of the rows of each file of which a test is made."""


def of(name, **wanted):
    """The rows, by place, that have one of the wanted values in each of these columns."""
    chosen = {
        place: row for place, row in enumerate(published(name))
        if all(row[column] in values for column, values in wanted.items())
    }  # fmt: skip
    assert chosen
    return chosen


def rows(name, **wanted):
    chosen = of(name, **wanted)
    USED[name].update(chosen)
    columns = ("example", "model", "subgroup", "severity_ratio", "metric", "cutpoint", "threshold", "key")
    return for_each(chosen.values(), *(column for column in columns if column in published(name)[0]))


def exact_value(row):
    """The exact value, proved to be what is printed: to the printed digits, 13 of them where all are printed."""
    exact = evaluate(row["right"])
    printed = float(row["printed"])
    if "e" in row["printed"] or decimals(row["printed"]) > 12:
        assert math.isclose(printed, exact, rel_tol=EXACT, abs_tol=EXACT)
    else:
        assert rounds_to(exact, row["printed"], decimals(row["printed"]))
    assert row["erratum"] == "no"
    return float(exact)


def near(exact):
    return pytest.approx(exact, rel=EXACT, abs=EXACT)


# cutpointr: the scores of the suicide data ---------------------------------------------------------------------------

OBJECTIVES = {
    "sum_sens_spec": "J",
    "youden": "J",
    "prod_sens_spec": "CP",
    "abs_d_sens_spec": "gap = abs(tp / p - tn / n), lower",
    "misclassification_cost": costs(c10=1, c01=10),
}
"""What cutpointr optimises. The sum of sensitivity and specificity is 1 more than Youden's J."""
MEASURES = {
    "acc": "ACC", "accuracy": "ACC", "sensitivity": "TPR", "specificity": "TNR", "prevalence": "prevalence",
    "youden": "J", "ppv": "PPV", "npv": "NPV", "cohens_kappa": "kappa", "F1_score": "F1",
    "tpr": "TPR", "tnr": "TNR", "fpr": "FPR", "fnr": "FNR", "prod_sens_spec": "CP",
    "abs_d_sens_spec": OBJECTIVES["abs_d_sens_spec"],
}  # fmt: skip
SUBGROUPS = ("all", "female", "male")


def tallies(subgroup):
    return [
        tuple(int(row[name]) for name in ("score", "positives", "negatives"))
        for row in of("cutpointr_suicide.csv", subgroup=[subgroup]).values()
    ]


def table_of(pairs):
    """The table of pairs of score and truth."""
    return ScoreTable.of(*zip(*pairs, strict=True))


@cache
def suicide(subgroup):
    """Odd and even scores stand by the logarithm of 1 + score, as in the source."""
    if subgroup in SUBGROUPS:
        scored = tallies(subgroup)
    else:
        scored = [(math.log1p(score), P, N) for score, P, N in tallies("all") if score % 2 == (subgroup == "odd")]
    return table_of([(score, truth) for score, P, N in scored for truth in [1] * P + [0] * N])


@cache
def optima(subgroup):
    return dict(zip(OBJECTIVES, each(suicide(subgroup), OBJECTIVES.values()), strict=True))


def found_in(key, counts, table):
    """What a column of cutpointr holds, by the program."""
    if key in CELLS:
        return getattr(counts, key)
    if key == "AUC":
        return table.auc
    if key == "sum_sens_spec":
        return 1 + measure("J")(counts)
    if key == "misclassification_cost":
        return -OBJECTIVES[key](counts) * counts.total
    return measure(MEASURES[key])(counts)


def test_the_subgroups_add_up_to_all():
    every, female, male = (tallies(subgroup) for subgroup in SUBGROUPS)
    summed = [(one[0], one[1] + other[1], one[2] + other[2]) for one, other in zip(female, male, strict=True)]
    assert summed == every
    assert len(published("cutpointr_suicide.csv")) == 3 * len(every)
    assert (suicide("all").positives.sum(), suicide("all").negatives.sum()) == (36, 496)
    assert suicide("female").score.tolist() == [0, 1, 2, 3, 4, 5, 6, 7, 9, 10]


@rows("cutpointr_results.csv", what=["optimum"])
def test_cutpointr_optima(row):
    exact, cutpoint, subgroup = exact_value(row), float(row["cutpoint"]), row["subgroup"]
    if subgroup in ("odd", "even"):
        assert f"{math.log1p(cutpoint):.5f} is log({cutpoint + 1:.0f})" in row["note"]
        cutpoint = math.log1p(cutpoint)
    assert [row["cost_fp"], row["cost_fn"]] == (["1", "10"] if row["metric"] == "misclassification_cost" else ["", ""])
    found = optima(subgroup)[row["metric"]]
    assert found.threshold == cutpoint
    least = row["goal"] == "min" and not row["cost_fp"]  # costs turn into payoffs
    assert found.measure.better == ("lower" if least else "higher")
    assert [to for _, to in found.optima] == [cutpoint]
    if row["key"] == "cutpoint":
        assert exact == cutpoint
        return
    value = float(found_in(row["key"], found.counts, suicide(subgroup)))
    assert value == near(exact)
    assert rounds_to(value, row["printed"], decimals(row["printed"]))
    if row["key"] == row["metric"]:
        turned = {"sum_sens_spec": found.value + 1, "misclassification_cost": -found.value * found.counts.total}
        assert turned.get(row["key"], found.value) == near(exact)


@rows("cutpointr_results.csv", what=["within tolerance"])
def test_cutpointr_cutpoints_within_a_tolerance(row):
    exact, table, tolerance = exact_value(row), suicide(row["subgroup"]), float(row["tolerance"])
    trace = over_threshold(table, OBJECTIVES[row["metric"]])
    near_best = trace.threshold[trace.value >= best(table, "J").value - tolerance]
    assert near_best.tolist() == sorted(
        float(other["cutpoint"]) for other in of("cutpointr_results.csv", what=["within tolerance"]).values()
    )
    value = float(trace.value[trace.threshold == float(row["cutpoint"])][0]) + 1
    assert value == near(exact)


@rows("cutpointr_results.csv", what=["at cutpoint"])
def test_cutpointr_measures_at_a_cutpoint_between_scores(row):
    table, cutpoint = suicide(row["subgroup"]), float(row["cutpoint"])
    assert cutpoint not in table.score
    value = float(found_in(row["key"], table.at(cutpoint), table))
    assert value == near(exact_value(row))
    assert rounds_to(value, row["printed"], decimals(row["printed"]))


@rows("cutpointr_results.csv", what=["curve"])
def test_cutpointr_curves_over_all_cutpoints(row):
    exact, table = exact_value(row), suicide(row["subgroup"])
    roc = curve(table, "roc")
    if row["key"] == "AUC":
        assert [roc.area, table.auc] == near([exact, exact])
        return
    trace = over_threshold(table, MEASURES[row["key"]])
    (place,) = np.flatnonzero(trace.threshold == float(row["cutpoint"]))
    if (row["key"], row["cutpoint"]) == ("F1_score", "inf"):
        # Where nothing is called positive, precision has no value; cutpointr prints the limit of the counts' form.
        assert np.isnan(trace.value[place])
        assert measure("limit = 2 * tp / (2 * tp + fp + fn)")(table.at(math.inf)) == exact == 0
        return
    assert trace.value[place] == near(exact)
    if row["key"] in ("tpr", "fpr"):
        assert {"tpr": roc.y, "fpr": roc.x}[row["key"]][place] == near(exact)


def test_the_curve_of_kappa_and_f1_has_every_cutpoint():
    for key in ("cohens_kappa", "F1_score"):
        printed = of("cutpointr_results.csv", what=["curve"], key=[key]).values()
        assert {float(row["cutpoint"]) for row in printed} == set(sweep(suicide("all")).threshold.tolist())


# cutpointr: small data sets ------------------------------------------------------------------------------------------

FAR = 1e9
EXAMPLES = "cutpointr_examples_results.csv"


def cases(example):
    chosen = [row for row in published("cutpointr_examples.csv") if row["example"] == example]
    assert chosen
    return [float(row["score"]) for row in chosen], [int(row["positive"]) for row in chosen]


@cache
def small(example):
    """With scores far out in place of infinite ones, which keep the order of the cases."""
    score, truth = cases(example)
    return ScoreTable.of(np.clip(score, -FAR, FAR), truth)


def best_cutpoints(table, found):
    """The cutpoints of all optima: those scores, and +inf, at which another call is made."""
    return [t for t in sweep(table).threshold.tolist() if any(above < t <= to for above, to in found.optima)]


@rows(EXAMPLES, key=["cutpoints"])
def test_cutpointr_all_best_cutpoints(row):
    table = small(row["example"])
    found = best(table, OBJECTIVES[row["metric"]])
    assert row["printed"] == row["right"]
    printed = sorted(map(float, row["printed"].split()))
    assert best_cutpoints(table, found) == [to for _, to in found.optima] == printed
    assert found.threshold in printed


@rows(EXAMPLES, key=["midpoints"])
def test_cutpointr_midpoints_lie_half_way_along_an_optimal_stretch(row):
    table = small(row["example"])
    found = best(table, OBJECTIVES[row["metric"]])
    printed = sorted(map(float, row["printed"].split()))
    assert [(above + to) / 2 for above, to in found.optima] == printed
    assert row["printed"] == row["right"]
    for middle in printed:
        assert measure("J")(table.at(middle)) == near(found.value)


@rows(EXAMPLES, key=["number of optimal cutpoints", "value"])
def test_cutpointr_ties(row):
    table, name = small(row["example"]), {"accuracy": "ACC"}.get(row["metric"], "J")
    found = best(table, name)
    places = best_cutpoints(table, found)
    if row["key"] == "value":
        assert found.value + (row["metric"] == "sum_sens_spec") == near(exact_value(row))
    else:
        assert len(places) == int(row["printed"]) == int(row["right"])
    for place in places:
        assert measure(name)(table.at(place)) == near(found.value)


def test_cutpoints_tie_however_the_sum_is_rounded():
    """The source has this example because exact ties differ in floating point, where it takes them within 1e-6."""
    table = small("thirty")
    for form in ("s = tp / p + tn / n", "s = tp / p - fp / n"):
        values = over_threshold(table, form).value
        tied = best_cutpoints(table, best(table, form))
        assert tied == best_cutpoints(table, best(table, "J"))
        assert len(tied) == 5
        assert np.count_nonzero(values == values.max()) < 5


@rows(EXAMPLES, key=["value at the mean of the optimal cutpoints"])
def test_cutpointr_the_mean_of_tied_cutpoints_is_no_optimum(row):
    exact, table = exact_value(row), small(row["example"])
    name, more = {"accuracy": ("ACC", 0), "sum_sens_spec": ("J", 1)}[row["metric"]]
    found = best(table, name)
    mean = np.mean(best_cutpoints(table, found))
    value = measure(name)(table.at(mean)) + more
    assert value == near(exact)
    assert value < found.value + more
    assert not any(above < mean <= to for above, to in found.optima)


@rows(EXAMPLES, key=["AUC", "sensitivity", "specificity"])
def test_cutpointr_with_infinite_scores_as_far_ones(row):
    table = small(row["example"])
    value = table.auc if row["key"] == "AUC" else measure(row["key"])(best(table, OBJECTIVES[row["metric"]]).counts)
    assert value == near(exact_value(row))
    assert rounds_to(float(value), row["printed"], decimals(row["printed"]))


@pytest.mark.parametrize("example", ["eight", "thirty", "twenty", "infinities", "three", "midpoint"])
def test_infinite_scores_are_refused_and_the_rest_is_taken(example):
    score, truth = cases(example)
    infinite = [row for row, value in enumerate(score, 1) if math.isinf(value)]
    assert bool(infinite) == (example in ("infinities", "three", "midpoint"))
    if infinite:
        wrong = score[infinite[0] - 1]
        with pytest.raises(InputError, match=rf"^score must be a finite number, got {wrong} in row {infinite[0]}$"):
            ScoreTable.of(score, truth)
    rest = table_of([case for case in zip(score, truth, strict=True) if math.isfinite(case[0])])
    finite = np.abs(small(example).score) < FAR
    assert rest.score.tolist() == small(example).score[finite].tolist()
    assert rest.positives.tolist() == small(example).positives[finite].tolist()


def test_the_cutpoint_stays_without_the_infinite_scores():
    for example, threshold, optimum in (("infinities", 1, (0, 1)), ("midpoint", 3, (2, 3))):
        kept = [case for case in zip(*cases(example), strict=True) if math.isfinite(case[0])]
        for table in (table_of(kept), small(example)):
            found = best(table, "J")
            assert (found.threshold, found.optima) == (threshold, (optimum,))


# dcurves -------------------------------------------------------------------------------------------------------------

POINTS = 100
"""0 to 0.99 in steps of a hundredth."""


@cache
def binary(column):
    return table_of([(float(row[column]), int(row["cancer"])) for row in published("dcurves_df_binary.csv")])


@cache
def marker():
    """A table with the printed counts at the printed thresholds: the scores lie half way to the next one."""
    found = of("dcurves_results.csv", model=["marker"]).values()
    printed = sorted({(float(row["threshold"]), int(row["tp"]), int(row["fp"])) for row in found})
    data = published("dcurves_df_binary.csv")
    P = sum(int(row["cancer"]) for row in data)
    bands = [(0.0, P, len(data) - P), *printed, (1.0, 0, 0)]
    between = [((at + to) / 2, tp - fewer, fp - less) for (at, tp, fp), (to, fewer, less) in pairwise(bands)]
    return ScoreTable(*(np.array(column) for column in zip(*between, strict=True)))


@cache
def lines(model):
    table = marker() if model == "marker" else binary("famhistory" if model in ("all", "none") else model)
    found = cost_curves(table, "decision", points=POINTS)
    return table, found.x, found.lines


def at(row):
    """The line of a model, and the place of the printed threshold on it."""
    table, x, drawn = lines(row["model"])
    place = round(float(row["threshold"]) * 100)
    assert abs(x[place] - float(row["threshold"])) < 1e-15
    return table, x[place], {name: line[place] for name, line in drawn.items()}


ABOVE_0 = {row["threshold"] for row in published("dcurves_results.csv")} - {"0"}


def net_benefit(row):
    tp, fp, c = (Fraction(row[name]) for name in ("tp", "fp", "threshold"))
    return (tp - fp * c / (1 - c)) / 750


def test_no_score_lies_on_a_printed_threshold():
    """So that it does not matter that the grid is half a unit in the last place off."""
    for threshold in ABOVE_0:
        assert np.abs(binary("cancerpredmarker").score - float(threshold)).min() > 1e-8
    assert binary("famhistory").score.tolist() == [0, 1]


@rows("dcurves_results.csv", key=["net_benefit"], threshold=ABOVE_0)
def test_dcurves_net_benefit(row):
    table, x, drawn = at(row)
    exact = exact_value(row)
    assert agree(net_benefit(row), evaluate(row["right"]))
    assert drawn[{"all": "all", "none": "none"}.get(row["model"], "read")] == near(exact)
    c = float(row["threshold"])
    counts = table.at({"all": 0, "none": math.inf}.get(row["model"], c))
    if row["model"] not in ("all", "none"):
        assert (counts.tp, counts.fp) == (table.at(x).tp, table.at(x).fp)
        assert drawn["best"] >= exact - EXACT
        # The threshold for odds is that of the costs: false alarms cost c, misses 1 - c.
        gain = costs(c10=c, c01=1 - c)(counts) - costs(c10=c, c01=1 - c)(table.at(math.inf))
        assert gain / (1 - c) == near(exact)
    assert (counts.tp, counts.fp) == (int(row["tp"]), int(row["fp"]))


@rows("dcurves_results.csv", key=["net_benefit"], threshold=["0"])
def test_dcurves_calls_positive_above_the_threshold_0_and_we_from_it_on(row):
    """Its threshold 0 is the smallest step above 0, so that a score of 0 stays negative."""
    table, x, drawn = at(row)
    counts = table.at(np.finfo(float).eps)
    assert (counts.tp, counts.fp) == (int(row["tp"]), int(row["fp"]))
    assert counts.tp / counts.total == near(exact_value(row))
    assert x == 0
    assert drawn["read"] == drawn["all"] == near(105 / 750)
    assert agree(net_benefit(row), evaluate(row["right"]))


@rows("dcurves_results.csv", key=["net_intervention_avoided"])
def test_dcurves_net_interventions_avoided(row):
    table, x, drawn = at(row)
    exact, c = evaluate(row["right"]), Fraction(row["threshold"])
    everyone = {"tp": "105", "fp": "645", "threshold": row["threshold"]}
    assert agree((net_benefit(row) - net_benefit(everyone)) * (1 - c) / c * 100, exact)
    assert (drawn["read"] - drawn["all"]) * (1 - x) / x * 100 == pytest.approx(exact_value(row), rel=1e-12, abs=1e-12)
    counts = table.at(float(row["threshold"]))
    assert (counts.tp, counts.fp) == (int(row["tp"]), int(row["fp"]))


# hmeasure ------------------------------------------------------------------------------------------------------------


@cache
def pima():
    return table_of([(float(row["score"]), int(row["positive"])) for row in published("hmeasure_pima.csv")])


@cache
def corners():
    return [(int(row["fp"]), int(row["tp"])) for row in published("hmeasure_hull.csv")]


def least_loss(points, a, b):
    """The mean, over c of the law Beta(a, b), of the least loss c FP / M + (1-c) FN / M among some (FP, TP) of Pima."""
    P, N = 109, 223
    slopes = [mpmath.mpf(tp - hits) / (tp - hits + fp - alarms) for (alarms, hits), (fp, tp) in pairwise(points)]
    total = mpmath.mpf(0)
    for (fp, tp), high, low in zip(points, [1, *slopes], [*slopes, 0], strict=True):
        share_c, share_rest = (mpmath.betainc(a + up, b + 1 - up, low, high) / mpmath.beta(a, b) for up in (1, 0))
        total += (fp * share_c + (P - tp) * share_rest) / (P + N)
    return total


@cache
def losses(severity):
    """The expected loss of the scores by their printed hull, and of the better constant answer, to 30 digits."""
    row = next(row for row in published("hmeasure_results.csv") if row["severity_ratio"] == severity)
    with mpmath.workdps(30):
        a, b = (mpmath.mpf(f.numerator) / f.denominator for f in (evaluate(row["alpha"]), evaluate(row["beta"])))
        return least_loss(corners(), a, b), least_loss([(0, 0), (223, 109)], a, b)


def test_hmeasure_hull():
    hull = convex_hull(pima())
    P, N = 109, 223
    assert (hull.positives, hull.negatives) == (P, N)
    found = np.transpose([hull.x * N, hull.y * P])[::-1]
    np.testing.assert_allclose(found, corners(), rtol=0, atol=1e-10)


@rows("hmeasure_results.csv", key=["H"])
def test_hmeasure(row):
    scored, constant = losses(row["severity_ratio"])
    found = h_measure(pima(), float(evaluate(row["alpha"])), float(evaluate(row["beta"])))
    assert [float(1 - scored / constant), found] == pytest.approx([float(row["printed"])] * 2, rel=0, abs=1e-14)


@rows("hmeasure_results.csv", key=["LH"])
def test_hmeasure_loss(row):
    scored, constant = losses(row["severity_ratio"])
    a, b, printed = float(evaluate(row["alpha"])), float(evaluate(row["beta"])), float(row["printed"])
    assert float(scored) == pytest.approx(printed, rel=0, abs=1e-15)
    assert (1 - h_measure(pima(), a, b)) * float(constant) == pytest.approx(printed, rel=0, abs=1e-14)
    # The Brier curve of the best threshold is twice that loss.
    drawn = cost_curves(pima(), "brier", points=4001)
    mean = np.trapezoid(drawn.lines["best"] / 2 * beta.pdf(drawn.x, a, b), drawn.x)
    assert mean == pytest.approx(printed, rel=1e-6)


@for_each([row for row in published("hmeasure_results.csv") if row["key"] == "H"], "severity_ratio")
def test_hmeasure_law_of_a_severity_ratio(row):
    """Beta(2, 1 + 1 / ratio), and the default where it is below 0."""
    ratio, a, b = (Fraction(row[name]) for name in ("severity_ratio", "alpha", "beta"))
    assert [float(row[f"{of}_printed"]) for of in ("alpha", "beta")] == pytest.approx([float(a), float(b)], rel=1e-14)
    if ratio > 0:
        assert (a, b) == (2, 1 + 1 / ratio)
    else:
        assert (a, b) == (1 + Fraction(109, 332), 1 + Fraction(223, 332))
        assert h_measure(pima()) == h_measure(pima(), float(a), float(b))


# costcla -------------------------------------------------------------------------------------------------------------

BY_AMOUNT = UtilityByCase(Cells(tp=0, fp=0, fn=0, tn=0), Cells(tp=0, fp=-1, fn=-1, tn=0))
"""Right answers cost nothing; the amount of a case is the cost of the mistake that can be made on it."""


def example():
    """Truth, calls, probabilities and amounts."""
    data = published("costcla_example.csv")
    assert {(row["cost_tp"], row["cost_tn"]) for row in data} == {("0", "0")}
    names = ("positive", "called_positive", "probability")
    truth, calls, score = ([float(row[name]) for row in data] for name in names)
    return truth, calls, score, [float(row["cost_fn" if row["positive"] == "1" else "cost_fp"]) for row in data]


@rows("costcla_results.csv", key=["cost of the calls"])
def test_costcla_cost(row):
    truth, calls, score, amount = example()
    exact = exact_value(row)
    assert -BY_AMOUNT(Amounts.of_labels(truth, calls, amount)) * len(truth) == near(exact)
    called = min(one for one, call in zip(score, calls, strict=True) if call)
    found = yield_by_threshold(ScoreTable.of(score, truth), ScoreTable.of(score, truth, weight=amount), BY_AMOUNT)
    (place,) = np.flatnonzero(found.threshold == called)
    assert -found.value[place] * len(truth) == near(exact)


@rows("costcla_results.csv", key=["savings over the cheaper of calling none and calling all"])
def test_costcla_savings(row):
    truth, calls, score, amount = example()
    exact = exact_value(row)
    amounts = Amounts.of_labels(truth, calls, amount)
    cheaper = max(BY_AMOUNT(amounts.constant(positive)) for positive in (True, False))
    assert 1 - BY_AMOUNT(amounts) / cheaper == near(exact)
    found = yield_by_threshold(ScoreTable.of(score, truth), ScoreTable.of(score, truth, weight=amount), BY_AMOUNT)
    assert max(found.value[[0, -1]]) == near(cheaper)
    assert (found.threshold[found.best], found.value[found.best]) == (0.8, 0)


@rows("costcla_results.csv", key=["Brier score"])
def test_costcla_brier_score(row):
    """The package prints 0.037..., its digits cut off."""
    truth, _, score, _ = example()
    exact, table = evaluate(row["right"]), ScoreTable.of(score, truth)
    kept = row["printed"].removesuffix("...")
    assert 0 <= exact - Fraction(kept) < Fraction(1, 1000)
    assert brier(table).score == near(float(exact))
    drawn = cost_curves(table, "brier", points=10001)
    assert np.trapezoid(drawn.lines["read"], drawn.x) == pytest.approx(float(exact), abs=1e-4)
    assert row["erratum"] == "no"


# All rows ------------------------------------------------------------------------------------------------------------


def test_no_row_is_left_over():
    assert {name: set(range(len(published(name)))) for name in RESULTS} == USED
