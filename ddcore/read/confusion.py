"""Rows that have the counts of a confusion matrix, TP, FP, FN and TN, side by side -> a row for each of the four."""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

import numpy as np
import pyarrow as pa
from numpy.typing import NDArray

from ddcore.arrays import Array
from ddcore.read.archive import FILE
from ddcore.read.columns import is_named, is_named_truth
from ddcore.read.crosstab import NUMBER
from ddcore.read.keys import combinations, combined
from ddcore.read.layout import Layout, names_in, whole_numbers
from ddcore.read.values import Column, as_text
from ddcore.read.vocabulary import says, words
from ddcore.read.words import counted, quoted

TRUTH, PREDICTED, SCORE, MODEL = "truth", "predicted", "score", "model"
"""The columns that are made, besides that of the counts."""
POSITIVE, NEGATIVE = "positive", "negative"

CELLS = {"tp": (POSITIVE, POSITIVE), "fp": (NEGATIVE, POSITIVE), "fn": (POSITIVE, NEGATIVE), "tn": (NEGATIVE, NEGATIVE)}
"""What the cases of each count are, and what they are called."""

_RIGHT = (
    r"(t|v|r|w|d|true|truly|right|correct(ly)?|richtig\w*|wahr\w*|vrai[es]*|verdad\w*|ver[oiae]|terecht|juist|"
    r"prawdziw\w*|dogru)"
)
_WRONG = (
    r"(f|y|false|falsely|wrong|incorrect(ly)?|falsch\w*|faux|fausse?s?|fals[oaie]s?|onterecht|fout\w*|vals\w*|"
    r"falszyw\w*|yanlis)"
)
_P, _N = r"(p|pos|posit\w*|pozyt\w*|pozit\w*)", r"(n|neg|negat\w*)"
NAMES = {
    "tp": re.compile(rf"{_RIGHT}{_P}|hits?"),
    "fp": re.compile(rf"{_WRONG}{_P}|falsealarms?"),
    "fn": re.compile(rf"{_WRONG}{_N}|miss(es)?"),
    "tn": re.compile(rf"{_RIGHT}{_N}|correctrejections?"),
}
"""What each count is called, as one word without accents: TP, true positives, VP, richtig positive, hits ..."""

BESIDE = {"n", "num", "number", "of", "count", "counts", "cases", "nr", "anzahl", "nombre", "total", "sum"}
"""Words that may stand in the name of a count."""

CUTS = {
    *("threshold", "thresholds", "cutoff", "cutoffs", "cut", "cutpoint", "schwelle", "schwellenwert", "schwellwert"),
    *("seuil", "umbral", "limiar", "soglia", "drempel", "drempelwaarde", "prog", "esik", "thr", "thresh"),
}
"""Names of thresholds."""

PARTS = ("group", "fold", "run")
"""Roles by which a row is a part of a model, and not one of its own."""


def from_counts(layout: Layout) -> Layout:
    """Rows of TP, FP, FN and TN as a tally of true and predicted classes; the layout itself for any other.

    Each row is a model, named by a column of models, of studies or the like, unless rows are groups, folds or runs.
    Rows of thresholds, of the same cases and with fewer of them called positive the higher they are, are one model with
    scores: those of its cases are known as far as the thresholds tell them apart.

    >>> table = {"model": ["a", "b"], "TP": [60, 50], "FP": [50, 20], "FN": [40, 50], "TN": [850, 880]}
    >>> found = from_counts(Layout(tuple(Column(name, pa.array(cells)) for name, cells in table.items()), {}))
    >>> found.columns[-1].values.to_pylist(), found.given["model"]
    ([60, 50, 40, 850, 50, 20, 50, 880], 'model')
    """
    if layout.given.get("count") not in (None, NUMBER):
        return layout
    used = {cell: column for column in layout.columns if (cell := cell_of(column.name))}
    if len(used) < len(CELLS) or layout.named & {column.name for column in used.values()}:
        return layout
    numbers = {cell: whole_numbers(used[cell]) for cell in CELLS}
    counts = {cell: found for cell, found in numbers.items() if found is not None}
    if len(counts) < len(CELLS):
        return layout
    made = {TRUTH, PREDICTED, SCORE, NUMBER}
    others = [each for each in layout.columns if each not in used.values() and each.name not in made]
    each_a_case = bool((np.sum([*counts.values()], axis=0) == 1).all())
    if each_a_case and any(is_named_truth(column.name) for column in layout.columns):
        return layout
    parts = [column for column in others if column.name == FILE or any(is_named(column.name, role) for role in PARTS)]
    cut = next((column for column in others if CUTS & set(words(column.name)) and _cuts(column) is not None), None)
    pool = [column for column in others if column not in parts and column is not cut]
    names = _names(layout, pool, parts if cut is None else [*parts, cut]) if not each_a_case else []
    if cut is not None and layout.rows > 1:
        series = [*names, *parts]
        of_series = combinations(series) if series else np.zeros(layout.rows, np.int64)
        cuts = _cuts(cut)
        assert cuts is not None
        if _are_curves(counts, cuts, of_series):
            return _scored(layout, counts, cuts, of_series, [combined(names)] if names else [], parts)
        names = [*names, cut]
    return _labelled(layout, counts, [combined(names)] if names else [], parts)


def cell_of(name: str) -> str | None:
    """Which of the four counts a name says, None for any other.

    >>> cell_of("True Positives"), cell_of("VN"), cell_of("tpr")
    ('tp', 'tn', None)
    """
    plain = "".join(word for word in words(name) if word not in BESIDE) if len(name) < 40 else ""
    return next((cell for cell, pattern in NAMES.items() if pattern.fullmatch(plain)), None)


def _cuts(column: Column) -> Array | None:
    """The cells as thresholds, which may be infinite; None where one is no number."""
    try:
        cuts = np.array([np.nan if cell is None else float(as_text(cell)) for cell in column.values.to_pylist()])
    except ValueError:
        return None
    return None if np.isnan(cuts).any() else cuts


def _names(layout: Layout, pool: Sequence[Column], parts: Sequence[Column]) -> list[Column]:
    """The columns that name the model of each row: rows of one model then differ in their parts."""
    given = layout.given.get("model")
    if given is not None:
        return [column for column in layout.columns if column.name in names_in(given)]
    own = [column for column in pool if says(column.name, "model") and not column.missing.any()][:1]
    if _tell_apart([*own, *parts], layout.rows):
        return own
    texts = [column for column in pool if not column.is_numeric and not column.missing.any() and column not in own]
    whole = [column for column in pool if column.is_numeric and whole_numbers(column) is not None]
    for column in (*texts, *whole):
        if _tell_apart([*own, column, *parts], layout.rows):
            return [*own, column]
    if _tell_apart([*own, *texts, *parts], layout.rows):
        for column in texts[::-1]:
            fewer = [each for each in texts if each is not column]
            texts = fewer if _tell_apart([*own, *fewer, *parts], layout.rows) else texts
        return [*own, *texts]
    first = layout.columns[0].first_row
    rows = pa.array([f"row {place + first}" for place in range(layout.rows)])
    return [*own, Column(MODEL if not own else "row", rows, first)]


def _tell_apart(columns: Sequence[Column], rows: int) -> bool:
    """Whether no two rows are alike in some columns."""
    return rows == 1 if not columns else len(set(combinations(columns).tolist())) == rows


def _series(cuts: Array, of_series: NDArray[np.int64]) -> Iterator[NDArray[np.intp]]:
    """The rows of each series by their thresholds; at an infinite one all cases are called alike."""
    order = np.lexsort((cuts, of_series))
    order = order[np.isfinite(cuts[order])]
    yield from np.split(order, np.flatnonzero(np.diff(of_series[order])) + 1)


def _are_curves(counts: Mapping[str, NDArray[np.int64]], cuts: Array, of_series: NDArray[np.int64]) -> bool:
    """Whether the rows of each series have the same cases, of which higher thresholds call no more positive."""
    alike = (counts["tp"] + counts["fp"] == 0) | (counts["fn"] + counts["tn"] == 0)
    every = [*_series(cuts, of_series)]
    if not alike[~np.isfinite(cuts)].all() or len(every) <= of_series.max() or min(map(len, every)) < 2:
        return False
    for rows in every:
        tp, fp, fn, tn = (counts[cell][rows] for cell in CELLS)
        same = np.ptp(tp + fn) == 0 and np.ptp(fp + tn) == 0
        if not same or (np.diff(cuts[rows]) <= 0).any() or (np.diff(tp) > 0).any() or (np.diff(fp) > 0).any():
            return False
    return True


def _scored(
    layout: Layout,
    counts: Mapping[str, NDArray[np.int64]],
    cuts: Array,
    of_series: NDArray[np.int64],
    names: list[Column],
    parts: list[Column],
) -> Layout:
    """A row for the cases of each class between two thresholds, whose score is the lower one."""
    places, truths, scores, numbers = [], [], [], []
    for rows in _series(cuts, of_series):
        ends = cuts[rows]
        below = 0.0 if ends[0] > 0 else ends[0] - np.ptp(ends) / ends.size
        for truth, called, left in ((POSITIVE, "tp", "fn"), (NEGATIVE, "fp", "tn")):
            reached = np.append(counts[called][rows], 0)
            own = np.append(counts[left][rows][0], reached[:-1] - reached[1:])
            held = own > 0
            places.append(np.append(rows[0], rows)[held])
            truths += [truth] * int(held.sum())
            scores.append(np.append(below, ends)[held])
            numbers.append(own[held])
    made = {SCORE: pa.array(np.concatenate(scores)), NUMBER: pa.array(np.concatenate(numbers))}
    return _made(layout, np.concatenate(places), {TRUTH: pa.array(truths), **made}, SCORE, names, parts)


def _labelled(
    layout: Layout, counts: Mapping[str, NDArray[np.int64]], names: list[Column], parts: list[Column]
) -> Layout:
    """A row for each of the four counts of each row."""
    made = {
        TRUTH: pa.array([truth for truth, _ in CELLS.values()] * layout.rows),
        PREDICTED: pa.array([called for _, called in CELLS.values()] * layout.rows),
        NUMBER: pa.array(np.stack([counts[cell] for cell in CELLS], axis=1).ravel()),
    }
    return _made(layout, np.repeat(np.arange(layout.rows), len(CELLS)), made, PREDICTED, names, parts)


def _made(
    layout: Layout,
    places: NDArray[np.intp],
    made: Mapping[str, pa.Array],
    predictions: str,
    names: list[Column],
    parts: list[Column],
) -> Layout:
    """The layout of the columns that are made, with those of the file that name and divide the rows."""
    kept = {column.name: column for column in (*parts, *names)}
    kept |= {column.name: column for column in layout.columns if column.name in layout.named - made.keys()}
    taken, first = pa.array(places), layout.columns[0].first_row
    columns = [Column(name, column.values.take(taken), first, places) for name, column in kept.items()]
    columns += [Column(name, values, first, places) for name, values in made.items()]
    models = len(names[0].categories) if names else 1
    rows = f"{counted(layout.rows, 'row')} of TP, FP, FN and TN"
    if predictions == SCORE:
        note = (
            f"{rows}, each at one threshold. The score of a case is the highest threshold at which it is predicted "
            f"positive."
        )
    elif names:
        note = f"{rows}: {counted(models, 'model')}, named in the column {quoted(names[0].name)}."
    else:
        note = f"{rows}: one model."
    given = dict(layout.given)
    role = "score" if predictions == SCORE else "label"
    asked = {TRUTH: TRUTH, role: predictions}
    given |= {each: given.get(each) or name for each, name in asked.items()}
    given |= {"count": NUMBER, "model": names[0].name if names else ""}
    return replace(layout, columns=tuple(columns), given=given, notes=(*layout.notes, note), counted=True)
