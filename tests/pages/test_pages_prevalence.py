"""What if positives were rarer: what each control changes, what stands in the link, and what the link opens."""

import pytest

from tests.helpers.visiting import (
    SCORES,
    choose,
    control,
    drop,
    dropped,
    falls_back,
    kind,
    linked,
    moves,
    said,
    shown,
    shows,
    travels,
    visit,
)

EXAMPLE = "sample=two_class_example"


def test_controls_change_the_answer_and_travel():
    at = moves(visit("prevalence", EXAMPLE), asked_prevalence=0.75, guess_kind="prevalence", measure_looked_at=["PPV"])
    assert at.query_params == {
        **{"sample": "two_class_example", "measure": "PPV", "prevalence": "0.75", "guess": "prevalence"}
    }
    choose(at, rates_kind="typed")
    assert (control(at, "TPR").value, control(at, "TNR").value) == (0.6, 0.8)
    moves(at, TPR=0.5, TNR=0.9)
    assert {"TPR": "0.5", "TNR": "0.9"}.items() <= at.query_params.items()
    travels(at)
    choose(at, rates_kind="model")
    assert not {"TPR", "TNR"} & set(at.query_params)
    shows(choose(at, rates_kind="typed"))
    assert {"TPR": "0.5", "TNR": "0.9"}.items() <= at.query_params.items()


@pytest.mark.full
def test_cases_are_as_many_as_chosen():
    at = visit("prevalence", EXAMPLE)
    assert control(at, "cases_kind").options[0] == "500, as here"
    moves(at, cases_kind="many")
    assert at.query_params["cases"] == "many"
    choose(at, cases_kind="own")
    assert at.query_params["cases"] == "1000"
    moves(at, cases_number=20)
    assert at.query_params["cases"] == "20"
    assert control(travels(at), "cases_number").value == 20
    shows(choose(at, cases_kind="here"))
    assert "cases" not in at.query_params
    assert control(choose(at, cases_kind="own"), "cases_number").value == 20
    at = visit("prevalence", "M=1000000000&P=300000000")
    assert control(at, "cases_kind").options[0] == "1,000,000, the most"


def test_classes_alone_have_typed_rates():
    at = visit("prevalence", "M=303&P=139&prevalence=0.1")
    assert list(control(at, "rates_kind").options) == ["Typed"]
    assert "TPR" not in at.query_params
    moves(at, TPR=0.7)
    assert at.query_params["TPR"] == "0.7"
    travels(at)


def test_wrong_value_in_a_link_is_said_and_the_default_shown():
    falls_back("prevalence", EXAMPLE, cases="2.5", TPR="2", prevalence="7")


def test_upload_has_its_own_rates_and_leaves_nothing_in_the_link_but_what_was_chosen():
    at = drop(kind(visit("prevalence", EXAMPLE), "File"), SCORES)
    shows(at)
    assert "66.7 %" in said(at)
    assert linked(at) == {"data": "File"}
    choose(at, asked_prevalence=0.1, rates_kind="typed")
    assert linked(at) == {"data": "File", "prevalence": "0.1", "TPR": "0.6", "TNR": "0.8"}
    weighted = b"truth,score,weight\n" + b"yes,0.9,1.5\nno,0.2,2.25\nyes,0.4,0.1\nno,0.7,1.25\n" * 3
    at = dropped(weighted, "prevalence")
    shows(at)
    assert not shown(at, "cases_kind")
