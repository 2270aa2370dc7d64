"""Several models in the order of their verdicts, and what a best of many is worth."""

import math
from collections.abc import Mapping, Sequence
from copy import deepcopy
from dataclasses import dataclass

import numpy as np

from ddcore.answers.base.selected_model import auc_of
from ddcore.answers.base.threshold_free import Lines
from ddcore.chance.runs import RunMean
from ddcore.chance.selection_optimism import best_on_unseen_cases
from ddcore.chance.verdict import Verdict, classes_of_draw, ranks
from ddcore.data import Data, Joint
from ddcore.interval import Interval

SEED = 1
RANKED_BY = "Ranked by the number of measures that beat chance, then by the average distance beyond chance."


@dataclass(frozen=True)
class Ranked:
    """A model among others: its verdict on the measures shown, how far it is beyond chance, its AUC and its rank.

    `equals` is how many models have this rank; `auc` is None for a model without scores.
    """

    verdict: Verdict
    beyond: Interval
    auc: Interval | None
    rank: int
    equals: int

    @property
    def name(self) -> str:
        """The name of the model."""
        return self.verdict.name


def ranking(data: Data, verdicts: Mapping[str, Verdict]) -> list[Ranked]:
    """The models with their verdicts on the measures shown, the best first."""
    beyond = [_beyond_chance(data, name, verdict) for name, verdict in verdicts.items()]
    places = ranks([verdict.tally.beats for verdict in verdicts.values()], [share.value for share in beyond])
    ranked = [
        Ranked(verdict, share, auc_of(data, name), place, places.count(place))
        for (name, verdict), share, place in zip(verdicts.items(), beyond, places, strict=True)
    ]
    return sorted(ranked, key=lambda model: model.rank)


def _beyond_chance(data: Data, name: str, verdict: Verdict) -> Interval:
    keys = tuple(line.measure.key for line in verdict.lines)
    return data.cached(("beyond chance", name, data.models[name].threshold, keys), lambda: verdict.beyond_chance)


PICKED = 1_200_000
"""Cases times models among which a best one is picked again and again; of more cases a part is drawn."""


def unseen_best(data: Data, ranked: Sequence[Ranked]) -> Interval | None:
    """How far beyond chance the best of several models is on unseen cases, as it was picked on these.

    None where it is not known what each model predicts of each case. Where that is known of a part of the cases alone,
    it is picked on these.
    """
    thresholds = {name: model.threshold for name, model in data.models.items()}
    joint = data.one_by_one.joint
    if joint is None or set(joint.score) != set(thresholds) or None in thresholds.values():
        return None
    best = ranked[0].verdict
    wanted = ("unseen best", *thresholds.items(), best.name, *(measure.key for measure in best.placed))
    picked = data.cached(("cases of all models", *thresholds), lambda: _Picked.of(joint, tuple(thresholds)), large=True)
    return data.cached(wanted, lambda: _unseen_best(picked, thresholds, best))


@dataclass(frozen=True, eq=False)
class _Picked:
    """The cases that all of several models score, of many a part, and the generator that has drawn it."""

    cases: Joint
    rng: np.random.Generator

    @classmethod
    def of(cls, joint: Joint, names: Sequence[str]) -> "_Picked":
        rng = np.random.default_rng(SEED)
        if joint.positive.size > cases_picked(len(names)):
            joint = joint.part(cases_picked(len(names)), rng=rng)
        known = np.isfinite([joint.score[name] for name in names]).all(axis=0)
        return cls(joint.where(np.flatnonzero(known)), rng)


def _unseen_best(picked: _Picked, thresholds: Mapping[str, float | None], best: Verdict) -> Interval:
    joint = picked.cases
    return best_on_unseen_cases(
        np.column_stack([joint.score[name] >= np.array(threshold, float) for name, threshold in thresholds.items()]),
        joint.positive,
        best.placed,
        *classes_of_draw(best.counts),
        rng=deepcopy(picked.rng),
        weight=joint.weight,
        cluster=joint.cluster,
    )


def cases_known(data: Data) -> int:
    """On how many cases the best of the models of some data is picked at most."""
    known, picked = data.one_by_one, cases_picked(len(data.models))
    return picked if known is data or known.joint is None else min(known.joint.positive.size, picked)


def cases_picked(models: int) -> int:
    """Of how many cases at most the best of that many models is picked."""
    return PICKED // models


def run_means(data: Data, verdicts: Mapping[str, Verdict], scored: Mapping[str, Lines]) -> list[RunMean]:
    """Each measure over the runs of the selected model, as far as it can be beaten; none where there is one run."""
    runs = data.runs
    if not runs:
        return []
    found = [
        RunMean.of(lines[0].measure.title, lines[0].measure.key, lines[0].measure.better, lines)
        for lines in zip(*(verdicts[name].lines for name in runs), strict=True)
        if lines[0].state not in ("describes", "unbeatable")
    ]
    if all(name in scored for name in runs):
        found += [
            RunMean.of(rows[0].measure.name, rows[0].measure.key, rows[0].measure.better, rows)
            for rows in zip(*(scored[name] for name in runs), strict=False)
        ]
    return found


def means_by_model(data: Data, verdicts: Mapping[str, Verdict]) -> dict[str, list[RunMean]]:
    """Each measure that can be beaten over the runs of each model, by the model; empty unless models have runs.

    All lists have the same measures. A model that was trained once has one run.
    """
    runs: dict[str, list[str]] = {}
    for name, model in data.models.items():
        runs.setdefault(model.run_of or name, []).append(name)
    if not 1 < len(runs) < len(data.models):
        return {}
    judged = [
        at
        for at, line in enumerate(next(iter(verdicts.values())).lines)
        if line.state not in ("describes", "unbeatable")
    ]
    return {
        model: [
            RunMean.of(
                verdicts[names[0]].lines[at].measure.title,
                verdicts[names[0]].lines[at].measure.key,
                verdicts[names[0]].lines[at].measure.better,
                [verdicts[name].lines[at] for name in names],
            )
            for at in judged
        ]
        for model, names in runs.items()
    }


def one_measure(means: Mapping[str, Sequence[RunMean]]) -> dict[str, RunMean]:
    """Of these, the first measure on which a model falls short of chance on average, else the first, by model.

    The best model is first.
    """
    measures = list(zip(*means.values(), strict=True))
    shown = next((rows for rows in measures if any(row.short for row in rows)), measures[0] if measures else ())
    by_model = dict(zip(means, shown, strict=False))
    sign = -1 if shown and shown[0].better == "higher" else 1

    def rank(model: str) -> float:
        value = sign * by_model[model].mean.value
        return math.inf if math.isnan(value) else value

    return {model: by_model[model] for model in sorted(by_model, key=rank)}


def runs_have_own_cases(data: Data) -> bool:
    """Whether the runs differ in how many cases of each class they were tried on."""
    counts = [data.models[name].counts for name in data.runs]
    return len({(float(each.positives), float(each.negatives)) for each in counts}) > 1
