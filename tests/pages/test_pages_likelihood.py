"""Scores read as evidence on their page: answers, choices, what is kept and taken away."""

import re

import numpy as np
import pytest
from scipy.stats import norm
from sklearn import metrics

from ddcore.report import likelihood as likelihood_words
from ddcore.scores.gain import gain
from ddcore.scores.likelihood import fit
from ddcore.table import ScoreTable
from pages.frame import show as pages_show
from pages.shared import separation
from tests.helpers.score_pages import (
    CHARTS,
    CHOICES,
    CURVES,
    ONE,
    SAMPLE,
    SCORE,
    SHAPES,
    SIDE,
    TRUE,
    N,
    P,
    choose,
    counted,
    headers,
    numbers,
    points,
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
    plain,
    rows,
    said,
    shown,
    table,
    visit,
    widget,
)


@pytest.fixture
def fits(monkeypatch):
    """How often scores were read as evidence, and by what."""
    calls = []

    def counted(*given, **named):
        calls.append((given[1:], named))
        return gain(*given, **named)

    monkeypatch.setattr(separation, "gain", counted)
    return calls


@pytest.mark.parametrize(
    ("page", "link", "key", "default", "words"),
    [
        ("curves", "curve=x", "curve_of_scores", "roc", 'got "x"'),
        ("curves", "threshold=2", SIDE, 0.5, 'threshold must be between 0 and 1, got "2"'),
        ("curves", "threshold=nan", SIDE, 0.5, 'threshold must be between 0 and 1, got "nan"'),
        ("likelihood", "curve=det", "likelihood_curve", "roc", "curve must be one of roc, precision_recall, toc"),
        ("likelihood", "method=x", "likelihood_method", "best", "method must be one of best, kde, histogram"),
        ("likelihood", "method=kde&bandwidth=wide", "likelihood_bandwidth", "normal", 'got "wide"'),
        (
            "likelihood",
            "method=kde&bounds=x",
            "likelihood_bounds",
            "reflect",
            "bounds must be one of none, reflect, logit",
        ),
        ("likelihood", "method=binormal&bounds=reflect", "likelihood_bounds", "none", 'got "reflect"'),
        ("likelihood", "folds=1", "likelihood_folds", 5, 'folds must be between 2 and 50, got "1"'),
        ("likelihood", "folds=x", "likelihood_folds", 5, 'folds must be between 2 and 50, got "x"'),
        ("likelihood", "folds=2.5", "likelihood_folds", 5, 'got "2.5"'),
        ("likelihood", "deal=-1", "likelihood_deal", 1, 'deal must be between 0 and 1,000,000, got "-1"'),
        ("likelihood", "deal=7.9", "likelihood_deal", 1, 'got "7.9"'),
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
        assert answer(at) == "predicted_b has no scores, so there is no cutoff to move."
        assert not at.main.get("plotly_chart")
        choose(at, data_model="score_a")
        assert at.main.get("plotly_chart")


def test_weighted_cases_have_areas_with_intervals_and_no_unseen_cases(pair):
    true, one, _ = pair
    weight = np.where(np.arange(80) % 3 == 0, 2.5, 0.5)
    lines = list(zip(np.where(true, "yes", "no"), one, weight, strict=True))
    at = upload(["truth", "score", "weight"], lines)
    auc = metrics.roc_auc_score(true, one, sample_weight=weight)
    assert numbers(at).loc["the model", "AUC"] == pytest.approx(auc, abs=1e-12)
    row = numbers(at).loc["the model"]
    ends = f"{row['95 % from']:.3f} to {row['95 % to']:.3f}"
    assert answer(at).startswith(f"AUC {auc:.3f} ({ends}): a positive case outscores a negative one in ")
    assert "95 % band" in traces(at)
    at = upload(["truth", "score", "weight"], lines, "likelihood")
    assert not answer(at).startswith("Nobody can tell.")
    assert table(at, 0, 2)["Scores"].tolist() == ["before", "after, same cases", "after, unseen cases"]
    found = gain(ScoreTable.of(one, true, True, weight=weight), rng=np.random.default_rng(1))
    unseen = table(at, 0, 2).iloc[2]
    assert unseen["AUC"] == pytest.approx(found.aucs["after, unseen cases"].value, abs=1e-12)
    assert unseen["95 % from"] < unseen["AUC"] < unseen["95 % to"]


@pytest.mark.parametrize("page", ["curves", "likelihood"])
def test_one_class_alone_is_said(page):
    at = upload(["truth", "score"], [("yes", 0.1), ("yes", 0.7), ("yes", 0.9)], page)
    assert answer(at) == "This data cannot be used yet"
    assert "must hold two classes" in said(at, "error")


@pytest.mark.parametrize("method", ["kde", "histogram", "binormal", "isotonic", "logistic"])
def test_one_positive_is_read_or_refused_in_a_sentence(method):
    at = choose(upload(["truth", "score"], ONE, "likelihood"), likelihood_method=method)
    if method == "binormal":
        assert answer(at) == "Not by this method. Binormal does not fit these scores; choose another one below."
        assert "Binormal needs two different scores in each class, the positives have one." in said(at)
        assert not at.main.get("plotly_chart")
        choose(at, likelihood_method="kde")
    kept = "No reading could be tried on unseen cases; the scores as they are have an area of 0."
    changed = "Read as evidence, the same scores reach an area of"
    told = changed if method in ("histogram", "isotonic") else kept
    assert answer(at).startswith(f"Nobody can tell. {told}")
    assert "Unseen cases cannot be tried: cross-fitting needs two cases of each class, got 1 of one." in said(at)
    assert all(at.get_by_key(key).proto.spec for key in CHARTS)


@pytest.mark.parametrize("score", [0.5, 7])
def test_constant_scores_separate_nothing(score):
    lines = [("yes" if place % 3 else "no", score) for place in range(30)]
    at = upload(["truth", "score"], lines)
    assert answer(at).startswith("AUC 0.500: all scores are equal")
    assert bool(at.main.slider) == (score == 0.5)
    for key in (*CURVES, "measure"):
        assert traces(choose(at, curve_of_scores=key))
    at = upload(["truth", "score"], lines, "likelihood")
    assert "All scores are equal, so they say nothing." in said(at)
    assert table(at, 0, 2)["AUC"].tolist() == pytest.approx([0.5] * 3)
    assert table(at, 1, 2)["Likelihood ratio"].tolist() == [1]


def test_ten_rows_have_every_curve_and_every_method():
    lines = [("yes" if place in (3, 6, 8, 9) else "no", place / 10 + 0.05) for place in range(10)]
    at = upload(["truth", "score"], lines)
    pairs = [a > b for a in (3, 6, 8, 9) for b in (0, 1, 2, 4, 5, 7)]
    for key in (*CURVES, "calibration", "measure"):
        choose(at, curve_of_scores=key)
        assert answer(at).startswith(f"AUC {np.mean(pairs):.3f} (")
        assert len(points(at)) == (10 if key == "calibration" else 11)
    at = upload(["truth", "score"], lines, "likelihood")
    for method in ("kde", "histogram", "binormal", "isotonic", "logistic"):
        choose(at, likelihood_method=method)
        assert "4 folds (instead of 5, for want of cases)" in said(at)
        assert len(table(at, 1, 2)) == 10


@pytest.mark.parametrize("page", ["curves", "likelihood"])
def test_scores_of_0_and_1_are_labels(page):
    lines = [("yes" if place % 3 else "no", int(place % 3 > 0 and place % 4 > 0)) for place in range(24)]
    assert answer(upload(["truth", "score"], lines, page)) == "The model has no scores, so there is no cutoff to move."


@pytest.mark.parametrize("method", ["kde", "histogram", "binormal", "isotonic", "logistic"])
def test_far_out_scores_are_read(method):
    lines = [("yes" if place % 3 else "no", (place * 7 % 40 - (place % 3) * 3) * -1e9) for place in range(60)]
    lines.append(("yes", 4e12))
    at = choose(upload(["truth", "score"], lines, "likelihood"), likelihood_method=method)
    score, true = np.array([line[1] for line in lines]), np.array([line[0] == "yes" for line in lines])
    auc = metrics.roc_auc_score(true, score)
    assert table(at, 0, 2)["AUC"].iloc[0] == pytest.approx(auc, abs=1e-12)
    assert at.selectbox(key="likelihood_bounds_plain").options == [
        "Leave the scores as they are",
        "On the scale of ranks",
    ]
    if method == "kde":
        go(at, "curves")
        for key in (*CURVES, "measure"):
            choose(at, curve_of_scores=key)
            assert answer(at).startswith(f"AUC {auc:.3f} ")


def test_method_that_cannot_be_fitted_does_not_blame_the_data():
    at = choose(upload(["truth", "score"], ONE, "likelihood"), likelihood_method="binormal")
    assert "This data cannot be used yet" not in headers(at)
    assert "Mend it in the sidebar" not in said(at)


@pytest.mark.parametrize("number", [1, 2, 3, 4])
def test_scenario_separates_better_read_as_evidence(number):
    at = visit("likelihood", f"sample=scenario_{number}&size=2000")
    scores = simulated(number, 2000)
    found = gain(scores, rng=np.random.default_rng(1))
    areas = table(at, 0, 2).set_index("Scores")
    score, true = np.repeat(scores.score, 1), scores.positives > 0
    assert areas.loc["before", "AUC"] == pytest.approx(metrics.roc_auc_score(true, score), abs=1e-12)
    after = areas.loc["after, unseen cases", "AUC"]
    assert after == pytest.approx(found.aucs["after, unseen cases"].value, abs=1e-12)
    before = areas.loc["before", "AUC"]
    assert answer(at) == (
        f"Yes. Read as evidence, the same scores separate with an area of {after:.3f} instead of {before:.3f}."
    )
    text = said(at)
    assert re.search(SHAPES[number], text)
    assert "a single threshold misses it." in text
    gained = after - before
    assert f"The gain holds on cases that the reading has not seen: +{gained:.3f} (95 % interval " in text
    # Exact: for two normal laws of one centre 2 / pi atan(2); otherwise a mean of normal probabilities.
    exact, best = {
        1: ("0.500000", "0.704833"),
        2: ("0.500000", "0.704833"),
        3: ("0.456068", "0.830194"),
        4: ("0.543932", "0.830194"),
    }[number]
    assert f"the exact areas are {exact} before and {best} after, and no reading of these scores can do" in text
    assert after == pytest.approx(float(best), abs=0.02)


def test_three_charts_show_both_classes_the_ratio_and_before_and_after():
    at = visit("likelihood", "sample=scenario_2&size=2000")
    densities = traces(at, "densities_chart")
    assert set(densities) == {"positive", "negative"}
    for line, spread in (("positive", 0.1), ("negative", 0.05)):
        x, y = (np.array(densities[line][axis]) for axis in "xy")
        assert np.trapezoid(y, x) == pytest.approx(1, abs=0.02)
        top = norm.pdf(0.5, 0.5, spread)
        assert y.max() == pytest.approx(top, rel=0.1)
    assert (densities["positive"]["line"]["dash"], densities["negative"]["line"]["dash"]) == ("solid", "dash")
    ratio = traces(at, "ratio_chart")["0"]
    x, y = np.array(ratio["x"]), np.array(ratio["y"])
    middle = np.abs(x - 0.5) < 0.15
    truth = norm.pdf(x, 0.5, 0.1) / norm.pdf(x, 0.5, 0.05)
    np.testing.assert_allclose(np.log(y[middle]), np.log(truth[middle]), atol=0.6)
    names = [name.rsplit(" ", 1)[0] for name in traces(at, "likelihood_chart")]
    assert names[1:] == ["before", "after, same", "after, unseen"]
    subheaders = [plain(one.value) for one in at.main.subheader]
    assert subheaders[:3] == ["1 How each class scores", "2 What a score says", "3 ROC, before and after"]
    assert all(len(at.get_by_key(key).proto.alt) > 60 for key in CHARTS)


def test_sample_whose_scores_are_in_order_is_kept_as_it_is():
    at = visit("likelihood", SAMPLE)
    assert answer(at).startswith("Not that these cases could show.")
    assert "the higher a score, the more it speaks for Class1: one threshold is all that" in said(at)
    assert "simulated" not in said(at)


@pytest.mark.parametrize("key", ["precision_recall", "toc"])
def test_curve_to_compare_is_chosen_and_travels(key):
    at = choose(visit("likelihood", "sample=scenario_2&size=200"), likelihood_curve=key)
    assert at.query_params["curve"] == key
    title = {"precision_recall": "Precision-recall", "toc": "TOC"}[key]
    assert f"3 {title}, before and after" in [plain(one.value) for one in at.main.subheader]
    areas = table(at, 0, 2).set_index("Scores")
    column = {"precision_recall": "Average precision", "toc": "AUC"}[key]
    assert f"before {areas.loc['before', column]:.3f}" in traces(at, "likelihood_chart")
    assert traces(again("likelihood", at), "likelihood_chart") == traces(at, "likelihood_chart")


@pytest.mark.parametrize(("name", "value"), CHOICES)
def test_choice_changes_what_it_should_and_travels(name, value):
    at = visit("likelihood", f"{SAMPLE}&method=kde")
    before, transformed = table(at, 0, 2).set_index("Scores"), table(at, 1, 2)
    choose(at, **{f"likelihood_{name}": value})
    kept = {"sample": "two_class_example", "threshold": "0.5", "method": "kde"}
    assert at.query_params == kept | {name: str(value)}
    after = table(at, 0, 2).set_index("Scores")
    scores = ScoreTable.of(SCORE, TRUE)
    chosen = {"method": "kde", "rng": np.random.default_rng(value if name == "deal" else 1)}
    if name != "deal":
        chosen[name] = value
    found = gain(scores, **chosen)
    assert after["AUC"].tolist() == pytest.approx([one.value for one in found.aucs.values()], abs=1e-12)
    assert after.loc["before"].equals(before.loc["before"])
    assert after.loc["after, unseen cases", "AUC"] != before.loc["after, unseen cases", "AUC"]
    # Folds and their seed change what is unseen alone; all else changes the reading.
    dealt = name in ("folds", "deal")
    assert table(at, 1, 2).equals(transformed) == dealt
    assert after.loc["after, same cases"].equals(before.loc["after, same cases"]) == dealt
    if dealt:
        assert f"{'seed 7' if name == 'deal' else f'{value} folds,'}" in said(at)
    other = again("likelihood", at)
    assert widget(other, f"likelihood_{name}").value == value
    assert said(other) == said(at)
    assert table(other, 0, 2).equals(table(at, 0, 2))
    assert table(other, 1, 2).equals(table(at, 1, 2))


@pytest.mark.parametrize("method", ["histogram", "binormal", "isotonic", "logistic"])
def test_method_hides_what_has_no_effect(method):
    at = visit("likelihood", f"{SAMPLE}&method=kde&bandwidth=scott")
    assert shown(at, "likelihood_bandwidth")
    choose(at, likelihood_method=method)
    assert not shown(at, "likelihood_bandwidth")
    assert "Reflect at 0 and 1" not in at.selectbox(key="likelihood_bounds_plain").options
    assert "bandwidth" not in at.query_params
    assert "bounds" not in at.query_params
    choose(at, likelihood_method="kde")
    assert at.selectbox(key="likelihood_bandwidth").value == "scott"
    assert at.query_params["bandwidth"] == "scott"


def test_kernel_is_what_it_was_after_another_method_was_looked_at():
    at = visit("likelihood", f"{SAMPLE}&method=kde")
    before, link = table(at, 1, 2), dict(at.query_params)
    choose(at, likelihood_method="histogram")
    choose(at, likelihood_bounds_plain="logit")
    choose(at, likelihood_method="kde")
    assert at.selectbox(key="likelihood_bounds").value == "reflect"
    assert table(at, 1, 2).equals(before)
    assert at.query_params == link


def test_scores_beyond_0_and_1_have_no_bounds_to_choose(pair):
    true, one, _ = pair
    at = upload(["truth", "score"], zip(np.where(true, "yes", "no"), one, strict=True), "likelihood")
    assert not shown(at, "likelihood_bounds")
    choose(at, likelihood_method="logistic", likelihood_folds=3)
    assert at.query_params == {"data": "File", "method": "logistic", "folds": "3"}


def test_reading_is_kept_while_the_threshold_moves(fits):
    at = visit("likelihood", "sample=scenario_1&size=300")
    assert len(fits) == 1
    key = "data_threshold_scenario_1 300 1_score_positive"
    for threshold in (0.4, 0.6, 0.7):
        at.slider(key=key).set_value(threshold)
        fine(at.run())
        assert f"threshold {threshold:.3f}" in figure(at, "ratio_chart")
    choose(at, likelihood_curve="toc")
    go(at, "curves")
    go(at, "likelihood")
    assert len(fits) == 1
    choose(at, likelihood_deal=2)
    assert len(fits) == 2
    choose(at, likelihood_deal=1)
    assert len(fits) == 2
    visit("likelihood", "sample=scenario_1&size=300")
    assert len(fits) == 3


@pytest.mark.parametrize(
    ("method", "link"), [("best", ""), ("histogram", "&method=histogram"), ("kde", "&method=kde&bounds=logit")]
)
def test_transformed_table_is_that_of_the_core(method, link):
    at = visit("likelihood", SAMPLE + link)
    scores = ScoreTable.of(SCORE, TRUE)
    likelihood = fit(scores, method, bounds="logit" if "logit" in link else None)
    found = table(at, 1, 2)
    assert found["Score"].tolist() == np.unique(SCORE).tolist()
    np.testing.assert_allclose(found["Likelihood ratio"], likelihood.ratio(np.unique(SCORE)), rtol=1e-12)
    posterior = found["Probability of positive at 51.6 %"]
    assert posterior.between(0, 1).all()
    ratio = found["Likelihood ratio"][np.isfinite(found["Likelihood ratio"])]
    np.testing.assert_allclose(posterior[ratio.index], 0.516 * ratio / (0.516 * ratio + 0.484), atol=1e-12)
    assert found[["Positive cases", "Negative cases"]].sum().tolist() == [P, N]


def test_small_p_is_a_power_of_ten():
    """The gain of the first scenario lies more than ten standard errors from 0; that is not nothing."""
    areas = likelihood_words.areas(gain(simulated(1, 2000), rng=np.random.default_rng(1)))
    p = areas["gain, two-sided p"].iloc[2]
    z = areas["Gain"].iloc[2] / ((areas["gain, 95 % to"] - areas["Gain"]).iloc[2] / norm.isf(0.025))
    assert p == pytest.approx(2 * norm.sf(z), rel=1e-6)
    written = pages_show.readable(areas[["gain, two-sided p"]]).to_string(delimiter=";")
    assert "× 10⁻" in written
    assert ";0\n" not in written


def test_size_and_seed_of_a_sample_are_chosen_and_travel():
    at = visit("curves", "sample=scenario_3&size=50")
    assert at.query_params == {"sample": "scenario_3", "size": "50", "threshold": "0.5"}
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


def test_upload_leaves_nothing_in_the_link(pair):
    at = two(pair, ("truth", "secret_score", "hidden_score"))
    choose(at, data_model="hidden_score", data_positive="no")
    slider = widget(at, "data_threshold_")
    slider.set_value(slider.max)
    fine(at.run())
    assert at.query_params == {"data": "File"}
    choose(at, curve_of_scores="measure", measure_over_threshold=["MCC"])
    assert at.query_params == {"data": "File", "curve": "measure", "measure": "MCC"}
    go(at, "likelihood")
    assert at.query_params == {"data": "File"}
    choose(at, likelihood_method="isotonic")
    assert at.query_params == {"data": "File", "method": "isotonic"}


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
    assert len(at.main.dataframe) == 1
    at.session_state[box] = True
    fine(at.run())
    assert made == [name]
    assert len(table(at, 1, 2)) == (12_000 if page == "likelihood" else 12_001)
    label = next(one.label for one in at.main.expander if "rows" in one.label)
    assert label.endswith(f"({len(table(at, 1, 2)):,} rows)")


@pytest.mark.parametrize("page", ["curves", "likelihood"])
def test_table_of_ten_thousand_rows_or_fewer_is_there_at_once(made, page):
    at = visit(page, "sample=scenario_1&size=4999")
    assert len(made) == 1
    assert len(table(at, 1, 2)) in (9998, 9999)


def test_other_class_as_positive_turns_the_exact_area_before():
    at = choose(visit("likelihood", "sample=scenario_3&size=500"), data_positive="negative")
    assert "the exact areas are 0.543932 before and 0.830194 after" in said(at)
