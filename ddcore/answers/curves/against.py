"""Two ROC curves compared: a model with another one, or with itself read as evidence."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Annotated

import numpy as np
import pandas as pd
from pydantic import Field

from ddcore.answers.base.answer import Figure, Note, Part, Table
from ddcore.answers.base.separation import SEED, scores_of
from ddcore.answers.base.words import literal
from ddcore.answers.curves.draw import costs_figure, difference_alt, rates_figure
from ddcore.data import Data
from ddcore.decisions.cost_preference import cost_difference
from ddcore.errors import InputError
from ddcore.formats import begun, number, percent
from ddcore.interval import confidence
from ddcore.options import OfData, OneOf
from ddcore.scores.choice import INFLATION
from ddcore.scores.curves import roc
from ddcore.scores.dominance import FEWEST, Difference, Stretch, SureBand, even_places, roc_difference, sure_band
from ddcore.scores.paired_draws import RESAMPLES, Pairs, RocDraws, paired_draws, separate_draws
from ddcore.table import ScoreTable

EVIDENCE = "evidence"
PLACES, COSTS = 200, 100
"""How many even places a band is computed at: false positive rates, and shares of the cost."""
FLOORS = (0.5, 1.0)
"""How much of the largest standard deviation is added everywhere to that of rates and of costs, see `sure_band`."""
MOST = 10

Other = Annotated[
    str | None,
    OneOf({EVIDENCE: "Itself, read as evidence", **{str(place): f"Model {place}" for place in range(1, MOST + 1)}}),
    OfData(),
    Field(
        title="Compare with",
        description="Another model, or the same scores read as evidence: each score is replaced by a likelihood ratio "
        "learned from the other cases.",
    ),
]


def others(data: Data) -> Mapping[str, str]:
    """What a model can be compared with: other models with scores by their places, and itself read as evidence."""
    models = {
        str(place): name
        for place, name in enumerate(data.models, start=1)
        if name != data.name and data.models[name].table is not None and place <= MOST
    }
    return models | {EVIDENCE: "itself, read as evidence"}


@dataclass(frozen=True, eq=False)
class Against:
    """Two models on the same or on other cases, and where one is better: over false positive rates, and over costs.

    The bands are None where resamples cannot tell, `paired` says that both score the same cases.
    """

    names: tuple[str, str]
    tables: tuple[ScoreTable, ScoreTable]
    rates: Difference
    costs: Difference
    rate_band: SureBand | None
    cost_band: SureBand | None
    share: float
    paired: bool

    @property
    def learned(self) -> bool:
        """Whether the second is the first, read as evidence."""
        return self.names[1] == _read_name(self.names[0])


def two_curves(data: Data, other: str | None, share: float) -> Against:
    """The selected model and another, where `share` are positive.

    Raises `InputError` "against must be one of 2, evidence, got "1"", and where they cannot be compared.
    """
    offered = others(data)
    chosen = next(iter(offered)) if other is None else other
    if chosen not in offered:
        raise InputError(f'against must be one of {", ".join(offered)}, got "{chosen:.40}"')
    size = int(data.model.counts.total.item())
    if chosen == EVIDENCE:
        second = _read_name(data.name)
        make = partial(_of_pairs, partial(_read, scores_of(data)), (data.name, second), INFLATION)
    else:
        second = offered[chosen]
        make = _of_models(data, second)
    made: tuple[Against, RocDraws | None, float, float] = data.cached(
        ("against", data.name, chosen), make, cases=size, large=True
    )
    return data.cached(("against", data.name, chosen, share), partial(_at_share, made, share))


AS_EVIDENCE = " as evidence"


def _read_name(name: str) -> str:
    return f"{name}{AS_EVIDENCE}"


def _first(name: str) -> str:
    """A name at the beginning of a sentence."""
    plain = name.removesuffix(AS_EVIDENCE)
    return f"{begun(plain)}{name[len(plain) :]}"


def _of_models(data: Data, other: str) -> partial[tuple[Against, RocDraws | None, float, float]]:
    joint, names = data.joint, (data.name, other)
    if joint is not None and all(name in joint.score for name in names):
        pairs = partial(
            Pairs.of, joint.score[names[0]], joint.score[names[1]], joint.positive, joint.weight, joint.cluster
        )
        return partial(_of_pairs, pairs, names, 1.0)
    table = data.models[other].table
    assert table is not None
    return partial(_of_tables, (scores_of(data), table), names)


def _read(table: ScoreTable) -> Pairs:
    return Pairs.read(table, rng=np.random.default_rng(SEED))


Made = tuple[Against, RocDraws | None, float, float]
"""What does not depend on the share of positives, resamples, the cases of the smaller class, and what learning adds."""


def _of_pairs(pairs: "partial[Pairs]", names: tuple[str, str], inflation: float) -> Made:
    both = pairs()
    draws = partial(paired_draws, both, rng=np.random.default_rng(SEED))
    return _made(names, both.tables, draws, inflation, paired=True)


def _of_tables(tables: tuple[ScoreTable, ScoreTable], names: tuple[str, str]) -> Made:
    draws = partial(separate_draws, *tables, rng=np.random.default_rng(SEED))
    return _made(names, tables, draws, 1.0, paired=False)


def _made(
    names: tuple[str, str],
    tables: tuple[ScoreTable, ScoreTable],
    draws: "partial[RocDraws]",
    inflation: float,
    *,
    paired: bool,
) -> Made:
    rates = roc_difference(*tables)
    cases = min(min(table.effective) for table in tables)
    drawn = draws() if cases >= FEWEST else None
    band = None
    if drawn is not None:
        places = even_places(PLACES)
        band = sure_band(rates, drawn.on(places), places, FLOORS[0], cases, inflation=inflation)
    return Against(names, tables, rates, rates, band, None, 0.0, paired), drawn, cases, inflation


def _at_share(made: Made, share: float) -> Against:
    both, drawn, cases, inflation = made
    costs, places = cost_difference(*both.tables, share), even_places(COSTS)
    band = None
    if drawn is not None:
        band = sure_band(costs, drawn.costs(places, share), places, FLOORS[1], cases, inflation=inflation)
    return Against(both.names, both.tables, both.rates, costs, both.rate_band, band, share, both.paired)


def against_sentence(both: Against) -> str:
    """Which curve is surely above, and where."""
    first, second = (literal(name) for name in both.names)
    band = both.rate_band
    if not any(stretch.sign for stretch in both.rates.stretches):
        if both.learned:
            return f"**Nothing changes:** read as evidence, the scores of {first} put the cases in the same order."
        return f"**The ROC curves are the same:** {first} and {second} put these cases in the same order."
    if band is None:
        ahead, behind, sign = (first, second, 1) if both.rates.share(1) >= both.rates.share(-1) else (second, first, -1)
        return (
            f"On these cases {ahead} has a higher true positive rate than {behind} at "
            f"{percent(both.rates.share(sign))} of the false positive rates. How sure that is cannot be computed."
        )
    up, down = (_ranges([stretch for stretch in band.sure if stretch.sign == sign]) for sign in (1, -1))
    if up and down:
        return f"**The ROC curves cross:** {first} is surely above at false positive rates {up}, and {second} {down}."
    if not up and not down:
        return f"**No clear difference:** at no false positive rate is {first} or {second} surely above the other."
    ahead, behind, where = (first, second, up) if up else (second, first, down)
    return f"**{_first(ahead)} is surely above {behind}** at false positive rates {where}. It is nowhere surely below."


def against_reason(both: Against) -> str:
    """What these cases show, certain or not."""
    first, second = (literal(name) for name in both.names)
    rates = both.rates
    if rates.dominates:
        ahead, behind = (first, second) if rates.dominates > 0 else (second, first)
        return f"On these cases the curve of {ahead} is nowhere below that of {behind}: it *dominates*."
    if not rates.crossings:
        return "Neither curve is above the other at any false positive rate."
    return (
        f"On these cases neither curve dominates. {_first(first)} is above at {percent(rates.share(1))} of the false "
        f"positive rates, {second} at {percent(rates.share(-1))}. The curves cross {_times(len(rates.crossings))}."
    )


def _times(crossings: int) -> str:
    return {1: "once", 2: "twice"}.get(crossings, f"{crossings:,} times")


def _ranges(stretches: Sequence[Stretch], most: int = 2) -> str:
    """Ranges in a sentence; of many the longest ones."""
    longest = sorted(sorted(stretches, key=lambda each: -each.length)[:most], key=lambda each: each.low)
    ranges = " and ".join(f"from {number(stretch.low)} to {number(stretch.high)}" for stretch in longest)
    return f"{ranges}, among others" if len(stretches) > most else ranges


def notes(both: Against) -> list[Note]:
    """Which costs prefer which model, and how far that is sure."""
    first, second = (literal(name) for name in both.names)
    ahead, behind, same = (both.costs.share(sign) for sign in (1, -1, 0))
    if not (ahead or behind):
        return [Note("costs-same", "At their best thresholds both models cost the same, whatever mistakes cost.")]
    rest = f" Both cost the same at {percent(same)}." if same >= 0.005 else ""
    text = (
        f"A false alarm can have any share of the cost of both mistakes, from 0 to 100 %. At {percent(ahead)} of these "
        f"values {first} is cheaper, at {percent(behind)} {second} is, each at its best threshold on these cases.{rest}"
    )
    notes = [Note("costs-preferred", text)]
    if both.cost_band is None:
        return notes
    for name, sign in ((first, 1), (second, -1)):
        stretches = [stretch for stretch in both.cost_band.sure if stretch.sign == sign]
        if stretches:
            where = _shares(stretches)
            text = (
                f"{_first(name)} is **surely cheaper** if a false alarm makes up {where} of the cost of both mistakes."
            )
            notes.append(Note("surely-cheaper", text))
    if not both.cost_band.sure:
        notes.append(Note("costs-unclear", "At no such value is either model surely cheaper."))
    return notes


def _shares(stretches: Sequence[Stretch], most: int = 2) -> str:
    longest = sorted(sorted(stretches, key=lambda each: -each.length)[:most], key=lambda each: each.low)
    return " or ".join(f"{percent(stretch.low)} to {percent(stretch.high)}" for stretch in longest)


def against_part(both: Against) -> Part:
    """Both curves and their difference, the difference of the costs, and where each model is better."""
    return Part(
        notes(both),
        {"curves": _rates_chart(both), "preferred": _costs_chart(both)},
        {
            "difference": Table(
                "Which ROC curve is above",
                len(both.rates.stretches),
                partial(_rows, both, "rates", "False positive rate"),
            ),
            "preferred": Table(
                "Which model is cheaper",
                len(both.costs.stretches),
                partial(_rows, both, "costs", "False alarm's share of the cost of both"),
            ),
        },
        method(both),
        {"against": values(both)},
    )


def _rates_chart(both: Against) -> Figure:
    """Both curves with their difference below."""
    curves = tuple(roc(table).thin() for table in both.tables)
    return Figure(
        "Two ROC curves",
        difference_alt(both.names, both.rates, both.rate_band),
        partial(rates_figure, both.names, curves, both.rates, both.rate_band),
        "" if both.paired else "The models score different cases, so each is resampled by itself.",
    )


def _costs_chart(both: Against) -> Figure:
    """The difference of the costs."""
    return Figure(
        "Which model is cheaper at which costs",
        difference_alt(both.names, both.costs, both.cost_band, costs=True),
        partial(costs_figure, both.names, both.costs, both.cost_band),
        f"For a share of positives of {percent(both.share)}, each model at its best threshold on these cases.",
    )


def _rows(both: Against, which: str, axis: str) -> pd.DataFrame:
    """A row for each stretch; a crossing is where one ends and the next one, of the other model, begins."""
    curve, band = (both.rates, both.rate_band) if which == "rates" else (both.costs, both.cost_band)
    better = {1: both.names[0], -1: both.names[1], 0: "neither"}
    rows = [
        {
            f"{axis} from": stretch.low,
            "to": stretch.high,
            "above" if which == "rates" else "cheaper": better[stretch.sign],
            "Part that is sure": float("nan") if band is None or not stretch.sign else _surely(band, stretch),
        }
        for stretch in curve.stretches
    ]
    return pd.DataFrame(rows)


def _surely(band: SureBand, stretch: Stretch) -> float:
    """The part of a stretch where the band leaves no doubt."""
    inside = (
        max(0.0, min(sure.high, stretch.high) - max(sure.low, stretch.low))
        for sure in band.sure
        if sure.sign == stretch.sign
    )
    return sum(inside) / stretch.length


def values(both: Against) -> Mapping[str, object]:
    """Where each is above and cheaper, and how surely, as plain numbers."""

    def preferred(curve: Difference, band: SureBand | None) -> dict[str, object]:
        return {
            "first": curve.share(1),
            "second": curve.share(-1),
            "first_surely": None if band is None else band.share(1),
            "second_surely": None if band is None else band.share(-1),
            "crossings": [[crossing.low, crossing.high] for crossing in curve.crossings],
            "dominates": {1: "first", -1: "second"}.get(curve.dominates),
        }

    return {
        "first": both.names[0],
        "second": both.names[1],
        "false_positive_rates": preferred(both.rates, both.rate_band),
        "costs": preferred(both.costs, both.cost_band),
    }


def method(both: Against) -> str:
    """How curves are compared."""
    whose = "the same cases for both models" if both.paired else "each model's own cases"
    learned = ""
    if both.learned:
        learned = (
            " Each case is read by a likelihood ratio learned from four fifths of the cases, itself not among them. "
            f"As the ratio varies too, the variance is multiplied by {number(INFLATION)}. In simulations of two "
            "groups, 30 to 300 cases of a class, the band contained the whole difference that the ratio of all cases "
            "has in 82 of 100 samples or more, and never wrongly placed one curve above the other."
        )
    return f"""**Two ROC curves.** At each false positive rate both curves, straight between their thresholds, have a
true positive rate. One curve *dominates* if it is nowhere below the other (Gong 2022, Definition 6). Stretches and
crossings are exactly those of these cases. The **band** covers the whole difference at once: {RESAMPLES} resamples
(seed {SEED}), drawn class by class, {whose}, give its standard deviation $s$ at {PLACES} rates. Half of the largest $s$
is added, and the band is as wide as needed for {confidence()} of the resampled differences to be inside from end to
end. In simulations of normal scores, 20 to 300 cases of a class, it contained the whole true difference in 98 of 100
samples or more, and that of the costs in 92 or more.{learned}

**Costs.** Let a false alarm have the share $c$ of the cost of both mistakes, and let $\\pi$ = {number(both.share)} be
the share of positives. Then a case costs $2 (c (1-\\pi) FPR + (1-c) \\pi FNR)$ at the best threshold, a corner of the
convex hull (Drummond & Holte 2006). Every $c$ from 0 to 1 counts equally. The thresholds of both models are chosen on
the cases on which they are judged."""
