"""Is A better than B?"""

import math
from collections.abc import Iterable, Mapping
from functools import partial
from typing import Annotated, Any

import numpy as np
from pydantic import Field

from ddcore.answers.base import needs
from ddcore.answers.base.answer import Answer, Figure, Table, measured
from ddcore.answers.base.money import Money
from ddcore.answers.base.options import (
    Correction,
    Key,
    Measures,
    NumberField,
    OfData,
    Offered,
    OfFile,
    OneOf,
    Options,
    correction,
    judging_share,
)
from ddcore.answers.base.prices import Payoffs, Unit, Written, as_written, cells, default_prices
from ddcore.answers.base.words import about, inside, literal
from ddcore.answers.compare.compute import (
    WORTH,
    Judge,
    Pairs,
    Row,
    by_area,
    by_measure,
    charted,
    differing_rows,
    every_pair,
    every_row,
    table,
)
from ddcore.answers.compare.draw import Line, PairMap, compare_alt, compare_figure, pairs_alt, pairs_figure
from ddcore.answers.compare.sides import Cases, Sides, apart, area_difference, matched, opponents, parts, sides
from ddcore.answers.compare.words import Writer, method, notes, reason, sentence
from ddcore.data import Data
from ddcore.decisions.utility import Utility
from ddcore.errors import InputError
from ddcore.figures.theme import label
from ddcore.measures import MEASURES
from ddcore.scores.dominance import Difference, roc_difference
from ddcore.table import ScoreTable

__all__ = ["Cases", "Choices", "Sides", "answer", "apart", "area_difference"]

TITLE = "Compare"
SECTION = "scores"
NEEDS = needs.two_sides
NEEDED = "It takes two to compare: two models, two files, or a column of groups."
EXAMPLE = "sample=lending_club"
SAMPLE = "lending_club"
UNANSWERED = "These two cannot be compared yet."
NEXT = {
    "curves": "Where is one ROC curve above the other?",
    "utility": "Which model is worth most?",
    "ensemble": "Are two models better than one?",
}
"""What may be asked next, the most useful first, by the name of the question."""

MARGIN = 0.02
"""What does not matter until somebody says otherwise."""


class Choices(Options):
    """What is compared with what, by what, and which difference does not matter."""

    first: Annotated[str | None, Offered(), OfData(), OfFile(sides, True, "side")] = Field(
        None, title="A", description="A model, or a part of the cases of the selected model."
    )
    second: Annotated[str | None, Offered(), OfData(), OfFile(sides, True, "side")] = Field(
        None, title="B", description="Another model, or another part of the same column."
    )
    judge: Annotated[
        str,
        OneOf({"measure": "A measure", "AUC": "AUC", "AP": "Average precision", WORTH: "What they are worth"}, "tabs"),
    ] = Field(
        "measure",
        title="Compared by",
        description="A measure judges predictions at the thresholds set, an area scores at all thresholds, worth what "
        "right and wrong answers gain and cost.",
    )
    measure: Annotated[tuple[str, ...], Measures(judging_share, most=1), Key("measure_compared")] = Field(
        ("ACC",), title="Measure", description="Each stands with its formula in the table below."
    )
    u: Payoffs = None
    unit: Unit = None
    written: Written = None
    margin: Annotated[float | None, NumberField(0.005, placeholder="none"), OfData()] = Field(
        None,
        alias="equivalence",
        ge=0,
        le=1e12,
        title="No matter within",
        description="A difference up to so much does not matter, either way (the margin of equivalence); 0 for none.",
    )
    correction: Correction = correction("holm")

    @classmethod
    def defaults_given(cls, data: Data, chosen: Mapping[str, Any]) -> Mapping[str, Any]:
        """The selected model against the next best; no margin for what has no scale."""
        usual_first = next(iter(cls.offered("first", data, {}) or {}), None)
        first = chosen.get("first") or usual_first
        unsaid: dict[str, Any] = {"first": usual_first}
        if first is not None:
            unsaid["second"] = _opponent(data, first)
        unsaid["margin"] = 0.0 if chosen.get("judge") == WORTH else MARGIN
        return {**unsaid, **as_written(default_prices(data), chosen)}

    @classmethod
    def offered(cls, name: str, data: Data, chosen: Mapping[str, Any]) -> Mapping[Any, str] | None:
        """The sides: of the second those that the first can be held against."""
        if name == "first":
            models = [data.name, *(other for other in data.models if other != data.name)] if data.several else []
            return {side: side for side in (*models, *parts(data))}
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
    """Which of both is better by what was chosen, how surely, and by what else they differ."""
    choices = choices.with_defaults(data)
    if choices.first is not None:
        _check_side("first", choices.first, choices.offered("first", data, {}))
    if choices.first is None or choices.second is None:
        raise InputError("there must be two sides to compare; choose A and B")
    against = f", to stand against {choices.first}"
    _check_side("second", choices.second, opponents(data, choices.first), against)
    both = matched(data, choices.first, choices.second)
    judge, money = _judge(data, choices)
    margin = choices.margin or 0.0
    rows = _rows(data, both, judge, margin)
    pairs = _pairs(data, judge, choices) if len(data.models) > 2 and choices.first in data.models else None
    writer, shown = Writer(judge, money), charted(rows, judge)
    lines = [
        Line(
            row.judge.head if row.judge.measure is None else label(row.judge.measure),
            row.found.first,
            row.found.second,
            row.found.interval,
            row.sign,
            row.judge.better == "lower",
        )
        for row in shown
    ]
    band = margin if judge.is_share or judge.utility is not None else 0.0
    differ = differing_rows(data, both)
    return Answer(
        __doc__,
        sentence(rows[0], both, margin if judge.is_share or judge.utility is not None else 0.0, writer),
        reason(both),
        about(data),
        notes(rows, both, band, writer, pairs, _curves(data, both)),
        {
            "compare": Figure(
                "How far apart they are",
                compare_alt(lines, both.names),
                partial(compare_figure, lines, both.names, band),
            ),
            **({"pairs": _map(pairs, len(data.models))} if pairs is not None else {}),
        },
        {
            "compare": Table.of("Every measure", table(rows, both.names, margin)),
            **({"pairs": Table.of("Every pair of models", pairs.table())} if pairs is not None else {}),
            **({"differ": Table("Cases on which they differ", *differ, cases=True)} if differ is not None else {}),
        },
        method(both, margin),
        _values(rows, both, margin, pairs, differ[0] if differ is not None else None),
    )


LISTED = 20
"""Sides that a refusal lists."""


def _check_side(name: str, side: str, offered: Iterable[str] | None, against: str = "") -> None:
    """Raises `InputError`, which lists what is offered, for a side that is none of it."""
    known = list(offered or ())
    if known and side not in known:
        listed = ", ".join(f'"{other}"' for other in known[:LISTED])
        more = f" and {len(known) - LISTED} more" if len(known) > LISTED else ""
        raise InputError(f'{name} must be one of {listed}{more}{against}, got "{side:.40}"')


def _judge(data: Data, choices: Choices) -> tuple[Judge, Money | None]:
    """By what they are compared, and how its worth is written."""
    if choices.judge == "measure":
        key = choices.measure[0]
        return by_measure(key, _names()[key] if key in _names() else literal(key.partition("=")[0].strip())), None
    if choices.judge != WORTH:
        return by_area(choices.judge), None
    utility = Utility.of(cells(choices.u), choices.unit or "")
    span = float(utility.highest - utility.lowest)
    money = Money(-1 if choices.written == "costs" else 1, span, choices.unit or "")
    unit = f", {choices.unit}" if choices.unit else ""
    head = f"Worth a case{unit}"
    return Judge(WORTH, "cost a case" if money.as_costs else "worth a case", head, "higher", utility=utility), money


def _names() -> dict[str, str]:
    return {key: inside(row) for key, row in MEASURES.items()}


def _rows(data: Data, both: Sides, judge: Judge, margin: float) -> list[Row]:
    """Every judge, the one chosen first, kept with the data."""
    cuts = tuple(model.threshold for model in data.models.values())
    payoffs = None if judge.utility is None else tuple(float(payoff) for payoff in judge.utility.payoffs.values())
    return data.cached(
        ("compare", data.name, both.names, cuts, judge.key, judge.head, payoffs, margin),
        partial(every_row, data, both, judge, margin, _names()),
    )


def _pairs(data: Data, judge: Judge, choices: Choices) -> Pairs:
    cuts = tuple(model.threshold for model in data.models.values())
    payoffs = choices.u if judge.key == WORTH else None
    return data.cached(
        ("compare pairs", data.name, cuts, judge.key, judge.head, payoffs, choices.correction),
        partial(every_pair, data, judge, choices.correction),
    )


def _map(pairs: Pairs, models: int) -> Figure:
    size = len(pairs.names)
    part = ""
    if size < models:
        part = f" These are {size} of {models} models: the selected one, and those that separate best."
    difference, p = np.full((size, size), math.nan), np.full((size, size), math.nan)
    better = np.zeros((size, size), np.int64)
    for place, ((i, j), found) in enumerate(zip(pairs.pairs, pairs.found, strict=True)):
        difference[i, j], difference[j, i] = found.interval.value, -found.interval.value
        p[i, j] = p[j, i] = pairs.adjusted[place]
        better[i, j], better[j, i] = pairs.better(place), -pairs.better(place)
    shown = PairMap(pairs.names, pairs.judge.head, difference, better, p)
    return Figure(
        f"All pairs by {pairs.judge.head}: row less column",
        pairs_alt(shown),
        partial(pairs_figure, shown),
        f"A star: surely different, corrected for so many pairs.{part}",
    )


def _curves(data: Data, both: Sides) -> Difference | None:
    """The ROC curves of two models that have scores of the same cases, held against each other."""
    tables = [data.models[name].table for name in both.names if name in data.models]
    if both.score is None or not both.whole or len(tables) < 2:
        return None
    one, two = tables
    if one is None or two is None or not all(table.positives.any() and table.negatives.any() for table in (one, two)):
        return None
    return data.cached(("compare curves", both.names), partial(_difference, one, two))


def _difference(one: ScoreTable, two: ScoreTable) -> Difference:
    return roc_difference(one, two)


def _values(rows: list[Row], both: Sides, margin: float, pairs: Pairs | None, differ: int | None) -> Mapping[str, Any]:
    """Both scores, their difference and p values by each measure; the verdict by the one chosen."""
    verdict = {1: "first", -1: "second", 0: "unclear"}
    found = {
        row.judge.key: {
            "first": row.found.first,
            "second": row.found.second,
            "of_first": measured(row.alone[0]),
            "of_second": measured(row.alone[1]),
            "difference": measured(row.found.interval),
            "p": row.found.p,
            "exact": row.found.interval.method in ("exact", "rates"),
            "mid_p": row.found.mid_p,
            "p_beyond": row.found.p_beyond,
            "better": verdict[row.sign],
            "equivalent": row.found.is_within(margin) if row.judge.is_share else None,
        }
        for row in rows
    }
    return {
        "first": both.names[0],
        "second": both.names[1],
        "judge": rows[0].judge.key,
        "paired": both.paired,
        "differ": differ,
        "margin": margin,
        "clusters": both.clusters,
        "measures": found,
        "pairs": None if pairs is None else {"of": len(pairs.pairs), "sure": pairs.sure, "models": len(pairs.names)},
    }
