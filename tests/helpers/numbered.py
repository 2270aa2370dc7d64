"""What the five documents number, and what a text names of it."""

import csv
import re
from pathlib import Path

FILE = Path(__file__).parents[1] / "published" / "numbered.csv"


def _numbered() -> dict[str, dict[str, list[str]]]:
    """Documents, kinds and numbers, as they stand in `numbered.csv`."""
    found: dict[str, dict[str, list[str]]] = {}
    with FILE.open(newline="") as rows:
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
    """Kind and number of everything that the place of an item names.

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
