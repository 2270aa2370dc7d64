"""How often does a measure pick the wrong model? Every measure, the tables, how it is computed, and the choices."""

import math
import re

import numpy as np
import pandas as pd
import pytest

from ddcore.answers.ranking import Choices
from ddcore.answers.ranking.compute import SHOWN, misranked
from ddcore.answers.ranking.tables import all_measures, by_error, classifiers, pairs_table
from ddcore.answers.ranking.words import LAWS
from ddcore.counts import Cells
from ddcore.data import Data
from ddcore.decisions.admissible import FORMS, admissibility, misranked_pair
from ddcore.decisions.ranking import TRUTHS, Pairs
from ddcore.decisions.utility import Utility
from ddcore.errors import InputError
from ddcore.measures import MEASURES, measure
from ddcore.workers.progress import told_to
from tests.helpers.answers import asked, counted, holds
from tests.helpers.lines import paired
from tests.helpers.ranking_answers import CELLS, FACTORY, HALF, MADE, PAIR, RIGHT, known, sampled
from tests.oracles import DEFINITIONS

OWN = "net gain = (2 * tp - 3 * fp) / m"


def columns(rows):
    return dict(zip(CELLS, np.transpose(np.array(rows, dtype=float)), strict=True))


JUDGES = [key for key, row in MEASURES.items() if row.judges]


@pytest.fixture(scope="module")
def every():
    return sampled(None, 4_000)


@pytest.mark.parametrize("share", [0.02, 0.3, 0.5])
def test_notes_of_every_measure(share, every):
    for key in JUDGES:
        given = known(key, misranked_pair(key, FACTORY, share), share=share, ranked=every)
        assert len(given) == len(set(given.values())) == 4
        for text in given.values():
            assert text.endswith(".")
            assert not re.search(r"\bnan\b|\binf\b|no value|∞|\(\)|  |(?<![\w.])-\d|\bNone\b", text)


def forms(*keys):
    return {key: admissibility(key, 0.3) for key in keys}


def test_table():
    """Accuracy and recall are yields, balanced accuracy on one test set; F1 and MCC are none."""
    keys, shares = ["ACC", "F1", "BACC", "TPR", "MCC"], np.array([0.04, 0.05, 0.1, 0.15, 0.25])
    rows = all_measures(MADE, forms(*keys), 0.1)
    assert rows["Short name"].tolist() == ["utility", *keys]
    assert rows["Ranks by"].tolist()[1:3] == ["Accuracy", "F1 score"]
    assert rows["Ranks by"][0].endswith("error of 0.1")
    np.testing.assert_allclose(rows["Share ranked wrongly"], [*shares, np.nan])
    np.testing.assert_allclose(rows["Standard error"], [*np.sqrt(shares * (1 - shares) / 10_000), np.nan])
    better = 0.15, 0.2 + 0.8 / 14, 0.2 + 1.8 / 14
    np.testing.assert_allclose(rows.iloc[:, 4], [np.nan, *better, np.nan, np.nan])
    assert rows["Formula"].isna().tolist() == [True, False, False, False, False, False]
    rows = rows.set_index("Short name")
    kinds = {"always": ("ACC", "TPR", "utility"), "one test set": ("BACC",), "never": ("F1", "MCC")}
    assert rows["Form"].to_dict() == {key: FORMS[kind] for kind, keys in kinds.items() for key in keys}
    payoffs = {"ACC": [1, 0, 0, 1], "TPR": [1, 0, 0, 0], "BACC": [1, 0, 0, 3 / 7]}
    np.testing.assert_allclose(rows.loc[list(payoffs), ["TP", "FP", "FN", "TN"]].astype(float), list(payoffs.values()))
    assert rows.loc[["F1", "MCC", "utility"], ["TP", "FP", "FN", "TN"]].isna().all(axis=None)
    assert (rows["Error of the fit"][["ACC", "TPR", "BACC"]] < 1e-9).all()
    assert (rows["Error of the fit"][["F1", "MCC"]] > 0.01).all()


def test_table_is_sorted_and_has_every_measure(every):
    rows = all_measures(every, forms(*every.share), 0.1)
    assert len(rows) == len(JUDGES) + 1
    assert rows["Share ranked wrongly"].is_monotonic_increasing
    assert set(rows["Short name"]) == {*JUDGES, "utility"}
    own = all_measures(sampled([OWN, "ACC"]), forms(OWN, "ACC"), 0.1).set_index("Short name").loc[OWN]
    assert (own["Ranks by"], f"net gain = {own['Formula']}") == ("net gain", OWN)
    assert own[["TP", "FP", "FN", "TN"]].tolist() == pytest.approx([2 / 3, 0, 0, 1])


def test_first_chart_as_a_table():
    rows, shares = by_error(MADE), np.array([0, 0.04, 0.06, 0.2])
    expected = np.transpose([[0, 0.1, 0.2, 0.4], shares, np.sqrt(shares * (1 - shares) / 10_000)])
    np.testing.assert_allclose(rows.to_numpy(), expected)


FIRST = [(40, 30, 10, 20), (30, 10, 20, 40), (10, 0, 40, 50), (35, 20, 15, 30)]
SECOND = [(25, 5, 25, 45), (40, 10, 10, 40), (45, 30, 5, 20), (30, 15, 20, 35)]
"""Four pairs of tables of 100 cases, half of them positive: F1 ranks one wrongly, and two are worth the same."""


def test_points():
    truth = Utility(**columns([(1, 0, 0, 1)] * 4))
    pairs = Pairs(truth, truth, Cells(**columns(FIRST)), Cells(**columns(SECOND)))
    rows = pairs_table(pairs, MEASURES["F1"])
    assert rows["Worth more"].tolist() == pytest.approx([-0.1, -0.1, -0.05, 0])
    assert rows["Preferred by F1"].tolist() == pytest.approx(
        [80 / 120 - 50 / 80, 60 / 90 - 80 / 100, 20 / 60 - 90 / 125, 70 / 105 - 60 / 95]
    )
    assert rows["Ranked wrongly"].tolist() == [True, False, False, False]
    lower = pairs_table(pairs, MEASURES["ERR"])["Preferred by ERR"]
    assert lower.tolist() == pytest.approx([-0.1, -0.1, -0.05, 0])


def test_classifiers():
    """The pair stands first; classifiers without a value are gaps, and those that were drawn add up."""
    rows = classifiers(Cells(**columns(FIRST)), FACTORY, MEASURES["F1"], PAIR)
    assert rows["Which"].tolist() == ["worth more", "preferred", *["drawn"] * 4]
    assert rows.iloc[0, :6].tolist() == [150, 100, 150, 600, 62.5, 0.545]
    assert rows.iloc[1, :6].tolist() == [300, 308, 0, 392, -34, 0.661]
    assert rows.index.tolist() == list(range(6))
    alone = classifiers(Cells(**columns(FIRST)), FACTORY, MEASURES["F1"], None)
    pd.testing.assert_frame_equal(alone, rows[2:].reset_index(drop=True))
    assert alone["Worth per case"].tolist() == pytest.approx((np.array(FIRST) @ (15, -335, -35, 165) / 100).tolist())
    assert alone["F1"].tolist() == pytest.approx([80 / 120, 60 / 90, 20 / 60, 70 / 105])
    gaps = classifiers(Cells(**columns([(0, 0, 50, 50), (30, 10, 20, 40)])), RIGHT, MEASURES["PPV"], None)
    np.testing.assert_array_equal(gaps["PPV"], [np.nan, 0.75])


@pytest.mark.parametrize("look", ["F1", "MCC", "PPV"])
def test_measure_looked_at_is_that_of_the_second_and_the_third_chart(look):
    given = asked("ranking", HALF, look=look, pairs=10_000)
    assert given.figures["pairs"].title == f"2 Pairs by {look}"
    classifiers, pairs = (given.tables[name].rows() for name in ("classifiers", "pairs"))
    for _, row in classifiers[classifiers["Which"] == "drawn"].iloc[::300].iterrows():
        expected = DEFINITIONS[look](*(round(1e9 * row[cell]) for cell in ("TP", "FP", "FN", "TN")))
        assert row[look] == pytest.approx(float(expected), abs=1e-6)
    wrong = pairs["Worth more"] * pairs[f"Preferred by {look}"] < 0
    assert pairs["Ranked wrongly"].tolist() == wrong.tolist()
    assert len(pairs) == SHOWN


@pytest.mark.parametrize("off", [0.3, 0.0, 0.5])
def test_error_moves_the_last_number(off):
    given = asked("ranking", HALF, error=off, pairs=10_000)
    by_error = given.tables["error"].rows()
    (share,) = by_error.loc[np.isclose(by_error["Error"], off), "Share ranked wrongly"]
    error = pytest.approx(math.sqrt(share * (1 - share) / 10_000))
    assert given.values["payoffs"] == {"error": off, "share": share, "standard_error": error}
    assert given.tables["ranking"].rows().set_index("Short name").loc["utility", "Share ranked wrongly"] == share


def test_measure_of_ones_own_is_ranked_like_any_other():
    own = measure("mine = 2 * tp / (2 * tp + fp + fn)").key
    given = asked("ranking", HALF, measure=[own], pairs=10_000)
    assert given.values["measures"][own]["share"] == given.values["measures"]["F1"]["share"]
    assert given.values["measures"][own]["form"] == "never"
    assert given.values["look"] == own
    assert given.sentence.startswith("**mine picks the wrong model in 9.")


# How it is computed --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("law", TRUTHS)
def test_method(law):
    """With payoffs 1/f and 1/(1-f) a case yields TPR + TNR, which is twice balanced accuracy."""
    method = asked("ranking", HALF, law=law, pairs=10_000).method
    text = method.replace("\n", " ")
    assert holds(text, "10,000 pairs, seed", TRUTHS[law], LAWS[law], "1,000 cases", "1/f and 1/(1-f)")
    assert "$X\\,\\mathrm{TP} + Y\\,\\mathrm{TN}$" in text
    assert "\\sqrt{s (1-s) / n}" in text
    assert paired(method)


def test_quartiles_that_are_said():
    """The square root of 1/4, 1/2 and 3/4, from 1/2 to 1; classifiers of the third chart have them."""
    given = asked("ranking", HALF, prevalence=0.3, pairs=10_000)
    quartiles = [0.5 + 0.5 * math.sqrt(part) for part in (0.25, 0.5, 0.75)]
    told = re.search(r"quartiles ([\d.]+), ([\d.]+), ([\d.]+)\)", given.method).groups()
    assert list(map(float, told)) == [round(quartile, 3) for quartile in quartiles]
    rows = given.tables["classifiers"].rows()
    drawn = rows[rows["Which"] == "drawn"]
    assert len(drawn) == SHOWN
    for part, wrong, cases in (("TP", "FN", 300), ("TN", "FP", 700)):
        assert (drawn[part] + drawn[wrong]).tolist() == pytest.approx([cases] * SHOWN)
        assert drawn[part].min() >= cases / 2
        assert np.quantile(drawn[part] / cases, [0.25, 0.5, 0.75]).tolist() == pytest.approx(quartiles, abs=0.02)


# What may be chosen, and what is usual -------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("given", "problem"),
    [
        ({"law": "flat"}, 'law must be one of uniform, gaussian, each, dirichlet, got "flat"'),
        ({"error": "2"}, 'error must be between 0 and 0.5, got "2"'),
        ({"error": "x"}, 'error must be between 0 and 0.5, got "x"'),
        ({"error": "nan"}, 'error must be between 0 and 0.5, got "nan"'),
        ({"pairs": "5"}, 'pairs must be one of 10000, 100000, 1000000, got "5"'),
        ({"values": "mine"}, 'values must be one of right, positives, yours, got "mine"'),
        ({"u": "1,2"}, 'u must be four numbers, TP,FP,FN,TN, such as 15,-335,-35,165, got "1,2"'),
        ({"measure": ["PP"]}, 'measure must be one of those offered here, got "PP"'),
    ],
)
def test_choice_that_cannot_be_used(given, problem):
    with pytest.raises(InputError, match=f"^{re.escape(problem)}$"):
        Choices.of(**given)


def test_measure_that_can_err_is_looked_at_first():
    for keys, offered in (
        (("F1", "ACC"), ["F1", "ACC"]),
        (("ACC", "BACC", "MCC", "TPR", "F1"), ["MCC", "F1", "ACC", "BACC", "TPR"]),
        (("TPR", "ACC"), ["TPR", "ACC"]),
    ):
        assert list(Choices.offered("look", HALF, {"measure": keys})) == offered
        given = asked("ranking", HALF, measure=keys, pairs=10_000)
        assert given.values["look"] == offered[0]
        assert given.values["wrong_pair"] is not None
    with pytest.raises(InputError, match=r'^look must be one of ACC, F1, got "TNR"$'):
        asked("ranking", HALF, measure=["ACC", "F1"], look="TNR", pairs=10_000)


def test_error_is_the_nearest_that_is_tried():
    nearest = {"0.117": 0.125, 0.1: 0.1, 0: 0.0, "0.49": 0.5}
    assert {given: Choices.of(error=given).error for given in nearest} == nearest


@pytest.mark.parametrize(
    ("data", "share"),
    [(Data(500, 258), 0.516), (Data(10, 0), 0.001), (Data(10, 10), 0.999), (counted(1, 3, 1, 15), 0.1)],
)
def test_share_of_positives_is_at_first_that_of_the_data(data, share):
    given = asked("ranking", data, pairs=10_000)
    rows = given.tables["classifiers"].rows()
    assert (rows["TP"] + rows["FN"]).tolist() == pytest.approx([1000 * share] * len(rows), abs=0.6)
    assert given.sentence == asked("ranking", HALF, pairs=10_000).sentence


def test_pairs_are_drawn_once_for_all_data_and_progress_is_told():
    misranked.cache_clear()
    shares = []
    with told_to(lambda share, doing: shares.append((share, doing))):
        first = asked("ranking", HALF, pairs=10_000)
        other = asked("ranking", Data(303, 139), pairs=10_000, error=0.3, look="F1", values="right", measure=["F1"])
    assert shares == [(1.0, "Drawing 10,000 pairs …")]
    pairs = [given.tables["error"].rows() for given in (first, other)]
    assert pairs[0].equals(pairs[1])
    assert misranked.cache_info().misses == 1
    asked("ranking", HALF, pairs=10_000, measure=["mine = tp - fp"])
    assert misranked.cache_info().misses == 2
