"""How far beyond chance: the numbers by hand, the guesser, the balance, and what has no scale."""

import csv
import io
import json
import re
from urllib.parse import urlencode

import numpy as np
import pytest

from pages.shared import frame
from tests.helpers.visiting import (
    SCORES,
    again,
    answer,
    dropped,
    figure,
    fine,
    go,
    guess,
    guessed_f1,
    kind,
    rows,
    said,
    table,
    visit,
    widget,
)

EXAMPLE = "sample=two_class_example"
COUNTS = "TP=227&FP=50&FN=31&TN=192"
ALWAYS = {"half": 0.5, "prevalence": 258 / 500, "mode": 1.0, "0.3": 0.3}


def by_key(at):
    return table(at).set_index("Key")


def without_intervals(said):
    return re.sub(r" \([^()]* to [^()]*\)", "", said)


def test_answer_has_the_share_of_the_way():
    at = visit("rescaled", EXAMPLE)
    assert "goes 66.5 % (59.3 % to 72.7 %) of the way" in answer(at)
    assert without_intervals(answer(at)) == (
        "The model goes 66.5 % of the way from chance to perfect on Accuracy, 52.6 % on F1."
    )
    assert f"{(0.838 - 0.516) / (1 - 0.516):.3f}" == "0.665"
    assert "what tossing a coin earns on average" in said(at)
    assert r"\frac{0.838 - 0.516}{1 - 0.516}" in said(at)
    assert at.query_params == {"sample": "two_class_example", "threshold": "0.5"}


def test_table_is_that_of_the_hand():
    found = by_key(visit("rescaled", COUNTS))
    f1, chance = 2 * 227 / (258 + 277), 2 * 258 / 758
    mcc = (227 * 192 - 50 * 31) / np.sqrt(258.0 * 242 * 277 * 223)
    recall, specificity = 227 / 258, 192 / 242
    expected = {
        # score, beyond chance, beyond a coin, balanced
        "ACC": (0.838, 0.322 / 0.484, 0.338 / 0.5, (recall + specificity) / 2),
        "F1": (
            f1,
            (f1 - chance) / (1 - chance),
            (f1 - guessed_f1(500, 258, 0.5)) / (1 - guessed_f1(500, 258, 0.5)),
            2 * recall / (recall + 1 + 1 - specificity),
        ),
        "PPV": (227 / 277, (227 / 277 - 0.516) / 0.484, (227 / 277 - 0.516) / 0.484, recall / (recall + 50 / 242)),
        "NPV": (
            192 / 223,
            (192 / 223 - 0.484) / 0.516,
            (192 / 223 - 0.484) / 0.516,
            specificity / (specificity + 31 / 258),
        ),
        "J": (recall + specificity - 1,) * 4,
        "TPR": (recall, recall - 1, (recall - 0.5) / 0.5, recall),
        "TNR": (specificity, specificity - 1, (specificity - 0.5) / 0.5, specificity),
    }
    columns = ["Score", "Beyond chance", "Beyond guesser", "Balanced"]
    for key, numbers in expected.items():
        assert found.loc[key, columns].tolist() == pytest.approx(numbers, abs=1e-12), key
    assert found.loc["MCC", columns[:3]].tolist() == pytest.approx([mcc] * 3, abs=1e-12)
    assert found.loc[["TPR", "TNR", "ACC"], "Can be beaten"].tolist() == ["no", "no", "yes"]
    np.testing.assert_allclose(
        found["Error of expansion"], found["Guesser by expansion"] - found["Guesser"], atol=1e-15
    )


@pytest.mark.parametrize("name", ALWAYS)
def test_guesser_is_the_one_chosen(name):
    at = visit("rescaled", COUNTS)
    if name == "0.3":
        guess(at, "own", 0.3)
    elif name != "half":
        guess(at, name)
    g, found = ALWAYS[name], by_key(at)
    guessed = g * 0.516 + (1 - g) * 0.484
    assert found.loc["ACC", "Guesser"] == pytest.approx(guessed, abs=1e-12)
    assert found.loc["ACC", "Beyond guesser"] == pytest.approx((0.838 - guessed) / (1 - guessed), abs=1e-12)
    assert found.loc["F1", "Guesser"] == pytest.approx(guessed_f1(500, 258, g), abs=1e-12)
    words = {
        "half": "tossing a coin",
        "prevalence": "guessing positive as often as cases are positive",
        "mode": "always guessing the more common class",
        "0.3": "calling each case positive with probability 0.3",
    }
    assert f"0 is what {words[name]} earns on average" in said(at)
    assert at.query_params.get("guess") == (None if name == "half" else name)
    other = again("rescaled", at)
    assert table(other).equals(table(at))
    assert said(other) == said(at)
    assert other.query_params == at.query_params


def test_guess_of_ones_own_has_a_slider_only_then():
    at = visit("rescaled", COUNTS)
    assert not [one for one in at.slider if one.key == "guess_g"]
    guess(at, "own")
    assert at.slider(key="guess_g").value == 0.25
    assert at.query_params["guess"] == "0.25"
    guess(at, "half")
    assert not [one for one in at.slider if one.key == "guess_g"]
    assert "guess" not in at.query_params


def test_guesser_stays_on_the_way_to_another_page():
    at = guess(visit("rescaled", EXAMPLE), "own", 0.4)
    for page in ("prevalence", "folds", "rescaled"):
        go(at, page)
        assert at.slider(key="guess_g").value == 0.4
        assert at.query_params["guess"] == "0.4"


def test_balance_is_the_one_chosen():
    at = visit("rescaled", COUNTS)
    at.slider(key="rescaled_prevalence").set_value(0.2)
    fine(at.run())
    recall, specificity = 227 / 258, 192 / 242
    found = by_key(at)
    assert found.loc["ACC", "Balanced"] == pytest.approx(0.2 * recall + 0.8 * specificity, abs=1e-12)
    precision = 0.2 * recall / (0.2 * recall + 0.8 * (1 - specificity))
    assert found.loc["PPV", "Balanced"] == pytest.approx(precision, abs=1e-12)
    assert found.loc["PPV", "Score"] == pytest.approx(227 / 277, abs=1e-12)
    assert (
        f"With 20 % positive cases instead of 51.6 %, Precision (PPV) would be {precision:.3f} instead of 0.819, at "
        "the same recall and specificity." in said(at)
    )
    assert at.query_params["prevalence"] == "0.2"
    assert table(again("rescaled", at)).equals(table(at))


@pytest.mark.parametrize(
    ("link", "key", "default", "words"),
    [
        ("guess=often", "guess_kind", "half", "often"),
        ("guess=1.2", "guess_kind", "half", 'guess must be between 0 and 1, got "1.2"'),
        ("guess=nan", "guess_kind", "half", "nan"),
        ("prevalence=7", "rescaled_prevalence", 0.5, 'prevalence must be between 0.01 and 0.99, got "7"'),
        ("prevalence=x", "rescaled_prevalence", 0.5, 'prevalence must be between 0.01 and 0.99, got "x"'),
    ],
)
def test_wrong_value_in_a_link_is_said_and_the_default_shown(link, key, default, words):
    at = visit("rescaled", f"{COUNTS}&{link}")
    assert len(at.warning) == 1
    assert words in said(at, "warning")
    assert widget(at, key).value == default
    assert answer(at) == answer(visit("rescaled", COUNTS))
    assert link.split("=")[0] not in at.query_params


def test_wrong_guesser_in_a_link_is_told_the_names_that_are_known():
    text = said(visit("rescaled", f"{COUNTS}&guess=often"), "warning")
    assert "half" in text
    assert "mode" in text


def test_measures_chosen_are_the_rows_and_the_answer():
    at = visit("rescaled", f"{COUNTS}&measure=MCC,G2")
    assert list(by_key(at).index) == ["MCC", "G2"]
    assert without_intervals(answer(at)) == (
        "The model goes 67.7 % of the way from chance to perfect on Matthews correlation (MCC), 67.1 % on "
        "G-mean 2 (G2)."
    )
    at.multiselect(key="rescaled_measures").set_value(["kappa"])
    fine(at.run())
    assert list(by_key(at).index) == ["kappa"]
    assert at.query_params["measure"] == "kappa"


def test_models_stand_side_by_side():
    at = visit("rescaled", "sample=hpc_cv")
    assert table(at)["Model"].tolist()[:2] == ["pred", "model VF"]
    assert "Worth knowing about model VF" in [one.value for one in at.main.subheader]
    assert answer(at).startswith("Model VF goes ")
    spec = json.loads(figure(at, "rescaled_chart"))
    assert {tuple(axis["ticktext"]) for name, axis in spec["layout"].items() if name.startswith("xaxis")} == {
        ("pred", "model VF")
    }
    assert len(spec["data"]) >= 4
    at.selectbox(key="data_model_hpc_cv").set_value("pred")
    fine(at.run())
    assert answer(at).startswith("pred goes ")


def test_labels_without_scores_have_their_scales():
    at = visit("rescaled", "sample=pathology")
    found = by_key(at)
    assert found.loc["ACC", "Score"] == pytest.approx(285 / 344, abs=1e-12)
    assert found.loc["ACC", "Beyond chance"] == pytest.approx((285 - 258) / (344 - 258), abs=1e-12)
    assert without_intervals(answer(at)).startswith(
        "The model goes 31.4 % of the way from chance to perfect on Accuracy"
    )


def test_worse_than_chance_is_said():
    at = visit("rescaled", "TP=50&FP=192&FN=208&TN=50&measure=ACC,MCC")
    found = by_key(at)
    # Between the worst draw, 0.484, and the best, 0.516, there is no 0.2.
    assert found.loc["ACC", "Beyond chance"] == -1
    assert answer(at) == ("Not beyond. The model stays below the best draw on Accuracy and Matthews correlation (MCC).")


@pytest.mark.parametrize("counts", [(5, 0, 3, 0), (0, 2, 0, 5), (5, 0, 0, 0), (0, 5, 0, 0)])
def test_one_class_alone_cannot_be_told(counts):
    at = visit("rescaled", urlencode(dict(zip(("TP", "FP", "FN", "TN"), counts, strict=True))))
    assert answer(at) == "Nobody can tell. None of these measures can be beaten here, or none has a value."
    assert json.loads(figure(at, "rescaled_chart"))["data"]
    found = by_key(at)
    assert found.loc["MCC", ["Score", "Beyond chance", "Beyond guesser", "Balanced"]].isna().all()


@pytest.mark.parametrize("counts", [(1, 0, 1, 1), (1, 1, 0, 1), (2, 0, 0, 1), (0, 1, 2, 0)])
def test_three_cases_have_an_answer(counts):
    at = visit("rescaled", urlencode(dict(zip(("TP", "FP", "FN", "TN"), counts, strict=True))))
    tp, fp, fn, tn = counts
    chance = max(tp + fn, fp + tn) / 3
    score = (tp + tn) / 3
    worst = 1 - chance
    expected = (score - chance) / (1 - chance) if score >= chance else max((score - chance) / (chance - worst), -1)
    assert by_key(at).loc["ACC", "Beyond chance"] == pytest.approx(expected, abs=1e-12)
    assert "nan" not in said(at).lower().split()


def test_thousand_million_cases_have_an_answer():
    at = visit("rescaled", "TP=200000000&FP=100000000&FN=100000000&TN=600000000&measure=ACC,F1")
    assert without_intervals(answer(at)) == (
        "The model goes 33.3 % of the way from chance to perfect on Accuracy, 38.1 % on F1."
    )


def test_weighted_cases_are_compared_with_whole_ones():
    lines = [("yes", 0.9, 1.5), ("no", 0.2, 2.25), ("yes", 0.4, 0.1), ("no", 0.7, 1.25)] * 3
    at = dropped(rows(["truth", "score", "weight"], lines), "rescaled")
    found = by_key(at).loc["ACC"]
    assert found["Score"] == pytest.approx(11.25 / 15.3, abs=1e-12)
    assert found["Beyond chance"] == pytest.approx((11.25 - 10.5) / 4.8, abs=1e-4)
    assert at.query_params == {"data": "File"}


def test_upload_leaves_nothing_in_the_link_but_what_was_chosen():
    at = dropped(SCORES, "rescaled")
    assert at.query_params == {"data": "File"}
    guess(at, "mode")
    at.slider(key="rescaled_prevalence").set_value(0.1)
    fine(at.run())
    assert at.query_params == {"data": "File", "guess": "mode", "prevalence": "0.1"}


def test_names_of_models_are_no_markup_in_the_answer_and_start_no_formula():
    name = "=![x](http://evil.example/x.png)<b>"
    lines = [line.split(",") for line in SCORES.decode().splitlines()[1:]]
    at = dropped(rows(["truth", name, "other"], [[*line, line[1]] for line in lines]), "rescaled")
    assert answer(at).startswith(f"{name} goes")
    raw = "\n".join(one.value for kinds in (at.main.header, at.main.markdown) for one in kinds)
    assert "![x](" not in raw
    assert "<b>" not in raw
    assert "<b>" not in figure(at, "rescaled_chart").replace("<br>", "").replace("\\u003c", "<").replace("&lt;b", "")


def test_table_without_a_value_downloads_as_an_empty_cell():
    at = visit("rescaled", "TP=5&FP=0&FN=0&TN=0&measure=MCC")
    header, line = csv.reader(io.StringIO(frame.csv(table(at)).decode()))
    assert dict(zip(header, line, strict=True))["Score"] == ""


def test_page_without_a_model_asks_for_one_and_recovers():
    at = visit("rescaled", "M=303&P=139")
    assert answer(at) == "Only the classes are known, so there is no model to judge yet."
    assert not at.main.get("plotly_chart")
    kind(at, "Sample")
    assert without_intervals(answer(at)).startswith("The model goes 66.5 % of the way")
