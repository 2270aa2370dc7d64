"""What would chance score?"""

from collections.abc import Mapping, Sequence
from functools import partial
from typing import Annotated, Any

from pydantic import BeforeValidator, Field

from ddcore.answers.base import needs
from ddcore.answers.base.answer import Answer, Figure, Number, Part, Table, values_of
from ddcore.answers.base.selected_model import classes_of_draws
from ddcore.answers.base.words import DRAW, about
from ddcore.answers.baselines.compute import BaselineRow, OverShare, rows_of, set_rows, with_these_data
from ddcore.answers.baselines.decide import decision
from ddcore.answers.baselines.draw import (
    baselines_alt,
    baselines_figure,
    guess_alt,
    guess_figure,
    sets_alt,
    sets_figure,
    share_alt,
    share_figure,
)
from ddcore.answers.baselines.tables import baselines_table, sets_table, shares_table, sizes_table
from ddcore.answers.baselines.words import (
    method,
    notes,
    sentence,
    sets_notes,
    sets_sentence,
    share_method,
    share_notes,
    share_sentence,
)
from ddcore.chance.dutch_draw import Intervals
from ddcore.chance.linear import shares
from ddcore.chance.shares import baseline_over_share, is_quick_over_share
from ddcore.data import Data
from ddcore.measures import MEASURES
from ddcore.options import Judged, Key, Measures, OneOf, Slider, Text, in_force
from ddcore.samples.data_sets import MOST, TABLE_5, data_sets

__all__ = ["BaselineRow", "Choices", "answer", "rows_of"]

TITLE = "Baselines"
SECTION = "chance"
TAB = "All measures"
WORDS = (
    "baseline, dummy classifier, DummyClassifier, majority class, most frequent, no skill, naive, random "
    "classifier, null model, chance level, non-informative, Dutch Draw, imbalanced"
)
NEEDS = needs.classes
NEEDED = "A baseline needs only two numbers: how many cases there are and how many are positive."
EXAMPLE = "M=303&P=139"
IN_REPORT = "no model"
NEXT = {
    "verdict": "Does the model beat that?",
    "expectation": "How does random guessing score as it predicts more positives?",
    "prevalence": "What if positives were rarer?",
}
"""What may be asked next, the most useful first, by the name of the question."""

FEW = 6
"""Measures whose baselines carry the answer."""


def _named(given: Any) -> str:
    """The text, if it names data sets; raises `InputError` for any other."""
    data_sets(str(given))
    return str(given)


class Choices(Judged):
    """The measures, and whether baselines are for these cases, for any share of positives or for several data sets."""

    over: Annotated[
        str,
        OneOf({"cases": "These cases", "share": "Any share", "sets": "Data sets"}, "tabs"),
    ] = Field(
        "cases",
        title="Baselines for",
        description="A baseline depends only on the number of cases and the share of positives. See it for these "
        "cases, for any share of positives, or for several data sets.",
    )
    shown: Annotated[tuple[str, ...], Measures(most=4), Key("measure_looked_at")] = in_force("F1", "G2")
    prevalence: Annotated[float | None, Slider(0.001, digits="%.3f"), Key("asked_prevalence")] = Field(
        None,
        ge=0.001,
        le=0.999,
        title="Share of positive cases",
        description="The dotted line in the charts. It begins at half the share in your data.",
    )
    sets: Annotated[str, BeforeValidator(_named), Text(most=200, placeholder="cleveland, 1000/50")] = Field(
        TABLE_5,
        title="Data sets",
        description=f"Up to {MOST}, with commas between them: cases/positives, such as 1000/50, or a name: adult, "
        f"bank, banknote, cleveland, haberman, lsvt, occupancy, wisconsin. Table5 is all of these (van de Bijl et "
        f"al.).",
    )

    @classmethod
    def defaults(cls, data: Data) -> Mapping[str, Any]:
        """Half the share of positives."""
        return {"prevalence": min(max(round(data.prevalence / 2, 3), 0.001), 0.999)}


def answer(data: Data, choices: Choices = Choices()) -> Answer:
    """The baseline of every measure on these classes, those chosen first; or over shares of positives, or of sets."""
    total, positives = classes_of_draws(data)
    keys = [*choices.measure, *(key for key in MEASURES if key not in choices.measure)]
    rows = rows_of(total, positives, keys)
    shown = rows[: len(choices.measure)]
    numbers = [
        Number(f"{row.measure.title}, baseline", row.best, ("measures", row.measure.key, "baseline")) for row in rows
    ]
    if choices.over == "share":
        heading, part = _over_share(data, choices, total, positives)
    elif choices.over == "sets":
        heading, part = _of_sets(choices, keys, total, positives)
    else:
        heading = ""
        part = Part(
            notes(rows, shown, total, positives),
            {
                "baselines": Figure(
                    "Mean scores of random guessing", baselines_alt(shown), partial(baselines_figure, shown)
                )
            },
        )
    return Answer.of(
        Answer(
            __doc__,
            heading or sentence(shown, choices.shown[0], total, positives, data.weighted),
            DRAW,
            about(data),
            decision="" if heading else decision(shown, total),
        ),
        Part(values=values_of(numbers), numbers=numbers[: min(FEW, len(shown))]),
        Part(values={"measures": {row.measure.key: _values(row, total, positives) for row in rows}}),
        part,
        Part(
            tables={"baselines": Table("All baselines", len(rows), partial(baselines_table, rows, total, positives))},
            method=method(shown, total, positives),
        ),
    )


def _values(row: BaselineRow, total: int, positives: int) -> dict[str, Any]:
    """The extreme means of one measure, the guesses that reach them, and the measure as a TP + b at the best guess."""
    reach = row.baseline
    a, b = row.linear(total, positives)
    return {
        "highest": reach.highest,
        "lowest": reach.lowest,
        "argmax": reach.argmax,
        "argmin": reach.argmin,
        "ideal": row.ideal,
        "a": a,
        "b": b,
        "theta_argmax": _thetas(total, reach.argmax),
        "theta_argmin": _thetas(total, reach.argmin),
    }


def _thetas(total: int, reached: Intervals) -> list[dict[str, Any]]:
    return [{"from": float(part.low), "to": float(part.high), "closed": part.closed} for part in shares(total, reached)]


def _over_share(data: Data, choices: Choices, total: int, positives: int) -> tuple[str, Part]:
    """The sentence for any share of positives, "" where no measure has a curve, and all that belongs to it."""
    choices = choices.with_defaults(data)
    drawn = [key for key in choices.shown if is_quick_over_share(key, total)]
    curves = [data.cached(("share curve", key, total), partial(baseline_over_share, key, total)) for key in drawn]
    positives_there = min(total, max(0, round((choices.prevalence or 0) * total)))
    over = OverShare.of(curves, total, positives, positives_there)
    heading = ""
    if curves:
        heading = share_sentence(over.here[0], over.there[0], total, positives, positives_there, data.weighted)
    return (
        heading,
        Part(
            share_notes(curves, [key for key in choices.shown if key not in drawn]),
            {
                "share": Figure("Baseline over the share of positives", share_alt(over), partial(share_figure, over)),
                "guess": Figure("Best guess over the share of positives", guess_alt(over), partial(guess_figure, over)),
            },
            {
                "share": Table(
                    "Baselines over the share of positives",
                    sum(curve.positives.size for curve in curves),
                    partial(shares_table, curves),
                )
            },
            share_method(total, positives_there),
            {
                "share": {
                    "positives": positives_there,
                    "measures": {
                        row.measure.key: {
                            "baseline": row.best,
                            "reached": row.reached,
                            "theta": [[float(part.low), float(part.high)] for part in shares(total, row.reached)],
                        }
                        for row in over.there
                    },
                }
            },
        ),
    )


def _of_sets(choices: Choices, keys: Sequence[str], total: int, positives: int) -> tuple[str, Part]:
    """The sentence for several data sets, and all that belongs to them."""
    sets = with_these_data(data_sets(choices.sets), total, positives)
    rows = set_rows(keys, sets)
    shown = rows[: len(choices.measure)]
    return (
        sets_sentence(shown, sets),
        Part(
            sets_notes(shown, sets),
            {"sets": Figure("Baselines of the data sets", sets_alt(shown, sets), partial(sets_figure, shown, sets))},
            {
                "sets": Table.of("Data sets", sizes_table(sets)),
                "measures": Table("All baselines of the data sets", len(rows), partial(sets_table, rows, sets)),
            },
            values={
                "sets": [
                    {
                        "name": data_set.name,
                        "total": data_set.total,
                        "positives": data_set.positives,
                        "baselines": {row.measure.key: row.best[at] for row in rows},
                    }
                    for at, data_set in enumerate(sets)
                ]
            },
        ),
    )
