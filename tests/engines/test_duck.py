"""DuckDB reads every format alike, says what is wrong with a file, and opens nothing that was not named."""

import gzip
import json
import os
import stat
import threading
from pathlib import Path

import duckdb
import numpy as np
import pyarrow as pa
import pyarrow.parquet
import pytest
import zstandard

from ddcore.engines import duck, sources
from ddcore.engines.duck import batches, connection, files_of, table_of, told
from ddcore.errors import InputError
from ddcore.read import read
from ddcore.read.reading import Reading
from tests.helpers.loops import nonempty

MEMORY = 2**28
SCORES = pa.table({"truth": ["ja", "né", "ja", None], "score": [0.9, 0.25, 1e-7, 0.5], "fold": [1, 2, 1, 2]})


def rows(source: str | Path, **options: object) -> list[dict[str, object]]:
    """The rows of a source, in one order."""
    backend = connection([source], memory=MEMORY, threads=1)
    return sorted(table_of(backend, source, **options).to_pyarrow().to_pylist(), key=repr)


def error_of(source: str | Path) -> str:
    """What is said of a file that cannot be read to its end."""
    with pytest.raises(InputError) as raised, duck.telling(Path(source).name):
        rows(source)
    return str(raised.value)


def csv_text() -> str:
    return "truth,score,fold\n" + "".join(
        f"{row['truth'] or 'NA'},{row['score']},{row['fold']}\n" for row in SCORES.to_pylist()
    )


@pytest.fixture
def formats(tmp_path: Path) -> list[Path]:
    """The same rows in every format, with names that end as usual."""
    text = csv_text().encode()
    lines = "".join(json.dumps(row) + "\n" for row in SCORES.to_pylist()).encode()
    written = {
        "a.csv": text,
        "a.csv.gz": gzip.compress(text),
        "a.csv.zst": zstandard.compress(text),
        "a.tsv": text.replace(b",", b"\t"),
        "a.jsonl": lines,
        "a.jsonl.gz": gzip.compress(lines),
        "plain": text,
        "lines": lines,
    }
    for name, content in written.items():
        (tmp_path / name).write_bytes(content)
    pa.parquet.write_table(SCORES, tmp_path / "a.parquet")
    (tmp_path / "columns").write_bytes((tmp_path / "a.parquet").read_bytes())
    for name, new in (("a.feather", pa.ipc.new_file), ("a.arrow", pa.ipc.new_stream)):
        with pa.OSFile(str(tmp_path / name), "wb") as file, new(file, SCORES.schema) as writer:
            writer.write_table(SCORES, max_chunksize=3)
    return sorted(tmp_path.iterdir())


def test_every_format_gives_the_same_rows(formats: list[Path]) -> None:
    expected = sorted(SCORES.to_pylist(), key=repr)
    assert {path.name: rows(path) == expected for path in formats} == dict.fromkeys((p.name for p in formats), True)


def test_a_table_can_be_asked_again_and_streamed(formats: list[Path]) -> None:
    for path in nonempty(each for each in formats if each.name in ("a.arrow", "a.feather", "a.csv")):
        table = table_of(connection([path], memory=MEMORY), path)
        assert [table.score.sum().to_pyarrow().as_py() for _ in range(2)] == [pytest.approx(1.6500001)] * 2
        assert sum(batch.num_rows for batch in batches(table, 2)) == 4


def test_a_reading_of_the_sample_is_used(tmp_path: Path) -> None:
    path = tmp_path / "dutch.csv"
    text = "waarheid;kans\n;%\n" + "né;0,25\nja;0,5\n" * 20
    path.write_bytes(text.encode("latin-1"))
    reading = read(path, encoding="latin-1").reading
    table = table_of(connection([path], memory=MEMORY), path, reading)
    assert table.columns == ("waarheid", "kans")
    assert table.kans.sum().to_pyarrow().as_py() == 15
    assert set(table.waarheid.to_pyarrow().to_pylist()) == {"né", "ja"}


def test_a_table_without_a_header_has_the_names_of_its_reading(tmp_path: Path) -> None:
    path = tmp_path / "bare.csv"
    path.write_text("1,0.5\n0,0.25\n1,0.75\n")
    reading = read(path, header=0).reading
    table = table_of(connection([path], memory=MEMORY), path, reading)
    assert (table.columns, table.count().to_pyarrow().as_py()) == (reading.columns, 3)


def test_types_of_columns_can_be_given(tmp_path: Path) -> None:
    path = tmp_path / "a.csv"
    path.write_text("truth,score\n1,0.5\n01,0.25\n")
    assert rows(path, types={"truth": "VARCHAR"})[0] == {"truth": "01", "score": 0.25}


def test_an_encoding_that_duckdb_does_not_read_becomes_another(tmp_path: Path) -> None:
    text = "truth;score\nœil;0,5\nnez;0,25\n" * 3
    for encoding, packed in nonempty(
        [("cp1252", bytes), ("utf-16", bytes), ("utf-16-be", bytes), ("cp1252", gzip.compress)]
    ):
        path = tmp_path / f"a.csv{'.gz' if packed is gzip.compress else ''}"
        path.write_bytes(packed(text.replace("\ntruth;score", "").encode(encoding)))
        name, table = sources.opened(path, asked=Reading(encoding=encoding))
        assert name == path.name
        assert table.truth.to_pyarrow().to_pylist() == ["œil", "nez"] * 3
        assert table.score.sum().to_pyarrow().as_py() == 2.25
    with pytest.raises(InputError, match=r"a\.csv is in cp1252; read one such file by itself, or save each in UTF-8"):
        table_of(connection([path], memory=MEMORY), path, Reading("CSV", encoding="cp1252"), name="a.csv")


def test_a_text_in_another_encoding_than_its_first_rows_is_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(duck, "SAMPLE", 1_000)
    (tmp_path / "a.csv").write_bytes("truth,score\nœil,0.5\n".encode("cp1252") * 100 + b"\x81,0.5\n")
    with pytest.raises(InputError, match=r"a\.csv is not in cp1252; choose its encoding"):
        sources.opened(tmp_path / "a.csv")


def test_files_of_a_glob_and_partitions_are_one_table(tmp_path: Path) -> None:
    for year in (2023, 2024):
        (tmp_path / f"year={year}").mkdir()
        for part in range(2):
            pa.parquet.write_table(SCORES, tmp_path / f"year={year}" / f"part-{part}.parquet")
    (tmp_path / "_SUCCESS").write_text("")
    (tmp_path / "year=2024" / ".hidden.parquet").write_text("")
    (tmp_path / "year=2024" / "notes.md").write_text("no table")
    for source in nonempty([tmp_path, str(tmp_path / "*" / "*.parquet"), str(tmp_path / "**" / "*.parquet")]):
        table = table_of(connection([source], memory=MEMORY), source)
        counts = table.group_by("year").agg(n=table.count()).order_by("year").to_pyarrow().to_pylist()
        assert counts == [{"year": 2023, "n": 8}, {"year": 2024, "n": 8}]
    single = tmp_path / "year=2024" / "part-0.parquet"
    assert table_of(connection([single], memory=MEMORY), single).columns == ("truth", "score", "fold")


def test_files_with_columns_in_another_order_are_one_table(tmp_path: Path) -> None:
    (tmp_path / "a.csv").write_text("truth,score\n1,0.5\n")
    (tmp_path / "b.csv").write_text("score,truth\n0.25,0\n")
    assert rows(tmp_path / "*.csv") == [{"truth": 0, "score": 0.25}, {"truth": 1, "score": 0.5}]


def test_arrow_partitions(tmp_path: Path) -> None:
    (tmp_path / "day=1").mkdir()
    with pa.OSFile(str(tmp_path / "day=1" / "a.arrow"), "wb") as file, pa.ipc.new_file(file, SCORES.schema) as writer:
        writer.write_table(SCORES)
    assert {row["day"] for row in rows(tmp_path)} == {1}


def test_an_unlinked_file_is_read_by_its_descriptor(tmp_path: Path) -> None:
    for name, content in nonempty([("a.csv", csv_text().encode()), ("a.csv.gz", gzip.compress(csv_text().encode()))]):
        path = tmp_path / name
        path.write_bytes(content)
        with open(path, "rb") as file:
            path.unlink()
            assert rows(f"/proc/self/fd/{file.fileno()}", name=name) == sorted(SCORES.to_pylist(), key=repr)


@pytest.mark.parametrize(
    ("content", "name", "said"),
    [
        (b"1,0.5,7\n", "row.csv", r"row\.csv: row 30,002 has 3 values where the others have 2; mend or remove the row"),
        (b"1,high\n", "type.csv", r"row 30,002 has “high” in the column “score”, which is no number; mend the value"),
        (b"\xe9,1\n", "latin.csv", r"latin\.csv: row 30,002 is not in UTF-8; choose the encoding of the file"),
        (b"1," + b"9" * 2_500_000 + b"\n", "long.csv", r"long\.csv: row .* is longer than 2 MB"),
        (b'1,"0.5\n', "quote.csv", r"quote\.csv: row .* has a quotation mark that does not end; mend the row"),
    ],
)
def test_a_broken_row_is_named(tmp_path: Path, content: bytes, name: str, said: str) -> None:
    (tmp_path / name).write_bytes(b"truth,score\n" + b"a,0.5\n" * 30_000 + content)
    with pytest.raises(InputError, match=said):
        raise InputError(error_of(tmp_path / name))


@pytest.mark.full
def test_a_broken_row_far_below_the_start_is_counted_by_all_threads(tmp_path: Path) -> None:
    path = tmp_path / "far.csv"
    path.write_bytes(b"truth,score\n" + b"1,0.5\n" * 9_000_000 + b"1,high\n" + b"1,0.5\n" * 100_000)
    table = table_of(connection([path], memory=MEMORY, threads=2), path)
    with pytest.raises(InputError, match=r"row 9,000,002 has “high”"), duck.telling():
        table.score.sum().to_pyarrow()


def broken_files(folder: Path) -> dict[str, bytes]:
    pa.parquet.write_table(pa.table({"score": np.random.default_rng(1).random(20_000)}), folder / "whole")
    whole = (folder / "whole").read_bytes()
    packed = gzip.compress(b"truth,score\n" + os.urandom(50_000).hex().encode())
    return {
        "cut.parquet": whole[:-50],
        "zeros.parquet": whole[:4] + b"\xff" * 4_000 + whole[4_004:],
        "no.parquet": b"PAR1",
        "cut.csv.gz": packed[:3_000],
        "b.jsonl": b'{"truth":1,"score":0.5}\n' * 9 + b'{"truth":1,"sc\n',
        "empty.csv": b" \n",
        "book.xlsx": b"PK\x03\x04",
    }


def test_a_broken_file_is_named(tmp_path: Path) -> None:
    for name, content in nonempty(broken_files(tmp_path).items()):
        (tmp_path / name).write_bytes(content)
    (tmp_path / "void").mkdir()
    (tmp_path / "mixed").mkdir()
    (tmp_path / "mixed" / "a.csv").write_text("truth,score\n1,0.5\n")
    (tmp_path / "mixed" / "b.csv").write_bytes(gzip.compress(b"truth,score\n1,0.5\n"))
    sentences = {
        "cut.parquet": "cut.parquet cannot be read as Parquet; save it again",
        "zeros.parquet": "zeros.parquet cannot be read as Parquet; save it again",
        "no.parquet": "no.parquet cannot be read as Parquet; save it again",
        "cut.csv.gz": "cut.csv.gz is cut off, or its compression is broken; save it again",
        "empty.csv": "empty.csv is empty; choose a file with a header and rows",
        "book.xlsx": "book.xlsx is an Excel workbook, which is read in memory only; save it as Parquet or CSV",
        "b.jsonl": "b.jsonl: line 11 or the one before is no JSON (unexpected control character in string); mend it",
        "none.csv": "none.csv cannot be found; check its name and its folder",
        "*.none": "*.none cannot be found; check its name and its folder",
        "void": "void has no files that end with .parquet, .pq, .arrow, .feather, .ipc, .jsonl, .ndjson, .json, .csv, "
        ".tsv or .txt; choose another folder",
        "mixed": "mixed has files of several kinds (CSV and CSV in gzip); name those of one kind",
    }
    assert {name: error_of(tmp_path / name) for name in sentences} == sentences


BIG = "create temp table big as select md5(range::varchar) || md5((-range)::varchar) from range(1500000)"
"""A table of 100 MB."""


@pytest.mark.full
def test_memory_and_temporary_space_end_with_a_sentence(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    opened = connection(memory=2**26, threads=1)
    with pytest.raises(InputError, match=r"big\.csv needs more memory than it may use"), duck.telling("big.csv"):
        opened.con.execute("select len(list(hash(range)||'...........')) from range(2000000)").fetchall()
    monkeypatch.setattr(duck, "TEMPORARY", 2**22)
    opened = connection(memory=2**26, threads=1, temporary=tmp_path)
    with pytest.raises(InputError, match="needs more temporary space on the disk"), duck.telling("big.csv"):
        opened.con.execute(BIG).fetchall()


def test_a_cancelled_query_ends_with_a_sentence() -> None:
    opened = connection(memory=MEMORY, threads=1)
    threading.Timer(0.1, opened.con.interrupt).start()
    with pytest.raises(InputError, match="Reading was cancelled; start again"), duck.telling():
        opened.con.execute("select sum(hash(a.range + b.range) % 3) from range(1000000) a, range(10000) b").fetchall()


def test_a_defect_keeps_its_traceback() -> None:
    opened = connection(memory=MEMORY, threads=1)
    with pytest.raises(duckdb.ParserException), duck.telling():
        opened.con.execute("selec 1")
    with pytest.raises(duckdb.InternalException):
        told(duckdb.InternalException("INTERNAL Error: a defect"))


def test_temporary_files_are_private_and_go_with_the_connection() -> None:
    opened = connection(memory=2**26, threads=1)
    folder = Path(opened.con.execute("select current_setting('temp_directory')").fetchall()[0][0])
    opened.con.execute(BIG).fetchall()
    names = [path.name for path in folder.iterdir()]
    assert any(name.startswith("duckdb_temp") for name in names)
    assert stat.S_IMODE(folder.stat().st_mode) == 0o700
    del opened
    assert not folder.exists()


@pytest.fixture
def house(tmp_path: Path) -> Path:
    """A folder that may be read, beside one that may not, with links from the first to the second."""
    (tmp_path / "open").mkdir()
    (tmp_path / "secret").mkdir()
    (tmp_path / "open" / "a.csv").write_text("truth,score\n1,0.5\n")
    (tmp_path / "secret" / "key.csv").write_text("truth,score\n1,0.125\n")
    duckdb.connect(str(tmp_path / "secret" / "other.db")).execute("create table t as select 1 x")
    return tmp_path


def attacks(house: Path) -> list[str]:
    """What a query could try; each is refused."""
    key, top = house / "secret" / "key.csv", house / "open"
    return [
        "select * from read_text('/etc/passwd')",
        "select * from '/etc/passwd'",
        "select * from read_blob('/proc/self/environ')",
        f"select * from read_csv('{key}')",
        f"select * from read_csv('{top}/../secret/key.csv')",
        f"select * from read_csv(['{top}/a.csv', '{key}'])",
        f"select * from read_csv('{top}/*.csv')",
        f"select * from read_csv('{house}/*/key.csv')",
        f"select * from read_csv('{top}/link.csv')",
        f"select * from read_csv('{top}/linked/key.csv')",
        f"select * from glob('{house}/**')",
        "select * from read_csv('https://localhost/a.csv')",
        "select * from read_parquet('s3://bucket/a.parquet')",
        f"attach '{house}/secret/other.db' as other (read_only)",
        f"attach '{top}/new.db'",
        f"copy (select 1) to '{top}/new.csv'",
        f"copy (select 1) to '{house}/secret/key.csv'",
        f"export database '{top}/all'",
        f"import database '{house}/secret'",
        "install httpfs",
        "load httpfs",
        "load '/tmp/any.duckdb_extension'",
        "install h3 from community",
        "create secret (type s3)",
        "set enable_external_access = true",
        "set allowed_directories = ['/']",
        "set allowed_paths = ['/etc/passwd']",
        "set lock_configuration = false",
        "reset allowed_paths",
        "set memory_limit = '900GB'",
        "set temp_directory = '/tmp'",
        "set log_query_path = '/tmp/log'",
        "pragma profiling_output = '/tmp/profile'",
        "call enable_logging(storage = 'file', storage_path = '/tmp/log')",
        "select * from unnamed",
    ]


def test_nothing_is_opened_but_what_was_named(house: Path) -> None:
    (house / "open" / "link.csv").symlink_to(house / "secret" / "key.csv")
    (house / "open" / "linked").symlink_to(house / "secret")
    unnamed = pa.table({"x": [1]})
    opened = connection([house / "open" / "a.csv"], memory=MEMORY, threads=1)
    passed = []
    for query in nonempty(attacks(house)):
        try:
            opened.con.execute(query).fetchall()
            passed.append(query)
        except duckdb.Error:
            pass
    assert (passed, unnamed.num_rows) == ([], 1)
    assert table_of(opened, house / "open" / "a.csv").count().to_pyarrow().as_py() == 1
    assert sorted(path.name for path in (house / "open").iterdir()) == ["a.csv", "link.csv", "linked"]
    with pytest.raises(InputError, match=r"key\.csv cannot be opened; only the files that were named can be read"):
        table_of(opened, house / "secret" / "key.csv")


def test_an_arrow_file_that_was_not_named_is_not_opened(formats: list[Path]) -> None:
    with pytest.raises(InputError, match=r"a\.arrow cannot be opened; only the files that were named can be read"):
        table_of(connection(memory=MEMORY), next(path for path in formats if path.name == "a.arrow"))


@pytest.mark.parametrize("source", ["open", "open/*.csv", "open/**/*.csv"])
@pytest.mark.parametrize("link", ["link.csv", "linked"])
def test_a_link_out_of_a_folder_is_refused(house: Path, source: str, link: str) -> None:
    (house / "open" / link).symlink_to(house / "secret" / ("key.csv" if link == "link.csv" else ""))
    if link == "linked" and source == "open/*.csv":
        source = "open/*/*.csv"
    with pytest.raises(InputError, match="is a link that leads out of its folder; name the file that it leads to"):
        files_of(house / source)


def test_a_link_that_is_put_in_place_of_a_named_file_is_not_followed(house: Path) -> None:
    path = house / "open" / "a.csv"
    opened = connection([path], memory=MEMORY, threads=1)
    table = table_of(opened, path)
    path.unlink()
    path.symlink_to(house / "secret" / "key.csv")
    with pytest.raises(InputError, match="only the files that were named can be read"), duck.telling():
        table.to_pyarrow()


@pytest.fixture
def database(house: Path) -> Path:
    path = house / "open" / "file.db"
    with duckdb.connect(str(path)) as made:
        made.execute("create table predictions as select range % 2 as truth, range / 10 as score from range(10)")
        made.execute("create schema old; create table old.predictions as select 1 as truth, 0.5 as score")
        made.execute(f"create view spy as select * from read_csv('{house}/secret/key.csv')")
    return path


def test_a_table_of_a_database_file_is_read_and_never_written(database: Path) -> None:
    opened = connection(memory=MEMORY, threads=1, database=database)
    tables = ("predictions", "main.predictions", "old.predictions")
    counts = [table_of(opened, f"duckdb://{database}?table={name}").count().to_pyarrow().as_py() for name in tables]
    assert counts == [10, 10, 1]
    for query in nonempty(["drop table opened.predictions", "insert into opened.predictions values (1, 1)"]):
        with pytest.raises(duckdb.Error, match="read-only"):
            opened.con.execute(query)
    with pytest.raises(InputError, match=r"file\.db has no table “x”; its tables are “predictions”, “spy” or “old\."):
        table_of(opened, f"duckdb://{database}?table=x")
    with pytest.raises(InputError, match="only the files that were named can be read"), duck.telling():
        table_of(opened, f"duckdb://{database}?table=spy").to_pyarrow()


def test_what_is_no_database_file_is_said(house: Path) -> None:
    with pytest.raises(InputError, match=r"a\.csv cannot be read as a DuckDB file; save it again"):
        connection(memory=MEMORY, database=house / "open" / "a.csv")
    with pytest.raises(InputError, match=r"none\.db cannot be found; check its name and its folder"):
        connection(memory=MEMORY, database=house / "none.db")
