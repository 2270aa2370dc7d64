"""The first page, and the ways from it and back to it."""

import pytest

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
    answer,
    fine,
    go,
    kind,
    linked,
    price,
    said,
    shown,
    travel,
    visit,
    widget,
)

pytestmark = pytest.mark.usefixtures("undrawn")


def press(at, key):
    at.button(key=key).click()
    return fine(at.run())


def test_first_page_says_what_it_is_and_makes_its_point():
    at = visit("verdict", "")
    assert [one.value for one in at.title] == [START]
    assert answer(at) == "This model is right about 94.7 % of 9,857 loans. Is that good?"
    text = said(at)
    # Counted in the file: 9,340 of 9,857 loans went well; of the 517 others 2 are predicted.
    assert "Always saying “good” is right about 94.8 %" in text
    assert "Of the 517 that went bad it finds 2." in text
    assert "never written to disk, to a log or to a link" in text
    for column in ("The truth", "Scores or labels"):
        assert column in text
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
    assert [one.value for one in at.title] == [QUESTIONS["verdict"].text]
    assert "15 of 30" in said(at)
    assert linked(at) == {"data": "File"}


def test_numbers_typed_on_the_first_page_are_shown_by_a_press():
    at = visit("verdict", "")
    assert at.button(key="start_numbers").disabled
    for name, text in (("M", "303"), ("P", "139")):
        at.text_input(key=f"data_{name}").set_value(text)
        fine(at.run())
        assert [one.value for one in at.title] == [START]
    press(at, "start_numbers")
    assert "F1 of 0.629" in said(at)
    assert at.query_params == {"M": "303", "P": "139"}
    press(at, "data_start")
    assert at.text_input(key="data_M").value == "303"


def test_an_example_is_opened_and_left_again():
    at = press(visit("verdict", ""), "start_closer")
    assert at.query_params == {"sample": "lending_club"}
    assert "517 of 9,857" in said(at)
    go(at, "curves")
    assert at.query_params == {"sample": "lending_club"}
    go(at, "verdict")
    press(at, "data_start")
    assert [one.value for one in at.title] == [START]
    assert at.query_params == {}


def test_back_and_forward_bring_what_their_links_say(monkeypatch):
    at = press(visit("verdict", ""), "start_factory")
    go(at, "utility")
    price(at, "fn").set_value("-99")
    fine(at.run())
    priced = dict(at.query_params)
    kind(at, "Sample").selectbox(key="data_sample").set_value("medical")
    fine(at.run())
    there = said(at)
    travel(at, "utility", priced)
    assert price(at, "fn").value == "-99"
    assert at.query_params == priced
    travel(at, "utility", {"sample": "medical"})
    assert said(at) == there
    travel(at, "verdict", {})
    assert [one.value for one in at.title] == [START]


def test_a_refresh_keeps_what_was_chosen_on_other_pages():
    at = visit("rescaled", "sample=hpc_cv")
    at.segmented_control(key="guess_kind").set_value("mode")
    fine(at.run())
    go(at, "thresholds")
    widget(at, "data_threshold_").set_value(0.4)
    fine(at.run())
    other = visit("thresholds", "&".join(f"{name}={text}" for name, text in at.query_params.items()))
    assert other.query_params == at.query_params
    assert said(other) == said(at)
    assert go(other, "rescaled").segmented_control(key="guess_kind").value == "mode"


def test_the_threshold_of_each_model_is_in_the_link():
    at = visit("thresholds", "sample=lending_club&threshold=0.1,0.2")
    assert widget(at, "data_threshold_").value == 0.1
    widget(at, "data_model_").set_value("trees")
    fine(at.run())
    assert widget(at, "data_threshold_").value == 0.2
    widget(at, "data_threshold_").set_value(0.5)
    fine(at.run())
    assert at.query_params["threshold"] == "0.1,"


def test_a_measure_that_one_page_looks_at_is_looked_at_on_others():
    at = visit("folds", "sample=hpc_cv&measure=MCC")
    assert "Matthews" in answer(go(at, "thresholds")) or "MCC" in answer(at)
    assert at.query_params["measure"] == "MCC"
    go(at, "verdict")
    assert at.query_params["measure_looked_at"] == "MCC"
    assert len(at.multiselect(key="measures").value) > 1


# What comes next ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("page", STEPS)
def test_every_page_ends_with_what_may_come_next(page):
    assert set(STEPS[page]) <= set(QUESTIONS) - {page}
    at = visit(page, QUESTIONS[page].example)
    links = [link.proto.page for link in at.main.get("page_link")]
    steps = next_steps(page, at.session_state["data"])
    assert len(steps) in (2, 3)
    assert links[: len(steps)] == [step.question if step.question != "verdict" else "" for step in steps]


def test_every_question_has_steps():
    assert list(STEPS) == list(QUESTIONS)


@pytest.mark.parametrize("data", [Data(303, 139), counted(10, 5, 5, 10), read(SCORES).data()])
def test_steps_are_those_that_the_data_can_answer(data):
    for page in nonempty(page for page in STEPS if QUESTIONS[page].needs(data) is None):
        for step in nonempty(next_steps(page, data)):
            assert QUESTIONS[step.question].needs(data) is None
            assert "{" not in step.text
