"""What does a mistake cost, and where is the line then?"""

import streamlit as st

from ddcore.answers.words import literal, sentence
from ddcore.decisions.cost_curves import h_measure
from ddcore.errors import InputError
from ddcore.report import costs as words
from pages.shared import costing, frame, separation

data = frame.opened(
    "What does a mistake cost, and where is the line then?",
    "Costs need a model's scores: a file with the truth and a column of numbers for each model.",
)
frame.need_model(data)
frame.need_scores(data)
table = data.model.table
top = st.container()
left, right = st.columns([5, 3], gap="medium")
with left:
    picture, controls = st.container(), st.container()
    kind = costing.kind()
with controls:
    try:
        chosen = costing.choose(data)
        found = costing.lines(data, chosen)
    except InputError as problem:
        with top:
            frame.answer("These costs cannot be used yet.", sentence(problem), data)
        frame.end()
with left:
    frame.slider()
with right:
    st.subheader("Where the line may be", anchor=False)
    span = words.shown_span(chosen.span, found["best"].value, found.constant.value)
    sure = costing.sure(data, chosen)
    unseen = costing.unseen(data, chosen, found, sure)
    st.markdown(words.places(found, chosen.utility, chosen.sign, span, unseen))
share = data.positives / data.total
with top:
    frame.answer(
        words.answer(chosen.utility, found, chosen.by_case),
        words.reason(chosen.utility, found, sure, chosen.sign, span, chosen.by_case is not None),
        data,
    )
with picture:
    frame.chart(*costing.picture(kind, data, chosen, found, span, frame.theme()), "costs_chart")
with right:
    h = separation.kept(table, ("h",), lambda: h_measure(table))
    curve = costing.curves(data, "decision") if 0 < share < 1 else None
    ahead = costing.ahead(data, chosen, found, sure)
    said = words.worth_knowing(found, chosen.utility, chosen.sign, span, share, h, curve, ahead)
    frame.worth_knowing([*said, *costing.by_amount(data, chosen)], literal(data.chosen) if len(data.models) > 1 else "")

frame.table(words.table(found, sure, chosen.sign, unseen), "costs", "All lines as a table")
frame.large_table(*costing.points(kind, data, chosen, found), kind, "Every point of the chart as a table")
frame.computed(words.computed(chosen.utility, share, chosen.by_case is not None))
frame.notes(data)
