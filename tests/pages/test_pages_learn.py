"""Courses on their page: the list, a step before and after its answer, and answers that wait for the teacher."""

import json
import re
from html import unescape

import pytest
from streamlit.testing.v1 import AppTest

from ddcore.answers.base.question import QUESTIONS
from ddcore.courses import COURSES, course
from ddcore.figures.theme import LIGHT
from pages.learn.looks import moving
from tests.helpers.loops import nonempty
from tests.helpers.tiers import some_of
from tests.helpers.visiting import SITE, fine, said


def opened(**link):
    at = AppTest.from_file(SITE, default_timeout=60)
    at.query_params = link
    at.switch_page("learn/learn.py")
    return fine(at.run())


def press(at, name):
    return fine(at.button(key=f"course_{name}").click().run())


def linked(at):
    return {name: at.query_params[name] for name in ("course", "at", "given", "hide") if name in at.query_params}


def icons(at, step):
    return [at.button(key=f"course_option_{number}").proto.icon for number in range(1, len(step.quiz.options) + 1)]


def test_list_opens_a_course_at_its_first_step():
    at = opened()
    assert [card.value for card in at.header][: len(COURSES)] == [course(name).title for name in COURSES]
    press(at, "start_accuracy")
    assert at.header[0].value == course("accuracy").steps[0].title
    assert linked(at) == {"course": "accuracy"}
    press(at, "back")
    assert linked(at) == {}
    assert at.title[0].value == "Courses"


@pytest.mark.parametrize("correct", [True, False])
def test_answer_is_shown_once_the_question_is_answered(correct):
    step = course("accuracy").steps[2]
    at = opened(course="accuracy", at="3")
    assert not any(icons(at, step))
    assert step.idea not in said(at, "markdown")
    chosen = next(place for place, option in enumerate(step.quiz.options, start=1) if option.right == correct)
    press(at, f"option_{chosen}")
    assert linked(at)["given"] == f"00{chosen}000"
    assert [icon[-6:] for icon in icons(at, step)].count("check:") == 1
    assert bool(at.success) == correct
    assert bool(at.info) != correct
    # What was answered and shown stays.
    press(at, f"option_{chosen % 3 + 1}")
    assert linked(at)["given"] == f"00{chosen}000"
    press(at, "next")
    assert at.header[0].value == course("accuracy").steps[3].title
    assert not at.success
    assert not at.info


def test_answer_waits_for_the_teacher_where_it_is_hidden():
    step = course("accuracy").steps[0]
    at = opened(course="accuracy", hide="yes")
    press(at, "option_1")
    press(at, "option_3")
    assert linked(at)["given"] == "300000"
    assert not any(icons(at, step))
    press(at, "show")
    assert any(icons(at, step))
    press(at, "next")
    press(at, "show")
    assert at.success
    press(at, "back")
    assert not any(icons(at, step))


def test_teacher_hides_answers_for_a_class():
    at = opened()
    fine(at.checkbox(key="course_hide").check().run())
    assert linked(at) == {"hide": "yes"}
    press(at, "start_accuracy")
    assert at.button(key="course_show")


@pytest.mark.parametrize(
    ("link", "step"),
    [({"at": "99"}, 1), ({"at": "2", "given": "9x"}, 2), ({"given": "<script>"}, 1), ({"at": "-1"}, 1)],
)
def test_link_that_cannot_be_used_shows_the_question(link, step):
    at = opened(course="accuracy", **link)
    assert at.header[0].value == course("accuracy").steps[step - 1].title
    assert not at.success
    assert not at.info


def test_unknown_course_shows_the_list():
    at = opened(course="magic")
    assert at.title[0].value == "Courses"
    assert "magic" in said(at, "warning")


def test_data_of_the_visitor_stay_when_a_step_opens_its_page():
    at = opened(course="accuracy", at="2", M="303", P="139")
    at.switch_page("start/verdict.py")
    fine(at.run())
    assert at.session_state["data"].total == 303
    assert "course" not in at.query_params
    at.switch_page("learn/learn.py")
    fine(at.run())
    assert linked(at) == {"course": "accuracy", "at": "2"}


@pytest.mark.parametrize("name", some_of(list(COURSES), "draw"))
def test_each_step_opens_with_its_figure_and_its_page(name):
    at = opened(course=name)
    for step in nonempty(course(name).steps):
        assert at.header[0].value == step.title
        moves = [html for html in at.get("html") if 'class="motion"' in html.proto.body]
        assert len(at.get("plotly_chart")) + len(moves) == 1
        (link,) = at.main.get("page_link")
        assert QUESTIONS[step.opens].title in link.proto.label
        press(at, "next")
    assert at.title[0].value == "Courses"


def test_what_answers_the_question_is_not_in_the_page_before():
    motion = course("draw").steps[0].motion
    bodies = [moving(motion, "draw", LIGHT, shown=shown) for shown in (False, True)]
    scenes = [json.loads(unescape(re.search(r'data-scene="([^"]*)"', body)[1])) for body in bodies]
    assert [scene["expected"] for scene in scenes] == [None, motion.data["expected"]]
    assert all(scene["draws"] == motion.data["draws"] for scene in nonempty(scenes))
