"""What changed?"""

from collections.abc import Mapping
from functools import partial
from typing import Annotated, Any

from pydantic import Field

from ddcore.answers.base import needs
from ddcore.answers.base.answer import Answer, Figure, Table
from ddcore.answers.base.options import (
    Key,
    Measures,
    NumberField,
    OfData,
    Offered,
    OfFile,
    Options,
    Slider,
    judging_share,
)
from ddcore.answers.base.words import about
from ddcore.answers.change.compute import Found, found_of
from ddcore.answers.change.draw import (
    Foretold,
    Steps,
    drift_alt,
    drift_figure,
    foretold_alt,
    foretold_figure,
    parts_alt,
    parts_figure,
)
from ddcore.answers.change.method import method
from ddcore.answers.change.notes import notes_of
from ddcore.answers.change.sides import Sides, all_values, columns, dividers, sides, usual_pair, values_of
from ddcore.answers.change.tables import drift_rows, expected_rows, parts_rows, rates_rows, values
from ddcore.answers.change.words import reason, sentence, then
from ddcore.data import Data
from ddcore.measures import Measure, measure

TITLE = "Change"
SECTION = "scores"
NEEDS = needs.then_and_now
NEEDED = "What changed shows in two sets of cases: two files, or one with a column that divides them, such as a date."
EXAMPLE = "sample=then_and_now"
SAMPLE = "then_and_now"
NEXT = {
    "thresholds": "Is {threshold} the right threshold?",
    "prevalence": "What if positives were rarer?",
    "curves": "How well do the scores separate?",
}
"""What may be asked next, the most useful first, by the name of the question."""


class Choices(Options):
    """What divides the cases into then and now, the measure, and the threshold of now."""

    measure: Annotated[tuple[str, ...], Measures(judging_share, most=1), Key("measure_looked_at")] = Field(
        ("ACC",), title="Measures", description="Each stands with its formula in the table below."
    )
    by: Annotated[str | None, Offered(), OfData(), OfFile(columns, True, "column")] = Field(
        None,
        alias="split",
        title="Then and now by",
        description="A column of groups, chosen on the card of the file; of numbers or dates it is cut in two.",
    )
    then: Annotated[str | None, Offered(), OfData(), OfFile(all_values, True, "value")] = Field(
        None, title="Then", description="The cases that the change is counted from."
    )
    now: Annotated[str | None, Offered(), OfData(), OfFile(all_values, True, "value")] = Field(
        None, title="Now", description="The cases whose scores are compared with those of then."
    )
    cut: Annotated[float, Slider(0.05, percent=True)] = Field(
        0.5,
        ge=0.05,
        le=0.95,
        title="Share of the cases that is then",
        description="A column of numbers or dates is cut where about so many of the cases come before.",
    )
    threshold_now: Annotated[float | None, NumberField(0.01, "%.4g", "as then"), OfData()] = Field(
        None,
        ge=-1e12,
        le=1e12,
        title="Threshold now",
        description="Where now another score is enough to be predicted positive; empty: the same as then.",
    )

    @classmethod
    def defaults(cls, data: Data) -> Mapping[str, Any]:
        """The first column that divides the cases, and two of its values."""
        return cls.defaults_given(data, {})

    @classmethod
    def defaults_given(cls, data: Data, chosen: Mapping[str, Any]) -> Mapping[str, Any]:
        """Two values of the column that is chosen."""
        first = next(iter(dividers(data)), None)
        listed = values_of(data, chosen.get("by") or first)
        pair = usual_pair(listed)
        if pair is None:
            return {"by": first}
        then, now = pair
        if chosen.get("then", then) == now:
            now = next(value for value in listed if value != now)
        return {"by": first, "then": then, "now": now}

    @classmethod
    def offered(cls, name: str, data: Data, chosen: Mapping[str, Any]) -> Mapping[Any, str] | None:
        """Columns, and the values of the one that is chosen: none of a column that is cut."""
        if name == "by":
            return dividers(data)
        if name not in ("then", "now"):
            return None
        listed = values_of(data, chosen.get("by") or next(iter(dividers(data)), None))
        return {value: value for value in listed if name == "then" or value != chosen.get("then")}


def answer(data: Data, choices: Choices = Choices()) -> Answer:
    """By how much a measure changed, and what of it comes from the share of positives and what from the classifier."""
    choices = choices.with_defaults(data)
    found = _found(data, choices)
    row = measure(choices.measure[0])
    named = found.sides.then, found.sides.now
    drawn = partial(drift_figure, found.sides.scores, found.drift, named)
    figures = {"drift": Figure("The scores then and now", drift_alt(found.drift), drawn)}
    tables = {}
    if found.parts:
        steps = _steps(found, row)
        figures = {"change": Figure("From then to now", parts_alt(steps), partial(parts_figure, steps)), **figures}
        tables["parts"] = Table.of("Every measure with its parts", parts_rows(found))
    elif found.expected is not None:
        told = Foretold(row, then(found, row), found.expected.if_share[row.key], found.expected.if_mix[row.key])
        shown = Figure("What it would be", foretold_alt(told), partial(foretold_figure, told))
        figures = {"change": shown, **figures}
    tables["rates"] = Table.of("What changed, and whether it is luck", rates_rows(found))
    tables["drift"] = Table.of("Whether the scores drifted", drift_rows(found))
    if found.expected is not None:
        tables["expected"] = Table.of("What the scores alone would say", expected_rows(found))
    return Answer(
        __doc__,
        sentence(found, row),
        reason(found, row),
        about(data),
        notes_of(found, row),
        figures,
        tables,
        method(found, row),
        values(found),
    )


def _steps(found: Found, row: Measure) -> Steps:
    """The parts in the order of the chart; a threshold that is the same has none."""
    parts, sides = found.parts[row.key], found.sides
    moved = sides.before.threshold != sides.after.threshold
    names = [name for name in parts.names if name != "threshold" or moved]
    return Steps(row, parts.then, parts.now, {name: found.ends[row.key][name] for name in names})


def _found(data: Data, choices: Choices) -> Found:
    by, key = str(choices.by), choices.measure[0]
    asked = (data.name, data.model.threshold, by, choices.then, choices.now, choices.cut, choices.threshold_now)
    own = data.cached(("sides of a change", *asked), lambda: _sides(data, choices))
    return data.cached(("change", *asked, key if "=" in key else ""), lambda: found_of(own, [key]))


def _sides(data: Data, choices: Choices) -> Sides:
    by = str(choices.by)
    named = None if not values_of(data, by) else (str(choices.then), str(choices.now))
    return sides(data, by, named, choices.cut, choices.threshold_now)
