"""At which shares of positives a classifier is to be tested again, in one sentence."""

from ddcore.answers.base.words import in_text
from ddcore.answers.prevalence.compute import ImbalanceAnalysis
from ddcore.answers.prevalence.words import where


def decision(result: ImbalanceAnalysis) -> str:
    """Where guessing does better by the first measure; empty where it does nowhere."""
    measure = result.curves[0].measure
    shares = where(result.chance_ahead[measure.key])
    if not shares:
        return ""
    return f"Do not use it {shares[0].lower()}{shares[1:]}: guessing has a better {in_text(measure)} there."
