"""What is drawn, listed and told of groups."""

from collections.abc import Callable, Iterable, Mapping
from typing import Any

import numpy as np
import pandas as pd

from ddcore.answers.groups.compute import Groups
from ddcore.answers.groups.draw import ROWS, Funnel, Map
from ddcore.arrays import Array
from ddcore.chance import moments
from ddcore.chance.groups import STATES, GroupVerdicts
from ddcore.chance.tails import quantile
from ddcore.figures.theme import plain
from ddcore.formats import number

BESIDE = ("ACC", "F1", "BACC", "MCC", "PPV", "TPR")
"""The measures of the map where there is one model."""


def of_model(verdict: GroupVerdicts, at: int) -> GroupVerdicts:
    """The verdicts on one model, an element a group."""
    arrays = ("score", "baseline", "ideal", "poorest", "low", "high", "log10_p", "adjusted", "state")
    parts = {name: getattr(verdict, name)[at] for name in arrays}
    return GroupVerdicts(
        verdict.measure, verdict.counts[at], **parts, level=verdict.level, correction=verdict.correction
    )


def chart_of(groups: Groups, verdict: GroupVerdicts, at: int) -> Funnel:
    """The groups of one model over their sizes; where all are alike, over what differs."""
    own = of_model(verdict, at)
    low, high = _draws(own)
    axes = {
        f"cases of the {groups.thing}": np.asarray(groups.sizes, np.float64),
        "positive cases": np.asarray(own.counts.positives, np.float64),
        "cases predicted positive": np.asarray(own.counts.predicted_positives, np.float64),
    }
    judged = own.judged
    axis = next((name for name, over in axes.items() if np.unique(over[judged]).size > 1), next(iter(axes)))
    return Funnel(own, groups.names, axes[axis], axis, low, high, groups.thing)


def _draws(own: GroupVerdicts) -> tuple[Array, Array]:
    """How far from the baseline nearly all draws with the margins of each group lie; NaN for weighted cases."""
    if own.counts.weighted:
        return np.full(own.score.shape, np.nan), np.full(own.score.shape, np.nan)
    M, P, n = (np.maximum(number, least) for number, least in _margins(own))
    ends = quantile(M, P, n, [(1 - own.level) / 2, (1 + own.level) / 2])
    values = [own.measure.on(moments.cells_at(M * 1.0, P * 1.0, n * 1.0, end)) - own.baseline for end in ends]
    return np.fmin(*values), np.fmax(*values)


def _margins(own: GroupVerdicts) -> list[tuple[Any, int]]:
    counts = own.counts
    return [(counts.total, 1), (counts.positives, 0), (counts.predicted_positives, 0)]


def map_of(groups: Groups, verdict: GroupVerdicts, of: Callable[[str], GroupVerdicts]) -> Map:
    """The groups that fall shortest, by models, or of one model by measures."""
    if len(groups.models) > 1:
        columns, parts = groups.models, [of_model(verdict, at) for at in range(len(groups.models))]
    else:
        keys = tuple(dict.fromkeys((verdict.measure.key, *BESIDE)))
        parts = [of_model(of(key), 0) for key in keys]
        columns = tuple(part.measure.name if "=" in part.measure.key else part.measure.key for part in parts)
    share, silent = (np.stack([getattr(part, name) for part in parts], axis=1) for name in ("share", "silent"))
    # Without a value for all cases alike a group stands for the worst one.
    share = np.where(silent, -1.0, share)
    known = np.isfinite(share)
    ranked = share if len(groups.models) > 1 else share[:, :1]
    with np.errstate(invalid="ignore"):
        mean = np.where(np.isfinite(ranked), ranked, 0).sum(axis=1) / np.isfinite(ranked).sum(axis=1)
    order = np.argsort(np.where(known.any(axis=1), mean, np.inf), kind="stable")[:ROWS]
    words = [[_cell(groups, part, name, place) for part, name in zip(parts, columns, strict=True)] for place in order]
    unbeatable = np.stack([part.having("unbeatable") for part in parts], axis=1)
    return Map(
        tuple(groups.names[place] for place in order),
        columns,
        share[order],
        unbeatable[order],
        silent[order],
        words,
        len(groups.names),
        groups.thing,
    )


def _cell(groups: Groups, part: GroupVerdicts, column: str, place: int) -> str:
    return (
        f"<b>{plain(groups.names[place], 60)}</b>, {plain(column, 60)}: {STATES[str(part.state[place])]}"
        f"<br>score {number(float(part.score[place]))}, baseline {number(float(part.baseline[place]))}"
    )


SHORT = {
    "behind": "No better",
    "unclear": "Perhaps",
    "beats": "Surely",
    "unbeatable": "Unbeatable",
    "undefined": "None",
}
"""The states as heads of a small table; the last two stand there only where there are such groups."""


def summary(groups: Groups, verdict: GroupVerdicts) -> pd.DataFrame:
    """How many groups of each model are in each state, and how many are in it by all models."""
    states = {state: verdict.having(state) for state in SHORT}
    told = [state for state, part in states.items() if part.any() or state in ("behind", "unclear", "beats")]
    rows = [
        {"Model": model, **{SHORT[state]: int(states[state][at].sum()) for state in told}}
        for at, model in enumerate(groups.models)
    ]
    if len(groups.models) > 1:
        rows.append({"Model": "by all", **{SHORT[state]: int(states[state].all(axis=0).sum()) for state in told}})
    return pd.DataFrame(rows)


def ranked(groups: Groups, verdict: GroupVerdicts) -> pd.DataFrame:
    """The rows of `listed`, of each model the group first that falls shortest."""
    order = np.argsort(verdict.rank, axis=1, kind="stable")
    places = np.arange(len(groups.models))[:, None] * len(groups.names) + order
    return listed(groups, verdict).iloc[places.ravel()].reset_index(drop=True)


def listed(groups: Groups, verdict: GroupVerdicts) -> pd.DataFrame:
    """A row a model and group, on one measure."""
    counts = verdict.counts
    models, names = np.meshgrid(groups.models, groups.names, indexing="ij")
    columns = {
        "Model": models,
        groups.thing.capitalize(): names,
        "Cases": counts.total,
        "Positive": counts.positives,
        "Predicted positive": counts.predicted_positives,
        "True positives": counts.tp,
        "Score": verdict.score,
        f"{100 * verdict.level:g} % from": verdict.low,
        f"{100 * verdict.level:g} % to": verdict.high,
        "Baseline": verdict.baseline,
        "Beyond baseline": verdict.distance,
        "Way to perfect": verdict.share,
        "Exact p": np.power(10.0, verdict.log10_p),
        "Corrected p": verdict.adjusted,
        "Verdict": np.vectorize(STATES.__getitem__, otypes=[object])(verdict.state),
    }
    return pd.DataFrame({name: np.ravel(column) for name, column in columns.items()})


def every_measure(groups: Groups, verdicts: Iterable[GroupVerdicts]) -> pd.DataFrame:
    """The same on every measure, each corrected by itself."""
    frames = []
    for verdict in verdicts:
        frame = listed(groups, verdict)
        frame.insert(0, "Measure", verdict.measure.name)
        frames.append(frame)
    return pd.concat(frames, ignore_index=True)


def values_of(groups: Groups, verdict: GroupVerdicts, at: int) -> Mapping[str, Any]:
    """How many groups of each model are in each state, those where no model does better, and those of one model."""
    behind = verdict.having("behind").all(axis=0)
    return {
        "measure": verdict.measure.key,
        "by": groups.column,
        "groups": len(groups.names),
        "comparisons": int(verdict.judged.sum()),
        "models": {
            model: {state: int(verdict.having(state)[place].sum()) for state in STATES}
            for place, model in enumerate(groups.models)
        },
        "no_model_better": [groups.names[place] for place in np.flatnonzero(behind)],
        "model": groups.models[at],
        "of_model": {
            name: {
                "value": float(verdict.score[at, place]),
                "low": float(verdict.low[at, place]),
                "high": float(verdict.high[at, place]),
                "baseline": float(verdict.baseline[at, place]),
                "beyond_chance": float(verdict.share[at, place]),
                "log10_p": float(verdict.log10_p[at, place]),
                "corrected_p": float(verdict.adjusted[at, place]),
                "state": str(verdict.state[at, place]),
            }
            for place, name in enumerate(groups.names)
        },
    }
