"""Could these scores separate better?"""

import streamlit as st

from ddcore.answers.looked import scenario
from ddcore.answers.words import literal, sentence
from ddcore.errors import InputError
from ddcore.figures import likelihood as figures
from ddcore.report import likelihood as words
from pages.shared import frame, kinds, reading, separation

data = frame.opened(
    "Could these scores separate better?",
    "Evidence needs a model's scores: a file with the truth and a column of numbers for each model.",
)
frame.need_model(data)
frame.need_scores(data)
table = data.model.table
top = st.container()
charts = st.columns(3, gap="medium")
controls, others = st.columns([3, 5], gap="medium")
with controls:
    kind = kinds.compare("likelihood")
    choice = reading.choose(table)

try:
    found = separation.gained(table, choice.method, choice.bandwidth, choice.bounds, choice.folds, choice.seed)
except InputError as problem:
    with top:
        frame.answer(words.unanswered(choice.method), sentence(problem), data)
    frame.end()
shown, curves = separation.portrayed(found, table), separation.before_and_after(found, table, kind)
with top:
    frame.answer(words.answer(found), words.reason(found, data.positive, data.negative), data)
titles = ("How each class scores", "What a score says", f"{kinds.COMPARED[kind]}, before and after")
for number, (column, title) in enumerate(zip(charts, titles, strict=True), start=1):
    column.subheader(f"{number} {title}", anchor=False)
with charts[0]:
    drawn = figures.densities_figure(shown, data.positive, data.negative, frame.theme())
    frame.chart(drawn, figures.densities_alt(shown, data.positive, data.negative), "densities_chart")
with charts[1]:
    frame.chart(
        figures.ratio_figure(shown, frame.theme(), data.model.threshold), figures.ratio_alt(shown), "ratio_chart"
    )
with charts[2]:
    frame.chart(figures.gain_figure(curves, frame.theme()), figures.gain_alt(curves), "likelihood_chart")
with others:
    about = literal(data.chosen) if len(data.models) > 1 else ""
    frame.worth_knowing(words.worth_knowing(found, scenario(data)), about)

frame.table(words.areas(found), "likelihood", "Areas before and after as a table")
frame.large_table(
    lambda: words.transformed(found, table, choice.prevalence),
    table.score.size,
    "transformed",
    "The transformed scores, to take away",
)
frame.computed(words.computed(found, choice.folds, choice.seed))
frame.notes(data)
