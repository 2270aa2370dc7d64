"""Are two better than one?"""

import streamlit as st

from ddcore.answers.looked import pair
from ddcore.answers.separation import points
from ddcore.answers.words import sentence
from ddcore.errors import InputError
from ddcore.figures import ensemble as figures
from ddcore.report import ensemble as words
from pages.shared import frame, kinds, together

data = frame.opened(
    "Are two better than one?",
    "Two models together need the scores of both: a file with the truth and a column of numbers for each model.",
)
frame.need_model(data)
together.need_two(data)
top = st.container()
left, right = st.columns(2, gap="medium")
with left:
    picture = st.container()
    part = together.share(data)
    found_at = st.container()
with right:
    title = st.container()
    drawn = st.container()
    kind = kinds.compare("ensemble")
    choice = together.choose(data)
try:
    found = together.found(data, choice)
except InputError as problem:
    with top:
        frame.answer(words.unanswered(), sentence(problem), data)
    frame.end()
calls = together.calls(found, part)
curves, what = together.curves(data, found, kind)
with top:
    frame.answer(words.answer(found), words.reason(found), data)
title.subheader(f"2 {kinds.COMPARED[kind]}, alone and together", anchor=False)
with picture:
    together.picture(data, choice, found, part)
found_at.markdown(words.at_share(calls, data.positive))
with drawn:
    frame.chart(figures.ways_figure(curves, what, frame.theme()), figures.ways_alt(curves, what), "ensemble_chart")
frame.worth_knowing(words.worth_knowing(found, calls, pair(data), choice.left_out))

frame.table(words.ways(found), "ensemble", "Every way to score the cases as a table")
if len(choice.names) == 2:
    plane = together.regions(data, choice, found)
    frame.large_table(lambda: words.plane(plane, choice.names), plane.log_ratio.size, "plane", "The plane as a table")
frame.large_table(
    lambda: points(together.every_point(found, kind)),
    sum(way.table.score.size for way in found.ways),
    "ensemble_points",
    "Every point of the curves as a table",
)
if pair(data) is not None:
    frame.table(words.correlations(), "correlations", "The same case at other correlations")
frame.computed(words.computed(found, choice.bandwidth, choice.seed))
frame.notes(data)
