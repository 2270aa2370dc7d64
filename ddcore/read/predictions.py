"""Predictions reduced: per model, group and fold a tally of scores, or the counts of labels."""

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ddcore.arrays import Array, power_of_two_above
from ddcore.cache import Cache
from ddcore.counts import EQUAL, all_equal
from ddcore.data import Data, Joint
from ddcore.decisions.amounts import ScoredCases, own_amount
from ddcore.errors import InputError
from ddcore.model import Grouped, Model
from ddcore.read.arranged import Wishes, arranged
from ddcore.read.by_class import by_class
from ddcore.read.candidates import Candidate, Cases, candidates_of
from ddcore.read.columns import COSTS, joined
from ddcore.read.limits import COUNTED, PARTS
from ddcore.read.listing import rows_of
from ddcore.read.predicted import Family
from ddcore.read.reading import AUTOMATIC, Reading
from ddcore.read.values import Column
from ddcore.read.words import LONGEST_LIST, ChoiceNeeded, listed, quoted
from ddcore.records.guess import Guess
from ddcore.records.labels import THE_MODEL
from ddcore.records.origin import Origin
from ddcore.records.rows import Rows, empty_name
from ddcore.records.threshold import RULES, at_scores, cut_of, under
from ddcore.table import ScoreTable


@dataclass(frozen=True)
class Listed:
    """A model as a file has it: `found` is what the file calls it, `name` what it is called, empty if it was left out.

    `kind` is "scores" or "labels"; `cases` are the rows with its prediction and a truth, `missing` those with a truth
    alone. `auc` is that of its scores, None without any.

    >>> Listed("p", "", "scores", 10, 0).used
    False
    """

    found: str
    name: str
    kind: str
    cases: int
    missing: int
    turned: bool = False
    auc: float | None = None

    @property
    def used(self) -> bool:
        """Whether it was not left out."""
        return bool(self.name)


@dataclass(frozen=True, eq=False)
class Predictions:
    """A file of predictions, reduced: `models` maps the name of each model, in file order, to its `Model`.

    A single model is "the model", whatever its column is named.

    `positive` and `negative` are the two values of the truth ("not VF" for all the rest), `positive_reason` says why
    that value was taken. `truth_values` has the rows of each value of the truth.
    `roles` maps truth, score, label, model, run, group, fold, cluster, weight, amount and id to the names of their
    columns, `columns` are all. `listed` has the models of the file, those too that were left out; `reading` says how it
    was read. `joint` has the scores case by case where there are several models in columns, None otherwise, `cases` all
    rows one by one, None where there are too many. `given` is what `read` was told, besides the source and its name.
    `notes` are sentences about what was assumed and left out, `row_notes` those of them that are about rows, `guesses`
    what was assumed without being sure, in the order in which it is to be asked, `dividing` are columns without a role
    that could divide the cases. `rows` are
    those of the file, or of all `files` where there are several; `single` is a random part of them, read one by one,
    where of all of them only tallies are known; `total` and `positives` (weights summed, where there
    are weights) are the cases of the model that has most.

    >>> from ddcore.read import read
    >>> file = read(b"truth,a,b\\nyes,0.9,0.4\\nno,0.2,0.3\\n", name="two.csv")
    >>> list(file.models), file.positive_reason, file.roles["truth"], file.data("b").prevalence
    (['a', 'b'], '“yes” usually means the positive class', ('truth',), 0.5)
    """

    name: str
    models: Mapping[str, Model]
    positive: str
    negative: str
    positive_reason: str
    truth_values: Mapping[str, int]
    roles: Mapping[str, tuple[str, ...]]
    columns: tuple[str, ...]
    notes: tuple[str, ...]
    rows: int
    total: float
    positives: float
    joint: Joint | None = None
    row_notes: tuple[str, ...] = ()
    listed: tuple[Listed, ...] = ()
    reading: Reading = AUTOMATIC
    given: Mapping[str, Any] = field(default_factory=dict)
    cases: Rows | None = None
    files: tuple[str, ...] = ()
    guesses: tuple[Guess, ...] = ()
    dividing: tuple[str, ...] = ()
    single: "Predictions | None" = None

    @cached_property
    def store(self) -> Cache:
        """What is computed from these predictions is kept here, at whatever threshold."""
        return Cache(24 * len(self.models))

    def data(self, chosen: str | None = None, models: Mapping[str, Model] | None = None, source: str = "") -> Data:
        """What an answer is about: these predictions, the selected model, and the models at other thresholds if given.

        What is computed from it is kept with the predictions, whichever model is selected, at whichever threshold.
        """
        models = self.models if models is None else models
        given = {"source": list(self.files) or self.name, **self.given}
        chosen = next(iter(models)) if chosen is None else chosen
        # Of the selected model: another one may have a score for more cases.
        classes = models[chosen].counts
        return Data(
            classes.total.item(),
            classes.positives.item(),
            self.positive,
            self.negative,
            models,
            chosen,
            joint=self.joint,
            rows=self.cases,
            amount=", ".join(name for role in ("amount", *COSTS) for name in self.roles[role]),
            notes=self.notes,
            guesses=self.guesses,
            roles=self.roles,
            dividing=self.dividing,
            source=source or self.name,
            origin=Origin("read", given, self._thresholds, self._found_positive),
            single=None if self.single is None else self.single.data(source=source),
            store=self.store,
        )

    @property
    def positive_is_guess(self) -> bool:
        """Whether the positive class is one of the guesses."""
        return any(guess.role == "positive" for guess in self.guesses)

    @property
    def _found_positive(self) -> str:
        return "" if "positive" in self.given else self.positive_reason

    @property
    def _thresholds(self) -> dict[str, float | None]:
        return {name: model.threshold for name, model in self.models.items()}


@dataclass(frozen=True)
class Reduced:
    """The models by name, in file order, their scores case by case, what the file calls them, and notes on both."""

    models: Mapping[str, Model]
    joint: Joint | None
    cases: Rows | None
    listed: tuple[Listed, ...]
    notes: tuple[str, ...]
    row_notes: tuple[str, ...]


NO_WISHES = Wishes((), (), {})


def reduce(
    cases: Cases,
    threshold: float | None,
    missing: str,
    wishes: Wishes = NO_WISHES,
    families: Sequence[Family] = (),
    rule: str | None = None,
    found: Sequence[Candidate] | None = None,
) -> Reduced:
    """The cases counted for each model that is kept; of more than two classes with those of `families`.

    `found` are the models where they have cases of their own, whose rows stand for many cases: then there are no
    single cases, and whether rows are incomplete was asked already.

    Raises `ChoiceNeeded` where rows are incomplete and `missing` is "ask".

    >>> import pyarrow as pa
    >>> from ddcore.read.columns import FoundColumns
    >>> truth, p = Column("truth", pa.array(["yes", "no"])), Column("p", pa.array([0.9, 0.2]))
    >>> reduced = reduce(Cases.of(FoundColumns((truth, p), truth, scores=[p]), "yes"), None, "ask")
    >>> reduced.models["the model"].counts, reduced.joint
    (Counts(tp=1, fp=0, fn=0, tn=1), None)
    >>> reduced.notes
    ('The model predicts “yes” at scores ≥ 0.5, because scores are between 0 and 1.',)
    """
    notes: list[str] = []
    row_notes: list[str] = []
    single = found is None
    if found is None:
        found = named(cases, candidates_of(cases, notes))
    candidates = arranged(found, wishes, notes)
    if single:
        empty = cases.unknown.copy()
        for candidate in candidates:
            empty[candidate.gaps] = True
        if empty.any() and missing == "ask":
            raise _question(cases, candidates, empty)
    own_cases = [candidate.cases or cases for candidate in candidates]
    blank = own_cases[0].number(own_cases[0].unknown)
    if blank == 1:
        row_notes.append("1 row without a truth was left out.")
    elif blank:
        row_notes.append(f"{blank:,} rows without a truth were left out.")
    _check_parts(cases, candidates)
    models: dict[str, Model] = {}
    cuts: dict[str, list[str]] = {}
    row_notes += _gaps_left_out({each.name: _missing(each.cases or cases, each) for each in candidates})
    for candidate, own in zip(candidates, own_cases, strict=True):
        rows = candidate.rows(own.unknown)
        if not rows.size:
            notes.append(f"{quoted(candidate.column.name)} was not used: no row has both its prediction and a truth.")
            continue
        own = _equal_weights_left_out(own, candidate, rows, notes)
        counted = _with_parts(own, candidate, rows, (threshold, rule), cuts)
        of_classes = by_class(own, candidate, families, notes) if single else None
        models[candidate.name] = replace(counted, classes=of_classes)
    unnamed = len(models) == 1 and len(candidates) == len(found) and not wishes.names.values() & models.keys()
    for reason, names_of in cuts.items():
        if unnamed:
            notes.append(f"The model predicts {reason}.")
        elif len(names_of) == 1:
            notes.append(f"{quoted(names_of[0])} predicts {reason}.")
        else:
            notes.append(f"{listed(names_of)} predict {reason}.")
    if not models:
        raise InputError("has no row with both a truth and a prediction; fill in the missing cells")
    names = {candidate.found: candidate.name for candidate in candidates if candidate.name in models}
    listed_models = tuple(_listed(cases, candidate, models, names.get(candidate.found, "")) for candidate in found)
    kept = {candidate.name: candidate for candidate in candidates if candidate.name in models}
    if unnamed:
        models = {THE_MODEL: next(iter(models.values()))}
        kept = {THE_MODEL: next(iter(kept.values()))}
        listed_models = tuple(replace(each, name=THE_MODEL if each.used else "") for each in listed_models)
    if not single:
        return Reduced(models, None, None, listed_models, tuple(notes), tuple(row_notes))
    scored = [candidate for candidate in candidates if candidate.name in models and candidate.is_score]
    return Reduced(
        models, _joint(cases, scored), rows_of(cases, kept, families), listed_models, tuple(notes), tuple(row_notes)
    )


def _missing(cases: Cases, candidate: Candidate) -> int:
    """How many cases have a truth and no prediction of a model."""
    return cases.number(candidate.gaps[~cases.unknown[candidate.gaps]])


def _gaps_left_out(gaps: Mapping[str, int]) -> list[str]:
    """One note on the rows that have no prediction of some models, whose number is given."""
    gaps = {name: number for name, number in gaps.items() if number}
    if not gaps:
        return []
    if len(gaps) > 1:
        each = [f"{number:,} of {quoted(name)}" for name, number in gaps.items()]
        if len(each) > LONGEST_LIST:
            each[LONGEST_LIST:] = [f"some of {len(each) - LONGEST_LIST:,} more"]
        return [f"Rows without a prediction were left out: {', '.join(each[:-1])} and {each[-1]}."]
    ((name, number),) = gaps.items()
    if number == 1:
        return [f"1 row without a prediction was left out of {quoted(name)}."]
    return [f"{number:,} rows without a prediction were left out of {quoted(name)}."]


def _listed(cases: Cases, candidate: Candidate, models: Mapping[str, Model], name: str) -> Listed:
    """A model of the file and what became of it."""
    cases = candidate.cases or cases
    table = models[name].table if name else None
    rows = ~(candidate.column.missing | cases.unknown) if candidate.own is None else candidate.rows(cases.unknown)
    return Listed(
        candidate.found,
        name,
        "scores" if candidate.is_score else "labels",
        cases.number(rows),
        _missing(cases, candidate),
        candidate.found in cases.roles.turned,
        None if table is None or math.isnan(table.auc) else table.auc,
    )


def _check_parts(cases: Cases, candidates: list[Candidate]) -> None:
    """Whether all models together have no more folds than can be counted."""
    number = 0
    for candidate in candidates:
        column = (candidate.cases or cases).roles.single.get("fold")
        if column is not None:
            rows = candidate.own
            number += len(column.categories) + 1 if rows is None else len(set(column.codes[rows].tolist()))
    PARTS.check(number)


def _equal_weights_left_out(cases: Cases, candidate: Candidate, rows: NDArray[Any], notes: list[str]) -> Cases:
    """The cases without weights where those of a model's rows are all the same, which is told."""
    if cases.weight is None:
        return cases
    weight = cases.weight[rows]
    if cases.times is not None:
        if not cases.times[rows].all():
            # What is below a double of the sum of weights stands in a row of its own: they were looked at before.
            return cases
        mean = weight / cases.times[rows]
        alike = cases.squares is not None and np.allclose(cases.squares[rows], mean * weight, rtol=EQUAL, atol=0)
        weight = mean if alike else np.zeros(1)
    if not weight[0] > 0 or not all_equal(weight):
        return cases
    notes.append(
        f"Every weight of {quoted(candidate.name)} is {weight[0]:.10g}, so it is not used: each case counts as one."
    )
    return replace(cases, weight=None, squares=None)


def named(cases: Cases, candidates: list[Candidate]) -> list[Candidate]:
    """Several models with names that are no class's: scores are often named as the class that they speak for."""
    if len(candidates) == 1:
        return candidates
    classes = cases.roles.class_names
    taken = {candidate.name for candidate in candidates}
    named = []
    for candidate in candidates:
        name = candidate.name
        while joined(name) in classes or (name != candidate.name and name in taken):
            name = f"model {name}"
        named.append(replace(candidate, name=name))
    return named


def _joint(cases: Cases, scored: list[Candidate]) -> Joint | None:
    if len(scored) < 2 or cases.times is not None or any(candidate.own is not None for candidate in scored):
        return None
    score = {candidate.name: candidate.column.numbers for candidate in scored}
    joint = Joint(cases.true, score, cases.weight, cases.cluster)
    # Where each case has a truth the columns are not copied.
    return joint.where(~cases.unknown) if cases.unknown.any() else joint


def _question(cases: Cases, candidates: list[Candidate], empty: NDArray[np.bool_]) -> ChoiceNeeded:
    place, truth = int(np.argmax(empty)), cases.roles.truth
    incomplete = (candidate.column for candidate in candidates if place in candidate.gaps)
    first = truth if cases.unknown[place] else next(incomplete)
    rows, of = cases.number(empty), cases.number(np.ones(empty.size, np.bool_))
    # Cases that are not read one by one stand in no row of a file.
    row = "" if cases.times is not None else f", the first is row {truth.row(place):,}, column {quoted(first.name)}"
    have = "has" if rows == 1 else "have"
    question = (
        f"{rows:,} of {of:,} rows {have} no truth or no prediction{row}: leave such rows out, or fill in the cells"
    )
    return ChoiceNeeded(question, "missing", [column.name for column in cases.roles.columns], cases.roles.names())


def _with_parts(
    cases: Cases,
    candidate: Candidate,
    rows: NDArray[Any],
    said: tuple[float | None, str | None],
    cuts: dict[str, list[str]],
) -> Model:
    values: NDArray[Any] = candidate.column.numbers if candidate.is_score else cases.called(candidate.column)
    whole = _model(cases, values, rows)
    COUNTED.check(int(whole.counts.total), quoted(candidate.name))
    if whole.table is not None:
        cut, reason = _threshold(whole.table, *said, candidate.threshold)
        if reason:
            cuts.setdefault(f"{quoted(cases.positive)} at {at_scores(cut)}, {reason}", []).append(candidate.name)
        whole = replace(whole, threshold=cut, counts=whole.table.at(cut))
    single = {role: column for role, column in cases.roles.single.items() if column is not candidate.column}
    if "fold" in single:
        parts = _parts(single["fold"], rows)
        whole = replace(
            whole,
            folds={name: _model(cases, values, part, whole) for name, part in parts.items()},
        )
    if "group" in single:
        whole = replace(whole, groups=_grouped(cases, values, _parts(single["group"], rows), whole))
    whole = replace(whole, run_of=candidate.run_of)
    if cases.moments:
        many = ((sums, squares) for sums, squares in cases.moments)
        moments = tuple(_model(replace(cases, weight=sums, squares=own), values, rows, whole) for sums, own in many)
        return replace(whole, moments=moments, scale=cases.scale)
    if cases.amount is None:
        return whole
    scale = power_of_two_above(float(cases.amount[rows].max()))
    amount = own_amount(cases.amount[rows], cases.true[rows]) / scale
    moments = tuple(_model(cases, values, rows, whole, amount**power) for power in (1, 2))
    scored = None
    if whole.table is not None:
        weight = np.ones(rows.size) if cases.weight is None else cases.weight[rows]
        cluster = None if cases.cluster is None else cases.cluster[rows]
        scored = ScoredCases(values[rows], cases.true[rows], cases.amount[rows], weight, cluster)
    return replace(whole, moments=moments, scale=scale, scored=scored)


def _model(
    cases: Cases,
    values: NDArray[Any],
    rows: NDArray[Any],
    whole: Model | None = None,
    factor: Array | None = None,
) -> Model:
    """The model on some rows, on all of its own or a part of the whole; `factor` is what each counts besides weight."""
    everything = rows.size == values.size
    chosen, true = (values, cases.true) if everything else (values[rows], cases.true[rows])
    weight, times, squares, highest = _of_rows(cases, rows)
    many = {"times": times, "squares": squares, "highest": highest}
    if factor is not None:
        weight = factor if weight is None else weight * factor
    if whole is not None:
        return Model.of(chosen, true, weight, whole.threshold, design=whole.design, **many)
    cluster = None if cases.cluster is None else cases.cluster[rows]
    model = Model.of(chosen, true, weight, cluster=cluster, design=cases.design, **many)
    return replace(model, clusters=cases.clusters) if cases.clusters else model


def _of_rows(cases: Cases, rows: NDArray[Any]) -> Iterator[Any]:
    """Weight, times, squares and highest score of some rows, None where the cases have none."""
    every = (cases.weight, cases.times, cases.squares, cases.highest)
    return (None if each is None else each[rows] for each in every)


def _grouped(cases: Cases, values: NDArray[Any], parts: Mapping[str, NDArray[Any]], whole: Model) -> Grouped:
    """The model on each group of rows."""
    rows = np.concatenate([*parts.values()])
    starts = np.cumsum([0, *map(len, parts.values())])
    weight, *many = _of_rows(cases, rows)
    return Grouped(tuple(parts), starts, values[rows], cases.true[rows], weight, whole.threshold, whole.design, *many)


def _parts(column: Column, rows: NDArray[Any]) -> dict[str, NDArray[Any]]:
    """The rows of each group, groups in order: by number if all names are numbers, else by name, empty cells last."""
    codes = column.codes[rows]
    order = np.argsort(codes, kind="stable")
    cuts = np.flatnonzero(np.diff(codes[order])) + 1
    parts = {int(column.codes[part[0]]): part for part in np.split(rows[order], cuts)}
    empty = {empty_name(column.categories): parts.pop(-1)} if -1 in parts else {}
    named = {column.categories[code]: part for code, part in parts.items()}
    try:
        return dict(sorted(named.items(), key=lambda item: float(item[0]))) | empty
    except ValueError:
        return dict(sorted(named.items())) | empty


def _threshold(
    table: ScoreTable, given: float | None, rule: str | None, from_labels: float | None
) -> tuple[float, str]:
    """The threshold in force and why, an empty text where the person or the labels of the file said it."""
    if given is not None:
        return under(rule or RULES[0], given), ""
    if from_labels is not None:
        return from_labels if rule is None else under(rule, cut_of(from_labels)), ""
    if table.is_probability:
        return under(rule or RULES[0], 0.5), "because scores are between 0 and 1"
    if table.score[0] < 0 < table.score[-1]:
        return under(rule or RULES[0], 0.0), "because scores are positive and negative"
    counts = table.at(table.score)
    place = int(np.argmin(np.abs(counts.predicted_positives - counts.positives)))
    return float(table.score[place]), "so that the share predicted positive is close to the base rate"
