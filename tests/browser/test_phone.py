"""On a phone, by the keys alone, and on paper."""

import re
from datetime import date

import pytest
from playwright.sync_api import expect

from ddcore import __version__
from ddcore.answers import question_pages
from ddcore.answers.base.question import QUESTIONS
from tests.helpers.browser import FOLLOW, until
from tests.helpers.journeys import closed, main, panel, press

pytestmark = pytest.mark.full

NAME = "What chance would score"
MODELS = (
    "gradient_boosting_with_calibrated_isotonic_probabilities_of_2026",
    "Logistic regression on the same eighty columns, second edition",
)
CLASSES = ("recurrence within the first five years of follow-up", "no_recurrence_within_the_first_five_years")
LONG = "\n".join(
    [f'truth,{MODELS[0]},"{MODELS[1]}"']
    + [f"{CLASSES[i % 3 > 0]},{(7 * i % 60 + 40 * (i % 3 == 0)) / 100},{(11 * i % 60) / 60:.3f}" for i in range(60)]
)
NAMING = ("verdict", "rescaled", "curves", "ensemble", "utility", "costs", "refer", "cases")
"""Pages that write the names of models and classes into charts, tables and labels of boxes."""
WIDTHS = """() => [document.scrollingElement, document.querySelector('[data-testid="stMain"]')]
    .map(part => part.scrollWidth)"""
FOCUSED = "() => document.activeElement.ariaLabel"
SOON = 3000
"""Milliseconds until a press is taken for lost."""
A4 = b"0 0 594.95996 841.91998"
WIDE = "charts => charts.filter(chart => chart.getBoundingClientRect().right > innerWidth).length"


def test_the_panel_of_a_phone_opens_at_data_or_pages_and_closes_after_a_choice(visit, settled, pick, axe):
    page = visit("/costs", width=390)
    press(page, settled, "Data")
    expect(panel(page).get_by_role("link", name="Baselines")).to_be_hidden()
    expect(panel(page).get_by_role("heading", name="Data")).to_be_in_viewport()
    assert axe(page) == []
    page.set_viewport_size({"width": 390, "height": 844})
    panel(page).get_by_role("combobox", name="Sample").click()
    page.get_by_role("option", name="Computing jobs, VF or not").click()
    settled(page)
    closed(page)
    assert "sample=hpc_cv" in page.url

    press(page, settled, "Pages")
    expect(panel(page).get_by_role("combobox", name="Sample")).to_be_hidden()
    links = panel(page).get_by_role("link").evaluate_all("links => links.map(link => link.pathname.slice(1))")
    assert {name or "verdict" for name in links} == {"report", "questions", "learn", *question_pages().values()}
    assert panel(page).get_by_role("list", name="Chance").get_by_role("listitem").count() == 4
    panel(page).get_by_role("link", name="Baselines").press("Enter")
    expect(page).to_have_title(f"Baselines - {NAME}")
    settled(page)
    closed(page)

    press(page, settled, "Pages")
    panel(page).get_by_role("link", name=re.compile("^Report")).press("Enter")
    expect(page).to_have_title(f"Report - {NAME}")
    settled(page)
    closed(page)
    page.go_back()
    expect(page).to_have_title(f"Baselines - {NAME}")
    settled(page)

    press(page, settled, "Data")
    pick(page, "File")
    expect(panel(page)).to_have_attribute("data-collapsed", "false")
    page.locator("input[type=file]").set_input_files({"name": "a.csv", "mimeType": "text/csv", "buffer": LONG.encode()})
    expect(main(page).get_by_text("is this right?")).to_be_visible()
    settled(page)
    closed(page)
    for name in NAMING:
        question = QUESTIONS[name]
        page.evaluate(FOLLOW, f"/{'' if name == 'verdict' else name}")
        expect(page.get_by_role("heading", level=1)).to_have_text(question.text)
        settled(page)
        assert page.title() == f"{question.title} - {NAME}"
        assert page.evaluate(WIDTHS) == [390, 390], name
        if name == "utility":
            assert axe(page) == []
            page.set_viewport_size({"width": 390, "height": 844})


def test_tab_goes_from_field_to_field_and_help_comes_by_f1(stranger, settled):
    # In a browser that does not remember a panel that was closed on a phone.
    page = stranger("/?TP=227&FP=50&FN=31&TN=192")
    labels = [
        f"Truly {truth}, predicted {predicted} ({cell})"
        for truth, predicted, cell in (
            ("positive", "positive", "TP"),
            ("negative", "positive", "FP"),
            ("positive", "negative", "FN"),
            ("negative", "negative", "TN"),
        )
    ]
    page.get_by_role("textbox", name=labels[0]).focus()
    for label in labels:
        assert page.evaluate(FOCUSED) == label
        page.keyboard.press("Tab")
    settled(page)
    field = page.get_by_role("textbox", name=labels[0])
    shown = page.get_by_test_id("stTooltipContent")
    until(lambda: field.press("F1"), lambda: expect(shown).to_be_visible(timeout=SOON))
    expect(shown).to_contain_text("positive cases that are predicted positive")
    page.keyboard.press("F1")
    expect(field).to_be_focused()
    help_button = panel(page).get_by_role("button", name=f"Help for {labels[0]}")
    until(lambda: help_button.hover(timeout=SOON), lambda: expect(shown).to_be_visible(timeout=SOON))
    field.press("End")
    page.keyboard.type("0")
    expect(shown).to_be_hidden()


def test_the_focus_stays_where_a_file_was_chosen(visit):
    page = visit("/?data=File")
    chosen = []

    def choose():
        with page.expect_file_chooser(timeout=SOON) as waiting:
            page.locator(".stFileUploader section button").press("Enter")
        chosen.append(waiting.value)

    until(choose, lambda: None)
    chosen[0].set_files({"name": "a.csv", "mimeType": "text/csv", "buffer": LONG.encode()})
    expect(page.get_by_role("button", name="Remove a.csv", exact=True)).to_be_focused()


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_paper_has_the_answer_alone_with_date_and_version(visit, theme):
    page = visit("/?sample=hpc_cv&positive=VF", theme=theme)
    line, table = page.locator(".printed"), page.locator(".on-paper table")
    expect(line).to_be_hidden()
    expect(table.first).to_be_hidden()
    assert set(re.findall(rb"/MediaBox \[([^]]*)\]", page.pdf(prefer_css_page_size=True))) == {A4}
    page.emulate_media(media="print", color_scheme=theme)
    page.set_viewport_size({"width": 718, "height": 1000})
    today = date.today()
    expect(line).to_have_text(f"Verdict - {NAME}, version {__version__}, {today.day} {today:%B %Y}")
    expect(main(page).get_by_role("heading", level=2)).to_have_css("color", "rgb(27, 36, 48)")
    for control in (panel(page), page.get_by_role("slider"), page.get_by_role("button"), page.locator(".modebar")):
        expect(control.locator("visible=true")).to_have_count(0)
    expect(page.locator(".main-svg").first).to_be_visible()
    # A browser may ask twice before it prints.
    page.evaluate("dispatchEvent(new Event('beforeprint')); dispatchEvent(new Event('beforeprint'))")
    expect(page.locator(".main-svg .xtick text").first).to_have_css("fill", "rgb(85, 97, 112)")
    expect(table.locator("visible=true").get_by_role("row")).to_have_count(3)
    page.evaluate("dispatchEvent(new Event('afterprint'))")
    tick = {"light": "rgb(85, 97, 112)", "dark": "rgb(163, 174, 187)"}[theme]
    expect(page.locator(".main-svg .xtick text").first).to_have_css("fill", tick)
    assert page.locator(".svg-container").evaluate_all(WIDE) == 0
    assert page.evaluate("document.scrollingElement.scrollWidth") <= 718
