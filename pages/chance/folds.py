"""How steady is the score?"""

import streamlit as st

from ddcore.answers.words import literal
from ddcore.figures.folds import folds_alt, folds_figure, spread_alt, spread_figure
from ddcore.measures import MEASURES
from ddcore.report import folds as words
from pages.shared import core, frame, guesser, parts

data = frame.opened(
    "How steady is the score?",
    "Whether a score holds on other data shows in parts of these: a model's scores are needed, best with folds.",
)
frame.need_model(data)
frame.need_scores(data)
top = st.container()
left, right = st.columns([5, 3], gap="medium")
with left:
    picture = st.container()
    key = frame.measures("folds", [key for key, row in MEASURES.items() if row.judges], ["F1"], most=1)[0]
    guess = guesser.choose(data)
    resamples = parts.choose(data.model)

kind = "folds" if resamples is None else "resamples"
found = core.folds(data.model, key, guess, resamples)
with top:
    frame.answer(words.answer(found, kind), words.reason(found, kind, guess), data)
with picture:
    frame.chart(folds_figure(found, frame.theme()), folds_alt(found), "folds_chart")
with right:
    frame.chart(spread_figure(found, frame.theme()), spread_alt(found), "spread_chart")
    frame.worth_knowing(words.worth_knowing(found, kind, data.model.threshold), literal(data.chosen))

frame.table(words.table(found), "folds", "Every part as a table")
frame.computed(words.computed(found, guess, core.SEED if kind == "resamples" else None))
frame.notes(data)
