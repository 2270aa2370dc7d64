"""What was chosen on a file's card stands in the link by places, so that it waits for the file after a refresh."""

from urllib.parse import urlencode

import numpy as np
import pandas as pd
import pytest

from tests.helpers.cards import chosen, edit
from tests.helpers.visiting import answer, choose, drop, dropped, press, said, travel, visit, widget

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


def test_back_takes_a_choice_back_and_forward_makes_it_again():
    at = dropped(FILE, "curves")
    guessed = beheld(at)
    weighted = beheld(choose(at, data_role_weight_="weight"))
    assert weighted != guessed
    assert beheld(travel(at, "curves", guessed[-1])) == guessed
    assert beheld(travel(at, "curves", weighted[-1])) == weighted


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


def test_a_link_that_makes_a_file_unusable_is_kept_to_be_mended():
    at = drop(visit("verdict", f"data=File&{urlencode({'columns': 'removed 1 2 3'})}"), PLAIN)
    assert len(at.main.error) == 1
    assert at.query_params["columns"] == "removed 1 2 3"
    press(at, "data_card_again")
    assert chosen(at) == {}
    assert "columns" not in at.query_params
