"""Laws of one's own in the panel: examples, texts, sliders and covariances, all in the link."""

import pytest

from tests.helpers.loops import nonempty
from tests.helpers.visiting import choose, go, linked, moves, said, shown, shows, travels, visit, widget

LINK = "sample=own_law&law1=normal(1.5,1)&law0=normal(0,1)&law_share=0.3&size=300"


@pytest.mark.full
def test_example_text_and_sliders_change_the_same_law():
    at = visit("curves", LINK)
    assert linked(at) == dict(part.split("=") for part in LINK.split("&"))
    assert widget(at, "data_own_law_example").value == "table_4_4"
    assert at.session_state["data"].positives == 90
    moves(at, data_own_law_example="figure_4_6")
    assert (linked(at)["law1"], linked(at)["law_share"]) == ("bins(0,3,0.1,0.6,0.3)", "0.5")
    travels(at)
    shows(go(at, "thresholds"))
    assert linked(at)["law0"] == "bins(0,3,0.7,0.299,0.001)"
    assert shown(at, "law_chart")
    at = moves(visit("curves", LINK), data_own_law_law1="2*normal(1,1); beta(2,3)")
    assert linked(at)["law1"] == "2*normal(1,1); beta(2,3)"
    assert widget(at, "data_own_law_example").value == "own"
    moves(at, data_law1_0_normal_0_=2.5)
    assert linked(at)["law1"] == "2*normal(2.5,1);1*beta(2,3)"
    assert widget(at, "data_law1_parts").value == 2
    choose(at, data_law0_parts=3)
    assert linked(at)["law0"] == "1*normal(0,1);1*normal(0,1);1*normal(0,1)"
    choose(at, data_law0_2_weight=0.25, data_law0_2_kind="gamma", data_law_share=0.2)
    assert linked(at)["law0"] == "1*normal(0,1);1*normal(0,1);0.25*gamma(2,1)"
    assert at.session_state["data"].positives == 60


def test_what_is_no_law_is_told_and_can_be_mended():
    for law, refusal in (
        ("normal(0,0)", "law1, of the positives: standard deviation of normal must be above 0, got 0"),
        ("__import__('os')", "law1, of the positives: a law must be parts such as"),
        ("x" * 500, "law1, of the positives: a law must have at most 400 characters, got 500"),
    ):
        at = visit("curves", f"sample=own_law&law1={law}&size=300")
        assert said(at, "error").startswith(refusal)
        assert shows(choose(at, data_own_law_law1="normal(1,1)")).figures
    at = visit("ensemble", "sample=own_pair&law1=normal(0,1)&size=200")
    assert "law1" in said(at, "warning")


@pytest.mark.full
def test_a_pair_has_its_covariances():
    at = visit("ensemble", "sample=own_pair&size=200")
    assert widget(at, "data_own_pair_example").value == "own"
    choose(at, data_own_pair_example="figure_8_3", data_law0_covariance=0.0)
    assert linked(at)["law0"].startswith("pair(4,6,2.5,2.5,")
    assert linked(at)["law0"] != "pair(4,6,2.5,2.5,-1.9)"
    assert linked(at)["law_share"] == "0.25"
    choose(at, data_law1_2=1.0)
    assert linked(at)["law1"] == "pair(6,8,1,2.5,1.564)"
    choose(at, data_law1_4=0.35)
    assert linked(at)["law1"] == "pair(6,8,1,2.5,0.35)"
    shows(at)
    travels(at)
    choose(at, data_sample="own_law")
    assert linked(at)["law1"].startswith("0.5*normal")


def test_the_ends_of_all_numbers_can_be_shown_and_kept():
    for law in (
        "sample=own_law&law1=1000000*normal(0,1);0.000001*normal(5,1)&law0=bins(0,1,1)",
        "sample=own_law&law1=normal(1000000,0.000001)&law0=beta(0.1,1000)",
        "sample=own_law&law1=gamma(1000,1000000)&law0=exponential(0.000001)",
        "sample=own_pair&law1=pair(10000,-10000,10000,10000,9990)&law0=pair(0,0,0.0001,0.0001,0)",
    ):
        at = visit("curves", f"{law}&size=50&law_share=0.001")
        assert dict(part.split("=") for part in law.split("&")).items() <= linked(at).items()
        numbers = nonempty([box for box in [*at.number_input, *at.slider] if box.key.startswith("data_")])
        assert all(box.min <= box.value <= box.max for box in numbers)
