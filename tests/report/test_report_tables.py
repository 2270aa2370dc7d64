"""Tables: each row and number is that of the result it stands for."""

import math

import numpy as np
import pandas as pd
import pytest
from scipy.stats import hypergeom
from sklearn.metrics import balanced_accuracy_score, f1_score, matthews_corrcoef, precision_score, recall_score

from ddcore.chance import dutch_draw
from ddcore.chance.bands import bands
from ddcore.chance.verdict import STATES, verdict
from ddcore.counts import Counts
from ddcore.measures import MEASURES
from ddcore.report import tables

COUNTS = {"A": Counts(tp=227, fp=50, fn=31, tn=192), "B": Counts(tp=231, fp=32, fn=27, tn=54)}


def reached(total, positives, keys):
    return [
        (MEASURES[key], dutch_draw.baseline(key, total, positives), MEASURES[key].ideal(total, positives))
        for key in keys
    ]


@pytest.fixture(scope="module")
def verdicts():
    return [verdict(name, counts, MEASURES) for name, counts in COUNTS.items()]


def test_verdict_has_a_row_for_each_model_and_measure(verdicts):
    found = tables.verdict(verdicts)
    assert list(found.columns) == [
        "Model", "Measure", "Key", "Score", "Chance", "Distance", "Exact p", "95 % from", "95 % to", "Verdict",
        "Distance from", "Distance to", "Other cases from", "Other cases to", "About p", "log10 of p", "Better",
        "No value when", "Formula", "Also called", "Source",
    ]  # fmt: skip
    assert list(zip(found["Model"], found["Key"], strict=True)) == [(name, key) for name in COUNTS for key in MEASURES]


def test_verdict_equals_the_results_number_by_number(verdicts):
    found = tables.verdict(verdicts)
    lines = [(one, line) for one in verdicts for line in one.lines]
    for (_, row), (model, line) in zip(found.iterrows(), lines, strict=True):
        expected = {
            "Model": model.name,
            "Measure": line.measure.name,
            "Score": line.score,
            "Chance": line.chance,
            "95 % from": line.interval.low,
            "95 % to": line.interval.high,
            "Other cases from": line.drawn.low,
            "Other cases to": line.drawn.high,
            "Distance": (1 if line.measure.better == "higher" else -1) * (line.score - line.chance),
            "Verdict": STATES[line.state],
            "log10 of p": model.log10_p if line.measure.judges and not math.isnan(line.score) else math.nan,
            "Better": line.measure.better,
            "No value when": line.measure.undefined,
            "Formula": line.measure.formula,
            "Also called": ", ".join(line.measure.aliases),
            "Source": line.measure.source,
        }
        for column, value in expected.items():
            same = row[column] == value or (isinstance(value, float) and math.isnan(value) and math.isnan(row[column]))
            assert same, (row["Key"], column)


def test_verdict_agrees_with_scikit_learn(verdicts):
    truth, called = np.repeat([1, 0, 1, 0], [227, 50, 31, 192]), np.repeat([1, 1, 0, 0], [227, 50, 31, 192])
    found = tables.verdict(verdicts[:1]).set_index("Key")["Score"]
    peers = {
        "F1": f1_score, "MCC": matthews_corrcoef, "BACC": balanced_accuracy_score, "PPV": precision_score,
        "TPR": recall_score,
    }  # fmt: skip
    for key, peer in peers.items():
        assert found[key] == pytest.approx(peer(truth, called), abs=1e-13)


def test_distance_and_its_interval_are_positive_where_better(verdicts):
    found = tables.verdict(verdicts[:1]).set_index("Key")
    error = found.loc["ERR"]
    assert error["Better"] == "lower"
    assert error["Score"] == pytest.approx(81 / 500, abs=1e-15)
    assert error["Chance"] == pytest.approx(242 / 500, abs=1e-15)
    assert error["Distance"] == pytest.approx(161 / 500, abs=1e-15)
    assert error["Distance from"] == pytest.approx(error["Chance"] - error["95 % to"], abs=1e-15)
    assert error["Distance to"] == pytest.approx(error["Chance"] - error["95 % from"], abs=1e-15)
    whole = found[found["Verdict"] == STATES["beats"]]
    assert (whole["Distance from"] <= whole["Distance"]).all()
    assert (whole["Distance"] <= whole["Distance to"]).all()
    assert (whole["Distance"] > 0).all()


def test_exact_p_is_one_number_where_a_measure_judges(verdicts):
    found = tables.verdict(verdicts)
    for name, counts in COUNTS.items():
        own = found[found["Model"] == name]
        called = int(counts.predicted_positives)
        p = hypergeom(int(counts.total), int(counts.positives), called).sf(int(counts.tp) - 1)
        judging = own["Key"].map(lambda key: MEASURES[key].judges)
        np.testing.assert_allclose(own.loc[judging, "Exact p"], p, rtol=1e-9)
        assert own.loc[~judging, "Exact p"].isna().all()


def test_exact_p_is_left_out_where_the_measure_has_no_value():
    found = tables.verdict([verdict("A", Counts(tp=0, fp=0, fn=3, tn=7), ["PPV", "ACC"])]).set_index("Key")
    assert math.isnan(found.loc["PPV", "Score"])
    assert math.isnan(found.loc["PPV", "Exact p"])
    assert found.loc["PPV", "Verdict"] == "has no value here"
    assert found.loc["ACC", "Exact p"] == 1


@pytest.mark.parametrize("counts", [(4.5, 3.75, 0.3, 6.75), (2.5, 2.5, 2.5, 2.5), (0.1, 0.2, 0.3, 0.4)])
def test_verdict_of_weighted_counts_has_no_exact_p_and_no_interval(counts):
    weighted = Counts(**dict(zip(("tp", "fp", "fn", "tn"), counts, strict=True)))
    found = tables.verdict([verdict("A", weighted, MEASURES)])
    assert found[["Exact p", "95 % from", "95 % to", "Distance from", "Distance to"]].isna().all(axis=None)
    score = found.set_index("Key").loc["ACC", "Score"]
    assert score == pytest.approx((counts[0] + counts[3]) / sum(counts), abs=1e-15)


def test_baselines_equal_the_results():
    rows = reached(303, 139, MEASURES)
    found = tables.baselines(rows, 303)
    assert list(found.columns) == [
        "Measure", "Key", "Highest", "reached by", "Lowest", "reached by ", "Baseline", "Best possible",
        "Draws without a value", "Can be beaten", "Better", "No value when", "n of highest", "n of lowest", "Formula",
        "Also called", "Source",
    ]  # fmt: skip
    assert list(found["Key"]) == list(MEASURES)
    for (_, row), (measure, reach, ideal) in zip(found.iterrows(), rows, strict=True):
        assert row["Measure"] == measure.name
        assert row["Formula"] == measure.formula
        expected = (reach.highest, reach.lowest, reach.best(measure.better), ideal, reach.undefined(measure.better))
        columns = ("Highest", "Lowest", "Baseline", "Best possible", "Draws without a value")
        np.testing.assert_array_equal([row[column] for column in columns], expected)


def test_baselines_by_hand():
    found = tables.baselines(reached(10, 4, ["ACC", "ERR", "F1", "MCC", "TPR", "TP", "prevalence"]), 10).set_index(
        "Key"
    )
    assert found.loc["ACC", ["Highest", "Lowest", "Baseline"]].tolist() == [0.6, 0.4, 0.6]
    assert found.loc["ACC", ["reached by", "reached by "]].tolist() == [
        "never calling positive",
        "always calling positive",
    ]
    assert found.loc["ERR", ["Highest", "Lowest", "Baseline"]].tolist() == [0.6, 0.4, 0.4]
    assert found.loc["F1", "Baseline"] == pytest.approx(8 / 14, abs=1e-15)
    assert found.loc["F1", ["n of highest", "n of lowest"]].tolist() == ["10", "1"]
    assert found.loc["MCC", ["n of highest", "reached by"]].tolist() == [
        "1 to 9",
        "calling any number positive but none or all",
    ]
    assert found.loc["TPR", "Can be beaten"] == "no"
    assert found.loc["ACC", "Can be beaten"] == "yes"
    assert found.loc["prevalence", "Can be beaten"] == "not judged"
    assert found.loc["ACC", "Best possible"] == 1


def test_baselines_of_one_class_have_rows_without_a_number():
    found = tables.baselines(reached(10, 0, ["TPR", "ACC"]), 10).set_index("Key")
    assert math.isnan(found.loc["TPR", "Highest"])
    assert found.loc["TPR", "reached by"] == "no draw"
    assert found.loc["TPR", "n of highest"] == ""
    assert found.loc["TPR", "Can be beaten"] != "no"
    assert found.loc["ACC", "Can be beaten"] == "no"


def test_draws_without_a_value_are_counted():
    """The positive likelihood ratio has none where no negative case is called positive."""
    found = tables.baselines(reached(10, 4, ["PLR"]), 10).iloc[0]
    n = int(str(found["n of highest"]).split()[0])
    assert found["Draws without a value"] == pytest.approx(hypergeom(10, 4, n).pmf(n), rel=1e-12)


def test_bands_are_the_curves_one_below_the_other():
    curves = [bands("ACC", 20, 8), bands("G2", 20, 8)]
    found = tables.bands(curves)
    assert list(found.columns) == ["Measure", "Theta", "Mean", "50 % from", "50 % to", "95 % from", "95 % to"]
    assert found["Measure"].value_counts().to_dict() == {"ACC": 21, "G2": 21}
    for curve in curves:
        own = found[found["Measure"] == curve.measure.key]
        for column, values in {
            "Theta": curve.theta, "Mean": curve.mean, "50 % from": curve.low50, "50 % to": curve.high50,
            "95 % from": curve.low95, "95 % to": curve.high95,
        }.items():  # fmt: skip
            np.testing.assert_array_equal(own[column], values)


def test_bands_agree_with_scipy():
    found = tables.bands([bands("ACC", 20, 8)])
    n = np.round(20 * found["Theta"]).astype(int)
    for low, high, levels in (("50 % from", "50 % to", (0.25, 0.75)), ("95 % from", "95 % to", (0.025, 0.975))):
        for column, level in ((low, levels[0]), (high, levels[1])):
            k = hypergeom(20, 8, n).ppf(level)
            np.testing.assert_allclose(found[column], (2 * k + 20 - n - 8) / 20, atol=1e-15)
    np.testing.assert_allclose(found["Mean"], (n * 8 + (20 - n) * 12) / 400, atol=1e-15)


@pytest.mark.parametrize("made", ["verdict", "baselines", "bands"])
def test_columns_have_names_of_their_own_and_numbers_are_numbers(made, verdicts):
    found = {
        "verdict": lambda: tables.verdict(verdicts),
        "baselines": lambda: tables.baselines(reached(303, 139, MEASURES), 303),
        "bands": lambda: tables.bands([bands("F1", 303, 139)]),
    }[made]()
    assert found.columns.is_unique
    for column in ("Score", "Chance", "Exact p", "Highest", "Lowest", "Baseline", "Mean", "95 % from"):
        if column in found:
            assert pd.api.types.is_float_dtype(found[column]), column
