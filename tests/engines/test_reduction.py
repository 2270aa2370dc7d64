"""What an engine counts is what the reader counts in memory, to the last bit; bins hold what they say."""

import numpy as np
import pyarrow as pa
import pytest

from ddcore.engines import bins, counting, duck, read_table, tallies
from ddcore.engines.bins import crowded, first_segments
from ddcore.errors import InputError
from ddcore.read import ChoiceNeeded, read
from ddcore.scores import binned as bounds
from ddcore.scores import thresholds
from tests.engines.cases import ROLES, table
from tests.helpers.loops import nonempty

FIELDS = ("positive", "negative", "truth_values", "total", "positives", "listed", "row_notes", "guesses", "notes")


def in_duckdb(rows: pa.Table):
    backend = duck.connection(memory=2**29, threads=2)
    backend.con.register("predictions", rows)
    return backend.table("predictions")


def both(rows: pa.Table, **roles):
    given = {"name": "predictions", "missing": "leave out", **roles}
    return read(rows, **given), read_table(in_duckdb(rows), part=0, **given)


@pytest.mark.parametrize(
    "roles",
    [{}, pytest.param({"amount": "costs"}, marks=pytest.mark.full), {"turned": "old", "names": {"new": "B"}}],
    ids=str,
)
def test_tallies_are_those_of_memory(roles):
    memory, engine = both(table(), **ROLES | roles)
    assert engine.data().fingerprint == memory.data().fingerprint
    for field in nonempty(FIELDS):
        assert getattr(engine, field) == getattr(memory, field), field
    assert engine.cases is None
    assert engine.joint is None


BINS = 2_048


def binned_pair(monkeypatch, rows: pa.Table, **roles):
    """Both readings, where few scores are binned, in few bins."""
    monkeypatch.setattr(counting, "DISTINCT", 100)
    monkeypatch.setattr(tallies, "BINS", BINS)
    monkeypatch.setattr(bins, "BINS", BINS)
    monkeypatch.setattr(bins, "CODES", 2 * BINS)
    return both(rows, **roles)


def test_bins_are_small_and_counts_at_their_lowest_scores_exact(monkeypatch):
    rng = np.random.default_rng(1)
    score = np.concatenate([rng.beta(0.1, 5, 60_000), np.repeat(0.25, 1_000)])
    truth = rng.random(score.size) < 0.3
    rows = pa.table({"truth": truth.astype(int), "score": score})
    memory, engine = binned_pair(monkeypatch, rows)
    exact, binned = (each.models["the model"].table for each in (memory, engine))
    assert binned.binned
    assert binned.score.size >= BINS
    cases = binned.positives + binned.negatives
    together = cases[binned.highest > binned.score] / score.size
    assert together.max() <= bins.FULLEST / BINS
    assert (together**2).sum() <= 1 / BINS
    assert (binned.highest[:-1] < binned.score[1:]).all()
    at = exact.at(binned.score)
    np.testing.assert_array_equal(at.tp, binned.at(binned.score).tp)
    np.testing.assert_array_equal(at.fp, binned.at(binned.score).fp)
    low, high = bounds.area(binned)
    assert low < exact.auc < high < low + 1e-3
    best = bounds.best(binned, "F1")
    assert best.low <= thresholds.best(exact, "F1").value <= best.high < best.low + 1e-3
    assert repr(engine.models["the model"].counts) == repr(memory.models["the model"].counts)
    assert 0.5 in binned.score or exact.at(0.5).tp == binned.at(0.5).tp


def test_segments_divide_what_is_crowded_at_the_cuts():
    segments = first_segments(np.linspace(0, 1, 100), 0.0, 1.0, [0.5])
    assert 0.5 in [part.low for part in segments.parts]
    low = np.array([0.0, 0.4, 0.5, 0.8])
    found = crowded(low, low + 0.05, np.array([1, 50, 60, 1]), 10, [0.5])
    assert [part.low for part in found.segments.parts] == [0.4, 0.5]
    assert found.places.tolist() == [False, True, True, False]


def test_incomplete_rows_are_asked_about():
    rows = table()
    with pytest.raises(ChoiceNeeded, match=r"of 20,000 rows have no truth or no prediction: leave such rows out"):
        read_table(in_duckdb(rows), part=0, name="predictions", **ROLES)


def test_what_nobody_finds_is_asked_about_with_the_columns_to_choose_from():
    rows = pa.table({"a": ["x", "y", "y"] * 10, "b": [0.2, 0.7, 0.4] * 10})
    with pytest.raises(ChoiceNeeded) as asked:
        read_table(in_duckdb(rows), part=0)
    assert (asked.value.choice, asked.value.options) == ("truth", ("a", "b"))
    assert (asked.value.reading.columns, asked.value.reading.format) == (("a", "b"), "DuckDB")


@pytest.mark.parametrize(
    ("columns", "message"),
    [
        (
            {"w": [1.0, -1.0, None] * 10},
            "“w” must have a weight of 0 or more in each row, which 20 of 30 rows do not have",
        ),
        ({"p": [0.1, float("inf"), 0.5] * 10}, "“p” must have finite numbers"),
    ],
)
def test_numbers_that_cannot_be_used(columns, message):
    usual = {"truth": [0, 1, 1] * 10, "p": [0.2, 0.7, 0.4] * 10, "w": [1.0, 2.0, 3.0] * 10}
    with pytest.raises(InputError, match=message):
        read_table(in_duckdb(pa.table(usual | columns)), part=0, weight="w", score="p")


def test_values_that_the_sample_has_not(monkeypatch):
    monkeypatch.setattr("ddcore.engines.SAMPLE", 50)
    truth = ["no"] * 3_000 + ["yes"] * 40
    rows = pa.table({"truth": truth, "score": np.linspace(0, 1, len(truth))})
    memory, engine = both(rows)
    assert engine.truth_values == memory.truth_values
    assert engine.data().fingerprint == memory.data().fingerprint


def test_models_of_a_long_table():
    rng = np.random.default_rng(2)
    truth = rng.random(400) < 0.4
    parts = [
        pa.table({"truth": truth.astype(int), "model": [name] * 400, "score": np.round(rng.random(400), 2)})
        for name in ("forest", "logit")
    ]
    memory, engine = both(pa.concat_tables(parts))
    assert engine.models.keys() == memory.models.keys()
    assert engine.data().fingerprint == memory.data().fingerprint


@pytest.mark.full
def test_clusters_rise_as_in_memory():
    rows = table()
    roles = ROLES | {"cluster": "patient", "score": ["old"], "label": ["called"]}
    memory, engine = both(rows, **roles)
    for name, own in nonempty(memory.models.items()):
        other = engine.models[name]
        assert other.clusters == own.clusters
        np.testing.assert_allclose(other.design, own.design, rtol=2e-3)


def test_single_cases_are_a_random_part_read_as_all_were():
    rows = table()
    engine = read_table(in_duckdb(rows), part=2_000, name="predictions", missing="leave out", **ROLES)
    single = engine.single
    assert 1_500 < single.rows < 2_500
    assert single.models.keys() == engine.models.keys()
    assert single.positive == engine.positive
    assert single.cases is not None
    assert engine.data().one_by_one.whole == engine.data().total


@pytest.mark.parametrize("part", [0, 100])
def test_columns_of_several_values_are_told(part):
    rows = pa.table({"truth": [0, 1, 1, 0], "score": [0.2, 0.7, 0.4, 0.1], "words": [["a"], ["b", "c"], [], ["d"]]})
    notes = read_table(in_duckdb(rows), part=part).notes
    assert sum("“words”" in note for note in notes) == 1
