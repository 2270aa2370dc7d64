"""The list of all questions, and what the menu says of them."""

import re

import pytest

from ddcore.answers.base.question import QUESTIONS
from ddcore.answers.base.search import found
from ddcore.figures.theme import DARK, LIGHT
from pages.frame import menu
from pages.questions import pictures
from tests.helpers.answers import counted
from tests.helpers.visiting import fine, said, visit


def listed(at):
    """The titles on the cards."""
    links = [link.proto.label for link in at.main.get("page_link")]
    return [label.strip("*") for label in links if label.startswith("**")]


def opened(link=""):
    at = visit("verdict", link)
    at.switch_page("questions/questions.py")
    return fine(at.run())


def test_all_questions_are_listed_and_a_search_lists_those_that_it_finds():
    at = opened("sample=two_class_example")
    assert listed(at) == [question.title for question in QUESTIONS.values()]
    box = at.text_input(key="questions_search")
    fine(box.set_value("net benefit").run())
    assert listed(at) == [QUESTIONS[name].title for name in found("net benefit")]
    assert at.query_params["search"] == "net benefit"
    fine(at.text_input(key="questions_search").set_value("<i>xyzzy").run())
    assert len(listed(at)) == len(QUESTIONS)
    assert "xyzzy" in said(at, "info")


def test_card_says_what_the_data_lack():
    at = opened("sample=two_class_example")
    lacking = QUESTIONS["groups"].needs(at.session_state["data"])
    assert lacking.sentence in said(at, "caption")


def test_each_question_has_a_picture_of_its_own_in_both_themes():
    drawn = [pictures.picture(name, theme) for name in QUESTIONS for theme in (LIGHT, DARK)]
    assert len(set(drawn)) == 2 * len(QUESTIONS)
    assert pictures.picture("a new one", LIGHT).endswith("</svg>")


def test_menu_has_each_question_below_its_name_and_dims_what_the_data_cannot_answer(monkeypatch):
    styles = []
    monkeypatch.setattr(menu.st, "html", styles.append)
    menu.draw("learned", counted(3, 1, 1, 3))
    rules = dict(re.findall(r'href\$="/(\w*)"\].*::after \{ content: "(.*)"; \}', styles[0]))
    assert rules["rescaled"].replace("\\", "") == QUESTIONS["rescaled"].text
    assert rules["curves"] == QUESTIONS["curves"].needs(counted(3, 1, 1, 3)).sentence
    dimmed = set(re.findall(r'href\$="/(\w*)"\][^{]*\{ opacity: 0.7', styles[0]))
    assert dimmed == {
        name
        for name, question in QUESTIONS.items()
        if question.page == name and question.needs(counted(3, 1, 1, 3)) is not None
    }
    # The tab "learned" stands on the page of "rescaled".
    assert re.search(r'href\$="/rescaled"\][^{]*\{ font-weight', styles[0])


@pytest.mark.parametrize("text", ['"</style><script>', "a\\22 b", "line\nbreak", "ä ✓ 'quoted'"])
def test_text_of_a_style_ends_where_it_ends(text):
    escaped = menu._css_text(text)
    assert not set('"<>\n') & set(escaped)
    assert re.sub(r"\\([0-9a-f]+) ", lambda code: chr(int(code[1], 16)), escaped) == text
