"""The table of what the documents have, in `tests/published/README.md`, row by row."""

import re
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

ROOT = Path(__file__).parents[2]
FILE = ROOT / "tests" / "published" / "README.md"


def _up_to(last: int) -> list[str]:
    return [str(number) for number in range(1, last + 1)]


def _in_chapters(numbers: dict[int, int]) -> list[str]:
    return [f"{chapter}.{number}" for chapter, last in numbers.items() for number in _up_to(last)]


NUMBERED = {
    "000": {"Table": _up_to(6), "Figure": _up_to(2)},
    "001": {"Table": _up_to(7), "Figure": _up_to(2), "Example": _up_to(6)},
    "002": {"Table": _up_to(4), "Figure": _up_to(4)},
    "003": {
        "Table": _in_chapters({2: 2, 4: 4, 7: 4, 8: 1, 9: 3}),
        "Figure": _in_chapters({1: 2, 2: 1, 4: 9, 5: 4, 7: 1, 8: 3, 9: 3}),
        "Theorem": _up_to(2),
        "Proposition": _up_to(19),
        "Corollary": _up_to(13),
        "Lemma": _up_to(5),
        "Definition": _up_to(6),
        "Algorithm": _up_to(2),
    },
    "004": {"Table": _up_to(1), "Figure": _up_to(7)},
}
"""What the five documents number, by document and kind, read from them."""

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
