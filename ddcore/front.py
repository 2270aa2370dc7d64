"""The front door: data of what people have, and each question as a function of them.

`ddcore` offers all of it: `ddcore.read(file)`, `ddcore.read_table(address)`, `ddcore.predictions(truth, score)`,
`ddcore.counts(tp=, fp=, fn=, tn=)`, `ddcore.classes(total, positives)` and `ddcore.sample(name)` give `Data`,
`ddcore.verdict(data)` asks a question.
"""

import glob
import importlib
import inspect
import math
import os
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from types import MappingProxyType
from typing import Any

import numpy as np
import pyarrow as pa

from ddcore.answers.base.answer import Answer
from ddcore.answers.base.needs import NO_DATA
from ddcore.answers.base.question import QUESTIONS
from ddcore.answers.verdict import best_model
from ddcore.chance.dutch_draw import checked_classes
from ddcore.counts import Counts
from ddcore.data import TYPED_POSITIVE, Data, Model
from ddcore.errors import InputError
from ddcore.formats import parse_count
from ddcore.options import entries, keywords
from ddcore.read import Predictions
from ddcore.read import read as read_predictions
from ddcore.read.limits import CLASSES, TooLarge
from ddcore.read.roles import DataRoles, takes
from ddcore.read.spelling import KEYWORD, spelled
from ddcore.read.words import listed, quoted
from ddcore.records.labels import THE_MODEL
from ddcore.records.origin import Called, Origin
from ddcore.records.threshold import RULES, under
from ddcore.samples import Sample
from ddcore.samples.applicants import Applicants
from ddcore.samples.face_attributes import FaceAttributes
from ddcore.samples.many_classes import ManyClasses
from ddcore.samples.moved import Moved
from ddcore.samples.offered import OFFERED, Own, Simulated, own_sample, sizes
from ddcore.samples.stories import Story

PART = 100_000
"""Cases that are read one by one of a table that is larger."""

ADDRESS = r"[A-Za-z][A-Za-z0-9+.-]*://"
"""How the address of a table starts."""


@contextmanager
def _in_keywords() -> Iterator[None]:
    """An error that a choice mends says which keyword that is."""
    try:
        yield
    except InputError as problem:
        spelled(problem, KEYWORD)
        raise


@takes(DataRoles)
@_in_keywords()
def read(source: Any, **roles: Any) -> Data:
    """Read predictions from a file or frame.

    Parameters
    ----------
    source : str, Path, bytes, binary file, frame, or a list of these
        A path, the bytes of a file, an open binary file, or a frame of pandas, polars or pyarrow. Those in a list are
        read as one table with a column "file". A folder, or a path with ``*``, ``?`` or ``[``, names files of one
        table, which are read piece by piece, as `read_table` does; so is a file that is too large for memory.
    **roles

    Returns
    -------
    Data
        The data to ask questions about.

    Raises
    ------
    InputError
        The message tells what is wrong, where, and how to fix it.

    Notes
    -----
    Roles that are not given are found by the names and values of columns; `ddcore.read.read` describes how.

    Examples
    --------
    >>> import io
    >>> data = read(io.BytesIO(b"truth,score\\nyes,0.9\\nno,0.2\\nyes,0.4\\n"), name="three.csv", positive="yes")
    >>> data.total, data.positives, data.model.counts
    (3, 2, Counts(tp=1, fp=0, fn=1, tn=1))
    """
    if isinstance(source, str | Path) and _piece_by_piece(str(source)):
        return _of_table(source, roles)
    try:
        predictions = read_predictions(source, **_for_all(roles))
    except TooLarge:
        large = _engines()
        by_engine = None if large is None else large.read_large(source, **_for_all(roles))
        if by_engine is None:
            raise
        predictions = by_engine
    return _selected(predictions, roles)


def _selected(predictions: Predictions, roles: Mapping[str, Any]) -> Data:
    return select_model(predictions, roles.get("select"), _by_model(roles), roles.get("rule"))


def _piece_by_piece(source: str) -> bool:
    """Whether a text names a table of a database, a folder, or several files."""
    if re.match(ADDRESS, source):
        return True
    try:
        return os.path.isdir(source) or (glob.has_magic(source) and not os.path.exists(source))
    except ValueError:
        # No name of a file has a zero byte.
        return False


@takes(DataRoles)
@_in_keywords()
def read_table(source: Any, *, part: int = PART, **roles: Any) -> Data:
    """Read predictions from a table of a database or a cluster, which counts them where they are.

    Parameters
    ----------
    source : str, Path or ibis.Table
        The address of a table, such as `postgres://user:password@host/database?table=name`,
        `duckdb://file.db?table=name` or `spark://host:15002?table=name`; a table of Ibis; or a path, a folder or a path
        with ``*``, ``?`` or ``[``.
    part : int
        The number of cases that are read one by one, drawn at random, for questions that need single cases; all of them
        if there are no more. With 0 only counts leave the engine.
    **roles

    Returns
    -------
    Data
        The data to ask questions about.

    Raises
    ------
    InputError
        The message tells what is wrong, where, and how to fix it. It never has a password.

    Notes
    -----
    It needs the extra `engines`, and for Spark `spark`.

    Examples
    --------
    >>> import ibis, pyarrow
    >>> table = ibis.memtable(pyarrow.table({"truth": ["yes", "no", "yes"], "score": [0.9, 0.2, 0.4]}))
    >>> read_table(table, positive="yes").model.counts
    Counts(tp=1, fp=0, fn=1, tn=1)
    """
    return _of_table(source, roles, part=part)


def _engines() -> Any:
    """What reads tables and large files, None without the extra `engines`: most files need none."""
    try:
        return importlib.import_module("ddcore.engines.large")
    except ModuleNotFoundError:
        return None


def _of_table(source: Any, roles: Mapping[str, Any], *, part: int = PART) -> Data:
    """The data of a table that is counted where it is; its origin has no password."""
    large = _engines()
    if large is None:
        raise InputError("reading a table needs more packages; type pip install 'ddcore[engines]'")
    predictions = large.read_source(source, part=part, **_for_all(roles))
    data = _selected(predictions, roles)
    assert data.origin is not None
    is_table = not isinstance(source, str | Path)
    given = {**data.origin.given, "source": "the table" if is_table else large.sources.public(str(source))}
    given |= {"part": part} if part != PART else {}
    return replace(data, origin=replace(data.origin, function="read_table", given=given))


def _by_model(roles: Mapping[str, Any]) -> Mapping[str, float]:
    """Thresholds by the names of models, where they are given so."""
    threshold = roles.get("threshold")
    return threshold if isinstance(threshold, Mapping) else {}


def _for_all(roles: Mapping[str, Any]) -> dict[str, Any]:
    """The roles without these, and without the selected model, which is no role of a file."""
    return {
        role: value
        for role, value in roles.items()
        if role != "select" and (role != "threshold" or not isinstance(value, Mapping))
    }


def select_model(
    predictions: Predictions,
    name: str | None = None,
    thresholds: Mapping[str, float] = MappingProxyType({}),
    rule: str | None = None,
) -> Data:
    """The data of predictions that were read, with other thresholds of models by their names, under a rule.

    `name` is the model that answers are about, the best one with scores unless given.
    """
    if not predictions.total > 0:
        raise InputError("all weights are 0, so no case counts; choose another column of weights")
    if name is not None and not (isinstance(name, str) and name in predictions.models):
        raise InputError(f"select must be one of {listed(list(predictions.models))}, got {quoted(name)}")
    for model, threshold in thresholds.items():
        if model not in predictions.models or predictions.models[model].table is None:
            raise InputError(f"threshold has {quoted(model)}, which is not a model with scores here")
        if not isinstance(threshold, int | float | np.number) or not math.isfinite(threshold):
            raise InputError(f"the threshold of {quoted(model)} must be a finite number, got {quoted(threshold)}")
    cuts = {each: under(rule or RULES[0], threshold) for each, threshold in thresholds.items()}
    models = {each: model.cut(cuts.get(each)) for each, model in predictions.models.items()}
    return predictions.data(name or best_model(predictions.data()), models)


@takes(DataRoles, arrays=True)
@_in_keywords()
def predictions(
    truth: Any,
    score: Any,
    *,
    positive: Any = None,
    label: Any = None,
    group: Any = None,
    fold: Any = None,
    cluster: Any = None,
    weight: Any = None,
    count: Any = None,
    amount: Any = None,
    cost_fp: Any = None,
    cost_fn: Any = None,
    id: Any = None,
    threshold: float | Mapping[str, float] | None = None,
    rule: str | None = None,
    missing: str = "ask",
    strict: bool = False,
    select: str | None = None,
) -> Data:
    """Take the predictions of one or several models for the same cases from arrays.

    Parameters
    ----------
    truth : array
        The true class of each case: an array, list or series with one element per case.
    score : array, mapping or frame
        The scores of a model, higher for `positive`, with one element per case. For several models: a mapping from
        their names to scores, or a frame of pandas, polars or pyarrow with one column per model. An array with the
        values of the truth is taken as labels.
    **roles

    Returns
    -------
    Data
        The data to ask questions about.

    Raises
    ------
    InputError
        If lengths differ or an element cannot be used.

    Notes
    -----
    `label` takes the same forms as `score`; several groups are a mapping from their names. A case is predicted
    positive if its score >= `threshold`. The default threshold of scores between 0 and 1 is 0.5.

    Examples
    --------
    >>> data = predictions([1, 0, 1, 0], [0.9, 0.2, 0.4, 0.1])
    >>> data.model.counts
    Counts(tp=1, fp=0, fn=1, tn=2)
    >>> list(predictions(["yes", "no"], {"a": [0.9, 0.2], "b": [0.4, 0.6]}, positive="yes").models)
    ['a', 'b']
    """
    cases = _column("truth", truth)
    models = {name: _column(name, values) for name, values in _named("score", score).items()}
    labelled = {name: _column(name, values) for name, values in _named("label", label).items()}
    known = _classes(cases)
    labels = [*labelled, *(name for name, column in models.items() if _is_label(column, known))]
    columns = {**models, **labelled}
    roles: dict[str, Any] = {}
    arrays = {"fold": fold, "cluster": cluster, "weight": weight, "count": count, "amount": amount, "id": id}
    arrays |= {"cost_fp": cost_fp, "cost_fn": cost_fn}
    for role, values in {"truth": cases, **arrays}.items():
        if values is None:
            # Nothing in the names of models is taken for a role.
            roles[role] = ""
            continue
        name = _free(str(getattr(values, "name", None) or role), role, columns)
        columns[name] = _column(name, values)
        roles[role] = name
    named = (
        group
        if isinstance(group, Mapping)
        else {}
        if group is None
        else {getattr(group, "name", None) or "group": group}
    )
    roles["group"] = [_free(str(name), "group", columns) for name in named]
    columns |= {name: _column(name, values) for name, values in zip(roles["group"], named.values(), strict=True)}
    for name, column in columns.items():
        if len(column) != len(cases):
            raise InputError(
                f"{quoted(name)} must have one element for each case of truth ({len(cases):,}), got {len(column):,}"
            )
    scores = [name for name in (*models, *labelled) if name not in labels]
    file = read_predictions(
        pa.table(columns),
        name="the predictions",
        score=scores or None,
        label=labels or None,
        model="",
        positive=positive,
        missing=missing,
        strict=strict,
        rule=rule,
        **_for_all({"threshold": threshold}),
        **roles,
    )
    data = select_model(file, select, _by_model({"threshold": threshold}), rule)
    arrays |= {"group": group, "label": label}
    said = {
        "positive": positive,
        **_for_all({"threshold": threshold}),
        "rule": rule,
        "missing": None if missing == "ask" else missing,
        **{role: Called(role) for role, values in arrays.items() if values is not None},
    }
    given = {role: value for role, value in said.items() if value is not None}
    assert data.origin is not None
    return replace(data, origin=replace(data.origin, function="predictions", given=given))


def _free(name: str, role: str, taken: Mapping[str, Any]) -> str:
    """A name for a column that no other has."""
    while name in taken:
        name = f"{role} {name}"
    return name


HEAD = 1000
"""Elements that are looked at first to tell labels from scores."""


def _classes(truth: pa.ChunkedArray) -> set[Any]:
    """The values of the truth, all of them: its cases may be sorted; none where there are too many for classes."""
    values = truth.unique()
    return set(values.to_pylist()) if len(values) <= CLASSES.most + 1 else set()


def _named(what: str, given: Any) -> Mapping[str, Any]:
    """Columns by their names: of a mapping, a frame or one array."""
    if given is None:
        return {}
    if isinstance(given, Mapping):
        named = given
    elif hasattr(given, "columns") and hasattr(given, "__getitem__"):
        names = given.column_names if isinstance(given, pa.Table) else given.columns
        named = {name: given[name] for name in names}
    elif getattr(given, "ndim", 1) == 2:
        raise InputError(
            f"{what} must have one number for each case, got an array of shape {given.shape}; give the column of the "
            f"positive class, such as {what}[:, 1], or several models as a mapping from their names"
        )
    else:
        named = {what: given}
    if not named:
        raise InputError(f"{what} must have at least one model, got none")
    return {str(name): values for name, values in named.items()}


def _column(name: str, values: Any) -> pa.ChunkedArray:
    """One element a case, as read from a file."""
    try:
        if isinstance(values, pa.ChunkedArray):
            return values
        if hasattr(values, "__arrow_c_stream__"):
            return pa.chunked_array(values)
        if not hasattr(values, "__arrow_c_array__") and not isinstance(values, Sequence | pa.Array):
            values = np.asarray(values)
            if values.dtype.byteorder == ">":
                values = values.astype(values.dtype.newbyteorder("="))
        if getattr(values, "ndim", 1) != 1 or isinstance(values, str):
            raise InputError(f"{quoted(name)} must have one element for each case, got {_shown(values)}")
        return pa.chunked_array([pa.array(values, from_pandas=True)])
    except InputError:
        raise
    except (pa.ArrowException, OverflowError, TypeError, ValueError) as problem:
        reason = str(problem).splitlines()[0]
        raise InputError(f"{quoted(name)} must have elements of one kind, numbers or text ({reason:.100})") from None


def _shown(values: Any) -> str:
    shape = getattr(values, "shape", None)
    return f'"{values:.40}"' if isinstance(values, str) else f"an array of shape {shape}"


def _is_label(column: pa.ChunkedArray, known: set[Any]) -> bool:
    """Whether a column holds values of the truth, or no numbers at all."""
    kind = column.type
    if not (pa.types.is_integer(kind) or pa.types.is_floating(kind) or pa.types.is_decimal(kind)):
        return True
    head = {value for value in column.slice(0, HEAD).to_pylist() if value is not None}
    return head <= known and set(column.unique().to_pylist()) - {None} <= known


def counts(tp: Any, fp: Any, fn: Any, tn: Any, *, positive: str = TYPED_POSITIVE, negative: str = "negative") -> Data:
    """Take the four counts of a model (its confusion matrix).

    Parameters
    ----------
    tp, fp, fn, tn : int
        True positives, false positives, false negatives and true negatives, of up to 10^9 cases together.
    positive, negative : str
        The names of the classes.

    Returns
    -------
    Data
        The data to ask questions about.

    Raises
    ------
    InputError
        "TP must be a whole number such as 303, got "x"".

    Examples
    --------
    >>> data = counts(tp=227, fp=50, fn=31, tn=192)
    >>> data.total, data.positives
    (500, 258)
    """
    of_model = Counts(
        tp=parse_count("TP", tp), fp=parse_count("FP", fp), fn=parse_count("FN", fn), tn=parse_count("TN", tn)
    )
    total, positives = checked_classes(int(of_model.total), int(of_model.positives))
    models = {THE_MODEL: Model(table=None, threshold=None, counts=of_model)}
    typed = {cell: int(number) for cell, number in of_model.items()} | _names(positive, negative)
    return Data(total, positives, positive, negative, models, THE_MODEL, origin=Origin("counts", typed))


def _names(positive: str, negative: str) -> dict[str, str]:
    """The names of the classes, where somebody named them."""
    usual = {"positive": TYPED_POSITIVE, "negative": "negative"}
    return {role: name for role, name in {"positive": positive, "negative": negative}.items() if name != usual[role]}


def classes(total: Any, positives: Any, *, positive: str = TYPED_POSITIVE, negative: str = "negative") -> Data:
    """Take the number of cases and of positive cases, without a model.

    Parameters
    ----------
    total, positives : int
        The number of all cases, and of those that are positive.
    positive, negative : str
        The names of the classes.

    Returns
    -------
    Data
        The data to ask questions about.

    Raises
    ------
    InputError
        "P must be between 0 and M, ...".

    Examples
    --------
    >>> classes(303, 139).prevalence.__round__(3)
    0.459
    """
    cases, of_class = checked_classes(parse_count("M", total, 1), parse_count("P", positives))
    typed = {"total": cases, "positives": of_class} | _names(positive, negative)
    return Data(cases, of_class, positive, negative, origin=Origin("classes", typed))


def sample(
    name: str,
    *,
    size: int | None = None,
    seed: int = 1,
    select: str | None = None,
    law1: str | None = None,
    law0: str | None = None,
    law_share: float | None = None,
    book: str | None = None,
    **roles: Any,
) -> Data:
    """Open a sample that comes with the program: real predictions, an example given as counts, or simulated cases.

    Parameters
    ----------
    name : str
        The name of the sample; a wrong name lists all of them.
    size : int, optional
        The number of cases of a simulated sample: by default 10,000, 50,000 for thousand_classes, and
        2,500 pictures for attributes.
    seed : int
        The random seed of a simulated sample.
    select : str, optional
        The model that the answer is about; by default the best one with scores.
    law1, law0 : str, optional
        The score distributions of positives and of negatives in own_law and own_pair, as
        "0.5*normal(0.2,0.05);0.5*beta(2,5)".
    law_share : float, optional
        The share of positives there.
    book : str, optional
        The share of applicants who default, and the separation and the noise of their score, as "0.3,1.7,0.05".
    **roles
        Options for the sample's file, as in `read`.

    Returns
    -------
    Data
        The data to ask questions about.

    Raises
    ------
    InputError
        If there is no sample of that name (the message lists them), or if a role is given for a sample without a file.

    Examples
    --------
    >>> sample("factory").models.keys()
    dict_keys(['A', 'B'])
    """
    if name not in OFFERED:
        raise InputError(f"there is no sample {quoted(name)}; choose one of {', '.join(OFFERED)}")
    offered = OFFERED[name]
    of_own = {"law1": law1, "law0": law0, "law_share": law_share, "book": book}
    if any(value is not None for value in of_own.values()):
        offered = own_sample(name, of_own)
    if isinstance(offered, Sample):
        data = replace(read(offered.path, select=select, **{**offered.roles, **roles}), source=name)
        return of_sample(data, name)
    if isinstance(offered, Story):
        if roles:
            raise InputError(f"the sample {name} has counts only, so it takes no {', '.join(roles)}")
        return data_from_story(offered, select)
    size = sizes(offered)[2] if size is None else size
    data = read(offered.draw(size, seed), name=offered.title, select=select, **{**offered.roles, **roles})
    return drawn(data, offered, size=size, seed=seed)


def of_sample(data: Data, name: str, **drawn: Any) -> Data:
    """The data of a sample, which can be got again by its name."""
    origin = data.origin or Origin("sample", {})
    usual = {"source": None, **getattr(OFFERED[name], "roles", {})}
    roles = {role: value for role, value in origin.given.items() if role not in usual or value != usual[role]}
    roles.pop("source", None)
    return replace(data, origin=replace(origin, function="sample", given={"name": name, **drawn, **roles}))


def data_from_story(story: Story, select: str | None = None) -> Data:
    """The counts of a story; its best model is looked at unless another is named."""
    models = {name: Model(table=None, threshold=None, counts=counts) for name, counts in story.models.items()}
    of_first = next(iter(story.models.values()))
    total, positives = int(of_first.total), int(of_first.positives)
    data = Data(
        total, positives, story.positive, story.negative, models, next(iter(models)), source=story.key, sample=story
    )
    if select is not None and select not in models:
        raise InputError(f"select must be one of {listed(list(models))}, got {quoted(select)}")
    return of_sample(replace(data, chosen=select or best_model(data)), story.key)


def drawn(data: Data, law: Simulated, *, size: int, seed: int) -> Data:
    """Cases drawn from a law, with the law of the class that is positive."""
    own = law.given if isinstance(law, Own | Applicants) else {}
    data = of_sample(data, law.key, **own, size=size, seed=seed)
    if data.positive != "positive" and not isinstance(law, Applicants | ManyClasses | FaceAttributes | Moved):
        law = law.turned
    return replace(data, source=law.key, sample=law)


def function(name: str) -> Callable[..., Answer]:
    """A question, by its name, as a function of data, with its choices as keywords.

    >>> function("verdict")(counts(tp=227, fp=50, fn=31, tn=192), measure=["F1"]).question
    'Does this model beat chance?'
    """
    question = QUESTIONS[name]
    fields = question.choices.model_fields

    def ask(data: Data | None = None, **choices: Any) -> Answer:
        if data is None and not question.needs_data:
            data = NO_DATA
        if not isinstance(data, Data):
            raise InputError(
                f"{question.name} must be asked of data, made by ddcore.read, predictions, counts, classes or sample, "
                f"got {type(data).__name__}"
            )
        return question.ask(data, question.choices.of(**choices))

    default = inspect.Parameter.empty if question.needs_data else NO_DATA
    data = inspect.Parameter("data", inspect.Parameter.POSITIONAL_OR_KEYWORD, annotation=Data, default=default)
    # `inspect` and notebooks look for it; no type has it.
    ask.__signature__ = inspect.Signature([data, *keywords(fields)], return_annotation=Answer)  # type: ignore[attr-defined]
    ask.__name__ = ask.__qualname__ = question.name
    ask.__module__ = "ddcore"
    ask.__doc__ = (
        f"{question.text}\n\n{question.needed}\n\n"
        f"Parameters\n----------\ndata : Data\n    The data to answer the question for.\n{entries(fields)}\n\n"
        "Returns\n-------\nAnswer\n    The answer, with its sentence, notes, figures, tables and values.\n\n"
        "Raises\n------\nInputError\n    If a choice cannot be used; the message says what to change.\n"
    )
    return ask


def __getattr__(name: str) -> Callable[..., Answer]:
    if name not in QUESTIONS:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    globals()[name] = function(name)
    asked: Callable[..., Answer] = globals()[name]
    return asked
