"""Times of decisions beside their targets, and beside a plain loop in the same run.

Not part of the gate: `python -m tests.bench.bench_decisions` (some seconds; `--quick` leaves the loops out). A loop is
timed on some of the work and its time multiplied.
"""

import sys

import numpy as np
from sklearn import metrics

from ddcore.counts import Counts
from ddcore.decisions import cost_curves, costs
from ddcore.decisions.admissible import admissibility, misranked_pair
from ddcore.decisions.comparison import MAP_SIZE, Comparison
from ddcore.decisions.coverage import risk_coverage
from ddcore.decisions.cutoffs import LoanTerms, cutoff_policy, profit_by_rate
from ddcore.decisions.lending import lend
from ddcore.decisions.pricing import Book, alternation
from ddcore.decisions.ranking import draw_pairs, misranked, misranked_by_error
from ddcore.decisions.referral import Referral
from ddcore.decisions.reject import band_counts, best_band, cost_band
from ddcore.decisions.take_up import quartic, sigmoid
from ddcore.decisions.utility import Utility
from ddcore.measures import MEASURES
from ddcore.samples.applicants import APPLICANTS
from ddcore.scores.likelihood import probabilities
from ddcore.table import ScoreTable
from tests.bench.timing import beside, seconds

PAIRS = 10**6
RANKING = 3.0
"""Seconds for a million pairs and all measures."""
MAP = 0.2
"""Seconds for the map of five models."""
SCORES = 10**6
LENDING = 2.0
"""Seconds for the risks of a million applicants and every way to lend to them."""
LOOPED = 2000
"""The pairs, and the points of a map, that a loop is timed on."""
LABELLED = 50
"""The pairs whose cases are written out for scikit-learn."""
OUTCOMES = ("tp", "fp", "fn", "tn")
FACTORY = Utility(tp=15, fp=-335, fn=-35, tn=165)


def line(what, took, target=None):
    print(f"{what:58} {took * 1000:10.2f} ms{beside(took, target)}", flush=True)


def peer(what, took, ours, same=None):
    value = "" if same is None else f"; {'same' if same else 'ANOTHER'} value"
    print(f"    {what:54} {took * 1000:10.4g} ms  ratio {took / ours:9.1f}{value}", flush=True)


# Each part prints the times of one subject -----------------------------------------------------------------------

LOOP = {  # each measure from plain numbers, higher being better
    "ACC": lambda tp, fp, fn, tn: (tp + tn) / (tp + fp + fn + tn),
    "TPR": lambda tp, fp, fn, tn: tp / (tp + fn),
    "PPV": lambda tp, fp, fn, tn: tp / (tp + fp),
    "F1": lambda tp, fp, fn, tn: 2 * tp / (2 * tp + fp + fn),
    "MCC": lambda tp, fp, fn, tn: (tp * tn - fp * fn) / ((tp + fn) * (fp + tn) * (tp + fp) * (fn + tn)) ** 0.5,
    "BACC": lambda tp, fp, fn, tn: (tp / (tp + fn) + tn / (fp + tn)) / 2,
}


def rows(values, size):
    return list(zip(*(getattr(values, name)[:size].tolist() for name in OUTCOMES), strict=True))


def looped(pairs, size):
    """Shares of wrong pairs by each measure of the loop and by the utilities with error."""
    wrong = dict.fromkeys([*LOOP, "utility"], 0)
    for true, assessed, one, other in zip(
        *(rows(values, size) for values in (pairs.truth, pairs.assessed, pairs.first, pairs.second)), strict=True
    ):
        gain, seen = (
            sum(u * (a - b) for u, a, b in zip(values, one, other, strict=True)) for values in (true, assessed)
        )
        wrong["utility"] += gain * seen < 0
        for key, of in LOOP.items():
            wrong[key] += gain * (of(*one) - of(*other)) < 0
    return {key: number / size for key, number in wrong.items()}


THEIRS = {
    "ACC": metrics.accuracy_score,
    "TPR": metrics.recall_score,
    "PPV": metrics.precision_score,
    "F1": metrics.f1_score,
    "MCC": metrics.matthews_corrcoef,
    "BACC": metrics.balanced_accuracy_score,
}


def by_scikit_learn(pairs, size):
    """The same with the cases of each table written out, a thousand of them, rounded to whole ones."""
    for one, other in zip(rows(pairs.first, size), rows(pairs.second, size), strict=True):
        tables = [[np.repeat(labels, np.rint(cells).astype(int)) for labels in ([1, 0, 1, 0], [1, 1, 0, 0])]
                  for cells in (one, other)]  # fmt: skip
        for of in THEIRS.values():
            of(*tables[0])
            of(*tables[1])


def ranking(quick):
    def ours(measures=None):
        return misranked("uniform", 0.1, PAIRS, rng=np.random.default_rng(1), measures=measures)

    line("misranked, 10^6 pairs, every measure, uniform", seconds(ours), RANKING)
    gaussian = seconds(lambda: misranked("gaussian", 0.1, PAIRS, rng=np.random.default_rng(1)))
    line("the same, gaussian", gaussian, RANKING)
    few = seconds(lambda: ours(list(LOOP)))
    line(f"the same, {len(LOOP)} measures, uniform", few)
    if not quick:
        pairs = draw_pairs("uniform", 0.1, 10 * LOOPED, rng=np.random.default_rng(2))
        took = seconds(lambda: looped(pairs, LOOPED)) * PAIRS / LOOPED
        found, right = ours(list(LOOP)), looped(pairs, 10 * LOOPED)
        gaps = [
            abs(found.share[key] - share) / (share * (1 - share) / 10 / LOOPED) ** 0.5 for key, share in right.items()
        ]
        peer(f"a loop over pairs already drawn, {len(LOOP)} measures", took, few, max(gaps) < 4)
        took = seconds(lambda: by_scikit_learn(pairs, LABELLED), 1) * PAIRS / LABELLED
        peer(f"scikit-learn on their cases, {len(THEIRS)} measures", took, few)
    errors = np.linspace(0, 0.3, 13)

    def several():
        return misranked_by_error("uniform", errors, 100_000, rng=np.random.default_rng(3), measures=["ACC"])

    line("over_error, 13 errors, 10^5 pairs, accuracy", seconds(several))


def models():
    rng = np.random.default_rng(4)
    rates = 0.5 + 0.5 * np.sqrt(rng.random((5, 2)))
    return {
        f"model {i + 1}": Counts(tp=int(300 * a), fp=700 - int(700 * b), fn=300 - int(300 * a), tn=int(700 * b))
        for i, (a, b) in enumerate(rates)
    }


def point(tables, x, y):
    """The winner at a point of the map, None outside the hexagon."""
    if abs(x - y) > 1 + 1e-12:
        return None
    payoffs = 1 - max(x, 0), max(y, 0), max(-y, 0), 1 - max(-x, 0)
    yields = [sum(u * cell for u, cell in zip(payoffs, table, strict=True)) for table in tables]
    return yields.index(max(yields))


def mapping(quick):
    comparison = Comparison.of(models(), 0.3)
    took = seconds(lambda: comparison.map(MAP_SIZE), 10)
    line(f"map of 5 models and the constant answers, {MAP_SIZE} x {MAP_SIZE}", took, MAP)
    if not quick:
        tables = list(zip(*(getattr(comparison.shares, name).tolist() for name in OUTCOMES), strict=True))
        places = np.linspace(-1, 1, MAP_SIZE).tolist()
        some = [(i, j) for i in range(3, MAP_SIZE, 20) for j in range(0, MAP_SIZE, 4)][:LOOPED]
        slow = seconds(lambda: [point(tables, places[j], places[i]) for i, j in some]) * MAP_SIZE**2 / len(some)
        found, yields = comparison.map(MAP_SIZE), []
        for i, j in some:
            right = point(tables, places[j], places[i])
            yields.append(found[i, j] == (-1 if right is None else right))
        peer("a loop over its points", slow, took, np.mean(yields) > 0.999)
    line("the comparison of 5 models", seconds(lambda: Comparison.of(models(), 0.3), 10))
    line("its regions", seconds(lambda: Comparison.of(models(), 0.3).regions))


def admissible(quick):
    took = seconds(lambda: [admissibility(key) for key in MEASURES])
    line(f"form of all {len(MEASURES)} measures", took)
    identity = Utility(tp=1, fp=0, fn=0, tn=1)
    for what, utility in (("accuracy", identity), ("the factory", FACTORY)):
        each = {key: seconds(lambda key=key, utility=utility: misranked_pair(key, utility, 0.3)) for key in MEASURES}
        line(f"wrong_pair of all of them, {what}", sum(each.values()))
        slowest = max(each, key=each.get)
        line(f"    the slowest, {slowest}", each[slowest])
        if not quick and what == "accuracy":
            peer("F1 by a loop over pairs of the same tables", naive("F1"), each["F1"])


def naive(key):
    """Every pair of the 26 x 26 tables looked at in a loop, timed on some rows and multiplied."""
    steps = [i / 50 for i in range(25, 51)]
    cells = [(round(300 * a), 700 - round(700 * b), 300 - round(300 * a), round(700 * b)) for a in steps for b in steps]
    scored = [(LOOP["ACC"](*table), LOOP[key](*table)) for table in cells]
    some = scored[::13]

    def work():
        return max(min(a - c, d - b) for a, b in some for c, d in scored)

    return seconds(work) * len(scored) / len(some)


def referring(quick):
    """Lines and bands of a million distinct scores."""
    rng = np.random.default_rng(7)
    truth = rng.random(SCORES) < 0.3
    table = ScoreTable.of(1 / (1 + np.exp(-rng.normal(2.0 * truth))), truth)
    one_to_five = costs.costs(c10=1, c01=5)
    for kind in cost_curves.COST_CURVES:
        line(
            f"{cost_curves.COST_CURVES[kind].title}, 10^6 scores",
            seconds(lambda kind=kind: cost_curves.cost_curves(table, kind, 0.5)),
        )
    line("H-measure, 10^6 scores", seconds(lambda: cost_curves.h_measure(table)))
    line("best band of accuracy at 20 %, 10^6 scores", seconds(lambda: best_band(table, "ACC", 0.2)))
    line("best band of costs, 10^6 scores", seconds(lambda: cost_band(table, one_to_five, Referral(-0.4, -0.4))))
    line("risk and coverage, 10^6 scores", seconds(lambda: risk_coverage(table)))
    if quick:
        return
    few = ScoreTable.of(table.score[::2000], rng.random(500) < 0.3)
    took = seconds(lambda: best_band(few, "ACC", 0.2))

    def looped():
        ends = [*few.score.tolist(), np.inf]
        return max(
            float((cells.tp + cells.tn) / cells.total)
            for first, low in enumerate(ends)
            for high in ends[first : first + 101]
            for cells in [band_counts(few, low, high).decided]
        )

    peer("500 scores: a loop over the bands", seconds(looped), took, looped() == best_band(few, "ACC", 0.2).value)


RISKS = np.linspace(0, 1, 100_001)


def lending(quick):
    """A book of 10^5 applicants."""
    draw = APPLICANTS["applicants"].draw(10**5)
    table = ScoreTable.of(draw["risk"].to_numpy(), draw["outcome"].to_numpy(), "default")
    book, terms, rates = Book.of(table), LoanTerms(), (0.1, 0.22, 0.28, 0.3, 0.35, 0.4, 0.45)
    for what, take_up in (("take-up by the rate", quartic()), ("by rate and risk", sigmoid(3, 1, -12))):
        cut = seconds(lambda take_up=take_up: cutoff_policy(terms, rates, take_up))
        line(f"best cut-offs of 7 rates, {what}", cut)
        turns = seconds(lambda take_up=take_up: alternation(book, terms, rates, take_up))
        line(f"cut-offs and prices in turn, {what}", turns)
        took = seconds(lambda take_up=take_up: lend(table, terms, rates, take_up, rng=np.random.default_rng(1)), 2)
        line(f"every way to lend, 10^5 applicants, {what}", took)
        if not quick:
            looked = seconds(lambda take_up=take_up: profit_by_rate(terms, rates, take_up, RISKS).argmax(axis=0))
            peer("cut-offs by looking at 10^5 risks", looked, cut)
    rng = np.random.default_rng(7)
    risk = rng.beta(1, 4, SCORES)
    table = ScoreTable.of(risk**2, rng.random(SCORES) < risk)
    read = probabilities(table, rng=np.random.default_rng(1))
    took = seconds(lambda: probabilities(table, rng=np.random.default_rng(1)), 2)
    line("risks from 10^6 scores, no two alike", took, LENDING / 2)
    took = seconds(lambda: lend(read, terms, rates, quartic(), rng=np.random.default_rng(1)), 2)
    line("every way to lend to these 10^6 applicants", took, LENDING / 2)


def main():
    quick = "--quick" in sys.argv
    for part in (ranking, mapping, admissible, referring, lending):
        part(quick)


if __name__ == "__main__":
    main()
