"""An earlier report: its report.json reads back or is refused, and what changed since is said."""

import io
import json
import zipfile

import docx
import numpy as np
import openpyxl
import pytest

import ddcore
from ddcore.data import Data
from ddcore.errors import InputError
from ddcore.report import archive, earlier, words, xlsx
from ddcore.report import docx as report_docx
from ddcore.report.document import Comparison, Document, Fact, Number
from ddcore.report.earlier import Earlier, compared
from ddcore.report.formats import Format
from ddcore.report.order import Order
from ddcore.report.pictures import painter
from ddcore.report.report import Report
from tests.helpers import documents
from tests.helpers.loops import nonempty
from tests.helpers.tiers import some_of


@pytest.fixture
def no_browser(monkeypatch):
    """Formats and pictures without content."""
    monkeypatch.setattr(Format, "written", lambda self, document: b"")
    monkeypatch.setattr(painter, "draw", lambda figures, kind: dict.fromkeys(figures, b""))


@pytest.mark.parametrize("kind", some_of(documents.EVERY, "hostile"))
def test_what_is_written_reads_back(kind, tmp_path, no_browser):
    document = documents.EVERY[kind]()
    content = archive.written(document)
    (tmp_path / "report.zip").write_bytes(content)
    report = earlier.read(content)
    assert report == earlier.read(earlier.written(document)) == earlier.read(tmp_path / "report.zip")
    assert (report.fingerprint, report.order, report.decision) == (
        document.fingerprint,
        document.order,
        document.decision,
    )
    for was, section in nonempty(zip(report.sections, document.sections, strict=True)):
        assert (was.values, was.numbers) == (dict(section.values), section.numbers)


def packed(name: str = "report.json", content: bytes = b"{}") -> bytes:
    with zipfile.ZipFile(made := io.BytesIO(), "w") as opened:
        # With the date of today the bytes, and so the names of tests, would differ from process to process.
        opened.writestr(zipfile.ZipInfo(name), content, zipfile.ZIP_DEFLATED)
    return made.getvalue()


def locked() -> bytes:
    """An archive that says that its files have a password."""
    content = bytearray(packed())
    for mark, place in ((b"PK\x03\x04", 6), (b"PK\x01\x02", 8)):
        content[content.index(mark) + place] |= 1
    return bytes(content)


WRITTEN = json.loads(earlier.written(documents.of_classes()))


def changed(**more: object) -> bytes:
    return json.dumps(WRITTEN | more).encode()


@pytest.mark.parametrize(
    ("content", "sentence"),
    [
        (b"", "must be the ZIP of a report"),
        (b"PK", "whole ZIP"),
        (b"PK\x03\x04" + bytes(200), "whole ZIP"),
        (packed()[:-30], "whole ZIP"),
        (locked(), "without a password"),
        (packed("../report.json"), "with report.json in it"),
        (packed(content=b"{"), "must be the ZIP of a report"),
        (packed(content=b"{}"), "is missing or of another kind"),
        (b"[]", "is missing or of another kind"),
        (b"[" * 100_000, "must be the ZIP of a report"),
        (b'{"title": NaN}', "must be the ZIP of a report"),
        (b"\xff\xfe", "must be the ZIP of a report"),
        (changed(kind="x"), "“kind”"),
        (changed(title=3), "“title”"),
        (changed(fingerprint="=cmd"), "“fingerprint”"),
        (changed(sections=WRITTEN["sections"] * 30), "“sections”"),
        (changed(order={"x": 1}), "“order.x”"),
        (changed(title="x" * 3_000_000), "“title”"),
    ],
)
def test_what_is_no_report_is_refused_in_a_sentence(content, sentence):
    with pytest.raises(InputError, match=sentence):
        earlier.read(content)


def test_more_than_the_limits_or_what_is_no_file_is_refused(monkeypatch, tmp_path):
    for path in ("missing.zip", "/", "a\0b"):
        with pytest.raises(InputError, match="cannot be read"):
            earlier.read(path)
    assert earlier.read(json.dumps(WRITTEN | {"more": 1}).encode()).title == WRITTEN["title"]
    monkeypatch.setattr(earlier, "LARGEST_JSON", 1000)
    with pytest.raises(InputError, match="at most 0 MB"):
        earlier.read(packed(content=b" " * 10_000_000))
    monkeypatch.setattr(earlier, "LARGEST", 10)
    (tmp_path / "a.zip").write_bytes(packed())
    with pytest.raises(InputError, match="at most 0 MB"):
        earlier.read(tmp_path / "a.zip")


def cases(seed: int = 1, size: int = 300) -> Data:
    rng = np.random.default_rng(seed)
    truth = (np.arange(size) % 3 == 0).astype(int)
    return ddcore.predictions(truth, rng.normal(truth))


def report(ask: str, data: Data | None = None) -> Document:
    return Report(data or cases(), Order.of(ask=ask)).document()


def comparison(document: Document, before: Earlier | Document) -> Comparison:
    comparison = compared(document, before).compared
    assert comparison is not None
    return comparison


def numbered(document: Document, *numbers: Number) -> Document:
    """The same report, whose first section has other numbers."""
    first, *others = document.sections
    return document.model_copy(update={"sections": (first.model_copy(update={"numbers": numbers}), *others)})


ONE, TWO = Number(name="F1", text="0.8", interval="0.7 to 0.9"), Number(name="F1", text="0.6", interval="exact")
WIDER = ONE.model_copy(update={"interval": "0.6 to 0.9"})


@pytest.mark.parametrize("kind", ["example", "hostile"])
def test_the_same_report_is_told_in_one_sentence(kind):
    document = documents.EVERY[kind]()
    for before in (document, earlier.read(earlier.written(document))):
        assert comparison(document, before) == Comparison(sentences=(earlier.NOTHING_CHANGED,), changes=())


def test_a_fact_under_its_former_label_is_the_same_fact():
    now = report("verdict")
    [was] = [fact for fact in now.facts if fact.label == "Selected model"]
    former = [fact.model_copy(update={"label": "Model looked at"}) if fact is was else fact for fact in now.facts]
    before = now.model_copy(update={"facts": tuple(former)})
    assert comparison(now, before) == Comparison(sentences=(earlier.NOTHING_CHANGED,), changes=())


def test_only_the_comparison_is_added():
    document = documents.example()
    assert compared(document, documents.of_classes()).model_copy(update={"compared": None}) == document


def test_other_cases_are_said_with_what_is_known_of_them_and_each_number_that_differs():
    now, before = report("verdict"), report("verdict", cases(2, 240))
    changed_since = comparison(now, before)
    assert changed_since.sentences[0] == earlier.OTHER_CASES
    assert any(text.endswith("240 before, 300 now.") for text in changed_since.sentences)
    assert earlier.SAME_CHOICES in changed_since.sentences
    was = {number.name: f"{number.text} ({number.interval})" for number in before.sections[0].numbers}
    numbers = [(one.name, was[one.name], f"{one.text} ({one.interval})") for one in now.sections[0].numbers]
    changed = [number for number in numbers if number[1] != number[2]]
    assert [(change.name, change.before, change.after) for change in changed_since.changes] == changed != []
    assert {change.section for change in changed_since.changes} == {now.sections[0].text}
    differ = f"{len(changed)} of the {len(was)} numbers in both reports differ."
    assert any(text.startswith(differ) for text in changed_since.sentences)


@pytest.mark.parametrize(
    ("now", "before", "changes"),
    [
        ((ONE,), (), [("missing", "0.8 (0.7 to 0.9)")]),
        ((), (ONE,), [("0.8 (0.7 to 0.9)", "missing")]),
        ((ONE,), (WIDER,), [("0.8 (0.6 to 0.9)", "0.8 (0.7 to 0.9)")]),
        ((ONE, TWO), (ONE, ONE), [("0.8 (0.7 to 0.9)", "0.6 (exact)")]),
        ((ONE, TWO), (ONE,), [("missing", "0.6 (exact)")]),
        ((ONE, TWO), (ONE, TWO), []),
    ],
)
def test_numbers_are_paired_by_name_and_place(now, before, changes):
    document = documents.of_classes()
    changed_since = comparison(numbered(document, *now), numbered(document, *before))
    assert [(row.before, row.after) for row in changed_since.changes] == changes
    lone = [change for change in changes if "missing" in change]
    assert any(text.endswith("two reports: 1.") for text in changed_since.sentences) == bool(lone)


def test_questions_that_only_one_answers():
    sentences = comparison(report("verdict,curves"), report("verdict,folds")).sentences
    assert any(text.startswith("Only this") and "How well" in text for text in sentences)
    assert any(text.startswith("Only the other") and "How steady" in text for text in sentences)
    assert earlier.SAME_CHOICES not in sentences
    assert earlier.SAME_CASES in sentences


def test_other_choices_are_said():
    sentences = comparison(report("verdict?measure=F1"), report("verdict")).sentences
    [sentence] = [text for text in sentences if "What was chosen for" in text]
    assert earlier.DEFAULT_CHOICES in sentence
    assert "F1 now" in sentence


def test_sections_of_the_same_choices_are_paired_first():
    changed_since = comparison(report("verdict?measure=F1;verdict"), report("verdict;verdict?measure=F1"))
    assert changed_since.changes == ()
    assert {earlier.SAME_CHOICES, earlier.NOTHING_CHANGED} & set(changed_since.sentences)


def test_decision_and_versions_that_changed_are_told():
    document = documents.of_classes()
    versions = {**document.versions, "ddcore": "0.1", "x": "1"}
    decision = ("**No.** [x](http://a)", *document.decision[1:])
    sentences = comparison(document, document.model_copy(update={"decision": decision, "versions": versions})).sentences
    [sentence] = [text for text in sentences if "http" in text]
    assert "[x](" not in sentence
    assert len([text for text in sentences if text.startswith("Version of")]) == 2
    assert earlier.SAME_NUMBERS in sentences
    shorter = document.model_copy(update={"decision": ()})
    assert earlier.LONGER_DECISION in comparison(document, shorter).sentences


def test_texts_of_the_other_report_are_short_letters():
    document = documents.example()
    evil = "<script>**=1** " + "x" * 5000
    facts = (Fact(label=evil, text=evil),)
    changed_since = comparison(document, document.model_copy(update={"facts": facts, "decision": (evil,)}))
    assert max(map(len, changed_since.sentences)) < 1500
    assert not any(sign in text for text in nonempty(changed_since.sentences) for sign in ("<script>", "**"))


def test_report_against_another_one():
    data, before = cases(), report("verdict", cases(2, 240))
    made = Report(data, Order.of(ask="verdict"), earlier.read(earlier.written(before)))
    assert made.document().compared == comparison(report("verdict"), before)
    assert Report(data, Order.of(ask="verdict")).document().compared is None


def test_spreadsheet_and_document_tell_of_it(monkeypatch):
    document = compared(report("verdict"), report("verdict", cases(2, 240)))
    sheet = openpyxl.load_workbook(io.BytesIO(xlsx.written(document))).worksheets[0]
    cells = [cell for row in sheet.iter_rows(values_only=True) for cell in row]
    monkeypatch.setattr(report_docx, "drawn", lambda *given: ({}, "no browser"))
    word = docx.Document(io.BytesIO(report_docx.written(document)))
    tables = [tuple(cell.text for cell in row.cells) for table in word.tables for row in table.rows]
    assert words.COMPARED in cells
    assert words.COMPARED in [each.text for each in word.paragraphs]
    for change in nonempty(document.compared.changes if document.compared else ()):
        assert {change.before, change.after} <= set(cells)
        assert (change.section, change.name, change.before, change.after) in tables
