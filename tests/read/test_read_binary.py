"""Files of other programs: those that are read beside the frame they came of, and what is said of the others."""

import io
import sys

import numpy as np
import pandas as pd
import pyarrow as pa
import pyarrow.feather
import pyarrow.orc
import pyreadstat
import pytest

from ddcore.errors import InputError
from ddcore.read import limits, read
from ddcore.read.files import open_sheet
from ddcore.read.worker import read_in_worker

FRAME = pd.DataFrame({"truth": ["yes", "no", "no", "yes"], "score": [0.9, 0.2, np.nan, 0.4]})


def feather():
    pyarrow.feather.write_feather(FRAME, stream := io.BytesIO())
    return stream.getvalue()


def arrow_stream():
    table = pa.Table.from_pandas(FRAME)
    with pa.ipc.new_stream(stream := io.BytesIO(), table.schema) as file:
        file.write_table(table)
    return stream.getvalue()


def orc():
    pyarrow.orc.write_table(pa.Table.from_pandas(FRAME), stream := io.BytesIO())
    return stream.getvalue()


def stata(frame=FRAME, **more):
    frame.to_stata(stream := io.BytesIO(), write_index=False, **more)
    return stream.getvalue()


def by_path(folder, write, frame=FRAME, **more):
    """What pyreadstat writes, which takes no stream."""
    write(frame, folder / "table", **more)
    return (folder / "table").read_bytes()


def columns(data):
    sheet = open_sheet(data, "table")
    return {column.name: column.values.to_pylist() for column in sheet.columns}


MADE = {
    "Feather": feather,
    "Arrow stream": arrow_stream,
    "ORC": orc,
    "Stata": stata,
    "Stata of old": lambda: stata(version=114),
    "Stata of today": lambda: stata(version=119),
    "SPSS": pyreadstat.write_sav,
    "SPSS, packed": pyreadstat.write_sav,
    "SAS transport": pyreadstat.write_xport,
}


@pytest.mark.parametrize("name", MADE)
def test_the_table_of_another_program(name, tmp_path):
    write = MADE[name]
    more = {"compress": True} if name == "SPSS, packed" else {"file_format_version": 5} if "SAS" in name else {}
    data = by_path(tmp_path, write, **more) if write.__module__.startswith("pyreadstat") else write()
    found = columns(data)
    if name == "SAS transport":
        found = {column.lower(): cells for column, cells in found.items()}
    assert found == FRAME.astype(object).where(FRAME.notna(), None).to_dict("list")
    assert read_in_worker(data, "table", truth=None, missing="leave out").total == 3


def test_labels_become_values_and_missing_codes_are_empty(tmp_path):
    frame = pd.DataFrame({"truth": [1.0, 2.0, 1.0, 9.0], "score": [0.9, 0.2, -9.0, 0.4]})
    labels = {"truth": {1: "ill", 2: "well"}}
    ranges = {"truth": [9], "score": [-9]}
    data = by_path(tmp_path, pyreadstat.write_sav, frame, variable_value_labels=labels, missing_ranges=ranges)
    assert columns(data) == {"truth": ["ill", "well", "ill", None], "score": [0.9, 0.2, None, 0.4]}
    labelled = stata(pd.DataFrame({"truth": [1, 2, 1], "score": [0.5, 0.2, 0.4]}), value_labels=labels)
    assert columns(labelled)["truth"] == ["ill", "well", "ill"]


def test_spss_without_its_package_says_how_to_go_on(tmp_path, monkeypatch):
    data = by_path(tmp_path, pyreadstat.write_sav)
    monkeypatch.setitem(sys.modules, "pyreadstat", None)
    with pytest.raises(
        InputError, match=r'^a.sav is an SPSS file, which needs .* pip install "ddcore\[spss\]"; or save'
    ):
        read(data, name="a.sav")


SAS = b"\0" * 12 + b"\xc2\xea\x81\x60\xb3\x14\x11\xcf\xbd\x92\x08\0\x09\xc7\x31\x8c\x18\x1f\x10\x11" + b"\0" * 300
OTHERS = {
    "cut SAS": (SAS, r"cannot be read as a SAS file \(.*\); save the table as CSV with proc export"),
    "cut Stata": (stata()[:-90], r"cannot be read as a Stata file \(.*\); save the table as CSV with export delimited"),
    "cut Feather": (feather()[:-40], "cannot be read as Arrow"),
    "cut ORC": (orc()[:-40], "cannot be read as ORC"),
    "cut SPSS": (b"$FL2" + b"\0" * 200, "cannot be read as an SPSS file"),
    "R": (b"X\n\0\0\0\3\0\4\3\1", r"is a file of R objects; save the table in R: write\.csv"),
    "R, several": (b"RDX3\nX\n\0\0\0\3", r"is a file of R objects"),
    "HDF5": (b"\x89HDF\r\n\x1a\n\0\0", "is an HDF5 file"),
    "MATLAB": (b"MATLAB 5.0 MAT-file, Platform", "is a MATLAB file; save the table as CSV with writetable"),
    "NumPy": (b"\x93NUMPY\1\0v\0", "is a NumPy array, whose columns have no names"),
    "Avro": (b"Obj\1\4\x14avro.codec", "is an Avro file"),
    "old Excel": (
        b"\xd0\xcf\x11\xe0\xa1\xb1" + b"\0" * 99 + "Workbook".encode("utf-16-le"),
        "is an old Excel workbook",
    ),
    "password": (b"\xd0\xcf\x11\xe0" + "EncryptedPackage".encode("utf-16-le"), "is a workbook with a password"),
    "old Feather": (b"FEA1\0\0", "is a Feather file of the first version"),
    "portable SPSS": (b" " * 200 + b"SPSSPORT", "is a portable SPSS file"),
}


@pytest.mark.parametrize("name", OTHERS)
def test_files_that_cannot_be_read_say_what_they_are(name):
    data, message = OTHERS[name]
    with pytest.raises(InputError, match=message):
        read(data, name="a.bin")


def test_a_column_that_begins_as_another_format_is_text():
    assert read(b"ORCID,truth,score\na,yes,0.9\nb,no,0.2\n").rows == 2
    assert read(b"HDF,truth,score\na,yes,0.9\nb,no,0.2\n").rows == 2


def test_large_tables_inside_small_files_are_refused(monkeypatch):
    data = feather()
    monkeypatch.setattr(limits, "BYTES", 40)
    monkeypatch.setattr("ddcore.read.files.limits.BYTES", 40)
    with pytest.raises(InputError, match="is more than"):
        read(data, name="a.feather")
