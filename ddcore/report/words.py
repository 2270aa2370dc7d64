"""Headings and sentences that several formats of a report have, as plain texts."""

from ddcore.report.document import Document

LANGUAGE = "en"
TITLE_OF_CLASSES = "What a model has to beat"

BY = "By"
DECISION = "The decision"
GUESSED = "Guessed from the file: please check"
NUMBERS = "The numbers behind it"
NUMBER = "Number"
VALUE = "Value"
INTERVAL = "Interval"
BASELINE = "Guessing, at best"
RESTS_ON = "What it is based on"
WOULD_CHANGE = "What would change it"
CONTENTS = "Contents"

COMPARED = "What changed since the earlier report"
SECTION = "Section"
BEFORE = "Before"
AFTER = "Now"

ASKED_WITH = "Chosen"
REMARK = "Note"
WORTH_KNOWING = "Worth knowing"
ON_FIRST_PAGE = "The chart is on the first page:"
TABLES = "Tables"

DATA = "The data"
ODDITIES = "How the file was read, and what was left out"
WHOLE_TITLE = "Full title"
METHOD = "How it is computed"
CARD = "Model card"
CARD_SOURCE = "Headings from Mitchell and others (2019), Model cards for model reporting."
TO_FILL = "To be filled in"
AGAIN = "Compute it again"
AGAIN_PYTHON = "In Python, with the package ddcore:"
AGAIN_COMMAND = "In a terminal:"
MORE = "The HTML report explains how each number is computed. PDF and Word can have an annex that does so, too."
ELSEWHERE = "More tables, in the Excel file and the ZIP"
ANNEX_METHODS = "Annex: how it is computed"
ANNEX_TABLES = "Annex: tables"

PAGE = "Page"
PAGE_OF = "Page {page} of {pages}"
FINGERPRINTS = (
    "The fingerprint of the data depends on the cases of each model only, not on their order or on how their file is "
    "written. The fingerprint of the report depends on its choices and numbers: two reports with the same one have the "
    "same content."
)
NO_BROWSER = "this computer has no Chromium to draw it"


def foot(document: Document) -> str:
    """The line below each page, which names the report and its data by their fingerprints."""
    report, data = document.fingerprint[:12], document.data_fingerprint[:12]
    return f"Report {report} · data {data} · ddcore {document.versions['ddcore']}"


def byline(document: Document) -> str:
    """The author and the date; empty if not given."""
    return ", ".join(filter(None, (document.author and f"{BY} {document.author}", document.date)))


def no_chart(why: str, words: str) -> str:
    """The sentence in place of a chart: why it is missing, and the words that describe it."""
    return f"The chart is missing: {why}. It would show: {words}"


def not_here(rows: int) -> str:
    """The sentence in place of a table that other formats have."""
    return f"{rows:,} rows. The Excel file and the ZIP have tables of up to 100,000 rows."


def too_many_rows(rows: int) -> str:
    """The sentence in place of a table that no format has."""
    return f"{rows:,} rows are too many for a report. Download the table from its page instead."
