"""The tables of a verdict: every measure of every model, the models in order, the means over runs."""

import math
from collections.abc import Mapping, Sequence

import numpy as np
import pandas as pd

from ddcore.answers.base.answer import Table
from ddcore.answers.verdict.compute import RANKED_BY, Ranked, runs_have_own_cases
from ddcore.chance.predictive import predictive
from ddcore.chance.runs import RunMean
from ddcore.chance.verdict import MARKS, STATES, MeasureVerdict, Verdict
from ddcore.data import Data
from ddcore.formats import percent
from ddcore.interval import UNKNOWN, confidence


def table(verdicts: Sequence[Verdict]) -> pd.DataFrame:
    """Every measure of every model: score, chance, distance (positive is better), exact p, interval, verdict.

    The interval keeps the class sizes; "Other cases" is that where they are drawn too. "Approximate p" is that of
    weighted cases, which have no exact one.
    """
    return pd.DataFrame(
        {
            "Model": verdict.name,
            "Measure": line.measure.name,
            "Short name": line.measure.key,
            "Score": line.score,
            "Chance": line.chance,
            "Distance": line.distance,
            "Exact p": 10**verdict.log10_p if _has_p(line) else np.nan,
            f"{confidence()} from": line.interval.low,
            f"{confidence()} to": line.interval.high,
            "Mark": MARKS.get(line.state, ""),
            "Verdict": STATES[line.state],
            f"Distance, {confidence()} from": line.distance_interval[0],
            f"Distance, {confidence()} to": line.distance_interval[1],
            f"Other cases, {confidence()} from": line.drawn.low,
            f"Other cases, {confidence()} to": line.drawn.high,
            "Approximate p": 10**verdict.log10_luck if verdict.counts.weighted and _has_p(line) else np.nan,
            "log₁₀ of p": verdict.log10_p if _has_p(line) else np.nan,
            "Better if": line.measure.better,
            "No value when": line.measure.undefined,
            "Formula": line.measure.formula,
            "Other names": ", ".join(line.measure.aliases),
            "Source": line.measure.source,
        }
        for verdict in verdicts
        for line in verdict.lines
    )


def _has_p(line: MeasureVerdict) -> bool:
    return line.measure.judges and line.follows and not math.isnan(line.score)


def models_table(ranked: Sequence[Ranked], share: float | None = None) -> Table:
    """One row a model, the best first; with precision and NPV where another share of cases is positive."""
    rows = pd.DataFrame(_model_row(model, share) for model in ranked)
    remark = RANKED_BY
    if share is not None:
        remark += f" Precision and NPV are those at a share of positives of {percent(share)}."
    return Table.of("Models, the best first", rows, remark)


def _model_row(model: Ranked, share: float | None) -> dict[str, object]:
    counts, auc_ = model.verdict.counts, model.auc or UNKNOWN
    row: dict[str, object] = {
        "Rank": model.rank,
        "Model": model.name,
        "Beats chance on": str(model.verdict.tally),
        "Clearly worse on": model.verdict.tally.worse,
        "Beyond chance": model.beyond.value,
        f"Beyond chance, {confidence()} from": model.beyond.low,
        "Beyond chance, to": model.beyond.high,
        "AUC": auc_.value,
        f"AUC, {confidence()} from": auc_.low,
        "AUC, to": auc_.high,
    }
    if share is not None and counts.positives > 0 and counts.negatives > 0:
        there = predictive(counts, share)
        row |= {"Precision there": there["PPV"].value, "NPV there": there["NPV"].value}
    return row | {"Cases": counts.total.item()}


def means_table(means: Mapping[str, Sequence[RunMean]]) -> Table:
    """A row a measure: chance, and the mean of each model over its runs."""
    rows = pd.DataFrame(
        {
            "Measure": of_measure[0].name,
            "Best without skill": of_measure[0].chance,
            **{name: row.mean.value for name, row in zip(means, of_measure, strict=True)},
            "Falling short": sum(row.short for row in of_measure),
            "Better if": of_measure[0].better,
        }
        for of_measure in zip(*means.values(), strict=True)
    )
    runs = ", ".join(f"{name} {len(rows[0].scores)}" for name, rows in means.items())
    return Table.of("Means over runs, by model", rows, f"Number of runs: {runs}.")


def runs_table(data: Data, means: Sequence[RunMean]) -> Table:
    """Each measure over the runs of the selected model."""
    rows = pd.DataFrame(
        {
            "Measure": row.name,
            "Mean": row.mean.value,
            f"{confidence()} from": row.mean.low,
            f"{confidence()} to": row.mean.high,
            "Standard deviation": row.deviation,
            "Lowest": min(row.scores),
            "Highest": max(row.scores),
            "Chance": row.chance,
            "Runs that beat chance": row.beating,
            "Better if": row.better,
        }
        for row in means
    )
    remark = (
        "The intervals are for the mean of other runs on other cases."
        if runs_have_own_cases(data)
        else "The intervals are for the mean of other runs on the same cases."
    )
    return Table.of(f"Mean over {len(data.runs)} runs", rows, remark)
