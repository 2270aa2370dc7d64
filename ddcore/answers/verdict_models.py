"""Several models in the order of their verdicts, and what a best of many is worth."""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
import pandas as pd

from ddcore.answers.answer import Note, Table
from ddcore.answers.looked import auc
from ddcore.chance.picked import picked
from ddcore.chance.predictive import predictive
from ddcore.chance.verdict import Verdict, classes_of_draw, ranks
from ddcore.data import Data, Joint
from ddcore.formats import count, percent
from ddcore.interval import UNKNOWN, Interval

SEED = 1
RANKED_BY = "Ranked by how many of these measures beat chance, then by how far beyond chance they are on average."


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
        Ranked(verdict, share, auc(data, name), place, places.count(place))
        for (name, verdict), share, place in zip(verdicts.items(), beyond, places, strict=True)
    ]
    return sorted(ranked, key=lambda model: model.rank)


def _beyond_chance(data: Data, name: str, verdict: Verdict) -> Interval:
    keys = tuple(line.measure.key for line in verdict.lines)
    return data.kept(("beyond chance", name, data.models[name].threshold, keys), lambda: verdict.beyond_chance)


PICKED = 1_200_000
"""Cases times models among which a best one is picked again and again; of more cases a part is drawn."""


def unseen_best(data: Data, ranked: Sequence[Ranked]) -> Interval | None:
    """How far beyond chance the best of several models is on unseen cases, as it was picked on these.

    None where it is not known what each model predicts of each case.
    """
    thresholds = {name: model.threshold for name, model in data.models.items()}
    if data.joint is None or set(data.joint.score) != set(thresholds) or None in thresholds.values():
        return None
    best, joint = ranked[0].verdict, data.joint
    wanted = ("unseen best", *thresholds.items(), best.name, *(measure.key for measure in best.placed))
    return data.kept(wanted, lambda: _unseen_best(joint, thresholds, best))


def _unseen_best(joint: Joint, thresholds: Mapping[str, float | None], best: Verdict) -> Interval:
    rng = np.random.default_rng(SEED)
    if joint.positive.size > cases_picked(len(thresholds)):
        joint = joint.part(cases_picked(len(thresholds)), rng=rng)
    scores = np.column_stack([joint.score[name] for name in thresholds])
    known = np.isfinite(scores).all(axis=1)
    return picked(
        scores[known] >= np.array(list(thresholds.values()), float),
        joint.positive[known],
        best.placed,
        *classes_of_draw(best.counts),
        rng=rng,
        weight=None if joint.weight is None else joint.weight[known],
        cluster=None if joint.cluster is None else joint.cluster[known],
    )


def cases_picked(models: int) -> int:
    """Of how many cases at most the best of so many models is picked."""
    return PICKED // models


def best_of_many(data: Data, ranked: Sequence[Ranked]) -> list[Note]:
    """What a best one that was found on the same cases is worth on unseen ones; nothing where it shows no skill."""
    models, best = len(ranked), ranked[0].verdict
    if models == 1 or not best.tally.beats or not best.clear_of(models):
        return []
    unseen, seen = unseen_best(data, ranked), ranked[0].beyond.value
    looks = f"Picked on these cases, the best of {models} looks better than it is"
    if unseen is None or math.isnan(unseen.low):
        return [Note("best-of-many", f"{looks}: expect less on unseen ones.")]
    told = f"**{percent(unseen.value)}** of the way from chance to perfect ({reached(unseen)})"
    if data.total > cases_picked(models):
        told += f", as counted on {count(cases_picked(models))} of these"
    if unseen.value < seen - 0.0005:
        return [Note("best-unseen", f"{looks}: on unseen cases expect {told}, not {percent(seen)}.")]
    return [Note("best-unseen-as-good", f"On unseen cases expect about as much of the best of {models}: {told}.")]


def reached(share: Interval) -> str:
    """From one end of the interval of a share to the other."""
    return f"{percent(share.low)} to {percent(share.high)}"


def models_table(ranked: Sequence[Ranked], share: float | None = None) -> Table:
    """One row a model, the best first; with precision and NPV where another share of cases is positive."""
    rows = pd.DataFrame(_row(model, share) for model in ranked)
    remark = RANKED_BY
    if share is not None:
        remark += f" Precision and NPV are those of where {percent(share)} are positive."
    return Table.of("Models, the best first", rows, remark)


def _row(model: Ranked, share: float | None) -> dict[str, object]:
    counts, auc_ = model.verdict.counts, model.auc or UNKNOWN
    row: dict[str, object] = {
        "Rank": model.rank,
        "Model": model.name,
        "Beats chance on": str(model.verdict.tally),
        "Clearly worse on": model.verdict.tally.worse,
        "Beyond chance": model.beyond.value,
        "Beyond chance, 95 % from": model.beyond.low,
        "Beyond chance, to": model.beyond.high,
        "AUC": auc_.value,
        "AUC, 95 % from": auc_.low,
        "AUC, to": auc_.high,
    }
    if share is not None and counts.positives > 0 and counts.negatives > 0:
        there = predictive(counts, share)
        row |= {"Precision there": there["PPV"].value, "NPV there": there["NPV"].value}
    return row | {"Cases": counts.total.item()}
