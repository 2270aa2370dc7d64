"""A report from two answers: collected, put in order, looked at, taken away, and opened from the disk."""

import pytest
from playwright.sync_api import expect

from tests.helpers.journeys import main, narrow, query

SAMPLE = "sample=two_class_example"


@pytest.fixture
def collected(visit, settled):
    """The page Report with two answers that were added on their pages."""

    def collect(**how):
        page = visit(f"/costs?{SAMPLE}&u=0,-1,-5,0&unit=EUR", **how)
        page.get_by_role("button", name="Add to report", exact=True).click()
        expect(page.get_by_role("link", name="In the report, as section 1", exact=True)).to_be_visible()
        settled(page)
        page.evaluate("[...document.querySelectorAll('a')].find(link => new URL(link.href).pathname === '/').click()")
        expect(page.get_by_role("heading", level=1)).to_have_text("Does this model beat chance?")
        settled(page)
        page.get_by_role("button", name="Add to report", exact=True).click()
        page.get_by_role("link", name="In the report, as section 2", exact=True).click()
        expect(page.get_by_role("heading", level=1)).to_have_text("What do others get to see?")
        settled(page)
        return page

    return collect


def preview(page):
    """The report in its frame, once its charts are drawn."""
    frame = page.frame_locator("iframe")
    expect(frame.locator("html[data-drawn]")).to_have_count(1)
    return frame


def test_two_answers_become_a_report_that_opens_from_the_disk(collected, settled, visit, context, tmp_path):
    page = collected()
    assert query(page)["report"] == "costs?u=0,-1,-5,0&unit=EUR;verdict"
    page.get_by_role("button", name="Move up: Verdict", exact=True).first.click()
    expect(main(page).get_by_text("1. Does this model beat chance?")).to_be_visible()
    settled(page)
    assert query(page)["report"] == "verdict;costs?u=0,-1,-5,0&unit=EUR"
    frame = preview(page)
    assert frame.locator(".js-plotly-plot .main-svg").count() > 1
    frame.get_by_role("navigation").get_by_role("link", name="What does a mistake cost", exact=False).click()
    expect(frame.get_by_role("heading", name="What does a mistake cost", exact=False).first).to_be_in_viewport()
    with page.expect_download() as waiting:
        page.get_by_role("button", name="Download HTML", exact=True).press("Enter")
    assert waiting.value.suggested_filename == "two_class_example-report.html"
    file = tmp_path / "report.html"
    file.write_bytes(waiting.value.path().read_bytes())
    opened, trouble = context.new_page(), []
    opened.on("console", lambda message: trouble.append(message.text) if message.type == "error" else None)
    opened.on("request", lambda request: trouble.append(request.url) if request.url.startswith("http") else None)
    opened.goto(file.as_uri())
    expect(opened.locator("html[data-drawn]")).to_have_count(1)
    assert opened.locator(".js-plotly-plot .main-svg").count() > 1
    assert trouble == []


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
