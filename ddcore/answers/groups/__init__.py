"""Where does it fail?"""

from collections.abc import Mapping
from functools import partial
from typing import Annotated, Any

from pydantic import Field

from ddcore.answers.base import needs
from ddcore.answers.base.answer import Answer, Figure, Part, Table
from ddcore.answers.groups import segments, thresholds
from ddcore.answers.groups.compute import (
    MAP_ROWS,
    analysis_of,
    dividers,
    funnel_of,
    gaps_of,
    groups_of,
    map_of,
    reference_names,
    references,
    verdicts_by_measure,
)
from ddcore.answers.groups.draw import PANELS, funnel_alt, funnel_figure, map_alt, map_figure
from ddcore.answers.groups.tables import every_measure, gap_part, ranked_groups, state_counts, values_and_numbers
from ddcore.answers.groups.words import GAPS_METHOD, about_groups, method, notes, reason, sentence
from ddcore.data import Data
from ddcore.measures import MEASURES
from ddcore.options import (
    Asked,
    Correction,
    Key,
    Measures,
    NumberField,
    OfData,
    Offered,
    OfFile,
    OneOf,
    correction,
    judging_share,
)

TITLE = "Groups"
SECTION = "performance"
NEEDS = needs.groups
NEEDED = (
    "Where a model fails shows in groups of cases: a column that divides them, more than two classes, or two files."
)
EXAMPLE = "sample=hpc_cv"
SAMPLE = "hpc_cv"
NEXT = {
    "cases": "What should be done with each case?",
    "thresholds": "Is {threshold} the right threshold?",
    "folds": "How steady is the score?",
}
"""What may be asked next, the most useful first, by the name of the question."""

CUTS = (2, 3, 4, 5, 8, 10, 20)
"""The numbers of parts that a column of numbers can be cut into."""
LOOKS = {"each": "Each group", "segments": "Weakest segments", "thresholds": "Thresholds by group"}
"""The ways to show groups."""
LEAST = (20, 30, 50, 100, 200, 500, 1000)
"""The least numbers of cases of a segment."""


class Choices(Asked):
    """How groups are shown, the measure, what divides the cases, and when a claim is sure."""

    show: Annotated[str, OneOf(LOOKS, "tabs")] = Field(
        "each",
        title="Look at",
        description="Each group of a column beside chance; the weakest of all values and pairs of values of all "
        "columns; or what thresholds of its own would change for each group.",
    )
    measure: Annotated[tuple[str, ...], Measures(judging_share, most=1), Key("measure_looked_at")] = Field(
        ("F1",), title="Measures", description="Each stands with its formula in the table below."
    )
    column: Annotated[str | None, Offered(), OfData(), OfFile(lambda data: list(dividers(data)), True, "column")] = (
        Field(
            None,
            title="Divided by",
            description="A column of groups, or each class in turn against the rest.",
        )
    )
    cuts: Annotated[int, OneOf({most: str(most) for most in CUTS}, "steps")] = Field(
        5,
        title="Parts of a column of numbers",
        description="Numbers and dates are cut into parts of about as many cases each.",
    )
    reference: Annotated[
        str | None, Offered(), OfData(), OfFile(lambda data: reference_names(data, CUTS), True, "group")
    ] = Field(
        None,
        title="Reference group",
        description="The group that each other one is held against, by its gap and its ratio. To begin with it is the "
        "largest.",
    )
    correction: Correction = correction("bh")
    least: Annotated[int, OneOf({size: str(size) for size in LEAST}, "steps")] = Field(
        30,
        title="Cases of a segment, at least",
        description="Smaller segments are not searched: of few cases nothing is sure.",
    )
    miss: Annotated[float, NumberField(1.0, digits="%g"), OfData()] = Field(
        1.0,
        ge=0.001,
        le=1000,
        title="A miss costs so many false alarms",
        description="A miss is a positive case predicted negative, a false alarm a negative one predicted positive.",
    )
    panel: Annotated[str, OneOf(PANELS, "tabs")] = Field(
        "cost", title="Shown", description="What the chart has of each rule, in each group and in all of them."
    )

    @classmethod
    def defaults_given(cls, data: Data, chosen: Mapping[str, Any]) -> Mapping[str, Any]:
        """The first column that divides the cases, and its largest group for the reference."""
        column = chosen.get("column") or next(iter(dividers(data)), None)
        return {"column": column, "reference": next(iter(_references(data, {**chosen, "column": column})), None)}

    @classmethod
    def offered(cls, name: str, data: Data, chosen: Mapping[str, Any]) -> Mapping[Any, str] | None:
        """What can divide the cases, and the ways to show groups of these data."""
        if name == "show":
            return looks(data)
        if name == "reference":
            column = chosen.get("column") or next(iter(dividers(data)), None)
            return {group: group for group in _references(data, {**chosen, "column": column})} or None
        return dividers(data) if name == "column" else None


def _references(data: Data, chosen: Mapping[str, Any]) -> list[str]:
    """The groups that others can be held against, where groups are shown by a column."""
    if chosen.get("show", "each") != "each" or chosen["column"] is None:
        return []
    return references(data, chosen["column"], chosen.get("cuts", 5))


def looks(data: Data) -> Mapping[str, str]:
    """The ways to show groups of some data: segments and thresholds need a column, thresholds also scores."""
    columns = data.rows is not None and bool(data.rows.splits)
    scores = columns and data.chosen is not None and data.model.table is not None
    return {
        look: title for look, title in LOOKS.items() if look == "each" or (columns if look == "segments" else scores)
    }


def answer(data: Data, choices: Choices = Choices()) -> Answer:
    """The number of groups in which the selected model is no better than chance, the weakest segments, or thresholds.

    Raises `InputError` where the data have no groups of the kind that is shown.
    """
    choices = choices.with_defaults(data)
    question, measure = __doc__ or "", choices.measure[0]
    if choices.show == "segments":
        return segments.answer(question, data, measure, choices.cuts, choices.least, choices.level)
    if choices.show == "thresholds":
        return thresholds.answer(question, data, str(choices.column), choices.cuts, choices.miss, choices.panel)
    groups = groups_of(data, str(choices.column), choices.cuts)
    on = verdicts_by_measure(data, groups, (str(choices.column), choices.cuts), choices.level, choices.correction)
    analysis = analysis_of(data, groups, on(measure))
    gaps = (
        None
        if choices.reference is None
        else gaps_of(
            data, analysis, choices.reference, str(choices.column), choices.cuts, choices.correction, choices.level
        )
    )
    verdicts, funnel, shown = analysis.verdicts, funnel_of(analysis), map_of(analysis, on)
    return Answer.of(
        Answer(__doc__, sentence(analysis), reason(analysis), about_groups(data, groups)),
        Part(
            notes(analysis, gaps, choices.reference),
            {
                "groups": Figure(
                    f"Distance from chance in each {groups.noun}", funnel_alt(funnel), partial(funnel_figure, funnel)
                ),
                "map": Figure(
                    f"The {MAP_ROWS} {groups.nouns} that fall shortest"
                    if shown.total > MAP_ROWS
                    else f"From chance to perfect, in each {groups.noun}",
                    map_alt(shown),
                    partial(map_figure, shown),
                    "Percent of the way from the baseline to perfect; orange is no better than chance.",
                ),
            },
            {
                "models": Table.of(f"How many {groups.nouns} are better than chance", state_counts(groups, verdicts)),
                "groups": Table(
                    f"Every {groups.noun}", verdicts.score.size, partial(ranked_groups, groups, verdicts), parquet=True
                ),
                "measures": Table(
                    f"Every {groups.noun} on every measure",
                    verdicts.score.size * len(long_table_measures()),
                    lambda: every_measure(groups, map(on, long_table_measures())),
                    parquet=True,
                ),
            },
            method(analysis) + ("" if gaps is None else GAPS_METHOD),
        ),
        values_and_numbers(analysis),
        Part() if gaps is None else gap_part(analysis, gaps, str(choices.reference)),
    )


def long_table_measures() -> list[str]:
    """The measures of the long table: those that judge, whatever the number of cases."""
    return [key for key, measure in MEASURES.items() if judging_share(measure)]
