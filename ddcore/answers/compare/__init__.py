"""Is A better than B?"""

from collections.abc import Iterable, Mapping
from functools import partial
from typing import Annotated, Any

from pydantic import Field

from ddcore.answers.base import needs
from ddcore.answers.base.answer import Answer, Figure, Part, Table
from ddcore.answers.base.money import Money
from ddcore.answers.base.prices import Payoffs, Unit, Written, as_written, cells, default_prices
from ddcore.answers.base.words import about, in_text, literal
from ddcore.answers.compare.compute import (
    WORTH,
    Criterion,
    Pairs,
    Result,
    all_results,
    area_criterion,
    charted,
    every_pair,
    measure_criterion,
)
from ddcore.answers.compare.draw import (
    DifferenceRow,
    PairMap,
    compare_alt,
    compare_figure,
    pairs_alt,
    pairs_figure,
)
from ddcore.answers.compare.sides import (
    ModelCases,
    Sides,
    case_parts,
    disagreement_of,
    on_separate_cases,
    opponents,
    separate_areas_compared,
    side_names,
    sides_of,
)
from ddcore.answers.compare.tables import differing_cases, pairs_table, results_table, values_and_numbers
from ddcore.answers.compare.words import Writer, method, notes, reason, sentence
from ddcore.data import Data
from ddcore.decisions.utility import Utility
from ddcore.errors import InputError
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
from ddcore.scores.dominance import Difference, roc_difference

__all__ = ["Choices", "ModelCases", "Sides", "answer", "on_separate_cases", "separate_areas_compared"]

TITLE = "Compare"
SECTION = "performance"
WORDS = (
    "compare models, A/B, A/B test, McNemar, DeLong, paired, difference, significance test, better model, "
    "challenger, champion, non-inferiority, equivalence, leaderboard"
)
NEEDS = needs.two_sides
NEEDED = "A comparison needs two models, two files, or a column of groups."
EXAMPLE = "sample=lending_club"
SAMPLE = "lending_club"
UNANSWERED = "These two cannot be compared yet."
NEXT = {
    "curves": "Where is one ROC curve above the other?",
    "utility": "Which model is worth most?",
    "ensemble": "Are two models together better than one?",
}
"""What may be asked next, the most useful first, by the name of the question."""

MARGIN = 0.02
"""The difference that does not matter, by default."""
LISTED = 20
"""The most sides that a refusal lists."""


class Choices(OfSingleCases):
    """The two sides, the criterion, and which difference does not matter."""

    first: Annotated[str | None, Offered(), OfData(), OfFile(side_names, True, "side")] = Field(
        None, title="A", description="A model, or a part of the cases of the selected model."
    )
    second: Annotated[str | None, Offered(), OfData(), OfFile(side_names, True, "side")] = Field(
        None, title="B", description="Another model, or another part of the same column."
    )
    judge: Annotated[
        str,
        OneOf({"measure": "A measure", "AUC": "AUC", "AP": "Average precision", WORTH: "What they are worth"}, "tabs"),
    ] = Field(
        "measure",
        title="Compared by",
        description="A measure judges predictions at the current thresholds, an area judges scores at all thresholds, "
        "and worth is what right and wrong predictions gain and cost.",
    )
    measure: Annotated[tuple[str, ...], Measures(judging_share, most=1), Key("measure_looked_at")] = in_force("F1")
    u: Payoffs = None
    unit: Unit = None
    written: Written = None
    margin: Annotated[float | None, NumberField(0.005, placeholder="none"), OfData()] = Field(
        None,
        alias="equivalence",
        ge=0,
        le=1e12,
        title="Differences this small do not matter",
        description="Differences up to this size do not matter, in either direction (the margin of equivalence). 0 for "
        "none.",
    )
    correction: Correction = correction("holm")

    @classmethod
    def defaults_given(cls, data: Data, chosen: Mapping[str, Any]) -> Mapping[str, Any]:
        """The selected model against the next best; no margin for what has no scale."""
        default_first = next(iter(cls.offered("first", data, {}) or {}), None)
        first = chosen.get("first") or default_first
        defaults: dict[str, Any] = {"first": default_first}
        if first is not None:
            defaults["second"] = _opponent(data, first)
        defaults["margin"] = 0.0 if chosen.get("judge") == WORTH else MARGIN
        return {**defaults, **as_written(default_prices(data), chosen)}

    @classmethod
    def offered(cls, name: str, data: Data, chosen: Mapping[str, Any]) -> Mapping[Any, str] | None:
        """The sides; for the second those that the first can be compared with."""
        if name == "first":
            models = [data.name, *(other for other in data.models if other != data.name)] if data.several else []
            return {side: side for side in (*models, *case_parts(data))}
        if name == "second":
            first = chosen.get("first") or next(iter(cls.offered("first", data, {}) or {}), None)
            return None if first is None else {side: side for side in opponents(data, first)}
        return None


def _opponent(data: Data, first: str) -> str | None:
    """The other model with the highest AUC, of labels the highest accuracy; the next part of a column."""
    others = opponents(data, first)
    if first not in data.models or not others:
        return next(iter(others), None)

    def strength(name: str) -> tuple[bool, float]:
        model = data.models[name]
        comparable = (model.table is None) == (data.models[first].table is None)
        return comparable, float(MEASURES["ACC"](model.counts)) if model.table is None else model.table.auc

    return max(others, key=strength)


def answer(data: Data, choices: Choices = Choices()) -> Answer:
    """Which side is better by the chosen criterion, how surely, and in what else they differ."""
    choices = choices.with_defaults(data)
    if choices.first is not None:
        _check_side("first", choices.first, choices.offered("first", data, {}))
    if choices.first is None or choices.second is None:
        raise InputError("there must be two sides to compare; choose A and B")
    against = f", to compare with {choices.first}"
    _check_side("second", choices.second, opponents(data, choices.first), against)
    sides = sides_of(data, choices.first, choices.second)
    criterion, money = _criterion(data, choices)
    margin = choices.margin or 0.0
    band = margin if criterion.has_margin else 0.0
    results = _results(data, sides, criterion, margin)
    pairs = _pairs(data, criterion, choices) if len(data.models) > 2 and choices.first in data.models else None
    writer, differ = Writer(criterion, money), _differ_part(data, sides)
    rows = [DifferenceRow.of(result) for result in charted(results, criterion)]
    return Answer.of(
        Answer(__doc__, sentence(results[0], sides, band, writer), reason(sides), about(data)),
        Part(
            notes(results, sides, band, writer, pairs, _curves(data, sides)),
            {
                "compare": Figure(
                    "Differences, A minus B",
                    compare_alt(rows, sides.names),
                    partial(compare_figure, rows, sides.names, band),
                )
            },
            {"compare": Table("Every measure", len(results), partial(results_table, results, sides.names, margin))},
            method(sides, margin),
        ),
        *([] if pairs is None else [_pairs_part(pairs, len(data.models))]),
        differ,
        values_and_numbers(
            results, sides, margin, pairs, differ.tables["differ"].size if "differ" in differ.tables else None
        ),
    )


def _check_side(name: str, side: str, offered: Iterable[str] | None, against: str = "") -> None:
    """Raises `InputError`, which lists what is offered, for a side that is not offered."""
    known = list(offered or ())
    if known and side not in known:
        listed = ", ".join(f'"{other}"' for other in known[:LISTED])
        more = f" and {len(known) - LISTED} more" if len(known) > LISTED else ""
        raise InputError(f'{name} must be one of {listed}{more}{against}, got "{side:.40}"')


def _criterion(data: Data, choices: Choices) -> tuple[Criterion, Money | None]:
    """The criterion, and how worth is written; None for all others."""
    if choices.judge == "measure":
        key, names = choices.measure[0], _names()
        return measure_criterion(key, names[key] if key in names else literal(key.partition("=")[0].strip())), None
    if choices.judge != WORTH:
        return area_criterion(choices.judge), None
    utility = Utility.of(cells(choices.u), choices.unit or "")
    span = float(utility.highest - utility.lowest)
    money = Money(-1 if choices.written == "costs" else 1, span, choices.unit or "")
    title = f"Worth a case{f', {choices.unit}' if choices.unit else ''}"
    return Criterion(
        WORTH, "cost per case" if money.as_costs else "worth per case", title, "higher", utility=utility
    ), money


def _names() -> dict[str, str]:
    """The names of the measures within a sentence."""
    return {key: in_text(row) for key, row in MEASURES.items()}


def _results(data: Data, sides: Sides, criterion: Criterion, margin: float) -> list[Result]:
    """The results by all criteria, cached with the data; the chosen criterion first."""
    thresholds = tuple(model.threshold for model in data.models.values())
    utility = criterion.utility
    payoffs = None if utility is None else tuple(float(payoff) for payoff in utility.payoffs.values())
    return data.cached(
        ("compare", data.name, sides.names, thresholds, criterion.key, criterion.title, payoffs, margin),
        partial(all_results, data, sides, criterion, margin, _names()),
    )


def _pairs(data: Data, criterion: Criterion, choices: Choices) -> Pairs:
    """All pairs of models by the criterion, cached with the data."""
    thresholds = tuple(model.threshold for model in data.models.values())
    payoffs = choices.u if criterion.key == WORTH else None
    return data.cached(
        ("compare pairs", data.name, thresholds, criterion.key, criterion.title, payoffs, choices.correction),
        partial(every_pair, data, criterion, choices.correction),
    )


def _pairs_part(pairs: Pairs, models: int) -> Part:
    """The map and the table of all pairs; `models` is the number of all models, shown or not."""
    shown, size = PairMap.of(pairs), len(pairs.names)
    selection = f" These are {size} of {models} models: the selected one and those that separate best."
    figure = Figure(
        f"All pairs by {pairs.criterion.title}: row minus column",
        pairs_alt(shown),
        partial(pairs_figure, shown),
        f"A star marks a sure difference, corrected for the number of pairs.{selection if size < models else ''}",
    )
    return Part(figures={"pairs": figure}, tables={"pairs": Table.of("Every pair of models", pairs_table(pairs))})


def _differ_part(data: Data, sides: Sides) -> Part:
    """The table of the cases that both sides predict differently; nothing where each has its own cases."""
    disagreement = disagreement_of(sides)
    if disagreement is None:
        return Part()
    rows = partial(differing_cases, data, sides, disagreement)
    table = Table("Cases on which they disagree", int(disagreement.differ.sum()), rows, cases=True)
    return Part(tables={"differ": table})


def _curves(data: Data, sides: Sides) -> Difference | None:
    """The difference of the ROC curves of two models with scores of the same cases; None for all others."""
    tables = [data.models[name].table for name in sides.names if name in data.models]
    if sides.score is None or not sides.has_all_cases or len(tables) < 2:
        return None
    first, second = tables
    if first is None or second is None:
        return None
    if not all(table.positives.any() and table.negatives.any() for table in (first, second)):
        return None
    return data.cached(("compare curves", sides.names), lambda: roc_difference(first, second))
