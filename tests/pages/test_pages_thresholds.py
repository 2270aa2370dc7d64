"""Where the line should be, on its page: each control changes what it should and stands in the link, and files."""

import numpy as np
import pytest

from tests.helpers.score_pages import SAMPLE, SCORE, TRUE, N, P, choose, traces, upload
from tests.helpers.visiting import (
    again,
    answer,
    figure,
    fine,
    go,
    kind,
    linked,
    markdown,
    plain,
    price,
    said,
    shown,
    tables,
    visit,
    widget,
)


def numbers(at):
    """The table of all measures."""
    every = [frame.value for frame in tables(at)]
    return next(rows for rows in every if "Value there" in rows).set_index("Short name")


@pytest.mark.usefixtures("unfolded")
def test_moved_slider_changes_the_counts_and_what_is_given_up():
    at = visit("thresholds", SAMPLE)
    before = numbers(at)
    for threshold in (0, 1):
        at.slider(key=widget(at, "data_threshold_").key).set_value(threshold)
        fine(at.run())
        assert f"{threshold}, the threshold set," in answer(at)
        same = [name for name in before.columns if name not in ("At 0.5", "Loss on these cases")]
        assert numbers(at)[same].equals(before[same])
        assert at.query_params["threshold"] == f"{threshold:g}"
        called = threshold <= SCORE
        tp, fp = (called & TRUE).sum(), (called & ~TRUE).sum()
        assert f"| positive | {tp} | {fp} |\n| negative | {P - tp} | {N - fp} |" in said(at)


def test_measure_chosen_travels_and_one_at_most():
    at = choose(visit("thresholds", SAMPLE), measure_looked_at=["kappa"])
    assert answer(at).startswith("Best for Cohen's kappa: ")
    assert at.query_params["measure"] == "kappa"
    other = again("thresholds", at)
    assert said(other) == said(at)
    assert figure(other, "thresholds_chart") == figure(at, "thresholds_chart")
    assert at.multiselect(key="measure_looked_at").proto.max_selections == 1
    choose(at, measure_looked_at_own="net = (tp - 5*fp) / m")
    assert answer(at).startswith("Best for net: ")
    assert at.query_params["formula"] == "net = (tp - 5 * fp) / m"
    assert said(again("thresholds", at)) == said(at)


def test_condition_chosen_travels_and_goes_away():
    at = visit("thresholds", SAMPLE)
    before = answer(at)
    choose(at, where_measure="PPV")
    assert at.query_params["where"] == "PPV:0.9"
    choose(at, where_bound=0.95)
    assert at.query_params["where"] == "PPV:0.95"
    other = again("thresholds", at)
    assert said(other) == said(at)
    assert other.number_input(key="where_bound").value == 0.95
    go(at, "verdict")
    assert at.query_params["where"] == "PPV:0.95"
    go(at, "thresholds")
    assert said(at) == said(other)
    choose(at, where_measure="")
    assert "where" not in at.query_params
    assert answer(at) == before
    choose(at, where_measure="TPR")
    assert at.query_params["where"] == "TPR:0.95"


def test_condition_that_none_meets_is_a_sentence_and_stays_to_be_mended():
    at = visit("thresholds", f"{SAMPLE}&where=MCC:0.9")
    assert answer(at) == "No threshold meets this condition."
    assert "the best that these scores reach is " in said(at)
    assert not at.main.get("plotly_chart")
    assert at.query_params["where"] == "MCC:0.9"
    assert shown(at, "data_threshold_")
    assert shown(at, "measure_looked_at")
    choose(at, where_bound=0.7)
    assert answer(at).startswith("Best for F1: ")
    assert at.query_params["where"] == "MCC:0.7"


def test_condition_outlives_a_moment_without_a_measure():
    at = choose(visit("thresholds", f"{SAMPLE}&where=PPV:0.95"), measure_looked_at=[])
    assert "Choose at least one measure." in said(at, "info")
    choose(at, measure_looked_at=["F1"])
    assert at.query_params["where"] == "PPV:0.95"
    assert at.selectbox(key="where_measure").value == "PPV"


def test_broken_link_is_said_and_the_default_shown():
    at = visit("thresholds", f"{SAMPLE}&where=foo&measure=PP&threshold=7")
    assert len(at.warning) == 3
    for words in ("such as PPV:0.9", 'got "PP"', 'threshold must be between 0 and 1, got "7"'):
        assert words in said(at, "warning")
    assert answer(at).startswith("Best for F1: ")
    assert at.query_params == {"sample": "two_class_example"}


def test_example_of_two_peaks_is_folded_with_its_chart_and_points():
    at = visit("thresholds", SAMPLE)
    assert "Which measures can mislead a search" in [box.label for box in at.main.expander]
    assert "Markedness and Matthews correlation need not" in said(at)
    assert list(traces(at, "example_chart")) == ["Matthews correlation", "Markedness"]
    assert at.get_by_key("example_csv") is not None
    keys = [getattr(node, "key", None) for node in at._tree]
    order = ["where_measure", "where_bound", "measure_looked_at", "thresholds_chart", "thresholds_csv"]
    assert [key for key in keys if key in order] == order


@pytest.fixture(scope="module")
def ties():
    """Whole scores with ties, of 60 cases a third of which are positive."""
    rng = np.random.default_rng(5)
    true = np.arange(60) % 3 == 0
    return true, np.where(true, rng.integers(2, 6, 60), rng.integers(0, 4, 60))


def dropped_scores(true, *scores, weight=None, names=("yes", "no"), header=("score",)):
    columns = [np.where(true, *names), *scores, *([] if weight is None else [weight])]
    return upload(["truth", *header, *([] if weight is None else ["weight"])], zip(*columns, strict=True), "thresholds")


def test_models_are_drawn_together_and_looked_at_one_by_one(ties):
    true, score = ties
    other = np.roll(score, 7) * 0.5 + true
    at = dropped_scores(true, score, other, header=("score_first", "score_second"))
    lines = traces(at, "thresholds_chart")
    # The other one is on a page of its own: the chart is that of the model looked at.
    assert [name for name in lines if name.startswith("score_")] == ["score_first"]
    assert "Worth knowing about score_first" in [plain(one.value) for one in at.main.subheader]
    at.selectbox(key=widget(at, "data_model_").key).set_value("score_second")
    fine(at.run())
    assert [name for name in traces(at, "thresholds_chart") if name.startswith("score_")] == ["score_second"]
    assert "Worth knowing about score_second" in [plain(one.value) for one in at.main.subheader]


def test_link_of_a_file_has_places_and_no_names(ties):
    true, score = ties
    at = dropped_scores(true, score, np.roll(score, 3), header=("score_secret", "score_hidden"), names=("ill", "well"))
    assert linked(at) == {"data": "File"}
    at.slider(key=widget(at, "data_threshold_").key).set_value(4)
    fine(at.run())
    at.selectbox(key=widget(at, "data_model_").key).set_value("score_hidden")
    fine(at.run())
    at.selectbox(key=widget(at, "data_positive_").key).set_value("well")
    fine(at.run())
    choose(at, measure_looked_at=["J"], where_measure="TPR", where_bound=0.4)
    assert linked(at) == {
        **{"data": "File", "positive": "2", "model": "2", "measure": "J", "where": "TPR:0.4"},
    }


def test_names_are_shown_letter_by_letter(ties):
    true, score = ties
    names = ("**ill** <b>x</b>", "$well$ [a](b)")
    at = dropped_scores(true, score, np.roll(score, 2), names=names, header=("`score` *a*", "![score](c)"))
    assert f"with {names[0]} predicted at scores ≥" in said(at)
    assert f"| predicted | truly {names[0]} | truly {names[1]} |" in said(at)
    texts = list(markdown(at))
    for name in (*names, "`score` *a*", "![score](c)"):
        assert any(name in plain(text) for _, text in texts), name
        for place, text in texts:
            assert name not in text, place


# States of the page ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("page", ["thresholds", "costs", "refer"])
@pytest.mark.parametrize(
    ("link", "words"),
    [
        ("data=File", "No data yet"),
        ("M=303&P=139", "Only the classes are known, so there is no model to judge yet."),
        ("TP=227&FP=50&FN=31&TN=192", "The model has no scores, so there is no threshold to move."),
        ("sample=pathology", "The model has no scores, so there is no threshold to move."),
    ],
)
def test_without_scores_the_page_ends_with_a_sentence(page, link, words):
    at = visit(page, link)
    assert answer(at) == words
    assert not at.main.get("plotly_chart")
    assert not at.main.dataframe
    if link == "data=File":
        assert "model's scores: a file with the truth and a column of numbers for each model." in said(at, "info")
        at.button(key="frame_sample").click()
        fine(at.run())
        assert at.main.get("plotly_chart")


@pytest.mark.parametrize("page", ["thresholds", "costs", "refer"])
def test_one_class_alone_is_refused(page):
    at = upload(["truth", "score"], [("yes", 0.1), ("yes", 0.7), ("yes", 0.9)], page)
    assert answer(at) == "This data cannot be used yet"
    assert "must hold two classes" in said(at, "error")
    assert not at.main.get("plotly_chart")


@pytest.mark.parametrize("page", ["thresholds", "costs", "refer"])
def test_labels_alone_have_no_line(page):
    lines = [("yes" if place % 3 else "no", "yes" if place % 4 else "no") for place in range(24)]
    at = upload(["truth", "predicted"], lines, page)
    assert answer(at) == "The model has no scores, so there is no threshold to move."
    assert not at.main.get("plotly_chart")
    kind(at, "Numbers")
    assert not at.main.get("plotly_chart")


@pytest.mark.parametrize("link", ["thresholds", "costs", "refer", "refer by=cost"])
def test_every_control_and_chart_has_its_words(link):
    page, _, more = link.partition(" ")
    at = visit(page, f"{SAMPLE}&{more}")
    controls = [
        one
        for name in ("slider", "select_slider", "selectbox", "multiselect", "number_input", "text_input")
        for one in getattr(at.main, name)
    ]
    controls += list(at.main.segmented_control)
    assert len(controls) > 3
    for one in controls:
        assert one.proto.label.strip(), one.key
        assert len(one.proto.help) > 20, one.key
    labels = [one.proto.label for one in controls]
    assert len(labels) == len(set(labels))
    for one in at.main.get("plotly_chart"):
        assert len(one.proto.alt) > 60


@pytest.mark.usefixtures("unfolded")
def test_threshold_is_best_by_the_prices_that_costs_have():
    at = choose(visit("thresholds", f"{SAMPLE}&u=0,-1,-5,0&unit=EUR&volume=10000"), goal="worth")
    assert answer(at).startswith("Best for cost per case in EUR: 0.072")
    assert "At 10,000 cases a month, the best threshold, judged on unseen cases, costs" in said(at)
    assert at.query_params["goal"] == "worth"
    assert said(again("thresholds", at)) == said(at)
    price(at, "fn_cost").set_value("1")
    fine(at.run())
    assert answer(at).startswith("Best for cost per case in EUR: 0.602")
    go(at, "costs")
    assert "u" not in at.query_params
    assert answer(at).startswith("If a miss costs as much as a false alarm")
