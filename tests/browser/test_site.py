"""What holds on every page: links, looks, and no word to anyone outside."""

import pytest
from playwright.sync_api import expect

from ddcore.answers import QUESTIONS
from tests.helpers.journeys import fits_the_first_screen, narrow, unfold
from tests.helpers.serving import COMMANDS, serving

PAGES = {
    f"/{'' if name == 'verdict' else f'{name}?{question.example}'}": question.text
    for name, question in QUESTIONS.items()
}
SIDEWAYS = """() => [document.documentElement, document.querySelector('[data-testid="stMain"]')]
    .map(part => part.scrollWidth - part.clientWidth)"""
POPOVERS = {
    "utility": ["Unit, doubts, other values"],
    "ranking": [],
    "thresholds": ["Only where …"],
    "costs": ["All four outcomes"],
    "refer": [],
    "ensemble": ["How they are read"],
    "lending": ["Spread them evenly", "Who accepts a rate", "Limits and risks"],
}
"""Pages whose question, answer and chart a phone shows at once, and the buttons of what is opened there."""
STYLE = "element => [getComputedStyle(element).color, getComputedStyle(element).backgroundColor]"


@pytest.mark.parametrize("command", COMMANDS)
def test_first_link_to_a_cold_server_opens_its_page(visit, command):
    with serving(command) as address:
        page = visit("/baselines?M=303&P=139", server=address)
        assert page.get_by_role("heading", level=1).inner_text() == PAGES["/baselines?M=303&P=139"]
        assert page.get_by_role("dialog").count() == 0
        assert page.url == f"{address}/baselines?M=303&P=139"
        page.close()


@pytest.mark.parametrize("path", PAGES)
def test_page_opens_without_trouble_in_its_theme_is_open_to_all_and_fits(visit, axe, settled, wear, colours, path):
    """Colours depend on the theme alone, and where things stand on the width alone: a page is opened once."""
    page = visit(path, width=390, theme="dark")
    assert page.get_by_role("heading", level=1).inner_text() == PAGES[path]
    assert page.get_by_test_id("stApp").evaluate(STYLE) == colours["dark"]
    name = path[1:].partition("?")[0]
    if name in POPOVERS:
        assert fits_the_first_screen(page)
        for button in POPOVERS[name]:
            body = unfold(page, settled, button)
            assert narrow(page)
            assert axe(page) == []
            page.keyboard.press("Escape")
            expect(body).to_have_count(0)
            settled(page)
    assert page.evaluate(SIDEWAYS) == [0, 0]
    for theme, width in [("dark", 320), ("light", 1280)]:
        page.set_viewport_size({"width": width, "height": 900})
        wear(page, theme)
        assert page.get_by_test_id("stApp").evaluate(STYLE) == colours[theme]
        assert page.evaluate(SIDEWAYS) == [0, 0]
        assert axe(page) == []
    assert visit.trouble == []


def test_menu_leads_to_a_page_on_a_phone(visit, settled):
    page = visit("/", width=390)
    page.get_by_test_id("stExpandSidebarButton").click()
    page.get_by_test_id("stSidebar").get_by_role("link", name="Baselines").click()
    settled(page)
    assert page.get_by_role("heading", level=1).inner_text() == PAGES["/baselines?M=303&P=139"]


def test_visit_notices_trouble(visit):
    page = visit("/")
    page.evaluate("() => { console.error('ours'); const image = new Image(); image.src = 'https://example.com/x.png' }")
    page.evaluate("() => fetch('/_stcore/nothing')")
    page.wait_for_timeout(200)
    kinds = {line.split(":")[0] for line in visit.trouble}
    visit.trouble.clear()
    assert {"console", "policy"} <= kinds
