"""The report itself: composed once, its files made once, and nothing of it left behind."""

import pytest

from ddcore.errors import InputError
from ddcore.report import press as report_press
from pages.report import report_made
from tests.helpers.report_page import SAMPLE, preview, report, to_report
from tests.helpers.visiting import SCORES, dropped, fine, press, said, shown, widget


@pytest.mark.full
def test_a_report_is_composed_once_for_the_same_data_and_order(monkeypatch):
    composed, compose = [], report_made.compose
    monkeypatch.setattr(report_made, "compose", lambda *given: composed.append(given[1]) or compose(*given))
    at = report(SAMPLE)
    fine(at.run())
    assert len(composed) == 1
    widget(at, "data_threshold_").set_value(0.3)
    fine(at.run())
    assert len(composed) == 2
    at.text_input(key="report_about_author").set_value("Ada")
    fine(at.run())
    assert len(composed) == 3


def test_nothing_of_a_report_stays_once_its_file_is_removed():
    at = to_report(dropped(SCORES))
    made = [key for key in at.session_state._state.filtered_state if key.startswith("report_made")]
    assert len(made) == 1
    press(at, "data_card_remove")
    assert not [key for key in at.session_state._state.filtered_state if key.startswith("report_made")]


@pytest.fixture
def pressed(monkeypatch):
    """What the press is asked for, and what it answers: bytes, or what is wrong."""
    asked, answers = [], {}

    def written(document, ending):
        asked.append((ending, document.title))
        answer = answers.get(ending, b"a file")
        if isinstance(answer, InputError):
            raise answer
        return answer

    monkeypatch.setattr(report_press, "written", written)
    return asked, answers


def test_a_file_is_made_once_and_given_until_the_report_is_another(pressed):
    asked, _ = pressed
    at = report(SAMPLE)
    press(at, "report_make_pdf")
    assert asked == [("pdf", "What the scores of the model are worth")]
    assert not shown(at, "report_make_pdf")
    assert widget(at, "report_file_pdf").label == "Download PDF"
    fine(at.run())
    assert len(asked) == 1
    at.text_input(key="report_about_title").set_value("Another")
    fine(at.run())
    assert shown(at, "report_make_pdf")
    press(at, "report_make_pdf")
    assert asked[1:] == [("pdf", "Another")]


def test_a_file_that_cannot_be_made_is_said_and_may_be_asked_for_again(pressed):
    asked, answers = pressed
    answers["docx"] = InputError("a figure needs a Chromium *that* starts")
    at = report(SAMPLE)
    press(at, "report_make_docx")
    assert said(at, "error") == "Word was not made: a figure needs a Chromium *that* starts."
    assert preview(at)
    answers.clear()
    press(at, widget(at, "report_make_docx").key)
    assert widget(at, "report_file_docx").label == "Download Word"
    assert len(asked) == 2


def test_pictures_in_html_are_drawn_by_the_press_and_the_preview_stays_as_it_is(pressed):
    asked, _ = pressed
    before = preview(report(SAMPLE))
    at = report(f"{SAMPLE}&report_charts=pictures")
    assert preview(at) == before
    press(at, "report_make_html")
    assert [ending for ending, _ in asked] == ["html"]


def test_a_spreadsheet_is_written_by_another_process():
    at = report("M=303&P=139")
    press(at, "report_make_xlsx")
    assert widget(at, "report_file_xlsx").label == "Download Excel"
    (made,) = [value for key, value in at.session_state._state.filtered_state.items() if key.startswith("report_made")]
    assert made.files["xlsx"].startswith(b"PK")
