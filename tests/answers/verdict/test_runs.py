"""Runs of one model: how a file with a column of them is read, and the mean over them."""

import numpy as np
import pandas as pd
import pytest
from scipy.stats import ttest_1samp

import ddcore
from ddcore.chance.runs import mean_over_runs
from ddcore.errors import InputError
from ddcore.measures import MEASURES
from ddcore.read import read
from tests.helpers.answers import codes


def runs_of(models=("",), runs=3, cases=60, name="seed"):
    rng = np.random.default_rng(5)
    truth = np.where(np.arange(cases) % 3 == 0, "ill", "well")
    line = (truth == "ill") + rng.normal(0, 0.5, cases)
    frames = [
        pd.DataFrame({"truth": truth, "score": line + rng.normal(0, 0.4, cases), name: seed, "model": model})
        for model in models
        for seed in range(runs)
    ]
    frame = pd.concat(frames, ignore_index=True)
    return frame if models != ("",) else frame.drop(columns="model")


@pytest.fixture(scope="module")
def data():
    return ddcore.read(runs_of(), positive="ill")


def test_each_run_is_a_model_and_their_cases_are_not_counted_together():
    frame = runs_of()
    file = read(frame, positive="ill", threshold=0.5)
    assert list(file.models) == ["run 0", "run 1", "run 2"]
    for seed in range(3):
        own = frame[frame.seed == seed]
        called = own.score >= 0.5
        assert file.models[f"run {seed}"].counts.tp == ((own.truth == "ill") & called).sum()
    assert (file.data("run 1").total, file.data("run 1").runs) == (60, tuple(file.models))


def test_runs_of_several_models_are_kept_apart():
    data = ddcore.read(runs_of(("a", "b")), positive="ill")
    assert set(data.models) == {f"{model}, run {seed}" for model in "ab" for seed in range(3)}
    assert {data.models[name].run_of for name in data.runs} == {data.model.run_of}
    assert len(data.runs) == 3


def test_a_model_with_one_run_keeps_its_name_beside_others_with_several():
    frame = runs_of(("a", "b"))
    few = frame[(frame.model == "a") | (frame.seed == 0)]
    data = ddcore.read(few, positive="ill", run="seed", threshold=0.5)
    assert list(data.models) == ["a, run 0", "a, run 1", "a, run 2", "b"]
    assert data.models["b"].run_of == ""
    answer = ddcore.verdict(data, measure=["F1"])
    scores = {name: float(MEASURES["F1"](model.counts)) for name, model in data.models.items()}
    found, drawn = answer.values["model_runs"], answer.figures["runs"].draw().data
    assert (found["a"]["F1"]["runs"], found["b"]["F1"]["runs"]) == (3, 1)
    mean = np.mean([scores[f"a, run {run}"] for run in range(3)])
    assert [found[name]["F1"]["value"] for name in "ab"] == pytest.approx([mean, scores["b"]])
    dots, means = (next(t for t in drawn if t.name == name) for name in ("each run", "their mean"))
    assert sorted(dots.x) == pytest.approx(sorted(scores.values()))
    assert list(means.x) == pytest.approx(sorted([mean, scores["b"]], reverse=True))
    assert "runs" not in ddcore.verdict(ddcore.read(runs_of(), positive="ill")).figures


def test_a_column_so_named_is_taken_only_where_the_same_cases_come_again():
    for name in ("run", "seed"):
        frame = runs_of(name=name)
        assert read(frame, positive="ill").roles["run"] == (name,)
        assert read(frame.iloc[:-1], positive="ill").roles["run"] == ()
        assert read(frame.iloc[:-1], positive="ill", run=name).roles["run"] == (name,)
        assert list(read(frame, positive="ill", run="").models) == ["the model"]
    frame["seed"] = frame.seed.astype(object)
    frame.loc[4, "seed"] = None
    with pytest.raises(InputError, match="must name a run in each row"):
        read(frame, positive="ill", run="seed")


def test_the_interval_of_the_mean_is_students():
    scores = [0.61, 0.64, 0.66, 0.58]
    mean, peer = mean_over_runs(scores), ttest_1samp(scores, 0).confidence_interval()
    assert (mean.low, mean.high) == pytest.approx((peer.low, peer.high))
    assert np.isnan(mean_over_runs([0.5]).low)
    assert np.isnan(mean_over_runs([0.5, np.nan]).value)


def test_verdict_has_the_mean_and_the_number_of_runs_that_beat_chance(data):
    answer = ddcore.verdict(data)
    assert "mean-of-runs" in codes(answer)
    row = answer.tables["runs"].rows().set_index("Measure").loc["Accuracy"]
    accuracies = [float(MEASURES["ACC"](data.models[name].counts)) for name in data.runs]
    assert [row["Mean"], row["Standard deviation"]] == pytest.approx([np.mean(accuracies), np.std(accuracies, ddof=1)])
    states = [answer.values["models"][name]["measures"]["ACC"]["state"] for name in data.runs]
    assert row["Runs that beat chance"] == states.count("beats")
    one = ddcore.verdict(ddcore.sample("two_class_example"))
    assert "runs" not in one.tables
    assert one.values["runs"] == {}
    areas = [data.models[name].table.auc for name in data.runs]
    assert answer.values["runs"]["AUC"]["value"] == pytest.approx(np.mean(areas))


def test_folds_takes_runs_and_calls_none_of_them_unseen(data):
    answer = ddcore.folds(data)
    assert list(answer.values["parts"]) == ["run 0", "run 1", "run 2"]
    assert np.isnan(answer.values["chosen_on_others"])
    assert data.at_share(0.1).runs == data.runs
    assert "flatters" in codes(answer)
    with pytest.raises(InputError, match="parts cannot be runs"):
        ddcore.folds(ddcore.sample("two_class_example"), parts="runs")


def test_note_distinguishes_runs_on_the_same_cases_and_on_other_cases():
    frame = runs_of(cases=90)
    fewer = frame[(frame.seed != 1) | (np.arange(len(frame)) % 2 == 0)]
    same, own = (
        ddcore.verdict(ddcore.read(rows, positive="ill", run="seed", threshold=0.5)) for rows in (frame, fewer)
    )
    for answer, words in ((same, "on the same cases"), (own, "runs on other cases")):
        assert next(note.text for note in answer.notes if note.code == "mean-of-runs").count(words) == 1
        assert words in answer.tables["runs"].remark
