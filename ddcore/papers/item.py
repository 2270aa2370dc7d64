"""What an item of a document is, how it is compared with what is computed here, and the row that comes of it."""

import math
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from ddcore.formats import many
from ddcore.papers.printed import decimals, rounds_to

DOCUMENTS: Mapping[str, str] = {
    "000": "van de Bijl, Klein, Pries, Bhulai, Hoogendoorn & van der Mei, The Dutch Draw (first version)",
    "001": "van de Bijl, Klein, Pries, Bhulai, Hoogendoorn & van der Mei (2024), The Dutch Draw",
    "002": "Burger & Meertens, The algorithm versus the chimps",
    "003": "Gong (2022), likelihood and Bayesian probability transformations of scores",
    "004": "Dyrland, Lundervold & Porta Mana (2022), How is the evaluation evaluated?",
}
"""The five documents whose items are computed here, by the number that rows call them by."""

SHORT: Mapping[str, str] = {
    "000": "The Dutch Draw (first version)",
    "001": "The Dutch Draw (2024)",
    "002": "Algorithm versus chimps",
    "003": "Gong (2022)",
    "004": "Dyrland and others (2022)",
}
"""The same in a few words."""

STATUSES: Mapping[str, str] = {
    "same": "What is printed is what is computed here.",
    "differs": "What is printed is not what is computed here.",
    "cannot be had": "Nothing can be computed: a drawing, or data that are not printed.",
}
"""What an item can be, with its meaning."""

LISTED = 6
"""Numbers of an item up to which its row lists them."""


@dataclass(frozen=True)
class Printed:
    """A printed number or formula beside what is computed here; `what` names it within its item.

    >>> Printed.number("F1, Bank Marketing", "0.629", 0.209465)
    Printed(what='F1, Bank Marketing', printed='0.629', ours='0.209465', same=False)
    """

    what: str
    printed: str
    ours: str
    same: bool

    @classmethod
    def number(cls, what: str, printed: str, ours: float, places: int | None = None) -> "Printed":
        """A number, which is the same if it rounds to what is printed, at `places` decimals where zeros are dropped."""
        same = rounds_to(ours, printed, places)
        percent = printed.strip().endswith("%")
        shown = 100 * ours if percent else ours
        digits = (decimals(printed) if places is None else places) + (0 if same else 3)
        text = f"{shown:.{digits}f}" if math.isfinite(shown) else "no value"
        if places is not None or not same:
            text = text.rstrip("0").rstrip(".") if "." in text else text
        return cls(what, printed, f"{text}%" if percent else text, same)

    @classmethod
    def formula(cls, what: str, printed: str, theirs: ArrayLike, ours: ArrayLike, error: float = 1e-9) -> "Printed":
        """A formula, which is the same if it has the values that are computed here, in every case that is tried.

        Element i of both arrays belongs to case i. A case in which either has no value is left out.

        >>> Printed.formula("PPV balanced", "TPR / (TPR + TNR + 1)", [0.25, 0.5], [0.75, 0.5])
        Printed(what='PPV balanced', printed='TPR / (TPR + TNR + 1)', ours='other values in 1 of 2 cases', same=False)
        """
        left, right = np.broadcast_arrays(np.asarray(theirs, dtype=float), np.asarray(ours, dtype=float))
        known = np.isfinite(left) & np.isfinite(right)
        if not known.any():
            raise ValueError(f"{what} is compared in no case")
        apart = np.abs(left - right)[known] > error * np.maximum(1, np.abs(right[known]))
        if not apart.any():
            tried = int(known.sum())
            return cls(what, printed, "the same" if tried == 1 else f"the same in all {tried:,} cases tried", same=True)
        return cls(what, printed, f"other values in {apart.sum():,} of {many(int(known.sum()), 'case')}", same=False)


@dataclass(frozen=True)
class Compared:
    """What an item prints, what is computed here instead, and whether both are the same; `numbers` has each number.

    `proof` shows, where they differ, why the printed one cannot be right.
    """

    printed: str
    ours: str
    same: bool
    numbers: tuple[Printed, ...] = ()
    proof: str = ""

    @classmethod
    def of(cls, numbers: Iterable[Printed], printed: str = "", proof: str = "") -> "Compared":
        """All numbers of an item; the first of those that differ speaks for it.

        >>> Compared.of([Printed("1", "0.5", "0.5", True), Printed("2", "0.7", "0.6", False)]).ours
        '1 of 2 the same; 2: 0.6'
        """
        every = tuple(numbers)
        if not every:
            raise ValueError("an item has a number at least")
        wrong = [number for number in every if not number.same]
        if len(every) == 1:
            return cls(printed or every[0].printed, every[0].ours, not wrong, every, proof)
        if not wrong and len(every) <= LISTED:
            listed = ", ".join(number.printed for number in every)
            return cls(printed or listed, ", ".join(number.ours for number in every), same=True, numbers=every)
        if not wrong:
            return cls(printed or f"{len(every):,} values", "all the same", same=True, numbers=every)
        told = f"{len(every) - len(wrong):,} of {len(every):,} the same; {wrong[0].what}: {wrong[0].ours}"
        return cls(printed or f"{wrong[0].what}: {wrong[0].printed}", told, same=False, numbers=every, proof=proof)

    @classmethod
    def claim(cls, printed: str, ours: str, *, holds: bool, proof: str = "") -> "Compared":
        """A statement, which holds wherever it was tried, or has a counterexample, which `ours` tells."""
        return cls(printed, ours, holds, (Printed("", printed, ours, holds),), "" if holds else proof)


@dataclass(frozen=True)
class Item:
    """A table, figure, example, claim or formula of a document.

    Parameters
    ----------
    document : str
        A key of `DOCUMENTS`.
    place : str
        Where it stands, beginning with what it is: "Table 5", "Proposition 15", "Section 4".
    what : str
        What it shows, in a few words.
    compared : function or None
        Computes it; None for what has nothing to compute.
    why : str
        For what cannot be had why, for what differs what is wrong, else a remark; may be empty.
    link : str
        The page that shows it, in that state, as a path with its choices; empty where none does.
    """

    document: str
    place: str
    what: str
    compared: Callable[[], Compared] | None
    why: str = ""
    link: str = ""

    @property
    def kind(self) -> str:
        """What the item is: "table", "figure", "proposition", ...

        >>> Item("003", "Propositions 7, 8", "", None).kind
        'proposition'
        """
        word = self.place.split()[0].lower().rstrip(",")
        return {"corollaries": "corollary", "appendices": "appendix"}.get(word, word.removesuffix("s"))


@dataclass(frozen=True)
class Row:
    """An item as it was computed; `item` is its place and what it shows, `status` one of `STATUSES`."""

    document: str
    item: str
    kind: str
    printed: str
    ours: str
    status: str
    why: str
    link: str
    proof: str = ""
    numbers: tuple[Printed, ...] = ()

    @classmethod
    def of(cls, item: Item) -> "Row":
        """The row of an item, computed now."""
        name = f"{item.place}: {item.what}"
        if item.compared is None:
            return cls(item.document, name, item.kind, "", "", "cannot be had", item.why, item.link)
        found = item.compared()
        return cls(
            document=item.document,
            item=name,
            kind=item.kind,
            printed=found.printed,
            ours=found.ours,
            status="same" if found.same else "differs",
            why=item.why,
            link=item.link,
            proof=found.proof,
            numbers=found.numbers,
        )
