"""Documents of reports that tests write in several formats: of many kinds of data, and of hostile texts."""

from collections.abc import Callable, Mapping
from functools import cache

import numpy as np

import ddcore
from ddcore.data import Data
from ddcore.report.compose import compose
from ddcore.report.document import Document
from ddcore.report.order import Order

HOSTILE = (
    "=cmd|' /C calc'!A0",
    "../../x",
    "<script>alert(1)</script>",
    "[[:*?/\\]]'History'",
    "\u202eevil\u2066\u0001\ufffe end",
    "דוח על המודל",
    "x" * 5000,
    "+1+1",
    "\U0001f600" * 40,
)
"""Names of models, titles and notes that no format may take for more than letters."""


def models(names: tuple[str, ...]) -> Data:
    """Data of scores, a model a name; the first cases are positive."""
    rng = np.random.default_rng(1)
    truth = rng.random(300) < 0.3
    scores = {name: rng.normal(truth * (0.5 + place / 40)) for place, name in enumerate(names)}
    return ddcore.predictions(truth.astype(int), scores)


@cache
def example() -> Document:
    """The usual report of a sample."""
    return compose(ddcore.sample("two_class_example"), Order(), 100_000)


@cache
def of_classes() -> Document:
    """A report of data without any model."""
    return compose(ddcore.classes(303, 139), Order(), 100_000)


@cache
def of_forty() -> Document:
    """A report of forty models."""
    return compose(models(tuple(f"m{place}" for place in range(40))), Order.of(ask="verdict,curves"), 100_000)


@cache
def hostile() -> Document:
    """A report whose models, title, author, note and card are hostile."""
    note = "\n".join((*HOSTILE, "# head", "| a |\n|--|\n| =1 |", "![x](http://example.org/x.png)"))
    order = Order.of(
        ask=["verdict", "curves"],
        title="\0" + HOSTILE[4] + HOSTILE[6],
        author=HOSTILE[0],
        date=HOSTILE[2],
        owner=HOSTILE[0],
        limits=HOSTILE[4],
    )
    sections = tuple(section.model_copy(update={"note": note}) for section in order.sections or ())
    return compose(models(HOSTILE), order.model_copy(update={"sections": sections}), 100_000)


@cache
def short() -> Document:
    """A report that takes no table along."""
    return compose(ddcore.sample("two_class_example"), Order.of(ask="thresholds"), 10)


EVERY: Mapping[str, Callable[[], Document]] = {
    "example": example,
    "classes": of_classes,
    "forty": of_forty,
    "hostile": hostile,
    "short": short,
}
"""Documents of every kind, by their names."""
