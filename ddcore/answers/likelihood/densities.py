"""How each class scores: before, and by the logarithm of the ratio or the probability that the scores are read as."""

from functools import partial
from typing import Annotated

from pydantic import Field

from ddcore.answers.base.answer import Figure
from ddcore.answers.base.options import Key, OneOf
from ddcore.answers.likelihood import draw as figures
from ddcore.answers.likelihood.densities_draw import transformed_alt, transformed_figure
from ddcore.data import Data
from ddcore.scores.gain import Gain, Portrait
from ddcore.scores.transformed import transformed_scores

SCALES = {"score": "Scores", "log_ratio": "Log ratio", "probability": "Probability"}

Scale = Annotated[
    str,
    OneOf(SCALES, "tabs"),
    Key("scale_of_densities"),
    Field(
        title="Densities of",
        description="How often each class has a score, the logarithm of its likelihood ratio, or the probability that "
        "follows where both classes are equally frequent; of the last two on unseen cases.",
    ),
]

REMARKS = {
    "log_ratio": "Where this is s, a right ratio has the positives exp(s) times as dense: at the grey line both are as "
    "high.",
    "probability": "Where this is p, a right ratio has the positives p / (1 − p) times as dense: at the grey line both "
    "are as high.",
}
UNTRIED = "Unseen cases cannot be tried, so these are the scores as they are."


def densities(gain: Gain, shown: Portrait, scale: str, data: Data) -> Figure:
    """How each class scores on a scale; of the scores themselves where unseen cases cannot be tried."""
    title, classes = "How each class scores", (data.positive, data.negative)
    if scale == "score" or not gain.readings:
        return Figure(
            title,
            figures.densities_alt(shown, *classes),
            partial(figures.densities_figure, shown, *classes),
            "" if scale == "score" else UNTRIED,
        )
    spread = data.cached(("transformed", gain, scale), lambda: transformed_scores(gain.readings, scale))
    words = transformed_alt(spread, *classes)
    return Figure(title, words, partial(transformed_figure, spread, *classes), REMARKS[scale])
