"""What changed: what each control changes, what stands in the link, and files whose truth comes later."""

import numpy as np

from tests.helpers.visiting import choose, dropped, falls_back, linked, moves, press, rows, shows, travels, visit

SMALL = "sample=then_and_now&size=2000"


def labelled(at, label):
    return next(box.key for box in (*at.selectbox, *at.number_input) if box.label == label)


def test_controls_change_the_answer_and_travel_by_place():
    at = moves(visit("change", SMALL), measure_looked_at=["F1"])
    moves(at, **{labelled(at, "Then"): "now"})
    moves(at, **{labelled(at, "Threshold now"): 0.3})
    assert at.query_params["threshold_now"] == "0.3"
    assert "now" not in at.query_params.values()
    travels(at)


def test_wrong_values_in_a_link_fall_back():
    falls_back("change", SMALL, threshold_now="x", split="nope")


def test_a_file_whose_truth_comes_later():
    rng = np.random.default_rng(1)
    true = rng.random(200) < 0.4
    early = [(int(t), round(s, 4), "early") for t, s in zip(true, rng.normal(true * 1.5), strict=True)]
    late = [("", round(s, 4), "late secret") for s in rng.normal(size=300)]
    at = dropped(rows(["truth", "score", "when"], [*early, *late]), "change", "later.csv")
    press(choose(at, data_role_group_=["when"]), "data_ask_missing")
    assert shows(at).figures
    assert "secret" not in str(linked(at))
