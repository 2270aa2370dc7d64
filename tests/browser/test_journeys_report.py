"""A report from two answers: collected, put in order, looked at, taken away, and opened from the disk."""

import pytest
from playwright.sync_api import expect

from tests.helpers.journeys import main, narrow, preview, query

pytestmark = pytest.mark.full

SAMPLE = "sample=two_class_example"


@pytest.mark.parametrize(("width", "theme"), [(1280, "light"), (390, "dark")])
def test_the_page_is_open_to_all(collected, axe, width, theme, visit):
    page = collected(width=width, theme=theme)
    preview(page)
    assert width > 390 or narrow(page)
    assert axe(page) == []


def test_link_python_and_command_can_be_copied(visit, settled):
    page = visit(f"/costs?{SAMPLE}&u=0,-1,-5,0")
    page.get_by_role("button", name="Copy link", exact=False).click()
    body = page.get_by_test_id("stPopoverBody")
    expect(body).to_be_visible()
    settled(page)
    link, python, command = body.get_by_test_id("stCode").all_inner_texts()
    assert link == f"{visit.server}/costs?{SAMPLE}&u=0,-1,-5,0"
    assert "ddcore.costs(data, u=(0, -1, -5, 0))" in python
    assert command == "ddcore costs --sample two_class_example --u 0,-1,-5,0"
    other = visit(link.removeprefix(visit.server))
    assert query(other) == query(page)


def test_a_section_noted_in_a_popover_stands_in_the_report(visit, settled):
    page = visit(f"/report?{SAMPLE}&report=verdict")
    main(page).get_by_role("button", name="Note", exact=False).click()
    box = page.get_by_role("textbox", name="Note beside section 1")
    box.fill("Agreed with Risk <b>; 5 & more")
    box.press("Control+Enter")
    expect(main(page).get_by_text("Note: Agreed with Risk <b>; 5 & more")).to_be_visible()
    settled(page)
    expect(preview(page).get_by_text("Agreed with Risk <b>; 5 & more")).to_have_count(1)
    page.reload()
    settled(page)
    expect(preview(page).get_by_text("Agreed with Risk <b>; 5 & more")).to_have_count(1)
