"""Every item of the papers: nothing that they number is missing, and an answer stands behind each link."""

import pytest

from ddcore import front
from ddcore.answers.base.question import QUESTIONS
from ddcore.api.asked import of_query
from ddcore.papers import DOCUMENTS, items
from tests.helpers.loops import nonempty
from tests.helpers.numbered import NUMBERED, named

LINKS = sorted({item.link for item in items() if item.link and item.kind != "figure"})
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
    assert set().union(*(named(item.place) for item in items() if item.document == document)) == wanted


def test_an_item_belongs_to_a_document_and_is_named_once():
    assert {item.document for item in nonempty(items())} == DOCUMENTS.keys()
    names = [(item.document, item.place, item.what) for item in items()]
    assert len(names) == len(set(names))


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
