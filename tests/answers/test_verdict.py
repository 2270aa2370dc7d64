"""Does this model beat chance? Each state, each note by its code, and every number against other witnesses."""

import math
import re

import numpy as np
import pandas as pd
import pytest
from scipy.stats import hypergeom
from sklearn.metrics import balanced_accuracy_score, f1_score, matthews_corrcoef, precision_score, recall_score

from ddcore.answers.baselines_choices import HEADLINES
from ddcore.answers.verdict import Choices
from ddcore.chance.verdict import STATES
from ddcore.counts import Cells, Counts
from ddcore.errors import InputError
from ddcore.figures.theme import LIGHT
from ddcore.measures import MEASURES
from ddcore.read import read
from ddcore.table import ScoreTable
from tests.helpers.answers import asked, counted, notes
from tests.helpers.scored import scored

A, B = (227, 50, 31, 192), (231, 32, 27, 54)
WEIGHTED = (4.5, 3.75, 0.3, 6.75)
EVERY = list(MEASURES)


def verdict(*cells, measure=HEADLINES, **given):
    return asked("verdict", counted(*cells, **given), measure=measure)


def table(answer):
    return answer.tables["verdict"].rows()


@pytest.mark.parametrize(
    ("cells", "keys", "code", "sentence"),
    [
        (A, None, "yes", "**Yes: 12 of 12.** A beats chance on every measure that can be beaten."),
        (A, ["ACC"], "yes", "**Yes: 1 of 1.** A beats chance on every measure that can be beaten."),
        (B, None, "part", "**In part: 11 of 12.** A beats chance, but not clearly on Fowlkes-Mallows (FM)."),
        ((50, 60, 60, 50), None, "no", "**No: 0 of 12.** A beats chance on none of these measures."),
        ((1, 17, 0, 2), ["MCC", "MK", "ACC"], "unclear", "**No clear improvement.** A is ahead of chance on 2 of 3 "
         "measures, but luck may do as much."),
        (A, ["TPR", "TNR"], "untold", "**Nobody can tell.** None of these measures can be beaten by A on these cases."),
    ],
)  # fmt: skip
def test_sentence_of_each_kind(cells, keys, code, sentence):
    answer = verdict(*cells, measure=keys or HEADLINES)
    assert answer.values["models"]["A"]["verdict"] == code
    assert answer.sentence == sentence


@pytest.mark.parametrize(
    ("cells", "keys"),
    [
        ((60, 600, 40, 1300), HEADLINES),
        ((45, 5, 155, 795), ["ACC", "F1"]),
        ((45, 5, 155, 795), ["F1", "G2", "FM", "PPV"]),
    ],
)
def test_kind_goes_by_how_many_measures_are_beaten(cells, keys):
    """The states themselves are tested with the verdict."""
    answer = verdict(*cells, measure=keys)
    states = [answer.values["models"]["A"]["measures"][key]["state"] for key in keys]
    beaten, beatable = states.count("beats"), sum(state in ("beats", "unclear", "behind") for state in states)
    expected = "yes" if beaten == beatable else "barely" if 4 * beaten <= beatable else "part"
    assert beaten
    assert answer.values["models"]["A"]["verdict"] == expected
    if expected != "yes":
        assert f"{beaten} of {beatable}" in answer.sentence


def test_a_lead_without_a_measure_beaten_is_no_clear_improvement():
    """A lead in one of three measures that luck may do as well."""
    answer = verdict(20, 29, 11, 20, measure=["ACC", "J", "MCC", "F1", "TS", "kappa"])
    states = [row["state"] for row in answer.values["models"]["A"]["measures"].values()]
    assert "beats" not in states
    assert answer.values["models"]["A"]["verdict"] == ("unclear" if "unclear" in states else "no")


@pytest.mark.parametrize("keys", [HEADLINES, ("TPR",)])
@pytest.mark.parametrize("cells", [A, B, (3, 2, 2, 3), (50, 60, 60, 50)])
def test_name_stands_letter_by_letter(cells, keys):
    assert r"\*\*A\*\*\[x\]\(y\)" in verdict(*cells, measure=keys, name="**A**[x](y)").sentence


def test_reason_has_accuracy_and_the_exact_probability():
    p = hypergeom(500, 258, 277).sf(226)
    assert f"{p:.1e}" == "3.9e-56"
    assert verdict(*A, positive="Class1").reason.endswith(
        "\n\nWithout skill nobody can expect more than 51.6 % accuracy (by always saying Class1); this model reaches "
        "**83.8 %**. Random guessing with as many positive predictions does as well with probability **3.9 × 10⁻⁵⁶** "
        "(exact)."
    )


@pytest.mark.parametrize(
    ("cells", "how"),
    [
        ((20, 5, 5, 40), "by always saying no"),
        ((40, 5, 5, 20), "by always saying yes"),
        ((20, 10, 10, 20), "whatever it says"),
    ],
)
def test_reason_says_who_reaches_the_baseline_of_accuracy(cells, how):
    assert f"accuracy ({how})" in verdict(*cells).reason


def test_reason_of_unknown_weights_says_that_there_is_no_probability():
    reason = verdict(*WEIGHTED).reason
    assert reason.endswith("no probability, no interval, and any lead may be luck.")
    assert "more than 68.6 % accuracy (by always saying no); this model reaches **73.5 %**" in reason


def test_reason_of_weighted_cases_has_about_a_probability():
    """4.8 positives are 3.4 effective ones, 10.5 negatives 5.5: of 3 of 8 cases, 5 called, all found: 10 in 56."""
    truth, called = [1, 1, 0, 0] * 3, [1, 0, 0, 1] * 3
    answer = verdict(Counts.of_labels(truth, called, weight=[1.5, 0.1, 2.25, 1.25] * 3), measure=["ACC"])
    assert "about 3 positive and 6 negative ones of one weight" in answer.reason
    assert answer.reason.endswith("**about 0.179**. That is too often to tell skill from luck.")
    assert "(Kish 1965)" in answer.method
    assert "binom" not in answer.method


def test_what_a_draw_does_as_well_too_often_is_no_clear_lead():
    assert verdict(1, 17, 0, 2).reason.endswith(
        "with probability **0.900** (exact). That is too often to tell skill from luck."
    )


def test_more_cases_than_a_draw_is_computed_for_have_no_exact_probability():
    answer = verdict(2 * 10**12, 10**12, 10**12, 2 * 10**12, measure=["ACC"])
    assert answer.reason.endswith("** (or less).")
    assert "So many cases are taken for 1,000,000,000" in answer.method


@pytest.mark.parametrize(
    ("cells", "key", "code", "text"),
    [
        ((6, 0, 2, 8), "F1", "two-comparisons", "the 95 % interval of F1 (0.578 to 0.971) includes 0.667"),
        ((6, 0, 2, 8), "F1", "two-comparisons", "does as well with probability 0.003, so this is hardly luck."),
        ((2, 0, 2, 10), "MCC", "two-comparisons", "does as well with probability 0.066, too often to rule luck out."),
        (
            (2, 0, 2, 10),
            "MCC",
            "two-comparisons",
            "correlation (MCC) (0.051 to 0.914) is beyond 0, the best",
        ),
        ((12, 9, 8, 11), "ACC", "unclear", "includes chance, and random guessing with as many positive"),
        ((45, 45, 5, 905), "ACC", "behind", "Random guessing with as many positive predictions is beaten, but with"),
        ((1.5, 1, 1, 2), "MCC", "unclear", "is ahead of 0, but nobody can say how sure that is."),
        ((20, 0, 5, 25), "PLR", "no-score", "its interval says that it is 5.935 or more."),
        ((6, 0, 2, 8), "= log(tp - 4) / m", "undefined-nearby", "has no value at 21.7 % of the rates"),
        ((0, 0, 14, 36), "F1", "none-called", "F1 has no value here: no case is predicted positive."),
        ((29, 1, 0, 0), "NPV", "all-called", "has no value here: every case is predicted positive."),
        ((50, 60, 60, 50), "ACC", "behind", "Accuracy does no better than a classifier that never looks"),
        (A, "F1", "free-f1", "F1 of 0.681 is free here: always predicting positive reaches it."),
        (A, "TPR", "cannot-be-beaten", "*Recall (TPR) cannot be beaten*: always predicting positive already gives"),
        ((5, 1, 5, 989), "MCC", "free-accuracy", "Only 1 % of the cases are positive, so 99 % accuracy is free."),
        ((980, 1, 5, 14), "MCC", "free-accuracy", "Only 1.5 % of the cases are negative, so 98.5 % accuracy is free."),
        ((240, 10, 10, 240), "ACC", "balanced", "The classes are about equally common (50 % positive)"),
        (A, "x = tp - fp", "grows", "as growing with the number of cases: x. Divide by m."),
    ],
)
def test_note(cells, key, code, text):
    assert text in notes(verdict(*cells, measure=[key]))[code]


@pytest.mark.parametrize(("positives", "is_free"), [(99, True), (100, False), (400, False), (401, True)])
def test_accuracy_is_free_where_a_class_has_less_than_a_fifth(positives, is_free):
    told = notes(verdict(positives - 10, 10, 10, 490 - positives, measure=["MCC"]))
    assert list(told) == ["free-accuracy" if is_free else "balanced"]


@pytest.mark.parametrize(
    ("cells", "keys", "code"),
    [
        ((0, 0, 14, 36), ["F1", "PPV"], "none-called"),
        ((50, 60, 60, 50), ["ACC", "MCC"], "behind"),
    ],
)
def test_several_measures_have_a_verb_in_the_plural(cells, keys, code):
    assert re.search(r" and .* (have|do) no ", notes(verdict(*cells, measure=keys))[code])


def test_notes_are_four_at_most_and_one_at_least():
    counts = [len(verdict(*cells).notes) for cells in [(3, 60, 2, 500), A, B, (240, 10, 10, 240), (0, 0, 14, 36)]]
    assert max(counts) == 4
    assert min(counts) >= 1


BACKWARD = "truth,score\n" + "\n".join(
    f"{'yes' if i % 5 < 2 else 'no'},{(i % 5 >= 2) + (i * 37 % 41) / 41}" for i in range(200)
)
EVEN = "truth,score\n" + "\n".join(f"{'yes' if i % 2 else 'no'},{i * 37 % 101 - 3 * (i % 2)}" for i in range(60))


def test_scores_that_surely_point_the_wrong_way():
    data = read(BACKWARD.encode(), positive="yes").data()
    assert data.model.table.auc < 0.2
    assert "*Turn*" in notes(asked("verdict", data))["reversed"]


def test_scores_that_may_be_even_do_not_point_the_wrong_way():
    """Noise has an area below a half in every second file."""
    data = read(EVEN.encode(), positive="yes").data()
    assert 0.3 < data.model.table.auc < 0.5
    assert "reversed" not in notes(asked("verdict", data))


def test_scores_of_another_model_that_point_the_wrong_way():
    lines = BACKWARD.splitlines()
    rows = [f"{line},{1 - float(line.split(',')[1])}" for line in lines[1:]]
    data = read(
        "\n".join(["truth,back|ward,forward", *rows]).encode(), positive="yes", score=["back|ward", "forward"]
    ).data("forward")
    said = notes(asked("verdict", data))
    assert said["others-reversed"].startswith(r"The scores of back\|ward (AUC 0")
    assert "reversed" not in said


def test_another_model_whose_interval_reaches_a_half_is_not_said_to_be_reversed():
    upward, doubtful = (ScoreTable.of(range(6), truth) for truth in ([0, 0, 0, 1, 1, 1], [1, 0, 1, 0, 1, 0]))
    assert doubtful.auc == pytest.approx(1 / 3)
    assert "others-reversed" not in notes(asked("verdict", scored(upward, B=doubtful)))


def test_every_sentence_stands_for_weighted_counts():
    answer = verdict(*WEIGHTED, measure=[key for key in MEASURES if key not in ("TP", "TN", "FP", "FN")])
    text = "\n".join([answer.sentence, answer.method, *notes(answer).values()])
    assert "nan" not in text
    assert "binom" not in text


@pytest.mark.parametrize("cells", [(2.5, 2.5, 2.5, 2.5), (0.5, 0, 0, 0.5), A])
def test_what_is_called_what(cells):
    called = verdict(*cells, measure=["ACC"]).tables["called"].rows()
    assert list(called.columns) == ["predicted", "truly yes", "truly no"]
    assert called.iloc[:, 1:].to_numpy().ravel().tolist() == list(cells)


def test_title_of_what_is_called_what_names_the_model_where_there_are_several():
    assert verdict(*A).tables["called"].title == "Predictions against truth"
    assert (
        verdict(*A, name="a|b", B=Counts(tp=5, fp=1, fn=1, tn=5)).tables["called"].title
        == r"Predictions of a\|b against truth"
    )


def test_method_has_the_numbers_put_in_and_every_verdict():
    method = verdict(*A).method
    assert r"\sum_{k \ge 227} \frac{\binom{258}{k}" in method
    assert r"\binom{242}{277 - k}}{\binom{500}{277}}" in method
    assert [state for state in STATES.values() if f"- *{state}*" not in method] == []


@pytest.fixture(scope="module")
def both():
    return verdict(*A, measure=EVERY, B=Counts(**dict(zip(("tp", "fp", "fn", "tn"), B, strict=True))))


def test_table_has_a_row_for_each_model_and_measure(both):
    rows = table(both)
    assert list(rows.columns) == [
        "Model", "Measure", "Short name", "Score", "Chance", "Distance", "Exact p", "95 % from", "95 % to", "Verdict",
        "Distance, 95 % from", "Distance, 95 % to", "Other cases, 95 % from", "Other cases, 95 % to",
        "Approximate p", "log₁₀ of p", "Better if",
        "No value when", "Formula", "Other names", "Source",
    ]  # fmt: skip
    assert list(zip(rows["Model"], rows["Short name"], strict=True)) == [
        (name, key) for name in "AB" for key in MEASURES
    ]
    assert len(rows) == both.tables["verdict"].size
    assert rows.columns.is_unique
    numbers = ["Score", "Chance", "Exact p", "95 % from", "95 % to"]
    assert [column for column in numbers if not pd.api.types.is_float_dtype(rows[column])] == []


def test_table_begins_with_the_measures_chosen():
    assert table(verdict(*A, measure=["x = tp / m", "MCC", "ACC"]))["Short name"][:3].tolist() == [
        "x = tp / m",
        "MCC",
        "ACC",
    ]


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


def test_table_agrees_with_scikit_learn(both):
    truth, called = np.repeat([1, 0, 1, 0], A), np.repeat([1, 1, 0, 0], A)
    scores = table(both).set_index(["Model", "Short name"])["Score"]
    peers = {
        "F1": f1_score, "MCC": matthews_corrcoef, "BACC": balanced_accuracy_score, "PPV": precision_score,
        "TPR": recall_score,
    }  # fmt: skip
    for key, peer in peers.items():
        assert scores["A", key] == pytest.approx(peer(truth, called), abs=1e-13)


def test_distance_and_its_interval_are_positive_where_better(both):
    rows = table(both).set_index(["Model", "Short name"]).loc["A"]
    error = rows.loc["ERR"]
    assert error["Better if"] == "lower"
    assert error[["Score", "Chance", "Distance"]].tolist() == pytest.approx([81 / 500, 242 / 500, 161 / 500], abs=1e-15)
    assert error["Distance, 95 % from"] == pytest.approx(error["Chance"] - error["95 % to"], abs=1e-15)
    assert error["Distance, 95 % to"] == pytest.approx(error["Chance"] - error["95 % from"], abs=1e-15)
    beats = rows[rows["Verdict"] == STATES["beats"]]
    assert len(beats) > 10
    assert (beats["Distance, 95 % from"] <= beats["Distance"]).all()
    assert (beats["Distance"] <= beats["Distance, 95 % to"]).all()
    assert (beats["Distance"] > 0).all()


@pytest.mark.parametrize(("name", "cells"), [("A", A), ("B", B)])
def test_exact_p_is_one_number_where_a_measure_judges(both, name, cells):
    rows = table(both)
    rows = rows[rows["Model"] == name]
    tp, fp, fn, tn = cells
    p = hypergeom(tp + fp + fn + tn, tp + fn, tp + fp).sf(tp - 1)
    judging = rows["Short name"].map(lambda key: MEASURES[key].judges)
    np.testing.assert_allclose(rows.loc[judging, "Exact p"], p, rtol=1e-9)
    assert rows.loc[~judging, "Exact p"].isna().all()
    assert both.values["models"][name]["log10_p"] == pytest.approx(math.log10(p), abs=1e-9)


def test_exact_p_is_left_out_where_the_measure_has_no_value():
    rows = table(verdict(0, 0, 3, 7, measure=["PPV", "ACC"])).set_index("Short name")
    assert rows.loc["PPV", ["Score", "Exact p"]].isna().all()
    assert rows.loc["PPV", "Verdict"] == "has no value here"
    assert rows.loc["ACC", "Exact p"] == 1


@pytest.mark.parametrize("cells", [WEIGHTED, (2.5, 2.5, 2.5, 2.5), (0.1, 0.2, 0.3, 0.4)])
def test_table_of_weighted_counts_has_no_exact_p_and_no_interval(cells):
    rows = table(verdict(*cells, measure=EVERY))
    assert rows[["Exact p", "95 % from", "95 % to", "Distance, 95 % from", "Distance, 95 % to"]].isna().all(axis=None)
    assert rows.set_index("Short name").loc["ACC", "Score"] == pytest.approx(
        (cells[0] + cells[3]) / sum(cells), abs=1e-15
    )


@pytest.mark.parametrize(("others", "drawn"), [(2, {"A", "m0", "m1"}), (3, {"A", "m2"}), (11, {"A", "m10"})])
def test_figure_has_three_models_or_the_one_looked_at_and_the_best(others, drawn):
    models = {f"m{i}": Counts(tp=227 + i, fp=50, fn=31 - i, tn=192) for i in range(others)}
    figure = verdict(*A, **models).figures["verdict"].draw(LIGHT)
    assert {trace.name for trace in figure.data} & {"A", *models} == drawn


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ({"measure": ["F9x"]}, "F9x"),
        ({"measure": []}, "measure must name at least one measure, got none"),
        ({"measures": ["F1"]}, "there is no choice measures; choose one of measure"),
    ],
)
def test_choices_that_cannot_be_used(given, message):
    with pytest.raises(InputError, match=re.escape(message)):
        Choices.of(**given)


def test_whole_sums_of_weights_of_which_nothing_else_is_known_are_no_counts():
    unknown = Cells(tp=math.nan, fp=math.nan, fn=math.nan, tn=math.nan)
    answer = verdict(Counts(tp=6, fp=2, fn=1, tn=9, squares=unknown))
    assert answer.reason.endswith("no probability, no interval, and any lead may be luck.")
    assert math.isnan(answer.values["models"]["A"]["log10_p"])
