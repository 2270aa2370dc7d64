"""Where the best threshold is in closed form, and which scores reach it by the estimated ratio, in words."""

import math

from ddcore.answers.base.answer import Note
from ddcore.answers.base.separation import score_ranges
from ddcore.answers.base.words import literal
from ddcore.formats import number
from ddcore.scores.best_thresholds import BestThreshold


def closed_form_notes(optimum: BestThreshold) -> list[Note]:
    """The threshold in closed form, and which scores reach it."""
    title, chance = literal(optimum.measure.title), optimum.closed.posterior
    if optimum.mode == "rises":
        why = "over the likelihood ratio it is the better the fewer cases are predicted positive"
        return [Note("no-line", f"{title} alone gives no useful threshold: {why}.")]
    if optimum.mode == "falls":
        why = "over the likelihood ratio it is the better the more cases are predicted positive"
        return [Note("no-line", f"{title} alone gives no useful threshold: {why}.")]
    if math.isnan(chance) or optimum.mode == "level":
        return []
    words = f" (`{optimum.measure.line_words}`)" if optimum.measure.line_words else ""
    closed = f"In closed form the threshold is a **probability of {number(chance)}** of being positive{words}"
    reaching = optimum.favours_positive
    if not reaching:
        return [Note("closed-form", f"{closed}.")]
    if len(reaching) > 1 or not math.isinf(reaching[0][1]):
        return [
            Note(
                "closed-form-stretches",
                f"{closed}. By the estimated likelihood ratio that is not one threshold on the scores: "
                f"{score_ranges(reaching)} "
                f"have it. *Likelihood* shows whether that is more than noise.",
            )
        ]
    if math.isinf(reaching[0][0]):
        return [Note("closed-form-all", f"{closed}; every score has it.")]
    low = number(reaching[0][0])
    return [Note("closed-form-score", f"{closed}: scores ≥ {low}, by the estimated likelihood ratio.")]


def reached_scores(optimum: BestThreshold) -> str:
    """The scores that reach it, as a table has them."""
    if math.isnan(optimum.closed.posterior):
        return "no threshold"
    return score_ranges(optimum.favours_positive) if optimum.favours_positive else "none"
