"""Document 002: Burger & Meertens, The algorithm versus the chimps."""

import itertools
import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from functools import cache, partial
from typing import Any

import numpy as np
from numpy.typing import ArrayLike
from scipy.optimize import brentq

from ddcore.arrays import Array
from ddcore.chance import binomial, folds, guessing
from ddcore.chance.balance import balanced
from ddcore.chance.imbalance import Imbalance, crossings
from ddcore.chance.strategies import mean_table
from ddcore.counts import Cells, Counts
from ddcore.formats import number as text
from ddcore.measures import Measure, counted, measure
from ddcore.papers import draw_tables
from ddcore.papers.draw_tables import formulas
from ddcore.papers.item import Compared, Item, Printed
from ddcore.papers.printed import rows, value
from ddcore.scores.curves import area, roc
from ddcore.table import ScoreTable, sweep

TABLES: Mapping[str, str] = {"Table 2": "002_table2.csv", "Table 4": "002_table4.csv"}
DESIGNS = tuple(itertools.product((20, 100, 1000), (0.3, 0.5, 0.85), (0.2, 0.5, 0.6)))
"""Cases, share of positives and g at which formulas of the mean are compared."""
POINTS = ((6, 14, 0.2), (30, 70, 0.5), (17, 3, 0.6), (30, 70, 0.8))
"""Positives, negatives and g at which derivatives are compared."""
GUESSER = "/expectation?M=20&P=6&guessing=each&guess=0.2"
COIN = "/prevalence?M=1000&P=500&TPR=0.6&TNR=0.8&guess=half"
SHARE = "/prevalence?M=1000&P=500&TPR=0.6&TNR=0.8&guess=prevalence"


def _rows(table: str, name: str, *what: str, erratum: str = "no") -> list[Mapping[str, str]]:
    """The printed rows of a metric of Table 2 or 4, or of the derivations that belong to it."""
    return [
        row
        for row in rows(TABLES[table])
        if row["measure"] == name and row["what"] in what and row["erratum"] == erratum
    ]


def _measure(table: str, key: str) -> Measure:
    """The measure here; of F1 the count form, as the document has it."""
    return balanced(counted(key)) if table == "Table 4" else counted(key)


def _given(numbers: Iterable[Printed], printed: str, ours: str, proof: str) -> Compared:
    """An erratum in words for people, with the numbers that differ."""
    return replace(Compared.of(numbers, printed, proof), ours=ours)


def _right(of: Callable[[str, Mapping[str, str]], Printed], table: str, row: Mapping[str, str]) -> str:
    """The right formula in place of one that errs, if it has the values that are computed here."""
    found = of(table, {**row, "printed": row["right"]})
    return row["right"] if found.same else found.ours


# Definitions and means ---------------------------------------------------------------------------------------------


@cache
def _letters() -> Mapping[str, Any]:
    """The letters of a definition on every table of 1 to 6 cases; rates are those of the measures here."""
    counts, letters = draw_tables.tables()
    rates = {key: measure(key)(counts) for key in ("TPR", "TNR", "PPV", "NPV")}
    of_balance = {f"{key}b": balanced(key)(counts) for key in ("PPV", "NPV")}
    margins = {"n1": letters["P"], "n2": letters["N"], "n": letters["M"]}
    return {"X": letters["TP"], "Y": letters["FP"], **margins, **rates, **of_balance, "AUC": measure("BACC")(counts)}


def definition(table: str, row: Mapping[str, str]) -> Printed:
    """A definition of Table 2 or 4, wherever it has a value as it is printed.

    >>> [definition("Table 4", row).same for row in _rows("Table 4", "NPV", "definition")]
    [True]
    """
    counts, _ = draw_tables.tables()
    ours = (balanced(row["key"]) if table == "Table 4" else measure(row["key"]))(counts)
    return Printed.formula(f"{row['measure']}, definition", row["printed"], value(row["printed"], **_letters()), ours)


def mean(table: str, row: Mapping[str, str]) -> Printed:
    """The mean of a guesser to the order 1/n, as printed and by the expansion here.

    >>> [mean("Table 2", row).same for row in _rows("Table 2", "PF1", "expectation")]
    [True]
    """
    n, a, g = np.array(DESIGNS).T
    theirs = value(row["printed"], n=n, a=a, d=2 * a - 1, g=g)
    return Printed.formula(
        f"E[{row['measure']}]", row["printed"], theirs, guessing.series(_measure(table, row["key"]), n, n * a, g)
    )


SIZES = (50, 100, 200, 400)


@cache
def left_out(table: str, key: str) -> Array:
    """What the exact mean has beyond the expansion, for a growing number of cases (columns) and two g (rows).

    >>> left_out("Table 2", "F1").shape
    (2, 4)
    """
    row = _measure(table, key)
    exact, series = (
        [[float(of(row, n, n * 3 // 10, g)) for n in SIZES] for g in (0.2, 0.6)]
        for of in (guessing.expectation, guessing.series)
    )
    rest: Array = np.array(exact) - np.array(series)
    return rest


def remainder(table: str, row: Mapping[str, str]) -> Printed:
    """The order of what is left out: none, or 1/n^2, of which n^2 times the rest settles to a number that is not 0.

    >>> [remainder("Table 4", row).same for row in _rows("Table 4", "PF1", "remainder")]
    [True]
    """
    rest = left_out(table, row["key"])
    none = bool(np.abs(rest).max() < 1e-13)
    steps = np.abs(np.diff(np.array(SIZES) ** 2 * rest))
    settles = not none and bool((steps[:, 1:] < 0.6 * steps[:, :-1]).all())
    ours = "0" if none else "O(1/n^2)" if settles else "of another order"
    printed = "0" if row["printed"] == "0" else "O(1/n^2)"
    return Printed(f"what E[{row['measure']}] leaves out", printed, ours, printed == ours)


def _metric(table: str, name: str) -> Compared:
    """All that a table prints of a metric, without what stands as an erratum of its own."""
    parts: Mapping[str, Callable[[str, Mapping[str, str]], Printed]] = {
        "definition": definition, "expectation": mean, "remainder": remainder,
    }  # fmt: skip
    numbers = [of(table, row) for what, of in parts.items() for row in _rows(table, name, what)]
    if (table, name) == ("Table 2", "AUC"):
        numbers.append(_integral())
    shown = [number.printed for number in numbers if number.what.startswith("E[")]
    return formulas(numbers, printed=f"E = {shown[0]}" if shown else "")


def _integral() -> Printed:
    """The area under the curve as the integral of TPR over TNR, of a thousand scores."""
    rng = np.random.default_rng(1)
    truth = (rng.random(1000) < 0.3).astype(int)
    scores = ScoreTable.of(rng.normal(truth).round(2), truth)
    counts = sweep(scores).counts
    theirs = np.trapezoid(measure("TPR")(counts), measure("TNR")(counts))
    return Printed.formula("AUC, definition", "∫ TPR dTNR", theirs, area(roc(scores)))


def _harmonic() -> Compared:
    """The first form of PF1 and NF1 in Table 2."""
    numbers = [
        definition("Table 2", row)
        for name in ("PF1", "NF1")
        for row in _rows("Table 2", name, "definition", erratum="yes")
    ]
    row, counts = _rows("Table 2", "PF1", "definition", erratum="yes")[0], Counts(tp=6, fp=4, fn=4, tn=6)
    printed = value(row["printed"], TPR=measure("TPR")(counts), PPV=measure("PPV")(counts))
    count = value("2 * X / (n1 + X + Y)", X=6, Y=4, n1=10)
    return _given(
        numbers,
        row["printed"],
        _right(definition, "Table 2", row),
        f"TPR = PPV = 0.6: as printed PF1 = {printed:g}; the second form, 2X / (n1 + X + Y), is {count:g}, "
        f"as a mean of two equal numbers must be.",
    )


EXACT_MEANS = ("PPV", "NPV", "MRK", "MCC")
"""Metrics of Table 2 whose mean is exact, whatever the number of cases."""


def _exact() -> Compared:
    """O(1/n^2) where nothing is left out."""
    numbers = [
        remainder("Table 2", row) for name in EXACT_MEANS for row in _rows("Table 2", name, "remainder", erratum="yes")
    ]
    small = ", ".join(f"E[{key}] = {float(guessing.expectation(key, 5, 2, 0.2)):.12g}" for key in ("PPV", "NPV"))
    most = max(np.abs(left_out("Table 2", key)).max() for key in ("PPV", "NPV", "MK", "MCC"))
    return _given(
        numbers,
        "α + O(1/n²), 1 − α + O(1/n²), 0 + O(1/n²)",
        f"what is left out is {text(most)} for n from {SIZES[0]} to {SIZES[-1]}",
        f"Even at n = 5, α = 0.4, g = 0.2: {small}. Given X + Y = s > 0, X is hypergeometric, "
        f"so that E[X / s] = α for every s.",
    )


def _skipping() -> Compared:
    """Leaving out the terms without a value, without dividing by the probability of the others."""
    right = float(guessing.expectation("PPV", 20, 6, 0.1))
    missing, later = (float(guessing.undefined("PPV", n, n * 3 // 10, 0.1)) for n in (20, 200))
    skipped = right * (1 - missing)
    part = Printed("E[PPV] with undefined terms skipped", f"{skipped:.3f}", f"{right:.3f}", abs(skipped - right) < 0.01)
    return _given(
        [part],
        "very close to the conditional mean",
        f"with n = 20, α = 0.3, g = 0.1: {skipped:.3f} for {right:.3f}",
        f"No case is called positive with probability (1 − g)ⁿ = {missing:.3f}, and the sum without these terms is "
        f"smaller by that share. At n = 200 it is {text(later)}.",
    )


def _double_sum() -> Compared:
    """The double sum, as the document writes it, with the condition that f has a value."""
    numbers = []
    for key in ("PPV", "NPV", "MK", "MCC", "F1", "NF1"):
        theirs, ours = [], []
        for n1, n2, g in POINTS[:3]:
            x, y = np.arange(n1 + 1), np.arange(n2 + 1)
            weight = _binomial(n1, g)[:, None] * _binomial(n2, g)
            f = measure(key).on(Cells(tp=x[:, None], fp=y, fn=n1 - x[:, None], tn=n2 - y))
            known = np.isfinite(f)
            theirs.append((weight * np.where(known, f, 0)).sum() / (weight * known).sum())
            ours.append(float(guessing.expectation(key, n1 + n2, n1, g)))
        numbers.append(Printed.formula(f"E[{key}]", "Σ Σ f(l, m) P(X = l) P(Y = m)", theirs, ours))
    return formulas(numbers, printed="Σ Σ f(l, m) P(X = l) P(Y = m), given that f is defined")


def _binomial(cases: int, g: float) -> Array:
    return np.array([math.comb(cases, k) * g**k * (1 - g) ** (cases - k) for k in range(cases + 1)])


def _strategy(name: str, formula: str) -> Compared:
    """The g of a guesser with a name."""
    shares = np.array([0.05, 0.3, 0.5, 0.51, 0.9])
    theirs = value(formula, a=shares) if formula != "mode" else np.where(shares > 0.5, 1, 0)
    printed = formula if formula != "mode" else "1 if α > 1/2, 0 otherwise"
    return Compared.of([Printed.formula("g", printed, theirs, guessing.probability(name, shares))])


def _confusion(name: str) -> Compared:
    """The cells and sums of Table 1 or 3."""
    numbers = []
    counts, _ = draw_tables.tables()
    for row in rows(name):
        if name == "002_table1.csv":
            ours = getattr(counts, row["cell"]) if hasattr(counts, row["cell"]) else measure(row["cell"])(counts)
            theirs = value(row["printed"], **{letter: _letters()[letter] for letter in ("X", "Y", "n1", "n2", "n")})
        else:
            n1, n2, g = np.array([(3, 5, 0.25), (30, 70, 0.3), (1, 0, 0.5), (139, 164, 1.0)]).T
            found = [mean_table(int(P + N), int(P), share) for P, N, share in zip(n1, n2, g, strict=True)]
            ours = [float(getattr(table, row["cell"])) for table in found]
            theirs = value(row["printed"], n1=n1, n2=n2, n=n1 + n2, g=g)
        numbers.append(Printed.formula(row["what"], row["printed"], theirs, ours))
    return formulas(numbers, printed=f"{len(numbers)} formulas")


def _balanced_precision() -> Compared:
    """The sign in PPV^b."""
    (row,) = _rows("Table 4", "PPV", "definition", erratum="yes")
    counts = Counts(tp=30, fp=10, fn=20, tn=40)
    rates = {key: float(measure(key)(counts)) for key in ("TPR", "TNR")}
    printed, right = float(value(row["printed"], **rates)), float(measure("PPV")(counts))
    number = definition("Table 4", row)
    return _given(
        [number],
        row["printed"],
        _right(definition, "Table 4", row),
        f"TPR = 0.6, TNR = 0.8, 50 positive and 50 negative cases: 30 of 40 positive predictions are right, "
        f"{right:g}, and as printed it is {printed:g}.",
    )


def _balanced_area() -> Compared:
    """AUC^b and its mean."""
    numbers = [
        *(definition("Table 4", row) for row in _rows("Table 4", "AUC", "definition", erratum="yes")),
        *(mean("Table 4", row) for row in _rows("Table 4", "AUC", "expectation", erratum="yes")),
    ]
    few, many = Counts(tp=6, fp=18, fn=4, tn=72), Counts(tp=60, fp=20, fn=40, tn=80)
    at = [float(measure("BACC")(counts)) for counts in (few, many)]
    return _given(
        numbers,
        "2 AUC − 1, with mean 0",
        f"AUC, with mean {float(guessing.expectation(balanced('BACC'), 20, 6, 0.2)):g}",
        f"TPR = 0.6, TNR = 0.8 with one threshold: AUC is {at[0]:g} with 10 % positive and {at[1]:g} with 50 %. It "
        f"does not depend on α, so that δ = 0 changes nothing; 2 AUC − 1 is the Gini coefficient.",
    )


# Equations 1 to 3 ---------------------------------------------------------------------------------------------------


def _min_max() -> Compared:
    """Equation 1, for every metric whose best value is 1."""
    score, numbers = np.linspace(0, 1, 11), []
    for key in ("ACC", "TPR", "TNR", "PPV", "NPV", "F1", "NF1", "MCC"):
        guessed = float(guessing.expectation(key, 100, 30, 0.4))
        theirs = value("(Q - E) / (1 - E)", Q=score, E=guessed)
        numbers.append(Printed.formula(key, "(Q - E) / (1 - E)", theirs, guessing.normalise(score, key, 100, 30, 0.4)))
    return formulas(numbers, printed="(Q − E[Q(g)]) / (1 − E[Q(g)])")


def _perfect_guess() -> Compared:
    """Equation 1 where the guesser is perfect, and the expansions where g is 0 or 1."""
    guessed = float(guessing.expectation("TPR", 100, 60, "mode"))
    scaled = float(guessing.normalise(0.9, "TPR", 100, 60, "mode"))
    defined = math.isfinite(scaled)
    return _given(
        [Printed("TPR^mmn, α = 0.6, g^mode", "a score", "a score" if defined else "no value", defined)],
        "each metric is rescaled so that the chimps score 0",
        f"TPR beyond g^mode has {'a' if defined else 'no'} value",
        f"With α = 0.6 the mode is g = 1, and E[TPR] = {guessed:g}: the scale divides by 1 − {guessed:g} = 0. "
        f"The expansions of Table 4 divide by g or 1 − g, so that g^mode is outside of them too.",
    )


def _heidke() -> Compared:
    """Accuracy beyond a guesser with g = (X + Y) / n is Cohen's kappa."""
    counts, letters = draw_tables.tables()
    g, a = letters["n"] / letters["M"], letters["P"] / letters["M"]
    theirs = guessing.min_max(measure("ACC")(counts), guessing.limit("ACC", a, g))
    return Compared.of(
        [Printed.formula("ACC^mmn at g = (X + Y)/n", "Heidke Skill Score, Cohen's κ", theirs, measure("kappa")(counts))]
    )


@cache
def _three_folds() -> tuple[folds.CommonThreshold, Array]:
    """Normalised scores of three folds at all thresholds: by the program, and by equation 1 here."""
    rng = np.random.default_rng(1)
    truths = [(rng.random(40) < share).astype(int) for share in (0.3, 0.5, 0.6)]
    scores = [rng.normal(truth).round(1) for truth in truths]
    tables = {f"{k}": ScoreTable.of(score, truth) for k, (score, truth) in enumerate(zip(scores, truths, strict=True))}
    found = folds.of_folds("F1", tables, "half")
    direct = []
    for score, truth in zip(scores, truths, strict=True):
        called = score >= found.threshold[:, None]
        tp, fp = (called & (truth == 1)).sum(axis=1), (called & (truth == 0)).sum(axis=1)
        guessed = float(guessing.expectation("F1", truth.size, int(truth.sum()), 0.5))
        f1 = np.where(called.any(axis=1), 2 * tp / (truth.sum() + tp + fp), math.nan)
        direct.append((f1 - guessed) / (1 - guessed))
    return found, np.array(direct)


def _common_threshold() -> Compared:
    """Equations 2 and 3."""
    found, direct = _three_folds()
    average = direct.mean(axis=0)
    best = found.threshold[found.best]
    return formulas(
        [
            Printed.formula("mean over the folds", "(1/K) Σ Q_kc", average, found.mean),
            Printed.formula("c*", "arg max", found.threshold[np.nanargmax(average)], best),
        ],
        printed="c* = arg max of the mean of Q_kc over k",
    )


def _spread() -> Compared:
    """The distribution of the normalised score at the common threshold."""
    found, direct = _three_folds()
    return Compared.of([Printed.formula("Q_k(c*)", "Q_k at c*", direct[:, found.best], found.at_best)])


def _size() -> Compared:
    """The mean of F1 depends on n."""
    plain = [float(guessing.expectation(counted("F1"), n, n * 3 // 10, 0.5)) for n in (10, 100, 1000)]
    sample = balanced(counted("F1"))
    even, odd = (float(guessing.expectation(sample, 1000, P, 0.5)) for P in (500, 5))
    ours = f"E[F1] = {plain[0]:.4f}, {plain[1]:.4f}, {plain[2]:.4f} at n = 10, 100, 1,000"
    return Compared.claim(
        "E[F1] is sensitive to n, most when balanced and imbalance is high",
        f"{ours}; balanced {even:.3f} in balance and {odd:.3f} with 5 of 1,000 positive",
        holds=plain[0] < plain[1] < plain[2] and abs(odd - 0.5) > 10 * abs(even - 0.5),
    )


# Section 5 and Appendix B ------------------------------------------------------------------------------------------

STEP = 1e-3


@cache
def grid() -> Array:
    """Imbalances from -1 to 1, both excluded.

    >>> grid().size
    201
    """
    return Imbalance(measure("F1"), 0.6, 0.8, "half").grid()


Curve = Callable[[ArrayLike], Any]


def curve(key: str, guess: str, form: str = "normalised", total: int | None = None) -> Curve:
    """A form of a measure over the imbalance, for a classifier with a TPR of 0.6 and a TNR of 0.8.

    >>> round(float(curve("F1", "half", "value")(0.0)), 6)
    0.666667
    """
    return lambda d: Imbalance(measure(key), 0.6, 0.8, guess, total).at(form, d)


def by_table_2(key: str, guess: str) -> Curve:
    """The same beyond a guesser whose mean is the formula of Table 2 for 1,000 cases, any number of them positive.

    >>> round(float(by_table_2("F1", "half")(0.0)), 3)
    0.333
    """

    def found(d: ArrayLike) -> Any:
        guessed = guessing.series(key, 1000, 500 * (1 + np.asarray(d)), guess)
        return guessing.min_max(curve(key, guess, "value")(d), guessed)

    return found


def crossing(one: Curve, other: Curve) -> float:
    """The only imbalance at which two curves cross.

    >>> round(crossing(curve("F1", "half", "value"), curve("NF1", "half", "value")), 6)
    0.142857
    """
    (found,) = crossings(lambda d: one(d) - other(d), grid())
    return found


def _slope(of: Curve, place: float) -> float:
    """The slope of a curve by five points."""
    near, far = of(place + STEP) - of(place - STEP), of(place + 2 * STEP) - of(place - 2 * STEP)
    return float(8 * near - far) / (12 * STEP)


def _level(of: Curve, low: float, high: float) -> float:
    """The place between two others where a curve is level."""
    return float(brentq(lambda place: _slope(of, place), low, high, xtol=1e-14))


def _passing(answers: int) -> int:
    """The smallest number of right answers of a hundred that earns six points of ten."""
    return next(k for k in range(101) if 10 * guessing.min_max(k / 100, 1 / answers) > 6 - 1e-9)


def first_order(key: str, n: Any, n1: Any, g: float) -> Any:
    """The term of order 1/n in the mean of a balanced measure.

    >>> round(float(first_order("PPV", 20, 6, 0.2)), 6)
    -0.047619
    """
    row = balanced(key)
    return guessing.series(row, n, n1, g) - guessing.limit(row, np.asarray(n1) / n, g)


def at_the_end(key: str, g: Any, positives: str) -> float:
    """The term of order 1/n for many cases with a single positive one ("few"), or a single negative one.

    It is linear in 1 / (n - 1), so that two numbers of cases give its limit.

    >>> round(at_the_end("F1", 0.4, "many"), 6)
    0.032922
    """
    near, far = (first_order(key, n, 1 if positives == "few" else n - 1, g) for n in (101, 201))
    return float(2 * far - near)


@cache
def _extreme_bound(key: str, positives: str, low: float, high: float) -> tuple[float, float]:
    """Where the bound of the first order is level between two g, and what it is there."""
    place = _level(lambda g: at_the_end(key, g, positives), low, high)
    return place, at_the_end(key, place, positives)


@cache
def _top(total: int | None = None) -> tuple[float, float]:
    top = Imbalance(measure("F1"), 0.6, 0.8, "half", total).top("normalised")
    return top or (math.nan, math.nan)


@cache
def _place_by_table_2() -> float:
    return _level(by_table_2("F1", "half"), -0.3, -0.1)


@cache
def _accuracy_crossings() -> Sequence[float]:
    return crossings(curve("ACC", "prevalence"), grid())


def _equal(guess: str, form: str = "normalised") -> float:
    return crossing(curve("F1", guess, form), curve("NF1", guess, form))


def _equal_by_table_2(guess: str) -> float:
    return crossing(by_table_2("F1", guess), by_table_2("NF1", guess))


COMPUTED: Mapping[str, Callable[[], Any]] = {
    "mark for 60 of 100, four answers": lambda: 10 * guessing.min_max(0.6, 1 / 4),
    "to pass, four answers": lambda: _passing(4),
    "to pass, two answers": lambda: _passing(2),
    "PF1 in balance": lambda: curve("F1", "half", "value")(0.0),
    "NF1 in balance": lambda: curve("NF1", "half", "value")(0.0),
    "PF1 without negatives": lambda: curve("F1", "half", "value")(1 - 1e-12),
    "PF1 = NF1": lambda: _equal("half", "value"),
    "place of the best PF1 beyond a coin": lambda: _top()[0],
    "best PF1 beyond a coin": lambda: _top()[1],
    "place of the best PF1 beyond a coin, by Table 2": _place_by_table_2,
    "best PF1 beyond a coin, by Table 2": lambda: by_table_2("F1", "half")(_place_by_table_2()),
    "place of the best PF1 beyond a coin, whole cases": lambda: _top(1000)[0],
    "best PF1 beyond a coin, whole cases": lambda: _top(1000)[1],
    "PF1 = NF1 beyond a coin": lambda: _equal("half"),
    "their value": lambda: curve("F1", "half")(_equal("half")),
    "PF1 = NF1 beyond a coin, by Table 2": lambda: _equal_by_table_2("half"),
    "highest bound of PF1 balanced": lambda: _extreme_bound("F1", "many", 0.2, 0.6)[1],
    "place of the highest bound of PF1 balanced": lambda: _extreme_bound("F1", "many", 0.2, 0.6)[0],
    "lowest bound of PF1 balanced": lambda: _extreme_bound("F1", "few", 0.1, 0.4)[1],
    "place of the lowest bound of PF1 balanced": lambda: _extreme_bound("F1", "few", 0.1, 0.4)[0],
    "highest bound of NF1 balanced": lambda: _extreme_bound("NF1", "few", 0.4, 0.8)[1],
    "place of the highest bound of NF1 balanced": lambda: _extreme_bound("NF1", "few", 0.4, 0.8)[0],
    "lowest bound of NF1 balanced": lambda: _extreme_bound("NF1", "many", 0.6, 0.9)[1],
    "place of the lowest bound of NF1 balanced": lambda: _extreme_bound("NF1", "many", 0.6, 0.9)[0],
    "ACC of a prevalence guesser with 30% positive": lambda: guessing.expectation("ACC", 1000, 300, "prevalence"),
    "ACC of a coin with 30% positive": lambda: guessing.expectation("ACC", 1000, 300, "half"),
    "ACC equals a prevalence guesser's with rare positives": lambda: _accuracy_crossings()[0],
    "ACC equals a prevalence guesser's with rare negatives": lambda: _accuracy_crossings()[1],
    "PF1 = NF1 beyond a prevalence guesser": lambda: _equal("prevalence"),
    "their value beyond a prevalence guesser": lambda: curve("F1", "prevalence")(_equal("prevalence")),
    "PF1 = NF1 beyond a prevalence guesser, by Table 2": lambda: _equal_by_table_2("prevalence"),
    "their value beyond a prevalence guesser, by Table 2": lambda: by_table_2("NF1", "prevalence")(
        _equal_by_table_2("prevalence")
    ),
}
"""The numbers of the text, by what `002_section5.csv` calls them."""


def number(row: Mapping[str, str]) -> Printed:
    """A number of the text, printed as digits or as a formula.

    >>> number(rows("002_section5.csv")[0])
    Printed(what='mark for 60 of 100, four answers', printed='4.7', ours='4.7', same=True)
    """
    ours = float(COMPUTED[row["what"]]())
    if row["printed"].lstrip("-").replace(".", "", 1).isdigit():
        return Printed.number(row["what"], row["printed"], ours)
    exact = float(value(row["printed"]))
    same = abs(exact - ours) < 1e-8
    return Printed(row["what"], row["printed"], f"{ours:.9g}", same)


def _text(*names: str, erratum: str = "no") -> Compared:
    """The printed numbers of the text that begin with these words."""
    chosen = [
        row
        for row in rows("002_section5.csv")
        if row["printed"] and row["erratum"] == erratum and any(row["what"] == name for name in names)
    ]
    return Compared.of([number(row) for row in chosen])


def _disagree(guess: str) -> Compared:
    """Where the plain and the normalised F1 disagree on which class is served better."""
    ends = [1 / 7, 0.5, -1 / 3]
    d = grid()[np.abs(grid()[:, None] - ends).min(axis=1) > 1e-6]
    plain, beyond = (curve("F1", guess, form)(d) > curve("NF1", guess, form)(d) for form in ("value", "normalised"))
    printed = (d > 1 / 7) & (d < 0.5) if guess == "half" else (d < -1 / 3) | (d > 1 / 7)
    texts = {"half": "between 1/7 and 0.5", "prevalence": "below −1/3 and above 1/7"}
    numbers = [Printed.formula("PF1 > NF1 but not beyond the guesser", texts[guess], printed, plain != beyond)]
    if guess == "half":
        numbers.append(Printed.formula("there PF1 > NF1", "PF1 > NF1", printed, plain & ~beyond))
    return formulas(numbers, printed=texts[guess])


def _is_rising(values: Array, sign: int = 1) -> bool:
    return bool((sign * np.diff(values) > 0).all())


def _figure_1() -> Compared:
    """Lines of Figure 1 as the text describes them."""
    d = grid()[grid() > -0.17]
    numbers = [
        Printed("PF1", "rises with δ", "rises", _is_rising(curve("F1", "half", "value")(d))),
        Printed("NF1", "falls", "falls", _is_rising(curve("NF1", "half", "value")(d), -1)),
        Printed("PF1^b", "the same", "level", bool(np.ptp(curve("F1", "half", "balanced")(d)) < 1e-12)),
        Printed("PF1^mmn from -0.17 on", "worse", "falls", _is_rising(curve("F1", "half")(d), -1)),
    ]
    return _seen(numbers, "PF1 rises, PF1^b is level, PF1^mmn falls after its top")


def _seen(numbers: Sequence[Printed], printed: str) -> Compared:
    """Claims about the lines of a figure, each true or not."""
    held = sum(number.same for number in numbers)
    return replace(Compared.of(numbers, printed), ours=f"{held} of {len(numbers)} claims hold")


def _figure_2() -> Compared:
    """Accuracy beyond a coin."""
    ours = curve("ACC", "half", "guessed")(grid())
    line = Printed.formula("E[ACC] of a coin", "1 / 2", np.full(ours.shape, 0.5), ours)
    return formulas([line, *_text("ACC of a coin with 30% positive").numbers], printed="E[ACC] = 1/2 at every δ")


def _figure_3() -> Compared:
    """Accuracy beyond a prevalence guesser."""
    a, d = (1 + grid()) / 2, grid()
    low, high = _accuracy_crossings()
    below = curve("ACC", "prevalence")(d) < 0
    return formulas(
        [
            Printed.formula("E[ACC]", "a * a + (1 - a) * (1 - a)", value("a * a + (1 - a) * (1 - a)", a=a),
                            curve("ACC", "prevalence", "guessed")(d)),
            Printed.formula("outperformed", "δ < (−1 − √41)/10 or δ > (−1 + √41)/10", (d < low) | (d > high), below),
            *_text("ACC equals a prevalence guesser's with rare positives",
                   "ACC equals a prevalence guesser's with rare negatives").numbers,
        ],
        printed="outperformed below (−1 − √41)/10 ≈ −0.74 and above (−1 + √41)/10 ≈ 0.54",
    )  # fmt: skip


def _figure_4() -> Compared:
    """F1 beyond a prevalence guesser."""
    d = grid()[np.abs(grid()) < 0.95]
    falls, rises = (curve(key, "prevalence", "balanced_normalised")(d) for key in ("F1", "NF1"))
    level = [np.ptp(curve(key, "prevalence", "balanced")(d)) < 1e-12 for key in ("F1", "NF1")]
    return _seen(
        [
            Printed("balanced F1", "insensitive to δ", "level", all(level)),
            Printed("PF1^mmn,b", "falls with δ", "falls", _is_rising(falls, -1)),
            Printed("NF1^mmn,b", "rises with δ", "rises", _is_rising(rises)),
            *_text(
                "PF1 = NF1 beyond a prevalence guesser", "PF1 = NF1 beyond a prevalence guesser, by Table 2"
            ).numbers,
        ],
        "equal at δ = −1/3; balanced and normalised sensitive to δ again",
    )


def _wrong_guesser() -> Compared:
    """The sentence on E[ACC] = 1/2 in Appendix B."""
    (row,) = [row for row in rows("002_section5.csv") if row["erratum"] == "yes" and row["what"].startswith("ACC of")]
    prevalence, coin = (float(guessing.expectation("ACC", 1000, 300, name)) for name in ("prevalence", "half"))
    return _given(
        [number(row)],
        "E[ACC(g^prop)] = 1/2",
        f"{prevalence:g} with 30 % positive",
        f"α = 0.3: E[ACC(g^prop)] = 0.3² + 0.7² = {prevalence:g}, and E[ACC(g^unif)] = {coin:g}. The sentence is "
        f"about the coin.",
    )


def _bound_of_nf1() -> Compared:
    """8/243 in digits."""
    (row,) = [row for row in rows("002_section5.csv") if row["printed"] == "0.044"]
    found = number(row)
    return _given(
        [found],
        "8/243 ≈ 0.044",
        f"{float(COMPUTED[row['what']]()):.4f}",
        f"8/243 = {float(value('8 / 243')):.6f}, as the same fraction for PF1 is printed, 0.033.",
    )


# Appendix A --------------------------------------------------------------------------------------------------------


def curvature(table: str, row: Mapping[str, str]) -> Printed:
    """A second derivative at the mean table, as printed and by the series here.

    >>> [curvature("Table 2", row).same for row in _rows("Table 2", "PPV", "curvature along X")]
    [True]
    """
    n1, n2, g = np.array(POINTS).T
    n, x0, y0 = n1 + n2, n1 * g, n2 * g
    called = x0 / n1 + y0 / n2
    letters = {"n": n, "n1": n1, "n2": n2, "g": g, "x0": x0, "y0": y0}
    letters |= {"D": n * (x0 + y0) - (x0 + y0) ** 2, "Db": 2 * called - called**2}
    _, along_x, along_y = guessing.curvatures(_measure(table, row["key"]), n, n1, g)
    ours = along_x if row["what"].endswith("X") else along_y
    name = f"{row['measure']}{'^b' if table == 'Table 4' else ''}, {row['what']}"
    return Printed.formula(name, row["printed"], value(row["printed"], **letters), ours)


def _derivation(table: str, name: str, *names: str) -> Compared:
    """The curvatures of some metrics and the means that follow from them."""
    numbers = [
        of(table, row)
        for each in (name, *names)
        for what, of in (("curvature along X", curvature), ("curvature along Y", curvature), ("expectation", mean))
        for row in _rows(table, each, what)
    ]
    return formulas(numbers, printed=f"{len(numbers)} formulas")


def _matthews() -> Compared:
    """(12) to (17): both curvatures, and that their terms cancel."""
    n1, n2, g = np.array(POINTS).T
    _, along_x, along_y = guessing.curvatures("MCC", n1 + n2, n1, g)
    along_x, along_y = along_x * n1 * g * (1 - g), along_y * n2 * g * (1 - g)
    terms = Printed.formula("(16)", "f_yy Var(Y) = -f_xx Var(X)", -along_x, along_y)
    return formulas([*_derivation("Table 2", "MCC").numbers, terms], printed="f_yy Var(Y) = −f_xx Var(X), E[MCC] = 0")


def _positive_f1() -> Compared:
    """(18) to (20), and that the term of order 1/n is below 0."""
    n, a, g = np.array(DESIGNS).T
    below = [guessing.series(counted(key), n, n * a, g) - guessing.limit(key, a, g) < 0 for key in ("F1", "NF1")]
    sign = Printed("E[F1(X, Y)] - F1(E[X], E[Y])", "strictly negative", "below 0", bool(np.all(below)))
    return formulas([*_derivation("Table 2", "PF1", "NF1").numbers, sign], printed="formulas, and a term below 0")


def _taylor() -> Compared:
    """(4) to (7): the moments of a binomial, and the second-order mean by differences of the measure itself."""
    n1, n2, g = np.array(POINTS).T
    laws = [binomial.window(int(cases), float(share)) for cases, share in zip(n1, g, strict=True)]
    middle = [float(weight @ x) for x, weight in laws]
    spread = [float(weight @ (x - at) ** 2) for (x, weight), at in zip(laws, middle, strict=True)]
    numbers = [
        Printed.formula("E[X]", "n1 * g", value("n1 * g", n1=n1, g=g), middle),
        Printed.formula("Var(X)", "n1 * g * (1 - g)", value("n1 * g * (1 - g)", n1=n1, g=g), spread),
    ]
    x, y, step = n1 * g, n2 * g, 1e-3
    for key in ("PPV", "MCC", "F1"):

        def f(tp: Array, fp: Array, key: str = key) -> Array:
            return counted(key).on(Cells(tp=tp, fp=fp, fn=n1 - tp, tn=n2 - fp))

        xx = (f(x + step, y) - 2 * f(x, y) + f(x - step, y)) / step**2
        yy = (f(x, y + step) - 2 * f(x, y) + f(x, y - step)) / step**2
        theirs = f(x, y) + xx * n1 * g * (1 - g) / 2 + yy * n2 * g * (1 - g) / 2
        ours = guessing.series(counted(key), n1 + n2, n1, g)
        numbers.append(Printed.formula(f"E[{key}]", "f + f_xx Var(X) / 2 + f_yy Var(Y) / 2", theirs, ours, 1e-6))
    return formulas(numbers, printed="E[f(X, Y)] ≈ f + f_xx Var(X)/2 + f_yy Var(Y)/2")


def _three_points() -> Compared:
    """(11): the area under the three points of a guess."""
    printed = [row for row in _rows("Table 2", "AUC", "definition") if "(11)" in row["place"]]
    counts = [Counts(tp=x, fp=y, fn=4 - x, tn=5 - y) for x in range(5) for y in range(6)]
    called = [np.repeat([1, 1, 0, 0], [int(c.tp), int(c.fp), int(c.fn), int(c.tn)]) for c in counts]
    truth = [np.repeat([1, 0, 1, 0], [int(c.tp), int(c.fp), int(c.fn), int(c.tn)]) for c in counts]
    ours = [float(area(roc(ScoreTable.of(c, t)))) for c, t in zip(called, truth, strict=True)]
    x, y = (np.array([int(getattr(c, cell)) for c in counts]) for cell in ("tp", "fp"))
    return formulas(
        [Printed.formula("AUC", row["printed"], value(row["printed"], X=x, Y=y, n1=4, n2=5), ours) for row in printed],
        printed="AUC = (X/n1 + 1 − Y/n2) / 2",
    )


def bound(row: Mapping[str, str]) -> Printed:
    """A bound on the term of order 1/n of a balanced metric: it holds for all classes, and is reached at their ends.

    >>> [bound(row).same for row in _rows("Table 4", "PPV", "bound")]
    [True]
    """
    sign = {"bound": np.abs, "bound above": np.positive, "bound below": np.negative}[row["what"]]
    most = []
    holds, sharp = True, True
    for g in (0.1, 0.2, 0.4, 0.7, 0.9):
        limit = float(value(row["printed"], g=np.float64(g))) * (-1 if row["what"] == "bound below" else 1)
        terms = np.concatenate(
            [
                sign(first_order(row["key"], n, np.unique(np.linspace(1, n - 1, 40).round()), g))
                for n in (2, 5, 50, 1000)
            ]
        )
        ends = [float(sign(at_the_end(row["key"], g, end))) for end in ("few", "many")]
        most.append(max(ends))
        holds &= bool((terms <= limit + 1e-12).all())
        sharp &= abs(max(ends) - limit) < 1e-10
    told = "holds, and is reached" if holds and sharp else "holds" if holds else f"too small: {most[3]:.4f} at g = 0.7"
    return Printed(f"{row['measure']}^b, {row['what']}", row["printed"], told, holds)


def _bounds(*names: str) -> Compared:
    numbers = [bound(row) for name in names for row in _rows("Table 4", name, "bound", "bound above", "bound below")]
    return _seen(numbers, "; ".join(number.printed for number in numbers))


def _bounds_of_f1() -> Compared:
    """The bounds of PF1 and NF1, where they are highest and lowest, and what they are there."""
    lines = [bound(row) for name in ("PF1", "NF1") for row in _rows("Table 4", name, "bound above", "bound below")]
    ends = [
        number(row) for row in rows("002_section5.csv") if row["place"] == "Appendix A.2" and row["erratum"] == "no"
    ]
    return _seen([*lines, *ends], "8/243 ≈ 0.033 at 2/5; −4/243 (7√7 − 10) ≈ −0.14 at (√7 − 2)/3")


def _bounds_without_size() -> Compared:
    """The bounds of MRK and MCC, which are below 0 for g above 1/2."""
    numbers = [bound(row) for name in ("MRK", "MCC") for row in _rows("Table 4", name, "bound", erratum="yes")]
    printed = float(value(numbers[0].printed, g=0.7))
    term = abs(float(first_order("MK", 50, 1, 0.7)))
    return _given(
        numbers,
        "(1 − 2g) / (8g(1 − g)), (1 − 2g) / (8√(g(1 − g)))",
        _right(lambda _, row: bound(row), "Table 4", _rows("Table 4", "MRK", "bound", erratum="yes")[0]),
        f"g = 0.7: the printed bound of MRK^b is {text(printed)}, and the size of the term with one positive of 50 is "
        f"{text(term)}.",
    )


def _slopes_of_mcc(table: str) -> Compared:
    """The intermediate lines of the curvatures of MCC that err."""
    numbers = [
        curvature(table, row)
        for what in ("curvature along X", "curvature along Y")
        for row in _rows(table, "MCC", what, erratum="yes")
    ]
    row = _rows(table, "MCC", "curvature along Y", erratum="yes")[0]
    n1, n2, g = 6, 14, 0.2
    x0, y0, n = n1 * g, n2 * g, n1 + n2
    letters = {"n": n, "n1": n1, "n2": n2, "x0": x0, "y0": y0}
    letters |= {"D": n * (x0 + y0) - (x0 + y0) ** 2, "Db": 4 * g - 4 * g * g}
    printed = float(value(row["printed"], **letters))
    right = float(guessing.curvatures(_measure(table, "MCC"), n, n1, g)[2])
    remark = {"Table 2": "The last lines of (14) and (15) are right.", "Table 4": "(28) has it right."}[table]
    return _given(
        numbers,
        row["printed"],
        _right(curvature, table, row),
        f"n1 = 6, n2 = 14, g = 0.2: f_yy is {text(printed)} as printed and {text(right)} by the derivative. {remark}",
    )


def _entry(table: str, name: str, what: str) -> Item:
    superscript = "^b" if table == "Table 4" else ""
    why = ""
    if name in ("PF1", "NF1"):
        why = "F1 by its count form, which is 0 where no case is called positive."
    return Item(
        "002", table, f"{name}{superscript}, {what}", partial(_metric, table, name), why=why,
        link=GUESSER if table == "Table 4" else "/expectation?M=303&P=139&guessing=each&measure=F1,G2,PPV,ACC",
    )  # fmt: skip


NAMES = tuple(dict.fromkeys(row["measure"] for row in rows("002_table2.csv")))
"""The metrics of both tables, in their order."""

ITEMS: tuple[Item, ...] = (
    Item(
        "002", "Section 1", "the school: 4.7, 70 and 80",
        partial(_text, "mark for 60 of 100, four answers", "to pass, four answers", "to pass, two answers"),
        link="/rescaled?TP=227&FP=50&FN=31&TN=192",
    ),
    Item(
        "002", "Table 1", "confusion matrix and rates", partial(_confusion, "002_table1.csv"),
        link="/?TP=227&FP=50&FN=31&TN=192",
    ),
    *(_entry("Table 2", name, "definition and E[Q(g)]") for name in NAMES),
    Item(
        "002", "Table 2", "the harmonic form of PF1 and NF1", _harmonic,
        why="A factor 2 is missing, as in the form of NF1 beside it.",
        link="/expectation?M=303&P=139&guessing=each&measure=F1,G2,PPV,ACC",
    ),
    Item(
        "002", "Table 2", "O(1/n²) of PPV, NPV, MRK and MCC", _exact,
        why="Nothing is left out: given that the metric is defined, its mean is exact for every n.",
        link="/expectation?M=303&P=139&guessing=each&measure=F1,G2,PPV,ACC",
    ),
    Item("002", "Section 2", "g^unif, a coin", partial(_strategy, "half", "1 / 2"),
         link=GUESSER.replace("0.2", "half")),
    Item("002", "Section 2", "g^prop, a die", partial(_strategy, "prevalence", "a"),
         link=GUESSER.replace("0.2", "prevalence")),
    Item("002", "Section 2", "g^mode, the common class", partial(_strategy, "mode", "mode"),
         link=GUESSER.replace("0.2", "mode")),
    Item("002", "Section 2", "the double sum, given that f is defined", _double_sum, link=GUESSER),
    Item(
        "002", "Section 2", "skipping terms that are not defined", _skipping,
        why="It is close for many cases only. With few, what is skipped may have a large probability.", link=GUESSER,
    ),
    Item(
        "002", "Table 3", "expected confusion matrix", partial(_confusion, "002_table3.csv"),
        link="/expectation?M=100&P=30&guessing=each&guess=prevalence",
    ),
    *(_entry("Table 4", name, "definition and E[Q(g)]" if name != "PPV" else "E[Q(g)]") for name in NAMES
      if name != "AUC"),
    Item(
        "002", "Table 4", "definition of PPV^b", _balanced_precision,
        why="The sign of TNR is wrong: 1 − TNR is the false positive rate. NPV^b has the right sign.",
        link=GUESSER,
    ),
    Item(
        "002", "Table 4", "AUC^b and its mean", _balanced_area,
        why="The area does not depend on the share of positives, so that it is balanced already.",
        link="/rescaled?sample=two_class_example",
    ),
    Item("002", "Equation (1)", "min-max normalisation", _min_max, link="/rescaled?TP=227&FP=50&FN=31&TN=192"),
    Item(
        "002", "Equation (1)", "g^mode and a guess that is perfect", _perfect_guess,
        why="Where the guess is perfect by the metric, (1) divides by 0. The document does not exclude it.",
        link="/expectation?M=100&P=60&guessing=each&guess=mode&measure=TPR",
    ),
    Item(
        "002", "Section 4", "accuracy beyond g = (X + Y)/n is κ", _heidke, link="/rescaled?TP=227&FP=50&FN=31&TN=192",
    ),
    Item(
        "002", "Equations (2), (3)", "the best cutoff by the mean over folds", _common_threshold,
        why="On three simulated folds (seed 1); the document has no data.", link="/folds?sample=hpc_cv",
    ),
    Item(
        "002", "Section 4", "distribution of the normalised score at c*", _spread,
        why="On three simulated folds (seed 1); the document has no data.", link="/folds?sample=hpc_cv",
    ),
    Item("002", "Section 5", "PF1 and NF1 in balance", partial(_text, "PF1 in balance", "NF1 in balance"),
         link=f"{COIN}&measure=F1,NF1"),
    Item("002", "Section 5", "where PF1 = NF1", partial(_text, "PF1 = NF1"), link=f"{COIN}&measure=F1,NF1"),
    Item(
        "002", "Section 5", "best PF1 beyond a coin, and where",
        partial(_text, *(name for name in COMPUTED if "best PF1 beyond a coin" in name)),
        why="In the limit, by the formula of Table 2 with n = 1,000, and exactly with 1,000 whole cases.",
        link=f"{COIN}&measure=F1,NF1",
    ),
    Item(
        "002", "Section 5", "where PF1 = NF1 beyond a coin",
        partial(_text, "PF1 = NF1 beyond a coin", "PF1 = NF1 beyond a coin, by Table 2"),
        link=f"{COIN}&measure=F1,NF1",
    ),
    Item("002", "Section 5", "PF1 without negatives", partial(_text, "PF1 without negatives"),
         link=f"{COIN}&measure=F1,NF1"),
    Item("002", "Figure 1", "F1 over imbalance, beyond a coin", _figure_1,
         why="The figure has no digits: compared with what the text says of it.", link=f"{COIN}&measure=F1,NF1"),
    Item("002", "Section 5", "where PF1 and PF1^mmn disagree", partial(_disagree, "half"),
         link=f"{COIN}&measure=F1,NF1"),
    Item("002", "Section 5", "E[F1] depends on n", _size, link="/expectation?M=20&P=6&guessing=each&measure=F1"),
    Item("002", "Figure 2", "accuracy over imbalance, beyond a coin", _figure_2, link=f"{COIN}&measure=ACC"),
    Item(
        "002", "Appendix B", "E[ACC] = 1/2 for which guesser", _wrong_guesser,
        why="The sentence names g^prop twice; the first must be g^unif.", link=f"{SHARE}&measure=ACC",
    ),
    Item("002", "Figure 3, Appendix B", "accuracy beyond a prevalence guesser", _figure_3, link=f"{SHARE}&measure=ACC"),
    Item("002", "Figure 4, Appendix B", "F1 beyond a prevalence guesser", _figure_4, link=f"{SHARE}&measure=F1,NF1"),
    Item("002", "Appendix B", "where F1 and F1^mmn disagree", partial(_disagree, "prevalence"),
         link=f"{SHARE}&measure=F1,NF1"),
    Item("002", "Appendix A, (4) to (7)", "second-order Taylor series", _taylor, link=GUESSER),
    Item("002", "Appendix A.1, (8) to (10)", "PPV and NPV", partial(_derivation, "Table 2", "PPV", "NPV"),
         link=GUESSER),
    Item("002", "Appendix A.1, (11)", "AUC of a guess by three points", _three_points,
         why="It is balanced accuracy.", link="/rescaled?sample=two_class_example"),
    Item("002", "Appendix A.1, (12) to (17)", "MCC", _matthews, link=GUESSER),
    Item(
        "002", "Appendix A.1, (14), (15)", "slope of D in the first lines", partial(_slopes_of_mcc, "Table 2"),
        why="n and 2 have changed places: the slope of D = n(x + y) − (x + y)² is n − 2(x + y).", link=GUESSER,
    ),
    Item("002", "Appendix A.1, (18) to (20)", "PF1 and NF1", _positive_f1, link=GUESSER),
    Item("002", "Appendix A.2, (21) to (24)", "PPV^b, NPV^b and MRK^b",
         partial(_derivation, "Table 4", "PPV", "NPV", "MRK"), link=GUESSER),
    Item("002", "Appendix A.2, (25) to (29)", "MCC^b", partial(_derivation, "Table 4", "MCC"), link=GUESSER),
    Item(
        "002", "Appendix A.2, (26)", "slope of D along y", partial(_slopes_of_mcc, "Table 4"),
        why="Both slopes are said to have 2/n1; the one along y has 2/n2.", link=GUESSER,
    ),
    Item("002", "Appendix A.2, (30) to (32)", "PF1^b and NF1^b", partial(_derivation, "Table 4", "PF1", "NF1"),
         link=GUESSER),
    Item("002", "Appendix A.2", "bounds of PPV^b and NPV^b", partial(_bounds, "PPV", "NPV"), link=GUESSER),
    Item(
        "002", "Appendix A.2", "bounds of MRK^b and MCC^b", _bounds_without_size,
        why="They bound a size, yet are below 0 for g above 1/2: both lack the absolute value of 1 − 2g.", link=GUESSER,
    ),
    Item("002", "Appendix A.2", "bounds of PF1^b and NF1^b", _bounds_of_f1, link=GUESSER),
    Item(
        "002", "Appendix A.2", "8/243 in digits for NF1^b", _bound_of_nf1,
        why="8/243 is 0.033 here as it is for PF1^b.", link=GUESSER,
    ),
    Item(
        "002", "Section 6", "recommendation: say which guess is to be beaten", None,
        why="Advice without numbers. Every page that compares with a guesser names it.",
        link="/expectation?M=303&P=139&guessing=each&measure=F1,G2,PPV,ACC",
    ),
    Item(
        "002", "Section 6", "more than two classes", None,
        why="An open question there. Here one class is held against the rest.",
        link="/groups?sample=thousand_classes&measure=ACC",
    ),
    Item("002", "Section 6", "regression", None, why="An open question there; the program is for two classes."),
    Item(
        "002", "Section 6", "metrics without a cutoff", None,
        why="An open question there. AUC, average precision, Brier score and log loss stand beyond chance here.",
        link="/rescaled?sample=two_class_example",
    ),
)  # fmt: skip
