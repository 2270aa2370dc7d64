"""What does a draw score as it predicts more cases positive? Against scipy's law of the draw."""

import re
from dataclasses import replace

import numpy as np
import pytest
from scipy.stats import hypergeom

from ddcore.answers.expectation import Choices
from ddcore.counts import Counts
from ddcore.data import Data
from ddcore.errors import InputError
from ddcore.figures.theme import LIGHT
from ddcore.measures import MEASURES
from tests.helpers.answers import asked, codes, counted, notes
from tests.helpers.lines import paired


def expectation(total=303, positives=139, **choices):
    return asked("expectation", Data(total, positives), **choices)


@pytest.mark.parametrize(
    ("keys", "words"),
    [
        (["F1"], "best.*0.629.*always"),
        (["MCC"], "(MCC).*[*]0[*].*any number"),
        (["F1", "G2"], "0.629.*always.*; G-mean 2.*0.500.*152 of 303"),
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


def test_models_stand_with_their_score_or_without_the_one_looked_at_first():
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
