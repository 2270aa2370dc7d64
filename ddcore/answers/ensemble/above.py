"""Whether all models together are above each of them along the whole ROC curve, as true densities would be."""

import math
from collections.abc import Mapping

import pandas as pd

from ddcore.answers.base.answer import Note
from ddcore.answers.base.words import listing, literal
from ddcore.formats import percent
from ddcore.scores.together import READ, Together, Way


def notes(whole: Together) -> list[Note]:
    """What the cases show of Theorem 2: where together is surely above, and where surely below."""
    held = _held(whole)
    if any(way.shares is None or way.shares.surely_above is None for way in held):
        return [
            Note(
                "dominance-unknown",
                "Whether the ROC curve of together is above each model all along cannot be told: too few cases.",
            )
        ]
    below = [(way, share) for way, share in _shares(held, "surely_below") if share > 0]
    if below:
        where = listing([f"{_named(way)} at {percent(share)}" for way, share in below], 4)
        return [
            Note(
                "dominance-broken",
                "True densities would put together nowhere below any model. Those estimated here do not: it is surely "
                f"below {where} of the false positive rates.",
            )
        ]
    over = _shares(held, "surely_above")
    sure = [way for way, share in over if share > 0]
    if not sure:
        return [
            Note(
                "dominance-unclear",
                "Along the ROC curve together is nowhere surely below a model, alone or read, and nowhere surely above "
                "one.",
            )
        ]
    least, share = min(over, key=lambda each: each[1])
    if len(sure) == len(held):
        return [
            Note(
                "dominance-shown",
                "Along the ROC curve together is nowhere surely below a model, alone or read, and surely above each "
                f"somewhere: least beside {_named(least)}, at {percent(share)} of the false positive rates.",
            )
        ]
    not_sure = listing([_named(way) for way in held if way not in sure], 4)
    return [
        Note(
            "dominance-some",
            "Along the ROC curve together is nowhere surely below a model, alone or read; beside "
            f"{not_sure} it is nowhere surely above either.",
        )
    ]


def rows(whole: Together) -> pd.DataFrame:
    """Shares of the false positive rates where together is above each model, below it, and where that is sure."""
    return pd.DataFrame(
        {
            "Together beside": way.title,
            "above": way.shares.above,
            "below": way.shares.below,
            "surely above": _number(way.shares.surely_above),
            "surely below": _number(way.shares.surely_below),
        }
        for way in _held(whole)
        if way.shares is not None
    )


def values(way: Way) -> Mapping[str, object]:
    """The same as numbers by name; nothing for ways that are not held against the rest."""
    if way.shares is None:
        return {}
    return {
        "together_above": {
            "above": way.shares.above,
            "below": way.shares.below,
            "surely_above": _number(way.shares.surely_above),
            "surely_below": _number(way.shares.surely_below),
        }
    }


def _held(whole: Together) -> tuple[Way, ...]:
    return (*whole.of("alone"), *whole.of("read"))


def _named(way: Way) -> str:
    """A model's name inside a sentence."""
    title = literal(way.title.removesuffix(READ))
    return f"{title} (read)" if way.kind == "read" else title


def _shares(ways: tuple[Way, ...], name: str) -> list[tuple[Way, float]]:
    return [(way, float(getattr(way.shares, name))) for way in ways]


def _number(share: float | None) -> float:
    return math.nan if share is None else share
