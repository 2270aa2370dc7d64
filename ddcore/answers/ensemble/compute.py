"""The scores of several models on the same cases, read together, and the plane of two models."""

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial

import numpy as np
from numpy.typing import NDArray

from ddcore.answers.base.before_after import curve_of
from ddcore.answers.base.known_laws import classes, pair
from ddcore.answers.base.separation import SEED
from ddcore.answers.base.words import listing
from ddcore.answers.ensemble.choices import SMOOTH, Choices, models_of
from ddcore.arrays import Array
from ddcore.counts import Counts
from ddcore.data import Data, Joint
from ddcore.errors import InputError
from ddcore.resampling.cross_validation import enough_of_each, some_of_each
from ddcore.samples.pairs import NAMES, Pair
from ddcore.scores.curve_kinds import Curve
from ddcore.scores.ensemble import Regions, regions
from ddcore.scores.together import Called, Together, Way, called, called_at
from ddcore.scores.together import together as together_of
from ddcore.table import ScoreTable

SHOWN = 400
"""Cases of each class that are drawn."""

ENOUGH = 25_000
"""Cases of the smaller class that are combined at most: the error of an area is then about 0.001."""
SHARES = tuple(percent / 100 for percent in range(1, 100))
"""The places of the slider: shares of cases predicted positive."""
CELLS = 300
"""Rings around the means of each class, and places in each: exact areas are so to four digits."""


@dataclass(frozen=True, eq=False)
class Cases:
    """The cases that all models scored: scores of shape (cases, models), truth, weights and clusters; the others.

    Of very many cases they are a part, drawn at random from `known` ones, each class with its share.
    """

    names: tuple[str, ...]
    scores: Array
    positive: NDArray[np.bool_]
    weight: Array | None
    left_out: int
    known: int
    cluster: NDArray[np.int64] | None = None


def cases_of(data: Data, names: Sequence[str]) -> Cases:
    """The cases that all the models scored; raises `InputError` for models that cannot be read together."""
    if len(names) < 2:
        raise InputError(f"choose two models or more to combine, got {len(names)}")
    joint, offered = data.joint, models_of(data)
    if joint is None or not set(names) <= set(offered):
        unknown = next(name for name in names if name not in offered)
        raise InputError(f'models must be of {listing(offered)}, got "{unknown}"')
    return data.cached(("cases", tuple(names)), partial(_cases, joint, names))


def _cases(joint: Joint, names: Sequence[str]) -> Cases:
    scores = np.stack([joint.score[name] for name in names], axis=1)
    known, weight = np.isfinite(scores).all(axis=1), joint.weight
    left_out = int((~known).sum())
    if weight is not None:
        known &= weight > 0
    places = np.flatnonzero(known)
    if weight is None and joint.cluster is None:
        places = places[enough_of_each(joint.positive[places], ENOUGH, rng=np.random.default_rng(SEED))]
    return Cases(
        tuple(names),
        scores[places],
        joint.positive[places],
        None if weight is None else weight[places],
        left_out,
        int(known.sum()),
        None if joint.cluster is None else joint.cluster[places],
    )


@dataclass(frozen=True, eq=False)
class Plane:
    """The ratio of two models together at each point of the plane of their scores, and what is drawn on it.

    `together` is the threshold on the logarithm of the ratio, `alone` are those on each score by itself; +inf predicts
    nothing positive. `scores`, of shape (cases, 2), and `positive` are some cases of each class.
    """

    regions: Regions
    together: float
    alone: tuple[float, float]
    scores: Array
    positive: NDArray[np.bool_]


def read_together(data: Data, cases: Cases, choices: Choices) -> Together:
    """Every way to score the cases; raises `InputError` where they cannot be read together."""
    method = str(choices.method)
    bandwidth = choices.bandwidth if method in SMOOTH else "normal"
    held = choices.held if choices.judged == "held" else None
    make = partial(
        together_of,
        cases.scores,
        cases.positive,
        method,
        positive=True,
        bandwidth=bandwidth,
        names=cases.names,
        weight=cases.weight,
        cluster=cases.cluster,
        folds=choices.folds,
        held=held,
        rng=np.random.default_rng(choices.deal),
    )
    key = ("together", cases.names, method, bandwidth, choices.folds, held, choices.deal)
    return data.cached(key, make, cases=len(cases.scores), large=True)


def curves_of(data: Data, together: Together, kind: str) -> Mapping[str, Curve]:
    """One kind of curve of every way but the mixtures, thinned."""
    return data.cached(("ways", together, kind), partial(_curves, together, kind))


def _curves(together: Together, kind: str) -> Mapping[str, Curve]:
    return {way.title: curve_of(way.table, kind).thin() for way in together.ways if way.kind != "mixed"}


def calls_at(data: Data, together: Together, share: float) -> list[tuple[Way, Counts]]:
    """The counts of each model alone and of all together, each predicting a share of the cases positive."""
    ways = (*together.of("alone"), together.joint_way)
    return [(way, called_by(data, together, way, share).counts) for way in ways]


def called_by(data: Data, together: Together, way: Way, share: float) -> Called:
    """What a way predicts positive at a share of the cases."""
    return _called(data, ("called", together, way), lambda: way.table, share)


def _called(data: Data, key: tuple[object, ...], table: Callable[[], ScoreTable], share: float) -> Called:
    """What a table predicts positive at a share; computed at all places of the slider, as they need the same sums."""
    place = round(100 * share) - 1
    if not math.isclose(SHARES[place], share, rel_tol=1e-12):
        return called(table(), share)
    return data.cached(key, lambda: called_at(table(), SHARES))[place]


def regions_of(data: Data, cases: Cases, together: Together) -> Regions:
    """The ratio of two models together at each point of the plane of their scores."""
    return data.cached(("regions", together), partial(regions, together.ensemble, cases.scores))


def plane_of(data: Data, cases: Cases, together: Together, share: float) -> Plane:
    """The plane of two models, and where all together and each alone predict a share of the cases positive."""
    table = partial(ScoreTable.of, together.score, cases.positive, True, cases.weight)
    first, second = (called_by(data, together, way, share).threshold for way in together.of("alone"))
    dots = data.cached(("dots", cases.names), partial(_some, cases.scores, cases.positive))
    line = _called(data, ("called", together), table, share).threshold
    return Plane(regions_of(data, cases, together), line, (first, second), *dots)


def _some(scores: Array, positive: NDArray[np.bool_]) -> tuple[Array, NDArray[np.bool_]]:
    """Some cases of each class, always the same."""
    chosen = some_of_each(positive, SHOWN, rng=np.random.default_rng(SEED))
    return scores[chosen], positive[chosen]


def law_of(data: Data, names: Sequence[str]) -> Pair | None:
    """The law of the scores of both models; None where it is not known, or other models are read together."""
    law = pair(data)
    return law if law is not None and set(names) == set(NAMES) else None


def exact_curve(data: Data, law: Pair, kind: str) -> Curve:
    """The thinned curve of both together by their law."""
    table = _exact_table(data, law)
    return data.cached(("exact together", data.prevalence, kind), lambda: curve_of(table, kind).thin())


def exact_border(data: Data, law: Pair, names: Sequence[str], share: float) -> Callable[[Array, Array], Array]:
    """How far the logarithm of the exact ratio at each x and y is above its threshold for a share of the cases."""
    order, cut = [names.index(name) for name in NAMES], _cut(_exact_table(data, law), share)
    return partial(_above, law, order, cut)


def _exact_table(data: Data, law: Pair) -> ScoreTable:
    """The exact ratio of both together, with what each cell holds of either class."""
    return data.cached(("exact together", data.prevalence), lambda: law.read(CELLS, *classes(data)), large=True)


def _cut(table: ScoreTable, share: float) -> float:
    """The logarithm of the ratio from which on this share of all cases lies."""
    cases = (table.positives + table.negatives)[::-1]
    place = int(np.searchsorted(np.cumsum(cases), share * cases.sum()))
    return float(table.score[::-1][min(place, cases.size - 1)])


def _above(law: Pair, order: Sequence[int], cut: float, x: Array, y: Array) -> Array:
    """How far the logarithm of the exact ratio is above the cut at each point of a plane, of shape (y, x)."""
    plane = np.stack(np.meshgrid(x, y), axis=-1).reshape(-1, 2)
    return (law.log_ratio(plane[:, order]) - cut).reshape(y.size, x.size)
