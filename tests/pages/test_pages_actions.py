"""The page of several answers: what is typed changes the answer and travels in the link."""

from tests.helpers.cards import fill
from tests.helpers.visiting import answer, figure, said, visit, widget


def test_lines_of_answers_change_the_answer_and_stand_in_the_link():
    at = visit("actions", "sample=iris")
    assert answer(at).startswith("Choose case by case.")
    assert '"fill":"toself"' in figure(at, "actions_chart").replace(" ", "")
    [box] = at.main.text_area
    box.set_value("1: 1, 0, 0\nrefer: 2").run()
    assert answer(at).startswith("One answer for all: “refer”.")
    assert at.query_params["answers"] == "1: 1, 0, 0;refer: 2"
    again = visit("actions", "sample=iris&answers=1:%201,%200,%200;refer:%202")
    assert answer(again) == answer(at)


def test_a_wrong_line_stays_to_be_mended():
    at = visit("actions", "sample=iris")
    [box] = at.main.text_area
    box.set_value("1: 1, 0\nrefer: 2").run()
    assert "must be a name, a colon and 3 numbers" in said(at)
    assert at.main.text_area[0].value == "1: 1, 0\nrefer: 2"


def test_a_table_is_filled_in_and_stands_in_the_link():
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
    assert answer(at) == answer(visit("actions", f"sample=iris&answers={at.query_params['answers']}"))
    # The table that is being filled in stays the same one.
    assert widget(at, "actions_table").key == table.key


def test_lines_renew_the_table():
    at = visit("actions", "sample=iris")
    [box] = at.main.text_area
    box.set_value("2: 3, 4, 5\nboth: 1").run()
    assert widget(at, "actions_table").value.to_numpy().tolist() == [["versicolor", 3, 4, 5], ["both", 1, 1, 1]]
