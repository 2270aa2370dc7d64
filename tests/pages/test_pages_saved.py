"""A saved view: with its file it restores all that was set, and with another one what does not belong to the file."""

import hashlib
import json
from urllib.parse import urlencode

import numpy as np
import pytest

from pages.data import saved
from tests.helpers.visiting import answer, drop, dropped, fine, go, price, put_in, rows, said, visit, widget

pytestmark = pytest.mark.usefixtures("undrawn")

TWO = rows(
    ["truth", "score_a", "score_b", "weight"],
    [
        *[("yes", 0.9, 0.6, 1), ("no", 0.2, 0.4, 2), ("yes", 0.4, 0.7, 1)],
        *[("no", 0.6, 0.3, 1), ("yes", 0.8, 0.55, 3), ("no", 0.1, 0.9, 1)],
    ]
    * 5,
)


@pytest.fixture
def views(monkeypatch):
    """The views that the button offers, the latest last."""
    offered, now = [], saved.now

    def keeping():
        view = now()
        offered.append(json.dumps(view))
        return view

    monkeypatch.setattr(saved, "now", keeping)
    return offered


def chosen_by_hand():
    """A session in which much was set, on several pages."""
    at = dropped(TWO, "costs")
    widget(at, "data_model_").set_value("score_b")
    fine(at.run())
    widget(at, "data_threshold_").set_value(0.35)
    fine(at.run())
    price(at, "fn_cost").set_value("7")
    fine(at.run())
    go(at, "rescaled")
    at.segmented_control(key="guess_kind").set_value("mode")
    fine(at.run())
    return go(at, "costs")


@pytest.mark.parametrize(
    "order",
    [("view", "file"), ("file", "view"), ("view and file",), ("file and view",), ("another file", "view", "file")],
)
def test_a_view_and_its_file_restore_all(views, order):
    at = chosen_by_hand()
    before, link = said(at), dict(at.query_params)
    files = {"view": ("view.json", views[-1].encode()), "file": ("predictions.csv", TWO)}
    files["another file"] = ("another.csv", TWO.replace(b"0.55", b"0.56"))
    at = visit("costs", "data=File")
    for drops in order:
        put_in(at, *(files[name] for name in drops.split(" and ")))
    fine(at.run())
    assert said(at) == before
    assert at.query_params == link
    assert widget(at, "data_threshold_").value == 0.35
    go(at, "rescaled")
    assert at.segmented_control(key="guess_kind").value == "mode"


def test_a_view_has_the_fingerprint_of_its_file_and_none_of_its_cases(views):
    chosen_by_hand()
    view = json.loads(views[-1])
    assert view["file"] == "predictions.csv"
    assert view["link"]["file"] == hashlib.sha256(TWO).hexdigest()[:8]
    assert "0.55" not in views[-1]


def test_with_another_file_what_does_not_belong_to_it_is_in_force(views):
    at = chosen_by_hand()
    before = price(at, "fn_cost").value
    other = TWO.replace(b"0.55", b"0.56")
    at = drop(visit("costs", "data=File"), views[-1].encode(), "view.json")
    drop(at, other, "other.csv")
    assert "other.csv is not the file that the view was saved with, predictions.csv" in said(at, "info")
    assert price(at, "fn_cost").value == before
    assert widget(at, "data_threshold_").value == 0.5
    fine(at.run())
    assert "is not the file" not in said(at)


@pytest.mark.parametrize(
    "change",
    [
        {"version": 2},
        {"link": {"u": ["1"]}},
        {"page": 3},
        {"more": "x"},
        {"file": {"name": "x" * 1001, "choices": {}}},
        {"file": {"name": "x", "choices": {"truth": {"a": {"b": 1}}}}},
    ],
)
def test_what_is_no_view_is_said_and_changes_nothing(change):
    at = dropped(TWO, "costs")
    before = answer(at)
    view = {"form": saved.FORM, "version": 1, "page": "costs", "link": {"data": "File"}} | change
    drop(at, json.dumps(view).encode(), "view.json")
    assert "view.json is no view that can be opened" in said(at, "info")
    assert answer(at) == before


def test_a_view_of_a_sample_opens_it(views):
    visit("thresholds", "sample=two_class_example&measure=MCC&threshold=0.3")
    at = visit("thresholds", "data=File")
    drop(at, views[0].encode(), "view.json")
    assert at.query_params == {"sample": "two_class_example", "threshold": "0.3", "measure": "MCC"}


def test_after_a_refresh_a_link_waits_for_its_file():
    link = dict(chosen_by_hand().query_params)
    at = visit("costs", urlencode(link))
    assert "This link belongs to a file that is not here." in said(at)
    assert at.query_params == link
    drop(at, TWO)
    assert at.query_params == link
    assert not at.main.info
    assert widget(at, "data_threshold_").value == 0.35
    assert widget(at, "data_model_").value == "score_b"


def test_another_file_than_that_of_a_link_is_told():
    link = dict(chosen_by_hand().query_params)
    at = drop(visit("costs", urlencode(link)), TWO.replace(b"0.55", b"0.56"), "other.csv")
    assert "other.csv is not the file that the link was made with" in said(at, "info")
    assert widget(at, "data_threshold_").value == 0.5
    assert price(at, "fn_cost").value == "7"
    assert at.query_params["file"] != link["file"]
    assert not {"model", "threshold"} & set(at.query_params)


def test_two_views_that_come_together_are_refused(views):
    at = dropped(TWO, "costs")
    before, link, upload = answer(at), dict(at.query_params), at.session_state["data_upload"]
    put_in(at, *((name, views[-1].encode()) for name in ("a.json", "b.json")))
    assert "“a." in said(at, "info")
    assert "none of them was used" in said(at, "info")
    assert (answer(at), dict(at.query_params)) == (before, link)
    assert at.session_state["data_upload"] is upload
    assert not at.file_uploader[0].value
    put_in(at, ("c.csv", TWO))
    assert at.session_state["data_upload"].name == "c.csv"


def test_files_that_come_together_are_one_table():
    at = drop(visit("costs", "data=File"), TWO, "then.csv")
    first = at.session_state["data_upload"]
    put_in(at, ("then.csv", TWO), ("now.csv", TWO.replace(b"0.55", b"0.56")))
    upload = at.session_state["data_upload"]
    assert upload.name == "then.csv and now.csv"
    assert "then.csv and now.csv" in said(at, "markdown")
    rows = at.session_state["data"].rows
    assert np.bincount(rows.splits["file"].codes).tolist() == [rows.truth.size / 2] * 2
    assert not [key for key in at.session_state._state.filtered_state if first.file_id in key]
    at.button(key=widget(at, "data_card_remove").key).click()
    fine(at.run())
    assert "data_upload" not in at.session_state


def test_a_second_file_takes_the_place_of_the_first():
    at = dropped(TWO, "costs")
    first = at.session_state["data_upload"]
    drop(at, TWO.replace(b"0.55", b"0.56"), "second.csv")
    assert at.session_state["data_upload"].name == "second.csv"
    assert not [key for key in at.session_state._state.filtered_state if first.file_id in key]
    assert not at.file_uploader[0].value


def test_the_same_file_dropped_again_keeps_what_was_chosen_for_it():
    at = chosen_by_hand()
    first, before, link = at.session_state["data_upload"], said(at), dict(at.query_params)
    drop(at, TWO, "predictions.csv")
    assert at.session_state["data_upload"] is first
    assert (said(at), dict(at.query_params)) == (before, link)
    at.segmented_control(key="data_kind").set_value("Numbers")
    fine(at.run())
    at.segmented_control(key="data_kind").set_value("File")
    drop(fine(at.run()), TWO, "predictions.csv")
    assert (said(at), dict(at.query_params)) == (before, link)
    drop(at, TWO.replace(b"0.55", b"0.56"), "predictions.csv")
    assert at.session_state["data_upload"] is not first
    assert not {"model", "threshold"} & set(at.query_params)
