"""What holds on every page: links, looks, and no word to anyone outside."""

import pytest
from playwright.sync_api import expect

from ddcore.answers.base.question import QUESTIONS
from tests.helpers.browser import FOLLOW
from tests.helpers.journeys import chart, fits_the_first_screen, narrow, query, unfold
from tests.helpers.serving import COMMANDS, serving
from tests.helpers.visiting import NEED_GROUPS

pytestmark = pytest.mark.full

PAGES = {
    f"/{'' if name == 'verdict' else f'{name}?{question.example}'}": question.text
    for name, question in QUESTIONS.items()
}
SIDEWAYS = """() => [document.documentElement, document.querySelector('[data-testid="stMain"]')]
    .map(part => part.scrollWidth - part.clientWidth)"""
TO_THE_TOP = """() => { document.querySelector('[data-testid="stMain"]').scrollTop = 0 }"""
POPOVERS = {
    "verdict": [],
    "utility": ["Unit, period, fixed cost, limit"],
    "ranking": ["Settings"],
    "thresholds": ["Only where …", "Period, fixed cost, limit"],
    "costs": ["Unit, period, fixed cost, limit"],
    "refer": [],
    "ensemble": ["Settings"],
    "lending": ["Spread them evenly", "Limits and risks"],
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


def test_charts_follow_the_theme_of_the_system(visit, wear):
    page = visit("/?sample=two_class_example", theme="light")
    letters = page.locator(".js-plotly-plot .xtick text").first
    for theme, muted in ("dark", "rgb(163, 174, 187)"), ("light", "rgb(85, 97, 112)"):
        wear(page, theme)
        expect(letters).to_have_css("fill", muted)


def walked(page, settled, visit):
    """Each page by the link of the menu that leads to it, as somebody sees it who has chosen two small models.

    Those that need cases in groups are looked at by their own link.
    """
    small = page.url
    for name, question in QUESTIONS.items():
        if name in NEED_GROUPS:
            page.goto(small.replace("/rescaled?sample=pair_2&size=200", f"/{name}?{question.example}"))
        else:
            page.evaluate(FOLLOW, f"/{'' if name == 'verdict' else name}")
        expect(page.get_by_role("heading", level=1)).to_have_text(question.text)
        settled(page)
        expect(chart(page)).to_be_visible()
        if name not in NEED_GROUPS:
            assert query(page)["size"] == "200"
        assert visit.trouble == [], name
        yield name
        if name in NEED_GROUPS:
            page.goto(small)
            settled(page)


def test_a_phone_in_the_dark_shows_each_page_open_to_all(visit, axe, settled, pick, colours, choose):
    """Colours depend on the theme alone, and where things stand on the width alone: each is looked at once."""
    page, seen = visit("/rescaled?sample=pair_2&size=200", width=320, theme="dark"), []
    for name in walked(page, settled, visit):
        seen.append(name)
        assert page.get_by_test_id("stApp").evaluate(STYLE) == colours["dark"]
        assert page.evaluate(SIDEWAYS) == [0, 0], name
        assert axe(page) == [], name
        if name in POPOVERS:
            page.set_viewport_size({"width": 390, "height": 844})
            settled(page)
            assert page.evaluate(SIDEWAYS) == [0, 0], name
            page.evaluate(TO_THE_TOP)
            assert fits_the_first_screen(page), name
            for button in POPOVERS[name]:
                body = unfold(page, settled, button)
                assert narrow(page), button
                assert axe(page) == [], button
                page.keyboard.press("Escape")
                expect(body).to_have_count(0)
                settled(page)
        if name == "refer":
            choose(page, "Choose the cases", "By cost")
            page.evaluate(TO_THE_TOP)
            assert fits_the_first_screen(page)
        page.set_viewport_size({"width": 320, "height": 844})
    assert seen == list(QUESTIONS)


def test_a_wide_screen_in_the_light_shows_each_page_open_to_all(visit, axe, settled, colours):
    page = visit("/rescaled?sample=pair_2&size=200")
    seen = []
    for name in walked(page, settled, visit):
        assert page.get_by_test_id("stApp").evaluate(STYLE) == colours["light"]
        assert page.evaluate(SIDEWAYS) == [0, 0], name
        assert axe(page) == [], name
        page.set_viewport_size({"width": 1280, "height": 900})
        seen.append(name)
    assert seen == list(QUESTIONS)
