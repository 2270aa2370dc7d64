"""Headings and sentences that several formats of a report have, as plain texts."""

from ddcore.report.document import Document

LANGUAGE = "en"
TITLE_OF_CLASSES = "What chance would score"

BY = "By"
DECISION = "The decision"
GUESSED = "Guessed when the data were read"
NUMBERS = "The numbers that carry it"
NUMBER = "Number"
VALUE = "Value"
INTERVAL = "Interval"
RESTS_ON = "What it rests on"
WOULD_CHANGE = "What would change it"
CONTENTS = "Contents"

COMPARED = "What changed since the other report"
SECTION = "Section"
BEFORE = "Before"
AFTER = "Now"

ASKED_WITH = "Asked with"
REMARK = "Note"
WORTH_KNOWING = "Worth knowing"
ON_FIRST_PAGE = "Its chart stands on the first page:"
TABLES = "Tables"

DATA = "The data"
ODDITIES = "What was assumed and left out when they were read"
WHOLE_TITLE = "Title of this report"
METHOD = "How it is computed"
CARD = "Model card"
CARD_SOURCE = "In the order of Mitchell and others (2019), Model cards for model reporting."
TO_FILL = "To be filled in"
AGAIN = "Compute it again"
AGAIN_PYTHON = "In Python, with the package ddcore:"
AGAIN_COMMAND = "In a terminal:"

PAGE = "Page"
PAGE_OF = "Page {page} of {pages}"
FINGERPRINTS = (
    "The fingerprint of the data is that of the cases, however their file is written; that of the report is of its "
    "choices and numbers. Two reports with the same one say the same."
)
NO_BROWSER = "there was no Chromium where this report was made"


def foot(document: Document) -> str:
    """The line below each page, which names the report and its data by their fingerprints."""
    report, data = document.fingerprint[:12], document.data_fingerprint[:12]
    return f"Report {report} · data {data} · ddcore {document.versions['ddcore']}"


def byline(document: Document) -> str:
    """The author and the date; empty if not given."""
    return ", ".join(filter(None, (document.author and f"{BY} {document.author}", document.date)))


def no_chart(why: str, words: str) -> str:
    """What stands in place of a chart: why it is missing, and the words that describe it."""
    return f"The chart is not drawn here: {why}. What it shows: {words}"


def not_here(rows: int) -> str:
    """What stands in place of a table that other formats have."""
    return f"{rows:,} rows; tables of up to 100,000 are in the spreadsheet and in the archive of this report."


def first_rows(shown: int, rows: int) -> str:
    """What stands below a table of which only the first rows are shown."""
    return f"The first {shown} of {rows:,} rows; all are in the spreadsheet and in the archive of this report."


def first_columns(shown: int, columns: int) -> str:
    """What stands below a table of which only the first columns are shown."""
    return f"{shown} of {columns} columns; all are in the spreadsheet and in the archive of this report."


def too_many_rows(rows: int) -> str:
    """What is said of a table that no format has."""
    return f"{rows:,} rows, too many to stand here; the answer itself has them."
