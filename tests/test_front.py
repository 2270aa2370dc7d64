"""The front door: data of arrays, frames, files and numbers, and each question as a function of them."""

import inspect
import io
import subprocess
import sys
from pathlib import Path

import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pytest
from sklearn.metrics import confusion_matrix

import ddcore
from ddcore.answers.base.as_json import plain
from ddcore.answers.base.question import QUESTIONS
from ddcore.data import Data
from ddcore.errors import InputError
from ddcore.read.roles import BY_CASE, Roles
from ddcore.report.recipe import source_words
from ddcore.samples import SAMPLES
from ddcore.samples.many_classes import MANY_CLASSES
from ddcore.samples.offered import OFFERED
from tests.helpers.tiers import some_of

ROOT = Path(__file__).parents[1]
TRUTH = [1, 0, 1, 0, 1, 0, 0, 1]
A = [0.9, 0.1, 0.8, 0.4, 0.3, 0.2, 0.7, 0.6]
B = [0.6, 0.3, 0.7, 0.2, 0.9, 0.1, 0.4, 0.2]

FORMS = {
    "list": (TRUTH, {"a": A, "b": B}),
    "tuple": (tuple(TRUTH), {"a": tuple(A), "b": tuple(B)}),
    "numpy": (np.array(TRUTH), {"a": np.array(A), "b": np.array(B)}),
    "small floats": (np.array(TRUTH, np.int8), {"a": np.array(A, ">f8"), "b": np.array(B)}),
    "objects": (np.array(TRUTH, object), {"a": np.array(A, object), "b": np.array(B, object)}),
    "bools": (np.array(TRUTH, bool), {"a": A, "b": B}),
    "pandas": (pd.Series(TRUTH, index=range(10, 18)), pd.DataFrame({"a": A, "b": B}, index=range(8))),
    "polars": (pl.Series(TRUTH), pl.DataFrame({"a": A, "b": B})),
    "pyarrow": (pa.array(TRUTH), pa.table({"a": A, "b": B})),
    "chunked": (pa.chunked_array([TRUTH[:3], TRUTH[3:]]), pa.table({"a": A, "b": B})),
}


@pytest.mark.full
def test_every_form_of_arrays_gives_the_same_models():
    for form, columns in FORMS.items():
        data = ddcore.predictions(*columns)
        assert list(data.models) == ["a", "b"], form
        assert (data.total, data.positives) == (8, 4), form
        for name, score in (("a", A), ("b", B)):
            (tn, fp), (fn, tp) = confusion_matrix(TRUTH, np.array(score) >= 0.5)
            assert [int(cell) for _, cell in data.models[name].counts.items()] == [tp, fp, fn, tn], form
    one = ddcore.predictions(TRUTH, A, threshold=0.35)
    assert (one.name, one.model.threshold) == ("the model", 0.35)
    assert one.model.counts.predicted_positives == 5


def test_values_of_the_truth_are_labels():
    """Whatever the kind and the order of the truth; text is a label beside scores."""
    predicted = [1, 0, 1, 0, 0, 0, 1, 1]
    for kind in (int, bool):
        truth, called = np.array(TRUTH, kind), np.array(predicted, kind)
        for data in (ddcore.predictions(truth, None, label=called), ddcore.predictions(truth, called)):
            assert data.model.table is None
            assert (data.model.counts.tp, data.model.counts.fp) == (3, 1)
    truth = np.repeat([0, 1], [3000, 10])
    assert ddcore.predictions(truth, truth[::-1]).model.table is None
    assert ddcore.predictions(truth, np.linspace(0, 1, 3010)).model.table is not None
    truth = ["ill" if positive else "well" for positive in TRUTH]
    data = ddcore.predictions(truth, {"scan": truth, "score": A}, positive="ill")
    assert data.models["scan"].counts.tp == 4
    assert data.models["scan"].table is None
    assert data.models["score"].table is not None


def test_roles_are_those_of_a_file():
    columns = {"group": ["x", "y"] * 4, "weight": [1, 2] * 4, "amount": [5.0, 6.0] * 4, "fold": [1, 1, 2, 2] * 2}
    arrays = ddcore.predictions(TRUTH, A, id=range(8), positive=1, **columns)
    frame = pd.DataFrame({"truth": TRUTH, "score": A, **columns})
    file = ddcore.read(frame, truth="truth", score="score", positive="1", **{name: name for name in columns})
    assert list(arrays.model.groups) == list(file.model.groups) == ["x", "y"]
    assert list(arrays.model.folds) == list(file.model.folds) == ["1", "2"]
    assert arrays.total == file.total == 12
    assert arrays.model.amounts.sums.total == file.model.amounts.sums.total
    assert plain(ddcore.verdict(arrays).values) == plain(ddcore.verdict(file).values)
    # A model may have the name of a role.
    data = ddcore.predictions(TRUTH, {"truth": A, "group": B}, group=["x", "y"] * 4, select="group")
    assert (list(data.models), data.name, list(data.model.groups)) == (["truth", "group"], "group", ["x", "y"])


def test_the_best_model_is_looked_at_unless_one_is_named():
    assert ddcore.sample("lending_club").name == "logistic"
    assert ddcore.sample("lending_club", select="trees").name == "trees"
    assert ddcore.sample("factory", select="A").name == "A"


REFUSED = {
    "short": (
        lambda: ddcore.predictions([1, 0], [0.5]),
        r"“score” must have one element for each case of truth \(2\), got 1",
    ),
    "two columns": (lambda: ddcore.predictions([1, 0], np.ones((2, 2))), r"score\[:, 1\]"),
    "a text": (lambda: ddcore.predictions("yes", [0.5]), 'must have one element for each case, got "yes"'),
    "mixed": (lambda: ddcore.predictions([1, "a"], [0.5, 0.4]), "must have elements of one kind, numbers or text"),
    "too large": (lambda: ddcore.predictions([1, 0], [10**30, 0]), "must have elements of one kind, numbers or text"),
    "no model": (lambda: ddcore.predictions([1, 0], {}), "at least one model"),
    "neither": (lambda: ddcore.predictions([1, 0], None), "no column has predictions"),
    "nan": (lambda: ddcore.predictions([1, 0], [0.5, np.nan]), "has no truth or no prediction"),
    "classes": (lambda: ddcore.predictions(["a", "b"], [0.5, 0.4], positive="c"), "positive"),
    "look at": (lambda: ddcore.predictions(TRUTH, A, select="b"), "select must be one of “the model”"),
    "no file": (lambda: ddcore.read("nowhere.csv"), "nowhere.csv"),
    "text file": (lambda: ddcore.read(io.StringIO("truth,score")), "binary file .*, got StringIO"),
    "role": (lambda: ddcore.read(b"a", wieght="w"), "there is no role “wieght”; choose one of name, truth"),
    "no data": (lambda: ddcore.read(42), "must be a path, the bytes of a file, .*, got int"),
    "count": (lambda: ddcore.counts(tp="x", fp=1, fn=1, tn=1), 'TP must be a whole number such as 303, got "x"'),
    "negative": (lambda: ddcore.counts(tp=1, fp=-1, fn=1, tn=1), "FP must be between 0 and 1,000,000,000, got -1"),
    "no case": (lambda: ddcore.counts(tp=0, fp=0, fn=0, tn=0), "M, the number of cases, must be between 1"),
    "classes typed": (lambda: ddcore.classes(10, 11), "P, the number of positive cases, must be between 0 and M = 10"),
    "sample": (lambda: ddcore.sample("nothing"), "there is no sample “nothing”; choose one of two_class_example"),
    "story": (lambda: ddcore.sample("factory", select="C"), "must be one of “A” and “B”, got “C”"),
    "told in counts": (lambda: ddcore.sample("factory", threshold=0.4), "has counts only, so it takes no threshold"),
    "encoding": (lambda: ddcore.read(b"truth,score", name="a.csv", encoding="\0"), "encoding must be one such as"),
    "not data": (lambda: ddcore.verdict("predictions.csv"), "verdict must be asked of data, made by ddcore.read"),
    "choice": (lambda: ddcore.verdict(ddcore.classes(3, 1), measures=["F1"]), "there is no choice measures"),
    "truth first": (lambda: ddcore.scores.thresholds.best([0.1, 0.2]), "truth must be given after the scores"),
}


@pytest.mark.parametrize("name", REFUSED)
def test_what_cannot_be_used_is_answered_with_a_sentence(name):
    import ddcore.scores.thresholds  # noqa: F401 - `ddcore.scores` is there once it is imported

    call, sentence = REFUSED[name]
    with pytest.raises(InputError, match=sentence):
        call()


def test_rows_without_a_prediction_are_left_out_where_somebody_says_so():
    assert ddcore.predictions([1, 0, 1, 0], [0.9, np.nan, 0.8, 0.1], missing="leave out").total == 3


@pytest.mark.parametrize("name", some_of(OFFERED, "two_class_example", "hpc_cv", "credit", "factory"))
def test_every_sample_gives_data_that_a_verdict_is_about(name):
    data = ddcore.sample(name, **({} if name in SAMPLES else {"size": 5000 if name in MANY_CLASSES else 200}))
    assert data.source == name
    assert ddcore.verdict(data).values["models"][data.name]


def test_applicants_can_be_those_of_a_book_of_ones_own():
    data = ddcore.sample("applicants", size=400, book="0.1,2.5,0")
    assert data.origin.given == {"name": "applicants", "size": 400, "seed": 1, "book": "0.1,2.5,0"}
    assert data.positives < 0.2 * data.total < ddcore.sample("applicants", size=400).positives
    assert "--book 0.1,2.5,0" in " ".join(source_words(data))
    usual = ddcore.sample("applicants", size=400, book="0.3,1.7,0.05")
    assert usual.origin.given == ddcore.sample("applicants", size=400).origin.given
    with pytest.raises(InputError, match="book goes with the sample applicants, not with pair_2"):
        ddcore.sample("pair_2", book="0.1,2.5,0")


def test_read_and_counts_are_modules_too():
    from ddcore.counts import Counts
    from ddcore.read import Predictions, read

    assert ddcore.counts(1, 2, 3, 4).model.counts.tp == Counts(tp=1, fp=2, fn=3, tn=4).tp
    file = io.BytesIO(b"truth,score\nyes,0.9\nno,0.2\n")
    assert isinstance(ddcore.read(file, name="two.csv"), Data)
    assert isinstance(read(b"truth,score\nyes,0.9\nno,0.2\n", name="two.csv"), Predictions)
    assert ddcore.read.read is read


@pytest.mark.parametrize("name", QUESTIONS)
def test_a_question_is_a_function_whose_keywords_are_its_choices(name):
    question, ask = QUESTIONS[name], getattr(ddcore.front, name)
    data, *keywords = inspect.signature(ask).parameters.values()
    fields = question.choices.model_fields
    assert data.name == "data"
    assert {each.name: each.default for each in keywords} == {key: field.default for key, field in fields.items()}
    assert ask.__doc__.startswith(question.text)
    told = " ".join(ask.__doc__.split())
    assert all(field.description in told for field in fields.values() if field.description)
    assert name in dir(ddcore)


def test_keywords_of_read_are_its_roles():
    assert list(inspect.signature(ddcore.read).parameters) == ["source", *Roles.model_fields, "select"]
    of_arrays = {"truth", "score", *BY_CASE, "positive", "threshold", "rule", "missing", "strict", "select"}
    assert set(inspect.signature(ddcore.predictions).parameters) == of_arrays
    for role in Roles.model_fields:
        assert f"\n{role} : " in inspect.getdoc(ddcore.front.read)


def test_measured_numbers_have_stable_paths():
    values = ddcore.verdict(ddcore.counts(tp=227, fp=50, fn=31, tn=192)).values
    assert {"value", "low", "high", "baseline", "state"} == set(values["models"]["the model"]["measures"]["F1"])


def test_odd_choices():
    """A measure without skill ranks no models; no doubt may have a sign; a blank name of the truth is none."""
    answer = ddcore.verdict(ddcore.sample("pair_2", size=100), measure=["=1+1"])
    assert np.isnan(answer.values["unseen_best"]["value"])
    data = ddcore.sample("factory")
    assert ddcore.utility(data, unsure="-0").values == ddcore.utility(data, unsure=0).values
    assert ddcore.read(b"truth,score\nyes,0.9\nno,0.2\n", name="two.csv", truth=" ").total == 2
    with pytest.raises(AttributeError, match="has no attribute 'verdicts'"):
        ddcore.verdicts  # noqa: B018


LAZY = """
import sys, ddcore
from ddcore.workers import progress
print(*sorted({"numpy", "scipy", "pandas", "plotly", "pydantic"} & set(sys.modules)))
ddcore.classes(303, 139)
others = {"streamlit", "sklearn", "cyclopts", "fastapi", "scipy.stats", "ddcore.answers.lending"}
print(*sorted(others & set(sys.modules)))
"""


@pytest.mark.full
def test_import_is_lazy():
    ran = subprocess.run([sys.executable, "-c", LAZY], cwd=ROOT, capture_output=True, text=True)
    assert ran.stdout == "\n\n", ran.stderr + ran.stdout
