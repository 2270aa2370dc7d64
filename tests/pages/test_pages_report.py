"""The report: what is added on a page is kept with its choices, linked and shown; its files are made once."""

import json
from urllib.parse import urlencode

import pytest

from ddcore.answers.base.question import QUESTIONS
from ddcore.errors import InputError
from ddcore.report import earlier
from ddcore.report import press as report_press
from ddcore.report.formats import FORMATS
from ddcore.report.order import LONGEST, MOST_SECTIONS, Order
from ddcore.samples.offered import OFFERED
from pages.data import saved
from pages.report import report_made
from tests.helpers.report_page import SAMPLE, opened, preview, report, to_report
from tests.helpers.tiers import some_of
from tests.helpers.visiting import (
    PAGES,
    SCORES,
    WHOLE,
    answer,
    choose,
    control,
    drop,
    dropped,
    fine,
    go,
    kind,
    linked,
    measure_key,
    own_key,
    plain,
    press,
    price,
    put_in,
    rows,
    said,
    shown,
    travel,
    visit,
    widget,
)

CASES = "Cases on which they disagree"
CLASSES = "M=303&P=139"
PRICED = f"{SAMPLE}&u=0,-1,-5,0&unit=EUR"
USUAL = ["verdict", "thresholds", "prevalence"]
LABELS = rows(["truth", "label"], [("yes", "yes"), ("no", "no"), ("yes", "no"), ("no", "yes"), ("no", "no")] * 8)


def add(at):
    return press(at, "take_away_add")


def sections(at):
    """The questions of the report, as its link has them."""
    return [section.question for section in Order.of(ask=at.query_params["report"]).sections]


def listed(at):
    """The questions of the rows."""
    lines = [plain(one.value) for one in at.main.markdown]
    texts = {question.text: name for name, question in QUESTIONS.items()}
    return [texts[line.partition(". ")[2]] for line in lines if line.partition(". ")[2] in texts]


def again(at):
    """A fresh session that opens the link of another."""
    other = opened(dict(at.query_params))
    assert not other.warning
    return other


@pytest.mark.full
@pytest.mark.parametrize("page", some_of(PAGES, "verdict", "costs"))
def test_what_is_added_is_asked_as_on_its_page(page):
    at = visit(page, WHOLE[page])
    before = answer(at)
    add(at)
    assert not shown(at, "take_away_add")
    (section,) = Order.of(ask=at.query_params["report"]).sections
    assert section.question == page
    assert plain(section.asked.ask(at.session_state["data"], section.made).sentence) == before
    if page in ("verdict", "costs"):
        assert listed(to_report(at)) == [page]
        assert not at.warning
        assert not at.error


@pytest.mark.full
def test_choices_that_are_usual_are_not_kept_and_others_are():
    at = add(visit("costs", SAMPLE))
    assert at.query_params["report"] == "costs"
    price(at, "fn_cost").set_value("5")
    assert shown(fine(at.run()), "take_away_add")
    add(at)
    assert at.query_params["report"] == "costs;costs?u=0,-1,-5,0"
    assert "FN −5" in said(to_report(at), "caption")
    at = choose(visit("verdict", SAMPLE), **{own_key("verdict"): "mine = max(tp, fp) / m"})
    box = control(at, measure_key("verdict"))
    box.set_value([box.value[0], "MCC", "F1"])
    (section,) = Order.of(ask=add(at).query_params["report"]).sections
    assert section.made.measure == ("mine = max(tp, fp) / m", "MCC", "F1")
    again(at)
    assert shown(press(at, "take_away_remove"), "take_away_add")
    assert "report" not in at.query_params


@pytest.mark.full
def test_sections_are_moved_noted_and_removed():
    at = report(f"{SAMPLE}&report=verdict;curves;costs")
    press(at, "report_up_2")
    assert sections(at) == listed(at) == ["verdict", "costs", "curves"]
    press(at, "report_down_0")
    assert sections(at) == ["costs", "verdict", "curves"]
    note = "Agreed; 5 & more <b>"
    choose(at, report_note_0=note)
    assert note in said(at, "caption")
    assert "Agreed; 5 &amp; more &lt;b&gt;" in preview(at)
    press(at, "report_down_0")
    assert (control(at, "report_note_1").value, control(at, "report_note_0").value) == (note, "")
    press(at, "report_remove_0")
    assert sections(at) == ["costs", "curves"]
    assert control(again(at), "report_note_0").value == note
    press(press(at, "report_remove_0"), "report_remove_0")
    assert "report" not in at.query_params
    assert listed(at) == USUAL


@pytest.mark.full
def test_a_section_is_added_from_the_list_with_what_was_chosen_for_it():
    at = to_report(visit("expectation", f"{SAMPLE}&theta=0.3"))
    choose(at, report_add="expectation")
    assert at.query_params["report"].endswith(";expectation?theta=0.3")
    assert control(at, "report_add").value is None


@pytest.mark.full
def test_list_and_fields_stand_in_the_link_of_every_page_and_open_the_same_report():
    at = to_report(add(go(add(visit("verdict", SAMPLE)), "curves")))
    title, owner = "Credit, 2nd quarter; & more", "Risk\nand Finance"
    choose(at, report_about_title=title, report_about_author="Ada", report_about_date="1 May")
    choose(at, report_about_owner=owner, report_about_paper="letter")
    go(at, "baselines")
    assert (at.query_params["report"], at.query_params["report_owner"]) == ("verdict;curves", owner)
    other = again(to_report(at))
    assert preview(other) == preview(at)
    assert "Credit, 2nd quarter; &amp; more" in preview(other)
    assert control(other, "report_about_owner").value == owner
    assert other.query_params == at.query_params


@pytest.mark.full
def test_single_cases_are_listed_where_somebody_switches_that_on():
    at = report("sample=pair_1&size=60&report=compare")
    assert CASES not in preview(at)
    assert not at.main.warning
    at.toggle(key="report_about_cases").set_value(True)
    fine(at.run())
    assert CASES in preview(at)
    assert "can read" in said(at, "warning")
    assert at.query_params["report_cases"] == "yes"
    assert preview(opened(dict(at.query_params))) == preview(at)


@pytest.mark.full
def test_pages_between_and_back_and_forward_keep_the_report():
    at = to_report(go(visit("baselines", f"{SAMPLE}&report=verdict;curves&report_title=T&report_limits=L"), "curves"))
    assert listed(at) == ["verdict", "curves"]
    assert (control(at, "report_about_title").value, control(at, "report_about_limits").value) == ("T", "L")
    at = visit("verdict", SAMPLE)
    before = dict(at.query_params)
    add(go(add(at), "curves"))
    assert travel(at, "verdict", before).query_params["report"] == "verdict;curves"


@pytest.mark.full
def test_a_saved_view_has_the_report(monkeypatch):
    kept, now = [], saved.now
    monkeypatch.setattr(saved, "now", lambda: kept.append(now()) or kept[-1])
    at = choose(to_report(add(dropped(SCORES, "verdict"))), report_note_0="A note")
    assert kept[-1]["page"] == "report"
    other = report("data=File")
    put_in(other, ("view.json", json.dumps(kept[-1]).encode()), ("predictions.csv", SCORES))
    fine(other.run())
    assert listed(other) == ["verdict"]
    assert control(other, "report_note_0").value == "A note"
    assert preview(other) == preview(at)


@pytest.mark.full
def test_what_a_link_says_in_vain_is_said():
    for value, words, left in (
        ("verdict;costs?u=1,2", "u must be four numbers", ["verdict"]),
        (f"verdict;curves?note={'x' * (LONGEST + 1)}", "10,000", ["verdict"]),
        (";".join(["baselines"] * (MOST_SECTIONS + 1)), "40 sections", ["baselines"] * MOST_SECTIONS),
        ("<script>alert(1)</script>", "<script>", USUAL),
    ):
        at = opened({"sample": "two_class_example", "report": value})
        assert len(at.warning) == 1
        assert words in said(at, "warning")
        assert listed(at) == left
    usual = preview(report(SAMPLE))
    for name, value, words in (
        ("report_title", "x" * (LONGEST + 1), "title of a report"),
        ("report_paper", "a3", 'got "a3"'),
    ):
        at = opened({"sample": "two_class_example", name: value})
        assert words in said(at, "warning")
        assert name not in at.query_params
        assert preview(at) == usual


@pytest.mark.full
def test_hostile_titles_are_letters():
    at = report(SAMPLE)
    for title in ("<script>alert(1)</script>", "=cmd|' /C calc'!A0", "../../x", "x" * 5000, "عنوان"):
        choose(at, report_about_title=title)
        assert "<script>alert" not in preview(at)
        assert control(again(at), "report_about_title").value == title
        assert next(node.proto.label for node in at._tree if node.type == "download_button") == "Download HTML"


def test_data_that_lack_something_say_so():
    at = drop(report("data=File&report=verdict;thresholds"), LABELS)
    lacking = QUESTIONS["thresholds"].needs(at.session_state["data"])[0]
    assert plain(lacking) in said(at, "caption")
    assert listed(at) == ["verdict", "thresholds"]
    assert not at.error
    assert "Thresholds" not in " ".join(control(at, "report_add").options)
    at = report("M=303&P=139")
    assert listed(at) == ["baselines", "expectation"]
    at = report("data=Numbers")
    assert answer(at) == "No data yet"
    assert not [node for node in at._tree if node.type == "iframe"]
    assert len(report("M=abc&P=139").main.error) == 1
    at = report()
    assert OFFERED[at.session_state["view"].suited].title in said(at, "caption")
    assert (listed(at), at.query_params) == (USUAL, {})


@pytest.mark.full
def test_prices_that_these_data_cannot_use_are_said_in_their_section():
    at = report(f"{SAMPLE}&report=verdict;costs?rate=1,0,0,0")
    assert len(at.warning) == 1
    assert listed(at) == ["verdict", "costs"]
    assert preview(at) == preview(report(f"{SAMPLE}&report=verdict"))
    assert not press(at, "report_remove_1").warning


@pytest.mark.full
def test_models_out_of_a_file_are_places_in_the_link_and_names_in_the_report(pair):
    true, one, other = pair
    lines = [(int(t), *scores) for t, *scores in zip(true, one, other, one + other, strict=True)]
    at = dropped(rows(["truth", "score_secret", "score_b", "score_c"], lines), "ensemble", "hidden.csv")
    fine(widget(at, "models_").set_value(["score_secret", "score_c"]).run())
    add(at)
    assert at.query_params["report"] == "ensemble?models=1,3"
    assert not [word for word in ("secret", "hidden") if word in urlencode(dict(at.query_params))]
    assert "score_secret, score_c" in said(to_report(at), "caption")
    assert not at.error
    assert "between 1 and 1" in said(kind(at, "Sample"), "warning")


def test_link_python_and_command_of_a_page_can_be_copied():
    at = visit("costs", PRICED)
    link, python, command = (one.value for one in at.main.code)
    assert dict(pair.split("=") for pair in link.rpartition("?")[2].split("&")) == dict(at.query_params)
    assert python.endswith("costs = ddcore.costs(data, u=(0, -1, -5, 0), unit='EUR')")
    assert command == "ddcore costs --sample two_class_example --u 0,-1,-5,0 --unit EUR"
    at = dropped(SCORES, "verdict", "hidden.csv")
    link, python, command = (one.value for one in at.main.code)
    assert "hidden" not in link
    assert "ddcore.read('hidden.csv'" in python
    assert command.startswith("ddcore verdict hidden.csv")
    assert linked(at) == {"data": "File"}


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


def made_of(at):
    """What the session has made of its report."""
    state = at.session_state._state.filtered_state
    [made] = [value for key, value in state.items() if key.startswith("report_made")]
    return made


def saved_file(at, ending):
    """The file that a click on its button saves."""
    made = made_of(at)
    return report_made.made_file(FORMATS[ending], at.session_state["data"], made, made.document)


def test_one_click_makes_a_file_once_until_the_report_is_another(pressed):
    asked, _ = pressed
    at = report(CLASSES)
    assert not [node for node in at._tree if node.type == "button" and "make" in node.key]
    assert [saved_file(at, "pdf") for _ in range(2)] == [b"a file"] * 2
    [(ending, title)] = asked
    assert (ending, title in preview(at)) == ("pdf", True)
    at.text_input(key="report_about_title").set_value("Another")
    fine(at.run())
    saved_file(at, "pdf")
    assert asked[1:] == [("pdf", "Another")]


def test_a_file_that_cannot_be_made_is_said_and_may_be_asked_for_again(pressed):
    asked, answers = pressed
    answers["docx"] = InputError("a figure needs a Chromium *that* starts")
    at = report(CLASSES)
    with pytest.raises(InputError, match="Chromium"):
        saved_file(at, "docx")
    fine(at.run())
    assert "Chromium *that* starts" in said(at, "error")
    answers.clear()
    assert saved_file(at, "docx") == b"a file"
    assert not fine(at.run()).error
    assert len(asked) == 2


@pytest.mark.full
def test_pictures_in_html_are_drawn_by_the_press_and_the_preview_stays_as_it_is(pressed):
    asked, _ = pressed
    before = preview(report(CLASSES))
    at = report(f"{CLASSES}&report_charts=pictures")
    assert preview(at) == before
    saved_file(at, "html")
    assert [ending for ending, _ in asked] == ["html"]


def test_a_spreadsheet_is_written_by_another_process():
    assert saved_file(report(CLASSES), "xlsx").startswith(b"PK")


def test_an_earlier_report_is_compared_with_and_another_file_refused():
    at = report(CLASSES)
    before = earlier.written(made_of(report("M=303&P=120")).document)
    for content, changed in ((before, True), (b"{}", False)):
        at.file_uploader(key="report_against").set_value(("report.json", content, "application/json"))
        fine(at.run())
        assert (made_of(at).document.compared is not None) == changed
        assert bool(at.error) != changed


def test_the_annex_is_in_the_order_and_in_the_link():
    at = report(CLASSES)
    at.toggle(key="report_about_annex").set_value(True)
    fine(at.run())
    assert made_of(at).order.annex
    assert at.query_params["report_annex"] == "yes"
