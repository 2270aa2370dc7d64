"""What would chance score?"""

import streamlit as st

from ddcore.figures.chance import baselines_alt, baselines_figure
from ddcore.measures import MEASURES
from ddcore.report import tables, words
from pages.shared import core, frame

data = frame.opened(
    "What would chance score?", "A baseline needs only two numbers: how many cases there are and how many are positive."
)
top = st.container()
left, right = st.columns([5, 3], gap="medium")
with left:
    picture = st.container()
    keys = frame.measures("baselines", list(MEASURES), core.HEADLINES)

total, positives = data.whole
rows = core.baselines(total, positives, [*keys, *(key for key in MEASURES if key not in keys)])
shown = rows[: len(keys)]
with top:
    frame.answer(words.baselines_answer(total, positives, shown, data.weighted), words.DRAW, data)
with picture:
    frame.chart(baselines_figure(shown, frame.theme()), baselines_alt(shown), "baselines_chart")
with right:
    frame.worth_knowing(words.baselines_worth_knowing(total, positives, rows, keys))

frame.table(tables.baselines(rows, total), "baselines", "All baselines as a table")
frame.computed(words.baselines_computed(rows, keys, total, positives))
frame.notes(data)
