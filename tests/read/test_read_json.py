"""JSON in the shapes in which programs write tables, beside the same table as lines."""

import json

import pandas as pd
import pytest

from ddcore.errors import InputError
from ddcore.read import read
from ddcore.read.files import open_sheet

FRAME = pd.DataFrame({"truth": ["a", "b", "a"], "score": [0.9, 0.2, 0.4]})
RECORDS = FRAME.to_dict("records")
CLASSES = [{"a": row["score"], "b": 1 - row["score"]} for row in RECORDS]


def columns(document):
    data = document if isinstance(document, bytes) else json.dumps(document).encode()
    sheet = open_sheet(data, "a.json")
    return {column.name: column.values.to_pylist() for column in sheet.columns}


def lines(records):
    return "\n".join(map(json.dumps, records)).encode()


def pairs(scores, name="label", score="score"):
    return [{name: key, score: value} for key, value in scores.items()]


TABLES = {
    **{orient: FRAME.to_json(orient=orient).encode() for orient in ("records", "columns", "index", "split", "table")},
    "indented": FRAME.to_json(orient="records", indent=2).encode(),
    "indented columns": FRAME.to_json(indent=2).encode(),
    "lists": FRAME.to_dict("list"),
    "rows with names": [["truth", "score"], *FRAME.to_numpy().tolist()],
    "under a key": {"predictions": RECORDS},
    "under a key with facts": {"run": 7, "model": {"name": "x"}, "rows": RECORDS},
    "under two keys": {"result": {"data": RECORDS}},
    "beside a list": {"instances": [{"truth": each["truth"]} for each in RECORDS], "score": FRAME.score.tolist()},
    "nested": [{"instance": {"truth": each["truth"]}, "output": {"score": each["score"]}} for each in RECORDS],
}


@pytest.mark.parametrize("name", TABLES)
def test_each_shape_has_the_same_columns(name):
    found = columns(TABLES[name])
    found.pop("index", None)
    assert found == FRAME.to_dict("list")


SCORES = {
    "Vertex AI": [
        {"instance": {"truth": each["truth"]}, "prediction": {"classes": list(own), "scores": list(own.values())}}
        for each, own in zip(RECORDS, CLASSES, strict=True)
    ],
    "BigQuery": [
        {"truth": each["truth"], "predicted_truth_probs": pairs(own, score="prob")}
        for each, own in zip(RECORDS, CLASSES, strict=True)
    ],
    "Hugging Face": [
        {"truth": each["truth"], "output": pairs(own)} for each, own in zip(RECORDS, CLASSES, strict=True)
    ],
}


@pytest.mark.parametrize("name", SCORES)
def test_scores_of_classes_are_columns_called_as_the_classes(name):
    expected = {"truth": ["a", "b", "a"], "a": [0.9, 0.2, 0.4], "b": [1 - 0.9, 0.8, 0.6]}
    assert columns(lines(SCORES[name])) == columns(SCORES[name]) == expected


def test_a_pipeline_alone_and_lists_of_numbers():
    assert columns([pairs(each) for each in CLASSES]) == {"a": [0.9, 0.2, 0.4], "b": [1 - 0.9, 0.8, 0.6]}
    pairs_of = columns(lines([{"y": 1, "p": [0.1, 0.9]}, {"y": 0, "p": [0.7, 0.3]}]))
    assert pairs_of == {"y": [1, 0], "p_0": ["0.1", "0.7"], "p_1": ["0.9", "0.3"]}
    assert columns(lines([{"y": 1, "p": [0.9]}, {"y": 0, "p": [0.3]}]))["p"] == [0.9, 0.3]


def test_equal_keys_of_several_objects_keep_what_they_stand_in():
    found = columns([{"instance": {"label": "a"}, "prediction": {"label": "b"}}] * 2)
    assert list(found) == ["instance.label", "prediction.label"]


def test_texts_may_hold_what_stands_between_records():
    records = [{"truth": "a},{b", "score": 0.5}, {"truth": "c", "score": 0.25}]
    assert columns(json.dumps(records).encode()) == {"truth": ["a},{b", "c"], "score": [0.5, 0.25]}


def test_what_was_left_out_is_told():
    found = read(json.dumps({"run": 7, "rows": RECORDS}).encode(), name="a.json", truth="truth", positive="a")
    assert found.reading.format == "JSON"
    assert (found.total, any("“run”" in note for note in found.notes)) == (3, True)


BAD = {
    "numbers": (b'[["truth", "score"], [1, 2], [3]]', "must have 2 cells in each row, got another number in row 2"),
    "twice": (b'[{"truth": 1, "truth": 0},\n {"truth": 0}]', "has “truth” twice"),
    "deep": (b'[{"a":' * 200 + b"1" + b"}]" * 200, "nested levels of JSON, more than 100"),
    "half a character": (b'{"rows": [{"a": "\\ud800"}]}', "has half a character"),
    "cut": (b'[{"truth": 1,\n "score": 0.5}, {"tr', "must have a JSON object on each line"),
    "keys": (json.dumps({"rows": [{f"k{row}": row} for row in range(1_001)]}).encode(), "has 1,001 columns"),
    "classes": (
        json.dumps(
            [{"p": [{"label": f"k{row}", "score": 1}, {"label": "a", "score": 1}]} for row in range(2_000)]
        ).encode(),
        "has 1,001 columns",
    ),
}


@pytest.mark.parametrize("name", BAD)
def test_bad_documents(name):
    data, message = BAD[name]
    with pytest.raises(InputError, match=message):
        read(data, name="a.json")
