"""Laws of one's own: an example to start from, the law of each class as a text and on sliders, and its picture."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import partial

import streamlit as st

from ddcore.answers.base.words import literal
from ddcore.answers.likelihood.draw import preview_alt as law_alt
from ddcore.answers.likelihood.draw import preview_figure
from ddcore.errors import InputError
from ddcore.figures.theme import CONFIG
from ddcore.samples.offered import OF_LAW, Own, own_law
from ddcore.samples.own_examples import EXAMPLES, example_of
from ddcore.samples.own_law import SHARES, OwnLaw
from ddcore.samples.own_pair import FARTHEST, FIRM, LEAST, NUMBERS, OwnPair
from ddcore.samples.own_pair import written as pair_text
from ddcore.samples.pairs import Law as PairLaw
from ddcore.scores.law import LONGEST, MOST, Law, Part
from ddcore.scores.law_kinds import KINDS, Limit
from pages.frame import show
from pages.session import link
from pages.session.choices import Choice, between
from pages.session.view import view

OWN = "own"
"""What the list of examples says of a law that is none of them."""
HELP = (
    "Up to three parts separated by ; and each with its weight: 0.5\\*normal(0.2,0.05);0.5\\*normal(0.5,0.05). "
    "Kinds: normal(mean, standard deviation), beta(a, b), gamma(shape, scale), exponential(scale), and bins(low end, "
    "high end, shares)."
)


def choose(key: str) -> Own:
    """The law as it is chosen; raises `InputError` where a text cannot be read."""
    defaults = own_law(key, {}).given
    share = Choice("data_law_share", "law_share", defaults["law_share"], between(*SHARES, "law_share"))
    texts = {name: Choice(f"data_{key}_{name}", name, defaults[name], _of_kind(key)) for name in ("law1", "law0")}
    said = {name: setting.value for name, setting in texts.items()} | {"law_share": share.value}
    view().data_texts |= {name: f"{said[name]:g}" if name == "law_share" else said[name] for name in OF_LAW}
    _examples(key, said, {**texts, "law_share": share})
    if key == "own_law":
        for name, label in (("law1", "Scores of positives"), ("law0", "Scores of negatives")):
            link.put(texts[name].key, said[name])
            st.text_area(
                label,
                key=texts[name].key,
                height=68,
                max_chars=LONGEST,
                help=HELP,
                on_change=texts[name].take,
            )
    law = own_law(key, said)
    if isinstance(law, OwnPair):
        _pair_numbers(law, texts)
    elif isinstance(law, OwnLaw):
        _sliders(law, texts)
        _preview(law)
    link.put(share.key, share.value)
    st.number_input(
        "Share of positives",
        *SHARES,
        step=0.05,
        format="%.3g",
        key=share.key,
        help="The share of cases that are positive (base rate), between 0.001 and 0.999.",
        on_change=share.take,
    )
    return law


def _of_kind(key: str) -> Callable[[str], str]:
    """A text on one line, unless it is that of the other kind of law."""

    def read(text: str) -> str:
        if text.strip().startswith("pair") != (key == "own_pair"):
            own_law(key, {"law1": text})
        return " ".join(text.split())

    return read


def _examples(key: str, said: Mapping[str, object], settings: Mapping[str, Choice]) -> None:
    """The list of examples; the law at hand is one of them, or one's own."""
    listed = [name for name, example in EXAMPLES.items() if example.of == key]
    widget = f"data_{key}_example"

    def take() -> None:
        chosen = st.session_state.get(widget, OWN)
        if chosen in EXAMPLES:
            for name, value in EXAMPLES[chosen].given.items():
                settings[name].choose(value)

    try:
        now = example_of(own_law(key, said)) or OWN
    except InputError:
        now = OWN
    link.put(widget, now)
    st.selectbox(
        "Example",
        [OWN, *listed],
        format_func=lambda name: EXAMPLES[name].title if name in EXAMPLES else "My own",
        key=widget,
        help="Distributions from figures in Gong 2022, or the nearest ones that show the same effect. You can change "
        "them.",
        on_change=take,
    )
    if now in EXAMPLES:
        st.caption(literal(EXAMPLES[now].shows))


def _preview(law: OwnLaw) -> None:
    """Both densities, small."""
    portrait = law.exact.portrait(*law.exact.span)
    config = CONFIG | {"displayModeBar": False}
    st.plotly_chart(
        preview_figure(portrait, show.theme()).figure(),
        theme=None,
        config=config,
        alt=law_alt(portrait),
        key="data_law_chart",
    )


STARTS: Mapping[str, tuple[float, ...]] = {
    "normal": (0.5, 0.1),
    "beta": (2.0, 2.0),
    "gamma": (2.0, 1.0),
    "exponential": (1.0,),
}
"""The numbers of a part of which only the kind is chosen; bins are typed."""
ENDS = {"standard deviation": 0.5, "a": 10.0, "b": 10.0, "shape": 10.0, "scale": 5.0}
"""Where the slider of a number ends unless the number is larger; that of a standard deviation in spans of the mean."""


def _sliders(law: OwnLaw, texts: Mapping[str, Choice]) -> None:
    """Sliders of both classes, in a popover."""
    low, high = _scale(law)
    with st.popover("Sliders", width="stretch", help="Set the parameters of both distributions with sliders."):
        for name, label, own in (("law1", "positives", law.positives), ("law0", "negatives", law.negatives)):
            st.markdown(f"**{label.capitalize()}**")
            _parts(own, texts[name], low, high, label)


def _scale(law: OwnLaw) -> tuple[float, float]:
    """Between which means a slider goes: 0 and 1 where the scores lie about there, else far enough for all."""
    low, high = law.exact.span
    if low >= -0.5 and high <= 1.5:
        return 0.0, 1.0
    reach = 10.0
    while reach < max(-low, high):
        reach *= 10
    return -reach, reach


def _parts(law: Law, text: Choice, low: float, high: float, label: str) -> None:
    """How many parts there are, and the kind, the weight and the numbers of each; `label` names the class."""
    count = f"data_{text.link_name}_parts"
    link.put(count, len(law.parts))
    st.segmented_control(
        f"Parts, {label}",
        range(1, MOST + 1),
        key=count,
        required=True,
        help="The scores of a class can have up to three groups, each with its own distribution.",
        on_change=partial(_resize, law, text, count),
    )
    for place, part in enumerate(law.parts):
        _part(law, place, part, text, (low, high), label)


def _part(law: Law, place: int, part: Part, text: Choice, ends: tuple[float, float], label: str) -> None:
    """The kind of a part, and its numbers and weight on sliders."""
    key = f"data_{text.link_name}_{place}"
    which = f"{f' of part {place + 1}' if len(law.parts) > 1 else ''}, {label}"

    def change(kind: Callable[[object], Part], widget: str) -> None:
        if widget in st.session_state:
            parts = (*law.parts[:place], kind(st.session_state[widget]), *law.parts[place + 1 :])
            text.choose(Law(parts).text)

    kinds = {name: kind.title for name, kind in KINDS.items() if name in STARTS or name == part.kind.key}
    link.put(f"{key}_kind", part.kind.key)
    st.selectbox(
        f"Distribution{which}",
        list(kinds),
        format_func=kinds.__getitem__,
        key=f"{key}_kind",
        on_change=change,
        args=(lambda chosen: _started(str(chosen), part), f"{key}_kind"),
    )
    for number, limit in enumerate(part.kind.limits):
        shown = part.numbers[number]
        first, last = _range(limit, shown, *ends)
        widget = f"{key}_{part.kind.key}_{number}_{first:g}_{last:g}"
        link.put(widget, shown)
        st.slider(
            f"{limit.name.capitalize()}{which}",
            first,
            last,
            step=(last - first) / 200,
            format="%.3g",
            key=widget,
            on_change=change,
            args=(partial(_moved, part, number), widget),
        )
    if len(law.parts) > 1:
        weights = [each.weight for each in law.parts]
        most = max(1.0, *weights)
        widget = f"{key}_weight_{most:g}"
        link.put(widget, part.weight)
        st.slider(
            f"Weight{which}",
            min(most / 1000, *weights),
            most,
            step=most / 1000,
            format="%.3g",
            key=widget,
            help="The share of the class in this part, relative to the weights of its other parts.",
            on_change=change,
            args=(lambda weight: replace(part, weight=_short(weight)), widget),
        )


def _moved(part: Part, number: int, value: object) -> Part:
    """A part with one number changed."""
    numbers = (*part.numbers[:number], _short(value), *part.numbers[number + 1 :])
    return replace(part, numbers=part.kind.checked(numbers))


def _short(value: object) -> float:
    """The number of a slider without the digits of its steps."""
    return float(f"{value:.4g}")


def _started(kind: str, part: Part) -> Part:
    """A part of another kind."""
    return part if kind == part.kind.key else Part(KINDS[kind], STARTS[kind], part.weight)


def _range(limit: Limit, shown: float, low: float, high: float) -> tuple[float, float]:
    """The ends of the slider of a number; it holds the number."""
    if limit.name == "mean":
        return min(low, shown), max(high, shown)
    end = ENDS[limit.name] * (high - low if limit.name == "standard deviation" else 1.0)
    if limit.name == "standard deviation" and high > 1:
        end = high / 2
    return min(max(limit.low, end / 100), shown), max(end, shown)


def _resize(law: Law, text: Choice, widget: str) -> None:
    """More parts, like the last one, or fewer."""
    wanted = st.session_state.get(widget) or len(law.parts)
    parts = [*law.parts, *[law.parts[-1]] * MOST][:wanted]
    text.choose(Law(tuple(parts)).text)


COVARIANCE = 4
"""Its place among the numbers."""


def _pair_numbers(law: OwnPair, texts: Mapping[str, Choice]) -> None:
    """The covariances on sliders; all numbers to be typed, folded away."""
    classes = (("law1", "positives", law.positives), ("law0", "negatives", law.negatives))
    for name, label, own in classes:
        _pair_covariance(own, texts[name], label)
    with st.popover(
        "Type the numbers", width="stretch", help="The means, variances and covariance of both scores in each class."
    ):
        for name, label, own in classes:
            st.markdown(f"**{label.capitalize()}**")
            for place in range(len(NUMBERS)):
                _pair_number(own, texts[name], place, label)


def _pair_covariance(law: PairLaw, text: Choice, label: str) -> None:
    """How the two scores go together within a class."""
    end = _largest_covariance(law)
    widget = f"data_{text.link_name}_covariance_{end:g}"
    link.put(widget, law.covariance)
    st.slider(
        f"Covariance among {label}",
        -end,
        end,
        step=end / 100,
        format="%.3g",
        key=widget,
        help="Above 0 the scores of both models rise together within the class; below 0 one falls as the other rises.",
        on_change=partial(_take_pair, law, text, widget, COVARIANCE),
    )


def _pair_number(law: PairLaw, text: Choice, place: int, label: str) -> None:
    """A mean, a variance or the covariance."""
    end = _largest_covariance(law)
    low, high = ((-FARTHEST, FARTHEST), (LEAST, FARTHEST), (-end, end))[place // 2]
    widget = f"data_{text.link_name}_{place}" + (f"_{end:g}" if place == COVARIANCE else "")
    link.put(widget, (*law.mean, *law.variance, law.covariance)[place])
    st.number_input(
        f"{NUMBERS[place].capitalize()}, {label}",
        low,
        high,
        step=0.5 if place < COVARIANCE else 0.1,
        format="%.4g",
        key=widget,
        on_change=partial(_take_pair, law, text, widget, place),
    )


def _take_pair(law: PairLaw, text: Choice, widget: str, place: int) -> None:
    """One of the five numbers was changed; a covariance that a variance no longer allows follows it."""
    if widget not in st.session_state:
        return
    numbers = [*law.mean, *law.variance, law.covariance]
    numbers[place] = float(f"{st.session_state[widget]:.4g}")
    most = _allowed_covariance(numbers[2], numbers[3])
    changed = replace(
        law,
        mean=(numbers[0], numbers[1]),
        variance=(numbers[2], numbers[3]),
        covariance=max(-most, min(numbers[4], most)),
    )
    text.choose(pair_text(changed))


def _largest_covariance(law: PairLaw) -> float:
    """The largest covariance that can be chosen; that of the law is one of them."""
    return max(_allowed_covariance(*law.variance), abs(law.covariance))


def _allowed_covariance(first: float, second: float) -> float:
    """The largest covariance that two variances allow, with few digits."""
    return float(f"{0.99 * FIRM * (first * second) ** 0.5:.4g}")
