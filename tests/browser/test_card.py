"""The card of a file in a browser: one press confirms it, and the answer is then at the top of the screen."""

import numpy as np
import pytest
from playwright.sync_api import expect

from tests.helpers.journeys import EXAMPLE, main

pytestmark = pytest.mark.full


@pytest.mark.parametrize("width", [1280, 390])
def test_a_confirmed_card_leaves_the_answer_in_the_first_screen(visit, settled, drop, width):
    page = visit("/?data=File")
    drop(page, "mine.csv", EXAMPLE.read_bytes())
    page.set_viewport_size({"width": width, "height": 844 if width < 600 else 900})
    settled(page)
    main(page).get_by_role("button", name="Confirm", exact=True).click()
    expect(main(page).get_by_role("button", name="Change", exact=True)).to_be_focused()
    settled(page)
    box = main(page).get_by_role("heading", level=2).first.bounding_box()
    assert np.all([box["y"] > 0, box["y"] + box["height"] < page.viewport_size["height"]])
