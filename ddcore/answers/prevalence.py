"""What if positives were rarer?"""

from collections.abc import Mapping, Sequence
from functools import partial
from typing import Annotated, Any

import numpy as np
import pandas as pd
from pydantic import BeforeValidator, Field

from ddcore.answers import needs
from ddcore.answers.answer import Answer, Figure, Note, Table
from ddcore.answers.guess import Guess, guesser
from ddcore.answers.looked import whole
from ddcore.answers.options import Key, Measures, Options, Slider, judging_share
from ddcore.answers.words import about, listing, literal
from ddcore.chance.imbalance import Imbalance, ImbalanceCurve, Mark, imbalance_curve, marks
from ddcore.data import Data
from ddcore.errors import InputError
from ddcore.figures.imbalance import (
    Here,
    balanced_alt,
    balanced_figure,
    imbalance_alt,
    imbalance_figure,
    mark_words,
)
from ddcore.formats import number, percent
from ddcore.measures import measure

TITLE = "Prevalence"
NEEDS = needs.classes
NEEDED = "Any data will do to begin with; recall and specificity can then be typed."
EXAMPLE = "TP=227&FP=50&FN=31&TN=192"

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
    cases: Annotated[int | str, BeforeValidator(_cases)] = Field(
        "here",
        title="Cases",
        description="What chance and a guesser score depends a little on how many cases there are; up to 1,000,000, or "
        "the limit of very many.",
    )

    @classmethod
    def usual(cls, data: Data) -> Mapping[str, Any]:
        """Half the share of positives, and the rates of the model looked at."""
        half = min(max(round(data.prevalence / 2, 3), 0.001), 0.999)
        tpr, tnr = rates_of(data) or USUAL_RATES
        return {"prevalence": half, "tpr": tpr, "tnr": tnr}

    def number_of_cases(self, data: Data) -> int | None:
        """How many cases there are, None for very many; weighted cases stand for these."""
        if data.weighted or self.cases == "many":
            return None
        return cases_of(data) if self.cases == "here" else int(self.cases)


def rates_of(data: Data) -> tuple[float, float] | None:
    """Recall and specificity of the model looked at; None without a model, or with one class only."""
    if data.chosen is None or not 0 < data.positives < data.total:
        return None
    counts = data.model.counts
    return float(counts.tp / counts.positives), float(counts.tn / counts.negatives)


def cases_of(data: Data) -> int:
    """The number of cases in the data, or the nearest one that can be computed."""
    return min(max(whole(data)[0], 2), MOST_CASES)


def answer(data: Data, choices: Choices = Choices()) -> Answer:
    """Each measure of a classifier over the share of positive cases, and what it is at one of them."""
    choices = choices.for_data(data)
    keys, guess, cases = choices.measure, choices.guess, choices.number_of_cases(data)
    tpr, tnr, asked = (float(chosen) for chosen in (choices.tpr, choices.tnr, choices.prevalence) if chosen is not None)
    curves, places = data.kept(
        ("imbalance", keys, tpr, tnr, guess, cases), partial(_curves, keys, tpr, tnr, guess, cases)
    )
    here = _here(data, keys) if (tpr, tnr) == rates_of(data) else []
    return Answer(
        __doc__,
        _sentence(curves[0], data.prevalence, asked, guess),
        _reason(tpr, tnr, cases),
        about(data),
        _notes(curves, places, guess),
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


def _curves(
    keys: Sequence[str], tpr: float, tnr: float, guess: str | float, cases: int | None
) -> tuple[list[ImbalanceCurve], list[Mark]]:
    """Each measure over the imbalance of the classes, and the places worth a mark."""
    curves = [imbalance_curve(Imbalance(measure(key), tpr, tnr, guess, cases)) for key in keys]
    return curves, marks(curves)


def _here(data: Data, keys: Sequence[str]) -> list[Here]:
    """Where the data stand: each measure at their imbalance."""
    return [(key, 2 * data.prevalence - 1, float(measure(key)(data.model.counts))) for key in keys]


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


def _notes(curves: Sequence[ImbalanceCurve], places: Sequence[Mark], guess: str | float) -> list[Note]:
    """What the curves show, up to five: crossings, tops, where the guesser or chance is ahead."""
    notes = [
        *_equal(curves, places),
        *_tops(curves, places),
        *[
            note
            for curve in curves
            for note in (
                *_ahead(curve, places, "guesser", "guessed", guesser(guess)),
                *_ahead(curve, places, "chance", "chance", "the best random guessing"),
            )
        ],
        *_level(curves),
    ]
    return notes[:5] or [
        Note("no-crossing", "None of these lines crosses another: their order is the same at every share.")
    ]


TWINS = ({"F1", "NF1"}, {"TPR", "TNR"}, {"PPV", "NPV"}, {"FPR", "FNR"}, {"FDR", "FOR"})
"""Measures that say of the one class what the other says of the other."""


def _equal(curves: Sequence[ImbalanceCurve], places: Sequence[Mark]) -> list[Note]:
    """Where two measures are equal, raw and beyond the guesser."""
    raw, beyond = (
        next((mark for mark in places if (mark.kind, mark.form) == ("equal", form)), None)
        for form in ("value", "normalised")
    )
    met = raw or beyond
    if met is None:
        return []
    titles = {curve.measure.key: curve.measure.title for curve in curves}
    first, second = (titles[key] for key in met.keys)
    if beyond is None:
        return [Note("equal", f"{first} and {second} are equal at {percent(met.share)} positive.")]
    if raw is None:
        return [
            Note(
                "equal-beyond-guesser",
                f"{first} and {second} are equal beyond the guesser at {percent(met.share)} positive.",
            )
        ]
    if abs(raw.share - beyond.share) < 0.0005:
        return [
            Note(
                "equal-on-both",
                f"{first} and {second} are equal at {percent(raw.share)} positive, raw and beyond the guesser.",
            )
        ]
    low, high = sorted((raw.share, beyond.share))
    which = "which class the model serves better" if set(met.keys) in TWINS else "which of the two is higher"
    return [
        Note(
            "disagree",
            f"{first} and {second} are equal at {percent(raw.share)} positive, but beyond the guesser at "
            f"{percent(beyond.share)}. Between {percent(low)} and {percent(high)} they disagree on {which}.",
        )
    ]


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


def _ahead(curve: ImbalanceCurve, places: Sequence[Mark], kind: str, form: str, who: str) -> list[Note]:
    """Where the guesser or the best draw does better than a measure says of the classifier."""
    shares = [mark.share for mark in places if mark.kind == kind and mark.keys == (curve.measure.key,)]
    if not shares:
        return []
    middle = shares[0] / 2 if len(shares) == 1 else (shares[0] + shares[1]) / 2
    better = bool(curve.measure.is_better(_at(curve, "value", middle), _at(curve, form, middle)))
    marked = [percent(share) for share in shares]
    if len(shares) > 2:
        where = f"Now and then, with turns at {', '.join(marked)} positive"
    elif len(shares) == 2:
        between = f"Between {marked[0]} and {marked[1]} positive"
        where = f"Below {marked[0]} and above {marked[1]} positive" if better else between
    else:
        where = f"Above {marked[0]} positive" if better else f"Below {marked[0]} positive"
    return [Note(f"{kind}-ahead", f"{where}, {who} does better on {curve.measure.title}.")]


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
