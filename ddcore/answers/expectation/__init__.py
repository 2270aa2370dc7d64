"""What does random guessing score as it predicts more cases positive?"""

import math
from collections.abc import Sequence
from functools import partial
from typing import Any

import pandas as pd

from ddcore.answers.base import needs
from ddcore.answers.base.answer import Answer, Figure, Note, Table
from ddcore.answers.base.selected_model import classes_of_draws as whole
from ddcore.answers.base.words import DRAW, about, calls, put_in, subject, typed
from ddcore.answers.baselines import BaselineRow, rows_of
from ddcore.answers.expectation import each as expectation_each
from ddcore.answers.expectation.choices import Choices
from ddcore.answers.expectation.draw import (
    Point,
    distribution_alt,
    distribution_figure,
    expectation_alt,
    expectation_figure,
)
from ddcore.chance import dutch_draw
from ddcore.chance.bands import Bands, bands
from ddcore.chance.dutch_draw import Distribution, predicted_positives
from ddcore.data import Data
from ddcore.formats import between, count, many, number, percent, theta_text
from ddcore.measures import measure as measure_named
from ddcore.measures.type import Measure

TITLE = "Expectation"
SECTION = "chance"
NEEDS = needs.classes
NEEDED = "An expectation needs only two numbers: how many cases there are and how many are positive."
EXAMPLE = "M=303&P=139"
NEXT = {
    "verdict": "Does the model beat that?",
    "thresholds": "Is {threshold} the right threshold?",
    "baselines": "What is the best that chance reaches?",
}
"""What may be asked next, the most useful first, by the name of the question."""


def answer(data: Data, choices: Choices = Choices()) -> Answer:
    """Mean and bands of each measure over theta, and the law of the first one at one theta; or the mean over g."""
    if choices.guessing == "each":
        return expectation_each.answered(__doc__, data, choices)
    total, positives = whole(data)
    keys, theta = choices.measure, choices.theta
    curves = [
        data.cached(("bands", key, total, positives), partial(bands, key, total, positives, _points(total)))
        for key in keys
    ]
    rows = rows_of(total, positives, keys)
    first = rows[0][0]
    law = data.cached(
        ("law", first.key, total, positives, theta),
        partial(dutch_draw.distribution, first.key, total, positives, theta),
    )
    mean = float(dutch_draw.expectation(first, total, positives, theta))
    points = _models(data, keys)
    return Answer(
        __doc__,
        "; ".join(_sentence(measure, reach, total) for measure, reach, _ in rows) + ".",
        DRAW,
        about(data),
        _notes(first, law, total, theta, points, data.weighted),
        {
            "expectation": Figure(
                "Mean score over the share predicted positive",
                expectation_alt(curves, points, theta),
                partial(expectation_figure, curves, points, theta),
            ),
            "law": Figure(
                f"Scores of single random guesses at θ = {theta_text(theta)}",
                distribution_alt(first, law, mean),
                partial(distribution_figure, first, law, mean),
            ),
        },
        {"expectation": Table("The curves", sum(curve.theta.size for curve in curves), partial(_table, curves))},
        _method(first, total, positives, theta),
        _values(rows, total, positives, theta),
    )


def _values(rows: Sequence[BaselineRow], total: int, positives: int, theta: float) -> dict[str, Any]:
    """The mean of each measure at one theta, and the best and worst mean of all draws."""
    return {
        "theta": theta,
        "called_positive": int(predicted_positives(total, theta)),
        "measures": {
            measure.key: {
                "expectation": float(dutch_draw.expectation(measure, total, positives, theta)),
                "highest": reach.highest,
                "argmax": reach.argmax,
                "lowest": reach.lowest,
                "argmin": reach.argmin,
            }
            for measure, reach, _ in rows
        },
    }


def _points(total: int) -> int:
    """Above 10^7 cases each point is a sum over tens of thousands of values."""
    return 201 if total <= 10**7 else 61


def _models(data: Data, keys: Sequence[str]) -> list[Point]:
    """Each model on each measure, the selected one first: name, key, share predicted positive, score."""
    return [
        (
            name,
            key,
            float(model.counts.predicted_positives / model.counts.total),
            float(measure_named(key)(model.counts)),
        )
        for name, model in sorted(data.models.items(), key=lambda item: item[0] != data.chosen)
        for key in keys
    ]


def _sentence(measure: Measure, reach: dutch_draw.Baseline, total: int) -> str:
    """Where one measure is best."""
    if not reach.argmax:
        return f"{measure.title} has no value: {measure.undefined}"
    first, last = reach.reached(measure.better)[0]
    best = f"**{number(reach.best(measure.better))}**"
    if last > first:
        return f"{measure.title} is {best} on average by {calls(reach.reached(measure.better), total)}"
    return f"{measure.title} is best, {best} on average, by {calls(((first, last),), total)}"


def _notes(
    measure: Measure, law: Distribution, total: int, theta: float, points: Sequence[Point], weighted: bool
) -> list[Note]:
    """What a draw at this theta scores, and where the models stand; how far draws scatter is not known for weights."""
    called = count(int(predicted_positives(total, theta)))
    verb = "is" if called == "1" else "are"
    if weighted:
        notes = [
            Note(
                "weighted",
                f"Mean and bands are those of {many(total, 'case')}; as these are weighted, random guesses scatter "
                f"more.",
            )
        ]
    else:
        notes = [
            Note(
                "called",
                f"At θ = {theta_text(theta)}, **{called} of {many(total, 'case')}** {verb} predicted positive.",
            )
        ]
    if not law.value.size:
        return [*notes, Note("undefined", f"No such guess has a value of {measure.title}: {measure.undefined}.")]
    if not weighted:
        notes.append(Note("scatter", _scatter(law, measure.title)))
    if law.undefined > 0:
        notes.append(
            Note(
                "partly-undefined",
                f"{percent(law.undefined)} of them have no value ({measure.undefined}); the rest counts as the whole.",
            )
        )
    for model, _, share, score in [point for point in points if point[1] == measure.key][:3]:
        calls_positive = f"{subject(model)} predicts {percent(share)} positive"
        if math.isnan(score):
            notes.append(Note("model-undefined", f"{calls_positive} and has no value of {measure.title}."))
        else:
            notes.append(Note("model", f"{calls_positive} and scores {number(score)} on {measure.title}."))
    return notes


def _scatter(law: Distribution, name: str) -> str:
    """Where 95 % of the draws score, or all of them where few scores are possible."""
    low, high = law.quantile([0.025, 0.975])
    where = f"**{number(low)}**" if low == high else f"between **{between(low, high)}**"
    if low <= law.value.min() and high >= law.value.max():
        return f"All such guesses score {where} on {name}."
    return f"95 % of such guesses score {where} on {name}."


def _table(curves: Sequence[Bands]) -> pd.DataFrame:
    """The curves point by point: theta, mean, and the bands that hold half and 95 % of the draws."""
    return pd.concat(
        [
            pd.DataFrame(
                {
                    "Measure": curve.measure.key,
                    "Share predicted positive": curve.theta,
                    "Mean": curve.mean,
                    "50 % from": curve.low50,
                    "50 % to": curve.high50,
                    "95 % from": curve.low95,
                    "95 % to": curve.high95,
                }
            )
            for curve in curves
        ],
        ignore_index=True,
    )


def _method(measure: Measure, total: int, positives: int, theta: float) -> str:
    """How a draw at one theta is computed."""
    n = int(predicted_positives(total, theta))
    expected = put_in(measure.expected_latex, total, positives, n) if measure.expected_latex else r"\sum_k p(k)\, f(k)"
    return f"""A random guess (a *Dutch Draw*) at $\\theta$ predicts
$n = \\lfloor M \\theta + 1/2 \\rfloor$ cases positive; here
$n$ = {count(n)} of $M$ = {count(total)}, with $P$ = {count(positives)} truly positive. Its true positives $k$ are
hypergeometric:

$$
p(k) = \\binom{{P}}{{k}} \\binom{{N}}{{n-k}} \\Big/ \\binom{{M}}{{n}}
$$

**{measure.title}** is ${measure.latex}$, and on average ${expected}$. Where some guesses have no value
({measure.undefined}), mean and bands are those of the others. Source: {measure.source}. Its distribution under random
guessing: van de Bijl et al. (2024), Table 3. As it can be typed for a measure of your own:

{typed(measure)}
"""
