"""Large columns of text: read as numbers where nothing is lost, and parsed in pieces that never cut a row."""

import numpy as np
import pyarrow as pa
import pytest
from hypothesis import given
from hypothesis import strategies as st

from ddcore.errors import InputError
from ddcore.read import delimited, read
from ddcore.read.delimited import read_delimited
from ddcore.read.values import as_text, compact

PLAIN = [f"{n / 256}" for n in range(1, 256)]
"""Texts that are those of their numbers, more than a column of classes has."""
ODD = [
    "0",
    "0.0",
    "-0",
    "1",
    "1.0",
    "1e-05",
    "1e-5",
    "0.00001",
    "1e+16",
    "1e16",
    "10000000000000000",
    "0.10",
    ".5",
    "inf",
]
ODD += ["1000000000000000.5", "1.0000000000000005e+15", "0.1000000000000000055", "5e-324", "1e400", "-1e-07", "+0.5"]


@given(odd=st.lists(st.one_of(st.sampled_from(ODD), st.floats(allow_nan=False).map(repr)), max_size=3))
def test_texts_become_numbers_only_where_each_is_the_text_of_its_number(odd):
    cells = [*PLAIN * 5, None, *odd]
    found = compact(pa.chunked_array([cells[:500], cells[500:]]))
    kept = all(as_text(float(text)) == text for text in odd)
    assert (found.type == pa.float64(), found.num_chunks) == (kept, 1)
    assert [None if cell is None else as_text(cell) for cell in found.to_pylist()] == cells


@pytest.mark.parametrize("odd", ["0.25", "0.250"])
def test_a_file_is_read_the_same_whether_its_columns_become_numbers_or_not(odd):
    """Cells are listed as they stand, too."""
    rng = np.random.default_rng(2)
    rows = [
        (int(truth), repr(float(score))) for truth, score in zip(rng.integers(0, 2, 300), rng.random(300), strict=True)
    ]
    cells = [*rows, (1, odd)]
    file = "truth,score\n" + "".join(f"{truth},{score}\n" for truth, score in cells)
    found, usual = (read(text.encode(), name="x.csv", positive=1) for text in (file, file.replace("0.250", "0.25")))
    assert found.data().fingerprint == usual.data().fingerprint
    assert (found.notes, found.guesses, found.reading.preview) == (usual.notes, usual.guesses, usual.reading.preview)
    assert found.cases.own["score"].at(np.arange(301)) == [score for _, score in cells]


@pytest.mark.parametrize("end", ["\n", "\r\n"])
def test_pieces_are_whole_rows(monkeypatch, end):
    body = "".join(f"{n % 2},{n / 7}{end}" for n in range(300))
    whole, _ = read_delimited(f"truth,score{end}{body}".encode())
    monkeypatch.setattr(delimited, "PIECE", 100)
    pieces, _ = read_delimited(f"truth,score{end}{body}".encode())
    assert len(pieces["score"].chunks) > 10 > len(whole["score"].chunks)
    assert pieces.equals(whole)
    with pytest.raises(InputError, match="3 values in row 302"):
        read_delimited(f"truth,score{end}{body}1,2,3{end}".encode())
    quoted, _ = read_delimited(f'truth,score{end}{body}"yes,\n\n",0.5{end}'.encode())
    assert quoted["truth"][-1].as_py() == "yes,\n\n"
