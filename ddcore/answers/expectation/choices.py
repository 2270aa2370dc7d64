"""What may be chosen for expectations: the measures, how a guess is made, and the selected one closely."""

from typing import Annotated

from pydantic import Field

from ddcore.answers.base.guess import Empty, Guess
from ddcore.answers.base.options import Key, Measures, OneOf, Options, Slider


class Choices(Options):
    """Up to four measures, how a guess is made, and a share of cases or a guesser to look at closely."""

    measure: Annotated[tuple[str, ...], Measures(most=4), Key("measure_looked_at")] = Field(
        ("F1", "G2"), title="Measures", description="Each stands with its formula in the table below."
    )
    guessing: Annotated[str, OneOf({"number": "A number of cases", "each": "Each case for itself"}, "tabs")] = Field(
        "number",
        title="What is guessed",
        description="Either a fixed number of cases is drawn and predicted positive (a Dutch Draw), or each case for "
        "itself is predicted positive with some probability.",
    )
    theta: Annotated[float, Slider(0.005)] = Field(
        0.5,
        ge=0,
        le=1,
        title="Share of cases predicted positive, θ",
        description="The dotted line in the chart of the curves; the other chart has the scores of single random "
        "guesses there.",
    )
    guess: Guess = "half"
    empty: Empty = "none"
