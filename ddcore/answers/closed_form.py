"""Where the best threshold is in closed form, and which scores reach it by the estimated ratio, in words."""

import math
from collections.abc import Sequence

from ddcore.answers.answer import Note
from ddcore.answers.words import literal
from ddcore.formats import number
from ddcore.scores.best_thresholds import BestThreshold


def closed_form(optimum: BestThreshold) -> list[Note]:
    """Where the line is in closed form, and which scores reach it."""
    title, chance = literal(optimum.measure.title), optimum.closed.posterior
    if optimum.mode == "rises":
        evidence = "read as evidence, it is the better the fewer cases are called positive"
        return [Note("no-line", f"{title} alone draws no useful line: {evidence}.")]
    if optimum.mode == "falls":
        evidence = "read as evidence, it is the better the more cases are called positive"
        return [Note("no-line", f"{title} alone draws no useful line: {evidence}.")]
    if math.isnan(chance) or optimum.mode == "level":
        return []
    words = f" ({literal(optimum.measure.line_words)})" if optimum.measure.line_words else ""
    line = f"In closed form the line is at a **chance of {number(chance)}** of being positive{words}"
    stretches = optimum.favours_positive
    if not stretches:
        return [Note("closed-form", f"{line}.")]
    if len(stretches) > 1 or not math.isinf(stretches[0][1]):
        return [
            Note(
                "closed-form-stretches",
                f"{line}. By the estimated ratio that is not one threshold: scores {_stretches(stretches)} have it. "
                f"*Likelihood* shows whether that is more than noise.",
            )
        ]
    if math.isinf(stretches[0][0]):
        return [Note("closed-form-all", f"{line}; every score has it.")]
    low = number(stretches[0][0])
    return [Note("closed-form-score", f"{line}; a score from {low} on has it, by the estimated ratio.")]


def _stretches(stretches: Sequence[tuple[float, float]], most: int = 3) -> str:
    """Stretches of scores inside a sentence; after `most` the rest is counted."""
    pieces = [_stretch(low, high) for low, high in stretches[:most]]
    rest = len(stretches) - most
    if rest > 0:
        pieces.append("1 more stretch" if rest == 1 else f"{rest} more stretches")
    return " and ".join(pieces)


def _stretch(low: float, high: float) -> str:
    if math.isinf(low) and math.isinf(high):
        return "all"
    if math.isinf(low):
        return f"up to {number(high)}"
    if math.isinf(high):
        return f"from {number(low)} on"
    return number(low) if low == high else f"{number(low)} to {number(high)}"


def reached(optimum: BestThreshold) -> str:
    """The scores that reach it, as a table has them."""
    if math.isnan(optimum.closed.posterior):
        return "no line"
    return _stretches(optimum.favours_positive) if optimum.favours_positive else "none"
