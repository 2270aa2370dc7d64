"""How far beyond chance, on one scale?"""

import streamlit as st

from ddcore.answers.words import literal
from ddcore.figures.scales import scales_alt, scales_figure
from ddcore.measures import MEASURES
from ddcore.report import scales as words
from pages.session import link
from pages.shared import core, frame, guesser

data = frame.opened(
    "How far beyond chance, on one scale?",
    "Scores are compared with chance once there is a model: its predictions, or its four counts.",
)
frame.need_model(data)
top = st.container()
left, right = st.columns([5, 3], gap="medium")
with left:
    picture = st.container()
    keys = frame.measures("rescaled", list(MEASURES), core.HEADLINES)
    guess = guesser.choose()
    link.start("rescaled_prevalence", "prevalence", 0.5, link.between(0.01, 0.99, "prevalence"))
    prevalence = st.slider(
        "Balanced means a share of positive cases of",
        0.01,
        0.99,
        step=0.01,
        key="rescaled_prevalence",
        persist_state="session",
        help="The last column shows what the score would be if so many cases were positive, at the same recall and "
        "specificity.",
    )
    link.say(prevalence=f"{prevalence:g}" if prevalence != 0.5 else None)

rows = core.scales(data.models, keys, guess, prevalence)
chosen = [one for row in rows for one in row if one.model == data.chosen]
with top:
    frame.answer(words.answer(chosen), words.reason(guess), data)
with picture:
    drawn = [row[:10] for row in rows]
    frame.chart(scales_figure(drawn, frame.theme()), scales_alt(drawn), "rescaled_chart")
with right:
    about = literal(data.chosen) if len(data.models) > 1 else ""
    frame.worth_knowing(words.worth_knowing(chosen, guess, prevalence, data.positives / data.total), about)

frame.table(words.table(rows), "rescaled", "All scales as a table")
frame.computed(words.computed(chosen[0], guess, prevalence))
frame.notes(data)
