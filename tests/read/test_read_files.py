"""Every format gives the same predictions, and every file that is none says what it is."""

import gzip
import io
import math
import zipfile
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import pyarrow as pa
import pyarrow.parquet
import pytest
import xlsxwriter
import zstandard
from hypothesis import given, settings
from hypothesis import strategies as st

from ddcore.errors import InputError
from ddcore.read import ChoiceNeeded, files, limits, read
from ddcore.records.labels import THE_MODEL
from tests.helpers.loops import nonempty
from tests.helpers.read import SEPARATORS, cells, csv, every_format, every_way, facts, json_lines, parquet, text, xlsx
from tests.helpers.tiers import some_of

FRAME = pd.DataFrame(
    {
        "truth": ["ja", "né", "ja", "né", "ja", "né"],
        "score": [0.9, 0.25, 0.5, 0.75, 1e-7, 0.0],
        "forest": ["ja", "né", "né", "ja", "ja", "né"],
        "weight": [1, 2, 1, 1, 3, 1],
        "group": ["ü1", "ü1", "b", "b", "b", "ü1"],
        "fold": [1, 2, 3, 1, 2, 3],
    }
)
WAYS = every_way(FRAME)


@pytest.fixture(scope="module")
def expected() -> dict[str, Any]:
    found = facts(read(FRAME, positive="ja", weight="weight"))
    assert found["models"]["score"][2] == [2, 1, 3, 3]
    assert found["models"]["forest"][2] == [4, 1, 1, 3]
    assert list(found["models"]["score"][3][0]) == ["b", "ü1"]
    return found


@pytest.mark.parametrize("way", some_of(WAYS, *[*WAYS][::2]))
def test_formats_agree(way: str, expected: dict[str, Any]) -> None:
    assert facts(read(WAYS[way], name=way, positive="ja", weight="weight")) == expected


values = st.integers(0, 1000).map(lambda number: number / 1000)
rows = st.tuples(st.sampled_from(["no", "yes"]), values, values, st.sampled_from(["x", "y", "z w"]))


@pytest.mark.full
@settings(max_examples=8, deadline=None, derandomize=True)
@given(st.lists(rows, min_size=3, max_size=12), st.booleans())
def test_formats_agree_on_any_table(table: list[tuple[str, float, float, str]], gaps: bool) -> None:
    frame = pd.DataFrame(
        [("yes", 0.3, 0.4, "x"), ("no", 0.2, 0.6, "y"), *table], columns=["truth", "score_a", "p_b", "group"]
    )
    frame["group"] = frame["group"].str.replace(" ", "_")
    if gaps:
        frame.loc[2, "score_a"] = math.nan
    expected = facts(read(frame, missing="leave out"))
    for way, data in nonempty(every_format(frame).items()):
        if gaps and way.startswith("space"):
            continue  # two spaces are one separator, so an empty cell cannot be seen
        assert facts(read(data, name=way, missing="leave out")) == expected, way


def test_sources_agree(tmp_path: Path, expected: dict[str, Any]) -> None:
    path = tmp_path / "predictions.csv"
    path.write_bytes(csv(FRAME))
    with path.open("rb") as stream:
        stream.read(10)
        for source in (path, str(path), stream, io.BytesIO(csv(FRAME)), bytearray(csv(FRAME)), pa.table(FRAME)):
            assert facts(read(source, positive="ja", weight="weight")) == expected
        assert read(stream, positive="ja").name == read(path, positive="ja").name == "predictions.csv"


@pytest.mark.parametrize("separator", SEPARATORS.values(), ids=SEPARATORS)
def test_a_quoted_field_may_hold_anything(separator: str) -> None:
    frame = pd.DataFrame({"truth": ["yes", "no"], "score": [0.9, 0.1], "group": [f'a{separator}"b"\nc', "d,e;f"]})
    assert list(read(csv(frame, separator)).models[THE_MODEL].groups) == [f'a{separator}"b"\nc', "d,e;f"]


@pytest.mark.parametrize(
    "lines",
    [
        ("  truth   score", "  yes      0.9 ", "  no      -0.1"),
        ("", "", "truth,score", "1,0.5", "", "0,0.25", "", ""),
        ('"truth" "score"', '"1" "yes" 0.5', '"2" "no" 0.25'),
        ("truth\tscore", "1\tyes\t0.5", "2\tno\t0.25"),
        ("truth,score", "yes,0.5,", "no,0.25,"),
    ],
)
def test_lines_aligned_by_spaces_blank_or_below_a_header_that_lacks_one_name(lines: tuple[str, ...]) -> None:
    assert cells(text(*lines).models[THE_MODEL].counts) == (1, 0, 0, 1)


def test_a_column_without_a_name_is_called_by_its_place() -> None:
    assert text(",truth,score", "0,1,0.5", "1,0,0.25").columns == ("column 1", "truth", "score")


def test_kinds_of_parquet_columns() -> None:
    table = pa.table(
        {
            "truth": pa.array(["yes", "no", "yes"]).dictionary_encode(),
            "score": pa.array([1, 0, None], pa.decimal128(5, 2)),
            "p_float32": pa.array([0.5, math.nan, 0.25], pa.float32()),
            "called": pa.array([True, False, True]),
            "day": pa.array([1, 2, 3], pa.date32()),
            "embedding": pa.array([[1.0, 5.0], [2.0, 0.0], [3.0, 1.0]]),
        }
    )
    pa.parquet.write_table(table, stream := io.BytesIO())
    found = {name: cells(model.counts) for name, model in read(stream, missing="leave out").models.items()}
    assert found == {"score": (1, 0, 0, 1), "p_float32": (1, 0, 1, 0), "called": (2, 0, 0, 1)}
    with pytest.raises(InputError, match=r"“embedding” must have numbers, got “list<.*” in row 1"):
        read(stream, score="embedding")


def twice() -> bytes:
    table = pa.table([[1, 0], [0.5, 0.2], [0.4, 0.3]], names=["truth", "score", "score"])
    pa.parquet.write_table(table, stream := io.BytesIO())
    return stream.getvalue()


PNG = b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR"
WIDE = pd.DataFrame(np.zeros((2, 1001))).add_prefix("f")
BAD = {
    "nothing": (b"", r"^f.csv is empty; choose a file with a header and rows$"),
    "blank": (b"\xef\xbb\xbf \r\n\n", r"is empty; choose a file"),
    "packed nothing": (gzip.compress(b""), r"is empty; choose a file"),
    "picture": (PNG, r"^f.csv is a picture, not a table; save the table as CSV, Parquet, XLSX or JSON lines$"),
    "packed picture": (gzip.compress(PNG), r"is a picture, not a table"),
    "pickle": (b"\x80\x04\x95\x0b\0\0\0", r"is a Python pickle, which could run a program and is never opened"),
    "web page": (b"<!doctype html><p>404", r"is a web page, not a table"),
    "old workbook": (b"\xd0\xcf\x11\xe0\xa1\xb1", r"is an old Excel workbook \(\.xls\); open it in Excel"),
    "zeros": (
        b"truth,score\n1,0\x00.5\n",
        r"is not a table: it has bytes that do not occur in text; save the table as",
    ),
    "half UTF-16": ("truth,score\n1,0".encode("utf-16") + b"\x00", r"begins as UTF-16 text"),
    "header only": (b"truth,score\n", r"^f.csv has a header but no rows; add the predictions below it$"),
    "header only, no line end": (b"truth,score", r"has a header but no rows"),
    "header only in Parquet": (parquet(FRAME[:0]), r"has a header but no rows"),
    "header only in XLSX": (xlsx(FRAME[:0]), r"has a header but no rows"),
    "wide": (csv(WIDE), r"^f.csv has 1,001 columns, more than 1,000; keep only truth and predictions$"),
    "wide lines": (json_lines(WIDE), r"has 1,001 columns, more than 1,000"),
    "wide workbook": (xlsx(WIDE), r"has 1,001 columns, more than 1,000"),
    "twice in Parquet": (twice(), r"has two columns “score”, at places 2 and 3; rename one of them$"),
    "short row": (b"truth,score\n1,0.5\n0\n1,0.7\n", r"has 1 value in row 3, but 2 column names; fix that row$"),
    "long row": (b"truth,score\n1,0.5\n" + b"0,0.5\n" * 40 + b"0,0,5\n", r"has 3 values in row 43, but 2 column"),
    "open quote": (b'truth,score\n1,0.5\n0,"0.5\n1,0.3\n', r"a quotation mark that is never closed, in row 3; close"),
    "quote open for long": (
        b'truth,score\n1,0.5\n0,"0.5\n' + b"1,0.3\n" * (limits.LONGEST_ROW // 2),
        r"^f.csv has a quotation mark that is never closed; close it$",
    ),
    "encrypted": (b"PK\x03\x04" + b"\0" * 99, r"cannot be read as an Excel workbook \(.*\); save it again$"),
    "byte order mark of another text": (b"\xff\xfe" + b"\x00\xd8" * 9, r"begins as UTF-16 text"),
    "long cell": (
        b"truth,score\n1,0.5\n0," + b"9" * (3 * limits.LONGEST_ROW) + b"\n",
        r"^f.csv has more than 4,194,304 bytes in row 3; shorten its cells$",
    ),
    "long number": (b"truth,score\n1,0.5\n0," + b"9" * 100_000 + b"\n1,0.5\n", r"got “9{60}…” in row 3; fix that"),
    "long header": (b"truth," + b"s" * 200_000 + b"\n1,0.5\n", r"a cell of more than 131,072 characters in its header"),
    "long JSON": (b'{"truth":1,"score":' + b"9" * (3 * limits.LONGEST_ROW) + b"}", r"a row of more than 4,194,304"),
    "broken JSON": (b'{"truth":1}\n{"truth":\n', r"must have a JSON object on each line, got “{\"truth\":” in row 2;"),
    "JSON in JSON": (b'{"a":' * 9999 + b"\n", r"^f.csv has 9,999 nested levels of JSON, more than 100; put"),
    "cut gzip": (gzip.compress(csv(FRAME))[:-9], r"cannot be unpacked with gzip \(Truncated compressed stream\);"),
    "cut Parquet": (parquet(FRAME)[:-9], r"cannot be read as Parquet \(.*\); save it again$"),
    "cut workbook": (xlsx(FRAME)[:-30], r"cannot be read as an Excel workbook \(.*\); save it again$"),
    "decimal comma between commas": (b"truth,score\n1,0,5\n0,0,25\n", r"has 3 values in row 2, but 2 column names"),
    "JSON of several kinds": (b'{"truth":1,"score":0.5}\n{"truth":0,"score":"high"}\n', r"got “high” in row 2; fix"),
}


@pytest.mark.parametrize("bad", BAD)
def test_bad_files(bad: str) -> None:
    data, message = BAD[bad]
    with pytest.raises(InputError, match=message):
        read(data, name="f.csv")


@pytest.mark.parametrize(
    ("name", "data", "message"),
    [
        ("x.parquet", b"truth,score\n1,0.5\n", r"^x.parquet cannot be read as Parquet"),
        ("list.json", b"[1, 2]", r"^list.json is JSON without a table; it must be an array of records"),
        ("x.jsonl", b"truth,score\n1,0.5\n", r"^x.jsonl must have a JSON object .* got “truth,score” in row 1"),
        ("q.csv", b"a,b\n1,2\n", r"^q.csv: no column has the usual name of a truth"),
    ],
)
def test_the_name_decides_where_the_content_does_not(name: str, data: bytes, message: str) -> None:
    with pytest.raises(InputError, match=message):
        read(data, name=name)


def test_a_format_is_added_by_one_line(monkeypatch: pytest.MonkeyPatch) -> None:
    array = files.Format(
        "NumPy",
        (".npy",),
        rb"\x93NUMPY",
        lambda data, asked: (pa.table(np.load(io.BytesIO(data)).T.tolist(), names=["truth", "score"]), asked),
    )
    monkeypatch.setattr(files, "FORMATS", (array, *files.FORMATS))
    np.save(content := io.BytesIO(), [[1, 0.9], [0, 0.1], [1, 0.3]])
    assert read(content.getvalue()).models[THE_MODEL].table.score.tolist() == [0.1, 0.3, 0.9]


def test_a_missing_file_and_a_frame_with_a_name_twice() -> None:
    with pytest.raises(InputError, match=r"^gone.csv cannot be opened \(No such file or directory\); choose another"):
        read(Path("/nowhere/gone.csv"))
    with pytest.raises(InputError, match=r"cannot be used as a table \(Duplicate column names found.*give each column"):
        read(pd.DataFrame([[1, 0.5]], columns=["truth", "truth"]))


def zipped(**files: bytes | str) -> bytes:
    with zipfile.ZipFile(stream := io.BytesIO(), "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in files.items():
            archive.writestr(name.replace("_", "."), content)
    return stream.getvalue()


THEN, NOW = "truth,score,site\nyes,0.9,n\nno,0.2,s\n", "score,truth,day\n0.4,yes,1\n1,no,2\n0.3,no,2\n"


def test_files_in_an_archive_or_a_list_are_one_table() -> None:
    how = {"positive": "yes", "group": "day"}
    lists = read([THEN.encode(), NOW.encode()], name=["then.csv", "now.csv"], **how)
    parquet_too = zipped(then_csv=THEN, now_parquet=parquet(pd.read_csv(io.StringIO(NOW))))
    archives = [read(content, name="both.zip", **how) for content in (zipped(then_csv=THEN, now_csv=NOW), parquet_too)]
    for found in (lists, *archives):
        assert (found.rows, found.total, found.positives) == (5, 5, 2)
        assert found.roles["group"] == ("file", "day")
        assert found.cases.splits["file"].codes.tolist() in ([0, 0, 1, 1, 1], [1, 1, 0, 0, 0])
        assert found.cases.splits["day"].codes.tolist() == [-1, -1, 0, 1, 1]
        assert cells(found.models[THE_MODEL].counts) == (1, 1, 1, 2)
    assert lists.name == "then.csv and now.csv"
    assert lists.data().origin.given["source"] == ["then.csv", "now.csv"]
    assert lists.cases.splits["file"].names == ("now.csv", "then.csv")
    alone = read(zipped(then_csv=THEN), positive="yes")
    assert alone.name == "then.csv"
    assert "file" not in alone.columns


def test_what_a_file_lacks_is_empty_and_asked_for() -> None:
    new = b"score\n0.8\n0.1\n"
    with pytest.raises(ChoiceNeeded, match="2 of 4 rows have no truth or no prediction"):
        read([THEN.encode(), new], positive="yes")
    found = read([THEN.encode(), new], positive="yes", missing="leave out")
    assert (found.total, found.cases.truth.tolist()) == (2, [1, 0, -1, -1])
    assert found.cases.of(THE_MODEL).value.tolist() == [0.9, 0.2, 0.8, 0.1]
    assert found.cases.splits["file"].names == ("file", "file (2)")


def test_no_more_is_unpacked_of_an_archive_than_may_be(monkeypatch: pytest.MonkeyPatch) -> None:
    content = zipped(a_csv="truth,score\n" + "yes,0.5\n" * 1000, b_csv="truth,score\n" + "no,0.5\n" * 1000)
    monkeypatch.setattr(limits, "BYTES", 10_000)
    with pytest.raises(InputError, match="GB inside; keep only truth and predictions"):
        read(content)


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (zipped(), "is not a table: it has bytes that do not occur in text"),
        (zipped(a_csv=THEN, b_png=b"\x89PNG"), "has “b.png”, which is a picture, not a table"),
        (zipped(mimetype=b"application/vnd.oasis", content_xml=b"<x/>"), "is an OpenDocument file"),
        (zipped(**{f"a{n}_csv": THEN for n in range(21)}), "has 21 files, more than 20; use fewer files"),
        (zipped(**{"__MACOSX/a_csv": THEN}), "is a ZIP archive without a file; put a table into it"),
        (zipped(a_csv=THEN)[:-30], "cannot be read"),
    ],
    ids=["empty", "picture", "document", "many", "none", "broken"],
)
def test_an_archive_that_cannot_be_read_is_told(content: bytes, message: str) -> None:
    with pytest.raises(InputError, match=message):
        read(content, name="a.zip")


@pytest.mark.parametrize("way", ["table.csv.gz", "table.csv.zst", "table.xlsx", "table.parquet", "table.csv"])
def test_what_is_too_large_is_refused(way: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    frame = pd.DataFrame({"truth": ["x" * 99] * 4_000})
    write = {"gz": lambda one: gzip.compress(csv(one)), "zst": lambda one: zstandard.compress(csv(one))}
    data = (write | {"xlsx": xlsx, "parquet": parquet, "csv": csv})[way.rsplit(".")[-1]](frame)
    (tmp_path / way).write_bytes(data)
    monkeypatch.setattr(limits, "BYTES", 200_000)
    assert (len(data) > limits.BYTES) == (way == "table.csv")
    for source in (data, tmp_path / way, io.BytesIO(data)):
        with pytest.raises(InputError, match=r"is more than .* GB (inside|long); keep only truth and predictions"):
            read(source, name=way)


def test_names_are_only_text() -> None:
    names = ["=cmd|' /C calc'!A0", "<script>alert(1)</script>", "+1", "@SUM(A1)", "truth"]
    frame = pd.DataFrame([[0.5, 0.25, "a", "b", 1], [0.25, 0.5, "a", "c", 0], [0.1, 0.2, "a", "b", 1]], columns=names)
    for way, data in nonempty((way, data) for way, data in every_format(frame).items() if "space" not in way):
        found = read(data, name=way)
        assert (found.columns, list(found.models)) == (tuple(names), names[:2]), way


def test_blank_rows_below_a_sheet_are_no_rows() -> None:
    with xlsxwriter.Workbook(stream := io.BytesIO()) as book:
        sheet = book.add_worksheet()
        for place, row in enumerate((["truth", "score"], [1, 0.5], [0, 0.25])):
            sheet.write_row(place, 0, row)
        sheet.write_formula(8, 1, '=""', value="")
    assert read(stream).rows == 2
