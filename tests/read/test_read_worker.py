"""A file read in a process of its own gives what reading it here gives, and its reader's death is a sentence."""

import logging
import pickle
import signal
from dataclasses import fields, is_dataclass

import numpy as np
import pandas as pd
import pytest

from ddcore.counts import Cells
from ddcore.errors import InputError
from ddcore.read import ChoiceNeeded, pack, read, worker
from ddcore.read.worker import read_in_worker
from ddcore.workers.worker_pool import Job
from tests.helpers.read import csv, every_way
from tests.helpers.tiers import some_of

RNG = np.random.default_rng(1)
MANY = pd.DataFrame(
    {
        "truth": np.where(RNG.random(100) < 0.3, "ja", "né"),
        "score_a": RNG.random(100),
        "score_b": RNG.normal(size=100).round(1),
        "label": np.where(RNG.random(100) < 0.5, "ja", "né"),
        "weight": RNG.integers(1, 9, 100),
        "amount": RNG.random(100) * 100,
        "group": RNG.choice(["x", "y", "ü"], 100),
        "fold": RNG.integers(1, 4, 100),
    }
)

WAYS = every_way(MANY)


def same(ours, theirs):
    """Whether two results are of the same kinds, with the same numbers of the same kinds, all the way down."""
    if isinstance(ours, np.ndarray):
        assert (ours.dtype, ours.shape) == (theirs.dtype, theirs.shape)
        np.testing.assert_array_equal(ours, theirs)
    elif is_dataclass(ours) or isinstance(ours, Cells):
        assert type(ours) is type(theirs)
        names = {field.name for field in fields(ours)} | set(vars(ours)) - {"effective"}
        for name in names:
            same(getattr(ours, name), getattr(theirs, name))
    elif hasattr(ours, "items"):
        assert list(ours) == list(theirs)
        for name in ours:
            same(ours[name], theirs[name])
    elif isinstance(ours, tuple | list):
        assert len(ours) == len(theirs)
        for one, other in zip(ours, theirs, strict=True):
            same(one, other)
    else:
        assert type(ours) is type(theirs)
        assert ours == theirs


@pytest.mark.parametrize("way", some_of(WAYS, *list(WAYS)[::8]))
def test_every_format_is_read_as_it_is_here(way):
    same(read_in_worker(WAYS[way], way, weight="weight"), read(WAYS[way], name=way, weight="weight"))


def test_probabilities_of_several_classes_come_back():
    rows = RNG.dirichlet([1, 1, 1], 100)
    several = pd.DataFrame(rows, columns=["a", "b", "c"]).assign(
        truth=np.array(["c", "a", "b"])[RNG.integers(0, 3, 100)]
    )
    theirs, ours = read_in_worker(csv(several), "file.csv", positive="b"), read(several, positive="b")
    same(theirs.models["the model"], ours.models["the model"])
    assert ours.data().classes.names == theirs.data().classes.names == ("a", "b", "c")


def test_what_comes_back_can_be_worked_with():
    model = read_in_worker(WAYS["comma.csv"], "file.csv").models["score_a"].cut(0.25)
    assert model.counts.total == 100
    assert model.table.score.flags.writeable


def test_a_question_comes_back_with_what_can_be_chosen():
    content = b"truth,score\na,0.1\nb,0.2\nc,0.3\n"
    with pytest.raises(ChoiceNeeded, match="has 3 values") as question:
        read_in_worker(content, "file.csv")
    with pytest.raises(ChoiceNeeded) as here:
        read(content, name="file.csv")
    assert str(question.value) == str(here.value)
    assert vars(question.value) == vars(here.value)


def test_an_error_comes_back_as_its_sentence():
    with pytest.raises(InputError, match=r"^three\.csv has a header but no rows; add the predictions"):
        read_in_worker(b"truth,score\n", "three.csv")


@pytest.mark.parametrize(
    ("function", "argument", "sentence"),
    [
        (bytearray, 2**32, r"^big\.csv needs more than 3 GB to read: keep only the truth and the predictions$"),
        (signal.raise_signal, signal.SIGXCPU, r"^big\.csv needs more than 60 seconds to read"),
        (signal.raise_signal, signal.SIGSEGV, r"^big\.csv crashes the program that reads it, perhaps"),
        (bytes, 0, r"^big\.csv crashes the program that reads it, perhaps"),
    ],
)
def test_a_death_is_a_sentence(function, argument, sentence):
    with pytest.raises(InputError, match=sentence):
        worker.result(Job(worker.QUEUE, worker.LIMITS, function, argument), "big.csv")
    assert worker.QUEUE.order == []


def test_a_defect_is_logged_without_a_word_of_the_file(caplog):
    # No roles at all are a defect of the program: whatever a person gives is checked.
    content = pickle.PickleBuffer(b"truth,score\nsecret,0.1\n")
    job = Job(worker.QUEUE, worker.LIMITS, worker._read, content, "secret.csv", None)
    with caplog.at_level(logging.ERROR), pytest.raises(InputError, match="crashes the program that reads it"):
        worker.result(job, "secret.csv")
    assert "TypeError in " in caplog.text
    assert "secret" not in caplog.text


@pytest.mark.parametrize(
    "header",
    [
        b'{"is": "array", "kind": "O", "shape": [1], "items": [1]}',
        b'{"is": "Popen", "parts": {}}',
        b'{"is": "mapping", "items": []}',
        b"[" * 10_000,
        b"cos\nsystem\n",
    ],
)
def test_nothing_but_predictions_is_unpacked(header):
    with pytest.raises((ValueError, KeyError, RecursionError)):
        pack.unpacked(header, [])
    job = Job(worker.QUEUE, worker.LIMITS, tuple, [header, []])
    with pytest.raises(InputError, match="crashes the program that reads it"):
        worker.result(job, "file.csv")


def test_an_array_that_stands_in_several_places_is_sent_once(monkeypatch):
    monkeypatch.setattr(pack, "MANY", 10)
    header, buffers = pack.packed(read(MANY.to_csv(index=False).encode(), name="x.csv", positive="ja", weight="weight"))
    sent = pack.unpacked(header, [bytearray(buffer.tobytes()) for buffer in buffers])
    places = sent.joint.score["score_a"], sent.cases.predicted["score_a"].value, sent.cases.own["score_a"].value
    assert all(np.shares_memory(places[0], other) for other in places)
    np.testing.assert_array_equal(places[0], MANY["score_a"])
