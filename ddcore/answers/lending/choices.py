"""What a lender assumes: costs, rates, who accepts them, limits, and where the risks come from."""

from collections.abc import Sequence
from itertools import pairwise
from typing import Annotated, Self

from pydantic import AfterValidator, BeforeValidator, Field

from ddcore.answers.base.prices import typed_number
from ddcore.decisions.take_up import (
    TakeUp,
    exponential,
    line,
    quartic,
    sigmoid_through,
    square,
    through_points,
)
from ddcore.errors import InputError
from ddcore.options import Asked, OneOf, Slider, Text

MOST_RATES = 20


def percent_typed(what: str, text: str) -> float:
    """A share written in percent, as 22 or 22 %; raises `InputError` "a rate in % must be a number ..."."""
    return typed_number(f"{what} in %", text.strip().removesuffix("%")) / 100


def _rates(given: str | Sequence[object]) -> tuple[float, ...]:
    """Rates as parts of a loan, rising; raises `InputError` in percent, as people write them."""
    parts = given.split(",") if isinstance(given, str) else list(given)
    rates = tuple(typed_number("a rate", part) for part in parts)
    if len(rates) > MOST_RATES:
        raise InputError(f"there can be {MOST_RATES} rates at most, got {len(rates)}")
    for rate, following in pairwise(rates):
        if following <= rate:
            raise InputError(f"rates must rise, got {100 * following:g} % after {100 * rate:g} %")
    return rates


def _points(text: str) -> TakeUp:
    """Who accepts a rate, by points "0: 100, 10: 96" in percent; raises `InputError` for what is not a point."""
    pairs = [pair.split(":") for pair in text.split(",") if pair.strip()]
    for pair in pairs:
        if len(pair) != 2:
            raise InputError(f'a point must be a rate and a share, such as 10: 95, got "{":".join(pair).strip():.40}"')
    points = [(percent_typed("a rate", rate), percent_typed("a share", share)) for rate, share in pairs]
    for (low, before), (high, after) in pairwise(points):
        if high > low and after > before:
            raise InputError(
                f"fewer must accept a higher rate, got {100 * after:g} % at {100 * high:g} % after {100 * before:g} % "
                f"at {100 * low:g} %"
            )
    return through_points([rate for rate, _ in points], [share for _, share in points])


def _checked_points(text: str) -> str:
    _points(text)
    return text


def _as_text(given: object) -> object:
    """Points as text, given as text or as pairs of fractions."""
    if isinstance(given, Sequence) and not isinstance(given, str):
        return ", ".join(f"{100 * rate:.10g}: {100 * share:.10g}" for rate, share in given)
    return given


class Choices(Asked):
    """What money and defaults cost, the rates, who accepts them, limits, and where the risks come from."""

    funds: Annotated[float, Slider(0.005, percent=True)] = Field(
        0.03, ge=0, le=0.2, title="Cost of funds", description="What the lender pays for the money it lends."
    )
    lgd: Annotated[float, Slider(0.01, percent=True)] = Field(
        0.5,
        ge=0,
        le=1,
        title="Loss given default",
        description="The part of a loan that is lost when it is not paid back.",
    )
    rates: Annotated[tuple[float, ...], BeforeValidator(_rates)] = Field(
        (0.1, 0.22, 0.28, 0.3, 0.35, 0.4, 0.45),
        title="Rates in %, lowest first",
        description="Each category of applicants is offered one of these rates.",
    )
    take: Annotated[
        str,
        OneOf(
            {
                "quartic": "Guess: quartic",
                "square": "Guess: square",
                "line": "Straight line",
                "exponential": "Exponential",
                "sigmoid": "Logistic, through two shares",
                "points": "My own points",
            }
        ),
    ] = Field(
        "quartic",
        title="Share of applicants who accept",
        description="Fewer accept a higher rate. Replace the guess by what your own offers have shown.",
    )
    half: Annotated[float, Slider(0.01, percent=True)] = Field(
        0.25, ge=0.02, le=1, title="Half accept at", description="The rate that half of the applicants accept."
    )
    at10: Annotated[float, Slider(0.01, percent=True)] = Field(
        0.9, ge=0.01, le=0.99, title="Accept at 10 %", description="The share, of applicants without risk."
    )
    at40: Annotated[float, Slider(0.01, percent=True)] = Field(
        0.3, ge=0.01, le=0.99, title="Accept at 40 %", description="The share, of applicants without risk."
    )
    eager: Annotated[float, Slider(0.5)] = Field(
        0.0,
        ge=0,
        le=10,
        title="Adverse selection",
        description="How much more willing risky applicants are: the log odds of accepting rise by this much from no "
        "risk to certain default.",
    )
    points: Annotated[str, BeforeValidator(_as_text), AfterValidator(_checked_points), Text()] = Field(
        "0: 100, 10: 96, 20: 85, 30: 65, 40: 37, 50: 0",
        title="Rate: share who accept, in %",
        description="Any number of points, with rising rates.",
    )
    highest: Annotated[float, Slider(0.01, percent=True)] = Field(
        0.5, ge=0.05, le=1, title="Highest rate", description="The highest rate that the law or the lender allows."
    )
    riskiest: Annotated[float, Slider(0.01, percent=True)] = Field(
        1.0, ge=0.01, le=1, title="Highest risk", description="No applicant with a higher risk is approved."
    )
    risk: Annotated[str, OneOf({"read": "Estimated from the scores", "scores": "The scores themselves"}, "radio")] = (
        Field(
            "read",
            title="Risks",
            description="Scores are seldom probabilities of default, even if they are between 0 and 1. What happened "
            "to the applicants shows the probability behind each score.",
        )
    )

    margin: Annotated[float | None, Slider(0.001, percent=True)] = Field(
        None,
        ge=0,
        le=1,
        title="Margin",
        description="What one margin for all adds to the cost of funds and the risk. The default is the margin that "
        "promises most.",
    )
    riskier: Annotated[float, Slider(0.05)] = Field(
        1.5,
        ge=1,
        le=3,
        title="Factor on the odds of default per 10 points of rate",
        description="Borrowers who pay more may be less able to pay. 1.5 means that each 10 points of rate raise the "
        "odds of default by half.",
    )
    seen: Annotated[float, Slider(0.01, percent=True)] = Field(
        0.3,
        ge=0,
        le=1,
        title="Rate at which the risks were observed",
        description="At this rate the risks are as estimated; at lower rates they are lower, at higher rates higher.",
    )

    def apart_from(self, *names: str) -> Self:
        """The choices with the defaults of some, on which a result does not depend."""
        return self.model_copy(update={name: type(self).model_fields[name].default for name in names})

    @property
    def take_up(self) -> TakeUp:
        """Who accepts a rate; raises `InputError` where more accept a higher one."""
        if self.take == "points":
            return _points(self.points)
        if self.take in ("quartic", "square"):
            return quartic() if self.take == "quartic" else square()
        if self.take in ("line", "exponential"):
            return line(self.half) if self.take == "line" else exponential(self.half)
        if self.at40 >= self.at10:
            raise InputError(
                f"fewer must accept a rate of 40 % than one of 10 %, got shares of {self.at40:g} and {self.at10:g}"
            )
        return sigmoid_through((0.1, self.at10), (0.4, self.at40), self.eager)
