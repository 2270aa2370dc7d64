"""What if positives were rarer?"""

from collections.abc import Mapping, Sequence
from functools import partial
from typing import Annotated, Any

import numpy as np
import pandas as pd
from pydantic import BeforeValidator, Field

from ddcore.answers.base import needs
from ddcore.answers.base.answer import Answer, Figure, Kind, Note, Table
from ddcore.answers.base.guess import Empty, Guess, guesser, taken
from ddcore.answers.base.options import Key, Measures, Options, Slider, judging_share
from ddcore.answers.base.selected_model import classes_of_draws as whole
from ddcore.answers.base.words import about, listing, literal
from ddcore.answers.prevalence.draw import (
    Here,
    balanced_alt,
    balanced_figure,
    imbalance_alt,
    imbalance_figure,
    mark_words,
)
from ddcore.chance.imbalance import Imbalance, ImbalanceCurve, Mark, ahead, disagreement, imbalance_curve, marks
from ddcore.data import Data
from ddcore.errors import InputError
from ddcore.formats import number, percent
from ddcore.measures import Measure

TITLE = "Prevalence"
SECTION = "chance"
NEEDS = needs.classes
NEEDED = "Any data will do to begin with; recall and specificity can then be typed."
EXAMPLE = "TP=227&FP=50&FN=31&TN=192"
NEXT = {
    "thresholds": "Is {threshold} the right threshold?",
    "change": "What changed between then and now?",
    "utility": "What is it worth?",
    "baselines": "What would chance score here?",
}
"""What may be asked next, the most useful first, by the name of the question."""

MOST_CASES = 1_000_000
USUAL_RATES = (0.6, 0.8)
"""Recall and specificity where there is no model and nobody says otherwise."""


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


class Choices(Options):
    """The share of positive cases to look at, two measures, a classifier by its rates, a guesser, a number of cases."""

    prevalence: Annotated[float | None, Slider(0.001, digits="%.3f"), Key("asked_prevalence")] = Field(
        None,
        ge=0.001,
        le=0.999,
        title="What if the share of positive cases were",
        description="The dotted line in the charts.",
    )
    measure: Annotated[tuple[str, ...], Measures(judging_share, most=2), Key("measure_looked_at")] = Field(
        ("F1", "NF1"), title="Measures", description="Each stands with its formula in the table below."
    )
    tpr: Annotated[float | None, Slider(0.005)] = Field(
        None,
        ge=0,
        le=1,
        alias="TPR",
        title="Recall, TPR",
        description="Recall: the share of truly positive cases that is predicted positive.",
    )
    tnr: Annotated[float | None, Slider(0.005)] = Field(
        None,
        ge=0,
        le=1,
        alias="TNR",
        title="Specificity, TNR",
        description="Specificity: the share of truly negative cases that is predicted negative.",
    )
    guess: Guess = "half"
    empty: Empty = "none"
    cases: Annotated[int | str, BeforeValidator(_cases)] = Field(
        "here",
        title="Cases",
        description="What chance and a guesser score depends a little on how many cases there are; up to 1,000,000, or "
        "the limit of very many.",
    )

    @classmethod
    def defaults(cls, data: Data) -> Mapping[str, Any]:
        """Half the share of positives, and the rates of the selected model."""
        half = min(max(round(data.prevalence / 2, 3), 0.001), 0.999)
        tpr, tnr = rates_of(data) or USUAL_RATES
        return {"prevalence": half, "tpr": tpr, "tnr": tnr}

    def number_of_cases(self, data: Data) -> int | None:
        """How many cases there are, None for very many; weighted cases stand for these."""
        if data.weighted or self.cases == "many":
            return None
        return cases_of(data) if self.cases == "here" else int(self.cases)


def rates_of(data: Data) -> tuple[float, float] | None:
    """Recall and specificity of the selected model; None without a model, or with one class only."""
    if data.chosen is None or not 0 < data.positives < data.total:
        return None
    counts = data.model.counts
    return float(counts.tp / counts.positives), float(counts.tn / counts.negatives)


def cases_of(data: Data) -> int:
    """The number of cases in the data, or the nearest one that can be computed."""
    return min(max(whole(data)[0], 2), MOST_CASES)


def answer(data: Data, choices: Choices = Choices()) -> Answer:
    """Each measure of a classifier over the share of positive cases, and what it is at one of them."""
    choices = choices.with_defaults(data)
    keys, guess, cases = choices.measure, choices.guess, choices.number_of_cases(data)
    tpr, tnr, asked = (float(chosen) for chosen in (choices.tpr, choices.tnr, choices.prevalence) if chosen is not None)
    curves, places, ranges = data.cached(
        ("imbalance", keys, choices.empty, tpr, tnr, guess, cases),
        partial(_curves, [taken(key, choices.empty) for key in keys], tpr, tnr, guess, cases),
    )
    here = _here(data, curves) if (tpr, tnr) == rates_of(data) else []
    return Answer(
        __doc__,
        _sentence(curves[0], data.prevalence, asked, guess),
        _reason(tpr, tnr, cases),
        about(data),
        _notes(curves, places, ranges, guess),
        {
            "prevalence": Figure(
                "As it is",
                imbalance_alt(curves, places, asked),
                partial(imbalance_figure, curves, places, here, asked),
            ),
            "balanced": Figure(
                "Balanced", balanced_alt(curves, places, asked), partial(balanced_figure, curves, places, asked)
            ),
        },
        {"prevalence": Table("The curves", sum(curve.delta.size for curve in curves), partial(_table, curves))},
        _method(places, guess, cases),
        {
            "prevalence": asked,
            "TPR": tpr,
            "TNR": tnr,
            "cases": cases,
            "measures": {curve.measure.key: _values(curve, data.prevalence, asked) for curve in curves},
            **ranges,
            "places": [
                {
                    "kind": mark.kind,
                    "form": mark.form,
                    "measures": mark.keys,
                    "imbalance": mark.delta,
                    "prevalence": mark.share,
                    "value": mark.value,
                }
                for mark in places
            ],
        },
    )


Ranges = Mapping[str, Any]
"""Where two measures disagree, and by measure where the guesser or chance is ahead: shares of positive cases."""


def _curves(
    measures: Sequence[Measure], tpr: float, tnr: float, guess: str | float, cases: int | None
) -> tuple[list[ImbalanceCurve], list[Mark], Ranges]:
    """Each measure over the imbalance of the classes, the places worth a mark, and where the order is another."""
    curves = [imbalance_curve(Imbalance(row, tpr, tnr, guess, cases)) for row in measures]
    ranges = {
        "disagree": disagreement(*curves) if len(curves) == 2 else [],
        "guesser_ahead": {curve.measure.key: ahead(curve, "guessed") for curve in curves},
        "chance_ahead": {curve.measure.key: ahead(curve, "chance") for curve in curves},
    }
    return curves, marks(curves), ranges


def _here(data: Data, curves: Sequence[ImbalanceCurve]) -> list[Here]:
    """Where the data stand: each measure at their imbalance."""
    rows = [curve.measure for curve in curves]
    return [(row.key, 2 * data.prevalence - 1, float(row(data.model.counts))) for row in rows]


def _at(curve: ImbalanceCurve, form: str, share: float) -> float:
    """A form of a measure at a share of positive cases."""
    return float(curve.source.at(form, 2 * share - 1))


def _sentence(first: ImbalanceCurve, here: float, asked: float, guess: str | float) -> str:
    """What the first measure would be, and what it is here."""
    name = first.measure.title
    then, now = (_at(first, "value", share) for share in (asked, here))
    if not np.isfinite(then):
        return f"{name} has no value there: {first.measure.undefined}."
    name_would = f"With {percent(asked)} positive cases instead of {percent(here)}, {name} would"
    if not np.isfinite(now):
        change = f"{name_would} be **{number(then)}**"
    elif abs(then - now) < 0.0005:
        change = f"{name_would} stay at {number(now)}"
    elif then < now:
        change = f"{name_would} fall from {number(now)} to **{number(then)}**"
    else:
        change = f"{name_would} rise from {number(now)} to **{number(then)}**"
    guessed = _at(first, "guessed", asked)
    return f"{change}; {guesser(guess)} would score {number(guessed)}." if np.isfinite(guessed) else f"{change}."


def _reason(tpr: float, tnr: float, cases: int | None) -> str:
    """What stays and what changes."""
    among = f"among {cases:,} cases" if cases is not None else "among very many cases"
    return (
        f"The classifier stays as it is: recall is **{percent(tpr)}**, "
        f"specificity **{percent(tnr)}**. Only the share of positive cases changes, {among}."
    )


def _notes(curves: Sequence[ImbalanceCurve], places: Sequence[Mark], ranges: Ranges, guess: str | float) -> list[Note]:
    """What the curves show, up to five: crossings, tops, where the guesser or chance is ahead."""
    notes = [
        *_equal(curves, places, ranges),
        *_tops(curves, places),
        *[
            note
            for curve in curves
            for note in (
                *_ahead(curve, ranges, "guesser", guesser(guess)),
                *_ahead(curve, ranges, "chance", "the best random guessing"),
            )
        ],
        *_level(curves),
    ]
    return notes[:5] or [
        Note("no-crossing", "None of these lines crosses another: their order is the same at every share.")
    ]


TWINS = ({"F1", "NF1"}, {"TPR", "TNR"}, {"PPV", "NPV"}, {"FPR", "FNR"}, {"FDR", "FOR"})
"""Measures that say of the one class what the other says of the other."""


def _equal(curves: Sequence[ImbalanceCurve], places: Sequence[Mark], ranges: Ranges) -> list[Note]:
    """Where two measures are equal, raw and beyond the guesser, and where they are ordered differently in these two."""
    if len(curves) < 2:
        return []
    first, second = (curve.measure.title for curve in curves)
    raw, beyond, balanced = (
        [mark.share for mark in places if (mark.kind, mark.form) == ("equal", form)]
        for form in ("value", "normalised", "balanced_normalised")
    )
    reversed_there = _where(ranges["disagree"])
    code, equal = _met(f"{first} and {second} are equal", raw, beyond)
    if not reversed_there:
        if code:
            return [Note(code, equal)]
        if balanced:
            there = f"balanced and beyond the guesser at {_at_shares(balanced)}"
            return [Note("equal-balanced", f"{first} and {second} are equal {there}.")]
        return []
    pair = [curve.measure for curve in curves]
    if {measure.key for measure in pair} in TWINS:
        which = "which class the model serves better"
    else:
        which = f"which of the two is {'better' if pair[0].better == pair[1].better == 'lower' else 'higher'}"
    if not code:
        equal = f"{first} and {second} are ordered in one way raw and in the other beyond the guesser."
    return [Note("disagree", f"{equal} {reversed_there} raw scores and those beyond the guesser disagree on {which}.")]


def _met(are_equal: str, raw: Sequence[float], beyond: Sequence[float]) -> tuple[str, str]:
    """Where two measures are equal, as a code and a sentence; two empty texts where they nowhere are."""
    if not raw and not beyond:
        return "", ""
    if not beyond:
        return "equal", f"{are_equal} at {_at_shares(raw)}."
    if not raw:
        return "equal-beyond-guesser", f"{are_equal} beyond the guesser at {_at_shares(beyond)}."
    if len(raw) == len(beyond) and np.allclose(raw, beyond, rtol=0, atol=APART):
        return "equal-on-both", f"{are_equal} at {_at_shares(raw)}, raw and beyond the guesser."
    return "equal", f"{are_equal} at {_at_shares(raw)}, but beyond the guesser at {_at_shares(beyond)}."


def _at_shares(shares: Sequence[float]) -> str:
    return f"{listing([percent(share) for share in shares], 8)} positive"


APART = 0.0005
"""Shares that differ by less are written alike."""


def _where(shares: Sequence[tuple[float, float]]) -> str:
    """Ranges of the share of positive cases that are wide enough to be written, in words; empty for none.

    >>> _where([(0.0, 0.2), (0.5, 0.75), (0.9, 1.0)]), _where([(0.0, 1.0)])
    ('Below 20 %, between 50 % and 75 %, and above 90 % positive', 'At every share')
    """
    parts = []
    for low, high in shares:
        from_start, to_end = low < APART, high > 1 - APART
        if from_start and to_end:
            return "At every share"
        if high - low < APART:
            continue
        if from_start:
            parts.append(f"below {percent(high)}")
        elif to_end:
            parts.append(f"above {percent(low)}")
        else:
            parts.append(f"between {percent(low)} and {percent(high)}")
    if not parts:
        return ""
    said = listing(parts, 8) if len(parts) < 3 else f"{', '.join(parts[:-1])}, and {parts[-1]}"
    return f"{said[0].upper()}{said[1:]} positive"


def _tops(curves: Sequence[ImbalanceCurve], places: Sequence[Mark]) -> list[Note]:
    """Where each measure is highest beyond the guesser."""
    titles = {curve.measure.key: curve.measure.title for curve in curves}
    return [
        Note(
            "top",
            f"Beyond the guesser {titles[mark.keys[0]]} is highest, {number(mark.value)}, at {percent(mark.share)} "
            f"positive (δ = {number(round(mark.delta, 4))}).",
        )
        for mark in places
        if (mark.kind, mark.form) == ("top", "normalised")
    ]


def _ahead(curve: ImbalanceCurve, ranges: Ranges, kind: str, who: str) -> list[Note]:
    """Where the guesser or the best draw does better than a measure says of the classifier."""
    where = _where(ranges[f"{kind}_ahead"][curve.measure.key])
    matters: Kind = "changes" if kind == "chance" else ""
    text = f"{where}, {who} does better on {curve.measure.title}."
    return [Note(f"{kind}-ahead", text, kind=matters)] if where else []


def _level(curves: Sequence[ImbalanceCurve]) -> list[Note]:
    level = [curve.measure.title for curve in curves if _is_level(curve.forms["value"])]
    if not level:
        return []
    do = "do" if len(level) > 1 else "does"
    return [Note("level", f"{listing(level)} {do} not depend on how common positives are.")]


def _is_level(values: np.ndarray) -> bool:
    return values.size > 1 and bool(np.isfinite(values).all()) and float(np.ptp(values)) < 1e-9


def _table(curves: Sequence[ImbalanceCurve]) -> pd.DataFrame:
    """Every form at every imbalance of the grid."""
    return pd.concat(
        [
            pd.DataFrame(
                {
                    "Measure": curve.measure.key,
                    "Imbalance": curve.delta,
                    "Share positive": (1 + curve.delta) / 2,
                    "Score": curve.forms["value"],
                    "Guesser": curve.forms["guessed"],
                    "Beyond guesser": curve.forms["normalised"],
                    "Best without skill": curve.forms["chance"],
                    "Balanced": curve.forms["balanced"],
                    "Guesser, balanced": curve.forms["balanced_guessed"],
                    "Beyond guesser, balanced": curve.forms["balanced_normalised"],
                }
            )
            for curve in curves
        ],
        ignore_index=True,
    )


def _values(curve: ImbalanceCurve, here: float, asked: float) -> Mapping[str, float]:
    """One measure here, and in each form at the share of positive cases asked for."""
    forms = {"guesser": "guessed", "beyond_guesser": "normalised", "baseline": "chance", "balanced": "balanced"}
    return {"here": _at(curve, "value", here), "there": _at(curve, "value", asked)} | {
        name: _at(curve, form, asked) for name, form in forms.items()
    }


def _method(places: Sequence[Mark], guess: str | float, cases: int | None) -> str:
    """How the curves come about."""
    size = (
        f"Chance and guesser are exact for {cases:,} cases, at whole numbers of positives; between two of these the "
        f"lines are straight, and crossings are those of straight lines."
        if cases is not None
        else "With very many cases a guesser's mean is the measure of the mean table; the best random guessing is "
        "left out, because for some measures it predicts a handful of cases positive, however many there are."
    )
    return f"""With a share $\\alpha$ of positive cases the imbalance is $\\delta = 2\\alpha - 1$, and TP, FN, FP and TN
are $\\alpha\\,\\mathrm{{TPR}}$, $\\alpha(1-\\mathrm{{TPR}})$, $(1-\\alpha)(1-\\mathrm{{TNR}})$ and
$(1-\\alpha)\\,\\mathrm{{TNR}}$ of the cases. **Beyond the guesser** is $(Q - E)/(u - E)$, with $E$ what
{guesser(guess)} earns on average and $u$ the best possible value; below −0.55 the lines are cut. **Balanced** is the
measure after moving the counts to $\\delta = 0$ (Burger & Meertens, sections 3 to 5, Figures 1 to 4).
{size}

{_places(places)}
"""


def _places(places: Sequence[Mark]) -> str:
    """The marked places with all their digits, as a small table."""
    rows = "\n".join(
        f"| {literal(mark_words(mark))} | {_digits(mark.delta)} | {_digits(100 * mark.share, 6)} % "
        f"| {_digits(mark.value)} |"
        for mark in places
    )
    return f"| place | δ | positive | value |\n|:--|--:|--:|--:|\n{rows}" if rows else "No line crosses another."


def _digits(value: float, digits: int = 8) -> str:
    return f"{round(value, digits) + 0.0:.{digits}f}".replace("-", "−")
