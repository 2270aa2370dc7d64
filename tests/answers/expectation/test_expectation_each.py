"""Every strategy g: against scipy's binomials, with the strategies that have a name, and 002's formulas in How."""

import math
import re

import numpy as np
import pytest
from scipy.stats import binom

from ddcore.answers.expectation import Choices
from ddcore.chance import guessing
from ddcore.chance.balance import balanced
from ddcore.chance.dutch_draw import baseline
from ddcore.data import Data
from ddcore.measures import MEASURES
from ddcore.measures import counted as on_counts
from ddcore.report.numbers import numbers_of
from tests.helpers.answers import asked, codes, counted, notes


def each(total=303, positives=139, **choices):
    return asked("expectation", Data(total, positives), guessing="each", **choices)


@pytest.mark.parametrize(
    ("positives", "keys", "words"),
    [
        (6, ["F1", "PPV"], "best.*0.462.*always.*; Precision.*0.300.*whatever"),
        (6, ["G2"], "best.*0.482.*0.522"),
        (6, ["ERR"], "best.*0.300.*never"),
        (0, ["TPR"], "no value: "),
    ],
)
def test_sentence(positives, keys, words):
    assert re.search(words, each(20, positives, measure=keys).sentence)


def test_values_by_the_binomial_law():
    answer = each(20, 6, measure=["F1"], guess=0.2)
    n = np.arange(21)
    f1 = 2 * 0.3 * n[1:] / (6 + n[1:])  # E[TP] = 0.3 n of n cases
    found = answer.values["measures"]["F1"]
    mean = float(binom(20, 0.2).pmf(n[1:]) @ f1 / (1 - 0.8**20))
    known = {"expectation": mean, "baseline": 12 / 26, "best": 12 / 26, "best_g": 1}
    assert {name: found[name] for name in known} == pytest.approx(known, rel=1e-12)
    assert answer.values["g"] == 0.2
    assert answer.values["expected"] == pytest.approx({"tp": 1.2, "fp": 2.8, "fn": 4.8, "tn": 11.2})
    for name in ("half", "prevalence", "mode"):
        np.testing.assert_equal(found[name], float(guessing.expectation("F1", 20, 6, name)))
    matrix = answer.tables["matrix"].rows().iloc[:, 1:].to_numpy()
    assert matrix == pytest.approx(np.array([[1.2, 2.8, 4], [4.8, 11.2, 16], [6, 14, 20]]))
    assert "g = 0.2" in answer.tables["matrix"].remark


def test_all_measures_by_each_strategy():
    rows = each(20, 6, guess=0.1).tables["named"].rows().set_index("Short name")
    assert set(rows.index) == set(MEASURES)
    for key, row in MEASURES.items():
        wanted = [guessing.expectation(row, 20, 6, name) for name in ("half", "prevalence", "mode", 0.1)]
        found = rows.loc[key, ["A coin", "Prevalence", "Common class", "Mean there"]].astype(float)
        np.testing.assert_array_equal(found, np.array(wanted, dtype=float))
        assert rows.loc[key, "Baseline"] == baseline(row, 20, 6).best(row.better)
    assert rows.loc["PPV", "Without a value there"] == pytest.approx(0.9**20, rel=1e-9)


def test_notes():
    said = notes(each(20, 6, measure=["F1", "G2", "PPV"]))
    assert "**0.370**" in said["guessed"]
    assert "0.370" in said["best-named"]
    assert re.search("0.496.*0.482", said["draw-ahead"])
    assert "(PPV)" in said["same-for-all"]
    assert "12.2 %" in notes(each(20, 6, measure=["PPV"], guess=0.1))["partly-undefined"]
    undefined = each(20, 6, measure=["PPV"], guess="mode")
    assert "guess-undefined" in codes(undefined)
    assert math.isnan(undefined.values["measures"]["PPV"]["expectation"])
    assert "weighted" in codes(asked("expectation", counted(4.5, 3.75, 0.3, 6.75), guessing="each"))


def test_method_has_the_expansions_with_these_numbers():
    method = each(20, 6, guess=0.2).method
    bare = method.replace(" ", "")
    for said in (
        "$Pg(1-g)$=0.96",
        "|0.24|−0.01152|0.2281|−0.0003617|",
        "|0.5|−0.04762|0.4341|−0.01824|",
        r"$-\frac{1-g}{8g}$=−0.5and$\frac{1-g}{8g}$=0.5;here−0.04762",
        "8/243=0.03292",
    ):
        assert said in bare
    assert method.count("$") % 2 == 0
    for guess, positives in (("mode", 6), (0.5, 0)):
        assert "8/243" not in each(20, positives, guess=guess).method


def test_table_of_expansions_adds_up():
    rows = each(100, 30, guess=0.2).tables["expansions"].rows()
    assert len(rows) == 12
    total = rows["At the mean counts"] + rows["First term"]
    np.testing.assert_allclose(rows["Expansion"], total, atol=1e-15)
    np.testing.assert_allclose(rows["Exact mean"] - rows["Expansion"], rows["Left out"], atol=1e-15)
    own = rows[(rows["Measure"] == "PF1") & (rows["Balanced"] == "yes")].iloc[0]
    assert own["Exact mean"] == float(guessing.expectation(balanced(on_counts("F1")), 100, 30, 0.2))
    assert own["Lowest first term"] < own["First term"] < own["Highest first term"]
    assert "expansions" not in each(100, 30, guess="mode").tables


def test_curvatures_of_very_many_cases_are_not_called_rounding():
    method = each(10**9, 10**8, measure=["F1"], guess=0.2).method
    (line,) = (line for line in method.splitlines() if line.startswith("- PF1: "))
    assert "× 10⁻¹" in line
    assert not line.endswith("= 0")


def test_numbers_of_a_report_name_the_strategy_and_single_guesses_are_drawn_of_few_cases():
    given = {"guessing": "each", "guess": 0.2, "measure": ["F1"]}
    data = counted(3, 1, 1, 3)
    rows = numbers_of("expectation", asked("expectation", data, **given).values, data, Choices.of(**given))
    assert re.match("F1.*probability 20 %", rows[0].name)
    assert list(each(20, 6).figures) == ["strategies", "laws"]
    assert list(each(10**6, 10**5).figures) == ["strategies"]


def test_f_scores_of_a_guess_without_a_positive_prediction_are_none_or_0():
    """Of 20 cases a guesser with g = 0.2 predicts none positive with probability 0.8^20; 6 are positive."""
    without, zero = (each(20, 6, guess=0.2, measure=["F1"], empty=empty) for empty in ("none", "0"))
    missing = 0.8**20
    means = [given.values["measures"]["F1"]["expectation"] for given in (without, zero)]
    assert means == pytest.approx([0.228118254793 / (1 - missing), 0.228118254793], abs=1e-12)
    assert "partly-undefined" in codes(without)
    assert "partly-undefined" not in codes(zero)
    named = zero.tables["named"].rows().set_index("Short name")["Common class"]
    assert named[["F1", "F2", "F0.5"]].tolist() == [0, 0, 0]
    assert math.isnan(named["PPV"])
    assert named["NF1"] == pytest.approx(2 * 14 / (14 + 20))
