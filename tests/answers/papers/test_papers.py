"""Papers and Errata: what is chosen of the items, on every door, and that each has a result and an answered link."""

import json

import pytest

import ddcore
from ddcore.errors import InputError
from ddcore.papers import DOCUMENTS, STATUSES, items, rows
from tests.helpers.loops import nonempty

COLUMNS = {"document", "item", "printed", "ours", "status", "why", "link"}


def test_every_item_of_the_documents_is_a_row_with_a_status():
    told = ddcore.papers().values["rows"]
    assert len(told) == len(items()) == len(rows())
    assert {row["document"] for row in told} == set(DOCUMENTS)
    assert {row["status"] for row in told} == set(STATUSES)
    assert all(row.keys() >= COLUMNS for row in told)
    assert all(bool(row["ours"]) == (row["status"] != "cannot be had") for row in told)
    assert all(row["why"] for row in told if row["status"] != "same")
    assert len({(row["document"], row["item"]) for row in told}) == len(told)


def test_choices_narrow_the_items_and_what_none_has_is_said():
    every = rows()
    of_document = ddcore.papers(document="004", status="differs")
    assert [row["item"] for row in of_document.values["rows"]] == [
        row.item for row in every if row.document == "004" and row.status == "differs"
    ]
    assert of_document.values["counts"]["same"] == 0
    tables = ddcore.papers(kind="table", words="table 5 fn").values["rows"]
    assert tables
    assert {row["kind"] for row in tables} == {"table"}
    none = ddcore.papers(words="no item has these words")
    assert none.values["rows"] == []
    assert none.values["items"] == 0
    with pytest.raises(InputError, match="document must be one of all, 000"):
        ddcore.papers(document="005")


def test_errata_are_the_items_that_differ_each_with_a_note_and_a_proof():
    answer = ddcore.errata()
    wrong = [row for row in rows() if row.status == "differs"]
    assert [row["item"] for row in answer.values["rows"]] == [row.item for row in wrong]
    assert len({note.code for note in answer.notes}) == len(wrong) == answer.values["errata"]
    assert all(row.proof for row in nonempty(wrong))
    assert ddcore.errata(document="004").values["errata"] == sum(row.document == "004" for row in wrong)


def test_the_command_gives_the_rows_as_json(capsys):
    from ddcore.command.program import run

    assert run(["papers", "--document", "004", "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert told["values"]["rows"] == json.loads(json.dumps(ddcore.papers(document="004").values["rows"]))
    assert set(told["tables"]["rows"]["columns"]) == COLUMNS
