"""What a file that is read in memory may hold: every limit in one table, each with the sentence that says what to do.

They are checked before the work that they bound, and chosen so that reading within them stays under 3 GB.
"""

from dataclasses import dataclass

from ddcore.errors import InputError


class TooLarge(InputError):  # noqa: N818 - what is too large for memory is no error of the file
    """A file that does not fit into memory, and may be read piece by piece; see `ddcore.engines`."""


@dataclass(frozen=True)
class Limit:
    """The most of a thing that a file may hold, and what a person does about a file that holds more.

    `error` is `TooLarge` where more of it fits into no memory.
    """

    most: int
    things: str
    advice: str
    error: type[InputError] = InputError

    def check(self, number: int, holder: str = "") -> None:
        """Raise `InputError` for a number above the limit; `holder` is the column that has it, none for the file.

        >>> COLUMNS.check(2_000)
        Traceback (most recent call last):
        ddcore.errors.InputError: has 2,000 columns, more than 1,000; keep only truth and predictions
        """
        if number > self.most:
            verb = f"{holder} has" if holder else "has"
            raise self.error(f"{verb} {number:,} {self.things}, more than {self.most:,}; {self.advice}")


BYTES = 600 * 10**6
"""Bytes of a file, before and after it is unpacked: a text takes up to four times its bytes while it is read."""


def too_large(where: str) -> TooLarge:
    """The error for more `BYTES`, "long" or "inside" a packed file.

    >>> print(too_large("long"))
    is more than 0.6 GB long; keep only truth and predictions
    """
    return TooLarge(f"is more than {BYTES / 1e9:g} GB {where}; keep only truth and predictions")


LAYERS = 3
"""Compressions around a file: a zst of a gz has two."""

ROWS = Limit(12 * 10**6, "rows", "keep a random part of them", TooLarge)
"""Rows of a file."""

COUNTED = Limit(10**9, "cases", "keep a part of them")
"""Cases of a model in a tally, each row of which stands for many."""

COLUMNS = Limit(1_000, "columns", "keep only truth and predictions")
"""Columns of a file, and keys of JSON lines: more is a table of features, or a transposed one."""

ROW_GROUPS = Limit(10_000, "row groups", "save it again with more rows in each", TooLarge)
"""Row groups of a Parquet file."""

CELLS = Limit(30 * 10**6, "cells", "keep only truth and predictions", TooLarge)
"""Rows times columns of a file."""

SHEET_CELLS = Limit(5 * 10**6, "cells", "save it as CSV")
"""Cells of the first sheet of a workbook, those that it spans and those that it lists: 1,000,000 rows of 5 columns.

One cell in a far corner spans more.
"""

SHEET_TEXT = Limit(200 * 10**6, "characters in its cells", "save it as CSV")
"""Characters in the cells of a sheet, each as often as cells refer to it."""

LONGEST_ROW = 2**22
"""Bytes that one row of a text file may have: no row of predictions comes near it."""

DEPTH = Limit(100, "nested levels of JSON", "put truth and predictions on the first level")
"""Objects and lists in one another on a line of JSON; parsers of JSON end the process at some tens of thousands."""

CLASSES = Limit(1_000, "different values", "choose a column of classes")
"""Different values of the truth, and of a column of labels."""

MODELS = Limit(1_000, "models", "keep those to be compared, or choose no column for the model")
"""Models of a file: columns of predictions, or names in the column that names the model of each row."""

GROUPS = Limit(10_000, "different values", "choose another column")
"""Groups or folds: more distinct values are an identifier."""

FILES = Limit(20, "files", "use fewer files")
"""Files that are read as one table."""

SPLITS = Limit(20, "columns of groups", "choose fewer")
"""Columns that divide the cases into groups."""

PARTS = Limit(100_000, "folds of its models", "keep fewer models, or choose no folds")
"""Folds of all models together: each has its own tally of scores."""

LISTED = 8 * 10**6
"""Predictions of all models and cells of groups that are kept one by one besides tallies; of more the tallies alone."""

PROBABILITIES = 6 * 10**6
"""Probabilities of more than two classes, of all models, that are kept case by case; of more those of one class."""

OWN_BYTES = 200 * 10**6
"""Bytes of a file's cells that are kept as they stand there, for the table of its cases; of more none are."""
