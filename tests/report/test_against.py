"""A report held against another one: cases, choices, decisions, numbers and versions that differ, or none."""

import io

import docx
import numpy as np
import openpyxl
import pytest

import ddcore
from ddcore.data import Data
from ddcore.report import archive, xlsx
from ddcore.report import docx as report_docx
from ddcore.report.against import compared
from ddcore.report.document import Comparison, Document, Fact, Number
from ddcore.report.earlier import Earlier
from ddcore.report.order import Order
from ddcore.report.report import Report
from ddcore.report.texts import ENGLISH
from tests.helpers import documents
from tests.helpers.loops import nonempty


def cases(seed: int = 1, size: int = 300) -> Data:
    rng = np.random.default_rng(seed)
    truth = (np.arange(size) % 3 == 0).astype(int)
    return ddcore.predictions(truth, rng.normal(truth))


def report(ask: str, data: Data | None = None) -> Document:
    return Report(data or cases(), Order.of(ask=ask)).document()


def comparison(document: Document, earlier: Earlier | Document) -> Comparison:
    told = compared(document, earlier).compared
    assert told is not None
    return told


def numbered(document: Document, *numbers: Number) -> Document:
    """The same report, whose first section has other numbers."""
    first, *others = document.sections
    return document.model_copy(update={"sections": (first.model_copy(update={"numbers": numbers}), *others)})


ONE, TWO = Number(name="F1", text="0.8", interval="0.7 to 0.9"), Number(name="F1", text="0.6", interval="exact")
WIDER = ONE.model_copy(update={"interval": "0.6 to 0.9"})


@pytest.mark.parametrize("kind", ["example", "hostile"])
def test_the_same_report_is_told_in_one_sentence(kind):
    document = documents.EVERY[kind]()
    for earlier in (document, archive.read(archive.kept(document))):
        assert comparison(document, earlier) == Comparison(sentences=(ENGLISH.nothing_changed,), changes=())


def test_only_the_comparison_is_added():
    document = documents.example()
    assert compared(document, documents.of_classes()).model_copy(update={"compared": None}) == document


def test_other_cases_are_said_with_what_is_known_of_them_and_each_number_that_differs():
    now, before = report("verdict"), report("verdict", cases(2, 240))
    told = comparison(now, before)
    assert told.sentences[0] == ENGLISH.other_cases
    assert ENGLISH.before_and_now.format(what=ENGLISH.cases, before="240", now="300") in told.sentences
    assert ENGLISH.same_choices in told.sentences
    was = {number.name: f"{number.text} ({number.interval})" for number in before.sections[0].numbers}
    numbers = [(one.name, was[one.name], f"{one.text} ({one.interval})") for one in now.sections[0].numbers]
    changed = [number for number in numbers if number[1] != number[2]]
    assert [(change.name, change.before, change.after) for change in told.changes] == changed != []
    assert {change.section for change in told.changes} == {now.sections[0].text}
    assert ENGLISH.other_numbers.format(changed=len(changed), numbers=len(was)) in told.sentences


@pytest.mark.parametrize(
    ("now", "before", "changes"),
    [
        ((ONE,), (), [("not given", "0.8 (0.7 to 0.9)")]),
        ((), (ONE,), [("0.8 (0.7 to 0.9)", "not given")]),
        ((ONE,), (WIDER,), [("0.8 (0.6 to 0.9)", "0.8 (0.7 to 0.9)")]),
        ((ONE, TWO), (ONE, ONE), [("0.8 (0.7 to 0.9)", "0.6 (exact)")]),
        ((ONE, TWO), (ONE,), [("not given", "0.6 (exact)")]),
        ((ONE, TWO), (ONE, TWO), []),
    ],
)
def test_numbers_are_paired_by_name_and_place(now, before, changes):
    document = documents.of_classes()
    told = comparison(numbered(document, *now), numbered(document, *before))
    assert [(row.before, row.after) for row in told.changes] == changes
    lone = [change for change in changes if "not given" in change]
    assert (ENGLISH.lone_numbers.format(numbers=1) in told.sentences) == bool(lone)


def test_questions_that_only_one_answers():
    told = comparison(report("verdict,curves"), report("verdict,folds")).sentences
    assert any(text.startswith(ENGLISH.only_here.format(sections="How well")) for text in told)
    assert any(text.startswith(ENGLISH.only_there.format(sections="How steady")) for text in told)
    assert ENGLISH.same_choices not in told
    assert ENGLISH.same_cases in told


def test_other_choices_are_said():
    told = comparison(report("verdict?measure=F1"), report("verdict")).sentences
    [sentence] = [text for text in told if "What was chosen for" in text]
    assert ENGLISH.usual_choices in sentence
    assert "F1 now" in sentence


def test_sections_of_the_same_choices_are_paired_first():
    told = comparison(report("verdict?measure=F1;verdict"), report("verdict;verdict?measure=F1"))
    assert told.changes == ()
    assert {ENGLISH.same_choices, ENGLISH.nothing_changed} & set(told.sentences)


def test_decision_and_versions_that_changed_are_told():
    document = documents.of_classes()
    versions = {**document.versions, "ddcore": "0.1", "x": "1"}
    decision = ("**No.** [x](http://a)", *document.decision[1:])
    told = comparison(document, document.model_copy(update={"decision": decision, "versions": versions})).sentences
    [sentence] = [text for text in told if "http" in text]
    assert "[x](" not in sentence
    assert len([text for text in told if text.startswith("Version of")]) == 2
    assert ENGLISH.same_numbers in told
    shorter = document.model_copy(update={"decision": document.decision[:1]})
    assert ENGLISH.decision_longer in comparison(document, shorter).sentences


def test_texts_of_the_other_report_are_short_letters():
    document = documents.example()
    evil = "<script>**=1** " + "x" * 5000
    facts = (Fact(label=evil, text=evil),)
    told = comparison(document, document.model_copy(update={"facts": facts, "decision": (evil,)}))
    assert max(map(len, told.sentences)) < 1500
    assert not any(sign in text for text in nonempty(told.sentences) for sign in ("<script>", "**"))


def test_report_against_another_one():
    data, before = cases(), report("verdict", cases(2, 240))
    made = Report(data, Order.of(ask="verdict"), archive.read(archive.kept(before)))
    assert made.document().compared == comparison(report("verdict"), before)
    assert Report(data, Order.of(ask="verdict")).document().compared is None


def test_spreadsheet_and_document_tell_of_it(monkeypatch):
    document = compared(report("verdict"), report("verdict", cases(2, 240)))
    sheet = openpyxl.load_workbook(io.BytesIO(xlsx.written(document))).worksheets[0]
    cells = [cell for row in sheet.iter_rows(values_only=True) for cell in row]
    monkeypatch.setattr(report_docx, "drawn", lambda *given: ({}, "no browser"))
    word = docx.Document(io.BytesIO(report_docx.written(document)))
    tables = [tuple(cell.text for cell in row.cells) for table in word.tables for row in table.rows]
    assert ENGLISH.compared in cells
    assert ENGLISH.compared in [each.text for each in word.paragraphs]
    for change in nonempty(document.compared.changes if document.compared else ()):
        assert {change.before, change.after} <= set(cells)
        assert (change.section, change.name, change.before, change.after) in tables
