"""Scores before and after the likelihood transformation, where they are used, and by the laws of simulated scores."""

from collections.abc import Mapping
from functools import partial
from typing import Any

import numpy as np

from ddcore.answers.base.before_after import curve_of, curves_before_after
from ddcore.answers.base.in_use import InUse
from ddcore.answers.base.known_laws import classes, scenario
from ddcore.answers.base.separation import SEED, scores_of
from ddcore.answers.likelihood.choices import Choices
from ddcore.data import Data
from ddcore.scores.before_after import BeforeAfter, before_after
from ddcore.scores.curve_kinds import Curve
from ddcore.scores.exact import Exact
from ddcore.scores.exact_bests import ExactBest, exact_bests
from ddcore.scores.gain import Gain, Portrait, portrait
from ddcore.scores.gain import gain as gain_of
from ddcore.scores.kernel import USUAL
from ddcore.scores.likelihood import BEST
from ddcore.scores.transformed import Transformed, transformed_scores
from ddcore.table import ScoreTable
from ddcore.workers.side_by_side import side_by_side


def gain_by(data: Data, choices: Choices) -> Gain:
    """The scores before and after the likelihood transformation; what has no effect on a method is left out."""
    table, method = scores_of(data), choices.method
    bandwidth = choices.bandwidth if method == "kde" else USUAL
    bounds = None if method == BEST else choices.bounds
    make = partial(
        _gained,
        table,
        method,
        bandwidth=bandwidth,
        bounds=bounds,
        folds=choices.folds,
        rng=np.random.default_rng(choices.deal),
    )
    key = ("gain", table, method, bandwidth, bounds, choices.folds, choices.deal)
    gain, measures, drawn = data.cached(key, make, cases=table.score.size, large=True)
    data.cached(("before and after", table, gain), lambda: measures)
    data.cached(("portrait", gain), lambda: drawn)
    return gain


def _gained(table: ScoreTable, method: str, **how: Any) -> tuple[Gain, list[BeforeAfter], Portrait]:
    """The gain and what is made of it: to send it to another process for that takes longer than to compute it."""
    gain = gain_of(table, method, **how)
    measures, drawn = side_by_side(
        partial(before_after, table.unweighted(), gain.likelihood, gain.readings, fixed=gain.fixed),
        partial(portrait, gain.likelihood, table, rng=np.random.default_rng(SEED)),
    )
    return gain, measures, drawn


def portrait_of(data: Data, gain: Gain) -> Portrait:
    """The two densities of the scores, and the ratio in its band."""
    table, rng = scores_of(data), np.random.default_rng(SEED)
    return data.cached(("portrait", gain), lambda: portrait(gain.likelihood, table, rng=rng))


def spread_of(data: Data, gain: Gain, scale: str) -> Transformed:
    """How the transformed scores of unseen cases are spread in each class."""
    return data.cached(("transformed", gain, scale), lambda: transformed_scores(gain.readings, scale))


def counted(data: Data, gain: Gain, prevalence: float | None) -> tuple[Data, Gain]:
    """Data and gain as they count at a share of positives; as they are where that is None or their own share."""
    used = InUse(prevalence=prevalence).used(data)
    if used.original is None:
        return data, gain
    share = used.prevalence
    return used, data.cached(("gain at share", gain, share), partial(gain.at_share, share), large=True)


def compared_curves(data: Data, gain: Gain, kind: str) -> Mapping[str, Curve]:
    """One kind of curve before and after, thinned; `gain` is that where the model will be used."""
    return data.cached(("gain curve", gain, kind), partial(curves_before_after, gain, kind))


def measures_of(data: Data, gain: Gain) -> list[BeforeAfter]:
    """Every measure of the selected model by a reading of the cases as they are; `data` counts them as in use."""
    table = scores_of(data)
    make = partial(before_after, table.unweighted(), gain.likelihood, gain.readings, fixed=gain.fixed)
    return data.cached(("before and after", table, gain), make, cases=table.score.size)


def exact_of(data: Data) -> Mapping[str, ExactBest]:
    """The exact values of the laws that the scores were drawn from, at the classes of these cases; {} without laws."""
    law, table = scenario(data), scores_of(data)
    if law is None:
        return {}
    classes = float(table.positives.sum()), float(table.negatives.sum())
    measures = data.cached(
        ("exact measures", table), partial(exact_bests, law.positives, law.negatives, classes), cases=table.score.size
    )
    return {row.measure.key: row for row in measures}


def exact_portrait(data: Data, law: Exact) -> Portrait:
    """The exact densities and ratio over the range of the scores."""
    score = scores_of(data).score
    return data.cached(("exact portrait", data.name), lambda: law.portrait(float(score[0]), float(score[-1])))


def exact_curve(data: Data, law: Exact, kind: str) -> Curve:
    """The thinned curve of the exact ratio, at the classes of the data."""
    key = ("exact ratio curve", data.name, kind, data.prevalence)
    return data.cached(key, lambda: curve_of(law.read(*classes(data)), kind).thin())
