"""Whether what the table of the documents says is there: modules, tests, and an answer behind each link."""

import pytest

from ddcore import front
from ddcore.answers.base.question import QUESTIONS
from ddcore.api.asked import of_query
from tests.helpers.documents_table import NUMBERED, ROOT, rows
from tests.helpers.loops import nonempty

ROWS = rows()
SHOWN = [row for row in ROWS if row.links]
LINKS = sorted({link for row in SHOWN if not row.is_figure for link in row.links})
"""Those of figures are opened as pages, and drawn in a browser."""
LOOKED_AT = {"model": "select"}
"""What a link calls otherwise than JSON does."""


@pytest.fixture(scope="module")
def samples():
    """Each sample is made once, and keeps what is computed of it."""
    kept = {}
    sample = front.sample

    def once(name, **roles):
        key = (name, *sorted(roles.items()))
        if key not in kept:
            kept[key] = sample(name, **roles)
        return kept[key]

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(front, "sample", once)
        yield


@pytest.mark.parametrize("document", NUMBERED)
def test_nothing_that_a_document_numbers_is_missing(document):
    wanted = {(kind, number) for kind, numbers in NUMBERED[document].items() for number in numbers}
    assert set().union(*(row.named for row in ROWS if row.document == document)) == wanted


def test_every_module_and_test_is_there_and_what_is_not_shown_says_why():
    for row in nonempty(ROWS):
        assert all((ROOT / path).is_file() for path in nonempty([*row.computed, *row.tested, "README.md"])), row.item
        assert row.links or row.remarks not in ("", "–"), row.item
        if row.links:
            assert row.computed, row.item
            assert row.tested, row.item


@pytest.mark.full
@pytest.mark.parametrize("link", LINKS)
@pytest.mark.usefixtures("samples")
def test_what_is_shown_is_answered(link):
    path, _, query = link.removeprefix("/").partition("?")
    for name, known in LOOKED_AT.items():
        query = query.replace(f"{name}=", f"{known}=") if query.startswith(f"{name}=") else query
        query = query.replace(f"&{name}=", f"&{known}=")
    question = QUESTIONS[path or "verdict"]
    asked = of_query(question, query or "sample=two_class_example")
    answer = question.ask(asked.data, asked.choices)
    assert answer.figures[next(iter(answer.figures))].draw().data
