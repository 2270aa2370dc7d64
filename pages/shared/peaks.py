"""Which measures can mislead a search for their best threshold, with an example."""

from collections.abc import Sequence

import streamlit as st

from ddcore.figures import thresholds as figures
from ddcore.report import thresholds as words
from ddcore.scores.best_thresholds import BestThreshold
from pages.shared import frame


def tell(found: Sequence[BestThreshold]) -> None:
    """Folded: why there can be several peaks, the example's chart and points, and how each measure runs."""
    with st.expander("Which measures can mislead a search"):
        st.markdown(words.peaks_told())
        frame.chart(figures.example_figure(frame.theme()), figures.EXAMPLE_ALT, "example_chart")
        made = frame.csv(words.two_peaks())
        st.download_button(
            "Download the example as CSV", made, "two_peaks.csv", "text/csv", key="example_csv", on_click="ignore"
        )
        st.dataframe(words.classes(found), hide_index=True, alt="How each measure runs over the threshold")
