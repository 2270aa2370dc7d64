"""Presenting: larger letters, the controls of a page and nothing else, in a link."""

import json

import pytest

from ddcore.figures.theme import LIGHT
from pages.frame import present
from tests.helpers.visiting import PAGES, press, visit

SAMPLE = "sample=two_class_example"


def letters(at):
    """The size of the letters of the first chart, and its height."""
    layout = json.loads(at.main.get("plotly_chart")[0].proto.spec)["layout"]
    return layout["template"]["layout"]["font"]["size"], layout["height"]


@pytest.mark.usefixtures("drawn")
def test_charts_have_larger_letters_while_a_page_is_presented_and_the_link_says_so():
    at = visit("verdict", SAMPLE)
    size, height = letters(at)
    assert size == LIGHT.size
    press(at, "present")
    assert at.query_params["present"] == "yes"
    assert letters(at) == pytest.approx((size * present.LARGER, height * present.LARGER))
    press(at, "present_end")
    assert "present" not in at.query_params
    assert letters(at) == (size, height)


@pytest.mark.parametrize("page", ["verdict", "curves"])
def test_slider_of_the_threshold_stands_once_and_beside_the_chart(page):
    assert page in PAGES
    sliders = [each.key for each in visit(page, f"{SAMPLE}&present=yes").main.slider]
    assert [key for key in sliders if key.startswith("data_threshold")] == [sliders[0]]
