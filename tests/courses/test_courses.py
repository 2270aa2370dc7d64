"""Courses: what every course keeps to, a notebook, a PDF and an exam, and the machinery of steps."""

import json
import re
from pathlib import Path

import nbformat
import pypdfium2
import pytest

from ddcore.answers.base.answer import plain_text
from ddcore.answers.base.question import QUESTIONS
from ddcore.courses import COURSES, course
from ddcore.courses.exam import exam
from ddcore.courses.notebook import notebook
from ddcore.courses.paper import course_pdf, exam_pdf
from ddcore.courses.steps import Option, Quiz, number_quiz
from ddcore.errors import InputError
from ddcore.formats import unbroken
from tests.helpers.loops import nonempty
from tests.helpers.notebooks import executed
from tests.helpers.tiers import some_of

ROOT = Path(__file__).parents[2]
EACH = pytest.mark.parametrize("name", some_of(list(COURSES), "accuracy"))
MOST_WORDS = {"text": 60, "question": 30, "reason": 35, "idea": 30}
"""A step stands on one screen of a phone."""


def test_quiz_has_exactly_one_right_option():
    wrong, right = Option("a", False, ""), Option("b", True, "")
    for options in ((wrong, wrong), (right, right)):
        with pytest.raises(ValueError, match="exactly one option must be right"):
            Quiz("?", options)
    with pytest.raises(ValueError, match="two options look the same"):
        number_quiz("?", 0.5, "", {0.51: ""}, lambda number: f"{number:.1f}")
    assert Quiz("?", (wrong, right)).right == 2
    with pytest.raises(InputError, match="from 1 to 2, got 3"):
        Quiz("?", (wrong, right)).said(3)


@pytest.mark.parametrize("name", COURSES)
def test_course_is_short_and_asks_in_each_step(name):
    made = course(name)
    assert 5 <= len(made.steps) <= 7
    assert made.name == name
    for step in nonempty(made.steps):
        texts = {"text": step.text, "question": step.quiz.question, "idea": step.idea}
        texts |= {f"reason {place}": option.reason for place, option in enumerate(step.quiz.options)}
        words = {part: len(plain_text(text).split()) for part, text in texts.items()}
        assert {part: number for part, number in words.items() if not 0 < number <= MOST_WORDS[part.split()[0]]} == {}
        assert 2 <= len(step.quiz.options) <= 4
        assert step.opens in QUESTIONS
        assert step.check(step.quiz.right).startswith("Right.")
    # Who always takes the same place is not right.
    assert len({step.quiz.right for step in made.steps}) > 1


@pytest.mark.parametrize("name", some_of(list(COURSES), "accuracy"))
def test_figures_are_drawn_in_both_themes(name):
    for step in nonempty(course(name).steps):
        light, dark = step.figure.draw("light"), step.answer.draw("dark")
        assert light.layout.paper_bgcolor != dark.layout.template.layout.paper_bgcolor
        assert plain_text(step.figure.words)
        assert len(light.data) + len(dark.data) > 1


def test_unknown_course_is_refused():
    with pytest.raises(InputError, match='got "magic"'):
        course("magic")


@EACH
def test_notebook_is_valid_and_asks_before_it_tells(name):
    made = course(name)
    read = nbformat.reads(notebook(made).decode(), 4)
    nbformat.validate(read)
    cells = [cell.source for cell in read.cells]
    for place, step in enumerate(nonempty(made.steps)):
        asked = next(at for at, source in enumerate(cells) if unbroken(step.quiz.question) in source)
        assert cells.index(step.code, asked) > asked
        assert f"steps[{place}].check(answer)" in cells[asked + 1]
    assert notebook(made) == notebook(made)


@pytest.mark.full
@pytest.mark.parametrize("name", COURSES)
def test_notebook_runs_in_a_kernel(name):
    cells = json.loads(notebook(course(name)))["cells"]
    sources = [cell["source"] for cell in cells if cell["cell_type"] == "code"]
    answered = [source.replace("answer = 0", "answer = 1") for source in sources]
    outputs = executed(*answered, folder=ROOT)
    said = " ".join(out["text"] for cell in outputs for out in cell.outputs if out.output_type == "stream")
    assert said.count("Right.") + said.count("Not quite.") == len(course(name).steps)


def pages(content):
    """The text of each page, in one line."""
    read = pypdfium2.PdfDocument(content)
    try:
        return [" ".join(page.get_textpage().get_text_range().split()) for page in read]
    finally:
        read.close()


@pytest.mark.full
@pytest.mark.parametrize("name", COURSES)
def test_pdf_has_the_answers_on_pages_of_their_own(name):
    made = course(name)
    printed = pages(course_pdf(made))
    first = next(at for at, text in enumerate(printed) if text.startswith("Answers"))
    questions, answers = " ".join(printed[:first]), " ".join(printed[first:])
    for step in nonempty(made.steps):
        assert step.title in questions
        assert plain_text(step.idea).split(".")[0] in answers


def test_exam_is_that_of_its_seed():
    made = exam(3)
    assert made == exam(3)
    assert [question.text for question in made.questions] != [question.text for question in exam(4).questions]
    assert [question.title for question in made.questions] == [course(name).title for name in COURSES]
    with pytest.raises(InputError, match="seed must be 0 or larger, got -1"):
        exam(-1)
    with pytest.raises(InputError, match="course must be one of"):
        exam(1, ["magic"])


def test_exam_on_paper_has_its_solutions_last():
    made = exam(5)
    printed = pages(exam_pdf(made))
    first = next(at for at, text in enumerate(printed) if text.startswith("Solutions"))
    assert first > 0
    assert all(re.search(re.escape(question.title), printed[0]) for question in made.questions[:1])
    assert len(pages(exam_pdf(made))) == len(printed)
