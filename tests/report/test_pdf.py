"""A report as PDF: its tags, its pages, its size, and what stands in it whatever people write."""

import re
import sys
from collections.abc import Iterator
from io import BytesIO
from itertools import pairwise
from math import hypot
from typing import Any

import numpy as np
import pandas as pd
import pdfua
import pikepdf
import pypdfium2
import pytest

import ddcore
from ddcore.errors import InputError
from ddcore.report import words
from ddcore.report.compose import compose
from ddcore.report.document import Change, Comparison, Document
from ddcore.report.markdown_blocks import blocks
from ddcore.report.order import Order
from ddcore.report.pdf import packed, written
from ddcore.report.pictures import NoChromium, painter
from tests.helpers.loops import nonempty
from tests.helpers.tiers import some_of

HOSTILE = "<script>alert(1)</script> \u202e=cmd|'x'!A0 ../../x שלום مرحبا #eval(\"1\") $x$ *b* \\ @a <l> \x00"


def document(sample: str = "two_class_example", **order: Any) -> Document:
    """What a report of a sample says."""
    return compose(ddcore.sample(sample), Order.of(**order))


@pytest.fixture(scope="module")
def usual() -> Document:
    """The report that is made where nobody says what it is to have."""
    return document()


@pytest.fixture(scope="module")
def pdf(usual) -> bytes:
    return written(usual)


@pytest.fixture(scope="module")
def annexed() -> Document:
    """The same with an annex."""
    return document(annex=True)


@pytest.fixture(scope="module")
def annexed_pdf(annexed) -> bytes:
    return written(annexed)


def pages(content: bytes) -> list[str]:
    """The text of each page, in one line."""
    read = pypdfium2.PdfDocument(content)
    try:
        return [" ".join(page.get_textpage().get_text_range().split()) for page in read]
    finally:
        read.close()


def tags(content: bytes) -> Iterator[tuple[str, pikepdf.Object]]:
    """Each element of the structure by its kind, in the order in which it is read."""
    file = pikepdf.open(BytesIO(content))
    left = [file.Root.StructTreeRoot]
    while left:
        element = left.pop()
        if isinstance(element, pikepdf.Array):
            left += reversed(list(element))
        elif isinstance(element, pikepdf.Dictionary):
            if "/S" in element:
                yield str(element.S).removeprefix("/"), element
            left += [element.K] if "/K" in element else []


def alt(content: bytes, kind: str) -> list[str]:
    return [str(element.Alt) for name, element in tags(content) if name == kind]


@pytest.mark.full
def test_same_report_gives_the_same_bytes(usual, pdf):
    assert written(Document.model_validate_json(usual.model_dump_json())) == pdf


def test_usual_report_is_small_and_accessible_as_its_checker_finds(usual, pdf, tmp_path):
    assert len(pdf) < 300_000
    (tmp_path / "report.pdf").write_bytes(pdf)
    checked = pdfua.validate(tmp_path / "report.pdf")
    assert [finding.rule_id for finding in checked.findings] == []
    file = pikepdf.open(BytesIO(pdf))
    assert file.Root.MarkInfo.Marked
    assert str(file.Root.Lang) == "en"
    assert file.Root.ViewerPreferences.DisplayDocTitle
    with file.open_metadata() as metadata:
        assert (metadata["dc:title"], metadata["pdfuaid:part"]) == (usual.title, "1")
        assert "xmp:CreateDate" not in metadata or metadata["xmp:CreateDate"].startswith("1970")


@pytest.mark.full
def test_charts_are_vectors_and_told_in_words_and_formulas_in_letters(usual, pdf, annexed_pdf):
    descriptions = {"".join(block.text for block in blocks(chart.words)) for _, chart in usual.charts()}
    assert set(alt(pdf, "Figure")) == descriptions
    assert any("277 over" in text or "over k" in text for text in alt(annexed_pdf, "Formula"))
    assert alt(pdf, "Formula") == []
    file = pikepdf.open(BytesIO(pdf))
    assert "/Image" not in {str(part.get("/Subtype")) for part in file.objects if isinstance(part, pikepdf.Stream)}


def test_tables_have_heads_headings_are_in_order_and_bookmarks_name_the_sections(annexed, annexed_pdf):
    kinds = [name for name, _ in tags(annexed_pdf)]
    assert kinds.count("Table") == kinds.count("THead") > 5
    assert kinds.count("TH") > 20
    levels = [int(name[1]) for name in kinds if re.fullmatch("H[1-6]", name)]
    assert levels[0] == 1
    assert all(after <= before + 1 for before, after in pairwise(levels))
    with pikepdf.open(BytesIO(annexed_pdf)).open_outline() as outline:
        titles = [entry.title for entry in outline.root]
    ends = [words.DATA, words.AGAIN, words.ANNEX_METHODS]
    assert titles == [words.DECISION, *(section.heading for section in annexed.sections), *ends]


def test_pages_are_numbered_and_the_foot_tells_which_report_it_is(usual, pdf):
    texts = pages(pdf)
    assert len(texts) <= 8
    for number, page in enumerate(nonempty(texts), 1):
        assert f"Page {number} of {len(texts)}" in page
        assert usual.fingerprint[:12] in page
    assert words.FINGERPRINTS in texts[-1]


@pytest.mark.parametrize(
    "sample", some_of(["two_class_example", "pathology", "hpc_cv", "factory"], "two_class_example")
)
def test_first_page_has_all_that_a_manager_needs(sample, usual, pdf):
    report = usual if sample == "two_class_example" else document(sample)
    first, second = pages(pdf if sample == "two_class_example" else written(report))[:2]
    for heading in (words.DECISION, words.NUMBERS, words.RESTS_ON, words.WOULD_CHANGE):
        assert heading in first
    for number in nonempty(report.numbers):
        assert " ".join(filter(None, (number.text, number.interval, number.baseline))) in first
    last = "".join(block.text for block in blocks(report.rests_on[-1]))
    assert last in first.replace("\u00a0", " ") or last.replace("\u00a0", " ") in first
    assert second.startswith((report.sections[0].heading, words.CONTENTS))


@pytest.mark.full
def test_classes_alone_and_forty_models_make_a_report():
    rng = np.random.default_rng(1)
    truth = rng.random(200) < 0.4
    models = {"M" * 300: rng.random(200), "../../x": rng.random(200), **{f"m{i}": rng.random(200) for i in range(38)}}
    forty = ddcore.read(pd.DataFrame({"truth": truth.astype(int), **models}))
    texts = pages(written(compose(forty, Order.of(ask="verdict"))))
    assert len(texts) < 14
    assert not any("M" * 61 in page for page in texts)
    alone = pages(written(compose(ddcore.classes(303, 139), Order.of())))
    assert 1 < len(alone) < 9


@pytest.mark.full
@pytest.mark.parametrize("kind", ["credit", "hpc_cv", "two_class_example", "lending_club", "pathology", "factory"])
def test_usual_report_has_at_most_eight_pages_and_no_letter_under_eight_points(kind):
    report = document(kind)
    content = written(report)
    assert len(pages(content)) <= 8
    read = pypdfium2.PdfDocument(content)
    sizes = {round(size, 1) for page in read for size in sizes_of(page)}
    read.close()
    assert min(sizes) >= 7.9


def sizes_of(page: pypdfium2.PdfPage) -> Iterator[float]:
    """The size of each letter on paper, in points: its own times the scale of what it stands in."""
    text = page.get_textpage()
    for place in range(text.count_chars()):
        if text.get_text_range(place, 1).strip():
            yield pypdfium2.raw.FPDFText_GetFontSize(text, place) * hypot(*matrix_of(text, place))


def matrix_of(text: pypdfium2.PdfTextPage, place: int) -> tuple[float, float]:
    """The upright part of the matrix by which a letter is drawn."""
    matrix = pypdfium2.raw.FS_MATRIX()
    pypdfium2.raw.FPDFText_GetMatrix(text, place, matrix)
    return matrix.c, matrix.d


def test_what_people_write_stays_letters():
    content = written(document(title=HOSTILE, author=HOSTILE, owner=HOSTILE, ask="verdict"))
    text = " ".join(pages(content))
    for letters in ("<script>alert(1)</script>", "=cmd|'x'!A0", "../../x", '#eval("1") $x$', "@a <l>"):
        assert text.count(letters) >= 2
    assert "\u202e" not in text
    file = pikepdf.open(BytesIO(content))
    assert {"/OpenAction", "/AA", "/AcroForm"}.isdisjoint(file.Root.keys())
    assert not [note for page in file.pages for note in page.get("/Annots", ()) if "/A" in note and "/URI" in note.A]


@pytest.mark.full
@pytest.mark.parametrize("long", ["x" * 5000, "word " * 1000, "שלום " * 1000])
def test_endless_title_is_shown_shortened_and_whole_among_the_data(long):
    texts = pages(written(document(title=long, ask="verdict")))
    assert words.WOULD_CHANGE in texts[0] or words.RESTS_ON in texts[0]
    assert len(texts) < 10
    whole = "".join(texts).replace(" ", "")
    assert sum(whole.count(letter) for letter in set(long.strip())) >= len(long.replace(" ", ""))


@pytest.mark.full
def test_letters_that_no_font_has_leave_a_file_with_tags():
    file = pikepdf.open(BytesIO(written(document(title="漢字 \U000e0041", ask="verdict"))))
    assert file.Root.MarkInfo.Marked
    with file.open_metadata() as metadata:
        assert metadata["dc:title"].strip() == "漢字"
        assert "pdfuaid:part" not in metadata


def test_code_can_be_copied(usual):
    ask = ";".join([*ddcore.QUESTIONS, "costs?u=0,-1,-5,0&unit=EUR&volume=1000"])
    command = f"ddcore report {'x' * 200}.csv --ask '{ask}'"
    python = f"data = ddcore.read('{'y' * 200}.csv')\n\nif data:\n    data"
    text = "".join(pages(written(usual.model_copy(update={"command": command, "python": python, "sections": ()}))))
    assert "\u200b" not in text
    for code in (command, python):
        assert "".join(code.split()) in text.replace(" ", "")


def test_where_no_chromium_is_words_stand_in_place_of_charts(usual, monkeypatch):
    def none(*given, **named):
        raise NoChromium("no")

    monkeypatch.setattr(painter, "draw", none)
    content = written(usual)
    assert alt(content, "Figure") == []
    text = " ".join(pages(content))
    for _, chart in usual.charts():
        instead = words.no_chart(words.NO_BROWSER, chart.words)
        assert " ".join(instead.split())[:80] in text
    with pikepdf.open(BytesIO(content)).open_metadata() as metadata:
        assert "pdfuaid:part" in metadata


@pytest.mark.full
def test_where_typst_is_missing_it_is_told_what_to_install(usual, monkeypatch):
    monkeypatch.setitem(sys.modules, "typst", None)
    with pytest.raises(InputError, match="needs typst; install it with pip install typst"):
        written(usual)


@pytest.mark.parametrize(
    ("paper", "size"), some_of([("a4", (595, 842)), ("letter", (612, 792))], ("letter", (612, 792)))
)
def test_paper_author_and_date_are_as_asked(paper, size):
    content = written(document(title="Loans", author="A. Person", date="May 2026", ask="baselines", paper=paper))
    assert pages(content)[0].startswith("Loans By A. Person · May 2026 The decision")
    read = pypdfium2.PdfDocument(content)
    assert tuple(map(round, read[0].get_size())) == size
    read.close()


@pytest.mark.full
def test_changes_since_another_report_have_a_section(usual):
    change = Change(section="Verdict", name="AUC #x", before="0.9", after="0.95")
    compared = Comparison(sentences=("**AUC** rose.",), changes=(change,))
    text = " ".join(pages(written(usual.model_copy(update={"compared": compared}))))
    assert f"{words.COMPARED} AUC rose." in text
    assert "AUC #x 0.9 0.95" in text


def test_packed_file_has_the_same_objects_in_fewer_bytes(pdf):
    loose = BytesIO()
    pikepdf.open(BytesIO(pdf)).save(loose, object_stream_mode=pikepdf.ObjectStreamMode.disable, linearize=False)
    assert packed(b"no PDF") == b"no PDF"
    assert len(pdf) < 0.6 * len(loose.getvalue())
    assert pages(loose.getvalue()) == pages(pdf)
