"""The page of several answers: what is typed changes the answer and travels in the link."""

from tests.helpers.visiting import answer, figure, said, visit


def test_lines_of_answers_change_the_answer_and_stand_in_the_link():
    at = visit("actions", "sample=iris")
    assert answer(at).startswith("Choose case by case.")
    assert '"fill":"toself"' in figure(at, "actions_chart").replace(" ", "")
    [box] = at.main.text_area
    box.set_value("1: 1, 0, 0\nrefer: 2").run()
    assert answer(at).startswith("One answer for all.")
    assert at.query_params["answers"] == "1: 1, 0, 0;refer: 2"
    again = visit("actions", "sample=iris&answers=1:%201,%200,%200;refer:%202")
    assert answer(again) == answer(at)


def test_a_wrong_line_stays_to_be_mended():
    at = visit("actions", "sample=iris")
    [box] = at.main.text_area
    box.set_value("1: 1, 0\nrefer: 2").run()
    assert "must be a name, a colon and 3 numbers" in said(at)
    assert at.main.text_area[0].value == "1: 1, 0\nrefer: 2"
