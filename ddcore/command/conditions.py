"""Conditions on the measures of a model: beyond chance, at least, at most; and whether they hold."""

import math
import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Literal

from ddcore.answers.base.question import QUESTIONS
from ddcore.answers.verdict import Choices
from ddcore.chance.verdict import STATES
from ddcore.data import Data
from ddcore.errors import InputError
from ddcore.formats import number
from ddcore.interval import confidence, confident
from ddcore.measures import MEASURES

AREA = "AUC"
"""What is asked of the scores and not of the counts; a model without skill has half."""

Kind = Literal["beats chance", "at least", "at most"]


@dataclass(frozen=True)
class Condition:
    """What a measure has to be; `needed` is None where that is its own baseline."""

    measure: str
    kind: Kind
    needed: float | None = None

    @property
    def text(self) -> str:
        """The condition in words."""
        return f"{self.measure} {self.kind}" + ("" if self.needed is None else f" {self.needed:.12g}")


@dataclass(frozen=True)
class Outcome:
    """Whether a condition holds for a model; the ends of the interval are NaN where there is none.

    `reason` says why it does not hold.
    """

    model: str
    condition: Condition
    value: float
    low: float
    high: float
    needed: float
    reason: str = ""

    @property
    def holds(self) -> bool:
        """Whether it does."""
        return not self.reason

    @property
    def text(self) -> str:
        """The condition and what was found, in one line."""
        shown = [_short(self.value, self.needed)]
        if not math.isnan(self.low):
            shown.append(f"({_short(self.low, self.needed)} to {_short(self.high, self.needed)})")
        chance = f", chance {number(self.needed)}" if self.condition.needed is None else ""
        reason = f"; {self.reason}" if self.reason else ""
        return f"{self.condition.text}: {' '.join(shown)}{chance}{reason}"


def _short(value: float, needed: float) -> str:
    """A number with the digits that tell it from the one that is needed."""
    return number(value) if value == needed or number(value) != number(needed) else f"{value:.9g}"


def conditions(beats: Iterable[str], at_least: Iterable[str], at_most: Iterable[str]) -> list[Condition]:
    """The conditions as they were typed; raises `InputError` for what is none, or where there are none."""
    asked = [Condition(_key(name), "beats chance") for name in _parts(beats)]
    asked += [_bound("at least", text) for text in _parts(at_least)]
    asked += [_bound("at most", text) for text in _parts(at_most)]
    if not asked:
        raise InputError("a gate must have a condition; give --beats F1, --at-least ACC=0.8 or --at-most FPR=0.1")
    for condition in asked:
        if condition.needed is None and condition.measure in MEASURES and not MEASURES[condition.measure].judges:
            raise InputError(
                f"{condition.measure} describes a classifier and does not judge it, so it cannot beat chance"
            )
    return list(dict.fromkeys(asked))


def _parts(texts: Iterable[str]) -> Iterator[str]:
    # A comma within brackets belongs to a formula.
    for text in texts:
        yield from filter(None, (part.strip() for part in re.split(r",(?![^(]*\))", text)))


def _key(name: str) -> str:
    """The key of a measure; raises as the verdict does for what is none."""
    if name.upper() == AREA:
        return AREA
    return Choices.of(measure=[name]).measure[0]


def _bound(kind: Kind, text: str) -> Condition:
    name, _, typed = text.rpartition("=")
    if not name or not re.fullmatch(r"\s*[-+]?(\d+\.?\d*|\.\d+)(e[-+]?\d{1,3})?\s*", typed, re.IGNORECASE):
        raise InputError(f'{kind} must be written as MEASURE=VALUE, such as ACC=0.8, got "{text:.40}"')
    return Condition(_key(name.strip()), kind, float(typed))


def outcomes(data: Data, asked: list[Condition], models: Iterable[str], interval: bool) -> list[Outcome]:
    """Each condition for each of the models; with `interval` the whole interval has to keep a bound.

    Chance is beaten as in the verdict: surely, and by one of several models so that the luckiest of as many models
    without skill would not do as well.
    """
    question = QUESTIONS["verdict"]
    keys = [condition.measure for condition in asked if condition.measure != AREA]
    asked_for = {"measure": keys} if keys else {}
    values = question.ask(data, question.choices.of(level=confident(), **asked_for)).values["models"]
    return [_outcome(name, condition, values[name], interval) for name in models for condition in asked]


def _outcome(model: str, condition: Condition, values: Mapping[str, Any], interval: bool) -> Outcome:
    of_scores = condition.measure == AREA
    found = values["scores" if of_scores else "measures"].get(condition.measure)
    if found is None:
        why = "the model has no scores" if of_scores else "weighted cases have no such number"
        needed = math.nan if condition.needed is None else condition.needed
        return Outcome(model, condition, math.nan, math.nan, math.nan, needed, why)
    value, low, high = found["value"], found["low"], found["high"]
    needed = found["baseline"] if condition.needed is None else condition.needed
    if math.isnan(value):
        reason = STATES["undefined"]
    elif condition.needed is None and found["state"] != "beats":
        reason = STATES[found["state"]]
    elif condition.needed is None:
        clear = values["clear_of_models"][AREA if of_scores else "measures"]
        reason = "" if clear else "the best of several models could do as well by luck"
    elif condition.kind == "at least":
        reason = _beyond(value - needed, low - needed, interval, "below that", "lower")
    else:
        reason = _beyond(needed - value, needed - high, interval, "above that", "upper")
    return Outcome(model, condition, value, low, high, needed, reason)


ROUNDING = 1e-12
"""A score this little beyond a bound is at the bound."""


def _beyond(room: float, room_at_end: float, interval: bool, beyond: str, end: str) -> str:
    """Why a bound does not hold, by the room that the score and the end of its interval leave; else nothing."""
    if not room >= -ROUNDING:
        return beyond
    if not interval or room_at_end >= -ROUNDING:
        return ""
    return (
        "there is no interval"
        if math.isnan(room_at_end)
        else f"the {end} end of the {confidence()} interval is {beyond}"
    )
