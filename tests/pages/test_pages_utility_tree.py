"""A payoff put together on the page of utilities: it becomes the price, travels in the link, and stays to be mended."""

import pytest

from ddcore.answers.tree import EXAMPLE
from tests.helpers.visiting import again, answer, fields, fine, go, said, visit, widget


def write(at, text):
    box = widget(at, "tree")
    at.text_area(key=box.key).set_value(text)
    return fine(at.run())


@pytest.mark.usefixtures("unfolded")
def test_a_tree_becomes_the_price_and_travels():
    at = write(visit("utility", "sample=factory&u=15,0,-35,165"), EXAMPLE)
    assert fields(at) == ["15", "-335", "-35", "165"]
    assert at.query_params["tree"].replace(";", "\n") == EXAMPLE
    assert "always answering “short” earns 65.00 EUR a case" in answer(at)
    other = again("utility", at)
    assert answer(other) == answer(at)
    go(other, "ranking")
    assert not other.exception


@pytest.mark.usefixtures("unfolded")
def test_a_tree_that_cannot_be_read_stays_to_be_mended():
    at = write(visit("utility", "sample=factory"), "fp = 0.9: y")
    assert answer(at) == "These prices cannot be used yet."
    assert "was given no number before" in said(at)
    write(at, "fp = 0.9: -100 | 0")
    assert fields(at)[1] == "-90"


@pytest.mark.usefixtures("unfolded")
def test_a_link_sets_worth_of_money_doubts_and_votes():
    at = visit("utility", "sample=factory&aversion=log&tolerance=1000&doubt=uniform")
    assert not at.warning
    assert "utils" in answer(at)
    assert {"aversion", "tolerance", "doubt"} <= set(at.query_params)
    assert "deviations of their own (FP 50.00 EUR" in said(visit("utility", "sample=factory&off=0,50,20,0"))
    assert "Which measures prefer whom" in [box.label for box in at.main.expander]
