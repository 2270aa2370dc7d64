"""What was set comes back with its file, from a saved view or a link, and with another what is not its own."""

import hashlib
import json
from urllib.parse import urlencode

import numpy as np
import pandas as pd
import pytest

from pages.data import saved
from pages.data.numbers import WAYS
from tests.helpers.cards import chosen, edit
from tests.helpers.tiers import some_of
from tests.helpers.visiting import (
    answer,
    choose,
    control,
    drop,
    dropped,
    fine,
    go,
    instead,
    kind,
    press,
    price,
    put,
    put_in,
    rows,
    said,
    seen,
    travel,
    visit,
    widget,
)

TWO = rows(
    ["truth", "score_a", "score_b", "weight"],
    [
        *[("yes", 0.9, 0.6, 1), ("no", 0.2, 0.4, 2), ("yes", 0.4, 0.7, 1)],
        *[("no", 0.6, 0.3, 1), ("yes", 0.8, 0.55, 3), ("no", 0.1, 0.9, 1)],
    ]
    * 5,
)
ANOTHER = TWO.replace(b"0.55", b"0.56")
LATER = b"\n".join([ANOTHER.splitlines()[0], *ANOTHER.splitlines()[:0:-1], b""])
"""Other cases: files with the same truths in the same order would be the same cases again."""


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
    at = choose(dropped(TWO, "costs"), data_model_="score_b")
    choose(at, data_threshold_=0.35)
    put(at, fn_cost="7")
    choose(go(at, "rescaled"), guess_kind="mode")
    return go(at, "costs")


def held(at):
    return said(at), dict(at.query_params)


@pytest.mark.full
@pytest.mark.parametrize(
    "order",
    some_of(["view,file", "file,view", "view and file", "file and view", "other,view,file"], "file and view"),
)
def test_a_view_and_its_file_restore_all(order, views):
    at = chosen_by_hand()
    before, link, written = seen(at), dict(at.query_params), views[-1]
    view = json.loads(written)
    assert (view["file"], view["link"]["file"]) == ("predictions.csv", hashlib.sha256(TWO).hexdigest()[:8])
    assert "0.55" not in written
    files = {"view": ("view.json", written.encode()), "file": ("predictions.csv", TWO), "other": ("a.csv", ANOTHER)}
    at = visit("costs", "data=File")
    for drops in order.split(","):
        put_in(at, *(files[name] for name in drops.split(" and ")))
    fine(at.run())
    assert (seen(at), dict(at.query_params)) == (before, link)
    assert widget(at, "data_threshold_").value == 0.35
    assert control(go(at, "rescaled"), "guess_kind").value == "mode"


@pytest.mark.full
def test_with_another_file_what_does_not_belong_to_it_is_in_force(views):
    at = chosen_by_hand()
    link, written = dict(at.query_params), views[-1]
    at = drop(drop(visit("costs", "data=File"), written.encode(), "view.json"), ANOTHER, "other.csv")
    assert "other.csv" in said(at, "info")
    assert "predictions.csv" in said(at, "info")
    assert (price(at, "fn_cost").value, widget(at, "data_threshold_").value) == ("7", 0.5)
    assert not fine(at.run()).main.info
    # A link waits for its file, too.
    at = visit("costs", urlencode(link))
    assert at.query_params == link
    drop(at, TWO)
    assert at.query_params == link
    assert not at.main.info
    assert (widget(at, "data_threshold_").value, widget(at, "data_model_").value) == (0.35, "score_b")
    at = drop(visit("costs", urlencode(link)), ANOTHER, "other.csv")
    assert "other.csv" in said(at, "info")
    assert (price(at, "fn_cost").value, widget(at, "data_threshold_").value) == ("7", 0.5)
    assert at.query_params["file"] != link["file"]
    assert not {"model", "threshold"} & set(at.query_params)


@pytest.mark.full
def test_what_is_no_view_is_said_and_changes_nothing():
    at = dropped(TWO, "costs")
    before = seen(at)
    for change in (
        {"version": 2},
        {"page": 3},
        {"more": "x"},
        {"file": {"name": "x", "choices": {"truth": {"a": {"b": 1}}}}},
    ):
        view = {"form": saved.FORM, "version": 1, "page": "costs", "link": {"data": "File"}} | change
        drop(at, json.dumps(view).encode(), "view.json")
        assert said(at, "info").startswith("view.json cannot be opened as a saved view")
        assert seen(at) == before


def test_a_view_of_a_sample_opens_it(views):
    visit("thresholds", "sample=two_class_example&measure=MCC&threshold=0.3")
    at = drop(visit("thresholds", "data=File"), views[0].encode(), "view.json")
    assert at.query_params == {"sample": "two_class_example", "threshold": "0.3", "measure": "MCC"}


@pytest.mark.full
def test_two_views_that_come_together_are_refused(views):
    at = dropped(TWO, "costs")
    before, upload = seen(at), at.session_state["data_upload"]
    put_in(at, *((name, views[-1].encode()) for name in ("a.json", "b.json")))
    assert "none was used" in said(at, "info")
    assert seen(at) == before
    assert at.session_state["data_upload"] is upload
    assert not at.file_uploader[0].value
    instead(put_in(at, ("c.csv", TWO)))
    assert at.session_state["data_upload"].name == "c.csv"


@pytest.mark.full
def test_a_later_file_takes_the_place_and_files_that_come_together_are_one_table():
    at = drop(visit("costs", "data=File"), TWO, "first.csv")
    first = at.session_state["data_upload"]
    drop(at, ANOTHER, "second.csv")
    second = at.session_state["data_upload"]
    assert second.name == "second.csv"
    assert not at.file_uploader[0].value
    instead(put_in(at, ("then.csv", TWO), ("now.csv", LATER)))
    assert at.session_state["data_upload"].name == "then.csv and now.csv"
    rows = at.session_state["data"].rows
    assert np.bincount(rows.splits["file"].codes).tolist() == [rows.truth.size / 2] * 2
    for gone in (first, second):
        assert not [key for key in at.session_state._state.filtered_state if gone.file_id in key]
    press(at, "data_card_remove")
    assert "data_upload" not in at.session_state


@pytest.mark.full
@pytest.mark.parametrize("way", ["data_both", "data_before", "out of the box", "data_card_remove"])
def test_a_file_that_comes_while_another_is_in_use_is_asked_about(way):
    at = drop(visit("costs", "data=File"), TWO, "first.csv")
    first, size = at.session_state["data_upload"], at.session_state["data"].total
    put_in(at, ("second.csv", LATER))
    second = at.session_state["data_asked"]
    assert at.session_state["data_upload"] is first
    if way == "out of the box":
        box = at.file_uploader[0]
        box._files = [given for given in box._get_files_to_register() if "first.csv" in given]
        fine(at.run())
    else:
        press(at, way)
    names = {"data_both": "first.csv and second.csv", "data_card_remove": "second.csv"}
    assert at.session_state["data_upload"].name == names.get(way, "first.csv")
    assert "data_asked" not in at.session_state
    assert not at.sidebar.info
    assert at.session_state["data"].total == size * (2 if way == "data_both" else 1)
    if way not in names:
        assert not [key for key in at.session_state._state.filtered_state if second.file_id in key]


@pytest.mark.full
def test_the_same_file_dropped_again_keeps_what_was_chosen_for_it():
    at = chosen_by_hand()
    first, before = at.session_state["data_upload"], held(at)
    drop(at, TWO)
    assert at.session_state["data_upload"] is first
    assert held(at) == before
    drop(kind(at, "Numbers"), TWO)
    assert held(at) == before
    drop(at, ANOTHER)
    assert at.session_state["data_upload"] is not first
    assert not {"model", "threshold"} & set(at.query_params)


RNG = np.random.default_rng(18)
TRUE = np.arange(60) % 5 < 2
FRAME = pd.DataFrame(
    {
        "truth": np.where(TRUE, "ill", "well"),
        "score_a": np.round(RNG.normal(0.4 + 0.3 * TRUE, 0.1), 2).clip(0, 1),
        "score_b": np.round(RNG.normal(0.6 - 0.3 * TRUE, 0.1), 2).clip(0, 1),
        "score_c": np.round(RNG.normal(0.4 + 0.1 * TRUE, 0.1), 2).clip(0, 1),
        "site": np.where(np.arange(60) < 30, "north", "south"),
        "fold": np.arange(60) % 3,
        "weight": 1 + np.arange(60) % 2,
    }
)
FILE = FRAME.to_csv(index=False, sep=";", decimal=",").encode()
PLAIN = FRAME.to_csv(index=False).encode()


def beheld(at):
    """All that is said, and all that is chosen."""
    return answer(at), said(at), chosen(at), dict(at.query_params)


def again(at, content, page="verdict", name="predictions.csv"):
    """What the link of a session gives in a new one with the same file."""
    return beheld(drop(visit(page, urlencode(dict(at.query_params))), content, name))


@pytest.mark.full
def test_all_that_is_chosen_on_a_card_waits_for_its_file_and_is_no_name_in_the_link():
    at = choose(dropped(FILE, "thresholds"), data_decimal_=",", data_role_fold_="", data_role_group_=["site"])
    choose(at, data_role_score_=["score_c", "score_a", "score_b"], data_positive_="well")
    edit(edit(at, name="Forest; 50 %"), row=1, turned=True)
    choose(at, data_model_="Forest; 50 %")
    choose(at, data_threshold_=0.35)
    columns = "decimal comma;score 4 2 3;group 5;fold 0;turned 2;name 1 Forest%3B 50 %25"
    assert (at.query_params["columns"], at.query_params["positive"]) == (columns, "2")
    assert not any(word in urlencode(dict(at.query_params)) for word in ("score_", "site", "north", "ill", "well"))
    assert again(at, FILE, "thresholds") == beheld(at)
    press(at, "data_card_confirm")
    assert at.query_params["columns"] == f"{columns};confirmed"
    assert again(at, FILE, "thresholds") == beheld(at)
    # A model that is left out moves no choice to another.
    choose(at, data_model_="score_b")
    choose(at, data_threshold_=0.7)
    edit(press(at, "data_card_change"), row=0, used=False)
    assert (widget(at, "data_model_").value, widget(at, "data_threshold_").value) == ("score_b", pytest.approx(0.7))
    edit(at, row=0, used=True)
    assert widget(choose(at, data_model_="Forest; 50 %"), "data_threshold_").value == pytest.approx(0.35)
    link = urlencode({"data": "File", "file": at.query_params["file"]})
    guessed = drop(visit("thresholds", link), FILE)
    assert (chosen(guessed), urlencode(dict(guessed.query_params))) == ({}, link)


@pytest.mark.full
def test_back_takes_a_choice_back_and_forward_makes_it_again():
    at = dropped(FILE, "curves")
    guessed = beheld(at)
    weighted = beheld(choose(at, data_role_weight_="weight"))
    assert weighted != guessed
    assert beheld(travel(at, "curves", guessed[-1])) == guessed
    assert beheld(travel(at, "curves", weighted[-1])) == weighted
    # Nothing is typed yet: that a model's counts are to be typed stands in the link, too.
    at = choose(visit("utility", "M=30&P=10"), data_way=WAYS[1])
    empty = held(at)
    travel(at, "utility", {"M": "30", "P": "10"})
    assert held(travel(at, "utility", empty[-1])) == empty


def test_what_cannot_be_followed_is_said():
    for placed, problem in (
        ("weight x", "weight must be between 0 and 7"),
        ("decimal dot", "decimal must be one of point, comma"),
        ("colour 3", "has no"),
    ):
        at = drop(visit("verdict", f"data=File&{urlencode({'columns': placed})}"), PLAIN)
        assert problem in said(at, "warning")
        assert chosen(at) == {}
        assert "columns" not in at.query_params


@pytest.mark.full
def test_a_link_that_makes_a_file_unusable_is_kept_to_be_mended():
    at = drop(visit("verdict", f"data=File&{urlencode({'columns': 'removed 1 2 3'})}"), PLAIN)
    assert len(at.main.error) == 1
    assert at.query_params["columns"] == "removed 1 2 3"
    press(at, "data_card_again")
    assert chosen(at) == {}
    assert "columns" not in at.query_params
