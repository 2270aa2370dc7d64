"""The choice of a sample: predictions that ship with the program, stories told in counts, and simulated scores."""

from dataclasses import replace

import streamlit as st

from ddcore.answers.base.question import QUESTIONS
from ddcore.answers.verdict import best_model
from ddcore.data import Data
from ddcore.front import data_from_story, of_sample
from ddcore.front import drawn as drawn_from
from ddcore.samples.applicants import Applicants
from ddcore.samples.offered import OFFERED, Own, Simulated, sizes
from ddcore.samples.stories import Story
from pages.data import own_book, own_law
from pages.data.choice import Unclear, kind, typed
from pages.data.files import predictions
from pages.data.model import selected_model
from pages.session.settings import Setting, one_of, whole
from pages.session.view import view


def setting() -> Setting:
    """Which sample is shown: the one that suits the page, until somebody chooses one."""
    page = view().page
    suits = QUESTIONS[page if page in QUESTIONS else "verdict"].sample
    return Setting("data_sample", "sample", suits, one_of(OFFERED, "sample"), keep_usual=True)


def show(key: str) -> None:
    """Somebody chose a sample."""
    kind().choose("Sample")
    setting().choose(key)


def choose() -> Data | Unclear:
    """The sample that is chosen, or the one that suits the page."""
    chosen = setting()
    if kind().chosen == "Sample" and chosen.chosen is None:
        chosen.choose(chosen.usual)
    unasked = chosen.chosen is None
    key = chosen.put()
    view().are(key, suited=key if unasked else "")
    st.selectbox(
        "Sample",
        list(OFFERED),
        format_func=lambda name: OFFERED[name].title,
        key=chosen.key,
        help="Real predictions that ship with the program, stories told in counts, and simulated scores whose truth is "
        "known.",
        on_change=chosen.take,
    )
    sample = OFFERED[key]
    st.caption(f"{sample.description} Source: {sample.source}.")
    if not unasked:
        view().data = {"sample": key}
    if isinstance(sample, Own):
        return _simulated(own_law.choose(key))
    if isinstance(sample, Simulated):
        return _simulated(sample)
    if isinstance(sample, Story):
        return _told(sample)
    data = predictions(key, sample.path, sample.path.name, dict(sample.roles))
    return of_sample(data, key) if isinstance(data, Data) else data


def _told(story: Story) -> Data:
    """The counts of a story, its best selected model unless another is chosen."""
    data = typed((story.key,), lambda: data_from_story(story))
    return replace(data, chosen=selected_model(story.key, list(data.models), best_model(data)))


def _simulated(scenario: Simulated) -> Data | Unclear:
    """Scores drawn from a law, their number and seed chosen here; in the link as size= and seed=."""
    limits = {"size": sizes(scenario), "seed": (0, 10**6, 1)}
    labels = {"size": scenario.counted, "seed": "Seed"}
    helps = {
        "size": "More cases come nearer to the exact areas.",
        "seed": "The same seed draws the same cases; another one shows what is luck.",
    }
    drawn = {}
    for name, (low, high, usual) in limits.items():
        chosen = Setting(f"data_{name}", name, usual, whole(low, high, name))
        drawn[name] = chosen.put()
        st.number_input(labels[name], low, high, step=1, key=chosen.key, help=helps[name], on_change=chosen.take)
        if drawn[name] != usual:
            view().data[name] = str(drawn[name])
    if isinstance(scenario, Applicants):
        scenario = own_book.choose(scenario)
    own = scenario.given.values() if isinstance(scenario, Own | Applicants) else ()
    source = " ".join(map(str, (scenario.key, *own, *drawn.values())))
    data = predictions(source, lambda: scenario.draw(**drawn), scenario.title, dict(scenario.roles))
    if not isinstance(data, Data):
        return data
    return drawn_from(data, scenario, **drawn)
