"""The tour for first-time visitors: the line that offers it, and the link that starts it again; `tour.js` shows it."""

import streamlit as st

OFFER = (
    '<section class="tour_offer" aria-label="Tour"><div><p>New here? Four stops, one minute.</p>'
    '<button type="button" value="show">Show me</button><button type="button" value="no">No thanks</button></div>'
    '<p class="tour_told" tabindex="-1">You find the tour again on the page “All questions”.</p></section>'
)
NO_OFFER = "<span hidden></span>"


def offer(*, here: bool) -> None:
    """The line that offers the tour, which the style hides from whoever has been asked.

    There is an element where nothing is offered, too: else all below it would be drawn anew once there is an answer.
    """
    st.html(OFFER if here else NO_OFFER)


def again() -> None:
    """A link that starts the tour, on the first page or at the verdict."""
    with st.container(key="tour_again"):
        st.page_link("start/verdict.py", label="Take the tour: four stops, one minute", icon=":material/tour:")
