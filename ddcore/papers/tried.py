"""What the chapters of document 003 share: its printed formulas, claims tried on several laws, its items.

Letters of printed formulas: a is TPR, b is FPR, p1 and p0 are the shares of both classes, t is the threshold on the
likelihood ratio, f0 the density of negatives there, w the share predicted positive.
"""

import re
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any

from ddcore.papers.item import Compared, Item, Printed
from ddcore.papers.printed import rows, value
from ddcore.papers.propositions import SOME, TESTS, Setting
from ddcore.samples.own_examples import EXAMPLES
from ddcore.scores.exact import Exact
from ddcore.scores.law import Law

LAW = Setting()
"""Normal scores, N(0, 1) and N(1.5, 1), 30 % positive: the ratio rises with the score."""
NEAR = 1e-5
"""Values nearer to each other than this are the same: laws are cut into some 3,000 cells."""

SCORES = "/thresholds?sample=two_class_example"
THIRD = "/likelihood?sample=scenario_3"


def printed(place: str, what: str = "", key: str | None = None) -> list[Mapping[str, str]]:
    """The rows of what the document prints as a formula, by where it stands.

    >>> [row["printed"] for row in printed("Section 4.6", "slope over the share")]
    ['2 * a * b / (p1 * a + p0 * b + p1)**2']
    """
    found = [row for row in rows("003_formulas.csv") if row["place"] == place and what in ("", row["what"])]
    return [row for row in found if key in (None, row["key"])]


LETTERS: Mapping[str, str] = {
    "a": "TPR", "b": "FPR", "p1": "π1", "p0": "π0", "tp": "TP", "fp": "FP", "fn": "FN", "tn": "TN", "p": "P", "n": "N",
    "pp": "P-hat", "pn": "N-hat", "beta": "β", "alpha": "α", "b1": "β1", "b2": "β2", "c1": "γ1", "c2": "γ2", "inf": "∞",
}  # fmt: skip
"""Letters of the formulas as people read them."""
SIGNS = {"**2": "²", " * ": " ", " - ": " − ", "-": "−", "==": "=", "<=": "≤", "sqrt(": "√("}


def spelled(text: str) -> str:
    """A formula of the files as people read it.

    >>> spelled("-t * a + p1 * b**2 / (p0 + c00)")
    '−t TPR + π1 FPR² / (π0 + c00)'
    """
    words = re.sub(r"[a-zA-Z]\w*", lambda word: LETTERS.get(word[0], word[0]), text)
    hats = words.replace("-hat", "\0")
    for sign, read in SIGNS.items():
        hats = hats.replace(sign, read)
    return hats.replace("\0", "-hat")


def formula(row: Mapping[str, str], ours: Any, letters: Mapping[str, Any], error: float = 1e-9) -> Printed:
    """A printed formula beside what is computed, in all cases of its letters."""
    what = " of ".join(filter(None, (row["what"], row["key"])))
    return Printed.formula(what, spelled(row["printed"]), value(row["printed"], **letters), ours, error)


def fact(what: str, claimed: str, ours: str, holds: bool) -> Printed:
    """A claim beside what is computed, both in words."""
    return Printed(what, claimed, ours, bool(holds))


def tried(place: str) -> Compared:
    """A proposition on all settings of `SOME` that meet its conditions; its nearest case speaks for it.

    >>> tried("Proposition 11").ours.partition(";")[0]
    'holds in 6 of 6 settings'
    """
    cards = [card for card in map(TESTS[place], SOME) if card.applies]
    held = [card for card in cards if card.holds]
    nearest = min(cards, key=lambda card: (card.holds, card.slack))
    numbers = [Printed(f"setting {at}", card.statement, card.margin, card.holds) for at, card in enumerate(cards, 1)]
    ours = f"holds in {len(held)} of {len(cards)} settings; the nearest: {nearest.margin}"
    return Compared(nearest.statement, ours, len(held) == len(cards) > 0, tuple(numbers))


def everywhere(claimed: str, holds: Sequence[Any], beside: str = "") -> Compared:
    """A claim that was tried on several laws; `beside` is what else was found."""
    told = f"holds in {sum(map(bool, holds))} of {len(holds)} tried{beside and f'; {beside}'}"
    return Compared.claim(claimed, told, holds=all(holds) and len(holds) > 0)


def example(key: str) -> tuple[Exact, float]:
    """One of the laws of `own_examples.EXAMPLES`, and its share of positives.

    >>> example("figure_5_1")[0].is_monotone
    True
    """
    given = EXAMPLES[key]
    return Exact(Law.of(given.law1), Law.of(given.law0)), given.share


def item(place: str, what: str, compared: Callable[[], Compared] | None, why: str = "", link: str = "") -> Item:
    """An item of document 003."""
    return Item("003", place, what, compared, why, link)


def card_item(place: str, what: str, link: str, why: str = "", of: str = "") -> Item:
    """An item that is one proposition tried on several settings; `of` is its place if others stand beside it."""
    return item(place, what, partial(tried, of or place), why, link)
