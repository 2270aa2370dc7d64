"""The first page, the ways from it and back to it, and numbers that are typed there or beside an answer."""

import pytest

from ddcore.answers.base.question import QUESTIONS, next_steps
from ddcore.data import Data
from ddcore.read import read
from ddcore.samples import EXAMPLE
from tests.helpers.answers import counted
from tests.helpers.loops import nonempty
from tests.helpers.tiers import some_of
from tests.helpers.visiting import (
    NEED_MODEL,
    PAGES,
    SCORES,
    START,
    answer,
    choose,
    control,
    drop,
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
    for number in ("94.7 % of 9,857", "94.8 %", "517 loans that went bad, the model finds 2."):
        assert number in text
    assert "written to a log" in text
    assert not shown(at, "data_kind")
    assert at.query_params == {}


def test_the_example_to_download_is_read_without_a_question():
    models = read(EXAMPLE).models
    assert list(models) == ["model_a", "model_b"]
    assert [int(model.counts.total) for model in models.values()] == [20, 20]


@pytest.mark.full
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


@pytest.mark.full
def test_an_example_is_opened_and_left_again():
    at = press(visit("verdict", ""), "start_closer")
    for page in ("curves", "verdict"):
        assert at.query_params == {"sample": "lending_club"}
        go(at, page)
    press(at, "data_start")
    assert title(at) == [START]
    assert at.query_params == {}


@pytest.mark.full
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
    assert [page for page, question in QUESTIONS.items() if not set(question.next) <= set(QUESTIONS) - {page}] == []
    for data in (Data(303, 139), counted(10, 5, 5, 10), read(SCORES).data()):
        for page in nonempty(page for page in QUESTIONS if QUESTIONS[page].needs(data) is None):
            for step in nonempty(next_steps(page, data)):
                assert QUESTIONS[step.question].needs(data) is None
                assert "{" not in step.text


LARGE = "1,000,000,000"


def fill(at, **texts):
    """Type into several boxes at once."""
    for name, text in texts.items():
        control(at, f"data_{name}").set_value(text)
    return fine(at.run())


def typed(page="baselines", **texts):
    at = kind(visit(page), "Numbers")
    if "TP" in texts:
        choose(at, data_way="A model's counts")
    return fill(at, **texts)


def test_numbers_that_cannot_be_have_their_sentence_and_stay_in_the_box():
    at = typed(M="303", P="139")
    for M, P, words in (
        ("10", "11", "must be between 0 and M = 10, got 11"),
        ("10", "−1", f"P must be between 0 and {LARGE}, got −1"),
        ("10.5", "1", 'M must be a whole number such as 303, got "10.5"'),
        ("nan", "1", 'got "nan"'),
        ("9" * 5000, "1", 'got "' + "9" * 40 + '"'),
        ("__import__('os')", "1", "got \"__import__('os')\""),
    ):
        fill(at, M=M, P=P)
        assert said(at, "error").endswith(words)
        assert (control(at, "data_M").value, control(at, "data_P").value) == (M, P)
        assert not at.main.get("plotly_chart")
    for M, P, data in (
        ("10,000", "5", (10_000, 5)),
        ("1e6", "3e5", (1_000_000, 300_000)),
        (" 303 ", "139.0", (303, 139)),
    ):
        shows(fill(at, M=M, P=P))
        assert (at.session_state["data"].total, at.session_state["data"].positives) == data
    at = typed("verdict", TP="1", FP="-1", FN="0", TN="0")
    assert said(at, "error").endswith(f"FP must be between 0 and {LARGE}, got -1")
    assert control(at, "data_FP").value == "-1"
    fill(at, FP="0", TP="0")
    assert said(at, "error").endswith(f"must be between 1 and {LARGE}, got 0")


@pytest.mark.parametrize("size", some_of(["1 0", "1 1", "10 10", "2 0"], "1 0"))
@pytest.mark.full
def test_smallest_classes_have_an_answer_on_each_page(size):
    at = typed(**dict(zip("MP", size.split(), strict=True)))
    for page in nonempty(page for page in PAGES if page not in NEED_MODEL):
        shows(go(at, page))


@pytest.mark.full
@pytest.mark.parametrize("counts", some_of(["5 0 0 0", "0 1 1 0", "0 5 0 0", "1 0 0 1"], "0 1 1 0"))
def test_counts_of_one_kind_have_an_answer_on_each_page(counts):
    at = typed("verdict", **dict(zip(("TP", "FP", "FN", "TN"), counts.split(), strict=True)))
    for page in ("verdict", "expectation", "rescaled", "prevalence"):
        shows(go(at, page))
        assert "nan" not in said(at).lower().split()


@pytest.mark.full
def test_numbers_typed_stay_on_the_way_to_other_sources_and_pages():
    at = typed(M="303")
    assert answer(at) == "No data yet"
    assert at.query_params == {"M": "303"}
    first = answer(fill(at, P="139"))
    for other in ("Sample", "File", "Numbers"):
        kind(at, other)
    assert answer(at) == first
    assert len(drop(at, b"", "empty.csv").main.error) == 1
    kind(at, "Numbers")
    assert (control(at, "data_M").value, control(at, "data_P").value) == ("303", "139")
    assert answer(at) == first
    shows(go(at, "expectation"))
    assert at.query_params == {"M": "303", "P": "139"}
