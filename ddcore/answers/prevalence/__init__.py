"""What if positives were rarer?"""

from collections.abc import Mapping, Sequence
from functools import partial
from typing import Annotated, Any

from pydantic import BeforeValidator, Field

from ddcore.answers.base import needs
from ddcore.answers.base.answer import NO_INTERVAL, Answer, Figure, Number, Part, Table
from ddcore.answers.base.guess import Empty, Guess
from ddcore.answers.base.words import about
from ddcore.answers.prevalence.compute import (
    DEFAULT_RATES,
    MOST_CASES,
    Classifier,
    ImbalanceAnalysis,
    analysis,
    cases_of,
    model_scores,
    points,
    rates_of,
    scores_at_data,
    value_at,
)
from ddcore.answers.prevalence.decide import decision
from ddcore.answers.prevalence.draw import beyond_alt, beyond_figure, imbalance_alt, imbalance_figure
from ddcore.answers.prevalence.words import APART, method, notes, reason, sentence
from ddcore.chance.imbalance import ImbalanceCurve, Mark
from ddcore.data import Data
from ddcore.errors import InputError
from ddcore.formats import percent
from ddcore.measures import Measure
from ddcore.options import Asked, Key, Measures, Slider, in_force, judging_share

__all__ = ["DEFAULT_RATES", "MOST_CASES", "Choices", "Recall", "Specificity", "answer", "cases_of", "rates_of"]

TITLE = "If positives were rarer"
SECTION = "chance"
WORDS = (
    "prevalence, base rate, class imbalance, imbalanced data, rare, prior, prior shift, rebalance, "
    "balanced, deployment, population, PPV, positive predictive value, resampled"
)
NEEDS = needs.classes
NEEDED = (
    "This needs only two numbers: how many cases there are and how many are positive. Recall and specificity can be "
    "typed."
)
EXAMPLE = "TP=227&FP=50&FN=31&TN=192"
IN_REPORT = "what if"
NEXT = {
    "thresholds": "Is {threshold} the right threshold?",
    "change": "What changed between then and now?",
    "utility": "What is it worth?",
    "baselines": "What would chance score here?",
}
"""What may be asked next, the most useful first, by the name of the question."""


def _cases(given: Any) -> int | str:
    """A number of cases, "here" or "many"; raises `InputError` for anything else."""
    if given in ("here", "many"):
        return str(given)
    try:
        number_of_cases = float(given)
    except (TypeError, ValueError):
        number_of_cases = 0.0
    if not 2 <= number_of_cases <= MOST_CASES:
        raise InputError(f'must be between 2 and {MOST_CASES:,}, got "{given!s:.40}"')
    if number_of_cases % 1:
        raise InputError(f'must be a whole number or "many", got "{given!s:.40}"')
    return int(number_of_cases)


Recall = Annotated[
    float | None,
    Slider(0.005),
    Field(
        ge=0,
        le=1,
        alias="TPR",
        title="Recall (TPR)",
        description="The share of truly positive cases that are predicted positive.",
    ),
]
Specificity = Annotated[
    float | None,
    Slider(0.005),
    Field(
        ge=0,
        le=1,
        alias="TNR",
        title="Specificity (TNR)",
        description="The share of truly negative cases that are predicted negative.",
    ),
]


class Choices(Asked):
    """A share of positive cases, two measures, a classifier by its rates, a guesser, a number of cases."""

    prevalence: Annotated[float | None, Slider(0.001, digits="%.3f"), Key("asked_prevalence")] = Field(
        None,
        ge=0.001,
        le=0.999,
        title="Share of positive cases",
        description="The dotted line in the charts. It begins at half the share in your data.",
    )
    measure: Annotated[tuple[str, ...], Measures(judging_share, most=2), Key("measure_looked_at")] = in_force(
        "F1", "NF1"
    )
    tpr: Recall = None
    tnr: Specificity = None
    guess: Guess = "half"
    empty: Empty = "none"
    cases: Annotated[int | str, BeforeValidator(_cases)] = Field(
        "here",
        title="Number of cases",
        description="The score of chance and of a guesser depends a little on the number of cases: up to 1,000,000, or "
        "the limit of very many.",
    )

    @classmethod
    def defaults(cls, data: Data) -> Mapping[str, Any]:
        """Half the share of positives, and the rates of the selected model."""
        half = min(max(round(data.prevalence / 2, 3), 0.001), 0.999)
        tpr, tnr = rates_of(data) or DEFAULT_RATES
        return {"prevalence": half, "tpr": tpr, "tnr": tnr}

    def number_of_cases(self, data: Data) -> int | None:
        """How many cases there are; None for very many, and for weighted cases."""
        if data.weighted or self.cases == "many":
            return None
        return cases_of(data) if self.cases == "here" else int(self.cases)


def answer(data: Data, choices: Choices = Choices()) -> Answer:
    """Each measure of a classifier over the share of positive cases, and what it is at one of them."""
    choices = choices.with_defaults(data)
    tpr, tnr, share = (float(given) for given in (choices.tpr, choices.tnr, choices.prevalence) if given is not None)
    classifier = Classifier(tpr, tnr, choices.guess, choices.number_of_cases(data))
    result = analysis(data, choices.measure, choices.empty, classifier)
    curves, places = result.curves, result.places
    measures = {curve.measure.key: _values(curve, data.prevalence, share) for curve in curves}
    own = scores_at_data(data, curves) if (tpr, tnr) == rates_of(data) else []
    return Answer.of(
        Answer(
            __doc__,
            sentence(curves[0], data.prevalence, share, choices.guess),
            reason(classifier),
            about(data),
            decision=decision(result) if own else "",
        ),
        Part(
            notes(result, choices.guess),
            {
                "prevalence": Figure(
                    "Score and chance",
                    imbalance_alt(curves, places, share),
                    partial(imbalance_figure, curves, places, own, share),
                ),
                "beyond": Figure(
                    "Beyond the guesser",
                    beyond_alt(curves, places, share),
                    partial(beyond_figure, curves, places, share),
                ),
            },
            {
                "prevalence": Table(
                    "Curves over the share of positives",
                    sum(curve.delta.size for curve in curves),
                    partial(points, curves),
                )
            },
            method(places, classifier),
            {
                "prevalence": share,
                "TPR": tpr,
                "TNR": tnr,
                "cases": classifier.cases,
                "measures": measures,
                "disagree": result.disagree,
                "guesser_ahead": result.guesser_ahead,
                "chance_ahead": result.chance_ahead,
                "places": [_place(mark) for mark in places],
            },
            [*_numbers(data, curves, measures, share), *_borders(curves[0].measure, result)],
        ),
    )


def _values(curve: ImbalanceCurve, here: float, share: float) -> dict[str, float]:
    """A measure of the classifier at the share of positive cases that the data have, and each form at another."""
    forms = {"guesser": "guessed", "beyond_guesser": "normalised", "baseline": "chance", "balanced": "balanced"}
    return {"here": value_at(curve, "value", here), "there": value_at(curve, "value", share)} | {
        name: value_at(curve, form, share) for name, form in forms.items()
    }


def _place(mark: Mark) -> dict[str, object]:
    """A marked place, as `values` hold it."""
    return {
        "kind": mark.kind,
        "form": mark.form,
        "measures": mark.keys,
        "imbalance": mark.delta,
        "prevalence": mark.share,
        "value": mark.value,
    }


def _numbers(
    data: Data, curves: Sequence[ImbalanceCurve], measures: Mapping[str, Mapping[str, float]], share: float
) -> list[Number]:
    """The selected model's score of each measure at both shares, and what guessing scores at the other one."""
    keys = [curve.measure.key for curve in curves]
    now, then = model_scores(data, keys), model_scores(data, keys, share)
    where = f"where {percent(share)} are positive"
    numbers = []
    for curve in curves:
        key, name = curve.measure.key, curve.measure.title
        if key in then:
            numbers.append(Number(f"{name} {where}", then[key], ("models", data.name, "measures", key, "there")))
        if key in now:
            numbers.append(Number(f"{name} of these cases", now[key], ("models", data.name, "measures", key, "here")))
        guessed, chance = measures[key]["guesser"], measures[key]["baseline"]
        numbers += [
            Number(f"{name} of the guesser {where}", guessed, ("measures", key, "guesser")),
            Number(f"{name}, baseline {where}", chance, ("measures", key, "baseline")),
        ]
    return numbers


def _borders(measure: Measure, result: ImbalanceAnalysis) -> list[Number]:
    """The shares of positives between which guessing does better, as far as the decision names them."""
    spans = [(low, high) for low, high in result.chance_ahead[measure.key] if high - low >= APART]
    borders = [("from", low) for low, _ in spans if low >= APART]
    borders += [("up to", high) for _, high in spans if high <= 1 - APART]
    label = "Share of positives {} which guessing has a better " + measure.title
    return [Number(label.format(way), share, writer=percent, how=NO_INTERVAL) for way, share in borders]
