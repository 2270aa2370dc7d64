"""The table of what the documents have, in `tests/published/README.md`, row by row."""

import re
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).parents[2]
FILE = ROOT / "tests" / "published" / "README.md"


@dataclass(frozen=True)
class Row:
    """One item of a document: modules that compute it, links that show it, modules that test it, and what is to say."""

    document: str
    item: str
    computed: tuple[str, ...]
    links: tuple[str, ...]
    tested: tuple[str, ...]
    remarks: str

    @property
    def is_figure(self) -> bool:
        """Whether it is a figure of its document."""
        return self.item.startswith("Figure")


def rows() -> list[Row]:
    """Every row of the table."""
    found, document = [], ""
    for line in FILE.read_text().splitlines():
        if line.startswith("## "):
            document = line.removeprefix("## ").partition(":")[0]
        cells = [cell.strip() for cell in re.split(r"(?<!\\)\|", line)[1:-1]]
        if len(cells) == 6 and cells[0] != "Item" and not cells[0].startswith("---"):
            item, _, computed, links, tested, remarks = cells
            named = (tuple(re.findall(r"`([^`]+)`", cell)) for cell in (computed, links, tested))
            found.append(Row(document, item, *named, remarks))
    return found
