"""Where does it fail: the weakest segments among all values of the columns and all pairs of these values."""

from functools import partial

import numpy as np
import pandas as pd

from ddcore.answers.base.answer import COUNTED, Answer, Figure, Note, Number, Part, Table, measured
from ddcore.answers.base.words import about, in_text, listing, literal
from ddcore.answers.groups.draw import segments_alt, segments_figure
from ddcore.chance.segments import PAIRED, Segment, SegmentSearch, weakest
from ddcore.counts import CELLS
from ddcore.data import Data
from ddcore.errors import InputError
from ddcore.formats import count, many, number, p_text, percent
from ddcore.records.rows import UNKNOWN

SEED = 1
"""The seed of the split of the cases into two halves."""
REPORTED = 3
"""Segments whose scores are among the numbers that carry the answer."""


def answer(question: str, data: Data, measure: str, parts: int, least: int, level: float) -> Answer:
    """The segments of at least `least` cases that are weakest on a measure; numbers are cut into `parts` parts.

    Raises `InputError` where no column divides the cases.
    """
    where = "segments", data.name, measure, parts, least, data.model.threshold
    search = data.cached(where, partial(_search, data, measure, parts, least))
    clustered = data.rows is not None and data.rows.cluster is not None
    return Answer.of(
        Answer(question, _sentence(search, level), _reason(search, least), about(data)),
        Part(
            _notes(search, level, data),
            {
                "groups": Figure(
                    "The weakest segments, on the other half of the cases", segments_alt(search, level),
                    partial(segments_figure, search, level),
                )
            },
            {"segments": Table.of("Weakest segments", _table(search), _remark(search))},
            _method(search, least, level, clustered),
        ),
        _values_and_numbers(search, level),
    )  # fmt: skip


def _search(data: Data, measure: str, parts: int, least: int) -> SegmentSearch:
    """The weakest segments of the selected model."""
    rows = data.rows
    own = None if rows is None else rows.of(data.name)
    if rows is None or own is None or not rows.splits:
        raise InputError("segments need columns of groups; choose one or more on the card of the file")
    places = own.number - rows.first
    known = own.truth != UNKNOWN
    value = own.value[known]
    threshold = np.inf if data.model.threshold is None else data.model.threshold
    called = value if value.dtype == np.bool_ else value >= threshold
    cell = np.where(
        own.truth[known] == 1,
        np.where(called, CELLS.index("tp"), CELLS.index("fn")),
        np.where(called, CELLS.index("fp"), CELLS.index("tn")),
    )
    used = np.zeros(rows.truth.size, np.bool_)
    used[places[known]] = True
    return weakest(
        [split.parts(parts).where(used) for split in rows.splits.values()],
        cell.astype(np.int8),
        measure,
        weight=None if own.weight is None or np.ptp(own.weight[known]) == 0 else own.weight[known],
        cluster=None if rows.cluster is None else rows.cluster[places[known]],
        design=data.model.design,
        parts=parts,
        least=least,
        rng=np.random.default_rng(SEED),
    )


def named(segment: Segment) -> str:
    """The values of a segment in words, as Markdown."""
    return " with ".join(f"{literal(column)}: {literal(value)}" for column, value in segment.values)


def _sentence(search: SegmentSearch, level: float) -> str:
    """The segment that is surely weak, or that none is."""
    if not search.segments:
        return "**No weak segment shows.** No segment of this size scores below what its class sizes let expect."
    surely = search.surely(level)
    if not surely:
        return (
            f"**No segment is surely weak.** {many(search.searched, 'segment')} were searched; the weakest may be "
            f"weak by luck on the other half of the cases."
        )
    worst = max(surely, key=lambda segment: segment.shortfall)
    title = in_text(search.measure)
    score, expected = number(worst.score.value), number(worst.expected)
    one = f"For **{named(worst)}**, {title} is **{score}** where {expected} is expected."
    if len(surely) == 1:
        return one
    return f"{one} {many(len(surely) - 1, 'more segment')} {'is' if len(surely) == 2 else 'are'} surely weak."


def _reason(search: SegmentSearch, least: int) -> str:
    """How the segments were searched and judged."""
    return (
        f"All values of the columns and all pairs of values were searched on one half of the cases: "
        f"**{many(search.searched, 'segment')}** with at least {many(least, 'case')}. The weakest are judged on **the "
        f"other half**. The expected score is that of a segment with the same class sizes and the overall recall and "
        f"false positive rate."
    )


def _notes(search: SegmentSearch, level: float, data: Data) -> list[Note]:
    """What the segments call for, up to five."""
    return [
        *_sure(search, level),
        *_flattered(search),
        *_below_chance(search),
        *_columns(search, data),
        *_doubts(search),
    ][:5]


def _sure(search: SegmentSearch, level: float) -> list[Note]:
    """The number of judged segments that are surely weak."""
    judged, sure = len(search.segments), len(search.surely(level))
    if judged < 2 or not sure:
        return []
    if sure == judged:
        return [
            Note("surely-weak", f"All {count(judged)} segments judged are surely weak, corrected for their number.")
        ]
    verb = "is" if sure == 1 else "are"
    return [
        Note(
            "surely-weak",
            f"**{count(sure)}** of the {count(judged)} weakest segments {verb} surely weak, corrected for their "
            f"number; the other {count(judged - sure)} may be weak by luck.",
        )
    ]


def _flattered(search: SegmentSearch) -> list[Note]:
    """How much weaker the first segment was on the half on which it was found."""
    if not search.segments:
        return []
    first = search.segments[0]
    sign = 1 if search.measure.better == "higher" else -1
    if not sign * (first.score.value - first.score_where_found) > 0 or number(first.score_where_found) == number(
        first.score.value
    ):
        return []
    return [
        Note(
            "weaker-where-found",
            f"The weakest segment found, {named(first)}, scored {number(first.score_where_found)} in the search and "
            f"{number(first.score.value)} on the other half. A search also finds bad luck.",
        )
    ]


def _below_chance(search: SegmentSearch) -> list[Note]:
    """The segments that are no better than chance."""
    behind = [
        f"{named(segment)} ({number(segment.score.value)}, chance {number(segment.chance)})"
        for segment in search.segments
        if np.isfinite(segment.score.value)
        and np.isfinite(segment.chance)
        and not search.measure.is_better(segment.score.value, segment.chance)
    ]
    if not behind:
        return []
    return [Note("no-better-than-chance", f"No better than random guessing: {listing(behind, 3)}.")]


def _columns(search: SegmentSearch, data: Data) -> list[Note]:
    splits = {} if data.rows is None else data.rows.splits
    if len(splits) == 1:
        return [
            Note("one-column", "Only one column divides the cases, so there are no pairs. More columns can be chosen.")
        ]
    if not search.unpaired:
        return []
    names = listing([literal(name) for name in search.unpaired])
    return [Note("too-many-values", f"Searched without pairs, because of more than {PAIRED} values: {names}.")]


def _doubts(search: SegmentSearch) -> list[Note]:
    if search.exact or not search.segments:
        return []
    return [
        Note(
            "not-exact",
            "The p values are normal approximations, because the cases are weighted, in clusters or very many.",
        )
    ]


def _table(search: SegmentSearch) -> pd.DataFrame:
    """A row a segment, as judged."""
    segments = search.segments
    return pd.DataFrame(
        {
            "Segment": [_plain_name(segment) for segment in segments],
            "Cases": [segment.cases for segment in segments],
            "Cases judged": [float(segment.counts.total) for segment in segments],
            "Score": [segment.score.value for segment in segments],
            "Low": [segment.score.low for segment in segments],
            "High": [segment.score.high for segment in segments],
            "Expected": [segment.expected for segment in segments],
            "Baseline": [segment.chance for segment in segments],
            "Score where found": [segment.score_where_found for segment in segments],
            "One-sided p": [segment.p for segment in segments],
            "Corrected p": [segment.adjusted for segment in segments],
        }
    )


def _plain_name(segment: Segment) -> str:
    """The values of a segment in words, as plain text."""
    return " and ".join(f"{column}: {value}" for column, value in segment.values)


def _remark(search: SegmentSearch) -> str:
    of_all = number(search.score_of_all)
    return f"{search.measure.title}, {of_all} over all cases. Scores are those on the other half of the cases."


def _values_and_numbers(search: SegmentSearch, level: float) -> Part:
    """What was searched, each segment as judged, and the scores of the weakest."""
    numbers = []
    for segment in search.segments[:REPORTED]:
        name = _plain_name(segment)
        numbers += [
            Number(f"On the other half of the cases, {name}", segment.score),
            Number(f"Expected with the overall rates, {name}", segment.expected, how=COUNTED),
        ]
    values = {
        "measure": search.measure.key,
        "searched": search.searched,
        "score_of_all": search.score_of_all,
        "surely": len(search.surely(level)),
        "segments": [
            {
                "values": dict(segment.values),
                "cases": segment.cases,
                "score": measured(segment.score),
                "expected": segment.expected,
                "baseline": segment.chance,
                "score_where_found": segment.score_where_found,
                "p": segment.p,
                "corrected_p": segment.adjusted,
            }
            for segment in search.segments
        ],
    }
    return Part(values=values, numbers=numbers)


def _method(search: SegmentSearch, least: int, level: float, clustered: bool) -> str:
    """How segments are searched and judged, with the numbers of the first one put in."""
    dealt = "cluster by cluster" if clustered else "class by class"
    first = ""
    if search.segments and search.segments[0].p > 0:
        segment = search.segments[0]
        text = " and ".join(f"{literal(column)}: {literal(value)}" for column, value in segment.values)
        first = (
            f" For {text}, with {number(float(segment.counts.positives))} positive and "
            f"{number(float(segment.counts.negatives))} negative cases, p = {p_text(np.log10(segment.p))}, corrected "
            f"{p_text(np.log10(segment.adjusted))}."
        )
    halves = " and ".join(count(size) for size in search.halves)
    return f"""**The search.** The cases are split into two halves, {halves}, {dealt} (seed {SEED}). On the first half,
each value of a column and each pair of values of two columns with {least} cases or more is ranked by how many standard
deviations its **{search.measure.title}** is worse than its class sizes give with the overall TPR and FPR. What depends
on the classes alone, such as the baseline of a *Dutch Draw*, is in both numbers and moves no segment. If two segments
share more than half of the smaller one's cases, the worse one is kept. An F score is 0 where nothing is predicted
positive.

**The judgement** uses the second half alone (Cox 1975, *A note on data-splitting for the evaluation of significance
levels*). With the overall rates, the true positives of a segment are hypergeometric, and so are its false positives:
drawn without replacement from the positives and the negatives. p is the probability of a score as bad or worse, summed
over all such tables, and the expected score is their mean. The corrected p accounts for
{many(len(search.segments), "judged segment")} (Holm 1979): if no segment is weak, at most {percent(1 - level)} of such
searches call one weak.{first}
"""
