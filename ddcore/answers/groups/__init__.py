"""Where does it fail?"""

from collections.abc import Mapping
from functools import partial
from typing import Annotated, Any

from pydantic import Field

from ddcore.answers.base import needs
from ddcore.answers.base.answer import Answer, Figure, Part, Table
from ddcore.answers.groups import gaps, segments, thresholds
from ddcore.answers.groups.compute import (
    MAP_ROWS,
    analysis_of,
    class_key,
    dividers,
    funnel_of,
    groups_of,
    map_of,
    verdicts_by_measure,
)
from ddcore.answers.groups.draw import PANELS, funnel_alt, funnel_figure, map_alt, map_figure
from ddcore.answers.groups.tables import every_measure, ranked_groups, state_counts, values_and_numbers
from ddcore.answers.groups.words import about_groups, method, notes, reason, sentence
from ddcore.data import Data
from ddcore.measures import MEASURES
from ddcore.options import (
    Correction,
    Key,
    Measures,
    NumberField,
    OfData,
    Offered,
    OfFile,
    OfSingleCases,
    OneOf,
    correction,
    in_force,
    judging_share,
)
from ddcore.read.attributes import ATTRIBUTE

TITLE = "Groups"
SECTION = "performance"
WORDS = (
    "fairness, bias, subgroup, slice, segment, disparity, equalized odds, equal opportunity, demographic "
    "parity, protected attribute, sensitive feature, error analysis, gender, race, region, weak spots, "
    "per class"
)
NEEDS = needs.groups
NEEDED = (
    "Groups of cases show where a model fails: a column that divides the cases, more than two classes, or two files."
)
EXAMPLE = "sample=credit"
SAMPLE = "credit"
NEXT = {
    "cases": "What should be done with each case?",
    "thresholds": "Is {threshold} the right threshold?",
    "folds": "How steady is the score?",
}
"""What may be asked next, the most useful first, by the name of the question."""

CUTS = (2, 3, 4, 5, 8, 10, 20)
"""The numbers of parts that a column of numbers can be cut into."""
LOOKS = {
    "gaps": "Gaps between groups",
    "each": "Beats chance in each",
    "segments": "Weakest segments",
    "thresholds": "Thresholds by group",
}
"""The ways to show groups."""
LEAST = (20, 30, 50, 100, 200, 500, 1000)
"""The least numbers of cases of a segment."""


class Choices(OfSingleCases):
    """How groups are shown, the measure, what divides the cases, and when a difference is clear."""

    show: Annotated[str | None, OneOf(LOOKS, "tabs")] = Field(
        None,
        title="View",
        description="The gap of each group to the others; whether each group beats chance; the weakest values and "
        "pairs of values of all columns; or the effect of separate thresholds for each group.",
    )
    measure: Annotated[tuple[str, ...], Measures(judging_share, most=1), Key("measure_looked_at")] = in_force("F1")
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
        description="Numbers and dates are cut into parts with about the same number of cases.",
    )
    reference: Annotated[
        str | None, Offered(), OfData(), OfFile(lambda data: gaps.reference_names(data, CUTS), True, "group")
    ] = Field(
        None,
        title="Compared with",
        description="Each group is compared with all other groups together, or with the group you choose. Of two "
        "groups one is compared with the other.",
    )
    correction: Correction = correction("bh")
    least: Annotated[int, OneOf({size: str(size) for size in LEAST}, "steps")] = Field(
        30,
        title="Smallest segment, in cases",
        description="Smaller segments are not searched, because few cases show nothing clearly.",
    )
    miss: Annotated[float, NumberField(1.0, digits="%g"), OfData()] = Field(
        1.0,
        ge=0.001,
        le=1000,
        title="Cost of a miss, in false alarms",
        description="A miss is a positive case predicted negative, a false alarm a negative case predicted positive.",
    )
    panel: Annotated[str, OneOf(PANELS, "tabs")] = Field(
        "cost", title="Shown", description="What the chart shows for each rule, in each group and overall."
    )

    @classmethod
    def defaults_given(cls, data: Data, chosen: Mapping[str, Any]) -> Mapping[str, Any]:
        """The first view, the first column that it can show, and what groups are compared with there."""
        show = chosen.get("show") or _first_look(data, chosen.get("column"))
        column = chosen.get("column") or next(iter(columns(data, show) or dividers(data)), None)
        others = _references(data, {**chosen, "show": show, "column": column})
        return {"show": show, "column": column, "reference": next(iter(others), None)}

    @classmethod
    def offered(cls, name: str, data: Data, chosen: Mapping[str, Any]) -> Mapping[Any, str] | None:
        """What can divide the cases, and the ways to show groups of these data."""
        if name == "show":
            return looks(data)
        if name == "column":
            return columns(data, chosen.get("show") or _first_look(data, None))
        if name == "reference":
            others = _references(data, {**cls.defaults_given(data, chosen), **chosen})
            rest = set(others[:1]) if len(others) > 2 else set()
            return {group: "all other groups" if group in rest else group for group in others} or None
        return None


def columns(data: Data, show: str) -> Mapping[str, str]:
    """What can divide the cases in a view: beside chance also the classes, for gaps what has two groups or more."""
    if show == "each" or data.rows is None:
        return dividers(data)
    return {name: name for name in (gaps.comparable(data) if show == "gaps" else data.rows.splits)}


def _first_look(data: Data, column: str | None) -> str:
    """The view unless another is chosen.

    Groups of classes have no gaps, as they share their cases; attributes have truths of their own, so that a gap
    between two says little.
    """
    first = column or next(iter(dividers(data)), None)
    return "each" if column == class_key(data) or first == ATTRIBUTE else next(iter(looks(data)))


def _references(data: Data, chosen: Mapping[str, Any]) -> list[str]:
    """What groups can be compared with, in the view of gaps."""
    if chosen["show"] != "gaps" or chosen["column"] is None:
        return []
    return gaps.references(data, chosen["column"], chosen.get("cuts", 5))


def looks(data: Data) -> Mapping[str, str]:
    """The ways to show groups of some data: all but that beside chance need a column, thresholds also scores."""
    splits = data.rows is not None and bool(data.rows.splits)
    offered = {
        "gaps": bool(gaps.comparable(data)),
        "each": True,
        "segments": splits,
        "thresholds": splits and data.chosen is not None and data.model.table is not None,
    }
    return {look: title for look, title in LOOKS.items() if offered[look]}


def answer(data: Data, choices: Choices = Choices()) -> Answer:
    """The gaps between groups, the number of groups that do not beat chance, the weakest segments, or thresholds.

    Raises `InputError` where the data have no groups of the kind that is shown.
    """
    choices = choices.with_defaults(data)
    question, measure, column = __doc__ or "", choices.measure[0], str(choices.column)
    if choices.show == "segments":
        return segments.answer(question, data, measure, choices.cuts, choices.least, choices.level)
    if choices.show == "thresholds":
        return thresholds.answer(question, data, column, choices.cuts, choices.miss, choices.panel)
    groups = groups_of(data, column, choices.cuts)
    on = verdicts_by_measure(data, groups, (column, choices.cuts), choices.level, choices.correction)
    analysis = analysis_of(data, groups, on(measure))
    if choices.show == "gaps":
        asked = column, choices.cuts, choices.correction, choices.level
        return gaps.answer(question, data, gaps.gaps_of(data, analysis, str(choices.reference), *asked))
    verdicts, funnel, shown = analysis.verdicts, funnel_of(analysis), map_of(analysis, on)
    return Answer.of(
        Answer(question, sentence(analysis), reason(analysis), about_groups(data, groups)),
        Part(
            notes(analysis),
            {
                "groups": Figure(
                    f"Lead over chance in each {groups.noun}", funnel_alt(funnel), partial(funnel_figure, funnel)
                ),
                "map": Figure(
                    f"The {MAP_ROWS} weakest {groups.nouns}"
                    if shown.total > MAP_ROWS
                    else f"From chance to perfect, in each {groups.noun}",
                    map_alt(shown),
                    partial(map_figure, shown),
                    "Percent of the way from the baseline to a perfect score. Orange is no better than chance.",
                ),
            },
            {
                "models": Table.of(f"Verdicts on all {groups.nouns}", state_counts(groups, verdicts)),
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
            method(analysis),
        ),
        values_and_numbers(analysis),
    )


def long_table_measures() -> list[str]:
    """The measures of the long table: those that judge, whatever the number of cases."""
    return [key for key, measure in MEASURES.items() if judging_share(measure)]
