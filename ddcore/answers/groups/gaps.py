"""Where does it fail: by how much recall and the false positive rate of each group differ from those of the others."""

import math
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from ddcore.answers.base.answer import Answer, Figure, Note, Number, Part, Table, measured
from ddcore.answers.base.words import about, in_text, literal, why_approximate
from ddcore.answers.groups.compute import GroupAnalysis, Groups, groups_of
from ddcore.answers.groups.draw import GapRows, gap_text, gaps_alt, gaps_figure, points
from ddcore.answers.groups.tables import ranked_groups, values_and_numbers
from ddcore.answers.groups.words import CORRECTED, empty_note
from ddcore.chance.gaps import Gaps, both_ways, gaps, together
from ddcore.chance.two_classifiers import TwoClassifiers
from ddcore.counts import CELLS, Counts
from ddcore.data import Data
from ddcore.errors import InputError
from ddcore.formats import many, number, percent
from ddcore.interval import Interval, confidence
from ddcore.measures import Measure
from ddcore.measures import measure as measure_named
from ddcore.records.rows import UNKNOWN, empty_name

RATES = ("TPR", "FPR")
"""The measures that come first, whichever measure is in force."""
HELD = 50
"""The most groups that are compared."""
REST = "(all others)"
"""The name of all other groups together as what a group is compared with, unless a group is called so."""
NAMED = 4
"""Groups that a note names."""
LITTLE = 3
"""Letters up to which a name, such as "yes", says little without its column."""
WIDE, APART, ENOUGH = 0.1, 0.1, 20
"""Half the width of an interval, and a difference of base rates, that deserve a note; cases of a group for that."""


def rest_name(names: Sequence[str]) -> str:
    """The name of all other groups together, beside groups with these names.

    >>> rest_name(["a", "b"]), rest_name(["(all others)"])
    ('(all others)', '(all others, together)')
    """
    name = REST
    while name in names:
        name = f"{name[:-1]}, together)"
    return name


def comparable(data: Data) -> list[str]:
    """The columns that have two groups or more.

    >>> comparable(Data(303, 139))
    []
    """
    rows = data.rows
    if rows is None:
        return []

    def columns() -> list[str]:
        return [
            name
            for name, split in rows.splits.items()
            if len(split.parts(2).names) + bool((split.codes == UNKNOWN).any() and split.numbers is None) > 1
        ]

    return data.cached(("comparable groups",), columns)


def references(data: Data, by: str, parts: int) -> list[str]:
    """What the groups of a column can be compared with, the usual one first; none of classes, which share cases.

    Each group is usually compared with all others together.

    >>> references(Data(303, 139), "site", 5)
    []
    """
    if data.rows is None or by not in data.rows.splits:
        return []
    groups = groups_of(data, by, parts)
    largest = _largest(groups)
    if len(largest) < 2:
        return []
    return [rest_name(groups.names), *largest]


def _largest(groups: Groups) -> list[str]:
    """The largest groups, those of empty cells last."""
    nameless = np.array(groups.names) == groups.empty
    order = np.lexsort((-groups.sizes, nameless))[:HELD].tolist()
    return [groups.names[place] for place in order]


def reference_names(data: Data, cuts: Sequence[int]) -> list[str]:
    """Everything that groups may be compared with, whatever divides the cases and into how many parts."""

    def names() -> list[str]:
        splits = [] if data.rows is None else data.rows.splits.values()
        own = [split.parts(most).names for split in splits for most in cuts]
        groups = [name for part in own for name in (*part, empty_name(part))]
        return list(dict.fromkeys([*groups, *(rest_name((*part, empty_name(part))) for part in own)]))

    return data.cached(("references of groups", tuple(cuts)), names)


@dataclass(frozen=True)
class Gap:
    """By how much a measure is higher, below 0 lower, in a group than in another or in all others together."""

    group: str
    measure: Measure
    by: Interval
    is_clear: bool

    @property
    def is_worse(self) -> bool:
        """Whether the group is worse than what it is compared with."""
        return (self.by.value < 0) == (self.measure.better == "higher")


@dataclass(frozen=True, eq=False)
class GapAnalysis:
    """The groups of the selected model beside a reference: recall, the false positive rate, and the measure in force.

    `rates` are corrected for all comparisons of both together; `chosen` is one of them, or corrected by itself.
    """

    analysis: GroupAnalysis
    reference: str
    rates: Mapping[str, Gaps]
    chosen: Gaps
    correction: str

    @property
    def measure(self) -> Measure:
        """The measure in force."""
        return self.analysis.verdicts.measure

    @property
    def shown(self) -> dict[str, Gaps]:
        """Each measure with its gaps, the rates first."""
        return {**self.rates, self.measure.key: self.chosen}

    @property
    def with_rest(self) -> bool:
        """Whether each group is compared with all others together."""
        return self.reference not in self.analysis.groups.names

    @property
    def comparisons(self) -> int:
        """The number of comparisons of both rates; two groups are compared once."""
        every = sum(int((~np.isnan(each.adjusted)).sum()) for each in self.rates.values())
        return every // 2 if self.is_pair else every

    @property
    def is_pair(self) -> bool:
        """Whether there are two groups, each compared with the other."""
        return self.with_rest and len(self.chosen.names) == 2

    def gaps(self, key: str) -> list[Gap]:
        """The gaps of a measure that have a value: clear ones first, of these the worse groups."""
        found, measure = self.shown[key], measure_named(key)
        every = [
            Gap(name, measure, comparison.interval, sign != 0)
            for name, comparison, sign in zip(found.names, found.comparisons, found.sign.tolist(), strict=True)
            if not math.isnan(comparison.p)
        ]
        nameless = self.analysis.groups.empty

        def order(gap: Gap) -> tuple[bool, bool, bool, float]:
            return not gap.is_clear, gap.group == nameless, gap.is_clear and not gap.is_worse, -abs(gap.by.value)

        return sorted(every, key=order)


def gaps_of(data: Data, analysis: GroupAnalysis, reference: str, by: str, parts: int, correction: str, level: float) \
    -> GapAnalysis:  # fmt: skip
    """The largest groups beside a reference; raises `InputError` where it is none, or there are not two groups."""
    offered = references(data, by, parts)
    if not offered:
        raise InputError(
            f'column must be one of groups, two or more of them, to compare, got "{by:.40}"; choose another'
        )
    if reference not in offered:
        raise InputError(f'reference must be one of the groups ({", ".join(offered)}), got "{reference:.40}"')
    model, measure = data.models[analysis.model], analysis.verdicts.measure
    where = "gaps of groups", by, parts, analysis.model, model.threshold, reference
    pairs = data.cached(where, lambda: _pairs(data, analysis, reference, by, parts), large=True)

    def compared(key: str) -> Gaps:
        return data.cached((*where, key, correction, level), lambda: gaps(pairs, measure_named(key), correction, level))

    of_rates = dict(zip(RATES, together([compared(key) for key in RATES], correction), strict=True))
    every = of_rates | ({} if measure.key in RATES else {measure.key: compared(measure.key)})
    names = analysis.groups.names
    if reference not in names and len(names) == 2:
        every = {
            key: both_ways(found, next(name for name in names if name not in pairs)) for key, found in every.items()
        }
    return GapAnalysis(analysis, reference, {key: every[key] for key in RATES}, every[measure.key], correction)


def _pairs(data: Data, analysis: GroupAnalysis, reference: str, by: str, parts: int) -> dict[str, TwoClassifiers]:
    """The cases of each group, by its name, beside those of the reference; in clusters and with weights one by one."""
    groups, counts = analysis.groups, analysis.own.counts
    largest = _largest(groups)
    is_rest = reference not in groups.names
    # The gap of one of two groups is that of the other with another sign.
    compared = (
        largest[1:]
        if is_rest and len(groups.names) == 2
        else [name for name in groups.names if name in largest and name != reference]
    )
    if not counts.weighted:
        every = Counts(**{cell: getattr(counts, cell).sum() for cell in CELLS})

        def of_counts(name: str) -> TwoClassifiers:
            own = counts[groups.names.index(name)]
            if not is_rest:
                return TwoClassifiers.of_counts(own, counts[groups.names.index(reference)])
            rest = Counts(**{cell: getattr(every, cell) - getattr(own, cell) for cell in CELLS})
            return TwoClassifiers.of_counts(own, rest)

        return {name: of_counts(name) for name in compared}
    rows = data.rows
    assert rows is not None
    own, split, threshold = rows.of(analysis.model), rows.splits[by].parts(parts), data.models[analysis.model].threshold
    assert own is not None
    codes = split.codes[own.number - rows.first]
    places = {name: code for code, name in enumerate(split.names)} | {groups.empty: UNKNOWN}
    known = (own.truth != UNKNOWN) & (True if own.weight is None else own.weight > 0)
    called = own.value if own.value.dtype == np.bool_ else own.value >= (np.inf if threshold is None else threshold)

    def of_cases(name: str) -> TwoClassifiers:
        inside: NDArray[np.bool_] = codes == places[name]
        used = known if is_rest else known & (inside | (codes == places[reference]))
        weight, cluster = (None if column is None else column[used] for column in (own.weight, own.cluster))
        return TwoClassifiers.on_separate_cases(own.truth[used] == 1, called[used], ~inside[used], weight, cluster)

    return {name: of_cases(name) for name in compared}


def answer(question: str, data: Data, found: GapAnalysis) -> Answer:
    """The gaps of both rates between groups, and those of the measure in force."""
    groups, verdicts = found.analysis.groups, found.analysis.verdicts
    than = "the other group" if found.is_pair else "all other groups" if found.with_rest else found.reference
    order, figures = _order(found), {}
    for key in found.shown:
        rows = GapRows.of(measure_named(key), found.shown[key], order, than)
        name = "groups" if key == RATES[0] else key.lower() if key in RATES else "measure"
        figures[name] = Figure(rows.measure.name, gaps_alt(rows), partial(gaps_figure, rows), _remark(rows))
    title = f"Gap and ratio to {_than(found)}: {literal(found.analysis.model)}"
    of_largest = f"These are the {HELD} largest groups." if len(groups.names) > HELD else ""
    return Answer.of(
        Answer(question, _sentence(found), _reason(found), about(data)),
        Part(
            _notes(found),
            figures,
            {
                "gaps": Table.of(title, _table(found), of_largest),
                "groups": Table(
                    f"Every {groups.noun}", verdicts.score.size, partial(ranked_groups, groups, verdicts), parquet=True
                ),
            },
            _method(found),
        ),
        replace(values_and_numbers(found.analysis), numbers=()),
        _values_and_numbers(found),
    )


def _remark(rows: GapRows) -> str:
    """How many groups the chart leaves out."""
    if rows.left_out == 0:
        return ""
    return f"The chart shows the {len(rows.names)} groups with the largest gaps; the table has all."


def _order(found: GapAnalysis) -> list[str]:
    """The groups, that with the lowest recall beside its reference first."""
    gaps = [comparison.interval.value for comparison in found.rates["TPR"].comparisons]
    return [found.chosen.names[place] for place in np.argsort(gaps, kind="stable")]


def _than(found: GapAnalysis) -> str:
    if found.is_pair:
        return "the other group"
    return "all other groups" if found.with_rest else _group(found, found.reference)


def _group(found: GapAnalysis, name: str) -> str:
    """A group inside a sentence: with its column where the names of the groups say little, such as yes and no."""
    groups = found.analysis.groups
    says_little = any(
        len(each) <= LITTLE or not re.search(r"[^\W\d]", each.replace(" to ", "")) for each in groups.names
    )
    return f"{literal(groups.column)}: {literal(name)}" if says_little else literal(name)


def _change(gap: Gap) -> str:
    """A gap inside a sentence: "12 points lower"."""
    return f"{gap_text(gap.measure, abs(gap.by.value))} {'higher' if gap.by.value > 0 else 'lower'}"


def _ends(gap: Gap) -> str:
    """The interval of a gap in the direction of the sentence."""
    low, high = (gap.by.low, gap.by.high) if gap.by.value > 0 else (-gap.by.high, -gap.by.low)
    write = points if gap.measure.proportion is not None else number
    return f"({write(low)} to {write(high)})"


def _named(gap: Gap, found: GapAnalysis) -> str:
    than = "" if found.with_rest else f" than for {_than(found)}"
    return f"**{_change(gap)} for {_group(found, gap.group)}** {_ends(gap)}{than}"


def _sentence(found: GapAnalysis) -> str:
    """The clear gap of each rate in the worst group; that there is none."""
    recall, alarms = (found.gaps(key) for key in RATES)
    if not recall and not alarms:
        return (
            "**These cases cannot tell.** Recall needs positive cases, and the false positive rate negative cases, in "
            "two groups or more."
        )
    if recall and recall[0].is_clear:
        first = f"Recall is {_named(recall[0], found)}"
        if not alarms:
            return f"{first}."
        if alarms[0].is_clear:
            return f"{first}. The false positive rate is {_named(alarms[0], found)}."
        return f"{first}. No gap shows in the false positive rate."
    if alarms and alarms[0].is_clear:
        first = f"The false positive rate is {_named(alarms[0], found)}"
        return f"{first}. No gap shows in recall." if recall else f"{first}."
    largest = recall[0] if recall else alarms[0]
    name = "recall" if recall else "the false positive rate"
    return (
        f"**No gap shows.** The largest difference in {name}, {_change(largest)} for {_group(found, largest.group)} "
        f"{_ends(largest)}, may be chance."
    )


def _reason(found: GapAnalysis) -> str:
    """What is compared with what, and when a gap is clear."""
    groups = found.analysis.groups
    divided = f"The column **{literal(groups.column)}** divides the cases into {many(len(groups.names), groups.noun)}."
    together = " together" if found.with_rest and not found.is_pair else ""
    model = f", by the predictions of **{literal(found.analysis.model)}**" if len(groups.models) > 1 else ""
    return (
        f"{divided} Each group is compared with {_than(found)}{together}{model}. Gaps are in percentage points with "
        f"{confidence()} intervals; they are clear only if they remain so after correction for "
        f"**{many(found.comparisons, 'comparison')}**."
    )


def _notes(found: GapAnalysis) -> list[Note]:
    """What the gaps call for, the most useful first."""
    return [
        *_worse(found),
        *_of_measure(found),
        *_wide(found),
        *_base_rates(found),
        *empty_note(found.analysis.groups),
        *_weighted(found),
    ]


def _worse(found: GapAnalysis) -> list[Note]:
    """Every group that is clearly worse on a rate, where the sentence does not name all."""
    if found.is_pair:
        return []
    worse: dict[str, list[str]] = {}
    for key in RATES:
        for gap in found.gaps(key):
            if gap.is_clear and gap.is_worse:
                worse.setdefault(gap.group, []).append(f"{in_text(gap.measure)} {_change(gap)}")
    if len(worse) < 2:
        return []
    named = [f"**{_group(found, name)}** ({' and '.join(texts)})" for name, texts in list(worse.items())[:NAMED]]
    more = f"; and {many(len(worse) - NAMED, 'more group')}" if len(worse) > NAMED else ""
    return [Note("worse-groups", f"Clearly worse than {_than(found)}: {'; '.join(named)}{more}.", kind="changes")]


def _of_measure(found: GapAnalysis) -> list[Note]:
    """The largest clear gap of the measure in force, where that is neither rate."""
    if found.measure.key in RATES:
        return []
    every = found.gaps(found.measure.key)
    if not every:
        return []
    gap, name = every[0], in_text(found.measure)
    if not gap.is_clear:
        return [Note("no-sure-gap", f"No gap shows in {name}: no group clearly differs from {_than(found)}.")]
    begun = name[0].upper() + name[1:]
    return [Note("largest-gap", f"{begun} is {_named(gap, found)}.")]


def _wide(found: GapAnalysis) -> list[Note]:
    """The group whose gap is known least well."""
    unclear = [gap for key in RATES for gap in found.gaps(key) if not gap.is_clear]
    if not unclear:
        return []
    widest = max(unclear, key=lambda gap: gap.by.high - gap.by.low)
    counts = found.analysis.own.counts[found.analysis.groups.names.index(widest.group)]
    cases = (
        many(float(counts.positives), "positive case")
        if widest.measure.key == "TPR"
        else many(float(counts.negatives), "negative case")
    )
    half = (widest.by.high - widest.by.low) / 2
    if half < WIDE:
        return []
    return [
        Note(
            "uncertain-gap",
            f"The gap in {in_text(widest.measure)} is least certain for **{_group(found, widest.group)}**, with "
            f"{cases}: it is known to about ±{points(half)} points.",
            kind="noise",
        )
    ]


def _base_rates(found: GapAnalysis) -> list[Note]:
    """The groups with the lowest and the highest base rate, where these are far apart."""
    groups, counts = found.analysis.groups, found.analysis.own.counts
    rates = {
        name: float(positives / total)
        for name, positives, total in zip(groups.names, counts.positives, counts.total, strict=True)
        if total >= ENOUGH
    }
    if not rates:
        return []
    low, high = min(rates, key=rates.__getitem__), max(rates, key=rates.__getitem__)
    if rates[high] - rates[low] < APART:
        return []
    return [
        Note(
            "base-rates",
            f"The base rate is {percent(rates[low])} for {_group(found, low)} and {percent(rates[high])} for "
            f"{_group(found, high)}. With equal recall and false positive rate, precision would still differ.",
        )
    ]


def _weighted(found: GapAnalysis) -> list[Note]:
    counts = found.analysis.own.counts
    if not counts.weighted:
        return []
    return [Note("weighted", f"{why_approximate(counts)}, so the intervals of gaps are approximate.", kind="noise")]


SIDES = {1: "higher", -1: "lower", 0: "may be chance"}
"""How a group differs from the reference, by the sign of a clear gap."""


def _table(found: GapAnalysis) -> pd.DataFrame:
    """A row for each measure and group."""
    noun = found.analysis.groups.noun.capitalize()
    rows = [
        {
            "Measure": measure_named(key).name,
            noun: name,
            "Value": comparison.first,
            "Value of the reference": comparison.second,
            "Gap": comparison.interval.value,
            f"Gap, {confidence()} from": comparison.interval.low,
            f"Gap, {confidence()} to": comparison.interval.high,
            "Ratio": ratio.value,
            f"Ratio, {confidence()} from": ratio.low,
            f"Ratio, {confidence()} to": ratio.high,
            "Gap, two-sided p": comparison.p,
            "Corrected p": adjusted,
            "Verdict": SIDES[sign],
        }
        for key, each in found.shown.items()
        for name, comparison, ratio, adjusted, sign in zip(
            each.names, each.comparisons, each.ratios, each.adjusted.tolist(), each.sign.tolist(), strict=True
        )
    ]
    return pd.DataFrame(rows)


def _values(found: Gaps) -> dict[str, Any]:
    return {
        name: {
            "gap": measured(comparison.interval),
            "ratio": measured(ratio),
            "p": comparison.p,
            "corrected_p": adjusted,
            "side": SIDES[sign],
        }
        for name, comparison, ratio, adjusted, sign in zip(
            found.names, found.comparisons, found.ratios, found.adjusted.tolist(), found.sign.tolist(), strict=True
        )
    }


def _values_and_numbers(found: GapAnalysis) -> Part:
    """Every gap and ratio; the gaps in the sentence carry the answer."""
    numbers = []
    for key in RATES:
        for gap in found.gaps(key)[:1]:
            than = (
                found.reference if not found.with_rest else "the other group" if found.is_pair else "all other groups"
            )
            label = f"{gap.measure.title}, {gap.group} less {than}"
            numbers.append(Number(label, gap.by, ("rates", key, gap.group, "gap"), percent))
    return Part(
        values={
            "reference": found.reference,
            "rates": {key: _values(each) for key, each in found.rates.items()},
            "gaps": _values(found.chosen),
        },
        numbers=numbers,
    )


def _method(found: GapAnalysis) -> str:
    """How gaps, their intervals and the correction are computed."""
    left = percent(1 - found.chosen.level)
    correct = CORRECTED[found.correction].format(left=left)
    return f"""**Gap and ratio** are the value of a group less, and over, that of what it is compared with, which has
cases of its own. Recall, the false positive rate and other shares of cases have the score intervals of Miettinen &
Nurminen (1985) and Fisher's exact two-sided p. For other measures the intervals hold the middle of 20,000 draws of both
tables given their cases (Rubin 1981; Jeffreys 1946). Weighted and clustered cases are followed one by one, cluster by
cluster (Liang & Zeger 1986; the ratio as in Fieller 1954), and are no surer than the independent cases that they are
worth. In simulations of groups of 20 to 200 cases beside 200 or 500, plain, weighted or in clusters, both intervals
held the true value in 95 of 100 samples or more on average of each design, and in 92 or more in its worst cell.

**Correction.** $m$ is {many(found.comparisons, "comparison")} of recall and the false positive rate together.
Another measure is corrected by itself. {correct} A gap is clear where its corrected p is at most {left} and its
interval, which is not corrected, leaves out 0.
"""
