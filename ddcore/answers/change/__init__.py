"""What changed?"""

from collections.abc import Mapping
from functools import partial
from typing import Annotated, Any

from pydantic import Field

from ddcore.answers.base import needs
from ddcore.answers.base.answer import Answer, Figure, Part, Table
from ddcore.answers.base.words import about
from ddcore.answers.change.compute import ChangeAnalysis, analysis_of
from ddcore.answers.change.draw import (
    ExpectedNow,
    Steps,
    drift_alt,
    drift_figure,
    expected_alt,
    expected_figure,
    parts_alt,
    parts_figure,
)
from ddcore.answers.change.sides import (
    ThenAndNow,
    all_values,
    columns,
    default_pair,
    dividers,
    then_and_now,
    values_of,
)
from ddcore.answers.change.tables import drift_table, expected_table, parts_table, rates_table, values_and_numbers
from ddcore.answers.change.words import method, notes, reason, sentence
from ddcore.data import Data
from ddcore.measures import Measure
from ddcore.measures import measure as measure_named
from ddcore.options import (
    Key,
    Measures,
    NumberField,
    OfData,
    Offered,
    OfFile,
    OfSingleCases,
    Slider,
    in_force,
    judging_share,
)
from ddcore.records.threshold import rule_of, under

TITLE = "Then and now"
SECTION = "performance"
WORDS = (
    "drift, data drift, concept drift, shift, covariate shift, label shift, monitoring, PSI, population "
    "stability index, over time, production, degradation, before and after, train and test, new data"
)
NEEDS = needs.then_and_now
NEEDED = "Two sets of cases show what changed: two files, or one file with a column that divides it, such as a date."
EXAMPLE = "sample=then_and_now"
SAMPLE = "then_and_now"
NEXT = {
    "thresholds": "Is {threshold} the right threshold?",
    "prevalence": "What if positives were rarer?",
    "curves": "How well do the scores separate?",
}
"""What may be asked next, the most useful first, by the name of the question."""


class Choices(OfSingleCases):
    """What divides the cases into then and now, the measure, and the threshold now."""

    measure: Annotated[tuple[str, ...], Measures(judging_share, most=1), Key("measure_looked_at")] = in_force("F1")
    by: Annotated[str | None, Offered(), OfData(), OfFile(columns, True, "column")] = Field(
        None,
        alias="split",
        title="Divided by",
        description="A column of groups; a column of numbers or dates is cut in two.",
    )
    then: Annotated[str | None, Offered(), OfData(), OfFile(all_values, True, "value")] = Field(
        None, title="Then", description="The earlier cases, from which the change is measured."
    )
    now: Annotated[str | None, Offered(), OfData(), OfFile(all_values, True, "value")] = Field(
        None, title="Now", description="The later cases, which are compared with the earlier ones."
    )
    cut: Annotated[float, Slider(0.05, percent=True)] = Field(
        0.5,
        ge=0.05,
        le=0.95,
        title="Share of earlier cases",
        description="A column of numbers or dates is cut where about this share of the cases comes before.",
    )
    threshold_now: Annotated[float | None, NumberField(0.01, "%.4g", "as then"), OfData()] = Field(
        None,
        ge=-1e12,
        le=1e12,
        title="Threshold now",
        description="The threshold of the later cases, if it is another one; empty: the same as then.",
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
        pair = default_pair(listed)
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
    """By how much a measure changed, and how much of it comes from the base rate and from the classifier."""
    choices = choices.with_defaults(data)
    measure = measure_named(choices.measure[0])
    analysis = _analysis(data, choices).led_by(measure)
    return Answer.of(
        Answer(__doc__, sentence(analysis, measure), reason(analysis, measure), about(data)),
        Part(notes(analysis, measure), method=method(analysis, measure)),
        _change_part(analysis, measure),
        _drift_part(analysis),
        _expected_part(analysis),
        values_and_numbers(analysis, measure),
    )


def _change_part(analysis: ChangeAnalysis, measure: Measure) -> Part:
    """The change of a measure in its parts; where it cannot be divided, what the scores alone let expect."""
    if analysis.parts:
        steps = Steps.of(analysis, measure)
        figure = Figure("From then to now", parts_alt(steps), partial(parts_figure, steps))
        return Part(
            (),
            {"change": figure},
            {
                "parts": Table(
                    "Causes of the change of every measure", len(analysis.parts), partial(parts_table, analysis)
                )
            },
        )
    expected = analysis.expected
    if expected is None:
        return Part()
    shown = ExpectedNow(measure, analysis.then(measure), expected.if_share[measure.key], expected.if_mix[measure.key])
    return Part((), {"change": Figure("Expected now", expected_alt(shown), partial(expected_figure, shown))})


def _drift_part(analysis: ChangeAnalysis) -> Part:
    """The scores then and now, and which rates changed."""
    sides, drift = analysis.sides, analysis.drift
    draw = partial(drift_figure, sides.scores, drift, (sides.then, sides.now))
    return Part(
        figures={"drift": Figure("The scores then and now", drift_alt(drift), draw)},
        tables={
            "rates": Table.of("Rates then and now", rates_table(analysis)),
            "drift": Table.of("Drift of the scores", drift_table(analysis)),
        },
    )


def _expected_part(analysis: ChangeAnalysis) -> Part:
    """Estimates of every measure from the scores alone."""
    if analysis.expected is None:
        return Part()
    rows = partial(expected_table, analysis)
    return Part(tables={"expected": Table("Estimates from the scores alone", 1 + len(analysis.measures), rows)})


def _analysis(data: Data, choices: Choices) -> ChangeAnalysis:
    """The analysis of all measures, cached with the data; a formula of one's own has its own."""
    by, key = str(choices.by), choices.measure[0]
    asked = (data.name, data.model.threshold, by, choices.then, choices.now, choices.cut, choices.threshold_now)
    wanted = ("sides of a change", data.name, by, choices.then, choices.now, choices.cut)
    cut = threshold = data.model.threshold
    if choices.threshold_now is not None:
        cut = under(rule_of(threshold), choices.threshold_now)
    sides = data.cached(wanted, partial(_sides, data, choices)).at(threshold, cut)
    own = [key] if "=" in key else []
    return data.cached(("change", *asked, *own), partial(analysis_of, sides, own))


def _sides(data: Data, choices: Choices) -> ThenAndNow:
    by = str(choices.by)
    values = (str(choices.then), str(choices.now)) if values_of(data, by) else None
    return then_and_now(data, by, values, choices.cut)
