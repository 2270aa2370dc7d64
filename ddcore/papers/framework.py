"""Document 003, chapter 4 and Appendices A and B: one framework for all measures of a confusion matrix."""

import math
from collections.abc import Mapping
from dataclasses import replace
from fractions import Fraction
from functools import cache, partial
from typing import Any

import numpy as np
from scipy.special import expit, logit

from ddcore.arrays import Array
from ddcore.decisions.certificate import Slopes, certificate, fractional
from ddcore.decisions.costs import costs, threshold
from ddcore.measures import measure, own_measure
from ddcore.measures.in_rates import in_rates
from ddcore.papers.item import Compared, Item, Printed
from ddcore.papers.printed import rows, value
from ddcore.papers.propositions import SOME, UNIMODAL, at_rates
from ddcore.papers.tried import (
    LAW,
    NEAR,
    SCORES,
    THIRD,
    card_item,
    everywhere,
    example,
    fact,
    formula,
    item,
    printed,
    spelled,
)
from ddcore.scores.before_after import BETWEEN
from ddcore.scores.modes import PUBLISHED_MODES, mode, peaks
from ddcore.scores.own_transform import transformed
from ddcore.scores.share_thresholds import direction
from ddcore.scores.thresholds import each, upward

OWN = "/thresholds?sample=own_law&law1=normal(1.5,1)&law0=normal(0,1)&law_share=0.3"
FIGURE_4_1 = (
    "sample=own_law&law1=0.5*normal(0.25,0.06);0.5*normal(0.75,0.06)"
    "&law0=0.7*normal(0.5,0.06);0.3*normal(0.08,0.03)&law_share=0.5"
)
FIGURE_4_4 = (
    "/thresholds?sample=own_law&law1=0.1*normal(0.5,0.2);0.6*normal(1.5,0.2);0.3*normal(2.5,0.2)"
    "&law0=0.7*normal(0.5,0.2);0.299*normal(1.5,0.2);0.001*normal(2.5,0.2)&law_share=0.25&measure=MK"
)
FIGURE_4_6 = (
    "/thresholds?sample=own_law&law1=bins(0,3,0.1,0.6,0.3)&law0=bins(0,3,0.7,0.299,0.001)&law_share=0.5&measure=MCC"
)
NEAREST = "The parameters are not printed; the law here is the nearest one with the same effect."


@cache
def _grid() -> Mapping[str, Array]:
    """TPR, FPR and both shares on a grid."""
    steps = np.linspace(0.05, 0.95, 10)
    p1, a, b = (part.ravel() for part in np.meshgrid([0.1, 0.3, 0.5, 0.8], steps, steps))
    return {"a": a, "b": b, "p1": p1, "p0": 1 - p1, "w": p1 * a + (1 - p1) * b}


def _on_grid(key: str) -> Array:
    grid = _grid()
    return measure(key).on(at_rates(grid["p1"], grid["a"], grid["b"]))


NAMED = {"Fbeta": "F2", "BACC": "BACC(0.3)"}
"""Measures with a parameter, at one of its values."""
THIRTY = {"p": Fraction(3, 10), "q": Fraction(7, 10)}
"""A share of positives of 30 %."""


def _table_4_1(*, f1: bool) -> Compared:
    """Measures by TPR, FPR and the share of positives."""
    found = [row for row in printed("Table 4.1") if (row["key"] == "F1") == f1]
    compared = Compared.of(
        formula(row, _on_grid(NAMED.get(row["key"], row["key"])), {"c": 0.3, "beta": 2.0, **_grid()}) for row in found
    )
    if not f1:
        return compared
    wrong = float(value(found[0]["printed"], a=1, b=0, p1=0.3, p0=0.7))
    right = float(measure("F1").on(at_rates(0.3, 1, 0)))
    return replace(
        compared,
        ours=spelled(found[0]["right"]),
        proof=f"TPR = 1, FPR = 0, π1 = 0.3: the printed formula gives {wrong:.4g}, and F1 is {right:g}.",
    )


def _markedness() -> Compared:
    """Section 4.1: markedness is called a mean."""
    ppv, npv = _on_grid("PPV"), _on_grid("NPV")
    [row] = printed("Section 4.1", "in words")
    found = formula(row, _on_grid("MK"), {"PPV": ppv, "NPV": npv})
    at = at_rates(0.5, 0.8, 0.2)
    mean, marked = float(measure("PPV").on(at) + measure("NPV").on(at)) / 2, float(measure("MK").on(at))
    return replace(
        Compared.of([found], "the arithmetic mean of PPV and NPV"),
        ours="PPV + NPV − 1",
        proof=f"TPR = 0.8, FPR = 0.2, π1 = 0.5: the mean of both is {mean:g}, markedness is {marked:g}.",
    )


def _corner(*, distance: bool) -> Compared:
    """Chapter 4: what CC is best at, and the corner it is measured from."""
    cc = measure("CC")
    perfect, wrong = (float(cc.on(at_rates(0.3, *rates))) for rates in ((1, 0), (0, 1)))
    if distance:
        return Compared.claim(
            "the point that maximises the distance from (0, 1)",
            f"the distance is {perfect:g} for a perfect classifier and {wrong:.4g} for one that is always wrong",
            holds=perfect > wrong,
            proof=f"A perfect classifier has the distance {perfect:g}: the best point is the nearest one.",
        )
    corner = math.hypot(1 - 0, 0 - 1)
    return Compared.claim(
        "the point closest to (1, 0)",
        f"a perfect classifier lies at FPR = 0, TPR = 1, which is {corner:.4g} away from (1, 0)",
        holds=corner < 1e-9,
        proof="On the axes FPR and TPR the corner (1, 0) is the classifier that is always wrong: TPR = 0, FPR = 1.",
    )


def _f1_by_jaccard() -> Compared:
    """F1 as a function of Jaccard's index."""
    [row] = printed("Section 4.1", "by Jaccard's index")
    return Compared.of([formula(row, _on_grid("F1"), {"JI": _on_grid("TS")})])


def _same_counts() -> Compared:
    """Lemma 1: the four counts at a threshold and at its transformed one."""
    holds = []
    for setting in SOME:
        table = setting.by_score
        moved = table.rescored(transformed("exp(x / 4)", table.score))
        places = np.array([100, 700, 1500, 2300])
        ours = moved.at(moved.score[places]).floats().values()
        theirs = table.at(table.score[places]).floats().values()
        holds.append(all(np.array_equal(one, other) for one, other in zip(ours, theirs, strict=True)))
    return everywhere("a rising T leaves TP, FP, TN and FN as they are, the threshold being T(t)", holds)


def _same_best(*, probability: bool) -> Compared:
    """Corollaries 2 and 3: the best values and the numbers of peaks."""
    holds = []
    for setting in SOME:
        if probability:
            table = setting.by_ratio
            moved = table.rescored(expit(np.clip(table.score, -30, 30) + logit(setting.share)))
        else:
            table = setting.by_score
            moved = table.rescored(transformed("exp(x / 4)", table.score))
        names = [key for key in BETWEEN if key != "kappa"]
        for one, other in zip(each(table, names), each(moved, names), strict=True):
            counted = [
                peaks(upward(one.measure, setting.swept(cases)[0].counts.floats()), 1e-7) for cases in (table, moved)
            ]
            holds.append(abs(one.value - other.value) < NEAR and counted[0] == counted[1])
    claimed = "the best value of each measure is the same, and so is whether it has one peak"
    return everywhere(claimed, holds)


def _signs_of_definition_2() -> Compared:
    """Definition 2 makes the monotone measures a part of class M, Corollary 4 puts −TPR and FNR there."""
    tiny, at = 1e-6, (0.5, 0.5)
    slopes = {}
    for name, key, sign in (("−TPR", "TPR", -1), ("FNR", "FNR", 1)):
        low, high = (float(measure(key).on(at_rates(0.3, at[0] + step, at[1]))) for step in (0, tiny))
        slopes[name] = sign * (high - low) / tiny
    return Compared.claim(
        "−TPR and FNR belong to a sub-class of M, whose measures rise with TPR",
        ", ".join(f"{name} changes by {slope:+.3g} per TPR" for name, slope in slopes.items()),
        holds=all(slope >= 0 for slope in slopes.values()),
        proof="Both fall as TPR rises, so neither is in M by Definition 1; by Proposition 4 TPR and −FNR are.",
    )


def _corollary_4() -> Compared:
    """TPR and FPR fall, TNR and FNR rise over the threshold of any score."""
    holds = []
    for setting in SOME:
        cells = setting.score_swept[0].counts.floats()
        for key, sign in (("TPR", -1), ("FPR", -1), ("TNR", 1), ("FNR", 1)):
            holds.append(bool((sign * np.diff(measure(key).on(cells)) >= -1e-12).all()))
    return everywhere("−TPR, −FPR, TNR and FNR rise with the threshold, for any scores", holds)


def _terms(key: str) -> tuple[float, ...]:
    """Z1, Z2 and Z3 of a measure with its printed sign, in parts of their largest, at a share of 0.3."""
    row = measure(key.removeprefix("-"))
    form = fractional(row)
    if form is None:
        raise ValueError(f"{key} is not linear-fractional")
    turned = (-1 if key.startswith("-") else 1) * (1 if row.better == "higher" else -1)
    terms = [turned * float(part.value(**THIRTY)) for part in form.terms]
    return tuple(term / max(map(abs, terms)) for term in terms)


@cache
def _at_scores() -> Mapping[str, Array]:
    """Letters over the threshold of the normal law, and the step of a derivative."""
    x = np.linspace(-1.5, 3.5, 21)
    cells = LAW.exact.cells(x, LAW.share)
    a, b = cells.tp / LAW.share, cells.fp / (1 - LAW.share)
    f0 = np.exp(LAW.exact.negatives.log_density(x))
    t = np.exp(LAW.exact.log_ratio(x))
    one = np.ones_like(x)
    return {"x": x, "a": a, "b": b, "f0": f0, "t": t, "p1": 0.3 * one, "p0": 0.7 * one, "w": 0.3 * a + 0.7 * b}


def _slope(key: str, square: bool = False) -> Array:
    """The derivative of a measure over the score, by differences; of its square, if asked."""
    x, step = _at_scores()["x"], 1e-5
    ends = [LAW.exact.over(measure(key), x + move, LAW.share) ** (2 if square else 1) for move in (step, -step)]
    return np.asarray((ends[0] - ends[1]) / (2 * step))


def _signed_slope(key: str) -> Array:
    return (-1 if key.startswith("-") else 1) * _slope(key.removeprefix("-"))


def _letters(*names: str) -> dict[str, Array]:
    return {name: _at_scores()[name] for name in names}


def _table_4_2(*, wrong: bool) -> Compared:
    """A(t) D(t) beside the derivative over the threshold, and Z1, Z2, Z3."""
    numbers = []
    t, a, b = (_at_scores()[name] for name in "tab")
    for row in printed("Table 4.2", "A(t)"):
        if (row["erratum"] == "yes") != wrong:
            continue
        [terms] = printed("Table 4.2", "Z1 Z2 Z3", row["key"])
        z1, z2, z3 = map(float, terms["printed"].split())
        d = z1 * (a - t * b) + z2 * (t * (1 - b) - (1 - a)) + z3
        theirs = value(row["printed"], **_letters("a", "b", "p1", "p0", "f0")) * d
        numbers.append(
            Printed.formula(
                f"A(t) D(t) of {row['key']}", spelled(row["printed"]), theirs, _signed_slope(row["key"]), 1e-6
            )
        )
    if not wrong:
        for row in printed("Table 4.2", "Z1 Z2 Z3"):
            ours = _terms(row["key"])
            same = np.allclose(ours, [float(part) for part in row["printed"].split()], atol=1e-12)
            numbers.append(fact(f"Z1, Z2, Z3 of {row['key']}", row["printed"], " ".join(f"{z:g}" for z in ours), same))
        for key in ("PPV", "NPV", "FDR", "FOR"):
            proof = certificate(key)
            shape = f"{proof.shape}, {proof.shape_how}"
            numbers.append(
                fact(f"{key} over the ratio", PUBLISHED_MODES[key], shape, proof.shape == PUBLISHED_MODES[key])
            )
        return Compared.of(numbers)
    place = 10
    at = {name: float(_at_scores()[name][place]) for name in ("x", "a", "b", "p1", "p0")}
    exchanged, right = ((p0 * at["a"] + p1 * at["b"]) ** 2 for p0, p1 in ((0.7, 0.3), (0.3, 0.7)))
    return replace(
        Compared.of(numbers, "denominators (π0 TPR + π1 FPR)² of PPV and FDR"),
        ours="(π1 TPR + π0 FPR)²",
        proof=f"N(0,1) and N(1.5,1), π1 = 0.3, at the score {at['x']:g}: the printed denominator is {exchanged:.4f}, "
        f"the derivative of precision needs {right:.4f}.",
    )


def _corollary_6() -> Compared:
    """D(t) of −CC and CP, which fall, and their one peak."""
    a, b, f0 = (_at_scores()[name] for name in ("a", "b", "f0"))
    scale = {"-CC": f0 / np.hypot(1 - a, b), "CP": f0}
    numbers = []
    for row in printed("Corollary 6"):
        d = value(row["printed"], **_letters("t", "a", "b"))
        slopes = scale[row["key"]] * d
        numbers.append(
            Printed.formula(f"D(t) of {row['key']}", spelled(row["printed"]), slopes, _signed_slope(row["key"]), 1e-6)
        )
        numbers.append(
            fact(
                f"D(t) of {row['key']}",
                "falls",
                "falls" if (np.diff(d) <= 0).all() else "rises",
                (np.diff(d) <= 0).all(),
            )
        )
        proof = certificate(row["key"].removeprefix("-"))
        numbers.append(
            fact(
                f"{row['key']} over the ratio",
                "one peak",
                f"{proof.shape}, {proof.shape_how}",
                proof.shape == "one peak",
            )
        )
    return Compared.of(numbers)


def _lemma_2() -> Compared:
    """D(t) of equation 4.11 with random Z1 >= 0, Z2 <= 0 and Z3 >= -Z1."""
    rng = np.random.default_rng(1)
    z1, less, more = rng.exponential(size=(3, 200, 1))
    z2, z3 = -less, more - z1
    holds = []
    for setting in SOME:
        t, tpr, fpr = setting.ratio_thresholds
        some = t < 100
        t, tpr, fpr = t[some], tpr[some], fpr[some]
        d = z1 * (tpr - t * fpr) + z2 * (t * (1 - fpr) - (1 - tpr)) + z3
        falls = (np.diff(d, axis=1) <= NEAR * (1 + t[1:])).all(axis=1)
        holds += (falls & (z1 + z3 >= 0)[:, 0]).tolist()
    return everywhere("D(t) falls, from 0 or more at t = 0 to 0 or less", holds, "Z1 to Z3 are random, on six laws")


def _definition(shape: str) -> Compared:
    """Definitions 3 to 5: the measures of a class, by proof."""
    keys = ("PPV", "NPV", "FDR", "FOR") if shape == "monotone" else UNIMODAL
    proofs = {key: certificate(key) for key in keys}
    if shape == "monotone":
        holds = {key: bool(proof.form and proof.form.is_monotone) for key, proof in proofs.items()}
        claimed = "C_m: Z1, Z2 and Z3 are 0 or more"
    else:
        holds = {key: bool(proof.form and proof.form.has_one_peak) for key, proof in proofs.items()}
        claimed = "C_u: Z1 ≥ 0, Z2 ≤ 0, Z3 ≥ −Z1"
    told = ", ".join(key for key, held in holds.items() if held)
    return Compared.claim(claimed, f"met by {told} at every share of positives, proved", holds=all(holds.values()))


def _second_condition() -> Compared:
    """The second condition of Proposition 10, which is printed without the equals sign."""
    [row] = printed("Proposition 10")
    forms = {key: fractional(measure(key)) for key in ("F1", "TS", "ACC", "J")}
    minors = {key: float(form.minors[2].value(**THIRTY)) for key, form in forms.items() if form}
    met = all(minor < 0 for minor in minors.values())
    told = ", ".join(f"{minor:g} for {key}" for key, minor in minors.items()).replace("TS", "JI")
    return replace(
        Compared.of([fact("condition", spelled(row["printed"]), spelled(row["right"]), met)], "β1 γ2 − β2 γ1 < 0"),
        ours="β1 γ2 − β2 γ1 ≤ 0",
        proof=f"β1 γ2 − β2 γ1 with 30 % positive: {told}. Corollary 7 lists all of them.",
    )


def _table_4_3(*, jaccard: bool) -> Compared:
    """The six parameters beside the measure at all rates."""
    grid = _grid()
    numbers = []
    for row in rows("003_table4_3.csv"):
        if (row["measure"] == "JI") != jaccard:
            continue
        right = [row[f"{letter}{place}"] for place in "12" for letter in ("alpha", "beta", "gamma")]
        texts = row["printed"].split() if jaccard else right
        a1, b1, c1, a2, b2, c2 = (value(text, p1=grid["p1"], p0=grid["p0"]) for text in texts)
        theirs = (a1 * grid["a"] + b1 * grid["b"] + c1) / (a2 * grid["a"] + b2 * grid["b"] + c2)
        numbers.append(
            Printed.formula(f"{row['measure']} ({row['key']})", ", ".join(texts), theirs, _on_grid(row["key"]))
        )
        form = fractional(measure(row["key"]))
        peak = form is not None and form.has_one_peak
        numbers += [] if jaccard else [fact(f"{row['key']} in C_u", "yes", "yes, proved" if peak else "no", peak)]
    compared = Compared.of(numbers)
    if not jaccard:
        return compared
    at = at_rates(0.3, 0.5, 0.5)
    wrong, right_value = 0.3 * 0.5 / (0.7 * 0.5 + 1), float(measure("TS").on(at))
    return replace(
        compared,
        printed="γ2 = 1",
        ours="γ2 = π1",
        proof=f"TPR = FPR = 0.5, π1 = 0.3: with γ2 = 1 the fraction is {wrong:.4f}, the index {right_value:.4f}.",
    )


def _figure_4_1() -> Compared:
    exact, _ = example("figure_4_1")
    return Compared.claim(
        "the ratio g1 / g0 is not monotone",
        "the ratio falls and rises" if not exact.is_monotone else "the ratio rises throughout",
        holds=not exact.is_monotone,
    )


def _figure_4_2() -> Compared:
    exact, share = example("figure_4_1")
    precision = exact.over(measure("PPV"), exact.edges, share)
    some = exact.cells(exact.edges, share).predicted_positives > 1e-6
    fallen = float((np.maximum.accumulate(precision[some]) - precision[some]).max())
    return Compared.claim(
        "PPV is not monotone", f"precision falls by up to {fallen:.3f} as the threshold rises", holds=fallen > 0.01
    )


def _several(key: str, name: str, *, rises: bool) -> Compared:
    """A measure with several peaks on a law, whose ratio rises or not."""
    exact, share = example(key)
    found = exact.peaks(measure(name), share)
    told = " and ".join(f"{peak.value:.3f} at {peak.threshold:.3g}" for peak in found[:2])
    rising = "the ratio rises" if exact.is_monotone else "the ratio does not rise throughout"
    return Compared.claim(
        f"{'the ratio rises, ' if rises else ''}{name} has several peaks",
        f"{rising}; {len(found)} peaks, of which the best are {told}",
        holds=len(found) > 1 and exact.is_monotone == rises,
    )


def _slopes(key: str) -> Slopes:
    """How a measure changes with both rates; of one with a root, how its square does."""
    inside = in_rates(measure(key))
    found = None if inside is None else Slopes.of(inside, measure(key).better)
    if found is None:
        raise ValueError(f"{key} has no slopes in its rates")
    return found


def _equation_4_16() -> Compared:
    """The ratio at the best threshold, and by the derivatives there."""
    numbers = []
    for key in ("ACC", "J", "F1", "F2", "F0.5", "TS", "CC", "CP", "MCC", "FM"):
        named, slopes = measure(key), _slopes(key)
        [best, *_] = [peak for peak in LAW.exact.peaks(named, LAW.share) if not peak.at_end]
        cells = LAW.exact.cells(np.array([best.threshold]), LAW.share)
        a, b = float(cells.tp[0] / LAW.share), float(cells.fp[0] / (1 - LAW.share))
        ratio = float(np.exp(LAW.exact.log_ratio(np.array([best.threshold])))[0])
        at = {"a": Fraction(a), "b": Fraction(b), **THIRTY}
        line = float(slopes.fall.value(**at)) / float(slopes.rise.value(**at))
        numbers.append(fact(key, f"t = −MM_b / MM_a = {line:.4f}", f"best at {ratio:.4f}", abs(line - ratio) < 1e-4))
    return Compared.of(numbers, "t = −MM_b / MM_a at the best threshold")


def _equation_4_17() -> Compared:
    """The derivative of MCC², with a plus between both fractions."""
    [row] = printed("Equation 4.17")
    theirs = value(row["printed"], **_letters("a", "b", "p1", "p0", "w", "t", "f0"))
    slopes, letters = _slopes("MCC"), _at_scores()
    proved = [
        slopes.per_density(float(t), float(a), float(b), 0.3) * float(f0)
        for t, a, b, f0 in zip(*(letters[name] for name in ("t", "a", "b", "f0")), strict=True)
    ]
    return Compared.of(
        [
            Printed.formula(
                "slope of MCC, squared, by differences",
                spelled(row["printed"]),
                theirs,
                _slope("MCC", square=True),
                1e-6,
            ),
            Printed.formula(
                "slope of MCC, squared, in fractions", spelled(row["printed"]), theirs, np.array(proved), 1e-9
            ),
        ],
        "dMCC² / dt with a plus between both fractions",
    )


def _appendix_a() -> Compared:
    """MCC by J and by markedness, and the first identity."""
    grid = _grid()
    known = {"PPV": _on_grid("PPV"), "NPV": _on_grid("NPV"), **grid}
    mcc = _on_grid("MCC")
    [first] = printed("Appendix A", "A.1")
    [second] = printed("Appendix A", "A.2")
    [product] = printed("Appendix A", "product")
    return Compared.of(
        [
            formula(first, mcc, known),
            formula(second, mcc, known),
            formula(product, mcc**2, {"MK": _on_grid("MK"), "J": _on_grid("J")}),
            _identity("first identity"),
        ]
    )


def _identity(what: str) -> Printed:
    [row] = printed("Appendix A", what)
    left, right = (value(side.strip(), **_grid()) for side in row["printed"].split("=="))
    return Printed.formula(what, spelled(row["printed"]), left, right)


def _second_identity() -> Compared:
    [row] = printed("Appendix A", "second identity")
    at = {"a": 0.8, "b": 0.2, "p1": 0.3, "p0": 0.7, "w": 0.3 * 0.8 + 0.7 * 0.2}
    sides = [float(value(side.strip(), **at)) for side in row["printed"].split("==")]
    right = float(value(row["right"].split("==")[0].strip(), **at))
    return replace(
        Compared.of([_identity("second identity")], "2w(1−w) + (a−b) π1 (1−2w) = ..."),
        ours="2w(1−w) + (a−b) π0 (1−2w) = ...",
        proof=f"a = 0.8, b = 0.2, π1 = 0.3: left {sides[0]:.4f}, right {sides[1]:.4f}; with π0 left {right:.4f}.",
    )


def appendix_b() -> tuple[float, float]:
    """The masses of the two densities that the code of Appendix B makes, piece by piece.

    >>> [round(mass, 6) for mass in appendix_b()]
    [0.990419, 1.077286]
    """

    def curves(q: Any, p: Any) -> tuple[Any, Any]:
        return lambda t: p(t) * (1 - q(t)) / (p(t) - q(t)), lambda t: (1 - q(t)) / (p(t) - q(t))

    first = curves(lambda t: t / 10, lambda t: 4 * t + 1)
    second = curves(lambda t: (87 * t - 78) / 90, lambda t: 5 * t - 1)
    step = 1e-6
    masses = []
    for one, two in zip(first, second, strict=True):

        def density(curve: Any, t: float) -> float:
            return float((curve(t - step) - curve(t + step)) / (2 * step))

        line = (density(one, 0.9) + density(two, 1)) / 2 * 0.1
        masses.append(float(one(0) - one(0.9) + line + two(1) - two(1.5) + density(two, 1.5) * 0.4))
    return masses[0], masses[1]


def _appendix_b() -> Compared:
    masses = appendix_b()
    return Compared.claim(
        "two class-conditional densities",
        f"masses {masses[0]:.4f} and {masses[1]:.4f}",
        holds=all(abs(mass - 1) < 1e-6 for mass in masses),
        proof=f"The pieces of the code sum to {masses[0]:.6f} for g1 and {masses[1]:.6f} for g0, so that FPR = 1 − ∫g0 "
        f"ends below 0, at −{masses[1] - 1:.4f}.",
    )


def _base_rate() -> Compared:
    """The derivative of F1 over the share of positives."""
    [row] = printed("Section 4.6", "slope over the share")
    grid, step = _grid(), 1e-6
    ends = [measure("F1").on(at_rates(grid["p1"] + move, grid["a"], grid["b"])) for move in (step, -step)]
    return Compared.of([formula(row, (ends[0] - ends[1]) / (2 * step), grid, 1e-6)])


def _over_share(key: str) -> str:
    """How a measure runs over the share of positives: one way at all rates, or "either"."""
    found = {direction(measure(key), *rates) for rates in ((0.8, 0.3), (0.6, 0.1))}
    return found.pop() if len(found) == 1 else "either"


def _accuracy_and_base_rate() -> Compared:
    """Accuracy is called independent of the base rate."""
    [row] = printed("Section 4.6", "in words")
    found = _over_share(row["key"])
    at = [float(measure("ACC").on(at_rates(share, 0.8, 0.3))) for share in (0.1, 0.5)]
    balanced = [float(measure("BACC").on(at_rates(share, 0.8, 0.3))) for share in (0.1, 0.5)]
    return replace(
        Compared.of(
            [fact("over the share: ACC", row["printed"], found, found == row["printed"])],
            "ACC and Youden index are independent of the base rate",
        ),
        ours="balanced accuracy and Youden's index are",
        proof=f"TPR = 0.8, FPR = 0.3: accuracy is {at[0]:g} with 10 % and {at[1]:g} with 50 % positive, balanced "
        f"accuracy {balanced[0]:g} and {balanced[1]:g}.",
    )


def _all_negative() -> Compared:
    """Section 4.7: the threshold of accuracy where negatives are more frequent."""
    [row] = printed("Section 4.7")
    lines = [float(threshold(costs(c10=1, c01=1), share).ratio) for share in (0.3, 0.01)]
    none = float(measure("ACC").on(LAW.exact.cells(np.array([np.inf]), 0.3))[0])
    best = LAW.exact.peaks(measure("ACC"), 0.3)[0].value
    return replace(
        Compared.of(
            [
                fact(
                    "threshold of ACC",
                    spelled(row["printed"]),
                    f"{lines[0]:.4g} for 30 % positive",
                    math.isinf(lines[0]),
                )
            ],
            "for π0 > π1 the best decision for accuracy is to predict all negative, t = +∞",
        ),
        ours=f"t = π0 / π1, which is {lines[0]:.4g} for 30 % and {lines[1]:.4g} for 1 % positive",
        proof=f"N(0,1) and N(1.5,1), 30 % positive: all negative has the accuracy {none:.3f}, the ratio {lines[0]:.4g} "
        f"{best:.3f}.",
    )


def _new_measure() -> Compared:
    """A measure of one's own, with its form, shape and best threshold."""
    proof = certificate(own_measure("ba2 = 0.2 * tp / p + 0.8 * tn / n"))
    best = LAW.exact.peaks(proof.measure, LAW.share)[0]
    ratio = float(np.exp(LAW.exact.log_ratio(np.array([best.threshold])))[0])
    return Compared.of(
        [
            fact("0.2 TPR + 0.8 TNR", "one peak", f"{proof.shape}, {proof.shape_how}", proof.shape == "one peak"),
            fact("its best threshold", "(1 − c) / c = 4", f"{ratio:.4f}", abs(ratio - 4) < 1e-4),
        ]
    )


def _figure_4_9() -> Compared:
    """How each measure runs over the likelihood ratio."""
    return Compared.of(
        fact(key, shape, found, found == shape)
        for key, shape in PUBLISHED_MODES.items()
        for found in (mode(measure(key)),)
    )


def _table_4_4(*keys: str) -> Compared:
    """Threshold on both scales, shape and direction of some measures, on the normal law."""
    numbers = []
    for key in keys:
        named = measure(key)
        best = LAW.exact.peaks(named, LAW.share)[0]
        ratio = {"low": 0.0, "high": math.inf}.get(
            best.end, float(np.exp(LAW.exact.log_ratio(np.array([best.threshold])))[0])
        )
        posterior = 1.0 if math.isinf(ratio) else 0.3 * ratio / (0.3 * ratio + 0.7)
        cells = LAW.exact.cells(np.array([best.threshold]), LAW.share)
        letters = {"a": float(cells.tp[0]) / 0.3, "b": float(cells.fp[0]) / 0.7, "p1": 0.3, "p0": 0.7}
        letters |= {"c": 0.2 if key == "BACC(0.2)" else 0.5}
        letters |= {"JI": float(measure("TS").on(cells)[0]), "F1": float(measure("F1").on(cells)[0])}
        for what, ours in (("ratio", ratio), ("posterior", posterior)):
            [row] = printed("Table 4.4", what, key)
            theirs = math.inf if row["printed"] == "inf" else float(value(row["printed"], **letters))
            same = theirs == ours or abs(theirs - ours) < 1e-5
            numbers.append(fact(f"threshold of {key} on the {what}", spelled(row["printed"]), f"{ours:.6g}", same))
        [row] = printed("Table 4.4", "shape", key)
        proof = certificate(named)
        numbers.append(
            fact(f"shape of {key}", row["printed"], f"{proof.shape}, {proof.shape_how}", proof.shape == row["printed"])
        )
        for over in (row for row in rows("003_table4_4.csv") if row["measure"] == key):
            shown = _over_share(key)
            numbers.append(
                fact(f"{key} over the share of positives", over["direction"], shown, shown == over["direction"])
            )
    return Compared.of(numbers)


def _without_a_row() -> Compared:
    """F_beta, whose probability is F / (1 + beta^2), and MCC and markedness, which have no closed form."""
    numbers = []
    for key, squared in (("F2", 4.0), ("F0.5", 0.25)):
        best = LAW.exact.peaks(measure(key), LAW.share)[0]
        chance = float(expit(LAW.exact.log_ratio(np.array([best.threshold])) + logit(LAW.share))[0])
        line = best.value / (1 + squared)
        told = f"F / (1 + β²) = {line:.4f}"
        numbers.append(fact(f"probability of {key}", told, f"best at {chance:.4f}", abs(line - chance) < NEAR))
    for key in ("MCC", "MK"):
        proof = certificate(key)
        numbers.append(fact(key, "several peaks", f"{proof.shape}, {proof.shape_how}", proof.shape == "several peaks"))
    return Compared.of(numbers)


ITEMS: tuple[Item, ...] = (
    item("Table 4.1", "measures by TPR, FPR and the share of positives", partial(_table_4_1, f1=False),
          "F_beta is compared at β = 2, balanced accuracy at c = 0.3.", "/baselines?M=303&P=139"),
    item("Table 4.1", "F1 by TPR and FPR", partial(_table_4_1, f1=True),
          "The share of positives is missing in the numerator.", "/baselines?M=303&P=139&measure=F1"),
    item("Section 4.1", "markedness in words", _markedness,
          "Both the introduction of markedness and section 4.5.4 call it a mean; the table has it right.",
          f"{SCORES}&measure=MK"),
    item("Chapter 4", "the distance of CC in its introduction", partial(_corner, distance=True),
          "The best point is the one with the smallest distance from the corner.", f"{SCORES}&measure=CC"),
    item("Section 4.1", "the corner of CC", partial(_corner, distance=False),
          "The coordinates stand in the other order: the corner is FPR = 0, TPR = 1.", f"{SCORES}&measure=CC"),
    item("Section 4.1", "F1 by Jaccard's index", _f1_by_jaccard, link=f"{SCORES}&measure=F1,TS"),
    card_item("Definition 1, Proposition 4", "measures that rise with TPR, fall with FPR", THIRD, of="Proposition 4"),
    item("Lemma 1", "counts after a rising transformation", _same_counts,
          link="/likelihood?sample=scenario_2&transformation=exp(x)"),
    card_item("Proposition 5", "measures after a rising transformation",
           "/likelihood?sample=scenario_2&transformation=exp(x)"),
    item("Corollary 2", "best value and peaks after a rising transformation", partial(_same_best, probability=False),
          link="/likelihood?sample=scenario_2&transformation=exp(x)"),
    item("Corollary 3", "best value and peaks of ratio and probability", partial(_same_best, probability=True),
          link=SCORES),
    card_item("Proposition 6", "the best value of each measure", THIRD,
           "The proof needs a threshold with the same TPR, which scores of a continuous law have. With a few distinct "
           "scores CP can be better out of the order of the ratio."),
    item("Section 4.4", "how sure the gain in the best value is", None,
          "The document knows the densities; on cases the gain has an interval, which the page shows.", THIRD),
    card_item("Proposition 7", "a measure that only rises", f"{SCORES}&measure=PPV"),
    item("Definition 2", "monotone measures as a part of class M", _signs_of_definition_2,
          "Corollary 4 puts −TPR and FNR into the class, while Proposition 4 has TPR and −FNR in M.", SCORES),
    item("Corollary 4", "TPR, FPR, TNR and FNR over the threshold", _corollary_4, link=SCORES),
    card_item("Definition 3, Proposition 8", "a measure with one peak", f"{SCORES}&measure=ACC", of="Proposition 8"),
    card_item("Proposition 9", "the sign of D(t), with equation 4.11", SCORES),
    item("Definition 4", "the class of monotone measures of the ratio", partial(_definition, "monotone"), link=SCORES),
    item("Corollary 5, Table 4.2", "NPV and FOR, and the Z of all", partial(_table_4_2, wrong=False), link=SCORES),
    item("Table 4.2", "A(t) of PPV and FDR", partial(_table_4_2, wrong=True),
          "The shares of the classes stand exchanged in both denominators.", f"{SCORES}&measure=PPV"),
    item("Figure 4.1", "densities whose ratio is not monotone", _figure_4_1, NEAREST,
          f"/thresholds?{FIGURE_4_1}&measure=ACC"),
    item("Figure 4.2", "precision over the threshold", _figure_4_2, NEAREST,
          f"/curves?{FIGURE_4_1}&curve=measure&measure=PPV"),
    item("Corollary 6", "CC and CP have one peak", _corollary_6, link=f"{SCORES}&measure=CC,CP"),
    item("Lemma 2", "D(t) falls", _lemma_2, link=SCORES),
    item("Definition 5", "the class of measures of the ratio with one peak", partial(_definition, "one peak"),
         link=SCORES),
    card_item("Proposition 10", "linear-fractional measures have one peak", SCORES),
    item("Proposition 10", "its second condition", _second_condition,
          "The condition must allow 0. The line under the sign may be lost in the text.", f"{SCORES}&measure=F1,TS"),
    item("Corollary 7, Table 4.3", "six parameters of each measure", partial(_table_4_3, jaccard=False),
          "The row of −ERR and the last number of balanced accuracy are damaged in the text; right ones are compared.",
          SCORES),
    item("Table 4.3", "γ2 of Jaccard's index", partial(_table_4_3, jaccard=True),
          "The letter may be damaged in the text.", f"{SCORES}&measure=TS"),
    item("Figure 4.3", "accuracy over the threshold", partial(_several, "figure_4_1", "ACC", rises=False), NEAREST,
         f"/thresholds?{FIGURE_4_1}&measure=ACC"),
    item("Equation 4.16", "the best threshold by the derivatives", _equation_4_16, link=f"{OWN}&measure=MCC"),
    item("Figures 4.4, 4.5", "markedness has several peaks though the ratio rises",
         partial(_several, "figure_4_4", "MK", rises=True), NEAREST, FIGURE_4_4),
    item("Equation 4.17", "the derivative of MCC²", _equation_4_17,
          "The sign between the two fractions is lost in the text, also in A.3; with a plus it is right.",
          f"{SCORES}&measure=MCC"),
    item("Appendix A", "MCC by J and by markedness", _appendix_a, link=f"{SCORES}&measure=MCC,MK,J"),
    item("Appendix A", "the second identity", _second_identity,
          "It has π1 for π0. The letter can hardly be read, so that the text may be damaged.", f"{SCORES}&measure=MCC"),
    item("Figures 4.6, 4.7, 4.8", "MCC has several peaks though the ratio rises",
         partial(_several, "figure_4_6", "MCC", rises=True),
        "The claim is right. The law here is another one, since the printed code makes no densities.", FIGURE_4_6),
    item("Appendix B", "the code of Figures 4.6 to 4.8", _appendix_b,
          "What the code makes are no densities, and its second peak lies where FPR is below 0.", FIGURE_4_6),
    item("Section 4.6", "F1 over the share of positives", _base_rate, link=f"{SCORES}&measure=F1&prevalence=0.1"),
    item("Section 4.6", "measures that do not depend on the share of positives", _accuracy_and_base_rate,
          "It must be balanced accuracy; the sentence before says that accuracy does depend on it.",
          f"{SCORES}&measure=ACC,BACC&prevalence=0.1"),
    item("Figure 4.9", "monotone, one peak, several peaks", _figure_4_9, "The classes of the diagram are compared.",
         SCORES),
    *(
        item("Table 4.4", " and ".join(keys).replace("TS", "JI"), partial(_table_4_4, *keys), why,
             f"{OWN}&measure={keys[0]}")
        for keys, why in (
            (("TPR", "FNR"), ""), (("TNR", "FPR"), ""), (("PPV", "FDR"), ""), (("NPV", "FOR"), ""),
            (("ACC", "ERR"), "How both run over the share depends on whether TPR is above TNR, as its note says."),
            (("BACC", "BACC(0.2)"), ""),
            (("F1", "TS"), "The row is damaged in the text: π0 JI / π1, and F1 / 2 on the probability."),
            (("J",), "The row is damaged in the text."), (("CC",), ""), (("CP",), ""),
        )
    ),
    item("Table 4.4", "F_beta, MCC and markedness, which have no row", _without_a_row,
          "The best F_beta has the threshold F / (1 + β²) on the probability; MCC and markedness have no closed form.",
          f"{OWN}&measure=MCC"),
    item("Section 4.7", "accuracy where negatives are more frequent", _all_negative,
          "The threshold is finite for any share of positives; it goes to infinity only as the share goes to 0.",
          f"{OWN}&measure=ACC"),
    item("Section 4.7", "a measure of one's own", _new_measure,
          link=f"{OWN}&measure=ba2%20%3D%200.2*tp/p%2B0.8*tn/n"),
)  # fmt: skip
"""The items of chapter 4 and of both appendices, in the order of the document."""
