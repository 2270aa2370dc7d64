"""The tour for first-time visitors: offered once, by mouse and by keys, and nothing of it anywhere else."""

import pytest
from playwright.sync_api import expect

from tests.helpers.browser import settle
from tests.helpers.journeys import chart, main, panel
from tests.helpers.loops import nonempty

VERDICT = "/?sample=two_class_example"
STOPS = 4
KEPT = "() => [localStorage.tour, document.cookie.includes('tour'), location.search]"
TARGETS = {
    390: ['.bar [value="data"]', ".st-key-verdict_answer", ".stPlotlyChart", '.bar [value="pages"]'],
    768: [
        '[data-testid="stExpandSidebarButton"]',
        ".st-key-verdict_answer",
        ".stPlotlyChart",
        '[data-testid="stTopNav"]',
    ],
    1280: [".stSidebar", ".st-key-verdict_answer", ".stPlotlyChart", '[data-testid="stTopNav"]'],
    1920: [".stSidebar", ".st-key-verdict_answer", ".stPlotlyChart", '[data-testid="stTopNav"]'],
}
"""What is outlined at each stop, by the width of the window."""


def offer(page):
    return page.get_by_role("region", name="Tour")


def press(page, name):
    page.get_by_role("button", name=name, exact=True).click()


def card(page):
    return page.locator(".tour")


def at(page, stop):
    expect(card(page)).to_contain_text(f"{stop} of {STOPS}")


def surrounds(ring, target):
    """Whether the outline lies around what is seen of its target; it ends with the window."""
    outer, inner = ring.bounding_box(), target.bounding_box()
    centre = [inner[side] + inner[size] / 2 for side, size in (("x", "width"), ("y", "height"))]
    return all(
        outer[side] <= place <= outer[side] + outer[size]
        for side, size, place in zip(("x", "y"), ("width", "height"), centre, strict=True)
    )


def apart(one, other):
    """Whether two boxes share no pixel."""
    return any(
        one[side] + one[size] <= other[side] or other[side] + other[size] <= one[side]
        for side, size in (("x", "width"), ("y", "height"))
    )


@pytest.mark.full
def test_the_tour_is_offered_once_and_skipped_for_good(visit):
    page = visit(VERDICT)
    place = chart(page).bounding_box()
    press(page, "Show me")
    at(page, 1)
    expect(card(page).get_by_role("button", name="Next")).to_be_focused()
    page.keyboard.press("Escape")
    expect(card(page)).to_have_count(0)
    expect(page.locator(".tour_told")).to_be_focused()
    assert chart(page).bounding_box() == place
    assert page.evaluate(KEPT) == ["answered", False, VERDICT[1:]]
    page.reload()
    settle(page)
    expect(offer(page)).to_be_hidden()


@pytest.mark.full
@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("width", TARGETS)
def test_each_stop_stands_beside_what_it_outlines(visit, axe, width, theme):
    page = visit(VERDICT, width=width, theme=theme)
    press(page, "Show me")
    for stop, target in nonempty(list(enumerate(TARGETS[width], start=1))):
        at(page, stop)
        ring = page.locator(".tour_ring").first
        assert surrounds(ring, page.locator(target).locator("visible=true").first)
        box = card(page).bounding_box()
        assert apart(box, ring.bounding_box())
        assert box["x"] >= 0
        assert box["x"] + box["width"] <= width
        assert box["y"] + box["height"] <= page.viewport_size["height"]
        if width in (390, 1280):
            assert axe(page) == []
        press(page, "Done" if stop == STOPS else "Next")
    expect(card(page)).to_have_count(0)


@pytest.mark.full
def test_keys_go_on_and_back_and_the_focus_is_given_back(visit):
    page = visit("/")
    link = main(page).get_by_role("link", name="Take the tour")
    link.focus()
    page.keyboard.press("Enter")
    for key, stop in (("ArrowLeft", 1), ("ArrowRight", 2), ("ArrowRight", 3), ("ArrowLeft", 2), ("Enter", 3)):
        page.keyboard.press(key)
        at(page, stop)
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowRight")
    at(page, STOPS)
    page.keyboard.press("Enter")
    expect(card(page)).to_have_count(0)
    expect(link).to_be_focused()


@pytest.mark.full
def test_a_stop_stays_while_the_page_is_drawn_anew(visit, settled):
    page = visit(VERDICT)
    press(page, "Show me")
    press(page, "Next")
    panel(page).get_by_text("File", exact=True).click()
    settled(page)
    at(page, 2)
    panel(page).get_by_text("Sample", exact=True).click()
    expect(main(page).locator(".st-key-verdict_answer")).to_be_visible()
    settled(page)
    at(page, 2)
    assert surrounds(page.locator(".tour_ring").first, main(page).locator(".st-key-verdict_answer"))


@pytest.mark.full
def test_the_offer_moves_nothing_and_is_kept_for_one_visit(visit, settled):
    page = visit(VERDICT)
    tops = [main(page).get_by_role("heading", level=1).bounding_box(), chart(page).bounding_box()]
    page.reload()
    settled(page)
    expect(offer(page).get_by_role("button", name="Show me")).to_be_visible()
    press(page, "No thanks")
    expect(offer(page)).to_contain_text("All questions")
    assert [main(page).get_by_role("heading", level=1).bounding_box(), chart(page).bounding_box()] == tops
    page.close()
    again = visit(VERDICT)
    expect(offer(again)).to_be_hidden()
    assert again.evaluate("localStorage.tour") == "answered"


@pytest.mark.full
def test_an_offer_that_nobody_answers_does_not_come_back(visit):
    page = visit("/")
    expect(offer(page)).to_be_visible()
    page.close()
    for path in ("/", VERDICT):
        expect(offer(visit(path))).to_be_hidden()


@pytest.mark.full
def test_nothing_of_it_on_other_pages_on_paper_or_while_presented(visit, settled):
    page = visit("/costs?sample=two_class_example")
    expect(offer(page)).to_have_count(0)
    assert page.evaluate("localStorage.tour ?? null") is None
    page.close()
    presented = visit(f"{VERDICT}&present=yes")
    expect(offer(presented)).to_have_count(0)
    presented.close()
    page = visit(VERDICT)
    parts = page.locator(".tour, .tour_ring, .tour_offer").locator("visible=true")
    press(page, "Show me")
    at(page, 1)
    page.emulate_media(media="print")
    expect(parts).to_have_count(0)
    page.emulate_media(media="screen")
    expect(card(page)).to_be_visible()
    page.keyboard.press("p")
    expect(page.get_by_role("button", name="End", exact=True)).to_be_visible()
    settled(page)
    expect(parts).to_have_count(0)


@pytest.mark.full
@pytest.mark.parametrize("width", [390, 1280])
def test_all_questions_starts_it_again(visit, width):
    page = visit("/questions?sample=two_class_example", width=width)
    main(page).get_by_role("link", name="Take the tour").click()
    at(page, 1)
    expect(card(page).get_by_role("button", name="Next")).to_be_focused()
    press(page, "Next")
    settle(page)
    assert surrounds(page.locator(".tour_ring").first, main(page).locator(".st-key-verdict_answer"))
    assert "tour" not in page.url
