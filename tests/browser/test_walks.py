"""The walks of three people: with a mouse and by the keys alone from a file to a decision, and before a class."""

import json

import pytest
from playwright.sync_api import expect

from tests.helpers.browser import settle
from tests.helpers.journeys import THRESHOLD, answer, chart, main, query, text
from tests.walk.peoples import PEOPLES
from tests.walk.person import Keyboard, Mouse

pytestmark = pytest.mark.full

BY_MOUSE, BY_KEYS = ("breast cancer",), ("labels only",)
"""Those that the suite takes."""
PROJECTOR = {"width": 1280, "height": 720}
"""1920 by 1080 pixels at a zoom of 150 %."""
MOST = 15
"""Presses and typed fields."""
LONGEST = 120
"""Seconds."""


def to_a_decision(person, name):
    """From the first page to a saved view; what the decision says."""
    page = person.page
    person.drop(f"{name}.csv", PEOPLES[name]())
    if name == "digits":
        person.answer("Which column has the truth", "digit")
        person.answer("Positive class", "3")
    if name == "weighted":
        person.tick("Use “weight” as the weight of each row")
    person.confirm()
    verdict = text(answer(page))
    person.seen(page)
    if name == "labels only":
        person.next("utility")
    else:
        person.next("thresholds")
        person.move()
        person.seen(page)
        person.next("costs")
    boxes = main(page).get_by_role("textbox", name="predicted ")
    person.write(boxes.nth(1), "3")
    person.write(boxes.nth(2), "20")
    decision = text(answer(page))
    page.keyboard.press("Escape")
    person.seen(page)
    view = json.loads(person.take_away())
    assert view["link"].pop("file")
    assert view["link"] == query(page) | {"u": "0,-3,-20,0"}
    assert view["file"] == f"{name}.csv"
    assert len(person.actions) <= MOST, person.actions
    assert person.seconds < LONGEST
    return verdict, decision


def pytest_generate_tests(metafunc):
    some = {"by_mouse": BY_MOUSE, "by_keys": BY_KEYS}
    every = {"by_mouse": PEOPLES, "by_keys": PEOPLES}
    for name in set(some) & set(metafunc.fixturenames):
        metafunc.parametrize(name, (every if metafunc.config.getoption("all_files") else some)[name])


def walked(person, name):
    """What a walk says of itself."""
    verdict, decision = to_a_decision(person, name)
    print(f"{name}: {len(person.actions)} actions, {person.seconds:.0f} s: {verdict} | {decision}")
    assert "12 measures" in verdict
    assert "nurse" in decision if name == "labels only" else "6.667 times" in decision


def test_a_new_user_goes_from_a_file_to_a_decision(visit, axe, by_mouse):
    faults = []
    walked(Mouse(visit("/"), lambda page: faults.extend(axe(page))), by_mouse)
    assert faults == []


def test_the_same_by_the_keys_alone(visit, by_keys):
    walked(Keyboard(visit("/")), by_keys)


MOST_TO_CASES, MOST_TO_A_POINT = 12, 4
"""Actions of an analyst from a file to the list of its cases, and of a teacher from M and P to the point of a paper."""


def test_an_analyst_goes_from_a_file_to_its_cases(visit, axe):
    person = Mouse(visit("/"))
    page = person.page
    person.drop("patients.csv", PEOPLES["breast cancer"]())
    person.confirm()
    person.next("thresholds")
    person.use()
    person.next("costs")
    ratio = main(page).get_by_role("slider", name="Cost of a miss")
    person.actions.append("move")
    ratio.press("End")
    settle(page)
    person.use()
    person.menu("cases")
    assert query(page)["threshold"]
    person.actions.append("press")
    with page.expect_download() as waiting:
        person.touch(main(page).get_by_role("button", name="Download as CSV", exact=True).first)
    assert "patients" in waiting.value.suggested_filename
    assert len(person.actions) <= MOST_TO_CASES, person.actions
    assert axe(page) == []


@pytest.fixture
def teacher(visit):
    """Someone who typed M and P on the first page."""
    person = Mouse(visit("/"))
    for label, number in (("Cases, M", "1000"), ("Truly positive cases, P", "30")):
        person.write(main(person.page).get_by_role("textbox", name=label), number)
    person.press(person.button("Show what chance scores"), answer(person.page).filter(has_text="always predicting"))
    assert len(person.actions) <= MOST_TO_A_POINT
    person.actions.clear()
    return person


def test_a_teacher_shows_what_accuracy_is_worth(teacher):
    """The Dutch Draw: 97 % accuracy is free."""
    teacher.next("baselines")
    assert "0.970" in text(main(teacher.page))
    assert len(teacher.actions) <= MOST_TO_A_POINT


def test_a_teacher_shows_each_case_guessed_for_itself(teacher):
    """Guess-normalised scores: a guesser of its own probability."""
    teacher.menu("baselines")
    teacher.press(main(teacher.page).get_by_text("As more is predicted positive"), answer(teacher.page))
    teacher.press(main(teacher.page).get_by_text("Case by case", exact=True), answer(teacher.page))
    expect(chart(teacher.page)).to_be_visible()
    assert len(teacher.actions) <= MOST_TO_A_POINT


@pytest.mark.parametrize("name", ["likelihood", "utility", "ranking", "lending"])
def test_a_teacher_shows_what_needs_a_model_on_a_sample(teacher, name):
    """The likelihood transformation, utilities, measures that mislead, and loans."""
    teacher.menu(name)
    sample = main(teacher.page).get_by_role("button", name="Show a sample")
    if sample.count():
        teacher.press(sample, chart(teacher.page))
    expect(chart(teacher.page)).to_be_visible()
    assert len(teacher.actions) <= MOST_TO_A_POINT


def test_the_key_p_presents_a_page_and_ends_that(visit, settled):
    page = visit("/curves?sample=two_class_example")
    size = "() => getComputedStyle(document.documentElement).fontSize"
    before = page.evaluate(size)
    chart(page).hover()
    page.keyboard.press("p")
    expect(page.get_by_test_id("stSidebar")).to_be_hidden()
    settled(page)
    assert float(page.evaluate(size)[:-2]) == 1.6 * float(before[:-2])
    assert query(page)["present"] == "yes"
    expect(main(page).get_by_role("slider", name=THRESHOLD)).to_be_visible()
    page.keyboard.press("p")
    expect(page.get_by_test_id("stSidebar")).to_be_visible()


def test_a_teacher_at_a_projector_sees_the_slider_and_what_it_moves(visit, settled, axe):
    page = visit("/")
    page.set_viewport_size(PROJECTOR)
    main(page).get_by_role("button", name="Open these loans").click()
    expect(page.get_by_role("heading", level=1, name="Does this model beat chance?")).to_be_visible()
    settled(page)
    Mouse(page).next("thresholds")
    slider = main(page).get_by_role("slider", name=THRESHOLD)
    before = text(answer(page))
    slider.focus()
    slider.press("PageUp")
    settled(page)
    assert text(answer(page)) != before
    expect(main(page).get_by_test_id("stSlider").first).to_be_in_viewport(ratio=1)
    expect(chart(page).locator(".nsewdrag")).to_be_in_viewport(ratio=0.8)
    assert axe(page) == []
