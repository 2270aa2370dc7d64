"""Courses in a browser: by keys alone, by a mouse alone, on each screen, and for those who see or move otherwise."""

import pytest
from playwright.sync_api import expect

from ddcore.courses import COURSES, course
from tests.helpers.loops import nonempty
from tests.helpers.tiers import some_of

SIZES = {"phone": (390, 844), "laptop": (1280, 720), "projector": (1920, 1080)}
OUTSIDE = """() => {
    const main = document.querySelector('[data-testid="stMain"]')
    const last = [...document.querySelectorAll('[class*="st-key-course_option_"]')].at(-1)
    return [last.getBoundingClientRect().bottom - innerHeight, main.scrollWidth - main.clientWidth]
}"""
"""By how many pixels the last option stands below the window, and the page is wider than it."""


def stands_at(page, title):
    expect(page.locator(".st-key-course").get_by_role("heading", level=2)).to_have_text(title)


def test_course_is_taken_by_keys_alone(visit, settled):
    steps = course("accuracy").steps
    page = visit("/learn/accuracy?step=1&hide=yes")
    stands_at(page, steps[0].title)
    page.keyboard.press("1")
    expect(page.locator(".st-key-course_option_1 [kind=primary]")).to_be_visible()
    settled(page)
    page.keyboard.press("s")
    expect(page.locator(".st-key-course_quiz").get_by_role("status")).to_contain_text("Not quite.")
    settled(page)
    page.keyboard.press("ArrowRight")
    stands_at(page, steps[1].title)
    settled(page)
    page.keyboard.press("ArrowLeft")
    stands_at(page, steps[0].title)
    assert "answers=100000" in page.url


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
    page = visit("/learn?course=accuracy&step=1&M=303&P=139")
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
@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("name", some_of(["", *COURSES], "accuracy"))
def test_courses_can_be_used_without_sight_colours_or_a_mouse(visit, settled, axe, name, theme):
    if not name:
        page = visit("/learn", theme=theme)
        page.locator(".st-key-for_teachers summary").click()
        settled(page)
        assert axe(page) == []
        return
    made = course(name)
    for place, step in enumerate(nonempty(made.steps), start=1):
        wrong = step.quiz.right % len(step.quiz.options) + 1
        answers = "".join(str(wrong) if at == place else "0" for at in range(1, 1 + len(made.steps)))
        page = visit(f"/learn?course={name}&step={place}&answers={answers}", theme=theme)
        assert axe(page) == [], step.title
        page.close()
