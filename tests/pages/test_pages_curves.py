"""Curves on their page: numbers found again, the threshold, several models, odd files."""

import re
from urllib.parse import urlencode

import numpy as np
import pytest
from scipy.stats import norm
from sklearn import metrics
from sklearn.calibration import calibration_curve

from pages.shared import separation
from tests.helpers.score_pages import (
    CURVES,
    ONE,
    SAMPLE,
    SCORE,
    SIDE,
    TITLES,
    TRUE,
    N,
    P,
    choose,
    counted,
    cumulated,
    expected,
    headers,
    numbers,
    paired,
    points,
    seen,
    traces,
    two,
    upload,
)
from tests.helpers.visiting import again, answer, figure, fine, plain, said, shown, visit
from tests.oracles import scored_from, share_interval


@pytest.mark.parametrize(("key", "title"), list(zip(CURVES, TITLES, strict=True)))
def test_every_curve_is_that_of_scikit_learn_or_of_the_hand(key, title):
    at = seen(f"curve={key}")
    x, y, summary = expected(key)
    found = points(at)
    assert found["Model"].unique().tolist() == ["the model"]
    assert found["Threshold"].tolist() == np.append(np.unique(SCORE), np.inf).tolist()
    np.testing.assert_allclose(found.iloc[:, -2], x, atol=1e-12)
    np.testing.assert_allclose(found.iloc[:, -1], y, atol=1e-12)
    assert answer(at).startswith("AUC 0.939 (0.917 to 0.956): a positive case outscores a negative one in 93.9 %")
    assert f"the model {summary:.3f}" in traces(at)
    if key == "roc":
        assert "The area is the chance that a positive case scores higher than a negative one." in said(at)
    else:
        assert f" is {summary:.3f}." in said(at)
    alt = at.get_by_key("curves_chart").proto.alt
    assert alt.startswith(f"{title}: ")
    assert f"the model {summary:.3f}. At threshold 0.500: " in alt
    assert at.query_params.get("curve") == (None if key == "roc" else key)


@pytest.mark.parametrize("key", CURVES)
def test_line_of_the_chart_runs_over_points_of_the_table(key):
    line = next(trace for name, trace in traces(seen(f"curve={key}")).items() if name.startswith("the model "))
    x, y, _ = expected(key)
    across, up = np.array(line["x"], float), np.array(line["y"], float)
    if key == "det":
        x, y = (np.clip(norm.ppf(rate), *norm.ppf([0.0005, 0.9995])) for rate in (x, y))
    finite = np.isfinite(x) & np.isfinite(y)
    x, y = x[finite], y[finite]
    if key == "precision_recall":  # its corners lie between two points
        far = np.abs(across[:, None] - x).min(axis=1) + np.abs(up[:, None] - y).min(axis=1)
    else:
        far = np.hypot(across[:, None] - x, up[:, None] - y).min(axis=1)
    if key == "precision_recall_gain":  # it starts between two points, where it crosses the edge
        assert across[0] == 0
        far = far[1:]
    assert far.max() < 1e-9
    assert across.max() == pytest.approx(x.max())
    assert across.size > 50


def test_numbers_of_the_sample_are_those_of_scikit_learn():
    found = numbers(seen()).loc["the model"]
    auc = metrics.roc_auc_score(TRUE, SCORE)
    assert (round(found["AUC"], 6), round(found["Average precision"], 6)) == (0.939314, 0.946557)
    assert round(found["Brier score"], 6) == 0.105619
    assert found["AUC"] == pytest.approx(auc, abs=1e-14)
    assert found["Average precision"] == pytest.approx(metrics.average_precision_score(TRUE, SCORE), abs=1e-14)
    assert found["Brier score"] == pytest.approx(metrics.brier_score_loss(TRUE, SCORE), abs=1e-14)
    assert found["Log loss"] == pytest.approx(metrics.log_loss(TRUE, SCORE), abs=1e-12)
    assert found["Gini"] == pytest.approx(2 * auc - 1)
    early = metrics.roc_auc_score(TRUE, SCORE, max_fpr=0.1)
    assert found["the same after McClish"] == pytest.approx(early, abs=1e-12)
    pairs = np.sign(SCORE[TRUE][:, None] - SCORE[~TRUE]) / 2 + 0.5
    assert (found["95 % from"], found["95 % to"]) == pytest.approx(scored_from(pairs.mean(axis=1), pairs.mean(axis=0)))
    parts = found[["of it miscalibration", "less discrimination", "plus uncertainty"]]
    assert parts @ [1, -1, 1] == pytest.approx(found["Brier score"])
    assert parts.iloc[2] == pytest.approx(P * N / 500**2)
    assert found.filter(like="above").isna().all()


def test_roc_has_its_band_its_hull_its_chance_and_its_cross():
    drawn = traces(seen())
    hull = metrics.auc(*(drawn["its convex hull 0.946"][axis][::-1] for axis in "xy"))
    assert round(abs(hull), 3) == 0.946
    assert drawn["chance"]["line"]["dash"] == "dash"
    assert (drawn["chance"]["x"], drawn["chance"]["y"]) == ([0, 1], [0, 1])
    assert (drawn["threshold 0.500"]["x"], drawn["threshold 0.500"]["y"]) == ([50 / N], [227 / P])
    band = drawn["95 % band"]
    half = len(band["x"]) // 2
    high, low = np.array(band["y"][:half]), np.array(band["y"][half:])[::-1]
    fpr, tpr, _ = metrics.roc_curve(TRUE, SCORE, drop_intermediate=False)
    inside = np.interp(np.array(band["x"][:half]), fpr, tpr)
    assert ((low <= inside + 0.03) & (inside <= high + 0.03)).all()
    assert 0.01 < (high - low).mean() < 0.15


def test_band_is_the_same_for_everybody():
    assert figure(visit("curves", SAMPLE), "curves_chart") == figure(seen(), "curves_chart")
    assert "The band is one for each false positive rate by itself" in said(seen())


def test_calibration_is_that_of_scikit_learn():
    at = seen("curve=calibration")
    share, mean = calibration_curve(TRUE, SCORE, n_bins=10, strategy="quantile")
    found = points(at)
    np.testing.assert_allclose(found["Mean score"], mean, atol=1e-12)
    np.testing.assert_allclose(found["Share that is truly positive"], share, atol=1e-12)
    assert found["Cases"].tolist() == [50] * 10
    dots = traces(at)["the model"]
    assert dots["x"] == pytest.approx(mean.tolist())
    assert dots["y"] == pytest.approx(share.tolist())
    low, high = share_interval(np.rint(50 * share), np.full(10, 50))
    np.testing.assert_allclose(found["95 % from"], low, atol=1e-9)
    np.testing.assert_allclose(found["95 % to"], high, atol=1e-9)
    assert "is 0.106; saying the share of positives always would score 0.250." in said(at)
    assert "in 10 bins" in at.get_by_key("curves_chart").proto.alt


@pytest.mark.parametrize(
    ("key", "source"),
    [
        ("roc", "Hanley & McNeil (1982)"),
        ("precision_recall", "average precision; straight lines between points"),
        ("precision_recall_gain", r"1 - \frac{P}{N} \frac{FP}{TP}"),
        ("toc", "Pontius & Si (2014)"),
        ("det", "Martin et al. (1997)"),
        ("ks", "Smirnov (1948)"),
        ("calibration", "1,999 draws (seed 1; Bröcker & Smith 2007)"),
        ("measure", "The grey line is the mean of a draw that calls as many cases positive"),
    ],
)
def test_computed_says_whence_each_curve_comes(key, source):
    text = said(seen(f"curve={key}"), "markdown")
    assert source in text
    assert "= 258 ·\n242 pairs of a positive and a negative case" in text


def test_measure_over_the_threshold_is_that_of_scikit_learn():
    at = visit("curves", f"{SAMPLE}&curve=measure&measure=MCC")
    found = points(at)
    for place in (0, 100, 321, 499):
        row = found.iloc[place]
        called = row["Threshold"] <= SCORE
        assert row["Called positive"] == called.sum()
        value = row["Matthews correlation (MCC)"]
        if called.all():
            assert value != value
        else:
            assert value == pytest.approx(metrics.matthews_corrcoef(TRUE, called), abs=1e-12)
    assert found["A draw that calls as many"].dropna().abs().max() < 1e-12
    assert at.query_params["measure"] == "MCC"
    assert set(traces(at)) == {"the model", "the draw"}
    best = found.loc[found["Matthews correlation (MCC)"].idxmax()]
    alt = at.get_by_key("curves_chart").proto.alt
    assert f"the model is best, {best.iloc[3]:.3f}, at {best['Threshold']:.3f}." in alt


def test_draw_beside_f1_is_the_closed_form():
    """A draw that calls n of M cases positive has a mean F1 of 2 n P / (M (P + n))."""
    found = points(seen("curve=measure"))
    known = found.dropna()
    n = known["Called positive"]
    np.testing.assert_allclose(known["A draw that calls as many"], 2 * n * P / (500 * (P + n)), atol=1e-12)
    assert len(known) >= 390


def test_measure_of_ones_own_is_drawn_and_travels():
    own = urlencode({"curve": "measure", "formula": "net = (tp - fp) / m"})
    at = visit("curves", f"{SAMPLE}&{own}")
    found = points(at)
    _, tp, fp = cumulated()
    np.testing.assert_allclose(found["net"], (tp - fp) / 500, atol=1e-12)
    assert "net over the threshold" in at.get_by_key("curves_chart").proto.alt
    assert at.query_params["formula"] == "net = (tp - fp) / m"
    assert points(again("curves", at)).equals(found)
    choose(at, curves_own="half = tp / m / 2")
    assert "half" in points(at).columns
    assert at.query_params["formula"] == "half = tp / m / 2"


def test_measure_that_is_not_known_is_said():
    at = visit("curves", f"{SAMPLE}&curve=measure&measure=xyz")
    assert "xyz" in said(at, "warning")
    assert at.multiselect(key="curves_measures").value == ["F1"]


def test_kind_is_chosen_and_travels():
    at = visit("curves", SAMPLE)
    assert "curve" not in at.query_params
    assert at.segmented_control(key="curves_kind").options == [*TITLES, "Calibration", "A measure"]
    for key in (*CURVES[1:], "calibration", "measure"):
        choose(at, curves_kind=key)
        assert at.query_params["curve"] == key
        assert said(seen(f"curve={key}")) == said(at)
    choose(at, curves_kind="roc")
    assert at.query_params == {"sample": "two_class_example", "threshold": "0.5"}


@pytest.mark.parametrize(
    ("link", "default"), [("size=4", 10_000), ("size=x", 10_000), ("size=600000", 10_000), ("size=7.5", 10_000)]
)
def test_wrong_size_of_a_sample_is_said(link, default):
    at = visit("curves", f"sample=scenario_2&{link}")
    assert at.number_input(key="data_size").value == default
    assert len(at.warning) == 1
    assert f'got "{link.split("=")[1]}"' in said(at, "warning")
    assert "10,000 of 20,000" in said(at)


def test_wrong_seed_of_a_sample_is_said():
    at = visit("curves", "sample=scenario_2&size=50&seed=-3")
    assert at.number_input(key="data_seed").value == 1
    assert 'seed must be between 0 and 1,000,000, got "-3"' in said(at, "warning")


def test_threshold_stands_beside_the_chart_and_moves_the_counts():
    at = visit("curves", SAMPLE)
    counted(at, 0.5)
    assert [one.key for one in at.main.slider] == [SIDE]
    assert not at.sidebar.slider
    for threshold in (0.7, 0.25, 0.9):
        at.slider(key=SIDE).set_value(threshold)
        counted(fine(at.run()), threshold)
    assert said(again("curves", at)) == said(at)


def test_two_models_are_compared_case_by_case(pair):
    at = two(pair)
    true, one, other = pair
    ahead, low, high, p = paired(other, one, true)
    found = numbers(at)
    assert found.index.tolist() == ["score_a", "score_b"]
    for name, score in (("score_a", one), ("score_b", other)):
        assert found.loc[name, "AUC"] == pytest.approx(metrics.roc_auc_score(true, score), abs=1e-12)
        average = metrics.average_precision_score(true, score)
        assert found.loc[name, "Average precision"] == pytest.approx(average, abs=1e-12)
    row = found.loc["score_b"].filter(like="bove")
    assert row.tolist() == pytest.approx([ahead, low, high, p], abs=1e-9)
    assert found.loc["score_a"].filter(like="bove").isna().all()
    minus = "−" if low < 0 else ""
    assert high < 0
    assert (
        f"The area of score_b is {-ahead:.3f} smaller on the same cases (95 % interval {minus}{-low:.3f} to "
        in said(at)
    )
    assert {f"score_a {found.loc['score_a', 'AUC']:.3f}", f"score_b {found.loc['score_b', 'AUC']:.3f}"} <= set(
        traces(at)
    )
    assert points(at)["Model"].unique().tolist() == ["score_a", "score_b"]
    assert at.query_params == {"data": "File"}


def test_two_models_of_weighted_cases_are_compared_case_by_case(pair):
    true, one, other = pair
    weight = np.random.default_rng(4).integers(1, 21, true.size)
    lines = zip(np.where(true, "yes", "no"), one, other, weight, strict=True)
    at = fine(upload(["truth", "score_a", "score_b", "weight"], lines))
    areas = [metrics.roc_auc_score(true, score, sample_weight=weight) for score in (one, other)]
    found = numbers(at)
    assert found["AUC"].tolist() == pytest.approx(areas, abs=1e-12)
    row = found.loc["score_b"]
    assert row["AUC above the model looked at"] == pytest.approx(areas[1] - areas[0], abs=1e-12)
    plain_low, plain_high = paired(other, one, true)[1:3]
    assert row["above, 95 % to"] - row["above, 95 % from"] > 1.05 * (plain_high - plain_low)
    assert re.search(r"The area of score_b is 0\.\d+ (smaller|larger) on the same cases", said(at))
    assert "not compared" not in said(at)


def test_comparison_turns_round_with_the_model_looked_at(pair):
    at = two(pair)
    true, one, other = pair
    choose(at, data_model="score_b")
    ahead, *_ = paired(one, other, true)
    assert numbers(at).index.tolist() == ["score_b", "score_a"]
    assert numbers(at).loc["score_a", "AUC above the model looked at"] == pytest.approx(ahead, abs=1e-12)
    assert f"The area of score_a is {ahead:.3f} larger on the same cases" in said(at)
    assert answer(at).startswith(f"AUC {metrics.roc_auc_score(true, other):.3f} ")
    subheaders = [plain(one.value) for one in at.main.subheader]
    assert subheaders == ["What score_b calls what", "Worth knowing about score_b"]


def test_other_class_turns_the_comparison_round(pair):
    at = two(pair)
    true, one, other = pair
    choose(at, data_positive="no")
    ahead, *_ = paired(other, one, ~true)
    assert numbers(at).loc["score_b", "AUC above the model looked at"] == pytest.approx(ahead, abs=1e-12)
    assert "the wrong way round" in answer(at)
    assert "Low scores speak for the positive class. Is the right class positive? Nothing was flipped." in said(at)


def test_models_of_a_long_file_stand_in_chart_and_table(pair):
    true, *scores = pair
    lines = [
        (name, "yes" if case else "no", score)
        for name, column in zip(("first", "second"), scores, strict=True)
        for case, score in zip(true, column, strict=True)
    ]
    at = upload(["model", "truth", "score"], lines)
    found = numbers(at)
    for name, score in zip(("first", "second"), scores, strict=True):
        assert found.loc[name, "AUC"] == pytest.approx(metrics.roc_auc_score(true, score), abs=1e-12)
        assert f"{name} {found.loc[name, 'AUC']:.3f}" in traces(at)
    assert "on the same cases" not in said(at)
    assert found.filter(like="bove").isna().all(axis=None)
    assert at.query_params == {"data": "File"}


def test_many_models_are_all_shown_or_those_left_out_are_said():
    rng = np.random.default_rng(5)
    true = np.arange(30) % 3 == 0
    lines = [["yes" if case else "no", *(rng.normal(case, 1, 12).round(2))] for case in true]
    at = upload(["truth", *(f"score_{place}" for place in range(12))], lines)
    missing = [f"score_{place}" for place in range(12) if f"score_{place}" not in numbers(at).index]
    assert not missing or re.search("10 of (the )?12|(first|more than) 10|left out", said(at))


def test_one_positive_has_every_curve_and_no_interval():
    at = upload(["truth", "score"], ONE)
    for key in (*CURVES, "calibration", "measure"):
        choose(at, curves_kind=key)
        assert answer(at).startswith("AUC 0.833: a positive case")
        assert "The area has no interval, because one class has a single case." in said(at)
        assert traces(at)
        assert "nan" not in said(at).lower().split()


def test_scores_that_are_no_probabilities_have_a_sentence_for_a_calibration(pair):
    at = choose(two(pair), curves_kind="calibration")
    low, high = pair[1].min(), pair[1].max()
    sentence = f"scores must be between 0 and 1 to be read as probabilities, got {low:.10g} to {high:.10g}"
    assert sentence[1:] in at.get_by_key("curves_chart").proto.alt
    assert "scores must be between 0 and 1" in figure(at, "curves_chart").replace("<br>", " ").lower()
    assert not traces(at)
    assert shown(at, "curves_kind")
    choose(at, curves_kind="roc")
    assert at.main.get("plotly_chart")
    assert len(headers(at)) == 1


def test_calibration_that_cannot_be_shown_does_not_blame_the_data(pair):
    """Its scores are fit for every other curve, and the choice to be mended stands on the page."""
    at = choose(two(pair), curves_kind="calibration")
    assert "This data cannot be used yet" not in headers(at)
    assert "Mend it in the sidebar" not in said(at)


def test_without_a_measure_the_page_waits_for_one():
    at = choose(visit("curves", f"{SAMPLE}&curve=measure"), curves_measures=[])
    assert said(at, "info") == "Choose at least one measure."
    assert shown(at, "curves_kind")
    choose(at, curves_measures=["ACC"])
    assert answer(at).startswith("AUC 0.939")
    assert at.query_params["measure"] == "ACC"


def test_areas_and_band_are_kept_while_the_threshold_moves(monkeypatch):
    calls = []
    for name in ("separation", "roc_band", "curve"):
        made = getattr(separation, name)
        monkeypatch.setattr(
            separation,
            name,
            lambda *given, made=made, name=name, **named: (calls.append(name), made(*given, **named))[1],
        )
    at = visit("curves", SAMPLE)
    assert sorted(calls) == ["curve", "roc_band", "separation"]
    at.slider(key=SIDE).set_value(0.7)
    fine(at.run())
    choose(at, curves_kind="ks")
    choose(at, curves_kind="roc")
    assert sorted(calls) == ["curve", "curve", "roc_band", "separation"]


def test_ten_bins_are_no_large_table():
    at = visit("curves", "sample=scenario_1&size=6000&curve=calibration")
    assert "Every point of the chart as a table" in [one.label for one in at.main.expander]
    assert len(points(at)) == 10


def test_table_of_the_largest_gap_has_its_threshold_once():
    found = points(seen("curve=ks"))
    assert [name.lower() for name in found.columns].count("threshold") == 1
