"""The threshold of each model: kept with the data, moved by one slider, in the sidebar or beside a chart."""

import streamlit as st

from ddcore.data import Model
from ddcore.read import Predictions
from pages.session import link

BESIDE = "threshold_beside"
"""Whether the page itself draws the slider, beside its chart."""
SLIDER = "threshold_slider"
"""Between which scores the model looked at can be cut, and under which name that is kept; None where it cannot."""


def cut(source: str, name: str, predictions: Predictions) -> float | None:
    """The threshold of the model looked at; its slider stands in the sidebar unless the page draws it."""
    model = predictions.models[name]
    limits = _limits(model)
    if limits is None or model.threshold is None:
        st.session_state[SLIDER] = None
        return model.threshold
    low, high = limits
    kept = _kept(source, name, predictions)
    link.start(kept, "threshold", min(max(model.threshold, low), high), link.between(low, high, "threshold"))
    st.session_state[SLIDER] = kept, low, high
    if not st.session_state.get(BESIDE):
        slider()
    threshold: float = st.session_state[kept]
    return threshold


def slider() -> None:
    """The slider, where the model looked at has scores."""
    if st.session_state.get(SLIDER) is None:
        return
    kept, low, high = st.session_state[SLIDER]
    # Beside a chart or in the sidebar, the slider is another widget; what it sets has a name of its own.
    key = f"data_{kept}_beside" if st.session_state.get(BESIDE) else f"data_{kept}"

    def moved() -> None:
        # Called too where another file was dropped and this slider is gone.
        if key in st.session_state:
            st.session_state[kept] = st.session_state[key]

    link.put(key, st.session_state[kept])
    st.slider(
        "Threshold: positive when score ≥",
        low,
        high,
        step=(high - low) / 200,
        key=key,
        format="%.3g",
        help="From this score on a case is called positive.",
        on_change=moved,
    )


def models(source: str, predictions: Predictions) -> dict[str, Model]:
    """Every model at the threshold that somebody gave it, looked at or not."""
    models = {}
    for name, model in predictions.models.items():
        chosen = st.session_state.get(_kept(source, name, predictions))
        models[name] = model if chosen is None or chosen == model.threshold else model.cut(chosen)
    return models


def _limits(model: Model) -> tuple[float, float] | None:
    """Between which scores a threshold can be moved, None where it cannot."""
    if model.table is None:
        return None
    low, high = float(model.table.score[0]), float(model.table.score[-1])
    if low >= 0 and high <= 1:
        return 0.0, 1.0
    return (low, high) if low < high else None


def _kept(source: str, name: str, predictions: Predictions) -> str:
    """The key under which the threshold of a model is kept; that of a single model has the name of its column."""
    own = name if len(predictions.models) > 1 else ",".join(predictions.roles["score"])
    return f"threshold_{source}_{own}_{predictions.positive}"
