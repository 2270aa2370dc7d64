"""The selected model, and the threshold of each: kept with the data, moved by one slider, in the sidebar or a page."""

import math
from dataclasses import dataclass
from decimal import ROUND_FLOOR, Context

import streamlit as st

from ddcore.answers.base.words import literal
from ddcore.data import Model
from ddcore.errors import InputError
from ddcore.figures.names import shortened
from ddcore.formats import number
from ddcore.read import Predictions
from ddcore.records.threshold import RULES, cut_of, rule_of, under
from pages.session import link
from pages.session.choices import Choice, between, named_or_placed, one_of
from pages.session.view import view

LETTERS = 26
"""Of a name for which the list has room."""
SELECTED = "data_model"
"""The `Choice` of the selected model."""


def places(file: Predictions) -> list[str]:
    """The names of the models of a file, each in its place; empty where one was left out on the card."""
    return [model.name for model in file.listed]


def selected_model(source: str, placed: list[str], default: str, *, named: bool = True) -> str:
    """The selected model, `default` until a list chooses one of several; in a link it is `named`, or placed."""
    names = [name for name in placed if name]
    read, write = named_or_placed(placed, "model", named=named)
    chosen = Choice(f"data_model_{source}", "model", default, read, source, write, keep_default=True)
    if len(names) == 1:
        return str(chosen.value)
    st.session_state[SELECTED] = chosen
    name: str = chosen.put()
    st.selectbox(
        "Model",
        names,
        format_func=shortened(names, LETTERS).__getitem__,
        key=chosen.key,
        help="The model that all pages are about. Pages with several models name it first.",
        on_change=chosen.take,
    )
    return name


def select(name: str) -> None:
    """Select another model, on every page."""
    st.session_state[SELECTED].choose(name)


PLACE = "threshold_place"
"""Where the slider stands: in the sidebar, on the page beside its chart, or nowhere, as nothing there depends on it."""
SLIDER = "threshold_slider"
"""The `Cut` of the selected model; None where it has none."""
OF = "threshold_of"
"""The name of the selected model as a label has it, where there are several."""

SIGNS = {">=": "≥", ">": ">"}
"""The signs of the rules."""

ROUNDED_DOWN = Context(prec=6, rounding=ROUND_FLOOR)

Cuts = tuple[float | None, ...]
"""The threshold of each model in the order of the file, None where it is not set."""


@dataclass(frozen=True)
class Cut:
    """The threshold of the selected model, the one at a place among others, and between which scores it can be moved.

    Streamlit keeps what a widget calls for as long as the session: it holds nothing of a file.
    """

    owner: str
    place: int
    others: Cuts
    rule: Choice
    now: float
    default: float
    low: float
    high: float

    def put(self, threshold: float) -> None:
        """Set it."""
        chosen = None if threshold == self.default else threshold
        cuts = (*self.others[: self.place], chosen, *self.others[self.place + 1 :])
        view().put("threshold", _written(cuts) or None, self.owner)

    @property
    def key(self) -> str:
        """The key of the slider: beside a chart it is another widget than in the sidebar."""
        beside = "_beside" if st.session_state.get(PLACE) == "page" else ""
        return f"data_threshold_{self.owner}_{self.place + 1}{beside}"

    def take(self) -> None:
        """The slider was moved; called too where another file was dropped and it is gone."""
        if self.key in st.session_state:
            self.put(st.session_state[self.key])


def at_thresholds(source: str, selected: str, predictions: Predictions) -> dict[str, Model]:
    """Every model at its threshold; the slider of the selected one stands in the sidebar unless the page draws it."""
    positive = list(predictions.truth_values).index(predictions.positive)
    names, owner = places(predictions), f"{source} {1 + positive}"
    place = names.index(selected)
    cuts = _cuts(predictions, place, owner)
    defaults = {name: _default(model) for name, model in predictions.models.items()}
    chosen = {name: cut for name, cut in zip(names, cuts, strict=True) if cut is not None}
    rule = Choice(f"data_rule_{owner}", "rule", rule_of(defaults[selected]), one_of(RULES, "rule"), owner)
    now = {name: _now(chosen.get(name), threshold, rule.chosen) for name, threshold in defaults.items()}
    limits, shown, unset = _limits(predictions.models[selected]), now[selected], defaults[selected]
    if limits is not None and shown is not None and unset is not None:
        short = shortened(predictions.models, LETTERS)
        st.session_state[OF] = short[selected] if len(short) > 1 else ""
        st.session_state[SLIDER] = Cut(owner, place, cuts, rule, cut_of(shown), cut_of(unset), *limits)
        place = st.session_state.get(PLACE, "sidebar")
        if place == "sidebar":
            slider()
        if place != "nowhere":
            _rule(rule)
    return {
        name: model if now[name] == model.threshold else model.cut(now[name])
        for name, model in predictions.models.items()
    }


def slider() -> None:
    """The slider, where the selected model has scores; of several models it names the selected one."""
    cut: Cut | None = st.session_state.get(SLIDER)
    if cut is None:
        return
    link.put(cut.key, cut.now)
    st.slider(
        f"Threshold{_of_model()}: positive at scores\u00a0{SIGNS[cut.rule.value]}",
        cut.low,
        cut.high,
        step=(cut.high - cut.low) / 200,
        key=cut.key,
        format="%.3g",
        help="Cases with this score or a higher one are predicted positive; with the rule > only cases above it.",
        on_change=cut.take,
    )


def _of_model() -> str:
    """The selected model in the label of a control, where there are several."""
    name = st.session_state[OF]
    return f" of {literal(name)}" if name else ""


def _rule(rule: Choice) -> None:
    """Whether a case at the threshold is predicted positive, in the sidebar wherever the slider stands."""
    rule.put()
    st.segmented_control(
        "A score at the threshold is",
        RULES,
        key=rule.key,
        format_func=lambda sign: {">=": "positive (≥)"}.get(sign, "negative (>)"),
        required=True,
        help="Whether a case whose score equals the threshold is predicted positive (≥) or negative (>).",
        on_change=rule.take,
    )


def put_threshold(threshold: float) -> None:
    """Set the threshold of the selected model, from which on scores are predicted positive.

    It is rounded down to the digits that a link has, so that the score it stands for stays positive.
    """
    cut: Cut | None = st.session_state.get(SLIDER)
    if cut is not None:
        cut.put(min(max(float(ROUNDED_DOWN.create_decimal(str(float(threshold)))), cut.low), cut.high))
        cut.rule.choose(RULES[0])


def use_threshold(threshold: float) -> None:
    """A button that sets a threshold of the selected model; nothing for one that is set, or that is out of reach."""
    cut: Cut | None = st.session_state.get(SLIDER)
    if cut is None or not cut.low <= threshold <= cut.high or number(threshold) == number(cut.now):
        return
    st.button(
        f"Use the threshold {number(threshold)}",
        key="use_threshold",
        on_click=put_threshold,
        args=(threshold,),
        help="It becomes the threshold of the selected model, on every page.",
    )


def _now(chosen: float | None, default: float | None, rule: str | None) -> float | None:
    """The threshold of a model: the one that was set, or its own; under the rule that was set, or its own."""
    if default is None:
        return None
    return under(rule or rule_of(default), cut_of(default) if chosen is None else chosen)


def _cuts(predictions: Predictions, place: int, owner: str) -> Cuts:
    """What was set for each model; a link may say that of the selected model alone."""
    models = [predictions.models.get(name) for name in places(predictions)]

    def read(text: str) -> Cuts:
        parts = text.split(",")
        if len(parts) == 1:
            parts = [text if other == place else "" for other in range(len(models))]
        if len(parts) != len(models):
            raise InputError(
                f'threshold must be one number, or {len(models)} numbers separated by commas, got "{text:.40}"'
            )
        return tuple(_number(model, part) for model, part in zip(models, parts, strict=True))

    chosen: Cuts | None = Choice("", "threshold", None, read, owner, _written).chosen
    return chosen or (None,) * len(models)


def _written(cuts: Cuts) -> str:
    """Thresholds as a link has them, empty where none was set."""
    text = ",".join("" if cut is None else f"{cut:.15g}" for cut in cuts)
    return text if text.strip(",") else ""


def _number(model: Model | None, text: str) -> float | None:
    """A threshold of a model, as it is written; that of a model that was left out waits for it."""
    if not text.strip():
        return None
    low, high = (_limits(model) if model else None) or (-math.inf, math.inf)
    return between(low, high, "threshold")(text)


def _default(model: Model) -> float | None:
    """The threshold until somebody sets one, where the slider can show it."""
    limits = _limits(model)
    if limits is None or model.threshold is None:
        return model.threshold
    return min(max(model.threshold, limits[0]), limits[1])


def _limits(model: Model) -> tuple[float, float] | None:
    """Between which scores a threshold can be moved, None where it cannot."""
    if model.table is None:
        return None
    low, high = float(model.table.score[0]), float(model.table.score[-1])
    if low >= 0 and high <= 1:
        return 0.0, 1.0
    return (low, high) if low < high else None
