"""DuckDB, opened in one way: in memory, within limits, and able to read the named files and nothing else.

DuckDB 2.0.1 encrypts temporary files only with a network extension, and otherwise with random numbers that it calls
unsafe, in five times the time. So `temp_file_encryption` is off, and temporary files lie in a private folder.
"""

import codecs
import glob
import os
import re
import shutil
import tempfile
import threading
import weakref
from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from contextvars import copy_context
from dataclasses import dataclass
from pathlib import Path
from typing import IO, Any
from urllib.parse import parse_qs, unquote

import duckdb
import ibis
import pyarrow as pa
import pyarrow.dataset
from ibis import Table
from ibis.backends.duckdb import Backend

from ddcore.errors import InputError
from ddcore.read.files import FORMATS, PACKED, PACKED_ENDINGS, open_sheet
from ddcore.read.limits import Limit
from ddcore.read.reading import AUTOMATIC, Reading
from ddcore.read.values import MISSING
from ddcore.read.words import listed, quoted
from ddcore.workers import progress
from ddcore.workers.private_folder import private_folder

FILES = Limit(20_000, "files", "name a part of them")
"""Files that are read as one table."""

TEMPORARY = 64 * 2**30
"""Bytes of temporary files at most, and at most half of what is free on the disk."""

PAUSE = 0.25
"""Seconds between two looks at how far a query is."""

SAMPLE = 2**20
"""Bytes of a text by which its delimiter, decimal sign, encoding and header are told."""

HEAD = 2**16
"""Bytes at the start of a file by which its format is told."""

SPOKEN = ("Parquet", "Arrow", "JSON lines", "CSV")
"""The formats that are read piece by piece; a file of another one is read in memory."""

ENDINGS = {name: format.endings for format in FORMATS if (name := format.name) in SPOKEN}
"""The endings of the names of such files."""

ENCODINGS = ("utf-8", "latin-1")
"""Encodings of text that DuckDB reads without an extension."""

CANDIDATES = ["NULL", "BIGINT", "DOUBLE", "DATE", "TIMESTAMP", "VARCHAR"]
"""Types that a column of a CSV file can have: “yes” and “no” are texts, as they are for `ddcore.read`."""

SCHEME = "duckdb://"
"""How the address of a table in a DuckDB file starts: `duckdb://file.db?table=predictions`."""

DATABASE = "opened"
"""The name of a database file within a connection."""

BY_DESCRIPTOR = "/proc/self/fd/"
"""A file that this process has open, which may have no name any more."""


@dataclass(frozen=True)
class Files:
    """The files of one table, by their real paths; `partitioned` if folders such as `year=2024` are columns."""

    paths: tuple[Path, ...]
    partitioned: bool = False


def connection(
    files: Sequence[str | Path] = (),
    *,
    memory: int,
    threads: int | None = None,
    temporary: Path | None = None,
    database: Path | None = None,
) -> Backend:
    """DuckDB, which can read these files and a database file, and nothing else; its configuration is locked.

    Parameters
    ----------
    files : sequence of str or Path
        Paths, globs and folders, as in `table_of`.
    memory : int
        Bytes that DuckDB may use.
    threads : int, optional
        Threads that it may use; as many as the machine has cores if not given.
    temporary : Path, optional
        A folder for its temporary files. If not given, a private one is made, and removed with the connection.
    database : Path, optional
        A DuckDB file, which is opened for reading.

    Raises
    ------
    InputError
        If a file is missing, or a database file cannot be opened.

    Examples
    --------
    >>> opened = connection(memory=2**28, threads=1)
    >>> opened.con.execute("select 1 + 1").fetchall()
    [(2,)]
    """
    allowed = [str(path) for source in files for path in files_of(source).paths]
    folder = temporary or private_folder()
    backend = ibis.duckdb.connect(
        ":memory:",
        memory_limit=f"{memory}B",
        threads=threads or os.cpu_count() or 1,
        temp_directory=str(folder),
        max_temp_directory_size=f"{min(TEMPORARY, shutil.disk_usage(folder).free // 2)}B",
        autoinstall_known_extensions=False,
        autoload_known_extensions=False,
        allow_community_extensions=False,
        python_enable_replacements=False,
        preserve_insertion_order=False,
    )
    if temporary is None:
        weakref.finalize(backend, shutil.rmtree, folder, ignore_errors=True)
    if database is not None:
        if not database.is_file():
            raise InputError(f"{database.name} cannot be found; check its name and its folder")
        with telling(database.name):
            path = str(database.resolve()).replace("'", "''")
            backend.con.execute(f"attach '{path}' as {DATABASE} (type duckdb, read_only)")
    backend.con.execute("set allowed_paths = ?", [allowed])
    shown = ("set enable_progress_bar = true", "set enable_progress_bar_print = false")
    for setting in (*shown, "set enable_external_access = false", "set lock_configuration = true"):
        backend.con.execute(setting)
    return backend


def files_of(source: str | Path) -> Files:
    """The files of a path, a glob or a folder, in the order of their names.

    Names that start with a dot or an underscore are left out of globs and folders, as are files of other formats.
    Raises `InputError` if there are none, or a symbolic link leads out of the folder.

    >>> files_of("/no/such/*.parquet")
    Traceback (most recent call last):
    ddcore.errors.InputError: *.parquet cannot be found; check its name and its folder
    """
    text = os.fspath(source)
    path = Path(text)
    if "\0" in text or not (path.exists() or glob.has_magic(text)):
        raise InputError(f"{path.name.replace(chr(0), '')} cannot be found; check its name and its folder")
    if path.is_file():
        return Files((path if text.startswith(BY_DESCRIPTOR) else path.resolve(),))
    if path.exists() and not path.is_dir():
        raise InputError(f"{path.name} is no file; choose a file or a folder")
    root = top_of(path)
    matches = glob.iglob("**" if root == path else str(path.relative_to(root)), root_dir=root, recursive=True)
    top = root.resolve()
    paths = []
    for match in sorted(set(matches)):
        if any(part.startswith(("_", ".")) for part in Path(match).parts) or not (root / match).is_file():
            continue
        if path.is_dir() and not kind_by_name(match):
            continue
        real = (root / match).resolve()
        if not real.is_relative_to(top):
            raise InputError(f"{match} is a link that leads out of its folder; name the file that it leads to")
        paths.append(real)
    if not paths:
        raise InputError(f"{path.name} cannot be found; check its name and its folder" if root != path else _none(path))
    FILES.check(len(paths), path.name)
    return Files(tuple(paths), all(any("=" in part for part in real.relative_to(top).parent.parts) for real in paths))


def top_of(source: str | Path) -> Path:
    """The file or the folder that a path names, and the folder that has all files of a glob.

    >>> top_of("lake/*/2024.parquet")
    PosixPath('lake')
    """
    path = Path(source)
    if path.exists():
        return path
    fixed = next((place for place, part in enumerate(path.parts) if glob.has_magic(part)), len(path.parts))
    return Path(*path.parts[:fixed])


def _none(folder: Path) -> str:
    *most, last = (each for name in SPOKEN for each in ENDINGS[name])
    return f"{folder.name} has no files that end with {', '.join(most)} or {last}; choose another folder"


def kind_by_name(name: str) -> str:
    """The format that the ending of a name says, "" for another."""
    plain = name.lower()
    if plain.endswith(PACKED_ENDINGS):
        plain = plain.rpartition(".")[0]
    return next((kind for kind, endings in ENDINGS.items() if plain.endswith(endings)), "")


def kind_of(path: Path, name: str = "") -> tuple[str, str]:
    """The format of a file, told by its content and then by its name, and its compression, or "".

    Raises `InputError` for an empty file, and for a format that cannot be read piece by piece.

    >>> from tempfile import NamedTemporaryFile
    >>> with NamedTemporaryFile(suffix=".csv") as file:
    ...     _ = file.write(b"truth,score\\n"), file.flush()
    ...     kind_of(Path(file.name))
    ('CSV', '')
    """
    name = name or path.name
    try:
        with open(path, "rb") as file:
            start = file.read(HEAD)
        packed = next((packed for first, packed in PACKED.items() if start.startswith(first)), "")
        if packed:
            with pa.OSFile(str(path)) as plain, pa.CompressedInputStream(plain, packed) as stream:
                start = stream.read(HEAD)
    except (OSError, pa.ArrowException) as error:
        if reason := getattr(error, "strerror", None):
            raise InputError(f"{name} cannot be opened ({reason}); choose another file") from None
        raise InputError(f"{name} is cut off, or its compression is broken; save it again") from None
    if re.fullmatch(rb"[\s\0\xef\xbb\xbf\xff\xfe]*", start):
        raise InputError(f"{name} is empty; choose a file with a header and rows")
    kind = next((format.name for format in FORMATS if re.match(format.start, start)), "")
    kind = kind or kind_by_name(name) or "CSV"
    if kind not in SPOKEN:
        raise InputError(f"{name} is {kind}, which is read in memory only; save it as Parquet or CSV")
    if packed and kind in ("Parquet", "Arrow"):
        raise InputError(f"{name} is {kind} that was compressed again; unpack it")
    return kind, packed


def reading_of(source: str | Path, name: str = "", asked: Reading = AUTOMATIC) -> Reading:
    """How `ddcore.read` reads the first rows of a source, for `table_of`; what is `asked` where it is no CSV.

    Raises `InputError` as `ddcore.read` does, and if a setting was asked for that the format does not have.

    >>> from tempfile import NamedTemporaryFile
    >>> with NamedTemporaryFile(suffix=".csv") as file:
    ...     _ = file.write(b"truth;score\\nyes;0,5\\n"), file.flush()
    ...     reading = reading_of(file.name)
    >>> reading.delimiter, reading.decimal, reading.columns
    (';', ',', ('truth', 'score'))
    """
    if database_of(source) is not None:
        return asked
    path = files_of(source).paths[0]
    name = name or path.name
    kind, packed = kind_of(path, name)
    if kind != "CSV":
        return asked
    with pa.OSFile(str(path)) as file, telling(name):
        text = (pa.CompressedInputStream(file, packed) if packed else file).read(SAMPLE)
    whole = text[: text.rfind(b"\n") + 1] if len(text) == SAMPLE else text
    try:
        return open_sheet(whole or text, "rows.csv", asked).reading
    except InputError as error:
        raise InputError(f"{name} {error}") from None


def in_utf8(source: str | Path, reading: Reading, name: str) -> IO[bytes] | None:
    """A CSV file in another encoding as UTF-8, in a temporary file without a name; None where DuckDB can read it.

    The file lies in the private folder of this process. Raises `InputError` if the text is not in its encoding.

    >>> from tempfile import NamedTemporaryFile
    >>> with NamedTemporaryFile(suffix=".csv") as file:
    ...     _ = file.write("truth\\nné\\n".encode("cp1252")), file.flush()
    ...     with in_utf8(file.name, Reading("CSV", encoding="cp1252"), "a.csv") as made:
    ...         made.read().decode()
    'truth\\nné\\n'
    """
    if reading.encoding in ("", *ENCODINGS) or len(paths := files_of(source).paths) > 1:
        return None
    _, packed = kind_of(paths[0], name)
    decoder = codecs.getincrementaldecoder(reading.encoding)()
    folder = private_folder()
    most = min(TEMPORARY, shutil.disk_usage(folder).free // 2)
    with pa.OSFile(str(paths[0])) as file, ExitStack() as failed:
        text = pa.CompressedInputStream(file, packed) if packed else file
        made = failed.enter_context(tempfile.TemporaryFile(dir=folder))
        try:
            while block := text.read(SAMPLE):
                made.write(decoder.decode(block).encode())
                if made.tell() > most:
                    raise InputError(f"{name} needs more temporary space on the disk than there is; save it in UTF-8")
            made.write(decoder.decode(b"", final=True).encode())
        except UnicodeError:
            raise InputError(f"{name} is not in {reading.encoding}; choose its encoding") from None
        except OSError:
            raise InputError(f"{name} is cut off, or its compression is broken; save it again") from None
        made.seek(0)
        failed.pop_all()
    return made


def table_of(
    backend: Backend,
    source: str | Path,
    reading: Reading = AUTOMATIC,
    types: Mapping[str, str] | None = None,
    name: str = "",
) -> Table:
    """The table of a path, a glob, a folder, or `duckdb://file.db?table=t`, in a `connection` that may read it.

    CSV and JSON lines (and both as .gz or .zst) and Parquet are read by DuckDB, Arrow by pyarrow, one batch after the
    other. Several files are one table, by the names of their columns; folders such as `year=2024` become columns.

    Parameters
    ----------
    backend : Backend
        What `connection` gives for these files.
    source : str or Path
    reading : Reading
        How `ddcore.read` read the first rows of a CSV file: its delimiter, decimal sign, encoding, header and names of
        columns. What is empty is found by DuckDB.
    types : mapping of str to str, optional
        DuckDB's types of columns of a CSV file; others are found in its first 20,480 rows.
    name : str, optional
        What the file is called, if its path does not say it.

    Raises
    ------
    InputError
        One sentence with the file, what is wrong and what to do; see `told`.

    Examples
    --------
    >>> from tempfile import TemporaryDirectory
    >>> with TemporaryDirectory() as folder:
    ...     path = Path(folder, "three.csv")
    ...     _ = path.write_text("truth,score\\nyes,0.9\\nno,0.2\\nyes,0.4\\n")
    ...     opened = connection([path], memory=2**28, threads=1)
    ...     table_of(opened, path).count().to_pyarrow().as_py()
    3
    """
    address = database_of(source)
    if address is not None:
        return _in_database(backend, *address)
    files = files_of(source)
    name = name or (files.paths[0].name if len(files.paths) == 1 else Path(source).name)
    kinds = [kind_of(path, name if len(files.paths) == 1 else "") for path in files.paths]
    if len(set(kinds)) > 1:
        shown = " and ".join(dict.fromkeys(" in ".join(filter(None, kind)) for kind in kinds))
        raise InputError(f"{name} has files of several kinds ({shown}); name those of one kind")
    kind, packed = kinds[0]
    with telling(name):
        if kind == "Arrow":
            return _arrow(backend, files)
        paths = [str(path) for path in files.paths]
        same: dict[str, Any] = {"union_by_name": True, "hive_partitioning": files.partitioned}
        if kind == "Parquet":
            return backend.read_parquet(paths, **same)
        same |= {"compression": packed or "none"}
        if kind == "JSON lines":
            return backend.read_json(paths, **same)
        return backend.read_csv(paths, types=types, **same, **_settings(reading, name))


def _settings(reading: Reading, name: str) -> dict[str, Any]:
    """A reading in DuckDB's words."""
    found: dict[str, Any] = {"nullstr": list(MISSING), "quote": '"', "escape": '"', "auto_type_candidates": CANDIDATES}
    if reading.delimiter:
        found["delim"] = reading.delimiter
    if reading.decimal:
        found["decimal_separator"] = reading.decimal
    if reading.encoding:
        if reading.encoding not in ENCODINGS:
            raise InputError(f"{name} is in {reading.encoding}; read one such file by itself, or save each in UTF-8")
        found["encoding"] = reading.encoding
    if reading.columns:
        # Rows between the header and the first case are no cases: units, for example.
        found |= {"header": False, "skip": reading.first_row - 1, "names": list(reading.columns)}
    elif reading.header is not None:
        found |= {"header": reading.header > 0, "skip": max(reading.header - 1, 0)}
    return found


class _Stream:
    """Arrow streams one after the other, from their start each time that DuckDB asks for them."""

    def __init__(self, paths: Sequence[Path]) -> None:
        self.paths = paths
        with pa.OSFile(str(paths[0])) as file:
            self.schema = pa.ipc.open_stream(file).schema

    def __arrow_c_schema__(self) -> Any:
        return self.schema.__arrow_c_schema__()

    def __arrow_c_stream__(self, requested_schema: Any = None) -> Any:
        reader = pa.RecordBatchReader.from_batches(self.schema, self._batches())
        return reader.__arrow_c_stream__(requested_schema)

    def _batches(self) -> Iterator[pa.RecordBatch]:
        for path in self.paths:
            with pa.OSFile(str(path)) as file:
                yield from pa.ipc.open_stream(file)


def _arrow(backend: Backend, files: Files) -> Table:
    """Arrow files, which DuckDB asks pyarrow for: the columns and rows that it needs, one batch after the other."""
    paths = [str(path) for path in files.paths]
    ((allowed,),) = backend.con.execute("select current_setting('allowed_paths')").fetchall()
    if not set(paths) <= set(allowed):
        raise InputError(f"{files.paths[0].name} cannot be opened; only the files that were named can be read")
    name = ibis.util.gen_name("arrow")
    with open(paths[0], "rb") as file:
        has_footer = file.read(6) == b"ARROW1"
    partitions = "hive" if files.partitioned else None
    dataset = pa.dataset.dataset(paths, format="ipc", partitioning=partitions) if has_footer else _Stream(files.paths)
    backend.con.register(name, dataset)
    return backend.table(name)


def database_of(source: str | Path) -> tuple[Path, str] | None:
    """The DuckDB file and the table, maybe "", of `duckdb://file.db?table=t`; None for anything else.

    >>> database_of("duckdb://folder/file.db?table=main.t")
    (PosixPath('folder/file.db'), 'main.t')
    """
    text = os.fspath(source)
    if not text.startswith(SCHEME):
        return None
    path, _, query = text.removeprefix(SCHEME).partition("?")
    return Path(unquote(path)), parse_qs(query).get("table", [""])[0]


def _in_database(backend: Backend, path: Path, table: str) -> Table:
    """A table or view of the database file of this connection; views of files can read none."""
    with telling(path.name):
        found = backend.con.execute(
            "select table_schema, table_name from information_schema.tables where table_catalog = ? order by all",
            [DATABASE],
        ).fetchall()
        spelled = {name if schema == "main" else f"{schema}.{name}": (schema, name) for schema, name in found}
        spelled |= {f"main.{name}": (schema, name) for schema, name in found if schema == "main"}
        if not table and len(found) == 1:
            table = next(iter(spelled))
        if table not in spelled:
            known = listed([each for each in spelled if not each.startswith("main.")][:10], "or") or "none"
            raise InputError(f"{path.name} has no table {quoted(table)}; its tables are {known}")
        schema, name = spelled[table]
        return backend.table(name, database=(DATABASE, schema))


def batches(table: Table, rows: int = 2**17) -> pa.RecordBatchReader:
    """The rows of a table, some at a time, as DuckDB makes them; Ibis 12 cannot yet stream from DuckDB 2.

    The connection does nothing else until the last batch is read.

    >>> opened = connection(memory=2**28, threads=1)
    >>> opened.con.register("three", pa.table({"score": [0.9, 0.2, 0.4]}))  # doctest: +ELLIPSIS
    <...>
    >>> [batch.num_rows for batch in batches(opened.table("three"))]
    [3]
    """
    backend = table.get_backend()
    return backend.con.sql(backend.compile(table)).to_arrow_reader(rows)


@contextmanager
def watched(backend: Backend) -> Iterator[None]:
    """How far a query is that runs in this block is told, by `progress.tell_rows`; nothing else is told in it.

    >>> opened = connection(memory=2**28, threads=1)
    >>> with watched(opened):
    ...     opened.con.execute("select 1").fetchall()
    [(1,)]
    """
    ended = threading.Event()
    context = copy_context()

    def tell() -> None:
        while not ended.wait(PAUSE):
            if (percent := backend.con.query_progress()) >= 0:
                progress.tell_rows(min(percent / 100, 1.0))

    thread = threading.Thread(target=context.run, args=(tell,), daemon=True)
    thread.start()
    try:
        yield
    finally:
        ended.set()
        thread.join()


@contextmanager
def telling(name: str = "") -> Iterator[None]:
    """What DuckDB raises within this block is raised as `told` says it."""
    try:
        yield
    except duckdb.Error as error:
        raise told(error, name) from None


def told(error: Exception, name: str = "") -> InputError:
    """The sentence for an error of DuckDB: the file, what is wrong in which row, and what to do.

    `name` is what the file is called if the error does not name one. An error that no file, limit or person can cause
    is raised again: it is a defect.

    >>> print(told(duckdb.InterruptException("INTERRUPT Error: Interrupted!")))
    Reading was cancelled; start again
    """
    text = str(error)
    path = next((match[1] for pattern in NAMED if (match := re.search(pattern, text))), "")
    if path and not path.startswith(BY_DESCRIPTOR):
        name = path.rpartition("/")[2]
    name = name or "the file"
    if isinstance(error, duckdb.InterruptException):
        return InputError("Reading was cancelled; start again")
    if isinstance(error, duckdb.OutOfMemoryException):
        if "max_temp_directory_size" in text:
            return InputError(f"{name} needs more temporary space on the disk than there is; keep a part of its rows")
        return InputError(f"{name} needs more memory than it may use; keep only the truth and the predictions")
    if isinstance(error, duckdb.PermissionException):
        return InputError(f"{name} cannot be opened; only the files that were named can be read")
    if match := re.search(r"CSV Error on Line: (\d+)", text):
        return InputError(f"{name}: row {int(match[1]):,} {_in_row(text)}")
    if match := re.search(r"in line (\d+): (.+)", text):
        return InputError(
            f"{name}: line {int(match[1]):,} or the one before is no JSON ({match[2].strip(' .')}); mend it"
        )
    for pattern, sentence in SENTENCES:
        if match := re.search(pattern, text):
            return InputError(sentence.format(name, *map(quoted, match.groups())))
    # What the libraries within DuckDB raise of a broken file has no class of its own.
    if type(error) is duckdb.Error or isinstance(error, duckdb.IOException | duckdb.InvalidInputException):
        reason = re.sub(r"[\"']?/\S+", "", text.partition("\n")[0].partition(": ")[2]).strip(" :")[:120]
        return InputError(f"{name} cannot be read{f' ({reason})' if reason else ''}; save it again")
    raise error


def _in_row(text: str) -> str:
    """What is wrong with a row of CSV, and what to do."""
    if match := re.search(r"Expected Number of Columns: (\d+) Found: (\d+)", text):
        return f"has {match[2]} values where the others have {match[1]}; mend or remove the row"
    if match := re.search(r'Could not convert string "(.*?)"? to \'(\w+)', text, re.DOTALL):
        column = re.search(r'converting column "(.*?)"\.', text)
        where = f" in the column {quoted(column[1])}" if column else ""
        return f"has {quoted(match[1])}{where}, which is no {TYPES.get(match[2], match[2])}; mend the value"
    if "unicode" in text or "utf-8" in text:
        return "is not in UTF-8; choose the encoding of the file"
    if "Maximum line size" in text:
        return "is longer than 2 MB; keep only the truth and the predictions"
    if "quote" in text.partition("Possible")[0].lower():
        return "has a quotation mark that does not end; mend the row"
    return "cannot be read as CSV; mend or remove the row"


NAMED = (r"\n\s*file = (.+)", r'[Ff]ile:? ["\'](.+?)["\']', r"(?:stream|STREAM): (\S+)", r'pattern "(.+?)"')
"""Where an error names a file."""

TYPES = {"DOUBLE": "number", "BIGINT": "whole number", "BOOLEAN": "true or false", "DATE": "date", "TIMESTAMP": "time"}
"""DuckDB's types of a column in words."""

SENTENCES = (
    (r"No files found", "{} cannot be found; check its name and its folder"),
    (r"(?i)(?:gzip|zstd) ?(?:stream|decompress|:)|ZSTD", "{} is cut off, or its compression is broken; save it again"),
    (
        r"magic bytes|Footer|to be a Parquet|what type: |decompression failure|Failed to read file",
        "{} cannot be read as Parquet; save it again",
    ),
    (r"No space left", "{} needs more temporary space on the disk than there is; keep a part of its rows"),
    (r"Could not set lock|Conflicting lock", "{} is open in another program; close it there"),
    (r"not a valid DuckDB|(?:newer|older) version", "{} cannot be read as a DuckDB file; save it again"),
    (r"does not support the encoding", "{} has an encoding that is read in memory only; save it in UTF-8"),
    (r"JSON transform error|Malformed JSON", "{} cannot be read as JSON lines; save it again"),
    (r"Could not convert string ['\"](.*?)['\"] to", "{} has {}, unlike the others of its column; mend the value"),
    (r"Table with name (\S+) does not exist", "{} has no table {}; choose another one"),
    (
        r"(?i)schema mismatch|could not be unified|cannot be combined",
        "{} has files of other columns; choose like files",
    ),
    (r"CSV options|sniff", "{} cannot be read as CSV; choose its delimiter and its header"),
)
"""Patterns in the text of an error, and what is said: `{}` is the file, and what the pattern names."""
