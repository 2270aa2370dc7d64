"""The first page, and the ways from it and back to it."""

from ddcore.answers import QUESTIONS
from ddcore.answers.steps import STEPS, next_steps
from ddcore.data import Data
from ddcore.read import read
from ddcore.samples import EXAMPLE
from tests.helpers.answers import counted
from tests.helpers.loops import nonempty
from tests.helpers.visiting import (
    SCORES,
    START,
    choose,
    fine,
    go,
    kind,
    linked,
    press,
    price,
    said,
    seen,
    shown,
    shows,
    travel,
    visit,
    widget,
)


def title(at):
    return [one.value for one in at.title]


def test_first_page_says_what_it_is_and_makes_its_point():
    at = visit("verdict", "")
    assert title(at) == [START]
    text = said(at)
    # Counted in the file: 9,340 of 9,857 loans went well; of the 517 others 2 are predicted.
    for number in ("94.7 % of 9,857", "94.8 %", "Of the 517 that went bad it finds 2."):
        assert number in text
    assert "never written to disk" in text
    assert not shown(at, "data_kind")
    assert at.query_params == {}


def test_the_example_to_download_is_read_without_a_question():
    models = read(EXAMPLE).models
    assert list(models) == ["model_a", "model_b"]
    assert [int(model.counts.total) for model in models.values()] == [20, 20]


def test_a_file_dropped_on_the_first_page_is_judged():
    at = visit("verdict", "")
    at.file_uploader(key="data_file").set_value(("mine.csv", SCORES, "text/csv"))
    fine(at.run())
    shows(at)
    assert at.session_state["data"].total == 30
    assert linked(at) == {"data": "File"}


def test_numbers_typed_on_the_first_page_are_shown_by_a_press():
    at = visit("verdict", "")
    assert at.button(key="start_numbers").disabled
    for name, text in (("M", "303"), ("P", "139")):
        choose(at, **{f"data_{name}": text})
        assert title(at) == [START]
    press(at, "start_numbers")
    shows(at)
    assert at.query_params == {"M": "303", "P": "139"}
    assert widget(press(at, "data_start"), "data_M").value == "303"


def test_an_example_is_opened_and_left_again():
    at = press(visit("verdict", ""), "start_closer")
    for page in ("curves", "verdict"):
        assert at.query_params == {"sample": "lending_club"}
        go(at, page)
    press(at, "data_start")
    assert title(at) == [START]
    assert at.query_params == {}


def test_back_and_forward_bring_what_their_links_say():
    at = go(press(visit("verdict", ""), "start_factory"), "utility")
    price(at, "fn").set_value("-99")
    priced = dict(fine(at.run()).query_params)
    there = seen(choose(kind(at, "Sample"), data_sample="medical"))
    travel(at, "utility", priced)
    assert price(at, "fn").value == "-99"
    assert at.query_params == priced
    assert seen(travel(at, "utility", {"sample": "medical"})) == there
    assert title(travel(at, "verdict", {})) == [START]


def test_steps_are_those_that_the_data_can_answer():
    assert list(STEPS) == list(QUESTIONS)
    assert [page for page in STEPS if not set(STEPS[page]) <= set(QUESTIONS) - {page}] == []
    for data in (Data(303, 139), counted(10, 5, 5, 10), read(SCORES).data()):
        for page in nonempty(page for page in STEPS if QUESTIONS[page].needs(data) is None):
            for step in nonempty(next_steps(page, data)):
                assert QUESTIONS[step.question].needs(data) is None
                assert "{" not in step.text
