"""Rows that stand for many cases, with their weights and in bins, against the same cases one by one."""

from dataclasses import replace

import numpy as np
import pandas as pd
import pyarrow as pa
import pytest

from ddcore.model import Grouped, Model
from ddcore.read.candidates import Cases
from ddcore.read.columns import FoundColumns
from ddcore.read.predictions import reduce
from ddcore.read.values import Column
from ddcore.read.words import ChoiceNeeded
from ddcore.table import ScoreTable

RNG = np.random.default_rng(20)
KEYS = ["truth", "score", "label", "group", "fold"]
ONE = pd.DataFrame(
    {
        "truth": RNG.choice(["yes", "no", None], 300, p=[0.3, 0.6, 0.1]),
        "score": RNG.choice([0.1, 0.25, 0.5, 0.75, 0.9, np.nan], 300),
        "label": RNG.choice(["yes", "no", None], 300, p=[0.3, 0.6, 0.1]),
        "group": RNG.choice(["n", "s"], 300),
        "fold": RNG.choice(["1", "2"], 300),
        "weight": RNG.integers(1, 9, 300) / 4,
    }
)


def cases(frame: pd.DataFrame) -> Cases:
    columns = {name: Column(name, pa.array(frame[name], from_pandas=True)) for name in KEYS}
    single = {name: columns[name] for name in ("group", "fold")}
    roles = FoundColumns(
        tuple(columns.values()), columns["truth"], scores=[columns["score"]], labels=[columns["label"]], single=single
    )
    return Cases.of(roles, "yes")


def grouped() -> tuple[pd.DataFrame, Cases]:
    squared = ONE.assign(square=ONE["weight"] ** 2, n=1)
    rows = squared.groupby(KEYS, dropna=False, as_index=False).sum()
    return rows, replace(cases(rows), times=rows["n"].to_numpy(np.int64))


def facts(model: Model) -> list[list[float]]:
    """Every number of a model, its groups and folds."""
    parts = [model, *model.groups.values(), *model.folds.values()]
    tables = [part.table for part in parts if part.table is not None]
    numbers = [
        [*part.counts.values(), *(part.counts.squares.values() if part.counts.squares else ())] for part in parts
    ]
    return [
        *numbers,
        *([*t.score, *t.positives, *t.negatives, *np.ravel(t.squares if t.squares else ())] for t in tables),
    ]


@pytest.mark.parametrize("weighted", [False, True])
def test_many_cases_a_row_are_counted_as_one_by_one(weighted: bool) -> None:
    """Quarters are summed without rounding, so that every number is the same."""
    rows, many = grouped()
    single = cases(ONE)
    if weighted:
        single = replace(single, weight=ONE["weight"].to_numpy())
        many = replace(many, weight=rows["weight"].to_numpy(), squares=rows["square"].to_numpy())
    ours, theirs = (reduce(each, None, "leave out") for each in (many, single))
    assert list(ours.models) == ["score", "label"]
    for name in ("score", "label"):
        assert facts(ours.models[name]) == facts(theirs.models[name])
    assert (ours.listed, ours.notes, ours.row_notes) == (theirs.listed, theirs.notes, theirs.row_notes)


@pytest.mark.parametrize("unequal", [0, 1])
def test_equal_weights_of_many_cases_are_not_used(unequal: int) -> None:
    """The sums of a row may be those of equal weights when its weights are not: their squares tell."""
    rows, many = grouped()
    n = rows["n"].to_numpy(np.float64)
    squares = 0.25 * n
    squares[np.flatnonzero((rows["n"] > 1) & rows["truth"].notna() & rows["score"].notna())[0]] += unequal
    reduced = reduce(replace(many, weight=n / 2, squares=squares), None, "leave out")
    assert reduced.models["score"].counts.whole == (not unequal)


def test_a_row_of_many_cases_is_not_named() -> None:
    _, many = grouped()
    missing = int(ONE[["truth", "score", "label"]].isna().any(axis=1).sum())
    with pytest.raises(ChoiceNeeded, match=f"^{missing} of 300 rows have no truth or no prediction: leave"):
        reduce(many, None, "ask")
    with pytest.raises(ChoiceNeeded, match=", the first is row"):
        reduce(cases(ONE), None, "ask")


def test_bins_are_passed_on() -> None:
    """By the lowest and the highest score of each row, in the whole and in its parts."""
    rows, many = grouped()
    highest = rows["score"].to_numpy() + 1.0
    scored = reduce(replace(many, highest=highest), None, "leave out").models["score"]
    parts = [scored, *scored.groups.values(), *scored.folds.values()]
    assert len(parts) == 5
    tables = [part.table for part in parts if part.table]
    np.testing.assert_array_equal([t.highest for t in tables], [t.score + 1.0 for t in tables])
    of = np.array([0.1, 0.4]), np.array([True, False])
    two = {"times": np.array([2, 3]), "highest": np.array([0.2, 0.5])}
    both = Model.of(*of, design=(2.0, 1.0), **two).table, Grouped(("a",), np.array([0, 2]), *of, **two)["a"].table
    witness = ScoreTable.of([0.1, 0.1, 0.4, 0.4, 0.4], [1, 1, 0, 0, 0]).in_clusters((2.0, 1.0))
    np.testing.assert_array_equal([t.highest for t in both if t], [[0.2, 0.5]] * 2)
    assert both[0] is not None
    assert both[0].effective == witness.effective
