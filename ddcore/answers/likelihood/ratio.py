"""How a likelihood ratio runs over the score, in words (Gong 2022, Lemma 3), as far as unseen cases bear it out."""

import math

from ddcore.answers.base.words import listing, literal
from ddcore.formats import number
from ddcore.scores.gain import BEFORE, Gain

Stretches = tuple[tuple[float, float], ...]

ENDINGS = {
    "better": "A single threshold on the scores misses that.",
    "likely": "These cases show no more.",
    "hardly": "That hardly matters.",
}
"""What it means that a ratio turns, where reading it pays, by the state of the gain."""


def ratio_told(gain: Gain, positive: str, negative: str) -> str:
    """Whether the ratio rises with the score."""
    runs, to, method = gain.shape.runs, literal(positive), gain.likelihood.method
    if gain.state == "turned":
        return f"The *lower* a score, the more it speaks for {to}: the scores point the wrong way."
    if method in ("isotonic", "logistic") and runs == ():
        return "By this method no score clearly says more than another; a method that supposes less may see more."
    if method == "isotonic":
        return "This method lets the ratio only rise with the score; where it would fall, scores are taken as one."
    if len(runs) > 1 and gain.state in ("better", "likely", "hardly"):
        return f"{_turning(runs, gain.shape.favours_positive, to, literal(negative))} {ENDINGS[gain.state]}"
    if len(runs) > 1 and gain.state == "worse":
        return "By this method the ratio turns, but using it loses more than it gains."
    if len(runs) > 1:
        return "By this method the ratio turns, but these cases cannot show that it matters."
    if gain.state in ("better", "likely"):
        return f"Somewhere a higher score speaks less for {to} than a lower one, but these cases do not show where."
    if gain.aucs[BEFORE].low > 0.5:
        return (
            f"As far as these cases tell, the higher a score, the more it speaks for {to}: one threshold on the scores "
            f"is enough."
        )
    return f"These cases do not show whether higher or lower scores speak for {to}."


def _turning(runs: tuple[int, ...], favourable: Stretches, to: str, other: str) -> str:
    """What a ratio says that turns: by the scores that speak for the positive class, and by its ways."""
    ranges = listing([_range(low, high) for low, high in favourable]) if favourable else ""
    from_below, to_above = (
        (math.isinf(favourable[0][0]), math.isinf(favourable[-1][1])) if favourable else (False, False)
    )
    if len(favourable) == 2 and from_below and to_above:
        return f"Low *and* high scores both speak for {to} ({ranges})."
    if len(favourable) == 1 and not from_below and not to_above:
        return f"Scores in the middle speak for {to} ({ranges}), low and high ones for {other}."
    way = _way(runs)
    if not favourable or (len(favourable) == 1 and from_below and to_above):
        return f"As the score rises, what it says for {to} {way}."
    return f"As the score rises, what it says for {to} {way}; scores {ranges} speak for it."


def _way(runs: tuple[int, ...]) -> str:
    if runs == (-1, 1):
        return "first falls, then rises"
    if runs == (1, -1):
        return "first rises, then falls"
    return f"goes {listing(['up' if run > 0 else 'down' for run in runs], 6)}"


def _range(low: float, high: float) -> str:
    if math.isinf(low):
        return f"below {number(high)}"
    return f"above {number(low)}" if math.isinf(high) else f"from {number(low)} to {number(high)}"
