"""Where should the line be?"""

from functools import partial

import streamlit as st

from ddcore.answers.looked import called
from ddcore.answers.words import literal, sentence
from ddcore.errors import InputError
from ddcore.figures import thresholds as figures
from ddcore.measures import MEASURES
from ddcore.report import thresholds as words
from pages.frame.show import small_table
from pages.shared import conditions, frame, peaks, separation

data = frame.opened(
    "Where should the line be?",
    "A line needs a model's scores: a file with the truth and a column of numbers for each model.",
)
frame.need_model(data)
frame.need_scores(data)
table, model = data.model.table, data.model
top = st.container()
left, right = st.columns([5, 3], gap="medium")
with left:
    picture = st.container()
    with st.container(horizontal=True):
        demanded = conditions.choose()
        key = frame.measures("thresholds", [one for one, row in MEASURES.items() if row.judges], ["F1"], most=1)[0]
    frame.slider()

keys = words.own_keys([key])
try:
    found = separation.lines(table, keys, demanded)
except InputError as problem:
    with top:
        frame.answer("No threshold meets this condition.", sentence(problem), data)
    frame.end()
line = found[keys.index(key)]
free = separation.lines(table, keys, ())[keys.index(key)] if demanded else None
with top:
    lead = separation.lead(table, line, model.threshold)
    said = words.answer(line, model.counts, model.threshold, demanded, lead)
    frame.answer(said, words.reason(line, data.positive, demanded), data)
with picture:
    trace = separation.traces(data, key)[data.chosen]
    drawn = figures.thresholds_figure(data.chosen, trace, line, frame.theme(), model.threshold)
    frame.chart(drawn, figures.thresholds_alt(data.chosen, trace, line, model.threshold), "thresholds_chart")
with right:
    st.subheader("What is called what", anchor=False)
    small_table(called(data).rows())
    about = literal(data.chosen) if len(data.models) > 1 else ""
    frame.worth_knowing(words.worth_knowing(line, separation.plateau(table, line), demanded, free), about)

frame.table(words.table(found, model.counts, model.threshold), "thresholds", "All measures as a table")
rows = partial(separation.every_threshold, data, key)
frame.large_table(rows, table.score.size + 1, "threshold_curve", "Every threshold of the chart as a table")
peaks.tell(found)
frame.computed(words.computed(found, line, model.counts, separation.SEED, separation.reading_words(table)))
frame.notes(data)
