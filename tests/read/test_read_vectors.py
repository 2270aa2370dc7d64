"""Several numbers in one cell, as libraries and databases write them."""

import io
import json
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.parquet
import pytest

from ddcore.read import read
from ddcore.read.vectors import apart
from ddcore.records.labels import THE_MODEL

RNG = np.random.default_rng(11)
SCORES = [round(float(score), 3) for score in RNG.random(40)]
TRUE = RNG.random(40) < SCORES


WAYS = {
    "a list": lambda no, yes: f"[{no}, {yes}]",
    "numpy": lambda no, yes: str(np.array([no, yes])),
    "numpy in another": lambda no, yes: f"[[{no} {yes}]]",
    "a tuple": lambda no, yes: f"({no}, {yes})",
    "repr of numpy": lambda no, yes: f"array([{no}, {yes}], dtype=float32)",
    "torch": lambda no, yes: f"tensor([{no}, {yes}])",
    "Spark": lambda no, yes: f"DenseVector([{no}, {yes}])",
    "Spark as text": lambda no, yes: f"[{no},{yes}]",
    "Spark as JSON": lambda no, yes: f'{{"type":1,"values":[{no},{yes}]}}',
    "R": lambda no, yes: f"c({no}, {yes})",
    "PostgreSQL": lambda no, yes: f"{{{no},{yes}}}",
    "bars": lambda no, yes: f"{no}|{yes}",
    "semicolons": lambda no, yes: f"{no};{yes}",
    "semicolons and decimal commas": lambda no, yes: f"{no};{yes}".replace(".", ","),
    "a blank": lambda no, yes: f"{no} {yes}",
}
NAMED = {
    "JSON": lambda no, yes: json.dumps({"ill": yes, "well": no}),
    "Python": lambda no, yes: str({"ill": yes, "well": no}),
    "objects, the largest first": lambda no, yes: json.dumps(
        sorted([{"label": "ill", "score": yes}, {"label": "well", "score": no}], key=lambda each: -each["score"])
    ),
    "objects, the score first": lambda no, yes: json.dumps(
        [{"score": no, "label": "well"}, {"score": yes, "label": "ill"}]
    ),
    "BigQuery": lambda no, yes: json.dumps([{"label": "ill", "prob": f"{yes}"}, {"label": "well", "prob": f"{no}"}]),
    "Vertex": lambda no, yes: json.dumps({"classes": ["ill", "well"], "scores": [yes, no]}),
    "Snowflake": lambda no, yes: json.dumps({"class": "ill", "logs": None, "probability": {"well": no, "ill": yes}}),
}


def frame(way: Any, positive: str = "yes", negative: str = "no", rows: slice = slice(None)) -> pa.Table:
    cells = [way(round(1 - score, 3), score) for score in SCORES[rows]]
    return pa.table({"truth": [positive if true else negative for true in TRUE[rows]], "prob": cells})


@pytest.mark.parametrize("way", WAYS)
def test_places_are_classes_in_order(way: str) -> None:
    """Of yes and no, of 1 and 0, and of classes with other names, which libraries sort."""
    for positive, negative in (("yes", "no"), ("1", "0"), ("well", "ill")):
        found = read(frame(WAYS[way], positive, negative), positive=positive)
        table = found.models[THE_MODEL].table
        assert table is not None
        np.testing.assert_allclose(table.score, sorted(set(SCORES)), rtol=1e-12)
        assert found.columns == ("truth", "prob_0", "prob_1")
        assert any("prob_0" in note for note in found.notes)


@pytest.mark.parametrize("way", NAMED)
def test_classes_that_cells_name(way: str) -> None:
    found = read(frame(NAMED[way], "ill", "well"), positive="ill")
    table = found.models[THE_MODEL].table
    assert table is not None
    assert table.score.tolist() == sorted(set(SCORES))
    assert sorted(found.columns) == ["prob_ill", "prob_well", "truth"]


def test_lists_of_parquet() -> None:
    pairs = [[round(1 - score, 3), score] for score in SCORES]
    struct = [{"type": 1, "values": pair} for pair in pairs]
    for cells in (
        pa.array(pairs),
        pa.array(pairs, pa.list_(pa.float32(), 2)),
        pa.array(struct),
        pa.array([{"no": no, "yes": yes} for no, yes in pairs]),
    ):
        table = pa.table({"truth": ["yes" if true else "no" for true in TRUE], "prob": cells})
        pyarrow.parquet.write_table(table, stream := io.BytesIO())
        scores = read(stream.getvalue(), name="a.parquet").models[THE_MODEL].table
        assert scores is not None
        np.testing.assert_allclose(scores.score, sorted(set(SCORES)), rtol=1e-6)


def test_a_sparse_vector_has_zeros_at_other_places() -> None:
    columns, _ = apart({"p": pa.chunked_array([["(2,[1],[1.0])", "[0.25,0.75]", "(2,[0],[1.0])", None]])})
    assert columns["p_1"].to_pylist() == ["1.0", "0.75", "0", None]


def test_one_number_in_brackets_is_the_number() -> None:
    columns, notes = apart({"p": pa.chunked_array([["[0.25]", "[[7.5]]", None]])})
    assert ({name: each.to_pylist() for name, each in columns.items()}, notes) == ({"p": ["0.25", "7.5", None]}, [])


def test_a_cell_that_is_written_otherwise_stays() -> None:
    cells = ["[0.25, 0.75]"] * 50
    cells[20], cells[30] = "[0.25]", "none"
    columns, _ = apart({"p": pa.chunked_array([cells])})
    assert [columns["p_1"][place].as_py() for place in (0, 20, 30)] == ["0.75", "[0.25]", "none"]


LEFT = (
    ["yes", "no"],
    ["[12, 34, 5]", "[1, 2, 3]"],
    ["[0.1, 0.9]", "[0.1, 0.2, 0.7]"],
    ["1 293", "2 000"],
    ["1,5", "0,5"],
    ["2024-01-02 10:00"],
    ["(555) 1234", "(555) 1235"],
    ['{"age": 40, "height": 180}'],
    ['[{"label": "ill", "score": 0.9}]'],
    ["[" * 3000],
    ["[" + "1" * 3000],
    ["[" + " " * 3000 + "0.5"],
)


@pytest.mark.parametrize("cells", LEFT, ids=lambda cells: cells[0][:20])
def test_what_is_no_vector_stays(cells: list[str]) -> None:
    columns, notes = apart({"p": pa.chunked_array([cells])})
    assert (list(columns), columns["p"].to_pylist(), notes) == (["p"], cells, [])


def test_lists_that_are_none_of_probabilities_are_not_used() -> None:
    for cells in ([[1.0, 2.0], [3.0]], [[10.0, 20.0, 30.0], [1.0, 2.0, 3.0]]):
        columns, _ = apart({"v": pa.chunked_array([pa.array(cells)])})
        assert columns["v"].to_pylist() == ["list<item: double>"] * 2
    taken, _ = apart({"p": pa.chunked_array([["0.1|0.9"]]), "p_0": pa.chunked_array([["a"]])})
    assert list(taken) == ["p", "p_0"]
