"""Models together in words: whether they are better than one, what each finds, and how all is judged."""

import math
import re
from collections import Counter
from collections.abc import Sequence

from ddcore.answers.base.answer import Note
from ddcore.answers.base.known_laws import pair
from ddcore.answers.base.words import interval_text, listing, literal, signed
from ddcore.answers.ensemble.choices import Choices
from ddcore.answers.ensemble.compute import SHOWN, Cases
from ddcore.counts import Counts
from ddcore.data import Data
from ddcore.formats import count, many, number, percent
from ddcore.interval import Interval, confidence
from ddcore.samples.pairs import NAMES
from ddcore.scores.choice import INFLATION
from ddcore.scores.joint import JOINT_METHODS
from ddcore.scores.kernel import BANDWIDTHS
from ddcore.scores.together import READ, Together, Way

BY_RATIO = ", likelihood ratio"
"""What is added to the name of a model whose scores are replaced by their likelihood ratio."""


def _best(ways: tuple[Way, ...]) -> Way:
    """The way with the largest area."""
    return max(ways, key=lambda way: way.auc.value)


def way_title(way: Way) -> str:
    """The name of a way as people see it: that of a model replaced by its likelihood ratio tells so."""
    return BY_RATIO.join(way.title.rsplit(READ, 1)) if way.kind == "read" else way.title


def headline(together: Together) -> str:
    """The areas on unseen cases; "yes" and "no" are about the best model alone."""
    area = number(together.joint_way.auc.value)
    alone = listing([number(way.auc.value) for way in together.of("alone")], 6)
    gain = _best(together.of("alone")).gain
    if gain.low > 0 and together.enough is not None:
        enough = f"{literal(way_title(together.enough))} **{number(together.enough.auc.value)}**"
        return f"One model may be enough. AUC together **{area}**, alone {alone}, {enough}."
    if gain.low > 0:
        return f"Yes. AUC together **{area}**, alone {alone}."
    if gain.high < 0:
        return f"No. AUC together **{area}**, alone {alone}."
    return f"Not as far as these cases show. AUC together **{area}**, alone {alone}."


def reason(together: Together) -> str:
    """What the areas are, and how sure the gain is."""
    areas = "The AUC is how often a positive case scores above a negative one, here on unseen cases."
    return f"{areas} {_gained(together)}"


def _gained(together: Together) -> str:
    """By how much all together are ahead of the best model alone."""
    models = together.of("alone")
    best = _best(models)
    gain, which = best.gain, f"the {'better' if len(models) == 2 else 'best'} one, {literal(best.title)}"
    if gain.low == gain.high:
        return f"Together the models rank the cases in the same order as {which}."
    if number(gain.value) == "0":
        return f"Together the models reach the same area as {which}; {_ruled_out(gain)}."
    difference = f"{which} ({confidence()} interval of the difference {interval_text(gain)})."
    if gain.value > 0:
        size = f"Together the models gain **{signed(gain.value)}** over {difference}"
    else:
        size = f"Together the models are **{number(-gain.value)}** below {difference}"
    if gain.high < 0:
        return f"{size} There are too few cases to learn from, or there is too little to gain."
    if gain.low > 0 and together.enough is not None:
        enough = together.enough
        return (
            f"{size} But one model alone may do as well: {literal(way_title(enough))} reaches "
            f"**{number(enough.auc.value)}**, and compared with that {_ruled_out(enough.gain)}. *Reshape the scores* "
            f"shows how."
        )
    return size if gain.low > 0 else f"{size} The difference may be chance; {_ruled_out(gain)}."


def _ruled_out(gain: Interval) -> str:
    """What a gain that is not shown cannot be, by its interval, inside a sentence."""
    if math.isnan(gain.high):
        return "how sure this is cannot be computed"
    if gain.high <= 0:
        return "any gain is ruled out"
    return f"a gain of more than {number(gain.high)} is ruled out"


def notes(together: Together, calls: Sequence[tuple[Way, Counts]], data: Data, cases: Cases) -> list[Note]:
    """What the data call for: simpler ways, what is found at one share, what would mislead."""
    mended = ("had to be widened.", "were used.", "was used instead.")
    return [
        _simpler(together),
        _found(calls),
        *dominance_notes(together),
        *chosen_notes(together),
        *_alike(together),
        *_flattered(together),
        *_correlated(together),
        *[Note("reading", literal(fact)) for fact in together.ensemble.facts if fact.endswith(mended)],
        *_left_out(cases.left_out),
        *_drawn(len(cases.positive), cases.known),
        *_truth(data),
    ]


def _simpler(together: Together) -> Note:
    """What ways that need no densities reach."""
    others = (*together.of("stacked"), *together.of("mixed"))
    areas = ", ".join(f"{way.title} {number(way.auc.value)}" for way in others)
    top = _best(others)
    if top.gain.low > 0:
        return Note("simpler-less", f"Simpler combinations have a lower AUC: {areas}.")
    if top.gain.high < 0:
        return Note(
            "simpler-better",
            f"{top.title} is simpler and better here. AUC of simpler combinations: {areas}.",
        )
    return Note(
        "simpler-as-well",
        f"{top.title} is simpler and may do as well: compared with it, {_ruled_out(top.gain)}. AUC of simpler "
        f"combinations: {areas}.",
    )


def _found(calls: Sequence[tuple[Way, Counts]]) -> Note:
    """How many of the positives each way finds when all call as many positive."""
    shares = ", ".join(
        f"{literal(way.title.lower() if way.kind == 'together' else way.title)} "
        f"{percent(float(counts.tp / counts.positives))}"
        for way, counts in calls
    )
    most = percent(max(float(counts.predicted_positives / counts.total) for _, counts in calls))
    return Note("found", f"With up to {most} of the cases predicted positive, recall is: {shares}.")


def dominance_notes(together: Together) -> list[Note]:
    """What the cases show of Theorem 2: where together is surely above, and where surely below."""
    compared = compared_ways(together)
    if any(way.shares is None or way.shares.surely_above is None for way in compared):
        return [
            Note("dominance-unknown", "There are too few cases to compare the ROC curves along their whole length.")
        ]
    below = [(way, share) for way, share in _shares(compared, "surely_below") if share > 0]
    if below:
        where = listing([f"that of {_name(way)} at {percent(share)}" for way, share in below], 4)
        return [
            Note(
                "dominance-broken",
                "With the true densities, the ROC curve of the models together would never be below that of one model. "
                f"The densities here are estimates, and the curve is clearly below {where} of the false positive "
                "rates.",
            )
        ]
    over = _shares(compared, "surely_above")
    sure = [way for way, share in over if share > 0]
    if not sure:
        return [
            Note(
                "dominance-unclear",
                "The ROC curve of the models together is nowhere clearly above or below that of a single model.",
            )
        ]
    least, share = min(over, key=lambda each: each[1])
    if len(sure) == len(compared):
        return [
            Note(
                "dominance-shown",
                "The ROC curve of the models together is nowhere clearly below that of a single model. It is clearly "
                f"above each of them somewhere: above {_name(least)} at {percent(share)} of the false positive rates, "
                "above the others at more.",
            )
        ]
    not_sure = listing([_name(way) for way in compared if way not in sure], 4)
    return [
        Note(
            "dominance-some",
            "The ROC curve of the models together is nowhere clearly below that of a single model, but also nowhere "
            f"clearly above that of {not_sure}.",
        )
    ]


def compared_ways(together: Together) -> tuple[Way, ...]:
    """The models alone and read, which all together are compared with along the ROC curve."""
    return (*together.of("alone"), *together.of("read"))


def _name(way: Way) -> str:
    """A model's name inside a sentence."""
    title = literal(way.title.removesuffix(READ))
    return f"{title} (likelihood ratio)" if way.kind == "read" else title


def _shares(ways: tuple[Way, ...], name: str) -> list[tuple[Way, float]]:
    """A share of the false positive rates of each way, by its name."""
    return [(way, float(getattr(way.shares, name))) for way in ways]


def chosen_notes(together: Together) -> list[Note]:
    """Which methods were taken where the best one was asked for."""
    if not together.searched:
        return []
    used = [f"{JOINT_METHODS[key].title} ({number})" for key, number in Counter(together.methods).most_common()]
    read = f"The folds use {listing(used)}."
    if len(together.methods) == 1:
        read = f"For the cases held out, {JOINT_METHODS[together.methods[0]].title} was chosen."
    return [
        Note(
            "method-chosen",
            f"The method for all cases is {JOINT_METHODS[together.ensemble.method].title}: trained on two thirds of "
            f"them, it separates the other third best. {read} The cases that a method is judged on had no part in its "
            f"choice.",
        )
    ]


def _alike(together: Together) -> list[Note]:
    if not together.alike:
        return []
    return [
        Note(
            "alike",
            "The models rank the cases in the same order, so none knows anything that another does not. Any gain comes "
            "from the likelihood ratio of the scores.",
        )
    ]


def _flattered(together: Together) -> list[Note]:
    """How much larger the area looks on the cases that it was learned from."""
    flattery = together.learned.value - together.joint_way.auc.value
    if flattery <= 0.002:
        return []
    return [
        Note(
            "flatters",
            f"On the cases used for fitting, the AUC is {number(together.learned.value)}, which is {number(flattery)} "
            f"too high: overfitting.",
        )
    ]


def _correlated(together: Together) -> list[Note]:
    positive, negative = together.correlations
    if math.isnan(positive) or math.isnan(negative) or abs(positive - negative) <= 0.2:
        return []
    return [
        Note(
            "correlated-differently",
            f"The correlation of the two scores is {number(positive)} among the positives and {number(negative)} among "
            f"the negatives. Neither score alone nor their mean can use this difference.",
        )
    ]


def _left_out(left_out: int) -> list[Note]:
    if not left_out:
        return []
    verb = "is" if left_out == 1 else "are"
    return [
        Note("left-out", f"{many(left_out, 'case')} without a score from every model {verb} left out.", kind="changes")
    ]


def _drawn(used: int, known: int) -> list[Note]:
    """That a part of very many cases was combined."""
    if used == known:
        return []
    return [
        Note(
            "part-of-cases",
            f"{count(used)} of {count(known)} cases are used here, drawn at random with the same share of positives. "
            f"The intervals are for this number.",
            kind="rests",
        )
    ]


def _truth(data: Data) -> list[Note]:
    law = pair(data)
    if law is None:
        return []
    alone = listing([f"{law.alone(name).auc:.4f}" for name in NAMES])
    return [
        Note(
            "simulated",
            f"These scores are simulated, so the truth is known: the exact AUC is {alone} alone and "
            f"{law.best_auc:.4f} together. No rule can do better.",
        )
    ]


def dots_remark(cases: int, drawn: int) -> str:
    """That not all cases are drawn; "" where they are."""
    if cases <= drawn:
        return ""
    return f"Up to {SHOWN} cases of each class are drawn, so the dots do not show how frequent each class is."


def method(together: Together, choices: Choices) -> str:
    """How the scores are read together, and how that is judged."""
    method = JOINT_METHODS[together.ensemble.method]
    rule = f" Bandwidths by {BANDWIDTHS[choices.bandwidth][0]}." if method.smooth else ""
    facts = " ".join(literal(re.sub(r"(?<!\w)-(?=\d)", "−", fact)) for fact in together.ensemble.facts)
    plane = " The plane alone is estimated from all cases." if len(together.ensemble.names) == 2 else ""
    return f"""**Together.** With the densities $f_1$ and $f_0$ of all scores at once among the positives and the
negatives, a case gets the score $s_{{12}} = f_1(x_1, x_2) / f_0(x_1, x_2)$. With the true densities its ROC curve is
nowhere below that of either score or of its likelihood ratio (Gong 2022, Theorem 2; Neyman & Pearson 1933). Estimated
densities guarantee nothing, so everything is judged on unseen cases and the curves are compared with each other: what
is called clear is so for all curves at once with {confidence()}, by resamples of the cases within each class.

**{method.title}**: {method.words}; {method.source}.{rule} Scores between 0 and 1 are used as log odds.
{facts} A kernel in the plane takes two models only: its error shrinks with $n^{{-4/(4+d)}}$, so a third score needs far
more cases (Scott 1992).{_pairs(together)}

**Unseen cases.** {_judged(together, choices)}{plane}
Intervals have DeLong's variance (1988), widened for few cases; those of gains are paired{_inflated(choices)}. Weighted
cases count with their weights and are as informative as $(\\sum w)^2 / \\sum w^2$ cases of equal weight in each class
(Kish 1965). What an interval at {confidence()} leaves out is called ruled out. **Stacking** is a logistic regression
on all scores (Wolpert 1992). The **mean** is that of the scores, standardised unless all are between 0 and 1; **AND**
and **OR** are the lowest and the highest rank of a case.
"""


def _pairs(together: Together) -> str:
    if together.ensemble.method != "vine":
        return ""
    return """

**In pairs.** Each score has a density by a kernel, which turns it into a normal score. The scores are put in a row.
Each is paired with its neighbour, then with the next but one given the score between them, and so on. The joint density
of a pair is independent, normal, or by a kernel in the plane, whichever is most probable on cases it was not learned
from. So only densities of two scores are ever estimated; the scores between two are assumed not to change how these
depend on each other."""


def _judged(together: Together, choices: Choices) -> str:
    """How the cases that are judged were chosen."""
    if choices.judged == "held":
        return (
            f"{percent(choices.held)} of each class are held out, {many(together.cases, 'case')} in all (seed "
            f"{choices.deal}), and scored by the ratio that the rest gives. The score of a case is its rank among the "
            "negatives held out."
        )
    sizes = " to ".join(count(size) for size in sorted({min(together.sizes), max(together.sizes)}))
    return (
        f"{len(together.sizes)} folds of {sizes} cases, drawn within each class (seed {choices.deal}). Each fold is "
        "scored by the ratio that the others give. The score of a case is its rank among the negatives of its own fold."
    )


def _inflated(choices: Choices) -> str:
    return "" if choices.judged == "held" else f", their variance times {INFLATION:g}, because folds share their cases"
