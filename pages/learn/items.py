"""Items of the documents: as a list of lines, each with its link, and as cards with their proofs."""

from collections.abc import Mapping, Sequence
from typing import Any

import streamlit as st

from ddcore.answers.base.answer import Note
from ddcore.answers.base.words import literal
from ddcore.formats import many
from ddcore.papers import SHORT

MARKS = {"same": ":material/check:", "differs": ":material/close:", "cannot be had": ":material/remove:"}
SHOWN = 25
"""Items of a document that are listed before somebody asks for all."""


def listing(rows: Sequence[Mapping[str, Any]]) -> None:
    """The items of each document, one line each."""
    for document, title in SHORT.items():
        of_document = [row for row in rows if row["document"] == document]
        if of_document:
            st.subheader(title, anchor=False)
            st.caption(f"Document {document}, {many(len(of_document), 'item')}")
            _lines(of_document, document)


def _lines(rows: Sequence[Mapping[str, Any]], document: str) -> None:
    every = len(rows) <= SHOWN or st.toggle(
        f"List all {len(rows)} items",
        key=f"papers_all_{document}",
        help=f"Otherwise the first {SHOWN} items of this document are listed.",
    )
    head = "| item | printed | computed |\n| :-- | :-- | :-- |\n"
    st.markdown(head + "\n".join(_line(row) for row in (rows if every else rows[:SHOWN])))


def _line(row: Mapping[str, Any]) -> str:
    """A line of the table: the place is a link to the page that shows it."""
    place, _, rest = row["item"].partition(": ")
    name = f"[{literal(place)}]({row['link']})" if row["link"] else f"**{literal(place)}**"
    remark = f" *{row['status'].capitalize()}.* {row['why']}" if row["why"] else ""
    cells = [f"{MARKS[row['status']]} {name}: {literal(rest)}{'.' * bool(remark)}{remark}"]
    cells += [literal(row["printed"]), literal(row["ours"])]
    return f"| {' | '.join(cell.replace('|', '&#124;') for cell in cells)} |"


def cards(notes: Sequence[Note], rows: Sequence[Mapping[str, Any]]) -> None:
    """A card an item: what is printed, what is computed, and the proof."""
    for note, row in zip(notes, rows, strict=True):
        with st.container(border=True, key=f"erratum_{note.code}"):
            st.markdown(note.text)
            if row["link"]:
                st.markdown(f"[{literal(row['item'].partition(': ')[0])} on its page]({row['link']})")
