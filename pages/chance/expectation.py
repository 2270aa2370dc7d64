"""What does a draw score as it calls more cases positive?"""

import streamlit as st

from ddcore.chance import dutch_draw
from ddcore.figures.chance import distribution_alt, distribution_figure, expectation_alt, expectation_figure
from ddcore.measures import MEASURES
from ddcore.report import tables, words
from pages.shared import core, frame, link

data = frame.opened(
    "What does a draw score as it calls more cases positive?",
    "An expectation needs only two numbers: how many cases there are and how many are positive.",
)
top = st.container()
keys = frame.measures("expectation", list(MEASURES), ("F1", "G2"), most=4)
picture = st.container()
link.start("expectation_theta", "theta", 0.5, link.between(0, 1, "theta"))
theta = st.slider(
    "Share of cases called positive, θ",
    0.0,
    1.0,
    step=0.005,
    key="expectation_theta",
    persist_state="session",
    help="The dotted line above; below is what a draw at this θ scores.",
)
link.say(theta=f"{theta:g}" if theta != 0.5 else None)

total, positives = data.whole
found = core.bands(keys, total, positives)
rows = core.baselines(total, positives, tuple(keys))
points = core.points(data.models, keys)
with top:
    frame.answer(words.expectation_answer(rows, total), words.DRAW, data)
with picture:
    drawn = expectation_figure(found, points, theta, frame.theme())
    frame.chart(drawn, expectation_alt(found, points, theta), "expectation_chart")

left, right = st.columns([5, 3], gap="medium")
first = rows[0][0]
law = core.law(first.key, total, positives, theta)
with left:
    mean = float(dutch_draw.expectation(first, total, positives, theta))
    frame.chart(distribution_figure(first, law, mean, frame.theme()), distribution_alt(first, law, mean), "law_chart")
with right:
    frame.worth_knowing(words.expectation_worth_knowing(first, law, total, theta, points, data.weighted))

frame.table(tables.bands(found), "expectation", "The curves as a table")
frame.computed(words.expectation_computed(first, total, positives, theta))
frame.notes(data)
