"""Every page with its example, with typed numbers, with samples of each kind, and without data."""

import json

import pandas as pd
import plotly.io
import pytest

from ddcore.answers.base.question import QUESTIONS, next_steps
from ddcore.options import Measures, beside
from tests.helpers.loops import nonempty
from tests.helpers.tiers import some_of
from tests.helpers.visiting import (
    NEED_MODEL,
    PAGES,
    WHOLE,
    answer,
    asked,
    choose,
    fine,
    go,
    kind,
    measure_key,
    plain,
    press,
    said,
    shows,
    visit,
)

COUNTS = "TP=227&FP=50&FN=31&TN=192"
LINKS = ("M=303&P=139", COUNTS, "sample=pathology", "sample=hpc_cv&model=pred")
"""Classes alone, counts, labels, and two models of which the one without scores is looked at."""
KINDS = ("slider", "select_slider", "selectbox", "multiselect", "number_input", "text_input", "text_area", "radio")


def draws(at, expected, theme):
    """A look that the charts of a page are those of the answer, in a theme."""
    charts = {chart.key.removesuffix("_chart"): chart.proto.spec for chart in at.main.get("plotly_chart")}
    for name, spec in nonempty(charts.items()):
        drawn = plotly.io.to_json(expected.figures[name].draw(theme), validate=False)
        assert json.loads(spec) == json.loads(drawn), name


@pytest.mark.parametrize("page", some_of(PAGES, "verdict", "baselines"))
@pytest.mark.usefixtures("drawn")
def test_charts_of_a_page_have_the_theme_of_the_browser(page):
    at = visit(page, WHOLE[page])
    at.context = {"theme": "dark"}
    fine(at.run())
    draws(at, asked(at), "dark")


@pytest.mark.parametrize("page", some_of(PAGES, *(page for page in PAGES if page not in ("papers", "errata"))))
@pytest.mark.usefixtures("drawn")
def test_page_shows_what_its_question_is_answered(page):
    at = visit(page, WHOLE[page])
    assert not at.warning
    expected = shows(at)
    draws(at, expected, "light")
    assert all(len(figure.words) > 60 for figure in expected.figures.values())
    shown = {frame.proto.alt: frame.value for frame in at.main.dataframe}
    for each in expected.tables.values():
        rows = shown.get(each.title)
        if rows is not None:
            pd.testing.assert_frame_equal(rows, each.rows())
    assert shown or all(each.size > 100 for each in expected.tables.values())
    controls = [one for name in KINDS for one in getattr(at.main, name)] + list(at.main.segmented_control)
    own = [one for one in controls if one.key.endswith("_own")]
    assert [one.key for one in controls if not one.proto.label.strip() or len(one.proto.help) < 20] == []
    labels = [one.proto.label for one in controls if one not in own]
    assert len(labels) == len(set(labels))
    measures = [beside(each, Measures) for each in QUESTIONS[page].choices.model_fields.values()]
    if own and measures[0]:
        several = measures[0].most != 1
        assert not several or at.multiselect(key=measure_key(page)).proto.max_selections == (measures[0].most or 0)
    steps = next_steps(page, at.session_state["data"])
    assert len(steps) in (2, 3)
    links = [link.proto.page for link in at.main.get("page_link")]
    assert links[: len(steps)] == ["" if step.question == "verdict" else step.question for step in steps]


@pytest.mark.parametrize(("link", "step"), some_of([(COUNTS, 3), *((link, 1) for link in LINKS)]))
def test_page_answers_any_data_or_says_what_they_lack(link, step):
    at = visit("verdict", link)
    data = at.session_state["data"]
    for page in [*PAGES][::step]:
        go(at, page)
        assert not at.warning
        expected = shows(at)
        if QUESTIONS[page].needs(data) is not None:
            assert not expected.figures
            assert not at.main.dataframe, page
        assert dict(at.query_params) == dict(pair.split("=") for pair in link.split("&"))


def test_page_with_classes_only_leads_to_the_baselines():
    for page in nonempty(NEED_MODEL):
        at = visit(page, "M=303&P=139")
        assert [link.proto.page for link in at.main.get("page_link")] == ["baselines"]


@pytest.mark.parametrize("source", some_of(["Numbers", "File"], "File"))
def test_page_without_data_says_what_it_needs_and_offers_a_sample(source):
    at = visit("baselines", f"data={source}")
    for page in (name for name in PAGES if QUESTIONS[name].needs_data):
        go(at, page)
        assert answer(at) == "No data yet"
        assert [plain(one.value) for one in at.main.info] == [plain(QUESTIONS[page].needed)]
        assert not at.main.dataframe
        assert not at.main.get("plotly_chart")
        assert at.query_params == {"data": source}
    for page in ("thresholds", "lending"):
        press(go(at, page), "frame_sample")
        assert shows(at).figures
        kind(at, "File")


@pytest.mark.parametrize("page", some_of(["verdict", "prevalence"], "verdict", "prevalence"))
def test_page_without_a_measure_waits_and_recovers(page):
    at = visit(page, WHOLE[page])
    link = dict(at.query_params)
    choose(at, **{measure_key(page): []})
    assert len(at.info) == 1
    assert not at.main.get("plotly_chart")
    assert link.items() <= at.query_params.items()
    choose(at, **{measure_key(page): ["MCC"]})
    assert at.query_params["measure"] == "MCC"
    assert shows(at).figures


@pytest.mark.full
def test_positive_class_model_and_threshold_of_the_sidebar_change_the_answer():
    at = visit("verdict", "sample=hpc_cv")
    first = said(at)
    choose(at, data_model_hpc_cv="pred")
    assert at.query_params == {"sample": "hpc_cv", "model": "pred"}
    assert shows(at).sentence != first
    choose(at, data_sample="two_class_example", data_positive_="Class2", data_threshold_=0.25)
    assert at.query_params == {"sample": "two_class_example", "positive": "Class2", "threshold": "0.25"}
    counts = at.session_state["data"].model.counts
    assert (counts.tp + counts.fn).item() == 242
    assert asked(at).values == shows(visit("verdict", "sample=two_class_example&positive=Class2&threshold=0.25")).values


def test_question_that_needs_no_data_is_answered_beside_numbers_that_cannot_be():
    at = visit("propositions", "data=Numbers&M=139&P=303")
    assert at.main.get("plotly_chart")
    assert not at.main.get("exception")
