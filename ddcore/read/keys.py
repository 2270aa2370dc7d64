"""Columns that name the model of each row together, such as a representation and a variant."""

import re
from collections.abc import Callable, Collection, Sequence
from dataclasses import replace

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
from numpy.typing import NDArray

from ddcore.read.columns import chosen, is_named, is_named_truth, single_role
from ddcore.read.layout import Layout, names_in
from ddcore.read.limits import MODELS
from ddcore.read.values import Column, misfits
from ddcore.read.vocabulary import says, words
from ddcore.read.words import counted, listed, quoted
from ddcore.records.guess import Guess

CASES = {
    *("row", "rows", "rowindex", "rowid", "index", "idx", "case", "sample", "obs", "inst", "instance", "image", "img"),
    *("file", "filename", "path", "id", "ids", "unnamed", "text", "sentence", "document", "doc", "example"),
}
"""Words in the names of what tells cases apart, besides those of ids."""

OF_MODELS = {
    *("representation", "variant", "version", "config", "configuration", "setting", "settings", "features", "feature"),
    *(
        "featureset",
        "preprocessing",
        "preprocessor",
        "embedding",
        "encoder",
        "backbone",
        "architecture",
        "arch",
        "prompt",
    ),
    *("dataset", "data", "task", "learner", "approach", "technique", "pipeline", "strategy", "system", "experiment"),
    *("mtry", "ntree", "trees", "min", "penalty", "mixture", "cost", "alpha", "lambda", "gamma", "sigma", "c", "k"),
    *("neighbors", "depth", "max", "eta", "nrounds", "size", "decay", "cp", "degree", "kernel", "epochs", "epoch"),
    *("temperature", "lr", "rate", "shots", "tuning", "params", "hyperparameters", "sampling", "loss", "optimizer"),
}
"""Words in the names of what makes models differ, besides those of models."""

NUMBERED = {"config", "configuration", "experiment"}
"""Those of them that number what other columns say in words."""

OF_OCCASIONS = {
    *("visit", "slice", "view", "eye", "side", "position", "measurement", "replicate", "session", "scan", "lesion"),
    *("tooth", "patch", "tile", "frame", "segment", "part", "round", "wave", "stage"),
}
"""Words in the names of what makes several cases of one patient or the like, besides dates and places."""

FEWEST = 10
"""Cases of a model that rows without ids are split into."""
LARGEST = 5 * 10**7
"""Cells of the table of ids and values by which columns are compared."""


def combinations(columns: Sequence[Column]) -> NDArray[np.int64]:
    """A number for what each row holds in some columns, the same for equal rows, counted in order of appearance.

    >>> a, b = Column("a", pa.array(["x", "x", "y", "x"])), Column("b", pa.array([1, 2, 1, 1]))
    >>> combinations([a, b]).tolist()
    [0, 1, 2, 0]
    """
    codes = columns[0].codes.astype(np.int64)
    for column in columns[1:]:
        _, codes = np.unique(codes * (len(column.categories) + 1) + column.codes, return_inverse=True)
    _, first, codes = np.unique(codes, return_index=True, return_inverse=True)
    return np.argsort(np.argsort(first))[codes]


def combined(columns: Sequence[Column]) -> Column:
    """One column of what some hold together: "raw, base", and of numbers with their names, "mtry 2, trees 500".

    A column by itself is as it is; an empty cell of any makes it empty.

    >>> mtry, trees = Column("mtry", pa.array([2, 2, 7])), Column("trees", pa.array([500, 500, None]))
    >>> both = combined([mtry, trees])
    >>> both.name, both.values.to_pylist()
    ('mtry, trees', ['mtry 2, trees 500', 'mtry 2, trees 500', None])
    """
    if len(columns) == 1:
        return columns[0]
    codes = combinations(columns)
    _, first = np.unique(codes, return_index=True)
    missing = np.any([column.missing for column in columns], axis=0)
    names = [None if missing[place] else ", ".join(_said(column, place) for column in columns) for place in first]
    texts = pa.array(names, pa.string()).take(pa.array(codes))
    return Column(", ".join(column.name for column in columns), texts, columns[0].first_row, columns[0].places)


def _said(column: Column, place: int) -> str:
    value = column.categories[column.codes[place]]
    return f"{column.name} {value}" if column.is_numeric else value


def with_models(layout: Layout, truth: Column, apart: Collection[str] = ()) -> Layout:
    """The layout with the columns that name the models as one: those given, or those by which the cases come again.

    Where each id stands once for each combination of some columns, these are models; in a file without ids, where the
    truths of each combination are the same in the same order. It is a guess where the columns may mean something else.
    A single column that is named for models is found by its name elsewhere; those `apart` name none unless given.

    >>> table = {"id": [1, 2] * 2, "truth": [1, 0] * 2, "features": ["raw"] * 2 + ["all"] * 2, "score": [0.9, 0.2] * 2}
    >>> columns = tuple(Column(name, pa.array(cells)) for name, cells in table.items())
    >>> found = with_models(Layout(columns, {}), columns[1])
    >>> found.given["model"], found.notes
    ('features', ('“features” names the models: each “id” occurs once for each of its 2 values.',))
    """
    layout = _with_runs(layout, truth)
    given = layout.given.get("model")
    if given is not None:
        columns = chosen(layout.columns, "model", given)
        return _named(layout, columns) if len(columns) > 1 else layout
    pool = [column for column in layout.columns if column.name not in apart and _could_name(column, layout, truth)]
    if not pool:
        return layout
    cases = next((column for column in layout.columns if _tells_cases(column, layout, truth)), None)
    # Rows of a tally have the same truths in each part.
    of_truths = None if layout.given.get("count") else _by_truths(truth, pool)
    keys, why, sure = _by_ids(layout, cases, pool) or _by_names(layout, pool) or of_truths or ([], "", True)
    if not keys or (len(keys) == 1 and is_named(keys[0].name, "model")):
        return layout
    several = len(keys) > 1
    of_them = f"their {counted(_size(keys), 'combination')}" if several else f"its {counted(_size(keys), 'value')}"
    names, found = listed(column.name for column in keys), _named(layout, keys)
    if cases is not None and layout.given.get("id") is None and _is_named_case(cases, layout):
        found = replace(found, given={**found.given, "id": cases.name})
    if sure:
        note = f"{names} {'name' if several else 'names'} the models: {why} each of {of_them}."
        return replace(found, notes=(*layout.notes, note))
    text = f"{names} {'were' if several else 'was'} taken as the names of models, because {why} each of {of_them}."
    guess = Guess("model-guessed", "model", text, (*(column.name for column in keys), ""))
    return replace(found, guesses=(*layout.guesses, guess))


Keys = tuple[list[Column], str, bool]
"""The columns that name models, why, and whether that is sure."""


def _could_name(column: Column, layout: Layout, truth: Column) -> bool:
    """Whether a column may name models, or a part of their names."""
    if column is truth or column.name in layout.named or not column.is_few or column.missing.any():
        return False
    role = single_role(column)
    if (role is not None and role != "model") or any(says(column.name, each) for each in ("check", "date", "place")):
        return False
    if OF_OCCASIONS & set(words(column.name)) or is_named_truth(column.name):
        return False
    if says(column.name, "label", "score") and not _is_of_models(column):
        return False
    return 2 <= column.distinct <= min(MODELS.most, len(column.values) // 2)


def _is_of_models(column: Column) -> bool:
    return says(column.name, "model") or bool(OF_MODELS & set(words(column.name)))


def _size(columns: Sequence[Column]) -> int:
    """How many combinations of values there are."""
    return int(combinations(columns).max()) + 1


def _by_ids(layout: Layout, cases: Column | None, pool: Sequence[Column]) -> Keys | None:
    """Columns for each combination of which every id stands once; none where ids need no other, None without ids."""
    if cases is None:
        return None
    balanced = [column for column in pool if _is_balanced(cases, column)]
    runs = [column for column in layout.columns if _is_run(column, layout)]
    model = [column for column in balanced if is_named(column.name, "model")][:1]
    if _stands_once(cases, [*model, *runs]) or not _stands_once(cases, [*balanced, *runs]):
        return [], "", True
    keys = _fewest(balanced, model, lambda columns: _stands_once(cases, [*columns, *runs]))
    plain = set(words(cases.name)) <= CASES or cases.name in names_in(layout.given.get("id"))
    return keys, f"each {quoted(cases.name)} occurs once for", plain or all(map(_is_of_models, keys))


def _by_names(layout: Layout, pool: Sequence[Column]) -> Keys | None:
    """Columns named for what makes models differ that tell rows of one id apart, of which a single one does not."""
    cases = next((column for column in layout.columns if _is_named_case(column, layout)), None)
    of_models = [column for column in pool if _is_of_models(column)]
    if cases is None or len(of_models) < 2 or 2 * cases.distinct > len(cases.values):
        return None
    if any(_is_unique([cases, column]) for column in of_models) or not _is_unique([cases, *of_models]):
        return None
    keys = _fewest(of_models, [], lambda columns: _is_unique([cases, *columns]))
    return keys, f"no {quoted(cases.name)} occurs twice for", False


def _by_truths(truth: Column, pool: Sequence[Column]) -> Keys | None:
    """Columns whose combinations have the same truths in the same order, without ids."""
    of_models = [column for column in pool if _is_of_models(column)]
    if of_models and _come_again(truth, of_models):
        size = _size(of_models)
        return _fewest(of_models, [], lambda columns: _size(columns) == size), "the same truths recur for", True
    for column in pool:
        if not column.is_numeric and misfits(column, truth) and _come_again(truth, [column], changes=3):
            return [column], "the same truths recur for", False
    return None


def _fewest(columns: Sequence[Column], kept: Sequence[Column], enough: Callable[[list[Column]], bool]) -> list[Column]:
    """The columns without those that are not needed, the last first; texts named for models stay, as they say more."""
    left = list(columns)
    for column in sorted(columns, key=lambda each: (_is_of_models(each), -columns.index(each))):
        fewer = [each for each in left if each is not column]
        says_more = _is_of_models(column) and not column.is_numeric and not NUMBERED & set(words(column.name))
        if column not in kept and not says_more and fewer and enough(fewer):
            left = fewer
    return left


def _is_named_case(column: Column, layout: Layout) -> bool:
    return column.name in names_in(layout.given.get("id")) or bool(
        says(column.name, "id") or CASES & set(words(column.name)) or re.fullmatch(r"column \d+", column.name)
    )


def _tells_cases(column: Column, layout: Layout, truth: Column) -> bool:
    """Whether a column has ids, or texts, that stand in equally many rows each, several, of one truth."""
    if column is truth or (not _is_named_case(column, layout) and (column.is_numeric or column.is_few)):
        return False
    rows, first = len(column.values), column.values[0]
    times = pc.sum(pc.equal(column.values, first)).as_py() if first.is_valid else 0
    # Most columns end here, without a look at how many values they have.
    if not times or times < 2 or rows % times or column.values.null_count or column.distinct * times != rows:
        return False
    if (np.bincount(column.codes) != times).any():
        return False
    return bool((truth.codes == truth.codes[np.unique(column.codes, return_index=True)[1]][column.codes]).all())


def _is_balanced(cases: Column, column: Column) -> bool:
    """Whether each value stands as often for one case as for any other."""
    size = len(column.categories)
    if len(cases.categories) * size > LARGEST:
        return False
    cells = len(cases.categories) * size
    table = np.bincount(cases.codes.astype(np.int64) * size + column.codes, minlength=cells).reshape(-1, size)
    return bool((table == table[0]).all())


def _stands_once(cases: Column, columns: Sequence[Column]) -> bool:
    """Whether each case stands once for each combination, all of which it has."""
    if not columns:
        return False
    codes = combinations(columns)
    size = int(codes.max()) + 1
    rows = len(cases.values)
    return size * len(cases.categories) == rows and np.unique(cases.codes * size + codes).size == rows


def _is_unique(columns: Sequence[Column]) -> bool:
    return _size(columns) == len(columns[0].values)


def _come_again(truth: Column, columns: Sequence[Column], changes: int = 1) -> bool:
    """Whether all combinations have the same truths in one order, which change from row to row as often at least."""
    codes = combinations(columns)
    size = int(codes.max()) + 1
    if codes.size % size or codes.size < FEWEST * size or (np.bincount(codes) != codes.size // size).any():
        return False
    truths = truth.codes[np.argsort(codes, kind="stable")].reshape(size, -1)
    return bool((truths == truths[0]).all() and np.count_nonzero(np.diff(truths[0])) >= changes)


def _named(layout: Layout, keys: Sequence[Column]) -> Layout:
    """The layout with one column in place of those that name the models."""
    one = combined(keys)
    elsewhere = {name for role, given in layout.given.items() if role != "model" for name in names_in(given)}
    left = [column for column in layout.columns if column not in keys or column.name in elsewhere]
    columns = layout.columns if len(keys) == 1 else (*left, one)
    return replace(layout, columns=columns, given={**layout.given, "model": one.name}, keys=tuple(c.name for c in keys))


def _is_run(column: Column, layout: Layout) -> bool:
    return column.name in names_in(layout.given.get("run")) or is_named(column.name, "run")


REPETITION = re.compile(r"(?:fold\d+[._ -]*)?rep(?:eat)?0*(\d+)", re.IGNORECASE)
"""A repetition of a cross-validation as R's caret and tidymodels name it: "Fold1.Rep2", "Repeat2"."""
RUN = "repetition"
"""The column of runs that is made."""


def _with_runs(layout: Layout, truth: Column) -> Layout:
    """The layout with the repetitions of a cross-validation as runs, each of which has all cases again."""
    if layout.given.get("run") is not None or any(_is_run(column, layout) for column in layout.columns):
        return layout
    for column in layout.columns:
        if not column.head or not all(map(REPETITION.fullmatch, column.head)) or column.missing.any():
            continue
        found = [REPETITION.fullmatch(value) for value in column.categories]
        numbers = pa.array([None if each is None else each[1] for each in found], pa.string())
        runs = Column(RUN, numbers.take(pa.array(column.codes)), column.first_row, column.places)
        if runs.distinct > 1 and not runs.missing.any() and _same_cases(truth, runs):
            note = f"The repetitions in {quoted(column.name)} are runs: each run has all cases."
            given = {**layout.given, "run": RUN}
            return replace(layout, columns=(*layout.columns, runs), given=given, notes=(*layout.notes, note))
    return layout


def _same_cases(truth: Column, runs: Column) -> bool:
    """Whether each run has as many rows of each class as any other."""
    table = np.zeros((len(runs.categories), len(truth.categories) + 1), np.int64)
    np.add.at(table, (runs.codes, truth.codes), 1)
    return bool((table == table[0]).all())
