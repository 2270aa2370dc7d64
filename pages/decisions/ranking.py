"""How often does a measure pick the wrong one?"""

import streamlit as st

from ddcore.answers.words import literal
from ddcore.decisions.admissible import misranked_pair
from ddcore.figures import ranking as figures
from ddcore.measures import MEASURES, measure
from ddcore.report import ranking as words
from pages.shared import core, frame, pairs

data = frame.opened(
    "How often does a measure pick the wrong one?",
    "Any data will do to begin with; its share of positive cases is that of the third chart.",
)
top = st.container()
charts = st.columns(3, gap="medium")
controls, others = st.columns(2, gap="medium")
with controls:
    keys = frame.measures("ranking", [key for key, row in MEASURES.items() if row.judges], core.RANKED, most=6)
    choice = pairs.choose(data, keys)

row = measure(choice.key)
with top:
    said = st.container()
    found = core.ranked(choice.truth, choice.pairs, pairs.ERRORS, keys)
    with said:
        frame.answer(words.answer(found, keys, choice.error), words.reason(found), data)
drawn, tables = core.drawn(choice.truth, choice.prevalence)
forms = core.forms(tuple(found.share), choice.prevalence)
pair = misranked_pair(row, choice.utility, choice.prevalence)
short = literal(row.name if "=" in row.key else row.key)
titles = ("Wrong, by the error of payoffs", f"Pairs, by {short}", "Classifiers on one test set")
for number, (column, title) in enumerate(zip(charts, titles, strict=True), start=1):
    column.subheader(f"{number} {title}", anchor=False)
with charts[0]:
    shown = figures.error_figure(found, keys, choice.error, frame.theme())
    frame.chart(shown, figures.error_alt(found, keys, choice.error), "ranking_chart")
with charts[1]:
    frame.chart(figures.pairs_figure(drawn, row, frame.theme()), figures.pairs_alt(drawn, row), "pairs_chart")
with charts[2]:
    shown = figures.tables_figure(tables, choice.utility, row, pair, frame.theme())
    frame.chart(shown, figures.tables_alt(tables, row, pair), "tables_chart")
with others:
    about = words.worth_knowing(row, forms[choice.key], pair, choice.utility, choice.prevalence, found)
    frame.worth_knowing(about, literal(row.title))

frame.table(words.table(found, forms, choice.error), "ranking", "All measures as a table")
frame.table(words.over_error(found), "error", "The first chart as a table")
frame.table(words.points(drawn, row), "pairs", "The second chart as a table")
frame.table(words.classifiers(tables, choice.utility, row, pair), "classifiers", "The third chart as a table")
frame.computed(words.computed(found, core.SEED))
frame.notes(data)
