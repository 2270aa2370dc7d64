"""Where the line should be, on its page: each control changes what it should and stands in the link, and files."""

import numpy as np
import pytest

from ddcore.answers import QUESTIONS
from tests.helpers.score_pages import SAMPLE, traces, upload
from tests.helpers.visiting import (
    choose,
    control,
    go,
    kind,
    linked,
    moves,
    price,
    seen,
    shown,
    shows,
    tables,
    travels,
    visit,
)


def numbers(at):
    """The table of all measures."""
    every = [frame.value for frame in tables(at)]
    return next(rows for rows in every if "Value there" in rows).set_index("Short name")


@pytest.mark.usefixtures("unfolded")
def test_slider_measure_and_condition_change_the_answer_and_travel():
    at = visit("thresholds", SAMPLE)
    before, first = numbers(at), seen(at)
    moves(at, data_threshold_=1.0)
    same = [name for name in before.columns if name not in ("At 0.5", "Loss on these cases")]
    assert numbers(at)[same].equals(before[same])
    assert at.query_params["threshold"] == "1"
    moves(at, measure_looked_at=["kappa"])
    choose(at, data_threshold_=0.5)
    choose(at, where_measure="PPV")
    assert at.query_params["where"] == "PPV:0.9"
    moves(at, where_bound=0.95)
    assert at.query_params == {"sample": "two_class_example", "measure": "kappa", "where": "PPV:0.95"}
    assert control(travels(at), "where_bound").value == 0.95
    before = seen(at)
    assert go(at, "verdict").query_params["where"] == "PPV:0.95"
    assert seen(go(at, "thresholds")) == before
    # The condition outlives a moment without a measure.
    assert len(choose(at, measure_looked_at=[]).info) == 1
    choose(at, measure_looked_at=["F1"])
    assert (control(at, "where_measure").value, at.query_params["where"]) == ("PPV", "PPV:0.95")
    assert seen(choose(at, where_measure="")) == first
    assert "where" not in at.query_params
    assert choose(at, where_measure="TPR").query_params["where"] == "TPR:0.95"
    moves(at, measure_looked_at_own="net = (tp - 5*fp) / m")
    assert at.query_params["formula"] == "net = (tp - 5 * fp) / m"


def test_condition_that_none_meets_is_a_sentence_and_stays_to_be_mended():
    at = visit("thresholds", f"{SAMPLE}&where=MCC:0.9")
    assert not shows(at).figures
    assert at.query_params["where"] == "MCC:0.9"
    assert shown(at, "data_threshold_")
    assert shown(at, "measure_looked_at")
    assert shows(choose(at, where_bound=0.7)).figures
    assert at.query_params["where"] == "MCC:0.7"


@pytest.mark.usefixtures("drawn")
def test_example_of_two_peaks_is_folded_with_its_chart_and_points():
    at = visit("thresholds", SAMPLE)
    assert "Which measures can mislead a search" in [box.label for box in at.main.expander]
    assert list(traces(at, "example_chart")) == ["Matthews correlation", "Markedness"]
    keys = [getattr(node, "key", None) for node in at._tree]
    order = ["where_measure", "where_bound", "measure_looked_at", "thresholds_chart", "example_csv", "thresholds_csv"]
    assert [key for key in keys if key in order] == [key for key in order if key in keys]


@pytest.fixture(scope="module")
def ties():
    """Whole scores with ties, of 60 cases a third of which are positive."""
    rng = np.random.default_rng(5)
    true = np.arange(60) % 3 == 0
    return true, np.where(true, rng.integers(2, 6, 60), rng.integers(0, 4, 60))


def dropped_scores(true, *scores, names=("yes", "no"), header=("score",)):
    return upload(["truth", *header], zip(np.where(true, *names), *scores, strict=True), "thresholds")


@pytest.mark.full
@pytest.mark.usefixtures("drawn")
def test_models_of_a_file_are_looked_at_one_by_one_and_are_places_in_the_link(ties):
    true, score = ties
    header = ("score_secret", "score_hidden")
    at = dropped_scores(true, score, np.roll(score, 3), header=header, names=("ill", "well"))
    assert linked(at) == {"data": "File"}
    for model in header:
        shows(choose(at, data_model_=model))
        assert [name for name in traces(at, "thresholds_chart") if name.startswith("score_")] == [model]
    choose(at, data_positive_="well", measure_looked_at=["J"], where_measure="TPR", where_bound=0.4)
    shows(at)
    assert linked(at) == {"data": "File", "positive": "2", "model": "2", "measure": "J", "where": "TPR:0.4"}


def test_files_without_a_line_say_so():
    labels = [(int(place % 3 > 0), int(place % 4 > 0)) for place in range(24)]
    one_class = [("yes", 0.1), ("yes", 0.7), ("yes", 0.9)]
    at = upload(["truth", "score"], labels, "thresholds")
    for page in ("thresholds", "costs", "refer"):
        assert shows(go(at, page)).sentence == QUESTIONS[page].needs(at.session_state["data"])[0]
    assert not kind(at, "Numbers").main.get("plotly_chart")
    at = upload(["truth", "score"], one_class, "thresholds")
    for page in ("thresholds", "costs", "refer", "curves", "likelihood"):
        assert len(go(at, page).main.error) == 1
        assert not at.main.get("plotly_chart")


def test_threshold_is_best_by_the_prices_that_costs_have():
    at = choose(visit("thresholds", f"{SAMPLE}&u=0,-1,-5,0&unit=EUR&volume=10000"), goal="worth")
    shows(at)
    assert at.query_params["goal"] == "worth"
    travels(at)
    moves(at, **{price(at, "fn_cost").key: "1"})
    assert "u" not in go(at, "costs").query_params
    shows(at)
