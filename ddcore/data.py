"""What an answer is about: classes alone, counts of models, or predictions."""

import importlib
from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, TypeVar

import numpy as np
from numpy.typing import NDArray

from ddcore.arrays import Array
from ddcore.cache import Cache
from ddcore.decisions.class_probabilities import ClassProbabilities
from ddcore.errors import InputError
from ddcore.model import NO_SCORES, Model, drawn
from ddcore.records.guess import Guess
from ddcore.records.origin import Origin, fingerprint
from ddcore.records.rows import UNKNOWN, Rows
from ddcore.records.threshold import at_scores
from ddcore.table import ScoreTable

__all__ = ["NO_SCORES", "TYPED_POSITIVE", "Data", "Joint", "Model"]

Result = TypeVar("Result")

TYPED_POSITIVE = "positive"
"""The name of the positive class where nobody named it."""


def _of_rows(rows: Rows, name: str, model: Model) -> Model | None:
    """A model on some rows, at its threshold; None where none of them has its prediction and a truth."""
    own = rows.of(name)
    known = None if own is None else own.truth != UNKNOWN
    if own is None or known is None or not known.any():
        return None
    weight = None if own.weight is None else own.weight[known]
    cluster = own.cluster
    found = Model.of(
        own.value[known], own.truth[known] == 1, weight, model.threshold, None if cluster is None else cluster[known]
    )
    return replace(found, run_of=model.run_of)


def _cases(data: "Data") -> dict[str, Any]:
    """The tallies of the cases, without what was set for them: they do not depend on the order of the cases."""
    models = {name: _cases_of(model) for name, model in sorted(data.models.items())}
    classes = () if models else (data.total, data.positives)
    return {"classes": classes, "positive": data.positive, "negative": data.negative, "models": models}


def _cases_of(model: Model) -> tuple[Any, ...]:
    own = model.counts if model.table is None else model.table
    parts = ({name: _cases_of(part) for name, part in kind.items()} for kind in (model.groups, model.folds))
    return own, *parts, [_cases_of(moment) for moment in model.moments], model.scale


@dataclass(frozen=True, eq=False)
class Joint:
    """The scores of several models case by case, for what compares them on the same cases.

    `score` maps each model to its scores, NaN where it has none, `positive` says whether a case is truly positive,
    `weight` what it counts, None where each counts one, `cluster` a number that cases of one cluster share, None
    without clusters; element i belongs to case i. Cases without a truth are left out.

    >>> joint = Joint(np.array([False, True]), {"a": np.array([0.2, 0.9]), "b": np.array([0.3, np.nan])})
    >>> joint.model("b", 0.5).counts
    Counts(tp=0, fp=0, fn=0, tn=1)
    """

    positive: NDArray[np.bool_]
    score: Mapping[str, Array]
    weight: Array | None = None
    cluster: NDArray[np.int64] | None = None

    def model(self, name: str, threshold: float | None) -> Model:
        """The scores of one model as a table, at a threshold."""
        return self.where(np.isfinite(self.score[name]))._model(name, threshold)

    def _model(self, name: str, threshold: float | None) -> Model:
        return Model.of(self.score[name], self.positive, self.weight, threshold, self.cluster)

    def where(self, chosen: NDArray[Any]) -> "Joint":
        """Some of the cases: a mask, or their places.

        >>> Joint(np.array([True, False]), {"a": np.arange(2.0)}).where(np.array([1])).score["a"].tolist()
        [1.0]
        """
        weight, cluster = (None if column is None else column[chosen] for column in (self.weight, self.cluster))
        return Joint(
            self.positive[chosen], {name: score[chosen] for name, score in self.score.items()}, weight, cluster
        )

    def part(self, cases: int, *, rng: np.random.Generator) -> "Joint":
        """A part of the cases, each class with its share.

        >>> joint = Joint(np.array([True, False, False, False] * 10), {"a": np.arange(40.0)})
        >>> int(joint.part(8, rng=np.random.default_rng(1)).positive.sum())
        2
        """
        share = cases / self.positive.size
        taken = [drawn(of_class.astype(np.int64), share, rng) for of_class in (self.positive, ~self.positive)]
        return self.where(np.flatnonzero(taken[0] + taken[1]))


@dataclass(frozen=True, eq=False)
class Data:
    """The classes, the models if there are any, and the selected one.

    `total` and `positives` count the cases of the selected model, or sum their weights. `joint` has the scores of
    several models case by case, `rows` all cases one by one as a file lists them. `amount` names the column that
    payoffs may grow with. `notes` are sentences about what was assumed and left out when the data were read, `guesses`
    what was assumed without being sure; `roles` maps each role of a file to its columns. `source`
    tells one data set from another: a sample's key, a file's name, empty for typed numbers. `sample` is what the data
    are an example of: a story, a scenario, a pair. `whole` is how many cases these were drawn from, None where they are
    all. `single` is a random part of the cases, read one by one, where of all of them only tallies are known; see
    `one_by_one`. `original` has the cases as they are, where each class counts as much as it has at another share of
    positives.
    `dividing` are columns of a file that could divide its cases and have no role. `origin` says how they can be got
    again, None where nobody knows.
    """

    total: float
    positives: float
    positive: str = TYPED_POSITIVE
    negative: str = "negative"
    models: Mapping[str, Model] = field(default_factory=dict)
    chosen: str | None = None
    joint: Joint | None = None
    rows: Rows | None = None
    amount: str = ""
    notes: tuple[str, ...] = ()
    guesses: tuple[Guess, ...] = ()
    roles: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    dividing: tuple[str, ...] = ()
    source: str = ""
    sample: object = None
    original: "Data | None" = None
    whole: float | None = None
    origin: Origin | None = None
    single: "Data | None" = None
    store: Cache = field(default_factory=Cache, repr=False)

    def __repr__(self) -> str:
        """
        >>> Data(303, 139)
        Data: 303 cases, 139 positive
        """
        lines = [f"Data: {self.total:,.10g} cases, {self.positives:,.10g} {self.positive}", *self._taken()]
        for name, model in self.models.items():
            kind = "labels" if model.threshold is None else f"{at_scores(model.threshold)} are predicted positive"
            lines.append(f"  {'*' if name == self.chosen else ' '} {name}: {kind}")
        return "\n".join([*lines, *(f"  {note}" for note in self.notes)])

    def _taken(self) -> Sequence[str]:
        """Which columns were taken for what, and what was guessed, as keywords of `ddcore.read`."""
        # It stands on a higher floor.
        taken: Sequence[str] = importlib.import_module("ddcore.read.spelling").taken(self) if self.roles else ()
        return taken

    def cached(self, key: Hashable, make: Callable[[], Result], *, cases: int = 0, large: bool = False) -> Result:
        """A result of these data: made before, or made now and kept with them.

        The key says all that the result depends on besides the data: the model's table or counts, and what was chosen.
        Long work says for how many `cases` it is; what takes much memory for many of them is `large`.
        """
        return self.store.get(key, make, cases=cases, large=large)

    @property
    def one_by_one(self) -> "Data":
        """The cases one by one: the part of which they are known where there are tallies of the rest, else the data.

        The part has the models and thresholds in force, and is drawn from all cases of the selected model.

        >>> table = ScoreTable.of([0.1, 0.4, 0.8], [0, 1, 1])
        >>> part = Data(3, 2, models={"a": Model(table, 0.5, table.at(0.5))}, chosen="a")
        >>> many = replace(table, positives=1000 * table.positives, negatives=1000 * table.negatives)
        >>> data = Data(3000, 2000, models={"a": Model(many, 0.4, many.at(0.4))}, chosen="a", single=part)
        >>> data.one_by_one.model.counts, data.one_by_one.whole
        (Counts(tp=2, fp=0, fn=0, tn=1), 3000)
        """
        single = self.single
        if single is None or self.joint is not None or self.rows is not None or self.chosen not in single.models:
            return self
        if self.original is not None:
            return self.original.one_by_one.at_share(self.prevalence)
        cuts = {name: self.models[name].threshold for name in single.models if name in self.models}
        models = {
            name: single.models[name] if single.models[name].threshold == cut else single.models[name].cut(cut)
            for name, cut in cuts.items()
        }
        counts = models[self.name].counts
        told = ("positive", "negative", "chosen", "amount", "notes", "guesses", "source", "sample", "origin")
        return replace(
            single,
            total=counts.total.item(),
            positives=counts.positives.item(),
            models=models,
            whole=self.total,
            **{name: getattr(self, name) for name in told},
        )

    def part(self, cases: int, *, rng: np.random.Generator) -> "Data":
        """A part of the cases, drawn at random without replacement, each class with its share; all if there are fewer.

        It has the models that scored the same cases as the selected one, or that one alone, at their thresholds, and
        keeps results of its own. Raises `InputError` as `Model.part` does where models have cases of their own.

        >>> table = ScoreTable.of(np.arange(40), np.arange(40) % 4 == 0, True)
        >>> data = Data(40, 10, models={"a": Model(table, 20.0, table.at(20))}, chosen="a")
        >>> part = data.part(8, rng=np.random.default_rng(1))
        >>> part.total, part.positives
        (8, 2)
        """
        single = self.one_by_one
        if single is not self:
            return single.part(cases, rng=rng)
        joint = None
        if self.joint is not None and self.name in self.joint.score:
            joint = self.joint.part(cases, rng=rng)
            models = {name: joint.model(name, self.models[name].threshold) for name in joint.score}
        else:
            models = {self.name: self.model.part(cases, rng=rng)}
        counts = models[self.name].counts
        return replace(
            self,
            total=counts.total.item(),
            positives=counts.positives.item(),
            models=models,
            joint=joint,
            rows=None,
            whole=self.total if self.whole is None else self.whole,
            store=Cache(),
        )

    def where(self, chosen: NDArray[np.bool_]) -> "Data":
        """The rows of the file that are chosen, element i being that of row i: every model that has one of them there.

        Models keep their thresholds, and results are kept apart. Raises `InputError` where the cases are not known one
        by one, and where none of the chosen rows has both a truth and a prediction.

        >>> from ddcore.records.rows import Predicted
        >>> rows = Rows(np.array([1, 0, 1], np.int8), {"a": Predicted(np.array([0.9, 0.2, 0.4]))})
        >>> table = ScoreTable.of([0.9, 0.2, 0.4], [1, 0, 1])
        >>> data = Data(3, 2, models={"a": Model(table, 0.5, table.at(0.5))}, chosen="a", rows=rows)
        >>> data.where(np.array([False, True, True])).model.counts
        Counts(tp=0, fp=0, fn=1, tn=1)
        """
        if self.rows is None:
            raise InputError("single cases can only be selected from a file of predictions; choose a file")
        rows = self.rows.where(chosen)
        models = {name: model for name in rows.predicted if (model := _of_rows(rows, name, self.models[name]))}
        if not models:
            raise InputError("none of the chosen rows has both a truth and a prediction; choose others")
        selected = self.chosen if self.chosen in models else next(iter(models))
        counts = models[selected].counts
        joint = None
        if self.joint is not None:
            # It has the rows with a truth, in their order.
            joint = self.joint.where(chosen[self.rows.truth != UNKNOWN])
            joint = replace(joint, score={name: score for name, score in joint.score.items() if name in models})
        return replace(
            self,
            total=counts.total.item(),
            positives=counts.positives.item(),
            models=models,
            chosen=selected,
            joint=joint,
            rows=rows,
            store=Cache(),
        )

    def at_share(self, share: float) -> "Data":
        """The data where another share is positive, TPR and FPR kept: each class is weighted as it is there.

        Cases then have weights, so that intervals and resamples remain those of the cases at hand; results are kept
        with the original. Raises `InputError` where there is one class only.

        >>> table = ScoreTable.of([0.1, 0.4, 0.8, 0.9], [0, 1, 0, 1])
        >>> there = Data(4, 2, models={"a": Model(table, 0.5, table.at(0.5))}, chosen="a").at_share(0.25)
        >>> there.prevalence, there.model.counts.tp.item(), there.model.table.effective
        (0.25, 0.5, (2.0, 2.0))
        """
        if not 0 < self.positives < self.total:
            raise InputError("changing the share of positives needs cases of both classes")
        times = share / self.prevalence, (1 - share) / (1 - self.prevalence)
        models = {
            name: model.reweighted(self._reweighted(model.table, times), *times) for name, model in self.models.items()
        }
        return replace(self, positives=share * self.total, models=models, joint=None, original=self)

    def _reweighted(self, table: ScoreTable | None, times: tuple[float, float]) -> ScoreTable | None:
        return None if table is None else self.cached(("reweighted", table, times), lambda: table.reweighted(*times))

    def report(self, **given: Any) -> Any:
        """A report of these data, a `ddcore.report.report.Report`, of what `ddcore.report` takes.

        `title="..."`, `ask="verdict,thresholds"` and `out="report.html"` are the usual ones.

        >>> Data(303, 139).report(title="Chance", ask="baselines").document().title
        'Chance'
        """
        # It stands on a higher floor.
        return importlib.import_module("ddcore.report.report").report(self, **given)

    @property
    def fingerprint(self) -> str:
        """The SHA-256 of the cases of each model: the same in any order, however they are written, whatever is set.

        Which score of one model goes with which of another does not count.

        >>> Data(303, 139).fingerprint == Data(303, 138).fingerprint
        False
        """
        return fingerprint(_cases(self)) if self.original is None else self.original.fingerprint

    @property
    def name(self) -> str:
        """The name of the selected model; raises `InputError` where only the classes are known."""
        if self.chosen is None:
            raise InputError("there must be a model, got only the sizes of the classes; give its counts or predictions")
        return self.chosen

    @property
    def model(self) -> Model:
        """The selected model; raises `InputError` where only the classes are known."""
        return self.models[self.name]

    @property
    def classes(self) -> ClassProbabilities | None:
        """The probabilities of more than two classes by the selected model; None where it gave none."""
        return None if self.chosen is None else self.model.classes

    @property
    def several(self) -> bool:
        """Whether there is more than one model."""
        return len(self.models) > 1

    @property
    def runs(self) -> tuple[str, ...]:
        """The models that are runs of the same one as the selected model, itself too; none where there is one run."""
        own = "" if self.chosen is None else self.model.run_of
        names = tuple(name for name, model in self.models.items() if own and model.run_of == own)
        return names if len(names) > 1 else ()

    @property
    def prevalence(self) -> float:
        """The share of the cases, or of their weight, that is positive."""
        return self.positives / self.total

    @property
    def weighted(self) -> bool:
        """Whether cases count more or less than one."""
        return self.chosen is not None and self.model.counts.weighted and not self.model.counts.whole

    @property
    def clusters(self) -> int:
        """How many clusters the cases of the selected model stand in, 0 where they are independent."""
        return 0 if self.chosen is None else self.model.clusters
