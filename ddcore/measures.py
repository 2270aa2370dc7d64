"""Every measure, declared once, as one row of a table from which pages, figures and reports take it.

A row is a function of the four counts. What it needs to be defined (`needs`) gives both the places where it is NaN and
the sentence that says so. A measure that is linear in TP once the margins are fixed carries its mean and its slope
under a random draw (van de Bijl et al. 2024, Table 3); the others say how their expectation moves with the number of
cases called positive (`shape`), where that is known.

A text in the grammar of `formula.py` would give 12 of 34 LaTeX texts, 2 of 27 means to the bit and 6 of 26 slopes: it
has no rates, no exact determinant and no Table 3, so a row would be no shorter, and its function ten times slower.
"""

import copyreg
import difflib
import functools
import math
import re
from collections.abc import Callable
from typing import Any

import numpy as np

from ddcore.errors import InputError
from ddcore.formula import formula
from ddcore.measure import Margins, Measure, determinant

__all__ = ["FAMILIES", "MEASURES", "Measure", "measure"]


_ALL: dict[str, Any] = {"line": lambda value, t: 0.0, "line_words": "0"}
"""Best where every case is called positive, once scores are read as evidence."""
_NONE: dict[str, Any] = {"line": lambda value, t: 1.0, "line_words": "1"}
"""Best where hardly any is."""


def _count(key: str, name: str, attribute: str, better: str, expected: Margins, latex: str, slope: int) -> Measure:
    return Measure(
        key=key,
        name=name,
        function=lambda t: getattr(t, attribute),
        formula=key,
        latex=rf"\mathrm{{{key}}}",
        aliases=(name.removesuffix("s"), attribute),
        better=better,
        best=math.inf if better == "higher" else 0.0,
        worst=0.0 if better == "higher" else math.inf,
        expected=expected,
        expected_latex=latex,
        slope=lambda P, N, n: slope + 0 * n,
        grows=True,
        **(_ALL if attribute in ("tp", "fn") else _NONE),
    )


def _share(
    key: str, name: str, part: str, whole: str, better: str, expected: Margins, latex: str, slope: Margins, **more: Any
) -> Measure:
    """A plain proportion of cases."""
    symbol = {"positives": "P", "negatives": "N", "predicted_positives": "n", "predicted_negatives": "M - n"}[whole]
    return Measure(
        key=key,
        name=name,
        function=lambda t: getattr(t, part) / getattr(t, whole),
        formula=f"{part.upper()} / ({symbol})" if " " in symbol else f"{part.upper()} / {symbol}",
        latex=rf"\frac{{\mathrm{{{part.upper()}}}}}{{{symbol}}}",
        needs=(whole,),
        better=better,
        best=1.0 if better == "higher" else 0.0,
        worst=0.0 if better == "higher" else 1.0,
        expected=expected,
        expected_latex=latex,
        slope=slope,
        proportion=lambda t: (getattr(t, part), getattr(t, whole)),
        **more,
    )


def _parameter(name: str, value: Any, low: float, high: float) -> float:
    try:
        number = float(value)
    except (TypeError, ValueError):
        raise InputError(f"{name} must be a number, got {value!r:.40}") from None
    if not low <= number <= high:
        raise InputError(f"{name} must be between {low:g} and {high:g}, got {number:g}")
    return number


def _exact(number: float) -> str:
    """A parameter in as few digits as tell it from every other: the key of a measure is its alone."""
    return short if float(short := f"{number:g}") == number else repr(number)


DOT = r" \cdot "


def _times(factor: float, symbol: str, sign: str) -> str:
    return symbol if factor == 1 else f"{factor:g}{sign}{symbol}"


def _f(beta: float) -> Measure:
    """F_beta, the weighted harmonic mean of PPV and TPR; recall counts beta times as much as precision."""
    w, b = beta * beta, _exact(beta)
    return Measure(
        key=f"F{b}",
        name=f"F{b} score",
        function=lambda t: (1 + w) * t.tp / (w * t.positives + t.predicted_positives),
        formula=f"{1 + w:g} TP / ({_times(w, 'P', ' ')} + n)",
        latex=rf"\frac{{{1 + w:g}\,\mathrm{{TP}}}}{{{_times(w, 'P', ' ')} + n}}",
        needs=("positives", "predicted_positives"),
        aliases=("F-1", "F-1 score", "f1_score", "F measure", "dice", "F", "F score", "F beta", "F beta score")
        if beta == 1
        else (),
        source="van Rijsbergen (1979); van de Bijl et al. (2024), Table 1",
        expected=lambda P, N, n: (1 + w) * P / (P + N) * (n / (w * P + n)),
        expected_latex=rf"\frac{{{1 + w:g} \cdot P \cdot n}}{{M \cdot ({_times(w, 'P', DOT)} + n)}}",
        slope=lambda P, N, n: (1 + w) / (w * P + n),
        line=lambda value, t: value / (1 + w),
        line_words=f"F{b}* / {1 + w:g}",
    )


def _nf(beta: float) -> Measure:
    """NF_beta, the negative twin: F_beta with the classes swapped."""
    w, b = beta * beta, _exact(beta)
    return Measure(
        key=f"NF{b}",
        name=f"Negative F{b} score",
        function=lambda t: (1 + w) * t.tn / (w * t.negatives + t.predicted_negatives),
        formula=f"{1 + w:g} TN / ({_times(w, 'N', ' ')} + M - n)",
        latex=rf"\frac{{{1 + w:g}\,\mathrm{{TN}}}}{{{_times(w, 'N', ' ')} + M - n}}",
        needs=("negatives", "predicted_negatives"),
        aliases=("NF", "NF beta", "negative F score", "negative F beta") if beta == 1 else (),
        source="Burger & Meertens (2020), Table 2, with the factor 2 of its count form",
        expected=lambda P, N, n: (1 + w) * N / (P + N) * ((P + N - n) / (w * N + (P + N - n))),
        expected_latex=rf"\frac{{{1 + w:g} \cdot N \cdot (M-n)}}{{M \cdot ({_times(w, 'N', DOT)} + M - n)}}",
        slope=lambda P, N, n: (1 + w) / (w * N + (P + N - n)),
        line=lambda value, t: 1 - value / (1 + w),
        line_words=f"1 − NF{b}* / {1 + w:g}",
    )


def _balanced_accuracy(w: float) -> Measure:
    """w TPR + (1 - w) TNR; at w = 1/2 the usual balanced accuracy."""
    plain = w == 0.5
    return Measure(
        key="BACC" if plain else f"BACC({_exact(w)})",
        name="Balanced accuracy" if plain else f"Balanced accuracy, weight {_exact(w)}",
        function=lambda t: w * (t.tp / t.positives) + (1 - w) * (t.tn / t.negatives),
        formula="(TPR + TNR) / 2" if plain else f"{w:g} TPR + {1 - w:g} TNR",
        latex=r"\frac{\mathrm{TPR}+\mathrm{TNR}}{2}" if plain else rf"{w:g}\,\mathrm{{TPR}}+{1 - w:g}\,\mathrm{{TNR}}",
        needs=("positives", "negatives"),
        aliases=("balanced_accuracy_score", "BA") if plain else (),
        expected=lambda P, N, n: w * (n / (P + N)) + (1 - w) * ((P + N - n) / (P + N)),
        expected_latex=r"\frac{1}{2}" if plain else rf"{w:g} \cdot \frac{{n}}{{M}}+{1 - w:g} \cdot \frac{{M-n}}{{M}}",
        slope=lambda P, N, n: w / P + (1 - w) / N + 0 * n,
        line=lambda value, t: _share_of((1 - w) * t.positives, w * t.negatives),
        line_words="P / M" if plain else f"{1 - w:g} P / ({1 - w:g} P + {w:g} N)",
    )


def _share_of(part: Any, rest: Any) -> float:
    return float(part / (part + rest)) if part + rest else math.nan


def _at_product(value: float, t: Any) -> float:
    """For what rises with the product of TPR and TNR."""
    return _share_of(t.tp, t.tn)


def _always(shape: str) -> Callable[[int, int], str]:
    return lambda total, positives: shape


FAMILIES: dict[str, Callable[..., Measure]] = {"F": _f, "NF": _nf, "BACC": _balanced_accuracy}
"""Measures with a parameter: measure("F2") and measure("Fbeta", beta=2) are the same."""

PARAMETERS = {"F": ("beta", 1.0, 0.0, 1e6), "NF": ("beta", 1.0, 0.0, 1e6), "BACC": ("c", 0.5, 0.0, 1.0)}
"""What the parameter of a family is called, its usual value, the lowest and the highest."""

_ROWS = (
    _count("TP", "True positives", "tp", "higher", lambda P, N, n: P * n / (P + N), r"\frac{P \cdot n}{M}", 1),
    _count("TN", "True negatives", "tn", "higher",
        lambda P, N, n: N * (P + N - n) / (P + N), r"\frac{N \cdot (M-n)}{M}", 1,
    ),
    _count("FP", "False positives", "fp", "lower", lambda P, N, n: N * n / (P + N), r"\frac{N \cdot n}{M}", -1),
    _count("FN", "False negatives", "fn", "lower",
        lambda P, N, n: P * (P + N - n) / (P + N), r"\frac{P \cdot (M-n)}{M}", -1,
    ),
    _share(
        "TPR", "Recall", "tp", "positives", "higher",
        lambda P, N, n: n / (P + N), r"\frac{n}{M}", lambda P, N, n: 1 / P + 0 * n,
        aliases=("sensitivity", "true positive rate", "hit rate", "recall_score"),
        **_ALL,
    ),
    _share(
        "TNR", "Specificity", "tn", "negatives", "higher",
        lambda P, N, n: (P + N - n) / (P + N), r"\frac{M-n}{M}", lambda P, N, n: 1 / N + 0 * n,
        aliases=("selectivity", "true negative rate"),
        **_NONE,
    ),
    _share(
        "FPR", "False positive rate", "fp", "negatives", "lower",
        lambda P, N, n: n / (P + N), r"\frac{n}{M}", lambda P, N, n: -1 / N + 0 * n,
        aliases=("fall-out", "false alarm rate"),
        **_NONE,
    ),
    _share(
        "FNR", "False negative rate", "fn", "positives", "lower",
        lambda P, N, n: (P + N - n) / (P + N), r"\frac{M-n}{M}", lambda P, N, n: -1 / P + 0 * n,
        aliases=("miss rate",),
        **_ALL,
    ),
    _share(
        "PPV", "Precision", "tp", "predicted_positives", "higher",
        lambda P, N, n: P / (P + N) + 0 * n, r"\frac{P}{M}", lambda P, N, n: 1 / n,
        aliases=("positive predictive value", "precision_score"),
        **_NONE,
    ),
    _share(
        "NPV", "Negative predictive value", "tn", "predicted_negatives", "higher",
        lambda P, N, n: N / (P + N) + 0 * n, r"\frac{N}{M}", lambda P, N, n: 1 / (P + N - n),
        **_ALL,
    ),
    _share(
        "FDR", "False discovery rate", "fp", "predicted_positives", "lower",
        lambda P, N, n: N / (P + N) + 0 * n, r"\frac{N}{M}", lambda P, N, n: -1 / n,
        **_NONE,
    ),
    _share(
        "FOR", "False omission rate", "fn", "predicted_negatives", "lower",
        lambda P, N, n: P / (P + N) + 0 * n, r"\frac{P}{M}", lambda P, N, n: -1 / (P + N - n),
        **_ALL,
    ),
    _f(1.0),
    _f(2.0),
    _f(0.5),
    _nf(1.0),
    Measure(
        key="J",
        name="Youden's J",
        function=lambda t: determinant(t) / (t.positives * t.negatives),
        formula="TPR + TNR - 1",
        latex=r"\mathrm{TPR}+\mathrm{TNR}-1",
        needs=("positives", "negatives"),
        aliases=("Youden's J statistic", "Youden index", "Youden", "informedness", "bookmaker informedness", "BM",
                 "Peirce skill score"),
        worst=-1.0,
        source="Youden (1950); van de Bijl et al. (2024), Table 1",
        expected=lambda P, N, n: 0.0 * n,
        expected_latex="0",
        slope=lambda P, N, n: (P + N) / (P * N) + 0 * n,
        line=lambda value, t: _share_of(t.positives, t.negatives),
        line_words="P / M",
    ),
    Measure(
        key="MK",
        name="Markedness",
        function=lambda t: determinant(t) / (t.predicted_positives * t.predicted_negatives),
        formula="PPV + NPV - 1",
        latex=r"\mathrm{PPV}+\mathrm{NPV}-1",
        needs=("predicted_positives", "predicted_negatives"),
        worst=-1.0,
        source="Powers (2011); van de Bijl et al. (2024), Table 1",
        expected=lambda P, N, n: 0.0 * n,
        expected_latex="0",
        slope=lambda P, N, n: (P + N) / (n * (P + N - n)),
    ),
    Measure(
        key="ACC",
        name="Accuracy",
        function=lambda t: (t.tp + t.tn) / t.total,
        formula="(TP + TN) / M",
        latex=r"\frac{\mathrm{TP}+\mathrm{TN}}{M}",
        aliases=("accuracy_score",),
        expected=lambda P, N, n: ((P + N - n) / (P + N)) * (N / (P + N)) + (n / (P + N)) * (P / (P + N)),
        expected_latex=r"\frac{(M-n) \cdot N + n \cdot P}{M^2}",
        slope=lambda P, N, n: 2 / (P + N) + 0 * n,
        proportion=lambda t: (t.tp + t.tn, t.total),
        line=lambda value, t: 0.5,
        line_words="1 / 2",
    ),
    Measure(
        key="ERR",
        name="Error rate",
        function=lambda t: (t.fp + t.fn) / t.total,
        formula="(FP + FN) / M",
        latex=r"\frac{\mathrm{FP}+\mathrm{FN}}{M}",
        aliases=("misclassification rate", "zero_one_loss"),
        better="lower",
        best=0.0,
        worst=1.0,
        expected=lambda P, N, n: ((P + N - n) / (P + N)) * (P / (P + N)) + (n / (P + N)) * (N / (P + N)),
        expected_latex=r"\frac{(M-n) \cdot P + n \cdot N}{M^2}",
        slope=lambda P, N, n: -2 / (P + N) + 0 * n,
        proportion=lambda t: (t.fp + t.fn, t.total),
        line=lambda value, t: 0.5,
        line_words="1 / 2",
    ),
    _balanced_accuracy(0.5),
    Measure(
        key="MCC",
        name="Matthews correlation",
        function=lambda t: determinant(t)
        / np.sqrt((t.positives * t.negatives) * (t.predicted_positives * t.predicted_negatives)),
        formula="(TP TN - FP FN) / sqrt(P N n (M - n))",
        latex=r"\frac{\mathrm{TP}\,\mathrm{TN}-\mathrm{FP}\,\mathrm{FN}}{\sqrt{P N n (M-n)}}",
        needs=("positives", "negatives", "predicted_positives", "predicted_negatives"),
        aliases=("matthews_corrcoef", "Matthews correlation coefficient", "Matthew", "phi coefficient"),
        worst=-1.0,
        source="Matthews (1975); van de Bijl et al. (2024), Table 1",
        expected=lambda P, N, n: 0.0 * n,
        expected_latex="0",
        slope=lambda P, N, n: (P + N) / np.sqrt((P * N) * (n * (P + N - n))),
    ),
    Measure(
        key="kappa",
        name="Cohen's kappa",
        function=lambda t: 2 * determinant(t)
        / (t.positives * t.predicted_negatives + t.negatives * t.predicted_positives),
        formula="2 (TP TN - FP FN) / (P (M - n) + N n)",
        latex=r"\frac{2(\mathrm{TP}\,\mathrm{TN}-\mathrm{FP}\,\mathrm{FN})}{P(M-n)+N n}",
        needs=("disagreement",),
        aliases=("cohen_kappa_score", "Cohen", "κ", "Heidke skill score"),
        worst=-1.0,
        source="Cohen (1960); van de Bijl et al. (2024), Table 1",
        expected=lambda P, N, n: 0.0 * n,
        expected_latex="0",
        slope=lambda P, N, n: 2 * (P + N) / (P * (P + N - n) + N * n),
        line=lambda value, t: (t.positives + value * (t.negatives - t.positives) / 2) / t.total,
        line_words="(P + kappa* (N − P) / 2) / M",
    ),
    Measure(
        key="FM",
        name="Fowlkes-Mallows",
        function=lambda t: t.tp / np.sqrt(t.positives * t.predicted_positives),
        formula="TP / sqrt(P n)",
        latex=r"\frac{\mathrm{TP}}{\sqrt{P n}}",
        needs=("positives", "predicted_positives"),
        aliases=("Fowlkes-Mallows index", "G-mean 1", "G1", "Fowlkes", "Mallows"),
        source="Fowlkes & Mallows (1983); van de Bijl et al. (2024), Table 1",
        expected=lambda P, N, n: np.sqrt(P * n) / (P + N),
        expected_latex=r"\frac{\sqrt{P \cdot n}}{M}",
        slope=lambda P, N, n: 1 / np.sqrt(P * n),
    ),
    Measure(
        key="G2",
        name="G-mean 2",
        function=lambda t: np.sqrt((t.tp / t.positives) * (t.tn / t.negatives)),
        formula="sqrt(TPR TNR)",
        latex=r"\sqrt{\mathrm{TPR}\,\mathrm{TNR}}",
        needs=("positives", "negatives"),
        aliases=("geometric mean", "G-mean"),
        source="Kubat & Matwin (1997); van de Bijl et al. (2024), Table 1",
        shape=_always("rises, then falls"),
        line=_at_product,
        line_words="TP* / (TP* + TN*)",
    ),
    Measure(
        key="TS",
        name="Threat score",
        function=lambda t: t.tp / (t.positives + t.fp),
        formula="TP / (P + FP)",
        latex=r"\frac{\mathrm{TP}}{P+\mathrm{FP}}",
        needs=("positives",),
        aliases=("Jaccard index", "JI", "jaccard", "jaccard_score", "critical success index", "CSI",
                 "critical succes index"),
        source="Gilbert (1884); van de Bijl et al. (2024), Table 1",
        shape=lambda total, positives: "jumps once" if positives == 1 else "monotone",
        line=lambda value, t: value / (1 + value),
        line_words="TS* / (1 + TS*)",
    ),
    Measure(
        key="PT",
        name="Prevalence threshold",
        function=lambda t: np.sqrt(t.fp / t.negatives) / (np.sqrt(t.tp / t.positives) + np.sqrt(t.fp / t.negatives)),
        formula="sqrt(FPR) / (sqrt(TPR) + sqrt(FPR))",
        latex=r"\frac{\sqrt{\mathrm{FPR}}}{\sqrt{\mathrm{TPR}}+\sqrt{\mathrm{FPR}}}",
        needs=("positives", "negatives", "predicted_positives"),
        better="lower",
        best=0.0,
        worst=1.0,
        source="Balayla (2020), with the removable singularity at TPR = FPR removed",
        shape=_always("monotone"),
        **_NONE,
    ),
    Measure(
        key="CC",
        name="Closest to corner",
        function=lambda t: np.sqrt(
            (t.fn / t.positives) * (t.fn / t.positives) + (t.fp / t.negatives) * (t.fp / t.negatives)
        ),
        formula="sqrt(FNR² + FPR²)",
        latex=r"\sqrt{\mathrm{FNR}^2+\mathrm{FPR}^2}",
        needs=("positives", "negatives"),
        aliases=("distance to corner", "closest-to-(0,1)"),
        better="lower",
        best=0.0,
        worst=math.sqrt(2),
        source="Perkins & Schisterman (2006)",
        shape=_always("falls, then rises"),
        line=lambda value, t: _share_of((t.fp / t.negatives) * t.positives, (t.fn / t.positives) * t.negatives),
        line_words="P FPR* / (P FPR* + N FNR*)",
    ),
    Measure(
        key="CP",
        name="Concordance probability",
        function=lambda t: (t.tp / t.positives) * (t.tn / t.negatives),
        formula="TPR TNR",
        latex=r"\mathrm{TPR}\,\mathrm{TNR}",
        needs=("positives", "negatives"),
        source="Liu (2012)",
        expected=lambda P, N, n: (n / (P + N)) * ((P + N - n) / (P + N - 1)),
        expected_latex=r"\frac{n \cdot (M-n)}{M \cdot (M-1)}",
        shape=_always("symmetric"),
        line=_at_product,
        line_words="TP* / (TP* + TN*)",
    ),
    Measure(
        key="DOR",
        name="Diagnostic odds ratio",
        function=lambda t: (t.tp / t.fp) * (t.tn / t.fn),
        formula="(TP TN) / (FP FN)",
        latex=r"\frac{\mathrm{TP}\,\mathrm{TN}}{\mathrm{FP}\,\mathrm{FN}}",
        needs=("fp", "fn"),
        aliases=("odds ratio",),
        best=math.inf,
        source="Glas et al. (2003)",
        shape=lambda total, positives: "monotone" if positives in (1, total - 1) else "two peaks",
    ),
    Measure(
        key="PLR",
        name="Positive likelihood ratio",
        function=lambda t: (t.tp / t.positives) / (t.fp / t.negatives),
        formula="TPR / FPR",
        latex=r"\frac{\mathrm{TPR}}{\mathrm{FPR}}",
        needs=("positives", "fp"),
        aliases=("LR+", "likelihood ratio"),
        best=math.inf,
        source="Deeks & Altman (2004)",
        shape=_always("rises, then falls"),
        **_NONE,
    ),
    Measure(
        key="NLR",
        name="Negative likelihood ratio",
        function=lambda t: (t.fn / t.positives) / (t.tn / t.negatives),
        formula="FNR / TNR",
        latex=r"\frac{\mathrm{FNR}}{\mathrm{TNR}}",
        needs=("positives", "tn"),
        aliases=("LR-",),
        better="lower",
        best=0.0,
        worst=math.inf,
        source="Deeks & Altman (2004)",
        shape=_always("rises, then falls"),
        **_ALL,
    ),
    Measure(
        key="prevalence",
        name="Prevalence",
        function=lambda t: t.positives / t.total,
        formula="P / M",
        latex=r"\frac{P}{M}",
        aliases=("base rate",),
        source="a property of the data",
        judges=False,
        expected=lambda P, N, n: P / (P + N) + 0 * n,
        expected_latex=r"\frac{P}{M}",
        slope=lambda P, N, n: 0.0 * n,
    ),
    Measure(
        key="PP",
        name="Predicted prevalence",
        function=lambda t: t.predicted_positives / t.total,
        formula="n / M",
        latex=r"\frac{n}{M}",
        source="a habit of the classifier",
        judges=False,
        expected=lambda P, N, n: n / (P + N),
        expected_latex=r"\frac{n}{M}",
        slope=lambda P, N, n: 0.0 * n,
    ),
)  # fmt: skip

MEASURES: dict[str, Measure] = {row.key: row for row in _ROWS}
"""Every listed measure by its key, in display order."""


def _plain(name: str) -> str:
    """A name as people type it: without case, blanks, underscores, quotes and hyphens before a letter."""
    return re.sub(r"[\s_'’]|-(?=[^\W\d])", "", name.casefold())


_NAMES = {_plain(name): row.key for row in _ROWS for name in (row.key, row.name, *row.aliases)}
_NUMBER = r"[-−]?[\d.]+(?:e[-+]?\d+)?"
_WITH_PARAMETER = re.compile(rf"(?P<family>n?f)(?P<beta>{_NUMBER})(score)?|(?P<balanced>bacc)\((?P<c>{_NUMBER})\)")
_FAMILY_NAMES = {"fbeta": "F", "fbetascore": "F", "nfbeta": "NF", **{_plain(key): key for key in FAMILIES}}
_FAMILY_NAMES |= {_plain(name): "BACC" for name in ("balanced accuracy", "BA")}


def measure(name: str | Measure, **parameters: Any) -> Measure:
    """The measure of that key, full name or alias, in any case; a `Measure` is handed back as it is.

    Parameters belong to families: `measure("Fbeta", beta=2)` is `measure("F2")`; `measure("BACC", c=0.3)` weighs recall
    with 0.3. A text with an equals sign is a measure of your own, such as "net = (tp - fp) / m", see `formula.formula`.
    Raises `InputError` 'measure must be one of the known names, got "recal"; nearest are ...'.

    >>> measure("critical success index").key, measure("Fbeta", beta=2).key
    ('TS', 'F2')
    """
    if isinstance(name, Measure):
        return name
    if "=" in str(name) and not parameters:
        return _own(str(name))
    plain = _plain(str(name))
    if parameters:
        return _with_parameters(name, plain, parameters)
    if plain in _NAMES:
        return MEASURES[_NAMES[plain]]
    if plain in _FAMILY_NAMES:
        return _made(_FAMILY_NAMES[plain], PARAMETERS[_FAMILY_NAMES[plain]][1])
    if match := _WITH_PARAMETER.fullmatch(plain):
        family, value = ("BACC", match["c"]) if match["balanced"] else (match["family"].upper(), match["beta"])
        return _of_family(family, value.replace("−", "-"))
    raise InputError(f'measure must be one of the known names, got "{name:.60}"; nearest are {_nearest(plain)}')


@functools.lru_cache(maxsize=1024)
def _own(text: str) -> Measure:
    """The measure of a formula; texts that differ in blanks alone are one, so that what is known of it is kept."""
    return _of_key(formula(text).key)


_of_key = functools.lru_cache(maxsize=1024)(formula)


def _with_parameters(name: str, plain: str, parameters: dict[str, Any]) -> Measure:
    if plain not in _FAMILY_NAMES:
        measure(name)  # raises for an unknown name
        raise InputError(f'"{name}" takes no parameter, got {", ".join(parameters)}; Fbeta, NFbeta and BACC do')
    family = _FAMILY_NAMES[plain]
    wanted = PARAMETERS[family][0]
    if set(parameters) != {wanted}:
        raise InputError(f'"{name}" takes the parameter {wanted}, got {", ".join(parameters)}')
    return _of_family(family, parameters[wanted])


def _of_family(family: str, parameter: Any) -> Measure:
    wanted, _, low, high = PARAMETERS[family]
    return _made(family, _parameter(wanted, parameter, low, high))


@functools.lru_cache(maxsize=4096)  # one object a measure: results are cached by it
def _made(family: str, parameter: float) -> Measure:
    made = FAMILIES[family](parameter)
    return MEASURES.get(made.key, made)


def _nearest(plain: str) -> str:
    ranked = sorted(_NAMES, key=lambda known: -difflib.SequenceMatcher(None, plain, known).ratio())
    keys = list(dict.fromkeys(_NAMES[known] for known in ranked))[:3]
    return ", ".join(f"{MEASURES[key].name} ({key})" for key in keys)


def _reduced(known: Measure) -> Any:
    """A measure is the same one in another process, where its functions are others: its key names it."""
    try:
        named = measure(known.key) is known
    except InputError:
        named = False
    return (measure, (known.key,)) if named else object.__reduce_ex__(known, 4)


copyreg.pickle(Measure, _reduced)
