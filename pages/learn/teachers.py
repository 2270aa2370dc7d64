"""What teachers need: what each course shows, answers that wait, courses to take away, and an exam from a seed."""

from functools import cache

import streamlit as st

from ddcore.courses import COURSES, course
from ddcore.courses.exam import exam
from ddcore.courses.notebook import notebook
from ddcore.formats import many, unbroken
from pages.session import link
from pages.session.choices import Choice

HIDE, SEED = "course_hide", "course_seed"


def draw(hidden: Choice) -> None:
    """The fold for teachers."""
    with st.expander("For teachers", key="for_teachers"):
        _class_mode(hidden)
        st.subheader("To take away", anchor=False)
        for name in COURSES:
            _course(name)
        st.subheader("An exam", anchor=False)
        _exam()


def _class_mode(hidden: Choice) -> None:
    link.put(HIDE, hidden.value == "yes")
    st.checkbox(
        "Hide each answer until I show it",
        key=HIDE,
        on_change=_hide,
        args=(hidden,),
        help="For a class: somebody chooses, and the answer waits until you show it. The link of a course keeps this.",
    )
    st.markdown(
        "A link opens a course at a step, such as `/learn?course=accuracy&at=3`; `hide=yes` hides the answers. Every "
        "step has a link to the page that asks the same of the data of your class. The key P makes all letters larger."
    )


def _hide(hidden: Choice) -> None:
    hidden.choose("yes" if st.session_state[HIDE] else "no")


def _course(name: str) -> None:
    made = course(name)
    steps = "\n".join(f"{place}. **{step.title}** · {step.idea}" for place, step in enumerate(made.steps, start=1))
    with st.container(border=True, key=f"course_teacher_{name}"):
        st.markdown(f"**{made.title}** · {many(made.minutes, 'minute')}")
        st.markdown(unbroken(steps))
        with st.container(horizontal=True):
            st.download_button(
                f"Notebook: {made.title}",
                notebook(made),
                f"{name}.ipynb",
                "application/x-ipynb+json",
                key=f"course_notebook_{name}",
                icon=":material/download:",
                on_click="ignore",
            )
            st.download_button(
                f"PDF: {made.title}",
                lambda: _pdf(name),
                f"{name}.pdf",
                "application/pdf",
                key=f"course_pdf_{name}",
                icon=":material/download:",
                on_click="ignore",
            )


@cache
def _pdf(name: str) -> bytes:
    from ddcore.courses.paper import course_pdf

    return course_pdf(course(name))


def _exam() -> None:
    st.markdown("Each seed gives an exam with other numbers, a question for each course, and its solutions.")
    seed = int(st.number_input("Seed", 0, 10**6, 1, key=SEED, width=200, help="The same seed gives the same exam."))
    made = exam(seed)

    def pdf() -> bytes:
        from ddcore.courses.paper import exam_pdf

        return exam_pdf(made)

    st.download_button(
        "Exam with solutions (PDF)",
        pdf,
        f"exam-{seed}.pdf",
        "application/pdf",
        key="course_exam",
        icon=":material/download:",
        on_click="ignore",
    )
    if st.toggle("Show its questions and solutions", key="course_exam_shown"):
        for place, question in enumerate(made.questions, start=1):
            st.markdown(f"**{place}. {question.title}** ({many(question.points, 'point')})\n\n{question.text}")
            st.markdown(f"*Solution*\n\n{question.solution}")
