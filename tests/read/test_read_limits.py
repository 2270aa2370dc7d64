"""What a file may hold: each limit has its sentence, and work grows no faster than the file."""

import gzip
import io
import time
from collections.abc import Iterator
from contextlib import contextmanager

import numpy as np
import pyarrow as pa
import pyarrow.parquet
import pytest
import zstandard

from ddcore.errors import InputError
from ddcore.read import delimited, files, limits, read
from ddcore.read.values import is_number
from tests.helpers.read import text


@contextmanager
def within(seconds: float) -> Iterator[None]:
    """What took minutes must take some tenths of a second of processor."""
    start = time.process_time()
    yield
    assert time.process_time() - start < seconds


CLASSES = r"^data.csv: “{}” has 20,002 different values, more than 1,000; choose a column of classes$"
REFUSED = {
    "classes of a named truth": (
        ["score,truth", *("0.5,a", "0.25,b") * 500, *(f"0.5,c{place}" for place in range(20_000))],
        CLASSES.format("truth"),
    ),
    "labels": (
        ["truth,predicted", *("a,a", "b,b") * 500, *(f"a,c{place}" for place in range(20_000))],
        CLASSES.format("predicted"),
    ),
    "models": (
        ["model,truth,score", *["m,1,0.5"] * 1000, *(f"m{place},{place % 2},0.5" for place in range(10_000))],
        r"^data.csv: has 10,001 models, more than 1,000; keep those to be compared, or choose no column for the model$",
    ),
    "models in several columns": (
        ["model,truth,score_a,score_b", *(f"m{place // 100},{place % 2},0.5,0.25" for place in range(60_000))],
        r"^data.csv: has 1,200 models, more than 1,000; keep those to be compared",
    ),
    "folds of many models": (
        [f"truth,fold,{','.join(f'score_{letter}' for letter in 'abcdefghijk')}"]
        + [f"{place % 2},g{place}{f',0.{place % 4}' * 11}" for place in range(10_000)],
        r"^data.csv: has 110,011 folds of its models, more than 100,000; keep fewer models, or choose no",
    ),
    "a wrong number far down": (
        ["truth,score", *["1,0.5", "0,0.2"] * 200_000, "1,high"],
        r"“high” in row 400,002; fix",
    ),
}


@pytest.mark.parametrize("refused", REFUSED)
def test_more_than_can_be_read_is_said_before_the_work(refused: str) -> None:
    lines, message = REFUSED[refused]
    with within(2), pytest.raises(InputError, match=message):
        text(*lines)


@pytest.mark.parametrize("end", [b"\n", b"\r", b"\r\n", b"\n \t"])
def test_blank_lines_after_the_header_are_quickly_passed(end: bytes) -> None:
    with within(2), pytest.raises(InputError, match=r"^x.csv has a header but no rows"):
        read(gzip.compress(b"truth,score" + end * 200_000), name="x.csv")


def test_a_thousand_models_in_a_long_file_are_each_counted_by_their_rows() -> None:
    lines = [f"m{place % 1000},{place % 3 % 2},0.{place % 7}" for place in range(20_000)]
    with within(1.6):
        models = text("model,truth,score", *["m0,1,0.5"] * 1000, *lines).models
    assert list(models)[:3] == ["m0", "m1", "m2"]
    own = [line.split(",")[1:] for line in lines if line.startswith("m7,")]
    assert models["m7"].counts.tp == sum(truth == "1" and float(score) >= 0.5 for truth, score in own)
    assert models["m7"].counts.total == len(own)


@pytest.mark.full
def test_many_labels_find_their_scores_among_many() -> None:
    names = [f"{one}{place}" for place in range(150) for one in ("s", "l")]
    rows = [
        ",".join(f"0.{(row * (place + 3)) % 7}1,{int((row * (place + 3)) % 7 > 3)}" for place in range(150))
        for row in range(300)
    ]
    with within(2):
        found = text(f"truth,{','.join(names)}", *(f"{row % 2},{line}" for row, line in enumerate(rows)))
    # Columns of one value are no models beside others.
    assert list(found.models) == [name for place, name in enumerate(names[::2]) if (place + 3) % 7]


def test_a_long_cell_is_quickly_no_number() -> None:
    for number in ("9" * 399 + "x", "9" * 200 + "." + "9" * 198 + "x", "." + "9" * 398 + "e+"):
        with within(0.4):
            assert not any(is_number(number) for _ in range(2_000))


def test_a_sorted_score_is_no_column_of_labels() -> None:
    rows = [f"{place % 2},{max(0, place - 1500)}" for place in range(4_000)]
    found = text("truth,score", *rows)
    assert (found.roles["score"], found.roles["label"]) == (("score",), ())


def test_every_limit_says_what_to_do() -> None:
    table = [one for one in vars(limits).values() if isinstance(one, limits.Limit)]
    assert len(table) == len({id(one) for one in table}) >= 9
    for one in table:
        one.check(one.most)
        with pytest.raises(InputError, match=rf"^has {one.most + 1:,} {one.things}, more than {one.most:,}; \w+"):
            one.check(one.most + 1)
        with pytest.raises(InputError, match=r"^“a” has "):
            one.check(one.most + 1, "“a”")


LINE = b'{"truth":1,"score":0.5}\n{"truth":0,"score":0.25}\n'
DEEP = r"^x.jsonl has {} nested levels of JSON, more than 100"
ENDLESS = r"“score” must have finite numbers, got “inf” in row 3; fix that cell$"
JSON = {
    "keys": (
        b"".join(b'{"truth":%d,"k%d":0.5}\n' % (place % 2, place) for place in range(30_000)),
        r"^x.jsonl has 30,001 columns, more than 1,000; keep only truth and predictions$",
    ),
    "keys with a space before the colon": (
        LINE + b"".join(b'{"truth":1,"k%d" :0.5}\n' % place for place in range(2_000)),
        r"^x.jsonl has 2,002 columns, more than 1,000",
    ),
    "cells": (
        b"".join(b'{"truth":1,"k%d":0.5}\n' % (place % 990) for place in range(60_000)),
        r"^x.jsonl has 59,460,991 cells, more than 30,000,000; keep only truth and predictions$",
    ),
    "objects in objects": (LINE + b'{"truth":' * 10_000 + b"1" + b"}" * 10_000, DEEP.format("10,000")),
    "lists in lists": (LINE + b'{"truth":' + b"[" * 100_000, DEEP.format("100,001")),
    "levels after others have closed": (b"]}" * 20_000 + b"\n" + b'{"a":' * 10_000 + b"1", DEEP.format("10,000")),
    "brackets in a string are no levels": (
        LINE + b'{"truth":1,"score":0.5,"note":"' + b'\\"[' * 1000 + rb"\\" + b'"}\n{"truth":0,"score":"x"}',
        r"“score” must have numbers, got “x” in row 4; fix that cell$",
    ),
    "half a character": (LINE + b'{"truth":1,"score":"\\ud800"}', r"^x.jsonl has half a character, such as \\ud800,"),
    "half a character in a key": (LINE + b'{"\\udfff":1,"score":1}', r"has half a character, .* in row 3; save it"),
    "a key twice": (b'{"truth":1,"score":0.5,"truth":0}\n' + LINE, r"^x.jsonl has “truth” twice in row 1; rename one"),
    "endless": (LINE + b'{"truth":1,"score":Infinity}', ENDLESS),
    "large": (LINE + b'{"truth":1,"score":1e400}', ENDLESS),
    "long": (LINE + b'{"truth":1,"score":' + b"9" * 5_000 + b"}", ENDLESS),
    "half a list": (b"[" + LINE, r"^x.jsonl must have a JSON object on each line, got “\[{.*” in row 1; fix that"),
    "backslashes": (b'{"truth":"' + rb"\"" * 300_000, r"^x.jsonl must have a JSON object .* got “{.*” in row 1; fix"),
}


@pytest.mark.parametrize("refused", JSON)
def test_json_that_cannot_be_read_says_why(refused: str) -> None:
    data, message = JSON[refused]
    with within(2), pytest.raises(InputError, match=message):
        read(data, name="x.jsonl")


def test_json_of_a_hundred_levels_and_of_numbers_that_are_none_is_read() -> None:
    nested = b'{"truth":1,"score":NaN,"more":' + b"[" * 99 + b"]" * 99 + b"}\n"
    found = read(LINE + nested, name="x.jsonl", missing="leave out")
    assert (found.rows, found.total, found.columns) == (3, 2, ("truth", "score", "more"))


@pytest.mark.full
def test_json_with_another_key_on_each_of_many_lines_is_read() -> None:
    lines = [b'{"truth":%d,"score":0.%d,"k%d":"a"}\n' % (place % 2, place % 10, place % 300) for place in range(2_000)]
    with within(2):
        found = read(b"".join(lines), name="x.jsonl", score="score")
    assert (found.rows, len(found.columns), found.positives) == (2_000, 302, 1_000)


@pytest.mark.parametrize("end", [b"\n", b"\r\n", b"\r", b"\n\n\n"])
def test_rows_and_cells_of_a_text_are_counted_before_it_is_parsed(end: bytes, monkeypatch: pytest.MonkeyPatch) -> None:
    data = b"truth,score" + end + end.join([b"1,0.5", b"0,0.25"] * 50) + end * 150
    assert read(data).rows == 100
    monkeypatch.setattr(delimited.pyarrow.csv, "read_csv", None)
    for limit, most, found in (("ROWS", 99, 100), ("CELLS", 99, 100)):
        with monkeypatch.context() as patch:
            patch.setattr(delimited, limit, limits.Limit(most, limit.lower(), "keep some"))
            with pytest.raises(InputError, match=rf"^x.csv has {found} {limit.lower()}, more than {most}; keep some$"):
                read(data, name="x.csv")


@pytest.mark.parametrize("limit", ["ROWS", "CELLS"])
def test_rows_and_cells_of_a_quoted_text_are_counted(limit: str, monkeypatch: pytest.MonkeyPatch) -> None:
    data = b'truth,score,"no\nte,s"\n' + b'1,0.5,"a\n\nb"\n0,0.25,\n' * 50
    monkeypatch.setattr(files, limit, limits.Limit(300, limit.lower(), "keep some"))
    assert read(data).rows == 100
    monkeypatch.setattr(files, limit, limits.Limit(99, limit.lower(), "keep some"))
    with pytest.raises(InputError, match=r"^x.csv has (100 rows|300 cells), more than 99; keep some$"):
        read(data, name="x.csv")


PACK = {"gz": gzip.compress, "zst": zstandard.compress}


@pytest.mark.parametrize("layers", [("gz",), ("zst", "gz"), ("gz", "zst", "zst")])
def test_packed_and_packed_again_is_read(layers: tuple[str, ...]) -> None:
    data = b"truth,score\n1,0.5\n0,0.25\n"
    for layer in layers:
        data = PACK[layer](data)
    found = read(data, name=".".join(("x.csv", *layers)))
    assert (found.name, found.rows) == ("x.csv", 2)
    while len(layers) <= limits.LAYERS:
        layers, data = (*layers, "gz"), gzip.compress(data)
    with pytest.raises(InputError, match=r"^x.gz is compressed more than 3 times over; unpack it$"):
        read(data, name="x.gz")


@pytest.mark.parametrize("kind", [pa.string(), pa.large_string(), pa.dictionary(pa.int32(), pa.string())])
def test_text_repeated_by_reference_in_parquet_is_measured_first(
    kind: pa.DataType, monkeypatch: pytest.MonkeyPatch
) -> None:
    notes = pa.array(["x" * 3_000] * 4_000).cast(kind)
    frame = pa.table({"truth": [0, 1] * 2_000, "score": [0.25, 0.5] * 2_000, "note": notes})
    pyarrow.parquet.write_table(frame, stream := io.BytesIO())
    assert len(stream.getvalue()) < 100_000
    assert read(stream.getvalue()).rows == 4_000
    monkeypatch.setattr(limits, "BYTES", 10**6)
    monkeypatch.setattr(files, "plain", None)
    with pytest.raises(InputError, match=r"^x.parquet is more than 0.001 GB inside; keep only truth and predictions$"):
        read(stream.getvalue(), name="x.parquet")


def test_text_that_is_long_once_is_no_reason_to_refuse_parquet() -> None:
    notes = ["x" * 1_000_000, *["a", "b"] * 2_000]
    frame = {"truth": [0, *[0, 1] * 2_000], "score": [0, *[0.25, 0.5] * 2_000], "note": notes}
    pyarrow.parquet.write_table(pa.table(frame), stream := io.BytesIO())
    assert read(stream.getvalue()).rows == 4_001


def test_what_cannot_be_used_in_parquet_is_not_read(monkeypatch: pytest.MonkeyPatch) -> None:
    kinds = {"binary": b"x", "list": ["x"], "struct": {"a": "x"}, "map": [("a", 1)]}
    types = {"map": pa.map_(pa.string(), pa.int64()), "binary": pa.binary(1)}
    used = {"truth": [0, 1], "score.a": [0.25, 0.5], "when": pa.array([1, 2], pa.timestamp("s", "Nowhere/Town"))}
    unused = {name: pa.array([cell] * 2, types.get(name)) for name, cell in kinds.items()}
    pyarrow.parquet.write_table(pa.table(used | unused), stream := io.BytesIO())
    asked = []
    whole = pyarrow.parquet.ParquetFile.read_row_group

    def spied(file: pyarrow.parquet.ParquetFile, group: int, columns: list[str]) -> pa.Table:
        asked.append(columns)
        return whole(file, group, columns)

    monkeypatch.setattr(pyarrow.parquet.ParquetFile, "read_row_group", spied)
    found = read(stream.getvalue(), name="x.parquet")
    assert asked == [list(used)]
    assert (found.rows, found.columns, found.roles["score"]) == (2, (*used, *unused), ("score.a",))


def test_parquet_of_many_row_groups_or_rows_is_refused() -> None:
    frame = pa.table({"truth": pa.array(np.tile(np.int8([0, 1]), 6_000_001))})
    pyarrow.parquet.write_table(frame, stream := io.BytesIO())
    with within(2), pytest.raises(InputError, match=r"^x.parquet has 12,000,002 rows, more than 12,000,000; keep a"):
        read(stream.getvalue(), name="x.parquet")
    pyarrow.parquet.write_table(frame[:10_001], stream := io.BytesIO(), row_group_size=1)
    with within(2), pytest.raises(InputError, match=r"^x.parquet has 10,001 row groups, more than 10,000; save it"):
        read(stream.getvalue(), name="x.parquet")


@pytest.mark.parametrize("bytes_", [b"\xc8", b"\xed\xa0\x80"])
def test_parquet_whose_text_is_no_utf8_is_a_sentence(bytes_: bytes) -> None:
    text = pa.array([bytes_, b"b"], pa.binary()).view(pa.string())
    frame = pa.table({"truth": text, "score": [0.25, 0.5]})
    pyarrow.parquet.write_table(frame, stream := io.BytesIO())
    content = stream.getvalue()
    named = content.replace(b"score", b"sc" + bytes_.ljust(3, b"\xff"))
    for source, message in (
        (content, r"^x.parquet cannot be read as Parquet \(.*UTF8 .*\); save it again$"),
        (frame, r"^x.parquet cannot be used as a table \(.*UTF8 .*\); give each column one"),
        (named, r"^x.parquet cannot be read as Parquet \('utf-8' codec can't .*\); save it"),
    ):
        with pytest.raises(InputError, match=message):
            read(source, name="x.parquet")


def test_lack_of_memory_is_nothing_that_a_file_says(monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*_: object) -> None:
        raise pa.ArrowMemoryError("malloc of size 64 failed")

    monkeypatch.setattr(files, "_sheet", full)
    with pytest.raises(MemoryError, match=r"^malloc of size 64 failed$"):
        read(b"truth,score\n1,0.5\n0,0.25\n")


def test_nearest_of_many_long_names_is_found_by_their_beginnings() -> None:
    names = [f"score {place} {'ab' * 500}" for place in range(300)]
    with (
        within(0.7),
        pytest.raises(InputError, match=r"score must be a column, got “scroe 7 (ab)+…”; the nearest are "),
    ):
        text(",".join(("truth", *names)), ",".join("1" * 301), ",".join("0" * 301), score="scroe 7 " + "ab" * 500)
