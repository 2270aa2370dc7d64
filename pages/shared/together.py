"""Which models are read together, how, and where the line is drawn; results kept with the scores they belong to."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import partial

import numpy as np
import streamlit as st
from numpy.typing import NDArray

from ddcore.answers.words import literal, subject
from ddcore.counts import Counts
from ddcore.data import Data
from ddcore.errors import InputError
from ddcore.figures import ensemble as figures
from ddcore.figures.ensemble import Dots, Lines
from ddcore.scores import ensemble
from ddcore.scores import together as ways
from ddcore.scores.curves import Curve, curve
from ddcore.scores.ensemble import Regions
from ddcore.scores.joint import JOINT_METHODS
from ddcore.scores.kernel import BANDWIDTHS
from ddcore.scores.together import Together, Way, called
from ddcore.table import ScoreTable
from pages.session import link
from pages.shared import frame, reading, separation

MOST = 8
"""Models that are read together at most."""
SHOWN = 400
"""Cases of each class that are drawn."""


@dataclass(frozen=True, eq=False)
class Choice:
    """What was chosen: models, scores, truth and weights of the cases that all have, and the arguments of a fit."""

    names: tuple[str, ...]
    scores: NDArray[np.float64]
    positive: NDArray[np.bool_]
    weight: NDArray[np.float64] | None
    left_out: int
    method: str
    bandwidth: str
    folds: int
    seed: int


def need_two(data: Data) -> None:
    """Without two models that scored the same cases the page says what it needs, and ends here."""
    if data.joint is not None and data.chosen in data.joint.score:
        return
    scored = [name for name, model in data.models.items() if model.table is not None]
    if len(scored) < 2:
        if not scored:
            why = "Here no model has scores."
        else:
            why = f"Here only {literal(scored[0])} has scores." if len(data.models) > 1 else "Here is only one model."
    elif data.joint is None:
        why = "Here each model has rows of its own, so that they cannot be paired."
    else:
        why = f"{subject(data.chosen)} has no scores; look at another model."
    frame.answer(
        "It takes two models to be better together.",
        f"{why} Choose a sample with two models, or a file with the truth and a column of scores for each model.",
        data,
    )
    frame.offer_sample()
    frame.end()


def choose(data: Data) -> Choice:
    """In the link as joint=, bandwidth=, folds= and deal=; which models are read is not, as a file names them."""
    offered = [data.chosen, *(name for name in data.joint.score if name != data.chosen)]
    names = offered[:2]
    with st.popover("How they are read"):
        if len(offered) > 2:
            kept = [name for name in st.session_state.get("ensemble_models", []) if name in offered]
            st.session_state["ensemble_models"] = kept or names
            names = st.multiselect(
                "Models", offered, key="ensemble_models", max_selections=MOST, persist_state="session",
                help="Two can be read in any way; three or more by the methods that suppose a shape.",
            )  # fmt: skip
        method = reading.one(
            "joint", "Method", {key: row.title for key, row in JOINT_METHODS.items()}, "kde", HELP, "ensemble_method"
        )
        bandwidth = "normal"
        if method == "kde":
            titles = {key: title for key, (title, _) in BANDWIDTHS.items()}
            bandwidth = reading.one(
                "bandwidth", "Bandwidth", titles, "normal", reading.BANDWIDTH_HELP, "ensemble_bandwidth"
            )
        numbers = reading.numbers("ensemble")
    columns = np.stack([data.joint.score[name] for name in names or offered], axis=1)
    known, weight = np.isfinite(columns).all(axis=1), data.joint.weight
    left_out = int((~known).sum())
    if weight is not None:
        known &= weight > 0
    return Choice(
        tuple(names),
        columns[known],
        data.joint.positive[known],
        None if weight is None else weight[known],
        left_out,
        method,
        bandwidth,
        numbers["folds"],
        numbers["deal"],
    )


HELP = "How both scores are read at once: " + "; ".join(f"{row.title}: {row.words}" for row in JOINT_METHODS.values())


def share(data: Data) -> float:
    """The share of cases called positive; in the link as called=."""
    usual = min(max(round(data.positives / data.total, 2), 0.01), 0.99)
    # Other data have another usual share, which a share that nobody moved follows.
    key = f"ensemble_called_{usual:g}"
    link.start(key, "called", usual, link.between(0.01, 0.99, "called"))
    chosen = st.slider(
        "Share of cases called positive", 0.01, 0.99, step=0.01, key=key, format="percent",
        persist_state="session",
        help="Every way then calls as many cases positive, the ones it scores highest.",
    )  # fmt: skip
    link.say(called=f"{chosen:g}" if chosen != usual else None)
    return chosen


def found(data: Data, choice: Choice) -> Together:
    """Every way to score the cases; raises `InputError` where they cannot be read together."""
    if len(choice.names) < 2:
        raise InputError(f"choose two models or more to be read together, got {len(choice.names)}")
    what = ("together", choice.names, choice.method, choice.bandwidth, choice.folds, choice.seed)

    make = partial(
        ways.together,
        choice.scores,
        choice.positive,
        choice.method,
        positive=True,
        bandwidth=choice.bandwidth,
        names=choice.names,
        weight=choice.weight,
        folds=choice.folds,
        rng=np.random.default_rng(choice.seed),
    )
    return separation.kept(data.model.table, what, make, len(choice.scores), large=True)


def regions(data: Data, choice: Choice, whole: Together) -> Regions:
    """The plane of two scores."""
    return separation.kept(
        data.model.table, ("regions", whole), lambda: ensemble.regions(whole.ensemble, choice.scores)
    )


def lines(choice: Choice, whole: Together, part: float) -> Lines:
    """Where the line is at a share of cases called positive, on the cases at hand."""
    true = choice.positive
    alone = [called(way.table, part).threshold for way in whole.of("alone")]
    return Lines(called(ScoreTable.of(whole.score, true, True, choice.weight), part).threshold, (alone[0], alone[1]))


def calls(whole: Together, part: float) -> list[tuple[Way, Counts]]:
    """What each model alone and all together call positive at a share."""
    ways = [*whole.of("alone"), whole.whole]
    return [(way, called(way.table, part).counts) for way in ways]


def picture(data: Data, choice: Choice, whole: Together, part: float) -> None:
    """The plane of two scores; more have none."""
    if len(choice.names) != 2:
        st.subheader("1 What each finds", anchor=False)
        return
    st.subheader("1 Where both together say positive", anchor=False)
    plane, drawn = regions(data, choice, whole), lines(choice, whole, part)
    classes, shown = (data.positive, data.negative), dots(data, choice)
    figure = figures.plane_figure(plane, drawn, shown, choice.names, classes, frame.theme())
    frame.chart(figure, figures.plane_alt(plane, drawn, choice.names), "plane_chart")
    if len(choice.positive) > shown.positive.size:
        st.caption(
            f"Up to {SHOWN} cases of each class are drawn, so their dots do not show how frequent each class is."
        )


def dots(data: Data, choice: Choice) -> Dots:
    """Some cases of each class, the same ones at every look."""

    def make() -> Dots:
        rng = np.random.default_rng(separation.SEED)
        kept = [
            rng.choice(cases, min(SHOWN, cases.size), replace=False)
            for cases in (np.flatnonzero(choice.positive), np.flatnonzero(~choice.positive))
        ]
        both = np.concatenate(kept)
        return Dots(choice.scores[both], choice.positive[both])

    return separation.kept(data.model.table, ("dots", choice.names), make)


def every_point(whole: Together, kind: str) -> Mapping[str, Curve]:
    """The same curves with every point, the mixtures too."""
    return {way.title: curve(way.table, kind) for way in whole.ways}


def curves(data: Data, whole: Together, kind: str) -> tuple[Mapping[str, Curve], Mapping[str, str]]:
    """One kind of curve of every way but the mixtures, thinned, and of what kind each way is."""
    drawn = [way for way in whole.ways if way.kind != "mixed"]

    def make() -> dict[str, Curve]:
        return {way.title: curve(way.table, kind).thin() for way in drawn}

    made = separation.kept(data.model.table, ("ways", whole, kind), make)
    return made, {way.title: way.kind for way in drawn}
