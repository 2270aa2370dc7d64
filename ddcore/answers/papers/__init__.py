"""Do the published numbers hold?"""

from functools import partial
from typing import Annotated

from pydantic import Field

from ddcore.answers.base import needs
from ddcore.answers.base.answer import Answer, Figure, Number, Part, Table
from ddcore.answers.papers.draw import papers_alt, papers_figure
from ddcore.answers.papers.tables import as_values, numbers_table, rows_table
from ddcore.answers.papers.words import METHOD, notes, reason, sentence
from ddcore.cache import MANY, Cache
from ddcore.data import Data
from ddcore.formats import count
from ddcore.options import Asked, Key, OneOf, Text
from ddcore.papers import DOCUMENTS, SHORT, STATUSES, Row, items, rows

__all__ = ["ALL", "TITLES", "Choices", "answer", "as_values", "computed", "papers_alt", "papers_figure", "rows_table"]

TITLE = "Papers"
SECTION = "learn"
TAB = "Every item"
WORDS = (
    "papers, literature, reproduce, reproducibility, replication, published, references, theory, source, Dutch Draw, "
    "proof, trust, validation"
)
NEEDS = needs.nothing
NEEDED = "This needs no data: it computes what the papers print."
EXAMPLE = "M=303&P=139"
NEXT = {
    "errata": "Where are the papers wrong?",
    "propositions": "Does a proposition hold here?",
    "measures": "What does a measure mean?",
}
"""What may be asked next, the most useful first, by the name of the question."""

KINDS = (
    *("table", "figure", "example", "equation", "theorem", "proposition", "corollary", "lemma", "definition"),
    *("algorithm", "section", "appendix"),
)
"""The kinds of items that can be chosen; the others are found without a choice."""
ALL = "all"
TITLES = {key: f"{key} · {title}" for key, title in SHORT.items()}
"""What the documents are called in a list."""


class Choices(Asked):
    """Which items: of which document, of which kind, with which result, with which words."""

    document: Annotated[str, OneOf({ALL: "All five", **TITLES})] = Field(
        ALL, title="Document", description="One of the five documents that this program rests on."
    )
    kind: Annotated[str, OneOf({ALL: "Every kind", **{kind: kind.capitalize() for kind in KINDS}})] = Field(
        ALL, title="Kind", description="Tables, figures, propositions, and so on."
    )
    status: Annotated[str, OneOf({ALL: "Every result", **{key: key.capitalize() for key in STATUSES}})] = Field(
        ALL,
        title="Result",
        description=" ".join(f"*{key.capitalize()}*: {meaning}" for key, meaning in STATUSES.items()),
    )
    words: Annotated[str, Text(80, "Table 5, MCC, threshold, …"), Key("items_searched")] = Field(
        "", max_length=80, title="Search", description="Items that have these words."
    )


# Their modules are imported now: a process that answers requests can open no file.
items()

_KEPT = Cache(most=1)
"""The items as they were computed: they are nobody's data, so that all visitors share them."""


def computed() -> tuple[Row, ...]:
    """Every item computed; that takes some seconds the first time, so a page has it done by another process."""
    return _KEPT.get("rows", rows, cases=MANY)


def answer(data: Data, choices: Choices = Choices()) -> Answer:
    """Every item of the documents, or those that are chosen, with what is printed and what is computed."""
    every = computed()
    chosen = [row for row in every if _is_chosen(row, choices)]
    return Answer.of(
        Answer(__doc__, sentence(chosen, of_all=len(chosen) == len(every)), reason(every)),
        Part(
            notes(chosen),
            {"papers": Figure("Items by document and result", papers_alt(every), partial(papers_figure, every))},
            {
                "rows": Table("Items", len(chosen), partial(rows_table, chosen)),
                "numbers": Table(
                    "Printed numbers and formulas, one by one",
                    sum(len(row.numbers) for row in chosen),
                    partial(numbers_table, chosen),
                ),
            },
            METHOD,
            {"rows": as_values(chosen), "documents": dict(DOCUMENTS)},
            [
                Number("Items", float(len(chosen)), ("items",), count),
                *(
                    Number(
                        f"Items whose result is “{status}”",
                        float(sum(row.status == status for row in chosen)),
                        ("counts", status),
                        count,
                    )
                    for status in STATUSES
                ),
            ],
        ),
    )


def _is_chosen(row: Row, choices: Choices) -> bool:
    text = f"{row.item} {row.why} {row.printed} {row.ours}".casefold()
    return (
        choices.document in (ALL, row.document)
        and choices.kind in (ALL, row.kind)
        and choices.status in (ALL, row.status)
        and all(word in text for word in choices.words.casefold().split())
    )
