"""What may be chosen of how the likelihood ratio of the scores is estimated."""

from collections.abc import Mapping
from typing import Annotated, Any

from pydantic import BeforeValidator, Field

from ddcore.answers.base.before_after import Bandwidth, Compared, Deal, Folds
from ddcore.answers.base.in_use import Share
from ddcore.answers.base.separation import scores_of
from ddcore.data import Data
from ddcore.measures.grammar import LONGEST
from ddcore.options import Asked, Key, OneOf, Text
from ddcore.scores.choice import FOLDS
from ddcore.scores.density import RATIO_METHODS
from ddcore.scores.kernel import USUAL
from ddcore.scores.likelihood import BEST
from ddcore.scores.own_transform import EXAMPLE, spelled
from ddcore.scores.ratio import BOUNDS

TITLES = {BEST: "Best on unseen cases", **{key: method.title for key, method in RATIO_METHODS.items()}}
"""The ways to read scores."""


SCALES = {"score": "Scores", "log_ratio": "Log likelihood ratio", "probability": "Probability"}

Scale = Annotated[
    str,
    OneOf(SCALES, "tabs"),
    Key("scale_of_densities"),
    Field(
        title="Densities of",
        description="What the first chart shows for each class: the scores, the logarithm of their likelihood ratio, "
        "or the probability of being positive if both classes were equally frequent. The last two are for unseen "
        "cases.",
    ),
]


def _checked(given: object) -> str:
    """A formula in its standard spelling, "" for none."""
    text = str(given)
    return spelled(text) if text.strip() else ""


Transformation = Annotated[
    str,
    BeforeValidator(_checked),
    Text(LONGEST, f"such as {EXAMPLE}"),
    Field(
        title="Your transformation T(x)",
        description="A formula in the score x, with + - \\* / \\*\\* ( ), numbers, sqrt, log, exp, abs, min and max. "
        "It is compared with the likelihood ratio, which no transformation can beat.",
    ),
]
"""A formula in x, empty for none."""


class Choices(Asked):
    """How the likelihood ratio of the scores is estimated, and which curve is compared; the default needs no choice."""

    curve: Compared = "roc"
    densities: Scale = "score"
    method: Annotated[str, OneOf(TITLES)] = Field(
        BEST,
        title="Method",
        description="How the likelihood ratio is estimated from the scores. Best on unseen cases: the scores stay as "
        "they are unless another method separates unseen cases better; "
        + "; ".join(f"{method.title}: {method.words}" for method in RATIO_METHODS.values()),
    )
    bandwidth: Bandwidth = USUAL
    bounds: Annotated[str | None, OneOf(BOUNDS)] = Field(
        None,
        title="Scale of the scores",
        description="Probabilities pile up at 0 and 1, and a kernel would spread some of them beyond. Log odds and "
        "ranks avoid that.",
    )
    folds: Folds = FOLDS
    deal: Deal = 1
    prevalence: Share = None
    transformation: Transformation = ""

    @classmethod
    def offered(cls, name: str, data: Data, chosen: Mapping[str, Any]) -> Mapping[Any, str] | None:
        """The scales that suit the method and the scores, the default first."""
        if name != "bounds":
            return None
        method, within = chosen.get("method", BEST), scores_of(data).is_probability
        default = RATIO_METHODS[method].usual if method != BEST and within else "none"
        fitting = [default, "none", "rank", *(["logit"] if within else [])]
        return {key: BOUNDS[key] for key in dict.fromkeys(fitting)}
