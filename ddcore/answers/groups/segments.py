"""Where does it fail: the weakest segments among all values of the columns and all pairs of values."""

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
"""The seed of the deal of the cases to two halves."""
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
                    "The weakest segments, on cases that had no say", segments_alt(search, level),
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
        return "**Nobody can tell.** No segment of that size scores lower than its classes let expect."
    surely = search.surely(level)
    if not surely:
        return (
            f"**Nowhere for sure.** Of {many(search.searched, 'segment')} none is surely weaker, on cases that had no "
            f"say, than luck makes it."
        )
    worst = max(surely, key=lambda segment: segment.shortfall)
    more = f", and {count(len(surely) - 1)} more" if len(surely) > 1 else ""
    return (
        f"At **{named(worst)}**{more}: there {in_text(search.measure)} is **{number(worst.score.value)}**, and "
        f"{number(worst.expected)} is expected."
    )


def _reason(search: SegmentSearch, least: int) -> str:
    """How the segments were searched and judged."""
    return (
        f"All values of the columns and all pairs of them, **{many(search.searched, 'segment')}** of "
        f"{many(least, 'case')} or more, were searched on one half of the cases; the weakest are judged on **the "
        f"other half**, which had no say. Expected is what cases of these classes score with the rates of all."
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
    if not judged or not sure:
        return []
    rest = f"; the other {count(judged - sure)} may be weak by luck" if sure < judged else ""
    verb = "is" if sure == 1 else "are"
    return [
        Note(
            "surely-weak",
            f"Of the {count(judged)} weakest **{count(sure)}** {verb} surely weak, corrected for their number{rest}.",
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
            f"What was found weakest, {named(first)}, scored {number(first.score_where_found)} there and "
            f"{number(first.score.value)} on the other half: a search finds bad luck, too.",
        )
    ]


def _below_chance(search: SegmentSearch) -> list[Note]:
    """The segments that are no better than chance."""
    behind = [
        f"{named(segment)} ({number(segment.score.value)} against {number(segment.chance)})"
        for segment in search.segments
        if np.isfinite(segment.score.value)
        and np.isfinite(segment.chance)
        and not search.measure.is_better(segment.score.value, segment.chance)
    ]
    if not behind:
        return []
    return [Note("no-better-than-chance", f"No better than guessing without looking: {listing(behind, 3)}.")]


def _columns(search: SegmentSearch, data: Data) -> list[Note]:
    splits = {} if data.rows is None else data.rows.splits
    if len(splits) == 1:
        return [Note("one-column", "One column divides the cases, so that there are no pairs; several can be chosen.")]
    if not search.unpaired:
        return []
    names = listing([literal(name) for name in search.unpaired])
    return [Note("too-many-values", f"Looked at without pairs, as having more than {PAIRED} values: {names}.")]


def _doubts(search: SegmentSearch) -> list[Note]:
    if search.exact or not search.segments:
        return []
    return [
        Note(
            "not-exact",
            "Each p is that of a normal law: the cases are weighted or stand in clusters, or they are too many to sum "
            "over all.",
        )
    ]


def _table(search: SegmentSearch) -> pd.DataFrame:
    """A row a segment, as judged."""
    segments = search.segments
    return pd.DataFrame(
        {
            "Segment": [_plain_name(segment) for segment in segments],
            "Cases": [segment.cases for segment in segments],
            "Judged on": [float(segment.counts.total) for segment in segments],
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
    return f"{search.measure.title}; of all cases it is {of_all}. Scores are those of the half that had no say."


def _values_and_numbers(search: SegmentSearch, level: float) -> Part:
    """What was searched, each segment as judged, and the scores of the weakest."""
    numbers = []
    for segment in search.segments[:REPORTED]:
        name = _plain_name(segment)
        numbers += [
            Number(f"Of cases that had no say, {name}", segment.score),
            Number(f"Expected there with the rates of all, {name}", segment.expected, how=COUNTED),
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
    return f"""**The search.** The cases are dealt to two halves, {halves}, {dealt} (seed {SEED}). On the first, each
value of a column and each pair of values of two columns with {least} cases or more is ranked by how many standard
deviations **{search.measure.title}** is worse there than its classes score with TPR and FPR of all. What depends on
the classes alone, such as the baseline of a *Dutch Draw*, is in both and moves no segment. Of two that share more
than half of the smaller one's cases the worse one is kept. An F score is 0 where nothing is predicted positive.

**The judgement** is by the second half alone, which had no say (Cox 1975, *A note on data-splitting for the
evaluation of significance levels*). With the rates of all its cases, the true positives of a segment are
hypergeometric, and so are its false positives: drawn without replacement from the positives and the negatives. p is
the probability of a score as bad, summed over all such tables, and expected is their mean score. The corrected p is
that of one of {count(len(search.segments))} judged (Holm 1979): where no segment is weak, one is called weak in at
most {percent(1 - level)} of such searches.{first}
"""
