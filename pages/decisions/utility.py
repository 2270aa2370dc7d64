"""Which classifier is worth most?"""

from functools import partial

import streamlit as st

from ddcore.answers.looked import story
from ddcore.answers.words import sentence
from ddcore.errors import InputError
from ddcore.figures.utility import map_alt, map_figure
from ddcore.report import utility as words
from pages.shared import core, frame, payoffs

data = frame.opened(
    "Which classifier is worth most?",
    "Worth needs a model: a file of predictions, or the four counts of one.",
)
frame.need_model(data)
top = st.container()
left, right = st.columns([6, 5], gap="medium")
with right:
    if story(data) is not None:
        st.info(story(data).told)
    st.subheader("What is each outcome worth?", anchor=False)
    try:
        chosen = payoffs.choose(data)
        found = core.worth(data, chosen)
    except InputError as problem:
        with top:
            frame.answer("These values cannot be used yet.", sentence(problem), data)
        frame.end()
    if len(data.models) > len(found.comparison.models):
        st.caption(f"{len(found.comparison.models)} of {len(data.models)} models, the one looked at first.")
    st.markdown(words.standings(found))
    st.caption(words.wins(found))
# An average case, or the mean of several sets, is no matrix that the table could hold.
single = chosen.by_case is None and len(chosen.values.probability) == 1
take = partial(payoffs.take, data, chosen.values) if single else None
with top:
    frame.answer(words.answer(found), words.reason(found, single), data)
with left:
    drawn = map_figure(found, data.positive, data.negative, frame.theme())
    frame.chart(drawn, map_alt(found), "utility_chart", take)
    frame.worth_knowing(words.worth_knowing(found, data.positive, data.negative))

frame.table(words.table(found), "utility", "All numbers as a table")
frame.table(words.regions(found), "map", "The map as a table")
frame.computed(words.computed(found, data.model.counts, data.chosen, core.SEED))
frame.notes(data)
