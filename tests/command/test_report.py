"""A report from the command line: which files, of what, with what, and what is refused before long work."""

import io
import re
import sys
import types

import pytest

import ddcore
from ddcore.answers.base.prices import Prices
from ddcore.answers.base.question import QUESTIONS
from ddcore.command import report as command
from ddcore.report import earlier
from ddcore.report import report as reports
from ddcore.report.formats import FORMATS
from ddcore.report.order import SHARED, WRITTEN, Card, Order

NUMBERS = ("--M", "303", "--P", "139")


@pytest.fixture
def documents(monkeypatch):
    """The documents that are written, as every format that takes none of a test's time: its bytes are its JSON."""
    taken = []

    def written(document):
        taken.append(document)
        return document.model_dump_json().encode()

    for wanted in FORMATS.values():
        monkeypatch.setitem(sys.modules, f"ddcore.report.{wanted.module}", types.SimpleNamespace(written=written))
    monkeypatch.setattr(command, "painter", types.SimpleNamespace(start=lambda: None))
    return taken


def test_a_report_is_written_and_said(ask, folder):
    said = ask("report", *NUMBERS, "--out", "a.html", "--title", "Chance & co", "--author", "-")
    content = (folder / "a.html").read_bytes()
    made = ddcore.report(ddcore.classes(303, 139), title="Chance & co", author="-")
    document = made.document()
    prints = f"report {document.fingerprint[:12]}, data {document.data_fingerprint[:12]}"
    assert said == (0, f"a.html ({len(content) / 1e6:.1f} MB): {prints}\n", "")
    assert content == made.written("html")


@pytest.mark.full
def test_single_cases_are_listed_with_a_warning(ask, documents):
    said = ask("report", "predictions.csv", "--ask", "cases", "--out", "a.html", "--cases")
    assert said.code == 0
    assert "single cases" in said.err
    assert "--cases" in documents[0].command


@pytest.mark.full
def test_several_files_are_made_in_one_run(ask, folder, documents):
    said = ask("report", "predictions.csv", "--out", "a.html", "--out", "b.XLSX", "--out", "c.docx")
    assert (said.code, said.err) == (0, "")
    size = r"\([\d.]+ [kM]B\)"
    assert re.match(rf"a\.html {size} and b\.XLSX {size} and c\.docx {size}: report [0-9a-f]{{12}}", said.out)
    assert (folder / "a.html").read_bytes() == (folder / "c.docx").read_bytes()
    few, all_of_them, again = documents
    assert few == again
    assert [table.size for _, table in few.tables()] == [table.size for _, table in all_of_them.tables()]


def test_what_goes_to_stdout_is_the_report_alone(ask, documents, monkeypatch):
    monkeypatch.setattr(sys, "stdout", stdout := io.TextIOWrapper(io.BytesIO()))
    said = ask("report", *NUMBERS, "--out", "-", "--format", "zip")
    stdout.seek(0)
    assert stdout.read() == documents[0].model_dump_json()
    assert re.fullmatch(r"\d+ kB: report [0-9a-f]{12}, data [0-9a-f]{12}\n", said.err)


def test_what_is_piped_in_is_read(ask, folder, documents):
    content = (folder / "predictions.csv").read_bytes()
    assert ask("report", "-", "--positive", "yes", "--ask", "baselines", "--out", "a.html", stdin=content).code == 0
    assert documents[0].data_fingerprint == ddcore.read("predictions.csv", positive="yes").fingerprint


@pytest.mark.full
def test_choices_go_to_every_section_that_has_them_and_none_of_its_own(ask, documents):
    asked = "verdict,thresholds,folds,prevalence"
    prices = ("--u", "-1,-335,-35,165", "--volume", "1000", "--prevalence", "0.2")
    ask("report", "predictions.csv", "--out", "a.html", "--ask", asked, "--measure", "F1,MCC", *prices)
    ask("report", "predictions.csv", "--out", "a.html", "--ask", "verdict?measure=ACC;folds", "--measure", "MCC")
    first, second = ([section.text for section in document.order.sections] for document in documents)
    assert first == [
        "verdict?prevalence=0.2&measure=F1,MCC",
        "thresholds?prevalence=0.2&u=-1,-335,-35,165&volume=1000&measure=F1,MCC",
        "folds?measure=F1,MCC",
        "prevalence?measure=F1,MCC",
    ]
    assert second == ["verdict?measure=ACC", "folds?measure=MCC"]


@pytest.mark.full
def test_prices_are_answered_in_the_usual_report(ask, documents):
    ask("report", "predictions.csv", "--out", "a.html", "--u", "0,-1,-5,0", "--unit", "EUR")
    ask("report", "predictions.csv", "--out", "a.html")
    ask("report", "--tp", "5", "--fp", "3", "--fn", "2", "--tn", "9", "--out", "a.html", "--u", "0,-1,-5,0")
    ask("report", "predictions.csv", "--out", "a.html", "--prevalence", "0.1")
    names = [[section.question for section in document.sections] for document in documents]
    assert names == [
        ["verdict", "costs", "prevalence"],
        ["verdict", "thresholds", "prevalence"],
        ["verdict", "utility", "prevalence"],
        ["verdict", "thresholds", "prevalence"],
    ]
    assert documents[0].sections[1].values["held_out"]
    assert {fact.label for fact in documents[0].sections[1].chosen} == {"What each outcome is worth", "Unit"}


def test_what_people_write_stands_in_it(ask, documents):
    given = {"owner": "Risk", "intended_use": "Loans", "data_period": "2024", "limits": "None"}
    card = [word for name, text in given.items() for word in (f"--{name.replace('_', '-')}", text)]
    ask("report", *NUMBERS, "--out", "a.pdf", *card, "--note", "baselines=As = agreed", "--date", "June")
    document = documents[0]
    assert document.order.card == Card(**given)
    assert (document.date, document.sections[0].remark, document.sections[1].remark) == ("June", "As = agreed", "")


def test_what_changed_since_another_report_stands_in_it(ask, documents, folder):
    before = ddcore.report(ddcore.classes(303, 140), ask="baselines").document()
    (folder / "last.json").write_bytes(earlier.written(before))
    assert ask("report", *NUMBERS, "--out", "a.html", "--against", "last.json").code == 0
    assert documents[0].compared == earlier.compared(documents[0], before).compared
    said = ask("report", "no.csv", "--out", "a.html", "--against", "no.zip")
    assert "“no.zip” cannot be read" in said.err


def test_all_that_an_order_has_is_an_option():
    options = {*command.OF_ASKED, *WRITTEN, *command.OF_OUTPUT}
    assert {*Order.model_fields, *Card.model_fields} - {"sections", "card"} < options
    assert {*SHARED} == {*map(Prices.named, Prices.model_fields), "measure"}


def test_chromium_starts_before_the_file_is_read_where_charts_are_drawn(ask, documents, monkeypatch):
    started = []
    monkeypatch.setattr(command, "painter", types.SimpleNamespace(start=lambda: started.append(1)))
    ask("report", "no.csv", "--out", "a.html")
    ask("report", "no.csv", "--out", "a.xlsx")
    assert started == []
    ask("report", "no.csv", "--out", "a.pdf")
    ask("report", "no.csv", "--out", "a.html", "--charts", "pictures")
    assert started == [1, 1]


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        ((), "a report needs a file; give --out report.html"),
        (("--out", "a.txt"), "a report must end in .html, .pdf, .docx, .xlsx, .zip, got “a.txt”"),
        (("--out", "none/a.html"), "out must be in a folder that exists, got “none/a.html”"),
        (("--out", "a.html", "--out", "a.html"), "--out must name different files, got “a.html” twice"),
        (("--out", "folder.html"), "“folder.html” cannot be written"),
        (("--out", "a.html", "--format", "pdf"), "--format goes with --out -; the ending of a file says its format"),
        (("--out", "a.html", "b.csv"), "a report is about the cases of one file, got 2 files"),
        (("--out", "a.html", "--ask", "nothing"), "there is no question “nothing”; choose one of verdict"),
        (("--out", "a.html", "--ask", "verdict?x=1"), "there is no choice x; choose one of"),
        (("--out", "a.html", "--u", "1"), "u must be four numbers"),
        (("--out", "a.html", "--note", "nothing=x"), "note must be written as QUESTION=TEXT"),
        (("--out", "a.html", "--note", "verdict=x", "--note", "verdict=y"), "a question can have one note"),
        (("--out", "a.html", "--paper", "a5"), 'Invalid value "a5" for --paper'),
        (("--out", "a.html", "--title", "x" * 10_001), "title must have at most 10,000 characters, got 10,001"),
    ],
)
def test_what_cannot_be_done_is_said_before_the_file_is_read(words, sentence, ask, folder, monkeypatch):
    (folder / "folder.html").mkdir()

    def read(*given):
        raise AssertionError("the file is read")

    monkeypatch.setattr("ddcore.command.source.sources", read)
    said = ask("report", "predictions.csv", *words)
    assert (said.code, said.out) == (2, "")
    assert said.err.startswith(f"ddcore: {sentence}")
    assert said.err.count("\n") == 1


def test_what_no_section_has_or_nothing_can_take_is_said(ask, folder, documents, monkeypatch):
    monkeypatch.setattr("sys.stdout.isatty", lambda: True)
    for words, sentence in (
        (("a.html", "--u", "0,-1,-5,0"), "uses u;"),
        (("a.html", "--note", "verdict=x"), "a note must name a section"),
        (("-", "--format", "pdf"), "stdout is a terminal"),
        (("/dev/full/a.html",), "got “/dev/full/a.html”"),
    ):
        assert sentence in ask("report", *NUMBERS, "--out", *words).err
    assert not (folder / "a.html").exists()


@pytest.mark.full
def test_how_far_it_is_stands_on_a_terminal(ask, documents, monkeypatch):
    monkeypatch.setattr("sys.stderr.isatty", lambda: True)
    told = ask("report", "predictions.csv", "--ask", "verdict,baselines,prevalence", "--out", "a.html").err
    assert re.search(r"\r\x1b\[K +0% Verdict", told)
    assert re.search(rf"\r\x1b\[K +67% {QUESTIONS['prevalence'].title}\r\x1b\[K$", told)


@pytest.mark.parametrize("words", [("--threshold", "model_a=0.3", "--threshold=model_b=-0.25"), ("--threshold=0.4",)])
def test_thresholds_are_given_for_all_models_or_for_single_ones(words, ask, documents):
    assert ask("report", "predictions.csv", *words, "--out", "a.html", "--ask", "verdict").code == 0
    given = {"model_a": 0.3, "model_b": -0.25} if len(words) == 3 else 0.4
    data = ddcore.read("predictions.csv", threshold=given)
    assert documents[0].fingerprint == reports.report(data, ask="verdict").document().fingerprint


@pytest.mark.parametrize(
    ("given", "sentence"),
    [
        (("0.3", "0.4"), "threshold must be given once, or once for a model"),
        (("0.3", "model_a=0.4"), "threshold must be given once, or once for a model"),
        (("model_a=1", "model_a=2"), "threshold must be given once, or once for a model"),
        (("model_c=1",), "threshold has “model_c”, which is not a model with scores here"),
        (("model_a=x",), "the threshold of “model_a” must be a finite number, got “x”"),
        (("x",), "threshold must be a finite number, got “x”"),
    ],
)
def test_thresholds_that_cannot_be_used_are_said(given, sentence, ask):
    words = [f"--threshold={value}" for value in given]
    assert ask("verdict", "predictions.csv", *words).err.startswith(f"ddcore: {sentence}")
