"""How scores are read together, and how that is judged."""

import re
from collections import Counter
from typing import Protocol

from ddcore.answers.base.answer import Note
from ddcore.answers.base.words import listing, literal
from ddcore.formats import count, many, percent
from ddcore.scores.choice import INFLATION
from ddcore.scores.joint import JOINT_METHODS
from ddcore.scores.kernel import BANDWIDTHS
from ddcore.scores.together import Together


class Chosen(Protocol):
    """What is chosen of how cases are judged."""

    @property
    def bandwidth(self) -> str:
        """A rule of `BANDWIDTHS`."""

    @property
    def judged(self) -> str:
        """ "folds" or "held"."""

    @property
    def held(self) -> float:
        """The share of cases held out."""

    @property
    def deal(self) -> int:
        """The seed."""


def chosen(whole: Together) -> list[Note]:
    """Which methods were taken where the best one was asked for."""
    if not whole.searched:
        return []
    used = [f"{JOINT_METHODS[key].title} ({number})" for key, number in Counter(whole.methods).most_common()]
    read = f"The folds are read by {listing(used)}."
    if len(whole.methods) == 1:
        read = f"The cases held out are read by {JOINT_METHODS[whole.methods[0]].title}."
    return [
        Note(
            "method-chosen",
            f"On all cases, {JOINT_METHODS[whole.ensemble.method].title} is the method that separates a third of them "
            f"best by what the others teach. {read} For these it was chosen without the cases that are judged.",
        )
    ]


def method(whole: Together, choices: Chosen) -> str:
    """How the scores are read together, and how that is judged."""
    method = JOINT_METHODS[whole.ensemble.method]
    rule = f" Bandwidths by {BANDWIDTHS[choices.bandwidth][0]}." if method.smooth else ""
    facts = " ".join(literal(re.sub(r"(?<!\w)-(?=\d)", "−", fact)) for fact in whole.ensemble.facts)
    plane = " The plane alone is estimated from all cases." if len(whole.ensemble.names) == 2 else ""
    return f"""**Together.** With the densities $f_1$ and $f_0$ of all scores at once among the positives and the
negatives, a case is scored by $s_{{12}} = f_1(x_1, x_2) / f_0(x_1, x_2)$. With the true densities its ROC curve lies
nowhere below that of either score or of its likelihood ratio (Gong 2022, Theorem 2; Neyman & Pearson
1933). Estimated densities promise nothing, therefore all is judged on unseen cases, and the curves are held against
each other: what is sure holds for all curves at once with 95 %, by resamples of the cases within each class.

**{method.title}**: {method.words}; {method.source}.{rule} Scores between 0 and 1 are read on the scale of log odds.
{facts} A kernel in the plane takes two models only: its error shrinks with $n^{{-4/(4+d)}}$, so that a third score
needs far more cases (Scott 1992).{_pairs(whole)}

**Unseen cases.** {_judged(whole, choices)}{plane}
Intervals have DeLong's variance (1988), widened for few cases; those of gains are paired{_inflated(choices)}.
Weighted cases count their weights, and are as sure as $(\\sum w)^2 / \\sum w^2$ cases of one weight in each class
(Kish 1965). What an interval at 95 % leaves out is called ruled out. **Stacking** is a logistic regression on all
scores (Wolpert 1992). The **mean** is that of the scores, standardised unless all are between 0 and 1; **AND** and
**OR** are the lowest and the highest rank of a case.
"""


def _pairs(whole: Together) -> str:
    if whole.ensemble.method != "vine":
        return ""
    return """

**In pairs.** Each score has a density by a kernel, which turns it into a normal score. Scores stand in a row; each is
paired with its neighbour, then, given what stands between them, with the next but one, and so on. What a pair says
together is independent, normal, or by a kernel in the plane, whichever is likeliest on cases that it was not learned
from. So densities of two are all that is ever estimated; what stands between two scores is supposed not to change how
they go together."""


def _judged(whole: Together, choices: Chosen) -> str:
    if choices.judged == "held":
        return (
            f"Held out are {many(whole.cases, 'case')}, {percent(choices.held)} of each class (seed {choices.deal}), "
            "and judged by the ratio that the rest gives; a case's score is its place among the negatives held out."
        )
    sizes = " to ".join(count(size) for size in sorted({min(whole.sizes), max(whole.sizes)}))
    return (
        f"{len(whole.sizes)} folds of {sizes} cases, dealt class by class (seed {choices.deal}); each is judged by the "
        "ratio that the others give, and a case's score is its place among the negatives of its own fold."
    )


def _inflated(choices: Chosen) -> str:
    return "" if choices.judged == "held" else f", their variance times {INFLATION:g}, as folds share their cases"
