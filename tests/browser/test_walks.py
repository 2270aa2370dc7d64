"""The walks of three people: with a mouse and by the keys alone from a file to a decision, and before a class."""

import json

import pytest
from playwright.sync_api import expect

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
