"""Tables 1 to 4 and the equations of The Dutch Draw, which both of its versions share, held against the draws here.

Everything is compared on all draws of few cases: each number M of cases up to `MOST`, each number P of positive ones
and each number n predicted positive.
"""

import itertools
import math
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from functools import cache
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from ddcore.arrays import Array
from ddcore.chance import dutch_draw, hypergeometric, moments
from ddcore.chance.linear import coefficients, shares
from ddcore.chance.optimum import Intervals
from ddcore.chance.rescale import rescale
from ddcore.counts import Counts
from ddcore.formats import number as text
from ddcore.measures import measure
from ddcore.papers.item import Compared, Printed
from ddcore.papers.printed import holds, rows, value

MOST = 7
"""Cases up to which every draw is compared."""
CLASSES = tuple((M, P) for M in range(1, MOST + 1) for P in range(M + 1))
"""Numbers of cases, and of positive ones."""
F_SCORES = ("F1", "F2", "F0.5")
"""The betas at which the one printed F score is compared."""

Letters = Mapping[str, Any]


@cache
def draws() -> Letters:
    """M, P, n and t = n / M of every draw.

    >>> {letter: int(numbers[0]) for letter, numbers in draws().items()}
    {'M': 1, 'P': 0, 'n': 0, 't': 0}
    """
    M, P, n = np.array([(M, P, n) for M, P in CLASSES for n in range(M + 1)]).T
    return {"M": M, "P": P, "n": n, "t": n / M}


@cache
def tables() -> tuple[Counts, Letters]:
    """Every two by two table of 1 to 6 cases, and the letters that a definition may have.

    >>> tables()[0].total.max().item()
    6
    """
    cells = [cells for cells in itertools.product(range(MOST), repeat=4) if 1 <= sum(cells) < MOST]
    tp, fp, fn, tn = np.array(cells).T
    margins = {"P": tp + fn, "N": fp + tn, "n": tp + fp, "M": tp + fp + fn + tn}
    return Counts(tp=tp, fp=fp, fn=fn, tn=tn), {"TP": tp, "FP": fp, "FN": fn, "TN": tn, **margins}


@cache
def baselines(key: str) -> tuple[dutch_draw.Baseline, ...]:
    """The baseline of a measure on all `CLASSES`.

    >>> baselines("ACC")[0].argmax
    ((0, 0),)
    """
    return tuple(dutch_draw.baseline(key, M, P) for M, P in CLASSES)


def of_measure(name: str, key: str) -> Mapping[str, str]:
    """The row of a measure in one of the printed tables.

    >>> of_measure("000_table3.csv", "TP")["expectation"]
    't * P'
    """
    return next(row for row in rows(name) if row["measure"] == key)


def formulas(numbers: Iterable[Printed], printed: str = "") -> Compared:
    """Several formulas that are compared on many cases each: where all are the same, that is said once.

    >>> formulas([Printed("a", "1 / P", "the same in all 9 cases tried", True)] * 2).ours
    'all the same'
    """
    found = Compared.of(numbers, printed)
    return replace(found, ours="all the same") if found.same and len(found.numbers) > 1 else found


def definition(key: str) -> list[Printed]:
    """Table 1: the formula of a measure, wherever it has a value as it is printed, and its range.

    >>> [number.same for number in definition("ACC")]
    [True, True]
    """
    row, (counts, letters) = of_measure("000_table1.csv", key), tables()
    ours = measure(key)(counts)
    low, high = sorted((measure(key).best, measure(key).worst))
    reached = np.nanmin(ours) == low and (np.nanmax(ours) == high or math.isinf(high))
    printed = f"[{row['lowest']}, {row['highest']}]"
    return [
        Printed.formula(f"{key}, definition", row["definition"], value(row["definition"], **letters), ours),
        Printed(f"{key}, range", printed, f"[{low:g}, {high:g}]", bool(reached) and printed == f"[{low:g}, {high:g}]"),
    ]


def domain(key: str, column: str = "must_be_positive") -> Printed:
    """Table 2: which numbers must be above 0 for a measure to have a value, as it is printed or as it is "right".

    >>> domain("PPV").same, domain("kappa").same, domain("kappa", "right").same
    (True, False, True)
    """
    row, (counts, letters) = of_measure("000_table2.csv", key), tables()
    needed = row[column].split(";") if row[column] else []
    allowed = np.logical_and.reduce([counts.total > 0, *(value(part, **letters) > 0 for part in needed)])
    printed = " and ".join(f"{part} > 0" for part in needed) or "no restriction"
    return Printed.formula(f"{key}, domain", printed, allowed, np.isfinite(measure(key)(counts)))


@cache
def _everywhere(key: str) -> Array:
    """The mean of a measure in every draw."""
    return np.concatenate([dutch_draw.expectation(key, M, P, np.arange(M + 1) / M) for M, P in CLASSES])


def law(key: str) -> list[Printed]:
    """Table 3: the mean of a measure, and the a and b of a TP + b.

    >>> [number.same for number in law("TPR")]
    [True, True, True]
    """
    row, letters = of_measure("000_table3.csv", key), draws()
    lines = [
        coefficients(key, M, P, n) or (math.nan, math.nan)
        for M, P, n in zip(*(letters[letter].tolist() for letter in "MPn"), strict=True)
    ]
    ours = (_everywhere(key), *np.array(lines).T)
    return [
        Printed.formula(f"{key}, {what}", row[column], value(row[column], **letters), here)
        for (what, column), here in zip((("mean", "expectation"), ("a", "a"), ("b", "b")), ours, strict=True)
    ]


def members(reached: Intervals) -> set[int]:
    """The numbers predicted positive of some intervals.

    >>> members(((0, 0), (3, 4)))
    {0, 3, 4}
    """
    return {n for first, last in reached for n in range(first, last + 1)}


def shown(reached: Intervals, total: int | None = None) -> str:
    """The same for people; of so many cases all are "every n".

    >>> shown(((0, 0), (3, 7))), shown(((0, 4),), 4), shown(((4, 4),), 4)
    ('0, 3 to 7', 'every n', 'n = 4')
    """
    if total is not None:
        return "every n" if reached == ((0, total),) else f"n = {shown(reached)}"
    return ", ".join(f"{first}" if first == last else f"{first} to {last}" for first, last in reached) or "none"


def best_draws(key: str, end: str, printed: str, where: ArrayLike = True) -> Printed:
    """Table 4: the numbers predicted positive that reach the highest or the lowest mean, in some of the `draws`.

    >>> best_draws("ACC", "max", "n == M").same, best_draws("TPR", "max", "n == M").same
    (False, True)
    """
    ours = np.concatenate(
        [
            [n in members(found.argmax if end == "max" else found.argmin) for n in range(M + 1)]
            if found.argmax
            else [math.nan] * (M + 1)
            for (M, _), found in zip(CLASSES, baselines(key), strict=True)
        ]
    ).astype(float)
    theirs = holds(printed, **draws())
    return Printed.formula(f"{key}, where its mean is {_ENDS[end]}", printed, theirs, np.where(where, ours, math.nan))


_ENDS = {"max": "highest", "min": "lowest"}


def extremes(key: str) -> list[Printed]:
    """Table 4: the highest and the lowest mean of a measure, where they have a closed form.

    >>> [number.same for number in extremes("TS")]
    [True, True]
    """
    row, (M, P) = of_measure("000_table4.csv", key), np.array(CLASSES).T
    return [
        Printed.formula(
            f"{key}, {_ENDS[end]} mean",
            row[end],
            value(row[end], M=M, P=P),
            [found.highest if end == "max" else found.lowest for found in baselines(key)],
        )
        for end in ("max", "min")
        if row[end]
    ]


def places(key: str, which: str = "all", ends: Sequence[str] = ("max", "min")) -> list[Printed]:
    """Table 4: where both are reached; on all classes, or on those for which the print is "right" or "wrong".

    >>> [number.same for which in ("right", "wrong") for number in places("TP", which)]
    [True, True, False, False]
    """
    row = of_measure("000_table4.csv", key)
    errs = holds(row["errs_where"] or "False", **draws())
    where = {"all": np.ones_like(errs), "right": ~errs, "wrong": errs}[which]
    return [
        best_draws(key, end, row[f"arg{end}_printed"], where)
        for end in ends
        if row[f"arg{end}_printed"] and where.any()
    ]


def theta(row: Mapping[str, str]) -> Printed:
    """Appendix A: the shares theta that reach an extreme, on a grid that has the middle of each step and its ends.

    >>> theta(rows("000_theta.csv")[0]).same
    True
    """
    inside, ours = [], []
    for (M, P), found in zip(CLASSES, baselines(row["measure"]), strict=True):
        if not found.argmax or not holds(row["where"], M=M, P=P):
            continue
        steps = np.arange(8 * M + 1)  # theta = i / (8 M), so that all ends are whole numbers of steps
        inside.append(_inside(steps, _parts(row["printed"], M)))
        reached = shares(M, found.argmax if row["end"] == "max" else found.argmin)
        ours.append(
            _inside(steps, [(round(8 * M * part.low), True, round(8 * M * part.high), part.closed) for part in reached])
        )
    what = f"{row['measure']}, theta of its {_ENDS[row['end']]} mean" + (
        "" if row["where"] == "True" else f" where {row['where']}"
    )
    return Printed.formula(what, row["printed"], np.concatenate(inside), np.concatenate(ours))


def _parts(text: str, M: int) -> list[tuple[int, bool, int, bool]]:
    """The intervals of a printed set, their ends in steps of 1 / (8 M), and whether these belong to it."""
    found = re.findall(r"([\[(])(.+?), (.+?)([\])])(?= u |$)", text)
    return [
        (round(8 * M * value(low, M=M)), begin == "[", round(8 * M * value(high, M=M)), end == "]")
        for begin, low, high, end in found
    ]


def _inside(steps: Any, parts: Iterable[tuple[int, bool, int, bool]]) -> Any:
    return np.logical_or.reduce(
        [
            ((steps > low) | ((steps == low) & begins)) & ((steps < high) | ((steps == high) & ends))
            for low, begins, high, ends in parts
        ]
    )


def thetas(key: str, erratum: str = "no") -> list[Printed]:
    """Appendix A: all printed sets of a measure that are right, or those that err.

    >>> len(thetas("kappa")), len(thetas("kappa", "yes"))
    (2, 4)
    """
    return [theta(row) for row in rows("000_theta.csv") if row["measure"] == key and row["erratum"] == erratum]


def means(key: str, total: int, positives: int) -> str:
    """The mean at every number predicted positive, for people.

    >>> means("TP", 2, 1), means("PPV", 2, 1)
    ('0 at n = 0, 0.5 at n = 1, 1 at n = 2', 'no value at n = 0, 0.5 at n = 1 to 2')
    """
    found = dutch_draw.expectation(key, total, positives, np.arange(total + 1) / total)
    texts = ["no value" if math.isnan(mean) else f"{mean:.4g}" for mean in found]
    runs = [list(run) for _, run in itertools.groupby(range(total + 1), key=texts.__getitem__)]
    return ", ".join(f"{texts[run[0]]} at n = {shown(((run[0], run[-1]),))}" for run in runs)


# The equations ---------------------------------------------------------------------------------------------------


def classifier() -> Compared:
    """The definition of a draw: of four cases two are drawn, every pair as likely as any other."""
    rng = np.random.default_rng(1)
    drawn = np.array([dutch_draw.draw(4, 0.5, rng=rng) for _ in range(1200)])
    size = set(drawn.sum(axis=1).tolist())
    often = np.unique(drawn @ [8, 4, 2, 1], return_counts=True)[1]
    ours = f"of 1,200 draws of 2 out of 4 each of {often.size} pairs came {often.min()} to {often.max()} times"
    spread = 3 * math.sqrt(1200 * 5 / 36)
    fair = size == {2} and often.size == 6 and np.abs(often - 200).max() < spread
    return Compared.claim("a random sample of size ⌊Mθ⌉, without replacement", f"{ours} (seed 1)", holds=bool(fair))


def rounding() -> Compared:
    """The number predicted positive, with halves up as the intervals of Appendix A take them."""
    numbers = [
        Printed.number(
            f"M = {row['M']}, θ = {row['theta']}",
            row["right"],
            float(dutch_draw.predicted_positives(int(row["M"]), float(value(row["theta"])))),
        )
        for row in rows("000_rounding.csv")
    ]
    grid = np.linspace(0, 1, 2001)
    reached = set(dutch_draw.predicted_positives(50, grid).tolist())
    steps = Printed("Θ* for M = 50", "0, 1/M, ..., 1", f"{len(reached)} values", reached == set(range(51)))
    return Compared.of([*numbers, steps], printed="⌊Mθ⌉, halves up")


def hypergeometric_law() -> Compared:
    """The laws of TP, FP, FN and TN."""
    numbers = []
    for key, of_class, drawn in (("TP", "P", "n"), ("FP", "N", "n"), ("FN", "P", "M - n"), ("TN", "N", "M - n")):
        theirs, ours = [], []
        for M, P, n in _each_draw():
            given = {"P": P, "N": M - P, "n": n, "M - n": M - n}
            K, size = given[of_class], given[drawn]
            found = moments.distribution(measure(key), M, P, n)
            known = dict(zip(found.value.tolist(), found.probability.tolist(), strict=True))
            for s in range(M + 1):
                theirs.append(math.comb(K, s) * math.comb(M - K, size - s) / math.comb(M, size) if s <= size else 0.0)
                ours.append(known.get(float(s), 0.0))
        numbers.append(
            Printed.formula(f"law of {key}", f"Hypergeometric(M, {of_class}, {drawn.replace('-', '−')})", theirs, ours)
        )
    return formulas(numbers)


def by_true_positives() -> Compared:
    """FP, FN and TN by TP alone."""
    letters: dict[str, list[float]] = {name: [] for name in ("M", "P", "N", "n", "TP")}
    ours: dict[str, list[float]] = {key: [] for key in ("TP", "FP", "FN", "TN")}
    for M, P, n in _each_draw():
        low, high = hypergeometric.support(M, P, n)
        for tp in range(low, high + 1):
            cells = moments.cells_at(M, P, n, np.array(float(tp)))
            for name, number in {"M": M, "P": P, "N": M - P, "n": n, "TP": tp}.items():
                letters[name].append(number)
            for key in ours:
                ours[key].append(float(measure(key)(cells)))
    printed = {"TP": "TP", "FP": "n - TP", "FN": "P - TP", "TN": "N - n + TP"}
    return formulas(
        Printed.formula(key, formula, value(formula, **letters), ours[key]) for key, formula in printed.items()
    )


def true_positives_range() -> Compared:
    """Which TP a draw can have, and with them which values of a TP + b."""
    letters = draws()
    found = np.array([hypergeometric.support(M, P, n) for M, P, n in _each_draw()]).T
    printed = ("max(0, n - (M - P))", "min(P, n)")
    lines = [
        Printed.formula(f"{end} TP", formula, value(formula, **letters), ours)
        for end, formula, ours in zip(("least", "most"), printed, found, strict=True)
    ]
    theirs, ours = [], []
    for M, P, n in _each_draw():
        line = coefficients("F1", M, P, n)
        if line:
            low, high = hypergeometric.support(M, P, n)
            theirs += [line[0] * k + line[1] for k in range(low, high + 1)]
            ours += moments.distribution(measure("F1"), M, P, n).value.tolist()
    return formulas([*lines, Printed.formula("values of F1", "{a i + b}", theirs, ours)])


def expectation_rule() -> Compared:
    """The mean of a TP + b, for every measure that is linear in TP."""
    letters, numbers = draws(), []
    for row in rows("000_table3.csv"):
        key = row["measure"]
        a, b = np.array([coefficients(key, M, P, n) or (math.nan, math.nan) for M, P, n in _each_draw()]).T
        theirs = a * letters["n"] / letters["M"] * letters["P"] + b
        numbers.append(Printed.formula(f"E[{key}]", "a n P / M + b", theirs, _everywhere(key)))
    return formulas(numbers, printed="E[a TP + b] = a n P / M + b")


def _each_draw() -> list[tuple[int, int, int]]:
    return list(zip(*(draws()[letter].tolist() for letter in "MPn"), strict=True))


def f_law() -> Compared:
    """The law of F_beta as a TP + b, at three betas."""
    return formulas([number for key in F_SCORES for number in law(key)[1:]], printed="a = (1 + β²) / (β² P + n), b = 0")


def f_mean() -> Compared:
    """The mean of F_beta, at three betas."""
    return formulas([law(key)[0] for key in F_SCORES], printed="(1 + β²) P θ* / (β² P + M θ*)")


def f_baseline() -> Compared:
    """The baseline of F_beta: its extremes, where they are reached, and that the mean rises with n."""
    numbers = [number for key in F_SCORES for number in (*extremes(key), *places(key))]
    rising = []
    for key in F_SCORES:
        for M, P in CLASSES:
            if P and M > 1:
                rising += np.diff(dutch_draw.expectation(key, M, P, np.arange(1, M + 1) / M)).tolist()
    rise = Printed(
        "slope", "strictly positive", f"above 0 in {sum(step > 0 for step in rising):,} of {len(rising):,} steps",
        all(step > 0 for step in rising),
    )  # fmt: skip
    return formulas([*numbers, rise, *thetas("F1")], printed="lowest at θ* = 1/M, highest at θ* = 1")


def g_mean_bound() -> Compared:
    """The second moment of G-mean 2, and the bound on its mean that follows."""
    theirs, ours, bound, mean = [], [], [], []
    for M, P, n in _each_draw():
        if 0 < P < M:
            law_here = moments.distribution(measure("G2"), M, P, n)
            theirs.append(n / M * (1 - n / M) * M / (M - 1))
            ours.append(float(law_here.probability @ law_here.value**2))
            bound.append(math.sqrt(theirs[-1]))
            mean.append(float(law_here.probability @ law_here.value))
    under = np.array(mean) <= np.array(bound) + 1e-12
    return formulas(
        [
            Printed.formula("E[G2²]", "θ* (1 − θ*) M / (M − 1)", theirs, ours),
            Printed(
                "bound", "E[G2] ≤ √(θ* (1 − θ*) M / (M − 1))", f"in {under.sum():,} of {under.size:,} draws",
                bool(under.all()),
            ),
        ]
    )  # fmt: skip


# Rescaling -------------------------------------------------------------------------------------------------------


def as_printed(score: float, lowest: float, highest: float, perfect: float) -> float:
    """The rescaled measure by the cases of the printed formula, in their order.

    >>> as_printed(0.75, 0.2, 0.5, 1.0), as_printed(0.0, 0.0, 0.0, 1.0)
    (0.5, -1)
    """
    if score <= lowest:
        return -1
    if score <= highest:
        return (score - highest) / (highest - lowest)
    return (score - highest) / (perfect - highest)


def rescaled() -> Compared:
    """The rescaled measure, where the lowest and the highest baseline differ."""
    numbers = []
    for key in ("F1", "ACC", "G2", "FM", "TS", "TPR", "TNR"):
        found, scores = dutch_draw.baseline(key, 303, 139), np.linspace(0, 1, 201)
        theirs = [as_printed(score, found.lowest, found.highest, 1.0) for score in scores]
        numbers.append(Printed.formula(key, "the three cases", theirs, rescale(scores, key, 303, 139)))
    return Compared.of(numbers, printed="−1; (μ − Δmax) / (Δmax − Δmin); (μ − Δmax) / (μmax − Δmax)")


def rescaled_at_chance() -> Compared:
    """The rescaled measure at the baseline, where all draws have the same mean."""
    numbers = []
    for key in ("J", "MK", "MCC", "kappa", "BACC", "PPV", "NPV"):
        found = dutch_draw.baseline(key, 303, 139)
        theirs = as_printed(found.highest, found.lowest, found.highest, 1.0)
        ours = float(rescale(found.highest, key, 303, 139))
        numbers.append(Printed(key, text(theirs), text(ours), theirs == ours))
    zero = dutch_draw.baseline("J", 303, 139).highest
    above = float(rescale(zero + 1e-9, "J", 303, 139))
    erratum = Compared.of(
        numbers,
        printed="−1 for a score equal to the baseline",
        proof=f"With 139 of 303 positive, J = {text(zero)} becomes {text(as_printed(zero, zero, zero, 1.0))} by the "
        f"first case (the second is 0 / 0), and J = {text(zero + 1e-9)} becomes {text(above)} by the third.",
    )
    return replace(erratum, ours=f"{numbers[0].ours}, on {', '.join(number.what for number in numbers)}")
