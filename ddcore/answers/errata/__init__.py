"""Where are the papers wrong?"""

import re
from collections.abc import Sequence
from functools import partial
from typing import Annotated

from pydantic import Field

from ddcore.answers.base import needs
from ddcore.answers.base.answer import Answer, Figure, Note, Number, Part, Table
from ddcore.answers.base.words import literal
from ddcore.answers.papers import ALL, TITLES, as_values, computed, papers_alt, papers_figure, rows_table
from ddcore.data import Data
from ddcore.formats import count, many
from ddcore.options import Asked, OneOf
from ddcore.papers import DOCUMENTS, SHORT, Row

TITLE = "Errata"
SECTION = "learn"
PAGE = "papers"
WORDS = "errata, erratum, corrections, mistakes in papers, misprints, counterexample, proof"
NEEDS = needs.nothing
NEEDED = "This needs no data: it computes what the papers print."
EXAMPLE = "M=303&P=139"
NEXT = {
    "propositions": "Does a proposition hold on other laws?",
    "papers": "Do the other published numbers hold?",
    "baselines": "What would chance score?",
}
"""What may be asked next, the most useful first, by the name of the question."""


class Choices(Asked):
    """The errata of which document."""

    document: Annotated[str, OneOf({ALL: "All five", **TITLES})] = Field(
        ALL, title="Document", description="One of the five documents that this program rests on."
    )


def answer(data: Data, choices: Choices = Choices()) -> Answer:
    """Every item that differs from what is computed, with its proof."""
    every = computed()
    wrong = [row for row in every if row.status == "differs" and choices.document in (ALL, row.document)]
    return Answer.of(
        Answer(__doc__, _sentence(wrong, of_all=choices.document == ALL), _reason()),
        Part(
            [_note(row) for row in wrong],
            {"errata": Figure("Items by document and result", papers_alt(every), partial(papers_figure, every))},
            {"errata": Table("Errata", len(wrong), partial(rows_table, wrong))},
            METHOD,
            {"rows": as_values(wrong)},
            [Number("Errata", float(len(wrong)), ("errata",), count)],
        ),
    )


METHOD = """
An erratum is an item whose printed number, formula or claim is not what is computed. Each is computed twice, in two
ways that share no code: by the functions behind all other questions, and in the tests of this program by exact
fractions, by enumeration, or with 50 digits.

A misprint may be damage of the copy that was read, and not of the paper; where that is possible the item says so.
"""


def _sentence(wrong: Sequence[Row], *, of_all: bool) -> str:
    if not wrong:
        return "**Nowhere:** no printed item of this document differs from what is computed."
    if not of_all:
        return f"In **{many(len(wrong), 'place')}** of this document."
    documents = len({row.document for row in wrong})
    return f"In **{many(len(wrong), 'place')}**, in {many(documents, 'document')} of {len(DOCUMENTS)}."


def _reason() -> str:
    return (
        "Good papers have errors, too. Each is shown with what is printed, what is right, and why: a short proof, or a "
        "counterexample that is computed."
    )


def _note(row: Row) -> Note:
    code = re.sub(r"[^a-z0-9]+", "-", f"{row.document} {row.item}".casefold()).strip("-")
    name = f"**{literal(row.item)}** ({SHORT[row.document]})"
    printed = f"Printed: *{literal(row.printed)}*. Computed: *{literal(row.ours)}*."
    return Note(code, "\n\n".join(filter(None, (name, printed, row.why, row.proof))))
