"""The models of a table, counted where it is: what `ddcore.read` makes of rows, from tallies alone."""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from functools import reduce as folded
from operator import and_, or_
from typing import Any

import ibis
import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
from numpy.typing import NDArray

from ddcore.arrays import Array, power_of_two_above
from ddcore.engines.bins import BINS
from ddcore.engines.clusters import design_effects
from ddcore.engines.scores import Scores, as_numbers, number, scores_of
from ddcore.engines.sources import fetched
from ddcore.engines.tallies import Asked, Tally
from ddcore.errors import InputError
from ddcore.read import Found
from ddcore.read.candidates import Candidate, Cases, candidates_of, cut_between
from ddcore.read.columns import COSTS, NUMBERS
from ddcore.read.files import plain
from ddcore.read.limits import CLASSES, GROUPS, MODELS
from ddcore.read.predicted import check_labels
from ddcore.read.predictions import named
from ddcore.read.values import Column, key, matched
from ddcore.read.words import ChoiceNeeded, quoted
from ddcore.workers import progress

DISTINCT = 2_000_000
"""Distinct scores of a model up to which each is counted by itself; of more they are binned."""

UNCOUNTED = 500_000_000
"""Rows from which on nobody counts how many scores are distinct: they are binned."""

KEPT = 12_000_000
"""Rows of a tally at most: of more, scores are binned."""

DIVIDING = ("model", "run", "fold", "group")
"""Roles whose values divide the cases."""

MOST = {"model": MODELS, "run": MODELS, "fold": GROUPS, "group": GROUPS}
"""How many values each may have."""

SCORE, TRUTH, LABEL, WEIGHT, TIMES = "score", "truth", "label", "weight", "times"
"""Columns of what is asked of the engine, beside those called as the roles that divide the cases."""


@dataclass(frozen=True)
class Survey:
    """What is known of some scores before they are counted: the lowest, the highest, and how many are distinct."""

    low: float
    high: float
    distinct: float


class Counting:
    """One table, what its columns are, and the sample of its rows by which that was found.

    `frame` is the sample as the engine gave it, `rows` how many the table has; `exact` says that no score is binned.
    """

    def __init__(self, looked: "Looked", rows: int, frame: pa.Table, found: Found, *, exact: bool = False) -> None:
        self.looked, self.table, self.frame, self.found = looked, looked.table, frame, found
        self.rows, self.exact = rows, exact
        self.own_names = {name.strip(): name for name in looked.table.columns}
        self.roles, self.positive = found.roles, found.positive.value
        # Weights and amounts are looked at in all rows.
        self.sample = Cases.of(
            replace(found.roles, single={role: c for role, c in found.roles.single.items() if role not in NUMBERS}),
            self.positive,
        )
        self._values: dict[str, dict[Any, str]] = {}
        self.dividing = {
            role: self.roles.single[role] for role in DIVIDING if role in self.roles.single and self._may_divide(role)
        }
        self.scales: dict[str, float] = {}

    def name(self, column: Column) -> str:
        """What the table calls a column; raises `InputError` for one that the reader made of several."""
        return own_name(self.table, column)

    def values(self, column: Column) -> Mapping[Any, str]:
        """The values of a column in the table, and the category that each is: those that are empty are left out.

        Values that the reader took for missing ones are left out of the truth.
        """
        if column.name not in self._values:
            most = next((MOST[role] for role in DIVIDING if self.roles.single.get(role) is column), CLASSES)
            raw = list(self.looked.rows_of(self.name(column), most.most))
            known = dict(zip(column.keys, column.categories, strict=True))
            texts = categories(raw, column.name)
            is_truth = column is self.roles.truth
            self._values[column.name] = {
                value: known.get(key(text), text)
                for value, text in zip(raw, texts, strict=True)
                if text is not None and (key(text) in known or not is_truth)
            }
        return self._values[column.name]

    def _may_divide(self, role: str) -> bool:
        """Whether a column has no more values than there may be parts; of groups with more there are none."""
        column = self.roles.single[role]
        if len(self.looked.rows_of(self.name(column), MOST[role].most)) <= MOST[role].most:
            return True
        if role == "group":
            return False
        raise InputError(
            f"{quoted(column.name)} has more than {MOST[role].most:,} {MOST[role].things}; choose another column for "
            f"the {role}"
        )

    def called(self, label: Column) -> tuple[Any, ...]:
        """The values of a label in the table that are the positive class."""
        meant = dict(zip(label.categories, matched(label, self.roles.truth), strict=True))
        return tuple(value for value, text in self.values(label).items() if meant.get(text) == key(self.positive))

    def within(self, candidate: Candidate) -> Any:
        """Whether a row is one of a model's, which has the name of its model or run there; None where all are."""
        if candidate.own is None:
            return None
        first = candidate.own[0]
        conditions = []
        for role in ("model", "run"):
            if role in self.dividing:
                column = self.dividing[role]
                value = column.categories[column.codes[first]]
                raw = [each for each, text in self.values(column).items() if text == value]
                conditions.append(self.table[self.name(column)].isin(raw))
        return folded(and_, conditions)

    def models(self, notes: list[str], missing: str, threshold: float | None) -> list[Candidate]:
        """The models, each with its cases: rows that stand for many. `notes` says which labels are a score cut.

        Raises `ChoiceNeeded` where rows are incomplete and `missing` is "ask".
        """
        found = named(self.sample, candidates_of(self.sample, notes, self._cut))
        forms = {candidate.found: self._form(candidate) for candidate in found if candidate.is_score}
        self._check_numbers()
        surveys, is_complete = self._survey(list(dict.fromkeys(forms.values())))
        if missing == "ask" and not is_complete:
            self._ask_for_gaps(found, forms)
        counted: dict[Any, Cases] = {}
        models = []
        for place, candidate in enumerate(found):
            start, end = (0.2 + 0.7 * each / len(found) for each in (place, place + 1))
            progress.tell(start, f"Counting {self.rows:,} rows: {candidate.name}", until=end, rows=self.rows)
            form = forms.get(candidate.found)
            what = form or candidate.column.name
            if what not in counted:
                cuts = {0.0, 0.5, *(() if threshold is None else (float(threshold),))}
                cuts |= {float(c.threshold) for c in found if forms.get(c.found) == form and c.threshold is not None}
                counted[what] = (
                    self._of_labels(candidate.column)
                    if form is None
                    else self._of_scores(candidate.column, form, surveys[form], sorted(cuts))
                )
            cases = counted[what]
            (column,) = cases.roles.scores or cases.roles.labels
            own = self._own(candidate, cases)
            if "cluster" in self.roles.single:
                cases = self._in_clusters(candidate, form, column, cases, own)
            models.append(replace(candidate, column=column, cases=cases, own=own))
        return models

    def _in_clusters(
        self, candidate: Candidate, form: Scores | None, column: Column, cases: Cases, own: NDArray[np.intp] | None
    ) -> Cases:
        """The cases of a model with what clusters do to each class."""
        rows = replace(candidate, column=column, own=own).rows(cases.unknown)
        values = cases.called(column)[rows].astype(np.float64) if form is None else column.numbers[rows]
        tally = cases.times if cases.weight is None else cases.weight
        if tally is None or not rows.size:
            return cases
        tally, true = tally[rows], cases.true[rows]
        scores, place = np.unique(values, return_inverse=True)
        positives, negatives = (np.bincount(place, tally * of, scores.size).astype(float) for of in (true, ~true))
        single, table = self.roles.single, self.table
        if form is None:
            known = table[self.name(candidate.column)].isin(list(self.values(candidate.column))).fill_null(False)
            called = table[self.name(candidate.column)].isin(self.called(candidate.column))
            score = known.ifelse(called.cast("int32").cast("float64"), ibis.null("float64"))
        else:
            score = form.of(table)
        raw = [value for value, text in self.values(self.roles.truth).items() if text == self.positive]
        columns = {
            SCORE: score,
            "positive": table[self.name(self.roles.truth)].isin(raw),
            "cluster": table[self.name(single["cluster"])],
        }
        if WEIGHT in single:
            columns[WEIGHT] = number(table, self.name(single[WEIGHT]))
        is_own = self.within(candidate)
        kept = ~self._unknown(table) & score.notnull()
        chosen = table.filter(kept if is_own is None else kept & is_own.fill_null(False)).select(**columns)
        weight = WEIGHT if WEIGHT in single else None
        of_clusters = design_effects(chosen, SCORE, "positive", weight, "cluster", (scores, positives, negatives))
        return replace(cases, design=of_clusters[0], clusters=of_clusters[1])

    def _own(self, candidate: Candidate, cases: Cases) -> NDArray[np.intp] | None:
        """The rows of a tally that are of a model, where it is one of several in a column."""
        if candidate.own is None:
            return None
        mine = np.ones(cases.true.size, bool)
        for role in ("model", "run"):
            if role in self.dividing:
                sample, column = self.dividing[role], cases.roles.single[role]
                value = sample.categories[sample.codes[candidate.own[0]]]
                mine &= np.array([*(each == value for each in column.categories), False])[column.codes]
        return np.flatnonzero(mine)

    @cached_property
    def _numbers(self) -> dict[str, Array]:
        """The columns of the sample that hold numbers, by their names."""
        columns = {name: as_numbers(self.frame[own]) for name, own in self.own_names.items()}
        return {name: numbers for name, numbers in columns.items() if numbers is not None}

    def _form(self, candidate: Candidate) -> Scores:
        """How the scores of a model are made of columns of the table."""
        rows = slice(None) if candidate.own is None else candidate.own
        sample = {name: numbers[rows] for name, numbers in self._numbers.items()}
        labels = {
            label.name: self.sample.called(label)[rows]
            for label in self.roles.columns
            if label.name in self.own_names and label in self.roles.labels
        }
        families = ([each.name for each in family.values()] for family in self.found.families)
        family = next((each for each in families if candidate.column.name in each), [])
        form = scores_of(candidate.column.name, candidate.column.numbers[rows], sample, labels, family)
        called: tuple[Any, ...] = ()
        if form.columns[-1] in labels:
            called = self.called(next(label for label in self.roles.labels if label.name == form.columns[-1]))
        return replace(form, columns=tuple(self.own_names[name] for name in form.columns), called=called)

    def _cut(self, sample: Cases, score: Column, label: Column, own: NDArray[np.intp] | None) -> float | None:
        """A threshold by which a score gives a label in all rows of the table."""
        candidate = Candidate(score.name, score, True, own)
        is_own = self.within(candidate)
        table = self.table if is_own is None else self.table.filter(is_own)
        numbers, column = self._form(candidate).of(table), table[self.name(label)]
        filled = column.isin(list(self.values(label))).fill_null(False)
        is_called = column.isin(self.called(label)).fill_null(False)
        query = table.agg(
            lowest=numbers.min(where=is_called),
            highest=numbers.max(where=filled & ~is_called),
            odd=(numbers.isnull() == filled).cast("int32").sum(),
        )
        asked = fetched(query)
        lowest, highest, odd = (asked[name][0].as_py() for name in ("lowest", "highest", "odd"))
        if odd:
            return None
        return cut_between(-math.inf if highest is None else highest, math.inf if lowest is None else lowest)

    def _check_numbers(self) -> None:
        """Raise `InputError` for a weight, an amount or a cost that no case can have; note how large they are."""
        columns = {role: number(self.table, self.name(c)) for role, c in self.roles.single.items() if role in NUMBERS}
        if not columns:
            return
        asked = {}
        for role, column in columns.items():
            wrong = column.isnull() | (column < 0) | column.isinf() | (column > min(NUMBERS[role][1], 1e300))
            asked[f"{role} wrong"] = wrong.fill_null(True).cast("int32").sum()
            asked[f"{role} most"] = column.max()
        found = fetched(self.table.agg(**asked)).to_pylist()[0]
        for role in columns:
            if found[f"{role} wrong"]:
                raise InputError(
                    f"{quoted(self.roles.single[role].name)} must {NUMBERS[role][0]}, which "
                    f"{found[f'{role} wrong']:,} of {self.rows:,} rows do not have; fix these cells"
                )
            self.scales[role] = power_of_two_above(found[f"{role} most"])

    def _unknown(self, table: Any) -> Any:
        """Whether a row has no truth."""
        known = table[self.name(self.roles.truth)].isin(list(self.values(self.roles.truth)))
        return ~known.fill_null(False)

    def _ask_for_gaps(self, found: Sequence[Candidate], forms: Mapping[str, Scores]) -> None:
        """Raise `ChoiceNeeded` where rows have no truth or no prediction."""
        incomplete = [self._unknown(self.table)]
        for candidate in found:
            form = forms.get(candidate.found)
            if form is None:
                empty = ~self.table[self.name(candidate.column)].isin(list(self.values(candidate.column)))
                empty = empty.fill_null(True)
            else:
                empty = form.of(self.table).isnull()
            own = self.within(candidate)
            incomplete.append(empty if own is None else empty & own.fill_null(False))
        asked = fetched(self.table.agg(rows=folded(or_, incomplete).cast("int32").sum()))
        rows = asked["rows"][0].as_py()
        if rows:
            have = "has" if rows == 1 else "have"
            raise ChoiceNeeded(
                f"{rows:,} of {self.rows:,} rows {have} no truth or no prediction: leave such rows out, or fill in the "
                f"cells",
                "missing",
                [column.name for column in self.roles.columns],
                self.roles.names(),
            )

    def _survey(self, forms: Sequence[Scores]) -> tuple[dict[Scores, Survey], bool]:
        """What is known of some scores, by one query, and whether no truth and no prediction is missing anywhere."""
        progress.tell(0.1, f"Looking at {self.rows:,} rows", until=0.2, rows=self.rows)
        is_counted = DISTINCT < self.rows < UNCOUNTED and not self.exact
        asked: dict[str, Any] = {"gaps": self._unknown(self.table).cast("int32").sum()}
        for place, form in enumerate(forms):
            column = form.of(self.table)
            asked |= {f"low {place}": column.min(), f"high {place}": column.max(), f"known {place}": column.count()}
            if is_counted:
                asked[f"distinct {place}"] = column.approx_nunique()
        for place, label in enumerate(self.roles.labels):
            known = self.table[self.name(label)].isin(list(self.values(label))).fill_null(False)
            asked[f"label {place}"] = known.cast("int32").sum()
        found = fetched(self.table.agg(**asked)).to_pylist()[0]
        known = [number for what, number in found.items() if what.startswith(("known", "label"))]
        is_complete = not found["gaps"] and all(number == self.rows for number in known)
        surveys = {}
        for place, form in enumerate(forms):
            low, high = (found[f"{end} {place}"] for end in ("low", "high"))
            if low is None:
                low, high = math.nan, math.nan
            elif math.isinf(low) or math.isinf(high):
                shown = high if math.isinf(high) else low
                raise InputError(
                    f"{quoted(form.columns[0])} must have finite numbers, got {quoted(shown)}; fix such cells"
                )
            most = min(self.rows, found[f"distinct {place}"] if is_counted else self.rows)
            surveys[form] = Survey(low, high, most)
        return surveys, is_complete

    def _asked(self, score: Any = None, label: Any = None) -> Asked:
        """What is asked for the scores or the labels of models: a table of what is needed, and no other column."""
        table, single = self.table, self.roles.single
        columns = {TRUTH: table[self.name(self.roles.truth)]}
        columns |= {role: table[self.name(column)] for role, column in self.dividing.items()}
        keys = list(columns)
        if score is not None:
            columns[SCORE] = score
        if label is not None:
            columns[LABEL] = label
            keys.append(LABEL)
        times = None
        if "count" in single:
            times, columns[TIMES] = TIMES, table[self.name(single["count"])].cast("int64")
        summed: dict[str, tuple[str, float, int]] = {}
        weight = number(table, self.name(single[WEIGHT])) if WEIGHT in single else None
        scale = self.scales.get(WEIGHT, 1.0)
        if weight is not None:
            columns |= {WEIGHT: weight, "weight squared": weight * weight}
            summed |= {WEIGHT: (WEIGHT, scale, 3), "weight squared": ("weight squared", scale * scale, 4)}
        amount, unit = self.amount()
        if amount is not None:
            part = amount / unit
            for power, own in ((1, part), (2, part * part)):
                own = own if weight is None else weight * own
                columns |= {f"amount {power}": own, f"amount {power} squared": own * own}
                summed |= {f"amount {power}": (f"amount {power}", scale, 4)}
                summed |= {f"amount {power} squared": (f"amount {power} squared", scale * scale, 6)}
        return Asked(table.select(**columns), SCORE if score is not None else None, keys, summed, times)

    def amount(self) -> tuple[Any, float]:
        """The amount of each case, of its true class, and a power of two above all; None without amounts."""
        single = self.roles.single
        if "amount" in single:
            return number(self.table, self.name(single["amount"])), self.scales["amount"]
        costs = [role for role in COSTS if role in single]
        if not costs:
            return None, 1.0
        of_class = {role: number(self.table, self.name(single[role])) for role in costs}
        positives = [raw for raw, text in self.values(self.roles.truth).items() if text == self.positive]
        is_positive = self.table[self.name(self.roles.truth)].isin(positives)
        false_positive, false_negative = (of_class.get(role, self.table.count() * 0.0) for role in COSTS)
        return is_positive.ifelse(false_negative, false_positive), max(self.scales[role] for role in costs)

    def _of_labels(self, label: Column) -> Cases:
        """The cases of labels: a row for each value with each value of what divides them."""
        tally = self._asked(label=self.table[self.name(label)]).counted()
        column = Column(label.name, plain(tally.keys[LABEL]))
        check_labels(column, self.roles)
        return self._cases(tally, label=column)

    def _of_scores(self, score: Column, form: Scores, survey: Survey, cuts: Sequence[float]) -> Cases:
        """The cases of scores: a row for each score or bin with each value of what divides them."""
        asked = self._asked(score=form.of(self.table))
        parts = math.prod(max(len(self.values(column)), 1) for column in self.dividing.values())
        together = min(self.rows, survey.distinct * parts * 2)
        if self.exact or (survey.distinct <= DISTINCT and together <= KEPT) or math.isnan(survey.low):
            if together > 5 * KEPT:
                raise InputError(
                    f"{quoted(score.name)} may have {together:,.0f} different scores, too many to count each by "
                    f"itself; leave out exact"
                )
            tally = asked.exact()
        else:
            if parts * 2 * BINS > 4 * KEPT:
                names = " and ".join(quoted(column.name) for column in self.dividing.values())
                raise InputError(
                    f"{names} divide the cases into {parts:,} parts, too many for scores that are binned; choose a "
                    f"column with fewer values"
                )
            sample = score.numbers[np.isfinite(score.numbers)]
            tally = asked.binned((survey.low, survey.high), sample, cuts)
        return self._cases(tally, score=Column(score.name, pa.array(tally.low, from_pandas=True)))

    def _cases(self, tally: Tally, score: Column | None = None, label: Column | None = None) -> Cases:
        """What the rows of a tally are as cases."""
        truth = self._as_categories(tally.keys[TRUTH], self.roles.truth)
        single = {role: self._as_categories(tally.keys[role], column) for role, column in self.dividing.items()}
        roles = replace(
            self.roles,
            truth=truth,
            scores=[] if score is None else [score],
            labels=[] if label is None else [label],
            single=single,
            groups=[],
        )
        true = truth.codes == (truth.categories.index(self.positive) if self.positive in truth.categories else -2)
        amounts = [tally.sums[name] for name in tally.sums if name.startswith("amount")]
        cases = Cases(
            roles,
            self.positive,
            true,
            truth.codes < 0,
            tally.sums.get(WEIGHT),
            times=tally.cases,
            squares=tally.sums.get("weight squared"),
            highest=tally.high if score is not None and tally.binned else None,
            moments=tuple(zip(amounts[::2], amounts[1::2], strict=True)),
            scale=self.amount()[1],
        )
        if label is not None:
            values = [each == key(self.positive) for each in matched(label, self.roles.truth)]
            cases._called[label.name] = np.array([*values, False])[label.codes]
        return cases

    def _as_categories(self, raw: pa.ChunkedArray, column: Column) -> Column:
        """A key of a tally with the categories of the column, empty for what is none."""
        known = self.values(column)
        encoded = raw.combine_chunks().dictionary_encode()
        encoded = encoded if isinstance(encoded, pa.DictionaryArray) else encoded.chunk(0)
        texts = pa.array([known.get(value) for value in encoded.dictionary.to_pylist()], pa.string())
        return Column(column.name, pc.take(texts, encoded.indices))


def own_name(table: Any, column: Column) -> str:
    """What a table calls a column of its sample; raises `InputError` for one that the reader made of several."""
    name = next((name for name in table.columns if name.strip() == column.name), None)
    if name is None:
        raise InputError(
            f"{quoted(column.name)} is no column of the table as it is; a table that is counted where it is needs a "
            f"row for each case, a column with the truth and a column with the scores of each model"
        )
    return str(name)


class Looked:
    """A table, and the values of its columns as far as they were asked for: each is counted once."""

    def __init__(self, table: Any) -> None:
        self.table = table
        self._known: dict[tuple[str, int, str | None], dict[Any, int]] = {}

    def rows_of(self, name: str, most: int, times: str | None = None) -> Mapping[Any, int]:
        """The values of a column with their rows, or their `times`, the most frequent first: one more than `most`."""
        wanted = name, most, times
        if wanted not in self._known:
            rows = self.table.count() if times is None else self.table[times].sum()
            counted = self.table.group_by(name).agg(rows=rows)
            found = fetched(counted.order_by(counted["rows"].desc()).limit(most + 1))
            values = zip(found[name].to_pylist(), found["rows"].to_pylist(), strict=True)
            # NaN is no value.
            self._known[wanted] = {value: int(rows) for value, rows in values if value is not None and value == value}
        return self._known[wanted]


def categories(values: Sequence[Any], name: str) -> list[str | None]:
    """What the reader makes of each value: texts that match each other are one, what means nothing is None.

    >>> categories([True, False], "label"), categories(["yes", "NA"], "truth")
    (['True', 'False'], ['yes', None])
    """
    if not values:
        return []
    column = Column(name, plain(pa.chunked_array([pa.array(values)])))
    return [None if code < 0 else column.categories[code] for code in column.codes.tolist()]
