"""Courses in a browser, all in full: by a mouse alone, on each screen, and for those who see or move otherwise."""

import pytest
from playwright.sync_api import expect

from ddcore.courses import COURSES, course
from tests.helpers.loops import nonempty

SIZES = {"phone": (390, 844), "laptop": (1280, 720), "projector": (1920, 1080)}
OUTSIDE = """() => {
    const main = document.querySelector('[data-testid="stMain"]')
    const last = [...document.querySelectorAll('[class*="st-key-course_option_"]')].at(-1)
    return [last.getBoundingClientRect().bottom - innerHeight, main.scrollWidth - main.clientWidth]
}"""
"""By how many pixels the last option stands below the window, and the page is wider than it."""


def stands_at(page, title):
    expect(page.get_by_role("heading", level=2, name=title, exact=True)).to_be_visible()


@pytest.mark.full
@pytest.mark.parametrize("name", COURSES)
def test_course_is_taken_by_a_mouse_alone(visit, settled, name):
    made = course(name)
    page = visit("/learn")
    page.get_by_role("button", name=f"Start: {made.title}", exact=True).click()
    for place, step in enumerate(nonempty(made.steps), start=1):
        stands_at(page, step.title)
        settled(page)
        page.locator(f".st-key-course_option_{step.quiz.right} button").click()
        expect(page.locator(".st-key-course_quiz").get_by_role("status")).to_contain_text("Right.")
        settled(page)
        end = "All courses" if place == len(made.steps) else "Next"
        page.locator(".st-key-course_next").get_by_role("button", name=end, exact=True).click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Courses")


@pytest.mark.full
def test_step_opens_its_page_with_the_data_of_the_visitor(visit, settled):
    page = visit("/learn?course=accuracy&at=1&M=303&P=139")
    page.get_by_role("link", name="Ask this of your own data").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("What would chance score?")
    settled(page)
    assert "M=303&P=139" in page.url
    page.go_back()
    stands_at(page, course("accuracy").steps[0].title)


@pytest.mark.full
@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("name", COURSES)
def test_each_question_stands_on_the_first_screen(visit, settled, name, size):
    page = visit("/learn", width=SIZES[size][0])
    page.set_viewport_size(dict(zip(("width", "height"), SIZES[size], strict=True)))
    page.locator(f".st-key-course_start_{name} button").click()
    for step in nonempty(course(name).steps):
        stands_at(page, step.title)
        settled(page)
        below, wider = page.evaluate(OUTSIDE)
        assert below <= 0, step.title
        assert wider <= 0, step.title
        page.locator(".st-key-course_next button").click()


@pytest.mark.full
@pytest.mark.parametrize(("name", "theme"), [(name, ["light", "dark"][at % 2]) for at, name in enumerate(COURSES)])
def test_courses_can_be_used_without_sight_colours_or_a_mouse(visit, axe, name, theme):
    made = course(name)
    # What moves is in the first steps; of the other one the answer is shown, too.
    for place in (1, 5):
        quiz = made.steps[place - 1].quiz
        answers = {1: "", 5: f"&given=0000{quiz.right % len(quiz.options) + 1}0"}[place]
        page = visit(f"/learn?course={name}&at={place}{answers}", theme=theme)
        assert axe(page) == [], place
        page.close()


@pytest.mark.full
@pytest.mark.parametrize("theme", ["light", "dark"])
def test_list_of_courses_can_be_used_without_sight_colours_or_a_mouse(visit, settled, axe, theme):
    page = visit("/learn", theme=theme)
    page.locator(".st-key-for_teachers summary").click()
    settled(page)
    page.get_by_text("Show its questions and solutions").click()
    settled(page)
    assert axe(page) == []


@pytest.mark.full
def test_cards_are_drawn_at_once_for_those_who_want_less_motion(visit):
    page = visit("/learn?course=draw")
    drawn = course("draw").steps[0].motion.data["draws"]
    page.get_by_role("button", name="Draw 20 times", exact=True).click()
    mean = sum(card < 8 for cards in drawn[:20] for card in cards) / 20
    expect(page.locator(".motion_said")).to_contain_text(f"{mean:.2f}")


@pytest.mark.full
def test_arrows_move_the_threshold_that_has_the_focus_and_not_the_page(visit, settled):
    page = visit("/learn?course=likelihood")
    slider = page.get_by_role("slider", name="Threshold")
    before = int(slider.input_value())
    slider.press("ArrowRight")
    assert int(slider.input_value()) == before + 1
    settled(page)
    stands_at(page, course("likelihood").steps[0].title)
    data = course("likelihood").steps[0].motion.data
    expect(page.locator(".motion_said")).to_contain_text(f"{100 * data['tpr'][before + 1]:.0f} %")


@pytest.mark.full
def test_cards_move_for_those_who_like_motion(visit):
    page = visit("/learn?course=draw")
    page.emulate_media(reduced_motion="no-preference")
    page.get_by_role("button", name="Draw", exact=True).click()
    frames = page.evaluate("""() => new Promise(resolve => {
        const canvas = document.querySelector('.motion canvas'), seen = new Set()
        const begun = performance.now()
        const look = now => {
            seen.add(canvas.toDataURL().length + canvas.toDataURL().slice(-600))
            if (now - begun < 900) requestAnimationFrame(look)
            else resolve(seen.size)
        }
        requestAnimationFrame(look)
    })""")
    assert frames > 5
    expect(page.locator(".motion_said")).to_contain_text("Draw 1:")
