"""The table of what the documents have, in `tests/published/README.md`, row by row."""

import csv
import re
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

ROOT = Path(__file__).parents[2]
FILE = ROOT / "tests" / "published" / "README.md"


def _numbered() -> dict[str, dict[str, list[str]]]:
    """Documents, kinds and numbers, as they stand in `numbered.csv`."""
    found: dict[str, dict[str, list[str]]] = {}
    with (FILE.parent / "numbered.csv").open(newline="") as rows:
        for row in csv.DictReader(rows):
            if row["what"] == "item":
                found.setdefault(row["document"], {}).setdefault(row["kind"], []).append(row["number"])
    return found


NUMBERED = _numbered()
"""What the five documents number, by document and kind. `numbered.csv` lists all that their texts mention by kind and
number; a "reference" there is a picture without a caption, or a number that belongs to another document or to none.
"""

_KINDS = {kind.replace("Corollary", "Corollar"): kind for kinds in NUMBERED.values() for kind in kinds}
_NUMBER = r"\d+(?:\.\d+)?"
_NAMED = re.compile(rf"\b({'|'.join(_KINDS)})(?:y|ies|s)? ({_NUMBER}(?:(?:, | to ){_NUMBER})*)\b")


def named(item: str) -> set[tuple[str, str]]:
    """Kind and number of everything that the first cell of a row names.

    >>> sorted(named("Propositions 7 to 9, Lemma 2, Corollaries 4, 6"))[:3]
    [('Corollary', '4'), ('Corollary', '6'), ('Lemma', '2')]
    """
    found = set()
    for kind, numbers in _NAMED.findall(item):
        for piece in numbers.split(", "):
            first, _, last = piece.partition(" to ")
            chapter, _, place = first.rpartition(".")
            before = f"{chapter}." if chapter else ""
            end = int((last or first).rpartition(".")[2])
            found |= {(_KINDS[kind], f"{before}{number}") for number in range(int(place), end + 1)}
    return found


@dataclass(frozen=True)
class Row:
    """One item of a document: modules that compute it, links that show it, modules that test it, and what is to say."""

    document: str
    item: str
    computed: tuple[str, ...]
    links: tuple[str, ...]
    tested: tuple[str, ...]
    remarks: str

    @cached_property
    def named(self) -> set[tuple[str, str]]:
        """Kind and number of what it is about."""
        return named(self.item)

    @property
    def is_figure(self) -> bool:
        """Whether a figure of its document is in it."""
        return any(kind == "Figure" for kind, _ in self.named)


def rows() -> list[Row]:
    """Every row of the table."""
    found, document = [], ""
    for line in FILE.read_text().splitlines():
        if line.startswith("## "):
            document = line.removeprefix("## ").partition(":")[0]
        cells = [cell.strip() for cell in re.split(r"(?<!\\)\|", line)[1:-1]]
        if len(cells) == 6 and cells[0] != "Item" and not cells[0].startswith("---"):
            item, _, computed, links, tested, remarks = cells
            inside = (tuple(re.findall(r"`([^`]+)`", cell)) for cell in (computed, links, tested))
            found.append(Row(document, item, *inside, remarks))
    return found
