"""The choice of a sample: predictions that ship with the program, stories told in counts, and simulated scores."""

from dataclasses import replace

import streamlit as st

from ddcore.answers.base.question import QUESTIONS
from ddcore.answers.verdict import best_model
from ddcore.data import Data
from ddcore.front import data_from_story, of_sample
from ddcore.front import drawn as drawn_from
from ddcore.samples.applicants import OF_BOOK, Applicants
from ddcore.samples.offered import OFFERED, Own, Simulated, sizes
from ddcore.samples.stories import Story
from pages.data import own_law
from pages.data.files import predictions
from pages.data.model import selected_model
from pages.data.source import Unclear, kind, typed
from pages.session import link
from pages.session.choices import Choice, one_of, whole_number
from pages.session.view import view


def sample_choice() -> Choice:
    """Which sample is shown: the one that suits the page, until somebody chooses one."""
    page = view().page
    suits = QUESTIONS[page if page in QUESTIONS else "verdict"].sample
    return Choice("data_sample", "sample", suits, one_of(OFFERED, "sample"), keep_default=True)


def show(key: str) -> None:
    """Somebody chose a sample."""
    kind().choose("Sample")
    sample_choice().choose(key)


def choose() -> Data | Unclear:
    """The sample that is chosen, or the one that suits the page."""
    chosen = sample_choice()
    if kind().chosen == "Sample" and chosen.chosen is None:
        chosen.choose(chosen.default)
    unasked = chosen.chosen is None
    key = chosen.put()
    view().set_current(key, suited=key if unasked else "")
    st.selectbox(
        "Sample",
        list(OFFERED),
        format_func=lambda name: OFFERED[name].title,
        key=chosen.key,
        help="Real predictions that come with the program, examples given as counts, and simulated scores with known "
        "true values.",
        on_change=chosen.take,
    )
    sample = OFFERED[key]
    st.caption(f"{sample.description} Source: {sample.source}.")
    if not unasked:
        view().data_texts = {"sample": key}
    if isinstance(sample, Own):
        return _simulated(own_law.choose(key))
    if isinstance(sample, Simulated):
        return _simulated(sample)
    if isinstance(sample, Story):
        return _from_story(sample)
    data = predictions(key, sample.path, sample.path.name, dict(sample.roles))
    return of_sample(data, key) if isinstance(data, Data) else data


def _from_story(story: Story) -> Data:
    """The counts of a story; its best model is selected unless another is chosen."""
    data = typed((story.key,), lambda: data_from_story(story))
    return replace(data, chosen=selected_model(story.key, list(data.models), best_model(data)))


def _simulated(scenario: Simulated) -> Data | Unclear:
    """Scores drawn from a law, their number and seed chosen here; in the link as size= and seed=."""
    limits = {"size": sizes(scenario), "seed": (0, 10**6, 1)}
    labels = {"size": scenario.counted, "seed": "Seed"}
    helps = {
        "size": "With more cases the results come closer to the exact ones.",
        "seed": "The same seed draws the same cases. Another seed shows how much varies by chance.",
    }
    drawn = {}
    for name, (low, high, default) in limits.items():
        chosen = Choice(f"data_{name}", name, default, whole_number(low, high, name))
        drawn[name] = chosen.put()
        st.number_input(labels[name], low, high, step=1, key=chosen.key, help=helps[name], on_change=chosen.take)
        if drawn[name] != default:
            view().data_texts[name] = str(drawn[name])
    if isinstance(scenario, Applicants):
        scenario = _own_book(scenario)
    own = scenario.given.values() if isinstance(scenario, Own | Applicants) else ()
    source = " ".join(map(str, (scenario.key, *own, *drawn.values())))
    data = predictions(source, lambda: scenario.draw(**drawn), scenario.title, dict(scenario.roles))
    if not isinstance(data, Data):
        return data
    return drawn_from(data, scenario, **drawn)


def _own_book(sample: Applicants) -> Applicants:
    """The applicants with a book of one's own: how many default, and what the score knows; in the link as book=."""
    setting = Choice("data_book", "book", sample.book, lambda text: sample.of(text).book)
    chosen = sample.of(setting.write(setting.value))
    keys = [f"{setting.key}_{number.name}" for number in OF_BOOK]

    def take() -> None:
        # Called too where another sample was chosen and the boxes are gone.
        if all(key in st.session_state for key in keys):
            setting.choose(tuple(float(st.session_state[key]) for key in keys))

    with st.expander("Your own loan book", expanded=bool(chosen.given)):
        for number, key, value in zip(OF_BOOK, keys, chosen.book, strict=True):
            link.put(key, value)
            st.number_input(
                number.title,
                number.low,
                number.high,
                step=number.step,
                format="%g",
                key=key,
                help=number.description,
                on_change=take,
            )
        st.caption("Set what a default costs on the page “Loan prices”.")
    view().data_texts.update(chosen.given)
    return chosen
