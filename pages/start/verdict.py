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
frame.need_model(data)
top = st.container()
left, right = st.columns([5, 3], gap="medium")
with left:
    picture = st.container()
    keys = frame.measures("verdict", list(MEASURES), core.HEADLINES)

full = core.verdicts(data.models, keys)
shown = {name: found.only(keys) for name, found in full.items()}
chosen = shown[data.chosen]
with top:
    reason = words.verdict_reason(full[data.chosen], data.positive, data.negative)
    frame.answer(words.verdict_answer(chosen), reason, data)
    for other in [found for found in shown.values() if found is not chosen][:5]:
        st.write(words.verdict_answer(other))
with picture:
    drawn = list(shown.values())[:10]
    frame.chart(verdict_figure(drawn, frame.theme()), verdict_alt(drawn), "verdict_chart")
with right:
    about = words.literal(data.chosen) if len(shown) > 1 else ""
    st.subheader(f"What {about} calls what" if about else "What is called what", anchor=False)
    st.markdown(words.confusion(chosen.counts, data.positive, data.negative))
    said = words.verdict_worth_knowing(chosen, data.below_half)
    frame.worth_knowing([*said, *words.reversed_models(data.reversed)], about)

ordered = [found.only([*keys, *MEASURES]) for found in full.values()]
frame.table(tables.verdict(ordered), "verdict", "All measures as a table")
frame.computed(words.verdict_computed(chosen))
frame.notes(data)
