"""A report: collected from two answers, ordered, compared with an earlier one, and exported in one click."""

from pathlib import Path

import pypdfium2
import pytest
from playwright.sync_api import expect

import ddcore
from ddcore.report import words
from ddcore.report.earlier import written
from tests.helpers.journeys import EXAMPLE, main, narrow, preview, query

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


MOST_ACTIONS = 6


def test_from_a_file_to_a_pdf_that_one_would_send(visit, drop, settled):
    actions = 0
    page = visit("/")
    # A click on "File", and the file.
    drop(page, "mine.csv", EXAMPLE.read_bytes())
    actions += 2
    page.get_by_role("navigation").get_by_text("Report", exact=True).click()
    settled(page)
    actions += 1
    with page.expect_download(timeout=120_000) as waiting:
        main(page).get_by_role("button", name="Download PDF", exact=True).click()
    actions += 1
    assert actions <= MOST_ACTIONS
    content = Path(waiting.value.path()).read_bytes()
    assert waiting.value.suggested_filename == "mine-report.pdf"
    with pypdfium2.PdfDocument(content) as pdf:
        first = " ".join(pdf[0].get_textpage().get_text_range().split())
        assert len(pdf) <= 8
    assert words.DECISION in first
    assert words.BASELINE in first


def test_what_changed_since_an_earlier_report_stands_in_the_new_one(visit, settled, tmp_path):
    earlier = tmp_path / "report.json"
    earlier.write_bytes(written(ddcore.report(ddcore.classes(303, 120)).document()))
    page = visit("/report?M=303&P=139")
    main(page).get_by_test_id("stFileUploaderDropzoneInput").last.set_input_files(earlier)
    settled(page)
    expect(preview(page).get_by_role("heading", name=words.COMPARED)).to_have_count(1)
