"""How well do the scores separate? Figures and tables, the sample, and how it is computed."""

import math
from dataclasses import replace
from functools import cache

import numpy as np
import pandas as pd
import pytest
from sklearn import metrics
from sklearn.calibration import calibration_curve
from sklearn.metrics import log_loss, roc_auc_score

from ddcore.answers.base.separation import trace_rows
from ddcore.answers.curves import CURVES
from ddcore.answers.curves import answer as ask
from ddcore.answers.curves.tables import bin_rows
from ddcore.cache import made_by
from ddcore.errors import InputError
from ddcore.figures.theme import LIGHT
from ddcore.scores.calibration import calibration
from ddcore.scores.curve_kinds import CURVE_KINDS
from ddcore.scores.separation import paired_auc_difference, paired_auc_differences
from ddcore.scores.trace import over_threshold
from tests.helpers.answers import asked, numbers
from tests.helpers.curves_answers import (
    GOOD,
    HAND,
    HAND_SCORE,
    HAND_TRUTH,
    ODD,
    PERFECT,
    RARE,
    SUMS,
    WEIGHTED,
    calibrated,
    curves,
    hull_area,
    of,
    placed,
    simulated,
)
from tests.helpers.lines import paired
from tests.helpers.score_pages import CURVES as DRAWN
from tests.helpers.score_pages import SCORE, TITLES, TRUE, N, P, cumulated, expected
from tests.helpers.score_pages import paired as paired_by_hand
from tests.helpers.scored import scored, together, two_class_example
from tests.oracles import share_interval

# Figures and tables ----------------------------------------------------------------------------------------------


CHANCE = "Random guessing, same number positive"


def test_figure_and_its_points():
    data = together(HAND_TRUTH, {"A": HAND_SCORE, "B": HAND_SCORE})
    for kind in CURVES:
        answer = asked("curves", data, curve=kind)
        assert any((trace.name or "").startswith("A") for trace in answer.figures["curves"].draw(LIGHT).data), kind
        assert len(answer.tables[kind].rows()) == answer.tables[kind].size, kind
        assert list(answer.tables)[:3] == ["called", "curves", kind]


def summary(table):
    return curves(table).tables["curves"].rows()


def test_summary_of_several_models():
    score, truth = simulated()
    other = np.random.default_rng(3).normal(size=300)
    lead = paired_auc_difference(other, score, truth)
    table = asked("curves", together(truth, {"<b>A</b>": score, "B": other})).tables["curves"].rows()
    assert list(table["Model"]) == ["<b>A</b>", "B"]
    above = table.filter(like="AUC difference").to_numpy()
    assert np.isnan(above[0]).all()
    assert above[1].tolist() == [pytest.approx(table["AUC"][1] - table["AUC"][0]), lead.low, lead.high, lead.p]


def test_summary_of_odd_scores():
    assert summary(GOOD)[["Brier score", "Brier score: miscalibration", "Log loss"]].isna().all(axis=None)
    assert summary(ODD["wrong labels"])["Log loss"][0] == math.inf
    for name, table in ODD.items():
        rows = summary(table)
        assert all(pd.api.types.is_float_dtype(rows[column]) for column in rows.columns[1:]), name
        assert rows.columns.is_unique


def test_traced():
    """Random guessing stands only where it was computed."""
    table = trace_rows({"A": over_threshold(HAND, "ACC"), "B": over_threshold(PERFECT, "ACC")})
    assert list(table.columns) == ["Model", "Threshold", "Predicted positive", "Accuracy", CHANCE]
    assert table["Predicted positive"][:6].tolist() == [6, 5, 4, 2, 1, 0]
    assert table["Accuracy"][:6].tolist() == pytest.approx([3 / 6, 4 / 6, 3 / 6, 3 / 6, 4 / 6, 3 / 6])
    share = np.array([5, 4, 3, 2, 1, 0]) / 5
    assert table[CHANCE].tolist() == pytest.approx([0.5] * 6 + (0.4 * share + 0.6 * (1 - share)).tolist())
    trace = over_threshold(GOOD, "F1", points=10)
    table = trace_rows({"A": trace})
    known_there = trace.chance_threshold[np.isfinite(trace.chance)]
    assert table["Threshold"][table[CHANCE].notna()].tolist() == known_there.tolist()
    assert len(table) == 301


def test_bins_of_weighted_cases():
    for weighted, known in ((WEIGHTED, True), (SUMS, False)):
        table = bin_rows({"A": calibration(weighted)})
        assert (table[["95 % from", "95 % to"]].notna() == known).all(axis=None)
        assert table["Cases"].sum() == pytest.approx(3.1)


# The sample, against scikit-learn and by hand ---------------------------------------------------------------------


@cache
def sample(kind="roc", measure="F1"):
    """The answer on the sample at a threshold of 0.5."""
    return asked("curves", two_class_example().data(), curve=kind, measure=measure)


def traces(answer):
    """The lines of the chart by name."""
    return {trace.name: trace for trace in answer.figures["curves"].draw(LIGHT).data}


@pytest.mark.parametrize(("kind", "title"), list(zip(DRAWN, TITLES, strict=True)))
def test_every_curve_of_the_sample(kind, title):
    x, y, quoted = expected(kind)
    answer = sample(kind)
    rows = answer.tables[kind].rows()
    assert rows["Threshold"].tolist() == np.append(np.unique(SCORE), np.inf).tolist()
    np.testing.assert_allclose(rows.iloc[:, -2], x, atol=1e-12)
    np.testing.assert_allclose(rows.iloc[:, -1], y, atol=1e-12)
    assert answer.values["models"]["the model"]["curves"][kind] == pytest.approx(quoted, abs=1e-12)
    assert f"the model {quoted:.3f}" in traces(answer)
    assert answer.figures["curves"].words.startswith(f"{title}: ")
    assert f"the model {quoted:.3f}. At threshold 0.500: " in answer.figures["curves"].words


def test_numbers_of_the_sample():
    row = sample().tables["curves"].rows().set_index("Model").loc["the model"]
    printed = {"AUC": 0.939314, "Average precision": 0.946557, "Brier score": 0.105619}
    assert row[list(printed)].round(6).to_dict() == printed
    others = {
        "Gini": 2 * roc_auc_score(TRUE, SCORE) - 1,
        "AUC of the convex hull": hull_area(SCORE, TRUE),
        "Log loss": log_loss(TRUE, SCORE),
        "Partial AUC after McClish": roc_auc_score(TRUE, SCORE, max_fpr=0.1),
        "Brier score: plus uncertainty": P * N / 500**2,
    }
    assert row[list(others)].to_dict() == pytest.approx(others, abs=1e-12)
    assert (row["95 % from"], row["95 % to"]) == pytest.approx(placed(SCORE, TRUE)[1:])
    parts = row[["Brier score: miscalibration", "Brier score: minus discrimination", "Brier score: plus uncertainty"]]
    assert parts @ [1, -1, 1] == pytest.approx(row["Brier score"])
    assert row.filter(like="AUC difference").isna().all()
    drawn = traces(sample())
    hull = drawn["its convex hull 0.946"]
    assert round(abs(metrics.auc(hull.x[::-1], hull.y[::-1])), 3) == 0.946
    assert (drawn["threshold 0.500"].x, drawn["threshold 0.500"].y) == ((50 / N,), (227 / P,))
    assert {"chance", "95 % band"} <= set(drawn)


def test_calibration_of_the_sample():
    share, mean = calibration_curve(TRUE, SCORE, n_bins=10, strategy="quantile")
    answer = sample("calibration")
    rows = answer.tables["calibration"].rows()
    assert rows["Cases"].tolist() == [50] * 10
    low, high = share_interval(np.rint(50 * share), np.full(10, 50))
    told = rows[["Mean score", rows.columns[2], "95 % from", "95 % to"]]
    np.testing.assert_allclose(told.T, [mean, share, low, high], atol=1e-9)
    dots = traces(answer)["the model"]
    np.testing.assert_allclose([dots.x, dots.y], [mean, share], atol=1e-9)
    assert "in 10 bins" in answer.figures["curves"].words


def test_measure_over_the_threshold_of_the_sample():
    answer = sample("measure", "MCC")
    rows = answer.tables["measure"].rows()
    for place in (100, 321, 499):
        row = rows.iloc[place]
        called = row["Threshold"] <= SCORE
        assert row["Predicted positive"] == called.sum()
        assert row["Matthews correlation (MCC)"] == pytest.approx(metrics.matthews_corrcoef(TRUE, called), abs=1e-12)
    assert math.isnan(rows["Matthews correlation (MCC)"][0])
    assert rows[CHANCE].dropna().abs().max() < 1e-12
    assert set(traces(answer)) == {"the model", "random guessing"}
    best = rows.loc[rows["Matthews correlation (MCC)"].idxmax()]
    assert f"is best, {best.iloc[3]:.3f}, at {best['Threshold']:.3f}." in answer.figures["curves"].words
    # A draw that calls n of M cases positive has a mean F1 of 2 n P / (M (P + n)).
    known = sample("measure").tables["measure"].rows().dropna()
    n = known["Predicted positive"]
    np.testing.assert_allclose(known[CHANCE], 2 * n * P / (500 * (P + n)), atol=1e-12)
    _, tp, fp = cumulated()
    own = sample("measure", "net = (tp - fp) / m").tables["measure"].rows()
    np.testing.assert_allclose(own["net"], (tp - fp) / 500, atol=1e-12)


def test_two_models_of_weighted_cases_are_compared_case_by_case():
    rng = np.random.default_rng(7)
    true = np.arange(80) % 5 < 2
    one, other = (np.round(rng.normal(true * far, 1), 1) for far in (1.5, 0.4))
    plain = asked("curves", together(true, {"A": one, "B": other})).tables["curves"].rows().iloc[1]
    assert plain.filter(like="AUC difference").tolist() == pytest.approx([*paired_by_hand(other, one, true)], abs=1e-9)
    weight = np.random.default_rng(4).integers(1, 21, true.size)
    weighted = asked("curves", together(true, {"A": one, "B": other}, weight=weight)).tables["curves"].rows()
    areas = [roc_auc_score(true, score, sample_weight=weight) for score in (one, other)]
    assert weighted["AUC"].tolist() == pytest.approx(areas, abs=1e-12)
    ahead, start, end, _ = weighted.iloc[1].filter(like="AUC difference")
    assert ahead == pytest.approx(areas[1] - areas[0], abs=1e-12)
    _, low, high, _ = plain.filter(like="AUC difference")
    assert end - start > 1.05 * (high - low)


def test_tenths_of_the_sample():
    """Each tenth is fifty of the sorted cases; values, table and sentence have the same numbers."""
    answer = sample("gain")
    order = np.argsort(-np.array(SCORE), kind="stable").reshape(10, 50)
    hits = np.array(TRUE)[order].sum(axis=1)
    rows = answer.tables["tenths"].rows()
    rows.columns = ["model", "tenth", "from", "to", "cases", "positives", "rate", "low", "high", "gain", "lift", "all"]
    assert rows["positives"].tolist() == pytest.approx(hits.tolist())
    assert rows["gain"].tolist() == pytest.approx((np.cumsum(hits) / P).tolist())
    assert rows["lift"].tolist() == pytest.approx((hits / 50 / (P / 500)).tolist())
    assert rows["to"].tolist() == [np.array(SCORE)[each].max() for each in order]
    told = answer.values["models"]["the model"]["tenths"]
    assert [each["gain"] for each in told] == rows["gain"].tolist()
    assert [each["rate"]["low"] for each in told] == rows["low"].tolist()
    assert f"**{100 * hits[0] / P:.1f} %**" in answer.sentence
    rarer = asked("curves", two_class_example().data(), curve="gain", prevalence=0.05)
    parts = [each["rate"]["value"] for each in rarer.values["models"]["the model"]["tenths"]]
    assert np.mean(parts) == pytest.approx(0.05)


def test_smooth_curve_of_one_model_has_a_band_and_its_table():
    answer = curves(of(*calibrated()), curve="calibration")
    drawn = {trace.name: trace for trace in answer.figures["curves"].draw(LIGHT).data}
    rows = answer.tables["smooth"].rows()
    assert list(drawn["smooth"].y) == rows.iloc[:, 1].tolist()
    assert "smooth, 95 % band" in drawn
    several = together([0, 1] * 40, {"A": np.linspace(0.1, 0.9, 80), "B": np.linspace(0.2, 0.8, 80)})
    names = {trace.name for trace in asked("curves", several, curve="calibration").figures["curves"].draw(LIGHT).data}
    assert "smooth" not in names


# How it is computed --------------------------------------------------------------------------------------------------


def test_method():
    """What belongs to one curve stands only there."""
    texts = {kind: curves(RARE, curve=kind).method for kind in CURVES}
    for kind, text in texts.items():
        assert paired(text)
        assert f"= {RARE.positives.sum():,.0f} · {RARE.negatives.sum():,.0f}, in" in text
        assert kind not in CURVE_KINDS or CURVE_KINDS[kind].source in text
    for kind, said in (
        ("calibration", "The Brier score is"),
        ("precision_recall", "average precision"),
        ("precision_recall_gain", r"$1 - \frac{P}{N} \frac{FP}{TP}$"),
        ("measure", "grey line"),
    ):
        assert [each for each, text in texts.items() if said in text.replace("\n", " ")] == [kind]


# The choices -----------------------------------------------------------------------------------------------------


def test_choices_that_cannot_be_used():
    for choices, problem in (
        ({"curve": "auc"}, 'curve must be one of roc, precision_recall, .*, calibration, measure, got "auc"'),
        ({"measure": []}, "measure must name at least one measure, got none"),
    ):
        with pytest.raises(InputError, match=problem):
            curves(HAND, **choices)


def test_numbers_that_carry_the_answer_are_the_area_and_the_calibration_of_probabilities():
    stated = numbers(sample())
    labels = ["AUC", "Calibration slope (1 is best)", "Calibration intercept (0 is best)"]
    assert [label for label, *_ in stated] == labels
    assert stated[0] == ("AUC", "0.939", "0.917 to 0.956")
    assert [label for label, *_ in numbers(curves(GOOD))] == ["AUC"]


def test_results_are_kept_while_the_threshold_moves():
    made = []
    data = scored(GOOD)
    with made_by(lambda key, make, cases: made.append(key[0]) or make()):
        asked("curves", data)
        assert sorted(made) == ["ROC band", "ROC blocks", "ROC hull", "curve", "judged"]
        asked("curves", replace(data, models={name: model.cut(1.0) for name, model in data.models.items()}))
        asked("curves", data, curve="ks")
        asked("curves", data)
    assert made[5:] == ["curve"]


def test_numbers_of_the_other_models_are_made_when_a_table_or_the_values_are_read():
    made = []
    with made_by(lambda key, make, cases: made.append(key[0]) or make()):
        answer = ask(together(HAND_TRUTH, {"A": HAND_SCORE, "B": HAND_SCORE, "C": HAND_SCORE}))
        assert "separation" not in made
        assert answer.tables["curves"].rows()["AUC"].nunique() == 1
        assert [*answer.values["models"]] == ["A", "B", "C"]
    assert made.count("separation") == 2


def test_leads_of_several_models_are_those_of_each_by_itself():
    """Though models without a score for some cases are compared on other cases than the next one."""
    rng = np.random.default_rng(8)
    truth, weight, cluster = rng.integers(0, 2, 60), rng.integers(0, 3, 60) + 0.5, rng.integers(0, 20, 60)
    scores = rng.random((4, 60)).round(1)
    scores[1, :7] = math.nan
    for how in ({}, {"weight": weight}, {"cluster": cluster}):
        leads = paired_auc_differences(scores[:3], scores[3], truth, **how)
        assert leads == [paired_auc_difference(score, scores[3], truth, **how) for score in scores[:3]]
    one_class = paired_auc_differences([np.where(truth == 1, math.nan, 0.5), scores[0]], scores[3], truth)
    assert math.isnan(one_class[0].value)
    assert one_class[1] == paired_auc_difference(scores[0], scores[3], truth)
