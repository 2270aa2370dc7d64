"""How well do the scores separate?"""

import streamlit as st

from ddcore.answers.looked import called, reversed_models
from ddcore.answers.words import literal
from ddcore.measures import MEASURES
from ddcore.report import curves as words
from pages.frame.show import small_table
from pages.shared import frame, kinds, separation

data = frame.opened(
    "How well do the scores separate?",
    "Curves need a model's scores: a file with the truth and a column of numbers for each model.",
)
frame.need_model(data)
frame.need_scores(data)
found, others, tables = separation.separations(data), separation.others(data), separation.tables(data)
chosen = found[data.chosen]
top = st.container()
left, right = st.columns([5, 3], gap="medium")
with left:
    picture = st.container()
    kind = kinds.choose()
    key = frame.measures("curves", list(MEASURES), ["F1"], most=1)[0] if kind == "measure" else ""
    frame.slider()

with top:
    frame.answer(words.answer(chosen), words.reason(kind, chosen), data)
with picture:
    frame.chart(*kinds.picture(kind, data, key, frame.theme()), "curves_chart")
    separation.say_who_is_missing(data)
with right:
    about = literal(data.chosen) if len(tables) > 1 else ""
    st.subheader(f"What {about} calls what" if about else "What is called what", anchor=False)
    small_table(called(data).rows())
    said = words.worth_knowing(
        chosen,
        others,
        data.model.counts,
        data.model.threshold,
        separation.consistent(data),
        separation.recalibrated(data),
    )
    frame.worth_knowing([*said, *[note.text for note in reversed_models(data)]], about)

frame.table(words.summary(found, others), "curves", "All numbers as a table")
frame.large_table(*kinds.points(kind, data, key), kind, "Every point of the chart as a table")
frame.computed(words.computed(kind, chosen))
frame.notes(data)
