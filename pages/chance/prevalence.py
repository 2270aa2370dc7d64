"""What if positives were rarer?"""

import streamlit as st

from ddcore.figures.imbalance import balanced_alt, balanced_figure, imbalance_alt, imbalance_figure
from ddcore.measures import MEASURES
from ddcore.report import imbalance as words
from pages.shared import core, frame, guesser, rates

data = frame.opened(
    "What if positives were rarer?",
    "Any data will do to begin with; recall and specificity can then be typed.",
)
here = data.positives / data.total
top = st.container()
left, right = st.columns(2, gap="medium")
controls, others = st.columns([5, 3], gap="medium")
with controls:
    asked = rates.asked(
        "prevalence", here / 2, "What if the share of positive cases were", "The dotted line in the charts."
    )
    fit = [key for key, row in MEASURES.items() if row.judges and not row.grows]
    keys = frame.measures("prevalence", fit, ("F1", "NF1"), most=2)
    tpr, tnr = rates.choose(data)
    guess = guesser.choose(data)
    cases = rates.cases(data)

curves, marks = core.imbalance(tuple(keys), tpr, tnr, guess, cases)
crosses = core.here(data, keys, tpr, tnr)
with top:
    frame.answer(words.answer(curves[0], here, asked, guess), words.reason(tpr, tnr, cases), data)
with left:
    st.subheader("As it is", anchor=False)
    drawn = imbalance_figure(curves, marks, crosses, asked, frame.theme())
    frame.chart(drawn, imbalance_alt(curves, marks, asked), "prevalence_chart")
with right:
    st.subheader("Balanced", anchor=False)
    drawn = balanced_figure(curves, marks, asked, frame.theme())
    frame.chart(drawn, balanced_alt(curves, marks, asked), "balanced_chart")
with others:
    frame.worth_knowing(words.worth_knowing(curves, marks, guess))

frame.table(words.table(curves), "prevalence", "The curves as a table")
frame.computed(words.computed(marks, guess, cases))
frame.notes(data)
