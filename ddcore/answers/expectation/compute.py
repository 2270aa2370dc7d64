"""The curves of draws and of guessers, and the models and strategies that are marked on them."""

from collections.abc import Sequence
from functools import partial
from typing import NamedTuple

from ddcore.answers.base.guess import with_empty_value
from ddcore.chance import guessing
from ddcore.chance.bands import Bands, bands
from ddcore.chance.guessing import GUESSERS
from ddcore.chance.strategies import Strategies, strategies
from ddcore.data import Data
from ddcore.measures import measure as measure_named


class ModelPoint(NamedTuple):
    """A model on one measure, by its key: the share of cases that it predicts positive, and its score."""

    model: str
    key: str
    theta: float
    score: float


class Strategy(NamedTuple):
    """A strategy on the curve of a measure, by its key: what it is called, its g and its mean."""

    key: str
    label: str
    g: float
    mean: float


def draw_curves(data: Data, keys: Sequence[str], total: int, positives: int) -> list[Bands]:
    """Mean and bands of the draws on each measure over theta."""
    # Above 10^7 cases each point is a sum over tens of thousands of values.
    points = 201 if total <= 10**7 else 61
    return [
        data.cached(("bands", key, total, positives), partial(bands, key, total, positives, points)) for key in keys
    ]


def model_points(data: Data, keys: Sequence[str]) -> list[ModelPoint]:
    """Each model on each measure, the selected model first."""
    return [
        ModelPoint(
            name,
            key,
            float(model.counts.predicted_positives / model.counts.total),
            float(measure_named(key)(model.counts)),
        )
        for name, model in sorted(data.models.items(), key=lambda item: item[0] != data.chosen)
        for key in keys
    ]


def guesser_curves(data: Data, keys: Sequence[str], empty: str, total: int, positives: int) -> list[Strategies]:
    """The mean of every guesser on each measure over g."""
    return [
        data.cached(
            ("strategies", key, total, positives, empty),
            partial(strategies, with_empty_value(key, empty), total, positives),
        )
        for key in keys
    ]


def named_means(curve: Strategies) -> dict[str, float]:
    """The mean of each strategy with a name, by its key in `GUESSERS`."""
    share = curve.positives / curve.total
    return {name: curve.at(float(guessing.probability(name, share))) for name in GUESSERS}


def named_strategies(curves: Sequence[Strategies], share: float) -> list[Strategy]:
    """The strategies with a name and the best one, on each curve."""
    marks = []
    for name, strategy in GUESSERS.items():
        g = float(guessing.probability(name, share))
        marks += [Strategy(curve.measure.key, strategy.label, g, curve.at(g)) for curve in curves]
    best = [(curve.measure.key, curve.best) for curve in curves]
    return [*marks, *(Strategy(key, "Best g", *known) for key, known in best if known is not None)]
