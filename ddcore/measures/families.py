"""Measures that are made, not written down: counts, shares of cases, and those with a parameter."""

import math
from collections.abc import Callable
from typing import Any

from ddcore.measures.type import Margins, Measure

ALL_POSITIVE: dict[str, Any] = {"line": lambda value, t: 0.0, "line_words": "0"}
"""Fields of a measure that is best where every case is predicted positive, for scores read as evidence."""
NONE_POSITIVE: dict[str, Any] = {"line": lambda value, t: 1.0, "line_words": "1"}
"""Fields of a measure that is best where hardly any case is."""


_CELLS = {
    "tp": "positive cases that are predicted positive",
    "fp": "negative cases that are predicted positive",
    "fn": "positive cases that are predicted negative",
    "tn": "negative cases that are predicted negative",
}
"""What is counted in each cell."""
_PARTS = {
    **{(part, whole): _CELLS[part] for part in _CELLS for whole in ("positives", "negatives")},
    ("tp", "predicted_positives"): "positive predictions that are right",
    ("fp", "predicted_positives"): "positive predictions that are wrong",
    ("tn", "predicted_negatives"): "negative predictions that are right",
    ("fn", "predicted_negatives"): "negative predictions that are wrong",
}
"""What a cell is in a margin."""


def count(key: str, name: str, attribute: str, better: str, expected: Margins, latex: str, slope: int) -> Measure:
    """The number of cases in one of the four cells; `expected`, its LaTeX and `slope` are those of `Measure`.

    >>> from ddcore.counts import Counts
    >>> hits = count("TP", "Hits", "tp", "higher", lambda P, N, n: P * n / (P + N), r"\\frac{P \\cdot n}{M}", 1)
    >>> hits(Counts(tp=3, fp=1, fn=2, tn=4)), hits.expected(5, 5, 4)
    (np.float64(3.0), 2.0)
    """
    return Measure(
        key=key,
        name=name,
        function=lambda t: getattr(t, attribute),
        formula=attribute,
        latex=rf"\mathrm{{{key}}}",
        aliases=(name.removesuffix("s"), attribute),
        meaning=f"the number of {_CELLS[attribute]}",
        better=better,
        best=math.inf if better == "higher" else 0.0,
        worst=0.0 if better == "higher" else math.inf,
        expected=expected,
        expected_latex=latex,
        slope=lambda P, N, n: slope + 0 * n,
        grows=True,
        monotone=True,
        **(ALL_POSITIVE if attribute in ("tp", "fn") else NONE_POSITIVE),
    )


def share(
    key: str, name: str, part: str, whole: str, better: str, expected: Margins, latex: str, slope: Margins, **more: Any
) -> Measure:
    """A plain proportion of cases: the cell `part` of the margin `whole`; `more` are further fields of `Measure`.

    >>> from ddcore.counts import Counts
    >>> margins = {"expected": lambda P, N, n: n / (P + N), "latex": r"\\frac{n}{M}", "slope": lambda P, N, n: 1 / P}
    >>> recall = share("TPR", "Recall", "tp", "positives", "higher", **margins)
    >>> recall.formula, recall(Counts(tp=3, fp=1, fn=2, tn=4))
    ('tp / p', np.float64(0.6))
    """
    symbol, typed = {
        "positives": ("P", "p"),
        "negatives": ("N", "n"),
        "predicted_positives": ("n", "pp"),
        "predicted_negatives": ("M - n", "pn"),
    }[whole]
    return Measure(
        key=key,
        name=name,
        function=lambda t: getattr(t, part) / getattr(t, whole),
        formula=f"{part} / {typed}",
        latex=rf"\frac{{\mathrm{{{part.upper()}}}}}{{{symbol}}}",
        needs=(whole,),
        meaning=f"the share of {_PARTS[part, whole]}",
        better=better,
        best=1.0 if better == "higher" else 0.0,
        worst=0.0 if better == "higher" else 1.0,
        expected=expected,
        expected_latex=latex,
        slope=slope,
        proportion=lambda t: (getattr(t, part), getattr(t, whole)),
        monotone=True,
        **more,
    )


def _exact(number: float) -> str:
    """A parameter in as few digits as tell it from every other, so that no two measures share a key."""
    return short if float(short := f"{number:g}") == number else repr(number)


DOT = r" \cdot "


def _times(factor: float, symbol: str, sign: str) -> str:
    return symbol if factor == 1 else f"{factor:.15g}{sign}{symbol}"


def _harmonic(beta: str, of_predictions: str, of_cases: str) -> str:
    """What an F score is: a harmonic mean, with weights unless beta is 1."""
    if beta == "1":
        return f"the harmonic mean of {of_predictions} and {of_cases}"
    return f"a harmonic mean of {of_predictions} and {of_cases}, in which {of_cases} counts {beta} times as much"


def f_beta(beta: float) -> Measure:
    """F_beta, the weighted harmonic mean of PPV and TPR; recall counts beta times as much as precision.

    >>> f_beta(2.0).formula
    '5 * tp / (4 * p + pp)'
    """
    w, b = beta * beta, _exact(beta)
    return Measure(
        key=f"F{b}",
        name=f"F{b} score",
        function=lambda t: (1 + w) * t.tp / (w * t.positives + t.predicted_positives),
        formula=f"{1 + w:.15g} * tp / ({_times(w, 'p', ' * ')} + pp)",
        latex=rf"\frac{{{1 + w:g}\,\mathrm{{TP}}}}{{{_times(w, 'P', ' ')} + n}}",
        needs=("positives", "predicted_positives"),
        spared="predicted_positives",
        aliases=("F-1", "F-1 score", "f1_score", "F measure", "dice", "F", "F score", "F beta", "F beta score")
        if beta == 1
        else (),
        meaning=_harmonic(b, "precision", "recall"),
        source="van Rijsbergen (1979); van de Bijl et al. (2024), Table 1",
        expected=lambda P, N, n: (1 + w) * P / (P + N) * (n / (w * P + n)),
        expected_latex=rf"\frac{{{1 + w:g} \cdot P \cdot n}}{{M \cdot ({_times(w, 'P', DOT)} + n)}}",
        slope=lambda P, N, n: (1 + w) / (w * P + n),
        monotone=True,
        line=lambda value, t: value / (1 + w),
        line_words=f"F{b}* / {1 + w:g}",
    )


def negative_f_beta(beta: float) -> Measure:
    """NF_beta: F_beta with the classes swapped.

    >>> negative_f_beta(1.0).formula
    '2 * tn / (n + pn)'
    """
    w, b = beta * beta, _exact(beta)
    return Measure(
        key=f"NF{b}",
        name=f"Negative F{b} score",
        function=lambda t: (1 + w) * t.tn / (w * t.negatives + t.predicted_negatives),
        formula=f"{1 + w:.15g} * tn / ({_times(w, 'n', ' * ')} + pn)",
        latex=rf"\frac{{{1 + w:g}\,\mathrm{{TN}}}}{{{_times(w, 'N', ' ')} + M - n}}",
        needs=("negatives", "predicted_negatives"),
        spared="predicted_negatives",
        aliases=("NF", "NF beta", "negative F score", "negative F beta") if beta == 1 else (),
        meaning=_harmonic(b, "negative predictive value", "specificity"),
        source="Burger & Meertens (2020), Table 2, with the factor 2 of its count form",
        expected=lambda P, N, n: (1 + w) * N / (P + N) * ((P + N - n) / (w * N + (P + N - n))),
        expected_latex=rf"\frac{{{1 + w:g} \cdot N \cdot (M-n)}}{{M \cdot ({_times(w, 'N', DOT)} + M - n)}}",
        slope=lambda P, N, n: (1 + w) / (w * N + (P + N - n)),
        monotone=True,
        line=lambda value, t: 1 - value / (1 + w),
        line_words=f"1 − NF{b}* / {1 + w:g}",
    )


def balanced_accuracy(w: float) -> Measure:
    """w TPR + (1 - w) TNR; at w = 1/2 the usual balanced accuracy.

    >>> balanced_accuracy(0.25).formula
    '0.25 * tp / p + 0.75 * tn / n'
    """
    plain = w == 0.5
    return Measure(
        key="BACC" if plain else f"BACC({_exact(w)})",
        name="Balanced accuracy" if plain else f"Balanced accuracy, weight {_exact(w)}",
        function=lambda t: w * (t.tp / t.positives) + (1 - w) * (t.tn / t.negatives),
        formula="(tp / p + tn / n) / 2" if plain else f"{w:.15g} * tp / p + {1 - w:.15g} * tn / n",
        latex=r"\frac{\mathrm{TPR}+\mathrm{TNR}}{2}" if plain else rf"{w:g}\,\mathrm{{TPR}}+{1 - w:g}\,\mathrm{{TNR}}",
        needs=("positives", "negatives"),
        aliases=("balanced_accuracy_score", "BA") if plain else (),
        meaning="the mean of recall and specificity, in which both classes count the same"
        if plain
        else f"the mean of recall and specificity with the weights {w:g} and {1 - w:g}",
        expected=lambda P, N, n: w * (n / (P + N)) + (1 - w) * ((P + N - n) / (P + N)),
        expected_latex=r"\frac{1}{2}" if plain else rf"{w:g} \cdot \frac{{n}}{{M}}+{1 - w:g} \cdot \frac{{M-n}}{{M}}",
        slope=lambda P, N, n: w / P + (1 - w) / N + 0 * n,
        monotone=True,
        line=lambda value, t: share_of((1 - w) * t.positives, w * t.negatives),
        line_words="P / M" if plain else f"{1 - w:g} P / ({1 - w:g} P + {w:g} N)",
    )


def share_of(part: Any, rest: Any) -> float:
    """part / (part + rest), NaN where both are 0.

    >>> share_of(3, 1), share_of(0, 0)
    (0.75, nan)
    """
    return float(part / (part + rest)) if part + rest else math.nan


def at_product(value: float, t: Any) -> float:
    """For what rises with the product of TPR and TNR.

    TP / (TP + TN) at the best threshold; `value`, the best value, does not matter.

    >>> from ddcore.counts import Counts
    >>> at_product(0.8, Counts(tp=6, fp=1, fn=1, tn=2))
    0.75
    """
    return share_of(t.tp, t.tn)


def always(shape: str) -> Callable[[int, int], str]:
    """A `shape` of the expectation that holds for all class sizes.

    >>> always("linear")(10, 4)
    'linear'
    """
    return lambda total, positives: shape
