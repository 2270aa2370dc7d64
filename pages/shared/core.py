"""Core results for the pages. What depends on a few numbers alone is kept for everybody; a file's content never is."""

import math
from collections.abc import Mapping, Sequence
from dataclasses import replace

import numpy as np
import streamlit as st

from ddcore.chance import dutch_draw, verdict
from ddcore.chance.bands import Bands
from ddcore.chance.bands import bands as bands_of
from ddcore.chance.dutch_draw import Baseline, Distribution
from ddcore.chance.folds import CommonCutoff, of_folds, of_resamples
from ddcore.chance.imbalance import Imbalance, ImbalanceCurve, Mark, imbalance_curve, marks
from ddcore.chance.scales import Scaled
from ddcore.chance.scales import scales as scales_of
from ddcore.counts import CELLS, Cells, Counts
from ddcore.data import Data
from ddcore.decisions import ranking
from ddcore.decisions.admissible import Admissibility, admissibility
from ddcore.decisions.ranking import MisrankedByError
from ddcore.measures import MEASURES, Measure, measure
from ddcore.read import Model
from pages.shared.rates import of_model

HEADLINES = ("ACC", "F1", "PPV", "NPV", "BACC", "G2", "J", "MK", "MCC", "kappa", "FM", "TS", "TPR", "TNR")
"""The measures shown until somebody chooses others."""


def verdicts(models: Mapping[str, Model], keys: Sequence[str]) -> dict[str, verdict.Verdict]:
    """The verdict on each model and every measure: the listed ones, and those of one's own among the keys."""
    own = tuple(key for key in keys if key not in MEASURES)
    return {name: replace(_verdict(_cells(model.counts), own), name=name) for name, model in models.items()}


def _cells(counts: Counts) -> tuple[float, ...]:
    """The four counts, and of weighted cases the sums of their squared weights, all NaN where these are not known."""
    tables = (counts,) if counts.squares is None else (counts, counts.squares)
    cells = tuple(cell.item() for table in tables for cell in table.values())
    return cells if math.isfinite(sum(cells)) else (*cells[:4], *4 * (math.nan,))


def _counts(cells: tuple[float, ...]) -> Counts:
    whole, squares = (dict(zip(CELLS, part, strict=False)) for part in (cells[:4], cells[4:]))
    return Counts(**whole, squares=Cells(**squares) if squares else None)


@st.cache_resource(max_entries=512, show_spinner=False)
def _verdict(cells: tuple[float, ...], own: tuple[str, ...]) -> verdict.Verdict:
    return verdict.verdict("", _counts(cells), [*MEASURES, *own])


def baselines(total: int, positives: int, keys: Sequence[str]) -> list[tuple[Measure, Baseline, float]]:
    """Each measure with its baseline and the best value that these classes allow."""
    return [
        (row, dutch_draw.baseline(row, total, positives), row.ideal(total, positives)) for row in map(measure, keys)
    ]


def bands(keys: Sequence[str], total: int, positives: int) -> list[Bands]:
    """Mean and bands of each measure over theta."""
    with st.spinner("Summing over all draws …", show_time=True):
        return [_bands(key, total, positives) for key in keys]


@st.cache_resource(max_entries=256, show_spinner=False)
def _bands(key: str, total: int, positives: int) -> Bands:
    # Above 10^7 cases each point is a sum over tens of thousands of values.
    return bands_of(key, total, positives, points=201 if total <= 10**7 else 61)


@st.cache_resource(max_entries=64, show_spinner=False)
def law(key: str, total: int, positives: int, theta: float) -> Distribution:
    """The law of one measure at one theta."""
    return dutch_draw.distribution(key, total, positives, theta)


def scales(
    models: Mapping[str, Model], keys: Sequence[str], guess: str | float, prevalence: float
) -> list[list[Scaled]]:
    """Each measure of each model on every scale."""
    with st.spinner("Guessing in every possible way …", show_time=True):
        found = _scales(tuple(_cells(model.counts) for model in models.values()), tuple(keys), guess, prevalence)
    return [[replace(one, model=name) for name, one in zip(models, row, strict=True)] for row in found]


@st.cache_resource(max_entries=256, show_spinner=False)
def _scales(
    cells: tuple[tuple[float, ...], ...], keys: tuple[str, ...], guess: str | float, prevalence: float
) -> list[list[Scaled]]:
    models = {f"{i}": _counts(part) for i, part in enumerate(cells)}
    return scales_of(models, keys, guess, prevalence)


SEED = 1
"""Of the resamples, so that everybody sees the same spread."""


def folds(model: Model, key: str, guess: str | float, resamples: int | None) -> CommonCutoff:
    """The best common cutoff of a model over its folds or resamples; it depends on a file, so nothing is kept."""
    if resamples is None:
        return of_folds(key, {name: fold.table for name, fold in model.folds.items()}, guess)
    return of_resamples(key, model.table, guess, resamples, rng=np.random.default_rng(SEED))


def imbalance(
    keys: tuple[str, ...], tpr: float, tnr: float, guess: str | float, cases: int | None
) -> tuple[list[ImbalanceCurve], list[Mark]]:
    """Each measure over the imbalance of the classes, and the places worth a mark."""
    with st.spinner("Guessing at every imbalance …", show_time=True):
        return _imbalance(keys, tpr, tnr, guess, cases)


@st.cache_resource(max_entries=128, show_spinner=False)
def _imbalance(
    keys: tuple[str, ...], tpr: float, tnr: float, guess: str | float, cases: int | None
) -> tuple[list[ImbalanceCurve], list[Mark]]:
    curves = [imbalance_curve(Imbalance(measure(key), tpr, tnr, guess, cases)) for key in keys]
    return curves, marks(curves)


RANKED = ("ACC", "F1", "MCC", "BACC", "PPV", "TPR")
"""The measures whose rankings are shown until somebody chooses others."""

SHOWN = 800
"""Points in a chart of pairs or of classifiers."""


@st.cache_resource(show_spinner=False)
def _rankings() -> dict[tuple[object, ...], MisrankedByError]:
    return {}


def ranked(truth: str, pairs: int, errors: Sequence[float], keys: Sequence[str]) -> MisrankedByError:
    """How often each measure, and payoffs with each error, rank a pair wrongly; with its progress on the page."""
    own = [key for key in keys if key not in MEASURES]
    known, wanted = _rankings(), (truth, pairs, tuple(errors), *own)
    if wanted not in known:
        text = f"Drawing {pairs:,} pairs …"
        bar = st.progress(0.0, text=text)
        rows = [key for key, row in MEASURES.items() if row.judges] + own
        found = ranking.misranked_by_error(
            truth,
            errors,
            pairs,
            rng=np.random.default_rng(SEED),
            measures=rows,
            progress=lambda done: bar.progress(done, text=text),
        )
        bar.empty()
        for old in list(known)[: max(0, len(known) - 31)]:
            known.pop(old, None)
        known[wanted] = found
    return known[wanted]


@st.cache_resource(max_entries=64, show_spinner=False)
def forms(keys: tuple[str, ...], prevalence: float) -> dict[str, Admissibility]:
    """Whether each measure ranks as some payoffs do."""
    return {key: admissibility(key, prevalence) for key in keys}


@st.cache_resource(max_entries=64, show_spinner=False)
def drawn(truth: str, prevalence: float) -> tuple[ranking.Pairs, Cells]:
    """Some pairs of classifiers, and some classifiers on one test set, to be looked at."""
    rng = np.random.default_rng(SEED)
    return ranking.draw_pairs(truth, 0.0, SHOWN, rng=rng), ranking.random_tables(prevalence, SHOWN, rng=rng)


def here(data: Data, keys: Sequence[str], tpr: float, tnr: float) -> list[tuple[str, float, float]]:
    """Where the data stand: each measure at the imbalance of the data, if the classifier is that of the data."""
    if (tpr, tnr) != of_model(data) or data.chosen is None:
        return []
    delta = 2 * data.positives / data.total - 1
    return [(key, delta, float(measure(key)(data.model.counts))) for key in keys]


def points(models: Mapping[str, Model], keys: Sequence[str]) -> list[tuple[str, str, float, float]]:
    """Each model on each measure: name, key, share called positive, score."""
    return [
        (name, key, float(model.counts.predicted_positives / model.counts.total), float(measure(key)(model.counts)))
        for name, model in models.items()
        for key in keys
    ]
