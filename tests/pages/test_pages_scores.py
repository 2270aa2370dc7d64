"""Curves and evidence: numbers found again, choices in the link, several models, and what scores can be."""

import json
import re
from functools import cache
from urllib.parse import urlencode

import numpy as np
import pandas as pd
import pytest
from scipy.optimize import brentq
from scipy.stats import ks_2samp, norm
from sklearn import metrics
from sklearn.calibration import calibration_curve
from test_pages_rescaled import again
from visiting import answer, drop, dropped, figure, fine, go, kind, plain, rows, said, shown, table, visit, widget

from ddcore.report import curves as curve_words
from ddcore.report import likelihood as likelihood_words
from ddcore.samples import SAMPLES
from ddcore.samples.simulated import SCENARIOS
from ddcore.scores.gain import gain
from ddcore.scores.likelihood import fit
from ddcore.table import ScoreTable
from pages.shared import frame, separation

SAMPLE = "sample=two_class_example"
SIDE = "data_threshold_two_class_example_Class1_Class1_beside"
EXAMPLE = pd.read_csv(SAMPLES["two_class_example"].path)
TRUE, SCORE = (EXAMPLE["truth"] == "Class1").to_numpy(), EXAMPLE["Class1"].to_numpy()
P, N = 258, 242
CURVES = ["roc", "precision_recall", "precision_recall_gain", "toc", "gain", "lift", "det", "ks"]
TITLES = ["ROC", "Precision-recall", "Precision-recall-gain", "TOC", "Cumulative gain", "Lift", "DET", "KS"]
CHARTS = ("densities_chart", "ratio_chart", "likelihood_chart")


def choose(at, **values):
    """Set widgets by key, one after another."""
    for key, value in values.items():
        box = widget(at, key)
        kind_of = "segmented_control" if box.type == "button_group" else box.type
        getattr(at, kind_of)(key=box.key).set_value(value)
        fine(at.run())
    return at


@cache
def seen(link=""):
    """The sample's curves, opened by a link, only to be looked at."""
    return visit("curves", f"{SAMPLE}&{link}")


def traces(at, key="curves_chart"):
    """The lines of a chart by name; one without a name by its place."""
    drawn = json.loads(figure(at, key))["data"]
    return {trace.get("name") or str(place): trace for place, trace in enumerate(drawn)}


def numbers(at):
    """The table of all numbers, a row a model."""
    return at.main.dataframe[0].value.set_index("Model")


def points(at):
    """The table behind the chart."""
    return table(at, 1, 2)


def headers(at):
    return [plain(one.value) for one in at.main.header]


def upload(header, lines, page="curves"):
    """A file dropped by somebody who has looked at no sample before."""
    return dropped(rows(header, lines), page, link="data=File")


def cumulated():
    """TP and FP from each score of the sample on, ascending, counted one by one."""
    cutoffs = np.append(np.unique(SCORE), np.inf)
    called = SCORE[None, :] >= cutoffs[:, None]
    return cutoffs, (called & TRUE).sum(axis=1), (called & ~TRUE).sum(axis=1)


def expected(key):
    """x and y of a curve of the sample by scikit-learn or by hand, and the number it is quoted by."""
    cutoffs, tp, fp = cumulated()
    called = tp + fp
    fpr, tpr, _ = metrics.roc_curve(TRUE, SCORE, drop_intermediate=False)
    if key == "roc":
        return fpr[::-1], tpr[::-1], metrics.roc_auc_score(TRUE, SCORE)
    if key == "precision_recall":
        precision, recall, _ = metrics.precision_recall_curve(TRUE, SCORE)
        return recall, precision, metrics.average_precision_score(TRUE, SCORE)
    if key == "det":
        return fp / N, 1 - tp / P, brentq(lambda rate: 1 - rate - np.interp(rate, fpr, tpr), 0, 1)
    with np.errstate(divide="ignore", invalid="ignore"):
        if key == "precision_recall_gain":
            share = P / (P + N)
            rates = tp / P, tp / called
            x, y = (np.where(tp > 0, (rate - share) / ((1 - share) * rate), np.nan) for rate in rates)
            # Recall is the share of positives at a recall gain of 0; the ROC curve runs straight there.
            precision = share * P / (share * P + N * np.interp(share, tpr, fpr))
            start = (precision - share) / ((1 - share) * precision)
            seen = x > 0
            area = np.trapezoid(np.append(start, y[seen][::-1]), np.append(0, x[seen][::-1]))
            return x, y, area
        return {
            "toc": (called, tp, metrics.roc_auc_score(TRUE, SCORE)),
            "gain": (called / 500, tp / P, np.trapezoid((tp / P)[::-1], (called / 500)[::-1])),
            "lift": (called / 500, tp / called / (P / 500), TRUE[np.argsort(-SCORE)[:50]].mean() / (P / 500)),
            "ks": (cutoffs, tp / P - fp / N, ks_2samp(SCORE[TRUE], SCORE[~TRUE]).statistic),
        }[key]


def paired(one, other, true):
    """By how much the area of one is ahead: every pair compared, variances as DeLong et al. (1988)."""

    def placed(score):
        pairs = np.sign(score[true][:, None] - score[~true][None, :]) / 2 + 0.5
        return pairs.mean(axis=1), pairs.mean(axis=0)

    up, across = (first - second for first, second in zip(placed(one), placed(other), strict=True))
    error = np.sqrt(up.var(ddof=1) / up.size + across.var(ddof=1) / across.size)
    return up.mean(), error


@pytest.fixture(scope="module")
def pair():
    """Two models on the same 80 cases, rounded so that some scores are tied."""
    rng = np.random.default_rng(7)
    true = np.arange(80) % 5 < 2
    one, other = (np.round(rng.normal(true * far, 1), 1) for far in (1.5, 0.4))
    return true, one, other


def two(pair, header=("truth", "score_a", "score_b")):
    true, one, other = pair
    return upload(header, zip(np.where(true, "yes", "no"), one, other, strict=True))


@pytest.mark.parametrize(("key", "title"), list(zip(CURVES, TITLES, strict=True)))
def test_every_curve_is_that_of_scikit_learn_or_of_the_hand(key, title):
    at = seen(f"curve={key}")
    x, y, summary = expected(key)
    found = points(at)
    assert found["Model"].unique().tolist() == ["Class1"]
    assert found["Threshold"].tolist() == np.append(np.unique(SCORE), np.inf).tolist()
    np.testing.assert_allclose(found.iloc[:, -2], x, atol=1e-12)
    np.testing.assert_allclose(found.iloc[:, -1], y, atol=1e-12)
    assert answer(at).startswith("AUC 0.939 (0.920 to 0.958): a positive case outscores a negative one in 93.9 %")
    assert f"Class1 {summary:.3f}" in traces(at)
    if key == "roc":
        assert "The area is the chance that a positive case scores higher than a negative one." in said(at)
    else:
        assert f" is {summary:.3f}." in said(at)
    alt = at.get_by_key("curves_chart").proto.alt
    assert alt.startswith(f"{title}: ")
    assert f"Class1 {summary:.3f}. At threshold 0.500: " in alt
    assert at.query_params.get("curve") == (None if key == "roc" else key)


@pytest.mark.parametrize("key", CURVES)
def test_line_of_the_chart_runs_over_points_of_the_table(key):
    line = next(trace for name, trace in traces(seen(f"curve={key}")).items() if name.startswith("Class1 "))
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
    found = numbers(seen()).loc["Class1"]
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
    _, error = paired(SCORE, np.zeros(500), TRUE)
    assert found["95 % from"] == pytest.approx(auc - norm.isf(0.025) * error, abs=1e-12)
    assert found["95 % to"] == pytest.approx(auc + norm.isf(0.025) * error, abs=1e-12)
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
    assert "(seed 1)" in said(seen())


def test_calibration_is_that_of_scikit_learn():
    at = seen("curve=calibration")
    share, mean = calibration_curve(TRUE, SCORE, n_bins=10, strategy="quantile")
    found = points(at)
    np.testing.assert_allclose(found["Mean score"], mean, atol=1e-12)
    np.testing.assert_allclose(found["Share that is truly positive"], share, atol=1e-12)
    assert found["Cases"].tolist() == [50] * 10
    dots = traces(at)["Class1, 95 % interval"]
    assert dots["x"] == pytest.approx(mean.tolist())
    assert dots["y"] == pytest.approx(share.tolist())
    z2 = norm.isf(0.025) ** 2
    middle, reach = (share + z2 / 100) / (1 + z2 / 50), np.sqrt(z2 * share * (1 - share) / 50 + (z2 / 100) ** 2)
    np.testing.assert_allclose(found["95 % from"], middle - reach / (1 + z2 / 50), atol=1e-9)
    np.testing.assert_allclose(found["95 % to"], middle + reach / (1 + z2 / 50), atol=1e-9)
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
        ("calibration", "Wilson's intervals (1927)"),
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
    assert set(traces(at)) == {"Class1", "the draw"}
    best = found.loc[found["Matthews correlation (MCC)"].idxmax()]
    alt = at.get_by_key("curves_chart").proto.alt
    assert f"Class1 is best, {best.iloc[3]:.3f}, at {best['Threshold']:.3f}." in alt


def test_draw_beside_f1_is_the_closed_form():
    """A draw that calls n of M cases positive has a mean F1 of 2 n P / (M (P + n))."""
    found = points(seen("curve=measure"))
    known = found.dropna()
    n = known["Called positive"]
    np.testing.assert_allclose(known["A draw that calls as many"], 2 * n * P / (500 * (P + n)), atol=1e-12)
    assert len(known) >= 390


def test_measure_of_ones_own_is_drawn_and_travels():
    own = urlencode({"curve": "measure", "formula": "net = (tp - fp)/m"})
    at = visit("curves", f"{SAMPLE}&{own}")
    found = points(at)
    _, tp, fp = cumulated()
    np.testing.assert_allclose(found["net"], (tp - fp) / 500, atol=1e-12)
    assert "net over the threshold" in at.get_by_key("curves_chart").proto.alt
    assert at.query_params["formula"] == "net = (tp - fp)/m"
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
    ("page", "link", "key", "default", "words"),
    [
        ("curves", "curve=x", "curves_kind", "roc", 'got "x"'),
        ("curves", "threshold=2", SIDE, 0.5, 'threshold must be between 0 and 1, got "2"'),
        ("curves", "threshold=nan", SIDE, 0.5, 'threshold must be between 0 and 1, got "nan"'),
        ("likelihood", "curve=det", "likelihood_curve", "roc", "curve must be one of roc, precision_recall, toc"),
        ("likelihood", "method=x", "likelihood_method", "kde", "method must be one of kde, histogram, binormal"),
        ("likelihood", "bandwidth=wide", "likelihood_bandwidth", "normal", 'got "wide"'),
        ("likelihood", "bounds=x", "likelihood_bounds", "reflect", "bounds must be one of none, reflect, logit"),
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


def counted(at, start):
    """Check the four counts, the sentence and the cross against the file, at a threshold."""
    called = start <= SCORE
    tp, fp = int((called & TRUE).sum()), int((called & ~TRUE).sum())
    text = said(at, "markdown")
    assert f"| positive | {tp} | {fp} |\n| negative | {P - tp} | {N - fp} |" in text
    assert f"From {start:.3f} on, {100 * tp / P:.3g} % of the positives" in text
    cross = traces(at)[f"threshold {start:.3f}"]
    assert (cross["x"], cross["y"]) == ([fp / N], [tp / P])
    assert f"At threshold {start:.3f}: " in at.get_by_key("curves_chart").proto.alt
    assert at.query_params["threshold"] == f"{start:g}"


def test_threshold_stands_beside_the_chart_and_moves_the_counts():
    at = visit("curves", SAMPLE)
    counted(at, 0.5)
    assert [one.key for one in at.main.slider] == [SIDE]
    assert not at.sidebar.slider
    for threshold in (0.7, 0.25, 0.9):
        at.slider(key=SIDE).set_value(threshold)
        counted(fine(at.run()), threshold)
    assert said(again("curves", at)) == said(at)


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


def test_two_models_are_compared_case_by_case(pair):
    at = two(pair)
    true, one, other = pair
    ahead, error = paired(other, one, true)
    found = numbers(at)
    assert found.index.tolist() == ["score_a", "score_b"]
    for name, score in (("score_a", one), ("score_b", other)):
        assert found.loc[name, "AUC"] == pytest.approx(metrics.roc_auc_score(true, score), abs=1e-12)
        average = metrics.average_precision_score(true, score)
        assert found.loc[name, "Average precision"] == pytest.approx(average, abs=1e-12)
    row = found.loc["score_b"].filter(like="bove")
    low, high = ahead - norm.isf(0.025) * error, ahead + norm.isf(0.025) * error
    assert row.tolist() == pytest.approx([ahead, low, high, 2 * norm.sf(abs(ahead / error))], abs=1e-12)
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
    assert at.query_params == {}


def test_comparison_turns_round_with_the_model_looked_at(pair):
    at = two(pair)
    true, one, other = pair
    choose(at, data_model="score_b")
    ahead, _ = paired(one, other, true)
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
    ahead, _ = paired(other, one, ~true)
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
    assert at.query_params == {}


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


def test_many_models_are_all_shown_or_those_left_out_are_said():
    rng = np.random.default_rng(5)
    true = np.arange(30) % 3 == 0
    lines = [["yes" if case else "no", *(rng.normal(case, 1, 12).round(2))] for case in true]
    at = upload(["truth", *(f"score_{place}" for place in range(12))], lines)
    missing = [f"score_{place}" for place in range(12) if f"score_{place}" not in numbers(at).index]
    assert not missing or re.search("10 of (the )?12|(first|more than) 10|left out", said(at))


def test_weighted_cases_have_areas_without_intervals(pair):
    true, one, _ = pair
    weight = np.where(np.arange(80) % 3 == 0, 2.5, 0.5)
    lines = list(zip(np.where(true, "yes", "no"), one, weight, strict=True))
    at = upload(["truth", "score", "weight"], lines)
    auc = metrics.roc_auc_score(true, one, sample_weight=weight)
    assert numbers(at).loc["score", "AUC"] == pytest.approx(auc, abs=1e-12)
    assert answer(at) == f"AUC {auc:.3f}: a positive case outscores a negative one in {100 * auc:.1f} % of pairs."
    assert "The area has no interval, because the cases are weighted." in said(at)
    assert "95 % band" not in traces(at)
    at = upload(["truth", "score", "weight"], lines, "likelihood")
    assert answer(at).startswith("Nobody can tell.")
    assert "the cases are weighted, and only whole cases can be dealt to folds" in said(at)
    assert table(at, 0, 2)["Scores"].tolist() == ["before", "after, same cases"]


def test_advice_for_weighted_cases_is_not_to_wait_for_more():
    lines = [("yes" if place % 3 else "no", place * 7 % 20, 0.5 + place % 2) for place in range(40)]
    at = upload(["truth", "score", "weight"], lines, "likelihood")
    assert "only whole cases can be dealt to folds" in said(at)
    assert "until there are cases enough" not in said(at)


@pytest.mark.parametrize("page", ["curves", "likelihood"])
def test_one_class_alone_is_said(page):
    at = upload(["truth", "score"], [("yes", 0.1), ("yes", 0.7), ("yes", 0.9)], page)
    assert answer(at) == "This data cannot be used yet"
    assert "must hold two classes" in said(at, "error")


ONE = [("no", 0.1), ("no", 0.3), ("yes", 0.6), ("no", 0.7), ("no", 0.2), ("no", 0.4), ("no", 0.5)]


def test_one_positive_has_every_curve_and_no_interval():
    at = upload(["truth", "score"], ONE)
    for key in (*CURVES, "calibration", "measure"):
        choose(at, curves_kind=key)
        assert answer(at).startswith("AUC 0.833: a positive case")
        assert "The area has no interval, because one class has a single case." in said(at)
        assert traces(at)
        assert "nan" not in said(at).lower().split()


@pytest.mark.parametrize("method", ["kde", "histogram", "binormal", "isotonic", "logistic"])
def test_one_positive_is_read_or_refused_in_a_sentence(method):
    at = choose(upload(["truth", "score"], ONE, "likelihood"), likelihood_method=method)
    if method == "binormal":
        assert answer(at) == "Not by this method. Binormal does not fit these scores; choose another one below."
        assert "Binormal needs two different scores in each class, the positives have one." in said(at)
        assert not at.main.get("plotly_chart")
        choose(at, likelihood_method="kde")
    assert answer(at).startswith("Nobody can tell. Read as evidence, the same scores reach an area of")
    assert "Unseen cases cannot be tried: cross-fitting needs two cases of each class, got 1 of one." in said(at)
    assert all(at.get_by_key(key).proto.spec for key in CHARTS)


@pytest.mark.parametrize("score", [0.5, 7])
def test_constant_scores_separate_nothing(score):
    lines = [("yes" if place % 3 else "no", score) for place in range(30)]
    at = upload(["truth", "score"], lines)
    assert answer(at).startswith("AUC 0.500: all scores are equal")
    assert bool(at.main.slider) == (score == 0.5)
    for key in (*CURVES, "measure"):
        assert traces(choose(at, curves_kind=key))
    at = upload(["truth", "score"], lines, "likelihood")
    assert "All scores are equal, so they say nothing." in said(at)
    assert table(at, 0, 2)["AUC"].tolist() == pytest.approx([0.5] * 3)
    assert table(at, 1, 2)["Likelihood ratio"].tolist() == [1]


def test_ten_rows_have_every_curve_and_every_method():
    lines = [("yes" if place in (3, 6, 8, 9) else "no", place / 10 + 0.05) for place in range(10)]
    at = upload(["truth", "score"], lines)
    pairs = [a > b for a in (3, 6, 8, 9) for b in (0, 1, 2, 4, 5, 7)]
    for key in (*CURVES, "calibration", "measure"):
        choose(at, curves_kind=key)
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
    assert answer(upload(["truth", "score"], lines, page)) == "score has no scores, so there is no cutoff to move."


@pytest.mark.parametrize("method", ["kde", "histogram", "binormal", "isotonic", "logistic"])
def test_far_out_scores_are_read(method):
    lines = [("yes" if place % 3 else "no", (place * 7 % 40 - (place % 3) * 3) * -1e9) for place in range(60)]
    lines.append(("yes", 4e12))
    at = choose(upload(["truth", "score"], lines, "likelihood"), likelihood_method=method)
    score, true = np.array([line[1] for line in lines]), np.array([line[0] == "yes" for line in lines])
    auc = metrics.roc_auc_score(true, score)
    assert table(at, 0, 2)["AUC"].iloc[0] == pytest.approx(auc, abs=1e-12)
    assert not shown(at, "likelihood_bounds")
    if method == "kde":
        go(at, "curves")
        for key in (*CURVES, "measure"):
            choose(at, curves_kind=key)
            assert answer(at).startswith(f"AUC {auc:.3f} ")


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


def test_method_that_cannot_be_fitted_does_not_blame_the_data():
    at = choose(upload(["truth", "score"], ONE, "likelihood"), likelihood_method="binormal")
    assert "This data cannot be used yet" not in headers(at)
    assert "Mend it in the sidebar" not in said(at)


def test_without_a_measure_the_page_waits_for_one():
    at = choose(visit("curves", f"{SAMPLE}&curve=measure"), curves_measures=[])
    assert said(at, "info") == "Choose at least one measure."
    assert shown(at, "curves_kind")
    choose(at, curves_measures=["ACC"])
    assert answer(at).startswith("AUC 0.939")
    assert at.query_params["measure"] == "ACC"


def simulated(number, size, seed=1):
    """The drawn scores as a table, found without the page."""
    drawn = SCENARIOS[f"scenario_{number}"].draw(size, seed)
    return ScoreTable.of(drawn["score"].to_numpy(), np.array(drawn["truth"].to_pylist()) == "positive")


SHAPES = {
    1: r"Scores in the middle speak for positive .*low and high ones for negative",
    2: "Low and high scores both speak for positive",
    3: "Low and high scores both speak for positive",
    4: r"Scores in the middle speak for positive .*low and high ones for negative",
}


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


CHOICES = [
    ("method", "histogram"),
    ("method", "binormal"),
    ("method", "isotonic"),
    ("method", "logistic"),
    ("bandwidth", "silverman"),
    ("bandwidth", "scott"),
    ("bandwidth", "isj"),
    ("bounds", "none"),
    ("bounds", "logit"),
    ("folds", 2),
    ("folds", 10),
    ("deal", 7),
]


@pytest.mark.parametrize(("name", "value"), CHOICES)
def test_choice_changes_what_it_should_and_travels(name, value):
    at = visit("likelihood", SAMPLE)
    before, transformed = table(at, 0, 2).set_index("Scores"), table(at, 1, 2)
    choose(at, **{f"likelihood_{name}": value})
    assert at.query_params == {"sample": "two_class_example", "threshold": "0.5", name: str(value)}
    after = table(at, 0, 2).set_index("Scores")
    scores = ScoreTable.of(SCORE, TRUE)
    chosen = {"rng": np.random.default_rng(value if name == "deal" else 1)}
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
    at = visit("likelihood", f"{SAMPLE}&bandwidth=scott")
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
    at = visit("likelihood", SAMPLE)
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
    assert at.query_params == {"method": "logistic", "folds": "3"}


@pytest.fixture
def fits(monkeypatch):
    """How often scores were read as evidence, and by what."""
    calls = []

    def counted(*given, **named):
        calls.append((given[1:], named))
        return gain(*given, **named)

    monkeypatch.setattr(separation, "gain", counted)
    return calls


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


@pytest.mark.parametrize(
    ("method", "link"), [("kde", ""), ("histogram", "&method=histogram"), ("kde", "&bounds=logit")]
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
    written = frame.readable(areas[["gain, two-sided p"]]).to_string(delimiter=";")
    assert "× 10⁻" in written
    assert ";0\n" not in written


def test_size_and_seed_of_a_sample_are_chosen_and_travel():
    at = visit("curves", "sample=scenario_3&size=50")
    assert at.query_params == {"sample": "scenario_3", "size": "50", "threshold": "0.5"}
    assert "50 of 100, 50 %" in said(at)
    first = numbers(at).loc["score", "AUC"]
    choose(at, data_seed=2)
    assert at.query_params["seed"] == "2"
    scores = simulated(3, 50, 2)
    assert numbers(at).loc["score", "AUC"] == pytest.approx(scores.auc) != first
    choose(at, data_size=70)
    assert (at.query_params["size"], at.query_params["seed"]) == ("70", "2")
    assert "70 of 140, 50 %" in said(at)
    assert numbers(at).loc["score", "AUC"] == pytest.approx(simulated(3, 70, 2).auc)
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
    assert at.query_params == {}
    choose(at, curves_kind="measure", curves_measures=["MCC"])
    assert at.query_params == {"curve": "measure", "measure": "MCC"}
    go(at, "likelihood")
    assert at.query_params == {}
    choose(at, likelihood_method="isotonic")
    assert at.query_params == {"method": "isotonic"}


def test_file_of_one_visitor_is_not_seen_by_another(pair):
    mine = two(pair, ("truth", "secret_score", "hidden_score"))
    assert "secret_score" in said(mine)
    yours = visit("curves", "data=File")
    assert answer(yours) == "No data yet"
    drop(yours, rows(["truth", "score"], ONE))
    for at in (yours, visit("likelihood", SAMPLE)):
        assert "secret" not in said(at)
        assert "hidden" not in said(at)
    assert numbers(yours).index.tolist() == ["score"]
    kind(mine, "Sample")
    assert "secret" not in said(mine)
    assert numbers(mine).loc["Class1", "AUC"] == pytest.approx(0.939314, abs=1e-6)


@pytest.fixture
def made(monkeypatch):
    """The large tables that were made."""
    calls = []
    for module, name in ((curve_words, "points"), (curve_words, "traced"), (likelihood_words, "transformed")):
        before = getattr(module, name)
        monkeypatch.setattr(
            module, name, lambda *given, before=before, name=name: (calls.append(name), before(*given))[1]
        )
    return calls


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


def test_ten_bins_are_no_large_table():
    at = visit("curves", "sample=scenario_1&size=6000&curve=calibration")
    assert "Every point of the chart as a table" in [one.label for one in at.main.expander]
    assert len(points(at)) == 10


def test_table_of_the_largest_gap_has_its_threshold_once():
    found = points(seen("curve=ks"))
    assert [name.lower() for name in found.columns].count("threshold") == 1
