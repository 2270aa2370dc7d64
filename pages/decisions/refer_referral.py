"""What referring a case of each class costs, labelled with the names of the classes."""

from ddcore.answers.base.words import literal
from pages.frame.prices import Field, fields
from pages.session.choices import Choice


def referral(choice: Choice) -> tuple[float, ...]:
    """Two fields; raises `InputError` for what is no number, which stays there to be mended."""
    names = {"positive": choice.data.positive, "negative": choice.data.negative}
    drawn = [
        Field(
            name,
            f"Referring a truly {literal(label)} case costs",
            choice.field.description or "",
            f"the cost of referring a truly {name} case",
        )
        for name, label in names.items()
    ]
    return fields(choice, drawn)
