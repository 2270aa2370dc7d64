"""Answers and data as JSON can hold them."""

import json
import math

import pandas as pd
import pytest

import ddcore
from ddcore.answers.base.answer import Answer, Note, Table
from ddcore.answers.base.as_json import ROWS, plain_answer, plain_data
from ddcore.answers.base.question import QUESTIONS
from tests.helpers.answered import answer_to
from tests.helpers.tiers import some_of


@pytest.mark.parametrize(
    "name", some_of(QUESTIONS, "verdict", "baselines", "expectation", "thresholds", "groups", "folds", "reach", "cases")
)
def test_every_answer_is_json(name):
    answer = answer_to(name)
    told = json.loads(json.dumps(plain_answer(answer), allow_nan=False))
    assert told["sentence"] == answer.sentence
    assert [note["code"] for note in told["notes"]] == [note.code for note in answer.notes]
    assert set(told["figures"]) == set(answer.figures)
    for key, table in answer.tables.items():
        rows = table.rows()
        if table.size > ROWS:
            assert set(told["tables"][key]) == {"title", "remark", "size"}
            continue
        assert told["tables"][key]["columns"] == [str(column) for column in rows.columns]
        assert [len(row) for row in told["tables"][key]["rows"]] == [len(rows.columns)] * len(rows)


def test_what_json_has_no_number_for():
    rows = pd.DataFrame(
        {"number": [1.5, math.nan, math.inf], "whole": [1, 2, 3], "text": ["a", None, "c"], "yes": [True, False, True]}
    )
    answer = Answer(
        "?",
        "Yes.",
        "",
        notes=[Note("a", "b", math.inf), Note("c", "d")],
        tables={"t": Table.of("T", rows)},
        values={"a": {"b": (-math.inf, 1)}, "c": None},
    )
    told = plain_answer(answer)
    assert told["values"] == {"a": {"b": ["-Infinity", 1]}, "c": None}
    assert told["notes"] == [{"code": "a", "text": "b", "threshold": "Infinity"}, {"code": "c", "text": "d"}]
    assert told["tables"]["t"]["rows"] == [[1.5, 1, "a", True], [None, 2, None, False], ["Infinity", 3, "c", True]]
    assert plain_answer(answer, rows=2)["tables"]["t"] == {"title": "T", "remark": "", "size": 3}
    json.dumps(told, allow_nan=False)


def test_data_hold_what_was_assumed():
    told = plain_data(ddcore.sample("lending_club"))
    assert (told["total"], told["positives"], told["positive"], told["model"]) == (9857, 517, "bad", "logistic")
    assert told["notes"]
    assert plain_data(ddcore.classes(303, 139))["model"] is None
