"""Several answers for several classes, as told: values against the file itself, notes by codes, wrong lines."""

from functools import cache

import numpy as np
import pandas as pd
import pytest

import ddcore
from ddcore.answers.actions.choices import actions_of, default_answers
from ddcore.answers.base.question import next_steps
from ddcore.errors import InputError
from ddcore.read import read
from ddcore.samples import SAMPLES
from tests.helpers.answers import asked, codes, numbers
from tests.helpers.loops import nonempty

NAMES = ["setosa", "versicolor", "virginica"]
LABELS = "Worth per case, best answer for each", "Gain over refer for all"
iris = cache(lambda: ddcore.sample("iris"))


def test_the_worth_is_that_of_the_file():
    """And the other questions lead to this one."""
    frame = pd.read_csv(SAMPLES["iris"].path)
    probability = frame[NAMES].to_numpy() / frame[NAMES].to_numpy().sum(axis=1, keepdims=True)
    best, truth = probability.argmax(axis=1), frame.species.map(NAMES.index).to_numpy()
    sure = probability.max(axis=1) > 0.8
    answer = asked("actions", iris())
    assert answer.values["worth"]["value"] == pytest.approx(right_or_referred(probability, truth))
    assert answer.values["answers"]["refer"]["cases"] == (~sure).sum()
    assert codes(answer) == ["class-order", "assumed-worth", "as-given"]
    assert answer.tables["given"].rows()["Cases"].sum() == 150
    assert (answer.tables["cases"].rows()["Best answer"] == np.where(sure, np.array(NAMES)[best], "refer")).all()
    assert next_steps("verdict", iris())[0].question == "actions"
    worth = right_or_referred(probability, truth)
    assert [stated[:2] for stated in numbers(answer)] == [
        (label, f"{value:.3f}") for label, value in zip(LABELS, (worth, worth - 0.8), strict=True)
    ]


def test_more_classes_than_a_plane_has_are_a_heat_map_alone_and_probabilities_too_sure_are_told():
    answer = asked("actions", ddcore.sample("hpc_cv"))
    assert "promised" in codes(answer)
    assert [figure.draw().data[0].z.shape for figure in answer.figures.values()] == [(5, 4)]


@pytest.mark.full
def test_two_classes_are_read_as_evidence_and_drawn_over_the_probability():
    data = ddcore.sample("two_class_example")
    answer = asked("actions", data, answers="1: 1, -4\n2: 0, 1\nboth: 0.4\nnever: -1, -1")
    assert list(answer.figures) == ["actions", "given"]
    assert ("never-best" in codes(answer), "as-given" in codes(answer)) == (True, False)
    assert sum(own["cases"] for own in answer.values["answers"].values()) == pytest.approx(500)
    assert [step.question for step in next_steps("verdict", data)].count("actions") == 0


def test_answers_that_are_best_for_all_or_somewhere():
    """The map of three classes has a region for each answer that is ever the best."""
    one = asked("actions", iris(), answers="1: 1, 0, 0\nrefer: 2")
    assert "“refer”.**" in one.sentence
    assert one.values["gain"]["value"] == 0
    drawn = asked("actions", iris(), answers=f"{default_answers(3)}\nnever: 0.1").figures["actions"].draw("dark").data
    assert sum(trace.fill == "toself" for trace in drawn) == 4


def test_weights_go_with_the_cases():
    frame = pd.read_csv(SAMPLES["iris"].path).assign(weight=np.where(np.arange(150) < 50, 3.0, 1.0))
    classes = read(frame, truth="species", positive="virginica", weight="weight").data().classes
    assert classes.cases.sum(axis=0).tolist() == [150, 50, 50]


def several_models(rows=60, seed=3):
    """Two models of three classes, a good and a bad one, with the place of the truth and both models' probabilities."""
    rng = np.random.default_rng(seed)
    truth, names = rng.integers(0, 3, rows), np.array(["ant", "bee", "cow"])
    frame, own = pd.DataFrame({"truth": names[truth]}), {}
    for model, skill in (("rf", 20.0), ("nn", 0.1)):
        own[model] = np.array([rng.dirichlet(1 + skill * np.eye(3)[place]) for place in truth])
        frame = frame.assign(**{f"{model}_{name}": own[model][:, place] for place, name in enumerate(names)})
    return frame, truth, own, names


def right_or_referred(probability, truth):
    best = probability.argmax(axis=1)
    return np.where(probability.max(axis=1) > 0.8, best == truth, 0.8).mean()


def test_each_model_has_its_own_probabilities_of_all_classes():
    """In a wide file and in a long one; not one that is turned round."""
    frame, truth, own, names = several_models()
    long = pd.concat([pd.DataFrame(own[model], columns=names).assign(truth=frame.truth, model=model) for model in own])
    for model in nonempty(own):
        for table, column in ((frame, f"{model}_bee"), (long, model)):
            data = ddcore.read(table, positive="bee", select=column)
            worth = asked("actions", data).values["worth"]["value"]
            assert worth == pytest.approx(right_or_referred(own[model], truth))
    models = read(frame, positive="bee", turned=["rf_bee"]).models
    assert [models[name].classes is None for name in ("rf_bee", "nn_bee")] == [True, False]


def test_rows_without_a_probability_are_left_out_and_too_many_are_told(monkeypatch):
    frame, *_ = several_models()
    frame = frame[["truth", "rf_ant", "rf_bee", "rf_cow"]].copy()
    frame.loc[[0, 7], "rf_ant"] = np.nan
    assert len(read(frame, positive="bee").data().classes.cases) == 58
    monkeypatch.setattr("ddcore.read.by_class.PROBABILITIES", 100)
    few = read(frame, positive="bee")
    assert few.data().classes is None
    assert any("100" in note for note in few.notes)


def test_columns_of_some_classes_and_of_no_probabilities_are_not_taken_for_them():
    frame = pd.read_csv(SAMPLES["iris"].path)
    for some in (frame.drop(columns="virginica"), frame.assign(virginica=0.5)):
        assert read(some, truth="species", positive="setosa").data().classes is None


def test_lines_that_cannot_be_used_are_told():
    for text, problem in (
        ("1: 1, 0\nrefer: 2", 'line 1 must be a name, a colon and 3 numbers .or one for all., got "1: 1, 0"'),
        ("refer 2", "line 1 must be a name"),
        ("1: 1, 0, x\nrefer: 2", "line 1 must be a name"),
        ("refer: 2\nrefer: 3", "there is more than one answer called refer"),
        ("setosa: 1\n1: 2", "there is more than one answer called setosa"),
        ("refer: 2", "there must be two answers or more, got 1"),
        ("\n".join(f"a{place}: 1" for place in range(31)), "at most 30 answers"),
    ):
        with pytest.raises(InputError, match=problem):
            actions_of(text, NAMES)


def test_one_case_of_a_class_has_no_probabilities_of_evidence():
    with pytest.raises(InputError, match="probabilities need two cases of each class"):
        ddcore.actions(ddcore.predictions([1, 0, 0], [0.9, 0.2, 0.4]))


def test_which_number_belongs_to_which_class_does_not_follow_the_rows():
    """Read forwards and backwards the classes stand in their own order, which the answer says."""
    frame = pd.read_csv(SAMPLES["iris"].path)
    answers = "1: 1, 0, 0; 2: 0, 2, 0; 3: 0, 0, 3"

    def of(rows, positive):
        return asked("actions", ddcore.read(rows, truth="species", positive=positive), answers=answers).values

    found = [of(rows, "setosa") for rows in (frame, frame[::-1])]
    assert found[0]["classes"] == found[1]["classes"] == NAMES
    assert found[0]["worth"] == pytest.approx(found[1]["worth"])
    numbers = frame.replace({"species": dict(zip(NAMES, ("10", "9", "2"), strict=True))})
    numbers = numbers.rename(columns=dict(zip(NAMES, ("10", "9", "2"), strict=True)))
    assert of(numbers, "9")["classes"] == ["2", "9", "10"]
