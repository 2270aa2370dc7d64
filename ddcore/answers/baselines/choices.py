"""What may be chosen for baselines: the measures, and whether it is these cases, another share of positives or sets."""

from collections.abc import Mapping
from typing import Annotated, Any

from pydantic import BeforeValidator, Field

from ddcore.answers.base.options import Judged, Key, Measures, OneOf, Slider, Text
from ddcore.data import Data
from ddcore.samples.data_sets import MOST, TABLE_5, data_sets


def _named(given: Any) -> str:
    """The text, if it names data sets; raises `InputError` for any other."""
    data_sets(str(given))
    return str(given)


class Choices(Judged):
    """The measures to judge by, and whether it is these cases, any share of positives or several data sets."""

    over: Annotated[
        str,
        OneOf({"cases": "These cases", "share": "Any share", "sets": "Data sets"}, "tabs"),
    ] = Field(
        "cases",
        title="Baselines of",
        description="A baseline depends on how many cases there are and how many of them are positive, on nothing "
        "else: see how it moves with any share of positives, or compare several data sets.",
    )
    shown: Annotated[tuple[str, ...], Measures(most=4), Key("measure_looked_at")] = Field(
        ("F1", "G2"), title="Measures", description="Each stands with its formula in the table below."
    )
    prevalence: Annotated[float | None, Slider(0.001, digits="%.3f"), Key("asked_prevalence")] = Field(
        None,
        ge=0.001,
        le=0.999,
        title="What if the share of positive cases were",
        description="The dotted line in the charts.",
    )
    sets: Annotated[str, BeforeValidator(_named), Text(most=200, placeholder="cleveland, 1000/50")] = Field(
        TABLE_5,
        title="Data sets",
        description=f"Up to {MOST}: cases/positives such as 1000/50, with commas between them; or adult, bank, "
        "banknote, cleveland, haberman, lsvt, occupancy and wisconsin, which are all in table5 (van de Bijl et al.).",
    )

    @classmethod
    def defaults(cls, data: Data) -> Mapping[str, Any]:
        """Half the share of positives."""
        return {"prevalence": min(max(round(data.prevalence / 2, 3), 0.001), 0.999)}
