"""The page of several answers: a table and lines of text are two controls of the same choice, which travels."""

from tests.helpers.cards import fill
from tests.helpers.visiting import fine, moves, said, shows, travels, visit, widget


def test_lines_and_table_change_the_answer_and_each_other():
    at = visit("actions", "sample=iris")
    table = widget(at, "actions_table")
    assert table.value["Answer"].tolist() == ["setosa", "versicolor", "virginica", "refer"]
    edits = {
        "edited_rows": {"0": {"1": -2}},
        "added_rows": [{"Answer": "none; of them", "0": None, "1": 0.5, "2": 0.5}],
        "deleted_rows": [3],
    }
    fill(at, table, edits)
    assert at.query_params["answers"] == "1: 1, -2, 0;2: 0, 1, 0;3: 0, 0, 1;none of them: 0, 0.5, 0.5"
    shows(at)
    # The table that is being filled in stays the same one.
    assert widget(at, "actions_table").key == table.key
    travels(at)
    moves(at, answers="2: 3, 4, 5\nboth: 1")
    assert at.query_params["answers"] == "2: 3, 4, 5;both: 1"
    assert widget(at, "actions_table").value.to_numpy().tolist() == [["versicolor", 3, 4, 5], ["both", 1, 1, 1]]


def test_a_wrong_line_stays_to_be_mended():
    at = visit("actions", "sample=iris")
    [box] = at.main.text_area
    fine(box.set_value("1: 1, 0\nrefer: 2").run())
    assert "3 numbers" in said(at)
    assert at.main.text_area[0].value == "1: 1, 0\nrefer: 2"
    assert not at.main.get("plotly_chart")
    fine(at.main.text_area[0].set_value("1: 1, 0, 0\nrefer: 2").run())
    assert shows(at).figures
