"""What would chance score? By hand, by another package's law, and note by note."""

import math
import re

import numpy as np
import pytest
from scipy.stats import hypergeom

from ddcore.answers.base.words import calls
from ddcore.answers.baselines import Choices
from ddcore.chance.dutch_draw import baseline
from ddcore.data import Data
from ddcore.figures.theme import LIGHT
from ddcore.measures import MEASURES
from tests.helpers.answers import asked, counted, notes

HEADLINES = Choices().measure


def baselines(total, positives, measure=HEADLINES):
    return asked("baselines", Data(total, positives), measure=measure)


def table(total, positives, measure=HEADLINES):
    return baselines(total, positives, measure).tables["baselines"].rows().set_index("Short name")


@pytest.mark.parametrize(
    ("total", "positives", "keys", "words"),
    [
        (303, 139, ["ACC", "F1"], "303 cases, 139 positive.*an F1 of .*0.629.*always"),
        (1, 1, ["TPR"], "1 case, 1 positive.*a Recall .*[*]1[*]"),
        (10, 0, ["F1"], "F1 has no value"),
        (303, 139, ["F1", "half = tp / m"], "half of .*0.459"),
    ],
)
def test_sentence(total, positives, keys, words):
    assert re.search(words, baselines(total, positives, keys).sentence)
    weighted = asked("baselines", counted(4.5, 3.75, 0.3, 6.75))
    assert re.match(r"With 31\.4 % positive.*0\.478", weighted.sentence)


@pytest.mark.parametrize(
    ("total", "positives", "keys", "code", "text"),
    [
        (303, 139, HEADLINES, "free-accuracy", "0.541"),
        (1000, 10, HEADLINES, "free-accuracy", "only 1 %"),
        (303, 139, HEADLINES, "cannot-be-beaten", "*Recall (TPR) and Specificity"),
        (303, 139, HEADLINES, "best-in-between", "152 of 303"),
        (10, 0, ["F1", "TPR"], "undefined", "have"),
        (10, 4, ["NLR"], "partly-undefined", "best"),
        (10, 4, ["x = tp - fp"], "grows", "x."),
    ],
)
def test_note(total, positives, keys, code, text):
    assert text in notes(baselines(total, positives, keys))[code]


def test_accuracy_is_called_high_above_four_fifths():
    for total, positives, is_high in ((10, 2, False), (100, 81, True)):
        assert ("high" in notes(baselines(total, positives))["free-accuracy"]) == is_high
    assert list(notes(baselines(303, 139, ["F1"]))) == ["free-accuracy", "best-in-between"]


def test_table_by_hand():
    rows = table(10, 4, ["ACC", "ERR", "F1", "MCC", "TPR", "prevalence"])
    ends = ["Highest mean", "Lowest mean", "Baseline"]
    assert rows.loc[["ACC", "ERR"], ends].to_numpy().tolist() == [[0.6, 0.4, 0.6], [0.6, 0.4, 0.4]]
    reached = [calls(((n, n),), 10) for n in (0, 10)]
    assert rows.loc["ACC", ["Highest reached by", "Lowest reached by"]].tolist() == reached
    assert rows.loc["F1", "Baseline"] == pytest.approx(8 / 14, abs=1e-15)
    assert rows.loc["F1", ["Positive predictions, highest", "Positive predictions, lowest"]].tolist() == ["10", "1"]
    assert rows.loc["MCC", "Positive predictions, highest"] == "1 to 9"
    assert rows.loc[["TPR", "ACC", "prevalence"], "Can be beaten"].tolist() == ["no", "yes", "not judged"]
    assert rows.loc["ACC", "Best possible"] == 1
    others = table(303, 139, ["MCC", "x = tp / m", "F1"]).index
    assert list(others[:3:2]) == ["MCC", "F1"]
    assert set(others[3:]) == set(MEASURES) - {"MCC", "F1"}


def test_table_of_one_class_has_rows_without_a_number():
    rows = table(10, 0, ["TPR", "ACC"])
    assert math.isnan(rows.loc["TPR", "Highest mean"])
    assert rows.loc["TPR", ["Highest reached by", "Positive predictions, highest"]].tolist() == ["no draw", ""]
    assert rows.loc[["TPR", "ACC"], "Can be beaten"].tolist() == ["yes", "no"]
    # The positive likelihood ratio has no value where no negative case is called positive.
    row = table(10, 4, ["PLR"]).loc["PLR"]
    n = int(str(row["Positive predictions, highest"]).split()[0])
    assert row["Guesses without a value"] == pytest.approx(hypergeom(10, 4, n).pmf(n), rel=1e-12)


def test_values_are_the_baselines_of_the_package():
    values = baselines(303, 139, list(MEASURES)).values["measures"]
    assert list(values) == list(MEASURES)
    for key, row in MEASURES.items():
        reach = baseline(key, 303, 139)
        ends = {"baseline": reach.best(row.better)} | {end: getattr(reach, end) for end in ("highest", "lowest")}
        np.testing.assert_equal({name: values[key][name] for name in ends}, ends)
        assert (values[key]["argmax"], values[key]["argmin"]) == (reach.argmax, reach.argmin)


def test_method_and_figure_have_the_measures_chosen():
    answer = baselines(303, 139, ["F1", "MCC"])
    assert answer.method.count("**F1**") == answer.method.count("**Matthews correlation (MCC)**") == 1
    assert "**Accuracy**" not in answer.method
    assert re.search("F1.*Matthews", str(answer.figures["baselines"].draw(LIGHT).layout.yaxis), re.DOTALL)
