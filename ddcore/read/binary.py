"""Tables of other programs: Arrow and ORC by pyarrow, Stata and SAS by pandas."""

import io
import warnings
from collections.abc import Callable
from functools import partial
from typing import Any

import pandas as pd
import pandas.io.sas.sas7bdat
import pandas.io.sas.sas_xport
import pyarrow as pa
import pyarrow.orc

from ddcore.errors import InputError
from ddcore.read import limits
from ddcore.read.limits import CELLS, ROWS, too_large
from ddcore.read.reading import AUTOMATIC, Reading
from ddcore.read.values import as_text


def read_arrow(data: bytes, asked: Reading = AUTOMATIC) -> tuple[pa.Table, Reading]:
    """The table of an Arrow file or stream, such as Feather.

    >>> table = pa.table({"truth": ["yes"], "score": [0.9]})
    >>> with pa.ipc.new_file(stream := io.BytesIO(), table.schema) as file:
    ...     file.write_table(table)
    >>> read_arrow(stream.getvalue())[0].to_pylist()
    [{'truth': 'yes', 'score': 0.9}]
    """
    source = pa.BufferReader(data)
    if data.startswith(b"ARROW1"):
        file = pa.ipc.open_file(source)
        return _joined(file.schema, map(file.get_batch, range(file.num_record_batches))), asked
    stream = pa.ipc.open_stream(source)
    return _joined(stream.schema, stream), asked


def read_orc(data: bytes, asked: Reading = AUTOMATIC) -> tuple[pa.Table, Reading]:
    """The table of an ORC file.

    >>> pyarrow.orc.write_table(pa.table({"truth": ["yes"]}), stream := io.BytesIO())
    >>> read_orc(stream.getvalue())[0].to_pylist()
    [{'truth': 'yes'}]
    """
    file = pyarrow.orc.ORCFile(pa.BufferReader(data))
    ROWS.check(file.nrows)
    CELLS.check(file.nrows * len(file.schema))
    return _joined(file.schema, map(file.read_stripe, range(file.nstripes))), asked


def _joined(schema: pa.Schema, batches: Any) -> pa.Table:
    """Record batches as a table, as long as they are not too large."""
    kept, size = [], 0
    for batch in batches:
        kept.append(batch)
        size += batch.nbytes
        if size > limits.BYTES:
            raise too_large("inside")
    table = pa.Table.from_batches(kept, schema)
    table.validate(full=True)
    return table


def read_stata(data: bytes, asked: Reading = AUTOMATIC) -> tuple[pa.Table, Reading]:
    """The table of a Stata file; labels of values become the values, and missing codes are empty.

    >>> pd.DataFrame({"truth": ["yes"], "score": [0.9]}).to_stata(stream := io.BytesIO(), write_index=False)
    >>> read_stata(stream.getvalue())[0].to_pylist()
    [{'truth': 'yes', 'score': 0.9}]
    """

    def table(**how: Any) -> pa.Table:
        return _table(pd.read_stata(io.BytesIO(data), **how))

    try:
        return sound(table, "a Stata file", "export delimited"), asked
    except InputError:
        # Two values may have one label.
        return sound(partial(table, convert_categoricals=False), "a Stata file", "export delimited"), asked


def read_sas(data: bytes, asked: Reading = AUTOMATIC) -> tuple[pa.Table, Reading]:
    """The table of a SAS data set (.sas7bdat), or of a transport file (.xpt).

    Raises `InputError` for what pandas cannot read, with the step of SAS that exports CSV.
    """

    def table() -> pa.Table:
        if data.startswith(b"HEADER"):
            return _table(pd.read_sas(io.BytesIO(data), format="xport", encoding="latin-1"))
        reader = pandas.io.sas.sas7bdat.SAS7BDATReader(io.BytesIO(data), encoding="infer")
        ROWS.check(reader.row_count)
        CELLS.check(reader.row_count * reader.column_count)
        return _table(reader.read())

    return sound(table, "a SAS file", "proc export data=… outfile=… dbms=csv"), asked


def sound(read: Callable[[], pa.Table], what: str, export: str) -> pa.Table:
    """What a library reads; whatever it says of a broken file becomes an `InputError`.

    >>> sound(lambda: pa.table({})["truth"], "a Stata file", "export delimited")
    Traceback (most recent call last):
    ddcore.errors.InputError: cannot be read as a Stata file (...); save the table as CSV with export delimited
    """
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            return read()
    except (InputError, MemoryError):
        raise
    except Exception as error:
        reason = " ".join(str(error).split())[:120].rstrip(". ")
        raise InputError(f"cannot be read as {what} ({reason}); save the table as CSV with {export}") from None


def _table(frame: pd.DataFrame) -> pa.Table:
    columns = [_cells(frame.iloc[:, place]) for place in range(frame.shape[1])]
    return pa.table(columns, names=[str(name) for name in frame.columns])


def _cells(column: pd.Series) -> pa.Array:
    """A column of a frame; categories and objects of several kinds become text."""
    if isinstance(column.dtype, pd.CategoricalDtype):
        categories = pa.array([as_text(each) for each in column.cat.categories], pa.string())
        codes = pa.array(column.cat.codes.to_numpy(), pa.int32(), mask=column.isna().to_numpy())
        return pa.DictionaryArray.from_arrays(codes, categories)
    try:
        return pa.array(column, from_pandas=True)
    except (pa.ArrowInvalid, pa.ArrowTypeError):
        return pa.array([None if pd.isna(cell) else as_text(cell) for cell in column], pa.string())
