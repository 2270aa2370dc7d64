"""Does this model beat chance? Each state, each note by its code, and every number against other witnesses."""

import itertools
import math
import re

import numpy as np
import pytest
from scipy.stats import hypergeom

from ddcore.chance.verdict import MARKS, STATES
from ddcore.counts import Cells, Counts
from ddcore.figures.theme import LIGHT
from ddcore.measures import MEASURES
from ddcore.options import HEADLINES
from ddcore.read import read
from ddcore.table import ScoreTable
from tests.helpers.answers import asked, codes, counted, notes, numbers
from tests.helpers.scored import scored

A, B = (227, 50, 31, 192), (231, 32, 27, 54)
EVERY = list(MEASURES)


def verdict(*cells, measure=HEADLINES, **given):
    return asked("verdict", counted(*cells, **given), measure=measure)


def table(answer):
    return answer.tables["verdict"].rows()


RARE = (10, 140, 1, 849)
"""Eleven of 1,000 are positive: accuracy is 0.859, where 0.989 is free, and J is clearly above 0."""


RARER = (30, 150, 70, 750)


@pytest.mark.parametrize(
    ("cells", "keys", "code", "named"),
    [
        (A, HEADLINES, "yes", ["all 12 measures"]),
        (B, HEADLINES, "part", ["11 of 12", "Fowlkes-Mallows (FM)"]),
        ((50, 60, 60, 50), HEADLINES, "no", ["0 of 12"]),
        ((1, 17, 0, 2), ["MCC", "MK", "ACC"], "unclear", ["0 of 3 ", "worse than chance on Accuracy."]),
        ((6, 4, 4, 6), HEADLINES, "unclear", ["No clear", "0 of 12 "]),
        (A, ["TPR", "TNR"], "untold", []),
        ((45, 5, 155, 795), ["ACC", "F1"], "part", ["1 of 2 ", "but not clearly on F1."]),
        ((45, 5, 155, 795), ["F1", "G2", "FM", "PPV"], "barely", ["1 of 4"]),
        (RARE, ["ACC", "J"], "part", ["1 of 2 ", "worse than chance on Accuracy."]),
        (RARER, ["ACC", "J", "F1"], "part", ["1 of 3 ", "not clearly on F1,", "clearly worse"]),
        ((9, 120, 91, 80), HEADLINES, "no", ["No.", "0 of 12 ", "clearly worse"]),
    ],
)
def test_kind_goes_by_how_many_measures_are_beaten(cells, keys, code, named):
    """The states themselves are tested with the verdict."""
    answer = verdict(*cells, measure=keys)
    assert answer.values["models"]["A"]["verdict"] == code
    assert [words for words in named if words not in answer.sentence] == []
    states = [answer.values["models"]["A"]["measures"][key]["state"] for key in keys]
    beaten, beatable = states.count("beats"), sum(state in MARKS for state in states)
    kind = "yes" if beaten == beatable else "barely" if 4 * beaten <= beatable else "part"
    assert code == (kind if beaten else "untold" if not beatable else "unclear" if "unclear" in states else "no")


@pytest.mark.parametrize("cells", [A, B, (50, 60, 60, 50), RARE, (6, 4, 4, 6)])
@pytest.mark.parametrize("keys", [HEADLINES, ("ACC", "DOR", "x = tp / m"), ("TPR",)])
def test_every_door_has_one_count(cells, keys):
    """Headline, leaderboard, table, chart and values: of the measures that were asked for."""
    data = counted(*cells, B=Counts(**dict(zip(("tp", "fp", "fn", "tn"), A, strict=True))))
    answer = asked("verdict", data, measure=keys)
    values, rows = answer.values["models"]["A"], table(answer)
    states = rows[(rows["Model"] == "A") & rows["Short name"].isin(keys)]["Verdict"].tolist()
    beaten, worse = states.count(STATES["beats"]), states.count(STATES["worse"])
    beatable = sum(states.count(STATES[state]) for state in MARKS)
    assert (values["beats"], values["clearly_worse"], values["beatable"]) == (beaten, worse, beatable)
    board = answer.tables["models"].rows().set_index("Model").loc["A"]
    assert (board["Beats chance on"], board["Clearly worse on"]) == (f"{beaten} of {beatable}", worse)
    assert f"A beats chance on {beaten} of {beatable} " in answer.figures["verdict"].words
    said = re.findall(r"\d+ of \d+(?= measures)", answer.sentence)
    assert said == [f"{beaten} of {beatable}"] or beatable in (0, 1, beaten)
    assert ("clearly worse" in answer.sentence) == (worse > 0 and bool(beatable))
    told = next((text for label, text, _ in numbers(answer) if label.startswith("Measures on which")), None)
    assert told == (f"{beaten} of {beatable}" if beatable else None)


def test_name_stands_letter_by_letter():
    for cells in (A, B, (3, 2, 2, 3), (50, 60, 60, 50)):
        for keys in (HEADLINES, ("TPR",)):
            assert r"\*\*A\*\*\[x\]\(y\)" in verdict(*cells, measure=keys, name="**A**[x](y)").sentence


def test_reason_has_accuracy_and_the_exact_probability():
    reason = verdict(*A, positive="Class1").reason
    assert re.search(r"83\.8 %.*predicting Class1.*51\.6 %.*3\.9.×.10⁻⁵⁶", reason)
    assert re.search(r"0\.900.*\(exact\).*luck out\.$", verdict(1, 17, 0, 2).reason)
    ways = (
        ((20, 5, 5, 40), "predicting no "),
        ((40, 5, 5, 20), "predicting yes "),
        ((20, 10, 10, 20), "random guessing"),
    )
    for cells, how in ways:
        assert f"; {how.strip()} gives" in verdict(*cells).reason.replace("always ", "")
    assert verdict(0, 0, 3, 7).reason.endswith("always does as well.")
    many = verdict(2 * 10**12, 10**12, 10**12, 2 * 10**12, measure=["ACC"])
    assert "at most **" in many.reason
    assert "1,000,000,000" in many.method


@pytest.mark.parametrize(
    "counts",
    [
        Counts(tp=4.5, fp=3.75, fn=0.3, tn=6.75),
        Counts(tp=0.1, fp=0.2, fn=0.3, tn=0.4),
        Counts(tp=6, fp=2, fn=1, tn=9, squares=Cells(tp=math.nan, fp=math.nan, fn=math.nan, tn=math.nan)),
    ],
)
def test_where_weights_are_unknown_there_is_no_probability_and_no_interval(counts):
    """Also of sums that are whole numbers by luck."""
    answer = verdict(counts, measure=EVERY)
    assert "no probability" in answer.reason
    assert math.isnan(answer.values["models"]["A"]["log10_p"])
    rows = table(answer)
    assert rows[["Exact p", "95 % from", "95 % to", "Distance, 95 % from", "Distance, 95 % to"]].isna().all(axis=None)
    right = (counts.tp + counts.tn) / counts.total
    assert rows.set_index("Short name").loc["ACC", "Score"] == pytest.approx(float(right), abs=1e-15)
    text = "\n".join([answer.sentence, answer.method, *notes(answer).values()])
    assert "nan" not in text
    assert "binom" not in text


def test_reason_of_weighted_cases_has_about_a_probability():
    """4.8 positives are 3.4 effective ones, 10.5 negatives 5.5: of 3 of 8 cases, 5 called, all found: 10 in 56."""
    truth, called = [1, 1, 0, 0] * 3, [1, 0, 0, 1] * 3
    answer = verdict(Counts.of_labels(truth, called, weight=[1.5, 0.1, 2.25, 1.25] * 3), measure=["ACC"])
    assert "3 positive and 6" in answer.reason
    assert "about 0.179" in answer.reason
    assert "(Kish 1965)" in answer.method
    assert "binom" not in answer.method


@pytest.mark.parametrize(
    ("cells", "key", "code", "text"),
    [
        ((6, 0, 2, 8), "F1", "two-comparisons", "(0.578 to 0.971) includes 0.667"),
        ((6, 0, 2, 8), "F1", "two-comparisons", "0.003. So"),
        ((2, 0, 2, 10), "MCC", "two-comparisons", "0.066. That does not"),
        ((2, 0, 2, 10), "MCC", "two-comparisons", "(0.051 to 0.914) is better"),
        ((12, 9, 8, 11), "ACC", "unclear", "includes chance"),
        ((45, 45, 5, 905), "ACC", "behind", "does beat"),
        (
            RARE,
            "ACC",
            "clearly-worse",
            "0.859. That is clearly worse than never predicting positive, which gives 0.989.",
        ),
        ((50, 60, 60, 50), "ACC", "behind", "at least as good"),
        ((1.5, 1, 1, 2), "MCC", "unclear", "chance (0)."),
        ((20, 0, 5, 25), "PLR", "no-score", "5.935"),
        ((6, 0, 2, 8), "= log(tp - 4) / m", "undefined-nearby", "21.7 %"),
        ((0, 0, 14, 36), "F1", "none-called", "F1"),
        ((29, 1, 0, 0), "NPV", "all-called", "(NPV)"),
        (A, "F1", "free-f1", "0.681"),
        (A, "TPR", "cannot-be-beaten", "Recall (TPR)"),
        ((5, 1, 5, 989), "MCC", "free-accuracy", "of 99 % needs"),
        ((980, 1, 5, 14), "MCC", "free-accuracy", "of 98.5 % needs"),
        ((240, 10, 10, 240), "ACC", "balanced", "50 %"),
        (A, "x = tp - fp", "grows", "x."),
    ],
)
def test_note(cells, key, code, text):
    assert text in notes(verdict(*cells, measure=[key]))[code]


def test_accuracy_is_free_where_a_class_has_less_than_two_fifths():
    for positives, code in ((199, "free-accuracy"), (200, "balanced"), (300, "balanced"), (301, "free-accuracy")):
        assert codes(verdict(positives - 10, 10, 10, 490 - positives, measure=["MCC"])) == [code]


def test_notes_are_four_at_most_and_agree_with_several_measures():
    assert [len(verdict(*cells).notes) for cells in [A, (3, 60, 2, 500)]] == [1, 3]
    assert len(verdict(3, 60, 2, 500, measure=EVERY).notes) == 4
    for cells, keys, code in (
        ((0, 0, 14, 36), ["F1", "PPV"], "none-called"),
        ((50, 60, 60, 50), ["ACC", "MCC"], "behind"),
        ((9, 120, 91, 80), ["ACC", "MCC"], "clearly-worse"),
    ):
        assert re.search(r" and .* (have|can|are) ", notes(verdict(*cells, measure=keys))[code])


BACKWARD = "truth,score\n" + "\n".join(
    f"{'yes' if i % 5 < 2 else 'no'},{(i % 5 >= 2) + (i * 37 % 41) / 41}" for i in range(200)
)
EVEN = "truth,score\n" + "\n".join(f"{'yes' if i % 2 else 'no'},{i * 37 % 101 - 3 * (i % 2)}" for i in range(60))


def test_scores_that_surely_point_the_wrong_way():
    """Noise has an area below a half in every second file."""
    back, even = (read(text.encode(), positive="yes").data() for text in (BACKWARD, EVEN))
    assert back.model.table.auc < 0.2
    assert "*Reverse*" in notes(asked("verdict", back))["reversed"]
    assert "reversed" not in codes(asked("verdict", even))


def test_scores_of_another_model_that_point_the_wrong_way():
    lines = BACKWARD.splitlines()
    rows = [f"{line},{1 - float(line.split(',')[1])}" for line in lines[1:]]
    data = read(
        "\n".join(["truth,back|ward,forward", *rows]).encode(), positive="yes", score=["back|ward", "forward"]
    ).data("forward")
    said = notes(asked("verdict", data))
    assert r"back\|ward (AUC 0" in said["others-reversed"]
    assert "reversed" not in said
    upward, doubtful = (ScoreTable.of(range(6), truth) for truth in ([0, 0, 0, 1, 1, 1], [1, 0, 1, 0, 1, 0]))
    assert "others-reversed" not in codes(asked("verdict", scored(upward, B=doubtful)))


def test_counts_by_prediction_and_truth():
    for cells in ((2.5, 2.5, 2.5, 2.5), (0.5, 0, 0, 0.5), A):
        called = verdict(*cells, measure=["ACC"]).tables["called"].rows()
        assert list(called.columns) == ["predicted", "truly yes", "truly no"]
        assert called.iloc[:, 1:].to_numpy().ravel().tolist() == list(cells)
    several = verdict(*A, name="a|b", B=Counts(tp=5, fp=1, fn=1, tn=5))
    assert r"a\|b" in several.tables["called"].title


def test_method_has_the_numbers_put_in_and_every_verdict():
    method = verdict(*A).method
    assert r"\sum_{k \ge 227} \frac{\binom{258}{k}" in method
    assert r"\binom{242}{277 - k}}{\binom{500}{277}}" in method
    assert [state for state in STATES.values() if f"*{state}*" not in method] == []


@pytest.fixture(scope="module")
def both():
    return verdict(*A, measure=EVERY, B=Counts(**dict(zip(("tp", "fp", "fn", "tn"), B, strict=True))))


def test_table_has_a_row_for_each_model_and_measure(both):
    rows = table(both)
    assert list(zip(rows["Model"], rows["Short name"], strict=True)) == list(itertools.product("AB", MEASURES))
    assert len(rows) == both.tables["verdict"].size
    keys = ["x = tp / m", "MCC", "ACC"]
    assert table(verdict(*A, measure=keys))["Short name"][:3].tolist() == keys


def test_values_are_those_of_the_table(both):
    rows = table(both).set_index(["Model", "Short name"])
    for name in "AB":
        measures = both.values["models"][name]["measures"]
        assert list(measures) == EVERY
        for key, value in measures.items():
            row = rows.loc[(name, key)]
            expected = [row["Score"], row["95 % from"], row["95 % to"], row["Chance"]]
            np.testing.assert_array_equal([value[part] for part in ("value", "low", "high", "baseline")], expected)
            assert STATES[value["state"]] == row["Verdict"]


def test_distance_and_its_interval_are_positive_where_better(both):
    rows = table(both).set_index(["Model", "Short name"]).loc["A"]
    error = rows.loc["ERR"]
    assert error[["Score", "Chance", "Distance"]].tolist() == pytest.approx([81 / 500, 242 / 500, 161 / 500], abs=1e-15)
    ends = [error["Chance"] - error[f"95 % {end}"] for end in ("to", "from")]
    assert error[["Distance, 95 % from", "Distance, 95 % to"]].tolist() == pytest.approx(ends, abs=1e-15)
    beats = rows[rows["Verdict"] == STATES["beats"]]
    assert len(beats) > 10
    assert (beats["Distance"] > 0).all()


def test_exact_p_is_one_number_where_a_measure_judges(both):
    for name, (tp, fp, fn, tn) in (("A", A), ("B", B)):
        rows = table(both)
        rows = rows[rows["Model"] == name]
        p = hypergeom(tp + fp + fn + tn, tp + fn, tp + fp).sf(tp - 1)
        judging = rows["Short name"].map(lambda key: MEASURES[key].judges)
        np.testing.assert_allclose(rows.loc[judging, "Exact p"], p, rtol=1e-9)
        assert rows.loc[~judging, "Exact p"].isna().all()
        assert both.values["models"][name]["log10_p"] == pytest.approx(math.log10(p), abs=1e-9)


def test_figure_has_three_models_or_the_one_looked_at_and_the_best():
    for others, drawn in ((2, {"A", "m0", "m1"}), (3, {"A", "m2"})):
        models = {f"m{i}": Counts(tp=227 + i, fp=50, fn=31 - i, tn=192) for i in range(others)}
        figure = verdict(*A, measure=["ACC", "F1"], **models).figures["verdict"].draw(LIGHT)
        assert {trace.name for trace in figure.data} & {"A", *models} == drawn
