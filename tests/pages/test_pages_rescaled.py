"""How far beyond chance: what each control changes, what stands in the link, and what the link opens."""

import json

import pytest

from tests.helpers.visiting import (
    SCORES,
    again,
    answer,
    dropped,
    figure,
    fine,
    go,
    guess,
    kind,
    linked,
    rows,
    said,
    shown,
    table,
    visit,
    widget,
)

EXAMPLE = "sample=two_class_example"
COUNTS = "TP=227&FP=50&FN=31&TN=192"


def by_key(at):
    return table(at).set_index("Short name")


def test_page_shows_its_answer_chart_table_and_formula():
    at = visit("rescaled", EXAMPLE)
    assert answer(at).startswith(
        "The model goes 66.5 % (59.3 % to 72.7 %) of the way from chance to perfect on Accuracy"
    )
    assert "what tossing a coin earns on average" in said(at)
    assert r"\frac{0.838 - 0.516}{1 - 0.516}" in said(at)
    assert json.loads(figure(at, "rescaled_chart"))["data"]
    scores = "Scores at no threshold as a table"
    assert [box.label for box in at.main.expander] == ["All scales as a table", scores, "How this is computed"]
    assert at.query_params == {"sample": "two_class_example"}


def test_controls_change_the_answer_and_the_link_opens_the_same():
    at = guess(visit("rescaled", COUNTS), "own", 0.3)
    at.slider(key="balanced_prevalence").set_value(0.2)
    at.multiselect(key="measures").set_value(["F1", "ACC"])
    fine(at.run())
    assert by_key(at).loc["ACC", "Guesser"] == pytest.approx(0.3 * 0.516 + 0.7 * 0.484, abs=1e-12)
    assert by_key(at).loc["ACC", "Balanced"] == pytest.approx(0.2 * 227 / 258 + 0.8 * 192 / 242, abs=1e-12)
    assert list(by_key(at).index) == ["F1", "ACC"]
    chosen = {"guess": "0.3", "prevalence": "0.2", "measure": "F1,ACC"}
    assert chosen.items() <= dict(at.query_params).items()
    other = again("rescaled", at)
    assert table(other).equals(table(at))
    assert said(other) == said(at)
    assert other.query_params == at.query_params


def test_guess_of_ones_own_has_a_slider_only_then_and_keeps_its_place():
    at = visit("rescaled", EXAMPLE)
    assert not shown(at, "guess_g")
    guess(at, "own")
    assert at.slider(key="guess_g").value == 0.25
    assert at.query_params["guess"] == "0.25"
    guess(at, "own", 0.4)
    guess(at, "half")
    assert not shown(at, "guess_g")
    assert "guess" not in at.query_params
    guess(at, "own")
    assert at.slider(key="guess_g").value == 0.4
    for page in ("prevalence", "folds", "rescaled"):
        go(at, page)
        assert at.slider(key="guess_g").value == 0.4
        assert at.query_params["guess"] == "0.4"


def test_wrong_values_in_a_link_are_said_and_the_defaults_shown():
    at = visit("rescaled", f"{COUNTS}&guess=often&prevalence=7")
    assert len(at.warning) == 2
    assert 'guess must be half, prevalence, mode or a number from 0 to 1, got "often"' in said(at, "warning")
    assert 'prevalence must be between 0.01 and 0.99, got "7"' in said(at, "warning")
    assert widget(at, "guess_kind").value == "half"
    assert widget(at, "balanced_prevalence").value == 0.5
    assert not {"guess", "prevalence"} & set(at.query_params)


def test_models_stand_side_by_side():
    at = visit("rescaled", "sample=hpc_cv")
    assert "Worth knowing about model VF" in [part.value for part in at.main.subheader]
    assert answer(at).startswith("Model VF goes ")
    at.selectbox(key="data_model_hpc_cv").set_value("pred")
    fine(at.run())
    assert answer(at).startswith("pred goes ")


def test_upload_leaves_nothing_in_the_link_but_what_was_chosen():
    at = dropped(SCORES, "rescaled")
    assert linked(at) == {"data": "File"}
    guess(at, "mode")
    at.slider(key="balanced_prevalence").set_value(0.1)
    fine(at.run())
    assert linked(at) == {"data": "File", "guess": "mode", "prevalence": "0.1"}


def test_names_of_models_are_no_markup_and_start_no_formula():
    name = "=![x](http://evil.example/x.png)<b>"
    lines = [line.split(",") for line in SCORES.decode().splitlines()[1:]]
    at = dropped(rows(["truth", name, "other"], [[*line, line[1]] for line in lines]), "rescaled")
    assert answer(at).startswith(f"{name} goes")
    raw = "\n".join(part.value for kinds in (at.main.header, at.main.markdown) for part in kinds)
    assert "![x](" not in raw
    assert "<b>" not in raw
    assert "<b>" not in figure(at, "rescaled_chart").replace("<br>", "").replace("\\u003c", "<").replace("&lt;b", "")


def test_page_without_a_model_asks_for_one_and_recovers():
    at = visit("rescaled", "M=303&P=139")
    assert answer(at) == "Only the classes are known, so there is no model to judge yet."
    assert not at.main.get("plotly_chart")
    kind(at, "Sample")
    assert answer(at).startswith("The model goes 66.5 %")


def test_page_with_one_class_alone_has_an_answer():
    at = visit("rescaled", "TP=5&FP=0&FN=3&TN=0")
    assert answer(at).startswith("Nobody can tell.")
    assert json.loads(figure(at, "rescaled_chart"))["data"]
