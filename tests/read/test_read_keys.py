"""Long files whose models are named by several columns together, tunings, and repetitions of a cross-validation."""

from collections.abc import Mapping, Sequence
from itertools import product
from typing import Any

import numpy as np
import pandas as pd
import pytest
from sklearn.metrics import roc_auc_score

import ddcore
from ddcore.errors import InputError
from ddcore.read import ChoiceNeeded, Predictions, read

RNG = np.random.default_rng(35)
CASES = 40
TRUE = RNG.random(CASES) < 0.4


def long(keys: Sequence[Mapping[str, Any]], ids: str = "ID") -> pd.DataFrame:
    """The cases again for each of the keys, with scores of their own; the ids under a name, none without one."""
    parts = []
    for key in keys:
        score = np.clip(np.round(0.3 * TRUE + RNG.normal(0.4, 0.2, CASES), 3), 0, 1)
        parts.append(pd.DataFrame({"y_true": TRUE.astype(int), "y_score": score}).assign(**key))
        if ids:
            parts[-1].insert(0, ids, np.arange(CASES))
    return pd.concat(parts, ignore_index=True)


def grid(**values: Sequence[Any]) -> list[dict[str, Any]]:
    return [dict(zip(values, each, strict=True)) for each in product(*values.values())]


def areas(found: Predictions) -> dict[str, float]:
    return {name: round(model.table.auc, 12) for name, model in found.models.items() if model.table is not None}


def expected(frame: pd.DataFrame, *columns: str) -> list[float]:
    parts = frame.groupby([frame[column].astype(str) for column in columns], sort=False)
    return [round(roc_auc_score(part.y_true, part.y_score), 12) for _, part in parts]


THREE = [{"representation": a, "variant": b} for a, b in (("raw", "base"), ("graph", "k3"), ("graph", "k5"))]
TUNED = [f"mtry {a}, trees {b}" for a in (2, 7) for b in (100, 500)]
FILES = {
    "two texts": (THREE, "ID", ["raw, base", "graph, k3", "graph, k5"]),
    "algorithm and data": (
        grid(algorithm=["rf", "nb"], dataset=["x", "y"]),
        "sample_id",
        ["rf, x", "rf, y", "nb, x", "nb, y"],
    ),
    "one tuning": (grid(mtry=[2, 7]), "rowIndex", ["2", "7"]),
    "two tunings": (grid(mtry=[2, 7], trees=[100, 500]), "rowIndex", TUNED),
    "tunings that are numbered too": (
        [{"alpha": 0.1 * place, "lambda": 2, ".config": f"Model{place}"} for place in (1, 5)],
        ".row",
        ["0.1", "0.5"],
    ),
    "without ids": (grid(mtry=[2, 7], trees=[100, 500]), "", TUNED),
}


@pytest.mark.parametrize("name", FILES)
def test_columns_by_which_each_id_stands_once_name_the_models(name: str) -> None:
    keys, ids, names = FILES[name]
    frame = long(keys, ids)
    found = read(frame.to_csv(index=False).encode(), name="long.csv")
    assert list(found.models) == names
    assert [*areas(found).values()] == expected(frame, *keys[0])
    assert found.guesses == ()
    shuffled = read(frame.sample(frac=1, random_state=1)) if ids else found
    assert areas(shuffled) == areas(found)
    assert found.total == CASES


def test_several_columns_may_be_said_to_name_the_models() -> None:
    frame = long(grid(site=["x", "y"], half=[3, 4]), "patient")
    found = read(frame, model=["site", "half"])
    assert (list(found.models), found.roles["model"]) == (
        ["x, half 3", "x, half 4", "y, half 3", "y, half 4"],
        ("site", "half"),
    )
    assert [*areas(found).values()] == expected(frame, "site", "half")
    data = ddcore.read(frame, model=["site", "half"], removed="x, half 3", names={"y, half 4": "B"})
    assert list(data.models) == ["x, half 4", "y, half 3", "B"]
    assert list(read(frame, model=["half"]).models) == ["3", "4"]
    with pytest.raises(InputError, match="model must be a column, got “sites”"):
        read(frame, model=["sites", "half"])


@pytest.mark.parametrize("ids", ["patient", ""])
def test_columns_that_may_mean_something_else_are_a_guess(ids: str) -> None:
    frame = long(grid(noise=["none", "some"]), ids)
    found = read(frame)
    assert [(guess.code, guess.role, guess.options) for guess in found.guesses] == [
        ("model-guessed", "model", ("noise", ""))
    ]
    assert list(found.models) == ["none", "some"]
    assert list(read(frame, model="").models) == ["the model"]
    with pytest.raises(ChoiceNeeded):
        read(frame, strict=True)


@pytest.mark.parametrize("name", ["visit", "slice", "date", "site", "group"])
def test_occasions_and_places_are_no_models(name: str) -> None:
    found = read(long(grid(**{name: ["a", "b", "c"]}), "patient"))
    assert (list(found.models), [guess.code for guess in found.guesses]) == (["the model"], ["repeats-guessed"])


def test_a_column_of_models_stays_what_it_is() -> None:
    frame = long(grid(model=["a", "b"]), "patient").assign(sex=lambda each: np.where(each.patient % 3, "f", "m"))
    found = read(frame)
    assert (list(found.models), found.roles["model"], found.guesses) == (["a", "b"], ("model",), ())


def test_ids_of_several_data_sets_are_a_guess() -> None:
    """Data sets of different sizes whose ids begin anew: no id stands twice for a classifier and a data set."""
    frame = long(grid(classifier=["a", "b"], dataset=["x", "y"]))
    frame = frame[(frame.dataset == "x") | (frame.ID < 30)]
    found = read(frame)
    assert list(found.models) == ["a, x", "a, y", "b, x", "b, y"]
    assert [guess.code for guess in found.guesses] == ["model-guessed"]


@pytest.mark.parametrize(
    ("column", "values"),
    [("Resample", [f"Fold{fold}.Rep{rep}" for rep in (1, 2) for fold in (1, 2)]), ("id", ["Repeat1", "Repeat2"])],
)
def test_repetitions_of_a_cross_validation_are_runs(column: str, values: list[str]) -> None:
    """R's caret and tidymodels: each repetition has all cases, each once."""
    frame = long(grid(mtry=[2, 7], rep=["1", "2"]), "rowIndex")
    fold = frame.rowIndex % 2
    place = (frame.rep.astype(int) - 1) * (len(values) // 2) + (fold if len(values) > 2 else 0)
    frame[column] = np.array(values)[place]
    found = read(frame.drop(columns="rep"))
    assert list(found.models) == ["2, run 1", "2, run 2", "7, run 1", "7, run 2"]
    assert [*areas(found).values()] == expected(frame, "mtry", "rep")
    assert {model.run_of for model in found.models.values()} == {"2", "7"}
    assert found.guesses == ()


def test_a_value_that_the_last_id_lacks_is_no_key() -> None:
    frame = long(grid(noise=["a", "b"]), "patient")
    frame.loc[frame.patient == CASES - 1, "noise"] = "a"
    assert list(read(frame, missing="leave out").models) == ["the model"]
