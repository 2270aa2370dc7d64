"""The correction for many p values, a choice that several questions share."""

from typing import Annotated, Any

from pydantic import Field

from ddcore.answers.base.options import OneOf
from ddcore.chance.groups import CORRECTIONS

Correction = Annotated[str, OneOf(CORRECTIONS, "tabs")]
"""One of `CORRECTIONS`."""


def correction(usual: str) -> Any:
    """The field, with what is usual for a question.

    >>> correction("holm").default
    'holm'
    """
    return Field(
        usual,
        title="Correction for many",
        description="Where many are looked at some look good by luck. Benjamini-Hochberg bounds the share of claims "
        "that are false, Holm the probability of any false claim.",
    )
