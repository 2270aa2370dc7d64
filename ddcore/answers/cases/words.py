"""The sentences of cases: the answer, its reason, its notes, and how it is computed."""

import math
from collections.abc import Sequence

from ddcore.answers.base.answer import Note
from ddcore.answers.base.known_laws import story
from ddcore.answers.base.money import Money
from ddcore.answers.base.words import literal
from ddcore.answers.cases.compute import (
    ALL,
    NONE,
    REFER,
    SET,
    CaseResults,
    label_probabilities,
    natural_frequencies,
    priced_payoffs,
)
from ddcore.answers.refer import person_costs
from ddcore.data import Data
from ddcore.decisions.cases import ANSWERS
from ddcore.formats import cases_text, count, many, number, percent
from ddcore.interval import Interval

OTHERS = {
    SET: "the model's own predictions",
    ALL: "always predicting positive",
    NONE: "never predicting positive",
    REFER: "sending every case to a person",
}
"""Other ways to decide, inside a sentence."""
FALLACY = 0.2
"""A difference of recall and precision from which on the base-rate fallacy is explained."""


def sentence(results: CaseResults, money: Money) -> str:
    """What is best done with the cases, or with each label, and what the person costs who may be asked."""
    best = _sentence_of_labels(results) if results.labels and results.by_case is None else _sentence_of_cases(results)
    if results.referral is None:
        return best
    return f"{best} {person_costs(results.own, results.referral, priced_payoffs(results.prices, results.own), money)}"


def _sentence_of_cases(results: CaseResults) -> str:
    """The number of cases for which each answer is best."""
    total, data = results.weight, results.own
    bold = {
        "positive": f"predict **{{}}** as “{literal(data.positive)}”",
        "refer": "send **{}** to a person",
        "negative": f"predict **{{}}** as “{literal(data.negative)}”",
    }
    parts = [
        text.format(cases_text(sum(results.tally[answer])))
        for answer, text in bold.items()
        if sum(results.tally[answer])
    ]
    listed = parts[0] if len(parts) == 1 else f"{', '.join(parts[:-1])} and {parts[-1]}"
    of = f"a weight of {cases_text(total)}" if data.weighted else f"these {many(total, 'case')}"
    return f"Of {of}, {listed}."


def _sentence_of_labels(results: CaseResults) -> str:
    """The probability that goes with each label, and its best answer."""
    data, chances = results.own, label_probabilities(results.data)
    best = results.of_labels
    parts = []
    for label, name in ((True, data.positive), (False, data.negative)):
        interval = chances[label]
        if math.isnan(interval.value):
            parts.append(f"No case is predicted {literal(name)}.")
            continue
        between = f" ({percent(interval.low)} to {percent(interval.high)})" if interval.is_finite else ""
        way = {
            "positive": f"predict {literal(data.positive)}",
            "negative": f"predict {literal(data.negative)}",
            "refer": "send it to a person",
        }[best[label]]
        parts.append(
            f"A case predicted {literal(name)} is {literal(data.positive)} with probability "
            f"**{percent(interval.value)}**{between}: {way}."
        )
    return " ".join(parts)


def best_answers_text(results: CaseResults) -> str:
    """The number of cases for which each answer is best, as a short clause."""
    parts = []
    for answer, words in (("positive", "predicted positive"), ("refer", "seen by a person"), ("negative", "negative")):
        cases = sum(results.tally[answer])
        if cases and (answer != "refer" or results.referral is not None):
            parts.append(f"{cases_text(cases)} {words}")
    if parts[-1].endswith(" negative"):
        parts[-1] = parts[-1].replace(" negative", " predicted negative")
    listed = parts[0] if len(parts) == 1 else f"{', '.join(parts[:-1])} and {parts[-1]}"
    return f"the best answers are {listed}"


def reason(results: CaseResults, money: Money) -> str:
    """The probabilities from which on each answer is best, and the worth of deciding so on unseen cases."""
    known = results.worth.get("best")
    parts = [] if results.by_case is not None else [_switches_text(results.switches)]
    if results.by_case is not None:
        parts.append("Each case has its own thresholds, because it has its own amount.")
    if known is None or math.isnan(known.value):
        parts.append("There are too few cases to estimate what this is worth on unseen ones.")
    else:
        between = f" ({money.between(known.low, known.high)})" if known.is_finite else ""
        parts.append(
            f"Decided this way, an unseen case {money.verb(known.value)} **{money.text(known.value)}**{between}."
        )
    return " ".join(parts)


def _switches_text(switches: Sequence[tuple[float, int]]) -> str:
    words = {"positive": "predict positive", "negative": "predict negative", "refer": "send the case to a person"}
    if len(switches) == 1:
        return f"At any probability, {words[ANSWERS[switches[0][1]]]}."
    first, *more = [(cut, words[ANSWERS[at]]) for cut, at in switches]
    listed = "; ".join(f"from {number(cut)} on, {way}" for cut, way in more)
    return f"Below a probability of {number(more[0][0])}, {first[1]}; {listed}."


def natural_notes(data: Data) -> list[Note]:
    """The labels in natural frequencies, and the base-rate fallacy where recall is far above precision.

    `data` as for `label_probabilities`.
    """
    counts, share = (data.original or data).model.counts, data.prevalence
    frequencies, chance = natural_frequencies(counts, share), label_probabilities(data)[True]
    cells, positive = frequencies.cells, literal(data.positive)
    called = cells.tp + cells.fp
    text = (
        f"Of {many(frequencies.total, 'case')}, {_are(cells.positives)} truly {positive}; {_are(cells.tp, 'of them')} "
        f"predicted {positive}. Of the other {count(cells.negatives)}, {_are(cells.fp)} predicted {positive}, too."
    )
    if called:
        verb = "is" if cells.tp == 1 else "are"
        text = f"{text} So **{count(cells.tp)}** of {count(called)} predicted {positive} {verb} truly {positive}."
    notes = [Note("natural-frequencies", text)]
    recall = float(counts.tp) / float(counts.positives)
    if chance.value <= recall - FALLACY and chance.high < recall:
        notes.append(
            Note(
                "base-rate-fallacy",
                f"{percent(recall)} of the truly {positive} cases are predicted {positive}, but only "
                f"{percent(chance.value)} of the cases predicted {positive} are truly so. The base rate is only "
                f"{percent(share)}, so false positives weigh heavily. Confusing the two shares is the **base-rate "
                f"fallacy**.",
                kind="changes",
            )
        )
    return notes


def _are(cases: float, more: str = "") -> str:
    counted = f"{count(cases)} {more}".strip()
    return f"{counted} {'is' if cases == 1 else 'are'}"


def assumed_notes(results: CaseResults) -> list[Note]:
    """That no prices are set."""
    if not results.prices.assumed or story(results.own) is not None:
        return []
    text = "No prices are set yet. Until then each mistake costs 1 and each right answer costs nothing."
    return [Note("assumed", text, kind="assumed")]


def lead_notes(results: CaseResults, money: Money) -> list[Note]:
    """The leads of deciding case by case over the model's own answers, and over one answer for all."""
    worth = {name: lead for name, lead in results.worth.items() if name != "best" and not math.isnan(lead.value)}
    constants = {name: lead for name, lead in worth.items() if name != SET}
    notes = [_lead(SET, worth[SET], money, "own-answers")] if SET in worth else []
    if constants:
        nearest = min(constants, key=lambda name: constants[name].value)
        notes.append(_lead(nearest, constants[nearest], money, "one-answer"))
    return notes


def _lead(name: str, lead: Interval, money: Money, code: str) -> Note:
    rival, less, more = OTHERS[name], "less", "more"
    start = "On unseen cases these answers cost"
    if not money.as_costs:
        start, less, more = "On unseen cases these answers are worth", more, less
    if lead.low > 0:
        text = (
            f"{start} **{money.in_unit(lead.value)}** a case {less} than {rival} ({money.lead(lead.low, lead.high)})."
        )
        return Note(f"better-than-{code}", text)
    if abs(lead.value) <= 1e-12 * money.span:
        return Note(f"as-good-as-{code}", f"On unseen cases these answers are worth the same as {rival}.")
    if lead.high < 0:
        text = f"{start} {money.in_unit(-lead.value)} a case {more} than {rival}, which is better."
        return Note(f"worse-than-{code}", text)
    if math.isnan(lead.low):
        text = f"How these answers compare with {rival} is unknown: of the weights only the sums are known."
        return Note(f"unsure-beside-{code}", text)
    return Note(
        f"maybe-no-better-than-{code}",
        f"On unseen cases these answers are not surely better than {rival} ({money.lead(lead.low, lead.high)} a case "
        f"{less}).",
    )


def case_notes(results: CaseResults) -> list[Note]:
    """What these cases call for."""
    notes = []
    unlike, refers = results.kept("unlike", lambda: _unlike(results))
    if unlike:
        notes.append(
            Note(
                "not-the-more-probable",
                f"For {many(unlike, 'case')} the best prediction is the less probable class, because the two mistakes "
                f"do not cost the same.",
            )
        )
    if results.referral is not None and not refers:
        notes.append(Note("nobody-referred", "A person costs more than they save in every case."))
    unknown = results.without_truth
    if unknown:
        notes.append(
            Note(
                "truth-unknown",
                f"{many(unknown, 'case')} without a truth {'has' if unknown == 1 else 'have'} a probability estimated "
                f"from all the others.",
                kind="rests",
            )
        )
    if results.unseen is None:
        notes.append(
            Note("own-truth", "With so few cases none was left out: each case took part in its own probability.")
        )
    if results.listed.rows is None and not results.labels:
        notes.append(Note("by-score", "The single cases are not known, so the table has one row for each score."))
    return notes


def _unlike(results: CaseResults) -> tuple[float, bool]:
    """The number of cases whose best prediction is the less probable class, and whether any is best referred."""
    best = results.best
    return results.cases((best != 2) & ((best == 0) != (results.probabilities >= 0.5))), bool((best == 2).any())


def method(results: CaseResults) -> str:
    """How probabilities and worth are computed."""
    share = number(results.data.prevalence)
    return f"""**Probability.** With the likelihood ratio $r$ of a case's score or label, and the share of positives
$\\pi$ = {share}, the odds of being positive are $r \\pi / (1-\\pi)$ (Bayes' rule; Dyrland, Lundervold & Porta Mana
2022, equation 31). {_ratio_method(results)}

**Worth.** Each answer is expected to be worth $p U_1 + (1-p) U_0$, with the payoffs of that answer for a truly
positive and a truly negative case (equations 8 and 28). The best answer has the highest expected worth (equations 20
and 29); of equally good ones a prediction comes before a person. A referred case is worth a right answer less the cost
of the person.

**On unseen cases** each case is decided by a probability estimated from the others, and the mean is taken with both
classes as frequent as in use. {_interval_method(results)} The model's own predictions are judged on the same cases.
"""


def _ratio_method(results: CaseResults) -> str:
    if results.labels:
        ratio = "For a label it is the share of positives with the label divided by the share of negatives with it."
        if results.data.original is None:
            return f"{ratio} The interval is Wilson's (1927) of the share of positives among the cases with the label."
        return (
            f"{ratio} The interval combines Wilson's (1927) limits of both shares, as on *Verdict*; the share of "
            "positives where the model will be used is taken as known."
        )
    if results.by_score:
        return (
            "Here the score is taken as the probability at the share of positives in these cases, and $r$ follows from "
            "both."
        )
    return (
        "The ratio of a case with a truth is estimated from the other four of five folds, dealt class by class (seed "
        "1), with the best estimator chosen anew each time. The ratio of a case without a truth is estimated from all "
        "cases. See *Reshape the scores*."
    )


def _interval_method(results: CaseResults) -> str:
    if results.by_case is not None:
        return "The interval takes the mean of each class as normal; with few cases it is too narrow."
    return (
        "The interval draws the shares of each class that get each answer, split by the model's own prediction, from a "
        "Dirichlet distribution with 1/k added to each of the k counts (Perks 1947). If the cases give each other's "
        "ratios, a third fewer cases are counted. It contained the true worth in 94 to 96 % of simulated samples of 40 "
        "to 400 cases."
    )
