"""Which cases should a person see?"""

import streamlit as st

from ddcore.answers.words import literal, sentence
from ddcore.errors import InputError
from ddcore.figures import reject as figures
from ddcore.measures import MEASURES, measure
from ddcore.report import reject as words
from pages.shared import frame, referring, separation

data = frame.opened(
    "Which cases should a person see?",
    "Referring needs a model's scores: a file with the truth and a column of numbers for each model.",
)
frame.need_model(data)
frame.need_scores(data)
table, prevalence = data.model.table, data.positives / data.total
top = st.container()
left, right = st.columns([5, 4], gap="medium")
with left:
    picture = st.container()
    way, controls = referring.way(), st.container()
    offered = [one for one, row in MEASURES.items() if row.judges and not row.grows]
    key = frame.measures("refer", offered, ["ACC"], most=1)[0]
    row = measure(key)
with controls:
    try:
        share = referring.share() if way == "share" else None
        price = referring.price(data) if way == "cost" else None
        band = referring.band(table, key, share) if price is None else referring.by_cost(table, price)
    except InputError as problem:
        with top:
            frame.answer("This cannot be used yet.", sentence(problem), data)
        frame.end()
alone = referring.alone(table, key, price)
sure = referring.sure(table, key, share) if price is None else referring.sure_by_cost(table, price)
found, risk = referring.coverage(table, "ERR" if key == "ACC" else key), referring.coverage(table, "ERR")
with top:
    frame.answer(*referring.answer(row, band, alone, sure, price, data.positive), data)
with left:
    st.markdown(words.cells(band, data.positive, data.negative))
with picture:
    drawn = figures.band_figure(table, band, data.positive, data.negative, frame.theme())
    frame.chart(drawn, figures.band_alt(band), "refer_chart")
with right:
    frame.chart(
        figures.coverage_figure(found, band.cells.share, frame.theme()), figures.coverage_alt(found), "coverage_chart"
    )
    said = words.worth_knowing(row, band, alone, share or 0.0, sure, referring.coverage(table, key), risk)
    frame.worth_knowing([*referring.theory(price), *said], literal(data.chosen) if len(data.models) > 1 else "")

frame.table(words.table(band, alone, row), "refer", "All measures as a table")
frame.table(words.coverage(found), "coverage", "Risk and coverage as a table")
frame.computed(words.computed(row, prevalence, separation.SEED))
frame.notes(data)
