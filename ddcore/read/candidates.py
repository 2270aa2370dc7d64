"""Which models a file holds: its columns of predictions, or those of each name in the column of models."""

from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ddcore.arrays import Array
from ddcore.errors import InputError
from ddcore.read.columns import NUMBERS, FoundColumns, misfit_numbers
from ddcore.read.limits import MODELS
from ddcore.read.predicted import nearest
from ddcore.read.values import HEAD, Column, key, matched
from ddcore.read.vocabulary import said_words, says, words
from ddcore.read.words import quoted
from ddcore.records.clusters import Design
from ddcore.records.labels import THE_MODEL
from ddcore.records.threshold import Above, at_scores

MOST_COMPARED = 20
"""Scores that a column of labels is compared with in all rows, where several fit it in the first thousand."""


@dataclass(frozen=True, eq=False)
class Candidate:
    """A model before it is counted: its column of scores or labels, and its rows in their order, None for all.

    `threshold` is the one that labels of the same model show. `found` is what the file calls it, whatever its name is:
    its column, or in a long file the name of the model, with that of the column where there are several. `run_of` is
    the model that it is one run of, empty where there are no runs. `cases` are those that its rows are of, where these
    are not the cases of all models.

    >>> import pyarrow as pa
    >>> scores = Column("score", pa.array([0.2, None, 0.9]))
    >>> candidate = Candidate("the model", scores, True, None)
    >>> candidate.gaps.tolist(), candidate.rows(np.array([True, False, False])).tolist()
    ([1], [2])
    """

    name: str
    column: Column
    is_score: bool
    own: NDArray[np.intp] | None
    threshold: float | None = None
    found: str = ""
    run_of: str = ""
    cases: "Cases | None" = None

    @cached_property
    def gaps(self) -> NDArray[np.intp]:
        """The rows of its own that it has no prediction for."""
        return np.flatnonzero(self.column.missing) if self.own is None else self.own[self.column.missing[self.own]]

    def rows(self, unknown: NDArray[np.bool_]) -> NDArray[np.intp]:
        """The rows of its own that have a prediction and a truth."""
        if self.own is None:
            return np.flatnonzero(~(self.column.missing | unknown))
        return self.own[~(self.column.missing[self.own] | unknown[self.own])]


@dataclass(frozen=True, eq=False)
class Cases:
    """What all models share: which cases are truly positive, which have no truth, their weights and their parts.

    `times` says how many cases each row stands for, where these are too many to be taken one by one. Then `weight` is
    the sum of their weights and `squares` that of the squared weights; where scores are binned, their column has the
    lowest of each row and `highest` the highest. `moments` has, for the amount of a case and its square, the sums and
    the sums of squares in each row, amounts in parts of `scale`; `clusters` is how many clusters they stand in and
    `design` what these do.

    >>> import pyarrow as pa
    >>> truth = Column("truth", pa.array(["ill", "well", None]))
    >>> cases = Cases.of(FoundColumns((truth,), truth), "ill")
    >>> cases.true.tolist(), cases.unknown.tolist(), cases.weight
    ([True, False, False], [False, False, True], None)
    """

    roles: FoundColumns
    positive: str
    true: NDArray[np.bool_]
    unknown: NDArray[np.bool_]
    weight: Array | None
    amount: Array | None = None
    times: NDArray[np.int64] | None = field(default=None, kw_only=True)
    squares: Array | None = field(default=None, kw_only=True)
    highest: Array | None = field(default=None, kw_only=True)
    moments: tuple[tuple[Array, Array], ...] = field(default=(), kw_only=True)
    scale: float = field(default=1.0, kw_only=True)
    design: Design | None = field(default=None, kw_only=True)
    clusters: int = field(default=0, kw_only=True)
    _called: dict[str, NDArray[np.bool_]] = field(default_factory=dict, repr=False, kw_only=True)

    @classmethod
    def of(cls, roles: FoundColumns, positive: str) -> "Cases":
        """The cases of a file; raises `InputError` for a weight or an amount that is missing or negative."""
        truth = roles.truth
        code = truth.categories.index(positive)
        numbers: list[Array | None] = []
        for role, (must, _) in NUMBERS.items():
            column = roles.single.get(role)
            if column is not None:
                wrong = misfit_numbers(column, role)
                if wrong.any():
                    raise column.wrong(must, int(np.argmax(wrong)))
            numbers.append(None if column is None else column.numbers)
        weight, amount, *costs = numbers
        if any(cost is not None for cost in costs):
            if amount is not None:
                raise InputError("has both an amount and costs of errors; choose one and leave the other out")
            amount = np.column_stack([np.zeros(truth.codes.size) if cost is None else cost for cost in costs])
        return cls(roles, positive, truth.codes == code, truth.codes < 0, weight, amount)

    def number(self, rows: NDArray[Any]) -> int:
        """How many cases some rows stand for, given by their places or as a mask."""
        if self.times is not None:
            return int(self.times[rows].sum())
        return int(rows.sum()) if rows.dtype == np.bool_ else rows.size

    @cached_property
    def cluster(self) -> NDArray[np.int64] | None:
        """A number for the cluster of each row; a row without a cluster is one by itself. None without clusters."""
        column = self.roles.single.get("cluster")
        if column is None:
            return None
        codes = column.codes.astype(np.int64)
        alone = codes < 0
        codes[alone] = len(column.categories) + np.arange(int(alone.sum()))
        return codes

    def called(self, label: Column) -> NDArray[np.bool_]:
        """Whether each label is the positive value."""
        if label.name not in self._called:
            positive = [value == key(self.positive) for value in matched(label, self.roles.truth)]
            self._called[label.name] = np.array([*positive, False])[label.codes]
        return self._called[label.name]


Cut = Callable[["Cases", Column, Column, "NDArray[np.intp] | None"], float | None]
"""Gives the threshold by which a score gives labels in all rows, or in some of them; None where none does."""


def candidates_of(cases: Cases, notes: list[str], cut: Cut | None = None) -> list[Candidate]:
    """The models of a file, in its order; `notes` says which labels are a score cut at a threshold.

    Where the cases are a part of all, `cut` says it of all.

    Raises `InputError` for a row without the name of its model, and for more models than can be counted.

    >>> import pyarrow as pa
    >>> truth, p = Column("truth", pa.array(["yes", "no"])), Column("p", pa.array([0.9, 0.2]))
    >>> called, notes = Column("called", pa.array(["yes", "no"])), []
    >>> roles = FoundColumns((truth, p, called), truth, scores=[p], labels=[called])
    >>> [(model.name, model.threshold) for model in candidates_of(Cases.of(roles, "yes"), notes)], notes
    ([('p', 0.5)], ['“called” follows from “p” with a threshold (scores ≥ 0.5); both are one model.'])
    """
    roles, column = cases.roles, cases.roles.single.get("model")
    cut = cut or _cut
    if "run" in roles.single:
        return _runs(cases, notes, cut)
    if column is None:
        return _merged(cases, roles.scores, roles.labels, None, "", notes, cut)
    if column.missing.any():
        raise column.wrong("name a model in each row", int(np.argmax(column.missing)))
    MODELS.check(len(column.categories) * max(len(roles.scores), len(roles.labels)))
    order = np.argsort(column.codes, kind="stable")
    each = np.split(order, np.cumsum(np.bincount(column.codes))[:-1])
    return [
        candidate
        for name, own in zip(column.categories, each, strict=True)
        for candidate in _merged(cases, roles.scores, roles.labels, own, name, notes, cut)
    ]


def _runs(cases: Cases, notes: list[str], cut: Cut) -> list[Candidate]:
    """A model for each run of each model: the same cases come again in every run, so that they are not counted as one.

    Where others have several runs, a model with one keeps its own name.

    Raises `InputError` for a row without the name of its run or model, and for more models than can be counted.
    """
    roles = cases.roles
    run, model = roles.single["run"], roles.single.get("model")
    for column in filter(None, (model, run)):
        if column.missing.any():
            named = "run" if column is run else "model"
            raise column.wrong(f"name a {named} in each row", int(np.argmax(column.missing)))
    models = 1 if model is None else len(model.categories)
    MODELS.check(models * len(run.categories) * max(len(roles.scores), len(roles.labels)))
    codes = run.codes if model is None else model.codes * len(run.categories) + run.codes
    order = np.argsort(codes, kind="stable")
    candidates = []
    for own in np.split(order, np.flatnonzero(np.diff(codes[order])) + 1):
        value = run.categories[run.codes[own[0]]]
        told = f"run {value}" if value.replace(".", "", 1).isdigit() else value
        prefix = told if model is None else f"{model.categories[model.codes[own[0]]]}, {told}"
        merged = _merged(cases, roles.scores, roles.labels, own, prefix, notes, cut)
        for each in merged:
            parts = (prefix.removesuffix(told).removesuffix(", "), each.column.name if len(merged) > 1 else "")
            candidates.append(replace(each, run_of=", ".join(filter(None, parts)) or THE_MODEL))
    runs = Counter(candidate.run_of for candidate in candidates)
    if max(runs.values(), default=0) < 2:
        return candidates
    return [replace(each, name=each.run_of, run_of="") if runs[each.run_of] == 1 else each for each in candidates]


def _merged(
    cases: Cases,
    scores: list[Column],
    labels: list[Column],
    own: NDArray[np.intp] | None,
    prefix: str,
    notes: list[str],
    cut_of: Cut,
) -> list[Candidate]:
    """One candidate a column, but a label that is a score cut at a threshold belongs to that score."""
    filled = [c for c in (*scores, *labels) if not c.missing[slice(None) if own is None else own].all()]
    thresholds: dict[str, float] = {}
    absorbed: set[str] = set()
    scored = {column.name: column for column in scores if column in filled}
    fits = _fits(cases, [*scored.values()], [c for c in labels if c in filled], own)
    for label, fitting in fits:
        free = [each for each in fitting if each.name not in thresholds and not _of_other_models(label, each)]
        for score in nearest(label, free)[:MOST_COMPARED]:
            cut = cut_of(cases, score, label, own)
            if cut is not None:
                thresholds[score.name] = cut
                absorbed.add(label.name)
                where = f" for {quoted(prefix)}" if prefix else ""
                notes.append(
                    f"{quoted(label.name)} follows from {quoted(score.name)} with a threshold "
                    f"({at_scores(cut)}){where}; both are one model."
                )
                break
    order = {column.name: place for place, column in enumerate(cases.roles.columns)}
    kept = sorted((c for c in filled if c.name not in absorbed), key=lambda column: order[column.name])
    candidates = []
    for column in kept:
        name = column.name if not prefix else prefix if len(kept) == 1 else f"{prefix}, {column.name}"
        found = found_name(prefix, column, len(scores) + len(labels))
        candidates.append(Candidate(name, column, column.name in scored, own, thresholds.get(column.name), found))
    return candidates


def _of_other_models(label: Column, score: Column) -> bool:
    """Whether labels named for a model and nothing else stand beside scores that are named for another one."""
    only = set(words(label.name)) <= said_words(label.name, "kind of model")
    other = says(score.name, "kind of model") and not says(score.name, "label", "score")
    return only and other and not set(words(label.name)) & set(words(score.name))


def found_name(prefix: str, column: Column, columns: int) -> str:
    """What a file calls a model: its column; with a column of models, its name there, and which of several columns."""
    return column.name if not prefix else prefix if columns == 1 else f"{prefix}, {column.name}"


def _fits(
    cases: Cases, scores: list[Column], labels: list[Column], own: NDArray[np.intp] | None
) -> Iterator[tuple[Column, list[Column]]]:
    """Each label with the scores of which some threshold may give it, by the first thousand rows of both."""
    head = slice(HEAD) if own is None else own[:HEAD]
    numbers = np.array([score.numbers[head] for score in scores])
    for label in labels:
        called = cases.called(label)[head]
        if scores:
            lowest = np.fmin.reduce(numbers[:, called], axis=1, initial=np.inf)
            highest = np.fmax.reduce(numbers[:, ~called], axis=1, initial=-np.inf)
            yield label, [scores[place] for place in np.flatnonzero(highest < lowest)]


def _cut(cases: Cases, score: Column, label: Column, own: NDArray[np.intp] | None) -> float | None:
    """A threshold by which a score gives the labels in every row, 0.5 or 0 by either rule if one does; or None."""
    rows = slice(None) if own is None else own
    blank = score.missing[rows]
    if not np.array_equal(blank, label.missing[rows]):
        return None
    numbers, called = score.numbers[rows][~blank], cases.called(label)[rows][~blank]
    return cut_between(numbers[~called].max(initial=-np.inf), numbers[called].min(initial=np.inf))


def cut_between(highest: float, lowest: float) -> float | None:
    """A threshold between the highest score not called positive and the lowest that is: 0.5 or 0 if one will do.

    >>> cut_between(0.3, 0.7), cut_between(0.5, 0.7), cut_between(0.7, 0.3)
    (0.5, 0.5000000000000001, None)
    """
    for usual in (0.5, 0.0):
        if highest < usual <= lowest:
            return usual
        if highest == usual < lowest:
            return Above(usual)
    if highest >= lowest or not np.isfinite([lowest, highest]).all():
        return None
    middle = float(highest / 2 + lowest / 2)
    return middle if highest < middle <= lowest else float(lowest)
