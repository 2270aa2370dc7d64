"""Courses: a list of them, and one step of a course on one screen."""

import streamlit as st

from ddcore.answers.base.answer import Figure, plain_text
from ddcore.answers.base.question import QUESTIONS
from ddcore.courses import COURSES, course
from ddcore.courses.steps import Course, Step
from ddcore.figures.theme import CONFIG
from ddcore.formats import many, unbroken
from pages.frame import menu, show
from pages.learn import looks, teachers
from pages.session.choices import Choice, one_of, whole_number
from pages.session.view import ANSWERS, COURSE, HIDDEN, STEP

ACROSS = 3
"""Cards in a row."""
SHOWN = "course_shown"
"""The course and the step whose answer the teacher showed."""


def chosen_course() -> Choice:
    """The course, empty for the list."""
    return Choice("course", COURSE, "", one_of(COURSES, "course"))


def step_of(made: Course) -> Choice:
    """The number of the step, from 1 on."""
    return Choice("course_step", STEP, 1, whole_number(1, len(made.steps), "step"))


def answers_of(made: Course) -> Choice:
    """The option chosen in each step, a digit each, 0 for none yet."""

    def read(text: str) -> str:
        return "".join(
            digit if digit.isdecimal() and int(digit) <= len(step.quiz.options) else "0"
            for digit, step in zip(text.ljust(len(made.steps), "0"), made.steps, strict=False)
        )

    return Choice("course_answers", ANSWERS, "0" * len(made.steps), read)


def hidden() -> Choice:
    """Whether answers wait until somebody shows them, "yes" or "no"."""
    return Choice("course_hidden", HIDDEN, "no", one_of(("no", "yes"), "hide"))


def begin(name: str) -> None:
    """Open a course at its first step; with an empty name the list."""
    choice = chosen_course()
    if choice.value != name:
        for other in (STEP, ANSWERS):
            Choice("", other).choose(None)
    choice.choose(name)
    st.session_state.pop(SHOWN, None)


def turn(made: Course, to: int) -> None:
    """Go to a step."""
    if 1 <= to <= len(made.steps):
        step_of(made).choose(to)


def answer(made: Course, at: int, option: int) -> None:
    """Answer a step; what was answered and shown stays."""
    choice = answers_of(made)
    given: str = choice.value
    if given[at - 1] == "0" or not is_shown(made, at):
        choice.choose(f"{given[: at - 1]}{option}{given[at:]}")


def is_shown(made: Course, at: int) -> bool:
    """Whether the answer of a step is shown."""
    if hidden().value == "yes":
        return bool(st.session_state.get(SHOWN) == (made.name, at))
    return bool(answers_of(made).value[at - 1] != "0")


def reveal(made: Course, at: int) -> None:
    """The teacher shows the answer."""
    st.session_state[SHOWN] = (made.name, at)


def list_of_courses() -> None:
    """The list, and what teachers need."""
    st.title("Courses", anchor=False)
    st.session_state[show.NOTES] = st.container()
    st.write("Short courses on what a number says about a model: one idea a step, and a question before each answer.")
    for start in range(0, len(COURSES), ACROSS):
        for name, column in zip(COURSES[start : start + ACROSS], st.columns(ACROSS), strict=False):
            made = course(name)
            with column.container(border=True, key=f"course_card_{name}", height="stretch"):
                st.header(made.title, anchor=False)
                st.write(made.about)
                st.caption(f"{many(len(made.steps), 'step')}, about {made.minutes} minutes")
                st.button(f"Start: {made.title}", key=f"course_start_{name}", on_click=begin, args=(name,))
    teachers.draw(hidden())


def one_step(made: Course) -> None:
    """One step of a course: text, figure, question; then the answer."""
    at: int = step_of(made).value
    step, given = made.steps[at - 1], int(answers_of(made).value[at - 1])
    st.html(looks.STEP)
    st.html('<script src="/motion.js"></script>', unsafe_allow_javascript=True)
    st.session_state[show.NOTES] = st.container()
    st.title(made.title, anchor=False)
    with st.container(key="course"):
        with st.container(key="course_words"):
            st.html(looks.progress(at, len(made.steps)))
            st.header(step.title, anchor=False)
            st.markdown(unbroken(step.text))
        with st.container(key="course_figure"):
            shown = is_shown(made, at)
            if step.motion is not None:
                st.html(looks.moving(step.motion, f"{made.name}_{at}", show.theme(), shown=shown))
            else:
                _figure(step.answer if shown else step.figure, f"{made.name}_{at}_{shown}")
        with st.container(key="course_quiz"):
            _quiz(made, step, at, given)
            _turning(made, at)


def _figure(figure: Figure, key: str) -> None:
    chart = figure.drawn(show.theme())
    chart.settings.pop("height", None)
    config = CONFIG | {"displayModeBar": False}
    st.plotly_chart(
        chart.figure(checked=False),
        theme=None,
        config=config,
        alt=plain_text(figure.words),
        key=f"course_chart_{key}",
        height="stretch",
    )


def _quiz(made: Course, step: Step, at: int, given: int) -> None:
    shown, quiz = is_shown(made, at), step.quiz
    st.markdown(f"**{unbroken(quiz.question)}**")
    with st.container(key="course_options", gap="xsmall"):
        for number, option in enumerate(quiz.options, start=1):
            icon = None
            if shown and option.right:
                icon = ":material/check:"
            elif shown and number == given:
                icon = ":material/close:"
            st.button(
                f"**{number}** {unbroken(option.text)}",
                key=f"course_option_{number}",
                icon=icon,
                type="primary" if number == (quiz.right if shown else given) else "secondary",
                width="stretch",
                on_click=answer,
                args=(made, at, number),
            )
    if not shown:
        if hidden().value == "yes":
            st.button("Show the answer", key="course_show", on_click=reveal, args=(made, at))
        return
    text = unbroken(quiz.said(given or quiz.right) if given else _right(step))
    (st.success if given in (0, quiz.right) else st.info)(text)
    st.markdown(unbroken(step.idea))


def _right(step: Step) -> str:
    """The answer where nobody chose one."""
    right = step.quiz.options[step.quiz.right - 1]
    return f"The right answer is {step.quiz.right}: {right.text}. {right.reason}"


def _turning(made: Course, at: int) -> None:
    step, last = made.steps[at - 1], at == len(made.steps)
    with st.container(horizontal=True, key="course_turn", gap="small", vertical_alignment="center"):
        if at == 1:
            st.button("All courses", key="course_back", icon=":material/arrow_back:", on_click=begin, args=("",))
        else:
            st.button("Back", key="course_back", icon=":material/arrow_back:", on_click=turn, args=(made, at - 1))
        if last:
            st.button("All courses", key="course_next", icon=":material/done_all:", on_click=begin, args=("",))
        else:
            st.button(
                "Next",
                key="course_next",
                icon=":material/arrow_forward:",
                icon_position="right",
                type="primary" if is_shown(made, at) else "secondary",
                on_click=turn,
                args=(made, at + 1),
            )
        question = QUESTIONS[step.opens]
        st.page_link(
            menu.script(question),
            label=f"Ask this of your own data: **{question.title}**",
            icon=":material/open_in_new:",
            help="Opens the page that asks this of any data. Data that you have chosen there stay.",
        )
    st.html(looks.keys(len(step.quiz.options), hidden=hidden().value == "yes"))


st.html(looks.STYLE)
name: str = chosen_course().value
if name:
    one_step(course(name))
else:
    list_of_courses()
