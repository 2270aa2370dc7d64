"""Cells of a spreadsheet: texts that stay texts, numbers with how they are shown."""

import math
from dataclasses import dataclass, field
from typing import Any

from xlsxwriter.format import Format
from xlsxwriter.workbook import Workbook
from xlsxwriter.worksheet import Worksheet

from ddcore.answers.base.table_files import FORMULA
from ddcore.formats import number
from ddcore.report.document import Cell
from ddcore.report.office import allowed, backwards
from ddcore.report.texts import Texts

LONGEST = 32_767
"""Letters that a cell can hold."""
SURE = 10**15
"""Whole numbers that a spreadsheet keeps to the last digit are smaller."""

HEAD = {"bold": True, "text_wrap": True, "bottom": 1, "bg_color": "#E8EDF3"}


@dataclass
class Styles:
    """The formats of a workbook, each made once, and how a cell is written in them."""

    workbook: Workbook
    texts: Texts
    _made: dict[tuple[tuple[str, Any], ...], Format] = field(default_factory=dict)

    def of(self, **properties: Any) -> Format:
        """The format of these properties."""
        key = tuple(sorted(properties.items()))
        if key not in self._made:
            self._made[key] = self.workbook.add_format({"font_name": "Calibri", "valign": "top", **properties})
        return self._made[key]

    def text(self, sheet: Worksheet, row: int, column: int, text: str, **properties: Any) -> None:
        """Letters, whatever they are; what looks like a formula stays letters when somebody edits the cell."""
        if text.lstrip().startswith(FORMULA):
            properties["quote_prefix"] = True
        if backwards(text):
            properties["reading_order"] = 2
        sheet.write_string(row, column, self._fitting(allowed(text)), self.of(**properties))

    def _fitting(self, text: str) -> str:
        """A text that a cell can hold, and that it was cut where it was."""
        units = text.encode("utf-16-le")
        if len(units) <= 2 * LONGEST:
            return text
        said = f"… {self.texts.cut}"
        return units[: 2 * (LONGEST - len(said))].decode("utf-16-le", errors="ignore") + said

    def cell(self, sheet: Worksheet, row: int, column: int, cell: Cell, **properties: Any) -> None:
        """A cell of a table; one without a value stays empty, an infinite one is letters."""
        if isinstance(cell, bool):
            sheet.write_boolean(row, column, cell, self.of(**properties))
        elif cell is None or cell == "" or cell != cell:
            return
        elif isinstance(cell, str):
            self.text(sheet, row, column, cell, indent=1, **properties)
        elif math.isinf(cell):
            self.text(sheet, row, column, number(cell), align="right", **properties)
        elif isinstance(cell, int) and abs(cell) >= SURE:
            self.text(sheet, row, column, str(cell), align="right", **properties)
        else:
            sheet.write_number(row, column, cell, self.of(num_format=number_format(cell), **properties))


def number_format(value: float) -> str:
    """How a number is shown: as everywhere in the program, three decimals, whole numbers without.

    >>> [number_format(value) for value in (227, 0.84906, 3.9e-56, 2.5e12)]
    ['#,##0', '#,##0.000', '0.0E+00', '0.00E+00']
    """
    size = abs(value)
    if size >= 1e9 and not isinstance(value, int):
        return "0.00E+00"
    if value == int(value):
        return "#,##0"
    return "#,##0.000" if size >= 0.0005 else "0.0E+00"
