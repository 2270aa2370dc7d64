"""Does this model beat chance?"""

import streamlit as st

from ddcore.figures.chance import verdict_alt, verdict_figure
from ddcore.measures import MEASURES
from ddcore.report import tables, words
from pages.shared import core, frame

data = frame.opened(
    "Does this model beat chance?",
    "A verdict needs each case's truth and a model's prediction, or the four counts of a model.",
)
if data.chosen is None:
    frame.answer("Only the classes are known, so there is no model to judge yet.")
    st.write("Type a model's counts or drop a file of predictions; what chance scores is known already.")
    st.page_link("pages/chance/baselines.py", label="What would chance score on these classes?", icon="🎲")
    st.stop()

top = st.container()
left, right = st.columns([5, 3], gap="large")
with left:
    picture = st.container()
    keys = frame.measures("verdict", list(MEASURES), core.HEADLINES)

full = core.verdicts(data.models, first=data.chosen)
shown = [found.only(keys) for found in full]
with top:
    frame.answer(words.verdict_answer(shown[0]), words.verdict_reason(full[0], data.positive, data.negative))
    for other in shown[1:6]:
        st.write(words.verdict_answer(other))
with picture:
    drawn = shown[:10]
    frame.chart(verdict_figure(drawn, frame.theme()), verdict_alt(drawn), "verdict_chart")
with right:
    st.markdown(words.confusion(full[0].counts, data.positive, data.negative))
    frame.worth_knowing(words.verdict_worth_knowing(shown[0], data.auc))

frame.table(tables.verdict(full), "verdict", "All measures as a table")
frame.computed(words.verdict_computed(full[0]))
frame.notes(data)
