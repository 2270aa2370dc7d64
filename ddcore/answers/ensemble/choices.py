"""What may be chosen of how models are combined."""

from collections.abc import Mapping
from typing import Annotated, Any

from pydantic import BeforeValidator, Field

from ddcore.answers.base.before_after import Bandwidth, Compared, Deal, Folds
from ddcore.data import Data
from ddcore.options import OfData, OfFile, OfSingleCases, OneOf, Slider
from ddcore.scores.best_joint import BEST
from ddcore.scores.choice import FOLDS
from ddcore.scores.joint import JOINT_METHODS

MOST = 8
"""Models that are read together at most."""
METHODS = {key: method.title for key, method in JOINT_METHODS.items()} | {BEST: "Best on unseen cases"}
SMOOTH = (*(key for key, method in JOINT_METHODS.items() if method.smooth), BEST)
"""Methods that have bandwidths."""


def models_of(data: Data) -> tuple[str, ...]:
    """The models that can be read together, the selected one first."""
    scored = {} if data.joint is None else data.joint.score
    return (data.name, *(name for name in scored if name != data.name))


def _names(given: Any) -> Any:
    return tuple(given.split(",")) if isinstance(given, str) else given


class Choices(OfSingleCases):
    """Which models are combined, how, and how many cases are predicted positive."""

    called: Annotated[float | None, Slider(0.01, percent=True)] = Field(
        None,
        ge=0.01,
        le=0.99,
        title="Share of cases predicted positive",
        description="Each model, and all together, predict this share of the cases positive: those they score highest.",
    )
    curve: Compared = "roc"
    models: Annotated[tuple[str, ...] | None, BeforeValidator(_names), OfData(), OfFile()] = Field(
        None,
        max_length=MOST,
        title="Models",
        description="Three or more are combined by kernels in pairs or by any other method, except the kernel for two.",
    )
    method: Annotated[str | None, OneOf(METHODS)] = Field(
        None,
        alias="joint",
        title="Method",
        description="How the scores are combined: "
        + "; ".join(f"{method.title}: {method.words}" for method in JOINT_METHODS.values())
        + "; Best on unseen cases: the one of these that separates a third of the cases best, trained on the others.",
    )
    bandwidth: Bandwidth = "normal"
    judged: Annotated[str, OneOf({"folds": "In folds", "held": "Held out"}, "tabs")] = Field(
        "folds",
        title="Unseen cases",
        description="In folds, each case is scored by what the other folds teach. Held out, one part of the cases is "
        "scored by what the rest teaches.",
    )
    folds: Folds = FOLDS
    held: Annotated[float, Slider(0.05, percent=True)] = Field(
        0.2, ge=0.05, le=0.8, title="Share held out", description="Of each class. Everything is learned from the rest."
    )
    deal: Deal = 1

    @classmethod
    def defaults(cls, data: Data) -> Mapping[str, Any]:
        """The first two models, and as many positive predictions as there are positives."""
        share = min(max(round(data.prevalence, 2), 0.01), 0.99)
        return {"called": share, "models": models_of(data)[:2]}

    @classmethod
    def defaults_given(cls, data: Data, chosen: Mapping[str, Any]) -> Mapping[str, Any]:
        """Two models are read by a kernel in the plane, more by kernels in pairs."""
        several = len(chosen.get("models") or ()) > 2
        return {**cls.defaults(data), "method": "vine" if several else "kde"}
