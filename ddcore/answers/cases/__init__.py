"""What should be done with each case?"""

import math
from collections.abc import Mapping, Sequence
from functools import partial
from typing import Annotated, Any

import numpy as np
from pydantic import Field

from ddcore.answers.base import needs
from ddcore.answers.base.answer import Answer, Figure, Table, measured
from ddcore.answers.base.in_use import METHOD as ELSEWHERE
from ddcore.answers.base.in_use import in_use_note
from ddcore.answers.base.money import Money, as_payoffs
from ddcore.answers.base.options import NumberField, OfData, OneOf
from ddcore.answers.base.prices import Valued
from ddcore.answers.base.words import about, literal
from ddcore.answers.cases import tables as case_tables
from ddcore.answers.cases.compute import CaseResults
from ddcore.answers.cases.draw import Bins, cases_alt, cases_figure, frequencies_alt, frequencies_figure
from ddcore.answers.cases.natural import label_chances, natural, natural_notes
from ddcore.answers.cases.notes import assumed_notes, case_notes, lead_notes
from ddcore.answers.refer import ReferralCosts, assumed_referral
from ddcore.data import Data
from ddcore.decisions.cases import ANSWERS
from ddcore.errors import InputError
from ddcore.formats import cases_text, many, number, percent
from ddcore.read.limits import ROWS

TITLE = "Cases"
SECTION = "decisions"
NEEDS = needs.both_classes
NEEDED = "Cases need a model: a file of predictions with both classes, or the four counts of one."
EXAMPLE = "sample=two_class_example"
UNANSWERED = "These cases cannot be decided yet."
PART = 50_000
NEXT = {
    "refer": "Which cases should a person see?",
    "costs": "Which threshold costs least?",
    "utility": "Which model is worth most?",
}
"""What may be asked next, the most useful first, by the name of the question."""

EVIDENCE = "evidence"
BINS = 20


class Choices(Valued):
    """What outcomes are worth, whether a person may be asked and for how much, and where probabilities come from."""

    person: Annotated[str, OneOf({"asked": "A person may be asked", "none": "Nobody can be asked"}, "tabs")] = Field(
        "asked",
        title="Who decides",
        description="Where a person may be asked, a case is referred if that is expected to be worth more than either "
        "prediction.",
    )
    referral: ReferralCosts = None
    chance: Annotated[str, OneOf({EVIDENCE: "What the scores have meant", "score": "The scores themselves"})] = Field(
        EVIDENCE,
        title="Probabilities from",
        description="What scores have meant is their likelihood ratio, by the cases other than the one at hand. Scores "
        "that are calibrated are probabilities themselves.",
    )
    row: Annotated[int | None, NumberField(1, placeholder="the closest call"), OfData()] = Field(
        None,
        ge=1,
        le=ROWS.most + 1,
        title="Row to look at",
        description="By its number in the table of all cases; until somebody says otherwise the one whose two best "
        "answers are nearest to each other in worth.",
    )

    @classmethod
    def defaults_given(cls, data: Data, chosen: Mapping[str, Any]) -> Mapping[str, Any]:
        """What a referral costs follows from the prices in force."""
        unsaid = super().defaults_given(data, chosen)
        return {**unsaid, "referral": 2 * (assumed_referral(chosen.get("u") or unsaid["u"]),)}

    def results(self, data: Data) -> CaseResults:
        """The cases with their best answers, for data as they count where the model will be used."""
        by_score = self.chance != EVIDENCE and data.model.table is not None
        if by_score and data.model.table is not None and not data.model.table.is_probability:
            raise InputError("these scores are not all between 0 and 1, so they are no probabilities")
        costs = None if self.person == "none" or self.referral is None else self.referral
        return CaseResults(data, self, by_score, None if costs is None else (costs[0], costs[1]))


def answer(data: Data, choices: Choices = Choices()) -> Answer:
    """The best answer for each case, and what deciding so is worth."""
    choices = choices.with_defaults(data)
    data = choices.used(data)
    results = choices.results(data)
    known = results.worth.get("best")
    levels = [] if known is None else [known.value, known.low, known.high]
    money = Money.of(choices, results.utility, *[level for level in levels if math.isfinite(level)], _typical(results))
    place = _place(results, choices.row)
    labelled = results.labels and results.by_case is None
    return Answer(
        __doc__,
        _labels_told(results) if labelled else _told(results),
        _reason(results, money),
        about(data),
        [
            *in_use_note(data, lambda some: _counted(choices.results(some))),
            *(natural_notes(data) if results.labels else []),
            *assumed_notes(results),
            *lead_notes(results, money),
            *case_notes(results),
        ],
        {
            "cases": Figure(
                "What each answer is expected to be worth",
                cases_alt(results.switches),
                partial(
                    cases_figure,
                    _lines(results, money),
                    results.switches,
                    _bins(results),
                    mark=float(results.chance[place]) if results.by_case is None else None,
                    unit=money.unit,
                    as_costs=money.as_costs,
                    names=(data.positive, data.negative),
                ),
                "The lines are those of a case with the mean amount." if results.by_case is not None else "",
            ),
            **({"frequencies": _frequencies(results)} if results.labels else {}),
        },
        {
            "answers": Table.of("Best answers", case_tables.tally(results), as_payoffs(results.utility)),
            "case": case_tables.worked(results, place, money),
            "cases": Table(
                _listed_as(results),
                results.listed.score.size,
                partial(case_tables.every, results, money),
                cases=results.listed.rows is not None,
            ),
        },
        _method(results) + (ELSEWHERE if data.original is not None else ""),
        _values(results),
    )


def _listed_as(results: CaseResults) -> str:
    if results.listed.rows is not None:
        return "All cases"
    return "Both predictions" if results.labels else "All scores"


def _place(results: CaseResults, row: int | None) -> int:
    """Where the row that is looked at stands."""
    if row is None:
        return case_tables.closest(results)
    numbers = results.listed.numbers
    place = int(np.searchsorted(numbers, row))
    if place == numbers.size or numbers[place] != row:
        raise InputError(f"the row must be one of the table, from {numbers[0]:,} to {numbers[-1]:,}, got {row:,}")
    return place


def _typical(results: CaseResults) -> float:
    return max(abs(float(payoff)) for payoff in results.utility.payoffs.values())


def _counted(results: CaseResults) -> str:
    """With how many cases each answer is best, as a short clause."""
    parts = []
    for answer, words in (("positive", "predicted positive"), ("refer", "seen by a person"), ("negative", "negative")):
        cases = sum(results.tally[answer])
        if cases and (answer != "refer" or results.referral is not None):
            parts.append(f"{cases_text(cases)} {words}")
    if parts[-1].endswith(" negative"):
        parts[-1] = parts[-1].replace(" negative", " predicted negative")
    listed = parts[0] if len(parts) == 1 else f"{', '.join(parts[:-1])} and {parts[-1]}"
    return f"best are {listed}"


def _told(results: CaseResults) -> str:
    """How many cases each answer is best for."""
    total, data = float(results.listed.weight.sum()), results.own
    bold = {
        "positive": f"predict **{{}}** as {literal(data.positive)}",
        "refer": "let a person see **{}**",
        "negative": f"predict **{{}}** as {literal(data.negative)}",
    }
    parts = [
        words.format(cases_text(sum(results.tally[answer])))
        for answer, words in bold.items()
        if sum(results.tally[answer])
    ]
    told = parts[0] if len(parts) == 1 else f"{', '.join(parts[:-1])} and {parts[-1]}"
    of = f"a weight of {cases_text(total)}" if data.weighted else f"these {many(total, 'case')}"
    return f"Of {of}, {told}."


def _labels_told(results: CaseResults) -> str:
    """What each label means, and what is best done with it."""
    data, chances = results.own, label_chances(results.data)
    best = results.of_labels
    parts = []
    for label, name in ((True, data.positive), (False, data.negative)):
        interval = chances[label]
        if math.isnan(interval.value):
            parts.append(f"no case is predicted {literal(name)}")
            continue
        between = f" ({percent(interval.low)} to {percent(interval.high)})" if interval.is_finite else ""
        way = {
            "positive": f"predict {literal(data.positive)}",
            "negative": f"predict {literal(data.negative)}",
            "refer": "let a person see it",
        }[best[label]]
        parts.append(
            f"predicted {literal(name)}, a case is {literal(data.positive)} with **{percent(interval.value)}**"
            f"{between}: {way}"
        )
    text = "; ".join(parts)
    return f"{text[0].upper()}{text[1:]}."


def _reason(results: CaseResults, money: Money) -> str:
    """From which probability on which answer is best, and what deciding so is worth on unseen cases."""
    known = results.worth.get("best")
    parts = [] if results.by_case is not None else [_rule(results.switches)]
    if results.by_case is not None:
        parts.append("Each case has its own switching points, as its amount is its own.")
    if known is None or math.isnan(known.value):
        parts.append("What that is worth on unseen cases cannot be told: there are too few.")
    else:
        between = f" ({money.between(known.low, known.high)})" if known.is_finite else ""
        parts.append(f"Decided so, an unseen case {money.verb(known.value)} **{money.text(known.value)}**{between}.")
    return " ".join(parts)


def _rule(switches: Sequence[tuple[float, int]]) -> str:
    words = {"positive": "predict positive", "negative": "predict negative", "refer": "let a person see it"}
    if len(switches) == 1:
        return f"Whatever its probability, {words[ANSWERS[switches[0][1]]]}: that is expected to be worth most."
    first, *more = [(cut, words[ANSWERS[at]]) for cut, at in switches]
    told = ", ".join(f"from {number(cut)} on {way}" for cut, way in more)
    return f"Below a probability of {number(more[0][0])} {first[1]}, {told}: that is expected to be worth most."


def _lines(results: CaseResults, money: Money) -> dict[str, tuple[float, float]]:
    """What each answer is worth at a probability of 0 and of 1, as it is written."""
    payoffs = results.utility.payoffs.map(float)
    referred = results.referred(payoffs)
    lines = {"positive": (payoffs.fp, payoffs.tp), "negative": (payoffs.tn, payoffs.fn)}
    if referred is not None:
        lines["refer"] = (float(referred[1]), float(referred[0]))
    return {name: (money.sign * low + 0.0, money.sign * high + 0.0) for name, (low, high) in lines.items()}


def _bins(results: CaseResults) -> Bins:
    """How many cases have which probability, by their truth."""
    listed, edges = results.listed, np.linspace(0, 1, BINS + 1)
    positives, negatives, unknown = (
        np.histogram(results.chance, edges, weights=weight)[0].astype(np.float64)
        for weight in (listed.positives, listed.negatives, listed.unknown)
    )
    return edges, positives, negatives, unknown


def _frequencies(results: CaseResults) -> Figure:
    data = results.data
    told = natural(results.own.model.counts, data.prevalence)
    names = (data.positive, data.negative)
    draw = partial(frequencies_figure, told.total, told.cells, names)
    return Figure(f"Of {told.total:,} cases", frequencies_alt(told.total, told.cells, names), draw)


def _values(results: CaseResults) -> Mapping[str, object]:
    values: dict[str, object] = {
        "share": float(results.data.prevalence),
        "switches": [{"from": float(cut), "answer": ANSWERS[at]} for cut, at in results.switches],
        "answers": {
            answer: {"cases": float(sum(cells)), "positives": cells[0], "negatives": cells[1], "unknown": cells[2]}
            for answer, cells in results.tally.items()
        },
        "worth": {name: measured(interval) for name, interval in results.worth.items()},
    }
    if results.labels:
        chances = label_chances(results.data)
        told = natural(results.own.model.counts, results.data.prevalence)
        values["labels"] = {name: measured(chances[of]) for name, of in (("positive", True), ("negative", False))}
        values["natural"] = {"total": told.total, **{name: int(cell) for name, cell in told.cells.items()}}
    return values


def _method(results: CaseResults) -> str:
    """How probabilities and worth are computed."""
    share = number(results.data.prevalence)
    return f"""**Probability.** With the likelihood ratio $r$ of what a model says of a case, and the share of positives
$\\pi$ = {share}, the odds of being positive are $r \\pi / (1-\\pi)$ (Bayes' rule; Dyrland, Lundervold & Porta Mana
2022, equation 31). {_ratio_told(results)}

**Worth.** Each answer is expected to be worth $p U_1 + (1-p) U_0$, with the payoffs of that answer for a truly
positive and a truly negative case (equations 8 and 28), and the best is the one with the most (equations 20 and 29);
of equally good ones a prediction comes before a person. A referred case is worth what a right answer is, less what the
person costs.

**On unseen cases** the mean is that of the answers that each case gets by the others, both classes counting as much as
they do in use. {_interval_told(results)} What the model's own predictions are worth is counted on the same cases.
"""


def _ratio_told(results: CaseResults) -> str:
    if results.labels:
        ratio = "Of labels it is the share of the positives that have the label, over that of the negatives."
        if results.data.original is None:
            return f"{ratio} The interval is Wilson's (1927) of the share of positives among the cases with the label."
        return (
            f"{ratio} The interval holds what both shares make of it within the reach of Wilson's (1927) limits, as on "
            "*Verdict*; the share of positives where the model will be used is taken as known."
        )
    if results.by_score:
        return (
            "Here the odds of a score are taken for those of the share of positives in these cases, and $r$ follows "
            "from both."
        )
    return (
        "The ratio of a case with a truth is learned from the other folds of five, dealt class by class (seed 1), so "
        "that the case has no part in it; the best estimate is looked for anew each time. That of a case without a "
        "truth is learned from all. See *Likelihood*."
    )


def _interval_told(results: CaseResults) -> str:
    if results.by_case is not None:
        return "The interval is that of a normal law of the mean in each class; with few cases it is too narrow."
    return (
        "The interval draws the shares of each class that get each answer, split by the model's own, from the "
        "Dirichlet law with 1/k more than its cases in each of the k (Perks 1947), as if there were a third fewer "
        "cases where these give the ratios of each other: it held the true worth in 94 to 96 % of simulated samples "
        "of 40 to 400 cases."
    )
