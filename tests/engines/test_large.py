"""A file that is too large for memory is read by an engine, with the same counts; a small one as ever."""

import gzip
import io
from pathlib import Path

import numpy as np
import pandas as pd
import pyarrow as pa
import pyarrow.parquet
import pytest

from ddcore.engines import duck, large, sources, worker
from ddcore.engines.large import read_large
from ddcore.errors import InputError
from ddcore.read import limits, read
from ddcore.read import worker as memory_worker
from ddcore.read.limits import TooLarge
from tests.helpers.loops import nonempty

ROWS = limits.ROWS.most + 2
POSITIVES = 4_000_001


@pytest.fixture(scope="module")
def many(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """More rows than are read in memory, in a file of some kilobytes: three kinds of case in turn."""
    kinds = {"truth": ["no", "yes", "no"], "score": [0.25, 0.5, 0.75]}
    codes = pa.array(np.arange(ROWS, dtype=np.int32) % 3)
    table = pa.table({name: pa.DictionaryArray.from_arrays(codes, pa.array(kinds[name])) for name in kinds})
    path = tmp_path_factory.mktemp("large") / "many.parquet"
    pa.parquet.write_table(table, path, compression="zstd", row_group_size=2**22)
    return path


@pytest.mark.full
def test_many_rows_are_read_by_an_engine(many: Path) -> None:
    with pytest.raises(TooLarge, match=r"^many\.parquet has 12,000,002 rows, more than 12,000,000"):
        memory_worker.read_in_worker(many.read_bytes(), "many.parquet")
    job = worker.start(many.read_bytes(), name="many.parquet")
    for predictions in nonempty([read_large(many), worker.result(job, "many.parquet")]):
        table = predictions.models["the model"].table
        assert (predictions.name, predictions.total, predictions.positives) == ("many.parquet", ROWS, POSITIVES)
        np.testing.assert_array_equal(vars(table)["score"], [0.25, 0.5, 0.75])
        np.testing.assert_array_equal(vars(table)["positives"], [0, POSITIVES, 0])


def test_a_large_file_is_read_from_wherever_it_comes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "dutch.csv.gz"
    text = "waarheid;kans\n" + "né;0,25\nja;0,5\nja;0,125\n" * 50
    path.write_bytes(gzip.compress(text.encode("latin-1")))
    expected = read(path, encoding="latin-1", positive="ja").models["the model"].counts
    monkeypatch.setattr(duck, "SAMPLE", 500)
    with path.open("rb") as file:
        for source in nonempty([path, str(path), path.read_bytes(), file, io.BytesIO(path.read_bytes())]):
            found = read_large(source, encoding="latin-1", positive="ja")
            assert str(found.models["the model"].counts) == str(expected)


def test_what_is_no_table_for_an_engine_is_said(tmp_path: Path) -> None:
    path = tmp_path / "book.xlsx"
    pd.DataFrame({"truth": ["yes", "no"] * 500, "score": np.random.default_rng(1).random(1000)}).to_excel(path)
    with pytest.raises(InputError, match=r"book\.xlsx is an Excel workbook, which is read in memory only; save"):
        read_large(path)


def test_rows_in_memory_and_a_worker_that_opens_nothing_have_no_file(monkeypatch: pytest.MonkeyPatch) -> None:
    assert read_large(pa.table({"truth": [0, 1], "score": [0.2, 0.9]})) is None
    monkeypatch.setattr("tempfile.tempdir", "/nowhere")
    assert read_large(b"truth,score\nyes,0.9\nno,0.2\n", name="two.csv") is None


def test_a_csv_file_is_read_as_its_first_rows_are(tmp_path: Path) -> None:
    path = tmp_path / "long.csv"
    path.write_text("some export\n\ntruth;score\n" + "yes;0,5\nno;0,25\n" * 100_000)
    reading = duck.reading_of(path)
    assert path.stat().st_size > duck.SAMPLE
    assert (reading.delimiter, reading.decimal, reading.header, reading.first_row) == (";", ",", 3, 4)
    _, table = sources.opened(path)
    assert table.score.sum().to_pyarrow().as_py() == 75_000
    assert table.truth.nunique().to_pyarrow().as_py() == 2


def test_a_file_without_a_name_is_gone_with_its_block() -> None:
    with large.unnamed(b"truth,score\n") as path:
        real = Path(path).readlink()
        assert real.name.endswith("(deleted)")
        assert Path(path).read_bytes() == b"truth,score\n"
    assert not Path(path).exists()
