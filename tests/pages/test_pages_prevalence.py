"""What if positives were rarer: what each control changes, what stands in the link, and what the link opens."""

import json

import pytest

from tests.helpers.visiting import (
    SCORES,
    again,
    answer,
    dropped,
    figure,
    fine,
    kind,
    linked,
    said,
    table,
    visit,
    widget,
)

PAPER = "sample=two_class_example&TPR=0.6&TNR=0.8&cases=many"


def choose(at, **values):
    """Set widgets by key, one after another."""
    for key, value in values.items():
        box = widget(at, key)
        {"button_group": at.segmented_control}.get(box.type, getattr(at, box.type, None))(key=key).set_value(value)
        fine(at.run())
    return at


@pytest.mark.usefixtures("unfolded")
def test_page_shows_both_charts_its_table_and_the_places():
    at = visit("prevalence", f"{PAPER}&prevalence=0.1")
    assert answer(at).startswith("With 10 % positive cases instead of 51.6 %, F1 would fall from 0.671 to ")
    assert [part.value for part in at.main.subheader] == ["As it is", "Balanced", "Worth knowing"]
    for key in ("prevalence_chart", "balanced_chart"):
        assert {"F1", "NF1"} <= {trace.get("name") for trace in json.loads(figure(at, key))["data"]}
        assert "At 10 % positive" in at.get_by_key(key).proto.alt
    assert "| F1 equals NF1, score | 0.14285714 | 57.142857 % | 0.68571429 |" in said(at)
    assert len(table(at)) == 242


@pytest.mark.usefixtures("unfolded")
def test_rates_are_those_of_the_model_until_they_are_typed():
    at = visit("prevalence", "sample=two_class_example")
    assert "recall is 88 %, specificity 79.3 %" in said(at)
    assert "TPR" not in at.query_params
    choose(at, rates_kind="typed")
    assert (at.slider(key="TPR").value, at.slider(key="TNR").value) == (0.6, 0.8)
    choose(at, TPR=0.5, TNR=0.9)
    assert "recall is 50 %, specificity 90 %" in said(at)
    assert (at.query_params["TPR"], at.query_params["TNR"]) == ("0.5", "0.9")
    other = again("prevalence", at)
    assert said(other) == said(at)
    assert table(other).equals(table(at))
    choose(at, rates_kind="model")
    assert "recall is 88 %" in said(at)
    assert "TPR" not in at.query_params
    choose(at, rates_kind="typed")
    assert "recall is 50 %, specificity 90 %" in said(at)


def test_classes_alone_have_typed_rates():
    at = visit("prevalence", "M=303&P=139&prevalence=0.1")
    assert list(at.segmented_control(key="rates_kind").options) == ["Typed"]
    assert answer(at).startswith("With 10 % positive cases instead of 45.9 %, F1 would fall from 0.654 to ")
    assert "TPR" not in at.query_params
    choose(at, TPR=0.7)
    assert at.query_params["TPR"] == "0.7"
    assert said(again("prevalence", at)) == said(at)


def test_cases_are_as_many_as_chosen():
    at = visit("prevalence", "sample=two_class_example")
    assert "among 500 cases" in said(at)
    assert at.segmented_control(key="cases_kind").options[0] == "500, as here"
    choose(at, cases_kind="many")
    assert "among very many cases" in said(at)
    assert at.query_params["cases"] == "many"
    choose(at, cases_kind="own")
    assert at.query_params["cases"] == "1000"
    choose(at, cases_number=20)
    assert "among 20 cases" in said(at)
    assert at.query_params["cases"] == "20"
    other = again("prevalence", at)
    assert table(other).equals(table(at))
    assert other.number_input(key="cases_number").value == 20
    choose(at, cases_kind="here")
    assert "cases" not in at.query_params
    choose(at, cases_kind="own")
    assert at.number_input(key="cases_number").value == 20


def test_more_cases_than_can_be_computed_are_not_called_those_here():
    at = visit("prevalence", "M=1000000000&P=300000000")
    assert at.segmented_control(key="cases_kind").options[0] == "1,000,000, the most"


def test_share_measures_and_guesser_travel():
    at = choose(visit("prevalence", PAPER), asked_prevalence=0.75, guess_kind="prevalence")
    at.multiselect(key="measure_looked_at").set_value(["PPV"])
    fine(at.run())
    assert answer(at).startswith("With 75 % positive cases instead of 51.6 %, Precision (PPV) would rise from 0.762")
    chosen = {"prevalence": "0.75", "guess": "prevalence", "measure": "PPV"}
    assert chosen.items() <= dict(at.query_params).items()
    other = again("prevalence", at)
    assert said(other) == said(at)
    assert other.query_params == at.query_params


@pytest.mark.parametrize(
    ("link", "key", "default", "words"),
    [
        ("cases=2.5", "cases_kind", "here", 'cases must be a whole number or "many", got "2.5"'),
        ("TPR=2", "rates_kind", "model", 'TPR must be between 0 and 1, got "2"'),
        ("prevalence=7", "asked_prevalence", 0.258, 'prevalence must be between 0.001 and 0.999, got "7"'),
    ],
)
def test_wrong_value_in_a_link_is_said_and_the_default_shown(link, key, default, words):
    at = visit("prevalence", f"sample=two_class_example&{link}")
    assert len(at.warning) == 1
    assert words in said(at, "warning")
    assert widget(at, key).value == default
    assert link.split("=")[0] not in at.query_params


def test_upload_leaves_nothing_in_the_link_but_what_was_chosen():
    """Half the share of positives, 0.25, is where the slider starts: what it says comes from the file, as the rates."""
    at = dropped(SCORES, "prevalence", link="data=File")
    assert answer(at).startswith("With 25 % positive cases instead of 50 %")
    assert "recall is 66.7 %, specificity 66.7 %" in said(at)
    assert linked(at) == {"data": "File"}
    choose(at, asked_prevalence=0.1, rates_kind="typed")
    assert linked(at) == {"data": "File", "prevalence": "0.1", "TPR": "0.6", "TNR": "0.8"}


def test_upload_has_its_own_rates_after_a_sample():
    at = visit("prevalence", "sample=two_class_example")
    assert "recall is 88 %" in said(at)
    kind(at, "File")
    at.file_uploader(key="data_file").set_value(("a.csv", SCORES, "text/csv"))
    fine(at.run())
    assert "recall is 66.7 %" in said(at)
    assert "among 30 cases" in said(at)


def test_weighted_cases_stand_for_very_many():
    lines = b"truth,score,weight\n" + b"yes,0.9,1.5\nno,0.2,2.25\nyes,0.4,0.1\nno,0.7,1.25\n" * 3
    at = dropped(lines, "prevalence")
    assert "among very many cases" in said(at)
    assert "cases_kind" not in {part.key for part in at.segmented_control}


def test_bad_formula_in_a_link_leaves_the_measures_beside_it():
    at = visit("prevalence", f"{PAPER}&measure=MCC&formula=tp%2B")
    assert len(at.warning) == 1
    assert at.multiselect(key="measure_looked_at").value == ["MCC"]
    assert at.query_params["measure"] == "MCC"
