"""Laws of one's own: an example to start from, the law of each class as a text and on sliders, and its picture."""

from collections.abc import Callable, Mapping

import streamlit as st

from ddcore.answers.base.words import literal
from ddcore.answers.likelihood.draw import preview_alt as law_alt
from ddcore.answers.likelihood.draw import preview_figure
from ddcore.errors import InputError
from ddcore.figures.theme import CONFIG
from ddcore.samples.offered import OF_LAW, Own, own_law
from ddcore.samples.own_examples import EXAMPLES, example_of
from ddcore.samples.own_law import SHARES, OwnLaw
from ddcore.samples.own_pair import OwnPair
from ddcore.scores.law import LONGEST
from pages.data import law_sliders, pair_numbers
from pages.frame import show
from pages.session import link
from pages.session.settings import Setting, between
from pages.session.view import view

OWN = "own"
"""What the list of examples says of a law that is none of them."""
HELP = (
    "Up to three parts with ; between them, each with its weight: 0.5\\*normal(0.2,0.05);0.5\\*normal(0.5,0.05). "
    "Kinds: normal(mean, standard deviation), beta(a, b), gamma(shape, scale), exponential(scale), and bins(low end, "
    "high end, shares)."
)


def choose(key: str) -> Own:
    """The law as it is chosen; raises `InputError` where a text cannot be read."""
    usual = own_law(key, {}).given
    share = Setting("data_law_share", "law_share", usual["law_share"], between(*SHARES, "law_share"))
    texts = {name: Setting(f"data_{key}_{name}", name, usual[name], _of_kind(key)) for name in ("law1", "law0")}
    said = {name: setting.value for name, setting in texts.items()} | {"law_share": share.value}
    view().data |= {name: f"{said[name]:g}" if name == "law_share" else said[name] for name in OF_LAW}
    _examples(key, said, {**texts, "law_share": share})
    if key == "own_law":
        for name, label in (("law1", "Positives score as"), ("law0", "Negatives score as")):
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
        pair_numbers.choose(law, texts)
    elif isinstance(law, OwnLaw):
        law_sliders.choose(law, texts)
        _preview(law)
    link.put(share.key, share.value)
    st.number_input(
        "Share of positives",
        *SHARES,
        step=0.05,
        format="%.3g",
        key=share.key,
        help="How many of the cases are positive, between 0.001 and 0.999.",
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


def _examples(key: str, said: Mapping[str, object], settings: Mapping[str, Setting]) -> None:
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
        help="Laws of figures in Gong 2022, or the nearest that show what a figure claims; change them as you like.",
        on_change=take,
    )
    if now in EXAMPLES:
        st.caption(literal(EXAMPLES[now].shows))


def _preview(law: OwnLaw) -> None:
    """Both densities, small."""
    portrait = law.exact.portrait(*law.exact.span)
    config = CONFIG | {"displayModeBar": False}
    st.plotly_chart(
        preview_figure(portrait, show.theme()), theme=None, config=config, alt=law_alt(portrait), key="data_law_chart"
    )
