"""Scores read as evidence: what several answers let people choose about it, and how a reading is named."""

from typing import Annotated

from pydantic import Field

from ddcore.answers.base.options import Key, NumberField, OneOf
from ddcore.decisions.cost_curves import COST_CURVES
from ddcore.scores.curve_kinds import CURVE_KINDS
from ddcore.scores.density import RATIO_METHODS
from ddcore.scores.kernel import BANDWIDTHS

BY_COST = ("cost", "decision")
COMPARED = {
    **{key: CURVE_KINDS[key].title for key in ("roc", "precision_recall", "toc", "gain", "lift", "det", "ks")},
    **{key: COST_CURVES[key].title for key in BY_COST},
}
"""The curves that are compared before and after, or alone and together."""

Compared = Annotated[
    str,
    OneOf(COMPARED),
    Key("curve_compared"),
    Field(
        title="Compare",
        description="The curve that is drawn before and after, or alone and together. Of the cost and the decision "
        "curve each point is the best threshold for its costs; the others have a point for each threshold.",
    ),
]
Bandwidth = Annotated[
    str,
    OneOf({key: title for key, (title, _) in BANDWIDTHS.items()}),
    Field(
        title="Bandwidth",
        description="How wide the kernel is. Both rules of Sheather and Jones suit densities with one top and with "
        "several; the others suit densities with one.",
    ),
]
Folds = Annotated[
    int,
    NumberField(1),
    Field(ge=2, le=50, title="Folds", description="The ratio of each fold is estimated from the others."),
]
Deal = Annotated[
    int,
    NumberField(1),
    Field(ge=0, le=10**6, title="Seed of the folds", description="The same seed deals the cases the same way."),
]

SCALES = {
    "none": "",
    "reflect": " reflected at 0 and 1",
    "logit": " on the log odds",
    "rank": " on the ranks of the scores",
}


def named(method: str, bounds: str | None) -> str:
    """A reading within a sentence.

    >>> named("kde", "logit"), named("order", None)
    ('kernel on the log odds', 'scores as they are')
    """
    return RATIO_METHODS[method].title.lower() + SCALES[bounds or "none"]
