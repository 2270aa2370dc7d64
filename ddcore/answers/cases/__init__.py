"""What should be done with each case?"""

import math
from collections.abc import Mapping
from functools import partial
from typing import Annotated, Any

import numpy as np
from pydantic import Field

from ddcore.answers.base import needs
from ddcore.answers.base.answer import COUNTED, Answer, Figure, Number, Part, Table, measured
from ddcore.answers.base.in_use import METHOD as ELSEWHERE
from ddcore.answers.base.in_use import in_use_note
from ddcore.answers.base.money import Money, as_payoffs
from ddcore.answers.base.prices import Valued
from ddcore.answers.base.words import about
from ddcore.answers.cases import tables, words
from ddcore.answers.cases.compute import CaseResults, label_probabilities, natural_frequencies, priced_payoffs
from ddcore.answers.cases.draw import Bins, cases_alt, cases_figure, frequencies_alt, frequencies_figure
from ddcore.answers.refer import ReferralCosts, assumed_referral
from ddcore.data import Data
from ddcore.decisions.cases import ANSWERS
from ddcore.errors import InputError
from ddcore.formats import number, percent
from ddcore.options import NumberField, OfData, OneOf
from ddcore.read.limits import ROWS

TITLE = "Case by case"
SECTION = "decisions"
WORDS = (
    "single case, individual, each row, action list, who to contact, rank cases, prediction of one case, "
    "false positives, false negatives, misclassified, errors, export, download predictions, probability "
    "of a case, second opinion"
)
NEEDS = needs.both_classes
NEEDED = "This needs a model: a file of predictions with both classes, or the four counts of a confusion matrix."
EXAMPLE = "sample=two_class_example"
UNANSWERED = "These choices cannot be used."
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

    person: Annotated[str, OneOf({"asked": "A person may be asked", "none": "Without a person"}, "tabs")] = Field(
        "asked",
        title="Who decides",
        description="If a person may be asked, a case is referred if that is expected to be worth more than either "
        "prediction.",
    )
    referral: ReferralCosts = None
    chance: Annotated[str, OneOf({EVIDENCE: "Estimated from the other cases", "score": "The scores themselves"})] = (
        Field(
            EVIDENCE,
            title="Probabilities",
            description="The probability of a case is estimated from the other cases, by the likelihood ratio of its "
            "score. Scores that are calibrated can be used as they are.",
        )
    )
    row: Annotated[int | None, NumberField(1, placeholder="the closest decision"), OfData()] = Field(
        None,
        ge=1,
        le=ROWS.most + 1,
        title="Row of the case below",
        description="The number of its row in the table of all cases. The default is the case whose two best answers "
        "are closest in worth.",
    )

    @classmethod
    def needs_single(cls, data: Data, chosen: Mapping[str, Any]) -> bool:
        """Always: each case is decided by itself."""
        return True

    @classmethod
    def defaults_given(cls, data: Data, chosen: Mapping[str, Any]) -> Mapping[str, Any]:
        """The defaults, and a cost of referring that follows from the prices in force."""
        unsaid = super().defaults_given(data, chosen)
        u, rate = (chosen.get(name) or unsaid[name] for name in ("u", "rate"))
        return {**unsaid, "referral": 2 * (assumed_referral(priced_payoffs(Valued(u=u, rate=rate), data)),)}

    def results(self, data: Data) -> CaseResults:
        """The cases with their best answers, for data as they count where the model will be used."""
        by_score = self.chance != EVIDENCE and data.model.table is not None
        if by_score and data.model.table is not None and not data.model.table.is_probability:
            raise InputError("these scores are not all between 0 and 1, so they are no probabilities")
        costs = None if self.person == "none" or self.referral is None else self.referral
        return CaseResults(data, self, by_score, None if costs is None else (costs[0], costs[1]))


def answer(data: Data, choices: Choices = Choices()) -> Answer:
    """The best answer for each case, and the worth of deciding so."""
    choices = choices.with_defaults(data)
    data = choices.used(data)
    results = choices.results(data)
    known = results.worth.get("best")
    levels = [] if known is None else [known.value, known.low, known.high]
    largest = max(abs(float(payoff)) for payoff in results.utility.payoffs.values())
    money = Money.of(choices, results.utility, *[level for level in levels if math.isfinite(level)], largest)
    place = _place(results, choices.row)
    return Answer.of(
        Answer(__doc__, words.sentence(results, money), words.reason(results, money), about(data)),
        Part(
            [
                *in_use_note(data, lambda there: words.best_answers_text(choices.results(there))),
                *(words.natural_notes(data) if results.labels else []),
                *words.assumed_notes(results),
                *words.lead_notes(results, money),
                *words.case_notes(results),
            ],
            {"cases": _chart(results, money, place)},
            {
                "answers": Table.of("Best answers", tables.tally(results), as_payoffs(results.utility)),
                "case": tables.worked(results, place, money),
                "cases": Table(
                    _title(results),
                    results.listed.score.size,
                    partial(tables.all_cases, results, money),
                    cases=results.listed.rows is not None,
                    saved=partial(tables.with_own_columns, results, money),
                ),
            },
            words.method(results) + (ELSEWHERE if data.original is not None else ""),
            _values(results),
            _numbers(results, choices),
        ),
        _frequencies(results) if results.labels else Part(),
    )


def _title(results: CaseResults) -> str:
    if results.listed.rows is not None:
        return "All cases"
    return "Both predictions" if results.labels else "All scores"


def _place(results: CaseResults, row: int | None) -> int:
    """The place of the selected row."""
    if row is None:
        return tables.closest(results)
    numbers = results.listed.numbers
    place = int(np.searchsorted(numbers, row))
    if place == numbers.size or numbers[place] != row:
        raise InputError(f"the row must be one of the table, from {numbers[0]:,} to {numbers[-1]:,}, got {row:,}")
    return place


def _chart(results: CaseResults, money: Money, place: int) -> Figure:
    """The expected worth of each answer, with the case at a place."""
    draw = partial(
        cases_figure,
        _lines(results, money),
        results.switches,
        results.at_any_prices("bins", partial(_bins, results)),
        mark=results.probability_at(place) if results.by_case is None else None,
        unit=money.unit,
        as_costs=money.as_costs,
        names=(results.data.positive, results.data.negative),
    )
    remark = "The lines are for a case with the mean amount." if results.by_case is not None else ""
    return Figure("Expected worth of each answer", cases_alt(results.switches), draw, remark)


def _lines(results: CaseResults, money: Money) -> dict[str, tuple[float, float]]:
    """The worth of each answer at a probability of 0 and of 1, as it is written."""
    payoffs = results.utility.payoffs.map(float)
    referred = results.referred(payoffs)
    lines = {"positive": (payoffs.fp, payoffs.tp), "negative": (payoffs.tn, payoffs.fn)}
    if referred is not None:
        lines["refer"] = (float(referred[1]), float(referred[0]))
    return {name: (money.sign * low + 0.0, money.sign * high + 0.0) for name, (low, high) in lines.items()}


def _bins(results: CaseResults) -> Bins:
    """The number of cases at each probability, by their truth."""
    listed, edges = results.listed, np.linspace(0, 1, BINS + 1)
    positives, negatives, unknown = (
        np.histogram(results.probabilities, edges, weights=weight)[0].astype(np.float64)
        for weight in (listed.positives, listed.negatives, listed.unknown)
    )
    return edges, positives, negatives, unknown


def _frequencies(results: CaseResults) -> Part:
    """The natural frequencies of labels."""
    data = results.data
    natural = natural_frequencies(results.own.model.counts, data.prevalence)
    names = (data.positive, data.negative)
    draw = partial(frequencies_figure, natural.total, natural.cells, names)
    chart = Figure(f"Of {natural.total:,} cases", frequencies_alt(natural.total, natural.cells, names), draw)
    return Part(
        figures={"frequencies": chart},
        values={
            "natural": {"total": natural.total, **{name: int(cell) for name, cell in natural.cells.items()}},
        },
    )


def _numbers(results: CaseResults, choices: Choices) -> list[Number]:
    """The cases of each answer, what labels mean, and the worth of deciding so with its leads."""
    titles = {
        "positive": "Cases that are best predicted positive",
        "negative": "Cases that are best predicted negative",
        "refer": "Cases that a person should see",
    }
    cases = {answer: float(sum(cells)) for answer, cells in results.tally.items()}
    numbers = [
        Number(titles[answer], cases[answer], ("answers", answer, "cases"), number, COUNTED)
        for answer in cases
        if cases[answer] or answer != "refer"
    ]
    if results.labels:
        chances = label_probabilities(results.data)
        numbers += [
            Number(f"Truly positive, of those predicted {name}", chances[label], ("labels", name), percent)
            for name, label in (("positive", True), ("negative", False))
        ]
    best = results.worth.get("best")
    if best is None or math.isnan(best.value):
        return numbers
    money = Money.of(choices, results.utility, best.value)
    rivals = {
        "set": "the model's own predictions",
        "all": "always predicting positive",
        "none": "never predicting positive",
        "refer": "sending all cases to a person",
    }
    return [
        *numbers,
        money.payoff_number("an unseen case with its best answer", best, ("worth", "best")),
        *(
            money.lead_number(f"{rival}, an unseen case", results.worth[key], ("worth", key))
            for key, rival in rivals.items()
            if key in results.worth
        ),
    ]


def _values(results: CaseResults) -> dict[str, Any]:
    """What else `values` hold."""
    return {
        "share": float(results.data.prevalence),
        "switches": [{"from": float(cut), "answer": ANSWERS[at]} for cut, at in results.switches],
        "answers": {
            answer: {"cases": float(sum(cells)), "positives": cells[0], "negatives": cells[1], "unknown": cells[2]}
            for answer, cells in results.tally.items()
        },
        "worth": {name: measured(interval) for name, interval in results.worth.items()},
    }
