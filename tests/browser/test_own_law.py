"""The panel of a law of one's own on a phone: it fits, can be read by all, and its sliders move the law."""

import pytest
from playwright.sync_api import expect

pytestmark = pytest.mark.full


def test_the_sliders_of_a_law_can_be_used_on_a_phone(visit, settled, axe):
    page = visit("/curves?sample=own_law&law1=normal(0.6,0.1)&law0=normal(0.4,0.1)&size=200", width=390)
    page.get_by_role("navigation", name="Panel").get_by_role("button", name="Data").click()
    settled(page)
    panel = page.get_by_test_id("stSidebar")
    panel.get_by_role("button", name="Sliders").click()
    settled(page)
    assert axe(page) == []
    slider = page.get_by_role("slider", name="Mean, positives")
    expect(slider).to_be_visible()
    slider.press("ArrowRight")
    settled(page)
    expect(panel.get_by_role("textbox", name="Scores of positives")).to_have_value("normal(0.605,0.1)")
    assert "normal%280.605%2C0.1%29" in page.url
