"""The tables and the numbers of groups: how many are in each state, every group, and every group on every measure."""

import math
from collections.abc import Iterable

import numpy as np
import pandas as pd

from ddcore.answers.base.answer import ALL_ALIKE, Number, Part, measured
from ddcore.answers.base.words import in_text
from ddcore.answers.groups.compute import GroupAnalysis, Groups
from ddcore.chance.groups import STATES, GroupVerdicts
from ddcore.formats import count
from ddcore.interval import Interval

JUDGED = ("behind", "unclear", "beats")
"""The states of groups in which a model can show skill."""
TITLES = {
    "behind": "No better",
    "unclear": "Perhaps",
    "beats": "Surely",
    "unbeatable": "Unbeatable",
    "undefined": "None",
}
"""The states as column titles of a small table; the last two stand there only where there are such groups."""
REPORTED = 3
"""Groups whose scores are among the numbers that carry the answer."""


def state_counts(groups: Groups, verdicts: GroupVerdicts) -> pd.DataFrame:
    """The number of groups in each state, a row a model and a last row for groups that are in it by all models."""
    having = {state: verdicts.having(state) for state in TITLES}
    states = [state for state, where in having.items() if where.any() or state in JUDGED]
    rows = [
        {"Model": model, **{TITLES[state]: int(having[state][place].sum()) for state in states}}
        for place, model in enumerate(groups.models)
    ]
    if len(groups.models) > 1:
        rows.append({"Model": "by all", **{TITLES[state]: int(having[state].all(axis=0).sum()) for state in states}})
    return pd.DataFrame(rows)


def ranked_groups(groups: Groups, verdicts: GroupVerdicts) -> pd.DataFrame:
    """A row for each model and group, of each model the group first that falls shortest."""
    order = np.argsort(verdicts.rank, axis=1, kind="stable")
    places = np.arange(len(groups.models))[:, None] * len(groups.names) + order
    return _rows(groups, verdicts).iloc[places.ravel()].reset_index(drop=True)


def _rows(groups: Groups, verdicts: GroupVerdicts) -> pd.DataFrame:
    """A row for each model and group, on one measure."""
    counts = verdicts.counts
    models, names = np.meshgrid(groups.models, groups.names, indexing="ij")
    columns = {
        "Model": models,
        groups.noun.capitalize(): names,
        "Cases": counts.total,
        "Positive": counts.positives,
        "Predicted positive": counts.predicted_positives,
        "True positives": counts.tp,
        "Score": verdicts.score,
        f"{100 * verdicts.level:g} % from": verdicts.low,
        f"{100 * verdicts.level:g} % to": verdicts.high,
        "Baseline": verdicts.baseline,
        "Beyond baseline": verdicts.distance,
        "Way to perfect": verdicts.share,
        "Exact p": np.power(10.0, verdicts.log10_p),
        "Corrected p": verdicts.adjusted,
        "Verdict": np.vectorize(STATES.__getitem__, otypes=[object])(verdicts.state),
    }
    return pd.DataFrame({name: np.ravel(column) for name, column in columns.items()})


def every_measure(groups: Groups, verdicts: Iterable[GroupVerdicts]) -> pd.DataFrame:
    """A row for each measure, model and group; p values are corrected within each measure."""
    frames = []
    for on_measure in verdicts:
        frame = _rows(groups, on_measure)
        frame.insert(0, "Measure", on_measure.measure.name)
        frames.append(frame)
    return pd.concat(frames, ignore_index=True)


def values_and_numbers(analysis: GroupAnalysis) -> Part:
    """The verdict on each group, and as numbers that carry it how many are behind and the scores nearest to chance."""
    groups, verdicts, own = analysis.groups, analysis.verdicts, analysis.own
    scores = [
        Interval(float(value), float(low), float(high))
        for value, low, high in zip(own.score, own.low, own.high, strict=True)
    ]
    judged = int(own.judged.sum())
    behind = Number(
        f"{groups.nouns.capitalize()} no better than chance on {in_text(own.measure)}",
        int(own.having("behind").sum()),
        ("models", analysis.model, "behind"),
        lambda many: f"{count(many)} of {count(judged)}",
    )
    nearest = [int(place) for place in np.argsort(own.rank, kind="stable") if own.judged[place]][:REPORTED]
    return Part(
        values={
            "measure": verdicts.measure.key,
            "by": groups.column,
            "groups": len(groups.names),
            "comparisons": int(verdicts.judged.sum()),
            "models": {
                model: {state: int(verdicts.having(state)[place].sum()) for state in STATES}
                for place, model in enumerate(groups.models)
            },
            "no_model_better": [groups.names[place] for place in np.flatnonzero(verdicts.having("behind").all(axis=0))],
            "model": analysis.model,
            "of_model": {
                name: {
                    **measured(scores[place]),
                    "baseline": float(own.baseline[place]),
                    "beyond_chance": float(own.share[place]),
                    "log10_p": float(own.log10_p[place]),
                    "corrected_p": float(own.adjusted[place]),
                    "state": str(own.state[place]),
                }
                for place, name in enumerate(groups.names)
            },
        },
        numbers=[behind, *(_group_number(groups.names[place], scores[place]) for place in nearest)],
    )


def _group_number(name: str, score: Interval) -> Number:
    label = f"Closest to chance: {name}"
    if math.isnan(score.value):
        return Number(label, math.nan, ("of_model", name, "value"), how=ALL_ALIKE)
    return Number(label, score, ("of_model", name))
