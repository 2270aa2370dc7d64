"""Sentences about the items of the documents."""

from collections.abc import Sequence

from ddcore.answers.base.answer import Note
from ddcore.formats import count, many
from ddcore.papers import DOCUMENTS, STATUSES, Row

METHOD = f"""
Every table, figure, numbered example, formula, proposition and corollary of five documents is one item.

{chr(10).join(f"- **{key}**: {title}." for key, title in DOCUMENTS.items())}

Nothing is stored but what the documents print. The rest is computed now, by the functions behind all other questions.

- A printed number is the same if the computed one rounds to its digits.
- A formula is the same if it has the computed value in every case that is tried.
- A proposition is tried where it could fail; an item says where that was. Trying is no proof.
- Where both differ, the item says why, with a short proof or a counterexample that is computed, too.
"""


def sentence(chosen: Sequence[Row], *, of_all: bool) -> str:
    """How many of the items hold."""
    if not chosen:
        return "**No item has all of this.**"
    held = sum(row.status == "same" for row in chosen)
    wrong = sum(row.status == "differs" for row in chosen)
    items = f"the **{many(len(chosen), 'item')}**" if of_all else f"these **{many(len(chosen), 'item')}**"
    if not held + wrong:
        return f"Nothing can be computed of {items}."
    if not wrong:
        return f"Yes: of {items}, **{count(held)}** can be computed, and all of them hold."
    return f"Mostly: of {items}, **{count(held)}** hold and **{count(wrong)}** {'differ' if wrong > 1 else 'differs'}."


def reason(every: Sequence[Row]) -> str:
    """What was compared."""
    numbers = sum(len(row.numbers) for row in every)
    return (
        f"Five documents describe what this program computes. All they print is computed here again: "
        f"**{count(numbers)} numbers and formulas** in {many(len(every), 'item')}."
    )


def notes(chosen: Sequence[Row]) -> list[Note]:
    """What to know of the items chosen."""
    told = []
    wrong = [row for row in chosen if row.status == "differs"]
    if wrong:
        told.append(
            Note(
                "errata",
                f"**{many(len(wrong), 'item')}** {'differ' if len(wrong) > 1 else 'differs'}: errata of the documents. "
                "*Errata* shows each with a proof or a counterexample.",
            )
        )
    missing = sum(row.status == "cannot be had" for row in chosen)
    if missing:
        told.append(
            Note(
                "cannot-be-had",
                f"**{many(missing, 'item')}** cannot be computed: drawings, or results of data that are not printed. "
                "Each says which.",
            )
        )
    if chosen:
        told.append(Note("meaning", " ".join(f"*{key.capitalize()}*: {text}" for key, text in STATUSES.items())))
    return told
