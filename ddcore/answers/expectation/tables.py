"""The tables of expectations: the curves point by point, all measures by strategy, expected counts, expansions."""

from collections.abc import Sequence

import numpy as np
import pandas as pd

from ddcore.answers.base.guess import with_empty_value
from ddcore.answers.base.words import literal
from ddcore.chance import guessing
from ddcore.chance.bands import Bands
from ddcore.chance.dutch_draw import baseline, distribution, predicted_positives
from ddcore.chance.expansion import METRICS, Expansion
from ddcore.chance.guessing import GUESSERS
from ddcore.chance.linear import coefficients
from ddcore.chance.moments import cells_at
from ddcore.chance.strategies import Strategies, mean_table
from ddcore.data import Data
from ddcore.interval import confidence
from ddcore.measures import Measure


def draws_table(curves: Sequence[Bands]) -> pd.DataFrame:
    """The curves of draws: theta, mean, and the bands of half of the draws and of the share that the level asks for."""
    return pd.concat(
        [
            pd.DataFrame(
                {
                    "Measure": curve.measure.key,
                    "Share predicted positive": curve.theta,
                    "Mean": curve.mean,
                    "50 % from": curve.low50,
                    "50 % to": curve.high50,
                    f"{confidence()} from": curve.low,
                    f"{confidence()} to": curve.high,
                }
            )
            for curve in curves
        ],
        ignore_index=True,
    )


def law_table(measure: Measure, total: int, positives: int, theta: float) -> pd.DataFrame:
    """The law of a measure under the draw: each number of true positives, its probability, and the value there.

    Those are the values of X(a, b) = a TP + b where the measure is linear in TP (van de Bijl et al., equations 1 and
    R), in exact order of TP; numbers beyond ten standard deviations are left out where more than 4,096 are possible.
    """
    law = distribution("TP", total, positives, theta)
    called = int(predicted_positives(total, theta))
    return pd.DataFrame(
        {
            "True positives": law.value.astype(np.int64),
            "Probability": law.probability,
            measure.title: measure.on(cells_at(total, positives, called, law.value)),
        }
    )


def law_remark(measure: Measure, total: int, positives: int, theta: float) -> str:
    """The measure as a line in the true positives, where it is one."""
    line = coefficients(measure, total, positives, int(predicted_positives(total, theta)))
    if line is None:
        return f"{literal(measure.title)} is not linear in the true positives, or has no value here."
    a, b = (f"{value + 0.0:.6g}".replace("-", "−") for value in line)
    return f"{literal(measure.title)} = a · TP + b with a = {a}, b = {b} (van de Bijl et al. 2024, Table 3)."


def guessers_table(curves: Sequence[Strategies]) -> pd.DataFrame:
    """The curves of guessers: g, their mean, and that of the draw of as large a share."""
    return pd.concat(
        [
            pd.DataFrame(
                {
                    "Measure": curve.measure.key,
                    "Probability of predicting positive": curve.g,
                    "Mean of the guesser": curve.mean,
                    "Mean of the draw": curve.draw,
                }
            )
            for curve in curves
        ],
        ignore_index=True,
    )


def expected_counts(data: Data, total: int, positives: int, g: float) -> pd.DataFrame:
    """The counts that a guesser expects, laid out as those of a model."""
    cells = mean_table(total, positives, g)
    return pd.DataFrame(
        {
            "predicted": ["positive", "negative", "all"],
            f"truly {data.positive}": [cells.tp, cells.fn, float(positives)],
            f"truly {data.negative}": [cells.fp, cells.tn, float(total - positives)],
            "all": [total * g, total * (1 - g), float(total)],
        }
    )


def named_table(keys: Sequence[str], empty: str, total: int, positives: int, g: float) -> pd.DataFrame:
    """Each measure's mean by each strategy with a name, by the selected one, and by the best draw."""
    return pd.DataFrame(
        {
            "Measure": measure.name,
            "Short name": measure.key,
            **{
                strategy.label: float(guessing.expectation(measure, total, positives, name))
                for name, strategy in GUESSERS.items()
            },
            "Selected g": g,
            "Mean at this g": float(guessing.expectation(measure, total, positives, g)),
            "Undefined at this g": float(guessing.undefined(measure, total, positives, g)),
            "Baseline": baseline(measure, total, positives).best(measure.better),
        }
        for measure in (with_empty_value(key, empty) for key in keys)
    )


def expansions_table(parts: Sequence[Expansion]) -> pd.DataFrame:
    """Every expansion, part by part."""
    return pd.DataFrame(
        {
            "Measure": METRICS[part.key],
            "Balanced": "yes" if part.is_balanced else "no",
            "At the mean counts": part.middle,
            "Curvature along TP": part.xx,
            "Curvature along FP": part.yy,
            "Variance of TP": part.var_x,
            "Variance of FP": part.var_y,
            "First term": part.first,
            "Lowest first term": None if part.bounds is None else part.bounds[0],
            "Highest first term": None if part.bounds is None else part.bounds[1],
            "Expansion": part.middle + part.first,
            "Exact mean": part.exact,
            "Difference": part.left_out,
        }
        for part in parts
    )
