"""Results about scores for the pages, kept with the table they belong to, in the visitor's own session."""

from collections.abc import Callable
from typing import Any
from weakref import WeakKeyDictionary

import numpy as np
import streamlit as st

from ddcore.data import Data
from ddcore.decisions.decision_rules import cross_fitted as cross_read_of
from ddcore.errors import InputError
from ddcore.kept import Kept
from ddcore.scores.likelihood import BEST, fit
from ddcore.scores.ratio import Likelihood
from ddcore.scores.resampling import Resamples
from ddcore.scores.trace import Trace, over_threshold
from ddcore.table import ScoreTable

KEPT = "separation_kept"
MOST = 24
"""Results kept with one table; that not asked for longest goes first."""
MODELS = 10
"""Models in one chart."""
SEED = 1
"""Of the resamples, so that everybody sees the same."""


def kept(
    table: ScoreTable, what: tuple[Any, ...], make: Callable[[], Any], cases: int = 0, *, large: bool = False
) -> Any:
    """A result that was made before for this table in this session, or is made now; it goes when the table goes."""
    known = st.session_state.setdefault(KEPT, WeakKeyDictionary())
    return known.setdefault(table, Kept(MOST)).get(what, make, cases=cases, large=large)


def forget(table: ScoreTable) -> None:
    """Nothing stays of what was made for a table; a result that holds the table would keep both for ever."""
    st.session_state.get(KEPT, {}).pop(table, None)


def tables(data: Data) -> dict[str, ScoreTable]:
    """The scores of the models, the one looked at first."""
    ordered = {data.chosen: data.model, **data.models}
    return {name: model.table for name, model in list(ordered.items())[:MODELS] if model.table is not None}


def traces(data: Data, key: str) -> dict[str, Trace]:
    """A measure over the threshold for each model, thinned."""
    return {
        name: kept(table, ("trace", key), lambda table=table: over_threshold(table, key).thin())
        for name, table in tables(data).items()
    }


def resamples(table: ScoreTable) -> Resamples | None:
    """Resamples of the cases; None for weighted cases of which nothing but the sums is known."""
    if table.weighted and table.squares is None:
        return None
    return kept(table, ("resamples",), lambda: Resamples.of(table, rng=np.random.default_rng(SEED)))


def reading(table: ScoreTable) -> Likelihood | None:
    """The scores as evidence, by the best reading on unseen cases; None where they cannot be read."""

    def make() -> Likelihood | None:
        try:
            return fit(table, BEST)
        except InputError:
            return None

    return kept(table, ("reading",), make)


def cross_read(table: ScoreTable) -> tuple[ScoreTable, ...]:
    """The cases read as evidence by others."""
    rng = np.random.default_rng(SEED)
    return kept(table, ("cross-read",), lambda: cross_read_of(table, rng=rng), table.score.size)
