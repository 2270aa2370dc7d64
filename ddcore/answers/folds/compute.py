"""The best common threshold of the folds, runs or resamples of the selected model, and the scores of each there."""

import math
from dataclasses import replace

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from ddcore.chance.folds import CommonThreshold, of_folds, of_resamples
from ddcore.data import Data
from ddcore.errors import InputError
from ddcore.measures import Measure
from ddcore.table import ScoreTable

SEED = 1
"""Of the resamples, so that everybody sees the same spread."""

SIZES = (50, 100, 200, 500, 1000)
"""How many resamples there may be."""


def score_tables(data: Data, kind: str) -> dict[str, ScoreTable | None]:
    """The scores of each fold or run; of the model itself where it is resampled."""
    if kind == "folds":
        return {name: fold.table for name, fold in data.model.folds.items()}
    return {name: data.models[name].table for name in (data.runs if kind == "runs" else [data.name])}


def common_threshold(
    data: Data, measure: Measure, guess: str | float, kind: str, resamples: int | None
) -> CommonThreshold:
    """The best common threshold of the selected model over its folds, runs or resamples, kept with the data.

    `resamples` is their number, None for folds and runs. Raises `InputError` where labels are to be resampled.
    """
    model = data.model

    def made() -> CommonThreshold:
        if resamples is None:
            tables = {name: table for name, table in score_tables(data, kind).items() if table is not None}
            common = of_folds(measure, tables, guess)
            # The same cases come in every run, so that those of the other runs are not unseen.
            return replace(common, kind=kind, unseen=math.nan) if kind == "runs" else common
        if model.table is None:
            raise InputError("resamples need scores, but the model gave labels; choose a model with scores")
        fewer = max((size for size in SIZES if size < resamples), default=None)
        before = None if fewer is None else common_threshold(data, measure, guess, kind, fewer)
        return of_resamples(measure, model.table, guess, resamples, rng=np.random.default_rng(SEED), fewer=before)

    return data.cached(("folds", data.name, measure.key, measure.spared, guess, kind, resamples), made)


def own_best(common: CommonThreshold) -> NDArray[np.intp]:
    """The place of the best threshold of each fold by itself."""
    places: NDArray[np.intp] = np.argmax(np.nan_to_num(common.normalised, nan=-np.inf), axis=1)
    return places


def part_table(common: CommonThreshold) -> pd.DataFrame:
    """Each fold at the best common threshold, beside its own best one."""
    part = common.kind[:-1].capitalize()
    if common.best is None:
        return pd.DataFrame(
            {part: [], "Score at the common threshold": [], "Own best threshold": [], "Score there": []}
        )
    own = own_best(common)
    return pd.DataFrame(
        {
            part: common.parts,
            "Score at the common threshold": common.at_best,
            "Own best threshold": common.threshold[own],
            "Score there": common.normalised[np.arange(own.size), own],
        }
    )
