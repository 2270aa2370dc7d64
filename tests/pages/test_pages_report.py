"""The report: what is added on a page is kept with its choices, listed, noted, moved, removed, linked and shown."""

import json
from urllib.parse import urlencode

import pytest
from streamlit.testing.v1 import AppTest

from ddcore.answers import QUESTIONS
from ddcore.report.order import LONGEST, MOST_SECTIONS, Order
from pages.data import saved
from tests.helpers.report_page import SAMPLE, press, preview, report, to_report
from tests.helpers.visiting import (
    PAGES,
    SCORES,
    SITE,
    WHOLE,
    answer,
    drop,
    dropped,
    fine,
    go,
    kind,
    linked,
    measure_key,
    own_key,
    plain,
    price,
    put_in,
    rows,
    said,
    shown,
    travel,
    visit,
    widget,
)

pytestmark = pytest.mark.usefixtures("undrawn")

PRICED = f"{SAMPLE}&u=0,-1,-5,0&unit=EUR"
LABELS = rows(["truth", "label"], [("yes", "yes"), ("no", "no"), ("yes", "no"), ("no", "yes"), ("no", "no")] * 8)


def add(at):
    at.button(key="take_away_add").click()
    return fine(at.run())


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
    other = AppTest.from_file(SITE, default_timeout=60)
    other.query_params = dict(at.query_params)
    to_report(other)
    assert not other.warning
    return other


@pytest.mark.parametrize("page", PAGES)
def test_what_is_added_is_answered_as_on_its_page(page):
    at = add(visit(page, WHOLE[page]))
    (section,) = Order.of(ask=at.query_params["report"]).sections
    assert section.question == page
    to_report(at)
    assert listed(at) == [page]
    assert not at.warning
    assert not at.error
    data = at.session_state["data"]
    made = section.asked.ask(data, section.made)
    assert plain(made.sentence) == answer(visit(page, WHOLE[page]))


def test_choices_that_are_usual_are_not_kept_and_others_are():
    at = visit("costs", SAMPLE)
    add(at)
    assert at.query_params["report"] == "costs"
    price(at, "fn_cost").set_value("5")
    fine(at.run())
    assert shown(at, "take_away_add")
    add(at)
    assert at.query_params["report"] == "costs;costs?u=0,-1,-5,0"
    assert "TP 0, FP −1, FN −5, TN 0" in said(to_report(at), "caption")


def test_measures_of_ones_own_are_kept():
    at = visit("verdict", SAMPLE)
    at.text_input(key=own_key("verdict")).set_value("mine = max(tp, fp) / m")
    fine(at.run())
    box = at.multiselect(key=measure_key("verdict"))
    box.set_value([box.value[0], "MCC", "F1"])
    add(at)
    (section,) = Order.of(ask=at.query_params["report"]).sections
    assert section.made.measure == ("mine = max(tp, fp) / m", "MCC", "F1")
    again(at)


def test_a_page_says_that_its_question_is_there_and_takes_it_out():
    at = add(visit("verdict", SAMPLE))
    assert not shown(at, "take_away_add")
    press(at, "take_away_remove")
    assert shown(at, "take_away_add")
    assert "report" not in at.query_params


def test_sections_are_moved_noted_and_removed():
    at = report(f"{SAMPLE}&report=verdict;curves;costs")
    press(at, "report_up_2")
    assert sections(at) == listed(at) == ["verdict", "costs", "curves"]
    press(at, "report_down_0")
    assert sections(at) == ["costs", "verdict", "curves"]
    at.text_area(key="report_note_0").set_value("Agreed with Risk; 5 & more <b>")
    fine(at.run())
    assert "Note: Agreed with Risk; 5 & more <b>" in said(at, "caption")
    assert "Agreed with Risk; 5 &amp; more &lt;b&gt;" in preview(at)
    press(at, "report_down_0")
    assert at.text_area(key="report_note_1").value == "Agreed with Risk; 5 & more <b>"
    assert at.text_area(key="report_note_0").value == ""
    press(at, "report_remove_0")
    assert sections(at) == ["costs", "curves"]
    other = again(at)
    assert other.text_area(key="report_note_0").value == "Agreed with Risk; 5 & more <b>"


def test_the_last_section_removed_leaves_the_usual_report():
    at = report(f"{SAMPLE}&report=curves")
    press(at, "report_remove_0")
    assert "report" not in at.query_params
    assert listed(at) == ["verdict", "thresholds", "prevalence"]
    assert answer(at) == "Three sections: the usual report for these data."


def test_the_usual_report_has_the_prices_that_were_set():
    at = visit("costs", PRICED)
    to_report(at)
    assert listed(at) == ["verdict", "thresholds", "costs", "prevalence"]
    assert "TP 0, FP −1, FN −5, TN 0" in said(at, "caption")
    assert "report" not in at.query_params
    press(at, "report_remove_0")
    assert at.query_params["report"] == "thresholds;costs?u=0,-1,-5,0&unit=EUR;prevalence"
    press(at, "report_usual")
    assert "report" not in at.query_params


def test_a_section_is_added_from_the_list_with_what_was_chosen_for_it():
    at = visit("expectation", f"{SAMPLE}&theta=0.3")
    to_report(at)
    box = at.selectbox(key="report_add")
    assert "baselines" in [option.partition(":")[0].lower() for option in box.options]
    box.set_value("expectation")
    fine(at.run())
    assert at.query_params["report"].endswith(";expectation?theta=0.3")
    assert at.selectbox(key="report_add").value is None


def test_list_and_fields_stand_in_the_link_of_every_page_and_open_the_same_report():
    at = add(visit("verdict", SAMPLE))
    add(go(at, "curves"))
    to_report(at)
    at.text_input(key="report_about_title").set_value("Credit, 2nd quarter; & more")
    at.text_input(key="report_about_author").set_value("Ada")
    at.text_input(key="report_about_date").set_value("1 May")
    at.text_area(key="report_about_owner").set_value("Risk\nand Finance")
    at.segmented_control(key="report_about_paper").set_value("letter")
    fine(at.run())
    go(at, "baselines")
    link = dict(at.query_params)
    assert link["report"] == "verdict;curves"
    assert link["report_owner"] == "Risk\nand Finance"
    to_report(at)
    other = again(at)
    assert preview(other) == preview(at)
    assert "Credit, 2nd quarter; &amp; more" in preview(other)
    assert other.text_area(key="report_about_owner").value == "Risk\nand Finance"
    assert other.query_params == at.query_params


def test_pages_between_keep_what_a_link_says_of_the_report():
    at = visit("baselines", f"{SAMPLE}&report=verdict;curves&report_title=T&report_limits=L")
    go(at, "curves")
    to_report(at)
    assert listed(at) == ["verdict", "curves"]
    assert at.text_input(key="report_about_title").value == "T"
    assert at.text_area(key="report_about_limits").value == "L"


def test_back_and_forward_take_nothing_out_of_the_report():
    at = visit("verdict", SAMPLE)
    before = dict(at.query_params)
    add(at)
    add(go(at, "curves"))
    travel(at, "verdict", before)
    assert at.query_params["report"] == "verdict;curves"


def test_a_saved_view_has_the_report(monkeypatch):
    kept, now = [], saved.now
    monkeypatch.setattr(saved, "now", lambda: kept.append(now()) or kept[-1])
    at = dropped(SCORES, "verdict")
    add(at)
    to_report(at)
    at.text_area(key="report_note_0").set_value("A note")
    fine(at.run())
    assert kept[-1]["page"] == "report"
    other = report("data=File")
    put_in(other, ("view.json", json.dumps(kept[-1]).encode()), ("predictions.csv", SCORES))
    fine(other.run())
    assert listed(other) == ["verdict"]
    assert other.text_area(key="report_note_0").value == "A note"
    assert preview(other) == preview(at)


BEGINS = "The link could not be followed in one place: "


@pytest.mark.parametrize(
    ("value", "words", "left"),
    [
        ("nonsense;verdict", "there is no question “nonsense”", ["verdict"]),
        ("verdict;costs?u=1,2", "u must be four numbers", ["verdict"]),
        ("verdict;costs?q=1", "there is no choice q", ["verdict"]),
        ("verdict;costs?u=1&u=2;curves", "each choice of “costs” must be given once", ["verdict", "curves"]),
        (f"verdict;curves?note={'x' * (LONGEST + 1)}", "must have at most 10,000 characters", ["verdict"]),
        ("x" * 101 + ";verdict", "must have at most 100 characters", ["verdict"]),
        (";".join(["baselines"] * (MOST_SECTIONS + 1)), "at most 40 sections", ["baselines"] * MOST_SECTIONS),
        ("<script>alert(1)</script>", "there is no question “<script>", ["verdict", "thresholds", "prevalence"]),
    ],
)
def test_what_a_link_says_of_sections_in_vain_is_said(value, words, left):
    at = AppTest.from_file(SITE, default_timeout=60)
    at.query_params = {"sample": "two_class_example", "report": value}
    to_report(at)
    text = said(at, "warning")
    assert text.startswith(BEGINS)
    assert words in text
    assert listed(at) == left


@pytest.mark.parametrize(
    ("name", "value", "words"),
    [
        ("report_title", "x" * (LONGEST + 1), "title of a report must have at most 10,000 letters"),
        ("report_date", "x" * 101, "date of a report must have at most 100 letters"),
        ("report_limits", "x" * (LONGEST + 1), "limits of a report must have at most 10,000 letters"),
        ("report_paper", "a3", 'paper must be one of a4, letter, got "a3"'),
        ("report_charts", "none", 'charts must be one of interactive, pictures, got "none"'),
    ],
)
def test_what_a_link_says_around_the_sections_in_vain_is_said(name, value, words):
    at = AppTest.from_file(SITE, default_timeout=60)
    at.query_params = {"sample": "two_class_example", name: value}
    to_report(at)
    assert words in said(at, "warning")
    assert name not in at.query_params
    assert preview(at) == preview(report(SAMPLE))


@pytest.mark.parametrize("title", ["<script>alert(1)</script>", "=cmd|' /C calc'!A0", "../../x", "x" * 5000, "عنوان"])
def test_hostile_titles_are_letters(title):
    at = report(SAMPLE)
    at.text_input(key="report_about_title").set_value(title)
    fine(at.run())
    assert "<script>alert" not in preview(at)
    assert again(at).text_input(key="report_about_title").value == title
    assert next(node.proto.label for node in at._tree if node.type == "download_button") == "Download HTML"


def test_labels_leave_a_section_in_with_what_they_lack():
    at = drop(report("data=File&report=verdict;thresholds"), LABELS)
    lacking = QUESTIONS["thresholds"].needs(at.session_state["data"])[0]
    assert f"{plain(lacking)} The report says so." in said(at, "caption")
    assert listed(at) == ["verdict", "thresholds"]
    assert not at.error
    assert "Thresholds" not in " ".join(at.selectbox(key="report_add").options)


def test_classes_alone_have_their_usual_report():
    at = report("M=303&P=139")
    assert listed(at) == ["baselines", "expectation"]
    offered = {option.partition(":")[0] for option in at.selectbox(key="report_add").options}
    assert offered == {"Verdict", "Prevalence", "Reach", "Cases needed", "Ranking errors"}
    assert "What chance would score" in preview(at)


def test_without_data_the_page_says_what_it_needs():
    at = report("data=Numbers")
    assert answer(at) == "No data yet"
    assert not [node for node in at._tree if node.type == "iframe"]
    at = report("M=abc&P=139")
    assert answer(at) == "This data cannot be used yet"
    at = drop(report("data=File"), b"truth,pred\n" + b"a,a\nb,b\nc,c\n" * 9)
    assert answer(at) == "One question first"


def test_with_nothing_chosen_a_sample_is_shown_and_said():
    at = report()
    assert "Nobody has chosen data yet" in said(at, "caption")
    assert listed(at) == ["verdict", "thresholds", "prevalence"]
    assert at.query_params == {}


def test_prices_that_these_data_cannot_use_are_said_in_their_section():
    at = report(f"{SAMPLE}&report=verdict;costs?rate=1,0,0,0")
    assert "“Costs” cannot be answered as it was chosen: Payoffs can grow with an amount only" in said(at, "warning")
    assert listed(at) == ["verdict", "costs"]
    assert preview(at) == preview(report(f"{SAMPLE}&report=verdict"))
    press(at, "report_remove_1")
    assert not at.warning


def test_models_out_of_a_file_are_places_in_the_link_and_names_in_the_report(pair):
    true, one, other = pair
    third = one + other
    content = rows(
        ["truth", "score_secret", "score_b", "score_c"],
        [(int(t), *scores) for t, *scores in zip(true, one, other, third, strict=True)],
    )
    at = dropped(content, "ensemble", "hidden.csv")
    box = widget(at, "models_")
    box.set_value(["score_secret", "score_c"])
    fine(at.run())
    add(at)
    assert at.query_params["report"] == "ensemble?models=1,3"
    assert "secret" not in urlencode(dict(at.query_params))
    assert "hidden" not in urlencode(dict(at.query_params))
    to_report(at)
    assert "score_secret, score_c" in said(at, "caption")
    assert not at.error
    kind(at, "Sample")
    assert "the place of a model must be between 1 and 1" in said(at, "warning").lower()


def test_link_python_and_command_of_a_page_can_be_copied():
    at = visit("costs", PRICED)
    link, python, command = (one.value for one in at.main.code)
    assert dict(pair.split("=") for pair in link.rpartition("?")[2].split("&")) == dict(at.query_params)
    assert python.endswith("costs = ddcore.costs(data, u=(0, -1, -5, 0), unit='EUR')")
    assert command == "ddcore costs --sample two_class_example --u 0,-1,-5,0 --unit EUR"


def test_a_file_is_named_in_python_and_not_in_its_link():
    at = dropped(SCORES, "verdict", "hidden.csv")
    link, python, command = (one.value for one in at.main.code)
    assert "hidden" not in link
    assert "ddcore.read('hidden.csv'" in python
    assert command.startswith("ddcore verdict hidden.csv")
    assert linked(at) == {"data": "File"}
