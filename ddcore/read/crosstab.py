"""A table of true against predicted classes, as people write a confusion matrix -> a row for each of its cells."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

import numpy as np
import pyarrow as pa

from ddcore.read.layout import Layout
from ddcore.read.values import Column, as_text, is_number, key
from ddcore.read.vocabulary import folded, said_words, says, sense, without
from ddcore.read.words import quoted
from ddcore.records.guess import Guess

ROWS, COLUMNS, NUMBER = "rows", "columns", "n"
"""The columns that are made: the class of a cell's row and that of its column, where nothing names them, its cases."""

BETWEEN = re.compile(r"\s*(?:[\\/|×]|\b(?:vs|versus|by|x|und|et)\b\.?)\s*", re.IGNORECASE)
"""What stands between the names of rows and columns in the corner of a table."""

BESIDE = re.compile(
    r"totals?|all|sum|(row|column|grand|sub) ?total|margins?|gesamt|summe|insgesamt|ensemble|somme|suma|totale|soma|"
    r"totaal|razem|toplam|合计|总计|合計|class[ .]?error|recall|precision|accuracy|support|f1([ -]score)?|.*(%|percent|"
    r"rate|sensitivity|specificity).*"
)
"""What rows and columns of totals are called, and those of measures beside a table."""

MOST = 60
"""Rows and columns of a table."""

UNNAMED = re.compile(r"column \d+|unnamed: ?\d+|(row|col)_\d+|\.\.\.\d+|v?\d*", re.IGNORECASE)
"""Names that programs give where there is none."""


@dataclass(frozen=True)
class Side:
    """The classes along one side of a table and the words that say what they are of, empty for none."""

    classes: tuple[str, ...]
    name: str = ""

    @property
    def is_truth(self) -> bool | None:
        """Whether the words speak of the truth; None where they speak of neither, or of both."""
        true, predicted = says(self.name, "truth"), says(self.name, "label", "score", "decision")
        return None if true == predicted else true


@dataclass(frozen=True)
class Table:
    """The sides of a table and the cases of each cell: element j of row i has those of class j of the columns.

    `rows` has the place of each row in the file, counted from 0 below its header.
    `of_forest` says whether it has the column of errors that R's randomForest puts beside the true classes.
    """

    down: Side
    across: Side
    cells: tuple[tuple[int, ...], ...]
    rows: tuple[int, ...]
    of_forest: bool = False


def from_table(layout: Layout) -> Layout:
    """A table with a row and a column for each class as a tally of its cells; the layout itself for any other.

    Rows and columns of totals are left out. Words in the corner ("Actual \\\\ Predicted"), above the classes or beside
    them say which side is the truth; where none does, the rows are by a guess.

    >>> table = {"Actual": ["no", "yes"], "no": [850, 40], "yes": [50, 60]}
    >>> found = from_table(Layout(tuple(Column(name, pa.array(cells)) for name, cells in table.items()), {}))
    >>> [column.values.to_pylist() for column in found.columns]
    [['no', 'no', 'yes', 'yes'], ['no', 'yes', 'no', 'yes'], [850, 50, 40, 60]]
    >>> found.given["truth"], found.given["label"], found.given["count"]
    ('Actual', 'predicted', 'n')
    """
    if (
        not 1 < layout.rows <= MOST
        or not 2 < len(layout.columns) <= MOST
        or layout.given.get("count") not in (None, NUMBER)
    ):
        return layout
    grid = [[_named(column.name) for column in layout.columns]]
    cells = (map(_text, column.values.to_pylist()) for column in layout.columns)
    grid += [list(row) for row in zip(*cells, strict=True)]
    table = next(_tables(*_on_one_line(grid)), None)
    if table is None:
        return layout
    true, doubt = _truth(table)
    names = _names(table, true)
    if not layout.named <= {*names, NUMBER}:
        return layout
    filled = [
        (up, left, number, place)
        for up, row, place in zip(table.down.classes, table.cells, table.rows, strict=True)
        for left, number in zip(table.across.classes, row, strict=True)
        if number
    ]
    *values, places = zip(*filled, strict=True)
    columns = tuple(
        Column(name, pa.array(value), layout.columns[0].first_row, np.array(places))
        for name, value in zip((*names, NUMBER), values, strict=True)
    )
    down, across = names
    truth = layout.given.get("truth") or (down if true else across)
    given = {
        **layout.given,
        "truth": truth,
        "label": layout.given.get("label") or (across if truth == down else down),
        "count": NUMBER,
    }
    total = sum(values[2])
    sides = ("rows", "columns") if truth == down else ("columns", "rows")
    note = (
        f"A confusion matrix of {total:,} cases: the {sides[0]} are the true classes, the {sides[1]} the predicted "
        f"ones."
    )
    guesses = layout.guesses
    if doubt and not layout.given.get("truth"):
        guesses = (*guesses, Guess("truth-guessed", "truth", doubt, names if truth == down else names[::-1]))
    return replace(layout, columns=columns, given=given, notes=(*layout.notes, note), guesses=guesses, counted=True)


def _named(name: str) -> str:
    return name if is_number(name) or not UNNAMED.fullmatch(name) else ""


def _text(cell: object) -> str:
    return "" if cell is None else as_text(cell)


def _on_one_line(grid: list[list[str]]) -> tuple[list[list[str]], int]:
    """The grid of a table whose rows are named on a line of their own below the header, as pandas shows it.

    With it how many lines it is shorter.
    """
    if grid[1][0] and not any(grid[1][1:]):
        return [[f"{grid[1][0]} / {grid[0][0]}", *grid[0][1:]], *grid[2:]], 1
    return grid, 0


def _tables(grid: Sequence[Sequence[str]], shorter: int) -> Iterator[Table]:
    """The table in a grid, whose header and first column may both have a line with words above or before them."""
    for high in (1, 2):
        for wide in (1, 2):
            corner = " ".join(cell for row in grid[:high] for cell in row[:wide] if cell)
            above = " ".join(cell for row in grid[: high - 1] for cell in row[wide:] if cell)
            before = " ".join(cell for row in grid[high:] for cell in row[: wide - 1] if cell)
            down = [row[wide - 1] for row in grid[high:]]
            across = list(grid[high - 1][wide:])
            rows = [place for place, name in enumerate(down) if not BESIDE.fullmatch(folded(name))]
            columns = [place for place, name in enumerate(across) if not BESIDE.fullmatch(folded(name))]
            numbers = [[grid[high + row][wide + column] for column in columns] for row in rows]
            if min(len(rows), len(columns)) < 2:
                continue
            if not all(cell.isdecimal() or re.fullmatch(r"\d+\.0+", cell) for row in numbers for cell in row):
                continue
            sides = _sides([down[place] for place in rows], [across[place] for place in columns])
            if sides is None:
                continue
            told = _told(corner)
            forest = any(folded(name).replace(".", " ") == "class error" for name in across)
            sides = (
                replace(sides[0], name=before or sides[0].name or told[0]),
                replace(sides[1], name=above or sides[1].name or told[1]),
            )
            counts = tuple(tuple(int(float(cell)) for cell in row) for row in numbers)
            yield Table(*sides, counts, tuple(shorter + high - 1 + row for row in rows), forest)


def _told(corner: str) -> tuple[str, str]:
    """What a corner says of the rows and of the columns: "Actual \\ Predicted"; a single name is that of the rows."""
    parts = [part for part in BETWEEN.split(corner) if part.strip()]
    if len(parts) != 2:
        return ("", "") if parts and _is_of_both(corner) else (corner, "")
    if "↓" in parts[1] or "→" in parts[0]:
        parts.reverse()
    down, across = (part.strip("↓→ ") for part in parts)
    return down, across


def _is_of_both(corner: str) -> bool:
    return says(corner, "truth") and says(corner, "label")


def _sides(down: list[str], across: list[str]) -> tuple[Side, Side] | None:
    """Both sides, where they have the same classes, or one has some of the other's."""
    for plain in (_as_written, _without_roles, _plain):
        first, second = plain(down), plain(across)
        keys = [[key(each) for each in side.classes] for side in (first, second)]
        if any(len(set(own)) < len(own) or len(own) < 2 or "" in own for own in keys):
            continue
        if set(keys[0]) <= set(keys[1]) or set(keys[1]) <= set(keys[0]):
            return first, second
    return _by_sense(_plain(down), _plain(across))


def _by_sense(down: Side, across: Side) -> tuple[Side, Side] | None:
    """Both sides where each has a class that says yes and one that says no, in the words of the columns."""
    meant = [[sense(each) for each in side.classes] for side in (down, across)]
    if any(len(own) != 2 or set(own) != {True, False} for own in meant):
        return None
    return replace(down, classes=tuple(across.classes[meant[1].index(each)] for each in meant[0])), across


def _as_written(names: list[str]) -> Side:
    return Side(tuple(names))


def _without_roles(names: list[str]) -> Side:
    """The classes without the words for the truth or for predictions that all of them share: “Actual no churn”."""
    shared = [said_words(name, "truth") | said_words(name, "label") for name in names]
    if not shared[0] or any(own != shared[0] for own in shared):
        return Side(())
    return Side(tuple(without(name, "truth", "label").replace("_", " ") for name in names), " ".join(sorted(shared[0])))


def _plain(names: list[str]) -> Side:
    """The classes without the words that all of them share, which say what they are of: "Predicted no"."""
    apart = [re.findall(r"[^\W\d_]+|[+-]?\d+(?:\.\d+)?|[+-]", name) for name in names]
    shared = [word for word in dict.fromkeys(map(folded, apart[0])) if all(word in map(folded, own) for own in apart)]
    classes = []
    for own in apart:
        left = list(own)
        for word in shared:
            left.pop(next(place for place, each in enumerate(left) if folded(each) == word))
        classes.append(" ".join(left))
    return Side(tuple(classes), " ".join(shared))


def _truth(table: Table) -> tuple[bool, str]:
    """Whether the rows are the truth, and why that is not sure; empty where it is."""
    down, across = table.down.is_truth, table.across.is_truth
    if (down is None or down) and table.of_forest:
        return True, ""
    if down == across:
        return True, (
            "The rows were taken as the true classes, as in scikit-learn. The file does not tell; in R's caret the "
            "rows are the predictions."
        )
    if down is False and across is None:
        return False, (
            f"{quoted(table.down.name)} in the corner was taken as the name of the rows, so the columns are the true "
            f"classes. It could also be the name of the columns."
        )
    return down is True or across is False, ""


def _names(table: Table, true: bool) -> tuple[str, str]:
    """What the columns of both sides are called."""
    said = [side.name if side.is_truth is not None else "" for side in (table.down, table.across)]
    if not any(said):
        return ROWS, COLUMNS
    other = ("truth", "predicted") if true else ("predicted", "truth")
    down, across = (name or spare for name, spare in zip(said, other, strict=True))
    return (down, across) if down != across else (ROWS, COLUMNS)
