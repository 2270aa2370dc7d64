"""What random guessing scores: draws against scipy's hypergeometric law, guessers g against its binomials.

And the strategies that have a name, and 002's formulas in How.
"""

import math
import re
from dataclasses import replace

import numpy as np
import pytest
from scipy.stats import binom, hypergeom

from ddcore.answers.expectation import Choices
from ddcore.chance import guessing
from ddcore.chance.balance import balanced
from ddcore.chance.dutch_draw import baseline
from ddcore.counts import Counts
from ddcore.data import Data
from ddcore.errors import InputError
from ddcore.figures.theme import LIGHT
from ddcore.measures import MEASURES
from ddcore.measures import counted as on_counts
from tests.helpers.answers import asked, codes, counted, notes, numbers
from tests.helpers.lines import paired


def expectation(total=303, positives=139, **choices):
    return asked("expectation", Data(total, positives), **choices)


@pytest.mark.parametrize(
    ("keys", "words"),
    [
        (["F1"], "best.*0.629.*always"),
        (["MCC"], "(MCC).*[*]0[*].*positive"),
        (["F1", "G2"], "0.629.*always.*; .* G-mean 2.*0.500.*152 of 303"),
    ],
)
def test_sentence(keys, words):
    assert re.search(words, expectation(measure=keys).sentence)
    assert MEASURES["TPR"].undefined in expectation(10, 0, measure=["TPR"]).sentence


def test_notes_of_a_draw_are_those_of_its_law():
    said = notes(expectation(measure=["ACC"], theta=0.5))
    assert "**152 of 303 cases**" in said["called"]
    low, high = ((2 * k + 303 - 152 - 139) / 303 for k in hypergeom(303, 139, 152).ppf([0.025, 0.975]))
    assert f"**{low:.3f} and {high:.3f}**" in said["scatter"]


def test_models_stand_with_their_score_or_without_the_selected_one_first():
    data = counted(0, 0, 10, 10, name="**A**", B=Counts(tp=5, fp=5, fn=5, tn=5))
    said = notes(asked("expectation", data, measure=["PPV"]))
    assert re.match(r"\\\*\\\*A\\\*\\\* predicts 0 %", said["model-undefined"])
    assert re.match("B predicts 50.%.*0.500", said["model"])
    both = asked("expectation", replace(data, chosen="B"), measure=["ACC"]).notes
    assert [note.text[:2] for note in both if note.code == "model"] == ["B ", "\\*"]


@pytest.mark.parametrize(
    ("total", "positives", "key", "theta", "words"),
    [
        (6, 3, "F1", 0.5, "All .*0 and 1[*]"),  # of six cases k = 0 has a chance of 1/20
        (6, 3, "F1", 1, "All .*[*]0.667[*]"),
        (6, 3, "F1", 0.17, "All .*0 and 0.500"),
        (20, 2, "ACC", 0.15, "95 % .*0.750 and 0.850"),  # 3 of 20 cases hold both positives with a chance of 3/190
    ],
)
def test_few_cases_have_few_draws(total, positives, key, theta, words):
    """Those that are left out on one side are not all."""
    assert re.match(words, notes(expectation(total, positives, measure=[key], theta=theta))["scatter"])


def test_draws_without_a_value_are_counted():
    said = notes(expectation(10, 4, measure=["PPV"], theta=0))
    assert ("undefined" in said, "scatter" in said) == (True, False)
    share = hypergeom(10, 4, 2).pmf(2)
    assert f"{100 * share:.1f} %" in notes(expectation(10, 4, measure=["PLR"], theta=0.2))["partly-undefined"]
    weighted = codes(asked("expectation", counted(4.5, 3.75, 0.3, 6.75), measure=["ACC"]))
    assert {"weighted", "called", "scatter"} & set(weighted) == {"weighted"}


def test_draw_of_every_measure_is_explained():
    for key in MEASURES:
        method = expectation(20, 8, measure=[key]).method
        assert "= 10 of $M$" in method
        assert paired(method), key


def test_table_has_the_curves_one_below_the_other_and_agrees_with_scipy():
    rows = expectation(20, 8, measure=["G2", "ACC"]).tables["expectation"].rows()
    assert rows["Measure"].tolist() == ["G2"] * 21 + ["ACC"] * 21
    rows = rows[21:]
    n = np.round(20 * rows["Share predicted positive"]).astype(int)
    levels = {"50 % from": 0.25, "50 % to": 0.75, "95 % from": 0.025, "95 % to": 0.975}
    ends = [(2 * hypergeom(20, 8, n).ppf(level) + 20 - n - 8) / 20 for level in levels.values()]
    np.testing.assert_allclose(rows[list(levels)].T, ends, atol=1e-15)
    np.testing.assert_allclose(rows["Mean"], (n * 8 + (20 - n) * 12) / 400, atol=1e-15)


def test_values_and_figures_at_a_theta_are_those_of_the_law():
    answer = expectation(measure=["ACC", "F1"], theta=0.3)
    assert answer.values["called_positive"] == 91
    k, law = np.arange(0, 92), hypergeom(303, 139, 91)
    means = {"ACC": (2 * k + 303 - 91 - 139) / 303, "F1": 2 * k / (91 + 139)}
    for key, score in means.items():
        assert answer.values["measures"][key]["expectation"] == pytest.approx(float(score @ law.pmf(k)), rel=1e-12)
    assert list(answer.figures) == ["expectation", "law"]
    drawn = answer.figures["expectation"].draw(LIGHT)
    assert sum(trace.mode == "lines" and trace.fill is None for trace in drawn.data) >= 2
    assert any(len(trace.x) > 20 for trace in answer.figures["law"].draw(LIGHT).data)


def test_choices():
    for theta in (3, "x", float("nan")):
        with pytest.raises(InputError, match=f'theta must be between 0 and 1, got "{theta}"'):
            Choices.of(theta=theta)
    with pytest.raises(InputError, match='guessing must be one of number, each, got "x"'):
        Choices.of(guessing="x")
    assert Choices.of(measure=["F1", "G2", "ACC", "MCC", "J"]).measure == ("F1", "G2", "ACC", "MCC")


def each(total=303, positives=139, **choices):
    return asked("expectation", Data(total, positives), guessing="each", **choices)


@pytest.mark.parametrize(
    ("positives", "keys", "words"),
    [
        (6, ["F1", "PPV"], "best.*0.462.*always.*; Precision.*0.300.*however"),
        (6, ["G2"], "best.*0.482.*0.522"),
        (6, ["ERR"], "best.*0.300.*never"),
        (0, ["TPR"], "undefined: "),
    ],
)
def test_sentence_of_guessers(positives, keys, words):
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
        found = rows.loc[key, ["A coin", "Prevalence", "Common class", "Mean at this g"]].astype(float)
        np.testing.assert_array_equal(found, np.array(wanted, dtype=float))
        assert rows.loc[key, "Baseline"] == baseline(row, 20, 6).best(row.better)
    assert rows.loc["PPV", "Undefined at this g"] == pytest.approx(0.9**20, rel=1e-9)


def test_notes_of_guessers():
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
    np.testing.assert_allclose(rows["Exact mean"] - rows["Expansion"], rows["Difference"], atol=1e-15)
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
    rows = numbers(asked("expectation", counted(3, 1, 1, 3), guessing="each", guess=0.2, measure=["F1"]))
    assert re.match("F1.*probability 20 %", rows[0][0])
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


def test_the_law_is_listed_value_by_value():
    """X(a, b) = a TP + b of document 000, with scipy's law of TP."""
    answer = expectation(30, 12, measure=["TNR"], theta=0.4)
    rows = answer.tables["law"].rows()
    k = np.arange(0, 13)
    assert rows["True positives"].tolist() == k.tolist()
    assert rows["Probability"].to_numpy() == pytest.approx(hypergeom(30, 12, 12).pmf(k), abs=1e-14)
    assert rows.iloc[:, 2].to_numpy() == pytest.approx(k / 18 + 1 - 12 / 18)
    assert "a = 0.0555556, b = 0.333333" in answer.tables["law"].remark
    squares = expectation(30, 12, measure=["G2"], theta=0.4).tables["law"]
    assert squares.rows().iloc[:, 2].to_numpy() == pytest.approx(np.sqrt(k / 12 * (6 + k) / 18))
    assert "not linear" in squares.remark


def test_g_mean_2_has_its_bound_in_chart_and_note():
    answer = expectation(30, 12, measure=["F1", "G2"], theta=0.4)
    assert "g2-bound" in codes(answer)
    bound = next(trace for trace in answer.figures["expectation"].draw().data if "bound" in str(trace.name))
    assert max(bound.y) == 0.5
    assert "g2-bound" not in codes(expectation(30, 12, measure=["F1"]))
    assert "g2-bound" not in codes(expectation(30, 12, measure=["G2"], theta=0))
