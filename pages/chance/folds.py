"""How steady is the score?"""

import streamlit as st

from ddcore.chance.folds import RESAMPLES
from ddcore.figures.folds import folds_alt, folds_figure, spread_alt, spread_figure
from ddcore.measures import MEASURES
from ddcore.report import folds as words
from ddcore.report.words import literal
from pages.shared import core, frame, guesser, link

SEED = 1

data = frame.opened(
    "How steady is the score?",
    "Whether a score holds on other data shows in parts of these: a model's scores are needed, best with folds.",
)
frame.need_model(data)
frame.need_scores(data)
top = st.container()
left, right = st.columns([5, 3], gap="medium")
kinds = {"folds": f"{len(data.model.folds)} folds"} if len(data.model.folds) > 1 else {}
kinds["resamples"] = f"{RESAMPLES} resamples"
with left:
    picture = st.container()
    key = frame.measures("folds", [key for key, row in MEASURES.items() if row.judges], ["F1"], most=1)[0]
    guess = guesser.choose()
    link.start("folds_parts", "parts", next(iter(kinds)), link.one_of(kinds, "parts"))
    parts = st.segmented_control(
        "Parts of the data",
        list(kinds),
        format_func=kinds.__getitem__,
        key="folds_parts",
        required=True,
        persist_state="session",
        help="Folds are a column of the file, chosen under Columns. Resamples draw as many cases again and again, "
        "within each class.",
    )
    link.say(parts=parts if parts != next(iter(kinds)) else None)

found = core.folds(data.model, key, guess, parts, SEED)
with top:
    frame.answer(words.answer(found, parts), words.reason(found, parts, guess), data)
with picture:
    frame.chart(folds_figure(found, frame.theme()), folds_alt(found), "folds_chart")
with right:
    frame.chart(spread_figure(found, frame.theme()), spread_alt(found), "spread_chart")
    frame.worth_knowing(words.worth_knowing(found, parts, data.model.threshold), literal(data.chosen))

frame.table(words.table(found), "folds", "Every part as a table")
frame.computed(words.computed(found, guess, SEED if parts == "resamples" else None))
frame.notes(data)
