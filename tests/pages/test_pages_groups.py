"""Where does it fail: what each control changes, what stands in the link, and what can be saved."""

import json

import numpy as np
import pytest

from tests.helpers.visiting import again, answer, dropped, figure, fine, linked, rows, said, table, visit, widget


def content(many=300):
    rng = np.random.default_rng(1)
    lines = []
    for place in range(many):
        truth = int(place % 3 == 0)
        score = rng.normal(3.0 * truth if place % 2 else 0.0, 1)
        lines.append(["ill" if truth else "well", f"{score:.3f}", "secret north" if place % 2 else "south", place % 50])
    return rows(["truth", "score", "region", "age"], lines)


def test_page_shows_the_funnel_the_map_and_the_table():
    at = visit("groups", "sample=hpc_cv&measure=ACC")
    assert answer(at).startswith("Nowhere for sure. In all 4 classes accuracy")
    names = {trace.get("name") for trace in json.loads(figure(at, "groups_chart"))["data"]}
    assert {"surely better than chance", "better, but perhaps by luck", "best without skill"} <= names
    assert json.loads(figure(at, "map_chart"))["data"]
    found = table(at).set_index(["Model", "Class"]).loc[("pred", "L")]
    assert round(found["Score"], 4) == 0.9466
    assert round(found["Baseline"], 4) == 0.94
    for key in ("groups_csv", "groups_parquet"):
        assert widget(at, key)


def test_correction_and_level_travel():
    at = visit("groups", "sample=hpc_cv&measure=ACC")
    at.segmented_control(key="correction").set_value("holm")
    at.segmented_control(key="level").set_value(0.99)
    fine(at.run())
    assert linked(at) | {"correction": "holm", "level": "0.99"} == linked(at)
    assert "Holm 1979" in said(at)
    assert said(again("groups", at)) == said(at)


@pytest.mark.parametrize("link", ["level=0.5", "correction=x", "column=7", "cuts=3.5"])
def test_what_a_link_asks_in_vain_is_said(link):
    at = visit("groups", f"sample=hpc_cv&{link}")
    assert link.split("=")[0] in said(at, "warning")


def test_what_divides_the_cases_is_no_name_in_the_link():
    at = dropped(content(), "groups")
    assert answer(at) == "Nothing divides these cases into groups."
    box = at.multiselect(key=widget(at, "data_role_group_").key)
    box.set_value(["region", "age"])
    fine(at.run())
    assert answer(at).startswith("1 of 2 groups does no better than chance")
    assert "south" in said(at)
    choice = at.selectbox(key=widget(at, "column_").key)
    assert list(choice.options) == ["region", "age"]
    choice.set_value("age")
    fine(at.run())
    assert " of 5 groups" in answer(at) or "In all 5 groups" in answer(at)
    assert at.query_params["column"] == "2"
    at.select_slider(key="cuts").set_value(2)
    fine(at.run())
    assert table(at, of=2)["Group"].nunique() == 2
    assert "secret" not in str(at.query_params)


def test_a_thousand_classes_are_one_page():
    at = visit("groups", "sample=thousand_classes&size=5000&measure=ACC")
    assert " of 1,000 classes do no better than chance on accuracy" in answer(at)
    assert "none of the 6 models does better than chance" in said(at)


def divided(link=""):
    """Two columns chosen on the card of a dropped file."""
    at = dropped(content(), "groups", link=link)
    at.multiselect(key=widget(at, "data_role_group_").key).set_value(["region", "age"])
    return fine(at.run())


def test_the_weakest_segments_are_searched_in_all_columns():
    at = divided()
    at.segmented_control(key="show").set_value("segments")
    fine(at.run())
    assert answer(at).startswith("At region: south: there F1 is ")
    assert "49" not in at.query_params
    assert linked(at)["show"] == "segments"
    assert json.loads(figure(at, "groups_chart"))["data"]
    found = table(at)
    assert found["Segment"].iloc[0] == "region: south"
    assert found["Corrected p"].iloc[0] < 0.001
    at.select_slider(key="least").set_value(1000)
    fine(at.run())
    assert answer(at).startswith("Nobody can tell.")


def test_thresholds_of_groups_follow_what_a_miss_costs():
    at = divided("show=thresholds")
    assert answer(at).startswith("One threshold for all finds ")
    assert json.loads(figure(at, "groups_chart"))["data"]
    first = table(at, of=2)
    assert len(first) == 5
    at.number_input(key=widget(at, "miss").key).set_value(5.0)
    at.segmented_control(key="panel").set_value("tpr")
    fine(at.run())
    assert linked(at) | {"miss": "5", "panel": "tpr"} == linked(at)
    assert "A miss costs 5 times a false alarm" in said(at)
    assert not table(at, of=2).equals(first)


def test_of_classes_there_is_one_way_to_look():
    at = visit("groups", "sample=hpc_cv&show=segments")
    assert "show" in said(at, "warning")
    assert answer(at).startswith("Nowhere. In all 4 classes")
