"""Document 003, Gong (2022): likelihood and Bayes transformations of scores; here chapters 2, 3, 5 and 6.

Chapter 4 is in `framework`, chapter 7 in `review`, 8 in `ensemble`, 9 in `lending`; each proposition is tried in
`propositions`.
"""

import math
from dataclasses import replace
from functools import cache, partial

import numpy as np
from scipy.special import expit, logit

from ddcore.arrays import Array
from ddcore.counts import Cells, Counts
from ddcore.decisions.amounts import Amounts, UtilityByCase
from ddcore.decisions.cases import expected, switches
from ddcore.decisions.costs import costs, threshold
from ddcore.decisions.utility import Utility
from ddcore.measures import measure
from ddcore.papers import ensemble, framework, lending, review
from ddcore.papers.item import Compared, Item, Printed
from ddcore.papers.printed import rows
from ddcore.papers.propositions import SOME, at_rates
from ddcore.papers.tried import LAW, NEAR, THIRD, card_item, everywhere, example, fact, formula, item, printed, tried
from ddcore.scores.curves import area, convex_hull, roc
from ddcore.scores.dominance import roc_difference
from ddcore.scores.exact import Exact
from ddcore.scores.own_transform import transformed
from ddcore.table import ScoreTable

# Chapter 2 -----------------------------------------------------------------------------------------------------------


def _margins() -> Compared:
    """Table 2.1: the margins of the table of confusion."""
    counts = Counts(tp=227, fp=50, fn=31, tn=192)
    sums = {"P": counts.positives, "N": counts.negatives, "P-hat": counts.predicted_positives}
    sums["N-hat"] = counts.predicted_negatives
    wanted = {"P": ("TP + FN", 227 + 31), "N": ("FP + TN", 50 + 192)}
    wanted |= {"P-hat": ("TP + FP", 227 + 50), "N-hat": ("FN + TN", 31 + 192)}
    return Compared.of(
        fact(name, text, f"{text} in a table of 500 cases: {int(sums[name])}", sums[name] == number)
        for name, (text, number) in wanted.items()
    )


def _definitions() -> Compared:
    """Equations 2.1 to 2.10 on every table of up to five cases."""
    side = np.arange(6)
    tp, fp, fn, tn = (part.ravel() for part in np.meshgrid(side, side, side, side))
    some = tp + fp + fn + tn <= 5
    cells = Cells(tp=tp[some], fp=fp[some], fn=fn[some], tn=tn[some]).floats()
    letters = dict(cells.items())
    letters |= {"p": cells.positives, "n": cells.negatives, "pp": cells.predicted_positives}
    letters |= {"pn": cells.predicted_negatives}
    return Compared.of(formula(row, measure(row["key"]).on(cells), letters) for row in printed("Equations 2.1 to 2.10"))


def _diagonal() -> Compared:
    """Figure 2.1: the diagonal."""
    found = Exact(LAW.exact.negatives, LAW.exact.negatives).table().auc
    return Compared.claim(
        "the diagonal implies no discriminatory power",
        f"scores of one law in both classes have the area {found:.6f}",
        holds=abs(found - 0.5) < 1e-9,
    )


def _cost_matrix() -> Compared:
    """Table 2.2: what each cost belongs to."""
    counts, given = Counts(tp=3, fp=5, fn=7, tn=11), {"c11": 2.0, "c10": 13.0, "c01": 17.0, "c00": 1.0}
    paid = -26 * float(costs(c11=2, c10=13, c01=17, c00=1)(counts))
    wanted = 3 * given["c11"] + 5 * given["c10"] + 7 * given["c01"] + 11 * given["c00"]
    return Compared.claim(
        "c_ij is the cost of predicting i where j is true",
        f"TP c11 + FP c10 + FN c01 + TN c00 = {paid:g} on a table of 26 cases",
        holds=math.isclose(paid, wanted),
    )


def _profits() -> Compared:
    """Section 2.1: a matrix with c01 > c11 and c10 > c00 read as profits."""
    profit = Utility(tp=0, fp=1, fn=5, tn=0)  # c10 = 1 and c01 = 5 as profits
    x = np.linspace(-1, 3, 9)
    line = math.log((0.7 * 1) / (0.3 * 5))
    at = float((line + 1.125) / 1.5)
    here = float(profit(LAW.exact.cells(np.array([at]), LAW.share))[0])
    around = profit(LAW.exact.cells(x, LAW.share))
    return Compared.claim(
        "the matrix with c01 > c11 and c10 > c00 is by default one of profits",
        f"read as profits its threshold earns least: {here:.3f}, all others {around.min():.3f} or more",
        holds=bool((around <= here).all()),
        proof=f"c10 = 1, c01 = 5, others 0, N(0,1) and N(1.5,1), 30 % positive: at the ratio {math.exp(line):.4g} the "
        f"profit is {here:.4f}; predicting all positive earns {0.7 * 1:.4g}, none {0.3 * 5:.4g}.",
    )


def _by_case() -> Compared:
    """A cost matrix of each case, with one amount for all."""
    truth, predicted = [1, 1, 0, 0, 1], [1, 0, 1, 0, 1]
    amounts = Amounts.of_labels(truth, predicted, [20.0] * 5)
    own = UtilityByCase(Cells(tp=-5, fp=-5, fn=0, tn=0), Cells(tp=0, fp=0, fn=-1, tn=0))
    same = float(Utility(tp=-5, fp=-5, fn=-20, tn=0)(Counts.of_labels(truth, predicted)))
    return Compared.claim(
        "where the elements vary by instance, the matrix is instance-dependent",
        f"with one amount for all it is the class-dependent one: {own(amounts):g} and {same:g}",
        holds=math.isclose(own(amounts), same),
    )


# Chapter 3 -----------------------------------------------------------------------------------------------------------


def _any_transformation() -> Compared:
    """Equations 3.1 to 3.5: the densities of T(X), for T = |x - 0.5| on scenario 2."""
    exact, _ = example("figure_5_2_2")
    moved = exact.rescored(np.abs(exact.middles - 0.5), 0.3, 0.7)
    mixed = np.asarray(moved.positives + moved.negatives)
    both = 0.3 * exact.masses[0] + 0.7 * exact.masses[1]
    return Compared.of(
        [
            fact(
                "equation 3.5",
                "g = π0 g0 + π1 g1",
                "all cases of T(X) are those of X",
                abs(float(mixed.sum() - both.sum())) < 1e-12,
            ),
            fact(
                "equations 3.2 to 3.4",
                "the sum over all x with T(x) = s",
                f"|x − 0.5| has the area {moved.auc:.5f}, the ratio {exact.best_auc:.5f}",
                abs(moved.auc - exact.best_auc) < NEAR,
            ),
        ]
    )


def _corollary_1() -> Compared:
    """The higher TPR at equal FPR, and the lower FPR at equal TPR."""
    holds = []
    for setting in SOME:
        (_, tpr, fpr), (_, recall, alarms) = setting.ratio_swept, setting.score_swept
        higher = np.interp(alarms, fpr[::-1], tpr[::-1]) - recall
        lower = alarms - np.interp(recall, tpr[::-1], fpr[::-1])
        holds.append(bool(higher.min() > -NEAR and lower.min() > -NEAR))
    return everywhere("at equal FPR the ratio has the higher TPR, at equal TPR the lower FPR", holds)


# Chapter 5 -----------------------------------------------------------------------------------------------------------


def _rates_of_scores() -> Compared:
    """Equations 5.1 to 5.3."""
    x = np.linspace(-2, 4, 25)
    laws = {"TPR(t) = 1 − F1(t)": LAW.exact.positives, "FPR(t) = 1 − F0(t)": LAW.exact.negatives}
    curve, (_, tpr, fpr) = roc(LAW.by_score), LAW.score_swept
    numbers = [Printed.formula(name, name, 1 - law.below(x), law.above(x)) for name, law in laws.items()]
    same = np.allclose(np.sort(curve.x), np.sort(fpr), atol=1e-9) and np.allclose(
        np.sort(curve.y), np.sort(tpr), atol=1e-9
    )
    return Compared.of([*numbers, fact("ROC", "all pairs (FPR, TPR)", "the points of the curve", same)])


def _slope_of_roc() -> Compared:
    """Equation 5.4: the slope of the curve."""
    x, step = np.linspace(-1.5, 3.5, 21), 1e-5
    ends = [LAW.exact.cells(x + move, LAW.share) for move in (step, -step)]
    slope = ((ends[0].tp - ends[1].tp) / LAW.share) / ((ends[0].fp - ends[1].fp) / (1 - LAW.share))
    return Compared.of([Printed.formula("slope", "f1(t) / f0(t)", np.exp(LAW.exact.log_ratio(x)), slope, 1e-6)])


def _dent(table: ScoreTable) -> float:
    """What the hull of an ROC curve holds more than the curve."""
    return area(convex_hull(table)) - area(roc(table))


def _figure_5_1() -> Compared:
    exact, _ = example("figure_5_1")
    dent = _dent(exact.table())
    return Compared.claim(
        "two laws with one spread have a concave ROC curve",
        f"the ratio {'rises' if exact.is_monotone else 'does not rise'}; the hull holds {abs(dent):.1g} more",
        holds=exact.is_monotone and dent < 1e-9,
    )


def _area_is_probability(*, only: bool) -> Compared:
    """AUC = P(X1 > X0), for a curve that is not concave too."""
    exact, _ = example("figure_5_2_3")
    table = exact.table()
    dent, drawn = _dent(table), area(roc(table))
    same = abs(drawn - exact.auc) < NEAR
    ours = f"P(X1 > X0) = {exact.auc:.5f} in scenario 3, whose curve has the area {drawn:.5f}"
    if not only:
        return Compared.claim("AUC = P(X1 > X0)", ours, holds=same)
    return Compared.claim(
        "this is precise only if the ROC curve is concave",
        "it is true of every ROC curve",
        holds=not (same and dent > NEAR),
        proof=f"{ours}. The curve is not concave: its hull holds {dent:.4f} more.",
    )


def _scenario(number: int) -> Compared:
    """Areas of a scenario before and after, and its curve."""
    exact, _ = example(f"figure_5_2_{number}")
    numbers = []
    for row in rows("003_areas.csv"):
        if row["key"] == f"scenario_{number}":
            ours = exact.auc if row["what"] == "area of the score" else exact.best_auc
            numbers.append(Printed.number(f"{row['what']}, {row['key']}", row["printed"], ours))
    dents = [_dent(table) for table in (exact.table(), exact.read())]
    numbers.append(fact("curve of the score", "not concave", f"hull holds {dents[0]:.4f} more", dents[0] > NEAR))
    numbers.append(fact("curve of the ratio", "concave", f"hull holds {abs(dents[1]):.1g} more", dents[1] < 1e-9))
    return Compared.of(numbers)


def _figure_5_3() -> Compared:
    """None of the four ratios rises throughout."""
    falling = [not example(f"figure_5_2_{number}")[0].is_monotone for number in (1, 2, 3, 4)]
    return everywhere("none of the likelihood ratios rises throughout", falling)


def _lemma_3() -> Compared:
    """The curve of the scores is concave where the ratio rises, and only there."""
    laws = [setting.exact for setting in SOME] + [example(f"figure_5_2_{number}")[0] for number in (1, 2, 3, 4)]
    holds = [exact.is_monotone == (_dent(exact.table()) < 1e-9) for exact in laws]
    return everywhere("ROC is concave if and only if L(x) rises with x", holds)


def _lemma_4() -> Compared:
    """The ROC curve of a transformed score."""
    holds = []
    for setting in SOME:
        table = setting.by_score
        moved = table.rescored(transformed("exp(x / 4)", table.score))
        holds.append(np.array_equal(roc(moved).x, roc(table).x) and np.array_equal(roc(moved).y, roc(table).y))
    return everywhere("a rising transformation leaves the ROC curve as it is", holds)


def _definition_6() -> Compared:
    """Dominance of curves of few cases, beside the definition at each rate."""
    rng = np.random.default_rng(1)
    holds, found = [], 0
    for _ in range(40):
        tables = [
            ScoreTable.of(rng.integers(0, 6, 12) + shift * (truth := np.arange(12) % 2), truth) for shift in (2, 0)
        ]
        even = (np.arange(600) + 0.5) / 600
        heights = [np.interp(even, roc(table).x[::-1], roc(table).y[::-1]) for table in tables]
        above = (heights[0] >= heights[1] - 1e-12).all() and (heights[0] > heights[1] + 1e-12).any()
        dominates = roc_difference(*tables).dominates == 1
        found += dominates
        holds.append(bool(above) == dominates)
    return everywhere(
        "a curve dominates another if its TPR is no lower at any FPR", holds, f"{found} of the 40 pairs dominate"
    )


def _dominates(kind: str) -> Compared:
    """Corollaries 8 and 9: precision-recall and TOC."""
    holds = []
    for setting in SOME:
        (_, tpr, fpr), (_, recall, alarms) = setting.ratio_swept, setting.score_swept
        p, q = setting.share, 1 - setting.share
        if kind == "toc":
            ours, theirs = p * tpr + q * fpr, p * recall + q * alarms
            holds.append(bool((np.interp(theirs, ours[::-1], p * tpr[::-1]) - p * recall).min() > -NEAR))
            continue
        fewer = np.interp(recall, tpr[::-1], fpr[::-1])
        for key in ("PPV", "NPV"):
            here, there = (measure(key).on(at_rates(p, recall, rates)) for rates in (fewer, alarms))
            some = (recall > 1e-4) & (recall < 1 - 1e-4)
            holds.append(bool((here[some] - there[some]).min() > -1e-4))
    claimed = (
        "the TOC curve of the ratio dominates" if kind == "toc" else "at equal TPR the ratio has the higher PPV and NPV"
    )
    return everywhere(claimed, holds)


# Chapter 6 -----------------------------------------------------------------------------------------------------------


@cache
def _random_costs() -> tuple[Array, Array, Array, Array, Array]:
    """c00, c10, c11, c01 with right answers cheaper than wrong ones, and shares of positives."""
    rng = np.random.default_rng(1)
    (c00, c10), (c11, c01) = (np.sort(rng.uniform(size=(2, 200)), axis=0) for _ in range(2))
    return c00, c10, c11, c01, rng.uniform(0.02, 0.98, 200)


def _expected_costs() -> Compared:
    """Equation 6.1."""
    c00, c10, c11, c01, chance = _random_costs()
    worth = expected(Cells(tp=-c11, fp=-c10, fn=-c01, tn=-c00), chance)
    return Compared.of(
        [
            Printed.formula("H1", "P1 c11 + P0 c10", chance * c11 + (1 - chance) * c10, -worth.positive),
            Printed.formula("H0", "P1 c01 + P0 c00", chance * c01 + (1 - chance) * c00, -worth.negative),
        ]
    )


def _elkan() -> Compared:
    """Equation 6.2: the probability from which on positive is the cheaper answer."""
    c00, c10, c11, c01, _ = _random_costs()
    ours = [switches(Cells(tp=-d, fp=-b, fn=-e, tn=-a))[-1][0] for a, b, d, e in zip(c00, c10, c11, c01, strict=True)]
    theirs = (c10 - c00) / (c10 - c00 + c01 - c11)
    return Compared.of([Printed.formula("P1", "(c10 − c00) / (c10 − c00 + c01 − c11)", theirs, ours)])


def _overall_cost() -> Compared:
    """Equations 6.3 and 6.4: the cost over the threshold of a score whose ratio rises, and where it is least."""
    x = LAW.exact.edges
    cells = LAW.exact.cells(x, LAW.share)
    utility = costs(c10=1, c01=5, c11=0.1, c00=0.2)
    f0, f1 = LAW.exact.negatives.below(x), LAW.exact.positives.below(x)
    theirs = 0.7 * f0 * 0.2 + 0.3 * f1 * 5 + 0.7 * (1 - f0) * 1 + 0.3 * (1 - f1) * 0.1
    paid = -utility(cells)
    best = x[int(np.argmin(paid))]
    chance = float(expit(LAW.exact.log_ratio(np.array([best])) + logit(0.3))[0])
    line = float(threshold(utility, 0.3).posterior)
    return Compared.of(
        [
            Printed.formula("6.3", "π0 F0 c00 + π1 F1 c01 + π0 (1 − F0) c10 + π1 (1 − F1) c11", theirs, paid),
            fact(
                "6.4", f"B(t) = {line:.4f}", f"least cost at a probability of {chance:.4f}", abs(line - chance) < 0.003
            ),
        ]
    )


def _proposition_12() -> Compared:
    """Equation 6.5 with Proposition 12: the formula, and the settings."""
    c00, c10, c11, c01, share = _random_costs()
    line = threshold(costs(c10=c10, c01=c01, c11=c11, c00=c00), share)
    theirs = (1 - share) * (c00 - c10) / (share * (c11 - c01))
    found = tried("Proposition 12")
    return replace(
        found, numbers=(Printed.formula("t^L", "π0 (c00 − c10) / (π1 (c11 − c01))", theirs, line.ratio), *found.numbers)
    )


def _corollary_10() -> Compared:
    c00, c10, c11, c01, share = _random_costs()
    line = threshold(costs(c10=c10, c01=c01, c11=c11, c00=c00), share)
    theirs = (c10 - c00) / (c10 - c00 + c01 - c11)
    return Compared.of([Printed.formula("t^B", "(c10 − c00) / (c10 − c00 + c01 − c11)", theirs, line.posterior)])


CHAPTERS_2_3: tuple[Item, ...] = (
    item("Figures 1.1, 1.2", "classification and regression, parts of a model", None, "Drawings without numbers."),
    item("Table 2.1", "margins of the confusion matrix", _margins, link="/?TP=227&FP=50&FN=31&TN=192"),
    item("Equations 2.1 to 2.10", "ten measures by the four counts", _definitions, link="/?TP=227&FP=50&FN=31&TN=192"),
    item("Figure 2.1", "an ROC curve with its diagonal", _diagonal,
          "The scores behind its area of 0.80 are not printed; the claim on the diagonal is compared.",
          "/curves?sample=two_class_example"),
    item("Table 2.2", "costs of the four outcomes", _cost_matrix, link="/costs?sample=two_class_example&u=0,-1,-5,0"),
    item("Section 2.1", "costs called profits", _profits,
          "The text takes a wrong answer to cost more than a right one, and then calls the matrix one of profits. With "
          "profits the inequalities turn round; the threshold formulas stay.",
          "/costs?sample=two_class_example&u=0,-1,-5,0"),
    item("Section 2.1", "costs that depend on the case", _by_case, link="/costs?sample=two_class_example"),
    item("Equations 3.1 to 3.5", "densities of any transformed score", _any_transformation,
          link="/likelihood?sample=scenario_2&transformation=abs(x-0.5)"),
    card_item("Proposition 1", "the ratio of a likelihood ratio, with equation 3.6", f"{THIRD}&densities=log_ratio"),
    card_item("Proposition 2", "the Bayes probability, with equation 3.7", f"{THIRD}&densities=probability"),
    card_item("Proposition 3", "best for any weights of the rates", THIRD),
    item("Corollary 1", "equal FPR, equal TPR", _corollary_1, link=THIRD),
)  # fmt: skip

CHAPTERS_5_6: tuple[Item, ...] = (
    item("Equations 5.1 to 5.3", "TPR, FPR and the ROC curve by the laws", _rates_of_scores,
          link="/curves?sample=two_class_example"),
    item("Equation 5.4", "the slope of the ROC curve", _slope_of_roc,
          link="/curves?sample=own_law&law1=normal(1.5,1)&law0=normal(0,1)"),
    item("Figure 5.1", "one spread, a concave curve", _figure_5_1,
          "Its numbers are not printed; any equal spreads show it.",

          "/curves?sample=own_law&law1=normal(0.6,0.1)&law0=normal(0.4,0.1)"),
    item("Section 5.1", "the area as a probability", partial(_area_is_probability, only=False),
          link="/curves?sample=scenario_3"),
    item("Section 5.1", "the area of a curve that is not concave", partial(_area_is_probability, only=True),
          "It is true of every ROC curve; nothing rests on concavity.", "/curves?sample=scenario_3"),
    *(
        item("Figures 5.2, 5.4, section 5.3.3", f"scenario {number}, before and after", partial(_scenario, number),
              "The second parameter of each normal law is its standard deviation.",
              f"/likelihood?sample=scenario_{number}")
        for number in (1, 2, 3, 4)
    ),
    item("Figure 5.3", "the likelihood ratios of the four scenarios", _figure_5_3, link=THIRD),
    item("Lemma 3", "concave where the ratio rises", _lemma_3, link="/likelihood?sample=scenario_1"),
    item("Lemma 4", "the curve after a rising transformation", _lemma_4,
          link="/likelihood?sample=scenario_2&transformation=exp(x)"),
    card_item("Proposition 11", "the curve of the ratio is concave", "/likelihood?sample=scenario_1"),
    item("Definition 6", "one curve dominates another", _definition_6,
          link="/curves?sample=lending_club&curve=difference"),
    card_item("Theorem 1", "no transformation has a higher curve", "/curves?sample=scenario_3&curve=difference"),
    item("Corollary 8", "precision-recall", partial(_dominates, "precision_recall"),
          link=f"{THIRD}&curve=precision_recall"),
    item("Corollary 9", "TOC", partial(_dominates, "toc"), link=f"{THIRD}&curve=toc"),
    item("Equation 6.1", "expected cost of either answer", _expected_costs,
          link="/cases?sample=two_class_example&u=0,-1,-5,0"),
    item("Equation 6.2", "break-even probability (Elkan)", _elkan, link="/costs?sample=two_class_example&u=0,-1,-5,0"),
    item("Equations 6.3, 6.4", "cost over the threshold (Wang & Chen)", _overall_cost,
          link="/costs?sample=two_class_example"),
    item("Proposition 12", "the best threshold by costs, with equation 6.5", _proposition_12,
          link="/costs?sample=two_class_example&prevalence=0.05"),
    item("Corollary 10", "the same as a probability", _corollary_10,
          link="/costs?sample=two_class_example&prevalence=0.05"),
    item("Chapters 2 to 7", "references to sections and tables that do not exist", None,
          "Slips in the references, such as section 6.5 for 6.4: nothing to compute."),
)  # fmt: skip

ITEMS = (*CHAPTERS_2_3, *framework.ITEMS, *CHAPTERS_5_6, *review.ITEMS, *ensemble.ITEMS, *lending.ITEMS)
"""The items of the whole document, in its order."""
