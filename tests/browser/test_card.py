"""The card of a file in a browser: one press confirms it, the answer is then in the first screen, and never jumps."""

import numpy as np
import pytest
from playwright.sync_api import expect

from tests.helpers.journeys import EXAMPLE, main

pytestmark = pytest.mark.full

WATCH = """() => {
    window.tops = []
    const look = () => {
        const headline = document.querySelector('[data-testid="stMain"] h2')
        if (headline) window.tops.push(headline.getBoundingClientRect().top)
        requestAnimationFrame(look)
    }
    look()
}"""
"""Where the headline is, frame by frame."""


@pytest.mark.parametrize("width", [1280, 390])
def test_a_confirmed_card_leaves_the_answer_in_the_first_screen(visit, settled, drop, width):
    page = visit("/?data=File")
    drop(page, "mine.csv", EXAMPLE.read_bytes())
    page.set_viewport_size({"width": width, "height": 844 if width < 600 else 900})
    settled(page)
    main(page).get_by_role("button", name="Confirm", exact=True).scroll_into_view_if_needed()
    page.evaluate(WATCH)
    main(page).get_by_role("button", name="Confirm", exact=True).click()
    expect(main(page).get_by_role("button", name="Change", exact=True)).to_be_focused()
    settled(page)
    box = main(page).get_by_role("heading", level=2).first.bounding_box()
    assert np.all([box["y"] > 0, box["y"] + box["height"] < page.viewport_size["height"]])
    tops = page.evaluate("window.tops")
    assert tops[-1] < tops[0], "the card folds up"
    assert np.diff(tops).max() <= 1, "the headline is pushed down before it rises"
