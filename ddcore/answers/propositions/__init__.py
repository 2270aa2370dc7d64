"""Does a proposition hold here?"""

from collections.abc import Mapping, Sequence
from functools import partial
from typing import Annotated, Any

import pandas as pd
from pydantic import Field, create_model

from ddcore.answers.base import needs
from ddcore.answers.base.answer import Answer, Figure, Note, Number, Part, Table
from ddcore.answers.base.words import listing
from ddcore.answers.propositions.draw import card_alt, card_figure
from ddcore.data import Data
from ddcore.formats import count, many
from ddcore.options import Asked, OneOf, Slider
from ddcore.papers.propositions import SLIDERS, TESTS, Card, Setting, cards

TITLE = "Propositions"
SECTION = "learn"
PAGE = "papers"
TAB = "Propositions on sliders"
WORDS = "proposition, theorem, proof, counterexample, likelihood ratio, concave, Neyman-Pearson, assumption, condition"
NEEDS = needs.nothing
NEEDED = "This needs no data: the laws of the scores are set by sliders."
EXAMPLE = "M=303&P=139"
NEXT = {
    "likelihood": "Could these scores separate better?",
    "papers": "Do the published numbers hold?",
    "baselines": "What would chance score?",
}
"""What may be asked next, the most useful first, by the name of the question."""

SPREAD = 1.6
"""The standard deviation of the positives to begin with: unequal spreads tell the score from its likelihood ratio."""


class _Shown(Asked):
    """Which proposition is drawn."""

    drawn: Annotated[str, OneOf({place: place for place in TESTS})] = Field(
        "Theorem 1", title="Drawn", description="The proposition or theorem that the chart shows."
    )


def _field(name: str, title: str, low: float, high: float) -> tuple[Any, Any]:
    short = title.partition(";")[0].partition(",")[0]
    step = 0.01 if high - low <= 1 else 0.05
    return Annotated[float, Slider(step)], Field(
        SPREAD if name == "spread" else getattr(Setting, name),
        alias=f"setting_{name}",
        ge=low,
        le=high,
        title=short,
        description=f"{title}. From {low:g} to {high:g}.",
    )


_FIELDS: dict[str, Any] = {
    slider.name: _field(slider.name, slider.title, slider.low, slider.high) for slider in SLIDERS
}
Choices = create_model(
    "Choices",
    __base__=_Shown,
    __module__=__name__,
    __doc__="The laws of the scores, the prices, and which proposition is drawn.",
    **_FIELDS,
)


def answer(data: Data, choices: _Shown | None = None) -> Answer:
    """Each proposition on the setting that is chosen."""
    chosen = choices or Choices()
    setting = Setting(**{slider.name: getattr(chosen, slider.name) for slider in SLIDERS})
    every = cards(setting)
    drawn = next(card for card in every if card.place == chosen.drawn)
    return Answer.of(
        Answer(__doc__, _sentence(every), _reason()),
        Part(
            _notes(every),
            {"propositions": Figure(f"{drawn.place} here", card_alt(drawn), partial(card_figure, drawn))},
            {"propositions": Table("Propositions and theorems", len(every), partial(_table, every))},
            METHOD,
            {"cards": _values(every)},
            [
                Number("Hold here", float(sum(card.holds for card in every)), ("hold",), count),
                Number("Propositions and theorems", float(len(every)), ("propositions",), count),
            ],
        ),
    )


METHOD = """
The 19 propositions and 2 theorems of Gong (2022). The scores of the negatives are normal with mean 0 and standard
deviation 1, those of the positives are as chosen. Both laws are cut into some 3,000 cells, and everything is
computed from these cells: no cases are drawn. Two numbers are the same if they differ by less than 10⁻⁵.

A proposition that holds on one setting is not proved by that; one that fails on one setting is refuted. Where a setting
does not meet the conditions of a proposition, the card says so, and whether the conclusion holds all the same.
"""


def status(card: Card) -> str:
    """What a card shows, in a few words."""
    if card.applies:
        return "holds here" if card.holds else "counterexample"
    return "conditions not met, holds all the same" if card.holds else "conditions not met, fails"


def _sentence(every: Sequence[Card]) -> str:
    broken = [card.place for card in every if card.applies and not card.holds]
    within = [card for card in every if card.applies]
    if not broken:
        return f"**All {len(within)}** whose conditions are met hold here."
    fail = "does not" if len(broken) == 1 else "do not"
    return f"**{len(within) - len(broken)} of {len(within)}** hold here; {listing(broken)} {fail}."


def _reason() -> str:
    return (
        "Each card states a proposition, computes both of its sides on this setting, and says whether it holds. "
        "Other laws and prices may give a counterexample."
    )


def _notes(every: Sequence[Card]) -> list[Note]:
    told = [
        Note("counterexample", f"**{card.place}** fails as printed: {card.margin}. {card.remark}".strip())
        for card in every
        if card.applies and not card.holds
    ]
    outside = [card.place for card in every if not card.applies]
    if outside:
        told.append(
            Note(
                "conditions",
                f"This setting does not meet the conditions of **{many(len(outside), 'proposition')}**: "
                f"{listing(outside)}.",
            )
        )
    told.append(Note("one-setting", "One setting proves nothing; one counterexample refutes.", kind="rests"))
    return told


def _values(every: Sequence[Card]) -> Mapping[str, Any]:
    return {
        card.place: {
            "statement": card.statement,
            "applies": card.applies,
            "holds": card.holds,
            "left": {"what": card.left[0], "value": float(card.left[1])},
            "relation": card.relation,
            "right": {"what": card.right[0], "value": float(card.right[1])},
            "remark": card.remark,
        }
        for card in every
    }


def _table(every: Sequence[Card]) -> pd.DataFrame:
    return pd.DataFrame(
        {
            "proposition": [card.place for card in every],
            "statement": [card.statement for card in every],
            "here": [status(card) for card in every],
            "computed": [card.margin for card in every],
            "remark": [card.remark for card in every],
        }
    )
