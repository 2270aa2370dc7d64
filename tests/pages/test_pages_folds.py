"""How steady is the score: the best cutoff found again with pandas, folds and resamples, and what has no scores."""

import json
from urllib.parse import urlencode

import numpy as np
import pandas as pd
import pytest

from ddcore.samples import SAMPLES
from pages.shared import frame
from tests.helpers.visiting import (
    again,
    answer,
    dropped,
    figure,
    fine,
    guess,
    guessed_f1,
    rows,
    said,
    shown,
    table,
    visit,
    widget,
)

JOBS = SAMPLES["hpc_cv"].path


def common(measure, g=None):
    """Each fold beyond the guesser at every cutoff, counted anew in the file: rows are cutoffs, columns folds."""
    jobs = pd.read_csv(JOBS)
    cutoffs = np.unique(jobs["VF"])
    found = {}
    for fold, part in jobs.groupby("Resample"):
        true, score = (part["obs"] == "VF").to_numpy(), part["VF"].to_numpy()
        M, P = len(part), int(true.sum())
        called = score[None, :] >= cutoffs[:, None]
        tp, n = (called & true).sum(axis=1), called.sum(axis=1)
        share = P / M if g is None else g
        with np.errstate(invalid="ignore"):
            if measure == "F1":
                value, guessed = np.where(n > 0, 2 * tp / (P + n), np.nan), guessed_f1(M, P, share)
            else:
                value = (tp + (M - P) - (n - tp)) / M
                guessed = share * P / M + (1 - share) * (M - P) / M
        found[fold] = (value - guessed) / (1 - guessed)
    return pd.DataFrame(found, index=cutoffs)


@pytest.mark.parametrize(
    ("measure", "guess", "g"), [("F1", "half", 0.5), ("F1", "prevalence", None), ("ACC", "0.3", 0.3)]
)
def test_common_cutoff_of_the_folds_is_that_of_pandas(measure, guess, g):
    at = visit("folds", f"sample=hpc_cv&measure={measure}&guess={guess}")
    expected = common(measure, g)
    mean = expected.mean(axis=1, skipna=False)
    best = mean.idxmax()
    found = table(at).set_index("Part")
    assert list(found.index) == [f"Fold{k:02d}" for k in range(1, 11)]
    np.testing.assert_allclose(found["At the common cutoff"], expected.loc[best], atol=1e-12)
    np.testing.assert_allclose(found["Own best"], expected.max(), atol=1e-12)
    np.testing.assert_allclose(found["Own best cutoff"], expected.idxmax(), atol=1e-12)
    low, high = 100 * expected.loc[best].min(), 100 * expected.loc[best].max()
    title = {"F1": "F1", "ACC": "Accuracy"}[measure]
    others = [expected[part][expected.drop(columns=part).mean(axis=1, skipna=False).idxmax()] for part in expected]
    assert answer(at) == (
        f"{title} goes {100 * mean.max():.1f} % of the way from guessing to perfect at a cutoff of {best:.3f}, "
        f"{low:.1f} % to {high:.1f} % over the folds; "
        f"{f'{100 * np.mean(others):.1f}'.removesuffix('.0')} % with a cutoff chosen on others."
    )
    assert f"one for all costs {expected.max().mean() - mean.max():.3f} on average." in said(at)
    at_half = mean[mean.index >= 0.5].iloc[0]
    assert f"At the threshold in force, 0.500, the average is {at_half:.3f}, {mean.max() - at_half:.3f} less." in said(
        at
    )


def test_both_charts_show_every_fold():
    at = visit("folds", "sample=hpc_cv")
    lines = json.loads(figure(at, "folds_chart"))["data"]
    names = [trace.get("name") for trace in lines]
    assert [name for name in names if name and name.startswith("Fold")] == [f"Fold{k:02d}" for k in range(1, 11)]
    assert "their mean" in names
    spread = json.loads(figure(at, "spread_chart"))["data"][0]
    assert len(spread["y"]) == 10
    assert spread["x"] == pytest.approx(table(at)["At the common cutoff"].tolist())
    for key in ("folds_chart", "spread_chart"):
        assert len(at.get_by_key(key).proto.alt) > 60


def test_parts_are_the_ones_chosen():
    at = visit("folds", "sample=hpc_cv")
    assert list(at.segmented_control(key="folds_parts").options) == ["10 folds", "Resamples"]
    assert "parts" not in at.query_params
    at.segmented_control(key="folds_parts").set_value("resamples")
    fine(at.run())
    assert at.query_params["parts"] == "resamples"
    assert len(table(at)) == 200
    assert "over 95 % of the resamples; " in answer(at)
    assert "seed 1" in said(at)
    at.select_slider(key="folds_resamples").set_value(50)
    fine(at.run())
    assert at.query_params["resamples"] == "50"
    assert len(table(at)) == 50
    other = again("folds", at)
    assert table(other).equals(table(at))
    assert said(other) == said(at)
    at.segmented_control(key="folds_parts").set_value("folds")
    fine(at.run())
    assert not {"parts", "resamples"} & set(at.query_params)


def test_resamples_lie_around_the_score_of_the_whole():
    at = visit("folds", "sample=two_class_example&measure=ACC&resamples=1000")
    example = pd.read_csv(SAMPLES["two_class_example"].path)
    true, score = (example["truth"] == "Class1").to_numpy(), example["Class1"].to_numpy()
    where = float(answer(at).split("at a cutoff of ")[1].split(",")[0])
    beyond = 2 * float(np.mean((score >= where - 0.0005) == true)) - 1
    at_best = table(at)["At the common cutoff"]
    # The share of right cases varies by about sqrt(p q / M), twice that on the scale from 1/2 to 1.
    assert at_best.mean() == pytest.approx(beyond, abs=0.01)
    assert at_best.std() == pytest.approx(2 * np.sqrt(0.84 * 0.16 / 500), rel=0.15)
    low, high = at_best.quantile([0.025, 0.975])
    assert f"{100 * low:.1f} % to {100 * high:.1f} %" in answer(at)


def test_model_without_folds_has_resamples_alone():
    at = visit("folds", "sample=two_class_example")
    assert not shown(at, "folds_parts")
    assert at.query_params == {"sample": "two_class_example", "threshold": "0.5"}
    assert "On each of the 200 resamples" in said(at)


@pytest.mark.parametrize("parts", ["folds", "x"])
def test_link_to_parts_that_are_not_there_is_said(parts):
    at = visit("folds", f"sample=two_class_example&parts={parts}")
    assert f'got "{parts}"' in said(at, "warning")
    assert "On each of the 200 resamples" in said(at)


def test_guesser_is_the_one_chosen_and_travels():
    at = guess(visit("folds", "sample=hpc_cv"), "mode")
    assert "from always guessing the more common class (0)" in said(at)
    assert at.query_params["guess"] == "mode"
    assert table(again("folds", at)).equals(table(at))
    guess(at, "own", 0.3)
    assert at.query_params["guess"] == "0.3"
    assert "calling each case positive with probability 0.3" in said(at)


def test_one_measure_at_a_time():
    at = visit("folds", "sample=hpc_cv&measure=MCC,F1")
    assert at.multiselect(key="folds_measures").value == ["MCC"]
    assert answer(at).startswith("Matthews correlation (MCC) goes ")
    at.multiselect(key="folds_measures").set_value(["J"])
    fine(at.run())
    assert answer(at).startswith("Youden's J goes ")
    assert at.query_params["measure"] == "J"


@pytest.mark.parametrize(
    ("link", "key", "default", "words"),
    [
        ("parts=x", "folds_parts", "folds", 'parts must be one of folds, resamples, got "x"'),
        ("parts=resamples&resamples=7", "folds_resamples", 200, 'got "7"'),
        ("parts=resamples&resamples=x", "folds_resamples", 200, 'got "x"'),
        ("guess=often", "guess_kind", "half", "often"),
        ("guess=-0.1", "guess_kind", "half", 'guess must be between 0 and 1, got "-0.1"'),
        ("measure=PP", "folds_measures", ["F1"], 'measure must be one that this page shows, got "PP"'),
    ],
)
def test_wrong_value_in_a_link_is_said_and_the_default_shown(link, key, default, words):
    at = visit("folds", f"sample=hpc_cv&{link}")
    assert len(at.warning) == 1
    assert words in said(at, "warning")
    assert widget(at, key).value == default
    name, value = link.split("&")[-1].split("=")
    assert at.query_params.get(name) != value


def test_labels_have_no_cutoff_to_move():
    at = visit("folds", "sample=pathology")
    assert answer(at) == "The model has no scores, so there is no cutoff to move."
    assert "Choose another model, or a file with a column of scores, in the sidebar." in said(at)
    assert not at.main.get("plotly_chart")
    at = visit("folds", "sample=hpc_cv&model=pred")
    assert answer(at) == "pred has no scores, so there is no cutoff to move."
    at.selectbox(key="data_model_hpc_cv").set_value("model VF")
    fine(at.run())
    assert answer(at).startswith("F1 goes 69.7 % of the way")


def test_typed_counts_have_no_cutoff_to_move():
    at = visit("folds", "TP=227&FP=50&FN=31&TN=192")
    assert answer(at) == "The model has no scores, so there is no cutoff to move."
    assert not at.main.get("plotly_chart")


SCORED = [("yes", 0.9), ("no", 0.2), ("yes", 0.4), ("no", 0.6), ("yes", 0.8), ("no", 0.1)]


def folded(*names, weight=None):
    """A file with the six cases of `SCORED` in a fold of each name, those of the second fold weighing twice as much."""
    header = ["truth", "score", "fold"] + (["weight"] if weight else [])
    parts = [(name, [weight * (1 + place)] if weight else []) for place, name in enumerate(names)]
    return uploaded(header, [[*case, name, *weighs] for name, weighs in parts for case in SCORED])


def uploaded(header, lines):
    """A file dropped by somebody who has looked at no sample before."""
    return dropped(rows(header, lines), "folds", link="data=File")


def test_folds_of_an_upload_are_found_and_shown():
    at = folded("a", "b", "c")
    assert at.segmented_control(key="folds_parts").options[0] == "3 folds"
    assert table(at)["Part"].tolist() == ["a", "b", "c"]
    # From 0.4 on: 3 hits, one false alarm, F1 6/7; from 0.8 on: 2 hits, F1 4/5.
    guessed = guessed_f1(6, 3, 0.5)
    assert table(at)["At the common cutoff"].tolist() == pytest.approx([(6 / 7 - guessed) / (1 - guessed)] * 3)
    assert "at a cutoff of 0.400" in answer(at)
    assert at.query_params == {"data": "File"}


@pytest.mark.parametrize("weight", [None, 2.5])
def test_folds_of_an_upload_are_taken_after_a_sample_without_folds(weight):
    header = ["truth", "score", "fold"] + (["weight"] if weight else [])
    lines = [[*case, name] + ([weight] if weight else []) for name in "ab" for case in SCORED]
    at = dropped(rows(header, lines), "folds", link="sample=two_class_example")
    assert at.segmented_control(key="folds_parts").value == "folds"
    assert table(at)["Part"].tolist() == ["a", "b"]
    assert at.query_params == {"data": "File"}


def test_weighted_cases_in_folds_are_counted_by_weight():
    at = folded("a", "b", weight=1.3)
    assert len(table(at)) == 2
    assert "at a cutoff of 0.400" in answer(at)
    assert "weighted" in said(at, "caption")


def test_weighted_cases_without_folds_are_resampled_with_their_weights():
    lines = [[*case, 1.5 + k % 2] for k, case in enumerate(SCORED * 5)]
    at = uploaded(["truth", "score", "weight"], lines)
    assert answer(at).startswith("F1 goes ")
    assert "On each of the 200 resamples" in said(at)
    assert "Weighted cases are drawn with their weights, and each class keeps its sum of them." in said(at)
    assert len(table(at)) == 200


def test_fold_of_one_class_is_left_out_and_named():
    lines = [[*case, name] for name in "ab" for case in SCORED] + [["yes", 0.7, "<b>c</b>"], ["yes", 0.3, "<b>c</b>"]]
    at = uploaded(["truth", "score", "fold"], lines)
    at.multiselect(key="folds_measures").set_value(["MCC"])
    fine(at.run())
    assert table(at)["Part"].tolist() == ["a", "b"]
    text = said(at)
    assert "Left out of the folds, because Matthews correlation (MCC) has no value there: <b>c</b>." in text
    assert "<b>" not in "\n".join(one.value for one in at.main.markdown)


def test_names_of_folds_are_no_markup_and_start_no_formula():
    names = ["<b>x</b>", "=1+1", "![x](http://evil.example/x.png)"]
    at = folded(*names)
    assert sorted(table(at)["Part"]) == sorted(names)
    for key in ("folds_chart", "spread_chart"):
        assert "<b>x" not in json.dumps(json.loads(figure(at, key)), ensure_ascii=False)
    assert "'=1+1" in frame.csv(table(at)).decode()


def test_measure_without_a_value_on_the_parts_says_so():
    lines = [[truth, score, fold] for fold, truth in (("a", "yes"), ("b", "no")) for _, score in SCORED]
    at = uploaded(["truth", "score", "fold"], lines)
    at.multiselect(key="folds_measures").set_value(["MCC"])
    fine(at.run())
    assert answer(at).startswith("Nobody can tell. Matthews correlation (MCC) has no value")
    assert "no value" in at.get_by_key("folds_chart").proto.alt
    assert "Left out of the folds" in said(at)
    assert len(table(at)) == 0


def test_three_cases_have_an_answer():
    at = dropped(b"truth,score\nyes,0.9\nno,0.1\nyes,0.4\n", "folds")
    assert answer(at).startswith("F1 goes 100 % of the way from guessing to perfect at a cutoff of 0.400")
    at = dropped(b"truth,score,fold\nyes,0.9,1\nno,0.1,1\nyes,0.4,2\n", "folds", link="data=File")
    assert table(at)["Part"].tolist() in (["1"], ["1", "2"])


def test_scores_that_are_all_equal_have_an_answer():
    at = dropped(b"truth,score\n" + b"yes,3\nno,3\n" * 10, "folds")
    assert "at a cutoff of 3, " in answer(at)
    assert "nan" not in said(at).lower().split()


def test_several_models_of_an_upload_are_looked_at_one_by_one():
    lines = [[truth, score, round(1 - score, 3), fold] for fold in "ab" for truth, score in SCORED]
    at = uploaded(["truth", "good", "bad", "fold"], lines)
    first = answer(at)
    box = widget(at, "data_model_")
    assert list(box.options) == ["good", "bad"]
    at.selectbox(key=box.key).set_value("bad")
    fine(at.run())
    assert answer(at) != first
    assert "Worth knowing about bad" in [one.value for one in at.main.subheader]
    assert at.query_params == {"data": "File"}


def test_another_sample_shows_the_parts_it_has():
    at = visit("folds", "sample=hpc_cv")
    at.selectbox(key="data_sample").set_value("two_class_example")
    fine(at.run())
    assert "200 resamples" in said(at)
    at.selectbox(key="data_sample").set_value("hpc_cv")
    fine(at.run())
    assert len(table(at)) == 10


def test_threshold_in_force_is_compared():
    at = visit("folds", urlencode({"sample": "hpc_cv", "threshold": "0.9"}))
    mean = common("F1", 0.5).mean(axis=1, skipna=False)
    own = mean[mean.index >= 0.9].iloc[0]
    assert f"At the threshold in force, 0.900, the average is {own:.3f}, {mean.max() - own:.3f} less." in said(at)
