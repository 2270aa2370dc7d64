"""Core results for the pages. What depends on a few numbers alone is kept for everybody; a file's content never is."""

from collections.abc import Sequence

import numpy as np
import streamlit as st

from ddcore.counts import Cells
from ddcore.decisions import ranking
from ddcore.decisions.admissible import Admissibility, admissibility
from ddcore.decisions.ranking import MisrankedByError
from ddcore.measures import MEASURES

SEED = 1
"""Of the resamples, so that everybody sees the same spread."""


RANKED = ("ACC", "F1", "MCC", "BACC", "PPV", "TPR")
"""The measures whose rankings are shown until somebody chooses others."""

SHOWN = 800
"""Points in a chart of pairs or of classifiers."""


@st.cache_resource(show_spinner=False)
def _rankings() -> dict[tuple[object, ...], MisrankedByError]:
    return {}


def ranked(truth: str, pairs: int, errors: Sequence[float], keys: Sequence[str]) -> MisrankedByError:
    """How often each measure, and payoffs with each error, rank a pair wrongly; with its progress on the page."""
    own = [key for key in keys if key not in MEASURES]
    known, wanted = _rankings(), (truth, pairs, tuple(errors), *own)
    if wanted not in known:
        text = f"Drawing {pairs:,} pairs …"
        bar = st.progress(0.0, text=text)
        rows = [key for key, row in MEASURES.items() if row.judges] + own
        found = ranking.misranked_by_error(
            truth,
            errors,
            pairs,
            rng=np.random.default_rng(SEED),
            measures=rows,
            progress=lambda done: bar.progress(done, text=text),
        )
        bar.empty()
        for old in list(known)[: max(0, len(known) - 31)]:
            known.pop(old, None)
        known[wanted] = found
    return known[wanted]


@st.cache_resource(max_entries=64, show_spinner=False)
def forms(keys: tuple[str, ...], prevalence: float) -> dict[str, Admissibility]:
    """Whether each measure ranks as some payoffs do."""
    return {key: admissibility(key, prevalence) for key in keys}


@st.cache_resource(max_entries=64, show_spinner=False)
def drawn(truth: str, prevalence: float) -> tuple[ranking.Pairs, Cells]:
    """Some pairs of classifiers, and some classifiers on one test set, to be looked at."""
    rng = np.random.default_rng(SEED)
    return ranking.draw_pairs(truth, 0.0, SHOWN, rng=rng), ranking.random_tables(prevalence, SHOWN, rng=rng)
