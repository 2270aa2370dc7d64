"""The choice of a share of positive cases."""

import streamlit as st

from pages.session import link


def asked(page: str, usual: float, label: str, told: str) -> float:
    """A share of positive cases to look at: the usual one until somebody moves it, and only then in the link."""
    key, moved = f"{page}_share", f"{page}_moved"

    def move() -> None:
        st.session_state[moved] = True

    usual = min(max(round(usual, 3), 0.001), 0.999)
    link.start(key, "prevalence", usual, link.between(0.001, 0.999, "prevalence"))
    if moved not in st.session_state:
        if link.asks_for("prevalence") and st.session_state[key] != usual:
            move()
        else:
            st.session_state[key] = usual
    share = st.slider(
        label, 0.001, 0.999, step=0.001, key=key, format="%.3f", persist_state="session", on_change=move, help=told
    )
    link.say(prevalence=f"{share:g}" if moved in st.session_state else None)
    return share
