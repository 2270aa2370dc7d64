"""The choice of parts of the data: the folds of the file, or resamples."""

import streamlit as st

from ddcore.chance.folds import RESAMPLES
from ddcore.read import Model
from pages.session import link

CHOICES = (50, 100, 200, 500, 1000)


def choose(model: Model) -> int | None:
    """How many resamples to draw, None for the folds of the file; in the link as parts= and resamples=."""
    if len(model.folds) > 1:
        kinds = {"folds": f"{len(model.folds)} folds", "resamples": "Resamples"}
        link.start("folds_parts", "parts", "folds", link.one_of(kinds, "parts"))
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
        link.say(parts=parts if parts != "folds" else None)
        if parts == "folds":
            return None
    else:
        link.start("folds_none", "parts", "resamples", link.one_of(["resamples"], "parts"))
    link.start("folds_resamples", "resamples", RESAMPLES, link.number_of(CHOICES, "resamples"))
    resamples = st.select_slider(
        "How many resamples",
        CHOICES,
        key="folds_resamples",
        persist_state="session",
        help="More of them make the spread smoother; the cutoff hardly moves.",
    )
    link.say(resamples=resamples if resamples != RESAMPLES else None)
    return resamples
