"""Files of SPSS, by pyreadstat, which the extra `spss` brings."""

import io

import pyarrow as pa

from ddcore.errors import InputError
from ddcore.read.binary import sound
from ddcore.read.limits import CELLS, ROWS
from ddcore.read.reading import AUTOMATIC, Reading
from ddcore.read.values import array_of


def read_spss(data: bytes, asked: Reading = AUTOMATIC) -> tuple[pa.Table, Reading]:
    """The table of an SPSS file (.sav, .zsav); labels of values become the values, and missing codes are empty.

    Raises `InputError` where pyreadstat is not installed, with the ways to go on.
    """
    try:
        import pyreadstat
    except ImportError:
        raise InputError(
            'is an SPSS file, which needs the package pyreadstat: pip install "ddcore[spss]"; or save the table as CSV '
            "with File, Save as in SPSS"
        ) from None

    def table() -> pa.Table:
        # Frames would need modules that are imported when they are first used, which a worker cannot do.
        known = pyreadstat.read_sav(io.BytesIO(data), metadataonly=True, output_format="dict")[1]
        rows = max(known.number_rows or 0, 0)
        ROWS.check(rows)
        CELLS.check(rows * (known.number_columns or 0))
        columns, known = pyreadstat.read_sav(io.BytesIO(data), output_format="dict")
        labels = known.variable_value_labels
        cells = [[labels.get(name, {}).get(cell, cell) for cell in column] for name, column in columns.items()]
        return pa.table([array_of(each) for each in cells], names=list(columns))

    return sound(table, "an SPSS file", "File, Save as in SPSS"), asked
