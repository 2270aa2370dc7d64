"""Whether what the table of the documents says is there: modules, tests, and an answer behind each link."""

import pytest

from ddcore.api.routes import api
from tests.helpers.asking import ask
from tests.helpers.documents_table import ROOT, rows
from tests.helpers.loops import nonempty

ROWS = rows()
SHOWN = [row for row in ROWS if row.links]
LINKS = sorted({link for row in SHOWN if not row.is_figure for link in row.links})
"""Those of figures are opened in a browser."""
LOOKED_AT = {"model": "look_at"}
"""What a link calls otherwise than JSON does."""


@pytest.fixture(scope="module")
def program():
    made = api()
    yield made
    made.state.door.end()


def test_each_document_has_its_figures_and_tables():
    for document, least in nonempty({"000": 8, "001": 4, "002": 8, "003": 60, "004": 15}.items()):
        assert sum(row.document == document for row in ROWS) >= least


def test_every_module_and_test_is_there_and_what_is_not_shown_says_why():
    for row in nonempty(ROWS):
        assert all((ROOT / path).is_file() for path in nonempty([*row.computed, *row.tested, "README.md"])), row.item
        assert row.links or row.remarks not in ("", "–"), row.item
        if row.links:
            assert row.computed, row.item
            assert row.tested, row.item


@pytest.mark.parametrize("link", LINKS)
def test_what_is_shown_is_answered(link, program):
    path, _, query = link.removeprefix("/").partition("?")
    for name, known in LOOKED_AT.items():
        query = query.replace(f"{name}=", f"{known}=") if query.startswith(f"{name}=") else query
        query = query.replace(f"&{name}=", f"&{known}=")
    got = ask(program, f"/{path or 'verdict'}?{query or 'sample=two_class_example'}&rows=0")
    assert got.status == 200, got.content
    assert got.json["figures"]
