"""What changed: what each control changes, what stands in the link, and files whose truth comes later."""

import json

import numpy as np

from tests.helpers.visiting import again, answer, dropped, figure, fine, linked, said, table, visit

SMALL = "sample=then_and_now&size=2000"


def test_page_shows_the_steps_both_curves_and_the_tables():
    at = visit("change", SMALL)
    assert answer(at).startswith("Accuracy fell by ")
    names = {trace.get("name") for trace in json.loads(figure(at, "change_chart"))["data"]}
    assert {"then", "now", "makes it lower", "95 % of resamples"} <= names
    assert {"then", "now", "farthest apart"} <= {
        trace.get("name") for trace in json.loads(figure(at, "drift_chart"))["data"]
    }
    found = table(at, of=4).set_index("Short name")
    parts = found.filter(regex="^By the (share of positives|classifier)$").sum(axis=1)
    assert np.allclose(parts, found["Change"], atol=1e-12, equal_nan=True)


def test_sides_turn_and_the_threshold_of_now_travel_by_place():
    at = visit("change", SMALL)
    at.selectbox(key=next(box.key for box in at.selectbox if box.label == "Then")).set_value("now")
    fine(at.run())
    at.number_input(key=next(box.key for box in at.number_input if box.label == "Threshold now")).set_value(0.3)
    fine(at.run())
    assert "more frequent positives make it" in answer(at)
    link = linked(at)
    assert link["threshold_now"] == "0.3"
    assert "now" not in link.values()
    assert answer(again("change", at)) == answer(at)


def test_a_file_whose_truth_comes_later():
    rng = np.random.default_rng(1)
    true = rng.random(400) < 0.4
    score = rng.normal(size=400) + 1.5 * true
    lines = [f"{int(t)},{s:.4f},{'early' if i < 200 else ''}" for i, (t, s) in enumerate(zip(true, score, strict=True))]
    late = [f",{s:.4f},late secret" for s in rng.normal(size=300)]
    content = "\n".join(["truth,score,when", *(line.replace(",early", ",early") for line in lines[:200]), *late])
    at = dropped(content.encode(), "change", "later.csv")
    assert not at.exception
    assert "secret" not in str(linked(at))
    assert said(at)
