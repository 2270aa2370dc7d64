"""What should a loan cost?"""

import streamlit as st

from ddcore.answers.words import sentence
from ddcore.errors import InputError
from ddcore.figures import lending as figures
from ddcore.report import lending as words
from pages.shared import frame, loans, separation

data = frame.opened(
    "What should a loan cost?",
    "Lending needs scores of applicants and what became of them: a file with the truth and a column of numbers.",
)
frame.need_model(data)
frame.need_scores(data)
top = st.container()
left, right = st.columns([5, 4], gap="medium")
with left:
    picture = st.container()
    try:
        chosen = loans.choose(data)
        risks = loans.risks(data.model.table, chosen.way)
        found = loans.lending(risks, chosen)
    except InputError as problem:
        with top:
            frame.answer(words.unanswered(), sentence(problem), data)
        frame.end()
with top:
    frame.answer(words.answer(found), words.reason(found), data)
with picture:
    st.subheader("1 What an applicant earns", anchor=False)
    drawn = figures.envelope_figure(found, chosen.terms, chosen.take_up, frame.theme())
    frame.chart(drawn, figures.envelope_alt(found), "lending_chart")
with right:
    st.subheader("2 What each way earns", anchor=False)
    outcomes = found.outcomes
    frame.chart(figures.outcomes_figure(outcomes, frame.theme()), figures.outcomes_alt(outcomes), "outcomes_chart")
    st.subheader("3 Who gets a loan", anchor=False)
    frame.chart(figures.loans_figure(outcomes, frame.theme()), figures.loans_alt(outcomes), "loans_chart")
    frame.worth_knowing(words.worth_knowing(found, data.positive))

frame.table(words.outcomes(found), "lending", "Every way to lend as a table")
frame.table(words.policies(found, risks), "policies", "Who gets which rate")
frame.table(words.over_the_risk(found, chosen.terms, chosen.take_up), "envelope", "The first chart as a table")
frame.table(words.by_margin(found), "margins", "Every margin")
frame.table(words.trace(found), "trace", "Cut-offs and prices in turn")
frame.computed(words.computed(found, chosen.terms, chosen.take_up, chosen.limits, chosen.way, separation.SEED))
frame.notes(data)
