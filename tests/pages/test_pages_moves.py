"""From page to page, from one model to another, from a sample to a file and back: what was chosen stays, and where."""

import gc
import weakref
from urllib.parse import urlencode

import numpy as np
import pytest

from ddcore.read.apart import result
from pages.data import files
from tests.helpers.visiting import (
    CHARTS,
    SCORES,
    answer,
    confusion,
    drop,
    dropped,
    fine,
    go,
    kind,
    linked,
    plain,
    price,
    rows,
    said,
    shown,
    table,
    visit,
    widget,
)

SAMPLE = "sample=two_class_example"
PAIR = "pair_2"


@pytest.mark.parametrize(("one", "other"), [("rescaled", "prevalence"), ("prevalence", "folds"), ("folds", "rescaled")])
def test_a_guesser_goes_along_to_the_other_pages(one, other):
    at = visit(one, SAMPLE)
    assert said(go(at, other)) == said(visit(other, SAMPLE))
    at.segmented_control(key="guess_kind").set_value("own")
    fine(at.run())
    at.slider(key="guess_g").set_value(0.7)
    fine(at.run())
    go(at, one)
    assert at.segmented_control(key="guess_kind").value == "own"
    assert at.slider(key="guess_g").value == 0.7
    assert at.query_params["guess"] == "0.7"
    assert said(at) == said(visit(one, f"{SAMPLE}&guess=0.7"))


@pytest.mark.parametrize("page", ["refer", "curves"])
def test_the_slider_of_the_threshold_stands_where_the_chart_has_it(page):
    at = visit(page, SAMPLE)
    for threshold in (0.5, 0.25):
        go(at, "thresholds")
        slider = widget(at, "data_threshold_")
        assert slider.value == threshold
        assert f"{threshold:.3f}, the threshold set" in answer(at)
        slider.set_value(0.25)
        fine(at.run())
        assert "0.250" in answer(at)
        go(at, page)


def test_a_press_on_the_ratio_of_costs_is_there_on_the_next_page():
    at = visit("costs", SAMPLE)
    at.select_slider(key="costs_ratio").set_value("5")
    fine(at.run())
    before = answer(at)
    go(at, "refer")
    at.selectbox(key="by").set_value("cost")
    fine(at.run())
    assert at.select_slider(key="costs_ratio").value == "5"
    assert answer(go(at, "costs")) == before
    assert at.select_slider(key="costs_ratio").value == "5"


TWO = rows(
    ["truth", "score_a", "score_b"],
    [("yes", 0.9, 0.6), ("no", 0.2, 0.4), ("yes", 0.4, 0.7), ("no", 0.6, 0.3), ("yes", 0.8, 0.55), ("no", 0.1, 0.9)]
    * 5,
)


def test_the_threshold_of_a_model_stays_while_another_is_looked_at():
    at = dropped(TWO)
    assert widget(at, "data_model_").value == "score_b", "the best one"
    widget(at, "data_model_").set_value("score_a")
    fine(at.run())
    widget(at, "data_threshold_").set_value(0.3)
    fine(at.run())
    assert confusion(15, 5, 0, 10) in said(at)
    widget(at, "data_model_").set_value("score_b")
    fine(at.run())
    widget(at, "data_threshold_").set_value(0.8)
    fine(at.run())
    assert confusion(0, 5, 15, 10) in said(at)
    recall = table(at).set_index(["Model", "Short name"])["Score"].xs("TPR", level="Short name")
    assert recall.to_dict() == {"score_a": 1.0, "score_b": 0.0}
    widget(at, "data_model_").set_value("score_a")
    fine(at.run())
    assert widget(at, "data_threshold_").value == 0.3
    assert confusion(15, 5, 0, 10) in said(at)


# Files ----------------------------------------------------------------------------------------------------------------


def test_every_kind_of_file_that_is_read_is_offered():
    offered = kind(visit(), "File").file_uploader(key="data_file").proto.type
    assert set(offered) == {
        *(".csv", ".tsv", ".txt", ".json", ".jsonl", ".ndjson", ".xlsx", ".xlsm", ".parquet", ".pq"),
        *(".gz", ".gzip", ".zst", ".zstd", ".zip"),
    }


def test_a_file_that_is_removed_is_gone_from_memory_too(monkeypatch):
    held = []

    def keeping(job, name):
        found = result(job, name)
        if name == "secret.csv":
            held.extend(weakref.ref(model.table) for model in found.models.values())
        return found

    monkeypatch.setattr(files.apart, "result", keeping)
    at = dropped(TWO, "likelihood", "secret.csv")
    assert widget(at, CHARTS["likelihood"])
    upload = at.session_state["data_upload"].file_id
    widget(at, "data_model_").set_value("score_b")
    fine(at.run())
    assert upload in repr(at.session_state["view"])
    at.file_uploader(key="data_file").set_value(None)
    fine(at.run())
    assert answer(at) == "No data yet"
    assert "Still in use" not in said(at, "caption")
    assert not [key for key in at.session_state._state.filtered_state if upload in key]
    assert upload not in repr(at.session_state["view"])
    gc.collect()
    assert len(held) == 2
    assert [one() for one in held] == [None, None]


def test_a_file_in_use_can_be_removed_after_a_look_at_a_sample():
    at = kind(kind(dropped(SCORES), "Sample"), "File")
    # The box is empty then, as it was away meanwhile.
    at.file_uploader(key="data_file").set_value(None)
    fine(at.run())
    assert "Positive = yes (15 of 30" in said(at, "caption")
    at.button(key="data_remove").click()
    fine(at.run())
    assert answer(at) == "No data yet"
    assert not shown(at, "data_remove")


def test_after_a_refresh_no_sample_stands_where_the_file_was():
    at = dropped(SCORES, "utility")
    price(at, "fn_cost").set_value("335")
    fine(at.run())
    assert linked(at) == {"data": "File", "u": "0,-1,-335,0"}
    again = visit("utility", urlencode(dict(at.query_params)))
    assert answer(again) == "No data yet"
    assert "A file stays in memory only while its page is open" in said(again)
    assert again.query_params == at.query_params
    fine(again.run())
    assert again.query_params == at.query_params
    drop(again, SCORES)
    assert price(again, "fn_cost").value == "335"
    assert answer(again) == answer(at)
    assert "A file stays in memory" not in said(again)


def test_prices_of_a_file_that_is_gone_are_not_those_of_a_sample():
    at = visit("utility", "data=File&u=0,-1,-335,0")
    kind(at, "Sample")
    assert price(at, "fn_cost").value == "1"
    assert "u" not in at.query_params
    assert said(at) == said(visit("utility", SAMPLE))


def test_prices_of_typed_numbers_are_not_those_of_a_sample():
    at = visit("utility", "TP=4&FP=2&FN=3&TN=5")
    price(at, "fn_cost").set_value("7")
    fine(at.run())
    typed = dict(at.query_params)
    assert "u" in typed
    kind(at, "Sample")
    assert "u" not in at.query_params
    assert price(at, "fn_cost").value == "1"
    kind(at, "Numbers")
    assert at.query_params == typed


def test_a_model_that_a_file_does_not_have_leaves_the_link():
    at = dropped(SCORES, "utility", link="model=2")
    assert "model must be between 1 and 1" in said(at, "warning")
    assert "model" not in at.query_params


def test_a_page_without_its_data_keeps_a_measure_that_it_does_not_offer():
    at = visit("thresholds", "sample=two_class_example&measure=TP")
    at.selectbox(key="data_sample").set_value("factory")
    fine(at.run())
    go(at, "refer")
    assert "measure" not in at.query_params
    again = visit("refer", urlencode(dict(at.query_params)))
    kind(again, "Sample")
    again.selectbox(key="data_sample").set_value("two_class_example")
    fine(again.run())
    assert not again.warning
    assert go(again, "thresholds").query_params["measure"] == "TP"


def test_every_role_but_the_truth_can_be_none():
    header, lines = (
        ["truth", "score", "fold", "amount"],
        [
            ("yes", 0.9, 1, 3),
            ("no", 0.2, 1, 4),
            ("yes", 0.4, 2, 5),
            ("no", 0.6, 2, 6),
        ]
        * 5,
    )
    at = dropped(rows(header, lines), "utility")
    assert (widget(at, "data_role_fold_").label, widget(at, "data_role_fold_").value) == ("Folds (guessed)", "fold")
    for role in ("fold", "cluster", "weight", "amount", "id", "model"):
        assert widget(at, f"data_role_{role}_").options[0] == "none"
    assert "none" not in widget(at, "data_role_truth_").options
    assert "And for each 1 of amount" in said(at)
    widget(at, "data_role_amount_").set_value("")
    fine(at.run())
    assert "And for each 1 of" not in said(at)
    widget(at, "data_role_amount_").set_value("amount")
    fine(at.run())
    assert "And for each 1 of amount" in said(at)


# Samples that suit a page ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("page", "key"), [("ensemble", PAIR), ("lending", "lending_club")])
def test_page_opened_without_data_shows_the_sample_that_suits_it(page, key):
    at = visit(page)
    assert at.query_params == {}
    assert at.selectbox(key="data_sample").value == key
    assert widget(at, CHARTS[page])
    assert "Nobody has chosen data yet, so this page shows the sample “" in said(at, "caption")
    go(at, "curves")
    assert at.selectbox(key="data_sample").value == "two_class_example"
    assert said(at) == said(visit("curves"))
    go(at, page)
    assert at.selectbox(key="data_sample").value == key
    at = visit(page, f"sample={key}")
    assert "Nobody has chosen data yet" not in said(at)


def test_data_that_somebody_chose_stay_on_a_page_that_they_do_not_suit():
    at = dropped(SCORES, "verdict")
    go(at, "ensemble")
    assert answer(at) == "It takes two models to be better together."
    at.button(key="frame_sample").click()
    fine(at.run())
    assert at.query_params["sample"] == PAIR
    assert answer(at).startswith("Yes. Together")
    kind(at, "File")
    assert plain(widget(at, "data_remove").label) == "Remove this file"
    assert "Positive = yes (15 of 30" in said(go(at, "verdict"), "caption")


@pytest.mark.usefixtures("unfolded")
def test_a_sample_that_was_chosen_stays_on_every_page():
    at = visit("verdict")
    at.selectbox(key="data_sample").set_value("pathology")
    fine(at.run())
    go(at, "lending")
    assert at.query_params["sample"] == "pathology"
    at.button(key="frame_sample").click()
    fine(at.run())
    assert at.query_params["sample"] == "lending_club"
    assert np.isfinite(table(at, 0, 9).iloc[:, 1]).any()


@pytest.mark.parametrize("page", ["expectation", "prevalence", "curves", "thresholds", "costs", "refer", "lending"])
def test_a_slider_that_comes_with_a_file_is_told_where_to_stand(page):
    """Without a word from here the browser would show it at its own default, beside a chart at another place."""
    at = drop(kind(visit(page), "File"), SCORES)
    sliders = [(one, np.ravel(one.value).tolist()) for one in at.main.slider]
    sliders += [(one, [one.options.index(str(one.value))]) for one in at.main.select_slider]
    assert sliders
    for one, at_place in sliders:
        assert one.proto.set_value or list(one.proto.default) == at_place, one.label
