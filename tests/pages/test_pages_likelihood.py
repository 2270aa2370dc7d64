"""Scores read as evidence on their page: each control changes what it should and stands in the link, and files."""

import numpy as np
import pytest

from ddcore.answers import likelihood
from tests.helpers.score_pages import (
    CHARTS,
    ONE,
    SAMPLE,
    SIDE,
    choose,
    counted,
    headers,
    numbers,
    simulated,
    traces,
    two,
    upload,
)
from tests.helpers.visiting import (
    again,
    answer,
    drop,
    figure,
    fine,
    go,
    kind,
    linked,
    plain,
    rows,
    said,
    shown,
    table,
    visit,
    widget,
)


@pytest.mark.usefixtures("unfolded")
def test_choices_change_what_they_should_and_travel():
    at = visit("likelihood", f"{SAMPLE}&method=kde")
    link = dict(at.query_params)
    for name, value in (("bandwidth", "scott"), ("bounds", "logit"), ("folds", 3), ("deal", 7), ("prevalence", 0.1)):
        before, areas, scores = figure(at, "ratio_chart"), table(at, 0, 3), table(at, 1, 3)
        choose(at, **{"prevalence_in_use" if name == "prevalence" else name: value})
        link[name] = str(value)
        assert at.query_params == link
        changed = [
            figure(at, "ratio_chart") != before,
            not table(at, 0, 3).equals(areas),
            not table(at, 1, 3).equals(scores),
        ]
        reading, dealing = name in ("bandwidth", "bounds"), name in ("folds", "deal")
        elsewhere = name == "prevalence"
        assert changed == [reading, reading or dealing or elsewhere, reading or elsewhere]
    other = again("likelihood", at)
    assert said(other) == said(at)
    assert table(other, 0, 3).equals(table(at, 0, 3))
    assert table(other, 1, 3).equals(table(at, 1, 3))


def test_curve_to_compare_is_chosen_and_travels():
    at = visit("likelihood", "sample=scenario_2&size=200")
    assert all(at.get_by_key(key).proto.spec for key in CHARTS)
    titles = [plain(title.value) for title in at.main.subheader]
    assert titles[:3] == ["1 How each class scores", "2 What a score says", "3 ROC, before and after"]
    choose(at, curve_compared="precision_recall")
    assert at.query_params["curve"] == "precision_recall"
    assert "3 Precision-recall, before and after" in [plain(title.value) for title in at.main.subheader]
    assert figure(again("likelihood", at), "likelihood_chart") == figure(at, "likelihood_chart")


def test_method_hides_what_has_no_effect():
    at = visit("likelihood", f"{SAMPLE}&method=kde&bandwidth=scott")
    assert shown(at, "bandwidth")
    choose(at, method="histogram")
    assert not shown(at, "bandwidth")
    assert "Reflect at 0 and 1" not in at.selectbox(key="bounds").options
    assert at.query_params["bandwidth"] == "scott"
    choose(at, method="best")
    assert not shown(at, "bounds")
    choose(at, method="kde")
    assert at.selectbox(key="bandwidth").value == "scott"
    assert at.selectbox(key="bounds").value == "reflect"
    assert at.query_params["bandwidth"] == "scott"


def test_scores_beyond_0_and_1_have_two_scales(pair):
    true, one, _ = pair
    at = upload(["truth", "score"], zip(np.where(true, "yes", "no"), one, strict=True), "likelihood")
    choose(at, method="logistic", folds=3)
    assert at.selectbox(key="bounds").options == ["Leave the scores as they are", "On the scale of ranks"]
    assert linked(at) == {"data": "File", "method": "logistic", "folds": "3"}


def test_method_that_cannot_be_fitted_does_not_blame_the_data():
    at = choose(upload(["truth", "score"], ONE, "likelihood"), method="binormal")
    assert answer(at).startswith("Not by this method.")
    assert not at.main.get("plotly_chart")
    assert "This data cannot be used yet" not in headers(at)
    choose(at, method="kde")
    assert answer(at).startswith("Nobody can tell.")


@pytest.mark.usefixtures("samples_anew")
def test_reading_is_kept_while_the_threshold_moves(monkeypatch):
    fits = []
    before = likelihood.gain_of
    monkeypatch.setattr(likelihood, "gain_of", lambda *given, **named: (fits.append(given), before(*given, **named))[1])
    at = visit("likelihood", "sample=scenario_1&size=300")
    at.slider(key="data_threshold_scenario_1 300 1 1_1").set_value(0.6)
    fine(at.run())
    assert "threshold 0.600" in figure(at, "ratio_chart")
    choose(at, curve_compared="toc")
    go(at, "curves")
    go(at, "likelihood")
    assert len(fits) == 1
    choose(at, deal=2)
    assert len(fits) == 2
    choose(at, deal=1)
    assert len(fits) == 2


@pytest.mark.parametrize(
    ("page", "link", "key", "default", "words"),
    [
        ("curves", "threshold=2", SIDE, 0.5, 'threshold must be between 0 and 1, got "2"'),
        ("curves", "threshold=nan", SIDE, 0.5, 'threshold must be between 0 and 1, got "nan"'),
        ("likelihood", "curve=brier", "curve_compared", "roc", "curve must be one of roc, precision_recall, toc, gain"),
        ("likelihood", "method=binormal&bounds=reflect", "bounds", "none", 'got "reflect"'),
        ("likelihood", "folds=2.5", "folds", 5, 'got "2.5"'),
    ],
)
def test_wrong_value_in_a_link_is_said_and_the_default_shown(page, link, key, default, words):
    at = visit(page, f"{SAMPLE}&{link}")
    assert widget(at, key).value == default
    assert len(at.warning) == 1
    assert words in said(at, "warning")
    name, value = link.split("&")[-1].split("=")
    assert at.query_params.get(name) != value


def test_threshold_goes_along_to_the_other_pages_and_back():
    at = visit("curves", SAMPLE)
    at.slider(key=SIDE).set_value(0.7)
    fine(at.run())
    go(at, "likelihood")
    (slider,) = at.sidebar.slider
    assert slider.value == 0.7
    assert "threshold 0.700" in figure(at, "ratio_chart")
    slider.set_value(0.3)
    fine(at.run())
    go(at, "curves")
    assert at.slider(key=SIDE).value == 0.3
    counted(at, 0.3)


def test_model_without_scores_is_left_out_and_says_so_when_looked_at(pair):
    true, one, other = pair
    truth, called = (np.where(case, "yes", "no") for case in (true, other > 0))
    at = upload(["truth", "score_a", "predicted_b"], zip(truth, one, called, strict=True))
    assert numbers(at).index.tolist() == ["score_a"]
    assert sum(name.startswith("score_a") for name in traces(at)) == 1
    for page in ("curves", "likelihood"):
        go(at, page)
        choose(at, data_model="predicted_b")
        assert answer(at) == "predicted_b has no scores, so there is no threshold to move."
        assert not at.main.get("plotly_chart")
        choose(at, data_model="score_a")
        assert at.main.get("plotly_chart")


@pytest.mark.parametrize("page", ["curves", "likelihood"])
def test_one_class_alone_is_said(page):
    at = upload(["truth", "score"], [("yes", 0.1), ("yes", 0.7), ("yes", 0.9)], page)
    assert answer(at) == "This data cannot be used yet"
    assert "must hold two classes" in said(at, "error")


@pytest.mark.parametrize("page", ["curves", "likelihood"])
def test_scores_of_0_and_1_are_labels(page):
    lines = [("yes" if place % 3 else "no", int(place % 3 > 0 and place % 4 > 0)) for place in range(24)]
    assert (
        answer(upload(["truth", "score"], lines, page)) == "The model has no scores, so there is no threshold to move."
    )


def test_size_and_seed_of_a_sample_are_chosen_and_travel():
    at = visit("curves", "sample=scenario_3&size=50")
    assert at.query_params == {"sample": "scenario_3", "size": "50"}
    assert "50 of 100, 50 %" in said(at)
    first = numbers(at).loc["the model", "AUC"]
    choose(at, data_seed=2)
    assert at.query_params["seed"] == "2"
    scores = simulated(3, 50, 2)
    assert numbers(at).loc["the model", "AUC"] == pytest.approx(scores.auc) != first
    choose(at, data_size=70)
    assert (at.query_params["size"], at.query_params["seed"]) == ("70", "2")
    assert "70 of 140, 50 %" in said(at)
    assert numbers(at).loc["the model", "AUC"] == pytest.approx(simulated(3, 70, 2).auc)
    other = again("curves", at)
    assert said(other) == said(at)
    assert numbers(other).equals(numbers(at))
    go(at, "likelihood")
    assert (at.query_params["size"], at.query_params["seed"]) == ("70", "2")
    choose(at, data_size=10_000, data_seed=1)
    assert not {"size", "seed"} & set(at.query_params)


def test_link_of_an_upload_has_places_and_no_names(pair):
    at = two(pair, ("truth", "secret_score", "hidden_score"))
    choose(at, data_model="hidden_score", data_positive="no")
    slider = widget(at, "data_threshold_")
    slider.set_value(slider.max)
    fine(at.run())
    placed = {"data": "File", "positive": "2", "model": "2", "threshold": f",{slider.max:.6g}"}
    assert linked(at) == placed
    choose(at, curve_of_scores="measure", measure_looked_at=["MCC"])
    assert linked(at) == placed | {"curve": "measure", "measure": "MCC"}
    go(at, "likelihood")
    assert linked(at) == placed | {"curve_of_scores": "measure", "measure_looked_at": "MCC"}
    choose(at, method="isotonic")
    looked = {"curve_of_scores": "measure", "measure_looked_at": "MCC"}
    assert linked(at) == placed | looked | {"method": "isotonic"}


def test_file_of_one_visitor_is_not_seen_by_another(pair):
    mine = two(pair, ("truth", "secret_score", "hidden_score"))
    assert "secret_score" in said(mine)
    yours = visit("curves", "data=File")
    assert answer(yours) == "No data yet"
    drop(yours, rows(["truth", "score"], ONE))
    for at in (yours, visit("likelihood", SAMPLE)):
        assert "secret" not in said(at)
        assert "hidden" not in said(at)
    assert numbers(yours).index.tolist() == ["the model"]
    kind(mine, "Sample")
    assert "secret" not in said(mine)
    assert numbers(mine).loc["the model", "AUC"] == pytest.approx(0.939314, abs=1e-6)


@pytest.mark.parametrize(
    ("page", "link", "box", "name"),
    [
        ("curves", "", "roc_box", "points"),
        ("curves", "&curve=measure", "measure_box", "traced"),
        ("likelihood", "", "transformed_box", "transformed"),
    ],
)
def test_large_table_is_made_when_it_is_opened(made, page, link, box, name):
    at = visit(page, f"sample=scenario_1&size=6000{link}")
    assert made == []
    small = 2 if page == "likelihood" else 1
    assert len(at.main.dataframe) == small
    at.session_state[box] = True
    fine(at.run())
    assert made == [name]
    assert len(table(at, 1, small + 1)) == (12_000 if page == "likelihood" else 12_001)
    label = next(one.label for one in at.main.expander if "rows" in one.label)
    assert label.endswith(f"({len(table(at, 1, small + 1)):,} rows)")


def test_densities_and_curves_of_costs_are_chosen_and_other_pages_keep_theirs():
    at = visit("likelihood", "sample=scenario_3&size=100")
    before = figure(at, "densities_chart"), figure(at, "likelihood_chart")
    choose(at, scale_of_densities="probability", curve_compared="decision")
    assert at.query_params["densities"] == "probability"
    assert figure(at, "densities_chart") != before[0]
    assert "net benefit" in figure(at, "likelihood_chart")
    assert widget(at, "measures_chart")
    assert not go(at, "ensemble").exception
    go(at, "thresholds")
    assert "Read as evidence" in answer(at)
    assert figure(at, "evidence_chart")
    assert figure(go(at, "likelihood"), "likelihood_chart") != before[1]
