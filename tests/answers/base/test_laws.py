"""What is exact beside what is drawn: on Curves, Likelihood and Thresholds, and a transformation by a formula."""

import re

import numpy as np
import pytest
from scipy.stats import norm

import ddcore
from ddcore.answers.base.known_laws import METHOD, exact
from ddcore.errors import InputError
from ddcore.figures.theme import LIGHT
from ddcore.samples.own_examples import EXAMPLES
from tests.helpers.answers import codes, notes
from tests.helpers.loops import nonempty
from tests.helpers.scored import two_class_example
from tests.helpers.tiers import some_of

BINS = {"law1": "bins(0,3,0.1,0.6,0.3)", "law0": "bins(0,3,0.7,0.299,0.001)", "size": 1000}
NORMALS = {"law1": "normal(1.5,1)", "law0": "normal(0,1)", "law_share": 0.3, "size": 100}


def line(answer, figure, start):
    """The one line of a chart whose name begins so."""
    (found,) = [trace for trace in answer.figures[figure].draw(LIGHT).data if (trace.name or "").startswith(start)]
    return np.array(found.x, float), np.array(found.y, float)


def test_the_exact_roc_curve_stands_beside_the_drawn_one():
    answer = ddcore.curves(ddcore.sample("own_law", **NORMALS))
    x, y = line(answer, "curves", "exact 0.856")
    inner = (x > 1e-4) & (x < 1 - 1e-4)
    assert y[inner] == pytest.approx(norm.cdf(1.5 + norm.ppf(x[inner])), abs=1e-6)
    assert answer.values["exact"] == pytest.approx({"auc": 0.85557781682675757, "best_auc": 0.855578}, abs=1e-6)
    assert "exact-curve" in codes(answer)
    scenario = ddcore.curves(ddcore.sample("scenario_3", size=300))
    assert "0.830" in notes(scenario)["exact-curve"]
    assert scenario.values["exact"]["auc"] == pytest.approx(0.456068441417)


@pytest.mark.parametrize(
    "kind",
    some_of(
        ["precision_recall", "gain", "lift", "det", "ks", "toc", "precision_recall_gain"],
        *("precision_recall", "det", "precision_recall_gain"),
    ),
)
def test_every_kind_of_curve_has_its_exact_one(kind):
    """Many cases come near it."""
    answer = ddcore.curves(ddcore.sample("own_law", **{**NORMALS, "size": 20_000}), curve=kind)
    exact_x, exact_y = line(answer, "curves", "exact")
    drawn_x, drawn_y = line(answer, "curves", "the model")
    known = np.isfinite(exact_x) & np.isfinite(exact_y)
    inner = slice(drawn_x.size // 4, 3 * drawn_x.size // 4)
    order = np.argsort(exact_x[known])
    near = np.interp(drawn_x[inner], exact_x[known][order], exact_y[known][order])
    assert near == pytest.approx(drawn_y[inner], rel=0.06, abs=0.03 * np.ptp(drawn_y))


def test_a_measure_over_the_threshold_has_its_exact_line():
    answer = ddcore.curves(ddcore.sample("own_law", **NORMALS), curve="measure", measure=["F1"])
    x, y = line(answer, "curves", "exact")
    tpr, fpr = norm.sf(x - 1.5), norm.sf(x)
    assert y == pytest.approx(0.6 * tpr / (0.3 * tpr + 0.3 + 0.7 * fpr), abs=1e-9)
    assert "exact-line" in notes(answer)
    assert "exact" not in ddcore.curves(ddcore.sample("own_law", **NORMALS), curve="calibration").values


@pytest.mark.full
@pytest.mark.usefixtures("in_order")
def test_the_exact_ratio_stands_beside_the_estimated_one():
    answer = ddcore.likelihood(ddcore.sample("own_law", **NORMALS), method="binormal")
    x, y = line(answer, "ratio", "exact")
    shown = (y > 1e-3) & (y < 1e3)
    assert np.log(y[shown]) == pytest.approx(1.5 * x[shown] - 1.125, abs=1e-9)
    assert answer.values["exact"]["ratio"] == "never falls"
    assert ddcore.likelihood(ddcore.sample("scenario_1", size=100)).values["exact"]["ratio"] == "rises and falls"
    assert line(answer, "likelihood", "exact ratio 0.856")[0].size > 20


@pytest.mark.full
def test_exact_peaks_stand_beside_the_best_threshold():
    answer = ddcore.thresholds(ddcore.sample("own_law", **BINS), measure=["MCC"])
    peaks = answer.values["exact"]["peaks"]
    assert [(peak["threshold"], peak["value"]) for peak in peaks] == [
        pytest.approx((1, 0.6123724357)),
        pytest.approx((2, 0.4181106704)),
    ]
    numbers = re.findall(r"\d[\d.]*\b", notes(answer)["exact-peaks"])
    assert numbers[:5] == ["2", "0.612", "1", "0.418", "2"]
    found = answer.values["models"]["the model"]["measures"]["MCC"]
    assert answer.values["exact"]["at_threshold_found"] == pytest.approx(0.612, abs=0.01)
    assert found["threshold"]["value"] == pytest.approx(1, abs=0.05)
    x, y = line(answer, "law", "Markedness")
    assert y[np.abs(x - 2).argmin()] == pytest.approx(0.584671, abs=0.01)
    assert line(answer, "thresholds", "exact best")[0].tolist() == [1.0]
    accuracy = ddcore.sample("own_law", **{**EXAMPLES["figure_4_1"].given, "size": 300})
    assert "accuracy has 2 peaks" in notes(ddcore.thresholds(accuracy, measure=["ACC"]))["exact-peaks"]
    assert re.search("0.625 at 1.*0.585 at 2", answer.figures["law"].words)


@pytest.mark.full
@pytest.mark.usefixtures("in_order")
def test_the_evidence_reaches_what_it_reaches_in_scenario_three():
    """J by the ratio is half the area between the densities, accuracy its half and 1/2 where half are positive."""
    x = np.linspace(-0.5, 1.5, 200_001)
    positives, negatives = (norm.pdf(x, 0.2, 0.05) + norm.pdf(x, 0.5, 0.05)) / 2, norm.pdf(x, 0.38, 0.1)
    youden = np.trapezoid(np.abs(positives - negatives), x) / 2
    ratio = np.argsort(-positives / negatives)
    tpr, fpr = (np.cumsum(density[ratio]) * (x[1] - x[0]) for density in (positives, negatives))
    data = ddcore.sample("scenario_3", size=100)
    wanted = {
        "ACC": (0.5911085, (1 + youden) / 2),
        "F1": (0.6666758, (2 * tpr / (tpr + fpr + 1)).max()),
        "J": (0.1822170, youden),
    }
    for key, (score, evidence) in nonempty(wanted.items()):
        values = ddcore.thresholds(data, measure=[key]).values["exact"]
        assert values["value"] == pytest.approx(score, abs=5e-5), key
        assert values["by_evidence"] == pytest.approx(evidence, abs=5e-5), key


@pytest.mark.full
@pytest.mark.usefixtures("in_order")
def test_another_share_and_a_condition_are_exact_too():
    data = ddcore.sample("own_law", **NORMALS)
    there = ddcore.thresholds(data, measure=["ACC"], prevalence=0.5).values["exact"]
    assert there["threshold"] == pytest.approx(0.75, abs=1e-6)
    bound = ddcore.thresholds(data, measure=["F1"], where="PPV:0.8").values["exact"]
    free = ddcore.thresholds(data, measure=["F1"]).values["exact"]
    assert (free["threshold"], free["value"]) == pytest.approx((0.863260, 0.673680), abs=1e-6)
    assert np.isnan(bound["threshold"])
    assert "fewer" in notes(ddcore.thresholds(data, measure=["MK"]))["exact-end"]
    worth = ddcore.thresholds(data, goal="worth")
    assert worth.values["exact"]["threshold"] == pytest.approx(1.314865, abs=1e-6)


@pytest.mark.full
def test_what_has_no_law_is_as_before():
    data = two_class_example().data()
    assert exact(data) is None
    for ask in (ddcore.curves, ddcore.likelihood, ddcore.thresholds):
        assert "exact" not in ask(data).values
        assert METHOD not in ask(data).method
        assert METHOD in ask(ddcore.sample("own_law", size=50)).method
    assert "law" not in ddcore.thresholds(data).figures


@pytest.mark.usefixtures("in_order")
@pytest.mark.parametrize("question", some_of(["curves", "likelihood", "thresholds"], "curves", "thresholds"))
def test_very_few_cases_have_their_law(question):
    data = ddcore.sample("own_law", law_share=0.5, size=5)
    for figure in nonempty(getattr(ddcore, question)(data).figures.values()):
        assert figure.draw(LIGHT).layout.height > 0


@pytest.mark.full
@pytest.mark.usefixtures("in_order")
def test_a_pair_has_the_law_of_the_model_looked_at():
    data = ddcore.sample("own_pair", law0="pair(4,6,1,9,0)", size=100)
    both = {
        name: ddcore.curves(ddcore.sample(**{**data.origin.given, "select": name})).values["exact"]["auc"]
        for name in data.models
    }
    assert both == pytest.approx(
        {"model 1": norm.cdf(2 / np.sqrt(3.5)), "model 2": norm.cdf(2 / np.sqrt(11.5))}, abs=1e-12
    )
    together = ddcore.ensemble(data)
    assert "correlations" not in together.tables
    assert f"{data.sample.best_auc:.4f}" in notes(together)["simulated"]


def test_a_transformation_is_held_against_the_ratio():
    data = ddcore.sample("scenario_2", size=1000)
    answer = ddcore.likelihood(data, method="binormal", transformation="abs(x-0.5)")
    values = answer.values["transformation"]
    # The exact ratio rises with the distance from 0.5, so the transformation is as good as it.
    assert values["formula"] == "abs(x - 0.5)"
    assert values["pairs_in_order_of_ratio"] == pytest.approx(1, abs=1e-3)
    assert values["auc"]["value"] == pytest.approx(0.7048, abs=0.04)
    assert values["gain"]["low"] > 0
    assert [values["exact_auc"], values["exact_auc_of_ratio"]] == pytest.approx(
        [2 / np.pi * np.arctan(2)] * 2, abs=2e-6
    )
    assert notes(answer)["transformation"].count("0.705") >= 2
    assert line(answer, "transformation", "T(x)")[0].size > 10


@pytest.mark.parametrize(
    ("text", "code"), [("log(x + 0.1)", "monotone"), ("-abs(x - 0.5)", "turned"), ("log(x-0.5)", "undefined")]
)
def test_transformations_that_gain_nothing(text, code):
    answer = ddcore.likelihood(ddcore.sample("scenario_2", size=100), method="binormal", transformation=text)
    assert f"transformation-{code}" in codes(answer)
    assert ("transformation" in answer.figures) == (code != "undefined")


def test_a_file_is_held_against_its_estimated_ratio_and_weights_count():
    rng = np.random.default_rng(2)
    truth = rng.random(400) < 0.5
    score = 0.5 + rng.normal(size=400) * np.where(truth, 0.2, 0.1)
    for weight in nonempty([None, rng.integers(1, 4, 400)]):
        data = ddcore.predictions(truth, score, weight=weight, positive=True)
        answer = ddcore.likelihood(data, method="binormal", transformation="abs(x - 0.5)")
        assert answer.values["transformation"]["auc"]["value"] > 0.6
        assert "estimated ratio" in notes(answer)["transformation"]


def test_a_hostile_transformation_is_refused():
    with pytest.raises(InputError, match='the formula has the unknown name "__import__" at character 1'):
        ddcore.likelihood(ddcore.sample("scenario_2", size=100), transformation="__import__('os')")


@pytest.mark.full
@pytest.mark.usefixtures("in_order")
def test_two_models_together_have_their_exact_curve_and_border():
    given = {"law1": "pair(6,8,2,2,0.5)", "law0": "pair(4,6,2,2,0.5)", "law_share": 0.25, "size": 100}
    data = ddcore.sample("own_pair", **given)
    answer = ddcore.ensemble(data, called=0.25)
    # Equal covariances: the log ratio is linear, so its areas are those of a normal law of known distance.
    distance = np.sqrt(np.array([2, 2]) @ np.linalg.inv([[2, 0.5], [0.5, 2]]) @ np.array([2, 2]))
    together = norm.cdf(distance / np.sqrt(2))
    assert answer.values["exact"]["together"] == pytest.approx(together, abs=1e-5)
    assert answer.values["exact"]["alone"] == pytest.approx(dict.fromkeys(data.models, norm.cdf(1)))
    x, y = line(answer, "ensemble", f"exact {together:.3f}")
    inner = (x > 0.001) & (x < 0.999)
    assert y[inner] == pytest.approx(norm.cdf(distance + norm.ppf(x[inner])), abs=2e-3)
    drawn = answer.figures["plane"].draw(LIGHT).data
    # The border is a line of slope -1: on it the sum of both scores is the same everywhere.
    exact_border = [trace for trace in drawn if trace.type == "contour"][-1]
    above = np.asarray(exact_border.z)
    grid = np.add.outer(np.asarray(exact_border.y), np.asarray(exact_border.x))
    edge = grid[above >= 0].min()
    assert grid[above < 0].max() <= edge + 1e-9
    rng = np.random.default_rng(3)
    sums = np.concatenate([rng.normal(14, np.sqrt(5), 50_000), rng.normal(10, np.sqrt(5), 150_000)])
    assert edge == pytest.approx(np.quantile(sums, 0.75), abs=0.15)
